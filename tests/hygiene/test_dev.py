"""dev.py sets up with any Python that it gets, only once, and reports a problem in one line."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import dev
from tests.hygiene.tree import ROOT

TOO_OLD = f"import sys; sys.version_info = (3, 10, 13); exec(open({str(ROOT / 'dev.py')!r}).read())"
WITHOUT_PIP = "venv --clear --without-pip"
Pretend = Callable[..., list[str]]


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Gives dev.py a project folder that is not set up."""
    (tmp_path / "pyproject.toml").write_text("one")
    (tmp_path / "constraints.txt").write_text("two")
    venv = tmp_path / ".venv"
    places = {"ROOT": tmp_path, "VENV": venv, "OWN": venv / "bin" / "python", "PACKAGES": venv / "packages"}
    for name, path in {**places, "STAMP": venv / "ready", "LOG": venv / "setup.log"}.items():
        monkeypatch.setattr(dev, name, path)
    return tmp_path


@pytest.fixture
def pretend(house: Path, monkeypatch: pytest.MonkeyPatch) -> Pretend:
    """Lets set-up commands be recorded instead of run; those that contain a broken word fail."""

    def start(*broken: str, log: str = "") -> list[str]:
        ran: list[str] = []

        def logged(command: list[str]) -> bool:
            ran.append(" ".join(command))
            (house / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
            (house / ".venv" / "bin" / "python").touch()
            (house / ".venv" / "setup.log").write_text(log)
            return not any(word in ran[-1] for word in broken)

        monkeypatch.setattr(dev, "logged", logged)
        return ran

    return start


def test_an_old_python_gets_one_line():
    ran = subprocess.run([sys.executable, "-c", TOO_OLD], capture_output=True, text=True)
    assert ran.returncode == 1
    assert ran.stderr == f"dev.py: Rulewright needs Python 3.11 or newer; {sys.executable} is Python 3.10\n"


def test_usually_the_environment_has_its_own_pip(house: Path, pretend: Pretend):
    ran = pretend()
    dev.set_up("dev")
    assert ran[0].endswith(f"-m venv --clear {house / '.venv'}")
    assert ran[-1].startswith(f"{dev.OWN} -m pip install ") and ran[-1].endswith("--editable .[dev]")


def test_without_ensurepip_this_pythons_pip_fills_the_environment(pretend: Pretend):
    ran = pretend(f"-m venv --clear {dev.VENV}")
    dev.set_up("core")
    assert WITHOUT_PIP in ran[1]
    assert ran[-1].startswith(f"{sys.executable} -m pip --python {dev.OWN} install ") and ran[-1].endswith("--editable .")


def test_without_venv_the_packages_go_into_a_folder(pretend: Pretend):
    ran = pretend("-m venv")
    dev.set_up("core")
    assert ran[-1].startswith(f"{sys.executable} -m pip install ") and ran[-1].endswith(f"--target {dev.PACKAGES} .")


def test_without_any_pip_the_line_says_what_to_install(pretend: Pretend, capsys: pytest.CaptureFixture[str]):
    pretend("-m venv", "-m pip")
    with pytest.raises(SystemExit):
        dev.set_up("core")
    assert capsys.readouterr().err.splitlines()[-1].endswith("(Debian: apt-get install python3-venv)")


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ("NewConnectionError('refused')\nERROR: No matching distribution", "no connection to the package registry"),
        ("trying\nERROR: No space left on device\n", "ERROR: No space left on device"),
        ("", "pip gave no reason"),
    ],
)
def test_a_failed_install_says_why(pretend: Pretend, capsys: pytest.CaptureFixture[str], log: str, reason: str):
    pretend(" install ", log=log)
    with pytest.raises(SystemExit):
        dev.set_up("core")
    assert f"could not install the packages: {reason} (all of it: .venv" in capsys.readouterr().err
    assert not dev.STAMP.exists()


def test_a_second_run_has_nothing_to_do(pretend: Pretend):
    ran = pretend()
    dev.set_up("dev")
    ran.clear()
    dev.set_up("dev")
    dev.set_up("core")
    assert ran == []


def test_the_core_is_not_enough_for_tests_and_new_pins_install_again(house: Path, pretend: Pretend):
    ran = pretend()
    dev.set_up("core")
    for change in (lambda: None, lambda: (house / "constraints.txt").write_text("three")):
        ran.clear()
        change()
        dev.set_up("dev")
        assert [" install " in command for command in ran] == [False, True]


@pytest.mark.parametrize(("arguments", "code"), [([], 0), (["--help"], 0), (["plya"], 2)])
def test_without_a_command_the_commands_are_listed(arguments: list[str], code: int, capsys: pytest.CaptureFixture[str]):
    assert dev.main(arguments) == code
    shown = capsys.readouterr().out
    assert [name for name in dev.COMMANDS if f"  {name}" not in shown] == []


def test_a_command_without_arguments_refuses_some(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit):
        dev.main(["clean", "everything"])
    assert capsys.readouterr().err == "dev.py: clean takes no arguments: everything\n"


def runs_of_pytest(house: Path, monkeypatch: pytest.MonkeyPatch, codes: list[int], failed: int) -> list[tuple[str, ...]]:
    """Replaces pytest: it exits with the codes one after another, and then with 0; it notes so many failed tests each time."""
    runs: list[tuple[str, ...]] = []

    def run(*arguments: str) -> int:
        runs.append(arguments)
        dev.FAILED.parent.mkdir(parents=True, exist_ok=True)
        dev.FAILED.write_text(json.dumps({f"tests/test_{number}.py::test": True for number in range(failed)}))
        return codes[len(runs) - 1] if len(runs) <= len(codes) else 0

    monkeypatch.setattr(dev, "FAILED", house / ".pytest_cache" / "v" / "cache" / "lastfailed")
    monkeypatch.setattr(dev, "set_up", lambda level: None)
    monkeypatch.setattr(dev, "passes", lambda name: True)
    monkeypatch.setattr(dev, "run", run)
    return runs


def test_the_tests_of_play_are_run_by_the_python_machine_too(house: Path, monkeypatch: pytest.MonkeyPatch):
    runs = runs_of_pytest(house, monkeypatch, [], failed=0)
    assert dev.test(["-x"]) == 0
    assert runs == [("-m", "pytest", "--numprocesses=auto", *options, "-x") for options in ([], ["--in-python"])]


@pytest.mark.parametrize("codes, failed", [([1, 0], 9), ([0, 1], 9), ([0, 2], 0), ([5, 0], 0)])
def test_each_run_of_the_suite_must_succeed(
    house: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], codes: list[int], failed: int
):
    runs = runs_of_pytest(house, monkeypatch, codes, failed)
    assert dev.test([]) == 1
    assert len(runs) == 2
    assert capsys.readouterr().err.splitlines()[-1] == f"dev.py: failed: pytest{'' if codes[0] else ' --in-python'}"


def test_tests_that_do_not_play_need_no_second_run(house: Path, monkeypatch: pytest.MonkeyPatch):
    """With no test to run, pytest exits with 5."""
    runs_of_pytest(house, monkeypatch, [0, 5], failed=0)
    assert dev.test(["tests/protocol"]) == 0


@pytest.mark.parametrize("again, code", [(0, 0), (1, 1)])
@pytest.mark.parametrize("before, options", [([], ()), ([0], ("--in-python",))])
def test_a_failed_test_counts_only_if_it_also_fails_alone_on_the_same_machine(
    house: Path, monkeypatch: pytest.MonkeyPatch, before: list[int], options: tuple[str, ...], again: int, code: int
):
    runs = runs_of_pytest(house, monkeypatch, [*before, 1, again], failed=1)
    assert dev.test([]) == code
    assert runs[len(before) + 1] == ("-m", "pytest", "-n0", "--last-failed", *options)


@pytest.mark.parametrize("first, failed", [(1, 6), (2, 1), (1, 0)])
def test_many_failed_tests_and_broken_runs_are_not_repeated(
    house: Path, monkeypatch: pytest.MonkeyPatch, first: int, failed: int
):
    runs = runs_of_pytest(house, monkeypatch, [first], failed)
    assert dev.test([]) == 1
    assert [arguments for arguments in runs if "--last-failed" in arguments] == []
