"""When something of a game comes due: by its rules, and for whoever thinks. What is worked out here is written as timers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rulewright.host import timers
from rulewright.host.seating import PERSON, Chair
from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game

Settings = Mapping[str, Any]


def times(game: Game, created: int, chairs: Sequence[Chair], settings: Settings, since: int) -> dict[str, int | None]:
    """Give by kind when each timer of a game comes due; `since` then somebody thinks."""
    return {timers.DUE: due(game, created), timers.CHOICE: choice(game, chairs, settings, since)}


def due(game: Game, created: int) -> int | None:
    """Give when something happens by the rules alone."""
    found = popping.due(game.machine) if game.asking else None
    return None if found is None else created + found[0]


def choice(game: Game, chairs: Sequence[Chair], settings: Settings, since: int) -> int | None:
    """Give when the time of whoever is asked is up: so long for each choice, and after that what is left in the bank.

    Where time is part of the rules nobody is hurried: there it passes by itself.
    """
    think = settings.get("think")
    asked = [chairs[seat] for seat in game.asking if chairs[seat].kind == PERSON]
    if think is None or not asked or game.book.timed:
        return None
    return since + int(think) + min(chair.bank or 0 for chair in asked)


def spent(game: Game, chairs: Sequence[Chair], settings: Settings, since: int, now: int) -> list[Chair]:
    """Take what somebody thought for longer than one may for a choice off the bank."""
    over = max(0, now - since - int(settings.get("think") or 0))
    return [
        replace(chair, bank=max(0, chair.bank - over)) if chair.bank is not None and chair.seat in game.asking else chair
        for chair in chairs
    ]
