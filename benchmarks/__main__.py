"""Measure Rulewright beside its peers, everything in one run: `python -m benchmarks [NAME …]`.

Absolute figures depend on the machine, so only the ratios in the last column can be compared. For a peer that is not
installed, the command that would install it is printed.
"""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import rulewright
from benchmarks import large, leave, sketch
from rulewright import books
from rulewright.kernel import timekeeping
from rulewright.kernel.book import Book
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.history import amendments
from rulewright.kernel.native import c_machine
from rulewright.language.check.checking import check
from rulewright.play.bots import anything

HERE = Path(__file__).parent
Row = tuple[str, str, float, str]
SECONDS = 1.0


def rate(step: Callable[[int], int], seconds: float = SECONDS) -> float:
    """Call a step with 0, 1, 2 … for some seconds of processor time; give what it counts, per second."""
    step(0)
    start, done, n = time.process_time(), 0, 1
    while (used := time.process_time() - start) < seconds:
        done += step(n)
        n += 1
    return done / used


def random_game(book: Book, scene: str, most: int = 10_000) -> Callable[[int], int]:
    """Play games at random through menus, with the full event log."""

    def play(seed: int) -> int:
        game, pick = Game(book, scene, seed=seed), random.Random(seed)
        answers = 0
        while not game.over and answers < most:
            player = game.asking[0]
            path: list[Any] = []  # `list[Any]()` would raise and catch an error inside Python, which takes longer than a menu
            while (menu := game.menu(player, *path)) is not None:
                path.append(pick.choice(list(menu)))
            game.answer(player, *path)
            answers += 1
        return answers

    return play


def floor_game(book: Book, scene: str, plain: bool = False) -> Callable[[int], int]:
    """Play games at random on an open floor, where a pass lets time pass; with `plain`, without texts and Judgments."""
    changing = {action.name for action in book.actions if any(pick.kind in ("text", "act") for pick in action.picks)}

    def play(seed: int) -> int:
        game, pick = Game(book, scene, seed=seed), random.Random(seed)
        answers = 0
        while not game.over and answers < 300:
            player = pick.choice(game.asking)
            menu = game.menu(player)
            assert menu is not None
            first = pick.choice([key for key in menu if not (plain and isinstance(key, tuple) and key[0] in changing)])
            if first == PASS and len(game.asking) > 1:
                due, now = timekeeping.due(game), timekeeping.now(game)
                game.tick(now if due is None else max(due[0], now))
                answers += 1
            elif path := anything(game, player, pick, (first,)):
                game.answer(player, *path)
                answers += 1
        return answers

    return play


def duel_game(book: Book) -> Callable[[int], int]:
    """Play duels in which every answer has the same two picks."""

    def play(seed: int) -> int:
        game, answers = Game(book, "Duel", seed=seed), 0
        names = {slot: game.state.ref(slot) for slot in (0, 1)}
        while not game.over:
            (player,) = game.asking
            game.answer(player, ("Strike", names[player]), names[1 - player])
            answers += 1
        return answers

    return play


def openspiel_game(name: str) -> Callable[[int], int]:
    """Play an OpenSpiel game at random."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers the Python game)

    game = pyspiel.load_game(name)

    def play(seed: int) -> int:
        state, pick, moves = game.new_initial_state(), random.Random(seed), 0
        while not state.is_terminal():
            state.apply_action(pick.choice(state.legal_actions()))
            moves += 1
        return moves

    return play


def pettingzoo_game() -> Callable[[int], int]:
    """Play PettingZoo's tic-tac-toe at random, without its wrappers."""
    from pettingzoo.classic.tictactoe.tictactoe import raw_env

    env = raw_env()

    def play(seed: int) -> int:
        env.reset(seed=seed)
        pick, moves = random.Random(seed), 0
        for _agent in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = [n for n, may in enumerate(seen["action_mask"]) if may]
            env.step(pick.choice(legal))
            moves += 1
        return moves

    return play


def peers(found: dict[str, Callable[[], Callable[[int], int]]], install: str) -> Iterator[tuple[str, float | None]]:
    """Measure peers; gives None for a peer that is not installed."""
    for name, make in found.items():
        try:
            yield name, rate(make())
        except ImportError:
            print(f"  {name} is not installed: pip install {install}", file=sys.stderr)
            yield name, None


def machines(step: Callable[[], Callable[[int], int]]) -> tuple[float, float]:
    """Measure the same on the default machine and on the Python machine."""
    ours = rate(step())
    before = os.environ.get(c_machine.SWITCH)
    os.environ[c_machine.SWITCH] = "0"
    try:
        return ours, rate(step())
    finally:
        os.environ.pop(c_machine.SWITCH)
        os.environ |= {} if before is None else {c_machine.SWITCH: before}


def played_out(book: Book, scene: str) -> Callable[[int], int]:
    """Play random whole games, two hundred at a time, from the start of a scene."""
    game = Game(book, scene)
    return lambda seed: sum(each.answers for each in rulewright.play_out(game, n=200, seed=seed))


def native_rows(what: str, ours: float, python: float, out: float) -> Iterator[Row]:
    """Give the rows of the two machines."""
    yield what, f"rulewright, {c_machine.words()}", ours, f"{ours / python:.1f} times the Python machine"
    yield "", "rulewright, Python machine", python, ""
    yield "", "rulewright, games played out", out, f"{out / python:.1f} times the Python machine"


def tictactoe() -> Iterator[Row]:
    """Measure tic-tac-toe as rule text, OpenSpiel's Python and C++ versions, and PettingZoo's."""
    book = books.load(str(HERE / "tictactoe.rules"))
    ours, python = machines(lambda: random_game(book, "Board"))
    out = rate(played_out(book, "Board"))
    yield from native_rows("tic-tac-toe, random play", ours, python, out)
    others = {
        "OpenSpiel, Python": lambda: openspiel_game("python_tic_tac_toe"),
        "OpenSpiel, C++": lambda: openspiel_game("tic_tac_toe"),
        "PettingZoo, raw": pettingzoo_game,
    }
    for name, theirs in peers(others, "open-spiel pettingzoo pygame"):
        if theirs is not None:
            yield "", name, theirs, f"ours is {ours / theirs:.2f} of it, played out {out / theirs:.2f}"


def duel() -> Iterator[Row]:
    """Measure the Strike duel and the sketch (benchmarks/sketch.py)."""
    act = sketch.compiled(sketch.TEXT)
    theirs = rate(lambda seed: sketch.duel(seed, act))
    yield "Strike duel, actions", "sketch", theirs, ""
    book = books.load(str(HERE / "duel.rules"))
    ours, python = machines(lambda: duel_game(book))
    yield from native_rows("", ours, python, rate(played_out(book, "Duel")))
    yield "", "rulewright beside the sketch", ours, f"{ours / theirs:.3f} of the sketch (aim 1.5)"


def play(name: str = "") -> Iterator[Row]:
    """Measure answers per second in random play of the shipped scenes, or of one book's, with menus and the full event log."""
    for book in map(books.load, [name] if name else books.shipped()):
        for scene in book.scenes:
            if book.timed:
                for what, plain in (("play", False), ("plain play", True)):
                    ours, python = machines(partial(floor_game, book, scene, plain))
                    yield from list(native_rows(f"random {what}, {book.name}, {scene}", ours, python, 0))[:2]
                continue
            ours, python = machines(partial(random_game, book, scene, 300))
            yield from native_rows(f"random play, {book.name}, {scene}", ours, python, rate(played_out(book, scene)))


def copies() -> Iterator[Row]:
    """Measure copies and undo per second, with deepcopy and pickle of the same state for comparison."""
    game = Game(books.load(str(HERE / "crowd.rules")), "Crowd", seed=1)
    state = game.state.copy()  # without the native machine's position, which only the game's own state has

    def hundred(n: int) -> int:
        for _ in range(100):  # so that reading the clock, about a microsecond, is not counted with every copy
            state.copy()
        return 100

    fast = rate(hundred)
    yield "copy of 10 actors and 60 cards", "State.copy", fast, f"{1e6 / fast:.1f} µs"
    slow = rate(lambda n: bool(copy.deepcopy(state)))
    yield "", "copy.deepcopy", slow, f"ours is {fast / slow:.0f} times it"
    pickled = rate(lambda n: bool(pickle.loads(pickle.dumps(state))))
    yield "", "pickle round trip", pickled, f"ours is {fast / pickled:.0f} times it"
    path = ("pass",)

    def there_and_back(n: int) -> int:
        game.answer(None, *path)
        game.undo()
        return 1

    yield "answer and undo", "Game.answer, Game.undo", rate(there_and_back), ""


def starts() -> Iterator[Row]:
    """Measure the processor seconds of a whole start: help, a cold load and a warm one."""
    load = "import rulewright; rulewright.load('encounter')"
    for what, command, cache in (
        ("rulewright --help", ["-m", "rulewright", "--help"], "off"),
        ("load encounter, cold", ["-c", load], "off"),
        ("load encounter, warm", ["-c", load], ""),
        ("python alone", ["-c", "pass"], ""),
    ):
        yield "start, processor seconds", what, min(_seconds(command, cache) for _ in range(5)), ""


def checks() -> Iterator[Row]:
    """Measure the processor seconds to check books of growing size: twice as many cards should take twice as long."""
    for cards in (500, 1_000, 2_000, 3_000):
        text, start = large.text(cards), time.process_time()
        assert check([("large.rules", text)], books.finder()).ok()
        used = time.process_time() - start
        yield "check, processor seconds", f"{cards:,} cards of few templates", used, f"{1_000 * used / cards:.1f} ms a card"


def motions() -> Iterator[Row]:
    """Measure the processor seconds to check a text that is moved in nomic, each draft after another text was moved."""
    book, used = books.load("nomic"), []
    for name in [next(iter(book.drafts)), *book.drafts]:
        start = time.process_time()
        amendments.wrong(book, (), f"# {len(used)}\n{book.drafts[name]}")  # a text that was not looked at before
        used.append(time.process_time() - start)
    yield "motion, processor seconds", "nomic, the first text", used[0], ""
    yield "motion, processor seconds", "nomic, the middle one of all drafts", sorted(used[1:])[len(used) // 2], "(aim 0.020)"


def _seconds(command: list[str], cache: str) -> float:
    import resource

    env = {**os.environ, "RULEWRIGHT_CACHE": cache} if cache else dict(os.environ)
    env.pop("PYTHONDONTWRITEBYTECODE", None)  # a start that must compile modules happens only once
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], env=env, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


BENCHMARKS = {"tictactoe": tictactoe, "duel": duel, "play": play, "copies": copies, "starts": starts, "checks": checks,
              "motions": motions}  # fmt: skip
ONE_BOOK = {f"play-{name}": partial(play, name) for name in books.shipped()}
"""Random play of one book."""


def main(words: list[str]) -> int:
    """Run the named benchmarks, or all."""
    if words in (["-h"], ["--help"]):
        print(
            f"{__doc__}\nThe benchmarks: {', '.join(BENCHMARKS)}; all of them without a name. Of one book: {', '.join(ONE_BOOK)}."
        )
        return 0
    unknown = [word for word in words if word not in BENCHMARKS and word not in ONE_BOOK]
    if unknown:
        print(f"there is no benchmark {unknown[0]!r}: try {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    print(f"{'what':32} {'who':37} {'per second':>14}  ratio")
    for name in words or BENCHMARKS:
        for what, who, figure, ratio in (BENCHMARKS | ONE_BOOK)[name]():
            shown = f"{figure:14,.0f}" if figure >= 10 else f"{figure:14.3f}"
            print(f"{what:32} {who:37} {shown}  {ratio}", flush=True)
    return 0


if __name__ == "__main__":
    leave(lambda: main(sys.argv[1:]))
