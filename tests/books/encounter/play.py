"""Helpers for tests that read like play: set up a position from rule text, act in it with given dice, read one fact."""

from collections.abc import Sequence
from functools import cache
from textwrap import indent

from rulewright import books
from rulewright.kernel.change import values
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.evaluation import account
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import TILE
from rulewright.language.check import examples
from rulewright.language.check.examples import ExampleRun, Result
from rulewright.language.lower.compiler import Bound, bind


@cache
def bound(text: str, readings: tuple[tuple[str, str], ...] = ()) -> Bound:
    """Makes a book from rule text that uses the encounter's vocabulary."""
    return bind([("test.rules", text)], books.finder(), readings=dict(readings), default="encounter")


def loaded(text: str, readings: dict[str, str] | None = None) -> Bound:
    """Loads rule text that has no error in it."""
    found = bound(text, tuple((readings or {}).items()))
    if found.book is None:
        raise RuleTextError([problem for problem in found.problems if problem.severity == "error"])
    return found


def problems(text: str) -> list[str]:
    """Lists the errors of rule text."""
    return [problem.message for problem in bound(text).problems if problem.severity == "error"]


def scene(position: str, rules: str = "", readings: dict[str, str] | None = None) -> ExampleRun:
    """Sets up a position; the first actor is in the middle of a turn, with the points that the position gives."""
    found = loaded(f"{rules}\n\nExample: here\n{indent(position.strip(), '  ')}\n", readings)
    assert found.book is not None
    return examples.set_up(found.book, next(e for e in found.examples if e.name == "here"))


def rounds(casts: str, initiative: Sequence[int], rules: str = "", readings: dict[str, str] | None = None) -> ExampleRun:
    """Begins a whole encounter, round after round; each actor's initiative die is given, in the order of the actors."""
    found = loaded(f"{rules}\n\nScene Here\n{indent(casts.strip(), '  ')}\n", readings)
    assert found.book is not None
    game = Game(found.book, "Here", dice=initiative)
    return ExampleRun(found.book, Result(None), game, game.state.copy())  # type: ignore[arg-type]


def do(game: ExampleRun, who: str, words: str, dice: Sequence[int] = ()) -> None:
    """Lets somebody act or answer with these dice, which must all be rolled."""
    assert game.act(who, words, dice) == (), "dice were left over"


def cannot(game: ExampleRun, who: str, words: str) -> str:
    """Names the check that forbids something; "" if it is allowed."""
    why = game.why_not(who, words)
    return "" if why is None else why.check


def finish(game: ExampleRun) -> None:
    """Lets the turn in progress end."""
    game.finish()


def begin(game: ExampleRun, who: str) -> None:
    """Lets somebody's turn begin."""
    game.begin(who)


def stat(game: ExampleRun, who: str, name: str) -> int:
    """Reads the current value of somebody's stat."""
    return values.value(game.game.machine, game.game.find(who), game.book.stat(name))


def spot(game: ExampleRun, who: str) -> str:
    """Says where somebody stands, `6,12`; the first actor of a position without spots stands at 5,12."""
    grid = game.game.state.setting.grid
    assert grid is not None
    return grid.words(game.game.state.cell(game.game.find(who), TILE))


def defeated(game: ExampleRun, who: str) -> bool:
    """Says whether somebody is out of play."""
    return not game.game.machine.in_play(game.game.find(who))


def asked(game: ExampleRun, *names: str) -> bool:
    """Says whether exactly these are asked now; without names, whether nobody is."""
    return all(game.is_asked(name) for name in names) and len(game.game.asking) == len(names)


def menu(game: ExampleRun) -> list[str]:
    """Lists what is on the menu of whoever is asked."""
    found = game.game.menu()
    assert found is not None
    return [found.words(key) for key in found]


def said(game: ExampleRun) -> list[str]:
    """Tells what the last answer did, in order."""
    return [line for event in game.happened if (line := account.say(game.game.machine, event))]


def check(game: ExampleRun) -> str:
    """Says the result of the check of the last answer: passed, failed, or "" when there was none."""
    return next((event[2] for event in game.happened if event[:2] == ("told", "check")), "")
