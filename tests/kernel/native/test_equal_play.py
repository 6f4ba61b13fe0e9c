"""The native machine and the Python machine are the same game at every choice."""

import random
from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

import pytest

import rulewright
from benchmarks.equal import python_alone
from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.state import dice
from tests.hygiene.tree import ROOT
from tests.kernel.native.conftest import Pair
from tests.kernel.native.random_books import RandomBook
from tests.kernel.native.random_card_books import RandomCardBook
from tests.lengths import much

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]
ENCOUNTERS = {"Duel": 20, "Goblin ford": 20, "Ropewalk": 20, "Lantern Row": 30}
"""The scenes of encounter, and how many games of each are played."""
SCAFFOLD, COOKBOOK = "src/rulewright/cli/scaffold", "src/rulewright/cookbook"
BOOKS = {
    "tictactoe": "Board", "duel": "Duel", "board": "Board", "market": "Market", "workers": "Valley", "pieces": "Field",
    "honey": "Two hives", "stack": "Two wizards", "cards": "Two harbours", "social": "Palace", "euro": "Two farms",
    "moments": "Pasture", "mandarin": "Three at the ford", "netrunner": "Saltmarsh and the harbour", "skirmish": "Crossroads",
    "battlemap": "Duel", "riftbound": "Two against two",
}  # fmt: skip
SHIPPED = ("honey", "mandarin", "netrunner", "riftbound")
FILES = {
    "board": f"{SCAFFOLD}/board/game.rules", "workers": f"{SCAFFOLD}/worker-placement/game.rules",
    "cards": f"{SCAFFOLD}/cards/game.rules", "market": "tests/kernel/native/market.rules", "stack": f"{COOKBOOK}/stack.rules",
    "social": f"{COOKBOOK}/social.rules", "euro": f"{COOKBOOK}/euro-more.rules", "moments": "tests/kernel/native/moments.rules",
    "skirmish": f"{SCAFFOLD}/skirmish/game.rules", "battlemap": f"{COOKBOOK}/battlemap.rules",
}  # fmt: skip
LONG = ("pieces", "social", "euro", "stack", "cards", "moments", "mandarin", "netrunner", "skirmish", "battlemap", "riftbound")
"""The books of which fewer games are played."""
GAMES = much(20, 10_000)
WHOLE = ("tictactoe", "duel", "board", "market", "honey", "stack", "cards")
"""The books of which the machine leaves nothing."""

FIELD = """
Scene Field
  seats Ada, Ben
  pieces: a Man of Ada, b Man of Ben, K King of Ada, L King of Ben, w Wall
  board: 5 by 5 Cells
    b b . L b
    . . w . .
    . b . . .
    . . . a .
    a K a . a
"""


@cache
def load(name: str) -> Book:
    if name == "pieces":
        return books.load(text=[("pieces", (ROOT / "src/rulewright/cookbook/boards.rules").read_text(encoding="utf-8") + FIELD)])
    if name in SHIPPED:
        return books.load(name)
    return books.load(str(ROOT / FILES.get(name, f"benchmarks/{name}.rules")))


def told(asked: Callable[..., Any], *about: Any) -> Any:
    """Gives what somebody is told: the answer to a question, or why it is refused."""
    try:
        return asked(*about)
    except RulewrightError as error:
        return str(error)


def path_on_both(playing: Game, reference: Game, chance: random.Random, player: int) -> tuple[Any, ...]:
    """Picks an answer at random; at each pick both offer the same, and put it into the same words. () if it leads nowhere."""
    path: tuple[Any, ...] = ()
    if chance.random() < 0.1:
        assert told(playing.options, player) == told(reference.options, player)
    while (menu := told(reference.menu, player, *path)) is not None:
        other = told(playing.menu, player, *path)
        if isinstance(menu, str):
            assert other == menu
            return ()
        assert other is not None and list(other) == list(menu)
        if chance.random() < 0.1:
            assert (other.options, other.prompt, other.kind) == (menu.options, menu.prompt, menu.kind)
        if not list(menu):
            return ()
        path = (*path, chance.choice(list(menu)))
    assert playing.menu(player, *path) is None
    return path


def same(playing: Game, reference: Game) -> None:
    """Both games are in the same state, whoever played them."""
    assert playing.fingerprint() == reference.fingerprint()
    assert playing.state.control() == reference.state.control()


def said(game: Game, player: int, path: tuple[Any, ...]) -> object:
    """Gives the events of an answer, or why it is refused, also of a game that grows without end."""
    try:
        return tuple(game.answer(player, *path))
    except RulewrightError as error:
        return str(error)


def answer_on_both(playing: Game, reference: Game, chance: random.Random) -> None:
    player = chance.choice(reference.asking)
    path = path_on_both(playing, reference, chance, player) or path_on_both(playing, reference, chance, player)
    assert said(playing, player, path) == said(reference, player, path)
    assert (playing.over, playing.asking) == (reference.over, reference.asking)


def play_both(playing: Game, reference: Game, chance: random.Random, most: int = 60) -> None:
    """Plays both games at random; now and then somebody looks at the state, or the last answer is taken back."""
    while not reference.over and len(reference.done) < most:
        before = len(reference.done)
        answer_on_both(playing, reference, chance)
        what = chance.random()
        if len(reference.done) == before:
            if what < 0.1:
                break  # nothing can be answered here, or nothing that is accepted
        elif what < 0.4:
            same(playing, reference)
        elif what < 0.5 and before:
            assert playing.undo() == reference.undo()
    same(playing, reference)


@pytest.mark.parametrize("name", BOOKS)
def test_random_games_are_the_same_at_every_choice(pair: Pair, name: str):
    book = load(name)
    for seed in range(GAMES // 4 if name in LONG else GAMES):
        playing, reference = pair(book, BOOKS[name], seed=seed)
        play_both(playing, reference, random.Random(seed))
        assert playing.journal == reference.journal
        assert name not in WHOLE or playing.native() is not None


@pytest.mark.parametrize("scene", ENCOUNTERS)
def test_encounters_are_the_same_at_every_choice(pair: Pair, scene: str):
    """Maps, reactions, features, effects that last and changes that are answered; the machine leaves nothing of them."""
    book = books.load("encounter")
    for seed in range(much(ENCOUNTERS[scene], 10_000)):
        playing, reference = pair(book, scene, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)
        assert playing.journal == reference.journal
        native = playing.native()
        assert native is not None and native.left == 0
        while len(reference.done) > 50:
            assert playing.undo() == reference.undo()
        same(playing, reference)


def test_books_that_were_written_at_random_are_the_same_at_every_choice(pair: Pair):
    """Sums, conditions, sets, bounds, loops, dice and costs as no author would write them."""
    for seed in range(much(10, 5_000)):
        book = books.load(text=[(f"book {seed}", RandomBook(seed).text())])
        playing, reference = pair(book, seed=seed)
        assert playing.native() is not None
        play_both(playing, reference, random.Random(seed), most=30)


def test_card_games_that_were_written_at_random_are_the_same_at_every_choice(pair: Pair):
    """Hidden hands, speeds, priority, abilities that wait, triggers, choices and costs as no author would write them."""
    for seed in range(much(8, 3_000)):
        book = books.load(text=[(f"card game {seed}", RandomCardBook(seed).text())])
        playing, reference = pair(book, seed=seed)
        assert playing.native() is not None
        play_both(playing, reference, random.Random(seed), most=40)


@pytest.mark.parametrize("name", BOOKS)
def test_a_game_goes_back_to_its_start(pair: Pair, name: str):
    playing, reference = pair(load(name), BOOKS[name], seed=3)
    chance = random.Random(3)
    while not reference.over and len(reference.done) < 40:
        answer_on_both(playing, reference, chance)
    while len(reference.done) > 1:
        assert playing.undo() == reference.undo()
        same(playing, reference)


def test_an_answer_that_was_taken_back_has_the_same_dice_again_or_others(pair: Pair):
    playing, reference = pair(load("duel"), seed=1)
    for reroll in (False, True):
        answer_on_both(playing, reference, random.Random(1))
        assert playing.undo(reroll) == reference.undo(reroll)
        answer_on_both(playing, reference, random.Random(1))
    same(playing, reference)


@pytest.mark.parametrize("name", ["duel", "honey", "netrunner"])
def test_the_dice_and_the_decks_of_hosted_games_are_the_same(pair: Pair, name: str):
    """A keyed hash gives them: open dice with one secret, hidden ones with another; after an undo with others."""
    for seed in range(much(4, 1_000)):
        playing, reference = pair(load(name), BOOKS[name], seed=random.Random(seed).getrandbits(512) | dice.KEYED)
        play_both(playing, reference, random.Random(seed), most=40)
        assert playing.undo(reroll=True) == reference.undo(reroll=True)
        answer_on_both(playing, reference, random.Random(seed))
        same(playing, reference)
        assert playing.native() is not None


def test_a_copy_of_a_game_at_which_somebody_has_looked_goes_on_with_the_same_block(pair: Pair):
    playing, _ = pair(load("honey"), seed=3)
    answer_on_both(playing, playing.copy(), random.Random(3))
    assert playing.state.number == 1  # this looks at it
    other = playing.copy()
    answer_on_both(other, playing.back_to(2), random.Random(4))
    assert playing.length == 2 and other.length == 3


def test_given_dice_fall_as_they_were_given(pair: Pair):
    playing, reference = pair(load("duel"), dice=(20, 8, 1, 19, 30, 2, 2, 2, 2))
    for _ in range(4):
        answer_on_both(playing, reference, random.Random(0))
    same(playing, reference)


def test_an_answer_in_words_is_accepted_by_the_native_machine(pair: Pair):
    playing, reference = pair(load("duel"), seed=2)
    for words in (("strike", "bo"), ("Strike", "Bo")):
        assert tuple(playing.answer("One", *words)) == tuple(reference.answer("One", *words))
    same(playing, reference)


WRONG: list[tuple[Any, ...]] = [
    ("One", ("Strike", 0), 0),
    ("One", ("Strike", 0), 7),
    ("One", ("Strike", 0), 1 << 20),
    ("One", ("Strike", 1), 0),
    ("One", ("Strike", 5), 0),
    ("One", ("Stroke", 0), 1),
    ("One", "pass"),
    ("One", ("Strike", 0), 1, 1),
    ("One",),
    ("Two", ("Strike", 1), 0),
    ("Three", ("Strike", 1), 0),
    ("One", 3),
    ("One", ("Strike", 10**30), 1),
]


@pytest.mark.parametrize("answer", WRONG, ids=str)
def test_refusals_have_the_same_words(pair: Pair, answer: tuple[Any, ...]):
    said = []
    for game in pair(load("duel"), seed=2):
        before = game.fingerprint()
        with pytest.raises(RulewrightError) as refusal:
            game.answer(*answer)
        assert game.fingerprint() == before
        said.append((type(refusal.value), str(refusal.value)))
    assert said[0] == said[1]


def test_a_state_that_somebody_changed_is_played_as_it_is(pair: Pair):
    """Who looks at the state may change it; the next answer begins with what was left."""
    games = pair(load("duel"), seed=4)
    for game in games:
        game.answer(None, ("Strike", 0), 1)
        game.state.cells[game.state.width + 9] = 1
        game.answer(None, ("Strike", 0), 1)
    same(*games)


def test_a_reference_to_the_state_stays_up_to_date(pair: Pair):
    playing, reference = pair(load("duel"), seed=4)
    held = playing.state
    for game in (playing, reference):
        game.answer(None, ("Strike", 0), 1)
    assert held.number == 1 and held.control() == reference.state.control()


def test_numbers_of_a_state_are_read_without_a_change_over(pair: Pair):
    """References, stored numbers, the second and the number of the answer come from the block, which goes on playing."""
    playing, reference = pair(load("duel"), seed=4)
    block = playing._native and playing._native.block
    ref, cell = playing.state.ref, playing.state.cell
    for _ in range(3):
        answer_on_both(playing, reference, random.Random(4))
        state, other = playing.state, reference.state
        assert (state.number, state.now, ref(1)) == (other.number, other.now, other.ref(1))
        assert [cell(1, stat) for stat in range(other.width)] == [other.cell(1, stat) for stat in range(other.width)]
        assert playing._native is not None and playing._native.block is block
    with pytest.raises(IndexError):
        cell(99, 0)
    assert playing.state.cells == reference.state.cells
    assert (ref(1), cell(0, 0)) == (reference.state.ref(1), reference.state.cell(0, 0))  # also when Python has the state
    same(playing, reference)


def test_a_copy_goes_its_own_way(pair: Pair):
    playing, reference = pair(load("tictactoe"), seed=4)
    answer_on_both(playing, reference, random.Random(0))
    copy = playing.copy()
    answer_on_both(copy, reference, random.Random(1))
    same(copy, reference)
    assert playing.undo().number == 1


def test_a_game_that_is_over_takes_no_answer(native: object):
    game = Game(load("duel"), seed=0)
    while not game.over:
        player = game.asking[0]
        game.answer(player, ("Strike", player), 1 - player)
    with pytest.raises(Refused, match="the game is over"):
        game.answer(None, "pass")


def test_a_copy_shares_the_answers_so_far_and_goes_on_by_itself(pair: Pair):
    """A copy is taken in the middle of a game: neither game notices what the other one does then, or takes back."""
    playing, reference = pair(load("duel"), seed=4)
    chance = random.Random(4)
    for _ in range(3):
        answer_on_both(playing, reference, chance)
    with python_alone():
        other = reference.copy()
    copy = playing.copy()
    answer_on_both(copy, other, chance)
    answer_on_both(playing, reference, chance)
    for _ in range(3):
        assert copy.undo() == other.undo()
    for game, like in ((copy, other), (playing, reference)):
        assert (game.length, game.journal, tuple(game.events)) == (like.length, like.journal, tuple(like.events))
        same(game, like)


def test_a_copy_costs_the_same_after_many_answers(pair: Pair):
    """Copies share one chain of records: no list of answers is copied until somebody reads it."""
    playing, _ = pair(load("duel"), seed=4)
    playing.answer(None, *path_on_both(playing, playing, random.Random(4), 0))
    copy = playing.copy()
    assert copy._done is playing._done and copy.native() is not None
    assert copy.journal == playing.journal and copy._done is not playing._done


def test_events_of_an_answer_are_made_when_they_are_read(native: ModuleType):
    playing = Game(load("duel"), seed=4)
    happened = playing.answer(None, *path_on_both(playing, playing, random.Random(4), 0))
    assert callable(happened._events)
    assert tuple(happened) == tuple(playing.events[-len(happened) :])


@pytest.mark.parametrize("name", ["honey", "encounter"])
def test_a_scene_that_begins_with_random_rolls_is_played_by_the_machine(pair: Pair, name: str):
    """The first game of a scene begins in Python; the next ones begin on a copy of the block that was set up."""
    rules = rulewright.load(name)
    pair(rules, seed=1)
    for seed in (2, 3):
        playing, reference = pair(rules, seed=seed)
        assert playing._native is not None and playing._native.block is not None
        assert (playing.length, playing.asking, playing.journal) == (1, reference.asking, reference.journal)
        assert tuple(playing.events) == tuple(reference.events)
        same(playing, reference)


EXIT = """
Scene Long Hall
  map:
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    .........E
    ..........
  marks: E exit
  cast Reds: Ada at 10,2 (Health 9, Action Points 3)
  cast Blues: Ben at 1,1 (Health 9)
"""


def test_a_mark_on_a_far_tile_of_a_large_map_is_found(pair: Pair):
    """The set of marked tiles takes more than one number; Withdraw needs the exit."""
    playing, reference = pair(books.load("encounter", text=[("hall", EXIT)]), "Long Hall", seed=1)
    offers = [str(option) for option in reference.menu(None) or ()]
    assert any("Withdraw" in offer for offer in offers)
    assert [str(option) for option in playing.menu(None) or ()] == offers
    assert playing.native() is not None


def test_a_menu_with_only_some_of_its_keys_has_their_words(pair: Pair):
    playing, reference = pair(load("duel"))
    menu, expected = playing.menu(0), reference.menu(0)
    assert menu is not None and expected is not None
    assert str(menu.only(menu.keys[:1])) == str(expected.only(expected.keys[:1]))
