"""The long run: its parts one after another, its report, and what is left after Ctrl-C."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import long
from benchmarks.long import PARTS, PYTEST, Outcome, Part, report, run
from tests.hygiene.tree import ROOT

INTERRUPTING = """
import os, pathlib, signal, time
try:
    os.kill(os.getppid(), signal.SIGINT)
    while True:
        time.sleep(0.05)
finally:
    pathlib.Path({!r}).touch()
"""


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """Lets Ctrl-C work: a suite that a shell runs in the background ignores it, and so would its child processes."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def part(name: str, code: str) -> Part:
    """Gives a part that runs some Python."""
    return Part(name, "a part", ("-c", code))


def test_parts_are_run_one_after_another():
    """The next part is run even if one has failed."""
    done = run([part("one", "raise SystemExit(3)"), part("two", "pass")], "")
    assert [(each.name, each.fate) for each in done] == [("one", "failed"), ("two", "passed")]


def test_a_part_knows_that_it_is_the_long_run(capfd: pytest.CaptureFixture[str]):
    """Tests with a long form read this; the old revision is inserted into the command."""
    run([Part("said", "", ("-c", "import os, sys; print(os.environ['RULEWRIGHT_TESTS'], sys.argv[1])", "REV"))], "abc")
    assert capfd.readouterr().out == "long abc\n"


def test_an_interrupted_part_removes_its_files_and_the_others_are_not_run(tmp_path: Path, heeding_ctrl_c: None):
    """Ctrl-C is passed on to the part, and its end is awaited."""
    away = tmp_path / "away"
    done = run([part("one", INTERRUPTING.format(str(away))), part("two", "pass")], "")
    assert [(each.name, each.fate) for each in done] == [("one", "stopped"), ("two", "left")]
    assert away.exists()


@pytest.mark.parametrize(
    ("fates", "status"),
    [(["passed"], 0), (["passed", "failed"], 1), (["failed", "stopped", "left"], 130)],
)
def test_the_table_gives_the_result_of_each_part(fates: list[str], status: int, capsys: pytest.CaptureFixture[str]):
    """The status is that of the worst part, and the remaining parts are named in a command."""
    assert report([Outcome(f"part{n}", fate, 100.0) for n, fate in enumerate(fates)]) == status
    told = capsys.readouterr().out
    assert all(f"part{n}         {fate}" in told for n, fate in enumerate(fates))
    assert ("to go on: python3 dev.py long part1 part2" in told) == (status == 130)


def test_every_part_runs_what_there_is():
    """The files of tests and the modules that parts name exist."""
    for each in PARTS:
        tests = each.arguments[len(PYTEST) :] if each.arguments[: len(PYTEST)] == PYTEST else ()
        module = each.arguments[1].replace(".", "/")
        paths = [test for test in tests if not test.startswith("-")]
        assert tests or (ROOT / f"{module}.py").is_file() or (ROOT / module / "__main__.py").is_file()
        assert [path for path in paths if not (ROOT / path).exists()] == []


def test_an_unknown_part_is_told_with_those_there_are(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The line is like that of other commands."""
    monkeypatch.setattr("sys.argv", ["long", "fuss"])
    with pytest.raises(SystemExit):
        long.main()
    assert "there is no part 'fuss': the parts are differential, contract" in capsys.readouterr().err


def test_a_missing_old_revision_is_told_before_any_part_is_run(monkeypatch: pytest.MonkeyPatch):
    """A shallow clone has no old commit; parts that do not need it are run in any case."""
    monkeypatch.setattr(long, "run", lambda parts, old: [Outcome(each.name, "passed") for each in parts])
    monkeypatch.setattr("sys.argv", ["long", "fuzz", "--old", "nosuch"])
    assert long.main() == 0
    monkeypatch.setattr("sys.argv", ["long", "--old", "nosuch"])
    with pytest.raises(SystemExit, match="has no commit nosuch"):
        long.main()
