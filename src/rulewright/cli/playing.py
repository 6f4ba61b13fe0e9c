"""`play` and `replay`: from the arguments of a command to a game in the terminal."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from rulewright import books
from rulewright.bots import levels
from rulewright.bots.levels import LEVELS, SIMPLE
from rulewright.bots.no_progress import Progress
from rulewright.cli.failures import fail
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused, SaveError
from rulewright.kernel.game import Game
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.state.facts import NOWHERE
from rulewright.play import campaigns, files, story, table_lines
from rulewright.play.bots import Bot
from rulewright.play.coaching import Coach
from rulewright.play.playout import MOST, play_out
from rulewright.play.screen import Screen
from rulewright.play.seen import Seen
from rulewright.play.strategies import Tried, run_by, strategy_bot
from rulewright.play.terminal import Terminal, finish, heading, show

ME = "me"
HOW = (ME, *SIMPLE, *LEVELS)


def play(target: str, scene: str | None, campaign: str | None, seats: Sequence[str], seed: int | None, readings: Sequence[str],
         auto: bool, trace: bool, coach: str, file: Path | None) -> int:  # fmt: skip
    """Play a game, or the scenes of a campaign, in the terminal; or let bots play and tell it."""
    saved: dict[str, str] = {}
    if files.is_saved_game(Path(target)):
        if scene or campaign or readings or seed is not None:
            fail("a saved game keeps its own scene, campaign, seed and readings: leave these options out")
        text = files.read(Path(target))
        game = books.restore(text)
        saved = files.seats(text)
        file = file or Path(target)
    else:
        game = begin(target, scene, campaign, seed, readings)
    asked = wanted(game, seats)
    if auto and (mine := [name for name, how in asked.items() if how == "me"]):
        fail(f"--auto lets bots play every seat, so {mine[0]} cannot be played by a person")
    # A person who asks for a seat gets it, and may answer through a pipe.
    person = not auto and ("me" in asked.values() or (sys.stdin.isatty() and sys.stdout.isatty()))
    if trace and person:
        fail("--trace is for games that only bots play: add --auto")
    if coach and not person:
        fail("--coach is for people, and no seat of this game is played by a person")
    return go_through(game, asked, saved, person, file, trace, Coach(coach))


def go_through(game: Game, asked: dict[str, str], saved: dict[str, str], person: bool, file: Path | None, trace: bool,
               coach: Coach) -> int:  # fmt: skip
    """Play a game; for a campaign, also the games that follow."""
    screen = Screen()
    campaigns.of(game)  # refuse before anything is played
    while True:
        terminal = None
        sitting = seated(game, asked, saved, person)
        players = {n: bot(game, n, how, screen if trace else None) for n, how in enumerate(sitting) if how != "me"}
        if len(players) < len(game.seats):
            terminal = Terminal(game, sitting, players, screen, file, coach=coach)
            status, file = terminal.run(), terminal.file
        else:
            status = watch(game, sitting, [players[n] for n in range(len(game.seats))], screen, file)
        following = campaigns.follow(game) if game.over and campaigns.of(game) is not None else None
        if game.over:
            tell(screen, campaigns.told(game, following))
        if following is None:
            return status
        if terminal is not None and (left := terminal.pause()) is not None:
            return left
        screen.say()
        game = following


def tell(screen: Screen, lines: Sequence[str]) -> None:
    """Say how a campaign goes on, separately from the game before."""
    if lines:
        screen.say()
    for line in lines:
        screen.say(line.strip(), "" if line.startswith(" ") else "bold", indent=2 if line.startswith(" ") else 0)


def begin(target: str, scene: str | None, campaign: str | None, seed: int | None, readings: Sequence[str]) -> Game:
    """Begin a game of a book or a file, or the first of a campaign."""
    book = load(target, readings)
    dice = secrets.randbelow(1_000_000) if seed is None else seed
    if campaign and scene:
        fail("a campaign has its own scenes: give --scene or --campaign, not both")
    if campaign:
        known = tuple(book.campaigns) or fail(f"{book.name} has no campaign to play")
        return campaigns.begin(book, choose("campaign", campaign, known), dice)
    if not book.scenes:
        fail(f"{book.name} has no scene to play")
    return Game(book, choose("scene", scene, tuple(book.scenes)) if scene else own_scene(book, target), seed=dice)


def load(target: str, readings: Sequence[str] = ()) -> Book:
    """Load a book by name or file with the chosen readings."""
    chosen = dict(pair("--reading", text) for text in readings)
    if target not in books.known() and not Path(target).exists():
        near = get_close_matches(target, books.known(), 1)
        hint = f"did you mean {near[0]}?" if near else f"the shipped books are {', '.join(books.known())}"
        fail(f"there is no book or file {target!r}: {hint}")
    return books.load(target, readings=chosen)


def pair(option: str, text: str) -> tuple[str, str]:
    """Split NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals or not name.strip() or not value.strip():
        fail(f"{option} {text!r}: give a name and a value, NAME=VALUE")
    return name.strip(), value.strip()


def choose(what: str, wanted: str, known: Sequence[str], more: str = "") -> str:
    """Find a name in any letter case, or by its beginning; an unknown one is refused with the most similar."""
    plain = {name.casefold(): name for name in known}
    text = " ".join(wanted.casefold().split())
    begun = [name for name in plain if name.startswith(text)]
    if text in plain or len(begun) == 1:
        return plain[text if text in plain else begun[0]]
    near = get_close_matches(text, plain, 1)
    hint = f"did you mean {plain[near[0]]!r}?" if near else f"choose from {', '.join(known)}{more}"
    fail(f"there is no {what} {wanted!r}: {hint}")


def own_scene(book: Book, target: str) -> str:
    """Give the first scene of the file itself, or else the first of what it uses."""
    own = "\n".join(text for _, text in books.sources(target)).casefold()
    return next((name for name in book.scenes if f"scene {name.casefold()}" in own), next(iter(book.scenes)))


# -- seats -------------------------------------------------------------------------------------------------------------


def wanted(game: Game, given: Sequence[str]) -> dict[str, str]:
    """Read who plays which seat, by the names of casts and actors; for a campaign, those of any of its scenes."""
    campaign = campaigns.of(game)
    scenes = [] if campaign is None else [Game(game.book, scene) for scene in campaign.scenes if scene != game.scene]
    known = {name: None for each in (game, *scenes) for name in names(each)}
    asked: dict[str, str] = {}
    for text in given:
        name, how = pair("--seat", text)
        name, how = choose("seat or actor", name, tuple(known)), kind(how)
        if asked.setdefault(name, how) != how:
            fail(f"--seat: {name} cannot be both {asked[name]} and {how}")
    return asked


def kind(how: str) -> str:
    """Read who plays a seat: a person, a bot by name or level, or a bot with a time or a number of iterations."""
    return how if timed(how) else choose("kind of player", how, HOW, ", a time such as 2s, or a number of iterations")


def timed(how: str) -> bool:
    """Say whether a bot is meant that has a time or a number of iterations for each answer."""
    try:
        levels.limit(how)
    except Refused:
        return False
    return True


def names(game: Game) -> dict[str, int]:
    """Give the seat for every name: its own, and those of its actors; a card names no seat."""
    known = {seat: n for n, seat in enumerate(game.seats)}
    view = game.view(HOST)
    for number, player in enumerate(view["players"]):
        for thing in Seen(view).things.values():
            if thing["handle"] in player["members"]:
                known.setdefault(thing["name"], number)
    return known


def seated(game: Game, wanted: dict[str, str], saved: dict[str, str], person: bool) -> list[str]:
    """Give who plays each seat: as asked for, as saved, or a person the first (or the campaign's cast) and bots the rest."""
    asked: dict[int, str] = {}
    known, campaign = names(game), campaigns.of(game)
    for name, how in wanted.items():
        if name in known and asked.setdefault(known[name], how) != how:
            fail(f"--seat: {game.seats[known[name]]} cannot be both {asked[known[name]]} and {how}")
    known_how = {name: how for name, how in saved.items() if how in HOW or timed(how)}
    kept = {n: known_how[name] for n, name in enumerate(game.seats) if name in known_how and not asked}
    asked = kept | asked
    first = known.get(campaign.cast, 0) if campaign is not None else 0
    if "me" not in asked.values() and first not in asked:
        asked[first] = "me"
    return [how if person or how != "me" else "bot" for how in (asked.get(n, "bot") for n in range(len(game.seats)))]


def bot(game: Game, player: int, how: str, traced: Screen | None = None) -> Bot:
    """Give the bot for a seat; the default bot plays the strategy that a scene names for its cast, and can say what it tries."""
    seed = game.seed + player
    strategy = run_by(game, player)
    if how != "bot" or not strategy:
        return levels.bot(how, seed)
    return strategy_bot(strategy, seed, None if traced is None else lambda tried: noted(traced, strategy, tried))


def noted(screen: Screen, strategy: str, tried: Sequence[Tried]) -> None:
    """Print what a strategy tried, behaviour by behaviour, up to the one that was done."""
    screen.say(f"{strategy}:", "dim", indent=2)
    for each in tried:
        screen.say(str(each), "dim", indent=4)


# -- telling -----------------------------------------------------------------------------------------------------------


def watch(game: Game, sitting: list[str], players: list[Bot], screen: Screen, file: Path | None) -> int:
    """Let bots play to the end, telling everything; an interrupted game is saved."""
    screen.show(heading(game, sitting))
    screen.say()
    screen.show(table_lines.board(game.view(), screen.width))
    screen.say()
    if len(game.done) == 1:
        show(screen, story.opening(game))
    progress = Progress(game)
    try:
        play_out(
            game,
            players,
            MOST,
            lambda game, player, path: show(screen, story.tell(game, player, path)),
            lambda game, at: show(screen, story.tell(game, NOWHERE, (), None, at)),
            progress.look,
        )
    except KeyboardInterrupt:
        file = file or files.unused(game, Path())
        files.save(game, sitting, file)
        print(f"\nsaved; go on with: {files.resume(file)}", file=sys.stderr)
        return 130
    finish(screen, game)
    if progress.why:
        screen.say(f"This game makes no progress: {progress.why}. It ends here.")
    elif not game.over:
        screen.say(f"Nobody had won after {MOST} answers.")
    if file is not None:
        files.save(game, sitting, file)
        screen.show([[(f"Saved. Read it again with:  {files.again(file)}", "")]])
    return 0


def replay(path: Path, to: int | None, verify: bool) -> int:
    """Tell a saved game again, or only check that it still plays as recorded."""
    screen = Screen()
    try:
        game = books.restore(files.read(path))
    except SaveError as error:
        if not verify:
            raise
        print(f"error: {path}: {error}", file=sys.stderr)
        return 1
    wanted = story.number(game, to)
    if verify:
        screen.say(f"{path}: all {len(game.done) - 1} answers play as recorded.")
        return 0
    return retell(game, wanted, screen)


def retell(game: Game, to: int, screen: Screen) -> int:
    """Tell a game's answers up to one of them, then draw the game."""
    screen.show(heading(game, ["replayed"] * len(game.seats)))
    again = game
    for again, told in story.retell(game):
        if told.entry.number == 0:
            screen.say()
            screen.show(table_lines.board(again.view(), screen.width))
            screen.say()
        show(screen, told)
        if told.entry.number >= to:
            break
    finish(screen, again)
    return 0
