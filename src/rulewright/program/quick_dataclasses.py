"""`dataclass` and its helpers like those of the standard library, but faster at import.

The standard library generates and compiles up to eight methods for each class when the class is made; for all the records of a
program this took half of a warm start. Here `__init__`, `__eq__` and `__hash__` are generated when they are first called, and
the others are shared by all classes. Type checkers see the standard library's version; `replace`, `fields` and so on of the
standard library accept these classes too. Features that no record here uses are left out: ordering, `InitVar`, `ClassVar`,
and `unsafe_hash`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

FIELDS = "__quick_fields__"
STANDARD = "__dataclass_fields__"  # where the standard library looks for the fields of a class


class _Missing:
    """The marker for a default that does not exist."""

    def __repr__(self) -> str:
        return "MISSING"


_MISSING = _Missing()


class _Field:
    """One field of a record."""

    __slots__ = ("compare", "default", "default_factory", "init", "kw_only", "name", "repr")

    def __init__(self, default: object, factory: Any, init: bool, repr: bool, compare: bool) -> None:
        self.name, self.kw_only = "", False
        self.default, self.default_factory = default, factory
        self.init, self.repr, self.compare = init, repr, compare


def _field(*, default: object = _MISSING, default_factory: object = _MISSING, init: bool = True, repr: bool = True,
           compare: bool = True) -> _Field:  # fmt: skip
    """Give more information about a field than its type and default."""
    return _Field(default, default_factory, init, repr, compare)


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
        if eq:
            _compared(cls, frozen)
        if frozen:
            cls.__setattr__, cls.__delattr__ = _refuse, _refuse  # type: ignore[method-assign, assignment]
            if slots:
                _give(cls, "__getstate__", _getstate)
                _give(cls, "__setstate__", _setstate)
        return cls

    return made


def _compared(cls: type, frozen: bool) -> None:
    """Let records of a class be compared by their fields, and be hashable if they are frozen."""
    _give(cls, "__eq__", _later("__eq__", cls, lambda: _eq(cls)))
    if frozen:
        _give(cls, "__hash__", _later("__hash__", cls, lambda: _hash(cls)))
    else:
        _give(cls, "__hash__", None)


def _attach(cls: type, name: str, value: object) -> None:
    """Set an attribute of a class."""
    setattr(cls, name, value)


def _give(cls: type, name: str, method: object) -> None:
    """Give a class a method, unless it has its own; Python sets `__hash__` to None in a class that defines `__eq__`."""
    own = cls.__dict__.get(name)
    if own is None:
        _attach(cls, name, method)


def _collected(cls: type, kw_only: bool) -> dict[str, _Field]:
    """Find the fields of a class: those of its base classes, then its own; a default stays behind as a plain value."""
    found: dict[str, _Field] = {}
    for base in cls.__mro__[:0:-1]:
        found |= base.__dict__.get(FIELDS, {})
    for name in vars(cls).get("__annotations__", {}):
        given = cls.__dict__.get(name, _MISSING)
        each = given if isinstance(given, _Field) else _Field(given, _MISSING, True, True, True)
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


def _later(name: str, cls: type, make: Callable[[], Callable[..., Any]]) -> Callable[..., Any]:
    """Give a method that is generated when it is first called."""

    def first(*args: Any, **named: Any) -> Any:
        method = make()
        if cls.__dict__.get(name) is first:
            _attach(cls, name, method)
        return method(*args, **named)

    return first


def _written(name: str, parameters: str, lines: list[str], known: dict[str, object]) -> Callable[..., Any]:
    """Compile a method."""
    exec(f"def {name}({parameters}):\n " + "\n ".join(lines), known)
    made: Callable[..., Any] = known[name]  # type: ignore[assignment]
    return made


def _init(cls: type, frozen: bool) -> Callable[..., Any]:
    """Generate `__init__`. It sets the fields of frozen records by their slots, which is also the fastest way."""
    known: dict[str, object] = {"_none": _MISSING, "_set": object.__setattr__}
    plain: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for name, each in getattr(cls, FIELDS).items():
        if each.init:
            (named if each.kw_only else plain).append(_parameter(each, known))
        value = _value(each, known)
        if value:
            lines.append(_assignment(cls, name, value, known) if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    return _written("__init__", ", ".join(["self", *plain, *(["*", *named] if named else [])]), lines or ["pass"], known)


def _parameter(each: _Field, known: dict[str, object]) -> str:
    """Give a parameter with its default."""
    if each.default is not _MISSING:
        known[f"_default_{each.name}"] = each.default
        return f"{each.name}=_default_{each.name}"
    return each.name if each.default_factory is _MISSING else f"{each.name}=_none"


def _value(each: _Field, known: dict[str, object]) -> str:
    """Give the value to which a field is set; nothing if `__post_init__` sets it."""
    if each.default_factory is not _MISSING:
        known[f"_new_{each.name}"] = each.default_factory
        return f"_new_{each.name}()" + (f" if {each.name} is _none else {each.name}" if each.init else "")
    if each.init:
        return each.name
    if each.default is _MISSING:
        return ""
    known[f"_default_{each.name}"] = each.default
    return f"_default_{each.name}"


def _assignment(cls: type, name: str, value: str, known: dict[str, object]) -> str:
    slot: Any = getattr(cls, name, None)
    if hasattr(slot, "__set__"):
        known[f"_set_{name}"] = slot.__set__
        return f"_set_{name}(self, {value})"
    return f'_set(self, "{name}", {value})'


def _compares(cls: type, of: str) -> str:
    """Give the values of a record that are compared, as a tuple."""
    return "(" + "".join(f"{of}.{name}," for name, each in getattr(cls, FIELDS).items() if each.compare) + ")"


def _eq(cls: type) -> Callable[..., Any]:
    mine, others = _compares(cls, "self"), _compares(cls, "other")
    lines = [f"return {mine} == {others} if other.__class__ is self.__class__ else NotImplemented"]
    return _written("__eq__", "self, other", lines, {})


def _hash(cls: type) -> Callable[..., Any]:
    return _written("__hash__", "self", [f"return hash({_compares(cls, 'self')})"], {})


def _repr(self: object) -> str:
    shown = [f"{name}={getattr(self, name)!r}" for name, each in getattr(self, FIELDS).items() if each.repr]
    return f"{type(self).__qualname__}({', '.join(shown)})"


def _refuse(self: object, name: str, *value: object) -> None:
    from dataclasses import FrozenInstanceError

    raise FrozenInstanceError(f"cannot change the field {name!r} of {type(self).__name__}")


def _getstate(self: object) -> list[object]:
    return [getattr(self, name) for name in getattr(self, FIELDS)]


def _setstate(self: object, state: list[object]) -> None:
    for name, value in zip(getattr(self, FIELDS), state, strict=True):
        object.__setattr__(self, name, value)


class _Standard:
    """The fields in the form of the standard library, computed when they are asked for."""

    def __get__(self, record: object, cls: type) -> dict[str, object]:
        import dataclasses

        found: dict[str, object] = {}
        for name, each in getattr(cls, FIELDS).items():
            made: Any = dataclasses.field(
                default=dataclasses.MISSING if each.default is _MISSING else each.default,
                default_factory=dataclasses.MISSING if each.default_factory is _MISSING else each.default_factory,
                init=each.init, repr=each.repr, compare=each.compare, kw_only=each.kw_only,
            )  # fmt: skip
            made.name, made._field_type = name, dataclasses._FIELD  # type: ignore[attr-defined]
            found[name] = made
        _attach(cls, STANDARD, found)
        return found


def maker(cls: type) -> Callable[[list[object]], object]:
    """Give a function that makes a record from the values of all its parameters in order, without generating `__init__`."""
    setters = [getattr(cls, each.name).__set__ for each in getattr(cls, FIELDS).values() if each.init]
    after = getattr(cls, "__post_init__", None)

    def make(values: list[object]) -> object:
        record: object = object.__new__(cls)
        for put, value in zip(setters, values, strict=True):
            put(record, value)
        if after is not None:
            after(record)
        return record

    return make


def _fields(record: Any) -> tuple[_Field, ...]:
    """List the fields of a record or of a class of records."""
    return tuple(getattr(record, FIELDS).values())


def _is_dataclass(value: object) -> bool:
    """Say whether something is a record or a class of records."""
    return hasattr(value, FIELDS)


def _replace(record: Any, /, **changes: object) -> Any:
    """Make a copy of a record with some fields changed."""
    for each in _fields(record):
        if each.init:
            changes.setdefault(each.name, getattr(record, each.name))
    return type(record)(**changes)


if TYPE_CHECKING:
    from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, replace
else:
    MISSING, Field, dataclass, field, fields, is_dataclass, replace = (
        _MISSING,
        _Field,
        _dataclass,
        _field,
        _fields,
        _is_dataclass,
        _replace,
    )

__all__ = ["MISSING", "Field", "dataclass", "field", "fields", "is_dataclass", "maker", "replace"]
