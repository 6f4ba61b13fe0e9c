"""The forms of rule text: expressions, clauses, headers, components, items, and how a line is recognised as one of them.

They are plain values that say what is written and where; the readers decide what it means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from rulewright.language.text.source import BRACKETED, Line, Span
from rulewright.program import signs
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

DECLARATIONS: Final = ("Stat", "Zone", "Class", "Kind", "Mark", "Reading", "Word")
"""The kinds of `Kind Name: value`."""

SETTINGS: Final = (
    *("Uses", "Title", "Start", "Priority", "Settle", "Defeated"),
    *("Order", "Reactions", "Turn", "Features", "Repeals", "Immutable"),
)
"""The keys that belong to the file and end the action above them."""

BODIES: Final = ("structure", "scene", "strategy", "campaign", "example", "table", "draft", "layout", "how to play")
"""The words that begin the heading of something whose body is indented below it."""

BELOW: Final = "…"
"""The character after the colon of a clause that stands for the lines indented below it."""

COMPONENTS: Final = {
    **{"if": "if", "test": "if", "condition": "if"},
    **{"do": "do", "on success": "do"},
    **{"else": "else", "on failure": "else"},
    **{"then": "then", "always": "then"},
}
"""Every way to write a component's name (E-13), and the name it stands for."""

NUMBER_WORDS: Final = {
    **{"a": 1, "an": 1, "once": 1, "twice": 2, "thrice": 3},
    **{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6},
    **{"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12},
}
"""The amounts that may be written as words."""

_BODY: Final = "|".join(BODIES).replace(" ", r"\s+")
_HEADED: Final = re.compile(rf"(?P<kind>{_BODY})(?P<colon>:)?(?:(?<=:)|\s|\Z)", re.IGNORECASE)
_KEY: Final = re.compile(r"[^\W\d_][\w '’/&-]{0,59}")
_MARKED: Final = re.compile(r"(?P<name>.*)\((?P<marks>[^()]*)\)")
_EFFECT: Final = re.compile(rf"{BRACKETED}\s*[-+*/−×÷]?=")
_OPENING: Final = re.compile(rf"""(?:[^"\[:]|"[^"]*"|{BRACKETED})*:(?!\d)\s*""")
_SPLITTING: Final = re.compile(r"""[;"()\[\]{}“”]""")


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number."""

    value: int
    span: Span


@dataclass(frozen=True, slots=True)
class Dice:
    """The sum of so many dice with so many sides, or of those that are kept; the counts may themselves be worked out."""

    count: Expr
    sides: int
    span: Span
    keep: Expr | None = None
    lowest: bool = False
    again: int = 0
    once: bool = False
    explodes: int = 0


@dataclass(frozen=True, slots=True)
class Ref:
    """Words in square brackets, their spaces made single: a stat of somebody."""

    words: str
    span: Span


@dataclass(frozen=True, slots=True)
class Word:
    """A bare name that stands for a number."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Negative:
    """A number with the opposite sign."""

    of: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """Two numbers and one of + - * / between them, /^ (rounded up), % (the remainder), or min or max of the two."""

    op: signs.Sum
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two numbers and one of = != > < >= <= between them."""

    op: signs.Comparison
    left: Expr
    right: Expr
    span: Span


@dataclass(frozen=True, slots=True)
class Connective:
    """Conditions joined by "and" or "or", or one negated by "not"."""

    op: str
    parts: tuple[Expr, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class English:
    """A condition in words, left for the phrases."""

    text: str
    span: Span


Expr = Number | Dice | Ref | Word | Negative | Binary | Comparison | Connective | English


@dataclass(frozen=True, slots=True)
class Assign:
    """A change of a stat by one of = += -= *= /=; the tail is what follows the value, such as a duration."""

    ref: Ref
    op: signs.Change
    value: Expr
    tail: str
    tail_span: Span
    span: Span


@dataclass(frozen=True, slots=True)
class Clause:
    """One thing to test or to do; `inside` are the lines indented below it, `otherwise` those of its `else:`.

    `under` is what a line is indented below although that has its effect on its own line, as in `if …: gain 1 Gold`.
    """

    text: str
    span: Span
    inside: tuple[Clause, ...] = ()
    otherwise: Component | None = None
    under: str = ""

    @property
    def whole(self) -> str:
        """The text with a character for the lines that are indented below it."""
        return f"{self.text} {BELOW}" if self.inside else self.text


@dataclass(frozen=True, slots=True)
class Header:
    """A `key: value` line that describes an item; its key is as written, its children are the lines below it."""

    key: str
    value: str
    value_span: Span
    children: tuple[Line, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Component:
    """What an action tests or does; its name is if, do, else or then, whatever synonym was written."""

    name: str
    clauses: tuple[Clause, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that a rule text defines: an action or card, a declaration, a setting, a structure, a table and so on.

    Headers and components describe it, items are nested in it, and lines are the body of what has a notation of its
    own: tables, scenes, strategies, examples, declarations and settings.
    """

    kind: str
    name: str
    marks: tuple[str, ...]
    value: str
    value_span: Span
    headers: tuple[Header, ...]
    components: tuple[Component, ...]
    items: tuple[Item, ...]
    lines: tuple[Line, ...]
    span: Span


def split_clauses(text: str, span: Span) -> tuple[Clause, ...]:
    """Splits a line at its semicolons, but not inside brackets or quotations; a final full stop is dropped."""
    cuts = [-1, *_semicolons(text), len(text)]
    return tuple([clause for before, end in pairwise(cuts) for clause in _clause(text, before + 1, end, span)])


def opening(clause: str) -> str:
    """Gives the beginning of a clause that has another inside it, such as `each player:`; "" of any other."""
    found = _OPENING.match(clause)
    return found[0].strip() if found else ""


def _semicolons(text: str) -> Iterator[int]:
    depth, quoted = 0, False
    for found in _SPLITTING.finditer(text):
        match found[0]:
            case '"':
                quoted = not quoted
            case ";":
                if not depth and not quoted:
                    yield found.start()
            case sign:
                depth = max(0, depth + (1 if sign in "([{“" else -1))


def _clause(text: str, start: int, end: int, span: Span) -> Iterator[Clause]:
    part = text[start:end].rstrip().removesuffix(".").rstrip()
    start += len(part) - len(part.lstrip())
    if part := part.lstrip():
        yield Clause(part, span.part(start, start + len(part)))


def key_of(line: Line) -> tuple[str, str] | None:
    """Splits `key: value`; `else if …: …` is `else: if …: …`."""
    if line.text.lower().startswith("else if "):
        return "else", line.text.partition(" ")[2].strip()
    key, colon, value = line.text.partition(":")
    return (key.rstrip(), value.strip()) if colon and _KEY.fullmatch(key.rstrip()) else None


def component_of(line: Line) -> str | None:
    """Names the component that a line begins."""
    found = key_of(line)
    return COMPONENTS.get(" ".join(found[0].lower().split())) if found else None


def _split_colon(text: str) -> tuple[str, str, str]:
    """Splits at the first colon that is not inside brackets, which may name the side of a reading."""
    found = re.match(r"[^:(]*\([^()]*\)", text)
    start = found.end() if found else 0
    head, colon, value = text[start:].partition(":")
    return text[:start] + head, colon, value


def declared(line: Line) -> tuple[str, str, str] | None:
    """Splits `Kind Name: value`."""
    head, colon, value = _split_colon(line.text)
    kind, _, name = head.partition(" ")
    return (kind.lower(), name, value.strip()) if colon and kind.title() in DECLARATIONS and name.strip() else None


def headed(line: Line) -> tuple[str, str] | None:
    """Splits the heading of something with a body into its kind and its name."""
    found = _HEADED.match(line.text)
    kind = " ".join(found["kind"].lower().split()) if found else ""
    return (kind, line.text[found.end("kind") :].strip(": ")) if found and (not found["colon"] or kind == "example") else None


def is_feature(line: Line) -> bool:
    """Tells whether a line is the heading of a feature."""
    word, _, name = line.text.partition(" ")
    return word.lower() == "feature" and bool(name.strip()) and ":" not in line.text


def belongs(line: Line) -> bool:
    """Tells whether a line beside an action belongs to it: a component or a header."""
    found = key_of(line)
    return found is not None and not declared(line) and not headed(line) and found[0].title() not in SETTINGS


def is_effect(line: Line) -> bool:
    """Tells whether a line changes a stat."""
    return _EFFECT.match(line.text) is not None


def is_row(lines: Sequence[Line], at: int) -> bool:
    """Tells whether there is a table's row at that place."""
    return at < len(lines) and lines[at].text.startswith("|")


def begins_action(lines: Sequence[Line], at: int) -> bool:
    """Tells whether a line without a key has a do below it or beside it."""
    line = lines[at]
    return not key_of(line) and (_reaches_do(line.children, 0, 0) or _reaches_do(lines, at + 1, line.indent))


def _reaches_do(lines: Sequence[Line], start: int, indent: int) -> bool:
    """Tells whether the lines from here on are keys up to a do, none of them further to the left."""
    for at in range(start, len(lines)):
        if component_of(lines[at]) == "do" or not key_of(lines[at]) or lines[at].indent < indent:
            return component_of(lines[at]) == "do" and lines[at].indent >= indent
    return False


def going_on(lines: Sequence[Line], first: str = "") -> int:
    """Counts the lines below a component or header that go on with it, before an ability or another component.

    `first` is what stands behind the colon of the component itself.
    """
    ends = (at for at in range(len(lines)) if begins_action(lines, at) or _begins_component(lines, at, first))
    return next(ends, len(lines))


def _begins_component(lines: Sequence[Line], at: int, first: str) -> bool:
    """Tells whether a line is a component of the action; an `else:` below `if …:` is that clause's."""
    before = [line.text for line in lines[:at] if line.indent <= lines[at].indent and not component_of(line)]
    name = component_of(lines[at])
    return name is not None and (name != "else" or not opening([first, *before][-1].rpartition(";")[2]))


def flat(lines: Sequence[Line]) -> Iterator[Line]:
    """Yields lines and what is indented below them, in the order of the page."""
    for line in lines:
        yield line
        yield from flat(line.children)


_SIZED = re.compile(r"\s*\d+ by \d+ ")


def begins_map(line: Line) -> bool:
    """Says whether rows of symbols stand below a line: `map:` with nothing behind it, as a zone may be called so, or a board."""
    word, colon, value = line.text.partition(":")
    key = word.strip().casefold()
    return bool(colon) and ((key == "map" and not value.strip()) or (key == "board" and bool(_SIZED.match(value))))


def is_ground(line: Line) -> bool:
    """Say whether a line draws the map or marks its tiles; such lines are read first, because places of actors depend on them."""
    return plain(line.text.partition(":")[0]) in ("map", "marks")


SCENE_LINES: Final = "map:, tiles:, cast …:, seats …, ends when:"


def punctuated(text: str) -> str:
    """Give a line of a scene with the colon that it lacks, or `seats` without one; "" for any other line."""
    seats = re.fullmatch(r"(?:seats?|players?)\s*:?\s+(.+)", text, re.IGNORECASE)
    key = re.match(r"(map|tiles|ends when|marks|features|pieces|teams)\b(?!\s*:)\s*", text, re.IGNORECASE)
    if seats is not None or key is None:
        return f"seats {seats[1]}" if seats is not None else ""
    return f"{key[1]}: {text[key.end() :]}".strip()


def bare_item(line: Line, kind: str, heading: str, value: str = "", lines: Sequence[Line] = ()) -> Item:
    """Makes an empty item from `Name (mark, mark)`; brackets around the name are left out."""
    found = _MARKED.fullmatch(heading.strip())
    name, marks = (found["name"].strip(), found["marks"]) if found else (heading.strip(), "")
    name = name[1:-1] if name.startswith("[") and name.endswith("]") else name
    parts = tuple([mark.strip() for mark in marks.split(",") if mark.strip()])
    where = line.span.part(len(line.text) - len(value), len(line.text))
    return Item(kind, " ".join(name.split()), parts, value, where, (), (), (), tuple(map(_tidy, lines)), line.span)


def _tidy(line: Line) -> Line:
    """Give a line with single spaces."""
    return replace(line, text=" ".join(line.text.split()), children=tuple(map(_tidy, line.children)))
