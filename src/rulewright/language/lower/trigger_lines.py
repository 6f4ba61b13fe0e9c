"""Compiles `Trigger:` and `Timing:`: what an ability responds to, and when it is used."""

from __future__ import annotations

from rulewright.kernel.change.triggers import FOLLOWS
from rulewright.language.grammar import otherwise
from rulewright.language.grammar.listening import Listen
from rulewright.language.lower import costs
from rulewright.language.lower.drafts import Draft
from rulewright.language.names.marking import FOLLOWING
from rulewright.program import building, conditions, expressions
from rulewright.program.definition import Trigger
from rulewright.program.modes import Tie
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

UNHEARD = {
    "made": (
        "no ability can respond after somebody has made something",
        "`… would make …`, or, to respond afterwards, `… goes to ZONE`",
    ),
}
"""Events that can be forbidden or replaced but not noticed afterwards: why, and what can be used instead."""


def trigger(draft: Draft) -> Trigger | None:
    """Read the trigger of an action, and when it is used."""
    header = draft.header("Trigger")
    if header is None and FOLLOWING in draft.kinds:
        return Trigger(draft.index, FOLLOWS, conditions.Truth(building.every(())), optional=False, following=True)
    if header is None:
        if "reaction" in draft.kinds:
            draft.names.report(draft.item.span, f"{draft.item.name} is a reaction without a trigger", "a Trigger: line")
        return None
    listen = otherwise.trigger(header.value, header.value_span, draft.scope)
    if listen.on in UNHEARD and not draft.names.pinned(header.value_span):
        raise draft.names.fail(header.value_span, *UNHEARD[listen.on])
    listen = _timed(draft, listen)
    if listen.once:
        costs.limit(draft, f"once per {listen.once}", header.value_span, draft.item.name)
    optional = bool(draft.kinds & {"reaction", "hybrid", "interrupt", "optional"})
    test, everyone = conditions.Truth(building.every(listen.tests)), "automatic" in draft.kinds
    again, follows, together = "interrupt" in draft.kinds, FOLLOWING in draft.kinds, listen.together
    separate = listen.on == "would" and not together and not draft.kinds & AT_ONCE and not _about_itself(listen)
    return Trigger(
        draft.index, listen.on, test, listen.stat, optional, everyone, again, follows, listen.of, together=together,
        separate=separate,
    )  # fmt: skip


AT_ONCE = {"reaction", "hybrid", "interrupt", "automatic"}
"""Abilities that respond once to all changes that happen together, or that each thing uses for itself."""


def _about_itself(listen: Listen) -> bool:
    """Say whether a trigger is only about the thing that has it, or about its player."""
    abouts = [each for each in listen.tests if isinstance(each, expressions.About) and each.who == building.IT]
    return any(isinstance(test, expressions.Relation) and test.how is Tie.SELF for each in abouts for test in each.tests)


TIMINGS = ("before", "after", "instead")


def timing(draft: Draft) -> str:
    """Give what `Timing:` says."""
    header = draft.header("Timing")
    if header is not None and plain(header.value) not in TIMINGS:
        raise draft.names.fail(header.value_span, f"{header.value!r} is not a timing", ", ".join(TIMINGS))
    return plain(header.value) if header else ""


def _timed(draft: Draft, listen: Listen) -> Listen:
    """Give when a reaction is used: before the change, after it, or instead of it."""
    when, header = timing(draft), draft.header("Timing")
    if when in ("before", "instead") and listen.on != "would" and header is not None:
        expected = "a trigger such as `an enemy attacks this actor`, or Timing: after"
        raise draft.names.fail(
            header.value_span, f"this responds to something that has already happened, so {when!r} is too late", expected
        )
    return replace(listen, on=listen.of or "changed", of="") if when == "after" and listen.on == "would" else listen
