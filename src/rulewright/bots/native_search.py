"""The search on the native machine: hidden things are dealt in Python, and the machine plays thousands of games from there.

It serves books that the machine plays, in games that are won, lost or drawn; `searching` serves all others.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from random import Random
from typing import Any, Final

from rulewright.bots import amounts, weights
from rulewright.bots.searching import Limit
from rulewright.bots.weights import Learned
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.kernel.sight import redeal
from rulewright.kernel.state.facts import Path
from rulewright.program.quick_dataclasses import dataclass

WORLDS: Final = 48  # how many games are imagined that differ in what is hidden
AT_ONCE: Final = 32  # how many iterations are made between two looks at the clock
EXPLORE: Final = (
    0.7  # how much an answer is preferred that was seldom tried, if games are won or lost; less if ratings differ less
)
LONG: Final = 1000  # how many answers a game is played on; if it is not over then, it counts as drawn
COMPARED: Final = 4  # of how many usual answers the best is given in imagined games, where weights guide
DOUBT: Final = 0.5  # how uncertain the value of an answer is after one try; divided by the root of the tries
SOME: Final = 0.02  # the part of the games for which the machine may lack room
MANY: Final = 0.2  # the part of the games that the machine may leave; if it leaves more, Python searches
HEAVY: Final = 1_000_000  # how much work a game may take (python_search.h); if it takes more, positions are rated instead


@dataclass(slots=True)
class TriedAnswer:
    """An answer that was tried: the imagined game in which it is on the menu, its picks there, and its results."""

    world: int
    path: Path
    total: float
    visits: int
    sure: bool

    @property
    def value(self) -> float:
        """The average of its results."""
        return self.total / self.visits

    @property
    def least(self) -> float:
        """The least that it may be worth, as far as it is known."""
        return self.value if self.sure else self.value - DOUBT / sqrt(self.visits)


class NativeSearch:
    """One search from one question, with some threads."""

    def __init__(self, game: Game, seat: int, seed: str, cores: int) -> None:
        self.game, self.seat = game, seat
        chance = Random(seed)
        self._seeds = [chance.getrandbits(63) for _ in range(cores)]
        self.worlds = self._imagined(chance)
        self._searches = list[Any]()

    def _imagined(self, chance: Random) -> list[Game]:
        """Give the games from which iterations begin: what the seat does not see is dealt anew in each."""
        dealer = redeal.Dealer(self.game, self.seat)
        return [dealer.imagine(chance.getrandbits(63)) for _ in range(WORLDS if dealer.hides else 1)]

    def run(self, limit: Limit) -> bool:
        """Search until the limit; say whether the machine could. If it lacks room, it begins again with more."""
        if not self._begin(None):
            return False
        self._searches[0].run(1)
        light, known = _suits(self._searches[0]), weights.learned(self.game)
        return (light or known is not None) and self._searches_with(
            known, limit, known is not None and (known.tells or not light)
        )

    def _searches_with(self, known: Learned | None, limit: Limit, rates: bool) -> bool:
        """Search with what was learned."""
        while self._begin(known, rates):
            with ThreadPoolExecutor(len(self._searches)) as threads:
                list(threads.map(lambda search: _searched(search, limit.shared(len(self._searches))), self._searches))
            if not all(map(_suits, self._searches)):
                return False
            if all(search.counts[2] <= SOME * search.counts[0] for search in self._searches):
                return True
            if not all(native is not None and native.enlarge(world) for world in self.worlds for native in [world.native()]):
                break
        return False

    def _begin(self, known: Learned | None, rates: bool = False) -> bool:
        """Begin with blocks of all imagined games, what is usually answered, and what positions weigh."""
        played = [world.native() for world in self.worlds]
        blocks = [native.block for native in played if native is not None]
        if len(blocks) < len(self.worlds):
            return False
        make = c_machine.playing().Search
        sides, parties = weights.sides(self.game), len(self.game.state.setting.sides)
        of = sides, weights.sorts(self.game), parties
        learned = (known.rows, known.weights, known.customs) if known is not None else (array("q"), array("d"), b"")
        how = EXPLORE, LONG, rates, COMPARED if known is not None and known.guides else 1
        self._searches = [make(blocks, seed, self.seat, *how, *of, *learned) for seed in self._seeds]
        return True

    @property
    def iterations(self) -> int:
        """How many iterations were made."""
        return sum(search.counts[0] for search in self._searches)

    @property
    def effort(self) -> int:
        """How much work an iteration was on average."""
        return int(sum(search.counts[3] for search in self._searches) // max(1, self.iterations))

    @property
    def swing(self) -> float:
        """How much the results of iterations differ: their standard deviation, or half of the whole range if there are few."""
        return max(float(search.swing) for search in self._searches)

    def tried(self) -> list[TriedAnswer]:
        """List the answers that were tried, the best first."""
        found: dict[int, TriedAnswer] = {}
        for search in self._searches:
            new = {arm: TriedAnswer(*row) for *row, arm in reversed(search.tried())}
            for arm, each in new.items():
                old = found.setdefault(arm, each)
                if old is not each:
                    old.total, old.visits, old.sure = old.total + each.total, old.visits + each.visits, old.sure or each.sure
        return sorted(found.values(), key=lambda each: (each.least, each.visits), reverse=True)

    def line(self, world: int, first: Path, most: int) -> Sequence[tuple[int, Path]]:
        """Follow the answers that were tried most after one, in one of the imagined games."""
        game = self.worlds[world]
        native, m = game.native(), game.machine
        assert native is not None  # it has searched
        return list(self._searches[0].line(native.block, first, most, m.seed, ~m.secret))


def serves(game: Game) -> bool:
    """Say whether the machine plays a game that is won, lost or drawn."""
    return len(game.asking) == 1 and game.native() is not None and amounts.score(game.book, game.scene) is None


def _searched(search: Any, limit: Limit) -> None:
    """Search until the limit, or until nothing is left to find out; or until it turns out that the machine does not suit."""
    for number in limit.rounds(AT_ONCE):
        search.run(number)
        if search.counts[4] or not _suits(search):
            return


def _suits(search: Any) -> bool:
    """Say whether the machine plays the games to their ends, and quickly."""
    done, left, _, work, _ = search.counts
    return bool(left <= MANY * done and work <= HEAVY * done)
