"""Reads a Feature: to whom it applies, when, and what it changes, forbids, hides, decides or does.

A feature with a trigger, or marked as activated, is an action that everybody in its scope has; other features are only in effect.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TypedDict

from rulewright.kernel.state import positions
from rulewright.kernel.state.grid import parse_spot
from rulewright.language.check.problems import TwoReadings, Unreadable
from rulewright.language.grammar import nouns, phrases
from rulewright.language.grammar.asked_later import aside
from rulewright.language.lower.drafts import Draft, clauses, forbids_something
from rulewright.language.names.names import Names
from rulewright.language.text.source import Span
from rulewright.program import building, expressions, instructions
from rulewright.program.conditions import Permitted
from rulewright.program.definition import Check
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression
from rulewright.program.feature import LEVELS, Feature
from rulewright.program.instructions import Adjust, Alter, Instruction
from rulewright.program.modes import Adjustment, Grant, Source
from rulewright.program.position import Position
from rulewright.program.quick_dataclasses import replace
from rulewright.program.signs import Level, Standing
from rulewright.program.spelled import plain

HEADERS = ("Scope", "When", "Duration", "Hides", "Needs", "Trigger", "Levy")
"""The headers of a feature beside those of an action."""

EVERYBODY = building.every(())


def doing(draft: Draft) -> bool:
    """Say whether a feature does something: by a trigger, or when it is activated."""
    return draft.header("Trigger") is not None or "activated" in draft.kinds


def read(draft: Draft, index: int, action: int) -> Feature:
    """Read a feature; `action` is what it does, if it does something."""
    level, scope, specific = draft.guarded(_scope, draft) or ("global", EVERYBODY, 0)
    draft.scope.checked = not doing(draft)
    when = draft.guarded(_condition, draft, "When")
    draft.scope.checked = False
    needs = draft.guarded(_condition, draft, "Needs")
    card = draft.item.name in draft.names.kinds.values()
    feature = Feature(index, draft.item.name, level, scope, specific + (when is not None), when, action=action, card=card)
    feature = replace(feature, until=draft.guarded(_until, draft), hides=draft.guarded(_hides, draft) or ())
    if doing(draft):
        return feature
    draft.scope.standing = draft.scope.featured = True
    block = [each for component in draft.item.components for each in clauses(draft, component.clauses)]
    forbids = tuple(each.number for each in block if forbids_something(each))
    block = [each for each in block if not forbids_something(each)]
    rough = any(_adjusts(each, Adjustment.ROUGH) for each in block)
    if rough and (when is not None or level not in ("region", "tile")):
        draft.names.report(
            draft.item.span, f"{draft.item.name} cannot make tiles difficult", "Scope: region … or tile …, no When:"
        )
    block = [each for each in block if not _adjusts(each, Adjustment.ROUGH)]
    standing, verdicts = draft.guarded(_standing, draft, block) or ((), ())
    if any(part == building.NATURAL for part in building.walk(when)) and (standing or needs or feature.hides or not verdicts):
        message = f"{draft.item.name} asks what a die of a check shows, so it must decide the check and do nothing else"
        draft.names.report(draft.item.span, message, "do: the check succeeds, the check fails, roll the damage dice twice")
    return replace(feature, needs=needs, standing=standing, verdicts=verdicts, rough=rough, forbids=forbids)


def _condition(draft: Draft, key: str) -> Expression | None:
    header = draft.header(key)
    if header is None:
        return None
    found = phrases.read_condition(draft.table, header.value, header.value_span, draft.scope)
    aside(draft.names, found, header.value_span)
    return found


def _scope(draft: Draft) -> tuple[Level, Expression, int]:
    """Read the level, the test of who is in it, and how specific it is: a name before a kind before everybody."""
    header = draft.header("Scope")
    words, span = (plain(header.value), header.value_span) if header else ("global", draft.item.span)
    level = next((level for level in LEVELS if words == level or words.startswith(f"{level} ")), None)
    rest = words[len(level) :].strip() if level is not None else ""
    if level is not None and not rest:
        return level, EVERYBODY, 0
    try:
        parts = re.split(r",(?! ?\d)| and ", rest) if level is not None else ()
        tests = [_member(draft.names, level or "", part.strip(), span) for part in parts]
    except Unreadable:
        if level != "actor":
            raise
        tests = []
    if level is None or not tests:
        return "actor", _among(draft.names, words, span), 1
    return level, building.some(tuple(test for test, _ in tests)), min(specific for _, specific in tests)


def _among(names: Names, words: str, span: Span) -> Expression:
    """Read a scope that is a noun phrase; it refers to nobody else, because who has a feature is its actor."""
    try:
        tests = nouns.phrase(names, words, span).things.tests
    except TwoReadings:
        raise
    except Unreadable:
        raise names.fail(span, f"{words!r} is not a scope of a feature", f"{', '.join(LEVELS)}, or a noun phrase") from None
    scope = building.every(test for test in tests if test != building.IN_PLAY)
    if any(building.mentions(scope, name) for name in ("actor", "source", "target")):
        message = f"{words!r} refers to somebody other than the one who has the feature: a feature has no actor and no target"
        raise names.fail(span, message, "what they are by themselves, such as each unit with [Might] > 3")
    return scope


def _member(names: Names, level: str, words: str, span: Span) -> tuple[Expression, int]:
    if level in ("region", "tile") and words in names.marks:
        return expressions.Stands(names.exact_word(words)), 1
    if level == "tile" and re.fullmatch(r"\d+ ?, ?\d+|\d+n ?\d+e", words):
        return expressions.Stands(spot=parse_spot(words)), 2
    if level == "cast" and words in names.casts:
        return expressions.OfCast(names.exact_word(words)), 1
    if level == "actor" and names.actor(words):
        return building.is_it(names.called(names.actor(words) or words)), 2
    if level == "actor" and names.kind(words):
        return expressions.OfKind(names.word(names.kind(words) or words)), 1
    if level == "action" and names.action(words):
        return expressions.Cause(action=names.word(words)), 1
    raise names.fail(span, f"{words!r} is not a {level} of the book", f"{level} and a name, or {level} alone")


def _until(draft: Draft) -> Until | None:
    header = draft.header("Duration")
    if header is None or plain(header.value) in ("permanent", "encounter", "while in force"):
        return None
    said = header.value if plain(header.value).startswith(("until", "for")) else f"for {header.value}"
    return phrases.duration(draft.scope, said, header.value_span)


def levy(draft: Draft) -> list[Alter]:
    """Read `Levy: Wit of an enemy, in Points`: the additional cost for targeting such a thing."""
    header = draft.header("Levy")
    assert header is not None
    found = re.fullmatch(r"(.+?) of (.+), in (.+)", header.value)
    stat, paid = (draft.names.declared(found[n]) if found else None for n in (1, 3))
    if found is None or stat is None or paid is None:
        raise draft.names.fail(header.value_span, f"{header.value!r} is not a levy", "a stat of things, in a stat that pays it")
    tests = nouns.phrase(draft.names, found[2], header.value_span).things.tests
    return [
        instructions.Alter(
            building.ACTOR, paid, "-=", building.total(expressions.Query(tests, "what was picked", source=Source.PICKED), stat)
        )
    ]


def _adjusts(each: Instruction, *hows: Adjustment) -> bool:
    return isinstance(each, instructions.Adjust) and each.how in hows


def _hides(draft: Draft) -> tuple[int, ...]:
    header = draft.header("Hides")
    found = []
    for part in header.value.split(",") if header else ():
        index = draft.names.declared(part.strip().strip("[]"))
        if index is None and header is not None:
            raise draft.names.fail(header.value_span, f"{part.strip()!r} is not a declared stat", "a stat")
        found.append(index or 0)
    return tuple(found)


def _standing(
    draft: Draft, block: Sequence[Instruction]
) -> tuple[tuple[tuple[int, Standing, Expression], ...], tuple[Adjust, ...]]:
    """Separate modifiers of stats from decisions about a check; a feature that does anything else needs a trigger."""
    aside(draft.names, tuple(block), draft.item.span)
    standing: list[tuple[int, Standing, Expression]] = []
    verdicts: list[Adjust] = []
    for each in block:
        if isinstance(each, Adjust) and each.how in (Adjustment.PASS, Adjustment.FAIL, Adjustment.DICE):
            verdicts.append(each)
        elif isinstance(each, instructions.Alter) and each.whom == building.ACTOR and each.op in ("+=", "-=", "="):
            amount = building.negative(each.amount) if each.op == "-=" else each.amount
            standing.append((each.stat, "set" if each.op == "=" else "add", amount))
        else:
            expected = "amounts on the actor's stats, or a Trigger: line, or the mark (activated)"
            raise draft.names.fail(draft.item.span, f"{draft.item.name} does more than modify a stat", expected)
    return tuple(standing), tuple(verdicts)


def permissions(found: Iterable[Feature], words: dict[str, str]) -> list[tuple[bool, Check]]:
    """Give the conditions of features for every act, and whether they are about the target."""
    checks = []
    for feature in found:
        if feature.needs is not None:
            said = words.get(feature.name, "it says so")
            check = Check("feature", feature.name, Permitted(feature.index, feature.needs, said))
            checks.append((building.mentions(feature.needs, "target"), check))
    return checks


class InForce(TypedDict, total=False):
    """The fields of a book for its features."""

    features: tuple[Feature, ...]
    active_features: Mapping[str, frozenset[int]]
    rough: Mapping[str, frozenset[int]]
    gained: frozenset[int]
    damage: int | None


def in_force(names: Names, found: list[Feature], scenes: list[Position], everywhere: Iterable[str], does: Iterable[Instruction]
             ) -> InForce:  # fmt: skip
    """Give the fields of a book for its features, the scenes in which each is in force, and the tiles that they change."""
    known = names.features
    wanted = {p.name: {plain(name) for name in (*everywhere, *p.features)} for p in scenes}
    force = {scene: frozenset(known[name][0] for name in on if name in known) for scene, on in wanted.items()}
    if not found:
        return {}
    rough = {p.name: _rough(names, p, [f for f in found if f.rough and f.index in force[p.name]]) for p in scenes}
    return {"features": tuple(found), "active_features": force, "rough": rough, "gained": gained(does), "damage": names.damage}


def gained(found: Iterable[Instruction]) -> frozenset[int]:
    """List the features that some instructions give."""
    return frozenset(each.number for each in found if isinstance(each, instructions.Give) and each.how is Grant.FEATURE)


def report_tiles(names: Names, found: list[Feature], given: Collection[int], spans: dict[str, Span]) -> None:
    """Report a feature that an effect gives to somebody although it only makes tiles difficult."""
    for feature in (each for each in found if each.rough and each.index in given):
        message = f"{feature.name} is about tiles, so nobody can gain it"
        names.report(spans[feature.name], message, "a feature that modifies stats, decides checks or does something")


def _rough(names: Names, position: Position, found: Iterable[Feature]) -> frozenset[int]:
    """List the tiles that features make difficult."""
    marked, ground = positions.marked(position), positions.drawn(position)
    parts = [part for feature in found for part in building.walk(feature.scope)]
    stands = [part for part in parts if isinstance(part, expressions.Stands)]
    marks = [tiles for part in stands for mark, tiles in marked.items() if names.exact_word(mark) == part.mark]
    spots = [part.spot for part in stands if part.spot is not None]
    tiles = [ground.tile(*spot) for spot in spots if ground is not None and ground.holds(*spot)]
    return frozenset(tiles).union(*marks)


def report_circles(names: Names, found: list[Feature], spans: dict[str, Span]) -> None:
    """Report a feature whose condition reads a stat that depends on this feature."""
    asks = {feature.index: _asked(names, feature, found) for feature in found}
    on = {stat: {f.index for f in found if any(part[0] == stat for part in f.standing)} for stat in range(len(names.stats))}
    for feature in found:
        seen, waiting = set[int](), list(asks[feature.index])
        while waiting:
            stat = waiting.pop()
            if stat not in seen:
                seen.add(stat)
                waiting += [further for index in on[stat] for further in asks[index]]
        if any(part[0] in seen for part in feature.standing):
            message = f"{feature.name} asks about a stat that depends on {feature.name} itself"
            names.report(spans[feature.name], message, "a condition about other stats")
        elif feature.index in _needed(feature, found, asks, on):
            message = f"whether somebody has {feature.name} depends on {feature.name} itself"
            names.report(spans[feature.name], message, "a condition about other features")


def _needed(feature: Feature, found: list[Feature], asks: dict[int, set[int]], on: dict[int, set[int]]) -> set[int]:
    """List the features that decide whether somebody has a feature, also through other features and stats."""
    needed, waiting = set[int](), [feature.index]
    while waiting:
        index = waiting.pop()
        parts = [part for node in (found[index].scope, found[index].when) for part in building.walk(node)]
        asked = {part.feature for part in parts if isinstance(part, expressions.Has) and 0 <= part.feature < len(found)}
        more = asked.union(*(on[stat] for stat in asks[index])) - needed
        needed |= more
        waiting += more
    return needed


def _asked(names: Names, feature: Feature, found: list[Feature]) -> set[int]:
    """List the stats that decide whether somebody has a feature, and its amount."""
    read: set[int] = set()
    seen, waiting = {feature.index}, [feature]
    while waiting:
        each = waiting.pop()
        for node in (each.scope, each.when, *(amount for _, _, amount in each.standing)):
            for part in building.walk(node):
                if building.reads_stat(part):
                    read |= {part.stat, *filter(None, (names.stats[part.stat].cap,))}
                elif isinstance(part, expressions.Has) and part.feature not in seen and 0 <= part.feature < len(found):
                    seen.add(part.feature)
                    waiting.append(found[part.feature])
    return read
