"""Phrases that a rule text defines: `Word destroy <whom>: move <whom> to the graveyard`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulewright.language.grammar.patterns import Gap, Pattern
from rulewright.language.names.names import Names
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text.syntax import Item, opening
from rulewright.program.declared import Zone
from rulewright.program.quick_dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Keyword:
    """A phrase that the text defines: for an effect, a trigger or a condition, with its pattern and its meaning."""

    kind: str
    pattern: Pattern
    meaning: str

    def spelled_out(self, slots: Mapping[str, Gap]) -> str:
        """Give the meaning with the contents of the slots."""
        return re.sub(r"<(\w+)>", lambda found: slots[found[1]].text.strip() if found[1] in slots else found[0], self.meaning)


def declare(names: Names, items: Iterable[Item]) -> None:
    """Read the words that a text defines."""
    for item in items:
        read(names, item)


def read(names: Names, item: Item) -> None:
    """Read `Word destroy <whom>: move <whom> to the graveyard`; `Word when …` defines a trigger, `Word if …` a condition."""
    first, _, rest = item.name.partition(" ")
    kind = {"when": "trigger", "if": "condition"}.get(first.casefold(), "effect")
    try:
        pattern = Pattern(re.sub(r"<([a-z_]+)(\d*)>", r"{\1\2:\1}", item.name if kind == "effect" else rest))
    except ValueError as error:
        names.report(
            item.span, f"{item.name!r} is not a pattern: {error}", "words and slots, each slot once, such as heal <whom>"
        )
        return
    unknown = [slot for slot in re.findall(r"<(\w+?)\d*>", item.name) if slot not in SLOTS]
    if unknown:
        names.report(item.span, f"<{unknown[0]}> is not a kind of slot", ", ".join(f"<{slot}>" for slot in SLOTS))
        return
    first, *following = item.value.split(";")
    if following and opening(first):
        message = "what follows the semicolon does not belong to what precedes it: it would happen only once"
        names.report(item.span, message, "a Word for each of the two")
    names.keywords.append(Keyword(kind, pattern, item.value))


def usual(names: Names, zones: Sequence[Zone]) -> None:
    """Let cards be drawn, discarded, destroyed and trashed where the text has no word for it and it is clear what that is.

    It is clear if each player has one zone that nobody sees, to draw from, one that its owner sees, to draw to, and one that all
    see and that is not in play, for what is discarded or destroyed. What is trashed goes to a zone Trash, if there is one.
    """
    decks = [zone.name for zone in zones if zone.owned and zone.seen == "nobody" and not zone.stack]
    hands = [zone.name for zone in zones if zone.owned and zone.seen == "owner"]
    open_ones = [zone for zone in zones if zone.seen == "all" and not zone.live and not zone.stack]
    names.piles = tuple(number for number, zone in enumerate(zones) if zone in open_ones)
    piles = _piles([zone for zone in open_ones if zone.owned])
    if len(decks) == len(hands) == 1:
        _unless_known(
            names, "draw", "{amount} [card|cards]", f"move the top <amount> cards of your {decks[0]} to your {hands[0]}"
        )
    if len(piles) == len(hands) == 1:
        away = f"choose <amount> cards in your {hands[0]}, to discard; move the chosen cards to your {piles[0]}"
        _unless_known(names, "discard", "{amount} [card|cards]", away)
    destroyed = _destroyed(names, open_ones)
    _unless_known(names, "destroy", "{whom}", destroyed)
    heap = next((zone.name for zone in open_ones if zone.name.casefold() == "trash" and not zone.owned), "")
    _unless_known(names, "trash", "{whom}", f"move <whom> to {heap}" if heap and not names.carried else destroyed)


ZONES_FOR = {
    "draw": "`Zone Deck: of each player, seen by nobody` and `Zone Hand: of each player, seen by its owner`",
    "discard": "`Zone Hand: of each player, seen by its owner` and `Zone Discard: of each player, seen by all`",
}
"""The zones that a text needs, one of each sort, so that these verbs need no `Word` of the text."""


def zones_for(names: Names, line: str) -> str:
    """Name the zones that the verb of a line needs; "" if it needs none, or if the text has words with this verb."""
    verb = line.casefold().partition(" ")[0]
    if verb not in ZONES_FOR or not re.search(r"\bcards?\b", line, re.IGNORECASE):
        return ""
    known = [word for word in names.keywords if word.kind == "effect" and re.search(rf"\b{verb}s?\b", word.pattern.text)]
    return "" if known else ZONES_FOR[verb]


USED = ("discard", "discard pile", "graveyard", "heap")
"""What the pile of used cards is called, where several piles are open."""


def _piles(zones: Sequence[Zone]) -> list[str]:
    """Give the names of the piles to which a player's used cards may go; one that is called so comes before others."""
    called = [zone.name for zone in zones if zone.name.casefold() in USED]
    return called if len(called) == 1 else [zone.name for zone in zones]


def _destroyed(names: Names, piles: Sequence[Zone]) -> str:
    """Say what it is to destroy something; "" if there are several piles to which it could go.

    In a game that was begun by an older version it is taken out of the game, as it was then.
    """
    owned = [zone for zone in piles if zone.owned]
    if names.carried or not piles:
        return "remove <whom>"
    if len(owned) == 1:
        return f"move <whom> to its owner's {owned[0].name}"
    return f"move <whom> to {piles[0].name}" if len(piles) == 1 else ""


def _unless_known(names: Names, verb: str, rest: str, meaning: str) -> None:
    """Add a word, unless the text has words with this verb."""
    own = [word.pattern for word in names.keywords if word.kind == "effect"]
    if meaning and not any(re.search(rf"\b{verb}s?\b", pattern.text, re.IGNORECASE) for pattern in own):
        names.keywords.append(Keyword("effect", Pattern(f"{verb} {rest}"), meaning))
