"""Small functions, few lines to a file (style.md, principle 15)."""

from statistics import median, quantiles

from tests.hygiene.tree import functions, length, name_of, project_files, python_files

FILE_LIMIT = 400
FUNCTION_LIMIT = 60

# What may be longer, with the reason: "src/rulewright/x.py" or "src/rulewright/x.py:function".
EXCEPTIONS: dict[str, str] = {}


def file_lengths() -> dict[str, int]:
    """Counts the lines of every file of code and of rules: the library's, the tests' and the tools'."""
    written = [path for path in project_files() if path.suffix in (".py", ".rules")]
    return {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in written}


def function_lengths() -> list[tuple[str, int]]:
    return [(f"{name_of(path)}:{each.name}", length(each)) for path in python_files() for each in functions(path)]


def too_long() -> dict[str, int]:
    files = {name: lines for name, lines in file_lengths().items() if lines >= FILE_LIMIT}
    return files | {name: lines for name, lines in function_lengths() if lines > FUNCTION_LIMIT}


def test_the_files_of_tests_and_of_rules_are_counted_too():
    assert {"src/rulewright/kernel/game.py", "tests/fuzz/texts.py", "tests/books/riftbound/probes.rules"} <= set(file_lengths())


def test_functions_and_files_stay_within_the_limits():
    assert {name: lines for name, lines in too_long().items() if name not in EXCEPTIONS} == {}


def test_every_exception_is_still_needed_and_has_a_reason():
    assert [name for name, reason in EXCEPTIONS.items() if name not in too_long() or not reason.strip()] == []


def test_the_median_function_is_short():
    assert median(lines for _, lines in function_lengths()) <= 8


def test_nine_functions_in_ten_are_not_long():
    assert quantiles((lines for _, lines in function_lengths()), n=10)[-1] <= 25
