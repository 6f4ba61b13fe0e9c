"""A game on the native machine: the block plays, and Python's state follows when somebody looks at it.

While the block plays, the state of Python is behind it by the answers in `since`; their events bring it up to date (`look`).
After that anybody may have changed the state; if somebody has, the next answer begins with a new block. What the machine leaves,
Python plays.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.native import c_machine
from rulewright.kernel.native.blocks import PASS, Encoder, NativeControl
from rulewright.kernel.native.number_tables import LeftToPython, NumberedProgram
from rulewright.kernel.native.numbering import written
from rulewright.kernel.state import dice, events
from rulewright.kernel.state.facts import Key, Path, State

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game

PATIENCE = 3  # after so many answers in a row that the machine left, Python plays the rest of the game
ROOM = 64  # how often a block may get double the room, as a factor
MASK = (1 << 64) - 1


def numbered(book: Book) -> NumberedProgram | None:
    """Give a book's program as numbers, or None where Python plays it."""
    machine = c_machine.machine()
    if machine is None:
        return None
    if book.caches.numbered is None or book.caches.numbered[0] is not machine:
        book.caches.numbered = (machine, written(book, machine))
    found: NumberedProgram | None = book.caches.numbered[1]
    return found


def begin(game: Game) -> NativePlay | None:
    """Give what lets the native machine play a game, or None where Python plays it."""
    program = numbered(game.base)
    return None if program is None else NativePlay(game, program)


class NativePlay:
    """One game on the native machine."""

    __slots__ = ("block", "game", "kept", "left", "now", "program", "room", "script", "setting", "since", "state")

    def __init__(self, game: Game, program: NumberedProgram) -> None:
        self.game, self.program, self.state = game, program, game.machine.state
        self.state.behind = self
        self.now, self.setting = self.state.now, self.state.setting
        self.block: Any = None  # the block, while it plays
        self.since: list[tuple[bytes, bytes]] = []  # for each answer that Python's state lacks: its log and the control before
        self.kept: tuple[Any, State] | None = None  # the block that played before somebody looked, and the state as it was then
        self.left, self.room = 0, 1
        self.script: tuple[Any, Any] = (None, None)  # given dice, and the same as numbers

    # -- whose turn it is ----------------------------------------------------------------------------------------

    def playing(self) -> Any:
        """Give the block that plays, made from Python's state if necessary; None if that cannot be."""
        if self.block is None and self.left < PATIENCE and self._alone(self.game._m):
            if self.kept is not None and self.kept[1] == self.state:
                self._lead(self.kept[0])
                return self.block
            try:
                held = Encoder(self.game.base, self.program, self.state, self.room).block()
            except LeftToPython:
                self.left += 1
                return None
            self._lead(c_machine.machine().Block(self.program.native, held))
        return self.block

    def _lead(self, block: Any) -> None:
        """Let a block play."""
        self.block, self.now = block, self.state.now
        object.__setattr__(self.state, "__class__", StateBehind)

    def start(self) -> None:
        """Let a block play from the start of a game, which is made once for each scene."""
        known, scene = self.program.starts, self.game.scene
        if scene in known:
            self._lead(known[scene].copy())
        elif self.playing() is not None:
            known[scene] = self.block.copy()

    def _begun(self, picks: tuple[Any, ...]) -> Any:
        """Give a block for picks that are keys; for words it is not worth making one."""
        return None if any(type(pick) is str and pick != PASS for pick in picks) else self.playing()

    def _alone(self, m: Machine) -> bool:
        """Say whether nothing but the rules and the dice decides what happens: no account is kept, and no die is known before."""
        plain = -dice.KEYED <= m.seed < dice.KEYED
        return m.account is None and not m.fallen and not m.deaf and (plain or m.script is not None)

    def look(self) -> None:
        """Bring Python's state up to date; from here on it may be changed by anybody."""
        block, self.block = self.block, None
        object.__setattr__(self.state, "__class__", State)
        for done in self.game.done[len(self.game.done) - len(self.since) :]:
            for event in done.events:
                events.apply(self.state, event)
        if self.since:
            self.state.set_control(tuple(NativeControl(self.game.base, self.program, block.control())))
        self.since.clear()
        self.kept = None if block is None else (block, self.state.copy())

    # -- answers -------------------------------------------------------------------------------------------------

    def answer(self, player: int | str | None, picks: Path, at: int | None) -> tuple[Any, ...] | None:
        """Give an answer that consists of keys; None if Python must give it."""
        block = self.block or self._begun(picks)
        if block is None or at is not None:
            return None
        number = player if type(player) is int else self.seat(player, block)
        found = block.answer(number, picks, self._seed(block.number + 1), self._dice())
        if type(found) is int:
            return self._not_given(found, player, picks)
        self.left = 0
        self.game._m.forget()
        happened, log, control = found
        self.since.append((log, control))
        self._record(Entry(block.number, self.now, number, happened[0][2]), happened, control)
        return happened  # type: ignore[no-any-return]

    def _not_given(self, why: int, player: int | str | None, picks: Path) -> tuple[Any, ...] | None:
        """Try again with more room, or count that the machine left an answer."""
        numbers = c_machine.numbers()
        if why == numbers["RW_FULL"] and self.room < ROOM:
            self.look()
            self.kept, self.room = None, self.room * 2
            return self.answer(player, picks, None)
        self.left += why != numbers["RW_REFUSED"]
        return None

    def _record(self, entry: Entry, happened: tuple[Any, ...], control: bytes) -> None:
        game = self.game
        game.done.append(Done(entry, happened, NativeControl(game.base, self.program, control)))  # type: ignore[arg-type]
        game.record[entry.number] = happened

    def seat(self, player: str | int | None, block: Any) -> int:
        """Give the number of a player; -2, who is never asked, for what Python must read."""
        if player is None:
            return int(block.asked)
        seats = self.setting.seats
        return seats.index(str(player)) if player in seats else -2

    def _seed(self, number: int) -> int:
        m = self.game._m
        return (dice.rerolled(m.seed, m.rerolls, number) if m.rerolls else m.seed) & MASK

    def _dice(self) -> Any:
        script = self.game._m.script
        if self.script[0] is not script:
            self.script = (script, None if script is None else array("q", script))
        return self.script[1]

    def undo(self, reroll: bool) -> Entry | None:
        """Take the last answer back, if Python's state lacks it; with `reroll` Python does it."""
        if self.block is None or not self.since or reroll:
            self.look()
            return None
        self.block.take_back(*self.since.pop())
        self.game._m.forget()
        done = self.game.done.pop()
        del self.game.record[done.entry.number]
        return done.entry

    # -- menus ---------------------------------------------------------------------------------------------------

    def menu(self, player: int | str | None, picks: Path) -> tuple[Menu | None] | None:
        """Give, in a row of one, what may be picked next; None if Python must say."""
        block = self.block or self._begun(picks)
        if block is None:
            return None
        number = player if type(player) is int else self.seat(player, block)
        found = block.menu(number, picks)
        if found is None or type(found) is int:
            return None if type(found) is int else (None,)
        return (self._menu(number, picks, found),)

    def _menu(self, player: int, picks: Path, keys: list[Key]) -> Menu:
        """Give a menu whose words are made by Python when somebody reads them."""
        game = self.game
        if not picks:
            return Menu(lambda: game.base.prompt(game.machine, game._frame(), player), keys, Namer(game.machine, "offer", keys))
        assert isinstance(picks[0], tuple)  # it was on the menu
        known, key = self.program.prompts, (picks[0][0], len(picks))
        if key not in known:
            action = game.base.action(picks[0][0])
            assert action is not None
            pick = action.picks[len(picks) - 1]
            known[key] = f"{action.name}: {pick.prompt}", pick.kind
        title, kind = known[key]
        return Menu(title, keys, Namer(game.machine, kind, keys))


_behind = State.__dict__["behind"].__get__
"""Reads the slot without bringing the state up to date."""


class StateBehind(State):
    """A state that the native machine has left behind: whoever reads or writes anything of it brings it up to date first."""

    __slots__ = ()

    def __getattribute__(self, name: str) -> Any:
        _behind(self).look()
        return getattr(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        _behind(self).look()
        setattr(self, name, value)
