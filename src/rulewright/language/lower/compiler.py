"""Makes a book: reads its files, declares their names, compiles actions, structures and scenes, reports all problems."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from rulewright.kernel.book import Book
from rulewright.kernel.errors import RuleTextError
from rulewright.kernel.state.facts import NOWHERE
from rulewright.kernel.state.positions import TILES
from rulewright.language.check import example_lines, pinned, placement, references
from rulewright.language.check.example_lines import Example
from rulewright.language.check.problems import Problem
from rulewright.language.grammar import phrases, settling_words, step_words
from rulewright.language.grammar.vocabulary import TABLE
from rulewright.language.lower import (
    assembly,
    boards,
    campaign_text,
    guides,
    item_changes,
    later,
    layouts,
    reuse,
    scenes,
    scopes,
    strategy_text,
    young_garbage,
)
from rulewright.language.lower.actions import Compiled, compile_action
from rulewright.language.lower.drafts import Circumstances, Draft, clauses
from rulewright.language.lower.reuse import Compared
from rulewright.language.lower.scenes import Reader, Sketch
from rulewright.language.names import declarations, definitions, disciplines, keywords, marking
from rulewright.language.names.names import Names
from rulewright.language.text.book_files import Finder, Shelf, Sources
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import SCENE_LINES, Item, is_ground, punctuated
from rulewright.program import building, conditions, instructions, procedures
from rulewright.program.behaviours import Strategy
from rulewright.program.declared import Discipline, Limits, Reading, Settle, Zone
from rulewright.program.definition import Action, Routine, Trigger
from rulewright.program.expressions import Expression
from rulewright.program.feature import Feature
from rulewright.program.outlines import Campaign, Guide, Numbered
from rulewright.program.quick_dataclasses import dataclass, field, replace
from rulewright.program.spelled import plain

T = TypeVar("T")

NOT_THIS_CARD = building.other_than(building.SOURCE)
"""A part of `another player` that means something only where a card acts, so not in a structure."""
KEPT = ("title", "start", "order", "reactions", "defeated", "turn", "sight", "settle", "immutable")
"""The settings of which the last one counts."""


@dataclass(slots=True)
class Binder:
    """A book while it is being compiled."""

    name: str
    chosen: dict[str, str]
    names: Names
    items: list[Item]
    texts: dict[str, str]
    readings: list[Reading] = field(default_factory=list)
    zones: list[Zone] = field(default_factory=list)
    kinds: dict[str, declarations.KindOf] = field(default_factory=dict)
    compiled: list[Compiled] = field(default_factory=list)
    rules: dict[str, Routine] = field(default_factory=dict)
    triggers: list[Trigger] = field(default_factory=list)
    positions: dict[str, Sketch] = field(default_factory=dict)
    settings: dict[str, Item] = field(default_factory=dict)  # of which the last one counts
    around: Circumstances = field(default_factory=Circumstances)  # what is so for all actions
    asked_by_features: str = ""  # these in words, because checks are equal only to themselves
    priority: Discipline | None = None  # the priority rule that the text chooses
    ranks: tuple[int, ...] = ()  # the stats that order actors
    replies: int | None = None  # how many reactions one trigger allows
    settled: Settle = Settle(NOWHERE, frozenset(), frozenset())
    laid_out: layouts.LaidOut = field(default_factory=layouts.LaidOut)  # the fields of the book for its layout
    examples: list[Example] = field(default_factory=list)
    strategies: dict[str, Strategy] = field(default_factory=dict)
    campaigns: dict[str, Campaign] = field(default_factory=dict)
    guides: dict[str, Guide] = field(default_factory=dict)
    cards: dict[str, list[int]] = field(default_factory=dict)
    printed: dict[str, declarations.OnCard] = field(default_factory=dict)  # the stats printed on each card
    features: list[Feature] = field(default_factory=list)
    numbered: dict[str, Numbered] = field(default_factory=dict)
    plays: dict[str, Item | None] = field(default_factory=dict)  # the actions by which cards are played, by name
    like: Book | None = None  # the book before its last amendment: what both have keeps its number
    reuse: reuse.Reuse | None = None  # what the items of its text were compiled to before

    def of(self, *kinds: str) -> list[Item]:
        """List the items of some kinds that are in force under the chosen readings."""
        return [item for item in self.items if item.kind in kinds and self._in_force(item)]

    def _in_force(self, item: Item) -> bool:
        for mark in item.marks:
            if mark.startswith("reading "):
                name, _, side = mark[8:].partition(":")
                if self.names.policies.get(plain(name)) != " ".join(side.split()):
                    return False
        return True

    # -- declaring -----------------------------------------------------------------------------------------------

    def declare(self) -> None:
        """Collect all names before anything is compiled, so that the order in the text does not matter."""
        names = self.names
        for item in self.of("reading"):
            found = declarations.reading(names, item, self.chosen)
            self.readings += [found] if found else []
        for name in set(self.chosen) - {reading.name for reading in self.readings}:
            known = ", ".join(reading.name for reading in self.readings) or "none"
            raise RuleTextError(f"there is no reading {name!r}; the readings of the book: {known}")
        if self.like is not None:
            names.keep_numbers(self.like)
        for item in self.of("structure"):
            of = plain(item.name.partition(" of ")[2])
            names.add_structure(item_changes.structure_name(item), [step.name for step in item.items], of)
        self.items = later.unfolded(self.items, names)
        declarations.stats(names, self.of("stat"))
        for item in self.of("zone"):
            self._zone(self._draft(item).guarded(declarations.zone, names, item) or Zone(item.name))
        names.classes += [declarations.of_class(names, item) for item in self.of("class")]
        for item in self.of("kind"):
            self.kinds[plain(item.name)] = declarations.kind(names, item)
            names.kinds[plain(item.name)] = item.name
            names.card_types |= {plain(item.name)} if self.kinds[plain(item.name)].card else set()
        boards.declare(names, self.of("scene", "example"), self.kinds)
        for item in self.of("table"):
            declarations.speeds(names, item)
        marking.declare(names, (kind.name for kind in self.kinds.values()), self.of("mark"))
        keywords.declare(names, self.of("word"))
        for item in filter(definitions.defined, self.of("action")):
            definitions.word(names, item)
        keywords.usual(names, self.zones)
        self._declare_actions()
        self._settings()
        names.has |= assembly.played_with(self)

    def _zone(self, zone: Zone) -> None:
        for seat, alias in (("", zone.name), *zone.called):
            self.names.zones[plain(alias)] = len(self.zones)
            self.names.keepers |= {plain(alias): seat} if seat else {}
        self.names.refills |= {len(self.zones): zone.refill} if zone.refill != NOWHERE else {}
        self.zones.append(zone)

    def _declare_actions(self) -> None:
        declarations.homes(self.names, self.zones, self.kinds, self.of("action"))
        for item in self.of("action"):
            if any(plain(mark) in self.kinds and self.kinds[plain(mark)].card for mark in item.marks):
                self.names.kinds[plain(item.name)] = item.name
            for inner in (item, *item.items):
                self.names.actions[plain(definitions.name(inner))] = definitions.name(inner)
                self.names.listening |= any(plain(h.key) == "trigger" for h in inner.headers)
                self.names.following |= {plain(inner.name)} if marking.FOLLOWING in map(plain, inner.marks) else set()
        self.names.marks |= set(TILES)
        for index, item in enumerate(self.of("feature")):
            self.names.features[plain(item.name)] = (index, item.name)
            self.names.listening |= any(plain(h.key) == "trigger" for h in item.headers)
        for item in self.of("scene", "example"):
            for line in item.lines:
                scenes.learn_actors(self.names, line.text)
                scenes.learn_places(self.names, line.text)

    def _settings(self) -> None:
        for item in self.items:
            if item.kind in KEPT:
                self.settings[item.kind] = item
        if (priority := next((item for item in self.items if item.kind == "priority"), None)) is not None:
            self.priority = disciplines.read(self.names, priority)
        if (turn := self.settings.get("turn")) is not None:
            self.names.turn = self.names.structure(turn.value) or turn.value
        limit, sight = self.settings.get("reactions"), self.settings.get("sight")
        reactions = None if limit is None else (limit.value, limit.value_span)
        self.around = Circumstances(reactions=reactions, sight=sight is not None and plain(sight.value) in ("required", "yes"))

    # -- compiling -----------------------------------------------------------------------------------------------

    def _once(self, what: str, item: Item, make: Callable[[Item], T], *given: Compared) -> T:
        """Compile an item, unless it was compiled before and nothing changed for it."""
        return make(item) if self.reuse is None else self.reuse.once(what, item, make, *given)

    def compile(self) -> None:
        """Compile everything; what cannot be read becomes a problem."""
        self.reuse = reuse.begun(self.names, self.kinds)
        self.ranks = declarations.order(self.names, self.settings.get("order"))
        skips = step_words.skips_some(self.texts)
        for item in self.of("structure"):
            self.rules[item_changes.structure_name(item)] = self._once("structure", item, partial(self._structure, skips), skips)
        self._permissions()
        named = {plain(item.name): item for item in reversed(self.of("action"))}
        self.plays = {plain(kind.by): named.get(plain(kind.by)) for kind in self.kinds.values() if kind.by}
        known, new = item_changes.by_age(self.of("action"), self.like)
        for each in known:
            if isinstance(each, Action):
                self.compiled.append(item_changes.gone(each))
            else:
                self._action(each)
        for index, item in enumerate(self.of("feature")):
            self._feature(index, item)
        spans = {item.name: item.span for item in self.of("feature")}
        scopes.report_circles(self.names, self.features, spans)
        self._defeated()
        for item in new:
            self._action(item)
        self.replies = declarations.reaction_limit(self.settings.get("reactions"))
        marks = marking.of_windows(self.names, self.of("mark"), assembly.all_instructions(self))
        self.compiled = [item_changes.for_windows(done) if done.action.kinds & marks else done for done in self.compiled]
        for item in self.of("scene"):
            self.positions[item.name] = self._once("scene", item, self._position).copy()
        self.examples = [example_lines.own(self._once("example", item, self._example)) for item in self.of("example")]
        numbers = {plain(done.action.name): n for n, done in reversed([*enumerate(self.compiled)])}
        self.strategies = {plain(i.name): strategy_text.read(self._draft(i), numbers) for i in self.of("strategy")}
        self.campaigns = {item.name: campaign_text.read(self.names, item, self.positions) for item in self.of("campaign")}
        strategy_text.check(self)
        self._unrolled()
        scopes.report_tiles(self.names, self.features, scopes.gained(assembly.all_instructions(self)), spans)
        pinned.check(self.names, self._references)
        self.settled = settling_words.read(self.names, self.settings.get("settle"), self.rules)
        self.laid_out = layouts.read(self)
        pinned.check(self.names, partial(placement.of_nobody, self.names, self.of("structure"), self.rules, self.settings))
        self.guides = {plain(item.name): guides.read(self.names, item) for item in self.of("how to play")}

    def _references(self) -> None:
        """Report marks and names that are used and declared nowhere."""
        marking.report(self.names, self.items, self.readings)
        amended = self.like is not None or bool(self.of("repeals"))
        references.report(
            self.names, self.settings, self.switched_on(), self.of("kind", "action"), self.kinds, assembly.sketches(self), amended
        )

    def _unrolled(self) -> None:
        """Report dice in modifiers, in conditions that end a scene, and in strategies."""
        asked: list[tuple[Item, building.Part]] = list(zip(self.of("feature"), self.features, strict=True))
        asked += [(item, tuple(self.positions[item.name].ends)) for item in self.of("scene")]
        asked += [(item, self.strategies[plain(item.name)]) for item in self.of("strategy")]
        for item, part in asked:
            pinned.check(self.names, partial(placement.unrolled, self.names, item.span, part))
        for item in self.of("scene"):
            pinned.check(self.names, partial(placement.position, self.names, item.span, self.positions[item.name]))

    def switched_on(self) -> list[Item]:
        """List the lines that turn features on everywhere."""
        return [item for item in self.items if item.kind == "features"]

    def _draft(self, item: Item, kinds: frozenset[str] = frozenset(), around: Circumstances | None = None) -> Draft:
        return Draft(self.names, TABLE, item, len(self.compiled), kinds, around or self.around)

    def _structure(self, skips: bool, item: Item) -> Routine:
        name = item_changes.structure_name(item)
        draft = self._draft(item)
        draft.scope.structure, draft.scope.owner = self.names.procedure(name), name
        self.names.words = {}
        blocks, labels, at = [], [], 0
        for number, step in enumerate(item.items):
            found = [clause for component in step.components for clause in component.clauses]
            begins = [instructions.Leave(draft.scope.structure, number, passes=True)] if step.name and skips else []
            block = procedures.joined([begins, [building.without(each, NOT_THIS_CARD) for each in clauses(draft, found)]])
            labels.append((at, step.name))
            blocks.append(block)
            at += len(block)
        pinned.check(self.names, partial(placement.structure, self.names, item, procedures.joined(blocks)))
        told = draft.guarded(declarations.told, self.names, item) or ()
        return Routine(name, tuple(procedures.joined(blocks)), True, tuple(labels), subject=" of " in item.name, told=told)

    def _action(self, item: Item, prefix: str = "", live: tuple[int, ...] = (), of: tuple[str, ...] = ()) -> None:
        if definitions.defined(item):
            self._keep(item, definitions.compiled(self._draft(definitions.bare(item))), False)
            return
        marks = {plain(mark) for mark in item.marks if not mark.startswith("reading ")}
        types = [self.kinds[plain(mark)] for mark in item.marks if plain(mark) in self.kinds]
        around = replace(self.around, prefix=prefix, live=live, types=(*of, *(kind.name for kind in types)))
        if plain(item.name) in self.plays:
            return  # cards are played by it
        card = max((kind for kind in types if kind.card), key=lambda kind: kind.played_from is not None, default=None)
        kinds = marking.kinds_of(self.names, item, marks, bool(prefix))
        if card is not None and placement.alone(self.names, item, prefix):
            self.printed[plain(item.name)] = declarations.printed(self.names, item)
            around = replace(around, card=True, played_from=card.played_from, after=card.after, countered=card.countered,
                             at_once=card.at_once, by=self.names.actions.get(plain(card.by), ""), onto=card.onto)  # fmt: skip
            item = item_changes.played(item, self.plays.get(plain(card.by)))
        if item.components or (card is not None and card.played_from is not None):
            draft = self._draft(item, kinds, around)
            given = (draft.index, kinds, replace(around, allowed=(), levies=()), self.asked_by_features)
            done = self._once("action", item, lambda _: compile_action(draft), *given)
            self._keep(item, done, card is not None)
        for inner in item.items:
            live, at = tuple(n for n, zone in enumerate(self.zones) if zone.live), len(self.compiled)
            self._action(inner, item.name, live, around.types)
            if len(self.compiled) == at:
                self.names.report(inner.span, f"the ability {inner.name!r} does nothing", 'a line "do: …" below the name')
            self.cards.setdefault(plain(item.name), []).extend(range(at, len(self.compiled))[:1])

    def _keep(self, item: Item, done: Compiled, card: bool) -> None:
        done = item_changes.distinct(done, self.names, self.rules, len(self.compiled))
        pinned.check(self.names, lambda: self._once("placement", item, lambda _: placement.action(self.names, item, done), done))
        self.compiled.append(done)
        self.rules |= {rule.name: rule for rule in done.rules}
        if done.trigger is not None:
            self.triggers.append(done.trigger)
        if card:
            self.cards.setdefault(plain(item.name), []).append(done.action.index)

    def _permissions(self) -> None:
        """Read the prohibitions of features before the actions to which they apply."""
        found, words, levies = [], {}, list[instructions.Alter]()
        for index, item in enumerate(self.of("feature")):
            draft = self._draft(item, frozenset(map(plain, item.marks)))
            if draft.header("Needs") and not scopes.doing(draft):
                found.append(scopes.read(draft, index, NOWHERE))
                words[item.name] = next(" ".join(h.value.split()) for h in item.headers if plain(h.key) == "needs")
            if draft.header("Levy"):
                levies += draft.guarded(scopes.levy, draft) or []
        self.around = replace(self.around, allowed=tuple(scopes.permissions(found, words)), levies=tuple(levies))
        self.asked_by_features = repr((self.around.allowed, levies))

    def _feature(self, index: int, item: Item) -> None:
        marks = frozenset(map(plain, item.marks))
        draft = self._draft(item, marks)
        action = NOWHERE
        if scopes.doing(draft):
            action = len(self.compiled)
            kinds = marks | {"feature", "action" if "activated" in marks else "triggered"}
            own = tuple(h for h in item.headers if plain(h.key) not in ("scope", "when", "duration", "hides"))
            done = compile_action(self._draft(replace(item, headers=own), kinds))
            if done.trigger is not None:
                done = replace(done, trigger=replace(done.trigger, optional="optional" in marks))
            self._keep(item, done, False)
        self.features.append(scopes.read(draft, index, action))

    def _defeated(self) -> None:
        """Make the rule `Defeated: when [Health] falls to 0`, which applies to everybody: they go to the zone of that name."""
        item = self.settings.get("defeated")
        if item is None:
            return
        words = item.value.removeprefix("when ").strip()
        draft = self._draft(replace(item, name="Defeated"), frozenset({"automatic"}))
        listen = draft.guarded(phrases.match, TABLE, "trigger", words, item.value_span, draft.scope)
        if listen is None:
            self.names.report(item.value_span, f"{words!r} is not understood", "when [Stat] falls to 0")
            return
        zone = self.names.zones.get("defeated")
        if zone is None:
            self._zone(Zone("Defeated", keeps=True))
            zone = self.names.zones["defeated"]
        rule = Routine("Defeated", (instructions.Send(building.SOURCE, zone, None, "top"),), act=True)
        action = compile_action(item_changes.bare(draft)).action
        self._keep(item, Compiled(replace(action, checks=(), picks=()), (rule,)), False)
        test = conditions.Truth(building.every(listen.tests))
        self.triggers.append(Trigger(action.index, listen.on, test, listen.stat, optional=False, everyone=True))

    def condition(self, text: str, span: Span) -> Expression | None:
        """Compile the condition of a scene's end; a problem gives None."""
        draft = self._draft(Item("scene", "", (), "", span, (), (), (), (), span))
        return draft.guarded(lambda: phrases.read_condition(TABLE, text, span, draft.scope))

    def _example(self, item: Item) -> Example:
        example = example_lines.read(self.names, self.kinds, item, self.condition)
        pinned.check(self.names, partial(placement.position, self.names, example.span, example.sketch))
        return example

    def _position(self, item: Item) -> Sketch:
        reader = Reader(self.names, self.kinds, Sketch(item.name), self.condition)
        for line in sorted(item.lines, key=lambda line: not is_ground(line)):
            if not reader.line(line):
                self.names.report(line.span, f"{line.text!r} is not a line of a scene", SCENE_LINES, punctuated(line.text))
        return reader.sketch


@dataclass(frozen=True, slots=True)
class Bound:
    """The result of compiling a text: the book, if it could be made, with all problems and the examples."""

    book: Book | None
    problems: tuple[Problem, ...]
    examples: tuple[Example, ...]
    texts: dict[str, str]
    items: tuple[Item, ...] = ()


@young_garbage.only()
def bind(sources: Sources, find: Finder, name: str = "", readings: dict[str, str] | None = None,
         default: str | None = None, limits: Limits | None = None, like: Book | None = None,
         carried: bool = False) -> Bound:  # fmt: skip
    """Make a book of rule text; text that a game carries, and that of a book to amend, was accepted before."""
    chosen = {plain(k): " ".join(v.split()) for k, v in (readings or {}).items()}
    accepted = frozenset(file for file, _ in (sources if carried else () if like is None else like.text))
    shelf = Shelf(find, Names(limits or Limits(), carried=accepted))
    shelf.read(sources, default)
    binder = Binder(name or sources[0][0], chosen, shelf.names, shelf.items, shelf.texts, numbered=shelf.rules, like=like)
    binder.declare()
    binder.compile()
    problems = tuple(sorted(set(binder.names.problems), key=lambda p: (p.span.file, p.span.line, p.span.column)))
    failed = any(problem.severity == "error" for problem in problems)
    return Bound(None if failed else assembly.book(binder), problems, tuple(binder.examples), binder.texts, tuple(binder.items))
