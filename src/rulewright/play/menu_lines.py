"""Draws a menu: its options numbered, with what they cost and what they can be aimed at, or the tiles that can be picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.sight import choices
from rulewright.kernel.sight.schema import Choice, View
from rulewright.play.maps import Field, Spot
from rulewright.play.screen import Runs

LONG = 8  # a menu of more lines than this says no targets


def of_tiles(menu: Menu) -> bool:
    """Say whether tiles are what a menu offers."""
    return menu.kind == "tile"


def spots(choice: Choice | None) -> list[Spot]:
    """List the tiles that can be picked, if tiles are what is asked for."""
    about = [] if choice is None or choice["kind"] != "tile" else [each["about"] for each in choice["options"]]
    return [(tile[0], tile[1]) for pointers in about for pointer in pointers if (tile := pointer["tile"]) is not None]


def free(view: View, marks: Sequence[Spot]) -> str:
    """Give a tile nobody stands on, for an example of what can be typed."""
    taken = {(cell["x"], cell["y"]) for cell in view["map"]["cells"]} if view["map"] is not None else set()
    x, y = next((spot for spot in marks if spot not in taken), marks[0])
    return f"{x},{y}"


def menu_lines(game: Game, player: int, path: Sequence[Any], menu: Menu, width: int) -> list[Runs]:
    """Number the options of a menu, in columns of three lines or more where there are many and the width allows."""
    if menu.parser or menu.most >= menu.least:
        return [[("  " + ("type it in words" if menu.parser else f"a number from {menu.least} to {menu.most}"), "")]]
    short = _short(game.view(player)) if menu.kind == "offer" else {}
    words = {key: menu.words(key) + _cost(game, player, menu, key, short) for key in menu}
    lines = _columns([f"{n:>3} {_aimed(game, player, (*path, key), words[key])}" for n, key in enumerate(menu, 1)], width)
    return lines if len(lines) <= LONG else _columns([f"{n:>3} {words[key]}" for n, key in enumerate(menu, 1)], width)


def _short(view: View) -> Mapping[str, str]:
    """Give the short forms that stats have beside a map; elsewhere they are said in full."""
    return {} if view["map"] is None else Field(view, 0).short


def _aimed(game: Game, player: int, path: Sequence[Any], words: str) -> str:
    """Say an option, and what it can be aimed at where that is little."""
    rest = game.menu(player, *path)
    if rest is None:
        return words
    if of_tiles(rest):
        return f"{words}: {len(rest)} tiles"
    named = ", ".join(rest.words(target) for target in rest)
    return f"{words}: {named}" if len(words) + len(named) <= 32 or len(rest) == 1 else f"{words}: {len(rest)} choices"


def _cost(game: Game, player: int, menu: Menu, key: Any, short: Mapping[str, str]) -> str:
    """Say in short what an option costs, where that is known beforehand."""
    cost = choices.cost(game.view_as(player), key) if menu.kind == "offer" else []
    parts = [f"{each['amount']} {short.get(each['stat'], each['stat'])}" for each in cost]
    return f" ({', '.join(parts)})" if parts else ""


def _columns(texts: list[str], width: int) -> list[Runs]:
    for rows in range(3 if len(texts) > 4 else 4, len(texts) + 1):
        columns = [texts[at : at + rows] for at in range(0, len(texts), rows)]
        wide = [max(map(len, column)) + 2 for column in columns]
        if sum(wide) <= width + 2:
            lines = [
                "".join(text.ljust(w) for text, w in zip(row, wide, strict=True)) for row in zip_longest(*columns, fillvalue="")
            ]
            return [[(line.rstrip(), "")] for line in lines]
    return [[(text, "")] for text in texts]
