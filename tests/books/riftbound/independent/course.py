"""The course of a game: the turn, the cleanup, the modes and the set-up."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Place:
    """A phase or a step of the turn."""

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
