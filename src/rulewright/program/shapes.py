"""The kinds of record that a program is made of, their fields, and the types that the fields may have."""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from types import ModuleType
from typing import Annotated, TypeAlias

from rulewright.program import (
    behaviours,
    conditions,
    declared,
    definition,
    durations,
    expressions,
    feature,
    instructions,
    modes,
    outlines,
    pools,
    position,
    printed,
    program,
    quick_dataclasses,
    slots,
    wording,
)
from rulewright.program.building import AnyRecord, Part
from rulewright.program.quick_dataclasses import dataclass, fields, is_dataclass

MODULES: tuple[ModuleType, ...] = (
    behaviours, conditions, declared, definition, durations, expressions, feature, instructions, modes, outlines, pools, position,
    printed, program, slots, wording,
)  # fmt: skip

Hint: TypeAlias = object
"""A type, as an annotation says it."""
Fits = Callable[[Part], bool]
Reference = tuple[str, int, int]
"""A number of a table: the table, the number, and the least number that means something."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A kind of record: its class, and the type of each of its fields."""

    name: str
    kind: type
    fields: tuple[str, ...]


@cache
def shapes() -> dict[str, Shape]:
    """Give every kind by its name, which consists of its module and its class."""
    found = {}
    for module in MODULES:
        for kind in vars(module).values():
            if (
                isinstance(kind, type)
                and kind.__module__ == module.__name__
                and (is_dataclass(kind) or issubclass(kind, StrEnum))
            ):
                names = tuple(each.name for each in fields(kind) if each.init) if is_dataclass(kind) else ()
                name = f"{module.__name__.rpartition('.')[2]}.{kind.__name__}"
                found[name] = Shape(name, kind, names)
    return found


@cache
def names() -> dict[type, str]:
    """Give the name of every kind."""
    return {shape.kind: name for name, shape in shapes().items()}


@cache
def tests(kind: type) -> tuple[tuple[str, Fits], ...]:
    """Give, for each field of a kind, its name and the function that tests whether a value is allowed."""
    return tuple((name, fits(hint)) for name, hint in hints(kind).items())


@cache
def hints(kind: type) -> dict[str, Hint]:
    """Give the types of the fields of a kind."""
    written = {name: (base.__module__, text) for base in kind.__mro__[::-1] for name, text in _annotations(base)}
    return {each.name: _type(*written[each.name]) for each in fields(kind) if each.init}


@cache
def maker(kind: type) -> Callable[[list[Part]], Part]:
    """Give the function that makes a record of a kind from the values of its fields."""
    return quick_dataclasses.maker(kind)


def _annotations(kind: type) -> Iterable[tuple[str, str]]:
    found: dict[str, str] = vars(kind).get("__annotations__", {})
    return found.items()


@cache
def _type(module: str, annotation: str) -> Hint:
    """Give the type of an annotation; equal annotations of a module are read once."""
    return eval(annotation, vars(sys.modules[module]))


@cache
def fits(hint: Hint) -> Fits:
    """Make the function that tests whether a value is exactly of a type (a bool is not accepted as an int)."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return fits(args[0])
    if origin in (types.UnionType, typing.Union):
        return _any_of(tuple(typing.get_args(each)[0] if typing.get_origin(each) is Annotated else each for each in args))
    if origin is typing.Literal:
        return lambda value: value in args
    if origin is tuple:
        return _tuple(args)
    if origin is frozenset:
        inner = fits(args[0])
        return lambda value: type(value) is frozenset and all(map(inner, value))
    if origin is not None and issubclass(origin, Mapping):
        key, of = fits(args[0]), fits(args[1])
        return lambda value: isinstance(value, dict) and all(map(key, value)) and all(map(of, value.values()))
    return lambda value: type(value) is hint


def _any_of(args: tuple[Hint, ...]) -> Fits:
    exact = frozenset(each for each in args if isinstance(each, type) and typing.get_origin(each) is None)
    others = [fits(each) for each in args if each not in exact]
    return lambda value: type(value) in exact or any(fit(value) for fit in others)


def _tuple(args: tuple[Hint, ...]) -> Fits:
    if len(args) == 2 and args[1] is Ellipsis:
        inner = fits(args[0])
        return lambda value: type(value) is tuple and all(map(inner, value))
    parts = [fits(each) for each in args]
    return lambda value: (
        isinstance(value, tuple) and len(value) == len(parts) and all(fit(each) for fit, each in zip(parts, value, strict=True))
    )


# -- numbers of tables -------------------------------------------------------------------------------------------------


@cache
def table(kind: type, field: str) -> str:
    """Give the table of which a field holds a number, or several numbers; "" if it holds something else."""
    found = {table for table, _ in _tables(hints(kind)[field])}
    return found.pop() if len(found) == 1 else ""


@cache
def _tables(hint: Hint) -> frozenset[tuple[str, int]]:
    """Give the tables whose numbers a type contains, each with the least number that is allowed."""
    if typing.get_origin(hint) is Annotated:
        _, name, *least = typing.get_args(hint)
        return frozenset({(name, least[-1])})
    return frozenset().union(*map(_tables, typing.get_args(hint)))


def references(kind: type, record: AnyRecord) -> Iterator[Reference]:
    """Give the numbers of tables that a record of a kind itself holds, in its fields and in rows and mappings there."""
    for name, hint in hints(kind).items():
        if _tables(hint):
            yield from _references(hint, getattr(record, name))


def _references(hint: Hint, value: Part) -> Iterator[Reference]:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated and isinstance(value, int):
        ((name, least),) = _tables(hint)
        yield name, value, least
    elif origin in (types.UnionType, typing.Union):
        yield from (each for arg in args if _tables(arg) for each in _references(arg, value))
    elif isinstance(value, dict):
        pairs = [each for pair in value.items() for each in zip(args, pair, strict=True)]
        yield from (each for arg, part in pairs for each in _references(arg, part))
    elif isinstance(value, tuple | frozenset):
        inner = args[:1] * len(value) if origin is frozenset or Ellipsis in args else args
        yield from (each for arg, part in zip(inner, value, strict=True) for each in _references(arg, part))
