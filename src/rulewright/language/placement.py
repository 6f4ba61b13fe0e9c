"""Reports what is said in a place where it cannot happen: a tile that nobody can pick, a verdict outside a feature."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.language import code
from rulewright.language.actions import Compiled
from rulewright.language.names import Names
from rulewright.language.source import Span
from rulewright.language.syntax import Item

OF_FEATURES = (code.Rough, code.Verdict, code.Dice)
"""What only a feature that stands can say."""


def structure(names: Names, item: Item, found: Iterable[code.Instruction]) -> None:
    """Report what a step of a structure cannot do."""
    block = list(found)
    _verdicts(names, item.span, block)
    if any(isinstance(each, code.Walk) for each in block):
        message = f"nobody can pick a tile in the structure {item.name!r}"
        names.report(item.span, message, "an action, in a window of the structure")


def action(names: Names, item: Item, done: Compiled) -> None:
    """Report what an action cannot do, and picks in what happens by itself."""
    _verdicts(names, item.span, (each for rule in done.rules for each in rule.code))
    if done.trigger is not None and not done.trigger.optional and done.action.picks:
        what = done.action.picks[0].name
        message = f"{item.name} happens by itself, so nobody can pick its {what}"
        names.report(item.span, message, "the mark (Reaction), or the attacker or it instead of a target")


def _verdicts(names: Names, span: Span, block: Iterable[code.Instruction]) -> None:
    if any(isinstance(each, OF_FEATURES) for each in block):
        names.report(span, "this decides about a check or about tiles, which only a feature can", "a Feature without a Trigger:")
