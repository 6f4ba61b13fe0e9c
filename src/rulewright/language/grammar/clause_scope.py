"""The context of a clause: the names that it may use, what the action around it declares, and the lines indented below it."""

from __future__ import annotations

from rulewright.language.grammar.patterns import PhraseTable
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.program import building
from rulewright.program.definition import Pick
from rulewright.program.expressions import NONE, Expression, Query
from rulewright.program.instructions import Choose, Instruction
from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(slots=True)
class Below:
    """The lines indented below a clause and below its `else:`, and whether the phrase has used them."""

    inside: tuple[syntax.Clause, ...] = ()
    otherwise: syntax.Component | None = None
    used: set[str] = field(default_factory=set)


@dataclass(slots=True)
class PaidWith:
    """What is picked for a payment: its name, what may be chosen, the parts of the cost that use it, and the way of paying."""

    name: str
    choose: Choose | None
    taken: tuple[Instruction, ...]
    way: int


@dataclass(slots=True)
class Scope:
    """The context of a line: the names that it may use and what the action around it declares."""

    names: Names
    table: PhraseTable = PhraseTable()
    owner: str = ""
    radius: Expression | None = None
    area: Query | None = None  # everybody in the area of the action
    picks: list[Pick] = field(default_factory=list)  # the tiles that a player picks for it
    effects: list[str] = field(default_factory=list)
    structure: int = NONE  # the structure that this is a part of
    several: bool = False  # whether the action may have more than one target
    choices: list[PaidWith] = field(default_factory=list)  # what is picked for a payment
    spends: bool = False  # whether the target is used for the payment
    paying: bool = False  # whether this is a cost: it is done in full or not at all
    short: tuple[Instruction, ...] = ()
    standing: bool = False  # whether this applies as long as somebody has it, and is not an effect
    featured: bool = False  # whether this is what a feature says, so that it is about whoever has the feature
    checked: bool = False  # whether the dice of a check were rolled before this
    taker: Expression = building.ACTOR  # who runs a structure, if the text names nobody else
    subject: Expression | None = building.ACTOR  # who gains or loses if the text names nobody; None if this is not clear
    below: Below = field(default_factory=lambda: Below())
    aims: tuple[str, ...] = ()  # what the action says of its targets
    reworded: int = 0  # how often the clause was put into other words
    drawn: list[Instruction] = field(default_factory=list)  # what draws the random thing that the clause is about
