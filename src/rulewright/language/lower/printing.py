"""What is printed on cards and actors, for drawing them: types, costs, rules text and abilities."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.language.names.names import Names
from rulewright.language.text import clause_blocks
from rulewright.language.text.syntax import Item
from rulewright.program.printed import Face, Printed
from rulewright.program.signs import Placing
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.lower.compiler import Binder

Costs = tuple[tuple[int, int], ...]


def texts(binder: Binder) -> dict[str, tuple[str, ...]]:
    """Give the rules text of every action and ability, by its name."""
    found = [inner for item in binder.of("action") for inner in (item, *item.items)]
    return {item.name: tuple(_lines(binder.names, item)) for item in found if item.components}


def faces(binder: Binder, cost: Sequence[int], places: dict[str, Placing]) -> dict[str, Face]:
    """Give what is printed on each kind of thing: cards, and what actors of a kind can do."""
    said = texts(binder)
    declared = [kind for kind in binder.kinds.values() if not kind.card]
    made = {kind.name: Face(abilities=tuple(Printed(n, (), said.get(n, ())) for n in kind.actions or ())) for kind in declared}
    features = {plain(item.name): item for item in binder.of("feature")}
    for item in binder.of("action"):
        if plain(item.name) in binder.printed or plain(item.name) in binder.cards:
            made[item.name] = _card(binder, item, features.get(plain(item.name)), cost, places)
    return made


def _card(binder: Binder, item: Item, feature: Item | None, cost: Sequence[int], places: dict[str, Placing]) -> Face:
    names = binder.names
    types = _marks(item)
    printed = dict(binder.printed.get(plain(item.name), ({}, {}))[0])
    paid = tuple((stat, printed[stat]) for stat in cost if stat in printed) or _paid(names, item)
    text = [*_lines(names, item), *(_lines(names, feature) if feature is not None else ())]
    abilities = tuple(Printed(inner.name, _marks(inner), tuple(_lines(names, inner))) for inner in item.items)
    place: Placing = next((places[plain(mark)] for mark in types if plain(mark) in places), "")
    return Face(types, paid, tuple(text), abilities, place)


def _marks(item: Item) -> tuple[str, ...]:
    return tuple(mark for mark in item.marks if not mark.startswith("reading "))


def _lines(names: Names, item: Item) -> Iterator[str]:
    """Give the lines of an item, except its rule number, its cost and its printed numbers."""
    apart = ("rule", "scope", "cost") if _paid(names, item) else ("rule", "scope")
    for header in item.headers:
        if plain(header.key) not in apart and names.declared(header.key) is None:
            yield f"{header.key}: {header.value}"
    for component in item.components:
        for number, (depth, text) in enumerate(clause_blocks.nested(component.clauses)):
            yield f"{component.name}: {text}" if not number else f"  {'  ' * depth}{text}"


def _paid(names: Names, item: Item) -> Costs:
    """Read `Cost: 2 Mana, 1 Gold`, if it consists only of amounts of stats."""
    said = next((header.value for header in item.headers if plain(header.key) == "cost"), "")
    parts = [re.fullmatch(r"(\d+) (.+)", part.strip()) for part in re.split(r"[,;]", said) if part.strip()]
    found = [(names.declared(part[2]), int(part[1])) if part else (None, 0) for part in parts]
    return tuple((stat, amount) for stat, amount in found if stat is not None) if all(s is not None for s, _ in found) else ()
