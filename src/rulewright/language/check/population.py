"""Who there can be in a game of a book: the kinds of thing in its scenes and examples, and those that its rules make.

Where that cannot be known (no scene, or rules that players change), it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from rulewright.language.check.survey import Survey
from rulewright.program import expressions, instructions, marks
from rulewright.program.declared import Kind
from rulewright.program.definition import Action
from rulewright.program.modes import Grant
from rulewright.program.position import Position, Thing
from rulewright.program.spelled import plain

NOWHERE_HERE = "no scene or example has one, and nothing makes one"


class Population:
    """The kinds of thing that there can be in a game of one book."""

    def __init__(self, survey: Survey) -> None:
        self.survey, self.book = survey, survey.book
        made = survey.parts(instructions.Make, instructions.Bind)
        self.carries_text = any(isinstance(each, instructions.Make) and each.text for each in made)
        words = {plain(self.book.words[each.kind]) for each in made if each.kind != expressions.NONE}
        drawn = [kind for position in survey.positions for kind in self._in(position)]
        self.kinds = [*drawn, *(kind for kind in self.book.kinds if plain(kind.name) in words)]

    def _in(self, position: Position) -> Iterator[Kind]:
        """Give the kinds of the things of a position, and of its players."""
        index = self.book.kind_numbers
        yield from (self.book.kinds[index[named]] for named in ("player",) if position.players and named in index)
        yield from map(self.of, position.things)

    def of(self, thing: Thing) -> Kind:
        """Give the kind of a thing of a position."""
        return self.book.kinds[thing.kind]

    @cached_property
    def known(self) -> bool:
        """Whether what there is can be told from the text."""
        return bool(self.survey.positions) and not self.book.amendable and not self.carries_text

    @cached_property
    def dealt(self) -> bool:
        """Whether a scene says which cards there are; cards that are added to another book's text are for decks still to come."""
        own = (scene for name, scene in self.book.scenes.items() if name in self.survey.own_scenes)
        return any(marks.CARD in self.of(thing).marks for scene in own for thing in scene.things)

    @cached_property
    def marks(self) -> frozenset[int]:
        """The marks that something can have: of its kind, or for a while."""
        given = {each.number for each in self.survey.parts(instructions.Give) if each.how is Grant.MARK}
        return frozenset({mark for kind in self.kinds for mark in kind.marks} | given)

    @cached_property
    def of_cards(self) -> frozenset[int]:
        """The marks of cards."""
        return frozenset(mark for kind in self.book.kinds if marks.CARD in kind.marks for mark in kind.marks)

    @cached_property
    def of_kinds(self) -> frozenset[int]:
        """The marks of all kinds, whether there are such things or not."""
        return frozenset(mark for kind in self.book.kinds for mark in kind.marks)

    @cached_property
    def used(self) -> frozenset[int]:
        """The actions that something can have."""
        return frozenset(action for kind in self.kinds for action in kind.actions)

    @cached_property
    def having(self) -> Mapping[int, list[Kind]]:
        """The kinds that have an action, whether there are such things or not."""
        found: dict[int, list[Kind]] = {}
        for kind in self.book.kinds:
            for action in kind.actions:
                found.setdefault(action, []).append(kind)
        return found

    @cached_property
    def laid_in(self) -> Mapping[int, frozenset[int]]:
        """The zones in which the things with an action are laid."""
        found: dict[int, set[int]] = {}
        for thing in (thing for position in self.survey.positions for thing in position.things):
            for action in self.of(thing).actions:
                found.setdefault(action, set()).add(thing.zone)
        return {action: frozenset(zones) for action, zones in found.items()}

    @cached_property
    def brings_in(self) -> bool:
        """Whether an effect may bring a card into play, or use an ability of a card wherever it lies."""
        live = {n for n, zone in enumerate(self.book.zones) if zone.live}
        moved = self.survey.parts(instructions.Send, instructions.Make)
        return any(each.zone in live for each in moved) or bool(self.survey.parts(instructions.Permit))

    def nobody(self, tests: Iterable[expressions.Expression]) -> str:
        """Say which kind of thing is wanted by some tests if there can be none; "" if there may be one, or nobody can tell."""
        if not self.known:
            return ""
        asked = list(tests)
        marked = [test.mark for test in asked if isinstance(test, expressions.OfKind) and test.mark in self.missing]
        zones = [self.book.zones[test.zone] for test in asked if isinstance(test, expressions.Lies) and self._empty(test.zone)]
        if marked:
            return f"there is never a {self.book.words[marked[0]]}: {NOWHERE_HERE}"
        return f"nothing ever lies in {zones[0].name}" if zones else ""

    @cached_property
    def missing(self) -> frozenset[int]:
        """The marks of kinds that nothing can have; nothing is said of cards if no scene deals any."""
        return self.of_kinds - self.marks - (frozenset() if self.dealt else self.of_cards)

    def _empty(self, zone: int) -> bool:
        """Say whether nothing is laid in a zone, and nothing comes there."""
        found = self.book.zones[zone]
        laid = any(thing.zone == zone for position in self.survey.positions for thing in position.things)
        return not found.live and zone not in self.survey.filled and not laid and self.dealt

    def makes(self, mark: int, each: instructions.Make) -> bool:
        """Say whether an effect may make a thing with a mark."""
        word = "" if each.kind == expressions.NONE else plain(self.book.words[each.kind])
        made = [kind for kind in self.book.kinds if plain(kind.name) == word]
        return not word or mark == expressions.NONE or any(mark in kind.marks for kind in made)

    def without(self, action: Action) -> str:
        """Say of an action that belongs to some kinds which of them are missing; "" if somebody has it, or nobody can tell."""
        number = action.index
        if not self.known or number in self.used:
            return ""
        having = self.having.get(number, [])
        if not having:
            return "nobody has it"
        if any(marks.CARD in kind.marks for kind in having) and not self.dealt:
            return ""
        names = " or ".join(dict.fromkeys(kind.name for kind in having[:3]))
        return f"only {names} has it: {NOWHERE_HERE}"
