"""Names for numbers in what is saved: the numbers of procedures and words may differ in a later version of a book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from rulewright.kernel.errors import SaveError
from rulewright.kernel.evaluation.happening import PASSED
from rulewright.kernel.flow.extra_structures import EXTRA, MET, SKIP, step_of
from rulewright.kernel.history.deeds import DEEDS
from rulewright.kernel.state.facts import NOWHERE, Change, Ending, Event, Json, Lasting, Link, Question, Tally
from rulewright.program.spelled import plain

if TYPE_CHECKING:
    from rulewright.kernel.book import Book

EDGES = (("begin",), ("end",))
NOTED = "noted "
"""The beginning of the name of a link under which something is noted."""


class SavedNames:
    """Replaces numbers in facts by names, to save them, and names by numbers, to read them."""

    def __init__(self, book: Book, reading: bool = False) -> None:
        self.book, self.reading = book, reading

    @cached_property
    def words(self) -> Mapping[Json, Json] | Sequence[Json]:
        """The words by their numbers, or the numbers by their words."""
        return self._table(self.book.words)

    @cached_property
    def disciplines(self) -> Mapping[Json, Json] | Sequence[Json]:
        """The same for priority rules."""
        return self._table([each.name for each in self.book.disciplines])

    @cached_property
    def procedures(self) -> Mapping[Json, Json] | Sequence[Json]:
        """The numbers of procedures by their names."""
        return self._table([each.name for each in self.book.procedures])

    def _table(self, names: Sequence[str]) -> Mapping[Json, Json] | Sequence[Json]:
        return {name: n for n, name in enumerate(names)} if self.reading else names

    def _found(self, table: Json, known: Json) -> Json:
        """Translate a number or a name; for a short time numbers were written instead of names."""
        if not self.reading:
            return table[known]
        if isinstance(known, int):
            return known
        found = known if known in table else plain(known)
        if found not in table:
            raise SaveError(f"the saved game refers to {known!r}, which the rules do not have")
        return table[found]

    def procedure(self, known: Json) -> Json:
        """Translate a procedure."""
        return self._found(self.procedures, known) if self.reading else self.book.procedure_name(known)

    def slot(self, type: str, value: Json) -> Json:
        """Translate what a slot of a type holds."""
        if type in ("change", "origin"):
            return self.change(value) if type == "change" else self._origin(value)
        if type == "doers":
            return value if isinstance(value, tuple) else self._found(self.words, value)
        return self._found(self.words if type == "word" else self.disciplines, value)

    def lasting(self, effect: Lasting) -> Lasting:
        """Translate a lasting effect."""
        return effect._replace(question=self._question(effect.question), until=self._ending(effect.until))

    def _ending(self, until: Ending) -> Ending:
        return (until[0], self.procedure(until[1]), *until[2:]) if until[:1] in EDGES else until

    def _question(self, question: Question) -> Question:
        if isinstance(question, int):
            return question
        what, *about = question
        if what == EXTRA:
            return (what, self.procedure(about[0]))
        if what == SKIP:
            return (what, *(self._skipped(about[0]) if self.reading else (step_of(self.book, *about),)))
        return (what, self._found(self.words, about[0]), *about[1:]) if what == "bar" else question

    def _skipped(self, name: str) -> tuple[int, int]:
        """Read what is skipped: a structure, or a step of one."""
        steps = ((number, at) for number, each in enumerate(self.book.routines) for at in range(len(each.labels)))
        step = next((step for step in steps if step_of(self.book, *step) == name), None)
        return (self.procedure(name), NOWHERE) if step is None else step

    def link(self, name: Link) -> Link:
        """Translate what a thing refers to something as."""
        if not self.reading:
            return f"{NOTED}{self.book.words[name]}" if isinstance(name, int) else name
        noted = isinstance(name, str) and name.startswith(NOTED)
        return self._found(self.words, str(name).removeprefix(NOTED)) if noted else name

    def links(self, name: Link, value: Json) -> Json:
        """Translate what a thing refers to: of what a player has done, the origins."""
        if name != DEEDS or value is None:
            return value
        return tuple((frames, self._origin(origin), complete) for frames, origin, complete in value)

    def _origin(self, origin: Json) -> Json:
        """Translate the origin of an act; one that is no ability of a thing has no reference."""
        word, *ref = origin
        if self.reading:
            return (self._found(self.words, word), *(ref or [NOWHERE]))
        actions = self.book.actions
        name = next((each.identity for each in actions if each.counts_as == word), "")
        name = name or next((each.name for each in actions if each.word == word), self.book.words[word])
        return (name, *(part for part in ref if part != NOWHERE))

    def tally(self, known: Json) -> Json:
        """Translate what is counted."""
        return self._tally(known) if self.reading else self._tally_words(known)

    def _tally_words(self, what: Tally) -> str:
        if isinstance(what, int):
            return self.book.words[what]
        if len(what) == 2:
            return f"{self.procedure(what[1])} passed/{self.procedure(self.book.main)}"
        return f"{self.book.actions[what[1]].name} is met/frame {what[2]}"

    def _tally(self, name: str) -> Tally:
        if (passed := re.fullmatch(r"(.+) passed/(.+)", name)) and name not in self.words:
            return (PASSED, self.procedure(passed[1]))
        if (met := re.fullmatch(r"(.+) is met/frame (\d+)", name)) and (action := self.book.action(met[1])) is not None:
            return (MET, action.index, int(met[2]))
        word: int = self._found(self.words, name)
        return word

    def event(self, event: Event) -> Event:
        """Translate an event."""
        if event[0] in ("lasts", "expired"):
            return (event[0], *(None if part is None else self.lasting(Lasting(*part)) for part in event[1:]))
        if event[0] == "linked":
            return (*event[:2], self.link(event[2]), *(self.links(event[2], value) for value in event[3:]))
        return (event[0], self.tally(event[1]), *event[2:]) if event[0] == "tallied" else event

    def change(self, change: Change) -> Change:
        """Translate a prepared change."""
        if change[0] == "bind":
            return (*change[:2], self.link(change[2]), *change[3:])
        return ("last", change[1], self.lasting(Lasting(*change[2]))) if change[0] == "last" else change
