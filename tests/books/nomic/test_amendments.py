"""Rules that change in play: adopted texts are in force, refused ones change nothing, lower numbers prevail."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.protocol.records import Record
from tests.books.nomic.table import HOUR, TOLLS, again, carry, days, do, has, names, table

HEX = "Rule 318. Hexes\n  Hex (Delayed)\n  Cost: 1 Beads\n  Target: another player\n  do: [Target Points] -= 9\n"
MUDDLE = "Rule 339. Muddles\n  Muddle\n  do: everybody frobnicates\n"


def test_an_adopted_text_is_in_force():
    """Its actions can be used from the next turn on, also after saving, but not after an undo."""
    game = table()
    carry(game, TOLLS)
    same = again(game)
    assert same.fingerprint() == game.fingerprint()
    do(same, "Cy", "Toll Ann")
    assert has(same, "Cy") == 21
    while len(same.done) > 1:
        same.undo()
    assert same.fingerprint() == table().fingerprint() and "Toll" not in names(same)


@pytest.mark.parametrize("text", [TOLLS, "Tolls", "tolls"])
def test_a_text_of_ones_own_or_of_the_drawer_may_be_moved(text: str):
    """`why_not` accepts what an answer accepts: a text without errors, or the name of a prepared motion."""
    game = table()
    assert game.why_not("Ann", "Move", text) is None
    game.answer("Ann", "Move", text)


def test_why_not_gives_the_errors_of_a_wrong_text():
    """They come with the rule of the action."""
    why = table().why_not("Ann", "Move", MUDDLE)
    assert (
        why is not None and (why.check, why.rule) == ("text", "202") and "'everybody frobnicates' is not understood" in why.words
    )


def test_a_text_with_errors_is_refused_by_the_action():
    """The refusal has the checker's errors, and nothing has changed."""
    game = table()
    before = game.fingerprint()
    with pytest.raises(Refused, match="'everybody frobnicates' is not understood"):
        do(game, "Ann", "Move", MUDDLE)
    assert game.fingerprint() == before and has(game, "Ann", "Motions") == 0


def test_a_rule_is_amended():
    """The new text replaces the old text under its number, and the old one is kept in the history."""
    game = table()
    carry(game, HEX)
    do(game, "Bo", "Hex Ann")
    before = has(game, "Ann")
    game.tick(game.state.now + 4 * HOUR)
    assert has(game, "Ann") == before - 9
    assert "-= 9" in game.book.rules["318"].text
    assert "-= 5" in game.base.rules["318"].text


def test_a_rule_is_repealed():
    """The actions of the repealed rule cannot be used any more."""
    game = table()
    do(game, "Bo", "Accuse Cy")
    carry(game, "No accusations")
    assert "325" not in game.book.rules and "Accuse" not in names(game)
    with pytest.raises(Refused):
        do(game, "Bo", "Accuse Cy")


def test_a_change_is_not_retroactive():
    """NW-106: effects under the old rule stay; waiting actions follow the present rules."""
    game = table()
    do(game, "Bo", "Hex Cy")
    game.tick(4 * HOUR)
    do(game, "Ann", "Move Quick hexes")
    for seat in game.seats:
        do(game, seat, "Vote for")
    game.tick(23 * HOUR)
    do(game, "Bo", "Hex Cy")
    assert has(game, "Cy") == 15
    game.tick(24 * HOUR)
    assert has(game, "Cy") == 11, "no longer delayed, it has left its stack and acted"


def test_immutable_rules_prevail_and_stay():
    """NW-109: a rule below 200 cannot be changed or repealed."""
    for text in ("Tyranny", "Repeals: 109\n"):
        with pytest.raises(Refused, match="rule 109 is immutable"):
            do(table(), "Ann", "Move", text)


def test_the_lower_number_prevails():
    """NW-214: of two rules that define one action the one with the lower number applies, whichever is newer."""
    game = table()
    carry(game, "Another hex")
    assert {"Curse", "Hex"} <= names(game)
    do(game, "Bo", "Hex Cy")
    game.tick(game.state.now + 4 * HOUR)
    assert has(game, "Cy") == 15
    carry(game, "Rule 301. Old hexes\n  Hex\n  Target: another player\n  do: [Target Points] -= 2\n")
    do(game, "Bo", "Hex Cy")
    assert has(game, "Cy") == 13


def test_a_motion_changes_what_it_names():
    """NW-113: all other rules are unchanged."""
    game = table()
    before = dict(game.book.rules)
    carry(game, TOLLS)
    assert {number: rule for number, rule in game.book.rules.items() if number != "330"} == before


def test_a_text_that_changes_no_rule_is_refused():
    """A text that is in force already is refused."""
    game = table()
    carry(game, TOLLS)
    with pytest.raises(Refused, match="the rules in force already contain this text"):
        do(game, "Bo", "Move", TOLLS)


def test_a_repealed_rule_cannot_be_repealed_again():
    """A text is checked against the rules in force when it is proposed."""
    game = table()
    do(game, "Ann", "Move", "Repeals: 325\n")
    assert "Accuse" in names(game)
    for seat in game.seats:
        do(game, seat, "Vote for")
    days(game, 1)
    with pytest.raises(Refused, match="there is no rule 325"):
        do(game, "Bo", "Move", "Repeals: 325\n")


def test_only_the_two_wrong_prepared_motions_are_refused():
    """Two prepared motions have errors, and the others have none; there are at least ten."""
    game = table()
    refused = []
    for name in game.book.drafts:
        try:
            do(game.copy(), "Ann", f"Move {name}")
        except Refused:
            refused.append(name)
    assert refused == ["Tyranny", "A muddle"]
    assert len(game.book.drafts) >= 12


def test_a_status_can_bar_a_class_of_actions():
    """NW-E2: the player can use only actionable actions of one rule, until the turn is over."""
    game = table()
    do(game, "Bo", "Accuse Ann")
    assert str(game.why_not("Ann", "Hex", "Bo")).startswith("Ann performs no actionable actions")
    assert game.why_not("Ann", "Plead") is None and game.why_not("Ann", "Move") is None
    days(game, 1)
    assert game.why_not("Ann", "Hex", "Bo") is None


@pytest.mark.parametrize(("side", "blocked"), [("its own stack", False), ("anywhere", True)])
def test_the_reading_decides_whether_immediate_actions_affect_waiting_ones(side: str, blocked: bool):
    """With one side (readings 1 and 2) an immediate action does nothing to a waiting one; with the other it does."""
    game = table(reach_of_immediate_actions=side)
    do(game, "Ann", "Hex Bo")
    do(game, "Bo", "Jostle Hex")
    game.tick(4 * HOUR)
    assert (has(game, "Bo") == 20) == blocked


@pytest.mark.parametrize(("side", "hours"), [("four", 4), ("one", 1)])
def test_a_stack_is_due_as_soon_as_its_quiet_hours_have_passed(side: str, hours: int):
    """With both sides of the reading (17) a stack is due as soon as the hours have passed."""
    game = table(quiet_hours=side)
    do(game, "Ann", "Hex Bo")
    game.tick(hours * HOUR - 1)
    assert has(game, "Bo") == 20
    game.tick(hours * HOUR)
    assert has(game, "Bo") == 15


def test_a_game_goes_on_after_its_amended_book_was_dropped_from_the_cache():
    """The game goes on by the same rules, and can be undone."""
    game = table()
    carry(game, TOLLS)
    before = game.fingerprint()
    game.base.caches.amended.store.clear()
    do(game, "Cy", "Toll Ann")
    game.undo()
    assert game.fingerprint() == before and "Toll" in names(game)
    assert again(game).fingerprint() == before


LUCK = "Rule 340. Luck\n  Stat Luck: 0 to 9\n  Pray\n  do: gain 1 Luck\n"


def test_each_answer_is_told_by_the_rules_that_were_in_force_at_its_time():
    """A witness from before an amendment tells what new rules do; a later witness tells what repealed rules did."""
    game = table()
    early = Record(game, None)
    early.follow(game.done)
    do(game, "Bo", "Accuse Cy")
    carry(game, LUCK)
    carry(game, "No accusations")
    do(game, "Bo", "Pray")
    told = early.follow(game.done)
    assert told[-1]["words"] == "Bo's Luck: 0 → 1." and told == Record(game, None).follow(game.done)
    assert {"seat": "Bo", "picks": ["Accuse", "Cy"]}.items() <= next(each for each in told if each["kind"] == "chose").items()
