"""Random answers for the contract, the same for the same seed, so that a failure can be repeated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state import events
from rulewright.kernel.state.dice import die

MANY = 64  # for a longer menu, so many options across it are tried
FEW = 2
NONSENSE = ("no such option", -1)

Path = tuple[Any, ...]


class ContractError(AssertionError):
    """A failed test of the contract; the message says in which game, at which answer, and what happened."""


def options(menu: Menu) -> list[Any]:
    """List the options of a menu; for many, a selection across it, and for texts a few that fit."""
    if menu.parser:
        fitting = (key for key in menu.keys if menu.judge is None or not menu.judge(key))
        return list(islice(fitting, FEW)) if menu.keys else ["words"]
    return [*menu][:: -(-len(menu) // MANY) or 1]


def random_path(game: Game, player: int, seed: int = 0, path: Path = ()) -> Path:
    """Complete a path of picks at random, always the same for the same seed and answer."""
    while (menu := game.menu(player, *path)) is not None:
        keys = options(menu)
        if not keys:
            raise ContractError(f"there is nothing to pick: {menu.prompt}")
        path = (*path, keys[die(seed, game.state.number, len(path), len(keys)) - 1])
    return path


def random_player(game: Game, seed: int = 0) -> int:
    """Give one of the players who are asked."""
    return game.asking[die(~seed, game.state.number, 0, len(game.asking)) - 1]


def random_answer(game: Game, seed: int = 0, piecemeal: bool = False) -> Sequence[events.Event]:
    """Give a random answer, sometimes in several steps, or let time pass if something is due; give the events."""
    due = popping.due(game.machine)
    if due is not None and die(~seed, game.state.number, 1, 4) == 1:
        return game.tick(max(due[0], game.state.now))
    player = random_player(game, seed)
    path = random_path(game, player, seed)
    piece = piecemeal and len(game.asking) == 1 and die(~seed, game.state.number, 2, 2) == 1
    return game.answer(player, *(path[:1] if piece else path))


def shown(menu: Menu | None) -> Any:
    """Give a menu as plain values that can be compared."""
    return None if menu is None else (menu.prompt, options(menu), [menu.words(key) for key in options(menu)])
