"""The words for what does what: who an effect's doing is, and abilities that an effect lets follow. Every book may use them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from rulewright.kernel import acts, triggers
from rulewright.kernel.agenda import Machine
from rulewright.kernel.events import Event
from rulewright.kernel.state import NOWHERE, Vars
from rulewright.language import code, lasting, nodes, nouns, phrases, relations
from rulewright.language.code import Instruction
from rulewright.language.listening import Listen
from rulewright.language.names import plain
from rulewright.language.patterns import Pattern, Phrase, table
from rulewright.language.phrases import Found
from rulewright.language.reckon import RECKON, reckon, whom

Effects = list[Instruction]


def _means(node: relations.Means, m: Machine, vars: Vars) -> bool:
    event: Event | None = vars.get("event")
    doing = triggers.means(m, event)
    return any(all(reckon(test, m, {**vars, "it": slot}) for test in node.tests) for slot in doing if slot != NOWHERE)


def _doer(node: relations.Doer, m: Machine, vars: Vars) -> int:
    """Give the first of those whom the rules name as doing what happens now, or whoever acts."""
    for frame in reversed(m.state.agenda):
        if triggers.BY in frame.vars:
            named = frame.vars[triggers.BY]
            return NOWHERE if isinstance(named, str) or not named else int(named[0])
        if "action" in frame.vars and frame.procedure in m.book.action_procedures:
            break
    return int(vars.get("actor", NOWHERE))


def _hears(node: relations.Hears, m: Machine, vars: Vars) -> bool:
    slot = reckon(node.who, m, vars)
    if slot == NOWHERE:
        return False
    own = acts.abilities(m, slot)
    actor = m.book.actor_for(m.state, slot, m.player_of(slot))
    said = {"event": ("told", node.word, slot), "it": slot, "attacker": NOWHERE, "actor": actor, "source": slot}
    return any(trigger.action in own and trigger.test(m, said) for trigger in m.book.listeners.get("told", ()))


RECKON |= {relations.Means: _means, relations.Doer: _doer, relations.Hears: _hears}


def _by(node: relations.By, m: Machine, vars: Vars, at: int) -> None:
    """Write down in the frame itself whose doing it is: who listens looks there."""
    vars.pop(triggers.BY, None)
    if node.word or node.whom is not None:
        vars[triggers.BY] = node.word or tuple(whom(node.whom, m, vars))
    m.state.agenda[-1] = m.state.agenda[-1]._replace(vars=dict(vars))


def _follow(node: relations.Follow, m: Machine, vars: Vars, at: int) -> None:
    """Let an ability follow, once for each thing it is to follow for."""
    source, until = vars["source"], lasting.duration(m, node.until, vars)
    own = acts.ability(m, source, node.action) if source != NOWHERE else None
    action = own or m.book.action(node.action)
    assert action is not None  # the checker has seen to it
    if until is None:
        return
    for about in [NOWHERE] if node.whom is None else whom(node.whom, m, vars):
        triggers.follow(m, action.index, source, about, until, vars["actor"])


def _heard(f: Found) -> relations.Hears:
    """Read the word that is heard, which is words alone: a comparison behind it is a condition of its own."""
    if re.search(r"[^\w '’-]|\d", f.text("word")):
        raise f.scope.names.fail(f.at("word"), f"{f.text('word')!r} is no word that is told", "words alone")
    return relations.Hears(f.single(), f.text("word"))


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("{whom} hears {word:rest}", _heard, "target hears the bell rings",
         "it has an ability that answers this word told of itself (see tell), wherever it lies"),
    ),
)  # fmt: skip

EXECUTE: dict[type, Callable[[Any, Machine, Vars, int], None]] = {relations.By: _by, relations.Follow: _follow}


def _doing(f: Found) -> Effects:
    by = relations.By(word=f.text("word").casefold()) if f.has("word") else relations.By(f.whom())
    return code.joined([[by], f.inner("rest"), [relations.By()]])


def _follows(f: Found) -> Effects:
    names = f.scope.names
    if plain(f.text("action")) not in names.following:
        raise names.fail(f.at("action"), f"{f.text('action')!r} is no ability that follows", "one that is marked (Following)")
    return [relations.Follow(f.action(), f.whom() if f.has("whom") else None, f.duration())]


def _note(f: Found) -> Effects:
    return [relations.Note(f.text("word").casefold(), f.whom("host"), relations.Means())]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("by the {word} of each: {rest}", _doing, "by the keeper of each: gain 1 Health",
         "what happens is, for each thing, the doing of what is noted of it under a word, wherever that is by now"),
        ("by {whom}: {rest}", _doing, "by target: gain 1 Health",
         "what happens is the doing of somebody else than the source of the effect"),
        ("note the source as {word} of {host:whom}", _note, "note the source as keeper of target",
         "what brings this about: the source of the effect, or what `by …:` names"),
        ("{action} follows [for {whom}] [{duration}]", _follows, "Answer follows for target this turn",
         "an ability of this card that is marked (Following) comes once: next, or, if it has a trigger, when that is met; "
         "`that one` is whom it follows for"),
    ),
)  # fmt: skip


def _told_by(f: Found) -> Listen:
    scope, text = f.scope, f.text("rest")
    listen = phrases.match(scope.table, "trigger", text, f.at("rest"), scope)
    if listen is None:
        raise phrases.unknown(scope.table, "trigger", text, f.at("rest"), scope.names)
    known = nouns.single(scope.names, f.text("means"))
    tests = (nodes.Relation("self", known),) if known is not None else f.things("means").tests
    means = relations.Means(tuple(test for test in tests if not isinstance(test, nodes.Active)))
    return Listen(listen.on, (*listen.tests, means), listen.stat)


TRIGGERS: tuple[Phrase, ...] = (
    Phrase("trigger", Pattern("{rest}, by {means:things}"), _told_by, "an actor goes to the trash, by an enemy",
           "the same, brought about by something: what the effect or the cost is of, or what `by …:` names"),
)  # fmt: skip
