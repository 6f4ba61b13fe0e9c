"""Errors: sentences for people, with fields for programs."""

from rulewright.kernel.errors import RuleTextError


def test_an_error_in_a_text_lists_every_problem():
    """Each problem has a line, and the problems themselves are kept."""
    error = RuleTextError([3, "no verb"])
    assert str(error) == "3\nno verb" and error.problems == (3, "no verb")


def test_an_error_may_be_one_sentence():
    """Such an error lists no problems."""
    error = RuleTextError("there is no text")
    assert str(error) == "there is no text" and error.problems == ()
