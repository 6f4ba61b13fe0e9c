"""Flow: the agenda, windows, stacks, and the instructions that move play along."""
