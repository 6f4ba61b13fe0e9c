"""Somebody does with their own cards what a line without a subject says: `target reveals its hand`, `it puts a relic …`."""

from __future__ import annotations

import re

from rulewright.language.names.names import Names

DEEDS = frozenset([
    *("discard", "draw", "look", "move", "put", "return", "reveal", "search", "show", "shuffle", "trash", "place", "destroy"),
    *("sacrifice", "remove"),
])  # fmt: skip
"""Verbs of effects that have no subject."""
EVERY = re.compile(r"(?:each|every|all) (?:(?!(?:may|can|must|to|and|or|then)\b)[\w'-]+ ?)+", re.IGNORECASE)
THEIR = re.compile(r"\b(?:its|their|his|her)\b(?! (?:owner|controller|player))", re.IGNORECASE)
CONTROLLED = re.compile(r"\b(?:it|they|he|she) ((?:do(?:es)? not )?)controls?\b", re.IGNORECASE)


def deed(forms: list[str], names: Names) -> str | None:
    """Give the form of a line whose verb needs nobody who is named, if it says whose things they are: `reveal its hand`."""
    verbs = [form for form in forms if form.split(" ")[0].casefold() in DEEDS]
    if not verbs:
        return None
    zones = "|".join(map(re.escape, names.zones))
    own = re.compile(rf"\b(?:your (?:{zones})|you (?:do not )?control)\b", re.IGNORECASE)
    return next((form for form in verbs if own.search(of_doer(form))), None)


def of_doer(does: str) -> str:
    """Say of whoever acts what is said of somebody: `reveal its hand` is `reveal your hand`."""
    said = CONTROLLED.sub(lambda found: f"you {'do not ' if found[1] else ''}control", does)
    return THEIR.sub("your", said)


def of_each(does: str) -> str:
    """Say of each in a loop what is said of several: `reveal their hand` is `it reveals its hand`."""
    verb, _, rest = does.partition(" ")
    third = f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'}"
    return f"it {third} {THEIR.sub('its', CONTROLLED.sub('it controls', rest))}".strip()
