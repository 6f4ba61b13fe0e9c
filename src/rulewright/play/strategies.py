"""Plays casts without a person by their strategy: behaviours from the first to the last, with a trace of what was tried.

A bot of this kind looks at the present position alone; it searches nothing and knows no book.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.evaluation import account
from rulewright.kernel.evaluation.evaluate import evaluate, things
from rulewright.kernel.evaluation.traits import marked
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.state import grid
from rulewright.kernel.state.facts import LIVES, NOWHERE, SIDE, TILE, Frame, Vars
from rulewright.play.bots import Bot, Path, anything
from rulewright.play.worth import CROWDED
from rulewright.program import marks
from rulewright.program.behaviours import Aim, Behaviour, Strategy
from rulewright.program.expressions import NONE
from rulewright.program.quick_dataclasses import dataclass, field
from rulewright.program.spelled import plain

FAR = 999


@dataclass(frozen=True, slots=True)
class Tried:
    """One behaviour that was tried, and the result."""

    words: str
    outcome: str

    def __str__(self) -> str:
        return f"{self.words} → {self.outcome}"


@dataclass(slots=True)
class StrategyRun:
    """One question answered by a strategy. What was tried is noted only if somebody wants to know it."""

    game: Game
    player: int
    strategy: Strategy
    seed: int = 0
    noting: bool = True
    trace: list[Tried] = field(default_factory=list)

    @property
    def frame(self) -> Frame:
        asked = self.game.state.asked
        frame = self.game.state.frame(asked.frame) if asked is not None else None
        assert frame is not None
        return frame

    @property
    def actor(self) -> int:
        """The actor: the holder of a reaction, the actor of the window, or the first of those who act together."""
        given = self.frame.vars
        if "offer" in given:
            return int(given["offer"][1])
        return int(given.get("actor", given.get("members", (NOWHERE,))[0]))

    def answer(self, first: int = 0) -> tuple[Path, int]:
        """Give the answer, and the place of the behaviour that gave it; look at none before `first`."""
        if "offer" in self.frame.vars or marks.DEPLOYMENT in self.frame.vars.get("kinds", ()):
            return self._reply(), NOWHERE
        for at, behaviour in enumerate(self.strategy.behaviours):
            path = self._try(behaviour) if at >= first else None
            if path is not None:
                return path, at
        return (PASS,), NOWHERE

    def _reply(self) -> Path:
        """Use a reaction that the strategy names; deploy anywhere."""
        if "offer" not in self.frame.vars:
            return anything(self.game, self.player, self._chance())
        for behaviour in self.strategy.behaviours:
            path = self._try(behaviour) if behaviour.action != NOWHERE else None
            if path is not None:
                return path
        return (DECLINE,)

    def _chance(self) -> Random:
        return Random(f"{self.seed}/{self.game.state.number}/{self.player}")

    def _note(self, behaviour: Behaviour, outcome: Callable[[], str]) -> None:
        if self.noting:
            self.trace.append(Tried(behaviour.words, outcome()))

    def _try(self, behaviour: Behaviour) -> Path | None:
        m = self.game.machine
        given: Vars = {"actor": self.actor, "it": self.actor}
        if (when := behaviour.when) is not None and not evaluate(when, m, given):
            self._note(behaviour, lambda: f"no: it is not true that {account.settled(when, m, given)}")
            return None
        if behaviour.action == NOWHERE:
            self._note(behaviour, lambda: "the turn ends")
            return (PASS,)
        path = self._path(behaviour)
        self._note(behaviour, lambda: "done" if path is not None else f"cannot be done: {self._why_not(behaviour)}")
        return path

    def _why_not(self, behaviour: Behaviour) -> str:
        why = self.game.why_not(self.player, self.game.book.actions[behaviour.action].name)
        return f"{why}" if why is not None else "there is nobody to choose"

    def _path(self, behaviour: Behaviour) -> Path | None:
        """Give the whole answer of a behaviour; None where it is not on the menu."""
        menu = self.game.menu(self.player)
        assert menu is not None
        name = self.game.book.actions[behaviour.action].name
        offers = [key for key in menu if isinstance(key, tuple) and key[0] == name]
        path: Path = (offers[0],) if offers else ()
        while path and (menu := self.game.menu(self.player, *path)) is not None:
            key = self._pick(behaviour.choice, menu)
            path = (*path, key) if key is not None else ()
        return path or None

    def _pick(self, choice: Aim | None, menu: Menu) -> Any:
        offered = list(menu)
        if choice is None or not offered:
            return self._chance().choice(offered) if offered else None
        keys = [key for key in offered if isinstance(key, int)]
        if menu.kind == "tile":
            return self._tile(choice, keys)
        wanted = self._ranked(choice, [key % LIVES for key in keys])
        return next((key for key in keys if wanted and key % LIVES == wanted[0]), None)

    # -- whom ----------------------------------------------------------------------------------------------------

    def _ranked(self, choice: Aim, slots: Iterable[int]) -> list[int]:
        """List those of some things that a choice is about, the best first."""
        m = self.game.machine
        assert choice.of is not None
        fits = [slot for slot in slots if all(evaluate(test, m, {"actor": self.actor, "it": slot}) for test in choice.of.tests)]
        return sorted(fits, key=self._measure(choice))

    def _measure(self, choice: Aim) -> Callable[[int], Any]:
        """Give what a choice compares: what it says, or lowest health, highest threat, nearest, and at last chance."""
        m, chance = self.game.machine, self._chance()
        lots: dict[int, float] = {}

        def worth(slot: int, node: Any) -> int:
            return int(evaluate(node, m, {"actor": self.actor, "it": slot})) if node is not None else 0

        def key(slot: int) -> Any:
            far, lot = self._far(slot), lots.setdefault(slot, chance.random())
            if choice.how in ("lowest", "highest"):
                return (worth(slot, choice.by) * (1 if choice.how == "lowest" else -1), far, slot)
            if choice.how in ("nearest", "farthest"):
                return (far * (1 if choice.how == "nearest" else -1), slot)
            if choice.how == "random":
                return (lot,)
            health = m.state.cell(slot, self.strategy.health) if self.strategy.health != NOWHERE else 0
            return (health, -worth(slot, self.strategy.threat), far, lot)

        return key

    def _far(self, slot: int) -> int:
        state = self.game.state
        here, there, ground = state.cell(self.actor, TILE), state.cell(slot, TILE), state.setting.grid
        if ground is None:
            return 0
        return grid.reach(ground, here, there) if min(here, there) >= 0 else FAR

    # -- where ---------------------------------------------------------------------------------------------------

    def _goals(self, choice: Aim) -> list[int]:
        """List the tiles of a choice: those with a mark, or the tile of the chosen actor."""
        m = self.game.machine
        if choice.mark != NONE:
            return self._marks(choice.how, sorted(marked(m, choice.mark)))
        assert choice.of is not None
        found = self._ranked(choice, things(choice.of, m, {"actor": self.actor}))
        return [m.state.cell(slot, TILE) for slot in found[:1] if m.state.cell(slot, TILE) >= 0]

    def _marks(self, how: str, tiles: list[int]) -> list[int]:
        """Give one of the tiles with a mark: a random one, or the farthest by walking; for the nearest, all of them."""
        ground, here = self.game.state.setting.grid, self.game.state.cell(self.actor, TILE)
        if how == "random" and tiles:
            return [self._chance().choice(tiles)]
        if how == "farthest" and ground is not None:
            walked = grid.steps(ground, here, FAR)
            return sorted((tile for tile in tiles if tile in walked), key=lambda tile: (-walked[tile], tile))[:1]
        return tiles

    def _tile(self, choice: Aim, keys: list[int]) -> int | None:
        """Pick the tile nearest to the goal by walking; none if nothing is gained."""
        ground, here = self.game.state.setting.grid, self.game.state.cell(self.actor, TILE)
        goals = self._goals(choice)
        if ground is None or not goals:
            return None
        walks = [grid.steps(ground, goal, FAR) for goal in goals]

        def far(tile: int) -> int:
            steps = min(walk.get(tile, FAR) for walk in walks)
            return steps or (0 if choice.mark != NONE else CROWDED)

        if choice.way == "away":
            best = max(keys, key=lambda tile: (far(tile), -tile))
            return best if far(best) > far(here) else None
        walked = grid.steps(ground, here, FAR)
        best = min(keys, key=lambda tile: (far(tile), walked.get(tile, FAR), tile))
        return best if choice.way == "at" or far(best) < far(here) else None


def strategy_bot(name: str, seed: int = 0, note: Callable[[Sequence[Tried]], None] | None = None) -> Bot:
    """Give the bot that plays a strategy of the game's book: after a behaviour that failed it goes on with the next.

    What it tried before an answer is noted, where somebody wants to know.
    """
    tried: dict[tuple[int, int], tuple[int, int]] = {}

    def bot(game: Game, player: int) -> Path:
        run = StrategyRun(game, player, game.book.strategies[plain(name)], seed, note is not None)
        turn = game.state.innermost(game.book.turn)
        here = (turn.id if turn is not None else NOWHERE, run.actor)
        number, at = tried.get(here, (NOWHERE, NOWHERE))
        failed = game.done[-1].entry.number == number and ("told", "check", "failed") in [e[:3] for e in game.done[-1].events]
        path, at = run.answer(at + 1 if failed else 0)
        tried[here] = (game.state.number + 1, at)
        if note is not None:
            note(run.trace)
        return path

    return bot


def trace(game: Game, player: int | None = None, seed: int = 0) -> list[str]:
    """Tell what the strategy of whoever is asked would try now, behaviour by behaviour."""
    player = game.asking[0] if player is None else player
    name = run_by(game, player)
    if not name:
        return []
    run = StrategyRun(game, player, game.book.strategies[plain(name)], seed)
    run.answer()
    return [str(tried) for tried in run.trace]


def run_by(game: Game, player: int) -> str:
    """Give the strategy that runs a seat, or "" where a person or another bot plays it."""
    sides = {game.state.cell(slot, SIDE) for slot in range(len(game.state.places)) if game.machine.player_of(slot) == player}
    run = game.state.setting.strategies
    return next((run[side] for side in sorted(sides) if 0 <= side < len(run) and run[side]), "")


def seated(game: Game, default: Bot, seed: int = 0) -> list[Bot]:
    """Give a bot for every seat: a cast's own strategy where it has one, else the default."""
    names = [run_by(game, player) for player in range(len(game.seats))]
    return [strategy_bot(name, seed) if name else default for name in names]
