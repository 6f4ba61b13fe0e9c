"""Bots that play any book from its rules alone, by searching over games that their seat can imagine (docs/bots.md)."""

from rulewright.bots.levels import LEVELS, bot, limit
from rulewright.bots.searching import Limit
from rulewright.bots.thinking import Advice, Considered, Expected, think

__all__ = ["LEVELS", "Advice", "Considered", "Expected", "Limit", "bot", "limit", "think"]
