"""The notation of the chapter as it is printed there: every action block loads unchanged, as a file of its own, and plays.

The document lies beside the repository. Where it is missing these tests hold the same texts written here, so none is left out.
"""

import re
from pathlib import Path

import pytest

from rulewright import books
from rulewright.language.lower.compiler import bind
from tests.books.encounter.play import check, do, loaded, said, scene, stat

SOURCES = Path(__file__).resolve().parents[4] / "shared" / "sources"
FENCE = re.compile(r"^(?P<quote>> ?)?```[^\n]*\n(?P<body>.*?)^(?:> ?)?```", re.MULTILINE | re.DOTALL)
NAMED_ABOVE = re.compile(r"\*\*Action: (?P<name>[^*]+)\*\*\s*\Z")

OWN = """
### Feint
```
Feint
Range: Melee (adjacent target)
if: 1d20 + [Attack] >= [Target Defense]
do: [Target Health] -= 1d6
    Push target 1 tile away from actor
then: [Action Points] -= 1    <-- Always paid
else: Actor stumbles; -1 Defense until start of next turn
```
```
[Action Name]
do: [Effects]
```
> **Action: Jab**
> ```
> if: 1d20 + [Attack] >= [Target Defense]
> do: [Target Health] -= 1d4
> ```
```
Ward (Reaction)
Trigger: An adjacent enemy attacks this actor with a melee attack
do: Negate the attack's damage
```
```
1. EVALUATE: Resolve the 'if' condition
```
"""


def blocks(text: str) -> dict[str, str]:
    """Finds the fenced blocks that are actions, by name; a block without a name has the name on the line above."""
    found: dict[str, str] = {}
    for fence in FENCE.finditer(text):
        body = re.sub(r"^> ?", "", fence["body"], flags=re.MULTILINE) if fence["quote"] else fence["body"]
        above = NAMED_ABOVE.search(re.sub(r"^> ?", "", text[: fence.start()], flags=re.MULTILINE))
        body = f"{above['name'].strip()}\n{body}" if above and body.startswith("if:") else body
        name = body.splitlines()[0]
        if re.search(r"^do:", body, re.MULTILINE) and not name.startswith("["):
            found[f"{name} ({len(found) + 1})"] = body
    return found


def document() -> str:
    """Reads the chapter; gives "" if the file is not beside the repository."""
    paths = sorted(SOURCES.glob("004_*")) if SOURCES.is_dir() else []
    return paths[0].read_text(encoding="utf-8") if paths else ""


BLOCKS = {f"own: {name}": body for name, body in blocks(OWN).items()} | blocks(document())
ANN = "Attack 9, Accuracy 9, Strength 9, Stealth 9, Health 9, Health Maximum 20, Mana 20, Ammunition 5, Reaction Points 1"
BEN = "Attack 9, Defense 3, Perception 3, Health 30, Health Maximum 40, Gold 8"
POSITION = f"""
map:
  . . . . . .
  . . . . . .
  . . . . . .
Ann at 2,2 (has HAS and Move, Action Points 5, {ANN})
Ben at 3,2 (has HAS and Strike, Action Points 5, {BEN})
"""


def test_the_chapters_blocks_are_all_found():
    """E-29, E-30: if the document is there, it has thirteen actions; the templates of the notation are not actions."""
    found = [re.sub(r" \(\d+\)$", "", name) for name in blocks(document())]
    told = ["Strike", "Defend", "Heal", "Shield Bash", "Dash", "Power Shot", "Longbow Shot", "Strike", "Desperate Strike"]
    assert found in ([], [*told, "Steal", "Fireball", "Parry (Reaction)", "Strike"])


def test_blocks_are_found_in_a_text():
    """E-29, E-90: a fenced block with a name and a do is an action, quoted ones and reactions too; templates are not."""
    assert list(blocks(OWN)) == ["Feint (1)", "Jab (2)", "Ward (Reaction) (3)"]


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_loads_as_a_file_of_its_own(name: str):
    """E-29, E-31, E-56: with odd spellings, remarks, the arrow note and English lines, no block contains an error."""
    bound = bind([("block.rules", BLOCKS[name])], books.finder(), default=books.DEFAULT)
    assert [str(problem) for problem in bound.problems if problem.severity != "remark"] == []
    assert bound.book is not None and bound.book.action(re.sub(r"^own: | \(.*", "", name)) is not None


@pytest.mark.parametrize("name", BLOCKS)
def test_a_block_plays_on_its_own_text(name: str):
    """E-05, E-06: each block, alone in a file, is performed once and has the effects that it describes."""
    action = re.sub(r"^own: | \(.*", "", name)
    position = POSITION.replace("HAS", action)
    game = scene(position, BLOCKS[name] + "\n")
    if "Trigger:" in BLOCKS[name]:
        do(game, "Ben", "Strike Ann", [20, 1])
        do(game, "Ann", action, [20] if "1d20" in BLOCKS[name] else [])
        assert stat(game, "Ann", "Health") == 9 and "What Ann would have taken is negated." in said(game)
        return
    game.reach("Ann")
    after = game.game.menu("Ann", action)
    target = "" if after is None else " 3,2" if "3,2" in [after.words(key) for key in after] else " Ben"
    dice = [20, 1, 1, 1] if "1d20" in BLOCKS[name] else [1, 1, 1]
    game.act("Ann", action + target, dice)
    assert check(game) != "failed" and said(game)[-1].startswith(("Ann's ", "Ben"))
    assert stat(game, "Ann", "Action Points") == 5 - sum(map(int, re.findall(r"\[Action Points\] -= (\d)", BLOCKS[name])))


@pytest.mark.parametrize("name", [name for name in BLOCKS if re.search(r"^else:", BLOCKS[name], re.MULTILINE)])
def test_a_block_whose_check_fails_runs_else_and_then(name: str):
    """E-24, E-45: the `else` of a block is executed before its `then`, wherever it stands on the page."""
    action = re.sub(r"^own: | \(.*", "", name)
    game = scene(POSITION.replace("HAS", action).replace("Defense 3", "Defense 40"), BLOCKS[name] + "\n")
    do(game, "Ann", f"{action} Ben", [1])
    assert check(game) == "failed" and said(game)[-1].startswith("Ann's Action Points: 5 → ")
    assert said(game)[-2].startswith("Ann")


def test_every_block_loads_beside_the_book():
    """E-07: a block that uses the book replaces only the action with its own name."""
    for name, body in BLOCKS.items():
        book = loaded("Uses: encounter\n\n" + body).book
        action = re.sub(r"^own: | \(.*", "", name)
        assert book is not None and [a.name for a in book.actions].count(action) == 1
