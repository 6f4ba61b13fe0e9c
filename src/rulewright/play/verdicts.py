"""What a Judgment changes, before or after it is given: which answers are played again, lapse or count again, and which facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from rulewright.kernel.change import values
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.state.facts import BLOCKED, LIVES, NOWHERE, OWN, OWNER, SIDE


class Verdict(NamedTuple):
    """The result of striking something."""

    struck: tuple[int, ...]  # the answers that never happened, and that did before
    again: tuple[int, ...]  # the answers that are played again
    lapsed: Mapping[int, str]  # those that lapse, and why
    back: tuple[int, ...]  # those that count again
    facts: tuple[str, ...]  # what differs then


def preview(game: Game, give: Callable[[Game], object]) -> Verdict | None:
    """Say what an answer would strike and the result, on a copy; None if it strikes nothing."""
    copy = game.copy()
    give(copy)
    return compare(game, copy) if judgment.judged(copy.record[copy.done[-1].entry.number]) else None


def compare(before: Game, after: Game) -> Verdict:
    """Say what differs between a game before a Judgment and after it."""
    old = {done.entry.number: done.lapsed for done in before.done}
    new = {done.entry.number: done.lapsed for done in after.done if done.entry.number in old}
    same = sum(1 for one, other in zip(before.done, after.done, strict=False) if one is other)
    acts = [done.entry for done in after.done[same:] if done.entry.number in old and done.entry.path]
    gone = {number: why for number, why in new.items() if why and not old[number]}
    return Verdict(
        tuple(number for number, why in gone.items() if why == judgment.STRUCK),
        tuple(entry.number for entry in acts if new[entry.number] != judgment.STRUCK),
        {number: why for number, why in gone.items() if why != judgment.STRUCK},
        tuple(number for number, why in new.items() if not why and old[number]),
        tuple(_facts(before, after)),
    )


def lines(game: Game, verdict: Verdict) -> Iterator[str]:
    """Say a verdict in words; the game names the answers."""
    for number in verdict.struck:
        yield f"Struck: {_answer(game, number)}."
    yield f"Played again: {_ranges(verdict.again) or 'nothing'}."
    for number, why in verdict.lapsed.items():
        yield f"Lapses: {_answer(game, number)} ({why})."
    for number in verdict.back:
        yield f"Counts again: {_answer(game, number)}."
    yield f"Differs: {'; '.join(verdict.facts) or 'nothing'}."


def _answer(game: Game, number: int) -> str:
    """Say an answer of the record: its number, whose it is, and what it was."""
    entry = next(entry for entry in game.journal if entry.number == number)
    who = game.seats[entry.player] if entry.player >= 0 else "the host"
    first = entry.path[0]
    said = first[0] if isinstance(first, tuple) else str(first)
    return f"{number}, {who}: {said}"


def _ranges(numbers: tuple[int, ...]) -> str:
    """Say numbers in short: 3, 5 to 9."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)


# -- facts -------------------------------------------------------------------------------------------------------------


def _facts(before: Game, after: Game) -> Iterator[str]:
    """Say which facts differ: everybody's stats, what waits, what lies open, which rules are in force, who has won."""
    yield from _stats(before, after)
    yield from _things(_waiting(before), _waiting(after), "waits")
    yield from _things(_lying(before), _lying(after), "lies there")
    old, new = before.book.rules, after.book.rules
    for number in sorted({*old, *new}, key=int):
        if number not in new:
            yield f"rule {number} is not in force"
        elif number not in old or old[number].text != new[number].text:
            yield f"rule {number} is in force as {new[number].title}"
    for side, stands in after.standing().items():
        if stands != before.standing()[side]:
            yield f"{side} has {'won' if stands > 0 else 'lost' if stands < 0 else 'neither won nor lost'}"


def _stats(before: Game, after: Game) -> Iterator[str]:
    """Say the stats that differ of those who were there from the beginning, and of all together."""
    cast = [slot for slot in range(len(before.state.places)) if before.state.cell(slot, SIDE) != NOWHERE]
    shared = [(n, stat.name) for n, stat in enumerate(before.book.stats) if n >= OWN and stat.shared]
    for slot in [slot for slot in cast if (slot, "made") not in before.state.links]:
        name = before.book.name_of(before.state, slot)
        for stat in [n for n in range(OWN, min(before.state.width, after.state.width)) if not before.book.stats[n].shared]:
            old, new = values.value(before.machine, slot, stat), values.value(after.machine, slot, stat)
            if old != new:
                yield f"{name}'s {before.book.stats[stat].name} {old} → {new}"
    for stat, name in shared:
        old, new = values.value(before.machine, 0, stat), values.value(after.machine, 0, stat)
        if old != new:
            yield f"{name} {old} → {new}"


def _things(old: Counter[str], new: Counter[str], where: str) -> Iterator[str]:
    yield from (f"{name} no longer {where}" for name in (old - new).elements())
    yield from (f"{name} {where}" for name in (new - old).elements())


def _waiting(game: Game) -> Counter[str]:
    """Name what waits: whose, at what, and whether it is blocked."""
    state, m = game.state, game.machine
    found: Counter[str] = Counter()
    for slot in stacks.waiting(m):
        aims = [game.book.name_of(state, ref % LIVES) for _, ref in state.named_refs(slot, "targets")]
        blocked = ", blocked," if state.cell(slot, BLOCKED) else ""
        owner = state.setting.seats[state.cell(slot, OWNER)]
        found[f"{owner}'s {game.book.name_of(state, slot)}{' → ' + ', '.join(aims) if aims else ''}{blocked}"] += 1
    return found


def _lying(game: Game) -> Counter[str]:
    """Name what lies open in zones where nothing is in play."""
    state, found = game.state, Counter[str]()
    for zone, (number, _, _) in enumerate(state.grounds):
        kind = game.book.zones[number] if number >= 0 else None
        if kind is not None and kind.seen == "all" and not kind.stack and not kind.live:
            found.update(f"{game.book.name_of(state, slot)} ({game.book.zone_words(state, zone)})" for slot in state.zones[zone])
    return found
