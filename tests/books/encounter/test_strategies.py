"""Strategies, reactions before, after and instead, and a campaign of linked scenes (chapters 13, 15 and the older drafts)."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.history import saves
from rulewright.play import campaigns
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out
from rulewright.play.strategies import run_by, seated, strategy_bot, trace
from tests.books.encounter.play import asked, do, menu, problems, rounds, scene, spot, stat

WARRIOR = """
Strategy Warrior
  1. when an enemy is adjacent: Strike the adjacent enemy
  2. when there is no enemy adjacent to the actor: Move toward the nearest enemy
  3. end turn
"""
FIELD = "cast Foes, run by strategy Warrior: Orc at 1,1 (Attack 9)\ncast Reds: Ann at 8,1 (Health 30, Defense 5)"


def test_a_strategy_is_tried_from_the_top_each_time():
    """EW-33: a behaviour with a false `when` is skipped; after one was carried out, the first is tried again."""
    game = rounds(FIELD, [90, 10], WARRIOR).game
    bot, told = strategy_bot("Warrior"), []
    while "Turn of Orc" in game.where():
        told.append(trace(game))
        path = bot(game, 0)
        game.machine.script = (*(game.machine.script or ()), 15, 3)
        game.answer(0, *path)
    assert [[line.split(" → ")[1].split(":")[0] for line in lines] for lines in told] == [
        ["no", "done"],
        ["no", "done"],
        ["done"],
    ]
    reason = "no: it is not true that an enemy is adjacent"
    assert told[0][0] == f"1. when an enemy is adjacent: Strike the adjacent enemy → {reason}"
    assert game.state.setting.grid is not None and game.state.cell(0, 4) == game.state.setting.grid.tile(7, 1)


def test_a_behaviour_that_cannot_be_done_is_passed_over_with_its_reason():
    """EW-33: the trace gives the reason, and the turn ends with the last behaviour."""
    game = rounds(FIELD.replace("8,1", "2,1").replace("Attack 9", "Attack 9, has Move and Strike"), [90, 10], WARRIOR)
    do(game, "Orc", "Move 3,1")
    do(game, "Orc", "Move 1,1")
    do(game, "Orc", "Move 2,2")
    assert not game.is_asked("Orc"), "nothing can be done without Action Points, so the turn has ended by itself"
    rules = WARRIOR.replace("1. when an enemy is adjacent: Strike", "1. Fireball").replace(
        "Fireball the adjacent", "Fireball on the adjacent"
    )
    game = rounds(FIELD, [90, 10], rules)
    lines = trace(game.game)
    assert "1. Fireball on the adjacent enemy → cannot be done: Orc cannot pay for Fireball" in lines[0]


def test_after_a_failed_check_the_next_behaviour_is_tried():
    """EW-33: a behaviour whose `do` was not executed is not tried again at once."""
    rules = "Strategy Twice\n  1. when an enemy is adjacent: Strike the adjacent enemy\n  2. Guard\n  3. pass"
    game = rounds(FIELD.replace("Warrior", "Twice").replace("8,1", "2,1").replace("Attack 9", "Attack 2"), [90, 10], rules).game
    bot, done = strategy_bot("Twice"), []
    for dice in ([1], [], [20, 1]):
        path = bot(game, 0)
        done.append(path[0][0])
        game.machine.script = (*(game.machine.script or ()), *dice)
        game.answer(0, *path)
    assert done == ["Strike", "Guard", "Strike"]


CHOICES = {
    "Strike the adjacent enemy with lowest Health": "Cy",
    "Strike the adjacent enemy with highest threat": "Ben",
    "Strike the adjacent enemy with highest [Gold] + [Mana]": "Di",
    "Longbow Shot the nearest enemy": "Ben",
    "Longbow Shot the farthest enemy": "Ed",
    "Longbow Shot an enemy": "Ed",
}
RING = """
cast Foes, run by strategy Pick: Orc at 5,5 (Attack 9, Accuracy 9)
cast Reds: Ben at 5,6 (Health 9, Attack 8); Cy at 6,5 (Health 4, Attack 1); Di at 6,6 (Health 9, Gold 3, Mana 3); Ed at 9,9
"""


@pytest.mark.parametrize("behaviour", CHOICES)
def test_a_behaviour_is_aimed_at_the_actor_that_it_describes(behaviour: str):
    """EW-34: the order is lowest Health, highest threat, nearest; this is also the order for a plain noun."""
    rules = f"Strategy Pick\n  threat: [Attack] + [Strength]\n  1. {behaviour}\n  2. pass"
    game = rounds(RING, [90, 1, 2, 3, 4], rules).game
    path = strategy_bot("Pick")(game, 0)
    assert game.book.name_of(game.state, path[1]) == CHOICES[behaviour]


def test_a_random_choice_depends_on_the_seed_alone():
    """EW-34: the choice is random, but the same seed gives the same choice."""
    rules = "Strategy Pick\n  1. Strike a random adjacent enemy\n  2. pass"
    game = rounds(RING, [90, 1, 2, 3, 4], rules).game
    chosen = [strategy_bot("Pick", seed)(game, 0)[1] for seed in range(12)]
    assert len(set(chosen)) > 1 and chosen == [strategy_bot("Pick", seed)(game, 0)[1] for seed in range(12)]


@pytest.mark.parametrize(("behaviour", "spot"), [("Move toward the gate", "1,4"), ("Move away from the nearest enemy", "1,1")])
def test_a_behaviour_moves_toward_a_mark_or_away_from_an_enemy(behaviour: str, spot: str):
    """EW-34: it takes the shortest way round the walls."""
    field = "map:\n  g . . . .\n  . . . . .\n  . . X . .\n  . . X . .\nmarks: g gate\ntiles: X wall\n"
    casts = "cast Foes, run by strategy Pick: Orc at 2,2\ncast Reds: Ben at 4,2 (Health 9)"
    game = rounds(field + casts, [90, 1], f"Strategy Pick\n  1. {behaviour}\n  2. pass").game
    path = strategy_bot("Pick")(game, 0)
    assert game.state.setting.grid is not None and game.state.setting.grid.words(path[1]) == spot


@pytest.mark.parametrize(("which", "spot"), [("nearest", "1,1"), ("farthest", "7,1")])
def test_a_behaviour_goes_to_the_nearest_or_farthest_mark(which: str, spot: str):
    """EW-34: the distance is that of walking; a mark that cannot be reached is ignored."""
    field = "map:\n  g . . . . . . . . g X g\nmarks: g gate\ntiles: X wall\n"
    casts = "cast Foes, run by strategy Pick: Orc at 4,1\ncast Reds: Ben at 6,1 (Health 9)"
    game = rounds(field + casts, [90, 1], f"Strategy Pick\n  1. Move toward the {which} gate\n  2. pass").game
    path = strategy_bot("Pick")(game, 0)
    assert game.state.setting.grid is not None and game.state.setting.grid.words(path[1]) == spot


def test_a_random_mark_is_one_of_them():
    """EW-34: the mark is chosen at random, and every mark can be chosen."""
    casts = "map:\n  g . . . . . g\nmarks: g gate\ncast Foes, run by strategy Pick: Orc at 4,1\ncast Reds: Ben at 4,1 (Health 9)"
    game = rounds(casts, [90, 1], "Strategy Pick\n  1. Move toward the random gate\n  2. pass").game
    ground = game.state.setting.grid
    assert ground is not None
    assert {ground.words(strategy_bot("Pick", seed)(game, 0)[1]) for seed in range(20)} == {"1,1", "7,1"}


def test_moving_toward_an_enemy_ends_beside_it():
    """EW-34: it goes to a tile next to the enemy and not onto the enemy's own tile, where it would not be adjacent."""
    casts = "cast Foes, run by strategy Pick: Orc at 2,2\ncast Reds: Ben at 4,2 (Health 9)"
    game = rounds(casts, [90, 1], "Strategy Pick\n  1. Move toward the nearest enemy\n  2. pass").game
    assert game.state.setting.grid is not None and game.state.setting.grid.words(strategy_bot("Pick")(game, 0)[1]) == "3,2"


def test_an_actor_off_the_map_is_never_the_nearest():
    """EW-34: an actor does not move toward an enemy that has not arrived yet."""
    casts = "cast Foes, run by strategy Pick: Orc at 2,2\ncast Reds: Al (Health 9, in Reserve, Arrival 5); Ben at 4,2 (Health 9)"
    game = rounds(casts, [90, 1], "Strategy Pick\n  1. Move toward the nearest enemy\n  2. pass").game
    assert game.state.setting.grid is not None and game.state.setting.grid.words(strategy_bot("Pick")(game, 0)[1]) == "3,2"


def test_the_books_own_casts_are_run_by_their_strategies():
    """EW-33: in the brawl two of three casts have a strategy, and a game between strategies is played to its end."""
    game = Game(books.load("encounter"), "Lantern Row", seed=3)
    assert [run_by(game, player) for player in range(3)] == ["", "Bruisers", "Swarm"]
    assert play_out(game, seated(game, random_bot(3), 3))
    again = Game(books.load("encounter"), "Lantern Row", seed=3)
    play_out(again, seated(again, random_bot(3), 3))
    assert again.fingerprint() == game.fingerprint()


def test_a_strategy_that_cannot_be_read_is_an_error():
    """EW-33: an unknown action, a last behaviour with a condition and a cast without a strategy are errors."""
    assert problems("Strategy Odd\n  1. Yodel loudly\n  2. pass") == ["'Yodel loudly' does not begin with an action of the book"]
    assert problems("Strategy Odd\n  1. when an enemy is adjacent: pass") == ["the last behaviour of Odd has a condition"]
    assert problems("Scene S\n  cast A, run by strategy Ghost: Ann at 1,1") == ["there is no strategy 'Ghost'"]


# -- reactions ---------------------------------------------------------------------------------------------------------

DUEL = "Orc (Attack 9, Strength 4, Action Points 3, Health 9) beside Sera (Defense 9, Health 20, Perception 2)"
DODGE = "Dodge (Reaction)\nTrigger: an enemy attacks this actor\nTiming: {}\nLimit: {}\ndo: [Gold] = [Health]"


@pytest.mark.parametrize(("timing", "gold", "health"), [("before", 20, 9), ("after", 9, 9), ("instead", 20, 20)])
def test_a_reaction_comes_before_after_or_instead(timing: str, gold: int, health: int):
    """EW-35: the reaction is used before the damage, after it, or in its place."""
    game = scene(DUEL, DODGE.format(timing, "once per round"))
    do(game, "Orc", "Strike Sera", [15, 7])
    assert asked(game, "Sera") and menu(game) == ["Dodge", "decline"]
    do(game, "Sera", "Dodge")
    assert (stat(game, "Sera", "Gold"), stat(game, "Sera", "Health")) == (gold, health)


def test_a_reaction_declined_changes_nothing():
    """EW-35: a reaction that is used `instead` can be declined too."""
    game = scene(DUEL, DODGE.format("instead", "once per round"))
    do(game, "Orc", "Strike Sera", [15, 7])
    do(game, "Sera", "decline")
    assert stat(game, "Sera", "Health") == 9


def test_reaction_limits_are_renewed():
    """EW-35: a resource is renewed at the start of the actor's turn, a limit at the start of the round."""
    casts = "cast A: Orc at 5,5 (Attack 9, Health 9)\ncast B: Sera at 5,6 (Health 90)"
    rules = "Duck (Reaction)\nTrigger: an enemy attacks this actor\nLimit: once per round\ndo: negate the damage"
    game = rounds(casts, [90, 10], rules + "\n\nParry (Reaction)\nTrigger: [Gold] falls to 0\ndo: [Gold] += 0")
    do(game, "Orc", "Strike Sera", [20, 5])
    do(game, "Sera", "Duck")
    do(game, "Orc", "Strike Sera", [20, 5])
    assert not asked(game, "Sera") and stat(game, "Sera", "Health") == 85
    for who in ("Orc", "Sera"):
        do(game, who, "pass")
    do(game, "Orc", "Strike Sera", [20, 5])
    assert asked(game, "Sera")


def test_a_reaction_to_what_has_happened_cannot_come_before_it():
    """EW-35: `before` is an error for a trigger about something that has happened."""
    rules = "Late (Reaction)\nTrigger: this actor is damaged\nTiming: before\ndo: [Gold] += 1"
    assert problems(rules) == ["this responds to something that has already happened, so 'before' is too late"]
    assert problems(rules.replace("before", "whenever")) == ["'whenever' is not a timing"]


# -- a campaign --------------------------------------------------------------------------------------------------------

ROAD = """
Scene First
  cast Reds: Ann at 1,1 (Attack 9, Health 9, Gold 1); Al at 9,9 (Health 1)
  cast Blues: Ben at 1,2 (Health 1, Attack 9); Bo at 9,8 (Health 9, Attack 99)
  ends when: no actor of Blues with [Health] < 5 is left; Reds win
  ends when: 1 Round has passed; Blues win

Scene Second
  cast Reds: Ann at 2,2 (Health 20, Gold 0); Al at 3,3 (Health 20)
  cast Blues: Cy at 5,5 (Health 1)
  ends when: no Blues are left; Reds win

Campaign Road
  cast: Reds
  scenes: First, Second
  carries over: Health, Gold
  features: Sure Foot

Feature Sure Foot
do: +1 Defense
"""


def test_a_campaign_links_scenes():
    """EW-10, EW-24: the winning cast goes on with what the campaign carries over, without its fallen; a losing cast does not."""
    book = rounds("cast A: Ann at 1,1", [1], ROAD).book
    game = campaigns.begin(book, "Road")
    game.machine.script = (99, 98, 97, 96)
    first = Game(book, "First", dice=[50, 1, 30, 90, 20, 8, 20, 1], given=game.given)
    for player, path in ((1, ("Strike", "Al")), (1, ("pass",)), (0, ("Strike", "Ben"))):
        first.answer(player, *path)
    assert first.over and campaigns.won(first)
    second = campaigns.follow(first)
    assert second is not None and second.scene == "Second" and second.given["fallen"] == ["Al"]
    view = {thing["name"]: thing["stats"] for zone in second.view()["zones"] for thing in zone["things"] if zone["zone"] == "Map"}
    assert view["Ann"]["Health"] == 9 and view["Ann"]["Gold"] == 1 and view["Ann"]["Defense"] == 1 and "Al" not in view
    assert saves.load(saves.save(second), book).fingerprint() == second.fingerprint()


def test_the_books_campaign_is_played_to_its_end():
    """EW-24: each of the three encounters begins only if the one before was won."""
    book = books.load("encounter")
    campaign = campaigns.find(book, "home before dark")
    assert len(campaign.scenes) == 3

    def finish(game: Game) -> bool:
        return play_out(game, seated(game, random_bot(2), 2))

    games = campaigns.play(book, campaign.name, 2, finish)
    assert [campaigns.won(game) for game in games[:-1]] == [True] * (len(games) - 1)
    assert not campaigns.won(games[-1]) or len(games) == 3


def test_a_campaign_that_cannot_be_read_is_an_error():
    """EW-24: a scene, cast or stat that the book does not have is an error."""
    rules = "Campaign Odd\n  cast: Martians\n  scenes: Duel\n  carries over: Health"
    assert problems(rules) == ["the campaign Odd refers to 'Martians', which is not among its cast"]
    assert spot(scene("Ann at 2,2"), "Ann") == "2,2"
