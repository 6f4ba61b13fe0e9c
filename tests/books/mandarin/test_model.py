"""The engine and a small model, which was made from the source alone, agree in every random history."""

from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import ACTION, OWNER
from tests.books.mandarin import model, play
from tests.lengths import much

RULES = """
Kind Momentary: a card played from Hand, then to Hand, if countered to Hand

Snuff (Momentary, breakneck)
Target: an effect on the stack
do: counter target

Clang (Momentary, fast)
do: untap all posts
    tap all posts you control

Ring (Momentary)
Speed: none
Target: at least 1 posts
do: untap all posts
    tap all targets

Bell (Post)
  Peal
  Trigger: [Tapped] of this rises to 1
  do: gain 1 Gold

Chime (Post)
  Tinkle (fast)
  Trigger: [Tapped] of this rises to 1
  do: gain 1 Gold
"""
DECK = "3 Slow, 3 Quick, 3 Dart, Banish, 2 Snuff, 2 Clang, Ring"
BOARD = "  X's Board: Bell, Chime"
CARDS = {"basic": "Slow", "fast": "Quick", "breakneck": "Dart"}
SPEEDS = {"Bell": "basic", "Chime": "fast"}
DISCIPLINES = {"source": "goes round", "magic": "in succession"}


def begin(seats: str, owner: str, discipline: str) -> Game:
    """Begins a game in which everybody has two posts that answer being tapped."""
    text = f"{play.CARDS}\n{RULES}\n{play.scenes(DECK, BOARD)}"
    return Game(play.loaded(text, (("priority", DISCIPLINES[discipline]),)), play.seating(seats, owner), seed=1)


PLAYERS, OWNERS = st.integers(2, 5), st.integers(0, 4)
RULED_BY = st.sampled_from(["source", "source", "magic"])


class Histories(RuleBasedStateMachine):
    """Adds, passes, counters, rings bells and leaves at random; `names` has what the model does not know of its effects."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self.done = False
        self.names: list[tuple[int, int]] = []  # slot, and the slot that a Snuff is aimed at

    @initialize(players=PLAYERS, owner=OWNERS, discipline=RULED_BY)
    def sit_down(self, players: int, owner: int, discipline: str) -> None:
        seats = "ABCDE"[:players]
        self.names, self.done = [], False
        self.state = model.start(seats, seats[owner % players], discipline)
        self.game = begin(seats, seats[owner % players], discipline)

    @precondition(lambda self: not self.on())
    @rule(players=PLAYERS, owner=OWNERS, discipline=RULED_BY)
    def sit_down_again(self, players: int, owner: int, discipline: str) -> None:
        """After the end of a history another one begins."""
        self.sit_down(players, owner, discipline)

    def on(self) -> bool:
        """Says whether the history goes on."""
        return self.game is not None and not self.done and model.holder(self.state) is not None

    # -- what the engine says ------------------------------------------------------------------------------------

    def slots(self) -> list[int]:
        assert self.game is not None
        return stacks.waiting(self.game.machine)

    def act(self, *picks: Any) -> None:
        assert self.game is not None
        self.game.answer(play.asked(self.game), *picks)

    def holds(self, card: str) -> bool:
        """Says whether the player with priority is offered a card."""
        assert self.game is not None
        menu = self.game.menu()
        assert menu is not None
        return any(menu.words(key).startswith(card) for key in menu)

    def has(self, card: str) -> bool:
        """Says whether the player with priority has a card in hand."""
        assert self.game is not None
        state, player = self.game.state, self.game.asking[0]
        hand = state.zones[state.owned(self.game.book.zone_index("Hand"), player)]
        return any(state.names[slot] == card for slot in hand)

    # -- what happens --------------------------------------------------------------------------------------------

    @precondition(on)
    @rule(speed=st.sampled_from(["basic", "fast", "fast", "breakneck"]))
    def add(self, speed: str) -> None:
        if not self.has(CARDS[speed]):
            return
        assert self.holds(CARDS[speed]) == (speed in model.legal(self.state))
        if speed in model.legal(self.state):
            self.act(CARDS[speed])
            self.state = model.add(self.state, speed)
            self.names.append((self.slots()[-1], -1))

    @precondition(on)
    @rule(data=st.data())
    def snuff(self, data: st.DataObject) -> None:
        if "breakneck" not in model.legal(self.state) or not self.slots() or not self.holds("Snuff"):
            return
        at = data.draw(st.integers(0, len(self.slots()) - 1))
        assert self.game is not None
        target = self.slots()[at]
        self.act("Snuff", self.game.state.ref(target))
        self.state = model.add(self.state, "breakneck")
        self.names.append((self.slots()[-1], target))

    @precondition(on)
    @rule()
    def clang(self) -> None:
        if "fast" in model.legal(self.state) and self.holds("Clang"):
            self.act("Clang")
            self.state = model.add(self.state, "fast")
            self.names.append((self.slots()[-1], -1))

    @precondition(on)
    @rule(data=st.data())
    def ring(self, data: st.DataObject) -> None:
        """Taps some posts of the player with priority, off the stack; all abilities that this triggers go on it together."""
        assert self.game is not None
        cards = [slot for slot, name in enumerate(self.game.state.names) if name in SPEEDS and self.game.machine.in_play(slot)]
        if not cards or not self.holds("Ring"):
            return
        chosen = data.draw(st.lists(st.sampled_from(cards), min_size=1, max_size=4, unique=True))
        self.act("Ring", *(self.game.state.ref(slot) for slot in chosen), "done")
        self.batch(chosen, data.draw)

    def batch(self, rung: list[int], draw: Callable[..., Any]) -> None:
        """Lets each player put their abilities on the stack in any order, and tells the model."""
        assert self.game is not None
        before = len(self.names)
        state = self.game.state
        while "abilities go on the stack" in self.game.where():
            menu = self.game.menu()
            assert menu is not None
            self.act(draw(st.sampled_from(list(menu))))
        new = self.slots()[before:]
        assert len(new) == len(rung)
        sources = [stacks.source(self.game.machine, slot) for slot in new]
        assert set(sources) == set(rung)
        self.names += [(slot, -1) for slot in new]
        batch = [(self.game.seats[state.cell(slot, OWNER)], SPEEDS[state.names[slot]]) for slot in sources]
        self.state = model.trigger(self.state, batch)

    @precondition(on)
    @rule(data=st.data())
    def step_aside(self, data: st.DataObject) -> None:
        assert self.game is not None
        self.done = not self.slots() and self.state.discipline == "source"
        before = len(self.state.stack)
        self.act("pass")
        self.state = model.passed(self.state)
        if model.holder(self.state) is None:
            self.done = True
        elif len(self.state.stack) < before:
            self.resolution(data)

    def resolution(self, data: st.DataObject) -> None:
        """Follows what the resolved effect did: it took another effect off the stack, or tapped its owner's posts."""
        assert self.game is not None
        slot, target = self.names.pop()
        game = self.game
        left = [known for known, _ in self.names]
        if target in left and target not in self.slots():
            self.state = model.remove(self.state, left.index(target))
            self.names.pop(left.index(target))
        elif game.state.names[slot] == "Clang":
            owner = game.state.cell(slot, OWNER)
            rung = [n for n, name in enumerate(game.state.names) if name in SPEEDS and game.state.cell(n, OWNER) == owner]
            self.batch([n for n in rung if game.machine.in_play(n)], data.draw)

    @precondition(on)
    @rule(seat=st.integers(0, 4), data=st.data())
    def leave(self, seat: int, data: st.DataObject) -> None:
        """Lets a player leave; if the turn owner leaves, the turn ends, which the model does not know."""
        who = self.state.seats[seat % len(self.state.seats)]
        alone = len(model.living(self.state, who)) < 3
        elsewhere = self.state.discipline == "magic" and who != model.holder(self.state)
        if who in self.state.gone or who == self.state.owner or alone or elsewhere:
            return
        assert self.game is not None
        state = self.game.state
        self.names = [pair for pair in self.names if self.game.seats[state.cell(pair[0], OWNER)] != who]
        play.leave(self.game, who)
        self.state = model.leave(self.state, who)
        self.done = model.holder(self.state) is None
        if len(self.state.stack) < len(self.names):  # all the others had passed, so the top has resolved
            self.resolution(data)

    @invariant()
    def agree(self) -> None:
        """S-25: the player with priority and the stack, with its controllers and speeds, are those of the model."""
        if self.game is None or self.done:
            return
        book, cell = self.game.book, self.game.state.cell
        found = [(self.game.seats[cell(slot, OWNER)], book.speed_of(book.actions[cell(slot, ACTION)])) for slot in self.slots()]
        assert found == [tuple(effect) for effect in self.state.stack]
        assert play.asked(self.game) == model.holder(self.state)
        assert [slot for slot, _ in self.names] == self.slots()


def test_engine_and_model_agree_in_every_history() -> None:
    """S-25, S-26, S-42: the engine and the model hold the same priority and the same stack in every history."""
    run = settings(max_examples=much(60, 600), stateful_step_count=40, deadline=None, suppress_health_check=list(HealthCheck))
    run_state_machine_as_test(Histories, settings=run)
