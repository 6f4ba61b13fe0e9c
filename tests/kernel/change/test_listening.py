"""Who notices an event, who caused it and by what action, and abilities that follow."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects, gate, triggers, writing
from rulewright.kernel.change.triggers import FOLLOWS
from rulewright.kernel.flow.agenda import Machine, end
from rulewright.kernel.state.facts import LIVES, NOWHERE, Frame, Lasting
from rulewright.program import marks
from rulewright.program.declared import Kind, Settle
from rulewright.program.definition import Action, Trigger
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, Steps, Table, asks, called, game, made_check, made_trigger, named, numbered

HERO, OX, ELK = range(3)
BLAME = 4  # the word as which somebody is noted
BOARD, OUT = 0, 1
CHEER = Action("Cheer", 0, named("cheer"), frozenset({marks.REACTION}), "9")
JAB = Action("Jab", 1, named("jab"), frozenset({marks.ACTION}), "8")
HURT = effects.alter(OX, HEALTH, "-=", 1)
JABS = ("jab", {"action": JAB.index, "actor": OX, "source": ELK})
CHEERS = ("cheer", {"action": CHEER.index, "actor": ELK, "source": HERO})
PAYS = ("act", CHEERS[1])


def always(m, vars):
    return True


HEARS = made_trigger(CHEER.index, "changed", always, stat=HEALTH, optional=False)


def under_way(trigger: Trigger, *frames: tuple[str, Any], cheer: Action = CHEER, **fields: Any) -> Machine:
    """Begins a game in which a hero listens, in the middle of some procedures."""
    things = Table().thing("Hero", kind=1, health=9).thing("Ox", BO, health=9).thing("Elk", BO, health=9)
    rules = [Steps(name, {"": lambda m, frame: end()}) for name in ("cheer", "jab", "settling")]
    given = {"actions": (cheer, JAB), "triggers": (trigger,), "kinds": (Kind("thing"), Kind("hero", actions=(0,))), **fields}
    m = game(asks("main", ANN), *rules, table=things, **given).machine
    m.state.agenda += [Frame(90 + n, numbered(m, name), "", vars) for n, (name, vars) in enumerate(frames)]
    return m


@pytest.mark.parametrize(
    ("frames", "by"),
    [
        ((), NOWHERE),
        ((JABS,), OX),
        ((JABS, CHEERS), ELK),  # the innermost counts,
        ((JABS, ("cheer", {})), OX),  # but a rule that is only a part of an action is none,
        ((JABS, PAYS), OX),  # nor is what is being paid for
    ],
)
def test_an_event_is_caused_by_whoever_acts(frames, by):
    """A met trigger is recorded with who responds, what the event was about, and who caused it."""
    m = under_way(HEARS, *frames)
    effects.do(m, HURT)
    assert m.state.noticed == [(0, HERO, OX, by)]


@pytest.mark.parametrize(
    ("frames", "nested", "heard"),
    [((), False, True), ((JABS,), False, True), ((CHEERS,), False, False), ((CHEERS,), True, True)],
)
def test_a_reaction_does_not_respond_to_what_a_reaction_does(frames, nested, heard):
    """The book can allow reactions to reactions."""
    m = under_way(replace(HEARS, optional=True), *frames, nested=nested)
    effects.do(m, HURT)
    assert bool(m.state.noticed) == heard


@pytest.mark.parametrize(
    ("event", "it", "by"),
    [
        (("performed", ELK, JAB.index), ELK, ELK),  # whoever performs, not the action in progress
        (("rolled", 6, (2,)), NOWHERE, OX),
        (("told", "thunder"), NOWHERE, OX),
        (("told", "thunder", "loud"), NOWHERE, OX),
        (("told", "thunder", ELK), ELK, OX),
    ],
)
def test_an_event_is_about_a_thing_or_about_nothing(event, it, by):
    """If an event names a thing, it is about this thing."""
    m = under_way(replace(HEARS, on=event[0], stat=None), JABS)
    m.emit(event)
    assert m.state.noticed == [(0, HERO, it, by)]


@pytest.mark.parametrize("zone", [OUT, NOWHERE])
def test_a_thing_that_leaves_play_notices_its_leaving(zone):
    """Wherever it goes, it responds to its own leaving as it would in play."""
    m = under_way(replace(HEARS, on="moved", stat=None))
    effects.do(m, effects.send(HERO, zone))
    assert [entry[:4] for entry in m.state.noticed] == [(0, m.state.ref(HERO), m.state.ref(HERO), NOWHERE)]


# -- what was to follow ------------------------------------------------------------------------------------------------


def reborn(m: Machine, slot: int) -> None:
    """Lets a thing begin a new life on the board."""
    effects.do(m, effects.send(slot, NOWHERE))
    effects.do(m, effects.send(slot, BOARD))


@pytest.mark.parametrize("about", [NOWHERE, ELK])
def test_a_delayed_action_is_kept_with_its_name_and_source(about):
    """The record has the name of the action, the thing that it is for in its present life, and its source."""
    m = under_way(replace(HEARS, following=True))
    reborn(m, ELK)
    triggers.follow(m, CHEER.index, HERO, about, ("end", "Turn", 0, 1), OX)
    ref = NOWHERE if about == NOWHERE else m.state.ref(ELK)
    assert list(m.state.lasting.values()) == [
        Lasting(m.state.ids, "Cheer", NOWHERE, (FOLLOWS, CHEER.index), "set", ref, ("end", "Turn", 0, 1), None, HERO)
    ]


def test_a_following_ability_is_used_once():
    """When its trigger is met, it is recorded with the thing that it is for, and then it is over."""
    m = under_way(replace(HEARS, following=True))
    triggers.follow(m, CHEER.index, HERO, ELK, (), OX)
    for _ in range(2):
        effects.do(m, HURT)
    assert m.state.noticed == [(0, HERO, OX, NOWHERE, ELK)] and not m.state.lasting


@pytest.mark.parametrize("met", [True, False])
def test_a_following_ability_knows_what_it_follows_for(met):
    """Its condition is tested with the event and all its parts; as long as the condition is false, the ability keeps waiting."""
    asked = []

    def listens(m, vars):
        asked.append(vars)
        return met

    m = under_way(replace(HEARS, test=called(listens), following=True), JABS)
    triggers.follow(m, CHEER.index, HERO, ELK, (), OX)
    effects.do(m, HURT)
    event = ("changed", OX, HEALTH, 9, 8)
    assert asked == [{"event": event, "it": OX, "attacker": OX, "actor": HERO, "source": HERO, "bound": ELK}]
    assert bool(m.state.lasting) != met


def leaves(m):
    effects.do(m, effects.send(ELK, NOWHERE))


def comes_anew(m):
    reborn(m, ELK)


def another_leaves(m):
    effects.do(m, effects.send(OX, NOWHERE))


@pytest.mark.parametrize(
    ("before", "then", "bound"),
    [
        ((), another_leaves, ELK),
        ((), leaves, ELK),  # this very event has ended its life
        ((comes_anew,), another_leaves, NOWHERE),
        ((comes_anew,), leaves, NOWHERE),  # the life that ends is another
    ],
)
def test_a_delayed_action_is_bound_to_one_life_of_its_thing(before, then, bound):
    """It responds while its thing is the same, and to the event that ends the life of this thing."""
    m = under_way(replace(HEARS, on="moved", stat=None, following=True))
    m.deaf = True
    triggers.follow(m, CHEER.index, HERO, ELK, (), OX)
    for each in before:
        each(m)
    m.deaf = False
    then(m)
    assert [entry[4] % LIVES if entry[4] != NOWHERE else NOWHERE for entry in m.state.noticed] == [bound]


# -- by what means -----------------------------------------------------------------------------------------------------


SETTLING: tuple[str, Any] = ("settling", {})
SETTLES = Settle(named("settling"), frozenset(), frozenset())


@pytest.mark.parametrize(
    ("frames", "settle", "by"),
    [
        ((), None, ()),
        ((JABS,), None, (ELK,)),
        ((JABS, PAYS), None, (HERO,)),
        ((JABS, ("cheer", {}), ("act", {}), ("main", PAYS[1])), None, (ELK,)),  # neither an act nor an action
        ((JABS, SETTLING), None, (ELK,)),
        ((JABS, SETTLING), SETTLES, ()),
        ((SETTLING, JABS), SETTLES, (ELK,)),
        ((JABS, ("cheer", {"by": (OX, HERO)})), SETTLES, (OX, HERO)),
        ((JABS, ("cheer", {"by": BLAME})), SETTLES, ()),  # without an event nothing is noted
    ],
)
def test_the_innermost_act_is_the_cause(frames, settle, by):
    """The rules can name another cause; changes while the game settles have no cause."""
    assert triggers.means(under_way(HEARS, *frames, settle=settle)) == by


def test_the_rules_can_name_what_is_noted_for_a_thing_as_the_cause():
    """For each thing of the event, the cause is what is noted for this thing, even if that has left since."""
    m = under_way(HEARS, ("cheer", {"by": BLAME}))
    reborn(m, ELK)
    writing.link(m, OX, BLAME, (m.state.ref(ELK), m.state.ref(HERO)))
    leaves(m)
    assert m.state.links[OX, BLAME][0] > LIVES
    assert [triggers.means(m, ("changed", slot, HEALTH, 9, 8)) for slot in (OX, ELK)] == [(ELK, HERO), ()]


# -- what would happen -------------------------------------------------------------------------------------------------


PAID = effects.alter(ELK, COINS, "-=", 1)


@pytest.mark.parametrize(
    ("stat", "only", "heard"),
    [(None, ELK, (ELK, OX)), (HEALTH, OX, (OX,)), (COINS, ELK, (ELK,)), (None, OX, ())],
)
def test_a_trigger_responds_to_the_changes_that_it_is_for(stat, only, heard):
    """A trigger without a stat responds to every change; for the first change it is tested whether the ability can be used."""
    fits = made_check("aim", "", lambda m, vars: vars["it"] == only, lambda m, vars: "no")
    trigger = replace(HEARS, on="would", stat=stat)
    m = under_way(trigger, cheer=replace(CHEER, checks=(fits,)))
    assert gate.heard(m, trigger, HERO, {"cause": NOWHERE, "changes": (PAID, HURT)}) == heard


def test_an_event_without_a_cause_has_no_attacker():
    """A change that no action makes is held without an attacker."""
    m = under_way(replace(HEARS, on="would"))
    given = {"attacker": NOWHERE, "cause": NOWHERE, "changes": (HURT,), "met": (), "spared": ()}
    assert gate.would(m, [HURT], "then", {"x": 1}) == ("call", numbered(m, "would"), given, "then", {"x": 1}, None)
