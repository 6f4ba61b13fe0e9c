"""When something in a game comes due: by its rules, and for a player who thinks. The results are stored as timers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.host import timers
from rulewright.host.seating import PERSON, Chair
from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game
from rulewright.kernel.native import native_play

Settings = Mapping[str, Any]


def times(game: Game, created: int, chairs: Sequence[Chair], settings: Settings, since: int) -> dict[str, int | None]:
    """Give by kind when each timer of a game comes due; somebody has been thinking since `since`."""
    return {timers.DUE: due(game, created), timers.CHOICE: choice(game, chairs, settings, since)}


def due(game: Game, created: int) -> int | None:
    """Give when something happens by the rules."""
    if not game.asking:
        return None
    found = (popping.due(game.machine) or (None,))[0] if game.book.timed else popping.closing(native_play.control(game)[0])
    return None if found is None else created + found


def choice(game: Game, chairs: Sequence[Chair], settings: Settings, since: int) -> int | None:
    """Give when the time of a player who is asked is over: the time for each choice, then the rest of the bank.

    In a book with a clock there is no such limit.
    """
    think = settings.get("think")
    asked = [chairs[seat] for seat in game.asking if chairs[seat].kind == PERSON]
    if think is None or not asked or game.book.timed:
        return None
    return since + int(think) + min(chair.bank or 0 for chair in asked)


def spent(game: Game, chairs: Sequence[Chair], settings: Settings, since: int, now: int) -> list[Chair]:
    """Subtract the time that a player has used beyond the time for a choice from the bank."""
    over = max(0, now - since - int(settings.get("think") or 0))
    return [
        replace(chair, bank=max(0, chair.bank - over)) if chair.bank is not None and chair.seat in game.asking else chair
        for chair in chairs
    ]
