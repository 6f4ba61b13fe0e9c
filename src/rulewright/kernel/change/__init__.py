"""Prepared changes, the triggers that respond to them, and lasting effects."""
