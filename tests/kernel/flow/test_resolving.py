"""Resolving in a window: targets that have left or are no longer legal when an item resolves."""

from dataclasses import replace

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import end
from rulewright.program.declared import IN_SUCCESSION
from rulewright.program.definition import Action, Pick
from tests.kernel.duel import ACTION, ANN, BO, BOARD, CY, OUT, PLOT, STACK, ZONES, Trio, asked, duel, in_play, waiting
from tests.kernel.fakes import Steps, made_check, made_pick, named, told

ALL_PASS = ("pass", "pass", "pass")
HEALTHY = made_check("active", "", lambda m, v: m.in_play(v["it"]), lambda m, v: "is out")
FIRST = made_check("first", "", lambda m, v: not m.state.zones[OUT], lambda m, v: "somebody is out", once=True)
ONE = made_pick("target", "a target", "object", in_play, (HEALTHY, FIRST))
BOTH = made_pick("targets", "two targets", "object", in_play, (HEALTHY,), 2, 2, several=True)


def aims(m, frame):
    """Announces the targets that are left."""
    m.emit(("told", "aimed", *(frame.vars[name] for name in ("target", "targets") if name in frame.vars)))
    return end()


def away(m, frame):
    """Sends Cy out of play, and Bo out and back again, so that Bo begins another life."""
    effects.do(m, effects.send(CY, OUT))
    effects.do(m, effects.send(BO, OUT))
    effects.do(m, effects.send(BO, BOARD))
    return end()


def aimed(*picks: str, wanted: tuple[Pick, ...] = (ONE,), then: str = "Shout", **fields):
    """Lets Ann aim at somebody, does something, and lets the act resolve; gives what was told since it was put on the stack."""
    actions = (Action("Aim", 5, named("aim"), ACTION, picks=wanted, stack="one"), Action("Away", 6, named("away"), ACTION))
    playing = duel(IN_SUCCESSION, Steps("aim", {"": aims}), Steps("away", {"": away}), actions=actions, fields=fields)
    asked(playing, "/".join(("Aim", *picks)), then)
    while playing.state.zones[STACK]:
        playing.answer(None, "pass")
    return told(list(playing.events))[1:]


def test_an_act_without_its_target_has_no_effect():
    """This is told with the name of the act; in other cases the resolution is told before its effects."""
    assert aimed("Bo", then="Away") == [("fizzled", "Aim")]
    assert aimed("Bo") == [("shout", ANN), ("resolves", 3), ("aimed", BO)]


def test_an_act_without_its_target_resolves_if_the_rest_happens():
    """The missing target is skipped."""
    assert aimed("Bo", then="Away", partial=True) == [("resolves", 3), ("aimed",)]


def test_all_pass_again_after_an_act_without_effect():
    """This is the same after any resolution."""
    actions = (Action("Aim", 5, "aim", ACTION, picks=(ONE,), stack="one"), Action("Back", 6, "back", ACTION))
    back = Steps("back", {"": lambda m, f: (away(m, f), effects.do(m, effects.send(CY, BOARD)))[0]})
    playing = duel(IN_SUCCESSION, Steps("aim", {"": aims}), back, actions=actions)
    assert asked(playing, "Aim/Bo", "Back", *ALL_PASS, *ALL_PASS) == "Ann Ann Ann Bo Cy Ann Bo Cy -"


@pytest.mark.parametrize(
    ("strict", "said"), [(True, [("fizzled", "Aim")]), (False, [("resolves", 3), ("aimed", CY)])], ids=["strict", "not strict"]
)
def test_only_strict_rules_skip_targets_that_are_no_longer_legal(strict, said):
    """Cy is still the same thing, but out of play."""
    assert aimed("Cy", then="Away", strict=strict) == said


def test_only_targets_that_are_still_legal_are_kept():
    """This is so with strict rules; the act continues with the other targets."""
    assert aimed("Ann", "Cy", wanted=(BOTH,), then="Away", strict=True) == [("resolves", 3), ("aimed", (ANN,))]
    assert aimed("Ann", "Cy", wanted=(BOTH,), then="Away") == [("resolves", 3), ("aimed", (ANN, CY))]


def test_a_check_of_the_declaration_is_not_repeated():
    """Somebody is out of play now, but everybody was in play when the act was declared."""
    assert aimed("Ann", then="Away", strict=True) == [("resolves", 3), ("aimed", ANN)]


def test_picks_used_for_the_payment_are_not_checked_again():
    """They are not targets. But a target with a new life is still missing."""
    spent = replace(BOTH, spent=True)
    assert aimed("Ann", "Cy", wanted=(spent,), then="Away", strict=True) == [("resolves", 3), ("aimed", (ANN, CY))]


def test_one_target_that_is_gone_leaves_the_other():
    """This is so with strict rules if the rest of an act happens; a target that was already lost is not checked again."""
    other = replace(ONE, name="targets", checks=())
    found = aimed("Bo", "Ann", wanted=(ONE, other), then="Away", strict=True, partial=True)
    assert found == [("resolves", 3), ("aimed", ANN)]


@pytest.mark.parametrize("is_open", [True, False])
def test_an_act_resolved_in_a_window_reaches_items_on_an_open_stack(is_open):
    """This is so if stacks are timed; a target on another stack is not reached, and the act has no effect."""
    mark = Action("Mark", 5, "mark", ACTION, picks=(made_pick("target", "a plot", "object", waiting),), stack="one")
    zones = (*ZONES[:2], replace(ZONES[2], quiet=60, open=is_open))
    playing = duel(IN_SUCCESSION, Steps("mark", {"": aims}), plotters=(BO,), actions=(mark,), table=Trio(zones))
    asked(playing, "Mark/Plot", *ALL_PASS)
    assert told(playing.events)[2:] == ([("resolves", 4), ("aimed", 3)] if is_open else [("fizzled", "Mark")])
    assert PLOT.name in [playing.state.names[slot] for slot in playing.state.zones[STACK]]
