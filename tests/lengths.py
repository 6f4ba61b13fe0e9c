"""How much a test with a long form does: a small part of it in the suite, all of it in `python3 dev.py long`."""

import os
from typing import TypeVar

Amount = TypeVar("Amount")

LONG = os.environ.get("RULEWRIGHT_TESTS") == "long"


def much(small: Amount, long: Amount) -> Amount:
    """Gives the small amount in the suite, and the other amount in the long run."""
    return long if LONG else small
