"""Costs and limits of an action: `Cost:` is paid first, what `then` takes is paid last, `Limit:` counts uses."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial, reduce
from typing import TypeVar

from rulewright.kernel.change import locating
from rulewright.language.check.problems import Unreadable
from rulewright.language.grammar import nouns, phrases, somebody
from rulewright.language.grammar.clause_scope import PaidWith
from rulewright.language.lower.drafts import Draft
from rulewright.language.names.marking import PAYMENT
from rulewright.language.text.source import BRACKETED, Span
from rulewright.language.text.syntax import Clause, Header
from rulewright.program import building, conditions, expressions, instructions
from rulewright.program.definition import Check
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Alter, Instruction
from rulewright.program.modes import Bond
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import CHOSEN_ONES, EXTRA, EXTRA_ONES
from rulewright.program.spelled import plain

R = TypeVar("R", bound=building.AnyRecord)
NUMBER = "X"
"""The number that is chosen when an action is declared, if a cost or an `X:` line uses it."""
NAMED = re.compile(rf"\b{NUMBER}\b")
"""Where that number is named."""
AMOUNT = re.compile(rf"((?:{BRACKETED}|\d+|X)(?: [-+*/] (?:{BRACKETED}|\d+|X))*|\S+) (.+)")
"""An amount and a stat, as a cost names them."""


def counts(draft: Draft) -> bool:
    """Say whether a number is chosen when an action is declared."""
    said = [header.value for header in draft.item.headers if plain(header.key) in ("cost", "optional cost", "alternative cost")]
    return draft.header(NUMBER) is not None or any(map(NAMED.search, said))


def bounds(draft: Draft) -> tuple[Expression, Expression]:
    """Read `X: 1 to 5`, `X: up to [Mana]`; without that line, from 0 to what can be paid."""
    header = draft.header(NUMBER)
    if header is None:
        return expressions.Constant(0), _at_hand(draft)
    found = re.fullmatch(r"(?:up to (?P<all>.+)|(?:from )?(?P<least>.+?) to (?P<most>.+))", header.value.strip(), re.IGNORECASE)
    if found is None:
        raise draft.names.fail(
            header.value_span, f"{header.value!r} does not give a lower and an upper bound", "1 to 5, or up to [Stat]"
        )
    read = partial(somebody.amount, draft.names, span=header.value_span)
    return (expressions.Constant(0), read(found["all"])) if found["all"] else (read(found["least"]), read(found["most"]))


def _at_hand(draft: Draft) -> Expression:
    """Give how much there is of what the costs take X of; of several ways to pay, the most."""
    said = [*_headers(draft), *(header for header in draft.item.headers if plain(header.key) == "optional cost")]
    named = [header for header in said if NAMED.search(header.value)]  # only a cost uses it without bounds
    return reduce(partial(expressions.Arithmetic, "max"), [_to_spend(draft, header) for header in named])


def _to_spend(draft: Draft, header: Header) -> Expression:
    """Give how much there is of the stats in which a cost takes X, and of those that pay for them."""
    names = draft.names
    parts = [re.fullmatch(rf"[^,]*\b{NUMBER}\b[^,]*? ([^,]+)", part.strip()) for part in header.value.split(",")]
    found = [stat for part in parts if part and (stat := _stat(draft, part[1])) is not None]
    things = [of for part in header.value.split(",") if (of := _things(draft, part, header)) is not None]
    if not found and things:
        return building.count(things[0])
    if not found:
        expected = "a line such as `X: up to [number of cards in your Hand]`"
        raise names.fail(header.value_span, "the largest value of X is not given", expected)
    paying = [stat for stat in range(len(names.stats)) if stat in found or names.stats[stat].pays in found]
    amounts: list[Expression] = [names.whose(building.ACTOR, stat) for stat in paying]
    return reduce(partial(expressions.Arithmetic, "+"), amounts)


def _things(draft: Draft, part: str, header: Header) -> expressions.Query | None:
    """Read the things of which a cost takes X, in as many words as are a noun phrase; None if it does not say which things."""
    words = part.strip().partition(f"{NUMBER} ")[2].split()
    for end in range(len(words), 0, -1):
        try:
            found = nouns.phrase(draft.names, f"all {' '.join(words[:end])}", header.value_span).things
        except Unreadable:
            continue
        return found if found.tests != (building.IN_PLAY,) else None  # `X cards` alone says nothing of where they are
    return None


def _headers(draft: Draft) -> list[Header]:
    """List the lines that say what an action costs: the cost, and the alternatives to it."""
    first = draft.header("Cost")
    return [*([first] if first else []), *alternatives(draft)]


def alternatives(draft: Draft) -> list[Header]:
    """List the lines that say what may be paid instead of the cost."""
    return [header for header in draft.item.headers if plain(header.key) == "alternative cost"]


def way_of_number(draft: Draft) -> int | None:
    """Give the way of paying in which a number is named; None if it is named in every case."""
    lines = [draft.header("Cost"), *alternatives(draft)]
    named = [way for way, line in enumerate(lines) if line is not None and NAMED.search(line.value)]
    return named[0] if len(named) == 1 else None


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
                _ask(draft, into, conditions.Costs(tuple(alterations)), once=True)
    return priced


def paid_first(draft: Draft) -> tuple[conditions.Costs, ...]:
    """Read `Cost: 2 points, exhaust this`: what is paid, in full, before the action takes effect."""
    paid, ways = _parts(draft, draft.header("Cost"), CHOSEN_ONES), enumerate(alternatives(draft), 1)
    instead = [_parts(draft, header, f"{CHOSEN_ONES} instead {way}", way) for way, header in ways]
    extra = _extra(draft)
    owes = draft.header("Target") is not None and PAYMENT not in draft.kinds
    levy = draft.around.levies if owes else ()
    if not paid and not extra and not levy and not instead:
        return ()
    if instead:
        return _one_of(draft, paid, instead, extra, levy)
    picked = [each for each in paid if _chosen(each)]
    known = [each for each in paid if each not in picked]
    draft.scope.spends = any(_taken(each) == building.TARGET for each in paid)
    if not all(_chosen(each).startswith(CHOSEN_ONES) for each in picked):
        _ask(draft, draft.whole_checks, conditions.Costs(tuple(paid)))  # targets that are part of the cost are paid with the rest
    elif known:
        aimed = any(building.mentions(each, "target") for each in known)
        named = any(building.number(NUMBER) in building.walk(each) for each in known)
        into = draft.target_checks if aimed else draft.number_checks if named else draft.checks
        _ask(draft, into, conditions.Costs(tuple(known)), once=aimed or named)
    if levy or extra:
        into = draft.whole_checks if draft.scope.several else draft.target_checks
        costs = conditions.Costs((*known, *levy), extra)
        test = conditions.LevyPayable(levy, costs)
        into.append(Check("cost", draft.rule, test, once=True))
    return (conditions.Costs((*paid, *levy), extra),)


def _one_of(draft: Draft, paid: list[Instruction], instead: list[list[Instruction]], extra: tuple[Instruction, ...],
            levy: Sequence[Instruction]) -> tuple[conditions.Costs, ...]:  # fmt: skip
    """Test each way of paying when it is picked, or when the target or the number that it depends on is."""
    ways = [paid, *instead]
    known = [tuple(part for part in way if not _chosen(part)) for way in ways]
    aimed = any(building.mentions(part, "target") for way in known for part in way)
    named = any(building.number(NUMBER) in building.walk(part) for way in known for part in way)
    costs = conditions.Costs((*known[0], *levy), (), tuple((*way, *levy) for way in known[1:]))
    into = draft.target_checks if aimed or levy else draft.number_checks if named else draft.way_checks
    _ask(draft, into, costs, once=True)
    if extra:
        _ask(draft, draft.target_checks, replace(costs, extra=extra), once=True)
    if into is draft.number_checks:  # the ways without the number are tested at once
        plain_ways = [tuple(part for part in way if building.number(NUMBER) not in building.walk(part)) for way in known]
        _ask(draft, draft.way_checks, conditions.Costs(plain_ways[0], (), tuple(plain_ways[1:])), once=True)
    return (conditions.Costs((*paid, *levy), extra, tuple((*way, *levy) for way in instead)),)


def _ask(draft: Draft, into: list[Check], costs: conditions.Costs, once: bool = False) -> None:
    """Test whether costs can be paid, as soon as everything that they depend on is known."""
    into.append(Check("cost", draft.rule, conditions.Payable(costs), once=once))


def _chosen(part: Instruction) -> str:
    """Name the picks that a part of a cost uses; "" for none."""
    return next((each.var for each in building.walk(part) if isinstance(each, expressions.Picked)), "")


def _taken(part: Instruction) -> Expression | None:
    """Give what a cost takes or changes."""
    if isinstance(part, instructions.Bind) and part.how is Bond.NOTE:
        return part.to
    taken: Expression | None = getattr(part, "what", getattr(part, "whom", None))
    return taken


def _parts(draft: Draft, header: Header | None, var: str, way: int = 0) -> list[Instruction]:
    """Read the parts of a cost; choices among them are picked when the action is declared."""
    paid: list[Instruction] = []
    if header is None:
        return paid
    for part in header.value.split(","):
        paid += draft.guarded(_cost, draft, part.strip(), header) or []
    found: list[Instruction] = []
    name = var
    for each in paid:
        if isinstance(each, instructions.Choose):
            draft.guarded(_counted, draft, each, header)
            chosen = [choice for choice in draft.scope.choices if choice.name.startswith(var) and choice.way == way]
            name = f"{var} {len(chosen) + 1}" if chosen and chosen[-1].taken else var  # each is picked for its own part
            draft.scope.choices.append(PaidWith(name, each, (), way))
        else:
            found.append(_renamed(each, name))
            if _chosen(found[-1]) == name and draft.scope.choices:
                draft.scope.choices[-1].taken += (found[-1],)
    return found


def _counted(draft: Draft, choose: instructions.Choose, header: Header) -> None:
    """Report a choice of things to pay with whose number is not known."""
    if choose.by is None:
        raise draft.names.fail(
            header.value_span, "a cost is known before it is paid, so chance cannot choose it", "`do: … a random …`"
        )
    if not isinstance(choose.count, expressions.Constant | None) and choose.count != building.number(NUMBER):
        expected = "a plain number, such as `2 cards in your Hand`, or X"
        raise draft.names.fail(header.value_span, f"it is not clear how many of the {choose.of.words} this cost takes", expected)


def _renamed(part: R, var: str) -> R:
    """Let a part refer to what was picked for the payment."""
    for name in ("what", "whom", "to"):
        chosen = getattr(part, name, None)
        if isinstance(chosen, expressions.Picked) and chosen.var == CHOSEN_ONES:
            part = replace(part, **{name: replace(chosen, var=var)})
    return part


def _extra(draft: Draft) -> tuple[Instruction, ...]:
    """Read `Optional cost: 1 point`: what may be paid in addition; see `the additional cost was paid`."""
    header = draft.header("Optional cost")
    if header is None:
        return ()
    before = len(draft.scope.choices)
    parts = tuple(_parts(draft, header, EXTRA_ONES))
    if not any(_chosen(part) for part in parts):
        draft.scope.choices.insert(before, PaidWith(EXTRA, None, (), 0))  # other choices are made only if it is paid
    return parts


def _cost(draft: Draft, text: str, header: Header) -> list[Instruction]:
    """Read one cost: an amount and a stat, or an effect that must happen in full."""
    text = re.sub("^pay ", "", text)
    if re.search(r"\brandom\b", text):
        message = "a cost is known before it is paid, so chance cannot choose what is paid"
        raise draft.names.fail(header.value_span, message, "`do: move a random card …`, or a card that the player chooses")
    found = AMOUNT.fullmatch(text)
    stat = _stat(draft, found[2]) if found else None
    if found and stat is not None:
        whose = draft.names.whose(building.ACTOR, stat).who
        return [Alter(whose, stat, "-=", somebody.amount(draft.names, found[1], header.value_span), "", price=True)]
    scope = replace(draft.scope, paying=True)
    block = phrases.effect(draft.table, Clause(text, header.value_span), scope)
    if block is None or not all(map(locating.can_be_paid, block)):
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
    if "reaction" in draft.kinds and draft.around.reactions is not None:
        written.append((*draft.around.reactions, "reactions"))
    for value, span, what in written:
        for part in value.split(","):
            draft.guarded(limit, draft, part.strip(), span, what)
    if draft.header("Cooldown"):
        draft.checks.append(Check("cooldown", draft.rule, conditions.Cooled(draft.index)))
    if "reaction" in draft.kinds:
        casts = draft.names.policies.get("initiative") == "each cast"
        others = conditions.OthersTurn(draft.names.turn_procedure(), casts)
        draft.checks.insert(0, Check("turn", draft.rule, others))


def limit(draft: Draft, value: str, span: Span, what: str) -> None:
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
    draft.checks.append(Check("limit", draft.rule, conditions.Limited(key, times)))
