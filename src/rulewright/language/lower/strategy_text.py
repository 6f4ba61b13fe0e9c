"""Reads a Strategy: ranked behaviours, each an action with a condition and a choice of target."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, get_args

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar import nouns, phrases, somebody
from rulewright.language.lower.drafts import Draft
from rulewright.language.text import notation
from rulewright.language.text.source import Line, Span
from rulewright.program import building, expressions
from rulewright.program.behaviours import Aim, Behaviour, Strategy
from rulewright.program.expressions import NONE, Expression
from rulewright.program.signs import Course, Preference
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.lower.compiler import Binder

ENDS = ("pass", "end turn", "end the turn", "wait")
"""Behaviours that end the turn."""


def read(draft: Draft, numbers: Mapping[str, int]) -> Strategy:
    """Read a strategy's lines: `threat:` and the behaviours, first to last; the actions have these numbers."""
    behaviours: list[Behaviour] = []
    threat: Expression | None = None
    for line in draft.item.lines:
        key, _, value = line.text.partition(":")
        if plain(key) == "threat":
            threat = draft.guarded(_measure, draft, value.strip(), line.span, None)
            continue
        found = draft.guarded(_behaviour, draft, line, threat, numbers)
        behaviours += [found] if found is not None else []
    if behaviours and behaviours[-1].when is not None:
        last = draft.item.lines[-1].span
        draft.names.report(last, f"the last behaviour of {draft.item.name} has a condition", "one without `when`, such as pass")
    damage = NOWHERE if draft.names.damage is None else draft.names.damage
    return Strategy(draft.item.name, tuple(behaviours), damage, threat)


def _behaviour(draft: Draft, line: Line, threat: Expression | None, numbers: Mapping[str, int]) -> Behaviour:
    """Read `1. when an enemy is adjacent: Jab the adjacent enemy with lowest Health`."""
    found = re.fullmatch(r"(?:\d+\.\s*)?(?:when (?P<when>.+?):\s*)?(?P<act>.+?)\.?", line.text.strip())
    assert found is not None  # this pattern fits every text
    when = phrases.read_condition(draft.table, found["when"], line.span, draft.scope) if found["when"] else None
    words = " ".join(line.text.split())
    if plain(found["act"]) in ENDS:
        return Behaviour(words, NONE, when)
    action, rest = _action(draft, found["act"], line.span)
    return Behaviour(words, numbers[plain(action)], when, _choice(draft, rest, line.span, threat) if rest else None)


def _action(draft: Draft, text: str, span: Span) -> tuple[str, str]:
    """Split a behaviour into the longest name of an action that it begins with, and the rest."""
    parts = text.split()
    for n in range(len(parts), 0, -1):
        action = draft.names.action(" ".join(parts[:n]))
        if action is not None:
            return action, " ".join(parts[n:])
    raise draft.names.fail(span, f"{text!r} does not begin with an action of the book", f"an action, or {', '.join(ENDS)}")


WAYS: dict[str, Course] = {"toward": "toward", "towards": "toward", "away from": "away"}
BEST: dict[str, Preference] = {each: each for each in get_args(Preference)}


def _choice(draft: Draft, text: str, span: Span, threat: Expression | None) -> Aim:
    way = re.fullmatch(r"(?P<way>toward|towards|away from|at|on)? ?(?P<rest>.+)", plain(text))
    assert way is not None
    aim: Course = WAYS.get(way["way"] or "", "at")
    words = re.sub(r"^(?:the|an?) ", "", way["rest"])
    first = re.fullmatch(r"(nearest|farthest|random) (.+)", words)
    how: Preference = BEST[first[1]] if first else ""
    words = first[2] if first else words
    best = re.fullmatch(r"(.+) with (?:the )?(lowest|highest) (.+)", words)
    by: Expression | None = None
    if best:
        how, words, by = BEST[best[2]], best[1], _measure(draft, best[3], span, threat)
    if words in draft.names.marks:
        return Aim(aim, None, draft.names.exact_word(words), how or "nearest", by)
    return Aim(aim, nouns.phrase(draft.names, words, span).things, NONE, how, by)


def _measure(draft: Draft, text: str, span: Span, threat: Expression | None) -> Expression:
    """Read what is compared: a stat, a sum of stats, or the strategy's threat, each of the candidate."""
    if plain(text) == "threat" and threat is not None:
        return threat
    stat = draft.names.declared(text)
    if stat is not None:
        return expressions.StatOf(building.IT, stat)
    return somebody.own(draft.names, notation.expression(text, span))


def check(binder: Binder) -> None:
    """Report a cast whose strategy the book does not have."""
    for item in binder.of("scene"):
        for name in filter(None, binder.positions[item.name].strategies):
            if plain(name) not in binder.strategies:
                known = ", ".join(strategy.name for strategy in binder.strategies.values())
                binder.names.report(item.span, f"there is no strategy {name!r}", known or "a Strategy of the book")
