"""Checking: problems, examples and doubts about a book."""
