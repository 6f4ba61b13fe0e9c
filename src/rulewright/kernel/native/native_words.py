"""The words of a menu of the native machine: Python makes them when somebody reads them, from what the player sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import gate
from rulewright.kernel.legality.acts import ability
from rulewright.kernel.legality.judging import asked_for, given
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import pending
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Key, Path
from rulewright.program.own_procedures import BEFORE_CHANGE, FLOOR, WINDOW
from rulewright.program.slots import GRATIS

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.game import Game


class NativeMenu(Menu):
    """A menu that the native machine has filled (python_play.h): its words are made when somebody reads them."""

    __slots__ = ("game", "made", "picks", "player", "procedure")
    game: Game
    player: int
    picks: Path
    procedure: int  # the one that asks
    made: Menu | None  # with the same keys, as the reference makes it
    least, most, parser, judge = 0, -1, "", None

    @property
    def worded(self) -> Menu:
        """The menu as the reference makes it, with words."""
        if self.made is None:
            self.made = _worded(self)
        return self.made

    @property
    def default(self) -> Key | None:  # type: ignore[override]
        """The key that is used if an answer ends here: a stack of its own."""
        return NOWHERE if self.picks and self.worded.naming.kind == "stack" else None

    @property
    def words(self) -> Callable[[Key], str]:  # type: ignore[override]
        """What puts the keys into words."""
        return self.worded.words

    @property
    def title(self) -> str | Callable[[], str]:  # type: ignore[override]
        """What is asked, or what says it."""
        return self.worded.title

    def __iter__(self) -> Iterator[Key]:
        return iter(self.keys)

    def __len__(self) -> int:
        return len(self.keys)


def _worded(menu: NativeMenu) -> Menu:
    """Give the keys of a menu with words."""
    from rulewright.kernel.sight import handles  # imported here, because that module reads what the machine holds

    m, keys, picks = handles.seen(menu.game, menu.player), menu.keys, menu.picks
    assert m.state.asked is not None
    frame = m.state.frame(m.state.asked.frame)
    assert frame is not None
    if picks:
        return _of_pick(m, frame, keys, picks)
    if menu.procedure == BEFORE_CHANGE and frame.step != gate.ORDERED:  # a reaction: its frame says who has it
        holder, _ = gate.holder_of(m, frame.vars["offer"][1])
        return Menu(f"{m.book.name_of(m.state, holder)} may answer", keys, Namer(m, "plain", keys))
    if menu.procedure in (WINDOW, FLOOR):
        kind = "member" if "members" in frame.vars else "offer"
        return Menu(m.book.prompt(m, frame, menu.player), keys, Namer(m, kind, keys))
    return _of_reference(m, frame, menu)


def _of_pick(m: Machine, frame: Frame, keys: Sequence[Key], picks: Path) -> Menu:
    assert isinstance(picks[0], tuple)  # it was on the menu
    name, ref = picks[0]
    action = ability(m, ref % LIVES, name) or next(action for action in m.book.actions if action.name == name)
    wanted, vars = asked_for(m, action), given(m, action, ref % LIVES, by_name.only(frame.vars, (GRATIS,)))
    at, _ = pending(wanted, picks[1:], vars) or (0, 0)
    return Menu(f"{action.name}: {wanted[at].prompt}", keys, Namer(m, wanted[at].kind, keys))


def _of_reference(m: Machine, frame: Frame, menu: NativeMenu) -> Menu:
    found = m.book.procedures[frame.procedure].menu(m, frame, menu.player, menu.picks)
    assert found is not None  # the machine has found keys for it
    return found
