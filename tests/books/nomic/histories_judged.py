"""Judged histories and the classes of actions by the numbers of their rules, derived by hand from the rule text."""

from tests.books.nomic.history import Judged, do, turn
from tests.books.nomic.model import Cls

CLASSES: tuple[tuple[tuple[int, ...], bool, Cls, tuple[str, ...]], ...] = (
    ((205,), False, "inalienable", ("N-06", "N-55")),
    ((299,), True, "inalienable", ("N-55",)),
    ((300,), False, "immediate", ("N-56", "N-57", "N-58")),
    ((317,), True, "delayed", ("N-07", "N-57", "N-58")),
    ((205, 326), False, "inalienable", ("N-55", "N-56")),
    ((600,), False, "immediate", ("N-56",)),
)

JUDGED: tuple[Judged, ...] = (
    Judged(
        "an act that lost its means comes back when a later Judgment frees them",
        ("N-18", "N-30"),
        (
            (0, do("A", "cash", "p", amount=2)),
            (1, do("A", "cash", "q", amount=2)),
            (2, do("A", "ware", "u")),
            (3, do("A", "ware", "v")),
        ),
        10,
        (
            (frozenset(), (), "1:u 2:v", ""),
            (frozenset({0}), (3,), "1:u", ""),
            (frozenset({0, 2}), (), "1:v", ""),
            (frozenset({0, 1}), (2, 3), "", ""),
        ),
    ),
    Judged(
        "what aimed at a struck action falls away, and what that had hindered acts",
        ("N-18", "N-48"),
        (
            (0, do("A", "gift", "g")),
            (1, do("B", "block", "b", "g")),
            (2, do("C", "block", "c", "b")),
        ),
        20000,
        (
            (frozenset(), (), "", "A1"),
            (frozenset({2}), (), "", ""),
            (frozenset({1}), (2,), "", "A1"),
            (frozenset({0}), (1, 2), "", ""),
        ),
    ),
    Judged(
        "a struck join no longer holds up the pop, so a later join finds no stack",
        ("N-18", "N-46", "N-21"),
        (
            (0, do("A", "gift", "a")),
            (14000, do("B", "gift", "b", join="a")),
            (20000, do("C", "gift", "c", join="a")),
        ),
        20001,
        (
            (frozenset(), (), "1:a,b,c", ""),
            (frozenset({1}), (2,), "", "A1"),
            (frozenset({2}), (), "1:a,b", ""),
        ),
    ),
    Judged(
        "a struck reclassification leaves the action stacked",
        ("N-18", "N-12"),
        (
            (0, do("A", "gift", "g")),
            (5, turn("gift", "immediate")),
            (6, do("B", "block", "b", "g")),
        ),
        7,
        (
            (frozenset(), (), "2:b", "A1"),
            (frozenset({1}), (), "1:g,b", ""),
        ),
    ),
)
