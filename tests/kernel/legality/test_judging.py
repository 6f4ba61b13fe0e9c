"""Legality: the actions of a thing, the zones they need, and whether all picks can be made."""

from typing import Any

import pytest

from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine, ask
from rulewright.kernel.legality import acts, availability, judging
from rulewright.kernel.state.facts import NOWHERE, SEEN
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.fakes import ANN, COINS, Steps, Table, feature, featured, game, made_check, made_pick, named

HERO, OX, GONE = 0, 1, 2
BOARD, OUT, HAND = 0, 1, 2
ZONES = (Zone("Board", live=True), Zone("Out"), Zone("Hand", seen="owner"))
ACT = frozenset({marks.ACTION})


def table(*actions: Action, **fields: Any) -> Machine:
    """Gives the machine of a waiting game: a hero that can do everything on the board, an ox out of play, and what is gone."""
    kinds = (Kind("thing"), Kind("hero", actions=tuple(range(len(actions)))))
    lying = Table(ZONES).thing("Hero", kind=1).thing("Ox", zone=OUT, kind=1).thing("Gone", zone=OUT, kind=1)
    given = {"table": lying, "actions": actions, "kinds": kinds, **fields}
    m = game(Steps("main", {"": lambda m, f: ask((ANN,), "", {})}), **given).machine
    m.emit(("moved", GONE, (OUT, 1, 0), (NOWHERE, NOWHERE, 0), None))
    return m


def pick(name: str, kind: str = "number", found: Any = (), **more: Any) -> Pick:
    """Makes a pick of a list, or of what is worked out from the picks before."""
    return made_pick(name, "which", kind, found if callable(found) else lambda m, v: found, first=False, **more)


def act(*picks: Pick, **more: Any) -> Action:
    return Action("Snatch", 0, named("snatch"), ACT, picks=picks, **more)


def completable(*picks: Pick, **vars: Any) -> bool:
    """Says whether an action of some picks can be completed."""
    action = act(*picks)
    given: Any = {"source": HERO, **vars}
    return judging.completable(table(action), action, given, 0)


# -- what a thing has --------------------------------------------------------------------------------------------------


RICH = feature("Rich", lambda m, slot: m.state.cell(slot, COINS), action=1)
"""Grants the second action to whatever has a coin."""


def test_a_granted_action_is_added_to_those_of_the_kind():
    """Granted actions are looked up for each thing separately, and again when a fact may have changed."""
    m = table(act(), **featured(RICH))
    assert availability.in_play(m, 1) == availability.usable(m, 1, ANN) == []
    m.emit(("changed", OX, COINS, 0, 1))
    assert [availability.abilities(m, slot) for slot in (HERO, OX)] == [(0,), (0, 1)]
    assert (
        availability.in_play(m, 0) == [HERO]
        and availability.usable(m, 1, ANN) == [OX]
        and availability.usable(m, 0, ANN) == [HERO, OX]
    )


# -- from where --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("zones", "sources"), [((), [HERO, OX, GONE]), ((BOARD,), [HERO]), ((BOARD, HAND), [HERO]), ((OUT,), [OX])]
)
def test_an_action_is_offered_from_its_zones_alone(zones, sources):
    """An action without zones is offered from everywhere; a thing that is gone is in no zone."""
    action = act(zones=zones)
    m = table(action)
    assert [vars["source"] for _, vars in judging.offers(m, (HERO, OX, GONE), ACT, {})] == sources
    failed = [judging.failure(m, action, {"source": slot}) for slot in (HERO, OX, GONE)]
    assert failed == [None if slot in sources else judging.ZONE for slot in (HERO, OX, GONE)]


@pytest.mark.parametrize(("awake", "down", "fails"), [(True, True, True), (True, False, False), (False, True, False)])
def test_an_action_that_needs_a_face_up_source_is_refused_face_down(awake, down, fails):
    """Other actions are possible with a face-down source, and this one with a face-up source."""
    action = act(zones=(BOARD,), awake=awake)
    m = table(action)
    if down:
        m.emit(("revealed", HERO, None, (ANN,)))
    assert ((HERO, SEEN) in m.state.links) == down
    assert judging.failure(m, action, {"source": HERO}) is (judging.ASLEEP if fails else None)


@pytest.mark.parametrize(
    ("check", "words"),
    [
        (judging.ZONE, "Ox is in Out, where Snatch cannot be used"),
        (judging.ASLEEP, "Ox lies face down: Snatch cannot be used"),
    ],
)
def test_a_refusal_names_the_zone_from_which_an_action_cannot_be_used(check, words):
    """It names the source and the action, with the rule of the action."""
    action = act(rule="6")
    why = acts.explain_failure(table(action), check, action, {"source": OX, "action": 0})
    assert why == (check.name, "6", words)


# -- what must be picked -----------------------------------------------------------------------------------------------


def test_candidates_depend_on_what_was_picked_before():
    """The candidates of the first pick depend only on the source, and are computed once until something changes."""
    asked: list[Any] = []
    later = pick("second", found=lambda m, v: (v["first"], 7))
    first = made_pick("first", "which", "number", lambda m, v: asked.append(v) or (1,))
    m = table(act(first, later))
    assert [judging.legal_options(m, later, {"source": HERO, "first": it}) for it in (1, 2)] == [[1, 7], [2, 7]]
    assert [judging.legal_options(m, first, {"source": HERO}) for _ in (1, 2)] == [[1], [1]] and len(asked) == 1


JOIN = pick("stack", "stack", lambda m, v: [NOWHERE, *stacks.joinable(m)])


@pytest.mark.parametrize(
    ("waits", "there", "asked"), [("new", False, False), ("new", True, True), ("", True, False), ("", False, False)]
)
def test_the_stack_is_asked_for_if_one_can_be_joined(waits, there, asked):
    """The action must also be one that waits; all other picks are always asked for."""
    for picks in ((JOIN,), (pick("a"), pick("b"), JOIN)):
        action = act(*picks, stack=waits)
        m = table(action)
        if there:
            m.emit(("linked", OX, "stack", None, (OUT,)))
        assert judging.asked_for(m, action) == (picks if asked else picks[:-1])


MORE = pick("more", when="extra")
SEVERAL = pick("all", "object", (OX,), several=True, most=2)
TEXT = pick("text", "text")


@pytest.mark.parametrize(
    ("before", "vars", "hung_on"),
    [(MORE, {"extra": 0, "seen": 0}, "seen"), (TEXT, {}, "text"), (SEVERAL, {}, "all")],
    ids=["left out", "text", "several"],
)
def test_a_pick_is_legal_only_if_the_later_picks_are_possible(before, vars, hung_on):
    """This also holds after a pick that is left out, after a text (any text is possible) and after several picks."""
    assumed = {"seen": 0, "text": "", "all": (OX,)}[hung_on]
    assert completable(before, pick("last", found=lambda m, v: [1] if v[hung_on] == assumed else []), **vars)
    assert not completable(before, pick("last"), **vars)


@pytest.mark.parametrize(("least", "found", "enough"), [(2, (OX,), False), (2, (HERO, OX), True), (0, (), True)])
def test_the_least_number_of_picks_is_enough(least, found, enough):
    """This is tested for a pick of several things."""
    assert completable(pick("all", "object", found, several=True, least=least, most=3)) == enough


def test_several_picks_must_be_legal_together():
    """As many things as may be picked together are tried."""
    pair = made_check("pair", "", lambda m, v: v["all"] == (HERO, OX), lambda m, v: "")
    assert completable(pick("all", "object", (HERO, OX, GONE), several=True, most=2, whole=(pair,)))
    assert not completable(pick("all", "object", (HERO, OX), several=True, most=1, whole=(pair,)))


def test_a_text_can_always_be_given():
    """There need not be any prepared text."""
    assert completable(TEXT)


# -- whether somebody is asked -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("zones", "asked"), [((BOARD,), False), ((BOARD, HAND), True), ((), False)])
def test_somebody_is_asked_where_others_cannot_tell_that_nothing_can_be_picked(zones, asked):
    """A pick from a hidden hand is asked for even if nothing fits; if everybody sees that nothing fits, it is not."""
    action = act(pick("target", "object", zones=zones))
    m = table(action)
    assert m.book.secret and judging.open_to(m, action, {"source": HERO}) == asked
