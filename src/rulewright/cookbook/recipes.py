"""The cookbook: effects by family of game, each with a description, its rule text and an example that tests it.

Every family is a rule file beside this one, a small book of its own; a file that uses it continues it. A comment that begins
with `#:` describes an effect; the rule text below it, up to the next such comment, is how to write it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from rulewright.cookbook import hundred
from rulewright.language.grammar.like_words import alike, stem, words

FOLDER = Path(__file__).parent
WANTED = "#: "


class Recipe(NamedTuple):
    """One effect: its family, its description, the rule text, the example, and its place in the file."""

    family: str
    want: str
    text: str
    example: str
    place: str


def files() -> list[Path]:
    """List the families' files, by name."""
    return sorted(FOLDER.glob("*.rules"))


@lru_cache(maxsize=1)
def recipes() -> tuple[Recipe, ...]:
    """Give every effect of every family, in the order of the files."""
    return tuple(recipe for file in files() for recipe in _of(file))


def _of(file: Path) -> Iterable[Recipe]:
    lines = file.read_text(encoding="utf-8").splitlines()
    family = next(line.removeprefix("Title: ") for line in lines if line.startswith("Title: "))
    starts = [at for at, line in enumerate(lines) if line.startswith(WANTED)]
    for at, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        text, _, example = "\n".join(lines[at + 1 : end]).strip().partition("\n\nExample: ")
        yield Recipe(family, lines[at].removeprefix(WANTED), text, f"Example: {example}", f"{file.name}:{at + 1}")


# -- searching ---------------------------------------------------------------------------------------------------------

COMMON = frozenset([
    *("a", "an", "the", "of", "to", "for", "in", "on", "it", "its", "your", "you", "is", "and", "or", "with", "if", "each"),
    *("every", "how", "do", "does", "i", "can", "my", "me", "that", "give", "get", "whole", "this"),
    *("one", "two", "three", "four", "2", "3", "4"),
])  # fmt: skip
"""Words that say nothing about what is wanted."""

NEAR = 0.4
"""How much of a line (from 0 to 1, see `share`) an effect must be about before `check` shows it."""


def search(said: str, most: int = 5) -> list[Recipe]:
    """Give the effects that come nearest to some words, the nearest first."""
    wanted = _content(said)
    scored = [(_score(wanted, recipe), recipe) for recipe in recipes()]
    found = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    return [recipe for _, recipe in found[:most]]


def score(said: str, recipe: Recipe) -> float:
    """Give how near an effect comes to some words."""
    return _score(_content(said), recipe)


def texts(family: str) -> list[str]:
    """Give the files of a family."""
    found = [file.read_text(encoding="utf-8") for file in files()]
    return [text for text in found if f"Title: {family}\n" in text]


def share(said: str, recipe: Recipe) -> float:
    """Give, from 0 to 1, how much of some words an effect is about; rare words count more than common ones."""
    wanted = _content(said)
    whole = sum(map(_rarity, wanted))
    want = _stems(recipe.want) | _stems(recipe.text)
    return sum(_rarity(word) for word in wanted if word in want or alike(word) & want) / whole if whole else 0.0


def _content(said: str) -> list[str]:
    return [stem(word) for word in words(said) if word not in COMMON]


def _score(wanted: Sequence[str], recipe: Recipe) -> float:
    """Rate an effect: words of its description count most, then words of the same meaning, then its text; rare words more."""
    want, text = _stems(recipe.want), _stems(f"{recipe.text} {recipe.family}")
    whole = 3 + 3 / (1 + len(want))
    found = sum(
        _rarity(word) * (whole if word in want else 1.5 if alike(word) & want else 1 if word in text else 0) for word in wanted
    )
    asked = frozenset(wanted).union(*map(alike, wanted)) if wanted else frozenset()
    spare = sum(_rarity(word) for word in frozenset(_content(recipe.want)) - asked)
    return found + BESIDE * len(_pairs(wanted) & _pairs(_content(recipe.want))) - SPARE * spare


BESIDE, SPARE = 0.3, 0.3
"""How much is added for two words that stand side by side in both, and subtracted for a word that nobody asked for."""


def _pairs(said: Sequence[str]) -> frozenset[tuple[str, str]]:
    return frozenset(pairwise(said))


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in words(text))


@lru_cache(maxsize=4096)
def _rarity(word: str) -> float:
    """Give how much a word says: less, the more effects have it."""
    return 1 / math.sqrt(1 + sum(word in _stems(recipe.want) for recipe in recipes()))


# -- the page ----------------------------------------------------------------------------------------------------------


def page() -> str:
    """Write docs/cookbook.md."""
    families = list(dict.fromkeys(recipe.family for recipe in recipes()))
    links = ", ".join(f"[{family}](#{family.lower().replace(' ', '-')})" for family in families)
    lacking = "\n".join(hundred.lacking())
    parts = [HEAD.format(count=len(recipes()), families=links, score=hundred.score(), lacking=lacking)]
    for family in families:
        own = [recipe for recipe in recipes() if recipe.family == family]
        parts += [f"## {family}\n", f"Declarations and examples: {_files(own)}.\n"]
        parts += [f"{recipe.want}:\n\n```text\n{recipe.text}\n```\n" for recipe in own]
    return "\n".join(parts)


def _files(own: Iterable[Recipe]) -> str:
    names = dict.fromkeys(recipe.place.partition(":")[0] for recipe in own)
    return ", ".join(f"[{name}](../src/rulewright/cookbook/{name})" for name in names)


HEAD = """\
# Cookbook

This page has {count} effects of games, each with a description and its rule text. `rulewright how "draw two cards"` searches it.
The families of games: {families}.
Each family is a small book: its files declare the stats, zones and words that the texts use, and have an example that tests each
effect. The page is generated by `make docs` from the rule files in `src/rulewright/cookbook`; do not edit it.

To measure the language, a list of a hundred effects was written before anybody tried to express them. The table says how many of
them can be written:

{score}

A text is a workaround if it needs a stat, a zone or a structure that the effect does not mention, or if it is written as part of
another rule. These effects cannot be written yet:

{lacking}
"""


if __name__ == "__main__":
    import sys

    (Path(sys.argv[1]) / "cookbook.md").write_text(page(), encoding="utf-8")
