"""Bots play whole games: they move from the drawer, vote, answer, judge, and somebody wins."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play.bots import Bot, greedy_bot, random_bot
from rulewright.play.playout import play_out

SHOWN = {
    "a stack of two pops",
    "blocked",
    "left its stack",
    "judged",
    "adopted rule used",
}


def shown(game: Game) -> set[str]:
    """Names what a game has shown."""
    known = {action.name for action in game.base.actions}
    found: set[str] = set()
    for events in game.record.values():
        told = [event[1] for event in events if event[0] == "told"]
        found |= {word for word in told if word in SHOWN}
        found |= {"judged"} if any(event[0] == "judged" for event in events) else set()
        popped = events[:1] and events[0][0] != "chose"
        found |= {"a stack of two pops"} if popped and told.count("put into action") + told.count("blocked") > 1 else set()
    used = {done.entry.path[0][0] for done in game.done if done.entry.path and isinstance(done.entry.path[0], tuple)}
    return found | ({"adopted rule used"} if used - known else set())


def played(scene: str, bot: Bot, seed: int) -> Game:
    """Plays a game to its end."""
    game = Game(books.load("nomic"), scene, seed=seed)
    assert play_out(game, [bot] * len(game.seats), most=1500), f"{scene}, seed {seed} has not ended"
    return game


def test_random_players_end_their_games_and_show_everything():
    """Games for three, four and five end by the winning rule, and together show all that can happen to actions and rules."""
    found: set[str] = set()
    for seed, scene in enumerate(("Three chairs", "Five chairs", "Four chairs", "Three chairs")):
        game = played(scene, random_bot(seed), seed)
        winner = next(seat for seat, stands in game.standing().items() if stands > 0)
        assert game.state.cell(game.find(winner), game.book.stat("Points")) >= 100
        found |= shown(game)
    assert found >= SHOWN


def test_the_default_bot_moves_votes_and_hexes():
    """The default bot looks past the quiet hours: it hexes, makes motions and votes on them."""
    game = Game(books.load("nomic"), "Three chairs", seed=1)
    play_out(game, [greedy_bot(1)] * 3, most=40)
    used = [done.entry.path[0][0] for done in game.done if done.entry.path]
    assert {"Hex", "Move", "Vote for"} <= set(used)
