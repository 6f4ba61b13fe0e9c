"""The log of a game as one viewer was told it, answer by answer, and the positions after each answer.

Lines are numbered as the viewer gets them, so that they reveal nothing about lines that were not told. The last answer is told
from the account that was kept; an older one by giving it again on a copy; one that would differ today from its events.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done
from rulewright.kernel.legality import allowing
from rulewright.kernel.sight.visibility import Viewer
from rulewright.play import howto, story
from rulewright.play.digest import StoryLine
from rulewright.protocol.messages import Data

PLACE = re.compile(r" \(\S+\.rules:\d+\)$")
"""Where a rule without a number stands in its file; players find it behind the line, with the rule."""


@dataclass(slots=True)
class ToldLine:
    """One line of the log, with its details and its answer."""

    answer: int  # its place in the game's record
    seat: int | None
    text: str
    kind: str
    details: list[str] = field(default_factory=list)


class LastAnswer(NamedTuple):
    """The last answer: the game before it, and the account that was kept when it was given."""

    before: Game
    account: tuple[Any, ...]


@dataclass(slots=True)
class ViewerLog:
    """What one viewer has been told so far; it follows the game."""

    viewer: Viewer
    lines: list[ToldLine] = field(default_factory=list)
    _followed: list[Done] = field(default_factory=list)

    def follow(self, game: Game, last: LastAnswer | None = None) -> list[ToldLine]:
        """Follow a game, forget what it has taken back, and give all lines."""
        same = self._same(game.done)
        while self.lines and self.lines[-1].answer >= same:
            self.lines.pop()
        del self._followed[same:]
        if same < len(game.done):
            self._tell(game, same, last)
            self._followed += game.done[same:]
        return self.lines

    def _same(self, done: Sequence[Done]) -> int:
        """Count the answers that were told and are unchanged; answers are only added or removed at the end, or all replaced."""
        same = min(len(self._followed), len(done))
        while same and self._followed[same - 1] is not done[same - 1]:
            same -= 1
        return same

    def _tell(self, game: Game, since: int, last: LastAnswer | None = None) -> None:
        if last is not None and since == len(game.done) - 1 and game.done[since - 1] is last.before.done[-1]:
            self._add(game, since, story.heard(last.before, game, last.account, self.viewer).lines)
            return
        again = game.back_to(max(since, 1))
        if since == 0:
            self._add(game, 0, story.opening(again, self.viewer).lines)
        for at in range(max(since, 1), len(game.done)):
            again = self._one(game, again, at)

    def _one(self, game: Game, again: Game, at: int) -> Game:
        """Tell one answer on a copy of the game before it; give a copy of the game after it."""
        entry, asked = game.done[at].entry, again.state.asked
        rest = entry.path[len(asked.picks if asked else ()) :]
        with suppress(RulewrightError):
            told = story.tell(again, entry.player, rest, self.viewer, entry.at)
            if again.done[-1].events == game.done[at].events:
                self._add(game, at, told.lines)
                return again
        self._add(game, at, story.seen_lines(game, self.viewer, at))
        return game.back_to(at + 1)

    def _add(self, game: Game, at: int, lines: Any) -> None:
        player = game.done[at].entry.player
        seat = player if player >= 0 else None
        found: list[StoryLine] = list(lines)
        for line in found:
            heads = line.kind != "detail" or not self.lines or self.lines[-1].answer != at
            if heads:
                text = PLACE.sub("", line.text)
                self.lines.append(ToldLine(at, seat if line.kind in ("act", "detail") else None, text, line.kind))
            else:
                self.lines[-1].details.append(line.text)

    # -- asked by number ---------------------------------------------------------------------------------------------

    def data(self, game: Game, since: int = 0) -> list[Data]:
        """Give the lines from a number on."""
        seats = game.seats
        return [
            {"n": n, "text": line.text, "kind": line.kind, "seat": None if line.seat is None else seats[line.seat]}
            for n, line in enumerate(self.follow(game))
            if n >= since
        ]

    def line(self, game: Game, number: int) -> ToldLine:
        """Find a line by its number."""
        lines = self.follow(game)
        if not 0 <= number < len(lines):
            raise Refused(f"there is no line {number}: they go from 0 to {len(lines) - 1}")
        return lines[number]

    def explained(self, game: Game, number: int) -> Data:
        """Give the details of a line: dice, sums, changes, and the rule and why it was allowed if the line names its action."""
        line = self.line(game, number)
        rule = self._rule(game, line)
        return {"lines": line.details, "rule": rule, "allowed": self._allowed(game, line) if rule is not None else []}

    def _allowed(self, game: Game, line: ToldLine) -> list[str]:
        return allowing.reasons(game.back_to(line.answer), self.viewer, game.done[line.answer].entry.path)

    def _rule(self, game: Game, line: ToldLine) -> Data | None:
        path = game.done[line.answer].entry.path
        action = game.book.action(path[0][0]) if path and isinstance(path[0], tuple) else None
        if action is None or action.name not in line.text:  # the reader may not know what the line does not name
            return None
        text = "\n".join(f"{head}: {words}" if head else words for head, words in howto.lines(game.book, action))
        return {"name": action.name, "where": action.rule, "text": text}

    def position(self, game: Game, number: int) -> Data:
        """Give what the viewer saw of the game after the answer of a line."""
        view: Data = dict(game.back_to(self.line(game, number).answer + 1).view(self.viewer))
        return view
