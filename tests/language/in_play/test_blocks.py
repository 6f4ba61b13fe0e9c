"""Lines inside a clause: several lines below one `if` or `each`, and what `else` does."""

import pytest

from rulewright.kernel.game import Game
from rulewright.language.lower.compiler import Bound, bind
from rulewright.language.text.format import format_text

HEAD = """\
Uses: nothing
Start: Game
Stat Coins: at least 0
Zone Players: in play

structure Game
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for the player, one only

Scene Board
  seats Ann, Bo, Cy
  Ann (Coins 5), Bo (Coins 7), Cy (Coins 1)

"""


def bound(text: str) -> Bound:
    return bind([("blocks.rules", HEAD + text)], lambda used: ())


def coins(does: str, *answers: str) -> list[int]:
    """Gives each player's coins after Ann has done what the text says, with some answers."""
    found = bound(f"Act\n{does}\n")
    assert found.book is not None, found.problems
    game = Game(found.book, "Board", seed=1)
    for answer in ("Act", *answers):
        game.answer("Ann", answer)
    return [game.state.cell(game.find(name), game.book.stat("Coins")) for name in ("Ann", "Bo", "Cy")]


def test_each_does_all_that_is_indented_below_it():
    """Both indented lines are done for each opponent, the line after them once."""
    assert coins("do: each opponent:\n      it gains 2 Coins\n      you lose 1 Coins\n    gain 10 Coins") == [13, 9, 3]


@pytest.mark.parametrize(("least", "left"), [(5, [4, 7, 1]), (6, [5, 8, 1])])
def test_else_is_done_where_the_condition_does_not_hold(least: int, left: list[int]):
    """One of the two branches is done, never both."""
    then = "lose 1 Coins\n    else: each opponent with [Coins] > 3: it gains 1 Coins"
    assert coins(f"do: if [Coins] >= {least}: {then}") == left


def test_else_has_lines_of_its_own():
    """An `else:` may contain a condition with its own `else:`, and a line after it."""
    inner = "      if [Coins] > 6: gain 1 Coins\n      else: gain 2 Coins\n      gain 10 Coins"
    assert coins(f"do: if [Coins] > 8: lose 5 Coins\n    else:\n{inner}") == [17, 7, 1]


def test_else_goes_with_the_test_of_each():
    """The condition is tested for each thing, and `else` is done for each that fails it."""
    test = "      if [It Coins] > 3:\n        it loses 2 Coins\n        you gain 2 Coins\n      else: it gains 1 Coins"
    assert coins(f"do: each opponent:\n{test}") == [7, 5, 2]
    assert coins("do: each opponent: if [It Coins] > 3: it loses 2 Coins\n    else: it gains 1 Coins") == [5, 5, 2]


def test_else_of_two_tests_on_a_line_goes_with_the_first():
    """If the second test fails, nothing happens."""
    assert coins("do: if [Coins] > 3: if [Coins] > 9: gain 1 Coins\n    else: lose 1 Coins") == [5, 7, 1]
    assert coins("do: if [Coins] > 6: if [Coins] > 9: gain 1 Coins\n    else: lose 1 Coins") == [4, 7, 1]


@pytest.mark.parametrize(("answer", "left"), [("decline", 4), ("sell", 6)])
def test_the_else_block_runs_if_the_player_declines(answer: str, left: int):
    """Selling and not selling each have an effect."""
    assert coins("do: the actor may sell: gain 1 Coins\n    else: lose 1 Coins", answer)[0] == left


def test_an_else_that_is_not_indented_belongs_to_the_action():
    """Such an `else` is not indented, like `do`."""
    assert coins("if: [Coins] > 8\ndo: if [Coins] > 3: gain 1 Coins\nelse: gain 7 Coins") == [12, 7, 1]


@pytest.mark.parametrize(
    ("does", "message"),
    [
        ("do: each opponent: it gains 1 Coins\n    else: gain 1 Coins", "tests nothing"),
        ("do: if [Coins] > 1:\n      gain 1 Coinz\n      lose 1 Coinz", "'Coinz' is not a declared stat"),
        ("do: gain 1 Coins:\n      lose 1 Coins", "is not understood"),
    ],
)
def test_a_misplaced_line_of_a_block_is_an_error(does: str, message: str):
    """Examples are an `else` without a test, wrong lines inside, and lines below a clause that takes none."""
    assert any(message in problem.message for problem in bound(f"Act\n{does}\n").problems)


def test_all_lines_inside_are_reported_at_once():
    """Two wrong lines give two problems."""
    found = bound("Act\ndo: if [Coins] > 1:\n      gain 1 Coinz\n      lose 1 Coinz\n").problems
    assert [problem.span.line for problem in found] == [HEAD.count("\n") + 3, HEAD.count("\n") + 4]


def test_format_keeps_what_is_inside():
    """Indentation has meaning here: lines inside are indented by two columns, and `else:` stands below its `if`."""
    inner = ["gain 1 Coins", "if [Coins] > 2:", "  lose 1 Coins"]
    wide = "\n".join(["Act", "do: if [Coins]>1:", *(" " * 9 + line for line in inner), "    else:", "        gain 2 Coins", ""])
    written = "\n".join(
        ["Act", "do: if [Coins] > 1:", *(" " * 6 + line for line in inner), "    else:", "      gain 2 Coins", ""]
    )
    assert format_text(wide) == format_text(written) == written


@pytest.mark.parametrize(
    ("first", "head"),
    [
        ("if [Coins] > 9: gain 1 Coins", "if [Coins] > 9:"),
        ("each player: it gains 1 Coins", "each player:"),
        ("2 times: gain 1 Coins", "2 times:"),
        ("you may pay 1 Coins: gain 3 Coins", "you may pay 1 Coins:"),
    ],
)
@pytest.mark.parametrize("before", ["do: ", "do: gain 1 Coins\n    "])
def test_a_line_indented_below_an_effect_on_the_same_line_is_an_error(first: str, head: str, before: str):
    """The line would happen once and in any case, although it seems to be part of the clause above it."""
    (problem,) = bound(f"Act\n{before}{first}\n        gain 5 Coins\n").problems
    assert problem.message.startswith(f"this line is indented below '{first}'")
    assert f"below `{head}`" in problem.expected


def test_a_line_indented_below_the_effect_of_a_mode_is_an_error():
    """It would be a mode of its own."""
    (problem,) = bound(
        "Act\ndo: choose one:\n      feast: gain 1 Coins\n        gain 2 Coins\n      fast: gain 1 Coins\n"
    ).problems
    assert problem.message.startswith("this line is indented below 'feast: gain 1 Coins'")


def test_formatting_keeps_the_error_of_a_line_indented_below_an_effect():
    """The canonical form does not decide what the writer meant."""
    text = HEAD + "Act\ndo: if [Coins] > 9: gain 1 Coins\n        gain 5 Coins\n"
    assert bind([("blocks.rules", format_text(text))], lambda used: ()).book is None


CHAIN = """\
do: if [Coins] > 9: gain 30 Coins
    else: if [Coins] > 7: gain 20 Coins
    else: gain 10 Coins
"""


@pytest.mark.parametrize("has", [(5, 15), (8, 28), (10, 40)])
@pytest.mark.parametrize("chain", [CHAIN, CHAIN.replace("else: if", "else if")])
def test_a_second_else_belongs_to_the_if_beside_the_first(chain: str, has: tuple[int, int]):
    """Exactly one of the three effects happens."""
    before, after = has
    assert coins(f"{chain.replace('do: ', f'do: [Coins] = {before}{LINE}')}")[0] == after


LINE = "\n    "


def test_a_chain_of_alternatives_may_have_lines_below_each():
    """The lines below `else if …:` belong to it."""
    chain = "do: if [Coins] > 9: gain 30 Coins\n    else if [Coins] > 4:\n      gain 1 Coins\n      gain 1 Coins\n"
    assert coins(f"{chain}    else: gain 10 Coins\n")[0] == 7


@pytest.mark.parametrize("written", ["else: if", "else if"])
def test_a_chain_of_alternatives_is_formatted_line_by_line(written: str):
    """All alternatives stand below one another."""
    chain = f"do: if [Coins] > 9: gain 3 Coins\n    {written} [Coins] > 4:\n      gain 1 Coins\n    else: gain 2 Coins\n"
    assert format_text(f"{HEAD}Act\n{chain}").endswith(chain.replace("else: if", "else if"))


@pytest.mark.parametrize(
    "lines",
    ["    else: gain 2 Coins\n    else: gain 1 Coins", "    else:\n      if [Coins] > 2: gain 2 Coins\n    else: gain 1 Coins"],
)
def test_a_second_else_without_an_if_of_its_own_is_an_error(lines: str):
    """Neither of the two is left out in silence."""
    (problem,) = bound(f"Act\ndo: if [Coins] > 9: gain 3 Coins\n{lines}\n").problems
    assert "else" in problem.message
