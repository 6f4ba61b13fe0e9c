"""How histories of source 000 are written: calls as data, and what must be true after each.

A step is (second, call, stacks afterwards, events of the step). Stacks read `number:bottom,...,top`, blocked actions end in `!`.
Events are parted by `; ` and happen at the step's own second unless they begin with `@second `. `REFUSED` means that the call
is refused and everything stays as it was. `purse` is what the players hold at the end; a copy by c of g is called c/g, what
ability x makes on account of g is called x/g, and the payment for w is called w$.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from tests.books.nomic import model as m

Q = 14400
REFUSED = "REFUSED"
KINDS: Mapping[str, m.Kind] = {
    "gift": m.Kind("delayed"),
    "gem": m.Kind("delayed"),
    "cash": m.Kind("immediate"),
    "vote": m.Kind("inalienable"),
    "block": m.Kind("delayed", "block"),
    "remove": m.Kind("delayed", "remove"),
    "copy": m.Kind("delayed", "copy"),
    "modify": m.Kind("delayed", "modify"),
    "zap": m.Kind("immediate", "block"),
    "ware": m.Kind("delayed", cost=2),
    "wish": m.Kind("delayed", needs="sun"),
    "spark": m.Kind("immediate", cost=1, needs="sun"),
    "thaw": m.Kind("delayed", "reclassify", turns=("gift", "immediate")),
}
WORLD = m.State(kinds=KINDS)


class Do(NamedTuple):
    """A player performs an action; `aim` and `to` are what a modifying action writes."""

    who: str
    kind: str
    name: str
    targets: m.Names
    join: str | None
    amount: int
    aim: m.Names | None
    to: int | None

    def __call__(self, s: m.State, now: int) -> m.State:
        more = (self.amount, (self.aim, self.to))
        return m.perform(s, now, self.who, self.kind, self.targets, self.join, self.name, more)


class Wait(NamedTuple):
    """Time passes."""

    def __call__(self, s: m.State, now: int) -> m.State:
        return m.advance(s, now)


class Turn(NamedTuple):
    """A kind of action gets another class, or none."""

    kind: str
    cls: m.Cls | None

    def __call__(self, s: m.State, now: int) -> m.State:
        return m.reclassify(s, now, self.kind, self.cls)


class Flag(NamedTuple):
    """The prerequisite `sun` is switched."""

    up: bool

    def __call__(self, s: m.State, now: int) -> m.State:
        return m.set_flag(s, now, "sun", self.up)


class Grant(NamedTuple):
    """A player gets an ability."""

    ability: m.Ability

    def __call__(self, s: m.State, now: int) -> m.State:
        return m.grant(s, now, self.ability)


Call = Do | Wait | Turn | Flag | Grant


class Step(NamedTuple):
    """One call and what must be true after it."""

    at: int
    call: Call
    stacks: str
    events: str = ""


class History(NamedTuple):
    """A series of steps; `either` says that the text also allows another reading than the expected one."""

    title: str
    ids: tuple[str, ...]
    steps: tuple[Step, ...]
    purse: str = ""
    either: str = ""
    span: int = Q


class Judged(NamedTuple):
    """A history judged several times: for each set of struck entries the skipped ones, the stacks and the points at `end`."""

    title: str
    ids: tuple[str, ...]
    entries: tuple[tuple[int, Call], ...]
    end: int
    verdicts: tuple[tuple[frozenset[int], tuple[int, ...], str, str], ...]


def do(
    who: str,
    kind: str,
    name: str,
    *targets: str,
    join: str | None = None,
    amount: int = 1,
    aim: m.Names | None = None,
    to: int | None = None,
) -> Do:
    """Records that a player performs an action."""
    return Do(who, kind, name, targets, join, amount, aim, to)


def wait() -> Wait:
    """Records that time passes."""
    return Wait()


def turn(kind: str, cls: m.Cls | None) -> Turn:
    """Records that a kind gets another class."""
    return Turn(kind, cls)


def flag(up: bool) -> Flag:
    """Records that the prerequisite is switched."""
    return Flag(up)


def grant(name: str, who: str, moment: m.Moment, trigger: str, makes: str, cls: m.Cls, aims: bool = False) -> Grant:
    """Records that a player gets an ability."""
    return Grant(m.Ability(name, who, moment, trigger, makes, cls, aims))


def history(
    title: str, ids: str, *steps: tuple[int, Call, str, str], purse: str = "", either: str = "", span: int = Q
) -> History:
    """Records a history."""
    return History(title, tuple(ids.split()), tuple(Step(*step) for step in steps), purse, either, span)


def put(name: str, stack: int) -> str:
    """Gives the events of performing a delayed action without a cost."""
    return f"performed {name}; placed {name} {stack}"


def now(name: str) -> str:
    """Gives the events of performing an immediate or inalienable action without a cost."""
    return f"performed {name}; put into action {name}"


def show(s: m.State) -> str:
    """Gives the stacks in the notation of the steps."""
    return " ".join(f"{x.id}:" + ",".join(a.id + "!" * a.blocked for a in x.acts) for x in s.stacks)


def money(s: m.State) -> str:
    """Gives what the players hold, without zeros."""
    return " ".join(f"{who}{n}" for who, n in sorted(s.purse.items()) if n)


def tell(events: Iterable[m.Event], at: int) -> str:
    """Gives events in the notation of the steps."""
    return "; ".join(("" if e[0] == at else f"@{e[0]} ") + " ".join(map(str, e[1:])) for e in events)
