"""Names: what a book declares, and how words are spelt."""
