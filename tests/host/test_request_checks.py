"""Checks of the origin, size and number of requests: a wrong request is refused with one sentence."""

import asyncio
import json

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from rulewright.host import new_games
from rulewright.host.sockets import BURST, LONGEST, Allowance
from tests.host.houses import house


@pytest.fixture
def place(served):
    """The server of all tests: each begins games of its own there."""
    return served


def test_a_request_for_another_host_name_is_refused(place):
    reply = httpx2.get(place.address, headers={"host": "evil.example"})
    assert reply.status_code == 403 and "evil.example" in reply.text


@pytest.mark.parametrize("headers", [{"origin": "http://evil.example"}, {}, {"origin": "null", "sec-fetch-site": "cross-site"}])
def test_a_form_of_another_site_is_refused(place, headers):
    assert httpx2.post(f"{place.address}/games", data={"book": "honey"}, headers=headers).status_code == 403


def test_a_socket_of_another_site_is_refused(place):
    host = place.browser()
    game = host.begin(book="honey", public="yes")
    address = f"{place.address.replace('http', 'ws')}/g/{game}/socket"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin=Origin("http://evil.example")) as wire:
        wire.recv(5)


def test_pages_allow_no_inline_script_and_no_frame(place):
    policy = place.browser().get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy and "unsafe-inline" not in policy
    assert "<script>" not in place.browser().get("/").text


def test_no_page_tells_another_site_its_address_which_may_be_a_link_to_a_seat(place):
    host = place.browser()
    game = host.begin(book="honey", name="Ann", seat1="open")
    with host.sit(game) as line:
        link = line.ask("links")["seats"][0]["path"]
    for page in ("/", f"/g/{game}", link):
        assert host.get(page).headers["referrer-policy"] == "no-referrer"


def test_text_written_by_people_is_shown_as_text(place):
    host = place.browser()
    game = host.begin(book="honey", name="<b>Ann</b>", seat1="open", public="yes")
    guest = place.browser()
    guest.post(f"/g/{game}/join", name="<i>Bea</i>")
    with guest.sit(game) as line:
        assert [chair["name"] for chair in line.news["chairs"]] == ["<b>Ann</b>", "<i>Bea</i>"]
    assert "<b>Ann" not in host.get("/").text


def test_a_message_that_is_too_long_or_no_json_gets_an_error_and_the_socket_lives_on(place):
    host = place.browser()
    game = host.begin(book="honey")
    with host.sit(game, 0) as line:
        line.wire.send("x" * (LONGEST + 1))
        assert json.loads(line.wire.recv(5))["error"]["data"]["code"] == "line"
        line.wire.send("{")
        assert json.loads(line.wire.recv(5))["error"]["data"]["code"] == "parse"
        assert line.ask("nonsense")["data"]["code"] == "method"
        assert line.ask("hello")["seat"] == 0


def test_a_form_that_is_too_large_is_refused_though_it_does_not_say_how_large_it_is(place):
    parts = (b"save=" + b"a" * (1 << 20) for _ in range(9))
    reply = httpx2.post(f"{place.address}/import", content=parts, headers={"origin": place.address}, timeout=60)
    assert reply.status_code == 413 and "at most 8,388,608 bytes" in reply.text
    said = httpx2.post(f"{place.address}/import", content=b"a" * (9 << 20), headers={"origin": place.address}, timeout=60)
    assert said.status_code == 403 and "too large" in said.text


def test_a_sender_of_too_many_messages_is_refused_for_a_while(place):
    host = place.browser()
    with host.sit(host.begin(book="honey"), 0) as line:
        for _ in range(int(BURST) + 40):
            line.wire.send('{"jsonrpc": "2.0", "id": 7, "method": "hello"}')
        replies = [json.loads(line.wire.recv(20)) for _ in range(int(BURST) + 40)]
        refused = [reply for reply in replies if "error" in reply]
        assert refused[-1]["error"]["data"]["code"] == "rate" and {reply["id"] for reply in replies} == {7}


def test_a_connection_may_send_a_limited_number_of_messages_in_a_time():
    allowance = Allowance(since=0.0)
    assert [allowance.spend(0.0) for _ in range(int(BURST) + 1)] == [True] * int(BURST) + [False]
    assert allowance.spend(1.0)


def test_a_form_with_wrong_values_is_refused_with_what_would_have_worked(place):
    host = place.browser()
    for form, words in (
        ({"book": "chess"}, "There is no book"),
        ({"book": "honey", "scene": "Moon"}, "has no scene"),
        ({"book": "honey", "seat0": "cat"}, "is not one of person, open, bot"),
        ({"book": "honey", "think": "soon"}, "give whole minutes"),
        ({"book": "honey", "think": "²"}, "give whole minutes"),
        ({"book": "honey", "bank": "9" * 5000}, "give whole minutes"),
    ):
        reply = host.post("/games", **form)
        assert reply.status_code == 400 and words in reply.text.replace("&#39;", "'")


def test_no_more_games_can_be_begun_than_allowed(tmp_path):
    with house(tmp_path, games=1) as running:
        host = running.browser()
        host.begin(book="honey")
        assert "no more are allowed" in host.post("/games", book="honey").text


def test_a_connection_that_sends_bytes_is_closed_with_a_reason(place):
    host = place.browser()
    with host.sit(host.begin(book="honey"), 0) as line:
        line.wire.send(b"{}")
        with pytest.raises(ConnectionClosed) as closed:
            line.wire.recv(5)
    assert closed.value.rcvd is not None and closed.value.rcvd.reason == "messages are text, not bytes"


def test_no_table_waits_while_the_books_of_the_lobby_are_read(place, monkeypatch):
    running = []
    monkeypatch.setattr(new_games.books, "known", lambda: running.append(asyncio._get_running_loop()) or ["honey"])
    host = place.browser()
    assert host.get("/").status_code == 200
    host.begin(book="honey")
    assert running and set(running) == {None}
