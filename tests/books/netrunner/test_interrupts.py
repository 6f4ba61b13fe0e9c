"""Interrupt windows: what can be used before an instruction resolves, how often, and who is first."""

import pytest

from rulewright.kernel.game import Game
from tests.books.netrunner.play import asked, does, lies, options, passes, position, refused, stat, until, zone

CARDS = """
Overdose (Event)
do: do 3 brain damage

Grey Ward (Asset)
Trash Cost: 9
  Mercy (Interrupt)
  Trigger: Runner would gain Brain Damage
  Cost: 1 Credits
  do: prevent 1 Brain Damage
"""
LATE = """
Overdose (Event)
do: do 3 brain damage

Dispatcher (Resource)
  Dispatch (Interrupt)
  Trigger: Runner would gain Brain Damage
  Cost: trash this
  do: choose a resource in your Grip
      put the chosen card into Rig

Understudy (Resource)
  Swap (Interrupt)
  Trigger: Runner would gain Brain Damage
  Cost: trash this
  do: prevent 0 Brain Damage

Guardian (Resource)
  Ward (Interrupt)
  Trigger: Runner would gain Brain Damage
  do: prevent 1 Brain Damage

Heir (Resource)
  Inherit (Triggered)
  Trigger: a resource leaves Rig
  do: choose a resource in your Grip
      put the chosen card into Rig
"""
SURGEON = "Grip: Overdose, 5 Kettle and Gossip\nRunner's Rig: Back-Room Surgeon"


def test_a_paid_interrupt_is_used_again_while_it_can_be_paid_for():
    """Two of three damage are prevented for four credits; with one credit left it is not offered (KW-9.2.9, KW-9.5.2)."""
    game = position("Runner", SURGEON, rules=CARDS, runner="Runner (Credits 5, Hand Limit 5)")
    does(game, "Runner", "Overdose")
    game.answer("Runner", "Stitches")
    assert options(game) == ["Stitches (Back-Room Surgeon)", "pass"] and stat(game, "Runner", "Core Damage") == 0
    game.answer("Runner", "Stitches")
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (1, 1) and "interrupt" not in game.where()


def test_the_window_closes_when_nothing_is_left_to_prevent():
    """The third use prevents the last damage, and nobody is asked again (KW-9.2.9, KW-1.2.5)."""
    game = position("Runner", SURGEON, rules=CARDS)
    does(game, "Runner", "Overdose")
    for _ in range(3):
        assert "interrupt window, Runner" in game.where()
        game.answer("Runner", "Stitches")
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (0, 3)
    assert "interrupt" not in game.where() and lies(game, "Overdose") == "Heap"


def test_after_a_pass_the_rest_of_the_damage_happens():
    """One damage is prevented, and two are suffered (KW-9.2.9)."""
    game = position("Runner", SURGEON, rules=CARDS)
    does(game, "Runner", "Overdose")
    game.answer("Runner", "Stitches")
    passes(game)
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (2, 7)


def test_in_an_interrupt_window_passes_alternate_and_the_active_player_is_first():
    """A player who has passed is asked again after the other acts; two passes in a row close it (KW-9.2.9, KW-9.2.7)."""
    game = position("Runner", f"{SURGEON}\nCorp's Servers: Grey Ward", rules=CARDS)
    does(game, "Runner", "Overdose")
    assert asked(game) == "Runner"
    passes(game)
    assert asked(game) == "Corp" and refused(game, "Runner", "Stitches") == "turn"
    game.answer("Corp", "Mercy")
    passes(game)
    assert asked(game) == "Runner"
    game.answer("Runner", "Stitches")
    passes(game)
    passes(game)
    assert stat(game, "Runner", "Core Damage") == 1 and (stat(game, "Corp", "Credits"), stat(game, "Runner", "Credits")) == (8, 7)


def test_each_instruction_has_an_interrupt_window_of_its_own():
    """Gloves that were not used for one sting can be used for the next (KW-9.5.6, KW-9.2.9)."""
    twice = "Two Stings (Event)\ndo: do 1 net damage\n    do 1 net damage"
    game = position("Runner", "Grip: Two Stings, 5 Kettle and Gossip\nRunner's Rig: Padded Gloves", rules=twice)
    does(game, "Runner", "Two Stings")
    passes(game)
    assert len(zone(game, "Grip")) == 4 and options(game) == ["Soften (Padded Gloves)", "pass"]
    game.answer("Runner", "Soften")
    assert len(zone(game, "Grip")) == 4 and lies(game, "Padded Gloves") == "Heap"


def test_in_an_interrupt_window_nothing_else_is_used():
    """Other paid abilities and interrupts of other events are not offered (K-10, KW-9.2.9)."""
    lines = f"{SURGEON}, Padded Gloves, Cousin with an Alibi"
    game = position("Runner", lines, rules=CARDS, runner="Runner (Credits 9, Hand Limit 5, Tags 1)")
    does(game, "Runner", "Overdose")
    assert options(game) == ["Stitches (Back-Room Surgeon)", "pass"]
    assert refused(game, "Runner", "Testimony") == refused(game, "Runner", "Soften") == "window"
    until(game, "paid ability")
    assert refused(game, "Runner", "Stitches") == "window" and refused(game, "Runner", "Testimony") == ""


def late(rig: str, card: str) -> Game:
    """Plays an overdose and lets a card come into play in the middle of its interrupt window."""
    game = position("Runner", f"Grip: Overdose, {card}, 5 Kettle and Gossip\nRunner's Rig: {rig}", rules=LATE)
    does(game, "Runner", "Overdose")
    game.answer("Runner", "Dispatch" if rig == "Dispatcher" else "Swap")
    game.answer("Runner", card)
    return game


@pytest.mark.parametrize("rig", ["Dispatcher", "Understudy, Heir"], ids=["by an interrupt", "by what answers its cost"])
def test_a_paid_interrupt_that_comes_in_the_middle_of_its_window_is_used_in_it(rig: str):
    """It need not exist when the window opens (KW-9.2.9, KW-9.5.2)."""
    game = late(rig, "Back-Room Surgeon")
    assert options(game) == ["Stitches (Back-Room Surgeon)", "pass"]
    game.answer("Runner", "Stitches")
    passes(game)
    assert stat(game, "Runner", "Core Damage") == 2


def test_an_interrupt_without_a_cost_that_comes_in_the_middle_is_too_late():
    """The usable interrupts without a cost are fixed when the window opens (KW-9.2.9)."""
    game = late("Dispatcher", "Guardian")
    assert lies(game, "Guardian") == "Rig" and stat(game, "Runner", "Core Damage") == 3


def test_an_interrupt_without_a_cost_is_used_once():
    """Each of two such cards prevents one of three damage (KW-9.2.9)."""
    game = position("Runner", "Grip: Overdose, 5 Kettle and Gossip\nRunner's Rig: 2 Guardian", rules=LATE)
    does(game, "Runner", "Overdose")
    assert options(game) == ["Ward (Guardian)", "Ward (Guardian 2)", "pass"]
    game.answer("Runner", "Ward (Guardian)")
    assert options(game) == ["Ward (Guardian 2)", "pass"]
    game.answer("Runner", "Ward (Guardian 2)")
    assert stat(game, "Runner", "Core Damage") == 1


@pytest.mark.parametrize(("event", "credits"), [("Stimhack", 9), ("Double Dose", 8)])
def test_damage_that_is_paid_as_a_cost_cannot_be_prevented(event: str, credits: int):
    """The surgeon is not asked about it; other brain damage can be prevented (K-18, KW-1.2.2)."""
    lines = f"Grip: {event}, 3 Kettle and Gossip\nRunner's Rig: Back-Room Surgeon"
    game = position("Runner", lines)
    does(game, "Runner", event, "Archives")
    while "run on" in game.where():
        assert "Stitches (Back-Room Surgeon)" not in options(game)
        game.answer(None, "pass" if "pass" in options(game) else "decline")
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (1, credits)


def test_an_ability_that_is_pending_is_gone_with_its_source():
    """The first of two pending abilities trashes the card of the second, which is then not used (KW-9.2.8)."""
    two = """
Bonfire (Resource)
  Burn (Triggered)
  Trigger: your Turn begins
  do: trash all resources with [Hosted] = 1 in Rig

Legacy (Resource)
  Bequeath (Triggered)
  Trigger: your Turn begins
  do: gain 5 Credits
"""
    game = position("Runner", "Runner's Rig: Bonfire, Legacy (Hosted 1)", rules=two)
    until(game, "reaction window, Runner")
    game.answer("Runner", "Burn (Bonfire)")
    assert lies(game, "Legacy") == "Heap" and "reaction" not in game.where() and stat(game, "Runner", "Credits") == 9
