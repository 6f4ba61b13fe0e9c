"""The Python machine plays, in the middle of a game, what the native machine does not know or has no room for."""

import random
from types import ModuleType

import pytest

import rulewright
from benchmarks.equal import python_alone
from rulewright.kernel.errors import Runaway
from rulewright.kernel.game import Game
from rulewright.kernel.native import blocks, obstacles
from tests.hygiene.tree import ROOT
from tests.kernel.native.conftest import Pair
from tests.kernel.native.test_equal_play import play_both, same

pytestmark = [pytest.mark.needs_program("gcc"), pytest.mark.needs_program("Python.h")]

RULES = """
Uses: nothing
Start: Bout
Stat Vigour: at least 0
Stat Wealth: at least 0
Zone Ring: in play, keeps identity
Defeated: when [Vigour] falls to 0

structure Bout
  step rounds: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for the actor, one only

Poke
Target: an enemy
do: [Target Vigour] -= 1d3
"""
CAST = """
Scene Yard
  cast Reds: Ann (Vigour 9, Wealth 10)
  cast Blues: Bo (Vigour 9, Wealth 10)
  ends when: one cast is left
"""
WINCE = """
Wince
do: the actor skips its next Turn

"""
STOOP = """
Stoop
Target: an actor
do: [Target Vigour] -= 1 this Round
    target loses 1 Wealth until start of next Turn
    [Wealth] += 3 until end of Turn

"""
SQUARE = """
Square
do: [Wealth] = [Wealth] * [Wealth]

"""


BRIBE = """
Bribe
Cost: 2 Wealth
Target: an enemy with [Wealth] > 0
do: [Target Vigour] -= 1

Gift
Cost: 4 Wealth
Target: an actor with [Wealth] > 6
do: [Target Wealth] += 1

"""


def book(*parts: str) -> rulewright.Book:
    return rulewright.load(text=RULES + "".join(parts) + CAST)


def test_an_unknown_instruction_is_played_by_python_and_then_the_machine_goes_on(pair: Pair, not_lasting: None):
    rules = book(STOOP)
    for seed in range(10):
        playing, reference = pair(rules, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)


def test_a_turn_that_is_skipped_is_played(pair: Pair):
    rules = book(WINCE)
    for seed in range(10):
        playing, reference = pair(rules, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)
        assert playing._native is not None and playing._native.left == 0


def test_effects_that_last_are_played(pair: Pair):
    rules = book(STOOP)
    for seed in range(6):
        playing, reference = pair(rules, seed=seed)
        play_both(playing, reference, random.Random(seed), most=60)
        assert playing.native() is not None


def test_an_act_that_loses_its_target_by_paying_is_taken_back_by_python(pair: Pair):
    """Ann is rich enough for her own Gift until she has paid for it."""
    games = pair(book(BRIBE))
    told = [tuple(game.answer("Reds", ("Gift", 0), 0)) for game in games]
    assert told[0] == told[1] and any(event[0] == "undone" for event in told[0])
    same(*games)
    play_both(*games, random.Random(5), most=60)


def test_acts_that_are_paid_for_are_played(pair: Pair):
    rules = book(BRIBE)
    for seed in range(8):
        play_both(*pair(rules, seed=seed), random.Random(seed), most=60)


def test_a_number_too_large_for_the_machine_is_computed_by_python(pair: Pair):
    """10 squared four times is 10 to the 16th; squared once more it would be stored, and grows past what may be stored."""
    games = pair(book(SQUARE))
    for game in games:
        for _ in range(4):
            game.answer("Reds", ("Square", 0))
            game.answer("Blues", "pass")
    same(*games)
    for game in games:
        with pytest.raises(Runaway, match="a number would grow past"):
            game.answer("Reds", ("Square", 0))
    same(*games)


def test_a_block_that_is_full_gets_more_room(pair: Pair):
    """Four hundred changes in one answer are more events than a block has room for at first."""
    stones = [", ".join(f"N{n} (Stone)" for n in range(at, at + 40)) for at in range(0, 400, 40)]
    players = (
        RULES.replace("each actor", "each player")
        .replace("Turn of an actor", "Turn of a player")
        .replace("the actor", "the player")
    )
    scene = ["Scene Crowd", "  seats Ann, Bo", "  Ann (Vigour 9), Bo (Vigour 9)", *(f"  {line}" for line in stones)]
    rain = "\nKind Stone: Wealth 0\n\nRain\ndo: each stone: [Wealth] += 1\n\n"
    rules = rulewright.load(text=players + rain + "\n".join(scene) + "\n")
    games = pair(rules, "Crowd")
    told = [tuple(game.answer("Ann", ("Rain", 0))) for game in games]
    assert told[0] == told[1] and sum(event[0] == "changed" for event in told[0]) == 400
    assert games[0]._native is not None and games[0]._native.room > 1
    same(*games)


@pytest.mark.parametrize("features", [5, 9, 30])
def test_triggers_that_are_met_at_once_may_be_more_than_a_block_has_room_for(pair: Pair, features: int):
    """Both actors have them all. Those for which there was no room were taken back, too, which ended the process."""
    many = "".join(
        f"\nFeature Envy {n}\nScope: actor\nTrigger: an actor loses Vigour\ndo: [Wealth] += 1\n\n" for n in range(features)
    )
    scene = CAST + f"  features: {', '.join(f'Envy {n}' for n in range(features))}\n"
    games = pair(rulewright.load(text=RULES + many + scene))
    told = [tuple(game.answer("Reds", ("Poke", 0), 1)) for game in games]
    assert told[0] == told[1] and sum(event[0] == "noticed" for event in told[0]) >= 2 * features
    play_both(*games, random.Random(features), most=20)


def test_a_state_with_no_room_in_a_block_gets_a_larger_one(pair: Pair, monkeypatch: pytest.MonkeyPatch):
    """A position has more lasting effects than a new block has room for."""
    before = pair(book(STOOP))[1]
    before.answer("Reds", ("Stoop", 0), 1)
    monkeypatch.setattr(blocks, "LASTING", 1)
    playing = Game(book(STOOP), state=before.state.copy())
    with python_alone():
        reference = Game(book(STOOP), state=before.state.copy())
    native = playing.native()
    assert len(before.state.lasting) > 1 and native is not None and native.room > 1
    play_both(playing, reference, random.Random(2), most=20)


def test_python_plays_every_answer_that_the_machine_leaves(native: ModuleType, not_lasting: None):
    game = Game(book(STOOP))
    for _ in range(4):
        game.answer("Reds", ("Stoop", 0), 1)
        game.answer("Blues", ("Stoop", 1), 0)
    assert game.native() is None
    assert game._native is not None and "Last(" in game._native.why


def test_the_reason_why_python_plays_a_book_is_named():
    """Such a book is played by Python from the start."""
    assert (
        obstacles.obstacle(rulewright.load(str(ROOT / "tests/books/encounter/orc.rules"))) == "an action has several definitions"
    )
