"""A book: its title and scenes, names of things and places, orders of things, and what it keeps."""

import pickle
from dataclasses import replace

import pytest

from rulewright.kernel.book import kernel_procedures
from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import ask, call
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import NOBODY, NOWHERE, OWNER, Frame
from rulewright.program import marks, own_procedures
from rulewright.program.declared import UNSEEN, Kind, Zone
from rulewright.program.definition import Action
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, Steps, Table, book, game, made_trigger

CY = 2
MAIN = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


@pytest.mark.parametrize(("fields", "said"), [({"title": "The Fake"}, "The Fake"), ({}, "fake")])
def test_a_book_says_what_is_in_it(fields, said):
    """This includes its title, or its name if it has none; the kernel's own columns are not stats of the book."""
    assert str(book(MAIN, **fields)) == f"{said}: 0 actions, 3 stats, scenes: table"


@pytest.mark.parametrize(("scenes", "said"), [(("river", "ford"), "river, ford"), ((), "none")])
def test_a_book_names_its_scenes(scenes, said):
    """They are listed in their order, or the book says that it has none."""
    assert str(replace(book(MAIN), scenes=dict.fromkeys(scenes))).endswith(f", scenes: {said}")


def test_a_place_is_called_with_its_owner():
    """A zone of nobody has its plain name, a zone of a seat the owner's name or a name of its own; elsewhere is "nowhere"."""
    zones = (Zone("Board", live=True), Zone("Hand", owned=True), Zone("Deck", owned=True, called=(("Bo", "R&D"),)))
    playing = game(MAIN, table=Table(zones))
    words = [playing.book.zone_words(playing.state, zone) for zone in (NOWHERE, *range(5))]
    assert words == ["nowhere", "Board", "Ann's Hand", "Bo's Hand", "Ann's Deck", "R&D"]


def test_all_stacks_but_the_first_have_a_number():
    """Empty stacks are not counted."""
    playing = game(MAIN, table=Table((Zone("Board", live=True), Zone("Stack", stack=True))).thing("Ox").thing("Elk"))
    m = playing.machine
    stacks = [effects.found(m, 1) for _ in range(2)]
    for slot, zone in enumerate(stacks):
        effects.do(m, effects.send(slot, zone))
    assert [playing.book.zone_words(playing.state, zone) for zone in stacks] == ["Stack", "Stack 2"]


# -- names -------------------------------------------------------------------------------------------------------------


def test_an_offer_names_the_card_it_comes_from():
    """The card is left out if it has the name of the action, or if an actor performs the action itself."""
    things = Table().thing("Ox", kind=1).thing("Play", kind=1).thing("Ann")
    playing = game(MAIN, table=things, kinds=(Kind("person"), Kind("beast", marks=frozenset({marks.CARD}))))
    assert [playing.book.offer_words(playing.state, "Play", slot) for slot in range(3)] == ["Play (Ox)", "Play", "Play"]


def test_the_actor_of_a_card_is_its_player():
    """This needs players that are things. Otherwise, and for things that are not cards, the actor is the thing itself."""
    things = Table().thing("Ox", kind=1, owner=BO).thing("Ann").thing("Bo", owner=BO)
    m = game(MAIN, table=things, kinds=(Kind("person"), Kind("beast", marks=frozenset({marks.CARD})))).machine
    assert m.book.actor_for(m.state, 0, BO) == 0
    m.emit(("linked", 0, "players", None, (1, 2)))
    assert [m.book.actor_for(m.state, slot, player) for slot, player in ((0, BO), (0, ANN), (0, NOBODY), (2, BO))] == [2, 1, 0, 2]


@pytest.mark.parametrize(("given", "said"), [({"title": "move"}, "move"), ({}, "act")])
def test_a_window_asks_somebody_for_something(given, said):
    """It asks the player or whoever it is for; without further words it asks for an action."""
    m = game(MAIN, table=Table().thing("Ox")).machine
    prompts = [m.book.prompt(m, Frame(9, own_procedures.WINDOW, "", {**given, **more}), BO) for more in ({}, {"actor": 0})]
    assert prompts == [f"Bo: {said}", f"Ox: {said}"]


# -- the order of things -----------------------------------------------------------------------------------------------


def turn(given, **fields):
    """Gives the machine of a game in a turn with a given owner; None means no turn."""
    things = Table().thing("Ox", owner=BO, health=1).thing("Elk", health=5, coins=1)
    things.thing("Imp", owner=BO, health=3).thing("Cow", health=5, coins=2)
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {}) if given is None else call("Turn", given, "", {})})
    takes = Steps("Turn", {"": lambda m, f: ask((ANN,), "", f.vars)})
    return game(main, takes, table=things, turn="Turn", **fields).machine


@pytest.mark.parametrize(
    ("given", "order", "seats"),
    [
        (None, [0, 1, 2, 3], (ANN, BO)),
        ({}, [0, 1, 2, 3], (ANN, BO)),
        ({"player": BO}, [0, 2, 1, 3], (BO, ANN)),
        ({"player": ANN}, [1, 3, 0, 2], (ANN, BO)),
        ({"actor": 2}, [0, 2, 1, 3], (BO, ANN)),
    ],
)
def test_things_and_seats_are_ordered_from_the_active_player_on(given, order, seats):
    """The order begins with the active player; without a turn it is the order in which things lie."""
    m = turn(given)
    assert m.book.order(m) == order and m.book.seats(m) == seats and m.book.seats(m, BO) == (BO, ANN)


@pytest.mark.parametrize(("given", "order"), [(None, [3, 1, 2, 0]), ({"player": BO}, [2, 0, 3, 1])])
def test_a_rank_orders_things_highest_first(given, order):
    """Things of the active player come first, and equal things are ordered by the next rank."""
    m = turn(given, rank=HEALTH, ranks=(COINS,))
    assert m.book.order(m) == order


def test_sources_of_a_player_are_listed_in_zone_order():
    """The order of making does not matter."""
    m = turn(None)
    effects.do(m, effects.send(0, 1))
    assert m.book.sources(m, BO) == [2, 0] and m.book.sources(m, ANN) == [1, 3]


def at_table(*seats):
    """Gives the machine of a game in Bo's turn, with other seats, shared things and things of nobody."""
    m = turn({"player": BO if len(seats) > 1 else ANN})
    m.state.setting = replace(m.state.setting, seats=seats)
    for slot, owner in enumerate((NOBODY, ANN, BO, CY)):
        m.emit(("changed", slot, OWNER, m.state.cell(slot, OWNER), owner if owner < len(seats) else ANN))
    return m


def test_three_players_are_ordered_by_their_seats():
    """After Bo come Cy and then Ann; things of nobody come with the last seat."""
    m = at_table("Ann", "Bo", "Cy")
    assert m.book.seats(m) == (BO, CY, ANN) and m.book.order(m) == [2, 0, 3, 1]


def test_with_one_player_things_keep_the_order_in_which_they_lie():
    """Things of nobody do not come later."""
    m = at_table("Ann")
    assert m.book.order(m) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("old", "new", "reborn"),
    [(0, 1, True), (1, 2, False), (2, 0, True), (3, 4, True), (0, 5, False), (NOWHERE, 5, True), (5, NOWHERE, True)],
)
def test_a_new_life_begins_in_another_place(old, new, reborn):
    """This is so from hand to hand and from nowhere, but not in a zone that keeps lives or between two timed stacks."""
    zones = (Zone("Board", live=True), Zone("Stack", stack=True, quiet=9), Zone("Hand", owned=True), Zone("Out", keeps=True))
    m = game(MAIN, table=Table(zones)).machine
    events.apply(m.state, ("founded", 5, None, (1, NOBODY, 0)))
    order = (0, 1, 5, 2, 3, 4)  # board, two stacks, two hands, out
    assert m.book.reborn(m.state, *(place if place == NOWHERE else order[place] for place in (old, new))) is reborn


# -- what is worked out ------------------------------------------------------------------------------------------------


def test_triggers_are_found_by_what_they_listen_to():
    """Events are found by their kind and changes by their stat; a trigger with `would` responds to no event."""
    dealt, told, any_change, coin, would = (
        made_trigger(0, on, lambda m, v: True, stat=stat)
        for on, stat in (("dealt", None), ("told", None), ("changed", None), ("changed", COINS), ("would", None))
    )
    found = book(MAIN, triggers=(dealt, told, any_change, coin, would))
    changes = dict.fromkeys(range(len(found.stats)), (any_change,))
    assert found.listeners == {"dealt": (dealt,), "told": (told,), **changes, COINS: (any_change, coin)} and found.would == (4,)


def test_an_earlier_version_of_an_actions_procedure_belongs_to_the_action():
    """An act that continues by an earlier rule is still an action in progress."""
    found = book(MAIN, Steps("snatch", {}), Steps("snatch@1", {}), actions=(Action("Snatch", 0, "snatch", frozenset()),))
    assert {found.procedure_name(number) for number in found.action_procedures} == {"snatch", "snatch@1"}


def test_the_kernels_procedures_have_the_numbers_of_the_program():
    """The table of every program begins with them, and the native machine knows the first of them by the same numbers."""
    assert [each.name for each in kernel_procedures()] == [routine.name for routine in own_procedures.OWN_ROUTINES]
    numbers = (own_procedures.WINDOW, own_procedures.REPLY, own_procedures.ACT, own_procedures.BATCH, own_procedures.REACTIONS)
    assert [kernel_procedures()[number].name for number in numbers] == ["window", "heed", "act", "batch", "reactions"]


def test_a_face_down_thing_has_the_unseen_kind():
    """There is such a kind only if anything can be hidden, and only once."""
    plain, secret = book(MAIN), book(MAIN, secret=True)
    assert plain.kinds == (Kind("thing"),) and plain.unseen == NOWHERE
    assert secret.kinds == (Kind("thing"), UNSEEN) == replace(secret).kinds and secret.unseen == 1
    assert book(MAIN, zones=(Zone("Hand", seen="owner"),)).secret and not plain.secret


def test_a_book_without_stacks_has_no_kind_of_them():
    """It has no kind for waiting items either, so they have the first kind."""
    assert book(MAIN).stack_kind == NOWHERE and book(MAIN).item == 0
    waits = book(MAIN, kinds=(Kind("thing"), Kind("item")), zones=(Zone("Board"), Zone("Stack", stack=True)))
    assert waits.stack_kind == 1 and waits.item == 1


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_without_amendments_the_book_is_the_one_it_was():
    """If nothing can be amended, amendments make no new book; otherwise each amended book is made once."""
    made = []

    def amender(base, amendments):
        made.append(amendments)
        return replace(base, hash="other", origin=base)

    plain, base = book(MAIN), book(MAIN, amender=amender)
    first = base.in_force((("1", "text"),))
    assert made == [(("1", "text"),)] and base.in_force((("1", "other"),)) is not first and made.pop() == (("1", "other"),)
    assert plain.in_force((("1", "text"),)) is plain and first.hash == "other"
    assert first.in_force(()) is base and first.in_force((("1", "text"),)) is first and len(made) == 1


def test_a_pickled_book_equals_the_original():
    """A book that is written and read again equals the first one."""
    found = replace(book(MAIN), written=(), scenes={}, main=NOWHERE, disciplines=())
    again = pickle.loads(pickle.dumps(found))
    assert (again.name, again.stats, again.zones, again.watch) == (found.name, found.stats, found.zones, found.watch)
    assert repr(again) == "rulewright.load('fake')"
