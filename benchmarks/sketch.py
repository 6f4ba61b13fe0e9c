"""A minimal text engine to compare the duel with: it reads Strike from its text and compiles it to one function.

On every action it checks validity, records dice faces, keeps one journal entry per write, makes four to five event tuples
and tests a trigger per event. It has no agenda, no menus, no saves and no explanation.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

TEXT = """Strike
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 1d8 + [Strength]
then: [Action Points] -= 1
"""
STATS = {"Health": 0, "Attack": 1, "Strength": 2, "Defense": 3, "Action Points": 4}
WIDTH = len(STATS)


def _cell(found: re.Match[str]) -> str:
    words = found[1]
    who, stat = ("t", words[7:]) if words.startswith("Target ") else ("a", words)
    return f"cells[{who} * {WIDTH} + {STATS[stat]}]"


def _expression(text: str) -> str:
    return re.sub(r"\[([^\]]+)\]", _cell, re.sub(r"(\d+)d(\d+)", r"roll(\1, \2)", text))


def compiled(text: str) -> Callable[..., bool]:
    """Compile an action's text to one function."""
    parts = dict(line.split(": ", 1) for line in text.splitlines()[1:])
    lines = ["def act(cells, a, t, roll, emit, write, alive):"]
    lines += [" if not (alive(cells, a) and alive(cells, t) and a != t): return False"]
    lines += [f" hit = {_expression(parts['if'])}", " emit(('check', a, t, hit))", " if hit:"]
    for key, indent in (("do", "  "), ("then", " ")):
        target, amount = parts[key].split(" -= ")
        cell = re.fullmatch(r"cells\[(\w) \* \d+ \+ (\d+)\]", _expression(target))
        assert cell is not None
        lines.append(f"{indent}write({cell[1]}, {cell[2]}, -({_expression(amount)}))")
    scope: dict[str, Any] = {}
    exec("\n".join([*lines, " return True"]), scope)
    act: Callable[..., bool] = scope["act"]
    return act


def duel(seed: int, act: Callable[..., bool]) -> int:
    """Play one duel and count its actions."""
    cells = [30, 5, 4, 14, 3, 30, 5, 4, 14, 3]
    rng, log, journal = random.Random(seed), list[Any](), list[Any]()
    listening = {"defeated": 0}

    def emit(event: tuple[Any, ...]) -> None:
        log.append(event)
        if event[0] in listening:
            listening[event[0]] += 1

    def roll(count: int, sides: int) -> int:
        faces = tuple([rng.randrange(sides) + 1 for _ in range(count)])
        emit(("rolled", sides, faces))
        return sum(faces)

    def write(slot: int, stat: int, by: int) -> None:
        at = slot * WIDTH + stat
        old = cells[at]
        new = max(0, old + by)
        journal.append((at, old))
        cells[at] = new
        emit(("changed", slot, stat, old, new))

    def alive(cells: list[int], slot: int) -> bool:
        return cells[slot * WIDTH] > 0

    turn, actions = 0, 0
    while cells[0] > 0 and cells[WIDTH] > 0:
        cells[turn * WIDTH + 4] = 3
        for _ in range(3):
            act(cells, turn, 1 - turn, roll, emit, write, alive)
            actions += 1
            if not cells[(1 - turn) * WIDTH]:
                break
        turn = 1 - turn
    return actions
