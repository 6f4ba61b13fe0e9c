"""Things, zones and players of one viewer's view that are kept from view to view as long as nothing about them changes.

Whoever shows a game again and again keeps them beside it, and must not change a view that was made with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from rulewright.kernel.change import values
from rulewright.kernel.sight import players, schema, things
from rulewright.kernel.sight.things import Ends

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.sight.handles import Handles
    from rulewright.kernel.sight.things import Viewing


class _Thing(NamedTuple):
    computed: dict[int, int]  # the stats that modifiers may change
    ends: Ends  # the name and the handles of what it is attached to and of its place; nothing if it has none
    view: schema.ThingView


class _Zone(NamedTuple):
    computed: frozenset[int]  # those of all things in it
    linked: bool  # whether any of them is attached or at a place
    view: schema.ZoneView


class KeptThings:
    """What the last view showed. A thing is made again if an event is about it, or if a modifier or a name has changed it."""

    def __init__(self) -> None:
        self._step = -1  # of the viewer's handles, at the last view
        self._things: dict[int, _Thing] = {}
        self._zones: dict[int, _Zone] = {}
        self._players: frozenset[int] = frozenset()
        self._seats: list[schema.Player] = []  # the same, whoever's turn it is
        self.view: schema.View | None = None

    def up_to_date(self, handles: Handles) -> bool:
        """Say whether nothing has changed since the last view but the course of the game."""
        still = handles.touched_step <= self._step and not handles.machine.book.hiding
        return still and not handles.recomputed_since(self._step)

    def zones(self, viewing: Viewing) -> list[schema.ZoneView]:
        """Give all zones."""
        handles = viewing.handles
        if viewing.players != self._players or viewing.hides:  # which are those of the players; what is hidden
            self._zones.clear()
            self._players = viewing.players
        loose, moved = handles.recomputed_since(self._step), handles.moved_since(self._step)
        grounds = enumerate(viewing.m.state.grounds)
        return [self._zone(viewing, zone, loose, moved) for zone, ground in grounds if ground[0] >= 0]

    def players(self, viewing: Viewing) -> list[schema.Player]:
        """Give every seat, not whose turn it is. Players with objects of their own are kept; casts are made again."""
        own, seats = viewing.m.state.refs(0, "players"), range(len(viewing.m.state.setting.seats))
        stays = own and not (viewing.hides or viewing.handles.recomputed_since(self._step) or _in_casts(viewing.m.book))
        kept = [bool(stays and self._seats and not viewing.handles.touched_since(self._step, own[seat])) for seat in seats]
        found = [self._seats[seat] if kept[seat] else players.player(viewing, seat) for seat in seats]
        self._seats = found
        return found

    def looked(self, handles: Handles) -> None:
        """Note that everything was looked at after the last answer that was heard."""
        self._step = handles.steps

    def _zone(self, viewing: Viewing, index: int, loose: frozenset[int], moved: bool) -> schema.ZoneView:
        kept = self._zones.get(index)
        still = kept is not None and not (kept.computed & loose or (kept.linked and moved) or index in viewing.stacks)
        if kept is not None and still and not viewing.handles.zone_touched_since(self._step, index):
            return kept.view
        known = [self._thing(viewing, slot, name, loose) for slot, name in things.in_sight(viewing, index)]
        found = [each.view for each in known]
        view = things.zone(viewing, index, found)
        if kept is not None and _same(kept.view["things"], found) and view == kept.view:
            view = kept.view
        computed = frozenset(stat for each in known for stat in each.computed)
        self._zones[index] = _Zone(computed, any(each.ends for each in known), view)
        return view

    def _thing(self, viewing: Viewing, slot: int, name: str, loose: frozenset[int]) -> _Thing:
        kept, ends = self._things.get(slot), things.ends(viewing, slot)
        if kept is not None and kept.view["name"] == name and kept.ends == ends and not viewing.hides:
            m = viewing.seen
            same = all(values.value(m, slot, stat) == was for stat, was in kept.computed.items() if stat in loose)
            if same and not viewing.handles.touched_since(self._step, slot):
                return kept
        made, computed = things.thing(viewing, slot, name), things.computed(viewing, slot)
        view = kept.view if kept is not None and kept.view == made else made
        self._things[slot] = found = _Thing(computed, ends, view)
        return found


def _in_casts(book: Book) -> bool:
    """Say whether a stat may be stored with another object than the player's own."""
    return any(stat.shared == "cast" for stat in book.stats)


T = TypeVar("T")


def _same(old: Sequence[T] | None, new: Sequence[T]) -> bool:
    return old is not None and len(old) == len(new) and all(one is other for one, other in zip(old, new, strict=True))
