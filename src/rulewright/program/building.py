"""Short forms of common expressions, and questions that can be asked about any expression."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeAlias, TypeGuard, TypeVar

from rulewright.program import modes, numbered, signs, slots
from rulewright.program.expressions import (
    About,
    Compare,
    Constant,
    Expression,
    Happens,
    Holder,
    Logic,
    Measure,
    Near,
    Next,
    PastActions,
    Picked,
    Query,
    Related,
    Relation,
    Roll,
    Slot,
    StatOf,
    Trait,
    Unary,
)
from rulewright.program.modes import Bearing, Happening, Holds, Joint, Quality, Tie, Want
from rulewright.program.quick_dataclasses import fields, replace
from rulewright.program.signs import Direction, Sum

if TYPE_CHECKING:
    from rulewright.program.quick_dataclasses import Field


class AnyRecord(Protocol):
    """Any record of a program: an expression, an instruction, a check and so on."""

    __dataclass_fields__: ClassVar[dict[str, Field[str]]]


Part: TypeAlias = "AnyRecord | str | int | tuple[Part, ...] | frozenset[Part] | dict[Part, Part] | None"
"""Any value of a program: a record, a plain value, or several of them."""

Node: TypeAlias = Any
"""A record of the kind for which a row of a table is: tables of functions by kind cannot say that of each row."""

T = TypeVar("T", bound=AnyRecord)

ACTOR, IT, TARGET, SOURCE = (Slot(name) for name in ("actor", "it", "target", "source"))
OUTER = Slot("outer")  # what `it` is outside of the set whose things are tested
IN_PLAY = Trait(Quality.IN_PLAY)
ASKER = Slot(slots.ASKER)  # inside a test of a set: the thing for which the set is wanted
AMOUNT = Slot(slots.AMOUNT, Holds.NUMBER)  # how much is about to be gained or lost
NATURAL = Slot(slots.NATURAL, Holds.NUMBER)  # the first die of the check in progress


WORD = re.compile(r"[A-Za-z]\w*")
PLAIN = frozenset(
    ["int", "str", "bool", "None", "tuple", "frozenset", "numbered", "signs", *vars(numbered), *vars(signs), *vars(modes)]
)
"""The words of annotations of fields that hold no records: plain values, numbers of tables, signs and modes."""

EVERY_WAY: tuple[Direction, ...] = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
"""The eight directions of a map."""

LINES: dict[str, tuple[Direction, ...]] = {"line": EVERY_WAY[:4], "row": ("E",), "column": ("N",), "diagonal": ("NE", "SE")}
"""The lines that things can stand in side by side, and their directions on the map."""

SUM_WORDS: dict[Sum, str] = {
    "+": "{} + {}",
    "-": "{} - {}",
    "*": "{} * {}",
    "/": "{} / {}",
    "/^": "{} / {} rounded up",
    "%": "the remainder of {} / {}",
    "min": "the lower of {} and {}",
    "max": "the higher of {} and {}",
}
"""The signs of arithmetic in words for people."""


def every(parts: Iterable[Expression]) -> Logic:
    """Give the condition that all of the parts hold."""
    return Logic(Joint.ALL, tuple(parts))


def some(parts: Iterable[Expression]) -> Logic:
    """Give the condition that one of the parts holds."""
    return Logic(Joint.ANY, tuple(parts))


def negated(part: Expression) -> Logic:
    """Give the condition that the part does not hold."""
    return Logic(Joint.NOT, (part,))


def joined(node: AnyRecord | None, how: Joint) -> TypeGuard[Logic]:
    """Say whether a condition is joined in this way."""
    return isinstance(node, Logic) and node.how is how


def number(name: str) -> Slot:
    """Give a number, or a tile, that the procedure was given or that was picked."""
    return Slot(name, Holds.NUMBER)


def negative(of: Expression) -> Unary:
    """Give a number with the opposite sign."""
    return Unary("-", of)


def final(of: Expression) -> Unary:
    """Give a complete expression, whose value is at least 0."""
    return Unary("+", of)


def is_final(node: AnyRecord | None) -> TypeGuard[Unary]:
    """Say whether a number is a complete expression."""
    return isinstance(node, Unary) and node.op == "+"


def bare(node: Expression) -> Expression:
    """Give the number inside a complete expression."""
    return node.of if isinstance(node, Unary) and node.op == "+" else node


def count(of: Query | Picked) -> Measure:
    """Give how many things there are."""
    return Measure(Want.COUNT, of)


def total(of: Query | Picked, stat: int) -> Measure:
    """Give the sum of a stat of some things."""
    return Measure(Want.SUM, of, stat)


def there_are(of: Query | Picked) -> Compare:
    """Give the condition that there is at least one of some things."""
    return Compare(">", count(of), Constant(0))


def there_are_none(of: Query | Picked) -> Compare:
    """Give the condition that there is none of some things."""
    return Compare("=", count(of), Constant(0))


def for_it(of: Query) -> Query:
    """Give a set whose tests know the thing for which the set is wanted as `asker`."""
    return replace(of, asked=True)


def adjacent_to(who: Expression) -> Near:
    """Give the condition that `it` is on a neighbouring tile."""
    return Near(Bearing.WITHIN, who, Constant(1), along=EVERY_WAY)


def is_it(who: Expression) -> Relation:
    """Give the condition that `it` is a certain thing."""
    return Relation(Tie.SELF, who)


def other_than(who: Expression) -> Relation:
    """Give the condition that `it` is not a certain thing."""
    return Relation(Tie.OTHER, who)


def reads_stat(node: AnyRecord | None) -> TypeGuard[StatOf | Measure]:
    """Say whether something reads a stat of one thing or of several."""
    return isinstance(node, StatOf) or (isinstance(node, Measure) and node.want in (Want.SUM, Want.MOST))


def is_number(node: AnyRecord | None) -> TypeGuard[Slot]:
    """Say whether something is a number that the procedure was given or that was picked."""
    return isinstance(node, Slot) and node.holds is Holds.NUMBER


def happens(node: AnyRecord | None, *hows: Happening) -> TypeGuard[Happens]:
    """Say whether something asks about an event of one of some sorts."""
    return isinstance(node, Happens) and node.how in hows


def walk(node: Part, but: frozenset[str] = frozenset()) -> Iterator[AnyRecord]:
    """Give every record in a value of the program, itself included, in the order in which they are written; those in some
    fields are left out."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _PLAIN):
            continue
        if isinstance(node, _SEVERAL):
            waiting += reversed(tuple(node.values() if isinstance(node, dict) else node))
        else:
            yield node
            waiting += [getattr(node, name) for name in _holding(type(node)) if name not in but]


@cache
def _holding(kind: type) -> tuple[str, ...]:
    """Name the fields of a kind of record that may hold more than plain values, the last first."""
    written = {name: text for base in kind.__mro__ for name, text in vars(base).get("__annotations__", {}).items()}
    return tuple(each.name for each in reversed(fields(kind)) if not PLAIN.issuperset(WORD.findall(written[each.name])))


_PLAIN, _SEVERAL = (str, int, type(None)), (tuple, frozenset, dict)


def mentions(node: AnyRecord | None, name: str) -> bool:
    """Say whether something refers to a slot."""
    return any(isinstance(part, Slot) and part.name == name and part.holds is Holds.THING for part in walk(node))


def outward(node: Expression) -> Expression:
    """Give the same expression for use in a test of a set: there `it` is the thing that is tested."""
    if node == IT:
        return OUTER
    if isinstance(node, Related | Holder | Next | StatOf | About | Relation | Near | PastActions) and node.who is not None:
        return replace(node, who=outward(node.who))
    return node


def of_each(node: T, tested: bool = False) -> T:
    """Give a condition about the target as one about `it`, for each thing that may be one of several targets."""
    if node == TARGET:
        return OUTER if tested else IT  # type: ignore[return-value]
    changed = {}
    for name in getattr(node, "__slots__", ()):
        inner, inside = getattr(node, name), tested or name in TESTS
        if isinstance(inner, tuple):
            changed[name] = tuple(of_each(part, inside) for part in inner)
        elif hasattr(inner, "__slots__"):
            changed[name] = of_each(inner, inside)
    different = {name: value for name, value in changed.items() if value != getattr(node, name)}
    return replace(node, **different) if different else node


TESTS = frozenset(["tests", "test"])
"""The fields of records in which `it` is a thing that is tested."""


def roll_words(node: Roll, count: str, keep: str) -> str:
    """Put dice into words, as they are written."""
    kept = f" keep {'lowest' if node.lowest else 'highest'} {keep}" if node.keep is not None else ""
    again = (
        f" re-roll {f'{node.again} or less' if node.again > 1 else 'ones'}{' once' if node.once else ''}" if node.again else ""
    )
    return f"{count}d{node.sides}{again}{' exploding' if node.explodes else ''}{kept}"


def edged(node: Expression, lowest: bool) -> Expression:
    """Give a check whose first die is rolled twice: the higher or the lower of the two counts."""
    first = next((part for part in walk(node) if isinstance(part, Roll)), None)
    if first is None or first.count != Constant(1) or first.keep is not None:
        return node
    return substituted(node, first, replace(first, count=Constant(2), keep=Constant(1), lowest=lowest))


def substituted(node: Expression, old: Roll, new: Expression) -> Expression:
    """Give an expression in which a roll that it holds is exchanged; the first of several that are equal."""
    return new if node is old else _exchanged(node, old, new)


def _exchanged(node: T, old: Roll, new: Expression) -> T:
    for name in getattr(node, "__slots__", ()):
        inner = getattr(node, name)
        parts = [*(inner if isinstance(inner, tuple) else (inner,))]
        for at, part in enumerate(parts):
            if hasattr(part, "__slots__") and any(each is old for each in walk(part)):
                parts[at] = substituted(part, old, new)
                return replace(node, **{name: tuple(parts) if isinstance(inner, tuple) else parts[0]})
    return node


def without(node: T, test: Expression) -> T:
    """Give a part of a program without one of the tests that must hold together, wherever it stands."""
    if all(part != test for part in walk(node)):
        return node
    return replace(node, **{name: _without(getattr(node, name), test) for name in _holding(type(node))})


def _without(value: Part, test: Expression) -> Part:
    if isinstance(value, tuple):
        return tuple(_without(part, test) for part in value if part != test)
    return value if isinstance(value, str | int | frozenset | dict | None) else without(value, test)


def rolls(node: AnyRecord | None) -> bool:
    """Say whether something rolls dice."""
    return any(isinstance(part, Roll) for part in walk(node))
