"""How long something lasts, by the structures of a book: `until end of turn`, `for 2 rounds`."""

from __future__ import annotations

import re

from rulewright.language.grammar.somebody import amount
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building
from rulewright.program.durations import Until
from rulewright.program.modes import Term
from rulewright.program.spelled import plain

DURATIONS: tuple[tuple[str, str], ...] = (
    (r"until (?:the )?end of (?:the |its |their |your |the actor's )?next (?P<structure>[\w ]+?)", "later"),
    (r"until (?:the )?(?:start|beginning) of (?:the |its |their |your |the actor's )?next (?P<structure>[\w ]+?)", "start"),
    (r"until (?:the )?end of (?:the |this |its |their |that )?(?P<structure>[\w ]+?)", "end"),
    (r"(?:during |for the rest of )?this (?P<structure>[\w ]+?)", "end"),
    (r"for the (?:rest of the )?(?P<structure>[\w ]+?)", "end"),
    (r"for (?P<count>\S+) (?P<structure>[\w ]+?)", "count"),
)


def duration(names: Names, text: str, span: Span) -> Until:
    """Read how long something lasts, by structures."""
    words = plain(text).strip(" ,")
    for pattern, how in DURATIONS:
        found = re.fullmatch(pattern, words)
        structure = names.structure(found["structure"]) if found else None
        if found and structure:
            return _until(names, how, structure, found, span)
    known = ", ".join(sorted(set(names.structures.values())))
    raise names.fail(span, f"{text.strip()!r} is not a duration", f"until end of …, until start of next …, for 2 … ({known})")


def _until(names: Names, how: str, structure: str, found: re.Match[str], span: Span) -> Until:
    whose = building.ACTOR if structure == names.turn else None  # a turn is somebody's, a round is everybody's
    number = names.procedure(structure)
    if how == "end" and not (structure == names.turn and names.policy("end of turn") == "start of next turn"):
        return Until(Term.FRAME, number)
    if how in ("end", "start"):
        return Until(Term.BEGIN, number, whose)
    if how == "later":
        return Until(Term.END, number, whose, later=True)
    return Until(Term.END, number, whose, amount(names, found["count"], span))
