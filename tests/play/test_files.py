"""Saved games on disk: a file is written completely or not at all, and contains who played which seat."""

import json
from pathlib import Path

import pytest

import rulewright
from rulewright.kernel.errors import SaveError
from rulewright.play import files
from tests.play.tables import game


def test_a_saved_game_is_the_same_game(tmp_path: Path):
    """What was saved can be read back."""
    playing = game()
    playing.answer(None, "pass")
    files.save(playing, ["me", "bot"], tmp_path / "a.json")
    assert rulewright.restore(files.read(tmp_path / "a.json")).fingerprint() == playing.fingerprint()


def test_a_saved_game_knows_its_seats(tmp_path: Path):
    """The file also contains who played which seat."""
    files.save(game(), ["me", "random"], tmp_path / "a.json")
    assert files.seats(files.read(tmp_path / "a.json")) == {"Heroes": "me", "Raiders": "random"}


def test_a_failed_save_leaves_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If a save fails, the old file is unchanged and no other file is left."""
    path = tmp_path / "a.json"
    path.write_text("old", encoding="utf-8")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        files.write(path, "new")
    assert [(each.name, each.read_text(encoding="utf-8")) for each in tmp_path.iterdir()] == [("a.json", "old")]


def test_a_name_that_is_taken_is_not_taken_again(tmp_path: Path):
    """A game without a file gets a name that is not used yet."""
    playing = game(seed=7)
    assert files.unused(playing, tmp_path).name == "duel-7.json"
    (tmp_path / "duel-7.json").touch()
    assert files.unused(playing, tmp_path).name == "duel-7-2.json"


def test_a_saved_game_is_told_from_rule_text(tmp_path: Path):
    """A file is recognized as a saved game by its name or by its first character."""
    for name, text, saved in (("a.json", "", True), ("b", json.dumps({}), True), ("c.rules", "Stat X:", False)):
        (tmp_path / name).write_text(text, encoding="utf-8")
        assert files.is_saved_game(tmp_path / name) is saved


def test_bytes_that_are_not_text_are_an_error(tmp_path: Path):
    """A file that is not UTF-8 is refused with its name."""
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match=r"a\.json: not UTF-8 text"):
        files.read(tmp_path / "a.json")


def test_a_saved_game_keeps_what_a_file_overrides(tmp_path: Path):
    """A file's own version of a shipped action is in force again when the game is restored."""
    rules = "Strike\nRange: Melee\nTarget: an enemy\ndo: [Target Health] -= 1\nthen: [Action Points] -= 1\n"
    (tmp_path / "mine.rules").write_text(rules, encoding="utf-8")
    playing = rulewright.new(rulewright.load(str(tmp_path / "mine.rules")), "Duel", seed=7)
    files.save(playing, ["me", "bot"], tmp_path / "a.json")
    restored = rulewright.restore(files.read(tmp_path / "a.json"))
    assert [str(action.rule) for action in restored.book.actions] == [str(action.rule) for action in playing.book.actions]
    assert restored.book.hash == playing.book.hash
