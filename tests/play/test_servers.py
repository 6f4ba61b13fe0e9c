"""The netrunner book at the table: servers, ice, rig and runs, in 80 columns and 24 lines, with nothing hidden shown."""

from random import Random

import pytest

from rulewright import books
from rulewright.kernel.errors import Ambiguous
from rulewright.kernel.game import Game
from rulewright.kernel.sight.redeal import redealt
from rulewright.kernel.words import read_path
from rulewright.play import cards, menu_lines, story
from rulewright.play.bots import random_bot
from rulewright.play.passing import Passing
from tests.books.netrunner.play import acting, does, passes, position

BOOK = books.load("netrunner")
WIDTH, HEIGHT = 79, 24


def drawn(game: Game, viewer: int | None, room: int = HEIGHT) -> list[str]:
    """Draws the table for a viewer, as plain lines."""
    return ["".join(text for text, _ in line).rstrip() for line in cards.Spread(game.view(viewer), WIDTH).lines(room)]


def met(game: Game) -> Game:
    """Lets the Runner run HQ until the encounter with its ice."""
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 4)
    return game


def test_each_server_is_drawn_with_its_ice():
    """Everybody sees where ice lies; only the owner sees the name of face-down ice."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank, Riddle Clerk (face down), Lock Keeper (face down)")
    corp, runner = ([" ".join(line.split()) for line in drawn(game, game.seat(seat))] for seat in ("Corp", "Runner"))
    assert any(line.startswith("Riddle Clerk as ice face down Ice Code Gate, Strength 3 Riddle: ") for line in corp)
    assert runner[runner.index("HQ") + 1 :][:3] == [
        "face-down card", "face-down card 2 as ice", "Mud Bank as ice Ice Barrier, Strength 3 Bank: end the run",
    ]  # fmt: skip


def test_ice_is_drawn_as_it_lies():
    """Two equal ice with another ice between them are not combined, because a run meets them one after another."""
    game = position("Runner", "Corp's Servers at HQ: Mud Bank, Lock Keeper, Mud Bank, Mud Bank")
    lines = drawn(game, 0)
    ice = [line.split("  ")[2] for line in lines[lines.index("  HQ") + 1 :][:3]]
    assert ice == ["Mud Bank ×2 as ice", "Lock Keeper", "Mud Bank 3 as ice"]


def test_inside_a_run_the_table_says_where_it_stands():
    """The table shows the server, the ice and the step."""
    game = met(position("Runner", "Corp's Servers at HQ: Mud Bank"))
    assert "  Runner's turn · Action Phase · run on HQ, encounter ice 1" in drawn(game, 0)


def test_zones_are_shown_with_the_names_of_their_owners():
    """The Corp has HQ, R&D and Archives, the Runner grip, stack and heap; internal zones are not drawn."""
    text = "\n".join(drawn(position("Corp", "HQ: Mud Bank\nGrip: Stimhack"), 0))
    assert "HQ 1, R&D 6" in text and "Grip 1" in text and "Your HQ: Mud Bank" in text and "Rezzable" not in text


@pytest.mark.parametrize("scene", list(BOOK.scenes))
def test_table_and_menu_fit_a_small_screen(scene: str):
    """Table, question, menu and prompt fit 80 columns and 24 lines at every point of a game."""
    game, bot = Game(BOOK, scene, seed=2), random_bot(2)
    while not game.over and len(game.done) < 400:
        player = game.asking[0]
        menu = game.menu(player)
        assert menu is not None
        if len(game.done) % 13 == 0:
            listed = menu_lines.menu_lines(game, player, (), menu, WIDTH)
            lines = drawn(game, player, HEIGHT - len(listed) - 3)
            assert len(lines) + len(listed) + 3 <= HEIGHT and max(map(len, lines)) <= WIDTH
        game.answer(player, *bot(game, player))


def test_the_table_is_drawn_from_what_the_seat_sees():
    """In a game that differs only in what the viewer does not see, the same table is drawn."""
    game, bot = Game(BOOK, seed=4), random_bot(4)
    while len(game.done) < 160:
        game.answer(game.asking[0], *bot(game, game.asking[0]))
    for viewer in (0, 1, None):
        assert drawn(redealt(game, viewer, Random(4)), viewer) == drawn(game, viewer)


def test_a_player_who_can_only_pass_is_not_asked():
    """This holds for windows in which only paid abilities can be used; in action windows everybody is asked."""
    game = position("Runner")
    passing = Passing(game)
    assert passing.automatic(game.asking[0]) == ("pass",)
    assert passing.automatic(acting(game).asking[0]) is None


def test_an_ability_is_typed_without_its_card():
    """`pry mud bank` is enough if only one card has Pry; the target follows."""
    game = met(position("Runner", "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth (Strength 5)"))
    named, short = (read_path(game, "Runner", words) for words in ("Pry (Crowbar Moth) Mud Bank", "pry mud bank"))
    assert named == short and len(short) == 2


def test_an_ability_that_two_cards_have_must_be_named_with_its_card():
    """Without the card the words are ambiguous."""
    lines = "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth (Strength 5), Crowbar Moth (Strength 5)"
    game = met(position("Runner", lines))
    with pytest.raises(Ambiguous):
        read_path(game, "Runner", "pry mud bank")
    assert len(read_path(game, "Runner", "pry (crowbar moth 2) mud bank")) == 2


def test_bookkeeping_of_a_run_is_not_told():
    """Internal counters of a run are not told; its cost is."""
    game = position("Runner")
    does(game, "Runner", "Run a server", "HQ")
    said = "\n".join(line.text for line in story.seen_lines(game, game.seat("Runner"), len(game.done) - 1))
    assert "Clicks" in said and "Attacked" not in said and "Successes" not in said


def test_a_question_is_put_to_who_answers_it():
    """The question whether to jack out goes to the Runner, not to the server."""
    game = position("Runner")
    does(game, "Runner", "Run a server", "HQ")
    passes(game, 2)
    assert story.asked_name(game) == "Runner" and "jack out" in str(game.menu("Runner").keys)


def test_a_broken_subroutine_is_told():
    """The subroutine is named when it is broken and when the encounter ends."""
    game = met(position("Runner", "Corp's Servers at HQ: Mud Bank\nRunner's Rig: Crowbar Moth (Strength 5)"))
    runner = game.seat("Runner")
    game.answer(runner, "Pry", "Mud Bank")
    assert "Mud Bank: Bank is out of use." in [line.text for line in story.seen_lines(game, runner, len(game.done) - 1)]
    passes(game, 2)
    assert "Mud Bank: Bank is in use again." in [line.text for line in story.seen_lines(game, runner, len(game.done) - 1)]
