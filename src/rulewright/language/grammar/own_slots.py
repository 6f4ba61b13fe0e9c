"""The slots in the patterns of usual words: finds what fills a slot under the names of the book."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.slot_words import (
    BOUNDS,
    DONE,
    ROLES,
    WAYS,
    Words,
    near,
    numbered,
    one_card,
    participle,
    sign,
    whose_life,
)
from rulewright.language.names.names import Names
from rulewright.language.text.syntax import NUMBER_WORDS
from rulewright.program.declared import OWN_STATS
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.spelled import plain

STATES = {
    "freeze": "Frozen", "stun": "Stunned", "tap": "Tapped", "exhaust": "Exhausted", "poison": "Poisoned", "silence": "Silenced",
    "curse": "Cursed", "blind": "Blinded", "paralyze": "Paralyzed", "root": "Rooted", "buff": "Buffed", "mark": "Marked",
    "accuse": "Accused", "grapple": "Grappled", "slow": "Slowed", "lock": "Locked", "shield": "Shielded", "charm": "Charmed",
}  # fmt: skip
"""Verbs for states, each with the stat that says the state."""
RELEASES = {"ready": "Exhausted", "untap": "Tapped", "unfreeze": "Frozen", "wake": "Asleep", "refresh": "Exhausted"}
"""Verbs that end a state, each with its stat."""

DEEDS = frozenset([
    *("push", "pull", "move", "put", "place", "take", "draw", "gain", "lose", "choose", "reveal", "look", "search", "make"),
    *("play", "remove", "return", "attack", "deal", "set", "install", "summon", "add", "name", "propose", "offer", "trade"),
    *("exchange", "sell", "buy", "discard", "trash", "give", "pay", "spend", "shuffle", "prevent", "counter"),
    *("copy", "skip", "build", "discover", "score", "show", "tell", "guess", "send", "support", "use", "process", "access"),
    *("rez", "purge", "host", "expose", "advance", "conquer", "hold", "channel", "run", "bid", "feed", "harvest", "ask"),
])  # fmt: skip
"""Verbs that do more than put somebody into a state."""

IDLE = frozenset([
    *("empty", "extra", "additional", "more", "full", "crystal", "crystals", "token", "tokens", "unit", "units", "bonus"),
])  # fmt: skip
"""Words beside the name of a unit that say nothing more."""

NO_UNIT = ("instead", "card", "cards", "more", "turn", "turns", "damage", "tile", "tiles", "new", "other", "others")
"""Words that a text does not count with a stat."""
STATS = {"power": "power", "life": "life", "points": "points", "price": "price"}
"""What a row calls the stats that most books have."""

PAST = {
    "fail": "Failed",
    "succeed": "Won",
    "are lost": "Lost",
    "are won": "Won",
    "have failed": "Failed",
    "have succeeded": "Won",
}


@dataclass(slots=True)
class OwnSlots:
    """The slots of one book, for a line in one of its actions."""

    names: Names
    owner: str
    declaring: bool = False  # whether a unit that the book does not have is to be declared
    new: list[str] = field(default_factory=list)  # the stats to declare

    def own(self, slot: str, said: Words) -> str | None:
        """Give what stands in a slot: a word of the text as it is or as the book says it, or what the book has for something."""
        if slot in FILLED:
            return FILLED[slot](self, said)
        if slot.endswith("_title"):
            return said[slot.removesuffix("_title")].title()
        if slot in said:
            return said[slot]
        if slot in STATS:
            return rephrasing.own_stat(STATS[slot], self.names)
        return rephrasing.own_zone(slot, self.names)

    def any_stat(self) -> str | None:
        """Give the first stat of the book."""
        return next((stat.name for stat in self.names.stats[len(OWN_STATS) :]), None)

    def piece(self) -> str | None:
        """Give the kind of the pieces of a board."""
        aside = {"cell", "tile", *self.names.card_types}
        kinds = [name for key, name in self.names.kinds.items() if key not in aside]
        return kinds[0] if kinds and "map" in self.names.has else None

    def unit(self, words: str) -> str | None:
        """Give the book's stat for a unit, without words that say nothing more: `an empty mana crystal`."""
        said = " ".join(word for word in words.split(" ") if word.casefold() not in IDLE)
        known = rephrasing.own_stat(said, self.names) if said else None
        if (
            known is None
            and self.declaring
            and re.fullmatch("[a-z]{3,}(?: [a-z]{3,})?", said)
            and said not in NO_UNIT
            and self.names.kind(said) is None
        ):
            self.new.append(said.title())
            return said.title()
        return known

    def first_stat(self, *units: str) -> str | None:
        """Give the book's stat for the first of some units that it has; else any."""
        return next((stat for unit in units if unit and (stat := self.unit(unit)) is not None), self.any_stat())

    def cell(self, said: Words, near: bool) -> str:
        """Give the cells that a text refers to, near the target or anywhere."""
        place = re.sub(r"\b(?:square|space|point|field|intersection|tile)\b", "cell", re.sub(r"^(?:an?|any) ", "", said["place"]))
        place = re.sub(r"\badjacent (.*?cell)\b", r"\1 adjacent to target" if near else r"\1", place)
        return f"{rephrasing.article(place)}{place}"

    def structure(self, word: str) -> str | None:
        """Give a structure of the book; a book without turns has rounds."""
        return self.names.structure(word) or (self.names.structure("Round") if word.casefold() == "turn" else None)

    def kind_of(self, said: Words) -> str | None:
        """Give the kind that a text refers to."""
        what = re.sub(r"\b(?:other|friendly|enemy|your|all|each) ", "", said["what"])
        found = re.search(r"\b([a-z]+?)s?\b(?: you control| you do not control| here|$)", what, re.IGNORECASE)
        return self.names.kind(found[1]) if found is not None else None

    def one_is_there(self, said: Words) -> str:
        """Give the condition that the card which gives a feature is there: another one, or one at the same place."""
        here = " at the place of the actor" if re.search(r"\bhere\b", said["what"]) else ""
        if re.search(r"\byou do not control\b|\benemy\b", said["what"], re.IGNORECASE):
            return f"there is an enemy {self.owner}{here}"
        other = "another friendly" if re.search(r"\bother\b", said["what"], re.IGNORECASE) else "a friendly"
        return f"there is {other} {self.owner}{here}"

    def acts(self, said: Words) -> str:
        """Give whose acts a price is about."""
        what = re.sub(r"^(?:all|your|every|each) ", "", said["what"])
        known = what in ("cards", "card") or self.names.kind(what) is not None
        return f"{what} you play" if known else what

    def stem_stat(self, said: Words) -> str | None:
        """Give the stat of a state that a text names by a verb: `tagged` by Tags."""
        stem = said["stem"]
        forms = (stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem)
        return next((stat for form in forms if (stat := rephrasing.own_stat(form, self.names)) is not None), None)

    def who_kind(self, said: Words) -> str | None:
        """Give the kind of a word whose ending was cut off."""
        forms = (said["who"], f"{said['who']}f", f"{said['who']}fe")
        return next((kind for form in forms if (kind := self.names.kind(form)) is not None), None)

    def hidden(self, said: Words) -> str | None:
        """Give a kind of card that is never in play."""
        kind = plain(self.names.kind(said["what"]) or "player")
        return said["what"] if kind not in {*self.names.homes, "player"} else None

    def attack_action(self) -> str | None:
        """Give the action of the book with which somebody attacks."""
        return next((self.names.actions[name] for name in ("strike", "attack", "hit") if name in self.names.actions), None)

    def whose_hand(self, said: Words) -> str | None:
        """Give whose hand a text refers to: that of the one who discards."""
        hand, who = rephrasing.own_zone("hand", self.names), (said.get("who") or "you").strip()
        return f"{'your' if who.casefold() in ('you', 'you must') else f'{who}{chr(39)}s'} {hand}" if hand is not None else None

    def tapped_line(self, said: Words) -> str | None:
        """Give the line that makes a thing that comes into play tapped, where a text says so."""
        stat = self.names.declared(said.get("named", "").strip()) if said.get("named") else None
        return (
            "" if not said.get("named") else None if stat is None else f"\n  the chosen card has 1 {self.names.stats[stat].name}"
        )

    def other_stat(self) -> str | None:
        """Give the second stat of the book."""
        own = [stat.name for stat in self.names.stats[len(OWN_STATS) :]]
        return own[1] if len(own) > 1 else None

    def prices(self, said: Words) -> str | None:
        """Give what is paid, in the book's own stats."""
        parts = [part.split(" ", 1) for part in re.split(r", (?:and )?| and ", said["cost"])]
        paid = [(part[0], self.unit(part[1]) if len(part) > 1 else None) for part in parts]
        return ", ".join(f"{n} {unit}" for n, unit in paid) if all(unit for _, unit in paid) else None

    def of_each(self, said: Words) -> str:
        """Say what each player does by itself: `every player gets 10 points` in a step."""
        found = re.fullmatch(
            r"(?:each|every|all) players? (?:gets?|gains?|receives?|earns?) (\w+) (.+)", said["does"], re.IGNORECASE
        )
        unit = self.unit(found[2]) if found is not None else None
        return f"each player: gain {found[1]} {unit}" if found is not None and unit is not None else said["does"]

    def own_card(self, said: Words) -> str | None:
        """Give the card of the book that a text names."""
        return self.names.actions.get(plain(said["card"])) or self.names.kind(said["card"])

    def paid(self, said: Words) -> str | None:
        """Give the stat that is paid with, which is not the one that prices are printed in."""
        usual = [self.unit(unit) for unit in (said.get("unit", ""), "mana", "credits", "coins", "actions") if unit]
        return next((stat for stat in usual if stat is not None and not re.search("cost|price", plain(stat))), self.any_stat())

    def one_piece(self, word: str) -> str | None:
        """Give the kind of a piece of the board that a text names, with its article."""
        kind = rephrasing.own_kind(re.sub(r"^(?:an?|the|any|your) ", "", word, flags=re.IGNORECASE), self.names) or self.piece()
        return kind.removesuffix("s") if kind is not None and "map" in self.names.has else None

    def promoted(self, said: Words) -> str | None:
        """Give what a piece is promoted to: the thing that is named, or another kind of the book."""
        named = said.get("thing") or said.get("thing2")
        others = [kind for kind in self.names.kinds.values() if kind not in (self.piece(), "Cell", "Tile")]
        queen = next((kind for kind in others if plain(kind) in ("queen", "king", "dame")), None)
        return named or (f"a {queen}" if queen else None)

    def known_act(self, said: Words) -> str | None:
        """Give the cards whose price a text is about, if it is a kind of card."""
        kind = self.names.kind(said["what"])
        return said["what"] if said["what"].casefold() == "card" or (kind and plain(kind) in self.names.card_types) else None

    def acts_of_cards(self, said: Words) -> str | None:
        """Give whose price it is that is paid; cards that have a price in a supply are none of them."""
        bought = rephrasing.own_zone("supply", self.names) and rephrasing.own_stat("price", self.names)
        return None if bought and re.fullmatch(r"(?:all )?cards", said["what"], re.IGNORECASE) else self.acts(said)

    def most_life(self) -> str | None:
        """Give the stat for the most that somebody may have of what damage reduces."""
        life = rephrasing.own_stat("life", self.names)
        found = [self.names.declared(name) for name in (f"{life} Maximum", f"Maximum {life}", f"Max {life}")] if life else []
        return next((self.names.stats[each].name for each in found if each is not None), None)

    def any_structure(self, word: str) -> str | None:
        """Give the structure of the book for a time, or its rounds."""
        return self.names.structure(word) or self.names.structure("Round") or self.structure("turn")

    def one_of_kind(self, said: Words) -> str | None:
        """Give one of the things that a text refers to by its plural: `an enemy creature`."""
        said_of = re.sub(r"^(?:all|each) ", "", said["what"])
        enemy = re.search(r"you do not control|opponents? controls?", said_of) is not None
        kind = self.kind_of({"what": re.sub(r" you do not control| (?:your )?opponents? controls?", "", said_of)})
        return (
            f"{'an enemy' if enemy else 'a'} {plain(kind)}{'' if enemy or ' you control' not in said_of else ' you control'}"
            if kind
            else None
        )

    def home_of_kind(self, said: Words) -> str | None:
        """Give the zone in play where things of a kind are."""
        kind = plain(self.names.kind(re.sub(r"^an? ", "", said["what"])) or "")
        number = self.names.homes.get(kind)
        named = next((name for name, zone in self.names.zones.items() if zone == number), None)
        return named.title() if named else self.zone_called("rig") or rephrasing.own_zone("board", self.names)

    def zone_called(self, name: str) -> str | None:
        """Give a zone of the book by its name."""
        return name.title() if self.names.zone(name) is not None else None

    def zone_of_each(self, name: str) -> bool:
        """Say whether the book has a zone for something."""
        return rephrasing.own_zone(name, self.names) is not None

    def damaging(self) -> bool:
        """Say whether the book has a stat that damage reduces."""
        return self.names.damage is not None

    def starting(self, said: Words) -> str | None:
        """Give the number with which everybody begins."""
        stat = self.names.declared(said["unit"])
        starts = self.names.stats[stat].default if stat is not None else 0
        return str(starts) if starts else None

    def made(self, said: Words) -> str | None:
        """Give the verb with which things or amounts are got, and where things are."""
        if self.names.kind(said["thing"]) is not None:
            return "make"
        return "gain" if self.unit(said["thing"]) else None

    def stat_of_deed(self, said: Words) -> str | None:
        """Give the state of somebody who does something: `attacking`."""
        stat = self.names.declared(f"{said['stem']}ing")
        return self.names.stats[stat].name if stat is not None else None


FILLED: dict[str, Callable[[OwnSlots, Words], str | None]] = {
    "unit": lambda own, said: own.unit(said["unit"]),
    "other": lambda own, said: own.unit(said["other"]) or said["other"],
    "state": lambda own, said: STATES[said["state"].casefold()],
    "release": lambda own, said: RELEASES[said["release"].casefold()],
    "named": lambda own, said: said["named"].title(),
    "token": lambda own, said: said["token"].title(),
    "what": lambda own, said: said.get("what") or "you",
    "track_title": lambda own, said: (said.get("track") or "marker").title(),
    "verb_title": lambda own, said: said["verb"].title() if said["verb"].casefold() not in DEEDS else None,
    "in_zone": lambda own, said: f" in {zone}" if (zone := rephrasing.own_zone("board", own.names)) is not None else "",
    "there": lambda own, said: " at the place of this" if said.get("here") else "",
    "at": lambda own, said: f" at {said['from']}" if said.get("from") else "",
    "n": lambda own, said: said.get("n") or "1",
    "num": lambda own, said: str(NUMBER_WORDS.get(said["n"].casefold(), said["n"])),
    "zone": lambda own, said: rephrasing.own_zone(said["zone"], own.names),
    "role": lambda own, said: ROLES[said["whose"].casefold()],
    "role_this": lambda own, said: "" if said["whose"].casefold() == "your" else "This ",
    "role_of": lambda own, said: ROLES[said["what"].casefold()],
    "role_other": lambda own, said: ROLES[said["other_who"].casefold()],
    "sign": lambda own, said: ">" if said["n"].casefold() == "more" else "<",
    "rank_word": lambda own, said: "most" if said["rank"].casefold() in ("most", "highest") else "least",
    "edge_word": lambda own, said: "ends" if said["edge"].casefold() == "end" else "begins",
    "verb_past": lambda own, said: PAST[said["verb"].casefold()],
    "dc_number": lambda own, said: said.get("dc") or "13",
    "player_who": lambda own, said: "this actor" if said["who"].casefold() in ("you", "this") else said["who"],
    "told": lambda own, said: f"{said['verb']}s" if f"{said['verb']}s" in own.names.vocabulary else None,
    "place_of": lambda own, said: near(said),
    "kinds": lambda own, said: said["what"] if own.names.kind(said["what"]) else None,
    "structure_own": lambda own, said: own.structure(said["structure"]),
    "cell": lambda own, said: own.cell(said, near=False),
    "cell_near": lambda own, said: own.cell(said, near=True),
    "each_what": lambda own, said: re.sub(r"^(?:all |each |every )", "each ", said["what"]) if own.damaging() else None,
    "save_of": lambda own, said: own.first_stat((said.get("ability") or "").strip(), "speed"),
    "known_act": OwnSlots.known_act,
    "acts_of_cards": OwnSlots.acts_of_cards,
    "unit_of_it": lambda own, said: own.unit(said["unit"]),
    "unit_own": lambda own, said: own.unit(said["unit"]),
    "unit_stat": lambda own, said: own.unit(said["unit"]),
    "starting": OwnSlots.starting,
    "what_kind": lambda own, said: own.one_piece(said["what"]),
    "a_piece": lambda own, said: f"a {kind}" if (kind := own.one_piece(said["what"])) else None,
    "a_promoted": OwnSlots.promoted,
    "way_of": lambda own, said: next(to for way, to in WAYS if re.search(way, said["way"], re.IGNORECASE)),
    "mine_too": lambda own, said: " you control" if said.get("mine") else "",
    "bound_or_least": lambda own, said: BOUNDS.get((said.get("bound") or "").strip().casefold(), "at least"),
    "be_done": lambda own, said: DONE[said["does"].casefold()],
    "rounds_of": lambda own, said: numbered(said["n"]),
    "structure_any": lambda own, said: own.any_structure(said["structure"]),
    "make_or_gain": OwnSlots.made,
    "home_of": lambda own, said: (
        f" in {zone}" if own.made(said) == "make" and (zone := rephrasing.own_zone("board", own.names)) else ""
    ),
    "stem_ing": OwnSlots.stat_of_deed,
    "num_or_zero": lambda own, said: "0" if said["n"].casefold() == "zero" else said["n"],
    "moves_told": lambda own, said: "moves" if "moves" in own.names.vocabulary else None,
    "what_next": lambda own, said: re.sub("^the next player$", "the player after the actor", said["what"].casefold()),
    "its_or_your": lambda own, said: (said.get("whose") or "your").casefold(),
    "participle": lambda own, said: participle(said["verb"]),
    "each_who": lambda own, said: "a player" if said["who"].casefold() == "player" else "an opponent",
    "it_or_target": lambda own, said: re.sub(
        "^(?:that .*|the )", lambda each: "it" if each[0][:4] == "that" else "", said["what"].casefold()
    ),
    "turn_name": lambda own, said: own.structure("turn"),
    "role_of_the": lambda own, said: whose_life(said),
    "life_most": lambda own, said: own.most_life(),
    "one_of_kind": OwnSlots.one_of_kind,
    "what_there": lambda own, said: one_card(said["what"]),
    "zone_of": lambda own, said: rephrasing.own_zone(said["zone"], own.names),
    "turn_round": lambda own, said: own.any_structure("round"),
    "zone_to": lambda own, said: rephrasing.own_zone(said["zone2"], own.names),
    "board_or_rig": OwnSlots.home_of_kind,
    "own_deck": lambda own, said: (
        f"your {deck}" if (deck := rephrasing.own_zone("deck", own.names)) and own.zone_of_each("hand") else None
    ),
    "market_hand": lambda own, said: rephrasing.own_zone("hand", own.names) or rephrasing.own_zone("supply", own.names),
    "sign_than": lambda own, said: sign(said["than"]),
    "what_one": lambda own, said: said["what"],
    "does_this": lambda own, said: re.sub(r"\bit\b", "this", said["does"]),
    "kind_of": OwnSlots.kind_of,
    "acts": OwnSlots.acts,
    "price_paid": OwnSlots.paid,
    "stem_stat": OwnSlots.stem_stat,
    "who_kind": OwnSlots.who_kind,
    "hidden": OwnSlots.hidden,
    "there_is_one": OwnSlots.one_is_there,
    "attack_action": lambda own, said: own.attack_action(),
    "piece": lambda own, said: own.piece(),
    "owner": lambda own, said: own.owner,
    "stat": lambda own, said: own.any_stat(),
    "stat2": lambda own, said: own.other_stat(),
    "own_card": OwnSlots.own_card,
    "times": lambda own, said: "3" if said["n"].casefold().startswith("three") else "2",
    "mine": lambda own, said: f"{said['what'].removesuffix(' you control')} you control",
    "gain_or_lose": lambda own, said: "lose" if said["verb"].casefold() == "lose" else "gain",
    "unit_of": lambda own, said: own.unit(said["what"]),
    "whose_hand": OwnSlots.whose_hand,
    "tapped_line": OwnSlots.tapped_line,
    "paid_cost": OwnSlots.prices,
    "each_does": OwnSlots.of_each,
    "other_unit": lambda own, said: own.unit(said["other"]),
    "num_m": lambda own, said: str(NUMBER_WORDS.get(said["m"].casefold(), said["m"])),
    "for_each": lambda own, said: f" for each {said['per']}" if said.get("per") else "",
    "hours": lambda own, said: {"hour": "1", "day": "24", "week": "168"}[
        (said.get("unit2") or said.get("unit3") or "day").casefold()
    ],
    "votes": lambda own, said: rephrasing.own_stat("votes", own.names) or "Votes",
    "save": lambda own, said: own.first_stat(said["ability"], "speed"),
}
"""What is put into a slot, where it is not simply a word of the text."""
