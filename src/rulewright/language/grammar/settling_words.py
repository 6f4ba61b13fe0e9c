"""Phrases for settling: what a book does after any change, and when players respond to what has happened.

`Settle: Checkpoint` names a structure. It runs at the boundaries that the line lists, or at all if it lists none, when any
fact has changed since it last ran, and is repeated until it changes nothing.
"""

from __future__ import annotations

from rulewright.kernel.state.events import WRITERS
from rulewright.language.grammar.patterns import Pattern, Phrase
from rulewright.language.names.names import SETTLE, Names
from rulewright.language.text.syntax import Item
from rulewright.program import instructions
from rulewright.program.declared import Settle
from rulewright.program.definition import Routine
from rulewright.program.modes import Occasion
from rulewright.program.quick_dataclasses import replace
from rulewright.program.signs import Boundary
from rulewright.program.spelled import plain

BOUNDARIES: dict[str, Boundary] = {
    "after each instruction": "instruction",
    "after each payment": "payment",
    "after each resolution": "resolution",
    "after each structure": "structure",
    "before each choice": "choice",
    "before each window": "window",
}
"""The boundaries at which a book may settle, and their names in the kernel."""


def read(names: Names, item: Item | None, rules: dict[str, Routine]) -> Settle:
    """Read `Settle:`; without it the game settles between instructions and before choices, and the book adds nothing."""
    settle = names.procedure(SETTLE)
    plainly = Settle(settle, frozenset({"instruction", "choice"}), frozenset({"noticed", "moved"}))
    if item is None:
        return plainly
    name, *written = [part.strip() for part in item.value.split(",")]
    structure = names.structure(name)
    unknown = [part for part in written if plain(part) not in BOUNDARIES]
    if structure is None or unknown:
        known = ", ".join(BOUNDARIES) if unknown else ", ".join(sorted(set(names.structures.values())))
        names.report(item.value_span, f"{(unknown or [name])[0]!r} is not a {'boundary' if unknown else 'structure'}", known)
        return plainly
    rule = rules[structure] = replace(rules[structure], announced=False)
    boundaries = frozenset(BOUNDARIES[plain(part)] for part in written or BOUNDARIES)
    everything = frozenset({*range(len(names.stats)), *WRITERS})
    answers = instructions.Course(Occasion.ANSWER) in rule.code
    return Settle(settle, boundaries, everything, names.procedure(structure), answers)


EFFECTS: tuple[Phrase, ...] = (
    Phrase(
        "effect", Pattern("settle the game"), lambda f: [instructions.Course(Occasion.SETTLE)], "settle the game",
        "runs the structure that `Settle:` names, and repeats it until it changes nothing",
    ),
    Phrase(
        "effect", Pattern("each player answers what has happened"), lambda f: [instructions.Course(Occasion.ANSWER)],
        "each player answers what has happened",
        "each player in turn, the active player first, uses triggered abilities in any order; optional ones that are not "
        "used lapse",
    ),
)  # fmt: skip
