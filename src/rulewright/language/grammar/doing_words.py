"""Phrases for the cause of an effect, and for abilities that an effect lets follow. Every book may use them."""

from __future__ import annotations

import re

from rulewright.language.grammar import phrases, somebody, suggestions
from rulewright.language.grammar.listening import Listen
from rulewright.language.grammar.patterns import Pattern, Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, procedures
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Bond, Source, Want
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

Effects = list[Instruction]


def _heard(f: Found) -> expressions.About:
    """Read the announcement, which consists of words; a comparison after it is a separate condition."""
    if re.search(r"[^\w '’-]|\d", f.text("word")):
        raise f.scope.names.fail(f.at("word"), f"{f.text('word')!r} is not an announcement", "words alone")
    return expressions.About(f.single(), (expressions.Has(word=f.announcement("word")),))


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("{whom} hears {word:rest}", _heard, "target hears the bell rings",
         "it has an ability that responds to this announcement about itself (see tell), in any zone"),
    ),
)  # fmt: skip


def _doing(f: Found) -> Effects:
    if not f.has("word") and f.text("whom").casefold().endswith(" of each"):
        raise f.scope.names.fail(f.at("whom"), f"{f.text('whom')!r} is different for each thing", "by the keeper of each")
    by = instructions.By(word=f.noted_as()) if f.has("word") else instructions.By(f.whom())
    return procedures.joined([[by], f.inner("rest"), [instructions.By()]])


def _follows(f: Found) -> Effects:
    names = f.scope.names
    if plain(f.text("action")) not in names.following:
        raise names.fail(
            f.at("action"), f"{f.text('action')!r} is not an ability marked (Following)", "one that is marked (Following)"
        )
    return [instructions.Follow(f.action(), f.whom() if f.has("whom") else None, f.duration(), f.has("again"))]


def _note(f: Found) -> Effects:
    return [
        instructions.Bind(Bond.NOTE, f.whom("host"), expressions.Query((), "what does it", source=Source.CAUSES), f.noted_as())
    ]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("by the {word} of each: {rest}", _doing, "by the keeper of each: gain 1 Health",
         "the cause of the effect on each thing is what is noted for this thing under a word, even if it has left"),
        ("by {whom}: {rest}", _doing, "by target: gain 1 Health",
         "the given thing is the cause of the effect, instead of its source"),
        ("note the source as {word} of {host:whom}", _note, "note the source as keeper of target",
         "stores the cause: the source of the effect, or what `by …:` names"),
        ("{action} follows [{again:every_time}] [for {whom}] [{duration}]", _follows, "Answer follows for target this turn",
         "an ability of this card that is marked (Following) is used once: next, or, if it has a trigger, when the trigger is "
         "met, or every time; in its text, `that one` is the thing after `for`"),
    ),
)  # fmt: skip


def _told_by(f: Found) -> Listen:
    scope, text = f.scope, f.text("rest")
    known = somebody.single(scope.names, f.text("means"))
    tests = (building.is_it(known),) if known is not None else f.things("means").tests
    causes = expressions.Query(tuple(test for test in tests if test != building.IN_PLAY), "what does it", source=Source.CAUSES)
    listen: Listen | None = phrases.match(scope.table, "trigger", text, f.at("rest"), scope)
    if listen is None:
        raise suggestions.unknown(scope, "trigger", text, f.at("rest"))
    means = expressions.Measure(Want.ANY, causes)
    return replace(listen, tests=(*listen.tests, means))


TRIGGERS: tuple[Phrase, ...] = (
    Phrase("trigger", Pattern("{rest}, by {means:things}"), _told_by, "an actor goes to the trash, by an enemy",
           "any other trigger of this list, but only with this cause: the source of the effect or cost, or what `by …:` names"),
)  # fmt: skip
