"""How other programs play: the engine, which reads and writes lines of JSON."""
