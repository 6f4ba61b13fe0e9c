"""Explains one answer of a game: a copy of the game is taken back to it, and the answer is given again with an account."""

from __future__ import annotations

from rulewright.kernel.errors import Refused
from rulewright.kernel.evaluation import account
from rulewright.kernel.game import Game


def explain(game: Game, number: int | None = None) -> list[str]:
    """Give the account of an answer, by default the last, as lines."""
    wanted = game.done[-1].entry.number if number is None else number
    at = next((n for n, done in enumerate(game.done) if done.entry.number == wanted), None)
    if at is None:
        raise Refused(f"there is no answer {wanted}: the last is {game.done[-1].entry.number}")
    if at == 0:
        return account.render(game.machine, game.done[0].events)
    copy = game.back_to(at)
    entry = game.done[at].entry
    copy.machine.account = []
    copy.enter(entry.player, entry.path, entry.at)
    return account.render(copy.machine, copy.machine.account)
