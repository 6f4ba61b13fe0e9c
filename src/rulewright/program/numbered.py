"""Numbers of the tables of a program: the type of a field says which table its number is of.

A number must be that of an entry. An optional number may also be -1, which means nothing. `validate` proves that each is in
range, and `listing` prints the name behind it.
"""

from __future__ import annotations

from typing import Annotated

StatNumber = Annotated[int, "stats", 0]
ZoneNumber = Annotated[int, "zones", 0]
ClassNumber = Annotated[int, "classes", 0]
KindNumber = Annotated[int, "kinds", 0]
WordNumber = Annotated[int, "words", 0]
ActionNumber = Annotated[int, "actions", 0]
RoutineNumber = Annotated[int, "routines", 0]
FeatureNumber = Annotated[int, "features", 0]
ProhibitionNumber = Annotated[int, "prohibitions", 0]
DisciplineNumber = Annotated[int, "disciplines", 0]
UntilNumber = Annotated[int, "untils", 0]

OptionalStatNumber = Annotated[int, "stats", -1]
OptionalZoneNumber = Annotated[int, "zones", -1]
OptionalClassNumber = Annotated[int, "classes", -1]
OptionalWordNumber = Annotated[int, "words", -1]
OptionalActionNumber = Annotated[int, "actions", -1]
OptionalRoutineNumber = Annotated[int, "routines", -1]
OptionalFeatureNumber = Annotated[int, "features", -1]
OptionalUntilNumber = Annotated[int, "untils", -1]
