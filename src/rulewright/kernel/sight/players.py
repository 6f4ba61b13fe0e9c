"""Players as one viewer sees them: their numbers with score and goal, and the members of their cast."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.sight import schema, things, visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state.facts import NOBODY, NOWHERE, OWN, SIDE, STANDING, State
from rulewright.program.expressions import Expression

if TYPE_CHECKING:
    from rulewright.kernel.book import Book
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.kernel.sight.things import Viewing


def in_turn(m: Machine, players: Sequence[schema.Player]) -> list[schema.Player]:
    """Say of players who is asked, and whose turn it is."""
    asked, active = m.state.asked.players if m.state.asked is not None else (), m.book.active(m)
    return [{**each, "asked": seat in asked, "active": seat == active} for seat, each in enumerate(players)]


def player(viewing: Viewing, seat: int) -> schema.Player:
    """Give a seat: the object of the player if players have objects, or a cast with its members; not whose turn it is."""
    m, seen, viewer, handles = viewing.m, viewing.seen, viewing.viewer, viewing.handles
    state, own = m.state, m.state.refs(0, "players")
    slot = own[seat] if own else NOWHERE
    members = [] if own else _members(m, viewer, seat)
    lead = slot if own else next(iter(members), NOWHERE)
    side = state.cell(lead, SIDE) if lead != NOWHERE else NOBODY
    score, goal = _score(seen, slot) if own else _left(m, members)
    return {
        "seat": state.setting.seats[seat],
        "side": state.setting.sides[side] if side >= 0 else "",
        "thing": None if slot == NOWHERE else handles.of(slot),
        "members": [things.handle(handles, each) for each in members],
        "asked": False,
        "active": False,
        "out": not m.in_play(slot) if own else not any(m.in_play(each) for each in members),
        "standing": state.cell(lead, STANDING) if lead != NOWHERE else 0,
        "score": score,
        "goal": goal,
        **things.numbers(seen, viewer, lead, _telling(seen, slot, state.setting.seats[seat]) if own else _together(m, lead)),
    }


def _members(m: Machine, viewer: Viewer, seat: int) -> list[int]:
    """List a seat's cast, as far as the viewer can follow it."""
    cast = [slot for slot in range(len(m.state.places)) if m.state.cell(slot, SIDE) != NOBODY and m.player_of(slot) == seat]
    return [slot for slot in cast if m.state.places[slot] != NOWHERE and visibility.follows(m, viewer, slot)]


def _score(m: Machine, slot: int) -> tuple[int | None, schema.Goal | None]:
    layout = m.book.layout
    if layout.score is None or slot == NOWHERE:
        return None, None
    bound = None if layout.bound is None else _number(m, layout.bound, slot)
    return _number(m, layout.score, slot), {"stat": layout.stat, "bound": bound, "how": layout.how}


def _left(m: Machine, members: list[int]) -> tuple[int, schema.Goal]:
    """Count the actors of a cast that are still in play, for a score."""
    return sum(m.in_play(slot) for slot in members), {"stat": "standing", "bound": None, "how": "wins"}


def _telling(m: Machine, slot: int, seat: str) -> list[int]:
    """List the stats to show of a player: those that the book names first, those players begin with, others that differ."""
    known = m.book.caches.of_players
    if seat not in known:
        known[seat] = _of_player(m.book, seat)
    return [n for n, always in known[seat] if always or _has(m, slot, n)]


def _of_player(book: Book, seat: str) -> list[tuple[int, bool]]:
    """List the stats that may be shown of a player, in order, each with whether it is always shown."""
    layout, stats, held = book.layout, book.stats, book.layout.held.get(seat, ())
    own = [n for n in range(OWN, len(stats)) if stats[n].shared != "all" and not stats[n].silent and n not in book.capped]
    first = [n for n in layout.first if n in own]
    rest = [(n, bool(n in held or stats[n].refresh or stats[n].default)) for n in own if n not in layout.first]
    return [*((n, True) for n in first), *rest]


def _together(m: Machine, slot: int) -> list[int]:
    """List the stats that a cast shares."""
    stats = m.book.stats if slot != NOWHERE else ()
    return [n for n, stat in enumerate(stats) if stat.shared == "cast" and not stat.silent]


def _has(m: Machine, slot: int, stat: int) -> bool:
    return values.value(m, values.holder(m, slot, stat), stat) != m.book.stats[stat].default


def shared(m: Machine, viewer: Viewer) -> dict[str, int]:
    """Give the numbers that all players share."""
    named = [(n, stat) for n, stat in enumerate(m.book.stats) if stat.shared == "all" and not stat.silent]
    return things.numbers(m, viewer, 0, [n for n, _ in named])["stats"] if m.state.places else {}


def standing(state: State) -> dict[str, int]:
    """Give each side's standing: 1 won, -1 lost, 0 neither."""
    found = dict.fromkeys(state.setting.sides, 0)
    for slot, won in enumerate(state.cells[STANDING :: state.width]):
        if won and state.cell(slot, SIDE) >= 0:
            found[state.setting.sides[state.cell(slot, SIDE)]] = won
    return found


def _number(m: Machine, of: Expression, slot: int) -> int:
    """Compute a number of the layout for a player."""
    return int(evaluate(of, m, {"actor": slot, "player": m.player_of(slot), "source": slot}))
