"""A view, with questions for drawing it: things by their handles, the row in which a thing is drawn, the things at a place.

Everything is drawn from a view only, so that nothing can be drawn that a seat may not see.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.kernel.sight.schema import KindView, Numbers, Player, ThingView, View, ZoneView

PLAIN: KindView = {"types": [], "cost": [], "text": [], "abilities": [], "place": ""}
BEFORE = {"Trigger": "when ", "When": "while ", "Needs": "if ", "Cost": "for ", "Limit": "", "Target": "→ ", "if": "if "}
"""The beginnings of the lines of a rules text that say when and to what something is done."""

AFTER = {"do": "", "else": "else ", "then": "then "}
"""The beginnings of those that say what is done."""


class Seen:
    """What one viewer sees, to be drawn."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.zones = {zone["id"]: zone for zone in view["zones"]}
        self.things = {thing["handle"]: thing for zone in view["zones"] for thing in zone["things"] or ()}
        self.people = {player["thing"]: player for player in view["players"] if player["thing"] is not None}
        self.hosts = {thing["place"] for thing in self.things.values() if thing["place"] is not None}

    def printed(self, thing: ThingView) -> KindView:
        """Give what is printed on a thing."""
        return self.view["kinds"].get(thing["kind"], PLAIN)

    def name(self, handle: int | None) -> str:
        """Name a thing; what lies nowhere any more has no name here."""
        thing = self.things.get(handle) if handle is not None else None
        return thing["name"] if thing is not None else ""

    def short(self, thing: ThingView) -> str:
        """Name a thing without its zone, where the zone is shown anyway."""
        return thing["name"].replace(f" in {self.zones[thing['zone']]['zone']}", "")

    def in_play(self, handle: int) -> bool:
        """Say whether a thing is in play."""
        thing = self.things.get(handle)
        return thing is not None and self.zones[thing["zone"]]["live"]

    # -- places --------------------------------------------------------------------------------------------------

    def places(self) -> list[ThingView]:
        """List the places: what the book calls so, and whatever something is at."""
        live = [thing for thing in self.things.values() if self.zones[thing["zone"]]["live"]]
        return [thing for thing in live if thing["handle"] in self.hosts or self.printed(thing)["place"]]

    def at(self, place: ThingView) -> list[ThingView]:
        """List what is at a place, as it lies."""
        return [thing for thing in self.things.values() if thing["place"] == place["handle"]]

    def apart(self, thing: ThingView) -> bool:
        """Say whether a thing is drawn with a place or with a player: it is at a place, is one, or is a player's own object."""
        place = thing["place"] is not None or thing["handle"] in self.hosts or bool(self.printed(thing)["place"])
        return place or thing["handle"] in self.people

    # -- zones ---------------------------------------------------------------------------------------------------

    def row(self, zone: ZoneView, player: Player) -> list[ThingView]:
        """List what of a zone is drawn in a player's row."""
        if zone["shown"] not in ("row", "players"):
            return []
        lying = [thing for thing in zone["things"] or () if not self.apart(thing)]
        return [thing for thing in lying if (zone["row"] or thing["player"]) == player["seat"]]

    def own(self, player: Player) -> Iterable[ZoneView]:
        """List the zones that belong to a player: the hand first, then decks, then what lies open."""
        order = {"hand": 0, "deck": 1}
        return sorted(
            (zone for zone in self.view["zones"] if zone["owner"] == player["seat"] and zone["shown"] != "row"),
            key=lambda zone: order.get(zone["shown"], 2),
        )


def brief(zone: ZoneView) -> str:
    """Name a zone without its owner."""
    return zone["zone"].removeprefix(f"{zone['owner']}'s ")


def score(player: Player) -> str:
    """Say a player's score and its goal: `Points 2/7`; "" if there is none."""
    goal = player["goal"]
    if goal is None or player["score"] is None:
        return ""
    bound = f"/{goal['bound']}" if goal["how"] == "wins" and goal["bound"] is not None else ""
    return f"{goal['stat']} {player['score']}{bound}"


def number(numbers: Numbers, stat: str, name: str = "") -> str:
    """Say a number: as it counts now, and by how much more or less than written."""
    now = numbers["stats"][stat]
    by = f"({now - numbers['base'][stat]:+d})" if stat in numbers["base"] else ""
    most = f"/{numbers['most'][stat]}" if stat in numbers["most"] else ""
    return f"{name or stat} {numbers['words'].get(stat, now)}{most}{by}"


def gist(printed: KindView, resting: Iterable[str] = ()) -> str:
    """Give the text of a card in one line: its own text, then each ability with its name, and whether it is out of use."""
    abilities = [f"{each['name']}: {_line(each['text'])}" for each in printed["abilities"]]
    rest = [each["name"] for each in printed["abilities"] if each["name"] in set(resting)]
    return "; ".join([*filter(None, [_line(printed["text"])]), *abilities, *(f"{name} is out of use" for name in rest)])


def _line(text: Iterable[str]) -> str:
    """Run the lines of a text together: when and at what, then what is done."""
    before, after = [], []
    for line in text:
        key, _, rest = line.partition(": ")
        if key in BEFORE:
            before.append(BEFORE[key] + rest)
        elif key in AFTER or line.startswith(" "):
            after.append(AFTER[key] + rest if key in AFTER else line.strip())
    said = ": ".join(filter(None, [", ".join(before), "; ".join(after)]))
    return said.replace("[", "").replace("]", "")
