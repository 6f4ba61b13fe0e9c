"""A person at the table: what can be typed, what it does, and how wrong input is refused."""

from pathlib import Path

import pytest

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play import reason_lines
from rulewright.play.bots import random_bot
from tests.play.tables import Table, game, position


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saves games in a folder of the test."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def beside(*lines: str, **given) -> Table:
    """Sets Ann beside Bob, both played by the person, Ann first."""
    playing = position("Ann at 2,3 (Health 20, Health Maximum 20)", "Bob at 3,3 (Health 20, Health Maximum 20)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    return Table(playing, *lines, bots={}, **given)


def far(*lines: str) -> Table:
    """Places Ann far from Bob, both played by the person."""
    playing = position("Ann at 1,1 (Health 20, Health Maximum 20)", "Bob at 5,5 (Health 20, Health Maximum 20)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    return Table(playing, *lines, bots={})


def last(table: Table) -> tuple:
    """Gives the last answer's first pick."""
    return table.terminal.game.journal[-1].path


def test_a_number_picks_from_the_menu():
    """A number chooses the option with this number; a single target is chosen automatically."""
    table = beside("1")
    table.play()
    assert last(table)[0][0] == "Strike"


def test_words_pick_from_the_menu():
    """An action and its target in words are a complete answer."""
    table = beside("strike the bob")
    table.play()
    assert last(table)[0][0] == "Strike"


def test_a_tile_is_typed():
    """A menu of tiles is answered with x and y."""
    table = far("move", "2,3")
    table.play()
    grid = table.terminal.game.state.setting.grid
    assert grid is not None
    assert last(table)[1] == grid.tile(2, 3)


def test_a_menu_of_tiles_marks_them_on_the_map():
    """The map marks the tiles instead of a long list."""
    assert "  1 A + + + .\n" in far("move").play()


def test_a_number_is_not_a_tile():
    """A single number at a menu of tiles is refused, and the refusal says what would have worked."""
    assert "'3' is not a tile: type its x and y, such as" in far("move", "3").play()


def test_a_number_off_the_menu_is_refused():
    """The refusal says which numbers are on the menu."""
    assert "there is no 99 on this menu: it goes from 1 to" in beside("99").play()


def test_a_half_made_choice_can_be_left():
    """After `back`, another answer can be given."""
    table = far("move", "back", "pass")
    table.play()
    assert last(table) == ("pass",)


def test_words_that_fit_nothing_are_refused():
    """The refusal quotes them, and nothing changes."""
    table = beside("sing a song")
    assert "'sing a song' is not on the menu" in table.play()
    assert len(table.terminal.game.done) == len(beside().terminal.game.done)


def test_the_command_why_says_the_check_that_fails():
    """`why` gives the reason with its values and its rule."""
    assert "No: Bob is 6 tiles away, Strike reaches 1 (" in far("why strike bob").play()


def test_the_command_why_alone_lists_actions_that_are_almost_possible():
    """`why` without words names the few actions that are almost possible, and counts the others."""
    text = far("why").play()
    assert "\n  no target for Strike: Bob is 6 tiles away" in text
    assert "Parry:" not in text and "cannot be done at this moment" in text


def test_the_command_why_alone_names_at_most_five_other_actions():
    """In a book with many actions that only a trigger causes, at most five other actions are named."""
    playing = Game(books.load("riftbound"), "Duel", seed=3)
    assert len(reason_lines.closed(playing, 0)) > 4 * reason_lines.FEW
    text = Table(playing, "why").play()
    assert "limited action" not in text
    assert 0 < text.count(" has no possible target here") + text.count("cannot pay") <= reason_lines.FEW


def test_the_command_why_names_the_nearest_actor():
    """An unknown name gets the name that was probably meant."""
    assert "there is nobody called 'bop': did you mean Bob?" in far("why strike bop").play()


def test_the_command_why_says_what_can_be_done():
    """If the action is possible, `why` says so."""
    assert "It can be done: type strike bob." in beside("why strike bob").play()


def test_undo_goes_back_through_the_bots():
    """`undo` takes back the person's last choice and all answers of bots since then."""
    playing = game(seed=7)
    table = Table(playing, "pass", "undo", bots={1: random_bot(1)})
    text = table.play()
    mine = [entry for entry in playing.journal if entry.player == 0]
    assert "Taken back: pass, and everything since then." in text
    assert (mine, playing.asking) == ([], (0,))


def test_undo_without_a_choice_is_refused():
    """Before the first choice there is nothing to undo."""
    assert "there is no choice of yours to go back to" in Table(game(seed=7), "undo").play()


def test_the_command_explain_tells_the_last_act():
    """`explain` explains the last act, die by die."""
    assert beside("strike bob", "explain").play().count("Ann: Strike → Bob (6.5.1)") == 2


def test_explain_says_why_the_last_act_was_allowed():
    """The costs and the range are shown with the values before the act."""
    text = beside("strike bob", "explain").play()
    assert "Allowed: Strike costs 1 of 3 Action Points." in text and "Allowed: Bob is 1 tile away, Strike reaches 1." in text


def test_explain_says_how_an_action_works():
    """`explain` with the name of an action explains the action."""
    assert "Range        Melee" in beside("explain strike").play()


def test_explain_refuses_the_number_of_an_answer_that_does_not_exist():
    """The refusal says which answers there are."""
    assert "there is no answer 99" in beside("explain 99").play()


def test_the_command_log_lists_the_answers():
    """`log` prints each answer on a line with its number and what it changed."""
    assert "Ann: Guard" in beside("guard", "log").play().split("Ann: Guard", 1)[1]


def test_the_where_command_prints_the_agenda_and_the_seed():
    """`where` prints the structures in progress in words, and the seed."""
    assert "Turn of Ann" in beside("where").play()


def test_stats_are_said_in_full():
    """`stats` prints the stats of all actors by their full names."""
    assert "Bob (actor): Health 20/20, Action Points" in beside("stats").play()


def test_the_command_help_lists_every_command_with_examples_of_answers():
    """`help` says how to answer, with examples from the menu, and lists every command."""
    text = beside("help", "help commands").play()
    assert "`strike bob`" in text
    assert all(f"  {name}" in text for name in ("why", "explain", "log", "stats", "where", "undo", "save", "quit"))


def test_help_says_when_the_game_ends():
    """`help` gives the goal in the words of the scene."""
    text = beside("help").play()
    assert "Encounter: you play Left, Right." in text and "It ends when one cast is left." in text


def test_help_fits_a_small_screen():
    """All of `help` fits 24 lines."""
    short, long = beside().play(), beside("help").play()
    assert len(long.splitlines()) - len(short.splitlines()) < 22


def test_the_command_save_writes_a_file(folder: Path):
    """`save FILE` saves, and prints the file's name."""
    assert "Saved to here.json." in beside("save here.json").play()
    assert (folder / "here.json").exists()


def test_leaving_saves_and_says_how_to_go_on(folder: Path):
    """`quit` and the end of input save under a new name."""
    for line in (["quit"], []):
        table = beside(*line)
        table.terminal.game.seed = 1
        assert "Go on with:  rulewright play " in table.play()
    assert len(list(folder.iterdir())) == 2


def test_an_interrupt_saves(folder: Path):
    """Ctrl-C saves too, with the exit status that shells expect."""
    table = beside(file=folder / "mine.json")

    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    table.terminal.read = interrupted
    assert "rulewright play " in table.play()
    assert (table.status, (folder / "mine.json").exists()) == (130, True)


def test_a_save_that_fails_is_said(folder: Path):
    """If the game cannot be saved, a line says so and the exit status is 2."""
    table = beside(file=folder / "a file" / "x.json")
    (folder / "a file").touch()
    assert "error: the game could not be saved: " in table.play()
    assert table.status == 2


def test_the_end_is_told():
    """At the end the winner, the length of the game and its seed are printed."""
    playing = position("Ann at 2,3 (Health 5, Health Maximum 20)", "Bob at 3,3 (Health 1)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    assert "Left wins! (" in Table(playing, "desperate strike").play()


def test_a_command_that_is_also_an_option_is_the_option():
    """An action with the name of a command can still be played by its name."""
    more = "\nLog\ndo: [Defense] += 1 until end of turn\nthen: [Action Points] -= 1\n"
    playing = position("Ann at 2,3 (Health 5)", "Bob at 5,5 (Health 5)", more=more)
    while playing.asking != (0,):
        playing.answer(None, "pass")
    table = Table(playing, "log", bots={})
    table.play()
    assert last(table)[0][0] == "Log"


def test_enter_draws_the_table_again():
    """An empty line draws map and menu again; another command does not."""
    assert [beside(*lines).play().count("    1 2 3 4 5") for lines in ([], ["where"], [""])] == [1, 1, 2]
