"""Warns of rules that nothing in the book uses: never offered, taken, triggered, in force, read, written or mentioned.

It examines the compiled book, and does not warn if a text outside the book might use the rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeGuard

from rulewright.kernel.state.facts import NOWHERE, OWN
from rulewright.language.check.problems import Problem
from rulewright.language.check.survey import Act, Survey
from rulewright.language.text.source import Span
from rulewright.language.text.syntax import Item
from rulewright.program import expressions, instructions, marks, slots
from rulewright.program.building import AnyRecord, walk
from rulewright.program.definition import CHOSEN, Counted, Pick, Trigger
from rulewright.program.modes import Bond, Happening, Link, Order, Tie, Way
from rulewright.program.spelled import plain

COMES = frozenset({marks.TRIGGERED, marks.AUTOMATIC, marks.REACTION, marks.INTERRUPT, marks.FOLLOWING, marks.LIMITED,
                   marks.PAYMENT, marks.STANDING})  # fmt: skip
"""The marks of what is not offered in a window."""

RAISES, LOWERS = frozenset({"+=", "*=", "="}), frozenset({"-=", "/=", "="})


def _warning(span: Span, code: str, message: str, expected: str = "") -> Problem:
    return Problem(span, message, expected, severity="warning", code=code)


def _structures(survey: Survey) -> dict[str, Item]:
    return {item.name.split(" of ")[0].strip(): item for item in survey.items if item.kind == "structure"}


# -- what is used ------------------------------------------------------------------------------------------------------


def untaken(survey: Survey) -> Iterator[Problem]:
    """A structure that nothing takes: neither the start of the game, nor a step, an action, a zone or a setting."""
    if survey.book.main == NOWHERE:
        return
    for name, item in _structures(survey).items():
        number = survey.book.procedure_numbers.get(name)
        if number is not None and number not in survey.nesting.ever and plain(name) not in survey.dormant:
            expected = f"a step or an effect: `take the {name}`"
            yield _warning(item.span, "untaken", f"nothing ever takes the structure {name}", expected)


def unoffered(survey: Survey) -> Iterator[Problem]:
    """An action that players choose, but that no window of the game offers, or that can never be used from its zone."""
    book, nesting = survey.book, survey.nesting
    for act in survey.acts if book.main != NOWHERE else ():
        action = act.action
        if action.gone or action.kinds & COMES:
            continue
        if action.procedure not in nesting.ever:
            mine = sorted(book.words[kind] for kind in action.kinds - {marks.ACTION, marks.ACTIVATABLE})
            what = " or ".join(mine) or "actions"
            message = f"{action.name} is never offered: the game never reaches a window for {what}"
            yield _warning(act.item.span, "unoffered", message, f"`window {mine[0] if mine else 'actions'} for …` in a step")
        elif why := _misplaced(survey, act):
            yield _warning(act.span("from", "speed"), "unoffered", f"{action.name} is never offered: {why}")


def _misplaced(survey: Survey, act: Act) -> str:
    """Say why an action can never be used from where it must be, or at its speed; "" where it may."""
    zones = [survey.book.zones[zone] for zone in act.action.zones]
    if zones and act.action.index not in survey.on_cards and not any(zone.live for zone in zones):
        return f"who uses it never lies in {' or '.join(zone.name for zone in zones)}"
    tables = [part.table for check in act.action.checks for part in walk(check.test) if isinstance(part, expressions.FastEnough)]
    answered = {speed for table in tables for _, _, answers in table for speed in answers}
    if tables and act.action.speed not in (expressions.NONE, *answered):
        return f"the table of speeds never says yes to {survey.book.speed_of(act.action)}"
    return ""


def unfollowed(survey: Survey) -> Iterator[Problem]:
    """An ability that happens only if an effect lets it follow, where no effect does."""
    said = {each.action for each in survey.everything if isinstance(each, instructions.Follow)}
    for act in survey.acts:
        if marks.FOLLOWING in act.action.kinds and act.action.word not in said:
            message = f"{act.action.name} never happens: no effect lets it follow"
            yield _warning(
                act.item.span, "unoffered", message, f"`{act.action.name} follows for …` in an effect of the same card"
            )


def idle_features(survey: Survey) -> Iterator[Problem]:
    """A feature that no scene, file or campaign puts in force, and that no effect gives anybody."""
    force = {number for numbers in survey.book.active_features.values() for number in numbers}
    texts = {plain(item.name): item for item in survey.items if item.kind == "feature"}
    for feature in survey.book.features:
        if feature.index not in force and feature.index not in survey.book.gained and plain(feature.name) in texts:
            message = f"the feature {feature.name} is never in force"
            expected = f"`Features: {feature.name}` in a file, `features: {feature.name}` in a scene, or an effect that gives it"
            yield _warning(texts[plain(feature.name)].span, "idle-feature", message, expected)


# -- what is mentioned -------------------------------------------------------------------------------------------------

PICKED = {"target": "Target", "targets": "Target", "other": "Also", "others": "Also"}
"""What is picked by a line of its own, and the line."""


def unused_picks(survey: Survey) -> Iterator[Problem]:
    """A target or another pick that nothing uses."""
    for act in survey.acts:
        written = {plain(header.key) for header in act.item.headers}
        own = any(plain(header.key) == "range" and "self" in plain(header.value) for header in act.item.headers)
        for pick in [pick for pick in act.action.picks if not own and plain(PICKED.get(pick.name, "-")) in written]:
            if not _spoken_of(survey, act, pick):
                line = PICKED[pick.name]
                message = f"what {line}: asks for is picked but never used"
                yield _warning(
                    act.span(plain(line)), "unused-target", message, f"an effect on {_called(pick)}, or no {line}: line"
                )


def _called(pick: Pick) -> str:
    return {"targets": "all targets", "other": "the other", "others": "the others"}.get(pick.name, "target")


def _spoken_of(survey: Survey, act: Act, pick: Pick) -> bool:
    """Say whether anything asks about what was picked: the effects, a need, a cost, a later pick, or a trigger of the book."""
    action = act.action
    own = [check.test for check in (*pick.checks, *pick.whole) if check.name in ("needs", "cost", "potential")]
    others = [other for other in action.picks if other is not pick]
    said = list(walk((act.does, *(check.test for check in action.checks), action.costs, *others, *own, action.need)))
    return survey.aimed or survey.book.noting_choices or any(_slot(part) == pick.name for part in said)


def _slot(part: AnyRecord) -> str:
    return part.name if isinstance(part, expressions.Slot) else part.var if isinstance(part, expressions.Picked) else ""


def unused_values(survey: Survey) -> Iterator[Problem]:
    """A thing that is chosen, or a number that is named or worked out, and that nothing uses."""
    for act, said in zip(survey.acts, survey.of_acts, strict=True):
        if survey.book.noting_choices or any(isinstance(each, instructions.Run) and not each.own for each in act.does):
            continue  # a rule asks what was chosen, or a structure that comes next knows it
        for each in act.does:
            names = _named(each)
            if names and not any(_slot(part) in names or (part is not each and _speaks(part, names)) for part in said):
                expected = "an effect that uses it, such as `destroy the chosen card` or `gain X Gold`"
                yield _warning(act.span("do"), "unused-value", f"{_value(names[0])} is never used", expected)


def _named(each: AnyRecord) -> tuple[str, ...]:
    """Give the slots in which an instruction keeps a choice or a number for the lines after it."""
    if isinstance(each, instructions.Choose) and each.var == slots.CHOSEN:
        return (slots.CHOSEN, slots.CHOSEN_ONES, slots.REST)
    if isinstance(each, instructions.Let | instructions.Decide) and len(each.var) == 1 and each.var.isupper():
        return (each.var,)
    return ()


def _speaks(each: AnyRecord, names: tuple[str, ...]) -> bool:
    """Say whether another instruction names a slot by itself, such as a loop over it."""
    return any(getattr(each, field, "") in names for field in ("var", "over", "shares", "ones", "rest", "of"))


def _value(name: str) -> str:
    return "what was chosen" if name == slots.CHOSEN else f"the number {name}"


def unnoted(survey: Survey) -> Iterator[Problem]:
    """A word under which nothing is ever noted."""
    noted = {part.word for part in survey.everything if isinstance(part, instructions.Bind) and part.how is Bond.NOTE}
    for act, found in zip(survey.acts, survey.of_acts, strict=True):
        for word in dict.fromkeys(_notes(found)):
            if word not in noted:
                said = survey.book.words[word]
                expected = f"an effect such as `note the actor as {said} of target`"
                yield _warning(act.item.span, "unnoted", f"nothing is ever noted as {said!r}", expected)


def _notes(found: Iterable[AnyRecord]) -> Iterator[int]:
    """Give the words under which somebody looks up what is noted."""
    for part in found:
        if (isinstance(part, expressions.Related) and part.how is Link.NOTED) or (
            isinstance(part, expressions.Relation) and part.how in (Tie.NOTED, Tie.NOTES)
        ):
            yield part.word


# -- what is set off ---------------------------------------------------------------------------------------------------


def unset(survey: Survey) -> Iterator[Problem]:
    """A trigger that nothing in the book can set off."""
    for act in survey.acts:
        for trigger in survey.triggers.get(act.action.index, ()):
            if why := _why_never(survey, trigger):
                yield _warning(act.span("trigger"), "unset", f"nothing ever sets {act.action.name} off: {why}")


def too_late(survey: Survey) -> Iterator[Problem]:
    """An ability that goes on the stack when somebody's turn is over, where it waits for a window of somebody else's."""
    for act in survey.acts if survey.book.turn != NOWHERE else ():
        ends = [each for each in survey.triggers.get(act.action.index, ()) if each.on == "ended" and act.action.stack == "one"]
        if any(part.structure == survey.book.turn for each in ends for part in walk(each.test) if _ended(part)):
            turn = survey.book.procedures[survey.book.turn].name
            message = f"{act.action.name} goes on the stack when the {turn} is over, and waits there for the next window"
            expected = f"`do what happens at the end of this {turn}` in its last step, then `window …, closes when nothing waits`"
            yield _warning(act.span("trigger"), "late", message, expected)


def _ended(part: AnyRecord) -> TypeGuard[expressions.Happens]:
    return isinstance(part, expressions.Happens) and part.how is Happening.ENDED


def uncounted(survey: Survey) -> Iterator[Problem]:
    """A question about what has happened so far, where that can never happen."""
    never = {each.key: why for each in survey.book.counted if (why := _why_never(survey, each))}
    for act, own in zip(survey.acts, survey.of_acts, strict=True) if never else ():
        for key in dict.fromkeys(part.key for part in own if isinstance(part, expressions.PastActions) and part.key in never):
            what = survey.book.words[key].rpartition("/")[0]
            yield _warning(act.item.span, "unset", f"{act.action.name} asks for what never happens ({what}): {never[key]}")


def _why_never(survey: Survey, asking: Trigger | Counted) -> str:
    """Say why something that is responded to or counted never happens; "" where it may."""
    if "revealed" in (asking.on, getattr(asking, "of", "")) and not any(isinstance(each, SHOWS) for each in survey.everything):
        return "nothing is ever revealed"
    return next(filter(None, (_never(survey, part) for part in _asked(asking))), "")


SHOWS = (instructions.Show, instructions.Permit)
"""What may let somebody see a face: an effect that shows it, or that lets a hidden card be played."""


def _asked(trigger: Trigger | Counted) -> list[expressions.Happens | expressions.Changes]:
    """List what a trigger asks of the event, all of which must be so."""
    node = getattr(trigger.test, "node", None)
    inner = node.parts if isinstance(node, expressions.Logic) else (node,)
    return [part for part in inner if isinstance(part, expressions.Happens | expressions.Changes)]


def _never(survey: Survey, asked: expressions.Happens | expressions.Changes) -> str:
    """Say why something that a trigger asks for never happens; "" where it may."""
    if isinstance(asked, expressions.Changes):
        ops = RAISES if asked.how in (Way.UP, Way.RISES_TO) else LOWERS
        name, how = survey.book.stats[asked.stat].name, "raises" if ops is RAISES else "lowers"
        return "" if _moves(survey, asked.stat, ops) else f"nothing {how} {name}"
    if asked.how is Happening.TOLD:
        word = survey.book.words[asked.word]
        if word == CHOSEN:
            return "" if _chooses(survey) else "nothing is ever chosen"
        return "" if word in TOLD or word in survey.told else f"nothing tells {word!r}"
    if asked.how in (Happening.BEGAN, Happening.ENDED, Happening.CONTINUES) and asked.structure != NOWHERE:
        known = survey.book.main == NOWHERE or asked.structure in survey.nesting.ever
        return "" if known else f"nothing ever takes the structure {survey.book.procedure_name(asked.structure)}"
    if asked.passing == "drawn" and not {"nobody", "owner"} <= {zone.seen for zone in survey.book.zones}:
        return "no card can be drawn: that goes from a zone seen by nobody to one seen by its owner"
    if asked.how is Happening.WENT and asked.zone >= 0:
        name = survey.book.zones[asked.zone].name
        return "" if asked.zone in survey.filled else f"nothing ever goes to {name}"
    return ""


def _chooses(survey: Survey) -> bool:
    """Say whether some act has a target, or some effect lets somebody choose."""
    aims = any(pick.kind == "object" for action in survey.book.actions for pick in action.picks)
    return aims or any(isinstance(each, instructions.Choose) for each in survey.everything)


def _moves(survey: Survey, stat: int, ops: frozenset[str]) -> bool:
    """Say whether something may change a stat that way; what is refreshed, reset or fought over may go either way."""
    found = survey.book.stats[stat]
    anew = found.refresh is not None or found.until != NOWHERE
    return stat < OWN or anew or stat in survey.otherwise_written or bool(survey.changed.get(stat, set()) & ops)


TOLD = frozenset({
    "stacked", "copied", "resolves", "countered", "fizzled", "blocked", "prerequisites not met", "does nothing",
    "put into action", "left its stack", "enacted", "cut short", "completes an action", "negated", "check", "fight", "merged",
    "no longer possible",
})  # fmt: skip
"""The words that the engine itself tells."""


# -- stats and settings ------------------------------------------------------------------------------------------------


def one_sided_stats(survey: Survey) -> Iterator[Problem]:
    """A stat that rules change and nothing reads, or that rules read and nothing ever changes or gives anybody."""
    declared = [(n, stat) for n, stat in enumerate(survey.book.stats) if n >= OWN and stat.declared and not stat.words]
    written = survey.otherwise_written | survey.changed.keys()
    given = {stat for _, stats in survey.profiles for stat in stats}
    taught = plain(" ".join(line for guide in survey.book.guides.values() for line in (*guide.goal, *guide.turn)))
    shown = {*survey.book.layout.first, survey.book.layout.total, *survey.book.layout.small, *survey.book.layout.cost}
    numbers = {plain(stat.name): n for n, stat in declared}
    # A state (0 to 1) is for people to see; a game that nobody wins yet is not finished; and where players change the rules, a
    # rule to come may read the stat.
    won = any(isinstance(each, instructions.Standing) for each in survey.everything) or any(survey.book.endings.values())
    whole = won and not survey.book.amendable
    for n, stat in declared:
        item = _declaring(survey, stat.name)
        if item is None or "takes damage" in plain(item.value) or stat.series or plain(stat.name) in survey.dormant:
            continue
        family = {numbers.get(plain(name), n) for name in item.name.split(",")}  # what is declared together is meant together
        set_up = stat.refresh is not None or stat.default != 0 or stat.pays is not None
        if n in survey.read and not family & (written | given) and not set_up:
            message = f"[{stat.name}] is always {stat.default}: no rule changes it, and nobody is given any"
            expected = f"`gain 1 {stat.name}` in an action, or {stat.name} in a scene or a kind"
            yield _warning(item.span, "unwritten", message, expected)
        elif whole and stat.most != 1 and n in written and n not in survey.read | shown and plain(stat.name) not in taught:
            message = f"[{stat.name}] is changed but never read"
            expected = f"a condition, a cost, an amount or a trigger with [{stat.name}], or `first: {stat.name}` in a Layout"
            yield _warning(item.span, "unread", message, expected)


def _declaring(survey: Survey, name: str) -> Item | None:
    stats = [item for item in survey.items if item.kind == "stat"]
    return next((item for item in stats if plain(name) in map(plain, item.name.split(","))), None)


def idle_order(survey: Survey) -> Iterator[Problem]:
    """An order that is never used: no step goes through all actors, and nobody responds to anything."""
    loops = [each for each in survey.everything if isinstance(each, instructions.Each)]
    ordered = any(loop.order is not Order.TIMES for loop in loops)
    for item in (item for item in survey.items if item.kind == "order" and survey.book.rank is not None):
        if not ordered and not survey.book.triggers:
            message = "this order is never used: windows ask players in the order of their seats, and no step says `each …:`"
            yield _warning(item.span, "idle-order", message, "`each player: take a Turn` in a step")


def empty_windows(survey: Survey) -> Iterator[Problem]:
    """A window for marks that no action has."""
    offered = {kind for action in survey.book.actions for kind in action.kinds}
    for name, item in _structures(survey).items():
        number = survey.book.procedure_numbers.get(name)
        for each in () if number is None else survey.book.routines[number].code:
            for kind in each.kinds if isinstance(each, instructions.Open) else ():
                if kind not in offered and kind != marks.ACTION:
                    word = survey.book.words[kind].capitalize()
                    message = f"this window has nothing to offer: no action is marked ({word})"
                    yield _warning(item.span, "unoffered", message, f"an action `Name ({word})`")


LOOKS = (
    *(
        untaken,
        unoffered,
        unfollowed,
        idle_features,
        unused_picks,
        unused_values,
        unnoted,
        unset,
        uncounted,
        too_late,
        one_sided_stats,
        idle_order,
        empty_windows,
    ),
)
