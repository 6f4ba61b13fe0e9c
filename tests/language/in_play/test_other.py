"""`other` and `another` leave out what the lines before have spoken of; where that is not clear, the line is an error."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check

CARDS = """\
Uses: nothing
Start: Game
Stat Gold, Votes: at least 0
Stat Power: at least 0
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Table: in play
Zone Graveyard: of each player, seen by all
Kind Beast: a card played from Hand, then to Table
Kind Spell: a card played from Hand, then to Graveyard

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, any number

Bear (Beast)
Power: 4

Wolf (Beast)
Power: 6

Moth (Beast)
Power: 1

"""
SEATS = "Example: others\n  seats Ada, Ben, Cy\n  Ada's Hand: Quake\n  Ada's Table: Bear\n  Ben's Table: Wolf, Moth\n"


def wrong(text: str, book: str = CARDS, used: str | None = None) -> list[str]:
    """Gives the errors of a text, and the examples that fail."""
    found = check([("other.rules", f"{book}{text}\n")], books.finder(), used).problems
    return [str(problem) for problem in found if problem.severity == "error"]


def cast(text: str, played: str, expected: str) -> list[str]:
    """Plays a card of Ada's; gives what is wrong."""
    return wrong(f"Quake (Spell)\n{text}\n\n{SEATS}  Ada: {played}\n  expect {expected}")


@pytest.mark.parametrize(
    ("text", "played", "expected"),
    [
        ("Target: a beast\ndo: each other beast loses 1 Power", "Quake Bear", "Bear Power 4, Wolf Power 5, Moth Power 0"),
        ("Target: an opponent\ndo: each other opponent gains 1 Gold", "Quake Ben", "Ben Gold 0, Cy Gold 1, Ada Gold 0"),
        ("Target: a beast\nAlso: another beast\ndo: each other beast gains 1 Power", "Quake Bear Wolf", "Moth Power 2"),
        ("Target: up to 2 beasts\ndo: each other beast gains 1 Power", "Quake Bear done", "Bear Power 4, Wolf Power 7"),
        ("do: choose a beast\n    each other beast gains 1 Power", "Quake\n  Ada: Wolf", "Bear Power 5, Wolf Power 6"),
        ("do: each player: each other player gains 1 Gold", "Quake", "Ada Gold 2, Ben Gold 2, Cy Gold 2"),
        ("do: each opponent: each other player gains 1 Gold", "Quake", "Ada Gold 2, Ben Gold 1, Cy Gold 1"),
        ("do: each beast: it gains 1 Power for each other beast", "Quake", "Bear Power 6, Wolf Power 8, Moth Power 3"),
        ("do: each player: each other beast gains 1 Power", "Quake", "Bear Power 7, Wolf Power 9, Moth Power 4"),
        (
            "Target: a beast\ndo: each beast: if there is another beast with [Power] > [It Power]: it gains 9 Power",
            "Quake Bear",
            "Bear Power 13, Wolf Power 15, Moth Power 10",
        ),
        ("Target: a beast\ndo: if target is another beast: gain 1 Gold", "Quake Bear", "Ada Gold 1"),
    ],
)  # fmt: skip
def test_other_leaves_out_what_was_spoken_of(text: str, played: str, expected: str):
    """It is the target, what was chosen, or inside a loop what the loop has come to, if that could be one of them."""
    assert cast(text, played, expected) == []


def test_another_player_is_somebody_else_in_a_loop():
    """Each player chooses among the others, and the actor can be chosen."""
    text = "do: each player:\n      it chooses another player\n      the chosen player gains 1 Gold"
    played = "Quake\n  Ada cannot Ada\n  Ada: Ben\n  Ben: Ada\n  Cy: Ada"
    assert cast(text, played, "Ada Gold 2, Ben Gold 1, Cy Gold 0") == []


@pytest.mark.parametrize(
    ("text", "one", "two"),
    [
        ("Bless\nTarget: a player\ndo: each other player gains 1 Gold", "target", "the actor"),
        ("Alpha (Beast)\n  Howl\n  Target: a beast\n  do: each other beast gains 1 Power", "target", "this"),
        ("Alpha (Beast)\n  Howl\n  do: choose a beast\n      each other beast gains 1 Power", "the chosen one", "this"),
        ("Alpha (Beast)\n  Howl\n  Trigger: a beast gains Power\n  do: each other beast gains 1 Power", "it", "this"),
        ("Alpha (Beast)\n  Howl\n  Trigger: a player gains Gold\n  do: each other player gains 1 Votes", "it", "the actor"),
    ],
)
def test_other_is_an_error_if_it_could_also_leave_out_the_actor_or_the_card(text: str, one: str, two: str):
    """The error shows both readings, in words that have only one of them."""
    (error,) = wrong(text)
    assert "has two readings" in error and f"other than {one}'" in error and f"other than {two}'" in error


@pytest.mark.parametrize("who", ["target", "this"])
def test_either_reading_of_other_can_be_said(who: str):
    """`other than …` says who is left out."""
    assert wrong(f"Alpha (Beast)\n  Howl\n  Target: a beast\n  do: each beast other than {who} gains 1 Power") == []


@pytest.mark.parametrize(
    "text",
    [
        "  Howl\n  do: each other beast you control gains [number of other beasts] Power",
        "  Howl\n  Trigger: another beast dies\n  do: each other beast gains 1 Power",
        "  Howl\n  Trigger: this gains Power\n  do: each other beast gains 1 Power",
        "  Howl\n  Cost: destroy another beast you control\n  Target: a beast\n  do: target gains 1 Power",
        "  Howl\n  Target: a card in your Hand\n  do: each other beast gains 1 Power",
        "  Howl\n  Target: a player\n  do: each other beast gains 1 Power",
    ],
)
def test_other_means_another_than_this_card_where_nothing_else_could_be_meant(text: str):
    """What has left, is elsewhere, or is of another kind is not one of them."""
    assert wrong(f"Alpha (Beast)\nPower: 1\n{text}") == []


def test_another_beast_is_not_the_beast_whose_ability_it_is():
    """The ability of a card leaves out the card, as before."""
    howl = "Alpha (Beast)\nPower: 1\n  Howl\n  do: each other beast gains 1 Power\n\n"
    example = "Example: howl\n  seats Ada, Ben\n  Ada's Table: Alpha, Bear\n  Ada: Howl\n  expect Alpha Power 1, Bear Power 5\n"
    assert wrong(f"{howl}{example}") == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("deal 2 damage to each other enemy", "Orc Health 9, Rat Health 7, Ada Health 9"),
        ("choose another enemy\n    the chosen enemy loses 2 Health", "Orc Health 9, Rat Health 7"),
        ("each actor: deal 1 damage to each other actor adjacent to it", "Ada Health 8, Orc Health 7, Rat Health 8"),
    ],
)
def test_other_on_a_map_leaves_out_the_target_or_what_a_loop_has_come_to(line: str, expected: str):
    """An enemy is never the actor, so `other` means another than the target."""
    cast = "  cast Reds: Ada at 1,1 (Health 9)\n  cast Blues: Orc at 2,1 (Health 9); Rat at 3,1 (Health 9)\n"
    example = f"Example: a sweep\n{cast}  Ada: Sweep Orc\n  expect {expected}\n"
    assert wrong(f"Sweep\nTarget: an enemy\ndo: {line}\n\n{example}", "", "encounter") == []
