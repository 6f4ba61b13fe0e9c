"""Beginning a game from a form: the book and scene, who plays which seat, and the time for each choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from rulewright import books
from rulewright.bots.levels import LEVELS
from rulewright.host.registry import Registry
from rulewright.host.seating import BOT, OPEN, PERSON, Chair
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.state import dice

CHOICES: Final = (PERSON, OPEN, BOT, *LEVELS)
MINUTE: Final = 60
LONGEST: Final = 30 * 24 * 3600
DIGITS: Final = 9
"""The largest number of digits that is read as a number at all."""


@lru_cache(maxsize=32)
def _shipped(name: str) -> Book:
    return books.load(name)


def shelf(own: Mapping[str, Book]) -> list[dict[str, Any]]:
    """List what can be played: the host's own books first, each with its scenes and their seats."""
    found = [*own.values(), *(_shipped(name) for name in books.known())]
    return [
        {
            "book": book.name,
            "title": book.title or book.name,
            "goals": goals(book),
            "scenes": [{"name": name, "seats": seats(book, name)} for name in book.scenes],
        }
        for book in found
    ]


def goals(book: Book) -> list[str]:
    """Describe a book in a line or two: the goal for everybody, or of each seat that has its own."""
    found = {seat: " ".join(guide.goal) for seat, guide in book.guides.items() if guide.goal}
    return [f"{seat.capitalize()}: {words}" if seat else words for seat, words in found.items()]


def seats(book: Book, scene: str) -> tuple[str, ...]:
    """Give the seats of a scene."""
    return book.scenes[scene].seats


@dataclass(frozen=True, slots=True)
class GameForm:
    """The game that somebody wants to begin."""

    book: Book
    scene: str
    chairs: tuple[Chair, ...]
    settings: dict[str, Any]
    public: bool

    @classmethod
    def read(cls, form: Mapping[str, str], own: Mapping[str, Book]) -> GameForm:
        """Read a form: `book`, `scene`, `name`, `seat0` …, `think` and `bank` in minutes, `public`."""
        book = _book(form.get("book", ""), own)
        scene = form.get("scene", "") or next(iter(book.scenes), "")
        if scene not in book.scenes:
            raise Refused(f"{book.name} has no scene {scene[:60]!r}: it has {', '.join(book.scenes) or 'none'}")
        bank = _minutes(form, "bank")
        chairs = _chairs(form, seats(book, scene), bank)
        settings = {"think": _minutes(form, "think"), "bank": bank, "bots": _levels(form, len(chairs))}
        return cls(book, scene, chairs, settings, form.get("public") == "yes")


def _book(name: str, own: Mapping[str, Book]) -> Book:
    if name in own:
        return own[name]
    if name not in books.known():
        raise Refused(f"there is no book {name[:60]!r} here: there are {', '.join([*own, *books.known()])}")
    return _shipped(name)


def _minutes(form: Mapping[str, str], name: str) -> int | None:
    said = form.get(name, "").strip()
    if not said:
        return None
    if not said.isdecimal() or len(said) > DIGITS or int(said) * MINUTE > LONGEST:
        raise Refused(f"{name} is {said[:20]!r}: give whole minutes, at most {LONGEST // MINUTE}, or nothing for no limit")
    return int(said) * MINUTE


def _chairs(form: Mapping[str, str], names: Sequence[str], bank: int | None) -> tuple[Chair, ...]:
    """Give the chairs: the first is the sender's own unless the form says otherwise, the others are open."""
    called = " ".join(form.get("name", "").split())[:40] or "Host"
    found = []
    for seat, name in enumerate(names):
        kind = form.get(f"seat{seat}", PERSON if seat == 0 else OPEN)
        if kind not in CHOICES:
            raise Refused(f"seat {name}: {kind[:20]!r} is not one of {', '.join(CHOICES)}")
        kind = BOT if kind in LEVELS else kind
        who = {PERSON: called if seat == 0 else name, BOT: f"Bot {seat + 1}", OPEN: ""}[kind]
        found.append(Chair(seat, kind, who, bank))
    return tuple(found)


def _levels(form: Mapping[str, str], seats: int) -> dict[str, str]:
    """Give the levels of the bots that search, by the number of their seat."""
    wanted = {str(seat): form.get(f"seat{seat}", "") for seat in range(seats)}
    return {seat: level for seat, level in wanted.items() if level in LEVELS}


async def begin(registry: Registry, wish: GameForm) -> tuple[str, tuple[Chair, ...]]:
    """Begin the game that somebody wants."""
    title = f"{wish.book.title or wish.book.name}: {wish.scene}"
    seed = dice.key()
    begun = await registry.begin(
        wish.book, wish.scene, wish.chairs, seed=seed, title=title, settings=wish.settings, public=wish.public
    )
    return begun, wish.chairs
