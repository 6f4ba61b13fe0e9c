"""Deployment, initiative, turns, rounds, limits and how a scene ends (chapters 2, 10 and 11)."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.examples import ExampleRun
from tests.books.encounter.play import begin, cannot, do, finish, menu, problems, rounds, scene, stat

THREE = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9)\ncast C: Cy at 9,9 (Health 9)"


def passed(run: ExampleRun) -> int:
    """Counts the rounds that have passed."""
    return run.game.state.tallies.get((("passed", run.game.book.procedure_numbers["Round"]), -1), 0)


def order(casts: str, dice: list[int], count: int = 3, readings: dict[str, str] | None = None) -> list[str]:
    """Lists the actors in the order of their first turns."""
    game, found = rounds(casts, dice, readings=readings), []
    for _ in range(count):
        found.append(game.game.where().split("Turn of ")[1].split(",")[0])
        game.game.answer(None, "pass")
    return found


def test_initiative_goes_from_high_to_low():
    """EW-23: each actor rolls 1d100, and the highest is first; the order is the same in every round."""
    assert order(THREE, [20, 90, 50], 4) == ["Ben", "Cy", "Ann", "Ben"]


def test_ties_are_rolled_again():
    """EW-23: tied actors roll 1d100 until they differ; this decides only the order among them."""
    assert order(THREE, [50, 50, 80, 7, 8]) == ["Cy", "Ben", "Ann"]
    assert order(THREE, [50, 50, 50, 90, 4, 4, 1, 2]) == ["Ann", "Cy", "Ben"]
    assert order(THREE, [50, 50, 40, 99, 98]) == ["Ann", "Ben", "Cy"]


def test_a_cast_rolls_once_for_all_its_actors():
    """EW-15, EW-23: if casts roll, each cast rolls one die, and tied casts roll again."""
    casts = "cast A: Ann at 1,1 (Health 9); Al at 1,2 (Health 9)\ncast B: Ben at 5,5 (Health 9)"
    game = rounds(casts, [60, 60, 10, 70, 1, 2, 3], readings={"initiative": "each cast"})
    assert game.game.asking == (1,) and stat(game, "Ann", "Initiative") == stat(game, "Al", "Initiative") == 60


@pytest.mark.parametrize(("initiative", "dice"), [("each actor", [20, 40, 40, 5, 9]), ("each cast", [20, 40, 1, 2, 40, 5, 9])])
def test_an_arrival_that_ties_rolls_again(initiative: str, dice: list[int]):
    """EW-23: it rolls 1d100 against the actor with which it ties; all dice of initiative have a hundred sides."""
    casts = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9); Bo at 6,6 (Health 9, in Reserve, Arrival 1)"
    game = rounds(casts, dice, readings={"initiative": initiative})
    for _ in range(2):
        game.game.answer(None, "pass")
    rolled = [event for entry in game.game.done for event in entry.events if event[0] == "rolled"]
    assert [face for event in rolled for face in event[2]] == dice and {event[1] for event in rolled} == {100}
    assert [stat(game, who, "Tie Break") for who in ("Ann", "Ben", "Bo")] == [0, 5, 9]


@pytest.mark.parametrize(
    ("dice", "order"),
    [([40, 40, 70, 30, 40, 50], ["Ann", "Bo", "Ben"]), ([40, 40, 7, 7, 9, 5, 40, 8], ["Bo", "Ann", "Ben"])],
)
def test_an_arrival_that_ties_with_those_whose_tie_is_broken_rolls_too(dice: list[int], order: list[str]):
    """EW-23: it rolls 1d100 for its place among them, which is compared with their first die; their order does not change."""
    casts = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9); Bo at 6,6 (Health 9, in Reserve, Arrival 1)"
    game = rounds(casts, dice)
    for _ in range(2):
        game.game.answer(None, "pass")
    assert sorted(("Ann", "Ben", "Bo"), key=lambda who: -stat(game, who, "Tie Break")) == order


def test_an_effect_of_a_companion_ends_with_the_shared_turn():
    """EW-15, EW-31: what lasts for a turn of one member of a cast with shared turns ends with the shared turn."""
    casts = "cast A: Ann at 1,1 (Health 9); Al at 1,2 (Health 9)\ncast B: Ben at 5,5 (Health 9)"
    rules = "Brace\nFor: everybody\ndo: +2 Defense for 1 turn"
    game = rounds(casts, [60, 10, 1, 2, 3], rules, {"initiative": "each cast"})
    game.game.answer(None, "Brace (Al)")
    assert (stat(game, "Ann", "Defense"), stat(game, "Al", "Defense")) == (0, 2)
    game.game.answer(None, "pass")
    assert stat(game, "Al", "Defense") == 0


def test_tied_casts_roll_again():
    """EW-15, EW-23: each cast rolls one die, which decides for all its members; the members also have a die of their own."""
    casts = "cast A: Ann at 1,1 (Health 9); Al at 1,2 (Health 9)\ncast B: Ben at 5,5 (Health 9)"
    game = rounds(casts, [60, 60, 10, 70, 1, 2, 3], readings={"initiative": "each cast"}).game
    assert [event[1:] for event in game.done[0].events if event[0] == "rolled"] == [
        (100, (die,)) for die in (60, 60, 10, 70, 1, 2, 3)
    ]


def test_an_actor_who_arrives_late_rolls_and_is_inserted_into_the_order():
    """EW-23: an actor from the reserve rolls at once and takes its place in the order of this round."""
    casts = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9); Bo at 6,6 (Health 9, in Reserve, Arrival 1)"
    game = rounds(casts, [20, 40, 30])
    seen = []
    for _ in range(5):
        seen.append(game.game.where().split("Turn of ")[1].split(",")[0])
        game.game.answer(None, "pass")
    assert seen == ["Ben", "Ann", "Ben", "Bo", "Ann"]


def test_an_actor_that_arrives_during_a_round_still_has_a_turn_in_it():
    """EW-23, EW-26: a round contains one turn of every actor, also of those that arrived in it."""
    rules = "Call\nFor: Ben\ndo: move Bo to Map; [Bo Initiative] = 1d100"
    casts = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9); Bo at 6,6 (Health 9, in Reserve, Arrival 99)"
    game = rounds(casts, [20, 40], rules)
    do(game, "Ben", "Call", [30])
    do(game, "Ben", "pass")
    assert "Turn of Bo" in game.game.where()


def test_a_cast_deploys_before_initiative():
    """EW-24: players place their actors without a position in their camp, one by one; then initiative is rolled."""
    field = "map:\n  a a .\n  . . b\nmarks: a A camp, b B camp\ncast A: Ann (Health 9); Al (Health 9)\ncast B: Ben (Health 9)"
    game = rounds(field, [5, 6, 7])
    assert "Deployment of Ann" in game.game.where() and menu(game) == ["Deploy"]
    keys = game.game.menu(None, "Deploy")
    assert keys is not None and [keys.words(key) for key in keys] == ["1,2", "2,2"]
    game.game.answer(None, "Deploy", "1,2")
    game.game.answer(None, "Deploy", "2,2")
    game.game.answer(None, "Deploy", "3,1")
    assert "Turn of Ben" in game.game.where()


def test_an_actor_with_actions_of_its_own_deploys_too():
    """EW-24: actions for everybody are also for an actor whose other actions the scene lists."""
    game = rounds("map:\n  a b\nmarks: a A camp\ncast A: Ann (Health 9, has Strike)\ncast B: Ben at 2,1 (Health 9)", [5, 6])
    assert "Deployment of Ann" in game.game.where() and menu(game) == ["Deploy"]


ENDS = {
    "eliminate": ("no Blues are left; Reds win", ["Ann: Strike Ben"], {"Reds": 1, "Blues": -1}),
    "reach": ("an actor of Reds has reached the gate; Reds win", ["Ann: Move 1,3"], {"Reds": 1, "Blues": -1}),
    "reach, all": ("all Reds are on the gate; Reds win", ["Ann: Move 1,3"], {"Reds": 1, "Blues": -1}),
    "survive": ("1 Round has passed; Blues win", ["Ann: pass", "Ben: pass"], {"Reds": -1, "Blues": 1}),
    "collect": ("Reds have 5 Gold; Reds win", ["Ann: Steal Ben"], {"Reds": 1, "Blues": -1}),
    "collect, one": ("Ann has 5 Gold; Reds win", ["Ann: Steal Ben"], {"Reds": 1, "Blues": -1}),
    "retreat": ("there is an actor of Reds in Escaped; Reds win", ["Ann: Move 1,1", "Ann: Withdraw"], {"Reds": 1, "Blues": -1}),
    "draw": ("1 Round has passed; nobody wins", ["Ann: pass", "Ben: pass"], {"Reds": -1, "Blues": -1}),
}
FIELD = """
map:
  g . .
  . . .
  e . .
marks: g gate, e exit
cast Reds: Ann at 1,2 (Attack 9, Gold 1, Stealth 9)
cast Blues: Ben at 2,2 (Health 1, Gold 8)
"""


@pytest.mark.parametrize("kind", ENDS)
def test_a_scene_ends_by_its_own_condition(kind: str):
    """EW-24: the conditions are to eliminate, reach, survive, collect and retreat; each names the cast that wins by it."""
    condition, acts, standing = ENDS[kind]
    game = rounds(FIELD + f"ends when: 99 Rounds have passed; nobody wins\nends when: {condition}", [90, 10])
    for act in acts:
        who, words = act.split(": ")
        assert not game.game.over
        game.act(who, words, [20, 1])
    assert game.game.over and game.game.standing() == standing


def test_an_end_must_name_a_cast():
    """EW-24: the winner is a cast of the book, or nobody."""
    assert "'the moon wins' does not say who wins" in problems(
        "Scene S\n  cast A: Ann at 1,1\n  ends when: no A are left; the moon wins"
    )


INITIATIVE = ("each actor", "each cast")
TURN = """
Feature Dawn
Trigger: this actor's Turn begins
do: [Gold] += [Action Points]; [Mana] = [Defense]

Feature Smoulder
Scope: temporary
Trigger: this actor's Turn continues
do: [Gold] += 100 * [Defense]

Feature Dusk
Trigger: this actor's Turn ends
do: [Ammunition] = [Attack]

Feature Bell
Trigger: a Round begins
do: [Stealth] += 1

Feature Curfew
Trigger: a Round ends
do: [Perception] = [Strength]

Brace
do: [Defense] += 5 until start of next turn; [Attack] += 2 until end of turn; [Strength] += 4 until end of round
    the actor gains the feature Smoulder
"""


@pytest.mark.parametrize("initiative", INITIATIVE)
def test_a_turn_starts_in_order(initiative: str):
    """EW-25: first stats are refreshed, then its triggers are met, effects end, other triggers are met, and actions begin."""
    game = scene("features: Dawn\nAnn (Action Points 1, Defense 1)", TURN, {"initiative": initiative})
    do(game, "Ann", "Brace")
    finish(game)
    begin(game, "Ann")
    assert stat(game, "Ann", "Mana") == 6, "the start of the turn sees what lasts until then"
    assert stat(game, "Ann", "Gold") == 103, "refreshed before, and what goes on comes after the defense has ended"


@pytest.mark.parametrize("initiative", INITIATIVE)
def test_a_turn_ends_in_order(initiative: str):
    """EW-25: triggers of its end come before effects that last until then end."""
    game = scene("features: Dusk\nAnn (Attack 3)", TURN, {"initiative": initiative})
    do(game, "Ann", "Brace")
    finish(game)
    assert (stat(game, "Ann", "Ammunition"), stat(game, "Ann", "Attack")) == (5, 3)


@pytest.mark.parametrize("initiative", INITIATIVE)
def test_a_round_ends_is_counted_and_starts(initiative: str):
    """EW-26: after every turn come triggers of its end, then effects end, then it is counted and the next begins."""
    game = rounds(THREE + "\nfeatures: Bell, Curfew", [90, 50, 10, 1, 2, 3], TURN, {"initiative": initiative})
    assert stat(game, "Ann", "Stealth") == 1
    game.game.answer(None, "Brace" if initiative == "each actor" else "Brace (Ann)")
    for _ in range(2):
        game.game.answer(None, "pass")
    assert stat(game, "Ann", "Perception") == 0
    game.game.answer(None, "pass")
    assert (stat(game, "Ann", "Perception"), stat(game, "Ann", "Strength"), stat(game, "Ann", "Stealth")) == (4, 0, 2)
    assert passed(game) == 1


@pytest.mark.parametrize(
    ("limit", "allowed"),
    [
        ("Limit: once per turn", [True, False, True, True]),
        ("Limit: once per round", [True, False, True, True]),
        ("Limit: once per encounter", [True, False, False, False]),
        ("Cooldown: 2 turns", [True, False, False, True]),
    ],
)
def test_campaigns_limit_an_action(limit: str, allowed: list[bool]):
    """EW-27: the limit is per turn, round or encounter, or a cooldown in one's own turns; a free action costs nothing."""
    game = rounds(THREE, [90, 50, 10], f"Whistle\n{limit}\ndo: [Gold] += 1")
    found = []
    for turn in (1, 1, 2, 3):
        while stat(game, "Ann", "Gold") < 99 and passed(game) < turn - 1:
            game.game.answer(None, "pass")
        game.reach("Ann")
        found.append(cannot(game, "Ann", "Whistle") == "")
        if found[-1]:
            do(game, "Ann", "Whistle")
    assert found == allowed and stat(game, "Ann", "Action Points") == 3


def test_every_scene_of_the_book_has_a_way_to_end():
    """EW-24: a scene without an end condition would never end."""
    book = books.load("encounter")
    assert all(book.endings[scene] for scene in book.scenes) and len(book.scenes) >= 4
    assert Game(book, "Lantern Row", seed=1).state.setting.sides == ("Heroes", "Raiders", "Goblins")


MORNING = """
Feature Muster
Trigger: a Round begins
do: [Stealth] = [number of all actors]; [Perception] = [Strength]

Arm
do: [Strength] += 4 until start of next round

Drill
do: [Strength] += 4 for 2 rounds
"""


@pytest.mark.parametrize(("initiative", "dice"), [("each actor", [90, 50, 10]), ("each cast", [90, 50, 1, 2, 10])])
def test_a_round_starts_in_order(initiative: str, dice: list[int]):
    """EW-26: effects that last until the start end before its triggers are met; arrivals come after that."""
    casts = "cast A: Ann at 1,1 (Health 9)\ncast B: Ben at 5,5 (Health 9); Bo at 6,6 (Health 9, in Reserve, Arrival 1)"
    game = rounds(casts + "\nfeatures: Muster", dice, MORNING, {"initiative": initiative})
    game.game.answer(None, "Arm" if initiative == "each actor" else "Arm (Ann)")
    assert stat(game, "Ann", "Strength") == 4
    for _ in range(2):
        game.game.answer(None, "pass")
    assert (stat(game, "Ann", "Stealth"), stat(game, "Ann", "Perception")) == (2, 0)


@pytest.mark.parametrize("initiative", INITIATIVE)
def test_rounds_are_counted_at_their_ends(initiative: str):
    """EW-26, E-37: an effect that lasts two rounds ends with the second round."""
    game = rounds(THREE, [90, 50, 10, 1, 2, 3], MORNING, {"initiative": initiative})
    game.game.answer(None, "Drill" if initiative == "each actor" else "Drill (Ann)")
    found = []
    for _ in range(6):
        found.append(stat(game, "Ann", "Strength"))
        game.game.answer(None, "pass")
    assert found == [4] * 6 and stat(game, "Ann", "Strength") == 0
