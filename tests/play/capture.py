"""Takes the screen shown in docs/play.md anew, and its picture docs/play.svg: `python -m tests.play.capture`."""

import re
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.hygiene.tree import ROOT
from tests.play.test_tmux import PAGE, Tmux, command

SHOWN = re.compile(r"(?<=<!-- screen -->\n```text\n).*?(?=\n```\n<!-- end -->)", re.DOTALL)


def main() -> None:
    """Writes the screen into the page and draws it."""
    with tempfile.TemporaryDirectory() as folder:
        tmux = Tmux(Path(folder) / "socket")
        tmux.start(command("Goblin ford"), Path(folder))
        shown = [line.rstrip() for line in tmux.until("Finn>").splitlines()]
        coloured = tmux.run("capture-pane", "-p", "-e")
        tmux.run("kill-server")
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(SHOWN.sub(lambda _: "\n".join(shown), page), encoding="utf-8")
    console = Console(record=True, width=80, file=open("/dev/null", "w"))  # noqa: SIM115
    console.print(Text.from_ansi(coloured), soft_wrap=True)
    console.save_svg(str(ROOT / "docs" / "play.svg"), title="rulewright play --scene 'Goblin ford'")


if __name__ == "__main__":
    main()
