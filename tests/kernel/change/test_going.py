"""Moves of cards: attachments, what viewers know, ownership, new lives; and which stats pay a cost."""

import pytest

from rulewright.kernel.change import effects, writing
from rulewright.kernel.flow.agenda import ask
from rulewright.kernel.state.facts import NOBODY, NOWHERE, OWN, OWNER, SEEN, SIDE, Lasting
from rulewright.program import marks
from rulewright.program.declared import Kind, Stat, Zone
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, STATS, Steps, Table, game

BOARD, ANNS, BOS, DECK, OUT = range(5)
ZONES = (Zone("Board", live=True), Zone("Hand", owned=True, seen="owner"), Zone("Deck", seen="nobody"), Zone("Out", keeps=True))
CARD = Kind("card", stats=((COINS, 4),), marks=frozenset({marks.CARD}))
BONUS, RAID, GOLD = OWN + 3, OWN + 4, OWN + 5
RAIDING = len(marks.WORDS)  # a mark of the rule text
PURSES = (Stat("Bonus", pays=COINS, first=True), Stat("Raid", pays=COINS, first=True, only=RAIDING), Stat("Gold", pays=COINS))
MAIN = Steps("main", {"": lambda m, f: ask((ANN,), "", {})})


def lying(*things, **fields):
    """Gives the machine of a game with cards, each as its name, its zone and its owner."""
    table = Table(ZONES)
    for name, zone, owner in things:
        table.thing(name, zone=zone, owner=owner, health=3)
    return game(MAIN, table=table, kinds=(CARD,), **fields).machine


def goes(m, slot, zone, *more):
    effects.do(m, effects.send(slot, zone, *more))


# -- what is seen ------------------------------------------------------------------------------------------------------


def test_a_card_moved_face_down_is_seen_by_the_named_players():
    """They see it as long as it stays in that zone, but not when it moves to another one."""
    m = lying(("Ox", BOARD, ANN), ("Elk", OUT, ANN))
    goes(m, 0, OUT, "top", (BO,))
    assert m.state.links[0, SEEN] == (BO,)
    goes(m, 0, OUT, "bottom")
    assert m.state.links[0, SEEN] == (BO,) and m.state.zones[OUT] == [0, 1]
    goes(m, 0, BOARD)
    assert (0, SEEN) not in m.state.links


@pytest.mark.parametrize(
    ("zone", "more", "known"),
    [(BOARD, (), [2]), (NOWHERE, (), [2]), (DECK, (), []), (BOARD, ("top", (ANN,)), []), (ANNS, (), [0, 1, 2])],
)
def test_a_shown_hand_is_unknown_after_an_unseen_card_leaves_it(zone, more, known):
    """All equal cards become unknown, or the whole hand if the leaving card was not seen; if no card leaves, nothing does."""
    m = lying(("Ox", ANNS, ANN), ("Ox", ANNS, ANN), ("Elk", ANNS, ANN))
    for slot in range(3):
        effects.show(m, slot, (ANN, BO))
    goes(m, 0, zone, *more)
    assert [slot for slot in range(3) if m.state.links.get((slot, SEEN)) == (ANN, BO)] == known


def test_a_thing_leaving_an_open_place_changes_no_knowledge():
    """A shown card in an open zone stays shown."""
    m = lying(("Ox", BOARD, ANN), ("Ox", BOARD, ANN))
    effects.show(m, 1, (BO,))
    goes(m, 0, DECK)
    assert m.state.links[1, SEEN] == (BO,)


# -- what stays behind -------------------------------------------------------------------------------------------------


def test_an_attachment_stays_where_its_host_was():
    """This requires that the host was at a place and the attachment was at no place of its own."""
    m = lying(*((name, BOARD, ANN) for name in ("Ox", "Ring", "Flag", "Dust", "Hill", "Ford", "Elk")))
    hill, ford = (m.state.ref(4),), (m.state.ref(5),)
    links = {(0, "at"): hill, (2, "at"): ford, **{(slot, "attached"): (m.state.ref(0),) for slot in (1, 2, 3)}}
    links[6, "attached"] = (m.state.ref(5),)
    for (slot, name), refs in links.items():
        writing.link(m, slot, name, refs)
    goes(m, 3, NOWHERE)
    goes(m, 0, BOARD)
    assert m.state.links[0, "at"] == hill, "it has gone nowhere else"
    goes(m, 0, OUT)
    at = {slot: m.state.links.get((slot, "at")) for slot in (0, 1, 2, 3, 6)}
    assert at == {0: None, 1: hill, 2: ford, 3: None, 6: None}


# -- whose it is -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("owner", "zone", "found"), [(NOBODY, BOS, BO), (ANN, BOS, ANN), (NOBODY, BOARD, NOBODY), (NOBODY, ANNS, ANN)]
)
@pytest.mark.parametrize("players", [None, (1, 2)])
def test_an_unowned_thing_belongs_to_the_owner_of_the_zone_it_enters(owner, zone, found, players):
    """It also joins the side of this player; a thing that has an owner keeps it."""
    m = lying(("Ox", DECK, owner), ("Ann", OUT, BO), ("Bo", OUT, ANN))  # each of the other's side
    if players:
        writing.link(m, 0, "players", players)
    goes(m, 0, zone)
    side = found if owner != NOBODY or players is None or found == NOBODY else 1 - found
    assert (m.state.cell(0, OWNER), m.state.cell(0, SIDE)) == (found, side)


# -- a new life --------------------------------------------------------------------------------------------------------


COIN = 7  # the word as which something is noted


@pytest.mark.parametrize(("zone", "ends"), [(BOARD, True), (DECK, False)])
def test_a_new_life_begins_as_its_kind_does(zone, ends):
    """It has its printed stats and no lasting effects; attachments and notes end when it leaves play."""
    m = lying(("Ox", zone, ANN), ("Elk", BOARD, ANN))
    for slot, number in ((0, 90), (1, 91)):
        m.emit(("lasts", None, Lasting(number, "Bless", slot, HEALTH, "add", 1, ())))
        for name in ("attached", COIN, "foe"):
            writing.link(m, slot, name, (m.state.ref(1),))
    goes(m, 0, ANNS)
    assert (m.state.cell(0, COINS), m.state.cell(0, HEALTH), m.state.cell(1, HEALTH)) == (4, 0, 3)
    assert list(m.state.lasting) == [91]
    assert [name for slot, name in m.state.links if slot == 0] == (["foe"] if ends else ["attached", COIN, "foe"])
    assert [name for slot, name in m.state.links if slot == 1] == ["attached", COIN, "foe"]


def test_a_zone_that_keeps_identity_keeps_everything_of_a_card():
    """The card keeps its numbers and its lasting effects there."""
    m = lying(("Ox", BOARD, ANN))
    goes(m, 0, OUT)
    assert m.state.cell(0, HEALTH) == 3


# -- how much ----------------------------------------------------------------------------------------------------------


def test_a_thing_cannot_go_where_it_is_already():
    """A thing that is nowhere cannot be sent to nowhere either."""
    m = lying(("Ox", BOARD, ANN), ("Elk", BOARD, ANN))
    goes(m, 1, NOWHERE)
    moves = [effects.send(slot, zone) for slot, zone in ((0, OUT), (0, BOARD), (1, OUT))]
    assert [effects.how_much(m, change) for change in moves] == [1, 0, 0]


def test_losses_of_one_stat_are_added_up():
    """Only losses of the same stat are added up."""
    m = lying(("Ox", BOARD, ANN))
    m.emit(("changed", 0, COINS, 0, 4))
    taking = [effects.alter(0, COINS, "-=", 3)] * 2
    assert effects.shortage(m, [*taking, effects.alter(0, COINS, "+=", 9), effects.send(0, OUT)]) == 2
    assert effects.shortage(m, taking[:1]) == 0


def purse(**amounts):
    m = lying(("Ox", BOARD, ANN), stats=(*STATS, *PURSES))
    for name, amount in {"Coins": 2, "Bonus": 1, "Raid": 1, "Gold": 9, **amounts}.items():
        m.emit(("changed", 0, m.book.stat(name), m.state.cell(0, m.book.stat(name)), amount))
    return m


@pytest.mark.parametrize(
    ("amount", "kinds", "paid"),
    [
        (7, {RAIDING}, [(RAID, 1), (BONUS, 1), (COINS, 2), (GOLD, 3)]),
        (7, set(), [(BONUS, 1), (COINS, 2), (GOLD, 4)]),
        (1, set(), [(BONUS, 1)]),
        (20, {RAIDING}, [(RAID, 1), (BONUS, 1), (COINS, 2), (GOLD, 9), (COINS, 7)]),
    ],
)
def test_a_cost_is_paid_from_the_stats_that_can_pay_for_it_in_order(amount, kinds, paid):
    """First come stats for certain actions, then those that are spent before the stat itself, then the stat, then the rest."""
    found = effects.allotted(purse(), [effects.alter(0, COINS, "-=", amount, "toll")], frozenset(kinds))
    assert found == [effects.alter(0, stat, "-=", part, "toll") for stat, part in paid]


def test_points_that_were_spent_cannot_be_spent_again():
    """They pay neither for another cost in the same stat nor for a cost in the stat that paid."""
    m = purse(Bonus=0, Raid=0)
    twice = effects.allotted(m, [effects.alter(0, COINS, "-=", 2)] * 2)
    assert twice == [effects.alter(0, COINS, "-=", 2), effects.alter(0, GOLD, "-=", 2)]
    gold = [effects.alter(0, GOLD, "-=", 4)] * 2
    last = effects.allotted(m, [*gold, effects.alter(0, COINS, "-=", 5)])
    assert last == [*gold, effects.alter(0, COINS, "-=", 2), effects.alter(0, GOLD, "-=", 1), effects.alter(0, COINS, "-=", 2)]
