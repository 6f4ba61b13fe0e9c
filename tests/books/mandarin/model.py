"""A small executable reading of source 003's stack, made from the text alone: pure functions over an immutable state.

The whole source discipline rests on one remark: a window, whole or partial, always ends with the controller of the top
effect (the adder, steps 1 and 2; the new top's owner, step 4).  So a holder and a stack are all there is to remember.
The log holds settled events only; the standing offer is the holder, and ``events`` puts the two together.
"""

from typing import NamedTuple

FASTER: dict[str | None, tuple[str, ...]] = {
    None: ("basic", "fast", "breakneck"),
    "basic": ("fast", "breakneck"),
    "fast": ("fast", "breakneck"),
    "breakneck": ("breakneck",),
}


class Effect(NamedTuple):
    """An effect on the stack; whoever controls it counts as having put it there."""

    controller: str
    speed: str


class State(NamedTuple):
    """The table at one moment; the top of the stack is its last item."""

    seats: tuple[str, ...]  # those still playing and those gone, in table order
    owner: str  # whose turn it is
    discipline: str  # "source" or "magic"
    holder: str | None  # None: nobody is offered anything any more
    stack: tuple[Effect, ...] = ()
    log: tuple[str, ...] = ()
    gone: frozenset[str] = frozenset()
    waived: frozenset[str] = frozenset()  # magic: who has passed in succession
    resolved: str | None = None  # controller of the effect that resolved just now, nothing done since
    closing: bool = False  # source: the turn owner has ended the turn


def start(players: str, owner: str, discipline: str = "source") -> State:
    """The stack is empty, and the turn owner has priority (S-30, reading 14)."""
    return State(tuple(players), owner, discipline, owner)


def holder(state: State) -> str | None:
    """The one player who may act (S-25)."""
    return state.holder


def events(state: State) -> tuple[str, ...]:
    """Everything that happened and what stands now: an offer, or the end."""
    return (*state.log, state.holder or ".")


def _noted(state: State) -> tuple[str, ...]:
    """The log, in which a standing offer counts as settled."""
    return state.log if state.holder is None else (*state.log, state.holder)


def living(state: State, seat: str) -> tuple[str, ...]:
    """The players who have not left, in table order, beginning at a seat."""
    at = state.seats.index(seat)
    return tuple(s for s in state.seats[at:] + state.seats[:at] if s not in state.gone)


def after(state: State, seat: str) -> str:
    """The next player after a seat who has not left; the same player if nobody else is left."""
    return living(state, state.seats[(state.seats.index(seat) + 1) % len(state.seats)])[0]


def legal(state: State) -> tuple[str, ...]:
    """The speeds of effects that the holder may add (S-06 to S-17)."""
    return () if state.holder is None else FASTER[state.stack[-1].speed if state.stack else None]


def add(state: State, speed: str) -> State:
    """The holder puts an effect on the stack; a new lap begins (S-26, S-27), or with magic the adder goes on."""
    who = state.holder
    if who is None or speed not in legal(state):
        raise ValueError(f"{who} may not add {speed}")
    return _push(state._replace(log=_noted(state)), (Effect(who, speed),), who)


def trigger(state: State, batch: list[tuple[str, str]]) -> State:
    """Puts triggered effects on the stack together (readings 6, 7, 9) in play order, before the standing offer counts."""
    order = living(state, state.owner)
    ranked = sorted((Effect(c, s) for c, s in batch if c in order), key=lambda e: order.index(e.controller))
    return _push(state, tuple(ranked), state.holder or order[0]) if ranked else state


def _push(state: State, effects: tuple[Effect, ...], keeper: str) -> State:
    """Puts effects on the stack and begins the lap that follows."""
    first = keeper if state.discipline == "magic" else after(state, effects[-1].controller)
    return state._replace(stack=state.stack + effects, holder=first, waived=frozenset(), resolved=None)


def passed(state: State) -> State:
    """The holder passes: priority goes on, the top resolves, or with an empty stack the turn ends (reading 17)."""
    if (who := state.holder) is None:
        raise ValueError("nobody holds priority")
    state = state._replace(log=_noted(state), waived=state.waived | {who}, resolved=None)
    return _finish(state) if _window_over(state, who) else state._replace(holder=after(state, who))


def _window_over(state: State, last: str) -> bool:
    """Whether nobody is left to be asked after this player's pass."""
    if state.discipline == "magic":
        return state.waived.issuperset(living(state, last))
    return not state.stack or state.stack[-1].controller == last


def _finish(state: State) -> State:
    """Resolves the top (step 3) and opens the next window; without a top, ends the turn."""
    if not state.stack:
        return state._replace(holder=None, closing=True, waived=frozenset())
    who = state.stack[-1].controller
    return _settle(state._replace(stack=state.stack[:-1], log=(*state.log, "!" + who), resolved=who), who)


def _settle(state: State, seat: str) -> State:
    """Gives whose window it is after the effect of this seat's player has left the stack (readings 1, 2, 4, 20)."""
    state = state._replace(waived=frozenset())
    if state.discipline == "source" and state.stack:
        return state._replace(holder=seat if state.stack[-1].controller == seat else after(state, seat))
    if state.discipline == "source" and state.closing:
        return _finish(state)
    return state._replace(holder=living(state, state.owner)[0])


def remove(state: State, index: int) -> State:
    """The effect that has just resolved takes another one (0 is the lowest) off, as a part of its resolution (reading 11)."""
    if state.resolved is None:
        raise ValueError("only a resolution removes an effect")
    return _settle(state._replace(stack=tuple(e for i, e in enumerate(state.stack) if i != index)), state.resolved)


def leave(state: State, who: str) -> State:
    """A player leaves: their effects go, and their seat is skipped (reading 23); a top of theirs counts as resolved."""
    top_goes = bool(state.stack) and state.stack[-1].controller == who
    kept = tuple(e for e in state.stack if e.controller != who)
    out = state._replace(gone=state.gone | {who}, stack=kept, resolved=None)
    if not living(out, who):
        return out._replace(holder=None, log=_noted(state))
    if state.discipline == "source" and top_goes:
        return _settle(out._replace(log=_noted(state)), who)
    if state.holder != who:
        return out
    out = out._replace(log=_noted(state))
    over = state.discipline == "magic" and _window_over(out, who)
    return _finish(out) if over else out._replace(holder=after(out, who))
