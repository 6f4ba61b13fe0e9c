"""`how`: rule text from the cookbook, found by what it does."""

from __future__ import annotations

from rulewright.cli.failures import fail
from rulewright.cookbook import recipes
from rulewright.play.screen import Screen


def how(words: str, most: int, example: bool) -> int:
    """Show the effects that come nearest to some words."""
    found = recipes.search(words, most)
    if not found:
        fail(
            f"the cookbook has no entry like {words!r}; docs/cookbook.md lists its entries, docs/reference.md lists every phrase"
        )
    screen = Screen()
    for recipe in found:
        screen.say(f"{recipe.want} ({recipe.family}, {recipe.place})", "bold")
        for line in f"{recipe.text}\n\n{recipe.example}".splitlines() if example else recipe.text.splitlines():
            screen.say(f"  {line}" if line else "")
        screen.say("")
    return 0
