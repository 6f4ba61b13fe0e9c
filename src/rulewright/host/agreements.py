"""What players agree on outside the rules: undo, a draw, giving up, handing over a seat, chat.

Open proposals are stored with the game as `talk`: `undo` and `draw`, each with who proposes it and who agrees, and finally the
`result`, if the players ended the game and not its rules.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import Connection, func, insert, select

from rulewright.host import access, sqltables
from rulewright.host.access import Place
from rulewright.host.registry import Registry
from rulewright.host.rooms import PROPOSED, Room
from rulewright.host.seating import BOT, OPEN, PERSON, Chair
from rulewright.kernel.errors import GameOver, Refused
from rulewright.kernel.sight import witness
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import dice
from rulewright.kernel.state.events import FINAL
from rulewright.protocol.faults import SpectatorsOnlyWatch
from rulewright.protocol.messages import Data

LONG: Final = 500
"""The largest length of a chat message."""


def seat_of(viewer: Viewer) -> int:
    """Give the seat of somebody who wants to do something; a spectator is refused."""
    if viewer is None:
        raise SpectatorsOnlyWatch("a spectator can only watch: take a free seat to play")
    return viewer


def only_host(is_host: bool) -> None:
    """Refuse what only the game's host may do."""
    if not is_host:
        raise Refused("only the host of this game may do that: open the game with the host's link")


# -- taking back -------------------------------------------------------------------------------------------------------


async def ask_undo(room: Room, seat: int) -> Data:
    """Take back a seat's last answer and all since: at once if nobody learned anything, otherwise when all others agree."""
    async with room.lock:
        if "result" in room.talk:
            raise GameOver("the players have ended this game, so nothing can be taken back")
        first = last_answer(room, seat)
        if not others(room, seat) or not learnt(room, seat, first):
            await room.take_back(first)
            return {"undone": True}
        await room.agree({**room.talk, "undo": {"by": seat, "length": len(room.game.done), "agreed": []}})
    return {"undone": False, "waiting": [chair.name for chair in others(room, seat)]}


def last_answer(room: Room, seat: int) -> int:
    """Give the place of a seat's last answer in the game's record."""
    done = room.game.done
    found = next((at for at in range(len(done) - 1, 0, -1) if done[at].entry.player == seat), None)
    if found is None:
        raise Refused("you have not answered anything yet that could be taken back")
    return found


def learnt(room: Room, seat: int, first: int) -> bool:
    """Say whether the answers since one of a seat rolled, shuffled or showed anything, or led to another player's choice."""
    game, since = room.game, room.game.done[first:]
    if seat not in game.asking or any(done.entry.player != seat for done in since):
        return True
    rolled = any(event[0] in FINAL for done in since for event in done.events)
    return rolled or any(witness.uncovered(game, viewer, first) for viewer in (None, *range(len(game.seats))))


def others(room: Room, seat: int) -> list[Chair]:
    """List the chairs of the other people."""
    return [chair for chair in room.chairs if chair.kind == PERSON and chair.seat != seat]


# -- agreeing ----------------------------------------------------------------------------------------------------------


async def offer_draw(room: Room, seat: int) -> Data:
    """Offer a draw; when all other people agree, the game is over."""
    async with room.lock:
        _playing(room)
        await _settled(room, "draw", {"by": seat, "length": len(room.game.done), "agreed": []})
    return {"over": room.over}


async def agree(room: Room, seat: int, to: str) -> Data:
    """Agree to a proposal of somebody else."""
    async with room.lock:
        wish = _wish(room, to)
        if wish["by"] == seat:
            raise Refused("this is your own request: the other players answer it")
        await _settled(room, to, {**wish, "agreed": sorted({*wish["agreed"], seat})})
    return {"over": room.over}


async def decline(room: Room, seat: int, to: str) -> Data:
    """Decline a proposal, or withdraw one's own."""
    async with room.lock:
        _wish(room, to)
        await room.agree({name: value for name, value in room.talk.items() if name != to})
    return {"over": room.over}


def _wish(room: Room, to: str) -> dict[str, Any]:
    found: dict[str, Any] | None = room.talk.get(to) if to in PROPOSED else None
    if found is None:
        raise Refused(f"there is no open request {to[:40]!r} to answer: it was withdrawn, or the game has gone on since")
    return found


async def _settled(room: Room, to: str, wish: dict[str, Any]) -> None:
    """Do what everybody has agreed to, or wait for the others; the lock is held."""
    rest = {name: value for name, value in room.talk.items() if name != to}
    if not {chair.seat for chair in others(room, wish["by"])} <= set(wish["agreed"]):
        await room.agree({**room.talk, to: wish})
    elif to == "undo":
        await room.agree(rest)
        await room.take_back(last_answer(room, wish["by"]))
    else:
        await room.agree({**rest, "result": {"draw": True}})


def _playing(room: Room) -> None:
    if room.over:
        raise GameOver("the game is over")


async def concede(room: Room, seat: int) -> Data:
    """Give up: with two players the other wins; with more, a bot plays on for the one who leaves."""
    async with room.lock:
        _playing(room)
        if len(room.chairs) == 2:
            await room.agree({**room.talk, "result": {"conceded": [seat]}})
            return {"over": True}
    return await hand_over(room, seat, BOT)


# -- chairs ------------------------------------------------------------------------------------------------------------


async def hand_over(room: Room, seat: int, to: str) -> Data:
    """Give a seat to a bot, or free it for somebody else."""
    if to not in (BOT, OPEN) or not 0 <= seat < len(room.chairs):
        raise Refused(
            f"seat {seat} cannot be handed to {to[:40]!r}: a seat from 0 to {len(room.chairs) - 1} goes to 'bot' or 'open'"
        )
    async with room.lock:
        name = f"Bot {seat + 1}" if to == BOT else ""
        await room.place(replace(room.chairs[seat], kind=to, name=name))
    return {"seat": seat, "kind": to}


async def links(room: Room, viewer: Viewer, is_host: bool) -> Data:
    """Make links: to one's own seat for another device, for spectators, and for the host to each free seat and to be the host.

    Earlier links stay valid.
    """
    if viewer is None and not is_host:
        raise Refused("only players of this game and its host may invite others")

    def job(connection: Connection) -> Data:
        now = room.now()
        wanted = [chair.seat for chair in room.chairs if (chair.kind == OPEN and is_host) or chair.seat == viewer]
        made = [(seat, access.link(connection, Place(room.id, access.SEAT, seat), now)) for seat in wanted]
        watch = access.link(connection, Place(room.id, access.SPECTATOR), now)
        named = [
            {"seat": seat, "name": room.game.seats[seat], "path": f"/j/{token}", "own": seat == viewer} for seat, token in made
        ]
        host = {"host": f"/j/{access.link(connection, Place(room.id, access.HOST), now)}"} if is_host else {}
        return {"seats": named, "watch": f"/j/{watch}", **host}

    return await room.write(job)


async def rematch(registry: Registry, room: Room) -> Data:
    """Begin the same game again for the same players; asked for twice, it is the same new game."""
    async with room.lock:
        if not room.over:
            raise Refused("the game is not over yet: give up or agree on a draw first")
        if "rematch" not in room.talk:
            chairs = [replace(chair, bank=room.settings.get("bank")) for chair in room.chairs]
            seed = dice.key()
            begun = await registry.begin(
                room.game.base, room.game.scene, chairs, seed=seed, title=room.title, settings=room.settings, public=room.public
            )
            await room.write(lambda connection: access.follow(connection, room.id, begun))
            await room.agree({**room.talk, "rematch": begun})
    return {"game": room.talk["rematch"]}


# -- talking -----------------------------------------------------------------------------------------------------------


async def say(room: Room, viewer: Viewer, text: str) -> Data:
    """Send a message to everybody in the game."""
    words = " ".join(text.encode("utf-8", "replace").decode().split())[:LONG]  # half of a surrogate pair cannot be stored
    if not words:
        raise Refused("the message is empty: write a few words")
    name = "spectator" if viewer is None else room.chairs[viewer].name or room.game.seats[viewer]
    line = {"at": room.now(), "name": name, "text": words}

    def job(connection: Connection) -> None:
        table = sqltables.chat
        last = connection.scalar(select(func.max(table.c.k)).where(table.c.game == room.id))
        connection.execute(insert(table).values(game=room.id, k=0 if last is None else last + 1, **line))

    await room.write(job)
    room.chatter.append(line)
    room.spread()
    return {"said": words}
