"""The switches of the language: readings that it knows by name."""

from __future__ import annotations

POLICIES: dict[str, tuple[str, ...]] = {
    "area damage": ("one roll", "a roll each"),
    "prerequisites": ("an if without dice and else", "none"),
    "unpaid costs": ("refused", "clamped"),
    "same name": ("adds up", "newest replaces"),
    "end of turn": ("own turn", "start of next turn"),
    "reactions to reactions": ("no", "yes"),
    "priority": ("goes round", "in succession"),
    "lost targets": ("nothing happens", "the rest happens"),
    "spoiled acts": ("as lost targets", "taken back"),
    "leaving together": ("heard", "not heard"),
    "potential": ("not asked", "asked"),
}
"""Every switch of the language, the default side first. A book declares those that it uses as Readings."""
