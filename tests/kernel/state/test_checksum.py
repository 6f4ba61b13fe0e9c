"""One number stands for the facts of a game: equal facts give the same number, other facts give another."""

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.state.checksum import checksum
from rulewright.kernel.state.facts import Lasting


def begun() -> Game:
    return Game(rulewright.load("honey"), seed=1)


def test_a_copy_of_a_game_has_the_same_number():
    game = begun()
    assert checksum(game.state) == checksum(game.copy().state)


def test_a_changed_cell_gives_another_number():
    game = begun()
    before = checksum(game.state)
    game.state.cells[-1] += 1
    assert checksum(game.state) != before


def test_a_new_link_gives_another_number_unless_it_only_records_an_origin():
    game = begun()
    before = checksum(game.state)
    game.state.links[0, "targets"] = (("it", 1),)
    assert checksum(game.state) == before
    game.state.links[0, "at"] = (1,)
    assert checksum(game.state) != before


def test_an_effect_that_was_used_once_gives_another_number():
    game = begun()
    numbers = set()
    for uses in (None, 2, 1):
        game.state.lasting[7] = Lasting(7, "luck", 0, 9, "add", 1, (), uses, 0)
        numbers.add(checksum(game.state))
    assert len(numbers) == 3
