"""Checking: problems, examples and warnings about a book."""
