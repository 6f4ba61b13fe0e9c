"""A seat is told its own things and what everybody sees, never another's hidden things or numbers that count them."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulewright.kernel.sight.redeal import redealt
from tests.adapters.client import Client

WHISPERS = (Path(__file__).parents[1] / "contract" / "whispers.rules").read_text(encoding="utf-8")
LANTERN = (Path(__file__).parents[1] / "shapes" / "lantern.rules").read_text(encoding="utf-8")

SEATS = ["Ann", "Bo", "Cy"]
TABLE = "seats Ann, Bo, Cy\nAnn (Mana 3, Gold 5), Bo (Mana 3, Gold 5), Cy (Mana 3, Gold 5)\nAnn's Hand: Spark\n"
# Bo holds one card or another; nobody but Bo may tell these two games apart until it is played.
HELD = ("Bo's Hand: Snap Frost\n", "Bo's Hand: Market Day\n")
# What can be asked without changing anything.
QUESTIONS: list[tuple[str, dict[str, Any]]] = [
    ("asking", {}),
    ("view", {}),
    ("events", {}),
    *(("why_not", {"action": name}) for name in ("Snap Frost", "Market Day", "Spark", "Nonsense")),
    *(("why_not", {"action": "Snap Frost", "targets": [name]}) for name in ("Bo", "Market Day", "Snap Frost")),
    ("answer", {"picks": ["nonsense"]}),
    ("answer", {"picks": ["Market Day"]}),
    ("answer", {"picks": ["Snap Frost", "Bo"]}),
]


def impression(client: Client, game: str, seat: str | None, events: bool = True) -> list[str]:
    """Gives everything that a seat can learn, reply by reply, without the game's id."""
    left_out = [*([] if seat else ["why_not", "answer"]), *([] if events else ["events"])]
    asked = [(method, given) for method, given in QUESTIONS if method not in left_out]
    replies = [client.ask(method, game=game, seat=seat, **given) for method, given in asked]
    return [json.dumps(reply).replace(f'"{game}"', '"g"') for reply in replies]


@pytest.fixture
def twins() -> tuple[Client, list[str]]:
    """Begins two games that differ only in what Bo holds."""
    client = Client()
    return client, [client.hands(position=TABLE + held) for held in HELD]


@pytest.mark.parametrize("seat", ["Ann", "Cy", None])
def test_a_seat_is_told_the_same_in_games_that_look_the_same_to_it(twins: tuple[Client, list[str]], seat: str | None):
    """In two games that differ only in another hand, a seat and a spectator get the same replies and errors."""
    client, games = twins
    one, two = (impression(client, game, seat) for game in games)
    assert one == two
    for game in games:
        client.call("answer", game=game, seat="Ann", picks=["Spark"])
    one, two = (impression(client, game, seat) for game in games)
    assert one == two


def test_a_player_who_sees_the_cards_is_told_different_things(twins: tuple[Client, list[str]]):
    """Bo and the host are told of the two different hands, so the other test can fail."""
    client, games = twins
    for seat in ("Bo", None):
        views = [client.call("view", game=game, **({"seat": seat} if seat else {})) for game in games]
        assert views[0] != views[1]


def test_a_seat_never_reads_a_hidden_name(twins: tuple[Client, list[str]]):
    """While Bo holds a card, no reply to Ann contains its name, except where Ann has sent it."""
    client, (game, _) = twins
    for method in ("asking", "view", "events"):
        assert "Snap Frost" not in json.dumps(client.ask(method, game=game, seat="Ann"))


def test_a_played_card_is_told_to_everybody(twins: tuple[Client, list[str]]):
    """A card that goes from a hand to an open zone is named; before that, only its owner is told its name."""
    client, (game, _) = twins
    client.call("answer", game=game, seat="Ann", picks="spark")
    client.call("answer", game=game, seat="Bo", picks="pass")
    told = [event["words"] for event in client.call("events", game=game, seat="Cy")["events"]]
    assert any(words.startswith("Spark goes to") for words in told)
    assert not any("Snap Frost" in words for words in told)


def test_picks_of_other_seats_are_not_told(twins: tuple[Client, list[str]]):
    """In a book with hidden hands, the picks of an answer are told only to its player and to the host."""
    client, (game, _) = twins
    client.call("answer", game=game, seat="Ann", picks="spark")
    picks = {
        seat: next(e["picks"] for e in client.call("events", game=game, **given)["events"] if e["kind"] == "chose")
        for seat, given in (("Ann", {"seat": "Ann"}), ("Bo", {"seat": "Bo"}), ("host", {}))
    }
    assert picks == {"Ann": ["Spark"], "Bo": [], "host": ["Spark"]}


def test_a_seat_gets_no_numbers_of_answers_frames_or_lives(twins: tuple[Client, list[str]]):
    """Events are numbered in the seat's own order and do not reveal how many answers there were."""
    client, (game, _) = twins
    client.call("answer", game=game, seat="Ann", picks="spark")
    told = client.call("events", game=game, seat="Cy")["events"]
    assert [event["n"] for event in told] == list(range(len(told)))
    assert not any("answer" in event or event.get("stat") in ("life", "born", "action") for event in told)
    assert not {"began", "ended", "noticed", "tallied"} & {event["kind"] for event in told}


def test_the_host_sees_every_hand_and_every_event(twins: tuple[Client, list[str]]):
    """Without a seat the reply has everything, with the number of the answer of each event."""
    client, (game, _) = twins
    zones = {zone["zone"]: zone["things"] for zone in client.call("view", game=game)["zones"]}
    assert [thing["name"] for thing in zones["Bo's Hand"]] == ["Snap Frost"]
    told = client.call("events", game=game)["events"]
    assert {"began"} <= {event["kind"] for event in told} and all(event["answer"] == 0 for event in told)


def test_a_spectator_sees_no_hand(twins: tuple[Client, list[str]]):
    """With null as the seat the reply has what everybody sees."""
    client, (game, _) = twins
    zones = {zone["zone"]: zone["things"] for zone in client.call("view", game=game, seat=None)["zones"]}
    assert zones["Bo's Hand"] is None and zones["Ann's Hand"] is None


def test_the_reply_to_a_seats_answer_is_for_that_seat(twins: tuple[Client, list[str]]):
    """The events and the next question are those of the answering seat; without a seat, those of the host."""
    client, (game, _) = twins
    told = client.call("answer", game=game, seat="Ann", picks="spark")
    assert told["asking"]["asked"] == [{"seat": "Bo"}]
    assert not any("answer" in event for event in told["events"])


def test_an_event_is_shown_by_what_was_visible_when_it_happened(twins: tuple[Client, list[str]]):
    """The told events stay the same when hidden things are revealed later."""
    client, (game, _) = twins
    client.call("answer", game=game, seat="Ann", picks="spark")
    before = client.call("events", game=game, seat="Cy")["events"]
    client.call("answer", game=game, seat="Bo", picks="pass")
    client.call("answer", game=game, seat="Cy", picks="pass")
    assert client.call("events", game=game, seat="Cy")["events"][: len(before)] == before


@pytest.mark.parametrize("text", [WHISPERS, LANTERN], ids=["whispers", "lantern"])
@pytest.mark.parametrize("seed", range(3))
def test_a_seat_cannot_tell_what_lies_where_it_does_not_see(seed: int, text: str):
    """In random play a seat gets the same replies, ids and refusals, whatever hidden things change places."""
    client = Client()
    id = client.call("new", files={"hidden.rules": text}, seed=seed)["game"]
    for _ in range(16):
        table = client.engine.games[id]
        for seat in (*range(2), None):
            named = None if seat is None else table.game.seats[seat]
            before = impression(client, id, named, events=False)
            for n in range(3):
                client.engine.games[id] = replace(table, game=redealt(table.game, seat, Random(n), anywhere=True))
                assert impression(client, id, named, events=False) == before
            client.engine.games[id] = table
        question = client.call("asking", game=id)["asked"][0]
        client.call("answer", game=id, picks=[question["options"][seed % len(question["options"])]["id"]])
