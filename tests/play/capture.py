"""Makes the screens of docs/play.md and its picture docs/play.svg again: `python -m tests.play.capture`."""

import re
import tempfile
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tests.cli.runs import run
from tests.hygiene.tree import ROOT
from tests.play.test_tmux import PAGE, Tmux, at_cards, at_stacks, command

FONTS = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)  # a picture in a page loads nothing from elsewhere
SHOWN = re.compile(r"(?<=<!-- screen -->\n```text\n).*?(?=\n```\n<!-- end -->)", re.DOTALL)
CARDS = re.compile(r"(?<=<!-- cards -->\n```text\n).*?(?=\n```\n<!-- end of cards -->)", re.DOTALL)
STACKS = re.compile(r"(?<=<!-- stacks -->\n```text\n).*?(?=\n```\n<!-- end of stacks -->)", re.DOTALL)
CAMPAIGN = re.compile(r"(?<=<!-- campaign -->\n```text\n).*?(?=\n```\n<!-- end of it -->)", re.DOTALL)


def between() -> str:
    """Gives what is printed between the first two scenes of the book's campaign."""
    told = run("play", "--campaign", "home before dark", "--seed", "2").output
    return re.findall(r"^[^\n]* win! \(.*?^Next: [^\n]*", told, re.DOTALL | re.MULTILINE)[0]


def main() -> None:
    """Writes the screen and the campaign into the page and draws the screen."""
    with tempfile.TemporaryDirectory() as folder:
        tmux = Tmux(Path(folder) / "socket")
        tmux.start(command("Goblin ford"), Path(folder))
        shown = [line.rstrip() for line in tmux.until("Finn>").splitlines()]
        coloured = tmux.run("capture-pane", "-p", "-e")
        tmux.run("kill-server")
        table = Tmux(Path(folder) / "cards")
        cards = [line.rstrip() for line in at_cards(table, Path(folder)).splitlines()]
        table.run("kill-server")
        floor = Tmux(Path(folder) / "stacks")
        stacks = [line.rstrip() for line in at_stacks(floor, Path(folder)).splitlines()]
        floor.run("kill-server")
    page = PAGE.read_text(encoding="utf-8")
    page = CAMPAIGN.sub(lambda _: between(), page)
    page = STACKS.sub(lambda _: "\n".join(stacks), page)
    page = CARDS.sub(lambda _: "\n".join(cards), page)
    PAGE.write_text(SHOWN.sub(lambda _: "\n".join(shown), page), encoding="utf-8")
    console = Console(record=True, width=80, file=StringIO())
    console.print(Text.from_ansi(coloured), soft_wrap=True)
    drawn = console.export_svg(title="rulewright play --scene 'Goblin ford'")
    (ROOT / "docs" / "play.svg").write_text(FONTS.sub("", drawn), encoding="utf-8")


if __name__ == "__main__":
    main()
