"""The four states of the turn, and who may do what in each."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tests.books.riftbound.independent.basis import Basis


class TurnState(Enum):
    """Neutral or showdown (is a showdown running?) crossed with open or closed (is there a chain?)."""

    NEUTRAL_OPEN = "NO"
    NEUTRAL_CLOSED = "NC"
    SHOWDOWN_OPEN = "SO"
    SHOWDOWN_CLOSED = "SC"


class Who(Enum):
    """Who may do it. Everybody below must also meet the conditions and pay the costs (R-398.1.b)."""

    NOBODY = "nobody"
    TURN_PLAYER = "the turn player, in the Action Phase, who then holds Priority"
    PRIORITY_HOLDER = "whoever holds Priority, in anybody's turn"
    FOCUS_HOLDER = "whoever holds Focus (and Priority with it), in anybody's turn"
    TURN_PLAYER_WITH_FOCUS = "the turn player while holding Focus"
    PAYER = "whoever is paying a cost at this moment"
    INSTRUCTED = "the player a rule or a resolving effect instructs; no Priority needed"
    CONTROLLER = "happens by itself for the controller, whoever holds Priority"
    ANYONE = "every player"


class Op(Enum):
    """The things a player may want to do."""

    PLAY_UNIT = "PLAY-UNIT"
    PLAY_GEAR = "PLAY-GEAR"
    PLAY_SPELL = "PLAY-SPELL"
    PLAY_ACTION = "PLAY-ACTION"
    PLAY_REACTION = "PLAY-REACTION"
    PLAY_FACEDOWN = "PLAY-FACEDOWN"
    PLAY_BY_EFFECT = "PLAY-BY-EFFECT"
    ACTIVATE = "ACTIVATE"
    ACTIVATE_ACTION = "ACTIVATE-ACTION"
    ACTIVATE_REACTION = "ACTIVATE-REACTION"
    ACTIVATE_ADD = "ACTIVATE-ADD"
    ADD_WHILE_PAYING = "ADD-WHILE-PAYING"
    STANDARD_MOVE = "STANDARD-MOVE"
    HIDE = "HIDE"
    PASS_PRIORITY = "PASS-PRIORITY"
    PASS_FOCUS = "PASS-FOCUS"
    END_PHASE = "END-PHASE"
    TRIGGER = "TRIGGER"
    LIMITED = "LIMITED"
    CONCEDE = "CONCEDE"


OP_MEANING: dict[Op, str] = {
    Op.PLAY_UNIT: "play a unit without a timing keyword, from the hand or the Champion Zone",
    Op.PLAY_GEAR: "play a gear without a timing keyword",
    Op.PLAY_SPELL: "play a spell without a timing keyword",
    Op.PLAY_ACTION: "play any card that has Action",
    Op.PLAY_REACTION: "play any card that has Reaction (Quick-Draw gear included)",
    Op.PLAY_FACEDOWN: "play a card hidden in an earlier turn from its Facedown Zone",
    Op.PLAY_BY_EFFECT: "play a card because a resolving effect says so",
    Op.ACTIVATE: "activate an ability without a timing keyword (Equip included)",
    Op.ACTIVATE_ACTION: "activate an ability that has Action",
    Op.ACTIVATE_REACTION: "activate an ability that has Reaction and does not Add",
    Op.ACTIVATE_ADD: "activate a Reaction ability that Adds, outside a payment (a basic rune, for one)",
    Op.ADD_WHILE_PAYING: "activate a Reaction ability that Adds while a cost is being paid",
    Op.STANDARD_MOVE: "exhaust one or more own units to move them to one common destination",
    Op.HIDE: "put a card with Hidden face down at an own battlefield for one Power of any domain",
    Op.PASS_PRIORITY: "pass Priority on a chain",
    Op.PASS_FOCUS: "pass Focus in a showdown",
    Op.END_PHASE: "end the Action Phase",
    Op.TRIGGER: "a triggered ability is put on the chain",
    Op.LIMITED: "perform a Limited Action",
    Op.CONCEDE: "concede",
}


@dataclass(frozen=True)
class Cell:
    """One cell of the permission table."""

    id: str
    state: TurnState
    op: Op
    who: Who
    rules: tuple[str, ...]
    basis: Basis
    note: str

    @property
    def allowed(self) -> bool:
        """Whether anybody may do it in this state."""
        return self.who is not Who.NOBODY


def _row(
    op: Op,
    whos: tuple[Who, Who, Who, Who],
    rules: tuple[str, ...],
    notes: tuple[str, str, str, str] = ("", "", "", ""),
    basis: Basis = Basis.STATED,
) -> tuple[Cell, ...]:
    """The four cells of one operation, in the order of ``TurnState``."""
    return tuple(
        Cell(f"T-{state.value}-{op.value}", state, op, who, rules, basis, note)
        for state, who, note in zip(TurnState, whos, notes, strict=True)
    )


_NO = Who.NOBODY
_TURN = Who.TURN_PLAYER
_PRIO = Who.PRIORITY_HOLDER
_FOCUS = Who.FOCUS_HOLDER
_ONLY_REACTION = "a chain exists: Reaction only"
_SHOWDOWN = "a showdown runs: Action or Reaction only"
_PLAIN_NOTES = ("", _ONLY_REACTION, _SHOWDOWN, _ONLY_REACTION)

PERMISSIONS: tuple[Cell, ...] = (
    *_row(Op.PLAY_UNIT, (_TURN, _NO, _NO, _NO), ("R-398.1.a", "R-406.2", "W-307", "W-350"), _PLAIN_NOTES),
    *_row(Op.PLAY_GEAR, (_TURN, _NO, _NO, _NO), ("R-398.1.a", "R-406.2", "W-307", "W-350"), _PLAIN_NOTES),
    *_row(Op.PLAY_SPELL, (_TURN, _NO, _NO, _NO), ("R-398.1.a", "R-406.2", "W-307", "W-350"), _PLAIN_NOTES),
    *_row(
        Op.PLAY_ACTION,
        (_TURN, _NO, _FOCUS, _NO),
        ("W-307", "W-312", "W-313", "d6"),
        ("as any card", _ONLY_REACTION, "also in another player's turn", "Action does not answer a chain"),
    ),
    *_row(
        Op.PLAY_REACTION,
        (_TURN, _PRIO, _FOCUS, _PRIO),
        ("W-307", "W-312", "W-313", "d6"),
        ("the others hold no Priority, so cannot", "", "", "Priority without Focus is enough here"),
    ),
    *_row(
        Op.PLAY_FACEDOWN,
        (_TURN, _PRIO, _FOCUS, _PRIO),
        ("R-408.3", "W-737", "e32"),
        ("from the turn after hiding on", "has Reaction then", "", ""),
    ),
    *_row(
        Op.PLAY_BY_EFFECT,
        (_NO, Who.INSTRUCTED, _NO, Who.INSTRUCTED),
        ("R-406.3", "R-398.2"),
        ("no effect resolves without a chain", "a Limited Action while resolving", "no effect resolves without a chain", ""),
        Basis.READING,
    ),
    *_row(
        Op.ACTIVATE,
        (_TURN, _NO, _NO, _NO),
        ("W-357", "W-307", "d21"),
        ("", _ONLY_REACTION, "open, but the showdown filter is the stricter rule", _ONLY_REACTION),
        Basis.READING,
    ),
    *_row(Op.ACTIVATE_ACTION, (_TURN, _NO, _FOCUS, _NO), ("W-307", "W-313", "d6", "d21")),
    *_row(Op.ACTIVATE_REACTION, (_TURN, _PRIO, _FOCUS, _PRIO), ("W-307", "W-312", "d6", "d21")),
    *_row(
        Op.ACTIVATE_ADD,
        (_TURN, _PRIO, _FOCUS, _PRIO),
        ("R-416.2", "W-156", "W-312", "d23"),
        ("resolves at once", "resolves at once, Priority stays", "resolves at once, Focus stays", "resolves at once"),
    ),
    *_row(
        Op.ADD_WHILE_PAYING,
        (Who.PAYER, Who.PAYER, Who.PAYER, Who.PAYER),
        ("R-416.3", "W-350", "W-737"),
        ("hiding makes no chain, its payment counts all the same", "", "only with the switch of T-SO-HIDE", ""),
        Basis.READING,
    ),
    *_row(
        Op.STANDARD_MOVE,
        (_TURN, _NO, _NO, _NO),
        ("W-143", "R-407.3", "R-426", "d7"),
        ("ready units only", "never in a closed state", "never in a showdown", "never in a closed state"),
    ),
    *_row(
        Op.HIDE,
        (_TURN, _NO, _NO, _NO),
        ("R-408.2", "W-737", "R-398.1.a", "e30"),
        ("", "not open", "named switch: with it on, TURN_PLAYER_WITH_FOCUS", "not open"),
        Basis.READING,
    ),
    *_row(
        Op.PASS_PRIORITY,
        (_NO, _PRIO, _NO, _PRIO),
        ("W-312", "W-334", "W-335"),
        ("see END-PHASE", "to the next in turn order", "see PASS-FOCUS", "Focus is kept"),
    ),
    *_row(
        Op.PASS_FOCUS,
        (_NO, _NO, _FOCUS, _NO),
        ("W-313", "W-338"),
        ("no showdown", "no showdown", "all in a row: the showdown closes", "only Priority passes on a chain"),
    ),
    *_row(
        Op.END_PHASE,
        (_TURN, _NO, _NO, _NO),
        ("W-305", "W-316"),
        ("", "the chain must empty first", "the showdown must close first", "the chain must empty first"),
    ),
    *_row(
        Op.TRIGGER,
        (Who.CONTROLLER, Who.CONTROLLER, Who.CONTROLLER, Who.CONTROLLER),
        ("W-357", "d5"),
        ("closes the state", "", "closes the state", ""),
    ),
    *_row(
        Op.LIMITED,
        (Who.INSTRUCTED, Who.INSTRUCTED, Who.INSTRUCTED, Who.INSTRUCTED),
        ("R-398.2", "W-312"),
        (
            "fixed occasions of the turn, costs, cleanups",
            "resolving effects, costs",
            "costs, cleanups",
            "resolving effects, costs",
        ),
    ),
    *_row(
        Op.CONCEDE,
        (Who.ANYONE, Who.ANYONE, Who.ANYONE, Who.ANYONE),
        ("W-649",),
        basis=Basis.READING,
    ),
)


def cell(state: TurnState, op: Op) -> Cell:
    """The cell for one state and one operation."""
    return next(entry for entry in PERMISSIONS if entry.state is state and entry.op is op)
