"""Sight: who sees what, and a game as one viewer may know it."""
