"""Output fits the terminal: its characters, its width, its colours."""

from io import BytesIO, StringIO, TextIOWrapper

import pytest

from rulewright.play.screen import Screen, knows_unicode, plain


@pytest.mark.parametrize(
    ("text", "said"),
    [("24 → 17", "24 -> 17"), ("── Round 1 ──", "-- Round 1 --"), ("█░", "#."), ("Éowyn…", "Eowyn..."), ("龍", "?")],
)
def test_a_text_is_shown_in_plain_letters_if_the_terminal_needs_it(text: str, said: str):
    """The text is converted to ASCII, character by character."""
    assert plain(text) == said


@pytest.mark.parametrize(
    ("encoding", "environ", "knows"),
    [
        ("utf-8", {"LANG": "en_GB.UTF-8"}, True),
        ("utf-8", {"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, False),
        ("utf-8", {"LC_ALL": "POSIX"}, False),
        ("utf-8", {"LANG": "de_DE.ISO-8859-1"}, False),
        ("utf-8", {"LC_ALL": "C", "PYTHONIOENCODING": "utf-8"}, True),
        ("utf-8", {}, True),
        ("ascii", {"LANG": "en_GB.UTF-8"}, False),
    ],
)
def test_a_terminal_gets_unicode_only_if_stream_and_locale_allow_it(encoding: str, environ: dict[str, str], knows: bool):
    """Both the stream's encoding and the locale must allow it; Python writes UTF-8 even if the locale is C."""
    assert knows_unicode(TextIOWrapper(BytesIO(), encoding=encoding), environ) is knows


def test_long_lines_are_wrapped_further_in():
    """A line that is too long continues on the next line, further indented."""
    paper = StringIO()
    screen = Screen(paper)
    screen.console.width = 44
    screen.say("a word " * 8, indent=2)
    first, second = paper.getvalue().splitlines()
    assert (len(first) < 44, second[:4]) == (True, "    ")


def test_output_to_a_file_has_no_colour():
    """Output that is written to a file has no colour codes."""
    paper = StringIO()
    Screen(paper).say("red", "bold red")
    assert paper.getvalue() == "red\n"
