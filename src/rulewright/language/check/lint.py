"""Warns of rules that can be read but are probably mistakes: what never runs, is never true, cannot be paid or ends too early.

It examines the compiled book, which is what will be played; if it is not certain, it reports nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from functools import cache

from rulewright.kernel.book import Book
from rulewright.kernel.flow.nesting import Nesting
from rulewright.kernel.state.facts import NOWHERE, OWN
from rulewright.language.check import never_waiting, usage
from rulewright.language.check.example_lines import Example
from rulewright.language.check.intervals import Judge
from rulewright.language.check.population import Population
from rulewright.language.check.problems import Problem, warning
from rulewright.language.check.survey import ACTOR, Act, Survey, joined, never_self, tests
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program import building, expressions, instructions, marks
from rulewright.program.building import AnyRecord, walk
from rulewright.program.declared import Kind
from rulewright.program.definition import Trigger
from rulewright.program.durations import Until
from rulewright.program.expressions import Expression
from rulewright.program.modes import Grant, Happening, Term, Way
from rulewright.program.spelled import plain

APART = ({"ally", "enemy"}, {"self", "other"}, {"self", "enemy"})
"""Relations that exclude each other."""


def warnings(book: Book, items: Sequence[Item], examples: Sequence[Example], files: Container[str]) -> list[Problem]:
    """Give the warnings of a book that concern some files."""
    survey = Survey(book, items, examples, files)
    found = [each for look in LOOKS for each in look(survey) if each.span.file in files]
    return sorted(dict.fromkeys(found), key=lambda problem: (problem.span.file, problem.span.line, problem.span.column))


# -- conditions --------------------------------------------------------------------------------------------------------


def dead_else(survey: Survey) -> Iterator[Problem]:
    """An else that can never run: there is no check, or the check cannot fail."""
    for act in survey.acts:
        if not act.has("else"):
            continue
        check, judge = act.check(), survey.judge.supposing(act.granted())
        if check is None:
            why = "its if decides whether the action may be tried" if act.has("if") else "there is no if"
        elif judge.truth(check) is True:
            why = f"the condition always holds ({judge.why(check)})"
        else:
            continue
        yield warning(act.span("else"), "dead-else", f"this else can never run: {why}", "an if that can fail")


def idle_conditions(survey: Survey) -> Iterator[Problem]:
    """A condition that is always or never true, because of its dice and the bounds of its stats."""
    for act in survey.acts:
        inner = [each.condition for each in act.does if isinstance(each, instructions.Test) and not each.told]
        checked = () if act.check() is None else (act.check(),)
        for places, conditions in ((("if",), checked), (("needs", "prerequisite", "if"), act.needs()), (("do",), inner)):
            for condition in conditions:
                judge = survey.judge.supposing(act.granted()) if condition in checked else survey.judge
                truth = judge.truth(condition)
                if truth is False or (truth and not (act.has("else") and condition in checked)):
                    yield _idle(judge, act.span(*places), condition, truth)
    for item in survey.items:
        for condition, _ in survey.book.endings.get(item.name, ()) if item.kind == "scene" else ():
            if survey.judge.truth(condition) is False:
                yield _idle(survey.judge, item.span, condition, False)


def _idle(judge: Judge, span: Span, condition: expressions.Expression | None, truth: bool) -> Problem:
    what = "always holds" if truth else "can never hold"
    message = f"a condition here {what}: {judge.why(condition)}"
    return warning(span, "always" if truth else "never", message, "numbers with which it can be true or false")


# -- costs and targets -------------------------------------------------------------------------------------------------

CHEAPER = ("-", "=", "<=")


def unpayable(survey: Survey) -> Iterator[Problem]:
    """A cost that nobody who has the action can ever pay."""
    free = any(each.free for each in survey.parts(instructions.Permit))
    for act in survey.acts:
        least: Counter[int] = Counter()
        for cost in act.costs():
            amount = survey.judge.interval(cost.amount).least
            least[cost.stat] += int(amount) if amount > 0 and amount != float("inf") else 0
        for stat, amount in least.items():
            said = [survey.book.prohibitions[number].op for number in survey.book.priced.get(stat, ())]
            if free or not {*said}.isdisjoint(CHEAPER):
                continue
            most = survey.most(stat, act.action.index)
            most -= survey.book.stats[stat].least or 0  # no stat goes below its minimum
            if amount > most:
                name = survey.book.stats[stat].name
                message = f"nobody can ever pay {amount} {name}: there are at most {most:.0f}"
                yield warning(act.span("cost", "then"), "unpayable", message, f"at most {most:.0f} {name}")


def empty_targets(survey: Survey) -> Iterator[Problem]:
    """A set of targets that is always empty."""
    there = Population(survey)
    for act, does in zip(survey.acts, survey.of_does, strict=True):
        for pick in act.action.picks:
            if why := _empty(survey, tests(pick)) or there.nobody(tests(pick)):
                yield warning(act.span("target", "range"), "no-target", f"nothing can ever be targeted here: {why}")
        own = [
            header
            for header in act.item.headers
            if plain(header.key) == "range" and "self" in map(plain, header.value.split(","))
        ]
        if own and never_self(act.target()):
            message = "nothing can ever be targeted here: the range is Self, and the target is never the actor"
            yield warning(act.span("target", "range"), "no-target", message, "another range or another target")
        for things in (each for each in does if isinstance(each, expressions.Query)):
            if why := _empty(survey, [test for each in things.tests for test in joined(each)]):
                yield warning(act.item.span, "no-target", f"{things.words!r} never means anybody: {why}")


def _empty(survey: Survey, found: Sequence[Expression]) -> str:
    """Say why nothing can pass all of some tests; "" if something may."""
    relations = {test.how for test in found if isinstance(test, expressions.Relation) and test.who == ACTOR}
    near = [test for test in found if isinstance(test, expressions.Near) and test.tiles is not None and not test.spot]
    here = any(not test.along and survey.judge.interval(test.tiles).most < 1 for test in near)
    zones = {test.zone for test in found if isinstance(test, expressions.Lies)}
    for pair in APART:
        if pair <= relations:
            return f"nobody is both {' and '.join(sorted(pair))}"
    if here and (any(test.along for test in near) or relations & {"enemy", "other"}):
        return "it reaches 0 tiles, and nobody else is there"
    if len(zones) > 1:
        return "nothing lies in two zones"
    compared = building.every(tuple(test for test in found if isinstance(test, expressions.Compare)))
    return f"its condition can never hold ({survey.judge.why(compared)})" if survey.judge.truth(compared) is False else ""


# -- effects and stats -------------------------------------------------------------------------------------------------


def short_lived(survey: Survey) -> Iterator[Problem]:
    """An effect that ends with the turn in which it began, on a stat that nothing reads before."""
    if not survey.turns_are_ones_own:
        return

    @cache
    def in_time(stat: int, mine: bool) -> bool:
        return any(_in_time(*read, mine) for read in survey.reads.get(stat, ()))

    for act in survey.acts:
        for last in (each for each in act.does if isinstance(each, instructions.Last) and _in_one_turn(survey, each.until)):
            mine = last.whom == ACTOR
            theirs = last.whom == building.TARGET and never_self(act.target())
            if not act.reaction and (mine or theirs) and not in_time(last.stat, mine):
                name = survey.book.stats[last.stat].name
                message = f"this effect on {name} ends before anyone can use it: nothing reads it in the same turn"
                yield warning(act.span("do", "else", "then"), "short-lived", message, "until start of next turn")


def _in_one_turn(survey: Survey, until: Until | None) -> bool:
    """Say whether a duration is over with the turn in progress, if it is the actor's own turn."""
    turn = survey.book.turn
    return until in (Until(Term.FRAME, turn), Until(Term.END, turn, ACTOR))


def _in_time(act: Act | None, who: expressions.Expression | None, mine: bool) -> bool:
    """Say whether a reader may read the stat of the actor whose turn it is (mine), or of another, in that turn."""
    if act is None:
        return True
    if who == ACTOR:
        return act.reaction is not mine
    if who == building.TARGET and mine:
        return act.reaction or not never_self(act.target())
    return True


def unused_stats(survey: Survey) -> Iterator[Problem]:
    """A stat that is declared but never read or written."""
    used = survey.used()
    declared = [(n, stat) for n, stat in enumerate(survey.book.stats) if n >= OWN and stat.declared and not stat.words]
    idle = {plain(stat.name): stat.name for n, stat in declared if n not in used}
    for item in (item for item in survey.items if item.kind == "stat" and "takes damage" not in plain(item.value)):
        names = [f"[{idle[plain(name)]}]" for name in item.name.split(",") if plain(name) in idle]
        if names:
            yield warning(item.span, "unused", f"no rule reads or changes {' or '.join(names)}, and nobody is given any")


# -- reactions ---------------------------------------------------------------------------------------------------------


def endless(survey: Survey) -> Iterator[Problem]:
    """A reaction that triggers itself, directly or through others, without limit or cost."""
    circles = _Circles(survey, [act for act in survey.acts if _asked(survey, act) and not _bounded(survey, act)])
    for act in circles.acts:
        way = circles.way_back(act)
        if len(way) == 1 and all(trigger.on == "would" for trigger in survey.triggers.get(act.action.index, ())):
            continue  # an ability that answers a change does not respond to its own effects
        if way and any(_again(way, ask) for ask in _asked(survey, act)):
            others = " and ".join(each.action.name for each in way[1:])
            how = f", through {others}" if others else ": it does what it answers"
            message = f"{act.action.name} can trigger itself forever{how}"
            yield warning(act.span("trigger"), "endless", message, "a Limit: or a Cost:")


def _asked(survey: Survey, act: Act) -> list[AnyRecord]:
    """List what the triggers of an action respond to."""
    return [part for trigger in survey.triggers.get(act.action.index, ()) for part in walk(trigger.test.node)]


def _bounded(survey: Survey, act: Act) -> bool:
    """Say whether an action cannot repeat without end: it has a limit or a cost, or does not respond to itself."""
    cools = any(isinstance(each, instructions.Give) and each.how is Grant.COOLDOWN for each in act.does)
    return bool(act.action.limits or act.action.costs or any(act.costs()) or cools or (act.reaction and not survey.book.nested))


Topic = tuple[str, str | int]  # what an action does and a trigger may ask for: an action performed, a structure run, a stat moved


class _Circles:
    """Which of some actions trigger which. Few topics connect many actions, so paths are searched from topic to topic."""

    def __init__(self, survey: Survey, acts: Sequence[Act]) -> None:
        self.acts = acts
        self.brought = {act.action.index: _brought(act) for act in acts}
        self.asked = {act.action.index: {topic for ask in _asked(survey, act) if (topic := _topic(ask))} for act in acts}
        # from what an action responds to, to what it causes, by the first action that does
        self.next: dict[Topic, dict[Topic, Act]] = {}
        for act in acts:
            for topic in self.asked[act.action.index]:
                for after in self.brought[act.action.index]:
                    self.next.setdefault(topic, {}).setdefault(after, act)

    def way_back(self, start: Act) -> tuple[Act, ...]:
        """Find a shortest path on which an action triggers itself, from it to the last before it; () if there is none."""
        wanted = self.asked[start.action.index]
        ways: dict[Topic, tuple[Act, ...]] = dict.fromkeys(self.brought[start.action.index], (start,))
        queue = list(ways)
        for topic in queue:
            if topic in wanted:
                return ways[topic]
            for after, act in self.next.get(topic, {}).items():
                if after not in ways:
                    ways[after] = (*ways[topic], act)
                    queue.append(after)
        return ()


def _topic(asked: AnyRecord) -> Topic | None:
    """Give what a part of a trigger responds to, if an action can cause it."""
    if isinstance(asked, expressions.Cause) or building.happens(asked, Happening.PERFORMED):
        return ("performed", asked.action) if asked.action != NOWHERE else None
    if building.happens(asked, Happening.BEGAN, Happening.ENDED, Happening.CONTINUES):
        return "run", asked.structure
    if isinstance(asked, expressions.Changes):
        return "raised" if asked.how in ("up", "rises to") else "lowered", asked.stat
    return None


def _brought(act: Act) -> list[Topic]:
    """List what an action causes that a trigger may respond to."""
    found: dict[Topic, None] = {("performed", act.action.word): None}
    found |= {("run", each.procedure): None for each in act.does if isinstance(each, instructions.Run)}
    for stat in dict.fromkeys(each.stat for each in act.does if isinstance(each, instructions.Alter)):
        for word, does in zip(("lowered", "raised"), _changing(act, stat), strict=True):
            found |= {(word, stat): None} if does else {}
    return list(found)


def _changing(act: Act, stat: int) -> tuple[bool, bool]:
    """Say whether an action may lower a stat, and whether it may raise it."""
    ops = {each.op for each in act.does if isinstance(each, instructions.Alter) and each.stat == stat}
    return bool(ops & {"-=", "/=", "="}), bool(ops & {"+=", "*=", "="})


def _again(way: Sequence[Act], asked: AnyRecord) -> bool:
    """Say whether on a path the trigger can be met again: a number must be crossed again from the side that it came from."""
    if _topic(asked) not in _brought(way[-1]):
        return False
    if not isinstance(asked, expressions.Changes) or asked.how not in (Way.FALLS_TO, Way.RISES_TO):
        return True
    return all(any(each) for each in zip(*(_changing(act, asked.stat) for act in way), strict=True))


def unheard(survey: Survey) -> Iterator[Problem]:
    """A trigger that can never be met: nobody who could put it on the stack is of that kind, or its holder never listens."""
    book = survey.book
    for act in survey.acts:
        zones = [book.zones[zone] for zone in act.action.zones]
        for trigger in (each for each in survey.triggers.get(act.action.index, ()) if not each.everyone):
            for word, kind in _stackers(survey.book.words, trigger):
                stacked = next((action.name for action in book.actions if action.word == word), book.words[word])
                if not _of_kind(survey, stacked, kind):
                    message = (
                        f"no {book.words[kind]} ever puts {stacked} on a stack: it is put there by {_having(survey, stacked)}"
                    )
                    yield warning(act.span("trigger"), "unheard", message, f"… performs {stacked}, to speak of who does it")
            if zones and not _of_itself(trigger) and not any(zone.live for zone in zones):
                names = " or ".join(zone.name for zone in zones)
                message = f"{act.action.name} can never be used from {names}: only a thing in play responds to its trigger"
                yield warning(act.span("trigger"), "unheard", message, "with a stack, a fast card with `Target: … on the stack`")


def _of_itself(trigger: Trigger) -> bool:
    """Say whether a thing out of play may respond to a trigger: a thing moves, or an announcement is about itself."""
    asked = list(walk(trigger.test.node))
    return trigger.on == "moved" or (trigger.on == "told" and building.is_it(building.SOURCE) in asked)


def _stackers(words: Sequence[str], trigger: Trigger) -> Iterator[tuple[int, int]]:
    """Give each action that a trigger expects on a stack, and the kind of thing that must put it there."""
    asked = list(walk(trigger.test.node))
    told = [each for each in asked if building.happens(each, Happening.TOLD) and words[each.word] == "stacked"]
    about = [each for each in asked if isinstance(each, expressions.About) and each.who == expressions.Slot("attacker")]
    yield from (
        (each.action, test.mark)
        for each in told
        if each.action != NOWHERE
        for other in about
        for test in other.tests
        if isinstance(test, expressions.OfKind)
    )


def _holding(survey: Survey, action: str) -> list[Kind]:
    """List the kinds that have an action of a name."""
    return survey.kinds_with.get(plain(action), [])


def _of_kind(survey: Survey, action: str, mark: int) -> bool:
    """Say whether a thing of a kind may have an action; if anybody may be granted it, this is possible."""
    holding = _holding(survey, action)
    return not holding or bool(survey.book.granting) or any(mark in kind.marks for kind in holding)


def _having(survey: Survey, action: str) -> str:
    return "the card itself" if all(marks.CARD in kind.marks for kind in _holding(survey, action)) else "whatever has it"


def outside(survey: Survey) -> Iterator[Problem]:
    """An error: an effect that lasts until a structure ends, where this structure is never in progress."""
    nesting = Nesting(survey.book)
    said = [(act.action.procedure, act.span("do", "else", "then"), act.does) for act in survey.acts]
    structures, numbers = [item for item in survey.items if item.kind == "structure"], survey.book.procedure_numbers
    taken = [(numbers[item.name], item.span) for item in structures if item.name in numbers]
    said += [(number, span, survey.book.routines[number].code) for number, span in taken]
    for procedure, span, does in said:
        terms = [until for each in does if (until := getattr(each, "until", None)) is not None]
        ends = [until.structure for until in terms if until.how is Term.FRAME]
        for number in dict.fromkeys(each for each in ends if nesting.never(procedure, each)):
            structure = survey.book.procedure_name(number)
            message = f"this lasts until the end of the {structure}, and no {structure} is ever in progress here"
            yield Problem(span, message, "a structure that this is used in", code="outside")


LOOKS: Iterable[Callable[[Survey], Iterator[Problem]]] = (
    *(
        dead_else,
        idle_conditions,
        unpayable,
        empty_targets,
        short_lived,
        unused_stats,
        endless,
        unheard,
        outside,
        never_waiting.never_waiting,
    ),
    *usage.LOOKS,
)
