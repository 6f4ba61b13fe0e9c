"""Sums, dice and what never ends are the same on the native machine and on the Python machine, up to the words of a refusal."""

import random

import pytest

import rulewright
from rulewright.kernel.errors import Runaway
from rulewright.kernel.game import Game
from rulewright.kernel.state import dice
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import said, same
from tests.kernel.native.test_left_to_python import CAST, RULES

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]
LARGEST = 10**18
DO = ("Do it", 0)
SPIN = "structure Spin\n  step go: {0}\n\nDo it\ndo: {1}\n\n"


def book(effect: str, more: str = "", features: str = "") -> rulewright.Book:
    debt = RULES.replace(
        "Stat Wealth: at least 0", "Stat Wealth: at least -999999999999999\nStat Debt: at least -999999999999999"
    )
    named = f"  features: {features}\n" if features else ""
    return rulewright.load(text=debt + (more or f"Do it\ndo: {effect}\n\n") + CAST + named)


def begun(pair: Pair, rules: rulewright.Book, wealth: int = 10, debt: int = 0, seed: int = 0) -> tuple[Game, Game]:
    """Begins both games with numbers that no text may contain."""
    games = pair(rules, seed=seed)
    names = [stat.name for stat in rules.stats]
    for game in games:
        game.state.cells[names.index("Wealth")], game.state.cells[names.index("Debt")] = wealth, debt
        assert game is games[1] or game.native() is not None
    return games


def outcome(games: tuple[Game, Game]) -> object:
    """Gives the same answer to both games, and what Python says to it if the native machine says the same."""
    ours, theirs = (said(game, 0, (DO,)) for game in games)
    assert ours == theirs
    same(*games)
    return theirs


def wealth_after(pair: Pair, effect: str, wealth: int, debt: int) -> int | str:
    """Gives Ann's wealth after an effect, or why it could not be carried out."""
    rules = book(effect)
    games = begun(pair, rules, wealth, debt)
    told = outcome(games)
    at = [stat.name for stat in rules.stats].index("Wealth")
    return told if isinstance(told, str) else games[0].state.cells[at]


@pytest.mark.parametrize(("wealth", "debt", "floor"), [(7, 2, 3), (-7, 2, -4), (7, -2, -4), (-7, -2, 3), (-6, 2, -3), (7, 0, 0)])
def test_division_rounds_down(pair: Pair, wealth: int, debt: int, floor: int):
    assert wealth_after(pair, "[Wealth] = [Wealth] / [Debt] + 100", wealth, debt) == floor + 100


@pytest.mark.parametrize(
    ("effect", "wealth", "debt"),
    [
        ("[Wealth] = [Wealth] * [Debt]", 10**9, 10**9 + 1),
        ("[Wealth] = [Wealth] * [Debt]", 4 * 10**9, 4 * 10**9),
        ("[Wealth] = [Wealth] + [Debt]", LARGEST, 1),
        ("[Wealth] = [Wealth] - [Debt]", LARGEST, -1),
        ("[Wealth] += [Debt]", LARGEST, 1),
        ("5 times: [Wealth] = [Wealth] * [Wealth]", 10**4, 0),
    ],
)
def test_a_number_beyond_the_largest_is_a_runaway(pair: Pair, effect: str, wealth: int, debt: int):
    assert wealth_after(pair, effect, wealth, debt) == f"a number would grow past {LARGEST:,}"


@pytest.mark.parametrize(
    ("effect", "wealth", "debt", "left"),
    [
        ("[Wealth] = [Wealth] * [Debt]", 10**9, 10**9, LARGEST),
        ("[Wealth] = [Wealth] * [Wealth] / [Wealth]", LARGEST, 0, LARGEST),
        ("[Wealth] = [Wealth] * 3 - [Wealth] * 2", LARGEST, 0, LARGEST),
        ("[Wealth] = 5 - [Wealth] - [Wealth] - [Wealth]", LARGEST, 0, 0),
    ],
)
def test_a_sum_may_pass_the_largest_number_on_its_way(pair: Pair, effect: str, wealth: int, debt: int, left: int):
    """Only what is stored is bounded; the Python machine gives such an answer."""
    assert wealth_after(pair, effect, wealth, debt) == left


SEEDS = (0, 7, -3, 1 << 70, *(random.Random(seed).getrandbits(512) | dice.KEYED for seed in range(4)))


@pytest.mark.parametrize("sides", [1, 2, 20, (1 << 32) - 1, 1 << 32, (1 << 32) + 1, 999_999_999_999_999])
def test_dice_of_any_size_show_the_same(pair: Pair, sides: int):
    """Also dice with more sides than 32 bits can hold, plain ones and those of a keyed hash."""
    rules = book(f"[Wealth] += 3d{sides}")
    for seed in SEEDS:
        told = outcome(begun(pair, rules, seed=seed))
        faces = next(event[2] for event in told if event[0] == "rolled")  # type: ignore[attr-defined]
        assert len(faces) == 3 and all(1 <= face <= sides for face in faces)


def test_a_thousand_of_the_largest_dice_are_summed(pair: Pair):
    """Given dice show their highest number each time; twice as many are too much."""
    for effect in ("1000d999999999999999", "1000d999999999999999 + 1000d999999999999999", "9d999999999999999 exploding"):
        games = pair(book(f"[Wealth] += {effect}"), dice=[999_999_999_999_999] * 3000)
        outcome(games)


ENDLESS = {
    "a number of times": ("let X be [Wealth]\n    X times: [Debt] = 1", ""),
    "a structure that is repeated": ("", SPIN.format("[Debt] += 1", "repeat Spin")),
    "a structure that takes itself": ("", SPIN.format("take a Spin", "take a Spin")),
}


@pytest.mark.parametrize("loop", ENDLESS)
def test_endless_loops_are_refused_in_the_same_words(pair: Pair, loop: str):
    games = begun(pair, book(*ENDLESS[loop]), wealth=LARGEST)
    before = games[1].fingerprint()
    assert "more than" in str(outcome(games))
    assert games[0].fingerprint() == before


@pytest.mark.parametrize("scope", ["global", "actor"])
def test_a_trigger_that_sets_itself_off_is_refused_in_the_same_words(pair: Pair, scope: str):
    spiral = f"Feature Spiral\nScope: {scope}\nTrigger: this actor gains Wealth\ndo: [Wealth] += 1\n\n"
    games = begun(pair, book("", f"Do it\ndo: [Wealth] += 1\n\n{spiral}", "Spiral"))
    assert "call one another without end, the last of them Spiral" in str(outcome(games))


def test_a_game_that_asks_nobody_does_not_begin(pair: Pair):
    """Neither machine begins it, and both say so in the same words."""
    rules = RULES.replace("step act: window actions for the actor, one only", "step act: [Wealth] += 1") + CAST
    for _ in range(2):
        with pytest.raises(Runaway, match="more than 100,000 steps in one answer: Bout, step 1 of 1"):
            pair(rulewright.load(text=rules))
