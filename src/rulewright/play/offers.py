"""A menu as a person gets it: equal cards are one option, and texts that could be given (drafts) are listed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu, Naming
from rulewright.kernel.legality.picks import DONE
from rulewright.play import menu_lines
from rulewright.play.screen import Runs
from rulewright.program.quick_dataclasses import dataclass

WAYS_OUT = (PASS, DECLINE, "none", DONE)
"""The words for doing nothing; each is understood where another is on the menu."""


@dataclass(frozen=True, slots=True)
class _Grouped(Naming):
    """Says an option with the number of those that are alike."""

    menu: Menu
    times: dict[Any, int]
    kind: str

    def __call__(self, key: Any) -> str:
        words = self.menu.words(key)
        return f"{words} ×{self.times[key]}" if self.times.get(key, 1) > 1 else words


def groups(menu: Menu) -> list[list[Any]]:
    """Give the options of a menu, those together of which it makes no difference which is meant; the plainest name first."""
    found: list[list[Any]] = []
    for key in menu.keys:
        group = next((group for group in found if menu.naming.alike([group[0], key])), None)
        if group is None:
            found.append([key])
        else:
            group.append(key)
    return [sorted(group, key=lambda key: len(menu.words(key))) for group in found]


def lines(game: Game, player: int, path: Sequence[Any], menu: Menu, width: int) -> list[Runs]:
    """Number the options of a menu: of those that are alike the first, and the texts that are at hand."""
    if menu.parser and menu.keys:
        return _texts([f"{number:>3} {menu.words(key)}" for number, key in enumerate(menu.keys, 1)], width)
    return menu_lines.menu_lines(game, player, path, _grouped(menu), width)


def _texts(named: Sequence[str], width: int) -> list[Runs]:
    """Set names in two columns where they fit side by side."""
    wide, rows = max(map(len, named)) + 2, (len(named) + 1) // 2
    if 2 * wide > width:
        return [[(text, "")] for text in named]
    pairs = zip_longest(named[:rows], named[rows:], fillvalue="")
    return [[((left.ljust(wide) + right).rstrip(), "")] for left, right in pairs]


def _grouped(menu: Menu) -> Menu:
    if menu.most >= menu.least or menu.parser:
        return menu
    found = groups(menu)
    return menu.only([group[0] for group in found], _Grouped(menu, {group[0]: len(group) for group in found}, menu.kind))


def numbered(menu: Menu) -> Sequence[Any]:
    """Give the keys of a menu as they are numbered on the screen; none where numbers or words of one's own are asked for."""
    return menu.keys if menu.parser else () if menu.most >= menu.least else _grouped(menu).keys


def way_out(menu: Menu, text: str) -> Any:
    """Give the option with which nothing is done, where a text is another word for that; None where it is not."""
    if text.casefold() not in WAYS_OUT or menu.parser or any(menu.words(key).casefold() == text.casefold() for key in menu.keys):
        return None
    return next((key for key in WAYS_OUT if key in menu.keys), None)
