"""Compiling: items of the text become parts of a book."""
