"""Caches: what was worked out once and is asked for again. Every kind has a table of its own, with keys of one type.

Keys are whole objects that the table keeps alive, numbers of the book, or names within one namespace; no key is an address,
and no table holds two kinds, so that nothing which a rule text says can meet what the engine keeps.

| cache | belongs to | forgotten |
| --- | --- | --- |
| `BookCaches` | a book | never: the rules of a book do not change, and an amended book is another one |
| `ZoneCache` | a state | when anything moves, changes hands, or is linked, and with an amendment |
| `Memo` | a machine | with every event, and with every answer |
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.program.quick_dataclasses import dataclass, field

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Control, Machine
    from rulewright.kernel.legality.menus import Menu
    from rulewright.kernel.state.facts import Frame, State, Vars
    from rulewright.program.conditions import Condition
    from rulewright.program.definition import Action, Pick

    Run = Callable[[Machine, Frame], Control]
    Test = Callable[[Machine, Vars], Any]
    Sieve = Callable[[Machine, Vars], list[int]]
    Filter = Callable[[Machine, Vars, Iterable[int]], list[int]]
    Amendments = tuple[tuple[str, str], ...]
    Act = tuple[Action, Vars]

KEPT = 64
"""How many amended books, and how many findings about texts, are kept: a game may be amended without end."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class RecentTable(Generic[K, V]):
    """A table that keeps only so much as was needed last."""

    __slots__ = ("store",)

    def __init__(self) -> None:
        self.store: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Give what is kept under a key, made where it is not."""
        found = self.store.pop(key) if key in self.store else make()
        self.store[key] = found
        while len(self.store) > KEPT:
            del self.store[next(iter(self.store))]
        return found


@dataclass(slots=True)
class BookCaches:
    """What was made of a book's rules when it was first needed."""

    procedures: dict[str, Run] = field(default_factory=dict)  # the generated form of a procedure, by its name
    tests: dict[Condition, Test] = field(default_factory=dict)  # the function that judges a condition, by that very record
    sieves: dict[Pick, Sieve] = field(default_factory=dict)  # what lists a pick's legal candidates, by that very pick
    filters: dict[Hashable, Filter] = field(default_factory=dict)  # what lists a set of things, by the set's value
    features: dict[tuple[int, str], Test] = field(default_factory=dict)  # a feature's condition: its number, "scope" or "when"
    open_names: dict[tuple[str, int], tuple[str, ...]] = field(default_factory=dict)
    """Which picks an instruction speaks of, by its procedure's name and its own number there."""
    fitting: dict[tuple[frozenset[int], tuple[int, ...]], list[Action]] = field(default_factory=dict)
    """Which of some actions, by number, are of some kinds."""
    scenes: dict[str, State] = field(default_factory=dict)  # a scene that is set up without anything given, by its name
    counting: dict[str, bool] = field(default_factory=dict)  # whether a structure only keeps count, by its name
    running: dict[str, frozenset[str]] = field(default_factory=dict)  # the structures that come up in a structure, by its name
    told: list[int] | None = None  # the stats that may be told of a thing
    amended: RecentTable[Amendments, Book] = field(default_factory=RecentTable)
    problems: RecentTable[tuple[Amendments, str], tuple[Any, ...]] = field(default_factory=RecentTable)
    """The problems of a text, after some amendments."""


class ZoneCache:
    """What was worked out from where things lie, whose they are and what they are linked to."""

    __slots__ = ("holders", "live", "sources", "stacks", "usable")

    live: list[int] | None  # what is in play
    stacks: list[int] | None  # the zones that are stacks
    holders: dict[int, list[int]] | None  # who in play has an action, by its number
    sources: dict[int, list[int]]  # what a player could act with, by player
    usable: dict[int, dict[int, list[int]]]  # which of that has an action, by player and then by the action's number

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.live = self.stacks = self.holders = None
        self.sources, self.usable = {}, {}


class Memo:
    """What was worked out from the present facts and agenda. Made anew after many an event, so it is made quickly."""

    __slots__ = ("by_name", "candidates", "menus", "offers", "richest", "views")

    views: dict[tuple[int | None, int], Machine]  # the game as a viewer sees it, by viewer and the one more face shown
    by_name: dict[str, list[int]] | None  # what there is; names are in small letters
    offers: dict[tuple[int, int], dict[Any, Act]]  # what may be done, by the window's frame and player
    candidates: dict[tuple[Pick, int], list[int]]  # by pick and source
    richest: dict[int, Machine]  # the game with every payment made, by player
    menus: dict[tuple[int, tuple[Any, ...]], Menu | None]  # by player and the picks so far

    def __init__(self) -> None:
        self.by_name = None
        self.views, self.offers, self.candidates, self.richest, self.menus = {}, {}, {}, {}, {}

    def copy(self) -> Memo:
        """Give tables of their own with the same in them."""
        other = Memo()
        other.by_name, other.views, other.offers = self.by_name, self.views.copy(), self.offers.copy()
        other.candidates, other.richest, other.menus = self.candidates.copy(), self.richest.copy(), self.menus.copy()
        return other
