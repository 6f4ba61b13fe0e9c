"""A program: everything that is needed to play a game, as tables of records. It contains no functions; the kernel runs it."""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.program.behaviours import Strategy
from rulewright.program.declared import (
    DISCIPLINES,
    NOWHERE,
    OWN_STATS,
    Class,
    Discipline,
    Kind,
    Limits,
    Reading,
    Settle,
    Stat,
    Zone,
)
from rulewright.program.definition import Action, Counted, Prohibition, Routine, Trigger
from rulewright.program.expressions import Expression, Query
from rulewright.program.feature import Feature
from rulewright.program.marks import WORDS
from rulewright.program.numbered import FeatureNumber, OptionalRoutineNumber, StatNumber, WordNumber
from rulewright.program.outlines import Campaign, Guide, Numbered
from rulewright.program.own_procedures import OWN_ROUTINES
from rulewright.program.position import Position, SceneWords
from rulewright.program.printed import Face, Layout
from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """The rules of a book, in which names are replaced by numbers."""

    name: str
    hash: str
    text: tuple[tuple[str, str], ...]
    stats: tuple[Stat, ...] = OWN_STATS
    zones: tuple[Zone, ...] = ()
    classes: tuple[Class, ...] = ()
    kinds: tuple[Kind, ...] = ()
    words: tuple[str, ...] = WORDS  # kinds and marks, in plain spelling
    actions: tuple[Action, ...] = ()
    routines: tuple[Routine, ...] = OWN_ROUTINES  # the procedures, by their numbers
    triggers: tuple[Trigger, ...] = ()
    features: tuple[Feature, ...] = ()
    prohibitions: tuple[Prohibition, ...] = ()
    counted: tuple[Counted, ...] = ()
    disciplines: tuple[Discipline, ...] = DISCIPLINES
    settle: Settle | None = None
    main: OptionalRoutineNumber = NOWHERE  # the procedure with which a game begins
    turn: OptionalRoutineNumber = NOWHERE  # the procedure that is somebody's turn
    rank: StatNumber | None = None  # the stat that orders actors, highest first
    ranks: tuple[StatNumber, ...] = ()  # the stats that order actors with the same value
    readings: Mapping[str, str] = field(default_factory=dict)  # the side that was chosen of each reading
    ambiguities: tuple[Reading, ...] = ()  # the readings themselves
    scenes: Mapping[str, Position] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    title: str = ""
    replies: int | None = None  # how many reactions one trigger allows
    nested: bool = False  # whether reactions may be reacted to
    strict: bool = False  # whether an act is taken back if its payment makes it illegal
    partial: bool = False  # whether an act that has lost a target still does the rest; otherwise it does nothing
    parting: bool = True  # whether a thing that leaves play responds to others that leave with it; otherwise only to itself
    adds_up: bool = False  # whether lasting effects of the same name add up; otherwise the newest counts
    gained: frozenset[FeatureNumber] = frozenset()  # the features that effects give somebody
    amendable: bool = False  # whether players can change the rules
    immutable: int = 0  # rules with a lower number cannot be changed
    judges: bool = False  # whether past answers can be struck
    secret: bool = False  # whether anything can be hidden: by a zone, or because rules turn things face down
    damage: StatNumber | None = None  # the stat that damage reduces
    faces: Mapping[str, Face] = field(default_factory=dict)  # what is printed on things, by the name of their kind
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the rules text of actions, by name
    layout: Layout = field(default_factory=Layout)  # how the table is drawn
    kind_numbers: Mapping[str, int] = field(default_factory=dict)  # of the kinds, by name in plain spelling
    endings: Mapping[str, tuple[tuple[Expression, Query | None], ...]] = field(default_factory=dict)
    """What ends a scene or an example, by its name, and who wins by it."""
    marks: Mapping[str, Mapping[WordNumber, frozenset[int]]] = field(default_factory=dict)  # tiles, by scene and mark
    spoken: Mapping[str, SceneWords] = field(default_factory=dict)  # by scene: what words mean there
    active_features: Mapping[str, frozenset[FeatureNumber]] = field(default_factory=dict)  # the features in force, by scene
    rough: Mapping[str, frozenset[int]] = field(default_factory=dict)  # the tiles that features make difficult, by scene
    untils: tuple[Expression, ...] = ()  # the conditions until which something lasts
    said: Mapping[Expression, str] = field(default_factory=dict)  # the rule text of conditions without a wording of their own
    rules: Mapping[str, Numbered] = field(default_factory=dict)  # the rules with numbers that are in force
    drafts: Mapping[str, str] = field(default_factory=dict)  # drafts, by name
    guides: Mapping[str, Guide] = field(default_factory=dict)  # by seat; "" for everybody
    strategies: Mapping[str, Strategy] = field(default_factory=dict)
    campaigns: Mapping[str, Campaign] = field(default_factory=dict)
