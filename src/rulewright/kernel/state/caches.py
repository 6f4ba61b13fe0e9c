"""Caches: what was worked out once and is asked for again. Every kind has a table of its own, with keys of one type.

Keys are whole objects that the table keeps alive, numbers of the book, or names within one namespace; no key is an address,
and no table holds two kinds, so that a word of rule text cannot collide with a word of the engine.

| cache | belongs to | forgotten |
| --- | --- | --- |
| `BookCaches` | a book | never: the rules of a book do not change, and an amended book is another one |
| `ZoneCache` | a state | when anything moves, changes hands, or is linked, and with an amendment |
| `Memo` | a machine | with every event, and with every answer |
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.program.quick_dataclasses import dataclass, field

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.history.journal import Done
    from rulewright.kernel.legality.menus import Menu
    from rulewright.kernel.native.c_types import NativeModule
    from rulewright.kernel.native.number_tables import NumberedProgram
    from rulewright.kernel.sight.depending import Dependence
    from rulewright.kernel.sight.schema import KindView, Numbers
    from rulewright.kernel.state.facts import Key, Path, State, Vars
    from rulewright.program.conditions import Condition
    from rulewright.program.declared import Stat
    from rulewright.program.definition import Action, Pick
    from rulewright.program.expressions import Query
    from rulewright.program.slots import SlotDeclaration

    Test = Callable[[Machine, Vars], bool | int]
    Amendments = tuple[tuple[str, str], ...]
    Act = tuple[Action, Vars]

KEPT = 64
"""How many amended books, and results of checking texts, are kept: a game may be amended without end."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentTable(Generic[K, V]):
    """A table that keeps only the most recently used entries."""

    __slots__ = ("store",)

    def __init__(self) -> None:
        self.store: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Give the entry of a key; make it if there is none."""
        found = self.store.pop(key) if key in self.store else make()
        self.store[key] = found
        while len(self.store) > KEPT:
            del self.store[next(iter(self.store))]
        return found


@dataclass(slots=True)
class BookCaches:
    """What was derived from a book's rules when it was first needed."""

    tests: dict[Condition, Test] = field(default_factory=dict)  # the function that evaluates a condition, by its record
    options: dict[Pick, list[Test]] = field(default_factory=dict)  # what a candidate of a pick must pass, by its record
    open_names: dict[tuple[int, int], tuple[str, ...]] = field(default_factory=dict)
    """The picks that an instruction uses, by the number of its procedure and its own number there."""
    slots: dict[tuple[int, int], Mapping[str, SlotDeclaration]] = field(default_factory=dict)
    """The slots of a procedure by their names; of an act, by the number of its action, too."""
    fitting: dict[tuple[frozenset[int], tuple[int, ...]], list[Action]] = field(default_factory=dict)
    """The actions that have some kinds, among some actions that are given by their numbers."""
    scenes: dict[str, State] = field(default_factory=dict)  # a scene after its setup without carried stats, by its name
    counting: dict[int, bool] = field(default_factory=dict)  # whether a structure only counts, by its number
    running: dict[int, frozenset[int]] = field(default_factory=dict)  # the structures inside a structure, by its number
    actions: dict[str, Action] | None = None  # by name in lower case; of several with the same name, the first
    own_prices: dict[tuple[int, int], frozenset[int]] = field(default_factory=dict)
    """The stats that the rule of an action takes, by its number and the way in which it is paid."""
    told: list[tuple[int, Stat]] | None = None  # the stats of a thing that may be shown
    fluid: dict[str, tuple[int, ...]] = field(default_factory=dict)  # the stats that modifiers change, by scene
    fluid_of: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)  # those that they change of a kind of thing
    numbers: dict[str, dict[tuple[int, bytes, tuple[int, ...]], Numbers]] = field(default_factory=dict)
    """The numbers of a thing as they are shown, by scene; then by its kind, what is written down, and the stats of `fluid_of`."""
    marks: dict[Query, int] = field(default_factory=dict)  # a mark that all things of a set have, or -1
    dependences: dict[str, Mapping[int, Dependence]] = field(default_factory=dict)
    """What computed numbers depend on, by scene, then by stat; the score stands beside the stats."""
    of_players: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    """The stats that may be shown of a player, by seat, each with whether it is always shown."""
    printed: dict[str, KindView] = field(default_factory=dict)  # what is printed on a thing, by the name of its kind
    amended: RecentTable[Amendments, Book] = field(default_factory=RecentTable)
    begun: dict[str, tuple[State, Done]] = field(default_factory=dict)
    """By its name: a scene as it waits for the first answer, and its entry, if neither dice nor shuffles decide about it."""
    numbered: tuple[NativeModule, NumberedProgram | None] | None = None  # the native machine, and the program as numbers for it
    weights: dict[str, Any] = field(default_factory=dict)  # what bots have learned from practice (`bots.weights`), by scene
    problems: RecentTable[tuple[Amendments, str], tuple[Any, ...]] = field(default_factory=RecentTable)
    """The problems of a text, given some amendments."""


class ZoneCache:
    """What was derived from the places, owners and links of things."""

    __slots__ = ("holders", "live", "marked", "sources", "stacks", "usable")

    live: list[int] | None  # what is in play
    marked: dict[int, list[int]]  # what is in play and has a mark, or waits, by mark
    stacks: list[int] | None  # the zones that are stacks
    holders: dict[int, list[int]] | None  # the things in play that have an action, by its number
    sources: dict[int, list[int]]  # what a player could act with, by player
    usable: dict[int, dict[int, list[int]]]  # those of them that have an action, by player and number of the action

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Empty all tables."""
        self.live = self.stacks = self.holders = None
        self.marked, self.sources, self.usable = {}, {}, {}


class Memo:
    """What was derived from the current facts and agenda. It is made again after many events, so making it must be fast."""

    __slots__ = ("by_name", "candidates", "menus", "offers", "richest", "views")

    views: dict[tuple[int | None, int], Machine]  # the game as a viewer sees it, by viewer and one additionally shown face
    by_name: dict[str, list[int]] | None  # things by name in lower case
    offers: dict[tuple[int, int], dict[Key, Act]]  # the offers, by the frame of the window and the player
    candidates: dict[tuple[Pick, int], list[int]]  # by pick and source
    richest: dict[int, Machine]  # the game with every payment made, by player
    menus: dict[tuple[int, Path], Menu | None]  # by player and the picks so far

    def __init__(self) -> None:
        self.by_name = None
        self.views, self.offers, self.candidates, self.richest, self.menus = {}, {}, {}, {}, {}

    def asked_anew(self) -> None:
        """Forget what depends on who is asked; what may be done depends on the facts alone."""
        self.views.clear()
        self.menus.clear()

    def copy(self) -> Memo:
        """Give independent tables with the same entries."""
        other = Memo()
        other.by_name, other.views, other.offers = self.by_name, self.views.copy(), self.offers.copy()
        other.candidates, other.richest, other.menus = self.candidates.copy(), self.richest.copy(), self.menus.copy()
        return other
