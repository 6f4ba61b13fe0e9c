"""`pytest --in-python` runs the tests of play, and these alone, without the native machine."""

import pytest

from tests import play_in_python
from tests.hygiene.tree import ROOT

PLAYS = """
from rulewright.kernel.native import c_machine
def test_it(): assert c_machine.machine() is None
"""
FAILS = "def test_it(): assert False"
ONCE = "import pytest\n@pytest.mark.once('it plays nothing')\ndef test_it(): assert False"


@pytest.fixture
def inner(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Makes a small project that has this one's conftest and folders of tests."""
    pytester.makeconftest((ROOT / "tests" / "conftest.py").read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n  once(reason): needs no second machine")
    for name, text in {
        "kernel/flow/test_plays": PLAYS,
        "kernel/flow/test_once": ONCE,
        "kernel/test_other": FAILS,
        "fuzz/test_other": FAILS,
    }.items():
        path = pytester.path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(play_in_python, "TESTS", pytester.path)
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "1")  # also so that it is put back afterwards
    return pytester


@pytest.mark.parametrize("paths", [(), ("kernel/flow/test_plays.py", "kernel/flow/test_once.py", "kernel/test_other.py")])
def test_only_tests_that_play_are_run_and_python_plays(inner: pytest.Pytester, paths: tuple[str, ...]):
    """A file that is named in the command is left out as well."""
    inner.runpytest("--in-python", "--import-mode=importlib", *paths).assert_outcomes(passed=1, deselected=1 + bool(paths))


def test_the_folders_of_play_have_tests():
    """A folder that was renamed would be left out without notice."""
    places = [play_in_python.TESTS / folder for folder in play_in_python.FOLDERS]
    assert [place for place in places if not place.is_file() and not list(place.rglob("test_*.py"))] == []
