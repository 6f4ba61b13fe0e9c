"""Bots give complete, legal answers from what they may know, and the default bot plays to win."""

from random import Random

import pytest

import rulewright
from rulewright import testing
from rulewright.kernel.game import Game
from rulewright.kernel.sight.redeal import redealt
from rulewright.play.bots import greedy_bot, random_bot
from rulewright.play.playout import play_out
from tests.books.mandarin import play as mandarin
from tests.hygiene.tree import ROOT
from tests.play.tables import encounter, game, position

LANTERN = rulewright.load(str(ROOT / "tests" / "shapes" / "lantern.rules"))
KILLER = "Ann at 2,3 (Health 10, Health Maximum 20)"


def words(playing: Game, path: tuple) -> list[str]:
    """Gives a path in the words of its menus."""
    player = playing.asking[0]
    menus = [playing.menu(player, *path[:length]) for length in range(len(path))]
    return [menu.words(pick) for menu, pick in zip(menus, path, strict=True) if menu is not None]


def turn_of(playing: Game, name: str) -> Game:
    """Passes until it is somebody's turn."""
    while playing.book.name_of(playing.state, playing.state.agenda[-1].vars["actor"]) != name:
        playing.answer(None, "pass")
    return playing


def test_a_random_answer_is_whole():
    """The game accepts what the random bot answers."""
    playing = game()
    player = playing.asking[0]
    assert playing.menu(player, *random_bot(3)(playing, player)) is None


def test_the_random_bot_answers_a_question_the_same_way_again():
    """A bot has no memory between answers, so undo and resume do not change its answers."""
    playing = game()
    bot = random_bot(3)
    assert bot(playing, playing.asking[0]) == bot(playing, playing.asking[0])


def test_the_default_bot_takes_a_win():
    """An answer that wins at once is chosen, whatever else is on the menu."""
    playing = turn_of(position(KILLER, "Bob at 3,3 (Health 1, Health Maximum 20)"), "Ann")
    path = greedy_bot(1)(playing, 0)
    playing.answer(0, *path)
    assert playing.standing() == {"Left": 1, "Right": -1}


def test_the_default_bot_avoids_an_immediate_loss():
    """When asked whether to react to a blow that would end the game, it reacts."""
    strong = "Ann at 2,3 (Health 20, Health Maximum 20, Attack 50, Strength 90)"
    weak = "Bob at 3,3 (Health 5, Health Maximum 20, Defense 45, Reaction Points 1)"
    playing = turn_of(position(strong, weak), "Ann")
    playing.answer(0, "Strike", "Bob")
    assert playing.asking == (1,)
    assert words(playing, greedy_bot(1)(playing, 1)) == ["Parry"]


def test_the_default_bot_goes_to_the_enemy_when_nothing_is_in_reach():
    """With nobody in reach it uses its turn to move nearer."""
    only = "(Health 20, Health Maximum 20, has Strike and Move)"
    playing = turn_of(position(f"Ann at 1,3 {only}", f"Bob at 5,3 {only}"), "Ann")
    path = greedy_bot(1)(playing, 0)
    grid = playing.state.setting.grid
    assert grid is not None
    assert words(playing, path)[0] == "Move"
    assert grid.spot(path[1])[0] >= 3


def test_the_default_bot_values_actions_that_become_free():
    """Far from the enemy it uses Dash, which makes two moves free; near the enemy it uses Move."""
    only = "(Health 20, Health Maximum 20, has Strike and Move and Dash)"
    rows = "    . . . . . . . . . . . . . . .\n"
    for there, first in (("15,1", "Dash"), ("5,1", "Move")):
        text = f"Scene Lane\n  map:\n{rows}  cast Left: Ann at 1,1 {only}\n  cast Right: Bob at {there} {only}\n"
        playing = turn_of(Game(rulewright.load(text=text), "Lane", seed=1), "Ann")
        assert words(playing, greedy_bot(1)(playing, 0))[0] == first


def test_looking_ahead_changes_nothing():
    """The game is the same after a bot has looked ahead."""
    playing = game("Goblin ford")
    before = playing.fingerprint()
    greedy_bot(1)(playing, playing.asking[0])
    assert playing.fingerprint() == before


def test_no_bot_foresees_the_dice():
    """In the same position with other coming dice, a bot gives the same answer."""
    answers = []
    for seed in (1, 2, 3, 4, 5):
        playing = game(seed=7)
        playing.machine.seed = playing.seed = seed
        answers.append(greedy_bot(9)(playing, playing.asking[0]))
    assert len(set(answers)) == 1


def lantern(seed: int) -> Game:
    """Gives a game with hidden cards after a few answers."""
    playing = Game(LANTERN, seed=seed)
    for _ in range(12):
        testing.random_answer(playing, seed)
    return playing


@pytest.mark.parametrize("seed", range(6))
def test_the_default_bot_does_not_look_at_hidden_cards(seed: int):
    """In games that look the same to its seat, the bot gives the same answer, whatever is hidden."""
    playing = lantern(seed)
    player = playing.asking[0]
    answer = words(playing, greedy_bot(4)(playing, player))
    for other in range(3):
        twin = redealt(playing, player, Random(other))
        assert words(twin, greedy_bot(4)(twin, player)) == answer


def test_the_default_bot_plays_hidden_cards_to_win():
    """With hands and decks hidden from it the bot gathers more coins than one that picks at random."""
    ahead = 0
    for seed in range(6):
        playing = Game(LANTERN, seed=seed)
        bots = [greedy_bot(seed), random_bot(seed)]
        play_out(playing, bots if seed % 2 else bots[::-1], most=60)
        coins = [thing["stats"].get("Coins", 0) for thing in playing.view(None)["zones"][0]["things"]]
        ahead += coins[0 if seed % 2 else 1] > coins[1 if seed % 2 else 0]
    assert ahead >= 5


def test_the_default_bot_beats_the_random_one():
    """In duels from both seats it wins at least four in five."""
    won = 0
    for seed in range(6):
        playing = Game(encounter(), "Duel", seed=seed)
        bots = [greedy_bot(seed), random_bot(seed)]
        play_out(playing, bots if seed % 2 else bots[::-1])
        won += list(playing.standing().values())[0 if seed % 2 else 1] == 1
    assert won >= 5


# -- cards that wait on a stack ----------------------------------------------------------------------------------------

TWO = "seats A, B\nA (Health 9, Mana 2), B (Health 9, Mana 2)\nA's Deck: 9 Slow\nB's Deck: 9 Slow"


def cards(more: str) -> Game:
    """Gives a position in which A has the turn and some cards."""
    return mandarin.position(f"{TWO}\n{more}")


def test_the_default_bot_judges_a_waiting_action_by_its_result():
    """An attack has no effect yet while it waits, but the bot counts its blow, and attacks."""
    playing = cards("A's Board: Reed Cutter")
    assert words(playing, greedy_bot(1)(playing, 0)) == ["Attack a player (Reed Cutter)", "B"]


def test_the_default_bot_counts_what_players_control():
    """A creature in play is worth more than the creature in the hand and the mana that it costs."""
    playing = cards("A's Hand: Ferry Hand")
    assert words(playing, greedy_bot(1)(playing, 0))[0] == "Ferry Hand"


def test_the_default_bot_passes_if_nothing_good_can_be_done():
    """The bot does not waste cards just to use its gold, which is lost at the end of the turn: it passes."""
    playing = cards("A's Hand: Ripple")
    assert words(playing, greedy_bot(1)(playing, 0)) == ["pass"]


def test_the_default_bot_answers_what_would_hurt_it():
    """B, who is about to be struck, counters the attack."""
    playing = cards("A's Board: Paddy Buffalo\nB's Hand: Ripple")
    playing.answer("A", "Attack a player", "B")
    assert words(playing, greedy_bot(1)(playing, 1))[0] == "Ripple"


def test_the_default_bot_beats_the_random_one_at_cards():
    """In games of the card book from both seats it wins at least four in five; the benchmark plays two hundred."""
    won = 0
    for seed in range(5):
        playing = Game(rulewright.load("mandarin"), "Two at the river", seed=seed)
        bots = [greedy_bot(seed), random_bot(seed)]
        play_out(playing, bots if seed % 2 else bots[::-1])
        won += list(playing.standing().values())[0 if seed % 2 else 1] == 1
    assert won >= 4
