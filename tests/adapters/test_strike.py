"""The engine's `strike`: the preview, the changes, and what is refused."""

from tests.adapters.client import Client

COURT = """
Uses: nothing
Start: Day

Zone Players: in play
Stat Points: at least 0

structure Day
  step floor: floor actions for each player, for 24 hours

Take
do: gain 1 Points

Spend
Needs: [Points] = 2
do: lose 2 Points

Annul
Target: a past act
do: strike the act

Scene Court
  seats Amy, Bert
  Amy (Points 0), Bert (Points 0)
"""


def court() -> Client:
    """Begins a game in which Amy has taken twice and spent it."""
    client = Client()
    client.call("new", files={"court.rules": COURT})
    for words in ("take", "take", "spend"):
        client.call("answer", game="g1", seat="Amy", picks=words)
    return client


def test_a_preview_changes_nothing():
    """The reply lists what would be struck, played again, lapse and differ, and the game is unchanged."""
    client = court()
    before = client.call("save", game="g1")
    told = client.call("strike", game="g1", answer=1, preview=True)
    assert (told["struck"], told["again"], told["facts"]) == ([1], [2, 3], ["Amy's Points 0 → 1"])
    assert told["lapsed"] == [{"answer": 3, "because": "Spend needs Points (1) = 2"}] and "events" not in told
    assert client.call("save", game="g1") == before


def test_after_a_strike_events_are_told_again_from_the_first_that_differs():
    """Events from `since` on replace those that were told before, for every viewer."""
    client = court()
    told = client.call("strike", game="g1", answer=2)
    assert told["since"] == len(client.call("events", game="g1")["events"]) - len(told["events"])
    assert [event["struck"] for event in told["events"] if event["kind"] == "judged"] == [2]
    assert [e["kind"] for e in client.call("events", game="g1", seat="Bert")["events"]] == ["chose", "changed", "judged"]


def test_a_judgment_by_the_rules_says_from_which_event_on_to_read_again():
    """A seat's answer that strikes says from which number on events are told again."""
    client = court()
    told = client.call("answer", game="g1", seat="Bert", picks=["Annul", "1"])
    assert told["since"] == 2, "one taking looks like the other"
    assert [(event["n"], event["kind"]) for event in told["events"]] == [(2, "chose"), (3, "judged")]


def test_a_strike_can_be_struck_itself():
    """A strike is an answer and can be struck."""
    client = court()
    client.call("strike", game="g1", answer=1)
    assert client.call("strike", game="g1", answer=4)["back"] == [1, 3]


def test_striking_something_else_is_refused_with_the_acts_that_can_be_struck():
    """The error says what could be struck, and changes nothing."""
    error = court().error("strike", game="g1", answer=9)
    assert (error["code"], error["data"]["code"]) == (1100, "refused")
    assert error["data"]["expected"] == "the number of an act that stands: 1, 2, 3"


def test_a_book_without_judgment_refuses():
    """If no rule strikes past acts, the refusal says what is needed."""
    client = Client()
    client.call("new")
    assert client.error("strike", game="g1", answer=1)["data"]["expected"] == "a game of a book with Judgment"
