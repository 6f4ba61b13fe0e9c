"""Which parts of a game get a heading in its story: rounds, turns and phases, but not structures that only count."""

from __future__ import annotations

from typing import Any

from rulewright.kernel.game import Game
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import building, instructions
from rulewright.program.modes import Order

ASKING = (instructions.Open, instructions.Choose, instructions.Decide)
"""The instructions with which somebody is asked something, beside loops in an order that somebody chooses."""


COUNTING = (instructions.Alter, instructions.Test, instructions.Jump, instructions.Standing, instructions.Leave)
PLAIN_LOOPS = (Order.AS_THEY_ARE, Order.ACTIVE_LAST, Order.ANEW, Order.REVERSED)
"""The instructions and the loops that a structure may have which only keeps count."""


def keeps_count(game: Game, name: str) -> bool:
    """Say whether a structure only sets and compares numbers: nobody is asked, nothing is rolled, nothing moves."""
    known = game.book.caches.counting
    if name not in known:
        known[name] = False  # while it is not known, for a structure that runs itself
        steps = getattr(game.book.procedures.get(name), "code", (None,))
        known[name] = all(_counts(game, each) for each in steps)
    return known[name]


def _counts(game: Game, instruction: Any) -> bool:
    if isinstance(instruction, instructions.Run):
        return keeps_count(game, instruction.procedure)
    loop = isinstance(instruction, instructions.Each) and instruction.order in PLAIN_LOOPS
    plain = loop or (isinstance(instruction, COUNTING) and not getattr(instruction, "step", ""))
    return plain and not building.rolls(instruction)


def is_round(game: Game, event: Event) -> bool:
    """Say whether an event begins a structure of nobody in which somebody's turn occurs."""
    if event[0] != "began" or event[2] == game.book.main or owned(game, event) or keeps_count(game, event[2]):
        return False
    procedures, settle = game.book.procedures, game.book.settle
    if settle is not None and event[2] in _runs(game, settle.structure):
        return False
    return any(getattr(procedures[name], "subject", False) for name in _inner(game, event[2]))


def is_told(game: Game, name: str) -> bool:
    """Say whether a structure gets a heading: a part of a turn, or something in which somebody is asked."""
    procedure = game.book.procedures.get(name)
    if name == game.book.main or keeps_count(game, name) or getattr(procedure, "untold", False):
        return False
    phases = [*_inner(game, game.book.turn), *_inner(game, game.book.main)]
    asking = any(_asks(each) for each in getattr(procedure, "code", ()))
    return name == game.book.turn or name in phases or asking


def _asks(each: Any) -> bool:
    chosen = isinstance(each, instructions.Each) and (each.secret or each.order is Order.CHOSEN)
    return chosen or isinstance(each, ASKING)


def _inner(game: Game, name: str) -> list[str]:
    """List the structures that a structure runs itself."""
    procedures = game.book.procedures
    found = [getattr(each, "procedure", "") for each in getattr(procedures.get(name), "code", ())]
    return [each for each in found if each in procedures]


def _runs(game: Game, name: str) -> frozenset[str]:
    """Give the structures inside a structure, at any depth."""
    known = game.book.caches.running
    if name not in known:
        found, new = set[str](), {name}
        while new:
            found |= new
            new = {inner for each in new for inner in _inner(game, each)} - found
        known[name] = frozenset(found - {name})
    return known[name]


def owned(game: Game, event: Event) -> bool:
    """Say whether a structure that begins belongs to somebody, like a turn."""
    return bool(event[3] != NOWHERE and getattr(game.book.procedures[event[2]], "subject", True))
