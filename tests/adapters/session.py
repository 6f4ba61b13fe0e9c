"""Replays the session of docs/engine.md, and can write its replies again: `python -m tests.adapters.session`."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.adapters.client import Client
from tests.hygiene.tree import ROOT

PAGE = ROOT / "docs" / "engine.md"
BLOCK = re.compile(r"^```jsonl\n(?P<body>.*?)^```", re.MULTILINE | re.DOTALL)
ID = re.compile(r"[0-9a-f]{8}\.[0-9]+")
ELIDED = {"version", "methods", "save", "books"}
ANYTHING = "…"


class Exchange(NamedTuple):
    """A request line, and the reply that the page shows; empty if there is none."""

    sent: str
    shown: str


def exchanges(text: str) -> list[Exchange]:
    """Lists the requests and replies of the session."""
    lines = [line for found in BLOCK.finditer(text) for line in found["body"].splitlines()]
    found = [n for n, line in enumerate(lines) if line.startswith("> ")]
    return [Exchange(lines[n][2:], lines[n + 1][2:] if lines[n + 1 : n + 2] and lines[n + 1][:2] == "< " else "") for n in found]


def replay(session: list[Exchange]) -> Iterator[tuple[Exchange, Any]]:
    """Sends each line and gives the shown reply with the real one; an omitted save is replaced by the last one."""
    client, saved = Client(), None
    for exchange in session:
        reply = client.line(exchange.sent.replace(f'"{ANYTHING}"', json.dumps(saved)))
        if isinstance(reply, dict):
            saved = reply.get("result", {}).get("save", saved)
        yield exchange, reply


def renewed(session: list[Exchange]) -> list[tuple[str, Any]]:
    """Plays a session whose ids may have changed: each shown id is replaced by the new one."""
    ids: dict[str, str] = {}
    played: list[tuple[str, Any]] = []
    for sent, shown in session:
        for old in set(ID.findall(sent)) & ids.keys():
            sent = sent.replace(old, ids[old])
        *_, (_, reply) = replay([Exchange(line, "") for line, _ in played] + [Exchange(sent, "")])
        ids.update(zip(ID.findall(shown), ID.findall(json.dumps(reply)), strict=False))
        played.append((sent, reply))
    return played


def alike(shown: Any, came: Any) -> bool:
    """Says whether a reply equals the shown one; omitted parts equal anything."""
    if shown == ANYTHING:
        return True
    if isinstance(shown, dict) and isinstance(came, dict):
        return shown.keys() == came.keys() and all(alike(shown[key], came[key]) for key in shown)
    if isinstance(shown, list) and isinstance(came, list):
        return len(shown) == len(came) and all(map(alike, shown, came))
    return bool(shown == came)


def elided(value: Any) -> Any:
    """Omits parts that are long or change with every version."""
    if isinstance(value, dict):
        return {key: ANYTHING if key in ELIDED else elided(part) for key, part in value.items()}
    return [elided(part) for part in value] if isinstance(value, list) else value


def rewritten(text: str) -> str:
    """Writes the replies of a session again."""
    played = iter(renewed(exchanges(text)))

    def block(found: re.Match[str]) -> str:
        answered = [next(played) for line in found["body"].splitlines() if line.startswith("> ")]
        shown = [
            f"> {sent}\n" + (f"< {json.dumps(elided(reply), ensure_ascii=False)}\n" if reply else "") for sent, reply in answered
        ]
        return f"```jsonl\n{''.join(shown)}```"

    return BLOCK.sub(block, text)


if __name__ == "__main__":
    PAGE.write_text(rewritten(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
