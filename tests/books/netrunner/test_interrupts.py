"""Interrupt windows: what may be used before an instruction resolves, how often, and by whom first."""

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
SURGEON = "Grip: Overdose, 5 Kettle and Gossip\nRunner's Rig: Back-Room Surgeon"


def test_a_paid_interrupt_is_used_again_while_it_can_be_paid_for():
    """Two of three are prevented for four credits; with one left it is offered no more (KW-9.2.9, KW-9.5.2)."""
    game = position("Runner", SURGEON, rules=CARDS, runner="Runner (Credits 5, Hand Limit 5)")
    does(game, "Runner", "Overdose")
    game.answer("Runner", "Stitches")
    assert options(game) == ["Stitches (Back-Room Surgeon)", "pass"] and stat(game, "Runner", "Core Damage") == 0
    game.answer("Runner", "Stitches")
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (1, 1) and "interrupt" not in game.where()


def test_the_window_closes_when_nothing_is_left_to_prevent():
    """The third use prevents the last of it, and nobody is asked again (KW-9.2.9, KW-1.2.5)."""
    game = position("Runner", SURGEON, rules=CARDS)
    does(game, "Runner", "Overdose")
    for _ in range(3):
        assert "interrupt window, Runner" in game.where()
        game.answer("Runner", "Stitches")
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (0, 3)
    assert "interrupt" not in game.where() and lies(game, "Overdose") == "Heap"


def test_who_passes_lets_the_rest_happen():
    """One is prevented, two are suffered (KW-9.2.9)."""
    game = position("Runner", SURGEON, rules=CARDS)
    does(game, "Runner", "Overdose")
    game.answer("Runner", "Stitches")
    passes(game)
    assert (stat(game, "Runner", "Core Damage"), stat(game, "Runner", "Credits")) == (2, 7)


def test_in_an_interrupt_window_passes_alternate_and_the_active_player_is_first():
    """Who has passed is asked again after the other has acted; two passes in a row close it (KW-9.2.9, KW-9.2.7)."""
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
    """Gloves left on after one sting answer the next (KW-9.5.6, KW-9.2.9)."""
    twice = "Two Stings (Event)\ndo: do 1 net damage\n    do 1 net damage"
    game = position("Runner", "Grip: Two Stings, 5 Kettle and Gossip\nRunner's Rig: Padded Gloves", rules=twice)
    does(game, "Runner", "Two Stings")
    passes(game)
    assert len(zone(game, "Grip")) == 4 and options(game) == ["Soften (Padded Gloves)", "pass"]
    game.answer("Runner", "Soften")
    assert len(zone(game, "Grip")) == 4 and lies(game, "Padded Gloves") == "Heap"


def test_in_an_interrupt_window_nothing_else_is_used():
    """Neither another paid ability, nor an interrupt of something else (K-10, KW-9.2.9)."""
    lines = f"{SURGEON}, Padded Gloves, Cousin with an Alibi"
    game = position("Runner", lines, rules=CARDS, runner="Runner (Credits 9, Hand Limit 5, Tags 1)")
    does(game, "Runner", "Overdose")
    assert options(game) == ["Stitches (Back-Room Surgeon)", "pass"]
    assert refused(game, "Runner", "Testimony") == refused(game, "Runner", "Soften") == "window"
    until(game, "paid ability")
    assert refused(game, "Runner", "Stitches") == "window" and refused(game, "Runner", "Testimony") == ""
