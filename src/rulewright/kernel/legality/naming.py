"""Naming: the keys of a menu in words, and the things, tiles, zones, players and past acts that they are about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.flow import stacks
from rulewright.kernel.legality.menus import Naming, Reference
from rulewright.kernel.legality.picks import REFERRING
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import grid, whereabouts
from rulewright.kernel.state.facts import LIVES, NOWHERE, Key
from rulewright.program.quick_dataclasses import dataclass, field

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


PAYING = ("way", "option")
"""The kinds of pick that say how an action is paid."""


def way_words(kind: str, key: int) -> str:
    """Put into words in which way an action is paid, or whether its additional cost is paid."""
    if kind == "option":
        return "with the additional cost" if key else "plain"
    return "the alternative cost" if key == 1 else f"alternative cost {key}" if key else "its cost"


@dataclass(frozen=True, slots=True)
class Namer(Naming):
    """Puts keys into words; if several in a menu have the same name, also where each of them is."""

    m: Machine
    kind: str
    among: Sequence[Key] = ()
    words_about: Mapping[str, tuple[Reference, ...]] = field(default_factory=dict)  # for keys that are words

    def __call__(self, key: Key) -> str:
        if isinstance(key, tuple):
            return self._offer(*key)
        if not isinstance(key, int):
            return str(key)
        ground = self.m.state.setting.grid
        if self.kind == "tile" and ground is not None:
            return ground.words(key)
        if self.kind == "act":
            return self._act(key)
        if self.kind in PAYING:
            return way_words(self.kind, key)
        if self.kind not in REFERRING:
            return str(key)
        others = [other % LIVES for other in self.among if type(other) is int and other >= 0]
        if self.kind == "stack":
            return "on a new stack" if key < 0 else self._stack(key % LIVES, others)
        return self._of_several(key % LIVES, others)

    def _of_several(self, slot: int, others: Sequence[int]) -> str:
        """Name a thing, and where it is if another has the same name: on a board by its cell, elsewhere by its zone."""
        state, cell = self.m.state, self._cell(slot)
        if cell and any(state.names[other] == state.names[slot] for other in others if other != slot):
            return f"{state.names[slot]} at {cell[0]}"
        return f"{self.m.book.name_of(state, slot)}{self._where(slot, others)}"

    def about(self, key: Key) -> tuple[Reference, ...]:
        """List what a key is about: the thing of an action; the thing, tile, stack or past act that is picked."""
        if isinstance(key, tuple):
            return self._thing(key[1] % LIVES)
        if isinstance(key, str):
            return self.words_about.get(key, ())
        if self.kind in ("tile", "act"):
            return (Reference(self.kind, key),)
        if self.kind not in REFERRING or key < 0:
            return ()
        slot = key % LIVES
        return self._thing(slot) if self.kind == "object" else (*self._zone(slot), Reference("thing", slot))

    def _thing(self, slot: int) -> tuple[Reference, ...]:
        """Refer to a thing, and to the player whom it represents."""
        players = self.m.state.refs(0, "players")
        seat = (Reference("player", players.index(slot)),) if slot in players else ()
        return (Reference("thing", slot), *seat)

    def _zone(self, slot: int) -> tuple[Reference, ...]:
        """Refer to the stack that something is or was on."""
        zone = stacks.home(self.m, slot)
        return () if zone == NOWHERE else (Reference("zone", zone),)

    def alike(self, keys: Sequence[Key]) -> bool:
        """Say whether it makes no difference which of some keys is meant: the same act, with cards that are alike."""
        offers = [key if isinstance(key, tuple) else ("", key) for key in keys]
        slots = [ref % LIVES for _, ref in offers if isinstance(ref, int) and ref >= 0]
        things = self.kind in ("offer", *REFERRING) and len(slots) == len(offers)
        return things and len({name for name, _ in offers}) == 1 and stacks.alike(self.m, slots)

    def _act(self, number: int) -> str:
        """Put a past act into words: its number, who did what to whom, and in a book with a clock when."""
        entry = next((done.entry for done in self.m.done if done.entry.number == number), None)
        if entry is None:
            return str(number)
        first, *rest = [words.partition("\n")[0] for words in path_words(self.m, entry.path)]  # for a text, its first line
        at = f" at {entry.at // 3600}:{entry.at // 60 % 60:02}:{entry.at % 60:02}" if self.m.book.timed else ""
        aims = f" → {', '.join(rest)}" if rest else ""
        return f"{number}: {self.m.state.setting.seats[entry.player]}, {first}{aims}{at}"

    def _stack(self, slot: int, others: Sequence[int]) -> str:
        """Name a stack by something that is or was on it."""
        state = self.m.state
        if state.places[slot] != NOWHERE:
            return f"on the stack of {self.m.book.name_of(state, slot)}{self._where(slot, others)}"
        gone = [other for other in others if state.names[other] == state.names[slot] and state.places[other] == NOWHERE]
        number = f" {gone.index(slot) + 1}" if slot in gone[1:] else ""
        return f"on the stack that {state.names[slot]}{number} was on"

    def names(self, key: Key) -> tuple[str, ...]:
        """Give the short names of a key: its action or card, its thing, its tile as 3N 1E."""
        state, name_of = self.m.state, self.m.book.name_of
        if isinstance(key, tuple):
            slot = key[1] % LIVES
            return (key[0], name_of(state, slot)) if self.kind == "member" or self.m.book.is_card(state, slot) else (key[0],)
        if self.kind == "tile" and state.setting.grid is not None and isinstance(key, int):
            return ("{1}N {0}E".format(*state.setting.grid.spot(key)),)
        if self.kind != "object" or not isinstance(key, int):
            return Naming.names(self, key)
        slot = key % LIVES
        named = (name_of(state, slot), state.names[slot])  # of several with the same name, the one that is offered
        return (*named, *self._cell(slot), *self._owned(slot))

    def _owned(self, slot: int) -> tuple[str, ...]:
        """Name a thing together with the player who controls it."""
        player = self.m.player_of(slot)
        return (f"{self.m.state.setting.seats[player]}'s {self.m.state.names[slot]}",) if player >= 0 else ()

    def _cell(self, slot: int) -> tuple[str, ...]:
        """Name the cell of a board on which a thing stands."""
        cell = whereabouts.place(self.m, slot) if slot >= 0 and self.m.state.setting.cells else NOWHERE
        return () if cell == NOWHERE else (self.m.state.names[cell],)

    def exists(self, name: str) -> bool:
        """Say whether the player who is asked sees something with a name: a thing, a tile, an action of the book."""
        m = self.m
        if self.kind == "object":
            return any(m.state.places[slot] != NOWHERE for slot in visibility.named(m).get(name, ()))
        if self.kind == "tile":
            return grid.tile_named(m.state.setting.grid, name) is not None
        return self.kind in ("offer", "plain", "member") and m.book.action(name) is not None

    def _offer(self, name: str, ref: int) -> str:
        if self.kind == "member":
            return f"{name} ({self.m.book.name_of(self.m.state, ref % LIVES)})"
        if self.kind == "plain":
            return name
        others = [other[1] % LIVES for other in self.among if isinstance(other, tuple) and other[0] == name]
        return f"{self.m.book.offer_words(self.m.state, name, ref % LIVES)}{self._where(ref % LIVES, others)}"

    def _where(self, slot: int, others: Sequence[int]) -> str:
        """Say where a thing is, if another with the same name is elsewhere."""
        state = self.m.state
        same = any(state.names[other] == state.names[slot] and state.places[other] != state.places[slot] for other in others)
        return f" in {self.m.book.zone_words(state, state.places[slot])}" if same else ""


def path_words(m: Machine, path: Sequence[Key]) -> list[str]:
    """Put the picks of a complete answer into words: an action, then its targets."""
    action = m.book.action(path[0][0]) if path and isinstance(path[0], tuple) else None
    kinds = ["plain", *(pick.kind for pick in action.picks)] if action is not None else []
    return [_picked(m, kinds[n] if n < len(kinds) else "plain", key) for n, key in enumerate(path)]


def _picked(m: Machine, kind: str, key: Key) -> str:
    """Put a key of a past answer into words; after a Judgment the thing may never have been made."""
    if kind == "act":
        return f"answer {key}"
    gone = kind in REFERRING and isinstance(key, int) and key >= 0 and key % LIVES >= len(m.state.places)
    return "something that is not there" if gone else Namer(m, kind)(key)
