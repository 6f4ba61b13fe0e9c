"""The reasons why the native machine cannot play a book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from itertools import chain
from typing import TYPE_CHECKING

from rulewright.kernel.native.number_tables import HEARD, strange
from rulewright.kernel.state.facts import CONTROL, FACTS, NOWHERE
from rulewright.program.building import AnyRecord
from rulewright.program.declared import Discipline, Kind, Settle, Stat, Zone
from rulewright.program.definition import Action, Routine, Trigger
from rulewright.program.program import Program

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


UNDERSTOOD: dict[type, str] = {
    Program: """name hash text stats zones classes kinds words actions routines triggers features prohibitions disciplines settle
        main turn rank ranks readings ambiguities scenes limits title replies nested strict partial parting adds_up
        gained amendable immutable judges secret damage faces texts layout kind_numbers endings marks spoken
        active_features rough untils said rules drafts guides strategies campaigns""",
    Action: """name index procedure kinds rule checks picks costs speed countered hostile limits reach answers identity word
        counts_as awake need stack zones after played grows onto noted of_class gone forbids""",
    Trigger: "action on test stat optional everyone following again of fixed separate",
    Stat: "name least most cap default refresh until series shared words declared open first only burden silent pays",
    Zone: "name owned seen live keeps open called stack refill quiet",
    Kind: "name actions stats marks series loose bound",
    Routine: "name announced code labels title subject told act slots kernel",
    Settle: "procedure boundaries watch structure answers",
    Discipline: "name lap keeps resets newest",
}
"""The fields of a book's records that the machine understands; where another says something, Python plays."""

FACTS_KNOWN = ("cells", "names", "places", "zones", "grounds", "links", "lasting", "tallies", "noticed", "amendments")
CONTROL_KNOWN = ("agenda", "asked", "number", "rolled", "dice", "ids", "now", "unsettled", "since", "barred")


def obstacle(book: Book) -> str:
    """Say why the native machine cannot play a book; "" if it can, as far as it knows the book's instructions."""
    return next((words for words, is_so in _met_with(book) if is_so), "")


def _met_with(book: Book) -> Iterator[tuple[str, Sized | bool]]:
    """Give each possible reason, and whether it applies to the book."""
    yield "procedures are written in Python", book.written
    yield "things in play are hidden", any(zone.live and zone.seen != "all" for zone in book.zones)
    yield "features give actions in a book of cards", book.granting and (book.secret or book.stack_kind != NOWHERE)
    yield "a payment has several picks", any(len(book.actions[n].picks) > 1 for n in book.payments)
    named = [action.name for action in book.actions if not action.gone]
    yield "an action has several definitions", len({*named}) < len(named)
    yield "a record says more than is known here", any(True for _ in _novel(book))
    yield "a state holds more than is known here", (FACTS, CONTROL) != (FACTS_KNOWN, CONTROL_KNOWN)
    yield "rules ask what was chosen", book.noting_choices
    yield "somebody notices other events", {trigger.on for trigger in book.triggers} - {"changed", "would", "follows", *HEARD}


def _novel(book: Book) -> Iterator[AnyRecord]:
    """Give the records of a book that use something which the machine does not understand."""
    tables: list[Sequence[AnyRecord]] = [book.actions, book.triggers, book.stats, book.zones, book.kinds, book.routines]
    settle = [] if book.settle is None else [book.settle]
    records: list[AnyRecord] = [*chain(*tables), *book.disciplines, *settle]
    yield from (each for each in records if strange(each, UNDERSTOOD[type(each)]))
    if strange(book, UNDERSTOOD[Program], Program):
        yield book
