"""Draws the table: the map with everybody on it, their stats beside it, and what may be picked. It prints nothing itself."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

from rulewright.kernel import acts, sight, values
from rulewright.kernel.game import Game
from rulewright.kernel.grid import Grid
from rulewright.kernel.menus import Menu
from rulewright.kernel.state import LIVES, NOWHERE, OWN, SIDE, TILE
from rulewright.play import cards
from rulewright.play.screen import HEIGHT, Run, Runs

SIDES = ("bold cyan", "bold red", "bold yellow", "bold magenta")
BAR = 8
LONG = 8  # a menu of more lines than this says no targets
MANY = "*"
MARK = "+"
REGIONS = ":;!^&@$"
GROUND = {  # what a tile is drawn as: its sign, its name, its style
    "floor": (".", "", "dim"),
    "wall": ("#", "wall", "dim"),
    "window": ("=", "window", "dim"),
    "smoke": ("%", "smoke", "dim"),
    "difficult": ("~", "difficult", "blue"),
}


def cast(game: Game) -> list[int]:
    """List everybody who has a side."""
    return [slot for slot in range(len(game.state.places)) if game.state.cell(slot, SIDE) != NOWHERE]


def name(game: Game, slot: int) -> str:
    """Name an object."""
    return game.book.name_of(game.state, slot)


def letters(game: Game) -> dict[int, str]:
    """Give everybody a letter of their own: capitals for the first cast, small letters for the others."""
    given: dict[int, str] = {}
    for slot in cast(game):
        upper = game.state.cell(slot, SIDE) == 0
        wanted = [s for s in name(game, slot) + "abcdefghijklmnopqrstuvwxyz" if s.isalpha() and s.isascii()]
        cased = [s.upper() if upper else s.lower() for s in wanted]
        given[slot] = next((s for s in cased if s not in given.values()), "?")
    return given


def style_of(game: Game, slot: int) -> str:
    """Give the colour of somebody's side."""
    return SIDES[game.state.cell(slot, SIDE) % len(SIDES)]


# -- the map -----------------------------------------------------------------------------------------------------------


def ground(grid: Grid, tile: int) -> str:
    """Say what a tile is."""
    if tile in grid.walls:
        return "wall" if tile in grid.opaque else "window"
    return "smoke" if tile in grid.opaque else "difficult" if tile in grid.rough else "floor"


def map_lines(game: Game, marks: Iterable[int] = (), active: int = NOWHERE) -> list[Runs]:
    """Draw the map, x east from 1, y north from 1 at the bottom; marked tiles can be picked."""
    grid = game.state.setting.grid
    if grid is None:
        return []
    signs = letters(game)
    marked = frozenset(marks)
    lines: list[Runs] = []
    for y in range(grid.height, 0, -1):
        tiles = [_tile(game, grid, grid.tile(x, y), signs, marked, active) for x in range(1, grid.width + 1)]
        lines.append([(f"{y:>3} ", "dim"), *((sign + " ", style) for sign, style in tiles)])
    # Two digits fill a tile's width, so of the columns from 10 on every other is numbered.
    across = "".join("  " if x > 10 and x % 2 else str(x).ljust(2) for x in range(1, grid.width + 1))
    return [*lines, [(f"    {across}", "dim")]]


def _tile(game: Game, grid: Grid, tile: int, signs: dict[int, str], marks: frozenset[int], active: int) -> Run:
    here = [slot for slot in signs if game.state.cell(slot, TILE) == tile and game.machine.in_play(slot)]
    if active in here:
        return signs[active] if len(here) == 1 else MANY, style_of(game, active) + " reverse"
    if here:
        return (signs[here[0]], style_of(game, here[0])) if len(here) == 1 else (MANY, "bold")
    if tile in marks:
        return MARK, "bold green"
    region = next((sign for sign, _, tiles in regions(game) if tile in tiles), "")
    sign, _, style = GROUND[ground(grid, tile)]
    return (region, "yellow") if region and sign == GROUND["floor"][0] else (sign, style)


def regions(game: Game) -> list[tuple[str, str, frozenset[int]]]:
    """List the places a scene has marked on its map: the sign each is drawn with, its name and its tiles."""
    marked = game.book.extra.get("marks", {}).get(game.scene, {})
    named = [(name, tiles) for name, tiles in marked.items() if name not in GROUND and tiles]
    return [(sign, name, frozenset(tiles)) for sign, (name, tiles) in zip(REGIONS, named, strict=False)]


def legend(game: Game, marks: Iterable[int] = ()) -> list[str]:
    """Say what the signs of the map stand for."""
    grid = game.state.setting.grid
    if grid is None:
        return []
    floor = {tile for tile in range(grid.width * grid.height) if ground(grid, tile) == "floor"}
    kinds = {ground(grid, tile) for tile in range(grid.width * grid.height)}
    words = [f"{sign} {what}" for kind, (sign, what, _) in GROUND.items() if kind in kinds and what]
    words += [f"{sign} {what}" for sign, what, tiles in regions(game) if tiles & floor]
    spots = [game.state.cell(slot, TILE) for slot in cast(game) if game.machine.in_play(slot)]
    shared = len({spot for spot in spots if spot >= 0}) < sum(spot >= 0 for spot in spots)
    return [*words, *([f"{MANY} several"] if shared else []), *([f"{MARK} can be picked"] if marks else [])]


# -- the people --------------------------------------------------------------------------------------------------------


def abbreviations(names: Sequence[str]) -> dict[str, str]:
    """Give each name a short form of its own: initials of several words, the first letters of one."""
    short: dict[str, str] = {}
    for whole in names:
        words = whole.split()
        forms = ["".join(word[0] for word in words)] if len(words) > 1 else []
        forms += [whole[:length] for length in range(3, len(whole) + 1)]
        short[whole] = next((form for form in forms if form not in short.values()), whole)
    return short


def short_stats(game: Game) -> str:
    """Say what the short forms of the stats stand for, as far as anybody has them."""
    if cards.is_one(game):
        short = cards.shortened(game)
        return ", ".join(f"{short[stat.name]} {stat.name}" for stat in game.book.stats[OWN:] if cards.is_number(stat))
    used = {stat for slot in cast(game) for stat in stats(game, slot)}
    used -= {n for n, stat in enumerate(game.book.stats) if stat.cap is not None} | set(game.book.capped)
    whole = [stat.name for n, stat in enumerate(game.book.stats) if n in used]
    short = abbreviations([stat.name for stat in game.book.stats[OWN:]])
    return ", ".join(f"{short[each]} {each}" for each in whole)


def people_lines(game: Game, width: int, viewer: int | None = None, active: int = NOWHERE) -> list[Runs]:
    """Give everybody a line: letter, name, a bar for each capped stat, then as many stats as fit."""
    signs = letters(game)
    seen = [slot for slot in signs if sight.knows(game.machine, viewer, slot)]
    longest = max((len(name(game, slot)) for slot in seen), default=0)
    return [line for slot in seen for line in _person(game, slot, signs[slot], longest, width, slot == active)]


def _person(game: Game, slot: int, sign: str, longest: int, width: int, active: bool) -> list[Runs]:
    """Draw one person; whoever is asked gets a second line for the stats that do not fit in the first."""
    called = f"{'>' if active else ' '}{sign} {name(game, slot).ljust(longest)}"
    if not game.machine.in_play(slot):
        zone = game.book.zone_words(game.state, game.state.places[slot])
        return [[(f"{called}  {zone}", "dim")]]
    line: list[Run] = [(called, style_of(game, slot) + (" reverse" if active else ""))]
    shown = set()
    for stat, amount, cap in capped(game, slot):
        line += _bar(amount, cap)
        shown |= {stat, game.book.stats[stat].cap}
    left = [stat for stat in stats(game, slot) if stat not in shown]
    left.sort(key=lambda stat: (slot, stat) not in game.state.touched)  # what lasts is never what does not fit
    fitting = _stats(game, slot, left, width - length(line))
    rest = _stats(game, slot, left[len(fitting) :], width - len(called)) if active else []
    return [[*line, *fitting], [(" " * len(called), ""), *rest]] if rest else [[*line, *fitting]]


def _bar(amount: int, cap: int) -> list[Run]:
    full = min(BAR, max(1 if amount > 0 else 0, round(BAR * amount / cap)))
    style = "green" if amount * 2 > cap else "yellow" if amount * 4 > cap else "red"
    return [(" " + "█" * full, style), ("░" * (BAR - full), "dim"), (f" {amount:>2}/{cap:<2}", "")]


def _stats(game: Game, slot: int, wanted: Sequence[int], room: int) -> list[Run]:
    """Give the stats that fit, shortened; what lasting effects touch is coloured and says by how much."""
    short = abbreviations([stat.name for stat in game.book.stats[OWN:]])
    line: list[Run] = []
    for stat in wanted:
        now, written = values.value(game.machine, slot, stat), game.state.cell(slot, stat)
        by = f"({now - written:+d})" if now != written else ""
        text = f" {short[game.book.stats[stat].name]} {now}{by}"
        if length(line) + len(text) > room:
            break
        line.append((text, "" if now == written else "green" if now > written else "red"))
    return line


def capped(game: Game, slot: int) -> list[tuple[int, int, int]]:
    """List somebody's stats that have a cap: stat, value, cap."""
    found = []
    for stat, each in enumerate(game.book.stats):
        cap = values.value(game.machine, slot, each.cap) if each.cap is not None else 0
        if cap > 0:
            found.append((stat, values.value(game.machine, slot, stat), cap))
    return found


def stats(game: Game, slot: int) -> list[int]:
    """List the stats of somebody's that say something: not at their default, or refreshed from turn to turn."""
    found = []
    for stat in range(OWN, game.state.width):
        each = game.book.stats[stat]
        pool = each.refresh and not game.book.is_card(game.state, slot)
        if stat != game.book.rank and (pool or values.value(game.machine, slot, stat) != each.default):
            found.append(stat)
    return found


def full_stats(game: Game, viewer: int | None = None) -> list[str]:
    """Say everybody's stats in full, one text each, with what lasts on them."""
    texts = []
    for slot in cast(game):
        if not sight.knows(game.machine, viewer, slot):
            continue
        parts = [f"{game.book.stats[stat].name} {values.value(game.machine, slot, stat)}" for stat in stats(game, slot)]
        kind = game.book.kinds[game.state.cell(slot, 0)].name
        of = "" if name(game, slot).startswith(kind) else f" ({kind})"
        touched = [f"{e.name} lasts" for e in game.state.lasting.values() if e.object == slot]
        texts.append(f"{name(game, slot)}{of}: {', '.join([*parts, *touched]) or 'nothing of note'}")
    return texts


# -- the whole ---------------------------------------------------------------------------------------------------------


def length(line: Runs) -> int:
    """Count the signs of a line."""
    return sum(len(text) for text, _ in line)


def board(
    game: Game,
    width: int,
    viewer: int | None = None,
    marks: Iterable[int] = (),
    active: int = NOWHERE,
    room: int = HEIGHT,
) -> list[Runs]:
    """Draw the map with everybody's stats beside it, or below it where there is no room; or the cards on the table."""
    if cards.is_one(game):
        return cards.Spread(game, width, viewer).lines(room)
    marks = tuple(marks)
    left = map_lines(game, marks, active)
    wide = max(map(length, left)) + 1
    beside = width - wide >= 40
    room = width - wide if beside else width
    signs = textwrap.wrap("   ".join(legend(game, marks)), room, initial_indent="  ", subsequent_indent="  ")
    right = [*people_lines(game, room, viewer, active), *([(line, "dim")] for line in signs)]
    if not beside:
        return [*left, *right]
    pairs = zip_longest(left, right, fillvalue=())
    return [[*one, (" " * (wide - length(one)), ""), *other] for one, other in pairs]


# -- menus -------------------------------------------------------------------------------------------------------------


def tiles(menu: Menu) -> list[int]:
    """List the tiles a menu offers, if tiles are what it offers."""
    return [key for key in menu if isinstance(key, int)] if menu.kind == "tile" else []


def free(game: Game, marks: Sequence[int]) -> int:
    """Give a tile nobody stands on, for an example of what can be typed."""
    taken = {game.state.cell(slot, TILE) for slot in cast(game)}
    return next((tile for tile in marks if tile not in taken), marks[0])


def option(game: Game, player: int, path: Sequence[Any], menu: Menu, key: Any) -> str:
    """Say an option, and what it can be aimed at where that is little."""
    words = menu.words(key) + cost(game, key)
    rest = game.menu(player, *path, key)
    if rest is None:
        return words
    if tiles(rest):
        return f"{words}: {len(rest)} tiles"
    named = ", ".join(rest.words(target) for target in rest)
    return f"{words}: {named}" if len(words) + len(named) <= 32 or len(rest) == 1 else f"{words}: {len(rest)} choices"


def cost(game: Game, key: Any) -> str:
    """Say in short what an offer costs, if the key is an offer and its cost is known beforehand."""
    action = game.book.action(key[0]) if isinstance(key, tuple) and isinstance(key[0], str) else None
    if action is None:
        return ""
    whole = [stat.name for stat in game.book.stats[OWN:]]
    short = dict(zip(whole, whole, strict=True)) if cards.is_one(game) else abbreviations(whole)
    changes = acts.price(game.machine, action, acts.given(game.machine, action, key[1] % LIVES, {}))
    total: dict[int, int] = {}
    for change in changes:
        if _told(game, change):
            total[change[2]] = total.get(change[2], 0) + change[4]
    parts = [f"{amount} {short[game.book.stats[stat].name]}" for stat, amount in total.items()]
    return f" ({', '.join(parts)})" if parts else ""


def _told(game: Game, change: Sequence[Any]) -> bool:
    """Say whether a cost is an amount of something; what only is or is not, and nothing at all, go without saying."""
    return bool(change[0] == "alter" and change[4]) and change[2] >= OWN and game.book.stats[change[2]].most != 1


def menu_lines(game: Game, player: int, path: Sequence[Any], menu: Menu, width: int) -> list[Runs]:
    """Number the options of a menu, in columns of three lines or more where there are many and the width allows."""
    if menu.parser or menu.most >= menu.least:
        return [[("  " + ("type it in words" if menu.parser else f"a number from {menu.least} to {menu.most}"), "")]]
    lines = _columns([f"{n:>3} {option(game, player, path, menu, key)}" for n, key in enumerate(menu, 1)], width)
    if len(lines) <= LONG:
        return lines
    return _columns([f"{n:>3} {menu.words(key)}{cost(game, key)}" for n, key in enumerate(menu, 1)], width)


def _columns(texts: list[str], width: int) -> list[Runs]:
    for rows in range(3 if len(texts) > 4 else 4, len(texts) + 1):
        columns = [texts[at : at + rows] for at in range(0, len(texts), rows)]
        wide = [max(map(len, column)) + 2 for column in columns]
        if sum(wide) <= width + 2:
            lines = [
                "".join(text.ljust(w) for text, w in zip(row, wide, strict=True)) for row in zip_longest(*columns, fillvalue="")
            ]
            return [[(line.rstrip(), "")] for line in lines]
    return [[(text, "")] for text in texts]
