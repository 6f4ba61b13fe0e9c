"""Makes the kinds of a book's objects: actors and players, declared kinds, cards, and things with actions of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.lower.actions import Compiled
from rulewright.language.lower.scenes import Piece, Sketch
from rulewright.language.names.declarations import KindOf, OnCard
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program import marks as own_words
from rulewright.program.declared import Kind
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.spelled import plain


@dataclass(slots=True)
class Kinds:
    """The kinds found so far, by name and by the actions that a position gives."""

    compiled: Sequence[Compiled]
    free: Sequence[Compiled]
    kinds: list[Kind]
    items: dict[str, Item]  # the text of each card
    names: Names
    by_name: dict[str, list[Compiled]] = field(init=False)  # what is free, and what is given to somebody
    given: dict[str, list[str]] = field(init=False)
    everybody: list[str] = field(init=False)
    index: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.by_name, self.given = {}, {}
        self.everybody = [done.action.name for done in self.free if "everybody" in map(plain, done.given_to)]
        for done in self.free:
            self.by_name.setdefault(plain(done.action.name), []).append(done)
        for done in self.compiled:
            for owner in dict.fromkeys(map(plain, done.given_to)):
                self.given.setdefault(owner, []).append(done.action.name)

    def declared(self, found: KindOf) -> Kind:
        """Make a declared kind; without an `actions:` line it has every action."""
        wanted = found.actions
        if wanted is None:
            wanted = tuple(dict.fromkeys(done.action.name for done in self.free))
        wanted = tuple(dict.fromkeys([*wanted, *self.general()]))
        return self.plain(found.name, self.named(wanted, (found.name,)), tuple(found.stats.items()))

    def plain(self, name: str, actions: tuple[int, ...] = (), stats: tuple[tuple[int, int], ...] = ()) -> Kind:
        """Make a kind that has only its name as a mark."""
        return Kind(name, actions, stats, self.names.numbered([name]))

    def general(self) -> list[str]:
        """List the actions that everybody has, apart from those of the kind."""
        return self.everybody

    def named(self, wanted: Sequence[str], owners: Sequence[str]) -> tuple[int, ...]:
        """Find the actions with some names for an actor: one for this actor comes before one for all."""
        given = {*(plain(owner) for owner in owners), "everybody"}
        found: list[int] = []
        for name in wanted:
            same = self.by_name.get(plain(name), [])
            mine = [done for done in same if set(map(plain, done.given_to)) & given]
            best = mine or [done for done in same if not done.given_to]
            found += [best[-1].action.index] if best else []
        return tuple(found)

    def card(self, name: str, actions: Sequence[int], declared: Mapping[str, KindOf], printed: OnCard | None) -> Kind:
        """Make the kind of a card: its own actions, those its declared kinds give it, and the stats printed on it."""
        item = self.items[name]
        marks = [plain(mark) for mark in item.marks]  # in their order on the card, so that menus are the same on every machine
        types = [declared[mark] for mark in marks if mark in declared]
        given = [found for each in types for found in self.named(each.actions or (), (each.name, item.name))]
        stats, rows = printed or ({}, {})
        stats = {**{stat: n for each in types for stat, n in each.stats.items()}, **stats}
        bound = frozenset(index for index in actions if own_words.ATTACHED in self.compiled[index].action.kinds)
        loose = frozenset(actions) - bound if any(each.silent for each in types) else frozenset()
        return Kind(
            item.name,
            (*actions, *given),
            tuple(stats.items()),
            self.names.numbered({*marks, "card", plain(item.name)}),
            tuple(rows.items()),
            loose=loose,
            bound=bound,
        )

    def give(self, thing: Piece) -> None:
        """Make the kind of a thing that has actions of its own, or that an action's `For` names."""
        named, thing.own = self.given.get(plain(thing.name), []), NOWHERE
        if thing.actions is None and not named:
            return
        base = self.kinds[self.index.get(plain(thing.kind), self.index["actor"])]
        if thing.actions is None:
            thing.actions = tuple(dict.fromkeys([*(self.compiled[i].action.name for i in base.actions), *named]))
        actions = self.named(tuple(dict.fromkeys([*thing.actions, *self.general()])), (thing.name, thing.kind))
        thing.own = len(self.kinds)
        self.kinds.append(Kind(base.name, actions, base.stats, base.marks))

    def share(self, things: Sequence[Piece]) -> None:
        """Give equal things of one name the last of their equal kinds, because older saves contain its number."""
        last = {(thing.name, self.kinds[thing.own]): thing.own for thing in things}
        for thing in things:
            thing.own = last[thing.name, self.kinds[thing.own]]


def all_kinds(
    compiled: Sequence[Compiled],
    cards: Mapping[str, Sequence[int]],
    declared: Mapping[str, KindOf],
    items: Sequence[Item],
    positions: Sequence[Sketch],
    printed: Mapping[str, OnCard],
    names: Names,
) -> tuple[list[Kind], dict[str, int]]:
    """Make every kind a book needs."""
    on_cards = {index for actions in cards.values() for index in actions}
    apart = {own_words.AUTOMATIC, own_words.FEATURE}
    free = [d for d in compiled if not apart & d.action.kinds and d.action.index not in on_cards]
    general = tuple(done.action.index for done in free if not done.given_to or "everybody" in map(plain, done.given_to))
    texts = {plain(item.name): item for item in reversed(items) if item.kind == "action"}
    made = Kinds(compiled, free, [], texts, names)
    made.kinds += [made.plain("item"), made.plain("player", general), made.plain("actor", general)]
    made.kinds += [made.declared(kind) for kind in declared.values() if not kind.card]
    made.kinds += [made.card(name, cards.get(name, ()), declared, printed.get(name)) for name in {**cards, **printed}]
    made.index = {plain(kind.name): n for n, kind in enumerate(made.kinds)}
    things = [thing for position in positions for thing in position.things]
    for thing in things:
        made.give(thing)
    made.share([thing for thing in things if thing.own != NOWHERE])
    return made.kinds, made.index
