"""The notation inside clauses of rule text: numbers, dice, conditions, assignments."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from rulewright.language.check.problems import Problem, RuleTextError
from rulewright.language.text import syntax
from rulewright.language.text.notation import amount, assignment, condition, expression
from rulewright.language.text.source import Limits, Span


def place(text: str) -> Span:
    return Span("a.rules", 1, 1, len(text))


def said(part: Any) -> Any:
    """Writes a parsed expression with every operation in parentheses."""
    match part:
        case syntax.Number(value):
            return str(value)
        case syntax.Ref(words):
            return f"[{words}]"
        case syntax.Word(text) | syntax.English(text):
            return text
        case syntax.Dice(count, sides):
            return f"{said(count)}d{sides}"
        case syntax.Negative(of):
            return f"-{said(of)}"
        case syntax.Connective("not", (of,)):
            return f"not({said(of)})"
        case syntax.Connective(op, parts):
            return f"({f' {op} '.join(map(said, parts))})"
        case syntax.Binary(op, left, right) | syntax.Comparison(op, left, right):
            return f"({said(left)} {op} {said(right)})"
    return part


def problem(read_it: Callable[[str, Span], object], text: str) -> Problem:
    with pytest.raises(RuleTextError) as caught:
        read_it(text, place(text))
    (found,) = caught.value.problems
    assert isinstance(found, Problem)
    return found


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("7", "7"),
        ("d20", "1d20"),
        ("0d6", "0d6"),
        ("2D6 + [ Max  Health ]", "(2d6 + [Max Health])"),
        ("[Level]d6", "[Level]d6"),
        ("(1 + 1)d6", "(1 + 1)d6"),
        ("1 + 2 * 3 - 4 / 5", "((1 + (2 * 3)) - (4 / 5))"),
        ("(1 + 2) * X", "((1 + 2) * X)"),
        ("8 / 4 / 2", "((8 / 4) / 2)"),
        ("-2 - -X", "(-2 - -X)"),
        ("6 − 2 × 3 ÷ 1", "(6 - ((2 * 3) / 1))"),
    ],
)
def test_expressions_are_read_with_the_usual_precedence(text: str, meaning: str):
    """EW-01, EW-02: dice, stats and arithmetic with the usual precedence, in any of the usual signs."""
    assert said(expression(text, place(text))) == meaning


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("1d20 + [A] - 3 >= [Target B]", "(((1d20 + [A]) - 3) >= [Target B])"),
        ("[A] ≥ 1 or [A] ≤ 2 and [A] ≠ 3", "(([A] >= 1) or (([A] <= 2) and ([A] != 3)))"),
        ("([A] > 1 or [A] < 2) and not [A] == 3", "((([A] > 1) or ([A] < 2)) and not(([A] = 3)))"),
        ("[A] <= 3 AND an enemy is adjacent", "(([A] <= 3) and an enemy is adjacent)"),
        ("flanked and 2 half-orcs are near and X-Y > 1", "(flanked and 2 half-orcs are near and ((X - Y) > 1))"),
        ("not [Target] is hidden or [A] = 1", "(not([Target] is hidden) or ([A] = 1))"),
        (" Targets within radius ", "Targets within radius"),
        ("neither this nor that, and so on", "neither this nor that, and so on"),
        ("[Anything / At all]", "[Anything / At all]"),
    ],
)
def test_conditions_are_read_with_comparisons_and_and_or_not(text: str, meaning: str):
    """EW-07: comparisons, joined by and, or and not; text without a comparison is left for the phrases."""
    assert said(condition(text, place(text))) == meaning


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("[A B] -= 1d8 + [C]", ("[A B]", "-=", "(1d8 + [C])", "")),
        ("[A] += 2 until end of turn", ("[A]", "+=", "2", "until end of turn")),
        ("[A] = (1 + 1), once more", ("[A]", "=", "(1 + 1)", "once more")),
        ("[A] −= 1 and not (x >= y); z", ("[A]", "-=", "1", "and not (x >= y); z")),
        ("[A] ×= 2", ("[A]", "*=", "2", "")),
        ("[A] ÷= X", ("[A]", "/=", "X", "")),
    ],
)
def test_assignments_are_read_with_their_operator_and_duration(text: str, parts: tuple[str, ...]):
    """EW-09: a stat, an operator, a value and what follows it."""
    found = assignment(text, place(text))
    assert found is not None
    assert (said(found.ref), found.op, said(found.value), found.tail) == parts
    assert text[found.tail_span.column - 1 :][: found.tail_span.length] == found.tail


def test_a_clause_without_a_bracket_is_not_an_assignment():
    """Such a clause is left for the phrases."""
    assert assignment("Push target 1 tile", place("")) is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a", "1"),
        ("Twelve", "12"),
        ("twice", "2"),
        ("three times", "3"),
        ("2d6 times", "2d6"),
        ("[A] + 1", "([A] + 1)"),
    ],
)
def test_amounts_are_number_words_or_expressions(text: str, value: str):
    """An amount is a number word or an expression."""
    assert said(amount(text, place(text))) == value


@pytest.mark.parametrize(
    ("read_it", "text", "column", "message"),
    [
        (assignment, "[A] -= ", 7, 'expected a number, dice or [Stat] after "-="'),
        (assignment, "[A] -= 1 + * 2", 12, 'expected a number, dice or [Stat] after "+", not "*"'),
        (assignment, "[A] 5", 5, 'expected =, +=, -=, *= or /= after "[A]", not "5"'),
        (assignment, "[A] += 2 3", 10, 'expected an operator, words or the end after "2", not "3"'),
        (assignment, "[A] += [B", 8, 'this "[" is never closed'),
        (assignment, "[A] += (1 + 2", 14, 'expected ")" after "2"'),
        (assignment, "[ ] = 1", 1, "these brackets do not name a stat"),
        (assignment, "[A] = ([B] > 1)", 8, "this is a condition, and a number is needed here"),
        (condition, "[A] >", 6, 'expected a number, dice or [Stat] after ">"'),
        (condition, "1 < [A] < 5", 9, 'expected "and", "or" or the end after "[A]", not "<"'),
        (condition, "1d20 + [A]", 1, "this number is compared with nothing"),
        (condition, "[A] and [B] -= 3 > 1", 13, 'expected a comparison such as >= after "[B]", not "-="'),
        (condition, "", 1, "expected a number, dice or [Stat]"),
        (expression, "1d0", 1, "a die has at least one side"),
        (expression, "2 + 1001d6", 5, "1001 dice are more than the 1000 that are rolled at once"),
        (expression, "9" * 16, 1, "this number has more than 15 digits"),
        (expression, "(" * 65 + "1" + ")" * 65, 65, "this is more than 64 parentheses deep"),
        (expression, "1" + "+1" * 201, 402, "this is more than 200 parts long"),
        (expression, "-" * 5000 + "1", 1, "this clause has more than 4000 characters"),
    ],
)
def test_a_mistake_in_the_notation_is_reported_at_its_column(read_it: Any, text: str, column: int, message: str):
    """Each mistake is one problem that says what was expected, after what, and where."""
    found = problem(read_it, text)
    assert (found.message, found.span.column) == (message, column)


def test_bare_words_that_should_be_a_stat_are_offered_in_brackets():
    """If two words stand in the place of a number, the error suggests the stat in brackets."""
    assert problem(condition, "1d20 >= Target Poise").nearest == "[Target Poise]"


def test_columns_count_from_the_place_of_the_text():
    """The column of a problem is that in the file, not that in the clause."""
    with pytest.raises(RuleTextError) as caught:
        assignment("[A] -=", Span("a.rules", 7, 5, 6))
    assert caught.value.problems[0].span == Span("a.rules", 7, 11, 1)


def test_the_dice_of_a_roll_are_limited_as_asked():
    """A host may lower the number of dice that is allowed."""
    with pytest.raises(RuleTextError):
        expression("11d6", place("11d6"), Limits(dice=10))


def test_deep_but_allowed_notation_is_read():
    """Nested expressions within the limits are read."""
    text = "(" * 64 + "-" * 100 + "1" + ")" * 64 + "+1" * 100
    assert isinstance(expression(text, place(text)), syntax.Binary)


def test_no_parser_is_imported_to_read_the_shape_of_a_text():
    """Importing the parser of expressions takes long, and a start with cached books does not need it."""
    code = "import sys; from rulewright.language.text.parser import read; read('A\\ndo: x'); sys.exit('lark' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
