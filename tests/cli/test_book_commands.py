"""`explain`, `new` and `books`: what a book or a file says, and how to begin one."""

import re
from pathlib import Path

import pytest

from rulewright.cli import TEMPLATES
from tests.cli.runs import GOOD, run, write

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_explain_says_how_an_action_works():
    """It has the range, the check, the effects and the rule, and tells an example of the book."""
    told = run("explain", "encounter", "shield", "bash").output
    assert "Check        1d20 + the actor's Strength is at least the target's Defense\n" in told
    assert "Otherwise    -2 Defense until start of next turn\n" in told
    assert "Rule         6.5.4, in encounter/actions.rules:" in told
    assert "A run, from the example 'a Shield Bash that misses costs as much" in told.replace("\n  ", " ")


@pytest.mark.parametrize("action", ["Guard", "Steal", "Dash", "Parry", "Fireball", "Heal"])
def test_explain_shows_a_run_of_any_action(action: str):
    """If no example uses the action, bots look for an opportunity."""
    told = run("explain", "encounter", action).output
    assert f": {action}" in told.split("\n\n", 1)[1]


def test_explain_works_for_a_file_that_no_scene_uses(tmp_path: Path):
    """The action is tried in a scene that is made for it."""
    told = run("explain", write(tmp_path, GOOD.split("Example:")[0]), "trip").output
    assert "A sample run:" in told
    assert ": Trip → " in told


def test_an_unknown_action_is_refused_with_the_nearest_one():
    """The error for a misspelt action names the most similar one."""
    result = run("explain", "encounter", "strik3")
    assert (result.exit_code, "did you mean Strike" in result.output) == (2, True)


@pytest.mark.parametrize("template", TEMPLATES)
def test_the_game_that_new_writes_passes_the_check(tmp_path: Path, template: str):
    """Every template has no problems, and its examples succeed."""
    assert run("new", tmp_path / "mine", "--template", template).exit_code == 0
    result = run("check", "--strict", tmp_path / "mine")
    assert (result.exit_code, "no problems; examples proved: " in result.output.replace("\n  ", " ")) == (0, True)


@pytest.mark.parametrize("template", TEMPLATES)
def test_bots_play_a_template_to_its_end(tmp_path: Path, template: str):
    """A game has a winner or is a draw, and does not go on without end."""
    run("new", tmp_path / "mine", "--template", template)
    told = run("play", tmp_path / "mine", "--auto", "--seed", "2").output
    assert re.search(r"win!|wins!|it is a draw", told)


def test_an_unknown_template_is_refused_with_the_known_ones(tmp_path: Path):
    """Nothing is written."""
    told = run("new", tmp_path / "mine", "--template", "chess")
    assert told.exit_code == 2 and "worker-placement" in told.output and not (tmp_path / "mine").exists()


def test_new_can_be_played_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The template has a scene of its own, in which its action is used."""
    run("new", tmp_path / "mine")
    monkeypatch.chdir(tmp_path / "mine")
    assert "Crossroads" in run("play", ".", "--seed", "1").output
    assert ": Stare Down → " in run("explain", "game.rules", "stare down").output


def test_the_new_command_writes_a_readme_beside_the_rules(tmp_path: Path):
    """A README beside the rules says what to do next."""
    run("new", tmp_path / "mine")
    assert "rulewright check ." in (tmp_path / "mine" / "README.md").read_text(encoding="utf-8")


def test_new_refuses_a_folder_that_is_not_empty(tmp_path: Path):
    """No file of the user is overwritten."""
    write(tmp_path, "mine")
    result = run("new", tmp_path)
    told = f"error: {tmp_path} is not empty: give an empty folder, or one that does not exist yet\n"
    assert (result.exit_code, result.output) == (2, told)


def test_books_lists_what_is_shipped():
    """Without a name, the shipped books are listed."""
    assert run("books").output.startswith("encounter ")


def test_books_counts_the_actions_that_the_page_of_the_book_counts():
    """Rules that apply automatically are no actions that anybody takes."""
    pages = {path.stem: path.read_text(encoding="utf-8") for path in (DOCS / "books").glob("*.md")}
    told = dict(re.findall(r"^(\w+) +[^:]+: (\d+) actions?,", run("books").output, re.MULTILINE))
    assert [name for name, page in pages.items() if f" {told[name]} actions; scenes: " not in page] == []


def test_books_lists_actions_scenes_and_readings():
    """It lists everything in the book, and of a reading its sides, its rule and its question."""
    told = run("books", "encounter").output
    assert "  Strike            melee" in told
    assert "  Duel               Heroes against Raiders\n" in told
    assert "  dash: two moves | all moves\n      are two moves free, or every move of the turn (E-49)\n" in told


def test_books_lists_actions_in_columns():
    """The rules of the actions stand below one another, however long the marks are."""
    told = run("books", "honey").output
    assert len({line.index("honey/") for line in told.splitlines() if "honey/" in line}) == 1
    assert "  Forage         slow " in told


def test_books_has_no_empty_heading(tmp_path: Path):
    """A book without readings or campaigns has no heading for them."""
    told = run("books", write(tmp_path, "Uses: nothing\nStat Rope: at least 0\nHeave\ndo: [Rope] += 1\n")).output
    assert "  Heave" in told and "Readings" not in told and "Campaigns" not in told


def test_an_unknown_book_is_refused_with_the_nearest_one():
    """The error for a misspelt book names the most similar one."""
    assert "did you mean encounter?" in run("books", "encouter").output
