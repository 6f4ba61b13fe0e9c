"""Executes the instructions that control the course of play: loops, structures, windows, choices, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from rulewright.kernel.change import effects, gate, lasting, triggers, writing
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate, passing, things, whom
from rulewright.kernel.flow import choosing, extra_structures, ordering, settling, step_jumps, turns
from rulewright.kernel.flow.agenda import Control, Executors, Machine, ask, call, end, go, leave
from rulewright.kernel.legality import judging
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.checksum import checksum
from rulewright.kernel.state.facts import LIVES, NOBODY, NOWHERE, SIDE, STANDING, Vars
from rulewright.program import building, definition, expressions, instructions, own_procedures
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Course
from rulewright.program.modes import Occasion, Order, Quality, Source, Want
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import ANSWER, CHOSEN, CHOSEN_ONES, OUTCOME, PENDING, SAID, STOOD

Outcome = Control | int | None


def each(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    """Run a loop for the next of its things, or continue after it."""
    loop = LOOPS.get(node.order, _in_turn)
    return loop(node, m, vars, at)


def _in_turn(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    assert node.of is not None  # only loops over casts and counts need no things
    left = by_name.listed(vars, node.rest) if node.rest in vars else tuple(ordered(node, m, vars))
    turns.remember(node, vars)
    # The things of the loop may depend on what the name referred to before the loop.
    still = _still(node.of, m, by_name.having(vars, node.var, by_name.value(vars, node.kept)), left)
    if not still:
        by_name.drop(vars, node.rest)
        return turns.restored(node, vars)
    by_name.put(vars, node.var, still[0])
    by_name.put(vars, node.rest, tuple(still[1:]))
    return None


def ordered(node: instructions.Each, m: Machine, vars: Vars) -> list[int]:
    """List the things of a loop in its order."""
    assert node.of is not None
    found, active = things(node.of, m, vars), m.book.active(m)
    if node.count is not None:
        return found[: max(0, evaluate(node.count, m, vars))]
    if node.order is Order.REVERSED:
        return found[::-1]
    return sorted(found, key=lambda slot: m.player_of(slot) == active) if node.order is Order.ACTIVE_LAST else found


def _still(node: expressions.Query | expressions.Picked, m: Machine, vars: Vars, left: tuple[int, ...]) -> list[int]:
    """List those of the remaining things that are still the same."""
    if isinstance(node, expressions.Picked):
        return list(left)
    node = _by_itself(node)
    if node.source is not Source.PLAY:
        return [slot for slot in left if slot in things(node, m, vars)]
    return passing(node, m, vars, [slot for slot in left if m.in_play(slot)])


@lru_cache(maxsize=4096)
def _by_itself(node: expressions.Query) -> expressions.Query:
    """Give the same things without the tests that compare them with one another."""
    tests = tuple(test for test in node.tests if not _compares(test))
    return node if tests == node.tests else replace(node, tests=tests)


def _compares(test: expressions.Expression) -> bool:
    """Say whether a test compares a thing with the highest of all; later things of a loop are not tested again by it."""
    return any(isinstance(part, expressions.Measure) and part.want is Want.MOST for part in building.walk(test))


def _anew(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    """Take the first thing, in the current order, that has not been taken yet."""
    had = by_name.take(vars, node.rest)
    turns.remember(node, vars)
    assert node.of is not None
    following = next((slot for slot in things(node.of, m, vars) if slot not in had), None)
    if following is None:
        return turns.restored(node, vars)
    by_name.put(vars, node.var, following)
    by_name.put(vars, node.rest, (*had, following))
    return None


def _repeat(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    left = by_name.number(vars, node.rest) if node.rest in vars else evaluate(node.count, m, vars)
    if left <= 0:
        by_name.drop(vars, node.rest)
        return node.end
    by_name.put(vars, node.rest, left - 1)
    return None


def _while_changing(node: instructions.Each, m: Machine, vars: Vars, at: int) -> Outcome:
    """Continue while the facts differ from those of the last run; a later run compares with the facts that were left."""
    found = checksum(m.state)
    if by_name.value(vars, node.rest) == found:
        return node.end
    by_name.put(vars, node.rest, found)
    return None


def _run(node: instructions.Run, m: Machine, vars: Vars, at: int) -> Outcome:
    if node.own:
        return call(node.procedure, vars, str(at + 1), vars)
    if node.extra is not None:
        return _to_come(m, vars, at, node.name, (extra_structures.EXTRA, node.procedure), node.actor, node.extra)
    given: Vars = {} if node.actor is None else {"actor": evaluate(node.actor, m, vars)}
    if m.state.lasting and extra_structures.skipped(m, node.procedure, given.get("actor", NOWHERE)):
        return None
    chosen = by_name.only(vars, (CHOSEN, CHOSEN_ONES))  # a structure knows what was chosen before it
    return call(node.procedure, {**chosen, **given, **_player(m, vars, given)}, str(at + 1), vars)


def _to_come(
    m: Machine, vars: Vars, at: int, name: str, what: tuple[str, *tuple[int, ...]], whose: Expression | None, count: Expression
) -> Outcome:
    """Give somebody extra structures, or let them skip some, as many as the instruction says."""
    slots = [NOWHERE] if whose is None else whom(whose, m, vars)
    uses = evaluate(count, m, vars)
    begun = lasting.begin(m, vars, slots if uses > 0 else (), name, what, None, op="add", uses=uses)
    return gate.through(m, begun, str(at + 1), vars)


def _player(m: Machine, vars: Vars, given: Vars) -> Vars:
    """A structure of an actor also belongs to its player; otherwise the player of the caller stays the same."""
    if given.get("actor", NOWHERE) != NOWHERE:
        return {"player": m.player_of(given["actor"])}
    return by_name.only(vars, ("player", "actor"))


def _open(node: instructions.Open, m: Machine, vars: Vars, at: int) -> Outcome:
    given: Vars = {"kinds": node.kinds, "discipline": node.discipline, "title": node.title}
    given |= {"once": node.once, "must": node.must, "idle": node.idle}
    given |= {"open": node.open} if node.open else {}
    given |= {"still": True} if node.still is not None else {}
    if node.lasts is not None:
        given["lasts"] = node.lasts
    if node.who is not None:
        given["actor"] = evaluate(node.who, m, vars)
    if node.seats:
        given["seats"] = _seats(m, node, vars)
    if node.turn:
        given["order"] = m.book.seats(m)
    if node.last is not None:
        last = [m.player_of(slot) for slot in whom(node.last, m, vars)]
        given["order"] = tuple(sorted(given["seats"], key=last.__contains__))
    if node.seats == "company":
        given |= {"seats": (m.player_of(vars["actor"]),), "members": turns.company(m, vars)}
    vars.pop(OUTCOME, None)
    opened = own_procedures.FLOOR if node.floor else own_procedures.WINDOW
    return call(opened, given, str(at + 1), vars, OUTCOME if node.once else None)


def _seats(m: Machine, node: instructions.Open, vars: Vars) -> tuple[int, ...]:
    """Give the seats that a window asks: the active player first, or as the window says; or that of the structure."""
    if node.first is None and node.seats == "one":
        return m.book.seats(m, _whose(m, vars))[:1]
    said = evaluate(node.first, m, vars)
    seats = m.book.seats(m) if said == NOWHERE else m.book.seats(m, m.player_of(said))
    return seats if node.seats == "all" else seats[:1]


def _whose(m: Machine, vars: Vars) -> int:
    """Give the player to whom a structure belongs, or nobody."""
    actor = vars.get("actor", NOWHERE)
    player = NOBODY if actor == NOWHERE else m.player_of(actor)
    return int(vars.get("player", NOBODY)) if player == NOBODY else player


def _heeding(node: Course, m: Machine, vars: Vars, at: int) -> Outcome:
    own = node.how is Occasion.HEED_OWN
    if not own and m.book.settle is not None and m.book.settle.answers:
        return None
    # Triggers that were met before the innermost reaction or triggered ability are handled by its caller, in its order.
    first = next((frame.vars[PENDING] for frame in reversed(m.state.agenda) if PENDING in frame.vars), 0)
    noticed = [entry for entry in m.state.noticed[first:] if not triggers.stacked(m, entry)]
    if not any(not own or triggers.by_itself(m, entry) for entry in noticed):
        return None
    return call(own_procedures.REPLY, {"own": own, "from": first}, str(at + 1), vars)


def _leave(node: instructions.Leave, m: Machine, vars: Vars, at: int) -> Outcome:
    if node.skip is not None:
        return _to_come(m, vars, at, node.name, (extra_structures.SKIP, node.structure, node.step), node.whose, node.skip)
    if node.passes:
        return step_jumps.passed(node, m, vars, at)
    if node.step != NOWHERE:
        return step_jumps.go_to_step(node, m, vars, at)
    frame = m.state.innermost(node.structure) if node.structure != NOWHERE else m.state.agenda[0]
    if frame is None:
        return end()
    if node.structure != NOWHERE:  # when the game is over, nothing changes any more
        turns.wind_up(m, m.state.agenda.index(frame), vars, at)
    return leave(frame.id)


def _standing(node: instructions.Standing, m: Machine, vars: Vars, at: int) -> Outcome:
    """Make somebody's side win or lose, if it can and no rule replaces that."""
    if STOOD not in vars:
        sides = dict.fromkeys(_player_of(m, slot) for slot in whom(node.whom, m, vars))
        held = effects.permitted(m, [effects.alter(slot, STANDING, "=", node.to) for slot in sides])
        vars[STOOD] = tuple(change[1] for change in held)
        control = gate.would(m, held, str(at), vars) if m.book.would else None
        if control is not None:
            return control
        chosen = list(vars.pop(STOOD))
    else:  # the held changes have happened by now, as far as nothing prevented them
        chosen = [slot for slot in vars.pop(STOOD) if m.state.cell(slot, STANDING) == node.to]
    if not chosen:
        return at + 2 if node.to > 0 else None  # the next instruction ends the game for the winner
    return _stands(node.to, m, chosen)


def _player_of(m: Machine, slot: int) -> int:
    """Give the player's object to which a thing belongs, if players are objects; otherwise the thing itself."""
    owner, players = m.player_of(slot), m.state.refs(0, "players")
    return int(players[owner]) if players and owner != NOBODY else slot


def _stands(to: int, m: Machine, chosen: Sequence[int]) -> Outcome:
    """Record that the sides of some things win or lose; if only one side has not lost, it wins."""
    everyone = [slot for slot in range(len(m.state.places)) if m.state.cell(slot, SIDE) != NOWHERE]
    sides = {m.state.cell(slot, SIDE) for slot in chosen}
    left = {m.state.cell(s, SIDE) for s in everyone if m.state.cell(s, STANDING) >= 0} - sides
    if to < 0 and len(left) > 1:
        _stand(m, everyone, dict.fromkeys(sides, -1))
        return None
    winners = sides if to > 0 else left
    _stand(m, everyone, {side: 1 if side in winners else -1 for side in sides | left})
    return leave(m.state.agenda[0].id) if to < 0 else None  # the last remaining side has won


def _stand(m: Machine, everyone: Sequence[int], standings: dict[int, int]) -> None:
    """Record the standing of sides."""
    for slot in everyone:
        writing.write(m, slot, STANDING, standings.get(m.state.cell(slot, SIDE), m.state.cell(slot, STANDING)))


def _finish(node: Course, m: Machine, vars: Vars, at: int) -> Outcome:
    for condition, winners in m.book.endings.get(m.state.setting.scene, ()):
        if evaluate(condition, m, vars):
            sided = [slot for slot in range(len(m.state.places)) if m.state.cell(slot, SIDE) != NOWHERE and m.in_play(slot)]
            _stands(1, m, sided if winners is None else whom(winners, m, vars))
            return leave(m.state.agenda[0].id)
    return None


def _choose(node: instructions.Choose, m: Machine, vars: Vars, at: int) -> Outcome:
    """Ask for one thing after another, until there are enough or no more; they are stored under the name."""
    if node.by is None:
        _draw(node, m, vars)
        return None
    taken, wanted = by_name.take(vars, node.taken), 1 if node.count is None else evaluate(node.count, m, vars)
    answer = vars.pop(ANSWER)[1][0] if ANSWER in vars else None
    if SAID in vars and isinstance(answer, int) and not _still_there(node, m, vars, taken, answer):
        answer = "none"
    taken = (*taken, answer % LIVES) if isinstance(answer, int) else taken
    chooser = evaluate(node.by, m, vars)
    done = answer == "none" or len(taken) >= wanted or chooser == NOWHERE  # if nobody chooses, nothing is chosen
    left = [] if done else choosable(node, m, vars, taken)
    if answer is None and not taken and not done and veiled(node, m):
        return ask((m.player_of(chooser),), str(at), by_name.having(vars, node.taken, taken))
    if len(left) == 1 and not node.optional and all(visibility.knows(m, None, slot) for slot in left):
        taken, left = (*taken, *left), []  # everybody can see that there is no choice
    if left:
        return ask((m.player_of(chooser),), str(at), by_name.having(vars, node.taken, taken))
    _keep(node, vars, taken)
    if m.book.noting_choices:
        choosing.chosen(m, taken)
    return None


def _still_there(node: instructions.Choose, m: Machine, vars: Vars, taken: tuple[int, ...], ref: int) -> bool:
    """Say whether what was chosen in secret can still be chosen when it is revealed."""
    return m.state.alive(ref) and ref % LIVES in choosable(node, m, vars, taken)


def _keep(node: instructions.Choose, vars: Vars, taken: tuple[int, ...]) -> None:
    """Keep what was chosen: the first of them, and all."""
    by_name.put(vars, node.var, taken[0] if taken else NOWHERE)
    by_name.put(vars, node.ones, taken)
    if node.of.among:
        by_name.put(vars, node.of.among, tuple(slot for slot in by_name.listed(vars, node.of.among) if slot not in taken))


def _draw(node: instructions.Choose, m: Machine, vars: Vars) -> None:
    """Choose at random: with open dice if everybody sees the things, otherwise with hidden dice."""
    left, wanted = things(node.of, m, vars), 1 if node.count is None else evaluate(node.count, m, vars)
    taken: list[int] = []
    if not all(visibility.knows(m, None, slot) for slot in left):
        left = list(m.shuffled(left))
        taken, left = left[:wanted], []
    while left and len(taken) < wanted:
        taken.append(left.pop(m.roll(1, len(left))[0] - 1 if len(left) > 1 else 0))
    _keep(node, vars, tuple(taken))


def veiled(node: instructions.Choose, m: Machine) -> bool:
    """Say whether others cannot know if there is anything to choose; then somebody is asked even if there is nothing."""
    dark = m.book.secret and any(m.book.zones[zone].seen != "all" for zone in node.of.zones)
    if node.of.among:
        return m.book.secret and bool(node.of.tests)
    if expressions.Trait(Quality.REVEALED) in node.of.tests:
        return False
    return dark and any(not isinstance(test, expressions.Lies) for test in node.of.tests)


def choosable(node: instructions.Choose, m: Machine, vars: Vars, taken: tuple[int, ...]) -> list[int]:
    """List what may still be chosen."""
    found = [slot for slot in things(node.of, m, vars) if slot not in taken]
    if definition.CHOSEN not in m.book.forbidden:
        return found
    by: Vars = {**vars, "actor": evaluate(node.by, m, vars), "action": vars.get("action", NOWHERE)}
    return [slot for slot in found if judging.holds(m, judging.CHOOSABLE.test, {**by, "it": slot})]


def asking(node: instructions.Choose, m: Machine, vars: Vars, taken: int) -> str:
    """Say who chooses what, how many, what for, and how many were chosen."""
    count = 1 if node.count is None else evaluate(node.count, m, vars)
    many = f"{'up to ' if node.optional else ''}{count} " if count != 1 else ""
    so_far = f" ({taken} chosen so far)" if taken else ""
    return f"{m.book.name_of(m.state, evaluate(node.by, m, vars))}: choose {many}{node.of.words}{node.purpose}{so_far}"


def _let(node: instructions.Let, m: Machine, vars: Vars, at: int) -> Outcome:
    by_name.put(vars, node.var, account.number(node.value, m, vars))
    return None


LOOPS: dict[Order, Callable[[instructions.Each, Machine, Vars, int], Outcome]] = {
    Order.ANEW: _anew,
    Order.TIMES: _repeat,
    Order.CHANGING: _while_changing,
    Order.CASTS: turns.each_cast,
    Order.CHOSEN: ordering.in_order,
}
OCCASIONS: dict[Occasion, Callable[[Course, Machine, Vars, int], Outcome]] = {
    **turns.OCCASIONS,
    **settling.OCCASIONS,
    Occasion.HEED: _heeding,
    Occasion.HEED_OWN: _heeding,
    Occasion.FINISH: _finish,
}
FLOW: Executors = {
    instructions.Ties: turns.ties,
    instructions.Run: _run,
    instructions.Open: _open,
    instructions.Leave: _leave,
    instructions.Standing: _standing,
    instructions.Choose: _choose,
    instructions.Let: _let,
    instructions.Jump: lambda node, m, vars, at: go(str(node.to), vars) if node.back else int(node.to),
}
