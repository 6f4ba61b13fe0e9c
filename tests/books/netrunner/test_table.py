"""The table of steps, cell by cell in real games: at every step exactly its options are offered."""

from collections.abc import Iterator

import pytest

from rulewright.kernel.game import Game
from tests.books.netrunner.play import options, position
from tests.books.netrunner.steps import offered, step
from tests.books.netrunner.table import TABLE

# A position in which whatever is open can also be done: cards to rez, to score and to use on both sides, tags, ice, breakers.
CORP = "Corp (Credits 60, Clicks 3, Hand Limit 5)"
RUNNER = "Runner (Credits 60, Clicks 2, Hand Limit 5, Memory 4, Hand Reach 1, Deck Reach 1, Tags 9)"
LINES = """
Corp's Servers: Site, Watch Bell (Power 60), Pulp Works (Hosted 8)
Corp's Servers at Site: Tide Office (face down), Drainage Bond (face down, Advancement 4), Drowned Vault (face down)
Corp's Servers at HQ: Mud Bank (face down), Riddle Clerk (face down)
Corp's Servers at R&D: Customs Clerk (face down)
HQ: Silt Subsidy, Silt Subsidy, Breakwater, Breakwater, Breakwater, Breakwater, Breakwater
R&D: Tide Office, Eel Pot, Eel Pot, Eel Pot
Runner's Rig: Cousin with an Alibi, Market Stall, Cipher Louse, Night Ferry Shift (Hosted 8)
Grip: Kettle and Gossip, Padded Gloves, Padded Gloves, Padded Gloves, Padded Gloves, Padded Gloves, Padded Gloves
Stack: Market Stall, Market Stall, Market Stall, Market Stall
"""


def walked(first: str) -> Iterator[tuple[str, str, frozenset[str], frozenset[str]]]:
    """Plays a turn, and gives each step with who was asked, what was offered, and what is impossible at the moment."""
    game = position(first, LINES, corp=CORP, runner=RUNNER)
    servers, rezzed = ["HQ", "R&D"], False
    whose = game.book.active(game.machine)
    while not game.over and game.book.active(game.machine) == whose:
        player, found = offered(game)
        yield step(game), player, found, spent(game, rezzed)
        said = options(game)
        if first == "Runner" and "action window" in game.where().rpartition(" · ")[2] and servers:
            game.answer(player, "Run a server", servers.pop(0))
        elif step(game) == "run.approach.e" and player == "Corp" and approached(game) == "Riddle Clerk" and not rezzed:
            rezzed = True
            game.answer(player, "Rez the ice", "Riddle Clerk")
        else:
            game.answer(player, next(each for each in ("pass", "decline", "Gain a credit", said[0]) if each in said))


def approached(game: Game) -> str:
    frame = game.state.innermost(game.book.procedure_numbers["Approach"])
    assert frame is not None
    return game.state.names[frame.vars["actor"]]


def spent(game: Game, rezzed: bool) -> frozenset[str]:
    """Says what a step can no longer offer: purging takes three clicks, and a rezzed card is not rezzed again."""
    few = game.state.cell(game.find("Corp"), game.book.stat("Clicks")) < 3
    return frozenset({*(("C7",) if few else ()), *(("rez ice",) if rezzed else ())})


@pytest.mark.parametrize("first", ["Corp", "Runner"])
def test_each_step_offers_what_the_table_says(first: str):
    """Each cell is compared for both players, in both turns, two runs and an access (KW-5.6, KW-5.7, KW-9.2.7)."""
    for key, player, found, gone in walked(first):
        expected = TABLE[key].may(player) - gone
        assert found == expected, (key, player, sorted(found ^ expected))


def test_every_step_with_a_choice_is_reached_and_no_other():
    """Where the table has no mark, nobody is asked (KW-9.2.3, KW-9.2.4)."""
    seen = {key for first in ("Corp", "Runner") for key, *_ in walked(first)}
    assert seen == {key for key, each in TABLE.items() if each.marks}


@pytest.mark.parametrize("first", ["Corp", "Runner"])
def test_in_every_priority_window_the_active_player_is_asked_first(first: str):
    """The active player is the first at each step (KW-9.2.1, KW-9.2.7)."""
    before = ""
    for key, player, *_ in walked(first):
        if key != before and "P" in TABLE[key].marks:
            assert player == first, key
        before = key


def test_both_players_are_asked_in_each_window_that_nobody_uses():
    """After the first pass the other player is asked (KW-9.2.7)."""
    asked: dict[str, set[str]] = {}
    for key, player, *_ in walked("Runner"):
        asked.setdefault(key, set()).add(player)
    assert all(asked[key] == {"Corp", "Runner"} for key in asked if "P" in TABLE[key].marks)
