"""Passive triggers, for every verb of the book that moves a thing or changes a stat: `this is exiled`, `a card is tapped`."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.language.check.problems import RuleTextError, Unreadable
from rulewright.language.grammar import phrases
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.text import syntax
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Alter, Instruction, Send
from rulewright.program.modes import Happening, Way
from rulewright.program.signs import EventKind
from rulewright.program.spelled import plain

IT = building.IT
OF_THE_LANGUAGE = ("attacked", "blocked", "chosen", "countered", "damaged", "destroyed", "healed", "moved", "revealed")
"""Participles that have a phrase of their own."""


def _verbs(participle: str) -> Iterator[str]:
    """Give the verbs of which a word may be the participle: `exiled`, `trashed`, `tapped`, `buried`."""
    if participle.endswith("ied"):
        yield f"{participle[:-3]}y"
    if participle.endswith("ed"):
        yield from (participle[:-2], participle[:-1])
        if participle[-4:-3] == participle[-3:-2]:
            yield participle[:-3]


def _done(f: Found, verb: str) -> Instruction | None:
    """Give what a verb of the book does to a thing, if it is one instruction."""
    try:
        found = phrases.effect(f.scope.table, syntax.Clause(f"{verb} it", f.at("deed")), f.scope)
    except (Unreadable, RuleTextError):
        return None
    return found[0] if found is not None and len(found) == 1 else None


def _event(done: Instruction | None) -> tuple[EventKind, Expression, int | None] | None:
    """Give the event that an instruction causes when it is done to `it`."""
    if isinstance(done, Send) and done.what == IT and done.count is None:
        gone = done.zone == expressions.NONE
        went = expressions.Happens(Happening.WENT, passing="removed" if gone else "", zone=done.zone)
        return "moved", went, None
    if isinstance(done, Alter) and done.whom == IT and done.op in ("+=", "-="):
        return "changed", expressions.Changes(done.stat, Way.UP if done.op == "+=" else Way.DOWN), done.stat
    return None


def _passive(f: Found) -> Listen:
    participle = plain(f.text("deed"))
    if participle not in OF_THE_LANGUAGE:
        for verb in _verbs(participle):
            if (event := _event(_done(f, verb))) is not None:
                on, test, stat = event
                return Listen(on, (test, *about(IT, f, "object")), stat)
    expected = "a verb that moves a thing or changes one of its stats, such as `is removed`"
    raise f.scope.names.fail(f.at("deed"), f"no trigger fits being {participle}", expected)


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{object:things} is {deed:word}", _passive, "an ally is removed",
         "after a verb of the book was done to something that moves it or changes one of its stats: `is trashed`, `is tapped`"),
    ),
)  # fmt: skip
