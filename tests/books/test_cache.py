"""Compiled books on disk: they are found while nothing they depend on has changed, and are always checked."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.game import Game

pytestmark = pytest.mark.once("nothing is played")

TEXT = "Hush\ndo: [Health] += 1\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep books in a folder of the test's own."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "kept"))
    return tmp_path / "kept"


def loaded(text: str = TEXT, readings: dict[str, str] | None = None) -> str:
    """Load a text and give its book's hash."""
    return books.load(text=[("hush.rules", text)], readings=readings).hash


MENUS = """
from rulewright import books
for book in map(books.load, books.shipped()):
    print([[book.actions[n].name for n in kind.actions] for kind in book.kinds], [t.action for t in book.triggers], book.payments)
"""


def test_a_book_does_not_depend_on_how_python_hashes_strings() -> None:
    """The menus have the same options in the same order in every process."""
    made = {
        subprocess.run(
            [sys.executable, "-c", MENUS], env={**os.environ, "PYTHONHASHSEED": seed, "RULEWRIGHT_CACHE": "off"},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in "134"
    }  # fmt: skip
    assert len(made) == 1


def test_a_book_can_be_the_first_that_a_process_compiles() -> None:
    """The book needs no import that another book's text causes: netrunner turns cards face up as a cost."""
    code = "from rulewright import books; books.load('netrunner')"
    subprocess.run([sys.executable, "-c", code], env={**os.environ, "RULEWRIGHT_CACHE": "off"}, check=True)


def test_a_book_is_kept_once(home: Path) -> None:
    """Loading the same text twice keeps one compiled book."""
    assert loaded() == loaded()
    assert len(list(home.glob("*.json"))) == 1


@pytest.mark.parametrize("changed", [(TEXT + "# more\n", None), (TEXT, {"area damage": "a roll each"})])
def test_another_text_or_reading_is_another_book(home: Path, changed: tuple[str, dict[str, str] | None]) -> None:
    """With a changed text or reading the kept book of the old text is not used."""
    assert loaded() != loaded(*changed)
    assert len(list(home.glob("*.json"))) == 2


def test_a_damaged_file_is_made_again(home: Path) -> None:
    """A kept book that cannot be read is made again, without a message."""
    first = loaded()
    for file in home.glob("*.json"):
        file.write_bytes(b"nonsense")
    assert loaded() == first


def test_a_kept_book_in_which_one_digit_is_another_is_made_again(home: Path) -> None:
    """The file can still be read, but its hash is wrong, so nothing of it reaches a machine."""
    first = loaded()
    (file,) = home.glob("*.json")
    written = file.read_bytes()
    file.write_bytes(written.replace(b",1]", b",7]", 1))
    assert file.read_bytes() != written
    assert loaded() == first and file.read_bytes() == written


def altered(home: Path, mode: int) -> bytes:
    """Makes the kept book another one with a right hash, as somebody else could, and gives what the file was."""
    (file,) = home.glob("*.json")
    written = file.read_bytes()
    text = written.partition(b"\n")[2].replace(b"Hush", b"Mush")
    file.write_bytes(hashlib.sha256(file.stem.encode() + b"\n" + text).hexdigest().encode() + b"\n" + text)
    file.chmod(mode)
    return written


@pytest.mark.parametrize(("mode", "trusted"), [(0o600, True), (0o644, True), (0o664, False), (0o602, False)])
def test_a_file_that_others_may_write_is_made_again(home: Path, mode: int, trusted: bool) -> None:
    """Its hash is right, which anybody can compute; it is used only if nobody but this user could have written it."""
    loaded()
    written = altered(home, mode)
    loaded()
    (file,) = home.glob("*.json")
    assert (file.read_bytes() != written) == trusted


def test_a_file_of_another_user_is_made_again(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may write in the folder of kept books cannot give somebody else a book."""
    loaded()
    written = altered(home, 0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    loaded()
    (file,) = home.glob("*.json")
    assert file.read_bytes() == written


def test_a_kept_book_under_the_name_of_another_is_made_again(home: Path) -> None:
    """The hash says for which text the file was written."""
    first, other = loaded(), loaded(TEXT + "# more\n")
    one, two = home.glob("*.json")
    mine, theirs = one.read_bytes(), two.read_bytes()
    one.write_bytes(theirs), two.write_bytes(mine)
    assert (loaded(), loaded(TEXT + "# more\n")) == (first, other)
    assert (one.read_bytes(), two.read_bytes()) == (mine, theirs)


def test_the_cache_can_be_switched_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With RULEWRIGHT_CACHE=off nothing is kept."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", "off")
    loaded()
    assert not home.exists()


def test_a_kept_book_plays_the_same() -> None:
    """Games of a kept book and of a newly compiled book have the same events."""
    fresh, kept = (books.load("encounter") for _ in range(2))
    games = [Game(book, seed=9) for book in (fresh, kept)]
    for game in games:
        for _ in range(6):
            menu = game.menu()
            assert menu is not None
            game.answer(None, "pass")
    assert list(games[0].events) == list(games[1].events)


def twice(program: str) -> list[str]:
    """Gives what two starts of a program print, one after another."""
    return [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in range(2)]


def test_a_warm_start_imports_no_module_of_the_language() -> None:
    """The second start of a program reads the kept book and never imports what reads text, nor the grammar's package.

    Nor does it import what is slow to import and not needed: a warm start takes 0.15 seconds of the processor at most.
    """
    modules = "sorted({'lark', 'rulewright.language.text', 'rulewright.language.names', 'inspect'} & set(sys.modules))"
    program = f"import sys, rulewright; rulewright.load('encounter'); print({modules})"
    assert twice(program) == ["['inspect', 'lark', 'rulewright.language.names', 'rulewright.language.text']\n", "[]\n"]


def test_the_rules_of_a_kept_book_can_be_changed() -> None:
    """The module that reads amendments is available even if the book was not read from its text."""
    text = "Rule 400. Gift\n  Gift\n  do: gain 1 Points\n"
    program = (
        f"from rulewright import books; book = books.load('nomic'); print(len(book.in_force((('amendment 1', {text!r}),)).text))"
    )
    assert len(set(twice(program))) == 1


def test_a_kept_book_can_be_amended() -> None:
    """The reader is imported for the first text: one of the book's drafts is accepted, another text is not."""
    program = "import rulewright; from rulewright.kernel.history.amendments import wrong; book = rulewright.load('nomic'); "
    program += "print([len(wrong(book, (), text)) > 0 for text in (next(iter(book.drafts.values())), 'Gibberish')])"
    said = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert said == ["[False, True]\n"] * 2


def test_a_folder_finds_its_own_files(tmp_path: Path) -> None:
    """A file that uses another file of its folder is loaded, even if it is read first."""
    (tmp_path / "a.rules").write_text("Uses: b.rules\nHush\ndo: gain 2 Calm\n", encoding="utf-8")
    (tmp_path / "b.rules").write_text("Uses: nothing\nStat Calm: at least 0\nHush\ndo: gain 1 Calm\n", encoding="utf-8")
    book = books.load(str(tmp_path))
    assert [Path(file).name for file, _ in book.text] == ["b.rules", "a.rules"]


def test_the_order_of_files_is_part_of_what_a_book_is(tmp_path: Path) -> None:
    """The later file overrides the earlier one, so a book made in one order is not used for another."""
    texts = {name: f"Uses: nothing\nStat Calm: at least {n}\n" for n, name in enumerate(["a", "b", "c"])}
    orders = [["a", "b", "c"], ["a", "c", "b"]]
    made = [books.load(text=[(name, texts[name]) for name in order]) for order in orders]
    assert [[name for name, _ in book.text] for book in made] == orders
