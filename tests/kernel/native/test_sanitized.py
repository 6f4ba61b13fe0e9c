"""The C of the native machine under AddressSanitizer and UndefinedBehaviorSanitizer, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.kernel.native import c_build
from tests.hygiene.tree import ROOT

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]

FLAGS = ("-O1", "-g", "-DRW_CHECKED", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")
BEGIN = """
import importlib.util, random, sys
from rulewright.kernel.native import c_machine
spec = importlib.util.spec_from_file_location("_machine", sys.argv[1])
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
c_machine._found = lambda: module
"""
GAMES = """
import rulewright
from rulewright import books, bots
from rulewright.kernel.game import Game
from tests.kernel.native.random_card_books import RandomCardBook
names = ("benchmarks/tictactoe", "benchmarks/duel", "src/rulewright/cli/scaffold/board/game", "tests/kernel/native/market")
def played(book, seed, most):
    game, chance = Game(book, seed=seed), random.Random(seed)
    while not game.over and len(game.done) < most:
        path = ()
        while (menu := game.menu(None, *path)) is not None:
            path = (*path, chance.choice(list(menu) or [menu.least]))
        game.answer(None, *path)
        if chance.random() < 0.2:
            game.undo()
        if chance.random() < 0.2:
            game.fingerprint()
    return game
for book in map(books.load, (*(f"{name}.rules" for name in names), "honey")):
    assert all(played(book, seed, 200).native() is not None for seed in range(4))
    assert len(rulewright.play_out(Game(book), "random", 50, cores=2)) == 50
    game = played(book, 1, 3)
    bots.think(game, game.asking[0], bots.Limit(200), cores=2)
for scene in ("Goblin ford", "Ropewalk", "Lantern Row"):
    game, chance = Game(books.load("encounter"), scene, seed=1), random.Random(1)
    while not game.over and game.state.number < 150:
        path = ()
        while (menu := game.menu(None, *path)) is not None:
            path = (*path, chance.choice(list(menu)))
        game.answer(None, *path)
        if chance.random() < 0.1:
            game.undo()
    assert game.native().left == 0
    rulewright.play_out(Game(books.load("encounter"), scene), "random", 10, most=300)
for name in ("netrunner", "riftbound"):
    played(books.load(name), 1, 80)
from tests.kernel.native.test_timed_play import load, nomic, play_both
for book, seed in ((load("timed"), 1), (load("timed"), 2), (nomic(), 1), (nomic(0), 2), (nomic(1), 3)):
    play_both(Game(book, seed=seed), Game(book, seed=seed), random.Random(seed), 60)
from tests.kernel.native.corrupted_programs import accepted
from tests.kernel.native.test_timed_play import step_on_both
for seed in range(40):
    book = accepted(seed)
    for _ in range(0 if book is None else 1):
        game, other = Game(book, seed=seed), Game(book, seed=seed)
        for _ in range(12):
            if not game.over:
                step_on_both(game, other, random.Random(seed))
for seed in range(5):
    played(books.load(text=[(f"card game {seed}", RandomCardBook(seed).text())]), seed, 40)
for numbers in (b"", bytes(8), bytes(4000)):
    try:
        module.Program(numbers, (), (), (), (), (), tuple, tuple, tuple, tuple, ())
    except ValueError:
        continue
    raise AssertionError("no program, and yet taken for one")
print("played")
"""
FULL = """
from rulewright import books
from benchmarks import equal
from rulewright.kernel.native import blocks
equal.SHORT = 12
for name in ("FRAMES", "ARENA", "NOTICED", "LOG", "LASTING", "CHANGES", "THINGS", "ZONES", "STACKS", "LINKS", "HEAP", "TALLIES"):
    setattr(blocks, name, 4)
for book in (books.load(name) for name in books.shipped()):
    for number, scene in enumerate(book.scenes, 1):
        equal.Pair(book, scene, number).play()
print("played")
"""


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Builds the machine under both sanitizers."""
    folder = tmp_path_factory.mktemp("sanitized")
    assert c_build.build(folder, FLAGS) == ""
    return c_build.target(folder)


def test_games_touch_no_memory_that_is_not_theirs(machine: Path):
    run(machine, GAMES)


def test_answers_that_fill_a_block_are_taken_back_whole(machine: Path):
    """Blocks have little room and are full again and again; what could not be given leaves everything as it was."""
    run(machine, FULL)


def run(machine: Path, play: str) -> None:
    """Plays in a process of its own."""
    library = subprocess.run(["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True).stdout.strip()
    env = {**os.environ, "LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0", "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run([sys.executable, "-c", BEGIN + play, str(machine)], env=env, cwd=ROOT, capture_output=True, text=True)
    assert (ran.returncode, ran.stdout) == (0, "played\n"), ran.stderr[-3000:]
