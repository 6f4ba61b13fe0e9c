"""The book's scenes, kinds and campaign: actions of the actors, ends of scenes, winners and time limits."""

from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.change import effects
from rulewright.kernel.game import Game
from rulewright.play import campaigns

BOOK = books.load("encounter")
HEROES, CUTPURSES = ("Sera", "Finn", "Elena"), ("Wisp", "Tam", "Lop")
RAIDERS, GOBLINS = ("Grom",), ("Grik", "Snag", "Mog")


def begun(scene: str) -> Game:
    """Begins a scene; actors are deployed on the first possible tile."""
    game = Game(BOOK, scene, seed=1)
    while "Deployment" in game.where():
        step(game)
    return game


def step(game: Game, first: str = "Deploy") -> None:
    """Gives an answer that begins with a word and continues with the first options, or else passes."""
    player, path = game.asking[0], list[Any]()
    while (menu := game.menu(player, *path)) is not None:
        path.append(next((key for key in menu if menu.words(key).startswith(first)), next(iter(menu))))
    game.answer(player, *path)


def fell(game: Game, *names: str) -> None:
    """Sets the Health of some actors to 0, and lets whoever is asked pass."""
    for name in names:
        effects.do(game.machine, effects.alter(game.find(name), BOOK.stat("Health"), "=", 0))
    step(game, "pass")


def leave(game: Game, name: str) -> None:
    """Takes somebody off the map by the exit."""
    effects.do(game.machine, effects.send(game.find(name), BOOK.zone_index("Escaped")))
    step(game, "pass")


def winners(game: Game) -> list[str]:
    """Lists who has won a game that is over."""
    assert game.over
    return [side for side, standing in game.standing().items() if standing > 0]


@pytest.mark.parametrize(("scene", "foes"), [("Duel", ("Grom",)), ("Goblin ford", ("Grik", "Snag", "Mog"))])
def test_a_fight_ends_when_one_cast_is_left(scene: str, foes: tuple[str, ...]):
    """EW-24: the scene ends with the last actor of the other cast, and not before."""
    game = begun(scene)
    for name in foes:
        assert not game.over
        fell(game, name)
    assert winners(game) == ["Heroes"]


def test_the_chase_is_lost_when_the_first_cutpurse_escapes():
    """EW-24: one cutpurse at the gate is enough, even if the others have fallen."""
    game = begun("Ropewalk")
    fell(game, "Tam", "Lop")
    assert not game.over
    leave(game, "Wisp")
    assert winners(game) == ["Cutpurses"]


@pytest.mark.parametrize(("fallen", "won"), [(CUTPURSES, "Heroes"), (HEROES, "Cutpurses")])
def test_the_chase_ends_when_one_cast_has_fallen(fallen: tuple[str, ...], won: str):
    """EW-24: the remaining cast has won."""
    game = begun("Ropewalk")
    fell(game, *fallen)
    assert winners(game) == [won]


@pytest.mark.parametrize(("scene", "rounds", "won"), [("Ropewalk", 8, ["Heroes"]), ("Lantern Row", 20, [])])
def test_a_scene_ends_when_its_time_is_over(scene: str, rounds: int, won: list[str]):
    """EW-24: after a number of rounds the heroes win the chase, and nobody wins the brawl."""
    game = begun(scene)
    for _ in range(1000):  # so that a scene without an end fails
        if not game.over:
            step(game, "pass")
    begins = [event for entry in game.done for event in entry.events if event[0] == "began" and event[2] == "Round"]
    assert winners(game) == won and len(begins) == rounds


def test_the_brawl_ends_when_one_cast_is_left():
    """EW-24: two of the three casts must be gone."""
    game = begun("Lantern Row")
    fell(game, *RAIDERS)
    assert not game.over
    fell(game, *GOBLINS)
    assert winners(game) == ["Heroes"]


KINDS = {
    "Knight": "Strike, Desperate Strike, Shield Bash, Guard, Move, Parry",
    "Fencer": "Strike, Desperate Strike, Shield Bash, Guard, Move, Riposte",
    "Scout": "Longbow Shot, Power Shot, Strike, Dash, Steal, Guard, Move",
    "Mage": "Fireball, Heal, Guard, Defend, Move",
    "Brute": "Strike, Desperate Strike, Shield Bash, Guard, Move, Parry",
    "Goblin": "Strike, Longbow Shot, Guard, Move",
    "Bravo": "Strike, Desperate Strike, Shield Bash, Defend, Guard, Move, Parry",
    "Cutpurse": "Strike, Steal, Dash, Guard, Move",
}


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_has_its_own_and_the_common_actions(name: str):
    """It has its own actions in the order of its menu, and the common ones: deploy and withdraw."""
    kind = next(kind for kind in BOOK.kinds if kind.name.casefold() == name.casefold())
    found = [BOOK.actions[index].name for index in kind.actions]
    assert found[:-2] == KINDS[name].split(", ") and found[-2:] == ["Deploy", "Withdraw"]


def test_the_campaign_goes_from_the_ropewalk_to_the_row():
    """EW-10, EW-24: the campaign has its scenes in their order, and the heroes keep what it says."""
    campaign = campaigns.find(BOOK, "Home before dark")
    assert campaign.scenes == ("Ropewalk", "Goblin ford", "Lantern Row")
    assert (campaign.cast, set(campaign.carries)) == ("Heroes", {"Health", "Mana", "Ammunition", "Gold"})
