"""The documents match the code: the reference is up to date, names exist, words are explained, rule text is right."""

import importlib
import re
from functools import reduce
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language import reference
from rulewright.language.check.checking import check
from rulewright.language.grammar import vocabulary
from rulewright.program import marks
from tests.hygiene.test_docs import DOCUMENTS, python
from tests.hygiene.tree import ROOT, name_of

DOCS = ROOT / "docs"
PAGE = (DOCS / "reference.md").read_text(encoding="utf-8")
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<name>\S+))?\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
DOTTED = re.compile(r"`((?:kernel|language|books|play|cli|testing)(?:\.\w+)+)`")
LINK = re.compile(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)")
HEAD = re.compile(r"^- \*\*(?P<heads>[^*]+)\*\*: (?P<meaning>.+)$", re.MULTILINE)


# -- the reference -----------------------------------------------------------------------------------------------------


def test_the_reference_is_up_to_date():
    made = reference.pages(reference.shipped())
    written = {name: (DOCS / name).read_text(encoding="utf-8") for name in made}
    assert [name for name in made if made[name] != written[name]] == [], "stale: make docs"
    assert {f"books/{path.name}" for path in (DOCS / "books").iterdir()} == set(made) - {"reference.md"}


def test_the_reference_has_at_most_a_thousand_lines():
    assert len(PAGE.splitlines()) < 1000


def test_every_phrase_is_in_the_reference():
    missing = [p for p in vocabulary.TABLE if f"`{reference.readable(p)}`" not in PAGE or f"`{p.example}`" not in PAGE]
    assert [phrase.example for phrase in missing] == []


@pytest.mark.parametrize("name", books.shipped())
def test_every_action_and_scene_of_a_book_is_in_the_reference(name: str):
    book = books.load(name)
    wanted = [action.name for action in book.actions if marks.AUTOMATIC not in action.kinds] + list(book.scenes)
    page = (DOCS / "books" / f"{name}.md").read_text(encoding="utf-8")
    headed = re.findall(r"^(?:###| ) (.+?)(?: \(.*| *, rule .*)?$", page, re.MULTILINE)  # an ability stands in its card
    assert [each for each in wanted if each not in headed] == []


def test_the_reference_knows_the_shipped_books():
    assert tuple(reference.shipped()) == books.shipped()


# -- names and links ---------------------------------------------------------------------------------------------------


def exists(dotted: str) -> bool:
    """Tells whether a dotted name, written below the package, is a module or something in one."""
    parts = ["rulewright", *dotted.split(".")]
    for length in range(len(parts), 0, -1):
        try:
            module = importlib.import_module(".".join(parts[:length]))
        except ModuleNotFoundError:
            continue
        try:
            reduce(getattr, parts[length:], module)
        except AttributeError:
            return False
        return True
    return False


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_names_in_the_documents_exist(path: Path):
    assert [name for name in DOTTED.findall(path.read_text(encoding="utf-8")) if not exists(name)] == []


def test_a_name_that_does_not_exist_is_found():
    assert exists("kernel.game.Game.answer")
    assert not exists("kernel.game.Game.reply") and not exists("kernel.gone")


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_links_in_the_documents_lead_somewhere(path: Path):
    text = BLOCK.sub("", path.read_text(encoding="utf-8"))
    assert [link for link in LINK.findall(text) if not (path.parent / link).exists()] == []


# -- the glossary ------------------------------------------------------------------------------------------------------


def heads() -> dict[str, str]:
    """Gives every word that the glossary explains, in small letters, with its meaning."""
    found = [(head.strip(), line["meaning"]) for line in HEAD.finditer(GLOSSARY) for head in line["heads"].split(",")]
    return dict(found)


def test_the_glossary_has_a_hundred_words_at_most():
    assert len(HEAD.findall(GLOSSARY)) == len(re.findall(r"^- \*\*", GLOSSARY, re.MULTILINE)) <= 100


def test_the_glossary_is_in_order_and_says_each_word_in_one_sentence():
    lines = list(HEAD.finditer(GLOSSARY))
    first = [line["heads"].split(",")[0].strip() for line in lines]
    assert first == sorted(first, key=str.casefold)
    assert [line["heads"] for line in lines if not line["meaning"].endswith(".") or ". " in line["meaning"]] == []
    assert len(heads()) == sum(len(line["heads"].split(",")) for line in lines), "a word is explained twice"


# -- rule text and sessions --------------------------------------------------------------------------------------------


def blocks(path: Path, kind: str) -> list[tuple[str, str]]:
    """Lists the (name, body) of a document's blocks of a kind."""
    return [(b["name"] or "", b["body"]) for b in BLOCK.finditer(path.read_text(encoding="utf-8")) if b["kind"] == kind]


def sessions(path: Path) -> list[tuple[str, str]]:
    """Lists the commands on the page's own files, each with what it is shown to print."""
    shown = [body for _, body in blocks(path, "text") if body.startswith("$ rulewright ")]
    return [(body.partition("\n")[0].removeprefix("$ "), body.partition("\n")[2]) for body in shown]


def laid_out(path: Path, folder: Path) -> None:
    """Writes the rule files of a page, as its reader would."""
    for name, body in blocks(path, "rules"):
        if name:
            (folder / name).write_text(body, encoding="utf-8")


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_rule_text_in_the_documents_is_right(path: Path, tmp_path: Path):
    """If a session on the page shows an error, the error is intended."""
    laid_out(path, tmp_path)
    meant = {word for command, shown in sessions(path) if "error" in shown for word in command.split()}
    texts = [body for name, body in blocks(path, "rules") if name not in meant]
    found = [check([("<text>", text)], books.finder(tmp_path), books.DEFAULT) for text in texts]
    assert [problem for report in found for problem in report.lines()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=name_of)
def test_sessions_in_the_documents_go_as_shown(path: Path, tmp_path: Path):
    laid_out(path, tmp_path)
    for command, shown in sessions(path):
        ran = python("-m", *command.split(), cwd=tmp_path)
        assert (ran.stdout + ran.stderr).rstrip() == shown.rstrip()
        assert ran.returncode == ("error" in shown)
