"""How errors are reported: one clear line and an exit status; a traceback only if it is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NoReturn

import click

from rulewright.kernel.errors import Refused, RuleTextError, RulewrightError

WRONG, INTERRUPTED = 2, 130
SORRY = "this is a bug in Rulewright, not in your input; RULEWRIGHT_DEBUG=1 shows where it happened"


class Commands(click.Group):
    """A group whose commands return their exit status and whose errors are one line."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its status."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        sys.exit(self._status(lambda: super(Commands, self).main(args, "rulewright", None, False, **extra)))

    def _status(self, run: Callable[[], Any]) -> int:
        try:
            _forgiving(sys.stdout)
            _forgiving(sys.stderr)
            status = run()
            sys.stdout.flush()
            return status if isinstance(status, int) else 0
        except BrokenPipeError:
            return _closed()
        except click.ClickException as error:
            return _usage(error)
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except Exception as error:
            if os.environ.get("RULEWRIGHT_DEBUG"):
                raise
            return say(error)


def say(error: Exception) -> int:
    """Report an error in one line, after the problems of a text, and give the exit status."""
    for problem in error.problems if isinstance(error, RuleTextError) else ():
        print(problem.show(_text(problem.span.file)), file=sys.stderr)
    print(f"error: {_words(error)}", file=sys.stderr)
    return WRONG


def _words(error: Exception) -> str:
    if isinstance(error, RuleTextError) and error.problems:
        return f"the rules cannot be read: {len(error.problems)} problem{'s' * (len(error.problems) > 1)}"
    if isinstance(error, OSError) and error.filename:
        return f"{error.filename}: {error.strerror}"
    if isinstance(error, RulewrightError | OSError | UnicodeError):
        return str(error)
    return f"{type(error).__name__}: {error} ({SORRY})"


def _text(file: str) -> Sequence[str]:
    """Give a file's lines, to show a problem in its place; none where it is no file here."""
    try:
        return Path(file).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, ValueError):
        return ()


def _usage(error: click.ClickException) -> int:
    context = getattr(error, "ctx", None)
    if type(error).__name__ == "NoArgsIsHelpError":  # which click has since 8.2
        print(error.format_message())
        return error.exit_code
    if context is not None:
        print(context.get_usage(), file=sys.stderr)
    print(f"error: {error.format_message()}", file=sys.stderr)
    return error.exit_code


def _forgiving(stream: Any) -> None:
    """Let a stream replace characters that it does not know by question marks."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="replace")


def _closed() -> int:
    """End quietly when nobody reads the output (`| head`)."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def fail(words: str) -> NoReturn:
    """Refuse the arguments of a command."""
    raise Refused(words)
