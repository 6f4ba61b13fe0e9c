"""Warns of rules that nothing in the book uses: never offered, taken, triggered, in force, read, written or mentioned.

It examines the compiled book, and does not warn if a text outside the book might use the rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeGuard

from rulewright.kernel.state.facts import NOWHERE, OWN
from rulewright.language.check import occasions, offering
from rulewright.language.check.population import Population
from rulewright.language.check.problems import Problem, warning
from rulewright.language.check.survey import Act, Survey, joined
from rulewright.language.text.syntax import Item
from rulewright.program import expressions, instructions, marks, slots
from rulewright.program.building import AnyRecord, walk
from rulewright.program.definition import PRICED, Pick
from rulewright.program.feature import Feature
from rulewright.program.modes import Bond, Link, Occasion, Order, Tie
from rulewright.program.spelled import plain


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
            yield warning(item.span, "untaken", f"nothing ever takes the structure {name}", expected)


def unfollowed(survey: Survey) -> Iterator[Problem]:
    """An ability that happens only if an effect lets it follow, where no effect does."""
    said = {each.action for each in survey.parts(instructions.Follow)}
    for act in survey.acts:
        if marks.FOLLOWING in act.action.kinds and act.action.word not in said:
            message = f"{act.action.name} never happens: no effect lets it follow"
            yield warning(act.item.span, "unoffered", message, f"`{act.action.name} follows for …` in an effect of the same card")


def idle_features(survey: Survey) -> Iterator[Problem]:
    """A feature that no scene, file or campaign puts in force, and that no effect gives anybody."""
    force = {number for numbers in survey.book.active_features.values() for number in numbers}
    texts = {plain(item.name): item for item in survey.items if item.kind == "feature"}
    there = Population(survey)
    for feature in survey.book.features:
        if feature.index not in force and feature.index not in survey.book.gained and plain(feature.name) in texts:
            message = f"the feature {feature.name} is never in force"
            expected = f"`Features: {feature.name}` in a file, `features: {feature.name}` in a scene, or an effect that gives it"
            yield warning(texts[plain(feature.name)].span, "idle-feature", message, expected)
        elif plain(feature.name) in texts and (why := _powerless(survey, there, feature)):
            yield warning(texts[plain(feature.name)].span, "idle-feature", f"the feature {feature.name} has no effect: {why}")


def _powerless(survey: Survey, there: Population, feature: Feature) -> str:
    """Say why a feature that is in force never does anything for anybody; "" where it may."""
    if feature.when is not None and survey.judge.truth(feature.when) is False:
        return f"its When: can never hold ({survey.judge.why(feature.when)})"
    begins = any(each.how is Occasion.BEGIN_FEATURES for each in survey.parts(instructions.Course))
    if feature.until is not None and feature.index not in survey.book.gained and not begins:
        return "it has a Duration:, and no step says `begin timed features`"
    return there.nobody(joined(feature.scope))


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
                yield warning(
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


def unused_lines(survey: Survey) -> Iterator[Problem]:
    """A header that asks for something which nothing uses: a number, a further payment, a distance, or whose a rule is."""
    for act, said in zip(survey.acts, survey.of_acts, strict=True):
        written = {plain(header.key): plain(header.value) for header in act.item.headers}
        known = {_slot(part) for part in said} | {getattr(part, field, "") for part in said for field in ("var", "many")}
        for key, idle in _idle_lines(survey, act, written, known):
            yield warning(act.span(key), "unused-line", *idle)


def _idle_lines(survey: Survey, act: Act, written: Mapping[str, str], known: set[str]) -> Iterator[tuple[str, tuple[str, str]]]:
    """Give the headers that nothing uses, each with what is wrong and what was expected."""
    paid = {"extra", "extra ones"}
    if "x" in written and "X" not in known:
        yield "x", ("the number X is never used", "X in `Cost:` or in an effect, such as `Cost: X Mana` and `gain X Gold`")
    if "optional cost" in written and not paid & {_slot(part) for part in walk(act.does)}:
        yield "optional cost", ("what is paid in addition changes nothing", "`if the additional cost was paid: …`")
    if "range" in written and not act.action.picks and not re.search(r"\bself\b|burst", written["range"]):
        yield "range", ("this range limits nothing: nothing is picked", "a line `Target: …`, or an effect on `target`")
    triggers = survey.triggers.get(act.action.index, ())
    if "for" in written and triggers and all(trigger.everyone for trigger in triggers):
        expected = f"the kind in the trigger (`Trigger: [Stat] of a {written['for']} …`), or the mark (Triggered)"
        yield "for", ("this line has no effect: the rule applies to whoever its trigger is about", expected)


def unused_values(survey: Survey) -> Iterator[Problem]:
    """A thing that is chosen, or a number that is named or worked out, and that nothing uses."""
    for act, said in zip(survey.acts, survey.of_acts, strict=True):
        if survey.book.noting_choices or any(isinstance(each, instructions.Run) and not each.own for each in act.does):
            continue  # a rule asks what was chosen, or a structure that comes next knows it
        for each in act.does:
            names = _named(each)
            if names and not any(_slot(part) in names or (part is not each and _speaks(part, names)) for part in said):
                expected = "an effect that uses it, such as `destroy the chosen card` or `gain X Gold`"
                yield warning(act.span("do"), "unused-value", f"{_value(names[0])} is never used", expected)


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
    noted = {part.word for part in survey.parts(instructions.Bind) if part.how is Bond.NOTE}
    for act, found in zip(survey.acts, survey.of_acts, strict=True):
        for word in dict.fromkeys(_notes(found)):
            if word not in noted:
                said = survey.book.words[word]
                expected = f"an effect such as `note the actor as {said} of target`"
                yield warning(act.item.span, "unnoted", f"nothing is ever noted as {said!r}", expected)


def _notes(found: Iterable[AnyRecord]) -> Iterator[int]:
    """Give the words under which somebody looks up what is noted."""
    for part in found:
        if (isinstance(part, expressions.Related) and part.how is Link.NOTED) or (
            isinstance(part, expressions.Relation) and part.how in (Tie.NOTED, Tie.NOTES)
        ):
            yield part.word


# -- stats and settings ------------------------------------------------------------------------------------------------


def one_sided_stats(survey: Survey) -> Iterator[Problem]:
    """A stat that rules change and nothing reads, or that rules read and nothing ever changes or gives anybody."""
    declared = [(n, stat) for n, stat in enumerate(survey.book.stats) if n >= OWN and stat.declared and not stat.words]
    written = survey.otherwise_written | survey.changed.keys()
    given = {stat for _, stats in survey.profiles for stat in stats}
    taught = plain(" ".join(line for guide in survey.book.guides.values() for line in (*guide.goal, *guide.turn)))
    shown = {*survey.book.layout.first, survey.book.layout.total, *survey.book.layout.small, *survey.book.layout.cost}
    numbers = {plain(stat.name): n for n, stat in declared}
    # No warning about a state (0 to 1), which is for people to see, about a game that nobody can win yet, which is unfinished, or
    # where players change the rules, because a later rule may read the stat.
    won = bool(survey.parts(instructions.Standing)) or any(survey.book.endings.values())
    whole = won and not survey.book.amendable
    for n, stat in declared:
        item = _declaring(survey, stat.name)
        if item is None or "takes damage" in plain(item.value) or stat.series or plain(stat.name) in survey.dormant:
            continue
        family = {numbers.get(plain(name), n) for name in item.name.split(",")}  # stats that are declared together count as one
        set_up = stat.refresh is not None or stat.default != 0 or stat.pays is not None
        if n in survey.read and not family & (written | given) and not set_up:
            message = f"[{stat.name}] is always {stat.default}: no rule changes it, and nobody is given any"
            expected = f"`gain 1 {stat.name}` in an action, or {stat.name} in a scene or a kind"
            yield warning(item.span, "unwritten", message, expected)
        elif whole and stat.most != 1 and n in written and n not in survey.read | shown and plain(stat.name) not in taught:
            message = f"[{stat.name}] is changed but never read"
            expected = f"a condition, a cost, an amount or a trigger with [{stat.name}], or `first: {stat.name}` in a Layout"
            yield warning(item.span, "unread", message, expected)


def _declaring(survey: Survey, name: str) -> Item | None:
    stats = [item for item in survey.items if item.kind == "stat"]
    return next((item for item in stats if plain(name) in map(plain, item.name.split(","))), None)


def idle_order(survey: Survey) -> Iterator[Problem]:
    """An order that is never used: no step goes through all actors, and nobody responds to anything."""
    loops = survey.parts(instructions.Each)
    ordered = any(loop.order is not Order.TIMES for loop in loops)
    for item in (item for item in survey.items if item.kind == "order" and survey.book.rank is not None):
        if not ordered and not survey.book.triggers:
            message = "this order is never used: windows ask players in the order of their seats, and no step says `each …:`"
            yield warning(item.span, "idle-order", message, "`each player: take a Turn` in a step")


def idle_prices(survey: Survey) -> Iterator[Problem]:
    """A rule that makes something cheaper, where nothing that the book has costs this stat."""
    book = survey.book
    paid = {part.stat for action in book.actions for part in walk((action.costs, action.checks)) if _is_change(part)}
    dearer = {rule.stat for rule in book.prohibitions if rule.on == PRICED and rule.op not in ("-", "<=")}
    idle = {n for n, rule in enumerate(book.prohibitions) if rule.on == PRICED and rule.stat not in paid | dearer}
    for act in survey.acts if idle and not book.amendable else ():
        said = {*act.action.forbids, *(each.number for each in act.does if isinstance(each, instructions.Give))}
        for rule in [book.prohibitions[number] for number in sorted(said & idle)]:
            stat = book.stats[rule.stat if rule.stat is not None else NOWHERE].name
            message = f"{rule.words!r} changes nothing: nothing costs {stat}"
            yield warning(act.span("do", "else", "then"), "idle-price", message, f"an action or a card with `Cost: 2 {stat}`")


def _is_change(part: AnyRecord) -> TypeGuard[instructions.Alter]:
    return isinstance(part, instructions.Alter)


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
                    yield warning(item.span, "unoffered", message, f"an action `Name ({word})`")


LOOKS = (
    *(
        untaken,
        unfollowed,
        idle_features,
        unused_picks,
        unused_lines,
        unused_values,
        unnoted,
        one_sided_stats,
        idle_order,
        idle_prices,
        empty_windows,
    ),
    *offering.LOOKS,
    *occasions.LOOKS,
)
