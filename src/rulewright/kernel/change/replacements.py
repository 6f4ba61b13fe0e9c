"""Several replacements of one change, which the affected player puts in order; and preventions, which are used up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rulewright.kernel.change import gate, triggers
from rulewright.kernel.change.effects import Change
from rulewright.kernel.flow import stacks
from rulewright.kernel.legality.menus import Menu, Naming, Reference
from rulewright.kernel.state.facts import NOBODY, NOWHERE, Key, Vars
from rulewright.program.quick_dataclasses import dataclass

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

Listener = tuple[int, int]  # trigger, holder: see `gate.listening`


def rivals(m: Machine, given: Vars, offers: Sequence[Listener]) -> tuple[list[Listener], int]:
    """List the abilities that apply without a choice to the same thing, and its player, who orders them.

    Rules that belong to nobody come before them. The order of equal abilities of equal cards does not matter.
    """
    if not _forced(m, offers[0]):
        return [offers[0]], NOBODY
    about = _about(m, given, offers[0])
    player = m.player_of(about[0])
    found = [each for each in offers if _forced(m, each) and not set(about).isdisjoint(_about(m, given, each))]
    slots = [gate.holder_of(m, holder)[0] for _, holder in found]
    same = len({index for index, _ in found}) == 1 and found[0][0] != NOWHERE and stacks.alike(m, slots)
    return ([offers[0]] if same or player == NOBODY else found), player


def _forced(m: Machine, offer: Listener) -> bool:
    """Say whether a listener applies without a choice and belongs to somebody."""
    if offer[0] == NOWHERE:
        return True
    trigger = m.book.triggers[offer[0]]
    return triggers.unasked(m, trigger) and not trigger.everyone


def _about(m: Machine, given: Vars, offer: Listener) -> tuple[int, ...]:
    """Give the things of the changes that a listener would edit."""
    if offer[0] == NOWHERE:
        return (m.state.lasting[-2 - offer[1]].object,)
    return gate.heard(m, m.book.triggers[offer[0]], offer[1], given)


def words(m: Machine, among: Sequence[Listener]) -> list[str]:
    """Name listeners, each differently: the ability and its holder, or the prevention."""
    found: list[str] = []
    for index, holder in among:
        slot = gate.holder_of(m, holder)[0]
        own = (
            f"{m.book.actions[m.book.triggers[index].action].name} ({m.book.name_of(m.state, slot)})" if index != NOWHERE else ""
        )
        name = f"{own or m.state.lasting[-2 - holder].name} first"
        found.append(name if name not in found else f"{name} {1 + sum(each.startswith(name) for each in found)}")
    return found


@dataclass(frozen=True, slots=True)
class InTurn(Naming):
    """Names listeners by their places among those that may come first."""

    m: Machine
    among: Sequence[Listener]
    kind: str = "word"

    def __call__(self, key: Key) -> str:
        return words(self.m, self.among)[key] if isinstance(key, int) else str(key)

    def about(self, key: Key) -> tuple[Reference, ...]:
        """Refer to the holder of an ability, or to what a prevention protects."""
        slot = gate.holder_of(self.m, self.among[key][1])[0] if isinstance(key, int) else NOWHERE
        return (Reference("thing", slot),) if slot >= 0 else ()


def menu(m: Machine, among: Sequence[Listener], player: int) -> Menu:
    """Offer what may come first."""
    return Menu(f"{m.state.setting.seats[player]}: which comes first?", [*range(len(among))], InTurn(m, among))


def inherited(m: Machine, held: Vars, it: int, changes: Sequence[Change]) -> Vars:
    """If a change is replaced by changes of other things, let abilities used on the first thing count as used on those."""
    there = {change[1] for change in held["changes"]}
    new = list(dict.fromkeys(change[1] for change in changes if change[1] not in (*there, it)))
    treated = [(*use[:2], slot) for use in held.get("treated", ()) if use[2] == it for slot in new]
    own = [met for met in held["met"] if met[0] != NOWHERE and met[1] == it and m.book.triggers[met[0]].everyone]
    befell = [(met[0], slot, met[2]) for met in own for slot in new]
    more: Vars = {"treated": (*held.get("treated", ()), *treated)} if treated else {}
    return {**more, "met": (*held["met"], *befell)} if befell else more


def prevented(m: Machine, changes: Sequence[Change], number: int) -> tuple[Change, ...]:
    """Reduce the changes one after another by what a prevention prevents, and use it up by this amount."""
    effect = m.state.lasting[number]
    left, found = effect.amount, list[Change]()
    for change in changes:
        if change[0] == "alter" and change[1] == effect.object and (gate.NEXT, change[2], change[3]) == effect.question:
            less = min(left, change[4])
            left, change = left - less, (*change[:4], change[4] - less, *change[5:])
        if change[0] != "alter" or change[4] or change[3] == "=":
            found.append(change)
    m.emit(("lasts", effect, effect._replace(amount=left)) if left else ("expired", effect, None))
    m.emit(("told", "prevented", effect.object))
    return tuple(found)
