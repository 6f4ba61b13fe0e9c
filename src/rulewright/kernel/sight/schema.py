"""The fields of a view: plain data for drawing a game, the same for the terminal, the engine and a browser.

Everything is a number, a text, a list or a dictionary with texts as keys, so that it is valid JSON. docs/view.md describes
each field. A handle is the viewer's own number for a thing: kept while the viewer can follow the thing, lost otherwise.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class Amount(TypedDict):
    """An amount of a stat."""

    stat: str
    amount: int


class Ability(TypedDict):
    """An ability of a card or an action of an actor: its name, its marks and its text."""

    name: str
    types: list[str]
    text: list[str]


class KindView(TypedDict):
    """What is printed on all things of one kind: types, cost, rules text and abilities; for a place, how it is drawn."""

    types: list[str]
    cost: list[Amount]
    text: list[str]
    abilities: list[Ability]
    place: str


class Numbers(TypedDict):
    """The numbers of a thing or player: current values, stored values if they differ, and maxima."""

    stats: dict[str, int]
    base: dict[str, int]
    most: dict[str, int]
    words: dict[str, str]
    marks: list[str]


class ThingView(Numbers):
    """One thing that the viewer sees, or sees lying face down."""

    handle: int
    name: str
    kind: str
    player: str | None
    zone: int
    at: str
    tile: list[int] | None
    place: int | None
    attached: int | None
    down: bool
    waits: bool
    resting: list[str]
    carries: str


class Goal(TypedDict):
    """The stat that is the score, and the amount that wins or loses the game."""

    stat: str
    bound: int | None
    how: str


class Player(Numbers):
    """One seat: its numbers, its score, and its object or cast."""

    seat: str
    side: str
    thing: int | None
    members: list[int]
    asked: bool
    active: bool
    out: bool
    standing: int
    score: int | None
    goal: Goal | None


class ZoneView(TypedDict):
    """A zone: how many things are in it, and those that the viewer sees."""

    id: int
    zone: str
    kind: str
    owner: str | None
    row: str | None
    shown: str
    seen: str
    live: bool
    count: int
    things: list[ThingView] | None


class Tile(TypedDict):
    """A tile of the map that is not plain floor."""

    x: int
    y: int
    ground: str
    marks: list[str]


class Cell(TypedDict):
    """A tile of the map with things on it."""

    x: int
    y: int
    things: list[int]


class Map(TypedDict):
    """The map or the board of cells: x goes east from 1, y north from 1."""

    width: int
    height: int
    tiles: list[Tile]
    cells: list[Cell]
    regions: dict[str, list[list[int]]]
    board: NotRequired[str]


class Waiting(TypedDict):
    """Something that waits on a stack."""

    handle: int
    name: str
    player: str | None
    source: int | None
    speed: str
    targets: list[int]
    blocked: bool
    text: list[str]


class Stack(TypedDict):
    """A stack: what waits on it, the top first, and when it pops."""

    zone: int
    name: str
    due: int | None
    waiting: list[Waiting]


class Stage(TypedDict):
    """A structure in progress: to whom it belongs, and its current step."""

    name: str
    of: str
    thing: int | None
    words: str
    step: str
    number: int
    steps: list[str]


class Priority(TypedDict):
    """Who may act now, who comes next before something resolves or the window closes, and who has the focus."""

    window: str
    holder: str
    then: list[str]
    focus: str | None


class Clock(TypedDict):
    """The time of a game with a clock, in seconds since its beginning: now, when something is due, when the floor closes."""

    now: int
    due: int | None
    closes: int | None


class LastingView(TypedDict):
    """A lasting effect: its name, its thing, its stat, and the amount that it adds or sets."""

    name: str
    thing: int | None
    on: str
    about: str
    does: str
    amount: int


class Pointer(TypedDict):
    """A part of a view that an option is about."""

    kind: str
    number: int
    tile: list[int] | None


class OptionView(TypedDict):
    """One option of a menu: its words, its cost and what it is about."""

    words: str
    cost: list[Amount]
    about: list[Pointer]


class Choice(TypedDict):
    """What a seat is asked after some picks."""

    seat: str
    prompt: str
    kind: str
    range: list[int] | None
    options: list[OptionView]


class LayoutView(TypedDict):
    """What a book says about drawing: which stats come first, which are on a small card, which is summed, what stands
    before a place, what is left out."""

    first: list[str]
    small: list[str]
    total: str
    front: str
    without: list[str]


class View(TypedDict):
    """What a viewer sees of a waiting game."""

    book: str
    scene: str
    you: str | None
    where: str
    now: int
    clock: Clock | None
    over: bool
    goal: list[str]
    standing: dict[str, int]
    active: str | None
    actor: int | None
    asking: list[str]
    course: list[Stage]
    rounds: dict[str, int]
    priority: Priority | None
    players: list[Player]
    shared: dict[str, int]
    zones: list[ZoneView]
    map: Map | None
    stacks: list[Stack]
    lasting: list[LastingView]
    kinds: dict[str, KindView]
    layout: LayoutView
