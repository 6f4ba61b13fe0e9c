"""Warns of actions and abilities that can never be used: no window offers them, or nobody who has them is where it must be."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.kernel.state.facts import NOBODY, NOWHERE
from rulewright.language.check.population import Population
from rulewright.language.check.problems import Problem, warning
from rulewright.language.check.survey import Act, Survey
from rulewright.program import building, expressions, marks
from rulewright.program.building import walk
from rulewright.program.definition import Action

COMES = frozenset({marks.TRIGGERED, marks.AUTOMATIC, marks.REACTION, marks.INTERRUPT, marks.FOLLOWING, marks.LIMITED,
                   marks.PAYMENT, marks.STANDING})  # fmt: skip
"""The marks of what is not offered in a window."""


def unoffered(survey: Survey) -> Iterator[Problem]:
    """An action that players choose, but that no window of the game offers, or that can never be used from its zone."""
    there = Population(survey)
    for act in survey.acts if survey.book.main != NOWHERE else ():
        action, offered = act.action, not act.action.kinds & COMES
        if action.gone:
            continue
        if offered and action.procedure not in survey.nesting.ever:
            mine = _marked(there, action)
            expected = f"`window {mine[0] if mine else 'actions'} for …` in a step"
            yield warning(act.item.span, "unoffered", f"{action.name} is never offered: {_unreached(there, action)}", expected)
        elif offered and (why := _misplaced(survey, action)):
            yield warning(act.span("from", "speed"), "unoffered", f"{action.name} is never offered: {why}")
        elif (offered or not _everyones(survey, action)) and (why := _nobody_has(there, action)):
            yield warning(act.span("for"), "unoffered", f"{action.name} is never used: {why}")
        elif (offered or _listens(survey, act)) and (why := _out_of_play(there, action)):
            expected = "`then to ZONE` with a zone in play, in the kind of the card; or an effect in its `do:`"
            yield warning(act.item.span, "unoffered", f"{action.name} is never used: {why}", expected)


def never(there: Population, action: Action) -> str:
    """Say why nobody ever performs an action; "" where somebody may."""
    if action.kinds & COMES or there.book.main == NOWHERE:
        return ""
    if action.procedure not in there.survey.nesting.ever:
        return _unreached(there, action)
    return _misplaced(there.survey, action) or _nobody_has(there, action) or _out_of_play(there, action)


def _marked(there: Population, action: Action) -> list[str]:
    return sorted(there.book.words[kind] for kind in action.kinds - {marks.ACTION, marks.ACTIVATABLE})


def _unreached(there: Population, action: Action) -> str:
    return f"the game never reaches a window for {' or '.join(_marked(there, action)) or 'actions'}"


def _misplaced(survey: Survey, action: Action) -> str:
    """Say why an action can never be used from where it must be, or at its speed; "" where it may."""
    zones = [survey.book.zones[zone] for zone in action.zones]
    if zones and action.index not in survey.on_cards and not any(zone.live for zone in zones):
        return f"who uses it never lies in {' or '.join(zone.name for zone in zones)}"
    tables = [part.table for check in action.checks for part in walk(check.test) if isinstance(part, expressions.FastEnough)]
    answered = {speed for table in tables for _, _, answers in table for speed in answers}
    if tables and action.speed not in (expressions.NONE, *answered):
        return f"the table of speeds never allows the speed {survey.book.speed_of(action)}"
    return ""


def _everyones(survey: Survey, action: Action) -> bool:
    """Say whether an action belongs to nobody: a rule that applies to whoever its trigger is about, or a phrase or a feature."""
    triggers = survey.triggers.get(action.index, ())
    return bool(action.kinds & {marks.LIMITED, marks.FEATURE}) or any(trigger.everyone for trigger in triggers)


def _nobody_has(there: Population, action: Action) -> str:
    """Say why nobody in a game has an action of things; "" where somebody may have it."""
    anybodys = action.kinds & {marks.FEATURE, marks.LIMITED} or there.book.granting
    return "" if anybodys else there.without(action)


def _listens(survey: Survey, act: Act) -> bool:
    """Say whether an ability responds only to what happens to others while its card is in play."""
    found = survey.triggers.get(act.action.index, ())
    if act.action.kinds & {marks.FOLLOWING, marks.LIMITED, marks.FEATURE} or not found:
        return False
    return not any(trigger.everyone or building.mentions(trigger.test.node, building.SOURCE.name) for trigger in found)


def _out_of_play(there: Population, action: Action) -> str:
    """Say why the cards with an ability never come into play, where it can be used only there; "" where one may."""
    book, number = there.book, action.index
    having = there.having.get(number, [])
    cards = having and all(marks.CARD in kind.marks for kind in having)
    elsewhere = any(not book.zones[zone].live for zone in action.zones)
    if action.played or elsewhere or not cards or not there.known or there.brings_in:
        return ""
    own = [book.actions[each] for kind in having for each in kind.actions]
    zones = {zone for each in own if each.played for zone in (each.after, each.onto) if zone != NOWHERE}
    laid = there.laid_in.get(number, frozenset())
    if not zones or any(zone == NOBODY or book.zones[zone].live for zone in zones | laid):
        return ""
    names = " or ".join(sorted(book.zones[zone].name for zone in zones))
    return f"its card goes to {names} when it is played, which is not in play"


LOOKS = (unoffered,)
