"""Abilities inside an effect that come later: `at the start of your next Turn, draw a card`, `when you do, …`.

Each is taken out of its clause and becomes an ability of its own, marked (Following), beside the action; in its place the
clause says that this ability follows. The ability can refer to one thing of the clause as `that one`: the target, what was
chosen or made, or what `it` was there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Clause, Component, Header, Item
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

LATER = "later"
"""What such an ability is called, behind the name of the action that says it."""

AT = re.compile(
    r"at (?:the )?(?P<edge>start|beginning|end) of (?P<whose>your |the |this |its |their |(?:(?:that|the) )?\w+'s )?"
    r"(?P<next>next )?(?P<structure>[\w ]+?)(?:, (?P<rest>.+)|:)",
    re.IGNORECASE,
)
NEXT = re.compile(
    r"(?P<how>the next time|when|whenever) (?P<event>(?!you do\b).+?)"
    r"(?: (?P<until>(?:during )?this [\w ]+?|until [\w' ]+?))?(?:, (?P<rest>.+)|:)",
    re.IGNORECASE,
)
DO = re.compile(r"(?P<how>when|if) you do(?:, (?P<rest>.+)|:)", re.IGNORECASE)
HEAD = re.compile(
    r"(?P<head>(?:.*?: )?)(?P<later>(?:at (?:the )?(?:start|beginning|end) of|the next time|when|whenever|if you do) .+)",
    re.IGNORECASE,
)

KNOWN = re.compile(r"\b(?:the target|target|all targets|the chosen [\w-]+|the new [\w-]+|the other|that one)\b", re.IGNORECASE)
PRONOUN = re.compile(r"\b(?:it|its(?! owner)|that player|them|their)\b", re.IGNORECASE)
TESTS = re.compile(r"\b(?:if|may)\b", re.IGNORECASE)
"""Words of a clause that may have an `else:`."""
LOOP = re.compile(r"(?:.*: )?(?:each|every) [^:]+:", re.IGNORECASE)
"""A loop, after which `it` is one of its things."""


class Later(NamedTuple):
    """What is to come: its trigger, until when it waits for it, what it does, and whether it comes every time."""

    trigger: str
    until: str
    rest: str
    every: bool
    of_the_event: bool  # whether `it` in what it does is what the trigger is about


def unfolded(items: Sequence[Item], names: Names) -> list[Item]:
    """Give the items of a text with the abilities that come later as items of their own."""
    found: list[Item] = []
    cards = {plain(each.name) for each in items if each.kind == "kind" and plain(each.value).startswith("a card")}
    for item in items:
        if item.kind not in ("action", "feature"):
            _refuse(item, names)
            found.append(item)
            continue
        unfolding = Unfolding(names)
        made = unfolding.item(item)
        inside = item.kind == "action" and (item.items or not cards.isdisjoint(map(plain, item.marks)))
        found += [replace(made, items=(*made.items, *unfolding.own))] if inside else [made, *unfolding.own]
    return found


def _refuse(item: Item, names: Names) -> None:
    """Report such an ability in a step of a structure, which is nobody's."""
    unfolding = Unfolding(names)
    for step in item.items if item.kind == "structure" else ():
        for clause in (clause for part in step.components for clause in part.clauses):
            if unfolding.later(_parted(clause.text)[1]) is not None:
                expected = "an action marked (Automatic) with a `Trigger:`, or an effect of an action"
                names.report(clause.span, "a step of a structure cannot say what happens later", expected)


class Unfolding:
    """Takes abilities that come later out of one action and of what is nested in it."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.own: list[Item] = []

    def item(self, item: Item) -> Item:
        """Give an action without them; those of its own abilities stand beside these."""
        inner: list[Item] = []
        for each in item.items:
            nested = Unfolding(self.names)
            inner += [nested.item(each), *nested.own]
        components = tuple(replace(part, clauses=self.clauses(part.clauses, item)) for part in item.components)
        return replace(item, items=tuple(inner), components=components) if components or inner else item

    def clauses(self, found: Sequence[Clause], item: Item) -> tuple[Clause, ...]:
        """Give clauses in which such abilities follow."""
        made: list[Clause] = []
        for clause in found:
            head, said = _parted(clause.text)
            done = DO.fullmatch(said)
            if done is not None and not head:
                made[-1:] = self._reflexive(made[-1] if made else None, clause, done, item)
            else:
                made.append(self._clause(clause, head, said, item))
        return tuple(made)

    def _clause(self, clause: Clause, head: str, said: str, item: Item) -> Clause:
        later = self.later(said)
        if later is None:
            inside, below = self.clauses(clause.inside, item), self._otherwise(clause, item)
            return replace(clause, inside=inside, otherwise=below) if clause.inside or below else clause
        if TESTS.search(head) is None:  # an `else:` belongs to what comes later
            return replace(clause, text=f"{head}{self._follows(clause, later, item)}", inside=(), otherwise=None)
        text = f"{head}{self._follows(replace(clause, otherwise=None), later, item)}"
        return replace(clause, text=text, inside=(), otherwise=self._otherwise(clause, item))

    def _otherwise(self, clause: Clause, item: Item) -> Component | None:
        """Give the `else:` of a clause, in which such abilities follow too."""
        below = clause.otherwise
        return replace(below, clauses=self.clauses(below.clauses, item)) if below is not None else None

    def later(self, said: str) -> Later | None:
        """Read when something comes; None if these words say no such thing."""
        if (at := AT.fullmatch(said)) is not None:
            return self._at(at)
        found = NEXT.fullmatch(said)
        if found is None:
            return None
        every = found["how"].casefold() == "whenever"
        event, until = found["event"], found["until"] or ""
        before, _, term = until.rpartition(" this ")
        if before and plain(until).startswith("this "):
            event, until = f"{event} {before.removesuffix(' during')}", f"this {term}"  # `a unit other than this dies this Turn`
        if plain(until).startswith(("this ", "during this ")) and self.names.structure(until.rpartition("this ")[2]) is None:
            event, until = f"{event} {until}", ""  # `when you score this agenda`: no structure, but what it is about
        return Later(event, until, found["rest"] or "", every, True)

    def _at(self, found: re.Match[str]) -> Later | None:
        structure, whose = self.names.structure(found["structure"]), plain(found["whose"] or "")
        if structure is None:
            return None
        owned = whose if whose not in ("", "the", "this") else "a"
        whose_one = {"its": "it's", "their": "it's"}.get(owned, owned)
        if found["edge"].casefold() == "end" and found["next"]:
            rest = found["rest"] or ""
            return Later(f"{whose_one} {structure} begins", "", f"at the end of this {structure}, {rest}", False, False)
        edge = "ends" if found["edge"].casefold() == "end" else "begins"
        return Later(f"{whose_one} {structure} {edge}", "", found["rest"] or "", False, False)

    def _reflexive(self, before: Clause | None, clause: Clause, found: re.Match[str], item: Item) -> list[Clause]:
        """Join `when you do, …` with the clause before it, which says what somebody may do."""
        if before is None or " may " not in f" {before.text} ":
            expected = "`you may …` on the line before, as in `you may lose 1 Life` and below it `when you do, draw a card`"
            self.names.report(clause.span, "it is not clear what has to be done first", expected)
            return [before] if before is not None else []
        below = before.otherwise
        if clause.otherwise is not None and below is None:  # what happens if it was not done
            below, clause = self._otherwise(clause, item), replace(clause, otherwise=None)
        if found["how"].casefold() == "if":
            then = (replace(clause, text=found["rest"]),) if found["rest"] else self.clauses(clause.inside, item)
        else:
            later = Later("", "", found["rest"] or "", False, False)
            then = (replace(clause, text=self._follows(clause, later, item), inside=()),)
        text, _, first = before.text.partition(": ")
        inside = (replace(before, text=first),) if first else before.inside
        return [replace(before, text=f"{text.rstrip(':')}:", inside=(*inside, *then), otherwise=below)]

    def _follows(self, clause: Clause, later: Later, item: Item) -> str:
        """Make the ability, and give the words that let it follow."""
        does = (replace(clause, text=later.rest, inside=()),) if later.rest.rstrip(", ") else clause.inside
        if later.rest.endswith(", "):  # the lines below belong to what comes at its end
            does = (replace(clause, text=f"{later.rest.rstrip(', ')}:"),)
        said = [later.trigger, *_texts(does)]
        if later.rest:
            self.names.unfolded.append((clause.span, clause.text))
        about = _referred(said, later.of_the_event, clause.span, self.names)
        name = self._name(item)
        trigger = PRONOUN.sub(_that_one, _as_that_one(later.trigger, about)) if about else later.trigger
        does = tuple(_spoken(each, about, later.of_the_event) for each in does)
        nested = Unfolding(self.names)
        body = nested.clauses(does, replace(item, name=name))
        self.own += [_ability(item, name, trigger, body, clause.span), *nested.own]
        for_whom = f" for {about}" if about else ""
        until = f" {later.until}" if later.until else ""
        return f"{name} follows{' every time' if later.every else ''}{for_whom}{until}"

    def _name(self, item: Item) -> str:
        """Name an ability of an action; several have a number."""
        count = sum(each.name.startswith(f"{item.name} {LATER}") for each in self.own)
        return f"{item.name} {LATER}" + (f" {count + 1}" if count else "")


def _parted(text: str) -> tuple[str, str]:
    """Cut a clause before what comes later, which may stand behind a colon: `if …: at end of turn, …`."""
    found = HEAD.fullmatch(text)
    return (found["head"], found["later"]) if found is not None else ("", text)


def _ability(item: Item, name: str, trigger: str, body: tuple[Clause, ...], span: Span) -> Item:
    rule = tuple(header for header in item.headers if plain(header.key) == "rule")
    said = (Header("Trigger", trigger, span, (), span),) if trigger else ()
    return Item("action", name, ("Following",), "", span, (*rule, *said), (Component("do", body, span),), (), (), span)


def _texts(clauses: Sequence[Clause]) -> Iterator[str]:
    for clause in clauses:
        yield clause.text
        yield from _texts(clause.inside)
        yield from _texts(clause.otherwise.clauses if clause.otherwise is not None else ())


def _referred(said: Sequence[str], of_the_event: bool, span: Span, names: Names) -> str:
    """Give the thing of the clause that the ability knows, at most one; a pronoun stands for what is named, or for `it`."""
    named = dict.fromkeys(_plain(each[0]) for text in said for each in KNOWN.finditer(text))
    if len(named) > 1:
        message = f"what happens later can refer to one thing of this line, not to {' and '.join(named)}"
        names.report(span, message, "an ability marked (Following) for each of them, or `note` for one of them")
    meant = said[:1] if of_the_event else said
    pronoun = any(PRONOUN.search(LOOP.split(text)[0]) for text in meant)
    return next(iter(named), "it" if pronoun else "")


def _plain(known: str) -> str:
    return "target" if plain(known) == "the target" else plain(known)


def _as_that_one(text: str, about: str) -> str:
    """Put `that one` for the thing that is known later."""
    return KNOWN.sub("that one", text) if about else text


def _spoken(clause: Clause, about: str, of_the_event: bool) -> Clause:
    """Say `that one` in what an ability does; where its trigger is about something, `it` is that."""
    text, looped = _as_that_one(clause.text, about), LOOP.match(clause.text)
    if about and not of_the_event:
        at = len(text) if looped is None else text.index(":")
        text = PRONOUN.sub(_that_one, text[:at]) + text[at:]
    inner = of_the_event or looped is not None
    inside = tuple(_spoken(each, about, inner) for each in clause.inside)
    below = clause.otherwise
    lines = tuple(_spoken(each, about, of_the_event) for each in below.clauses) if below is not None else ()
    return replace(clause, text=text, inside=inside, otherwise=replace(below, clauses=lines) if below is not None else None)


def _that_one(found: re.Match[str]) -> str:
    return "that one's" if found[0].casefold() in ("its", "their") else "that one"
