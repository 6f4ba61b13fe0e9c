"""Numbers of things and of what has happened, in brackets: `[number of …]`, `[total Wit of …]`, `[Life you lost this turn]`."""

from __future__ import annotations

import re

from rulewright.language.grammar import nouns, past_words, somebody
from rulewright.language.grammar.noun_heads import RANKS
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.language.text.source import Span
from rulewright.program import building
from rulewright.program.expressions import Expression, Measure, Picked, Query
from rulewright.program.modes import Want
from rulewright.program.slots import ASKER
from rulewright.program.spelled import plain


def read(names: Names, ref: syntax.Ref) -> Expression | None:
    """Read `[number of …]`, `[total Wit of …]`, `[most Wit of …]` and, of a change that is answered, `[the amount]`."""
    if plain(ref.words) == "the amount":
        return building.AMOUNT
    if " this " in ref.words and (past := past_words.number(names, ref.words, ref.span)) is not None:
        return past
    if found := re.fullmatch(r"number of (.+)", ref.words):
        return building.count(_things(names, found[1], ref.span))
    if found := re.fullmatch(rf"longest ({'|'.join(building.LINES)}) of (.+)", ref.words):
        return Measure(Want.COUNT, _things(names, found[2], ref.span), along=building.LINES[found[1]])
    found = re.fullmatch(rf"(total|(?:{'|'.join(RANKS)})) (.+?) of (.+)", ref.words)
    stat = names.declared(found[2]) if found else None
    if found is None or stat is None:
        return None
    want, rank = (Want.SUM, 1) if found[1] == "total" else (Want.MOST, RANKS[found[1]])
    return Measure(want, _things(names, found[3], ref.span), stat, rank)


def _things(names: Names, words: str, span: Span) -> Query | Picked:
    """Read what is counted; where that is asked of each thing that is looked at, `it` is that thing."""
    if (known := somebody.several(words)) is not None:
        return known
    if names.bare != building.IT:
        return nouns.phrase(names, words, span).things
    with names.about(building.ACTOR), names.calling_it(ASKER):
        found = nouns.phrase(names, words, span).things
    return building.for_it(found) if building.mentions(found, ASKER) else found
