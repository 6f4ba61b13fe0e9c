"""Random histories, with Judgments among them, on the engine and on the model side by side."""

from __future__ import annotations

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule, run_state_machine_as_test

from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from tests.books.nomic import model
from tests.books.nomic.history import WORLD, Call, Do, Flag, Turn, Wait, money, show
from tests.books.nomic.play import Table
from tests.lengths import much

AIMED = ("block", "remove", "copy", "zap", "modify")
TURNED = ("gift", "cash", "block", "remove", "copy", "wish")
"""Kinds that change their class here: each of them is one action of the rule text."""
SPANS = st.sampled_from([0, 0, 1, 60, 7200, 14399, 14400, 14401, 50000])
PLAYERS = st.sampled_from("ABCD")
CLASSES: tuple[model.Cls | None, ...] = ("inalienable", "immediate", "delayed", None)


def on_model(call: Call) -> model.Call:
    """Gives a call for the model that follows the engine if the text allows both (`OTHERWISE` in `test_histories`)."""

    def played(s: model.State, now: int) -> model.State:
        if isinstance(call, Do):
            then = model.advance(s, now)
            there = {stack.id for stack in then.stacks}
            if any(not then.home.get(name) for name in call.targets):
                raise model.Refused("it never was on a stack")
            if call.join is not None and then.home.get(call.join, 0) not in there:
                raise model.Refused("that stack is gone")
        return call(s, now)

    return played


class Side(RuleBasedStateMachine):
    """The engine and the model, which get the same calls."""

    @initialize()
    def begin(self) -> None:
        """Begins both of them."""
        self.table, self.state = Table(), WORLD
        self.history: list[tuple[int, Call]] = []
        self.numbers: list[int] = []
        self.struck: set[int] = set()

    def both(self, call: Call, after: int) -> None:
        """Plays a call on both; both refuse it or neither does."""
        at, refused = self.state.now + after, False
        try:
            state = on_model(call)(self.state, at)
        except model.Refused:
            refused = True
        if refused:
            with pytest.raises(Refused):
                self.table.do(call, at)
            return
        self.table.do(call, at)
        self.state = state
        self.history.append((at, call))
        self.numbers.append(self.table.game.state.number)

    def stacked(self, data: st.DataObject, most: int) -> tuple[str, ...]:
        """Draws some items that are or were on a stack, mostly present ones."""
        there = [act.id for stack in self.state.stacks for act in stack.acts]
        known = [name for name, number in self.state.home.items() if number]
        seldom: int = data.draw(st.integers(0, 4))
        names = there if there and seldom else known
        return tuple(data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=most, unique=True))) if names else ()

    @rule(data=st.data(), who=PLAYERS, after=SPANS, kind=st.sampled_from(["gift", "gem", "ware", "wish", "lit", "thaw"]))
    def place(self, data: st.DataObject, who: str, after: int, kind: str) -> None:
        """Performs a delayed action on a new stack or joining another."""
        join = self.stacked(data, 1) if data.draw(st.booleans()) else ()
        name = f"{'lit' if kind == 'lit' else 'n'}{len(self.history)}.{self.state.made}"
        self.table.lit |= {name} if kind == "lit" else set()
        self.both(Do(who, "gem" if kind == "lit" else kind, name, (), join[0] if join else None, 1, None, None), after)

    @rule(who=PLAYERS, after=SPANS, kind=st.sampled_from(["cash", "vote", "spark"]))
    def act(self, who: str, after: int, kind: str) -> None:
        """Performs an action that takes effect at once."""
        name = f"n{len(self.history)}.{self.state.made}"
        self.both(Do(who, kind, name, (), None, 4 if kind == "spark" else 1, None, None), after)

    @rule(data=st.data(), who=PLAYERS, after=SPANS, kind=st.sampled_from(AIMED))
    def interfere(self, data: st.DataObject, who: str, after: int, kind: str) -> None:
        """Performs an action with a target that is or was on a stack."""
        targets = self.stacked(data, 3)
        join = self.stacked(data, 1) if not data.draw(st.integers(0, 3)) else ()
        to = data.draw(st.sampled_from([None, 3, 5])) if kind == "modify" else None
        aim = (model.LIT,) if kind == "modify" and to is None else None
        if targets:
            name = f"n{len(self.history)}.{self.state.made}"
            self.both(Do(who, kind, name, targets, join[0] if join else None, 1, aim, to), after)

    @rule(after=SPANS)
    def wait(self, after: int) -> None:
        """Lets time pass."""
        self.both(Wait(), after)

    @rule(kind=st.sampled_from(TURNED), cls=st.sampled_from(CLASSES), after=SPANS)
    def turn(self, kind: str, cls: model.Cls | None, after: int) -> None:
        """Gives a kind another class."""
        self.both(Turn(kind, cls), after)

    @rule(up=st.booleans(), after=SPANS)
    def flag(self, up: bool, after: int) -> None:
        """Switches the prerequisite."""
        self.both(Flag(up), after)

    @precondition(lambda self: len(self.history) > len(self.struck))
    @rule(data=st.data())
    def judge(self, data: st.DataObject) -> None:
        """Strikes a call; both play all the others again."""
        calls = [n for n, (_, call) in enumerate(self.history) if n not in self.struck and not isinstance(call, Wait)]
        if calls:
            entry, now = data.draw(st.sampled_from(calls)), self.state.now
            self.struck.add(entry)
            rerun, _ = model.rerun([(at, on_model(call)) for at, call in self.history], self.struck, WORLD)
            self.state = model.advance(rerun, now)
            self.table.judge(self.numbers[entry], now, dict(zip(self.numbers, [c for _, c in self.history], strict=True)))

    @invariant()
    def alike(self) -> None:
        """Stacks, clocks, holdings and classes are the same on both."""
        if not hasattr(self, "table"):
            return
        machine = self.table.game.machine
        assert self.table.show() == show(self.state)
        assert self.table.purse() == money(self.state)
        assert self.table.clocks() == {stack.id: stack.touched for stack in self.state.stacks}
        assert machine.state.now == self.state.now
        for kind in TURNED:
            action = machine.book.action(kind.capitalize())
            assert action is not None
            number = stacks.class_of(machine, action)
            assert (None if number < 0 else machine.book.classes[number].name.casefold()) == self.state.kinds[kind].cls


def test_engine_and_model_agree_over_random_histories():
    """Stacks, clocks, classes and Judgment agree with the model over random histories (N-10, N-18, N-20)."""
    run_state_machine_as_test(Side, settings=settings(max_examples=much(40, 600), stateful_step_count=25, deadline=None))
