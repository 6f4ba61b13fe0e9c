"""Layout: what a book says about the drawing of its table is read and shown in the view; undeclared names in it are errors."""

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.game import Game
from rulewright.kernel.sight.schema import Player, View

TEXT = """
Uses: nothing
Stat Fame, Coins, Wood, Tolls, Span: at least 0
Stat Wanted: at least 0, starts at 9, shared by all
Stat Moored: 0 to 1
Stat Depth: at least 0, for the rules alone
Zone Players: in play
Zone Docks: in play
Zone Wrecks: seen by all
Zone Hand: of each player, seen by its owner
Kind Boat: a card played from Hand, then to Docks
Kind Pier: a card

structure Game
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the actor, until it passes
Start: Game

Skiff (Boat)
Tolls: 2
Span: 3
  Leak (Triggered, Optional)
  Trigger: your Turn begins
  do: gain 1 Depth

Barge (Boat)
Cost: 2 Coins, 1 Wood
do: gain 1 Fame
    gain 2 Span

Old Pier (Pier)
Span: 0

Scene Shore
  seats Ann, Bo
  Ann (Coins 0), Bo (Coins 4)
  Ann's Docks: Old Pier, Skiff (Moored 1)
  Ann's Hand: Barge
"""


def view(*lines: str) -> View:
    """Gives what Ann sees if the layout has some lines."""
    text = TEXT + "\nLayout\n" + "".join(f"  {line}\n" for line in lines)
    return Game(books.load(text=[("shore.rules", text)])).view("Ann")


def ann(*lines: str) -> Player:
    """Gives Ann as she sees herself."""
    return view(*lines)["players"][0]


@pytest.mark.parametrize(
    ("line", "goal"),
    [
        ("score: [Fame] of 7", {"stat": "Fame", "bound": 7, "how": "wins"}),
        ("score: [Fame] of [Wanted]", {"stat": "Fame", "bound": 9, "how": "wins"}),
        ("score: [Coins], lost at 0", {"stat": "Coins", "bound": 0, "how": "loses"}),
        ("score: [Fame]", {"stat": "Fame", "bound": None, "how": "wins"}),
        ("score: [number of boats in Docks] of 3", {"stat": "number of boats in Docks", "bound": 3, "how": "wins"}),
    ],
)
def test_a_score_and_its_bound_are_worked_out(line: str, goal: object):
    """The bound may be a number or a stat, for winning or losing; the score may be a count."""
    found = ann(line)
    assert found["goal"] == goal and found["score"] == (1 if "number" in line else 0)


def test_without_a_layout_there_is_no_score():
    """The program does not guess one."""
    assert (ann()["score"], ann()["goal"]) == (None, None)


def test_a_declared_stat_is_shown_even_if_it_is_0():
    """Ann's view shows her 0 coins; wood, which nobody was given, is not shown."""
    assert ann()["stats"] == {"Coins": 0}


def test_stats_come_in_the_order_that_the_layout_says():
    """The score comes first, then the named stats, then the rest."""
    assert list(ann("score: [Fame] of 7", "first: Wood, Coins")["stats"]) == ["Fame", "Wood", "Coins"]


def test_costs_are_stats_that_the_layout_names_or_plain_amounts():
    """The barge costs its stat Cost, the skiff the toll that is printed on it."""
    kinds = view("cost: Tolls")["kinds"]
    assert kinds["Skiff"]["cost"] == [{"stat": "Tolls", "amount": 2}] and view()["kinds"]["Skiff"]["cost"] == []
    assert kinds["Barge"]["cost"] == [{"stat": "Coins", "amount": 2}, {"stat": "Wood", "amount": 1}]


def test_the_printed_text_omits_numbers_and_cost():
    """It has the types, the text of the card and the text of its abilities."""
    kinds = view()["kinds"]
    assert (kinds["Barge"]["types"], kinds["Barge"]["text"]) == (["Boat"], ["do: gain 1 Fame", "  gain 2 Span"])
    leak = {"name": "Leak", "types": ["Triggered", "Optional"], "text": ["Trigger: your Turn begins", "do: gain 1 Depth"]}
    assert kinds["Skiff"]["abilities"] == [leak] and kinds["Skiff"]["text"] == []


def test_a_printed_nothing_is_a_number_too():
    """The pier has the printed number 0; the skiff has no number, only the word moored."""
    things = {thing["name"]: thing for zone in view()["zones"] for thing in zone["things"] or ()}
    assert things["Old Pier"]["stats"] == {"Span": 0} and things["Skiff"]["marks"] == ["moored"]


def test_zones_are_drawn_as_the_layout_says():
    """A zone is drawn as somebody's row or as a pile if the layout says so, else according to its visibility and owner."""
    zones = {zone["zone"]: (zone["shown"], zone["row"]) for zone in view("row: Docks of Bo", "pile: Wrecks")["zones"]}
    assert zones == {
        "Players": ("players", None), "Docks": ("row", "Bo"), "Wrecks": ("pile", None),
        "Ann's Hand": ("hand", "Ann"), "Bo's Hand": ("hand", "Bo"),
    }  # fmt: skip
    assert {zone["zone"]: zone["shown"] for zone in view()["zones"]}["Wrecks"] == "open"


def test_places_totals_and_steps_are_passed_on():
    """The view contains them for the program that draws the table."""
    shown = view("column: Pier", "front: Moored", "total: Span", "without: turns", "small: Span", "goal: be first")
    assert (shown["kinds"]["Old Pier"]["place"], shown["kinds"]["Skiff"]["place"]) == ("column", "")
    assert shown["layout"] == {"first": [], "small": ["Span"], "total": "Span", "front": "Moored", "without": ["turns"]}
    assert shown["goal"] == ["be first"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("score: [Fam] of 7", "there is no stat 'Fam'"),
        ("score: Fame", "'Fame' is not a score"),
        ("first: Coinz", "there is no stat 'Coinz'"),
        ("cost: Toil", "there is no stat 'Toil'"),
        ("row: Dock", "there is no zone 'Dock'"),
        ("row: Docks of Cy", "there is no seat 'Cy' in any scene"),
        ("pile: Wreck", "there is no zone 'Wreck'"),
        ("column: Peer", "there is no kind 'Peer'"),
        ("total: Spin", "there is no stat 'Spin'"),
        ("front: Mored", "there is no stat 'Mored'"),
        ("colour: red", "'colour: red' is not a line of a layout"),
    ],
)
def test_a_name_that_is_declared_nowhere_is_an_error(line: str, said: str):
    """The error gives the name and its line."""
    with pytest.raises(RuleTextError) as error:
        view(line)
    assert said in str(error.value) and str(error.value).startswith("shore.rules:42:3")


def test_a_step_that_is_declared_nowhere_is_a_warning():
    """A text that builds on the book may have replaced the structure, so that it is no error."""
    said = "\n".join(rulewright.check(TEXT + "\nLayout\n  without: turm\n", "shore.rules"))
    assert "shore.rules:42:3: warning" in said and "there is no structure or step 'turm'" in said


def test_a_text_may_replace_a_structure_that_the_layout_of_its_book_names():
    """The book's layout names steps of a Game that this text defines with other steps."""
    text = "Uses: mandarin\nstructure Game\n  step laps: repeat Lap\nScene Here\n  seats Ann, Bo\n  Ann (Health 3), Bo (Health 3)"
    assert Game(books.load(text=[("mine.rules", text)]), "Here").view()["layout"]["without"][0] == "Game"


@pytest.mark.parametrize(("line", "near"), [("first: Coinz", "Coins"), ("pile: Wreck", "Wrecks"), ("scores: [Fame]", "score:")])
def test_an_error_names_the_most_similar_word(line: str, near: str):
    """This holds for stats, for zones and for the keywords of the lines."""
    with pytest.raises(RuleTextError) as error:
        view(line)
    assert error.value.problems[0].nearest == near
