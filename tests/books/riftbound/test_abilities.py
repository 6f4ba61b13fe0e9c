"""Following abilities, causes, and gear of killed units, event by event."""

from pathlib import Path

import pytest

from rulewright.kernel import words
from rulewright.kernel.state.facts import LIVES
from rulewright.language.check.examples import set_up
from tests.books.proofs import Written, made, problems, read, written
from tests.books.riftbound.play import Table

HERE = Path(__file__).parent
FILES = ("abilities", "course", "meetings", "focus", "entering")
TEXTS = [str(HERE / f"{name}.rules") for name in FILES]
EXAMPLES = [pytest.param(each, id=each.name) for text in TEXTS for each in written(text)]


@pytest.mark.parametrize("text", TEXTS, ids=FILES)
def test_the_text_has_no_problem(text: str):
    """The cards are read without an error or a warning."""
    assert problems(text) == []


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_succeeds(example: Written):
    """Each example ends as it says."""
    assert example.failures() == []


# -- attribution -------------------------------------------------------------------------------------------------------

LAID = """
seats Ann, Bo
Ann (Energy 1), Bo (Energy 1)
Board: Tollhouse Yard
Ann's Board: Stillwater Lock, Witness, Emberline Runner{unit}
Ann's Hand: Deed{hand}
Ann's Trash: Furnace Oath
Ann's Main Deck: 3 Coal Scrip
Ann's Rune Deck: 3 Fury Rune
"""
DEED = """
Deed (Spell)
Cost: 1 Energy
{picked}
do: {doing}

Witness (Gear)
Energy: 1

  Seen
  Trigger: {trigger}, by {means}
  do: draw 1

"""
DOINGS = [
    ("draw 1", "a player tells draws", ""),
    ("exhaust target", "[Exhausted] of a unit rises to 1", ""),
    ("ready target", "[Exhausted] of a unit falls to 0", " (Exhausted 1)"),
    ("recycle all cards in your Trash", "a card goes from Trash to Main Deck", ""),
    ("deal 1 to target", "[Damage] of a unit rises to 1", ""),
    ("heal target", "[Damage] of a unit falls to 0", " (Damage 1)"),
    ("move target to other", "a unit tells moves", ""),
    ("discard 1", "a card goes from Hand to Trash", ""),
    ("stun target", "[Stunned] of a unit rises to 1", ""),
    ("buff target", "[Buffed] of a unit rises to 1", ""),
    ("banish target", "a unit goes to Banishment", ""),
    ("kill target", "a unit goes from Board to Trash", ""),
    ("add 1 Energy", "[Energy] of a player rises to 1", ""),
    ("channel 1", "a rune goes from Rune Deck to Board", ""),
]


def triggered(doing: str, trigger: str, unit: str, means: str) -> bool:
    """Plays a spell that does something and says whether an ability that requires this cause responded."""
    aims = "Target: a unit you control" if "target" in doing else ""
    aims += "\nAlso: a battlefield" if "other" in doing else ""
    text = DEED.format(picked=aims, doing=doing, trigger=trigger, means=means).replace("\n\ndo:", "\ndo:")
    hand = ", Coal Scrip" if doing.startswith("discard") else ""
    table = Table(LAID.format(unit=unit, hand=hand), more=text)
    table.does("Ann", "Deed" + (", Emberline Runner" if aims else "") + (", Tollhouse Yard" if "other" in doing else ""))
    table.does("Ann", "pass")
    table.does("Bo", "pass")
    if hand:
        table.does("Ann", "Coal Scrip")
    stacked = [event for event in table.game.events if event[:2] == ("told", "stacked")]
    return any(table.game.state.names[event[2] % LIVES] == "Seen" for event in stacked)


@pytest.mark.parametrize(("doing", "trigger", "unit"), DOINGS, ids=[doing for doing, _, _ in DOINGS])
def test_an_effect_is_attributed_to_its_source_and_its_player(doing: str, trigger: str, unit: str):
    """The effect of a spell counts as caused by the spell and its player, and by nobody else (R-404.6, R-415.5, W-357)."""
    assert triggered(doing, trigger, unit, "a spell you control")
    assert not triggered(doing, trigger, unit, "a spell you do not control")
    assert not triggered(doing, trigger, unit, "this")


# -- what is chosen as something is played -----------------------------------------------------------------------------

REBUKE = """
seats Ann, Bo
Ann ({pool}), Bo (Energy 0)
Ann's Hand: Cinder Rebuke, Even the Scales
Bo's Board: Stillwater Lock
Bo's Board at Stillwater Lock: Basalt Matron, Mist Confessor
"""


def offered(pool: str, *picks: str) -> list[str]:
    """Names what Ann may pick next for a spell, with a given amount to pay it with."""
    table = Table(REBUKE.format(pool=pool))
    menu = table.game.menu("Ann", *words.read_path(table.game, "Ann", ", ".join(picks)))
    return [] if menu is None else [menu.words(key) for key in menu]


def test_a_repetition_is_declared_with_its_unit_as_the_spell_is_played():
    """The repetition and its unit are chosen before the payment; when the spell resolves, nobody is asked (W-350, W-716)."""
    assert offered("Energy 3, Fury 2", "Cinder Rebuke", "Basalt Matron") == ["plain", "with the additional cost"]
    again = offered("Energy 3, Fury 2", "Cinder Rebuke", "Basalt Matron", "with the additional cost")
    assert sorted(again) == ["Basalt Matron", "Mist Confessor"]
    assert offered("Energy 3, Fury 2", "Cinder Rebuke", "Basalt Matron", "plain") == []


def test_a_repetition_that_cannot_be_paid_is_not_offered():
    """An additional cost is offered only if all of it can be paid, Deflect included (W-350, W-716)."""
    assert offered("Energy 2, Fury 1", "Cinder Rebuke", "Basalt Matron") == ["plain"]
    assert offered("Energy 3, Fury 1", "Cinder Rebuke", "Basalt Matron", "with the additional cost") == ["Basalt Matron"]


def test_each_chosen_unit_with_deflect_is_paid_for():
    """If a spell chooses two units, each of them that has Deflect costs more (W-716)."""
    assert offered("Energy 2, Calm 1", "Even the Scales", "Basalt Matron") == ["Mist Confessor"]
    assert not Table(REBUKE.format(pool="Energy 2")).may("Ann", "Even the Scales")


def test_another_unit_as_a_target_is_never_the_card_itself():
    """A Warden protects another unit of its player (W-357)."""
    table = Table("seats Ann, Bo\nAnn (Energy 3)\nAnn's Hand: Reedbank Warden\nAnn's Board: Emberline Runner, Slagback Ram")
    table.does("Ann", "Play a unit (Reedbank Warden)")
    menu = table.game.menu("Ann", ("Fellow Watch", table.game.state.ref(table.game.find("Reedbank Warden"))))
    assert menu is not None and sorted(map(menu.words, menu)) == ["Emberline Runner", "Slagback Ram"]


@pytest.mark.parametrize(("reading", "heard"), [("not heard", 0), ("heard", 1)])
@pytest.mark.parametrize("board", ["Grief, Emberline Runner", "Emberline Runner, Grief"])
def test_simultaneous_deaths_are_noticed_independently_of_their_order(board: str, reading: str, heard: int):
    """Two units die at once: the responses are the same in whichever order they lie (W-303, W-357)."""
    lines = f"seats Ann, Bo\nAnn (Energy 1)\nAnn's Hand: Ash Rain\nAnn's Main Deck: Coal Scrip\nAnn's Board: {board}"
    table = Table(lines, **{"leaving together": reading})
    table.does("Ann", "Ash Rain, Grief, Emberline Runner, done")
    table.does("Ann", "pass")
    table.does("Bo", "pass")
    assert table.waiting == heard


# -- movement and gear -------------------------------------------------------------------------------------------------


def test_a_unit_forced_to_a_full_battlefield_is_recalled_without_moving():
    """The unit of a third player neither arrives nor moves, and contests nothing (R-425.2.b, R-427.2)."""
    lines = """
    seats Ann, Bo, Cy
    Ann (Energy 1), Bo (Energy 0)
    Ann's Hand: Tug
    Board: Tollhouse Yard, Stillwater Lock
    Ann's Board at Tollhouse Yard: Emberline Runner
    Bo's Board at Stillwater Lock: Basalt Matron
    Cy's Board at Stillwater Lock: Reedbank Warden
    """
    table = Table(lines)
    table.does("Ann", "Tug, Emberline Runner, Stillwater Lock")
    runner, before = table.game.find("Emberline Runner"), len(list(table.game.events))
    for who in ("Ann", "Bo", "Cy"):
        table.does(who, "pass")
    happened = list(table.game.events)[before:]
    assert ("told", "moves", runner) not in happened
    assert [event[4] for event in happened if event[:3] == ("linked", runner, "at")] == [None]
    assert table.stat("Emberline Runner", "Exhausted") == 0


def test_the_gear_of_a_killed_unit_is_recalled_in_the_cleanup():
    """It stays where its unit died until the step for stray gear recalls it with everything on it (R-422.4.b, R-435, W-318)."""
    lines = """
    seats Ann, Bo
    Ann (Energy 2, Chaos 1)
    Ann's Hand: Debt of Ash, Coal Scrip
    Bo's Board: Stillwater Lock, Mooring Line (attached to Reedbank Warden, Exhausted 1)
    Bo's Board at Stillwater Lock: Reedbank Warden (Might 1), Basalt Matron
    """
    table = Table(lines)
    table.does("Ann", "Debt of Ash, Reedbank Warden, Coal Scrip")
    gear, place = table.game.find("Mooring Line"), table.game.state.ref(table.game.find("Stillwater Lock"))
    before = len(list(table.game.events))
    table.does("Ann", "pass")
    table.does("Bo", "pass")
    happened = list(enumerate(list(table.game.events)[before:]))
    at = [(n, event[4]) for n, event in happened if event[:3] == ("linked", gear, "at")]
    fallen = next(n for n, event in happened if event[0] == "moved" and event[1] == table.game.find("Reedbank Warden"))
    resolved = next(n for n, event in happened if event[0] == "moved" and event[1] == table.game.find("Debt of Ash"))
    assert [where for _, where in at] == [(place,), None]
    assert fallen < at[0][0] < resolved < at[1][0]
    assert table.stat("Mooring Line", "Exhausted") == 1


@pytest.mark.parametrize(("example", "own"), [("of attached gear", False), ("of loose gear", True)])
def test_the_menu_offers_only_actions_of_the_cards_present_state(example: str, own: bool):
    """A card has different actions attached and unattached (R-421.1.c)."""
    run = set_up(made(read(TEXTS[0])), next(each for each in read(TEXTS[0]).examples if each.name.startswith(example)))
    run.enter("Ann")
    menu = run.game.menu("Ann")
    assert menu is not None
    assert ("Cue" in {key[0] for key in menu.keys if isinstance(key, tuple)}) is own
