"""The picks of an act: a target, the centre of an area, a tile to walk to, each with its checks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulewright.language.check.problems import RuleTextError, Unreadable
from rulewright.language.grammar import mentioned, nouns, otherwise, somebody
from rulewright.language.grammar.listening import Listen
from rulewright.language.grammar.readings import Attempt
from rulewright.language.lower import costs
from rulewright.language.lower.drafts import Draft
from rulewright.language.names.marking import FOLLOWING
from rulewright.language.names.ranges import TILE
from rulewright.language.text.clause_blocks import nested
from rulewright.language.text.syntax import NUMBER_WORDS, Header
from rulewright.program import building, conditions, expressions, instructions, pools, wording
from rulewright.program.building import AnyRecord
from rulewright.program.declared import NOWHERE
from rulewright.program.definition import Check, Pick
from rulewright.program.expressions import Expression
from rulewright.program.modes import Bearing, Source
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import EXTRA, EXTRA_ONES, WAY
from rulewright.program.spelled import plain

ANY = 1000  # the upper bound of `any number of` targets

ACTIVE = Check("active", "", conditions.Truth(building.IN_PLAY), wording.ActiveWords())


def picks(draft: Draft, parts: Iterable[AnyRecord | None], need: Expression | None) -> tuple[Pick, ...]:
    parts = tuple(part for part in parts if part is not None)
    header = draft.header("Target")
    found: list[Pick] = [_way(draft)] if costs.alternatives(draft) else []
    found += [_named_number(draft)] if costs.counts(draft) else []
    if draft.range.radius is not None:
        found += [_area(draft)] if draft.range.shape != "burst" else []
    elif header and (tile := _TILE.fullmatch(plain(header.value))) is not None:
        found.append(_tile(draft, header, tile))
    elif header and (amount := quantity(header.value)) is not None:
        found.append(draft.guarded(_several, draft, header, amount) or _any_target(draft, (), "target"))
    elif header and plain(header.value).startswith(("a past ", "any past ")):
        found.append(Pick("act", " ".join(header.value.split()), "act", pools.PastActs(_past(draft, header))))
    elif header or any(building.mentions(part, "target") for part in (*parts, need) if part is not None):
        found.append(draft.guarded(_target, draft, header) or _any_target(draft, (), "target"))
    if (also := draft.header("Also")) is not None and (other := draft.guarded(_also, draft, also)) is not None:
        found.append(other)
    found = [replace(pick, spent=draft.scope.spends) if pick.name == "target" else pick for pick in found]
    before: dict[int, tuple[instructions.Instruction, ...]] = {}  # the earlier picks for the payment: nothing can be used twice
    for each in draft.scope.choices:
        name, choose, taken, way = each.name, each.choose, each.taken, each.way
        if choose is None:
            found.append(_wanted(draft, bool(found)))
        elif name == EXTRA_ONES and not taken:
            found.append(_in_addition(draft, choose))
        else:
            found.append(_paid_with(draft, name, choose, (*before.get(way, ()), *taken)))
            if not name.startswith(EXTRA_ONES):
                before[way] = (*before.get(way, ()), *taken)
                found[-1] = replace(found[-1], way=way)
    found += sorted(draft.scope.picks, key=lambda pick: isinstance(pick.pool, pools.TilesNear))  # where to walk comes last
    if (text := draft.header("Text")) is not None:
        check = Check("text", draft.rule, conditions.Adoptable())
        found.append(Pick("text", plain(text.value), "text", pools.Drafts(), (check,)))
    if _may_join(draft, found):
        found.append(Pick("stack", "which stack", "stack", pools.Joinable()))
    if need is not None:
        _ask(draft, found, need)
    return tuple(found[:1] + [replace(pick, first=False) for pick in found[1:]])  # a later pick may depend on the earlier ones


def mentions(draft: Draft) -> tuple[mentioned.Mention, ...]:
    """Give what the effects of an action speak of besides: its target, what its trigger is about, and the card of the text."""
    if not any("other" in said for component in draft.item.components for _, said in nested(component.clauses)):
        return ()
    own = draft.around.types if draft.around.card or draft.around.prefix else None
    found = [_tried(draft, _target_spoken_of), _tried(draft, _trigger_spoken_of)]
    return (*(each for part in found for each in part), *(() if own is None else (mentioned.card(draft.names, own),)))


def _tried(draft: Draft, read: Callable[[Draft], tuple[mentioned.Mention, ...]]) -> tuple[mentioned.Mention, ...]:
    """Read a header that is compiled later, and leave nothing of it; its errors are reported then."""
    attempt = Attempt(draft.scope)
    try:
        return read(draft)
    except (Unreadable, RuleTextError):
        return ()
    finally:
        attempt.take_back()


def _target_spoken_of(draft: Draft) -> tuple[mentioned.Mention, ...]:
    header = draft.header("Target")
    if header is None or draft.range.radius is not None:
        return ()
    amount = quantity(header.value)
    things = nouns.phrase(draft.names, amount[2] if amount else header.value, header.value_span).things
    return (mentioned.picked(things, amount is not None or draft.header("Also") is not None),)


def _trigger_spoken_of(draft: Draft) -> tuple[mentioned.Mention, ...]:
    header = draft.header("Trigger")
    if header is None or "automatic" in draft.kinds:
        return ()
    listen: Listen = otherwise.trigger(header.value, header.value_span, draft.scope)
    return mentioned.of_trigger(listen.tests)


def _named_number(draft: Draft) -> Pick:
    """Give the pick of the number that a cost uses: what `X:` says, or as much as can be paid."""
    least, most = draft.guarded(costs.bounds, draft) or (expressions.Constant(0), expressions.Constant(0))
    pool = pools.WholeNumbers(least, most, paid=draft.header(costs.NUMBER) is None)
    way = costs.way_of_number(draft)
    return Pick(costs.NUMBER, "X", "number", pool, tuple(draft.number_checks), first=False, way=way)


def _way(draft: Draft) -> Pick:
    """Give the pick that says how an action is paid: by its cost, or by an alternative cost."""
    most = expressions.Constant(len(costs.alternatives(draft)))
    pool = pools.WholeNumbers(expressions.Constant(0), most)
    return Pick(WAY, "its cost, or an alternative cost", "way", pool, tuple(draft.way_checks), first=False)


def _ask(draft: Draft, found: list[Pick], need: Expression) -> None:
    """Check what an action needs as soon as everything it refers to is picked: before any pick, or at the last one."""
    parts = list(building.walk(need))
    named = [at for at, pick in enumerate(found) if any(_is(part, pick) for part in parts)]
    if not named and found and any(part == building.TARGET or isinstance(part, expressions.Picked) for part in parts):
        named = [0]  # the things in an area are known when its centre is picked
    if not named:
        draft.checks.append(_needed(need, draft.rule, draft.names.classes != []))
        return
    pick = found[named[-1]]
    if pick.name == "targets" and building.mentions(need, "target"):
        found[named[-1]] = _with_check(pick, _needed(building.of_each(need), draft.rule, draft.names.classes != []))
    elif pick.several:
        found[named[-1]] = replace(pick, whole=(*pick.whole, _needed(need, draft.rule)))
    else:
        found[named[-1]] = _with_check(pick, _needed(need, draft.rule, draft.names.classes != []))


def _needed(node: Expression, rule: str, classed: bool = False) -> Check:
    """Make the check of a prerequisite; for an action that waits it is tested when it pops."""
    test = conditions.UnlessWaiting(node) if classed else conditions.Truth(node)
    return Check("needs", rule, test, once=True)


def _is(part: AnyRecord, pick: Pick) -> bool:
    """Say whether a part of a condition refers to what is picked."""
    return part in (expressions.Slot(pick.name), building.number(pick.name)) or (
        isinstance(part, expressions.Picked) and part.var == pick.name
    )


def _also(draft: Draft, header: Header) -> Pick:
    """Read `Also: up to 2 allies`: what is picked after the target, called the other or the others."""
    amount = quantity(header.value)
    pick = _target(draft, header) if amount is None else _several(draft, header, amount)
    levied = [check for check in draft.target_checks if isinstance(check.test, conditions.LevyPayable)]
    pick = replace(pick, checks=tuple(check for check in pick.checks if check not in draft.target_checks or check in levied))
    if draft.header("Target") is not None and not draft.scope.several:
        other = conditions.Truth(building.other_than(building.TARGET))
        pick = _with_check(pick, Check("target", draft.rule, other, wording.KindWords("another than the target")))
    return replace(pick, name="other" if amount is None else "others", prompt=draft.names.spoken(header.value), first=False)


def _paid_with(draft: Draft, name: str, choose: instructions.Choose, parts: tuple[instructions.Instruction, ...]) -> Pick:
    """Give the pick of what is used for a payment; for an optional cost it may be left out."""
    among = Check("cost", draft.rule, conditions.Among(choose.of))
    costs = conditions.Costs(parts)
    fit = Check("cost", draft.rule, conditions.PayableWith(name, costs))
    other = conditions.Truth(building.other_than(building.SOURCE))  # a card that is played is not used for its own payment
    played = draft.around.card or draft.header("From") is not None
    apart = [Check("cost", draft.rule, other, wording.KindWords("another card"))] if played else []
    count = choose.count.n if isinstance(choose.count, expressions.Constant) else 1
    many = choose.count.name if isinstance(choose.count, expressions.Slot) else ""
    least = 0 if name == EXTRA_ONES else count
    prompt, pool = f"pay with {_so_many(many or count, choose.of.words)}", pools.Candidates(choose.of)
    return Pick(name, prompt, "object", pool, (among, *apart, fit), least, count, several=True,
                first=False, zones=choose.of.zones, spent=True, many=many)  # fmt: skip


def _so_many(count: int | str, words: str) -> str:
    """Say how many of some things: `a relic you control`, `2 of the relics you control`."""
    return words if re.match(r"an? ", words) else f"{count} of the {words}"


def _in_addition(draft: Draft, choose: instructions.Choose) -> Pick:
    """Give the pick of more targets for an additional cost, which are called those chosen in addition."""
    among = Check("target", draft.rule, conditions.Among(choose.of))
    asked = tuple(check for check in draft.target_checks if check.name == "cost")
    count = choose.count.n if isinstance(choose.count, expressions.Constant) else 1
    pool = pools.Candidates(choose.of)
    prompt = f"in addition {_so_many(count, choose.of.words)}"
    return Pick(EXTRA_ONES, prompt, "object", pool, (among, *asked), count, count, several=True,
                first=False, zones=choose.of.zones, when=EXTRA)  # fmt: skip


def _wanted(draft: Draft, aimed: bool) -> Pick:
    """Give the pick that says whether an additional cost is paid; whether it can be paid is tested before."""
    found = draft.target_checks if aimed else (*draft.checks, *draft.target_checks)
    asked = tuple(replace(check, once=True) for check in found if check.name == "cost")
    return Pick(EXTRA, "with the additional cost, or plain", "option", pools.NoOrYes(), asked, first=False)


def _past(draft: Draft, header: Header) -> int:
    """Give the name of the action in `a past Stride`, as a word; NOWHERE for `a past act`."""
    words = header.value.split(None, 2)[2]
    if plain(words) == "act":
        return NOWHERE
    if plain(words) not in draft.names.actions:
        raise draft.names.fail(header.value_span, f"there is no action {words!r}", "a past act, or a past and an action's name")
    return draft.names.word(words)


def _may_join(draft: Draft, found: list[Pick]) -> bool:
    """Say whether a player may choose the stack of an action; automatic ones and those with waiting targets have theirs given."""
    named = [pick.pool.node for pick in found if isinstance(pick.pool, pools.Candidates)]
    aims = any(node.source is Source.WAITING for node in named)
    return bool(draft.names.classes or "delayed" in draft.kinds) and not aims and not _comes(draft)


def _comes(draft: Draft) -> bool:
    """Say whether an action is used automatically: by its trigger, or because an effect lets it follow."""
    return draft.header("Trigger") is not None or FOLLOWING in draft.kinds


def _with_check(pick: Pick, check: Check) -> Pick:
    return replace(pick, checks=(*pick.checks, check))


_TILE = re.compile(r"(?:a|an|any)(?P<free> free| empty)? tile(?: within (?P<amount>\S+|\[.+\]) tiles?)?")
"""A tile as a target."""


def _tile(draft: Draft, header: Header, said: re.Match[str]) -> Pick:
    """Give the pick of a tile, on which nobody stands if it must be free; the text calls it the tile."""
    tiles = somebody.amount(draft.names, said["amount"], header.value_span) if said["amount"] else draft.range.reach
    there = expressions.Query((building.IN_PLAY, expressions.Near(Bearing.WITHIN, TILE, expressions.Constant(0))), "things there")
    none = building.there_are_none(there)
    free = Check("target", draft.rule, conditions.Truth(none))
    pick = _area(replace(draft, range=replace(draft.range, reach=tiles)))
    return replace(pick, prompt=draft.names.spoken(header.value), checks=(*pick.checks, *([free] if said["free"] else [])))


def _area(draft: Draft) -> Pick:
    if draft.range.shape:
        ahead = expressions.Near(Bearing.WITHIN, building.ACTOR, expressions.Constant(1), spot="tile", along=building.EVERY_WAY)
        check = Check("range", draft.rule, conditions.Truth(ahead), wording.RangeWords(expressions.Constant(1), "tile"))
        return Pick("tile", f"direction of the {draft.range.shape}", "tile", pools.TilesNear(expressions.Constant(1)), (check,))
    reach = draft.range.reach
    found: list[Check] = []
    if reach is not None:
        near = expressions.Near(Bearing.WITHIN, building.ACTOR, reach, spot="tile")
        found.append(Check("range", draft.rule, conditions.Truth(near), wording.RangeWords(reach, "tile")))
    if draft.range.sight:
        found.append(
            Check(
                "sight",
                draft.rule,
                conditions.Truth(expressions.Near(Bearing.SEEN, building.ACTOR, spot="tile")),
                wording.SightWords("tile"),
            )
        )
    return Pick("tile", "centre of the area", "tile", pools.TilesNear(reach), tuple(found))


SEVERAL = "|".join(word for word, number in NUMBER_WORDS.items() if number > 1 and word not in ("twice", "thrice"))
QUANTITIES: tuple[tuple[str, str], ...] = (
    (r"(?:exactly )?(?-i:X) (?P<rest>.+)", "X"),
    (r"(?:up to|at most) (?P<most>\w+) (?P<rest>.+)", "0"),
    (r"at least (?P<least>\w+) (?P<rest>.+)", ""),
    (r"(?P<least>\w+) or more (?P<rest>.+)", ""),
    (r"(?:between )?(?P<least>\w+) (?:and|or) (?P<most>\w+) (?P<rest>.+)", ""),
    (r"any number of (?P<rest>.+)", "0"),
    (rf"(?:exactly )?(?P<least>{SEVERAL}|[2-9]|[1-9]\d+) (?P<rest>.+)", "exactly"),
)
"""The phrases for several targets."""


NAMED = re.compile(r"(?:exactly )?x ")
"""As many targets as the number that is named before."""


def quantity(text: str) -> tuple[int, int, str] | None:
    """Read the number of targets: least, most, and the noun phrase; None for a single one."""
    words = " ".join(text.split())
    for pattern, how in QUANTITIES:
        found = re.fullmatch(pattern, words, re.IGNORECASE)
        numbers = {} if found is None else {k: _number(v) for k, v in found.groupdict().items() if k != "rest"}
        if found is not None and None not in numbers.values():
            least = numbers.get("least") or 0
            most = least if how == "exactly" else numbers.get("most", ANY)
            return least, ANY if most is None else most, found["rest"]
    return None


def _number(word: str) -> int | None:
    return int(word) if word.isdigit() else NUMBER_WORDS.get(word.casefold())


def _several(draft: Draft, header: Header, amount: tuple[int, int, str]) -> Pick:
    least, most, rest = amount
    many = costs.NUMBER if NAMED.match(plain(header.value)) else ""
    if many and not costs.counts(draft):
        raise draft.names.fail(header.value_span, "nobody says how many X is", "`Cost: X Mana`, or a line `X: 1 to 3`")
    if most < max(least, 1):
        message = f"{header.value!r} asks for {most} at most" + (f" and {least} at least" if least else "")
        raise draft.names.fail(header.value_span, message, "the lower number first, and not 0")
    one = _target(draft, replace(header, value=rest))
    each, whole = tuple(_of_each(check) for check in one.checks), tuple(draft.whole_checks)
    prompt = draft.names.spoken(header.value)
    return replace(one, name="targets", prompt=prompt, checks=each, least=least, most=most, several=True, whole=whole, many=many)


def _of_each(check: Check) -> Check:
    """Ask of each of several targets what a feature asks of a target."""
    if not isinstance(check.test, conditions.Permitted):
        return check
    return replace(check, test=replace(check.test, node=building.of_each(check.test.node)))


def _target(draft: Draft, header: Header | None) -> Pick:
    if header is None:
        return _any_target(draft, (), "target")
    known = somebody.single(draft.names, header.value)
    if known is not None and plain(header.value).startswith("the "):
        same = conditions.Truth(building.is_it(known))
        words = " ".join(header.value.split())
        return _any_target(draft, (Check("target", draft.rule, same, wording.KindWords(words), once=True),), words)
    noun = nouns.phrase(draft.names, header.value, header.value_span)
    if noun.things.source is not Source.PLAY:
        among = Check("target", draft.rule, conditions.Among(noun.things))
        tests = (among, *_allowed(draft), *draft.target_checks)
        return Pick(
            "target", draft.names.spoken(header.value), "object", pools.Candidates(noun.things), tests, zones=noun.things.zones
        )
    kind = building.every(tuple(test for test in noun.things.tests if test != building.IN_PLAY))
    words = noun.things.words
    check = Check("target", draft.rule, conditions.Truth(kind), wording.KindWords(words))
    return _any_target(draft, (check,) if kind.parts else (), words)


def _any_target(draft: Draft, kinds: tuple[Check, ...], words: str) -> Pick:
    found = [ACTIVE, *kinds]
    reach = draft.range.reach
    if reach is not None:
        near = expressions.Near(Bearing.WITHIN, building.ACTOR, reach)
        found.append(Check("range", draft.rule, conditions.Truth(near), wording.RangeWords(reach)))
    if draft.range.sight:
        found.append(
            Check("sight", draft.rule, conditions.Truth(expressions.Near(Bearing.SEEN, building.ACTOR)), wording.SightWords())
        )
    everybody = expressions.Query((building.IN_PLAY,), "anybody in play")
    asked = (*found, *_allowed(draft), *draft.target_checks)
    return Pick("target", words, "object", pools.Candidates(everybody), asked)


def _allowed(draft: Draft) -> list[Check]:
    """List what features ask of a target."""
    return [check for of_target, check in draft.around.allowed if of_target]
