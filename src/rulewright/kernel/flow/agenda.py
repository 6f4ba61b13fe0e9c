"""The agenda: frames of procedures, run until somebody must be asked. The return value of a step says what comes next.

The machine owns the control of a state, and passes every change of a fact to the one writer in `events`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from rulewright.kernel.change import guises, values
from rulewright.kernel.change.moment import Instant, happened
from rulewright.kernel.errors import DiceSpent, Runaway
from rulewright.kernel.flow import extra_structures, prepared
from rulewright.kernel.history import amendments
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state import by_name, dice
from rulewright.kernel.state.caches import Memo
from rulewright.kernel.state.events import ANNOUNCEMENTS, Event, apply
from rulewright.kernel.state.facts import LIVES, NOWHERE, OWNER, Asked, Frame, Path, SlotValue, State, Vars
from rulewright.kernel.state.holding import joined, subject_of
from rulewright.program.building import Node
from rulewright.program.own_procedures import ACT, POPPING, WINDOW
from rulewright.program.slots import ANSWER

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.history.journal import Done
    from rulewright.program.declared import Settle
    from rulewright.program.definition import Action

Control = tuple[Any, ...]
Executors = dict[type, Callable[[Node, "Machine", Vars, int], Control | int | None]]
"""The functions that execute instructions, by the kind of instruction."""


def go(step: str, given: Vars) -> Control:
    """Continue at another step of the same procedure."""
    return ("go", step, given)


def call(procedure: int, child: Vars, then: str, given: Vars, into: str | None = None) -> Control:
    """Begin another procedure and continue at `then` when it ends; its value is stored in `into`."""
    return ("call", procedure, child, then, given, into)


def ask(players: Sequence[int], then: str, given: Vars) -> Control:
    """Ask players; the answer arrives at step `then` as `answer`: (player, picks)."""
    return ("ask", tuple(players), then, given)


def end(value: SlotValue = None) -> Control:
    """End this procedure with a value."""
    return ("end", value)


def leave(frame: int, value: SlotValue = None) -> Control:
    """Remove a frame and all above it, newest first."""
    return ("leave", frame, value)


def rewind(frame: int, step: str, given: Vars) -> Control:
    """Continue at a step of another procedure in progress; what was begun since is cut short, newest first."""
    return ("rewind", frame, step, given)


class Procedure(Protocol):
    """Named steps of play. An `announced` one causes events when it begins and ends, and is listed by `where`."""

    @property
    def name(self) -> str:
        """Its name, for people and for saves; frames refer to it by its number."""

    @property
    def announced(self) -> bool:
        """Whether its beginning and end are events."""

    def run(self, m: Machine, frame: Frame) -> Control:
        """Run the frame's step."""

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Give what the player may pick next; None if the picks are a complete answer."""

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Emit what follows from leaving; it never asks."""

    def words(self, m: Machine, frame: Frame) -> str:
        """Say for people where the frame is."""

    def stage(self, frame: Frame) -> tuple[tuple[str, ...], int]:
        """Name the steps that people know, and give the number of the frame's current one, from 1."""


class Stepwise:
    """A procedure of the kernel, with a method for each step; by default it asks nothing and emits nothing when left."""

    name = ""
    announced = False

    def run(self, m: Machine, frame: Frame) -> Control:
        """Run the frame's step; the first is `_begin`."""
        step: Callable[[Machine, Frame], Control] = getattr(self, f"_{frame.step or 'begin'}")
        return step(m, frame)

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer nothing."""
        return None

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Emit nothing."""

    def stage(self, frame: Frame) -> tuple[tuple[str, ...], int]:
        """Name no steps."""
        return (), 0


class Machine:
    """One state being played with one book."""

    __slots__ = (
        "_memo", "account", "bare", "book", "by_clock", "chosen", "deaf", "done", "events", "fallen", "moment", "rerolls",
        "script", "secret", "seed", "shuffles", "state", "steps",
    )  # fmt: skip

    def __init__(self, book: Book, state: State, seed: int = 0, script: tuple[int, ...] | None = None) -> None:
        self.book, self.state, self.seed, self.script = book, state, seed, script
        self.secret = seed  # hidden dice have a seed of their own, so that they can differ while all else stays the same
        self.rerolls: tuple[int, ...] = ()  # the answers from which on the host has rerolled
        self.fallen: Mapping[int, Sequence[tuple[int, int]]] = {}  # the dice (sides, face) of answers that were given elsewhere
        self.bare = False  # an imagined game: nothing is hidden in it
        self.deaf = False  # triggers are off: a game in which only a payment is tried
        self.moment: Instant | None = None  # the changes of the current moment, which are noticed when all of them have happened
        self.events: list[Event] = []
        self.account: list[str | Event] | None = None
        self._memo: Memo | None = None
        self.chosen: tuple[Path, Action, Vars] | None = None  # the act that the answer was just found to be
        self.done: Sequence[Done] = ()  # the answers so far, for Judgment
        self.shuffles = 0  # the number of shuffles in this answer; the dice of a shuffle depend on it
        self.by_clock = False  # what happens now is caused by the clock
        self.steps = 0

    @property
    def memo(self) -> Memo:
        """What was computed from the current facts and agenda; never part of the state."""
        if self._memo is None:
            self._memo = Memo()
        return self._memo

    def forget(self, like: Machine | None = None) -> None:
        """Empty the memo; or take over what another machine has computed from the same facts and agenda."""
        self._memo = None if like is None else like.memo.copy()

    # -- facts ---------------------------------------------------------------------------------------------------

    def emit(self, event: Event, heard: bool = True) -> None:
        """Write one event, the only way to change facts during play. Reversing events are not noticed by triggers."""
        state, book, kind, about = self.state, self.book, event[0], event[2] if event[0] == "changed" else event[0]
        if kind not in ANNOUNCEMENTS:
            apply(state, event)
            state.barred = ()
            if kind == "amended":
                self.amended()
            if about in book.watch and (kind != "noticed" or event[3] is not None):
                state.unsettled = True  # handling a met trigger leaves nothing new to settle
        self.events.append(event)
        self._memo = None
        if state.since is not None:
            state.since[1].append(event)
        if self.account is not None:
            self.account.append(event)
        if heard and about in book.listeners and not self.deaf:
            happened(self, event)
        if kind == "expired":
            guises.end(self, event[1])

    def enforce(self) -> None:
        """Play by the rules with the amendments that are in force."""
        if (made := self.book.in_force(tuple(self.state.amendments))).hash != self.book.hash:
            self.book = made

    def amended(self) -> None:
        """Put a new amendment in force; what is in progress continues by the rule with which it began."""
        self.enforce()
        amendments.carry_on(self.book, self.state)

    def roll(self, count: int, sides: int) -> tuple[int, ...]:
        """Roll dice of this answer, one after another."""
        if count > self.book.limits.dice:
            raise Runaway(f"{count:,} dice in one expression, more than the limit of {self.book.limits.dice:,}: {self.where()}")
        if faces := self._dice(count, sides):
            self.emit(("rolled", sides, faces))
        return faces

    def _dice(self, count: int, sides: int) -> tuple[int, ...]:
        state = self.state
        first = state.dice
        state.dice += count
        if self.script is not None:
            return tuple([self._scripted(sides) for _ in range(count)])
        state.rolled += count
        seed = dice.rerolled(self.seed, self.rerolls, state.number) if self.rerolls else self.seed
        faces = dice.dice(seed, state.number, first, count, sides)
        return dice.as_they_fell(self.fallen[state.number][first:], sides, faces) if state.number in self.fallen else faces

    def _scripted(self, sides: int) -> int:
        assert self.script is not None
        if self.state.rolled >= len(self.script):
            raise DiceSpent(sides, self.state.rolled)
        self.state.rolled += 1
        return min(max(self.script[self.state.rolled - 1], 1), sides)

    def shuffled(self, things: Sequence[int]) -> tuple[int, ...]:
        """Give things in a random order. These dice cause no event, and open dice do not depend on them."""
        order, base = list(things), self.shuffles * LIVES
        self.shuffles += 1
        seed = ~dice.rerolled(self.secret, self.rerolls, self.state.number)
        for size in range(len(order), 1, -1):
            scripted = self.script is not None and self.state.rolled < len(self.script)
            face = self._scripted(size) if scripted else dice.die(seed, self.state.number, base + size, size)
            order.append(order.pop(face - 1))
        return tuple(order)

    def new_id(self) -> int:
        """Give the next number for a frame or a lasting effect."""
        self.state.ids += 1
        return self.state.ids

    def player_of(self, slot: int) -> int:
        """Give the player who answers for an object."""
        return self.state.cells[slot * self.state.width + OWNER]

    def live(self) -> list[int]:
        """List the things in play, in the order of their places."""
        state, zones = self.state, self.book.zones
        found = state.zone_cache.live
        if found is None:
            lying = [state.zones[zone] for zone, ground in enumerate(state.grounds) if ground[0] >= 0 and zones[ground[0]].live]
            found = state.zone_cache.live = [slot for zone in lying for slot in zone]
        return found

    def in_play(self, slot: int) -> bool:
        """Say whether an object is in a zone that is in play."""
        place = self.state.places[slot]
        return place != NOWHERE and self.book.zones[self.state.grounds[place][0]].live

    # -- lasting effects -----------------------------------------------------------------------------------------

    def expire(self, *until: str | int) -> None:
        """End every lasting effect whose `until` begins with some values."""
        for effect in [e for e in self.state.lasting.values() if e.until[: len(until)] == until]:
            values.wear(self, effect)

    # -- control -------------------------------------------------------------------------------------------------

    def push(self, procedure: int, given: Vars, into: str | None = None) -> Frame:
        """Put a new frame on the agenda."""
        agenda = self.state.agenda
        if len(agenda) >= self.book.limits.depth:
            last = self.book.procedures[procedure].name
            raise Runaway(f"more than {self.book.limits.depth} procedures call one another without end, the last of them {last}")
        self.state.ids += 1
        frame = Frame(self.state.ids, procedure, "", given, into)
        agenda.append(frame)
        if (begun := self.book.procedures[procedure]).announced:
            self.emit(("began", frame.id, begun.name, frame.vars.get("actor", NOWHERE)))
        return frame

    def amend(self, frame_id: int, given: Vars) -> None:
        """Change the variables of a waiting frame; this is how a reaction changes a prepared change."""
        for at, frame in enumerate(self.state.agenda):
            if frame.id == frame_id:
                self.state.agenda[at] = frame._replace(vars={**frame.vars, **given})

    def run(self, depth: int = 0) -> None:
        """Run until somebody is asked or at most `depth` frames are left."""
        state, book, limit = self.state, self.book, self.book.limits.steps
        agenda, procedures = state.agenda, book.procedures
        while len(agenda) > depth and state.asked is None:
            self.steps += 1
            if self.steps > limit:
                raise Runaway(f"more than {limit:,} steps in one answer: {self.where()}")
            frame = agenda[-1]
            control = procedures[frame.procedure].run(self, frame)
            if self.book is not book:  # an amendment came into force, and the frame may continue by the old rule
                book, procedures, frame = self.book, self.book.procedures, agenda[-1]
            kind = control[0]
            if kind == "go":
                agenda[-1] = Frame(frame.id, frame.procedure, control[1], control[2], frame.into)
            else:
                CONTROLS[kind](self, frame, *control[1:])
            if state.unsettled and kind != "ask":
                self._settle("instruction", self._edge(frame, kind))

    def _edge(self, frame: Frame, kind: str) -> str:
        """Name what ends with a step apart from an instruction: a payment, a resolution, a structure."""
        if kind in ("end", "leave", "rewind"):
            return "structure" if self.book.procedures[frame.procedure].announced or kind != "end" else ""
        return EDGES.get((frame.procedure, frame.step), "")

    def _settle(self, *boundaries: str) -> bool:
        """Push the book's settling procedure if the book settles at one of these boundaries; say whether it did."""
        settle = self.book.settle
        if settle is None or settle.boundaries.isdisjoint(boundaries) or self._settling(settle):
            return False
        self.state.unsettled = False
        self.push(settle.procedure, {})
        return True

    def _settling(self, settle: Settle) -> bool:
        """Say whether settling is in progress: it repeats itself, and is not started inside its own structures and rules."""
        rules = True  # a structure that such a rule runs settles like any other
        for frame in reversed(self.state.agenda):
            if frame.procedure in (settle.procedure, settle.structure):
                return True
            if self.book.procedures[frame.procedure].announced:
                rules = False
            elif not (rules and self.book.by_itself(frame)):
                return False
        return False

    def _replace(self, frame: Frame, step: str, given: Vars) -> None:
        self.state.agenda[-1] = Frame(frame.id, frame.procedure, step, given, frame.into)

    def _call(self, frame: Frame, procedure: int, child: Vars, then: str, given: Vars, into: str | None) -> None:
        self._replace(frame, then, given)
        self.push(procedure, child, into)

    def _ask(self, frame: Frame, players: tuple[int, ...], then: str, given: Vars) -> None:
        # The game settles before the choice; then the asking step runs again in the new state.
        if self.state.unsettled and self._settle("choice", "window" if frame.procedure == WINDOW else ""):
            return
        known = prepared.answered(self, frame, players, then, given)
        self._replace(frame, then, given if known is None else known)
        if known is not None:
            return
        self.state.since = None  # an act in which somebody was asked can no longer be taken back
        self.state.asked = Asked(players, frame.id, then)
        if self._memo is not None:
            self._memo.asked_anew()

    def _end(self, frame: Frame, value: SlotValue) -> None:
        self._remove("ended")
        self._land(frame.into, value)

    def _leave(self, _: Frame, frame_id: int, value: SlotValue) -> None:
        while self.state.agenda:
            frame = self.state.agenda[-1]
            self._remove("ended" if frame.id == frame_id else "cut short")
            if frame.id == frame_id:
                self._land(frame.into, value)
                return

    def _rewind(self, _: Frame, frame_id: int, step: str, given: Vars) -> None:
        while self.state.agenda[-1].id != frame_id:
            self._remove("cut short")
        self._replace(self.state.agenda[-1], step, given)

    def _remove(self, how: str) -> None:
        """Remove the newest frame; lasting effects that end with it expire, whatever removes it."""
        frame = self.state.agenda[-1]
        procedure = self.book.procedures[frame.procedure]
        procedure.leaving(self, frame, how)
        self.state.agenda.pop()
        if self.state.lasting:
            self.expire("frame", frame.id)
        if procedure.announced:
            self.emit(("ended", frame.id, procedure.name, how, subject_of(procedure, frame)))
        extra_structures.over(self, frame, how)

    def _land(self, into: str | None, value: SlotValue) -> None:
        if into and self.state.agenda:
            frame = self.state.agenda[-1]
            self._replace(frame, frame.step, by_name.having(frame.vars, into, value))

    def answered(self, answer: tuple[int, Path]) -> None:
        """Give the asking frame its answer and continue."""
        frame = self.state.agenda[-1]
        self.state.asked = self._memo = None
        self._replace(frame, frame.step, {**frame.vars, ANSWER: answer})
        self.run()

    def where(self, first: int = 0) -> str:
        """Say in words where the game is, outermost first."""
        return joined(self.words()[first:])

    def words(self) -> list[str]:
        """Say in words where each frame is."""
        return [self.book.procedures[frame.procedure].words(self, frame) for frame in self.state.agenda]


EDGES = {(ACT, ""): "payment", (WINDOW, "resolved"): "resolution", (POPPING, ""): "resolution"}
"""The steps of the kernel's procedures that end something after which a book may settle."""

CONTROLS: dict[str, Callable[..., None]] = {
    kind: getattr(Machine, f"_{kind}") for kind in ("call", "ask", "end", "leave", "rewind")
}
