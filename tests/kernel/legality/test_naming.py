"""Naming: which thing a key refers to, and what a menu calls it."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import ask, call, end
from rulewright.kernel.legality.judging import candidate
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.state.facts import LIVES, NOWHERE
from rulewright.kernel.state.grid import Grid
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.fakes import ANN, Steps, Table, game, made_pick, named

OX, ELK = 0, 1
BOARD, HAND = 0, 1


def on_table(*names: str):
    """Gives the machine of a waiting game with things of these names on the board, and a hand that keeps no lives."""
    things = Table((Zone("Board", live=True), Zone("Hand")))
    for name in names:
        things.thing(name)
    kinds = (Kind("thing", marks=frozenset({marks.CARD})),)
    return game(Steps("main", {"": lambda m, f: ask((ANN,), "", {})}), table=things, kinds=kinds).machine


def pick(kind: str) -> Pick:
    return made_pick("it", "which", kind, lambda m, v: ())


@pytest.mark.parametrize(
    ("kind", "key", "it"),
    [
        ("object", OX, OX),
        ("object", 2 * LIVES + ELK, ELK),
        ("object", ELK, None),
        ("object", 2, None),
        ("object", 3, None),
        ("object", -2, None),
        ("object", "Ox", None),
        ("object", True, None),
        ("stack", NOWHERE, NOWHERE),
        ("stack", "Ox", None),
        ("tile", 0, 0),
        ("tile", LIVES + 7, LIVES + 7),
        ("number", -3, -3),
        ("number", 3.0, None),
    ],
)
def test_a_key_names_a_thing_in_its_present_life_or_a_number(kind, key, it):
    """A key of another form, of a thing that does not exist, or of an earlier life names nothing."""
    m = on_table("Ox", "Elk")
    for zone in (HAND, BOARD):
        effects.do(m, effects.send(ELK, zone))
    assert candidate(m, pick(kind), key) == it


PLOT = Action("Plot", 0, named("plot"), frozenset({marks.ACTION}), stack="new")
JOIN = made_pick("stack", "which stack", "stack", lambda m, v: [NOWHERE, *stacks.joinable(m)])
REPLY = Action("Reply", 1, named("plot"), frozenset({marks.ACTION}), picks=(JOIN,), stack="new")


def floor():
    """Begins an open floor on which a plot of the hero's waits."""
    main = Steps("main", {"": lambda m, f: call("floor", {"kinds": (marks.ACTION,), "title": "floor"}, "", {})})
    kinds = (Kind("item"), Kind("hero", actions=(0, 1)))
    things = Table((Zone("Board", live=True), Zone("Stack", stack=True, quiet=100))).thing("Hero", kind=1)
    playing = game(main, Steps("plot", {"": lambda m, f: end()}), table=things, actions=(PLOT, REPLY), kinds=kinds)
    playing.answer(ANN, "Plot")
    return playing


@pytest.mark.parametrize("wrong", ["rubbish", True, -7, 99, LIVES])
def test_a_key_of_no_stack_is_refused(wrong):
    """Such a key does not mean a new stack."""
    playing = floor()
    before = playing.fingerprint()
    with pytest.raises(Refused):
        playing.answer(ANN, ("Reply", 0), wrong)
    assert playing.fingerprint() == before


@pytest.mark.parametrize("key", [NOWHERE, 1])
def test_a_stack_or_a_new_one_is_named_by_its_key(key):
    """The key is that of a waiting thing, or NOWHERE for a new stack."""
    playing = floor()
    playing.answer(ANN, ("Reply", 0), key)
    assert [len(zone) for zone in playing.state.zones[1:] if zone] == ([1, 1] if key == NOWHERE else [2])


def test_a_stack_is_called_by_what_was_on_it():
    """If several things with one name are gone, all but the first have a number; other things do not count."""
    m = on_table("Plot", "Bluff", "Plot", "Plot")
    for slot in (1, 2, 3):
        effects.do(m, effects.send(slot, NOWHERE))
    namer = Namer(m, "stack", [m.state.ref(slot) for slot in range(4)])
    assert [namer(m.state.ref(slot)) for slot in range(4)] == [
        "on the stack of Plot in Board",
        "on the stack that Bluff was on",
        "on the stack that Plot was on",
        "on the stack that Plot 2 was on",
    ]


# -- words -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "key", "words"),
    [
        ("tile", 5, "2,2"),
        ("option", 1, "with the additional cost"),
        ("option", 0, "plain"),
        ("number", 7, "7"),
        ("number", "done", "done"),
        ("object", "done", "done"),
        ("object", LIVES + ELK, "Elk"),
        ("stack", NOWHERE, "on a new stack"),
        ("plain", ("Snatch", LIVES + ELK), "Snatch"),
        ("member", ("Snatch", LIVES + ELK), "Snatch (Elk)"),
        ("offer", ("Snatch", LIVES + ELK), "Snatch (Elk)"),
    ],
)
def test_a_key_is_put_into_words_by_its_kind_of_pick(kind, key, words):
    """The words depend on the kind of thing that is picked."""
    m = on_table("Ox", "Elk")
    m.state.setting = replace(m.state.setting, grid=Grid(4, 3))
    assert Namer(m, kind)(key) == words


def apart():
    """Gives the machine of a game with an ox on the board and one in the hand, and an elk in either."""
    m = on_table("Ox", "Elk", "Ox", "Elk")
    for slot in (2, 3):
        effects.do(m, effects.send(slot, HAND))
    return m


@pytest.mark.parametrize(
    ("among", "words"),
    [
        ([OX, LIVES + 2], "Ox in Hand"),
        ([LIVES + 2, ELK, "done", NOWHERE], "Ox"),
        ([LIVES + 2, LIVES + 3], "Ox"),
    ],
)
def test_a_thing_is_told_from_others_of_its_name_that_lie_elsewhere(among, words):
    """Things with other names do not matter, nor do keys that are no things."""
    assert Namer(apart(), "object", among)(LIVES + 2) == words


@pytest.mark.parametrize(
    ("among", "words"),
    [
        ([("Snatch", OX), ("Snatch", LIVES + 2), "pass"], "Snatch (Ox) in Hand"),
        ([("Rest", OX), ("Snatch", LIVES + 2), "Snatch", "pass"], "Snatch (Ox)"),
        ([("Snatch", ELK), ("Snatch", LIVES + 2)], "Snatch (Ox)"),
    ],
)
def test_an_offer_is_told_from_the_same_offer_of_another(among, words):
    """Other offers do not matter; an action of a player is named without a place."""
    assert Namer(apart(), "offer", among)(("Snatch", LIVES + 2)) == words
    assert Namer(apart(), "member", among)(("Snatch", LIVES + 2)) == "Snatch (Ox)"


@pytest.mark.parametrize(
    ("kind", "keys", "alike"),
    [
        ("object", [0, 1], True),
        ("object", [1, LIVES + 2], True),
        ("object", [0, 3], False),  # another name
        ("object", [0, 4], False),  # elsewhere
        ("object", [0, "done"], False),
        ("object", [0, -1], False),
        ("number", [0, 1], False),
        ("offer", [("Snatch", 0), ("Snatch", 1)], True),
        ("offer", [("Snatch", 0), ("Rest", 1)], False),
        ("offer", [("Snatch", 0), ("Snatch", 3)], False),
        ("offer", [("Snatch", 0), "pass"], False),
        ("plain", [("Snatch", 0), ("Snatch", 1)], False),
        ("stack", [-1, -1], False),
    ],
)
def test_cards_of_one_name_in_one_place_are_interchangeable(kind, keys, alike):
    """This holds for the same act with such cards; a key that is no thing has no equal."""
    m = on_table("Ox", "Ox", "Ox", "Elk", "Ox")
    for slot in range(4):
        effects.do(m, effects.send(slot, HAND))
    assert Namer(m, kind).alike(keys) is alike
