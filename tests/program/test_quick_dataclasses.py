"""Our records behave like the standard library's dataclasses, and its functions accept them."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import pytest

from rulewright.program import quick_dataclasses as quick


@quick.dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    source: str = quick.field(default="", compare=False, repr=False)


@quick.dataclass(frozen=True, slots=True)
class Step(Placed):
    name: str
    parts: tuple[int, ...] = ()
    notes: dict[str, int] = quick.field(default_factory=dict, compare=False)
    size: int = quick.field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", len(self.parts))


@quick.dataclass(slots=True)
class Tally:
    count: int = 0
    seen: list[int] = quick.field(default_factory=list)


@quick.dataclass(frozen=True, slots=True, eq=False)
class Alone:
    name: str


def test_fields_are_given_in_order_or_by_name():
    """Defaults, factories and `__post_init__` work as written; a keyword-only field takes no position."""
    step = Step("a", (1, 2), source="f:1")
    assert (step.name, step.parts, step.notes, step.size, step.source) == ("a", (1, 2), {}, 2, "f:1")
    assert Tally().seen is not Tally().seen and Step("a").notes is not Step("a").notes
    with pytest.raises(TypeError):
        Step("a", (), {}, "f:1")


def test_records_are_equal_by_what_is_compared():
    """A field left out of the comparison is left out of the hash, and a record of another class is never equal."""
    one, other = Step("a", (1,), {"x": 1}, source="f:1"), Step("a", (1,), source="f:2")
    assert one == other and hash(one) == hash(other) and one != Step("a", (2,))
    assert Tally(1) == Tally(1) and Tally(1) != Tally(2) and Tally(1) != Step("a")
    assert Alone("a") != Alone("a") and len({Alone("a"), Alone("a")}) == 2
    with pytest.raises(TypeError, match="unhashable"):
        hash(Tally())


def test_a_frozen_record_cannot_be_changed():
    """No field and no other attribute can be set or deleted."""
    for change in (lambda: setattr(Step("a"), "name", "b"), lambda: delattr(Alone("a"), "name")):
        with pytest.raises(dataclasses.FrozenInstanceError):
            change()
    with pytest.raises(AttributeError):
        Tally().other = 1


def test_records_can_be_shown_copied_and_pickled():
    """The text leaves out fields that are not shown; a copy is equal."""
    step = Step("a", (1,), {"x": 1}, source="f:1")
    assert repr(step) == "Step(name='a', parts=(1,), notes={'x': 1}, size=1)"
    for again in (copy.deepcopy(step), pickle.loads(pickle.dumps(step))):
        assert (again, again.notes, again.source) == (step, step.notes, "f:1")


@pytest.mark.parametrize("replace", [quick.replace, dataclasses.replace])
def test_a_record_is_made_again_with_changes(replace):
    """The `replace` of this module and that of the standard library both work."""
    again = replace(Step("a", (1,), {"x": 1}, source="f:1"), parts=(3, 4))
    assert (again.name, again.parts, again.notes, again.size, again.source) == ("a", (3, 4), {"x": 1}, 2, "f:1")


def test_the_standard_library_reads_these_classes():
    """Its `fields` and `is_dataclass` give the same results as ours."""
    told = [[(each.name, each.init, each.compare) for each in fields(Step)] for fields in (quick.fields, dataclasses.fields)]
    assert told[0] == told[1] and len(told[0]) == 5
    assert dataclasses.is_dataclass(Step) and quick.is_dataclass(Tally()) and not quick.is_dataclass("a")


def test_a_record_is_made_of_values_without_its_init():
    """`__post_init__` is called too."""
    assert quick.maker(Step)(["f:1", "a", (1, 2), {}]) == Step("a", (1, 2))
    with pytest.raises(ValueError, match="zip"):
        quick.maker(Step)(["f:1", "a"])
