"""Loops of an action: who gains or loses in `each opponent: …` if the clause names nobody."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.language.grammar import mentioned
from rulewright.language.grammar.noun_heads import GENERAL, PLURALS, THINGS
from rulewright.language.names.names import Names
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text.syntax import Clause, opening
from rulewright.program import building, expressions, marks
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Each
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

SPOKEN_OF = re.compile(r"\[|\b(?:its?|itself|each|that (?:actor|player)|you|your|target|this|actor)\b", re.IGNORECASE)
"""The words by which a line inside a loop names its subject."""


def in_person(loop: Each, inside: Sequence[Clause], names: Names) -> Each:
    """Let each of some persons perform a phrase of the text, if no line of the phrase names its subject."""
    lines = list(_lines(inside)) if loop.var == "it" and _persons(loop.of) else []
    bare = [line for line in lines if not SPOKEN_OF.search(line.text)]
    worded = [line for line in bare if own_word(names, line.text)]
    if worded and len(bare) < len(lines):
        message = f"it is not clear who does this: {worded[0].text!r} names nobody, and a line beside it names somebody"
        raise names.fail(worded[0].span, message, f"`each …: {worded[0].text}` on a line of its own")
    return replace(loop, var="actor") if worded else loop


def _clauses(inside: Sequence[Clause]) -> Iterator[Clause]:
    """Give some clauses and those below them."""
    for clause in inside:
        below = (*clause.inside, *(clause.otherwise.clauses if clause.otherwise is not None else ()))
        yield from _clauses(below)
        yield clause


def _lines(inside: Sequence[Clause]) -> Iterator[Clause]:
    """Give some clauses and those below them; clauses that only contain others are left out."""
    return (clause for clause in _clauses(inside) if not clause.inside)


YOURS = re.compile(r"\byour \w+|\byou (?:do not )?control\b", re.IGNORECASE)
OWN_STAT = re.compile(r"\[([^\[\]]+)\]")
OF_A_NOUN = re.compile(r"\b(?:with|whose|that)\b", re.IGNORECASE)
"""The words before a condition of a noun: a stat in it is that of the thing itself."""
SAID = re.compile(r"\b(?:its?|itself|that (?:actor|player)|the actor|actor's)\b|\byou\b(?! (?:do not )?control\b)", re.IGNORECASE)
"""The words by which a line inside a loop says whether it means each or the actor."""


def plainly_whose(loop: Each, inside: Sequence[Clause], names: Names) -> None:
    """Report `your Hand` and `[Stat]` in a line that each of some persons seems to perform: it has two readings."""
    if loop.var != "it" or not _persons(loop.of):
        return
    unclear = (each for each in _clauses(inside) if not SAID.search(each.text) and not names.pinned(each.span))
    for clause in unclear:
        stats = [] if OF_A_NOUN.search(clause.text) else OWN_STAT.finditer(clause.text)
        own = [ref[0] for ref in stats if names.declared(plain(ref[1])) is not None]
        for said in (*(found[0] for found in YOURS.finditer(clause.text)), *own):
            message = f"it is not clear whose {said!r} is meant: that of each, or always the actor's"
            raise names.fail(clause.span, message, _clearly(said))


def _clearly(said: str) -> str:
    """Give words that mean each, and words that mean the actor."""
    if said.startswith("["):
        return f"`[It {said[1:]}` for that of each, `[Actor {said[1:]}` for the actor's"
    if said.endswith("control"):
        return "`it controls` for those of each, `controlled by the actor` for the actor's"
    thing = said.partition(" ")[2]
    return f"`its {thing}` for that of each, `the actor's {thing}` for the actor's"


def spoken_of(loop: Each, names: Names) -> tuple[mentioned.Mention, ...]:
    """Give what the lines of a loop speak of, for `other`; a phrase of the text that each performs speaks of nobody."""
    return mentioned.of_loop(names, loop.of) if loop.var == "it" else ()


def not_below_an_effect(clause: Clause, names: Names) -> None:
    """Refuse a line below `if …: gain 1 Gold`: it looks like a part of that clause, and would happen in any case."""
    head = opening(clause.under)
    if head and not names.pinned(clause.span):
        message = f"this line is indented below {clause.under!r}, which has its effect on its own line, so it is not part of it"
        below = f"`{clause.under[len(head) :].strip()}` and this line below `{head}`"
        raise names.fail(clause.span, message, f"{below}; or this line as far to the left as `{head}`")


def own_word(names: Names, text: str) -> bool:
    """Say whether a line fits a phrase that the text defines."""
    own = [word for word in names.keywords if word.kind == "effect" and word not in names.using]
    return any(True for word in own for _ in word.pattern.matches(text, SLOTS))


ABOUT_IT = re.compile(r"\b(?:its?|itself|that (?:actor|player))\b(?![^\[]*\])", re.IGNORECASE)


def subject(loop: Each, inside: Sequence[Clause], outside: Expression | None) -> Expression | None:
    """Give who gains or loses inside a loop in a line without a subject: each of some persons, else who it was before.

    Where another line of the loop says `it`, a line that says nobody may mean the actor as well: then it is None.
    """
    if loop.var == "it" and _persons(loop.of):
        return None if any(ABOUT_IT.search(line.text) for line in _lines(inside)) else building.IT
    return building.ACTOR if loop.var in ("it", "actor") else outside


def _persons(of: Expression | None) -> bool:
    """Say whether a loop goes through persons: players or actors, not cards or things of a declared kind."""
    if not isinstance(of, expressions.Query) or building.IN_PLAY not in of.tests:
        return False
    kinds = {test.mark for test in of.tests if isinstance(test, expressions.OfKind)}
    words = [PLURALS.get(word, word.removesuffix("s")) for word in plain(of.words).split()]
    noun = next((word for word in words if word in (*GENERAL, *THINGS)), "")
    return kinds <= {marks.PLAYER} and noun in GENERAL and noun != "target"
