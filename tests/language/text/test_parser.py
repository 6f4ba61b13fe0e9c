"""Rule text read into items."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulewright.language.check.problems import RuleTextError
from rulewright.language.text.notation import amount, assignment, condition, expression
from rulewright.language.text.parser import read
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from tests.hygiene.tree import ROOT

TRIP = """\
Trip (Reaction, quick)
Range: Melee
if: 1d20 + [Speed] >= [Target Poise]
do: [Target Poise] -= 2 until end of turn
     Push target 1 tile away from actor.
    Target falls; [Target Speed] = 0
then: [Action Points] -= 1    <-- paid in any case
else: Actor stumbles; -1 Poise this turn
"""

SOURCES = ROOT.parent / "shared" / "sources"
FENCE = re.compile(r"^```\n(.*?)^```", re.MULTILINE | re.DOTALL)
PRINTED = [text for path in sorted(SOURCES.glob("004*")) for text in FENCE.findall(path.read_text(encoding="utf-8"))]
ACTIONS = [TRIP, *(text for text in PRINTED if re.search(r"^do:", text, re.MULTILINE))]


def items(text: str) -> tuple[Item, ...]:
    found, problems = read(text, "a.rules")
    assert problems == ()
    return found


def item(text: str) -> Item:
    (found,) = items(text)
    return found


def clauses(found: Item) -> dict[str, list[str]]:
    return {component.name: [clause.text for clause in component.clauses] for component in found.components}


def codes(text: str) -> list[tuple[str, int]]:
    return [(problem.code, problem.span.line) for problem in read(text)[1]]


@pytest.mark.parametrize("text", ACTIONS, ids=lambda text: text.partition("\n")[0])
def test_every_printed_action_is_read(text: str):
    """E-29, E-30: each action in the fixed notation is one action with its name and its components."""
    found = item(text)
    keys = re.findall(r"^(if|do|else|then):", text, re.MULTILINE)
    assert found.kind == "action" and text.strip("[").startswith(found.name)
    assert [component.name for component in found.components] == keys


def test_the_name_marks_headers_and_components_of_an_action_are_read():
    """Name, marks, headers and components are read from their lines."""
    found = item(TRIP)
    assert (found.name, found.marks) == ("Trip", ("Reaction", "quick"))
    assert [(header.key, header.value) for header in found.headers] == [("Range", "Melee")]
    assert [component.name for component in found.components] == ["if", "do", "then", "else"]


def test_a_component_goes_on_below_it_and_behind_semicolons():
    """E-40: further effects stand on indented lines or after semicolons; a full stop at the end is dropped."""
    assert clauses(item(TRIP))["do"] == [
        "[Target Poise] -= 2 until end of turn",
        "Push target 1 tile away from actor",
        "Target falls",
        "[Target Speed] = 0",
    ]


def test_a_clause_knows_its_place():
    """The span of a clause is the place of its text in the file."""
    lines = TRIP.splitlines()
    for component in item(TRIP).components:
        for clause in component.clauses:
            start = clause.span.column - 1
            assert lines[clause.span.line - 1][start : start + clause.span.length] == clause.text


def test_a_semicolon_in_brackets_or_quotation_marks_splits_nothing():
    """A clause ends only at a semicolon outside brackets and quotation marks."""
    assert clauses(item('A\ndo: say "x; y"; draw (1; 2); [B;C] = 1'))["do"] == [
        'say "x; y"',
        "draw (1; 2)",
        "[B;C] = 1",
    ]


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Test", "if"),
        ("condition", "if"),
        ("On  Success", "do"),
        ("ON FAILURE", "else"),
        ("Always", "then"),
        ("Do", "do"),
    ],
)
def test_components_have_other_names(written: str, name: str):
    """E-13: the long names mean the same components."""
    rest = "" if name == "do" else "\ndo: y"
    assert clauses(item(f"A\n{written}: x{rest}"))[name] == ["x"]


def test_an_action_may_be_indented_below_its_name():
    """Headers and components may stand below the name as well as beside it."""
    assert clauses(item("A\n  Range: 3\n  if: x\n  do: y")) == {"if": ["x"], "do": ["y"]}


def test_blank_lines_do_not_end_an_action():
    """An action continues until a line that is neither header nor component."""
    assert clauses(item("A\n\nRange: 3\n\ndo: x\n\nthen: y")) == {"do": ["x"], "then": ["y"]}


@pytest.mark.parametrize("space", ["  ", "    "])
def test_a_component_that_is_indented_too_far_is_still_read(space: str):
    """Components are recognized by their names, not by their columns."""
    assert clauses(item(f"A\ndo: x\n    y\n{space}then: z")) == {"do": ["x", "y"], "then": ["z"]}


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("[Trip Up]", "Trip Up"),
        ("[Trip  Up] (quick)", "Trip Up"),
        ("Trip (Up) (quick)", "Trip (Up)"),
        ("3 Wishes", "3 Wishes"),
    ],
)
def test_brackets_and_marks_are_not_part_of_a_name(heading: str, name: str):
    """Brackets round a name and marks after it are not part of it."""
    assert item(f"{heading}\ndo: x").name == name


def test_a_setting_or_a_declaration_ends_an_action():
    """Settings of the file and declarations belong to no action."""
    assert [(each.kind, each.name, each.value) for each in items("A\ndo: x\nUses: b\nStat Max Health (hidden): at most 5")] == [
        ("action", "A", ""),
        ("uses", "", "b"),
        ("stat", "Max Health", "at most 5"),
    ]


def test_a_setting_keeps_the_lines_below_it():
    """Lines below a setting or a declaration are kept as they stand."""
    found = item("Settle:\n  deal 3\n  place 1")
    assert (found.kind, [line.text for line in found.lines]) == ("settle", ["deal 3", "place 1"])


def test_a_key_where_no_action_is_open_is_an_item():
    """A word that the checker knows needs no special case in the parser."""
    assert (item("Turn order: left").kind, item("Turn order: left").value_span.column) == ("turn order", 13)


@pytest.mark.parametrize("heading", ["Scene Ford", "Strategy Ford", "Example: Ford", "Example Ford", "table Ford"])
def test_some_bodies_are_kept_as_they_stand(heading: str):
    """Scenes, strategies, examples and tables have their own notations."""
    found = item(f"{heading} (one)\n  | x\n    | y")
    assert found.kind == re.split(r"\W", heading.lower())[0]
    assert (found.name, found.marks, found.lines[0].text) == ("Ford", ("one",), "| x")


def test_an_action_may_have_a_name_that_begins_like_a_scene():
    """A heading with components beside it is an action."""
    assert (item("Scene Change (Event)\ndo: x").kind, item("Table Turn\ndo: x").name) == ("action", "Table Turn")


@pytest.mark.parametrize("text", ["Speeds\n  | a |\n  | b |", "Speeds\n| a |\n | b |", "table Speeds\n  | a |\n  | b |"])
def test_rows_make_a_table(text: str):
    """A name with rows beside it or below it is a table."""
    found = item(text)
    assert (found.kind, found.name, [line.text for line in found.lines]) == ("table", "Speeds", ["| a |", "| b |"])


@pytest.mark.parametrize("heading", ["Rule 12. Gifts (old)", "rule 12: Gifts (old)", "Rule 12 Gifts (old)"])
def test_a_rule_holds_the_actions_below_it(heading: str):
    """A rule has a number, a name and items."""
    found = item(f"{heading}\n  Priority: left\n  Give (Delayed)\n  do: x\n\n  Take\n  Cost: 1\n  do: y")
    assert (found.kind, found.name, found.marks) == ("rule", "Gifts", ("12", "old"))
    assert [(each.kind, each.name) for each in found.items] == [
        ("priority", ""),
        ("action", "Give"),
        ("action", "Take"),
    ]


def test_a_structure_has_steps():
    """Each step has a name and its clauses."""
    found = item("structure Round\n  Trigger: x\n  step open it: a; b\n    c\n  step close")
    assert [(each.kind, each.name, clauses(each)) for each in found.items] == [
        ("step", "open it", {"do": ["a", "b", "c"]}),
        ("step", "close", {}),
    ]
    assert found.headers[0].key == "Trigger"


@pytest.mark.parametrize("above", ["Cost: 2", "do: x", "Cost: 2\ndo: x\n    y"])
def test_abilities_are_nested_in_their_card(above: str):
    """A name with components, indented below a card, is an ability of this card."""
    found = item(f"Bell (Post)\n{above}\n  Toll\n  Trigger: a turn ends\n  do: draw 1\n  Peal\n  do: draw 2")
    assert [(each.name, clauses(each)) for each in found.items] == [
        ("Toll", {"do": ["draw 1"]}),
        ("Peal", {"do": ["draw 2"]}),
    ]


def test_a_header_keeps_the_lines_below_it():
    """Lines below a header that are not an ability belong to the header."""
    (header,) = item("A\nModes: two\n  one: x\n  other: y\ndo: z").headers
    assert [line.text for line in header.children] == ["one: x", "other: y"]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("A\ndo: x\ndo: y", "twice", 3),
        ("A\nOn Success: x\ndo: y", "twice", 3),
        ("A\ndo: x\n    y\n  do: z", "twice", 4),
        ("A\nif: x\nthen: y", "no-do", 1),
        ("A (Reaction)\nif: x", "no-do", 1),
        ("A\nRange: 3", "no-do", 1),
        ("Some remark", "no-do", 1),
        ("A\ndo:", "empty", 2),
        ("if: x\ndo: y\nthen: z", "no-name", 1),
        ("Uses: b\ndo: x", "no-name", 2),
        ("| a | b |\n| c | d |", "no-name", 1),
        ("(Reaction)\ndo: x", "name", 1),
        ("[]\ndo: x", "name", 1),
        ("- A\ndo: x", "name", 1),
        ("Scene", "name", 1),
        ("Stat: 3", "name", 1),
        ("A\ndo: x\n[B] -= 1\nthen: y", "stray-effect", 3),
        ("Speeds\n| a |\n  b", "row", 3),
    ],
)
def test_a_mistake_in_the_shape_is_reported_at_its_line(text: str, code: str, line: int):
    """Each mistake is one problem, and says what would have worked."""
    assert codes(text) == [(code, line)]
    assert all(problem.expected for problem in read(text)[1])


def test_all_problems_of_a_text_are_reported():
    """Every mistake is found at once, in the order of the lines."""
    assert codes("do: x\n\nA\nif: y\n\nB\ndo: \0") == [("no-name", 1), ("no-do", 3), ("empty", 7), ("character", 7)]


def test_a_card_needs_no_do():
    """A name with marks and no component may be a plain card; the checker knows its kind."""
    assert item("Ox (Creature)\nCost: 2").components == ()


# --- nothing but RuleTextError ----------------------------------------------------------------------------------------

SIGNS = [*"()[]|#;.:=<>+-*/\"'\n\t\0\ufeff−×≥é²", "\n  ", "<--", "-="]
WORDS = ["[A]", "2d6", "d", "99", "and", "not", "do:", "if: ", "else:", "Name (m)\n"]
HEADS = ["Stat X: ", "Rule 3. ", "structure x", "step a:", "Example:"]
PIECES = st.sampled_from([*SIGNS, *WORDS, *HEADS])


def mutated(text: str, cuts: list[tuple[int, int, str]]) -> str:
    for at, length, piece in cuts:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + length :]
    return text


TEXTS = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60).map(lambda data: data.decode("utf-8", "surrogateescape")),
    st.lists(PIECES, max_size=25).map("".join),
    st.lists(PIECES, max_size=25).map(" ".join),
    st.builds(
        mutated,
        st.sampled_from(ACTIONS),
        st.lists(st.tuples(st.integers(0, 999), st.integers(0, 9), PIECES), min_size=1, max_size=6),
    ),
)


def every_clause(found: Item) -> list[tuple[str, Span]]:
    own = [(clause.text, clause.span) for component in found.components for clause in component.clauses]
    own += [(header.value, header.value_span) for header in found.headers]
    return own + [clause for each in found.items for clause in every_clause(each)]


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_any_text_is_read_or_refused_with_a_place(text: str):
    """For any text, problems have places in it and no other error is raised."""
    found, problems = read(text)
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    told = list(problems)
    for words, span in [(text, Span("a.rules", 1, 1, len(text))), *(clause for each in found for clause in every_clause(each))]:
        for read_it in (expression, condition, assignment, amount):
            try:
                read_it(words, span)
            except RuleTextError as error:
                told += error.problems if words is not text else ()
    assert all(1 <= each.span.column <= len(lines[each.span.line - 1]) + 1 for each in told)
    assert all(each.show(lines).encode() for each in told)
