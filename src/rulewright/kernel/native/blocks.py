"""Turns a state into the native machine's block of numbers, and the machine's control back into frames.

Facts come back as events, which the one writer applies; only the control is read from the block.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from rulewright.kernel.legality.menus import Offer
from rulewright.kernel.native.c_machine import numbers
from rulewright.kernel.native.flat_facts import PAIRED, FactFlattener, read_memory, read_noticed
from rulewright.kernel.native.flat_setting import FlatSetting
from rulewright.kernel.native.flat_values import NUMBERS, Flattener, RowReader, RowWriter, Unflattener
from rulewright.kernel.native.number_scenes import ELSEWHERE
from rulewright.kernel.native.number_tables import (
    ABSENT,
    NONE,
    OWN_PROCEDURES,
    STEPS,
    HeldSlots,
    LeftToPython,
    NumberedProgram,
    TooSmall,
)
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import LIVES, NOWHERE, Asked, Frame, Key, Lasting, Link, SlotValue, State
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.slots import COMPOSITES, SlotDeclaration

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.native.c_types import NativeBlock, NativeRecord

PASS = "pass"
PLAYERS = (0, "players")
UNKNOWN_PROCEDURES = frozenset(range(len(OWN_ROUTINES))) - {*OWN_PROCEDURES}
"""Those of the kernel's own procedures that the machine does not know."""
FRAMES, ARENA, NOTICED, LOG, LASTING, CHANGES = 12, 512, 16, 1024, 16, 1024
"""How much room a block has for frames, lists, met triggers and the events of one answer; where it is full, it gets double."""
SEVERAL = -2  # less a set of seats
SIDES = 60  # the most sides of which some are allied, as bits of one number
THINGS, ZONES, LINKS, HEAP, TALLIES = 24, 2, 64, 512, 16
STACKS = 12  # so many zones more, where each act may have a stack of its own
"""How much room a block has for new things, zones, links, their numbers, and tallies, in a book where such can come."""


@dataclass(slots=True)
class Encoder:
    """Writes one state."""

    book: Book
    program: NumberedProgram
    state: State
    room: int
    acted: Sequence[int] = ()  # how often each action was used, in a book in which past acts are judged
    arena: list[int] = field(default_factory=list)

    def block(self) -> array[int]:
        """Give the whole block; what the machine does not know is left to Python."""
        state, facts = self.state, FactFlattener(self.program, self.state.width)
        if state.since is not None or state.barred:
            raise LeftToPython("an act that may be taken back")
        frames = [number for frame in state.agenda for number in self.frame(frame)]
        first, rows, heap = facts.links(state)
        tallies = facts.tallies(state)
        sizes = self.layout(len(rows) // numbers()["LINK_ROW"], len(heap), len(tallies) // numbers()["TALLY_ROW"])
        things, zones = sizes[:2]
        setting = FlatSetting(self.book, self.program, state.setting)
        camps = setting.camps()
        found = array("q", [*sizes, len(state.setting.sides), len(camps), LASTING * self.room, *self.work(sizes)])
        found.extend(whereabouts.called(self.book, state, word) for word in self.program.called)
        found.extend(state.setting.cells)
        found.extend([*setting.ground(), *setting.sides(), *camps])
        found.extend(self.head())
        found.extend((len(state.places), len(state.zones), len(rows) // numbers()["LINK_ROW"], len(heap)))
        found.append(len(tallies) // numbers()["TALLY_ROW"])
        _fill(found, state.cells, things * state.width)
        _fill(found, state.places, things)
        _fill(found, facts.names(state), things)
        _fill(found, [number for ground in state.grounds for number in ground], 3 * zones)
        _fill(found, [len(zone) for zone in state.zones], zones)
        for zone in (*state.zones, *[()] * (zones - len(state.zones))):
            _fill(found, zone, things)
        _fill(found, first, things)
        _fill(found, rows, sizes[N("L_LINKS")] * N("LINK_ROW"))
        _fill(found, heap, sizes[N("L_HEAP")])
        _fill(found, tallies, sizes[N("L_TALLIES")] * N("TALLY_ROW"))
        found.extend(self.acted)
        found.append(len(state.lasting))
        effects = [number for each in state.lasting.values() for number in self.lasting(each)]
        _fill(found, effects, N("LASTING_ROW") * LASTING * self.room)
        found.append(len(state.noticed))
        _fill(
            found,
            [number for entry in state.noticed for number in facts.noticed(entry)],
            facts.notice_row * sizes[N("L_NOTICED")],
        )
        _fill(found, frames, sizes[N("L_FRAMES")] * (N("F_SLOTS") + len(self.program.slots)))
        _fill(found, self.arena, sizes[N("L_ARENA")])
        return found

    def work(self, sizes: Sequence[int]) -> tuple[int, int]:
        """Give the room for prepared changes, and for lists that are being made."""
        things, tiles, width = sizes[0], sizes[N("L_WIDE")] * sizes[N("L_HIGH")], self.state.width
        changes = CHANGES * self.room + 4 * (things + width)
        return changes, 8 * (things + tiles + 8) * self.room + 2 * FactFlattener(self.program, width).notice_row

    def layout(self, links: int, heap: int, tallies: int) -> list[int]:
        """Give the sizes of the block."""
        state, room = self.state, self.room
        setting, seated = state.setting, state.links.get(PLAYERS)
        if setting.allied and len(setting.sides) > SIDES:
            raise LeftToPython("so many allied sides")
        if seated is not None and seated != tuple(range(len(setting.seats))):
            raise LeftToPython("players who are not the first things")
        more = room if self.program.makes else 0
        zones = (STACKS if self.book.timed else ZONES) * more
        sizes = (len(state.places) + THINGS * more, len(state.zones) + zones, len(setting.seats), len(self.program.called))
        apart = N("RW_TRIED") if self.book.payments else 0  # payments are tried on frames of their own
        room_for = (FRAMES * room + apart, ARENA * room, NOTICED * room, LOG * room)
        wide, high = (0, 0) if setting.grid is None else (setting.grid.width, setting.grid.height)
        scenes = self.program.scenes
        board = (scenes.get(setting.scene, scenes[ELSEWHERE]), seated is not None, wide, high, len(setting.cells))
        return [*sizes, *room_for, *board, links + LINKS * room, heap + HEAP * room, tallies + TALLIES * room]

    def head(self) -> list[int]:
        state = self.state
        asked = NOWHERE
        if state.asked is not None:
            top = state.agenda[-1]
            players = state.asked.players
            if state.asked != Asked(tuple(sorted(set(players))), top.id, top.step):
                raise LeftToPython("something was picked, or players are asked in another order")
            asked = players[0] if len(players) == 1 else SEVERAL - sum(1 << player for player in players)
        counts = (state.number, state.rolled, state.dice, state.ids, state.now, state.unsettled)
        return [*counts, len(state.agenda), asked, len(self.arena)]

    def lasting(self, effect: Lasting) -> list[int]:
        """Give an effect that lasts."""
        return self.flattener.words.lasting(effect)

    def frame(self, frame: Frame) -> list[int]:
        program = self.program
        if frame.procedure in UNKNOWN_PROCEDURES or frame.procedure >= program.procedures:
            raise LeftToPython(self.book.procedure_name(frame.procedure))
        into = NOWHERE if frame.into is None else self.slot(frame.into)
        held = [ABSENT] * len(program.slots)
        for name, value in frame.vars.items():
            number = self.slot(name)
            held[number] = self.held(declared(program, frame.procedure, number), value)
        return [frame.id, frame.procedure, _step(frame), into, *held]

    def slot(self, name: str) -> int:
        if name not in self.program.slot_numbers:
            raise LeftToPython(name)
        return self.program.slot_numbers[name]

    def held(self, slot: SlotDeclaration, value: Any) -> int:
        """Give what a slot holds as one number."""
        if value is None:
            return NONE
        if slot.type in ("memory", "noticed trigger"):
            facts = FactFlattener(self.program, self.state.width)
            return self.listed(
                facts.memory(value) if slot.type == "memory" else [n for each in value for n in facts.noticed(each)]
            )
        if slot.type == "doers":
            return self.listed(self.doers(value))
        if slot.several:
            return self.listed(self.flattener.several(slot.type, value))
        if slot.type in COMPOSITES:
            return self.listed(self.flattener.flat(slot.type, value))
        if slot.type != "text" and type(value) is not int and not (slot.type == "flag" and type(value) is bool):
            raise LeftToPython(slot.name)
        return self.flattener.flat(slot.type, value)[0]

    def doers(self, value: int | Sequence[int]) -> list[int]:
        """Give the cause of something: what is noted under a word (the word, and the number of its link), or some things."""
        return [N("DOERS_NOTED"), value, self.text(value)] if isinstance(value, int) else [N("DOERS_NAMED"), *value]

    @property
    def flattener(self) -> Flattener:
        facts = FactFlattener(self.program, self.state.width)
        return Flattener(self.key, RowWriter(self.text, facts.link, self.program.bars))

    def text(self, text: Link) -> int:
        if text not in self.program.text_numbers:
            raise LeftToPython(str(text))
        return self.program.text_numbers[text]

    def listed(self, values: Sequence[int]) -> int:
        self.arena += values
        return len(self.arena) - len(values) << 20 | len(values)

    def word(self, key: str) -> tuple[int, int, int]:
        """Give a key that is a word: of an answer, or the name of an action that happens by itself."""
        number = self.program.text_numbers.get(key, NOWHERE)
        action = next((action.index for action in self.book.actions if action.name == key), None)
        if action is not None and not 0 <= number < N("T_KNOWN"):
            return N("KEY_ACTION"), action, 0
        return (N("KEY_TEXT"), number, 0) if number != NOWHERE else self.said(key)

    def said(self, key: Key) -> tuple[int, int, int]:
        """Give a key that only Python can read: a text, or the name of something that no longer exists."""
        known = self.program.said
        if key not in known:
            known.append(key)
        return N("KEY_SAID"), known.index(key), 0

    def key(self, key: Key) -> tuple[int, int, int]:
        if type(key) is int:
            return N("KEY_NUMBER"), key, 0
        if key == PASS:
            return N("KEY_PASS"), 0, 0
        if isinstance(key, str):
            return self.word(key)
        if not isinstance(key, tuple) or len(key) != 2:
            return self.said(key)
        kind, granted = self.book.kinds[self.state.cell(key[1] % LIVES, 0)], [feature.action for feature in self.book.granting]
        action = next((index for index in (*kind.actions, *granted) if self.book.actions[index].name == key[0]), None)
        return (N("KEY_OFFER"), action, key[1]) if action is not None else self.said(key)


OWN_SLOTS = {(number, slot.name): slot for number, routine in enumerate(OWN_ROUTINES) for slot in routine.slots}
"""The slots of the kernel's own procedures; rule text may use one of these names for something else."""


FAR = frozenset((*COMPOSITES, "doers", "text", "flag"))
"""The types of slot that hold something else than the number that stands there."""


def declared(program: NumberedProgram, procedure: int, number: int) -> SlotDeclaration:
    """Give what a slot of a procedure holds."""
    slot = program.slots[number]
    return (
        OWN_SLOTS.get((procedure, slot.name), slot) if procedure < len(OWN_ROUTINES) else program.rule_slots.get(slot.name, slot)
    )


def N(name: str) -> int:
    """Give a number of the header."""
    return numbers()[name]


def _fill(row: array[int], values: Sequence[int], room: int) -> None:
    """Add numbers, and room for more."""
    if len(values) > room:
        raise TooSmall("a block that is too small")
    row.extend(values)
    row.frombytes(bytes(8 * (room - len(values))))


def _players(asked: int) -> tuple[int, ...]:
    """Give the players who are asked: one, or a set of several."""
    several = max(0, SEVERAL - asked)
    return (asked,) if asked >= 0 else tuple(seat for seat in range(several.bit_length()) if several >> seat & 1)


def _step(frame: Frame) -> int:
    if not frame.step:
        return numbers()["STEP_BEGIN"]
    if frame.procedure in OWN_PROCEDURES:
        if frame.step not in STEPS:
            raise LeftToPython(frame.step)
        return STEPS.index(frame.step)
    return int(frame.step)


KNOWN = 4096
"""How many frames of a program are kept."""


class NativeControl:
    """The control of a state, as the machine holds it; it becomes what `State.set_control` accepts when somebody looks at it."""

    __slots__ = ("book", "held", "program")

    def __init__(self, book: Book, program: NumberedProgram, held: NativeBlock | NativeRecord) -> None:
        self.book, self.program, self.held = book, program, held  # held: a block, or the record of the answer that followed

    def __iter__(self) -> Iterator[Any]:
        row, header, slots = memoryview(self.held.control()).cast("q").tolist(), N("H_HEADER"), N("F_SLOTS") + 1
        number, rolled, dice, ids, now, unsettled, depth, asking, _ = row[:header]
        at, frames = header, list[tuple[list[int], list[int]]]()  # of a frame its head, and which slots hold what
        for _ in range(depth):
            first = at + slots
            frames.append((row[at : first - 1], row[first : first + 2 * row[first - 1]]))
            at = first + 2 * row[first - 1]
        arena = row[at:]
        agenda = [self._frame(head, held, arena) for head, held in frames]
        asked = None if asking == NOWHERE else Asked(_players(asking), agenda[-1].id, agenda[-1].step)
        return iter((agenda, asked, number, rolled, dice, ids, now, bool(unsettled), None, ()))

    def _frame(self, head: list[int], held: list[int], arena: list[int]) -> Frame:
        number, procedure, step, into = head
        known, key = self.program.held_frames, (*head, *held)
        found = known.get(key)
        if found is not None:
            return found
        slots = self._slots(procedure, held[::2])
        vars = {
            name: None if value == NONE else value if slot is None else self._value(slot, value, arena)
            for (name, slot), value in zip(slots, held[1::2], strict=True)
        }
        words = "" if step < 0 else STEPS[step] if procedure in OWN_PROCEDURES else str(step)
        made = Frame(number, procedure, words, vars, None if into < 0 else self.program.slots[into].name)  # type: ignore[arg-type]
        if all(slot is None for _, slot in slots):  # nothing of it stands elsewhere, and most frames stay as they are for long
            if len(known) >= KNOWN:
                known.clear()
            known[key] = made
        return made

    def _slots(self, procedure: int, held: list[int]) -> HeldSlots:
        """Name the filled slots of a frame, each with what it holds unless that is just a number."""
        known, key = self.program.held_slots, (procedure, *held)
        found = known.get(key)
        if found is None:
            slots = [declared(self.program, procedure, at) for at in held]
            found = known[key] = tuple((slot.name, slot if slot.several or slot.type in FAR else None) for slot in slots)
        return found

    def _value(self, slot: SlotDeclaration, value: int, arena: list[int]) -> SlotValue:
        if value == NONE:
            return None
        if slot.type == "text":
            return self.program.texts[value]
        if slot.type == "flag" and not slot.several:
            return bool(value)
        if not slot.several and slot.type not in FAR:
            return value
        row = arena[value >> 20 : (value >> 20) + (value & (1 << 20) - 1)]
        if slot.type in NUMBERS:
            return tuple(row)
        if slot.type == "doers":
            return tuple(row[1:]) if row[0] == N("DOERS_NAMED") else row[1]
        if slot.type in ("memory", "noticed trigger"):
            read = read_memory if slot.type == "memory" else read_noticed
            return read(row, len(self.book.stats), [each.name for each in self.program.slots])
        reader = self._reader
        return reader.several(slot.type, row) if slot.several else reader.read(slot.type, iter(row))

    @property
    def _reader(self) -> Unflattener:
        program = self.program
        said = RowReader(program.texts.__getitem__, self._link, program.bars)
        return Unflattener(self._key, said)

    def _link(self, name: Link, row: Sequence[int]) -> SlotValue:
        """Give what a held change would link: with a word for each number, or plain numbers."""
        slots = self.program.slots
        return tuple(row) if name not in PAIRED else tuple((slots[row[at]].name, row[at + 1]) for at in range(0, len(row), 2))

    def _key(self, tag: int, value: int, more: int) -> Key:
        if tag == N("KEY_OFFER"):
            return Offer(self.book.actions[value].name, more)
        if tag == N("KEY_SAID"):
            return self.program.said[value]
        if tag == N("KEY_TEXT"):
            return self.program.texts[value]
        if tag == N("KEY_ACTION"):
            return self.book.actions[value].name
        return PASS if tag == N("KEY_PASS") else value
