"""Measure Rulewright side by side with its peers, with ratios from the same run: `python -m benchmarks`."""

import sys
from collections.abc import Callable
from typing import NoReturn

from rulewright.kernel.errors import RulewrightError


def leave(main: Callable[[], int]) -> NoReturn:
    """Run a command and exit with its status; Ctrl-C ends it, and an error of the user is reported in one line."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        sys.exit(130)
    except RulewrightError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
