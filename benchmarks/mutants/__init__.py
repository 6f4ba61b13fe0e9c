"""Mutants: every small change of a rule or of the kernel must fail some test: `python -m benchmarks.mutants`."""
