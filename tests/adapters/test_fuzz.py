"""Random bad input to the engine: no internal error, no hang, no changed game."""

import json
import random
from typing import Any

import pytest

from rulewright.adapters.engine import METHODS
from rulewright.protocol.messages import INTERNAL
from tests.adapters.client import FILES, HANDS, Client

JUNK: list[Any] = [
    None, True, 0, -1, 1.5, 10**30, "", "x", "g1", "g2", "Reds", "\ud800", [], {}, ["a"], [1], [[]], {"a": "b"}, {"a": 1},
    "poke bo", ["Poke", "Bo"], ["00000000.0"], {"a.rules": "Uses: a.rules\n"}, {"a.rules": "Stat: \x00\n\tif"},
    "Scene ", "Scene A\n  map:\n",
]  # fmt: skip
LINES = [
    "Ann at 1,1 (Vigour 5)", "Bo at 2,1 (Vigour 5)", "seats Ann, Bo", "cast A: X at 1,1 (Vigour 3)", "cast B, neutral: Y at 9,9",
    "map:", "  . . X", "tiles: X wall", "Ann's Hand: Spark", "Ann's Hand: 99999999 Spark", "Ann at 99999,1", "Ann at 0,0",
    "Ann (Vigour 99999999999999999999)", "cast A: Z (has Poke and Foo)", "Ann (cast )", "seats ", "seats Ann, Ann", "cast : X",
    "Ann ()",
    "X beside Y", "3 tiles from X", "ends when: nonsense",
]  # fmt: skip


class Fuzz:
    """An engine with a few games, and a client that sends anything."""

    def __init__(self, seed: int) -> None:
        self.r, self.client = random.Random(seed), Client(games=12)
        self.client.duel(seed=seed)
        self.client.hands(seed=seed)

    def send(self) -> dict:
        """Sends something and gives the reply; a message without a reply was a notification."""
        method, params = self.r.choice([self.anything, self.position, self.save, self.line])()
        return (self.client.line(method) or {}) if params is None else self.client.ask(method, **params)

    def anything(self) -> tuple[str, dict]:
        """Picks a method and params of any kind."""
        method = self.r.choice(list(METHODS))
        params = {param.name: self.r.choice(JUNK) for param in METHODS[method][1] if self.r.random() < 0.7}
        return method, {**params, **({"game": self.game()} if "game" in params and self.r.random() < 0.8 else {})}

    def game(self) -> str:
        """Picks one of the games."""
        return self.r.choice(list(self.client.engine.games) or ["g0"])

    def position(self) -> tuple[str, dict]:
        """Writes a position of lines that do not belong together."""
        files = self.r.choice([FILES, HANDS])
        return "new", {"files": files, "position": "\n".join(self.r.sample(LINES, self.r.randint(1, 5)))}

    def save(self) -> tuple[str, dict]:
        """Changes a saved game somewhere."""
        reply = self.client.ask("save", game=self.game())
        return "load", {"save": self.changed(reply.get("result", {}).get("save", {}))}

    def changed(self, value: Any) -> Any:
        """Changes a value somewhere inside."""
        if isinstance(value, dict | list) and value and self.r.random() < 0.9:
            copy = value.copy()
            at = self.r.choice(list(copy)) if isinstance(copy, dict) else self.r.randrange(len(copy))
            if self.r.random() < 0.1:
                del copy[at]
            else:
                copy[at] = self.changed(copy[at])
            return copy
        return self.r.choice([value, *JUNK])

    def line(self) -> tuple[str, None]:
        """Breaks a line somewhere."""
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "view", "params": {"game": self.game(), "seat": "Reds"}})
        at, what = self.r.randrange(len(line)), self.r.choice(["", "\x00", "}", '"', "9", "é", line])
        return line[:at] + what + line[at + self.r.randint(0, 2) :], None


@pytest.mark.parametrize("seed", range(3))
def test_bad_input_is_answered_and_changes_nothing(seed: int):
    """Requests, positions, saves and lines of any kind get a reply; no failure is internal or changes a game."""
    fuzz = Fuzz(seed)
    for _ in range(100):
        before = {id: table.game.fingerprint() for id, table in fuzz.client.engine.games.items()}
        reply = fuzz.send()
        if "error" in reply:
            assert reply["error"]["code"] != INTERNAL, reply
            assert {id: table.game.fingerprint() for id, table in fuzz.client.engine.games.items()} == before
        while len(fuzz.client.engine.games) > 8:
            fuzz.client.call("close", game=fuzz.game())
