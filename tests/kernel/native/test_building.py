"""The native machine is built where this is possible and used where it fits, and everything works without it."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import cast

import pytest

from rulewright.kernel.game import Game
from rulewright.kernel.native import c_build, c_machine
from tests.hygiene.tree import ROOT
from tests.kernel.native.conftest import newly_built, use
from tests.kernel.native.test_equal_play import load


@pytest.mark.needs_program("gcc")
@pytest.mark.needs_program("Python.h")
def test_the_machine_plays_after_it_was_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(c_machine.SWITCH, raising=False)
    built = newly_built(tmp_path)
    use(built, monkeypatch)
    assert c_machine.playing() is cast(object, built)
    assert Game(load("duel")).native() is not None and c_machine.words() == "native machine"


@pytest.mark.needs_program("gcc")
@pytest.mark.needs_program("Python.h")
def test_one_environment_variable_turns_the_native_machine_off(native: ModuleType, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("RULEWRIGHT_NATIVE", "0")
    assert Game(load("duel")).native() is None
    assert c_machine.words() == "Python machine, because RULEWRIGHT_NATIVE is 0"


def test_the_version_says_which_machine_plays():
    ran = [sys.executable, "-m", "rulewright", "--version"]
    told = subprocess.run(ran, env={"RULEWRIGHT_NATIVE": "0"}, capture_output=True, text=True, cwd=ROOT / "src").stdout
    assert told == "rulewright, version 0.1.0 (Python machine, because RULEWRIGHT_NATIVE is 0)\n"


def test_a_machine_that_was_built_from_other_sources_is_not_used(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(c_machine, "import_module", lambda name: SimpleNamespace(SOURCES="others"))
    assert c_machine._found.__wrapped__() is None


@pytest.mark.parametrize(
    ("compiler", "reason"), [("no-such-compiler-anywhere", ""), ("false", "the compiler failed")], ids=["missing", "broken"]
)
@pytest.mark.needs_program("Python.h")
def test_a_build_that_fails_says_why_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str, reason: str
):
    monkeypatch.setenv("CC", compiler)
    monkeypatch.setattr("shutil.which", lambda name: "/here" if name == compiler == "false" else None)
    assert c_build.build(tmp_path) == (reason or "there is no C compiler here")
    assert list(tmp_path.iterdir()) == []


def test_without_the_headers_of_python_nothing_is_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sysconfig.get_paths", lambda: {"include": str(tmp_path)})
    monkeypatch.setattr("shutil.which", lambda name: "/here")
    assert c_build.build(tmp_path) == f"the headers of Python are not in {tmp_path}"


def test_the_install_continues_if_building_fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The hook of the install only says that Python plays, and the wheel stays one for every computer."""
    interface = ModuleType("interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hatchling.builders.hooks.plugin.interface", interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None and spec.loader is not None
    hook = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hook)
    monkeypatch.setattr(hook, "FOLDER", ROOT / "nowhere")
    data: dict[str, object] = {}
    hook.NativeBuild().initialize("standard", data)
    assert data == {} and "Python plays, because the native machine was not built: FileNotFoundError" in capsys.readouterr().err


def test_every_name_of_the_header_that_python_uses_is_there():
    """Python reads the numbers of its names from the header, so that they are written down once."""
    numbers = c_machine.numbers()
    assert (numbers["P_VERSION"], numbers["STEP_BEGIN"], numbers["STEP_ASK"], numbers["KEY_ROW"]) == (0, -1, 0, 3)


def test_the_machine_is_plain_c_that_allocates_nothing():
    """machine.h and its parts know neither Python nor a library beyond string.h, and are compiled alone without a warning."""
    parts = [c_build.HERE / name for name in re.findall(r'#include "(\w+\.h)"', (c_build.HERE / "machine.h").read_text("utf-8"))]
    text = "".join(path.read_text("utf-8") for path in (c_build.HERE / "machine.h", *parts))
    assert set(re.findall(r"#include <(\S+)>", text)) == {"stdint.h", "string.h"}
    assert not re.search(r"\b(malloc|calloc|realloc|free|alloca|printf|Py\w+)\s*\(|\b(float|double)\b", text)


@pytest.mark.needs_program("gcc")
def test_the_machine_is_compiled_alone_as_c99():
    command = [
        "gcc",
        "-std=c99",
        "-pedantic-errors",
        "-Wall",
        "-Wno-unused-function",
        "-Werror",
        "-O1",
        "-fsyntax-only",
        "machine.h",
    ]
    done = subprocess.run(command, cwd=c_build.HERE, capture_output=True, text=True)
    assert done.stderr == ""
