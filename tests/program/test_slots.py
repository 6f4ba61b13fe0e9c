"""Slots: the values that a procedure holds are declared with types, and nothing inside a loop overwrites the loop's own slots."""

import ast
from collections.abc import Callable
from dataclasses import replace
from types import GenericAlias
from typing import Any, get_type_hints

import pytest

import rulewright
from rulewright import books, testing
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.state import facts, holding
from rulewright.kernel.state.facts import Frame
from rulewright.program import bookkeeping, own_procedures, slots, validate
from rulewright.program.definition import Routine
from rulewright.program.expressions import Constant, Picked, Query, Slot
from rulewright.program.instructions import Choose, Decide, Each, Instruction, Jump, Run, Tell
from rulewright.program.modes import Holds, Order
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.slots import SlotDeclaration
from tests.hygiene.tree import SOURCE

ALL = Query((), "anything")
ACTOR = Slot("actor")
HUM = 0  # the number of a word
PART = len(OWN_ROUTINES) + 1  # the second of the procedures that are given


def loop(*inner: Instruction, var: str = "it", start: int = 0, **more: Any) -> list[Instruction]:
    """Makes a loop over everything, as it stands at an address."""
    return [Each(var, ALL, end=start + len(inner) + 2, **more), *inner, Jump(start, back=True)]


NESTED = loop(*loop(Tell(HUM, Slot("it")), start=1))


def made(*code: Instruction, **more: Any) -> Routine:
    """Makes a procedure with its slots."""
    return bookkeeping.slotted(Routine("Hum", code, **more), ())


def wrong(*routines: Routine) -> list[str]:
    """Says what is wrong with procedures."""
    return list(validate.problems(Book("small", "", (), routines=(*OWN_ROUTINES, *routines))))


def altered(routine: Routine, slot: str, **how: Any) -> Routine:
    """Gives a procedure with another declaration of one slot."""
    return replace(routine, slots=tuple(replace(each, **how) if each.name == slot else each for each in routine.slots))


def test_a_procedure_declares_what_it_writes():
    """A loop's slots are declared; slots that every act is given are not declared again."""
    found = {each.name: each.words for each in made(*loop(Tell(HUM))).slots}
    assert found == {"it left": "list of thing", "it before": "thing", "it": "thing"}
    assert "it" not in {each.name for each in made(*loop(Tell(HUM)), act=True).slots}


def test_loops_inside_one_another_keep_count_apart():
    """Loops one after another share their slots; nested loops with the same name do not."""
    outer, inner = (each for each in made(*NESTED).code if isinstance(each, Each))
    assert {outer.rest, outer.kept}.isdisjoint({inner.rest, inner.kept}) and wrong(made(*NESTED)) == []
    first, second = (each for each in made(*loop(), *loop(start=2)).code if isinstance(each, Each))
    assert (first.rest, first.kept) == (second.rest, second.kept)


def test_loops_inside_one_another_may_not_share():
    """A program in which an inner loop would overwrite the outer loop's slot is refused."""
    routine = made(*NESTED)
    inner = replace(routine.code[1], rest="it left", kept="it before")
    assert wrong(replace(routine, code=(routine.code[0], inner, *routine.code[2:]))) == [
        "Hum, instruction 1: it keeps its progress in 'it left', as a loop around it does",
        "Hum, instruction 1: it keeps its progress in 'it before', as a loop around it does",
    ]


def test_a_part_with_a_frame_of_its_own_may_not_write_where_the_loop_around_it_keeps_count():
    """Such a part begins with a copy of all values of its caller."""
    whole = replace(made(*loop(Run(PART, own=True)), act=True))
    part = bookkeeping.slotted(Routine("Hum/do", tuple(loop(Tell(HUM))), act=True), whole.slots)
    assert "it keeps its progress in 'it left', as a loop around it does" in wrong(whole, part)[0]


CHOOSE = (Choose("prey", ALL, ACTOR), Tell(HUM, Slot("prey")), Tell(HUM, Picked("prey ones")))


@pytest.mark.parametrize(
    ("alter", "said"),
    [
        (lambda routine: altered(routine, "prey", type="tile"),
         "instruction 0: it writes 'prey' as thing, and it is declared as tile"),
        (lambda routine: altered(routine, "prey so far", name="prey"), "the slot 'prey' is declared twice"),
        (lambda routine: altered(routine, "prey so far", name="more"), "it writes 'prey so far', which is not declared"),
        (lambda routine: altered(routine, "prey ones", several=False), "as list of thing, and it is declared as thing"),
        (lambda routine: replace(routine, slots=(*routine.slots, SlotDeclaration("actor", "tile"))), "'actor' is declared twice"),
        (lambda routine: replace(routine, slots=routine.slots[:-1]), "'answer', which is not declared"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused(alter: Callable[[Routine], Routine], said: str):
    """Every slot that an instruction writes is declared, once, with its type."""
    assert wrong(made(*CHOOSE)) == []
    assert any(said in each for each in wrong(alter(made(*CHOOSE))))


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (Slot("prey", Holds.NUMBER), "it reads 'prey' as number, and it is declared as thing"),
        (Slot("prey ones"), "it reads 'prey ones' as thing, and it is declared as list of thing"),
        (Picked("prey"), "it reads 'prey' as a list, and it is declared as thing"),
        (Slot("it"), "it reads 'it', which nothing has written"),
        (Slot("source"), "it reads 'source', which nothing has written"),
    ],
)
def test_a_slot_is_read_with_its_declared_type(read: Any, said: str):
    """A structure has no `it` and no source; in the tests of a query `it` is what is asked about."""
    assert wrong(made(CHOOSE[0], Tell(HUM, read))) == [f"Hum, instruction 1: {said}"]
    assert wrong(made(Tell(HUM, Query((Slot("it"),), "those")))) == []


def test_a_set_among_what_a_slot_holds_is_proved_like_any_slot():
    """The cards that were looked at must be stored before one of them is chosen."""
    among = Tell(HUM, Query((), "those", among="prey ones"))
    assert wrong(made(*CHOOSE, among)) == []
    assert wrong(made(among)) == ["Hum, instruction 0: it reads 'prey ones', which nothing has written"]


def test_a_part_with_a_frame_of_its_own_has_the_slots_of_its_action():
    """The values that the action has written are there when the part begins."""
    whole = made(*CHOOSE, Run(PART, own=True), act=True)
    part = Routine("Hum/do", (Tell(HUM, Slot("prey")),), act=True)
    assert wrong(whole, bookkeeping.slotted(part, whole.slots)) == []
    assert "it gives Hum/do 'prey', which is not declared" in " ".join(wrong(whole, part))


@pytest.mark.parametrize("order", Order)
def test_every_order_of_a_loop_has_slots_of_its_own(order: Order):
    """No order writes to a slot without a name."""
    routine = made(*loop(Decide(ACTOR, "hum", 2), order=order, count=Constant(1), by=ACTOR))
    assert wrong(routine) == [] and all(each.name for each in routine.slots)


# -- in play -----------------------------------------------------------------------------------------------------------

COUNTING = """
Uses: nothing
Start: Game
Stat Coins: at least 0
Zone Players: in play
structure Game
  step gifts: each player: each player: gain 1 Coins
  step act: window actions for each player, until all pass

Wave
do: each player: each player: it gains 1 Coins

Scene Three
  seats A, B, C
  A (Coins 0), B (Coins 0), C (Coins 0)
"""


def coins(game: Game) -> list[int]:
    """Gives the coins of each player."""
    return [game.state.cell(slot, game.book.stat("Coins")) for slot in range(3)]


def test_each_inside_each_goes_through_all_of_them(tmp_path):
    """The inner loop runs three times for each of three players, in a structure and in an action."""
    (tmp_path / "counting.rules").write_text(COUNTING)
    game = Game(rulewright.load(str(tmp_path / "counting.rules")), "Three")
    assert coins(game) == [3, 3, 3]
    game.answer("A", "Wave")
    assert coins(game) == [6, 6, 6]


@pytest.mark.parametrize("name", books.shipped())
def test_frames_in_play_hold_only_values_of_the_declared_types(name: str):
    """At every choice of random games, every value of every frame is of its slot's type."""
    book = books.load(name)
    for scene in book.scenes:
        game = Game(book, scene, seed=3)
        while not game.over and game.state.number < 40:
            testing.random_answer(game, 3)
            assert holding.misfits(game.book, game.state) == []


@pytest.mark.parametrize("name", ["passes", "holder", "seats", "kinds", "title", "discipline", "must", "answer"])
def test_a_wrong_declaration_is_found_during_play(name: str, monkeypatch: pytest.MonkeyPatch):
    """The contract check finds a value that does not have the type of its slot, even if the program seems to be well-formed."""
    monkeypatch.setattr(validate, "problems", lambda program: iter(()))
    book = books.load("honey")
    other: slots.SlotType = "memory"
    window = book.routines[own_procedures.WINDOW]
    wrong = replace(window, slots=tuple(replace(each, type=other) if each.name == name else each for each in window.slots))
    book = replace(book, routines=(wrong, *book.routines[own_procedures.WINDOW + 1 :]))
    with pytest.raises(testing.ContractError, match=f"the slot '{name}' of window is for (list of )?memory, and holds"):
        testing.check_game(book, next(iter(book.scenes)), 1, 6)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ({"actor left": (0, 1)}, "has no slot 'actor left', and holds (0, 1) there"),
        ({"zone": 99}, "is for zone, and holds 99"),
        ({"item": "ox"}, "is for thing, and holds 'ox'"),
        ({"item": True}, "is for thing, and holds True"),
        ({"seen": 4}, "is for list of thing, and holds 4"),
        ({"seen": (0, 999)}, "is for list of thing, and holds (0, 999)"),
    ],
)
def test_a_value_without_a_slot_is_reported(held: Any, said: str):
    """The report names the procedure, the slot, its type and the value."""
    game = Game(books.load("honey"), next(iter(books.load("honey").scenes)))
    game.state.agenda.append(Frame(99, own_procedures.POPPING, "", held))
    (told,) = holding.misfits(game.book, game.state)
    assert said in told and "popping" in told


# -- names in the kernel -----------------------------------------------------------------------------------------------

PICKS = {"text", "tile", "act", "stack"}
"""Slots that picks have by these names in every book."""
ASKED = {"event", "change", "outer", "times"}
"""What is known only while an expression is worked out; no frame holds it."""


def literal_slots(tree: ast.Module) -> set[str]:
    """Names the slots that code reads or writes with a literal name: `vars["actor"]`, `frame.vars.get("actor")`."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript):
            found.append((node.value, node.slice))
        elif (
            isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("get", "pop") and node.args
        ):
            found.append((node.func.value, node.args[0]))
    held = [key for of, key in found if ast.unparse(of).rpartition(".")[2] == "vars"]
    return {str(key.value) for key in held if isinstance(key, ast.Constant) and isinstance(key.value, str)}


def test_the_kernel_reads_no_slot_that_nothing_declares():
    """This finds names that are misspelled or used only in the kernel."""
    tables = (slots.STRUCTURE, slots.ACT, *(each.slots for each in OWN_ROUTINES))
    known = {each.name for table in tables for each in table} | {slots.ANSWER, slots.DICE, slots.OUTCOME}
    read = {path.name: literal_slots(ast.parse(path.read_text(encoding="utf-8"))) for path in SOURCE.glob("kernel/**/*.py")}
    assert {name: found - known - PICKS - ASKED for name, found in read.items() if found - known - PICKS - ASKED} == {}
    assert literal_slots(ast.parse("vars['actr']; frame.vars.get('actor left', 0)")) == {"actr", "actor left"}


def test_the_kernel_composes_no_name_of_a_slot():
    """No key of a frame's values is a string that is put together."""
    made = [
        f"{path.name}:{node.lineno}"
        for path in SOURCE.glob("kernel/**/*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.JoinedStr) and "vars" in ast.unparse(node.value)
    ]
    assert made == []


NUMBERS = frozenset({
    "number", "thing", "reference", "player", "side", "tile", "zone", "stat", "action", "trigger", "word", "discipline", "frame",
    "holder",
})  # fmt: skip
TYPES: dict[str, Any] = {
    **dict.fromkeys(NUMBERS, int), "flag": int, "text": str, "key": facts.Key, "change": facts.Change,
    "part of a change": facts.Change, "noticed trigger": facts.Noticed, "memory": facts.Memory,
    "origin": tuple[str] | tuple[str, int], "doers": str | tuple[int, ...],
}  # fmt: skip


def python_type(type: slots.SlotType, several: bool) -> Any:
    """Gives the type that a frame must have for a slot; remembered values are always a list."""
    parts = slots.COMPOSITES.get(type)
    one = TYPES[type] if parts is None else GenericAlias(tuple, tuple(python_type(*part) for part in parts))
    return GenericAlias(tuple, (one, ...)) if several and type != "memory" else one


TABLES = {**{each.name: each.slots for each in OWN_ROUTINES}, "structure": slots.STRUCTURE}


@pytest.mark.parametrize("procedure", [*TABLES])
def test_a_frame_has_the_types_that_its_slots_are_declared_with(procedure: str):
    """Each name that the kernel uses has the same type in all procedures, and mypy knows it."""
    typed = get_type_hints(facts.Vars)
    table = TABLES[procedure]
    wrong = {each.name: (typed.get(each.name), python_type(each.type, each.several)) for each in table}
    assert {name: pair for name, pair in wrong.items() if str(pair[0]) != str(pair[1])} == {}
