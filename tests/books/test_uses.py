"""What `Uses:` may read: shipped books, files beside or below, files that are given too, and nothing else on the disk."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.cli import book_commands
from rulewright.kernel.errors import RuleTextError

pytestmark = pytest.mark.once("nothing is played")

SECRET = "Uses: nothing\nthe password is swordfish\n"
SHARED = "Uses: nothing\nStat Calm: at least 0\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Makes a folder for rule files, and beside it one with files that must not be read."""
    for name, text in (("home/below/shared.rules", SHARED), ("home/shared.rules", SHARED), ("other/secret.rules", SECRET)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path / "home"


def using(folder: Path, what: str) -> str:
    """Writes a file that uses something; gives its name."""
    file = folder / "a.rules"
    file.write_text(f"Uses: {what}\n\nHush\ndo: gain 1 Calm\n", encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("what", ["shared.rules", "below/shared.rules", "below", "../home/shared.rules"])
def test_files_beside_or_below_can_be_used(folder: Path, what: str):
    assert books.load(using(folder, what)).action("Hush") is not None


@pytest.mark.parametrize(
    "what", ["{}/secret.rules", "{}", "../other/secret.rules", "below/../../other/secret.rules", "/etc/hostname"]
)
def test_files_elsewhere_are_not_read(folder: Path, what: str, capsys: pytest.CaptureFixture[str]):
    file = using(folder, what.format(folder.parent / "other"))
    assert book_commands.check([file], strict=False) == 1
    said = capsys.readouterr().out
    assert "there is no book or file" in said and "swordfish" not in said and "secret.rules:" not in said
    assert f"a .rules file in the folder {folder} or below it" in said


@pytest.mark.parametrize(("link", "to"), [("link.rules", "other/secret.rules"), ("link", "other")])
def test_a_symbolic_link_is_resolved_before_its_place_is_checked(folder: Path, link: str, to: str):
    (folder / link).symlink_to(folder.parent / to)
    with pytest.raises(RuleTextError, match="there is no book or file") as raised:
        books.load(using(folder, link))
    assert "swordfish" not in str(raised.value)


def test_a_folder_is_not_left_by_a_link_in_it(folder: Path):
    (folder / "link.rules").symlink_to(folder.parent / "other" / "secret.rules")
    with pytest.raises(RuleTextError, match=r"link\.rules: this is a link to a file outside its folder") as raised:
        books.load(str(folder))
    assert "swordfish" not in str(raised.value)


def test_a_file_that_is_given_too_is_used(folder: Path, capsys: pytest.CaptureFixture[str]):
    given = folder.parent / "other" / "calm.rules"
    given.write_text(SHARED, encoding="utf-8")
    for what in ("../other/calm.rules", "calm.rules"):
        assert books.load(using(folder, what), str(given)).action("Hush") is not None
        assert book_commands.check([using(folder, what), str(given)], strict=False) == 0
    with pytest.raises(RuleTextError):
        books.load(using(folder, "../other/calm.rules"))


def test_a_text_without_a_folder_uses_shipped_books_alone(folder: Path):
    with pytest.raises(RuleTextError, match="there is no book or file"):
        books.load(text=[("a.rules", f"Uses: {folder / 'shared.rules'}\n\nHush\ndo: gain 1 Calm\n")])
    assert books.load(text=[("a.rules", "Uses: encounter\n\nHush\ndo: gain 1 Gold\n")]).action("Hush") is not None
