"""The command line: the arguments of each command, and the one-line messages for whatever goes wrong."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from rulewright import __version__
from rulewright.cli.failures import Commands

TEMPLATES = ("skirmish", "cards", "board", "deckbuilder", "worker-placement", "social", "play-by-post")
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def show_version(context: click.Context, option: click.Parameter, wanted: bool) -> None:
    """Print the version and which machine plays."""
    if wanted and not context.resilient_parsing:
        from rulewright.kernel.native import c_machine

        click.echo(f"rulewright, version {__version__} ({c_machine.words()})")
        context.exit()


@click.group(cls=Commands, context_settings=CONTEXT)
@click.option("--version", is_flag=True, expose_value=False, is_eager=True, callback=show_version,
              help="Show the version and which machine plays, and exit.")  # fmt: skip
def main() -> None:
    """Write a game's rules the way a rulebook prints them; play, explain and test them from that text."""


@main.command(short_help="Play a game, or let bots play it.")
@click.argument("target", default="encounter", metavar="[BOOK|FILE|GAME]")
@click.option("--scene", metavar="NAME", help="The scene to play; by default the first.")
@click.option("--campaign", metavar="NAME", help="Play the scenes of a campaign one after another; `books BOOK` lists them.")
@click.option("--seat", "seats", multiple=True, metavar="NAME=WHO",
              help="Who plays a seat, named by its player, its cast or one of its actors: me, bot, random, easy, normal, strong, "
              "a time for each answer such as 2s, or a number of iterations. May be repeated.")  # fmt: skip
@click.option("--seed", type=int, help="The seed of the dice; by default a random one.")
@click.option("--reading", "readings", multiple=True, metavar="NAME=VALUE", help="A reading of the rules; see `books`.")
@click.option("--auto", is_flag=True, help="Bots play every seat, and the whole game is printed.")
@click.option("--trace", is_flag=True, help="With --auto: print what each strategy tries before it acts.")
@click.option("--coach", is_flag=False, flag_value="normal", default="", metavar="[LEVEL]",
              help="Be told when a bot of this level (by default normal) would have answered better.")  # fmt: skip
@click.option("--save", "file", type=click.Path(path_type=Path, dir_okay=False), help="The file to which the game is saved.")
def play(**given: Any) -> int:
    """Play a book, a file of rules, or a saved game.

    In a terminal you play the first seat and bots play the others. Without a terminal, or with --auto, bots play every seat
    to the end, and the whole game is printed with every roll and rule. A seat that is yours by --seat NAME=me stays yours
    without a terminal: its answers are read from standard input, one a line.
    """
    from rulewright.cli import playing

    return playing.play(**given)


@main.command(short_help="Let bots play many games against each other.")
@click.argument("target", metavar="BOOK|FILE")
@click.option("--bots", required=True, metavar="A,B,…", help="Two bots or more: random, bot, easy, normal, strong, 2s, 300.")
@click.option("--games", type=click.IntRange(min=1), default=100, show_default=True, help="How many games are played.")
@click.option("--scene", metavar="NAME", help="The scene to play; by default the first.")
@click.option("--seed", type=int, default=0, show_default=True, help="The seed of the first games.")
@click.option("--cores", type=click.IntRange(min=1), default=1, show_default=True, help="How many games are played at once.")
@click.option("--reading", "readings", multiple=True, metavar="NAME=VALUE", help="A reading of the rules; see `books`.")
@click.option("--save", "file", type=click.Path(path_type=Path, dir_okay=False),
              help="Write every game to this file; after an interruption the same command continues.")  # fmt: skip
@click.option("--svg", "drawing", type=click.Path(path_type=Path, dir_okay=False), help="Draw the results to this file.")
def tournament(**given: Any) -> int:
    """Let bots play many games of a scene, each bot in every seat; print the results with intervals of 95 % and Elo.

    Games in which the bots only change seats have the same seed. Ctrl-C ends it and prints the results so far. The same
    seeds give the same games, unless a bot has a time for each answer.
    """
    from rulewright.cli import tournament_command

    return tournament_command.play(**given)


@main.command(short_help="Check rule text and run its examples.")
@click.argument("files", nargs=-1, required=True, metavar="FILES…")
@click.option("--strict", is_flag=True, help="Warnings make the check fail too.")
def check(files: tuple[str, ...], strict: bool) -> int:
    """Check files or folders of rules: report all problems, then run the examples beside the rules.

    A folder is one book of all its files. A text without `Uses:` adds to the encounter book. The exit status is 0 if
    everything is right and 1 if it is not.
    """
    from rulewright.cli import book_commands

    return book_commands.check(files, strict)


@main.command("format", short_help="Rewrite rule text in one layout and one spelling.")
@click.argument("files", nargs=-1, required=True, metavar="FILES…")
@click.option("--check", is_flag=True, help="Change nothing; the exit status is 1 when a file would change.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
def format_rules(files: tuple[str, ...], check: bool, diff: bool) -> int:
    """Rewrite files or folders of rules in one layout and one spelling. Comments and meaning do not change.

    A file that cannot be read is left as it was; its problems are shown and the exit status is 1.
    """
    from rulewright.cli import formatting

    return formatting.format_files(files, check, diff)


@main.command(short_help="Explain how an action works, with a sample run.")
@click.argument("file", metavar="BOOK|FILE")
@click.argument("action", nargs=-1, required=True)
@click.option("--core", is_flag=True, help="Print the compiled program instead: checks, picks, costs and numbered instructions.")
def explain(file: str, action: tuple[str, ...], core: bool) -> int:
    """Explain an ACTION of a book or file: range, target, costs, checks and effects, and one run of it.

    With --core it prints what the action was compiled to, each instruction with the file and line it comes from.
    """
    from rulewright.cli import book_commands
    from rulewright.cli import core as compiled

    return compiled.show(file, " ".join(action)) if core else book_commands.explain(file, " ".join(action))


@main.command(short_help="Show how an effect is written in rule text.")
@click.argument("words", nargs=-1, required=True)
@click.option("--most", type=click.IntRange(1, 50), default=3, show_default=True, help="How many texts are shown at most.")
@click.option("--example", is_flag=True, help="Show the example that proves each text, too.")
def how(words: tuple[str, ...], most: int, example: bool) -> int:
    """Find rule text in the cookbook by what it does: `rulewright how draw two cards instead`.

    Each text is from a small book of a family of games, which declares the stats, zones and words that the text uses.
    """
    from rulewright.cli import cookbook_command

    return cookbook_command.how(" ".join(words), most, example)


@main.command(short_help="Print a saved game, answer by answer.")
@click.argument("game", type=click.Path(path_type=Path))
@click.option("--to", type=int, metavar="N", help="Stop after answer N.")
@click.option("--verify", is_flag=True, help="Only check that every answer plays as it was recorded.")
def replay(game: Path, to: int | None, verify: bool) -> int:
    """Play a saved game's answers again and print them, with every roll and rule."""
    from rulewright.cli import playing

    return playing.replay(game, to, verify)


@main.command(short_help="Write a small game to start your own with.")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--template", type=click.Choice(TEMPLATES), default="skirmish", show_default=True, help="What sort of game.")
def new(folder: Path, template: str) -> int:
    """Write a small complete game with examples into DIR, ready to be changed.

    Each template is a game that bots can play: a skirmish on a map, cards with a stack, three in a row on a board, a deck
    builder, worker placement, hidden roles, or a game by post, whose actions wait for hours.
    """
    from rulewright.cli import book_commands

    return book_commands.new(folder, template)


@main.command(short_help="Let another program play, with lines of JSON.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games may be open at once.")
def engine(games: int) -> int:
    """Speak JSON-RPC 2.0, one message per line, on standard input and output.

    Several games can be open at once. Each reply contains what the host or what one seat may see; docs/engine.md lists the
    methods. The program ends when its input ends.
    """
    from rulewright.adapters import engine as adapter

    adapter.main(games)
    return 0


@main.command(short_help="Host games that people play in their browsers.")
@click.argument("files", nargs=-1, metavar="[FILES…]")
@click.option("--port", type=click.IntRange(0, 65535), default=8137, show_default=True, help="The port; 0 takes any free one.")
@click.option(
    "--store",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file in which games are stored; by default in your data folder.",
)
@click.option("--lan", is_flag=True, help="Let others on this network play: listen on all addresses of this machine.")
@click.option("--address", metavar="HOST", help="Listen on one address instead.")
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, help="How many games the store may hold.")
@click.option("--no-browser", is_flag=True, help="Open no browser.")
def serve(**given: Any) -> int:
    """Serve games in the browser: the shipped books, and FILES or folders of rules of your own.

    Every answer is written to one SQLite file before it counts, so no game is lost if this process is stopped. The server
    listens only on this machine unless --lan or --address says otherwise. Ctrl-C ends it. It needs the extra `server`:
    pip install 'rulewright[server]'.
    """
    from rulewright.cli import serving

    return serving.serve(**given)


@main.command(short_help="Copy the file in which `serve` stores its games.")
@click.argument("store", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("copy", type=click.Path(path_type=Path, dir_okay=False))
def backup(store: Path, copy: Path) -> int:
    """Copy the file STORE, in which `serve` stores its games, to a new file COPY; the server may be running."""
    from rulewright.cli import serving

    return serving.backup(store, copy)


@main.command(short_help="List the shipped books, or what is in a book.")
@click.argument("book", required=False)
def books(book: str | None) -> int:
    """List the shipped books, or the actions, scenes, campaigns and readings of a BOOK."""
    from rulewright.cli import book_commands

    return book_commands.books(book)
