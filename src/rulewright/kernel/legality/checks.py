"""How the conditions of an action are evaluated: expressions, sets, limits, turns, texts, and the zone of the source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from rulewright.kernel.change import features
from rulewright.kernel.evaluation.evaluate import evaluate, things
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import amendments
from rulewright.kernel.history.amendments import Finding
from rulewright.kernel.legality import availability, judging
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.facts import NOWHERE, Lasting, Vars
from rulewright.program import conditions
from rulewright.program.building import Node

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def asked(judge: Callable[[Node, Machine, Vars], bool]) -> Callable[[Book, Node], judging.Test]:
    """Make a row of the judge's table from a function that is called each time."""
    return lambda book, test: partial(judge, test)


def wrong(m: Machine, text: str) -> Sequence[Finding]:
    """Say what is wrong with a text as the next amendment."""
    return amendments.wrong(m.book.origin or m.book, tuple(m.state.amendments), text)


def _others_turn(test: conditions.OthersTurn, m: Machine, vars: Vars) -> bool:
    frame = m.state.innermost(test.structure)
    whose = NOWHERE if frame is None else frame.vars.get("actor", NOWHERE)
    same = whose == vars["actor"] or (test.casts and whose != NOWHERE and m.player_of(whose) == m.player_of(vars["actor"]))
    return not same


def _usable_here(test: conditions.UsableHere, m: Machine, vars: Vars) -> bool:
    place = m.state.places[vars["source"]]
    return place != NOWHERE and m.state.grounds[place][0] in m.book.actions[vars["action"]].zones


def _permitted(test: conditions.Permitted, m: Machine, vars: Vars) -> bool:
    concerned = {vars["actor"], vars.get("source", vars["actor"])}
    return not any(features.has(m, test.feature, slot, vars) for slot in concerned) or bool(evaluate(test.node, m, vars))


# -- bars: actions of a class that somebody cannot use, and actions that no longer count as actions ----------------------------


def barred_words(test: conditions.NotBarred, m: Machine, vars: Vars) -> str:
    """Say what bars somebody from an action."""
    if _is_none(m, vars):
        return f"{m.book.actions[vars['action']].name} is no action now"
    who, name = m.book.name_of(m.state, vars["actor"]), m.book.actions[vars["action"]].name
    barring = ", ".join(dict.fromkeys(effect.name for effect in _bars(m, vars)))
    return f"{who} performs {barring}, so {name} cannot be used or cannot be paid for"


def _is_none(m: Machine, vars: Vars) -> bool:
    return stacks.class_of(m, m.book.actions[vars["action"]]) == NOWHERE


def _bars(m: Machine, vars: Vars) -> list[Lasting]:
    """List what bars the actor from an action: by its class, or because paying for it belongs to a barred class."""
    action = m.book.actions[vars["action"]]
    on_actor = [effect for effect in m.state.lasting.values() if effect.object == vars["actor"]]
    found = [(e, e.question) for e in on_actor if isinstance(e.question, tuple) and e.question[0] == "bar"]
    own = stacks.class_of(m, action)
    paying = [n for n, each in enumerate(m.book.classes) if each.rest] if action.costs else []
    words = {word for n in (own, *paying) if n != NOWHERE for word in m.book.classes[n].called}
    return [effect for effect, (_, word, but) in found if word in words and action.rule not in but]


judging.TESTS |= {
    conditions.Truth: lambda book, test: partial(evaluate, test.node),
    conditions.UnlessWaiting: asked(
        lambda test, m, vars: stacks.waits(m, m.book.actions[vars["action"]]) or bool(evaluate(test.node, m, vars))
    ),
    conditions.Among: asked(lambda test, m, vars: vars["it"] in things(test.node, m, vars, ordered=False)),
    conditions.Adoptable: asked(lambda test, m, vars: not wrong(m, vars["text"])),
    conditions.Limited: asked(lambda test, m, vars: m.state.tallies.get((test.key, vars["source"]), 0) < test.most),
    conditions.Cooled: asked(lambda test, m, vars: (vars["actor"], ("cooldown", test.action)) not in m.state.touched),
    conditions.OthersTurn: asked(_others_turn),
    conditions.OnInstruction: asked(lambda test, m, vars: False),
    conditions.NotBarred: asked(lambda test, m, vars: not m.state.lasting or not (_is_none(m, vars) or _bars(m, vars))),
    conditions.Permitted: asked(_permitted),
    conditions.UsableHere: asked(_usable_here),
    conditions.FaceUp: asked(lambda test, m, vars: not visibility.face_down(m, vars["source"])),
    conditions.InUse: asked(lambda test, m, vars: availability.in_use(m, vars["source"], vars["action"])),
}
