"""Counts, from the events of played games, how often each action type and each keyword came up.

`python -m tests.books.riftbound.uses [--seeds 100] [--scene NAME]` plays every mode between random players and prints the
tables; the exit status is 1 where fewer than 95 in 100 games end by the victory score, one seat wins all of them, or something
is never used.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator

from benchmarks import leave
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import LIVES, OWNER
from rulewright.play.bots import random_bot
from rulewright.play.playout import play_out

BOOK = books.load("riftbound")
ENDED = 0.95
TYPES = (
    "Draw", "Exhaust", "Ready", "Recycle", "Deal", "Heal", "Play", "Standard Move", "Move", "Hide", "Discard", "Stun", "Reveal",
    "Counter", "Buff", "Banish", "Kill", "Add", "Channel", "Burn Out", "Double", "Swap", "Attach", "Detach", "Recall",
)  # fmt: skip
KEYWORDS = (
    "Accelerate", "Action", "Assault", "Deathknell", "Deflect", "Ganking", "Hidden", "Legion", "Reaction", "Shield", "Tank",
    "Temporary", "Vision", "Equip", "Quick-Draw", "Repeat", "Weaponmaster",
)  # fmt: skip
GAINS = {"Exhausted": "Exhaust", "Stunned": "Stun", "Buffed": "Buff", "Damage": "Deal"}
LOSSES = {"Exhausted": "Ready", "Damage": "Heal"}
TOLD = {"draws": "Draw", "played": "Play", "moves": "Move", "countered": "Counter"}
MOVES = {
    ("Hand", "Trash"): "Discard", ("Board", "Trash"): "Kill", ("Rune Deck", "Board"): "Channel",
    ("Trash", "Main Deck"): "Recycle", ("Board", "Rune Deck"): "Recycle",
}  # fmt: skip
STACKED = {"Afterglow": "Deathknell", "Quick Fingers": "Legion", "Vision": "Vision", "Arming": "Weaponmaster",
           "Furnace Oath": "Double", "Even the Scales": "Swap", "Equip": "Equip"}  # fmt: skip
CHOSEN = {
    "Standard Move": "Standard Move", "Standard Move home": "Standard Move", "Hide": "Hide", "Play from hiding": "Hidden",
    "Play a unit accelerated": "Accelerate", "Play a unit accelerated to a battlefield": "Accelerate",
    "Draw quickly": "Quick-Draw",
}  # fmt: skip
BEGUN = {"Burn Out": "Burn Out", "Blow at a Tank": "Tank"}
FIGHTS = {"Attacking": "Assault", "Defending": "Shield"}


class Reader:
    """Reads the events of one game; the printed text of a thing is found by its kind."""

    def __init__(self, game: Game) -> None:
        self.game, self.state, self.began = game, game.state, ""

    def printed(self, slot: int, stat: str) -> int:
        """Gives what is printed on a card."""
        kind = BOOK.kinds[self.state.cell(slot, 0)]
        return dict(kind.stats).get(BOOK.stat(stat), 0)

    def uses(self) -> Iterator[str]:
        """Names the action types and keywords in the events, event by event."""
        for event in self.game.events:
            yield from getattr(self, f"_{event[0]}", lambda event: ())(event)

    def _changed(self, event: tuple) -> Iterator[str]:
        stat, up = BOOK.stats[event[2]].name, event[4] > event[3]
        named = (GAINS if up else LOSSES).get(stat)
        if named:
            yield named
        if up and stat in ("Energy", "Fury", "Calm", "Chaos"):
            yield "Add"
        if up and stat in FIGHTS and self.printed(event[1], FIGHTS[stat]):
            yield FIGHTS[stat]

    def _moved(self, event: tuple) -> Iterator[str]:
        zones = [BOOK.zones[self.state.grounds[place[0]][0]].name if place[0] >= 0 else "" for place in event[2:4]]
        if zones[1] == "Banishment":
            yield "Banish"
        if (zones[0], zones[1]) in MOVES:
            yield MOVES[zones[0], zones[1]]
        if zones == ["Board", "Trash"] and self.began == "Beginning Phase" and self.printed(event[1], "Temporary"):
            yield "Temporary"

    def _linked(self, event: tuple) -> Iterator[str]:
        _, slot, name, old, new = event
        if name == "attached":
            yield "Attach" if new else "Detach"
        if name == "at" and old and not new:
            yield "Recall"
        if name == "at" and old and new and self.printed(slot, "Ganking"):
            yield "Ganking"
        if name == "extra" and self.state.names[slot] == "Cinder Rebuke":
            yield "Repeat"
        if name == "targets":
            aimed = [ref % LIVES for _, ref in new or ()]
            yield from ("Deflect" for it in aimed if self.printed(it, "Deflect") and self._other(it, slot))

    def _other(self, it: int, by: int) -> bool:
        return self.state.cell(it, OWNER) != self.state.cell(by, OWNER)

    def _told(self, event: tuple) -> Iterator[str]:
        if event[1] in TOLD:
            yield TOLD[event[1]]
        if event[1] == "stacked":
            name = self.state.names[event[2] % LIVES]
            action = BOOK.action(name)
            speed = BOOK.speed_of(action) if action is not None else ""
            yield from (STACKED[name],) if name in STACKED else ()
            yield from (speed.capitalize(),) if speed in ("action", "reaction") else ()

    def _began(self, event: tuple) -> Iterator[str]:
        self.began = event[2]
        yield from (BEGUN[event[2]],) if event[2] in BEGUN else ()

    def _revealed(self, event: tuple) -> Iterator[str]:
        yield from ("Reveal",) if event[3] else ()

    def _chose(self, event: tuple) -> Iterator[str]:
        name = event[2][0][0] if event[2] and isinstance(event[2][0], tuple) else ""
        yield from (CHOSEN[name],) if name in CHOSEN else ()


def played(scene: str, seed: int) -> Game:
    """Plays a game of random players to its end."""
    game = Game(BOOK, scene, seed=seed)
    play_out(game, [random_bot(seed * 10 + n) for n in range(len(game.seats))], most=3000)
    return game


def by_score(game: Game) -> bool:
    """Says whether a game ended because somebody reached the victory score."""
    goal = game.state.cell(0, BOOK.stat("Goal"))
    return game.over and max(game.state.cell(slot, BOOK.stat("Score")) for slot in range(len(game.seats))) >= goal


def measured(scene: str, seeds: Iterable[int], uses: Counter[str]) -> tuple[int, int, Counter[str]]:
    """Plays a mode with each seed; gives how many games ended by the score, of how many, and who won."""
    ended, count, won = 0, 0, Counter[str]()
    for seed in seeds:
        print(f"\r{scene}, seed {seed}\x1b[K", end="", file=sys.stderr, flush=True)
        game = played(scene, seed)
        ended, count = ended + by_score(game), count + 1
        won.update(seat for seat, stands in game.standing().items() if stands > 0)
        uses.update(Reader(game).uses())
    return ended, count, won


def main() -> int:
    """Measures every mode and prints the tables; gives 1 if an aim is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.books.riftbound.uses")
    parser.add_argument("--seeds", type=int, default=100, help="games of each mode")
    parser.add_argument("--scene", action="append", choices=list(BOOK.scenes), help="only this mode")
    given = parser.parse_args()
    seeds, uses, missed = range(given.seeds), Counter[str](), []
    for scene in given.scene or BOOK.scenes:
        ended, count, won = measured(scene, seeds, uses)
        print(f"\r\x1b[K{scene}: {ended} of {count} games ended by the victory score; won by {dict(sorted(won.items()))}")
        missed += [scene] if ended < ENDED * count or max(won.values()) == count else []
    for title, names in (("action types", TYPES), ("keywords", KEYWORDS)):
        print(f"{title}: " + ", ".join(f"{name} {uses[name]}" for name in names))
        missed += [name for name in names if not uses[name]]
    print("".join(f"aim missed: {each}\n" for each in missed), end="")
    return 1 if missed else 0


if __name__ == "__main__":
    leave(main)
