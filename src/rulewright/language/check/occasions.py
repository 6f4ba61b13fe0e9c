"""Warns of triggers and questions about what never happens in a game of the book: nothing in it makes it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TypeGuard

from rulewright.kernel.state.facts import BLOCKED, NOWHERE, OWN, OWNER, STANDING, TILE
from rulewright.language.check import offering
from rulewright.language.check.population import Population
from rulewright.language.check.problems import Problem, warning
from rulewright.language.check.survey import Survey
from rulewright.program import building, conditions, expressions, instructions, marks
from rulewright.program.building import AnyRecord, walk
from rulewright.program.definition import CHOSEN, Counted, Trigger
from rulewright.program.modes import Bond, Happening, Intervention, Joint, Way

RAISES, LOWERS = frozenset({"+=", "*=", "="}), frozenset({"-=", "/=", "="})


def unset(survey: Survey) -> Iterator[Problem]:
    """A trigger that nothing in the book can set off."""
    there = Population(survey)
    for act in survey.acts:
        for trigger in survey.triggers.get(act.action.index, ()):
            if why := _why_never(there, trigger):
                yield warning(act.span("trigger"), "unset", f"the trigger of {act.action.name} is never met: {why}")


def too_late(survey: Survey) -> Iterator[Problem]:
    """An ability that goes on the stack when somebody's turn is over, where it waits for a window of somebody else's."""
    for act in survey.acts if survey.book.turn != NOWHERE else ():
        ends = [each for each in survey.triggers.get(act.action.index, ()) if each.on == "ended" and act.action.stack == "one"]
        if any(part.structure == survey.book.turn for each in ends for part in walk(each.test) if _ended(part)):
            turn = survey.book.procedures[survey.book.turn].name
            message = f"{act.action.name} goes on the stack when the {turn} is over, and waits there for the next window"
            expected = f"`do what happens at the end of this {turn}` in its last step, then `window …, closes when nothing waits`"
            yield warning(act.span("trigger"), "late", message, expected)


def _ended(part: AnyRecord) -> TypeGuard[expressions.Happens]:
    return isinstance(part, expressions.Happens) and part.how is Happening.ENDED


def own_turn(survey: Survey) -> Iterator[Problem]:
    """A reaction to something that happens only in the turn of the actor that has it, where it cannot be used."""
    for act in survey.acts if survey.book.turn != NOWHERE else ():
        waits = any(isinstance(check.test, conditions.OthersTurn) for check in act.action.checks)
        for trigger in survey.triggers.get(act.action.index, ()) if waits else ():
            if what := next(filter(None, (_of_ones_own(survey, part) for part in _asked(trigger) if _is_own(trigger))), ""):
                message = f"{act.action.name} is a reaction, which is used only in somebody else's turn, and {what}"
                expected = "another mark, such as (Triggered) or (Optional), or a trigger about somebody else"
                yield warning(act.span("trigger"), "own-turn", message, expected)


def _is_own(trigger: Trigger) -> bool:
    """Say whether a trigger is about the actor that has the ability."""
    abouts = [part for part in _asked(trigger) if isinstance(part, expressions.About) and part.who == building.IT]
    return any(building.is_it(building.ACTOR) in each.tests for each in abouts)


def _of_ones_own(survey: Survey, part: Asked) -> str:
    """Say why something that a trigger asks of its own actor happens only in the turn of this actor; "" where it may not."""
    book = survey.book
    if not isinstance(part, expressions.Happens):
        return ""
    if part.how in (Happening.BEGAN, Happening.ENDED, Happening.CONTINUES) and part.structure == book.turn:
        return f"it responds to its own actor's {book.procedures[book.turn].name}"
    if part.how is not Happening.PERFORMED or part.action == NOWHERE or not survey.turns_are_ones_own:
        return ""
    meant = [action for action in book.actions if part.action in (action.word, action.counts_as)]
    lent = bool(survey.parts(instructions.Permit))
    at_will = all(marks.ACTION in action.kinds for action in meant)
    return f"its own actor performs {meant[0].name} in no other turn" if meant and at_will and not lent else ""


def uncounted(survey: Survey) -> Iterator[Problem]:
    """A question about what has happened so far, where that can never happen."""
    there = Population(survey)
    never = {each.key: why for each in survey.book.counted if (why := _why_never(there, each))}
    for act, own in zip(survey.acts, survey.of_acts, strict=True) if never else ():
        for key in dict.fromkeys(part.key for part in own if isinstance(part, expressions.PastActions) and part.key in never):
            what = survey.book.words[key].rpartition("/")[0]
            yield warning(act.item.span, "unset", f"{act.action.name} asks for what never happens ({what}): {never[key]}")


def _why_never(there: Population, asking: Trigger | Counted) -> str:
    """Say why something that is responded to or counted never happens; "" where it may."""
    survey = there.survey
    if "revealed" in (asking.on, getattr(asking, "of", "")) and not survey.parts(*SHOWS):
        return "nothing is ever revealed"
    if asking.stat == OWNER and not _hands_over(survey):
        return "no rule says who controls something"
    if asking.stat == TILE:
        return _never_state(survey, TILE)
    if getattr(asking, "of", "") == "made":
        return next(filter(None, (_never_made(there, part) for part in _asked(asking))), "")
    return next(filter(None, (_never(there, part) for part in _asked(asking))), "")


def _hands_over(survey: Survey) -> bool:
    """Say whether a rule may let somebody else control something."""
    return bool(survey.parts(instructions.Permit)) or any(each.how is Bond.CONTROL for each in survey.parts(instructions.Bind))


SHOWS = (instructions.Show, instructions.Permit)
"""What may let somebody see a face: an effect that shows it, or that lets a hidden card be played."""


Asked = expressions.Happens | expressions.Changes | expressions.About


def _asked(trigger: Trigger | Counted) -> list[Asked]:
    """List what a trigger asks of the event and of its thing, all of which must be so."""
    node = getattr(trigger.test, "node", None)
    inner = node.parts if isinstance(node, expressions.Logic) and node.how is Joint.ALL else (node,)
    return [part for part in inner if isinstance(part, Asked)]


def _never(there: Population, asked: Asked) -> str:
    """Say why something that a trigger asks for never happens; "" where it may."""
    if isinstance(asked, expressions.About):
        return there.nobody(asked.tests) if asked.who == building.IT else ""
    if isinstance(asked, expressions.Changes):
        return _never_changes(there.survey, asked)
    return NEVER[asked.how](there, asked) if asked.how in NEVER else ""


def _never_changes(survey: Survey, asked: expressions.Changes) -> str:
    """Say why a stat never changes so."""
    if asked.stat < OWN:
        return _never_state(survey, asked.stat)
    ops = RAISES if asked.how in (Way.UP, Way.RISES_TO) else LOWERS
    name, how = survey.book.stats[asked.stat].name, "raises" if ops is RAISES else "lowers"
    if not _moves(survey, asked.stat, ops):
        return f"nothing {how} {name}"
    bound = survey.book.stats[asked.stat]
    if asked.how is Way.RISES_TO and bound.most is not None and asked.amount > bound.most:
        return f"{name} is at most {bound.most}"
    if asked.how is Way.FALLS_TO and bound.least is not None and asked.amount < bound.least:
        return f"{name} is at least {bound.least}"
    dealt = not asked.tag or any(each.tag == asked.tag for each in survey.parts(instructions.Alter))
    return "" if dealt else f"nothing deals {asked.tag} damage"


def _never_state(survey: Survey, column: int) -> str:
    """Say why a property that every thing has beside its stats never changes."""
    if column == TILE and not any(position.rows or position.cells for position in survey.positions):
        return "no scene and no example has a map" if survey.positions else ""
    if column == STANDING and not survey.parts(instructions.Standing):
        return "" if any(survey.book.endings.values()) else "nobody ever wins or loses the game"
    if column == BLOCKED and not _intervenes(survey, Intervention.BLOCK):
        return "nothing is ever blocked"
    return ""


def _intervenes(survey: Survey, how: Intervention) -> bool:
    return any(each.how is how for each in survey.parts(instructions.Intervene))


def _never_told(there: Population, asked: expressions.Happens) -> str:
    survey = there.survey
    word = survey.book.words[asked.word]
    if word == CHOSEN:
        return "" if _chooses(survey) else "nothing is ever chosen"
    if word == "countered" and not _intervenes(survey, Intervention.COUNTER):
        return "nothing is ever countered"
    return "" if word in TOLD or word in survey.told else f"nothing tells {word!r}"


def _never_runs(there: Population, asked: expressions.Happens) -> str:
    book = there.book
    if asked.feature >= 0 and asked.feature not in book.gained and book.features[asked.feature].until is None:
        return f"nothing gives anybody the feature {book.features[asked.feature].name}"
    known = asked.structure == NOWHERE or book.main == NOWHERE or asked.structure in there.survey.nesting.ever
    return "" if known else f"nothing ever takes the structure {book.procedure_name(asked.structure)}"


def _never_performed(there: Population, asked: expressions.Happens) -> str:
    """Say why nobody performs an action of a name or with a mark."""
    book, given = there.book, bool(there.survey.parts(instructions.Permit))
    meant = [action for action in book.actions if asked.action in (action.word, action.counts_as) and not action.gone]
    never = [offering.never(there, action) for action in meant] if asked.action != NOWHERE and not given else []
    if never and all(never):
        return f"nobody ever performs {meant[0].name}: {never[0]}"
    marked = asked.mark == NOWHERE or any(asked.mark in action.kinds for action in book.actions) or asked.mark in there.of_kinds
    return "" if marked or book.amendable else f"no action is marked ({book.words[asked.mark].capitalize()})"


def _never_went(there: Population, asked: expressions.Happens) -> str:
    book = there.book
    if asked.passing == "drawn" and not {"nobody", "owner"} <= {zone.seen for zone in book.zones}:
        return "no card can be drawn: that goes from a zone seen by nobody to one seen by its owner"
    if asked.zone >= 0 and asked.zone not in there.survey.filled:
        return f"nothing ever goes to {book.zones[asked.zone].name}"
    return ""


def _made(there: Population) -> list[instructions.Make]:
    return there.survey.parts(instructions.Make)


def _never_made(there: Population, asked: Asked) -> str:
    """Say why nothing of a kind is ever made."""
    if not isinstance(asked, expressions.Happens) or any(map(partial(there.makes, asked.mark), _made(there))):
        return ""
    return f"nothing makes a {there.book.words[asked.mark]}" if asked.mark != NOWHERE else "nothing is ever made"


def _never_arrives(there: Population, asked: expressions.Happens) -> str:
    """Say why nothing comes to a place or a tile."""
    survey, made = there.survey, _made(there)
    still = not any(position.rows or position.cells for position in survey.positions)
    comes = made or bool(survey.parts(instructions.Station))
    return "nothing ever comes to a place" if still and not comes and survey.positions and asked.word == NOWHERE else ""


NEVER: Mapping[Happening, Callable[[Population, expressions.Happens], str]] = {
    Happening.TOLD: _never_told,
    **dict.fromkeys((Happening.BEGAN, Happening.ENDED, Happening.CONTINUES), _never_runs),
    Happening.PERFORMED: _never_performed,
    Happening.WENT: _never_went,
    Happening.ARRIVED: _never_arrives,
}
"""Why an event of a sort never happens, for each sort."""


def _chooses(survey: Survey) -> bool:
    """Say whether some act has a target, or some effect lets somebody choose."""
    aims = any(pick.kind == "object" for action in survey.book.actions for pick in action.picks)
    return aims or bool(survey.parts(instructions.Choose))


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


LOOKS = (unset, uncounted, too_late, own_turn)
