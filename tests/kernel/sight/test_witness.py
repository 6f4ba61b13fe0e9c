"""A witness: what one viewer is told of a game, event by event, and the numbers under which it knows things."""

from dataclasses import replace
from typing import Any

import pytest

from rulewright.kernel.change import effects
from rulewright.kernel.flow.agenda import go
from rulewright.kernel.game import Game
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.facts import NOBODY, NOWHERE, SEEN, Lasting
from rulewright.program.declared import Stat, Zone
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, STATS, Table, asks, feature, featured, game

ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"), Zone("Deck", owned=True, seen="nobody"))
BOARD, ANNS_HAND, BOS_HAND, ANNS_DECK, BOS_DECK = range(5)
OX, ELK, OWL, YAK, HEN, CUB = range(6)
WHERE = {"Ox": BOARD, "Elk": BOS_HAND, "Owl": BOS_DECK, "Yak": BOARD, "Hen": BOS_HAND, "Cub": BOS_HAND}
MARKS = len(STATS)


def table(**fields: Any) -> Game:
    """Begins a game with an ox and a yak on the board, three animals in Bo's hand and an owl in Bo's deck."""
    lying = Table(ZONES)
    for name, zone in WHERE.items():
        lying.thing(name, BO, zone)
    fields = {"stats": (*STATS, Stat("Marks", default=2, open=True)), **fields}
    return game(asks("main", ANN, then=lambda m, f: go("", {})), table=lying, **fields)


def happens(playing: Game, *changes: Any) -> Game:
    """Applies changes or events as one answer."""
    before, at = playing.state.control(), len(playing.machine.events)
    for change in changes:
        if callable(change):
            change(playing.machine)
        elif change[0] in ("send", "alter", "show", "bind"):
            effects.do(playing.machine, change)
        else:
            playing.machine.emit(change)
    playing.done.append(playing.done[-1]._replace(events=tuple(playing.machine.events[at:]), control=before))
    return playing


def stirs(*slots: int) -> tuple[Any, ...]:
    return ("told", "stirs", *slots)


def numbers(playing: Game, viewer: int | None) -> list[tuple[int, ...]]:
    """Gives the numbers of the things about which a viewer was told something."""
    return [event[2:] for event in Witness(playing, viewer).follow(playing.done) if event[:2] == ("told", "stirs")]


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_things_have_numbers_in_the_order_in_which_they_are_first_told_of():
    """Each viewer has its own numbers; a viewer who is told of fewer things counts fewer."""
    playing = happens(table(), stirs(YAK), stirs(ELK), stirs(OX, YAK), stirs(ELK))
    assert numbers(playing, BO) == [(0,), (1,), (2, 0), (1,)] and numbers(playing, ANN) == [(0,), (1, 0)]


def test_the_host_is_told_the_machines_own_numbers():
    """The host is also told every event unchanged."""
    happened = (stirs(YAK), ("changed", ELK, COINS, 0, 2), ("chose", BO, ("yes",)))
    playing = happens(table(), *happened)
    assert Witness(playing, HOST).follow(playing.done) == list(happened)


@pytest.mark.parametrize(("viewer", "number"), [(ANN, 1), (BO, 0), (None, 1)])
def test_a_thing_that_was_out_of_sight_gets_a_new_number(viewer, number):
    """A viewer who sees the hand to which it goes keeps the old number."""
    playing = happens(table(), stirs(OX), effects.send(OX, BOS_HAND), effects.send(OX, BOARD), stirs(OX))
    assert numbers(playing, viewer) == [(0,), (number,)]


def test_a_visible_move_keeps_the_number():
    """A card that goes to the same zone unseen has no number."""
    playing = happens(table(), stirs(OX), effects.send(OWL, ANNS_DECK), effects.send(OX, BOARD), stirs(OX), stirs(YAK))
    assert numbers(playing, ANN) == [(0,), (0,), (1,)]


@pytest.mark.parametrize(("viewer", "known"), [(ANN, [(0,), (1,)]), (BO, [(0,), (0,)]), (None, [])])
def test_a_shown_card_that_is_unknown_again_loses_its_number(viewer, known):
    """If it is shown again, it is another card for everybody but its owner."""
    shows, hides = ("show", ELK, (ANN, BO)), ("show", ELK, None)
    playing = happens(table(), shows, stirs(ELK), hides, shows, stirs(ELK))
    assert numbers(playing, viewer) == known


@pytest.mark.parametrize(("viewer", "found"), [(ANN, (2, 0, 3)), (BO, (1, 0, 2))])
def test_a_shuffle_takes_the_numbers_of_those_whose_face_is_not_seen(viewer, found):
    """On the board, viewers who see the faces can still tell the things apart, and everybody can tell those that lie face up."""
    playing = table()
    for slot in (OX, YAK):
        playing.state.links[slot, SEEN] = (BO,)
    happens(playing, effects.send(ELK, BOARD), stirs(OX), lambda m: effects.shuffle(m, BOARD), stirs(OX, ELK, YAK))
    assert numbers(playing, viewer)[-1] == found


def test_an_unseen_move_has_no_number():
    """The thing that moves unseen has no name and gets no number."""
    playing = happens(table(), effects.send(OWL, BOS_HAND), stirs(YAK))
    told = Witness(playing, ANN).follow(playing.done)
    assert (told[0][1], told[1]) == (NOWHERE, stirs(0))


# -- what is told ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (("changed", YAK, COINS, 2, 3), ("changed", 0, COINS, 2, 3)),
        (("linked", YAK, "foe", None, (OX,)), ("linked", 0, "foe", None, None)),
        (("told", "meets", YAK, "by chance", OX), ("told", "meets", 0, "by chance", 1)),
        (("chose", ANN, ("yes",)), ("chose", ANN, ())),
        (("rolled", 6, (4,)), ("rolled", 6, (4,))),
        (("revealed", YAK, None, (BO, ANN), BOARD), ("revealed", 0, None, (BO, ANN), BOARD)),
        (("moved", YAK, (BOARD, 1, 0), (BOARD, 0, 0), None), ("moved", 0, (BOARD, 1, -1), (BOARD, 0, -1), None)),
    ],
)
def test_events_are_told_with_the_viewers_numbers(event, told):
    """What somebody picked and what a thing refers to are not told."""
    playing = happens(table(), event)
    assert Witness(playing, ANN).follow(playing.done) == [told]


SPELL = Lasting(7, "Spell", YAK, HEALTH, "add", 5, ("frame", 3), uses=2, by=BO)
TOLD = Lasting(0, "Spell", 0, HEALTH, "add", 5, (), uses=2, by=NOBODY)


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (SPELL, TOLD),
        (SPELL._replace(question=("price", 0, COINS)), TOLD._replace(question=("price", 0, COINS))),
        (SPELL._replace(object=NOWHERE), TOLD._replace(object=NOWHERE)),
        (SPELL._replace(object=NOWHERE, question=("class", 3)), TOLD._replace(object=NOWHERE, question=("class", 3), amount=0)),
    ],
)
def test_lasting_effects_are_told_without_internal_numbers(effect, told):
    """Told are the thing, the amount and the count; the end, the cause and the number of an affected action are not."""
    playing = happens(table(), ("lasts", None, effect), ("lasts", effect, effect._replace(uses=1)))
    happens(playing, ("expired", effect._replace(uses=1), None))
    assert Witness(playing, ANN).follow(playing.done) == [
        ("lasts", None, told), ("lasts", told, told._replace(uses=1)), ("expired", told._replace(uses=1), None),
    ]  # fmt: skip


class Noting(Witness):
    """A witness that notes every event it is asked to tell, and reports those that are not told."""

    def tell(self, done, event, told):
        return (done, event, super().tell(done, event, told))

    def untold(self, event):
        return ("untold", event, super().untold(event))


def test_a_witness_can_also_report_the_event_behind_each_told_event():
    """For an event that is told it reports the told one and the original, for one that is not told only the original."""
    playing = happens(table(), ("changed", ELK, COINS, 0, 1), ("changed", YAK, COINS, 0, 1))
    told = Noting(playing, ANN).follow(playing.done)
    hidden, seen = (("changed", slot, COINS, 0, 1) for slot in (ELK, YAK))
    assert told == [("untold", hidden, None), (playing.done[-1], seen, ("changed", 0, COINS, 0, 1))]
    assert told[1][0] is playing.done[-1]


@pytest.mark.parametrize(
    ("event", "viewer", "begun"),
    [
        (("began", 3, "Turn", NOWHERE), ANN, ("Turn", "")),
        (("began", 3, "Turn", YAK), ANN, ("Turn", "Yak")),
        (("began", 3, "Turn", OX), ANN, ("Turn", "face-down card in Board")),
        (("began", 3, "Turn", OX), BO, ("Turn", "Ox")),
        (("began", 3, "Turn", ELK), ANN, None),
        (("began", 3, "Turn", ELK), BO, ("Turn", "Elk")),
        (("ended", 3, "Turn", "ended", YAK), ANN, None),
        (("noticed", 0, None, (1,)), ANN, None),
    ],
)
def test_the_owner_of_a_structure_is_named_to_viewers_who_can_identify_it(event, viewer, begun):
    """A face-down owner is named as such; an owner that cannot be told from others like it is not named."""
    playing = happens(table(), ("show", OX, (BO,)))
    witness = Witness(playing, viewer)
    witness.follow(playing.done)
    assert witness.begun(event) == begun


@pytest.mark.parametrize(
    ("slot", "viewer", "seen"),
    [(OX, ANN, "Ox"), (OX, None, "Ox"), (ELK, BO, "Elk"), (ELK, ANN, "card in Bo's Deck"), (OWL, BO, "card in Bo's Deck")],
)
def test_a_face_that_a_viewer_saw_leaving_is_known_for_that_event(slot, viewer, seen):
    """A viewer who saw a thing go into a deck knows which thing it was; other viewers do not."""
    playing = happens(table(), effects.send(slot, BOS_DECK))
    witness = Witness(playing, viewer)
    witness.follow(playing.done)
    assert witness.view_as(playing.done[-1].events[0]).state.names[slot] == seen


def test_a_witness_sees_a_hand_of_others_in_the_order_in_which_the_game_shows_it():
    """The second card of a hand in a record is the second card on the menu."""
    playing = happens(table(), stirs(YAK))
    witness = Witness(playing, ANN)
    witness.follow(playing.done)
    lying = playing.view_as(ANN).state.zones[BOS_HAND]
    assert witness.view_as(stirs(YAK)).state.zones[BOS_HAND] == lying == [HEN, ELK, CUB]


# -- following ---------------------------------------------------------------------------------------------------------


def test_a_witness_comes_up_with_a_game_and_goes_back_with_it():
    """Undone events are not told any more, their numbers are used again, and other answers may replace them."""
    playing = happens(happens(happens(table(), stirs(YAK)), stirs(OX), effects.send(YAK, BOS_DECK)), stirs(OX))
    done, witness = playing.done, Witness(playing, ANN)
    assert witness.follow(done)[-1] == stirs(1)
    assert witness.follow(done[:-2]) == [stirs(0)] and witness.machine.state.places[YAK] == BOARD
    other = done[-1]._replace(events=(stirs(OX, YAK),))
    assert witness.follow([*done[:-2], other]) == [stirs(0), stirs(1, 0)]
    assert witness.follow(done) == Witness(playing, ANN).follow(done)


def test_a_witness_gets_every_answer_once():
    """If a witness reads the game again, it gets only the new events."""
    playing = happens(happens(table(), stirs(YAK)), stirs(OX))
    witness = Noting(playing, ANN)
    first = list(witness.follow(playing.done))
    again = list(witness.follow(playing.done))
    longer = witness.follow(happens(playing, stirs(OX)).done)
    assert len(longer) == 3 and list(map(id, first)) == list(map(id, again)) == list(map(id, longer[:2]))


def test_a_witness_can_begin_before_a_later_answer():
    """It gets only the events from then on, and its numbers begin there."""
    playing = happens(happens(table(), stirs(YAK)), stirs(OX))
    assert Witness(playing, ANN, 2).follow(playing.done[2:]) == [stirs(0)]


def test_a_witness_can_take_over_the_numbers_of_another_one():
    """Visible things keep their numbers, face-down things have those of their places; new things get the next numbers."""
    down = [("show", slot, (BO,)) for slot in (OX, YAK)]
    first = happens(table(), *down, stirs(YAK), stirs(OX))
    witness = Witness(first, ANN)
    witness.follow(first.done)
    twin = happens(table(), *down, effects.send(OX, BOARD), effects.send(OWL, BOARD))
    other = Witness(twin, ANN)
    other.follow(twin.done)
    other.know(witness)
    assert twin.state.zones[BOARD] == [YAK, OX, OWL]
    told = other.follow(happens(twin, stirs(YAK), stirs(OX), stirs(OWL)).done)
    assert told[-3:] == [stirs(0), stirs(1), stirs(2)]


def test_a_seen_thing_keeps_its_number_wherever_it_lies():
    """Bo's own hand may lie in another order in another game: its cards are told apart by their faces."""
    first = happens(table(), stirs(HEN), stirs(ELK))
    witness = Witness(first, BO)
    witness.follow(first.done)
    twin = happens(table(), effects.send(ELK, BOS_HAND))
    other = Witness(twin, BO)
    other.follow(twin.done)
    other.know(witness)
    told = other.follow(happens(twin, stirs(HEN), stirs(ELK)).done)
    assert twin.state.zones[BOS_HAND] == [HEN, CUB, ELK] and told[-2:] == [stirs(0), stirs(1)]


# -- rules that change -------------------------------------------------------------------------------------------------


def lucky(base, amendments):
    """Makes the book with luck, which an amendment brings; spectators may not see how much."""
    luck = len(base.stats)
    return replace(
        base, stats=(*base.stats, Stat("Luck")), hash="lucky", **featured(feature("Secret luck", hides=(luck,))), origin=base
    )


LUCK, AMENDED = MARKS + 1, ("amended", "a", None, ("a", ""), (0,))


def test_each_event_is_told_by_the_rules_of_its_moment():
    """A witness that was there before an amendment follows it, also back by undo; a later witness begins before it."""
    playing = table(amender=lucky)
    early = Witness(playing, ANN)
    early.follow(playing.done)
    happens(happens(happens(playing, stirs(YAK)), AMENDED), ("changed", YAK, LUCK, 0, 1))
    late = Witness(playing, ANN)
    assert len(late.view_as(stirs(YAK)).state.cells) == len(WHERE) * LUCK and late.machine.book.hash == "fake"
    assert early.follow(playing.done) == late.follow(playing.done) == [stirs(0), AMENDED]
    assert late.machine.book.hash == "lucky" == Witness(playing, ANN, len(playing.done)).machine.book.hash
    late.follow(playing.done[:-2])
    assert late.machine.book.hash == "fake"
    late.follow(playing.done[:-1])
    assert late.machine.book.hash == "lucky"
