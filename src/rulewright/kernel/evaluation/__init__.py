"""Evaluation of numbers, conditions and sets, fast or with an account."""
