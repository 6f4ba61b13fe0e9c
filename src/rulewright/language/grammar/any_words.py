"""`A queen cannot be captured` may be meant of every queen, or of one that somebody chooses: the error shows both."""

from __future__ import annotations

import re

from rulewright.language.check.problems import Problem, TwoReadings
from rulewright.language.text.syntax import Clause

FORBIDS = re.compile(r" (?:cannot|can't|can not|may not) ", re.IGNORECASE)


def of_one(clause: Clause, before: str, noun: str, rest: str) -> None:
    """Refuse a clause that says of `a queen` what it cannot do: it may be meant of every queen, or of one that is chosen."""
    if before or not FORBIDS.match(rest):
        return
    things = f"all {noun.partition(' ')[2]}"
    several = f"`all …s{rest}` for all of them" if not things.endswith("s") else f"`{things}{rest}` for all of them"
    one = f"`choose {noun[:1].casefold()}{noun[1:]}` and `the chosen …{rest}` for one"
    message = f"{clause.text!r} has two readings: all such things, or one that is chosen now"
    raise TwoReadings(Problem(clause.span, message, f"{several}, {one}"))
