"""Costs and limits of an action: `Cost:` is paid first, what `then` takes is paid last, `Limit:` counts uses."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from rulewright.kernel.change import locating
from rulewright.language.grammar import phrases, somebody
from rulewright.language.lower.drafts import Draft
from rulewright.language.names.marking import PAYMENT
from rulewright.language.text.source import BRACKETED, Span
from rulewright.language.text.syntax import Clause, Header
from rulewright.program import building, conditions, expressions, instructions, wording
from rulewright.program.definition import Check
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.modes import Bond
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN_ONES, EXTRA, EXTRA_ONES
from rulewright.program.spelled import plain

NUMBER = "X"
"""The number that is chosen when an action is declared, if a cost or an `X:` line uses it."""


def counts(draft: Draft) -> bool:
    """Say whether a number is chosen when an action is declared."""
    said = [header.value for key in ("Cost", "Optional cost") if (header := draft.header(key)) is not None]
    return draft.header(NUMBER) is not None or any(re.search(rf"\b{NUMBER}\b", text) for text in said)


def bounds(draft: Draft) -> tuple[Expression, Expression]:
    """Read `X: 1 to 5`, `X: up to [Mana]`; without that line, from 0 to what can be paid."""
    header = draft.header(NUMBER)
    if header is None:
        return expressions.Constant(0), _at_hand(draft)
    found = re.fullmatch(r"(?:up to (?P<all>.+)|(?:from )?(?P<least>.+) to (?P<most>.+))", header.value.strip(), re.IGNORECASE)
    if found is None:
        raise draft.names.fail(
            header.value_span, f"{header.value!r} does not give a lower and an upper bound", "1 to 5, or up to [Stat]"
        )
    read = partial(somebody.amount, draft.names, span=header.value_span)
    return (expressions.Constant(0), read(found["all"])) if found["all"] else (read(found["least"]), read(found["most"]))


def _at_hand(draft: Draft) -> Expression:
    """Give how much there is of the stats in which a cost takes X, and of those that pay for them."""
    names, header = draft.names, draft.header("Cost") or draft.header("Optional cost")
    assert header is not None  # only a cost uses the number without bounds
    parts = [re.fullmatch(rf"[^,]*\b{NUMBER}\b[^,]*? ([^,]+)", part.strip()) for part in header.value.split(",")]
    found = [stat for part in parts if part and (stat := _stat(draft, part[1])) is not None]
    if not found:
        expected = "a line such as `X: up to [number of cards in your Hand]`"
        raise names.fail(header.value_span, "the largest value of X is not given", expected)
    paying = [stat for stat in range(len(names.stats)) if stat in found or names.stats[stat].pays in found]
    amounts = [names.whose(building.ACTOR, stat) for stat in paying]
    whole: Expression = amounts[0]
    for each in amounts[1:]:
        whole = expressions.Arithmetic("+", whole, each)
    return whole


def _is_cost(instruction: Instruction) -> bool:
    """Say whether an effect in `then` takes something from the actor's own stats, which makes it a cost."""
    if not isinstance(instruction, Alter) or instruction.op != "-=":
        return False
    whom = instruction.whom.who if isinstance(instruction.whom, expressions.Holder) else instruction.whom
    return whom == building.ACTOR


def with_prices(draft: Draft, then: list[Instruction]) -> list[Instruction]:
    """Mark what `then` takes as costs: they have prices, and what is known beforehand must be payable."""
    priced = [replace(i, price=True) if isinstance(i, Alter) and _is_cost(i) else i for i in then]
    costs = [i for i in priced if isinstance(i, Alter) and i.price and not building.rolls(i.amount)]
    if draft.names.policy("unpaid costs") == "refused":
        own = [alter for alter in costs if not building.mentions(alter.amount, "target")]
        theirs = [alter for alter in costs if building.mentions(alter.amount, "target")]
        for alterations, into in ((own, draft.checks), (theirs, draft.target_checks)):
            if alterations:
                into.append(_cost_check(alterations, draft.rule))
    return priced


def _cost_check(alterations: list[Alter], rule: str) -> Check:
    """Make the check that costs can be paid."""
    costs = conditions.Costs(tuple(alterations))
    return Check("cost", rule, conditions.Payable(costs), wording.CostWords(costs), once=True)


def _payable(part: Instruction) -> bool:
    """Say whether an instruction can be a cost: its changes are known before it happens."""
    return isinstance(part, Alter | instructions.Send | instructions.Tell | instructions.Choose) or locating.can_be_prepared(part)


def paid_first(draft: Draft) -> tuple[conditions.Costs, ...]:
    """Read `Cost: 2 points, exhaust this`: what is paid, in full, before the action takes effect."""
    paid = _parts(draft, draft.header("Cost"), CHOSEN_ONES)
    extra = _extra(draft)
    owes = draft.header("Target") is not None and PAYMENT not in draft.kinds
    levy = draft.settings.get("levies", ()) if owes else ()
    if not paid and not extra and not levy:
        return ()
    picked = [each for each in paid if _chosen(each)]
    known = [each for each in paid if each not in picked]
    draft.scope.spends = any(_taken(each) == building.TARGET for each in paid)
    if any(_chosen(each) != CHOSEN_ONES for each in picked):
        _ask(draft, draft.whole_checks, conditions.Costs(tuple(paid)))  # targets that are part of the cost are paid with the rest
    elif known:
        aimed = any(building.mentions(each, "target") for each in known)
        named = any(building.number(NUMBER) in building.walk(each) for each in known)
        into = draft.target_checks if aimed else draft.number_checks if named else draft.checks
        _ask(draft, into, conditions.Costs(tuple(known)), once=aimed or named)
    if levy or extra:
        into = draft.whole_checks if draft.scope.several else draft.target_checks
        costs = conditions.Costs((*known, *levy), extra)
        test = conditions.LevyPayable(tuple(levy), costs)
        into.append(Check("cost", draft.rule, test, wording.CostWords(costs), once=True))
    return (conditions.Costs((*paid, *levy), extra),)


def _ask(draft: Draft, into: list[Check], costs: conditions.Costs, once: bool = False) -> None:
    """Test whether costs can be paid, as soon as everything that they depend on is known."""
    into.append(Check("cost", draft.rule, conditions.Payable(costs), wording.CostWords(costs), once=once))


def _chosen(part: Instruction) -> str:
    """Name the picks that a part of a cost uses; "" for none."""
    return next((each.var for each in building.walk(part) if isinstance(each, expressions.Picked)), "")


def _taken(part: Any) -> Any:
    """Give what a cost takes or changes."""
    if isinstance(part, instructions.Bind) and part.how is Bond.NOTE:
        return part.to
    return getattr(part, "what", getattr(part, "whom", None))


def _parts(draft: Draft, header: Header | None, var: str) -> list[Instruction]:
    """Read the parts of a cost; choices among them are picked when the action is declared."""
    paid: list[Instruction] = []
    for part in header.value.split(",") if header else ():
        paid += draft.guarded(_cost, draft, part.strip(), header) or []
    found: list[Instruction] = []
    for each in paid:
        if isinstance(each, instructions.Choose):
            draft.scope.choices.append([var, each, ()])
        else:
            found.append(_renamed(each, var))
            if _chosen(found[-1]) == var and draft.scope.choices:
                draft.scope.choices[-1][2] += (found[-1],)
    return found


def _renamed(part: Any, var: str) -> Instruction:
    """Let a part refer to what was picked for the payment."""
    for name in ("what", "whom", "to"):
        chosen = getattr(part, name, None)
        if isinstance(chosen, expressions.Picked) and chosen.var == CHOSEN_ONES:
            part = replace(part, **{name: replace(chosen, var=var)})
    renamed: Instruction = part
    return renamed


def _extra(draft: Draft) -> tuple[Instruction, ...]:
    """Read `Optional cost: 1 point`: what may be paid in addition; see `the additional cost was paid`."""
    header = draft.header("Optional cost")
    if header is None:
        return ()
    before = len(draft.scope.choices)
    parts = tuple(_parts(draft, header, EXTRA_ONES))
    if not any(_chosen(part) for part in parts):
        draft.scope.choices.insert(before, [EXTRA, None, ()])  # other choices are made only if it is paid
    return parts


def _cost(draft: Draft, text: str, header: Header) -> list[Instruction]:
    """Read one cost: an amount and a stat, or an effect that must happen in full."""
    found = re.fullmatch(rf"((?:{BRACKETED}|\d+|X)(?: [-+*/] (?:{BRACKETED}|\d+|X))*|\S+) (.+)", text)
    stat = _stat(draft, found[2]) if found else None
    if found and stat is not None:
        whose = draft.names.whose(building.ACTOR, stat).who
        return [Alter(whose, stat, "-=", somebody.amount(draft.names, found[1], header.value_span), "", price=True)]
    scope = replace(draft.scope, paying=True)
    block = phrases.effect(draft.table, Clause(text, header.value_span), scope)
    if block is None or not all(map(_payable, block)):
        near = draft.names.near(found[2]) if found else ""
        expected = "an amount and a stat, or something to do in full"
        meant = f"{found[1]} {near}" if found and near else ""
        raise draft.names.fail(header.value_span, f"{text!r} is not a cost", expected, meant)
    return block


def _stat(draft: Draft, words: str) -> int | None:
    index = draft.names.declared(words)
    return draft.names.declared(words + "s") if index is None else index


def limits(draft: Draft) -> None:
    """Read `Limit: once per round`, and the limit the book sets on all reactions."""
    written = [(h.value, h.value_span, draft.item.name) for h in draft.item.headers if plain(h.key) == "limit"]
    if "reaction" in draft.kinds and draft.settings.get("reactions"):
        written.append((*draft.settings["reactions"], "reactions"))
    for value, span, what in written:
        for part in value.split(","):
            draft.guarded(_limit, draft, part.strip(), span, what)
    if draft.header("Cooldown"):
        draft.checks.append(Check("cooldown", draft.rule, conditions.Cooled(draft.index), wording.CoolingWords(draft.index)))
    if "reaction" in draft.kinds:
        casts = draft.names.policies.get("initiative") == "each cast"
        draft.checks.insert(0, Check("turn", draft.rule, conditions.OthersTurn(draft.names.turn, casts), wording.TurnWords()))


def _limit(draft: Draft, value: str, span: Span, what: str) -> None:
    found = re.fullmatch(r"(?:at most )?(once|twice|\w+|\d+)(?: times?)? (?:per|a|each|every) (.+)", plain(value))
    if found and found[2] in ("attack", "trigger"):
        return  # every reaction responds once to a trigger; the book says how many may respond
    structure = draft.names.structure(found[2]) if found else None
    if found is None or structure is None:
        known = ", ".join(sorted(set(draft.names.structures.values())))
        raise draft.names.fail(span, f"{value!r} is not a limit", f"once per …, 2 per … ({known}, attack)")
    most = somebody.amount(draft.names, found[1], span)
    key = draft.names.exact_word(f"{what}/{structure}")
    draft.limits.append(key)
    times = most.n if isinstance(most, expressions.Constant) else 1
    draft.checks.append(Check("limit", draft.rule, conditions.Limited(key, times), wording.LimitWords(key, times)))
