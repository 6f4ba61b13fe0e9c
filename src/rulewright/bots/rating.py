"""Rates a position for each seat from 0 to 1: by who has won, otherwise by how its worth has changed since the search began.

`play.worth` finds out from the program which stats and things are worth something; a book gives no hints.
"""

from __future__ import annotations

from copy import copy
from math import tanh

from rulewright.bots import amounts
from rulewright.kernel.game import Game
from rulewright.play.worth import Worth

EVEN = 0.5  # nobody is ahead
REACH = 0.4  # how far from even a position can be that is not over
STEADY = 1e-6  # less than this is no change
THINGS = 88  # games with more things take longer to play to their end: so many things at most in all games of a rating
SETTLED = 60  # so many ratings must be alike before a search gives up rating
FIRST = 0.1  # the change that counts as usual before any change was seen


class Scale:
    """How large a change of the worth usually is in this search, and whether it says anything.

    If the change depends only on the number of answers (everybody gets one piece in turn), it says nothing.
    """

    def __init__(self) -> None:
        self.total, self.count = FIRST, 1
        self.varies, self.noted = False, 0
        self._after: dict[int, float] = {}
        self._most = 1.0  # the largest lead with which a game has ended

    def lead(self, ahead: float) -> float:
        """Give a lead in a result that is an amount as a part of the largest one so far, from -1 to 1."""
        self._most = max(self._most, abs(ahead))
        return ahead / self._most

    def note(self, answers: int, change: float) -> None:
        """Take note of a change after some answers."""
        self.noted += 1
        self.varies = self.varies or abs(self._after.setdefault(answers, change) - change) > STEADY

    def part(self, change: float) -> float:
        """Give a change as a part of what is possible, from -1 to 1."""
        if abs(change) > STEADY:
            self.total += abs(change)
            self.count += 1
        return tanh(change * self.count / (2 * self.total))


class Rating:
    """What a position is worth to each seat."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self._worths = [Worth(game, player) for player in range(len(game.seats))]
        self.sides = [worth.side for worth in self._worths]
        self.two = len(set(self.sides)) == 2
        self._scale = Scale()
        self._base: dict[int, float] = {}
        self._begun = game.state.number
        self._score = amounts.score(game.book, game.scene)
        self.games = max(1, THINGS // max(1, len(game.state.places)))  # how many games are played to the end for one rating

    def of(self, game: Game) -> Rating:
        """Give the rating of another deal of the same game, which shares what it has learned."""
        other = copy(self)
        other.game, other._worths, other._base = game, [worth.of(game) for worth in self._worths], {}
        other._base = {player: other._worths[player].now() for player in other._rated()}
        return other

    def _rated(self) -> list[int]:
        """List the seats that are rated themselves: between two sides, what one gains the other loses."""
        return [self.seat] if self.two else [self.sides.index(side) for side in dict.fromkeys(self.sides)]

    def _change(self, player: int) -> float:
        return self._worths[player].now() - self._base[player]

    @property
    def blank(self) -> bool:
        """Whether it is certain that only the ends of games are rated differently."""
        return not self._scale.varies and self._scale.noted >= SETTLED

    @property
    def decided(self) -> bool:
        """Whether a game ends won, lost or drawn, and not with amounts."""
        return self._score is None

    def says_nothing(self) -> bool:
        """Say whether all positions seen so far are worth the same after the same number of answers."""
        for player in self._rated() if not self._scale.varies and not self.blank else ():
            self._scale.note((self.game.state.number - self._begun) * len(self.sides) + player, self._change(player))
        return not self._scale.varies

    def values(self) -> tuple[float, ...]:
        """Rate the position for each seat."""
        standing = self.game.standing()
        if self.game.over and self._score is not None:
            return tuple(EVEN + EVEN * self._scale.lead(lead) for lead in amounts.leads(self.game, self._score))
        if self.game.over or any(stands > 0 for stands in standing.values()):
            return self.of_standing(standing)
        rated = {self.sides[player]: self._value(player, standing) for player in self._rated()}
        return tuple(rated[side] if side in rated else 1 - next(iter(rated.values())) for side in self.sides)

    def of_standing(self, standing: dict[str, int]) -> tuple[float, ...]:
        """Rate the end of a game for each seat."""
        return tuple(_ended(standing, side) for side in self.sides)

    def _value(self, player: int, standing: dict[str, int]) -> float:
        if standing.get(self.sides[player], 0) < 0:
            return 0.0
        return EVEN + REACH * self._scale.part(self._change(player))


def _ended(standing: dict[str, int], side: str) -> float:
    """Give what the end of a game is worth to a side; where nobody has won or lost, it is a draw."""
    if not any(standing.values()):
        return EVEN
    return 1.0 if standing.get(side, 0) > 0 else 0.0
