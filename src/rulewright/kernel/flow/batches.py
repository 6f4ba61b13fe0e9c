"""Batches: triggered abilities go on the stack together, by their players in order, before anybody is asked.

Each player chooses the order of their own; an ability with costs or an optional one goes there only if its player wants it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.kernel.change import triggers
from rulewright.kernel.change.triggers import Entry
from rulewright.kernel.flow import performing, stacks
from rulewright.kernel.flow.agenda import Control, Stepwise, ask, end, go
from rulewright.kernel.legality import acts, judging
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import fill
from rulewright.kernel.state.facts import Frame, Key, Path, Vars
from rulewright.program import own_procedures
from rulewright.program.definition import Action
from rulewright.program.slots import ANSWER

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine


def due(m: Machine) -> bool:
    """Say whether triggered abilities wait to be put on the stack."""
    return any(triggers.stacked(m, entry) for entry in m.state.noticed)


def quiet(m: Machine) -> bool:
    """Say whether nothing waits and nothing is about to: noticed, in a batch, or declared and being paid for."""
    return not stacks.waiting(m) and not due(m) and not any(_on_its_way(m, frame) for frame in m.state.agenda)


def _on_its_way(m: Machine, frame: Frame) -> bool:
    if frame.procedure == own_procedures.BATCH:
        return True
    if frame.procedure != own_procedures.ACT:
        return False
    action = m.book.actions[frame.vars["action"]]
    return action.stack == "through" or (frame.step != "done" and stacks.waits(m, action))


class Batch(Stepwise):
    """The procedure that puts one batch on the stack; triggers that are met meanwhile are the next batch."""

    name = "batch"
    question = "what goes on the stack next"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        """Take the met triggers, so that each player in order puts theirs on the stack."""
        batch = [entry for entry in m.state.noticed if self.takes(m, entry)]
        for entry in batch:
            m.emit(("noticed", m.state.noticed.index(entry), entry, None))
        seats = frame.vars.get("seats") or m.book.seats(m)
        return go("next", {"seats": seats, "batch": tuple(batch)}) if batch else end()

    def _next(self, m: Machine, frame: Frame) -> Control:
        """Let the next player in order choose; an ability that leaves no choice is put on the stack at once."""
        batch = tuple(entry for entry in frame.vars["batch"] if self._possible(m, entry))
        if not batch:
            return go("", {"seats": frame.vars["seats"]})
        at_once = next((entry for entry in batch if self._act(m, entry)[0].stack == "through"), None)
        if at_once is not None and not self._act(m, at_once)[0].picks:
            return self._put(m, {"seats": frame.vars["seats"], "batch": batch}, at_once, ())
        player = min((triggers.player(m, entry) for entry in batch), key=frame.vars["seats"].index)  # as the window asks
        own = self._own(m, batch, player)
        given: Vars = {"seats": frame.vars["seats"], "batch": batch, "player": player}
        alone = len(own) == 1 and not self._optional(m, own[0]) and not self._act(m, own[0])[0].picks
        return self._put(m, given, own[0], ()) if alone else ask((player,), "answer", given)

    def _answer(self, m: Machine, frame: Frame) -> Control:
        player, picks = frame.vars[ANSWER]
        batch = frame.vars["batch"]
        if picks[0] == triggers.DECLINE:
            left = tuple(entry for entry in batch if triggers.player(m, entry) != player)
            return go("next", {"seats": frame.vars["seats"], "batch": left})
        return self._put(m, frame.vars, self._offers(m, batch, player)[picks[0]], picks)

    def _put(self, m: Machine, given: Vars, entry: Entry, picks: Path) -> Control:
        """Pay for one and put it on the stack."""
        action, vars = self._act(m, entry)
        batch = list(given["batch"])
        batch.remove(entry)
        filled = fill(action, vars, picks[1:])
        return performing.perform(m, action, filled, picks or (action.name,), "next",
                                  {"seats": given["seats"], "batch": tuple(batch)})  # fmt: skip

    def takes(self, m: Machine, entry: Entry) -> bool:
        """Say whether something noticed belongs to such batches."""
        return triggers.stacked(m, entry)

    # -- what there is to put down -------------------------------------------------------------------------------

    def _act(self, m: Machine, entry: Entry) -> tuple[Action, Vars]:
        index, holder, about = triggers.context(entry)
        action = m.book.actions[m.book.triggers[index].action]
        return action, judging.given(m, action, holder, about)

    def _optional(self, m: Machine, entry: Entry) -> bool:
        return m.book.triggers[entry[0]].optional

    def _possible(self, m: Machine, entry: Entry) -> bool:
        action, vars = self._act(m, entry)
        here = stacks.present(m, vars["player"])
        return here and judging.failure(m, action, vars) is None and judging.completable(m, action, vars, 0)

    def _own(self, m: Machine, batch: tuple[Entry, ...], player: int) -> list[Entry]:
        return [entry for entry in batch if triggers.player(m, entry) == player]

    def _offers(self, m: Machine, batch: tuple[Entry, ...], player: int) -> dict[Key, Entry]:
        """Give what a player may put on the stack next; of several with the same source and name, the first."""
        found: dict[Key, Entry] = {}
        for entry in self._own(m, batch, player):
            found.setdefault(Offer(self._act(m, entry)[0].name, entry[1]), entry)
        return found

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer the player's abilities, and to decline the rest if none of them must be used; then the picks of one."""
        offers = self._offers(m, frame.vars["batch"], player)
        if not picks:
            free = all(self._optional(m, entry) for entry in self._own(m, frame.vars["batch"], player))
            keys: list[Key] = [*offers, triggers.DECLINE] if free else [*offers]
            return Menu(f"{m.state.setting.seats[player]}: {self.question}", keys, Namer(m, "offer", keys))
        if picks[0] == triggers.DECLINE:
            return None
        action, vars = self._act(m, offers[picks[0]])
        return acts.next_menu(m, action, vars, picks[1:])

    def words(self, m: Machine, frame: Frame) -> str:
        """Say that abilities go on the stack."""
        return "abilities go on the stack"


class Reactions(Batch):
    """The procedure in which players respond to what has happened: each in order uses theirs one by one, or lets them lapse."""

    name = "reactions"
    question = "which ability is next"

    def takes(self, m: Machine, entry: Entry) -> bool:
        """Say whether something is handled here: everything that somebody may respond to."""
        return True

    def _possible(self, m: Machine, entry: Entry) -> bool:
        """Say whether an ability can be used: a thing that is no longer the same as when it noticed the event cannot use it."""
        return m.state.alive(entry[1]) and super()._possible(m, entry)

    def words(self, m: Machine, frame: Frame) -> str:
        """Say whose reaction window this is."""
        player = frame.vars.get("player")
        return "reaction window" if player is None else f"reaction window, {m.state.setting.seats[player]}"
