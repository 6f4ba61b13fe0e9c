"""Reports unknown names: a structure, zone, action, kind, feature or speed that a line uses and no text declares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.lower.scenes import Sketch
from rulewright.language.names.declarations import KindOf
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program.spelled import plain

ANYBODY = ("everybody",)
"""The words for those who may have an action, in addition to kinds and names."""

PLAYED = re.compile(
    r"a card played from (?P<zone>.+?)(?: to (?P<onto>.+?))?(?: by (?P<action>.+))?|(?:then|if countered) to (?P<after>.+)"
)
"""The parts of a kind of card that name zones and an action."""


def _missing(names: Names, span: Span, what: str, name: str, known: Iterable[str]) -> None:
    """Report that there is nothing of a name, with what there is."""
    there = list(dict.fromkeys(known))
    article = "an" if what[0] in "aeiou" else "a"
    expected = ", ".join(there[:12]) or f"{article} {what} of the book"
    names.report(span, f"there is no {what} {name!r}", expected, did_you_mean(name, there) or "")


def report(names: Names, settings: Mapping[str, Item], features: Sequence[Item], items: Sequence[Item],
           declared: Mapping[str, KindOf], positions: Sequence[Sketch], amended: bool) -> None:  # fmt: skip
    """Report all names in a text that nothing declares."""
    actions = [item for item in items if item.kind == "action"]
    _settings(names, settings)
    for item in features if not amended else ():  # a feature may fall with its rule
        _features(names, item.value_span, item.value.split(","))
    _kinds(names, [item for item in items if item.kind == "kind"], declared)
    _owners(names, actions, positions)
    _speeds(names, actions)


def _settings(names: Names, found: Mapping[str, Item]) -> None:
    """Report a structure that a setting names and the text does not have."""
    known = sorted(set(names.structures.values()))
    for item in [found[key] for key in ("start", "turn") if key in found]:
        if names.structure(item.value) is None and item.value.strip() not in known:
            _missing(names, item.value_span, "structure", item.value.strip(), known)
    if (limit := found.get("reactions")) is not None:
        per = re.search(r"\b(?:per|a|each|every) ([\w ]+)$", plain(limit.value))
        if per is None or (per[1] not in ("attack", "trigger") and names.structure(per[1]) is None):
            names.report(limit.value_span, f"{limit.value!r} is not a limit", f"1 per attack, 1 per … ({', '.join(known)})")


def _features(names: Names, span: Span, wanted: Iterable[str]) -> None:
    for name in (" ".join(each.split()) for each in wanted):
        if name and plain(name) not in names.features:
            _missing(names, span, "feature", name, [known for _, known in names.features.values()])


def _kinds(names: Names, items: Sequence[Item], declared: Mapping[str, KindOf]) -> None:
    """Report zones and actions that a kind of card names and the text does not have."""
    for item in items:
        for part in re.split(r"[,;]", item.value):
            found = PLAYED.fullmatch(plain(part))
            for key, name in (found.groupdict() if found else {}).items():
                _played(names, item, key, name)
        for name in declared[plain(item.name)].actions or ():
            if plain(name) not in names.actions:
                span = next((line.span for line in item.lines if name in line.text), item.span)
                _missing(names, span, "action", name, names.actions.values())


def _played(names: Names, item: Item, key: str, name: str | None) -> None:
    if name is None:
        return
    if key == "action" and plain(name) not in names.actions:
        _missing(names, item.value_span, "action", name, names.actions.values())
    elif key != "action" and names.zone(name) is None:
        _missing(names, item.value_span, "zone", name, names.zones)


def _owners(names: Names, items: Sequence[Item], positions: Sequence[Sketch]) -> None:
    """Report an action that is for somebody whom no scene and no kind has: nobody would ever have it."""
    there = {plain(thing.name) for position in positions for thing in position.things}
    there |= {plain(seat) for position in positions for seat in position.seats} | set(map(plain, names.actors))
    known = {*there, *names.kinds, *map(plain, names.card_types), *ANYBODY}
    lines = [header for item in items for each in (item, *item.items) for header in each.headers if plain(header.key) == "for"]
    for header in lines:
        for name in (" ".join(part.split()) for part in header.value.split(",")):
            if plain(name) not in known:
                shown = [*(names.kinds[kind] for kind in names.kinds), *sorted(names.actors), *ANYBODY]
                _missing(names, header.value_span, "kind and nobody called", name, shown)


def _speeds(names: Names, items: Sequence[Item]) -> None:
    """Report a speed that the table of the book does not have."""
    lines = [header for item in items for each in (item, *item.items) for header in each.headers if plain(header.key) == "speed"]
    for header in lines:
        speed = plain(header.value.split(",")[0])
        if speed not in (*names.speed_names, "none", "reaction"):
            there = names.speed_names or ("a table `Speeds`",)
            _missing(names, header.value_span, "speed", speed, there)
