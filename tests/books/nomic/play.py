"""Plays histories on the engine: a table of A to D and a referee Z, with the stacks in the notation of the histories."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from rulewright import books
from rulewright.kernel.book import Book
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import ACTION, BLOCKED, LIVES
from rulewright.language.lower.compiler import bind
from tests.books.nomic.history import Call, Do, Flag, Grant, Q, Turn

RULES = Path(__file__).with_name("stacks.rules")
SCENE = "\nScene Table\n  seats A, B, C, D, Z\n  A (Points 0), B (Points 0), C (Points 0), D (Points 0), Z (Points 0)\n"
NUMBERS = {1: "", 2: " two", 3: " three", 5: " five", 7: " seven", 9: " nine"}
KINDS = {
    **{kind: (kind.capitalize(),) for kind in ("vote", "wish", "ware", "spark", "zap", "remove", "copy", "thaw")},
    **{kind: (kind.capitalize(), f"Lit {kind}") for kind in ("gift", "gem", "block")},
    "cash": ("Cash", "Cash two", "Cash three"),
    "modify": ("Deflect", "Lit modify three", *(f"Modify{NUMBERS[n]}" for n in (3, 5, 7, 9))),
}
CLASSES = {
    "immediate": "becomes Immediate",
    "inalienable": "becomes Inalienable",
    "delayed": "becomes Delayed",
    None: "is no action",
}
WORDS = {"does nothing": "nothing", "prerequisites not met": "prerequisites", "left its stack": "left"}
HEARD = ("put into action", "blocked", "nothing", "prerequisites", "left", "placed")
"""What is compared of the events, besides the stacks and the points after each step."""


@lru_cache(maxsize=8)
def book(span: int = Q) -> Book:
    """Gives the rules of the table, with an act of the referee for every change of class."""
    turns = "".join(
        f"\n  Turn {kind} {cls}\n  do: {'; '.join(f'{name} {words}' for name in names)}\n"
        for kind, names in KINDS.items()
        for cls, words in CLASSES.items()
    )
    text = RULES.read_text(encoding="utf-8").replace("4 quiet hours", f"{span} quiet seconds")
    found = bind([("stacks.rules", f"{text}\nRule 330. Classes{turns}{SCENE}")], books.finder())
    assert found.book is not None, "\n".join(map(str, found.problems))
    return found.book


class Table:
    """A game whose actions have the names that a history gives them."""

    def __init__(self, calls: Iterable[Call] = (), span: int = Q) -> None:
        self.game = Game(book(span), "Table")
        self.first = len(self.game.state.grounds)
        self.named: dict[int, str] = {}
        self.lit = {name for call in calls if isinstance(call, Do) for name in call.aim or ()}
        self.heard: list[str] = []
        self.acting, self.about = "", ""

    def do(self, call: Call, at: int) -> list[str]:
        """Plays one call and gives its events; a refused call raises an error and changes nothing."""
        before, named = self.game.copy(), dict(self.named)
        self.heard = []
        try:
            self._hear(self.game.tick(at), None)
            self._call(call, at)
        except Refused:
            self.game, self.named = before, named
            raise
        return self.heard

    def _call(self, call: Call, at: int) -> None:
        if isinstance(call, Do):
            self._hear(self.game.answer(call.who, *self.path(call), at=at), call)
        elif isinstance(call, Turn):
            self._hear(self.game.answer("Z", f"Turn {call.kind} {call.cls}", at=at), None)
        elif isinstance(call, Flag):
            self.game.answer("Z", "Sunrise" if call.up else "Sunset", at=at)
        elif isinstance(call, Grant):
            self.game.answer(call.ability.originator, f"Get {call.ability.name}", at=at)

    def path(self, call: Do) -> tuple[Any, ...]:
        """Gives the picks of an act: its name, its targets, and the stack that it joins."""
        if call.name in self.named.values():
            raise Refused(f"{call.name} is done already: every act is a new one")
        aims = call.targets and call.kind not in ("gift", "gem", "cash", "vote")
        targets = (*(self._ref(name) for name in dict.fromkeys(call.targets)), "done") if aims else ()
        return (self.action(call), *targets, *(() if call.join is None else (self._ref(call.join),)))

    def action(self, call: Do) -> str:
        """Gives the name that the rules have for an act of a history."""
        if call.kind == "modify" and call.to is None:
            return "Deflect"
        number = NUMBERS[call.to or (call.amount if call.kind == "cash" else 1)]
        plain = f"{call.kind}{number}"
        return f"Lit {plain}" if call.name in self.lit else plain.capitalize()

    def _ref(self, name: str) -> int:
        slot = next((slot for slot, known in self.named.items() if known == name), None)
        if slot is None:
            raise Refused(f"there is no {name}")
        return self.game.state.ref(slot)

    def judge(self, act: int, at: int, calls: dict[int, Call]) -> None:
        """Lets the referee strike an act; afterwards things are named again by the calls that made them."""
        self.game.answer("Z", "Judge", act, at=at)
        self.named = {}
        for done in self.game.done:
            call = calls.get(done.entry.number)
            self._hear(done.events, call if isinstance(call, Do) else None)

    # -- what is there -------------------------------------------------------------------------------------------

    def show(self) -> str:
        """Gives the stacks in the notation of the histories."""
        state = self.game.state
        lying = {zone - self.first + 1: state.zones[zone] for zone in stacks.stacks(self.game.machine) if state.zones[zone]}
        return " ".join(f"{n}:" + ",".join(self.named[s] + "!" * state.cell(s, BLOCKED) for s in x) for n, x in lying.items())

    def purse(self) -> str:
        """Gives what the players hold, without players who have nothing."""
        points = next(n for n, stat in enumerate(self.game.book.stats) if stat.name == "Points")
        held = {who: self.game.state.cell(self.game.find(who), points) for who in "ABCD"}
        return " ".join(f"{who}{n}" for who, n in held.items() if n)

    def clocks(self) -> dict[int, int]:
        """Gives the second at which each stack was last modified."""
        grounds = self.game.state.grounds
        return {zone - self.first + 1: grounds[zone][2] for zone in stacks.stacks(self.game.machine)}

    # -- what is heard -------------------------------------------------------------------------------------------

    def _hear(self, events: Sequence[Event], call: Do | None) -> None:
        """Records what happened, and names the things put on stacks by what put them there."""
        self.acting = self.about = call.name if call else ""
        fresh = bool(call)
        for event in events:
            if event[0] != "told" or str(event[2]).startswith("Turn "):
                continue
            word, what = WORDS.get(event[1], event[1]), event[2]
            if word in ("stacked", "copied"):
                self.named[what] = self._placed(what, call, fresh)
                fresh = False
                self.heard.append(f"placed {self.named[what]} {self.game.state.refs(what, 'stack')[0] - self.first + 1}")
            elif word in HEARD:
                self.acting = self._called(what, call)
                self.about = self.about if "/" in self.acting and isinstance(what, str) else self.acting
                self.heard.append(f"{word} {self.acting}")

    def _called(self, what: int | str, call: Do | None) -> str:
        if isinstance(what, int):
            return self.named[what]
        if call is not None and what == self.action(call):
            return call.name
        return f"{what.casefold()}/{self.about}"

    def _placed(self, slot: int, call: Do | None, fresh: bool) -> str:
        """Names an item on a stack: a performed act, an item of an ability, or the next copy that the acting one makes."""
        action = self.game.book.actions[self.game.state.cell(slot, ACTION)]
        if call is not None and fresh and action.name == self.action(call):
            return call.name
        copier = next((s for s, name in self.named.items() if name == self.acting), None)
        copies = copier is not None and self.game.book.actions[self.game.state.cell(copier, ACTION)].name in ("Copy", "Eye")
        if not copies:
            return f"{action.name.casefold()}/{self.about}"
        assert copier is not None
        refs = self.game.state.named_refs(copier, "targets")
        originals = [self.named[ref % LIVES] for word, ref in refs if word in ("targets", "it")]
        return next(name for it in originals if (name := f"{self.acting}/{it}") not in self.named.values())


def words(events: str) -> list[str]:
    """Gives the expected events of a step that are compared, without their seconds."""
    told = [event.partition(" ")[2] if event.startswith("@") else event for event in events.split("; ")]
    return [event for event in told if event.startswith(HEARD) and not event.endswith("$")]
