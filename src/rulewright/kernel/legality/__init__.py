"""Legality: what may be done, why not, and what it costs."""
