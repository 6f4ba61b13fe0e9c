"""Recording an account changes nothing: the same events come with and without one, in shipped scenes and in random books.

With an account Python plays; without one the native machine plays what it knows, so the two machines are compared as well.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulewright import books
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out
from rulewright.program import validate
from tests.language.in_play import saying
from tests.lengths import much

pytestmark = pytest.mark.once("it compares both machines")


def joined(left: str, op: str, right: str, wrapped: bool) -> str:
    """Joins two texts with an operator, with parentheses or without."""
    return f"({left} {op} {right})" if wrapped else f"{left} {op} {right}"


STATS = ["Health", "Attack", "Strength", "Defense", "Mana", "Gold", "Pluck"]
numbers = st.integers(0, 9).map(str)
stats = st.sampled_from(STATS)
refs = st.builds(lambda whose, stat: f"[{whose}{stat}]", st.sampled_from(["", "Self ", "Target "]), stats)
dice = st.builds(lambda n, sides: f"{n}d{sides}", st.integers(0, 3), st.sampled_from([1, 4, 6, 20]))
sums = st.recursive(
    st.one_of(numbers, refs, dice),
    lambda inner: st.builds(joined, inner, st.sampled_from("+-*/"), inner, st.booleans()),
    max_leaves=5,
)
comparisons = st.builds(lambda a, op, b: f"{a} {op} {b}", sums, st.sampled_from(["=", "!=", ">", "<", ">=", "<="]), sums)
both = st.builds(lambda a, word, b: f"{a} {word} {b}", comparisons, st.sampled_from(["and", "or"]), comparisons)
conditions = st.one_of(comparisons, both)
durations = st.sampled_from(["", " until end of turn", " until start of next turn", " for 2 rounds", " until end of next turn"])
assignments = st.one_of(
    st.builds(lambda ref, op, n: f"{ref} {op} {n}", refs, st.sampled_from(["=", "+=", "-=", "*=", "/="]), sums),
    st.builds(lambda ref, op, n, until: f"{ref} {op} {n}{until}", refs, st.sampled_from(["=", "+=", "-="]), sums, durations),
)
phrases = st.sampled_from([
    "push target 2 tiles away from actor", "pull target 1 tile toward actor", "-1 Defense until start of next turn",
    "all enemies take 1d4 cold damage", "target loses 2 Mana", "deal 1d6 damage to target", "gain 1 Gold",
    "each enemy: loses 1 Gold",
    "if [Gold] > 2: gain 1 Mana", "two times: gain 1 Pluck",
])  # fmt: skip
effects = st.lists(st.one_of(assignments, phrases), min_size=1, max_size=3)


@st.composite
def actions(draw: Any, name: str) -> str:
    """Makes up an action."""
    lines = [name, draw(st.sampled_from(["Range: Melee", "Range: 6 tiles", "Range: Unlimited", "Target: an enemy"]))]
    parts = {"if": draw(st.one_of(st.none(), conditions)), "do": draw(effects), "else": draw(st.one_of(st.none(), effects)),
             "then": draw(st.one_of(st.none(), effects))}  # fmt: skip
    for key, found in parts.items():
        if found is not None and not (key == "else" and parts["if"] is None):
            lines.append(f"{key}: " + (found if isinstance(found, str) else "\n    ".join(found)))
    return "\n".join(lines)


@st.composite
def rule_texts(draw: Any) -> str:
    """Makes up a small book: three actions, a parry, and a scene."""
    made = [draw(actions(name)) for name in ("Alpha", "Beta", "Gamma")]
    scene = "Scene Yard\n  cast One: Ann at 2,2 (Health 20, Attack 3, Defense 9, Mana 5, Gold 4); Al at 2,4 (Health 9, Gold 2)\n"
    scene += "  cast Two: Bo at 3,2 (Health 20, Strength 2, Defense 8, Gold 3); Bea at 5,4 (Health 9, Mana 3)\n"
    scene += "  ends when: one cast is left\n"
    return "Uses: encounter\n\nStat Pluck: 0 to 6\n\n" + "\n\n".join(made) + "\n\n" + scene


class Stopped(Exception):
    """Ends a game in which an answer was refused both with and without an account."""


def twice(game: Game, act: Callable[[Game], object]) -> None:
    """Performs the same answer in the game and in a copy that records an account; events and refusals are the same."""
    other = game.copy()
    other.machine.account = []
    outcomes = [outcome(each, act) for each in (game, other)]
    assert outcomes[0] == outcomes[1]
    assert game.fingerprint() == other.fingerprint()
    if isinstance(outcomes[0], str):
        raise Stopped


def outcome(game: Game, act: Callable[[Game], object]) -> object:
    """Gives the events of an answer, or the refusal."""
    try:
        return act(game)
    except RulewrightError as error:
        return f"{type(error).__name__}: {error}"


def agree(game: Game, answers: int, seed: int) -> int:
    """Plays at random with and without an account, side by side; counts the answers."""
    with suppress(Stopped):
        play_out(
            game,
            [random_bot(seed)] * len(game.seats),
            answers,
            lambda game, player, path: twice(game, lambda each: each.answer(player, *path)),
            lambda game, now: twice(game, lambda each: each.tick(now)),
        )
    return len(game.done) - 1


@pytest.mark.parametrize(("book", "scene"), [(name, scene) for name in books.shipped() for scene in books.load(name).scenes])
@pytest.mark.parametrize("seed", range(much(1, 12)))
def test_shipped_scenes_play_the_same_with_and_without_an_account(book: str, scene: str, seed: int) -> None:
    """A shipped scene plays the same with and without an account, event for event."""
    assert agree(Game(books.load(book), scene, seed=seed), 60, seed)


@settings(max_examples=much(40, 1500), deadline=None)
@given(rule_texts(), st.integers(0, 99))
def test_random_books_play_the_same_with_and_without_an_account(text: str, seed: int) -> None:
    """Any book that the grammar allows plays the same with and without an account, event for event."""
    book = books.load(text=[("random.rules", text)])
    agree(Game(book, "Yard", seed=seed), 8, seed)


@settings(max_examples=much(30, 600), deadline=None, suppress_health_check=list(HealthCheck))
@given(saying.books_said(), st.sampled_from(("Yard", "Table")), st.integers(0, 99))
def test_books_of_random_phrases_play_the_same_with_and_without_an_account(text: str, scene: str, seed: int) -> None:
    """All phrases, in actions, reactions and features, make a program that is well-formed and plays the same with an account."""
    book = books.load(text=[("said.rules", f"Uses: nothing\n\n{text}")])
    validate.check(book)
    agree(Game(book, scene, seed=seed), 12, seed)
