"""Games whose result is an amount: if no rule says who wins or loses, each player's result is the score at the end.

Poker for chips is such a game. The score is the stat that the book's `Layout` names. All other games are won, lost or drawn.
"""

from __future__ import annotations

from rulewright.kernel.book import Book
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.flow.rules import Rule
from rulewright.kernel.game import Game
from rulewright.program import instructions
from rulewright.program.expressions import Expression


def score(book: Book, scene: str) -> Expression | None:
    """Give the number that is the result of a scene; None if a game is won or lost."""
    return None if book.endings.get(scene) or _decided(book) else book.layout.score


def _decided(book: Book) -> bool:
    """Say whether any rule lets somebody win or lose."""
    rules = [rule for rule in book.procedures if isinstance(rule, Rule)]
    return any(isinstance(step, instructions.Standing) for rule in rules for step in rule.code)


def leads(game: Game, number: Expression) -> tuple[float, ...]:
    """Give by how much each player has more than the others have on average."""
    players = game.state.refs(0, "players")
    had = [int(evaluate(number, game.machine, {"actor": slot, "player": n, "source": slot})) for n, slot in enumerate(players)]
    return tuple(each - (sum(had) - each) / max(1, len(had) - 1) for each in had)
