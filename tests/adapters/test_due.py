"""The engine's `answer` for a later time: its picks are read after everything that is due by then."""

from tests.adapters.client import Client
from tests.books.nomic.table import HOUR, SCENES
from tests.books.nomic.test_asking import WISHES


def wished() -> Client:
    """Begins a game in which Ann has wished, so that she will be asked when the wish pops."""
    client = Client()
    client.call("new", files={"wishes.rules": SCENES + WISHES}, scene="Small")
    client.call("answer", game="g1", seat="Ann", picks="wish")
    return client


def test_an_answer_for_a_later_time_may_answer_what_a_popped_action_asks_then():
    """The question does not exist yet when the answer is given."""
    client = wished()
    client.call("answer", game="g1", seat="Ann", picks="cy", at=4 * HOUR)
    asking = client.call("asking", game="g1")
    assert (asking["now"], [asked["seat"] for asked in asking["asked"]]) == (4 * HOUR, ["Ann", "Bo", "Cy"])


def test_a_later_answer_of_the_host_counts_for_the_only_player_who_is_asked_then():
    """This holds if only one player is asked at that time."""
    client = wished()
    client.call("answer", game="g1", picks=["Bo"], at=5 * HOUR)
    assert client.call("asking", game="g1")["now"] == 5 * HOUR


def test_a_refused_later_answer_changes_nothing():
    """Bo is asked now, but not at the time of the answer."""
    client = wished()
    before = client.call("save", game="g1")
    assert client.refused("answer", game="g1", seat="Bo", picks="gift cy", at=4 * HOUR) == "not-asked"
    assert client.call("save", game="g1") == before
