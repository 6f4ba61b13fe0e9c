"""Access: links that ask first, sessions that stay, places that can be taken away; nobody else gets in."""

import asyncio

import httpx2
import pytest

from rulewright import load
from rulewright.host import access
from rulewright.host.access import SEAT, Place
from rulewright.host.seating import OPEN, PERSON, Chair
from rulewright.host.server import app
from rulewright.host.store import Store
from tests.cli.runs import run


@pytest.fixture
def place(served):
    """The server of all tests: each begins games of its own there."""
    return served


def invited(host, game: str) -> tuple[str, str]:
    """Gives the path of the first open seat's link and of the spectators' link."""
    with host.sit(game, 0) as line:
        links = line.ask("links")
        return next(seat["path"] for seat in links["seats"] if not seat["own"]), links["watch"]


def test_opening_a_link_does_not_use_it_up(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    assert guest.get(seat).status_code == guest.get(seat).status_code == 200
    assert not guest.cookies
    assert guest.get(f"/g/{game}").status_code == 403


def test_a_link_gives_one_seat_and_no_other(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    assert guest.post(seat, name="Bea").headers["location"] == f"/g/{game}"
    with guest.sit(game, 0) as line:
        assert line.ask("hello") == {"game": game, "role": "seat", "seat": 1, "host": False}
        assert line.news["chairs"][1]["name"] == "Bea"


def test_a_link_of_a_seat_can_be_used_once_and_says_so_afterwards(place):
    host, guest, late = place.browser(), place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    guest.post(seat, name="Bea")
    assert "used already" in late.post(seat, name="Cy").text and late.post(seat).status_code == 410
    assert late.get(f"/g/{game}").status_code == 403
    assert "Somebody has taken this seat" in guest.get(seat).text and f"/g/{game}" in guest.get(seat).text
    with host.sit(game, 0) as line:
        assert line.news["chairs"][1]["name"] == "Bea"


def test_the_other_links_of_a_seat_are_useless_when_somebody_has_taken_it(place):
    host, guest, late = place.browser(), place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open", public="yes")
    (seat, _), (other, _) = invited(host, game), invited(host, game)
    guest.post(f"/g/{game}/join", name="Bea")
    assert late.post(seat).status_code == late.post(other).status_code == 404


def test_the_host_comes_from_another_device_by_a_link_of_its_own_that_no_other_player_gets(place):
    host, guest, other = place.browser(), place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    guest.post(seat)
    with guest.sit(game) as line:
        assert "host" not in line.ask("links")
    with host.sit(game, 0) as line:
        link = line.ask("links")["host"]
    other.post(link)
    with other.sit(game) as line:
        assert line.ask("hello") == {"game": game, "role": "spectator", "seat": None, "host": True}


def test_two_who_take_the_last_free_seat_at_once_do_not_both_get_it(tmp_path):
    async def play(store) -> None:
        made = app(store)
        registry = made.state.registry
        chairs = [Chair(0, PERSON, "Ann"), Chair(1, OPEN, "")]
        game = await registry.begin(load("honey"), "", chairs, seed=1, title="A game", settings={}, public=True)
        here = "http://localhost"
        transport = httpx2.ASGITransport(made)
        guests = [httpx2.AsyncClient(transport=transport, base_url=here, headers={"origin": here}) for _ in range(2)]
        replies = await asyncio.gather(*(guest.post(f"/g/{game}/join", data={"name": "Bea"}) for guest in guests))
        assert sorted(reply.status_code for reply in replies) == [303, 409]
        for guest in guests:
            await guest.aclose()

    store = Store(tmp_path / "games.sqlite")
    asyncio.run(play(store))
    store.close()


def test_a_session_is_a_cookie_that_scripts_cannot_read(place):
    host = place.browser()
    reply = host.post("/games", book="honey")
    cookie = reply.headers["set-cookie"].casefold()
    assert "httponly" in cookie and "samesite=strict" in cookie


def test_a_spectators_link_lets_one_watch_and_nothing_else(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    _, watch = invited(host, game)
    guest.post(watch)
    with guest.sit(game) as line:
        assert line.ask("hello")["role"] == "spectator"
        assert line.ask("answer", picks=["pass"])["data"]["code"] == "spectator"
        assert line.ask("links")["data"]["code"] == "refused"


def test_a_revoked_seat_belongs_to_nobody(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    guest.post(seat, name="Bea")
    place.store.write(lambda connection: access.revoke(connection, Place(game, SEAT, 1))).result()
    assert guest.get(f"/g/{game}").status_code == 403
    assert guest.get(seat).status_code == 404


def test_only_the_host_exports_a_running_game(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, _ = invited(host, game)
    guest.post(seat)
    assert host.get(f"/g/{game}/export").json()["scene"] == "Two hives"
    assert guest.get(f"/g/{game}/export").status_code == 403


def test_only_the_host_deletes_a_game(place):
    host, guest = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open", public="yes")
    assert guest.post(f"/g/{game}/delete").status_code == 400
    assert host.post(f"/g/{game}/delete").headers["location"] == "/"
    assert host.get(f"/g/{game}").status_code == 404


def test_anybody_can_take_an_open_seat_of_a_public_game_but_only_once(place):
    host, guest, late = place.browser(), place.browser(), place.browser()
    game = host.begin(book="honey", seat1="open", public="yes")
    assert game in guest.get("/").text
    assert guest.post(f"/g/{game}/join", name="Bea").status_code == 303
    assert late.post(f"/g/{game}/join", name="Cy").status_code == 409


def test_tokens_are_stored_as_hashes_only(place, tmp_path):
    host = place.browser()
    game = host.begin(book="honey", seat1="open")
    seat, watch = invited(host, game)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for token in (seat.removeprefix("/j/"), watch.removeprefix("/j/"), *host.cookies.values()):
        assert token.encode() not in kept


def test_an_exported_game_can_be_brought_in_again(place):
    host = place.browser()
    game = host.begin(book="honey", seat1="person")
    with host.sit(game, 0) as line, host.sit(game, 1) as other:
        asked = next(each for each in (line, other) if each.asked())
        asked.ask("answer", picks=[asked.asked()["options"][0]["id"]])
        told = line.ask("log")
    guest = place.browser()
    again = guest.post("/import", save=host.get(f"/g/{game}/export").text).headers["location"].removeprefix("/g/")
    with guest.sit(again, 0) as line:
        assert line.ask("log") == told


def test_an_exported_game_can_be_shown_by_the_replay_command(place, tmp_path):
    host = place.browser()
    game = host.begin(book="honey", seat1="person")
    with host.sit(game, 0) as line, host.sit(game, 1) as other:
        asked = next(each for each in (line, other) if each.asked())
        asked.ask("answer", picks=[asked.asked()["options"][0]["id"]])
    (tmp_path / "game.json").write_text(host.get(f"/g/{game}/export").text)
    told = run("replay", tmp_path / "game.json")
    assert told.exit_code == 0 and "Ivy" in told.output


def test_a_file_that_is_not_a_game_is_refused_with_a_reason(place):
    reply = place.browser().post("/import", save="{}")
    assert reply.status_code == 400 and "saved game" in reply.text and "it has no" in reply.text


def test_a_seat_is_taken_along_to_another_device_by_a_link_of_its_own(place):
    host, phone = place.browser(), place.browser()
    game = host.begin(book="honey", seat1="bot", name="Ann")
    with host.sit(game, 0) as line:
        own = next(seat for seat in line.ask("links")["seats"] if seat["own"])
    phone.post(own["path"])
    with phone.sit(game, 0) as line:
        assert line.ask("hello") == {"game": game, "role": "seat", "seat": 0, "host": False}
        assert line.news["chairs"][0]["name"] == "Ann"
