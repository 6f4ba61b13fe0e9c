"""An independent small model: from what lies on the table it computes what each player may do at a step, without the rule text.

It knows the table of steps, what the basic actions cost and what they need; it reads numbers and names off the state.
"""

from dataclasses import dataclass

from rulewright.kernel.game import Game
from rulewright.kernel.sight import visibility
from rulewright.kernel.state.facts import LIVES
from tests.books.netrunner.table import TABLE

AGENDAS = {"Floodgate Charter": 5, "Drainage Bond": 4, "Joint Venture in Eels": 3, "Tollkeeper's Seal": 3}
REZ = {"Tide Office": 1, "Pulp Works": 2, "Drowned Vault": 0, "Rate Board": 1, "Watch Bell": 2}
REZ |= {"Customs Clerk": 1, "Lock Keeper": 2}
ICE = {"Mud Bank": 2, "Breakwater": 4, "Riddle Clerk": 3, "Form Twelve": 3, "Eel Pot": 4, "Lantern Watch": 2, "Undertow": 5}
RESOURCES = {
    *("Night Ferry Shift", "Market Stall", "Cousin with an Alibi", "Back-Room Surgeon", "Restless Hands", "Pamphlet Press"),
}
EVENTS = {
    *("Pawned Heirlooms", "Kettle and Gossip", "Double Dose", "Through the Coal Hole", "Swapped Ledgers", "Blown Fuse"),
    *("Ironmonger's Catalogue", "Keyhole Glance", "Up Before the Gulls", "Twice Round the Harbour"),
}
OPERATIONS = {
    *("Silt Subsidy", "Slack Water", "Second Reading", "Writ of Entry", "Bailiffs at Dawn", "Salvage Auction", "Standing Order"),
}


@dataclass
class Model:
    """The facts of a game that the questions need."""

    game: Game

    def stat(self, who: str | int, name: str) -> int:
        state = self.game.state
        slot = state.names.index(who) if isinstance(who, str) else who
        return state.cell(slot, self.game.book.stat(name))

    def lying(self, zone: str) -> list[int]:
        state = self.game.state
        return [s for n, cards in enumerate(state.zones) if self.game.book.zone_words(state, n) == zone for s in cards]

    def named(self, zone: str) -> list[str]:
        return [self.game.state.names[slot] for slot in self.lying(zone)]

    def down(self) -> dict[str, int]:
        """Names the face-down cards in the servers."""
        return {self.game.state.names[s]: s for s in self.lying("Servers") if visibility.face_down(self.game.machine, s)}

    def purse(self, *more: str) -> int:
        return sum(self.stat("Corp", each) for each in ("Credits", *more))

    def must(self, step: str, player: str) -> frozenset[str]:
        """Gives the options that the asked player certainly has at a step."""
        return frozenset(option for option in TABLE[step].may(player) if self.possible(option) is True)

    def may(self, step: str, player: str) -> frozenset[str]:
        """Gives the options that are possible: those of the table that the model does not know to be impossible."""
        return frozenset(option for option in TABLE[step].may(player) if self.possible(option) is not False)

    def possible(self, option: str) -> bool | None:
        """Says whether an option can be taken now; None if the model does not know."""
        known = getattr(self, f"_{option.replace(' ', '_')}", None)
        return known() if known is not None else None

    def _pass(self) -> bool:
        return True

    def _C1(self) -> bool:
        return True

    _R1 = _R5 = _C2 = _stay = _leave = _discard = _next = _C1

    def _C3(self) -> bool:
        return bool({*AGENDAS, *REZ, *ICE} & {*self.named("HQ")})

    def _C4(self) -> bool | None:
        return None if OPERATIONS & {*self.named("HQ")} else False

    def _C5(self) -> bool:
        able = [s for s in self.lying("Servers") if self.game.state.names[s] in {*AGENDAS, "Drowned Vault"}]
        return bool(able) and self.purse("Rate Credits") >= 1

    def _C6(self) -> bool:
        return self.stat("Runner", "Tags") > 0 and bool(RESOURCES & {*self.named("Rig")}) and self.purse() >= 2

    def _C7(self) -> bool:
        return self.stat("Corp", "Clicks") >= 3

    def _R2(self) -> bool:
        return bool(self.lying("Stack"))

    def _R4(self) -> bool | None:
        return None if EVENTS & {*self.named("Grip")} else False

    def _R6(self) -> bool:
        money = sum(self.stat("Runner", each) for each in ("Credits", "Run Credits", "Publicity Credits"))
        return self.stat("Runner", "Tags") > 0 and money >= 2

    def _score(self) -> bool:
        placed = [(self.game.state.names[s], self.stat(s, "Advancement")) for s in self.lying("Servers")]
        return any(name in AGENDAS and counters >= AGENDAS[name] for name, counters in placed)

    def _rez(self) -> bool:
        return any(name in REZ and self.purse() >= REZ[name] for name in self.down())

    def _rez_ice(self) -> bool:
        frame = self.game.state.innermost(self.game.book.procedure_numbers["Approach"])
        assert frame is not None
        slot = frame.vars["actor"] % LIVES
        name = self.game.state.names[slot]
        return visibility.face_down(self.game.machine, slot) and self.purse("Rate Credits") >= ICE[name]
