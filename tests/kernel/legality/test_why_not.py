"""`why_not` is specific: in hundreds of random positions its reason names the check, its values and the rule."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from rulewright import books, testing
from rulewright.kernel.book import Book
from rulewright.kernel.game import Game
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.state.dice import die
from rulewright.program.definition import Action

POSITIONS = 1000
MANY = 12  # of more things than that some are asked about, other ones in each position
EVERY = 5  # one position of so many answers is asked about
BOOKS = {name: books.load(name) for name in books.shipped()}


def positions(book: Book, count: int) -> Iterator[Game]:
    """Gives positions of random games in all scenes, with different seeds."""
    seed, found = 0, 0
    while found < count:
        for scene in book.scenes:
            seed += 1
            game = Game(book, scene, seed=seed)
            while not game.over and game.state.number < 150 and found < count:
                if die(seed, game.state.number, 99, EVERY) == 1:
                    found += 1
                    yield game
                testing.random_answer(game, seed)


def questions(game: Game, actions: list[Action]) -> Iterator[tuple[Action, tuple[str, ...]]]:
    """Gives every action with every actor or with some tiles, and without a target."""
    names = sorted({game.book.name_of(game.state, slot) for slot in range(len(game.state.names))})
    names = names[game.state.number % (len(names) // MANY + 1) :: len(names) // MANY + 1]
    grid = game.state.setting.grid
    tiles = [] if grid is None else [grid.words(t) for t in range(game.state.number % 7, grid.width * grid.height, 7)]
    for action in actions:
        yield action, ()
        kinds = [pick.kind for pick in action.picks]
        if len(kinds) == 1:
            yield from ((action, (target,)) for target in (names if kinds == ["object"] else tiles))


def on_menu(game: Game, player: int, action: Action, targets: tuple[str, ...]) -> bool:
    """Says whether the menus of the player contain an option, by its words without the place of the thing."""
    menu = game.menu(player)
    assert menu is not None
    offers = [key for key in menu if isinstance(key, tuple) and key[0] == action.name]
    if not targets:
        return bool(offers)
    menus = [game.menu(player, offer) for offer in offers]
    words = [found.words(key) for found in menus if found is not None for key in found]
    return any(each == targets[0] or each.startswith(f"{targets[0]} in ") for each in words)


def generic(game: Game, action: Action, why: Why) -> list[str]:
    """Lists what is missing in a reason: the check, the rule, or values (a number or the name of something here)."""
    names = [*game.seats, *set(game.state.names), action.name]
    said = bool(re.search(r"\d", why.words)) or any(name in why.words for name in names)
    parts = {"check": why.check, "rule": why.rule, "words": why.words, "values": said}
    return [name for name, part in parts.items() if not part]


def ask(game: Game, counts: Counter[str]) -> None:
    """Asks about every option of one position."""
    player = game.asking[0]
    for action, targets in questions(game, list(game.book.actions)):
        why, there = game.why_not(player, action.name, *targets), on_menu(game, player, action, targets)
        place = f"{game}: {action.name} {' '.join(targets)}"
        assert (why is None) == there, f"{place}: on the menu: {there}, but why_not says {why}"
        if why is not None:
            assert generic(game, action, why) == [], f"{place}: {why!r}"
            counts[why.check] += 1


@pytest.mark.parametrize("name", BOOKS)
def test_every_closed_option_says_why(name: str):
    """The reason has the check, the values and the rule; `why_not` is None exactly if the option is on the menu."""
    counts: Counter[str] = Counter()
    count = POSITIONS // len(BOOKS) * 16 // max(16, len(BOOKS[name].actions))  # with many actions there is more to ask
    for game in positions(BOOKS[name], count):
        ask(game, counts)
    assert len(counts) > 3, counts


@pytest.mark.parametrize("name", BOOKS)
def test_a_player_who_is_not_asked_is_told_who_is_asked(name: str):
    """The reason names the asked player and the rule."""
    for game in positions(BOOKS[name], 20):
        for player in set(range(len(game.seats))) - set(game.asking):
            why = game.why_not(player, game.book.actions[0].name)
            assert why is not None and why.check == "turn" and why.rule
            assert game.seats[game.asking[0]] in why.words


@pytest.mark.parametrize(
    ("need", "said"),
    [
        ("[Health] > 5", "needs Health (3) > 5"),
        ("2 Rounds  have passed", "is possible only if 2 Rounds have passed"),
        ("[Health] > 5 and an ally is adjacent", "is possible only if Health (3) > 5 and an ally is adjacent"),
        ("[Health] Rounds have passed", "is possible only if its condition holds"),
    ],
)
def test_a_need_is_said_with_its_values_or_as_its_rule_says_it(need: str, said: str):
    """If values are not enough, the reason has the rule's own words; nobody sees the program's notation."""
    text = f"Rally\nNeeds: {need}\ndo: [Health] += 1\n\nScene Hill\n  cast Reds: Ann (Health 3)\n  cast Blues: Bo (Health 3)\n"
    game = Game(books.load(text=[("hill", text)]), "Hill", seed=1)
    why = game.why_not(game.asking[0], "Rally")
    assert why is not None and why.words == f"Rally {said}"
