"""Sets Rulewright up in .venv and runs it: the one way in for people, make and CI.

It needs Python 3.11 and that Python's pip or ensurepip, nothing else; of the package it knows only its commands.
"""

import sys

# Stands before every other import, in syntax that old Pythons read, so that they too give one line and no traceback.
if sys.version_info < (3, 11):
    running = ".".join(str(part) for part in sys.version_info[:2])
    sys.exit(f"dev.py: Rulewright needs Python 3.11 or newer; {sys.executable} is Python {running}")

import hashlib
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
OWN = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
PACKAGES = VENV / "packages"  # used only where this Python can make no virtual environment
STAMP = VENV / "ready"
LOG = VENV / "setup.log"

CHECKS = {
    "ruff check": ["-m", "ruff", "check", "."],
    "ruff format": ["-m", "ruff", "format", "--check", "."],
    "mypy": ["-m", "mypy"],
    "import-linter": ["-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"],
}
LEVELS = {"core": ".", "dev": ".[dev]", "mutants": ".[mutants]"}
"""What each level of the environment installs; each holds those before it."""
SUITES = {"pytest": [], "pytest --in-python": ["--in-python"]}
"""The runs of pytest that make up the suite: all tests, then the tests of play once more, by the Python machine alone."""
NOTHING = 5
"""How pytest exits if there is no test to run, which is right for the second run of tests that do not play."""
CACHES = [".mutants", ".mypy_cache", ".ruff_cache", ".pytest_cache", ".import_linter_cache", ".hypothesis", "build", "dist"]

FAILED = ROOT / ".pytest_cache" / "v" / "cache" / "lastfailed"
REPEATED = 5
"""At most so many failed tests are run again: browsers and terminals can be too slow on a busy machine; a fault fails again."""

NO_PIP = f"no pip: {sys.executable} has neither ensurepip nor pip (Debian: apt-get install python3-venv)"
OFFLINE = re.compile(r"(NewConnection|NameResolution|MaxRetry|Proxy|SSL)Error|(Connect|Read)Timeout")


class Way(NamedTuple):
    """One way to make .venv: the command that makes it, the pip that fills it, and where the packages go."""

    make: list[str]
    pip: list[str]
    project: list[str]


def ways() -> list[Way]:
    """Lists the ways from the usual to the last resort."""
    here, own, venv = sys.executable, str(OWN), str(VENV)
    pip = [here, "-m", "pip"]
    return [
        Way([here, "-m", "venv", "--clear", venv], [own, "-m", "pip"], ["--editable"]),
        # Debian without python3-venv has no ensurepip, but its pip can install into another Python's environment.
        Way([here, "-m", "venv", "--clear", "--without-pip", venv], [*pip, "--python", own], ["--editable"]),
        # A plain folder is no system-wide install, so pip allows it everywhere.
        Way([here, "-c", "pass"], pip, ["--target", str(PACKAGES)]),
    ]


def say(line: str) -> None:
    """Prints a progress line, on stderr so that what a command prints stays clean."""
    print(f"dev.py: {line}", file=sys.stderr, flush=True)


def fail(line: str) -> NoReturn:
    """Ends with a one-line reason."""
    say(line)
    raise SystemExit(1)


def environment() -> dict[str, str]:
    """Builds the variables for child processes, without those that would lead Python or pip out of .venv."""
    astray = {"PYTHONHOME", "PYTHONPATH", "PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON", "__PYVENV_LAUNCHER__"}
    kept = {name: value for name, value in os.environ.items() if name not in astray}
    kept |= {"PIP_USER": "0", "PIP_REQUIRE_VIRTUALENV": "0", "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if PACKAGES.is_dir():
        kept["PYTHONPATH"] = os.pathsep.join([str(ROOT / "src"), str(PACKAGES)])
    return kept


def logged(command: Sequence[str]) -> bool:
    """Runs a set-up command with its output in the log, and tells whether it succeeded."""
    VENV.mkdir(exist_ok=True)
    done = subprocess.run(command, cwd=ROOT, env=environment(), input="", capture_output=True, text=True)
    # Written afterwards, because making the environment empties the folder.
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(command)}\n{done.stdout}{done.stderr}")
    return done.returncode == 0


def fingerprint() -> str:
    """Names what an environment was made from; another name means that it must be set up again."""
    sources = sorted((ROOT / "src" / "rulewright" / "kernel" / "native").glob("*.[ch]"))  # the install builds them
    parts = [path.read_bytes() for path in (ROOT / "pyproject.toml", ROOT / "constraints.txt", *sources)]
    parts += [f"{ROOT} {sys.platform} {sys.version_info[:2]}".encode()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def is_ready(level: str) -> bool:
    """Tells whether .venv already holds what is wanted; a level holds those before it."""
    stamp = STAMP.read_text(encoding="utf-8").split() if STAMP.is_file() else []
    enough = list(LEVELS)[list(LEVELS).index(level) :]
    return stamp in [[each, fingerprint()] for each in enough] and (OWN.exists() or PACKAGES.is_dir())


def is_reusable() -> bool:
    """Tells whether .venv is a working environment of this version of Python, with a pip of its own."""
    same = f"import sys, pip; sys.exit(sys.version_info[:2] != {sys.version_info[:2]})"
    return OWN.exists() and not PACKAGES.exists() and logged([str(OWN), "-c", same])


def make() -> Way:
    """Makes .venv in the first way that works here."""
    if is_reusable():
        return ways()[0]
    shutil.rmtree(VENV, ignore_errors=True)
    say(f"making {VENV.name} with Python {'.'.join(map(str, sys.version_info[:3]))}")
    for way in ways():
        if logged(way.make) and logged([*way.pip, "--version"]):
            return way
    fail(NO_PIP)


def why_pip_failed() -> str:
    """Picks the one line that tells a person why the packages could not be installed."""
    text = LOG.read_text(encoding="utf-8", errors="replace")
    if OFFLINE.search(text):
        return "no connection to the package registry"
    errors = [line.strip() for line in text.splitlines() if line.lower().startswith("error: ")]
    return errors[-1] if errors else "pip gave no reason"


def set_up(level: str) -> None:
    """Makes .venv hold the package and its dependencies, with the development tools at level dev and mutmut at level mutants."""
    if is_ready(level):
        return
    STAMP.unlink(missing_ok=True)
    LOG.unlink(missing_ok=True)
    way = make()
    say("installing packages, about a minute the first time")
    options = ["install", "--retries", "2", "--progress-bar", "off", "--constraint", "constraints.txt"]
    if not logged([*way.pip, *options, *way.project, LEVELS[level]]):
        fail(f"could not install the packages: {why_pip_failed()} (all of it: {LOG.relative_to(ROOT)})")
    STAMP.write_text(f"{level} {fingerprint()}", encoding="utf-8")
    say(f"ready{version()}")


def version() -> str:
    """Gives the installed version, and which machine plays games: a change of the C that does not compile is seen here."""
    told = [python(), "-m", "rulewright", "--version"]
    try:
        line = subprocess.run(told, cwd=ROOT, env=environment(), capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""
    return f": {line}" if line else ""


def python() -> str:
    """Names the Python that runs the package."""
    return sys.executable if PACKAGES.is_dir() else str(OWN)


def run(*arguments: str) -> int:
    """Runs the environment's Python in the project folder and returns its exit code."""
    return subprocess.call([python(), *arguments], cwd=ROOT, env=environment())


def passes(name: str) -> bool:
    """Runs one check, shows its output only if it fails, and tells whether it passed."""
    done = subprocess.run([python(), *CHECKS[name]], cwd=ROOT, env=environment(), capture_output=True, text=True)
    if done.returncode:
        print(f"{done.stdout}{done.stderr}", end="", flush=True)
    say(f"{name}: {'failed' if done.returncode else 'ok'}")
    return done.returncode == 0


def verdict(failed: list[str]) -> int:
    """Says at the end what failed, since it may have scrolled away."""
    if failed:
        say(f"failed: {', '.join(failed)}")
    return 1 if failed else 0


def play(arguments: list[str]) -> int:
    """play [ARGS]: play a game in the terminal; ARGS go to `rulewright play`."""
    set_up("core")
    command = [python(), "-m", "rulewright", "play", *arguments]
    if os.name == "nt":
        return subprocess.call(command, env=environment())
    # The game takes this process over, so that keys and Ctrl-C reach it alone.
    os.execve(command[0], command, environment())


def test(arguments: list[str]) -> int:
    """test [ARGS]: run every check, all tests, and the tests of play again by the Python machine; ARGS go to pytest."""
    set_up("dev")
    failed = [name for name in CHECKS if not passes(name)]
    failed += [name for name, options in SUITES.items() if not succeeds(name, options, arguments)]
    return verdict(failed)


def succeeds(name: str, options: Sequence[str], arguments: Sequence[str]) -> bool:
    """Runs one of the suites; up to five failed tests are run again alone, with the same options."""
    FAILED.unlink(missing_ok=True)
    code = run("-m", "pytest", "--numprocesses=auto", *options, *arguments)
    passed = code == 0 or (code == 1 and pass_alone(options)) or (code == NOTHING and bool(options))
    say(f"{name}: {'ok' if passed else 'failed'}")
    return passed


def pass_alone(options: Sequence[str]) -> bool:
    """Runs failed tests again, one after another, if they are few, and tells whether all of them passed now."""
    names = list(json.loads(FAILED.read_text(encoding="utf-8"))) if FAILED.is_file() else []
    if not 0 < len(names) <= REPEATED:
        return False
    say(f"failed, run again alone: {', '.join(names)}")
    return run("-m", "pytest", "-n0", "--last-failed", *options) == 0


def check(arguments: list[str]) -> int:
    """check: run ruff, mypy and import-linter."""
    set_up("dev")
    return verdict([name for name in CHECKS if not passes(name)])


def pytest(arguments: list[str]) -> int:
    """pytest [ARGS]: run the tests alone."""
    set_up("dev")
    return run("-m", "pytest", *arguments)


def bench(arguments: list[str]) -> int:
    """bench [ARGS]: run the benchmarks."""
    set_up("dev")
    return run("-m", "benchmarks", *arguments)


def long(arguments: list[str]) -> int:
    """long [ARGS]: run what takes long (hours): wide comparisons, fuzzing, kills, leaks; ARGS name parts of it."""
    set_up("dev")
    return run("-m", "benchmarks.long", *arguments)


def apart(name: str) -> None:
    """Turns to another environment than .venv, for tools that need one of their own."""
    global VENV, OWN, PACKAGES, STAMP, LOG
    VENV = ROOT / name
    OWN, PACKAGES, STAMP, LOG = VENV / OWN.relative_to(OWN.parents[1]), VENV / PACKAGES.name, VENV / STAMP.name, VENV / LOG.name


def mutants(arguments: list[str]) -> int:
    """mutants [ARGS]: change rules, kernel and language a little; each change must fail a test."""
    apart(".venv-mutants")
    set_up("mutants")
    return run("-m", "benchmarks.mutants", *arguments)


def docs(arguments: list[str]) -> int:
    """docs: write docs/reference.md, docs/cookbook.md and the pages of the books again."""
    set_up("dev")
    return run("-m", "rulewright.language.reference", "docs") or run("-m", "rulewright.cookbook.recipes", "docs")


def install(arguments: list[str]) -> int:
    """install: set up .venv with the development tools."""
    set_up("dev")
    return 0


def clean(arguments: list[str]) -> int:
    """clean: remove the environments, caches and built packages."""
    inside = [path for top in ("src", "tests", "benchmarks") for path in (ROOT / top).rglob("__pycache__")]
    for path in [VENV, ROOT / ".venv-mutants", *(ROOT / name for name in CACHES), *inside, ROOT / "__pycache__"]:
        shutil.rmtree(path, ignore_errors=True)
    return 0


COMMANDS: dict[str, Callable[[list[str]], int]] = {
    command.__name__: command for command in (play, test, install, check, pytest, bench, long, mutants, docs, clean)
}


def usage() -> str:
    """Lists the commands."""
    return "\n".join(["usage: python3 dev.py COMMAND", *(f"  {command.__doc__}" for command in COMMANDS.values())])


def main(arguments: list[str]) -> int:
    """Runs the command that the arguments name."""
    name, *rest = arguments or ["--help"]
    if name not in COMMANDS:
        asked = name in ("-h", "--help", "help")
        if not asked:
            say(f"there is no command {name!r}")
        print(usage())
        return 0 if asked else 2
    if rest and "[ARGS]" not in str(COMMANDS[name].__doc__):
        fail(f"{name} takes no arguments: {' '.join(rest)}")
    return COMMANDS[name](rest)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        fail(str(error))
