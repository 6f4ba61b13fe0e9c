"""The view of every book has the shape that the schema says and that docs/view.md describes, and points into itself."""

import json
from collections.abc import Iterator
from typing import Any, get_type_hints

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.sight import schema
from rulewright.kernel.sight.schema import Choice, Pointer, ThingView, View
from rulewright.testing import random_path, random_player
from tests.hygiene.tree import ROOT
from tests.kernel.sight.shape import faults

PAGE = (ROOT / "docs" / "view.md").read_text(encoding="utf-8")
TYPES = [kind for kind in vars(schema).values() if isinstance(kind, type) and kind.__module__ == schema.__name__]


def moments(book: str, answers: int = 60, every: int = 6) -> Iterator[Game]:
    """Plays the first scene of a book at random, and gives the game after every few answers."""
    game = Game(books.load(book), seed=5)
    while not game.over and game.state.number < answers:
        if game.state.number % every == 0:
            yield game
        player = random_player(game, 5)
        game.answer(player, *random_path(game, player, 5))
    yield game


def things(view: View) -> list[ThingView]:
    """Lists everything that a view shows."""
    return [thing for zone in view["zones"] for thing in zone["things"] or ()]


@pytest.mark.parametrize("book", books.shipped())
def test_a_view_is_plain_data_of_the_shape_that_the_schema_says(book: str):
    """This is tested for each seat and a spectator at many moments; written as JSON and read again it is the same."""
    for game in moments(book):
        for seat in (*range(len(game.seats)), None):
            view = game.view(seat)
            assert faults(view, View) == [] and json.loads(json.dumps(view)) == view


@pytest.mark.parametrize("book", books.shipped())
def test_every_handle_in_a_view_is_a_thing_in_the_view(book: str):
    """Handles of places, hosts, members, targets and actors belong to visible things, and each is given once."""
    for game in moments(book):
        view = game.view(0)
        known = [thing["handle"] for thing in things(view)]
        assert len(known) == len(set(known))
        assert {pointed for pointed in pointers(view) if pointed is not None} <= {*known, *gone(game, known)}
        assert {thing["kind"] for thing in things(view)} == set(view["kinds"])


def pointers(view: View) -> Iterator[int | None]:
    """Gives every handle to which something in a view points."""
    for thing in things(view):
        yield from (thing["place"], thing["attached"])
    for player in view["players"]:
        yield from (player["thing"], *player["members"])
    for waiting in (each for stack in view["stacks"] for each in stack["waiting"]):
        yield from (waiting["handle"], *waiting["targets"])
    yield view["actor"]


def gone(game: Game, known: list[int]) -> set[int]:
    """Gives the handles of things that are in no zone any more."""
    own = game.handles[0]
    return {found for slot, zone in enumerate(game.state.places) if zone < 0 and (found := own.of(slot)) is not None}


@pytest.mark.parametrize("book", books.shipped())
def test_menus_point_into_the_view(book: str):
    """At every pick each option points to things, tiles, zones and players of the asked player's view."""
    for game in moments(book):
        for player in game.asking:
            for choice in asked(game, player):
                assert faults(choice, Choice) == []
                assert [pointer for pointer in pointed(choice) if not there(game, game.view(player), pointer)] == []


def asked(game: Game, player: int) -> Iterator[Choice]:
    """Gives what a player is asked at first, and after the first few options."""
    menu, first = game.menu(player), game.choice(player)
    assert menu is not None and first is not None
    yield first
    for key in list(menu)[:4] if menu.kind == "offer" else ():
        if (then := game.choice(player, key)) is not None:
            yield then


def pointed(choice: Choice) -> list[Pointer]:
    return [pointer for option in choice["options"] for pointer in option["about"]]


def there(game: Game, view: View, pointer: Pointer) -> bool:
    """Says whether a pointer leads to something in a view."""
    if pointer["kind"] == "tile":
        return view["map"] is not None and pointer["tile"] is not None and pointer["tile"][0] <= view["map"]["width"]
    if pointer["kind"] == "act":
        return 0 < pointer["number"] < len(game.done)
    known = {"thing": [thing["handle"] for thing in things(view)], "zone": [zone["id"] for zone in view["zones"]],
             "player": range(len(view["players"]))}  # fmt: skip
    return pointer["number"] in known[pointer["kind"]]


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_every_field_is_described(kind: Any):
    """Each field of each part of a view has a row of its own on the page."""
    heading = f"## {kind.__name__.removesuffix('View') or 'View'}\n"
    rows = PAGE.split(heading)[1].split("\n## ")[0] if heading in PAGE else ""
    assert [name for name in get_type_hints(kind) if f"| `{name}` |" not in rows] == []
