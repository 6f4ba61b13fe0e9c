"""`Settle:` names a structure that runs after every change, again and again until it changes nothing (design, settling)."""

from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind

PAGE = """
Uses: nothing
Start: Game
Settle: Tidying{where}

Stat Coins, Rust, Rounds: at least 0

Zone Players: in play
Zone Table: in play
Zone Heap: seen by all

Kind Gadget: a card
Kind Lamp: a card

structure Game
  step laps: repeat Lap
structure Lap
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the player, one only
  step sleep: take a Nap
structure Nap of a player
  step nap: if [Coins] >= 50: tell a rich sleeper
structure Tidying
  step rust: move all gadgets with [Rust] >= 2 to Heap
  step lamps: if there is no gadget in play: move all lamps in Table to Heap
  step rich: each player with [Coins] >= 9: take a Win
  {answers}
structure Win of a player
  step win: the actor wins the game

Work
do: gain 1 Coins
    all gadgets gain 1 Rust
    if there is no gadget in play: gain 5 Coins

Pay
Cost: 1 Coins
do: if there is no gadget in play: gain 5 Coins

Kettle (Gadget)
  Whistle (Triggered)
  Trigger: [Coins] of a player rises to 1
  do: tell whistles
  Hum (Triggered, Optional)
  Trigger: [Coins] of a player rises to 1
  do: gain 2 Coins

Pot (Gadget)
  Boil (Triggered)
  Trigger: [Coins] of a player rises to 1
  do: gain 1 Coins

Torch (Lamp)

Scene Bench
  seats Ann, Bo
  Ann (Coins {coins}), Bo (Coins 0)
  {things}
"""
ANSWERS = "step react: each player answers what has happened"


@lru_cache
def begun(things: str, coins: int = 0, answers: str = "", where: str = "") -> Game:
    """Begins a game at Ann's first choice."""
    text = PAGE.format(things=things, coins=coins, answers=answers, where=where)
    found = bind([("page.rules", text)], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return Game(found.book, seed=1)


def bench(things: str, **more: object) -> Game:
    return begun(things, **more).copy()


def lying(game: Game, zone: str) -> list[str]:
    state = game.state
    return [state.names[slot] for slot in state.zones[game.book.zone_index(zone)]]


def coins(game: Game, who: str) -> int:
    return game.state.cell(game.state.names.index(who), game.book.stat("Coins"))


def test_a_settling_structure_runs_between_two_instructions():
    """Rust removes the gadget before the next clause asks whether there is one."""
    game = bench("Table: Pot", coins=1)
    game.answer("Ann", "Work")
    assert coins(game, "Ann") == 2
    for seat in ("Bo", "Ann"):
        game.answer(seat, "Work" if seat == "Ann" else "pass")
    assert lying(game, "Heap") == ["Pot"] and coins(game, "Ann") == 8


def test_settling_is_repeated_until_it_changes_nothing():
    """The lamp leaves because the gadget has left, although the gadget left during the same settling."""
    game = bench("Table: Pot, Torch", coins=1)
    for seat, what in (("Ann", "Work"), ("Bo", "pass"), ("Ann", "Work")):
        game.answer(seat, what)
    assert lying(game, "Table") == [] and sorted(lying(game, "Heap")) == ["Pot", "Torch"]


def test_a_structure_inside_the_settling_structure_can_end_the_game():
    """Nine coins win in the middle of an action; the rest of the action does not happen."""
    game = bench("Table: Pot", coins=8)
    game.answer("Ann", "Work")
    assert game.over and coins(game, "Ann") == 9


def test_settling_waits_for_the_whole_action_if_only_choices_are_boundaries():
    """The gadget is still there when the last clause asks; it leaves before the next choice."""
    game = bench("Table: Pot", coins=1, where=", before each choice")
    for seat, what in (("Ann", "Work"), ("Bo", "pass"), ("Ann", "Work")):
        game.answer(seat, what)
    assert coins(game, "Ann") == 3 and lying(game, "Heap") == ["Pot"]


def test_settling_precedes_the_effect_if_payments_are_boundaries():
    """What follows from the payment is settled before the effect."""
    rusty = "Table: Torch"
    paid, whole = (bench(rusty, coins=1, where=where) for where in (", after each payment", ", before each choice"))
    for game in (paid, whole):
        game.answer("Ann", "Pay")
        assert coins(game, "Ann") == 5 and lying(game, "Heap") == ["Torch"]


def options(game: Game, who: str) -> list[str]:
    menu = game.menu(who)
    return [] if menu is None else [menu.words(key) for key in menu]


def test_each_player_uses_triggered_abilities_in_any_order():
    """Mandatory ones must be used before the rest can be declined; declined ones lapse (KW-9.2.8)."""
    game = bench("Ann's Table: Kettle, Pot", answers=ANSWERS)
    game.answer("Ann", "Work")
    assert game.where().endswith("reaction window, Ann")
    assert options(game, "Ann") == ["Whistle (Kettle)", "Hum (Kettle)", "Boil (Pot)"]
    game.answer("Ann", "Boil (Pot)")
    game.answer("Ann", "Whistle (Kettle)")
    assert options(game, "Ann") == ["Hum (Kettle)", "decline"] and coins(game, "Ann") == 2
    game.answer("Ann", "decline")
    assert coins(game, "Ann") == 2 and game.asking == (1,)


def test_the_active_player_answers_first_then_the_other():
    """Bo's pot boils only after Ann has declined hers (KW-9.2.8)."""
    game = bench("Ann's Table: Kettle\n  Bo's Table: Pot", answers=ANSWERS)
    events = [*game.answer("Ann", "Work"), *game.answer("Ann", "Whistle (Kettle)")]
    assert coins(game, "Bo") == 0
    events += game.answer("Ann", "decline")
    assert coins(game, "Bo") == 1 and ("told", "whistles", 0) in events


def test_without_a_step_for_abilities_mandatory_ones_happen_while_settling():
    """If the structure does not say so, nobody is asked about the order of mandatory abilities."""
    game = bench("Ann's Table: Pot")
    game.answer("Ann", "Work")
    assert coins(game, "Ann") == 2 and game.asking == (1,)


def test_settling_is_not_written_in_the_record():
    """No trigger can respond to the beginning or the end of this structure."""
    game = bench("Table: Pot", coins=1)
    events = game.answer("Ann", "Work")
    assert not [event for event in events if event[0] in ("began", "ended") and event[2] == "Tidying"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Settle: Tidiness", "'Tidiness' is not a structure"),
        ("Settle: Tidying, now and then", "'now and then' is not a boundary"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error(line: str, said: str):
    text = PAGE.format(things="Table: Pot", coins=0, answers="", where="").replace("Settle: Tidying", line)
    problems = bind([("page.rules", text)], books.finder()).problems
    assert any(said in str(problem) for problem in problems)
