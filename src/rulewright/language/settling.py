"""The words of settling: what a book makes true again wherever something has changed, and when players answer what has happened.

`Settle: Checkpoint` names a structure. It runs at the boundaries that the line lists, all of them where it lists none, when any
fact has changed since it last ran, and again until it changes nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.kernel.agenda import Control, Machine, call
from rulewright.kernel.book import Settle
from rulewright.kernel.events import WRITERS
from rulewright.kernel.state import Vars
from rulewright.language import timing
from rulewright.language.names import Names, plain
from rulewright.language.patterns import Pattern, Phrase
from rulewright.language.syntax import Item

BOUNDARIES = {
    "after each instruction": "instruction",
    "after each payment": "payment",
    "after each resolution": "resolution",
    "after each structure": "structure",
    "before each choice": "choice",
    "before each window": "window",
}
"""Where a book may settle, and what the kernel calls it."""


def read(names: Names, item: Item | None, rules: dict[str, Any]) -> Settle:
    """Read `Settle:`; without it the game settles between instructions and before choices, and does nothing of its own."""
    plainly = Settle("settle", frozenset({"instruction", "choice"}), frozenset({"noticed", "moved"}))
    if item is None:
        return plainly
    name, *written = [part.strip() for part in item.value.split(",")]
    structure = names.structure(name)
    unknown = [part for part in written if plain(part) not in BOUNDARIES]
    if structure is None or unknown:
        known = ", ".join(BOUNDARIES) if unknown else ", ".join(sorted(set(names.structures.values())))
        names.report(item.value_span, f"{(unknown or [name])[0]!r} is no {'boundary' if unknown else 'structure'}", known)
        return plainly
    rule = rules[structure] = replace(rules[structure], announced=False)
    boundaries = frozenset(BOUNDARIES[plain(part)] for part in written or BOUNDARIES)
    everything = frozenset({*range(len(names.stats)), *WRITERS})
    answers = any(isinstance(each, timing.Answers) for each in rule.code)
    return Settle("settle", boundaries, everything, structure, answers)


def _answers(node: timing.Answers, m: Machine, vars: Vars, at: int) -> Control | None:
    return call("reactions", {}, str(at + 1), vars) if m.state.noticed else None


def _settling(node: timing.Settling, m: Machine, vars: Vars, at: int) -> Control | None:
    """Settle once more as long as the last time has changed anything."""
    if m.book.settle is None or not m.state.unsettled:
        return None
    m.state.unsettled = False
    return call(m.book.settle.procedure, {}, str(at), vars)


EXECUTE: dict[type, Any] = {timing.Answers: _answers, timing.Settling: _settling}

EFFECTS: tuple[Phrase, ...] = (
    Phrase(
        "effect", Pattern("settle the game"), lambda f: [timing.Settling()], "settle the game",
        "what `Settle:` names is run now, again until it changes nothing",
    ),
    Phrase(
        "effect", Pattern("each player answers what has happened"), lambda f: [timing.Answers()],
        "each player answers what has happened",
        "each in turn, the active player first, uses triggered abilities in any order; what need not be used lapses",
    ),
)  # fmt: skip
