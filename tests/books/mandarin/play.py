"""Helpers for tests that read like play: seats A, B, C … with cards that cost nothing, and what happens at the table."""

from functools import lru_cache
from textwrap import indent

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import ACTION, NOWHERE, OWNER
from rulewright.language.lower.compiler import bind

CARDS = """
Uses: mandarin

structure Game
  step laps: repeat Lap

Slow (Momentary)
do: gain 1 Gold

Quick (Momentary, fast)
do: gain 1 Gold

Dart (Momentary, breakneck)
do: gain 1 Gold

Banish (Momentary)
Speed: none
Target: a player
do: target has 0 Health
"""
SPEEDS = {"basic": "Slow", "fast": "Quick", "breakneck": "Dart"}
HAND = ", ".join(f"12 {card}" for card in ("Slow", "Quick", "Dart", "Banish"))


@lru_cache(maxsize=64)
def loaded(text: str, readings: tuple[tuple[str, str], ...] = ()) -> Book:
    """Loads rule text that has no error in it."""
    found = bind([("test.rules", text)], books.finder(), readings=dict(readings))
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def seating(seats: str, first: str = "A") -> str:
    """Gives the seats round the table, beginning with the player who begins."""
    at = seats.index(first)
    return seats[at:] + seats[:at]


def scenes(hand: str, more: str = "") -> str:
    """Writes a scene for each number and order of players: `AB`, `BA`, `ABC` and so on; `more` applies to each player."""
    orders = [seating("ABCDE"[:players], first) for players in range(2, 6) for first in "ABCDE"[:players]]
    return "\n".join(scene(order, hand, more) for order in orders)


def scene(order: str, hand: str, more: str = "") -> str:
    """Writes one scene; in `more` an X stands for each player."""
    people = ", ".join(f"{seat} (Health 50)" for seat in order)
    zones = "\n".join(f"  {seat}'s Hand: {hand}\n  {seat}'s Deck: 30 Slow\n{more.replace('X', seat)}" for seat in order)
    return f"Scene {order}\n  seats {', '.join(order)}\n  {people}\n{zones}\n"


def table(seats: str = "AB", *, first: str = "A", **readings: str) -> Game:
    """Begins a game in which everybody holds plenty of cards of each speed, in the main part of the first player's turn."""
    chosen = tuple((name.replace("_", " "), side) for name, side in readings.items())
    return Game(loaded(f"{CARDS}\n{scenes(HAND)}", chosen), seating(seats, first), seed=1)


def position(lines: str, rules: str = "", **readings: str) -> Game:
    """Begins a game from lines of a scene."""
    chosen = tuple((name.replace("_", " "), side) for name, side in readings.items())
    return Game(loaded(f"{CARDS}\n{rules}\nScene Here\n{indent(lines.strip(), '  ')}\n", chosen), "Here", seed=1)


def asked(game: Game) -> str:
    """Names the player who has priority; "" if nobody has."""
    assert len(game.asking) <= 1
    return game.seats[game.asking[0]] if game.asking else ""


def add(game: Game, seat: str, card: str) -> None:
    """Lets somebody with priority play a card."""
    assert asked(game) == seat
    game.answer(seat, card)


def step_aside(game: Game, seat: str) -> None:
    """Lets somebody with priority pass."""
    assert asked(game) == seat, f"{asked(game)} is asked where {seat} should be"
    game.answer(seat, "pass")


def leave(game: Game, seat: str) -> None:
    """Lets somebody leave the game, whoever has priority."""
    game.answer(asked(game), "Banish", seat)


def resolved(game: Game) -> list[str]:
    """Names the players whose effects the last answer let resolve, in order."""
    state = game.state
    told = [event[2] for event in game.done[-1].events if event[:2] == ("told", "resolves")]
    return [game.seats[state.cell(slot, OWNER)] for slot in told]


def waiting(game: Game) -> list[str]:
    """Lists the items on the stack from the bottom: each one's player and name."""
    m = game.machine
    return [
        f"{game.seats[m.state.cell(slot, OWNER)]}: {m.book.actions[m.state.cell(slot, ACTION)].name}"
        for slot in stacks.waiting(m)
    ]


def whose_turn(game: Game) -> str:
    """Names whose turn it is."""
    active = game.book.active(game.machine)
    return "" if active == NOWHERE else game.seats[active]
