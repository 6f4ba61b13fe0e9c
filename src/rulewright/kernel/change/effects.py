"""Prepared changes: plain tuples in which every number is computed; they can be amended, used as a cost, or done."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import guises, values, writing
from rulewright.kernel.change.moment import Instant
from rulewright.kernel.state.facts import (
    KIND,
    LIFE,
    LIVES,
    NOBODY,
    NOWHERE,
    OWN,
    OWNER,
    SEEN,
    SIDE,
    TILE,
    Lasting,
    Link,
    Links,
)
from rulewright.kernel.state.facts import Change as Change
from rulewright.kernel.state.whereabouts import AT

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine
    from rulewright.program.declared import Zone
    from rulewright.program.definition import Prohibition


OWNED = "owned"
"""Marks a change of the owner, not of the controller."""
TOKEN = "token"
"""The link that marks a token: a thing that was made in play and is gone when it leaves play."""


def alter(slot: int, stat: int, op: str, amount: int, tag: str = "") -> Change:
    """Prepare a change of a stat."""
    return ("alter", slot, stat, op, amount, tag)


def shift(slot: int, tile: int) -> Change:
    """Prepare a move on the map."""
    return alter(slot, TILE, "=", tile)


GROWN = "grown"
"""The mark of a move after which a card keeps the changes that its own effect made to it."""


def send(slot: int, zone: int, at: str = "top", seers: tuple[int, ...] | None = None) -> Change:
    """Prepare a move of an object to a zone, face down if only some seats may see its face."""
    return ("send", slot, zone, at) if seers is None else ("send", slot, zone, at, seers)


def tell(slot: int, word: str) -> Change:
    """Prepare an announcement about a thing."""
    return ("tell", slot, word)


def bind(slot: int, name: Link, refs: Links | None) -> Change:
    """Prepare a change of a link of an object."""
    return ("bind", slot, name, refs)


def give(slot: int, player: int, side: int, owned: bool = False) -> Change:
    """Prepare a change of the controller of a thing, or of its owner."""
    return ("give", slot, player, side, OWNED) if owned else ("give", slot, player, side)


def counter(slot: int, zone: int) -> Change:
    """Prepare that a waiting thing is taken off its stack without effect."""
    return ("counter", slot, zone)


def mixing(zone: int) -> Change:
    """Prepare that things which come to a zone in the same moment lie at its bottom in a random, unknown order."""
    return ("mix", NOWHERE, zone)


def making(maker: int, name: str, cells: tuple[int, ...], zone: int, tile: int = NOWHERE, place: int = NOWHERE) -> Change:
    """Prepare that somebody makes a new thing in a zone, on a tile or at a place; in play it is a token."""
    return ("make", maker, name, cells, zone, tile, place)


def outcome(m: Machine, change: Change) -> int:
    """Give the value of a stat after a change, within its bounds."""
    _, slot, stat, op, amount, _ = change
    base = m.state.cell(slot, stat)
    if m.book.stats[stat].cap in m.book.fluid:
        base = values.clamp(m, slot, stat, base)  # a maximum has already lowered it
    return values.clamp(m, slot, stat, amount if op == "=" else values.arith(op[0], base, amount))


def how_much(m: Machine, change: Change) -> int:
    """Say how much of a move or an alteration could happen now; 0 means nothing."""
    if m.book.forbidden and _forbidding(m, change):
        return 0
    if change[0] == "send":
        return int(m.state.places[change[1]] not in (NOWHERE, change[2]))
    return abs(outcome(m, change) - m.state.cell(change[1], change[2]))


def allotted(m: Machine, changes: Iterable[Change], kinds: frozenset[int] = frozenset()) -> list[Change]:
    """Divide costs among the stats that pay them: the stat itself and those that can pay for it, some of them first."""
    left: dict[tuple[int, int], int] = {}
    found, later = [], []
    for change in changes:
        if change[0] == "alter" and change[3] == "-=" and change[2] in m.book.payers:
            later.append(change)
        else:
            found.append(change)
            if change[0] == "alter" and change[3] == "-=":
                left[change[1], change[2]] = left.get((change[1], change[2]), have(m, change[1], change[2])) - change[4]
    return [*found, *(part for change in later for part in _shared_out(m, change, left, kinds))]


def _purses(m: Machine, own: int, kinds: frozenset[int]) -> list[int]:
    """List the stats from which a cost is paid, in order: stats for certain actions come before stats for all actions."""
    stats = [n for n in m.book.payers[own] if m.book.stats[n].only in (NOWHERE, *kinds)]
    first = sorted((n for n in stats if m.book.stats[n].first), key=lambda n: m.book.stats[n].only == NOWHERE)
    return [*first, own, *(n for n in stats if n not in first)]


def _shared_out(m: Machine, change: Change, left: dict[tuple[int, int], int], kinds: frozenset[int]) -> list[Change]:
    """Pay a cost from its own stat as far as possible, and the rest from the others; an unpaid rest stays on its own stat."""
    _, slot, own, op, amount, tag = change
    parts: list[Change] = []
    for stat in _purses(m, own, kinds):
        here = left.setdefault((slot, stat), have(m, slot, stat))
        paid = max(0, min(here, amount))
        left[slot, stat], amount = here - paid, amount - paid
        parts += [alter(slot, stat, op, paid, tag)] if paid else []
    return [*parts, alter(slot, own, op, amount, tag)] if amount else parts


def shortage(m: Machine, changes: Iterable[Change]) -> int:
    """Say how much is missing for some changes."""
    total: dict[tuple[int, int], int] = {}
    for change in changes:
        if change[0] == "alter" and change[3] == "-=":
            total[change[1], change[2]] = total.get((change[1], change[2]), 0) + change[4]
    return sum(max(0, amount - have(m, *key)) for key, amount in total.items())


def have(m: Machine, slot: int, stat: int) -> int:
    """Say how much of a stat could be spent."""
    return values.value(m, slot, stat) - (m.book.stats[stat].least or 0)


def do(m: Machine, *changes: Change) -> None:
    """Do prepared changes, all in one moment; a change without effect causes no event."""
    arrange(m, *permitted(m, changes))


def permitted(m: Machine, changes: Sequence[Change], happening: bool = True) -> Sequence[Change]:
    """Leave out the changes that cannot happen, with an announcement for each."""
    if not m.book.forbidden:
        return changes
    from rulewright.kernel.change import forbidding  # imported here, because that module imports this one

    return forbidding.permitted(m, changes, happening)


def _forbidding(m: Machine, change: Change) -> Prohibition | None:
    from rulewright.kernel.change import forbidding

    return forbidding.forbidding(m, change)


def cannot(m: Machine, changes: Iterable[Change]) -> str:
    """Say what forbids one of some prepared changes; "" if all may happen."""
    found = (_forbidding(m, change) for change in changes) if m.book.forbidden else ()
    return next((each.words for each in found if each is not None), "")


def arrange(m: Machine, *changes: Change) -> None:
    """Do prepared changes in one moment, without testing prohibitions; a change without effect causes no event.

    This puts things on a stack and takes them off it; whether that is allowed was tested before.
    """
    if m.moment is not None or (len(changes) < 2 and not (changes and changes[0][0] in ("send", "counter"))):
        for change in changes:
            _do(m, change)
        return
    moment = m.moment = Instant()
    try:
        for change in changes:
            if change[0] == "send":  # before anything is written, so that the order of the changes does not matter
                moment.leaves(m, change[1], _newborn(m, change[1], change[2]))
        for change in changes:
            _do(m, change)
    finally:
        m.moment = None
    moment.notice(m)
    for move in moment.moves:
        _moved_on(m, *move)


def _do(m: Machine, change: Change) -> None:
    if change[0] == "send":
        _send(m, *change[1:])
    elif change[0] == "tell":
        m.emit(("told", change[2], change[1]))
    elif change[0] == "counter":
        m.emit(("told", "countered", change[1]))
        _send(m, change[1], change[2], "top")
    elif change[0] == "bind":
        writing.link(m, *change[1:])
        if change[2] == "targets":
            writing.touch(m, m.state.places[change[1]])
    elif change[0] == "show":
        show(m, *change[1:])
    elif change[0] == "give" and change[4:]:
        guises.hand_over(m, *change[1:4])
    elif change[0] == "give":
        guises.take(m, *change[1:4])
    elif change[0] == "last":
        values.last(m, Lasting(*change[2])._replace(id=m.new_id()))  # a save keeps it as a plain tuple
        if m.book.timed and change[1] != NOWHERE:
            writing.touch(m, m.state.places[change[1]])
    elif change[0] == "make":
        slot = make(m, *change[2:5])
        if m.in_play(slot):
            writing.link(m, slot, TOKEN, ())
        _placed(m, slot, *change[5:])
    elif change[0] == "mix":
        mix(m, change[2], sum(move[2] == change[2] for move in m.moment.moves) if m.moment is not None else 0)
    else:
        _alter(m, change)


def _placed(m: Machine, slot: int, tile: int = NOWHERE, place: int = NOWHERE) -> None:
    """Put a new thing where it is made, in the moment in which it is made."""
    if tile >= 0:
        writing.write(m, slot, TILE, tile)
    elif place >= 0:
        writing.link(m, slot, AT, (place,))


def _alter(m: Machine, change: Change) -> None:
    _, slot, stat, _, _, _ = change
    if writing.write(m, slot, stat, outcome(m, change)):
        values.hold(m, slot, stat)
        if m.book.timed:
            writing.touch(m, m.state.places[slot])


def _newborn(m: Machine, slot: int, zone: int) -> bool:
    """Say whether a thing begins a new life if it moves to a zone."""
    old = m.state.places[slot]
    return old != zone and m.book.reborn(m.state, old, zone)


def _send(m: Machine, slot: int, zone: int, at: str, seers: tuple[int, ...] | None = None) -> None:
    old, seen = m.state.places[slot], m.state.links.get((slot, SEEN))
    index = m.state.zones[old].index(slot) if old != NOWHERE else NOWHERE
    life = m.state.cell(slot, LIFE)
    newborn = life + _newborn(m, slot, zone)
    after = seen if old == zone else seers
    ends = [
        (*spot, own) if own is not None else spot
        for spot, own in (((old, index, life), seen), ((zone, _place(m, slot, zone, at), newborn), after))
    ]
    assert m.moment is not None  # a move is never written outside a moment
    m.moment.leaves(m, slot, newborn != life)
    m.emit(("moved", slot, *ends, None))
    if m.book.secret and old not in (NOWHERE, zone):
        _left(m, old, slot, after is None and (zone == NOWHERE or _kind(m, zone).seen == "all"))
    m.moment.moves.append((slot, old, zone, newborn != life and at != GROWN))


def _moved_on(m: Machine, slot: int, old: int, zone: int, reborn: bool) -> None:
    """Do what follows a move after triggers have noticed it; until then a thing that left is as it last was."""
    if old != zone and (slot, "at") in m.state.links:
        _leave_behind(m, slot)
        writing.link(m, slot, "at", None)
    writing.touch(m, old)
    writing.touch(m, zone)
    if zone != NOWHERE and (slot, TOKEN) in m.state.links and not (_kind(m, zone).live or _kind(m, zone).stack):
        do(m, send(slot, NOWHERE))  # a token has left play
        return
    if zone != NOWHERE and m.book.is_card(m.state, slot):
        _adopt(m, slot, zone)
        if reborn:
            _renew(m, slot, old != NOWHERE and m.book.zones[m.state.grounds[old][0]].live)
        if not (_kind(m, zone).live or _kind(m, zone).stack):
            guises.give_back(m, slot)


def _leave_behind(m: Machine, slot: int) -> None:
    """If a thing leaves its place, leave what was attached to it at this place."""
    place, refs = m.state.links[slot, "at"], m.state.links
    for other in [key[0] for key, ref in refs.items() if key[1] == "attached" and m.state.link(*key) % LIVES == slot]:
        if m.state.places[other] != NOWHERE and (other, "at") not in refs:
            writing.link(m, other, "at", place)


def _adopt(m: Machine, slot: int, zone: int) -> None:
    """Give a thing without an owner that comes to a zone of a player to this player."""
    owner = m.state.grounds[zone][1]
    if owner != NOBODY and m.state.cell(slot, OWNER) == NOBODY:
        side = m.state.cell(m.state.refs(0, "players")[owner], SIDE) if (0, "players") in m.state.links else owner
        writing.write(m, slot, OWNER, owner)
        writing.write(m, slot, SIDE, side)


def _renew(m: Machine, slot: int, left_play: bool) -> None:
    """Reset a thing that begins a new life to the values of its kind."""
    for effect in [each for each in m.state.lasting.values() if each.object == slot and each.question in guises.GUISES]:
        m.emit(("expired", effect, None))
    printed = dict(m.book.kinds[m.state.cell(slot, KIND)].stats)
    for stat in range(OWN, m.state.width):
        writing.write(m, slot, stat, printed.get(stat, m.book.stats[stat].default))
    for effect in [each for each in m.state.lasting.values() if each.object == slot]:
        m.emit(("expired", effect, None))
    for key in [key for key in m.state.links if key[0] == slot and _of_play(key[1])] if left_play else ():
        writing.link(m, *key, None)


def _of_play(link: Link) -> bool:
    """Say whether a link ends when a thing leaves play: attachments and notes do."""
    return link == "attached" or isinstance(link, int)


def show(m: Machine, slot: int, seers: tuple[int, ...] | None) -> None:
    """Let some seats see the face of a thing at its place; None means those that see its zone."""
    old = m.state.links.get((slot, SEEN))
    if old != seers:
        m.emit(("revealed", slot, old, seers, m.state.places[slot]))


def forget(m: Machine, slots: Iterable[int]) -> None:
    """Conceal again what was shown of hidden things."""
    for slot in slots:
        if _kind(m, m.state.places[slot]).seen != "all":
            show(m, slot, None)


def _left(m: Machine, zone: int, slot: int, openly: bool) -> None:
    """Conceal shown cards of a hand again, if each of them could be the card that has just left it."""
    if _kind(m, zone).seen == "owner":
        names = m.state.names
        forget(m, [other for other in m.state.zones[zone] if not openly or names[other] == names[slot]])


def _kind(m: Machine, zone: int) -> Zone:
    return m.book.zones[m.state.grounds[zone][0]]


def shuffle(m: Machine, zone: int) -> None:
    """Put a zone in a random order, which is unknown to all."""
    forget(m, m.state.zones[zone])
    m.emit(("shuffled", zone, tuple(m.state.zones[zone]), m.shuffled(m.state.zones[zone])))
    writing.touch(m, zone)


def mix(m: Machine, zone: int, count: int) -> None:
    """Put so many things at the bottom of a zone in a random order, which is unknown to all."""
    lying = tuple(m.state.zones[zone])
    if count > 1:
        forget(m, lying[:count])
        m.emit(("shuffled", zone, lying, (*m.shuffled(lying[:count]), *lying[count:])))


def _place(m: Machine, slot: int, zone: int, at: str) -> int:
    """Give the index that an object will have in a zone."""
    if zone == NOWHERE:
        return NOWHERE
    return 0 if at == "bottom" else len(m.state.zones[zone]) - (m.state.places[slot] == zone)


def make(m: Machine, name: str, cells: tuple[int, ...], zone: int) -> int:
    """Make a new object on top of a zone and give its slot."""
    slot = len(m.state.places)
    top = len(m.state.zones[zone])
    m.emit(("moved", slot, (NOWHERE, NOWHERE, 0), (zone, top, 0), (name, cells)))
    writing.touch(m, zone)
    return slot


def found(m: Machine, kind: int, owner: int = NOBODY) -> int:
    """Create a new zone of a kind."""
    index = len(m.state.zones)
    m.emit(("founded", index, None, (kind, owner, m.state.now)))
    return index
