"""Seven small games, one for each template of `new`, written by reading only the docs."""

import re
from pathlib import Path

import pytest

from rulewright.cli import TEMPLATES
from tests.cli.runs import run

HERE = Path(__file__).parent


@pytest.mark.parametrize("sort", TEMPLATES)
def test_a_book_from_the_docs_has_no_problem_and_proves_its_examples(sort: str):
    """It has no error and no warning, and at least one example."""
    told = run("check", "--strict", HERE / f"{sort}.rules")
    proved = re.search(r"no problems; examples proved: ([1-9]) of \1", " ".join(told.output.split()))
    assert (told.exit_code, proved is not None) == (0, True)


@pytest.mark.parametrize("sort", TEMPLATES)
def test_a_book_from_the_docs_is_played_to_its_end_by_bots(sort: str):
    """Somebody wins each game."""
    assert re.search(r"wins?!", run("play", HERE / f"{sort}.rules", "--auto", "--seed", "2").output)
