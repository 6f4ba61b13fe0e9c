"""How the conditions of an action are evaluated: expressions, sets, limits, turns, texts, and the zone of the source."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

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
from rulewright.program.wording import BarWords

if TYPE_CHECKING:
    from rulewright.kernel.book import Book


def asked(judge: Callable[[Any, Machine, Vars], bool]) -> Callable[[Book, Any], judging.Test]:
    """Make a row of the judge's table from a function that is called each time."""
    return lambda book, test: partial(judge, test)


def _unless_waiting(book: Book, test: conditions.UnlessWaiting) -> judging.Test:
    return lambda m, vars: stacks.waits(m, m.book.actions[vars["action"]]) or evaluate(test.node, m, vars)


def wrong(m: Machine, text: str) -> Sequence[Finding]:
    """Say what is wrong with a text as the next amendment."""
    return amendments.wrong(m.book.origin or m.book, tuple(m.state.amendments), text)


def _adoptable(test: conditions.Adoptable, m: Machine, vars: Vars) -> bool:
    return not wrong(m, vars["text"])


def _among(test: conditions.Among, m: Machine, vars: Vars) -> bool:
    return vars["it"] in things(test.node, m, vars, ordered=False)


def _limited(test: conditions.Limited, m: Machine, vars: Vars) -> bool:
    return m.state.tallies.get((m.book.words[test.key], vars["source"]), 0) < test.most


def _cooled(test: conditions.Cooled, m: Machine, vars: Vars) -> bool:
    return (vars["actor"], ("cooldown", test.action)) not in m.state.touched


def _others_turn(test: conditions.OthersTurn, m: Machine, vars: Vars) -> bool:
    frame = m.state.innermost(test.structure)
    whose = NOWHERE if frame is None else frame.vars.get("actor", NOWHERE)
    same = whose == vars["actor"] or (test.casts and whose != NOWHERE and m.player_of(whose) == m.player_of(vars["actor"]))
    return not same


def _usable_here(test: conditions.UsableHere, m: Machine, vars: Vars) -> bool:
    place = m.state.places[vars["source"]]
    return place != NOWHERE and m.state.grounds[place][0] in m.book.actions[vars["action"]].zones


def _face_up(test: conditions.FaceUp, m: Machine, vars: Vars) -> bool:
    return not visibility.face_down(m, vars["source"])


def _permitted(test: conditions.Permitted, m: Machine, vars: Vars) -> bool:
    concerned = {vars["actor"], vars.get("source", vars["actor"])}
    return not any(features.has(m, test.feature, slot, vars) for slot in concerned) or bool(evaluate(test.node, m, vars))


# -- bars: actions of a class that somebody cannot use, and actions that no longer count as actions ----------------------------


def _free(test: conditions.NotBarred, m: Machine, vars: Vars) -> bool:
    return not m.state.lasting or not (_is_none(m, vars) or _bars(m, vars))


def barred_words(said: BarWords, m: Machine, vars: Vars) -> str:
    """Say what bars somebody from an action."""
    if _is_none(m, vars):
        return f"{m.book.actions[vars['action']].name} is no action now"
    who, name = m.book.name_of(m.state, vars["actor"]), m.book.actions[vars["action"]].name
    barring = ", ".join(dict.fromkeys(effect.name for effect in _bars(m, vars)))
    return f"{who} performs {barring}, and {name} is one or costs one"


def _is_none(m: Machine, vars: Vars) -> bool:
    return stacks.class_of(m, m.book.actions[vars["action"]]) == NOWHERE


def _bars(m: Machine, vars: Vars) -> list[Lasting]:
    """List what bars the actor from an action: by its class, or because paying for it belongs to a barred class."""
    action = m.book.actions[vars["action"]]
    on_actor = [effect for effect in m.state.lasting.values() if effect.object == vars["actor"]]
    found = [
        (effect, effect.question) for effect in on_actor if isinstance(effect.question, tuple) and effect.question[0] == "bar"
    ]
    own = stacks.class_of(m, action)
    paying = [n for n, each in enumerate(m.book.classes) if each.rest] if action.costs else []
    words = {m.book.words[word] for n in (own, *paying) if n != NOWHERE for word in m.book.classes[n].called}
    return [effect for effect, (_, name, but) in found if name in words and action.rule not in but]


judging.TESTS |= {
    conditions.Truth: lambda book, test: partial(evaluate, test.node),
    conditions.UnlessWaiting: _unless_waiting,
    conditions.Among: asked(_among),
    conditions.Adoptable: asked(_adoptable),
    conditions.Limited: asked(_limited),
    conditions.Cooled: asked(_cooled),
    conditions.OthersTurn: asked(_others_turn),
    conditions.OnInstruction: asked(lambda test, m, vars: False),
    conditions.NotBarred: asked(_free),
    conditions.Permitted: asked(_permitted),
    conditions.UsableHere: asked(_usable_here),
    conditions.FaceUp: asked(_face_up),
    conditions.InUse: asked(lambda test, m, vars: availability.in_use(m, vars["source"], vars["action"])),
}
