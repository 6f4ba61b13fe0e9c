"""Windows: frames in which players may act. A discipline, which is data, says who gets priority next and when it closes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rulewright.kernel.change import gate
from rulewright.kernel.evaluation.evaluate import evaluate
from rulewright.kernel.flow import batches, performing, stacks
from rulewright.kernel.flow.agenda import Control, Stepwise, ask, call, end, go
from rulewright.kernel.legality import acts, availability, judging
from rulewright.kernel.legality.menus import Menu, Offer
from rulewright.kernel.legality.naming import Namer
from rulewright.kernel.legality.picks import fill, idle
from rulewright.kernel.sight import visibility
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOBODY, NOWHERE, OWNER, Frame, Key, Path, Vars
from rulewright.program import own_procedures
from rulewright.program.declared import ALONE, Discipline
from rulewright.program.definition import Action
from rulewright.program.instructions import Open
from rulewright.program.slots import ANSWER, FREE, GRATIS, INSTRUCTED, USER

if TYPE_CHECKING:
    from rulewright.kernel.flow.agenda import Machine

PASS = "pass"


def _still(m: Machine) -> bool:
    """Say whether the condition of the innermost window is still true, for whoever opened it."""
    opener = m.state.agenda[-2]
    node = m.book.routines[opener.procedure].code[int(opener.step) - 1]
    return not isinstance(node, Open) or node.still is None or bool(evaluate(node.still, m, opener.vars))


class Window(Stepwise):
    """The procedure of every window; the differences are in its variables and its discipline."""

    name = "window"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        seats = frame.vars.get("seats") or (m.player_of(frame.vars["actor"]),)
        opened: Vars = {"seats": tuple(seats), "holder": seats[0], "passes": 0, "waiting": tuple(stacks.waiting(m))}
        return self._again(m, frame, {**frame.vars, **opened})

    def _again(self, m: Machine, frame: Frame, given: Vars) -> Control:
        """Ask whoever has priority now; the game settles first if necessary."""
        if m.state.unsettled:
            return go("ask", given)
        return self._ask(m, Frame(frame.id, frame.procedure, "ask", given, frame.into))

    def _ask(self, m: Machine, frame: Frame) -> Control:
        given = frame.vars
        actor = given.get("actor", NOWHERE)
        if actor != NOWHERE and (not m.in_play(actor) or m.player_of(actor) == NOBODY):
            return end()
        if "members" in given and not self._members(m, frame):
            return end()
        if INSTRUCTED in given and (control := self._instructed(m, frame)) is not None:
            return control
        if given.get("still") and not _still(m):
            return end()
        if given.get("idle") == "closes" and self._idle(m, frame, given["holder"]):
            return end()
        if m.book.disciplines[given["discipline"]].lap == "one":
            return ask((given["holder"],), "answer", given)
        if batches.due(m):
            return call(own_procedures.BATCH, {"seats": given.get("order") or given["seats"]}, "ask", frame.vars)
        return self._priority(m, frame)

    def _instructed(self, m: Machine, frame: Frame) -> Control | None:
        """Let somebody act as an effect says: nothing happens if nothing can be done, and nobody is asked without a choice."""
        offers = self._offers(m, frame, frame.vars["holder"])
        if not offers:
            return end()
        offer, (action, vars) = next(iter(offers.items()))
        asked = [pick for pick in judging.asked_for(m, action) if not idle(pick, vars)]
        if len(offers) > 1 or asked or not frame.vars.get("must"):
            return None
        return performing.perform(m, action, fill(action, vars, ()), (offer,), "acted", frame.vars, "result")

    def _priority(self, m: Machine, frame: Frame) -> Control:
        """Ask whoever has priority, after looking at what was put on the stack and who has left since the last time."""
        rule, waiting = m.book.disciplines[frame.vars["discipline"]], tuple(stacks.waiting(m))
        if not waiting and frame.vars.get("idle") == "empty":
            return end()
        given: Vars = {**frame.vars, "waiting": waiting, **self._noticed(m, frame, waiting)}
        if not waiting and (rule.lap == "owner" or given.get("open") == "first"):
            given["holder"] = given["seats"][0]
            if not stacks.present(m, given["holder"]):
                return end()  # the turn of a player who has left is over
        if not stacks.present(m, given["holder"]):
            given["holder"] = self._after(m, frame, given["holder"])
            if self._counted(m, rule) and given["passes"] >= self._seated(m, frame):
                return go("close", given)
        if not waiting:
            given["focus"] = given["holder"]  # the player who may begin something while nothing waits
        return ask((given["holder"],), "answer", given)

    def _noticed(self, m: Machine, frame: Frame, waiting: tuple[int, ...]) -> Vars:
        """Give who has priority after something was put on the stack, or after its top left because its owner left the game."""
        rule, before = m.book.disciplines[frame.vars["discipline"]], frame.vars["waiting"]
        if set(waiting) - set(before):
            newest = m.state.cell(self._top(m), OWNER)
            if rule.newest:
                return {"passes": 0, "holder": newest}
            after = self._after(m, frame, newest)
            return {"passes": 0} if rule.keeps else {"passes": 0, "holder": after}
        if rule.lap == "owner" and before and before[-1] not in waiting:
            return {"holder": self._next_holder(m, frame, m.state.cell(before[-1], OWNER))}
        return {}

    def _counted(self, m: Machine, rule: Discipline) -> bool:
        """Say whether a lap ends when all have passed in a row; this is also so if the player who would end it has left."""
        top = self._top(m)
        left = top != NOWHERE and not stacks.present(m, m.state.cell(top, OWNER))
        return rule.lap == "succession" or (rule.lap == "owner" and left)

    def _seated(self, m: Machine, frame: Frame) -> int:
        return sum(stacks.present(m, seat) for seat in frame.vars["seats"])

    def _idle(self, m: Machine, frame: Frame, player: int) -> bool:
        """Say whether a player can do nothing and everybody can know this; a player with hidden cards is asked in any case."""
        held = [slot for slot in m.book.sources(m, player) if visibility.knows(m, player, slot)] if m.book.secret else []
        return all(visibility.knows(m, None, slot) for slot in held) and not self._any(m, frame, player)

    def _answer(self, m: Machine, frame: Frame) -> Control:
        player, picks = frame.vars[ANSWER]
        if picks[0] == PASS:
            return go("passed", frame.vars)
        if m.chosen is not None and m.chosen[0] is picks:
            _, action, vars = m.chosen
        else:
            action, vars = self._offered(m, frame, player, picks[0])
            vars = fill(action, vars, picks[1:])
        m.chosen = None
        return performing.perform(m, action, vars, picks, "acted", frame.vars, "result")

    def _acted(self, m: Machine, frame: Frame) -> Control:
        given, result = frame.vars, frame.vars.get("result")
        if given.get("once") and result != "undone":
            return end(1)
        # An act starts the count of passes again; leaving the game does not.
        if given["passes"] and result != "undone" and stacks.present(m, given["holder"]):
            given = {**given, "passes": 0}
        if result == "resolved" and m.book.disciplines[given["discipline"]].lap != "one":
            given = {**given, "holder": self._next_holder(m, frame, given["holder"])}
        return self._again(m, frame, given)

    def _passed(self, m: Machine, frame: Frame) -> Control:
        rule = m.book.disciplines[frame.vars["discipline"]]
        holder, passes = frame.vars["holder"], frame.vars["passes"] + 1
        if self._counted(m, rule):
            first = frame.vars.get("open") == "first" and self._top(m) == NOWHERE
            closing = first or passes >= self._seated(m, frame)
        else:
            top = self._top(m)
            closing = rule.lap == "one" or top == NOWHERE or holder == m.state.cell(top, OWNER)
        if closing:
            return go("close", frame.vars)
        return go("ask", {**frame.vars, "passes": passes, "holder": self._after(m, frame, holder)})

    def _close(self, m: Machine, frame: Frame) -> Control:
        """Resolve the top of the stack, or close when nothing waits."""
        slot = self._top(m)
        rule = m.book.disciplines[frame.vars["discipline"]]
        if slot == NOWHERE or rule.lap == "one":
            return end()
        action, vars = stacks.resolving(m, slot)
        vars = _lawful(m, action, vars) if m.book.strict else vars
        given: Vars = {**frame.vars, "resolved": (slot, m.state.cell(slot, OWNER), action.index)}
        if not m.book.partial and stacks.astray(m, action, vars, NOWHERE):
            m.emit(("told", "fizzled", action.name))
            return go("resolved", given)
        m.emit(("told", "resolves", slot))
        return call(action.procedure, vars, "resolved", given)

    def _resolved(self, m: Machine, frame: Frame) -> Control:
        """Let what has resolved go where its kind goes; something may come before that, or replace it."""
        slot, _, index = frame.vars["resolved"]
        gone = gate.through(m, stacks.put_away(m, m.book.actions[index], slot), "away", frame.vars)
        return gone or self._away(m, frame)

    def _away(self, m: Machine, frame: Frame) -> Control:
        slot, owner, _ = frame.vars["resolved"]
        stacks.take_off(m, slot)
        left = tuple(stacks.waiting(m))  # what was taken off and put there again in the meantime is new
        waiting = tuple(each for each in frame.vars["waiting"] if each in left)
        return go("ask", {**frame.vars, "passes": 0, "waiting": waiting, "holder": self._next_holder(m, frame, owner)})

    def _next_holder(self, m: Machine, frame: Frame, owner: int) -> int:
        """Give who has priority after a resolution."""
        top, first = self._top(m), int(frame.vars["seats"][0])
        if top == NOWHERE and frame.vars.get("open") == "on" and "focus" in frame.vars:
            return self._after(m, frame, frame.vars["focus"])
        if top != NOWHERE and m.book.disciplines[frame.vars["discipline"]].newest:
            return m.state.cell(top, OWNER)
        if top == NOWHERE or m.book.disciplines[frame.vars["discipline"]].resets:
            return first
        # A player who owns both is asked once, not for a full lap: there are no complete laps after a resolution.
        return owner if m.state.cell(top, OWNER) == owner else self._after(m, frame, owner)

    def _after(self, m: Machine, frame: Frame, player: int) -> int:
        """Give the next player in seat order who has not left."""
        seats: tuple[int, ...] = frame.vars["seats"]
        at = seats.index(player) + 1 if player in seats else 0
        return next((seat for seat in seats[at:] + seats[:at] if stacks.present(m, seat)), player)

    def _top(self, m: Machine) -> int:
        found = stacks.stacks(m)
        return stacks.top(m, found[0]) if found else NOWHERE

    def _sources(self, m: Machine, frame: Frame, player: int) -> Iterable[int]:
        actor = frame.vars.get("actor", NOWHERE)
        if "members" in frame.vars:
            return self._members(m, frame)
        return (actor,) if actor != NOWHERE else availability.sources(m, player)

    def _members(self, m: Machine, frame: Frame) -> list[int]:
        """List those of a window who can act: in play, or in any zone if an effect lets them."""
        return [slot for slot in frame.vars["members"] if INSTRUCTED in frame.vars or m.in_play(slot)]

    def _offers(self, m: Machine, frame: Frame, player: int) -> dict[Key, tuple[Action, Vars]]:
        """Give what a player may do in this window, by the key under which it is offered."""
        legal = self._legal(m, frame, player)
        if not m.state.barred:
            return legal
        return {offer: act for offer, act in legal.items() if not self._barred(m, frame, player, (offer,))}

    def _any(self, m: Machine, frame: Frame, player: int) -> bool:
        """Say whether a player may do anything in this window; the search stops at the first offer."""
        if m.state.barred or (frame.id, player) in m.memo.offers:
            return bool(self._offers(m, frame, player))
        return any(_allowed(frame, action) for action, _ in self._legal_acts(m, frame, player))

    def _legal(self, m: Machine, frame: Frame, player: int) -> dict[Key, tuple[Action, Vars]]:
        """Give what passes every check, even if it was just taken back."""
        known, key = m.memo.offers, (frame.id, player)
        if key not in known:
            legal = self._legal_acts(m, frame, player)
            known[key] = {Offer(a.name, m.state.ref(vars["source"])): (a, vars) for a, vars in legal if _allowed(frame, a)}
        return known[key]

    def _legal_acts(self, m: Machine, frame: Frame, player: int) -> Iterable[tuple[Action, Vars]]:
        """Find one after another what passes every check."""
        return judging.offers(m, self._sources(m, frame, player), frozenset(frame.vars["kinds"]), _given(frame))

    def _barred(self, m: Machine, frame: Frame, player: int, picks: Path) -> bool:
        """Say whether a path is off the menu: it was just taken back and nothing has changed since, or it leads only there."""
        if not any(path[: len(picks)] == picks for path in m.state.barred):
            return False
        menu = self.menu(m, frame, player, picks)
        return menu is None or not menu.keys

    def is_whole(self, m: Machine, frame: Frame, player: int, path: Path) -> bool:
        """Say whether keys are a complete legal act, testing only this act; False leaves the answer to the menus."""
        if not path or not isinstance(path[0], tuple) or m.state.barred:
            return False
        action, start = self._meant(m, frame, player, path[0])
        vars = None if action is None else judging.picked(m, action, start, path[1:])
        if action is None or vars is None:
            return False
        m.chosen = (path, action, vars)
        return True

    def is_offered(self, m: Machine, frame: Frame, player: int, offer: Key) -> bool:
        """Say whether an act is on a menu that was not made yet, testing only this act; False leaves it to the menu."""
        if m.state.barred or (frame.id, player) in m.memo.offers:
            return False
        action, vars = self._meant(m, frame, player, offer)
        return action is not None and judging.completable(m, action, vars, 0)

    def _meant(self, m: Machine, frame: Frame, player: int, offer: Key) -> tuple[Action | None, Vars]:
        """Find the legal action of an offer, and the variables with which it starts."""
        known = m.memo.offers.get((frame.id, player))
        if known is not None:
            found = known.get(offer)
            return (None, {}) if found is None else (found[0], found[1].copy())
        action, slot = self._named(m, frame, player, offer)
        if action is None or action.kinds.isdisjoint(frame.vars["kinds"]) or not _allowed(frame, action):
            return None, {}
        vars = self.start(m, frame, action, slot)
        return (action, vars) if judging.failure(m, action, vars) is None else (None, {})

    def _named(self, m: Machine, frame: Frame, player: int, offer: Key) -> tuple[Action | None, int]:
        """Find the action and source of an offer, if this player may act with the source here."""
        name, ref = offer if isinstance(offer, tuple) and len(offer) == 2 else ("", None)
        if type(ref) is not int or ref % LIVES >= len(m.state.places) or not m.state.alive(ref):
            return None, NOWHERE
        slot, actor = ref % LIVES, frame.vars.get("actor", NOWHERE)
        if "members" in frame.vars and slot not in self._members(m, frame):
            return None, NOWHERE
        own = slot in availability.sources(m, player) if m.state.lasting else m.player_of(slot) == player
        whose = USER in frame.vars or own
        if slot != actor and (actor != NOWHERE or not whose or m.state.places[slot] == NOWHERE):
            return None, NOWHERE
        return acts.ability(m, slot, name), slot

    def _offered(self, m: Machine, frame: Frame, player: int, offer: Key) -> tuple[Action, Vars]:
        found = m.memo.offers.get((frame.id, player), {}).get(offer)
        if found is not None:
            return found[0], found[1]
        assert isinstance(offer, tuple)  # passing is no act
        name, ref = offer
        slot = ref % LIVES
        action = acts.ability(m, slot, name)
        assert action is not None  # it was on the menu
        return action, self.start(m, frame, action, slot)

    def start(self, m: Machine, frame: Frame, action: Action, slot: int) -> Vars:
        """Give the variables with which an act in this window starts."""
        return judging.given(m, action, slot, _given(frame))

    def menu(self, m: Machine, frame: Frame, player: int, picks: Path) -> Menu | None:
        """Offer what is legal, and to pass if this is allowed; then the picks of the act."""
        if not picks:
            offered = list(self._offers(m, frame, player))
            keys = offered if frame.vars.get("must") and offered else [*offered, PASS]
            namer = Namer(m, "member" if "members" in frame.vars else "offer", keys)
            return Menu(lambda: m.book.prompt(m, frame, player), keys, namer)
        if picks[0] == PASS:
            return None
        action, vars = self._offered(m, frame, player, picks[0])
        menu = acts.next_menu(m, action, vars, picks[1:])
        if menu is None or not m.state.barred:
            return menu
        return menu.only([key for key in menu.keys if not self._barred(m, frame, player, (*picks, key))])

    def words(self, m: Machine, frame: Frame) -> str:
        """Name this window and who has priority."""
        holder = frame.vars.get("holder", NOWHERE)
        who = m.state.setting.seats[holder] if holder >= 0 else ""
        return ", ".join(part for part in (frame.vars.get("title", "window"), who) if part)


def _given(frame: Frame) -> Vars:
    """Give what a window says about every act in it: the stat that is not paid, and whether an effect allows it."""
    return by_name.only(frame.vars, (FREE, INSTRUCTED, GRATIS, USER))


def _allowed(frame: Frame, action: Action) -> bool:
    """Say whether a window that is only for some actions is for this one."""
    only = frame.vars.get("only")
    return only is None or action.word in only or action.counts_as in only


def _lawful(m: Machine, action: Action, vars: Vars) -> Vars:
    """Leave out picks that are no longer legal: they are skipped when the action resolves."""
    found = vars.copy()
    for pick in [pick for pick in action.picks if pick.name in vars and not pick.spent]:
        picked = by_name.all_in(vars, pick.name)
        legal = [it for it in picked if judging.first_failed_check(m, pick, vars, it, again=True) is None]
        if pick.several:
            by_name.put(found, pick.name, tuple(legal))
        elif not legal:
            by_name.drop(found, pick.name)
    return found


class Floor(Window):
    """An open floor: those for whom it is may act at any time; a stack pops when it has been quiet long enough."""

    name = "floor"

    def _begin(self, m: Machine, frame: Frame) -> Control:
        lasts = frame.vars.get("lasts")
        closes: Vars = {} if lasts is None else {"closes": m.state.now + lasts}
        return go("ask", {**frame.vars, "discipline": ALONE, **closes})

    def _ask(self, m: Machine, frame: Frame) -> Control:
        """Ask the seats for which the floor is, else its actor, else everybody."""
        actor = frame.vars.get("actor")
        seats = frame.vars.get("seats") or (range(len(m.state.setting.seats)) if actor is None else (m.player_of(actor),))
        return ask(tuple(sorted(seats)), "answer", frame.vars)

    def _acted(self, m: Machine, frame: Frame) -> Control:
        return end(1) if frame.vars.get("once") and frame.vars.get("result") != "undone" else go("ask", frame.vars)

    def _passed(self, m: Machine, frame: Frame) -> Control:
        return go("ask", frame.vars)
