"""Imagined games: a search that looks ahead in one learns neither the coming dice nor what its seat does not see."""

from random import Random

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.sight import redeal
from rulewright.testing import answers

DICEY = """
Uses: nothing
Start: Day
Zone Table: in play
Stat Points: at least 0

structure Day
  step floor: floor actions for each player, for 24 hours

Throw
do: gain 1d1000 Points

Annul
Target: a past act
do: strike the act

Scene Court
  seats Ann, Bo
  Ann (Points 0), Bo (Points 0)
"""

HIDING = ("honey", "mandarin", "netrunner", "riftbound")


def played(book: str, seed: int, count: int) -> Game:
    """Plays a few answers at random."""
    game = rulewright.new(book, seed=seed)
    for _ in range(count):
        answers.random_answer(game, 5)
    return game


def twin(game: Game, viewer: int | None) -> Game:
    """Gives a game that differs in what a viewer does not see, and in all coming dice."""
    other = redeal.redealt(game, viewer, Random(99))
    other.seed = other.machine.seed = other.machine.secret = game.seed + 1000
    return other


def course(game: Game) -> list[object]:
    """Plays on at random, and gives everything that can be read from the game on the way."""
    read: list[object] = [game.seed, game.dice, game.journal, list(game.events)]
    for _ in range(12):
        if not game.over:
            read += [game.fingerprint(), game.where(), answers.random_answer(game, 8)]
    return read


@pytest.mark.parametrize("book", HIDING)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_an_imagined_game_does_not_depend_on_what_is_hidden_nor_on_the_dice_to_come(book, viewer):
    """From two games that differ only in this the same game is imagined, and it continues in the same way."""
    game = played(book, 1, 10)
    other = twin(game, viewer)
    assert other.fingerprint() != game.fingerprint()
    assert course(game.imagine(viewer, 7)) == course(other.imagine(viewer, 7))


@pytest.mark.parametrize("book", ["honey", "netrunner", "riftbound"])  # in mandarin a market lies open
def test_a_spectators_imagined_game_does_not_depend_on_the_deal(book):
    """Two games with different seeds look the same to a spectator, so the same game is imagined for it."""
    one, other = rulewright.new(book, seed=1), rulewright.new(book, seed=2)
    assert one.fingerprint() != other.fingerprint() and one.view(None) == other.view(None)
    assert one.imagine(None, 4).fingerprint() == other.imagine(None, 4).fingerprint()


def test_another_seed_imagines_another_game():
    """The other game has other hidden cards and other dice."""
    game = played("honey", 1, 4)
    assert len({game.imagine(0, seed).fingerprint() for seed in range(6)}) > 1
    strikes = [rulewright.new("encounter", seed=1).imagine(0, seed) for seed in range(8)]
    assert len({str(course(strike)) for strike in strikes}) > 1


def test_an_imagined_game_looks_to_its_player_as_the_game_does():
    """Menu and table are the same, and nothing done in the imagined game changes the real one."""
    game = played("honey", 3, 4)
    player, before = game.asking[0], game.fingerprint()
    imagined = game.imagine(player, 5)
    assert str(imagined.menu(player)) == str(game.menu(player)) and imagined.where(player) == game.where(player)
    answers.random_answer(imagined, 1)
    assert game.fingerprint() == before


def test_scripted_dice_are_not_imagined():
    """Dice that were given to a game are not known in the imagined game either."""
    game = rulewright.new(rulewright.load(text=DICEY), dice=[5, 6])
    copied, imagined = (
        [each.answer("Ann", "Throw")[1].faces for _ in range(2)] for each in (game.copy(), game.imagine("Ann", 1))
    )
    assert copied == [(5,), (6,)] and imagined != copied


def test_an_imagined_game_has_no_past_and_cannot_be_saved():
    """Its events do not tell what was drawn unseen before, and undo stops at its beginning."""
    game = played("honey", 1, 6)
    imagined = game.imagine(0, 1)
    assert len(imagined.events) == 0
    answers.random_answer(imagined, 2)
    imagined.undo()
    with pytest.raises(rulewright.Refused, match="nothing to undo"):
        imagined.undo()
    with pytest.raises(rulewright.Refused, match="an imagined game cannot be saved"):
        rulewright.save(imagined)


def test_a_judgment_in_an_imagined_game_leaves_the_dice_of_the_past_as_they_fell():
    """Only later dice differ."""
    game = rulewright.new(rulewright.load(text=DICEY), seed=3)
    for who in ("Ann", "Bo", "Ann"):
        game.answer(who, "Throw")
    imagined = game.imagine("Ann", 11)
    for each in (game, imagined):
        each.answer("Bo", "Annul", 1)
    assert imagined.fingerprint() == game.fingerprint()
    assert imagined.answer("Bo", "Throw")[1].faces != game.answer("Bo", "Throw")[1].faces
