"""The types of what the native machine gives Python: its module, its programs, its blocks and the records of their answers."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from rulewright.kernel.state.facts import Path

if TYPE_CHECKING:
    from rulewright.kernel.game import Game
    from rulewright.kernel.legality.menus import Menu
    from rulewright.kernel.legality.whole_answers import WholeAnswer
    from rulewright.kernel.state.named_events import Happened

Dice = Sequence[int] | None
Seed = int | bytes
Played = TypeVar("Played")


class NativeProgram(Protocol):
    """A program as the machine holds it."""


class NativeRecord(Protocol):
    """An answer that was given on a block."""

    number: int
    at: int
    player: int
    path: Path

    def events(self) -> Happened:
        """Give its events."""

    def control(self) -> bytes:
        """Give the control before it."""


class NativeBlock(Protocol):
    """One position on the machine."""

    number: int
    given: int
    now: int
    asked: int
    over: bool
    asking: tuple[int, ...]
    due: tuple[int, int] | None
    stopped: tuple[str, int]

    def begin(self) -> None:
        """Forget the records of the answers so far."""

    def start(self, seed: Seed, secret: Seed, dice: Dice, /) -> object:
        """Let a game begin that was only set up."""

    def cell(self, slot: int, stat: int, /) -> int | None:
        """Read the stored number of a thing; None where there is none."""

    def copy(self) -> NativeBlock:
        """Give an independent copy."""

    def control(self) -> bytes:
        """Give the frames and counters."""

    def records(self, count: int) -> Iterable[NativeRecord]:
        """Give the records of the last answers."""

    def undo(self) -> NativeRecord:
        """Take the last answer back."""

    def answer(self, player: int, picks: Path, seed: Seed, secret: Seed, dice: Dice, at: int, /) -> Happened | int:
        """Give a whole answer, or say by a number why it was not given."""

    def tick(self, seed: Seed, secret: Seed, dice: Dice, now: int, /) -> Happened | int:
        """Let time pass."""

    def menu(self, game: Game, player: int, picks: Path, /) -> Menu | Literal[False] | None:
        """List what may be picked; False if Python must say."""

    def options(self, player: int, most: int, made: type[WholeAnswer], /) -> list[WholeAnswer] | int:
        """List every whole answer with its number."""

    def play_out(
        self, seeds: Sequence[tuple[int, int]], most: int, sides: Sequence[str], weights: array[int] | None, made: type[Played], /
    ) -> list[Played | int]:
        """Play whole games at random."""

    def play_on(self, seed: Seed, secret: Seed, chance: int, most: int, weights: array[int] | None, /) -> bool:
        """Give answers at random."""


class NativeModule(Protocol):
    """The module that was built from the C sources."""

    SOURCES: str
    Block: Callable[[NativeProgram, object], NativeBlock]
    Program: Callable[..., NativeProgram]
    Search: Callable[..., object]
    practise: Callable[..., tuple[bytes, bytes, float, int, int]]

    def setting(self, name: str, /) -> str | None:
        """Give the value of an environment variable."""

    def seeds(self, seed: int, count: int, /) -> list[tuple[int, int]]:
        """Give the seeds of whole games."""

    def quick(self, name: str, method: Callable[..., object], /) -> Callable[..., object]:
        """Give a method that the machine does itself where it plays."""

    def parts(self, game: type, machine: type, play: type, menu: type, state: type, /) -> None:
        """Say where games have what the machine needs."""
