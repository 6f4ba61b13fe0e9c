"""Who does something in a sentence: you, each of some players, a player that the text knows, or one that is targeted."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

LONGEST = 12  # so many words of a sentence may name who does it


class Doer(NamedTuple):
    """Somebody who does something, and how lines refer to them."""

    who: str = ""  # the subject of a line; "" for you
    whose: str = "your"
    controls: str = "you control"
    opening: str = ""  # the loop around the lines: `each opponent:`
    target: str = ""  # the header that lets them be picked

    def does(self, verb: str, rest: str) -> str:
        """Give a line with this subject."""
        third = f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'}"
        return f"{self.who} {third} {rest}".strip() if self.who else f"{verb} {rest}".strip()


YOU = Doer()
IT = Doer("it", "its", "it controls")
TARGET = Doer("target", "target's", "controlled by target")
SOME = re.compile(r"(?:an?|another|any|one|target) (?:other )?(?:target )?(player|opponent)(?: of your choice)?", re.IGNORECASE)


def doers(text: str, sentence: Sentence, verbs: Container[str] | None = None) -> Iterator[tuple[Doer, str]]:
    """Give who does what a sentence says, and the sentence from its verb on; only for some verbs."""
    words = text.split(" ")
    yield YOU, re.sub(r"^you (?:must |have to )?", "", text, flags=re.IGNORECASE)
    for end in range(1, min(len(words) - 1, LONGEST) + 1):
        does = bare(" ".join(words[end:]))
        known = verbs is None or does.split(" ")[0].casefold() in verbs
        found = named(" ".join(words[:end]), sentence) if known else None
        if found is not None:
            yield found, does


def named(text: str, sentence: Sentence) -> Doer | None:
    """Give the doer whom some words name; None where they name nobody who could act."""
    low, text = text.casefold(), f"{text[:1].casefold()}{text[1:]}"
    if low in ("it", "they", "that player", "he", "she"):
        return IT if sentence.reads.it else TARGET if sentence.reads.aimed else None
    if low in ("target", "the target"):
        return TARGET
    some = SOME.fullmatch(low)
    if some is not None:
        other = "another player" if re.search(r"\banother\b|\bother\b", low) and some[1] == "player" else ""
        return TARGET._replace(target=other or {"player": "a player", "opponent": "an opponent"}[some[1]])
    return _each(low, text, sentence) or _known(text, sentence)


def _each(low: str, text: str, sentence: Sentence) -> Doer | None:
    loop = re.fullmatch(r"(?:each|every|all(?: the)?)(?: of the)? (.+)", low)
    several = {
        "everyone": "player",
        "everybody": "player",
        "all players": "player",
        "players": "player",
        "both players": "player",
    }
    several |= {"your opponent": "opponent", "your opponents": "opponent", "opponents": "opponent", "everyone else": "opponent"}
    several |= {"the other players": "opponent", "each other player": "opponent", "all opponents": "opponent"}
    some = re.fullmatch(r"the (players? with (?:the )?(?:most|least|fewest|highest|lowest) .+|[a-z]+ player)", low)
    noun = several.get(low) or (loop[1] if loop is not None else some[1] if some is not None else None)
    if noun is None or not re.search(r"\b(?:player|opponent)", noun):
        return None
    noun = re.sub(r"\bother player\b", "opponent", re.sub(r"\b(player|opponent)s\b", r"\1", noun))
    said = sentence.noun(noun)
    return IT._replace(opening=f"each {said}:") if said is not None else None


def _known(text: str, sentence: Sentence) -> Doer | None:
    for said in sentence.said(text):
        known = said in ("the player after the actor", "the player before the actor")
        seat = next(
            (name for name in sentence.names.actors if said.casefold() in (name.casefold(), f"the {name}".casefold())), None
        )
        if known or seat is not None:
            who = seat or said
            return Doer(who, f"{who}'s", f"controlled by {who}")
    return None


def bare(text: str) -> str:
    """Give what somebody does without the ending of the third person: `discards a card` is `discard a card`."""
    verb, _, rest = re.sub(r"^(?:must|has to|have to|shall|may be made to) ", "", text, flags=re.IGNORECASE).partition(" ")
    if re.search("(?:ss|x|z|ch|sh|o)es$", verb):
        verb = verb[:-2]
    elif verb.endswith("ies"):
        verb = f"{verb[:-3]}y"
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return f"{verb} {rest}".strip()
