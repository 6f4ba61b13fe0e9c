"""Automatic passing: who is still asked, what is passed for a player, and that others cannot notice it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.words import read_path
from rulewright.play.bots import Bot
from rulewright.play.passing import Passing
from tests.books.mandarin import play as mandarin
from tests.play import tables
from tests.play.tables import Table

QUICK = "A's Hand: 3 Quick"
BELL = """
Bell (Post)

  Knell
  Trigger: [Gold] of a player rises to 4
  do: gain 1 Gold
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves games in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def says(*lines: str) -> Bot:
    """Gives a bot that says these lines, and then passes or declines."""
    left: Iterator[str] = iter(lines)

    def bot(game: Game, player: int) -> tuple:
        menu = game.menu(player)
        assert menu is not None
        return read_path(game, player, next(left, menu.words(list(menu)[-1])))

    return bot


def cards(more: str, *other: str, typed: tuple[str, ...] = (), people: bool = False, rules: str = "") -> Table:
    """Seats the person A before the bot B, who begins, says some lines and passes from then on."""
    lines = f"seats B, A\nB (Health 9), A (Health 9)\nB's Deck: 9 Slow\nA's Deck: 9 Slow\nB's Hand: 3 Slow\n{more}"
    return Table(mandarin.position(lines, rules), *typed, bots={} if people else {0: says(*other)})


def beside(*lines: str, other: tuple[str, ...] = ()) -> Table:
    """Places the person Ann beside Bob on a map; it is Bob's turn."""
    playing = tables.position("Ann at 2,3 (Health 20, Health Maximum 20)", "Bob at 3,3 (Health 20, Health Maximum 20)")
    while playing.asking != (1,):
        playing.answer(None, "pass")
    return Table(playing, *lines, bots={1: says(*other)})


def asked(text: str, prompt: str) -> int:
    """Counts how often a prompt was shown."""
    return text.count(prompt)


# -- who can only pass -------------------------------------------------------------------------------------------------


def test_a_player_who_can_only_pass_is_not_asked():
    """B's card waits and A has nothing fast enough: the pass is given and told, and A is next asked in A's own turn."""
    table = cards("A's Hand: Slow", "slow")
    text = table.play()
    assert "A passes, as nothing else could be done." in text.split("A's turn")[0]
    assert asked(text, "A: actions") == 1


def test_the_command_stops_on_lets_a_player_be_asked_who_can_only_pass():
    """After `stops on` A is asked even if A can only pass."""
    table = cards("A's Hand: Slow", "pass", "slow", "pass", typed=("stops on", "pass", "where"))
    text = table.play()
    assert "If you can only pass, you are asked." in text
    assert asked(text, "A: actions") == 2
    assert table.terminal.game.book.active(table.terminal.game.machine) == 0


def test_the_command_stops_off_ends_the_effect_of_stops_on():
    """After `stops off` passes are automatic again."""
    table = cards("A's Hand: Slow", "pass", "slow", "pass", typed=("stops on", "stops off", "pass"))
    assert "If you can only pass, you are not asked." in table.play()
    assert table.terminal.game.book.active(table.terminal.game.machine) == 1


def test_an_automatic_pass_leaves_the_same_record_as_a_chosen_one():
    """Journal, events and what B is told are the same, whether A's pass was automatic or typed."""
    given, typed = cards("A's Hand: Slow", "slow"), cards("A's Hand: Slow", "slow", typed=("pass",))
    typed.terminal.passing.orders[1].everything = True
    for table in (given, typed):
        table.play()
    one, other = given.terminal.game, typed.terminal.game
    shared = min(len(one.done), len(other.done))
    assert any(entry.player == 1 for entry in one.journal[:shared])
    assert one.journal[:shared] == other.journal[:shared]
    assert [done.events for done in one.done[:shared]] == [done.events for done in other.done[:shared]]


def test_beside_others_somebody_with_hidden_cards_is_asked():
    """Two people share a terminal: A is asked although A can only pass; otherwise B would learn something about A's cards."""
    table = cards("A's Hand: Slow", typed=("", "slow", "", "stops off", "pass"), people=True)
    text = table.play()
    assert "If you can only pass, you are asked, since others here would learn" in text


def test_without_a_pass_somebody_is_asked():
    """A question without a pass is asked even after `pass until`: two bells of A ring, and A says which goes first."""
    table = cards(f"{QUICK}\nA's Board: 2 Bell", "slow", "pass", typed=("pass until my turn",), rules=BELL)
    assert "A: what goes on the stack next" in table.play()


# -- orders ------------------------------------------------------------------------------------------------------------


def test_the_order_pass_until_my_turn_passes_until_the_players_own_turn():
    """A could respond to each of B's cards, passes them all, and is asked again in A's own turn."""
    table = cards(QUICK, "slow", "pass", "slow", "pass", "pass", typed=("pass until my turn",))
    text = table.play()
    game = table.terminal.game
    assert asked(text, "A: actions") == 2
    assert game.book.active(game.machine) == 1


def test_the_order_pass_until_my_turn_typed_in_ones_own_turn_passes_until_the_next_one():
    """If it is typed in A's own turn, the rest of this turn and all of B's turn are passed."""
    table = cards(QUICK, "pass", "slow", typed=("pass until my turn",))
    text = table.play()
    assert text.count("\nA's turn\n") == 2
    assert asked(text, "A: actions") == 2


MILL = """
Uses: nothing
Start: Game
Priority: in succession
Stat Flour: at least 0
Zone Players: in play

structure Game
  step rounds: repeat Round

structure Round
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for each player, until all pass

Grind (Payment)
do: gain 1 Flour

Bake
Cost: 9 Flour
Limit: once per turn
do: gain 1 Flour

Scene Mill
  seats A, B
"""


def test_in_ones_own_turn_nothing_is_passed_while_anything_can_be_done():
    """After `pass until my turn` with A's own card waiting, A is still asked in the rest of A's turn."""
    table = cards(QUICK, "pass", typed=("pass until my turn", "quick", "pass until my turn"))
    text = table.play()
    game = table.terminal.game
    assert game.book.active(game.machine) == 1
    assert asked(text.split("A: Quick")[1], "A: actions") == 2


def test_payment_actions_are_offered_only_in_ones_own_turn():
    """An action that only pays for others is no reason to ask in another's turn; in one's own turn it is."""
    game = Game(books.load(text=[("mill.rules", MILL)]))
    passing = Passing(game)
    assert passing.automatic(0) is None
    game.answer("A", "pass")
    assert passing.automatic(1) == ("pass",)


def test_the_order_pass_until_something_happens_ends_with_a_new_item_on_the_stack():
    """A passes; the next card that B puts on the stack makes A be asked again, in B's turn."""
    table = cards(QUICK, "slow", "pass", "slow", typed=("pass until something happens",))
    assert asked(table.play(), "A: actions") == 2
    assert table.terminal.game.book.active(table.terminal.game.machine) == 0


def test_a_stop_at_a_name_ends_automatic_passing():
    """A passes until A's turn, but is asked when B's creature attacks."""
    board = f"{QUICK}\nB's Board: Reed Cutter"
    typed = ("stop at attacks", "pass until my turn")
    table = cards(board, "slow", "pass", "attack a player (reed cutter) a", typed=typed)
    text = table.play()
    assert "You stop at attacks." in text
    assert "Attack a player" in text.split("A: actions")[-2]
    assert table.terminal.game.book.active(table.terminal.game.machine) == 0


def test_a_stop_lets_a_player_be_asked_who_can_only_pass():
    """At a stop a player is asked even if only a pass is possible."""
    table = cards("A's Hand: Slow", "pass", "slow", typed=("stop at slow", "pass", "where"))
    table.play()
    assert table.terminal.game.book.active(table.terminal.game.machine) == 0


def test_the_order_stop_at_nothing_removes_all_stops():
    """After `stop at nothing` there are no stops."""
    assert "You stop at nothing." in cards(QUICK, "slow", typed=("stop at attacks", "stop at nothing")).play()


def test_a_stop_that_means_nothing_is_refused():
    """An unknown name is refused with the most similar one, and no stop is added."""
    table = cards(QUICK, "slow", typed=("stop at atack", "stop at"))
    text = table.play()
    assert "nothing is called 'atack'" in text
    assert "You stop at nothing." in text


def test_an_unknown_order_to_pass_is_refused():
    """The refusal lists what can follow `pass until`, and nothing is passed."""
    table = cards(QUICK, "slow", typed=("pass until tea",))
    before = len(table.terminal.game.done)
    assert "say until when to pass: my turn or something happens" in table.play()
    assert len(table.terminal.game.done) == before + 1


# -- on a map ----------------------------------------------------------------------------------------------------------


def test_on_a_map_reactions_are_declined_until_my_turn():
    """Ann, asked for a parry, passes until her turn: she is not asked at Bob's next strike, and then it is her turn."""
    table = beside("pass until my turn", other=("strike ann", "strike ann"))
    text = table.play()
    game = table.terminal.game
    assert (text.count("Ann declines"), text.count("Ann may answer")) == (2, 1)
    assert text.count("Ann declines, as you pass until my turn.") == 1
    assert game.book.active(game.machine) == 0


def test_on_a_map_being_hit_ends_passing_until_something_happens():
    """Ann passes until something happens: the strike that she lets through hits her, so she is asked at the next one."""
    text = beside("pass until something happens", other=("strike ann", "strike ann")).play()
    assert text.count("Ann may answer") == 2


def test_undo_also_takes_back_the_automatic_passes():
    """Undo also takes back the automatic passes, so Ann is asked where she typed the order."""
    table = beside("pass until my turn", "undo", other=("strike ann", "strike ann"))
    text = table.play()
    assert text.count("Ann may answer") == 2
    assert [entry.path for entry in table.terminal.game.journal if entry.player == 0] == [("pass",)]


def test_on_a_map_a_player_with_nothing_left_to_do_is_not_asked():
    """Without Action Points Ann can only pass, so she is not asked."""
    text = beside("decline", "decline", "guard", "guard", "guard", other=("strike ann", "strike ann")).play()
    assert "Ann passes.\nBob's turn" in text


def test_on_a_map_a_stop_asks_for_the_reaction():
    """After `stop at strike` Ann is asked for her parry although she passes until her turn."""
    once = beside("pass until my turn", other=("strike ann", "strike ann")).play()
    stopped = beside("stop at strike", "pass until my turn", other=("strike ann", "strike ann")).play()
    assert (once.count("Ann may answer"), stopped.count("Ann may answer")) == (1, 2)


def test_help_names_the_orders():
    """Help says how to pass automatically."""
    text = cards(QUICK, "slow", typed=("help commands",)).play()
    assert all(name in text for name in ("pass until WHEN", "stop at NAME", "stops on|off"))
