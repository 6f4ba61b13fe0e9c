"""Actions, their four components and the order of these (6.1 to 6.4)."""

import pytest

from tests.books.encounter.play import begin, cannot, check, do, finish, menu, problems, said, scene, spot, stat

PAIR = "Sera at 5,12 (Attack 5, Action Points 3, Gold 4) beside Orc (Defense 12, Health 10)"
TRY = """
Try
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 3
else: [Target Attack] += 2
then: [Action Points] -= 1
"""


def test_only_actions_change_the_world():
    """E-01: an actor that passes leaves the world as it was, an actor that acts does not."""
    game = scene(PAIR)
    game.reach("Sera")
    before = game.game.state.cells[:]
    do(game, "Sera", "Guard")
    assert stat(game, "Sera", "Action Points") == 2 and game.game.state.cells != before
    begin(game, "Orc")
    standing = game.game.state.cells[:]
    finish(game)
    assert game.game.state.cells == standing


def test_effects_reach_actors_resources_positions_and_other_state():
    """E-02: one action hurts another actor, spends a resource, moves somebody and sets up something that lasts."""
    lines = ["[Target Health] -= 3", "[Gold] -= 1", "push target 2 tiles away from actor", "-1 Defense to target this turn"]
    game = scene(PAIR, "Upheaval\ndo: " + "\n    ".join(lines))
    do(game, "Sera", "Upheaval Orc")
    assert (stat(game, "Orc", "Health"), stat(game, "Sera", "Gold"), spot(game, "Orc")) == (7, 3, "8,12")
    assert stat(game, "Orc", "Defense") == 11


def test_an_action_can_be_used_only_in_the_actors_own_turn():
    """E-03: an action is refused in another actor's turn, and allowed in the actor's own turn."""
    game = scene(PAIR)
    do(game, "Sera", "Guard")
    why = game.game.why_not("Orc", "Guard")
    assert why is not None and why.check == "turn"
    begin(game, "Orc")
    assert cannot(game, "Orc", "Guard") == ""


@pytest.mark.parametrize(("action", "options"), [("Strike", ["Orc"]), ("Step", ["4,12", "6,12"]), ("Burst", ["5,12"])])
def test_a_target_is_an_actor_a_tile_or_an_area(action: str, options: list[str]):
    """E-04: an action asks for an actor, for a tile to go to, or for the centre of an area."""
    step = "Step\ndo: move up to 1 tile\n\nBurst\nRange: 0, 1-tile radius\ndo: all targets take 1 damage"
    game = scene(PAIR, step)
    game.reach("Sera")
    game.game.answer(None, action)
    assert set(options) <= set(menu(game)) and set(menu(game)) <= {"Orc", *(f"{x},{y}" for x in (4, 5, 6) for y in (11, 12, 13))}


@pytest.mark.parametrize(("die", "health", "attack"), [(7, 7, 0), (6, 10, 2)])
def test_an_action_follows_its_condition(die: int, health: int, attack: int):
    """E-05, E-15: the result of the condition decides between `do` and `else`."""
    game = scene(PAIR, TRY)
    do(game, "Sera", "Try Orc", [die])
    assert (stat(game, "Orc", "Health"), stat(game, "Orc", "Attack")) == (health, attack)


def test_an_action_changes_the_state():
    """E-06: performing an action leaves a changed state and a record of the change."""
    game = scene(PAIR, TRY)
    game.reach("Sera")
    before = game.game.fingerprint()
    do(game, "Sera", "Try Orc", [20])
    assert game.game.fingerprint() != before and "Orc's Health: 10 → 7." in said(game)


def test_names_are_required_and_unique():
    """E-07: a file cannot define two actions of one name, nor one without a name."""
    assert problems("Poke\ndo: [Gold] += 1\n\nPoke\ndo: [Gold] += 2") == ["'Poke' is defined twice, first in line 1"]
    assert problems("do: [Gold] += 1") == ['"do" belongs to no action: there is no name above it']


def test_without_an_if_the_action_succeeds():
    """E-08, E-16, E-25: an action without a condition succeeds: `do` and `then` are executed, `else` is skipped."""
    game = scene(PAIR, "Poke\ndo: [Gold] += 1\nelse: [Gold] += 10\nthen: [Gold] += 100")
    do(game, "Sera", "Poke")
    assert stat(game, "Sera", "Gold") == 105 and check(game) == ""


def test_an_action_must_do_something():
    """E-09: an action without a do is an error that says so."""
    assert problems("Poke\nif: 1d20 >= 5\nthen: [Gold] += 1") == ['the action "Poke" has no "do"']


def test_then_is_optional():
    """E-10: if there is no `then`, nothing follows `do`."""
    game = scene(PAIR, "Poke\ndo: [Gold] += 1")
    do(game, "Sera", "Poke")
    assert said(game) == ["Sera's Gold: 4 → 5."]


def test_else_is_optional():
    """E-11, E-18: if there is no `else`, nothing happens instead when the check fails."""
    game = scene(PAIR, "Poke\nif: 1d20 >= 11\ndo: [Gold] += 1\nthen: [Gold] += 100")
    do(game, "Sera", "Poke", [10])
    assert check(game) == "failed" and said(game) == ["Rolled 1d20: 10.", "The check fails.", "Sera's Gold: 4 → 104."]


def test_there_are_four_components():
    """E-12: a fifth component is an error, and so is one of the four written twice."""
    assert problems("Poke\ndo: [Gold] += 1\nfinally: [Gold] += 2") == ["'finally' is not an action header"]
    assert problems("Poke\ndo: [Gold] += 1\ndo: [Gold] += 2") == ['the action has a second "do"']


@pytest.mark.parametrize("names", [("Test", "On Success", "On Failure", "Always"), ("Condition", "do", "else", "then")])
@pytest.mark.parametrize(("die", "gold"), [(11, 105), (10, 114)])
def test_components_have_other_names(names: tuple[str, ...], die: int, gold: int):
    """E-13: Test and Condition mean `if`, On Success means `do`, On Failure means `else`, Always means `then`."""
    lines = zip(names, ["1d20 >= 11", "[Gold] += 1", "[Gold] += 10", "[Gold] += 100"], strict=True)
    game = scene(PAIR, "Poke\n" + "\n".join(f"{name}: {value}" for name, value in lines))
    do(game, "Sera", "Poke", [die])
    assert stat(game, "Sera", "Gold") == gold


def test_the_condition_is_a_check_made_first():
    """E-14: `if` is true or false, and it is decided before anything else is rolled or changed."""
    assert problems("Poke\nif: 1d20 + 3\ndo: [Gold] += 1") == ["this number is compared with nothing"]
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [14, 6])
    assert said(game)[:3] == ["Rolled 1d20: 14.", "Rolled 1d8: 6.", "Orc's Health: 10 → 4."]


def test_do_happens_if_the_condition_is_true():
    """E-17, E-23: if the condition is true, `do` and `then` are executed and `else` is skipped."""
    game = scene(PAIR, TRY)
    do(game, "Sera", "Try Orc", [7])
    assert said(game)[1:] == ["Orc's Health: 10 → 7.", "Sera's Action Points: 3 → 2."]


def test_else_happens_if_the_condition_is_false():
    """E-18, E-24: if the condition is false, `else` and `then` are executed and `do` is skipped."""
    game = scene(PAIR, TRY)
    do(game, "Sera", "Try Orc", [6])
    assert said(game)[2:] == ["Orc's Attack: 0 → 2.", "Sera's Action Points: 3 → 2."]


@pytest.mark.parametrize("die", [6, 7])
def test_then_always_happens_and_comes_last(die: int):
    """E-19, E-20: `then` is executed after `do` or `else`, whether the condition was true or not."""
    game = scene(PAIR, TRY)
    do(game, "Sera", "Try Orc", [die])
    assert said(game)[-1] == "Sera's Action Points: 3 → 2."


@pytest.mark.parametrize("die", [6, 7])
def test_then_always_happens_and_pays_the_costs(die: int):
    """E-21: `then` contains costs, cleanup and what happens in any case."""
    game = scene(PAIR, TRY + "      [Target Attack] = 0\n      all actors lose 1 Defense")
    do(game, "Sera", "Try Orc", [die])
    assert (stat(game, "Sera", "Action Points"), stat(game, "Orc", "Attack"), stat(game, "Orc", "Defense")) == (2, 0, 11)


@pytest.mark.parametrize("page", ["if do else then", "then else do if", "do then if else"])
@pytest.mark.parametrize(("die", "gold"), [(11, 10), (10, 12)])
def test_the_order_is_fixed(page: str, die: int, gold: int):
    """E-22: the condition comes first, then `do` or `else`, then `then`, whatever their order in the text."""
    parts = {"if": "1d20 >= 11", "do": "[Gold] = 5", "else": "[Gold] = 6", "then": "[Gold] *= 2"}
    game = scene(PAIR, "Poke\n" + "\n".join(f"{name}: {parts[name]}" for name in page.split()))
    do(game, "Sera", "Poke", [die])
    assert stat(game, "Sera", "Gold") == gold


def test_else_comes_before_then_wherever_it_stands():
    """E-45: a `then` that is written above its `else` is still executed after it."""
    bash = "Bash\nif: 1d20 >= 20\ndo: [Gold] += 1\nthen: [Gold] *= 3\nelse: [Gold] -= 2"
    game = scene(PAIR, bash)
    do(game, "Sera", "Bash", [1])
    assert stat(game, "Sera", "Gold") == 6


def test_a_miss_is_paid_for():
    """E-26: a cost in `then` is also paid on a miss."""
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [1])
    assert check(game) == "failed" and stat(game, "Sera", "Action Points") == 2


def test_a_miss_with_the_last_point_leaves_no_second_attempt():
    """E-27: with one point left, a miss leaves nothing for a second attempt."""
    game = scene("Sera (Attack 5, Action Points 1) beside Orc (Defense 12, Health 10)")
    do(game, "Sera", "Strike Orc", [1])
    assert cannot(game, "Sera", "Strike Orc") == "cost"


@pytest.mark.parametrize(("die", "gold"), [(11, 3), (10, 4)])
def test_a_cost_in_do_is_paid_on_success_only(die: int, gold: int):
    """E-28: a cost that is written in `do` is not paid when the check fails."""
    game = scene(PAIR, "Bribe\nif: 1d20 >= 11\ndo: [Gold] -= 1\nthen: [Action Points] -= 1")
    do(game, "Sera", "Bribe", [die])
    assert (stat(game, "Sera", "Gold"), stat(game, "Sera", "Action Points")) == (gold, 2)


def test_an_action_with_all_four_components_is_read():
    """E-29: a name, `if`, `do`, `else` and `then`, each on its own line, make an action of that name."""
    game = scene(PAIR, "Try\nif: 1d20 >= 11\ndo: [Gold] += 1\nelse: [Gold] += 2\nthen: [Action Points] -= 1")
    do(game, "Sera", "Try", [11])
    assert check(game) == "passed" and said(game)[1:] == ["Sera's Gold: 4 → 5.", "Sera's Action Points: 3 → 2."]


def test_an_action_with_only_a_name_and_a_do_is_read():
    """E-30: a name and a `do` are enough; then there is no check, and nothing is skipped."""
    game = scene(PAIR, "Wave\ndo: [Target Gold] += 1")
    do(game, "Sera", "Wave Orc")
    assert check(game) == "" and stat(game, "Orc", "Gold") == 1


@pytest.mark.parametrize(("reach", "check"), [("Range: 1\n", "range"), ("", "")])
def test_a_range_stands_between_name_and_components(reach: str, check: str):
    """E-31: a `Range:` line below the name limits the action; without one there is no limit."""
    game = scene("Sera 2 tiles from Orc", f"Wave\n{reach}do: [Target Gold] += 1")
    assert cannot(game, "Sera", "Wave Orc") == check
