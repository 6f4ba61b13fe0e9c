"""Prints everything: with colours if possible, in ASCII if the terminal knows no other characters."""

from __future__ import annotations

import os
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TextIO

Run = tuple[str, str]  # some text and its style
Runs = Sequence[Run]

HEIGHT = 24  # the number of lines of a screen of unknown height

PLAIN = str.maketrans(
    {"→": "->", "─": "-", "━": "=", "█": "#", "░": ".", "·": "-", "…": "...", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-"}
    | {"−": "-", "×": "x", "÷": "/", "≥": ">=", "≤": "<=", "≠": "!=", "«": '"', "»": '"', "•": "*", "✓": "ok"}
)


def plain(text: str) -> str:
    """Say a text in ASCII."""
    spelled = unicodedata.normalize("NFKD", text.translate(PLAIN))
    return "".join(sign for sign in spelled if not unicodedata.combining(sign)).encode("ascii", "replace").decode("ascii")


def knows_unicode(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Say whether a stream shows more than ASCII.

    Python writes UTF-8 even where the locale is C, so the locale is asked too, unless Python was told what to write.
    """
    if "utf" not in (getattr(stream, "encoding", None) or "").casefold():
        return False
    if environ.get("PYTHONIOENCODING") or environ.get("PYTHONUTF8"):
        return True
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    if not locale:
        return not stream.isatty()
    return "utf" in locale.casefold() or (locale not in ("C", "POSIX") and "." not in locale)


class Screen:
    """A terminal, a pipe or a file, as wide as it is."""

    def __init__(self, stream: TextIO | None = None, environ: Mapping[str, str] = os.environ) -> None:
        from rich.console import Console

        self.stream = sys.stdout if stream is None else stream
        self.plain = not knows_unicode(self.stream, environ)
        self.console = Console(file=self.stream, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        """How many columns there are; one is left free, so that no terminal wraps by itself."""
        return max(40, min(self.console.width, 120)) - 1

    @property
    def height(self) -> int:
        """How many lines there are."""
        return max(HEIGHT, self.console.height) if self.console.is_terminal else HEIGHT

    def clear(self) -> None:
        """Clear the screen and its scroll-back; on paper, begin a new page."""
        if self.console.is_terminal:
            self.stream.write("\x1b[H\x1b[2J\x1b[3J")
            self.stream.flush()
        else:
            self.stream.write("\f\n")

    def fit(self, text: str) -> str:
        """Give a text in the characters that this screen knows."""
        return plain(text) if self.plain else text

    def show(self, lines: Iterable[Runs]) -> None:
        """Print lines that were laid out for this width."""
        from rich.text import Text

        for line in lines:
            text = Text.assemble(*((self.fit(words), style) for words, style in line))
            text.rstrip()
            self.console.print(text, soft_wrap=True)

    def say(self, text: str = "", style: str = "", indent: int = 0, hang: int = 2) -> None:
        """Print some text, wrapped at words, its later lines further in."""
        for paragraph in self.fit(text).split("\n"):
            first, later = " " * indent, " " * (indent + hang)
            wrapper = textwrap.TextWrapper(self.width, first, later, break_long_words=False, break_on_hyphens=False)
            lines = wrapper.wrap(paragraph) or [""]
            self.show([[(line, style)] for line in lines])
