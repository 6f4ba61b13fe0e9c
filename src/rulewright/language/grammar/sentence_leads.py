"""What is suggested for a line that cannot be read: the lines that say it, or a part of it, and what they need elsewhere."""

from __future__ import annotations

import re

from rulewright.language.grammar import new_names, rephrasing
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.grammar.sentence_frames import WHEN
from rulewright.language.grammar.sentences import DECLARED, Sentence
from rulewright.language.grammar.usual_words import LAST_RESORTS
from rulewright.program import expressions


def read(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give a message, and the lines that say what a line says; None if they are not found or the line says them already."""
    sentence = Sentence(scope)
    found = sentence.lines(text)
    if found is None or found == Lines(does=(text,)) or not sentence.proved(found.about_target()):
        return None
    return f"{text!r} is not understood", found.beside(Lines(elsewhere=sentence.declares))


def holds(lines: Lines, scope: Scope) -> bool:
    """Say whether lines that are to be suggested refer to nothing that the action does not know."""
    sentence = Sentence(scope)
    sentence.reads.aimed = any(head.startswith("Target") for head in lines.heads) or bool(scope.aims)
    sentence.reads.it = scope.names.met or any(head.startswith("Trigger") for head in lines.heads)
    sentence.reads.alone = not sentence.reads.aimed and not sentence.reads.it
    tried = sentence.declared(lines.does, lines.elsewhere)
    return not sentence.reads.alone or sentence.reads.knows_it("\n".join(tried))


def other_words(kind: str, text: str, scope: Scope) -> str:
    """Give other words for a trigger or a condition, with what must be declared for them; "" if none can be read."""
    sentence = Sentence(scope)
    if kind == "condition":
        condition = sentence.condition(text)
        return f"`{condition}`" if condition is not None else ""
    trigger = sentence.trigger(text)
    if trigger is None:
        return ""
    said = f"`{trigger.heads[0].removeprefix('Trigger: ')}`"
    return f"{said}, after a line `{trigger.elsewhere[0]}`" if trigger.elsewhere else said


PARTS = (
    (f"{WHEN}|the first time (?:each|every) turn(?: that)?|the next time", "Trigger: …", "trigger"),
    ("if", "if: …", "condition"),
)
"""How a sentence begins that has two parts: the header of the first part, and what it is."""


def partly(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give which part of a sentence is not understood, as a message, and the lines for the rest."""
    sentence = Sentence(scope)
    for opens, head, what in PARTS:
        found = re.fullmatch(rf"(?:{opens}) (.+)", text, re.IGNORECASE)
        both = found[1] if found is not None else ""
        for cut in re.finditer(", ", both):
            first, rest = both[: cut.start()], both[cut.end() :]
            if TIME.fullmatch(first):  # no event, but time that passes
                continue
            event = what == "trigger" or PRESENT.fullmatch(first) is not None
            inner = sentence.lines_about_it(rest, 1) if event else sentence.lines(rest, 1)
            if inner is None or not inner.clear:
                continue
            first_time = re.match(r"the first time (?:each|every) (\w+)", text, re.IGNORECASE)
            inner = inner.under(f"Limit: once per {first_time[1].title()}") if first_time is not None else inner
            own = sentence.own_words(first, what)
            once = text.casefold().startswith("the next time")
            told = told_as(first, sentence) if not own and not once and (what == "trigger" or PRESENT.fullmatch(first)) else None
            if told is not None:
                said = f"{first!r} is not understood as a trigger; nothing tells it yet: write `tell {told[1]}` where it happens"
                return said, inner.under(f"Trigger: {told[0]} tells {told[1]}")
            return f"{first!r} is not understood as a {what}; {rest!r} is understood{own}", inner.under(head)
    return None


TIME = re.compile(r"\w+ (?:minute|hour|day|week)s?", re.IGNORECASE)
PRESENT = re.compile(r"(?:the|an?|any|another) [\w' ]+? (?!is\b|has\b|was\b|does\b)[a-z]{3,}s(?: [\w' ]+)?", re.IGNORECASE)
"""What happens, where a sentence says `if` for `when`: `if the vote fails`."""
DOER = re.compile(
    r"(?P<who>you|I|this(?: card)?|it|(?:an?|any|each|another|the) (?:other )?(?:player|opponent|enemy|ally)|"
    r"(?:an?|another|the) [\w' ]+?) "
    r"(?P<does>(?:is |are |has |have )?[a-z]+(?:s|ed|d)?\b.*)",
    re.IGNORECASE,
)
"""Who does something, and what."""
KNOWN = {"you": "this actor", "i": "this", "this card": "this"}


def told_as(text: str, sentence: Sentence) -> tuple[str, str] | None:
    """Give who is told to do what, for a moment that the book does not have: `this actor` and `harvests`."""
    found = DOER.fullmatch(text)
    if found is None or re.search(r"[,;:.]", text):
        return None
    who, does = KNOWN.get(found["who"].casefold(), found["who"]), found["does"]
    if found["who"].casefold() in ("you", "i"):
        verb, _, rest = does.partition(" ")
        does = f"{third(verb)} {rest}".strip()
    for each in rephrasing.said_in(who, sentence.names):
        if sentence.reads.trigger(f"{each} tells {does}"):
            return each, does
    anybody = next((each for each in ("a player", "an actor") if sentence.reads.trigger(f"{each} tells {text}")), None)
    return (anybody, text) if anybody is not None and re.match("the ", text, re.IGNORECASE) else None


def third(verb: str) -> str:
    """Give a verb in the third person."""
    return {"are": "is", "have": "has"}.get(verb, f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'}")


def with_new_names(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give a message, and the lines that say a line with a word that no text declares yet: a kind, a mark or a state."""
    for word in new_names.unknown_words(text, scope) if scope.structure == expressions.NONE else ():
        for line, known in new_names.declarations(word, text, scope.names):
            with known:
                sentence = Sentence(scope)
                found = sentence.lines(text)
            if found is not None and re.search(rf"\b{word}", found.shown(), re.IGNORECASE):
                return f"{text!r} is not understood: no text declares {word!r}", found.beside(
                    Lines(elsewhere=(line, *sentence.declares))
                )
    return None


def with_new_stats(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give a message, and the lines that say a line with stats that are to be declared."""
    return _declaring(text, Sentence(scope, LAST_RESORTS))


def with_unknown_units(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give a message, and the lines that say a line as usual, with the units that the book does not have as new stats."""
    return _declaring(text, Sentence(scope, declaring=True))


def _declaring(text: str, sentence: Sentence) -> tuple[str, Lines] | None:
    found = sentence.lines(text)
    return (f"{text!r} is not understood", found) if found is not None and found.elsewhere else None


MANY_WORDS = 14
NEEDED = frozenset([
    *("the", "not", "each", "all", "and", "then", "with", "from", "your", "its", "for", "per", "until", "instead", "any", "next"),
    *("other", "another", "also", "only", "may", "must", "their", "his", "her", "this", "that", "one", "two", "three"),
])  # fmt: skip
"""Words without which a sentence would say something else."""


def without(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give the one word of a sentence that is not understood, as a message, and the lines without it."""
    sentence, words = Sentence(scope), text.split(" ")
    for at, word in enumerate(words[1:], 1) if len(words) <= MANY_WORDS and not FORBIDS.search(text) else ():
        spare = re.fullmatch("[a-z]{3,}", word) is not None and word not in NEEDED and not AMOUNT.match(" ".join(words[at + 1 :]))
        spare = spare and not (at == len(words) - 1 and words[at - 1] in ("a", "an", "one"))
        inner = sentence.lines(" ".join([*words[:at], *words[at + 1 :]]), 1) if spare else None
        if inner is not None and inner.clear:
            return f"{word!r} in {text!r} is not understood; without this word, the line is", inner
    return None


AMOUNT = re.compile(r"[+-]?\d|(?:an?|one|two|three|four|five|the|all|half|its|their|your)\b", re.IGNORECASE)
"""What stands behind a verb: without the verb it would be another rule, or none."""
FORBIDS = re.compile(r"\b(?:cannot|can't|can not|may not|only)\b", re.IGNORECASE)
"""Words with which a part of a sentence says more than the whole: without `on Mondays`, what is forbidden is always forbidden."""
LIMITING = re.compile(
    r"(?:more|less|fewer|unless|if|until|during|only|except|equal|per|for|with|while|instead|before|after|than|as|that|"
    r"who|you)\b",
    re.IGNORECASE,
)
"""Words that limit what stands before them: without them, it would be another rule."""


def begun(text: str, scope: Scope) -> tuple[str, Lines] | None:
    """Give from where on a sentence is not understood, as a message, and the lines for what stands before it."""
    sentence, words = Sentence(scope), text.split(" ")
    for end in range(len(words) - 1, max(1, len(words) // 3), -1) if not FORBIDS.search(text) else ():
        before, after = " ".join(words[:end]), " ".join(words[end:])
        inner = sentence.lines(before, 1) if not LIMITING.match(after) else None
        if inner is not None and inner.clear:
            return f"{text!r} is not understood from {after!r} on; {before!r} is understood", inner
    return None


UNTRIED = re.compile(r"[\w ]+:|(?:structure|Stat|Kind) |\(|.*…|floor |each player in secret|all targets|make ")
"""Parts of a suggestion that are not tried: headers, what stands elsewhere, and what depends on a header."""


def sound(said: str, scope: Scope) -> bool:
    """Say whether what is suggested in words can be read: every line of it that says an effect, with what it says to declare."""
    parts, sentence = re.findall("`([^`]+)`", said), Sentence(scope)
    declares = "if there is a" in said  # what is to be declared first
    aims = [part[8:] for part in parts if part.startswith("Target: ") and "cell" not in part and not declares]
    if not all(any(map(sentence.reads.noun, sentence.said(aim))) for aim in aims):
        return False
    new = [part for part in parts if DECLARED.match(part)]
    does = [part for part in parts if part not in new and not UNTRIED.match(part)]
    sentence.reads.aimed = True
    return all(map(sentence.reads.effect_of_nouns, sentence.declared(does, new)))
