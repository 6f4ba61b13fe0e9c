"""Actions that abilities create: their targets, the players they ask, and their triggers."""

from functools import lru_cache
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import bind
from tests.books.nomic.table import HOUR, SCENES, again, do, has
from tests.kernel.fakes import told


@lru_cache(maxsize=16)
def ability(effect: str, mark: str = "Delayed, Triggered", trigger: str = "another player puts Hex on a stack") -> Book:
    """Adds an ability called Snare that everybody has, and a way to strike acts, to the book."""
    snare = f"Rule 350. Snares\n  Snare ({mark})\n  Trigger: {trigger}\n  {effect}\n"
    judge = "Rule 216. Striking\n  Annul\n  Target: a past act\n  do: strike the act\n"
    found = bind([("snares.rules", f"{SCENES}{snare}\n{judge}")], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def hexed(*rule: str) -> Game:
    """Begins a game in which Bo has hexed Cy, so that Ann and Cy have their snares."""
    game = Game(ability(*rule), "Small", seed=1)
    do(game, "Bo", "Hex Cy")
    return game


def on_stacks(game: Game) -> list[str]:
    """Gives what lies on each stack, from the bottom."""
    return [" ".join(game.state.names[slot] for slot in game.state.zones[zone]) for zone in stacks.stacks(game.machine)]


def words(game: Game) -> list[str]:
    """Tells in words what the last answer did to actions."""
    return [f"{game.state.names[what]} {word}" for word, what in told(game.done[-1].events)]


@pytest.mark.parametrize(
    "effect",
    [
        "do: gain 1 Points",
        "do: all players with [Points] > 3 gain 1 Points",
        "do: each player: it gains 1 Points",
        "do: the player before the actor with [Active] = 1 gains 1 Points",
    ],
)
def test_an_effect_that_is_not_about_the_trigger_has_no_target(effect):
    """It lies on a stack of its own and takes effect, although the action that triggered it has left long ago (N-43, N-44)."""
    game = hexed(effect)
    assert on_stacks(game) == ["Hex", "Snare", "Snare"]
    game.tick(4 * HOUR)
    assert words(game) == ["Hex put into action", "Snare put into action", "Snare put into action"]


@pytest.mark.parametrize(
    "effect", ["do: block it", "do: gain 1 Points\n  then: block it", "if: 1d6 > 6\n  do: gain 1 Points\n  else: block it"]
)
def test_an_effect_on_the_action_that_triggered_it_targets_that_action(effect):
    """Wherever in the rule this is said, the effect goes on the stack of its target (N-43, N-49)."""
    game = hexed(effect)
    assert on_stacks(game) == ["Hex Snare Snare"]


@pytest.mark.parametrize("effect", ["do: block it", "do: gain 1 Points\n  then: block it"])
def test_an_immediate_action_does_not_affect_what_triggered_it(effect):
    """An immediate action is on no stack, so it cannot affect a waiting action (N-43)."""
    game = hexed(effect, "Triggered")
    assert has(game, "Ann") == 20
    game.tick(4 * HOUR)
    assert words(game) == ["Hex put into action"]


TOLL = "Target: another player\n  do: [Target Points] -= 3"


def test_an_ability_asks_for_its_target_when_it_is_created():
    """It is triggered in any case, and its player picks the target; then the next player is asked (N-04, N-05)."""
    game = hexed(TOLL)
    assert game.asking == (game.seat("Ann"),) and [*map(game.menu("Ann").words, game.menu("Ann"))] == ["Snare"]
    game.answer("Ann", "Snare", "Cy")
    assert game.asking == (game.seat("Cy"),)
    game.answer("Cy", "Snare", "Bo")
    assert on_stacks(game) == ["Hex", "Snare", "Snare"] and again(game).fingerprint() == game.fingerprint()
    game.tick(4 * HOUR)
    assert (has(game, "Bo"), has(game, "Cy")) == (20 + 5 - 3, 20 - 5 - 3)


def test_an_ability_asks_for_its_target_in_the_middle_of_popping():
    """The player of the ability is asked, and then the popping continues."""
    game = hexed(TOLL, "Triggered", "Hex is put into action")
    game.tick(4 * HOUR)
    for seat, target in (("Ann", "Bo"), ("Bo", "Cy"), ("Cy", "Ann")):
        assert game.asking == (game.seat(seat),)
        game.answer(seat, "Snare", target)
    assert len(game.asking) == 3 and [has(game, seat) for seat in game.seats] == [17, 22, 12]


def test_an_ability_without_a_possible_target_creates_nothing():
    """Nobody is asked if nothing can be picked."""
    game = hexed("Target: another player with [Points] > 90\n  do: [Target Points] -= 3")
    assert len(game.asking) == 3 and on_stacks(game) == ["Hex"]


@pytest.mark.parametrize("mark", ["Automatic", "Delayed, Automatic"])
def test_an_ability_of_nobody_with_a_target_is_an_error(mark):
    """Nobody could pick the target, so the rule is an error."""
    rule = f"Rule 350. Snares\n  Snare ({mark})\n  Trigger: [Beads] of a player falls to 0\n  {TOLL}\n"
    found = bind([("snares.rules", SCENES + rule)], books.finder())
    assert [problem.message for problem in found.problems] == [
        "Snare belongs to nobody and happens by itself, so nobody can pick its target"
    ]


# -- striking ----------------------------------------------------------------------------------------------------------


def strikable(game: Game) -> list[Any]:
    """Gives the numbers of the acts that may be struck."""
    menu = game.menu("Ann", "Annul")
    assert menu is not None
    return list(menu)


def test_an_act_that_is_struck_is_not_offered_again():
    """It is offered again if the Judgment that struck it is struck; every other act, also a Judgment, is offered (N-18)."""
    game = Game(ability("do: gain 1 Points"), "Small", seed=1)
    gift, other = do(game, "Bo", "Gift Cy"), do(game, "Bo", "Gift Ann")
    annulled = do(game, "Ann", f"Annul {gift}")
    assert strikable(game) == [other, annulled]
    lifted = do(game, "Ann", f"Annul {annulled}")
    assert strikable(game) == [gift, other, lifted] and has(game, "Bo") == 18


def test_an_act_can_be_struck_again_after_its_strike_was_lifted():
    """In every re-run a Judgment is judged by those before it (N-18)."""
    game = Game(ability("do: gain 1 Points"), "Small", seed=1)
    first, gift = do(game, "Cy", "Gift Ann"), do(game, "Bo", "Gift Cy")
    annulled = do(game, "Ann", f"Annul {gift}")
    do(game, "Ann", f"Annul {annulled}")
    again_annulled = do(game, "Ann", f"Annul {gift}")
    do(game, "Ann", f"Annul {first}")
    assert {done.entry.number for done in game.done if done.lapsed} == {first, gift, annulled}
    assert (has(game, "Bo"), has(game, "Cy")) == (20, 20) and again_annulled in strikable(game)
    assert again(game).fingerprint() == game.fingerprint()
