"""One page of rule text in the shape of each other book loads, proves its examples, and plays."""

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
    """Check a page, with one passage changed."""
    text = page.read_text(encoding="utf-8")
    assert change[0] in text
    return check([(page.name, text.replace(*change) if change[0] else text)], books.finder(), books.DEFAULT, readings)


def page(name: str) -> Path:
    """Find a page by its book."""
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


@pytest.mark.parametrize(("name", "change"), BROKEN)
def test_a_broken_rule_is_noticed(name: str, change: tuple[str, str]) -> None:
    """Changing one rule of a page makes one of its examples fail."""
    assert not checked(page(name), change).ok()


def test_another_priority_gives_other_laps() -> None:
    """S-42: where priority is reset by a resolution, the partial lap is gone."""
    report = checked(page("mandarin"), readings={"priority": "in succession"})
    assert not report.ok()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_a_sample_book_is_played_saved_replayed_and_undone(path: Path) -> None:
    """A game of the page can be played, saved at every choice, replayed and undone to its first state."""
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
    """Give a random whole answer by a random player who is asked, an hour later."""
    player = pick.choice(game.asking)
    path: list[Any] = []
    while (menu := game.menu(player, *path)) is not None:
        path.append(pick.choice(list(menu)))
    game.answer(player, *path, at=game.state.now + 3600)


def test_the_where_command_names_nested_structures() -> None:
    """In the middle of a run, `where` names the action, the run's step and the window."""
    game = Game(books.load(str(page("netrunner"))), seed=1)
    game.answer("Ann", "Adrenal Surge")
    where = game.where()
    assert "Adrenal Surge" in where
    assert "Run, step 2 of 5 (approach)" in where
    assert where.endswith("paid abilities, Ann")


def test_a_hand_is_seen_only_by_its_owner() -> None:
    """A player sees the cards in their own hand and only the number of cards in another's."""
    game = Game(books.load(str(page("mandarin"))), seed=1)
    hands = {zone["zone"]: zone for zone in game.view("Ann")["zones"]}
    assert [thing["name"] for thing in hands["Ann's Hand"]["things"] or ()] == ["Spark", "Market Day"]
    assert hands["Bo's Hand"]["things"] is None
    assert hands["Bo's Hand"]["count"] == 2
