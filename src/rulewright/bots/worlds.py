"""What a search needs: games that a seat can imagine, who is asked in them, their answers, and what they are worth.

A search uses nothing of a game but what `SearchedGame` and `GameSource` name, so that another machine can serve it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from itertools import islice
from random import Random
from typing import Protocol

from rulewright.bots import labels
from rulewright.bots.labels import Label, Labels, Path
from rulewright.bots.rating import Rating
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.flow import popping
from rulewright.kernel.flow.windows import PASS, Window
from rulewright.kernel.game import Game
from rulewright.kernel.sight import redeal, visibility
from rulewright.kernel.state.facts import NOWHERE
from rulewright.play.bots import CHANCE, MANY, SETTLED, Bot, anything, nothing, sensible, waits
from rulewright.play.playout import LAPS
from rulewright.play.strategies import run_by, strategy_bot
from rulewright.play.whole_games import by_chance

SHORT = 4  # how many answers are given at random after those of the tree
LONG = 200  # and how many if positions can only be told apart at the end
FEW = 6  # up to so many hidden things, each possible hand of another seat is counted separately
CHECKED = 4  # after how many answers that is looked at again

NOBODY: Mapping[int, Bot] = {}

Values = tuple[float, ...]
"""What a game is worth to each seat, from 0 (lost) to 1 (won)."""


class SearchedGame(Protocol):
    """An imagined game that a search plays on."""

    mover: int
    """The seat that answers next, or NOWHERE when the game is over."""

    certain: bool
    """Whether nothing is hidden from the searching seat, and nothing was left to chance so far."""

    def asked(self) -> Hashable:
        """Name the question: who answers, and what that seat knows where few things are hidden."""

    def firsts(self) -> frozenset[object]:
        """Give the first picks of all answers."""

    def force(self) -> bool:
        """Give the answer if there is only one; say whether it was given."""

    def every(self) -> list[Label] | None:
        """List all answers; None if there are very many."""

    def draw(self, chance: Random) -> Label:
        """Give one of the answers at random."""

    def play(self, label: Label) -> bool:
        """Give an answer; False if it cannot be given here."""

    def outlook(self, chance: Random) -> Values:
        """Play on for a while, or to the end if positions can only be told apart there, and rate the result."""


class GameSource(Protocol):
    """Where imagined games come from."""

    seats: int

    def deal(self, seed: int) -> SearchedGame:
        """Give a game in which hidden things and dice depend on a seed."""


class ImaginedGame:
    """An imagined game of the kernel's."""

    def __init__(self, game: Game, reading: Labels, rating: Rating, seat: int, certain: bool,
                 hidden: list[int] | None = None, scripted: Mapping[int, Bot] = NOBODY) -> None:  # fmt: skip
        self.game, self.reading, self.rating = game, reading, rating
        self.certain = certain and rating.decided and not scripted
        self.searcher, self.hidden, self._scripted = seat, hidden, scripted
        self.mover = seat if seat in game.asking else NOWHERE
        self._asked = 0  # how many were asked on an open floor since time passed last
        if self.mover == NOWHERE:
            self._next()

    def asked(self) -> Hashable:
        """Name the question: who answers, and what that seat knows where few things are hidden.

        Among many hidden things nobody has the same hand twice, and all hands share what is learned of the answers.
        """
        if self.hidden is None or self.mover in (self.searcher, NOWHERE):
            return self.mover
        m = self.game.machine
        return self.mover, tuple(sorted(m.state.names[slot] for slot in self.hidden if visibility.knows(m, self.mover, slot)))

    def firsts(self) -> frozenset[object]:
        """Give the first picks of all answers."""
        menu = self.game.menu(self.mover)
        if menu is None:
            return frozenset()
        menu = sensible(self.game, menu)
        return frozenset(self.reading.label(menu, key, self.mover) for key in menu.keys)

    def force(self) -> bool:
        """Give the answer if there is only one, or if a strategy answers; say whether it was given."""
        if self.mover in self._scripted:
            return self._follow()
        menu = self.game.menu(self.mover) if self.mover != NOWHERE else None
        keys = sensible(self.game, menu).keys if menu is not None and not menu.parser else ()
        return len(keys) == 1 and self.game.menu(self.mover, keys[0]) is None and self.give((keys[0],))

    def _follow(self) -> bool:
        """Give the answer of the strategy that runs the seat."""
        return self.give(self._scripted[self.mover](self.game, self.mover))

    def every(self) -> list[Label] | None:
        """List all answers; None if there are very many."""
        found = list(islice(self._whole(()), MANY + 1))
        return None if len(found) > MANY else [self.reading.labels(self.mover, path) for path in found]

    def _whole(self, path: Path) -> Iterator[Path]:
        menu = self.game.menu(self.mover, *path)
        if menu is None:
            yield path
            return
        if menu.parser:  # any text
            yield from [path] * (MANY + 1)
        for key in sensible(self.game, menu) if not path else menu:
            yield from self._whole((*path, key))

    def draw(self, chance: Random) -> Label:
        """Give one of the answers at random."""
        return self.reading.labels(self.mover, anything(self.game, self.mover, chance))

    def play(self, label: Label) -> bool:
        """Give an answer; False if it cannot be given here."""
        path = self.reading.path(self.mover, label)
        return path is not None and self.give(path)

    def give(self, path: Path) -> bool:
        """Give an answer by its keys; a pass on an open floor is no answer."""
        floor = len(self.game.asking) > 1
        if not floor or path != (PASS,):
            try:
                happened = self.game.answer(self.mover, *path)
                self.certain = self.certain and not any(event[0] in CHANCE for event in happened)
            except RulewrightError:  # it depends on something hidden, or the rules repeat themselves without end
                return False
        self._asked = self._asked + 1 if floor else 0
        self._next()
        return True

    def _next(self) -> None:
        """Find who answers next; on an open floor everybody is asked in turn, and then time passes."""
        asking = self.game.asking
        if len(asking) <= 1:
            self.mover = asking[0] if asking else NOWHERE
            return
        if self._asked >= LAPS * len(asking):
            self._asked = 0
            self._pass_time()
            asking = self.game.asking
        self.mover = self._after(asking)

    def _pass_time(self) -> None:
        due = popping.due(self.game.machine)
        self.game.tick(max(due[0], self.game.state.now) if due else self.game.state.now)

    def _after(self, asking: tuple[int, ...]) -> int:
        later = [seat for seat in asking if seat > self.mover]
        return (later or [*asking, NOWHERE])[0]

    def outlook(self, chance: Random) -> Values:
        """Play on for a while, or to the end if positions can only be told apart there, and rate the result."""
        if self.rating.blank and self.rating.decided and not self._scripted and self.game.native() is not None:
            seeds = [(chance.getrandbits(60), chance.getrandbits(60)) for _ in range(self.rating.games)]
            ended = [self.rating.of_standing(played.standing) for played in by_chance(self.game, seeds, {}, LONG)]
            return tuple(sum(values) / len(ended) for values in zip(*ended, strict=True))
        self._play_on(chance)
        return self.rating.values()

    def _play_on(self, chance: Random) -> None:
        for number in range(LONG):
            while self.mover in self._scripted:
                if not self._follow():
                    return
            if number >= SHORT and number % CHECKED == 0:
                self._settle(chance)
                if self.mover == NOWHERE or not self.rating.says_nothing():
                    return
            if self.mover == NOWHERE or not self._wander(chance):
                return

    def _wander(self, chance: Random) -> bool:
        return self._follow() if self.mover in self._scripted else self.give(anything(self.game, self.mover, chance))

    def _settle(self, chance: Random) -> None:
        """Let everything end that is in progress or waits, without new acts: only then can a position be rated."""
        for _ in range(SETTLED):
            if self.mover == NOWHERE or len(self.game.asking) > 1:
                return
            if waits(self.game):
                self.give(nothing(self.game, self.mover, chance))
            elif not self._at_a_window():
                self._wander(chance)
            else:
                return

    def _at_a_window(self) -> bool:
        """Say whether somebody is asked what to do next, and not about something that is in progress."""
        asked = self.game.state.asked
        frame = self.game.state.frame(asked.frame) if asked is not None else None
        if frame is None:
            return True
        return isinstance(self.game.book.procedures[frame.procedure], Window) and "offer" not in frame.vars


def strategies_of_others(game: Game, seat: int) -> dict[int, str]:
    """Name the strategies of the other seats that the scene gives one: everybody may read them."""
    named = {other: run_by(game, other) for other in range(len(game.seats)) if other != seat}
    return {other: name for other, name in named.items() if name}


class ImaginedGames:
    """The games that a seat can imagine from a waiting game of the kernel's."""

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat, self.seats = game, seat, len(game.seats)
        self.dealer = redeal.Dealer(game, seat)
        self.real = labels.real(game, seat)
        self._rating = Rating(self.dealer.imagine(0), seat)
        self._open: ImaginedGame | None = None  # the game that is played ahead and taken back, where nothing is hidden
        self._before = 0
        unseen = redeal.unseen(game.machine, seat)
        self._few = unseen if 0 < len(unseen) <= FEW else None
        self._strategies = strategies_of_others(game, seat)

    def deal(self, seed: int) -> ImaginedGame:
        """Give a game in which hidden things and dice depend on a seed; the same one each time where nothing is hidden."""
        if self.dealer.hides:
            return self._begin(self.dealer.imagine(seed), seed)
        if self._open is None:
            self._open = self._begin(self.dealer.imagine(seed), seed)
            self._before = self._open.game.length
        game, rating = self._open.game, self._open.rating
        while game.length > self._before:
            game.undo()
        game.machine.seed = game.machine.secret = seed
        return ImaginedGame(game, self._open.reading, rating, self.seat, True, scripted=self._scripted(seed))

    def _scripted(self, seed: int) -> dict[int, Bot]:
        return {seat: strategy_bot(name, seed) for seat, name in self._strategies.items()}

    def _begin(self, game: Game, seed: int) -> ImaginedGame:
        game.machine.bare = True
        reading = Labels(game, self.seat, self.real.known)
        return ImaginedGame(
            game, reading, self._rating.of(game), self.seat, not self.dealer.hides, self._few, self._scripted(seed)
        )
