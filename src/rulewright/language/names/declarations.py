"""Reads the declarations of a book: stats with their bounds, zones, kinds, readings and tables of speeds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.state.grid import EIGHT
from rulewright.language.grammar import somebody
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.names.names import Names
from rulewright.language.names.switches import POLICIES
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import NUMBER_WORDS, Item
from rulewright.program import expressions
from rulewright.program.declared import NOWHERE, Class, Reading, Stat, Zone
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

CLASS_PARTS = {"actions so marked": {}, "all other actions": {"rest": True}, "waits on a stack": {"waits": True}}
SCENE_LINES = ("tiles", "marks", "features", "teams", "ends when")
"""The words that begin a line of a scene without cards; `map:` has no value, so a zone may have this name."""
SPANS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}


@dataclass(slots=True)
class KindOf:
    """A declared kind of object or card: starting stats, the actions it has, and how such cards are played."""

    name: str
    stats: dict[int, int] = field(default_factory=dict)
    actions: tuple[str, ...] | None = None
    card: bool = False
    played_from: int | None = None
    after: int = NOWHERE  # where they go when they have been played
    countered: int = NOWHERE  # and when they are countered
    at_once: bool = False
    by: str = ""  # the common action by which such cards are played
    onto: int | None = None  # where they lie while they are played
    silent: bool = False  # whether their printed text has no effect while they are attached


def stat(names: Names, item: Item) -> None:
    """Read `Stat Health: at least 0, at most [Health Maximum] where one is set, takes damage`."""
    for name in item.name.split(","):
        index = names.add_stat(Stat(" ".join(name.split())))
        for part in item.value.split(","):
            if part.strip():
                _bound(names, index, plain(part), item)


def _capped_by(names: Names, stat: int | None, other: int) -> bool:
    """Say whether a stat is another one or has it as its maximum, also through others."""
    while stat is not None and stat != other:
        stat = names.stats[stat].cap
    return stat == other


def _bound(names: Names, index: int, words: str, item: Item) -> None:
    span = item.value_span
    if words == "takes damage":
        if names.damage not in (None, index):
            message = f"damage reduces [{names.stats[names.damage].name}] already, and it reduces only one stat"
            names.report(span, message, "one stat that players and cards share, such as Health")
        names.damage = index
    elif found := re.fullmatch(r"(-?\d+) to (-?\d+)", words):
        names.stats[index] = replace(names.stats[index], least=int(found[1]), most=int(found[2]))
    elif found := re.fullmatch(r"at least (-?\d+)", words):
        names.stats[index] = replace(names.stats[index], least=int(found[1]))
    elif words in ("shared by the cast", "shared by all"):
        names.stats[index] = replace(names.stats[index], shared="all" if words == "shared by all" else "cast")
    elif words == "spent on actions":
        names.acting = index
    elif words == "a burden":
        names.stats[index] = replace(names.stats[index], burden=True)
    elif words == "for the rules alone":
        names.stats[index] = replace(names.stats[index], silent=True)
    elif words == "seen on face-down cards":
        names.stats[index] = replace(names.stats[index], open=True)
    elif words == "a series":
        names.series = index
        names.stats[index] = replace(names.stats[index], series=True)
    elif found := re.fullmatch(r"pays (first )?for (.+?)(?: in (.+))?", words):
        of = {"first": bool(found[1]), "only": names.word(found[3]) if found[3] else NOWHERE}
        names.stats[index] = replace(names.stats[index], pays=_paid_for(names, found[2], span), **of)  # type: ignore[arg-type]
    elif words == "a direction":
        names.heading = index
        names.stats[index] = replace(names.stats[index], least=0, most=len(EIGHT) - 1, words=tuple(EIGHT))
    elif found := re.fullmatch(r"for the (.+)", words):
        names.stats[index] = replace(names.stats[index], until=_known(names, found[1], span))
    elif words in ("may be negative", "any"):
        names.stats[index] = replace(names.stats[index], least=None)
    elif found := re.fullmatch(r"at most (\d+)", words):
        names.stats[index] = replace(names.stats[index], most=int(found[1]))
    elif found := re.fullmatch(r"at most \[(.+)\](?: where one is set)?", words):
        cap = names.stat(found[1])
        cap = names.add_stat(Stat(found[1].title())) if cap is None else cap
        if _capped_by(names, cap, index):
            name = names.stats[index].name
            names.report(span, f"the maximum of {name} depends on {name} itself", "at most a number, or another stat")
            return
        names.stats[index] = replace(names.stats[index], cap=cap)
    elif found := re.fullmatch(r"(?:starts at|default) (-?\d+)", words):
        names.stats[index] = replace(names.stats[index], default=int(found[1]))
    elif found := re.fullmatch(r"becomes (\d+) at the start of (?:the|its|each|an?)(?: actor's| player's)? (.+)", words):
        names.stats[index] = replace(names.stats[index], refresh=(_known(names, found[2], span), int(found[1])))
    else:
        names.report(
            span,
            f"{words!r} is not a bound of a stat",
            "at least 0, at most 5, 0 to 5, becomes 3 at the start of …, for the turn, shared by the cast, takes damage",
        )


def _known(names: Names, words: str, span: Span) -> int:
    """Give the number of a structure; report one that does not exist: a stat that depends on it would never be reset."""
    structure = names.structure(words)
    if structure is None:
        known = sorted(set(names.structures.values()))
        expected, near = ", ".join(known) or "a structure of the book", did_you_mean(words, known) or ""
        names.report(span, f"there is no structure {words!r}, so this stat would never be reset", expected, near)
    return NOWHERE if structure is None else names.procedure(structure)


def stats(names: Names, items: Sequence[Item]) -> None:
    """Read the stats; all their names are known before, because one may pay for another that stands below it."""
    for name in [each.strip() for item in items for each in item.name.split(",")]:
        if names.stat(name) is None:
            names.add_stat(Stat(name))
    for item in items:
        stat(names, item)


def _paid_for(names: Names, words: str, span: Span) -> int | None:
    """Find the stat for which another one pays."""
    found = names.stat(words)
    if found is None:
        names.report(span, f"there is no stat {words!r} to pay for", "a stat", names.bracketed(words))
    return found


def zone(names: Names, item: Item) -> Zone:
    """Read `Zone Hand: of each player, seen by its owner`."""
    found = Zone(item.name)
    for part in item.value.split(","):
        if called := re.fullmatch(r"called (.+) for (.+)", " ".join(part.split()), re.IGNORECASE):
            found = replace(found, called=(*found.called, (called[2], called[1])))
        else:
            found = _zone_part(names, found, plain(part), item)
    if plain(item.name) in SCENE_LINES and not found.owned:
        message = f"a zone that is nobody's cannot be called {item.name!r}: this word begins another line of a scene"
        names.report(item.span, message, "another name")
    return found


def _zone_part(names: Names, so_far: Zone, words: str, item: Item) -> Zone:
    simple = {
        "of each player": {"owned": True}, "seen by its owner": {"seen": "owner"}, "seen by nobody": {"seen": "nobody"},
        "reached from anywhere": {"open": True}, "reached from its own stack": {},
        "seen by all": {}, "in play": {"live": True}, "a stack": {"stack": True}, "keeps identity": {"keeps": True}, "": {},
    }  # fmt: skip
    if found := re.fullmatch(r"replenished by (?:the )?(.+)", words):
        structure = names.structure(found[1])
        if structure is None:
            names.report(item.value_span, f"there is no structure {found[1]!r}", ", ".join(names.structures.values()))
        return replace(so_far, refill=NOWHERE if structure is None else names.procedure(structure))
    quiet = re.fullmatch(r"pops after (\w+) quiet (second|minute|hour|day)s?", words)
    if quiet:
        amount = somebody.amount(names, quiet[1], item.value_span)
        return replace(so_far, stack=True, quiet=amount.n * SPANS[quiet[2]] if isinstance(amount, expressions.Constant) else 0)
    if words not in simple:
        expected = ", ".join(filter(None, simple))
        names.report(item.value_span, f"{words!r} is not a property of a zone", f"{expected}, pops after 4 quiet hours")
    return replace(so_far, **simple.get(words, {}))  # type: ignore[arg-type]


def order(names: Names, item: Item | None) -> tuple[int, ...]:
    """Read `Order: by [Initiative], highest first, then by [Tie Break]`."""
    found: list[int] = []
    for part in item.value.split(",") if item is not None else ():
        said = re.fullmatch(r"(?:then )?(?:by )?\[(.+)\](?: highest first)?", plain(part))
        rank = names.stat(said[1]) if said else None
        if rank is not None:
            found.append(rank)
        elif item is not None and plain(part) != "highest first":
            what = f"there is no stat {said[1]!r}" if said else f"{part.strip()!r} is not an order"
            names.report(item.value_span, what, "by [Stat], highest first, then by [Another Stat]")
    return tuple(found)


def reaction_limit(item: Item | None) -> int | None:
    """Read `Reactions: 1 per attack`: how many reactions one trigger allows."""
    found = re.search(r"(\w+)(?: times?)? per (?:attack|trigger)", plain(item.value)) if item is not None else None
    return NUMBER_WORDS.get(found[1], int(found[1]) if found[1].isdigit() else 1) if found else None


def of_class(names: Names, item: Item) -> Class:
    """Read `Class Delayed: actions so marked, also called actionable, waits on a stack`."""
    found = Class(item.name, called=names.numbered([plain(item.name)]))
    for words in map(plain, item.value.split(",")):
        if below := re.fullmatch(r"actions of rules below (\d+)", words):
            found = replace(found, below=int(below[1]))
        elif called := re.fullmatch(r"also called (\w+)", words):
            found = replace(found, called=found.called | names.numbered([called[1]]))
        elif words in CLASS_PARTS:
            found = replace(found, **CLASS_PARTS[words])  # type: ignore[arg-type]
        else:
            expected = f"{', '.join(CLASS_PARTS)}, actions of rules below 300, also called WORD"
            names.report(item.value_span, f"{words!r} is not a property of a class", expected)
    return found


def kind(names: Names, item: Item) -> KindOf:
    """Read `Kind Knight: Health 20` with its `actions:` line, or `Kind Event: a card played from Grip, then to Heap`."""
    found = KindOf(item.name)
    for part in re.split(r"[,;]", item.value):
        if part.strip():
            _kind_part(names, found, part.strip(), item)
    for line in item.lines:
        key, _, value = line.text.partition(":")
        if plain(key) == "actions":
            found.actions = tuple(part.strip() for part in value.split(",") if plain(part) not in ("", "none"))
        else:
            names.report(line.span, f"{line.text!r} is not a line of a kind", "an `actions:` line")
    return found


def _kind_part(names: Names, into: KindOf, text: str, item: Item) -> None:
    words = plain(text)
    if words == "a card":
        into.card = True
    elif words == "at once":
        into.at_once = True
    elif words == "silent while attached":
        into.silent = True
    elif several := re.fullmatch(r"plural (.+)", words):
        names.plurals[several[1]] = plain(item.name)
    elif played := re.fullmatch(r"a card played from (.+?)(?: to (.+?))?(?: by (.+))?", words):
        into.card, into.played_from, into.by = True, names.zone(played[1]), played[3] or ""
        into.onto = names.zone(played[2] or "")
    elif after := re.fullmatch(r"(then|if countered) to (.+)", words):
        index = names.zone(after[2])
        zone = NOWHERE if index is None else index
        into.after, into.countered = (zone, into.countered) if after[1] == "then" else (into.after, zone)
    elif amount := re.fullmatch(r"(.+?) (-?\d+)", text):
        index = names.declared(amount[1])
        into.stats[names.undeclared_stat(amount[1], item.value_span) if index is None else index] = int(amount[2])
    else:
        names.report(item.value_span, f"{text!r} is not a property of a kind", "a stat and a number, or `a card played from …`")


def reading(names: Names, item: Item, chosen: dict[str, str]) -> Reading | None:
    """Read `Reading area damage: one roll, a roll each` and set its switch to the chosen side."""
    sides = tuple(" ".join(part.split()) for part in item.value.split(",") if part.strip())
    notes = {plain(line.text.partition(":")[0]): line.text.partition(":")[2].strip() for line in item.lines}
    name = plain(item.name)
    if len(sides) < 2:
        names.report(item.span, f"reading {item.name!r} has fewer than two sides", "Reading name: one side, another side")
        return None
    if name in POLICIES and set(sides) - set(POLICIES[name]):
        names.report(
            item.value_span, f"reading {item.name!r} must have the sides that the language gives it", ", ".join(POLICIES[name])
        )
        return None
    side = chosen.get(name, sides[0])
    if side not in sides:
        raise RuleTextError(f"reading {name!r} has no side {side!r}: its sides are {', '.join(sides)}")
    names.policies[name] = side
    return Reading(name, notes.get("rule", ""), sides, notes.get("about", ""))


TOPS = {"nothing": expressions.NOTHING, "anything": expressions.ANYTHING}
"""What can be on top of the stack, apart from an action of a speed."""


def speeds(names: Names, item: Item) -> None:
    """Read the table of speeds: the first row names them, each other row begins with what is on top."""
    rows = [[plain(cell) for cell in line.text.strip().strip("|").split("|")] for line in item.lines]
    rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
    head = rows[0][1:] if rows else []
    if not head:
        names.report(item.span, "the table of speeds names no speed", "a row `| on top | basic | fast |`")
        return
    for row in rows[1:]:
        if len(row) != len(head) + 1:
            names.report(
                item.span,
                f"the row of {row[0]!r} has {len(row) - 1} answers, not {len(head)}",
                "one answer for each speed",
            )
        answers = tuple(names.word(speed) for speed, answer in zip(head, row[1:], strict=False) if answer == "yes")
        top, _, words = row[0].partition(" in a ")
        structure = names.structure(words)
        on_top = TOPS[top] if top in TOPS else names.word(top)
        names.speeds.append((on_top, NOWHERE if structure is None else names.procedure(structure), answers))
    names.speeds.sort(key=lambda row: (row[1] == NOWHERE, row[0] == expressions.ANYTHING))  # the more specific row comes first
    names.speed_names = tuple(head)


OnCard = tuple[dict[int, int], dict[int, tuple[int, ...]]]
"""The stats printed on a card; those that are series also as numbers."""


def printed(names: Names, item: Item) -> OnCard:
    """Read the stats printed on a card, `Health: 4` or `Damage: 2x3`; series also as tuples of numbers."""
    stats: dict[int, int] = {}
    rows: dict[int, tuple[int, ...]] = {}
    for header in item.headers:
        index = names.declared(header.key)
        if index is None:
            continue
        row = series(header.value)
        if row is None or (len(row) != 1 and not names.stats[index].series):
            expected = "a number, or for a series 20x1, 2x3, 5x(0, 2x9, 0)"
            names.report(header.value_span, f"{header.value!r} is not an amount of {header.key}", expected)
            continue
        stats[index] = sum(row)
        rows |= {index: row} if names.stats[index].series else {}
    return stats, rows


LONGEST_ROW = 1000


def series(text: str) -> tuple[int, ...] | None:
    """Read a series: `3`, `2, 4`, `20x1`, `5x(0, 2x9, 0)`; None if it is not one."""
    row, rest = _row(re.findall(r"\d+|[x×(),]|\S", text.casefold()))
    return row if row and not rest else None


def _row(signs: list[str]) -> tuple[tuple[int, ...], list[str]]:
    """Read terms with commas between them; give them with the signs that are left, at least one where it cannot be read."""
    row: tuple[int, ...] = ()
    while True:
        term, signs = _term(signs)
        if not term or len(row) + len(term) > LONGEST_ROW:
            return (), ["?"]
        row += term
        if signs[:1] != [","]:
            return row, signs
        signs = signs[1:]


def _term(signs: list[str]) -> tuple[tuple[int, ...], list[str]]:
    if signs[:1] == ["("]:
        row, rest = _row(signs[1:])
        return (row, rest[1:]) if rest[:1] == [")"] else ((), ["?"])
    if not signs or not signs[0].isdigit():
        return (), ["?"]
    number = int(signs[0][:6])
    if signs[1:2] not in (["x"], ["×"]):
        return (number,), signs[1:]
    row, rest = _term(signs[2:])
    return (row * number, rest) if len(row) * number <= LONGEST_ROW else ((), ["?"])


def told(names: Names, item: Item) -> tuple[str | expressions.Expression | None, ...]:
    """Read `Told:` of a structure: words, None for its owner, and numbers; no words if it is not told."""
    found: list[str | expressions.Expression | None] = []
    for header in item.headers if item.kind == "structure" else ():
        if plain(header.value) == "nothing":
            return ("",)
        for part in re.split(r"(\[[^\]]+\]|\bthe actor\b)", header.value):
            number = somebody.amount(names, part, header.value_span) if part.startswith("[") else part
            found += [] if not part else [None if part == "the actor" else number]
    return tuple(found)


def homes(names: Names, zones: Sequence[Zone], kinds: Mapping[str, KindOf], actions: Iterable[Item]) -> None:
    """Learn where things of each kind are made in play: cards where they stay when played, others in the one zone for them."""
    live = [n for n, zone in enumerate(zones) if zone.live]
    names.unseen |= {n: zone.seen for n, zone in enumerate(zones) if zone.seen != "all"}
    names.stacks = frozenset(n for n, zone in enumerate(zones) if zone.stack)
    others = [n for n in live if plain(zones[n].name) != "players"]
    names.homes |= {name: others[0] for name, kind in kinds.items() if not kind.card and len(others) == 1}
    for item in actions:
        after = [kinds[plain(mark)].after for mark in item.marks if plain(mark) in kinds]
        names.homes |= {plain(item.name): zone for zone in after if zone in live}
