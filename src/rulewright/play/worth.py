"""How well a side stands, judged without knowing the book: who is in play, how full capped stats are, who is near whom."""

from __future__ import annotations

from rulewright.kernel import acts, grid, values
from rulewright.kernel.agenda import Machine
from rulewright.kernel.effects import Change
from rulewright.kernel.game import Game
from rulewright.kernel.state import NOWHERE, OWN, SIDE, TILE, Vars

WON = 1000.0  # more than any position
BEING = 1.0  # somebody in play
FULL = 1.5  # and with every capped stat full
HAVING = 0.05  # a point of a stat that a player has, where it is players that play
HOLDING = 0.02  # a card that a player holds
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
        hands = [
            n for n, ground in enumerate(game.state.grounds) if ground[0] >= 0 and game.book.zones[ground[0]].seen == "owner"
        ]
        self._hands = {player: [n for n in hands if game.state.grounds[n][1] == player] for player in range(len(game.seats))}
        own = next((cell(slot, SIDE) for slot in self.cast if self.m.player_of(slot) == player), player)
        self.side = setting.sides[own] if own < len(setting.sides) else ""
        self.sign = {
            side: 0 if side in setting.neutral else 1 if side == own or _pair(own, side) in setting.allied else -1
            for side in range(len(setting.sides))
        }

    def now(self) -> float:
        """Judge the present position."""
        standing = self.game.standing().get(self.side, 0)
        return (
            WON * standing
            + sum(self._object(slot) for slot in self.cast if self.m.in_play(slot))
            + self._lasting()
            + self._holding()
        )

    def _holding(self) -> float:
        """Count what players have and hold, in a game that is played by players and not by actors."""
        players, stats = self.m.state.links.get((0, "players"), ()), self.m.book.stats
        worth = best = 0.0
        for player, slot in enumerate(players):
            kept = sum(len(self.m.state.zones[zone]) for zone in self._hands.get(player, ()))
            points = sum(values.value(self.m, slot, stat) for stat in range(OWN, self.m.state.width) if not stats[stat].shared)
            mine = HAVING * points + HOLDING * kept
            worth, best = (worth + mine, best) if player == self.player else (worth - mine, max(best, mine))
        return worth - FIRST * best

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
        """Somebody who can attack wants to be near, somebody who cannot wants to be away."""
        steps = self.nearness(self.game.state.cell(slot, TILE))
        return -STEP * steps if self._armed(slot) else STEP / 2 * min(steps, 8)

    def _armed(self, slot: int) -> bool:
        """Say whether somebody has a hostile action that will be payable again when its turn comes."""
        actions = (self.m.book.actions[index] for index in acts.abilities(self.m, slot))
        return any(action.hostile and not self._spent(action, slot) for action in actions)

    def _spent(self, action: acts.Action, slot: int) -> bool:
        vars = acts.given(self.m, action, slot, {})
        stats = self.m.book.stats
        return any(
            change[0] == "alter" and stats[change[2]].refresh is None and self.m.state.cell(slot, change[2]) < change[4]
            for change in price(self.m, action, vars)
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
        """Give how much a tile is surrounded by friends rather than enemies: what strikes an area looks for the least."""
        ground = self.game.state.setting.grid
        assert ground is not None
        cell = self.game.state.cell
        close = [(s, grid.distance(ground, tile, cell(s, TILE))) for s in self.cast if self.m.in_play(s) and cell(s, TILE) >= 0]
        return sum(self._sign(slot) / (1 + far) for slot, far in close if far <= 3)


def price(m: Machine, action: acts.Action, vars: Vars) -> list[Change]:
    """Give what an action costs now, as far as that is known before it is performed."""
    costs = [getattr(check.test, "costs", None) for check in action.checks if check.name == "cost"]
    return [change for cost in costs if cost is not None for change in cost(m, vars)]


def _pair(a: int, b: int) -> tuple[int, int]:
    return min(a, b), max(a, b)
