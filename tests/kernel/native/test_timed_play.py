"""Time, stacks that resolve by the clock and rules that change: both machines are the same game at every choice."""

import random
from collections.abc import Callable
from functools import cache, partial
from types import ModuleType
from typing import Any

import pytest

import rulewright
from benchmarks.equal import python_alone
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from tests.hygiene.tree import ROOT
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import same
from tests.lengths import much

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]
FILES = {
    "timed": "tests/kernel/native/timed.rules", "post": "src/rulewright/cookbook/post.rules",
    "post-more": "src/rulewright/cookbook/post-more.rules", "by post": "src/rulewright/cli/scaffold/play-by-post/game.rules",
}  # fmt: skip
GAMES = {"timed": 20, "post": 5, "post-more": 5, "by post": 5}
NOMIC = ("Three chairs", "Four chairs", "Five chairs")
READINGS = ({"lost targets": "the rest happens"}, {"reach of immediate actions": "anywhere", "quiet hours": "one"})
MOMENTS = (0, 1, 3600, 15_000, 90_000)
"""How many seconds later somebody answers, or time passes."""


@cache
def load(name: str) -> Book:
    return books.load(str(ROOT / FILES[name]))


@cache
def nomic(reading: int = -1) -> Book:
    return books.load("nomic") if reading < 0 else books.load("nomic", readings=READINGS[reading])


def picked(menu: Menu, chance: random.Random) -> Any:
    """Picks at random; of prepared texts one that fits, and None where there is none."""
    if not menu.parser:
        return chance.choice(list(menu.keys))
    texts = chance.sample(list(menu.keys), 2)
    return next((text for text in texts if menu.judge is None or not menu.judge(text)), None)


def path_on_both(playing: Game, reference: Game, chance: random.Random, player: int) -> tuple[Any, ...] | None:
    """Picks an answer at random; at each pick both offer the same, and put it into the same words."""
    path: tuple[Any, ...] = ()
    if chance.random() < 0.02:
        assert said(lambda: playing.options(player)) == said(lambda: reference.options(player))
    while (menu := reference.menu(player, *path)) is not None:
        other = playing.menu(player, *path)
        assert other is not None and list(other.keys) == list(menu.keys)
        assert (other.default, other.parser) == (menu.default, menu.parser)
        if chance.random() < 0.1:
            assert (other.options, other.prompt, other.kind) == (menu.options, menu.prompt, menu.kind)
        key = picked(menu, chance)
        if key is None:
            return None
        path = (*path, key)
    assert playing.menu(player, *path) is None
    return path


def said(act: Callable[[], Any]) -> object:
    """Gives the events of what is done, or what is said where it is refused."""
    try:
        return tuple(act())
    except RulewrightError as error:
        return type(error), str(error)


def step_on_both(playing: Game, reference: Game, chance: random.Random) -> None:
    """Lets time pass, or somebody answer, now or later."""
    now = reference.state.now
    if len(reference.asking) > 1 and chance.random() < 0.2:
        due = [each.at for each in reference.due()][:1]
        then = max(now, chance.choice([*due, now + chance.choice(MOMENTS)]))
        assert said(partial(playing.tick, then)) == said(partial(reference.tick, then))
        return
    player = chance.choice(reference.asking)
    path = path_on_both(playing, reference, chance, player)
    if path is not None and (path != ("pass",) or len(reference.asking) == 1):
        at = now + chance.choice(MOMENTS) if chance.random() < 0.2 else None
        assert said(lambda: playing.answer(player, *path, at=at)) == said(lambda: reference.answer(player, *path, at=at))


def change_over(game: Game) -> None:
    """Lets the machine begin with a new block, as after an answer that Python has given."""
    assert game.state.number >= 0
    if game._native is not None:
        game._native.kept = None


def copied(reference: Game) -> Game:
    """Gives a copy that is played by Python too, if the game is."""
    if reference._native is not None:
        return reference.copy()
    with python_alone():
        return reference.copy()


def play_both(playing: Game, reference: Game, chance: random.Random, most: int) -> tuple[Game, Game]:
    """Plays both games at random; now and then somebody looks, copies, takes back, or the machines change over."""
    for _ in range(2 * most):
        if reference.over or reference.length >= most:
            break
        step_on_both(playing, reference, chance)
        assert (playing.over, playing.asking) == (reference.over, reference.asking)
        what = chance.random()
        if what < 0.3:
            same(playing, reference)
        elif what < 0.37 and reference.length > 1:
            assert playing.undo() == reference.undo()
        elif what < 0.4:
            playing, reference = playing.copy(), copied(reference)
        elif what < 0.5:
            change_over(playing)
    same(playing, reference)
    assert (playing.journal, tuple(playing.events)) == (reference.journal, tuple(reference.events))
    return playing, reference


def back_to_start(playing: Game, reference: Game) -> None:
    while reference.length > 1:
        assert playing.undo() == reference.undo()
    same(playing, reference)


@pytest.mark.parametrize("name", FILES)
def test_games_by_post_are_the_same_at_every_choice(pair: Pair, name: str):
    """Floors, stacks that are founded, joined, merged, copied and cut short, classes that change, actions that are barred."""
    for seed in range(much(GAMES[name], 10_000)):
        playing, reference = play_both(*pair(load(name), seed=seed), random.Random(seed), 60)
        assert playing.native() is not None
        back_to_start(playing, reference)


@pytest.mark.parametrize("scene", NOMIC)
def test_nomic_is_the_same_at_every_choice(pair: Pair, scene: str):
    """Motions are made, adopted and struck: the rules change in the middle of a game, and back by undo."""
    for seed in range(much(4, 10_000)):
        playing, reference = play_both(*pair(nomic(), scene, seed=seed), random.Random(seed), 100)
        if seed % 2:
            back_to_start(playing, reference)


@pytest.mark.parametrize("reading", range(len(READINGS)))
def test_readings_of_nomic_are_the_same_at_every_choice(pair: Pair, reading: int):
    for seed in range(much(3, 2_000)):
        play_both(*pair(nomic(reading), "Four chairs", seed=seed), random.Random(seed), 60)


def test_the_default_bot_plays_the_same_game_of_nomic_on_both_machines(pair: Pair):
    for seed in range(much(1, 50)):
        games = pair(nomic(), "Three chairs", seed=seed)
        for game in games:
            play_out(game, [greedy_bot(seed)] * 3, 12)
        same(*games)
        assert games[0].journal == games[1].journal


def test_the_machine_leaves_only_texts_judgments_and_amendments_of_nomic(native: ModuleType):
    """An answer is left where it gives a text, strikes an act or lets a motion come into force, and nowhere else."""
    left: list[tuple[str, ...]] = []
    game = Game(nomic(), "Four chairs", seed=3)

    def answer(game: Game, player: int, path: tuple[Any, ...]) -> None:
        given = game.native()
        before = None if given is None else given.block
        happened = tuple(game.answer(player, *path))
        if before is None or game._native is None or game._native.block is not before:
            left.append((path[0][0], *(event[0] for event in happened if event[0] in ("judged", "amended"))))

    play_out(game, [random_bot(3)] * 4, 250, answer)
    assert len(left) > 3
    assert {each[0] for each in left} <= {"Move", "Find illegal", "Overrule"}


def test_an_amendment_gives_a_new_program_and_undo_the_old_one(native: ModuleType):
    """Motions of a game come into force one after another; then everything is taken back."""
    game = Game(nomic(), "Three chairs", seed=1)
    seen = set[str]()

    def look(game: Game, now: int) -> None:
        game.tick(now)
        playing = game.native()
        if playing is not None:
            assert playing.book is game.book
            seen.add(playing.book.hash)

    play_out(game, [random_bot(1)] * 3, 120, tick=look)
    assert len(seen) > 1
    while game.length > 1:
        game.undo()
    playing = game.native()
    assert playing is not None and playing.book is game.base


def test_a_past_act_that_joined_a_stack_which_is_gone_has_words(native: ModuleType):
    """The Judge's menu names every past act, also one on a stack of which everything has left."""
    game = Game(nomic(), "Three chairs", seed=1)
    game.answer("Ann", "Hex", "Bo")
    game.answer("Bo", "Hex", "Ann", "Hex")
    game.tick(14_400)
    game.answer("Bo", "Insist")
    judge = next(seat for seat in range(3) if game.state.cell(seat, [s.name for s in game.book.stats].index("Judge")))
    menu = game.menu(judge, ("Find illegal", judge))
    assert menu is not None and any("on the stack that Hex" in option.words for option in menu.options)


def test_whole_games_of_nomic_have_the_same_results_on_both_machines(pair: Pair):
    """On a floor everybody is asked in turn and then time passes; rules change in the middle of such games."""
    playing, reference = pair(nomic(), "Three chairs", seed=1)
    for policy in ("random", {"Move": 5, "pass": 2}):
        found = rulewright.play_out(playing, policy, 3, most=80)
        assert found == rulewright.play_out(reference, policy, 3, most=80)
