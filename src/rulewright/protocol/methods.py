"""The methods about one game: what is asked, answering, viewing, and reasons. The engine and the server use this table.

The engine keeps its games in memory and the server in a store; each finds a game by its id and stores the changed one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from rulewright.bots.levels import limit
from rulewright.bots.thinking import Considered, think
from rulewright.kernel.evaluation import explaining
from rulewright.kernel.history import saves
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.words import path_words
from rulewright.play.coaching import HINT
from rulewright.protocol import params
from rulewright.protocol.messages import Data
from rulewright.protocol.params import Given, Param
from rulewright.protocol.tables import Table


class Tables(Protocol):
    """Where games are kept."""

    def table(self, given: Given) -> Table:
        """Find the game that a request names."""

    def put(self, id: str, table: Table | None) -> None:
        """Store a game, or remove it."""


def _asking(tables: Tables, given: Given) -> Data:
    table = tables.table(given)
    return table.asking(table.viewer(given), given.get("picks", ()))


def _answer(tables: Tables, given: Given) -> Data:
    before = tables.table(given)
    after, viewer = before.answered(given)
    tables.put(after.id, after)
    return after.news(viewer, before)


def _tick(tables: Tables, given: Given) -> Data:
    before = tables.table(given)
    after, viewer = before.ticked(given)
    tables.put(after.id, after)
    return after.news(viewer, before)


def _view(tables: Tables, given: Given) -> Data:
    table = tables.table(given)
    return table.view(table.viewer(given))


def _events(tables: Tables, given: Given) -> Data:
    table = tables.table(given)
    viewer = table.viewer(given)
    return {"events": table.told(viewer, given.get("since", 0)), "next": len(table.told(viewer))}


def _why_not(tables: Tables, given: Given) -> Data:
    table = tables.table(given)
    why = table.game.why_not(table.player(table.viewer(given)), given["action"], *given.get("targets", []))
    return {"allowed": True} if why is None else {"allowed": False, **why._asdict()}


def _explain(tables: Tables, given: Given) -> Data:
    game = tables.table(given).game
    number = given.get("answer", game.journal[-1].number)
    return {"answer": number, "lines": explaining.explain(game, number)}


def _strike(tables: Tables, given: Given) -> Data:
    before = tables.table(given)
    after, verdict = before.struck(given["answer"])
    lapsed = [{"answer": number, "because": why} for number, why in verdict.lapsed.items()]
    told = {"struck": verdict.struck, "again": verdict.again, "lapsed": lapsed, "back": verdict.back, "facts": verdict.facts}
    if given.get("preview", False):
        return told
    tables.put(after.id, after)
    return {**told, **after.news(HOST, before)}


def _undo(tables: Tables, given: Given) -> Data:
    after, undone = tables.table(given).taken_back(given.get("reroll", False))
    tables.put(after.id, after)
    return {"undone": undone, "asking": after.asking(HOST)}


def _save(tables: Tables, given: Given) -> Data:
    return {"save": saves.save(tables.table(given).game)}


def bot(tables: Tables, given: Given) -> Data:
    """Give the answer of a bot in a seat, and why."""
    table = tables.table(given)
    player = table.player(table.viewer(given))
    table.read(player, [])  # refuse a seat that is not asked
    advice = think(table.game, player, limit(given.get("level", HINT)), given.get("seed", 0))
    seats = table.game.seats
    return {
        "seat": seats[player],
        **_considered(table, player, advice.considered[0] if advice.considered else Considered(advice.path, advice.value, 0)),
        "iterations": advice.iterations,
        "line": [{"seat": seats[each.seat], "words": list(each.words)} for each in advice.line],
        "others": [_considered(table, player, each) for each in advice.considered[1:]],
    }


def _considered(table: Table, player: int, each: Considered) -> Data:
    words = list(path_words(table.game, player, each.path))
    return {"picks": table.ids(player, each.path), "words": words, "value": round(each.value, 3), "visits": each.visits}


GAME = Param("game", params.TEXT, needed=True)
SEAT = Param("seat", params.SEAT)
DICE = Param("dice", params.DICE)
BOT = (GAME, SEAT, Param("level", params.LEVEL), Param("seed", params.NUMBER))
PICKS = Param("picks", params.PICKS, needed=True)

OF_A_GAME: dict[str, tuple[Callable[[Tables, Given], Data], tuple[Param, ...]]] = {
    "asking": (_asking, (GAME, SEAT, Param("picks", params.PICKS))),
    "answer": (_answer, (GAME, SEAT, PICKS, Param("at", params.COUNT), DICE)),
    "tick": (_tick, (GAME, SEAT, Param("now", params.COUNT, needed=True), DICE)),
    "view": (_view, (GAME, SEAT)),
    "events": (_events, (GAME, SEAT, Param("since", params.COUNT))),
    "why_not": (_why_not, (GAME, SEAT, Param("action", params.TEXT, needed=True), Param("targets", params.TEXTS))),
    "explain": (_explain, (GAME, Param("answer", params.COUNT))),
    "strike": (_strike, (GAME, Param("answer", params.COUNT, needed=True), Param("preview", params.TRUTH))),
    "undo": (_undo, (GAME, Param("reroll", params.TRUTH))),
    "save": (_save, (GAME,)),
}
