"""Tells what somebody did in a game with hidden things: only what everybody could see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.flow import secret_choices
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.picks import fill
from rulewright.kernel.sight import visibility
from rulewright.kernel.sight.visibility import Viewer
from rulewright.kernel.state import by_name
from rulewright.kernel.state.facts import LIVES, NOWHERE

SAID = {PASS: "passes", DECLINE: "declines"}
NONE = "none"


class Deeds:
    """What could be seen before an answer, so that it can be told afterwards: by its player, or by everybody (None)."""

    def __init__(self, game: Game, player: int, viewer: Viewer) -> None:
        self.game, self.viewer = game, player if viewer == player else None
        self.before = _seen(game, self.viewer)
        menu = game.menu(player) if player in game.asking else None
        keys = [key for key in menu.keys if type(key) is int] if menu is not None and not menu.parser else []
        self.number = menu is not None and menu.most >= menu.least
        self.secret = viewer != player and secret_choices.asking(game.machine) is not None
        self.hidden = any(key % LIVES not in self.before for key in keys if key >= 0)

    def said(self, who: str, path: Sequence[Any]) -> str:
        """Say an answer."""
        first, rest = path[0], path[1:]
        if self.secret:
            return f"{who} has chosen."
        if self.number:
            return f"{who} chooses {first}."
        if first in SAID:
            return f"{who} {SAID[first]}."
        if isinstance(first, tuple):
            return self._act(who, first, rest)
        if isinstance(first, int) and first >= 0:
            name = self.before.get(first % LIVES)
            return f"{who} chooses {name}." if name is not None else f"{who} chooses."
        if first == NONE:
            return f"{who} chooses." if self.hidden else f"{who} chooses nothing more."
        return f"{who}: {first}"

    def _act(self, who: str, offer: tuple[str, int], picks: Sequence[Any]) -> str:
        """Name an act and its targets, if its source is seen before or after it."""
        slot, name = offer[1] % LIVES, offer[0]
        source = self.before.get(slot) or _seen(self.game, self.viewer).get(slot)
        if source is None:
            return f"{who} plays a card unseen."
        card = self.game.book.is_card(self.game.state, slot) and self.game.state.names[slot] != name
        aims = [self.before[aim] for aim in self._aims(name, picks) if aim in self.before]
        return f"{who}: {name}{f' ({source})' if card else ''}{' → ' if aims else ''}{', '.join(dict.fromkeys(aims))}"

    def _aims(self, name: str, picks: Sequence[Any]) -> list[int]:
        """List the things that were picked for an act."""
        action = self.game.book.action(name)
        if action is None:
            return []
        found = fill(action, {}, picks)
        taken = [by_name.all_in(found, pick.name) for pick in action.picks if pick.kind == "object" and pick.name in found]
        return [slot for each in taken for slot in each]


def _seen(game: Game, viewer: Viewer) -> dict[int, str]:
    """Name everything whose face a viewer sees."""
    m = visibility.view_as(game.machine, viewer)
    lying = [slot for slot, zone in enumerate(game.state.places) if zone != NOWHERE]
    return {slot: m.book.name_of(m.state, slot) for slot in lying if visibility.knows(game.machine, viewer, slot)}
