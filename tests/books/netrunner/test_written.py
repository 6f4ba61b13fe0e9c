"""Cards of other authors: a forbidden target, a look into one's own hand, an effect until an encounter ends."""

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import check
from tests.books.netrunner.play import acting, does, options, passes, position, refused, run, stat, told, zone

ZONING = """
Features: Zoning

Feature Zoning
Scope: action {action}
Needs: {needs}
"""
SITE = "Corp's Servers: Site\nCorp's Servers at Site: Tide Office (face down), Lock Keeper (face down)"
HANDS = """
Swap Shop (Event)
do: choose a program in your Grip
    put the chosen card into Rig

Night Raid (Operation)
do: Runner chooses a program in Grip
    trash the chosen card

Flea Market (Event)
do: choose a program in your Stack
    put the chosen card into Rig
"""
FLEX = """
Gymnast (Program)
Strength: 1
  Flex
  Cost: 0 Credits
  do: +1 Strength to this until end of the {}

Warm-up (Event)
do: +1 Strength to all programs in Rig until end of the {}
    gain 1 Credits
"""


@pytest.mark.parametrize(
    ("action", "needs", "left"),
    [
        pytest.param("Rez", "target is an upgrade", ["Lock Keeper"], id="one that is asked for by its zone"),
        pytest.param("Rez", "[Target Trash Cost] < 9", ["Tide Office", "Lock Keeper"], id="one that lets all through"),
    ],
)
def test_a_features_condition_on_a_target_applies_in_a_zone(action: str, needs: str, left: list[str]):
    """A target in Servers is a target like any other (KW-1.2.2)."""
    game = position("Corp", SITE, rules=ZONING.format(action=action, needs=needs))
    assert options(game, action) == left


def test_an_action_forbidden_by_a_feature_is_refused_in_its_name():
    """The refusal names the feature; other actions are not affected (KW-1.2.2)."""
    rules = ZONING.format(action="Run a server", needs="target is a remote")
    game = acting(position("Runner", SITE, rules=rules))
    why = game.why_not("Runner", "Run a server", "HQ")
    assert why is not None and (why.check, why.rule) == ("feature", "Zoning") and options(game, "Run a server") == ["Site"]


def test_an_owner_who_sees_nothing_to_choose_cannot_use_the_action():
    """A hand without a program has no potential for its owner (K-22, KW-1.2.5)."""
    game = acting(position("Runner", "Grip: Swap Shop, Kettle and Gossip", rules=HANDS))
    assert refused(game, "Runner", "Swap Shop") == "potential"


def test_a_fitting_card_in_the_hand_can_be_chosen():
    """One program is enough (K-22, KW-1.2.5)."""
    game = position("Runner", "Grip: Swap Shop, Kettle and Gossip, Crowbar Moth", rules=HANDS)
    does(game, "Runner", "Swap Shop")
    game.answer("Runner", "Crowbar Moth")
    assert zone(game, "Rig") == ["Crowbar Moth"]


@pytest.mark.parametrize(("card", "who", "lines"), [
    pytest.param("Night Raid", "Corp", "HQ: Night Raid\nGrip: Kettle and Gossip", id="the hand of another"),
    pytest.param("Flea Market", "Runner", "Grip: Flea Market\nStack: Kettle and Gossip", id="one's own deck"),
])  # fmt: skip
def test_an_action_on_hidden_cards_is_offered_whatever_they_are(card: str, who: str, lines: str):
    """The hand of another player and one's own deck could contain anything (K-22, KW-1.2.5)."""
    assert refused(acting(position(who, lines, rules=HANDS)), who, card) == ""


def flexing(structure: str) -> Game:
    """Begins a turn of the Runner with a gymnast that is raised until the end of a structure."""
    lines = "Runner's Rig: Gymnast\nGrip: Warm-up\nCorp's Servers at HQ: Mud Bank"
    return position("Runner", lines, rules=FLEX.format(structure, structure))


def test_an_effect_until_the_end_of_an_encounter_does_nothing_outside_of_one():
    """Outside it could change nothing; in an encounter it lasts until the encounter ends (KW-1.2.5, KW-6.9.3)."""
    game = flexing("Encounter")
    assert refused(game, "Runner", "Flex") == "potential"
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    game.answer("Runner", "Flex")
    assert stat(game, "Gymnast", "Strength") == 2
    passes(game, 2)
    assert stat(game, "Gymnast", "Strength") == 1


def test_an_effect_that_cannot_last_is_recorded():
    """The rest of the card happens, and the record says what did not happen."""
    game = flexing("Encounter")
    does(game, "Runner", "Warm-up")
    assert stat(game, "Gymnast", "Strength") == 1 and "nothing lasts outside the Encounter" in told(game)


def test_until_the_end_of_the_turn_lasts_for_the_turn():
    """The structure is found however far out it is (KW-5.1)."""
    game = flexing("Turn")
    game.answer("Runner", "Flex")
    assert stat(run(game, "HQ"), "Gymnast", "Strength") == 2


def problems(text: str) -> list[str]:
    """Lists the errors of a text that uses the book."""
    found = check([("own.rules", f"Uses: netrunner\n{text}")], books.finder())
    return [f"{each.code}: {each.message}" for each in found.problems if each.severity == "error"]


def test_an_encounter_that_is_never_in_progress_is_an_error():
    """An event is played in an action window, in which no encounter is in progress."""
    (found,) = problems(FLEX.format("Encounter", "Encounter"))
    assert found == "outside: this lasts until the end of the Encounter, and no Encounter is ever in progress here"


@pytest.mark.parametrize("structure", ["Turn", "Action Phase", "Lap", "Game"])
def test_a_condition_on_any_enclosing_structure_is_allowed(structure: str):
    """Every structure around the action window is possible."""
    assert problems(FLEX.format(structure, structure)) == []
