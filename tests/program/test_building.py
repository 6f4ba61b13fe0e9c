"""Tests of the questions that can be asked about any record of a program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from rulewright import books
from rulewright.program.building import walk

TABLES = ("actions", "routines", "triggers", "features", "kinds", "scenes", "strategies", "prohibitions", "counted", "untils")


def every_record(value: Any) -> Iterator[Any]:
    """Give every record in a value, by looking into every field, whatever its type."""
    if isinstance(value, tuple | frozenset):
        for each in value:
            yield from every_record(each)
    elif isinstance(value, dict):
        for each in value.values():
            yield from every_record(each)
    elif is_dataclass(value):
        yield value
        for field in fields(value):
            yield from every_record(getattr(value, field.name))


@pytest.mark.parametrize("name", books.shipped())
def test_a_walk_leaves_out_no_record(name: str):
    """A walk passes over fields of plain values only: it gives every record that a book contains, in the order of the fields."""
    book = books.load(name)
    for table in TABLES:
        parts = getattr(book, table)
        held = tuple(parts.values()) if isinstance(parts, dict) else tuple(parts)
        assert [type(each) for each in walk(held)] == [type(each) for each in every_record(held)], table
