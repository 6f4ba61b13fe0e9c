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


def keeps_count(game: Game, event: Event) -> bool:
    """Say whether the structure of an event only sets and compares numbers: nobody is asked, nothing is rolled or moves."""
    return _only_counts(game, _structure(game, event))


def _structure(game: Game, event: Event) -> int:
    """Give the structure that an event names as beginning or ending."""
    return game.book.procedure_numbers[event[2]]


def _only_counts(game: Game, structure: int) -> bool:
    known = game.book.caches.counting
    if structure not in known:
        known[structure] = False  # while it is not known, for a structure that runs itself
        steps = getattr(game.book.procedures[structure], "code", (None,))
        known[structure] = all(_counts(game, each) for each in steps)
    return known[structure]


def _counts(game: Game, instruction: Any) -> bool:
    if isinstance(instruction, instructions.Run):
        return _only_counts(game, instruction.procedure)
    loop = isinstance(instruction, instructions.Each) and instruction.order in PLAIN_LOOPS
    plain = loop or (isinstance(instruction, COUNTING) and getattr(instruction, "step", NOWHERE) == NOWHERE)
    return plain and not building.rolls(instruction)


def is_round(game: Game, event: Event) -> bool:
    """Say whether an event begins a structure of nobody in which somebody's turn occurs."""
    if event[0] != "began" or owned(game, event) or keeps_count(game, event):
        return False
    procedures, settle, structure = game.book.procedures, game.book.settle, _structure(game, event)
    if structure == game.book.main or (settle is not None and structure in _runs(game, settle.structure)):
        return False
    return any(getattr(procedures[inner], "subject", False) for inner in _inner(game, structure))


def is_told(game: Game, event: Event) -> bool:
    """Say whether the structure of an event gets a heading: a part of a turn, or something in which somebody is asked."""
    structure = _structure(game, event)
    procedure = game.book.procedures[structure]
    if structure == game.book.main or keeps_count(game, event) or getattr(procedure, "untold", False):
        return False
    phases = [*_inner(game, game.book.turn), *_inner(game, game.book.main)]
    asking = any(_asks(each) for each in getattr(procedure, "code", ()))
    return structure == game.book.turn or structure in phases or asking


def _asks(each: Any) -> bool:
    chosen = isinstance(each, instructions.Each) and (each.secret or each.order is Order.CHOSEN)
    return chosen or isinstance(each, ASKING)


def _inner(game: Game, structure: int) -> list[int]:
    """List the structures that a structure runs itself."""
    code = () if structure == NOWHERE else getattr(game.book.procedures[structure], "code", ())
    return [each.procedure for each in code if isinstance(each, instructions.Run)]


def _runs(game: Game, structure: int) -> frozenset[int]:
    """Give the structures inside a structure, at any depth."""
    known = game.book.caches.running
    if structure not in known:
        found, new = set[int](), {structure}
        while new:
            found |= new
            new = {inner for each in new for inner in _inner(game, each)} - found
        known[structure] = frozenset(found - {structure})
    return known[structure]


def owned(game: Game, event: Event) -> bool:
    """Say whether a structure that begins belongs to somebody, like a turn."""
    return bool(event[3] != NOWHERE and getattr(game.book.procedures[_structure(game, event)], "subject", True))
