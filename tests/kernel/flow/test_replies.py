"""Replies: a reaction is offered with its picks and knows what it responds to, before a change and after."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects, gate
from rulewright.kernel.flow.agenda import ask, call, end
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Trigger
from tests.kernel.fakes import (
    ANN,
    BO,
    COINS,
    HEALTH,
    Steps,
    Table,
    called,
    game,
    in_progress,
    made_pick,
    made_trigger,
    named,
    told,
)

GUARD, OX, ELK = range(3)
BOARD, OUT, HAND = range(3)
HURT = (effects.alter(OX, HEALTH, "-=", 3), effects.alter(GUARD, HEALTH, "-=", 1))
AIM = made_pick("target", "a target", "object", lambda m, vars: [ELK, OX])
BAIT = made_pick("bait", "bait", "object", lambda m, vars: m.state.zones[HAND], zones=(HAND,))
JAB = Action("Jab", 0, named("jab"), frozenset({marks.ACTION}), "8")
SHIELD = Action("Shield", 1, named("shield"), frozenset({marks.REACTION}), "9", picks=(AIM,))
PAID = replace(SHIELD, costs=(called(lambda m, vars: [effects.alter(vars["source"], COINS, "-=", 1)]),))
BEFORE = made_trigger(SHIELD.index, "would", lambda m, vars: True, stat=HEALTH)
AFTER = replace(BEFORE, on="changed")
KNOWN = ("it", "heard", "attacker", "cause", "bound", "pending", "target", "path")


def begins(m, frame):
    """Records triggers before the elk jabs."""
    m.emit(("noticed", 0, None, (0, OX, OX)))
    return call("jab", {"action": JAB.index, "actor": ELK, "source": ELK, "player": BO}, "over", {})


def jabs(m, frame):
    """Prepares the two changes; if nobody could respond, they happen."""
    held = gate.would(m, HURT, "after", frame.vars)
    for change in () if held else HURT:
        effects.do(m, change)
    return held or call("heed", {"from": 1}, "after", frame.vars)


def shields(m, frame):
    """Announces what the reaction knows, and asks a question in the middle of it."""
    m.emit(("told", {name: frame.vars[name] for name in KNOWN if name in frame.vars}))
    return ask((ANN,), "end", frame.vars)


def blow(trigger: Trigger, shield: Action = SHIELD, *, guard: Kind | None = None, heeds: Any = jabs, **fields: Any) -> Game:
    """Begins a game in which the elk jabs ox and guard; the guard listens."""
    steps = {"": begins, "over": lambda m, frame: ask((ANN,), "x", {})}
    jab = Steps("jab", {"": heeds, "after": lambda m, frame: end()})
    rule = Steps("shield", {"": shields, "end": lambda m, frame: end()})
    table = Table((*Table.zones, Zone("Hand", seen="owner"))).thing("Guard", kind=1, health=9, limit=9, coins=5)
    table.thing("Ox", BO, health=9, limit=9).thing("Elk", BO)
    kinds = (Kind("thing"), guard or Kind("guard", actions=(SHIELD.index,)))
    given = {"actions": (JAB, shield), "triggers": (trigger,), "kinds": kinds, "secret": True, **fields}
    return game(Steps("main", steps), jab, rule, table=table, **given)


def waits(playing: Game) -> list[tuple[str, str]]:
    """Gives the step at which each procedure in progress waits."""
    return list(zip(in_progress(playing), (frame.step for frame in playing.state.agenda), strict=True))


# -- what is offered ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("trigger", [BEFORE, AFTER])
def test_a_reaction_is_offered_and_then_its_picks(trigger):
    """It has its plain name before a change and after, even if a card has it; a player who declines picks nothing."""
    playing = blow(trigger, guard=Kind("guard", actions=(SHIELD.index,), marks=frozenset({marks.CARD})))
    first, second = playing.menu("Ann"), playing.menu("Ann", "Shield")
    assert first.prompt == "Guard may answer" and [first.words(key) for key in first] == ["Shield", "decline"]
    assert second.prompt == "Shield: a target" and [second.words(key) for key in second] == ["Elk", "Ox"]
    assert playing.menu("Ann", "decline") is None and playing.menu("Ann", "Shield", "Ox") is None


@pytest.mark.parametrize("trigger", [BEFORE, AFTER])
def test_a_holder_who_would_need_a_hidden_card_is_asked_and_may_only_decline(trigger):
    """Whether a target exists is the holder's secret, so the holder is asked in any case."""
    playing = blow(trigger, replace(SHIELD, picks=(BAIT,)))
    assert playing.asking == (ANN,) and list(playing.menu("Ann")) == ["decline"]


def test_the_place_of_a_window_over_prepared_changes_is_that_of_the_changes():
    """No single holder is responding at that time."""
    assert blow(replace(BEFORE, again=True), replace(SHIELD, kinds=frozenset({marks.INTERRUPT}))).where() == (
        "main, over · jab, after · interrupt window, Ann"
    )


# -- what it knows -----------------------------------------------------------------------------------------------------


def test_a_reaction_to_a_coming_change_knows_this_change():
    """It knows its subject, the actor, the action, what was noticed before, what was picked, and the answer."""
    playing = blow(BEFORE, PAID)
    shield = ("Shield", playing.state.ref(GUARD))
    known = {"it": OX, "heard": (OX, GUARD), "attacker": ELK, "cause": JAB.index, "pending": 1, "target": ELK}
    assert told(playing.answer("Ann", "Shield", "Elk")) == [({**known, "path": (shield, playing.state.ref(ELK))},)]
    assert waits(playing) == [("main", "over"), ("jab", "after"), ("would", "used"), ("act", "done"), ("shield", "end")]


def test_a_reaction_to_an_event_knows_this_event():
    """Triggers that are noticed after the reaction began are left to others."""
    playing = blow(AFTER, PAID)
    shield = ("Shield", playing.state.ref(GUARD))
    known = {"it": OX, "attacker": ELK, "bound": NOWHERE, "pending": 2, "target": ELK}
    assert told(playing.answer("Ann", "Shield", "Elk")) == [({**known, "path": (shield, playing.state.ref(ELK))},)]
    assert waits(playing) == [("main", "over"), ("jab", "after"), ("heed", ""), ("act", "done"), ("shield", "end")]


@pytest.mark.parametrize(
    ("trigger", "known", "waiting"),
    [
        (BEFORE, {"it": OX, "heard": (OX, GUARD), "attacker": ELK, "cause": JAB.index, "pending": 1}, "would"),
        (AFTER, {"it": OX, "attacker": ELK, "bound": NOWHERE, "pending": 2}, "heed"),
    ],
)
def test_an_automatic_rule_knows_the_thing_of_its_trigger(trigger, known, waiting):
    """Nobody is asked; the answer of an automatic rule is only its name."""
    playing = blow(replace(trigger, optional=False), replace(PAID, picks=()))
    assert told(playing.events) == [({**known, "path": ("Shield",)},)]
    assert waits(playing) == [("main", "over"), ("jab", "after"), (waiting, ""), ("act", "done"), ("shield", "end")]


def test_each_following_reaction_keeps_its_own_subject():
    """The subject of one reaction is not passed on to the next."""

    def heeds(m, frame):
        for entry in ((0, GUARD, OX, ELK, ELK), (0, GUARD, ELK, OX)):
            m.emit(("noticed", len(m.state.noticed), None, entry))
        return call("heed", {"from": 1}, "after", {})

    playing = blow(replace(AFTER, optional=False), replace(SHIELD, picks=()), heeds=heeds)
    playing.answer("Ann", "yes")
    assert [event[0]["bound"] for event in told(playing.events)] == [ELK, NOWHERE]


# -- who can still answer ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("on", "kind", "asked"),
    [("changed", marks.REACTION, False), ("changed", marks.ACTION, True), ("moved", marks.REACTION, True)],
)
def test_a_thing_that_left_play_uses_no_reaction(on, kind, asked):
    """It may use a reaction to this leaving; an ability that is no reaction is used in any case."""

    def heeds(m, frame):
        effects.do(m, HURT[0])
        effects.do(m, effects.send(GUARD, OUT))
        return call("heed", {"from": 1}, "after", {})

    trigger = replace(AFTER, on=on, stat=HEALTH if on == "changed" else None)
    playing = blow(trigger, replace(SHIELD, kinds=frozenset({kind})), heeds=heeds)
    assert playing.where() == ("main, over · jab, after · Guard may answer" if asked else "main, x")
