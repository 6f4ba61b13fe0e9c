"""Usual words of games, as a book says them: the rows of usual_words.txt with the book's own zones, stats and kinds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from rulewright.language.grammar.own_slots import RELEASES, STATES, OwnSlots
from rulewright.program.quick_dataclasses import dataclass

TABLE = Path(__file__).with_name("usual_words.txt")
EFFECTS, LAST_RESORTS, CONDITIONS, TRIGGERS = "effects", "last resorts", "conditions", "triggers"

MOMENTS = {
    "battlecry": "this is played", "on play": "this is played", "when played": "this is played", "enter": "this is played",
    "deathrattle": "this dies", "on death": "this dies", "last breath": "this dies", "upon death": "this dies",
    "start of turn": "your Turn begins", "end of turn": "your Turn ends",
}  # fmt: skip
"""Words before a colon that say when: their triggers."""

PARTS = {
    "<n>": r"(?P<n>\d+d\d+(?: [+-] (?:\d+|\[\w+\]))?|\d+|an?|one|two|three|four|five|six|x)",
    "<whom>": r"(?P<what>(?:target|it|this|an?|another|the|all|each|every|one|two|three|any)\b.*?)",
    "<player>": r"(?P<what>(?:(?:the chosen|the|an?|another|each|target|that) )?(?:player|opponent|target|you|it)\b.*?)",
    "<things>": r"(?P<what>[\w' \[\]<>=-]+?)",
    "<several>": r"(?P<what>(?!(?:target|an?|this|it|that|the)\b)[\w' \[\]<>=-]+?)",
    "<one>": r"(?P<what>(?:target|it|this|an?|the chosen|another)\b[\w' ]*?)",
    "<until>": r"(?P<until> until .+| this \w+| for .+)?",
    "<bank>": r"(?:the )?(?:(?:general )?supply|bank|stock|reserve|box|pool)",
    "<make>": r"(?:summon|create|play|spawn|make|put|deploy)s?",
    "<state>": f"(?P<state>{'|'.join(STATES)})",
    "<release>": f"(?P<release>{'|'.join(RELEASES)})",
    "<stated>": (
        "prone|stunned|frozen|poisoned|blinded|dazed|invisible|tapped|exhausted|marked|accused|grappled|buffed|silenced|cursed|"
        "unconscious|asleep|burning|bleeding|hidden|immobilized|slowed|restrained|paralyzed|tagged|charmed|frightened|weakened"
    ),
}
"""Parts of the patterns."""
PART = re.compile(r"(?<!\?P)(?:" + "|".join(PARTS) + ")")


class Said(NamedTuple):
    """The lines of a row: headers, what is done, and lines that stand elsewhere in the text."""

    heads: tuple[str, ...]
    does: tuple[str, ...]
    elsewhere: tuple[str, ...]


HEAD = re.compile(r"(?:Target|Also|Cost|Optional cost|Needs|Limit|Range|Trigger|if|X): |\(")
SLOT = re.compile(r"\{(\w+)\}")


@dataclass(slots=True)
class UsualWords:
    """The rows as one book says them."""

    slots: OwnSlots

    def ways(self, section: str, text: str) -> Iterator[Said]:
        """Give the lines of every row of a section that a text fits and that the book has everything for."""
        for pattern, lines in _rows()[section]:
            found = pattern.fullmatch(text)
            self.slots.new.clear()
            said = [self._filled(line, found) for line in lines] if found is not None else [None]
            whole = [line for line in said if line is not None]
            if len(whole) == len(said):
                yield self._sorted([*whole, *[f"! Stat {stat}: at least 0" for stat in dict.fromkeys(self.slots.new)]])

    def _sorted(self, lines: list[str]) -> Said:
        heads = tuple(line for line in lines if HEAD.match(line))
        elsewhere = tuple(line[2:] for line in lines if line.startswith("! "))
        does = tuple(line for line in lines if line not in heads and not line.startswith("! "))
        return Said(heads, does, tuple(filter(self._new, elsewhere)))

    def _new(self, line: str) -> bool:
        """Say whether a line is no declaration that the book has."""
        found, names = re.match(r"(Stat|Kind) (\w[\w ]*):", line), self.slots.names
        return found is None or (names.declared(found[2]) is None and names.kind(found[2]) is None)

    def _filled(self, line: str, found: re.Match[str]) -> str | None:
        """Put what the text says and the book's own names into a line; None where the book has no such thing."""
        said = {key: value or "" for key, value in found.groupdict().items()}
        filled = {slot: self.slots.own(slot, said) for slot in SLOT.findall(line)}
        return None if None in filled.values() else SLOT.sub(lambda slot: filled[slot[1]] or "", line)


@lru_cache(maxsize=1)
def _rows() -> dict[str, list[tuple[re.Pattern[str], list[str]]]]:
    """Read the table, when the first line is taken apart."""
    found: dict[str, list[tuple[re.Pattern[str], list[str]]]] = {}
    section = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("== "):
            section = line[3:]
            found[section] = []
        elif line.startswith("    "):
            found[section][-1][1].append(line[4:].rstrip().replace("\\n", "\n"))
        elif line and not line.startswith("#"):
            found[section].append((re.compile(PART.sub(lambda part: PARTS[part[0]], line), re.IGNORECASE), []))
    return found
