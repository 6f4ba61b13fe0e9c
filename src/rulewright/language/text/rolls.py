"""The ways of rolling that can follow dice: `2d20 keep highest`, `4d6 drop lowest 1`, `2d6 re-roll ones`, `1d6 exploding`."""

from __future__ import annotations

import re

from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.program.quick_dataclasses import replace

EXPLOSIONS = 10
"""How often one die explodes at most."""
_PICKED = re.compile(r"(?P<how>keep|drop)\w* (?:the )?(?P<end>highest|lowest)(?: (?P<count>.+))?")
_AGAIN = re.compile(r"re-?roll\w* (?:(?P<most>\d+) or less|ones|1s)(?P<once> once)?")


def in_manner(dice: syntax.Dice, said: str, span: Span) -> syntax.Dice:
    """Give dice that are rolled in a certain way.

    :raises ValueError: with what is wrong and what was expected; dice cannot be rolled in this way.
    """
    words = " ".join(said.strip(", ").lower().split())
    if words == "exploding":
        if dice.sides < 2:
            raise ValueError("a die with one side would explode each time", "a die with more sides")
        return replace(dice, explodes=EXPLOSIONS)
    if words.endswith("advantage"):
        return _advantage(dice, words == "with disadvantage", span)
    if again := _AGAIN.fullmatch(words):
        most = int(again["most"] or 1)
        if most >= dice.sides:
            raise ValueError(f"a d{dice.sides} never shows more than {most}", f"re-roll {dice.sides - 1} or less")
        return replace(dice, again=most, once=again["once"] is not None)
    picked = _PICKED.fullmatch(words)
    assert picked is not None  # the token has no other form
    return _kept(dice, picked, said, span)


def _advantage(dice: syntax.Dice, lowest: bool, span: Span) -> syntax.Dice:
    """Roll one die twice; the higher counts, or the lower."""
    if not isinstance(dice.count, syntax.Number) or dice.count.value != 1 or dice.keep is not None:
        expected = f"`1d{dice.sides} with advantage`, or `the higher of 2d{dice.sides} and 2d{dice.sides}`"
        raise ValueError("advantage is for one die, not for several", expected)
    return replace(dice, count=syntax.Number(2, span), keep=syntax.Number(1, span), lowest=lowest)


def _kept(dice: syntax.Dice, picked: re.Match[str], said: str, span: Span) -> syntax.Dice:
    if dice.keep is not None:
        raise ValueError("these dice have two limits for which of them count", "keep or drop once")
    words = picked["count"]
    count = syntax.Ref(said[said.index("[") + 1 : said.rindex("]")], span) if words and words.startswith("[") else None
    number = count or syntax.Number(int(words or 1), span)
    keep, highest = picked["how"] == "keep", picked["end"] == "highest"
    kept = number if keep else syntax.Binary("-", dice.count, number, span)
    return replace(dice, keep=kept, lowest=keep is not highest)
