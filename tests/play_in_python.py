"""Which tests `pytest --in-python` runs: those that play, so that their facts hold on the Python machine as on the native one."""

from pathlib import Path

import pytest

TESTS = Path(__file__).parent
KERNEL = ("change", "evaluation", "flow", "history", "legality", "sight", "state")
FOLDERS = (
    "books",
    "contract",
    *(f"kernel/{folder}" for folder in KERNEL),
    *(f"language/{folder}" for folder in ("in_play", "lower", "names")),
    "language/text/test_rolls.py",
    "perft",
    "playthroughs",
    "properties",
    "shapes",
)
"""Where the tests that play are. A test in them that proves the same on either machine is marked `once`."""


def leads_to_play(path: Path) -> bool:
    """Tells whether a file or folder is in a folder of tests that play, or above one."""
    folders = [TESTS / folder for folder in FOLDERS]
    return any(path.is_relative_to(folder) or folder.is_relative_to(path) for folder in folders)


def plays(item: pytest.Item) -> bool:
    """Tells whether a test is run by the Python machine too."""
    return leads_to_play(item.path) and item.get_closest_marker("once") is None
