"""Side by side with the peers, ratios in one run: `python -m benchmarks`."""
