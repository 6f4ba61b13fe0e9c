"""Sets of one player's actions with both answers, worked out by hand: were they the same, and were they different.

An origin is a basic action (C4, R5) or an ability of a card: name, copy, how often the card has
been installed again, number of the ability.
"""

CASES: tuple[tuple[str, str, bool, bool], ...] = (
    ("two operations, whatever they are called", "C4 C4", True, False),
    ("two operations, then a draw", "C4 C4 C2", False, False),
    ("install, advance, credit", "C3 C5 C1", False, True),
    ("three credits", "C1 C1 C1", True, False),
    ("A A B is neither", "C1 C1 C2", False, False),
    ("A B A: the pair that agrees need not be adjacent", "R5 R1 R5", False, False),
    ("runs on different servers", "R5 R5", True, False),
    ("ice, then an agenda installed", "C3 C3", True, False),
    ("a program, then hardware installed", "R3 R3", True, False),
    ("two cards advanced", "C5 C5", True, False),
    ("one ability of one card twice", "Mill#1.1:1 Mill#1.1:1", True, False),
    ("two copies of one card", "Mill#1.1:1 Mill#2.1:1", False, True),
    ("two abilities of one card", "Mill#1.1:1 Mill#1.1:2", False, True),
    ("used, taken back, installed and used again", "Mill#1.1:1 C3 Mill#1.2:1", False, True),
    ("the two uses alone", "Mill#1.1:1 Mill#1.2:1", False, True),
    ("a card that gains a credit, and the basic action", "Kiosk#1.1:1 C1", False, True),
    ("an event that runs, then a basic run", "R4 R5", False, True),
    ("an operation that installs, then a basic install", "C4 C3", False, True),
    ("a granted draw, then a draw", "C4 C2 C2", False, False),
    ("one action alone is both", "R2", True, True),
    ("purging and a credit", "C7 C1", False, True),
    ("a draw and two copies once each", "C2 Mill#1.1:1 Mill#2.1:1", False, True),
    ("one copy twice, another once", "Mill#1.1:1 Mill#2.1:1 Mill#1.1:1", False, False),
    ("two tags removed", "R6 R6", True, False),
    ("two resources trashed", "C6 C6", True, False),
)
