"""Side by side with the peers, ratios in one run: `python -m benchmarks`."""

import sys
from collections.abc import Callable
from typing import NoReturn

from rulewright.kernel.errors import RulewrightError


def leave(main: Callable[[], int]) -> NoReturn:
    """Run a command to its status; Ctrl-C ends it as it ends others, and what the user can put right is one line."""
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("\nstopped", file=sys.stderr)
        sys.exit(130)
    except RulewrightError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
