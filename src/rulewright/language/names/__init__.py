"""Names that a book declares, and how words are spelt."""
