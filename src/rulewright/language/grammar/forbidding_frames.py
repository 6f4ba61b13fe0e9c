"""Sentences that forbid something: who cannot do what, or to whom it cannot be done, in words that a change is named by."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.grammar.sentence_frames import Found, Frames
from rulewright.language.grammar.slot_words import participle

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

WHILE = r"(?P<until> until .+| this \w+| for (?:the rest of )?(?:the|this) \w+| (?:on|during|in) (?:its|their|your) next \w+)?"
CAN_NOT = r"(?:cannot|can't|can not|may not|must not|may never|can never|(?:is|are) not allowed to|(?:is|are) unable to)"
SAME = (
    (r"(?:regain|recover|restore) (?:hit points|health|life|hp)|heal|be healed", "be healed"),
    (r"(?:regain|recover|gain) (?:any )?(?P<what>\w+)", "gain {what}"),
    (r"be (?:targeted|chosen|the target of)(?P<by> by .+)?", "be chosen{by}"),
    (r"be (?:killed|eliminated|defeated|removed)(?P<by> by .+)?", "die{by}"),
    (r"be (?:killed|eliminated|defeated|removed|captured|taken)(?P<by> by .+)?", "be removed{by}"),
    (r"be (?:hurt|hit|wounded)(?P<by> by .+)?", "be damaged{by}"),
    (r"take actions?|act", "act"),
    (r"score(?: (?:any )?points?)?", "gain points"),
    (r"(?:make|declare) (?:an? )?attacks?|attack", "perform an attack"),
    (r"(?:cast|play) (?P<what>\w+?)s?(?: cards)?", "play a {what}"),
    (r"draw|draw (?:any )?(?:more )?cards", "draw cards"),
    (r"move|walk|step", "move"),
    (r"be moved|be pushed|be pulled", "be moved"),
    (r"leave(?: (?:play|the \w+))?", "leave play"),
    (r"capture (?P<what>.+)", "remove {what}"),
)
"""What cannot be done, and how the language names the change."""


def _forbidden(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    until = re.sub(r"^ (?:on|during|in) (?:its|their|your) next (\w+)$", r" until the end of its next \1", found["until"] or "")
    until = re.sub(r"^ for (?:the rest of )?(?:the|this) (\w+)$", r" this \1", until)
    for who in _subjects(sentence, found["who"]):
        for does in _ways(found["does"]):
            for line in sentence.said(f"{who} cannot {does}{until}"):
                always = not until and who not in ("target", "you") and sentence.reads.effect(line, standing=True)
                if always or sentence.reads.effect(line):
                    return Lines((f"({sentence.slots.owner}, Standing)",) if always else (), (line,))
    return _by_whom(sentence, found, until)


def _by_whom(sentence: Sentence, found: Found, until: str) -> Lines | None:
    """Say what somebody cannot do to some things as what cannot be done to them: `a queen may not capture a pawn`."""
    verb, _, things = found["does"].partition(" ")
    done = {"capture": "removed", "take": "removed", "kill": "removed", "target": "chosen"}.get(verb, participle(verb))
    for what in _subjects(sentence, things) if things else ():
        for who in sentence.said(found["who"]):
            line = f"{what} cannot be {done} by {who[:1].casefold()}{who[1:]}{until}"
            if sentence.reads.effect(line):
                return Lines(does=(line,))
    return None


def _subjects(sentence: Sentence, text: str) -> Iterator[str]:
    """Give whom something is forbidden, in words for all of them."""
    said = f"{text[:1].casefold()}{text[1:]}"
    if sentence.reads.aimed:
        yield from ["target"] if said in ("the target", "it", "they") else []
    for each in sentence.said(re.sub(r"^(?:an?|any|each|every) ", "", said)):
        plural = re.sub(r"^((?:(?:other|enemy|friendly|adjacent) )*\w*[^s\W])(?= |$)", r"\1s", each)
        yield from (f"all {other}" for other in dict.fromkeys([plural, each]) if sentence.reads.noun(f"all {other}"))
    yield said


def _ways(text: str) -> Iterator[str]:
    yield text
    for pattern, to in SAME:
        found = re.fullmatch(pattern, text, re.IGNORECASE)
        if found is not None:
            groups = {key: value or "" for key, value in found.groupdict().items()}
            yield to.format(**groups)


FORBIDDING_FRAMES: Frames = ((rf"(?P<who>.+?) {CAN_NOT} (?P<does>.+?){WHILE}", _forbidden),)
"""How rulebooks say it: the words, and what takes them apart."""
