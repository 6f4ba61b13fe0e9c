"""Where in the rule text a part of the program comes from."""

from __future__ import annotations

from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Something with the file and line that it was made from; these do not count when two are compared."""

    source: str = field(default="", compare=False, repr=False)
