"""Plays whole games by chance from a position: on the native machine where it can, otherwise in Python, with the same results.

Every pick is a die of its own: of the policy's seed, the number of the answer and the number of the pick. So it does not matter
which machine plays, nor in which order the games are played.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.native_play import NativePlay
from rulewright.kernel.state import dice
from rulewright.play.bots import Path, anything
from rulewright.play.playout import play_out as answered

Policy = str | Mapping[str, int]
Seeds = tuple[int, int]
"""The seed of a game's dice, and that of its policy."""

RANDOM = "random"
HEAVIEST = 1_000_000


class PlayedOut(NamedTuple):
    """One game that was played out: how many answers were given, whether it is over, and each side's standing."""

    answers: int
    over: bool
    standing: dict[str, int]


def play_out(game: Game, policy: Policy, n: int, seed: int, most: int, cores: int) -> list[PlayedOut]:
    """Play so many games from the position of a game, which stays as it is; each has dice of its own."""
    return by_chance(game, [_seeds(seed, number) for number in range(n)], weights_of(game, policy), most, cores)


def by_chance(game: Game, seeds: Sequence[Seeds], weights: Mapping[str, int], most: int, cores: int = 1) -> list[PlayedOut]:
    """Play a game for each pair of seeds on the native machine; answers that it leaves, Python gives."""
    found: dict[int, PlayedOut] = {}
    waiting = list(enumerate(seeds))
    while waiting and (native := game.native()) is not None:
        rows = _rows(native, game, [pair for _, pair in waiting], weights, most, cores)
        found |= {at: row[1] for (at, _), row in zip(waiting, rows, strict=True) if row[0] == numbers()["RW_PLAYED"]}
        full = [each for each, row in zip(waiting, rows, strict=True) if row[0] == numbers()["RW_FULL"]]
        if not full or not native.enlarge(game):
            break
        waiting = full
    return [found[at] if at in found else _by_both(game, pair, weights, most) for at, pair in enumerate(seeds)]


def weights_of(game: Game, policy: Policy) -> Mapping[str, int]:
    """Check a policy: "random", or how often an action is begun in proportion to others, by its name."""
    if policy == RANDOM:
        return {}
    if isinstance(policy, str):
        raise Refused(f"there is no policy {policy!r}: a policy is 'random', or a weight for each action")
    for name, weight in policy.items():
        if name != PASS and game.base.action(name) is None:
            raise Refused(f"there is no action {name!r} in {game.base.name} to give a weight to")
        if type(weight) is not int or not 0 <= weight <= HEAVIEST:
            raise Refused(f"the weight of {name!r} is a whole number from 0 to {HEAVIEST:,}, not {weight!r}")
    return {name.casefold(): weight for name, weight in policy.items()}


def _seeds(seed: int, number: int) -> Seeds:
    """Give the seed of a game's dice and that of its policy."""
    own = dice.stream(seed, number)
    return own, dice.mix(own ^ dice.GOLDEN)


def _rows(
    native: NativePlay, game: Game, seeds: Sequence[Seeds], weights: Mapping[str, int], most: int, cores: int
) -> list[tuple[int, PlayedOut]]:
    """Play games on the native machine, on several cores; give with each what the machine says of it: played, left or full."""
    weighed, sides, block = _weighed(game, weights), native.setting.sides, native.block
    size = 3 + len(sides)

    def part(seeds: Sequence[Seeds]) -> list[tuple[int, PlayedOut]]:
        pairs = array("Q", [each for pair in seeds for each in pair])
        row = memoryview(block.play_out(pairs, most, len(sides), weighed)).cast("q").tolist()
        cut = [row[at : at + size] for at in range(0, len(row), size)]
        return [(why, PlayedOut(n, bool(over), dict(zip(sides, standing, strict=True)))) for why, n, over, *standing in cut]

    parts = [seeds[at::cores] for at in range(min(cores, len(seeds)))]
    found: list[tuple[int, PlayedOut]] = [(0, PlayedOut(0, False, {}))] * len(seeds)
    if len(parts) == 1:
        return part(seeds)
    with ThreadPoolExecutor(len(parts)) as threads:
        for at, played in enumerate(threads.map(part, parts)):
            found[at::cores] = played
    return found


def _weighed(game: Game, weights: Mapping[str, int]) -> array[int] | None:
    """Give the weight of each action and that of passing, as the native machine reads them."""
    heavy = [weights.get(action.name.casefold(), 1) for action in game.book.actions]
    return array("q", [*heavy, weights.get(PASS, 1)]) if weights else None


def _by_both(game: Game, seeds: Seeds, weights: Mapping[str, int], most: int) -> PlayedOut:
    """Play a game on both machines: Python gives the answers that the native machine leaves."""
    other = game.copy()
    m = other.machine
    m.seed = m.secret = seeds[0]
    m.script, m.rerolls = None, ()
    before = other.length

    def bot(game: Game, player: int) -> Path:
        return anything(game, player, Drawn(seeds[1], game.state.number + 1, weights))

    while not other.over and (left := before + most - other.length) > 0:
        native = other.native()
        if native is None or not native.block.play_on(m.seed, m.secret, seeds[1], left, _weighed(other, weights)):
            answered(other, [bot] * len(other.seats), other.length)
    return PlayedOut(other.length - before, other.over, other.standing())


class Drawn(Random):
    """The picks of one answer, each by a die of its own."""

    def __init__(self, policy: int, answer: int, weights: Mapping[str, int]) -> None:
        super().__init__(policy + answer)
        self.policy, self.answer, self.weights, self.picked = policy, answer, weights, 0

    def choice(self, seq: Any) -> Any:
        """Pick a key of a menu: at first by the weights of the actions, then each as likely as the others."""
        first, total = self.picked == 0, sum(map(self._weight, seq))
        if not (self.weights and first and total):
            return seq[self._die(len(seq)) - 1]
        left = self._die(total)
        for key in seq:
            left -= self._weight(key)
            if left <= 0:
                break
        return key

    def randint(self, a: int, b: int) -> int:
        """Pick a number."""
        return a + self._die(b - a + 1) - 1

    def _die(self, sides: int) -> int:
        self.picked += 1
        return dice.die(self.policy, self.answer, self.picked - 1, sides)

    def _weight(self, key: Any) -> int:
        name = name_of(key)
        return self.weights.get(name.casefold(), 1) if name else 1


def name_of(key: Any) -> str:
    """Give the name under which a key has a weight: that of an action, or "pass"."""
    return str(key[0]) if isinstance(key, tuple) else PASS if key == PASS else ""
