"""Judgment: a past act is struck, everything since is played again without it, and the record loses nothing."""

import pytest

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from tests.books.nomic.table import DAY, HOUR, again, carry, days, do, has, judge, mover, names, table


def disputed() -> tuple[Game, int]:
    """Lets Ann hex Bo, Bo give Cy a bead for it, and somebody insist on Judgment; gives the number of the hex."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    game.tick(4 * HOUR)
    do(game, "Bo", "Insist")
    return game, hexed


def lapsed(game: Game) -> dict[int, str]:
    """Lists the acts that have no effect now."""
    return {done.entry.number: done.lapsed for done in game.done if done.lapsed}


def test_the_judge_is_the_active_player_before_the_mover():
    """NW-215: the Judge sits before the player whose turn it is; inactive players are skipped."""
    game = table()
    assert (mover(game), judge(game)) == ("Ann", "Cy")
    days(game, 1)
    assert (mover(game), judge(game)) == ("Bo", "Cy"), "Ann made no motion and is inactive"


def test_only_the_judge_judges_and_only_when_somebody_insists():
    """NW-215: insistence begins a dispute, and the Judge decides it once."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    for seat in game.seats:
        assert game.why_not(seat, "Find illegal") is not None
    do(game, "Bo", "Insist")
    with pytest.raises(Refused):
        do(game, "Bo", f"Find illegal {hexed}")
    do(game, "Cy", f"Find illegal {hexed}")
    with pytest.raises(Refused):
        do(game, "Cy", "Find legal")


def test_the_first_insistence_makes_the_turn_a_day_longer():
    """NW-215: the first insistence in a turn makes the turn 24 hours longer."""
    game = table()
    do(game, "Bo", "Insist")
    do(game, "Cy", "Find legal")
    game.tick(2 * DAY - 1)
    assert mover(game) == "Ann"
    game.tick(2 * DAY)
    assert mover(game) == "Bo"


def test_a_struck_act_never_happened():
    """N-18, NW-E4: only Judgment takes an act back; it undoes the effects and keeps the act in the record."""
    game, hexed = disputed()
    assert (has(game, "Ann"), has(game, "Bo")) == (25, 15)
    count = len(game.done)
    do(game, "Cy", f"Find illegal {hexed}")
    assert (has(game, "Ann"), has(game, "Bo"), has(game, "Ann", "Beads")) == (20, 20, 6)
    assert lapsed(game) == {hexed: "struck"} and len(game.done) == count + 1


def test_dice_stay_what_they_were():
    """Every other answer keeps its number and its dice."""
    game = table()
    gift = do(game, "Ann", "Gift Bo")
    days(game, 1)
    rolled = has(game, "Ann") - 19
    do(game, "Bo", "Insist")
    do(game, "Cy", f"Find illegal {gift}")
    assert has(game, "Ann") == 20 + rolled


def test_dice_of_the_time_before_an_answer_stay_what_they_were():
    """Events that were due before a later answer, in the same entry, happen again with the same dice."""
    game = table()
    gift = do(game, "Ann", "Gift Bo")
    game.answer("Bo", "Insist", at=DAY + 5)
    rolled = has(game, "Ann") - 19
    do(game, "Cy", f"Find illegal {gift}")
    assert (has(game, "Ann"), game.state.now) == (20 + rolled, DAY + 5)


def test_time_does_not_run_back():
    """A lapsed answer still takes its time: the clock is the same, and due events have happened."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    game.answer("Bo", "Insist", at=5 * HOUR)
    game.answer("Cy", "Find illegal", 2, at=6 * HOUR)
    assert (game.state.now, has(game, "Ann"), has(game, "Bo", "Insists")) == (6 * HOUR, 25, 0)
    assert hexed == 1 and set(lapsed(game)) == {2, 3}


def test_given_dice_go_on_after_a_judgment():
    """Given dice that were not rolled yet are rolled next, whatever was played again."""
    game = Game(table().base, "Three chairs", dice=[3, 5])
    gift = do(game, "Ann", "Gift Bo")
    days(game, 1)
    do(game, "Bo", "Insist")
    do(game, "Cy", f"Find illegal {gift}")
    days(game, 2)
    assert (has(game, "Ann"), has(game, "Bo")) == (88 + 3, 89 + 5)
    assert again(game).fingerprint() == game.fingerprint()


def test_an_act_that_depends_on_a_struck_act_lapses():
    """A ward against a hex that never happened has no target; it lapses and stays in the record."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    warded = do(game, "Bo", "Ward Hex")
    do(game, "Bo", "Insist")
    do(game, "Cy", f"Find illegal {hexed}")
    assert set(lapsed(game)) == {hexed, warded}
    assert has(game, "Bo", "Beads") == 6


def test_a_judgment_can_be_struck_and_what_lapsed_comes_back():
    """NW-215, reading 29: overruled by all others, the Judgment is lifted, and what it made impossible happens again."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    warded = do(game, "Bo", "Ward Hex")
    do(game, "Bo", "Insist")
    judged = do(game, "Cy", f"Find illegal {hexed}")
    assert set(lapsed(game)) == {hexed, warded}
    do(game, "Ann", "Object")
    with pytest.raises(Refused):
        do(game, "Ann", f"Overrule {judged}")
    do(game, "Bo", "Object")
    do(game, "Bo", f"Overrule {judged}")
    assert lapsed(game) == {judged: "struck"}
    game.tick(4 * HOUR)
    assert (has(game, "Bo"), has(game, "Bo", "Beads"), has(game, "Ann", "Beads")) == (20, 5, 5)


def test_after_overruling_the_player_before_is_judge():
    """NW-215: the new Judge is never the player whose turn it is."""
    game = table()
    hexed = do(game, "Ann", "Hex Bo")
    do(game, "Bo", "Insist")
    judged = do(game, "Cy", f"Find illegal {hexed}")
    do(game, "Ann", "Object")
    do(game, "Bo", "Object")
    do(game, "Ann", f"Overrule {judged}")
    assert judge(game) == "Bo" and has(game, "Cy", "Judge") == 0
    do(game, "Bo", "Find legal")
    assert has(game, "Bo", "Judged") == 1


def test_a_judgment_is_saved():
    """After loading the game is the same and continues in the same way."""
    game, hexed = disputed()
    do(game, "Cy", f"Find illegal {hexed}")
    same = again(game)
    assert same.fingerprint() == game.fingerprint() and lapsed(same) == lapsed(game)
    for each in (game, same):
        days(each, 3)
    assert same.fingerprint() == game.fingerprint()


def test_a_judgment_that_is_undone_on_a_copy_stands_where_it_was_given():
    """A copy has its own past: an undo there changes no other game."""
    game, hexed = disputed()
    do(game, "Cy", f"Find illegal {hexed}")
    for _ in range(2):
        copy = game.copy()
        while len(copy.done) > 1:
            copy.undo()
        assert (has(copy, "Ann"), has(game, "Ann"), lapsed(game)) == (20, 20, {hexed: "struck"})
    game.undo()
    assert (has(game, "Ann"), has(game, "Bo")) == (25, 15)


def test_a_judgment_is_undone():
    """The undo restores everything as it was, down to the beginning."""
    game, hexed = disputed()
    before = game.fingerprint()
    do(game, "Cy", f"Find illegal {hexed}")
    game.undo()
    assert game.fingerprint() == before and not lapsed(game)
    while len(game.done) > 1:
        game.undo()
    assert game.fingerprint() == table().fingerprint()


def test_a_rule_is_removed_if_the_motion_that_made_it_is_struck():
    """If the motion is found illegal, its rule was never in force, and acts under it lapse."""
    game = table()
    carry(game, "Tolls")
    moved = next(done.entry.number for done in game.done if done.entry.path and done.entry.path[0][0] == "Move")
    toll = do(game, "Cy", "Toll Ann")
    do(game, "Cy", "Insist")
    do(game, judge(game), f"Find illegal {moved}")
    assert "Toll" not in names(game) and {moved, toll} <= set(lapsed(game))
