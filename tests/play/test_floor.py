"""An open floor at the table: people act and wait, bots act when something has happened, and the time is shown."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import BLOCKED
from rulewright.play import table_lines
from rulewright.play.bots import Bot
from tests.cli.runs import run
from tests.play.tables import Table
from tests.play.tables import game as encounter

HOUR = 3600


def begun(scene: str = "Three chairs") -> Game:
    """Begins a game of the book with an open floor."""
    return Game(books.load("nomic"), scene, seed=4)


def passing(game: Game, player: int) -> tuple[object, ...]:
    """A bot that never acts."""
    return (PASS,)


def hexing(game: Game, player: int) -> tuple[object, ...]:
    """A bot that hexes the first possible target whenever it can."""
    menu = game.menu(player)
    offers = [key for key in menu or () if isinstance(key, tuple) and key[0] == "Hex"]
    return (offers[0], next(iter(game.menu(player, offers[0]) or ()))) if offers else (PASS,)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Saves games in a folder of the test."""
    monkeypatch.chdir(tmp_path)


def sits(*lines: str, bot: Bot = passing) -> tuple[Game, str]:
    """Lets Ann type some lines against two bots; gives the game and what was printed."""
    game = begun()
    return game, Table(game, *lines, bots={1: bot, 2: bot}).play()


def test_waiting_items_are_drawn_with_owner_class_target_and_time(here: None):
    """A stack shows when it pops, and for each action its player, its class and its targets."""
    _, shown = sits("hex bo", "ward hex", "")
    assert "Action stack, the top first; pops in 4h" in shown
    assert "   2 Ward                               Ann      delayed    → Hex" in shown
    assert "   1 Hex                                Ann      delayed    → Bo" in shown


def test_stacks_are_drawn_apart(here: None):
    """Each of two stacks has its own heading, with the time until it pops."""
    _, shown = sits("hex bo", "wait 1h", "hex cy on a new stack", "")
    assert "Action stack, the top first; pops in 3h" in shown and "Action stack 2, the top first; pops in 4h" in shown


def test_blocked_actions_are_marked(here: None):
    """A blocked action is shown as blocked until it pops."""
    game = begun()
    game.answer("Ann", "Hex", "Cy")
    effects.do(game.machine, effects.alter(stacks.waiting(game.machine)[0], BLOCKED, "=", 1))
    shown = Table(game, "", bots={1: passing, 2: passing}).play()
    assert "Hex                                Ann      delayed    blocked → Cy" in shown


def test_waiting_lets_stacks_pop(here: None):
    """The clock moves on, and everything that became due is told."""
    game, shown = sits("hex bo", "wait 4h")
    assert game.state.now == 4 * HOUR
    assert "Hex: put into action." in shown and "Bo's Points: 89 → 84." in shown and "It is day 1, 04:00." in shown


def test_the_clock_is_on_the_screen(here: None):
    """The time, how long the floor is open, and whose turn it is stand above the players."""
    _, shown = sits("wait 90m", "")
    assert "  day 1, 01:30, the floor closes in 22h 30m   round 1 · Ann's turn · debate" in shown


def test_passing_waits_until_something_is_due(here: None):
    """If nobody waits for a player, passing lets time pass."""
    game, _ = sits("hex bo", "pass")
    assert game.state.now == 4 * HOUR


def test_waiting_stops_where_a_bot_acts(here: None):
    """The player can respond to the bot's act; the remaining waiting time is told."""
    game, shown = sits("wait 3d", bot=hexing)
    assert game.state.now < 24 * HOUR and "of what you meant to wait" in shown


def test_waiting_can_be_taken_back(here: None):
    """Undo goes back to the moment before the waiting."""
    game, shown = sits("hex bo", "wait 4h", "undo")
    assert game.state.now == 0 and "Taken back: the waiting" in shown


def test_an_unreadable_wait_is_refused_and_changes_nothing(here: None):
    """The clock does not move."""
    game, shown = sits("wait a while")
    assert game.state.now == 0 and "'a while' is not a time" in shown


def test_the_as_command_lets_another_person_at_the_terminal_act(here: None):
    """An unknown name after `as` is refused."""
    game = begun()
    shown = Table(game, "as bo", "hex cy", "as zoe", bots={2: passing}).play()
    assert "You act as Bo now." in shown and game.done[1].entry.player == 1 and "say who you act as: Ann or Bo" in shown


def test_books_without_a_clock_have_no_wait(here: None):
    """Help mentions the clock and the rule set only in books that have them."""
    shown = Table(encounter(), "help commands", "wait 4h").play()
    assert "let time pass" not in shown and "rule N" not in shown and "'wait 4h' is not on the menu" in shown


def test_many_stacks_are_drawn_in_a_line_each(here: None):
    """If there are few lines, each stack shows only its size, its top and when it pops."""
    game = begun("Five chairs")
    for seat in game.seats:
        for _ in range(2):
            game.answer(seat, "Hex", next(other for other in game.seats if other != seat))
    drawn = ["".join(text for text, _ in line) for line in table_lines.board(game.view(0), 80, room=17)]
    assert len(drawn) <= 17 and "  Action stack 10: 1 waiting, Hex on top; pops in 4h" in drawn


def test_a_spectator_is_told_what_pops(here: None):
    """With bots only, events that come due are told; internal counters are not, and waiting actions neither win nor lose."""
    seats = [word for name in ("Ann", "Bo", "Cy") for word in ("--seat", f"{name}=random")]
    shown = run("play", "nomic", *seats, "--seed", "8").output
    assert "Hex: put into action." in shown and "Hex is again what it was." in shown and "Ann wins!" in shown
    assert "Hex loses" not in shown and "── Count" not in shown and "poll" not in shown
