"""Rates the position of a side without knowing the book: who is in play, how full capped stats are, distances."""

from __future__ import annotations

from copy import copy
from itertools import pairwise
from typing import Any

from rulewright.kernel.book import Book
from rulewright.kernel.change import values
from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.game import Game
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.state import grid
from rulewright.kernel.state.facts import NOWHERE, OWN, SIDE, TILE
from rulewright.program import building, expressions, instructions
from rulewright.program.declared import Stat
from rulewright.program.definition import Action
from rulewright.program.modes import Link

WON = 1000.0  # more than any position
BEING = 1.0  # somebody in play
FULL = 1.5  # and with every capped stat full
HAVING = 0.05  # a point of a stat that a player has, where it is players that play
VITAL = 0.25  # and of one whose change triggers something automatically, such as a loss
DECISIVE = 5.0  # and of one that wins the game at a certain amount
DREAD = 20.0  # how bad it is that a zone runs out whose emptiness loses the game: divided by one more than the things in it
COUNTER, ENOUGH = 1.0, 5  # a counter that lies in the open even on what lies face down, and how many of them count
FLEETING = 0.001  # and of one that is reset every turn
THING = 0.3, 0.05  # a thing in play that a player controls, and each point of its stats
HOLDING = 0.02, 0.02  # a card that a player holds, and each point
STORED = 0.01, 0.005  # a card of a player's that nobody sees, and each point
LASTING = 0.002  # a point of a stat, for as long as it lasts beyond this turn
FIRST = 0.1  # how much more what the strongest of the others has counts
STEP = 0.01  # a step between somebody who can attack and the nearest enemy
FAR = 99
CROWDED = 2  # standing on an enemy's own tile is no nearer than two steps


class Worth:
    """What a position is worth to a player's side."""

    def __init__(self, game: Game, player: int) -> None:
        self.game, self.player = game, player
        self.m, setting = game.machine, game.state.setting
        cell = game.state.cell
        self.cast = [slot for slot in range(len(game.state.places)) if cell(slot, SIDE) != NOWHERE]
        self._kept = [(zone, *kept) for zone, ground in enumerate(game.state.grounds) if (kept := _kept(game, ground))]
        self._points: dict[int, int] = {}  # what is printed on cards, which no answer changes while they are kept
        mandatory = {trigger.stat for trigger in game.book.triggers if trigger.on == "changed" and not trigger.optional}
        told = [(n, stat) for n, stat in enumerate(game.book.stats) if n >= OWN and not stat.silent]
        self.weights = {n: _weight(stat, n in mandatory) for n, stat in told if stat.shared != "all"}
        self.weights |= dict.fromkeys(_decisive(game.book), DECISIVE)
        self._counted = [n for n, stat in told if stat.most != 1]
        fluid, scene = game.book.fluid, setting.scene
        self._fluid = {n for n in self._counted if n in fluid and scene in fluid[n]}  # the rest is as written, if nothing lasts
        self._plain = [n for n in self._counted if n not in self._fluid]
        self._open = [n for n, stat in told if stat.open]
        self.dreaded = [(zone, player) for player, zone in _dreaded(game)]
        own = next((cell(slot, SIDE) for slot in self.cast if self.m.player_of(slot) == player), player)
        self.side = setting.sides[own] if own < len(setting.sides) else ""
        self.sign = {
            side: 0 if side in setting.neutral else 1 if side == own or _pair(own, side) in setting.allied else -1
            for side in range(len(setting.sides))
        }

    def of(self, game: Game) -> Worth:
        """Give what finds the same in another game of the same scene, such as another deal."""
        other = copy(self)
        other.game, other.m = game, game.machine
        return other

    def now(self) -> float:
        """Judge the present position."""
        standing, there = self.game.standing().get(self.side, 0), len(self.m.state.places)  # Judgment may unmake things
        return (
            WON * standing
            + sum(self._object(slot) for slot in self.cast if slot < there and self.m.in_play(slot))
            + self._lasting()
            + self._holding()
        )

    def _holding(self) -> float:
        """Count what players have, hold and control, in a game that is played by players and not by actors."""
        players = self.m.state.refs(0, "players")
        if not players:
            return 0.0
        had = {n: self._having(slot) for n, slot in enumerate(players) if self.m.in_play(slot)}
        worth = sum(self._mine(n) * each for n, each in had.items())
        worth -= FIRST * max((each for n, each in had.items() if n != self.player), default=0.0)
        for zone, player, one, each in self._kept:
            lying = self.m.state.zones[zone]
            worth += self._mine(player) * (one * len(lying) + each * sum(map(self._printed, lying)))
        for zone, player in self.dreaded:
            worth -= self._mine(player) * DREAD / (1 + len(self.m.state.zones[zone]))
        things = [slot for slot in self.m.live() if slot not in players]
        return worth + sum(self._mine(self.m.player_of(slot)) * self._thing(slot) for slot in things)

    def _mine(self, player: int) -> int:
        players = self.m.state.refs(0, "players")
        return 1 if player == self.player or self._ally(players, player) else -1

    def _ally(self, players: tuple[int, ...], player: int) -> bool:
        cell = self.game.state.cell
        return player >= 0 and cell(players[player], SIDE) == cell(players[self.player], SIDE)

    def _having(self, slot: int) -> float:
        whose = {stat: values.holder(self.m, slot, stat) for stat in self.weights}
        return sum(weight * values.value(self.m, whose[stat], stat) for stat, weight in self.weights.items())

    def _thing(self, slot: int) -> float:
        """Judge a thing in play by its numbers; true-or-false stats, such as being tapped, do not count."""
        cells, base = self.m.state.cells, slot * self.m.state.width
        counters = COUNTER * min(ENOUGH, sum([cells[base + stat] for stat in self._open]))
        touched = {stat for it, stat in self.m.state.touched if it == slot} if self.m.state.touched else set()
        hanging = self._fluid | (set(self._plain) & touched) if touched else self._fluid
        points = sum([cells[base + stat] for stat in self._plain if stat not in touched])
        points += sum([values.value(self.m, slot, stat) for stat in hanging])
        return THING[0] + THING[1] * points + counters

    def _printed(self, slot: int) -> int:
        if slot not in self._points:
            self._points[slot] = sum(self.m.state.cell(slot, stat) for stat in self._counted)
        return self._points[slot]

    def _sign(self, slot: int) -> int:
        return self.sign.get(self.game.state.cell(slot, SIDE), 0)

    def _object(self, slot: int) -> float:
        sign = self._sign(slot)
        worth = sign * (BEING + FULL * self.fullness(slot))
        return worth + self._place(slot) if sign > 0 else worth

    def fullness(self, slot: int) -> float:
        """Give how full somebody's capped stats are, from 0 to 1."""
        m = self.m
        caps = [(stat, values.value(m, slot, s.cap)) for stat, s in enumerate(m.book.stats) if s.cap is not None]
        full = [values.value(m, slot, stat) / cap for stat, cap in caps if cap > 0]
        return sum(full) / len(full) if full else 0.0

    def _lasting(self) -> float:
        """Count what lasts longer than the turn; prices and what ends with a frame at once do not count."""
        effects = [e for e in self.m.state.lasting.values() if isinstance(e.question, int) and e.op == "add"]
        return LASTING * sum(self._sign(e.object) * e.amount for e in effects if e.until[:1] != ("frame",))

    def _place(self, slot: int) -> float:
        """Rate the place of an actor: one who can attack should be near enemies, any other far away."""
        steps = self.nearness(self.game.state.cell(slot, TILE))
        return -STEP * steps if self._armed(slot) else STEP / 2 * min(steps, 8)

    def _armed(self, slot: int) -> bool:
        """Say whether somebody has a hostile action that will be payable again when its turn comes."""
        actions = (self.m.book.actions[index] for index in availability.abilities(self.m, slot))
        return any(action.hostile and not self._spent(action, slot) for action in actions)

    def _spent(self, action: Action, slot: int) -> bool:
        vars = judging.given(self.m, action, slot, {})
        stats = self.m.book.stats
        return any(
            change[0] == "alter" and stats[change[2]].refresh is None and self.m.state.cell(slot, change[2]) < change[4]
            for change in judging.price(self.m, action, vars)
        )

    def enemies(self) -> list[int]:
        """List the tiles enemies in play stand on."""
        cell = self.game.state.cell
        return [cell(s, TILE) for s in self.cast if self._sign(s) < 0 and self.m.in_play(s) and cell(s, TILE) >= 0]

    def nearness(self, tile: int) -> int:
        """Give the steps from a tile to the nearest enemy, round the walls; off the map nobody is near."""
        ground = self.game.state.setting.grid
        if ground is None or tile < 0:
            return 0
        walked = grid.steps(ground, tile, FAR)
        return min((walked.get(other, FAR) or CROWDED for other in self.enemies()), default=0)

    def company(self, tile: int) -> float:
        """Give how much a tile is surrounded by friends rather than enemies; an area attack looks for the least."""
        ground = self.game.state.setting.grid
        assert ground is not None
        cell = self.game.state.cell
        close = [(s, grid.distance(ground, tile, cell(s, TILE))) for s in self.cast if self.m.in_play(s) and cell(s, TILE) >= 0]
        return sum(self._sign(slot) / (1 + far) for slot, far in close if far <= 3)


def _kept(game: Game, ground: tuple[int, ...]) -> tuple[int, float, float] | None:
    """Say whose cards lie in a zone that not everybody sees, and what one and each of its points are worth."""
    seen = game.book.zones[ground[0]].seen if ground[0] >= 0 else "all"
    if seen == "all" or not 0 <= ground[1] < len(game.seats):
        return None
    return ground[1], *(HOLDING if seen == "owner" else STORED)


def _weight(stat: Stat, mandatory: bool) -> float:
    """Give the weight of a stat: a number that a whole side shares is what it plays for."""
    mandatory = mandatory or stat.shared == "cast"
    if stat.burden:
        return -VITAL
    return FLEETING if stat.refresh is not None else VITAL if mandatory else HAVING


def _decisive(book: Book) -> set[int]:
    """List the stats with so much of which somebody wins whenever the game settles."""
    structure = NOWHERE if book.settle is None else book.settle.structure
    rule = None if structure == NOWHERE else book.procedures[structure]
    steps = list(rule.code) if isinstance(rule, Rule) else []
    return {part.stat for part in _asked(steps) if isinstance(part, expressions.StatOf)}


def _asked(steps: list[Any]) -> list[Any]:
    """List what is asked right before somebody wins or loses."""
    tests = [
        test for test, then in pairwise(steps) if isinstance(test, instructions.Test) and isinstance(then, instructions.Standing)
    ]
    return [part for test in tests for part in building.walk(test.condition)]


def _dreaded(game: Game) -> set[tuple[int, int]]:
    """List the zones that must not run out: a structure ends the game when they are empty."""
    book, state = game.book, game.state
    rules = [rule for rule in book.procedures if isinstance(rule, Rule) and rule.announced]
    asked = [part for rule in rules for part in _asked(list(rule.code)) if isinstance(part, expressions.Compare)]
    counts = [part.left for part in asked if part.op == "=" and part.right == expressions.Constant(0)]
    empty = [count.of for count in counts if isinstance(count, expressions.Measure)]
    lying = [test for things in empty for test in things.tests if isinstance(test, expressions.Lies)]
    named = [
        (test.zone, book.words[test.of.word])
        for test in lying
        if isinstance(test.of, expressions.Related) and test.of.how is Link.CALLED and book.words[test.of.word] in game.seats
    ]
    return {(game.seat(name), state.owned(zone, game.seat(name))) for zone, name in named}


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)
