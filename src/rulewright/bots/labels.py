"""Labels for answers that are the same in all imagined games: a pick is written without the number of an unseen thing.

The imagined games of a search differ in where hidden things are. A thing that everybody sees is labelled by its slot, a card of
a hand by its name, and a thing that the searching seat does not see by its place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.facts import LIVES, NOWHERE

Path = tuple[Any, ...]
Label = tuple[Any, ...]
"""An answer, pick by pick, as it is written for every game of a search."""

REFERRING = ("object", "stack")  # the kinds of menus whose keys refer to things


class BySlot(NamedTuple):
    """A thing that everybody sees."""

    slot: int


class ByName(NamedTuple):
    """A card that somebody holds or that lies unseen: any card of this name in its zone is the same."""

    name: str
    zone: int


class ByPlace(NamedTuple):
    """A thing whose face the searching seat does not see: whichever thing is at this place."""

    zone: int
    at: int


class LabelledAct(NamedTuple):
    """An action on a menu, and the thing on which it is printed or that performs it."""

    action: str
    thing: BySlot | ByName | ByPlace


class Labels:
    """Writes the picks of one game as labels, and finds picks by their labels."""

    def __init__(self, game: Game, seat: int, known: frozenset[int] | None) -> None:
        self.game, self.seat = game, seat
        self.known = known  # the things that the seat saw at the beginning; None if nothing is hidden
        self.place: Callable[[int, int], int] = lambda zone, slot: game.state.zones[zone].index(slot)

    def label(self, menu: Menu, key: Any, mover: int) -> Any:
        """Write one pick of a menu."""
        if isinstance(key, Offer):
            return LabelledAct(key.action, self._thing(key.thing, mover))
        if type(key) is int and key >= 0 and menu.kind in REFERRING:
            return self._thing(key % LIVES, mover)
        return key

    def _thing(self, slot: int, mover: int) -> BySlot | ByName | ByPlace:
        if self.known is None:
            return BySlot(slot)
        m = self.game.machine
        zone = m.state.places[slot]
        if zone == NOWHERE or (visibility.sees(m, None, zone) and not visibility.face_down(m, slot)):
            return BySlot(slot)
        if mover == self.seat and not visibility.knows(m, self.seat, slot):
            return ByPlace(zone, self.place(zone, slot))
        return ByName(m.state.names[slot], zone)

    def labels(self, mover: int, path: Path) -> Label:
        """Write a complete answer."""
        return tuple(self._written(mover, path))

    def _written(self, mover: int, path: Path) -> Iterator[Any]:
        for n, key in enumerate(path):
            menu = self.game.menu(mover, *path[:n])
            yield key if menu is None else self.label(menu, key, mover)

    def path(self, mover: int, label: Label) -> Path | None:
        """Find the answer that a label means in this game; None if it cannot be given here."""
        path: Path = ()
        for each in label:
            menu = self.game.menu(mover, *path)
            key = None if menu is None else self.key(menu, each, mover)
            if key is None:
                return None
            path = (*path, key)
        return path

    def key(self, menu: Menu, label: Any, mover: int) -> Any:
        """Find the pick of a menu that has a label; None if there is none."""
        if isinstance(label, LabelledAct | BySlot | ByName | ByPlace):
            return next((key for key in menu.keys if self.label(menu, key, mover) == label), None)
        return label if label in menu else None


def real(game: Game, seat: int) -> Labels:
    """Give the labels of the game that is really played: a hidden thing is labelled by the place where the seat sees it."""
    found = Labels(game, seat, frozenset() if game.book.secret else None)
    zones = game.view_as(seat).state.zones
    found.place = lambda zone, slot: zones[zone].index(slot)
    return found
