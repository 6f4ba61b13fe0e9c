"""Flow: the agenda, windows, stacks, and the instructions that control the course of play."""
