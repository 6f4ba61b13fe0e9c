"""How long something lasts, by the structures of a book: `until end of turn`, `for 2 rounds`."""

from __future__ import annotations

import re

from rulewright.language.grammar.somebody import amount, single
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building
from rulewright.program.durations import Until
from rulewright.program.expressions import Related
from rulewright.program.modes import Link, Term
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

DURATIONS: tuple[tuple[str, str], ...] = (
    (r"until (?:the )?end of (?P<whose>the |its |their |your |.+?'s )?next (?P<structure>[\w ]+?)", "later"),
    (r"until (?:the )?(?:start|beginning) of (?P<whose>the |its |their |your |.+?'s )?next (?P<structure>[\w ]+?)", "start"),
    (r"until (?:the )?end of (?:the |this |its |their |your |that )?(?P<structure>[\w ]+?)", "end"),
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
    number, until = names.procedure(structure), Until(Term.END)
    if "whose" in found.re.groupindex:
        until = _whose(names, structure, plain(found["whose"] or "the"), span)
    elif structure == names.turn:  # a turn is somebody's, a round is everybody's
        until = Until(Term.END, whose=building.ACTOR)
    if how == "end" and not (structure == names.turn and names.policy("end of turn") == "start of next turn"):
        return Until(Term.FRAME, number)
    if how in ("end", "start"):
        return replace(until, how=Term.BEGIN, structure=number)
    if how == "later":
        return replace(until, structure=number, later=True)
    return replace(until, structure=number, count=amount(names, found["count"], span))


def _whose(names: Names, structure: str, said: str, span: Span) -> Until:
    """Read whose next structure is meant: `your` is the actor's, `its` that of the thing on which the effect is."""
    of = names.subjects.get(structure, "")
    if said == "the" or not of:
        return Until(Term.END, whose=building.ACTOR if structure == names.turn else None)
    players = of.endswith("player")
    if said in ("its", "their"):
        return Until(Term.END, own=True, player=players)
    who = building.ACTOR if said == "your" else single(names, said, span)
    if who is None:
        raise names.fail(span, f"{said!r} is nobody that this line knows", "your, its, target's or that player's next …")
    player = players and who != building.ACTOR and not (isinstance(who, Related) and who.how is Link.PLAYER)
    return Until(Term.END, whose=Related(Link.PLAYER, who) if player else who)
