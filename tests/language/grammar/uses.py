"""Records which phrases of the language a text uses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest

from rulewright.language.grammar import vocabulary
from rulewright.language.grammar.patterns import Phrase, PhraseTable
from rulewright.language.grammar.phrases import Found
from rulewright.language.lower import compiler, reuse


class Uses(list[tuple[Phrase, str]]):
    """Which phrase compiled which clause of which rule, in order; a clause inside another one comes before it."""

    def noting(self, phrase: Phrase) -> Phrase:
        """Gives a phrase that is recorded whenever it compiles something."""

        def build(found: Found) -> object:
            made = phrase.build(found)
            self.append((phrase, found.scope.owner))
            return made

        return replace(phrase, build=build)


@contextmanager
def noted() -> Iterator[Uses]:
    """Lets the compiler record which phrases it uses."""
    uses = Uses()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "TABLE", PhraseTable(uses.noting(phrase) for phrase in vocabulary.TABLE))
        patch.setattr(reuse, "begun", lambda *given: None)  # an item from the cache would use no phrase
        yield uses
