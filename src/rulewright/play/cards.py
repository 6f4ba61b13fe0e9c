"""Draws a table of cards in a given number of lines: the course of the game, what waits, each player's row, places, the own hand.

What does not fit is shortened, the least needed first: piles, then places and other boards, then one's own cards.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from itertools import groupby

from rulewright.kernel.history.amendments import headline
from rulewright.kernel.sight.schema import Player, Stack, Stage, ThingView, View, Waiting, ZoneView
from rulewright.play import clock
from rulewright.play.screen import Runs
from rulewright.play.seen import Seen, brief, gist, number, score
from rulewright.program.quick_dataclasses import dataclass

NAME = 22  # how wide a name is in a list
PILE = 5  # how many things of a stack are drawn, from the top
LISTED, FULL, NAMES, CUT, PACKED, COUNTED = range(6)
"""How much is shown, from most to least: a line for each thing, numbers, names, one line, several sections in a line, a count."""
PILES, OTHERS, BOARD, HAND = ORDER = range(4)  # what is shortened first: piles, what others have, one's own board, one's hand
WAYS: tuple[tuple[int, bool, tuple[int, ...]], ...] = (  # how deep stacks are drawn, whether lines of players go on, what is said
    (PILE, True, (FULL, LISTED, LISTED, LISTED)),
    (PILE, True, (CUT, FULL, LISTED, LISTED)),
    (PILE, True, (CUT, FULL, FULL, LISTED)),
    (PILE, True, (COUNTED, FULL, FULL, LISTED)),
    (PILE, True, (COUNTED, FULL, FULL, FULL)),
    (PILE, False, (COUNTED, NAMES, FULL, FULL)),
    (PILE, False, (COUNTED, NAMES, NAMES, FULL)),
    (PILE, False, (COUNTED, CUT, NAMES, NAMES)),
    (PILE, False, (COUNTED, CUT, CUT, CUT)),
    (PILE, False, (COUNTED, PACKED, PACKED, CUT)),
    (2, False, (COUNTED, PACKED, PACKED, CUT)),
    (1, False, (COUNTED, PACKED, PACKED, CUT)),
    (0, False, (COUNTED, PACKED, PACKED, CUT)),
)


@dataclass(slots=True)
class Section:
    """A title and the things below it, how much of them is shown, and how soon that is shortened."""

    title: str
    things: list[ThingView]
    rank: int
    ordered: bool = False  # whether the order of the things matters
    words: str = ""  # words at the end, whatever the section contains


class Spread:
    """The table of cards as one viewer sees it."""

    def __init__(self, view: View, width: int) -> None:
        self.view, self.width, self.seen = view, width, Seen(view)
        self.you = next((player for player in view["players"] if player["seat"] == view["you"]), None)
        self.said: tuple[int, ...] = WAYS[0][2]

    def lines(self, room: int) -> list[Runs]:
        """Draw the table in at most so many lines, if possible."""
        drawn: list[Runs] = []
        for deep, whole, self.said in WAYS:
            drawn = [*self.pile(deep), *self.stands(), *self._people(whole)]
            if len(drawn) <= room:
                break
        return drawn

    # -- where the game stands -----------------------------------------------------------------------------------

    def stands(self) -> list[Runs]:
        """Say whose turn it is and in which step, who may act and who comes next, and the numbers that everybody shares."""
        turn = [f"{self.view['active']}'s turn"] if self.view["active"] else []
        course = " · ".join(glued([*self._rounds(), *turn, *self._steps()]))
        text = "   ".join(filter(None, [*glued([self._clock()]), course, *glued([self._priority(), self._shared()])]))
        lines = textwrap.wrap(text, self.width, initial_indent="  ", subsequent_indent="  ")
        return [[(cut(line.replace("\xa0", " "), self.width), "dim")] for line in lines]

    def _rounds(self) -> list[str]:
        """Say which round it is, for structures that belong to nobody."""
        whole = [
            stage["name"] for stage in self.view["course"] if not stage["of"] and self._worth(stage["name"]) and stage["words"]
        ]
        return [
            f"{name.casefold()} {self.view['rounds'][name]}"
            for name in whole
            if name in self.view["rounds"] and self._worth(name)
        ]

    def _steps(self) -> list[str]:
        """Say the step of each structure that belongs to somebody, the outermost first: in the book's words, or by name."""
        said: list[str] = []
        for stage in (stage for stage in self.view["course"] if stage["of"] and stage["words"] and self._worth(stage["name"])):
            if stage["words"].startswith(", ") and said:
                said[-1] += stage["words"]
            elif stage["words"].startswith(stage["name"]):
                said = self._stepped(said, stage)
            else:
                said.append(stage["words"])
        return said[-3:]

    def _stepped(self, said: list[str], stage: Stage) -> list[str]:
        """Add a structure's name and step; if both are the same, they are said once, and the word turn is left out."""
        whose = stage["thing"] not in self.seen.people and stage["of"] != self.view["active"]
        name = f"{stage['name']} of {stage['of']}" if whose else stage["name"]
        step = stage["step"] if self._worth(stage["step"]) and len(stage["steps"]) > 1 else ""
        before = said[:-1] if said and said[-1].casefold() == stage["name"].casefold() else said
        return [*before, *filter(None, (name if said or whose else "", step))]

    def _worth(self, name: str) -> bool:
        return name.casefold() not in [each.casefold() for each in self.view["layout"]["without"]]

    def _priority(self) -> str:
        held = self.view["priority"]
        if held is None:
            return ""
        after = f", then {', '.join(held['then'])}" if held["then"] else ""
        return f"priority: {held['holder']}{after}"

    def _shared(self) -> str:
        """Say the shared numbers that the book lists first, and the sizes of common decks and piles."""
        numbers = [f"{stat} {self.view['shared'][stat]}" for stat in self.view["layout"]["first"] if stat in self.view["shared"]]
        decks = [
            zone for zone in self.view["zones"] if zone["shown"] in ("deck", "pile") and zone["owner"] is None and zone["count"]
        ]
        return ", ".join([*numbers, *(f"{zone['zone']} {zone['count']}" for zone in decks)])

    def _clock(self) -> str:
        """Say what time it is and how long the floor is still open, where time passes."""
        time = self.view["clock"]
        if time is None:
            return ""
        closes = "" if time["closes"] is None else f", the floor closes in {clock.span(max(0, time['closes'] - time['now']))}"
        return clock.said(time["now"]) + closes

    # -- the stack -----------------------------------------------------------------------------------------------

    def pile(self, deep: int = PILE) -> list[Runs]:
        """Draw what waits, the oldest stack first and each from its top: what it is, whose, how fast, and at what."""
        return [line for stack in self.view["stacks"] for line in self._stack(stack, deep)]

    def _stack(self, stack: Stack, deep: int) -> list[Runs]:
        waiting, due = stack["waiting"], stack["due"]
        left = "" if due is None else f"; pops in {clock.span(max(0, due - self.view['now']))}"
        name = stack["name"] if left else "Stack"
        if not deep:
            return [[(cut(f"  {name}: {len(waiting)} waiting, {waiting[0]['name']} on top{left}", self.width), "bold")]]
        texts = [self._waiting(each, len(waiting) - n) for n, each in enumerate(waiting[:deep])]
        lines: list[Runs] = [[(cut(text, self.width), "bold" if not n else "")] for n, text in enumerate(texts)]
        below = f"; {len(waiting) - deep} more below" if len(waiting) > deep else ""
        return [[(f"  {name}, the top first{below}{left}", "bold")], *lines]

    def _waiting(self, each: Waiting, place: int) -> str:
        source = each["source"] if each["source"] not in self.seen.people else None
        by = f" by {self.seen.name(source)}" if self.seen.name(source) else ""
        aims = list(dict.fromkeys(filter(None, (self.seen.name(target) for target in each["targets"]))))
        at = f" → {', '.join(aims)}" if aims else ""
        blocked = " blocked" if each["blocked"] else ""
        text = f"  {place:>2} {each['name'] + by:<34} {each['player'] or '':<8} {each['speed']:<10}{blocked}{at}".rstrip()
        words = gist({"types": [], "cost": [], "text": each["text"], "abilities": [], "place": ""})
        return f"{text}   {words}" if words and len(text) + len(words) + 3 <= self.width else text

    # -- everybody -----------------------------------------------------------------------------------------------

    def _people(self, whole: bool) -> list[Runs]:
        """Draw the other players with their rows, then what is in the middle, and the viewer last."""
        others = [player for player in self.view["players"] if player is not self.you]
        drawn = [line for player in others for line in self._player(player, whole)]
        between = [*self._places(), *self._open()]
        mine = [] if self.you is None else self._player(self.you, whole)
        hands = [section for section in between if section.rank == HAND]
        between = [section for section in between if section.rank != HAND]
        return [*drawn, *self._sections(between), *mine, *self._sections(hands)]

    def _player(self, player: Player, whole: bool) -> list[Runs]:
        return [*self.person(player, whole), *self._sections(self._rows(player))]

    def person(self, player: Player, whole: bool = False) -> list[Runs]:
        """Give a player a line: the score first, then numbers and marks, and how many cards lie in the player's own zones."""
        mark = ">" if player["asked"] else " "
        if player["out"]:
            return [[(f" {mark}{player['seat']}  out", "dim")]]
        counted = player["goal"]["stat"] if player["goal"] is not None else ""
        numbers = [number(player, stat) for stat in player["stats"] if stat != counted]
        zones = [f"{brief(zone)} {zone['count']}" for zone in self.seen.own(player) if zone["count"]]
        parts = [score(player), "  ".join(numbers), " ".join(player["marks"]), ", ".join(zones)]
        text = f" {mark}{player['seat']:<8} " + "   ".join(filter(None, parts))
        style = "bold reverse" if player["asked"] else "bold"
        if not whole:
            return [[(cut(text, self.width), style)]]
        lines = textwrap.wrap(text, self.width, subsequent_indent=" " * 11, drop_whitespace=True)
        lines[0] = text[: len(lines[0])] if text.startswith(lines[0]) else " " + lines[0].lstrip()
        return [[(line, style)] for line in lines]

    def _rows(self, player: Player) -> list[Section]:
        """Give what a player has in play, zone by zone; zones of the player's own are named."""
        rank = BOARD if player is self.you else OTHERS
        found = [(zone, self.seen.row(zone, player)) for zone in self.view["zones"]]
        return [Section(f"    {brief(zone)}: " if zone["row"] else "    ", lying, rank) for zone, lying in found if lying]

    def _places(self) -> list[Section]:
        """Give each place with what is there; empty places share a line."""
        found, empty = [], []
        for place in self.seen.places():
            there, words = self.seen.at(place), self._titled(place)
            if not there:
                empty.append(words)
            elif self.seen.printed(place)["place"] == "across":
                found += self._armies(place, there, words)
            else:
                found.append(Section(f"  {words}: ", there, OTHERS, ordered=True))
        return [*found, *([Section("  Nothing at: ", [], OTHERS, words=", ".join(empty))] if empty else [])]

    def _armies(self, place: ThingView, there: list[ThingView], words: str) -> list[Section]:
        """Give a place with one line for each player who has something there, with the sum of what is summed."""
        seats = list(dict.fromkeys(thing["player"] for thing in there))
        total = self.view["layout"]["total"]
        parts = [(seat, [thing for thing in there if thing["player"] == seat]) for seat in seats]
        sums = [f" {sum(thing['stats'].get(total, 0) for thing in lying)} {total}" if total else "" for _, lying in parts]
        if len(parts) == 1:
            return [Section(f"  {words}: {parts[0][0]}{sums[0]}: ", there, OTHERS)]
        lines = [Section(f"    {seat}{had}: ", lying, OTHERS) for (seat, lying), had in zip(parts, sums, strict=True)]
        return [Section(f"  {words}", [], OTHERS, words=" "), *lines]

    def _titled(self, place: ThingView) -> str:
        """Name a place, with its kind and its player, unless all places of its kind belong to one player."""
        whose = f" ({place['player']})" if place["player"] and self.seen.printed(place)["place"] != "column" else ""
        return f"{place['name']}{self._marks(place)}{whose}"

    def _open(self) -> list[Section]:
        """Give what else is seen: things in play that are nobody's, the market, piles, and one's own hand."""
        return [section for zone in self.view["zones"] if (section := self._lying(zone)) is not None]

    def _lying(self, zone: ZoneView) -> Section | None:
        lying = [thing for thing in zone["things"] or () if not self.seen.apart(thing)]
        if zone["shown"] in ("row", "players", "map"):
            lying = [] if zone["row"] else [thing for thing in lying if thing["player"] is None]
        if not lying or zone["shown"] == "stack":
            return None
        mine = zone["shown"] == "hand" and zone["owner"] == self.view["you"]
        rank = HAND if mine else PILES if zone["shown"] == "pile" else OTHERS
        return Section(f"  Your {brief(zone)}: " if mine else f"  {zone['zone']}: ", lying, rank)

    # -- things --------------------------------------------------------------------------------------------------

    def _sections(self, sections: list[Section]) -> list[Runs]:
        """Draw sections one below another or, where they are packed, each in the first line that has room for it."""
        drawn: list[Runs] = []
        for section in sections:
            for line in self._section(section):
                room = self.width - length(line) - 1 if self.said[section.rank] == PACKED else 0
                at = next((n for n, before in enumerate(drawn) if length(before) <= room), None)
                if at is None:
                    drawn.append(line)
                else:
                    drawn[at] = [*drawn[at], (" ", ""), *line]
        return drawn

    def _section(self, section: Section) -> list[Runs]:
        said, title = self.said[section.rank], section.title
        if section.words:
            return [[(cut(f"{title}{section.words}", self.width).rstrip(), "" if section.words.strip() else "bold")]]
        if said == COUNTED:
            return []  # the sizes of a player's own zones are in that player's line
        if said == LISTED and self._several(section):
            return self._list(section)
        if said in (CUT, PACKED):
            return [[(title, "bold"), (fitting(self._grouped(section), self.width - len(title)), "")]]
        texts = self._all(section) if said in (LISTED, FULL) else [text for text, _ in self._grouped(section)]
        indent = " " * (len(title) - len(title.lstrip()) + 2)
        wrapped = textwrap.wrap(title + ", ".join(glued(texts)), self.width, subsequent_indent=indent)
        first: Runs = [(title, "bold"), (wrapped[0][len(title) :].replace("\xa0", " "), "")]
        return [first, *([(line.replace("\xa0", " "), "")] for line in wrapped[1:])]

    def _list(self, section: Section) -> list[Runs]:
        """Give each thing a line below the title, or beside it where it is alone."""
        title, texts = section.title, self._listed(section)
        if len(texts) == 1 or not title.strip():
            return [[(title, "bold"), (cut(text, self.width - len(title)), "")] for text in texts]
        indent = " " * (len(title) - len(title.lstrip()) + 2)
        return [[(title.rstrip(": "), "bold")], *([(cut(indent + text, self.width), "")] for text in texts)]

    def _several(self, section: Section) -> bool:
        """Say whether one of the things has more to show than its name."""
        return any(self._rest(thing) or gist(self.seen.printed(thing)) for thing in section.things)

    def _listed(self, section: Section) -> list[str]:
        """Give each thing a line: its name, what it costs, what it is, its numbers and marks, its text."""
        texts = []
        for (name, _), alike in self._runs(section):
            thing, printed = alike[0], self.seen.printed(alike[0])
            paid = printed["cost"] if not self.seen.in_play(thing["handle"]) else []
            cost = ", ".join(f"{each['amount']} {each['stat']}" for each in paid)
            words = headline(thing["carries"]) or gist(printed, thing["resting"])
            called = counted(name if alike[1:] else self.seen.short(thing), "", len(alike))
            parts = [(called + self._marks(thing)).ljust(NAME), cost, self._inside(thing), words]
            texts.append("  ".join(filter(None, parts)))
        return texts

    def _runs(self, section: Section) -> list[tuple[tuple[str, str], list[ThingView]]]:
        """Group things that look the same: neighbours only or, if the order does not matter, all of them."""
        said = {thing["handle"]: self._alike(thing) for thing in section.things}
        first = list(said.values())
        things = section.things if section.ordered else sorted(section.things, key=lambda each: first.index(said[each["handle"]]))
        return [(alike, list(lying)) for alike, lying in groupby(things, key=lambda thing: said[thing["handle"]])]

    def _alike(self, thing: ThingView) -> tuple[str, str]:
        """Give what is shown of a thing, without the number in its name; an unseen thing is never grouped."""
        known = bool(self.seen.printed(thing)["types"]) or thing["kind"] in thing["name"]
        return (thing["kind"] if known else self.seen.short(thing)), self._rest(thing)

    def _all(self, section: Section) -> list[str]:
        """Name things with their numbers; those that are alike once, with how many there are."""
        runs = self._runs(section)
        return [counted(name if alike[1:] else self.seen.short(alike[0]), rest, len(alike)) for (name, rest), alike in runs]

    def _grouped(self, section: Section) -> list[tuple[str, int]]:
        """Name things, those of one name once, each with how many there are."""
        names = [self._alike(thing)[0] + self._marks(thing) for thing in section.things]
        counts = {name: names.count(name) for name in names}
        return [(counted(name, "", count), count) for name, count in counts.items()]

    def _rest(self, thing: ThingView) -> str:
        """Say what follows a thing's name: its types and numbers, its marks, and the text that it carries."""
        inside, carried = self._inside(thing), headline(thing["carries"])
        return (f" ({inside})" if inside else "") + self._marks(thing) + (f": {carried}" if carried else "")

    def _inside(self, thing: ThingView) -> str:
        """Say a thing's types, and the numbers that the book shows on small cards; by default all numbers."""
        printed, small = self.seen.printed(thing), self.view["layout"]["small"]
        paid = {each["stat"] for each in printed["cost"]}
        told = [stat for stat in thing["stats"] if stat not in paid and thing["stats"][stat]]
        numbers = [number(thing, stat) for stat in told if stat in small or not small]
        return ", ".join(filter(None, [" ".join(printed["types"]), *numbers]))

    def _marks(self, thing: ThingView) -> str:
        """Say the true-or-false stats of a thing, what it is attached to, and whether it is face down."""
        on = [f"on {self.seen.name(thing['attached'])}"] if self.seen.name(thing["attached"]) else []
        down = ["face down"] if thing["down"] and thing["kind"] != "unseen" else []
        resting = [f"{name} out of use" for name in thing["resting"]]
        return "".join(f" {mark}" for mark in (*thing["marks"], *on, *down, *resting))


def counted(name: str, rest: str, count: int) -> str:
    """Name things that are alike, with how many there are and what is said of each."""
    return name + (f" ×{count}" if count > 1 else "") + rest


def length(line: Runs) -> int:
    """Say how long a line is."""
    return sum(len(text) for text, _ in line)


def cut(text: str, width: int) -> str:
    """Cut a text that is too long."""
    return text if len(text) <= width else text[: width - 1] + "…"


def glued(texts: Iterable[str]) -> list[str]:
    """Prevent line breaks inside a text."""
    return [text.replace(" ", "\xa0") for text in texts]


def fitting(texts: list[tuple[str, int]], width: int) -> str:
    """Give as many texts as go on a line, and say how many things are left out."""
    for shown in range(len(texts), 0, -1):
        left = sum(count for _, count in texts[shown:])
        text = ", ".join(text for text, _ in texts[:shown]) + (f" and {left} more" if left else "")
        if len(text) <= width:
            return text
    return f"{sum(count for _, count in texts)} cards"
