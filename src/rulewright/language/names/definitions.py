"""Definitions of actions that players cannot choose: `Draw <amount> (Limited)`. Each is a phrase for effects and costs, and an

action that is refused, with its rule, to a player who tries to use it.
"""

from __future__ import annotations

from rulewright.language.lower.actions import Compiled, compile_action
from rulewright.language.lower.drafts import Draft
from rulewright.language.names import keywords
from rulewright.language.names.marking import LIMITED
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import Item
from rulewright.program import marks
from rulewright.program.conditions import OnInstruction
from rulewright.program.declared import NOWHERE
from rulewright.program.definition import Check
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain


def defined(item: Item) -> bool:
    """Say whether an item is the definition of an action that players cannot choose."""
    return item.kind == "action" and LIMITED in map(plain, item.marks)


def name(item: Item) -> str:
    """Give the name of an action without its slots: Draw of `Draw <amount>`."""
    return item.name.split(" <")[0].split(" [")[0] if defined(item) else item.name


def word(names: Names, item: Item) -> None:
    """Make a phrase from a definition."""
    parts = [clause for part in item.components if part.name == "do" for clause in part.clauses]
    for clause in parts:
        if clause.inside or clause.otherwise:
            names.report(clause.span, "an action marked (Limited) cannot have lines indented below a clause", "one clause a line")
    for header in [header for header in item.headers if plain(header.key) != "rule"]:
        message = f"this line has no effect: {name(item)} is marked (Limited), so only its do is used"
        expected = "an `if …:` in its do, or the line in the actions that use it"
        names.report(header.span, message, expected, severity="warning")
    for part in [part for part in item.components if part.name != "do"]:
        message = f"this never happens: {name(item)} is marked (Limited), so only its do is used"
        names.report(part.span, message, "all of it in do")
    clauses = [clause.text for clause in parts]
    keywords.read(names, replace(item, value="; ".join(clauses)))


def bare(item: Item) -> Item:
    """Give a definition as an action without effect; its phrase has the effect."""
    headers = tuple(header for header in item.headers if plain(header.key) == "rule")
    return replace(item, name=name(item), headers=headers, components=())


def compiled(draft: Draft) -> Compiled:
    """Compile a definition to the action that is refused."""
    done = compile_action(draft)
    check = Check(LIMITED, draft.rule, OnInstruction())
    return replace(
        done,
        action=replace(done.action, checks=(check,), kinds=frozenset({marks.LIMITED, marks.ACTION}), stack="", speed=NOWHERE),
    )
