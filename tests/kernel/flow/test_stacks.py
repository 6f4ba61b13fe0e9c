"""Stacks: which stack an item goes on, how stacks merge, references to items, and where items go afterwards."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import ask, call, end
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import BLOCKED, BORN, NOBODY, NOWHERE, OWNER
from rulewright.program import marks
from rulewright.program.declared import Kind, Zone
from rulewright.program.definition import Action, Pick
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, called, game, in_progress, made_pick, named, told

OX, ELK = 0, 1
BOARD, PILE = 0, 1
ZONES = (Zone("Board", live=True), Zone("Pile", owned=True, keeps=True), Zone("Stack", stack=True, quiet=60))
KIND = 2


def anything(m, vars):
    return range(len(m.state.places))


def picks(*names: str) -> tuple[Pick, ...]:
    return tuple(made_pick(name, name, "object", anything) for name in names)


PLOT = Action("Plot", 0, named("plot"), frozenset({marks.ACTION}), stack="new")
ANSWER = Action("Answer", 1, named("plot"), frozenset({marks.ACTION}), picks=picks("one", "other"), stack="one")
CARD = Action("Card", 2, named("plot"), frozenset({marks.ACTION}), zones=(BOARD,), stack="one", after=PILE, played=True)


@pytest.fixture
def m():
    """Gives the machine of a waiting game with an ox of Ann's and an elk of Bo's."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    plot = Steps("plot", {"": lambda m, f: end()})
    things = Table(ZONES).thing("Ox", coins=3).thing("Elk", owner=BO)
    kinds = (Kind("thing"), Kind("item"))
    found = game(main, plot, table=things, actions=(PLOT, ANSWER, CARD), kinds=kinds).machine
    events.revert(found.state, ("founded", 3, None, found.state.grounds[3]))  # the table is laid without a stack
    return found


def put(m, action: Action, actor: int = OX, player: int = ANN, number: int | None = None, **more: int) -> int:
    """Puts an act on a stack, as the answer of that number."""
    m.state.number = m.state.number + 1 if number is None else number
    vars: Any = {"actor": actor, "source": actor, "player": player, "action": action.index, **more}
    return stacks.put(m, action, vars)


def lying(m) -> list[list[int]]:
    """Lists what lies on each stack, from the bottom."""
    return [m.state.zones[zone] for zone in stacks.stacks(m)]


def test_the_first_waiting_item_creates_a_stack(m):
    """The stack belongs to nobody, and its time begins now."""
    m.state.now = 7
    slot = put(m, ANSWER, one=OX, other=ELK)
    (zone,) = stacks.stacks(m)
    assert m.state.zones[zone] == [slot] and m.state.grounds[zone] == (KIND, NOBODY, 7)
    assert stacks.top(m, zone) == slot and stacks.waiting(m) == [slot]
    assert (m.state.cell(slot, OWNER), m.state.cell(slot, BORN)) == (ANN, 1) and told(m.events)[-1] == ("stacked", slot)


def test_a_waiting_item_starts_with_the_books_defaults(m):
    """It is a thing of the kind `item`, and every stat has its default."""
    slot = put(m, PLOT)
    assert m.book.kinds[m.state.cell(slot, 0)].name == "item" and m.state.cell(slot, COINS) == m.book.stats[COINS].default == 0


def test_an_answer_goes_onto_the_stack_of_its_target(m):
    """Each plot creates a new stack; an act that targets an item is put on top of the stack of this item."""
    first, second = put(m, PLOT), put(m, PLOT)
    answer = put(m, ANSWER, one=second, other=OX)
    assert lying(m) == [[first], [second, answer]]
    assert [event[1] for event in m.events if event[0] == "moved"] == [first, second, answer], "nothing that lay there is moved"


def test_without_such_a_target_it_goes_where_it_is_told_or_onto_the_first(m):
    """It joins the named stack if that still exists, otherwise the common stack."""
    first, second = put(m, PLOT), put(m, PLOT)
    named = put(m, ANSWER, one=OX, other=ELK, stack=second)
    astray = put(m, ANSWER, one=OX, other=ELK, stack=OX)
    assert lying(m) == [[first, astray], [second, named]]


def test_stacks_merge_into_the_oldest_with_the_newest_on_top(m):
    """An answer to items on two stacks merges them in the order in which the items were put there; the empty one closes."""
    first, second = put(m, PLOT), put(m, PLOT)
    third = put(m, ANSWER, one=first, other=OX)
    older = put(m, ANSWER, number=0, one=second, other=OX)
    answer = put(m, ANSWER, number=9, one=second, other=first)
    assert lying(m) == [[older, first, second, third, answer]] and m.state.grounds[-1][0] == -1


def test_a_target_that_has_begun_another_life_is_missing(m):
    """A thing that left and came back is not the thing that was named."""
    slot = put(m, ANSWER, one=OX, other=ELK)
    assert stacks.targets(m, ANSWER, slot) == {"one": OX, "other": ELK}
    for zone in (PILE, BOARD):
        effects.do(m, effects.send(OX, zone))
    assert stacks.targets(m, ANSWER, slot) == {"other": ELK}


def test_an_item_resolves_with_what_it_was_declared_with(m):
    """It has its action, actor, source, targets and the waiting thing itself."""
    slot = put(m, ANSWER, actor=ELK, player=BO, one=OX, other=ELK)
    action, vars = stacks.resolving(m, slot)
    given = {"actor": ELK, "source": ELK, "action": 1, "player": BO, "item": slot}
    assert action.index == ANSWER.index and vars == {**given, "one": OX, "other": ELK}


def test_a_card_waits_itself_and_goes_to_its_pile(m):
    """The card itself lies on the stack, and afterwards on its player's pile."""
    slot = put(m, CARD, actor=ELK, player=ANN)
    assert slot == ELK and m.state.cell(ELK, OWNER) == ANN and lying(m) == [[ELK]]
    effects.do(m, *stacks.put_away(m, CARD, ELK))
    assert m.state.places[ELK] == m.state.owned(PILE, ANN) != m.state.owned(PILE, BO)


def test_an_ability_that_has_resolved_is_gone(m):
    """The waiting item is nowhere. An acting thing on the board stays, and a thing that has left stays away."""
    slot = put(m, PLOT)
    for _ in range(2):
        effects.do(m, *stacks.put_away(m, PLOT, slot))
    effects.do(m, *stacks.put_away(m, PLOT, OX))
    assert (m.state.places[slot], m.state.places[OX]) == (NOWHERE, BOARD)
    assert [event[1] for event in m.events if event[0] == "moved" and event[3][0] == NOWHERE] == [slot]


def test_a_blocked_item_stays_and_counts_as_a_change_of_its_stack(m):
    """Blocking it again is no change."""
    slot = put(m, PLOT)
    m.state.now = 30
    effects.do(m, effects.alter(slot, BLOCKED, "=", 1))
    m.state.now = 40
    effects.do(m, effects.alter(slot, BLOCKED, "=", 1))
    assert m.state.cell(slot, BLOCKED) == 1 and m.state.grounds[m.state.places[slot]][2] == 30


def test_an_empty_stack_has_no_top(m):
    """The top of an empty stack is NOWHERE."""
    zone = effects.found(m, KIND)
    assert stacks.top(m, zone) == NOWHERE and stacks.waiting(m) == []


def test_a_waiting_item_has_the_name_of_its_action(m):
    """Each of its changes is written with the value before."""
    slot = put(m, PLOT)
    effects.do(m, effects.alter(slot, BLOCKED, "=", 1))
    put(m, CARD, actor=ELK, player=ANN)
    assert m.state.names[slot] == "Plot"
    assert [event[2:] for event in m.events if event[0] == "changed"][:1] == [(BLOCKED, 0, 1)]
    assert ("changed", ELK, OWNER, BO, ANN) in m.events


def test_a_picked_tile_is_not_a_target_on_a_stack(m):
    """Only objects are targets; the number of a tile does not refer to a thing."""
    toss = Action(
        "Toss", 1, "plot", frozenset({marks.ACTION}), picks=(made_pick("tile", "a tile", "tile", anything),), stack="one"
    )
    first = put(m, PLOT)
    slot = put(m, toss, tile=99)
    assert lying(m) == [[first, slot]] and stacks.targets(m, toss, slot) == {}


def test_a_thing_never_put_on_a_stack_has_no_targets(m):
    """A thing without links has no targets."""
    assert stacks.targets(m, ANSWER, OX) == {}


def test_a_stack_may_be_the_first_kind_of_zone():
    """The place of its kind in the list does not matter: the stack is found and timed, and is closed when it is empty."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    zones = (Zone("Stack", stack=True, quiet=60), Zone("Board", live=True))
    kinds = (Kind("thing"), Kind("item"))
    m = game(main, Steps("plot", {}), table=Table(zones).thing("Ox", zone=1), actions=(PLOT, ANSWER), kinds=kinds).machine
    m.state.now = 5
    slot = put(m, ANSWER, one=OX, other=OX)
    assert lying(m) == [[slot]] and m.state.grounds[0] == (0, NOBODY, 5)
    effects.do(m, *stacks.put_away(m, ANSWER, slot))
    assert stacks.stacks(m) == [] and m.state.grounds[0] == (-1, NOBODY, 5)


def test_a_thing_leaving_the_game_changes_no_stack(m):
    """The quiet time of the stack continues when a thing of the board goes nowhere."""
    put(m, PLOT)
    m.state.now = 50
    effects.do(m, effects.send(OX, NOWHERE))
    assert m.state.grounds[-1] == (KIND, NOBODY, 0)


def test_a_popped_action_can_ask():
    """While the action asks, the description says that a stack pops; afterwards the next item is popped."""
    main = Steps("main", {"": lambda m, f: _pops(m), "end": lambda m, f: ask((ANN,), "x", {})})
    asking = Steps("plot", {"": lambda m, f: ask((ANN,), "on", {}), "on": lambda m, f: end()})
    playing = game(main, asking, table=Table(ZONES).thing("Ox"), actions=(PLOT,), kinds=(Kind("thing"), Kind("item")))
    assert "a stack pops" in playing.where() and told(playing.events)[-1] == ("put into action", 1)
    playing.answer("Ann", "yes")
    assert in_progress(playing)[-1] == "main" and lying(playing.machine) == [[]]


def _pops(m):
    """Puts a plot on a stack and lets it pop."""
    put(m, PLOT)
    return call("popping", {"zone": stacks.stacks(m)[-1]}, "end", {})


def popped(*putting: Action, met: bool = True, **fields):
    """Pops acts from one stack, from the top, and gives what is told."""

    def pops(m, frame):
        for action in putting:
            slot = put(m, action, one=OX, other=OX)
            if action.name == "Banned":
                effects.do(m, effects.alter(slot, BLOCKED, "=", 1))
            if action.name == "Answer":
                for zone in (PILE, BOARD):
                    effects.do(m, effects.send(OX, zone))
        return call("popping", {"zone": stacks.stacks(m)[0]}, "end", {})

    main = Steps("main", {"": pops, "end": lambda m, f: ask((ANN,), "x", {})})
    actions = tuple(replace(each, need=called(lambda m, v: met)) if each.name == "Needy" else each for each in ACTS)
    kinds = (Kind("thing"), Kind("item"))
    steps = Steps("plot", {"": lambda m, f: end()})
    playing = game(main, steps, table=Table(ZONES).thing("Ox"), actions=actions, kinds=kinds, **fields)
    said = [(word, playing.state.names[slot]) for word, slot in told(list(playing.events)) if word != "stacked"]
    return said, lying(playing.machine)


BANNED = Action("Banned", 3, named("plot"), frozenset({marks.ACTION}), stack="one")
NEEDY = Action("Needy", 4, named("plot"), frozenset({marks.ACTION}), stack="one")
COMMON = Action("Common", 5, named("plot"), frozenset({marks.ACTION}), stack="one")
ACTS = (PLOT, ANSWER, CARD, BANNED, NEEDY, COMMON)


def test_a_stack_pops_from_the_top_until_it_is_empty():
    """The newest item is first; a blocked item is told as blocked, and an item that has lost a target does nothing."""
    found, left = popped(COMMON, ANSWER, BANNED, COMMON)
    assert found == [
        ("put into action", "Common"),
        ("blocked", "Banned"),
        ("does nothing", "Answer"),
        ("put into action", "Common"),
    ]
    assert left == [], "an empty stack is closed"


@pytest.mark.parametrize(("met", "said"), [(True, "put into action"), (False, "prerequisites not met")])
def test_a_popped_action_must_meet_its_prerequisites_then(met, said):
    """They are tested when it pops, not when it was put there; the rest of the stack pops as usual."""
    assert popped(COMMON, NEEDY, met=met)[0] == [(said, "Needy"), ("put into action", "Common")]
