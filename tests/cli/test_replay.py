"""`rulewright replay` tells a saved game again, in part or completely, or verifies that it plays as recorded."""

import json
from pathlib import Path

import pytest

from tests.cli.runs import run


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Saves a finished game."""
    run("play", "--seed", "7", "--save", tmp_path / "a.json")
    return tmp_path / "a.json"


def test_a_replay_stops_where_asked(saved: Path):
    """--to N prints the answers up to N."""
    told = run("replay", saved, "--to", "1").output
    assert "The game is not over. (1 answers, round 1; seed 7)" in told


def test_the_number_of_an_answer_that_does_not_exist_is_refused(saved: Path):
    """--to refuses an answer that was never given."""
    result = run("replay", saved, "--to", "999")
    assert (result.exit_code, result.output.startswith("error: there is no answer 999: ")) == (2, True)


def test_an_unchanged_save_is_verified(saved: Path):
    """--verify says that every answer plays as recorded."""
    result = run("replay", saved, "--verify")
    assert (result.exit_code, "answers play as recorded." in result.output) == (0, True)


def test_a_changed_save_is_detected(saved: Path):
    """--verify fails if the record was changed."""
    data = json.loads(saved.read_text(encoding="utf-8"))
    data["events"][1] = data["events"][1][:-1]
    saved.write_text(json.dumps(data), encoding="utf-8")
    result = run("replay", saved, "--verify")
    assert (result.exit_code, "answer 1 plays differently now" in result.output) == (1, True)


def test_a_missing_file_is_reported_in_one_line(tmp_path: Path):
    """The error for a missing file is one line."""
    result = run("replay", tmp_path / "none.json")
    assert (result.exit_code, result.output) == (2, f"error: {tmp_path / 'none.json'}: No such file or directory\n")
