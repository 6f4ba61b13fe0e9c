"""The table as it is drawn: the map, the actors on it, the menu."""

import rulewright
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.play import maps, menu_lines, table_lines
from rulewright.play.maps import Field
from tests.play.tables import game, position


class Whole:
    """Stands in for a game in which every option is a whole answer."""

    def menu(self, *picks: object) -> None:
        """Says that nothing more can be picked."""


def text(lines: list) -> list[str]:
    """Joins the coloured pieces of lines."""
    return ["".join(words for words, _ in line).rstrip() for line in lines]


def test_the_map_counts_from_the_bottom_left():
    """x goes east from 1, y north from 1 at the bottom, as tiles are written."""
    assert text(Field(game().view(), 79).map_lines()) == [
        "  4 . . . . . .",
        "  3 . . # # . .",
        "  2 . S . . g .",
        "  1 . . . . . .",
        "    1 2 3 4 5 6",
    ]


def test_marked_tiles_are_drawn():
    """The map marks the tiles that can be picked."""
    assert text(Field(game().view(), 79, [(1, 1)]).map_lines())[3] == "  1 + . . . . ."


def test_two_on_a_tile_are_drawn_as_several():
    """The map shows if several actors share a tile."""
    playing = position("Ann at 2,2 (Health 5)", "Bob at 2,2 (Health 5)")
    field = Field(playing.view(), 79)
    assert text(field.map_lines())[3] == "  2 . * . . ." and "* several actors" in field.legend()


def test_each_actor_has_a_letter_of_its_own():
    """The first cast has capital letters, the others small ones, and each letter is used once."""
    assert list(Field(game("Goblin ford").view(), 79).letters.values()) == ["S", "F", "E", "g", "s", "m"]


def test_no_two_stats_have_the_same_short_form():
    """Several words become their initials, one word its first letters, and all short forms differ."""
    assert maps.abbreviations(["Action Points", "Attack", "Attitude", "Mana"]) == {
        "Action Points": "AP",
        "Attack": "Att",
        "Attitude": "Atti",
        "Mana": "Man",
    }


def test_the_line_of_an_actor_has_a_health_bar_and_stats():
    """A line shows letter, name, health as a bar and in numbers, and the stats that fit."""
    assert text(Field(game().view(), 60).people_lines(60))[0] == " S Sera ████████ 26/26 AP 0 RP 0 Att 5 Str 4 Def 14 Ini 49"


def test_a_lasting_effect_is_shown_beside_its_stat():
    """If a lasting effect changes a stat, the amount is shown."""
    playing = position("Ann at 1,1 (Health 5, Defense 3)", "Bob at 5,5 (Health 5)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    playing.answer(0, "Guard")
    assert "Def 5(+2)" in text(Field(playing.view(), 60).people_lines(60))[0]


def test_the_defeated_are_still_listed():
    """Actors that are out of play are listed with the zone they are in."""
    playing = position("Ann at 2,3 (Health 10, Health Maximum 30)", "Bob at 3,3 (Health 1); Cal at 5,5 (Health 5)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    playing.answer(0, "Desperate Strike", "Bob")
    assert text(Field(playing.view(), 60).people_lines(60))[1].casefold() == " b bob  defeated"


def test_the_whole_table_fits_eighty_columns():
    """No line is wider than the screen."""
    playing = game("Goblin ford")
    player = playing.asking[0]
    menu = playing.menu(player)
    assert menu is not None
    drawn = [*table_lines.board(playing.view(), 79), *menu_lines.menu_lines(playing, player, (), menu, 79)]
    assert max(map(table_lines.length, drawn)) <= 79


def test_a_narrow_screen_has_the_people_below_the_map():
    """If there is no room beside the map, the actors are listed below it."""
    lines = text(table_lines.board(game().view(), 50))
    assert lines[7].startswith(" S Sera")


def test_an_option_says_its_cost_and_its_targets():
    """A line of the menu shows the cost of an action, and its targets if they are few."""
    playing = position("Ann at 2,3 (Health 5)", "Bob at 3,3 (Health 5)")
    while playing.asking != (0,):
        playing.answer(None, "pass")
    menu = playing.menu(0)
    assert menu is not None
    assert "1 Strike (1 AP): Bob" in "\n".join(text(menu_lines.menu_lines(playing, 0, (), menu, 79)))


def test_a_menu_uses_columns_where_they_fit():
    """More than four options stand in columns, numbered downwards, each column as wide as needed."""
    menu = Menu("pick", [f"option {n}" for n in range(6)])
    lines = text(menu_lines.menu_lines(Whole(), 0, (), menu, 40))
    assert lines == ["  1 option 0    4 option 3", "  2 option 1    5 option 4", "  3 option 2    6 option 5"]


def test_a_range_of_numbers_is_not_listed():
    """A menu of many numbers shows only the least and the greatest."""
    assert text(menu_lines.menu_lines(game(), 0, (), Menu("how many", least=1, most=900), 40)) == ["  a number from 1 to 900"]


def test_a_game_without_a_map_lists_its_zones():
    """A game of cards is drawn zone by zone; of hidden cards only the number is shown."""
    book = rulewright.load("tests/shapes/riftbound.rules")
    lines = text(table_lines.board(Game(book, seed=1).view(0), 79))
    assert any("Hand 2, Main Deck 4" in line for line in lines) and "  Your Hand" in lines
    assert any(line.split()[:2] == ["Gutter", "Seer"] for line in lines)
