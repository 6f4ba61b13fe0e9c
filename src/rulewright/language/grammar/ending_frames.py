"""The frames of sentences about how a game ends, and who wins it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.rule_lines import Lines

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

Found = re.Match[str]


def ends(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say when a scene ends."""
    condition = sentence.condition(found["when"])
    return Lines(elsewhere=("Scene …", f"  ends when: {condition}")) if condition is not None else None


def ends_after(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say that the game ends with the round in which something is so."""
    condition, structure = sentence.condition(found["when"]), sentence.slots.any_structure(found["structure"])
    begins = sentence.names.structure("Game")
    if condition is None or structure is None or begins is None:
        return None
    return Lines(elsewhere=(f"structure {structure}", f"  step end: if {condition}: end the {begins}"))


def winning(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say who wins when: the actor, or everybody who has a card of that kind."""
    said = found.groupdict().get("who")
    when = found["when"] if said else re.sub(r"^(\w+?)s\b", r"you \1", found["when"])
    condition, hand = sentence.condition(when), rephrasing.own_zone("hand", sentence.names)
    kind = sentence.names.kind((said or "you").removeprefix("the "))
    if condition is None or (kind is None and said not in (None, "you", "You", "a player", "the player")):
        return None
    if kind is not None and hand is not None:
        return Lines(does=(f"if {condition}:\n  each player with a {kind} in its {hand}: it wins the game",))
    return Lines(does=(f"if {condition}: the actor wins the game",))
