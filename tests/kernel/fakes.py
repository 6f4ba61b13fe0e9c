"""Small books in Python for the kernel's tests: procedures made of plain functions, and a table with a few things on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.kernel.book import OWN_STATS, Book, Kind, Stat, Zone, kernel_procedures
from rulewright.kernel.flow.agenda import Control, Machine, ask, end
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import KIND, NOBODY, NOWHERE, OWN, OWNER, SIDE, TILE, Frame, Setting, State

Step = Callable[[Machine, Frame], Control]
HEALTH, LIMIT, COINS = OWN, OWN + 1, OWN + 2
STATS = (*OWN_STATS, Stat("Health", cap=LIMIT), Stat("Limit"), Stat("Coins", most=9))
ANN, BO = 0, 1


@dataclass
class Steps:
    """A procedure made of functions, one for each step; the first is called ""."""

    name: str
    steps: dict[str, Step]
    offer: Sequence[Any] | Menu = ("yes", "no")
    announced: bool = False
    tells: bool = False

    def run(self, m: Machine, frame: Frame) -> Control:
        return self.steps[frame.step](m, frame)

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

    def set_up(self, book: Book, given: Any) -> State:
        """Makes the state, by the one writer."""
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


def book(main: Steps, *others: Steps, table: Table | None = None, **fields: Any) -> Book:
    """Makes a book of procedures."""
    table = table or Table()
    procedures = {**kernel_procedures(), **{each.name: each for each in (main, *others)}}
    given = {"stats": STATS, "zones": table.zones, "kinds": (Kind("thing"),), "hash": "fake", "text": (("fake", ""),), **fields}
    return Book("fake", procedures=procedures, main=main.name, scenes={"table": table.set_up}, **given)


def told(happened: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Gives what was told, in order."""
    return [event[1:] for event in happened if event[0] == "told"]
