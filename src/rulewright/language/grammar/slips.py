"""Misspelt words of a line that cannot be read: the phrase, the structure or the stat that was meant."""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from rulewright.language.check.problems import Problem, Unreadable
from rulewright.language.grammar import near_phrases
from rulewright.language.grammar.patterns import ALIKE, did_you_mean
from rulewright.language.names.names import Names
from rulewright.program.declared import OWN_STATS
from rulewright.program.quick_dataclasses import replace

MANY = 300  # after so many problems, no more suggestions are computed


def misspelt_phrase(error: Unreadable) -> Problem:
    """Give the problem of an error with the phrase that was misspelt in it."""
    problem = error.problem
    if error.said is None or problem.nearest or problem.message != f"{error.said[1]!r} is not understood":
        return problem
    kind, text, scope = error.said
    few = len(scope.names.problems) < MANY
    return (
        replace(problem, nearest=" or ".join(map(repr, near_phrases.misspelt(kind, text, scope.table, scope.names))))
        if few
        else problem
    )


MOMENT = re.compile(r"at (?:the )?(?:start|beginning|end) of (?:\w+(?:'s)? )??(?:next )?(\w+), .+", re.IGNORECASE)
GAINED = re.compile(
    r"(?:(?:when|whenever|each time|the next time) )?[\w' ]+? (?:gain|lose)s? (?:\d+ |an? )?([A-Z]\w*)(?:,.*)?", re.DOTALL
)


def misspelt_name(error: Unreadable, problem: Problem, names: Names) -> Problem | None:
    """Name the structure or the stat that was meant, where a line says when something comes and misspells it."""
    text = error.whole[0] if error.whole is not None else error.said[1] if error.said is not None else ""
    for what, pattern, known in (("structure", MOMENT, names.structures.values()), ("stat", GAINED, _own_stats(names))):
        found = pattern.fullmatch(text)
        if found is not None and found[1].casefold() not in map(str.casefold, known):
            near = did_you_mean(found[1], list(known))
            if near is not None:
                return replace(problem, message=f"there is no {what} {found[1]!r}", expected=", ".join(known), nearest=near)
    return None


def _own_stats(names: Names) -> list[str]:
    return [stat.name for stat in names.stats[len(OWN_STATS) :]]


def plausible(problem: Problem) -> Problem:
    """Give a problem without a single word as its suggestion that is like none of several words that cannot be read."""
    said = re.search(r"'([^']+ [^']+ [^']+)'", problem.message)
    near = problem.nearest.casefold()
    if said is None or not re.fullmatch(r"[\w-]+", near):
        return problem
    ratios = [SequenceMatcher(None, word, near).ratio() for word in said[1].casefold().split(" ")]
    known = any(word.removesuffix("s") == near.removesuffix("s") for word in said[1].casefold().split(" "))
    return problem if max(ratios) >= ALIKE and not known else replace(problem, nearest="")


def is_slip(problem: Problem) -> bool:
    """Say whether a problem is about a word that is misspelt: what it was meant as is suggested already."""
    word = re.search(r"'([^']+)'", problem.message)
    meant = problem.nearest.strip("[]").casefold()
    return word is not None and bool(meant) and SequenceMatcher(None, word[1].strip("[]").casefold(), meant).ratio() >= ALIKE
