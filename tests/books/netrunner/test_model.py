"""Random games compared with an independent model: at every choice exactly the model's options are offered."""

import pytest

from rulewright import books, testing
from rulewright.kernel.game import Game
from rulewright.program import own_procedures
from tests.books.netrunner.model import Model
from tests.books.netrunner.steps import offered, step

BOOK = books.load("netrunner")
ANSWERS = 260


def at_a_step(game: Game) -> str:
    """Gives the step of the table at which a game stands; "" inside a reaction, an interrupt or a card's own choice."""
    asking = game.state.agenda[-2 if game.state.agenda[-1].procedure == own_procedures.WINDOW else -1]
    procedure = game.book.procedures[asking.procedure]
    if not procedure.announced or procedure.name in ("Mulligan", "Overload", "Second Lap"):
        return ""
    return step(game)


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_random_game_offers_what_the_model_says(seed: int):
    """In random games each player may do at each step what the model says (K-05, K-09, KW-9.2.7)."""
    game, judged = Game(BOOK, seed=seed), 0
    while not game.over and game.state.number < ANSWERS:
        here = at_a_step(game)
        if here:
            player, found = offered(game)
            model = Model(game)
            assert model.must(here, player) <= found <= model.may(here, player), (game.where(), sorted(found))
            judged += 1
        testing.random_answer(game, seed)
    assert judged > ANSWERS // 2


def test_the_model_forbids_something_at_every_step():
    """The model knows what is not possible, so agreement with it means something."""
    model = Model(Game(BOOK, seed=1))
    assert model.may("runner.action.f", "Runner") >= {"R1", "R5"} and "R6" not in model.may("runner.action.f", "Runner")
    assert "C6" not in model.may("corp.action.b", "Corp") and "score" not in model.may("corp.draw.b", "Corp")
