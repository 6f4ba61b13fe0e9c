"""No Python names what a book names (design.md, sentence 4), and each name belongs to one module or class."""

import ast
import re
from collections import Counter
from itertools import pairwise

from tests.hygiene.tree import ROOT, SOURCE, name_of, python_files

COMPONENTS = {"if", "do", "else", "then", "prerequisite", "needs", "short"}
HEADER = re.compile(r"(?P<word>[A-Za-z][A-Za-z ]*):")
HEADING = re.compile(r"\s*(?P<name>[A-Z][\w' -]*?)\s*(?P<marks>\([^()]*\))?\s*(?:#.*)?")
SCENE = re.compile(r"^Scene (?P<name>[^#(\n]+)", re.MULTILINE)
CAST = re.compile(r"^\s*cast [^:\n]+:(?P<actors>.+)$", re.MULTILINE)
ACTOR = re.compile(r"(?P<name>[A-Z][\w' -]*?) at ")


def begins_a_description(line: str) -> bool:
    """Tells whether a line is a header such as `Range: Melee` or a component such as `do: ...`."""
    found = HEADER.match(line.strip())
    return found is not None and (found["word"] in COMPONENTS or found["word"][0].isupper())


def indent(line: str) -> int:
    """Counts the spaces before a line's first word."""
    return len(line) - len(line.lstrip())


def heading(line: str, below: str) -> set[str]:
    """Gives the name of an action, card or ability: a line without a colon, with marks or a description."""
    found = HEADING.fullmatch(line)
    marked = found is not None and bool(found["marks"]) and not indent(line)
    described = begins_a_description(below) and indent(below) == indent(line)
    return {found["name"]} if found and (marked or described) else set()


def headings(text: str) -> set[str]:
    """Finds the names that head a paragraph."""
    return set().union(*(heading(line, below) for line, below in pairwise(text.splitlines())))


def people_and_places(text: str) -> set[str]:
    """Finds the names of scenes and of the actors cast in them."""
    casts = " ; ".join(found["actors"] for found in CAST.finditer(text))
    return {found["name"].strip() for found in [*SCENE.finditer(text), *ACTOR.finditer(casts)]}


def names(text: str) -> set[str]:
    """Finds every name that belongs to the book whose text this is."""
    return headings(text) | people_and_places(text)


def mentioned(wanted: set[str], text: str) -> set[str]:
    """Picks the names that occur as whole words, in their own letter case; `asyncio.Lock` is Python's own."""
    return {name for name in wanted if name in text and re.search(rf"(?<![\w.]){re.escape(name)}(?!\w)", text)}


def test_no_python_names_what_a_book_names():
    wanted = set().union(*(names(path.read_text(encoding="utf-8")) for path in SOURCE.glob("books/**/*.rules")))
    found = {name_of(path): mentioned(wanted, path.read_text(encoding="utf-8")) for path in python_files()}
    assert {file: names for file, names in found.items() if names} == {}


SAMPLE = """\
# a comment
Stat Health: at least 0
Hook and Heave
Range: Melee
do: [Target Health] -= 1d4

Sidestep (Reaction)   # marks and comments are no part of the name
Trigger: An enemy attacks this actor

Rule 318. Hexes
  Hex (Delayed)
  Cost: 2 points
  do: Pull target 1 tile toward actor
      Push target 1 tile
  else: nothing

Dusk Bell (Post)
  Toll
  Trigger: a turn ends

Speeds
  | on top | basic |

Scene Bridge at dusk
  map:
    . X
  cast Heroes: Sera at 1,1 (Knight); Old Finn at 1,3 (Scout)
"""


def test_names_are_read_from_rule_text():
    actions = {"Hook and Heave", "Sidestep", "Hex", "Dusk Bell", "Toll"}
    assert names(SAMPLE) == actions | {"Bridge at dusk", "Sera", "Old Finn"}


def test_a_name_is_found_whole_and_in_its_case():
    assert mentioned({"Strike"}, "def strike(): ...  # Strikes, Striker") == set()
    assert mentioned({"Strike"}, 'if action == "Strike":') == {"Strike"}


def test_no_two_modules_share_a_name():
    stems = Counter(path.stem for path in python_files() if not path.stem.startswith("__"))
    assert [stem for stem, count in stems.items() if count > 1] == []


def test_no_two_modules_define_a_class_of_one_name():
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in python_files()]
    defined = Counter(name for tree in trees for name in {node.name for node in tree.body if isinstance(node, ast.ClassDef)})
    assert [name for name, count in defined.items() if count > 1 and not name.startswith("_")] == []


def test_the_name_of_a_test_begins_with_its_subject():
    """The name is `test_a_face_down_card_does_nothing`, not `test_what_lies_face_down_does_nothing`."""
    riddle = re.compile(r"^def (test_(?:what|whatever|who|whoever|whom|which|where|when|how|that|nothing)_\w+)", re.MULTILINE)
    texts = {name_of(path): path.read_text(encoding="utf-8") for path in python_files(ROOT / "tests")}
    assert {name: found for name, text in texts.items() if (found := riddle.findall(text))} == {}
