"""The words of a menu of the native machine: Python makes them when somebody reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.legality.menus import Menu, Naming, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.state.facts import Key, Path
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.game import Game


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
        if self.kind == "plain":  # a reaction, whose frame knows who has it
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
