"""A test is skipped only if a program is missing, and never if CI=true."""

import ast

import pytest

from tests.hygiene.tree import ROOT, name_of, python_files

CONFTEST = ROOT / "tests" / "conftest.py"
LEAVING_OUT = {"skip", "skipif", "skipIf", "skipUnless", "skipTest", "SkipTest", "xfail", "importorskip"}


def names_used(text: str) -> set[str]:
    """Collects the names that a file uses in code; names in strings do not count."""
    nodes = list(ast.walk(ast.parse(text)))
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return plain | attributes | {node.name for node in nodes if isinstance(node, ast.alias)}


def test_only_conftest_skips():
    others = [path for path in python_files(ROOT / "tests") if path != CONFTEST]
    found = {name_of(path): names_used(path.read_text(encoding="utf-8")) & LEAVING_OUT for path in others}
    assert {name: used for name, used in found.items() if used} == {}


@pytest.fixture
def inner(pytester: pytest.Pytester) -> pytest.Pytester:
    """Makes a small project that has this one's conftest."""
    pytester.makeconftest(CONFTEST.read_text(encoding="utf-8"))
    pytester.makeini("[pytest]\nmarkers =\n  needs_program(name): a program")
    return pytester


MISSING = 'import pytest\n@pytest.mark.needs_program("no-such-program")\ndef test_it(): assert False'
WAYS = {
    "marker": MISSING,
    "in the test": "import pytest\ndef test_it(): pytest.skip('tired')",
    "whole file": "import pytest\npytest.skip('tired', allow_module_level=True)",
    "expected failure": "import pytest\n@pytest.mark.xfail\ndef test_it(): assert False",
}


def test_a_missing_program_skips_and_says_what_installs_it(inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("CI", raising=False)
    inner.makepyfile(MISSING)
    result = inner.runpytest("-rs")
    result.assert_outcomes(skipped=1)
    result.stdout.fnmatch_lines(["*no-such-program is missing: apt-get install no-such-program"])


@pytest.mark.parametrize("text", WAYS.values(), ids=WAYS)
def test_a_skip_fails_where_ci_is_true(inner: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, text: str):
    monkeypatch.setenv("CI", "true")
    inner.makepyfile(text)
    result = inner.runpytest()
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*nothing may be skipped where CI=true: *"])


def test_no_test_is_skipped_if_the_program_it_needs_is_installed(inner: pytest.Pytester):
    inner.makepyfile('import pytest\n@pytest.mark.needs_program("sh")\ndef test_it(): pass')
    inner.runpytest().assert_outcomes(passed=1)
