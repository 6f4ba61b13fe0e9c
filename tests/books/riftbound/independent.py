"""An independent reading of the Riftbound core rules (v1.2, section 395 and what it leans on) as plain tables.

Nothing here imports or was written from an engine.  Identifiers:

* ``T-<state>-<operation>``  a cell of the permission table (``T-NO-HIDE``: hiding in a neutral open state);
* ``P-<n>``                  a place in the turn, in order;
* ``C-<n>``                  a step of the cleanup, in order; ``CW-<n>`` an occasion on which a cleanup happens;
* ``M-<mode>``               a mode of play;
* ``A-<action>``             a game action type;
* ``K-<keyword>``            a keyword as the starter cards use it;
* ``PR-<n>``, ``FO-<n>``      how Priority is gained (W-312) and how Focus goes round (W-313, W-338, row 23).

Rule numbers: ``R-`` and ``W-`` as in the requirements; ``d`` and ``e`` with a number are rows of its sections (d) and (e).

``Basis`` says how far a row can be trusted: STATED in the requirements, a READING of a doubtful or silent place, or
BACKGROUND (general knowledge of the game; the requirements name the thing without defining it).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Basis(Enum):
    """Where a row comes from."""

    STATED = "stated"
    READING = "reading"
    BACKGROUND = "background"


# --------------------------------------------------------------------------------------------------------------------
# 1. The four states of the turn, and who may do what in each
# --------------------------------------------------------------------------------------------------------------------


class TurnState(Enum):
    """Neutral or showdown (is a showdown running?) crossed with open or closed (is there a chain?)."""

    NEUTRAL_OPEN = "NO"
    NEUTRAL_CLOSED = "NC"
    SHOWDOWN_OPEN = "SO"
    SHOWDOWN_CLOSED = "SC"


def state_of(showdown: bool, chain: bool) -> TurnState:
    """The state of the turn, from the two facts that decide it (W-307 to W-310)."""
    if showdown:
        return TurnState.SHOWDOWN_CLOSED if chain else TurnState.SHOWDOWN_OPEN
    return TurnState.NEUTRAL_CLOSED if chain else TurnState.NEUTRAL_OPEN


class Who(Enum):
    """Who may do it.  Every holder below also has to meet the conditions and pay the costs (R-398.1.b)."""

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

PRIORITY_OUTSIDE_ACTION_PHASE: str = (
    "In every phase but the Action Phase a neutral open state gives nobody Priority (W-312): T-NO cells for TURN_PLAYER are "
    "then refused, and the closed-state cells apply only once a trigger has made a chain."
)


def cell(state: TurnState, op: Op) -> Cell:
    """The cell for one state and one operation."""
    return next(entry for entry in PERMISSIONS if entry.state is state and entry.op is op)


@dataclass(frozen=True)
class Actor:
    """What the table needs to know of a player: the roles held at this moment."""

    turn_player: bool = False
    priority: bool = False
    focus: bool = False
    paying: bool = False
    instructed: bool = False


def permitted(state: TurnState, op: Op, actor: Actor, action_phase: bool = True, hide_in_showdown: bool = False) -> bool:
    """Whether the table lets this player do it; conditions and costs are outside the table."""
    if op is Op.HIDE and state is TurnState.SHOWDOWN_OPEN and hide_in_showdown:
        return actor.turn_player and actor.focus and actor.priority
    verdicts: dict[Who, bool] = {
        Who.NOBODY: False,
        Who.TURN_PLAYER: actor.turn_player and actor.priority and action_phase,
        Who.PRIORITY_HOLDER: actor.priority,
        Who.FOCUS_HOLDER: actor.focus and actor.priority,
        Who.TURN_PLAYER_WITH_FOCUS: actor.turn_player and actor.focus and actor.priority,
        Who.PAYER: actor.paying,
        Who.INSTRUCTED: actor.instructed,
        Who.CONTROLLER: True,
        Who.ANYONE: True,
    }
    return verdicts[cell(state, op).who]


PRIORITY_GAINED: tuple[tuple[str, str], ...] = (
    ("PR-1", "the turn player, in a neutral open state of the own Action Phase"),
    ("PR-2", "whoever gains Focus"),
    ("PR-3", "the controller of the next (newest) item, after a resolution that leaves a chain"),
    ("PR-4", "on a chain, whoever sits next after the player who passed"),
)

FOCUS_PASSES: tuple[tuple[str, str], ...] = (
    ("FO-1", "the showdown begins: to whoever applied Contested"),
    ("FO-2", "its holder passes: to the next in turn order; every player in a row closes the showdown"),
    ("FO-3", "a chain empties: to the next in turn order, save after the initial chain"),
    ("FO-4", "an Add resolves: Focus stays where it is"),
)


# --------------------------------------------------------------------------------------------------------------------
# 2. The turn
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Place:
    """A phase or step of the turn."""

    id: str
    phase: str
    step: str | None
    does: tuple[str, ...]
    rules: tuple[str, ...]
    aliases: tuple[str, ...] = ()


TURN: tuple[Place, ...] = (
    Place(
        "P-1",
        "Awaken",
        None,
        ("ready all controlled objects that can be readied",),
        ("W-315", "R-402.3.a", "d3"),
        ("Ready Step",),
    ),
    Place("P-2", "Beginning", "Beginning", ("start-of-phase effects; Temporary units are killed",), ("W-315", "W-716")),
    Place(
        "P-3",
        "Beginning",
        "Scoring",
        ("Hold: 1 point for each controlled battlefield not yet scored this turn",),
        ("W-315", "W-445"),
    ),
    Place("P-4", "Channel", None, ("channel 2 runes, fewer if fewer are left; one extra by mode",), ("W-315", "R-417", "W-458")),
    Place(
        "P-5", "Draw", None, ("draw 1 (mandatory)", "as it ends, all pools empty"), ("W-315", "R-400.2.a", "d4"), ("Draw Step",)
    ),
    Place("P-6", "Action", None, ("any number of Discretionary Actions, until the turn player ends it",), ("W-316",), ("Main",)),
    Place("P-7", "End of Turn", "Ending", ("Stunned is lost as it begins", "end-of-turn effects"), ("W-317", "R-410.1")),
    Place("P-8", "End of Turn", "Cleanup", ("heal all units", "a cleanup"), ("W-317", "W-141")),
    Place("P-9", "End of Turn", "Expiration", ("this-turn effects end together", "all pools empty"), ("W-317", "W-156")),
)

PHASES: tuple[str, ...] = tuple(dict.fromkeys(place.phase for place in TURN))


# --------------------------------------------------------------------------------------------------------------------
# 3. The cleanup
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CleanupStep:
    """One of the ten steps; ``parts`` holds its ordered halves where it has any."""

    id: str
    name: str
    parts: tuple[str, ...]
    rules: tuple[str, ...]
    note: str = ""


CLEANUP: tuple[CleanupStep, ...] = (
    CleanupStep("C-1", "win check", ("a player at or above the Victory Score wins at once",), ("W-449", "d13")),
    CleanupStep(
        "C-2",
        "deaths",
        ("Deathknells of lethally damaged units become pending", "those units die, together"),
        ("W-141", "R-415.1", "R-415.4"),
        "lethal: damage above 0 and at least the Might, a negative Might read as 0; attribution by R-415.5.c",
    ),
    CleanupStep("C-3", "combat marks", ("attacker and defender marks are corrected",), ("W-437",)),
    CleanupStep(
        "C-4",
        "control",
        ("empty uncontested battlefields become uncontrolled",),
        ("W-182", "e27"),
        "only catches up; loss is immediate",
    ),
    CleanupStep(
        "C-5",
        "strays",
        ("unattached gear at a battlefield is recalled", "hidden cards whose controller lost the battlefield go to the trash"),
        ("R-435", "R-422.4", "W-106"),
    ),
    CleanupStep("C-6", "showdowns staged", ("at contested battlefields without opposition",), ("R-429", "W-338")),
    CleanupStep(
        "C-7", "combats staged", ("at contested battlefields with units of exactly two opposing players",), ("R-430", "W-437")
    ),
    CleanupStep(
        "C-8",
        "finalize",
        ("pending items are finalized in order of addition",),
        ("W-333", "e26"),
        "permanents enter; then another cleanup",
    ),
    CleanupStep("C-9", "a showdown begins", ("neutral open only: one staged showdown, the turn player's choice",), ("W-338",)),
    CleanupStep("C-10", "a combat begins", ("neutral open only: one staged combat, the turn player's choice",), ("W-437",)),
)

CLEANUP_WHEN: tuple[tuple[str, str], ...] = (
    ("CW-1", "the state changes between open and closed"),
    ("CW-2", "the phase changes"),
    ("CW-3", "an item on the chain becomes legal"),
    ("CW-4", "an item leaves the chain"),
    ("CW-5", "an object enters or leaves the board"),
    ("CW-6", "a status changes"),
    ("CW-7", "a move is completed"),
)

CLEANUP_REPEATS: str = (
    "The ten steps repeat until a whole pass changes nothing; no chain item resolves in them (C-8 excepted, e26)."
)


# --------------------------------------------------------------------------------------------------------------------
# 4. Modes
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mode:
    """A way to play: seats, teams, scores."""

    id: str
    name: str
    seats: int
    teams: int
    victory_score: int
    battlefields: int
    extra_rune: str
    first_player_draws: bool
    rules: tuple[str, ...] = ("W-458",)
    note: str = ""


MODES: tuple[Mode, ...] = (
    Mode("M-DUEL", "Duel", 2, 2, 8, 2, "second player", True),
    Mode("M-MATCH", "Match", 2, 2, 8, 2, "second player", True, note="several duels; best of three is background knowledge"),
    Mode("M-FFA3", "FFA3", 3, 3, 8, 3, "last player", False),
    Mode("M-FFA4", "FFA4", 4, 4, 8, 3, "last player", False),
    Mode("M-2V2", "2v2", 4, 2, 11, 3, "last player", False, note="a team has one score (e36)"),
)

SETUP: tuple[tuple[str, str], ...] = (
    (
        "W-103",
        "40 or more Main Deck cards, the Chosen Champion counted in, no name more than 3 times; 12 runes, neither more nor less",
    ),
    ("W-110–118", "lay out legend and champion; battlefields as the mode says; shuffle; decide the turn order by lot"),
    ("W-110–118", "each draws 4"),
    ("W-110–118", "mulligan: set aside up to 2, draw as many, then recycle those set aside"),
    ("W-110–118", "the first player begins"),
)


# --------------------------------------------------------------------------------------------------------------------
# 5. Game action types
# --------------------------------------------------------------------------------------------------------------------


class Kind(Enum):
    """The two kinds of R-398; PLAY is of both."""

    DISCRETIONARY = "discretionary"
    LIMITED = "limited"
    BOTH = "discretionary, limited when an effect makes a player do it"


class CostUse(Enum):
    """Whether the action can stand as a cost."""

    STATED = "yes, the requirements say so"
    OPEN = "nothing against it; the general rule for costs applies"
    NEVER = "no"


COST_RULE: str = (
    "A cost that cannot be done in full is not paid: a mandatory one refuses the play, an optional one counts as declined."
)


@dataclass(frozen=True)
class ActionType:
    """One game action type."""

    id: str
    name: str
    rule: str
    kind: Kind
    occasion: str
    cost: CostUse
    short_effect: str
    short_cost: str
    no_op: str
    attribution: str
    form: str
    rules: tuple[str, ...]
    basis: Basis = Basis.STATED


_LIM = Kind.LIMITED
_OPEN_SHORT = "unpayable unless it can be done in full (general rule)"
_BY_SOURCE = "the spell or ability with the instruction, and through an ability the object that has it"

ACTIONS: tuple[ActionType, ...] = (
    ActionType(
        "A-DRAW", "draw", "400", _LIM, "the Draw Phase, 1; on instruction", CostUse.OPEN,
        "draw what there is, Burn Out once, draw what is missing; repeat the Burn Out while the deck stays empty",
        "unpayable if the Main Deck holds fewer than X",
        "Draw 0", "the drawing player; one Draw action for triggers, whatever X", "Draw X",
        ("R-400.1", "R-400.4", "R-418.1.a", "d11", "d16"),
    ),
    ActionType(
        "A-EXHAUST", "exhaust", "401", _LIM, "on instruction; as a cost", CostUse.STATED,
        "the exhausted ones are skipped, the rest are exhausted",
        "unpayable with an exhausted object; an optional extra cost counts as not paid, the spell may go without it",
        "an exhausted object", _BY_SOURCE, "Exhaust [object]; the symbol means the object that has the ability",
        ("R-401.1", "R-401.4", "R-401.5", "d8", "d9", "d10"),
    ),
    ActionType(
        "A-READY", "ready", "402", _LIM, "the Awaken Phase, all controlled objects able to; on instruction", CostUse.OPEN,
        "the ready ones are skipped", "unpayable with a ready object", "a ready object, or one that cannot be readied",
        "the turn itself in the Awaken Phase, else " + _BY_SOURCE, "Ready [object]",
        ("R-402.1", "R-402.3", "d3", "d8"),
    ),
    ActionType(
        "A-RECYCLE", "recycle", "403", _LIM, "on instruction; as a cost; Burn Out; mulligan", CostUse.STATED,
        "as many as there are in the named zones", "unpayable with fewer cards than named",
        "no card in the named zone",
        "done by the instructed player, who chooses the cards; each card goes to its owner's deck, Main Deck or Rune Deck by its "
        "kind; several to a Main Deck at random, several runes in the owner's order",
        "Recycle X from [zone]",
        ("R-403.1", "R-403.3", "R-403.4", "R-403.5", "R-403.6", "d17", "d18", "d19"),
    ),
    ActionType(
        "A-DEAL", "deal", "404", _LIM, "on instruction; once combat assignment is complete", CostUse.OPEN,
        "illegal targets are skipped, the others take theirs", _OPEN_SHORT, "0 damage",
        "the source: the effect's own spell or ability if none is named; named dealers replace a spell; an ability's damage is "
        "also its object's; combat damage is dealt by the opposing units",
        "Deal N to [units]", ("R-404.1", "R-404.6", "R-404.7", "R-712"),
    ),
    ActionType(
        "A-HEAL", "heal", "405", _LIM, "on instruction; end-of-turn cleanup; combat resolution", CostUse.OPEN,
        "what damage there is, is cleared", _OPEN_SHORT, "an undamaged unit", _BY_SOURCE + "; at the fixed moments nobody",
        "Heal [units]", ("R-405.1", "R-405.3", "W-141"), Basis.READING,
    ),
    ActionType(
        "A-PLAY", "play", "406", Kind.BOTH, "timing and Priority allowing; when an effect says so", CostUse.OPEN,
        "no eligible card: nothing happens and the resolution goes on", _OPEN_SHORT, "no eligible card",
        "the player who plays it controls the object; played only once resolved, so a countered card was never played",
        "Play [card]", ("R-406.1", "R-406.2", "R-406.3", "R-406.4", "R-412.1", "W-350"),
    ),
    ActionType(
        "A-MOVE", "move", "407", _LIM, "on instruction; as a cost; through the Standard Move", CostUse.STATED,
        "a unit that cannot move stays; forced where it cannot be, it is recalled instead", "unpayable if the unit cannot move",
        "a destination equal to the origin (it takes two locations)", _BY_SOURCE,
        "Move [units] to [location]", ("R-407.1", "R-424", "R-425", "R-427", "R-431"),
    ),
    ActionType(
        "A-STANDARD-MOVE", "standard move", "407.3", Kind.DISCRETIONARY, "own Action Phase, neutral open", CostUse.NEVER,
        "not applicable: nothing instructs it", "its own cost, exhausting each mover, needs each of them ready",
        "none; an impossible one is refused", "the moving player, who applies Contested where not in control",
        "no instruction; a right every unit gives", ("R-407.3", "W-143", "R-426", "R-428", "d7"),
    ),
    ActionType(
        "A-HIDE", "hide", "408", Kind.DISCRETIONARY, "own turn, neutral open, through Hidden", CostUse.NEVER,
        "not applicable", "its own cost of one Power must be paid in full", "none; refused if the Facedown Zone is taken",
        "the hiding player controls the facedown card", "no instruction; the keyword Hidden gives it",
        ("R-408.1", "R-408.2", "R-408.3", "R-408.4", "W-737", "e30"),
    ),
    ActionType(
        "A-DISCARD", "discard", "409", _LIM, "on instruction, then mandatory; as a cost", CostUse.STATED,
        "as many as there are; later instructions still happen", "unpayable with fewer than X cards in hand", "an empty hand",
        "the discarding player chooses; when-discarded abilities trigger afterwards", "Discard X",
        ("R-409.1", "R-409.2", "R-409.3", "R-409.4", "R-409.5"),
    ),
    ActionType(
        "A-STUN", "stun", "410", _LIM, "on instruction", CostUse.OPEN,
        "stunned ones may be chosen and are skipped", "unpayable with a stunned unit", "a stunned unit", _BY_SOURCE,
        "Stun [units]", ("R-410.1", "R-410.2"),
    ),
    ActionType(
        "A-REVEAL", "reveal", "411", _LIM, "on instruction; a facedown card that goes to a private or secret zone", CostUse.OPEN,
        "as many as there are; never a Burn Out; instructions about missing cards are ignored", _OPEN_SHORT,
        "an empty zone; showing one's own cards at will is not revealing", "the instructed player",
        "Reveal cards from [zone]", ("R-411.1", "R-411.2", "R-411.3", "R-418.1.c", "R-408.4"),
    ),
    ActionType(
        "A-COUNTER", "counter", "412", _LIM, "on instruction", CostUse.NEVER,
        "an item that has left the chain is an illegal target and is skipped", "not applicable", "no such item on the chain",
        _BY_SOURCE + "; the countered card goes to its owner's trash, nothing is refunded", "Counter [item on the chain]",
        ("R-412.1", "R-412.2", "R-412.3"),
    ),
    ActionType(
        "A-BUFF", "buff", "413", _LIM, "on instruction", CostUse.OPEN,
        "a buffed unit may be chosen and is not buffed", "unpayable with a buffed unit (spending a Buff is another thing, W-701)",
        "a buffed unit; then 'if it was buffed this way' is false", _BY_SOURCE, "Buff [units]", ("R-413.1", "R-413.3", "W-701"),
    ),
    ActionType(
        "A-BANISH", "banish", "414", _LIM, "on instruction", CostUse.OPEN,
        "as many as can be", _OPEN_SHORT, "a card that is not where it is looked for; never a kill, never a discard",
        "this instance of the effect alone may refer to what it banished; owner's Banishment", "Banish [cards]",
        ("R-414.1", "R-414.3", "R-414.5"),
    ),
    ActionType(
        "A-KILL", "kill", "415", _LIM, "on instruction; as a cost; cleanup step 2", CostUse.STATED,
        "what is not on the board is skipped", "unpayable without such a permanent on the board",
        "a card that is not on the board",
        "the object with the instruction; in a cleanup the spell or ability that resolved just before and dealt the damage; an "
        "ability's kill is its object's kill too", "Kill [permanents]",
        ("R-415.1", "R-415.2", "R-415.5", "R-415.6"),
    ),
    ActionType(
        "A-ADD", "add", "416", _LIM, "on instruction; Reaction Adds also in the middle of a payment", CostUse.NEVER,
        "always possible", "not applicable", "Add nothing", "the player whose Rune Pool grows", "Add [resources]",
        ("R-416.1", "R-416.2", "R-416.3", "R-416.5", "d23"),
    ),
    ActionType(
        "A-CHANNEL", "channel", "417", _LIM, "the Channel Phase, 2; on instruction", CostUse.OPEN,
        "as many runes as are left, no Burn Out; 'could not channel X' becomes true", "unpayable with fewer runes left than X",
        "an empty Rune Deck", "the channelling player; ready unless the effect says exhausted", "Channel X rune(s)",
        ("R-417.1", "R-417.2", "R-417.4", "W-315"),
    ),
    ActionType(
        "A-BURN-OUT", "burn out", "418", _LIM, "forced when more would leave the Main Deck than it holds", CostUse.NEVER,
        "with the trash empty as well, again and again until an opponent reaches the Victory Score", "not applicable",
        "looking or revealing too far", "the burning player chooses the opponent; in 2v2 the opposing team scores",
        "no instruction; it replaces the rest of the move",
        ("R-418.1", "R-418.2", "R-418.3", "R-418.5", "d12", "d14", "d15", "e36"),
    ),
    ActionType(
        "A-DOUBLE", "double", "419", _LIM, "on instruction", CostUse.NEVER,
        "no eligible object: ignored", "not applicable", "a number that is 0", _BY_SOURCE,
        "Double [number]: a fixed increase by the value of that moment", ("R-419.1", "R-419.2"),
    ),
    ActionType(
        "A-SWAP", "swap", "420", _LIM, "on instruction", CostUse.NEVER,
        "with one object missing: ignored", "not applicable", "equal numbers", _BY_SOURCE,
        "Swap [numbers]: plus the difference on the lower, minus it on the higher", ("R-420.1", "R-420.2"),
    ),
    ActionType(
        "A-ATTACH", "attach", "421", _LIM, "on instruction", CostUse.OPEN,
        "with either card off the board: ignored", _OPEN_SHORT, "already attached to that very card",
        _BY_SOURCE + "; not itself a choice of target", "Attach [card] to [card]",
        ("R-421.1", "R-421.2", "R-421.3", "R-421.4"),
    ),
    ActionType(
        "A-DETACH", "detach", "422", _LIM, "on instruction; the top card leaves; attached elsewhere", CostUse.OPEN,
        "unattached ones are skipped", "unpayable with an unattached card", "an unattached card",
        _BY_SOURCE + "; not itself a choice of target", "Detach [card]", ("R-422.1", "R-422.2", "R-422.3", "R-422.4"),
    ),
    ActionType(
        "A-RECALL", "recall", "433", _LIM, "cleanup step 5; combat resolution; instead of an impossible move; on instruction",
        CostUse.OPEN, "always possible for a permanent on the board; movement restrictions do not stop it", _OPEN_SHORT,
        "a permanent already at its Base; move triggers stay silent in every case",
        "the rule or effect that recalls; never a Move",
        "Recall [permanents]", ("R-433", "R-434", "R-435", "R-436"), Basis.READING,
    ),
)  # fmt: skip


# --------------------------------------------------------------------------------------------------------------------
# 6. Keywords (named, not defined, by the requirements, save Hidden)
# --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Keyword:
    """A keyword and what it does."""

    id: str
    name: str
    takes: str
    meaning: str
    basis: Basis = Basis.BACKGROUND


KEYWORDS: tuple[Keyword, ...] = (
    Keyword("K-ACCELERATE", "Accelerate", "", "optional extra cost of 1 energy and 1 power of its domain; then it enters ready"),
    Keyword("K-ACTION", "Action", "", "may be used with Focus in a showdown open state", Basis.STATED),
    Keyword("K-ASSAULT", "Assault", "X", "+X Might while an attacker"),
    Keyword(
        "K-DEATHKNELL",
        "Deathknell",
        "effect",
        "triggers when it is killed from the board; pending before it leaves",
        Basis.STATED,
    ),
    Keyword("K-DEFLECT", "Deflect", "X", "an opponent choosing it pays X power of any domain more"),
    Keyword("K-GANKING", "Ganking", "", "its Standard Move may go from battlefield to battlefield", Basis.STATED),
    Keyword("K-HIDDEN", "Hidden", "", "may be hidden; see A-HIDE", Basis.STATED),
    Keyword("K-LEGION", "Legion", "effect", "counts only if its player has played another card before in this turn"),
    Keyword("K-REACTION", "Reaction", "", "may be used with Priority in a closed state too", Basis.STATED),
    Keyword("K-SHIELD", "Shield", "X", "+X Might while a defender", Basis.STATED),
    Keyword("K-TANK", "Tank", "", "combat damage must be lethal to it before a unit without Tank gets any", Basis.STATED),
    Keyword("K-TEMPORARY", "Temporary", "", "killed at the start of its controller's Beginning Phase, before scoring"),
    Keyword("K-VISION", "Vision", "", "when played, its player looks at the top Main Deck card and may recycle it"),
    Keyword("K-EQUIP", "Equip", "cost", "activated: pay to attach this gear to an own unit"),
    Keyword("K-QUICK-DRAW", "Quick-Draw", "", "the gear has Reaction and, when played, is attached to an own unit"),
    Keyword("K-REPEAT", "Repeat", "cost", "optional extra cost; then the spell's instructions are done once more"),
    Keyword(
        "K-WEAPONMASTER", "Weaponmaster", "", "when played, may pay an own Equip cost, one power less, to attach that gear to it"
    ),
)


def _ids(rows: Iterable[Cell | Place | CleanupStep | Mode | ActionType | Keyword]) -> list[str]:
    """The identifiers of some rows."""
    return [row.id for row in rows]


def check() -> list[str]:
    """What is wrong with the tables; nothing, if the list is empty."""
    faults: list[str] = []
    ids = [*_ids(PERMISSIONS), *_ids(TURN), *_ids(CLEANUP), *_ids(MODES), *_ids(ACTIONS), *_ids(KEYWORDS)]
    if len(set(ids)) != len(ids):
        faults.append("an identifier is used twice")
    if {(entry.state, entry.op) for entry in PERMISSIONS} != {(state, op) for state in TurnState for op in Op}:
        faults.append("the permission table has holes")
    if set(OP_MEANING) != set(Op):
        faults.append("an operation has no meaning")
    if len(CLEANUP) != 10 or len(CLEANUP_WHEN) != 7:
        faults.append("the cleanup has ten steps and seven occasions")
    if PHASES != ("Awaken", "Beginning", "Channel", "Draw", "Action", "End of Turn"):
        faults.append("the phases are out of order")
    if len(ACTIONS) != 25 or len(KEYWORDS) != 17:
        faults.append("24 action types and the Standard Move; 17 keywords")
    return faults


if __name__ == "__main__":
    print(check() or f"{len(PERMISSIONS)} cells, {len(TURN)} places, {len(CLEANUP)} cleanup steps, {len(ACTIONS)} actions")
