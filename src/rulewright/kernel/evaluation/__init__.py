"""Evaluation: numbers, conditions and sets worked out, quickly or with an account."""
