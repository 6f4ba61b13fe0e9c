"""Which worker runs which tests: whole files, so that a book used by neighbouring files is compiled by one worker."""

from __future__ import annotations

from typing import Any

from xdist.scheduler.loadscope import LoadScopeScheduling

# The folders with the longest single files come first and last, so that both workers end with short files.
FIRST = ("tests/host/", "tests/contract/")
LAST = ("tests/play/",)


def rank(nodeid: str) -> int:
    """Says whether a test belongs to the first folders (-1), the last (1) or those between (0)."""
    return nodeid.startswith(LAST) - nodeid.startswith(FIRST)


class FromBothEnds(LoadScopeScheduling):  # type: ignore[misc]
    """Gives the first worker files from the front of the list, the second from its end, and so on in turn."""

    def __init__(self, config: Any, log: Any = None) -> None:
        config.option.loadscopereorder = False  # else the files with the most tests come first, wherever they are
        super().__init__(config, log)

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node: Any) -> None:
        if self.nodes.index(node) % 2:
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)
