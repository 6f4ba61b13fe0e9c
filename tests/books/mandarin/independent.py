"""Hand-derived offer sequences for source 003, written from the text without any engine at hand.

A history is what the players do, in order: ``A+fast`` (A, holding priority, puts a fast effect on the stack),
``B-`` (B, holding priority, passes) and ``Cx`` (C leaves the game, holding priority or not).

The expected events: ``A`` (A is offered priority), ``!A`` (the top effect, controlled by A, resolves) and ``.``
(nothing on the stack and nobody is offered anything any more: in the source discipline the turn owner passed on an
empty stack, in the Magic-like one everybody did).  The offer to the turn owner on an emptied stack is a plain ``A``.
An offer stands until the holder acts; a departure that takes the top effect away makes a fresh offer.

In the literals below ``|`` is only a divider between one window and the next; it is dropped when the table is built.
The Magic-like rows keep the additions of the source row with the same name, in the same order and by the same players;
the passes are those that discipline asks for.
"""

from dataclasses import dataclass
from typing import Literal

Discipline = Literal["source", "magic"]


@dataclass(frozen=True)
class Sequence:
    """A history, and every event that must follow from it."""

    name: str
    players: int
    ids: tuple[str, ...]
    history: tuple[str, ...]
    expected: tuple[str, ...]
    why: str
    discipline: Discipline = "source"
    owner: str = "A"


LAP = "S-27 S-28 S-33 S-34"
PART = "S-31 S-42 S-43 S-44 R-1"

IDS: dict[str, str] = {
    "full-lap-adder-last": LAP + " S-29 S-30",
    "lap-starts-after-the-adder-not-after-the-owner": LAP + " S-26",
    "restart-by-the-last-seat-before-the-adder": "S-26 S-27 S-28 R-5",
    "restart-twice": "S-26 S-28 S-31 R-5",
    "partial-lap-long": PART,
    "partial-lap-short": PART,
    "same-player-twice-owner": "S-31 S-43 R-2",
    "same-player-twice-not-owner": "S-31 S-41 S-43 R-2",
    "worked-check": "S-43 S-44 R-3",
    "three-deep": PART + " S-32",
    "owner-not-offered-between-resolutions": "S-30 S-41 S-42 R-4",
    "owner-not-seat-a-lap": LAP + " S-30",
    "owner-not-seat-a-partial-lap": PART + " S-30",
    "addition-in-partial-lap": "S-26 S-28 S-31",
    "addition-by-the-last-of-a-partial-lap": "S-26 S-28 S-31 R-2",
    "own-answer-at-the-end-of-the-lap": "S-33 S-34 S-40 R-15",
    "left-before-the-lap": "S-28 R-23",
    "left-while-holding": "S-28 R-23",
    "left-before-being-reached": "S-28 R-23",
    "left-with-the-top-effect": "S-31 R-1 R-23",
    "left-with-a-buried-effect": "S-31 R-1 R-23",
    "left-from-a-partial-lap": "S-31 R-1 R-23",
    "second-effect-after-an-empty-stack": "S-26 S-30",
    "pass-on-the-empty-stack": "S-38 R-14 R-17",
}

WHY: dict[str, str] = {
    "full-lap-adder-last": "everybody once, beginning after the adder, who is the last one; then the stack is empty",
    "lap-starts-after-the-adder-not-after-the-owner": "B is the adder: C (or A) is first and B last, wherever the owner sits",
    "restart-by-the-last-seat-before-the-adder": "the answer cuts A out of the first lap; a whole one starts after the answerer",
    "restart-twice": "each answer starts a whole lap of its own; those cut short are not made up for",
    "partial-lap-long": "B's effect resolves: all from the seat after B up to A, whose effect is the new top; not B",
    "partial-lap-short": "the resolved effect's controller sits right before the new top's owner, who alone has a window",
    "same-player-twice-owner": "both effects are A's: A alone has a window between them",
    "same-player-twice-not-owner": "both upper effects are one player's: that player alone, then the seats after them up to A",
    "worked-check": "the check in reading 3, fitted to the number of seats",
    "three-deep": "three partial laps, each from the seat after the resolved controller to the new top's owner",
    "owner-not-offered-between-resolutions": "A is outside the first partial lap, hence gets nothing from that resolution",
    "owner-not-seat-a-lap": "the lap goes round past the last seat and the emptied stack gives priority to the turn owner",
    "owner-not-seat-a-partial-lap": "the partial lap ends at the turn owner because the new top is theirs",
    "addition-in-partial-lap": "an addition in a partial lap starts a whole lap after that adder",
    "addition-by-the-last-of-a-partial-lap": "A, the end of the part, adds: whole lap, then A alone for A's older effect",
    "own-answer-at-the-end-of-the-lap": "A may answer A's own effect, but only when the lap has come round",
    "left-before-the-lap": "the empty seat is not offered anything",
    "left-while-holding": "the offer goes on to the next seat as if the leaver had passed",
    "left-before-being-reached": "the holder keeps the offer, the empty seat is passed over later",
    "left-with-the-top-effect": "the top goes with its controller: treated as a resolution of that controller's effect",
    "left-with-a-buried-effect": "the lap on the top is not disturbed; the next window is for what is then on top",
    "left-from-a-partial-lap": "a partial lap skips the empty seat as a whole one does",
    "second-effect-after-an-empty-stack": "the emptied stack gives A alone priority; a new effect is a new procedure",
    "pass-on-the-empty-stack": "A's pass on an empty stack is the end; nobody else is asked",
}

# name: (history, expected) or (history, expected, owner)
Row = tuple[str, str] | tuple[str, str, str]

TWO: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic B- A-", "A | B A !A | A"),
    "lap-starts-after-the-adder-not-after-the-owner": ("A+basic B+fast A- B-", "A | B | A B !B | A"),
    "restart-by-the-last-seat-before-the-adder": ("A+fast B+breakneck A-", "A | B | A B"),
    "restart-twice": ("A+basic B+fast A+breakneck B- A-", "A | B | A | B A !A | B"),
    "partial-lap-long": ("A+basic B+breakneck A- B- A-", "A | B | A B !B | A !A | A"),
    "partial-lap-short": ("A+fast B+fast A+fast B- A- B-", "A | B | A | B A !A | B !B | A"),
    "same-player-twice-owner": ("A+basic B- A+fast B- A- A-", "A | B A | B A !A | A !A | A"),
    "same-player-twice-not-owner": ("A+basic B+fast A- B+fast A- B- B- A-", "A | B | A B | A B !B | B !B | A !A | A"),
    "worked-check": ("A+basic B+fast A- B- A-", "A | B | A B !B | A !A | A"),
    "three-deep": ("A+basic B+fast A+fast B- A- B- A-", "A | B | A | B A !A | B !B | A !A | A"),
    "owner-not-offered-between-resolutions": ("A+basic B+fast A- B+breakneck A- B-", "A | B | A B | A B !B | B"),
    "owner-not-seat-a-lap": ("B+basic A- B-", "B | A B !B | B", "B"),
    "owner-not-seat-a-partial-lap": ("B+basic A+fast B- A- B-", "B | A | B A !A | B !B | B", "B"),
    "addition-in-partial-lap": (
        "A+basic B+fast A- B- A+fast B+fast A- B- A- A-",
        "A | B | A B !B | A | B | A B !B | A !A | A !A | A",
    ),
    "addition-by-the-last-of-a-partial-lap": ("A+basic B+fast A- B- A+fast B- A- A-", "A | B | A B !B | A | B A !A | A !A | A"),
    "own-answer-at-the-end-of-the-lap": ("A+fast B- A+breakneck B- A-", "A | B A | B A !A | A"),
    "left-before-the-lap": ("Bx A+basic A-", "A | A !A | A"),
    "left-while-holding": ("A+basic Bx A-", "A | B A !A | A"),
    "left-with-the-top-effect": ("A+basic B+fast Bx A-", "A | B | A | A !A | A"),
    "left-with-a-buried-effect": ("A+basic B+fast A+fast B- Bx A- A-", "A | B | A | B A !A | A !A | A"),
    "second-effect-after-an-empty-stack": ("A+basic B- A- A+basic B- A-", "A | B A !A | A | B A !A | A"),
    "pass-on-the-empty-stack": ("A+fast B- A- A-", "A | B A !A | A ."),
}  # fmt: skip

THREE: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic B- C- A-", "A | B C A !A | A"),
    "lap-starts-after-the-adder-not-after-the-owner": ("A+basic B+fast C- A- B-", "A | B | C A B !B | C"),
    "restart-by-the-last-seat-before-the-adder": ("A+basic B- C+fast A- B- C-", "A | B C | A B C !C | A"),
    "restart-twice": ("A+basic B+fast C- A+fast B- C- A-", "A | B | C A | B C A !A | B"),
    "partial-lap-long": ("A+basic B+fast C- A- B- C- A-", "A | B | C A B !B | C A !A | A"),
    "partial-lap-short": ("A+basic B- C+breakneck A- B- C- A-", "A | B C | A B C !C | A !A | A"),
    "same-player-twice-owner": ("A+basic B- C- A+fast B- C- A- A-", "A | B C A | B C A !A | A !A | A"),
    "same-player-twice-not-owner": (
        "A+basic B+fast C- A- B+fast C- A- B- B- C- A-",
        "A | B | C A B | C A B !B | B !B | C A !A | A",
    ),
    "worked-check": ("A+basic B- C+fast A- B- C- A-", "A | B C | A B C !C | A !A | A"),
    "three-deep": ("A+basic B+fast C+fast A- B- C- A- B- C- A-", "A | B | C | A B C !C | A B !B | C A !A | A"),
    "owner-not-offered-between-resolutions": (
        "A+basic B- C+fast A- B+fast C- A- B- C- A-",
        "A | B C | A B | C A B !B | C !C | A !A | A",
    ),
    "owner-not-seat-a-lap": ("B+basic C- A- B-", "B | C A B !B | B", "B"),
    "owner-not-seat-a-partial-lap": ("C+basic A+fast B- C- A- B- C-", "C | A | B C A !A | B C !C | C", "C"),
    "addition-in-partial-lap": ("A+basic B+fast C- A- B- C+fast A- B- C- A-", "A | B | C A B !B | C | A B C !C | A !A | A"),
    "addition-by-the-last-of-a-partial-lap": (
        "A+basic B+fast C- A- B- C- A+fast B- C- A- A-",
        "A | B | C A B !B | C A | B C A !A | A !A | A",
    ),
    "own-answer-at-the-end-of-the-lap": ("A+fast B- C- A+breakneck B- C- A-", "A | B C A | B C A !A | A"),
    "left-before-the-lap": ("Bx A+basic C- A-", "A | C A !A | A"),
    "left-while-holding": ("A+basic Bx C- A-", "A | B C A !A | A"),
    "left-before-being-reached": ("A+basic Cx B- A-", "A | B A !A | A"),
    "left-with-the-top-effect": ("A+basic B- C+fast A- Cx A-", "A | B C | A B | A !A | A"),
    "left-with-a-buried-effect": ("A+basic B+fast C+fast Bx A- C- A-", "A | B | C | A C !C | A !A | A"),
    "left-from-a-partial-lap": ("A+basic B+fast C- A- B- Cx A-", "A | B | C A B !B | C A !A | A"),
    "second-effect-after-an-empty-stack": ("A+basic B- C- A- A+basic B- C- A-", "A | B C A !A | A | B C A !A | A"),
    "pass-on-the-empty-stack": ("A+fast B- C- A- A-", "A | B C A !A | A ."),
}  # fmt: skip

FOUR: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic B- C- D- A-", "A | B C D A !A | A"),
    "lap-starts-after-the-adder-not-after-the-owner": ("A+basic B+fast C- D- A- B-", "A | B | C D A B !B | C"),
    "restart-by-the-last-seat-before-the-adder": ("A+basic B- C- D+fast A- B- C- D-", "A | B C D | A B C D !D | A"),
    "restart-twice": ("A+basic B- C+fast D- A+fast B- C- D- A-", "A | B C | D A | B C D A !A | B"),
    "partial-lap-long": ("A+basic B+fast C- D- A- B- C- D- A-", "A | B | C D A B !B | C D A !A | A"),
    "partial-lap-short": ("A+basic B- C- D+breakneck A- B- C- D- A-", "A | B C D | A B C D !D | A !A | A"),
    "same-player-twice-owner": ("A+basic B- C- D- A+fast B- C- D- A- A-", "A | B C D A | B C D A !A | A !A | A"),
    "same-player-twice-not-owner": (
        "A+basic B+fast C- D- A- B+fast C- D- A- B- B- C- D- A-",
        "A | B | C D A B | C D A B !B | B !B | C D A !A | A",
    ),
    "worked-check": ("A+basic B- C+fast D- A- B- C- D- A-", "A | B C | D A B C !C | D A !A | A"),
    "three-deep": ("A+basic B+fast C- D+fast A- B- C- D- A- B- C- D- A-", "A | B | C D | A B C D !D | A B !B | C D A !A | A"),
    "owner-not-offered-between-resolutions": (
        "A+basic B- C+fast D- A- B+fast C- D- A- B- C- D- A-",
        "A | B C | D A B | C D A B !B | C !C | D A !A | A",
    ),
    "owner-not-seat-a-lap": ("C+basic D- A- B- C-", "C | D A B C !C | C", "C"),
    "owner-not-seat-a-partial-lap": ("C+basic D- A+fast B- C- D- A- B- C-", "C | D A | B C D A !A | B C !C | C", "C"),
    "addition-in-partial-lap": (
        "A+basic B+fast C- D- A- B- C- D+fast A- B- C- D- A-",
        "A | B | C D A B !B | C D | A B C D !D | A !A | A",
    ),
    "addition-by-the-last-of-a-partial-lap": (
        "A+basic B- C- D+fast A- B- C- D- A+fast B- C- D- A- A-",
        "A | B C D | A B C D !D | A | B C D A !A | A !A | A",
    ),
    "own-answer-at-the-end-of-the-lap": ("A+fast B- C- D- A+breakneck B- C- D- A-", "A | B C D A | B C D A !A | A"),
    "left-before-the-lap": ("Cx A+basic B- D- A-", "A | B D A !A | A"),
    "left-while-holding": ("A+basic B- Cx D- A-", "A | B C D A !A | A"),
    "left-before-being-reached": ("A+basic B- Dx C- A-", "A | B C A !A | A"),
    "left-with-the-top-effect": ("A+basic B- C+fast D- A- Cx D- A-", "A | B C | D A B | D A !A | A"),
    "left-with-a-buried-effect": ("A+basic B+fast C- D+fast Bx A- C- D- A-", "A | B | C D | A C D !D | A !A | A"),
    "left-from-a-partial-lap": ("A+basic B+fast C- D- A- B- Dx C- A-", "A | B | C D A B !B | C A !A | A"),
    "second-effect-after-an-empty-stack": ("A+basic B- C- D- A- A+basic B- C- D- A-", "A | B C D A !A | A | B C D A !A | A"),
    "pass-on-the-empty-stack": ("A+fast B- C- D- A- A-", "A | B C D A !A | A ."),
}  # fmt: skip

FIVE: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic B- C- D- E- A-", "A | B C D E A !A | A"),
    "lap-starts-after-the-adder-not-after-the-owner": ("A+basic B+fast C- D- E- A- B-", "A | B | C D E A B !B | C"),
    "restart-by-the-last-seat-before-the-adder": ("A+basic B- C- D- E+fast A- B- C- D- E-", "A | B C D E | A B C D E !E | A"),
    "restart-twice": ("A+basic B- C- D+fast E- A- B+fast C- D- E- A- B-", "A | B C D | E A B | C D E A B !B | C"),
    "partial-lap-long": ("A+basic B+fast C- D- E- A- B- C- D- E- A-", "A | B | C D E A B !B | C D E A !A | A"),
    "partial-lap-short": ("A+basic B- C- D- E+breakneck A- B- C- D- E- A-", "A | B C D E | A B C D E !E | A !A | A"),
    "same-player-twice-owner": ("A+basic B- C- D- E- A+fast B- C- D- E- A- A-", "A | B C D E A | B C D E A !A | A !A | A"),
    "same-player-twice-not-owner": (
        "A+basic B- C+fast D- E- A- B- C+fast D- E- A- B- C- C- D- E- A-",
        "A | B C | D E A B C | D E A B C !C | C !C | D E A !A | A",
    ),
    "worked-check": ("A+basic B- C+fast D- E- A- B- C- D- E- A-", "A | B C | D E A B C !C | D E A !A | A"),
    "three-deep": (
        "A+basic B- C+fast D- E+fast A- B- C- D- E- A- B- C- D- E- A-",
        "A | B C | D E | A B C D E !E | A B C !C | D E A !A | A",
    ),
    "owner-not-offered-between-resolutions": (
        "A+basic B- C- D+fast E- A- B+fast C- D- E- A- B- C- D- E- A-",
        "A | B C D | E A B | C D E A B !B | C D !D | E A !A | A",
    ),
    "owner-not-seat-a-lap": ("D+basic E- A- B- C- D-", "D | E A B C D !D | D", "D"),
    "owner-not-seat-a-partial-lap": ("D+basic E- A+fast B- C- D- E- A- B- C- D-", "D | E A | B C D E A !A | B C D !D | D", "D"),
    "addition-in-partial-lap": (
        "A+basic B+fast C- D- E- A- B- C- D+fast E- A- B- C- D- E- A-",
        "A | B | C D E A B !B | C D | E A B C D !D | E A !A | A",
    ),
    "addition-by-the-last-of-a-partial-lap": (
        "A+basic B- C- D- E+fast A- B- C- D- E- A+fast B- C- D- E- A- A-",
        "A | B C D E | A B C D E !E | A | B C D E A !A | A !A | A",
    ),
    "own-answer-at-the-end-of-the-lap": ("A+fast B- C- D- E- A+breakneck B- C- D- E- A-", "A | B C D E A | B C D E A !A | A"),
    "left-before-the-lap": ("Cx A+basic B- D- E- A-", "A | B D E A !A | A"),
    "left-while-holding": ("A+basic B- C- D- Ex A-", "A | B C D E A !A | A"),
    "left-before-being-reached": ("A+basic B- Dx C- E- A-", "A | B C E A !A | A"),
    "left-with-the-top-effect": ("A+basic B- C+fast D- E- A- Cx D- E- A-", "A | B C | D E A B | D E A !A | A"),
    "left-with-a-buried-effect": ("A+basic B+fast C- D+fast Bx E- A- C- D- E- A-", "A | B | C D | E A C D !D | E A !A | A"),
    "left-from-a-partial-lap": ("A+basic B+fast C- D- E- A- B- Dx C- E- A-", "A | B | C D E A B !B | C E A !A | A"),
    "second-effect-after-an-empty-stack": (
        "A+basic B- C- D- E- A- A+basic B- C- D- E- A-",
        "A | B C D E A !A | A | B C D E A !A | A",
    ),
    "pass-on-the-empty-stack": ("A+fast B- C- D- E- A- A-", "A | B C D E A !A | A ."),
}  # fmt: skip

MAGIC_WHY: dict[str, str] = {
    "full-lap-adder-last": "differs: the adder keeps priority and is first, not last; the seat before the adder closes the round",
    "restart-by-the-last-seat-before-the-adder": "differs: the answerer is asked again at once, before anybody else",
    "partial-lap-long": "differs: after the resolution a whole round from the turn owner, B included, in place of a part of one",
    "same-player-twice-owner": "differs: A answers at once without a lap between, and all have a window between the two",
    "worked-check": "differs: B and C, who already chose on the first effect, are asked about it again",
    "three-deep": "differs: each resolution is followed by a whole round from A, never by a shrinking one",
    "owner-not-offered-between-resolutions": "differs: A is asked first after every resolution; in the source not until A's part",
    "owner-not-seat-a-lap": "differs: the turn owner, being the adder, is asked first; same holder on the emptied stack",
    "left-before-the-lap": "same skipping of the empty seat; differs in that the adder is first",
    "pass-on-the-empty-stack": "differs: on an empty stack all are asked in turn (reading 24), in the source only the turn owner",
}

MAGIC_TWO: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic A- B-", "A | A B !A | A"),
    "restart-by-the-last-seat-before-the-adder": ("A+fast A- B+breakneck B- A-", "A | A B | B A !B | A"),
    "partial-lap-long": ("A+basic A- B+breakneck B- A- A- B-", "A | A B | B A !B | A B !A | A"),
    "same-player-twice-owner": ("A+basic A+fast A- B- A- B-", "A | A | A B !A | A B !A | A"),
    "worked-check": ("A+basic A- B+fast B- A- A- B-", "A | A B | B A !B | A B !A | A"),
    "three-deep": ("A+basic A- B+fast B- A+fast A- B- A- B- A- B-", "A | A B | B A | A B !A | A B !B | A B !A | A"),
    "owner-not-offered-between-resolutions": ("A+basic A- B+fast B+breakneck B- A-", "A | A B | B | B A !B | A"),
    "owner-not-seat-a-lap": ("B+basic B- A-", "B | B A !B | B", "B"),
    "left-before-the-lap": ("Bx A+basic A-", "A | A !A | A"),
    "pass-on-the-empty-stack": ("A+fast A- B- A- B-", "A | A B !A | A B ."),
}  # fmt: skip

MAGIC_THREE: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic A- B- C-", "A | A B C !A | A"),
    "restart-by-the-last-seat-before-the-adder": ("A+basic A- B- C+fast C- A- B-", "A | A B C | C A B !C | A"),
    "partial-lap-long": ("A+basic A- B+fast B- C- A- A- B- C-", "A | A B | B C A !B | A B C !A | A"),
    "same-player-twice-owner": ("A+basic A+fast A- B- C- A- B- C-", "A | A | A B C !A | A B C !A | A"),
    "worked-check": ("A+basic A- B- C+fast C- A- B- A- B- C-", "A | A B C | C A B !C | A B C !A | A"),
    "three-deep": (
        "A+basic A- B+fast B- C+fast C- A- B- A- B- C- A- B- C-",
        "A | A B | B C | C A B !C | A B C !B | A B C !A | A",
    ),
    "owner-not-offered-between-resolutions": (
        "A+basic A- B- C+fast C- A- B+fast B- C- A- A- B- C- A- B- C-",
        "A | A B C | C A B | B C A !B | A B C !C | A B C !A | A",
    ),
    "owner-not-seat-a-lap": ("B+basic B- C- A-", "B | B C A !B | B", "B"),
    "left-before-the-lap": ("Bx A+basic A- C-", "A | A C !A | A"),
    "pass-on-the-empty-stack": ("A+fast A- B- C- A- B- C-", "A | A B C !A | A B C ."),
}  # fmt: skip

MAGIC_FOUR: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic A- B- C- D-", "A | A B C D !A | A"),
    "restart-by-the-last-seat-before-the-adder": ("A+basic A- B- C- D+fast D- A- B- C-", "A | A B C D | D A B C !D | A"),
    "partial-lap-long": ("A+basic A- B+fast B- C- D- A- A- B- C- D-", "A | A B | B C D A !B | A B C D !A | A"),
    "same-player-twice-owner": ("A+basic A+fast A- B- C- D- A- B- C- D-", "A | A | A B C D !A | A B C D !A | A"),
    "worked-check": ("A+basic A- B- C+fast C- D- A- B- A- B- C- D-", "A | A B C | C D A B !C | A B C D !A | A"),
    "three-deep": (
        "A+basic A- B+fast B- C- D+fast D- A- B- C- A- B- C- D- A- B- C- D-",
        "A | A B | B C D | D A B C !D | A B C D !B | A B C D !A | A",
    ),
    "owner-not-offered-between-resolutions": (
        "A+basic A- B- C+fast C- D- A- B+fast B- C- D- A- A- B- C- D- A- B- C- D-",
        "A | A B C | C D A B | B C D A !B | A B C D !C | A B C D !A | A",
    ),
    "owner-not-seat-a-lap": ("C+basic C- D- A- B-", "C | C D A B !C | C", "C"),
    "left-before-the-lap": ("Cx A+basic A- B- D-", "A | A B D !A | A"),
    "pass-on-the-empty-stack": ("A+fast A- B- C- D- A- B- C- D-", "A | A B C D !A | A B C D ."),
}  # fmt: skip

MAGIC_FIVE: dict[str, Row] = {
    "full-lap-adder-last": ("A+basic A- B- C- D- E-", "A | A B C D E !A | A"),
    "restart-by-the-last-seat-before-the-adder": (
        "A+basic A- B- C- D- E+fast E- A- B- C- D-",
        "A | A B C D E | E A B C D !E | A",
    ),
    "partial-lap-long": ("A+basic A- B+fast B- C- D- E- A- A- B- C- D- E-", "A | A B | B C D E A !B | A B C D E !A | A"),
    "same-player-twice-owner": ("A+basic A+fast A- B- C- D- E- A- B- C- D- E-", "A | A | A B C D E !A | A B C D E !A | A"),
    "worked-check": ("A+basic A- B- C+fast C- D- E- A- B- A- B- C- D- E-", "A | A B C | C D E A B !C | A B C D E !A | A"),
    "three-deep": (
        "A+basic A- B- C+fast C- D- E+fast E- A- B- C- D- A- B- C- D- E- A- B- C- D- E-",
        "A | A B C | C D E | E A B C D !E | A B C D E !C | A B C D E !A | A",
    ),
    "owner-not-offered-between-resolutions": (
        "A+basic A- B- C- D+fast D- E- A- B+fast B- C- D- E- A- A- B- C- D- E- A- B- C- D- E-",
        "A | A B C D | D E A B | B C D E A !B | A B C D E !D | A B C D E !A | A",
    ),
    "owner-not-seat-a-lap": ("D+basic D- E- A- B- C-", "D | D E A B C !D | D", "D"),
    "left-before-the-lap": ("Cx A+basic A- B- D- E-", "A | A B D E !A | A"),
    "pass-on-the-empty-stack": ("A+fast A- B- C- D- E- A- B- C- D- E-", "A | A B C D E !A | A B C D E ."),
}  # fmt: skip


def _table(players: int, rows: dict[str, Row], discipline: Discipline, why: dict[str, str]) -> list[Sequence]:
    """Turns the rows for one number of players and one discipline into sequences."""
    return [
        Sequence(
            name=f"{discipline}-{players}p-{name}",
            players=players,
            ids=tuple(IDS[name].split()),
            history=tuple(row[0].split()),
            expected=tuple(word for word in row[1].split() if word != "|"),
            why=why[name],
            discipline=discipline,
            owner=row[2] if len(row) == 3 else "A",
        )
        for name, row in rows.items()
    ]


SEQUENCES: tuple[Sequence, ...] = (
    *(s for n, rows in enumerate((TWO, THREE, FOUR, FIVE), 2) for s in _table(n, rows, "source", WHY)),
    *(
        s
        for n, rows in enumerate((MAGIC_TWO, MAGIC_THREE, MAGIC_FOUR, MAGIC_FIVE), 2)
        for s in _table(n, rows, "magic", MAGIC_WHY)
    ),
)
