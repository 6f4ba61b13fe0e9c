"""How a record is shortened for readers: many events become few lines, and changes that cancel out are left out."""

from rulewright import books
from rulewright.kernel.game import Game
from rulewright.play import story
from rulewright.play.digest import RawLine, StoryLine, digest


def changed(name: str, stat: str, old: int, new: int, pool: bool = False) -> RawLine:
    """Makes the line about a number that has changed."""
    return RawLine("detail", f"{name}'s {stat}: {old} → {new}.", name, change=(stat, old, new), pool=pool)


def moved(name: str, zone: str = "Board") -> RawLine:
    """Makes the line about something that moves."""
    return RawLine("detail", f"{name} goes to {zone}.", name)


def texts(*heard: RawLine) -> list[str]:
    """Gives the lines that are told."""
    return [line.text for line in digest(heard)]


def test_points_gained_and_spent_in_one_answer_are_not_told():
    """Only the resulting change of a player's number is told."""
    spent = [changed("Ann", "Energy", 0, 1, True), changed("Ann", "Energy", 1, 2, True), changed("Ann", "Energy", 2, 0, True)]
    assert texts(*spent) == []
    assert texts(spent[0], moved("Rune"), changed("Ann", "Energy", 1, 3, True)) == ["Rune goes to Board.", "Ann's Energy: 0 → 3."]


def test_each_change_of_the_stat_of_a_thing_is_told():
    """Damage that is dealt and healed in one answer is told in both steps."""
    assert len(texts(changed("Ox", "Damage", 0, 3), changed("Ox", "Damage", 3, 0))) == 2


def test_the_same_change_of_several_things_is_one_line():
    """If the same happens to several things in a row, one line tells it; of many things only some are named."""
    assert texts(moved("Ox"), moved("Hen")) == ["Ox and Hen go to Board."]
    assert texts(*(changed(name, "Tired", 0, 1) for name in ("Ox", "Hen", "Cow"))) == ["Ox, Hen and Cow: Tired 0 → 1."]
    assert texts(*(changed(str(n), "Tired", 0, 1) for n in range(6))) == ["0, 1, 2 and 3 more: Tired 0 → 1."]
    assert texts(moved("Ox"), moved("Hen", "Yard")) == ["Ox goes to Board.", "Hen goes to Yard."]


def test_equal_lines_are_counted():
    """Equal lines are told once, with their number."""
    unseen = RawLine("detail", "Something unseen goes to the Hand.")
    assert texts(unseen, unseen, unseen) == ["Something unseen goes to the Hand (3 times)."]


def test_a_word_about_a_thing_is_added_to_the_line_about_that_thing():
    """A word about the thing of the line before is added to this line; a word about another thing has its own line."""
    told = RawLine("detail", "Ox: played.", "Ox", word="played")
    assert texts(moved("Ox"), told) == ["Ox goes to Board, played."]
    assert texts(moved("Hen"), told) == ["Hen goes to Board.", "Ox: played."]
    assert texts(told, told._replace(text="Hen: played.", name="Hen")) == ["Ox and Hen: played."]


def test_a_heading_has_something_below_it():
    """Phases in which nothing happened are left out; every turn is told, and the phase in which somebody is asked last."""
    turn, phase, last = RawLine("turn", "Ann's turn", kept=True), RawLine("turn", "Ann's rest"), RawLine("turn", "Ann's pick")
    assert texts(turn, phase, turn, phase, last) == ["Ann's turn", "Ann's turn", "Ann's pick"]
    assert digest([phase, moved("Ox")]) == [StoryLine("turn", "Ann's rest"), StoryLine("detail", "Ox goes to Board.")]


def test_a_story_leaves_out_numbers_that_only_the_rules_use():
    """Numbers that only the rules use are left out, and moves of things are told."""
    game = Game(books.load("riftbound"), "Duel", seed=3)
    told = [line.text for line in story.opening(game, 0).lines]
    assert not [text for text in told if text.startswith(("Seats", "Turns", "Lot"))]
    assert "Something unseen goes to Bo's Hand (4 times)." in told
