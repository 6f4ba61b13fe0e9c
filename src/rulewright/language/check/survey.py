"""A survey of a compiled book: its actions with their text, who has them and with which stats, and who reads what.

It only collects; other modules decide what is wrong.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cached_property
from math import inf
from typing import TypeVar

from rulewright.kernel.book import Book
from rulewright.kernel.flow.nesting import Nesting
from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.check.example_lines import Example
from rulewright.language.check.intervals import Judge
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program import building, expressions, instructions, marks
from rulewright.program.building import AnyRecord, Part, walk
from rulewright.program.conditions import Truth
from rulewright.program.declared import Kind
from rulewright.program.definition import Action, Pick, Trigger
from rulewright.program.modes import Joint, Source, Tie
from rulewright.program.pools import Candidates
from rulewright.program.quick_dataclasses import dataclass, replace
from rulewright.program.spelled import plain

R = TypeVar("R")
S = TypeVar("S")
ACTOR = building.ACTOR
IT = building.IT
RAISING = ("+=", "*=", "=")


@dataclass(frozen=True, slots=True)
class Act:
    """An action with the text it comes from and all the instructions that it runs."""

    action: Action
    item: Item
    does: tuple[instructions.Instruction, ...]

    @property
    def reaction(self) -> bool:
        """Whether it is used in others' turns only."""
        return marks.REACTION in self.action.kinds

    def span(self, *names: str) -> Span:
        """Give the place of a component or header, or else of the action."""
        found = [part.span for part in self.item.components if part.name in names]
        found += [header.value_span for header in self.item.headers if plain(header.key) in names]
        return found[0] if found else self.item.span

    def has(self, name: str) -> bool:
        """Say whether a component was written."""
        return any(part.name == name and part.clauses for part in self.item.components)

    def check(self) -> expressions.Expression | None:
        """Give the condition that decides between do and else, if there is one."""
        return next((each.condition for each in self.does if isinstance(each, instructions.Test) and each.told), None)

    def needs(self) -> Iterator[expressions.Expression]:
        """Give its prerequisites."""
        for check in (*self.action.checks, *(check for pick in self.action.picks for check in pick.checks)):
            if check.name == "needs" and isinstance(check.test, Truth):
                yield check.test.node

    def costs(self) -> Iterator[instructions.Alter]:
        """Give what it takes from the actor's own stats."""
        paid = [each for check in self.action.checks for each in walk(check.test) if isinstance(each, instructions.Alter)]
        yield from (each for each in paid if each.whom == ACTOR and each.op == "-=")

    def granted(self) -> Iterator[expressions.Expression]:
        """Give the conditions for trying it that are still true at its if: it does not wait, and no cost changes them."""
        paid = [each for cost in self.action.costs for each in (*cost.parts, *cost.extra)]
        spent = {each.stat for each in paid if isinstance(each, instructions.Alter)}
        if self.action.stack or self.action.of_class != NOWHERE or not all(isinstance(each, instructions.Alter) for each in paid):
            return
        aim = self.target()
        held = [part for node in self.needs() for part in joined(node)]
        held += (
            [_aimed(part) for part in tests(aim) if isinstance(part, expressions.Compare)]
            if aim is not None and not aim.several
            else []
        )
        yield from (node for node in held if spent.isdisjoint([getattr(each, "stat", -1) for each in walk(node)]))

    def target(self) -> Pick | None:
        """Give what may be targeted."""
        return next((pick for pick in self.action.picks if pick.name == "target"), None)


def tests(pick: Pick) -> tuple[expressions.Expression, ...]:
    """Give the tests that a candidate must pass; conditions joined by `and` are separated."""
    found = [check.test.node for check in pick.checks if isinstance(check.test, Truth)]
    found += list(pick.pool.node.tests) if isinstance(pick.pool, Candidates) else []
    return tuple(part for node in found for part in joined(node))


def _aimed(node: expressions.Compare) -> expressions.Compare:
    """Turn a comparison about a candidate into one about the target."""

    def of(side: expressions.Expression) -> expressions.Expression:
        if building.is_final(side):
            return replace(side, of=of(side.of))
        return replace(side, who=building.TARGET) if isinstance(side, expressions.StatOf) and side.who == IT else side

    return replace(node, left=of(node.left), right=of(node.right))


def joined(node: expressions.Expression) -> Iterator[expressions.Expression]:
    """Give the parts of a condition that are joined by `and`."""
    if building.joined(node, Joint.ALL):
        for part in node.parts:
            yield from joined(part)
    else:
        yield node


def never_self(pick: Pick | None) -> bool:
    """Say whether an actor can never be its own target."""
    return pick is not None and any(isinstance(t, expressions.Relation) and t.how in (Tie.ENEMY, Tie.OTHER) for t in tests(pick))


class Survey:
    """What one book contains; `own_scenes` are the scenes of the files that are checked."""

    def __init__(
        self, book: Book, items: Sequence[Item], examples: Sequence[Example], files: Container[str] | None = None
    ) -> None:
        self.book, self.items = book, items
        self.own_scenes = frozenset(
            each.name for each in items if each.kind == "scene" and (files is None or each.span.file in files)
        )
        self.positions = [*book.scenes.values(), *(example.position(book) for example in examples)]
        self.acts = list(self._acts())
        self.profiles = list(self._profiles())
        self.judge = Judge(book, self._starts())
        acting = {act.action.index for act in self.acts}
        known = {number for act in self.acts for number in procedures(book, act.action)}
        others = [action for action in book.actions if action.index not in acting]
        self.of_does = [list(walk(act.does)) for act in self.acts]
        self.of_acts = [[*walk(act.action), *does] for act, does in zip(self.acts, self.of_does, strict=True)]
        rest = [rule for number, rule in enumerate(book.routines) if number not in known]
        kept: Part = (book.triggers, book.counted, book.features, *book.endings.values(), book.untils)
        self.of_no_act = list(walk((*others, *rest, kept, *book.strategies.values())))
        self._by_kind: dict[type, list[AnyRecord]] = {}
        for part in (part for found in (self.of_no_act, *self.of_acts) for part in found):
            self._by_kind.setdefault(type(part), []).append(part)
        self.triggers: dict[int, list[Trigger]] = {}
        for trigger in book.triggers:
            self.triggers.setdefault(trigger.action, []).append(trigger)

    def parts(self, kind: type[R], other: type[S] | None = None) -> list[R | S]:
        """List all parts of the book that are of a kind, or of one of two kinds."""
        more: list[S] = [] if other is None else self.parts(other)
        return [*(part for part in self._by_kind.get(kind, ()) if isinstance(part, kind)), *more]

    def _acts(self) -> Iterator[Act]:
        named: dict[tuple[str, str], Item] = {}  # by name and rule; without a rule, the first of a name
        for item in (item for item in self.items if item.kind in ("action", "feature")):
            for each in (item, *item.items):
                named.setdefault((each.name, _rule(each)), each)
                named.setdefault((each.name, ""), each)
        for action in self.book.actions:
            text = named.get((action.name, "" if action.identity else action.rule))
            rules = [self.book.routines[number] for number in procedures(self.book, action)]
            if text is not None:
                yield Act(action, text, tuple(each for rule in rules for each in rule.code))

    def _profiles(self) -> Iterator[tuple[frozenset[int], dict[int, int]]]:
        """Give the actions and the starting stats of every kind that can act and of everything in a position."""
        kinds = self.book.kinds
        yield from ((frozenset(kind.actions), dict(kind.stats)) for kind in kinds)
        for thing in (thing for position in self.positions for thing in position.things):
            kind = kinds[thing.kind]
            yield frozenset(kind.actions), {**dict(kind.stats), **dict(thing.stats)}

    def _starts(self) -> dict[int, set[int]]:
        found: dict[int, set[int]] = {}
        for _, stats in self.profiles:
            for stat, amount in stats.items():
                found.setdefault(stat, set()).add(amount)
        return found

    # -- who has how much --------------------------------------------------------------------------------------------

    def most(self, stat: int, action: int) -> float:
        """Give the largest value of a stat that anything with an action can have."""
        bound = self.book.stats[stat]
        top = inf if bound.most is None else bound.most
        if not self.positions or stat in self.raised:
            return top
        refreshed = bound.refresh[1] if bound.refresh else 0
        sets = self.holding.keys() if action in self.on_cards else self.sets_with.get(action, ())
        return min(top, max([refreshed, *(self._richest(held, stat) for held in sets)])) if sets else top

    def _richest(self, held: frozenset[int], stat: int) -> int:
        """Give the largest starting value of a stat among the things with exactly these actions."""
        if (held, stat) not in self._most:
            default = self.book.stats[stat].default
            self._most[held, stat] = max(stats.get(stat, default) for stats in self.holding[held])
        return self._most[held, stat]

    @cached_property
    def _most(self) -> dict[tuple[frozenset[int], int], int]:
        return {}

    @cached_property
    def turns_are_ones_own(self) -> bool:
        """Whether only the actor of a turn may act in it, apart from reactions."""
        windows = self.parts(instructions.Open)
        return bool(windows) and all(each.who == ACTOR and not each.seats and not each.floor for each in windows)

    @cached_property
    def raised(self) -> set[int]:
        """The stats that anything in the book can increase."""
        made = {each.stat for each in self.parts(instructions.Alter) if each.op in RAISING}
        return made | {e.stat for e in self.parts(instructions.Last, instructions.Ties)} | set(self.book.modifiers)

    @cached_property
    def on_cards(self) -> set[int]:
        """The actions that some card has."""
        return {action for kind in self.book.kinds if marks.CARD in kind.marks for action in kind.actions}

    @cached_property
    def holding(self) -> dict[frozenset[int], list[dict[int, int]]]:
        """The starting stats of all things with the same actions, by these actions."""
        found: dict[frozenset[int], list[dict[int, int]]] = {}
        for actions, stats in self.profiles:
            found.setdefault(actions, []).append(stats)
        return found

    @cached_property
    def sets_with(self) -> dict[int, list[frozenset[int]]]:
        """The sets of actions that somebody has, by each action in them."""
        found: dict[int, list[frozenset[int]]] = {}
        for held in self.holding:
            for action in held:
                found.setdefault(action, []).append(held)
        return found

    @cached_property
    def kinds_with(self) -> dict[str, list[Kind]]:
        """The kinds that have an action, by its name in lower case."""
        found: dict[str, list[Kind]] = {}
        for kind in self.book.kinds:
            for name in {plain(self.book.actions[action].name) for action in kind.actions}:
                found.setdefault(name, []).append(kind)
        return found

    # -- who reads what ----------------------------------------------------------------------------------------------

    def used(self) -> set[int]:
        """Give the stats that some rule reads or writes, or that somebody is given."""
        with_stat = (part for kind, parts in self._by_kind.items() if hasattr(kind, "stat") for part in parts)
        found = {stat for part in with_stat if isinstance(stat := getattr(part, "stat", None), int)}
        found |= {each.breaker for each in self.parts(instructions.Ties)}
        found |= {stat.cap for stat in self.book.stats if stat.cap is not None} | set(self.book.modifiers)
        found |= {n for n, stat in enumerate(self.book.stats) if stat.refresh is not None or stat.cap is not None}
        found |= {stat for _, stats in self.profiles for stat in stats} | set(self.book.ranks)
        hidden = [feature.hides for feature in self.book.features]
        return found | {stat for stats in hidden for stat in stats} | {-1 if self.book.rank is None else self.book.rank}

    @cached_property
    def changed(self) -> dict[int, set[str]]:
        """How plain changes change each stat."""
        found: dict[int, set[str]] = {}
        for each in self.parts(instructions.Alter):
            found.setdefault(each.stat, set()).add(each.op)
        return found

    @cached_property
    def aimed(self) -> bool:
        """Whether any rule asks what an act is aimed at."""
        return any(part.source is Source.PICKED for part in self.parts(expressions.Query))

    @cached_property
    def otherwise_written(self) -> set[int]:
        """The stats that something other than a plain change writes, or lays an amount on for a while."""
        lasting = {each.stat for each in self.parts(instructions.Last, instructions.Bind)}
        tied = self.parts(instructions.Ties)
        fought = {stat for each in self.parts(instructions.Fight) for stat in (each.health, each.blows)}
        return lasting | fought | {stat for each in tied for stat in (each.stat, each.breaker)} | set(self.book.modifiers)

    @cached_property
    def read(self) -> set[int]:
        """The stats that anything reads: rules, costs, bounds, what pays for another, what is fought with, and the score."""
        found = {each.stat for each in self.parts(instructions.Decide, instructions.Adjust)} | self.reads.keys()
        found |= {each.stat for each in self.parts(instructions.Ties, instructions.Permit)}
        found |= {each.stat for each in self.parts(expressions.Changes)}
        found |= {each.stat for each in self.parts(instructions.Alter) if each.price}
        found |= {stat for each in self.parts(instructions.Fight) for stat in (each.health, each.blows)}
        found |= {n for n, stat in enumerate(self.book.stats) if stat.pays is not None}
        shown = walk((self.book.layout.score, self.book.layout.bound))
        told = walk(tuple(routine.told for routine in self.book.routines))
        return found | {each.stat for each in (*shown, *told) if isinstance(each, expressions.StatOf)}

    # -- what there is ------------------------------------------------------------------------------------------------

    @cached_property
    def nesting(self) -> Nesting:
        """What runs what."""
        return Nesting(self.book)

    @cached_property
    def told(self) -> frozenset[str]:
        """The words that rules tell."""
        telling = [each.word for each in self.parts(instructions.Tell, instructions.Station)]
        words = [self.book.words[word] for word in telling if word != expressions.NONE]
        marked = [each.mark for each in self.parts(instructions.Permit) if each.mark >= 0]
        used = [f"{self.book.words[mark]} resolves" for mark in marked]
        return frozenset((*words, *used, *(feature.name for feature in self.book.features)))

    @cached_property
    def filled(self) -> frozenset[int]:
        """The kinds of zone that something may come to in play."""
        book = self.book
        sent = {each.zone for each in self.parts(instructions.Send, instructions.Make)}
        played = {zone for action in book.actions for zone in (action.after, action.countered, action.onto)}
        stacks = {n for n, zone in enumerate(book.zones) if zone.stack}
        return frozenset(sent | played | stacks)

    @cached_property
    def dormant(self) -> str:
        """The words of rules that are in force under another reading: what they mention counts as used."""
        return "\n".join(plain(text) for item in self.items if self._sleeps(item) for text in _words(item))

    def _sleeps(self, item: Item) -> bool:
        marked = [mark[8:].partition(":") for mark in item.marks if mark.startswith("reading ")]
        return any(self.book.readings.get(plain(name)) != " ".join(side.split()) for name, _, side in marked)

    @cached_property
    def reads(self) -> dict[int, list[tuple[Act | None, expressions.Expression | None]]]:
        """Which actions read a stat, and of whom, by the stat; for other rules the reader is nobody."""
        found: dict[int, list[tuple[Act | None, expressions.Expression | None]]] = {}
        for act, own in zip(self.acts, self.of_acts, strict=True):
            for each in (each for each in own if isinstance(each, expressions.StatOf)):
                found.setdefault(each.stat, []).append((act, each.who))
            for cost in act.costs():
                found.setdefault(cost.stat, []).append((act, ACTOR))
        others = {each.stat for each in self.of_no_act if building.reads_stat(each)}
        others |= {
            each.stat
            for own in self.of_acts
            for each in own
            if isinstance(each, expressions.Measure) and building.reads_stat(each)
        }
        ranked = {rank for rank in (self.book.rank, *self.book.ranks) if rank is not None}
        for stat in others | self.book.capped.keys() | ranked:
            found.setdefault(stat, []).append((None, None))
        return found


def _words(item: Item) -> Iterator[str]:
    """Give the words of an item: its headers, its clauses and those inside them, and its parts."""
    yield from (header.value for header in item.headers)
    clauses = [clause for part in item.components for clause in part.clauses]
    yield from (each.text for clause in clauses for each in (clause, *clause.inside))
    for inner in item.items:
        yield from _words(inner)


def procedures(book: Book, action: Action) -> list[int]:
    """Give what an action runs of its own: its procedure, and the parts that have a frame of their own."""
    code = book.routines[action.procedure].code
    return [action.procedure, *(each.procedure for each in code if isinstance(each, instructions.Run) and each.own)]


def _rule(item: Item) -> str:
    """Give the number of the rule of an item, or its place."""
    place = f"{item.span.file}:{item.span.line}"
    return next((header.value for header in item.headers if plain(header.key) == "rule"), place)
