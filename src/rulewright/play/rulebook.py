"""The rules in force and their history: numbers, texts, the versions of each rule, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches, ndiff

from rulewright.kernel.errors import Refused
from rulewright.kernel.game import Game
from rulewright.kernel.history import amendments
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.lower import amending
from rulewright.language.lower.amending import Version
from rulewright.play import clock

Shelf = dict[str, list[Version]]


def rules(game: Game) -> Shelf:
    """Give every rule there is or was by its number, with all its versions; refuse where rules have no numbers."""
    found = amending.history(game.base, tuple(game.state.amendments))
    if not found:
        raise Refused(f"the rules of {game.base.name} have no numbers: `explain ACTION` says how something works")
    return found


def listed(game: Game) -> Iterator[str]:
    """Say every rule in a line: its number, how often it was changed, its title, and what changed it."""
    for number, versions in rules(game).items():
        count = f"/{len(versions) - 1}" if len(versions) > 1 else ""
        became = f"   repealed by {_by(game, versions[-1])}" if versions[-1].text is None else ""
        since = f"   by {_by(game, versions[-1])}" if not became and versions[-1].by else ""
        yield f"{number + count:<6} {versions[-1].title}{became}{since}"


def find(game: Game, words: str) -> tuple[str, list[Version]]:
    """Find a rule by its number or its title."""
    known = rules(game)
    wanted = words.casefold().removeprefix("rule ").partition("/")[0].strip()
    titled = [number for number, versions in known.items() if versions[-1].title.casefold() == wanted]
    number = wanted if wanted in known else titled[0] if titled else ""
    if not number:
        near = get_close_matches(wanted, known, 3, 0.5)
        raise Refused(f"there is no rule {words!r}: did you mean {' or '.join(near)}?" if near else f"there is no rule {words!r}")
    return number, known[number]


def told(game: Game, words: str) -> Iterator[str]:
    """Say the text of a rule that is in force, and below it its history."""
    _, versions = find(game, words)
    last = versions[-1]
    yield from (last.text if last.text is not None else f"{last.title}: repealed").splitlines()
    if len(versions) > 1:
        yield ""
    for count, version in enumerate(versions if len(versions) > 1 else ()):
        what = "repealed" if version.text is None else version.title
        yield f"/{count} {what}, {'from the beginning' if not version.by else f'by {_by(game, version)}'}"


def changed(game: Game, words: str) -> Iterator[str]:
    """Show the last change of a rule line by line: `-` for a removed line, `+` for a new one."""
    number, versions = find(game, words)
    if len(versions) == 1:
        whole = "was adopted as it is" if versions[0].by else "is as it was from the beginning"
        raise Refused(f"rule {number} {whole}: there is no difference")
    old, new = ((version.text or "").splitlines() for version in versions[-2:])
    yield f"rule {number}/{len(versions) - 2} → {number}/{len(versions) - 1}, by {_by(game, versions[-1])}"
    yield from (line.rstrip() for line in ndiff(old, new) if not line.startswith("?"))


def _by(game: Game, version: Version) -> str:
    """Say what made a version and when: the thing that carried its text, where there is one."""
    text = next(text for name, text in game.state.amendments if name == version.by)
    for done in game.done:
        for event in done.events:
            if event[0] == "amended" and event[3] is not None and event[3][0] == version.by:
                return f"{_carrier(game, text)} on {clock.said(done.entry.at)}"
    return version.by


def _carrier(game: Game, text: str) -> str:
    carriers = [slot for (slot, name), value in game.state.links.items() if name == "text" and value == (text,)]
    return game.book.name_of(game.state, carriers[-1]) if carriers else "an amendment"


# -- texts that things carry -------------------------------------------------------------------------------------------


def carried(game: Game, slot: int) -> str:
    """Give the text that something carries, "" if none."""
    return whereabouts.text(game.state, slot)


def headline(game: Game, slot: int) -> str:
    """Say in a few words what a text that something carries would change."""
    return amendments.headline(carried(game, slot))


def text(game: Game, words: str) -> Iterator[str]:
    """Say the text that something carries, by its name; alone, what carries one and lies on the table."""
    carriers = [slot for slot, name in game.state.links if name == "text" and game.state.places[slot] != NOWHERE]
    named = {game.book.name_of(game.state, slot).casefold(): slot for slot in carriers}
    if not words:
        for slot in carriers:
            zone = game.book.zone_words(game.state, game.state.places[slot])
            yield f"{game.book.name_of(game.state, slot)}, {zone}: {headline(game, slot)}"
        if not carriers:
            yield "Nothing on the table carries a text."
        return
    if words.casefold() not in named:
        near = ", ".join(game.book.name_of(game.state, slot) for slot in carriers)
        raise Refused(f"nothing called {words!r} has a text; {f'these have one: {near}' if near else 'nothing here has one'}")
    yield from carried(game, named[words.casefold()]).splitlines()
