"""The two parts of a sentence that says several things: what the second leaves out, the first says."""

from __future__ import annotations

import re

MANY = re.compile(r"\b((?:all|each|every) (?:other )?[a-z]+(?: you (?:do not )?control| within \w+ \w+)?)$", re.IGNORECASE)
PRONOUN = re.compile(r"\b(?:each of them|them|they)\b")
"""Several things at the end of a sentence, and the words for them in the next."""
HAPPENS = (
    "is|are|cannot|can't|gains?|loses?|takes?|has|have|becomes?|gets?|draws?|discards?|may|must|suffers?|falls?|reveals?|shows?|"
    "puts?|moves?|returns?|sacrifices?|looks?|chooses?|shuffles?|trash(?:es)?|destroys?|gives?|pays?|scores?|removes?|swaps?"
)
SUBJECT = re.compile(
    rf"((?:(?:the|each|every|all|an?|another|target|enemy|friendly|other) )*[\w']+) (?:{HAPPENS})\b", re.IGNORECASE
)
"""The subject of a sentence, if it may also be the subject of the second part."""


def both(first: str, second: str) -> tuple[str, ...]:
    """Give the parts of a sentence: the second with the subject of the first, or after the choice of the card that is shown."""
    shown = re.fullmatch(r"(?:reveal|look at|show) the top card of [\w' &]+", first, re.IGNORECASE)
    subject = SUBJECT.match(first)
    several = MANY.search(first)
    if several is not None and PRONOUN.search(second):
        return first, PRONOUN.sub(several[1], second, count=1)
    if shown is not None and re.search(r"\bits?\b", second):
        return first, "choose one of them", re.sub(r"\bit\b", "the chosen card", second)
    if subject is not None and re.match(rf"(?:{HAPPENS})\b", second, re.IGNORECASE):
        return first, f"{subject[1]} {second}"
    return first, second
