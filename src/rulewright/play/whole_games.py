"""Plays whole games at random from a position, on the native machine if it plays the book, otherwise in Python.

Every pick is a die of its own: of the policy's seed, the number of the answer and the number of the pick. So both machines give
the same results, in whichever order the games are played.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any, NamedTuple

from rulewright.kernel import timekeeping
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.kernel.native.native_play import NativePlay
from rulewright.kernel.state import dice
from rulewright.play.bots import Path, anything
from rulewright.play.playout import play_out as answered

Policy = str | Mapping[str, int]
Seeds = tuple[int, int]
"""The seed of a game's dice, and that of its policy."""

RANDOM = "random"
HEAVIEST = 1_000_000
MOST_GAMES, MOST_ANSWERS, MOST_CORES = 10_000_000, 1_000_000_000, 256


class PlayedOut(NamedTuple):
    """One game that was played out: how many answers were given, whether it is over, and each side's standing."""

    answers: int
    over: bool
    standing: dict[str, int]


def play_out(game: Game, policy: Policy, n: int, seed: int, most: int, cores: int) -> list[PlayedOut]:
    """Play so many games from the position of a game, which does not change; each has dice of its own."""
    check(n=(n, 0, MOST_GAMES), seed=(seed, -dice.KEYED, dice.KEYED), most=(most, 0, MOST_ANSWERS), cores=(cores, 1, MOST_CORES))
    machine, weights = c_machine.machine(), weights_of(game, policy)
    seeds: list[Seeds] = [_seeds(seed, number) for number in range(n)] if machine is None else machine.seeds(seed, n)
    return by_chance(game, seeds, weights, most, cores)


def check(**given: tuple[object, int, int]) -> None:
    """Refuse what is not a whole number within its bounds."""
    for name, (number, least, largest) in given.items():
        if type(number) is not int or not least <= number <= largest:
            bounds = f" from {least:,} to {largest:,}" if largest < dice.KEYED else ""
            raise Refused(f"{name} of play_out is a whole number{bounds}, not {number!r}")


def by_chance(game: Game, seeds: list[Seeds], weights: Mapping[str, int], most: int, cores: int = 1) -> list[PlayedOut]:
    """Play a game for each pair of seeds on the native machine; answers that it leaves, Python gives."""
    full = c_machine.numbers()["RW_FULL"]
    found: list[PlayedOut | int] = [full] * len(seeds)
    while (native := game.native()) is not None:
        waiting = [at for at, played in enumerate(found) if played == full]
        for at, played in zip(waiting, _rows(native, game, [seeds[at] for at in waiting], weights, most, cores), strict=True):
            found[at] = played
        if full not in found or not native.enlarge(game):
            break
    return [_by_both(game, seeds[at], weights, most) if isinstance(played, int) else played for at, played in enumerate(found)]


def weights_of(game: Game, policy: Policy) -> Mapping[str, int]:
    """Check a policy: "random", or how often an action is begun in proportion to others, by its name."""
    if policy == RANDOM:
        return {}
    if not isinstance(policy, Mapping):
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
    native: NativePlay, game: Game, seeds: list[Seeds], weights: Mapping[str, int], most: int, cores: int
) -> list[PlayedOut | int]:
    """Play games on the native machine, on several cores; of a game that it does not finish, give the reason: left or full."""
    weighed, sides, block = _weighed(game, weights), native.setting.sides, native.leading

    def part(seeds: list[Seeds]) -> list[PlayedOut | int]:
        return block.play_out(seeds, most, sides, weighed, PlayedOut)

    parts = [seeds[at::cores] for at in range(min(cores, len(seeds)))]
    if len(parts) <= 1:
        return part(seeds)
    found: list[PlayedOut | int] = [0] * len(seeds)
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
        return anything(game, player, Drawn(seeds[1], timekeeping.number(game) + 1, weights))

    while not other.over and (left := before + most - other.length) > 0:
        native = other.native()
        if native is None or not native.leading.play_on(*dice.known(m.seed, m.secret), seeds[1], left, _weighed(other, weights)):
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
