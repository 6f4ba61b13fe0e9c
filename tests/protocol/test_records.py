"""Events as data: every kind has its fields, with names instead of internal numbers."""

import json

import pytest

from rulewright.kernel.sight import views
from rulewright.kernel.sight.visibility import HOST
from rulewright.kernel.state import events
from rulewright.kernel.state.facts import BORN, OWN, OWNER, SIDE, STANDING, TILE, Lasting
from rulewright.program import marks
from rulewright.protocol import records
from rulewright.protocol.records import shown
from tests.adapters.client import Client

CLIENT = Client()
GAME = CLIENT.engine.games[CLIENT.duel()].game
HANDS = CLIENT.engine.games[CLIENT.hands(position="seats Ann, Bo\nAnn (Mana 1)\nAnn's Hand: Spark")].game
EFFECT = Lasting(3, "Haste", 1, OWN, "add", 2, ("end", 1, 0, 1), 4)


def data(event: tuple, viewer: int | None = HOST, game=GAME) -> dict | None:
    """Gives an event's fields without its kind and words."""
    told = views.redact(game.machine, viewer, event)
    found = {} if told is None else shown(game.view_as(viewer), viewer, told)
    return None if told is None else {name: value for name, value in found.items() if name not in ("kind", "words")}


def test_every_kind_of_event_has_fields():
    """Every kind of event that the kernel records or announces has fields."""
    assert set(events.WRITERS) | events.ANNOUNCEMENTS == set(records.FIELDS)


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (("changed", 0, OWN, 9, 7), {"what": "Ann", "stat": "Vigour", "from": 9, "to": 7}),
        (("changed", 0, TILE, 0, -1), {"what": "Ann", "stat": "tile", "from": "1,1", "to": None}),
        (("changed", 1, OWNER, 1, 0), {"what": "Bo", "stat": "owner", "from": "Blues", "to": "Reds"}),
        (("changed", 1, SIDE, 1, -1), {"what": "Bo", "stat": "side", "from": "Blues", "to": None}),
        (("changed", 1, STANDING, 0, 1), {"what": "Bo", "stat": "standing", "from": 0, "to": 1}),
        (("moved", 1, (0, 1, 0), (-1, -1, 1), None), {"what": "Bo", "from": "Ring", "to": None}),
        (("revealed", 1, None, (0,), 0), {"what": "Bo", "zone": "Ring", "to": ["Reds"]}),
        (("revealed", 1, (0,), None, 0), {"what": "Bo", "zone": "Ring", "to": None}),
        (("shuffled", 0, (0, 1), (1, 0)), {"zone": "Ring"}),
        (("founded", 9, None, (0, -1, 30)), {"zone": "Ring", "open": True, "touched": 30}),
        (("founded", 9, (0, -1, 30), (-1, -1, 40)), {"zone": "Ring", "open": False, "touched": 40}),
        (("linked", 0, "targets", None, (("target", 1),)), {"what": "Ann", "link": "targets", "to": ["Bo"]}),
        (("lasts", None, EFFECT), {"what": "Bo", "effect": "Haste", "about": "Vigour", "does": "add", "amount": 2, "uses": 4}),
        (("expired", EFFECT, None), {"what": "Bo", "effect": "Haste", "about": "Vigour", "does": "add", "amount": 2, "uses": 4}),
        (("rolled", 6, (3, 4)), {"sides": 6, "faces": [3, 4]}),
        (("chose", 0, (("Poke", 0), 1)), {"seat": "Reds", "picks": ["Poke", "Bo"]}),
        (("chose", 0, ("pass",)), {"seat": "Reds", "picks": ["pass"]}),
        (("began", 7, "Turn", 1), {"structure": "Turn", "of": "Bo"}),
        (("ended", 7, "Turn", "ended"), {"structure": "Turn", "how": "ended"}),
        (("told", "negated", 1), {"word": "negated", "about": ["Bo"]}),
        (("told", "fizzled", "Poke"), {"word": "fizzled", "about": ["Poke"]}),
        (("undone", 1, "Poke", "target", 5), {"seat": "Blues", "action": "Poke", "because": "target"}),
        (("linked", 0, marks.ITEM, None, (1,)), {"what": "Ann", "link": "noted item", "to": ["Bo"]}),
        (("tallied", marks.LIMITED, 0, 0, 1), {"what": "Ann", "tally": "limited", "from": 0, "to": 1}),
        (("amended", "301", None, ("301", "text")), {"name": "301", "text": "text"}),
    ],
)
def test_an_event_as_data(event: tuple, told: dict):
    """Each kind of event is plain JSON, with names instead of numbers and null for nothing."""
    assert data(event) == told
    assert json.dumps(data(event))


def test_a_noticed_trigger_names_its_action_and_holder():
    """A trigger that was noticed is told with its action, its holder and whom it is about."""
    assert data(("noticed", 0, None, (0, 0, 1, 0))) == {"action": "Defeated", "by": "Ann", "about": "Bo", "waits": True}


def test_a_thing_that_goes_unseen_has_no_name():
    """A thing that moves between two zones that a viewer does not see is told without a name."""
    hand = next(n for n, ground in enumerate(HANDS.state.grounds) if HANDS.book.zones[ground[0]].name == "Hand")
    card = HANDS.state.names.index("Spark")
    event = ("moved", card, (hand, 0, 0), (hand, 0, 0), None)
    assert data(event, 1, HANDS) == {"what": None, "from": "Ann's Hand", "to": "Ann's Hand"}
    assert data(event, 0, HANDS) == {"what": "Spark", "from": "Ann's Hand", "to": "Ann's Hand"}


def test_a_link_to_what_is_unseen_has_no_name():
    """An event about something that refers to a hidden thing does not contain the hidden thing's name."""
    card = HANDS.state.names.index("Spark")
    assert data(("linked", 0, "targets", None, (("target", card),)), 1, HANDS) == {"what": "Ann", "link": "targets", "to": [None]}


def test_a_seat_is_not_told_the_machines_own_numbers():
    """Only the host is told when a thing was made and under which number."""
    event = ("changed", 0, BORN, 0, 12)
    assert data(event, 0) is None and data(event) == {"what": "Ann", "stat": "born", "from": 0, "to": 12}
