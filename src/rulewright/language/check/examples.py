"""Examples: a position, answers with their dice, and expected results. They test the text beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from rulewright.kernel.book import Book
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.errors import Refused, RulewrightError, Runaway
from rulewright.kernel.flow import extras
from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.state import positions, whereabouts
from rulewright.kernel.state.facts import NOWHERE
from rulewright.kernel.words import read_path
from rulewright.language.check.expectations import EXPECTATIONS
from rulewright.language.lower.scenes import Reader, Sketch
from rulewright.language.names.names import Names
from rulewright.language.text.source import Line, Span
from rulewright.language.text.syntax import Item
from rulewright.program import instructions, marks
from rulewright.program.position import Position
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

ACT = re.compile(r"(?P<who>[^:]+?)(?:: (?P<words>.+?)| (?P<pass>passes|declines|ends its turn))(?:,? rolling (?P<dice>[\d, ]+))?")
PLACED = re.compile(
    r"(?:cast|seats) .*|map|board|pieces|tiles|marks|features|teams|ends when"
)  # lines of the position, not an act
CANNOT = re.compile(r"(?P<who>.+?) cannot (?P<words>.+?)(?:: (?P<check>[\w ]+))?")
CLOCK = re.compile(r"at (?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d))? (?P<rest>.+)")
TURN = re.compile(r"(?P<who>.+?)'s (?P<what>[\w ]+?) (?P<edge>begins|ends)")
PASSES = 1000  # how often others pass before it is clear that the named player will not be asked
EXPECTED = "`Name: Action target, rolling 8`, `Name passes`, `Name cannot Action: cost`, `expect …`, `at 04:00 …`"


@dataclass(frozen=True, slots=True)
class Step:
    """One line of an example: what kind it is, who does what, and with which dice."""

    kind: str  # act, cannot, expect, turn
    who: str
    words: str
    span: Span
    dice: tuple[int, ...] = ()
    at: int | None = None


@dataclass(slots=True)
class Example:
    """An example as written."""

    name: str
    sketch: Sketch
    steps: list[Step]
    span: Span

    @property
    def position(self) -> Position:
        """The position with which it begins, in the form of a book."""
        return self.sketch.position()


@dataclass(slots=True)
class Result:
    """The result of an example; without failures it succeeded."""

    example: Example
    failures: list[tuple[Span, str]] = field(default_factory=list)
    endless: bool = False  # whether it was stopped because it did not end


def read(names: Names, kinds: dict[str, Any], item: Item, condition: Any) -> Example:
    """Read an example's lines: first the position, then what happens."""
    reader = Reader(names, kinds, Sketch(f"Example: {item.name}"), condition)
    steps: list[Step] = []
    for line in item.lines:
        for text, span in _sentences(line):
            lying = not steps and names.zone(text.partition(":")[0]) is not None
            step = None if lying else _step(text, span)
            if step is not None:
                steps.append(step)
            elif steps or not reader.line(line):
                names.report(span, f"{text!r} is not a line of an example", EXPECTED)
    return Example(item.name, reader.sketch, steps, item.span)


def _sentences(line: Line) -> list[tuple[str, Span]]:
    """Split a line into sentences, each of which ends with a full stop."""
    found, at = [], 0
    for part in re.split(r"(?<=[\w)])\. (?=\w)", line.text):
        start = line.text.index(part, at)
        at = start + len(part)
        found.append((part.strip().removesuffix("."), line.span.part(start, at)))
    return found


def _step(text: str, span: Span) -> Step | None:
    clock = CLOCK.fullmatch(text)
    at = None
    if clock:
        at = int(clock["hours"]) * 3600 + int(clock["minutes"]) * 60 + int(clock["seconds"] or 0)
        text = clock["rest"]
    if text.startswith("expect "):
        return Step("expect", "", text[7:], span, at=at)
    if found := TURN.fullmatch(text):
        return Step("turn", found["who"], found["edge"], span, at=at)
    if found := CANNOT.fullmatch(text):
        return Step("cannot", found["who"], f"{found['words']}|{found['check'] or ''}", span, at=at)
    found = ACT.fullmatch(text)
    if found is None or PLACED.fullmatch(plain(found["who"])) or "'s" in found["who"]:
        return None
    dice = tuple(int(die) for die in re.findall(r"\d+", found["dice"] or ""))
    words = {"passes": PASS, "declines": DECLINE, "ends its turn": PASS}.get(found["pass"] or "", found["words"])
    return Step("act", found["who"], words, span, dice, at)


# -- running -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class ExampleRun:
    """An example being played."""

    book: Book
    result: Result
    game: Game
    start: Any
    happened: list[Any] = field(default_factory=list)

    def fail(self, span: Span, words: str) -> None:
        """Record that a result differs from the expected one."""
        self.result.failures.append((span, words))

    def play(self) -> None:
        """Do every step; the first one that is not possible ends it."""
        for step in self.result.example.steps:
            try:
                if step.at is not None and step.kind != "act":
                    self.happened = list(self.game.tick(step.at))
                getattr(self, f"_{step.kind}")(step)
            except RulewrightError as error:
                self.fail(step.span, str(error))
                self.result.endless = isinstance(error, Runaway)
                return

    def _act(self, step: Step) -> None:
        left = self.act(step.who, step.words, step.dice, step.at)
        if left:
            self.fail(step.span, f"dice were given that nobody rolled: {', '.join(map(str, left))}")
        fell = [(sides, face) for kind, sides, *faces in self.happened if kind == "rolled" for face in faces[0]]
        for given, (sides, face) in zip(step.dice, fell, strict=False):
            if given != face:
                self.fail(step.span, f"a die of {sides} sides never shows {given}")

    def act(self, who: str, words: str, dice: Sequence[int] = (), at: int | None = None) -> tuple[int, ...]:
        """Let somebody answer in words with these dice; give the remaining dice."""
        (self.enter if words in (PASS, DECLINE) else self.reach)(who)  # only somebody who is asked can pass
        m = self.game.machine
        m.script = (*(m.script or ())[: self.game.state.rolled], *dice)
        player = self.player(who)
        if at is not None:
            self.game.tick(at)
        try:
            self.happened = list(self.game.answer(player, *read_path(self.game, player, words)))
        except Refused as error:
            why = self.why_not(who, words) if self.book.action(self._split(words)[0]) is not None else None
            raise Refused(_with_check(str(error), why)) from error
        return m.script[self.game.state.rolled :]

    def player(self, who: str) -> int:
        """Give the player of a name: a seat, or the player of an actor."""
        if plain(who) in map(plain, self.game.seats):
            return self.game.seat(who)
        return self.game.machine.player_of(self.game.find(who))

    def reach(self, who: str) -> None:
        """Let others pass until somebody is asked."""
        self.enter(who)
        if self.book.turn != NOWHERE:
            self._pass(lambda: self.is_asked(who), f"{who} is not asked")
        self.enter(who)

    def _pass(self, so: Callable[[], bool], otherwise: str) -> None:
        """Let whoever is asked pass, until a condition is met or the turn is over."""
        for _ in range(PASSES):
            if self.game.over or so():
                return
            self.happened = list(self.game.answer(None, PASS))
        raise Runaway(f"{otherwise}, however often the others pass ({PASSES:,} times): {self.game.where()}")

    def enter(self, who: str) -> None:
        """Begin somebody's turn if none is in progress: the first turn in its first window, later ones from their start."""
        if self.game.over and self.book.turn != NOWHERE:
            self._begin_turn(who, in_the_middle=len(self.game.done) <= 1)

    def is_asked(self, who: str) -> bool:
        """Say whether somebody is asked: the actor to whom the question is put, or a seat.

        A player is asked whatever the question is about; a cast with the name of one of its actors is not.
        """
        actor = self.asked_for()
        if actor != NOWHERE and plain(self.book.name_of(self.game.state, actor)) == plain(who):
            return True
        seats = [plain(self.game.seats[player]) for player in self.game.asking]
        seated = whereabouts.player(self.game.machine, 0) != NOWHERE
        return plain(who) in seats and (seated or actor == NOWHERE or not self.is_somebody(who))

    def asked_for(self) -> int:
        """Give the actor to whom the question is put, or NOWHERE if it is put to a seat."""
        asked = self.game.state.asked
        frame = self.game.state.frame(asked.frame) if asked else None
        if frame is None or isinstance(self.book.procedures[frame.procedure], Rule):
            return NOWHERE  # a question of a rule is put to a seat, whoever the rule is about
        return int(frame.vars["offer"][1] if "offer" in frame.vars else frame.vars.get("actor", NOWHERE))

    def is_somebody(self, name: str) -> bool:
        state = self.game.state
        return any(plain(self.book.name_of(state, slot)) == plain(name) for slot in range(len(state.names)))

    def _begin_turn(self, who: str, in_the_middle: bool) -> None:
        m = self.game.machine
        slot = self.game.find(who)
        if not in_the_middle and extras.skipped(m, self.book.procedure_name(self.book.turn), slot):
            return
        first = _to_window(self.book, self.book.turn) if in_the_middle else None
        for number, step in first or [(self.book.turn, 0)]:
            frame = m.push(number, {"actor": slot, "player": m.player_of(slot)})
            m.state.agenda[-1] = frame._replace(step=str(step) if step else "")
        m.run()

    def _turn(self, step: Step) -> None:
        if step.words == "begins":
            self.begin(step.who)
        else:
            self.reach(step.who)
            self.finish()

    def begin(self, who: str) -> None:
        """Let a turn begin, after the one in progress has ended."""
        self.finish()
        self._begin_turn(who, in_the_middle=False)

    def finish(self) -> None:
        """Let the turn in progress end."""
        self._pass(lambda: False, "the turn does not end")

    def _cannot(self, step: Step) -> None:
        words, _, check = step.words.partition("|")
        why = self.why_not(step.who, words)
        if why is None:
            self.fail(step.span, f"{step.who} can {words}, but a refusal is expected")
        elif check and plain(check) != plain(why.check):
            self.fail(step.span, f"refused, but for another reason: {why.check}: {why}")

    def why_not(self, who: str, words: str) -> Why | None:
        """Say why somebody cannot do something, given in words, or None if it can. Nothing changes: a turn begins on a copy."""
        here = replace(self, game=self.game.copy()) if self.game.over else self
        here.enter(who)
        action, targets = self._split(words)
        player, asked = here.player(who), here.game.asking
        if player in asked and here.book.turn != NOWHERE and not here.is_asked(who):
            return Why(
                "turn", "", f"{who} is not asked now; another of {here.game.seats[player]}'s is ({here.game.where(player)})"
            )
        return here.game.why_not(player, action, *(name for target in targets for name in here.names_in(target)))

    def names_in(self, words: str) -> list[str]:
        """Split picks into the things that they name, as an answer is read: `Bo Cy` are two if both exist."""
        found, left = list[str](), words.split()
        while left:
            end = next((n for n in range(len(left), 0, -1) if self.is_somebody(" ".join(left[:n]))), 0)
            if not end:
                return [words]
            found, left = [*found, " ".join(left[:end])], left[end:]
        return found

    def _split(self, words: str) -> tuple[str, list[str]]:
        """Split `Stride Bo, Cy` into the action and its targets."""
        parts = words.split()
        for n in range(len(parts), 0, -1):
            if self.book.action(" ".join(parts[:n])) is not None:
                rest = " ".join(parts[n:])
                return " ".join(parts[:n]), rest.removeprefix("on ").removeprefix("at ").split(", ") if rest else []
        return words, []

    def _expect(self, step: Step) -> None:
        for text in re.split(r"[,;] (?![^()]*\))", step.words):
            self._expect_one(" ".join(text.split()), step)

    def _expect_one(self, text: str, step: Step) -> None:
        for pattern, check in EXPECTATIONS:
            found = re.fullmatch(pattern, text, re.IGNORECASE)
            if found:
                said = check(self, found)
                if said is not None:
                    if said:
                        self.fail(step.span, f"expected {text}: {said}")
                    return
        self.fail(step.span, f"{text!r} is not something that an example can expect")


def _to_window(book: Book, number: int, above: tuple[int, ...] = ()) -> list[tuple[int, int]] | None:
    """Give the steps at which the first window of a turn opens: its own, or that for actions in one of its parts.

    None where there is no such window. A structure that takes itself is not looked into again.
    """
    rule = book.procedures[number]
    assert isinstance(rule, Rule)
    own = [
        n
        for n, each in enumerate(rule.code)
        if isinstance(each, instructions.Open) and (number == book.turn or marks.ACTION in each.kinds)
    ]
    if own:
        return [(number, own[0])]
    for n, each in enumerate(rule.code):
        if not isinstance(each, instructions.Run) or each.procedure in (number, *above):
            continue
        part = book.procedures[each.procedure]
        if isinstance(part, Rule) and part.announced and (found := _to_window(book, each.procedure, (number, *above))):
            return [(number, n + 1), *found]
    return None


def own(example: Example) -> Example:
    """Give the same example for another book, which decides what its things can do."""
    return replace(example, sketch=example.sketch.copy())


def set_up(book: Book, example: Example) -> ExampleRun:
    """Make the game of an example's position."""
    book = _unhurried(book)
    game = Game(book, example.position.name, dice=(), state=positions.set_up(book, example.position, {}))
    if book.turn == NOWHERE and book.main != NOWHERE:
        game._begin()
    return ExampleRun(book, Result(example), game, game.state.copy())


_LAST: list[tuple[Book, Book]] = []
"""The last two books whose examples were played, and what was made of them: what is derived from that serves all examples."""


def _unhurried(book: Book) -> Book:
    """Give a book whose turns do not end automatically when nothing can be done: an example says when a turn ends."""
    if book.turn == NOWHERE:
        return book
    for known, made in _LAST:
        if known is book:
            return made
    rule = book.routines[book.turn]
    waiting = tuple(replace(i, idle="") if isinstance(i, instructions.Open) else i for i in rule.code)
    made = replace(book, routines=(*book.routines[: book.turn], replace(rule, code=waiting), *book.routines[book.turn + 1 :]))
    _LAST[:] = [(book, made), *_LAST[:1]]
    return made


def run(book: Book, example: Example) -> Result:
    """Play an example and give the result."""
    try:
        playing = set_up(book, example)
    except (ValueError, RulewrightError) as error:
        return Result(example, [(example.span, f"the position cannot be set up: {error}")])
    playing.play()
    if not playing.result.failures and (lacking := _unproved(example, playing.book)):
        playing.fail(example.span, f"the example tests nothing: {lacking}")
    return playing.result


def _unproved(example: Example, book: Book) -> str:
    """Say what an example lacks to test anything: an answer or a position, and an expectation."""
    kinds = {step.kind for step in example.steps}
    standing = book.active_features.get(example.position.name)
    if not standing and not kinds & {"act", "turn", "cannot"}:
        return "nothing is done in it (`Name: Action target, rolling 8`, `Name cannot Action: cost`)"
    return "" if kinds & {"expect", "cannot"} else "nothing is expected of it (`expect Name Health 3`)"


def _with_check(refused: str, why: Why | None) -> str:
    """Add to a refusal the failed check, and its reason if the refusal does not give it."""
    if why is None:
        return refused
    return f"{refused} (the check of its {why.check})" if why.words in refused else f"{refused}; {why.check}: {why}"
