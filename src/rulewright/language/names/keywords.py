"""Phrases that a rule text defines: `Word destroy <whom>: move <whom> to the graveyard`."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rulewright.language.grammar.patterns import Gap, Pattern
from rulewright.language.names.names import Names
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text.syntax import Item, opening
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keyword:
    """A phrase that the text defines: for an effect, a trigger or a condition, with its pattern and its meaning."""

    kind: str
    pattern: Pattern
    meaning: str

    def spelled_out(self, slots: Mapping[str, Gap]) -> str:
        """Give the meaning with the contents of the slots."""
        return re.sub(r"<(\w+)>", lambda found: slots[found[1]].text.strip() if found[1] in slots else found[0], self.meaning)


def read(names: Names, item: Item) -> None:
    """Read `Word destroy <whom>: move <whom> to the graveyard`; `Word when …` defines a trigger, `Word if …` a condition."""
    first, _, rest = item.name.partition(" ")
    kind = {"when": "trigger", "if": "condition"}.get(first.casefold(), "effect")
    try:
        pattern = Pattern(re.sub(r"<([a-z_]+)(\d*)>", r"{\1\2:\1}", item.name if kind == "effect" else rest))
    except ValueError as error:
        names.report(item.span, f"{item.name!r} is no pattern: {error}", "words and slots, each slot once, such as heal <whom>")
        return
    unknown = [slot for slot in re.findall(r"<(\w+?)\d*>", item.name) if slot not in SLOTS]
    if unknown:
        names.report(item.span, f"<{unknown[0]}> is not a kind of slot", ", ".join(f"<{slot}>" for slot in SLOTS))
        return
    first, *following = item.value.split(";")
    if following and opening(first):
        message = "what stands behind the semicolon does not belong to what stands before it: it would happen once"
        names.report(item.span, message, "a Word for each of the two")
    names.keywords.append(Keyword(kind, pattern, item.value))
