"""The contents of the slots of a phrase: their words and places, and names of the book such as stats and structures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulewright.language.check.problems import Unreadable
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.patterns import Gap
from rulewright.language.grammar.somebody import single
from rulewright.language.text.source import Span
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.quick_dataclasses import dataclass
from rulewright.program.spelled import plain


@dataclass(frozen=True, slots=True)
class PhraseSlots:
    """The contents of the slots of a phrase."""

    scope: Scope
    slots: Mapping[str, Gap]
    span: Span

    def has(self, name: str) -> bool:
        """Say whether an optional part was written."""
        return name in self.slots

    def text(self, name: str) -> str:
        """Give what was written in a slot."""
        return self.slots[name].text.strip()

    def announcement(self, name: str) -> int:
        """Give what was written in a slot as a word that keeps its spelling."""
        return self.scope.names.exact_word(self.text(name))

    def noted_as(self) -> int:
        """Give the word under which something is noted."""
        return self.scope.names.exact_word(self.text("word").casefold())

    def at(self, name: str) -> Span:
        """Say where a slot stands."""
        slot = self.slots[name]
        return self.span.part(slot.start, slot.end)

    def stat(self, name: str = "stat") -> int:
        """Read a slot as a stat, with or without brackets."""
        names, written = self.scope.names, self.text(name)
        index = names.declared(written.strip("[]"))
        if index is None and written.startswith("["):
            return names.undeclared_stat(written.strip("[]"), self.at(name))
        if index is None:
            expected = f"a stat, or a line `Stat {written.title()}: at least 0`"
            raise names.fail(self.at(name), f"{written!r} is not a declared stat", expected, names.bracketed(written))
        return index

    def missing(self, name: str, what: str, known: Iterable[str], expected: str) -> Unreadable:
        """Give the error for a name in a slot that the book does not have."""
        return self.scope.names.unknown(self.at(name), f"there is no {what} {self.text(name)!r}", ", ".join(known) or expected)

    def mark(self, name: str = "mark") -> int:
        """Read a slot as a mark of some map, and give it as a word."""
        found = plain(self.text(name))
        if not any(mark == found or mark.endswith(f" {found}") for mark in self.scope.names.marks):
            known = ", ".join(sorted(self.scope.names.marks))
            expected = known or "a line `marks: E gate` in a scene"
            raise self.scope.names.fail(self.at(name), f"no map has a mark {found!r}", expected)
        return self.scope.names.exact_word(found)

    def feature(self, name: str = "feature") -> tuple[int, str]:
        """Read a slot as a feature of the book."""
        found = self.scope.names.features.get(plain(self.text(name)))
        if found is None:
            raise self.missing(name, "feature", [each for _, each in self.scope.names.features.values()], "a Feature")
        return found

    def of_class(self, name: str = "class") -> int:
        """Read a slot as one of the book's classes of actions."""
        known = [plain(each.name) for each in self.scope.names.classes]
        if plain(self.text(name)) not in known:
            raise self.missing(name, "class", [each.name for each in self.scope.names.classes], "a Class of the book")
        return known.index(plain(self.text(name)))

    def structure(self, name: str = "structure") -> int:
        """Read a slot as a structure; give its number among the procedures."""
        return self.scope.names.procedure(self.structure_name(name))

    def structure_name(self, name: str = "structure") -> str:
        """Read a slot as the name of a structure."""
        found = self.scope.names.structure(self.text(name))
        if found is None:
            known, own = sorted(set(self.scope.names.structures.values())), f"or a line `structure {self.text(name).title()}`"
            raise self.missing(name, "structure", [*known, own], own)
        return found

    def kind(self, name: str = "kind") -> int:
        """Read a slot as a kind of things; give its name as a word of the book."""
        names = self.scope.names
        found = plain(names.kind(self.text(name)) or self.text(name))
        known = [kind for plainly, kind in names.kinds.items() if plainly not in names.card_types]
        if found in names.card_types or found not in names.kinds:
            wrong = f"{self.text(name)!r} is a type of card, so nothing can be made of it" if found in names.kinds else ""
            raise names.fail(self.at(name), wrong or f"there is no kind {self.text(name)!r}", ", ".join(known) or "a Kind")
        return names.word(found)

    def action(self, name: str = "action") -> int:
        """Read a slot as an action of the book; give its name as a word of the book."""
        found = self.scope.names.action(self.text(name))
        if found is None:
            raise self.missing(name, "action", (), "an action of the book")
        return self.scope.names.word(found)

    def damage(self) -> int:
        """Give the stat that damage reduces."""
        names = self.scope.names
        if names.damage is None:
            raise names.fail(
                self.span, "no stat of the book takes damage", "a line such as `Stat Health: at least 0, takes damage`"
            )
        return names.damage

    def zone(self, name: str = "zone") -> tuple[int, Expression | None]:
        """Read a slot as a zone and its owner."""
        names, written = self.scope.names, self.text(name)
        starts = (("your ", building.ACTOR), ("its owner's ", None), ("its ", names.role("it")), ("the ", None), ("", None))
        for start, owner in starts:
            rest = written[len(start) :]
            if written.casefold().startswith(start) and (zone := names.zone(rest)) is not None:
                keeper = names.keepers.get(plain(rest))
                return zone, self.scope.names.called(keeper) if keeper and owner is None else owner
        whose, _, kind = written.rpartition("'s ")
        zone = names.zone(kind)
        if zone is not None and whose:
            return zone, self._keeper(name, whose)
        kind, _, whose = written.removeprefix("the ").partition(" of ")
        if whose and (zone := names.zone(kind)) is not None:
            return zone, self._keeper(name, whose)
        raise self.missing(name, "zone", self.scope.names.zones, "a Zone")

    def _keeper(self, name: str, whose: str) -> Expression:
        """Read whose zone it is: somebody known, or one of some, who is chosen first."""
        names, at = self.scope.names, self.at(name)
        keeper = single(names, whose)
        if keeper is not None:
            return keeper
        from rulewright.language.grammar import nouns  # imported here, because that module imports this one

        nouns.whom(names, whose, at)
        raise names.fail(at, f"{whose!r} may mean several players, and each has a zone of its own", "`each player: … its Deck`")

    def cards(self, name: str = "zone") -> expressions.Query:
        """Read a slot as all cards of a zone, by default the actor's."""
        zone, owner = self.zone(name)
        whose = building.outward(owner) if owner is not None else building.ACTOR
        return expressions.Query((expressions.Lies(zone, whose),), "cards", (zone,))
