"""Takes a sentence apart as far as it is understood: a part that cannot be read is a gap in the lines that say the rest."""

from __future__ import annotations

import re

from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.grammar.sentences import Sentence

GAP = re.compile("…([^…]+)…")
LARGEST = 0.6  # how much of a sentence may be gaps


class PartedSentence(Sentence):
    """A sentence of which parts may be gaps; that with the smallest gaps is best."""

    def _lines(self, text: str, depth: int) -> Lines | None:
        found = super()._lines(text, depth)
        if found is not None and not gaps(found):
            return found
        made = [found] if found is not None else []
        for make in (self._framed, self._aimed, self._by_each, self._joined):
            made += [each for each in make(text, depth) if each.clear] if self.reads.left > 0 else []
        made = [each for each in made if each is not None and _size(each) < LARGEST * len(text)]
        best = min(made, key=_size, default=None)
        return best if best is not None or depth == 0 else Lines(does=(f"…{text}…",))

    def condition(self, text: str) -> str | None:
        """Give a condition, or a gap."""
        return super().condition(text) or f"…{text}…"

    def trigger(self, text: str) -> Lines | None:
        """Give a trigger, or a gap."""
        return super().trigger(text) or Lines((f"Trigger: …{text}…",))


def gaps(lines: Lines) -> list[str]:
    """Give the parts of a sentence that are gaps in its lines."""
    return GAP.findall("\n".join((*lines.heads, *lines.does, *lines.elsewhere)))


def _size(lines: Lines) -> int:
    return sum(map(len, gaps(lines)))


def with_gaps(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give which parts of a sentence are not understood, as a message, and the lines for the rest, with `…` for each of them."""
    sentence = PartedSentence(scope)
    found = sentence.lines(text)
    missing = gaps(found) if found is not None else []
    if found is None or not missing or _size(found) >= LARGEST * len(text):
        return None
    shown = Lines(*(tuple(GAP.sub("…", line) for line in part) for part in found))
    unread = " and ".join(repr(each) for each in dict.fromkeys(missing))
    verb = "are" if len(set(missing)) > 1 else "is"
    return f"{unread} in {text!r} {verb} not understood; the rest is understood", shown.beside(Lines(elsewhere=sentence.declares))
