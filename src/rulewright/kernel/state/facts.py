"""A waiting game as plain data: facts (written only by `events`) and control (written only by the agenda).

Objects, players, zones and tiles are small integers here; names are used only for input and output. The cells of all objects
are one flat row, `cells[object * width + stat]`; the first columns belong to the kernel.
"""

from __future__ import annotations

from array import array
from typing import Any, NamedTuple, TypeAlias, TypedDict, TypeVar

from rulewright.kernel.state.caches import ZoneCache
from rulewright.kernel.state.grid import Grid
from rulewright.program.quick_dataclasses import dataclass, field

KIND, OWNER, SIDE, LIFE, TILE, ACTION, BORN, BLOCKED, STANDING = range(9)
COLUMNS = ("kind", "owner", "side", "life", "tile", "action", "born", "blocked", "standing")
OWN = len(COLUMNS)
NOWHERE = -1
NOBODY = -1
LIVES = 1 << 20
SEEN = "seen"  # the link that lists the seats that see a thing's face, if they are not those of its zone

Question = int | tuple[str, *tuple[Any, ...]]
"""What a lasting effect is about: a stat, or a word with more values, such as ("feature", 3)."""

Ending = tuple[str | int, ...]
"""When a lasting effect ends: never; ("frame", id); ("when", condition, actor); (edge, structure, whose, count)."""

Tally = int | tuple[str, int] | tuple[str, int, int]
"""What is counted: a word of the program; ("passed", structure); ("met", action, frame): an ability that is used once there."""

Link = str | int
"""What a thing refers to something as: a word of the kernel, or the word of the program as which it is noted."""

Remembered = tuple[int, int, int, tuple[int, ...]]
"""A thing as it last was: the thing, its place, what it was attached to, its values."""

Memory = tuple[tuple[str, Remembered], ...]
"""For each word that an ability has for a thing, that thing as it last was."""

Noticed = tuple[int, int, *tuple[int | Memory, ...]]
"""A trigger that was met: its number; references to its holder, its subject, who caused it; what left, as it last was."""

Key = int | str | tuple[str, int]
"""One step of an answer: a reference or a number, a word, or an action with a reference to its source."""

Path = tuple[Key, ...]

Things = tuple[int, ...]

Change = tuple[Any, ...]
"""A prepared change, in which every number is worked out: its kind, the thing, and what its kind needs (`effects`)."""

Event = tuple[Any, ...]
"""What has happened: its kind, and the values that `events.WRITERS` lists; `named_events` gives them names."""

Json: TypeAlias = Any
"""Plain values as the module `json` gives and takes them; whoever reads them finds out whether they are what they should be."""

Ground = tuple[int, int, int]
"""A zone: its kind (-1: closed), its owner, and when it was last touched."""

SlotValue = int | str | None | tuple["SlotValue", ...]
"""What a slot of rule text can hold: a number (of a thing, a player, a tile …), a text, nothing, or a list of such."""

Links = tuple[SlotValue, ...]
"""What a thing refers to under a name: references or numbers, by themselves or each with a word, or what was remembered."""

_Spaced = TypedDict(
    "_Spaced",
    {
        "chosen ones": Things,
        "extra ones": Things,
        "fight left": tuple[Things, int, Things, Things],
        "made ones": Things,
        "last step": tuple[int, int],
        "the rest": Things,
        "from": int,
    },
    total=False,
)


class Vars(_Spaced, total=False):
    """What a frame holds, by the names of its slots. `program.slots` says which of them a procedure has.

    A procedure of rule text also holds what it picks, loops over and chooses, under names of its own (`by_name`).
    """

    actor: int
    player: int
    it: int
    attacker: int
    bound: int
    action: int
    source: int
    item: int
    cause: int
    would: int
    joined: int
    pending: int
    amount: int
    free: int
    instructed: int
    paying: int
    gratis: int
    way: int
    user: int
    extra: int
    met: tuple[tuple[int, int, int], ...]
    treated: tuple[tuple[int, int, int], ...]
    spared: tuple[Change, ...]
    chosen: int
    heard: Things
    refs: Things
    memory: Memory
    path: Path
    means: tuple[tuple[int, int, Things], ...]
    members: Things
    waiting: Things
    seats: Things
    order: Things
    kinds: Things
    only: Things
    holder: int
    focus: int
    discipline: int
    passes: int
    title: str
    idle: str
    open: str
    result: str
    once: int
    must: int
    still: int
    resolved: tuple[int, int, int]
    answer: tuple[int, Path]
    lasts: int
    closes: int
    fixed: tuple[tuple[int, int], ...]
    used: int
    interrupted: int
    batch: tuple[Noticed, ...]
    zone: int
    seen: Things
    left: Things
    changes: tuple[Change, ...]
    offer: tuple[int, int]
    among: tuple[tuple[int, int], ...]
    own: int
    replied: tuple[tuple[int, int], ...]
    origin: tuple[int, int]
    by: int | Things
    dice: int
    made: int
    making: int
    natural: int
    outcome: int
    stood: Things
    drawn: int
    event: Event
    change: Change
    times: int
    outer: int
    target: int
    targets: Things
    tile: int
    text: str
    number: int
    stack: int
    act: int
    judged: Things
    asker: int
    said: tuple[int, Path]


Linked = TypeVar("Linked")


class Given(TypedDict, total=False):
    """What a game is given beside its scene: where it stands in a campaign, and what the scene before it left."""

    campaign: str
    stage: int
    carried: dict[str, dict[str, int]]  # stats by the names of things
    fallen: list[str]


class Frame(NamedTuple):
    """One procedure in progress: its step and its variables."""

    id: int
    procedure: int
    step: str
    vars: Vars
    into: str | None = None


class Lasting(NamedTuple):
    """A lasting effect: it answers a question about an object until it expires."""

    id: int
    name: str
    object: int
    question: Question
    op: str
    amount: int
    until: Ending
    uses: int | None = None
    by: int = NOBODY


Since = tuple[tuple[Path, ...], list[Event]]
"""What could be taken back if a payment fails: the acts that were barred before it, and what has happened since it began."""


class Asked(NamedTuple):
    """Who is asked, by which frame, and the picks that were already made."""

    players: tuple[int, ...]
    frame: int
    step: str
    picks: Path = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What never changes during a game: the map, the seats and the sides."""

    scene: str = ""
    grid: Grid | None = None
    seats: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    allied: frozenset[tuple[int, int]] = frozenset()
    neutral: frozenset[int] = frozenset()
    strategies: tuple[str, ...] = ()
    legend: tuple[tuple[int, str], ...] = ()
    cells: tuple[int, ...] = ()  # of a board: the thing that each tile is


SavedControl = tuple[list[Frame], Asked | None, int, int, int, int, int, bool, Since | None, tuple[Path, ...]]
"""The control of a state as one value: the fields that CONTROL names."""

FACTS = ("cells", "names", "places", "zones", "grounds", "links", "lasting", "tallies", "noticed", "amendments")
CONTROL = ("agenda", "asked", "number", "rolled", "dice", "ids", "now", "unsettled", "since", "barred")


@dataclass(slots=True)
class State:
    """Facts and control of one game at one time."""

    width: int
    setting: Setting = field(default_factory=Setting)
    cells: array[int] = field(default_factory=lambda: array("q"))  # 64-bit integers, which are fast to copy
    names: list[str] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    zones: list[list[int]] = field(default_factory=list)
    grounds: list[Ground] = field(default_factory=list)
    links: dict[tuple[int, Link], Links] = field(default_factory=dict)
    lasting: dict[int, Lasting] = field(default_factory=dict)
    tallies: dict[tuple[Tally, int], int] = field(default_factory=dict)
    noticed: list[Noticed] = field(default_factory=list)
    amendments: list[tuple[str, str]] = field(default_factory=list)
    agenda: list[Frame] = field(default_factory=list)
    asked: Asked | None = None
    number: int = 0
    rolled: int = 0
    dice: int = 0
    ids: int = 0
    now: int = 0
    unsettled: bool = False
    since: Since | None = None
    barred: tuple[Path, ...] = ()
    touched: dict[tuple[int, Question], tuple[int, ...]] = field(default_factory=dict)
    zone_cache: ZoneCache = field(default_factory=ZoneCache, compare=False, repr=False)
    behind: Any = field(default=None, compare=False, repr=False)  # what brings the state up to date, if the native machine plays

    def copy(self) -> State:
        """Give an independent copy; frames and effects are immutable and shared."""
        other = State.__new__(State)
        other.behind = None
        other.become_like(self)
        return other

    def become_like(self, other: State) -> None:
        """Become an independent copy of another state; only what brings this one up to date stays."""
        self.width, self.setting, self.cells = other.width, other.setting, other.cells[:]
        self.names, self.places, self.grounds = other.names[:], other.places[:], other.grounds[:]
        self.zones = [zone[:] for zone in other.zones]
        self.links, self.lasting = other.links.copy(), other.lasting.copy()
        self.tallies, self.touched = other.tallies.copy(), other.touched.copy()
        self.noticed, self.amendments, self.zone_cache = other.noticed[:], other.amendments[:], ZoneCache()
        self.agenda, self.asked, self.number, self.rolled = other.agenda[:], other.asked, other.number, other.rolled
        self.dice, self.ids, self.now, self.unsettled = other.dice, other.ids, other.now, other.unsettled
        self.since, self.barred = other.since, other.barred

    def control(self) -> SavedControl:
        """Give the control as one value, which `set_control` accepts."""
        return (
            self.agenda[:], self.asked, self.number, self.rolled, self.dice, self.ids, self.now,
            self.unsettled, self.since, self.barred,
        )  # fmt: skip

    def set_control(self, control: SavedControl) -> None:
        """Restore a saved control."""
        (
            agenda, self.asked, self.number, self.rolled, self.dice, self.ids, self.now,
            self.unsettled, self.since, self.barred,
        ) = control  # fmt: skip
        self.agenda = agenda[:]

    def ref(self, slot: int) -> int:
        """Give the reference to the thing in a slot, in its current life."""
        return self.cells[slot * self.width + LIFE] * LIVES + slot

    def alive(self, ref: int) -> bool:
        """Say whether a reference still refers to the same thing."""
        return self.cells[ref % LIVES * self.width + LIFE] == ref // LIVES

    def link(self, slot: int, name: Link) -> int:
        """Give the reference to the one thing to which an object is linked under a name; NOWHERE if there is none."""
        found = self.links.get((slot, name))
        return found[0] if found is not None and isinstance(found[0], int) else NOWHERE

    def refs(self, slot: int, name: Link) -> Things:
        """Give the references or numbers that a thing has under a name; none if it has none."""
        return self.links.get((slot, name), ())  # type: ignore[return-value]

    def named_refs(self, slot: int, name: str) -> tuple[tuple[str, int], ...]:
        """Give the references or numbers that a thing has under a name, each with a word of its own."""
        return self._under(slot, name, ())

    def memory(self, slot: int, name: str) -> Memory:
        """Give the things that a thing remembers as they last were."""
        return self._under(slot, name, ())

    def deeds(self, slot: int, name: str) -> tuple[tuple[Things, tuple[int, int], bool], ...]:
        """Give what a player has done: in which frames, its origin, and whether it is complete."""
        return self._under(slot, name, ())

    def _under(self, slot: int, name: str, empty: Linked) -> Linked:
        """Give what is linked under a name; each name has links of one type."""
        return self.links.get((slot, name), empty)  # type: ignore[return-value]

    def linked(self, slot: int, name: str) -> int:
        """Give the thing to which an object is linked under a name, if it is still the same thing."""
        if (slot, name) not in self.links:  # by far the usual case
            return NOWHERE
        ref = self.link(slot, name)
        return ref % LIVES if ref != NOWHERE and self.alive(ref) else NOWHERE

    def cell(self, slot: int, stat: int) -> int:
        """Read the stored number of an object, without lasting effects."""
        return self.cells[slot * self.width + stat]

    def owned(self, zone_kind: int, owner: int) -> int:
        """Find the zone of a kind that belongs to an owner, or the common one."""
        for index, (kind, whose, _) in enumerate(self.grounds):
            if kind == zone_kind and whose in (owner, NOBODY):
                return index
        return NOWHERE

    def frame(self, frame_id: int) -> Frame | None:
        """Find a frame of the agenda by its id."""
        for frame in self.agenda[::-1]:
            if frame.id == frame_id:
                return frame
        return None

    def innermost(self, procedure: int) -> Frame | None:
        """Find the newest frame of a procedure."""
        for frame in self.agenda[::-1]:
            if frame.procedure == procedure:
                return frame
        return None
