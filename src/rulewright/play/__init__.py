"""Playing games: bots, playing to the end, and the terminal for people."""
