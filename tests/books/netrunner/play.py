"""Helpers for tests that read like play: a position of the Corp and the Runner, and what happens in it."""

from functools import lru_cache
from textwrap import indent

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.change import values
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.lower.compiler import bind

# A game from a position is neither shuffled nor dealt.
RULES = """
Uses: netrunner

structure Game
  step laps: repeat Lap
"""
SERVERS = "Corp's Servers: HQ, R&D, Archives, New Server"
CORP = "Corp (Credits 9, Hand Limit 5)"
RUNNER = "Runner (Credits 9, Hand Limit 5, Memory 4, Hand Reach 1, Deck Reach 1)"


@lru_cache(maxsize=64)
def loaded(text: str, readings: tuple[tuple[str, str], ...] = ()) -> Book:
    """Loads rule text that has no error in it."""
    found = bind([("test.rules", text)], books.finder(), readings=dict(readings))
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


def position(first: str, lines: str = "", *, rules: str = "", corp: str = CORP, runner: str = RUNNER, **readings: str) -> Game:
    """Begins a game at the first choice of somebody's turn, from lines of a scene."""
    seats = ("Corp", "Runner") if first == "Corp" else ("Runner", "Corp")
    deck = [] if "R&D:" in lines else ["R&D: 6 Eel Pot"]
    scene = "\n".join([f"seats {', '.join(seats)}", f"{corp}, {runner}", SERVERS, *deck, *lines.strip().splitlines()])
    text = f"{RULES}\n{rules}\nScene Here\n{indent(scene, '  ')}\n"
    return Game(loaded(text, tuple(readings.items())), "Here", seed=1)


def asked(game: Game) -> str:
    """Names the player who is asked; "" if nobody is."""
    assert len(game.asking) <= 1
    return game.seats[game.asking[0]] if game.asking else ""


def options(game: Game, *picks: str) -> list[str]:
    """Gives the options of the player who is asked, in words."""
    menu = game.menu(None, *picks)
    return [] if menu is None else [menu.words(key) for key in menu]


def passes(game: Game, times: int = 1) -> None:
    """Lets the player who is asked pass, so many times."""
    for _ in range(times):
        game.answer(None, "pass")


def acting(game: Game) -> Game:
    """Passes until the next action window."""
    while not game.over and not game.where().rpartition(" · ")[2].startswith("action window"):
        game.answer(None, "pass" if "pass" in options(game) else "decline" if "decline" in options(game) else options(game)[0])
    return game


def does(game: Game, who: str, *said: str) -> None:
    """Lets somebody act in the next action window, and then gives further answers of the players who are asked."""
    acting(game)
    assert asked(game) == who, game.where()
    game.answer(who, *said)


def until(game: Game, words: str, *, yes: tuple[str, ...] = ()) -> Game:
    """Passes, declines or takes the first option until the game is at a place; options in `yes` are taken if they are offered."""
    while not game.over and words not in game.where():
        said = options(game)
        game.answer(None, next(each for each in (*yes, "pass", "decline", said[0]) if each in said))
    return game


def run(game: Game, server: str, *, yes: tuple[str, ...] = ()) -> Game:
    """Lets the Runner run a server with the next click, until the next action window or the end of the turn."""
    does(game, "Runner", "Run a server", server)
    while not game.over and "run on" in game.where():
        said = options(game)
        game.answer(None, next(each for each in (*yes, "pass", "decline", said[0]) if each in said))
    return game


def stat(game: Game, who: str, name: str) -> int:
    """Gives the current value of somebody's stat."""
    return values.value(game.machine, game.find(who), game.book.stat(name))


def zone(game: Game, name: str) -> list[str]:
    """Names the cards in a zone, the last one first."""
    state = game.state
    (here,) = [n for n, ground in enumerate(state.grounds) if ground[0] >= 0 and game.book.zone_words(state, n) == name]
    return [state.names[slot] for slot in reversed(state.zones[here])]


def lies(game: Game, card: str) -> str:
    """Says where a card lies."""
    place = game.state.places[game.find(card)]
    return "" if place == NOWHERE else game.book.zone_words(game.state, place)


def told(game: Game) -> list[str]:
    """Gives the announcements of the last answer."""
    return [event[1] for event in game.done[-1].events if event[0] == "told"]


def refused(game: Game, who: str, action: str, *targets: str) -> str:
    """Gives the check that refuses an action; "" if it is allowed."""
    why = game.why_not(who, action, *targets)
    return "" if why is None else why.check
