"""Items that the compiler refuses as a whole: teams, features of tiles, costs of X, and amendments without a rule."""

import pytest

from rulewright import books
from rulewright.language.check.checking import check
from rulewright.language.lower import amending
from rulewright.language.lower.compiler import bind

TABLE = """Start: Game
structure Game
  step moves: window actions for each player
Scene Table
  seats Ann, Bo, Cy
  teams: {}
"""


def errors(text: str, uses: str | None = None) -> list[tuple[str, int, str | None]]:
    """Gives the message, the line and what was expected of each error in a text."""
    found = bind([("a.rules", text)], books.finder(), default=uses)
    return [(each.message, each.span.line, each.expected) for each in found.problems if each.severity == "error"]


@pytest.mark.parametrize("teams", ["Ann and Bo", "Ann and Bo; Cy and Ann", "Ann; Bo; Di"], ids=["left out", "twice", "unknown"])
def test_teams_must_name_every_player_once(teams: str):
    """The error lists the players."""
    assert errors(TABLE.format(teams)) == [("the teams do not name every player once", 6, "Ann; Bo; Cy")]


def test_teams_that_name_every_player_are_read():
    """Two players may be one team, and one player another."""
    assert errors(TABLE.format("Ann and Cy; Bo")) == []


@pytest.mark.parametrize(("scope", "count"), [("all actors", 1), ("region bramble", 0)])
def test_only_a_feature_of_tiles_makes_tiles_difficult(scope: str, count: int):
    """The error stands at the feature and says which scope it needs."""
    text = f"Feature Mire\nScope: {scope}\ndo: steps cost double\n"
    said = [each for each in errors(text, "encounter") if each[0] == "Mire cannot make tiles difficult"]
    assert said == [("Mire cannot make tiles difficult", 1, "Scope: region … or tile …, no When:")] * count


def test_a_cost_of_x_of_nothing_known_needs_a_bound():
    """Loads are neither a stat nor things, so nothing says how many can be paid at most."""
    text = "Bury\nCost: shovel X loads\ndo: [Gold] += X\n"
    assert ("the largest value of X is not given", 2) in [each[:2] for each in errors(text, "encounter")]


def test_an_amendment_must_contain_a_rule():
    """The error stands at the first line."""
    (problem,) = amending.problems(books.load("nomic"), (), "# nothing\n")
    assert (problem.message, problem.span.line) == ("the text changes no rule", 1)
    assert str(problem.expected).startswith("`Rule 320. Title`")


def test_a_name_that_is_too_long_is_refused_with_its_length():
    """The error shows the beginning of the name; 80 characters are allowed."""
    wanted = "a name of at most 80 characters that begins with a letter or a digit"
    said = f"the name '{'N' * 40}…' is too long (81 characters)"
    assert errors(f"{'N' * 81}\ndo: gain 1 Attack\n", "encounter")[0] == (said, 1, wanted)
    assert errors(f"{'N' * 80}\ndo: gain 1 Attack\n", "encounter") == []


def test_a_component_without_its_colon_is_suggested_with_one():
    """The line would otherwise be read as the name of another action, and only the action before it would be an error."""
    text = "Lunge\nif 1d20 >= 3\ndo: gain 1 Attack\n"
    problems = bind([("a.rules", text)], books.finder(), default="encounter").problems
    assert [(each.message, each.nearest) for each in problems if each.code == "no-do"] == [
        ('the action "Lunge" has no "do"', '"if: 1d20 >= 3" in line 2, with a colon')
    ]


HOARD = """Uses: nothing
Kind Sword: Edge 1
Stat Edge: at least 0
Scene Hoard
  cast One: Ann (Edge 1); Sword ({})
"""


@pytest.mark.parametrize(("host", "count"), [("attached to Ann", 0), ("attached to Zed", 1)])
def test_a_thing_attached_in_a_scene_needs_its_host_there(host: str, count: int):
    """The error stands at the scene; an earlier version ended with a traceback."""
    said = ("there is no Zed here to which Sword could be attached", 4, "something of this position")
    assert errors(HOARD.format(host)) == [said] * count


ROUND = """Start: Day
Stat Health: at least 0
structure Day
  step dawn: {}
  step turns: each actor: take a Turn
structure Turn of an actor
  step act: window actions for {}
Wave
do: gain 1 Health
Scene Field
  cast One: Ann (Health 1)
"""


@pytest.mark.parametrize("who", ["the actor", "the companions"])
@pytest.mark.parametrize(
    ("dawn", "line", "name"), [("window actions for {}", 4, "Day"), ("take a Turn", 7, "Turn")], ids=["asked", "taken"]
)
def test_a_window_in_a_structure_of_nobody_has_nobody_to_ask(dawn: str, line: int, name: str, who: str):
    """A day belongs to nobody, so it has no actor; nor has a turn that is taken there without saying whose it is."""
    (error,) = errors(ROUND.format(dawn.format(who), who))
    assert error == (
        f"{name} belongs to nobody here, so this window asks nobody",
        line,
        "for each player, or for the actor below `each actor:`",
    )


@pytest.mark.parametrize(("taken", "warned"), [("repeat Turn", True), ("take a Turn", True), ("each player: take a Turn", False)])
def test_a_turn_that_is_not_taken_by_each_player_is_a_warning(taken: str, warned: bool):
    """Its window would ask the player of the first seat every time."""
    book = "Uses: nothing\nStart: Game\nStat Gold: at least 0\nZone Players: in play\nstructure Game\n  step turns: "
    turn = "\nstructure Turn of a player\n  step act: window actions for the player, one only\n\nDig\ndo: gain 1 Gold\n"
    found = check([("dig.rules", f"{book}{taken}{turn}")], books.finder(), None).problems
    said = "Turn belongs to nobody here, so this window asks the player of the first seat every time"
    assert [(each.severity, each.message) for each in found if "belongs" in each.message] == [("warning", said)] * warned


@pytest.mark.parametrize("dawn", ["each actor: window actions for the actor", "window actions for each player"])
def test_a_window_below_each_actor_and_one_for_all_players_have_somebody_to_ask(dawn: str):
    assert errors(ROUND.format(dawn, "the actor")) == []
