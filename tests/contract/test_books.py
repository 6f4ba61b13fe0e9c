"""Every shipped book keeps the published contract (design.md, how a book is held to its word)."""

import pytest

from rulewright import books, testing
from rulewright.kernel.game import Game
from tests.lengths import much

LOADED = {name: books.load(name) for name in books.shipped()}
SEEDS = much((1,), (1, 2, 3))
SCENES = [(name, scene) for name, book in LOADED.items() for scene in book.scenes]


@pytest.mark.parametrize(("book", "scene"), SCENES)
def test_the_book_keeps_the_contract(book: str, scene: str):
    """The contract holds at every choice of a game of the scene, up to 60 answers (long: three games, 100)."""
    seats = len(Game(LOADED[book], scene, seed=1).seats)
    most = much(30, 50) if LOADED[book].secret else much(60, 100)  # hidden cards: every answer is given in redealt twins too
    budget = much(3200, 4800)  # with many actions and seats there is more to ask
    answers = min(most, budget // (len(LOADED[book].actions) * max(2, seats)))
    played = testing.check_book(LOADED[book], [scene], seeds=SEEDS, answers=answers)
    assert [game.scene for game in played] == [scene] * len(SEEDS)


@pytest.mark.parametrize("book", LOADED)
def test_the_book_has_a_scene_to_play(book: str):
    """A book without scenes would pass without any test."""
    assert LOADED[book].scenes


@pytest.mark.once("whole games are compared on both machines in kernel/native")
@pytest.mark.parametrize("book", LOADED)
def test_a_random_game_ends(book: str):
    """In each scene a game ends within 1,000 random answers."""
    for scene in LOADED[book].scenes:
        game = Game(LOADED[book], scene, seed=5)
        while not game.over and game.state.number < 1000:
            testing.random_answer(game, 5)
        assert game.over, f"{scene} did not end: {game}"


@pytest.mark.parametrize("book", LOADED)
def test_each_reading_keeps_the_contract(book: str):
    """One short game is played for each side that is not the default."""
    for reading in LOADED[book].ambiguities:
        for side in reading.sides[1:]:
            other = books.load(book, readings={reading.name: side})
            testing.check_book(other, list(other.scenes)[:1], seeds=(3,), answers=much(5, 24))
