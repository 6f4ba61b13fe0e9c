"""Sentences about pieces of a board, and about what somebody may have at most."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import amount_words, new_names, rephrasing
from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.grammar.sentence_frames import Found, Frames

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

WAYS = (
    (r"(?:straight )?(?:forwards?|ahead|up)(?: only)?", "above"),
    (r"(?:straight )?(?:backwards?|back|down)", "below"),
    (r"diagonally", "diagonally from"),
    (r"orthogonally|horizontally or vertically|vertically or horizontally", "orthogonally from"),
    (r"in any direction|in a straight line|any way", "straight from"),
)
"""How far pieces go, and where the cells are to which they go."""


def _steps(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say which cells a piece may go to: `move a stone two cells diagonally`."""
    what = re.sub(r"^(?:one of )?(?:your|an?|the|any) (?:own )?", "", found["what"] or found["obj"], flags=re.IGNORECASE)
    piece = sentence.slots.one_piece(re.sub(r"s$", "", what))
    way = next((to for words, to in WAYS if re.fullmatch(words, found["way"], re.IGNORECASE)), None)
    n = amount_words.number(found["n"])
    if piece is None or way is None or not n.isdigit():
        return None
    if n == "1":
        place = {"above": "directly above", "below": "directly below", "straight from": "adjacent to"}.get(way)
        place = place or {"diagonally from": "diagonal to", "orthogonally from": "next to"}[way]
    else:
        place = f"exactly {n} tiles {way}"
    heads = (f"Target: {rephrasing.article(piece)}{piece} you control", f"Also: an empty cell {place} target")
    right = sentence.reads.noun(f"an empty cell {place} target")
    return Lines(heads, ("move target to the other",)) if right else None


def _at_most(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say how much everybody may have at most: more than that is lost, or things are given up."""
    most, unit = amount_words.number(found["n"]), rephrasing.own_stat(found["what"], sentence.names)
    if not most.isdigit():
        return None
    kind = rephrasing.own_kind(new_names.singular(found["what"]), sentence.names)
    if unit is not None and sentence.names.kind(found["what"]) is None:
        return Lines(does=(f"each player with [{unit}] > {most}: it has {most} {unit}",))
    noun = sentence.noun(kind) if kind is not None else None
    if noun is None:
        return None
    plural = re.sub(r"(?<=[^aeiou])ys$", "ies", f"{noun}s")
    many = f"[number of {plural} it controls]"
    choice = f"it chooses {many} - {most} {plural} it controls, to give up"
    return Lines(does=(f"each player:\n  if {many} > {most}:\n    {choice}\n    remove the chosen {plural}",))


BOARD_FRAMES: Frames = (
    (
        r"(?:(?P<what>(?:an?|the|your) [a-z]+|[a-z]+s) (?:may |can )?moves?|(?:you (?:may |can )?)?moves? "
        r"(?P<obj>(?:an?|one of your|your|any) [a-z]+)) (?P<n>an?|one|two|three|four|\d) "
        r"(?:cells?|squares?|spaces?|tiles?|points?) "
        r"(?P<way>[a-z ]+)",
        _steps,
    ),
    (
        r"(?:each player|players|you|nobody|no player|a player) "
        r"(?:(?:may|can) (?:have|hold|keep|own|control) (?:at most|up to|no more than|only)|"
        r"(?:may not|cannot|can't|may never|may|can) (?:have|hold|keep|own|control) more than) (?P<n>\d+|[a-z]+) "
        r"(?P<what>[a-z]+)(?: (?:in play|at a time|at once|at any time|each))?(?:[;,.] (?:discard|lose|return|remove)s? "
        r"(?:the rest|any excess|what is over|the others))?",
        _at_most,
    ),
)
"""How rulebooks say it: the words, and what takes them apart."""
