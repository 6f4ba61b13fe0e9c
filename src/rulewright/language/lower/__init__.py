"""Lowering: what was read becomes the parts of a book."""
