"""The native machine of the current sources, for every test of this folder."""

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest

from rulewright.kernel.book import Book
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.game import Game
from rulewright.kernel.native import c_build, c_machine
from rulewright.kernel.native.native_play import NativePlay
from rulewright.kernel.native.native_words import NativeMenu
from rulewright.kernel.native.number_tables import INSTRUCTIONS
from rulewright.kernel.native.states_behind import StateBehind
from rulewright.program import instructions

Pair = Callable[..., tuple[Game, Game]]


def newly_built(folder: Path) -> ModuleType:
    """Builds the machine in a separate folder and gives it."""
    assert c_build.build(folder) == ""
    spec = importlib.util.spec_from_file_location(c_build.MODULE, c_build.target(folder))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def use(machine: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets this test play by another machine than the installed one."""
    monkeypatch.setattr(c_machine, "_found", lambda: machine)
    for name in c_machine.QUICK:
        monkeypatch.setattr(Game, name, vars(Game)[name])  # so that they are as before after the test
    c_machine.quicken(Game, Machine, NativePlay, NativeMenu, StateBehind)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Gives the installed machine if it was built from these sources; if not, builds it, which takes ten seconds."""
    installed = cast(ModuleType | None, c_machine._found())
    return newly_built(tmp_path_factory.mktemp("native")) if installed is None else installed


@pytest.fixture
def native(built: ModuleType, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Lets this test use the machine."""
    monkeypatch.delenv(c_machine.SWITCH, raising=False)
    if c_machine._found() is not cast(object, built):
        use(built, monkeypatch)
    return built


@pytest.fixture
def pair(native: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """Gives the same game twice: on the native machine and on the Python machine."""

    def begin(book: Book, scene: str = "", **more: object) -> tuple[Game, Game]:
        playing = Game(book, scene, **more)  # type: ignore[arg-type]
        with monkeypatch.context() as turned_off:
            turned_off.setenv(c_machine.SWITCH, "0")
            return playing, Game(book, scene, **more)  # type: ignore[arg-type]

    return begin


@pytest.fixture
def not_lasting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the machine unable to begin lasting effects."""
    monkeypatch.delitem(INSTRUCTIONS, instructions.Last)
