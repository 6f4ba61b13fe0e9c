"""What a seat is asked, as data that refers to its view: each option with its words, its cost and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.legality import acts, judging
from rulewright.kernel.legality.menus import Offer, Option, Reference
from rulewright.kernel.sight import handles, schema
from rulewright.kernel.sight.handles import Handles
from rulewright.kernel.state.facts import OWN, Key

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game


def choice(game: Game, player: int, picks: Sequence[Key] = ()) -> schema.Choice | None:
    """Give what a seat is asked after some picks; None if these picks are complete."""
    menu = game.menu(player, *picks)
    if menu is None:
        return None
    ends, known = [menu.least, menu.most] if menu.most >= menu.least else None, handles.of(game, player)
    return {
        "seat": game.seats[player],
        "prompt": menu.prompt,
        "kind": menu.kind,
        "range": ends,
        "options": [option(known, each) for each in menu.options],
    }


def option(known: Handles, of: Option) -> schema.OptionView:
    """Give an option with its words, its cost and what it is about, as whoever has these handles sees the game."""
    return {"words": of.words, "cost": cost(known.seen, of.key), "about": pointers(known, of.about)}


def pointers(known: Handles, about: Iterable[Reference]) -> list[schema.Pointer]:
    """Give references as a viewer knows them: things by their handles; things that look the same, by their zone."""
    found = [_pointer(known, reference) for reference in about]
    return [pointer for n, pointer in enumerate(found) if pointer not in found[:n]]


def _pointer(known: Handles, reference: Reference) -> schema.Pointer:
    (kind, number), state = reference, known.machine.state
    if kind == "tile":
        grid = state.setting.grid
        return {"kind": kind, "number": number, "tile": list(grid.spot(number)) if grid is not None else None}
    if kind == "thing":
        handle = known.of(number)
        if handle is None:
            return {"kind": "zone", "number": state.places[number], "tile": None}
        number = handle
    return {"kind": kind, "number": number, "tile": None}


def cost(m: Machine, key: Key) -> list[schema.Amount]:
    """Give the current cost of an offer, as far as it consists of amounts that are known beforehand."""
    if not isinstance(key, Offer) or (action := acts.ability(m, key.thing, key.action)) is None:
        return []
    total: dict[int, int] = {}
    for change in judging.price(m, action, judging.given(m, action, key.thing, {})):
        if change[0] == "alter" and change[4] and change[2] >= OWN and m.book.stats[change[2]].most != 1:
            total[change[2]] = total.get(change[2], 0) + change[4]
    return [{"stat": m.book.stats[stat].name, "amount": amount} for stat, amount in total.items()]
