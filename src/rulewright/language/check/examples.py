"""Plays examples: a position, answers with their dice, and expected results. They test the text beside them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from rulewright.kernel.book import Book
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.errors import Refused, RulewrightError, Runaway
from rulewright.kernel.flow import extra_structures
from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.flow.stacks import OPEN, waiting
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.state import positions, whereabouts
from rulewright.kernel.state.facts import NOWHERE, Event, Frame, State, Vars
from rulewright.kernel.words import read_path
from rulewright.language.check.example_lines import Example, Step
from rulewright.language.check.expectations import EXPECTATIONS
from rulewright.language.text.source import Span
from rulewright.program import instructions, marks
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

PASSES = 1000  # how often others pass before it is clear that the named player will not be asked


@dataclass(slots=True)
class Result:
    """The result of an example; without failures it succeeded."""

    example: Example
    failures: list[tuple[Span, str]] = field(default_factory=list)
    endless: bool = False  # whether it was stopped because it did not end


@dataclass(slots=True)
class ExampleRun:
    """An example being played."""

    book: Book
    result: Result
    game: Game
    start: State
    happened: list[Event] = field(default_factory=list)

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
        self._decline_others(who, words)
        try:
            self.happened = list(self.game.answer(player, *read_path(self.game, player, words)))
        except Refused as error:
            why = self.why_not(who, words) if self.book.action(self._split(words)[0]) is not None else None
            raise Refused(_with_check(str(error), why)) from error
        return m.script[self.game.state.rolled :]

    def _decline_others(self, who: str, words: str) -> None:
        """Decline other reactions of the same player: they are offered one after another."""
        name = self._split(words)[0]
        while words not in (PASS, DECLINE) and self.book.action(name) is not None and self.is_asked(who):
            menu = self.game.menu(self.player(who))
            if menu is None or DECLINE not in menu or menu.called(name):
                return
            self.happened = list(self.game.answer(self.player(who), DECLINE))

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
            menu = None if len(self.game.asking) > 1 or self.game.may_pass(self.game.asking[0]) else self.game.menu()
            self.happened = list(self.game.answer(None, DECLINE if menu is not None and DECLINE in menu else PASS))
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
        """Say whether there is a thing of a name, or of this name and player: `Ben's Ox`."""
        state, (owner, _, owned) = self.game.state, name.partition("'s ")
        if any(plain(self.book.name_of(state, slot)) == plain(name) for slot in range(len(state.names))):
            return True
        return bool(owned) and plain(owner) in map(plain, self.game.seats) and self.is_somebody(owned)

    def find(self, name: str) -> int:
        """Find a thing by its name, or by its name and player: `Ben's Ox`."""
        owner, _, owned = name.partition("'s ")
        if not owned or plain(owner) not in map(plain, self.game.seats) or not self.is_somebody(owned):
            return self.game.find(name)
        m, player = self.game.machine, self.game.seat(owner)
        called = [slot for slot, called in enumerate(m.state.names) if plain(called) == plain(owned)]
        own = [slot for slot in called if m.player_of(slot) == player]
        if not own:
            raise Refused(f"{owner} has no thing called {owned!r} here")
        return own[0]

    def _begin_turn(self, who: str, in_the_middle: bool) -> None:
        m = self.game.machine
        slot = self.game.find(who)
        if not in_the_middle and extra_structures.skipped(m, self.book.turn, slot):
            return
        given: Vars = {"actor": slot, "player": m.player_of(slot)}
        first = _to_window(self.book, self.book.turn) if in_the_middle else None
        m.shuffles = 0  # whichever machine has played so far
        if first is None:
            m.push(self.book.turn, given)
        for number, step in first or ():  # their starts are over, so that nothing responds to them
            m.state.ids += 1
            m.state.agenda.append(Frame(m.state.ids, number, str(step) if step else "", {**given}, None))
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

    def _open_question(self) -> str:
        """Say what somebody is asked in the middle of something, because then the rest of it has not happened yet."""
        asked = self.game.state.asked
        frame = self.game.state.frame(asked.frame) if asked is not None else None
        if asked is None or frame is None or (frame.procedure in OPEN and not asked.picks and not waiting(self.game.machine)):
            return ""
        menu = self.game.menu(asked.players[0])
        offered = [option.words for option in menu.options[:4]] if menu is not None else []
        return f" ({self.game.seats[asked.players[0]]} is asked now: {', '.join(offered)})"

    def _expect_one(self, text: str, step: Step) -> None:
        for pattern, check in EXPECTATIONS:
            found = re.fullmatch(pattern, text, re.IGNORECASE)
            if found:
                said = check(self, found)
                if said is not None:
                    if said:
                        self.fail(step.span, f"expected {text}: {said}{self._open_question()}")
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


def set_up(book: Book, example: Example) -> ExampleRun:
    """Make the game of an example's position."""
    book = _unhurried(book)
    game = Game(book, example.sketch.name, dice=(), state=positions.set_up(book, example.position(book), {}))
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
    standing = book.active_features.get(example.sketch.name)
    if not standing and not kinds & {"act", "turn", "cannot"}:
        return "nothing is done in it (`Name: Action target, rolling 8`, `Name cannot Action: cost`)"
    return "" if kinds & {"expect", "cannot"} else "nothing is expected of it (`expect Name Health 3`)"


def _with_check(refused: str, why: Why | None) -> str:
    """Add to a refusal the failed check, and its reason if the refusal does not give it."""
    if why is None:
        return refused
    return f"{refused} (the check of its {why.check})" if why.words in refused else f"{refused}; {why.check}: {why}"
