"""Sequences of seats that get priority: written by hand for two to five players, and in an independent table."""

import pytest

from rulewright.kernel.game import Game
from tests.books.mandarin import independent, play, sequences

ROWS = [
    pytest.param(line, id=f"{name}, {players} players")
    for name, lines in sequences.LAPS.items()
    for players, line in enumerate(lines, 2)
]


def follow(game: Game, line: str) -> None:
    """Plays a line of the table, sign by sign."""
    seen: list[str] = []
    order: list[int] = []
    for sign in line.split():
        if sign[0] == "!":
            assert seen.pop(0) == sign, f"{sign} should resolve in {line}"
            continue
        assert not seen, f"{seen} resolved too early in {line}"
        assert play.asked(game) == sign[0], f"{play.asked(game)} is asked where {sign} stands in {line}"
        match sign[1]:
            case "+":
                play.add(game, sign[0], "Quick" if play.waiting(game) else "Slow")
                order.append(game.state.zones[game.state.owned(game.book.zone_index("Stack"), -1)][-1])
            case ".":
                game.answer(sign[0], "pass")
            case "-":
                play.leave(game, sign[0])
        if sign[1] != "?":
            told = [event[2] for event in game.done[-1].events if event[:2] == ("told", "resolves")]
            seen = [f"!{order.index(slot) + 1}" for slot in told]
    assert not seen


@pytest.mark.parametrize("line", ROWS)
def test_priority_goes_round(line: str):
    """S-26, S-28, S-43: each seat is asked, and each effect resolves, as the line says."""
    players = max(line.upper()[at] for at in range(len(line)) if line[at] in "ABCDE")
    follow(play.table("ABCDE"[: ord(players) - ord("A") + 1], first=line[0]), line)


DISCIPLINES = {"source": "goes round", "magic": "in succession"}


def heard(row: independent.Sequence) -> list[str]:
    """Plays a history and lists who was offered priority and what resolved, in the notation of the independent table."""
    seats = "ABCDE"[: row.players]
    game = play.table(seats, first=row.owner, priority=DISCIPLINES[row.discipline])
    told = [play.asked(game)]
    for sign in row.history:
        before, turn = play.asked(game), play.whose_turn(game)
        waited, top = len(play.waiting(game)), play.waiting(game)[-1:]
        match sign[1:]:
            case "-":
                play.step_aside(game, sign[0])
            case "x":
                play.leave(game, sign[0])
            case speed:
                play.add(game, sign[0], play.SPEEDS[speed[1:]])
        told += [f"!{whose}" for whose in play.resolved(game)]
        if sign[1:] == "-" and not waited and (play.whose_turn(game) != turn):
            return [*told, "."]
        kept = sign[1:] == "x" and before != sign[0] and play.waiting(game)[-1:] == top
        told += [] if kept else [play.asked(game)]
    return told


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name) for row in independent.SEQUENCES])
def test_the_engine_plays_each_sequence_as_the_independent_table_says(row: independent.Sequence):
    """S-27, S-31, S-44: the table was written from the source alone, and has the same offers and resolutions."""
    assert heard(row) == list(row.expected), row.why
