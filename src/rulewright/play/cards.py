"""Draws a table of cards in the lines there are: the stack as a pile, whose priority it is, everybody's board and what lies open.

Everything is read from the game as the viewer sees it, so that what is hidden stays hidden. What does not fit is shortened, the
least needed first: piles, then the market and other boards, then one's own cards.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from rulewright.kernel import sight, stacks, values
from rulewright.kernel.agenda import Machine
from rulewright.kernel.book import Stat, Zone
from rulewright.kernel.game import Game
from rulewright.kernel.sight import Viewer
from rulewright.kernel.state import ACTION, BLOCKED, LIVES, NOWHERE, OWN, OWNER, Frame
from rulewright.play import clock, rulebook
from rulewright.play.screen import Runs

PILE = 5  # how many of a stack's things are drawn, from the top
FULL, NAMES, CUT, COUNTED = range(4)  # how much is said of things: with numbers, by name, what goes on a line, only how many
PILES, OTHERS, BOARD, HAND = ORDER = range(4)  # what is shortened first: piles, what others have, one's own board, one's hand
NONE = (NOWHERE, FULL)
TIGHT = (
    (2, NONE),
    (2, (PILES, COUNTED)),
    (1, NONE),
    (0, NONE),
)  # at last less of the stack, and of what lies in piles only how much


def is_one(game: Game) -> bool:
    """Say whether a game is played by players with cards, and not on a map."""
    return game.state.setting.grid is None


@dataclass(slots=True)
class Section:
    """A title and what lies under it, with how much is said of it and how soon that is shortened."""

    title: str
    things: list[int]
    rank: int
    style: str = ""
    said: int = FULL
    ordered: bool = False  # whether it matters how things lie beside one another
    shared: bool = False  # whether things of several players lie here, so that whose they are is said


class Spread:
    """The table of cards as one viewer sees it."""

    def __init__(self, game: Game, width: int, viewer: Viewer) -> None:
        self.game, self.width, self.viewer = game, width, viewer
        self.m: Machine = game.eyes(viewer)
        self.short = shortened(game)
        self.players: tuple[int, ...] = self.m.state.links[0, "players"]

    def lines(self, room: int) -> list[Runs]:
        """Draw the table in at most so many lines, as far as that can be."""
        boards, others = self._boards(), [*self._places(), *self._open()]
        heads = [self.person(player) for player in range(len(self.players))]
        ways = [(PILE, NONE), *((PILE, (rank, said)) for said in (NAMES, CUT) for rank in ORDER), *TIGHT]
        drawn: list[Runs] = []
        for deep, (rank, said) in ways:
            for section in (*boards, *others):
                section.said = said if section.rank == rank else section.said
            people = [line for head, board in zip(heads, boards, strict=True) for line in (head, *self._section(board))]
            drawn = [*self.pile(deep), *self.priority(), *people, *(line for each in others for line in self._section(each))]
            if len(drawn) <= room:
                break
        return drawn

    # -- the stack -----------------------------------------------------------------------------------------------

    def pile(self, deep: int = PILE) -> list[Runs]:
        """Draw what waits, the oldest stack first and each from its top: what it is, whose, how fast, and at what."""
        zones = [zone for zone in stacks.stacks(self.m) if self.m.state.zones[zone]]
        return [line for zone in zones for line in self._stack(zone, deep)]

    def _stack(self, zone: int, deep: int) -> list[Runs]:
        waiting, left = self.m.state.zones[zone][::-1], self._time_left(zone)
        name = self.game.book.zone_words(self.m.state, zone) if left else "Stack"
        if not deep:
            text = f"  {name}: {len(waiting)} waiting, {self._name(waiting[0])} on top{left}"
            return [[(cut(text, self.width), "bold")]]
        texts = [self._waiting(slot, len(waiting) - n) for n, slot in enumerate(waiting[:deep])]
        lines: list[Runs] = [[(cut(text, self.width), "bold" if not n else "")] for n, text in enumerate(texts)]
        below = f"; {len(waiting) - deep} more below" if len(waiting) > deep else ""
        return [[(f"  {name}, the top first{below}{left}", "bold")], *lines]

    def _time_left(self, zone: int) -> str:
        """Say when a stack pops by the clock, if it does."""
        kind, _, touched = self.m.state.grounds[zone]
        quiet = self.game.book.zones[kind].quiet
        return f"; pops in {clock.span(max(0, touched + quiet - self.m.state.now))}" if quiet else ""

    def _waiting(self, slot: int, place: int) -> str:
        m, state = self.m, self.m.state
        name, owner = self.game.book.name_of(state, slot), state.setting.seats[state.cell(slot, OWNER)]
        source = stacks.source(m, slot)
        by = f" by {self._name(source)}" if source not in (NOWHERE, slot) and source not in self.players else ""
        aims = [self._name(ref % LIVES) for _, ref in state.links.get((slot, "targets"), ()) if state.alive(ref)]
        at = f" → {', '.join(dict.fromkeys(aims))}" if aims else ""
        blocked = " blocked" if state.cell(slot, BLOCKED) else ""
        return f"  {place:>2} {name + by:<34} {owner:<8} {self._speed(slot):<10}{blocked}{at}".rstrip()

    def _speed(self, slot: int) -> str:
        """Say how fast something that waits is, or of which class, as far as the viewer sees what it is."""
        if not sight.knows(self.game.machine, self.viewer, slot):
            return ""
        action = self.game.book.actions[self.m.state.cell(slot, ACTION)]
        number = stacks.class_of(self.m, action)
        return self.game.book.classes[number].name.casefold() if number != NOWHERE else action.speed

    def _name(self, slot: int) -> str:
        return self.game.book.name_of(self.m.state, slot)

    def priority(self) -> list[Runs]:
        """Say whose turn it is, who has priority and who is still to come before anything resolves, and how high decks are."""
        active = self.game.book.active(self.game.machine)
        seats = self.game.seats
        turn = f"{seats[active]}'s turn" if 0 <= active < len(seats) else ""
        asked = [seats[player] for player in to_come(self.game)]
        after = f", then {', '.join(asked[1:])}" if asked[1:] else ""
        holds = "" if not asked or len(self.game.asking) > 1 else f"priority: {asked[0]}{after}"
        counts = ", ".join(f"{name} {count}" for name, count in self._counts(NOWHERE))
        said = "   ".join(part for part in (self._clock(), turn, holds, counts) if part)
        return [[(cut(text, self.width), "dim")] for text in (f"  {said}" if said else "", self._inside()) if text]

    def _inside(self) -> str:
        """Say where the game stands inside somebody's act, if a structure is under way there: where a run stands, for one."""
        frames, book = self.m.state.agenda, self.game.book
        acting = next((n for n, frame in enumerate(frames) if frame.procedure in book.action_procedures), len(frames))
        inside = any(book.procedures[frame.procedure].announced for frame in frames[acting:])
        return f"  {self.m.where(acting)}" if inside else ""

    def _clock(self) -> str:
        """Say what time it is and how long the floor is still open, where time passes."""
        if not clock.is_one(self.game):
            return ""
        now, closes = self.m.state.now, clock.closes(self.game)
        return clock.said(now) + (f", the floor closes in {clock.span(max(0, closes - now))}" if closes is not None else "")

    # -- everybody -----------------------------------------------------------------------------------------------

    def person(self, player: int) -> Runs:
        """Give a player a line: stats, and how many cards lie in the player's own zones."""
        slot, seat = self.players[player], self.game.seats[player]
        mark = ">" if player in self.game.asking else " "
        if not self.game.machine.in_play(slot):
            return [(f" {mark}{seat}  out", "dim")]
        numbers = [f"{name} {amount}" for name, amount in self._stats(slot, False)]
        counts = [f"{zone} {count}" for zone, count in self._counts(player)]
        is_so = f" {self._marks(slot)}" if self._marks(slot) else ""
        text = f" {mark}{seat:<8} {'  '.join(numbers)}{is_so}   {', '.join(counts)}"
        return [(cut(text.rstrip(), self.width), "bold reverse" if mark == ">" else "bold")]

    def _counts(self, player: int) -> Iterable[tuple[str, int]]:
        """Count what lies in a player's own zones; for nobody, in those of the table that nobody sees."""
        for zone, ground in enumerate(self.m.state.grounds):
            kind, count = self.game.book.zones[ground[0]] if ground[0] >= 0 else None, len(self.m.state.zones[zone])
            if kind is not None and ground[1] == player and count and (player != NOWHERE or kind.seen != "all"):
                yield self._zone(kind, ground[1]), count

    def _zone(self, kind: Zone, owner: int) -> str:
        """Name a kind of zone as its owner calls it."""
        return dict(kind.called).get(self.game.seats[owner], kind.name) if owner >= 0 else kind.name

    def _boards(self) -> list[Section]:
        """Give what each player controls in play."""
        live = [slot for slot in self.m.live() if slot not in self.players and not self._away(slot)]
        owned = [[slot for slot in live if self.m.player_of(slot) == player] for player in range(len(self.players))]
        return [Section("", things, BOARD if player == self.viewer else OTHERS) for player, things in enumerate(owned)]

    def _away(self, slot: int) -> bool:
        """Say whether a thing is shown with a place: it is at one, or is one itself."""
        return (slot, "at") in self.m.state.links or slot in self._hosts()

    def _hosts(self) -> list[int]:
        """List the places that something is at, as they lie."""
        hosts = {refs[0] % LIVES for (_, name), refs in self.m.state.links.items() if name == "at"}
        return [slot for slot in self.m.live() if slot in hosts]

    def _places(self) -> list[Section]:
        """Give each place where things are, with whose it is and what is there."""
        links = self.m.state.links
        found = []
        for host in self._hosts():
            there = [slot for slot in self.m.live() if links.get((slot, "at"), (NOWHERE,))[0] % LIVES == host]
            owner = self.m.player_of(host)
            whose = f" ({self.game.seats[owner]})" if owner >= 0 else ""
            mixed = {self.m.player_of(slot) for slot in there} != {owner}
            found.append(
                Section(f"  {self._name(host)}{self._marks(host)}{whose}: ", there, OTHERS, "bold", ordered=True, shared=mixed)
            )
        return [section for section in found if section.things]

    def _open(self) -> list[Section]:
        """Give what else is seen, in play or not: the viewer's own zones last, for they are looked at most."""
        found = []
        for zone, ground in enumerate(self.m.state.grounds):
            kind = self.game.book.zones[ground[0]] if ground[0] >= 0 else None
            if kind is None or kind.stack:
                continue
            knows = [slot for slot in self.m.state.zones[zone] if sight.knows(self.game.machine, self.viewer, slot)]
            knows = [slot for slot in knows if self.m.player_of(slot) < 0 and not self._away(slot)] if kind.live else knows
            mine = ground[1] >= 0 and ground[1] == self.viewer and kind.seen == "owner"
            title = f"Your {self._zone(kind, ground[1])}" if mine else self.game.book.zone_words(self.m.state, zone)
            found.append(Section(f"  {title}: ", knows, HAND if mine else PILES if ground[1] >= 0 else OTHERS, "bold"))
        return sorted((each for each in found if each.things), key=lambda each: (each.rank == HAND, each.rank == PILES))

    # -- things --------------------------------------------------------------------------------------------------

    def _section(self, section: Section) -> list[Runs]:
        if not section.things or section.said == COUNTED:
            return []  # how many lie in somebody's own zones stands in that player's line
        title = section.title or "    "
        if section.said == CUT:
            text = fitting(self._grouped(section), self.width - len(title))
            return [[(title, section.style), (text, "")]]
        full = section.said == FULL
        texts = self._all(section) if full else [text for text, _ in self._grouped(section)]
        wrapped = textwrap.wrap(title + ", ".join(glued(texts)), self.width, subsequent_indent=" " * 4)
        first: Runs = [(title, section.style), (wrapped[0][len(title) :].replace("\xa0", " "), "")]
        return [first, *([(line.replace("\xa0", " "), "")] for line in wrapped[1:])]

    def _all(self, section: Section) -> list[str]:
        """Name things with their numbers; those that are alike in all that is said of them once, with how many there are."""
        said = {slot: self._alike(section, slot) for slot in section.things}
        first = list(said.values())
        things = section.things if section.ordered else sorted(section.things, key=lambda slot: first.index(said[slot]))
        return [self._together(section, list(slots), *alike) for alike, slots in groupby(things, key=said.__getitem__)]

    def _alike(self, section: Section, slot: int) -> tuple[str, str]:
        """Give what is said of a thing but for the number it has among others of its name; what is unseen is like no other."""
        known = sight.knows(self.game.machine, self.viewer, slot)
        return self._whose(section, slot) + (self.m.state.names[slot] if known else self._name(slot)), self._rest(slot)

    def _together(self, section: Section, slots: list[int], name: str, rest: str) -> str:
        alone = self._whose(section, slots[0]) + self._name(slots[0])
        return counted(name, rest, len(slots)) if slots[1:] else alone + rest

    def _whose(self, section: Section, slot: int) -> str:
        return f"{self.game.seats[self.m.player_of(slot)]}'s " if section.shared and self.m.player_of(slot) >= 0 else ""

    def _grouped(self, section: Section) -> list[tuple[str, int]]:
        """Name things, those of one name once, each with how many there are."""
        names = [self._whose(section, slot) + self.m.state.names[slot] + self._marks(slot) for slot in section.things]
        counts = {name: names.count(name) for name in names}
        return [(counted(name, "", count), count) for name, count in counts.items()]

    def _rest(self, slot: int) -> str:
        """Say what there is to say of a thing behind its name: its numbers, its marks, its text."""
        numbers = " ".join(f"{name}{amount}" for name, amount in self._stats(slot, True))
        text = rulebook.headline(self.game, slot)
        return (f" ({numbers})" if numbers else "") + self._marks(slot) + (f": {text}" if text else "")

    def _stats(self, slot: int, short: bool) -> list[tuple[str, int]]:
        """Give somebody's stats that say something, but for those that only are or are not."""
        found = []
        for stat in range(OWN, self.m.state.width):
            each, amount = self.game.book.stats[stat], values.value(self.m, slot, stat)
            if is_number(each) and amount != each.default:
                found.append((self.short[each.name] if short else each.name, amount))
        return found

    def _marks(self, slot: int) -> str:
        """Say what only is or is not, such as being tapped, and what it is attached to."""
        stats = self.game.book.stats
        marks = [n for n in range(OWN, self.m.state.width) if stats[n].most == 1 and is_drawn(stats[n]) and self._is(slot, n)]
        on = [("not " if stats[n].default else "") + stats[n].name.casefold() for n in marks]
        on += [f"on {self._name(ref % LIVES)}" for ref in self.m.state.links.get((slot, "attached"), ())]
        on += ["face down"] if sight.face_down(self.m, slot) and sight.knows(self.game.machine, self.viewer, slot) else []
        return f" {' '.join(on)}" if on else ""

    def _is(self, slot: int, stat: int) -> bool:
        return values.value(self.m, slot, stat) != self.game.book.stats[stat].default


def is_drawn(stat: Stat) -> bool:
    """Say whether a stat is told of each thing: neither shared nor for the rules alone."""
    return not stat.shared and not stat.silent


def is_number(stat: Stat) -> bool:
    """Say whether a stat is drawn as a number: what only is or is not is a word."""
    return stat.most != 1 and is_drawn(stat)


def shortened(game: Game) -> dict[str, str]:
    """Give each stat a form as short as can be: the first letter that no stat before it has, else three."""
    short: dict[str, str] = {}
    for stat in game.book.stats[OWN:]:
        short[stat.name] = next((form for form in (stat.name[0], stat.name[:3]) if form not in short.values()), stat.name)
    return short


def to_come(game: Game) -> list[int]:
    """List who has priority and who is still to have it before what is on top resolves or the window closes."""
    m = game.machine
    frame = next((each for each in reversed(m.state.agenda) if "holder" in each.vars), None)
    asking = [player for player in game.asking if frame is None or player != frame.vars["holder"]]
    if frame is None or asking:
        return asking
    lap, seats = game.book.disciplines[frame.vars["discipline"]].lap, frame.vars["seats"]
    at = seats.index(frame.vars["holder"])
    order = [seat for seat in (*seats[at:], *seats[:at]) if stacks.present(m, seat)]
    return order[: _still(m, frame, lap, order)]


def _still(m: Machine, frame: Frame, lap: str, order: list[int]) -> int:
    """Count who is still to have priority, in the order in which they have it."""
    waiting = stacks.waiting(m)
    if not waiting and frame.vars.get("open") == "first":
        return 1  # whose pass closes the window
    if lap == "succession":
        return max(1, len(order) - int(frame.vars["passes"]))
    owner = m.state.cell(waiting[-1], OWNER) if waiting else NOWHERE
    return order.index(owner) + 1 if lap == "owner" and owner in order else 1


def counted(name: str, rest: str, count: int) -> str:
    """Name things that are alike, with how many there are and what is said of each."""
    return name + (f" ×{count}" if count > 1 else "") + rest


def cut(text: str, width: int) -> str:
    """Cut a text that is too long."""
    return text if len(text) <= width else text[: width - 1] + "…"


def glued(texts: Iterable[str]) -> list[str]:
    """Let no line break within a text."""
    return [text.replace(" ", "\xa0") for text in texts]


def fitting(texts: list[tuple[str, int]], width: int) -> str:
    """Give as many texts as go on a line, and say how many things are left out."""
    for shown in range(len(texts), 0, -1):
        left = sum(count for _, count in texts[shown:])
        text = ", ".join(text for text, _ in texts[:shown]) + (f" and {left} more" if left else "")
        if len(text) <= width:
            return text
    return f"{sum(count for _, count in texts)} cards"
