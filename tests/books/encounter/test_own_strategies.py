"""The book's three strategies: what an actor does first in a given position, and with which target."""

import pytest

from rulewright.play.strategies import strategy_bot
from tests.books.encounter.play import do, rounds, scene

GATE = "map:\n  . . . . . . . . .\n  . . . . . . . . E\nmarks: E exit\n"


def choice(strategy: str, casts: str, actors: int, done: tuple[str, ...] = ()) -> str:
    """Describes what the strategy lets the first actor do at the start of its turn, or after some actions."""
    run = rounds(casts.replace("Foes:", f"Foes, run by strategy {strategy}:"), [90, *range(1, actors)])
    for act in done:
        do(run, "Orc", act)
    game = run.game
    path, words = strategy_bot(strategy)(game, 0), []
    for length, pick in enumerate(path):
        menu = game.menu(0, *path[:length])
        assert menu is not None
        words.append(menu.words(pick))
    return " ".join(words)


RING = "cast Reds: Ben at 5,6 (Health {}, Attack 5, Strength 1); Cy at 6,5 (Health {}, Attack 4, Strength 3)"
FAR = "cast Reds: Ben at {} (Health 9); Cy at {} (Health 5)"


@pytest.mark.parametrize(
    ("foe", "reds", "done"),
    [
        ("at 5,5", RING.format(9, 4), "Strike Cy"),
        ("at 5,5", RING.format(4, 9), "Strike Ben"),
        ("at 1,1", FAR.format("9,1", "13,1"), "Longbow Shot Ben"),
        ("at 1,1", FAR.format("14,1", "13,1"), "Longbow Shot Cy"),  # twelve tiles away
        ("at 1,1", FAR.format("14,1", "1,15"), "Move 4,1"),  # thirteen is too far, so toward the nearest
        ("at 1,1 (has Guard and Move)", FAR.format("3,1", "9,9"), "Move 2,1"),  # beside it, not onto it
        ("at 5,5 (has Guard and Move)", RING.format(9, 4), "Guard"),  # beside an enemy nobody walks up to another
        ("at 5,5 (has Move)", RING.format(9, 4), "pass"),
    ],
)
def test_the_swarm_strikes_or_shoots_or_comes_nearer_or_guards(foe: str, reds: str, done: str):
    """EW-33: it strikes the weakest enemy beside it, else shoots within twelve tiles, else comes nearer, else guards."""
    assert choice("Swarm", f"cast Foes: Orc {foe}\n{reds}", 3) == done


@pytest.mark.parametrize(
    ("foe", "reds", "done"),
    [
        ("at 5,5 (Health 10, Health Maximum 20)", RING.format(4, 9), "Desperate Strike Cy"),
        ("at 5,5 (Health 11, Health Maximum 20)", RING.format(4, 9), "Defend"),
        ("at 5,5 (has Strike and Shield Bash)", RING.format(4, 9), "Strike Cy"),
        ("at 1,1 (Health 10, Health Maximum 20)", FAR.format("9,1", "13,1"), "Desperate Strike Ben"),
        ("at 1,1 (Health 11, Health Maximum 20)", FAR.format("13,1", "1,9"), "Move 1,4"),
        ("at 1,1 (has Guard and Move)", FAR.format("3,1", "9,9"), "Move 2,1"),
        ("at 5,5 (has Guard and Move)", RING.format(9, 4), "Guard"),
        ("at 5,5 (has Move)", RING.format(9, 4), "pass"),
    ],
)
def test_the_bruisers_use_a_desperate_strike_when_hurt_and_otherwise_shield_or_strike(foe: str, reds: str, done: str):
    """EW-33: at half Health or less it uses a desperate strike, else a shield or a strike, else it comes nearer."""
    assert choice("Bruisers", f"cast Foes: Orc {foe}\n{reds}", 3) == done


@pytest.mark.parametrize(("done", "next_one"), [(("Defend",), "Strike Cy"), (("Defend", "Guard"), "Shield Bash Cy")])
def test_the_bruisers_strike_behind_a_shield_and_push_with_the_last_point(done: tuple[str, ...], next_one: str):
    """EW-33: it uses a shield with three points and a bash with one, always against the greatest threat."""
    assert choice("Bruisers", f"cast Foes: Orc at 5,5 (Health 11, Health Maximum 20)\n{RING.format(4, 9)}", 3, done) == next_one


@pytest.mark.parametrize("done", [(), ("Guard", "Guard")])
def test_the_bruisers_neither_shield_nor_bash_where_nobody_is_near(done: tuple[str, ...]):
    """EW-33: with all points, and with the last one, they come nearer instead."""
    assert choice("Bruisers", f"cast Foes: Orc at 1,1 (Health 9)\n{FAR.format('9,1', '13,1')}", 3, done) == "Move 4,1"


@pytest.mark.parametrize(
    ("foe", "ben", "done"),
    [
        ("at 9,1", "8,1", "Withdraw"),
        ("at 5,1", "4,1", "Steal Ben"),
        ("at 5,1", "1,1", "Dash"),
        ("at 5,1 (has Move and Guard)", "1,1", "Move 8,1"),
        ("at 5,1 (has Guard)", "1,1", "Guard"),
    ],
)
def test_the_bolt_strategy_leaves_by_the_exit_or_steals_or_runs(foe: str, ben: str, done: str):
    """EW-33: it leaves by the exit, else steals with three points left, else dashes, else goes to the exit, else guards."""
    casts = f"{GATE}cast Foes: Orc {foe}; Elk at 1,2 (Health 1)\ncast Reds: Ben at {ben} (Health 9, Gold 3)"
    assert choice("Bolt", casts, 3) == done


def test_the_bolt_strategy_runs_to_the_nearest_exit():
    """EW-33: of two exits it chooses the one that takes fewer steps."""
    gates = "map:\n  E . . . . . . . E\nmarks: E exit\n"
    casts = "cast Foes: Orc at 4,1 (has Move)\ncast Reds: Ben at 6,1 (Health 9)"
    assert choice("Bolt", gates + casts, 2) == "Move 1,1"


def test_the_bolt_strategy_dashes_only_once():
    """EW-33: after a dash it uses the free moves, and does not spend the remaining points on another dash."""
    casts = f"{GATE}cast Foes: Orc at 1,1\ncast Reds: Ben at 1,2 (Health 9)"
    assert choice("Bolt", casts, 2, ("Dash",)) == "Move 4,1"


def test_the_bolt_strategy_steals_only_with_three_points_left():
    """EW-33: after spending a point it runs, even with a purse beside it."""
    casts = f"{GATE}cast Foes, run by strategy Bolt: Orc at 5,1 (Stealth 9)\ncast Reds: Ben at 4,1 (Health 9, Gold 3)"
    game = rounds(casts, [90, 1])
    do(game, "Orc", "Steal Ben", [20])
    assert strategy_bot("Bolt")(game.game, 0)[0][0] == "Move"


def test_the_bruisers_parry():
    """EW-33: a strategy that names a reaction uses it."""
    game = scene("Ann (Attack 9, Action Points 3) beside Orc (Defense 5, Health 9, Reaction Points 1, has Parry)")
    do(game, "Ann", "Strike Orc", [15, 3])
    assert strategy_bot("Bruisers")(game.game, game.game.asking[0])[0][0] == "Parry"
    assert strategy_bot("Swarm")(game.game, game.game.asking[0]) == ("decline",)
