"""What a book is made of: plain, typed values that say what may be done, what it does and what it asks. Nothing here runs."""
