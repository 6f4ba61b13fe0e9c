"""Facts: the state of a game, the one function that writes it, and the state that a game starts from."""
