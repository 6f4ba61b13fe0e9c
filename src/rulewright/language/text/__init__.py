"""Text: lines, items and notation."""
