"""What computed numbers depend on: a stored view of a thing shows its current number, whatever a modifier reads."""

import pytest

from rulewright import load, new
from rulewright.kernel.change import values
from rulewright.kernel.sight import table
from rulewright.kernel.sight.depending import SCORE, dependences
from rulewright.kernel.sight.kept_things import KeptThings
from tests.kernel.sight.test_kept_things import look

RULES = """Uses: nothing
Start: Game
Features: {features}

Stat Power: at least 0
Stat Nerve: at least 0
Stat Coins: at least 0
Stat Fame: at least 0

Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Attic: of each player, seen by all
Zone Board: of each player, in play, seen by all

Kind Trick: a card played from Hand, then to Attic
Kind Creature: a card played from Hand, then to Board

Wolf (Creature)
Power: 2

Purse (Trick)
do: gain 1 Coins

Song (Trick)
do: gain 1 Fame

{rules}

structure Game
  step turns: each player: take a Turn

structure Turn of a player
  step main: window actions for the player, until it passes

Layout
  score: [Fame] of 3

Scene Two packs
  seats Ann, Bo
  Ann's Hand: Purse, Song
  Ann's Board: Wolf
  Bo's Board: Wolf
"""
MODIFIERS = {
    "a stat": ("Rich", "Feature Rich\nScope: actor Creature\nWhen: there is a player with [Coins] > 0\ndo: +1 Power", "Purse"),
    "a stat that another modifier changes": (
        "Rich, Brave",
        "Feature Rich\nScope: global\nWhen: [Coins] > 0\ndo: +1 Nerve\n\n"
        "Feature Brave\nScope: actor Creature\nWhen: there is a player with [Nerve] > 0\ndo: +1 Power",
        "Purse",
    ),
    "a zone that is not in play": (
        "Haunted", "Feature Haunted\nScope: actor Creature\nWhen: there is a Purse in Attic\ndo: +1 Power", "Purse",
    ),
    "the course of the game": (
        "Eager", "Feature Eager\nScope: actor Creature\nWhen: it is your turn\ndo: +1 Power", "pass",
    ),
}  # fmt: skip


def begun(features, rules):
    return new(load(text=RULES.format(features=features, rules=rules)))


@pytest.mark.parametrize("reads", MODIFIERS)
def test_a_kept_thing_shows_its_current_number(reads):
    """No event is about the wolves, but the value that the modifier reads changes, and with it their number."""
    features, rules, answer = MODIFIERS[reads]
    game, kept = begun(features, rules), {0: KeptThings(), 1: KeptThings()}
    look(game, kept)
    before = wolves(game)
    game.answer("Ann", answer)
    look(game, kept)
    assert wolves(game) != before


def wolves(game):
    lying = [thing for zone in game.view(1)["zones"] if zone["kind"] == "Board" for thing in zone["things"]]
    return [thing["stats"]["Power"] for thing in lying]


def test_a_number_is_not_computed_again_where_nothing_changes_that_it_depends_on(monkeypatch):
    """Ann's fame does not affect the wolves, whose power depends on coins."""
    features, rules, _ = MODIFIERS["a stat"]
    game, kept, asked = begun(features, rules), KeptThings(), list[int]()
    table.view(game, 1, kept)
    names = [stat.name for stat in game.book.stats]
    known = {names[stat]: {names[each] for each in on.stats} for stat, on in dependences(game.machine).items() if stat != SCORE}
    assert known == {"Power": {"Coins"}}
    game.answer("Ann", "Song")
    value = values.value
    monkeypatch.setattr(values, "value", lambda m, slot, stat: asked.append(slot) or value(m, slot, stat))
    assert table.view(game, 1, kept)["players"][0]["score"] == 1
    assert not {game.state.names[slot] for slot in asked} & {"Wolf"}
