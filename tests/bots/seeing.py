"""A bot that cheats, to find out how much luck decides: it searches in the game as it lies, with every hidden card open to it.

What it wins is more than a bot with the same iterations can win that has to guess. Its dice are imagined like those of any bot.
"""

from random import Random

from rulewright import bots
from rulewright.bots.native_search import NativeSearch
from rulewright.bots.thinking import forced, found
from rulewright.kernel.game import Game
from rulewright.kernel.sight.redeal import Dealer
from rulewright.kernel.sight.visibility import HOST
from rulewright.play.bots import Bot


class SeeingSearch(NativeSearch):
    """A search that knows where every card lies, also in the decks."""

    def _imagined(self, chance: Random) -> list[Game]:
        return [Dealer(self.game, HOST).imagine(chance.getrandbits(63))]


def seeing_bot(level: str, seed: int = 0) -> Bot:
    """Gives the bot; `level` is that of a bot that does not cheat."""
    limit = bots.limit(level)

    def bot(game: Game, player: int) -> tuple:
        if (only := forced(game, player)) is not None:
            return only
        search = SeeingSearch(game, player, f"{seed}/{game.state.number}/{player}", 1)
        assert search.run(limit), "only the native machine searches with open cards"
        return found(search, seed).path

    return bot
