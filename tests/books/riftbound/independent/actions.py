"""The game action types, and the keywords (the requirements name them and define only Hidden)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from tests.books.riftbound.independent.basis import Basis


class Kind(Enum):
    """The two kinds of R-398; PLAY belongs to both."""

    DISCRETIONARY = "discretionary"
    LIMITED = "limited"
    BOTH = "discretionary, limited when an effect makes a player do it"


class CostUse(Enum):
    """Whether the action can be a cost."""

    STATED = "yes, the requirements say so"
    OPEN = "nothing against it; the general rule for costs applies"
    NEVER = "no"


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
