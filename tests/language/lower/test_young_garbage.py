"""The garbage collector while texts are compiled."""

import gc
from contextlib import ExitStack

import pytest

from rulewright import books
from rulewright.kernel.errors import RuleTextError
from rulewright.language.lower import compiler, young_garbage


def test_full_collections_are_put_off_until_the_last_text_is_compiled():
    """Two texts are compiled at once; the one that began first is finished first."""
    before, first, second = gc.get_threshold(), ExitStack(), ExitStack()
    first.enter_context(young_garbage.only())
    second.enter_context(young_garbage.only())
    first.close()
    assert gc.get_threshold() == (*before[:2], young_garbage.NEVER)
    second.close()
    assert gc.get_threshold() == before


def test_a_text_is_compiled_without_full_collections(monkeypatch: pytest.MonkeyPatch):
    """The setting counts while the book is compiled."""
    seen = list[int]()

    def declare(binder: compiler.Binder) -> None:
        seen.append(gc.get_threshold()[2])
        raise LookupError

    monkeypatch.setattr(compiler.Binder, "declare", declare)
    before = gc.get_threshold()
    with pytest.raises(LookupError):
        compiler.bind([("small.rules", "Hush\ndo: [Health] += 1\n")], books.finder())
    assert seen == [young_garbage.NEVER] and gc.get_threshold() == before


def test_the_collector_is_as_before_after_a_text_with_an_error():
    """An error leaves the setting as it was."""
    before = gc.get_threshold()
    with pytest.raises(RuleTextError):
        books.load(text=[("wrong.rules", "Hush\ndo: frobnicate the gizmo\n")])
    assert gc.get_threshold() == before
