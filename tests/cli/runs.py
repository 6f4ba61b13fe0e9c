"""Runs a rulewright command inside the test, without a terminal."""

from pathlib import Path

from click.testing import CliRunner, Result

from rulewright.cli import main

ENVIRONMENT = {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1"}


def run(*arguments: str | Path) -> Result:
    """Runs a command and gives its status and what it printed."""
    return CliRunner(env=ENVIRONMENT).invoke(main, [str(argument) for argument in arguments])


GOOD = """\
Uses: encounter

Trip
Range: Melee
Target: an enemy
if: 1d20 + [Strength] >= [Target Defense]
do: [Target Defense] -= 2 until end of turn
then: [Action Points] -= 1

Example: down it goes
  Ann (Strength 4, Action Points 3) beside Bob (Defense 12, Health 9)
  Ann: Trip Bob, rolling 14
  expect passed check, Bob Defense 10
"""


def write(folder: Path, text: str, name: str = "mine.rules") -> Path:
    """Writes a file of rules."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path
