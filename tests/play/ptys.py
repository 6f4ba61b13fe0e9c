"""Drives a command in a pseudo terminal: types lines, and reads until something is shown. It never sleeps."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import TracebackType

LONG = 60.0


class Pty:
    """A rulewright command in a terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str, cwd: Path, environ: Mapping[str, str] | None = None) -> None:
        self.leader, follower = pty.openpty()
        size = {"COLUMNS": "80", "LINES": "24", "TERM": "xterm", "LANG": "C.UTF-8", "NO_COLOR": "1"}
        kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", *arguments],
            cwd=cwd,
            env={**kept, **size, **(environ or {})},
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
            # Tests that run in the background ignore Ctrl-C, and so would processes that they start; a real terminal does not.
            preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
        )
        os.close(follower)
        self.seen = ""

    def __enter__(self) -> "Pty":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.leader)

    def until(self, *texts: str) -> str:
        """Reads until one of some texts is shown; gives all that was shown since the last call."""
        deadline = time.monotonic() + LONG
        while not any(text in self.seen for text in texts):
            ready, _, _ = select.select([self.leader], [], [], max(0.0, deadline - time.monotonic()))
            part = self._read() if ready else b""
            assert part, f"none of {texts} was ever shown, only:\n{self.seen}"
            self.seen += part.decode("utf-8", "replace").replace("\r\n", "\n")
        text = min((text for text in texts if text in self.seen), key=self.seen.index)
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def _read(self) -> bytes:
        try:
            return os.read(self.leader, 65536)
        except OSError:  # the other side is closed
            return b""

    def type(self, line: str) -> None:
        """Types a line and Enter."""
        os.write(self.leader, line.encode() + b"\n")

    def press(self, key: bytes) -> None:
        """Presses one key, such as Ctrl-D."""
        os.write(self.leader, key)

    def interrupt(self) -> None:
        """Presses Ctrl-C in a command, and again, as a person would, if nothing happens.

        A signal that arrives between the drawing of the prompt and the reading of the line has an effect only at the next prompt.
        """
        for _ in range(5):
            self.process.send_signal(signal.SIGINT)
            while "\n" not in self.seen and select.select([self.leader], [], [], LONG / 6)[0]:
                self.seen += self._read().decode("utf-8", "replace").replace("\r\n", "\n")
            if "\n" in self.seen:
                return

    def status(self) -> int:
        """Waits for the end and gives the exit status."""
        while self._read():
            pass
        return self.process.wait(LONG)
