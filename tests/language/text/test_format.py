"""Canonical rule text: one layout, every comment kept, the meaning unchanged, and unreadable text left as it is."""

import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from rulewright import books
from rulewright.cli.formatting import format_files
from rulewright.language.check.problems import RuleTextError
from rulewright.language.text import format as formatting
from rulewright.language.text.format import format_text
from rulewright.language.text.source import rows, split_note
from tests.fuzz.texts import book_text
from tests.hygiene.tree import ROOT
from tests.language.lower.alike import meaning
from tests.lengths import much

Shown = pytest.CaptureFixture[str]
RULES = sorted([*(ROOT / "src").rglob("*.rules"), *(ROOT / "tests").rglob("*.rules"), *(ROOT / "benchmarks").rglob("*.rules")])
found = settings(
    deadline=None,
    max_examples=much(25, 600),
    derandomize=os.environ.get("CI") == "true",
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


def comments(text: str) -> Counter[str]:
    """Counts the comments of a text, whatever space follows their signs."""
    notes = [split_note(row)[1] for row in rows(text)]
    return Counter(re.sub(r"\A(#|<--) ", r"\1", note) for note in notes if note)


def is_canonical(text: str) -> bool:
    return format_text(text) == text


# -- the layout --------------------------------------------------------------------------------------------------------

TRIP = """\
[Trip]   (Reaction,quick)
RANGE :Melee
always: [Action Points]-=1    <-- paid in any case

# whoever fails is open
On Failure:Actor stumbles ; -1   Poise this turn.
on success:[Target Poise]  −=  2*( 3+[Wit] )  ,until end of turn
     Push   target 1 tile away from actor.
       Target falls; [Target Speed]=-(2)
Test :  1 D20+[Speed]≥[Target  Poise] and not(an   enemy is adjacent)
"""

TRIPPED = """\
Trip (Reaction, quick)
Range: Melee
if: 1d20 + [Speed] >= [Target Poise] and not (an enemy is adjacent)
do: [Target Poise] -= 2 * (3 + [Wit]), until end of turn
    Push target 1 tile away from actor
    Target falls; [Target Speed] = -(2)
# whoever fails is open
else: Actor stumbles; -1 Poise this turn
then: [Action Points] -= 1  <-- paid in any case
"""


def test_an_action_in_its_canonical_form():
    """Names, keys, signs and spaces have one form; the order is if, do, else, then; continued lines are aligned."""
    assert format_text(TRIP) == TRIPPED


SMALL = [
    ("stat   Wit,Luck:at least 0,  at most   5", "Stat Wit, Luck: at least 0, at most 5\n"),
    ("uses :encounter", "Uses: encounter\n"),
    ("SIGHT: required", "Sight: required\n"),
    ("Feature  Poise\n   scope: actor\n   do:+1 Wit", "Feature Poise\nScope: actor\ndo: +1 Wit\n"),
    ("rule 3.1: House  rules\n   Hop\n   do: gain 1 Wit", "Rule 3.1. House rules\n  Hop\n  do: gain 1 Wit\n"),
    ("Structure  Round\n   step a : gain 1 Wit;gain 2 Wit\n   step b",
     "structure Round\n  step a: gain 1 Wit; gain 2 Wit\n  step b\n"),
    ("scene  Hill\n map :\n   ..X\n     . . .\n tiles: X wall,~ difficult",
     "Scene Hill\n  map:\n    . . X\n    . . .\n  tiles: X wall, ~ difficult\n"),
    ("Example:a  fall (E-1,E-2)\n    Ada :  Hop", "Example: a fall (E-1, E-2)\n  Ada : Hop\n"),
    ("Speeds\n| on top|a|\n|--|:-:|\n|x | yes", "Speeds\n  | on top | a   |\n  | ------ | :-: |\n  | x      | yes |\n"),
    ("Hop\n    do: gain 1 Wit\n    Range: Self", "Hop\nRange: Self\ndo: gain 1 Wit\n"),
    ("Hop\ndo: each  actor:[Wit]=1d6 ; 3 times: if [Wit]<2:[Wit]+=1",
     "Hop\ndo: each actor: [Wit] = 1d6; 3 times: if [Wit] < 2: [Wit] += 1\n"),
    ("Hop\ndo:\n  gain 1 Wit", "Hop\ndo:\n    gain 1 Wit\n"),
    ('Hop\ndo: tell "a   b"  twice', 'Hop\ndo: tell "a   b" twice\n'),
    ("Seer (Unit)\ndo: gain 1 Wit\n      Look\n      do: gain 2 Wit\n      Blink\n      do: gain 3 Wit",
     "Seer (Unit)\ndo: gain 1 Wit\n\n  Look\n  do: gain 2 Wit\n\n  Blink\n  do: gain 3 Wit\n"),
    ("Seer (Unit)\n    Look (quick)\n    Cost: 1   Wit\nCost: 2 Wit",
     "Seer (Unit)\n  Look (quick)\n  Cost: 1 Wit\nCost: 2 Wit\n"),
    ("\ufeffTitle: x\r\nStart: y\r\n", "Title: x\nStart: y\n"),
    ("", ""),
    ("\n \n", ""),
    ("# alone", "# alone\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "canonical"), SMALL, ids=range(len(SMALL)))
def test_every_kind_of_item_has_one_layout(text: str, canonical: str):
    """Different spaces, letter case and line ends give the same canonical text."""
    assert format_text(text) == canonical
    assert is_canonical(canonical)


@pytest.mark.parametrize("tight", ["1d6+2*3>=-1", "[Wit]-[Luck]<2d4", "( [Wit] )=3", "(1+1)d6>2", "not 1<2", "-( 1 )<0"])
def test_spaces_stand_around_operators_and_nowhere_else(tight: str):
    """Only notation gets spaces; the words of a clause stay as they are."""
    spaced = {"1d6+2*3>=-1": "1d6 + 2 * 3 >= -1", "[Wit]-[Luck]<2d4": "[Wit] - [Luck] < 2d4", "( [Wit] )=3": "([Wit]) = 3",
              "(1+1)d6>2": "(1 + 1)d6 > 2", "not 1<2": "not 1 < 2", "-( 1 )<0": "-(1) < 0"}  # fmt: skip
    assert format_text(f"Hop\nif: {tight}\ndo: gain 1 Wit\n") == f"Hop\nif: {spaced[tight]}\ndo: gain 1 Wit\n"


# -- comments and blank lines ------------------------------------------------------------------------------------------

COMMENTED = """\
# of the file

Uses: encounter
# of the stat
Stat Wit: at least 0  # behind it

# of the action
Hop  <-- a note
# of the range
Range: Self
# of the else, which moves
else: gain 1 Wit
do: gain 2 Wit
    # between
    gain 3 Wit
    # at the end of do
if: 1d6 > 3
# at the end
"""

KEPT = """\
# of the file

Uses: encounter
# of the stat
Stat Wit: at least 0  # behind it

# of the action
Hop  <-- a note
# of the range
Range: Self
if: 1d6 > 3
do: gain 2 Wit
    # between
    gain 3 Wit
    # at the end of do
# of the else, which moves
else: gain 1 Wit
# at the end
"""


def test_a_comment_goes_with_what_it_is_about():
    """Comments above a line move with it; those at the end of a block stay with the block."""
    assert format_text(COMMENTED) == KEPT and is_canonical(KEPT)


def test_an_empty_line_keeps_its_comment():
    """A line with only a semicolon is dropped, but the comment after it is kept."""
    assert format_text("Hop\ndo: gain 1 Wit\n    ;  # spare\n    gain 2 Wit\n") == (
        "Hop\ndo: gain 1 Wit\n    # spare\n    gain 2 Wit\n"
    )


def test_blank_lines_keep_items_apart_and_leave_actions_whole():
    """There is one blank line between actions and none inside; between declarations there may be one."""
    text = "Stat A: any\n\n\n\nStat B: any\nStat C: any\nHop\n\ndo: gain 1 A\nSkip\ndo: gain 1 B\nStat D: any\n\n"
    assert format_text(text) == (
        "Stat A: any\n\nStat B: any\nStat C: any\n\nHop\ndo: gain 1 A\n\nSkip\ndo: gain 1 B\n\nStat D: any\n"
    )


# -- meaning -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.name)
def test_our_own_rule_text_is_canonical(path: Path):
    """The rule text that the project ships and that its tests use is in canonical form."""
    assert is_canonical(path.read_text(encoding="utf-8"))


def messed(text: str, r: random.Random) -> str:
    """Adds blank lines, comments and spaces to a text without changing its meaning."""
    lines: list[str] = []
    for line in text.splitlines():
        while r.random() < 0.2:
            lines.append(r.choice(("", "  ", f"{' ' * r.randint(0, 7)}# {r.random()}")))
        lines.append(
            re.sub(r"(?<=\w) (?=\w)", lambda _: " " * r.choice((1, 1, 1, 2)), line) + r.choice(("", "", "  # why", "  "))
        )
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["encounter", *(str(path) for path in RULES if "shapes" in path.parts)])
def test_our_own_rule_text_means_the_same_however_it_is_laid_out(name: str):
    """A shipped text, badly laid out and formatted again, compiles to the same book with the same examples."""
    text = "\n".join(text for _, text in books.sources(name))
    for seed in range(3):
        bad = messed(text, random.Random(seed))
        assert meaning(format_text(bad)) == meaning(bad) == meaning(text)
        assert comments(format_text(bad)) == comments(bad)


@given(r=st.randoms(use_true_random=False))
@found
def test_a_formatted_book_is_the_same_book(r: random.Random):
    """For any text, formatting twice equals formatting once, every comment is kept, and the meaning stays."""
    text = book_text(r, mess=0.4, sound=True)
    written = format_text(text)
    assert is_canonical(written)
    assert comments(written) == comments(text)
    assert meaning(written) == meaning(text)


@given(r=st.randoms(use_true_random=False))
@found
def test_a_text_with_errors_is_refused_or_keeps_its_errors(r: random.Random):
    """A text with errors is refused, or has the same errors after formatting; a text that loads is never refused."""
    text = book_text(r, mess=0.4)
    try:
        written = format_text(text)
    except RuleTextError as error:
        assert error.problems and not isinstance(meaning(text), tuple)
    else:
        assert meaning(written) == meaning(text)


pieces = st.text(st.sampled_from('ab dX[]()"#<-|:;.,+=1 \n\n  \t∙’'), max_size=120)


@given(text=pieces)
@example("a\n|\n  |b\n c")
@example("do: a\n b")
@settings(found, max_examples=much(300, 5000))
def test_any_text_is_formatted_or_refused(text: str):
    """Formatting never fails in any other way, and its result is canonical."""
    try:
        written = format_text(text)
    except RuleTextError as error:
        assert error.problems
    else:
        assert is_canonical(written) and comments(written) == comments(text)


# -- refusing and writing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("do: x\n", "no-name"),
        ("Hop\nif: 1 >\ndo: x\n", "notation"),
        ("Hop\ndo: [Wit] -=\n", "notation"),
        ("a\x07b\n", "character"),
    ],
)
def test_an_unreadable_text_is_refused_with_its_problems(text: str, code: str):
    """The problems say where they are and what was expected."""
    with pytest.raises(RuleTextError) as refused:
        format_text(text, "a.rules")
    assert code in [problem.code for problem in refused.value.problems]


def test_a_text_that_would_be_read_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch):
    """If a new layout changed the meaning of a text, the text would be left as it is."""
    monkeypatch.setattr(formatting, "STEP", 0)
    with pytest.raises(RuleTextError, match="would have another meaning in the standard layout"):
        format_text("structure Round\n  step a: gain 1 Wit\n")


def test_files_are_replaced_whole_or_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Shown):
    """`format` rewrites readable files, shows the problems of the others, and sets its exit status if there were some."""
    monkeypatch.chdir(tmp_path)
    good, bad = Path("good.rules"), Path("bad.rules")
    good.write_bytes(TRIP.replace("\n", "\r\n").encode())
    bad.write_bytes(b"do: x\n")
    assert format_files([str(good), str(bad)]) == 1
    assert good.read_bytes() == TRIPPED.encode() and bad.read_bytes() == b"do: x\n"
    shown = capsys.readouterr()
    assert "bad.rules:1:1: error" in shown.err and "bad.rules: left as it was" in shown.out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.rules", "good.rules"]


def test_check_and_diff_change_nothing(tmp_path: Path, capsys: Shown):
    """--check fails where something would change, --diff shows it."""
    (tmp_path / "a.rules").write_text(TRIP, encoding="utf-8")
    assert format_files([str(tmp_path)], check=True) == 1
    assert format_files([str(tmp_path)], diff=True) == 0
    assert "+then: [Action Points] -= 1  <-- paid in any case" in capsys.readouterr().out
    assert (tmp_path / "a.rules").read_text(encoding="utf-8") == TRIP
    assert format_files([str(tmp_path)]) == 0 and format_files([str(tmp_path)], check=True) == 0
