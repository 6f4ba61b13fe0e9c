"""Damaged rule text: words, numbers, lines and signs are exchanged, cut out, inserted and duplicated.

All random numbers come from one generator, so that the same seed gives the same text.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from rulewright import books
from rulewright.language.grammar.vocabulary import TABLE
from tests.fuzz.texts import Author, Typist, book_text

TESTS = Path(__file__).resolve().parents[1]
PAGES = ("shapes", "perft", "contract")
NASTY = ("\0", "\u202e", "\ufeff", "\r", "\t", "[", "]", "(", ")", '"', "#", "<--", "|", ":", ";", ".", ",", "-", "+=", "9" * 16,
         "d0", "1001d6", "d", "é", "𝔊", "\ud800", "0x10", "½", "١", "[]", "[Self]", "{}", "%s", "\\",
         "'s", "not", "and", "X")  # fmt: skip
NUMBERS = ("0", "-1", "1", "2147483648", "9" * 15, "9" * 30, "1e9", "00", "1000", "d6", "1000d1000", "٣")
LINES = ("do: x", "if:", "then: [", "Rule 1.", "Example:", "Scene", "structure", "Stat :", "| a |", "step x:", "Range:", "map:",
         "Uses: encounter", "Uses: nothing", "  step a: repeat Round", "Feature F", "Strategy S", "Campaign C", "Start: Turn",
         "Kind K: Health 1", "Zone Z: in play", "Word w: 1", "cast A: B at 1,1", "seats A, B", "Speeds")  # fmt: skip


@cache
def pages() -> tuple[str, ...]:
    """Gives the small rule texts that mutation begins from."""
    return tuple(path.read_text(encoding="utf-8") for name in PAGES for path in sorted((TESTS / name).glob("*.rules")))


@cache
def words() -> tuple[str, ...]:
    """Gives every word that rule text is made of."""
    texts = [*pages(), *(phrase.example for phrase in TABLE), *(text for _, text in books.sources("encounter"))]
    return tuple(sorted({word for text in texts for word in re.findall(r"\[[^\]]+\]|\w+|\S", text)}))


def cut(r: random.Random, text: str) -> str:
    """Leaves out some paragraphs to shorten the input, but rarely those that others need."""
    kept = text.split("\n\n")
    spare = [
        each for each in kept if r.random() < 0.03 or not re.search(r"^(Uses|Stat|Zone|structure|Kind)\b", each, re.MULTILINE)
    ]
    r.shuffle(spare)
    for each in spare[r.randint(1, 4) :]:
        kept.remove(each)
    return "\n\n".join(kept)


def by_line(change: Callable[[random.Random, list[str], int], None]) -> Callable[[random.Random, str], str]:
    """Turns a mutation of lines into a mutation of texts."""

    def mutate(r: random.Random, text: str) -> str:
        lines = text.split("\n")
        change(r, lines, r.randrange(len(lines)))
        return "\n".join(lines)

    return mutate


def swap(r: random.Random, lines: list[str], at: int) -> None:
    other = r.randrange(len(lines))
    lines[at], lines[other] = lines[other], lines[at]


def indent(r: random.Random, lines: list[str], at: int) -> None:
    for n in range(at, min(len(lines), at + r.randint(1, 6))):
        lines[n] = r.choice(("", " ", "    ", "\t", " " * 40)) + lines[n].lstrip(" ")


def word_for_word(r: random.Random, lines: list[str], at: int) -> None:
    found = list(re.finditer(r"\[[^\]]+\]|\w+|[^\w\s]", lines[at]))
    if found:
        one = r.choice(found)
        lines[at] = lines[at][: one.start()] + r.choice(words()) + lines[at][one.end() :]


def number_for_number(r: random.Random, text: str) -> str:
    found = list(re.finditer(r"\d+", text))
    one = r.choice(found) if found else None
    return text if one is None else text[: one.start()] + r.choice(NUMBERS) + text[one.end() :]


def insert(r: random.Random, text: str) -> str:
    at = r.randrange(len(text) + 1)
    return text[:at] + r.choice(NASTY) * r.choice((1, 1, 1, 2, 70)) + text[at:]


def delete(r: random.Random, text: str) -> str:
    at = r.randrange(len(text) + 1)
    return text[:at] + text[at + r.randint(1, 20) :]


def splice(r: random.Random, text: str) -> str:
    other = r.choice(pages())
    return text[: r.randrange(len(text) + 1)] + other[r.randrange(len(other)) :][: r.randint(1, 600)]


def again(r: random.Random, text: str) -> str:
    at, length = r.randrange(len(text) + 1), r.randint(1, 60)
    return text[: at + length] + text[at : at + length] * r.choice((1, 2, 30)) + text[at + length :]


MUTATIONS: tuple[Callable[[random.Random, str], str], ...] = (
    by_line(swap),
    by_line(indent),
    by_line(word_for_word),
    by_line(word_for_word),
    by_line(word_for_word),
    by_line(lambda r, lines, at: lines.insert(at, lines[r.randrange(len(lines))])),
    by_line(lambda r, lines, at: lines.insert(at, r.choice(LINES))),
    by_line(lambda r, lines, at: lines.__delitem__(at)),
    number_for_number,
    number_for_number,
    insert,
    delete,
    splice,
    again,
    lambda r, text: text[: r.randrange(len(text) + 1)],
)


GENTLE = (number_for_number, by_line(word_for_word), by_line(swap))
"""What often leaves a text that can be read."""


def mutated(r: random.Random, text: str) -> str:
    """Damages a text in a few places."""
    for _ in range(r.choice((1, 1, 2, 3, 8))):
        text = r.choice(MUTATIONS)(r, text)
    return text


def soup(r: random.Random) -> str:
    """Writes words of the language in any order."""
    lines = [" " * r.choice((0, 0, 2, 4)) + " ".join(r.choices(words(), k=r.randint(0, 9))) for _ in range(r.randint(1, 12))]
    heads = [
        "",
        "Hop\n",
        "Hop\ndo: ",
        "Scene S\n",
        "Example: e\n",
        "structure Turn\n",
        "Feature F\n",
        "Hop (Reaction)\nTrigger: ",
    ]
    return r.choice(heads) + "\n".join(lines)


def rule_text(r: random.Random) -> str:
    """Writes a bad rule text: from the grammar, by damaging a good one, or from words alone."""
    way = r.random()
    if way < 0.1:
        return book_text(r, sound=r.random() < 0.5)
    if way < 0.3:
        return mutated(r, Typist(r, 0.1).type(r.sample(book := Author(r).book(), min(len(book), 6))))
    if way < 0.45:
        return "Uses: nothing\n" + soup(r)
    text = cut(r, r.choice(pages()))
    return r.choice(GENTLE)(r, text) if way < 0.65 else mutated(r, text)
