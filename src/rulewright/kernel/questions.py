"""What can be asked about a waiting game: who is asked what, what may be picked, and why something may not be picked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from rulewright.kernel.book import Book
from rulewright.kernel.errors import GameOver, NotAsked, NotOffered, Refused
from rulewright.kernel.flow import popping, windows
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history.journal import Path
from rulewright.kernel.legality import reasons
from rulewright.kernel.legality.acts import Why
from rulewright.kernel.legality.menus import Menu, Offer, Reference
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.sight import players, visibility
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.state.facts import NOWHERE, Asked, Frame, Key, State

if TYPE_CHECKING:
    from rulewright.kernel.native.native_play import NativePlay


class Due(NamedTuple):
    """Something that will happen by the clock: the second, the words, and the stack with its things, the top last."""

    at: int
    words: str
    about: tuple[Reference, ...]


def _lying(state: State, zone: int) -> tuple[Reference, ...]:
    return (Reference("zone", zone), *(Reference("thing", slot) for slot in state.zones[zone]))


class Questions:
    """The part of a game that only reads it."""

    __slots__ = ("_m",)
    _m: Machine
    _native: NativePlay | None  # the machine that plays; what it knows is asked without bringing the state up to date

    @property
    def book(self) -> Book:
        """The book in force now."""
        return self._m.book

    @property
    def state(self) -> State:
        """The current state; only answers change it."""
        return self._m.state

    @property
    def machine(self) -> Machine:
        """The machine that plays this game, for reading values and words."""
        return self._m

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.agenda

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return (self.state if self._native is None else self._native).setting.seats

    @property
    def asking(self) -> tuple[int, ...]:
        """The players who are asked now."""
        return self.state.asked.players if self.state.asked else ()

    @property
    def picked(self) -> Path:
        """The picks for the current question that were given in earlier answers; the native machine plays only without any."""
        played = self._native is not None and self._native.block is not None
        return self.state.asked.picks if not played and self.state.asked is not None else ()

    def seat(self, player: int | str) -> int:
        """Find a player by number or name."""
        if type(player) is int and 0 <= player < len(self.seats):
            return player
        named = [n for n, name in enumerate(self.seats) if name.casefold() == str(player).casefold()]
        if not named:
            raise NotAsked(f"there is no player {player!r}: the players are {', '.join(self.seats)}")
        return named[0]

    def menu(self, player: int | str | None = None, *picks: Key) -> Menu | None:
        """Give what a player may pick now, after some picks; None if these picks are complete."""
        number, asked = self._asked(player)
        return self._read(number, asked, picks)[1]

    def where(self, player: int | str | None = HOST) -> str:
        """Say in words where the game is, as a player or a spectator (None) sees it; by default as the host sees it."""
        return self.view_as(player).where()

    def view_as(self, player: int | str | None) -> Machine:
        """Give the game as a player, a spectator (None) or the host sees it: unseen things have no face there."""
        return visibility.view_as(self._m, self.viewer(player))

    def viewer(self, player: int | str | None) -> Viewer:
        """Find who looks at the game: a player by number or name, a spectator (None) or the host."""
        return player if player is None or player == HOST else self.seat(player)

    def due(self) -> tuple[Due, ...]:
        """List what will happen by the clock if nobody acts, the next first: stacks that pop, the floor that closes."""
        m, zone_words = self._m, self.book.zone_words
        closes = Due(0, "the floor closes", ())
        return tuple(
            closes._replace(at=at) if zone == NOWHERE else Due(at, f"{zone_words(m.state, zone)} pops", _lying(m.state, zone))
            for at, zone in popping.dues(m)
        )

    def name(self, reference: Reference) -> str:
        """Name what an option is about, for the host."""
        kind, number = reference
        if kind == "zone":
            return self.book.zone_words(self.state, number)
        if kind == "player":
            return self.seats[number]
        return Namer(self._m, "object" if kind == "thing" else kind)(number)

    def standing(self) -> dict[str, int]:
        """Give each side's standing: 1 won, -1 lost, 0 neither."""
        return players.standing(self.state)

    def fingerprint(self) -> str:
        """Give a short text that is equal for two games only if their states are the same."""
        from rulewright.kernel.history.saves import fingerprint

        return fingerprint(self.state, self.book)

    def why_not(self, player: int | str, name: str, *targets: str) -> Why | None:
        """Say why a player may not perform an action now, or None when it is allowed."""
        action = self.book.action(name)
        if action is None:
            return Why("action", "", f"there is no action {name!r} in {self.book.name}")
        if self.over:
            return Why("over", "", "the game is over")
        return reasons.why(self, self.seat(player), action, targets)

    def find(self, name: str, player: int | None = None) -> int:
        """Find an object by name; for a player, among the things that this player sees."""
        return self.called(name, player)[0]

    def called(self, name: str, player: int | None = None) -> list[int]:
        """List everything with a name; for a player, among the things that this player sees."""
        found = visibility.named(self.view_as(HOST if player is None else player)).get(" ".join(name.casefold().split()))
        if not found:
            raise Refused(f"there is no thing called {name!r} here")
        return found[:]

    def _whole(self, player: int, asked: Asked, picks: Path) -> tuple[Path, Menu | None]:
        """Give picks as a path of keys, completed with defaults, and the menu that is still open."""
        path: Path = (*asked.picks, *picks)
        if path and type(path[0]) is tuple and len(path[0]) == 2:
            path = (Offer(*path[0]), *path[1:])  # as in a journal, or from a program that made the key itself
        if self._is_whole(player, path):
            return path, None
        path, rest = self._read(player, asked, picks)
        while rest is not None and rest.default is not None:
            path, rest = self._read(player, asked._replace(picks=path), (rest.default,))
        return path, rest

    def _is_whole(self, player: int, path: Path) -> bool:
        """Test quickly whether keys are a complete legal answer; if this is not certain, the menus decide."""
        frame = self._m.state.agenda[-1]
        window = self.book.procedures[frame.procedure]
        if not isinstance(window, windows.Window):
            return False
        if path == (windows.PASS,):
            return not frame.vars.get("must")
        if self.book.secret and visibility.view_as(self._m, player) is not self._m:
            return False
        return window.is_whole(self._m, frame, player, path)

    def _is_offered(self, player: int, pick: Key) -> bool:
        """Test quickly whether a key is a legal act of a window that has not been asked for its menu."""
        frame = self._m.state.agenda[-1]
        window = self.book.procedures[frame.procedure]
        if not isinstance(window, windows.Window) or type(pick) not in (Offer, tuple):
            return False
        return window.is_offered(visibility.view_as(self._m, player), frame, player, pick)

    def may_pass(self, player: int) -> bool:
        """Say whether a player who is asked may pass, without computing the menu."""
        return self._is_whole(player, (windows.PASS,))

    # -- asking --------------------------------------------------------------------------------------------------

    def _asked(self, player: int | str | None) -> tuple[int, Asked]:
        asked = self._m.state.asked
        if asked is None:
            raise GameOver("the game is over: there is nothing to answer")
        if player is None and len(asked.players) == 1:
            return asked.players[0], asked
        if player is None:
            raise NotAsked("several players are asked: say who answers")
        number = player if player in asked.players and type(player) is int else self.seat(player)
        if number not in asked.players:
            names = ", ".join(self.seats[p] for p in asked.players)
            raise NotAsked(f"{self.seats[number]} is not asked now: {names} is ({self.where(number)})")
        return number, asked

    def _frame(self) -> Frame:
        state = self._m.state
        assert state.asked is not None
        frame = state.frame(state.asked.frame)
        assert frame is not None
        return frame

    def _menu(self, player: int, picks: Path) -> Menu | None:
        key, known = (player, picks), self._m.memo.menus
        found = known.get(key)
        if found is None and key not in known:
            frame = self._frame()
            found = known[key] = self.book.procedures[frame.procedure].menu(
                visibility.view_as(self._m, player), frame, player, picks
            )
        return found

    def pick(self, player: int, path: Path, menu: Menu, pick: Key) -> Key:
        """Give the key of a pick, which may be words, on the menu after some picks; a refusal gives the reason."""
        kept = self._m.state.asked.picks if self._m.state.asked is not None else ()
        return self._pick(player, (*kept, *path), menu, pick)

    def _pick(self, player: int, path: Path, menu: Menu, pick: Key) -> Key:
        try:
            return menu.read(pick)
        except NotOffered as error:
            raise reasons.refused(self, player, path, error) from None

    def _read(self, player: int, asked: Asked, picks: Sequence[Key]) -> tuple[Path, Menu | None]:
        """Turn picks, which may be words, into a path of keys; give it with the next menu."""
        path: Path = asked.picks
        if not path and picks and self._is_offered(player, picks[0]):
            path, picks = (Offer(*picks[0]),), picks[1:]  # type: ignore[misc]
        menu = self._menu(player, path)
        for pick in picks:
            if menu is None:
                raise Refused(f"{pick!r} is one pick too many: the answer was already complete")
            path = (*path, self._pick(player, path, menu, pick))
            menu = self._menu(player, path)
        return path, menu
