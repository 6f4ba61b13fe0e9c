"""Bots play whole games: they propose prepared motions, vote, answer and judge, and somebody wins by the rule."""

from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from tests.lengths import much

pytestmark = pytest.mark.once("whole games are compared on both machines in kernel/native")

BOOK = books.load("nomic")
SEEDS = much(range(18, 28), range(36))  # benchmarks.balance plays a hundred
ANSWERS = 2000
SHOWN = ("adopted rule used", "blocked", "copied", "judged", "left its stack", "two pop", *much((), ("merged",)))


@dataclass
class Record:
    """What was seen in many games."""

    lost: list[int] = field(default_factory=list)  # the seeds whose games end in another way or not at all
    shown: Counter[str] = field(default_factory=Counter)
    adopted: set[str] = field(default_factory=set)


def acted(done: Done) -> str:
    """Names the action of an answer, if it was an action."""
    path = done.entry.path
    return str(path[0][0]) if path and isinstance(path[0], tuple) else ""


def shown(game: Game) -> set[str]:
    """Names what has happened in a game, also if a Judgment removed it later."""
    known = {action.name for action in BOOK.actions}
    found = {"adopted rule used"} if {acted(done) for done in game.done} - known - {""} else set()
    for events in game.record.values():
        told = [event[1] for event in events if event[0] == "told"]
        found |= {word for word in told if word in SHOWN} | {event[0] for event in events if event[0] == "judged"}
        if events and events[0][0] != "chose" and told.count("put into action") + told.count("blocked") > 1:
            found.add("two pop")
    return found


def by_the_rule(game: Game) -> bool:
    """Says whether the game has ended because somebody has 100 points."""
    winners = [seat for seat, stands in game.standing().items() if stands > 0]
    return bool(winners) and all(game.state.cell(game.find(seat), game.book.stat("Points")) >= 100 for seat in winners)


@lru_cache
def record() -> Record:
    """Plays the games, at tables of three, four and five; one in eighteen by the default bot, the rest at random."""
    found = Record()
    for seed in SEEDS:
        greedy = seed % 18 == 0
        game = Game(BOOK, list(BOOK.scenes)[0 if greedy else seed % 3], seed=seed)
        play_out(game, [(greedy_bot if greedy else random_bot)(seed)] * len(game.seats), ANSWERS)
        found.lost += [] if by_the_rule(game) else [seed]
        found.shown.update(shown(game))
        found.adopted |= {text.strip().splitlines()[0] for _, text in game.state.amendments}
    return found


def test_games_end_by_the_winning_rule():
    """Of eighteen games at least seventeen end because somebody has 100 points; those of the default bot are among them."""
    assert len(record().lost) <= len(SEEDS) // 18
    assert [seed for seed in record().lost if seed % 18 == 0] == []


def test_games_show_everything_that_can_happen():
    """Adopted rules are used, actions wait, are blocked, copied, merged and re-classified, and Judgment is given."""
    assert [word for word in SHOWN if not record().shown[word]] == []


def test_prepared_motions_are_proposed_and_adopted_in_play():
    """Several of the prepared motions come into force: delayed actions, amendments of a rule and a repeal among them."""
    adopted = record().adopted
    assert len(adopted) >= much(6, 12) and {"Repeals: 325", "Rule 318. Hexes"} <= adopted
