"""Judgment and things made by abilities, pops and the clock: an answer still refers to the same thing."""

from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import BLOCKED
from rulewright.language.lower.compiler import bind
from tests.books.nomic.table import DAY, HOUR, SCENES, do
from tests.books.nomic.test_judging import lapsed

RINGS = """
Zone Shelf: seen by all
Kind Cup: Passed 0
  actions: none

Rule 350. Rings
  Ring (Delayed, Triggered)
  Trigger: another player performs Gift
  do: gain 7 Points

  Dawn (Delayed, Triggered)
  Trigger: a Turn ends
  do: gain 1 Points

  Carillon (Delayed)
  do: station the actor at a new Cup in the Shelf

  Pour
  do: station the actor at a new Cup in the Shelf

  Dawdle
  do: take a Pause

  Polish
  Target: a cup in Shelf
  do: target gains 1 Passed

structure Pause
  step floor: floor actions for each player, for 1 hour
"""


@lru_cache(maxsize=1)
def rings() -> Book:
    """Adds abilities to the book that make things."""
    found = bind([("rings.rules", f"{SCENES}{RINGS}")], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def begun(*acts: str) -> Game:
    """Begins a game in which some players have acted, as in "Bo Gift Cy"."""
    game = Game(rings(), "Small", seed=1)
    for act in acts:
        do(game, *act.split(" ", 1))
    return game


def on_stacks(game: Game) -> list[str]:
    """Gives what lies on each stack, from the bottom; blocked items are marked."""
    state = game.state
    lying = [state.zones[zone] for zone in stacks.stacks(game.machine)]
    return [" ".join(state.names[slot] + "!" * state.cell(slot, BLOCKED) for slot in zone) for zone in lying]


GIFTS = ("Bo Gift Cy",) * 3  # each makes a ring of Ann's and one of Cy's
WARD = "Cy Ward Ring in Action stack 3"  # Ann's second


@pytest.mark.parametrize(
    ("struck", "left"),
    [(1, ["Ring Ward", "Ring", "Ring", "Ring"]), (3, ["Ring", "Ring", "Ring Ward", "Ring"])],
)
def test_the_block_on_the_second_ring_stays_on_it(struck, left):
    """A thing that an ability made is identified by the answer that triggered the ability (NW-E4, N-48)."""
    game = begun(*GIFTS, WARD)
    game.strike(struck)
    assert on_stacks(game) == left and lapsed(game) == {struck: "struck"}


def test_a_block_on_a_ring_that_was_never_made_lapses():
    """The block does not move to another ring (NW-E4)."""
    game = begun(*GIFTS, WARD)
    game.strike(2)
    assert on_stacks(game) == ["Ring"] * 4 and lapsed(game)[4] == "it was about something that no longer exists"


@pytest.mark.parametrize(("struck", "cups"), [(1, [1]), (2, [0])])
def test_a_thing_made_by_an_act_is_known_by_that_act(struck, cups):
    """A cup is not an action, but it can be picked like one."""
    game = begun("Ann Pour", "Bo Pour", "Cy Polish Cup 2")
    game.strike(struck)
    (shelf,) = [zone for zone, ground in enumerate(game.state.grounds) if game.book.zones[ground[0]].name == "Shelf"]
    assert [game.state.cell(slot, game.book.stat("Passed")) for slot in game.state.zones[shelf]] == cups


def test_a_thing_made_by_a_popped_action_is_identified_by_that_action():
    """The pop has another time now, and is in another answer (NW-E4)."""
    game = begun("Ann Carillon")
    game.tick(HOUR)
    touched = do(game, "Bo", "Ward Carillon")
    wiped = do(game, "Bo", "Wipe Ward")
    game.tick(4 * HOUR)
    game.tick(5 * HOUR)
    polished = do(game, "Cy", "Polish Cup 1")
    game.strike(wiped)
    assert set(lapsed(game)) == {wiped, polished}, "the Carillon is blocked"
    game.strike(touched)
    assert set(lapsed(game)) == {touched, wiped}, "it pops at four, and its cup is polished"


def test_timed_events_are_identified_by_their_order():
    """The ring of the first evening stays the same, although another answer makes it now (NW-E4)."""
    game = begun()
    game.tick(DAY - HOUR // 2)
    dawdled = do(game, "Ann", "Dawdle")
    game.tick(DAY)
    game.tick(DAY + HOUR)
    do(game, "Cy", "Ward Dawn in Action stack 2")
    game.strike(dawdled)
    assert on_stacks(game) == ["Dawn", "Dawn Ward", "Dawn"] and lapsed(game) == {dawdled: "struck"}
