"""Small books in Python for the kernel's tests: procedures made of plain functions, and a table with a few things on it."""

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright import language
from rulewright.kernel.book import Book
from rulewright.kernel.evaluation.evaluate import EVALUATE
from rulewright.kernel.flow.agenda import Control, Machine, ask, end
from rulewright.kernel.game import Game
from rulewright.kernel.history import amendments
from rulewright.kernel.legality import judging
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state import events, positions
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, OWNER, SIDE, TILE, Frame, Setting, State
from rulewright.program.declared import OWN_STATS, Kind, Stat, Zone
from rulewright.program.definition import Check, Pick, Trigger
from rulewright.program.feature import Feature
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.quick_dataclasses import replace

Step = Callable[[Machine, Frame], Control]
HEALTH, LIMIT, COINS = range(len(OWN_STATS), len(OWN_STATS) + 3)
STATS = (*OWN_STATS, Stat("Health", cap=LIMIT), Stat("Limit"), Stat("Coins", most=9))
ANN, BO = 0, 1
OWN = [routine.name for routine in OWN_ROUTINES]


@dataclass
class Steps:
    """A procedure made of functions, one for each step; the first is called ""."""

    name: str
    steps: dict[str, Step]
    offer: Sequence[Any] | Menu = ("yes", "no")
    announced: bool = False
    tells: bool = False

    def run(self, m: Machine, frame: Frame) -> Control:
        """Runs a step; procedures that it calls by name are called by number."""
        control = self.steps[frame.step](m, frame)
        return ("call", m.book.procedure_numbers.get(control[1], control[1]), *control[2:]) if control[0] == "call" else control

    def menu(self, m: Machine, frame: Frame, player: int, picks: tuple[Any, ...]) -> Menu | None:
        offer = self.offer if isinstance(self.offer, Menu) else Menu("which", list(self.offer))
        return None if picks else offer

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        if self.tells:
            m.emit(("told", self.name, how))

    def words(self, m: Machine, frame: Frame) -> str:
        return f"{self.name}, {frame.step}" if frame.step else self.name

    def stage(self, frame: Frame) -> tuple[tuple[str, ...], int]:
        return (), 0


def asks(name: str, *players: int, offer: Sequence[Any] | Menu = ("yes", "no"), then: Step | None = None, **more: Any) -> Steps:
    """Makes a procedure that asks players and ends with the answer."""
    given = then or (lambda m, frame: end(frame.vars["answer"]))
    return Steps(name, {"": lambda m, frame: ask(players, "given", frame.vars), "given": given}, offer, **more)


@dataclass
class Table:
    """What lies on the table when a game begins: zones and things."""

    zones: tuple[Zone, ...] = (Zone("Board", live=True), Zone("Out", keeps=True))
    things: list[tuple[str, int, dict[int, int], int, int]] = field(default_factory=list)

    def thing(self, name: str, owner: int = ANN, zone: int = 0, kind: int = 0, **stats: int) -> "Table":
        """Puts one thing on the table; stats are written in lower case."""
        cells = {next(n for n, stat in enumerate(STATS) if stat.name.casefold() == key): to for key, to in stats.items()}
        self.things.append((name, owner, cells, zone, kind))
        return self

    def set_up(self, book: Book, given: Any = None) -> State:
        """Makes the state with the kernel's own events."""
        state = State(len(book.stats), Setting("table", seats=("Ann", "Bo"), sides=("Ann", "Bo")))
        for index, place in enumerate(book.zones):
            for owner in (ANN, BO) if place.owned else (NOBODY,):
                events.apply(state, ("founded", len(state.zones), None, (index, owner, 0)))
        for slot, (name, owner, stats, zone, kind) in enumerate(self.things):
            cells = [stats.get(n, stat.default) for n, stat in enumerate(book.stats)]
            cells[KIND], cells[OWNER], cells[SIDE], cells[TILE] = kind, owner, owner, NOWHERE
            made = (name, tuple(cells))
            events.apply(state, ("moved", slot, (NOWHERE, NOWHERE, 0), (zone, len(state.zones[zone]), 0), made))
        return state


def game(main: Steps, *others: Steps, table: Table | None = None, seed: int = 1, dice: Any = None, **fields: Any) -> Game:
    """Begins a game whose first procedure is `main`."""
    return Game(book(main, *others, table=table, **fields), seed=seed, dice=dice)


def book(main: Steps, *others: Steps, table: Table | None = None, amender: Any = None, **fields: Any) -> Book:
    """Makes a book of procedures."""
    table = table or Table()
    own = {each.name: each for each in others if each.name in OWN}  # instead of the kernel's
    written = (*(each for each in others if each.name not in own), main, Steps("nothing", {"": lambda m, frame: end()}))
    numbers = {name: number for number, name in enumerate((*OWN, *(each.name for each in written)))}
    given = {
        "stats": STATS,
        "zones": table.zones,
        "kinds": (Kind("thing"),),
        "hash": "fake",
        "text": (("fake", ""),),
        **fields,
        "amendable": amender is not None,
    }
    given |= linked(given, numbers)
    made = Book("fake", written=written, main=numbers[main.name], scenes={"table": scene(table)}, **given)
    object.__setattr__(made, "procedures", tuple(own.get(each.name, each) for each in made.procedures))
    if amender is not None:
        AMENDING.makers[made] = amender
    return made


def rewritten(base: Book, procedures: dict[str, Steps]) -> Book:
    """Gives an amended book in which some procedures are changed or new; every procedure keeps its number."""
    known = {each.name for each in base.written}
    kept = (procedures.get(each.name, each) for each in base.written)
    new = (dataclasses.replace(each, name=name) for name, each in procedures.items() if name not in known)
    return replace(base, hash="other", origin=base, written=(*kept, *new))


def in_progress(playing: Game) -> list[str]:
    """Names the procedures in progress, the outermost first."""
    return [playing.book.procedure_name(frame.procedure) for frame in playing.state.agenda]


def numbered(m: Machine, name: str) -> int:
    """Gives the number of a procedure."""
    return m.book.procedure_numbers[name]


def named(procedure: str) -> Any:
    """Gives a reference to a procedure by name, which a book in Python replaces by its number."""
    return procedure


def linked(given: dict[str, Any], numbers: dict[str, int]) -> dict[str, Any]:
    """Gives the fields of a book that refer to procedures, with numbers instead of names."""
    actions = given.get("actions", ())
    found = {"actions": tuple(replace(each, procedure=_number(numbers, each.procedure, "nothing")) for each in actions)}
    if (settle := given.get("settle")) is not None:
        structure = _number(numbers, settle.structure or "", "")
        found["settle"] = replace(settle, procedure=_number(numbers, settle.procedure, ""), structure=structure)
    return found | {"turn": _number(numbers, given.get("turn", ""), "")}


def _number(numbers: dict[str, int], name: str | int, otherwise: str) -> int:
    return name if isinstance(name, int) else numbers.get(name, numbers.get(otherwise, NOWHERE))


def scene(table: Any) -> Any:
    """Makes a scene that is set up by a table, or by a function."""
    return Laid(table if callable(table) else table.set_up)


@dataclass(frozen=True)
class Laid:
    """A scene of a book in Python."""

    set_up: Callable[[Book, Any], State]


def _set_up(book: Book, position: Any, given: Any, otherwise: Any = positions.set_up) -> Any:
    return position.set_up(book, given) if isinstance(position, Laid) else otherwise(book, position, given)


positions.set_up = _set_up


class Amending:
    """Makes amended versions of books written in Python; other books are amended by the language."""

    def __init__(self) -> None:
        self.makers: dict[Book, Any] = {}
        self.language: Any = amendments.REGISTERED.amending

    def __call__(self, base: Book, amendments: Any) -> Any:
        return self.makers.get(base, self.language)(base, amendments)

    def problems(self, base: Book, amendments: Any, text: str) -> Any:
        return self.language.problems(base, amendments, text)


assert language
amendments.REGISTERED.amending = AMENDING = Amending()


@dataclass(frozen=True, eq=False)
class Called:
    """A condition, pool, text or cost that a test gives as a function."""

    function: Callable[..., Any]
    named: Callable[[Machine, str], str] = lambda m, text: text


judging.TESTS[Called] = lambda book, made: made.function
judging.POOLS[Called] = judging.WORDS[Called] = judging.COSTS[Called] = lambda made, m, vars: made.function(m, vars)
judging.TEXTS[Called] = lambda made, m, vars: {made.named(m, text): text for text in made.function(m, vars)}


EVALUATE[Called] = lambda made, m, vars: made.function(m, vars)


def called(function: Any) -> Any:
    """Makes a record from a function, which the kernel calls; the function may also name the texts of the record."""
    if isinstance(function, Called):
        return function
    return Called(function, function.named) if hasattr(function, "named") else Called(function)


def feature(name: str, holds: Any = lambda m, slot: True, index: int = 0, **fields: Any) -> Feature:
    """Makes a feature that things have if a function returns true for them."""
    return Feature(index, name, "global", called(lambda m, vars: holds(m, vars["it"])), **fields)


def featured(*features: Feature) -> dict[str, Any]:
    """Gives the fields of a book with some features in force."""
    return {"features": features, "active_features": {"table": frozenset(each.index for each in features)}}


def made_check(name: str, rule: str, test: Any, words: Any, **more: Any) -> Check:
    """Makes a check of two functions."""
    return Check(name, rule, called(test), called(words), **more)


def made_pick(name: str, prompt: str, kind: Any, pool: Any, *more: Any, **fields: Any) -> Pick:
    """Makes a pick whose pool is a function."""
    return Pick(name, prompt, kind, called(pool), *more, **fields)


def made_trigger(action: int, on: Any, test: Any, **more: Any) -> Trigger:
    """Makes a trigger from a function."""
    return Trigger(action, on, called(test), **more)


def told(happened: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Gives what was told, in order."""
    return [event[1:] for event in happened if event[0] == "told"]
