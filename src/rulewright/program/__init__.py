"""The records of a compiled book: plain typed values for actions, checks, effects and questions. Nothing runs here."""
