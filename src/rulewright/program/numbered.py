"""Numbers of the tables of a program: the type of a field says which table its number is of; -1 means nothing.

`validate` proves that each is in range, and `listing` prints the name behind it.
"""

from __future__ import annotations

from typing import Annotated

StatNumber = Annotated[int, "stats"]
ZoneNumber = Annotated[int, "zones"]
ClassNumber = Annotated[int, "classes"]
KindNumber = Annotated[int, "kinds", 0]
WordNumber = Annotated[int, "words"]
ActionNumber = Annotated[int, "actions"]
RoutineNumber = Annotated[int, "routines"]
FeatureNumber = Annotated[int, "features"]
ProhibitionNumber = Annotated[int, "prohibitions"]
DisciplineNumber = Annotated[int, "disciplines"]
UntilNumber = Annotated[int, "untils"]
