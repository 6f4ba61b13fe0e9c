"""Positions in rule text, for scenes and examples."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from rulewright.kernel.state.facts import NOBODY
from rulewright.kernel.state.grid import EIGHT, parse_spot
from rulewright.kernel.state.positions import TILES
from rulewright.language.lower import boards
from rulewright.language.names.declarations import KindOf
from rulewright.language.names.names import Names
from rulewright.language.text.source import Line, Span
from rulewright.language.text.syntax import begins_map, flat
from rulewright.program import expressions
from rulewright.program.declared import Zone
from rulewright.program.expressions import Expression, Query
from rulewright.program.position import Position, Thing
from rulewright.program.quick_dataclasses import dataclass, field, fields, replace
from rulewright.program.spelled import plain

MANY = 3  # the largest number of digits in a number of cards


@dataclass(slots=True)
class Piece:
    """One object of a position while it is being read."""

    name: str
    kind: str = ""
    stats: dict[int, int] = field(default_factory=dict)
    side: int = NOBODY
    spot: tuple[int, int] | None = None
    zone: str = ""
    owner: int = NOBODY
    at: str = ""
    attached: str = ""
    down: bool = False
    actions: tuple[str, ...] | None = None
    own: int = NOBODY  # the number of a kind of its own

    def thing(self, kinds: Mapping[str, int], zones: Mapping[str, int], things: Mapping[str, int]) -> Thing:
        """Give it in the form of a book, with the numbers of what it names."""
        kind = self.own if self.own != NOBODY else kinds.get(plain(self.kind) or plain(self.name), kinds["actor"])
        zone, at, attached = zones.get(plain(self.zone), NOBODY), things.get(self.at, NOBODY), things.get(self.attached, NOBODY)
        stats = tuple(self.stats.items())
        return Thing(self.name, kind, stats, self.side, self.spot, zone, self.owner, at, attached, self.down)


@dataclass(slots=True)
class Sketch:
    """A position while it is being read."""

    name: str
    rows: list[str] = field(default_factory=list)
    legend: dict[str, str] = field(default_factory=dict)
    seats: list[str] = field(default_factory=list)
    sides: list[str] = field(default_factory=list)
    strategies: list[str] = field(default_factory=list)
    allied: set[tuple[int, int]] = field(default_factory=set)
    neutral: set[int] = field(default_factory=set)
    things: list[Piece] = field(default_factory=list)
    ends: list[tuple[Expression, Query | None]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    players: bool = False
    marks: dict[str, str] = field(default_factory=dict)
    features: list[str] = field(default_factory=list)
    board: str = ""
    pieces: dict[str, tuple[str, int]] = field(default_factory=dict)  # what the signs of a board mean: a kind, and whose

    def copy(self) -> Sketch:
        """Give the same position for another book, which decides what its things can do."""
        return replace(self, things=[replace(thing) for thing in self.things])

    def position(self, kinds: Mapping[str, int], zones: Sequence[Zone]) -> Position:
        """Give it in the form of a book, whose kinds have these numbers."""
        kept = {each.name: getattr(self, each.name) for each in fields(self) if each.name not in ("pieces", "board")}
        rows = {name: tuple(kept[name]) for name in ("rows", "seats", "sides", "strategies", "ends", "said", "features")}
        sets = {name: frozenset(kept[name]) for name in ("allied", "neutral")}
        known, named = {plain(zone.name): n for n, zone in enumerate(zones)}, self.numbers()
        things = tuple(piece.thing(kinds, known, named) for piece in self.things)
        cells = tuple(n for n, piece in enumerate(self.things) if self.board and piece.kind == self.board and piece.spot)
        return Position(**{**kept, **rows, **sets, "things": things, "cells": cells})

    def numbers(self) -> dict[str, int]:
        """Give the number of the first thing of each name."""
        return {thing.name: number for number, thing in reversed([*enumerate(self.things)])}


# -- reading -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Reader:
    """Reads the lines of a scene or the first lines of an example."""

    names: Names
    kinds: Mapping[str, KindOf]
    sketch: Sketch
    conditions: Callable[[str, Span], Expression | None]

    def line(self, line: Line) -> bool:
        """Read one line; False if it is not a line of a position."""
        key, colon, value = line.text.partition(":")
        words = plain(key)
        if begins_map(line) and words == "board":
            boards.lay(self, line, value, Piece)
        elif words == "pieces" and colon:
            boards.pieces(self, value, line.span)
        elif begins_map(line):
            self.sketch.rows += ["".join(row.text.split()) for row in flat(line.children)]
        elif words == "tiles" and colon:
            self._tiles(value, line)
        elif words.startswith("cast ") and colon:
            self._cast(key[5:].strip(), value, line)
        elif words.startswith("seats ") and not colon:
            self._seats([part.strip() for part in line.text[6:].split(",")])
        elif words == "teams" and colon:
            self._teams(value, line.span)
        elif words == "ends when" and colon:
            self._ends(value, line.span)
        elif words == "marks" and colon:
            self.sketch.marks |= dict(signs(value))
        elif words == "features" and colon:
            self._features(value, line.span)
        elif colon and (found := self._zone_of(key)):
            self._cards(*found, value, line.span)
        elif colon and self.names.zone(key) is not None:
            self._cards(self.names.keepers.get(words, ""), key, "", value, line.span)
        elif not colon and re.search(r"\(|\bat \d|\bbeside\b|\d tiles? from\b", line.text):
            self.things(line.text, line.span)
        else:
            return False
        return True

    def _zone_of(self, key: str) -> tuple[str, str, str] | None:
        """Read `Ann's Board at Quay`: whose zone, which, and at which place."""
        found = re.fullmatch(r"(.+?)'s (.+?)(?: at (.+))?", key.strip())
        return (found[1], found[2], found[3] or "") if found and self.names.zone(found[2]) is not None else None

    def _tiles(self, value: str, line: Line) -> None:
        for part in value.split(","):
            sign, _, meaning = part.strip().partition(" ")
            if not sign:
                self.names.report(line.span, "a symbol of the map is missing", "X wall; any symbol but #, which begins a comment")
            elif plain(meaning) not in TILES:
                self.names.report(line.span, f"a tile cannot be {meaning.strip()!r}", ", ".join(TILES))
            else:
                self.sketch.legend[sign] = plain(meaning)

    def _features(self, value: str, span: Span) -> None:
        for part in value.split(","):
            if plain(part) not in self.names.features:
                known = ", ".join(name for _, name in self.names.features.values())
                self.names.report(span, f"there is no feature {part.strip()!r}", known or "a Feature of the book")
            self.sketch.features.append(" ".join(part.split()))

    def _ends(self, value: str, span: Span) -> None:
        """Read a condition that ends the scene and, after a semicolon, the cast that wins then; without it, whoever is left."""
        said, _, outcome = value.partition(";")
        condition, winner = self.conditions(said.strip(), span), re.fullmatch(r"(.+?) wins?", plain(outcome))
        everywhere = tuple(range(len(self.names.zones)))
        if outcome.strip() and (winner is None or winner[1] not in (*self.names.casts, "nobody")):
            known = ", ".join(self.names.casts.values())
            self.names.report(span, f"{outcome.strip()!r} does not say who wins", f"… wins, or nobody wins ({known})")
        elif condition is not None:
            whose = (
                expressions.Query((expressions.OfCast(self.names.exact_word(winner[1])),), winner[1], everywhere)
                if winner
                else None
            )
            self.sketch.ends.append((condition, whose))
            outcome = " ".join(outcome.split())
            self.sketch.said.append(" ".join(said.split()) + (f" ({outcome})" if outcome else ""))

    def _seats(self, named: Sequence[str]) -> None:
        """Read the seats of a game without casts: each player is an object of its own."""
        self.sketch.players = True
        for name in named:
            if name not in self.sketch.seats:
                number = len(self.sketch.seats)
                self.sketch.seats.append(name)
                self.sketch.sides.append(name)
                self.sketch.strategies.append("")
                zone = "Players" if "players" in self.names.zones else ""
                self.sketch.things.insert(number, Piece(name, "player", side=number, owner=number, zone=zone))

    def _teams(self, value: str, span: Span) -> None:
        """Read `Ada and Cy; Ben and Di`: players who win together."""
        teams = [[name.strip() for name in re.split(r",| and ", part)] for part in value.split(";")]
        if sorted(name for team in teams for name in team) != sorted(self.sketch.seats):
            self.names.report(span, "the teams do not name every player once", "; ".join(self.sketch.seats))
            return
        self.sketch.sides = [" and ".join(team) for team in teams]
        for thing in self.sketch.things[: len(self.sketch.seats)]:
            thing.side = next(n for n, team in enumerate(teams) if thing.name in team)

    def _cast(self, head: str, value: str, line: Line) -> None:
        name, *marks = [part.strip() for part in head.split(",")]
        side = self.side(name)
        for mark in marks:
            self._cast_mark(side, mark, line.span)
        for text in value.split(";"):
            if text.strip():
                self.things(text.strip(), line.span, side)

    def _cast_mark(self, side: int, mark: str, span: Span) -> None:
        words = plain(mark)
        if words == "neutral":
            self.sketch.neutral.add(side)
        elif words.startswith("allied with "):
            other = self.side(mark[len("allied with ") :].strip())
            self.sketch.allied.add((min(side, other), max(side, other)))
        elif words.startswith("run by strategy "):
            self.sketch.strategies[side] = mark[len("run by strategy ") :].strip()
        else:
            self.names.report(span, f"a cast cannot be {mark!r}", "neutral, allied with …, run by strategy …")

    def side(self, name: str) -> int:
        """Find a side by name, or add it with a seat of its own."""
        if name not in self.sketch.sides:
            self.sketch.sides.append(name)
            self.sketch.seats.append(name)
            self.sketch.strategies.append("")
        return self.sketch.sides.index(name)

    def things(self, text: str, span: Span, side: int | None = None) -> list[Piece]:
        """Read `Ann at 1,1 (Health 12) beside Bo (Defense 15)`."""
        found: list[Piece] = []
        for relation, spec in specs(text):
            thing = self._thing(spec, span)
            if thing is None:
                continue
            if self.sketch.players and thing.name in self.sketch.seats:
                self._merge(thing, side, span)
                continue
            self._stand(thing, relation, found, span)
            self._belong(thing, side)
            found.append(thing)
            self.sketch.things.append(thing)
        return found

    def _belong(self, thing: Piece, side: int | None) -> None:
        """Give a thing its side: its cast, a side of its own, or nobody if players have seats."""
        if side is not None:
            thing.side = side
        elif thing.side == NOBODY and not self.sketch.players:
            thing.side = self.side(thing.name)
        thing.owner = thing.side

    def _merge(self, thing: Piece, side: int | None, span: Span) -> None:
        """Add what a line says about a player to the player's object."""
        if side is not None or thing != Piece(thing.name, stats=thing.stats, spot=thing.spot, actions=thing.actions):
            expected = f"{thing.name} at 1,2 (Stat 5), or an actor of another name"
            self.names.report(
                span, f"{thing.name!r} is a player with a seat, so it cannot have a cast, a kind or a place", expected
            )
        for own in [other for other in self.sketch.things if other.name == thing.name][:1]:
            own.stats |= thing.stats
            own.spot, own.actions = thing.spot or own.spot, thing.actions or own.actions

    def _thing(self, text: str, span: Span) -> Piece | None:
        found = re.fullmatch(
            r"(?P<name>[^()]+?)(?: at (?P<spot>\d+ ?, ?\d+|\d+[NS] ?\d+[EW]))?\s*(?:\((?P<marks>[^()]*)\))?",
            text.strip(),
        )
        if found is None:
            self.names.report(span, f"{text!r} is not an actor", "Name at 1,2 (Kind, Stat 5)")
            return None
        thing = Piece(" ".join(found["name"].split()))
        try:
            thing.spot = parse_spot(found["spot"]) if found["spot"] else None
        except ValueError as error:
            self.names.report(span, str(error))
        for mark in (found["marks"] or "").split(","):
            if mark.strip():
                self._mark(thing, mark.strip(), span)
        return thing

    def _mark(self, thing: Piece, mark: str, span: Span) -> None:
        amount = re.fullmatch(r"(.+?) (-?\d+)", mark)
        facing = re.fullmatch(r"facing (\w+)", plain(mark))
        lying = re.fullmatch(r"in (.+)", plain(mark))
        if facing and self.names.heading is not None and facing[1].upper() in EIGHT:
            thing.stats[self.names.heading] = list(EIGHT).index(facing[1].upper())
        elif lying and self.names.zone(lying[1]) is not None:
            thing.zone = lying[1]
        elif amount:
            index = self.names.declared(amount[1])
            thing.stats[self.names.undeclared_stat(amount[1], span) if index is None else index] = int(amount[2])
        elif plain(mark) in self.kinds:
            thing.kind = mark
        elif plain(mark) == "face down":
            thing.down = True
        elif plain(mark).startswith("attached to "):
            thing.attached = self.names.kind(mark[12:]) or mark[12:]
        elif plain(mark).startswith("cast "):
            thing.side = self.side(mark[5:].strip())
        elif plain(mark).startswith("has "):
            thing.actions = tuple(part.strip() for part in re.split(r" and |/", mark[4:]))
        else:
            expected = "a kind, a stat and a number, cast …, has … and …, facing …, in a zone"
            self.names.report(span, f"{mark!r} is not a property of an actor", expected)

    def _stand(self, thing: Piece, relation: str, before: list[Piece], span: Span) -> None:
        """Place one thing beside another, or so many tiles from it, if no tile is given."""
        if thing.spot is not None or self.sketch.players:
            return
        if any(name.endswith(" camp") for name in self.sketch.marks.values()):
            return  # it appears when its cast deploys
        last = before[-1] if before else (self.sketch.things[-1] if self.sketch.things else None)
        if last is None or last.spot is None:
            thing.spot = (5, 12) if not self.sketch.rows else None
            if self.sketch.rows:
                expected = f"{thing.name} at 1,1, or a line `marks:` with a camp of its cast"
                self.names.report(span, f"it is not said where on the map {thing.name} is", expected)
            return
        away = re.fullmatch(r"(\d+) tiles? from", relation)
        thing.spot = (last.spot[0] + (int(away[1]) if away else 1), last.spot[1])

    def _cards(self, owner: str, zone: str, at: str, value: str, span: Span) -> None:
        seats = self.sketch.seats
        if owner and (owner not in seats or not self.sketch.players):
            known = ", ".join(seats) if self.sketch.players else f"a line `seats {', '.join(seats) or '…'}` first"
            self.names.report(span, f"{owner!r} has no seat here", known)
            return
        name = next(z for z, n in self.names.zones.items() if n == self.names.zone(zone))
        whose = self.sketch.seats.index(owner) if owner else NOBODY
        side = self.sketch.things[whose].side if owner else NOBODY
        for part in reversed([part.strip() for part in re.split(r",(?![^()]*\))", value) if part.strip()]):
            for thing in self._counted(part, span):
                thing.owner, thing.side, thing.zone = whose, side, name
                thing.at = (self.names.action(at) or self.names.kind(at) or at) if at else ""
                self.sketch.things.append(thing)

    def _counted(self, part: str, span: Span) -> list[Piece]:
        """Read `3 Ox (Health 2)`: so many cards of one name, and what is marked on them."""
        found = re.fullmatch(r"(?:(\d+) )?(.+?)(?: \((.*)\))?", part)
        number, name, marks = (found[1], found[2], found[3]) if found else (None, part, None)
        known = self.names.action(name) or self.names.kind(name)
        card = known if known and plain(known) == plain(name) else None
        if card is None:
            self.names.report(span, f"there is no card {part!r}", "a card of the book")
            return []
        count = int(number[: MANY + 1]) if number else 1
        if len(self.sketch.things) + count > self.names.limits.things or count >= 10**MANY:
            expected = f"fewer than {10**MANY} of a name, {self.names.limits.things:,} in all"
            self.names.report(span, f"{part!r} is more cards than a scene can have", expected)
            return []
        things = [Piece(str(card), plain(str(card))) for _ in range(count)]
        for thing in things:
            for mark in filter(None, map(str.strip, (marks or "").split(","))):
                self._mark(thing, mark, span)
        return things


def signs(value: str) -> list[tuple[str, str]]:
    """Read `E gate, h Reds camp`: symbols of the map and what they mark."""
    parts = [part.strip().partition(" ") for part in value.split(",") if part.strip()]
    return [(sign, plain(name)) for sign, _, name in parts if name.strip()]


def specs(text: str) -> list[tuple[str, str]]:
    """Split a line of actors at `beside`, `N tiles from` and commas outside parentheses."""
    text = re.sub(r"( at \d+) ?, ?(?=\d)", r"\1,", text)
    parts = re.split(r"\s+(beside|\d+ tiles? from)\s+(?![^()]*\))|\s*(,)\s*(?![^()]*\))(?!\d)", text)
    specs, relation = [], ""
    for part in parts:
        if part is None:
            continue
        if part in ("beside", ",") or re.fullmatch(r"\d+ tiles? from", part):
            relation = part
        elif part.strip():
            specs.append((relation, part))
            relation = ""
    return specs


def learn_actors(names: Names, text: str) -> None:
    """Collect the names of actors before actions are compiled, so that [Ann Health] can be read."""
    head, colon, rest = text.partition(":")
    if plain(head).startswith("cast ") or (not colon and re.search(r"\(| at | beside | tiles? from ", text)):
        for part in (rest if colon else text).split(";"):
            found = [spec.split("(")[0].split(" at ")[0].split() for _, spec in specs(part)]
            names.actors |= {" ".join(name) for name in found if name}


def learn_places(names: Names, text: str) -> None:
    """Collect the names of casts and of marks on the maps before they are used."""
    head, colon, rest = text.partition(":")
    if colon and plain(head).startswith("cast "):
        name = head[5:].split(",")[0].strip()
        names.casts[plain(name)] = name
    elif colon and plain(head) == "marks":
        names.marks |= {mark for _, mark in signs(rest)}
    for name in re.findall(r"[(,] ?cast ([^,()]+)", text):
        names.casts[plain(name)] = name.strip()
