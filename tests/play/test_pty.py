"""The whole command in a real terminal: all ways of leaving, continuing, and output in ASCII."""

import json
from pathlib import Path

from tests.play.ptys import Pty

PROMPT = "Sera> "


def test_ctrl_c_saves_and_the_game_goes_on(tmp_path: Path):
    """Ctrl-C saves; the printed command continues the game."""
    with Pty("play", "--seed", "7", cwd=tmp_path) as first:
        first.until(PROMPT)
        first.type("guard")
        first.until(PROMPT)
        first.interrupt()
        first.until("Go on with:  rulewright play duel-7.json\n")
        assert first.status() == 130
    with Pty("play", "duel-7.json", cwd=tmp_path) as second:
        assert "Sera: Guard" in second.until(PROMPT)


def test_ctrl_d_saves(tmp_path: Path):
    """Ctrl-D saves too."""
    with Pty("play", "--seed", "7", "--save", "mine.json", cwd=tmp_path) as at:
        at.until(PROMPT)
        at.press(b"\x04")
        at.until("Go on with:  rulewright play mine.json\n")
        assert at.status() == 0
    assert json.loads((tmp_path / "mine.json").read_text(encoding="utf-8"))["seats"] == {"Heroes": "me", "Raiders": "bot"}


def test_a_terminal_that_knows_no_other_letters_gets_ascii(tmp_path: Path):
    """With LC_ALL=C all output is ASCII."""
    with Pty("play", "--seed", "7", cwd=tmp_path, environ={"LC_ALL": "C"}) as at:
        shown = at.until(PROMPT)
    assert shown.isascii()
    assert "AP 0 -> 3" not in shown
    assert "Action Points 0 -> 3" in shown


def test_the_variable_no_color_turns_colours_off(tmp_path: Path):
    """With NO_COLOR a terminal gets no colours."""
    with Pty("play", "--seed", "7", cwd=tmp_path) as at:
        shown = at.until(PROMPT)
    assert "\x1b[3" not in shown


def test_the_seed_is_always_said(tmp_path: Path):
    """A game that was started without a seed prints the seed it got."""
    with Pty("play", "--seat", "grom=me", cwd=tmp_path) as at:
        assert "seed " in at.until("Grom> ")


def test_a_player_who_takes_what_is_offered_finishes_a_game(tmp_path: Path):
    """A player who strikes if possible and walks otherwise reaches the end of a game."""
    with Pty("play", "--seed", "3", "--seat", "raiders=random", cwd=tmp_path) as at:
        shown = at.until("> ")
        while "answers, round" not in shown:
            asked = shown.rsplit("actions   (", 1)[-1]
            tile = shown.rsplit("such as ", 1)[1].split(";")[0] if "Type a tile" in shown else ""
            at.type(tile or ("1" if "1 Strike" in asked or "may answer" in shown else "move"))
            shown = at.until("> ", "answers, round")
        assert " win! (" in shown
        assert at.status() == 0
