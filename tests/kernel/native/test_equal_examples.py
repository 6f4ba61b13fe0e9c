"""Examples of books, and random games from their positions, are the same on the native machine and on the Python machine."""

import random
from collections.abc import Callable
from contextlib import suppress

import pytest

from rulewright import books
from rulewright.kernel.errors import RulewrightError, Runaway
from rulewright.kernel.native import c_machine
from rulewright.language.check import examples
from rulewright.language.check.example_lines import Example
from rulewright.language.check.examples import ExampleRun
from tests.books import proofs
from tests.hygiene.tree import ROOT
from tests.kernel.native.test_equal_play import play_both, same
from tests.lengths import LONG

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]
FOLDERS = ("src/rulewright/cookbook", "tests/language/in_play/changes", "tests/language/lower/costs", "tests/books_from_docs")
LARGE = ("tests/books", "tests/language/grammar/families", "tests/shapes", "src/rulewright/cli/scaffold")
TURNS, ANSWERS = 3, 12


def sources() -> list[str]:
    """Lists the books: all of them in the long run, otherwise those with the most kinds of effect."""
    folders = (*FOLDERS, *(LARGE if LONG else ()))
    files = [str(path.relative_to(ROOT)) for folder in folders for path in sorted((ROOT / folder).rglob("*.rules"))]
    return [*files, *(books.known() if LONG else ())]


def own_examples(source: str) -> list[Example]:
    """Lists the examples of a text itself."""
    found = proofs.read(source)
    if found.book is None:
        return []
    own = {file for file, _ in books.sources(source)}
    return [example for example in found.examples if example.span.file in own]


Runs = Callable[[str, Example], tuple[ExampleRun, ExampleRun]]


@pytest.fixture
def runs(native: object, monkeypatch: pytest.MonkeyPatch) -> Runs:
    """Gives an example twice: on the native machine, and on the Python machine."""

    def begin(source: str, example: Example) -> tuple[ExampleRun, ExampleRun]:
        playing = examples.set_up(proofs.played(source), example)
        with monkeypatch.context() as turned_off:
            turned_off.setenv(c_machine.SWITCH, "0")
            return playing, examples.set_up(proofs.python_only(source), example)

    return begin


def begin_turn(run: ExampleRun, who: str) -> None:
    """Lets somebody's turn begin."""
    with suppress(Runaway):
        run._begin_turn(who, in_the_middle=False)


def play_on(playing: ExampleRun, reference: ExampleRun, chance: random.Random) -> None:
    """Goes on at random from where an example is, with a few further turns."""
    for run in (playing, reference):
        run.game.machine.script = None
    for _ in range(TURNS):
        if reference.game.over and reference.book.turn >= 0:
            players = [
                name for name, kind in zip(reference.game.state.names, reference.game.state.places, strict=True) if kind >= 0
            ]
            who = chance.choice(players)
            begin_turn(playing, who)
            begin_turn(reference, who)
        play_both(playing.game, reference.game, chance, most=len(reference.game.done) + ANSWERS)


@pytest.mark.parametrize("source", sources())
def test_examples_and_games_from_their_positions_are_the_same(runs: Runs, source: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(ROOT)
    for number, example in enumerate(own_examples(source)):
        try:
            started, beside = runs(source, example), runs(source, example)
        except (ValueError, RulewrightError):
            continue  # a position that cannot be set up
        for run in started:
            run.play()
        playing, reference = started
        assert playing.result.failures == reference.result.failures, example.name
        assert (playing.game.journal, tuple(playing.game.events)) == (reference.game.journal, tuple(reference.game.events)), (
            example.name
        )
        same(playing.game, reference.game)
        for pair in (started, beside):
            play_on(*pair, random.Random(number))
