"""Sends requests to an engine inside the test, one after another."""

import json
from pathlib import Path
from typing import Any

from rulewright.adapters.engine import Engine

SHAPES = Path(__file__).parents[1] / "shapes"
HANDS = {"hands.rules": (SHAPES / "mandarin.rules").read_text(encoding="utf-8")}

# A small game in which two hit each other; it is written here so that changes of shipped books do not affect these tests.
DUEL = """\
Uses: nothing
Start: Bout

Stat Vigour: at least 0
Stat Steps: at least 0, becomes 2 at the start of the actor's Turn

Zone Ring: in play
Order: [Vigour]
Defeated: when [Vigour] falls to 0

structure Bout
  step rounds: repeat Round
structure Round
  step turns: each actor: take a Turn
structure Turn of an actor
  step start: refresh stats
  step act: window actions for the actor, until it passes

Reading poke: sharp, blunt
  rule: P-1
  about: how much a poke hurts

Poke
Range: Melee
Target: an enemy
if: 1d6 >= 3
do: [Target Vigour] -= 2
then: [Steps] -= 1

Wait
Range: Self
do: [Steps] -= 1

Scene Yard
  map:
    . . .
  cast Reds: Ann at 1,1 (Vigour 9)
  cast Blues: Bo at 2,1 (Vigour 5)
  ends when: one cast is left
"""
FILES = {"duel.rules": DUEL}


class Client:
    """An engine and the connection to it."""

    def __init__(self, games: int = 1000) -> None:
        self.engine = Engine(games)

    def line(self, line: str | bytes | None) -> Any:
        """Sends a line as it is and gives the reply; None if there is none."""
        text = self.engine.reply(line.encode() if isinstance(line, str) else line)
        return None if text is None else json.loads(text)

    def ask(self, method: str, **params: Any) -> Any:
        """Sends a request and gives the whole reply."""
        return self.line(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))

    def call(self, method: str, **params: Any) -> Any:
        """Sends a request that must succeed and gives its result."""
        reply = self.ask(method, **params)
        assert "error" not in reply, reply["error"]
        return reply["result"]

    def error(self, method: str, **params: Any) -> Any:
        """Sends a request that must fail and gives its error."""
        return self.ask(method, **params)["error"]

    def refused(self, method: str, **params: Any) -> str:
        """Sends a request that must fail and gives the short code of its error."""
        return str(self.error(method, **params)["data"]["code"])

    def duel(self, **params: Any) -> str:
        """Begins a duel and gives the game's id."""
        return str(self.call("new", **{"files": FILES, **params})["game"])

    def hands(self, **params: Any) -> str:
        """Begins a game with hidden hands."""
        return str(self.call("new", **{"files": HANDS, **params})["game"])

    def ids(self, game: str, **params: Any) -> dict[str, str]:
        """Gives the ids of the first menu's options by their words."""
        asked = self.call("asking", game=game, **params)["asked"]
        return {option["words"]: option["id"] for option in asked[0]["options"]}
