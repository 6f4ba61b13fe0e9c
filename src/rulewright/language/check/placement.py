"""Reports phrases in a place where they cannot work: a tile that nobody can pick, dice where nothing is rolled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

from rulewright.kernel.state import positions
from rulewright.language.grammar.patterns import did_you_mean
from rulewright.language.lower import item_changes
from rulewright.language.lower.actions import Compiled
from rulewright.language.lower.scenes import Sketch
from rulewright.language.names.names import RESERVED, Names
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program import bookkeeping, building, expressions, instructions
from rulewright.program.building import Part, walk
from rulewright.program.definition import Action, Routine, Trigger
from rulewright.program.modes import Adjustment, Occasion
from rulewright.program.spelled import plain

ACTOR = building.ACTOR
PICKED = {"act": "Target: a past act", "text": "Text: the words of a rule"}
"""What may have been picked, its name, and the line that lets a player pick it."""


def _picked(each: instructions.Instruction) -> str:
    """Name what an instruction uses that must have been picked; "" for nothing."""
    if isinstance(each, instructions.Make) and each.text:
        return "text"
    return "act" if each == instructions.Course(Occasion.STRIKE) else ""


def structure(names: Names, item: Item, found: Iterable[instructions.Instruction]) -> None:
    """Report names that a structure cannot have, and effects that its steps cannot have."""
    name, block = item_changes.structure_name(item), list(found)
    if name in RESERVED:
        message = f"a structure cannot be called {name!r}: every book has a part of that name"
        names.report(item.span, message, f"another name, such as {name.capitalize()!r}")
    _verdicts(names, item.span, block)
    _unpicked(names, item.span, block)
    _strangers(names, item, block)
    unrolled(names, item.span, *_ends(names, block))
    if any(isinstance(each, instructions.Travel) and each.mode == instructions.WALK for each in block):
        message = f"nobody can pick a tile in the structure {item.name!r}"
        names.report(item.span, message, "an action, in a window of the structure")


STRANGERS = {
    "target": "target", "targets": "target", "other": "second target", "others": "second target", "attacker": "attacker",
    "source": "card", "extra ones": "second target", "amount": "amount of a change", "way": "alternative cost",
    "extra": "additional cost",
}  # fmt: skip
"""Things that exist in an action but not in a structure, and their names."""


def _strangers(names: Names, item: Item, block: Iterable[instructions.Instruction]) -> None:
    """Report references to a target, an attacker or a card in a structure, which has none."""
    for each in block:
        slots = Counter(_slot(part) for part in walk(each) if isinstance(part, SPOKEN))
        for what in dict.fromkeys(STRANGERS[slot] for slot, count in slots.items() if slot in STRANGERS and count > 0):
            message = f"a structure has no {what} of its own: whoever takes {item.name!r} may have one, but it is not known here"
            expected = (
                f"`take a {item_changes.structure_name(item)} of …`, and `the actor` here; or `the chosen card`, which is known"
            )
            names.report(_line(item, each), message, expected)


SPOKEN = (expressions.Slot, expressions.Picked)


def _slot(part: expressions.Slot | expressions.Picked) -> str:
    return part.name if isinstance(part, expressions.Slot) else part.var


def of_nobody(names: Names, items: Iterable[Item], rules: Mapping[str, Routine], settings: Mapping[str, Item]) -> None:
    """Report what asks the actor, or changes a stat of the actor, in a structure without one, beginning with the first ones."""
    numbered = {names.procedure(name): name for name in rules}
    places = {item_changes.structure_name(item): item for item in items}
    first = [settings[each].value.split(",")[0] for each in ("start", "settle") if each in settings]
    starts = [names.structure(name.strip()) for name in first]
    waiting, seen = [*starts], set[str | None]()
    while waiting:
        if (name := waiting.pop()) is None or name in seen or name not in rules:
            continue
        seen.add(name)
        for each in _without_actor(rules[name].code):
            if isinstance(each, instructions.Run):
                taken = numbered.get(each.procedure, name)
                waiting += [taken] if each.actor in (None, building.ACTOR) and taken not in seen else []
            elif isinstance(each, instructions.Open) and name in places:
                _report_window(names, each, places[name], name in starts)
            elif isinstance(each, instructions.Alter | instructions.Last) and each.whom == building.ACTOR and name in places:
                stat = names.stats[each.stat].name
                message = f"{name} belongs to nobody here, so there is nobody whose {stat} could change"
                names.report(_line(places[name], each), message, "`each player: …`, or a stat that is `shared by all`")


def _report_window(names: Names, window: instructions.Open, item: Item, first: bool) -> None:
    """Report a window that asks whoever the structure belongs to, in a structure of nobody."""
    name, span = item_changes.structure_name(item), _line(item, window)
    if window.who == building.ACTOR or window.seats == "company":
        expected = "for each player, or for the actor below `each actor:`"
        names.report(span, f"{name} belongs to nobody here, so this window asks nobody", expected)
    elif window.seats == "one" and window.first is None and not first:
        message = f"{name} belongs to nobody here, so this window asks the player of the first seat every time"
        names.report(
            span, message, f"for each player here, or `each player: take a {name}` where {name} is taken", severity="warning"
        )


def _without_actor(code: Sequence[instructions.Instruction]) -> Iterator[instructions.Instruction]:
    """Give the instructions that are outside of every loop whose current thing is the actor."""
    for at, each in enumerate(code):
        if all(loop.var != "actor" for loop in bookkeeping.around(code, at)):
            yield each


def _line(item: Item, each: instructions.Instruction) -> Span:
    """Give the place of the clause that an instruction comes from, if the clause is in this item."""
    inside = [clause for step in (item, *item.items) for part in step.components for clause in part.clauses]
    lines = {clause.span.line: clause.span for clause in reversed(inside)}
    line = each.source.rpartition(":")[2]
    return lines.get(int(line), item.span) if line.isdigit() else item.span


ONE_OF_SEVERAL = (
    "`target` may be several things here, so it does not say which of them",
    "`all targets` in an effect, `each target: … it …`; or a line `Target: an enemy` for a single one",
)

NOBODY = {
    "target": ("no single target is picked here, because the area may hold several", "`all targets …`, or `each target: …`"),
    "it": ("`it` is nobody here", "a Trigger:, `each …: …`, or the target"),
    "attacker": ("there is no attacker: this answers nothing", "a Trigger:, or the target"),
    "other": ("nobody is picked beside the target", "a line `Also: …`"),
    "others": ("nobody is picked beside the target", "a line `Also: …`"),
    "bound": ("`that one` is nobody here", "the mark (Following), and `… follows for …`"),
    "chosen": ("nothing is chosen before this", "`choose a card in your Hand`, or `the target`"),
    "chosen ones": ("nothing is chosen before this", "`choose 2 cards in your Hand`, or `all targets`"),
    "made": ("nothing is made before this", "`make a …`"),
    "made ones": ("nothing is made before this", "`make 2 …`"),
    "outcome": ("no window for one act stands before this", "a step of a structure, after `window …, one only`"),
    "the rest": ("nothing is revealed before this", "`reveal cards from the top of your Deck until …`"),
    "extra": ("no additional cost can be paid", "a line `Optional cost: …`"),
    "extra ones": ("nothing is chosen in addition", "a line `Optional cost: …` that says to choose"),
    "way": ("no alternative cost can be paid", "a line `Alternative cost: …`"),
    "amount": ("`[the amount]` is known only before a change happens", "a Trigger: with `would`: `this would deal damage`"),
}
"""The things that not every action knows and that a line may mention: what is wrong then, and what makes them known."""

OTHER_WAY = (
    "`it` may be read two ways here: the trigger is about you or this card, and somebody else does it",
    "`the attacker` for whoever does it; `you` or `this` for whom the trigger is about",
)


def _of_somebody_known(trigger: Trigger) -> bool:
    """Say whether a trigger is about the actor or its own card, and tells of somebody else who does it."""
    node = trigger.test.node
    asked = node.parts if isinstance(node, expressions.Logic) else ()
    whom = [test for each in asked if isinstance(each, expressions.About) and each.who == building.IT for test in each.tests]
    known = any(building.is_it(each) in whom for each in (building.ACTOR, building.SOURCE))
    return known and building.mentions(node, "attacker")


def _nobody(names: Names, item: Item, done: Compiled) -> None:
    """Report a line about somebody whom the action does not know: it would do nothing, or count as 0."""
    known = {pick.name for pick in done.action.picks}
    known |= {"extra"} if "extra ones" in known else set()  # a choice of things to pay with shows that the cost is paid
    known |= {"it", "attacker"} if done.trigger is not None else set()
    known |= {"amount"} if done.trigger is not None and done.trigger.on == "would" else set()
    known |= {"bound"} if done.trigger is not None and done.trigger.following else set()
    known |= {
        slot.name
        for rule in done.rules
        for each in bookkeeping.allotted(rule.code)
        for slot in bookkeeping.writes(each)
        if slot.name != "it"
    }
    fixed = done.trigger is not None and _of_somebody_known(done.trigger)
    known -= {"it"} if fixed else set()
    for rule in done.rules:
        inside = 0
        for at, each in enumerate(rule.code):
            said = list(walk(each))
            slots = {_slot(part) for part in said if isinstance(part, SPOKEN)}
            if "it" in slots and building.IT not in walk(each, building.TESTS):  # in a test it is what is tested
                slots.remove("it")
            slots |= {part.among for part in said if isinstance(part, expressions.Query)}
            for slot in sorted((slots & NOBODY.keys()) - known - ({"it"} if at < inside else set())):
                message, expected = OTHER_WAY if fixed and slot == "it" else _unknown(slot, done.action)
                span = _line(item, each)
                if all((span.file, span.line) != (problem.span.file, problem.span.line) for problem in names.problems):
                    names.report(span, message, expected)
            if isinstance(each, instructions.Each) and each.var == "it":
                inside = max(inside, each.end)
    _too_early(names, item, done.action, known)


def _unknown(slot: str, action: Action) -> tuple[str, str]:
    """Say what is wrong with a line about something that an action does not know, and what would be right."""
    several = any(pick.name == "targets" for pick in action.picks)
    return ONE_OF_SEVERAL if slot == "target" and several else NOBODY[slot]


LATER = frozenset(NOBODY) - {"it", "attacker", "bound"}
"""What nobody knows before the action is used, unless it is picked."""


def _too_early(names: Names, item: Item, action: Action, known: Container[str]) -> None:
    """Report a line about something that is known only afterwards, in a condition for using the action at all."""
    checks = (*action.checks, *(check for pick in action.picks for check in pick.checks))
    asked = walk(tuple(check.test for check in checks if check.name == "needs"))
    slots = {_slot(part) for part in asked if isinstance(part, SPOKEN)}
    for slot in sorted((slots & LATER) - {name for name in slots if name in known and name in AT_ONCE}):
        message, expected = _unknown(slot, action)
        asking = [header.value_span for header in item.headers if plain(header.key) in ("needs", "prerequisite", "also")]
        names.report(asking[0] if asking else item.span, message, expected)


AT_ONCE = ("target", "other", "others", "extra", "extra ones", "way", "amount")
"""What is known as soon as it is picked, or in an ability that answers a change."""


def action(names: Names, item: Item, done: Compiled) -> None:
    """Report effects that an action cannot have, picks in automatic rules, and dice in conditions for offering it."""
    block = [each for rule in done.rules for each in rule.code]
    _verdicts(names, item.span, block)
    _unpicked(names, item.span, block, {pick.name for pick in done.action.picks})
    _nobody(names, item, done)
    if done.trigger is not None and done.trigger.everyone and done.action.picks:
        what = done.action.picks[0].name
        message = f"{item.name} belongs to nobody and happens by itself, so nobody can pick its {what}"
        names.report(item.span, message, "the mark (Triggered) or (Reaction), or the attacker or it instead of a target")
    if (done.trigger is None or done.trigger.on != "would") and any(map(_edits, block)):
        expected = "a Trigger: with `would`, such as `this would die`"
        names.report(item.span, f"{item.name} refers to a change that is about to happen, but responds to none", expected)
    asked, trigger = done.action, None if done.trigger is None else done.trigger.test
    unrolled(names, item.span, asked.checks, asked.picks, asked.costs, asked.need, trigger, *_ends(names, block))


def _edits(each: instructions.Instruction) -> bool:
    """Say whether an instruction edits whatever change is being answered."""
    return isinstance(each, instructions.Adjust) and each.how is Adjustment.EDIT and each.stat == expressions.NONE


def alone(names: Names, item: Item, outer: str) -> bool:
    """Say whether a card is not inside another item; one that is inside is reported."""
    if outer:
        names.report(item.span, f"{item.name} is a card inside {outer}", f"a card by itself, not indented below {outer}")
    return not outer


def _verdicts(names: Names, span: Span, block: Iterable[instructions.Instruction]) -> None:
    if any(isinstance(each, instructions.Adjust) and each.how is not Adjustment.EDIT for each in block):
        names.report(span, "only a feature can decide a check or change tiles", "a Feature without a Trigger:")


def _unpicked(names: Names, span: Span, block: list[instructions.Instruction], picked: Container[str] = ()) -> None:
    """Report references to an act or a text that nobody picks."""
    for what in dict.fromkeys(filter(None, map(_picked, block))):
        if what not in picked:
            names.report(span, f"nobody picks the {what} that this refers to", f"an action with the line `{PICKED[what]}`")


def _ends(names: Names, block: Iterable[instructions.Instruction]) -> list[expressions.Expression]:
    """List the conditions that end something that begins here."""
    terms = [until for each in block if (until := getattr(each, "until", None)) is not None]
    return [names.untils[until.condition] for until in terms if until.condition >= 0]


def unrolled(names: Names, span: Span, *asked: Part) -> None:
    """Report dice in conditions that are evaluated for every menu and every change."""
    if any(isinstance(each, expressions.Roll) for each in walk(asked)):
        message = "dice cannot be rolled here: this is evaluated whenever somebody looks at the game"
        names.report(span, message, "dice only in if, do, else and then")


def position(names: Names, span: Span, found: Sketch) -> None:
    """Report a map that is too large, actors outside of it or in a wall, and names that are used twice or unknown."""
    tiles = max(map(len, found.rows), default=0) * len(found.rows)
    if tiles > names.limits.tiles:
        names.report(span, f"this map has {tiles:,} tiles, and at most {names.limits.tiles:,} are read", "a smaller map")
        found.rows.clear()
    ground = positions.ground(found.rows, found.legend, any(thing.spot for thing in found.things))
    for thing in found.things if ground is not None else ():
        if ground is not None and thing.spot is not None and not ground.holds(*thing.spot):
            x, y = thing.spot
            message = f"{thing.name} at {x},{y} is off the map"
            names.report(span, message, f"x from 1 to {ground.width}, y from 1 to {ground.height}")
        elif ground is not None and thing.spot is not None and ground.tile(*thing.spot) in ground.walls:
            words = ground.words(ground.tile(*thing.spot))
            names.report(span, f"{thing.name} at {words}  is in a wall", "a tile that can be entered", severity="warning")
    known = found.numbers()
    for thing in found.things:
        _bounds(names, span, thing.name, thing.stats)
        for host in [host for host in (thing.at, thing.attached) if host and host not in known]:
            message = f"there is no {host} here to which {thing.name} could be attached"
            names.report(span, message, "something of this position", did_you_mean(host, known) or "")
    if not found.players:
        _crew(names, span, found)


def _bounds(names: Names, span: Span, name: str, given: dict[int, int]) -> None:
    """Report a given stat that exceeds the bounds of this stat."""
    for stat, amount in ((names.stats[n], amount) for n, amount in given.items()):
        bounds = (stat.most, None if stat.cap is None else given.get(stat.cap))
        most = min((bound for bound in bounds if bound is not None), default=None)
        low, high = stat.least is not None and amount < stat.least, most is not None and amount > most
        if low or high:
            bound = f"at least {stat.least}" if low else f"at most {most}"
            names.report(span, f"{name} cannot have {amount} {stat.name}: it is {bound}")


def _crew(names: Names, span: Span, found: Sketch) -> None:
    """Report actors with the same name, and casts without actors."""
    actors = Counter(thing.name for thing in found.things if plain(thing.kind) != plain(thing.name))
    for name in (name for name, count in actors.items() if count > 1):
        names.report(span, f"there are {actors[name]} actors called {name}", "a name of its own for each")
    for side in (side for n, side in enumerate(found.sides) if all(thing.side != n for thing in found.things)):
        names.report(span, f"nobody is in the cast {side}", f"a line `cast {side}: …` with somebody in it")
