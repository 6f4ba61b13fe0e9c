"""Rule text as a tree of lines, and problems shown below the lines they are about."""

from __future__ import annotations

import pytest

from rulewright.language.check.problems import Problem
from rulewright.language.text.source import Limits, Line, Span, read_lines


def lines(text: str) -> tuple[Line, ...]:
    found, problems = read_lines(text, "a.rules")
    assert problems == []
    return found


def codes(text: str, limits: Limits | None = None) -> list[str]:
    return [problem.code for problem in read_lines(text, "a.rules", limits or Limits())[1]]


def shape(found: tuple[Line, ...]) -> list:
    return [[line.text, *shape(line.children)] for line in found]


def test_indented_lines_belong_to_the_line_above():
    """An indented line belongs to the nearest line above that is indented less."""
    assert shape(lines("a\n  b\n    c\n  d\ne")) == [["a", ["b", ["c"]], ["d"]], ["e"]]


def test_a_dedent_between_two_levels_hangs_under_the_shallower():
    """Uneven indentation is no error: rulebooks indent continued lines by 4, 5 or 6 columns."""
    assert shape(lines("a\n     b\n   c\n      d")) == [["a", ["b"], ["c", ["d"]]]]


def test_a_tab_reaches_to_the_next_multiple_of_four():
    """A tab at the start of a line equals four spaces."""
    assert [line.indent for line in lines("a\n  \tb\n    c")[0].children] == [4, 4]


def test_the_column_counts_characters():
    """The span of a line begins at its first character after the indentation."""
    assert lines("a\n\tbold word  ")[0].children[0].span == Span("a.rules", 2, 2, 9)


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\rb", "\ufeffa\nb"])
def test_line_ends_and_a_byte_order_mark_make_no_difference(text: str):
    """The line ends of every system are read, and a byte order mark is ignored."""
    assert [(line.text, line.column) for line in lines(text)] == [("a", 1), ("b", 1)]


@pytest.mark.parametrize("note", ["# why", "<-- why", "#why", "  <--   why  "])
def test_a_comment_is_kept_apart(note: str):
    """A comment or a note is not part of the text of the line."""
    line = lines(f"do: x {note}")[0]
    assert (line.text, line.comment) == ("do: x", "why")


@pytest.mark.parametrize("text", ["[Slot #1] -= 1", 'say "# of cards"'])
def test_a_sign_in_brackets_or_quotation_marks_begins_no_comment(text: str):
    """A comment sign counts only outside brackets and quotations."""
    assert lines(text)[0].text == text


def test_an_open_bracket_hides_no_comment():
    """A comment after a bracket that is never closed is still a comment."""
    assert lines("[Slot # broken")[0].text == "[Slot"


def test_a_comment_line_has_no_meaning():
    """Lines with only a comment are left out, and do not count as blank lines."""
    assert [(line.text, line.blank_before) for line in lines("a\n# note\nb\n\n# note\nc")] == [
        ("a", False),
        ("b", False),
        ("c", True),
    ]


@pytest.mark.parametrize("sign", ["\0", "\x07", "\x85", "\u2028", "\u202e", "\ud800"])
def test_control_characters_are_refused_at_their_column(sign: str):
    """Invisible characters are not allowed in rule text."""
    found, problems = read_lines(f"ab{sign}c", "a.rules")
    assert [(problem.code, problem.span) for problem in problems] == [("character", Span("a.rules", 1, 3, 1))]
    assert found[0].text == "ab c"


def test_a_text_may_be_only_so_long():
    """A text above the limit is not read at all."""
    assert codes("x" * 11, Limits(text=10)) == ["text-size"]
    page = ("x" * 63 + "\n") * (1 << 14)
    assert codes(page + "x") == ["text-size"]
    assert codes(page) == []


def test_a_text_may_have_only_so_many_lines_and_a_line_only_so_many_characters():
    """With these limits the time to read a text is proportional to its length."""
    assert codes("x\n" * 3, Limits(lines=3)) == ["text-size"]
    assert codes("x" * 4000) == [] and codes("x" * 4001) == ["line-size"]
    assert read_lines("x" * 5000)[0][0].text == "x" * 4000


def test_a_number_may_have_only_so_many_digits():
    """A number that is too large is reported everywhere except in a comment."""
    assert codes("Ada (Wit 999999999999999)  # 9999999999999999") == []
    assert codes("Ada (Wit 9999999999999999)") == ["notation"]


def stairs(steps: int) -> str:
    return "\n".join(" " * step + "x" for step in range(steps))


def test_lines_may_be_nested_only_so_deep():
    """Sixty-four levels are read; deeper nesting is reported once."""
    assert codes(stairs(65)) == []
    assert codes(stairs(66)) == ["nesting"]
    assert codes(stairs(900)) == ["nesting"]


SHOWN = """\
a.rules:2:5: error: nothing to draw
    do: drw 2
        ^^^
    expected a verb
    did you mean draw?"""


def test_a_problem_is_shown_under_its_line():
    """It shows file, line, column, the message, the line with a caret, and what would have worked."""
    problem = Problem(Span("a.rules", 2, 5, 3), "nothing to draw", "a verb", "draw")
    assert problem.show(["Deal", "do: drw 2"]) == SHOWN


def test_a_caret_stands_under_its_sign_behind_tabs():
    """Tabs in the line are repeated in the line with the caret."""
    shown = Problem(Span("a.rules", 1, 3, 1), "no").show(["\t\tx"])
    assert shown.splitlines()[1:] == ["    \t\tx", "    \t\t^"]


def test_a_long_line_is_shown_in_part():
    """Only the part of the line around the problem is shown."""
    shown = Problem(Span("a.rules", 1, 5001, 1), "no").show(["a" * 5000 + "b" + "a" * 5000])
    line, caret = shown.splitlines()[1:]
    assert line[caret.index("^")] == "b" and len(line) < 120


def test_an_error_states_once_what_was_expected():
    """If the message itself says what was expected, there is no second line for it."""
    shown = Problem(Span("a.rules", 1, 1, 1), 'expected a number after "+"', "a number").show(["+"])
    assert shown.count("a number") == 1


def test_a_line_that_is_not_there_is_not_shown():
    """Without the text the problem is shown as a single sentence."""
    assert Problem(Span("a.rules", 9, 1, 1), "no").show([]) == "a.rules:9:1: error: no"
