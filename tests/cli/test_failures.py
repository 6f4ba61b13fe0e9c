"""Errors are one line with an exit status; a traceback is shown only if it is asked for."""

import resource
import subprocess
import sys

import pytest

from rulewright.cli import book_commands
from tests.cli.runs import run


def test_an_unexpected_error_is_one_line_with_an_apology(monkeypatch: pytest.MonkeyPatch):
    """The line says how to see where the mistake is."""
    monkeypatch.setattr(book_commands, "books", lambda name: 1 // 0)
    result = run("books")
    assert (result.exit_code, result.output.count("\n")) == (2, 1)
    assert "error: ZeroDivisionError: " in result.output
    assert "RULEWRIGHT_DEBUG=1" in result.output


def test_a_traceback_is_shown_if_the_debug_variable_is_set(monkeypatch: pytest.MonkeyPatch):
    """With RULEWRIGHT_DEBUG the error is not caught."""
    monkeypatch.setattr(book_commands, "books", lambda name: 1 // 0)
    monkeypatch.setenv("RULEWRIGHT_DEBUG", "1")
    assert isinstance(run("books").exception, ZeroDivisionError)


def test_a_wrong_option_is_refused_with_the_usage():
    """The error comes after the usage."""
    result = run("play", "--sede", "1")
    assert result.exit_code == 2
    assert result.output.startswith("Usage: rulewright play ")
    assert "\nerror: No such option" in result.output


def test_an_interrupt_ends_with_the_usual_exit_status(monkeypatch: pytest.MonkeyPatch):
    """Ctrl-C outside a game ends the command with the status shells expect."""

    def interrupted(name: str | None) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(book_commands, "books", interrupted)
    assert run("books").exit_code == 130


@pytest.mark.parametrize("command", ["play", "check", "explain", "replay", "new", "books"])
def test_every_command_has_help(command: str):
    """The help of a command lists its arguments."""
    assert f"Usage: rulewright {command} " in run(command, "--help").output


def test_no_command_at_all_gets_the_help():
    """Without a command, the commands are listed."""
    result = run()
    assert (result.exit_code, result.output.startswith("Usage: rulewright "), "error:" in result.output) == (2, True, False)


def test_help_is_quick():
    """`rulewright --help` takes less than 0.3 seconds of processor time, because it loads only what it shows."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "rulewright", "--help"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime < 0.3


def test_help_loads_neither_parser_nor_screen():
    """Slow modules are imported by the commands that need them."""
    code = "import sys, rulewright.cli; print([name for name in ('lark', 'rich', 'rulewright.language') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert done.stdout == "[]\n"
