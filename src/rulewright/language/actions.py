"""Compiles one action: its headers to checks and picks, its components to instructions, its trigger to a listener."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from rulewright.kernel.acts import Action, Check, Pick
from rulewright.kernel.triggers import Trigger
from rulewright.language import checks, code, nodes, nouns, parser, phrases, ranges
from rulewright.language.code import Alter, Instruction
from rulewright.language.explain import Rule
from rulewright.language.names import Names, Unreadable, plain
from rulewright.language.nodes import Node
from rulewright.language.patterns import did_you_mean
from rulewright.language.phrases import Phrase, Scope
from rulewright.language.problems import RuleTextError
from rulewright.language.syntax import Clause, Component, Header, Item

HEADERS = ("Range", "Target", "Cost", "Speed", "Trigger", "Limit", "Needs", "Prerequisite", "Rule", "For", "Sight", "If is",
           "Short", "From", "After", "Actions")  # fmt: skip
"""The headers an action may have."""

NEAR_A_PHRASE = 0.6
"""A clause nearer than this to some phrase is taken for a slip, not for a remark."""

ACTIVE = Check("active", "E-58", checks.Holds(nodes.Active()), checks.ActiveWords())
ENEMY_TURN = "a reaction answers others"


@dataclass(slots=True)
class Compiled:
    """What an action compiles to."""

    action: Action
    rules: tuple[Rule, ...]
    trigger: Trigger | None = None
    need: Node | None = None
    given_to: tuple[str, ...] = ()


@dataclass(slots=True)
class Draft:
    """An action while it is being compiled."""

    names: Names
    table: tuple[Phrase, ...]
    item: Item
    index: int
    kinds: frozenset[str]
    settings: dict[str, Any]
    range: ranges.Range = field(default_factory=ranges.Range)
    checks: list[Check] = field(default_factory=list)
    target_checks: list[Check] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    scope: Scope = field(init=False)

    def __post_init__(self) -> None:
        self.scope = Scope(self.names, self.table, self.item.name)

    @property
    def rule(self) -> str:
        """The rule's number, or the line it stands in."""
        header = self.header("Rule")
        return header.value if header else f"{self.item.span.file}:{self.item.span.line}"

    def header(self, key: str) -> Header | None:
        """Find a header by its key."""
        return next((h for h in self.item.headers if plain(h.key) == plain(key)), None)

    def component(self, name: str) -> Component | None:
        """Find a component by its name."""
        return next((c for c in self.item.components if c.name == name), None)

    def guarded(self, read: Any, *given: Any) -> Any:
        """Read something; what cannot be read becomes a problem and the rest goes on."""
        try:
            return read(*given)
        except Unreadable as error:
            self.names.problems.append(error.problem)
        except RuleTextError as error:
            self.names.problems.extend(error.problems)
        return None


def compile_action(draft: Draft) -> Compiled:
    """Compile an action; its problems are written down in the names."""
    names = draft.names
    _known_headers(draft)
    draft.range = draft.guarded(_range, draft) or ranges.Range()
    names.alias = {"target": "actor"} if draft.range.own else {}
    draft.scope.radius, draft.scope.reach = draft.range.radius, draft.range.reach
    draft.scope.short = tuple(_header_effects(draft, "Short"))
    condition: Node | None = draft.guarded(_condition, draft)
    do, otherwise, then = (_component(draft, name) for name in ("do", "else", "then"))
    then = _with_prices(draft, then)
    need, test = _split(draft, condition, bool(draft.component("else")))
    costs = _costs(draft)
    _limits(draft)
    stacked = _stack(draft)
    picks = _picks(draft, (condition, *do, *otherwise, *then), need if not stacked else None)
    trigger = draft.guarded(_trigger, draft)
    action = _action(draft, do, picks, costs, stacked)
    names.alias = {}
    rules = _rules(draft, test, do, otherwise, then)
    header = draft.header("For")
    given_to = tuple(part.strip() for part in header.value.split(",")) if header else ()
    return Compiled(action, rules, trigger, need if stacked else None, given_to)


def _known_headers(draft: Draft) -> None:
    for header in draft.item.headers:
        if plain(header.key) not in map(plain, HEADERS):
            near = did_you_mean(header.key, [*HEADERS, "do", "if", "else", "then"]) or ""
            draft.names.report(
                header.span, f"{header.key!r} is no header of an action", ", ".join(HEADERS), near and f"{near}:"
            )


def _range(draft: Draft) -> ranges.Range:
    header, sight = draft.header("Range"), draft.header("Sight")
    found = ranges.read(draft.names, header.value, header.value_span) if header else ranges.Range()
    if sight or draft.settings.get("sight"):
        found = ranges.replace(found, sight=plain(sight.value) not in ("no", "not needed") if sight else True)
    return found


# -- components --------------------------------------------------------------------------------------------------------


def _condition(draft: Draft) -> Node | None:
    component = draft.component("if")
    if component is None:
        return None
    parts = [phrases.condition(draft.table, parser.condition(c.text, c.span), draft.scope) for c in component.clauses]
    return None if not parts else parts[0] if len(parts) == 1 else nodes.Every(tuple(parts))


def _component(draft: Draft, name: str) -> list[Instruction]:
    component = draft.component(name)
    return clauses(draft, component.clauses) if component else []


def clauses(draft: Draft, found: Sequence[Clause]) -> list[Instruction]:
    """Compile clauses in their order; all that cannot be read is reported at once."""
    blocks = []
    for at, clause in enumerate(found):
        before_semicolon = at + 1 < len(found) and found[at + 1].span.line == clause.span.line
        block = draft.guarded(_clause, draft, clause, before_semicolon)
        if block:
            blocks.append(block)
    return code.joined(blocks)


def _clause(draft: Draft, clause: Clause, before_semicolon: bool) -> list[Instruction]:
    block = phrases.effect(draft.table, clause, draft.scope)
    if block is not None:
        return block
    if (
        before_semicolon
        and not re.search(r"[\d\[]", clause.text)
        and phrases.nearness(draft.table, clause.text) < NEAR_A_PHRASE
    ):
        draft.names.report(clause.span, f"{clause.text!r} is taken for a remark", severity="remark")
        return []
    raise phrases.unknown(draft.table, "effect", clause.text, clause.span, draft.names)


def _header_effects(draft: Draft, key: str) -> list[Instruction]:
    header = draft.header(key)
    return clauses(draft, parser.split_clauses(header.value, header.value_span)) if header else []


# -- tests and costs ---------------------------------------------------------------------------------------------------


def _split(draft: Draft, condition: Node | None, has_else: bool) -> tuple[Node | None, Node | None]:
    """Tell a prerequisite from a check: without dice and without else it decides whether the action may be tried."""
    needs = draft.header("Needs") or draft.header("Prerequisite")
    extra = draft.guarded(_need, draft, needs) if needs else None
    if condition is None:
        return extra, None
    said = draft.header("If is")
    as_need = not nodes.rolls(condition) and not has_else and draft.names.policy("prerequisites") != "none"
    if said:
        as_need = "prerequisite" in plain(said.value)
    if not as_need:
        return extra, condition
    return (condition if extra is None else nodes.Every((condition, extra))), None


def _need(draft: Draft, header: Header) -> Node:
    return phrases.condition(draft.table, parser.condition(header.value, header.value_span), draft.scope)


def _is_cost(instruction: Instruction) -> bool:
    """What `then` takes from the actor's own stats is a cost."""
    return isinstance(instruction, Alter) and instruction.op == "-=" and instruction.whom == nodes.Who("actor")


def _with_prices(draft: Draft, then: list[Instruction]) -> list[Instruction]:
    """Mark what `then` takes as costs: they have prices, and what is known beforehand must be payable."""
    costs = [i for i in then if isinstance(i, Alter) and _is_cost(i) and not nodes.rolls(i.amount)]
    if draft.names.policy("unpaid costs") == "refused":
        own = [alter for alter in costs if not nodes.mentions(alter.amount, "target")]
        theirs = [alter for alter in costs if nodes.mentions(alter.amount, "target")]
        for alterations, into in ((own, draft.checks), (theirs, draft.target_checks)):
            if alterations:
                into.append(checks.cost(alterations, "6.10.1"))
    return [code.replace(i, price=True) if isinstance(i, Alter) and _is_cost(i) else i for i in then]


def _costs(draft: Draft) -> tuple[Any, ...]:
    """Read `Cost: 2 points, 1 mana`: paid before the action takes effect."""
    header = draft.header("Cost")
    alterations = []
    for part in header.value.split(",") if header else ():
        found = draft.guarded(_cost, draft, part.strip(), header)
        if found:
            alterations.append(found)
    if not alterations:
        return ()
    draft.checks.append(checks.cost(alterations, draft.rule))
    return (checks.Costs(tuple(alterations)),)


def _cost(draft: Draft, text: str, header: Header) -> Alter:
    found = re.fullmatch(r"(\S+) (.+)", text)
    stat = draft.names.declared(found[2]) if found else None
    stat = stat if stat is not None or not found else draft.names.declared(found[2].removesuffix("s"))
    if found is None or stat is None:
        raise draft.names.fail(header.value_span, f"{text!r} is not a cost", "an amount and a stat, such as 2 Mana")
    return Alter(nodes.Who("actor"), stat, "-=", nouns.amount(draft.names, found[1], header.value_span), "")


def _limits(draft: Draft) -> None:
    """Read `Limit: once per round`, and the limit the book sets on all reactions."""
    written = [(h.value, h.value_span, draft.item.name) for h in draft.item.headers if plain(h.key) == "limit"]
    if "reaction" in draft.kinds and draft.settings.get("reactions"):
        written.append((*draft.settings["reactions"], "reactions"))
    for value, span, what in written:
        draft.guarded(_limit, draft, value, span, what)
    if "reaction" in draft.kinds:
        turn = draft.names.turn
        draft.checks.insert(0, Check("turn", "6.8.1", checks.OthersTurn(turn), checks.TurnWords()))


def _limit(draft: Draft, value: str, span: Any, what: str) -> None:
    found = re.fullmatch(r"(?:at most )?(once|twice|\w+|\d+)(?: times?)? (?:per|a|each|every) (.+)", plain(value))
    if found and found[2] in ("attack", "trigger"):
        return  # every reaction replies once to a trigger; how many may reply is the book's setting
    structure = draft.names.structure(found[2]) if found else None
    if found is None or structure is None:
        known = ", ".join(sorted(set(draft.names.structures.values())))
        raise draft.names.fail(span, f"{value!r} is not a limit", f"once per …, 2 per … ({known}, attack)")
    most = nouns.amount(draft.names, found[1], span)
    key = f"{what}/{structure}"
    draft.limits.append(key)
    draft.checks.append(checks.limit(key, most.n if isinstance(most, nodes.Num) else 1, "6.8.5"))


# -- picks -------------------------------------------------------------------------------------------------------------


def _picks(draft: Draft, parts: Iterable[Any], need: Node | None) -> tuple[Pick, ...]:
    parts = tuple(part for part in parts if part is not None)
    header = draft.header("Target")
    found: list[Pick] = []
    if draft.range.radius is not None:
        found.append(_area(draft))
    elif header or any(nodes.mentions(part, "target") for part in (*parts, need) if part is not None):
        found.append(draft.guarded(_target, draft, header) or _any_target(draft, (), "target"))
    for _, tiles in [pick for pick in draft.scope.picks if pick[0] == "walk"]:
        found.append(Pick("tile", "tile to move to", "tile", checks.TilesNear(tiles, walking=True)))
    if need is not None:
        on_pick = found and (
            nodes.mentions(need, "target") or any(part == nodes.Var("tile") for part in nodes.walk(need))
        )
        check = checks.need(need, draft.rule)
        if on_pick:
            found[0] = _with_check(found[0], check)
        else:
            draft.checks.append(check)
    return tuple(found)


def _with_check(pick: Pick, check: Check) -> Pick:
    return Pick(pick.name, pick.prompt, pick.kind, pick.candidates, (*pick.checks, check), pick.least, pick.most)


def _area(draft: Draft) -> Pick:
    reach = draft.range.reach
    found: list[Check] = []
    if reach is not None:
        near = nodes.Near(nodes.Who("actor"), reach, spot="tile")
        found.append(Check("range", draft.rule, checks.Holds(near), checks.RangeWords(reach, "tile")))
    if draft.range.sight:
        found.append(
            Check("sight", "6.6.4", checks.Holds(nodes.Sight(nodes.Who("actor"), "tile")), checks.SightWords("tile"))
        )
    return Pick("tile", "centre of the area", "tile", checks.TilesNear(reach), tuple(found))


def _target(draft: Draft, header: Header | None) -> Pick:
    if header is None:
        return _any_target(draft, (), "target")
    noun = nouns.phrase(draft.names, header.value, header.value_span)
    if noun.things.waiting or noun.things.zones:
        return Pick("target", plain(header.value), "object", checks.Candidates(noun.things))
    kind = nodes.Every(tuple(test for test in noun.things.tests if not isinstance(test, nodes.Active)))
    words = " ".join(header.value.split())
    check = Check("target", draft.rule, checks.Holds(kind), checks.KindWords(words))
    return _any_target(draft, (check,) if kind.parts else (), words)


def _any_target(draft: Draft, kinds: tuple[Check, ...], words: str) -> Pick:
    found = [ACTIVE, *kinds]
    reach = draft.range.reach
    if reach is not None:
        near = nodes.Near(nodes.Who("actor"), reach)
        found.append(Check("range", draft.rule, checks.Holds(near), checks.RangeWords(reach)))
    if draft.range.sight:
        found.append(Check("sight", "6.6.4", checks.Holds(nodes.Sight(nodes.Who("actor"))), checks.SightWords()))
    everybody = nodes.Things((nodes.Active(),), "anybody in play")
    return Pick("target", plain(words), "object", checks.Candidates(everybody), (*found, *draft.target_checks))


# -- the whole ---------------------------------------------------------------------------------------------------------


def _trigger(draft: Draft) -> Trigger | None:
    header = draft.header("Trigger")
    if header is None:
        if "reaction" in draft.kinds:
            draft.names.report(draft.item.span, f"{draft.item.name} is a reaction without a trigger", "a Trigger: line")
        return None
    listen = phrases.match(draft.table, "trigger", header.value, header.value_span, draft.scope)
    if listen is None:
        raise phrases.unknown(draft.table, "trigger", header.value, header.value_span, draft.names)
    optional = "reaction" in draft.kinds or "hybrid" in draft.kinds or "interrupt" in draft.kinds
    return Trigger(draft.index, listen.on, checks.Holds(nodes.Every(listen.tests)), listen.stat, optional)


def _stack(draft: Draft) -> str:
    """Say where the action waits: a delayed one on a stack of its own, one with a speed on the common stack."""
    if "delayed" in draft.kinds:
        return "new"
    return "one" if _speed(draft) else ""


def _speed(draft: Draft) -> str:
    if not draft.names.speeds:
        return ""
    header = draft.header("Speed")
    marked = [plain(header.value)] if header else [kind for kind in draft.kinds if kind in draft.names.speeds]
    return marked[0] if marked else next(speed for speed in draft.names.speeds if speed != "nothing")


def _action(
    draft: Draft, do: Sequence[Instruction], picks: tuple[Pick, ...], costs: tuple[Any, ...], stack: str
) -> Action:
    damage = draft.names.damage
    hostile = any(isinstance(i, Alter) and i.stat == damage and i.op == "-=" for i in do)
    speed = _speed(draft)
    if speed:
        table = nodes.TopSpeed(tuple(draft.names.speeds.items()))
        draft.checks.append(Check("speed", draft.rule, checks.Holds(table), checks.SpeedWords()))
    zone, after = draft.settings.get("from"), draft.settings.get("after", "")
    return Action(
        draft.item.name,
        draft.index,
        draft.item.name if not draft.settings.get("prefix") else f"{draft.settings['prefix']}: {draft.item.name}",
        draft.kinds,
        draft.rule,
        tuple(draft.checks),
        picks,
        costs,
        () if zone is None else (zone,),
        stack,
        speed,
        after,
        hostile,
        tuple(draft.limits),
        draft.range.name,
    )


def _rules(
    draft: Draft, test: Node | None, do: list[Instruction], otherwise: list[Instruction], then: list[Instruction]
) -> tuple[Rule, ...]:
    """Lay the components out in their fixed order, whatever the order on the page."""
    name = draft.settings.get("prefix", "")
    name = f"{name}: {draft.item.name}" if name else draft.item.name
    own_frame = draft.names.listening and any(isinstance(i, Alter) for i in do)
    inner = [Rule(f"{name}/do", tuple(do), title=draft.item.name)] if own_frame else []
    body: list[Instruction] = [code.Run(f"{name}/do", own=True)] if own_frame else do
    blocks: list[Sequence[Instruction]] = [[code.Declare(tuple(draft.limits))]]
    if test is None:
        blocks.append(body)
    else:
        skip: list[Instruction] = [code.Jump(len(otherwise) + 1)] if otherwise else []
        blocks += [[code.Test(test, 1 + len(body) + len(skip), told=True)], body, skip, otherwise]
    blocks += [[code.Heeding()], then]
    return (Rule(name, tuple(code.joined(blocks)), title=draft.item.name), *inner)
