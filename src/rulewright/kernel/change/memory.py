"""Things as they last were: an ability may refer to a thing that left play; its numbers and its place are remembered.

A triggered ability remembers things that left in the moment in which it was triggered; what is on a stack remembers things that
leave while it waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import values
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import NOWHERE, OWNER, Remembered, Vars
from rulewright.program.slots import MEMORY

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

WORDS = ("source", "it", "attacker", "bound")
"""The words of an ability for its source and for the thing of its trigger."""


def as_it_is(m: Machine, slot: int) -> Remembered | None:
    """Give what is remembered of a thing that leaves now; nothing of a face-down thing."""
    if m.book.secret and not visibility.knows(m, None, slot):
        return None
    numbers = tuple(values.value(m, slot, stat) for stat in range(m.state.width))
    return slot, _ref(m, whereabouts.place(m, slot)), _ref(m, whereabouts.host(m, slot)), numbers


def _ref(m: Machine, slot: int) -> int:
    return NOWHERE if slot == NOWHERE else m.state.ref(slot)


def of(vars: Vars, word: str, slot: int) -> Remembered | None:
    """Give what an ability remembers of the thing for which it has a word, or None."""
    for named, known in vars.get(MEMORY, ()):
        if named == word and slot in (NOWHERE, known[0]):
            return (known[0], known[1], known[2], known[3])
    return None


def player(m: Machine, vars: Vars, slot: int) -> int:
    """Give the player of a thing's ability; for a thing that has left, the player who had it last."""
    known = of(vars, "source", slot) if MEMORY in vars else None
    return m.player_of(slot) if known is None else known[3][OWNER]


def keep(m: Machine, ref: int, known: Remembered) -> None:
    """Let everything on a stack that refers to a thing remember it as it last was."""
    for zone, ground in enumerate(m.state.grounds):
        for item in m.state.zones[zone] if ground[0] >= 0 and m.book.zones[ground[0]].stack else ():
            named = [word for word, about in m.state.named_refs(item, "targets") if about == ref and word in WORDS]
            named += ["source"] if m.state.refs(item, "actor")[1:] == (ref,) else []
            old = m.state.links.get((item, MEMORY))
            if named:
                m.emit(("linked", item, MEMORY, old, (*(old or ()), *((word, known) for word in named))))
