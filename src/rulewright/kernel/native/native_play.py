"""A game on the native machine: the block plays, and Python's state follows when somebody looks at it.

While the block plays, Python's state lacks the answers that the block has played; their events bring it up to date (`look`).
After that, other code may change the state; if it does, the next answer begins with a new block. Python plays the answers that
the machine cannot play.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.legality import whole_answers
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.whole_answers import WholeAnswer
from rulewright.kernel.native import c_machine, past_answers
from rulewright.kernel.native.blocks import PASS, Encoder, NativeControl
from rulewright.kernel.native.number_tables import LeftToPython, NumberedProgram, TooSmall
from rulewright.kernel.native.numbering import written
from rulewright.kernel.native.states_behind import StateBehind, set_behind, snapshot
from rulewright.kernel.state import dice, events
from rulewright.kernel.state.facts import NOWHERE, Path, SavedControl, State
from rulewright.kernel.state.named_events import Happened
from rulewright.program.quick_dataclasses import assign

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game
    from rulewright.kernel.native.c_types import Dice, NativeBlock, NativeRecord, Seed

PATIENCE = 3  # after so many answers in a row that the machine left, Python plays some answers
LONGEST = 6  # at most 2 to this power of them
WORDS = (PASS, "decline", "done")  # the keys that are words
ROOM = 64  # how often a block may get double the room, as a factor


def numbered(book: Book) -> NumberedProgram | None:
    """Give a book's program as numbers, or None where Python plays it."""
    machine = c_machine.machine()
    if machine is None:
        return None
    if book.caches.numbered is None or book.caches.numbered[0] is not machine:
        book.caches.numbered = (machine, written(book, machine))
    return book.caches.numbered[1]


def begin(game: Game) -> NativePlay | None:
    """Give what lets the native machine play a game, or None where Python plays it."""
    book = game.machine.book
    program = numbered(book)
    return None if program is None else NativePlay(book, program, game.machine.state)


def begun(game: Game, base: State) -> NativePlay | None:
    """Let a game with given dice begin where another one has begun, or give None."""
    program = numbered(game.base)
    first = None if program is None else program.starts.get(game.scene)
    if program is None or first is None or first._native is None or not _alone(game._m):
        return None
    return NativePlay(game.base, program, game._m.state, base, first._native.leading.copy())


def started(game: Game, base: State) -> NativePlay | None:
    """Let a game begin on the native machine, whose start depends on chance, or give None."""
    program, m = numbered(game.base), game._m
    known = None if program is None else program.setups.get(game.scene)
    if program is None or known is None or not _alone(m):
        return None
    play = NativePlay(game.base, program, m.state, base, known.copy())
    script = None if m.script is None else play._dice(m.script)
    return None if isinstance(play.leading.start(*dice.known(m.seed, m.secret), script), int) else play


def _alone(m: Machine) -> bool:
    """Say whether only the rules and random dice decide what happens: no account is kept, and no dice are given."""
    return m.account is None and not m.fallen and not m.deaf


def control(game: Game) -> SavedControl:
    """Give the control of a game; its state need not be up to date."""
    native, done = game._native, game.done
    return game.state.control() if native is None or native.block is None else native.control(done[-1] if done else None)


def leave_off(game: Game) -> None:
    """Let the block of a game no longer play, because another state takes the place of the one that it plays for."""
    if game._native is not None and game._native.block is not None:
        game._native.look(game._m.state)


def add(game: Game, done: Done) -> None:
    """Add an answer of Python to a game; where past acts are judged, the newest block and the menus so far do not count it."""
    game.add(done)
    if game.base.judges:
        game.machine.forget()
        if game._native is not None:
            game._native.kept = None


class NativePlay:
    """One game on the native machine. It does not refer to the game or its state, so that there are no circular references."""

    __slots__ = (
        "answered", "base", "block", "book", "counted", "hollow", "kept", "left", "program", "read", "recorded", "room", "script",
        "setting", "waits", "why",
    )  # fmt: skip

    def __init__(
        self, book: Book, program: NumberedProgram, state: State, base: State | None = None, block: NativeBlock | None = None
    ) -> None:
        self.book, self.program = book, program
        self.block = block  # while it plays
        self.answered, self.recorded = block, 0  # the newest block, and how many of its answers are in the game's list of answers
        self.base = base  # a state that lacks the answers on the block; copies share it, and nobody changes it
        self.hollow = base is not None  # Python's state is made from `base` when somebody looks at it
        set_behind(state, self)
        self.setting = (base or state).setting
        self.kept: State | None = None  # the state as it was when somebody looked at it: the newest block fits it
        self.left, self.waits, self.room = 0, 0, program.room
        self.counted: past_answers.CountedUses | None = None
        self.why = ""  # why the machine left the last answer or menu to Python
        self.script: tuple[Dice, Dice] = (None, None)  # given dice, and the same as numbers
        self.read: tuple[Done | None, SavedControl | None] = (None, None)  # an answer, and the control after it as it was read

    @property
    def leading(self) -> NativeBlock:
        """The block that plays, where it is known that one does."""
        assert self.block is not None
        return self.block

    # -- whose turn it is ----------------------------------------------------------------------------------------

    def playing(self, game: Game) -> NativeBlock | None:
        """Give the block that plays, made from Python's state if necessary; None if that cannot be."""
        if self.block is None and self._in_force(game) and self._willing(game) and _alone(game.machine):
            if self.answered is not None and self.kept is not None and self.kept == game.state:
                return self._lead(game, self.answered)
            try:
                held = Encoder(self.book, self.program, game.state, self.room, past_answers.counted(game)).block()
            except LeftToPython as why:
                if isinstance(why, TooSmall) and self.enlarge(game):
                    return self.block
                self._leaves(game, f"the state: {why}")
                return None
            self.kept = None
            return self._lead(game, c_machine.playing().Block(self.program.native, held))
        return self.block

    def fits(self, game: Game) -> bool:
        """Let the newest block play, if nobody has changed the state since somebody looked at it; say whether it plays."""
        ready = self.block is None and self.kept is not None and game.machine.book is self.book and _alone(game.machine)
        if ready and self.answered is not None and self.kept == game.state:
            self._lead(game, self.answered)
        return self.block is not None

    def _in_force(self, game: Game) -> bool:
        """Take over the program of the rules in force, if they have changed; say whether the machine can play by them."""
        book = game.machine.book
        if book is not self.book:
            self.record(game)
            program = numbered(book)
            if program is None:
                return False
            self.book, self.program, self.kept = book, program, None
        return True

    def _leaves(self, game: Game, why: str = "") -> None:
        """Count an answer that the machine left to Python; after several in a row it is not tried for a while."""
        self.left, self.why = self.left + 1, why or self._stopped(self.block)
        self.waits = game.state.number + (1 << min(self.left - PATIENCE, LONGEST) if self.left >= PATIENCE else 0)

    def _stopped(self, block: NativeBlock | None) -> str:
        """Say at what the machine stopped last: a node that it does not know, or a place in its sources."""
        where, unknown = ("no room", NOWHERE) if block is None else block.stopped
        return self.program.unknown[unknown] if unknown >= 0 else str(where).rpartition("/")[2]

    def _willing(self, game: Game) -> bool:
        """Say whether the machine is tried for the next answer."""
        return self.left < PATIENCE or game.state.number >= self.waits

    def _lead(self, game: Game, block: NativeBlock) -> NativeBlock:
        """Let a block play."""
        self.record(game)
        block.begin()
        self.block = self.answered = block
        self.recorded, self.base = 0, None
        set_behind(game.state, self)
        assign(game.state, "__class__", StateBehind)
        return block

    def start(self, game: Game) -> None:
        """Let a block play from the start of a game, and keep a copy of the game, so that others of the scene begin like it."""
        if self.playing(game) is not None and not self.book.judges:  # where past acts are judged, a game refers to itself
            self.program.starts[game.scene] = game.copy()

    def keep_setup(self, scene: str, state: State) -> None:
        """Keep a block with a scene that is only set up, for further games."""
        try:
            none = [0] * len(self.book.actions) if self.book.judges else []
            held = Encoder(self.book, self.program, state, self.room, none).block()
        except LeftToPython:
            return
        self.program.setups[scene] = c_machine.playing().Block(self.program.native, held)

    def copied(self, state: State, other: State) -> NativePlay:
        """Give the same position on a copy of the block, for a copy of the game; its Python state is filled when it is read."""
        if self.base is None:
            self.base = snapshot(state)
        play = NativePlay(self.book, self.program, other, self.base, self.leading.copy())
        play.recorded, play.left, play.room = self.recorded, self.left, self.room
        play.waits = self.waits
        return play

    def _begun(self, game: Game, picks: Path) -> NativeBlock | None:
        """Give a block for picks that are keys; for words it is not worth making one."""
        for pick in picks:
            if type(pick) is str and pick not in WORDS:
                return None
        return self.playing(game)

    def look(self, state: State) -> None:
        """Bring Python's state up to date; from here on it may be changed by anybody."""
        block, self.block = self.leading, None
        assign(state, "__class__", State)
        base = self.base if self.hollow else None
        if base is not None:
            state.become_like(base)
        self.base, self.hollow = None, False
        for record in block.records(block.given):
            for event in record.events():
                events.apply(state, event)
        if block.given:
            state.set_control(tuple(NativeControl(self.book, self.program, block)))
        if base is not None and not block.given:
            self.kept = base
        elif block.given or self.kept is None:
            self.kept = state.copy()

    # -- answers -------------------------------------------------------------------------------------------------

    def answer(self, game: Game, player: int | str | None, picks: Path, at: int | None = None) -> Happened | None:
        """Give an answer that consists of keys, now or later, and give its events; None if Python must give it."""
        block = self.block or self._begun(game, picks)
        if block is None or (at is not None and player is None):
            return None
        number = player if type(player) is int else self.seat(player, block)
        given = block.answer(number, picks, *self._chance(game, block), block.now if at is None else at)
        return self.not_given(given, game, player, picks, at) if isinstance(given, int) else self._given(game, given)

    def tick(self, game: Game, now: int) -> Happened | None:
        """Let time pass, and give the events; None if Python must do it."""
        block = self.playing(game)
        if block is None:
            return None
        given = block.tick(*self._chance(game, block), now)
        if not isinstance(given, int):
            return self._given(game, given)
        if given == c_machine.numbers()["RW_FULL"] and self.enlarge(game):
            return self.tick(game, now)
        self._leaves(game)
        return None

    def _chance(self, game: Game, block: NativeBlock) -> tuple[Seed, Seed, Dice]:
        """Give the seeds of open and of hidden dice for the next answer, and given dice."""
        m = game._m
        seeds = (m.seed, m.secret)
        if m.rerolls:
            seeds = dice.rerolled(m.seed, m.rerolls, block.number + 1), dice.rerolled(m.secret, m.rerolls, block.number + 1)
        return *dice.known(*seeds), None if m.script is None else self._dice(m.script)

    def _given(self, game: Game, happened: Happened) -> Happened:
        self.left, game._m._memo = 0, None
        return happened

    def not_given(self, why: int, game: Game, player: int | str | None, picks: Path, at: int | None = None) -> Happened | None:
        """Try again with more room, or count that the machine left an answer."""
        numbers = c_machine.numbers()
        if why == numbers["RW_FULL"] and self.enlarge(game):
            return self.answer(game, player, picks, at)
        if why != numbers["RW_REFUSED"]:
            self._leaves(game)
        return None

    def enlarge(self, game: Game) -> bool:
        """Play on with double the room, and let later games begin with as much; say whether that is possible."""
        if self.room >= ROOM:
            return False
        if self.block is not None:
            self.look(game._m.state)
        self.kept, self.room = None, self.room * 2
        if self.program.room < self.room:
            self.program.room = self.room
            self.program.starts.clear()
            self.program.setups.clear()
        return self.playing(game) is not None

    @property
    def unrecorded(self) -> int:
        """How many answers the game's list of answers lacks."""
        return 0 if self.answered is None else self.answered.given - self.recorded

    def record(self, game: Game) -> None:
        """Write the answers that the game's list of answers lacks into it."""
        for done in self.lacking() if self.unrecorded else ():
            self.recorded += 1
            game.add(done)

    def lacking(self) -> Iterator[Done]:
        """Give the answers that the game's list of answers lacks."""
        for record in self.answered.records(self.unrecorded) if self.answered is not None and self.unrecorded else ():
            control = NativeControl(self.book, self.program, record)
            yield Done(self._entry(record), record.events(), control)  # type: ignore[arg-type]

    def control(self, last: Done | None) -> SavedControl:
        """Give the control after the last answer, which is read once."""
        if last is None or self.read[0] is not last:
            self.read = last, tuple(NativeControl(self.book, self.program, self.leading))
        return self.read[1]  # type: ignore[return-value]

    def _entry(self, record: NativeRecord) -> Entry:
        return Entry(record.number, record.at, record.player, record.path)

    def seat(self, player: str | int | None, block: NativeBlock) -> int:
        """Give the number of a player; -2, who is never asked, for what Python must read."""
        if player is None:
            return block.asked if block.asked >= 0 else -2
        seats = self.setting.seats
        return seats.index(str(player)) if player in seats else -2

    def _dice(self, script: Sequence[int]) -> Dice:
        if self.script[0] is not script:
            self.script = (script, array("q", script))
        return self.script[1]

    def undo(self, game: Game, reroll: bool) -> Entry | None:
        """Take the last answer back, if Python's state lacks it; with `reroll` Python does it."""
        block = self.block
        if block is None or not block.given or reroll:
            return None
        record = block.undo()
        game._m._memo = None
        if self.recorded > block.given:
            self.recorded -= 1
            return game.drop().entry
        return self._entry(record)

    # -- menus ---------------------------------------------------------------------------------------------------

    def menu(self, game: Game, player: int | str | None, picks: Path) -> Menu | Literal[False] | None:
        """Give what may be picked next, or None if the picks are complete; False if Python must say."""
        block = self.block or self._begun(game, picks)
        if block is None:
            return False
        number = player if type(player) is int else self.seat(player, block)
        found: Menu | Literal[False] | None = block.menu(game, number, picks)
        if found is False:
            self.why = self._stopped(block)
        return found

    def options(self, game: Game, player: int | str | None) -> list[WholeAnswer] | None:
        """List every whole answer; None if Python must say."""
        block = self.playing(game)
        if block is None:
            return None
        found = block.options(player if type(player) is int else self.seat(player, block), whole_answers.MOST, WholeAnswer)
        return found if type(found) is list else None
