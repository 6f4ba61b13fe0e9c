"""What newcomers write, and what they mean: stats without brackets, a heading that is indented, cards drawn without a deck.

`roll 1d20 + Attack vs Target Defense` is `1d20 + [Attack] >= [Target Defense]`. The line is only suggested in the error.
"""

from __future__ import annotations

import re

from rulewright.language.check.problems import Problem
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.trial_reading import TrialReading
from rulewright.language.names import keywords
from rulewright.program.declared import OWN_STATS
from rulewright.program.quick_dataclasses import replace

NOTATION = re.compile(r"\b\d*d\d+\b|[-+*/]=|[<>]|\b(?:vs\.?|versus|against)\b| [-+] \d", re.IGNORECASE)
"""What only a line has that computes or compares numbers."""
ROLL = re.compile(r"^roll ", re.IGNORECASE)
VERSUS = re.compile(r" (?:vs\.?|versus|against) ", re.IGNORECASE)
CHANGE = re.compile(r"^(\[[^\]]+\]) ([-+]) ")
BRACKETED = re.compile(r"(\[[^\]]*\])")
HEADING = re.compile(r"(?:Example:|(?:Scene|structure|Stat|Zone|Kind|Feature|Strategy|Campaign|Word|Mark) \w)")


def led(problem: Problem, kind: str, text: str, scope: Scope) -> Problem | None:
    """Give the problem with the line that is meant; None if nothing of the sort is wrong."""
    if kind == "effect" and HEADING.match(text):
        message = f"{text!r} is indented, so it is read as a part of what stands above it"
        return replace(problem, message=message, expected="this line without spaces before it", nearest="")
    if kind == "effect" and (zones := keywords.zones_for(scope.names, text)):
        verb = text.partition(" ")[0]
        message = f"{text!r} is not understood: the zones to {verb} cards from and to are missing, or there are several"
        return replace(problem, message=message, expected=f"{zones}; or a line `Word {verb} …: …`", nearest="")
    meant = next((line for line in _ways(kind, text, scope) if _reads(kind, line, scope)), None)
    if meant is None:
        return None
    return replace(problem, message=f"{text!r} is not understood", expected="stats in brackets", nearest=f"`{meant}`")


def _ways(kind: str, text: str, scope: Scope) -> list[str]:
    stats = {stat.name.casefold(): stat.name for stat in scope.names.stats[len(OWN_STATS) :]}
    if not stats or not NOTATION.search(text):
        return []
    named = "|".join(re.escape(name) for name in sorted(stats, key=len, reverse=True))
    whose = re.compile(rf"\b(?:(target|attacker|actor|it|this)(?:'s)? )?({named})\b", re.IGNORECASE)
    bare = VERSUS.sub(" >= ", ROLL.sub("", text)) if kind == "condition" else text
    parts = BRACKETED.split(bare)
    parts[::2] = [whose.sub(lambda found: _spelled(found, stats), part) for part in parts[::2]]
    line = "".join(parts)
    changed = CHANGE.sub(r"\1 \2= ", line) if kind == "effect" else line
    return [way for way in (line, changed) if way != text]


def _spelled(found: re.Match[str], stats: dict[str, str]) -> str:
    return f"[{f'{found[1].title()} ' if found[1] else ''}{stats[found[2].casefold()]}]"


def _reads(kind: str, line: str, scope: Scope) -> bool:
    trial = TrialReading(scope, scope.names.met, False)
    return trial.effect(line) if kind == "effect" else kind == "condition" and trial.condition(line)
