"""Puts what a bot thinks into words: the answer, the line that it expects, and what the other answers were worth."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.bots.thinking import Advice, Considered, Expected
from rulewright.kernel.game import Game
from rulewright.kernel.words import path_words

OTHERS = 5  # how many other answers are told


def percent(value: float) -> str:
    """Say what a position is worth: the chances of winning, as far as they are known."""
    return f"{value:.0%}"


def answer_words(words: Sequence[str]) -> str:
    """Say the picks of an answer as they can be typed; of a long text its first line."""
    return " ".join(word.splitlines()[0] if "\n" in word else word for word in words)


def line_words(game: Game, line: Sequence[Expected]) -> str:
    """Say the answers that are expected, one after another."""
    return "; ".join(f"{game.seats[each.seat]}: {answer_words(each.words)}" for each in line)


def lines(game: Game, advice: Advice) -> list[str]:
    """Say what a bot would answer, and why."""
    best = answer_words(path_words(game, advice.seat, advice.path))
    if not advice.iterations:
        return [f"{best}: nothing else can be done."]
    found = [f"{best}: chances {percent(advice.value)}, tried {advice.visits} times in {advice.iterations} imagined games."]
    if len(advice.line) > 1:
        found.append(f"Expected then: {line_words(game, advice.line[1:])}.")
    others = [_worth(game, advice.seat, each) for each in advice.considered[1 : OTHERS + 1]]
    more = len(advice.considered) - 1 - len(others)
    if others:
        found.append(f"Instead: {', '.join(others)}{f', and {more} others' if more > 0 else ''}.")
    return found


def _worth(game: Game, seat: int, each: Considered) -> str:
    return f"{answer_words(path_words(game, seat, each.path))} {percent(each.value)}"


def judged(game: Game, advice: Advice, path: tuple[object, ...], slack: float) -> str:
    """Say what a bot thinks of an answer that somebody gives; nothing if the bot's own answer is the same or hardly better."""
    if path == advice.path or not advice.iterations:
        return ""
    given = next((each for each in advice.considered if each.path == path), None)
    if given is not None and given.known and given.value >= advice.value - slack:
        return ""
    best, then = answer_words(path_words(game, advice.seat, advice.path)), line_words(game, advice.line[1:3])
    seen = f"yours {percent(given.value)}" if given is not None and given.known else "it hardly tried yours"
    return f"The coach would {best}: chances {percent(advice.value)}, {seen}.{f' It expects {then}.' if then else ''}"
