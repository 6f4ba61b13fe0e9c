"""Automatic passing: when a person is asked, and when a pass is given for them.

An automatic pass is an answer like any other: it is in the journal and told in the same words. It depends on what the seat sees;
if others share the terminal, it never depends on somebody's cards whether they are asked.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.flow.windows import PASS, Floor
from rulewright.kernel.game import Game
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import KIND, NOWHERE, OWN, OWNER
from rulewright.play.bots import sensible
from rulewright.program.quick_dataclasses import dataclass, field

MY_TURN, SOMETHING = "my turn", "something happens"
UNTIL = (MY_TURN, SOMETHING)
NOTHING = "nothing"


@dataclass(slots=True)
class Orders:
    """What one person wants to be asked."""

    everything: bool = False  # asked even if only a pass is possible
    until: str = ""  # passes are given until then
    since: int = 0  # the number of answers when this was ordered
    turn: int = NOWHERE  # whose turn it then was, as the frame of it
    stops: list[str] = field(default_factory=list)


class Passing:
    """The orders of all people, and the passes that were given by them."""

    def __init__(self, game: Game, together: bool = False) -> None:
        self.game = game
        self.open = not (together and game.book.secret)  # whether a player's hidden cards may decide that the player is not asked
        self.orders = [Orders() for _ in game.seats]
        self.given: set[int] = set()  # the numbers of answers that nobody typed
        self.asked = NOWHERE  # the answer to which somebody went back: they are asked there in any case

    def automatic(self, player: int) -> tuple[Any, ...] | None:
        """Give the pass that a person gives without being asked, or None where that person is to be asked."""
        passed = way_out(self.game, player)
        if passed is None:
            return None
        if self.asked == self.game.state.number or not self._passes(player):
            self.orders[player].until = ""
            return None
        self.given.add(self.game.state.number + 1)
        return (passed,)

    def _passes(self, player: int) -> bool:
        orders = self.orders[player]
        if self._is_busy(player) or any(meant(stop, name) for stop in orders.stops for name in going_on(self.game, player)):
            return False
        if orders.until:
            return not self._has_come(player, orders)
        menu = self.game.menu(player)
        return self.open and not orders.everything and menu is not None and len(sensible(self.game, menu)) == 1

    def _is_busy(self, player: int) -> bool:
        """Say whether it is a person's own turn and there is anything to do but pass."""
        menu = self.game.menu(player)
        return menu is not None and len(menu) > 1 and self.game.book.active(self.game.machine) == player

    def why(self, player: int) -> str:
        """Say why the pass was given that has just been given for somebody."""
        until = self.orders[player].until
        return f"as you pass until {until}" if until else "as nothing else could be done"

    def _has_come(self, player: int, orders: Orders) -> bool:
        """Say whether the awaited event is here; nobody passes automatically through their own turn."""
        mine = self.game.book.active(self.game.machine) == player and turn(self.game) != orders.turn
        return mine or (orders.until == SOMETHING and concerned(self.game, player, orders.since))

    def until(self, player: int, words: str) -> tuple[Any, ...]:
        """Begin to pass until something; give the first pass."""
        found = [each for each in UNTIL if words and each.startswith(words.casefold())]
        if len(found) != 1:
            raise Refused(f"say until when to pass: {' or '.join(UNTIL)}")
        passed = way_out(self.game, player)
        if passed is None:
            raise Refused("you cannot pass here")
        orders = self.orders[player]
        orders.until, orders.since, orders.turn = found[0], len(self.game.done), turn(self.game)
        return (passed,)

    def stop(self, player: int, words: str) -> str:
        """Add somebody's stop, or forget all of them; say what there is."""
        orders = self.orders[player]
        if words.casefold() == NOTHING:
            orders.stops.clear()
        elif words:
            known = names(self.game)
            if not any(meant(words, name) for name in known):
                near = get_close_matches(words.casefold(), known, 1)
                raise Refused(f"nothing is called {words!r}" + (f": did you mean {near[0]}?" if near else ""))
            orders.stops += [] if words in orders.stops else [words]
        return f"You stop at {', '.join(orders.stops) or NOTHING}."

    def everything(self, player: int, words: str) -> str:
        """Let somebody be asked even where only a pass is possible, or not any more."""
        if words.casefold() not in ("on", "off", ""):
            raise Refused("type stops on or stops off")
        orders = self.orders[player]
        orders.everything = words.casefold() == "on" if words else orders.everything
        asked = orders.everything or not self.open
        return f"If you can only pass, you are {'' if asked else 'not '}asked{_why(orders, self.open)}."

    def back(self) -> None:
        """Ask whoever is asked now in any case, after something was taken back."""
        self.asked = self.game.state.number
        self.given = {number for number in self.given if number <= self.asked}


def _why(orders: Orders, open_: bool) -> str:
    """Say why stops cannot be turned off; "" if they can."""
    return "" if open_ or orders.everything else ", since others here would learn from it what you hold"


def way_out(game: Game, player: int) -> Any:
    """Give the pick with which a player does nothing now; None where there is none, or where nobody waits for it."""
    asked = game.state.asked
    frame = game.state.frame(asked.frame) if asked is not None and player in asked.players else None
    if frame is None or isinstance(game.book.procedures[frame.procedure], Floor):
        return None
    menu = game.menu(player)
    return next((key for key in (PASS, DECLINE) if menu is not None and key in menu.keys), None)


def turn(game: Game) -> int:
    """Give the frame of the turn that is taken now."""
    frame = game.state.innermost(game.book.turn)
    return NOWHERE if frame is None else frame.id


# -- what goes on ------------------------------------------------------------------------------------------------------


def going_on(game: Game, player: int) -> list[str]:
    """Name what somebody is asked about: what others have waiting and of what kind, what they do, and the part of the turn."""
    m = game.view_as(player)
    state, book = m.state, game.book
    others = [slot for slot in stacks.waiting(m) if state.cell(slot, OWNER) != player]
    kinds = [book.kinds[state.cell(slot, KIND)].name for slot in others if state.cell(slot, KIND) != book.item]
    owners = [state.setting.seats[state.cell(slot, OWNER)] for slot in others]
    acting = [frame.vars for frame in state.agenda if "action" in frame.vars and "actor" in frame.vars]
    done = [book.actions[vars["action"]].name for vars in acting if m.player_of(vars["actor"]) != player]
    under_way = [book.procedures[frame.procedure] for frame in state.agenda]
    parts = [procedure.name for procedure in under_way if procedure.announced]
    return [*(book.name_of(state, slot) for slot in others), *kinds, *owners, *done, *parts[-1:]]


def names(game: Game) -> list[str]:
    """List everything a stop can be called: what is public of a book and its table."""
    book = game.book
    parts = [procedure.name for procedure in book.procedures if procedure.announced]
    found = [*(action.name for action in book.actions), *(kind.name for kind in book.kinds), *game.seats, *parts]
    return list(dict.fromkeys(name.casefold() for name in found if name))


def meant(stop: str, name: str) -> bool:
    """Say whether a stop's words mean a name: the plural of a word means the word too."""
    return stop.casefold().removesuffix("s") in name.casefold()


def concerned(game: Game, player: int, since: int) -> bool:
    """Say whether something concerns a player since an answer: an act of another waits, or something of theirs changed."""
    return any(_concerns(game, player, event) for done in game.done[since:] for event in done.events)


def _concerns(game: Game, player: int, event: Event) -> bool:
    m = game.machine
    if event[:2] == ("told", "stacked"):
        return bool(m.state.cell(event[2], OWNER) != player)
    if event[0] == "moved":
        shown = visibility.knows(m, None, event[1]) and event[2][0] != event[3][0]
        return shown and m.player_of(event[1]) == player
    own = event[0] == "changed" and event[2] >= OWN and m.player_of(event[1]) == player
    return own and visibility.knows(m, None, event[1])
