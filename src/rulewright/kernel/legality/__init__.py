"""Legality: what may be done, why something may not be done, and what it costs."""
