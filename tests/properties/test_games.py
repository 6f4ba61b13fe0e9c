"""Properties of every game, whatever the seed and the answers: Hypothesis searches for a game that breaks one."""

import json
import os
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulewright
from rulewright import books, testing
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.kernel.legality import availability
from rulewright.kernel.state import events
from rulewright.kernel.state.caches import ZoneCache
from rulewright.kernel.state.facts import FACTS
from tests.lengths import much

WHISPERS = rulewright.load(str(Path(__file__).parents[1] / "contract" / "whispers.rules"))
BOOKS = [*(books.load(name) for name in books.shipped()), WHISPERS]
SCENES = [(book, scene) for book in BOOKS for scene in book.scenes]

seeds = st.integers(0, 2**64 - 1)
games = st.builds(lambda where, seed: Game(*where, seed=seed), st.sampled_from(SCENES), seeds)
answers = st.lists(st.integers(0, 2**16), min_size=1, max_size=24)
found = settings(
    deadline=None,
    max_examples=much(20, 400),
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow],
)


def answer(game: Game, choice: int) -> None:
    """Turns a number into an answer: each menu on the way uses a part of the number; some answers are given pick by pick."""
    player = game.asking[choice % len(game.asking)]
    piecemeal = len(game.asking) == 1 and choice % 5 == 1
    path: tuple = ()
    while (menu := game.menu(player, *path)) is not None:
        keys = testing.options(menu)
        path = (*path, keys[choice % len(keys)])
        choice = choice // len(keys) + 1
        if piecemeal:
            break
    game.answer(player, *path)


def play(game: Game, choices: list[int]):
    """Answers by numbers until the game ends; gives the game at each choice and at the end."""
    for choice in choices:
        if game.over:
            break
        yield game
        answer(game, choice)
    yield game


def reread(game: Game) -> Game:
    """Gives the game as it comes back from its save."""
    return saves.load(json.loads(json.dumps(saves.save(game))), game.book)


@given(game=games, choices=answers)
@found
def test_a_game_can_be_saved_and_loaded_at_every_choice(game: Game, choices: list[int]):
    """At every choice the saved game, read back, is the same game: state, menus, views."""
    for now in play(game, choices):
        state = saves.state_in(json.loads(json.dumps(saves.state_out(now.state, now.book))), now.book)
        assert testing.differences(state, now.state) == []
        # What a Judgment may strike, and how many rounds there were, is in the record: the game's and not the state's.
        other = reread(now) if now.book.judges else Game(now.book, now.scene, seed=now.seed, state=state)
        other.done[:] = now.done
        assert testing.seen(other) == testing.seen(now)


@given(game=games, choices=answers, more=answers)
@found
def test_a_loaded_game_goes_on_as_if_nothing_had_happened(game: Game, choices: list[int], more: list[int]):
    """A loaded game takes the remaining answers with the same events as the game itself."""
    *_, now = play(game, choices)
    other = reread(now)
    for one, two in zip(play(now, more), play(other, more), strict=True):
        assert one.done[-1].events == two.done[-1].events and one.fingerprint() == two.fingerprint()


@given(game=games, choices=answers)
@found
def test_undo_returns_through_every_fingerprint(game: Game, choices: list[int]):
    """If everything is undone, the fingerprints of play come in reverse order, down to the first."""
    prints = [now.fingerprint() for now in play(game, choices)]
    for before in reversed(prints[:-1]):
        game.undo()
        assert game.fingerprint() == before
    assert len(game.done) == 1


@given(game=games, choices=answers, back=st.integers(1, 24))
@found
def test_an_undone_answer_can_be_given_again_with_the_same_events(game: Game, choices: list[int], back: int):
    """Answers that are undone and given again bring the same events: undo restores everything, the order of things included."""
    prints = [now.fingerprint() for now in play(game, choices)]
    back = min(back, len(prints) - 1)
    happened = [done.events for done in game.done]
    for _ in range(back):
        game.undo()
    for _ in play(game, choices[len(prints) - 1 - back : len(prints) - 1]):
        pass
    assert [done.events for done in game.done] == happened and game.fingerprint() == prints[-1]


@given(game=games, choices=answers)
@found
def test_a_replayed_game_is_the_same_as_the_played_one(game: Game, choices: list[int]):
    """A game replayed from its answers has the same journal, events and state."""
    *_, now = play(game, choices)
    again = saves.replay(json.loads(json.dumps(saves.save(now))), now.book)
    assert again.journal == now.journal and list(again.events) == list(now.events)
    assert again.fingerprint() == now.fingerprint()


@given(game=games, choices=answers, other=answers)
@found
def test_a_copy_is_independent(game: Game, choices: list[int], other: list[int]):
    """Other answers in a copy do not change the game, and further answers in the game do not change the copy."""
    *_, now = play(game, choices)
    copy, before = now.copy(), now.fingerprint()
    *_, gone = play(copy, other)
    after = gone.fingerprint()
    assert now.fingerprint() == before
    *_, _ = play(now, choices)
    assert copy.fingerprint() == after


@given(game=games, choices=answers)
@found
def test_facts_change_only_by_events(game: Game, choices: list[int]):
    """The recorded events, applied to a copy of the first state, give the current facts; reverted, they give the first facts."""
    first, begun = game.state.copy(), len(game.done)
    for choice in choices:
        if game.over:
            break
        answer(game, choice)
        told = [event for done in game.done[begun:] for event in done.events]  # all of them: a Judgment changes the past
        again = first.copy()
        for event in told:
            events.apply(again, event)
        assert [name for name in (*FACTS, "touched") if getattr(again, name) != getattr(game.state, name)] == []
        for event in reversed(told):
            events.revert(again, event)
        assert [name for name in FACTS if getattr(again, name) != getattr(first, name)] == []


def worked_out(m: Machine, kept: ZoneCache) -> dict[str, Any]:
    """Computes again what a state stores about where things lie."""
    return {
        "live": m.live() if kept.live is not None else None,
        "stacks": stacks.stacks(m) if kept.stacks is not None else None,
        "holders": by_action(m, m.live()) if kept.holders is not None else None,
        "marked": {mark: [slot for slot in m.live() if has_mark(m, slot, mark)] for mark in kept.marked},
        "sources": {player: m.book.sources(m, player) for player in kept.sources},
        "usable": {player: by_action(m, m.book.sources(m, player)) for player in kept.usable},
    }


def has_mark(m: Machine, slot: int, mark: int) -> bool:
    """Says whether a thing has a mark by its kind; a thing that waits may have it through its action."""
    kind = m.state.cells[slot * m.state.width]
    return kind == m.book.item or mark in m.book.kinds[kind].marks


def by_action(m: Machine, slots: list[int]) -> dict[int, list[int]]:
    """Groups things by the actions they have."""
    held = {slot: availability.abilities(m, slot) for slot in slots}
    return {index: [slot for slot in slots if index in held[slot]] for index in {n for own in held.values() for n in own}}


@given(game=games, choices=answers)
@found
def test_the_stored_positions_equal_those_computed_again(game: Game, choices: list[int]):
    """The positions that a state has stored are those that are computed again from its facts."""
    for now in play(game, choices):
        fresh = Machine(now.book, now.state.copy())
        kept = now.state.zone_cache
        assert {name: getattr(kept, name) for name in ZoneCache.__slots__} == worked_out(fresh, kept)


@given(where=st.sampled_from(SCENES), seed=seeds, choices=answers)
@found
def test_the_same_seed_and_answers_are_the_same_game(where: tuple, seed: int, choices: list[int]):
    """Two games with the same seed and the same answers are equal."""
    one, two = (Game(*where, seed=seed) for _ in range(2))
    for first, second in zip(play(one, choices), play(two, choices), strict=True):
        assert first.fingerprint() == second.fingerprint() and first.done[-1].events == second.done[-1].events


@given(game=games, choices=answers, words=st.text(max_size=12))
@found
def test_any_words_are_answered_or_refused(game: Game, choices: list[int], words: str):
    """Any text given at a choice is a legal answer, or it is refused with a message and changes nothing."""
    *_, now = play(game, choices)
    before = now.fingerprint()
    try:
        now.answer(now.asking[0] if now.asking else 0, words)
    except Refused as error:
        assert str(error) and now.fingerprint() == before
