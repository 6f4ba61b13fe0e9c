"""The words of a menu of the native machine: Python makes them when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.legality.menus import Menu, Naming, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import pending
from rulewright.kernel.state.facts import NOWHERE, Key, Path
from rulewright.program.own_procedures import BEFORE_CHANGE
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.game import Game

FIRST = ("offer", "object", "word")  # what is picked first, as the machine numbers it


@dataclass(slots=True)
class NativeWords(Naming):
    """Puts the keys of one menu into words, as the reference does."""

    game: Game
    player: int
    keys: Sequence[Key]
    kind: str
    title: str  # of a pick; where an action is chosen, the window says it

    def prompt(self) -> str:
        """Say what is asked."""
        game = self.game
        if self.kind == "plain":  # a reaction: its frame says who has it
            return f"{game.base.name_of(game.state, game.state.agenda[-1].vars['offer'][1])} may answer"
        return self.title or game.base.prompt(game.machine, game._frame(), self.player)

    def namer(self) -> Naming:
        """Give what names the keys in the reference."""
        return Namer(self.game.machine, self.kind, self.keys)

    def __call__(self, key: Key) -> str:
        return self.namer()(key)

    def about(self, key: Key) -> tuple[Reference, ...]:
        """List what a key is about."""
        return self.namer().about(key)

    def alike(self, keys: Sequence[Key]) -> bool:
        """Say whether it makes no difference which of some keys is meant."""
        return self.namer().alike(keys)

    def names(self, key: Key) -> tuple[str, ...]:
        """Give the short names of a key."""
        return self.namer().names(key)

    def exists(self, name: str) -> bool:
        """Say whether there is something with a name."""
        return self.namer().exists(name)


@dataclass(slots=True)
class ReferenceWords(NativeWords):
    """The words of a menu as the reference makes the whole menu: where things are hidden, words are what a player sees."""

    picks: Path

    def menu(self) -> Menu:
        """Give the menu of the reference."""
        found = self.game._menu(self.player, self.picks)
        assert found is not None  # the machine has found keys for it
        return found

    def prompt(self) -> str:
        """Say what is asked."""
        return self.menu().prompt

    def namer(self) -> Naming:
        """Give what names the keys in the reference."""
        return self.menu().naming


class NativeMenu(Menu):
    """A menu that the native machine has filled (python_play.h): its words are made when somebody reads them."""

    __slots__ = ("first", "game", "made", "picks", "player", "procedure")
    game: Game
    player: int
    picks: Path
    first: int  # what is picked first: a number of FIRST
    procedure: int  # the one that asks
    made: NativeWords | None
    least, most, parser, judge = 0, -1, "", None

    @property
    def default(self) -> Key | None:  # type: ignore[override]
        """The key that is used if an answer ends here: a stack of its own."""
        return NOWHERE if self.picks and self.words.kind == "stack" else None

    @property
    def words(self) -> NativeWords:  # type: ignore[override]
        """What puts the keys into words."""
        if self.made is None:
            self.made = _words(self)
        return self.made

    @property
    def title(self) -> Callable[[], str]:  # type: ignore[override]
        """What says what is asked."""
        return self.words.prompt

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys)

    def __len__(self) -> int:
        return len(self.keys)


def _words(menu: NativeMenu) -> NativeWords:
    """Give what puts the keys of a menu into words."""
    game, picks, book = menu.game, menu.picks, menu.game.book
    kind, title = _asked(game, picks) if picks else (FIRST[menu.first], "")
    if not picks and menu.procedure == BEFORE_CHANGE:
        return NativeWords(game, menu.player, menu.keys, "plain", title)
    if book.secret or book.stack_kind != NOWHERE or (not picks and kind != FIRST[0]):
        return ReferenceWords(game, menu.player, menu.keys, kind, title, picks)
    return NativeWords(game, menu.player, menu.keys, kind, title)


def _asked(game: Game, picks: Path) -> tuple[str, str]:
    """Give what is picked next, and the words for it."""
    assert isinstance(picks[0], tuple)  # it was on the menu
    named = [action for action in game.book.actions if action.name == picks[0][0]]
    action = next((action for action in named if not action.gone), named[0])
    at = len(picks) - 1
    if any(pick.several for pick in action.picks):
        at = (pending(action.picks, picks[1:]) or (0, 0))[0]
    return action.picks[at].kind, f"{action.name}: {action.picks[at].prompt}"
