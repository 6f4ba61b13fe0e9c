"""Lets a structure begin and end what a book says of its start and end, where its text does not say when.

Stats that are renewed at its start, effects that last until its next start or end, and stats that last only for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.program import procedures
from rulewright.program.declared import Stat
from rulewright.program.definition import Routine
from rulewright.program.durations import Until
from rulewright.program.expressions import NONE
from rulewright.program.feature import Feature
from rulewright.program.instructions import Course
from rulewright.program.modes import Occasion, Term
from rulewright.program.quick_dataclasses import replace

ORDER = (
    Course(Occasion.REFRESH),
    Course(Occasion.EXPIRE, edge=Term.BEGIN.value),
    Course(Occasion.EXPIRE, edge=Term.END.value),
)
"""What happens at the edges of a structure: the last of these at its end, the others at its start."""


def completed(
    rules: Mapping[str, Routine], stats: Iterable[Stat], features: Iterable[Feature], numbers: Mapping[str, int]
) -> dict[str, Routine]:
    """Give the procedures of a book, each structure with what has to happen at its edges and its text does not mention."""
    said = {replace(each, source="") for rule in rules.values() for each in rule.code if isinstance(each, Course)}
    wanted = {*_of_stats(stats), *_of_durations(rules.values(), features)} - said
    asked = {each.structure for each in wanted}
    return {name: _completed(rule, numbers[name], wanted) if numbers[name] in asked else rule for name, rule in rules.items()}


def _of_stats(stats: Iterable[Stat]) -> Iterator[Course]:
    for stat in stats:
        if stat.refresh is not None:
            yield replace(ORDER[0], structure=stat.refresh[0])
        if stat.until != NONE:
            yield replace(ORDER[2], structure=stat.until)


def _of_durations(rules: Iterable[Routine], features: Iterable[Feature]) -> Iterator[Course]:
    lasting = [getattr(each, "until", None) for rule in rules for each in rule.code] + [each.until for each in features]
    for until in lasting:
        if isinstance(until, Until) and until.how in (Term.BEGIN, Term.END):
            yield Course(Occasion.EXPIRE, until.structure, "begin" if until.how is Term.BEGIN else "end")


def _completed(rule: Routine, number: int, wanted: set[Course]) -> Routine:
    """Give a structure with what it lacks; what happens at its start belongs to its first step."""
    *first, last = [replace(each, structure=number) for each in ORDER]
    before, after = [each for each in first if each in wanted], [last] if last in wanted else []
    labels = tuple((start + len(before) if start else start, name) for start, name in rule.labels)
    return replace(rule, code=tuple(procedures.joined([before, rule.code, after])), labels=labels)
