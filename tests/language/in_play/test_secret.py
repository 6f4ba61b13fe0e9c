"""Choices that all players make at once in secret: nothing is done, and nothing is known, before all have chosen."""

import json
from random import Random
from typing import Any

import pytest

from rulewright.kernel.errors import NotAsked, Refused
from rulewright.kernel.game import Game
from rulewright.kernel.history.saves import load, save
from rulewright.kernel.sight.witness import Witness
from rulewright.language.lower.compiler import bind
from rulewright.play import story
from rulewright.play.bots import greedy_bot
from rulewright.play.commands import unseen
from rulewright.play.playout import play_out
from rulewright.protocol.tables import Table
from rulewright.testing.leaks import impression

TEXT = """\
Uses: nothing
Start: Game
Stat Coins: at least 0, starts at 5
Stat Bid, Shown: at least 0
Zone Players: in play
Zone Hand: of each player, seen by its owner
Zone Market: seen by all
Zone Table: seen by all
Kind Gem: a card
structure Game
  step laps: repeat Lap
structure Lap
  step turns: each player: take a Turn
structure Turn of a player
  step act: window actions for the player, one only
Ruby (Gem)
Opal (Gem)
Scene Board
  seats Ann, Bo, Cy
  Market: Ruby, Opal
  Ann's Hand: Ruby
  Bo's Hand: 2 Opal, Ruby
  Cy's Hand: Opal, Ruby

Auction
do: each player in secret:
      it chooses X up to [It Coins], to bid
      [It Bid] = X
      it loses X Coins

Throw
do: each player, in secret:
      it chooses one:
        rock: [It Shown] = 1
        paper: [It Shown] = 2

Show
do: each player in secret:
      it chooses a card in its Hand
      move the chosen card to Table

Grab
do: each player in secret:
      it chooses a card in Market
      move the chosen card to its Hand

Ballot
do: each opponent in secret:
      it may vote for it:
        you gain 1 Coins
        it gains 1 Bid

Pair
do: each opponent in secret:
      it chooses 2 cards in its Hand
      move the chosen cards to Table
"""


def begun(*picks: str, more: str = "") -> Game:
    found = bind([("secret.rules", TEXT + more)], lambda used: ())
    assert found.book is not None, found.problems
    game = Game(found.book, "Board", seed=3)
    game.answer("Ann", *picks)
    return game


def stats(game: Game, name: str) -> list[int]:
    return [game.state.cell(game.find(seat), game.book.stat(name)) for seat in game.seats]


def lying(game: Game, zone: str, player: int) -> list[int]:
    kind = [each.name for each in game.book.zones].index(zone)
    return game.state.zones[game.state.owned(kind, player)]


def test_all_are_asked_at_once_and_nothing_is_done_before_all_have_chosen():
    """They may choose in any order; then the choices are carried out one after another."""
    game = begun("Auction")
    assert game.asking == (0, 1, 2)
    game.answer("Cy", 5)
    game.answer("Ann", 1)
    assert (game.asking, stats(game, "Bid"), stats(game, "Coins")) == ((1,), [0, 0, 0], [5, 5, 5])
    game.answer("Bo", 2)
    assert (stats(game, "Bid"), stats(game, "Coins")) == ([1, 2, 5], [4, 3, 0])


def test_nobody_chooses_twice():
    """A player who has chosen is not asked again, and the choice stands."""
    game = begun("Throw")
    game.answer("Bo", "rock")
    with pytest.raises(NotAsked):
        game.answer("Bo", "paper")


def test_secret_choices_are_told_when_all_have_chosen():
    """The record tells each choice, in the order of the seats."""
    game = begun("Throw")
    game.answer("Bo", "rock")
    game.answer("Cy", "paper")
    told = [event for event in game.answer("Ann", "rock") if event[:2] == ("told", "chose")]
    assert [(game.state.names[event[2]], event[3]) for event in told] == [("Ann", "rock"), ("Bo", "rock"), ("Cy", "paper")]


ONE_OF_TWO = [("Auction", 1, 4), ("Throw", "rock", "paper"), ("Show", "Opal", "Ruby"), ("Grab", "Opal", "Ruby")]
ONE_OF_TWO += [("Ballot", "vote for it", "decline")]


@pytest.mark.parametrize(("action", "one", "other"), ONE_OF_TWO)
@pytest.mark.parametrize("viewer", [0, 2, None])
def test_others_cannot_tell_what_was_chosen(action: str, one: str, other: str, viewer: int | None):
    """Whatever Bo chooses, views, menus, refusals, the record and the story are the same for everybody else."""
    seen = []
    for choice in (one, other):
        game = begun(action)
        lines = story.tell(game, 1, (choice,), viewer).lines
        records = Table("t", game, answers=(0, 0, 0)).asking(viewer)
        seen.append(
            (impression(game, viewer), lines, json.dumps(records), game.told(viewer), Witness(game, viewer).follow(game.done))
        )
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("action", "one", "other"), ONE_OF_TWO)
def test_a_bot_does_not_know_what_was_chosen(action: str, one: str, other: str):
    """The game imagined for Cy is the same whatever Bo chose, and may differ from the real one."""
    imagined = []
    for choice in (one, other):
        game = begun(action)
        game.answer("Bo", choice)
        imagined.append([repr(game.imagine("Cy", seed).state.agenda[-1].vars) for seed in range(8)])
    assert imagined[0] == imagined[1]
    assert len(set(imagined[0])) > 1


def test_an_imagined_game_keeps_ones_own_choice():
    """Bo knows what Bo chose."""
    game = begun("Auction")
    game.answer("Bo", 4)
    assert all("(4,)" in repr(game.imagine("Bo", seed).state.agenda[-1].vars) for seed in range(4))


def test_a_secret_choice_can_be_saved_and_undone():
    """A game saved in the middle continues in the same way; an undo asks again."""
    game = begun("Auction")
    game.answer("Bo", 3)
    again = load(save(game), game.base)
    for each in (game, again):
        each.answer("Cy", 1)
        each.answer("Ann", 0)
    assert game.fingerprint() == again.fingerprint() and stats(again, "Bid") == [0, 3, 1]
    game.undo()
    game.undo()
    assert game.asking == (0, 2)
    game.undo()
    assert game.asking == (0, 1, 2)


def test_a_revealed_choice_cannot_be_undone_at_a_terminal():
    """A choice may be undone before all have chosen, but not afterwards."""
    game = begun("Throw")
    game.answer("Bo", "rock")
    unseen(game, 1, len(game.done) - 1)
    game.answer("Cy", "rock")
    game.answer("Ann", "paper")
    with pytest.raises(Refused, match="something hidden"):
        unseen(game, 1, len(game.done) - 1)


def test_a_thing_that_two_have_chosen_goes_to_the_first():
    """When it is the second player's turn, the thing is gone, and nothing else is taken instead."""
    game = begun("Grab")
    for seat in game.seats:
        game.answer(seat, "Ruby")
    hands = [len(lying(game, "Hand", player)) for player in range(3)]
    assert hands == [2, 3, 2]


def test_several_things_are_chosen_in_one_answer():
    """Bo's answer has two picks; one of them alone is incomplete."""
    game = begun("Pair")
    game.answer("Bo", "Opal", "Ruby")
    assert game.asking == (2,)
    game.answer("Cy", "Opal", "Ruby")
    assert len(lying(game, "Table", 0)) == 4


def test_a_player_who_is_out_is_not_asked():
    """Ann and Cy are asked; nobody waits for Bo's choice."""
    game = begun("Quit", "Bo", more="\nQuit\nTarget: an opponent\ndo: target loses the game\n    remove target\n")
    while game.asking != (2,):
        game.answer(game.asking[0], "pass")
    game.answer("Cy", "Auction")
    assert sorted(game.asking) == [0, 2]


def test_bots_choose_in_secret():
    """A game in which bots choose continues."""
    game = begun("Auction")
    play_out(game, [greedy_bot(seed) for seed in range(3)], most=12)
    assert len(game.done) > 8


def test_a_secret_block_must_begin_with_a_choice():
    """Any other beginning is an error that says so."""
    found = bind([("secret.rules", TEXT + "\nLate\ndo: each player in secret: it gains 1 Coins\n")], lambda used: ())
    assert any("must begin with a choice" in problem.message for problem in found.problems)


@pytest.mark.parametrize("seed", range(3))
def test_random_play_keeps_what_frames_hold(seed: int):
    """While only some players have chosen, the values in frames have the declared types."""
    from rulewright.kernel.state.holding import misfits

    chance = Random(seed)
    game = begun("Pair" if seed else "Show")
    for _ in range(12):
        assert misfits(game.book, game.state) == []
        player = chance.choice(game.asking)
        picks: list[Any] = []
        while (menu := game.menu(player, *picks)) is not None:
            picks.append(chance.choice(list(menu)))
        game.answer(player, *picks)
