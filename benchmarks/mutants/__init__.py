"""Mutants: every small change of a rule, of the kernel or of the language must fail some test: `python -m benchmarks.mutants`."""
