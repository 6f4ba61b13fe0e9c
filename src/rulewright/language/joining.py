"""Takes conditions in words apart that hold comparisons of their own, where `and`, `or` or `not` joins them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from rulewright.language import nodes
from rulewright.language.names import Unreadable
from rulewright.language.nodes import Node
from rulewright.language.problems import RuleTextError

MOST_JOINED: Final = 8
"""So many are taken apart at most: which of them belong together is tried in every way."""

_JOINED: Final = re.compile(" (?:or|and) ")


class Joining:
    """One attempt to read a condition; it never tries twice what cannot be read."""

    def __init__(self, single: Callable[[str], Node]) -> None:
        self.single, self.hopeless = single, dict[str, Exception]()

    def read(self, text: str) -> Node:
        """Read a condition whole, else in parts; what is wrong with it whole is wrong with it."""
        if text in self.hopeless:
            raise self.hopeless[text]
        try:
            return self.single(text)
        except (Unreadable, RuleTextError) as error:
            found = self._parted(" ".join(text.split()))
            if found is None:
                self.hopeless[text] = error
                raise
            return found

    def _parted(self, text: str) -> Node | None:
        """Read two conditions that are joined, or one that is denied."""
        for word, join in ((" or ", nodes.Some), (" and ", nodes.Every)) if len(_JOINED.findall(text)) <= MOST_JOINED else ():
            for cut in re.finditer(word, text):
                try:
                    return join((self.read(text[: cut.start()]), self.read(text[cut.end() :])))
                except (Unreadable, RuleTextError):
                    continue
        return nodes.Not(self.read(text[4:])) if text.startswith("not ") else None
