"""Tells a game while it is played: each answer as a few lines, with headings for rounds and turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.errors import Refused
from rulewright.kernel.evaluation import account
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.history.journal import Done, Entry
from rulewright.kernel.sight import handles, views
from rulewright.kernel.sight.visibility import HOST, Viewer
from rulewright.kernel.sight.witness import Witness
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import KIND, LIVES, NOWHERE, OWN
from rulewright.play.acts_told import SAID, Deeds
from rulewright.play.digest import RawLine, StoryLine, digest
from rulewright.play.headings import is_round, is_told, keeps_count, owned


class ToldAnswer(NamedTuple):
    """What one answer caused."""

    entry: Entry
    lines: tuple[StoryLine, ...]


def asked_slot(game: Game) -> int:
    """Give the object that is asked: the one whose turn it is, or who may respond; NOWHERE if it is not an object."""
    asked = game.state.asked
    frame = game.state.frame(asked.frame) if asked is not None else None
    if frame is None:
        return NOWHERE
    slot = int(frame.vars["offer"][1] if "offer" in frame.vars else frame.vars.get("actor", NOWHERE))
    return slot if slot == NOWHERE or game.machine.player_of(slot) in game.asking else NOWHERE


def asked_slots(game: Game, player: int) -> list[int]:
    """List those who may act now: who is asked, those who act together, or all that the player has."""
    slot = asked_slot(game)
    asked = game.state.asked
    frame = game.state.frame(asked.frame) if asked is not None else None
    together = frame.vars.get("members", ()) if frame is not None else ()
    return [slot] if slot != NOWHERE else list(together or game.book.sources(game.view_as(player), player))


def asked_name(game: Game) -> str:
    """Name who is asked: the object, or the seat where no object is."""
    slot = asked_slot(game)
    if slot != NOWHERE:
        return game.book.name_of(game.state, slot)
    return game.seats[game.asking[0]] if game.asking else "nobody"


def tell(game: Game, player: int, path: Sequence[Any], viewer: int | None = None, at: int | None = None) -> ToldAnswer:
    """Answer, and tell what a viewer (None: a spectator) sees of it. A tick of the clock is told for player -1."""
    before = _Before(game, player, path, viewer)
    return before.told(game, accounted(game, player, path, at))


def heard(before: Game, after: Game, entries: Sequence[Any], viewer: Viewer) -> ToldAnswer:
    """Tell an answer that was already given, with its account, from the game before it and after it."""
    entry = after.done[-1].entry
    return _Before(before, entry.player, rest(before, entry), viewer).told(after, entries)


def because(told: ToldAnswer, why: str) -> ToldAnswer:
    """Tell with an answer why it was given."""
    first = next((n for n, line in enumerate(told.lines) if line.kind == "act"), None)
    if first is None:
        return told
    line = told.lines[first]
    line = line._replace(text=f"{line.text.removesuffix('.')}, {why}.")
    return ToldAnswer(told.entry, (*told.lines[:first], line, *told.lines[first + 1 :]))


def accounted(game: Game, player: int, path: Sequence[Any], at: int | None = None) -> list[Any]:
    """Answer; without a player let time pass, or strike a past answer. Give the account of it."""
    entries = game.machine.account = []
    try:
        if player >= 0:
            game.answer(player, *path, at=at)
        else:
            game.enter(player, tuple(path), game.state.now if at is None else at)
    finally:
        game.machine.account = None
    return entries


class _Before:
    """What must be known of a game before an answer so that it can be told after it."""

    def __init__(self, game: Game, player: int, path: Sequence[Any], viewer: Viewer) -> None:
        self.viewer, self.path, self.hides = viewer, path, game.book.secret and viewer != HOST
        if self.hides:
            self.who, self.deeds = game.seats[player] if player >= 0 else "", Deeds(game, player, viewer)
            self.names = [f"{self.who}: {name}" for name in _names(game, path)]
        else:
            self.who = asked_name(game)

    def told(self, game: Game, entries: Sequence[Any]) -> ToldAnswer:
        """Tell the answer, on the game after it, with the account of it."""
        if self.hides:
            return self._hidden(game, entries)
        path = self.path
        said = [StoryLine("act", f"{self.who} {SAID[path[0]]}.")] if path and path[0] in (PASS, DECLINE) else []
        return ToldAnswer(game.done[-1].entry, (*said, *lines(game, entries, self.viewer, len(game.done) - 1)))

    def _hidden(self, game: Game, entries: Sequence[Any]) -> ToldAnswer:
        """Tell it from the events; of the account, which may contain hidden things, only open sums are used."""
        told = seen_lines(game, self.viewer, len(game.done) - 1, sums(entries))
        waits = next((line for line in told if line.kind == "act" and line.text.partition(" → ")[0] in self.names), None)
        if waits is not None:
            told.remove(waits)
        self.deeds.game = game
        begun = (waits or StoryLine("act", self.deeds.said(self.who, game.done[-1].entry.path)),) if self.who else ()
        return ToldAnswer(game.done[-1].entry, (*begun, *told))


def _names(game: Game, path: Sequence[Any]) -> tuple[str, ...]:
    """Give what an act may be called when it waits on a stack: the action, or the card that is played."""
    if not path or not isinstance(path[0], tuple):
        return ()
    return (path[0][0], game.book.name_of(game.state, path[0][1] % LIVES))


def sums(entries: Sequence[Any]) -> dict[int, str]:
    """Give the open words in an account that tell what dice are rolled for, by the numbers of the rolls they stand for."""
    found: dict[int, str] = {}
    rolls: list[int] = []
    number = 0
    for entry in entries:
        if isinstance(entry, account.OpenWords) and rolls:
            found |= {**dict.fromkeys(rolls, ""), rolls[-1]: entry.strip()}
        if not isinstance(entry, str):
            number += entry[0] == "rolled"
            rolls = [*rolls, number] if entry[0] == "rolled" else []
    return found


def opening(game: Game, viewer: int | None = None) -> ToldAnswer:
    """Tell the setup of a game."""
    if game.book.secret and viewer != HOST:
        return ToldAnswer(game.done[0].entry, tuple(seen_lines(game, viewer, 0)))
    return ToldAnswer(game.done[0].entry, tuple(lines(game, game.done[0].events, viewer, 0)))


def recall(game: Game, viewer: int | None, since: int, until: int | None = None) -> ToldAnswer:
    """Tell what a viewer saw of the answers since one: a copy is taken back to it, and they are given again."""
    if since == 0 and until == 1:
        return opening(game, viewer)
    again, given = game.copy(), [done.entry for done in game.done[max(since, 1) : until]]
    while len(again.done) > max(since, 1):
        again.undo()
    told = [tell(again, entry.player, rest(again, entry), viewer, entry.at) for entry in given]
    return ToldAnswer(game.done[-1].entry, tuple(line for each in told for line in each.lines))


def rest(game: Game, entry: Entry) -> tuple[Any, ...]:
    """Give what an answer adds to the picks that were made before it."""
    return entry.path[len(game.state.asked.picks if game.state.asked else ()) :]


def retell(game: Game, viewer: int | None = None) -> Iterator[tuple[Game, ToldAnswer]]:
    """Play a game's journal again and tell every answer, the setup first, each with the game at that time."""
    again = Game(game.base, game.scene, seed=game.seed, dice=game.dice, given=game.given)
    yield again, opening(again, viewer)
    for entry in game.journal[1:]:
        yield again, tell(again, entry.player, rest(again, entry), viewer, entry.at)


class _Teller(Witness):
    """A witness that says what it is told, with headings where a round or somebody's turn begins."""

    def __init__(self, game: Game, viewer: Viewer, since: int, sums: Mapping[int, str]) -> None:
        super().__init__(game, viewer, since)
        self.game, self.sums, self.rolls = game, sums, 0
        self.counts = _begun(game, viewer, since)

    def tell(self, done: Done, event: Event, told: Event) -> RawLine | None:
        """Put an event into words for the viewer; events out of play or for the rules alone are not told."""
        if told[:2] == ("told", "stacked") and (told[2], "stack") not in self.machine.state.links:
            seen = self.view_as(event)
            return RawLine("act", account.stacked(seen, told[2]), seen.book.name_of(seen.state, told[2]))
        self.rolls += event[0] == "rolled"
        if event[0] == "rolled" and self.rolls in self.sums:
            return RawLine("detail", self.sums[self.rolls]) if self.sums[self.rolls] else None
        if told[0] == "chose" or told[:2] == ("told", "check") or self._beside(told):
            return None
        seen = self.view_as(event)
        text = account.say(seen, told)
        if not text:
            return None
        slot = told[ABOUT[told[0]]] if told[0] in ABOUT and len(told) > ABOUT[told[0]] else NOWHERE
        name = seen.book.name_of(seen.state, slot) if type(slot) is int and slot != NOWHERE else ""
        if told[0] == "changed" and told[2] >= OWN:
            pool = not seen.book.is_card(seen.state, slot)
            return RawLine("detail", text, name, change=(seen.book.stats[told[2]].name, *told[3:5]), pool=pool)
        return RawLine("detail", text, name, word=told[1] if told[0] == "told" and name else "")

    def _beside(self, told: Event) -> bool:
        """Say whether an event need not be told: only the rules use it, or other words tell it."""
        m = self.machine
        if told[0] == "changed" and told[2] >= OWN:
            out = m.book.is_card(m.state, told[1]) and not m.in_play(told[1])
            return m.book.stats[told[2]].silent or out
        if told[0] == "moved" and told[1] != NOWHERE:
            waits = told[3][0] in stacks.stacks(m)  # what is put there is told
            return waits or bool(told[3][0] == NOWHERE and m.state.cell(told[1], KIND) == m.book.item)
        return False

    def untold(self, event: Event) -> RawLine | None:
        """Head what begins, a round with its number."""
        if event[0] == "began":
            self.counts[event[2]] = self.counts.get(event[2], 0) + 1
        begun = self.begun(event)
        if begun is None or not is_told(self.game, event):
            return None
        if is_round(self.game, event):
            return RawLine("round", f"{event[2]} {self.counts[event[2]]}", kept=True)
        kept = event[2] == self.game.book.procedure_name(self.game.book.turn)
        return RawLine("turn", f"{begun[1]}'s {event[2].casefold()}", kept=kept) if owned(self.game, event) else None


ABOUT = {"changed": 1, "moved": 1, "linked": 1, "told": 2}
"""Where an event names the thing that its line is about."""


def seen_lines(game: Game, viewer: Viewer, at: int, sums: Mapping[int, str] | None = None) -> list[StoryLine]:
    """Tell one answer as a viewer saw it, by its place in the record, with what is known of its dice."""
    return digest(_Teller(game, viewer, at, sums or {}).follow(game.done[at : at + 1]))


def lines(game: Game, entries: Sequence[Any], viewer: int | None, before: int) -> Iterator[StoryLine]:
    """Turn an account, words and events in their order, into lines; what refreshes at the start of a turn is one line."""
    m = game.machine
    counts = _begun(game, viewer, before)
    turn: list[str] | None = None
    for entry in _heard(game, entries):
        if turn is not None:
            if (refreshed := _refreshed(game, entry)) is not None:
                turn += [refreshed] if refreshed and refreshed not in turn else []
                continue
            yield _turn(turn)
            turn = None
        if isinstance(entry, str):
            yield StoryLine("detail" if entry.startswith(" ") else "act", entry.strip())
        elif entry[0] == "began":
            counts[entry[2]] = counts.get(entry[2], 0) + 1
            if is_round(game, entry):
                yield StoryLine("round", f"{entry[2]} {counts[entry[2]]}")
            elif is_told(game, entry):
                turn = [f"{game.book.name_of(m.state, entry[3])}'s {entry[2].casefold()}" if owned(game, entry) else entry[2]]
        elif text := _said(game, entry, viewer):
            acted = entry[:2] == ("told", "stacked") and (entry[2], "stack") in m.state.links
            yield StoryLine("act" if acted else "detail", text)
    if turn is not None:
        yield _turn(turn)


def _heard(game: Game, entries: Sequence[Any]) -> Iterator[Any]:
    """Leave out of an account the structures that only count: their names, their sums and their own stats."""
    deep = 0
    for entry in entries:
        kept = not isinstance(entry, str) and entry[0] in ("began", "ended") and keeps_count(game, entry)
        deep += 0 if not kept else 1 if entry[0] == "began" else -1
        counted = deep and (isinstance(entry, str) or _is_count(game, entry))
        if not kept and not counted:
            yield entry


def _is_count(game: Game, event: Event) -> bool:
    """Say whether an event changes a number of the whole table's, or what only is or is not."""
    stat = game.book.stats[event[2]] if event[0] == "changed" and event[2] >= OWN else None
    return stat is not None and (bool(stat.shared) or stat.most == 1)


def _said(game: Game, event: Event, viewer: int | None) -> str:
    """Say an event to a viewer; dice and checks are told with the sums they belong to."""
    if event[0] == "rolled" or event[:2] == ("told", "check") or _only_for_rules(game, event):
        return ""
    if views.redact(game.machine, viewer, event) is None:
        return ""
    return account.say(game.machine, event)


def _only_for_rules(game: Game, event: Event) -> bool:
    """Say whether an event only changes a stat that only the rules use."""
    return bool(event[0] == "changed" and game.book.stats[event[2]].silent)


def _turn(parts: list[str]) -> StoryLine:
    return StoryLine("turn", parts[0] + (f" ({', '.join(parts[1:])})" if parts[1:] else ""))


def _refreshed(game: Game, entry: Any) -> str | None:
    """Say a stat that was refreshed; an empty text for what is not told anyway, None for anything else."""
    if isinstance(entry, str) or entry[0] == "began":
        return None
    stat = game.book.stats[entry[2]] if entry[0] == "changed" and entry[2] >= OWN else None
    if stat is not None and stat.refresh is not None:
        return f"{stat.name} {entry[3]} → {entry[4]}"
    return None if account.say(game.machine, entry) else ""


def _begun(game: Game, viewer: Viewer, since: int) -> dict[str, int]:
    """Count how often each structure had begun before an answer; handles count that anyway."""
    counts = Counter(handles.of(game, viewer).counts)
    counts.subtract(event[2] for done in game.done[since:] for event in done.events if event[0] == "began")
    return counts


def place(game: Game) -> str:
    """Say in a few words how far the game is: the newest round and its number."""
    rounds: dict[str, int] = {}
    for event in game.events:
        if is_round(game, event):
            rounds[event[2]] = rounds.get(event[2], 0) + 1
    return ", ".join(f"{name.casefold()} {count}" for name, count in rounds.items())


def worded(game: Game, entry: Entry) -> str:
    """Put an answer into the words of its menus, on the game as it was when the answer was given."""
    words = []
    for length, pick in enumerate(entry.path):
        menu = game.menu(entry.player, *entry.path[:length])
        words.append(menu.words(pick) if menu is not None else str(pick))
    return " ".join(words)


def outcome(game: Game) -> str:
    """Say who has won."""
    if not game.over:
        return "The game is not over."
    standing = game.standing()
    won = [side for side, stands in standing.items() if stands > 0]
    if won:
        return f"{' and '.join(won)} {'win' if len(won) > 1 or won[0].endswith('s') else 'wins'}!"
    return "Nobody wins: it is a draw."


def number(game: Game, wanted: int | None) -> int:
    """Check the number of an answer; without one, give the last."""
    last = game.journal[-1].number
    if wanted is not None and not 0 <= wanted <= last:
        raise Refused(f"there is no answer {wanted}: they go from 0 (the setup) to {last}")
    return last if wanted is None else wanted
