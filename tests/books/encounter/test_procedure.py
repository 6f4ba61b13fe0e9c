"""The eight steps of resolving an action (6.9); invalid actions and failed ones (6.10)."""

import pytest

from tests.books.encounter.play import asked, cannot, check, do, menu, said, scene, stat
from tests.kernel.fakes import in_progress

PAIR = "Sera (Attack 5, Strength 4, Action Points 3, Mana 4) beside Orc (Defense 12, Health 30, Attack 5, Reaction Points 1)"


def test_an_action_is_announced():
    """E-110: the announced action is performed, and no other that the actor has."""
    game = scene(PAIR.replace(", Reaction Points 1", ""))
    game.reach("Sera")
    assert {"Strike", "Shield Bash", "Guard", "pass"} <= set(menu(game))
    do(game, "Sera", "Shield Bash Orc", [20, 6])
    assert said(game)[2] == "Orc's Health: 30 → 24."


def test_targets_are_declared_where_required():
    """E-111: an action with a target asks for it after being announced, one without does not."""
    game = scene(PAIR)
    game.reach("Sera")
    assert game.game.menu(None, "Guard") is None
    found = game.game.menu(None, "Strike")
    assert found is not None and [found.words(key) for key in found] == ["Orc"]


def test_the_actor_must_have_the_action():
    """E-112, E-126: an action that the actor does not have is refused, even if another actor has it."""
    game = scene(PAIR.replace("Orc (", "Orc (has Guard, "))
    assert cannot(game, "Sera", "Strike Orc") == ""
    assert cannot(game, "Orc", "Strike Sera") == "has"


@pytest.mark.parametrize(
    ("position", "action", "check"),
    [
        ("Sera (Action Points 3) 2 tiles from Orc (Health 9)", "Strike Orc", "range"),
        ("map:\n  . X .\ntiles: X wall\nSera at 1,1 (Action Points 3), Orc at 3,1 (Health 9)", "Longbow Shot Orc", "sight"),
        ("Sera (cast A, Action Points 3) beside Orc (cast A, Health 9)", "Strike Orc", "target"),
        ("Sera (Action Points 3) beside Orc (Health 9)", "Strike Ogre", "target"),
    ],
)
def test_the_target_must_be_valid(position: str, action: str, check: str):
    """E-113, E-127: a target out of range, out of sight, not allowed or absent makes the action invalid."""
    assert cannot(scene(position), "Sera", action) == check


@pytest.mark.parametrize(("health", "check"), [(20, "needs"), (19, "")])
def test_prerequisites_must_be_met(health: int, check: str):
    """E-114, E-128: nobody at full health can be healed: the attempt is invalid, not failed."""
    game = scene(f"Elena (cast A, Action Points 3, Mana 9) beside Sera (cast A, Health {health}, Health Maximum 20)")
    assert cannot(game, "Elena", "Heal Sera") == check


def test_the_condition_is_evaluated_if_there_is_one():
    """E-115: an action with an `if` rolls for it, an action without one does not."""
    game = scene(PAIR)
    do(game, "Sera", "Guard")
    assert not [line for line in said(game) if line.startswith("Rolled")]
    do(game, "Sera", "Strike Orc", [1])
    assert said(game)[:2] == ["Rolled 1d20: 1.", "The check fails."]


@pytest.mark.parametrize(("dice", "health", "defense"), [([8, 6], 24, 10), ([7], 30, 8)])
def test_primary_effects_are_do_or_else(dice: list[int], health: int, defense: int):
    """E-116, E-132: step 5 executes `do` if the condition is true, and `else` if it is false."""
    game = scene("Sera (Strength 4, Defense 10, Action Points 3) beside Orc (Defense 12, Health 30)")
    do(game, "Sera", "Shield Bash Orc", dice)
    assert (stat(game, "Orc", "Health"), stat(game, "Sera", "Defense")) == (health, defense)


def test_reactions_come_between_primary_and_guaranteed_effects():
    """E-117, E-118: step 6 lets the Orc parry, and only step 7 takes Sera's point."""
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [20, 6])
    assert asked(game, "Orc") and stat(game, "Sera", "Action Points") == 3
    do(game, "Orc", "Parry", [20])
    assert said(game)[-2:] == ["Orc's Reaction Points: 1 → 0.", "Sera's Action Points: 3 → 2."]


def test_no_reaction_is_offered_where_none_is_triggered():
    """E-123: a miss triggers no Parry, so step 6 does nothing (reading 23)."""
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [1])
    assert asked(game, "Sera") and stat(game, "Orc", "Reaction Points") == 1


def test_guaranteed_effects_come_only_where_there_are_some():
    """E-118: `then` is executed if there is one; an action without it ends after `do`."""
    game = scene(PAIR, "Wave\ndo: [Gold] += 1")
    do(game, "Sera", "Wave")
    assert said(game) == ["Sera's Gold: 0 → 1."]


def test_a_complete_action_hands_the_turn_back():
    """E-119: when the action is complete the actor may act again, and nothing of the action is left in progress."""
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [1])
    assert asked(game, "Sera") and in_progress(game.game) == ["Turn", "window"]
    do(game, "Sera", "Strike Orc", [1])
    assert stat(game, "Sera", "Action Points") == 1


def test_an_action_that_cannot_be_paid_is_invalid():
    """E-129: with too little Mana a Heal cannot be tried, however many points there are."""
    position = "Elena (cast A, Action Points 3, Mana 4) beside Sera (cast A, Health 1, Health Maximum 20)"
    game = scene(position)
    why = game.why_not("Elena", "Heal Sera")
    assert why is not None and why.check == "cost" and "5 Mana (Elena has 4)" in why.words


@pytest.mark.parametrize("action", ["Strike Finn", "Heal Finn", "Steal Orc", "Power Shot Orc", "Juggle"])
def test_an_invalid_action_changes_nothing(action: str):
    """E-130: an action that is refused executes nothing: nothing is rolled, spent or written down."""
    position = "Sera (has Strike and Heal and Power Shot, cast A, Attack 5, Action Points 1, Mana 9) beside Orc (Health 9)"
    game = scene(position + ", Finn (cast A, Health 9, Health Maximum 9)")
    game.reach("Sera")
    before, journal = game.game.fingerprint(), game.game.journal
    with pytest.raises(Exception, match="not on the menu"):
        do(game, "Sera", action, [20, 20])
    assert game.game.fingerprint() == before and game.game.journal == journal


def test_a_failed_check_is_still_performed():
    """E-131, E-133, E-134: a miss is told as a failed check; the action is performed and paid for, unlike an invalid one."""
    game = scene(PAIR)
    do(game, "Sera", "Strike Orc", [1])
    assert check(game) == "failed" and stat(game, "Sera", "Action Points") == 2 and len(game.game.journal) == 1
    assert cannot(game, "Sera", "Steal Sera") == "target" and len(game.game.journal) == 1
