"""`dataclass` and its helpers like those of the standard library, but faster at import.

The standard library generates and compiles up to eight methods for each class when the class is made; for all the records of a
program this took half of a warm start. Here `__init__`, `__eq__` and `__hash__` are generated when they are first called, and
the others are shared by all classes. Type checkers see the standard library's version; `replace`, `fields` and so on of the
standard library accept these classes too. Features that no record here uses are left out: ordering, `InitVar`, `ClassVar`,
and `unsafe_hash`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

R = TypeVar("R")
Held: TypeAlias = Any
"""What a field of a record can hold: anything."""
assign = object.__setattr__
"""Sets a field of a frozen dataclass that works this field out when it is made."""
Method = Callable[..., Held]

FIELDS = "__quick_fields__"
STANDARD = "__dataclass_fields__"  # where the standard library looks for the fields of a class


class _Missing:
    """The marker for a default that does not exist."""

    def __repr__(self) -> str:
        return "MISSING"


_MISSING = _Missing()


class _Field:
    """One field of a record; as `field` it gives more information about one than its type and default."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name", "repr")

    def __init__(self, *, default: Held = _MISSING, default_factory: Held = _MISSING, init: bool = True, repr: bool = True,
                 compare: bool = True) -> None:  # fmt: skip
        self.name, self.kw_only = "", False
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.compare = init, repr, compare


def _dataclass(*, frozen: bool = False, slots: bool = False, eq: bool = True, kw_only: bool = False) -> Callable[[type], type]:
    """Make a class with annotations a record."""

    def made(cls: type) -> type:
        fields = _collected(cls, kw_only)
        if slots:
            cls = _slotted(cls, [name for name in vars(cls).get("__annotations__", {}) if name in fields])
        _attach(cls, FIELDS, fields)
        _attach(cls, STANDARD, _Standard())
        _attach(cls, "__match_args__", tuple(each.name for each in fields.values() if each.init and not each.kw_only))
        _give(cls, "__init__", _later("__init__", cls, lambda: _init(cls, frozen)))
        _give(cls, "__repr__", _repr)
        if eq:  # records are compared by their fields, and are hashable if they are frozen
            _give(cls, "__eq__", _later("__eq__", cls, lambda: _eq(cls)))
            _give(cls, "__hash__", _later("__hash__", cls, lambda: _hash(cls)) if frozen else None)
        if frozen:
            cls.__setattr__, cls.__delattr__ = _refuse, _refuse  # type: ignore[method-assign, assignment]
        if frozen and slots:
            _give(cls, "__getstate__", _getstate)
            _give(cls, "__setstate__", _setstate)
        return cls

    return made


def _attach(cls: type, name: str, value: Held) -> None:
    """Set an attribute of a class."""
    setattr(cls, name, value)


def _give(cls: type, name: str, method: Method | None) -> None:
    """Give a class a method, unless it has its own; Python sets `__hash__` to None in a class that defines `__eq__`."""
    if cls.__dict__.get(name) is None:
        _attach(cls, name, method)


def _collected(cls: type, kw_only: bool) -> dict[str, _Field]:
    """Find the fields of a class: those of its base classes, then its own; a default stays behind as a plain value."""
    found: dict[str, _Field] = {}
    for base in cls.__mro__[:0:-1]:
        found |= base.__dict__.get(FIELDS, {})
    for name in vars(cls).get("__annotations__", {}):
        given = cls.__dict__.get(name, _MISSING)
        each = given if isinstance(given, _Field) else _Field(default=given)
        each.name, each.kw_only = name, kw_only
        if given is each and each.default is _MISSING:
            type.__delattr__(cls, name)
        elif given is each:
            _attach(cls, name, each.default)
        found[name] = each
    return found


def _slotted(cls: type, names: list[str]) -> type:
    """Make the class again with `__slots__` for these fields."""
    left_out = {*names, "__dict__", "__weakref__"}
    body = {name: value for name, value in cls.__dict__.items() if name not in left_out}
    inherited = {name for base in cls.__mro__[1:] for name in base.__dict__.get("__slots__", ())}
    body["__slots__"] = tuple(name for name in names if name not in inherited)
    again = type(cls)(cls.__name__, cls.__bases__, body)
    again.__qualname__ = cls.__qualname__
    return again


def _later(name: str, cls: type, make: Callable[[], Method]) -> Method:
    """Give a method that is generated when it is first called."""

    def first(*args: Held, **named: Held) -> Held:
        method = make()
        if cls.__dict__.get(name) is first:
            _attach(cls, name, method)
        return method(*args, **named)

    return first


def _written(name: str, parameters: str, lines: list[str], known: dict[str, Held]) -> Method:
    """Compile a method."""
    exec(f"def {name}({parameters}):\n " + "\n ".join(lines), known)
    made: Method = known[name]
    return made


def _init(cls: type, frozen: bool) -> Method:
    """Generate `__init__`. It sets the fields of frozen records by their slots, which is also the fastest way."""
    known: dict[str, Held] = {"_none": _MISSING, "_set": assign}
    plain, named, lines = list[str](), list[str](), list[str]()
    for name, each in getattr(cls, FIELDS).items():
        known |= {f"_default_{name}": each.default, f"_new_{name}": each.default_factory}
        default = f"_default_{name}" if each.default is not _MISSING else "_none" if each.default_factory is not _MISSING else ""
        if each.init:
            (named if each.kw_only else plain).append(f"{name}={default}" if default else name)
        value = name if each.init else default
        if default == "_none":
            value = f"_new_{name}() if {value} is _none else {value}"
        if value:  # otherwise `__post_init__` sets it
            lines.append(_assignment(cls, name, value, known) if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return _written("__init__", ", ".join(["self", *plain, *(["*", *named] if named else [])]), lines or ["pass"], known)


def _assignment(cls: type, name: str, value: str, known: dict[str, Held]) -> str:
    slot: Held = getattr(cls, name, None)
    if hasattr(slot, "__set__"):
        known[f"_set_{name}"] = slot.__set__
        return f"_set_{name}(self, {value})"
    return f'_set(self, "{name}", {value})'


def _compares(cls: type, of: str) -> str:
    """Give the values of a record that are compared, as a tuple."""
    return "(" + "".join(f"{of}.{name}," for name, each in getattr(cls, FIELDS).items() if each.compare) + ")"


def _eq(cls: type) -> Method:
    mine, others = _compares(cls, "self"), _compares(cls, "other")
    lines = [f"return {mine} == {others} if other.__class__ is self.__class__ else NotImplemented"]
    return _written("__eq__", "self, other", lines, {})


def _hash(cls: type) -> Method:
    return _written("__hash__", "self", [f"return hash({_compares(cls, 'self')})"], {})


def _repr(self: Held) -> str:
    shown = [f"{name}={getattr(self, name)!r}" for name, each in getattr(self, FIELDS).items() if each.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: Held, name: str, *value: Held) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change the field {name!r} of {type(self).__name__}")


def _getstate(self: Held) -> list[Held]:
    return [getattr(self, name) for name in getattr(self, FIELDS)]


def _setstate(self: Held, state: list[Held]) -> None:
    for name, value in zip(getattr(self, FIELDS), state, strict=True):
        assign(self, name, value)


class _Standard:
    """The fields in the form of the standard library, computed when they are asked for."""

    def __get__(self, record: Held, cls: type) -> dict[str, Held]:
        import dataclasses

        standard: Held = dataclasses.Field
        found: dict[str, Held] = {}
        for name, each in getattr(cls, FIELDS).items():
            given = [dataclasses.MISSING if value is _MISSING else value for value in (each.default, each.default_factory)]
            made = standard(*given, each.init, each.repr, None, each.compare, None, each.kw_only)
            made.name, made._field_type = name, dataclasses._FIELD  # type: ignore[attr-defined]
            found[name] = made
        _attach(cls, STANDARD, found)
        return found


def maker(cls: type[R]) -> Callable[[Iterable[Held]], R]:
    """Give a function that makes a record from the values of all its parameters in order, without generating `__init__`."""
    setters = [getattr(cls, each.name).__set__ for each in getattr(cls, FIELDS).values() if each.init]
    own = [each for each in getattr(cls, FIELDS).values() if not each.init and each.default_factory is not _MISSING]
    emptied = [(getattr(cls, each.name).__set__, each.default_factory) for each in own]
    after = getattr(cls, "__post_init__", None)

    def make(values: Iterable[Held]) -> R:
        record = object.__new__(cls)
        for put, value in zip(setters, values, strict=True):
            put(record, value)
        for put, new in emptied:
            put(record, new())
        if after is not None:
            after(record)
        return record

    return make


def _fields(record: Held) -> tuple[_Field, ...]:
    """List the fields of a record or of a class of records."""
    return tuple(getattr(record, FIELDS).values())


def _is_dataclass(value: Held) -> bool:
    """Say whether something is a record or a class of records."""
    return hasattr(value, FIELDS)


def _replace(record: Held, /, **changes: Held) -> Held:
    """Make a copy of a record with some fields changed."""
    kind: type = type(record)
    for name in _given(kind):
        if name not in changes:
            changes[name] = getattr(record, name)
    return kind(**changes)


@cache
def _given(cls: type) -> tuple[str, ...]:
    """Name the fields that are parameters of a record."""
    return tuple(name for name, each in getattr(cls, FIELDS).items() if each.init)


if TYPE_CHECKING:
    from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
else:
    MISSING, Field, dataclass, field = _MISSING, _Field, _dataclass, _Field
    fields, is_dataclass, replace = _fields, _is_dataclass, _replace

__all__ = ["MISSING", "Field", "dataclass", "field", "fields", "is_dataclass", "maker", "replace"]
