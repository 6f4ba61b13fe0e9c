"""A table: one game at the engine, with the menus as they are shown and what each viewer has been told.

A table is never changed. An answer is tried on a copy of the game and gives the next table; the engine keeps the old one until
the reply is written, so that no failure can leave a game half changed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from zlib import crc32

from rulewright.kernel.errors import Incomplete, NotAsked, Refused
from rulewright.kernel.flow import popping
from rulewright.kernel.game import Game
from rulewright.kernel.history import judgment
from rulewright.kernel.legality.menus import MANY, Menu, Option
from rulewright.kernel.sight import choices, handles, players
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.words import read_path
from rulewright.play import verdicts
from rulewright.play.verdicts import Verdict
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.protocol.faults import SpectatorsOnlyWatch, Stale, fault, refusal
from rulewright.protocol.params import Given, nearest
from rulewright.protocol.records import Data, Record

_ID: Final = re.compile(r"(?P<question>[0-9a-f]{8})\.(?P<at>[0-9]{1,9})")

Path = tuple[Any, ...]


class AskedQuestion(NamedTuple):
    """What a seat is asked after some picks: the key with which the ids of its options begin, and how it is told."""

    key: str
    data: Data


@dataclass(frozen=True, slots=True)
class Table:
    """A game, its players, and how often it was answered and taken back."""

    id: str
    game: Game
    players: tuple[str, ...] = ()
    answers: tuple[int, ...] = ()
    undone: int = 0
    records: dict[Viewer, Record] = field(default_factory=dict)
    menus: dict[tuple[int, Path], Menu | None] = field(default_factory=dict, init=False)  # of this game, those asked for
    questions: dict[tuple[int, Path], AskedQuestion] = field(default_factory=dict, init=False)

    # -- who -------------------------------------------------------------------------------------------------------

    def seat(self, named: int | str) -> int:
        """Find a seat by its number, its name or its player's name."""
        known = [player.casefold() for player in self.players]
        if isinstance(named, str) and named.casefold() in known:
            return known.index(named.casefold())
        try:
            return self.game.seat(named)
        except NotAsked as error:
            names = (*self.game.seats, *self.players)
            raise fault(error, {"expected": ", ".join(names), "nearest": nearest(str(named), names)}) from None

    def viewer(self, given: Given) -> Viewer:
        """Give the viewer of a request: a seat, a spectator (null), or the host if no seat is given."""
        if "seat" not in given:
            return HOST
        return None if given["seat"] is None else self.seat(given["seat"])

    def player(self, viewer: Viewer) -> int:
        """Give who answers: the seat, or for the host whoever is asked."""
        if viewer is None:
            raise SpectatorsOnlyWatch(
                "a spectator can only watch: give a seat, or leave it out to answer for the seat that is asked"
            )
        if viewer != HOST:
            return viewer
        if len(self.game.asking) > 1:
            raise NotAsked(f"several seats are asked: say which of them answers, {' or '.join(self._asked())}")
        return self.game.asking[0] if self.game.asking else 0

    def _asked(self) -> list[str]:
        return [self.game.seats[player] for player in self.game.asking]

    # -- what is asked ---------------------------------------------------------------------------------------------

    def asking(self, viewer: Viewer, picks: Any = ()) -> Data:
        """Give who is asked, with the viewer's own menu, or for the host every menu, after some picks."""
        game, known = self.game, handles.of(self.game, viewer)
        told: Data = {"game": self.id, "over": game.over, "now": known.machine.state.now, "where": known.where()}
        if game.over:
            return {**told, "standing": players.standing(known.machine.state), "asked": []}
        if picks:
            player = self.player(viewer)
            return {**told, "asked": [self.question(player, self.read(player, picks))]}
        return {**told, "asked": self.asked(viewer)}

    def asked(self, viewer: Viewer) -> list[Data]:
        """List who is asked, with the question if the viewer may know it."""
        game = self.game
        return [self.question(player) if viewer in (player, HOST) else {"seat": game.seats[player]} for player in game.asking]

    def question(self, player: int, path: Path = ()) -> Data:
        """Give what a seat is asked after some picks: the prompt and the options with their ids."""
        return self._question(player, path).data

    def _question(self, player: int, path: Path) -> AskedQuestion:
        found = self.questions.get((player, path))
        if found is None:
            found = self.questions[player, path] = self._put(player, path)
        return found

    def _put(self, player: int, path: Path) -> AskedQuestion:
        """Put a question into words; its key is made of these, so that an id fits no other question and reveals nothing."""
        menu, picked = self.menu(player, path), self._picked(player, path)
        told = {"seat": self.game.seats[player], "picked": picked, "whole": menu is None}
        if menu is None:
            return AskedQuestion("", {**told, "prompt": "", "options": []})
        options = menu.options
        words = tuple(each.words for each in options) if menu.keys else ()
        known = (player, self.answers[player], self.undone, tuple(picked), menu.prompt, words, menu.least, menu.most)
        key = f"{crc32(repr(known).encode('utf-8', 'replace')):08x}"
        return AskedQuestion(key, {**told, "prompt": menu.prompt, **self._options(player, menu, options, key)})

    def _options(self, player: int, menu: Menu, options: Sequence[Option], key: str) -> Data:
        """Give the options, each with its id, what it costs and what of the seat's view it is about."""
        if menu.parser:
            return {"text": menu.parser, "options": []}
        ends = {"least": menu.least, "most": menu.most} if menu.most >= menu.least else {}
        if ends and len(menu) > MANY:
            return {**ends, "options": []}
        known = handles.of(self.game, player)
        return {**ends, "options": [{"id": f"{key}.{n}", **choices.option(known, each)} for n, each in enumerate(options)]}

    def menu(self, player: int, path: Path = ()) -> Menu | None:
        """Give what a seat may pick after some picks; None if these picks are complete."""
        key, known = (player, path), self.menus
        if key not in known:
            known[key] = self.game.menu(player, *path)
        return known[key]

    def _picked(self, player: int, path: Path) -> list[str]:
        """Put the picks made so far into words, including those of earlier answers."""
        kept = self.game.picked if len(self.game.asking) == 1 else ()
        menu_of = self._bare if kept else self.menu
        menus = [menu_of(player, (*kept, *path)[:n]) for n in range(len(kept) + len(path))]
        return [menu.words(pick) for menu, pick in zip(menus, (*kept, *path), strict=True) if menu is not None]

    def _bare(self, player: int, path: Path) -> Menu:
        """Give the menu after a path that begins before the stored picks."""
        asked = self.game.state.asked
        assert asked is not None
        frame = self.game.state.frame(asked.frame)
        assert frame is not None
        menu = self.game.book.procedures[frame.procedure].menu(self.game.view_as(player), frame, player, path)
        assert menu is not None
        return menu

    def ids(self, player: int, path: Path) -> list[str | int]:
        """Give an answer as picks that can be sent: the id of each option; a number or a text as it is."""
        return [self._id(player, path[:n], pick) for n, pick in enumerate(path)]

    def _id(self, player: int, path: Path, pick: Any) -> str | int:
        menu = self.menu(player, path)
        assert menu is not None
        if menu.parser or menu.most >= menu.least:
            return str(pick) if menu.parser else int(pick)
        return f"{self._question(player, path).key}.{menu.keys.index(pick)}"

    # -- reading picks ---------------------------------------------------------------------------------------------

    def read(self, player: int, picks: str | Sequence[str | int]) -> Path:
        """Turn ids, words and numbers into a path of keys."""
        try:
            self.menu(player)
        except NotAsked as error:
            raise fault(error, {"expected": " or ".join(self._asked()), "nearest": self._asked()}) from None
        if isinstance(picks, str):
            return self._read_words(player, picks)
        path: Path = ()
        for pick in picks:
            path = (*path, self._read_pick(player, path, pick))
        return path

    def _read_words(self, player: int, text: str) -> Path:
        try:
            return read_path(self.game, player, text)
        except Refused as error:
            raise refusal(error, text, self.question(player)) from None

    def _read_pick(self, player: int, path: Path, pick: str | int) -> Any:
        menu = self.menu(player, path)
        try:
            if menu is None:
                raise Refused(f"{pick!r} is one pick too many: the answer was already complete")
            if isinstance(pick, str) and (found := _ID.fullmatch(pick)):
                return self._by_id(player, path, menu, found)
            return self.game.pick(player, path, menu, pick) if isinstance(pick, str) else _number(menu, pick)
        except Refused as error:
            raise refusal(error, str(pick), self.question(player, path)) from None

    def _by_id(self, player: int, path: Path, menu: Menu, found: re.Match[str]) -> Any:
        at = int(found["at"])
        if found["question"] != self._question(player, path).key or at >= len(menu):
            raise Stale(f"{found[0]!r} is not an option of this question: it belongs to an earlier question or to another seat")
        return menu.keys[at] if menu.keys else menu.least + at

    # -- what changes ----------------------------------------------------------------------------------------------

    def answered(self, given: Given) -> tuple[Table, Viewer]:
        """Answer; give the table after it and who sees it."""
        viewer = self.viewer(given)
        then = self._by(given)
        player = then.player(viewer)
        path = given["path"] if "path" in given else then.read(player, given["picks"])
        trial = self._trial(given)
        try:
            trial.answer(player, *path, at=given.get("at"))
        except Incomplete as error:
            raise refusal(error, "", then.question(player, path)) from None
        counts = tuple(count + (seat == player) for seat, count in enumerate(self.answers))
        return self._next(trial, answers=counts), viewer

    def _by(self, given: Given) -> Table:
        """Give the table at which an answer is read: after everything that is due by the time of the answer."""
        at = given.get("at")
        if at is None or at <= self.game.state.now or self.game.picked:
            return self
        due = popping.due(self.game.machine)
        if due is None or due[0] > at:
            return self
        trial = self._trial(given)
        trial.tick(at)
        return replace(self, game=trial)

    def ticked(self, given: Given) -> tuple[Table, Viewer]:
        """Let time pass; give the table after it and who sees it."""
        trial = self._trial(given)
        trial.tick(given["now"])
        return self._next(trial), self.viewer(given)

    def struck(self, number: int) -> tuple[Table, Verdict]:
        """Let a past answer be struck; give the table after it and what changes."""
        try:
            judgment.check(self.game, number)
        except Refused as error:
            raise fault(error, {"expected": self._standing(), "nearest": []}) from None
        trial = self.game.copy()
        trial.strike(number)
        return self._next(trial, undone=self.undone + 1), verdicts.compare(self.game, trial)

    def _standing(self) -> str:
        """List what could be struck."""
        if not self.game.base.judges:
            return "a game of a book with Judgment"
        numbers = [str(done.entry.number) for done in self.game.done if done.entry.path and done.lapsed != judgment.STRUCK]
        return f"the number of an act that stands: {', '.join(numbers) or 'there is none'}"

    def taken_back(self, reroll: bool = False) -> tuple[Table, Data]:
        """Take the last answer back; give the table before it and what is taken back."""
        trial = self.game.copy()
        entry = trial.undo(reroll)
        by = self.game.seats[entry.player] if entry.player >= 0 else None
        return self._next(trial, undone=self.undone + 1), {"answer": entry.number, "seat": by}

    def copied(self, id: str) -> Table:
        """Give the same table under another id, with a record of its own."""
        return replace(self, id=id, game=self.game.copy(), records={})

    def _trial(self, given: Given) -> Game:
        """Copy the game, with the cache of its menus and with more given dice."""
        trial = self.game.copy()
        trial.machine.forget(like=self.game.machine)
        if "dice" in given:
            if trial.machine.script is None:
                raise Refused(
                    "this game rolls its dice from its seed: only a game that was begun with given dice takes more of them"
                )
            trial.machine.script = (*trial.machine.script, *given["dice"])
            trial.dice = (*(trial.dice or ()), *given["dice"])
        return trial

    def _next(self, game: Game, answers: tuple[int, ...] | None = None, undone: int | None = None) -> Table:
        counts = self.answers if answers is None else answers
        taken = self.undone if undone is None else undone
        return replace(self, game=game, answers=counts, undone=taken)

    # -- what is told ----------------------------------------------------------------------------------------------

    def told(self, viewer: Viewer, since: int = 0) -> list[Data]:
        """Give the events that a viewer knows of, from a number on."""
        record = self.records.pop(viewer, None) or Record(self.game, viewer)
        told = record.follow(self.game.done)
        self.records[viewer] = record  # after a failure nothing is kept
        return told[since:]

    def view(self, viewer: Viewer) -> Data:
        """Give what a viewer sees."""
        return dict(self.game.view(viewer))

    def news(self, viewer: Viewer, before: Table) -> Data:
        """Give the events of an answer and what is asked after it; after a Judgment, also from which event on to read again."""
        old = list(before.told(viewer))
        new = self.told(viewer)
        same = next((n for n, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), min(len(old), len(new)))
        anew = {"since": same} if same < len(old) else {}
        return {**anew, "events": new[same:], "asking": self.asking(viewer)}

    def about(self) -> Data:
        """Describe the game."""
        game = self.game
        names = {"players": list(self.players)} if self.players else {}
        return {"game": self.id, "book": game.book.name, "scene": game.scene, "seats": list(game.seats), **names}


def _number(menu: Menu, pick: int) -> Any:
    """Read a number if the options are numbers; a key that only looks like one is not a pick."""
    if pick in menu and (menu.words(pick) == str(pick) or menu.kind == "act"):
        return pick
    raise Refused(menu.refusal(pick))


def seated(id: str, game: Game, players: Sequence[str] = ()) -> Table:
    """Make the table of a game."""
    by = [entry.player for entry in game.journal]
    return Table(id, game, tuple(players), tuple(by.count(seat) for seat in range(len(game.seats))))
