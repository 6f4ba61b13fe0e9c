"""What a clause stands in: the names it may use, what the action around it has declared, and the lines indented below it."""

from __future__ import annotations

from typing import Any

from rulewright.language.grammar.patterns import Phrase
from rulewright.language.names.names import Names
from rulewright.language.text import syntax
from rulewright.program import building
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(slots=True)
class Below:
    """The lines indented below a clause and below its `else:`, and whether the phrase has used them."""

    inside: tuple[syntax.Clause, ...] = ()
    otherwise: syntax.Component | None = None
    used: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Scope:
    """What an English line stands in: the names it may use and what the action around it has declared."""

    names: Names
    table: tuple[Phrase, ...] = ()
    owner: str = ""
    radius: Expression | None = None
    reach: Expression | None = None
    picks: list[Any] = field(default_factory=list)
    effects: list[str] = field(default_factory=list)
    structure: str = ""
    several: bool = False  # whether the action may have more than one target
    choices: list[Any] = field(default_factory=list)  # what is picked to pay with: the name it is known by, and what it is
    spends: bool = False  # whether the target is what is paid with
    paying: bool = False  # whether this is a cost: it is done in full or not at all
    short: tuple[Instruction, ...] = ()
    standing: bool = False  # whether this holds for as long as somebody has it, and is nothing that is done
    checked: bool = False  # whether dice of a check have fallen before this
    taker: Expression = building.ACTOR  # who takes a structure of which nobody else is said
    subject: Expression | None = building.ACTOR  # who gains or loses where nobody is said; None where that is not clear
    below: Below = field(default_factory=lambda: Below())
