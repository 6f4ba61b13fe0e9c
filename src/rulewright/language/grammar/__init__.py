"""Grammar: phrases, nouns and the tables of words."""
