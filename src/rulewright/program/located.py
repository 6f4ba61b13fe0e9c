"""Where in the rule text a part of the program comes from."""

from __future__ import annotations

from rulewright.program.quick_dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """Something that knows the file and line it was made from; two that differ in nothing else are equal."""

    source: str = field(default="", compare=False, repr=False)
