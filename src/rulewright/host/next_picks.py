"""The next menu after each option of a menu, so that a page can highlight a target before the action is picked."""

from __future__ import annotations

from typing import Any, Final

from rulewright.kernel.evaluation import odds
from rulewright.kernel.game import Game
from rulewright.kernel.legality import acts, judging, picks
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.protocol.messages import Data
from rulewright.protocol.tables import Table

MOST: Final = 400
"""The largest number of targets that are sent; for a menu with more, the page asks pick by pick."""

FINE: Final = 4
"""The number of digits of a chance."""


def aims(table: Table, player: int) -> list[Data]:
    """For each option with a next menu, give its id and the options of that menu, each with its chance if dice decide."""
    asked = table.question(player)["options"]
    menu = table.menu(player)
    keys = [key for key in menu.keys if isinstance(key, Offer)] if menu is not None and asked else []
    found: list[Data] = []
    for option, key in zip(asked, keys, strict=False):  # actions come before passing
        found += [{"option": option["id"], "options": led}] if (led := _led(table, player, key)) else []
        if sum(len(each["options"]) for each in found) > MOST:
            return []
    return found


def _led(table: Table, player: int, key: Offer) -> list[Data]:
    menu = table.menu(player, (key,))
    if menu is None:
        return []
    told = table.question(player, (key,))["options"]
    return [{**option, "chance": chance(table.game, player, key, menu, at)} for at, option in enumerate(told)]


def chance(game: Game, player: int, key: Offer, menu: Menu, at: int) -> float | None:
    """Give the chance of an action whose only pick is an option of its menu; None if no dice decide."""
    m = game.view_as(player)
    action = acts.ability(m, key.thing, key.action)
    if action is None or len(judging.asked_for(m, action)) != 1:
        return None
    pick: Any = menu.keys[at]
    found = odds.chance(m, action, picks.fill(action, judging.given(m, action, key.thing, {}), (pick,)))
    return None if found is None else round(found, FINE)
