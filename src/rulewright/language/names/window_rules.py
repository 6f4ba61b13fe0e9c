"""Reads a window line, such as `window actions for the actor, one only`: which kinds of action, for whom, how."""

from __future__ import annotations

import re
from typing import TypedDict

from rulewright.language.grammar import nouns, phrases, somebody
from rulewright.language.grammar.phrases import Found
from rulewright.language.names import disciplines, marking
from rulewright.language.names.declarations import SPANS
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, instructions
from rulewright.program.declared import ALONE
from rulewright.program.signs import Idle, Opening
from rulewright.program.spelled import plain


class WindowSettings(TypedDict, total=False):
    """What the rules after a comma say of a window."""

    called: str
    once: bool
    must: bool
    idle: Idle
    open: Opening
    turn: bool
    lasts: int
    first: expressions.Expression
    last: expressions.Expression
    still: expressions.Expression


RULES: dict[str, WindowSettings] = {
    "any number": {},
    "until it passes": {},
    "until all pass": {},
    "one only": {"once": True},
    "no passing": {"must": True},
    "closes when nothing can be done": {"idle": "closes"},
    "closes when nothing waits": {"idle": "empty"},
    "the first player's while nothing waits": {"open": "first"},
    "goes on when nothing waits any more": {"open": "on"},
    "abilities in turn order": {"turn": True},
}
"""The rules after a comma, and what each sets."""


def window(found: Found, floor: bool = False) -> instructions.Open:
    """Compile a window line."""
    names, text, span = found.scope.names, found.text("rest"), found.at("rest")
    head, *rules = [part.strip() for part in text.split(",")]
    kinds, _, who = head.partition(" for ")
    settings: WindowSettings = {}
    for rule in rules:
        if plain(rule).startswith("called "):
            settings["called"] = plain(rule).removeprefix("called ")
            continue
        first = somebody.single(names, rule[5:]) if plain(rule).startswith("from ") else None
        if first is not None:
            settings["first"] = first
            continue
        if last := re.fullmatch(r"(?:the )?abilities of (.+) last", plain(rule)):
            settings["last"] = nouns.whom(names, last[1], span)
            continue
        if plain(rule).startswith("while ") and not floor:
            settings["still"] = _still(found, rule.strip()[6:])
            continue
        lasts = re.fullmatch(r"for (\w+) (second|minute|hour|day)s?", plain(rule))
        if lasts and floor:
            settings["lasts"] = span_of(names, lasts[1], lasts[2], span)
        elif plain(rule) in RULES:
            settings |= RULES[plain(rule)]
        else:
            raise names.fail(
                span, f"{rule!r} is not a rule for windows", ", ".join([*RULES, "while …", "called …", "for 24 hours (a floor)"])
            )
    return _opened(names, found, kinds, who or ("each player" if floor else "the actor"), settings, floor)


def _opened(names: Names, found: Found, kinds: str, who: str, settings: WindowSettings, floor: bool) -> instructions.Open:
    alone = plain(who) in ("the actor", "actor", "this actor", "the player", "that player", "you")
    everybody = plain(who) in ("each player", "all players", "every player", "both players")
    company = plain(who) in ("the companions", "its companions")
    one = None if alone or everybody or company else somebody.single(names, who)
    if not alone and not everybody and not company and one is None:
        expected = "the actor, the companions, the player, or each player"
        raise names.fail(found.at("rest"), f"{who!r} is not somebody whom a window can ask", expected)
    in_person = alone and "player" not in who
    offered = tuple(singular(kind) for kind in plain(kinds).replace(" and ", "|").split("|"))
    for kind in offered:
        marking.check(names, found.at("rest"), kind, "action")
    return instructions.Open(
        tuple(map(names.word, offered)),
        ALONE if alone or company or one is not None else disciplines.number(names),
        str(settings.get("called", plain(kinds))),
        building.ACTOR if in_person else None,
        "" if in_person else ("all" if everybody else "company" if company else "one"),
        bool(settings.get("once")),
        bool(settings.get("must")),
        settings.get("idle", ""),
        floor,
        settings.get("lasts"),
        settings.get("open", ""),
        one or settings.get("first"),
        settings.get("last"),
        bool(settings.get("turn")),
        settings.get("still"),
    )


def _still(found: Found, words: str) -> expressions.Expression:
    """Read the condition for a window to stay open; it is evaluated before every choice, so it may not roll dice."""
    span, names = found.at("rest"), found.scope.names
    condition = phrases.read_condition(found.scope.table, words, span, found.scope)
    if building.rolls(condition):
        raise names.fail(span, f"dice are rolled for {words!r}, before every choice", "a condition without dice")
    return condition


def span_of(names: Names, amount: str, unit: str, span: Span) -> int:
    """Give a period of time in seconds."""
    count = somebody.amount(names, amount, span)
    return count.n * SPANS[unit] if isinstance(count, expressions.Constant) else 0


def singular(kind: str) -> str:
    """Give a kind of action in the singular, as in its mark."""
    return kind.removesuffix("ies") + "y" if kind.endswith("ies") else kind.removesuffix("s")
