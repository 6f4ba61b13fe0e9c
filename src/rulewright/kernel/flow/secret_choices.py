"""Choices that several make at once in secret: all are asked together, and nothing is done until all have chosen.

What was chosen is kept in the frame, which no viewer sees. Then the loop runs for one after another, and its first instruction,
the choice, finds the answer prepared.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.flow import control, deciding
from rulewright.kernel.flow.agenda import Control, Machine, ask
from rulewright.kernel.legality.menus import Menu, quietly
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.sight.views import CHOSE
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import NOBODY, NOWHERE, Frame, Key, Path, State, Vars
from rulewright.program import instructions
from rulewright.program.definition import Routine
from rulewright.program.instructions import Choose, Decide, Each
from rulewright.program.modes import Question
from rulewright.program.slots import ANSWER, SAID

EXECUTE = {Choose: control.FLOW[Choose], Decide: deciding.EXECUTE[Decide]}


def each(node: Each, m: Machine, vars: Vars, at: int) -> Control | int | None:
    """Run a loop; if those it goes through choose in secret, all of them are asked first."""
    if not node.secret:
        return control.each(node, m, vars, at)
    if (asked := _gathered(node, m, vars, at)) is not None:
        return asked
    outcome = control.each(node, m, vars, at)
    if outcome is None:
        picks = dict(by_name.choices(vars, node.said))[by_name.number(vars, node.var)]
        vars[SAID] = (at + 1, picks[1:])
        vars |= {ANSWER: (NOBODY, picks[:1])} if picks else {}
        return None
    by_name.drop(vars, node.said, SAID)
    return outcome


def _gathered(node: Each, m: Machine, vars: Vars, at: int) -> Control | None:
    """Take an answer, and ask those who have not chosen yet; None if all have."""
    begins, choice = node.rest not in vars, choice_of(m, m.state.agenda[-1], at)
    if begins:
        by_name.put(vars, node.rest, tuple(control.ordered(node, m, vars)))
        by_name.put(vars, node.said, ())
    waiting = left(node, vars)
    if not waiting:
        return None
    if ANSWER in vars:
        player, picks = vars.pop(ANSWER)
        waiting.remove(one := next(one for one in waiting if _chooser(node, choice, m, vars, one) == player))
        _add(node, vars, one, picks)
    for one in waiting[:]:
        if _chooser(node, choice, m, vars, one) == NOBODY or (begins and not _asks(node, choice, m, vars, one, at)):
            waiting.remove(one)
            _add(node, vars, one, _quiet(node, choice, m, vars, one, at))
    if waiting:
        return ask(tuple(dict.fromkeys(_chooser(node, choice, m, vars, one) for one in waiting)), str(at), vars)
    said = dict(by_name.choices(vars, node.said))
    _reveal(choice, m, [(one, said[one]) for one in by_name.listed(vars, node.rest)])
    return None


def _add(node: Each, vars: Vars, one: int, picks: Path) -> None:
    """Keep what was chosen for one of them."""
    by_name.put(vars, node.said, (*by_name.choices(vars, node.said), (one, picks)))


def left(node: Each, vars: Vars) -> list[int]:
    """List those who have not chosen yet."""
    said = dict(by_name.choices(vars, node.said))
    return [one for one in by_name.listed(vars, node.rest) if one not in said]


def choice_of(m: Machine, frame: Frame, at: int) -> Choose | Decide:
    """Give the choice that a loop begins with."""
    procedure = m.book.procedures[frame.procedure]
    choice = procedure.code[at + 1] if isinstance(procedure, Routine) else None
    assert isinstance(choice, Choose | Decide)  # the language lets nothing else come first
    return choice


def _chooser(node: Each, choice: Choose | Decide, m: Machine, vars: Vars, one: int) -> int:
    """Give the player who chooses for one of them."""
    slot = evaluate(choice.by if isinstance(choice, Choose) else choice.who, m, by_name.having(vars, node.var, one))
    return NOBODY if slot == NOWHERE else m.player_of(slot)


def _asks(node: Each, choice: Choose | Decide, m: Machine, vars: Vars, one: int, at: int) -> bool:
    return isinstance(EXECUTE[type(choice)](choice, m, by_name.having(vars, node.var, one), at), tuple)


def _quiet(node: Each, choice: Choose | Decide, m: Machine, vars: Vars, one: int, at: int) -> Path:
    """Give the simplest answer for one that no seat answers for; nothing where there is no choice."""
    if not _asks(node, choice, m, vars, one, at):
        return ()
    return quietly(lambda picks: _next(choice, m, by_name.having(vars, node.var, one), NOBODY, picks, at))


def _reveal(choice: Choose | Decide, m: Machine, said: Sequence[tuple[int, Path]]) -> None:
    """Tell what was chosen; a chosen thing is not named, because it may be hidden."""
    for one, picks in said:
        if isinstance(choice, Decide) and picks:
            m.emit(("told", CHOSE, one, ", ".join(map(str, picks))))


def _next(choice: Choose | Decide, m: Machine, vars: Vars, player: int, picks: Path, at: int) -> Menu | None:
    """Give what may be picked after some picks; None if the choice is complete."""
    for pick in picks:
        if isinstance(choice, Decide) and choice.how is Question.WHETHER:
            return None
        outcome = EXECUTE[type(choice)](choice, m, {**vars, ANSWER: (player, (pick,))}, at)
        if not isinstance(outcome, tuple):
            return None
        vars = outcome[3]
    return deciding.menu(choice, m, vars) if isinstance(choice, Decide) else things_menu(choice, m, vars)


def menu(node: Each, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
    """Offer a player the choice for the first of those for whom it has not chosen yet."""
    at = int(frame.step or 0)
    choice = choice_of(m, frame, at)
    one = next(one for one in left(node, frame.vars) if _chooser(node, choice, m, frame.vars, one) == player)
    return _next(choice, m, by_name.having(frame.vars, node.var, one), player, picks, at)


def things_menu(node: instructions.Choose, m: Machine, vars: Vars) -> Menu:
    """Offer the things that may be chosen; none of them, only if that is allowed or there is nothing."""
    taken = by_name.listed(vars, node.taken)
    keys: list[Key] = [m.state.ref(slot) for slot in control.choosable(node, m, vars, taken)]
    offered = [*keys, "none"] if node.optional or not keys else keys
    return Menu(lambda: control.asking(node, m, vars, len(taken)), offered, Namer(m, "object", keys))


# -- for those who look ahead ------------------------------------------------------------------------------------------


def asking(m: Machine) -> tuple[Frame, Each] | None:
    """Give the loop that waits for choices in secret, if one does."""
    frame = m.state.agenda[-1] if m.state.asked is not None else None
    code = getattr(m.book.procedures[frame.procedure], "code", ()) if frame is not None else ()
    node = code[int(frame.step or 0)] if frame is not None and code else None
    return (frame, node) if frame is not None and isinstance(node, Each) and node.secret else None


def chosen_anew(m: Machine, viewer: int | None, chance: Random) -> None:
    """Replace what others than a viewer have chosen in secret by other choices that are possible."""
    if (found := asking(m)) is None:
        return
    frame, node = found
    choice, at = choice_of(m, frame, int(frame.step or 0)), int(frame.step or 0)
    said = []
    for one, picks in by_name.choices(frame.vars, node.said):
        player = _chooser(node, choice, m, frame.vars, one)
        if picks and player != viewer:
            picks = _random(choice, m, by_name.having(frame.vars, node.var, one), player, at, chance)
        said.append((one, picks))
    _put(m.state, frame, by_name.having(frame.vars, node.said, tuple(said)))


def _random(choice: Choose | Decide, m: Machine, vars: Vars, player: int, at: int, chance: Random) -> Path:
    picks: Path = ()
    while (offered := _next(choice, m, vars, player, picks, at)) is not None:
        picks = (*picks, chance.choice(list(offered)))
    return picks


def _put(state: State, frame: Frame, vars: Vars) -> None:
    state.agenda[-1] = frame._replace(vars=vars)
