"""How a game of cards with a stack is told to those who sit at it."""

from rulewright.kernel.game import Game
from rulewright.play import story
from tests.books.honey.test_turns import table


def told(game: Game, who: str, *picks: str, viewer: int | None = 0) -> list[str]:
    """Answers, and gives the lines that a viewer is told."""
    player = game.seat(who)
    path, rest = game._whole(player, game.state.asked, picks)  # type: ignore[arg-type]
    assert rest is None
    return [line.text for line in story.tell(game, player, path, viewer).lines]


def test_players_win_and_cards_do_not():
    """At the end it is told who has won and who has lost, and nothing of the cards."""
    game = table("Ivy's Hand: 3 Clover Patch", "Ivy's Deck: Almanac", "Otto's Deck: Almanac", ivy="5, Honey 14")
    told(game, "Ivy", "Forage")
    told(game, "Otto", "pass")
    lines = told(game, "Ivy", "pass")
    assert [line for line in lines if line.endswith((" wins.", " loses."))] == ["Ivy wins.", "Otto loses."]
