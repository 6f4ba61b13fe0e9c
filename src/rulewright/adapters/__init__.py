"""How other programs play: the engine, which speaks JSON lines."""
