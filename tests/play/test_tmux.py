"""The screen of `play` at 80 columns and 24 lines, as a terminal shows it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.hygiene.tree import ROOT

PAGE = ROOT / "docs" / "play.md"
LONG = 60.0


class Tmux:
    """One tmux server for the test, with one window of 80 by 24."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket

    def run(self, *arguments: str) -> str:
        """Gives tmux a command."""
        done = subprocess.run(["tmux", "-S", str(self.socket), *arguments], capture_output=True, encoding="utf-8")
        return done.stdout

    def start(self, command: str, cwd: Path) -> None:
        """Runs a command in the window."""
        size = ["-x", "80", "-y", "24"]
        self.run("-u", "-f", "/dev/null", "new-session", "-d", *size, "-c", str(cwd), command)

    def screen(self) -> str:
        """Gives what is on the screen."""
        return self.run("capture-pane", "-p")

    def until(self, prompt: str) -> str:
        """Reads the screen until the last line is the prompt."""
        deadline = time.monotonic() + LONG
        shown = ""
        while time.monotonic() < deadline:
            shown = self.screen().rstrip("\n")
            if shown and shown.splitlines()[-1].rstrip() == prompt:
                return shown
        raise AssertionError(f"{prompt!r} was never shown, only:\n{shown}")

    def waits(self, text: str) -> str:
        """Reads the screen until a text is on it and somebody is asked below the text."""
        deadline = time.monotonic() + LONG
        shown = ""
        while time.monotonic() < deadline:
            shown = self.screen().rstrip("\n")
            if text in shown and shown.splitlines()[-1].rstrip().endswith(">"):
                return shown
        raise AssertionError(f"{text!r} was never shown, only:\n{shown}")

    def type(self, line: str) -> None:
        """Types a line and Enter."""
        self.run("send-keys", "-l", line)
        self.run("send-keys", "Enter")


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    """Starts a tmux server and ends it."""
    made = Tmux(tmp_path / "socket")
    yield made
    made.run("kill-server")


def command(scene: str, book: str = "", *more: str) -> str:
    """Gives the command that plays a scene in tmux, in plain colours and UTF-8."""
    path = os.environ.get("PYTHONPATH", "")
    play = " ".join(("play", *([book] if book else []), "--scene", f"'{scene}'", "--seed", "7", *more))
    return f"env LANG=C.UTF-8 PYTHONPATH={path!r} {sys.executable} -m rulewright {play}"


def at_cards(tmux: "Tmux", cwd: Path) -> str:
    """Plays the card book until another player's card waits for an answer, and gives the screen."""
    tmux.start(command("Two at the river", "mandarin", "--seed 6"), cwd)
    tmux.until("Ann>")
    tmux.type("pass")
    return tmux.waits("Stack, the top first")


def at_stacks(tmux: "Tmux", cwd: Path) -> str:
    """Plays the book of delayed actions until several of them wait and there is a motion, and gives the screen."""
    tmux.start(command("Three chairs", "nomic"), cwd)
    tmux.until("Ann>")
    tmux.type("hex bo on a new stack")
    tmux.waits("Hex 2")
    tmux.type("move hard hexes")
    return tmux.waits("Docket: Motion 1")


@pytest.mark.needs_program("tmux")
def test_everything_needed_is_on_the_screen(tmux: Tmux, tmp_path: Path):
    """Map, actors, menu and prompt of the larger scene fit one screen of 24 lines, with the last events above them."""
    tmux.start(command("Goblin ford"), tmp_path)
    shown = tmux.until("Finn>").splitlines()
    assert len(shown) <= 24
    assert any(line.lstrip().startswith("6 ") for line in shown)
    assert any("Mog" in line and "/11" in line for line in shown)
    assert any("pass" in line for line in shown)


@pytest.mark.needs_program("tmux")
def test_the_screen_in_the_docs_is_real(tmux: Tmux, tmp_path: Path):
    """docs/play.md shows the screen that the command prints; `python -m tests.play.capture` writes it again."""
    tmux.start(command("Goblin ford"), tmp_path)
    shown = [line.rstrip() for line in tmux.until("Finn>").splitlines()]
    assert "\n".join(shown) in PAGE.read_text(encoding="utf-8")


@pytest.mark.needs_program("tmux")
def test_the_table_of_cards_in_the_docs_is_real(tmux: Tmux, tmp_path: Path):
    """docs/play.md shows the screen on which a card waits for an answer, with stack, priority, hand, menu and prompt."""
    shown = [line.rstrip() for line in at_cards(tmux, tmp_path).splitlines()]
    assert len(shown) <= 24
    assert "\n".join(shown) in PAGE.read_text(encoding="utf-8")


@pytest.mark.needs_program("tmux")
def test_the_stacks_in_the_docs_are_real(tmux: Tmux, tmp_path: Path):
    """docs/play.md shows the screen with stacks, clock, motion and votes, with the whole menu and the prompt in 24 lines."""
    shown = [line.rstrip() for line in at_stacks(tmux, tmp_path).splitlines()]
    assert len(shown) <= 24
    assert "\n".join(shown) in PAGE.read_text(encoding="utf-8")


@pytest.mark.needs_program("tmux")
def test_a_hand_over_leaves_nothing_behind(tmux: Tmux, tmp_path: Path):
    """When the terminal goes to Bo, nothing of Ann's hand is on the screen or in the lines scrolled away."""
    tmux.start(command("Two at the river", "mandarin", "--seat Ann=me", "--seat Bo=me"), tmp_path)
    tmux.waits("Pass the terminal to Ann; press Enter>")
    tmux.type("")
    assert "Paddy Field" in tmux.waits("Your Hand")
    tmux.type("paddy field")
    tmux.waits("Pass the terminal to Bo; press Enter>")
    whole = tmux.run("capture-pane", "-p", "-S", "-")
    assert whole.split() == ["Pass", "the", "terminal", "to", "Bo;", "press", "Enter>"]
