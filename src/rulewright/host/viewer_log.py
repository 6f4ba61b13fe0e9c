"""The log of a game as one viewer was told it, answer by answer, and the positions after each answer.

Lines are numbered as the viewer gets them, so that they reveal nothing about lines that were not told. They are made when
somebody asks for them, by giving the answer again on a copy. If the answer would have another result today, the lines are made
from its stored events.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
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
"""The place of a rule without a number, at the end of a line; it is cut off, because the details of the line show the rule."""
RESOLVES = ": resolves."
SUM = re.compile(r"\d[dD]\d|against| = ")
CHANGES = re.compile(r"(?P<head>.*) \((?P<changes>.* → .*)\)")
VERDICT = re.compile(r".*\? (?:Yes|No)\. (?P<said>[^.!]+!?)")
"""A detail that is a sum of dice, and the words at its end that say what came of it."""
DICE = re.compile(r"\d[dD]\d")
PLAIN = ("Success", "Failure")
"""The words for a condition for which the book has no words of its own; without dice they are left out."""


@dataclass(slots=True)
class ToldLine:
    """One line of the log, with its details and its answer."""

    answer: int  # its place in the game's record
    seat: int | None
    text: str
    kind: str
    details: list[str] = field(default_factory=list)

    @property
    def brief(self) -> str:
        """The details in a few words: what came of the dice, and what changed; not again whose act it is."""
        whose, colon, _ = self.text.partition(": ")
        said = (_in_brief(each).removeprefix(f"{whose}'s " if colon else "") for each in self.details)
        return " · ".join(filter(None, said))


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
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # held while it follows the game step by step
    _followed: list[Done] = field(default_factory=list)

    def follow(self, game: Game, last: RetoldAnswer | None = None) -> list[ToldLine]:
        """Follow a game, forget what it has taken back, and give all lines."""
        for _ in self.steps(lambda: game, lambda: last):
            pass
        return self.lines

    def steps(self, current: Callable[[], Game], last: Callable[[], RetoldAnswer | None]) -> Iterator[None]:
        """Do the same for a game that may go on meanwhile, one answer at each step."""
        game: Game | None = None
        while game is not current():
            game = current()
            same = self._same(game.done)
            self.undone += bool(self.lines) and self.lines[-1].answer >= same
            while self.lines and self.lines[-1].answer >= same:
                self.lines.pop()
            del self._followed[same:]
            if same < len(game.done):
                yield from self._tell(game, same, last())

    def _same(self, done: Sequence[Done]) -> int:
        """Count the answers that were told and are unchanged; answers are only added or removed at the end, or all replaced."""
        same = min(len(self._followed), len(done))
        while same and self._followed[same - 1] is not done[same - 1]:
            same -= 1
        return same

    def _tell(self, game: Game, since: int, last: RetoldAnswer | None = None) -> Iterator[None]:
        if last is not None and since == len(game.done) - 1 and game.done[since] is last.done:
            self._one(game, last, since)
            return
        before = game.back_to(max(since, 1))
        if since == 0:
            self._add(game, 0, story.opening(before, self.viewer).lines)
            self._followed.append(game.done[0])
        for at in range(max(since, 1), len(game.done)):
            before = self._one(game, RetoldAnswer(before, game.done[at]), at)
            yield

    def _one(self, game: Game, answer: RetoldAnswer, at: int) -> Game:
        """Tell one answer; give a game as it was after it."""
        again = answer.again()
        if again is None:
            self._add(game, at, story.seen_lines(game, self.viewer, at))
        else:
            self._add(game, at, story.heard(answer.before, *again, self.viewer).lines)
        self._followed.append(game.done[at])
        return game.back_to(at + 1) if again is None else again[0]

    def _add(self, game: Game, at: int, lines: Any) -> None:
        """Add the lines of one answer: what comes before an act belongs to it; what a pass lets happen is a line of its own."""
        entry, found = game.done[at].entry, list[StoryLine](lines)
        passed = bool(found and entry.path and entry.path[0] in SAID and found[0].text.endswith(f" {SAID[entry.path[0]]}."))
        seat = entry.player if entry.player >= 0 else None
        if passed:
            self.lines.append(ToldLine(at, seat, found.pop(0).text, "pass"))
        acts = not passed and next((line.kind for line in found if line.kind != "detail"), "") == "act"
        head: ToldLine | None = None
        before: list[str] = []
        for line in found:
            if line.kind == "detail" and head is None and acts:
                before.append(line.text)
            elif line.kind == "detail" and head is not None and not (passed and line.text.endswith(RESOLVES)):
                head.details.append(line.text)
            else:
                words, changes = _heading(PLACE.sub("", line.text))
                head = ToldLine(at, _whose(game, line, None if passed else seat), words, line.kind, [*before, *changes])
                before = []
                self.lines.append(head)

    # -- asked by number ---------------------------------------------------------------------------------------------

    def data(self, seats: Sequence[str], since: int = 0) -> Data:
        """Give the lines from a number on, and how often lines were taken back, so that a reader knows when to read again."""
        lines = [
            {
                "n": n,
                "text": line.text,
                "brief": line.brief,
                "kind": line.kind,
                "seat": None if line.seat is None else seats[line.seat],
            }
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
        allowed = self._allowed(game, line) if rule is not None and not line.text.endswith(RESOLVES) else []
        return {"lines": line.details, "rule": rule, "allowed": allowed}

    def _allowed(self, game: Game, line: ToldLine) -> list[str]:
        return allowing.reasons(game.back_to(line.answer), self.viewer, game.done[line.answer].entry.path)

    def _rule(self, game: Game, line: ToldLine) -> Data | None:
        path = game.done[line.answer].entry.path
        if line.text.endswith(RESOLVES):
            action = game.book.action(line.text.removesuffix(RESOLVES))
        else:
            action = game.book.action(path[0][0]) if path and isinstance(path[0], tuple) else None
        if action is None or action.name not in line.text:  # the reader may not know what the line does not name
            return None
        text = "\n".join(f"{head}: {words}" if head else words for head, words in howto.lines(game.book, action))
        return {"name": action.name, "where": action.rule, "text": text}

    def position(self, game: Game, number: int) -> Data:
        """Give what the viewer saw of the game after the answer of a line."""
        view: Data = dict(game.back_to(self.line(game, number).answer + 1).view(self.viewer))
        return view


def _whose(game: Game, line: StoryLine, answered: int | None) -> int | None:
    """Give the seat that a line is about: the one that it names, otherwise the one that answered; a heading has none."""
    if line.kind not in ("act", "detail"):
        return None
    named = (seat for seat, name in enumerate(game.seats) if line.text.startswith((f"{name}: ", f"{name}'s ")))
    return next(named, answered)


def _heading(text: str) -> tuple[str, list[str]]:
    """Split a heading from the changes that it tells in brackets."""
    found = CHANGES.fullmatch(text)
    return (found["head"], [f"{change}." for change in found["changes"].split(", ")]) if found is not None else (text, [])


def _in_brief(detail: str) -> str:
    """Give a detail without its sum."""
    if SUM.search(detail):
        verdict = VERDICT.fullmatch(detail.removesuffix("."))
        said = verdict["said"] if verdict is not None else ""
        return said if DICE.search(detail) or said not in PLAIN else ""
    return detail.removesuffix(".").replace(": ", " ", 1)
