"""The log of a game as one viewer was told it, answer by answer, and the positions after each answer.

Lines are numbered as the viewer gets them, so that they reveal nothing about lines that were not told. They are made when
somebody asks for them, by giving the answer again on a copy. If the answer would have another result today, the lines are made
from its stored events.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from rulewright.kernel.errors import Refused, RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done
from rulewright.kernel.legality import allowing
from rulewright.kernel.sight.visibility import Viewer
from rulewright.play import howto, story
from rulewright.play.acts_told import SAID
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


class RetoldAnswer:
    """An answer that is given again on a copy with an account, when it is first told; all viewers are told it from there."""

    def __init__(self, before: Game, done: Done) -> None:
        """Keep the game before an answer, and its entry in the record."""
        self.before, self.done = before, done
        self._again: tuple[Game, Sequence[Any]] | None = None
        self._given = False

    def again(self) -> tuple[Game, Sequence[Any]] | None:
        """Give the game after the answer, and the account of it; None if it would turn out differently today."""
        if not self._given:
            self._given = True
            with suppress(RulewrightError):
                after, entry = self.before.copy(), self.done.entry
                account = story.accounted(after, entry.player, story.rest(after, entry), entry.at)
                self._again = (after, account) if after.done[-1].events == self.done.events else None
        return self._again


@dataclass(slots=True)
class ViewerLog:
    """What one viewer has been told so far; it follows the game."""

    viewer: Viewer
    lines: list[ToldLine] = field(default_factory=list)
    undone: int = 0  # how often lines were taken back
    _followed: list[Done] = field(default_factory=list)

    def follow(self, game: Game, last: RetoldAnswer | None = None) -> list[ToldLine]:
        """Follow a game, forget what it has taken back, and give all lines."""
        same = self._same(game.done)
        self.undone += bool(self.lines) and self.lines[-1].answer >= same
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

    def _tell(self, game: Game, since: int, last: RetoldAnswer | None = None) -> None:
        if last is not None and since == len(game.done) - 1 and game.done[since] is last.done:
            self._one(game, last, since)
            return
        before = game.back_to(max(since, 1))
        if since == 0:
            self._add(game, 0, story.opening(before, self.viewer).lines)
        for at in range(max(since, 1), len(game.done)):
            before = self._one(game, RetoldAnswer(before, game.done[at]), at)

    def _one(self, game: Game, answer: RetoldAnswer, at: int) -> Game:
        """Tell one answer; give a game as it was after it."""
        again = answer.again()
        if again is None:
            self._add(game, at, story.seen_lines(game, self.viewer, at))
            return game.back_to(at + 1)
        self._add(game, at, story.heard(answer.before, *again, self.viewer).lines)
        return again[0]

    def _add(self, game: Game, at: int, lines: Any) -> None:
        player, path = game.done[at].entry.player, game.done[at].entry.path
        seat = player if player >= 0 else None
        found: list[StoryLine] = list(lines)
        if found and path and path[0] in SAID and found[0].text.endswith(f" {SAID[path[0]]}."):
            self.lines.append(ToldLine(at, seat, found.pop(0).text, "pass"))
        for line in found:
            heads = line.kind != "detail" or not self.lines or self.lines[-1].answer != at
            if heads:
                text = PLACE.sub("", line.text)
                self.lines.append(ToldLine(at, seat if line.kind in ("act", "detail") else None, text, line.kind))
            else:
                self.lines[-1].details.append(line.text)

    # -- asked by number ---------------------------------------------------------------------------------------------

    def data(self, seats: Sequence[str], since: int = 0) -> Data:
        """Give the lines from a number on, and how often lines were taken back, so that a reader knows when to read again."""
        lines = [
            {"n": n, "text": line.text, "kind": line.kind, "seat": None if line.seat is None else seats[line.seat]}
            for n, line in enumerate(self.lines[since:], since)
        ]
        return {"lines": lines, "undone": self.undone}

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
