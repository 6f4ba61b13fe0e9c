"""Who sees the face of a thing, and the game as a viewer sees it, in which unseen things have no face."""

import pytest

from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import whereabouts
from rulewright.kernel.state.facts import LIFE, NOBODY, NOWHERE, OWNER, SEEN
from rulewright.program.declared import Kind, Zone
from rulewright.program.position import SceneWords
from rulewright.program.quick_dataclasses import replace
from tests.kernel.fakes import ANN, BO, COINS, Steps, Table, game

ZONES = (
    Zone("Hand", owned=True, seen="owner"),
    Zone("Board", live=True),
    Zone("Pot", seen="owner"),
    Zone("Deck", owned=True, seen="nobody"),
)
ANNS_HAND, BOS_HAND, BOARD, POT, ANNS_DECK, BOS_DECK = range(6)
OX, ELK, OWL, HEN, ASP, CUB, FLY = range(7)


@pytest.fixture
def m():
    """Gives a game with an ox on the board, four animals in Bo's hand (the owl is Ann's), a cub in the deck, a fly in the pot."""
    table = Table(ZONES).thing("Ox", BO, BOARD, coins=4).thing("Elk", BO, BOS_HAND, coins=3).thing("Owl", ANN, BOS_HAND)
    table.thing("Hen", BO, BOS_HAND).thing("Asp", BO, BOS_HAND).thing("Cub", BO, BOS_DECK).thing("Fly", ANN, POT)
    main = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})
    return game(main, table=table, kinds=(Kind("thing"), Kind("unseen"))).machine


def show(m, slot, *seats):
    """Gives a thing its own list of viewers."""
    m.state.links[slot, SEEN] = seats


def test_a_hand_of_the_first_kind_of_zone_is_its_owners(m):
    """Each player sees their own hand, a spectator sees none, and nobody sees a hand without an owner."""
    assert [visibility.sees(m, viewer, BOS_HAND) for viewer in (ANN, BO, None)] == [False, True, False]
    assert [visibility.sees(m, viewer, POT) for viewer in (ANN, BO, None)] == [False, False, False]


def test_a_closed_zone_is_open_to_all(m):
    """A zone that has no kind any more hides nothing."""
    m.state.grounds[BOS_DECK] = (-1, BOARD, 0)
    assert all(visibility.sees(m, viewer, BOS_DECK) for viewer in (ANN, BO, None))


def test_a_thing_with_its_own_list_of_viewers_in_an_open_zone_is_face_down(m):
    """In a hand such a list has the opposite effect: it shows the thing to these viewers."""
    show(m, OX, BO)
    show(m, ELK, ANN, BO)
    assert visibility.face_down(m, OX) and not visibility.face_down(m, ELK) and not visibility.face_down(m, OWL)


def test_shown_cards_and_own_hand_can_be_told_from_others(m):
    """Whoever holds a face-down card still knows which card it is, and so does a viewer who was shown a card of the deck."""
    show(m, ELK)
    show(m, CUB, BO)
    assert visibility.follows(m, BO, ELK) and not visibility.follows(m, ANN, ELK)
    assert visibility.follows(m, BO, CUB) and not visibility.follows(m, None, CUB)


def test_the_seats_that_see_a_face_are_listed_after_the_spectators(m):
    """All see the board, only the owner sees a hand, and nobody sees a hand without an owner."""
    assert [visibility.seers(m, slot) for slot in (OX, ELK, FLY)] == [(NOBODY, ANN, BO), (BO,), ()]


def name(m, viewer, slot, face=-1):
    """Says what a thing is called to a viewer."""
    return visibility.view_as(m, viewer, face).state.names[slot]


def test_a_thing_without_a_face_is_named_by_its_place(m):
    """It is called face-down if it lies face down, also in one's own hand; in a hand of others it is just a card."""
    show(m, OX, BO)
    show(m, ELK)
    assert name(m, ANN, OX) == "face-down card in Board" and name(m, BO, OX) == "Ox"
    assert name(m, ANN, ELK) == "card in Bo's Hand" and name(m, BO, ELK) == "face-down card in Bo's Hand"


def test_one_more_face_may_be_shown(m):
    """The face that the viewer saw leaving is shown, and no other one."""
    assert name(m, ANN, ELK, ELK) == "Elk" and name(m, ANN, HEN, ELK) == "card in Bo's Hand"


def test_spectators_see_what_is_shown_to_all(m):
    """Spectators count as one more seat."""
    show(m, CUB, *visibility.everybody(m))
    assert name(m, None, CUB) == "Cub" and name(m, None, ELK) == "card in Bo's Hand"


def test_a_viewer_who_sees_everything_gets_the_game_itself(m):
    """Nothing is copied if nothing is hidden, nor in a trial of the game that shows everything."""
    for slot in range(ELK, FLY + 1):
        show(m, slot, BO)
    assert visibility.view_as(m, BO) is m and visibility.view_as(m, ANN) is not m
    m.bare = True
    assert visibility.view_as(m, ANN) is m


def test_the_owner_of_an_unseen_thing_is_shown_by_its_zone(m):
    """In a hand it is shown as the hand owner's, whoever owns it; face down in plain sight its real owner is shown."""
    show(m, OX, ANN)
    m.state.cells[OWL * m.state.width + LIFE] = 2
    seen = visibility.view_as(m, ANN).state
    assert [seen.cell(slot, OWNER) for slot in (ELK, OWL)] == [BO, BO] and seen.cell(OWL, LIFE) == 2
    assert seen.cell(ELK, COINS) == 0
    assert visibility.view_as(m, None).state.cell(OX, OWNER) == BO and visibility.view_as(m, None).state.cell(OX, COINS) == 0


def test_links_of_an_unseen_thing_are_hidden_except_its_place_in_an_open_zone(m):
    """For a face-down card in plain sight its place is shown; for a card in a hand no link is shown."""
    show(m, OX, BO)
    show(m, HEN)
    for slot in (OX, ELK, HEN):
        for word in ("at", "attached", "foe"):
            m.state.links[slot, word] = (FLY,)
    placed = {(OX, SEEN), (HEN, SEEN), (OX, "at"), (OX, "attached")}
    assert set(visibility.view_as(m, ANN).state.links) == placed
    of_the_hand = {(slot, word) for slot in (OX, ELK) for word in ("at", "attached", "foe")}
    assert set(visibility.view_as(m, BO).state.links) == {*placed, *of_the_hand, (HEN, "at"), (HEN, "attached")}


def test_in_a_hand_of_others_what_is_known_comes_first_by_its_name(m):
    """The order of unknown cards says nothing about their faces; the owner sees the hand in its real order."""
    show(m, HEN, ANN, BO)
    show(m, ASP, ANN, BO)
    seen = visibility.view_as(m, ANN).state.zones[BOS_HAND]
    assert seen[:2] == [ASP, HEN] and set(seen) == {ELK, OWL, HEN, ASP}
    assert visibility.view_as(m, BO).state.zones[BOS_HAND] == [ELK, OWL, HEN, ASP]


@pytest.mark.parametrize("names", [("Elk", "Owl", "Hen", "Asp"), ("Owl", "Asp", "Elk", "Hen")])
def test_the_order_of_unknown_cards_does_not_depend_on_their_faces(m, names):
    """Whatever the cards are, they are shown in the same order, which is not the order in which they arrived."""
    m.state.names[ELK : ASP + 1] = names
    assert visibility.view_as(m, ANN).state.zones[BOS_HAND] == [ELK, HEN, OWL, ASP]


def test_the_host_gets_the_game_itself(m):
    """The host gets it even if cards lie face down."""
    show(m, OX)
    assert visibility.view_as(m, visibility.HOST) is m


def test_counts_about_an_unseen_thing_are_hidden(m):
    """Counts about other things are kept."""
    m.state.tallies = {("laps", OX): 1, ("laps", ELK): 2}
    assert visibility.view_as(m, ANN).state.tallies == {("laps", OX): 1}


def test_a_thing_that_rules_name_is_found_unless_its_face_is_hidden(m):
    """It is not found if nothing has the name, or if the program says nothing about the scene."""
    book = replace(m.book, words=("Ox", "Elk", "Yeti"), spoken={"table": SceneWords(things={0: OX, 1: ELK})})
    seen = visibility.view_as(m, ANN).state
    found = [[whereabouts.called(book, state, word) for word in range(3)] for state in (m.state, seen)]
    assert found == [[OX, ELK, NOWHERE], [OX, NOWHERE, NOWHERE]]
    assert whereabouts.called(m.book, m.state, 0) == NOWHERE
