"""Writes the reference of the language and of the shipped books in Markdown, from the tables of the compiler.

It knows every table of the language and the texts of `meanings`, but no book: books are rule text in a folder.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path

from rulewright.kernel.state import positions
from rulewright.language.check.expectations import EXPECTATIONS
from rulewright.language.grammar import meanings, noun_heads, qualifier_meanings, qualifiers, somebody, until_words, vocabulary
from rulewright.language.grammar.meanings import Forms
from rulewright.language.grammar.patterns import Phrase
from rulewright.language.lower import actions
from rulewright.language.lower.compiler import bind
from rulewright.language.names import definitions, slot_kinds, window_rules
from rulewright.language.names.switches import POLICIES
from rulewright.language.text import parser, syntax
from rulewright.language.text.book_files import Sources
from rulewright.language.text.syntax import Item
from rulewright.program import feature, marks
from rulewright.program.spelled import plain

BOOKS = Path(__file__).parent.parent / "books"

# -- pieces of Markdown ------------------------------------------------------------------------------------------------


def readable(phrase: Phrase) -> str:
    """Give a phrase's pattern as the reference shows it: a slot by its kind."""
    return re.sub(r"\{(\w+)(?::(\w+))?\}", lambda found: _slot(found[1], found[2] or found[1]), phrase.pattern.text)


def _slot(name: str, kind: str) -> str:
    if kind in ("rest", "word"):
        return "…" if name == "rest" else f"<{name}>"
    return f"<{kind}>"


def spelled(regex: str) -> str:
    """Give a duration's regular expression as the reference shows it."""
    text = re.sub(r"\(\?P<(\w+)>[^()]*\)\?", lambda found: f"[<{found[1]}>] ", regex)
    text = re.sub(r"\(\?P<(\w+)>[^()]*\)", lambda found: f"<{found[1]}>", text)
    text = re.sub(r"\(\?:([^()]*)\)\?", lambda found: f"[{'|'.join(part.strip() for part in found[1].split('|'))}] ", text)
    return text.replace("(?:", "(").replace("<count>", "<amount>")


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Give the lines of a table."""
    lines = [head, ["---"] * len(head), *rows]
    return ["", *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines), ""]


def forms(head: str, found: Forms) -> list[str]:
    """Give a table of phrases and their meanings."""
    return table([head, "meaning"], [(f"`{form}`", meaning) for form, meaning in found])


def block(text: str, kind: str = "text") -> list[str]:
    """Give the lines of a fenced block."""
    return ["", f"```{kind}", *text.splitlines(), "```", ""]


def title(level: int, words: str, *paragraphs: str) -> list[str]:
    """Give a heading and the paragraphs below it."""
    return ["", f"{'#' * level} {words}", *(line for text in paragraphs for line in ("", unwrapped(text))), ""]


def unwrapped(text: str) -> str:
    """Give each paragraph of a text in one line."""
    return re.sub(r"(?<!\n)\n(?!\n)", " ", text)


def code(words: Iterable[str]) -> str:
    """Give several words of the language in one line."""
    return ", ".join(f"`{word}`" for word in words)


# -- the language ------------------------------------------------------------------------------------------------------


def language() -> list[str]:
    """Give everything about the language."""
    grammar = resources.files("rulewright.language").joinpath("rules.lark").read_text(encoding="utf-8")
    return [
        *title(2, "The shape of a file", "An indented line belongs to the line above it."),
        *forms("line", meanings.SHAPES),
        *title(2, "Settings of a file"),
        *forms("setting", [(f"{key}:", meanings.SETTINGS.get(key, "")) for key in syntax.SETTINGS]),
        *_components(),
        *title(2, "Headers of an action"),
        *forms("header", [(f"{key}:", meanings.HEADERS.get(key, "")) for key in actions.HEADERS]),
        *title(2, "Numbers, conditions and changes", "The grammar of a clause (`rules.lark`):"),
        *block(grammar.rstrip()),
        *title(3, "Number words", code(syntax.NUMBER_WORDS), meanings.COUNTS),
        *title(2, "Ranges"),
        *forms("range", meanings.RANGES),
        *title(2, "Durations"),
        *forms("duration", [(spelled(regex), meanings.DURATIONS.get(how, "")) for regex, how in until_words.DURATIONS]),
        *_nouns(),
        *_phrases(),
        *_declarations(),
        *_play(),
    ]


def _components() -> list[str]:
    rows = []
    for name, meaning in meanings.COMPONENTS.items():
        others = [synonym for synonym, known in syntax.COMPONENTS.items() if known == name and synonym != name]
        rows.append((f"`{name}:`", code(f"{synonym}:" for synonym in others), meaning))
    order = "They happen in the order if, do or else, then, whatever their order on the page."
    return [*title(2, "Components of an action", order), *table(["component", "also written", "meaning"], rows)]


def _nouns() -> list[str]:
    known: dict[str, list[str]] = {}
    for words, role in somebody.SINGLE.items():
        known.setdefault(role, []).append(words)
    rows = [(code(words), qualifier_meanings.KNOWN.get(role, "")) for role, words in known.items()]
    others = (
        "`another` and `other` exclude what the lines before have spoken of (the thing of a loop, the target, what was chosen, "
        "`it` of a trigger), if it could be one of the things; otherwise the actor and the card whose text this is."
    )
    denied = "`exhausted` is `with [Exhausted] = 1`; `non-` before an adjective means the opposite."
    shape = "A noun phrase is a quantity, adjectives, a noun and qualifiers: `all enemies within 2 tiles of target`."
    return [
        *title(2, "Noun phrases", shape),
        *[f"- Quantities: several, {code(noun_heads.MANY)}; one, {code(noun_heads.ONE)}. {others}"],
        *[f"- Adjectives: {code(noun_heads.ADJECTIVES)}; every kind and mark; and every stat that is only 0 or 1. {denied}"],
        *[f"- Nouns: {code([*noun_heads.GENERAL, *noun_heads.PLURALS])}, `card`, `action`, and every declared kind."],
        *title(3, "Known things"),
        *table(["written", "who"], rows),
        *title(3, "Qualifiers"),
        *forms("qualifier", [qualifier_meanings.QUALIFIERS.get(kind, (kind, "")) for kind, _, _ in qualifiers.QUALIFIERS]),
    ]


def _phrases() -> list[str]:
    fits = "If a clause fits several phrases, all of them must give it the same meaning; otherwise it is an error."
    slots = "A slot that is not in this table is explained by the meaning or the example of its phrase."
    lines = title(2, "Phrases", f"{fits} {slots}")
    lines += table(["slot", "what may fill it"], [(f"`<{kind}>`", meanings.SLOTS.get(kind, "")) for kind in slot_kinds.SLOTS])
    for kind, (heading, where) in meanings.KINDS_OF_PHRASE.items():
        lines += title(3, heading, f"They are used {where}.")
        for phrase in vocabulary.TABLE:
            if phrase.kind == kind:
                lines += [f"- `{readable(phrase)}`: {phrase.about}.", f"  Example: `{phrase.example}`"]
    later = "In the effects of an action. It becomes a separate ability, which can use one thing of the line, such as the target."
    return [*lines, *title(3, "Later", later), *forms("line", meanings.LATER)]


def _declarations() -> list[str]:
    built_in = [(f"`{name}`", "; ".join(sides), meanings.SWITCHES.get(name, "")) for name, sides in POLICIES.items()]
    return [
        *title(2, "Declarations"),
        *title(3, "Stat", "`Stat Name, Name: bound, bound`"),
        *forms("bound", meanings.STATS),
        *title(3, "Zone", "`Zone Name: property, property`"),
        *forms("property", meanings.ZONES),
        *title(
            3, "Kind", "`Kind Name: …`, and indented below it `actions: Name, Name` or `actions: none`; without it, every action."
        ),
        *forms("part", meanings.KINDS),
        *title(3, "Reading, Speeds, Word and Mark", meanings.OTHERS),
        *title(3, "Built-in readings", "The language knows these readings by name; the first side is the default."),
        *table(["reading", "sides", "question"], built_in),
    ]


def _play() -> list[str]:
    window = "`window <kinds of action> for (the actor|the player|each player), rule, rule`"
    return [
        *title(2, "Structures", "`structure Name`, or `structure Name of an actor`; indented below it, `step name: clauses`."),
        *title(3, "Windows", window),
        *forms("rule", [*((rule, meanings.WINDOWS.get(rule, "")) for rule in window_rules.RULES), *meanings.SAID]),
        *title(2, "Scenes"),
        *forms("line", meanings.SCENES),
        *forms("tile", [(tile, meanings.TILES.get(tile, "")) for tile in positions.TILES]),
        *title(2, "Features", "`Feature Name`, and below it:"),
        *forms("line", meanings.FEATURES),
        *[f"The scopes: {code(feature.LEVELS)}. If features contradict each other, the scope that comes first here decides."],
        *title(2, "Strategies", "`Strategy Name`; the cast does the first behaviour that is possible, then starts again."),
        *forms("line", meanings.STRATEGIES),
        *title(2, "Campaigns", "`Campaign Name`; the actors of the cast that win a scene go on to the next."),
        *forms("line", meanings.CAMPAIGNS),
        *title(2, "How to play", "`How to play` for everybody, `How to play Name` for one seat; no rule depends on it."),
        *forms("line", meanings.GUIDES),
        *title(2, "Examples"),
        *forms("line", meanings.STEPS),
        *title(3, "Expectations"),
        *[f"- {str(check.__doc__).rstrip('.')}" for _, check in EXPECTATIONS],
    ]


# -- books -------------------------------------------------------------------------------------------------------------


CHOICES = "A reading chooses between interpretations of a rule, which are called its sides: `--reading NAME=SIDE` in a command."


def book(name: str, sources: Sources) -> list[str]:
    """Give everything about one book."""
    bound = bind(sources, lambda used: (), name)
    assert bound.book is not None, bound.problems
    made = bound.book
    items = [(item, text) for file, words in sources for item, text in pieces(words, file)]
    readings = [(f"`{r.name}`", r.rule, "; ".join(r.sides), r.about) for r in made.ambiguities]
    count = sum(marks.AUTOMATIC not in action.kinds for action in made.actions)
    readme = f"Its [README](../../src/rulewright/books/{name}/README.md) says what the game is about and how its rules are read."
    listed = f"This page lists everything in the book `{name}` as rule text: {count} actions; scenes: {', '.join(made.scenes)}."
    lines = title(1, f"The {made.title} book", f"{listed} {readme}")
    if readings:
        lines += [*title(2, "Readings", CHOICES), *table(["reading", "rule", "sides, the default first", "question"], readings)]
    for heading, kinds in SECTIONS.items():
        found = [(item, text) for item, text in items if item.kind in kinds]
        lines += title(2, heading) if found else []
        lines += [line for item, text in found for line in _entry(item, text)] if heading in NAMED else []
        lines += [] if heading in NAMED or not found else block("\n".join(text for _, text in found))
    return lines


SECTIONS: Mapping[str, tuple[str, ...]] = {
    "Stats": ("stat",),
    "Zones": ("zone",),
    "Settings": tuple(key.lower() for key in syntax.SETTINGS),
    "Structures": ("structure",),
    "Words": ("word",),
    "Tables": ("table",),
    "Actions": ("action", "rule"),
    "Features": ("feature",),
    "Kinds": ("kind",),
    "Strategies": ("strategy",),
    "Scenes": ("scene",),
    "Campaigns": ("campaign",),
    "Layout": ("layout",),
    "How to play": ("how to play",),
}
NAMED = frozenset({"Actions", "Features", "Scenes"})


def _entry(item: Item, text: str) -> list[str]:
    rule = next((header.value for header in item.headers if plain(header.key) == "rule"), "")
    marks = f" ({', '.join(item.marks)})" if item.marks else ""
    return [*title(3, f"{definitions.name(item)}{marks}{f', rule {rule}' if rule else ''}"), *block(text)]


def pieces(text: str, file: str) -> list[tuple[Item, str]]:
    """Give every item of a file with its text, without comments after it."""
    items, lines = parser.read(text, file)[0], text.splitlines()
    ends = [item.span.line - 1 for item in items[1:]] + [len(lines)]
    return [(item, _trimmed(lines[item.span.line - 1 : end])) for item, end in zip(items, ends, strict=True)]


def _trimmed(lines: list[str]) -> str:
    while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
        lines = lines[:-1]
    return "\n".join(lines)


GENERATED = "This page is generated from the code and the rule text by `make docs`; do not edit it."


def pages(books: Mapping[str, Sources]) -> dict[str, str]:
    """Give every page by its file's name below docs: the language, and each book."""
    listed = [f"- [{name}](books/{name}.md)" for name in books]
    parts = [*title(1, "Reference", GENERATED, meanings.NOTATION), *language(), *title(2, "The shipped books"), *listed]
    found = {"reference.md": _page(parts)}
    for name, sources in books.items():
        found[f"books/{name}.md"] = _page(
            [*book(name, sources), "", f"{GENERATED} The [reference](../reference.md) lists what the phrases mean."]
        )
    return found


def _page(lines: Sequence[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip() + "\n"


def shipped(folder: Path = BOOKS) -> dict[str, Sources]:
    """Read the rule text of every book in a folder: each is a folder with a README."""
    found = [path.parent for path in sorted(folder.glob("*/README.md"))]
    return {each.name: [_source(each, file) for file in sorted(each.glob("*.rules"))] for each in found}


def _source(folder: Path, file: Path) -> tuple[str, str]:
    return f"{folder.name}/{file.name}", file.read_text(encoding="utf-8")


def main(arguments: Sequence[str]) -> None:
    """Write the pages into the folder of documents."""
    folder = Path(arguments[0])
    (folder / "books").mkdir(exist_ok=True)
    for name, text in pages(shipped()).items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
