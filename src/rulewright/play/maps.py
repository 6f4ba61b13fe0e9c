"""Draws a map with everybody on it, what its symbols mean, and everybody's numbers beside it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from string import ascii_uppercase

from rulewright.kernel.sight.schema import Map, ThingView, View
from rulewright.play.screen import Run, Runs
from rulewright.play.seen import Seen, number

SIDES = ("bold cyan", "bold red", "bold yellow", "bold magenta")
BAR = 8
MANY = "*"
MARK = "+"
REGIONS = ":;!^&@$"
GROUND = {  # what a tile is drawn as: its symbol, its name, its style
    "floor": (".", "", "dim"),
    "wall": ("#", "wall", "dim"),
    "low wall": ("_", "low wall", "dim"),
    "window": ("=", "window", "dim"),
    "smoke": ("%", "smoke", "dim"),
    "difficult": ("~", "difficult", "blue"),
}
Spot = tuple[int, int]


def length(line: Runs) -> int:
    """Count the characters of a line."""
    return sum(len(text) for text, _ in line)


def abbreviations(names: Sequence[str]) -> dict[str, str]:
    """Give each name a short form of its own: initials of several words, the first letters of one."""
    short: dict[str, str] = {}
    for whole in names:
        words = whole.split()
        forms = ["".join(word[0] for word in words)] if len(words) > 1 else []
        forms += [whole[:length] for length in range(3, len(whole) + 1)]
        short[whole] = next((form for form in forms if form not in short.values()), whole)
    return short


class Field:
    """A map as one viewer sees it, with the tiles that can be picked."""

    def __init__(self, view: View, width: int, marks: Iterable[Spot] = ()) -> None:
        self.view, self.width, self.seen = view, width, Seen(view)
        self.marks = frozenset(marks)
        self.cast = [(n, self.seen.things[each]) for n, player in enumerate(view["players"]) for each in self._whom(player)]
        self.sides = {thing["handle"]: n for n, thing in self.cast}
        self.letters = self._letters()
        self.short = abbreviations(list(dict.fromkeys(stat for _, thing in self.cast for stat in thing["stats"])))
        found = view["map"]
        self.tiles = {} if found is None else {(tile["x"], tile["y"]): tile for tile in found["tiles"]}
        self.cells = {} if found is None else {(cell["x"], cell["y"]): cell["things"] for cell in found["cells"]}
        self.board = None if found is None else found.get("board")

    def _whom(self, player: object) -> list[int]:
        """List whom a player plays with: the members of a cast, or the player's own object where it is on the map."""
        members: list[int] = list(player["members"])  # type: ignore[index]
        own = player["thing"]  # type: ignore[index]
        return [each for each in (*members, *([own] if own is not None else [])) if each in self.seen.things]

    def _letters(self) -> dict[int, str]:
        """Give everybody a letter of their own: capitals for the first cast, small letters for the others."""
        given: dict[int, str] = {}
        for side, thing in self.cast:
            wanted = [sign for sign in thing["name"] + "abcdefghijklmnopqrstuvwxyz" if sign.isalpha() and sign.isascii()]
            cased = [sign.upper() if side == 0 else sign.lower() for sign in wanted]
            given[thing["handle"]] = next((sign for sign in cased if sign not in given.values()), "?")
        return given

    def style(self, handle: int) -> str:
        """Give the colour of somebody's side."""
        return SIDES[self.sides[handle] % len(SIDES)] if handle in self.sides else ""

    # -- the map -------------------------------------------------------------------------------------------------

    def map_lines(self) -> list[Runs]:
        """Draw the map, x east from 1, y north from 1 at the bottom; marked tiles can be picked."""
        found = self.view["map"]
        if found is None:
            return []
        lines: list[Runs] = []
        for y in range(found["height"], 0, -1):
            tiles = [self._tile(found, (x, y)) for x in range(1, found["width"] + 1)]
            lines.append([(f"{y:>3} ", "dim"), *((sign + " ", style) for sign, style in tiles)])
        # Two digits fill a tile's width, so of the columns from 10 on every other is numbered.
        across = "".join(self._column(x).ljust(2) for x in range(1, found["width"] + 1))
        return [*lines, [(f"    {across}", "dim")]]

    def _column(self, x: int) -> str:
        """Name a column: on a board by its letter."""
        return ascii_uppercase[(x - 1) % 26] if self.board else "" if x > 10 and x % 2 else str(x)

    def _tile(self, found: Map, spot: Spot) -> Run:
        here, actor = [each for each in self.cells.get(spot, ()) if each in self.letters], self.view["actor"]
        others = [each for each in self.cells.get(spot, ()) if each not in self.letters]
        pieces = [each for each in others if not self.board or self.seen.things[each]["kind"] != self.board]
        if actor is not None and actor in here:
            return self.letters[actor] if len(here) == 1 else MANY, self.style(actor) + " reverse"
        if here:
            return (self.letters[here[0]], self.style(here[0])) if len(here) == 1 else (MANY, "bold")
        if pieces:
            return self._piece(pieces)
        if spot in self.marks:
            return MARK, "bold green"
        return self._held(others) or self._ground(found, spot)

    def _held(self, cells: list[int]) -> Run | None:
        """Draw a cell of a board that belongs to a player: the letter of the player."""
        owners = {self.seen.things[each]["player"] for each in cells} - {None}
        found = [player["thing"] for player in self.view["players"] if player["seat"] in owners and player["thing"] is not None]
        return (self.letters[found[0]], self.style(found[0])) if found and found[0] in self.letters else None

    def _piece(self, pieces: list[int]) -> Run:
        """Draw what lies on a tile and is nobody's actor: the first letter of its name, in its player's colour."""
        thing = self.seen.things[pieces[0]]
        seats = [player["seat"] for player in self.view["players"]]
        style = SIDES[seats.index(thing["player"]) % len(SIDES)] if thing["player"] in seats else "bold"
        return (thing["name"][0], style) if len(pieces) == 1 else (MANY, style)

    def _ground(self, found: Map, spot: Spot) -> Run:
        ground = self.tiles[spot]["ground"] if spot in self.tiles else "floor"
        sign, _, style = GROUND[ground]
        region = next((sign for sign, _, tiles in self.regions() if spot in tiles), "")
        return (region, "yellow") if region and ground == "floor" else (sign, style)

    def regions(self) -> list[tuple[str, str, frozenset[Spot]]]:
        """List the places a scene has marked on its map: the symbol each is drawn with, its name and its tiles."""
        found = self.view["map"]
        named = [] if found is None else [(name, tiles) for name, tiles in found["regions"].items() if tiles]
        return [(sign, name, frozenset((x, y) for x, y in tiles)) for sign, (name, tiles) in zip(REGIONS, named, strict=False)]

    def legend(self) -> list[str]:
        """Say what the symbols of the map mean."""
        kinds = {tile["ground"] for tile in self.tiles.values()}
        words = [f"{sign} {what}" for kind, (sign, what, _) in GROUND.items() if kind in kinds and what]
        other = {spot for spot, tile in self.tiles.items() if tile["ground"] != "floor"}
        words += [f"{sign} {what}" for sign, what, tiles in self.regions() if tiles - other]
        shared = any(len(things) > 1 for things in self.cells.values())
        return [*words, *([f"{MANY} several actors"] if shared else []), *([f"{MARK} can be picked"] if self.marks else [])]

    # -- the people ----------------------------------------------------------------------------------------------

    def heading(self) -> list[Runs]:
        """Say which round it is, how each side stands, and how the scene ends."""
        rounds = [f"{name} {count}" for name, count in self.view["rounds"].items() if name in self._whole()]
        sides = [f"{each['seat']} {each['score']} of {len(each['members'])}" for each in self.view["players"] if each["members"]]
        ends = f"ends when {' or '.join(self.view['goal'])}" if self.view["goal"] else ""
        text = "   ".join(filter(None, [*rounds, ", ".join(sides), ends]))
        return [[(line, "dim")] for line in textwrap.wrap(text, self.width, initial_indent="  ", subsequent_indent="  ")]

    def _whole(self) -> list[str]:
        return [stage["name"] for stage in self.view["course"] if not stage["of"]]

    def people_lines(self, width: int) -> list[Runs]:
        """Give everybody a line: letter, name, a bar for each number with a maximum, then as many others as fit."""
        longest = max((len(thing["name"]) for _, thing in self.cast), default=0)
        return [line for _, thing in self.cast for line in self._person(thing, longest, width)]

    def _person(self, thing: ThingView, longest: int, width: int) -> list[Runs]:
        """Draw one person; whoever is asked gets a second line for the numbers that do not fit in the first."""
        active = thing["handle"] == self.view["actor"]
        called = f"{'>' if active else ' '}{self.letters[thing['handle']]} {thing['name'].ljust(longest)}"
        if not self.seen.in_play(thing["handle"]):
            return [[(f"{called}  {self.seen.zones[thing['zone']]['zone']}", "dim")]]
        line: list[Run] = [(called, self.style(thing["handle"]) + (" reverse" if active else ""))]
        for stat, most in thing["most"].items():
            line += _bar(thing["stats"].get(stat, 0), most)
        left = sorted((stat for stat in thing["stats"] if stat not in thing["most"]), key=lambda stat: stat not in thing["base"])
        marks: list[Run] = [(f" {mark}", "yellow") for mark in thing["marks"]]
        fitting = self._numbers(thing, left, width - length(line) - length(marks))
        rest = self._numbers(thing, left[len(fitting) :], width - len(called)) if active else []
        return [[*line, *marks, *fitting], *([[(" " * len(called), ""), *rest]] if rest else [])]

    def _numbers(self, thing: ThingView, wanted: Sequence[str], room: int) -> list[Run]:
        """Give the numbers that fit, shortened; what lasting effects touch is coloured and says by how much."""
        line: list[Run] = []
        for stat in wanted:
            text = f" {number(thing, stat, self.short[stat])}"
            if length(line) + len(text) > room:
                break
            by = thing["stats"][stat] - thing["base"].get(stat, thing["stats"][stat])
            line.append((text, "" if not by else "green" if by > 0 else "red"))
        return line

    # -- the whole -----------------------------------------------------------------------------------------------

    def lines(self) -> list[Runs]:
        """Draw the map with everybody's numbers beside it, or below it where there is no room."""
        left = self.map_lines()
        wide = max(map(length, left)) + 1
        beside = self.width - wide >= 40
        room = self.width - wide if beside else self.width
        signs = textwrap.wrap("   ".join(self.legend()), room, initial_indent="  ", subsequent_indent="  ")
        right = [*self.people_lines(room), *([(line, "dim")] for line in signs)]
        if not beside:
            return [*self.heading(), *left, *right]
        pairs = zip_longest(left, right, fillvalue=())
        return [*self.heading(), *([*one, (" " * (wide - length(one)), ""), *other] for one, other in pairs)]


def _bar(amount: int, most: int) -> list[Run]:
    full = min(BAR, max(1 if amount > 0 else 0, round(BAR * amount / most)))
    style = "green" if amount * 2 > most else "yellow" if amount * 4 > most else "red"
    return [(" " + "█" * full, style), ("░" * (BAR - full), "dim"), (f" {amount:>2}/{most:<2}", "")]
