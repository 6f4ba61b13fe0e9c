"""A sample book for each kind of shipped book: it loads, its examples succeed, and it can be played."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import rulewright
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.language.check.checking import Report, check

PAGES = sorted(Path(__file__).parent.glob("*.rules"))


def checked(page: Path, change: tuple[str, str] = ("", ""), readings: dict[str, str] | None = None) -> Report:
    """Checks a sample book, with one passage changed."""
    text = page.read_text(encoding="utf-8")
    assert change[0] in text
    return check([(page.name, text.replace(*change) if change[0] else text)], books.finder(), books.DEFAULT, readings)


def page(name: str) -> Path:
    """Finds the sample book for a shipped book."""
    return Path(__file__).parent / f"{name}.rules"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_every_example_of_a_sample_book_succeeds(path: Path) -> None:
    """Every example of the sample book succeeds."""
    report = checked(path)
    assert report.ok(strict=True), "\n".join(report.lines())
    assert report.results


BROKEN = [
    pytest.param(
        "mandarin", ("| basic     | no    | yes  | yes       |", "| basic     | yes   | yes  | yes       |"), id="speed table"
    ),
    pytest.param("nomic", ("pops after 4 quiet hours", "pops after 3 quiet hours"), id="quiet hours"),
    pytest.param("nomic", ("do: block target", "do: copy target"), id="block"),
    pytest.param("nomic", ("Needs: [Target Points] >= 5", "Needs: [Target Points] >= 1"), id="prerequisite"),
    pytest.param("netrunner", ("    take a Run\n    the actor", "    the actor"), id="the run"),
    pytest.param("netrunner", ("reduce the damage by 1", "reduce the damage by 2"), id="interrupt"),
    pytest.param("riftbound", ("Short: run the Burn Out\n", ""), id="burn out"),
    pytest.param("riftbound", ("Cost: [Source Exhausted] = 1", "Cost: 0 Energy"), id="exhaust"),
]


@pytest.mark.once("it tests the examples")
@pytest.mark.parametrize(("name", "change"), BROKEN)
def test_a_broken_rule_is_noticed(name: str, change: tuple[str, str]) -> None:
    """If one rule of a sample book is changed, one of its examples fails."""
    assert not checked(page(name), change).ok()


def test_another_priority_gives_other_laps() -> None:
    """S-42: in the other reading of priority a resolution discards a partial lap, so examples of the sample book fail."""
    report = checked(page("mandarin"), readings={"priority": "in succession"})
    assert not report.ok()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_sample_book_is_played_saved_replayed_and_undone(path: Path) -> None:
    """A game of the sample book can be played, saved at every choice, replayed and undone to its first state."""
    book = books.load(str(path))
    game = Game(book, seed=5)
    first, pick = game.fingerprint(), random.Random(11)
    for _ in range(60):
        if game.over:
            break
        _answer(game, pick)
        assert rulewright.restore(rulewright.save(game)).fingerprint() == game.fingerprint()
        assert json.loads(json.dumps(game.view(0)))
    while len(game.done) > 1:
        game.undo()
    assert game.fingerprint() == first


def _answer(game: Game, pick: random.Random) -> None:
    """Gives a random complete answer by a random player who is asked, one hour later."""
    player = pick.choice(game.asking)
    path: list[Any] = []
    while (menu := game.menu(player, *path)) is not None:
        path.append(pick.choice(list(menu)))
    game.answer(player, *path, at=game.state.now + 3600)


def test_the_where_command_names_nested_structures() -> None:
    """During a run, `where` names the action, the step of the run and the window."""
    game = Game(books.load(str(page("netrunner"))), seed=1)
    game.answer("Ann", "Adrenal Surge")
    where = game.where()
    assert "Adrenal Surge" in where
    assert "Run, step 2 of 5 (approach)" in where
    assert where.endswith("paid abilities, Ann")


def test_a_hand_is_seen_only_by_its_owner() -> None:
    """A player sees the cards in their own hand and only the number of cards in another hand."""
    game = Game(books.load(str(page("mandarin"))), seed=1)
    hands = {zone["zone"]: zone for zone in game.view("Ann")["zones"]}
    assert [thing["name"] for thing in hands["Ann's Hand"]["things"] or ()] == ["Spark", "Market Day"]
    assert hands["Bo's Hand"]["things"] is None
    assert hands["Bo's Hand"]["count"] == 2
