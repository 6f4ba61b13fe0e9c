"""Reads rule text into syntax: the items of a file, and the notation inside their clauses.

It knows the shapes of the language and no phrase, stat or book. The notation's grammar is rules.lark; its parser is
made when the first clause is read, because importing it takes longer than loading a book that is already compiled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

from rulewright.language import syntax
from rulewright.language.problems import Problem, RuleTextError
from rulewright.language.source import DIGITS, LIMITS, LONGEST, PARTS, Limits, Line, Span, read_lines
from rulewright.language.syntax import Assign, Component, Expr, Header, Item

if TYPE_CHECKING:
    from lark import Lark, UnexpectedInput

DECLARATIONS: Final = syntax.DECLARATIONS
SETTINGS: Final = syntax.SETTINGS
NUMBER_WORDS: Final = syntax.NUMBER_WORDS
split_clauses: Final = syntax.split_clauses

_NAMED: Final = (*syntax.BODIES, "action", "rule", "step")
_NAME: Final = re.compile(r"""["'“‘¡¿]?\w.{0,79}""")
_RULE: Final = re.compile(r"rule\s+(?P<number>\d[\w/.-]*?)[.:]?(?:\s+(?P<name>.*))?", re.IGNORECASE)
_STEP: Final = re.compile(r"step\s+(?P<name>[^:]+)(?::\s*(?P<value>.*))?", re.IGNORECASE)
_COMPARING: Final = re.compile(r"\[[^\[\]]*\]|(?P<sign>[<>=≥≤≠])")
_JOINING: Final = re.compile(r"\b(?:not|and|or)\b", re.IGNORECASE)
_WEIGHING: Final = re.compile(r"[()]|[-+*/−×÷]|\bnot\b", re.IGNORECASE)
_LAST: Final = re.compile(r"(\[[^\[\]]*\]|\w+|[-+*/−×÷<>=!≥≤≠]+|\S)\s*\Z")
_SPELT: Final = {"−": "-", "×": "*", "÷": "/", "≥": ">=", "≤": "<=", "≠": "!=", "==": "="}


def read(text: str, file: str = "<text>", limits: Limits = LIMITS) -> tuple[tuple[Item, ...], tuple[Problem, ...]]:
    """Reads the items of a rule text, and all the problems of its shape at once."""
    lines, problems = read_lines(text, file, limits)
    items = tuple(_Reader(problems).items(lines))
    return items, tuple(sorted(problems, key=lambda problem: (problem.span.line, problem.span.column)))


@dataclass(slots=True)
class _Body:
    """What has been read of an item so far."""

    headers: list[Header] = field(default_factory=list)
    components: list[Component] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)

    def of(self, item: Item) -> Item:
        parts = tuple(self.headers), tuple(self.components), tuple(self.items)
        return replace(item, headers=parts[0], components=parts[1], items=parts[2])


@dataclass(slots=True)
class _Reader:
    """Reads lines into items, and collects what is wrong with their shape."""

    problems: list[Problem]

    def report(self, line: Line, code: str, message: str, expected: str, nearest: str = "") -> None:
        self.problems.append(Problem(line.span, message, expected, nearest, code=code))

    def items(self, lines: Sequence[Line]) -> Iterator[Item]:
        """Yields the items of lines that stand where no action is open."""
        at = 0
        while at < len(lines):
            found, at = self.item(lines, at)
            yield from found

    def item(self, lines: Sequence[Line], at: int) -> tuple[list[Item], int]:
        """Reads one item, and says where the next one begins."""
        line = lines[at]
        if syntax.component_of(line) or syntax.is_row(lines, at) or syntax.is_effect(line):
            return [], self.stray(lines, at)
        if (headed := syntax.headed(line)) and (line.children or not syntax.begins_action(lines, at)):
            return [self.headed(line, *headed)], at + 1
        if declared := syntax.declared(line):
            return [self.named(syntax.bare_item(line, *declared, line.children), line)], at + 1
        if syntax.is_feature(line):
            item = syntax.bare_item(line, "feature", line.text.partition(" ")[2])
            return self.described(self.named(item, line), lines, at)
        if rule := _RULE.fullmatch(line.text):
            item = syntax.bare_item(line, "rule", rule["name"] or "")
            return self.described(replace(item, marks=(rule["number"], *item.marks)), lines, at)
        if found := syntax.key_of(line):
            return [self.setting(line, *found)], at + 1
        if syntax.is_row(line.children, 0) or syntax.is_row(lines, at + 1):
            return self.table(lines, at)
        return self.described(self.named(syntax.bare_item(line, "action", line.text), line), lines, at)

    def named(self, item: Item, line: Line) -> Item:
        """Passes an item on, and reports it if its name is none."""
        if not _NAME.fullmatch(item.name):
            message = f"{item.name[:40]!r} is no name" if item.name else f"this {item.kind} has no name"
            self.report(line, "name", message, "a name of at most 80 characters that begins with a letter or a figure")
        return item

    def setting(self, line: Line, key: str, value: str) -> Item:
        """Reads `Word: value`; a declaration without a name is reported."""
        item = syntax.bare_item(line, key.lower(), "", value, line.children)
        return self.named(item, line) if key.title() in DECLARATIONS or key.lower() in _NAMED else item

    def stray(self, lines: Sequence[Line], at: int) -> int:
        """Reports a line that needs another above it, and passes over those that go with it."""
        line = lines[at]
        if component := syntax.component_of(line):
            message = f'"{component}" belongs to no action: there is no name above it'
            self.report(line, "no-name", message, "a line with the action's name above its components, without a colon")
            return next((n for n in range(at, len(lines)) if not syntax.belongs(lines[n])), len(lines))
        if syntax.is_row(lines, at):
            self.report(line, "no-name", "this table has no name", "a line with the table's name above its rows")
            return next((n for n in range(at, len(lines)) if not syntax.is_row(lines, n)), len(lines))
        message = "this effect belongs to no component: it is not indented below one"
        self.report(line, "stray-effect", message, "the effect further to the right than its component")
        return at + 1

    def headed(self, line: Line, kind: str, name: str) -> Item:
        """Reads something whose body is indented below it."""
        if kind == "structure":
            body = _Body()
            self.fill(body, line.children, kind)
            return body.of(self.named(syntax.bare_item(line, kind, name), line))
        lines = self.rows(line.children) if kind == "table" else line.children
        return self.named(syntax.bare_item(line, kind, name, lines=lines), line)

    def table(self, lines: Sequence[Line], at: int) -> tuple[list[Item], int]:
        """Reads a name and the rows below it, indented or not."""
        end = next((n for n in range(at + 1, len(lines)) if not syntax.is_row(lines, n)), len(lines))
        rows = self.rows([*lines[at].children, *lines[at + 1 : end]])
        return [self.named(syntax.bare_item(lines[at], "table", lines[at].text, lines=rows), lines[at])], end

    def rows(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Lists the rows of a table, however they are indented, and reports what is none."""
        rows = tuple(syntax.flat(lines))
        for line in rows:
            if not line.text.startswith("|"):
                self.report(line, "row", "this is no row of the table above it", 'a line such as "| one | two |"')
        return rows

    def described(self, item: Item, lines: Sequence[Line], at: int) -> tuple[list[Item], int]:
        """Reads what describes an action or a rule, below it and beside it."""
        body = _Body()
        self.fill(body, lines[at].children, item.kind)
        end = at + 1
        while end < len(lines) and (syntax.belongs(lines[end]) or syntax.is_effect(lines[end])):
            end = self.take(body, lines, end) if syntax.key_of(lines[end]) else self.stray(lines, end)
        self.check_do(body, item, lines[at])
        return [body.of(item)], end

    def check_do(self, body: _Body, item: Item, line: Line) -> None:
        """Reports an action without a do; what only has marks or abilities is a card (E-09)."""
        names = [component.name for component in body.components]
        card = not names and (item.marks or body.items)
        if "do" in names or card or item.kind in ("rule", "feature") or not item.name:
            return
        kind = item.name.split()[0]
        nearest = f'"{item.name}: …", which declares a {kind.lower()}' if kind in DECLARATIONS else ""
        message = f'the action "{item.name[:80]}" has no "do"'
        self.report(line, "no-do", message, 'a line "do: …" below the name', nearest)

    def fill(self, body: _Body, lines: Sequence[Line], kind: str) -> None:
        """Reads the lines below an item: first what describes it, then the items nested in it."""
        at = 0
        while at < len(lines):
            line = lines[at]
            if kind == "structure" and (step := _STEP.fullmatch(line.text)):
                body.items.append(self.step(line, step["name"], step["value"] or ""))
                at += 1
            elif syntax.belongs(line) or (kind == "action" and syntax.key_of(line) and not syntax.headed(line)):
                at = self.take(body, lines, at)
            else:
                found, at = self.item(lines, at)
                body.items += found

    def step(self, line: Line, name: str, value: str) -> Item:
        """Reads `step name: clauses` of a structure."""
        item = self.named(syntax.bare_item(line, "step", name, value), line)
        clauses = self.clauses(item.value, item.value_span, line.children)
        return replace(item, components=(Component("do", clauses, line.span),) if clauses else ())

    def clauses(self, value: str, span: Span, lines: Sequence[Line]) -> tuple[syntax.Clause, ...]:
        """Splits a value and the lines that go on with it into clauses."""
        below = [clause for line in syntax.flat(lines) for clause in split_clauses(line.text, line.span)]
        return (*split_clauses(value, span), *below)

    def take(self, body: _Body, lines: Sequence[Line], at: int) -> int:
        """Reads a component or a header, and the abilities that are indented below it."""
        line = lines[at]
        key, value = syntax.key_of(line) or ("", "")
        own = syntax.going_on(line.children)
        where = line.span.part(len(line.text) - len(value), len(line.text))
        if name := syntax.component_of(line):
            self.component(body, line, Component(name, self.clauses(value, where, line.children[:own]), line.span))
        else:
            body.headers.append(Header(key, value, where, line.children[:own], line.span))
        self.fill(body, line.children[own:], "action")
        return at + 1

    def component(self, body: _Body, line: Line, component: Component) -> None:
        """Adds a component, unless the action already has it."""
        if any(component.name == other.name for other in body.components):
            message = f'the action has a second "{component.name}"'
            self.report(line, "twice", message, "one of each; further effects go on lines indented below the first")
            return
        if not component.clauses:
            self.report(line, "empty", f'"{component.name}" says nothing', "what it tests or does after the colon")
        body.components.append(component)


def expression(text: str, span: Span, limits: Limits = LIMITS) -> Expr:
    """Reads a number, dice, a [Stat] or a sum of them; the span is the place of the text."""
    notation = _Notation(text, span, limits)
    return notation.number(notation.tree("expression"))


def condition(text: str, span: Span, limits: Limits = LIMITS, joined: bool = False) -> Expr:
    """Reads a condition; one that compares nothing is English, to be read as a phrase, or as several joined ones."""
    notation = _Notation(text, span, limits)
    if not text.strip() or any(found["sign"] for found in _COMPARING.finditer(text)):
        return notation.truth(notation.tree("condition"))
    try:
        if joined and _JOINING.search(text):
            return notation.truth(notation.tree("condition"))
        number = notation.tree("expression")
    except RuleTextError:
        return notation.english(0, len(text))
    return notation.truth(number)


def assignment(text: str, span: Span, limits: Limits = LIMITS) -> Assign | None:
    """Reads a change of a stat; a clause that does not begin with a bracket is none."""
    if not text.lstrip().startswith("["):
        return None
    notation = _Notation(text, span, limits)
    return notation.assign(*notation.tree("assignment").children)


def amount(text: str, span: Span, limits: Limits = LIMITS) -> Expr:
    """Reads an amount: an expression or a number word, with or without "times"."""
    said = text.rstrip()[:-5] if text.lower().split()[-1:] == ["times"] else text
    value = NUMBER_WORDS.get(said.strip().lower())
    return expression(said, span, limits) if value is None else syntax.Number(value, span)


@lru_cache(maxsize=1)
def _grammar() -> Lark:
    """Makes the parser of the notation, once."""
    from importlib.resources import files

    from lark import Lark

    text = files("rulewright.language").joinpath("rules.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", lexer="basic", start=["expression", "condition", "assignment"])


@dataclass(frozen=True, slots=True)
class _Notation:
    """The notation of one clause on its way from text to syntax."""

    text: str
    span: Span
    limits: Limits

    def at(self, token: Any) -> Span:
        return self.span.part(token.start_pos, token.end_pos)

    def tree(self, start: str) -> Any:
        """Parses the text; what cannot be read is told at its column."""
        from lark import UnexpectedInput

        self.weigh()
        try:
            return _grammar().parse(self.text, start=start)
        except UnexpectedInput as error:
            raise self.unexpected(error) from None

    def weigh(self) -> None:
        """Refuses what is too long or too deep to be worked out."""
        if len(self.text) > LONGEST:
            raise _problem(self.span, f"this clause has more than {LONGEST} characters", "several shorter clauses")
        depth = parts = 0
        for found in _WEIGHING.finditer(self.text):
            depth += (found[0] == "(") - (found[0] == ")")
            parts += found[0] not in "()"
            if depth > self.limits.nesting or parts > PARTS:
                what = f"{self.limits.nesting} parentheses deep" if parts <= PARTS else f"{PARTS} parts long"
                where = self.span.part(*found.span())
                raise _problem(where, f"this is more than {what}", "several shorter clauses")

    def unexpected(self, error: UnexpectedInput) -> RuleTextError:
        """Says what was expected after what, and what stands there instead."""
        token: Any = getattr(error, "token", "")
        start = token.start_pos if token else len(self.text.rstrip())
        where = self.span.part(start, start + max(1, len(token)))
        if token == "[":
            return _problem(where, 'this "[" is never closed', '"]"')
        expected = self.expected(getattr(error, "accepts", None) or (), start)
        before = _LAST.search(self.text[max(0, start - 80) : start])
        after = f' after "{before[1]}"' if before else ""
        found = f', not "{token}"' if token else ""
        bare = before is not None and f"{before[1]}{token}".isalpha() and token
        nearest = f"[{before[1]} {token}]" if before and bare else ""
        return _problem(where, f"expected {expected}{after}{found}", expected, nearest)

    def expected(self, names: Any, at: int) -> str:
        """Says in words what the grammar accepts next."""
        inside = self.text.count("(", 0, at) > self.text.count(")", 0, at)
        said = {
            "LPAR": "a number, dice or [Stat]",
            "SET": "=, +=, -=, *= or /=",
            "COMPARE": "a comparison such as >=",
            "RPAR" if inside else "": '")"',
            "OTHER": '"and", "or" or the end',
            "COMMA": "an operator, words or the end",
            "AND": '"and", "or" or the end',
        }
        return next((words for name, words in said.items() if name in names), "an operator or the end")

    def english(self, start: int, end: int) -> syntax.English:
        said = self.text[start:end].strip()
        start = self.text.index(said, start)
        return syntax.English(said, self.span.part(start, start + len(said)))

    def number(self, part: Any) -> Expr:
        """Makes what must be a number."""
        made = self.make(part)
        if isinstance(made, syntax.Compare | syntax.Logic | syntax.English):
            raise _problem(made.span, "a condition stands where a number must", "a number, dice or [Stat]")
        return made

    def truth(self, part: Any) -> Expr:
        """Makes what must be a condition; a lone name is English."""
        made = self.make(part)
        if isinstance(made, syntax.Word | syntax.Ref):
            return self.english(part.start_pos, part.end_pos)
        if not isinstance(made, syntax.Compare | syntax.Logic | syntax.English):
            raise _problem(made.span, "this number is compared with nothing", "a comparison such as >=")
        return made

    def make(self, part: Any) -> Expr:
        """Makes syntax of a token or of a node, by its name in rules.lark."""
        match getattr(part, "data", None) or part.type, getattr(part, "children", [part]):
            case "NUMBER", [token]:
                return syntax.Number(self.whole(token, 0), self.at(token))
            case "WORD", [token]:
                return syntax.Word(str(token), self.at(token))
            case "REF", [token]:
                return self.ref(token)
            case "dice", [*count, die]:
                return self.dice(die, *map(self.number, count))
            case "negative", [sign, of]:
                return syntax.Negative(made := self.number(of), self.at(sign).to(made.span))
            case "binary" | "compare" as kind, [one, sign, other]:
                left, right = self.number(one), self.number(other)
                shape = syntax.Binary if kind == "binary" else syntax.Compare
                return shape(_SPELT.get(sign, str(sign)), left, right, left.span.to(right.span))
            case "not", [sign, of]:
                return syntax.Logic("not", (made := self.truth(of),), self.at(sign).to(made.span))
            case "phrase", [first, *_, last]:
                return self.english(first.start_pos, last.end_pos)
            case _, parts:  # any, all
                made_of = tuple([self.truth(part) for part in parts[::2]])
                return syntax.Logic(str(parts[1]).lower(), made_of, made_of[0].span.to(made_of[-1].span))

    def whole(self, token: Any, skipped: int) -> int:
        if len(token) - skipped > DIGITS:
            raise _problem(self.at(token), f"this number has more than {DIGITS} digits", "a smaller number")
        return int(token[skipped:])

    def ref(self, token: Any) -> syntax.Ref:
        words = " ".join(token[1:-1].split())
        if not words:
            raise _problem(self.at(token), "these brackets name no stat", "a [Stat]")
        return syntax.Ref(words, self.at(token))

    def dice(self, die: Any, count: Expr | None = None) -> syntax.Dice:
        count = count or syntax.Number(1, self.at(die))
        made = syntax.Dice(count, self.whole(die, 1), count.span.to(self.at(die)))
        if not made.sides:
            raise _problem(made.span, "a die has at least one side", "a die such as d6")
        if isinstance(count, syntax.Number) and count.value > self.limits.dice:
            message = f"{count.value} dice are more than the {self.limits.dice} that are rolled at once"
            raise _problem(made.span, message, "fewer dice")
        return made

    def assign(self, ref: Any, sign: Any, value: Any, tail: Any = None) -> Assign:
        """Makes a change of a stat; its tail is everything from the first word after the value."""
        end = len(self.text.rstrip())
        start = tail.children[0].start_pos if tail else end
        start = end - len(self.text[start:end].lstrip(", "))
        parts = self.ref(ref), _SPELT.get(sign[0], sign[0]).rstrip("=") + "=", self.number(value)
        return Assign(*parts, self.text[start:end], self.span.part(start, end), self.span.part(ref.start_pos, end))


def _problem(span: Span, message: str, expected: str, nearest: str = "") -> RuleTextError:
    return RuleTextError([Problem(span, message, expected, nearest, code="notation")])
