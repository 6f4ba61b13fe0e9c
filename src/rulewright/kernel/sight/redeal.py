"""Redealing: making another game that looks the same to one viewer. Things that it does not see have changed places at random.

Bots look ahead in such games, because they may not know hidden cards; the contract tests that they look the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.flow import secret_choices, stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.game import Game
from rulewright.kernel.history.deeds import DEEDS
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.visibility import PLACED, Viewer
from rulewright.kernel.state import events, holding, positions
from rulewright.kernel.state.events import Event, Place
from rulewright.kernel.state.facts import KIND, LIFE, NOBODY, NOWHERE, OWNER, SEEN, SIDE, TILE, Links, State
from rulewright.kernel.state.holding import named
from rulewright.program.slots import MEMORY


class _Spot(NamedTuple):
    """A place among which hidden things are dealt, with what belongs to it."""

    zone: int
    at: int
    seen: tuple[int, ...] | None
    links: tuple[Links | None, ...]
    cells: tuple[int, ...]
    life: int
    own: tuple[int, int]


class Dealer:
    """Deals the things that a viewer does not see again, from what the viewer may know of one waiting game."""

    def __init__(self, game: Game, viewer: Viewer, anywhere: bool = False) -> None:
        self.game, self.viewer = game, viewer
        hides = game.book.secret and viewer != visibility.HOST
        self._secret = hides and secret_choices.asking(game.machine) is not None
        self._groups = [self._group(slots) for slots in _groups(game, viewer, anywhere)] if hides else []

    def _group(self, slots: list[int]) -> tuple[list[int], list[_Spot]]:
        """Give things in an order that does not depend on where they are, and the places among which they are dealt."""
        m, state = self.game.machine, self.game.state
        return sorted(slots, key=lambda slot: (state.names[slot], slot)), sorted(_spot(m, state, slot) for slot in slots)

    @property
    def hides(self) -> bool:
        """Whether there is anything to deal."""
        return bool(self._groups) or self._secret

    def deal(self, state: State, chance: Random) -> None:
        """Deal the hidden things again in a copy of the game's state."""
        for slots, spots in self._groups:
            dealt = slots[:]
            chance.shuffle(dealt)
            _deal(self.game.machine, state, slots, dict(zip(dealt, spots, strict=True)))
        if self._secret:
            secret_choices.chosen_anew(Machine(self.game.book, state), self.viewer, chance)

    def imagine(self, seed: int) -> Game:
        """Give a game for looking ahead: with hidden things in other places, other dice and no past.

        If past answers can be struck and nothing is hidden, the past and its dice are kept, because it may be played again.
        """
        game, state = self.game, self.game.state.copy()
        self.deal(state, Random(seed))
        other = Game(game.base, game.scene, seed=seed, state=state, given=game.given)
        other.imagined = True
        if game.base.judges and not game.base.secret:
            other.done[:], other._first, other.past = game.done, game.first.copy(), game.past[:]
            other.record.update(game.record)
            other.machine.fallen = {number: _dice(happened) for number, happened in game.record.items()}
        else:
            other.add(Done(Entry(state.number, state.now, NOWHERE, ()), (), state.control()))
        return other


def redealt(game: Game, viewer: Viewer, chance: Random, anywhere: bool = False) -> Game:
    """Give a copy of a game in which the things that a viewer does not see are in other places that are possible for this viewer.

    With `anywhere`, things go to any place where others of their owner lie unseen. The result depends only on what the viewer
    sees and on chance, not on how things lie now.
    """
    other = game.copy()
    other.handles, other.dealt = {}, (game, len(game.done))
    Dealer(game, viewer, anywhere).deal(other.state, chance)
    other.machine.forget()
    return other


def imagined(game: Game, viewer: Viewer, seed: int) -> Game:
    """Give one game for looking ahead."""
    return Dealer(game, viewer).imagine(seed)


def _dice(happened: Iterable[Event]) -> list[tuple[int, int]]:
    return [(event[1], face) for event in happened if event[0] == "rolled" for face in event[2]]


def unseen(m: Machine, viewer: Viewer) -> list[int]:
    """List the things whose faces a viewer does not see."""
    return [slot for slot, zone in enumerate(m.state.places) if zone != NOWHERE and not visibility.knows(m, viewer, slot)]


def _groups(game: Game, viewer: Viewer, anywhere: bool) -> list[list[int]]:
    """Sort unseen things into groups that could have changed places: of one owner, between zones with hidden moves."""
    m, state = game.machine, game.state
    pinned, home = frozenset(_held(m.book, state)), dict.fromkeys(range(len(state.zones)), 0) if anywhere else homes(game)
    common, shared = _adoptable(game), _shared(state, home)
    groups: dict[tuple[tuple[int, int], int], list[int]] = {}
    for slot in unseen(m, viewer):
        if slot not in pinned:
            at, owner = home[state.places[slot]], (state.cell(slot, OWNER), state.cell(slot, SIDE))
            groups.setdefault(((NOBODY, NOBODY) if slot in common and at in shared else owner, at), []).append(slot)
    return [groups[key] for key in sorted(groups)]


def _adoptable(game: Game) -> set[int]:
    """Give the things that belong to nobody when the scene begins, such as cards of a common deck."""
    book, scenes = game.base, game.base.caches.scenes
    if game.scene not in book.scenes:
        return set()
    start = scenes.get(game.scene) if not game.given else None
    if start is None:
        start = positions.set_up(book, book.scenes[game.scene], game.given)
        if not game.given:
            scenes[game.scene] = start
    return {slot for slot in range(len(start.places)) if start.cell(slot, OWNER) == NOBODY}


def _shared(state: State, home: dict[int, int]) -> set[int]:
    """Give those groups of zones that are not all of one owner: whoever draws from them gets what nobody owned."""
    owners: dict[int, set[int]] = {}
    for zone, at in home.items():
        owners.setdefault(at, set()).add(state.grounds[zone][1])
    return {at for at, found in owners.items() if len(found) > 1}


def homes(game: Game) -> dict[int, int]:
    """Give for each zone the first of the zones between which things have moved unseen so far."""
    m, home = game.machine, {zone: zone for zone in range(len(game.state.zones))}
    ways = {(event[2][0], event[3][0]) for done in game.done for event in done.events if _dark(m, event)}
    for one, other in sorted(ways):
        first, second = sorted((home[one], home[other]))
        home = {zone: first if at == second else at for zone, at in home.items()}
    return home


def _dark(m: Machine, event: Event) -> bool:
    ends = event[2:4] if event[0] == "moved" else ((NOWHERE,),)
    return all(place[0] != NOWHERE and not visibility.there(m, None, place) for place in ends)


def _held(book: Book, state: State) -> Iterator[int]:
    """Give the things to which frames, picks, links, notes and lasting effects refer: they stay where they are."""
    for frame in state.agenda:
        yield from holding.things(book, frame)
    if state.asked is not None:
        yield from named(state.asked.picks)
    yield from named([value for key, value in state.links.items() if key[1] not in (DEEDS, MEMORY, stacks.NUMBERS, *PLACED)])
    yield from (key[0] for key in state.links if key[1] not in PLACED)
    yield from named([ref for entry in state.noticed for ref in entry[1:] if isinstance(ref, int)])
    yield from (effect.object for effect in state.lasting.values())


def _spot(m: Machine, state: State, slot: int) -> _Spot:
    """Give the place of a thing: its zone, its index, who sees it there, and what belongs to the place.

    Its life belongs to the place too: it counts how often a thing has moved, which would reveal what was drawn. So does whose it
    is: a card of nobody's becomes the player's who draws it.
    """
    zone = state.places[slot]
    links = tuple(state.links.get((slot, name)) for name in PLACED[1:])
    open_ = m.book.zones[state.grounds[zone][0]].seen == "all"  # elsewhere a thing has its printed numbers
    cells = tuple(state.cell(slot, stat) for stat in m.book.open_stats) if open_ else ()
    own = state.cell(slot, OWNER), state.cell(slot, SIDE)
    seen = state.refs(slot, SEEN) if (slot, SEEN) in state.links else None
    return _Spot(zone, state.zones[zone].index(slot), seen, links, cells, state.cell(slot, LIFE), own)


def _deal(m: Machine, state: State, slots: list[int], spots: dict[int, _Spot]) -> None:
    """Take things up and put them down elsewhere, with the one writer."""
    for slot in slots:
        spot = _spot(m, state, slot)
        events.apply(state, ("moved", slot, _place(spot), (NOWHERE, NOWHERE, state.cell(slot, LIFE)), None))
    for slot, spot in sorted(spots.items(), key=lambda pair: pair[1]):
        events.apply(state, ("moved", slot, (NOWHERE, NOWHERE, state.cell(slot, LIFE)), _place(spot), None))
        for name, link in zip(PLACED[1:], spot.links, strict=True):
            if (old := state.links.get((slot, name))) != link:
                events.apply(state, ("linked", slot, name, old, link))
        for stat, cell in zip(m.book.open_stats, spot.cells or _printed(m, state, slot), strict=True):
            events.apply(state, ("changed", slot, stat, state.cell(slot, stat), cell))
        for stat, cell in zip((OWNER, SIDE), spot.own, strict=True):
            if state.cell(slot, stat) != cell:
                events.apply(state, ("changed", slot, stat, state.cell(slot, stat), cell))


def _printed(m: Machine, state: State, slot: int) -> tuple[int, ...]:
    """Give the printed values of those stats of a thing that everybody sees on face-down things."""
    printed = {TILE: state.cell(slot, TILE), **dict(m.book.kinds[state.cell(slot, KIND)].stats)}
    return tuple(printed.get(stat, m.book.stats[stat].default) for stat in m.book.open_stats)


def _place(spot: _Spot) -> Place:
    """Give a spot in the form of an event, in which None means no sight of its own."""
    return (spot.zone, spot.at, spot.life, spot.seen)
