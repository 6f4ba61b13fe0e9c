"""The lines of a rule that say a sentence: headers, what is done, and lines that stand elsewhere in the text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple


class Lines(NamedTuple):
    """The lines that say a sentence: headers, what is done, and lines that stand elsewhere in the text."""

    heads: tuple[str, ...] = ()
    does: tuple[str, ...] = ()
    elsewhere: tuple[str, ...] = ()

    def under(self, *heads: str) -> Lines:
        """Give the same below further headers."""
        return self._replace(heads=tuple(dict.fromkeys([*heads, *self.heads])))

    def beside(self, other: Lines) -> Lines:
        """Give the same with what other lines need elsewhere."""
        return self._replace(elsewhere=tuple(dict.fromkeys([*other.elsewhere, *self.elsewhere])))

    def inside(self, opening: str, indent: str = "  ") -> Lines:
        """Give the same with what is done inside a clause that ends with a colon."""
        if len(self.does) == 1 and "\n" not in self.does[0]:
            return self._replace(does=(f"{opening} {self.does[0]}",))
        lines = [f"\n{line}".replace("\n", f"\n{indent}") for line in self.does]
        return self._replace(does=("".join([opening, *lines]),))

    def about_target(self) -> Lines:
        """Give the same with `target` for `it`, where no header and no loop says who `it` is."""
        known = any(head.startswith("Trigger") for head in self.heads)
        said = re.sub(r"\bif [^:]+: ", "", "\n".join(self.does))
        aimed = re.search(r"\btarget\b", "\n".join(self.does), re.IGNORECASE)
        if known or aimed is None or re.search(r"\beach\b|\bchoose|\ban? \w+", said):
            return self
        return self._replace(
            does=tuple(re.sub(r"\bit\b", "target", re.sub(r"\bits\b(?! next)", "target's", line)) for line in self.does)
        )

    @property
    def clear(self) -> bool:
        """Whether no header says two things, and what always holds is no part of something else."""
        keys = [head.split(":")[0] for head in self.heads]
        standing = any("Standing" in head for head in self.heads)
        holds = all(re.search(r"\bcosts?\b|\bcannot\b", line) for line in self.does)
        return len(set(keys)) == len(keys) and (not standing or holds)

    def said(self) -> str:
        """Give all lines, as they are."""
        return "\n".join((*self.elsewhere, *self.heads, *self.does))

    def shown(self) -> str:
        """Give the text of the lines."""
        does = [f"{'    ' if at else 'do: '}{line}".replace("\n", "\n    ") for at, line in enumerate(self.does)]
        heads = sorted(self.heads, key=lambda head: not head.startswith("("))  # its name and mark stand first
        named = [re.sub(r"^\((.+), (\w+)\)$", r"\1 (\2)", head) for head in heads]
        text = "\n".join([*self.elsewhere, *named, *does])
        for pattern, better in BETTER:
            text = re.sub(pattern, better, text)
        return text


BETTER = (
    (r"\b(you|they|all(?: \w+){1,4}?) has\b", r"\1 have"),
    (r"\b(all(?: \w+){1,4}?) (gain|lose|take|become)s\b", r"\1 \2"),
    (r"(?<!\w )\b(you|they) (gain|lose|take|become|draw|discard)s\b", r"\1 \2"),
    (r"\bit control\b", "it controls"),
    (r"(?<=\bof )It\b", "it"),
    (r"\b(a|an|1) copies\b", "a copy"),
    (r"\b(a|an|1|one) tiles\b", "1 tile"),
    (r"\bthe top (?:a|an|1|one) cards\b", "the top card"),
    (r"\ba (?=[aeio]\w)(?!one\b)", "an "),
)
"""Singular and plural, and articles, of lines that are put together."""


def together(made: Iterable[Lines]) -> Lines:
    """Give the lines of several parts as those of one sentence, each line once."""
    parts = tuple(made)
    heads, does, elsewhere = (dict.fromkeys([line for part in parts for line in part[n]]) for n in range(3))
    return Lines(tuple(heads), tuple(does), tuple(elsewhere))


def of_each(line: str) -> str:
    """Say of each player what a line says of `you`."""
    said = re.sub(r"\byour\b", "its", line.replace("you control", "it controls"))
    said = re.sub(r"\[(?!It |number|total|most|least|the )", "[It ", said)
    said = re.sub(r"^you may\b", "it may", said)
    return re.sub(r"^(gain|lose|choose|draw)\b", r"it \1s", said)
