"""A replacement can make more, fewer or other things, or nothing; the player who makes them orders several replacements."""

from tests.language.in_play.test_making import wrong


def made(*lines: str, board: str = "Season", spell: str = "do: make 2 Boars") -> list[str]:
    """Lets Ada make boars while relics with some abilities are on the board; gives what is wrong."""
    kinds = ("Kind Relic: a card", "Wolf (Minion)", "Life: 5", "Herd (Spell)", spell)
    example = ("Example: it", "  seats Ada, Ben", "  Ada's Hand: Herd", f"  Ada's Board: {board}", "  Ada: Herd")
    start = lines.index("---")
    return wrong(*kinds, *lines[:start], *example, *(f"  {line}" for line in lines[start + 1 :]))


def relic(name: str, *lines: str) -> tuple[str, ...]:
    return (f"{name} (Relic)", f"  Power of {name}", *(f"  {line}" for line in lines))


TWICE = relic("Season", "Trigger: you would make a minion", "do: double the amount")


def test_twice_as_many_are_made():
    """With the four boars and the relic there are five things on the board."""
    assert made(*TWICE, "---", "expect 5 cards in Board") == []


def test_one_more_is_made_however_many_there_are():
    """The whole number is raised by one, not by one for each thing."""
    lines = relic("Season", "Trigger: you would make one or more minions", "do: raise the amount by 1")
    assert made(*lines, "---", "expect 4 cards in Board") == []


def test_something_else_is_made_instead():
    """Making two boars is one change, which `instead` replaces with two wolves."""
    lines = relic("Season", "Trigger: you would make a Boar", "do: make a Wolf instead")
    assert made(*lines, "---", "expect 2 cards in Board, Wolf in Board") == []


def test_making_a_thing_can_be_prevented_or_forbidden():
    """A replacement prevents it, a prohibition forbids it, and the record tells about the latter."""
    assert made(*relic("Season", "Trigger: you would make a token", "do: prevent it"), "---", "expect 1 card in Board") == []
    lines = ("Season (Relic)", "  Power (Standing)", "  do: you cannot make any minions")
    assert made(*lines, "---", "expect 1 card in Board") == []


def test_another_player_and_another_kind_are_not_concerned():
    """Ben's relic affects only what Ben makes, and a relic about relics does not affect boars."""
    lines = relic("Season", "Trigger: an opponent would make a minion", "do: double the amount")
    assert made(*lines, "---", "expect 3 cards in Board") == []
    assert (
        made(*relic("Season", "Trigger: you would make a relic", "do: double the amount"), "---", "expect 3 cards in Board") == []
    )


def test_the_new_things_are_known_afterwards():
    """A later line that refers to the new things gives all four boars more life."""
    spell = "do: make 2 Boars\n    the new boars gain 1 Life\n    gain [number of minions with [Life] = 3] Score"
    assert made(*TWICE, "---", "expect Ada Score 4", spell=spell) == []


def test_the_maker_orders_several_replacements():
    """Doubling first and then adding one gives five; the other order gives six."""
    more = relic("Feast", "Trigger: you would make a minion", "do: raise the amount by 1")
    steps = ("Ada: Power of Season", "expect 7 cards in Board")
    assert made(*TWICE, *more, "---", *steps, board="Season, Feast") == []
    steps = ("Ada: Power of Feast", "expect 8 cards in Board")
    assert made(*TWICE, *more, "---", *steps, board="Season, Feast") == []


def test_an_answer_after_the_making_is_an_error():
    """The error says what can be written instead."""
    (problem,) = wrong("Kind Relic: a card", *relic("Season", "Trigger: an opponent makes a minion", "do: gain 1 Score"))
    assert "no ability can respond after somebody has made something" in problem
