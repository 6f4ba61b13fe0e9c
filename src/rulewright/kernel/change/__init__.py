"""Change: prepared changes, what listens to them, and what lasts."""
