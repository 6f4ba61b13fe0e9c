"""What a bot thinks about a question: the answer that it gives, what it expects then, and what the other answers were worth."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from rulewright.bots import cores as processes
from rulewright.bots import labels
from rulewright.bots.labels import Label, Labels, Path
from rulewright.bots.native_search import NativeSearch, serves
from rulewright.bots.searching import Limit, Searching, decides
from rulewright.bots.tree import Node
from rulewright.bots.worlds import ImaginedGame, ImaginedGames, strategies_of_others
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import NOWHERE
from rulewright.kernel.words import path_words
from rulewright.play.bots import Search, sensible
from rulewright.program.quick_dataclasses import dataclass

TRUST = 1.0  # by how many times the uncertainty of the difference an answer must be better than that of the default bot
EDGE = 0.02  # and by how much more, because imagined games are not played as well as the real one
LINE = 6  # how many answers of the expected line are told


class Considered(NamedTuple):
    """An answer that was tried: its picks, its value (0 lost, 1 won), its tries, and whether the value is certain."""

    path: Path
    value: float
    visits: int
    sure: bool = False

    @property
    def known(self) -> bool:
        """Whether its value says anything: it is certain, or more than one game was imagined."""
        return self.sure or self.visits > 1


class Expected(NamedTuple):
    """An answer that is expected: the seat, and the picks in words."""

    seat: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer of a bot, with its reasons. A forced answer was not searched for and has no visits."""

    seat: int
    path: Path
    value: float = 0.5
    visits: int = 0
    iterations: int = 0
    line: tuple[Expected, ...] = ()
    considered: tuple[Considered, ...] = ()


def think(game: Game, player: int, limit: Limit, seed: int = 0, cores: int = 1) -> Advice:
    """Search for the best answer of a seat, from what the seat may know.

    The same game, seed, iterations and cores give the same thought.
    """
    key = f"{seed}/{game.state.number}/{player}"
    if (only := forced(game, player)) is not None:
        return Advice(player, only)
    if serves(game) and not strategies_of_others(game, player):
        search = NativeSearch(game, player, key, cores)
        if search.run(limit):
            return found(search, seed)
    return _in_python(game, player, limit.in_python(), key, seed, cores)


def forced(game: Game, player: int) -> Path | None:
    """Give the only answer that there is, or None."""
    path: Path = ()
    while (menu := game.menu(player, *path)) is not None:
        keys = menu.keys if path else sensible(game, menu).keys
        if menu.parser or len(keys) != 1 or menu.most >= menu.least:
            return None
        path = (*path, keys[0])
    return path


def found(search: NativeSearch, seed: int) -> Advice:
    """Tell what was found on the native machine, in the picks of the game that is really played."""
    game, seat = search.game, search.seat
    reading = labels.real(game, seat)
    readings = [Labels(world, seat, reading.known) for world in search.worlds]
    paths = ((each, reading.path(seat, readings[each.world].labels(seat, each.path))) for each in search.tried())
    ranked = [(each, Considered(path, each.value, each.visits, each.sure)) for each, path in paths if path is not None]
    at = _preferred([each for _, each in ranked], Search(game, seat, seed).best(), search.swing)
    ranked.insert(0, ranked.pop(at))
    best, (path, value, visits, _) = ranked[0]
    line = tuple(_told(search.worlds[best.world], search.line(best.world, best.path, LINE)))
    return Advice(seat, path, value, visits, search.iterations, line, tuple(each for _, each in ranked))


def _preferred(found: Sequence[Considered], usual: Path, swing: float) -> int:
    """Say which answer is given: what the default bot would answer, unless the best one is clearly better than that."""
    first, at = found[0], next((n for n, each in enumerate(found) if each.path == usual), 0)
    doubt = TRUST * swing * sqrt(1 / first.visits + 1 / found[at].visits)
    return 0 if first.sure or found[at].sure or first.value - found[at].value > EDGE + doubt else at


def _told(world: Game, line: Iterable[tuple[int, Path]]) -> Iterator[Expected]:
    """Put the answers of a line into words, one after another."""
    game = world.copy()
    for seat, path in line:
        yield Expected(seat, path_words(game, seat, path))
        game.answer(seat, *path)


def _in_python(game: Game, player: int, limit: Limit, key: str, seed: int, cores: int) -> Advice:
    first = Search(game, player, seed).ranked()
    if len(first) == 1:
        return Advice(player, first[0])
    source = ImaginedGames(game, player)
    paths = {source.real.labels(player, path): path for path in reversed(first)}
    searching = Searching(source, key, reversed(paths))
    root = processes.run(searching, limit, cores)
    return _thought(source, root, paths)


def _thought(source: ImaginedGames, root: Node, paths: dict[Label, Path]) -> Advice:
    ranked = [(arm, paths.get(arm.label) or source.real.path(source.seat, arm.label)) for arm in root.ranked()]
    found = [(arm, Considered(path, arm.value, arm.visits, arm.sure is not None)) for arm, path in ranked if path is not None]
    best = found[0][1]
    line = tuple(_line(source, root, found[0][0].label))
    return Advice(source.seat, *best[:3], root.visits, line, tuple(each for _, each in found))


def _line(source: ImaginedGames, root: Node, first: Label) -> list[Expected]:
    """Follow the answers that were tried most often, in one of the imagined games."""
    position, node, told = source.deal(0), root, list[Expected]()
    label: Label | None = first
    while label is not None and len(told) < LINE:
        mover, path = position.mover, position.reading.path(position.mover, label)
        if path is None:
            break
        told.append(Expected(mover, path_words(position.game, mover, path)))
        if not position.give(path) or decides(position) == NOWHERE:
            break
        node = node.arms[label].child(position.asked())
        label = _best(position, node)
    return told


def _best(position: ImaginedGame, node: Node) -> Label | None:
    """Of the answers that can be given here, give the one that was tried most often."""
    labels = (arm.label for arm in node.ranked())
    return next((label for label in labels if position.reading.path(position.mover, label) is not None), None)
