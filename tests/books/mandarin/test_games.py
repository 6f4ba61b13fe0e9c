"""Whole games by bots: they end by the losing condition, everybody can win, and most of the book is used."""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import ACTION, NOWHERE, STANDING
from rulewright.play import bots, playout
from rulewright.program import marks
from tests.lengths import much

pytestmark = pytest.mark.once("whole games are compared on both machines in kernel/native")

BOOK = books.load("mandarin")
QUARTER = 25
PARTS = range(much(1, 4))  # a hundred games in the long run
ANSWERS = 1500


@dataclass
class Record:
    """What was seen in many games."""

    ended: int = 0
    winners: Counter[tuple[str, int]] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    abroad: Counter[str] = field(default_factory=Counter)  # speeds of what was played in others' turns
    told: Counter[str] = field(default_factory=Counter)
    seats: Counter[int] = field(default_factory=Counter)


@lru_cache
def record(part: int) -> Record:
    """Plays 25 games, at tables of two, three and four in turn; in the first games, half of the bots are greedy."""
    found = Record()
    for seed in range(part * QUARTER, (part + 1) * QUARTER):
        game = Game(BOOK, list(BOOK.scenes)[seed % 3], seed=seed)
        greedy = [seat % 2 == 1 and seed % QUARTER == 0 for seat in range(len(game.seats))]
        seated = [(bots.greedy_bot if looks else bots.random_bot)(seed * 7 + seat) for seat, looks in enumerate(greedy)]
        found.ended += playout.play_out(game, seated, ANSWERS, lambda game, player, path: note(found, game, player, path))
        found.seats[len(game.seats)] += 1
        for seat, (name, standing) in enumerate(game.standing().items()):
            if standing == 1:
                found.winners[name, seat] += 1
    return found


def note(found: Record, game: Game, player: int, path: tuple[Any, ...]) -> None:
    """Gives an answer, and records what was done and in whose turn."""
    first = path[0]
    if isinstance(first, tuple):
        action = game.book.action(str(first[0]))
        assert action is not None
        found.played[action.name] += 1
        if game.book.active(game.machine) not in (player, NOWHERE):
            found.abroad[game.book.speed_of(action) if action.stack else ""] += 1
    for event in game.answer(player, *path):
        if event[:2] == ("told", "stacked"):
            found.played[game.book.actions[game.state.cell(event[2], ACTION)].name] += 1
        if event[0] == "told":
            found.told[str(event[1])] += 1
        elif event[0] in ("moved", "linked"):
            found.told[moved(game, event)] += 1
        elif event[0] == "changed" and event[2] != STANDING:
            found.told[f"{game.book.stats[event[2]].name} {'up' if event[4] > event[3] else 'down'}"] += 1


def moved(game: Game, event: tuple[object, ...]) -> str:
    """Names the keyword that moved something or attached it."""
    if event[0] == "linked":
        return "attached" if event[2] == "attached" else ""
    zone = event[3][0]  # type: ignore[index]
    return "nowhere" if zone == NOWHERE else game.book.zones[game.state.grounds[zone][0]].name


@pytest.mark.parametrize("part", PARTS)
def test_games_end_by_the_losing_condition(part: int):
    """SW-04: at least 24 of 25 games end, because all but one have lost or because a card says so."""
    assert record(part).ended >= QUARTER - 1


def test_no_seat_wins_every_game():
    """SW-06: no player wins every game, whether the player sits first or not."""
    winners = record(0).winners
    assert len({seat for _, seat in winners}) >= 3
    assert max(winners.values()) < sum(winners.values()) * 0.6


def test_answers_are_played_in_others_turns():
    """S-04, S-05: fast and breakneck effects are used in others' turns, and basic ones only if they are triggered."""
    abroad = record(0).abroad
    assert abroad["fast"] >= 10 and abroad["breakneck"] >= 10


def test_every_keyword_is_used():
    """SW-19: move, draw, destroy, obliterate, recycle, flip, tap, untap, attach, pay and gain all occur in games."""
    told = record(0).told
    keywords = ("draws", "Graveyard", "Obliterated", "Tapped up", "Tapped down", "Flipped up", "attached", "Mana down", "Mana up")
    assert [word for word in keywords if not told[word]] == []
    assert told["countered"] and told["fight"] and told["Stash"]
    assert record(0).played["Home by Water"]  # which recycles


def test_most_cards_and_abilities_are_used():
    """SW-16: nearly all actions of the book are used in a hundred games, and four fifths of them in 25."""
    wanted = {action.name for action in BOOK.actions if marks.AUTOMATIC not in action.kinds}
    never = sorted(name for name in wanted if not any(record(part).played[name] for part in PARTS))
    assert len(never) <= len(wanted) // much(5, 10), never
