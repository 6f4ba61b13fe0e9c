"""Gives the program of a book as numbers for the native machine, if it can play the book."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.native import (
    number_acts,
    number_cards,
    number_choices,
    number_features,
    number_lasting,
    number_map,
    number_nodes,
    number_potential,
    number_rules,
    number_timing,
    obstacles,
)
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.native_words import NativeMenu
from rulewright.kernel.native.number_tables import ABSENT, LARGEST, LeftToPython, NumberedProgram, NumberWriter
from rulewright.kernel.state.checksum import text_number
from rulewright.kernel.state.facts import NOWHERE, Lasting
from rulewright.kernel.state.named_events import Happened
from rulewright.program.instructions import Make

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.native.c_types import NativeModule

KINDS = (number_nodes, number_cards, number_choices, number_lasting, number_map, number_timing)
"""The modules that add rows to the tables for writing expressions and instructions."""


def written(book: Book, machine: NativeModule) -> NumberedProgram | None:
    """Write a book's program as numbers; None if the machine cannot play it."""
    if obstacles.obstacle(book):
        return None
    N, writer = numbers(), NumberWriter(book, potential=number_potential.written)
    writer.put([0] * N["P_HEADER"])
    try:
        writer.declare()
        head = {**writer.header(), **number_acts.tables(writer), **number_features.header(writer)}
        head |= number_rules.tables(writer)
        head |= number_timing.tables(writer)
        head["P_TEXTS"] = writer.put(text_number(text) for text in writer.texts)
        head["P_SIZE"] = len(writer.row)
    except LeftToPython:
        return None
    for name, number in head.items():
        writer.row[N[name]] = number
    if any(not -LARGEST <= number <= LARGEST for number in writer.row if number != ABSENT):
        return None
    names = tuple(routine.name for routine in book.routines)
    called = (names, tuple(action.name for action in book.actions), tuple(writer.texts), tuple(writer.slots), writer.tallies)
    native = machine.Program(array("q", writer.row), *called, Offer, Lasting, NativeMenu, Happened, tuple(writer.bars))
    makes = book.stack_kind != NOWHERE or any(isinstance(each, Make) for rule in book.routines for each in rule.code)
    return NumberedProgram(native, tuple(writer.slots.values()), writer.slot_numbers, writer.rule_slots, len(names),
                           tuple(writer.texts), writer.texts, tuple(writer.called), writer.scenes, writer.tallies,
                           tuple(writer.camps), makes, tuple(writer.bars), tuple(writer.unknown))  # fmt: skip
