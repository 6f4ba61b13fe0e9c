"""Compare the native machine with the Python machine in whole games: `python -m benchmarks.equal [BOOK …] [--games 10000]`.

The games of a book have numbers; each is played on both machines at once, in one of its scenes. At every choice it compares the
menus of every pick, the events, who is asked, and all facts and control, of which the fingerprint is made. At some of them it
compares the fingerprint itself (one in five), the words of the menu, the whole answers with their numbers, refusals of wrong
answers, and what each seat and a spectator sees. Now and then an answer is taken back, a copy goes on instead, or the machines
change over: the next answer begins with a new block, or Python gives some answers.
One game in ten is taken back to its start, and one in fifty is played by bots or strategies instead of at random.

How many games of a book were equal is kept in a file, by the revision of the code, so that a run can be stopped and started
again. The first difference ends the run with the number of its game, which `--from N --games 1` plays again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from benchmarks import leave
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history.saves import state_out
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.native import c_machine
from rulewright.kernel.native.native_play import PATIENCE
from rulewright.play.bots import Bot, greedy_bot
from rulewright.play.strategies import seated

SOURCE = Path(__file__).parents[1] / "src" / "rulewright"
MOMENTS = (0, 1, 3600, 15_000, 90_000)
"""How many seconds later somebody answers, or time passes."""
SHORT, LONG = 60, 400  # answers of a game; one in twenty is long
BY_BOTS, BACK, LENGTHY = 50, 10, 20  # one in so many games is played by bots, taken back to its start, or long
BOT_ANSWERS = 25
FINGERPRINTS, VIEWS, REFUSALS = 0.2, 0.01, 0.06  # at how many choices they are compared, because they take long in Python
ONLY_NUMBERS = ("cells", "places", "zones")  # facts that hold numbers and nothing else


class Different(Exception):
    """The machines are not the same game."""


def compared(what: str, playing: object, reference: object) -> None:
    """Compare what both machines say."""
    if playing != reference:
        raise Different(f"{what}:\n  native: {str(playing)[:2000]}\n  Python: {str(reference)[:2000]}")


def compare_states(playing: Game, reference: Game) -> None:
    """Compare what fingerprints are made of, without making them of the long rows of numbers."""
    ours, theirs = (state_out(game.state, game.book) for game in (playing, reference))
    for name in ONLY_NUMBERS:
        compared(name, ours.pop(name), theirs.pop(name))
    compared("the state", *(json.dumps(rest, sort_keys=True) for rest in (ours, theirs)))


def told(asked: Callable[..., Any], *about: Any, **more: Any) -> Any:
    """Give what is told, or why it is refused."""
    try:
        return asked(*about, **more)
    except RulewrightError as error:
        return type(error).__name__, str(error)


def happened(done: Callable[..., Any], *about: Any, **more: Any) -> Any:
    """Give the events of what is done, or why it is refused."""
    found = told(done, *about, **more)
    return found if type(found) is tuple else tuple(found)


@contextmanager
def python_alone() -> Iterator[None]:
    """Let games that begin here, and copies that are made here, play in Python."""
    before = os.environ.get(c_machine.SWITCH)
    os.environ[c_machine.SWITCH] = "0"
    try:
        yield
    finally:
        os.environ.pop(c_machine.SWITCH)
        os.environ |= {} if before is None else {c_machine.SWITCH: before}


class Pair:
    """A game on both machines."""

    def __init__(self, book: Book, scene: str, number: int) -> None:
        self.book, self.chance, self.last = book, random.Random(f"equal {number}"), ()
        self.playing = Game(book, scene, seed=number)
        with python_alone():
            self.reference = Game(book, scene, seed=number)
        self.most = LONG if number % LENGTHY == 0 else SHORT
        self.bots: list[Bot] = []
        if number % BY_BOTS == BY_BOTS - 1:
            self.bots, self.most = seated(self.reference, greedy_bot(number), number), BOT_ANSWERS
        self.back = number % BACK == 0

    def play(self) -> int:
        """Play to the end, or until there were enough answers; give how many there were."""
        tries = 0
        while not self.reference.over and self.reference.length <= self.most and tries < 3 * self.most:
            tries += 1
            self.step()
            self.compare()
            self.turn_aside()
        given = self.reference.length
        compared("the journal", self.playing.journal, self.reference.journal)
        compared("the events", tuple(self.playing.events), tuple(self.reference.events))
        while self.back and self.reference.length > 1:
            self.undo()
        return given

    # -- answers -------------------------------------------------------------------------------------------------

    def step(self) -> None:
        """Let time pass, or somebody answer, now or later."""
        if len(self.reference.asking) > 1 and self.chance.random() < 0.25:
            self.tick()
            return
        player = self.chance.choice(self.reference.asking)
        if self.chance.random() < REFUSALS:
            self.refused(player)
        path = self.bots[player](self.playing, player) if self.bots else self.picked(player)
        if path is not None and (path != ("pass",) or len(self.reference.asking) == 1):
            later = self.book.timed and self.chance.random() < 0.2
            self.answer(player, path, self.reference.state.now + self.chance.choice(MOMENTS) if later else None)

    def tick(self) -> None:
        """Let time pass on both."""
        now = self.reference.state.now
        due = [each.at for each in self.reference.due()][:1]
        then = max(now, self.chance.choice([*due, now + self.chance.choice(MOMENTS)]))
        compared(f"time until {then}", *(happened(game.tick, then) for game in (self.playing, self.reference)))

    def answer(self, player: int, path: tuple[Any, ...], at: int | None = None) -> None:
        """Give the same answer to both."""
        both = (happened(game.answer, player, *path, at=at) for game in (self.playing, self.reference))
        compared(f"answer {player} {path} at {at}", *both)
        self.last = path

    def picked(self, player: int) -> tuple[Any, ...] | None:
        """Pick at random from the menus, which are compared; None if that leads nowhere."""
        path: tuple[Any, ...] = ()
        while (menu := told(self.reference.menu, player, *path)) is not None:
            other = told(self.playing.menu, player, *path)
            if not isinstance(menu, Menu) or other is None:
                compared(f"menu {player} {path}", other, menu)
                return None
            self.compare_menus(path, other, menu)
            key = self.key(menu)
            if key is None:
                return None
            path = (*path, key)
        compared(f"menu {player} {path}", told(self.playing.menu, player, *path), None)
        return path

    def compare_menus(self, path: tuple[Any, ...], menu: Menu, other: Menu) -> None:
        """Compare the keys of two menus, and sometimes their words."""
        compared(f"menu {path}", (list(menu.keys), menu.default), (list(other.keys), other.default))
        if self.chance.random() < 0.1:
            compared(f"words {path}", (menu.options, menu.prompt, menu.kind), (other.options, other.prompt, other.kind))

    def key(self, menu: Menu) -> Any:
        """Pick at random; of prepared texts one that fits, and None where nothing can be picked."""
        keys = list(menu.keys)
        if menu.parser:
            texts = self.chance.sample(keys, min(2, len(keys)))
            return next((text for text in texts if menu.judge is None or not menu.judge(text)), None)
        return self.chance.choice(keys) if keys else None

    def refused(self, player: int) -> None:
        """Give a wrong answer, mostly: an older one, one too short, one of somebody else, or one with a wrong pick."""
        path = self.last or ("pass",)
        wrong = self.chance.choice(
            [path, path[:-1], (*path, 0), (*path[:-1], self.chance.randrange(40)), ("done",), ("no such",)]
        )
        who = self.chance.choice([player, self.chance.randrange(len(self.reference.seats))])
        before = self.reference.fingerprint()
        if wrong and isinstance(told(self.reference.copy().answer, who, *wrong), tuple):
            self.answer(who, wrong)
            compared("a refused answer changes nothing", self.playing.copy().fingerprint(), before)

    # -- what is compared, and what happens beside the answers -----------------------------------------------------

    def compare(self) -> None:
        """Compare the positions, without disturbing the game on the native machine."""
        seen, reference = self.playing.copy(), self.reference
        compared("who is asked", (self.playing.over, self.playing.asking), (reference.over, reference.asking))
        compare_states(seen, reference)
        if self.chance.random() < FINGERPRINTS:
            compared("the fingerprint", seen.fingerprint(), reference.fingerprint())
        if self.chance.random() < VIEWS:
            for viewer in (*range(len(reference.seats)), None):
                compared(f"the view of {viewer}", self.playing.view(viewer), reference.view(viewer))
        if self.chance.random() < 0.03 and not reference.over:
            player = self.chance.choice(reference.asking)
            compared("whole answers", told(self.playing.options, player), told(reference.options, player))

    def undo(self) -> None:
        """Take an answer back on both."""
        compared("the entry taken back", self.playing.undo(), self.reference.undo())
        self.compare()

    def turn_aside(self) -> None:
        """Take an answer back, go on with a copy, or change over, now and then."""
        what = self.chance.random()
        if what < 0.04 and self.reference.length > 1:
            self.undo()
        elif what < 0.06:
            with python_alone():
                self.reference = self.reference.copy()
            self.playing = self.playing.copy()
        elif what < 0.09:
            self.change_over(0)
        elif what < 0.11:
            self.change_over(self.chance.randint(1, 4))

    def change_over(self, answers: int) -> None:
        """Let Python give so many answers; then the native machine begins with a new block."""
        native = self.playing._native
        if native is not None and self.playing.state.number >= 0:
            native.kept = None
            if answers:
                native.left, native.waits = PATIENCE, self.playing.state.number + answers


# -- the run -----------------------------------------------------------------------------------------------------------


@cache
def revision() -> str:
    """Name the code and the rule texts that play."""
    files = sorted(file for file in SOURCE.rglob("*") if file.suffix in (".py", ".rules", ".c", ".h"))
    return hashlib.sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:12]


def kept(record: Path) -> dict[str, dict[str, int]]:
    """Read how many games were equal: of each revision, by the book."""
    found: dict[str, dict[str, int]] = json.loads(record.read_text(encoding="utf-8")) if record.is_file() else {}
    return found


def keep(record: Path, name: str, games: int) -> None:
    """Write down how many games of a book were equal, which are the first ones."""
    found = kept(record)
    found.setdefault(revision(), {})[name] = games
    record.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def compare_book(name: str, numbers: range, record: Path | None) -> None:
    """Compare games of a book, and tell how far it is."""
    book = books.load(name)
    scenes, begin, told_at, answers = list(book.scenes), time.process_time(), time.monotonic(), 0
    for number in numbers:
        pair = None
        try:
            pair = Pair(book, scenes[number % len(scenes)], number)
            answers += pair.play()
        except Exception as error:
            where = f"{name}, game {number} ({scenes[number % len(scenes)]})"
            raise Different(f"{where}, after {pair.reference.length if pair else 0} answers: {error}") from error
        last = number == numbers[-1]
        if record is not None and (number % 20 == 19 or last):
            keep(record, name, number + 1)
        if last or time.monotonic() - told_at > 30:
            told_at = time.monotonic()
            used = time.process_time() - begin
            print(f"{name}: {number + 1:,} games equal, {answers:,} answers, {used:.0f} s of processor time", flush=True)


def main() -> int:
    """Read the command line and compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.equal", description=__doc__)
    parser.add_argument("books", nargs="*", metavar="BOOK", default=None, help="by default all shipped books")
    parser.add_argument("--games", type=int, default=10_000, help="so many games of each book")
    parser.add_argument("--from", dest="first", type=int, help="the number of the first game; by default it goes on")
    folder = Path(tempfile.gettempdir())
    parser.add_argument("--record", type=Path, default=folder / f"rulewright-equal-{os.getuid()}.json", metavar="FILE")
    given = parser.parse_args()
    if c_machine.machine() is None:
        parser.error("the native machine is not here, so there is nothing to compare")
    for name in given.books or books.shipped():
        first = kept(given.record).get(revision(), {}).get(name, 0) if given.first is None else given.first
        numbers = range(first, first + given.games if given.first is not None else given.games)
        if not numbers:
            print(f"{name}: {first:,} games were equal before")
            continue
        try:
            compare_book(name, numbers, given.record if given.first is None else None)
        except Different as error:
            print(f"different: {error}\nagain: python -m benchmarks.equal {name} --from N --games 1")
            return 1
    return 0


if __name__ == "__main__":
    leave(main)
