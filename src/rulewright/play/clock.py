"""The clock of a game: puts times and periods into words, reads them, and tells what is due next.

A game's time is a number of seconds since it began; day 1 begins with it.
"""

from __future__ import annotations

import re

from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE

UNITS = {"d": 24 * 3600, "h": 3600, "m": 60, "s": 1}
DAY = UNITS["d"]
SPAN = re.compile(r"(?:\d+ ?[dhms] ?)+")
PART = re.compile(r"(?P<count>\d+) ?(?P<unit>[dhms])")
MOMENT = re.compile(r"(?:until )(?:day (?P<day>\d+),? ?)?(?P<hour>\d{1,2}):(?P<minute>\d{2})")
LONGEST = 366 * DAY
EXPECTED = (
    "`wait 4h`, `wait 90m`, `wait 1d 2h`, `wait until 07:00`, `wait until day 3 07:00`, or `wait` alone until something is due"
)


def is_one(game: Game) -> bool:
    """Say whether a game has a clock: something waits for hours, or an open floor closes by time."""
    return game.book.timed


def said(second: int) -> str:
    """Say a time: the day and the time of day."""
    day, rest = divmod(second, DAY)
    seconds = f":{rest % 60:02}" if rest % 60 else ""
    return f"day {day + 1}, {rest // 3600:02}:{rest // 60 % 60:02}{seconds}"


def span(seconds: int) -> str:
    """Say how long something is, with its two greatest units."""
    parts = []
    for unit, size in UNITS.items():
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count}{unit}")
    return " ".join(parts[:2]) or "no time"


def until(game: Game, words: str) -> int:
    """Read until when somebody wants to wait; other words are refused with what would be correct."""
    text, now = " ".join(words.casefold().split()), game.state.now
    if not text:
        found = popping.due(game.machine)
        return now if found is None else max(found[0], now)
    if SPAN.fullmatch(text):
        length = sum(int(part["count"]) * UNITS[part["unit"]] for part in PART.finditer(text))
        if length > LONGEST:
            raise Refused(f"{words!r} is more than a year: wait a shorter time")
        return now + length
    moment = MOMENT.fullmatch(text)
    if moment is None or int(moment["hour"]) > 23 or int(moment["minute"]) > 59:
        raise Refused(f"{words!r} is not a time: type {EXPECTED}")
    return _moment(now, moment)


def _moment(now: int, moment: re.Match[str]) -> int:
    """Give the next time at which the clock shows this, or this time of a given day."""
    clock = int(moment["hour"]) * UNITS["h"] + int(moment["minute"]) * UNITS["m"]
    if moment["day"] is None:
        found = now - now % DAY + clock
        return found if found > now else found + DAY
    found = (int(moment["day"]) - 1) * DAY + clock
    if found < now:
        raise Refused(f"{said(found)} is in the past: it is {said(now)} now")
    if found - now > LONGEST:
        raise Refused(f"{said(found)} is more than a year away: wait a shorter time")
    return found


def due(game: Game) -> str:
    """Say what comes due next and in what time, "" if nothing does."""
    found = popping.due(game.machine)
    if found is None:
        return ""
    what = "the floor closes" if found[1] == NOWHERE else "a stack pops"
    return f"{what} in {span(max(0, found[0] - game.state.now))}"


def closes(game: Game) -> int | None:
    """Give when the open floor closes, if it does."""
    agenda = game.state.agenda
    found: int | None = agenda[-1].vars.get("closes") if agenda else None
    return found
