"""The compiled form of who, how much and whether: small values that every execution reads in its own way."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rulewright.program import relations, timing

# -- who and what ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody the procedure knows: actor, target, attacker, it, source, player."""

    var: str


@dataclass(frozen=True, slots=True)
class Named:
    """Somebody known by name."""

    name: str


@dataclass(frozen=True, slots=True)
class Things:
    """Every thing that passes all tests (each asked of `it`), in the book's order."""

    tests: tuple[Node, ...]
    words: str
    zones: tuple[int, ...] = ()
    waiting: bool = False
    past: bool = False  # with waiting: also what has waited
    hashed: int = field(init=False, repr=False, compare=False)  # what it is looked up by, again and again

    def __post_init__(self) -> None:
        object.__setattr__(self, "hashed", hash((self.tests, self.words, self.zones, self.waiting, self.past)))

    def __hash__(self) -> int:
        return self.hashed

    def __reduce__(self) -> tuple[Any, ...]:
        """Leave the hash behind: that of a text is another one in every process."""
        return Things, (self.tests, self.words, self.zones, self.waiting, self.past)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The things that were picked, where several may be."""

    var: str = "targets"
    words: str = "targets"
    tests: tuple[Node, ...] = ()
    zones: tuple[int, ...] = ()
    waiting: bool = False


# -- numbers and conditions --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Num:
    """A number."""

    n: int


@dataclass(frozen=True, slots=True)
class Roll:
    """The sum of some dice."""

    count: Node
    sides: int


@dataclass(frozen=True, slots=True)
class StatOf:
    """Somebody's stat, as it counts now."""

    who: Node
    stat: int


@dataclass(frozen=True, slots=True)
class Var:
    """A number the procedure was given or picked."""

    name: str


@dataclass(frozen=True, slots=True)
class Neg:
    """A number with the other sign."""

    of: Node


@dataclass(frozen=True, slots=True)
class Arith:
    """Two numbers with + - * or / between them; division rounds down, by zero gives 0."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Final:
    """A whole expression: its final value is at least 0."""

    of: Node


@dataclass(frozen=True, slots=True)
class Cmp:
    """A comparison."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Every:
    """All of the parts hold."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """One of the parts holds."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part does not hold."""

    of: Node


@dataclass(frozen=True, slots=True)
class Count:
    """How many things there are."""

    of: Things | Chosen


@dataclass(frozen=True, slots=True)
class Relation:
    """`it` stands to somebody as self, other, ally, enemy or owner (controlled by the same player)."""

    how: str
    who: Node


@dataclass(frozen=True, slots=True)
class Near:
    """`it`, or a picked tile, is within so many tiles of somebody or of a picked tile; adjacent excludes the same tile."""

    who: Node
    tiles: Node
    adjacent: bool = False
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """The straight line from somebody to `it`, or to a picked tile, passes through nothing that blocks it."""

    who: Node
    spot: str = ""


@dataclass(frozen=True, slots=True)
class Active:
    """`it` is in play."""


@dataclass(frozen=True, slots=True)
class OfKind:
    """`it` is of a kind, by its kind's name or one of its marks."""

    name: str


@dataclass(frozen=True, slots=True)
class Lies:
    """`it` lies in a zone of somebody's, or in any of that kind, or ever did."""

    zone: int
    of: Node | None = None
    ever: bool = False


@dataclass(frozen=True, slots=True)
class Changes:
    """The change or event under consideration takes a stat up, down, or (falls to, rises to) past an amount."""

    stat: int
    how: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Cause:
    """The action under way is of a reach (melee, ranged), a kind, or a name; by "" none is asked for."""

    reach: str = ""
    kind: str = ""
    action: str = ""


@dataclass(frozen=True, slots=True)
class Performed:
    """The event is somebody's performing of an action of a name."""

    action: str


@dataclass(frozen=True, slots=True)
class Structure:
    """The event is the beginning or end of a structure."""

    name: str
    how: str


@dataclass(frozen=True, slots=True)
class SidesLeft:
    """How many sides still have something in play."""


@dataclass(frozen=True, slots=True)
class About:
    """All tests hold of somebody."""

    who: Node
    tests: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class TopSpeed:
    """The speed of the action fits on the stack, by a table of (top, structure under way, speeds that may answer)."""

    table: tuple[tuple[str, str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Shared:
    """Whoever holds a stat that somebody shares with others."""

    who: Node
    stat: int


@dataclass(frozen=True, slots=True)
class OnMark:
    """`it` stands on a tile with a mark of the map; with `own`, on one that bears the name of its cast too."""

    mark: str
    own: bool = False


@dataclass(frozen=True, slots=True)
class OnTile:
    """`it` stands on a tile."""

    x: int
    y: int


@dataclass(frozen=True, slots=True)
class OffMap:
    """`it` stands on no tile."""


@dataclass(frozen=True, slots=True)
class OfCast:
    """`it` belongs to the cast of a name."""

    name: str


@dataclass(frozen=True, slots=True)
class ByStrategy:
    """`it` belongs to a cast that a strategy runs."""


@dataclass(frozen=True, slots=True)
class Passed:
    """How many times a structure has been counted in this game."""

    structure: str


@dataclass(frozen=True, slots=True)
class Total:
    """How much of a stat some things have together."""

    of: Things | Chosen
    stat: int


@dataclass(frozen=True, slots=True)
class Opposite:
    """`it` and somebody stand on opposite sides of a third, each next to it."""

    who: Node
    across: Node


@dataclass(frozen=True, slots=True)
class Natural:
    """The first die of the check under way shows a face."""

    face: int


@dataclass(frozen=True, slots=True)
class HasFeature:
    """`it` has a feature, by its place in the book."""

    feature: int


@dataclass(frozen=True, slots=True)
class Went:
    """The event takes something from a kind of zone to another; NOWHERE stands for any."""

    origin: int
    zone: int


@dataclass(frozen=True, slots=True)
class Told:
    """The event says a word of the book's own, or (stacked) that an action of a name was put on a stack."""

    word: str
    action: str = ""


@dataclass(frozen=True, slots=True)
class Attached:
    """`it` is attached to somebody."""

    to: Node


@dataclass(frozen=True, slots=True)
class Beside:
    """The player so many seats after somebody's; those who are out of play, or for whom a test does not hold, are passed over."""

    who: Node
    step: int
    test: Node | None = None


@dataclass(frozen=True, slots=True)
class OwnTurn:
    """It is the turn of somebody's player."""

    who: Node


Node = (    Who | Named | Things | Chosen | Num | Roll | StatOf | Var | Neg | Arith | Final | Cmp | Every | Some | Not | Count
    | Relation | Near | Sight | Active | OfKind | Lies | relations.FaceDown | Changes | Cause | Performed
    | Structure | SidesLeft | About | TopSpeed | Shared | OnMark | OnTile | OffMap | OfCast | ByStrategy | Passed | Total
    | Opposite | Natural | HasFeature | Went | Told | Attached | Beside | OwnTurn | relations.At | relations.AtSome
    | relations.Together | relations.PlaceOf | relations.HostOf | relations.Attaching | relations.Noted | relations.NotedAs
    | relations.ActivePlayer | relations.PlayerOf | relations.Owners | relations.Nobodys | relations.UnderWay
    | relations.Arrives | relations.Doer | relations.Levy | relations.Means
    | relations.NoneThere | relations.Abroad | relations.Topmost
    | relations.Quiet | relations.Revealed | timing.Subject | timing.Outcome | timing.Namesake | timing.Deeds | timing.Taken
)  # fmt: skip


def walk(node: Any, but: frozenset[str] = frozenset()) -> Any:
    """Give a node and every node inside it, but for what stands in some of their fields."""
    yield node
    for name in getattr(node, "__slots__", ()):
        inner = getattr(node, name) if name not in but else ()
        for part in inner if isinstance(inner, tuple) else (inner,):
            if hasattr(part, "__slots__"):
                yield from walk(part, but)


def mentions(node: Any, var: str) -> bool:
    """Say whether a node asks about somebody."""
    return any(isinstance(part, Who) and part.var == var for part in walk(node))


def rolls(node: Any) -> bool:
    """Say whether a node rolls dice."""
    return any(isinstance(part, Roll) for part in walk(node))
