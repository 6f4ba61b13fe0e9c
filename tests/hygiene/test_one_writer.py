"""Facts change only in kernel/state/events.py (design.md, sentence 3): no other source assigns a column of the state."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from rulewright.kernel.state.facts import FACTS
from tests.hygiene.tree import SOURCE, name_of, python_files

COLUMNS = {*FACTS, "touched"}
WRITER = "src/rulewright/kernel/state/events.py"
MUTATORS = {
    "append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse", "update", "setdefault", "popitem", "__setitem__",
}  # fmt: skip

WRITTEN = re.compile(rf"\.(?:{'|'.join(COLUMNS)})(?:\[.*\])?\s*(?:[-+*/]?=(?!=)|\.(?:{'|'.join(MUTATORS)})\()")

# Who else may write, and when: "file:function".
EXCEPTIONS = {
    "src/rulewright/kernel/sight/visibility.py:blank": "what a viewer sees is a copy, filled before anybody sees it",
    "src/rulewright/kernel/sight/visibility.py:_blanked": "what a viewer sees is a copy, filled before anybody sees it",
    "src/rulewright/kernel/sight/visibility.py:drop_facts_of": "what a viewer sees is a copy, filled before anybody sees it",
    "src/rulewright/kernel/sight/seen_game.py:_take_over": "what a viewer sees is a copy, which follows the game",
    "src/rulewright/kernel/sight/seen_game.py:_lay": "what a viewer sees is a copy, which follows the game",
    "src/rulewright/kernel/state/positions.py:set_up": "a position is set up before the game begins",
    "src/rulewright/kernel/state/placing.py:place": "a position is set up before the game begins",
    "src/rulewright/kernel/state/placing.py:bind": "a position is set up before the game begins",
    "src/rulewright/kernel/state/placing.py:share": "a position is set up before the game begins",
}
# Who writes attributes by name, which cannot be read from the source.
BY_NAME = {
    "src/rulewright/kernel/history/saves.py:state_in": "a state read back is filled before anybody sees it",
    "src/rulewright/program/quick_dataclasses.py:_attach": "a class gets its methods; no record is written to",
    "src/rulewright/kernel/native/c_machine.py:quicken": "classes get methods; no game is written to",
    "src/rulewright/kernel/native/states_behind.py:__setattr__": "a state that is behind is brought up to date first",
}


def column(node: ast.expr) -> str | None:
    """Gives the column behind `state.cells`, `m.state.zones[n]`, `self.state.lasting[i]` and so on, but not a bare name."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    return node.attr if isinstance(node, ast.Attribute) and node.attr in COLUMNS and not own(node) else None


def own(node: ast.Attribute) -> bool:
    """Says whether it is a column of something else: `self.names` of a compiler, or `names.zones` of its names."""
    base = node.value.attr if isinstance(node.value, ast.Attribute) else node.value.id if isinstance(node.value, ast.Name) else ""
    return base in {"self", *COLUMNS}


def targets(node: ast.AST) -> Iterator[ast.expr]:
    """Gives what a statement or call writes to."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield from target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    elif isinstance(node, ast.AugAssign | ast.AnnAssign | ast.For | ast.NamedExpr):
        yield node.target
    elif isinstance(node, ast.Delete):
        yield from node.targets
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in MUTATORS:
        yield node.func.value


@cache
def nodes(text: str) -> list[tuple[str, ast.AST]]:
    """Lists the nodes of a source, each with the name of the innermost function around it."""
    return list(functions(ast.parse(text)))


def functions(tree: ast.AST, name: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Gives every node with the name of the innermost function around it."""
    for child in ast.iter_child_nodes(tree):
        inside = child.name if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef) else name
        yield inside, child
        yield from functions(child, inside)


def writes(text: str) -> set[tuple[str, str]]:
    """Finds (function, column) for every write to a state's column."""
    return {(name, found) for name, node in nodes(text) for target in targets(node) if (found := column(target)) is not None}


def aliases(text: str) -> set[str]:
    """Finds functions that give a column another name and then mutate it by that name."""
    found = set()
    for name, node in nodes(text):
        if isinstance(node, ast.FunctionDef):
            named = {target.id for each in ast.walk(node) if isinstance(each, ast.Assign) and column(each.value) is not None
                     for target in each.targets if isinstance(target, ast.Name)}  # fmt: skip
            hit = {bare(target) for each in ast.walk(node) for target in targets(each) if not isinstance(target, ast.Name)
                   or isinstance(each, ast.Call | ast.AugAssign)}  # fmt: skip
            found |= {name} if named & hit else set()
    return found


def bare(node: ast.expr) -> str | None:
    """Gives the bare name that a target begins with, as in `cells[3]`."""
    while isinstance(node, ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def generated(text: str) -> list[str]:
    """Finds strings, such as code that is generated, in which a column is written."""
    parts = [node for _, node in nodes(text) if isinstance(node, ast.Constant | ast.JoinedStr)]
    strings = [ast.unparse(part) if isinstance(part, ast.JoinedStr) else str(part.value) for part in parts]
    return [string for string in strings if WRITTEN.search(string)]


def by_name(text: str) -> set[str]:
    """Finds functions that write attributes by name."""
    calls = [(name, node) for name, node in nodes(text) if isinstance(node, ast.Call)]
    return {name for name, node in calls if isinstance(node.func, ast.Name) and node.func.id in ("setattr", "delattr")}


def test_only_the_events_module_writes_facts():
    """Only the events module assigns, deletes or changes a column of the state, with named exceptions."""
    others = [path for path in python_files() if name_of(path) != WRITER]
    found = {f"{name_of(p)}:{function}" for p in others for function, _ in writes(p.read_text(encoding="utf-8"))}
    assert found - set(EXCEPTIONS) == set()
    assert set(EXCEPTIONS) <= found, "an exception that is no longer needed"


def test_no_column_is_mutated_under_another_name():
    """No function gives a column another name and changes it by that name."""
    found = {name_of(path): aliases(path.read_text(encoding="utf-8")) for path in python_files() if name_of(path) != WRITER}
    assert {name: names for name, names in found.items() if names} == {}


def test_attributes_are_written_by_name_only_where_named():
    """The other tests cannot follow setattr, so it is used only to read saves and to make classes."""
    found = {f"{name_of(p)}:{function}" for p in python_files() for function in by_name(p.read_text(encoding="utf-8"))}
    assert found == set(BY_NAME)


def test_no_generated_code_writes_facts():
    """No string in the source contains code that writes a column."""
    found = {name_of(path): generated(path.read_text(encoding="utf-8")) for path in python_files()}
    assert {name: strings for name, strings in found.items() if strings} == {}


@pytest.mark.parametrize("line", ["code = f's.cells[{slot} * {width}] = new'", "code = 'm.state.noticed.pop(0)'"])
def test_generated_code_that_writes_facts_is_found(line: str):
    """Such a string is found, so the other test can fail."""
    assert generated(line) != [] and generated("code = 'new = s.cells[0] == 1'") == []


def test_the_writer_writes_every_column():
    """A new column of facts without a writer is noticed."""
    assert {name for _, name in writes((SOURCE / "kernel" / "state" / "events.py").read_text(encoding="utf-8"))} == COLUMNS


@pytest.mark.parametrize(
    "line",
    [
        "m.state.cells[3] = 1",
        "state.cells[slot * state.width + stat] += amount",
        "game.state.zones[2].append(slot)",
        "del state.noticed[0]",
        "self.state.tallies['x', 1] = 2",
        "m.state.lasting.pop(3)",
        "state.links = {}",
        "a, state.names[0] = 1, 'x'",
        "m.state.places.extend([1])",
        "for state.cells[0] in range(3): pass",
        "state.amendments: list = []",
    ],
)
def test_a_write_of_a_fact_is_found(line: str):
    """Each way of writing a column is found, so the other test can fail."""
    assert writes(f"def meddle(m, state, game, self):\n    {line}\n") != set()


@pytest.mark.parametrize("line", ["cells = m.state.cells\n    cells[1] = 2", "zone = m.state.zones[0]\n    zone.append(3)"])
def test_a_write_under_another_name_is_found(line: str):
    """A column that is changed under another name is found, so the other test can fail."""
    assert aliases(f"def meddle(m):\n    {line}\n") == {"meddle"}


@pytest.mark.parametrize("line", ["cells = [0]\n    cells[1] = 2", "m.emit(list(state.names))", "names.zones['x'] = 3"])
def test_reading_does_not_count_as_writing(line: str):
    """Reading a column, or writing another list, is allowed."""
    text = f"def read(m, state):\n    {line}\n"
    assert writes(text) == set() and aliases(text) == set()
