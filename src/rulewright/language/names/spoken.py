"""Puts a noun phrase of rule text into everyday words: without brackets, signs, or numbers that only the rules use."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.language.text.source import BRACKETED
from rulewright.program.declared import Stat

Look = Callable[[str], Stat | None]
"""Finds a stat by its name."""

_SUM = rf"(?:{BRACKETED}|\d+)(?: ?[-+*/] ?(?:{BRACKETED}|\d+))*"
_TEST = rf"{_SUM} ?(?:>=|<=|!=|=|>|<) ?{_SUM}"
_WITH = re.compile(rf"(?: and)? with (?P<tests>{_TEST}(?: and {_TEST})*)")
_PARTS = re.compile(rf"(?P<left>{_SUM}) ?(?P<sign>>=|<=|!=|=|>|<) ?(?P<right>{_SUM})")
_NAMED = re.compile(BRACKETED)
_BRACKET = re.compile(r"[\[\]]")
_LOOSE = (
    (re.compile(r"^at least (?:1|one) "), "one or more "),
    (re.compile(r"^up to (?:1|one) "), "at most one of the "),
    (re.compile(r"\b(\w+) in \1s\b", re.IGNORECASE), r"\1"),  # a server in Servers
    (re.compile(r"\b(\w+s) in \1\b", re.IGNORECASE), r"\1"),
    (re.compile(r" at this$"), " here"),
    (re.compile(r" at the actor$"), " there"),
    (re.compile(r" not at target$"), " elsewhere"),
    (re.compile(r" with target$"), " at the same place"),
)
_MANY = re.compile(
    r"(?:all|each|any number|at least|between|up to|one or more|at most|two|three|four|five|[2-9]|\w+s\b)", re.IGNORECASE
)
_LIKE = {">=": "{n} or more", "<=": "{n} or less", "=": "{n}", "!=": "other than {n}", ">": "more than {n}", "<": "less than {n}"}
_THAN = {
    **{">=": "at least as much {a} as {b}", "<=": "no more {a} than {b}", "=": "as much {a} as {b}"},
    **{"!=": "not as much {a} as {b}", ">": "more {a} than {b}", "<": "less {a} than {b}"},
}


def spoken(text: str, look: Look) -> str:
    """Put a noun phrase into words: `a rune you control with [Exhausted] = 0` is a rune you control that is not exhausted."""
    words = " ".join(text.split())
    tests = [part for found in _WITH.finditer(words) for part in _PARTS.finditer(found["tests"])]
    words = _WITH.sub("", words)
    for pattern, instead in _LOOSE:
        words = pattern.sub(instead, words)
    verb = "are" if _MANY.match(words) else "is"
    states = [said for test in tests if (said := _state(test, look)) is not None]
    amounts = [said for test in tests if _state(test, look) is None and (said := _amount(test, look))]
    words += f" that {verb} {' and '.join(filter(None, states))}" if any(states) else ""
    return _BRACKET.sub("", words + (f" with {' and '.join(amounts)}" if amounts else ""))


def _state(test: re.Match[str], look: Look) -> str | None:
    """Put true-or-false stats into words; "" for those that only the rules use, None for an amount."""
    stats = [look(name[1:-1]) for name in _NAMED.findall(test[0])]
    if any(stat is not None and stat.silent for stat in stats):
        return ""
    flags = [stat.name.casefold() for stat in stats if stat is not None and (stat.least, stat.most) == (0, 1)]
    if not flags or len(flags) < len(stats) or test["right"] not in ("0", "1") or re.search(r"[-*/]", test["left"]):
        return None
    if (test["sign"], test["right"]) in (("=", "0"), ("<", "1"), ("<=", "0"), ("!=", "1")):
        return f"not {flags[0]}" if len(flags) == 1 else f"neither {' nor '.join(flags)}"
    return " or ".join(flags)


def _amount(test: re.Match[str], look: Look) -> str:
    """Put an amount of a stat into words."""
    left, right = (_BRACKET.sub("", test[side]) for side in ("left", "right"))
    stat = look(left)
    if right.isdigit() and stat is not None and stat.words and int(right) < len(stat.words):
        return f"{stat.name} {_LIKE[test['sign']].format(n=stat.words[int(right)])}"
    if right.isdigit():
        return f"{left} {_LIKE[test['sign']].format(n=right)}"
    return _THAN[test["sign"]].format(a=left, b=right)
