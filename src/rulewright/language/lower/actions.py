"""Compiles one action: its headers to checks and picks, its components to instructions, its trigger to a listener."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar import phrases, searching_words
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.lower import costs, targets, trigger_lines
from rulewright.language.lower.drafts import Draft, about_it, clauses, forbids_something, header_effects, of_its_card, stands
from rulewright.language.names import ranges
from rulewright.language.names.marking import ABILITY, PAYMENT, STANDING
from rulewright.program import building, conditions, expressions, instructions, procedures, wording
from rulewright.program.conditions import Costs
from rulewright.program.definition import Action, Check, Pick, Routine, Trigger
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.modes import Adjustment, Grant, Occasion
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.signs import Stacking
from rulewright.program.spelled import plain

HEADERS = ("Range", "Target", "Cost", "Speed", "Trigger", "Limit", "Needs", "Prerequisite", "Rule", "For", "Sight", "If is",
           "Short", "From", "X", "Timing", "Cooldown", "Text", "Also", "Optional cost",
           "Alternative cost", "Potential")  # fmt: skip
"""The headers an action may have."""
PLAIN_HEADERS = frozenset(map(plain, HEADERS))


@dataclass(slots=True)
class Compiled:
    """What an action compiles to."""

    action: Action
    rules: tuple[Routine, ...]
    trigger: Trigger | None = None
    given_to: tuple[str, ...] = ()


def compile_action(draft: Draft) -> Compiled:
    """Compile an action; its problems are written down in the names."""
    names = draft.names
    _known_headers(draft)
    draft.range = draft.guarded(_range, draft) or ranges.Range()
    names.alias = _aliases(draft)
    draft.scope.radius, draft.scope.area = draft.range.radius, draft.range.area()
    target = draft.header("Target")
    draft.scope.aims = tuple(each.value for each in (target, draft.header("Also")) if each is not None)
    draft.scope.several = target is not None and targets.quantity(target.value) is not None
    names.words = {"x": costs.NUMBER} if costs.counts(draft) else {}
    draft.scope.short = tuple(header_effects(draft, "Short"))
    names.mentioned = targets.mentions(draft)
    condition: Expression | None = draft.guarded(_condition, draft)
    draft.scope.standing = STANDING in draft.kinds
    draft.scope.checked = condition is not None and building.rolls(condition)
    names.met = draft.header("Trigger") is not None
    names.playing = _played_from(draft)
    do, otherwise, then = (_component(draft, name) for name in ("do", "else", "then"))
    names.met = False
    draft.scope.checked = False
    then = costs.with_prices(draft, then)
    need, test = _split(draft, condition, bool(draft.component("else")))
    names.mentioned = ()
    paid = costs.paid_first(draft)
    costs.limits(draft)
    draft.checks += [check for of_target, check in draft.around.allowed if not of_target]
    if names.classes:
        draft.checks.append(Check("barred", draft.rule, conditions.NotBarred()))
    draft.kinds = _by_cost(draft, paid)
    if names.policy("potential") == "asked" and not (draft.header("Trigger") or draft.header("Potential")):
        aimed = not draft.scope.several and any(building.mentions(part, "target") for part in do)
        check = Check("potential", draft.rule, conditions.CouldChange(), once=True)
        (draft.target_checks if aimed else draft.checks).append(check)
    forbids = tuple(each.number for each in do if forbids_something(each))
    if draft.scope.standing:
        do, otherwise, then = stands(draft, (do, otherwise, then))
    trigger = draft.guarded(trigger_lines.trigger, draft)
    if trigger is not None and draft.guarded(trigger_lines.timing, draft) == "instead":
        damage = trigger.stat is not None and trigger.stat == names.damage
        stat = names.damage or NOWHERE if damage else NOWHERE
        do = procedures.joined([[instructions.Adjust(Adjustment.EDIT, stat, op="" if damage else "instead")], do])
    draft.foresees = trigger is not None and trigger.on == "would"
    if draft.foresees and names.speeds:
        _foreseen_in_time(draft)
    stacked, classed = _stack(draft), bool(names.classes)
    declared = targets.picks(draft, (condition, *do, *otherwise, *then), need if classed or stacked != "new" else None)
    if trigger is not None and trigger.again and not paid:
        trigger = replace(trigger, fixed=not any(isinstance(each, Alter) and each.price for each in then))
    action = _action(draft, do, declared, paid, stacked)
    answers = draft.header("Trigger") is not None and any(map(about_it, (do, otherwise, then)))
    grows = action.played and any(map(of_its_card, (*do, *otherwise, *then)))
    action = replace(action, forbids=forbids if draft.scope.standing else (), answers=answers, grows=grows)
    names.alias, names.playing = {}, None
    rules = _rules(draft, test, do, otherwise, then)
    header = draft.header("For")
    given_to = tuple(part.strip() for part in header.value.split(",")) if header else ()
    if need is not None and (classed or stacked == "new"):
        action = replace(action, need=_asked_later(draft, need))
    return Compiled(action, rules, trigger, given_to)


def _asked_later(draft: Draft, need: Expression) -> conditions.Truth:
    """Give what an action needs when it pops; then nothing can be asked of each of several targets."""
    if draft.scope.several and building.mentions(need, "target"):
        message = "this is asked when the action pops, and then there may be several targets"
        draft.names.report(draft.item.span, message, "`Target:` with the condition: `up to 2 players with [Points] > 3`")
    return conditions.Truth(need)


def _aliases(draft: Draft) -> dict[str, str]:
    """Say who is meant by the target of an action on oneself, and by `it` in an action with a target and no trigger."""
    own = {"target": "actor"} if draft.range.own else {}
    target = draft.header("Target")
    single = target is not None and targets.quantity(target.value) is None and not draft.header("Trigger")
    return own | ({"it": own.get("target", "target")} if single else {})


def _by_cost(draft: Draft, paid: Sequence[Costs]) -> frozenset[str]:
    """Mark an action by its cost: if a stat is spent on actions, what costs it is an action; other choices are abilities."""
    acting, own = draft.names.acting, draft.kinds - {"action", "activatable"}
    if acting is None or "action" not in draft.kinds:
        return draft.kinds
    if any(isinstance(part, Alter) and part.price and part.stat == acting for costs in paid for part in costs.parts):
        return own | {"action"}
    return own or frozenset({ABILITY})


def _known_headers(draft: Draft) -> None:
    for header in draft.item.headers:
        printed = draft.around.card and draft.names.declared(header.key) is not None
        if plain(header.key) not in PLAIN_HEADERS and not printed:
            near = did_you_mean(header.key, [*HEADERS, "do", "if", "else", "then"]) or ""
            draft.names.report(header.span, f"{header.key!r} is not an action header", ", ".join(HEADERS), near and f"{near}:")


def _range(draft: Draft) -> ranges.Range:
    header, sight = draft.header("Range"), draft.header("Sight")
    found = ranges.read(draft.names, header.value, header.value_span) if header else ranges.Range()
    if sight or draft.around.sight:
        found = replace(found, sight=plain(sight.value) not in ("no", "not needed") if sight else True)
    return found


# -- components --------------------------------------------------------------------------------------------------------


def _condition(draft: Draft) -> Expression | None:
    component = draft.component("if")
    if component is None:
        return None
    parts = [phrases.read_condition(draft.table, c.text, c.span, draft.scope) for c in component.clauses]
    return None if not parts else parts[0] if len(parts) == 1 else building.every(tuple(parts))


def _component(draft: Draft, name: str) -> list[Instruction]:
    """Compile a component; a name for a number counts only in this component."""
    component, known = draft.component(name), dict(draft.names.words)
    block = clauses(draft, component.clauses, draft.starts if name == "do" else None) if component else []
    draft.names.words = known
    return block if component is None else searching_words.seen(block, draft.names, component.span)


# -- tests and costs ---------------------------------------------------------------------------------------------------


def _split(draft: Draft, condition: Expression | None, has_else: bool) -> tuple[Expression | None, Expression | None]:
    """Distinguish a prerequisite from a check: without dice and without else it decides whether the action may be tried."""
    needs = draft.header("Needs") or draft.header("Prerequisite")
    read = partial(phrases.read_condition, draft.table)
    extra = draft.guarded(read, needs.value, needs.value_span, draft.scope) if needs else None
    if condition is None:
        return extra, None
    said = draft.header("If is")
    as_need = not building.rolls(condition) and not has_else and draft.names.policy("prerequisites") != "none"
    if said:
        as_need = "prerequisite" in plain(said.value)
    if not as_need:
        return extra, condition
    return (condition if extra is None else building.every((condition, extra))), None


# -- the whole ---------------------------------------------------------------------------------------------------------


def _usable_from(draft: Draft) -> tuple[int, ...]:
    """Give the zones of the source: what `From:` says, where such cards are played from, or in play."""
    header = draft.header("From")
    if header is not None:
        found = [(name, draft.names.zone(name)) for name in re.split(r", | or ", header.value)]
        if missing := [name for name, zone in found if zone is None]:
            raise draft.names.fail(header.value_span, f"there is no zone {missing[0]!r}", ", ".join(draft.names.zones))
        return tuple(zone for _, zone in found if zone is not None)
    if draft.around.played_from is not None:
        return (draft.around.played_from,)
    if draft.kinds & {"triggered", "automatic"}:
        return ()  # the thing that notices is in play, or was until now
    return draft.around.live


def _stack(draft: Draft) -> Stacking:
    """Give where the action waits: a delayed one on a stack of its own, one with a speed on the common stack."""
    number = of_class(draft)
    if number != NOWHERE:
        return "new" if draft.names.classes[number].waits else ""
    if "delayed" in draft.kinds:
        return "new"
    if not _speed(draft) or _at_once(draft):
        return ""
    return "through" if "at once" in _how(draft) else "one"


def _played_from(draft: Draft) -> int | None:
    """Give the zone in which a card stays while it is played, if it neither waits on a stack nor is moved elsewhere meanwhile."""
    stays = draft.around.card and draft.around.onto is None and not _stack(draft)
    return draft.around.played_from if stays else None


def of_class(draft: Draft) -> int:
    """Give the class of an action: by its rule's number, else by its mark, else the class for all others."""
    classes = draft.names.classes
    if not classes:
        return NOWHERE
    number = re.match(r"\d+", draft.rule)
    by_rule = [n for n, each in enumerate(classes) if number and int(number[0]) < each.below]
    marked = [n for n, each in enumerate(classes) if plain(each.name) in draft.kinds]
    rest = [n for n, each in enumerate(classes) if each.rest]
    return next(iter((*by_rule, *marked, *rest)), NOWHERE)


def _speed(draft: Draft) -> str:
    """Give the speed of an action: the stated one, or the first; one that responds before a change has none."""
    stated = _stated_speed(draft)
    if not draft.names.speeds or "automatic" in draft.kinds or draft.foresees or stated == "none":
        return ""
    return stated or draft.names.speed_names[0]


def _stated_speed(draft: Draft) -> str:
    """Give the speed that a `Speed:` line or a mark states; "" if neither does."""
    header = draft.header("Speed")
    if header:
        return plain(header.value.split(",")[0])
    return next((kind for kind in draft.kinds - {"action"} if kind in draft.names.speed_names), "")


def _foreseen_in_time(draft: Draft) -> None:
    """Report an action that waits on the stack, or that players use when they like, although it responds before a change."""
    expected = "no speed: it is used at once, without waiting"
    if "hybrid" in draft.kinds:
        message, expected = "cannot also be used whenever a player likes", "the mark (Reaction) or (Interrupt)"
    elif _stated_speed(draft) in ("", "none", "reaction"):
        return
    else:
        message = f"cannot wait at the speed {_stated_speed(draft)!r}"
    header = draft.header("Speed") or draft.header("Trigger")
    span = header.span if header else draft.item.span
    draft.names.report(span, f"{draft.item.name} responds to a change before it happens, so it {message}", expected)


def _at_once(draft: Draft) -> bool:
    """Say whether an action with a speed never goes on the stack: it or its kind of card says so, or it is a payment at once."""
    paying = PAYMENT in draft.kinds and "at once" in _how(draft)
    return paying or "off the stack" in _how(draft) or draft.around.at_once


def _how(draft: Draft) -> list[str]:
    """Give what a line such as `Speed: fast, at once` says apart from the speed."""
    header = draft.header("Speed")
    return [plain(part) for part in header.value.split(",")[1:]] if header else []


def _action(draft: Draft, do: Sequence[Instruction], picks: tuple[Pick, ...], paid: tuple[Costs, ...], stack: Stacking) -> Action:
    damage = draft.names.damage
    hostile = any(isinstance(i, Alter) and i.stat == damage and i.op == "-=" for i in do)
    speed, header = _speed(draft), draft.header("Speed")
    for unknown in sorted(set(_how(draft)) - {"at once", "off the stack"}):
        span = header.value_span if header else draft.item.span
        draft.names.report(span, f"{unknown!r} is not an addition to a speed", "at once, or off the stack")
    comes = "triggered" in draft.kinds or (draft.header("Trigger") is not None and not _stated_speed(draft))
    if speed and not comes:  # the result of its trigger has the same speed
        table = expressions.FastEnough(tuple(draft.names.speeds))
        draft.checks.append(Check("speed", draft.rule, conditions.Truth(table), wording.SpeedWords()))
    return Action(
        draft.item.name,
        draft.index,
        draft.names.procedure(_procedure(draft)),
        draft.names.numbered(draft.kinds),
        draft.rule,
        tuple(draft.checks),
        picks,
        paid,
        draft.guarded(_usable_from, draft) or (),
        stack,
        draft.names.word(speed) if speed else NOWHERE,
        draft.around.after,
        draft.around.countered,
        draft.around.played_from is not None,
        hostile,
        tuple(draft.limits),
        draft.range.name,
        of_class(draft),
        identity=draft.around.by,
        word=draft.names.word(draft.item.name),
        counts_as=draft.names.word(draft.around.by) if draft.around.by else NOWHERE,
        onto=NOWHERE if draft.around.onto is None else draft.around.onto,
        noted=draft.names.acting is not None and "action" in draft.kinds,
        awake=bool(draft.around.prefix) and draft.header("Trigger") is None,
    )


def _rules(
    draft: Draft, test: Expression | None, do: list[Instruction], otherwise: list[Instruction], then: list[Instruction]
) -> tuple[Routine, ...]:
    """Put the components into their fixed order, whatever their order in the text."""
    name = _procedure(draft)
    inner: list[Routine] = []
    body = _framed(draft, f"{name}/do", do, inner)
    otherwise = _framed(draft, f"{name}/else", otherwise, inner)
    cool = draft.guarded(_cooldown, draft) or []
    counted = () if _stack(draft) else tuple(draft.limits)  # a waiting action is counted when it is put on the stack
    here, asked = draft.item.span, draft.component("if")
    blocks: list[Sequence[Instruction]] = [[instructions.Declare(counted)], cool]
    if test is None:
        blocks.append(body)
    else:
        skip: list[Instruction] = [instructions.Jump(len(otherwise) + 1)] if otherwise else []
        shown = any(part == building.NATURAL for each in (*do, *otherwise, *then) for part in building.walk(each))
        line = f"{here.file}:{asked.span.line}" if asked is not None else ""
        blocks += [[instructions.Test(test, 1 + len(body) + len(skip), True, shown, source=line)], body, skip, otherwise]
    blocks += [[instructions.Course(Occasion.HEED)], then]
    ahead = 1 + len(cool) + (test is not None)
    labels = () if body is not do else tuple((ahead + start, "") for start in draft.starts)
    whole = procedures.located(procedures.joined(blocks), f"{here.file}:{here.line}")
    return (Routine(name, tuple(whole), title=draft.item.name, labels=labels, act=True), *inner)


def _procedure(draft: Draft) -> str:
    """Name the procedure of an action: with its card, if it is an ability of one."""
    return ": ".join(filter(None, (draft.around.prefix, draft.item.name)))


def _cooldown(draft: Draft) -> list[Instruction]:
    """Read `Cooldown: 2 turns`: how long the action cannot be used again."""
    header = draft.header("Cooldown")
    if header is None:
        return []
    return [instructions.Give(Grant.COOLDOWN, until=phrases.duration(draft.scope, f"for {header.value}", header.value_span))]


def _framed(draft: Draft, name: str, part: list[Instruction], rules: list[Routine]) -> list[Instruction]:
    """Give a component to which others can respond a frame of its own, which a reaction may cut short alone."""
    if not draft.names.listening or not any(isinstance(i, Alter) for i in part):
        return part
    labels = tuple((start, "") for start in draft.starts) if name.endswith("/do") else ()
    rules.append(Routine(name, tuple(part), title=draft.item.name, labels=labels, act=True))
    return [instructions.Run(draft.names.procedure(name), own=True)]
