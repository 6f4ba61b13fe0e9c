"""An error: an action counters, copies, blocks or aims what can never wait on a stack, so it would do nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.check.problems import Problem
from rulewright.language.check.survey import Act, Survey, joined
from rulewright.program import building, expressions, instructions, marks, pools
from rulewright.program.definition import Trigger
from rulewright.program.modes import Happening, Intervention, Source

EXPECTED = "`Trigger: … puts NAME on the stack`, or a `Target:` on the stack"


def never_waiting(survey: Survey) -> Iterator[Problem]:
    """Report what is to be countered, copied, blocked or aimed, where it is never on a stack."""
    for act in survey.acts:
        said = [each for each in act.does if isinstance(each, instructions.Intervene) and each.how is not Intervention.ENACT]
        found = [(each.how.value, *what) for each in said for what in _whom(survey, act, each.whom)]
        for how, whom, what in dict.fromkeys(found):
            message = f"{how} does nothing here: {whom} is {what}, which never waits on a stack"
            yield Problem(act.span("do", "else", "then"), message, EXPECTED, code="never-waiting")


def _whom(survey: Survey, act: Act, whom: expressions.Expression) -> Iterator[tuple[str, str]]:
    """Say whom an instruction is about and what that is, if it never waits."""
    if whom == building.IT:
        if any(getattr(other, "var", "") == "it" for other in act.does):
            return  # in a loop, `it` is one of the things of the loop
        triggers = survey.triggers.get(act.action.index, ())
        yield from (("`it`", what) for trigger in triggers if (what := _off_the_stack(survey, trigger)))
    else:
        name = getattr(whom, "name", getattr(whom, "var", ""))
        picked = [pick for pick in act.action.picks if pick.name == name]
        for pick in picked:
            if isinstance(pick.pool, pools.Candidates) and _in_play(survey, pick.pool.node):
                yield f"`{name}`", f"{pick.prompt or 'anybody'}, picked where it is in play"


def _in_play(survey: Survey, query: expressions.Query) -> bool:
    """Say whether some things are looked for only where no action waits."""
    if query.source is Source.PLAY:
        return not any(zone.stack and zone.live for zone in survey.book.zones)
    return query.source is Source.ZONES and not any(survey.book.zones[zone].stack for zone in query.zones)


def _off_the_stack(survey: Survey, trigger: Trigger) -> str:
    """Say what a trigger is about, if that never waits on a stack; "" if it may."""
    asked: Sequence[expressions.Expression] = list(joined(trigger.test.node))
    if trigger.on in ("performed", "began", "ended", "occasion"):
        return "who performs the action" if trigger.on == "performed" else "whose structure it is"
    about = [test for each in asked if isinstance(each, expressions.About) and each.who == building.IT for test in each.tests]
    if any(isinstance(test, expressions.OfKind) and test.mark == marks.PLAYER for test in about):
        return "a player"
    if any(isinstance(each, expressions.Changes) and each.stat == survey.book.damage for each in asked):
        return "what has taken damage"
    went = [each for each in asked if building.happens(each, Happening.WENT)]
    if any(each.passing for each in went):
        return f"what has {next(each.passing for each in went if each.passing)}"
    zones = [survey.book.zones[each.zone] for each in went if each.zone != NOWHERE]
    return next((f"what has gone to {zone.name}" for zone in zones if not zone.stack), "")
