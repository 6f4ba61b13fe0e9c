"""Reads rule text into syntax: the items of a file, with their headers, components and clauses.

It knows the forms of the language and no phrase, stat or book; `notation` reads the notation inside a clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from rulewright.language.check.problems import Problem
from rulewright.language.text import clause_blocks, syntax
from rulewright.language.text.source import LIMITS, Limits, Line, read_lines
from rulewright.language.text.syntax import Component, Header, Item
from rulewright.program.quick_dataclasses import dataclass, field, replace

_NAMED: Final = (*syntax.BODIES, "action", "rule", "step")
_NAME: Final = re.compile(r"""["'“‘¡¿<]?\w.{0,79}""")
_RULE: Final = re.compile(r"rule\s+(?P<number>\d[\w/.-]*?)[.:]?(?:\s+(?P<name>.*))?", re.IGNORECASE)
_STEP: Final = re.compile(r"step\s+(?P<name>[^:]+)(?::\s*(?P<value>.*))?", re.IGNORECASE)


def read(text: str, file: str = "<text>", limits: Limits = LIMITS) -> tuple[tuple[Item, ...], tuple[Problem, ...]]:
    """Reads the items of a rule text, and all problems of its structure."""
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
    """Reads lines into items, and collects the problems of their structure."""

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
        """Passes an item on, and reports a name that is not allowed."""
        names = item.name.split(",") if item.kind == "stat" else [item.name]
        if not all(_NAME.fullmatch(name.strip()) for name in names):
            longest = max(names, key=len)
            is_long = f"the name '{longest[:40]}…' is too long ({len(longest)} characters)"
            message = (
                is_long if len(longest) > 80 else f"{item.name!r} is not a name" if item.name else f"this {item.kind} has no name"
            )
            self.report(line, "name", message, "a name of at most 80 characters that begins with a letter or a digit")
        return item

    def setting(self, line: Line, key: str, value: str) -> Item:
        """Reads `Word: value`; a declaration without a name is reported."""
        item = syntax.bare_item(line, key.lower(), "", value, line.children)
        return self.named(item, line) if key.title() in syntax.DECLARATIONS or key.lower() in _NAMED else item

    def stray(self, lines: Sequence[Line], at: int) -> int:
        """Report a line that needs another above it, and skip the lines that belong to it."""
        line = lines[at]
        if component := syntax.component_of(line):
            message = f'"{component}" belongs to no action: there is no name above it'
            self.report(line, "no-name", message, "a line with the action's name above its components, without a colon")
            return next((n for n in range(at, len(lines)) if not syntax.belongs(lines[n])), len(lines))
        if syntax.is_row(lines, at):
            self.report(line, "no-name", "this table has no name", "a line with the table's name above its rows")
            return next((n for n in range(at, len(lines)) if not syntax.is_row(lines, n)), len(lines))
        message = "this effect is not indented below an `if:`, `do:`, `else:` or `then:`, so it belongs to none of them"
        self.report(line, "stray-effect", message, "the effect indented further than the line that it belongs to")
        return at + 1

    def headed(self, line: Line, kind: str, name: str) -> Item:
        """Reads something whose body is indented below it."""
        if kind == "structure":
            body = _Body()
            self.fill(body, line.children, kind)
            return body.of(self.named(syntax.bare_item(line, kind, name), line))
        lines = self.rows(line.children) if kind == "table" else line.children
        item = syntax.bare_item(line, kind, name, lines=lines)
        return item if kind in ("layout", "how to play") and not name else self.named(item, line)

    def table(self, lines: Sequence[Line], at: int) -> tuple[list[Item], int]:
        """Reads a name and the rows below it, indented or not."""
        end = next((n for n in range(at + 1, len(lines)) if not syntax.is_row(lines, n)), len(lines))
        rows = self.rows([*lines[at].children, *lines[at + 1 : end]])
        return [self.named(syntax.bare_item(lines[at], "table", lines[at].text, lines=rows), lines[at])], end

    def rows(self, lines: Sequence[Line]) -> tuple[Line, ...]:
        """Lists the rows of a table, however they are indented, and reports lines that are not rows."""
        rows = tuple(syntax.flat(lines))
        for line in rows:
            if not line.text.startswith("|"):
                self.report(line, "row", "this line is not a row of the table above it", 'a line such as "| one | two |"')
        return rows

    def described(self, item: Item, lines: Sequence[Line], at: int) -> tuple[list[Item], int]:
        """Reads what describes an action or a rule, below it and beside it."""
        body = _Body()
        self.fill(body, lines[at].children, item.kind)
        end = at + 1
        while end < len(lines) and (syntax.belongs(lines[end]) or syntax.is_effect(lines[end])):
            end = self.take(body, lines, end) if syntax.key_of(lines[end]) else self.stray(lines, end)
        self.check_do(body, item, lines[at], lines[end] if end < len(lines) else None)
        if item.kind == "action" and end < len(lines):
            self.check_defeated(item, lines[end - 1], lines[end])
        return [body.of(item)], end

    def check_defeated(self, item: Item, last: Line, line: Line) -> None:
        """Report a `Defeated:` among the lines of a card: it is about everybody, and would not be about the card."""
        key, value = syntax.key_of(line) or ("", "")
        if key.title() == "Defeated" and line.span.line == max(each.span.line for each in syntax.flat([last])) + 1:
            message = f'"{key}:" is about everybody in the game, not about "{item.name}"'
            own = f"an ability with `Trigger: {value.removeprefix('when ')}` and `do: move this to …`"
            self.report(line, "defeated", message, f"{own}; or a blank line before it, if it is about everybody")

    def check_do(self, body: _Body, item: Item, line: Line, after: Line | None) -> None:
        """Reports an action without a do; what only has marks or abilities is a card (E-09).

        The line after it may be a component without its colon, which is read as the name of another action.
        """
        names = [component.name for component in body.components]
        card = not names and (item.marks or body.items)
        if "do" in names or card or item.kind in ("rule", "feature") or not item.name:
            return
        kind = item.name.split()[0]
        nearest = f'"{item.name}: …", which declares a {kind.lower()}' if kind in syntax.DECLARATIONS else ""
        if after is not None and (word := after.text.split()[0]).casefold() in syntax.COMPONENTS:
            nearest = f'"{word}: {after.text[len(word) :].strip()[:40]}" in line {after.span.line}, with a colon'
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
        clauses = clause_blocks.blocks(item.value, item.value_span, line.children)
        return replace(item, components=(Component("do", clauses, line.span),) if clauses else ())

    def take(self, body: _Body, lines: Sequence[Line], at: int) -> int:
        """Reads a component or a header, and the abilities that are indented below it."""
        line = lines[at]
        key, value = syntax.key_of(line) or ("", "")
        own = syntax.going_on(line.children, value)
        where = line.span.part(len(line.text) - len(value), len(line.text))
        if name := syntax.component_of(line):
            self.component(body, line, Component(name, clause_blocks.blocks(value, where, line.children[:own]), line.span))
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
            self.report(line, "empty", f'"{component.name}" is empty', "what it tests or does after the colon")
        body.components.append(component)
