"""Text: lines, items and notation as they are written."""
