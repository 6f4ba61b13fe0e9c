"""A game of three in one window: Ann, Bo and Cy plot (which waits on a stack), shout (which does not), quash plots, and leave."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulewright.kernel.book import Book
from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import ask, call, end
from rulewright.kernel.game import Game
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import NOWHERE, State
from rulewright.program import marks
from rulewright.program.declared import ALONE, DISCIPLINES, Discipline, Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import Steps, Table, game, in_progress, made_pick, named

ANN, BO, CY = range(3)
BOARD, OUT, STACK, HAND = range(4)
SEATS = ("Ann", "Bo", "Cy")
ZONES = (Zone("Board", live=True), Zone("Out", keeps=True), Zone("Stack", stack=True))
THING, ITEM, PLAYER, HAT = range(4)
ACTION = frozenset({marks.ACTION})


def waiting(m: Any, vars: Any) -> Sequence[int]:
    return stacks.waiting(m)


def in_play(m: Any, vars: Any) -> Sequence[int]:
    return [slot for slot in range(len(m.state.places)) if m.in_play(slot)]


PLOT = Action("Plot", 0, named("plot"), ACTION, stack="one")
SHOUT = Action("Shout", 1, named("shout"), ACTION)
QUASH = Action("Quash", 2, named("quash"), ACTION, picks=(made_pick("it", "a plot", "object", waiting),))
LEAVE = Action("Leave", 3, named("leave"), ACTION)
EXPEL = Action("Expel", 4, named("expel"), ACTION, picks=(made_pick("target", "somebody", "object", in_play),))
ACTIONS = (PLOT, SHOUT, QUASH, LEAVE, EXPEL)
NAMED = {action.name: n for n, action in enumerate(ACTIONS)}


class Trio(Table):
    """A table of three, who are the first three things on it."""

    def set_up(self, book: Book, given: Any = None) -> State:
        state = super().set_up(book, given)
        state.setting = type(state.setting)("table", seats=SEATS, sides=SEATS)
        events.apply(state, ("linked", 0, "players", None, (ANN, BO, CY)))
        return state


def says(word: str) -> Steps:
    """Makes a procedure that announces a word and a player."""

    def step(m: Any, frame: Any) -> Any:
        m.emit(("told", word, frame.vars["player"]))
        return end()

    return Steps(word, {"": step})


def sends(word: str, name: str) -> Steps:
    """Makes a procedure that moves away the thing with a given name."""

    def step(m: Any, frame: Any) -> Any:
        effects.do(m, effects.send(frame.vars[name], OUT))
        return end()

    return Steps(word, {"": step})


def quash(m: Any, frame: Any) -> Any:
    effects.do(m, *stacks.countered(m, frame.vars["it"]))
    return end()


STEPS = (says("plot"), says("shout"), Steps("quash", {"": quash}), sends("leave", "actor"), sends("expel", "target"))


def closed(m: Any, frame: Any) -> Any:
    """Announces that a window is closed and with what result, and waits."""
    m.emit(("told", "closed", frame.vars.get("outcome")))
    return ask((ANN,), "over", {})


def plots(m: Any, *players: int) -> None:
    """Puts a plot of each of some players on the stack."""
    for player in players:
        stacks.put(m, PLOT, {"actor": player, "source": player, "player": player, "action": PLOT.index})


def opens(procedure: str, given: Any, plotters: Sequence[int] = ()) -> Steps:
    """Makes a procedure that opens a window when some have plotted."""

    def step(m: Any, frame: Any) -> Any:
        plots(m, *plotters)
        return call(named(procedure), given, "closed", {}, "outcome")

    return Steps("main", {"": step, "closed": closed})


def duel(rule: Discipline = DISCIPLINES[ALONE], *more: Steps, procedure: str = "window", plotters: Sequence[int] = (),
         actions: tuple[Action, ...] = (), hats: tuple[Action, ...] = (), fields: Any = None, table: Table | None = None,
         **given: Any) -> Game:  # fmt: skip
    """Begins a window for all three in turn, Ann first unless said otherwise; hats have some of the actions."""
    known, own = ACTIONS + actions + hats, len(ACTIONS + actions)
    words = [action.name for action in known]
    known = tuple(replace(each, word=words.index(each.name), counts_as=NAMED.get(each.identity, NOWHERE)) for each in known)
    given |= {"only": tuple(words.index(name) for name in given["only"])} if given.get("only") else {}
    window = {"kinds": (marks.ACTION,), "discipline": 1, "title": "duel", "seats": (ANN, BO, CY), **given}
    things = table or Trio(ZONES)
    things.things[:0] = [(name, n, {}, BOARD, PLAYER) for n, name in enumerate(SEATS)]
    having = (Kind("player", actions=tuple(range(own))), Kind("hat", actions=tuple(range(own, len(known)))))
    book = {"actions": known, "kinds": (Kind("thing"), Kind("item"), *having), "disciplines": (*DISCIPLINES, rule)}
    return game(opens(procedure, window, plotters), *STEPS, *more, table=things, **{**book, **(fields or {})})


def asked(playing: Game, *answers: str) -> str:
    """Gives who is asked before each answer and after the last one; nobody is asked when the window is closed."""
    found = [_asked(playing)]
    for words in answers:
        playing.answer(None, *words.split("/"))
        found.append(_asked(playing))
    return " ".join(found)


def _asked(playing: Game) -> str:
    open_ = not {"window", "floor"}.isdisjoint(in_progress(playing))
    return "+".join(playing.seats[player] for player in playing.asking) if open_ else "-"


def offered(playing: Game, player: str, *picks: Any) -> list[str]:
    """Gives the words of a menu."""
    menu = playing.menu(player, *picks)
    assert menu is not None
    return [menu.words(key) for key in menu]
