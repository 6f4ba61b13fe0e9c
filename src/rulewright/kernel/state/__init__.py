"""Facts: the state of a game, the one writer of it, and what it starts from."""
