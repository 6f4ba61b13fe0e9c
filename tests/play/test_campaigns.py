"""A campaign at the table: one scene after another, what is carried over, leaving and continuing."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.runs import run, write
from tests.play.capture import CAMPAIGN
from tests.play.ptys import Pty
from tests.play.test_tmux import PAGE

ROAD = """\
Scene Yard
  cast Blues: Bo at 2,1 (Health 1, has Strike)
  cast Reds: Ann at 1,1 (Attack 30, Strength 30, Health 9, Gold 2, has Strike); Al at 9,9 (Health 5, Gold 1, has Strike)
  ends when: no Blues are left; Reds win

Scene Gate
  cast Blues: Cy at 2,1 (Health 1, has Strike)
  cast Reds: Ann at 1,1 (Attack 30, Strength 30, Health 20, has Strike); Al at 9,9 (Health 20, has Strike)
  ends when: no Blues are left; Reds win

Scene Cliff
  cast Reds: Ann at 1,1 (Health 1, has Strike)
  cast Blues: Dot at 2,1 (Attack 30, Strength 30, Health 99, has Strike)
  ends when: one cast is left

Campaign Road
  cast: Reds
  scenes: Yard, Gate
  carries over: Health, Gold

Campaign Fall
  cast: Reds
  scenes: Cliff, Yard
"""


@pytest.fixture
def road(tmp_path: Path) -> Path:
    """Writes a file with two campaigns whose results do not depend on dice."""
    return write(tmp_path, ROAD, "road.rules")


def test_a_campaign_is_played_scene_by_scene(road: Path):
    """The winners are told what they carry over and what comes next; then the next scene is played (EW-10, EW-24)."""
    told = run("play", road, "--campaign", "road", "--seed", "4").output
    first, _, second = told.partition("Road goes on: Reds won scene 1 of 2, Yard.\n")
    assert "Yard   Road, 1 of 2   seed 4\n" in first
    assert second.startswith("  Ann: Health 9, Gold 2\n  Al: Health 5, Gold 1\nNext: Gate.\n")
    assert "Gate   Road, 2 of 2   seed 5\n" in second
    assert second.endswith("Road is won: Reds came through all 2 scenes.\n  Ann: Health 9, Gold 2\n  Al: Health 5, Gold 1\n")


def test_a_campaign_ends_where_its_cast_does_not_win(road: Path):
    """A lost scene ends the campaign, and this is told (EW-24)."""
    told = run("play", road, "--campaign", "fall", "--seed", "4").output
    assert told.endswith("Fall ends in scene 1 of 2, Cliff: Reds did not win it.\n")


def test_an_unknown_campaign_names_the_known(road: Path):
    """The error lists the campaigns of the book."""
    result = run("play", road, "--campaign", "x")
    assert (result.exit_code, result.output) == (2, "error: there is no campaign 'x': choose from Home before dark, Road, Fall\n")


def test_a_book_without_campaigns_says_so(tmp_path: Path):
    """The error says that the book has no campaign."""
    bare = write(tmp_path, "Uses: nothing\n\nStat Luck: at least 0\n\nScene Yard\n  cast Reds: Ann\n")
    assert run("play", bare, "--campaign", "x").output == f"error: {bare} has no campaign to play\n"


def test_a_campaign_has_its_own_scenes():
    """A scene and a campaign cannot be given together."""
    result = run("play", "--campaign", "home", "--scene", "duel")
    assert result.output == "error: a campaign has its own scenes: give --scene or --campaign, not both\n"


def test_books_lists_the_campaigns():
    """`books BOOK` names a book's campaigns with their scenes."""
    told = run("books", "encounter").output
    assert "  Home before dark   Heroes: Ropewalk, then Goblin ford, then Lantern Row\n" in told


def test_the_page_shows_what_is_told():
    """docs/play.md shows what the command prints between two scenes."""
    shown = CAMPAIGN.findall(PAGE.read_text(encoding="utf-8"))
    told = run("play", "--campaign", "home before dark", "--seed", "2").output
    assert len(shown) == 1 and shown[0] in told


def test_a_seat_may_be_of_a_later_scene(road: Path):
    """A seat is given by the name of its player in any scene of the campaign."""
    told = run("play", road, "--campaign", "road", "--seat", "cy=random", "--seed", "1").output
    assert "Blues (bot): Bo\n" in told and "Blues (random): Cy\n" in told
    assert "no seat or actor 'dot'" in run("play", road, "--campaign", "road", "--seat", "dot=random").output


def test_a_saved_scene_goes_on_with_the_next(road: Path, tmp_path: Path):
    """A saved scene that was won continues with the next scene, with what was carried over."""
    kept = tmp_path / "kept.json"
    run("play", road, "--campaign", "road", "--seed", "4", "--save", kept)
    data = json.loads(kept.read_text(encoding="utf-8"))
    carried = {"Ann": {"Health": 9, "Gold": 2}, "Al": {"Health": 5, "Gold": 1}}
    assert data["given"] == {"campaign": "Road", "stage": 1, "carried": carried, "fallen": []}
    assert "Road is won" in run("play", kept).output


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"campaign": "Sea"}, "part of a campaign that the file does not contain: there is no campaign 'Sea'"),
        ({"stage": 0}, "the saved game calls 'Gate' scene 0 of Road, counted from 0; the campaign's scenes are Yard, Gate"),
        ({"stage": 2}, "the saved game calls 'Gate' scene 2 of Road"),
        ({"stage": True}, "the saved game calls 'Gate' scene True of Road"),
    ],
)
def test_a_save_that_does_not_fit_its_campaign_is_refused(road: Path, tmp_path: Path, change: dict[str, Any], error: str):
    """If the rules of the save do not have its campaign or that scene, one line says so before anything is played."""
    kept = tmp_path / "kept.json"
    run("play", road, "--campaign", "road", "--seed", "4", "--save", kept)
    data = json.loads(kept.read_text(encoding="utf-8"))
    kept.write_text(json.dumps({**data, "given": {**data["given"], **change}}), encoding="utf-8")
    result = run("play", kept)
    assert result.exit_code == 2 and result.output.startswith("error: the saved game") and error in result.output
    assert "   seed 5" not in result.output


def test_a_person_plays_all_scenes_of_a_campaign(road: Path):
    """The person plays the campaign's cast, even if it is not the first; Enter continues with the next scene."""
    with Pty("play", str(road), "--campaign", "road", "--seed", "4", cwd=road.parent) as at:
        assert "Reds (you): Ann, Al" in strike(at)
        at.type("")
        assert "Road, 2 of 2   seed 5" in strike(at, "Road is won: Reds came through all 2 scenes.")
        assert at.status() == 0


def test_a_person_leaves_between_two_scenes(road: Path):
    """Quitting between two scenes saves; the printed command continues with the next scene."""
    with Pty("play", str(road), "--campaign", "road", "--seed", "4", cwd=road.parent) as first:
        strike(first)
        first.type("what?")
        first.until("quit saves and leaves.", "Enter goes on, quit leaves> ")
        first.type("quit")
        first.until("Go on with:  rulewright play yard-4.json\n")
        assert first.status() == 0
    with Pty("play", "yard-4.json", cwd=road.parent) as second:
        second.until("Enter goes on, quit leaves> ")
        second.type("")
        assert "Road, 2 of 2   seed 5" in second.until("Ann> ", "Al> ")


def test_a_person_leaves_in_the_middle_of_a_scene(road: Path):
    """Ctrl-C in a later scene saves it, and the campaign continues from there."""
    with Pty("play", str(road), "--campaign", "road", "--seed", "4", cwd=road.parent) as first:
        strike(first)
        first.type("")
        first.until("Ann> ", "Al> ")
        first.interrupt()
        first.until("Go on with:  rulewright play gate-5.json\n")
        assert first.status() == 130
    with Pty("play", "gate-5.json", cwd=road.parent) as second:
        strike(second, "Road is won: Reds came through all 2 scenes.")


def strike(at: Pty, end: str = "Enter goes on, quit leaves> ") -> str:
    """Strikes if Ann is asked and passes if Al is, until the scene is over; gives all that was shown."""
    shown = at.until("Ann> ", "Al> ", end)
    while not shown.endswith(end):
        at.type("strike" if shown.endswith("Ann> ") else "pass")
        shown += at.until("Ann> ", "Al> ", end)
    return shown
