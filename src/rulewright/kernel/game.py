"""A game: a book, a state and the journal of answers. `answer` and `tick` are the only ways in; events are the only way out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.kernel.book import Book
from rulewright.kernel.errors import Incomplete, Refused
from rulewright.kernel.flow import popping
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import judgment
from rulewright.kernel.history.journal import Done, Entry, Events, Path
from rulewright.kernel.legality import whole_answers
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.legality.whole_answers import WholeAnswer
from rulewright.kernel.native import c_machine, native_play, past_answers
from rulewright.kernel.native.native_words import NativeMenu
from rulewright.kernel.native.states_behind import StateBehind
from rulewright.kernel.questions import Questions
from rulewright.kernel.sight import choices, handles, table
from rulewright.kernel.sight.schema import Choice, View
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import dice, events, positions
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import NOWHERE, Given, Key, SavedControl, State
from rulewright.kernel.state.named_events import Happened, named

Translation = Callable[[Path], Path] | None


class Game(Questions):
    """A game being played."""

    __slots__ = (
        "_caused", "_done", "_first", "_native", "_shared", "base", "dealt", "dice", "given", "handles", "imagined", "past",
        "scene", "seed",
    )  # fmt: skip

    def __init__(
        self,
        book: Book,
        scene: str = "",
        *,
        seed: int = 0,
        dice: Sequence[int] | None = None,
        state: State | None = None,
        given: Given | None = None,
    ) -> None:
        scene = scene or next(iter(book.scenes), "")
        self.base, self.seed, self.given, self.scene = book, seed, given or {}, scene
        self.dice = None if dice is None else tuple(dice)  # given dice
        self._done: list[Done] = []
        self._caused: dict[int, tuple[Event, ...]] = {}
        self._shared = False  # a copy of the game has the same lists of answers: they are copied before they are changed
        self._first: dict[int, judgment.First] = {}  # see `first`
        self.past: list[tuple[int, list[Done], State]] = []  # before each Judgment: its number, the entries and the state
        self.handles: dict[Viewer, handles.Handles] = {}  # the handles of each viewer; copies of the game share them
        self.dealt: tuple[Game, int] | None = None  # for a redealt game: the original, and after how many answers it was made
        self.imagined = False  # made by `imagine`
        if state is None and self._begun_before():
            return
        start = state if state is not None else self._set_up()
        self._m = Machine(book, start, seed, self.dice)
        self._native = native_play.begin(self)
        self._m.done = past_answers.past(self)
        if start.amendments:
            self._m.enforce()
        if state is None:
            self._begin_scene()

    def _begun_before(self) -> bool:
        """Begin on the native machine like an earlier game of this scene; say whether that is possible."""
        known, chancy = self.base.caches.begun.get(self.scene), self.base.caches.scenes.get(self.scene)
        if self.given or chancy is None:
            return False
        dice.check(self.seed, self.dice)
        self._m = Machine(self.base, StateBehind.hollow(), self.seed, self.dice)
        self._native = native_play.started(self, chancy) if known is None else native_play.begun(self, known[0])
        self._m.done = past_answers.past(self)
        if self._native is not None and known is not None:
            self.add(known[1])
        return self._native is not None

    def _set_up(self) -> State:
        book = self.base
        dice.check(self.seed, self.dice)
        if self.scene not in book.scenes:
            raise Refused(f"there is no scene {self.scene!r} in {book.name}; its scenes: {', '.join(book.scenes) or 'none'}")
        if self.given:
            return positions.set_up(book, book.scenes[self.scene], self.given)
        if self.scene in book.caches.begun:
            return book.caches.begun[self.scene][0].copy()
        known = book.caches.scenes
        if self.scene not in known:
            known[self.scene] = positions.set_up(book, book.scenes[self.scene], self.given)
        return known[self.scene].copy()

    def _begin_scene(self) -> None:
        """Begin a scene; a start in which nothing is left to chance is kept for further games."""
        known = None if self.given else self.base.caches.begun.get(self.scene)
        if known is None:
            self._begin()
            chancy = self._m.state.dice or self._m.shuffles
            if not (chancy or self.given):
                self.base.caches.begun[self.scene] = self._m.state.copy(), self.done[0]
            elif self._native is not None and not self.given:
                self._native.keep_setup(self.scene, self.base.caches.scenes[self.scene])
            return
        self.add(known[1])
        if self._native is not None:
            self._native.start(self)

    def _begin(self) -> None:
        """Play up to the first question as answer 0, so that its dice and events belong to the record too."""
        control = self._m.state.control()
        if self.book.main != NOWHERE:
            self._m.push(self.book.main, {})
        self._m.run()
        self._record(Entry(0, 0, NOWHERE, ()), control)

    # -- reading -------------------------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        block = None if self._native is None else self._native.block
        return super().over if block is None else block.over

    @property
    def asking(self) -> tuple[int, ...]:
        """The players who are asked now."""
        block = None if self._native is None else self._native.block
        return super().asking if block is None else block.asking

    def native(self) -> native_play.NativePlay | None:
        """Give the native machine with this position on it, or None where Python plays."""
        return self._native if self._native is not None and self._native.playing(self) is not None else None

    def menu(self, player: int | str | None = None, *picks: Key) -> Menu | None:
        """Give what a player may pick now, after some picks; None if these picks are complete."""
        found = self._native is not None and self._native.menu(self, player, picks)
        return super().menu(player, *picks) if found is False else found

    def options(self, player: int | str | None = None) -> list[WholeAnswer]:
        """List every whole answer that a player can give now, each with a number that is the same wherever it is offered."""
        found = None if self._native is None else self._native.options(self, player)
        return whole_answers.listed(self.book, lambda path: self.menu(player, *path)) if found is None else found

    @property
    def done(self) -> list[Done]:
        """What each answer did, the setup first."""
        native = self._native
        if self._shared or (native is not None and native.unrecorded):
            self._up_to_date()
        return self._done

    @property
    def record(self) -> dict[int, tuple[Event, ...]]:
        """What each answer caused when it was given, by its number, even if it was struck later."""
        self._up_to_date()
        return self._caused

    @property
    def first(self) -> dict[int, judgment.First]:
        """In a book with Judgment: each answer as it was first given, by its number."""
        missing = [done.entry for done in self.done if done.entry.number not in self._first] if self.base.judges else []
        self._first |= {entry.number: judgment.first(self, entry) for entry in missing}
        return self._first

    @property
    def length(self) -> int:
        """The number of entries of the journal, without making them."""
        return len(self._done) + (0 if self._native is None else self._native.unrecorded)

    def _up_to_date(self) -> None:
        """Write the answers that only the native machine has so far into the lists, which this game no longer shares then."""
        self._own()
        if self._native is not None:
            self._native.record(self)

    def _own(self) -> None:
        if self._shared:
            self._done, self._caused, self._shared = self._done[:], self._caused.copy(), False
            self._m.done = past_answers.past(self)

    def add(self, done: Done) -> None:
        """Write an answer into the lists, with what it caused."""
        self._own()
        self._done.append(done)
        self._caused.setdefault(done.entry.number, done.events)

    def drop(self) -> Done:
        """Take the last answer out of the lists."""
        done = self.done.pop()
        del self._caused[done.entry.number]
        return done

    @property
    def journal(self) -> tuple[Entry, ...]:
        """Every answer so far; the first entry is the setup."""
        return tuple(self._first[n].entry if (n := done.entry.number) in self._first else done.entry for done in self.done)

    @property
    def events(self) -> Events:
        """Every event so far."""
        return Events(self.done)

    def told(self, player: int | str | None = None) -> list[Event]:
        """Give every event so far that a player or a spectator may know, with the numbers of this viewer."""
        return list(map(named, handles.of(self, self.viewer(player), telling=True).told))

    def view(self, player: int | str | None = None) -> View:
        """Give what a player sees, as plain data for drawing the game; without a player, what a spectator sees."""
        return table.view(self, self.viewer(player))

    def choice(self, player: int | str, *picks: Key) -> Choice | None:
        """Give what a player is asked, after some picks, as data that refers to its view; None if the picks are complete."""
        return choices.choice(self, self.seat(player), picks)

    # -- answering -----------------------------------------------------------------------------------------------

    def answer(self, player: int | str | None, *picks: Key, at: int | None = None) -> Happened:
        """Let what is due happen, then answer what is asked; give the events. A refused answer changes nothing."""
        m, native = self._m, self._native
        if native is not None and m.account is None:  # an account is kept by Python alone
            happened = native.answer(self, player, picks, at)
            if happened is not None:
                return happened
        state = m.state
        now = state.now if at is None else self._time(at)
        if now != state.now and (due := popping.due(self._m)) is not None and due[0] <= now:
            number, kept = NOWHERE if player is None else self.seat(player), state.asked.picks if state.asked else ()
            return self._play(Entry(state.number + 1, now, number, (*kept, *picks)), None, who=player)
        number, asked = self._asked(player)
        path, rest = self._whole(number, asked, picks)
        return self._play(Entry(state.number + 1, now, number, path), rest, who=player)

    def tick(self, now: int) -> Happened:
        """Let time pass: everything that is due by then happens."""
        quick = None if self._m.account is not None or self._native is None else self._native.tick(self, now)
        return self._play(Entry(self.state.number + 1, self._time(now), NOWHERE, ()), None) if quick is None else quick

    def strike(self, number: int, at: int | None = None) -> Happened:
        """Let the host, outside the rules, strike a past answer: the record is played again without it."""
        judgment.check(self, number)
        return self._play(Entry(self.state.number + 1, self._time(at), NOWHERE, (judgment.STRIKE, number)), None)

    def enter(self, player: int, path: Path, at: int) -> Happened:
        """Give an answer as it is in a journal: by a player, or without a player by the clock or the host."""
        if player == NOWHERE and (not path or path[0] == judgment.STRIKE):
            return self.strike(path[1], at) if path and isinstance(path[1], int) else self.tick(at)
        return self.answer(player, *path[len(self.state.asked.picks if self.state.asked else ()) :], at=at)

    def _time(self, at: int | None) -> int:
        if at is not None and at < self.state.now:
            raise Refused(f"time cannot go back to {at}: it is {self.state.now} now")
        return self.state.now if at is None else at

    def _play(self, entry: Entry, rest: Menu | None, translated: Translation = None, who: int | str | None = NOWHERE) -> Happened:
        m = self._m
        state, control = m.state, m.state.control()
        m.events, m.steps, m.shuffles = [], 0, 0
        try:
            state.number, state.dice = entry.number, 0
            ran = entry.at != state.now and popping.run_due(m, entry.at)
            if ran or translated is not None:  # after that, this player must still be asked, and the same thing
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
        """Read an answer, from its first pick on, in the current state; entries of the clock have no picks."""
        if who == NOWHERE:
            return entry, None
        number, asked = self._asked(who)
        kept, path = asked.picks, entry.path
        if translated is not None:
            path = (*kept, *translated(path[len(kept) :]))
        path, rest = self._whole(number, asked._replace(picks=()), path)
        return entry._replace(player=number, path=path), rest

    def _give(self, entry: Entry, rest: Menu | None) -> None:
        """Hand a complete answer to the asking frame, or store the picks made so far."""
        asked = self.state.asked
        assert asked is not None
        if rest is None:
            self._m.emit(("chose", entry.player, entry.path))
            self._m.answered((entry.player, entry.path))
        elif entry.path == asked.picks or len(asked.players) > 1:
            raise Incomplete(f"the answer is not complete yet: {rest.prompt}", rest)
        else:
            self.state.asked = asked._replace(picks=entry.path)

    def _record(self, entry: Entry, control: SavedControl) -> Happened:
        done, again = Done(entry, tuple(self._m.events), control), entry.number in self.record
        native_play.add(self, done)
        if not again and self.book.judges and judgment.judged(done.events):
            judgment.rerun(self)
        return Happened(done.events)

    # -- judging -------------------------------------------------------------------------------------------------

    def rewind(self, number: int) -> None:
        """Go back to before an answer, and keep the current state for an undo."""
        self.past.append((self.done[-1].entry.number, self.done, self.state))
        self._done, self._m.state = self.done[:], self.state.copy()
        self._m.done = past_answers.past(self)
        kept = next(at for at, done in enumerate(self.done) if done.entry.number >= number)
        out, self.done[kept:] = self.done[kept:], []
        self._take_back([event for done in out for event in done.events], out[0].control)

    def resume(self) -> None:
        """Abandon a re-run: everything is as it was before it."""
        _, done, state = self.past.pop()
        native_play.leave_off(self)
        self._done, self._m.state = done[:], state.copy()  # copies of the game share the past
        self._m.done = past_answers.past(self)

    def _take_back(self, happened: Sequence[Event], control: SavedControl) -> None:
        for event in reversed(happened):
            events.revert(self.state, event)
        if self.base.amendable:
            self._m.enforce()
        self.state.set_control(control)
        self._m.forget()

    def undo(self, reroll: bool = False) -> Entry:
        """Take back the last answer, with its facts and control; give its entry.

        If it is answered again, it gets the same dice; with `reroll` this answer and all later ones get other dice.
        :raises Refused: there is nothing to undo, or other dice are wanted for a game with given dice.
        """
        if self.length < 2:
            raise Refused("there is nothing to undo")
        if reroll and self._m.script is not None:
            raise Refused("the dice of this game are given, so there are no others to roll")
        if self._native is not None and (entry := self._native.undo(self, reroll)) is not None:
            self._first.pop(entry.number, None)
            return entry
        done = self.drop()
        self._first.pop(done.entry.number, None)
        if self.past and self.past[-1][0] == done.entry.number:
            self.resume()
            done = self.done.pop()
        self._take_back(done.events, done.control)
        if reroll:
            self._m.rerolls = (*self._m.rerolls, done.entry.number)
        return done.entry

    def imagine(self, player: int | str | None, seed: int) -> Game:
        """Give a game for looking ahead that reveals nothing which a player, or a spectator (None), may not know.

        To this viewer it looks like the real game. Things that the viewer does not see, and the dice, depend on the seed.
        """
        from rulewright.kernel.sight.redeal import imagined

        return imagined(self, self.viewer(player), seed)

    def copy(self) -> Game:
        """Give an independent copy of the game, with the same hidden cards and the same future dice."""
        other, m, native = Game.__new__(Game), self._m, self._native
        if native is None or (native.block is None and (self.base.judges or not native.fits(self))):
            native = None  # where past acts are judged, a position is more than the state
            self._up_to_date()
        other.base, other.seed, other.given, other.dice, other.scene = self.base, self.seed, self.given, self.dice, self.scene
        other._first, other.past = self._first.copy(), self.past[:]
        other.handles, other.dealt, other.imagined = self.handles, self.dealt, self.imagined
        other._done, other._caused, other._shared, self._shared = self._done, self._caused, True, True
        state = m.state.copy() if native is None else StateBehind.hollow()
        other._m = Machine(m.book, state, self.seed, m.script)
        other._m.rerolls, other._m.fallen = m.rerolls, m.fallen
        other._native = native_play.begin(other) if native is None else native.copied(m.state, state)
        other._m.done = past_answers.past(other)
        return other

    def back_to(self, answers: int) -> Game:
        """Give a copy of the game as it was after so many answers."""
        past = self.copy()
        while past.length > answers:
            past.undo()
        return past

    def __repr__(self) -> str:
        return f"rulewright.new({self.book!r}, {self.scene!r}, seed={self.seed})"

    def __str__(self) -> str:
        return f"{self.scene or self.book.name}, answer {self.state.number}: {self.where()}"


c_machine.quicken(Game, Machine, native_play.NativePlay, NativeMenu, StateBehind)
