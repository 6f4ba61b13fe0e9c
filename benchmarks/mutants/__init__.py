"""Mutants: every small change of a rule, the kernel or the language must make a test fail: `python -m benchmarks.mutants`."""
