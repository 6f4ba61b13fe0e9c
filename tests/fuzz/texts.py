"""Writes rule text at random from the grammar and the phrase table: whole books, and the ways people lay text out.

Everything random comes from one `random.Random`, so that Hypothesis can shrink it and a seed can give it again.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from rulewright.language.grammar.patterns import Pattern, Phrase, _Gap, _Maybe, _Words
from rulewright.language.grammar.vocabulary import TABLE
from rulewright.language.lower.compiler import bind
from rulewright.language.text.syntax import COMPONENTS

NAMES = ("Vigour", "Wit", "Grace", "Luck", "Focus Points", "Guard", "Reach", "Mana", "Poise", "Vigour Maximum")
VERBS = (
    "Lunge",
    "Sweep",
    "Hold Fast",
    "Bolt from Afar",
    "Mend",
    "Rally",
    "Trip",
    "Ward Off",
    "Cleave",
    "Stare Down",
    "Hop",
    "Toll",
)
ZONES = ("Field", "Hand", "Deck", "Trash")
SYNONYMS = {name: tuple(word for word, stands in COMPONENTS.items() if stands == name) for name in ("if", "do", "else", "then")}
WORDS = (
    "why",
    "house rule 4",
    "see [Wit]",
    "it's so",
    "do: not this",
    "100 % sure",
    "| a | b |",
    "Stat X: 3",
    "(maybe)",
    "ünïcode ✓",
)
BOUNDS = (
    "at least 0",
    "0 to 5",
    "at most 9",
    "may be negative",
    "starts at 3",
    "becomes 3 at the start of the actor's Turn",
    "at most 20",
)
RANGES = ("Melee", "3 tiles", "Self", "Ranged 6, line of sight", "10 tiles,2-tile radius", "Melee (adjacent target)")
CONDITION_PHRASES = tuple(phrase for phrase in TABLE if phrase.kind == "condition")
TRIGGERS = tuple(phrase for phrase in TABLE if phrase.kind == "trigger")
STRUCTURAL = ("window", "floor", "refresh", "end what", "end the", "repeat", "(run|take|begin)")
EFFECTS = tuple(p for p in TABLE if p.kind == "effect" and not p.pattern.text.startswith(STRUCTURAL))
STEPS = tuple(
    p for p in TABLE if p.kind == "effect" and p.pattern.text.startswith(("refresh", "end what", "{times}", "if ", "each "))
)


@dataclass(slots=True)
class Node:
    """A line and what is indented below it; loose children may be indented unevenly."""

    text: str
    children: list[Node] = field(default_factory=list)
    loose: bool = False
    beside: list[Node] = field(default_factory=list)
    apart: bool = False


class Author:
    """Writes books."""

    def __init__(self, r: random.Random) -> None:
        self.r = r
        self.stats = r.sample(NAMES, r.randint(2, 5))
        self.actions = r.sample(VERBS, r.randint(1, 5))
        self.fill: dict[str, Callable[[int], str]] = {
            "amount": self.amount, "signed": self.signed, "times": self.times, "stat": self.stat_words, "whom": self.whom,
            "things": self.things, "duration": self.duration, "zone": self.zone, "action": lambda depth: self.one(*self.actions),
            "structure": lambda depth: self.one("Round", "Turn"),
            "word": lambda depth: self.one("fire", "melee", "begins", "end"),
            "rest": self.effect, "comparison": lambda depth: self.one("falls to", "drops below", "rises to"),
        }  # fmt: skip

    def one(self, *options: str) -> str:
        return self.r.choice(options)

    def maybe(self, chance: float = 0.5) -> bool:
        return self.r.random() < chance

    # -- numbers and words -----------------------------------------------------------------------------------------

    def ref(self) -> str:
        stat = self.one(*self.stats)
        return f"[{self.one('', '', 'Target ', 'Self ', 'Ada ')}{stat}]"

    def number(self) -> str:
        return str(self.r.choice((0, 1, 2, 3, 5, 8, 20)))

    def expression(self, depth: int = 2) -> str:
        pick = self.r.randint(0, 7 if depth else 3)
        if pick <= 1:
            return self.number()
        if pick == 2:
            return f"{self.one('', '1', '2', '3', '[' + self.stats[0] + ']')}{self.one('d', 'D')}{self.one('4', '6', '20')}"
        if pick == 3:
            return self.ref()
        if pick == 4:
            return f"({self.expression(depth - 1)})"
        if pick == 5:
            return f"{self.one('-', '−')}{self.expression(0)}"
        sign = self.one("+", "-", "*", "/", "−", "×", "÷")
        return f"{self.expression(depth - 1)} {sign} {self.expression(depth - 1)}"

    def condition(self, depth: int = 2) -> str:
        pick = self.r.randint(0, 5 if depth else 2)
        if pick <= 1:
            sign = self.one("=", "!=", "<", ">", "<=", ">=", "==", "≥", "≤", "≠")
            return f"{self.expression(1)} {sign} {self.expression(1)}"
        if pick == 2:
            return self.phrase(self.r.choice(CONDITION_PHRASES))
        if pick == 3:
            return f"not {self.condition(0)}"
        joined = f"{self.condition(depth - 1)} {self.one('and', 'or', 'AND')} {self.condition(depth - 1)}"
        return f"({joined})" if self.maybe(0.3) else joined

    def amount(self, depth: int) -> str:
        return self.one("a", "two", "3", "1d6", "2d4", f"[{self.stats[0]}]", f"[{self.stats[0]}] + 1", "12")

    def signed(self, depth: int) -> str:
        return self.one("+1", "-2", "- 1d4", f"+[{self.stats[0]}]", "−3")

    def times(self, depth: int) -> str:
        return self.one("once", "twice", "3 times", "two times")

    def stat_words(self, depth: int) -> str:
        stat = self.one(*self.stats)
        return self.one(stat, f"[{stat}]", stat.lower())

    def whom(self, depth: int) -> str:
        return self.one("target", "the actor", "self", "all enemies", "each ally within 2 tiles", "Ada", "this actor")

    def things(self, depth: int) -> str:
        what = f"an enemy with [{self.stats[0]}] < 5"
        return self.one(
            "an enemy",
            "an ally",
            "actor",
            "all enemies within 3 tiles",
            "adjacent enemies",
            "another actor",
            "cards in your hand",
            what,
        )

    def duration(self, depth: int) -> str:
        return self.one(
            "until end of Turn", "until start of next turn", "this Round", "for 2 rounds", "until the end of the round"
        )

    def zone(self, depth: int) -> str:
        return self.one("your hand", "your deck", "the trash", "its owner's hand")

    def anything(self, depth: int) -> str:
        """Fills a slot of a kind that this module does not know."""
        return self.one("quick", "Meadow", "the gate", "2", self.stats[0])

    def phrase(self, phrase: Phrase, depth: int = 1) -> str:
        """Writes a phrase with other words in its slots."""
        return self.as_shown(phrase) if self.maybe(0.15) else self.filled(phrase.pattern, depth)

    def as_shown(self, phrase: Phrase) -> str:
        stat = self.stats[0]
        known = re.sub(r"Action Points|Health|Defense|Attack|Initiative", stat, phrase.example)
        return known.replace("Stride", self.actions[0])

    def filled(self, pattern: Pattern, depth: int) -> str:
        words: list[str] = []
        at = 0
        while at < len(pattern.places):
            place = pattern.places[at]
            at += 1
            match place:
                case _Words(choices):
                    words.append(" ".join(self.r.choice(choices)))
                case _Gap(name, kind):
                    words.append(self.condition(0) if name == "condition" else self.fill.get(kind, self.anything)(depth - 1))
                case _Maybe(past) if self.maybe():
                    at = past
        return re.sub(r" ([:,])|(?<=\w)( )(?='s)", lambda found: found[1] or "", " ".join(words)).replace(" ' s", "'s")

    def effect(self, depth: int = 1) -> str:
        if depth < 0 or self.maybe(0.5):
            tail = f"{self.one('', ',')} {self.duration(0)}" if self.maybe(0.3) else ""
            sign = self.one("=", "+=", "-=", "−=", *(() if tail else ("*=", "/=")))
            return f"{self.ref()} {sign} {self.expression(1)}{tail}"
        return self.phrase(self.r.choice(EFFECTS), depth)

    # -- items -----------------------------------------------------------------------------------------------------

    def component(self, name: str) -> Node:
        write = self.condition if name == "if" else self.effect
        lines = ["; ".join(write() for _ in range(self.r.choice((1, 1, 1, 2)))) for _ in range(self.r.choice((1, 1, 2, 3)))]
        stop = self.one("", "", ".")
        word = self.one(name, name, name.title(), *SYNONYMS[name])
        first, *rest = [line + stop for line in lines]
        if self.maybe(0.1):
            return Node(f"{word}:", [Node(line) for line in (first, *rest)], loose=True)
        return Node(f"{word}: {first}", [Node(line) for line in rest], loose=True)

    def header(self) -> Node:
        key, value = self.r.choice((
            ("Range", self.one(*RANGES)),
            ("Target", self.things(0)),
            ("Cost", f"{self.number()} {self.stats[0]}{self.one('', f', 1 {self.stats[1]}', f',[{self.stats[1]}] = 1')}"),
            ("Limit", self.one("once per Round", "2 per turn")),
            ("Needs", self.condition(1)),
            ("Rule", self.one("6.5.1", "N-12", "12, 13")),
            ("For", self.one("Ada", "Ada,Ben")),
            ("If is", self.one("a check", "a prerequisite")),
            ("Short", self.effect(0)),
        ))  # fmt: skip
        return Node(f"{self.one(key, key.lower(), key.upper())}: {value}")

    def action(self, name: str, nested: bool = False) -> Node:
        marks = self.one("", "", "", "Reaction", "quick,loud", "reading pace: slow", "Triggered")
        headers = [self.header() for _ in range(self.r.randint(0, 3))]
        if marks in ("Reaction", "Triggered"):
            headers.append(Node(f"Trigger: {self.phrase(self.r.choice(TRIGGERS), 0)}"))
        names = ["do", *(name for name in ("if", "else", "then") if self.maybe())]
        parts = headers + [self.component(part) for part in names]
        if self.maybe(0.2):
            self.r.shuffle(parts)
        heading = f"[{name}]" if not marks and not nested and self.maybe(0.1) else name
        node = Node(f"{heading} ({marks})" if marks else heading, apart=True)
        if self.maybe(0.2):
            node.children = parts
        else:
            node.beside = parts
        if not nested and self.maybe(0.15):
            (parts[-1] if node.beside else node).children.append(self.action(f"{name} Again", nested=True))
            node.loose = parts[-1].loose = False
        return node

    def declarations(self) -> list[Node]:
        damage = ", takes damage"
        found = [Node(f"Stat {self.stats[0]}: at least 0{damage}")]
        found += [
            Node(f"{self.one('Stat', 'stat')} {name}: {self.one(*BOUNDS)}{self.one('', ', at least 0')}")
            for name in self.stats[1:]
        ]
        found += [Node("Zone Field: in play,keeps identity"), Node("Zone Hand: of each player, seen by its owner")]
        found += [Node("Zone Deck: of each player , seen by nobody"), Node("Zone Trash: of each player")]
        if self.maybe():
            found.append(Node("Kind Boxer: " + ", ".join(f"{stat} {self.number()}" for stat in self.stats[:2])))
        reading = Node("Reading pace: slow, quick", [Node("rule: H-1"), Node("about:  how fast, really")])
        return [*found, reading]

    def structures(self) -> list[Node]:
        turn = [Node("step act: window actions for the actor, until it passes, closes when nothing can be done")]
        turn[:0] = [Node(f"step start: {self.phrase(self.r.choice(STEPS))};refresh stats")] if self.maybe() else []
        turn += [Node("step end", [])] if self.maybe(0.2) else []
        return [
            Node("structure Game", [Node(f"{self.one('step', 'Step')} rounds: repeat Round")], apart=True),
            Node("Structure Round", [Node("step turns:  each actor: take a Turn")], apart=True),
            Node(f"structure Turn{self.one(' ', '  ')}of an actor", turn, apart=True),
        ]

    def scene(self) -> Node:
        rows = [
            "".join(self.r.choice((". ", ".", "X ", "~ ")) for _ in range(4)).ljust(8, ".").replace(" ", "")[:4] for _ in range(3)
        ]
        rows = [self.one(" ", "").join(row) for row in rows]
        marks = f"{self.stats[0]} {self.number()},{self.stats[1]} {self.number()}"
        casts = [Node(f"cast Reds: Ada at 1,1 ({marks}); Ben at 2,1"), Node(f"cast Blues,neutral : Cy at 3,1 ({marks})")]
        body = [Node("map:", [Node(row) for row in rows], loose=self.maybe(0.2)), Node("tiles: X wall,~ difficult"), *casts]
        return Node(
            self.one("Scene Meadow", "scene Meadow (small)"),
            [*body, Node(f"ends when: {self.one('one cast is left', self.condition(0))}")],
            apart=True,
        )

    def story(self) -> Node:
        action, stat = self.one(*self.actions), self.stats[0]
        lines = [
            f"Ada ({stat} {self.number()}) {self.one('beside', '2 tiles from')} Ben ({self.stats[1]} 3)",
            f"Ada: {action}{self.one('', ' Ben')}{self.one('', ', rolling 3, 4')}",
            f"expect {self.one('hit', 'no check', 'Ada unchanged')}, Ada {stat} {self.number()}",
            f"Ada cannot {action} Ben{self.one('', ': range')}",
        ]
        return Node(
            f"{self.one('Example', 'example')}: as told  (H-1,H-2)",
            [Node(line) for line in lines[: self.r.randint(1, 4)]],
            apart=True,
        )

    def table(self) -> Node:
        ruler = [Node("|---|:-:|")] if self.maybe() else []
        rows = [Node("| on top|quick |"), *ruler, Node("|nothing| yes|"), Node("| quick | no")]
        return Node("Speeds", rows, loose=True, apart=True)

    def book(self) -> list[Node]:
        """Writes a whole book, or some actions of one."""
        found = [Node("Uses: nothing"), Node("Start: Game"), *self.declarations(), *self.structures()]
        found += [Node(f"Defeated: when [{self.stats[0]}] falls to 0")] if self.maybe() else []
        actions = [self.action(name) for name in self.actions]
        if self.maybe(0.2):
            actions = [Node(self.one("Rule 12. House rules", "rule 3.1: More"), actions, apart=True)]
        found += actions
        found += [self.table()] if self.maybe(0.2) else []
        found += [self.scene()] if self.maybe() else []
        found += [self.story() for _ in range(self.r.randint(0, 2))]
        return found


class Typist:
    """Lays text out as people do: unevenly, with comments and blank lines anywhere."""

    def __init__(self, r: random.Random, mess: float = 0.3) -> None:
        self.r, self.mess = r, mess
        self.lines: list[str] = []

    def often(self, share: float = 1.0) -> bool:
        return self.r.random() < self.mess * share

    def type(self, nodes: list[Node]) -> str:
        """Types a text."""
        self.all(nodes, 0)
        self.between()
        end = self.r.choice(("\n", "\n", "\n", "\r\n", "\r"))
        return ("\ufeff" if self.often(0.1) else "") + end.join(self.lines) + self.r.choice(("", end))

    def all(self, nodes: list[Node], indent: int, loose: bool = False) -> None:
        for node in nodes:
            self.node(node, indent + (self.r.randint(0, 4) if loose else 0))

    def node(self, node: Node, indent: int) -> None:
        if node.apart and not self.often():
            self.lines.append("")
        self.between()
        lead = "\t" * (indent // 4) + " " * (indent % 4) if self.often(0.2) else " " * indent
        self.lines.append(lead + self.spaced(node.text) + self.note())
        self.all(node.children, indent + self.r.randint(1, 5), node.loose)
        self.all(node.beside, indent)

    def between(self) -> None:
        while self.often(0.5):
            self.lines.append(self.r.choice(("", "   ", " " * self.r.randint(0, 9) + self.comment())))

    def comment(self) -> str:
        return f"{self.r.choice(('#', '# ', '##  ', '<-- ', '<--', '# -- '))}{self.r.choice(WORDS)}"

    def note(self) -> str:
        return f"{' ' * self.r.randint(0, 5)}{self.comment()}" if self.often(0.4) else self.r.choice(("", "", "", "  "))

    def spaced(self, text: str) -> str:
        if self.often():
            text = re.sub(r"(?<=[\d\])]) ([-+*/<>=≥≤≠×÷−]{1,2}) (?=[\d\[(d])", r"\1", text)
        if self.often():
            text = re.sub(r"(?<=\w) (?=\w)", lambda found: " " * self.r.choice((1, 1, 2, 3)), text)
        if self.often(0.3):
            text = text.replace(": ", self.r.choice((":  ", " : ")), 1) if re.match(r"[\w ]+: ", text) else text
        return text


def book_text(r: random.Random, mess: float = 0.3, sound: bool = False) -> str:
    """Writes a whole rule text; a sound text has no errors, because items with errors are left out."""
    nodes = Author(r).book()
    return Typist(r, mess).type(without_errors(nodes) if sound else nodes)


def without_errors(nodes: list[Node]) -> list[Node]:
    """Leaves out items that cannot be read, until all items can be read."""
    while True:
        lines = [(line, node) for node in nodes for line in neat(node)]
        bound = bind([("<text>", "\n".join(line for line, _ in lines))], lambda used: ())
        errors = [problem for problem in bound.problems if problem.severity == "error"]
        bad = [lines[problem.span.line - 1][1] for problem in errors]
        if not bad:
            return nodes
        nodes = [node for node in nodes if not any(node is other for other in bad)]


def neat(node: Node, indent: int = 0) -> Iterator[str]:
    """Yields the lines of an item, laid out plainly."""
    yield " " * indent + node.text
    for child in node.children:
        yield from neat(child, indent + 4)
    for other in node.beside:
        yield from neat(other, indent)
