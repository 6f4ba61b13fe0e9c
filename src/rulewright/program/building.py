"""Short forms of common expressions, and what can be asked of any expression."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.program.expressions import (
    Compare,
    Constant,
    Expression,
    Happens,
    Logic,
    Measure,
    Picked,
    Query,
    Relation,
    Roll,
    Slot,
    StatOf,
    Trait,
    Unary,
)
from rulewright.program.modes import Happening, Holds, Joint, Quality, Tie, Want

ACTOR, IT, TARGET, SOURCE = (Slot(name) for name in ("actor", "it", "target", "source"))
IN_PLAY = Trait(Quality.IN_PLAY)
NATURAL = Slot("natural", Holds.NUMBER)  # what the first die of the check under way shows


SUM_WORDS = {
    **{op: f"{{}} {op} {{}}" for op in "+-*/"},
    "/^": "{} / {} rounded up",
    "%": "the remainder of {} / {}",
    "min": "the lower of {} and {}",
    "max": "the higher of {} and {}",
}
"""How a sum is told."""


def every(parts: Iterable[Expression]) -> Logic:
    """All of the parts hold."""
    return Logic(Joint.ALL, tuple(parts))


def some(parts: Iterable[Expression]) -> Logic:
    """One of the parts holds."""
    return Logic(Joint.ANY, tuple(parts))


def negated(part: Expression) -> Logic:
    """The part does not hold."""
    return Logic(Joint.NOT, (part,))


def joined(node: object, how: Joint) -> bool:
    """Say whether a condition is joined so."""
    return isinstance(node, Logic) and node.how is how


def number(name: str) -> Slot:
    """A number, or a tile, that the procedure was given or picked."""
    return Slot(name, Holds.NUMBER)


def negative(of: Expression) -> Unary:
    """A number with the other sign."""
    return Unary("-", of)


def final(of: Expression) -> Unary:
    """A whole expression: its final value is at least 0."""
    return Unary("+", of)


def is_final(node: object) -> bool:
    """Say whether a number is a whole expression."""
    return isinstance(node, Unary) and node.op == "+"


def bare(node: Any) -> Any:
    """Give a number without what makes a whole expression of it."""
    return node.of if is_final(node) else node


def count(of: Query | Picked) -> Measure:
    """How many things there are."""
    return Measure(Want.COUNT, of)


def total(of: Query | Picked, stat: int) -> Measure:
    """How much of a stat some things have together."""
    return Measure(Want.SUM, of, stat)


def there_are(of: Query | Picked) -> Compare:
    """There is at least one of some things."""
    return Compare(">", count(of), Constant(0))


def there_are_none(of: Query | Picked) -> Compare:
    """There is none of some things."""
    return Compare("=", count(of), Constant(0))


def is_it(who: Expression) -> Relation:
    """`it` is somebody."""
    return Relation(Tie.SELF, who)


def other_than(who: Expression) -> Relation:
    """`it` is another than somebody."""
    return Relation(Tie.OTHER, who)


def reads_stat(node: object) -> bool:
    """Say whether something works a stat out: of somebody, or of several together."""
    return isinstance(node, StatOf) or (isinstance(node, Measure) and node.want is Want.SUM)


def is_number(node: object) -> bool:
    """Say whether something is a number that the procedure was given or picked."""
    return isinstance(node, Slot) and node.holds is Holds.NUMBER


def happens(node: object, *hows: Happening) -> bool:
    """Say whether something asks about an event of one of some sorts."""
    return isinstance(node, Happens) and node.how in hows


def walk(node: Any, but: frozenset[str] = frozenset()) -> Iterator[Any]:
    """Give a value of the program and every value inside it, but for what stands in some of their fields."""
    yield node
    for name in getattr(node, "__slots__", ()):
        inner = getattr(node, name) if name not in but else ()
        for part in inner if isinstance(inner, tuple) else (inner,):
            if hasattr(part, "__slots__"):
                yield from walk(part, but)


def mentions(node: Any, name: str) -> bool:
    """Say whether something asks about somebody."""
    return any(isinstance(part, Slot) and part.name == name and part.holds is Holds.THING for part in walk(node))


def rolls(node: Any) -> bool:
    """Say whether something rolls dice."""
    return any(isinstance(part, Roll) for part in walk(node))
