"""Recorded games play as recorded, line by line; a change of behaviour is a difference in these files."""

import pytest

from tests.playthroughs.record import FOLDER, difference, file_of, scenes

LIMIT = 150_000


@pytest.mark.parametrize(("book", "scene"), scenes())
def test_the_recorded_game_plays_as_recorded(book: str, scene: str):
    """Every menu, answer, event and view of the recorded game is the same today."""
    assert difference(book, scene) == "", "if this is meant: python -m tests.playthroughs.record"


def test_every_scene_has_a_playthrough_and_every_playthrough_a_scene():
    """A scene without a recorded game is missing, and a file without a scene is left over."""
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(*scene).name for scene in scenes()}


def test_playthroughs_stay_small_enough_to_read():
    """A recorded game is no more than 150 kB."""
    assert {path.name: path.stat().st_size for path in FOLDER.glob("*.txt") if path.stat().st_size > LIMIT} == {}
