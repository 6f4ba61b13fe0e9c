"""Puts blocks of instructions together: one after another, with their addresses moved and the line they come from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rulewright.program.expressions import NONE
from rulewright.program.instructions import Decide, Each, Instruction, Jump, Test
from rulewright.program.modes import Question
from rulewright.program.quick_dataclasses import replace


def located(block: Iterable[Instruction], source: str) -> list[Instruction]:
    """Give instructions with the line that they come from, except those that have their own line already."""
    return [each if each.source else replace(each, source=source) for each in block]


def _moved(instruction: Instruction, by: int) -> Instruction:
    """Give an instruction whose addresses are moved by an offset."""
    if isinstance(instruction, Test):
        return replace(instruction, otherwise=instruction.otherwise + by)
    if isinstance(instruction, Decide):
        begins = tuple(at + by for at in instruction.begins)
        past = instruction.otherwise if instruction.otherwise == NONE else instruction.otherwise + by
        return replace(instruction, otherwise=past, begins=begins)
    if isinstance(instruction, Jump):
        return replace(instruction, to=instruction.to + by)
    return replace(instruction, end=instruction.end + by) if isinstance(instruction, Each) else instruction


def goals(instruction: Instruction) -> tuple[int, ...]:
    """Give the instructions to which an instruction can jump."""
    if isinstance(instruction, Test):
        return (instruction.otherwise,)
    if isinstance(instruction, Decide):
        return instruction.begins if instruction.how is Question.HOW_MANY else (instruction.otherwise, *instruction.begins)
    if isinstance(instruction, Jump):
        return (instruction.to,)
    return (instruction.end,) if isinstance(instruction, Each) else ()


def either(
    test: Callable[[int], Instruction], block: Sequence[Instruction], otherwise: Sequence[Instruction]
) -> list[Instruction]:
    """Give a test, its instructions for true and those for false; `test` is called with the address of the latter."""
    if not otherwise:
        return joined([[test(len(block) + 1)], block])
    return joined([[test(len(block) + 2)], block, [Jump(len(otherwise) + 1)], otherwise])


def joined(blocks: Iterable[Sequence[Instruction]]) -> list[Instruction]:
    """Join blocks whose addresses count from their own start into one."""
    whole: list[Instruction] = []
    for block in blocks:
        start = len(whole)
        whole.extend(_moved(instruction, start) for instruction in block)
    return whole
