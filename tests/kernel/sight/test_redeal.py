"""Redealing: what one viewer does not see is exchanged in ways that this viewer cannot rule out; everything else stays."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import rulewright
from rulewright.kernel.change import effects, writing
from rulewright.kernel.flow.agenda import call
from rulewright.kernel.game import Game
from rulewright.kernel.sight.redeal import redealt, unseen
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.state import by_name, events
from rulewright.kernel.state.facts import LIFE, LIVES, OWNER, SIDE, TILE, Asked, Frame, Lasting
from rulewright.program.declared import Kind, Stat, Zone
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, STATS, Steps, Table, asks, game, numbered

ZONES = (Zone("Board", live=True), Zone("Deck", owned=True, seen="nobody"), Zone("Hand", owned=True, seen="owner"))
BOARD, DECK, BOS_DECK, HAND, BOS_HAND = range(5)
MARKS = len(STATS)
FIELDS: dict[str, Any] = {
    "stats": (*STATS, Stat("Marks", default=2, open=True)),
    "kinds": (Kind("card"), Kind("marked", stats=((MARKS, 5),))),
    "secret": True,
}
CHANCES = range(12)


def table(*where: int, names: str = "ABCDEFGH", first: Any = None, kinds: dict[int, int] | None = None) -> Game:
    """Begins a game with cards in zones, all Ann's but those in Bo's; their numbers are their places in the list."""
    lying = Table(ZONES)
    for slot, zone in enumerate(where):
        lying.thing(names[slot], owner=BO if zone in (BOS_DECK, BOS_HAND) else ANN, zone=zone, kind=(kinds or {}).get(slot, 0))
    return game(*(first or (asks("main", ANN),)), table=lying, **FIELDS)


def worlds(playing: Game, viewer: int | None = BO, anywhere: bool = False) -> list[list[list[int]]]:
    """Gives how things lie in some games that look the same to a viewer."""
    return [redealt(playing, viewer, Random(seed), anywhere).state.zones for seed in CHANCES]


def spots(playing: Game, slot: int, viewer: int | None = BO, anywhere: bool = False) -> set[tuple[int, int]]:
    """Gives every place (zone, index) that a thing comes to lie in."""
    found = worlds(playing, viewer, anywhere)
    return {(zone, lying.index(slot)) for zones in found for zone, lying in enumerate(zones) if slot in lying}


def test_hidden_cards_are_unseen_by_each_viewer():
    """Nobody sees a deck, only its owner sees a hand, the host sees all, and cards that are gone are not hidden."""
    playing = table(BOARD, DECK, HAND, BOS_HAND, DECK)
    effects.do(playing.machine, effects.send(4, -1))
    found = {viewer: unseen(playing.machine, viewer) for viewer in (ANN, BO, None, HOST)}
    assert found == {ANN: [1, 3], BO: [1, 2], None: [1, 2, 3], HOST: []}


def test_a_deck_is_shuffled_and_a_hand_that_is_seen_stays():
    """Bo's own hand stays the same for Bo; a deck may lie in any order, and keeps its cards."""
    playing = table(DECK, DECK, DECK, BOS_HAND, BOS_HAND)
    found = worlds(playing)
    assert {tuple(zones[DECK]) for zones in found} > {(0, 1, 2), (2, 1, 0)} and all(sorted(z[DECK]) == [0, 1, 2] for z in found)
    assert all(zones[BOS_HAND] == [3, 4] for zones in found)


def test_the_game_itself_is_left_as_it_is():
    """Only the copies are dealt again."""
    playing = table(DECK, DECK, DECK, DECK)
    others = [redealt(playing, BO, Random(seed)) for seed in CHANCES]
    assert playing.state.zones[DECK] == [0, 1, 2, 3]
    assert any(other.state.zones[DECK] != [0, 1, 2, 3] for other in others)


def test_zones_are_dealt_separately_until_a_card_moves_unseen_between_them():
    """The cards of Ann's hand and deck are not mixed until a card has moved unseen between the two."""
    assert {zone for zone, _ in spots(table(DECK, DECK, HAND, HAND), 0)} == {DECK}


def move(*ways: tuple[int, int]) -> Steps:
    """Makes a first procedure that sends things (slot, zone) and then asks Ann."""

    def sends(m, frame):
        for slot, zone in ways:
            effects.do(m, effects.send(slot, zone))
        return call("asks", {}, "", {})

    return Steps("main", {"": sends})


@pytest.mark.parametrize(
    ("ways", "zones"),
    [
        ([(1, HAND)], {DECK, HAND}),  # drawn unseen
        ([(2, DECK)], {DECK, HAND}),  # put back unseen
        ([(1, BOARD)], {DECK}),  # played: it is seen where it goes
        ([(4, HAND)], {DECK}),  # taken up: it was seen where it lay
        ([(1, HAND), (2, BOARD), (4, HAND)], {DECK, HAND}),
        ([(1, BOARD), (4, HAND)], {DECK}),  # both were seen in between
        ([(4, DECK), (5, HAND)], {DECK}),
    ],
)
def test_zones_between_which_cards_moved_unseen_are_dealt_together(ways, zones):
    """A card that nobody else saw moving may be in either zone."""
    playing = table(DECK, DECK, HAND, HAND, BOARD, BOARD, first=(move(*ways), asks("asks", ANN)))
    assert {zone for zone, _ in spots(playing, 0)} == zones


def test_zones_are_dealt_together_if_cards_moved_unseen_between_them_indirectly():
    """Cards moved from a deck to a hand and from that hand to another: one player's cards in all three zones are mixed."""
    playing = table(DECK, DECK, HAND, HAND, first=(move((1, HAND), (2, BOS_HAND)), asks("asks", ANN)))
    assert {zone for zone, _ in spots(playing, 0, None)} == {DECK, HAND, BOS_HAND}


def test_a_zone_from_which_nothing_moved_unseen_is_dealt_by_itself():
    """A third zone of the same owner is not mixed with the cards that were drawn."""
    playing = table(DECK, DECK, HAND, BOS_HAND, first=(move((1, HAND)), asks("asks", ANN)))
    writing.write(playing.machine, 3, OWNER, ANN)
    writing.write(playing.machine, 3, SIDE, ANN)
    assert spots(playing, 3, None) == {(BOS_HAND, 0)}


def test_a_thing_that_may_be_anywhere_is_in_any_hidden_zone_of_its_owner():
    """It may be dealt to any of the owner's hidden zones, but not to another player's."""
    playing = table(DECK, DECK, HAND, BOS_DECK, BOS_HAND)
    assert {zone for zone, _ in spots(playing, 0, None, anywhere=True)} == {DECK, HAND}
    assert {zone for zone, _ in spots(playing, 3, None, anywhere=True)} == {BOS_DECK, BOS_HAND}


def test_things_of_different_sides_are_not_exchanged():
    """Viewers can tell apart things of one owner that stand on different sides."""
    playing = table(DECK, DECK, DECK)
    writing.write(playing.machine, 1, SIDE, BO)
    assert spots(playing, 1) == {(DECK, 1)} and spots(playing, 0) == {(DECK, 0), (DECK, 2)}


def test_the_same_chance_gives_the_same_game_however_things_lie():
    """Two games that look the same to Bo become the same game if they are redealt with the same random numbers."""
    drawn = (move((1, HAND), (2, HAND)), asks("asks", ANN))
    one, other = (table(*[DECK] * 6, first=drawn) for _ in range(2))
    events.apply(other.state, ("shuffled", DECK, (0, 3, 4, 5), (5, 3, 0, 4)))
    assert worlds(one) == worlds(other)


def test_hidden_things_are_dealt_in_the_order_of_their_names():
    """In this way their internal numbers reveal nothing."""
    one, other = table(*[DECK] * 4, names="ABCD"), table(*[DECK] * 4, names="DCBA")
    named = [[[game.state.names[slot] for slot in zones[DECK]] for zones in worlds(game)] for game in (one, other)]
    assert named[0] == named[1]


# -- what is referred to stays where it is ---------------------------------------------------------------------------------


def holds(name: str, value: Any) -> Callable[[Game], None]:
    def put(playing: Game) -> None:
        by_name.put(playing.state.agenda[-1].vars, name, value)

    return put


def waits(procedure: str, **held: Any) -> Callable[[Game], None]:
    def put(playing: Game) -> None:
        number = numbered(playing.machine, procedure)
        playing.state.agenda.insert(0, Frame(99, number, "", by_name.filled(held.items())))

    return put


def happens(*happened: Any) -> Callable[[Game], None]:
    return lambda playing: events.apply(playing.state, happened)


def picks(playing: Game) -> None:
    playing.state.asked = Asked((ANN,), playing.state.agenda[-1].id, "given", (("Act", 3 * LIVES + 1),))


HELD = {
    "a frame": holds("target", 1),
    "a frame, in its present life": holds("target", 2 * LIVES + 1),
    "a frame, among others": holds("targets", (0, (1,))),
    "a slot for a thing": waits("popping", item=1),
    "a slot for things": waits("window", members=(4, 1)),
    "a slot for an offer": waits("would", offer=(0, 1)),
    "a slot for an answer": waits("window", answer=(0, (("Act", 3 * LIVES + 1),))),
    "a slot for what was noticed": waits("batch", batch=((0, 1, 4),)),
    "what was picked": picks,
    "a link to it": happens("linked", 0, "chosen", None, (1,)),
    "a link of it": happens("linked", 1, "chosen", None, ()),
    "a note": happens("noticed", 0, None, (0, 1, 4)),
    "a lasting effect": happens("lasts", None, Lasting(1, "x", 1, ("y",), "+", 1, ())),
}
FREE = {
    "a player": waits("batch", player=1),
    "a count": waits("window", passes=1),
    "a zone": waits("popping", zone=1),
    "a trigger": waits("would", offer=(1, 4)),
    "an answer of a player": waits("window", answer=(1, ("pass",))),
    "a thing as it was": waits("heed", memory=(("it", (1, 1, 1, (1,))),)),
    "words": holds("target", "1"),
    "a table": holds("target", {1: 1}),
    "deeds": happens("linked", 0, "deeds", None, (1,)),
    "where it lies": happens("linked", 1, "at", None, (4,)),
    "what it is attached to": happens("linked", 0, "attached", None, (1,)),
    "which trigger was noticed": happens("noticed", 0, None, (1, 4, 4)),
}


@pytest.mark.parametrize("held", HELD)
def test_a_thing_that_is_referred_to_is_not_exchanged(held):
    """The game continues with exactly this thing."""
    playing = table(DECK, DECK, DECK, DECK, BOARD)
    HELD[held](playing)
    assert spots(playing, 1) == {(DECK, 1)} and len(spots(playing, 3)) > 1


@pytest.mark.parametrize("free", FREE)
def test_a_number_that_is_not_a_thing_keeps_no_card_from_being_exchanged(free):
    """Players and counts are numbers too; they must not be taken for the numbers of things."""
    playing = table(DECK, DECK, DECK, DECK, BOARD)
    FREE[free](playing)
    assert len(spots(playing, 1)) > 1


# -- what belongs to a place stays there -------------------------------------------------------------------------------------


def face_down() -> Game:
    """Begins a game with two of Ann's cards face down on the board, of which one has marks, a tile and a place, and a deck."""
    playing = table(BOARD, BOARD, DECK, kinds={2: 1})
    for slot, seers in ((0, (ANN,)), (1, ())):
        events.apply(playing.state, ("revealed", slot, None, seers, BOARD))
    for column, to in ((MARKS, 7), (TILE, 3)):
        writing.write(playing.machine, 0, column, to)
    events.apply(playing.state, ("linked", 0, "at", None, (2,)))
    events.apply(playing.state, ("linked", 1, "attached", None, (0,)))
    for column, to in ((COINS, 4), (LIFE, 1), (HEALTH, 3)):
        writing.write(playing.machine, 0, column, to)
    return playing


def lying(playing: Game, zone: int) -> list[tuple[Any, ...]]:
    """Gives what everybody sees of the face-down cards in a zone."""
    state = playing.state
    links = [[state.links.get((slot, name)) for name in ("seen", "at", "attached")] for slot in state.zones[zone]]
    return [
        (state.cell(slot, MARKS), state.cell(slot, TILE), *found) for slot, found in zip(state.zones[zone], links, strict=True)
    ]


def test_face_down_cards_are_exchanged_without_their_visible_facts():
    """Marks, tile, life and the place it belongs to stay where they are; what is printed on a card goes with the card."""
    playing = face_down()
    twins = [redealt(playing, BO, Random(seed)) for seed in CHANCES]
    assert {tuple(twin.state.zones[BOARD]) for twin in twins} == {(0, 1), (1, 0)}
    assert all(lying(twin, BOARD) == [(7, 3, (ANN,), (2,), None), (2, -1, (), None, (0,))] for twin in twins)
    assert all([twin.state.cell(0, column) for column in (COINS, HEALTH)] == [4, 3] for twin in twins)
    assert all([twin.state.cell(slot, LIFE) for slot in twin.state.zones[BOARD]] == [1, 0] for twin in twins)


def test_a_redealt_thing_takes_the_marks_of_its_new_place():
    """A card that is exchanged with one on the board takes its marks; the other keeps what is printed on it."""
    playing = face_down()
    found = [redealt(playing, BO, Random(seed), anywhere=True) for seed in CHANCES]
    swapped = [twin for twin in found if twin.state.zones[BOARD][0] == 2]
    assert swapped and all(lying(twin, BOARD)[0][:2] == (7, 3) for twin in swapped)
    printed = [(twin.state.zones[DECK][0], lying(twin, DECK)[0]) for twin in found]
    assert {(slot, row[0], row[2:]) for slot, row in printed} == {
        (2, 5, (None, None, None)), (0, 2, (None, None, None)), (1, 2, (None, None, None)),
    }  # fmt: skip


def test_cards_drawn_from_a_common_deck_are_dealt_again_with_what_is_left_of_it():
    """A card without an owner belongs to the player who draws it; after redealing, the player owns the card that is held then."""
    game = Game(rulewright.load("kuhn-poker"), seed=1)
    mine, theirs = game.state.zones[2][0], set()
    for chance in CHANCES:
        twin = redealt(game, 0, Random(chance))
        assert twin.state.zones[2] == [mine]
        held, left = twin.state.zones[3][0], twin.state.zones[1][0]
        assert [twin.state.cell(slot, OWNER) for slot in (mine, held, left)] == [0, 1, -1]
        theirs.add(twin.state.names[held])
    assert len(theirs) == 2
