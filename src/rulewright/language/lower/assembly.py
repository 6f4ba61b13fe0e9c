"""Makes the finished book from the compiled parts: the data for the kernel, and the data that the language keeps with it."""

from __future__ import annotations

import hashlib
import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from rulewright.kernel.book import Book
from rulewright.kernel.state import positions
from rulewright.kernel.state.facts import NOWHERE, SIDE, TILE
from rulewright.language.lower import scopes, structure_edges
from rulewright.language.lower.scenes import Sketch
from rulewright.language.names import disciplines
from rulewright.language.names.kinds import all_kinds
from rulewright.language.names.names import SETTLE, Names
from rulewright.language.text.book_files import rule_text
from rulewright.language.text.syntax import Item
from rulewright.program import bookkeeping, building, expressions, instructions
from rulewright.program.definition import Counted, Prohibition, Routine, Trigger
from rulewright.program.expressions import Expression, Query
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Happening, Intervention, Occasion, Phase
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.position import Position, SceneWords
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.language.lower.compiler import Binder

VERSION = "1"  # the version of the language, which is part of a book's hash


def book(binder: Binder) -> Book:
    """Give the finished book."""
    kinds, index = all_kinds(
        binder.compiled, binder.cards, binder.kinds, binder.items, sketches(binder), binder.printed, binder.names
    )
    scenes = [sketch.position(index, binder.zones) for sketch in sketches(binder)]
    ends = [_any([condition for condition, _ in position.ends]) for position in scenes]
    classed = bool(binder.names.classes)
    watch = frozenset({"noticed", "moved", *watched([*ends, *binder.names.untils])})
    watch |= {"lasts", "expired", "amended"} if classed else set()
    settle = binder.settled if binder.settled.structure != NOWHERE else replace(binder.settled, watch=watch)
    binder.rules[SETTLE] = _settling(settle.structure, classed)
    known = binder.ranks
    does = list(all_instructions(binder))
    in_force = scopes.in_force(binder.names, binder.features, scenes, _wanted(binder), does)
    on_maps = _scenes(binder.names, scenes)
    return Book(
        name=binder.name,
        hash=_hash(tuple(binder.texts.items()), binder.names.policies),
        text=tuple(binder.texts.items()),
        stats=tuple(binder.names.stats),
        zones=tuple(binder.zones),
        classes=tuple(binder.names.classes),
        kinds=tuple(kinds),
        words=tuple(binder.names.vocabulary),
        actions=tuple(done.action for done in binder.compiled),
        routines=_routines(binder),
        triggers=tuple(_on_occasion(binder.rules.values(), binder.triggers)),
        **_written(binder.names),
        disciplines=disciplines.in_book(binder.priority),
        settle=settle,
        main=_main(binder),
        turn=binder.names.turn_procedure(),
        rank=known[0] if known else None,
        ranks=known[1:],
        readings={reading.name: binder.names.policies[reading.name] for reading in binder.readings},
        ambiguities=tuple(binder.readings),
        scenes=dict(zip(binder.positions, scenes, strict=False)),
        limits=binder.names.limits,
        title=binder.settings["title"].value if "title" in binder.settings else binder.name,
        replies=binder.replies,
        **_policies(binder.names),
        secret=any(map(_hides, does)),
        **in_force,
        amendable=any(isinstance(each, instructions.Intervene) and each.how is Intervention.ENACT for each in does),
        immutable=_immutable(binder),
        judges=instructions.Course(Occasion.STRIKE) in does,
        **binder.laid_out,
        kind_numbers=index,
        **on_maps,
        untils=tuple(binder.names.untils),
        said=binder.names.said,
        rules=binder.numbered,
        drafts={item.name: _draft_text(item, binder) for item in binder.of("draft")},
        guides=binder.guides,
        strategies=binder.strategies,
        campaigns=binder.campaigns,
    )


def _main(binder: Binder) -> int:
    """Give the procedure with which a game begins."""
    start = binder.settings.get("start")
    structure = None if start is None else binder.names.structure(start.value)
    return NOWHERE if structure is None else binder.names.procedure(structure)


def _routines(binder: Binder) -> tuple[Routine, ...]:
    """Give the procedures with their slots; a part with a frame of its own has those of its action, too.

    A procedure that the rules no longer have keeps its number, and does nothing.
    """
    rules = structure_edges.completed(binder.rules, binder.names.stats, binder.features, binder.names.procedures)
    acts = [(done.rules[0].name, done.action) for done in binder.compiled if done.rules]
    picks = {name: tuple(bookkeeping.picked(action.picks)) for name, action in acts}
    made: dict[str, Routine] = {}
    for name, rule in sorted(rules.items(), key=lambda each: "/" in each[0]):
        whole = made.get(name.partition("/")[0])
        made[name] = bookkeeping.slotted(rule, whole.slots if whole is not None else picks.get(name, ()))
    rest = [made.get(name) or Routine(name, ()) for name in binder.names.procedures]
    return (*OWN_ROUTINES, *rest[len(OWN_ROUTINES) :])


class InScenes(TypedDict):
    """The fields of a book for its scenes and examples."""

    endings: Mapping[str, tuple[tuple[Expression, Query | None], ...]]
    marks: Mapping[str, Mapping[int, frozenset[int]]]
    spoken: Mapping[str, SceneWords]


def _scenes(names: Names, found: Sequence[Position]) -> InScenes:
    """Give the conditions that end each scene and example, the marks on its map, and what words mean in it."""
    drawn = {position.name: positions.marked(position) for position in found}
    marks = {scene: {names.exact_word(mark): tiles for mark, tiles in marked.items()} for scene, marked in drawn.items()}
    spoken = {position.name: _spoken(names.vocabulary, position, drawn[position.name]) for position in found}
    return {"endings": {position.name: position.ends for position in found}, "marks": marks, "spoken": spoken}


def _spoken(words: Mapping[str, int], position: Position, marked: Mapping[str, frozenset[int]]) -> SceneWords:
    """Give what the words that rules use mean in a scene."""
    sides = [side.casefold() for side in position.sides]
    casts = {words[side]: frozenset(n for n, each in enumerate(sides) if each == side) for side in sides if side in words}
    things = {words[thing.name]: slot for slot, thing in reversed([*enumerate(position.things)]) if thing.name in words}
    said = [(n, name.removeprefix(f"{side} "), name) for n, side in enumerate(sides) for name in marked]
    tiles = {(n, words[mark]): marked[name] for n, mark, name in said if mark != name and mark in words}
    return SceneWords(casts, things, tiles)


class WrittenTogether(TypedDict):
    """The fields of a book to which several items may add."""

    prohibitions: tuple[Prohibition, ...]
    counted: tuple[Counted, ...]


def _written(names: Names) -> WrittenTogether:
    """Give what items have written together: what cannot happen, and what is counted; the latter may be asked for by several."""
    counted = {each.key: each for each in names.counted}
    return {"prohibitions": tuple(names.prohibitions), "counted": tuple(counted.values())}


def _settling(structure: int, classed: bool) -> Routine:
    """Give the procedure that settles a game: automatic rules, ending conditions, the book's own part, and the end."""
    leaving = [Occasion.STRAYS] if classed else []
    before = [instructions.Course(moment) for moment in (Occasion.HEED_OWN, Occasion.OVERDUE, *leaving)]
    own = [instructions.Run(structure)] if structure != NOWHERE else []
    return Routine(SETTLE, (*before, *own, instructions.Course(Occasion.FINISH)), told=("",))


class Policies(TypedDict):
    """The fields of a book for the switches of the kernel."""

    nested: bool
    partial: bool
    strict: bool
    parting: bool
    adds_up: bool


def _policies(names: Names) -> Policies:
    """Give the switches for the kernel."""
    return {
        "nested": names.policy("reactions to reactions") == "yes",
        "partial": names.policy("lost targets") == "the rest happens",
        "strict": names.policy("spoiled acts") == "taken back",
        "parting": names.policy("leaving together") == "heard",
        "adds_up": names.policy("same name") == "adds up",
    }


def _hides(each: instructions.Instruction) -> bool:
    """Say whether an instruction makes somebody see less or more than others: a face, or what was chosen in secret."""
    return isinstance(each, instructions.Show) or any(getattr(each, name, False) for name in ("down", "secret"))


def _immutable(binder: Binder) -> int:
    """Read `Immutable: rules below 200`: the number from which on rules can be changed."""
    item = binder.settings.get("immutable")
    below = re.fullmatch(r"rules below (\d+)", plain(item.value)) if item is not None else None
    if item is not None and below is None:
        binder.names.report(item.value_span, f"{item.value!r} does not name rules", "rules below 200")
    return int(below[1]) if below else 0


def _draft_text(item: Item, binder: Binder) -> str:
    """Give the rule text of a draft, as it stands indented below its name."""
    rows = rule_text(binder.texts[item.span.file], item.span.line).splitlines()[1:]
    return textwrap.dedent("\n".join(rows)).strip() + "\n"


def played_with(binder: Binder) -> set[str]:
    """Say what a book is played with, so that errors lead to what it has a use for."""
    lines = [line for item in binder.of("scene", "example") for line in item.lines]
    drawn = re.compile(r"^map:|^board: *\d+ by|\bat \d+ ?, ?\d+|\btiles? from\b|\bbeside\b", re.IGNORECASE)
    found = {"map"} if any(drawn.search(line.text) for line in lines) else set()
    found |= {"cards"} if binder.names.card_types or any(zone.owned for zone in binder.zones) else set()
    found |= {"stack"} if any(zone.stack for zone in binder.zones) else set()
    return found | ({"text"} if binder.names.classes else set())


def all_instructions(binder: Binder) -> Iterable[Instruction]:
    """Give every instruction of a book."""
    return (each for rule in binder.rules.values() for each in rule.code)


def _wanted(binder: Binder) -> list[str]:
    """List the features that the files turn on everywhere: a text adds its own to those of the books that it uses."""
    said = [item.value for item in binder.switched_on()]
    return list(dict.fromkeys(" ".join(part.split()) for value in said for part in value.split(",")))


def sketches(binder: Binder) -> list[Sketch]:
    """Give the positions of the scenes and of the examples."""
    return [*binder.positions.values(), *(example.sketch for example in binder.examples)]


def _any(conditions: list[Expression]) -> Expression | None:
    """Give the one condition, or the condition that any of several holds."""
    return None if not conditions else conditions[0] if len(conditions) == 1 else building.some(tuple(conditions))


def watched(conditions: Sequence[Expression | None]) -> set[str | int]:
    """Give what makes the game unsettled when it changes, for a condition: stats, places on the map, counts."""
    parts = [part for node in conditions if node is not None for part in building.walk(node)]
    found: set[str | int] = {part.stat for part in parts if building.reads_stat(part)}
    placed = any(isinstance(part, expressions.Near) or (isinstance(part, expressions.Stands) and part.mark) for part in parts)
    asked = {part.how for part in parts if isinstance(part, expressions.Situation)}
    counted = Phase.PASSED in asked or any(isinstance(part, expressions.PastActions) for part in parts)
    sided = Phase.SIDES_LEFT in asked or any(isinstance(part, expressions.OfCast) for part in parts)
    return found | ({TILE} if placed else set()) | ({SIDE} if sided else set()) | ({"tallied"} if counted else set())


def _on_occasion(rules: Iterable[Routine], triggers: Sequence[Trigger]) -> list[Trigger]:
    """Let triggers for the start or end of a structure wait, if the structure says when they are met."""
    said = {
        (i.edge, i.structure)
        for rule in rules
        for i in rule.code
        if isinstance(i, instructions.Course) and i.how is Occasion.OCCASION
    }
    edges = {Happening.BEGAN: "begin", Happening.ENDED: "end"}
    found = []
    for trigger in triggers:
        parts = list(building.walk(trigger.test.node))
        asked = [part for part in parts if isinstance(part, expressions.Happens)]
        waits = any((edges.get(part.how), part.structure) in said for part in asked)
        found.append(replace(trigger, on="occasion") if waits else trigger)
    return found


def _hash(text: Sequence[tuple[str, str]], policies: dict[str, str]) -> str:
    digest = hashlib.sha256(VERSION.encode())
    for part in (*(piece for pair in text for piece in pair), *(f"{k}={v}" for k, v in sorted(policies.items()))):
        digest.update(b"\0" + part.encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
