"""Instructions, expressions and conditions refer to what the program declares by numbers, and not by names.

A field that holds any text is words for people, a slot of the frame (which `slot_proofs` proves), or a kind of damage. A text
with a fixed meaning has a type that lists what is allowed (`program.signs`).
"""

import typing
from typing import get_type_hints

import pytest

from rulewright.program import conditions, durations, expressions, instructions, pools, position
from rulewright.program.quick_dataclasses import fields

WORDS = {
    *("source", "Query.words", "Picked.words", "Open.title", "Choose.purpose", "Decide.words", "Decide.ways", "Permitted.words"),
    *("Run.name", "Leave.name", "Bind.name", "Last.name", "Give.name"),  # what an effect that lasts is called
    "Thing.name",  # the name of a thing of a scene
    "Give.but",  # the rules that are not barred, by the numbers that the text gives them
}
SLOTS = {
    *("Slot.name", "Picked.var", "Query.among", "Near.spot", "PayableWith.name", "NotForbidden.pick"),
    *("Each.var", "Each.rest", "Each.kept", "Each.piled", "Each.as_they_lie", "Each.among", "Each.said"),
    *("Choose.var", "Choose.taken", "Choose.ones", "Decide.var", "Decide.rest", "Let.var", "Silence.done", "Permit.rest"),
    *("Show.var", "Show.ones", "Make.var", "Make.ones", "Travel.rest", "Alter.shares"),
}
SIGNS = {"Alter.tag", "Changes.tag"}  # the kind of damage: compared, and declared nowhere


def kinds(union: object) -> tuple[type, ...]:
    """Gives the kinds of record in a union."""
    return typing.get_args(union)


RECORDS = [*kinds(instructions.Instruction), *kinds(expressions.Expression), *kinds(conditions.Condition), *kinds(pools.Pool)]


def texts() -> set[str]:
    """Gives the fields that hold any text, with their kinds; the place in the rules, which all instructions have, once."""
    found = set()
    for kind in (*RECORDS, durations.Until, position.Thing):
        hints = get_type_hints(kind)
        held = [each.name for each in fields(kind) if hints[each.name] in (str, tuple[str, ...], str | None)]
        found |= {name if name == "source" else f"{kind.__name__}.{name}" for name in held}
    return found


def test_records_that_run_refer_to_nothing_by_text():
    """A new text field must be a number of a table, or be listed here with its meaning."""
    assert texts() == WORDS | SLOTS | SIGNS


@pytest.mark.parametrize(("one", "other"), [(WORDS, SLOTS), (WORDS, SIGNS), (SLOTS, SIGNS)])
def test_each_text_field_of_a_record_belongs_to_one_group(one: set[str], other: set[str]):
    assert not one & other
