"""Answers and seconds of a game so far, and what is due, read without bringing Python's state up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.flow import popping

if TYPE_CHECKING:
    from rulewright.kernel.game import Game
    from rulewright.kernel.native.c_types import NativeBlock


def _block(game: Game) -> NativeBlock | None:
    return None if game._native is None else game._native.block


def number(game: Game) -> int:
    """Give the number of the last answer."""
    block = _block(game)
    return game.state.number if block is None else block.number


def now(game: Game) -> int:
    """Give the second that it is."""
    block = _block(game)
    return game.state.now if block is None else block.now


def due(game: Game) -> tuple[int, int] | None:
    """Give the second at which something happens next by the clock, with the stack that pops, or NOWHERE for the floor."""
    block = _block(game)
    return popping.due(game.machine) if block is None else block.due
