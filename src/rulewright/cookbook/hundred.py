"""A hundred effects, ten for each family, listed before anybody tried to express them, and how many can be written.

`hundred.txt` names each of them, and says whether its text is natural or a workaround, or whether it cannot be written.
Those that can be written are in the cookbook, with an example.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).parent / "hundred.txt"
CLASSES = ("natural", "workaround", "not possible")
TITLES = {
    "stack": "Stack card games",
    "digital": "Digital card games",
    "netrunner": "Netrunner",
    "riftbound": "Riftbound",
    "deckbuilder": "Deck builders",
    "euro": "Euro games",
    "d20": "D20 on a grid",
    "board": "Abstract boards",
    "social": "Social and bluff games",
    "post": "Play by post",
}
"""The families, as the file and as the cookbook call them."""


class Effect(NamedTuple):
    """One of the hundred: its family, its description, how well it can be written, and the workaround or what is missing."""

    family: str
    want: str
    said: str
    why: str

    @property
    def recipe(self) -> str:
        """What the cookbook calls the effect, where it has it in other words."""
        return self.why.removeprefix("see: ") if self.why.startswith("see: ") else self.want


def effects() -> list[Effect]:
    """Give the hundred effects, in the order of the file."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return [Effect(*line.split(" | ")) for line in lines if line and not line.startswith("#")]


def score() -> str:
    """Write the score of each family and of all as a table."""
    found = effects()
    rows = [(title, [each for each in found if each.family == family]) for family, title in TITLES.items()]
    lines = [_row(title, own) for title, own in [*rows, ("all", found)]]
    return "\n".join([f"| family | {' | '.join(CLASSES)} |", "| --- | --- | --- | --- |", *lines])


def _row(title: str, own: list[Effect]) -> str:
    return f"| {title} | " + " | ".join(str(sum(each.said == said for each in own)) for said in CLASSES) + " |"


def lacking() -> list[str]:
    """List what cannot be said, with what the language lacks for it."""
    return [f"- {each.want}: {each.why}" for each in effects() if each.said == CLASSES[-1]]
