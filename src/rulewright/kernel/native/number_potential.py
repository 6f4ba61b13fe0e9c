"""Writes what each instruction of a procedure could change, for the question whether an act could change anything."""

from __future__ import annotations

from rulewright.kernel.legality.could_change import UNPICKED
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.number_tables import NumberWriter
from rulewright.program import building, expressions, instructions
from rulewright.program.definition import Routine
from rulewright.program.modes import Holds, Occasion, Order, Question, Use

AROUND = (Order.TIMES, Order.CHANGING, Order.CASTS, Order.CHOSEN)
QUIET = (Occasion.HEED, Occasion.HEED_OWN, Occasion.EXPIRE, Occasion.TALLY, Occasion.STRAYS)


def written(w: NumberWriter, routine: Routine) -> int:
    """Write for each instruction how much it could change, and the slots that must be filled for it to be known."""
    rows = [(numbers()[_kind(each)], w.listed(_open(w, each))) for each in routine.code]
    return w.put(number for row in rows for number in row)


def _open(w: NumberWriter, node: instructions.Instruction) -> list[int]:
    """Give the slots of later picks and choices that an instruction uses."""
    about: building.Part = node
    if isinstance(node, instructions.Test):
        about = node.condition
    elif isinstance(node, instructions.Each) and node.order not in AROUND:
        about = node.of
    parts = [part for part in building.walk(about) if isinstance(part, expressions.Slot)]
    names = {part.name for part in parts if part.holds is Holds.NUMBER or part.name in UNPICKED}
    return sorted(w.slot_numbers[name] for name in names if name in w.slot_numbers)


def _kind(node: instructions.Instruction) -> str:
    if isinstance(node, instructions.Test):
        return "CAN_TEST"
    if isinstance(node, instructions.Each):
        return "CAN_EACH" if node.order not in AROUND else "CAN_NEVER" if node.order in AROUND[:2] else "CAN_ALWAYS"
    if isinstance(node, instructions.Declare | instructions.Tell | instructions.Jump):
        return "CAN_NEVER"
    if isinstance(node, instructions.Course):
        return "CAN_NEVER" if node.how in QUIET else "CAN_ALWAYS"
    if isinstance(node, instructions.Decide):
        return "CAN_NEVER" if node.how is Question.WHETHER else "CAN_ALWAYS"
    if isinstance(node, instructions.Alter):
        return "CAN_ALWAYS" if building.rolls(node.amount) else "CAN_ALTER"
    if isinstance(node, instructions.Permit):
        return "CAN_ALWAYS" if node.how is not Use.ALLOW else "CAN_ALLOW"
    if isinstance(node, instructions.Last):
        return "CAN_LAST_ROLLED" if building.rolls(node.amount) else "CAN_LAST"
    if isinstance(node, instructions.Silence):
        return "CAN_ALWAYS" if node.count is None else "CAN_SILENCE"
    return KINDS.get(type(node), "CAN_ALWAYS")


KINDS = {
    instructions.Send: "CAN_SEND",
    instructions.Run: "CAN_RUN",
    instructions.Choose: "CAN_CHOOSE",
    instructions.Show: "CAN_SHOW",
}
