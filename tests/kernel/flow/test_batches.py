"""Batches: triggered abilities go on the stack together; players order their own and may decline optional ones."""

from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow import batches, stacks
from rulewright.kernel.flow.agenda import Machine, ask, call, end
from rulewright.kernel.game import Game
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import ACTION, LIVES, NOWHERE, OWNER, Frame
from rulewright.program import marks
from rulewright.program.declared import Class, Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import (
    ANN,
    BO,
    COINS,
    Steps,
    Table,
    called,
    game,
    made_check,
    made_pick,
    made_trigger,
    named,
    numbered,
    told,
)

ZONES = (Zone("Board", live=True), Zone("Stack", stack=True), Zone("Out"))
BOARD, STACK, OUT = range(3)
OWL, HEN, ELK = range(3)
THINGS = (("Owl", ANN), ("Hen", ANN), ("Elk", BO))
HOOT, CLUCK, PECK, STIR, SNORT, PROWL = range(6)
"""Abilities: one must come, one may, one has a target, one stirs up others in its payment, one acts at once, one has a class."""
ABLE = frozenset({marks.TRIGGERED})


def stirs(m: Machine, vars: Any) -> list[Any]:
    """The cost whose payment lets a hoot of Ann's and one of Bo's be noticed."""
    notice(m, (HOOT, OWL, NOWHERE, NOWHERE), (HOOT, ELK, NOWHERE, NOWHERE))
    return []


def away(m: Machine, vars: Any) -> list[Any]:
    """The cost that takes its own target away if the target has no coin."""
    return [] if m.state.cell(vars["target"], COINS) else [effects.send(vars["target"], OUT)]


def in_play(m: Machine, vars: Any) -> list[int]:
    return [slot for slot in m.live() if slot != vars["source"]]


ACTIVE = made_check("active", "", lambda m, v: m.in_play(v["it"]), lambda m, v: "out")
CALM = made_check("calm", "", lambda m, v: not m.state.cell(v["source"], COINS), lambda m, v: "rich")
TARGET = made_pick("target", "a target", "object", in_play, (ACTIVE,))
ACTIONS = (
    Action("Hoot", HOOT, named("sound"), ABLE, checks=(CALM,), stack="one"),
    Action("Cluck", CLUCK, named("sound"), ABLE, stack="one"),
    Action("Peck", PECK, named("sound"), ABLE, picks=(TARGET,), costs=(called(away),), stack="one"),
    Action("Stir", STIR, named("sound"), ABLE, costs=(called(stirs),), stack="one"),
    Action("Snort", SNORT, named("sound"), ABLE),
    Action("Prowl", PROWL, named("sound"), ABLE, of_class=0, stack="one"),
)
TRIGGERS = tuple(made_trigger(n, "never", lambda m, v: True, optional=n == CLUCK) for n in range(len(ACTIONS)))


def notice(m: Machine, *entries: tuple[int, ...]) -> None:
    """Lets triggers be noticed."""
    for entry in entries:
        m.emit(("noticed", len(m.state.noticed), None, entry))


def batch(
    *found: tuple[int, ...], name: str = "batch", things: Any = THINGS, coins: dict[int, int] | None = None, **given: Any
) -> Game:
    """Begins a game in which abilities, each with its holder and what it is about, go on the stack; then Bo is asked."""

    def begins(m: Machine, frame: Frame) -> Any:
        notice(m, *((*entry, NOWHERE, NOWHERE)[:4] for entry in found))
        return call(named(name), by_name.filled(given.items()), "on", {})

    def sounds(m: Machine, frame: Frame) -> Any:
        m.emit(("told", "sounds", frame.vars["source"]))
        return end()

    main = Steps("main", {"": begins, "on": lambda m, f: ask((BO,), "over", {}), "over": lambda m, f: end()})
    lying = Table(ZONES)
    for slot, (thing, owner, *zone) in enumerate(things):
        lying.thing(thing, owner, *zone, coins=(coins or {}).get(slot, 0))
    kinds = (Kind("bird", marks=frozenset({marks.CARD})), Kind("item"))
    more: dict[str, Any] = {"actions": ACTIONS, "triggers": TRIGGERS, "kinds": kinds, "classes": (Class("Delayed", waits=True),)}
    return game(main, Steps("sound", {"": sounds}), table=lying, **more)


def put(playing: Game) -> list[tuple[str, str]]:
    """Lists what waits on the stack, from the bottom: the ability and what it came from."""
    state = playing.state
    names = [(slot, playing.book.actions[state.cell(slot, ACTION)].name) for slot in state.zones[STACK]]
    return [(name, state.names[state.refs(slot, "actor")[0]]) for slot, name in names]


def shown(playing: Game, *picks: Any) -> tuple[str, list[str]]:
    """Gives what the menu of whoever is asked says."""
    menu = playing.menu(playing.asking[0], *picks)
    assert menu is not None
    return menu.prompt, [menu.words(key) for key in menu]


# -- without a choice --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "order"), [({}, ["Owl", "Elk"]), ({"seats": (ANN, BO)}, ["Owl", "Elk"]), ({"seats": (BO, ANN)}, ["Elk", "Owl"])]
)
def test_abilities_without_a_choice_go_on_the_stack_in_seat_order(seats, order):
    """By default they go in seat order; the thing that an ability is about may belong to another player."""
    playing = batch((HOOT, ELK, OWL), (HOOT, OWL, ELK), **seats)
    assert put(playing) == [("Hoot", name) for name in order] and playing.where() == "main, over"
    about = {state.names[state.refs(slot, "actor")[0]]: state.links[slot, "targets"] for state in [playing.state]
             for slot in state.zones[STACK]}  # fmt: skip
    assert about == {"Owl": (("it", ELK),), "Elk": (("it", OWL),)}


def test_triggers_met_meanwhile_form_the_next_batch_in_the_same_order():
    """The next batch begins after the whole first one."""
    playing = batch((STIR, ELK), (HOOT, HEN), seats=(BO, ANN))
    assert put(playing) == [("Stir", "Elk"), ("Hoot", "Hen"), ("Hoot", "Elk"), ("Hoot", "Owl")]


def test_impossible_triggers_are_left_out():
    """These are triggers whose checks fail or that have no target; nobody is asked."""
    playing = batch((HOOT, OWL), (HOOT, HEN), coins={OWL: 1})
    assert put(playing) == [("Hoot", "Hen")]
    alone = batch((PECK, OWL))
    alone.machine.emit(("moved", HEN, (BOARD, 1, 0), (OUT, 0, 0), None))
    alone.machine.emit(("moved", ELK, (BOARD, 1, 0), (OUT, 1, 0), None))
    entry = (PECK, OWL, NOWHERE, NOWHERE)
    assert not batches.Batch()._possible(alone.machine, entry) and batches.Batch()._possible(batch().machine, entry)


def test_an_ability_that_does_not_wait_is_not_in_a_batch():
    """It is handled later; in a reaction window it is used at once."""
    assert put(batch((SNORT, OWL))) == [] and len(batch((SNORT, OWL)).state.noticed) == 1
    playing = batch((SNORT, OWL), name="reactions")
    assert playing.state.noticed == [] and told(playing.record[0]) == [("sounds", OWL)]


@pytest.mark.parametrize(("holder", "source"), [(OWL, OWL), (LIVES + OWL, NOWHERE)], ids=["the same", "back in another life"])
def test_an_ability_on_the_stack_has_the_thing_with_the_trigger_as_its_source(holder, source):
    """If this thing has left in the meantime, the item has no source, even if the thing has come back."""
    m = batch((HOOT, holder, ELK)).machine
    (item,) = m.state.zones[STACK]
    assert stacks.source(m, item) == source


def test_a_thing_in_a_new_life_cannot_use_an_earlier_trigger():
    """In a reaction window a pending ability is removed together with its source."""
    playing = batch((SNORT, LIVES + OWL), (SNORT, HEN), name="reactions")
    assert told(playing.record[0]) == [("sounds", HEN)]


# -- a choice ----------------------------------------------------------------------------------------------------------


def test_a_player_orders_their_own_triggered_abilities():
    """Mandatory abilities cannot be declined; the last one goes on the stack automatically."""
    playing = batch((HOOT, OWL, ELK), (HOOT, HEN, ELK), (HOOT, ELK, OWL), (HOOT, HEN, OWL))
    assert shown(playing) == ("Ann: what goes on the stack next", ["Hoot (Owl)", "Hoot (Hen)"])
    assert playing.where() == "main, on · abilities go on the stack"
    playing.answer("Ann", "Hoot (Hen)")
    assert shown(playing)[1] == ["Hoot (Owl)", "Hoot (Hen)"]
    playing.answer("Ann", "Hoot (Hen)")
    assert put(playing) == [("Hoot", "Hen"), ("Hoot", "Hen"), ("Hoot", "Owl"), ("Hoot", "Elk")]
    assert [playing.state.links[slot, "targets"] for slot in playing.state.zones[STACK]][:2] == [(("it", ELK),), (("it", OWL),)]


def test_two_options_with_the_same_name_say_where_they_are():
    """They say this on the menu of a batch, as on any other menu."""
    playing = batch((HOOT, 0), (HOOT, 1), things=(("Owl", ANN), ("Owl", ANN, OUT)))
    assert shown(playing)[1] == ["Hoot (Owl) in Board", "Hoot (Owl) in Out"]


def test_words_for_two_equal_cards_mean_either():
    """The two cards have the same name and lie in the same zone out of play."""
    playing = batch((HOOT, 0), (HOOT, 1), things=(("Owl", ANN, OUT), ("Owl", ANN, OUT)))
    playing.answer("Ann", "Hoot")
    assert len(put(playing)) == 2


def test_an_optional_ability_may_be_declined():
    """All other optional abilities of the same player are then declined too, but no abilities of others."""
    playing = batch((CLUCK, OWL, ELK), (CLUCK, HEN, ELK), (HOOT, ELK, OWL))
    assert shown(playing) == ("Ann: what goes on the stack next", ["Cluck (Owl)", "Cluck (Hen)", "decline"])
    playing.answer("Ann", "decline")
    assert put(playing) == [("Hoot", "Elk")] and playing.asking == (BO,)


def test_a_single_optional_ability_is_asked_about():
    """The player says whether to use it."""
    playing = batch((CLUCK, OWL))
    assert shown(playing)[1] == ["Cluck (Owl)", "decline"]
    playing.answer("Ann", "Cluck")
    assert put(playing) == [("Cluck", "Owl")]


def test_a_batch_is_declined_only_after_its_mandatory_triggers():
    """When they are on the stack, the rest may be declined; abilities of others do not matter."""
    playing = batch((HOOT, OWL), (CLUCK, HEN), (CLUCK, ELK))
    assert shown(playing)[1] == ["Hoot (Owl)", "Cluck (Hen)"]
    playing.answer("Ann", "Hoot")
    assert shown(playing)[1] == ["Cluck (Hen)", "decline"]
    other = batch((CLUCK, OWL), (HOOT, ELK))
    assert shown(other)[1] == ["Cluck (Owl)", "decline"]


def test_an_ability_with_a_target_asks_its_player_for_the_target():
    """The player first picks the ability, then its target; the ability waits with these picks."""
    playing = batch((PECK, OWL, HEN), coins={ELK: 1})
    assert shown(playing)[1] == ["Peck (Owl)"] and shown(playing, "Peck") == ("Peck: a target", ["Hen", "Elk"])
    playing.answer("Ann", "Peck", "Elk")
    (slot,) = playing.state.zones[STACK]
    assert playing.state.links[slot, "targets"] == (("target", ELK), ("it", HEN))


def test_an_ability_whose_payment_takes_its_target_is_undone():
    """Exactly this choice is barred, and the batch continues."""
    playing = batch((PECK, OWL), (HOOT, ELK))
    happened = playing.answer("Ann", "Peck", "Hen")
    assert ("undone", ANN, "Peck", "target", 1) in happened
    assert put(playing) == [("Hoot", "Elk")]
    assert batch((PECK, OWL)).answer("Ann", "Peck", "Hen")[-1][0] == "undone"


def test_an_undone_choice_is_not_offered_again_with_the_same_target():
    """It may be offered with another target."""
    playing = batch((PECK, OWL))
    playing.answer("Ann", "Peck", "Hen")
    assert playing.state.barred == ((("Peck", OWL), HEN),)


def test_a_reaction_window_belongs_to_one_player_at_a_time():
    """It asks each player in turn which ability is next, and names the player whose window it is."""
    playing = batch((SNORT, OWL), (SNORT, HEN), name="reactions", seats=(BO, ANN))
    assert shown(playing) == ("Ann: which ability is next", ["Snort (Owl)", "Snort (Hen)"])
    assert playing.where() == "main, on · reaction window, Ann"


# -- quiet -------------------------------------------------------------------------------------------------------------


def on_agenda(procedure: str, step: str = "", **vars: Any) -> Any:
    return lambda m: m.state.agenda.append(Frame(99, numbered(m, procedure), step, by_name.filled(vars.items())))


@pytest.mark.parametrize(
    ("stir", "quiet"),
    [
        (lambda m: None, True),
        (lambda m: notice(m, (SNORT, OWL, NOWHERE, NOWHERE)), True),
        (lambda m: notice(m, (HOOT, OWL, NOWHERE, NOWHERE)), False),
        (lambda m: effects.do(m, effects.send(OWL, STACK)), False),
        (on_agenda("batch"), False),
        (on_agenda("reactions"), True),
        (on_agenda("act", action=HOOT), False),
        (on_agenda("act", "check", action=PROWL), False),
        (on_agenda("act", "done", action=HOOT), True),
        (on_agenda("act", action=SNORT), True),
    ],
    ids=["nothing", "noticed", "due", "waiting", "a batch", "reactions", "paid for", "of a class", "done", "at once"],
)
def test_noticed_and_paid_triggers_count_as_waiting(stir, quiet):
    """This includes abilities that are noticed, being put down or being paid for, but not those that act at once."""
    m = batch().machine
    stir(m)
    assert batches.quiet(m) is quiet


def test_a_waiting_thing_belongs_to_its_player():
    """This is the player who has the ability."""
    playing = batch((HOOT, ELK, OWL))
    assert [playing.state.cell(slot, OWNER) for slot in playing.state.zones[STACK]] == [BO]
