"""Picking: the menu of each pick of an act, the meaning of keys, and reasons why something cannot be picked."""

from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow.agenda import Machine, ask, call
from rulewright.kernel.legality import acts
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.picks import DONE
from rulewright.kernel.state.facts import LIVES, NOWHERE, Vars
from rulewright.program import marks
from rulewright.program.declared import ALONE, Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.fakes import ANN, Steps, Table, game, made_check, made_pick, named

HERO, OX, ELK, OTHER = range(4)
BOARD, HAND = 0, 1
ZONES = (Zone("Board", live=True), Zone("Hand"))
START: Vars = {"source": HERO, "action": 0}


def table(*picks: Pick, **fields: Any) -> tuple[Machine, Action]:
    """Gives the machine of a waiting game, in which everything is in its second life, and the one action, Snatch."""
    action = Action("Snatch", 0, named("snatch"), frozenset({marks.ACTION}), "6", picks=picks, **fields)
    lying = Table(ZONES).thing("Hero", zone=HAND).thing("Ox", zone=HAND).thing("Elk", zone=HAND).thing("Ox")
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    m = game(main, table=lying, actions=(action,), kinds=(Kind("hero", actions=(0,)),)).machine
    for slot in (HERO, OX, ELK):
        effects.do(m, effects.send(slot, BOARD))
    effects.do(m, effects.send(OTHER, HAND))
    return m, action


def pick(name: str, kind: str, found: Any, **more: Any) -> Pick:
    """Makes a pick of a list, or of what is worked out from the picks before."""
    return made_pick(name, "which one", kind, found if callable(found) else lambda m, v: found, first=False, **more)


def menu(m: Machine, action: Action, *picks: Any) -> Menu:
    """Gives the next menu of an act after some picks."""
    found = acts.next_menu(m, action, START, picks)
    assert found is not None
    return found


def shown(found: Menu) -> tuple[str, list[str]]:
    """Gives what a menu says."""
    return found.prompt, [found.words(key) for key in found]


def ref(slot: int) -> int:
    """Refers to a thing in its second life."""
    return LIVES + slot


def said(m: Machine, vars: Any) -> str:
    """Says whose act fails with what."""
    return f"{m.state.names[vars['source']]} may not take {vars['it']}"


ON_BOARD = made_check("lying", "", lambda m, v: m.state.places[v["it"]] == BOARD, said)
WITH_OX = made_check("whole", "8", lambda m, v: "Ox" in [m.state.names[it] for it in v["all"]], said)


# -- menus -------------------------------------------------------------------------------------------------------------


def test_a_menu_names_things_by_their_present_life():
    """This includes the first thing of all. If two things have the same name, the menu says where they lie."""
    found = menu(*table(pick("target", "object", (HERO, OX, OTHER))))
    assert list(found) == [ref(HERO), ref(OX), ref(OTHER)] and found.default is None
    assert shown(found) == ("Snatch: which one", ["Hero", "Ox in Board", "Ox in Hand"])


def test_the_stack_is_a_new_one_by_default():
    """A new stack is not a thing, whatever life the last made thing is in."""
    m, action = table(pick("stack", "stack", (NOWHERE, OX)), stack="new")
    m.emit(("linked", OX, "stack", None, (BOARD,)))
    found = menu(m, action)
    assert list(found) == [NOWHERE, ref(OX)] and found.default == NOWHERE
    assert shown(found)[1] == ["on a new stack", "on the stack of Ox"]


def test_a_pick_that_makes_later_picks_impossible_is_not_offered():
    """It is not offered if it makes the next pick or the last pick impossible."""
    first = pick("first", "number", (1, 2, 3))
    second = pick("second", "number", lambda m, v: {1: (), 2: (4,), 3: (5, 6)}[v["first"]])
    third = pick("third", "number", lambda m, v: {4: (), 5: (7,), 6: ()}[v["second"]])
    assert list(menu(*table(first, second))) == [2, 3]
    m, action = table(first, second, third)
    assert [list(menu(m, action)), list(menu(m, action, 3)), list(menu(m, action, 3, 5))] == [[3], [5], [7]]


SOME = pick("all", "object", (HERO, OX, OTHER), several=True, least=1, most=3)


def test_picking_several_things_continues_until_it_is_done():
    """Taken things are off the menu; `done` is offered only when enough were taken."""
    m, action = table(SOME)
    assert shown(menu(m, action)) == ("Snatch: which one", ["Hero", "Ox in Board", "Ox in Hand"])
    found = menu(m, action, ref(HERO))
    assert list(found) == [ref(OX), ref(OTHER), DONE]
    assert shown(found) == ("Snatch: which one", ["Ox in Board", "Ox in Hand", "done"])


def test_several_picks_are_done_only_if_they_are_legal_together():
    """The number of taken things does not matter."""
    m, action = table(pick("all", "object", (HERO, OX, ELK), several=True, least=1, most=3, whole=(WITH_OX,)))
    assert list(menu(m, action, ref(HERO))) == [ref(OX), ref(ELK)]
    assert list(menu(m, action, ref(OX))) == [ref(HERO), ref(ELK), DONE]


# -- texts -------------------------------------------------------------------------------------------------------------


class Drawer:
    """Prepared texts, which are called by their first words."""

    def __call__(self, m: Machine, vars: Any) -> list[str]:
        return ["Toll: pay 1", f"Hex of {m.state.names[vars['source']]}: lose 1"]

    def named(self, m: Machine, text: str) -> str:
        return f"{text.split(':')[0]} ({m.book.name})"


class Held(Drawer):
    """A text about a hidden thing, which is called by the name of the book."""

    def __call__(self, m: Machine, vars: Any) -> list[str]:
        return [f"Hex: {m.state.names[1]}"]

    def named(self, m: Machine, text: str) -> str:
        return f"{m.book.name} hex" if text == "Hex: Ox" else "another hex"


POLITE = made_check("text", "7", lambda m, v: "damn" not in v["text"], lambda m, v: f"{m.book.name} has no {v['text']}")


def test_a_text_is_written_or_named():
    """A prepared text with a name is called by this name."""
    found = menu(*table(pick("text", "text", Drawer())))
    assert shown(found) == ("Snatch: which one", ["Toll (fake)", "Hex of Hero (fake)"])
    assert [found.read(words) for words in ("toll (FAKE)", "anything")] == ["Toll: pay 1", "anything"]
    assert found.parser == "which one"


def test_a_text_without_a_name_is_called_by_its_words():
    """Its words are the text itself."""
    found = menu(*table(pick("text", "text", ("Toll",))))
    assert shown(found)[1] == ["Toll"] and found.words("my own text") == "my own text"


def test_a_text_is_judged_when_it_is_given():
    """The refusal has the words of the check that fails."""
    m, action = table(pick("text", "text", Drawer(), checks=(POLITE,)))
    found = menu(m, action)
    with pytest.raises(Refused, match=r"^fake has no damn toll$"):
        found.read("damn toll")
    assert found.read("toll") == "toll"


def test_a_text_is_named_and_checked_as_its_player_sees_the_game():
    """Which texts can be given by name may depend on what only that player sees."""
    about_ox = made_check("text", "7", lambda m, v: v["text"] == "Hex: Ox", lambda m, v: f"no {v['text']}")
    text = made_pick("text", "which one", "text", Held(), (about_ox,))
    move = Action("Move", 0, "move", frozenset({marks.ACTION}), "7", picks=(text,))
    window = {"kinds": (marks.ACTION,), "discipline": ALONE, "title": "act", "actor": 0}
    main = Steps("main", {"": lambda m, f: call("window", window, "", {})})
    lying = Table((Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"))).thing("Hero", kind=1).thing("Ox", zone=1)
    kinds = (Kind("card"), Kind("hero", actions=(0,)))
    assert game(main, table=lying, actions=(move,), kinds=kinds).why_not("Ann", "Move", "fake hex") is None


# -- why not -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ((ref(OX),), None),
        ((ref(HERO), ref(OX)), None),
        ((ref(OX), ref(OTHER)), ("lying", "6", "Hero may not take 3")),
        ((ref(HERO), ref(ELK)), ("whole", "8", "Hero may not take 0")),
    ],
)
def test_why_not_several_says_which_check_they_fail(keys, why):
    """Each thing is checked by itself first, then all of them together."""
    m, action = table(pick("all", "object", (HERO, OX, ELK, OTHER), several=True, most=3, checks=(ON_BOARD,), whole=(WITH_OX,)))
    assert acts.why_not(m, action, START, keys) == why


@pytest.mark.parametrize(
    ("it", "keys", "why"),
    [
        (pick("target", "object", (HERO, OX), checks=(ON_BOARD,)), (ref(OX),), None),
        (pick("target", "object", (HERO, OX), checks=(ON_BOARD,)), (ref(HERO),), None),
        (pick("target", "object", (OTHER,), checks=(ON_BOARD,)), (ref(OTHER),), ("lying", "6", "Hero may not take 3")),
        (pick("number", "number", (LIVES + 1,)), (LIVES + 1,), None),
        (pick("stack", "stack", (NOWHERE, OX)), (NOWHERE,), None),
        (pick("text", "text", ("Toll",), checks=(POLITE,)), ("Toll",), None),
        (pick("text", "text", ("Toll",), checks=(POLITE,)), ("a toll",), None),
        (pick("text", "text", ("Toll",), checks=(POLITE,)), ("damn",), ("text", "7", "fake has no damn")),
        (pick("number", "number", lambda m, v: (v["source"], 1)), (3,),
         ("number", "6", "3 is not one of the 2 that Snatch can pick here")),
        (pick("target", "object", lambda m, v: (3 - v["source"],), checks=(ON_BOARD,)), (),
         ("lying", "6", "no target for Snatch: Hero may not take 3")),
        (pick("target", "object", ()), (), ("target", "6", "Snatch has no possible target here: it needs which one")),
    ],
)  # fmt: skip
def test_why_not_says_what_is_wrong_with_one(it, keys, why):
    """A thing is named in its present life, a new stack is not a thing, and a text need not be prepared."""
    m, action = table(it, stack="new")
    m.emit(("linked", OX, "stack", None, (BOARD,)))
    assert acts.why_not(m, action, START, keys) == (why and Why(*why))


def test_why_not_tests_the_picks_after_one_that_is_left_out():
    """A pick that is left out has no key."""
    extra, more = pick("extra", "option", (0, 1)), pick("extra ones", "object", (OX,), several=True, when="extra")
    m, action = table(extra, more, pick("target", "object", (OX, OTHER), checks=(ON_BOARD,)))
    assert acts.why_not(m, action, START, (0, ref(OX))) is None
    assert acts.why_not(m, action, START, (0, ref(OTHER))) == ("lying", "6", "Hero may not take 3")
    assert acts.why_not(m, action, START, (0,)) is None


def test_why_not_gives_the_rule_of_the_action_where_a_check_has_none():
    """This concerns checks before any pick."""
    never = made_check("never", "", lambda m, v: False, lambda m, v: "never")
    m, action = table(checks=(never,))
    assert acts.why_not(m, action, START, ()) == ("never", "6", "never")


def test_why_not_asks_for_a_stack_only_where_there_is_one():
    """A pick that is not needed cannot be missing."""
    m, action = table(pick("stack", "stack", (), checks=(ON_BOARD,)), stack="new")
    assert acts.why_not(m, action, START, ()) is None
