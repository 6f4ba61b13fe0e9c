"""Takes apart conditions in words that contain comparisons, at `and`, `or` and `not`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.language.check.problems import RuleTextError, TwoReadings, Unreadable
from rulewright.program import building
from rulewright.program.expressions import Expression

MOST_JOINED: Final = 8
"""The largest number of parts: all ways to group them are tried."""

_JOINED: Final = re.compile(r"\b(?:or|and|not)\b")


class Joining:
    """One attempt to read a condition; no part of it is tried twice."""

    def __init__(self, single: Callable[[str], Expression]) -> None:
        self.single, self.tried = single, dict[str, Expression | Exception]()

    def read(self, text: str) -> Expression:
        """Read a condition as a whole, else in parts; a failure is reported for the whole."""
        if text not in self.tried:
            self.tried[text] = self._whole(text)
        found = self.tried[text]
        if isinstance(found, Exception):
            raise found
        return found

    def _whole(self, text: str) -> Expression | Exception:
        try:
            return self.single(text)
        except TwoReadings as error:
            return error
        except (Unreadable, RuleTextError) as error:
            return self._parted(" ".join(text.split())) or error

    def _parted(self, text: str) -> Expression | None:
        """Read two joined conditions, or one with `not`."""
        if len(_JOINED.findall(text)) > MOST_JOINED:
            return None
        for word, join in ((" or ", building.some), (" and ", building.every)):
            for cut in re.finditer(word, text):
                parts = self._both(text[: cut.start()], text[cut.end() :])
                if parts is not None:
                    return join(parts)
        denied = self._both(text[4:]) if text.startswith("not ") else None
        return building.negated(denied[0]) if denied else None

    def _both(self, *texts: str) -> tuple[Expression, ...] | None:
        """Read some conditions; None if one of them cannot be read."""
        try:
            return tuple([self.read(text) for text in texts])
        except TwoReadings:
            raise
        except (Unreadable, RuleTextError):
            return None
