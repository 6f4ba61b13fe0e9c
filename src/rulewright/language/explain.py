"""The explained execution: runs the compiled form instruction by instruction and, where asked, keeps an account of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rulewright.kernel import acts, effects, grid, stacks, triggers, values
from rulewright.kernel.agenda import Control, Machine, ask, call, end, go, leave
from rulewright.kernel.menus import Menu
from rulewright.kernel.state import LIVES, NOWHERE, SIDE, STANDING, TILE, Frame, Lasting, Vars
from rulewright.language import account, code, fast, nodes
from rulewright.language.code import Instruction
from rulewright.language.reckon import reckon, sends, things, whom

Outcome = Control | int | None


@dataclass(frozen=True, slots=True)
class Rule:
    """A procedure of rule text. Steps are counted in instructions; labels name the steps a person knows."""

    name: str
    code: tuple[Instruction, ...]
    announced: bool = False
    labels: tuple[tuple[int, str], ...] = ()
    title: str = ""
    subject: bool = True  # whether it is somebody's, as a turn is

    def run(self, m: Machine, frame: Frame) -> Control:
        """Run fast, or explained where an account is kept."""
        if m.account is not None or m.book.fast.get("off"):
            return self.explained(m, frame)
        made = m.book.fast.get(self.name)
        if made is None:
            made = m.book.fast[self.name] = fast.procedure(m.book, self.code, EXECUTE, _priced)
        return made(m, frame)

    def explained(self, m: Machine, frame: Frame) -> Control:
        """Run instructions until one of them waits, calls, or leaves the game unsettled."""
        vars = dict(frame.vars)
        at = int(frame.step or 0)
        while at < len(self.code):
            instruction = self.code[at]
            outcome = EXECUTE[type(instruction)](instruction, m, vars, at)
            if outcome is None:
                at += 1
            elif isinstance(outcome, int):
                at = outcome
            else:
                return outcome
            if m.state.unsettled:
                return go(str(at), vars)
        return end()

    def menu(self, m: Machine, frame: Frame, player: int, picks: tuple[Any, ...]) -> Menu | None:
        """Offer what a Choose lets somebody choose."""
        choose = self.code[int(frame.step or 0)]
        assert isinstance(choose, code.Choose)
        if picks:
            return None
        keys: list[Any] = [m.state.ref(slot) for slot in things(choose.of, m, frame.vars)]
        return Menu(choose.prompt, [*keys, "none"] if choose.optional else keys, acts.Namer(m, "object"))

    def leaving(self, m: Machine, frame: Frame, how: str) -> None:
        """Nothing hangs on the frame but what lasts until it ends."""

    def words(self, m: Machine, frame: Frame) -> str:
        """Name the procedure, who is at it, and the step."""
        if "/" in self.name:
            return ""
        actor = frame.vars.get("actor", NOWHERE)
        who = f" of {m.book.name_of(m.state, actor)}" if actor != NOWHERE and self.subject else ""
        return f"{self.title or self.name}{who}{self._step(int(frame.step or 0))}"

    def _step(self, at: int) -> str:
        passed = [name for start, name in self.labels if start < max(at, 1)]
        return f", step {len(passed)} of {len(self.labels)} ({passed[-1]})" if passed else ""


def note(m: Machine, words: str) -> None:
    """Put words into the account, where one is kept."""
    if m.account is not None:
        m.account.append(words)


def _number(node: Any, m: Machine, vars: Vars, words: str = "") -> int:
    """Work a number out, and tell how where an account is kept and there is something to tell."""
    if m.account is None:
        return int(reckon(node, m, vars))
    value, told = account.recount(node, m, vars)
    if told != str(value) or nodes.rolls(node):
        note(m, f"  {words}{account.formula(node, m, vars)}: {told if told == str(value) else f'{told} = {value}'}.")
    return int(value)


def _declare(node: code.Declare, m: Machine, vars: Vars, at: int) -> Outcome:
    action = m.book.actions[vars["action"]]
    for limit in node.limits:
        _count(m, limit, vars["actor"])
    if m.account is not None:
        names = [acts.Namer(m, pick.kind)(vars[pick.name]) for pick in action.picks if pick.name in vars]
        rule = f" ({action.rule})" if action.rule else ""
        target = f" → {', '.join(names)}" if names else ""
        note(m, f"{m.book.name_of(m.state, vars['actor'])}: {action.name}{target}{rule}")
    return None


def _count(m: Machine, limit: str, slot: int) -> None:
    old = m.state.tallies.get((limit, slot), 0)
    m.emit(("tallied", limit, slot, old, old + 1))


def _test(node: code.Test, m: Machine, vars: Vars, at: int) -> Outcome:
    if m.account is not None and isinstance(node.condition, nodes.Cmp):
        hit = node.told and m.book.actions[vars["action"]].hostile
        true, told = account.compare(node.condition, m, vars, hit)
        note(m, f"  {told}")
    else:
        true = reckon(node.condition, m, vars)
    if node.told:
        m.emit(("told", "check", "passed" if true else "failed", m.book.actions[vars["action"]].name))
    return None if true else node.otherwise


def _alter(node: code.Alter, m: Machine, vars: Vars, at: int) -> Outcome:
    slots = whom(node.whom, m, vars)
    amount = 0 if node.each else _number(node.amount, m, vars)
    changes = []
    for slot in slots:
        amount = _number(node.amount, m, vars) if node.each else amount
        paid = _priced(m, vars, slot, node.stat, amount) if node.price else amount
        changes.append(effects.alter(slot, node.stat, node.op, paid, node.tag))
    control = triggers.would(m, changes, str(at + 1), vars) if m.book.would else None
    if control is not None:
        return control
    for change in changes:
        effects.do(m, change)
    return None


def _priced(m: Machine, vars: Vars, slot: int, stat: int, amount: int) -> int:
    """Give what a cost comes to, using up what makes it cheaper."""
    paid, limited = values.price(m, slot, vars["action"], stat, amount)
    if limited is not None and paid != amount:
        values.use(m, limited)
        note(m, f"  {limited.name}: {paid} instead of {amount} {m.book.stats[stat].name}.")
    return paid


def duration(m: Machine, until: tuple[Any, ...], vars: Vars) -> tuple[Any, ...]:
    """Fix a duration at the frames and objects of this moment."""
    if not until:
        return ()
    when, structure, *rest = until
    if when == "frame":
        frame = m.state.innermost(structure) or m.state.agenda[0]
        return ("frame", frame.id)
    count = reckon(rest[1], m, vars)
    whose = reckon(rest[0], m, vars) if rest[0] is not None else NOWHERE
    running = m.state.innermost(structure)
    if rest[2] and running is not None and running.vars.get("actor", NOWHERE) == whose:
        count += 1  # "until the end of its next turn", said in its own turn, passes over the end of this one
    return (when, structure, whose, count)


def _last(node: code.Last, m: Machine, vars: Vars, at: int) -> Outcome:
    amount = _number(node.amount, m, vars)
    for slot in whom(node.whom, m, vars):
        until = duration(m, node.until, vars)
        values.last(m, Lasting(m.new_id(), node.name, slot, node.stat, node.op, amount, until, None, vars.get("actor", NOWHERE)))
    return None


def _free(node: code.Free, m: Machine, vars: Vars, at: int) -> Outcome:
    uses = reckon(node.uses, m, vars)
    for slot in whom(node.whom, m, vars):
        question = ("price", _called(m, slot, node.action), node.stat)
        until = duration(m, node.until, vars)
        values.last(m, Lasting(m.new_id(), node.name, slot, question, "set", 0, until, uses, vars.get("actor", NOWHERE)))
    return None


def _called(m: Machine, slot: int, name: str) -> int:
    """Find the action somebody has under a name; definitions may differ from one actor to another."""
    action = m.book.action(name)
    assert action is not None  # the checker has seen to it
    return next((n for n in acts.abilities(m, slot) if m.book.actions[n].name == name), action.index)


def _shove(node: code.Shove, m: Machine, vars: Vars, at: int) -> Outcome:
    ground, origin = m.state.setting.grid, reckon(node.origin, m, vars)
    tiles = reckon(node.tiles, m, vars)
    for slot in whom(node.whom, m, vars):
        here, there = m.state.cell(slot, TILE), m.state.cell(origin, TILE)
        if ground is None or here < 0 or there < 0:
            continue
        moved = (grid.away if node.mode == "away" else grid.toward)(ground, there, here, tiles)
        effects.do(m, effects.shift(slot, moved))
    return None


def _walk(node: code.Walk, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in whom(node.whom, m, vars):
        effects.do(m, effects.shift(slot, vars[node.tile]))
    return None


def _send(node: code.Send, m: Machine, vars: Vars, at: int) -> Outcome:
    for change in sends(node, m, vars):
        effects.do(m, change)
    return None


def _each(node: code.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    key = f"{node.var} left"
    left = vars[key] if key in vars else tuple(things(node.of, m, vars))
    still = [slot for slot in left if slot in things(node.of, m, vars)]
    if not still:
        vars.pop(key, None)
        return node.end
    vars[node.var], vars[key] = still[0], tuple(still[1:])
    return None


def _repeat(node: code.Repeat, m: Machine, vars: Vars, at: int) -> Outcome:
    key = f"{node.var} left"
    left = vars[key] if key in vars else reckon(node.times, m, vars)
    if left <= 0:
        vars.pop(key, None)
        return node.end
    vars[key] = left - 1
    return None


def _run(node: code.Run, m: Machine, vars: Vars, at: int) -> Outcome:
    if node.own:
        return call(node.procedure, vars, str(at + 1), vars)
    given: Vars = {} if node.actor is None else {"actor": reckon(node.actor, m, vars)}
    return call(node.procedure, {**given, **_player(m, vars, given)}, str(at + 1), vars)


def _player(m: Machine, vars: Vars, given: Vars) -> Vars:
    """A structure of an actor is also its player's; otherwise the caller's player goes on."""
    if given.get("actor", NOWHERE) != NOWHERE:
        return {"player": m.player_of(given["actor"])}
    return {name: vars[name] for name in ("player", "actor") if name in vars}


def _open(node: code.Open, m: Machine, vars: Vars, at: int) -> Outcome:
    given: Vars = {"kinds": node.kinds, "discipline": node.discipline, "title": node.title}
    given |= {"once": node.once, "must": node.must, "idle": node.idle}
    if node.who is not None:
        given["actor"] = reckon(node.who, m, vars)
    if node.seats:
        given["seats"] = _seats(m, node.seats, vars)
    return call("floor" if node.floor else "window", given, str(at + 1), vars)


def _seats(m: Machine, which: str, vars: Vars) -> tuple[int, ...]:
    """Give the seats a window asks, the active player first."""
    count = len(m.state.setting.seats)
    first = max(0, m.book.active(m))
    return tuple((first + n) % count for n in range(count if which == "all" else 1))


def _negate(node: code.Negate, m: Machine, vars: Vars, at: int) -> Outcome:
    frame = m.state.frame(vars["would"])
    if frame is None or "changes" not in frame.vars:
        return None
    less = None if node.amount is None else _number(node.amount, m, vars)
    heard = vars.get("heard", (vars["actor"],))
    changes = tuple(_lessened(change, heard, node.stat, less) for change in frame.vars["changes"])
    m.amend(frame.id, {"changes": tuple(change for change in changes if change is not None)})
    m.emit(("told", "negated", vars["actor"]))
    return None


def _lessened(change: effects.Change, heard: tuple[int, ...], stat: int, less: int | None) -> effects.Change | None:
    """Give what is left of one part of a prepared change, if it is one that was heard."""
    if change[0] != "alter" or change[1] not in heard or change[2] != stat:
        return change
    rest = 0 if less is None else max(0, change[4] - less)
    return (*change[:4], rest, change[5]) if rest else None


def _expire(node: code.Expire, m: Machine, vars: Vars, at: int) -> Outcome:
    actor = vars.get("actor", NOWHERE)
    for whose in (actor, NOWHERE):
        m.expire(node.when, node.structure, whose)
    frame = m.state.innermost(node.structure)
    if node.when == "end" and frame is not None:
        m.expire("frame", frame.id)
    return None


def _refresh(node: code.Refresh, m: Machine, vars: Vars, at: int) -> Outcome:
    for index, stat in enumerate(m.book.stats):
        if stat.refresh is not None and stat.refresh[0] == node.structure:
            effects.do(m, effects.alter(vars["actor"], index, "=", stat.refresh[1]))
    return None


def _heeding(node: code.Heeding, m: Machine, vars: Vars, at: int) -> Outcome:
    # What was noticed before the innermost reaction or triggered ability is its caller's to heed, in its order.
    first = next((frame.vars["pending"] for frame in reversed(m.state.agenda) if "pending" in frame.vars), 0)
    noticed = m.state.noticed[first:]
    if not any(not (node.own and m.book.triggers[entry[0]].optional) for entry in noticed):
        return None
    return call("heed", {"own": node.own, "from": first}, str(at + 1), vars)


def _leave(node: code.Leave, m: Machine, vars: Vars, at: int) -> Outcome:
    frame = m.state.innermost(node.structure) if node.structure else m.state.agenda[0]
    return end() if frame is None else leave(frame.id)


def _standing(node: code.Standing, m: Machine, vars: Vars, at: int) -> Outcome:
    """Write standings down: the sides still in play win and the others lose, or somebody's side wins or loses."""
    everyone = [slot for slot in range(len(m.state.places)) if m.state.cell(slot, SIDE) != NOWHERE]
    chosen = [s for s in everyone if m.in_play(s)] if node.whom is None else whom(node.whom, m, vars)
    sides = {m.state.cell(slot, SIDE) for slot in chosen}
    for slot in everyone:
        to = node.to if m.state.cell(slot, SIDE) in sides else -node.to
        if m.state.cell(slot, STANDING) != to:
            m.emit(("changed", slot, STANDING, m.state.cell(slot, STANDING), to))
    return None


def _finish(node: code.Finish, m: Machine, vars: Vars, at: int) -> Outcome:
    condition = m.book.extra["ends"].get(m.state.setting.scene)
    if condition is None or not reckon(condition, m, vars):
        return None
    _standing(code.Standing(None, 1), m, vars, at)
    return leave(m.state.agenda[0].id)


def _block(node: code.Block, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in whom(node.whom, m, vars):
        stacks.block(m, slot)
    return None


def _copy(node: code.Copy, m: Machine, vars: Vars, at: int) -> Outcome:
    for slot in whom(node.whom, m, vars):
        action, given = stacks.resolving(m, slot)
        stacks.put(m, action, {**given, "actor": vars["actor"], "player": vars["player"]})
    return None


def _choose(node: code.Choose, m: Machine, vars: Vars, at: int) -> Outcome:
    if "answer" in vars:
        _, picks = vars.pop("answer")
        vars[node.var] = NOWHERE if picks[0] == "none" else picks[0] % LIVES
        return None
    if not things(node.of, m, vars):
        vars[node.var] = NOWHERE
        return None
    return ask((m.player_of(reckon(node.by, m, vars)),), str(at), vars)


def _shuffle(node: code.Shuffle, m: Machine, vars: Vars, at: int) -> Outcome:
    """Shuffle by rolling for each place from the top; the faces stay with the machine."""
    zone = m.state.owned(node.zone, m.player_of(reckon(node.owner, m, vars)))
    for size in range(len(m.state.zones[zone]), 1, -1):
        (face,) = m.roll(1, size)
        effects.do(m, effects.send(m.state.zones[zone][face - 1], zone))
    return None


def _tell(node: code.Tell, m: Machine, vars: Vars, at: int) -> Outcome:
    m.emit(("told", node.word))
    return None


EXECUTE: dict[type, Callable[[Any, Machine, Vars, int], Outcome]] = {
    code.Declare: _declare,
    code.Test: _test,
    code.Jump: lambda node, m, vars, at: int(node.to),
    code.Alter: _alter,
    code.Last: _last,
    code.Free: _free,
    code.Shove: _shove,
    code.Walk: _walk,
    code.Send: _send,
    code.Each: _each,
    code.Again: lambda node, m, vars, at: go(str(node.to), vars),
    code.Repeat: _repeat,
    code.Run: _run,
    code.Open: _open,
    code.Negate: _negate,
    code.Expire: _expire,
    code.Refresh: _refresh,
    code.Heeding: _heeding,
    code.Leave: _leave,
    code.Finish: _finish,
    code.Standing: _standing,
    code.Block: _block,
    code.Copy: _copy,
    code.Choose: _choose,
    code.Shuffle: _shuffle,
    code.Tell: _tell,
}
