"""Frames that hold prepared changes while reactions alter them; met triggers that are used in order."""

import json

import pytest

from rulewright.kernel.change import effects, gate, triggers
from rulewright.kernel.flow.agenda import ask, call, end, go
from rulewright.kernel.history import saves
from rulewright.program import marks
from rulewright.program.declared import Kind
from rulewright.program.definition import Action
from rulewright.testing import differences
from tests.kernel.fakes import (
    ANN,
    COINS,
    HEALTH,
    Steps,
    Table,
    game,
    in_progress,
    made_check,
    made_pick,
    made_trigger,
    named,
    told,
)

GUARD, OX = 0, 1
HURT = (effects.alter(OX, HEALTH, "-=", 3), effects.alter(GUARD, HEALTH, "-=", 1))
COIN = made_check("cost", "9", lambda m, v: m.state.cell(v["actor"], COINS) > 0, lambda m, v: "no Coins")


def falls(m, vars):
    """Listens for a prepared loss of health."""
    return vars["change"][2] == HEALTH and vars["change"][3] == "-="


def harm(m, frame):
    """Prepares the two changes and holds them in a frame if anybody could respond."""
    control = gate.would(m, HURT, "after", frame.vars)
    if control is not None:
        return control
    for change in HURT:
        effects.do(m, change)
    return go("after", frame.vars)


def lessen(m, frame):
    """Pays a coin and takes 2 off each prepared loss of the ox."""
    holder = frame.vars["actor"]
    effects.do(m, effects.alter(holder, COINS, "-=", 1))
    held = m.state.frame(frame.vars["would"])
    less = tuple((*c[:4], c[4] - 2, c[5]) if c[1] == OX else c for c in held.vars["changes"])
    m.amend(held.id, {"changes": tuple(change for change in less if change[4] > 0)})
    m.emit(("told", "shields", holder))
    return end()


def blow(*reactions: Action, holders: int = 1, coins: int = 1, optional: bool = True, again: bool = False, **fields):
    """Begins a game in which one blow falls on ox and guard; the first `holders` things have the reactions."""
    main = Steps("main", {"": harm, "after": lambda m, f: ask((ANN,), "x", f.vars)})
    things = Table()
    for n, name in enumerate(("Guard", "Ox")):
        things.thing(name, owner=n, kind=1 if n < holders else 0, health=9, limit=9, coins=coins)
    listens = tuple(made_trigger(n, "would", falls, stat=HEALTH, optional=optional, again=again) for n in range(len(reactions)))
    kinds = (Kind("thing"), Kind("guard", actions=tuple(range(len(reactions)))))
    return game(main, Steps("lessen", {"": lessen}), table=things, actions=reactions, triggers=listens, kinds=kinds, **fields)


def shield(index: int = 0, name: str = "Shield") -> Action:
    return Action(name, index, named("lessen"), frozenset({marks.REACTION}), "9", (COIN,))


def health(playing) -> list[int]:
    return [playing.state.cell(slot, HEALTH) for slot in (GUARD, OX)]


def test_without_listeners_there_is_no_frame():
    """If nobody listens, the changes happen at once."""
    playing = blow()
    assert health(playing) == [8, 6] and playing.asking == (ANN,) and len(playing.state.agenda) == 1


def test_a_holder_who_cannot_react_is_not_asked():
    """A holder whose reaction cannot be paid does not hold the changes up."""
    assert health(blow(shield(), coins=0)) == [8, 6]


def test_a_prepared_change_waits_for_the_reaction():
    """While the holder is asked, nothing has happened yet, and the game can be saved as plain data."""
    playing = blow(shield())
    assert health(playing) == [9, 9] and playing.where().endswith("Guard may answer")
    menu = playing.menu("Ann")
    assert [menu.words(key) for key in menu] == ["Shield", "decline"]
    again = saves.state_in(json.loads(json.dumps(saves.state_out(playing.state, playing.book))), playing.book)
    assert differences(again, playing.state) == []


def test_a_reaction_amends_what_would_happen():
    """The amended part happens as amended, the other parts as prepared, all of them together."""
    playing = blow(shield())
    happened = playing.answer("Ann", "Shield")
    assert told(happened) == [("shields", GUARD)] and health(playing) == [8, 8]
    assert [event[1:3] for event in happened if event[0] == "changed"] == [(GUARD, COINS), (OX, HEALTH), (GUARD, HEALTH)]


def test_declining_lets_it_happen():
    """If the holder declines, the changes happen as prepared."""
    playing = blow(shield())
    playing.answer("Ann", "decline")
    assert health(playing) == [8, 6] and playing.state.cell(GUARD, COINS) == 1


def test_each_listener_is_asked_once():
    """Two holders are asked one after the other, each of them once, whether they decline or not."""
    playing = blow(shield(), holders=2, coins=3)
    asked = [playing.asking]
    playing.answer(None, "decline")
    asked.append(playing.asking)
    playing.answer(None, "decline")
    assert asked == [(0,), (1,)] and health(playing) == [8, 6]


def test_a_holder_reacts_once_even_with_two_reactions():
    """A holder who has used one reaction is not offered the other one for the same changes."""
    playing = blow(shield(), shield(1, "Block"), coins=5)
    playing.answer("Ann", "Shield")
    assert health(playing) == [8, 8]


def test_after_declining_one_reaction_the_other_is_offered():
    """Each reaction of a holder is offered in turn."""
    playing = blow(shield(), shield(1, "Block"), coins=5)
    playing.answer("Ann", "decline")
    menu = playing.menu("Ann")
    assert [menu.words(key) for key in menu] == ["Block", "decline"]


def test_a_book_may_allow_one_reply_for_all():
    """The second holder is not asked after the first one has used the reply."""
    playing = blow(shield(), holders=2, coins=3, replies=1)
    playing.answer(None, "Shield")
    assert health(playing) == [8, 8] and len(playing.state.agenda) == 1


def test_a_change_that_is_reduced_to_0_does_not_happen():
    """A part that is reduced to nothing does not happen and causes no event."""
    playing = blow(shield(), holders=2, coins=3)
    playing.answer(None, "Shield")
    happened = playing.answer(None, "Shield")
    assert health(playing) == [8, 9] and (OX, HEALTH) not in [event[1:3] for event in happened]


def test_undo_takes_a_reaction_back():
    """Undo goes back to the question, with the changes prepared as before."""
    playing = blow(shield())
    before = playing.fingerprint()
    playing.answer("Ann", "Shield")
    playing.undo()
    assert playing.fingerprint() == before


# -- what has happened -------------------------------------------------------------------------------------------------


def aftermath(optional: bool, owners=(0, 1), **fields):
    """Begins a game in which each thing has a trigger for a loss of health and may cheer; `heed` runs after the blow."""
    cheer = Action("Cheer", 0, named("cheer"), frozenset({marks.ACTION}), "9")
    listens = made_trigger(0, "changed", lambda m, v: v["event"][4] < v["event"][3], stat=HEALTH, optional=optional)
    steps = {"": harm, "after": lambda m, f: call(named("heed"), {}, "end", {}), "end": lambda m, f: ask((ANN,), "x", {})}
    things = Table()
    for owner, name in zip(owners, ("Guard", "Ox"), strict=True):
        things.thing(name, owner=owner, kind=1, health=9, limit=9, coins=owner)
    cheers = Steps("cheer", {"": lambda m, f: _cheers(m, f)})
    kinds = (Kind("thing"), Kind("fan", actions=(0,)))
    given = {"actions": (cheer,), "triggers": (listens,), "kinds": kinds, **fields}
    return game(Steps("main", steps), cheers, table=things, **given)


def _cheers(m, frame):
    m.emit(("told", "cheers", frame.vars["actor"], frame.vars["it"]))
    return end()


def test_automatic_rules_are_used_in_order():
    """A trigger that is not optional is used for each holder and each event, with the holders in the book's order."""
    assert told(aftermath(False).events) == [("cheers", 0, OX), ("cheers", 0, GUARD), ("cheers", 1, OX), ("cheers", 1, GUARD)]


def test_a_met_trigger_is_stored_until_it_is_used():
    """The holder of an optional trigger is asked; other met triggers wait as facts and are removed one by one."""
    playing = aftermath(True)
    assert len(playing.state.noticed) == 3 and playing.asking == (0,)
    playing.answer("Ann", "Cheer")
    playing.answer("Ann", "decline")
    assert playing.asking == (1,)
    playing.answer("Bo", "decline")
    assert told(playing.answer("Bo", "Cheer")) == [("cheers", 1, GUARD)]
    assert playing.state.noticed == []


@pytest.mark.parametrize(("rank", "first"), [(None, 0), (COINS, 1)])
def test_the_book_orders_the_holders(rank, first):
    """By default holders come in the order in which they were set up; with a rank, the highest comes first."""
    assert aftermath(True, rank=rank).asking == (first,)


def test_one_reply_for_all_to_what_has_happened():
    """After one holder has replied nobody else is asked about the event; declining does not count as a reply."""
    playing = aftermath(True, replies=1)
    playing.answer("Ann", "decline")
    playing.answer("Ann", "Cheer")
    assert playing.asking == (1,) and len(playing.state.noticed) == 1
    assert told(playing.answer("Bo", "Cheer")) == [("cheers", 1, OX)]


def test_every_reply_is_remembered():
    """After two replies of one holder the other holder has nothing left to answer."""
    playing = aftermath(True, replies=1)
    playing.answer("Ann", "Cheer")
    playing.answer("Ann", "Cheer")
    assert playing.state.noticed == [] and in_progress(playing)[-1] == "main"


def heeding(given, *optional: bool):
    """Begins a game in which a blow is noticed by triggers, optional or not, and `heed` is called with some variables."""
    cheers = tuple(Action(f"Cheer {n}", n, named("cheer"), frozenset({marks.ACTION}), "9") for n in range(len(optional)))
    listens = tuple(
        made_trigger(n, "changed", lambda m, v: v["it"] == OX, stat=HEALTH, optional=each) for n, each in enumerate(optional)
    )
    steps = {"": harm, "after": lambda m, f: call(named("heed"), given, "end", {}), "end": lambda m, f: ask((ANN,), "x", {})}
    things = Table().thing("Guard", kind=1, health=9, limit=9).thing("Ox", owner=1, health=9, limit=9)
    kinds = (Kind("thing"), Kind("fan", actions=tuple(range(len(optional)))))
    return game(Steps("main", steps), Steps("cheer", {"": _cheers}), table=things, actions=cheers, triggers=listens, kinds=kinds)


def test_settling_uses_only_automatic_triggers():
    """Optional triggers stay recorded until somebody uses them."""
    playing = heeding({"own": True}, True, False)
    assert told(playing.events) == [("cheers", GUARD, OX)] and [entry[0] for entry in playing.state.noticed] == [0]


def test_triggers_noticed_earlier_are_left_alone():
    """Triggers that were noticed before a given place in the list are left to the interrupted procedure."""
    playing = heeding({"from": 1}, False, False)
    assert told(playing.events) == [("cheers", GUARD, OX)] and [entry[0] for entry in playing.state.noticed] == [0]


def test_a_reply_without_a_possible_pick_is_not_offered():
    """An optional reply that lacks a target is skipped, and an automatic one does not happen."""
    for optional in (True, False):
        none = made_pick("target", "a target", "object", lambda m, v: [])
        cheer = Action("Cheer", 0, "cheer", frozenset({marks.ACTION}), "9", picks=(none,))
        playing = aftermath(optional, actions=(cheer,))
        assert told(playing.events) == [] and playing.state.noticed == [] and playing.asking == (ANN,)


def test_triggers_of_things_out_of_play_come_last():
    """Triggers of things on the board come first, then those of things that are gone, in the order in which they were noticed."""
    listens = made_trigger(0, "changed", lambda m, v: True, stat=HEALTH, everyone=True, optional=False)

    def harm_all(m, frame):
        for slot in (2, 1, 0):
            effects.do(m, effects.alter(slot, HEALTH, "-=", 1))
        return call("heed", {}, "end", {})

    steps = Steps("main", {"": harm_all, "end": lambda m, f: ask((ANN,), "x", {})})
    things = Table().thing("Guard", health=9).thing("Ox", zone=1, health=9).thing("Elk", zone=1, health=9)
    cheer = Action("Cheer", 0, "cheer", frozenset({marks.ACTION}), "9")
    playing = game(steps, Steps("cheer", {"": _cheers}), table=things, actions=(cheer,), triggers=(listens,))
    assert told(playing.events) == [("cheers", 0, 0), ("cheers", 2, 2), ("cheers", 1, 1)]


def test_the_start_of_a_structure_without_triggers_is_not_noticed():
    """In a book without such triggers nothing is recorded."""
    playing = blow()
    triggers.occasion(playing.machine, "start", "Turn", OX)
    assert playing.state.noticed == []


# -- interrupts: used in a window, as often as they can be paid for ----------------------------------------------------


def interrupt(index: int = 0, name: str = "Shield") -> Action:
    return Action(name, index, named("lessen"), frozenset({marks.INTERRUPT}), "9", (COIN,))


def said(playing) -> list[str]:
    menu = playing.menu(None)
    return [menu.words(key) for key in menu]


def test_an_interrupt_is_offered_again_after_it_was_used():
    """The changes wait until the holder passes."""
    playing = blow(interrupt(), coins=5, again=True)
    assert said(playing) == ["Shield", "pass"] and playing.where().endswith("interrupt window, Ann")
    playing.answer("Ann", "Shield")
    assert health(playing) == [9, 9] and said(playing) == ["Shield", "pass"]
    playing.answer("Ann", "pass")
    assert health(playing) == [8, 8] and playing.state.cell(GUARD, COINS) == 4


def test_an_interrupt_that_cannot_be_paid_for_again_is_not_offered_again():
    """With one coin it is used once; a player who has nothing to use is not asked."""
    playing = blow(interrupt(), coins=1, again=True)
    playing.answer("Ann", "Shield")
    assert health(playing) == [8, 8]


def test_passes_alternate_until_all_pass_in_a_row():
    """A player who has passed is asked again when another player has used an interrupt."""
    playing = blow(interrupt(), holders=2, coins=3, again=True)
    asked = []
    for word in ("pass", "Shield", "pass", "pass"):
        asked.append(playing.asking)
        playing.answer(None, word)
    assert asked == [(0,), (1,), (1,), (0,)] and health(playing) == [8, 8]


def test_an_interrupt_window_is_saved_and_taken_back():
    """In the middle of the window the game is plain data, and a use can be undone."""
    playing = blow(interrupt(), coins=5, again=True)
    before = json.dumps(saves.state_out(playing.state, playing.book))
    playing.answer("Ann", "Shield")
    again = saves.state_in(json.loads(json.dumps(saves.state_out(playing.state, playing.book))), playing.book)
    assert differences(again, playing.state) == []
    playing.undo()
    assert json.dumps(saves.state_out(playing.state, playing.book)) == before


def test_an_interrupt_is_refused_to_whoever_has_passed():
    """The holder is asked again only after another player has used an interrupt."""
    playing = blow(interrupt(), coins=1, again=True, holders=2)
    playing.answer("Ann", "pass")
    assert playing.why_not("Ann", "Shield").check == "turn" and playing.why_not("Bo", "Shield") is None
