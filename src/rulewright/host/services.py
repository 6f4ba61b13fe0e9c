"""The methods that a connected page or program may call. Methods that only read are those of the engine, for its seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

from rulewright.host import access, agreements, automatic_passes, next_picks
from rulewright.host.access import Place
from rulewright.host.registry import Registry
from rulewright.host.rooms import Room
from rulewright.host.viewer_log import ViewerLog
from rulewright.kernel.errors import Refused
from rulewright.kernel.sight.visibility import Viewer
from rulewright.language.lower.amending import Version
from rulewright.play import howto, reason_lines, rulebook
from rulewright.protocol import messages, methods, params
from rulewright.protocol.messages import METHOD, Data, Fault
from rulewright.protocol.params import Given, Param
from rulewright.protocol.tables import Table

OFFER: Final = "offer"
"""The kind of a menu that offers actions."""


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody who is connected: the room, the role, and whether as its host."""

    registry: Registry
    room: Room
    place: Place
    is_host: bool

    @property
    def viewer(self) -> Viewer:
        """The viewer: a seat, or a spectator."""
        return self.place.seat if self.place.role == access.SEAT else None

    async def chronicle(self) -> ViewerLog:
        """Give the story as this viewer was told it."""
        return await self.room.chronicle(self.viewer)

    @property
    def seat(self) -> int:
        """The seat for which something is done; a spectator is refused."""
        return agreements.seat_of(self.viewer)

    # The engine's methods find the game here; the methods that a seat may call change nothing.

    def table(self, given: Given) -> Table:
        """Give the table of this room."""
        return self.room.table

    def put(self, id: str, table: Table | None) -> None:
        """Refuse to change a game by anything but an answer that is stored."""
        raise Refused("a hosted game can only be changed by answers of its players")


Service = Callable[[Seated, Given], Awaitable[Data]]


async def call(at: Seated, method: str, given: Any) -> Data:
    """Call a method."""
    if method not in SERVICES:
        known = ", ".join(SERVICES)
        data = {"code": "method", "expected": known, "nearest": params.nearest(method, SERVICES)}
        raise Fault(METHOD, f"there is no method {messages.quote(method)}: the methods are {known}", data)
    do, wanted = SERVICES[method]
    return await do(at, params.read(method, given, wanted))


def _read(name: str) -> tuple[Service, tuple[Param, ...]]:
    """Give a method of the engine that only reads, for one seat of one game."""
    do, wanted = methods.OF_A_GAME[name]

    async def service(at: Seated, given: Given) -> Data:
        return do(at, {**given, "game": at.room.id, "seat": at.viewer})

    return service, tuple(param for param in wanted if param.name not in ("game", "seat"))


async def _hello(at: Seated, given: Given) -> Data:
    return {"game": at.room.id, "role": at.place.role, "seat": at.viewer, "host": at.is_host}


async def _answer(at: Seated, given: Given) -> Data:
    client = given.get("client", "")
    if len(client) > LONG or not client.isprintable():
        raise Refused(f"the id of an answer must have at most {LONG} characters, all of them printable")
    return await at.room.answer(at.seat, given["picks"], client)


async def _pick(at: Seated, given: Given) -> Data:
    """Answer if the picks are complete; otherwise give what is asked next."""
    table, seat = at.room.table, at.seat
    if at.room.received(seat, given.get("client", "")) is not None:
        return await _answer(at, given)
    path = table.read(seat, given["picks"])
    return await _answer(at, given) if table.menu(seat, path) is None else {"asked": [table.question(seat, path)]}


async def _help(at: Seated, given: Given) -> Data:
    taught = await at.registry.aside(howto.taught, at.room.game, at.viewer if isinstance(at.viewer, int) else 0)
    return {"lines": [{"title": title, "text": text} for title, text in taught]}


async def _rules(at: Seated, given: Given) -> Data:
    game, number = at.room.game, given.get("number", "")
    if number:
        return {"lines": list(rulebook.told(game, number))}
    found = rulebook.rules(game) if game.base.rules else {}
    in_force = [(n, versions) for n, versions in found.items() if versions[-1].text is not None]
    return {"rules": [_in_force(number, versions[-1], len(versions) - 1) for number, versions in in_force]}


def _in_force(number: str, rule: Version, changed: int) -> Data:
    """Describe a rule in force: its number, its title, its text, its actions, and how often it was changed."""
    lines = (rule.text or "").splitlines()[1:]
    brings = [line.split(" (")[0].strip() for line in lines if line.startswith("  ") and line[2:3].isupper() and ":" not in line]
    said = [words for line in lines if (words := line.removeprefix("  ").rstrip())]
    return {"number": number, "title": rule.title, "lines": said, "brings": brings, "changed": changed}


async def _closed(at: Seated, given: Given) -> Data:
    menu = at.room.table.menu(at.seat, ()) if at.seat in at.room.game.asking else None
    found = reason_lines.nearest(reason_lines.closed(at.room.game, at.seat)) if menu is not None and menu.kind == OFFER else []
    return {"closed": [{"action": name, "why": why.words, "rule": why.rule} for name, why in found]}


async def _aims(at: Seated, given: Given) -> Data:
    asked = at.viewer in at.room.game.asking and not at.room.over
    return {"aims": next_picks.aims(at.room.table, at.seat) if asked else []}


async def _log(at: Seated, given: Given) -> Data:
    return (await at.chronicle()).data(at.room.game.seats, given.get("since", 0))


async def _explain(at: Seated, given: Given) -> Data:
    return (await at.chronicle()).explained(at.room.game, given["line"])


async def _position(at: Seated, given: Given) -> Data:
    return {"view": (await at.chronicle()).position(at.room.game, given["line"])}


async def _chat(at: Seated, given: Given) -> Data:
    return await agreements.say(at.room, at.viewer, given["text"])


async def _undo(at: Seated, given: Given) -> Data:
    return await agreements.ask_undo(at.room, at.seat)


async def _draw(at: Seated, given: Given) -> Data:
    return await agreements.offer_draw(at.room, at.seat)


async def _agree(at: Seated, given: Given) -> Data:
    return await agreements.agree(at.room, at.seat, given["to"])


async def _decline(at: Seated, given: Given) -> Data:
    return await agreements.decline(at.room, at.seat, given["to"])


async def _concede(at: Seated, given: Given) -> Data:
    return await agreements.concede(at.room, at.seat)


async def _rematch(at: Seated, given: Given) -> Data:
    assert at.seat >= 0
    return await agreements.rematch(at.registry, at.room)


async def _pass_until(at: Seated, given: Given) -> Data:
    return await automatic_passes.order(at.room, at.seat, given["until"])


async def _links(at: Seated, given: Given) -> Data:
    return await agreements.links(at.room, at.viewer, at.is_host)


async def _hand_over(at: Seated, given: Given) -> Data:
    agreements.only_host(at.is_host)
    return await agreements.hand_over(at.room, given["seat"], given["to"])


LONG: Final = 200
"""The largest length of an id that a sender gives an answer."""
ANSWER = (methods.PICKS, Param("client", params.TEXT))
LINE = Param("line", params.COUNT, needed=True)
TO = Param("to", params.TEXT, needed=True)

SERVICES: Final[dict[str, tuple[Service, tuple[Param, ...]]]] = {
    "hello": (_hello, ()),
    **{name: _read(name) for name in ("asking", "view", "events", "why_not")},
    "answer": (_answer, ANSWER),
    "pick": (_pick, ANSWER),
    "help": (_help, ()),
    "closed": (_closed, ()),
    "aims": (_aims, ()),
    "rules": (_rules, (Param("number", params.TEXT),)),
    "log": (_log, (Param("since", params.COUNT),)),
    "explain": (_explain, (LINE,)),
    "position": (_position, (LINE,)),
    "chat": (_chat, (Param("text", params.TEXT, needed=True),)),
    "pass_until": (_pass_until, (Param("until", params.TEXT, needed=True),)),
    "undo": (_undo, ()),
    "draw": (_draw, ()),
    "agree": (_agree, (TO,)),
    "decline": (_decline, (TO,)),
    "concede": (_concede, ()),
    "rematch": (_rematch, ()),
    "links": (_links, ()),
    "hand_over": (_hand_over, (Param("seat", params.COUNT, needed=True), TO)),
}
