"""The table of cards in a terminal: stack, priority, boards and hands, in 24 lines, and nothing that the seat may not see."""

from pathlib import Path
from random import Random

import pytest

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.redeal import redealt
from rulewright.play import cards, menu_lines, table_lines
from rulewright.play.bots import random_bot
from tests.books.mandarin import play as mandarin
from tests.hygiene.tree import ROOT
from tests.play.tables import Table

BOOK = rulewright.load("mandarin")
WIDTH, HEIGHT = 79, 24


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves games in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drawn(game: Game, viewer: int | None, room: int = HEIGHT) -> list[str]:
    """Draws the table for a viewer, as plain lines."""
    return ["".join(text for text, _ in line).rstrip() for line in cards.Spread(game.view(viewer), WIDTH).lines(room)]


def position(more: str, seats: str = "AB", **readings: str) -> Game:
    """Gives a position in which everybody has health, mana and a deck; the first has the turn."""
    people = ", ".join(f"{seat} (Health 9, Mana 5)" for seat in seats)
    decks = "\n".join(f"{seat}'s Deck: 9 Slow" for seat in seats)
    return mandarin.position(f"seats {', '.join(seats)}\n{people}\n{decks}\n{more}", **readings)


def midgame(scene: str, seed: int, answers: int) -> Game:
    """Plays a game of the book at random for a while."""
    game, bot = Game(BOOK, scene, seed=seed), random_bot(seed)
    while not game.over and len(game.done) <= answers:
        game.answer(game.asking[0], *bot(game, game.asking[0]))
    return game


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_the_stack_is_drawn_from_the_top_down():
    """The stack is drawn from the top down, each item with its player, its speed, where it comes from and its targets."""
    game = position("A's Board: Reed Cutter\nB's Hand: Ripple\nB (Mana 5)")
    game.answer("A", "Attack a player", "B")
    game.answer("B", "Ripple", "Attack a player")
    lines = drawn(game, 0)
    assert lines[0] == "  Stack, the top first"
    assert lines[1].split() == ["2", "Ripple", "B", "breakneck", "→", "Attack", "a", "player"]
    assert lines[2].split() == ["1", "Attack", "a", "player", "by", "Reed", "Cutter", "A", "basic", "→", "B"]


def test_priority_says_who_is_still_to_come():
    """After A has played, B has priority, then C, and A, who played, comes last (S-27)."""
    game = position("A's Hand: Quick", "ABC")
    game.answer("A", "Quick")
    assert "  lap 1 · A's turn · main   priority: B, then C, A" in drawn(game, 0)


def test_priority_in_succession_counts_the_passes():
    """In the other reading A keeps priority; when A has passed, B and C are still to come (S-42)."""
    game = position("A's Hand: Quick", "ABC", priority="in succession")
    game.answer("A", "Quick")
    assert "  lap 1 · A's turn · main   priority: A, then B, C" in drawn(game, 0)
    game.answer("A", "pass")
    assert "  lap 1 · A's turn · main   priority: B, then C" in drawn(game, 0)


def test_no_player_is_listed_as_next_if_one_pass_ends_the_turn():
    """While nothing waits, only Ivy is asked; with something on the stack Otto is asked, and then Ivy."""
    game = Game(rulewright.load("honey"), "Two hives", seed=8)
    assert "  day 1 · Ivy's turn · work   priority: Ivy" in drawn(game, 0)
    game.answer("Ivy", "forage")
    assert "  day 1 · Ivy's turn · work   priority: Otto, then Ivy" in drawn(game, 0)


def test_everybody_has_a_line_and_a_board():
    """It shows stats, numbers of hidden cards, and what each player controls, including tapped and attached cards."""
    game = position("A's Board: Reed Cutter\nA's Hand: Straw Hat\nB's Hand: 3 Slow")
    game.answer("A", "Straw Hat", "Reed Cutter")
    for seat in "BA":
        game.answer(seat, "pass")
    game.answer("A", "Attack a player", "B")
    lines = drawn(game, 0, 10)
    assert any(line.startswith("  A        Health 9") and "Hand 1" in line for line in lines)
    assert any(line.startswith(" >B        Health 9") and "Hand 3" in line for line in lines)
    assert any(line.startswith("    Reed Cutter tapped      Creature Peasant, Damage 3(+1), Health 2") for line in lines)
    assert any(line.startswith("    Straw Hat on Reed Cutter  Attachment") for line in lines)


def test_somebody_who_has_lost_is_out():
    """The line of a player who has left shows it."""
    game = position("A's Hand: Banish", "ABC")
    game.answer("A", "Banish", "C")
    assert "  C  out" in drawn(game, 0)


def test_stats_of_cards_are_what_they_have():
    """For a card, `stats` prints the card's own numbers, and no stats that only players have."""
    game = position("A's Hand: Ferry Hand, Quick")
    said = table_lines.full_stats(game.view(0))
    assert "Ferry Hand (Creature Peasant): costs 1 Mana, Damage 2, Health 3, Price 2" in said
    assert "Quick (Momentary fast): gain 1 Gold" in said


def test_things_without_a_controller_are_drawn():
    """The squares of a board belong to nobody and are drawn on the table."""
    game = Game(rulewright.load(str(ROOT / "benchmarks" / "tictactoe.rules")), seed=1)
    assert "  Table: A1, B1, C1, A2, B2, C2, A3, B3, C3" in drawn(game, 0)


def test_equal_cards_are_shown_once_with_their_number():
    """Equal cards are named once with their number; a card that differs has its own line."""
    game = position(
        "A's Hand: 2 Quick, Straw Hat\nA's Board: Reed Cutter, Reed Cutter (Health 1), Reed Cutter\nB's Board: 12 Reed Cutter"
    )
    lines = drawn(game, 0, 8)
    assert "  Your Hand: Straw Hat (Attachment, Price 2), Quick ×2 (Momentary fast)," in lines
    assert [line.strip() for line in lines if "Reed Cutter" in line] == [
        "Reed Cutter ×12 (Creature Peasant, Damage 1+1, Health 2, Price 1)",
        "Reed Cutter ×2 (Creature Peasant, Damage 1+1, Health 2, Price 1),",
        "Reed Cutter 2 (Creature Peasant, Damage 1+1, Health 1, Price 1)",
    ]


def test_a_long_hand_is_shortened():
    """If there is no room for forty cards in a hand, they stand on one line that says how many are left out."""
    game = position("A's Hand: 12 Slow, 12 Quick, 9 Reed Cutter, 7 Paddy Field, Straw Hat, Ripple, Ferry Hand, Iron Fork")
    line = next(line for line in drawn(game, 0, 4) if "Your Hand" in line)
    assert line == "  Your Hand: Iron Fork, Ferry Hand, Ripple, Straw Hat and 41 more"
    assert len(line) <= WIDTH


@pytest.mark.parametrize("scene", list(BOOK.scenes))
def test_table_and_menu_fit_a_small_screen(scene: str):
    """Table, question, menu and prompt fit 80 columns and 24 lines at every point of a game."""
    for seed in range(3):
        game, bot = Game(BOOK, scene, seed=seed), random_bot(seed)
        while not game.over and len(game.done) < 240:
            player = game.asking[0]
            menu = game.menu(player)
            assert menu is not None
            if len(game.done) % 9 == 0:
                listed = menu_lines.menu_lines(game, player, (), menu, WIDTH)
                lines = drawn(game, player, HEIGHT - len(listed) - 3)
                assert len(lines) + len(listed) + 3 <= HEIGHT
                assert max(map(len, lines)) <= WIDTH
            game.answer(player, *bot(game, player))


# -- what is not drawn -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_the_table_is_drawn_from_what_the_seat_sees(seed: int):
    """In a game that differs only in what the viewer does not see, the same table is drawn."""
    game = midgame("Three at the ford", seed, 60)
    for viewer in (0, 1, 2, None):
        twin = redealt(game, viewer, Random(seed))
        assert drawn(twin, viewer) == drawn(game, viewer)


def test_only_the_host_sees_the_faces_of_every_hand():
    """A player sees the cards of their own hand, the host those of all hands."""
    game = position("A's Hand: Ripple\nB's Hand: Iron Fork")
    assert any("Ripple" in line for line in drawn(game, 0))
    assert not any("Iron Fork" in line for line in drawn(game, 0))
    assert any("Iron Fork" in line for line in drawn(game, visibility.HOST))


# -- people at one terminal --------------------------------------------------------------------------------------------


def two(*lines: str) -> list[str]:
    """Lets two people play at one terminal; gives what was shown, page by page."""
    game = position("A's Hand: Quick, Iron Fork\nB's Hand: Ripple")
    return Table(game, *lines, bots={}).play().split("\f\n")


def test_the_terminal_is_handed_over():
    """The screen is cleared before the next person is called, and again when that person has pressed Enter."""
    pages = two("", "quick", "")
    assert len(pages) == 5
    assert [("Iron Fork" in page, "Your Hand: Ripple" in page) for page in pages] == [
        *((False, False), (False, False), (True, False), (False, False), (False, True))
    ]


def test_a_hand_is_shown_only_after_enter():
    """If words are typed instead of Enter, no hand is shown."""
    pages = two("hello")
    assert "Press Enter to go on." in pages[1]
    assert not any("Your Hand" in page for page in pages)


def test_the_next_person_is_told_what_happened():
    """After the change of person B is told what A did, as far as B may see it."""
    page = two("", "quick", "")[4]
    assert page.startswith("  A: Quick\n")


def test_without_secrets_nothing_is_handed_over():
    """Two people in a game with nothing hidden share one screen."""
    game = Game(rulewright.load("encounter"), "Duel", seed=7)
    assert "\f" not in Table(game, bots={}).play()


def test_the_screen_at_the_end_shows_no_hand():
    """When the game is over, two people at one terminal are shown only what everybody may see."""
    game = position("A's Hand: Banish, Iron Fork\nB's Hand: Ripple\nends when: one side is left")
    page = Table(game, "", "banish b", bots={}).play().split("\f\n")[-1]
    assert "A wins!" in page
    assert "Iron Fork" not in page


# -- why ---------------------------------------------------------------------------------------------------------------


def test_the_command_why_says_what_a_card_lacks():
    """`why` with a card's name gives the check that fails, with its values."""
    game = position("A (Mana 0)\nA's Hand: Ripple, Quick", unspent_mana="until end of turn")
    assert "No: " in Table(game, "why ripple", bots={1: random_bot(1)}).play()


def test_the_command_why_knows_the_cards_on_the_table():
    """`why` with a card and a target understands the name of anything that is visible."""
    game = position("A's Hand: Clay Pot Toss\nB's Board: Stone Turtle\nMarket: Reed Cutter")
    text = Table(game, "why clay pot toss stone turtle", "why clay pot toss reed", bots={1: random_bot(1)}).play()
    assert "It can be done: type clay pot toss stone turtle." in text
    assert "No: " in text
