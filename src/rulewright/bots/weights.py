"""The weights of positions: the program says what can be counted of each side, and play teaches how much each number weighs.

Nothing of it is written for a book. The first search in a scene plays practice games on the native machine, first at random,
then by what it has learned, and finds out which numbers go with winning. A scene of a book always gets the same weights.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_machine
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.state.facts import KIND, NOWHERE, OWN
from rulewright.play.worth import THING, Worth
from rulewright.program import building, expressions, instructions, marks
from rulewright.program.modes import Way
from rulewright.program.quick_dataclasses import dataclass

STARTS: Final = 300  # with how many seeds the practice games begin
ROUNDS: Final = ((1, 20_000), (4, 20_000), (4, 40_000))
"""For each round of practice: the best of how many random answers is given, and how many answers are given in all."""
LONG: Final = 1000  # practice games that take more answers do not count
CALM: Final = 100.0  # how much the guess before practice counts: as much as so many games
TELLS: Final = (
    0.6  # by what part the error of the weights must be smaller than that of a guess without them, so that they are used
)
GUIDES: Final = 0.1  # and by what part, so that usual answers are compared by them
IN_HAND: Final = 0.1  # a card that its owner alone sees, before practice
SORTS: Final = 60  # how many sorts of cards are told apart
FEW: Final = 12  # up to so many kinds of cards are sorts of their own
MANY: Final = 200  # how much is counted at most
FULL: Final = 1.5  # a capped stat that is full


@dataclass(frozen=True, slots=True)
class Learned:
    """What is counted of each side, how much it weighs, and how well this predicts the winner (0: not at all, 1: always)."""

    rows: array[int]
    weights: array[float]
    skill: float
    customs: bytes = b""

    @property
    def tells(self) -> bool:
        """Whether positions are rated by it rather than played to the end."""
        lines = numbers()["WEIGH_LINES"]
        return self.skill >= TELLS or lines in self.rows[:: numbers()["WEIGH_ROW"]]

    @property
    def guides(self) -> bool:
        """Whether answers are compared by it while imagined games are played on."""
        return self.skill >= GUIDES


def sides(game: Game) -> array[int]:
    """Give the side of each seat."""
    names = game.state.setting.sides
    return array("q", [names.index(Worth(game, seat).side) for seat in range(len(game.seats))])


def learned(game: Game) -> Learned | None:
    """Give the weights of a game's scene, after practice if there was none; None if the native machine cannot practise there."""
    known = game.base.caches.weights
    if game.scene not in known:
        known[game.scene] = _practised(game)
    found: Learned | None = known[game.scene]
    return found


Row = tuple[int, int, int]
"""How something is counted; of which stat, zone, kind or test; and a further number."""


def sorts(game: Game) -> array[int]:
    """Give the sorts of each kind of card, as bits: marks that some cards of the scene have in common, but not all of them."""
    chosen = _sorts(game)
    return array("q", [sum(1 << n for n, mark in enumerate(chosen) if mark in kind.marks) for kind in game.book.kinds])


def _sorts(game: Game) -> list[int]:
    """List the marks that tell cards of a scene apart, those of the most kinds first; of single kinds only where they are few."""
    kinds = {game.state.cell(slot, KIND) for slot in range(len(game.state.places))}
    of_kinds = [game.book.kinds[kind].marks for kind in sorted(kinds) if marks.CARD in game.book.kinds[kind].marks]
    having: dict[tuple[bool, ...], int] = {}
    for mark in sorted(frozenset[int]().union(*of_kinds)):
        having.setdefault(tuple(mark in each for each in of_kinds), mark)
    least = 1 if len(of_kinds) <= FEW else 2
    ranked = sorted((which for which in having if not all(which) and sum(which) >= least), key=sum, reverse=True)
    return [having[which] for which in ranked[:SORTS]]


def counted(game: Game) -> list[Row]:
    """List what is counted of each side in a scene."""
    N, book, state = numbers(), game.book, game.state
    told = [n for n, stat in enumerate(book.stats) if n >= OWN and not stat.silent and stat.shared != "all"]
    pieces = [n for n, kind in enumerate(book.kinds) if marks.CARD not in kind.marks]
    of: dict[str, Iterable[int]] = {
        "WEIGH_HAVING": told,
        "WEIGH_FULL": [n for n in told if book.stats[n].cap is not None],
        "WEIGH_SUM": told,
        "WEIGH_LYING": sorted({zone for zone, owner, *_ in state.grounds if zone >= 0 and owner >= 0}),
        "WEIGH_SCARCE": sorted({state.grounds[zone][0] for zone, _ in Worth(game, 0).dreaded}),
        "WEIGH_THINGS": [NOWHERE, *pieces],
        "WEIGH_NEAR": [0] if state.setting.grid is not None else [],
        "WEIGH_SIDE": range(len(state.setting.sides)),
        "WEIGH_TURN": [0],
    }
    pairs = {"WEIGH_CLOSE": _thresholds(game), "WEIGH_LINES": list(_lines(game)), "WEIGH_SORT": list(_lying(game))}
    singles = [(N[how], what, 0) for how, each in of.items() for what in each]
    return singles + [(N[how], *pair) for how, each in pairs.items() for pair in each]


def _thresholds(game: Game) -> list[tuple[int, int]]:
    """List the stats that do something at a certain amount, and the amounts."""
    changes = [part for trigger in game.book.triggers if not trigger.optional for part in building.walk(trigger.test.node)
               if isinstance(part, expressions.Changes)]  # fmt: skip
    found = {(each.stat, each.amount) for each in changes if each.how in (Way.RISES_TO, Way.FALLS_TO)}
    return sorted(found)


def _lines(game: Game) -> Iterator[tuple[int, int]]:
    """List the tests that ask for so many things in a line, each with every smaller number of them."""
    for number, procedure in enumerate(game.book.procedures):
        for at, step in enumerate(procedure.code if isinstance(procedure, Rule) else ()):
            asked = step.condition if isinstance(step, instructions.Test) else None
            if (
                not isinstance(asked, expressions.Compare)
                or asked.op != ">="
                or not isinstance(asked.right, expressions.Constant)
            ):
                continue
            if isinstance(asked.left, expressions.Measure) and asked.left.along:
                yield from ((number * numbers()["RW_STEPS"] + at, has) for has in range(1, asked.right.n))


def _lying(game: Game) -> Iterator[tuple[int, int]]:
    """List the kinds of zones where cards of players lie, each with every sort; few of them where there are many."""
    book, zones = game.book, {zone for zone, owner, *_ in game.state.grounds if zone >= 0}
    ranked = sorted(zones, key=lambda zone: (not book.zones[zone].live, zone))
    yield from ((zone, sort) for sort in range(len(_sorts(game))) for zone in ranked)


def guessed(game: Game, rows: Iterable[Row]) -> array[float]:
    """Give what each row weighs before practice."""
    N, worth, book = numbers(), Worth(game, 0), game.book
    guesses: dict[int, Callable[[int], float]] = {
        N["WEIGH_HAVING"]: lambda stat: min(1.0, worth.weights.get(stat, 0.0)),
        N["WEIGH_FULL"]: lambda stat: FULL,
        N["WEIGH_SUM"]: lambda stat: 0.0 if book.stats[stat].most == 1 else THING[1],
        N["WEIGH_LYING"]: lambda zone: IN_HAND if book.zones[zone].seen == "owner" else 0.0,
        N["WEIGH_THINGS"]: lambda kind: THING[0] if kind == NOWHERE else 0.0,
    }
    return array("d", [guesses[how](what) if how in guesses else 0.0 for how, what, _ in rows])


def _practised(game: Game) -> Learned | None:
    """Play practice games in rounds, each by what was learned in the one before."""
    games = [Game(game.base, game.scene, seed=seed) for seed in range(STARTS)]
    rows = counted(game)[:MANY]
    before = guessed(game, rows)
    found = Learned(array("q", [number for row in rows for number in row]), before, 0.0)
    if len(rows) > numbers()["RW_ROWS"] or len(game.state.setting.sides) > numbers()["RW_PARTIES"]:
        return None
    for number, (tries, answers) in enumerate(ROUNDS):
        learned = _round(games, found, before, (number + 1, tries, answers, LONG, CALM))
        if learned is None:
            return None
        found = learned
    return found


def _round(games: list[Game], known: Learned, before: array[float], how: tuple[Any, ...]) -> Learned | None:
    """Play one round, again with more room if games lacked some; None if the machine leaves games."""
    of_seats, parties = sides(games[0]), len(games[0].state.setting.sides)
    while True:
        played = [each.native() for each in games]
        blocks = [native.block for native in played if native is not None]
        if len(blocks) < len(games):
            return None
        practise = c_machine.playing().practise
        weighed, customs, skill, noted, full = practise(
            blocks, of_seats, sorts(games[0]), parties, known.rows, known.weights, before, *how
        )
        if not full or not all(native.enlarge(each) for each, native in zip(games, played, strict=True) if native is not None):
            return Learned(known.rows, array("d", bytes(weighed)), skill, bytes(customs)) if noted else None
