"""Many games and played games: bots, play-outs, and the table at which a person plays in a terminal."""
