"""Waiting items: their origin, copies, targets and countering, and which targets they still reach."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import ask, end
from rulewright.kernel.state.facts import ACTION, BLOCKED, BORN, NOWHERE, OWNER
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, game, made_pick, named, numbered, told

ZONES = (Zone("Stack", stack=True, quiet=60, open=True), Zone("Board", live=True), Zone("Pile", owned=True, keeps=True))
STACK, BOARD, ANNS_PILE, BOS_PILE = range(4)
PILE = 2  # the kind of zone
OX, ELK, OWL, TWIN = range(4)


def pick(name: str, **more) -> Pick:
    return made_pick(name, name, "object", lambda m, vars: range(len(m.state.places)), **more)


ACT = frozenset({marks.ACTION})
PLOT = Action("Plot", 0, named("plot"), ACT, stack="new", after=PILE)
ANSWER = Action("Answer", 1, named("plot"), ACT, picks=(pick("one"), pick("other")), stack="one")
CARD = Action("Card", 2, named("plot"), ACT, zones=(BOARD,), stack="one", played=True)
SWEEP = Action("Sweep", 3, named("plot"), ACT, picks=(pick("all", several=True, most=2),), stack="one")


@pytest.fixture
def m():
    """Gives the machine of a game with an ox of Ann's and an elk of Bo's on the board, and two owls in Ann's pile."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    table = Table(ZONES).thing("Ox", ANN, BOARD, coins=3).thing("Elk", BO, BOARD)
    table.thing("Owl", ANN, ANNS_PILE, coins=2).thing("Owl", ANN, ANNS_PILE, coins=2).thing("Yak", ANN, BOARD, coins=5)
    plot, kinds = Steps("plot", {"": lambda m, f: end()}), (Kind("thing"), Kind("item"))
    return game(main, plot, table=table, actions=(PLOT, ANSWER, CARD, SWEEP), kinds=kinds).machine


def put(m, action: Action, actor: int = OX, player: int = ANN, **more) -> int:
    """Puts an act on a stack."""
    vars: Any = {"actor": actor, "source": actor, "player": player, "action": action.index, **more}
    return stacks.put(m, action, vars)


def rules(m, **given) -> None:
    """Changes settings of the book."""
    for name, value in given.items():
        object.__setattr__(m.book, name, value)


def send(m, zone: int, *slots: int) -> None:
    """Moves things into a zone."""
    for slot in slots:
        effects.do(m, effects.send(slot, zone))


def write(m, slot: int, stat: int, to: int) -> None:
    m.state.cells[slot * m.state.width + stat] = to


def test_cards_with_the_same_name_place_and_numbers_are_interchangeable(m):
    """They must have the same name, zone and numbers; it does not matter when they were made."""
    write(m, TWIN, BORN, 7)
    assert stacks.alike(m, [OWL, TWIN]) and stacks.alike(m, [OWL])


@pytest.mark.parametrize(
    "told_apart",
    [
        lambda m: write(m, TWIN, COINS, 1),
        lambda m: m.state.names.__setitem__(TWIN, "Hen"),
        lambda m: send(m, BOS_PILE, TWIN),
        lambda m: send(m, BOARD, OWL, TWIN),
        lambda m: send(m, STACK, OWL, TWIN),
    ],
    ids=["a number", "a name", "a zone", "in play", "on a stack"],
)
def test_cards_that_differ_are_not_interchangeable(m, told_apart):
    """They differ by a number, a name or a zone; cards in play or on a stack are never interchangeable."""
    told_apart(m)
    assert not stacks.alike(m, [OWL, TWIN])


@pytest.mark.parametrize("paid", [{"extra": 1}, {"extra ones": (ELK,)}])
def test_a_waiting_item_keeps_that_its_additional_cost_was_paid(m, paid):
    """The condition is still true when the item resolves."""
    slot, plain = put(m, PLOT, **paid), put(m, PLOT)
    assert m.state.links[slot, "extra"] == (1,) and stacks.resolving(m, slot)[1]["extra"] == 1
    assert (plain, "extra") not in m.state.links and "extra" not in stacks.resolving(m, plain)[1]


@pytest.mark.parametrize(
    ("vars", "made"),
    [
        ({}, ("Plot", NOWHERE, (NOWHERE,), 5)),
        ({"would": 9, "it": ELK}, ("Plot", OX, (ELK, NOWHERE), 5)),
        ({"would": 9}, ("Plot", OX, (NOWHERE, NOWHERE), 5)),
    ],
)
def test_the_origin_of_an_item_is_noted_if_answers_can_be_struck(m, vars, made):
    """The origin is an answer, or an ability and what triggered it."""
    m.state.number = 5
    assert (put(m, PLOT, **vars), "made") not in m.state.links
    rules(m, judges=True)
    assert m.state.links[put(m, PLOT, **vars), "made"] == made


@pytest.mark.parametrize(
    ("frames", "by"), [(["popping"], (OWL, NOWHERE)), ([], (NOWHERE, 5)), (["popping", "floor"], (NOWHERE, 5))]
)
def test_a_thing_made_by_a_popped_action_is_identified_by_that_action(m, frames, by):
    """The time of the pop does not matter. But what is done on a floor that the action opens is identified by its answer."""
    rules(m, judges=True)
    m.state.number = 5
    for name in frames:
        m.push(numbered(m, name), {"item": OWL} if name == "popping" else {})
    slot = put(m, PLOT, would=9, it=ELK)
    copy = stacks.copy(m, slot, {"actor": ELK, "player": BO})
    assert m.state.links[slot, "made"] == ("Plot", OX, (ELK, by[0]), by[1])
    assert m.state.links[copy, "made"] == ("copy", NOWHERE, (slot, by[0]), by[1]) and told(m.events)[-1] == ("copied", copy)


def test_a_copy_belongs_to_its_copier_and_has_the_numbers_of_its_original(m):
    """The copier owns it and is its actor; whether it is blocked, its stats and its targets are those of the original."""
    slot = put(m, ANSWER, one=OX, other=OWL)
    write(m, slot, BLOCKED, 1)
    write(m, slot, COINS, 6)
    made = stacks.copy(m, slot, {"actor": ELK, "player": BO})
    assert [m.state.cell(made, stat) for stat in (OWNER, BLOCKED, COINS)] == [BO, 1, 6]
    assert m.state.links[made, "actor"] == (ELK, m.state.ref(ELK))
    assert m.state.links[made, "targets"] == m.state.links[slot, "targets"]


def test_a_copy_of_what_came_from_a_thing_comes_from_that_thing(m):
    """The copy of an action without a source has the copier as its source."""
    slot = put(m, PLOT, source=OWL)
    made = stacks.copy(m, slot, {"actor": ELK, "player": BO})
    assert m.state.links[made, "actor"] == (ELK, m.state.ref(OWL))


def test_an_item_waits_with_only_the_targets_picked(m):
    """An act with one of two targets waits with this one, and an ability without a target waits with none."""
    slot = put(m, ANSWER, one=OX)
    assert stacks.targets(m, ANSWER, slot) == {"one": OX}
    about = replace(PLOT, answers=True, stack="one")
    first, second = put(m, PLOT), put(m, PLOT)
    assert m.state.places[put(m, about)] == STACK and first != second
    assert m.state.places[put(m, about, it=second)] == m.state.places[second] != STACK


def test_a_thing_that_waited_on_a_timed_stack_keeps_its_stack(m):
    """A new act can name it to join its stack, even after it has left; a thing that never waited cannot be named."""
    slot, other = put(m, ANSWER, one=OX, other=ELK), put(m, ANSWER, one=OX, other=ELK)
    send(m, NOWHERE, slot)
    assert [stacks.home(m, each) for each in (slot, other, OX)] == [STACK, STACK, NOWHERE]
    assert stacks.waited(m) == [slot, other] == stacks.joinable(m)


def test_a_merged_stack_is_the_home_of_what_was_on_both(m):
    """The event tells how many stacks were merged."""
    first, second = put(m, PLOT), put(m, PLOT)
    put(m, ANSWER, one=first, other=second)
    assert stacks.home(m, second) == stacks.home(m, first) and ("merged", "2 stacks") in told(m.events)


def test_an_item_loses_its_source_if_the_source_is_a_new_thing(m):
    """The item then has no source, but what it is about is still known."""
    slot = put(m, ANSWER, one=OX, other=ELK)
    assert stacks.source(m, slot) == OX and stacks.source(m, OX) == NOWHERE
    send(m, ANNS_PILE, OX)
    send(m, BOARD, OX)
    assert stacks.source(m, slot) == NOWHERE
    assert [stacks.about(m, slot, name) for name in ("one", "other", "it")] == [OX, ELK, NOWHERE]
    assert stacks.about(m, OX, "one") == NOWHERE


def test_a_waiting_item_can_get_another_target(m):
    """The first target is replaced and the others stay; nothing changes if it has no targets or would target itself."""
    slot, plot = put(m, ANSWER, one=OX, other=ELK), put(m, PLOT)
    effects.do(m, *stacks.aimed(m, slot, [OWL, TWIN]))
    assert stacks.targets(m, ANSWER, slot) == {"one": OWL, "other": ELK}
    before = dict(m.state.links)
    effects.do(m, *stacks.aimed(m, plot, [OWL]))
    effects.do(m, *stacks.aimed(m, slot, [slot]))
    effects.do(m, *stacks.aimed(m, slot, []))
    assert m.state.links == before


def test_an_item_without_targets_can_get_its_first(m):
    """It gets as many targets as may be picked together."""
    write(m, ELK, ACTION, SWEEP.index)
    effects.do(m, *stacks.aimed(m, ELK, [OX, OWL, TWIN]))
    assert stacks.targets(m, SWEEP, ELK) == {"all": (OX, OWL)}


@pytest.mark.parametrize(("vars", "lost"), [({"one": OX, "other": ELK}, False), ({"one": OX}, True), ({"other": ELK}, True)])
def test_an_act_that_has_lost_a_target_does_not_reach_it(m, vars, lost):
    """An act with both targets reaches both of them."""
    assert stacks.astray(m, ANSWER, vars, NOWHERE) is lost


def test_the_remaining_targets_are_affected_if_the_rest_happens(m):
    """A lost target is skipped. With no target left, or if the rest does not happen, the act does nothing."""
    assert stacks.reaching(m, ANSWER, {"one": OX}, NOWHERE) is None
    rules(m, partial=True)
    assert stacks.reaching(m, ANSWER, {"one": OX}, NOWHERE) == {"one": OX, "other": NOWHERE}
    assert stacks.reaching(m, ANSWER, {"one": NOWHERE, "other": NOWHERE}, NOWHERE) is None
    assert stacks.reaching(m, SWEEP, {"all": (OX, NOWHERE)}, NOWHERE) == {"all": (OX,)}


@pytest.mark.parametrize("is_open", [True, False])
def test_an_act_from_no_stack_reaches_only_open_stacks(m, is_open):
    """An act that came from a stack always reaches items on this stack, and never those on another one."""
    rules(m, zones=(replace(ZONES[0], open=is_open), *ZONES[1:]))
    slot, other = put(m, ANSWER, one=OX, other=ELK), put(m, PLOT)
    reached = {"one": slot, "other": OX}
    assert stacks.astray(m, ANSWER, reached, NOWHERE) is not is_open
    assert not stacks.astray(m, ANSWER, reached, STACK) and stacks.astray(m, ANSWER, reached, m.state.places[other])


def test_a_player_whose_object_is_out_of_play_has_left(m):
    """This requires that players are objects; otherwise no player can leave."""
    send(m, ANNS_PILE, OX)
    assert stacks.present(m, ANN)
    m.state.links[0, "players"] = (OX, ELK)
    assert [stacks.present(m, player) for player in (ANN, BO)] == [False, True]


@pytest.mark.parametrize(("after", "zone"), [(PILE, BOS_PILE), (NOWHERE, NOWHERE)])
def test_a_countered_card_goes_to_the_zone_of_its_kind(m, after, zone):
    """A countered ability disappears, wherever cards of its kind go; a thing that does not wait cannot be countered."""
    rules(m, actions=(PLOT, ANSWER, replace(CARD, after=after), SWEEP))
    plot, card = put(m, PLOT), put(m, CARD, ELK, BO)
    for slot in (plot, card, card, OX):
        effects.do(m, *stacks.countered(m, slot))
    assert [m.state.places[slot] for slot in (plot, card, OX)] == [NOWHERE, zone, BOARD]
    assert told(m.events)[-2:] == [("countered", plot), ("countered", card)]
