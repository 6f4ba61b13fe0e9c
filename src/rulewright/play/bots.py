"""Bots: functions from a game and a seat to a whole answer. A bot knows the menu and looks ahead only with dice of its own.

No bot knows a book: positions are judged by who is in play, how full their capped stats are, and who is near whom.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from rulewright.kernel import views
from rulewright.kernel.acts import Namer
from rulewright.kernel.game import Game
from rulewright.kernel.menus import Menu
from rulewright.kernel.state import NOWHERE
from rulewright.play.worth import Worth

Path = tuple[Any, ...]
Bot = Callable[[Game, int], Path]

TILES = 5  # how many tiles of a menu are looked at, each way of looking
OPTIONS = 40  # how many whole answers are looked at
SAMPLES = (4, 12)  # how often, at least and at most, the better answers are tried, with other dice each time
TRIES = 48  # how many tries the better answers share
BETTER = 2  # how many answers that begin alike are tried more than once
TROUBLE = 0.0001  # what an answer more costs: of two ways to the same end the shorter is taken
LONGEST = 30  # how many picks an answer is looked at for, and how many answers one try may take


def random_bot(seed: int = 0) -> Bot:
    """Give a bot that picks anything on the menu; it answers the same question the same way."""

    def bot(game: Game, player: int) -> Path:
        return anything(game, player, Random(f"{seed}/{game.state.number}/{player}"))

    return bot


def anything(game: Game, player: int, chance: Random, path: Path = ()) -> Path:
    """Pick at random until the answer is whole."""
    while (menu := game.menu(player, *path)) is not None:
        path = (*path, _anyone(menu, chance))
    return path


def _anyone(menu: Menu, chance: Random) -> Any:
    if menu.parser:
        return ""
    return chance.choice(menu.keys) if menu.most < menu.least else chance.randint(menu.least, menu.most)


def greedy_bot(seed: int = 0) -> Bot:
    """Give the default bot: it tries each answer on a copy with other dice, and takes what leaves its side best off."""

    def bot(game: Game, player: int) -> Path:
        if unseen(game, player):
            return anything(game, player, Random(f"{seed}/{game.state.number}/{player}"))
        return Search(game, player, seed).best()

    return bot


def unseen(game: Game, player: int) -> bool:
    """Say whether something lies where the player may not look: a copy would then know more than the player."""
    m = game.machine
    return any(lying and not views.sees(m, player, zone) for zone, lying in enumerate(m.state.zones))


class Search:
    """One look ahead: every whole answer worth a look, tried on one copy."""

    def __init__(self, game: Game, player: int, seed: int) -> None:
        self.player = player
        self.chance = Random(f"{seed}/{game.state.number}/{player}")
        self.copy = Game(game.book, game.scene, seed=0, state=game.state.copy())
        self.copy.done = game.done[-1:]
        self.worth = Worth(self.copy, player)
        self.frame = game.state.asked.frame if game.state.asked is not None else NOWHERE
        self.reply = self.frame != NOWHERE and "offer" in game.state.agenda[-1].vars
        self.lasting = set(game.state.lasting)
        self.seeds = [self.chance.getrandbits(63) for _ in range(SAMPLES[1])]

    def best(self) -> Path:
        """Give the answer with the best outcomes; of equal ones the last, since passing stands last."""
        options = self._options()
        if len(options) == 1:
            return options[0]
        found = [(*self._try(path, self.seeds[0]), path) for path in options]
        judged = {at: score for at, (score, _, _) in enumerate(found)}
        uncertain = self._uncertain(found)
        samples = min(max(SAMPLES[0], TRIES // max(1, len(uncertain))), SAMPLES[1])
        for at in uncertain:
            more = [self._try(found[at][2], seed)[0] for seed in self.seeds[1:samples]]
            judged[at] = (judged[at] + sum(more)) / samples
        return found[max(judged, key=lambda at: (round(judged[at], 6), at))][2]

    def _uncertain(self, found: list[tuple[float, bool, Path]]) -> list[int]:
        """List the answers worth more than one try: those that rolled, the best of each beginning."""
        ranked: dict[Any, list[tuple[float, int]]] = {}
        for at, (score, rolled, path) in enumerate(found):
            if rolled:
                ranked.setdefault(path[0], []).append((score, -at))
        return [-at for group in ranked.values() for _, at in sorted(group, reverse=True)[:BETTER]]

    def _try(self, path: Path, seed: int) -> tuple[float, bool]:
        """Answer on the copy, let what it began come to an end, judge, and take it back."""
        copy = self.copy
        copy.machine.seed = seed
        before = len(copy.done)
        happened = copy.answer(self.player, *path)
        while self._under_way() and len(copy.done) < LONGEST:
            happened += copy.answer(copy.asking[0], *anything(copy, copy.asking[0], Random(seed + len(copy.done))))
        score = self._with_what_is_free(self.worth.now())
        while len(copy.done) > before:
            copy.undo()
        return score, any(event[0] == "rolled" for event in happened)

    def _with_what_is_free(self, score: float) -> float:
        """Judge an answer together with what it made free: as long as that makes the position better, it is done too."""
        copy = self.copy
        while (free := self._free()) and len(copy.done) < LONGEST:
            keys = [key for key in copy.menu(self.player) or () if isinstance(key, tuple) and key[0] in free]
            tried = {path: self._judged(path) for key in keys for path in self._whole((key,))}
            best = max(tried, key=lambda path: tried[path], default=())
            if not best or tried[best] <= score:
                break
            copy.answer(self.player, *best)
            score = tried[best] - TROUBLE
        return score

    def _judged(self, path: Path) -> float:
        self.copy.answer(self.player, *path)
        score = self.worth.now()
        self.copy.undo()
        return score

    def _free(self) -> set[str]:
        """Name the actions that have become cheaper since the question was asked, while the same window asks again."""
        asked, lasting = self.copy.state.asked, self.copy.state.lasting
        if asked is None or asked.frame != self.frame:
            return set()
        prices = [e.question for n, e in lasting.items() if n not in self.lasting and isinstance(e.question, tuple)]
        return {self.copy.book.actions[index].name for what, index, *_ in prices if what == "price"}

    def _under_way(self) -> bool:
        """Say whether what was answered, or interrupted to ask, is not over: the frame that asked is there and waits."""
        asked = self.copy.state.asked
        return asked is not None and (asked.frame != self.frame or self.reply) and self.copy.state.frame(self.frame) is not None

    def _options(self) -> list[Path]:
        """List the whole answers worth a look."""
        found = list(self._whole(()))
        if len(found) <= OPTIONS:
            return found
        return [found[at] for at in sorted(self.chance.sample(range(len(found)), OPTIONS))]

    def _whole(self, path: Path) -> Iterator[Path]:
        menu = self.copy.menu(self.player, *path) if len(path) < LONGEST else None
        if menu is None:
            yield path
            return
        for key in self._looked_at(menu):
            yield from self._whole((*path, key))

    def _looked_at(self, menu: Menu) -> list[Any]:
        """Of a menu of many tiles, look at those nearest to the enemy; of many numbers, at some."""
        if menu.parser:
            return [""]
        keys = list(menu) if len(menu) <= OPTIONS else [_anyone(menu, self.chance) for _ in range(OPTIONS)]
        if not isinstance(menu.words, Namer) or menu.words.kind != "tile" or len(keys) <= 2 * TILES:
            return keys
        near = sorted(keys, key=self.worth.nearness)[:TILES]
        crowded = sorted(keys, key=self.worth.company)[:TILES]
        return sorted({*near, *crowded})
