"""The checks of an action: range, sight, target, prerequisite, cost, limit and speed, each with the words that give its values.

They are values, not functions made on the fly, so that a compiled book can be kept on disk.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from rulewright.kernel.evaluation import account, fast
from rulewright.kernel.evaluation.reckon import reckon, things
from rulewright.kernel.evaluation.traits import marked, tile_of
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.history import amendments, judgment
from rulewright.kernel.history.amendments import Finding
from rulewright.kernel.legality.acts import Check
from rulewright.kernel.state import grid
from rulewright.kernel.state.facts import NOWHERE, TILE, Vars
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression


@dataclass(frozen=True, slots=True, eq=False)
class Holds:
    """A condition that holds. Equal to itself alone, which is quick to find."""

    node: Expression

    def __call__(self, m: Machine, vars: Vars) -> bool:
        made = m.book.caches.tests.get(self)
        if made is None:
            made = m.book.caches.tests[self] = fast.test(m.book, self.node)
        return bool(made(m, vars))


ANYBODY = (building.IN_PLAY,)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The things, or tiles, that could be named."""

    node: expressions.Query

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return m.live() if self.node.tests == ANYBODY else things(self.node, m, vars, ordered=False)


@dataclass(frozen=True, slots=True)
class Joinable:
    """What could be named to join its stack, after naming nothing, which founds a new one."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return [NOWHERE, *stacks.joinable(m)]


@dataclass(frozen=True, slots=True)
class Options:
    """Whether something is wanted: no or yes."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return (0, 1)


@dataclass(frozen=True, slots=True)
class PastActs:
    """The numbers of the acts so far that do not stand struck, or of those of a name.

    In a re-run an act is struck before its Judgment comes, so what counts is which Judgments have come by then.
    """

    action: str = ""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        acts = [done.entry for done in m.done if done.entry.path and isinstance(done.entry.path[0], tuple)]
        lapsed = any(done.lapsed == judgment.STRUCK for done in m.done)
        out = judgment.struck({done.entry.number: done.events for done in m.done}) if lapsed else ()
        return [entry.number for entry in acts if self.action in ("", entry.path[0][0]) and entry.number not in out]


@dataclass(frozen=True, slots=True)
class Drafts:
    """The texts of the book's drawer, whether or not they could be adopted now: that is found out when one is given."""

    def __call__(self, m: Machine, vars: Vars) -> Iterable[Any]:
        return list(m.book.extra["drafts"].values())

    def named(self, m: Machine, text: str) -> str:
        """Give the name of a text of the drawer."""
        return next((name for name, known in m.book.extra["drafts"].items() if known == text), text)


@dataclass(frozen=True, slots=True)
class Adoptable:
    """A text that could be adopted as an amendment."""

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return not _wrong(m, vars["text"])


@dataclass(frozen=True, slots=True)
class TextWords:
    """Say what the checker says of a text."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return "\n".join(problem.show(vars["text"].splitlines()) for problem in _wrong(m, vars["text"]))


def _wrong(m: Machine, text: str) -> Sequence[Finding]:
    return amendments.wrong(m.book.origin or m.book, tuple(m.state.amendments), text)


@dataclass(frozen=True, slots=True)
class UnlessWaiting:
    """A condition that is asked of what acts at once."""

    holds: Holds

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return stacks.waits(m, m.book.actions[vars["action"]]) or self.holds(m, vars)


@dataclass(frozen=True, slots=True)
class Among:
    """What was named is still one of the things that could be."""

    node: expressions.Query

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return vars["it"] in things(self.node, m, vars, ordered=False)


@dataclass(frozen=True, slots=True)
class TilesNear:
    """The tiles within reach of the actor, or that it can walk to."""

    tiles: Expression | None
    walking: bool = False

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        ground, here = m.state.setting.grid, m.state.cell(vars["actor"], TILE)
        if ground is None or here < 0:
            return ()
        if self.tiles is None:
            return range(ground.width * ground.height)
        far = reckon(self.tiles, m, vars)
        if self.walking:
            return [tile for tile in grid.steps(ground, here, far) if tile != here]
        return grid.within(ground, here, far)


@dataclass(frozen=True, slots=True)
class TilesAlong:
    """The tiles to which somebody can be slid in a straight line, any way."""

    tiles: Expression
    whom: Expression

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        ground, here = m.state.setting.grid, tile_of(self.whom, m, vars)
        if ground is None or here < 0:
            return ()
        far = range(1, min(reckon(self.tiles, m, vars), ground.width + ground.height) + 1)
        return sorted({grid.slide(ground, here, way, n) for way in grid.EIGHT for n in far} - {here})


@dataclass(frozen=True, slots=True)
class TilesMarked:
    """The tiles with the name of the actor's cast and a word."""

    mark: str

    def __call__(self, m: Machine, vars: Vars) -> Iterable[int]:
        return sorted(marked(m, self.mark, vars["actor"]))


def _who(m: Machine, slot: int) -> str:
    return m.book.name_of(m.state, slot)


@dataclass(frozen=True, slots=True)
class RangeWords:
    """Say how far away something is and how far the action reaches."""

    tiles: Expression
    spot: str = ""

    def __call__(self, m: Machine, vars: Vars) -> str:
        action, far = m.book.actions[vars["action"]].name, reckon(self.tiles, m, vars)
        ground, here = m.state.setting.grid, tile_of(building.ACTOR, m, vars)
        there = vars[self.spot] if self.spot else m.state.cell(vars["it"], TILE)
        if ground is None or here < 0 or there < 0:
            return f"{action} reaches {far} tiles, and one of the two is not on the map"
        name = ground.words(there) if self.spot else _who(m, vars["it"])
        return f"{name} is {grid.reach(ground, here, there)} tiles away, {action} reaches {far}"


@dataclass(frozen=True, slots=True)
class SightWords:
    """Say that something is out of sight."""

    spot: str = ""

    def __call__(self, m: Machine, vars: Vars) -> str:
        ground = m.state.setting.grid
        name = ground.words(vars[self.spot]) if self.spot and ground is not None else _who(m, vars["it"])
        return f"{_who(m, vars['actor'])} has no line of sight to {name}"


KIN = ("ally", "allies", "enemy", "enemies", "opponent", "opponents")
"""What somebody is only to somebody else."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """Say that something is not what the action may target."""

    words: str

    def __call__(self, m: Machine, vars: Vars) -> str:
        kin = f" of {_who(m, vars['actor'])}" if self.words.split()[-1] in KIN and vars["it"] != vars["actor"] else ""
        return f"{_who(m, vars['it'])} is not {self.words}{kin}"


class ActiveWords:
    """Say that something is no longer in play."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{_who(m, vars['it'])} is not active: it is in {m.book.zone_words(m.state, m.state.places[vars['it']])}"


@dataclass(frozen=True, slots=True)
class NeedWords:
    """Say which prerequisite is not met, with its values."""

    node: Expression

    def __call__(self, m: Machine, vars: Vars) -> str:
        verb = "is possible only if" if account.in_words(self.node, m) else "needs"
        return f"{m.book.actions[vars['action']].name} {verb} {account.settled(self.node, m, vars)}"


@dataclass(frozen=True, slots=True)
class Limited:
    """An action may be used so many times until a structure ends."""

    key: str
    most: int

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return m.state.tallies.get((self.key, vars["source"]), 0) < self.most


@dataclass(frozen=True, slots=True)
class LimitWords:
    """Say that a limit is reached."""

    key: str
    most: int

    def __call__(self, m: Machine, vars: Vars) -> str:
        what, _, structure = self.key.partition("/")
        used = m.state.tallies.get((self.key, vars["source"]), 0)
        return f"{_who(m, vars['actor'])} has used {what} {used} of {self.most} times this {structure.casefold()}"


@dataclass(frozen=True, slots=True)
class Cooled:
    """An action is not kept from being used again."""

    action: int

    def __call__(self, m: Machine, vars: Vars) -> bool:
        return (vars["actor"], ("cooldown", self.action)) not in m.state.touched


@dataclass(frozen=True, slots=True)
class CoolingWords:
    """Say that an action cannot be used again yet."""

    action: int

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{_who(m, vars['actor'])} has used {m.book.actions[self.action].name} too recently"


@dataclass(frozen=True, slots=True)
class OthersTurn:
    """It is not the actor's own turn."""

    structure: str
    casts: bool = False  # a turn is that of a whole cast

    def __call__(self, m: Machine, vars: Vars) -> bool:
        frame = m.state.innermost(self.structure)
        whose = NOWHERE if frame is None else frame.vars.get("actor", NOWHERE)
        same = whose == vars["actor"] or (self.casts and whose != NOWHERE and m.player_of(whose) == m.player_of(vars["actor"]))
        return not same


class TurnWords:
    """Say that a reaction is for others' turns."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        return f"{m.book.actions[vars['action']].name} is a reaction and cannot be used in {_who(m, vars['actor'])}'s own turn"


class SpeedWords:
    """Say that an action is not fast enough."""

    def __call__(self, m: Machine, vars: Vars) -> str:
        action = m.book.actions[vars["action"]]
        why = "too slow for what is on top of the stack" if stacks.waiting(m) else "and answers what is on the stack: nothing is"
        return f"{action.name} is {action.speed or 'of no speed'}, {why}"


def need(node: Expression, rule: str, classed: bool = False) -> Check:
    """Make the check of a prerequisite; of an action that waits it is asked when it is popped."""
    return Check("needs", rule, UnlessWaiting(Holds(node)) if classed else Holds(node), NeedWords(node), once=True)


def limit(key: str, most: int, rule: str) -> Check:
    """Make the check of a limit."""
    return Check("limit", rule, Limited(key, most), LimitWords(key, most))
