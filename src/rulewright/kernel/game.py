"""A game: a book, a state, and the journal of answers. One way in (`answer`, `tick`), one way out (events)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from rulewright.kernel import dice, events, judgment, popping, reasons, sight, views, windows
from rulewright.kernel.acts import Why
from rulewright.kernel.agenda import Machine
from rulewright.kernel.book import Book
from rulewright.kernel.errors import GameOver, Incomplete, NotAsked, Refused
from rulewright.kernel.events import Event
from rulewright.kernel.journal import Done, Entry, Path, faces
from rulewright.kernel.menus import Menu, Offer
from rulewright.kernel.sight import HOST
from rulewright.kernel.state import NOWHERE, SIDE, STANDING, Asked, Frame, State, Vars

Translation = Callable[[Path], Path] | None


class Game:
    """A game being played."""

    def __init__(
        self,
        book: Book,
        scene: str = "",
        *,
        seed: int = 0,
        dice: Sequence[int] | None = None,
        state: State | None = None,
        given: Vars | None = None,
    ) -> None:
        self.base, self.seed, self.given = book, seed, given or {}
        self.dice = None if dice is None else tuple(dice)  # faces that were given
        self.scene = scene or next(iter(book.scenes), "")
        self.done: list[Done] = []
        self.record: dict[int, tuple[Event, ...]] = {}  # what each answer did when it was given, whatever became of it
        self.first: dict[int, judgment.First] = {}  # where past answers can be struck, each as it was first given
        self.past: list[tuple[int, list[Done], State]] = []  # before each Judgment: its number, what was done, the state
        start = state if state is not None else self._set_up()
        self._m = Machine(book, start, seed, self.dice)
        self._m.done = self.done
        if start.amendments:
            self._m.enforce()
        if state is None:
            self._begin()

    def _set_up(self) -> State:
        book = self.base
        dice.check(self.seed, self.dice)
        if self.scene not in book.scenes:
            raise Refused(f"no scene {self.scene!r} in {book.name}: try {', '.join(book.scenes) or 'none'}")
        if self.given:
            return book.scenes[self.scene](book, self.given)
        made: State | None = book.fast.get(("scene", self.scene))
        if made is None:
            made = book.fast["scene", self.scene] = book.scenes[self.scene](book, self.given)
        return made.copy()

    def _begin(self) -> None:
        """Answer 0 is the setting up itself: its dice and events belong to the record too."""
        control = self.state.control()
        if self.book.main:
            self._m.push(self.book.main, {})
        self._m.run()
        self._record(Entry(0, 0, NOWHERE, ()), control)

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def book(self) -> Book:
        """The book in force now."""
        return self._m.book

    @property
    def state(self) -> State:
        """The present state; only answers change it."""
        return self._m.state

    @property
    def machine(self) -> Machine:
        """The machine that plays this game, for questions about values and words."""
        return self._m

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.state.agenda

    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names."""
        return self.state.setting.seats

    @property
    def asking(self) -> tuple[int, ...]:
        """The players who are asked now."""
        return self.state.asked.players if self.state.asked else ()

    @property
    def journal(self) -> tuple[Entry, ...]:
        """Every answer so far, the setting up first."""
        return tuple(self.first[done.entry.number].entry if self.first else done.entry for done in self.done)

    @property
    def events(self) -> Iterator[Event]:
        """Every event so far."""
        return (event for done in self.done for event in done.events)

    def seat(self, player: int | str) -> int:
        """Find a player by number or name."""
        if type(player) is int and 0 <= player < len(self.seats):
            return player
        named = [n for n, name in enumerate(self.seats) if name.casefold() == str(player).casefold()]
        if not named:
            raise NotAsked(f"no player {player!r}: the players are {', '.join(self.seats)}")
        return named[0]

    def menu(self, player: int | str | None = None, *picks: Any) -> Menu | None:
        """Give what a player may pick now, after some picks; None when those picks are whole."""
        number, asked = self._asked(player)
        return self._read(number, asked, picks)[1]

    def where(self, player: int | str | None = HOST) -> str:
        """Say in words where the game stands, as a player or a spectator (None) sees it; by default as the host does."""
        return self.eyes(player).where()

    def eyes(self, player: int | str | None) -> Machine:
        """Give the game as a player, a spectator (None) or the host sees it: what is unseen has no face there."""
        return sight.eyes(self._m, player if player is None or player == HOST else self.seat(player))

    def told(self, player: int | str | None = None) -> list[Event]:
        """Give every event so far as a player or a spectator was told it; things have numbers of that viewer's own."""
        from rulewright.kernel.witness import Witness

        return Witness(self, None if player is None else self.seat(player)).follow(self.done)

    def view(self, player: int | str | None = None) -> dict[str, Any]:
        """Give what a player sees; without one, what a spectator sees."""
        return views.view(self._m, None if player is None else self.seat(player))

    def standing(self) -> dict[str, int]:
        """Give each side's standing: 1 won, -1 lost, 0 neither."""
        state = self.state
        found = dict.fromkeys(state.setting.sides, 0)
        for slot, standing in enumerate(state.cells[STANDING :: state.width]):
            if standing and state.cell(slot, SIDE) >= 0:
                found[state.setting.sides[state.cell(slot, SIDE)]] = standing
        return found

    def why_not(self, player: int | str, name: str, *targets: str) -> Why | None:
        """Say why a player may not perform an action now, or None when it is allowed."""
        action = self.book.action(name)
        if action is None:
            return Why("action", "", f"there is no action {name!r} in {self.book.name}")
        if self.over:
            return Why("over", "", "the game is over")
        return reasons.why(self, self.seat(player), action, targets)

    def find(self, name: str, player: int | None = None) -> int:
        """Find an object by name; for a player, among what that player sees."""
        return self.called(name, player)[0]

    def called(self, name: str, player: int | None = None) -> list[int]:
        """List everything of a name; for a player, among what that player sees."""
        found = sight.named(self.eyes(HOST if player is None else player)).get(" ".join(name.casefold().split()))
        if not found:
            raise Refused(f"there is nothing called {name!r} here")
        return found[:]

    # -- answering -----------------------------------------------------------------------------------------------

    def answer(self, player: int | str | None, *picks: Any, at: int | None = None) -> tuple[Event, ...]:
        """Answer what is asked, after what is due by then; give the events. A refused one changes nothing, nor does time pass."""
        state = self._m.state
        now = state.now if at is None else self._time(at)
        if now != state.now and (due := popping.due(self._m)) is not None and due[0] <= now:
            number, kept = NOWHERE if player is None else self.seat(player), state.asked.picks if state.asked else ()
            return self._play(Entry(state.number + 1, now, number, (*kept, *picks)), None, who=player)
        number, asked = self._asked(player)
        path, rest = self._whole(number, asked, picks)
        return self._play(Entry(state.number + 1, now, number, path), rest, who=player)

    def _whole(self, player: int, asked: Asked, picks: Path) -> tuple[Path, Menu | None]:
        """Give picks as a path of keys, made whole where what is left means a default, and the menu that is still open."""
        path: Path = (*asked.picks, *picks)
        if path and type(path[0]) is tuple and len(path[0]) == 2:
            path = (Offer(*path[0]), *path[1:])  # as a journal has it, or a program that made the key itself
        if self._admits(player, path):
            return path, None
        path, rest = self._read(player, asked, picks)
        while rest is not None and rest.default is not None:
            path, rest = self._read(player, asked._replace(picks=path), (rest.default,))
        return path, rest

    def _admits(self, player: int, path: Path) -> bool:
        """Say quickly whether keys are a whole legal answer; where that takes more than a look, the menus decide."""
        frame = self._m.state.agenda[-1]
        window = self.book.procedures[frame.procedure]
        if not isinstance(window, windows.Window):
            return False
        if path == (windows.PASS,):
            return not frame.vars.get("must")
        if self.book.secret and sight.eyes(self._m, player) is not self._m:
            return False
        return window.admits(self._m, frame, player, path)

    def may_pass(self, player: int) -> bool:
        """Say whether a player who is asked may pass, without working out what else there is to do."""
        return self._admits(player, (windows.PASS,))

    def tick(self, now: int) -> tuple[Event, ...]:
        """Let time pass: everything due up to now happens."""
        return self._play(Entry(self.state.number + 1, self._time(now), NOWHERE, ()), None)

    def strike(self, number: int, at: int | None = None) -> tuple[Event, ...]:
        """Let the host, outside the rules, strike a past answer: the record is played again without it."""
        judgment.check(self, number)
        return self._play(Entry(self.state.number + 1, self._time(at), NOWHERE, (judgment.STRIKE, number)), None)

    def enter(self, player: int, path: Path, at: int) -> tuple[Event, ...]:
        """Give an answer as a journal has it: a player's, or with no player the clock's or a strike."""
        if player == NOWHERE and (not path or path[0] == judgment.STRIKE):
            return self.strike(path[1], at) if path else self.tick(at)
        return self.answer(player, *path[len(self.state.asked.picks if self.state.asked else ()) :], at=at)

    def _time(self, at: int | None) -> int:
        if at is not None and at < self.state.now:
            raise Refused(f"time does not run back: it is {self.state.now}, not {at}")
        return self.state.now if at is None else at

    def _play(
        self, entry: Entry, rest: Menu | None, translated: Translation = None, who: int | str | None = NOWHERE
    ) -> tuple[Event, ...]:
        m = self._m
        state, control = m.state, m.state.control()
        m.events, m.steps = [], 0
        try:
            state.number, state.dice = entry.number, 0
            ran = entry.at != state.now and popping.run_due(m, entry.at)
            if ran or translated is not None:  # after what was due it must be this player who is asked, and for this
                entry, rest = self._meant(entry, who, translated)
            if entry.path[:1] == (judgment.STRIKE,) and entry.player == NOWHERE:
                m.emit(("judged", entry.path[1]))
            elif entry.path or entry.player != NOWHERE:
                held_up = popping.held_up(m)
                self._give(entry, rest)
                if held_up:
                    popping.run_due(m, entry.at)
        except BaseException:
            self._take_back(m.events, control)
            raise
        return self._record(entry, control)

    def _meant(self, entry: Entry, who: int | str | None, translated: Translation) -> tuple[Entry, Menu | None]:
        """Read an answer, from its first pick on, as the game stands now; the clock's answers say nothing."""
        if who == NOWHERE:
            return entry, None
        number, asked = self._asked(who)
        kept, path = asked.picks, entry.path
        if translated is not None:
            path = (*kept, *translated(path[len(kept) :]))
        path, rest = self._whole(number, asked._replace(picks=()), path)
        return entry._replace(player=number, path=path), rest

    def _give(self, entry: Entry, rest: Menu | None) -> None:
        """Hand a whole answer to the asking frame, or keep the picks made so far."""
        asked = self.state.asked
        assert asked is not None
        if rest is None:
            self._m.emit(("chose", entry.player, entry.path))
            self._m.answered((entry.player, entry.path))
        elif entry.path == asked.picks or len(asked.players) > 1:
            raise Incomplete(f"not a whole answer yet: {rest.prompt}", rest)
        else:
            self.state.asked = asked._replace(picks=entry.path)

    def _record(self, entry: Entry, control: tuple[Any, ...]) -> tuple[Event, ...]:
        done = Done(entry, tuple(self._m.events), control)
        self.done.append(done)
        if entry.number not in self.record:
            self.record[entry.number] = done.events
            if self.book.judges:
                self.first[entry.number] = judgment.first(self, entry)
                if judgment.judged(done.events):
                    judgment.rerun(self)
        return done.events

    # -- judging -------------------------------------------------------------------------------------------------

    def rewind(self, number: int) -> None:
        """Go back to before an answer, keeping how everything stands for an undo."""
        self.past.append((self.done[-1].entry.number, self.done, self.state))
        self.done, self._m.state = self.done[:], self.state.copy()
        self._m.done = self.done
        while self.done[-1].entry.number >= number:
            done = self.done.pop()
            self._take_back(done.events, done.control)

    def redo(self, entry: Entry, translated: Callable[[Path], Path]) -> None:
        """Give an answer of the record again, with its number, its time and its dice."""
        if self._m.script is not None:
            self._m.script = (*self._m.script[: self.state.rolled], *faces(self.record[entry.number]))
        self._play(entry, None, translated, entry.player)

    def lapse(self, entry: Entry, reason: str) -> None:
        """Keep an answer of the record that has no effect now; only the time until then has passed."""
        self.redo(entry._replace(player=NOWHERE, path=()), lambda path: path)
        self.done[-1] = self.done[-1]._replace(entry=entry, lapsed=reason)

    def resume(self) -> None:
        """Give up a re-run: everything stands as it did before it."""
        _, self.done, self._m.state = self.past.pop()
        self._m.done = self.done

    def _take_back(self, happened: Sequence[Event], control: tuple[Any, ...]) -> None:
        for event in reversed(happened):
            events.revert(self.state, event)
        if self.base.amender is not None:
            self._m.enforce()
        self.state.set_control(control)
        self._m.memo.clear()

    def undo(self) -> Entry:
        """Take the last answer back, facts and control; give its entry."""
        if len(self.done) < 2:
            raise Refused("there is nothing to undo")
        done = self.done.pop()
        del self.record[done.entry.number]
        self.first.pop(done.entry.number, None)
        if self.past and self.past[-1][0] == done.entry.number:
            self.resume()
            done = self.done.pop()
        self._take_back(done.events, done.control)
        return done.entry

    def copy(self) -> Game:
        """Give an independent copy of the game."""
        other = Game(self.base, self.scene, seed=self.seed, dice=self._m.script, state=self.state.copy(), given=self.given)
        other.done[:], other.dice = self.done, self.dice
        other.record, other.first, other.past = self.record.copy(), self.first.copy(), self.past[:]
        return other

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
        key, memo = ("menu", player, picks), self._m.memo
        found: Menu | None = memo.get(key)
        if found is None and key not in memo:
            frame = self._frame()
            found = memo[key] = self.book.procedures[frame.procedure].menu(sight.eyes(self._m, player), frame, player, picks)
        return found

    def _read(self, player: int, asked: Asked, picks: Sequence[Any]) -> tuple[Path, Menu | None]:
        """Turn picks, which may be words, into a path of keys; give it with the menu that comes after it."""
        path: Path = asked.picks
        menu = self._menu(player, path)
        for pick in picks:
            if menu is None:
                raise Refused(f"{pick!r} is one pick too many: the answer was whole before it")
            path = (*path, menu.read(pick))
            menu = self._menu(player, path)
        return path, menu

    def fingerprint(self) -> str:
        """Give a short text that two games share only if their states are the same."""
        from rulewright.kernel.saves import fingerprint

        return fingerprint(self.state)

    def __repr__(self) -> str:
        return f"rulewright.new({self.book!r}, {self.scene!r}, seed={self.seed})"

    def __str__(self) -> str:
        return f"{self.scene or self.book.name}, answer {self.state.number}: {self.where()}"
