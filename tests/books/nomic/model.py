"""A second model of source 000, from the rule text alone: pure functions from a `State` to a new one.

A call at second t first lets all stacks due by t pop, then happens; a refused one raises, and its caller keeps the old state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

Cls = Literal["inalienable", "immediate", "delayed"]
Effect = Literal["gain", "block", "remove", "copy", "modify", "reclassify"]
Moment = Literal["performed", "put into action"]
Event = tuple[int | str, ...]  # second, word, names and numbers
Names = tuple[str, ...]
Change = tuple[Names | None, int | None]  # what a modifying action writes: targets, amount; None leaves that part
More = tuple[int, Change]  # an action's own amount, and what it writes
Call = Callable[["State", int], "State"]  # an entry of a history, still to be told its second
LIT = "lit"
"""The beginning of some names; an aim of that name alone is at all that bear it and are on a stack at that moment."""
PLAIN: More = (1, (None, None))


class Refused(Exception):
    """Raised if the rules do not allow a call; nothing has changed."""


class Kind(NamedTuple):
    """A sort of action: its class (None: no action any more), effect, cost, required flag, and what it reclassifies."""

    cls: Cls | None = "immediate"
    effect: Effect = "gain"
    cost: int = 0
    needs: str = ""
    turns: tuple[str, Cls | None] = ("", None)


class Act(NamedTuple):
    """One action; `seq` is its number in the order of creation."""

    id: str
    kind: str
    player: str
    targets: Names = ()
    amount: int = 1
    change: Change = (None, None)
    blocked: bool = False
    seq: int = 0


class Stack(NamedTuple):
    """One stack: founding number, second of the last modification, actions from bottom to top."""

    id: int
    touched: int
    acts: tuple[Act, ...] = ()


class Ability(NamedTuple):
    """A player's ability: at `moment` of any action of kind `trigger` it creates one of kind `makes` (aimed at it if `aims`)."""

    name: str
    originator: str
    moment: Moment
    trigger: str
    makes: str
    cls: Cls
    aims: bool = False


class State(NamedTuple):
    """The whole game. `home` gives the stack that each action is or was on (0: none), also after mergers."""

    now: int = 0
    span: int = 4 * 60 * 60
    kinds: Mapping[str, Kind] = MappingProxyType({})
    flags: frozenset[str] = frozenset({""})
    abilities: tuple[Ability, ...] = ()
    purse: Mapping[str, int] = MappingProxyType({})
    stacks: tuple[Stack, ...] = ()
    founded: int = 0
    made: int = 0
    home: Mapping[str, int] = MappingProxyType({})
    log: tuple[Event, ...] = ()


def classify(rules: Iterable[int], delayed: bool = False) -> Cls:
    """Class of an action or ability from the numbers of the rules that touch it (N-55..N-58)."""
    return "inalienable" if any(rule < 300 for rule in rules) else "delayed" if delayed else "immediate"


def _note(s: State, *event: int | str) -> State:
    return s._replace(log=(*s.log, (s.now, *event)))


def _stack(s: State, number: int) -> Stack:
    return next((x for x in s.stacks if x.id == number), Stack(0, 0))


def _put(s: State, stack: Stack, keep: bool = False) -> State:
    """Stores one stack; an empty stack is deleted unless it is popping."""
    rest = [x for x in s.stacks if x.id != stack.id]
    if stack.acts or keep:
        return s._replace(stacks=tuple(sorted([*rest, stack])))
    return _note(s._replace(stacks=tuple(rest)), "deleted", stack.id)


def _take(s: State, name: str, word: str) -> State:
    """Takes an action off its stack other than by popping."""
    stack = _stack(s, s.home[name])
    return _put(_note(s, word, name), Stack(stack.id, s.now, tuple(a for a in stack.acts if a.id != name)))


def _arrive(s: State, act: Act, join: str | None = None) -> State:
    """A new action acts, or goes on the stack of its targets (merged if there are several), a chosen stack or a new one."""
    act, s = act._replace(seq=s.made + 1), s._replace(made=s.made + 1, home={**s.home, act.id: 0})
    if s.kinds[act.kind].cls != "delayed":
        return _effect(s, act)
    found = [x for x in s.stacks if any(a.id in act.targets for a in x.acts)]
    stack = found[0] if found else _stack(s, s.home.get(join or "", 0))
    if len(found) > 1:
        ids = [x.id for x in found]
        stack = stack._replace(acts=tuple(sorted((a for x in found for a in x.acts), key=lambda a: a.seq)))
        home = {name: stack.id if number in ids else number for name, number in s.home.items()}
        s = _note(s._replace(stacks=tuple(x for x in s.stacks if x not in found), home=home), "merged", *ids)
    elif not found and join is None:
        s, stack = s._replace(founded=s.founded + 1), Stack(s.founded + 1, s.now)
    if not stack.id:
        raise Refused(f"there is no stack that {join} is or was on")
    s = _put(s, Stack(stack.id, s.now, (*stack.acts, act)))
    return _note(s._replace(home={**s.home, act.id: stack.id}), "placed", act.id, stack.id)


def _effect(s: State, act: Act) -> State:
    """Lets an action take effect; its stack for N-43 is the one it is or was on (readings 3 and 22)."""
    if not {a.id for a in _stack(s, s.home[act.id]).acts}.issuperset(act.targets):
        return _note(s, "nothing", act.id)
    s, kind = _note(s, "put into action", act.id), s.kinds[act.kind]
    if kind.effect == "gain":
        s = s._replace(purse={**s.purse, act.player: s.purse.get(act.player, 0) + act.amount})
    elif kind.effect == "reclassify":
        s = _turn(s, *kind.turns)
    else:
        for name in act.targets:
            s = _apply(s, act, kind.effect, name)
    return _fire(s, "put into action", act)


def _apply(s: State, act: Act, effect: Effect, name: str) -> State:
    """Has one of the four stack effects on one target; only a real change restarts the hours."""
    if effect == "remove":
        return _take(s, name, "removed")
    stack = _stack(s, s.home[name])
    old = next(a for a in stack.acts if a.id == name)
    if effect == "copy":
        copy = old._replace(id=f"{act.id}/{name}", player=act.player)
        return _arrive(_note(s, "copied", name, copy.id), copy)
    aim, amount = act.change
    aim = tuple(a.id for x in s.stacks for a in x.acts if a.id.startswith(LIT)) if aim == (LIT,) else aim
    aim = aim if old.targets else None  # what has no target is given none
    new = old._replace(targets=aim or old.targets, amount=old.amount if amount is None else amount)
    new = old._replace(blocked=True) if effect == "block" else new
    if new == old or name in new.targets:
        return _note(s, "unchanged", name)
    s = _put(s, Stack(stack.id, s.now, tuple(new if a.id == name else a for a in stack.acts)))
    return _note(s, "marked" if effect == "block" else "modified", name)


def _fire(s: State, moment: Moment, act: Act) -> State:
    """Lets every ability with this trigger create its action, only of its own class (N-09), for its originator."""
    for a in s.abilities:
        if (a.moment, a.trigger, a.cls) == (moment, act.kind, s.kinds[a.makes].cls):
            made = Act(f"{a.name}/{act.id}", a.makes, a.originator, (act.id,) if a.aims else ())
            s = _arrive(_note(s, "created", made.id), made)
    return s


def _turn(s: State, kind: str, cls: Cls | None) -> State:
    """Reclassifies a kind: its actions leave their stacks in one instant, then act by stack age, each stack from the top."""
    s = s._replace(kinds={**s.kinds, kind: s.kinds[kind]._replace(cls=cls)})
    leaving = [a for x in s.stacks for a in reversed(x.acts) if a.kind == kind and cls != "delayed"]
    for act in leaving:
        s = _take(s, act.id, "left")
    for act in leaving if cls is not None else ():
        s = _effect(s, act)
    return s


def _pop(s: State, at: int, number: int) -> State:
    """Pops a due stack until something is added to it, it is empty, or it no longer exists."""
    s, mark = s._replace(now=at), len(s.log)
    while (stack := _stack(s, number)).id and not any(e[1] == "placed" and e[3] == number for e in s.log[mark:]):
        if not stack.acts:
            return _put(s, stack)
        act, s = stack.acts[-1], _put(s, stack._replace(acts=stack.acts[:-1]), keep=True)
        idle = "blocked" if act.blocked else "" if s.kinds[act.kind].needs in s.flags else "prerequisites"
        s = _note(s, idle, act.id) if idle else _effect(s, act)
    return s


def advance(s: State, now: int) -> State:
    """Lets the clock run to `now`; each due stack pops at its own second, in equal seconds by age."""
    if now < s.now:
        raise Refused("the clock does not run backwards")
    while due := [(x.touched + s.span, x.id) for x in s.stacks if x.touched + s.span <= now]:
        s = _pop(s, *min(due))
    return s._replace(now=now)


def perform(
    s: State, now: int, player: str, kind: str, targets: Names, join: str | None = None, name: str = "", more: More = PLAIN
) -> State:
    """Performs an action of a player; `join` names an action whose present or former stack it joins."""
    s = advance(s, now)
    act, sort = Act(name or f"#{s.made + 1}", kind, player, tuple(dict.fromkeys(targets)), *more), s.kinds.get(kind, Kind(None))
    if sort.cls is None or act.id in s.home or not set(act.targets) <= set(s.home):
        raise Refused("no action, or done already, or aimed at itself or at what never was")
    if sort.cls != "delayed" and (join is not None or sort.needs not in s.flags):
        raise Refused("only delayed actions go on stacks; the others must meet their prerequisites now")
    if (left := s.purse.get(player, 0) - sort.cost) < 0:
        raise Refused("the cost cannot be paid")
    if sort.cost:
        s = _note(s._replace(purse={**s.purse, player: left}), "performed", act.id + "$")
        s = _note(s, "put into action", act.id + "$")
    return _fire(_arrive(_note(s, "performed", act.id), act, join), "performed", act)


def reclassify(s: State, now: int, kind: str, cls: Cls | None) -> State:
    """Gives a kind another class, or none, from outside the stacks."""
    return _turn(advance(s, now), kind, cls)


def set_flag(s: State, now: int, flag: str, up: bool) -> State:
    """Switches a prerequisite on or off from outside."""
    return advance(s, now)._replace(flags=s.flags | {flag} if up else s.flags - {flag})


def grant(s: State, now: int, ability: Ability) -> State:
    """Gives a player an ability; one that would create an action of another class is refused."""
    s = advance(s, now)
    if s.kinds[ability.makes].cls != ability.cls:
        raise Refused("an ability creates actions of its own class")
    return s._replace(abilities=(*s.abilities, ability))


def rerun(history: Sequence[tuple[int, Call]], struck: Collection[int], start: State) -> tuple[State, tuple[int, ...]]:
    """Plays a history without the struck entries; what is not possible now is skipped, and its number is reported."""
    state, skipped = start, list[int]()
    for number, (second, call) in enumerate(history):
        try:
            state = state if number in struck else call(state, second)
        except Refused:
            skipped.append(number)
    return state, tuple(skipped)
