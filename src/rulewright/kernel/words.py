"""Reads what a person types, such as `strike the goblin`, as picks: each menu takes a name, or words that fit one option."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state.facts import Path as Path

SMALL = frozenset({"at", "on", "to", "the", "with", "→", "->", "against"})
LONGEST = 12  # the words name something that is not on the menu


def read_path(game: Game, player: int | str | None, text: str) -> Path:
    """Give the picks that words mean, as far as possible; raise Refused if they fit no option."""
    return _read(game, player, (), text.split())


def _read(game: Game, player: int | str | None, path: Path, said: list[str]) -> Path:
    """Read the remaining words after some picks: the first division into options that uses all of them."""
    if not said:
        return path
    menu = game.menu(player, *path)
    if menu is None:
        raise Refused(f"{' '.join(said)!r} is too much: the answer was already complete")
    failed: Refused | None = None
    for words, rest in _ways(menu, said):
        try:
            key = game.pick(_seat(game, player), path, menu, words)
            return _read(game, player, (*path, key), rest)
        except Refused as error:
            failed = failed or error
    assert failed is not None  # there is at least one way
    raise failed


def _seat(game: Game, player: int | str | None) -> int:
    return game.asking[0] if player is None else game.seat(player)


def _ways(menu: Menu, said: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Give the ways in which an option can be read from the beginning of the words, the most likely first.

    A full name is preferred to an abbreviation, and more words to fewer. Small words such as `the` may precede an option and
    are no abbreviation. If nothing fits, all words are taken as one name.
    """
    bare = said
    while bare:
        ways = list(_fronts(menu, bare))
        yield from ways
        if bare[0].casefold() not in SMALL or len(bare) == 1:
            break
        bare = bare[1:]
    if menu.parser:
        yield " ".join(said), []
    elif menu.most >= menu.least:
        yield _joined(bare[:1]), bare[1:]
    elif not ways:
        yield _joined(bare), []


def _fronts(menu: Menu, said: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Give the beginnings of the words that name an option, abbreviate one, or name something that is not offered."""
    if menu.most >= menu.least:
        return
    longest = max((len(menu.words(key).split()) for key in menu), default=0)
    lengths = range(min(len(said), max(longest, LONGEST)), 0, -1)
    called = [n for n in lengths if menu.called(_joined(said[:n]))]
    named = [n for n in lengths if n not in called and menu.naming.exists(_joined(said[:n]).casefold())][:1]
    short = [n for n in lengths if n > max(named, default=0) and n not in called and _short(menu, said[:n])]
    for n in (*called, *short, *named):  # the name of something else is not an abbreviation
        yield _joined(said[:n]), said[n:]


def _short(menu: Menu, said: list[str]) -> bool:
    small = SMALL.issuperset(word.casefold() for word in said)
    return not menu.parser and not small and bool(menu.shortened(_joined(said)))


def _joined(said: list[str]) -> str:
    return " ".join(said).rstrip(",")


def path_words(game: Game, player: int, path: Path) -> tuple[str, ...]:
    """Put a path into words, in the state in which it is an answer."""
    words = []
    for length, pick in enumerate(path):
        menu = game.menu(player, *path[:length])
        words.append(menu.words(pick) if menu is not None else str(pick))
    return tuple(words)
