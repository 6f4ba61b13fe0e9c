"""Bots: functions from a game and a seat to a complete answer. A bot uses the menu, and looks ahead only with other dice.

If something is hidden, it looks ahead in games that look the same to its seat, in which hidden things are dealt again.
No bot knows a book: positions are rated by who is in play, how full their capped stats are, and distances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice, zip_longest
from random import Random
from typing import Any

from rulewright.kernel import timekeeping
from rulewright.kernel.change.triggers import DECLINE
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import popping, stacks
from rulewright.kernel.flow.windows import PASS
from rulewright.kernel.game import Game
from rulewright.kernel.legality.menus import Menu
from rulewright.kernel.sight import redeal, visibility
from rulewright.kernel.state.facts import LIVES, NOWHERE, Key
from rulewright.play.worth import Worth

Path = tuple[Any, ...]
Bot = Callable[[Game, int], Path]

TILES = 5  # how many tiles of a menu are tried, for each criterion
OPTIONS = 40  # how many whole answers are looked at
MANY, SOME = 100, 8  # if an answer can continue in more ways than the first number, as many as the second are tried
SAMPLES = (4, 12)  # how often, at least and at most, the better answers are tried, with other dice each time
TRIES = 48  # how many tries the better answers share
BETTER = 2  # how many answers that begin alike are tried more than once
TROUBLE = 0.0001  # the cost of each further answer, so that the shorter of two ways is chosen
WORLDS = 3  # in how many games that look the same an answer is tried where something is hidden
ACTS, RECENT = 3, 8  # how many past acts are looked at, and among how many: each is a whole game played again
CHANCE = frozenset({"rolled", "shuffled"})
SETTLED = 80  # how many answers are given until nothing waits on a stack
LONGEST = 30  # how many picks an answer is looked at for, and how many answers one try may take


def random_bot(seed: int = 0) -> Bot:
    """Give a bot that picks at random; it answers the same question in the same way."""

    def bot(game: Game, player: int) -> Path:
        return anything(game, player, Random(f"{seed}/{timekeeping.number(game)}/{player}"))

    return bot


def anything(game: Game, player: int, chance: Random, path: Path = ()) -> Path:
    """Pick at random until the answer is complete."""
    while (menu := game.menu(player, *path)) is not None:
        path = (*path, _anyone(menu if path else sensible(game, menu), chance))
    return path


def sensible(game: Game, menu: Menu) -> Menu:
    """Leave out payments: they are used automatically when something is paid for."""
    if not game.book.payments or menu.parser:
        return menu
    named = {game.book.actions[index].name for index in game.book.payments}
    return menu.only([key for key in menu.keys if not (isinstance(key, tuple) and key[0] in named)])


def _anyone(menu: Menu, chance: Random) -> Any:
    if menu.parser:
        return next(iter(_texts(menu, chance)), "")
    return chance.choice(menu.keys) if menu.most < menu.least else chance.randint(menu.least, menu.most)


def _texts(menu: Menu, chance: Random) -> list[Key]:
    """Give one of the prepared texts that fit, if there is one."""
    at_hand = chance.sample(menu.keys, len(menu.keys))
    return list(islice((key for key in at_hand if menu.judge is None or not menu.judge(key)), 1))


def nothing(game: Game, player: int, chance: Random) -> Path:
    """Pass or decline; pick anything if something must be picked."""
    if game.may_pass(player):
        return (PASS,)
    menu = game.menu(player)
    out = [key for key in (PASS, DECLINE) if menu is not None and key in menu.keys]
    return (out[0],) if out else anything(game, player, chance)


def greedy_bot(seed: int = 0) -> Bot:
    """Give the default bot: it tries each answer on a copy with other dice, and takes the one with the best result."""

    return lambda game, player: Search(game, player, seed).best()


def wait(game: Game) -> None:
    """Let time pass until nothing waits on a stack any more."""
    for _ in range(LONGEST):
        due = popping.due(game.machine) if game.book.timed else None
        if due is None or due[1] == NOWHERE:
            return
        game.tick(max(due[0], game.state.now))


def shared(game: Game) -> bool:
    """Say whether players are asked in turn about what waits: in a window that they share, or for what goes there."""
    frame = next((f for f in reversed(game.state.agenda) if "discipline" in f.vars), None)
    return frame is not None and game.book.disciplines[frame.vars["discipline"]].lap != "one"


def waits(game: Game) -> bool:
    """Say whether something waits on a stack that resolves when everybody passes."""
    return bool(game.asking and shared(game) and stacks.waiting(game.machine))


class World:
    """A game in which answers are tried: a copy that looks the same to its player, with nothing hidden in it."""

    def __init__(self, game: Game, player: int, seed: int) -> None:
        self.real, self.player = game, player
        self.game = game.imagine(player, seed)
        self.game.machine.bare = True
        self.worth = Worth(self.game, player)

    def path(self, path: Path) -> Path:
        """Give a path of the real game in this world: an unseen pick becomes the thing in the same place."""
        menu = self.real.menu(self.player) if self.real.book.secret else None
        if menu is None or menu.most >= menu.least:  # nothing is hidden, or a number is chosen
            return path
        action = self.real.book.action(path[0][0]) if isinstance(path[0], tuple) else None
        kinds = ["object"] if action is None else ["", *(pick.kind for pick in action.picks)]
        return tuple(self._here(key) if kind == "object" and type(key) is int else key for key, kind in zip_longest(path, kinds))

    def _here(self, key: int) -> int:
        slot, state = key % LIVES, self.game.state
        zone = self.real.state.places[slot]
        if visibility.knows(self.real.machine, self.player, slot):
            return key
        return state.ref(state.zones[zone][self.real.view_as(self.player).state.zones[zone].index(slot)])


class Search:
    """One search: every complete answer worth trying, on copies."""

    def __init__(self, game: Game, player: int, seed: int) -> None:
        self.game, self.player, self.seed = game, player, seed
        self.chance = Random(f"{seed}/{game.state.number}/{player}")
        hidden = redeal.Dealer(game, player).hides
        self.worlds = [World(game, player, seed) for seed in (self._seeds(WORLDS) if hidden else [0])]
        self.worth = self.worlds[0].worth
        self.frame = game.state.asked.frame if game.state.asked is not None else NOWHERE
        self.reply = self.frame != NOWHERE and "offer" in game.state.agenda[-1].vars
        self.lasting = set(game.state.lasting)
        self.seeds = self._seeds(SAMPLES[1])

    def _seeds(self, count: int) -> list[int]:
        return [self.chance.getrandbits(63) for _ in range(count)]

    def best(self) -> Path:
        """Give the answer with the best results; of equal ones the last, because passing comes last."""
        options = self._options()
        if len(options) == 1:
            return options[0]
        once, found = range(len(self.worlds)), self._screened(options)
        judged = {at: score for at, (score, _, _) in enumerate(found)}
        uncertain = self._uncertain(found)
        samples = min(max(SAMPLES[0], TRIES // max(1, len(uncertain))), SAMPLES[1])
        for at in uncertain:
            more, left = self._judge(found[at][2], range(len(once), samples))[0], samples - len(once)
            judged[at] = (judged[at] * len(once) + more * left) / samples
        return found[max(judged, key=lambda at: (round(judged[at], 6), at))][2]

    def ranked(self) -> list[Path]:
        """List the complete answers worth trying, the best after one try first; of equal ones in the order of the menu."""
        options = self._options()
        if len(options) == 1:
            return options
        return sorted(options, key=lambda path: self._judge(path, range(1))[0], reverse=True)

    def _screened(self, options: list[Path]) -> list[tuple[float, bool, Path]]:
        """Try every answer in one world, the better half in the next, and so on."""
        found = [self._judge(path, range(1)) for path in options]
        for n in range(1, len(self.worlds)):
            ranked = sorted(range(len(found)), key=lambda at: (found[at][0], at), reverse=True)
            better = sorted(ranked[: max(2, (len(found) + 1) // 2)])
            again = [(found[at], self._judge(found[at][2], range(n, n + 1))) for at in better]
            found = [((old[0] * n + new[0]) / (n + 1), old[1] or new[1], old[2]) for old, new in again]
        return found

    def _uncertain(self, found: list[tuple[float, bool, Path]]) -> list[int]:
        """List the answers worth several tries: those with dice, the best of each beginning."""
        ranked: dict[Any, list[tuple[float, int]]] = {}
        for at, (score, rolled, path) in enumerate(found):
            if rolled:
                ranked.setdefault(path[0], []).append((score, -at))
        return [-at for group in ranked.values() for _, at in sorted(group, reverse=True)[:BETTER]]

    def _judge(self, path: Path, tries: range) -> tuple[float, bool, Path]:
        """Try an answer a few times, in several worlds; give its rating and whether it depends on dice."""
        tried = [self._try(self.worlds[n % len(self.worlds)], path, self.seeds[n]) for n in tries]
        return sum(score for score, _ in tried) / max(1, len(tried)), any(rolled for _, rolled in tried), path

    def _try(self, world: World, path: Path, seed: int) -> tuple[float, bool]:
        """Answer on a copy, let its effects end, rate the position, and take it back."""
        copy = world.game
        if path == (PASS,) and self._idle(copy):
            return world.worth.now(), False  # results of the next turn do not count for this answer
        copy.machine.seed = copy.machine.secret = seed
        before = copy.length
        try:
            happened = copy.answer(self.player, *world.path(path))
        except Refused:  # it depends on what differs in this world
            return world.worth.now(), True
        while self._under_way(copy) and copy.length < LONGEST:
            happened += copy.answer(copy.asking[0], *anything(copy, copy.asking[0], Random(seed + copy.length)))
        wait(copy)
        while waits(copy) and copy.length < SETTLED:
            happened += copy.answer(copy.asking[0], *nothing(copy, copy.asking[0], Random(seed + copy.length)))
        score = self._with_what_is_free(world, world.worth.now())
        while copy.length > before:
            copy.undo()
        return score, any(event[0] in CHANCE for event in happened)

    def _with_what_is_free(self, world: World, score: float) -> float:
        """Rate an answer together with free actions that it allowed, as long as they improve the position."""
        copy = world.game
        while (free := self._free(copy)) and copy.length < LONGEST:
            keys = [key for key in copy.menu(self.player) or () if isinstance(key, tuple) and key[0] in free]
            tried = {path: self._judged(world, path) for key in keys for path in self._whole(copy, (key,))}
            best = max(tried, key=lambda path: tried[path], default=())
            if not best or tried[best] <= score:
                break
            copy.answer(self.player, *best)
            score = tried[best] - TROUBLE
        return score

    def _judged(self, world: World, path: Path) -> float:
        world.game.answer(self.player, *path)
        score = world.worth.now()
        world.game.undo()
        return score

    def _free(self, copy: Game) -> set[str]:
        """Name the actions that have become cheaper since the question was asked, while the same window asks again."""
        asked, lasting = copy.state.asked, copy.state.lasting
        if asked is None or asked.frame != self.frame:
            return set()
        prices = [e.question for n, e in lasting.items() if n not in self.lasting and isinstance(e.question, tuple)]
        return {copy.book.actions[index].name for what, index, *_ in prices if what == "price"}

    def _under_way(self, copy: Game) -> bool:
        """Say whether the answered action, or the one interrupted by a question, is not over."""
        asked = copy.state.asked
        return asked is not None and (asked.frame != self.frame or self.reply) and copy.state.frame(self.frame) is not None

    def _idle(self, copy: Game) -> bool:
        """Say whether passing now only continues the turn."""
        return shared(copy) and not stacks.waiting(copy.machine)

    def _options(self) -> list[Path]:
        """List the complete answers worth trying."""
        menu = self.game.menu(self.player)
        assert menu is not None  # somebody is asked
        found = [path for key in self._looked_at(sensible(self.game, menu)) for path in self._beginning(key)]
        if len(found) <= OPTIONS:
            return found
        return [found[at] for at in sorted(self.chance.sample(range(len(found)), OPTIONS))]

    def _beginning(self, key: Any) -> list[Path]:
        """List the whole answers that begin with a pick; of very many, as of all choices of several among many things, some."""
        found = list(islice(self._whole(self.game, (key,)), MANY + 1))
        if len(found) <= MANY:
            return found
        return list(dict.fromkeys(anything(self.game, self.player, self.chance, (key,)) for _ in range(SOME)))

    def _whole(self, game: Game, path: Path) -> Iterator[Path]:
        menu = game.menu(self.player, *path) if len(path) < LONGEST else None
        if menu is None:
            yield path
            return
        for key in self._looked_at(menu):
            yield from self._whole(game, (*path, key))

    def _looked_at(self, menu: Menu) -> list[Any]:
        """Of a menu of many tiles, take those nearest to the enemy; of many numbers, some."""
        if menu.parser:
            return _texts(menu, Random(f"{self.seed}/{len(self.game.state.amendments)}/{self.player}")) if menu.keys else [""]
        if menu.kind == "act":
            return self.chance.sample(list(menu)[-RECENT:], min(ACTS, len(menu)))
        keys = list(menu) if len(menu) <= OPTIONS else [_anyone(menu, self.chance) for _ in range(OPTIONS)]
        if menu.kind != "tile" or len(keys) <= 2 * TILES:
            return keys
        tiles = [key for key in keys if isinstance(key, int)]
        near = sorted(tiles, key=self.worth.nearness)[:TILES]
        crowded = sorted(tiles, key=self.worth.company)[:TILES]
        return sorted({*near, *crowded})
