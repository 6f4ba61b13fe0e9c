"""Draws the table as a seat sees it: a map with everybody on it, or the cards in play, and all numbers in full."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.kernel.sight.schema import ThingView, View
from rulewright.play import cards, maps
from rulewright.play.maps import SIDES, Field, length
from rulewright.play.screen import HEIGHT, Runs
from rulewright.play.seen import Seen, gist, number, score

__all__ = ["SIDES", "board", "full_stats", "length", "short_stats"]


def board(view: View, width: int, marks: Iterable[maps.Spot] = (), room: int = HEIGHT) -> list[Runs]:
    """Draw the map with everybody's numbers beside it, or below it where there is no room; or the cards on the table."""
    return cards.Spread(view, width).lines(room) if view["map"] is None else Field(view, width, marks).lines()


def short_stats(view: View) -> str:
    """Say what the short forms of the stats beside a map stand for, as far as anybody has them; cards have them in full."""
    if view["map"] is None:
        return ""
    field = Field(view, 0)
    used = {stat for _, thing in field.cast for stat in thing["stats"] if stat not in thing["most"]}
    return ", ".join(f"{short} {stat}" for stat, short in field.short.items() if stat in used)


def full_stats(view: View) -> list[str]:
    """Say everybody's and everything's numbers in full, one text each, with types, text and what lasts on them."""
    seen = Seen(view)
    people = [f"{player['seat']}: {_joined([score(player)], player['stats'], player['marks'])}" for player in view["players"]]
    things = [_full(seen, thing) for thing in seen.things.values() if thing["handle"] not in seen.people]
    return [*(people if view["map"] is None else []), *dict.fromkeys(things)]


def _full(seen: Seen, thing: ThingView) -> str:
    printed = seen.printed(thing)
    kind = " ".join(printed["types"]) or ("" if thing["name"].startswith(thing["kind"]) else thing["kind"])
    lasting = [f"{each['name']} lasts" for each in seen.view["lasting"] if each["thing"] == thing["handle"]]
    cost = [f"costs {each['amount']} {each['stat']}" for each in printed["cost"]]
    numbers = [number(thing, stat) for stat in thing["stats"] if stat not in {each["stat"] for each in printed["cost"]}]
    words = gist(printed, thing["resting"]) if printed["types"] else ""
    said = ", ".join([*cost, *numbers, *thing["marks"], *lasting]) or ("" if words else "nothing of note")
    return f"{seen.short(thing)}{f' ({kind})' if kind else ''}: {'. '.join(filter(None, [said, words]))}"


def _joined(first: list[str], stats: dict[str, int], marks: list[str]) -> str:
    counted = first[0].split(" ")[0] if first[0] else ""
    numbers = [f"{stat} {amount}" for stat, amount in stats.items() if not first[0].startswith(f"{stat} ")]
    return ", ".join([*filter(None, first), *numbers, *marks]) or counted or "nothing of note"
