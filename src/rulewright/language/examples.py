"""Examples: a position, what is done in it with which dice, and what is expected. They prove the text they stand beside."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from rulewright.kernel import values
from rulewright.kernel.book import Book
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.game import Game
from rulewright.kernel.state import NOWHERE, TILE
from rulewright.kernel.words import read_path
from rulewright.language import account, code
from rulewright.language.explain import Rule
from rulewright.language.names import Names, plain
from rulewright.language.scenes import Position, Reader
from rulewright.language.source import Line, Span
from rulewright.language.syntax import Item

ACT = re.compile(
    r"(?P<who>[^:]+?)(?:: (?P<words>.+?)| (?P<pass>passes|declines|ends its turn))(?:,? rolling (?P<dice>[\d, ]+))?"
)
CANNOT = re.compile(r"(?P<who>.+?) cannot (?P<words>.+?)(?:: (?P<check>[\w ]+))?")
CLOCK = re.compile(r"at (?P<hours>\d+):(?P<minutes>\d\d)(?::(?P<seconds>\d\d))? (?P<rest>.+)")
TURN = re.compile(r"(?P<who>.+?)'s (?P<what>[\w ]+?) (?P<edge>begins|ends)")
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
    position: Position
    steps: list[Step]
    span: Span


@dataclass(slots=True)
class Result:
    """How an example came out; without failures it is proved."""

    example: Example
    failures: list[tuple[Span, str]] = field(default_factory=list)


def read(names: Names, kinds: dict[str, Any], item: Item, condition: Any) -> Example:
    """Read an example's lines: first the position, then what happens."""
    reader = Reader(names, kinds, Position(f"Example: {item.name}"), condition)
    steps: list[Step] = []
    for line in item.lines:
        for text, span in _sentences(line):
            step = _step(text, span)
            if step is not None:
                steps.append(step)
            elif steps or not _position(reader, line, text):
                names.report(span, f"{text!r} is nothing an example says", EXPECTED)
    return Example(item.name, reader.position, steps, item.span)


def _position(reader: Reader, line: Line, text: str) -> bool:
    if reader.line(line):
        return True
    if re.search(r"\(|\bat \d|\bbeside\b", text):
        reader.things(text, line.span)
        return True
    return False


def _sentences(line: Line) -> list[tuple[str, Span]]:
    """Several things may stand on one line, each ending with a full stop."""
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
    if (
        found is None
        or plain(found["who"]).startswith(("cast ", "map", "tiles", "ends when", "seats"))
        or "'s" in found["who"]
    ):
        return None
    dice = tuple(int(die) for die in re.findall(r"\d+", found["dice"] or ""))
    words = {"passes": "pass", "declines": "decline", "ends its turn": "pass"}.get(found["pass"] or "", found["words"])
    return Step("act", found["who"], words, span, dice, at)


# -- running -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Run:
    """An example being played."""

    book: Book
    result: Result
    game: Game
    start: Any
    happened: list[Any] = field(default_factory=list)

    def fail(self, span: Span, words: str) -> None:
        """Write down that something came out otherwise."""
        self.result.failures.append((span, words))

    def play(self) -> None:
        """Do every step; the first one that cannot be done ends it."""
        for step in self.result.example.steps:
            try:
                if step.at is not None and step.kind != "act":
                    self.happened = list(self.game.tick(step.at))
                getattr(self, f"_{step.kind}")(step)
            except RulewrightError as error:
                self.fail(step.span, str(error))
                return

    def _act(self, step: Step) -> None:
        self._reach(step.who)
        m = self.game.machine
        m.script = (*(m.script or ())[: self.game.state.rolled], *step.dice)
        player = self._player(step.who)
        if step.at is not None:
            self.game.tick(step.at)
        path = read_path(self.game, player, step.words)
        self.happened = list(self.game.answer(player, *path))
        if self.game.state.rolled < len(m.script):
            left = m.script[self.game.state.rolled :]
            self.fail(step.span, f"dice were left over: {', '.join(map(str, left))}")

    def _player(self, who: str) -> int:
        if plain(who) in map(plain, self.game.seats):
            return self.game.seat(who)
        return self.game.machine.player_of(self.game.find(who))

    def _reach(self, who: str) -> None:
        """Bring the game to somebody's turn: the first acts at once, later ones after the turn before has ended."""
        if self.book.turn not in self.book.procedures:
            return
        if self.game.over and len(self.game.done) <= 1 and not self.game.state.agenda:
            self._begin_turn(who, in_the_middle=True)
        while not self.game.over and self._player(who) not in self.game.asking:
            self.happened = list(self.game.answer(None, "pass"))
        if self.game.over:
            self._begin_turn(who, in_the_middle=False)

    def _begin_turn(self, who: str, in_the_middle: bool) -> None:
        m = self.game.machine
        slot = self.game.find(who)
        frame = m.push(self.book.turn, {"actor": slot, "player": m.player_of(slot)})
        if in_the_middle:
            rule = self.book.procedures[self.book.turn]
            assert isinstance(rule, Rule)
            window = next(n for n, instruction in enumerate(rule.code) if isinstance(instruction, code.Open))
            m.state.agenda[-1] = frame._replace(step=str(window))
        m.run()

    def _turn(self, step: Step) -> None:
        if step.words == "begins":
            while not self.game.over:
                self.game.answer(None, "pass")
            self._begin_turn(step.who, in_the_middle=False)
        else:
            self._reach(step.who)
            while not self.game.over:
                self.happened = list(self.game.answer(None, "pass"))

    def _cannot(self, step: Step) -> None:
        words, _, check = step.words.partition("|")
        self._reach(step.who)
        action, targets = self._split(words)
        why = self.game.why_not(self._player(step.who), action, *targets)
        if why is None:
            self.fail(step.span, f"{step.who} can {words} after all")
        elif check and plain(check) != plain(why.check):
            self.fail(step.span, f"refused, but for another reason: {why.check}: {why}")

    def _split(self, words: str) -> tuple[str, list[str]]:
        """Split `Strike Orc` into the action and its targets."""
        parts = words.split()
        for n in range(len(parts), 0, -1):
            if self.book.action(" ".join(parts[:n])) is not None:
                rest = " ".join(parts[n:])
                return " ".join(parts[:n]), [rest.removeprefix("on ").removeprefix("at ")] if rest else []
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
        self.fail(step.span, f"{text!r} is nothing an example can expect")

    # -- expectations: "" is met, None is "not mine", words say what came out instead -------------------------------

    def check_told(self, found: re.Match[str]) -> str | None:
        """failed check, passed check, hit, miss."""
        words = {"failed": "failed", "miss": "failed", "passed": "passed", "hit": "passed", "no": ""}[
            found[1].casefold().split()[0]
        ]
        told = [event[2] for event in self.happened if event[:2] == ("told", "check")]
        if not words:
            return "" if not told else f"a check {told[0]}"
        return "" if words in told[:1] else f"the check {told[0]}" if told else "there was no check"

    def unchanged(self, found: re.Match[str]) -> str | None:
        """Orc unchanged."""
        slot, width = self.game.find(found[1]), self.game.state.width
        same = (
            self.start.cells[slot * width : (slot + 1) * width]
            == self.game.state.cells[slot * width : (slot + 1) * width]
        )
        place = self.start.places[slot] == self.game.state.places[slot]
        return "" if same and place else f"{found[1]} has changed"

    def at(self, found: re.Match[str]) -> str | None:
        """Orc at 2,3."""
        grid, tile = self.game.state.setting.grid, self.game.state.cell(self.game.find(found[1]), TILE)
        here = grid.words(tile) if grid is not None and tile >= 0 else "nowhere"
        return "" if here == found[2].replace(" ", "") else f"it is at {here}"

    def lies(self, found: re.Match[str]) -> str | None:
        """Orc defeated; Ox in Graveyard."""
        try:
            slot = self.game.find(found[1])
        except RulewrightError:
            return None
        zone = self.game.state.places[slot]
        here = "nowhere" if zone == NOWHERE else self.book.zones[self.game.state.grounds[zone][0]].name
        if plain(found[2]) not in [zone.name for zone in self.book.zones] + ["nowhere"]:
            return None
        return "" if plain(here) == plain(found[2]) else f"it is in {here}"

    def stat(self, found: re.Match[str]) -> str | None:
        """Sera Defense 12; Sera Defense 12 until her next turn."""
        name, words = self._whose(found[1])
        if name is None:
            return None
        index = next((n for n, s in enumerate(self.book.stats) if plain(s.name) == plain(words)), None)
        if index is None:
            return None
        slot = self.game.find(name)
        now = values.value(self.game.machine, slot, index)
        if now != int(found[2]):
            return f"it is {now}"
        if found[3] and (slot, index) not in self.game.state.touched:
            return "nothing that lasts touches it"
        return ""

    def _whose(self, text: str) -> tuple[str | None, str]:
        parts = text.replace("'s ", " ").split()
        for n in range(len(parts) - 1, 0, -1):
            name = " ".join(parts[:n])
            if any(
                plain(self.book.name_of(self.game.state, s)) == plain(name) for s in range(len(self.game.state.names))
            ):
                return name, " ".join(parts[n:])
        return None, text

    def priority(self, found: re.Match[str]) -> str | None:
        """priority Bo Cy Di: each in turn is asked, and passes."""
        for name in re.split(r"\s+then\s+|\s+", found[1].strip()):
            asked = [self.game.seats[player] for player in self.game.asking]
            if asked != [name]:
                return f"{' and '.join(asked) or 'nobody'} is asked where {name} should be"
            self.happened += self.game.answer(name, "pass")
        return ""

    def asked(self, found: re.Match[str]) -> str | None:
        """Ann is asked; nobody is asked."""
        asked = [plain(self.game.seats[player]) for player in self.game.asking]
        actors = [
            plain(self.book.name_of(self.game.state, f.vars["actor"]))
            for f in self.game.state.agenda
            if "actor" in f.vars
        ]
        if plain(found[1]) == "nobody":
            return "" if not asked else f"{asked[0]} is asked"
        return "" if plain(found[1]) in (*asked, *actors[-1:]) else f"{', '.join(asked) or 'nobody'} is asked"

    def wins(self, found: re.Match[str]) -> str | None:
        """Heroes wins."""
        standing = {plain(side): won for side, won in self.game.standing().items()}
        return "" if standing.get(plain(found[1])) == 1 else f"the standing is {self.game.standing()}"

    def stacks(self, found: re.Match[str]) -> str | None:
        """no stacks; 2 stacks; a stack of 2."""
        waiting = [
            len(self.game.state.zones[n])
            for n, ground in enumerate(self.game.state.grounds)
            if ground[0] >= 0 and self.book.zones[ground[0]].stack and self.game.state.zones[n]
        ]
        if found[2]:
            return "" if int(found[2]) in waiting else f"the stacks hold {waiting}"
        wanted = 0 if found[1].casefold() == "no" else int(found[1])
        return "" if len(waiting) == wanted else f"there are {len(waiting)}"

    def told(self, found: re.Match[str]) -> str | None:
        """Hex put into action; anything the record says."""
        said = [plain(re.sub(r"[:.!]", "", account.say(self.game.machine, event))) for event in self.happened]
        return "" if plain(found[1]) in said else f"the record says: {'; '.join(filter(None, said)) or 'nothing'}"


EXPECTATIONS: tuple[tuple[str, Callable[[Run, re.Match[str]], str | None]], ...] = (
    (r"(failed check|passed check|hit|miss|no check)", Run.check_told),
    (r"(.+) unchanged", Run.unchanged),
    (r"(.+) at (\d+ ?, ?\d+)", Run.at),
    (r"(.+?) (?:is )?(?:in )?(?:the )?([\w ]+)", Run.lies),
    (r"(.+) (-?\d+)( until .+)?", Run.stat),
    (r"priority (.+)", Run.priority),
    (r"(.+) is asked", Run.asked),
    (r"(.+) wins", Run.wins),
    (r"(?:(no|\d+) stacks?|a stack of (\d+))", Run.stacks),
    (r"(.+)", Run.told),
)


def run(book: Book, example: Example) -> Result:
    """Play an example and say how it came out."""
    result = Result(example)
    try:
        state = example.position.set_up(book, {})
    except (ValueError, RulewrightError) as error:
        result.failures.append((example.span, f"the position cannot be set up: {error}"))
        return result
    game = Game(book, example.position.name, dice=(), state=state)
    if book.turn not in book.procedures and book.main:
        game._begin()
    playing = Run(book, result, game, state.copy())
    playing.play()
    return result
