"""A book: a program, the tables that the kernel derives from it, and questions about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

from rulewright.kernel.change import standing
from rulewright.kernel.change.gate import BeforeChange
from rulewright.kernel.change.standing import Modifier, Scenes
from rulewright.kernel.flow.agenda import Procedure
from rulewright.kernel.flow.batches import Batch, Reactions
from rulewright.kernel.flow.interrupts import Interrupts
from rulewright.kernel.flow.performing import Performing
from rulewright.kernel.flow.popping import Popping, Straying
from rulewright.kernel.flow.trigger_replies import TriggerReply
from rulewright.kernel.flow.windows import Floor, Window
from rulewright.kernel.history import amendments as amending
from rulewright.kernel.legality import judging
from rulewright.kernel.state.caches import BookCaches
from rulewright.kernel.state.facts import NOBODY, NOWHERE, OWN, OWNER, TILE, Frame, State, Vars
from rulewright.program import building, codec, marks, own_procedures
from rulewright.program.building import Part
from rulewright.program.conditions import Truth
from rulewright.program.declared import UNSEEN
from rulewright.program.definition import CHOSEN, PRICED, Action, Counted, Prohibition, Routine, Trigger
from rulewright.program.feature import Feature
from rulewright.program.instructions import Give, Last
from rulewright.program.modes import Grant, Happening
from rulewright.program.program import Program
from rulewright.program.quick_dataclasses import assign, dataclass, field, fields, maker

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


SIGNS = ("+=", "-=")


def kernel_procedures() -> tuple[Procedure, ...]:
    """Give the kernel's own procedures by their numbers, which `program.own_procedures` lists."""
    first: tuple[Procedure, ...] = (Window(), TriggerReply(), Performing(), Batch())
    return (*first, Floor(), Interrupts(), Popping(), Straying(), BeforeChange(), Reactions())


Hearing = TypeVar("Hearing", Trigger, Counted)
Remake = Callable[[Program, tuple[Procedure, ...], "Book | None"], "Book"]


def _by_kind(triggers: Sequence[Hearing], stats: int) -> dict[str | int, tuple[Hearing, ...]]:
    """Sort triggers, or what is counted, by the kind of event, so that an event without listeners costs one look-up."""
    kinds = {str(trigger.on) for trigger in triggers} - {"would", "changed"}
    found: dict[str | int, tuple[Hearing, ...]] = {kind: tuple(t for t in triggers if t.on == kind) for kind in kinds}
    changes = [trigger for trigger in triggers if trigger.on == "changed"]
    for stat in range(stats):
        if hearing := tuple(t for t in changes if t.stat in (None, stat)):
            found[stat] = hearing
    return found


def _about_choices(program: Program, test: Truth) -> bool:
    """Say whether a test asks whether something was chosen."""
    told = [part.word for part in building.walk(getattr(test, "node", None)) if building.happens(part, Happening.TOLD)]
    return any(program.words[word] == CHOSEN for word in told)


def _by_event(prohibitions: Sequence[Prohibition], stats: int) -> dict[str | int, tuple[int, ...]]:
    """Sort prohibitions by what they forbid, so that a change that nothing forbids costs one look-up."""
    found: dict[str | int, list[int]] = {}
    for number, each in enumerate(prohibitions):
        if each.on == PRICED:
            continue
        keys: Sequence[str | int] = (each.on,) if each.on != "changed" else range(stats) if each.stat is None else (each.stat,)
        for key in keys:
            found.setdefault(key, []).append(number)
    return {key: tuple(numbers) for key, numbers in found.items()}


def _by_stat(prohibitions: Sequence[Prohibition]) -> dict[int, tuple[int, ...]]:
    """Sort the rules about the costs of acts by the stat in which the cost is paid."""
    stats = {each.stat for each in prohibitions if each.on == PRICED and each.stat is not None}
    return {stat: tuple(n for n, each in enumerate(prohibitions) if (each.on, each.stat) == (PRICED, stat)) for stat in stats}


def _by_number(laying: Iterable[tuple[int, tuple[int, ...]]]) -> dict[int, tuple[int, ...]]:
    """Turn a list around: give, for each number, what names it, such as the abilities or features that impose a prohibition."""
    found: dict[int, tuple[int, ...]] = {}
    for index, numbers in laying:
        for number in numbers:
            found[number] = (*found.get(number, ()), index)
    return found


def _given_marks(routines: Iterable[Routine]) -> Iterator[int]:
    """Give the marks that procedures give to things or take away."""
    for routine in routines:
        yield from (each.number for each in routine.code if isinstance(each, Give) and each.how is Grant.MARK)


@dataclass(frozen=True, slots=True, eq=False)
class Book(Program):
    """A program, and what the kernel derives from it. Books are compared by `hash`."""

    written: tuple[Procedure, ...] = ()  # procedures in Python, which come after those of the rules
    origin: Book | None = None  # the book without amendments
    # derived when the book is loaded
    procedures: tuple[Procedure, ...] = field(init=False)  # by their numbers
    procedure_numbers: Mapping[str, int] = field(init=False)  # by their names, for people and for saves
    listeners: Mapping[str | int, tuple[Trigger, ...]] = field(init=False)  # by kind of event; changes of stats by the stat
    counting: Mapping[str | int, tuple[Counted, ...]] = field(init=False)  # what is counted, by kind of event or stat
    counted_until: Mapping[int, tuple[int, ...]] = field(init=False)  # what is counted until a procedure ends
    noting_choices: bool = field(init=False)  # whether a rule asks what was chosen
    watch: frozenset[str | int] = field(init=False)
    would: tuple[int, ...] = field(init=False)
    shielding: bool = field(init=False)  # whether effects may prevent a coming gain or loss of a stat
    capped: Mapping[int, tuple[int, ...]] = field(init=False)
    payers: Mapping[int, tuple[int, ...]] = field(init=False)
    action_procedures: frozenset[int] = field(init=False)  # the procedures of acts, and their earlier versions
    payments: tuple[int, ...] = field(init=False)
    item: int = field(init=False)
    made_of: Mapping[int, int] = field(init=False)  # the kinds, by their names as words
    timed: bool = field(init=False)
    stack_kind: int = field(init=False)
    unseen: int = field(init=False)
    open_stats: tuple[int, ...] = field(init=False)  # the stats that everybody sees on a face-down thing in a zone seen by all
    modifiers: Mapping[int, tuple[Modifier, ...]] = field(init=False)  # the modifiers of each stat, those with precedence first
    fluid: Mapping[int, Scenes] = field(init=False)  # the scenes in which a stat may differ from its cell
    bearers: Mapping[int, standing.Kinds] = field(init=False)  # the kinds of thing for which it may
    plain_scopes: frozenset[int] = field(init=False)  # the features whose scope does not depend on what happens
    granting: tuple[Feature, ...] = field(init=False)  # the features that give somebody an action
    granted_in: Scenes = field(init=False)  # and the scenes in which they can
    hiding: tuple[Feature, ...] = field(init=False)  # the features that hide a stat
    forbidden: Mapping[str | int, tuple[int, ...]] = field(init=False)  # prohibitions, by kind of event or by stat
    priced: Mapping[int, tuple[int, ...]] = field(init=False)  # the rules about the costs of acts, by stat
    responding: frozenset[int] = field(init=False)  # the actions with a trigger
    forbidding_actions: Mapping[int, tuple[int, ...]] = field(init=False)  # the abilities that impose each prohibition
    forbidding_features: Mapping[int, tuple[int, ...]] = field(init=False)  # and the features
    changing_marks: frozenset[int] = field(init=False)  # the marks that something may have or lose for a while
    judged: Scenes = field(init=False)  # the scenes in which features may decide a check
    caches: BookCaches = field(init=False, repr=False, default_factory=BookCaches)

    def __post_init__(self) -> None:
        from rulewright.kernel.flow.rules import Rule  # imported here, because the modules that run rules import this one

        put = assign
        own = kernel_procedures()
        put(self, "procedures", (*own, *(Rule.of(each) for each in self.routines[len(own) :]), *self.written))
        put(self, "procedure_numbers", {each.name: number for number, each in enumerate(self.procedures)})
        single = any(each.whose == "source" or each.how == "once" for each in self.counted)  # ends with the life of a thing
        put(self, "counting", {**({"moved": ()} if single else {}), **_by_kind(self.counted, len(self.stats))})
        put(self, "listeners", {**dict.fromkeys(self.counting, ()), **_by_kind(self.triggers, len(self.stats))})
        ends = {number: word.rpartition("/")[2] for number, word in enumerate(self.words) if "/" in word}
        until = [(number, (self.procedure_numbers[name],)) for number, name in ends.items() if name in self.procedure_numbers]
        put(self, "counted_until", _by_number(until))
        told = [*(each.test for each in self.triggers if each.on == "told"), *(each.test for each in self.counted)]
        put(self, "noting_choices", any(_about_choices(self, test) for test in told))
        put(self, "watch", self.settle.watch if self.settle is not None else frozenset())
        put(self, "shielding", any(isinstance(i, Last) and i.op in SIGNS for each in self.routines for i in each.code))
        put(self, "would", tuple(n for n, trigger in enumerate(self.triggers) if trigger.on == "would"))
        caps = {stat.cap for stat in self.stats if stat.cap is not None}
        put(self, "capped", {cap: tuple(n for n, s in enumerate(self.stats) if s.cap == cap) for cap in caps})
        acting = {self.procedures[action.procedure].name for action in self.actions}
        numbered = self.procedure_numbers.items()
        put(self, "action_procedures", frozenset(number for name, number in numbered if name.split("@")[0] in acting))
        put(self, "payments", tuple(action.index for action in self.actions if marks.PAYMENT in action.kinds))
        paid = {stat.pays for stat in self.stats if stat.pays is not None}
        put(self, "payers", {one: tuple(n for n, s in enumerate(self.stats) if s.pays == one) for one in paid})
        put(self, "timed", any(zone.quiet for zone in self.zones))
        put(self, "item", next((n for n, kind in enumerate(self.kinds) if kind.name == "item"), 0))
        put(self, "made_of", {n: self.kind_numbers[w] for n, w in enumerate(self.words) if w in self.kind_numbers})
        put(self, "secret", self.secret or any(zone.seen != "all" for zone in self.zones))
        if self.secret and UNSEEN not in self.kinds:
            put(self, "kinds", (*self.kinds, UNSEEN))
        put(self, "unseen", self.kinds.index(UNSEEN) if self.secret else NOWHERE)
        put(self, "open_stats", (TILE, *(n for n, stat in enumerate(self.stats) if stat.open)))
        put(self, "modifiers", standing.modifiers(self.features))
        put(self, "fluid", standing.fluid(self))
        plain = frozenset(feature.index for feature in self.features if standing.by_itself(feature.scope))
        put(self, "plain_scopes", plain)
        put(self, "granting", tuple(feature for feature in self.features if feature.action != NOWHERE))
        put(self, "granted_in", standing.possible(self, self.granting))
        put(self, "hiding", tuple(feature for feature in self.features if feature.hides))
        put(self, "judged", standing.possible(self, [feature for feature in self.features if feature.verdicts]))
        put(self, "forbidden", _by_event(self.prohibitions, len(self.stats)))
        put(self, "priced", _by_stat(self.prohibitions))
        put(self, "responding", frozenset(trigger.action for trigger in self.triggers))
        put(self, "forbidding_actions", _by_number((action.index, action.forbids) for action in self.actions))
        put(self, "forbidding_features", _by_number((feature.index, feature.forbids) for feature in self.features))
        put(self, "changing_marks", frozenset(_given_marks(self.routines)))
        put(self, "bearers", standing.bearers(self))
        put(self, "stack_kind", next((n for n, zone in enumerate(self.zones) if zone.stack), NOWHERE))

    @classmethod
    def read(cls, text: str | bytes) -> Book:
        """Make a book from a program that was written as JSON; one that is not well-formed is refused with a sentence."""
        from rulewright.program import validate  # imported here, because a warm start reads only its own programs

        program = codec.decode(text)
        validate.check(program)
        return cls.of(program)

    @classmethod
    def read_own(cls, text: str | bytes) -> Book:
        """Make a book from JSON that this very program has written, without a proof that it is well-formed."""
        return cls.of(codec.decode(text))

    @classmethod
    def of(cls, program: Program, written: tuple[Procedure, ...] = (), origin: Book | None = None) -> Book:
        """Make a book from a program."""
        return maker(cls)([*_values(program), written, origin])

    def __reduce__(self) -> tuple[Remake, tuple[Program, tuple[Procedure, ...], Book | None]]:
        """Pickle only what the book was made from; the rest is derived again."""
        return (Book.of, (maker(Program)(_values(self)), self.written, self.origin))

    def __repr__(self) -> str:
        return f"rulewright.load({self.name!r})"

    def __str__(self) -> str:
        actions = sum(marks.AUTOMATIC not in action.kinds for action in self.actions)
        counts = [(actions, "action"), (len(self.stats) - OWN, "stat")]
        said = ", ".join(f"{n} {noun}{'s' * (n != 1)}" for n, noun in counts)
        return f"{self.title or self.name}: {said}, scenes: {', '.join(self.scenes) or 'none'}"

    def by_itself(self, frame: Frame) -> bool:
        """Say whether a frame belongs to a rule that happens automatically while the game settles."""
        own, action = frame.procedure == own_procedures.REPLY and frame.vars.get("own"), frame.vars.get("action")
        return bool(own) or (action is not None and marks.AUTOMATIC in self.actions[action].kinds)

    # -- names ---------------------------------------------------------------------------------------------------

    def procedure_name(self, number: int) -> str:
        """Name a procedure; "" if there is none."""
        return "" if number == NOWHERE else self.procedures[number].name

    def stat(self, name: str) -> int:
        """Find a stat by name."""
        return next(n for n, stat in enumerate(self.stats) if n >= OWN and stat.name == name)

    def action(self, name: str) -> Action | None:
        """Find an action by name, in any letter case."""
        if self.caches.actions is None:
            self.caches.actions = {action.name.casefold(): action for action in reversed(self.actions)}
        return self.caches.actions.get(" ".join(name.casefold().split()))

    def speed_of(self, action: Action) -> str:
        """Name the speed of an action; "" if it has none."""
        return self.words[action.speed] if action.speed != NOWHERE else ""

    def zone_index(self, name: str) -> int:
        """Find a kind of zone by name, in any letter case."""
        return next(n for n, zone in enumerate(self.zones) if zone.name.casefold() == name.casefold())

    def zone_words(self, state: State, zone: int) -> str:
        """Name a zone, with its owner; if there are several stacks, all but the first have a number."""
        if zone == NOWHERE:
            return "nowhere"
        kind, owner, _ = state.grounds[zone]
        name = self.zones[kind].name
        if self.zones[kind].stack:
            same = [n for n, ground in enumerate(state.grounds) if ground[0] == kind and state.zones[n]]
            return name if zone not in same[1:] else f"{name} {same.index(zone) + 1}"
        if owner == NOBODY:
            return name
        seat = state.setting.seats[owner]
        return dict(self.zones[kind].called).get(seat, f"{seat}'s {name}")

    def name_of(self, state: State, slot: int) -> str:
        """Name an object; if several in a zone have the same name, all but the first in the zone have a number.

        Things elsewhere and the order in which things were made do not matter, because a name must not reveal hidden information.
        """
        name, place = state.names[slot], state.places[slot]
        if place == NOWHERE or state.names.count(name) == 1:
            return name
        same = [other for other in state.zones[place] if state.names[other] == name]
        return name if same[0] == slot else f"{name} {same.index(slot) + 1}"

    def offer_words(self, state: State, name: str, slot: int) -> str:
        """Put an offer into words: the action, and its source if the source has a name of its own."""
        source = self.name_of(state, slot)
        return f"{name} ({source})" if source != name and self.is_card(state, slot) else name

    def is_card(self, state: State, slot: int) -> bool:
        """Say whether a thing is a card; actors and players act themselves."""
        return marks.CARD in self.kinds[state.cells[slot * state.width]].marks

    # -- rules ---------------------------------------------------------------------------------------------------

    def in_force(self, amendments: tuple[tuple[str, str], ...]) -> Book:
        """Give the book with amendments in force; the most recently used books are kept, others are made again."""
        base = self.origin or self
        if not amendments or not base.amendable:
            return base
        return base.caches.amended.get(amendments, lambda: amending.amended(base, amendments))

    def reborn(self, state: State, old: int, new: int) -> bool:
        """Say whether a move from one zone to another starts a new life."""
        if new == NOWHERE or old == NOWHERE:
            return True
        into = self.zones[state.grounds[new][0]]
        return not (into.keeps or (into.quiet and state.grounds[old][0] == state.grounds[new][0]))

    def actor_for(self, state: State, slot: int, player: int) -> int:
        """Give the actor when a source is used: the player of a card or of a thing without actions, or the thing itself."""
        if self.is_card(state, slot) or not self.kinds[state.cells[slot * state.width]].actions:
            return state.refs(0, "players")[player] if (0, "players") in state.links and player != NOBODY else slot
        return slot

    def sources(self, m: Machine, player: int) -> list[int]:
        """List what a player could act with, in the order of the zones; the order of making would reveal too much."""
        state, known = m.state, m.state.zone_cache.sources
        if player not in known:
            cells, width = state.cells, state.width
            known[player] = [s for zone in state.zones for s in zone if cells[s * width + OWNER] == player]
        return known[player]

    def order(self, m: Machine) -> list[int]:
        """List the objects in play: those of the active player first, then by rank or seat, then by their place."""
        return self.ordered(m, m.live())

    def ordered(self, m: Machine, slots: list[int]) -> list[int]:
        """Put objects in the book's order."""
        if len(slots) < 2:
            return slots
        active, cell = self.active(m), m.state.cell
        if self.rank is None:
            round_on = max(1, len(m.state.setting.seats))
            return sorted(slots, key=lambda s: (cell(s, OWNER) - active) % round_on if active != NOBODY else 0)
        ranks = (self.rank, *self.ranks)
        return sorted(slots, key=lambda s: (cell(s, OWNER) != active, *[-cell(s, rank) for rank in ranks]))

    def active(self, m: Machine) -> int:
        """Give the player whose turn it is."""
        frame = m.state.innermost(self.turn)
        if frame is None:
            return NOBODY
        actor = frame.vars.get("actor", NOWHERE)
        return m.player_of(actor) if actor != NOWHERE else int(frame.vars.get("player", NOBODY))

    def seats(self, m: Machine, first: int = NOBODY) -> tuple[int, ...]:
        """Give the seats in order, beginning with a given one, by default the one whose turn it is."""
        count, begins = len(m.state.setting.seats), self.active(m) if first == NOBODY else first
        return tuple((max(0, begins) + n) % count for n in range(count))

    def prerequisites_met(self, m: Machine, action: Action, vars: Vars) -> bool:
        """Test an action's prerequisites now."""
        return action.need is None or judging.holds(m, action.need, vars)

    def prompt(self, m: Machine, frame: Frame, player: int) -> str:
        """Put the question of a window into words."""
        actor = frame.vars.get("actor", NOWHERE)
        who = m.state.setting.seats[player] if actor == NOWHERE else self.name_of(m.state, actor)
        return f"{who}: {frame.vars.get('title') or 'act'}"


def _values(program: Program) -> list[Part]:
    """Give the values of the fields of a program, which may be a book."""
    return [getattr(program, each.name) for each in fields(Program)]
