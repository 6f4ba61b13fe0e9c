"""The contract that every rule book passes, published for authors of books: `check_book(rulewright.load("my.rules"))`.

It plays a book's scenes with seeded random answers and tests the game at every choice. It does not depend on a test runner.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from rulewright.kernel.book import Book
from rulewright.kernel.errors import GameOver, NotAsked, Refused, RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment, saves
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state import events, holding
from rulewright.kernel.state.facts import CONTROL, FACTS, State
from rulewright.program import validate
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.testing import leaks
from rulewright.testing.answers import NONSENSE, ContractError, Path, options, random_answer, random_path, random_player, shown

__all__ = [
    "ContractError",
    "Played",
    "check_book",
    "check_game",
    "options",
    "random_answer",
    "random_path",
    "random_player",
    "shown",
]

SEEDS = (1, 2, 3)
ANSWERS = 200
THOROUGH = 16  # the slow tests run only at every so many choices


@dataclass(frozen=True, slots=True)
class Played:
    """The result of one game of the contract: the number of answers, and whether it ended."""

    scene: str
    seed: int
    answers: int
    over: bool


def check_book(
    book: Book, scenes: Iterable[str] | None = None, seeds: Iterable[int] = SEEDS, answers: int = ANSWERS
) -> list[Played]:
    """Test a book in each scene with each seed, up to a number of answers; raise ContractError if a test fails."""
    scenes, seeds = tuple(book.scenes if scenes is None else scenes), tuple(seeds)
    return [check_game(book, scene, seed, answers) for scene in scenes for seed in seeds]


def check_game(book: Book, scene: str, seed: int, answers: int = ANSWERS) -> Played:
    """Play one game with random answers and run every test."""
    trial = Trial(Game(book, scene, seed=seed))
    try:
        trial.play(answers)
    except RulewrightError as error:
        raise trial.fail("a game only ever refuses what it should", repr(error)) from error
    return Played(scene, seed, trial.game.state.number, trial.game.over)


def seen(game: Game) -> dict[str, Any]:
    """Give everything that can be compared: who is asked what, what each seat and a spectator see, and the standings."""
    seats: list[int | None] = [None, *range(len(game.seats))]
    return {
        "where": game.where(),
        "menus": [(player, shown(game.menu(player))) for player in game.asking],
        "views": [game.view(seat) for seat in seats],
        "standing": game.standing(),
    }


def differences(one: State, other: State) -> list[str]:
    """Name the fields, facts and control, in which two states differ."""
    return [name for name in ("width", "setting", *FACTS, *CONTROL, "touched") if getattr(one, name) != getattr(other, name)]


@dataclass(slots=True)
class Trial:
    """One game under trial."""

    game: Game
    first: str = ""
    last: Path = ()
    witnesses: dict[Viewer, Witness] = field(default_factory=dict)
    proved: Book | None = None  # the newest rules that are known to be a well-formed program

    def fail(self, promise: str, came: object) -> ContractError:
        """Raise an error that says which test failed, and where."""
        game = self.game
        place = f"{game.book.name}, scene {game.scene!r}, seed {game.seed}, answer {game.state.number}"
        return ContractError(f"{place}: {promise}: {came}\n  {game.where()}")

    def witness(self, viewer: Viewer) -> Witness:
        """Give a witness that was told everything so far that a viewer may know."""
        if viewer not in self.witnesses:
            self.witnesses[viewer] = Witness(self.game, viewer)
        self.witnesses[viewer].follow(self.game.done)
        return self.witnesses[viewer]

    def hold(self, promise: str, kept: bool, came: object = "it did not") -> None:
        """Raise unless a condition is true."""
        if not kept:
            raise self.fail(promise, came)

    def play(self, answers: int) -> None:
        """Play to the end or the bound, with all tests."""
        self.same_seed()
        leaks.begins_alike(self)
        while not self.game.over and self.game.state.number < answers:
            self.choice()
            self.go_on()
        self.finish()

    def same_seed(self) -> None:
        """The same seed gives the same game."""
        self.text(saves.state_out(self.game.state, self.game.book))
        self.first = self.game.fingerprint()
        again = Game(self.game.book, self.game.scene, seed=self.game.seed, given=self.game.given)
        self.hold("the same seed begins the same game", again.fingerprint() == self.first)

    def well_formed(self) -> None:
        """The rules that are in force, also amended ones, are a well-formed program."""
        if self.game.book is not self.proved:
            for wrong in validate.problems(self.game.book):
                raise self.fail("the rules are a well-formed program", wrong)
            self.proved = self.game.book

    def choice(self) -> None:
        """Run the tests of a waiting game, and leave it unchanged."""
        before = self.game.fingerprint()
        self.hold("somebody is asked until the game is over", bool(self.game.asking), "nobody is asked")
        self.data()
        self.well_formed()
        for player in self.game.asking:
            self.answerable(player)
            self.refuses(player)
        self.refuses_others()
        leaks.hold(self)
        if self.dear():
            self.saves()
        self.hold("asking, refusing and playing copies change nothing", self.game.fingerprint() == before)

    def dear(self) -> bool:
        """Say whether the slow tests run at this choice: at the first few and then occasionally."""
        return self.game.state.number < 3 or self.game.state.number % THOROUGH == 0

    def data(self) -> None:
        """A waiting game is plain JSON, and reading it gives the same game."""
        game, text = self.game, self.text(saves.state_out(self.game.state, self.game.book))
        state = saves.state_in(json.loads(text), game.book)
        self.hold("a state read back is the same", not differences(state, game.state), differences(state, game.state))
        other = Game(game.base, game.scene, seed=game.seed, dice=game.machine.script, state=state)
        other.done[:] = game.done  # the record is not part of the state, and Judgment picks from it
        self.hold("a game read back looks the same", seen(other) == seen(game))
        self.held(game)

    def held(self, game: Game) -> None:
        """What is in progress holds only what its slots are declared for."""
        found = holding.misfits(game.book, game.state)
        self.hold("a frame holds only what its slots are for", not found, "; ".join(found))

    def text(self, value: object) -> str:
        """Give plain values as JSON text."""
        try:
            return json.dumps(value, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise self.fail("the waiting game is plain JSON", error) from None

    def answerable(self, player: int) -> None:
        """Every option of the menu can be answered, and its words name it."""
        menu = self.game.menu(player)
        keys = [] if menu is None else options(menu)
        self.hold("an asked player has something to pick", bool(keys), menu)
        for key in keys:
            self.hold("an option's words name it", self.reads(menu, key), f"{key!r} in {menu}")
            for path in self.paths(player, (key,)):
                self.answers(player, path)

    def reads(self, menu: Menu | None, key: Any) -> bool:
        """Say whether an option is on its menu and its words find it there."""
        try:
            return menu is not None and key in menu and bool(menu.parser or menu.read(menu.words(key)) == key)
        except Refused:
            return False

    def paths(self, player: int, path: Path) -> Iterator[Path]:
        """Give complete answers with a given beginning: one at random, or occasionally all of them."""
        if not self.dear():
            yield random_path(self.game, player, self.game.seed, path)
            return
        menu = self.game.menu(player, *path)
        if menu is None:
            yield path
        else:
            for key in options(menu):
                yield from self.paths(player, (*path, key))

    def answers(self, player: int, path: Path) -> None:
        """An option can be answered on a copy, and the journal says so."""
        copy, before = self.game.copy(), self.game.fingerprint()
        try:
            happened = copy.answer(player, *path)
        except Exception as error:
            raise self.fail(f"every option can be answered, {path} too", repr(error)) from error
        self.hold("a copy is independent", self.game.fingerprint() == before, path)
        self.held(copy)
        last = copy.done[-1]
        written = copy.record[last.entry.number] == happened and (last.events == happened or bool(judgment.judged(happened)))
        self.hold("an answer is written down", len(copy.done) == len(self.game.done) + 1 and written)

    def refuses(self, player: int) -> None:
        """Answers that are not on the menu, too long or out of time are refused and change nothing."""
        path = random_path(self.game, player, self.game.seed)
        self.refused(player, (NONSENSE,))
        self.refused(player, ())
        self.refused(player, (*path, NONSENSE))
        self.refused(player, path, at=self.game.state.now - 1)
        if not self.fits(player, self.last):
            self.refused(player, self.last)

    def fits(self, player: int, path: Path) -> bool:
        """Say whether a path is on the menu, pick by pick."""
        for length, pick in enumerate(path):
            menu = self.game.menu(player, *path[:length])
            if menu is None or pick not in menu:
                return False
        return True

    def refuses_others(self) -> None:
        """A player who is not asked cannot answer, and time cannot go back."""
        asked = self.game.asking
        for player in (set(range(len(self.game.seats))) - set(asked)) | {len(self.game.seats)}:
            self.refused(player, random_path(self.game, asked[0], self.game.seed), NotAsked)
        try:
            self.game.tick(self.game.state.now - 1)
        except Refused:
            return
        raise self.fail("time does not run back", "a tick was accepted")

    def refused(self, player: int, path: Path, kind: type[Refused] = Refused, at: int | None = None) -> str:
        """An answer is refused with words and changes nothing; give the words."""
        before, count = self.game.fingerprint(), len(self.game.done)
        try:
            self.game.answer(player, *path, at=at)
        except kind as error:
            words = str(error)
        except Exception as error:
            raise self.fail(f"{path} by player {player} is refused in words", repr(error)) from error
        else:
            raise self.fail(f"{path} by player {player} is refused", "it was accepted")
        same = self.game.fingerprint() == before and len(self.game.done) == count
        self.hold("a refused answer changes nothing", same and bool(words), path)
        return words

    def saves(self) -> None:
        """A saved game that is read with the same book continues as the same game."""
        data = json.loads(self.text(saves.save(self.game)))
        try:
            again = saves.load(data, self.game.book)
        except RulewrightError as error:
            raise self.fail("a saved game can be read back", error) from error
        self.same(again, "a saved game read back")

    def same(self, other: Game, what: str) -> None:
        """Compare another game with this one: state, journal, events, and views."""
        mine, differ = self.game, differences(other.state, self.game.state)
        self.hold(f"{what} has the same state", other.fingerprint() == mine.fingerprint() and not differ, differ)
        self.hold(f"{what} has the same journal", other.journal == mine.journal)
        self.hold(f"{what} has the same events", list(other.events) == list(mine.events))
        self.hold(f"{what} looks the same", seen(other) == seen(mine))

    def go_on(self) -> None:
        """Answer at random; an earlier copy does not change, and facts change only by events."""
        copy, before = self.game.copy(), self.game.fingerprint()
        happened = random_answer(self.game, self.game.seed, piecemeal=True)
        self.last = self.game.done[-1].entry.path
        self.hold("a copy is independent", copy.fingerprint() == before)
        if judgment.judged(happened):
            self.judged(before)
            return
        for event in happened:
            events.apply(copy.state, event)
        facts = [name for name in (*FACTS, "touched") if getattr(copy.state, name) != getattr(self.game.state, name)]
        self.hold("facts change only by events", not facts, facts)

    def judged(self, before: str) -> None:
        """After a Judgment the replayed record leads to the state, and undoing it gives the game before."""
        copy, begun = self.game.copy(), Game(self.game.base, self.game.scene, seed=self.game.seed, given=self.game.given)
        copy.undo()
        self.hold("a Judgment can be undone", copy.fingerprint() == before)
        for done in self.game.done[1:]:
            for event in done.events:
                events.apply(begun.state, event)
        facts = [name for name in (*FACTS, "touched") if getattr(begun.state, name) != getattr(self.game.state, name)]
        self.hold("after a Judgment every fact comes from an event", not facts, facts)

    def finish(self) -> None:
        """Test a whole game: replay equals play, undo leads back, and a finished game stays finished."""
        data = json.loads(self.text(saves.save(self.game)))
        self.same(saves.replay(data, self.game.base), "a replayed game")
        if self.game.over:
            self.ended()
        copy = self.game.copy()
        while len(copy.done) > 1:
            copy.undo()
        self.hold("undoing everything returns to the beginning", copy.fingerprint() == self.first)
        self.saves()

    def ended(self) -> None:
        """A finished game asks nobody, takes no answer, and has standings."""
        self.hold("nobody is asked when the game is over", not self.game.asking)
        self.hold("a view says that the game is over", self.game.view()["over"] is True)
        self.hold("a side has won, lost or neither", set(self.game.standing().values()) <= {-1, 0, 1}, self.game.standing())
        for player in range(len(self.game.seats)):
            self.refused(player, (NONSENSE,), GameOver)
