"""Things that nobody controls are asked nothing, so no game waits for an answer that no seat can give."""

from typing import Any

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from tests.books.encounter.play import asked, do, rounds, scene, stat

BANISH = """
Banish
Target: an enemy
do: nobody controls target
then: [Action Points] -= 1

Push
Target: an actor
do: [Target Health] -= 1
"""
THREE = """
cast Reds: Ann at 1,1 (Health 9, Attack 9)
cast Blues: Ben at 2,1 (Health 9)
cast Greens: Cy at 9,9 (Health 9)
ends when: one cast is left
"""


def test_an_actor_that_nobody_controls_is_not_asked_in_its_turn():
    """Its turn passes, and the next actor has a turn."""
    game = rounds(THREE, [90, 50, 10], BANISH)
    do(game, "Ann", "Banish Ben")
    do(game, "Ann", "pass")
    assert asked(game, "Cy")
    do(game, "Cy", "pass")
    assert asked(game, "Ann")


def test_an_actor_that_nobody_controls_does_not_react():
    """Nobody is asked for a parry, so the blow is dealt."""
    parry = BANISH + "\nShell (Reaction)\nTrigger: this actor would take damage\ndo: negate the damage\n"
    game = rounds(THREE, [90, 50, 10], parry)
    do(game, "Ann", "Push Ben")
    assert asked(game, "Ben")
    do(game, "Ben", "Shell")
    do(game, "Ann", "Banish Ben")
    do(game, "Ann", "Push Ben")
    assert asked(game, "Ann") and stat(game, "Ben", "Health") == 8


def test_an_actor_that_nobody_controls_decides_and_chooses_nothing():
    """Optional effects do not happen, and nothing is chosen."""
    rules = """
Banish
do: nobody controls Ben

Ask
do: Ben may pay 1 Gold to bow: [Mana] += 1

Offer
do: Ben may bow: [Mana] += 1
"""
    game = scene("Ann (Health 9, Action Points 5) beside Ben (Health 9, Gold 3), Cy (Health 9)", rules)
    for words in ("Banish", "Ask", "Offer"):
        do(game, "Ann", words)
        assert asked(game, "Ann")
    assert (stat(game, "Ann", "Mana"), stat(game, "Ben", "Gold")) == (0, 3)


def test_the_last_cast_that_somebody_controls_has_won():
    """An actor that nobody controls belongs to no cast, so the game ends at once."""
    game = rounds(THREE.replace("cast Greens: Cy at 9,9 (Health 9)\n", ""), [90, 50], BANISH)
    do(game, "Ann", "Banish Ben")
    assert game.game.over and game.game.standing() == {"Reds": 1, "Blues": 0}


def test_a_game_in_which_nobody_controls_anything_comes_to_its_end():
    """Turns pass until the scene ends."""
    rules = f"{BANISH}\nLet go\ndo: nobody controls target\nTarget: an actor\n\nScene Here\n  " + "\n  ".join(
        THREE.strip().replace("ends when: one cast is left", "ends when: 3 Rounds have passed; nobody wins").splitlines()
    )
    game = Game(books.load(text=[("here.rules", rules)]), "Here", seed=1)
    for name in ("Ben", "Cy", "Ann"):
        game.answer(0 if game.asking == (0,) else None, "Let go", name)
    assert game.over


STACK = """
Uses: nothing
Start: Game
Priority: {priority}

Stat Score: at least 0
Zone Players: in play
Zone Field: in play
Zone Hand: of each player, seen by its owner
Zone Trash: of each player
Zone Stack: a stack
Kind Spell: a card played from Hand, then to Trash
Kind Bell: a card

Speeds
  | on top   | slow |
  | nothing  | yes  |
  | anything | yes  |

structure Game
  step rounds: repeat Turns

structure Turns
  step turns: each player: take a Turn

structure Turn of a player
  step act: window actions for each player, until all pass

Disown (Spell)
Target: a bell
do: nobody controls target

Hush (Spell)
Target: a card in Stack
do: nobody controls target

Ring (Spell)
do: gain 1 Score

Old Bell (Bell)

  Chime
  Trigger: an actor goes to Trash
  do: gain 1 Score

Scene Here
  seats Ann, Bo
  Ann's Field: Old Bell
  Ann's Hand: Disown, Ring, Hush, Ring
  Bo's Hand: Ring, Disown, Hush, Ring
  ends when: 6 Turns have passed; nobody wins
"""


@pytest.mark.parametrize(
    "priority",
    [
        "goes round",
        "in succession",
        "in succession, who acts keeps it, the newest gives it",
        "in succession, who acts passes it on",
    ],
)
def test_a_stack_with_what_nobody_controls_is_answered_by_seats(priority: str):
    """In every possible game only seats are asked, whatever waits there."""
    book = books.load(text=[("stack.rules", STACK.format(priority=priority))])
    for seed in range(8):
        game = Game(book, "Here", seed=seed)
        for _ in range(60):
            if game.over:
                break
            assert all(0 <= player < 2 for player in game.asking)
            player = game.asking[0]
            menu = game.menu(player)
            path: list[Any] = []
            while menu is not None:
                keys = list(menu)
                path.append(keys[(seed * 7 + len(game.done) * 3 + len(path)) % len(keys)])
                menu = game.menu(player, *path)
            game.answer(player, *path)


@pytest.mark.parametrize(
    ("keys", "quiet"),
    [(["Strike", "pass"], "pass"), (["Parry", "decline"], "decline"), ([3, 4, "none"], "none"), (["a", "b"], "a")],
)
def test_a_menu_knows_its_simplest_answer(keys: list[Any], quiet: Any):
    assert Menu("which", keys).quiet() == quiet


def test_a_menu_of_numbers_or_text_has_a_simplest_answer_too():
    assert Menu("how many", least=2, most=5).quiet() == 2 and Menu("which text", parser="rule").quiet() == ""
