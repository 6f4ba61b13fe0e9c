"""Settings for all tests: how the suite runs, and that a test is skipped only for a missing program and never if CI=true."""

import gc
import os
import shutil
import sys
import sysconfig
from collections.abc import Generator
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import settings

Report = TypeVar("Report", pytest.TestReport, pytest.CollectReport)

# The suite starts some hundred Python processes. If the environment forbids storing compiled modules, each of them compiles
# everything that it imports, which takes most of its time, and both workers compile all tests.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# A slow machine must not make a property test fail; in CI the properties also use the same examples every time.
settings.register_profile("house", deadline=None, derandomize=os.environ.get("CI") == "true")
settings.load_profile("house")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects tests without the garbage collector: all objects made here stay, and scanning them repeatedly takes seconds.

    Later the collector scans new objects less often than usual, which saves a twelfth of the suite's time.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()
        gc.set_threshold(50_000, 20, 100)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option for the tests of play in Python."""
    about = "run the tests of play by the Python machine alone (see docs/testing.md)"
    parser.addoption("--in-python", action="store_true", help=about)


def pytest_configure(config: pytest.Config) -> None:
    """Turns the native machine off before any test is collected, also for the programs that tests start."""
    if config.getoption("in_python"):
        os.environ["RULEWRIGHT_NATIVE"] = "0"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """With --in-python, reads only the folders of the tests that play."""
    from tests.play_in_python import leads_to_play

    return True if config.getoption("in_python") and not leads_to_play(collection_path) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sorts the folders as the workers need them; with --in-python, leaves out the tests that need no second machine."""
    from tests.play_in_python import plays
    from tests.scheduling import rank

    if config.getoption("in_python"):
        config.hook.pytest_deselected(items=[item for item in items if not plays(item)])
        items[:] = [item for item in items if plays(item)]
    items.sort(key=lambda item: rank(item.nodeid))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Says which worker runs which tests."""
    from tests.scheduling import FromBothEnds

    return FromBothEnds(config, log)


def in_ci() -> bool:
    """Tells whether this run may skip no tests."""
    return os.environ.get("CI") == "true"


HEADERS = "Python.h"


def there(program: str) -> bool:
    """Tells whether a program can be run; the headers of Python count as a program too."""
    if program == HEADERS:
        return (Path(sysconfig.get_paths()["include"]) / HEADERS).is_file()
    return shutil.which(program) is not None


def missing(program: str) -> str:
    """Says that a program is missing, with the command that would install it."""
    return f"{program} is missing: apt-get install {'python3-dev' if program == HEADERS else program}"


def fail_skipped(report: Report) -> Report:
    """Turns a skip (an expected failure is one too) into a failure where CI=true."""
    if in_ci() and report.skipped:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"nothing may be skipped where CI=true: {reason}"
        # pytest does not count a failure if the report still says that it was expected.
        vars(report).pop("wasxfail", None)
    return report


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skips a test marked needs_program where the program is missing."""
    for mark in item.iter_markers("needs_program"):
        if not there(mark.args[0]):
            pytest.skip(missing(mark.args[0]))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fails the tests that were skipped while running."""
    return fail_skipped((yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Fails the files that were skipped while being collected."""
    return fail_skipped((yield))
