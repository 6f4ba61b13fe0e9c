"""A survey of a compiled book: its actions with their text, who has them and with which stats, and who reads what.

It only looks; what is wrong with what it sees is for others to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from math import inf
from typing import Any

from rulewright.kernel.acts import Action, Pick
from rulewright.kernel.book import Book
from rulewright.kernel.state import NOWHERE
from rulewright.language import checks, code, nodes
from rulewright.language.examples import Example
from rulewright.language.explain import Rule
from rulewright.language.intervals import Judge
from rulewright.language.names import plain
from rulewright.language.payable import Costs
from rulewright.language.source import Span
from rulewright.language.syntax import Item

ACTOR = nodes.Who("actor")
IT = nodes.Who("it")
RAISING = ("+=", "*=", "=")


def parts(value: Any) -> Iterator[Any]:
    """Give every part of a compiled value, however deep."""
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple | list | frozenset):
        for each in value:
            yield from parts(each)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from parts(getattr(value, field.name))


@dataclass(frozen=True, slots=True)
class Act:
    """An action with the text it comes from and all the instructions it runs."""

    action: Action
    item: Item
    does: tuple[Any, ...]

    @property
    def reaction(self) -> bool:
        """Whether it is used in others' turns only."""
        return "reaction" in self.action.kinds

    def span(self, *names: str) -> Span:
        """Say where a component or header stands, else where the action does."""
        found = [part.span for part in self.item.components if part.name in names]
        found += [header.value_span for header in self.item.headers if plain(header.key) in names]
        return found[0] if found else self.item.span

    def has(self, name: str) -> bool:
        """Say whether a component was written."""
        return any(part.name == name and part.clauses for part in self.item.components)

    def check(self) -> Any:
        """Give the condition that decides between do and else, where there is one."""
        return next((each.condition for each in self.does if isinstance(each, code.Test) and each.told), None)

    def needs(self) -> Iterator[Any]:
        """Give its prerequisites."""
        for check in (*self.action.checks, *(check for pick in self.action.picks for check in pick.checks)):
            if check.name == "needs" and isinstance(check.test, checks.Holds):
                yield check.test.node

    def costs(self) -> Iterator[code.Alter]:
        """Give what it takes from the actor's own stats."""
        paid = [each for check in self.action.checks for each in parts(check.test) if isinstance(each, code.Alter)]
        yield from (each for each in paid if each.whom == ACTOR and each.op == "-=")

    def granted(self) -> Iterator[Any]:
        """Give what must hold before it may be tried and still does at its if: it does not wait, and no cost changes that."""
        paid = [each for cost in self.action.costs if isinstance(cost, Costs) for each in (*cost.parts, *cost.extra)]
        spent = {each.stat for each in paid if isinstance(each, code.Alter)}
        if self.action.stack or self.action.of_class != NOWHERE or not all(isinstance(each, code.Alter) for each in paid):
            return
        aim = self.target()
        held = [part for node in self.needs() for part in joined(node)]
        held += (
            [_aimed(part) for part in tests(aim) if isinstance(part, nodes.Cmp)] if aim is not None and not aim.several else []
        )
        yield from (node for node in held if spent.isdisjoint([getattr(each, "stat", -1) for each in parts(node)]))

    def target(self) -> Pick | None:
        """Give what may be targeted."""
        return next((pick for pick in self.action.picks if pick.name == "target"), None)


def tests(pick: Pick) -> tuple[Any, ...]:
    """Give the tests that a candidate must pass, those joined by `and` apart."""
    found = [check.test.node for check in pick.checks if isinstance(check.test, checks.Holds)]
    found += list(pick.candidates.node.tests) if isinstance(pick.candidates, checks.Candidates) else []
    return tuple(part for node in found for part in joined(node))


def _aimed(node: nodes.Cmp) -> nodes.Cmp:
    """Say of the target what a comparison says of a candidate."""

    def of(side: Any) -> Any:
        if isinstance(side, nodes.Final):
            return replace(side, of=of(side.of))
        return replace(side, who=nodes.Who("target")) if isinstance(side, nodes.StatOf) and side.who == IT else side

    return replace(node, left=of(node.left), right=of(node.right))


def joined(node: Any) -> Iterator[Any]:
    """Give the parts of a condition that are joined by `and`."""
    if isinstance(node, nodes.Every):
        for part in node.parts:
            yield from joined(part)
    else:
        yield node


def never_self(pick: Pick | None) -> bool:
    """Say whether an actor can never be its own target."""
    return pick is not None and any(isinstance(t, nodes.Relation) and t.how in ("enemy", "other") for t in tests(pick))


class Survey:
    """What there is in one book."""

    def __init__(self, book: Book, items: Sequence[Item], examples: Sequence[Example]) -> None:
        self.book, self.items = book, items
        scenes = [set_up.__self__ for set_up in book.scenes.values() if hasattr(set_up, "__self__")]
        self.positions = [*scenes, *(example.position for example in examples)]
        self.acts = list(self._acts())
        self.profiles = list(self._profiles())
        self.judge = Judge(book, self._starts())
        self.everything = list(parts([book.actions, self._rules(), book.triggers, book.extra]))

    def _rules(self) -> list[Rule]:
        return [rule for rule in self.book.procedures.values() if isinstance(rule, Rule)]

    def _acts(self) -> Iterator[Act]:
        known = [item for item in self.items if item.kind in ("action", "feature")]
        known += [inner for item in known for inner in item.items]
        for action in self.book.actions:
            item = next((item for item in known if item.name == action.name and _is_rule(item, action.rule)), None)
            rules = [self.book.procedures.get(action.procedure + part) for part in ("", "/do", "/else")]
            if item is not None:
                yield Act(action, item, tuple(each for rule in rules if isinstance(rule, Rule) for each in rule.code))

    def _profiles(self) -> Iterator[tuple[frozenset[int], dict[int, int]]]:
        """Give the actions and the starting stats of every kind that can act and of everybody in a position."""
        kinds, index = self.book.kinds, self.book.extra["kinds"]
        yield from ((frozenset(kind.actions), dict(kind.stats)) for kind in kinds)
        for thing in (thing for position in self.positions for thing in position.things):
            named = index.get(plain(thing.kind) or plain(thing.name), index.get("actor", 0))
            kind = kinds[self.book.extra["own kinds"].get((thing.name, thing.actions), named)]
            yield frozenset(kind.actions), {**dict(kind.stats), **thing.stats}

    def _starts(self) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        for _, stats in self.profiles:
            for stat, amount in stats.items():
                found.setdefault(stat, set()).add(amount)
        return found

    # -- who has how much --------------------------------------------------------------------------------------------

    def most(self, stat: int, action: int) -> float:
        """Give the most of a stat that anybody who has an action can ever have."""
        bound = self.book.stats[stat]
        top = inf if bound.most is None else bound.most
        if not self.positions or self.raised(stat):
            return top
        refreshed = bound.refresh[1] if bound.refresh else 0
        on_card = any(action in kind.actions and "card" in kind.marks for kind in self.book.kinds)
        payers = [stats.get(stat, bound.default) for actions, stats in self.profiles if on_card or action in actions]
        return min(top, max([refreshed, *payers])) if payers else top

    def raised(self, stat: int) -> bool:
        """Say whether anything in the book can make a stat larger."""
        return any(
            (isinstance(each, code.Alter) and each.stat == stat and each.op in RAISING)
            or (isinstance(each, code.Last | code.Ties) and each.stat == stat)
            for each in self.everything
        ) or stat in self.book.modifiers  # fmt: skip

    # -- who reads what ----------------------------------------------------------------------------------------------

    def used(self) -> set[int]:
        """Give the stats that some rule reads or writes, or that somebody is given."""
        found = {each.stat for each in self.everything if isinstance(getattr(each, "stat", None), int)}
        found |= {each.breaker for each in self.everything if isinstance(each, code.Ties)}
        found |= {stat.cap for stat in self.book.stats if stat.cap is not None} | set(self.book.modifiers)
        found |= {n for n, stat in enumerate(self.book.stats) if stat.refresh is not None or stat.cap is not None}
        found |= {stat for _, stats in self.profiles for stat in stats} | set(self.book.ranks)
        hidden = [feature.hides for feature in self.book.extra.get("features", ())]
        return found | {stat for stats in hidden for stat in stats} | {-1 if self.book.rank is None else self.book.rank}

    def reads(self, stat: int) -> Iterator[tuple[Act | None, Any]]:
        """Give who reads a stat, and of whom; what is no action reads it as nobody in particular."""
        known = [self._of_act(act) for act in self.acts]
        mine = {id(each) for found in known for each in found}
        for act, found in zip(self.acts, known, strict=True):
            yield from ((act, each.who) for each in found if isinstance(each, nodes.StatOf) and each.stat == stat)
            yield from ((act, ACTOR) for each in act.costs() if each.stat == stat)
        for each in self.everything:
            if isinstance(each, nodes.StatOf | nodes.Total) and each.stat == stat and id(each) not in mine:
                yield None, None
        if stat in self.book.capped or stat in (self.book.rank, *self.book.ranks):
            yield None, None

    def _of_act(self, act: Act) -> list[Any]:
        return list(parts([act.action.checks, act.action.picks, act.action.costs, act.does]))


def _is_rule(item: Item, rule: str) -> bool:
    """Tell an action's text from another of the same name by its rule's number or by its place."""
    own = next((header.value for header in item.headers if plain(header.key) == "rule"), None)
    return rule == (f"{item.span.file}:{item.span.line}" if own is None else own)
