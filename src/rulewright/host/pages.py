"""The pages: lobby, taking a seat, the game, the rules, export. The templates escape what people wrote."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import parse_qsl

from sqlalchemy import Connection
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.templating import Jinja2Templates
from starlette.websockets import WebSocket

from rulewright.host import access, agreements, rule_pages, workers
from rulewright.host.access import HOST, NO_SEAT, SEAT, SPECTATOR, USED, Place
from rulewright.host.game_rows import NoSuchGame
from rulewright.host.new_games import GameForm, begin, shelf
from rulewright.host.registry import Registry, free, people
from rulewright.host.request_checks import LARGEST
from rulewright.host.rooms import Room
from rulewright.host.seating import PERSON, Chair
from rulewright.host.services import Seated
from rulewright.host.sockets import FORMS, WHOLE, Socket
from rulewright.host.store import NotKept
from rulewright.kernel.errors import RulewrightError
from rulewright.kernel.history import saves
from rulewright.play import howto

COOKIE: Final = "rulewright"
YEAR: Final = 365 * 24 * 3600
NAME: Final = 40
TEMPLATES: Final = Jinja2Templates(Path(__file__).parent / "web" / "templates")
USED_UP: Final = (
    "this link was used already: if that was you, open the game in the browser in which you sat down, and make a link for "
    "another device there (Invite); otherwise ask the person who sent it for a new one"
)
UNITS: Final = ((24 * 3600, "day"), (3600, "hour"), (60, "minute"))


def ago(then: int) -> str:
    """Say how long ago something was."""
    since = time.time() - then
    count, unit = next(((int(since // size), unit) for size, unit in UNITS if since >= size), (0, ""))
    return f"{count} {unit}{'s' if count > 1 else ''} ago" if count else "just now"


TEMPLATES.env.filters["ago"] = ago


def registry_of(request: HTTPConnection) -> Registry:
    """Give the registry that a request is about."""
    registry: Registry = request.app.state.registry
    return registry


def page(request: Request, name: str, status: int = 200, **values: Any) -> Response:
    """Draw a page."""
    return TEMPLATES.TemplateResponse(request, f"{name}.html", values, status_code=status)


async def form_of(request: Request) -> dict[str, str]:
    """Read the data of a form, up to the size limit."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LARGEST:
            raise HTTPException(413, f"the form is too large: at most {LARGEST:,} bytes")
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


def session_of(request: HTTPConnection) -> str:
    """Give the session of a browser, "" for none."""
    return request.cookies.get(COOKIE, "")


def places_of(request: HTTPConnection, game: str) -> list[Place]:
    """List the places of a browser in a game."""
    session = session_of(request)
    return registry_of(request).store.read(lambda connection: access.places(connection, session, game)) if session else []


async def sit_down(request: Request, places: Sequence[Place], to: str) -> Response:
    """Give a browser places, and a session if it has none, and redirect it."""
    session = session_of(request) or access.token()

    def job(connection: Connection) -> None:
        for place in places:
            access.sit(connection, session, place)

    await asyncio.wrap_future(registry_of(request).store.write(job))
    return led(request, session, to)


def led(request: Request, session: str, to: str) -> Response:
    """Redirect a browser, with its session as a cookie."""
    found = RedirectResponse(to, 303)
    secure = request.url.scheme == "https"
    found.set_cookie(COOKIE, session, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
    return found


# -- lobby -------------------------------------------------------------------------------------------------------------


async def lobby(request: Request) -> Response:
    """Show the user's games, open games, and what can be begun."""
    registry, session = registry_of(request), session_of(request)
    mine = registry.games_of(session) if session else []
    books = await registry.aside(shelf, request.app.state.own)  # at first this reads every shipped book
    return page(request, "lobby", mine=mine, open=registry.open_games(session), shelf=books)


async def create(request: Request) -> Response:
    """Begin a game; whoever begins it is its host and gets the first seat for a person."""
    registry = registry_of(request)
    wish = await registry.aside(GameForm.read, await form_of(request), request.app.state.own)
    begun, chairs = await begin(registry, wish)
    mine = [Place(begun, SEAT, chair.seat) for chair in chairs if chair.kind == PERSON]
    return await sit_down(request, [Place(begun, HOST), *mine], f"/g/{begun}")


async def bring(request: Request) -> Response:
    """Import a game from a file, with its rule text."""
    text = (await form_of(request)).get("save", "")
    registry = registry_of(request)
    begun = await asyncio.to_thread(workers.bring, text, registry.store.path, registry.limit)
    mine = [Place(begun.id, SEAT, seat) for seat in range(begun.seats)]
    return await sit_down(request, [Place(begun.id, HOST), *mine], f"/g/{begun.id}")


# -- coming in ---------------------------------------------------------------------------------------------------------


async def door(request: Request) -> Response:
    """Ask whoever opens a link whether to take the seat; only opening it does not use it up."""
    place, room = await _behind(request)
    seat = "" if place.seat == NO_SEAT else room.game.seats[place.seat]
    taken = place.role == SEAT and room.chairs[place.seat].kind == PERSON
    (_, goal), *_ = await registry_of(request).aside(howto.taught, room.game, max(place.seat, 0))
    about: dict[str, Any] = {"goal": goal, "others": people([chair for chair in room.chairs if chair.seat != place.seat])}
    return page(request, "door", room=room, role=place.role, seat=seat, taken=taken, called=_name_of(room, place), **about)


def _name_of(room: Room, place: Place) -> str:
    return room.chairs[place.seat].name if place.role == SEAT else ""


async def _behind(request: Request) -> tuple[Place, Room]:
    token = request.path_params["token"]
    place = registry_of(request).store.read(lambda connection: access.behind(connection, token))
    if place is None:
        raise NoSuchGame("this link does not work: it was revoked, or it is incomplete; ask the person who sent it for a new one")
    return place, await registry_of(request).room(place.game)


async def enter(request: Request) -> Response:
    """Come in by a link; that of a seat is used up by this."""
    place, room = await _behind(request)
    name = (await form_of(request)).get("name", "")
    if place.role == USED:
        raise HTTPException(410, USED_UP)
    if place.role != SEAT:
        return await sit_down(request, [place], f"/g/{place.game}")
    async with room.lock:
        return await _take(request, room, place.seat, name, request.path_params["token"])


async def _take(request: Request, room: Room, seat: int, name: str, token: str = "") -> Response:
    """Give a browser a seat, by a link or because it is free; the lock is held. All of this is one transaction."""
    session, place, chair = session_of(request) or access.token(), Place(room.id, SEAT, seat), room.chairs[seat]

    def job(connection: Connection) -> None:
        if token and not access.use(connection, token):
            raise HTTPException(410, USED_UP)
        if chair.kind != PERSON:
            access.close(connection, place)
        access.sit(connection, session, place)

    called = " ".join(name.split())[:NAME] or chair.name or room.game.seats[seat]
    await room.place(Chair(seat, PERSON, called, chair.bank), job)
    return led(request, session, f"/g/{room.id}")


async def join(request: Request) -> Response:
    """Take a free seat of a public game."""
    room = await registry_of(request).room(request.path_params["id"])
    name = (await form_of(request)).get("name", "")
    async with room.lock:
        chair = free(room.chairs) if room.public else None
        if chair is None:
            raise HTTPException(409, "no seat is free in this game: watch it, or ask its host for a seat")
        return await _take(request, room, chair.seat, name)


# -- the table ---------------------------------------------------------------------------------------------------------


async def table(request: Request) -> Response:
    """Show the game to whoever has a place in it, and a public game to everybody."""
    room = await registry_of(request).room(request.path_params["id"])
    places = places_of(request, room.id)
    if not places and not room.public:
        raise HTTPException(403, "this game is not public: open it with the link that its host gave you")
    seats = sorted({place.seat for place in places if place.role == SEAT})
    host = any(place.role == HOST for place in places)
    return page(request, "table", room=room, seats=seats, host=host, can_join=room.public and free(room.chairs) is not None)


async def socket(web: WebSocket) -> None:
    """Connect a page, or a program with the same cookie, to a game."""
    form = web.query_params.get("news", WHOLE)
    if form not in FORMS:
        await web.close(4400, f"news must be one of {', '.join(FORMS)}")
        return
    try:
        room = await registry_of(web).room(web.path_params["id"])
    except RulewrightError:
        await web.close(4404)
        return
    places = places_of(web, room.id)
    if not places and not room.public:
        await web.close(4403)
        return
    place = _chosen(room, places, web.query_params.get("seat", ""))
    is_host = any(each.role == HOST for each in places)
    await Socket(web, Seated(registry_of(web), room, place, is_host), form).serve()


def _chosen(room: Room, places: Sequence[Place], seat: str) -> Place:
    """Give the place with which somebody connects: the given seat, the first of its own, or a spectator's."""
    seats = [place for place in places if place.role == SEAT]
    wanted = [place for place in seats if str(place.seat) == seat]
    return next(iter(wanted or seats), Place(room.id, SPECTATOR))


async def rules(request: Request) -> Response:
    """Show the rules of a game's book."""
    room = await registry_of(request).room(request.path_params["id"])
    if not places_of(request, room.id) and not room.public:
        raise HTTPException(403, "this game is not public")
    taught = await registry_of(request).aside(howto.taught, room.game, 0)
    return page(request, "rules", room=room, book=room.game.base, taught=taught, files=rule_pages.files(room.game.base))


async def export(request: Request) -> Response:
    """Give a whole game: to its host, and to all players when it is over."""
    room = await registry_of(request).room(request.path_params["id"])
    places = places_of(request, room.id)
    if not any(place.role == HOST for place in places) and not (places and room.over):
        raise HTTPException(403, "only the host can download a running game, because the file contains every hidden card")
    headers = {"content-disposition": f'attachment; filename="{room.id}.json"'}
    text = await registry_of(request).aside(lambda game: json.dumps(saves.save(game)), room.game)
    return Response(text, media_type="application/json", headers=headers)


async def forget(request: Request) -> Response:
    """Delete a game for good."""
    id = request.path_params["id"]
    agreements.only_host(any(place.role == HOST for place in places_of(request, id)))
    await registry_of(request).forget(id)
    return RedirectResponse("/", 303)


# -- faults ------------------------------------------------------------------------------------------------------------


async def _refused(request: Request, error: Exception) -> Response:
    status = 404 if isinstance(error, NoSuchGame) else 503 if isinstance(error, NotKept) else 400
    return page(request, "sorry", status, words=str(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = "there is no such page here" if error.status_code == 404 else error.detail
    return page(request, "sorry", error.status_code, words=words)


async def _broken(request: Request, error: Exception) -> Response:
    return JSONResponse({"error": "a mistake of the server, not of yours; no game was changed"}, 500)


HANDLERS: Final[dict[Any, Callable[[Request, Exception], Awaitable[Response]]]] = {
    RulewrightError: _refused,
    HTTPException: _http,
    Exception: _broken,
}

ROUTES: Final[tuple[tuple[str, str, Callable[[Request], Awaitable[Response]]], ...]] = (
    ("GET", "/", lobby),
    ("POST", "/games", create),
    ("POST", "/import", bring),
    ("GET", "/j/{token}", door),
    ("POST", "/j/{token}", enter),
    ("GET", "/g/{id}", table),
    ("POST", "/g/{id}/join", join),
    ("GET", "/g/{id}/rules", rules),
    ("GET", "/g/{id}/export", export),
    ("POST", "/g/{id}/delete", forget),
)
