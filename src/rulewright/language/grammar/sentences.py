"""Turns a sentence in the style of a rulebook into the lines of a rule.

A rulebook says in one sentence when something happens, to whom, at what cost, and what happens; a rule says it in headers and
lines. If a line cannot be read, it is taken apart here. The result is only suggested in the error, after it was compiled as a
test; it is never used instead of the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from rulewright.language.grammar import (
    amount_words,
    moment_words,
    otherwise,
    rephrasing,
    sentence_parts,
    told_words,
)
from rulewright.language.grammar.choosing_frames import CHOOSING_FRAMES
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.discourse_frames import DISCOURSE_FRAMES
from rulewright.language.grammar.joined_frames import JOINED_FRAMES
from rulewright.language.grammar.own_slots import STATES, OwnSlots
from rulewright.language.grammar.rule_lines import Lines, of_each, together
from rulewright.language.grammar.sentence_frames import FRAMES, Frame, compiled
from rulewright.language.grammar.trial_reading import TrialReading
from rulewright.language.grammar.usual_words import CONDITIONS, EFFECTS, TRIGGERS, UsualWords
from rulewright.program.quick_dataclasses import replace

DEEPEST = 4  # how often a part of a sentence is taken apart again

JOINTS = re.compile(r"[,;.]? and then |[,;.] then |[;.] |, and | and |, ", re.IGNORECASE)
"""Where one line may say two things."""

END_STEP = re.compile(
    r"\b(a)t the (?:start|beginning) of (your|the|each|its|their) (?:end|last|final) (?:step|phase)\b", re.IGNORECASE
)
DECLARED = re.compile(r"(Stat|Kind|Zone) ([\w ,]+):")
BY_EACH = re.compile(r"(?:each|every|all|any) ((?:other )?player|opponent|ally|enemy)s? (?:must )?(\w+) (.+)", re.IGNORECASE)


PASSES = re.compile(r"^(?:each|every|all) .*?\b(?:pass|give|hand)(?:es|s)? ", re.IGNORECASE)
"""What everybody hands on at once."""
ACTIVE = {
    "pushed": "push", "pulled": "pull", "moved": "move", "destroyed": "destroy", "killed": "destroy", "removed": "remove",
    "returned": "return", "exiled": "exile", "discarded": "discard", "revealed": "reveal", "trashed": "trash", "healed":
    "heal", "disbanded": "remove", "dismissed": "remove", "taken back": "return", "captured": "capture", "eliminated":
    "eliminate", "sacrificed": "sacrifice", "shuffled": "shuffle", "placed": "put",
}  # fmt: skip
"""Verbs as they say what is done to somebody, and as somebody does it."""
PASSIVE = re.compile(rf"(?P<who>.+?) (?:is|are) (?P<verb>{'|'.join(ACTIVE)})(?P<rest>.*)", re.IGNORECASE)
AT_A_TIME = re.compile(r"\w at the (?:start|beginning|end) of (?:the|each|every|your|a) \w+$", re.IGNORECASE)
GENERIC = re.compile(r"(?:an?|any) (?:other )?(?:player|opponent) (?:with|who|that|without)\b", re.IGNORECASE)
"""What is said of any such player is said of each, not of one that somebody chooses."""
BOTH = re.compile(r"(.+?) ((?:each|all|every) .+?) and ((?:each|all|every) .+)", re.IGNORECASE)


@lru_cache(maxsize=1)
def _frames() -> tuple[tuple[re.Pattern[str], Frame], ...]:
    # imported here, because only the errors of lines need them
    from rulewright.language.grammar.amount_frames import AMOUNT_FRAMES
    from rulewright.language.grammar.board_frames import BOARD_FRAMES
    from rulewright.language.grammar.forbidding_frames import FORBIDDING_FRAMES

    return compiled(
        (*AMOUNT_FRAMES, *BOARD_FRAMES, *JOINED_FRAMES, *CHOOSING_FRAMES, *FORBIDDING_FRAMES, *DISCOURSE_FRAMES, *FRAMES)
    )


class Sentence:
    """A line that cannot be read, while it is taken apart."""

    def __init__(self, scope: Scope, section: str = EFFECTS, declaring: bool = False) -> None:
        self.names, self.section = scope.names, section
        plainly = replace(scope, standing=False, paying=False, reworded=0)
        self.reads = TrialReading(plainly, it=scope.names.met, aimed=bool(scope.aims))
        self.slots = OwnSlots(scope.names, scope.owner.removesuffix(" later"), declaring)
        self.words = UsualWords(self.slots)
        self.known: dict[tuple[str, bool, bool], Lines | None] = {}
        self.reworded: dict[str, tuple[str, ...]] = {}
        self.aiming = True  # whether what is targeted gets a header; otherwise it is chosen
        self.declares: tuple[str, ...] = ()  # what conditions need

    # -- effects -------------------------------------------------------------------------------------------------------

    def lines(self, text: str, depth: int = 0) -> Lines | None:
        """Give the lines that say an effect; None if they are not found."""
        text = END_STEP.sub(r"\1t the end of \2 turn", " ".join(re.sub(r"\([^()]*\)", " ", text).split()).strip(" .;"))
        key = (text, self.reads.it, self.aiming)
        if key not in self.known:
            self.known[key] = None
            self.known[key] = self._lines(text, depth) if depth < DEEPEST and text else None
        return self.known[key]

    def proved(self, lines: Lines) -> bool:
        """Say whether the lines can be read one after another as those of one action."""
        self.reads.it, self.reads.aimed = any(head.startswith("Trigger") for head in lines.heads), False
        self.reads.alone = not self.reads.scope.aims and not self.names.met
        self.reads.picks = any(head.startswith("Target") for head in lines.heads)
        standing = any("Standing" in head for head in lines.heads)
        tried = self.declared(lines.does, lines.elsewhere)
        later = any(re.match(r"(?:whenever|when|the next time|at) ", line) for line in tried)
        area = any(head.startswith("Range") for head in lines.heads)
        tried = [re.sub("^all targets", "all enemies", line) for line in tried] if area else tried
        return "…" in lines.said() or not tried or later or self.reads.effect("\n".join(tried), standing)

    def lines_about_it(self, text: str, depth: int) -> Lines | None:
        """Give the same where `it` is known."""
        with self.reads.about_it():
            return self.lines(text, depth)

    def _lines(self, text: str, depth: int) -> Lines | None:
        self.reads.aimed = self.reads.aimed or "target" in text.casefold()
        ways = (
            self._plain,
            self._framed,
            self._aimed,
            self._moved_by_others,
            self._usual,
            self._moved,
            self._by_each,
            self._passive,
            self._both,
            self._joined,
            self._pointed,
            self._plainer,
        )
        for make in ways:
            for found in make(text, depth) if self.reads.left > 0 else ():
                if found.clear and told_words.whole(text, found.said()):
                    return found
        return None

    def several(self, parts: Sequence[str], depth: int) -> list[Lines]:
        """Give the lines of several parts; where each has a target of its own, something is chosen instead."""
        for aiming in (self.aiming, False):
            before, self.aiming = self.aiming, aiming
            made = [
                self.lines(part, depth) or (self.lines_about_it(part, depth) if at else None) for at, part in enumerate(parts)
            ]
            self.aiming = before
            found = [lines for lines in made if lines is not None]
            if len(found) == len(parts) and together(found).clear:
                return found
        return []

    def said(self, text: str) -> tuple[str, ...]:
        """Give a text as it stands and in the book's own words."""
        if text not in self.reworded:
            self.reworded[text] = self._said(text)
        return self.reworded[text]

    def _said(self, text: str) -> tuple[str, ...]:
        having = amount_words.having(text, self.names)
        said = (having, *rephrasing.in_own_words(having, self.names)) if having != text else ()
        return tuple(dict.fromkeys([text, *rephrasing.in_own_words(text, self.names), *said]))

    def _plain(self, text: str, depth: int) -> Iterator[Lines]:
        if not AT_A_TIME.search(text) and not GENERIC.match(text):  # `each player at the start of the round` is no place
            yield from [Lines(does=(said,)) for said in self.said(text) if self.reads.effect(said)]

    def _framed(self, text: str, depth: int) -> Iterator[Lines]:
        """Take apart when, if and for what something happens."""
        for pattern, frame in _frames():
            found = pattern.fullmatch(text)
            made = frame(self, found, depth + 1) if found is not None else None
            if made is not None:
                yield made

    def _aimed(self, text: str, depth: int) -> Iterator[Lines]:
        """Put what is targeted into a header: `destroy target creature` has `Target: a creature`."""
        yield from self._aiming(text, r"\b(?P<many>up to \w+ )?(?P<other>another |other )?target (?P<noun>[a-z].*)", depth)

    def _pointed(self, text: str, depth: int) -> Iterator[Lines]:
        """Take `the creature` for the target, where no trigger was about one."""
        if not self.reads.it:
            yield from self._aiming(text, r"(?P<many>)\bthe (?P<noun>[a-z]\w+\b(?! with| who| of).*)", depth)

    def _aiming(self, text: str, pattern: str, depth: int) -> Iterator[Lines]:
        found = re.search(pattern, text, re.IGNORECASE)
        if found is None or (self.reads.scope.aims and depth == 0):
            return
        words = found["noun"].split(" ")
        for end in range(len(words), 0, -1):
            noun = self._target(text, " ".join(words[:end]))
            if noun is None:
                continue
            called = "all targets" if found["many"] else "target" if self.aiming else noun
            inner = self.lines(" ".join([text[: found.start()].strip(), called, *words[end:]]), depth + 1)
            many = f"{found['many']}{noun.split(' ', 1)[1]}" if found["many"] else noun
            if found.groupdict().get("other") and not found["many"]:
                many = f"another {noun.split(' ', 1)[1]}"
            if inner is not None:
                yield inner.under(f"Target: {many}") if self.aiming else inner

    def _target(self, text: str, words: str) -> str | None:
        """Give a noun phrase for a target, with its article; what is countered waits on the stack."""
        noun = self.noun(words) if words != "target" else None
        waits = re.match("counter ", text, re.IGNORECASE) is not None and "stack" in self.names.has
        return f"{rephrasing.article(noun)}{noun}{' on the stack' if waits else ''}" if noun is not None else None

    def noun(self, text: str) -> str | None:
        """Give a noun phrase in words that can be read."""
        return next((said for said in self.said(text) if self.reads.noun(f"a {said}")), None)

    def _usual(self, text: str, depth: int) -> Iterator[Lines]:
        """Say with the book's zones and stats what other games have words for."""
        for heads, does, elsewhere in [way for said in self.said(text) for way in self.words.ways(self.section, said)]:
            standing = any("Standing" in head for head in heads)
            tried = self.declared(does, elsewhere)
            if all(map(self._head, heads)) and all(self.reads.effect(line, standing) for line in tried):
                yield Lines(heads, does, elsewhere)

    def _head(self, head: str) -> bool:
        """Say whether a header can be read."""
        key, _, value = head.partition(": ")
        if key == "Cost":
            return self.cost(value) is not None
        return key not in ("Target", "Also") or "free tile" in value or self.reads.noun(value)

    def declared(self, does: Sequence[str], elsewhere: Sequence[str]) -> list[str]:
        """Give lines to be tried: with a known stat for one that is to be declared, without those about a new kind or zone."""
        found = [found for line in elsewhere if (found := DECLARED.match(line)) is not None]
        stats = [name for each in found if each[1] == "Stat" for name in each[2].split(", ")]
        things = [name for each in found if each[1] != "Stat" for name in each[2].split(", ")]
        things += [feature[1] for line in elsewhere if (feature := re.fullmatch(r"Feature (\w+)", line)) is not None]
        tried = [line for line in does if not any(re.search(rf"\b{name}", line) for name in things)]
        known = self.slots.any_stat() or ""
        return [re.sub(rf"\b(?:{'|'.join(stats)})\b", known, line) if stats else line for line in tried]

    def _moved_by_others(self, text: str, depth: int) -> Iterator[Lines]:
        """Say what somebody who is named moves, gives, takes or shows, part by part; what all hand on at once, is left aside."""
        from rulewright.language.grammar import moved_things  # imported here, because only the errors of lines need it

        for doer, found in moved_things.ways(text, self) if not PASSES.search(text) else ():
            if doer.who and self._reads_all(found):
                yield found

    def _moved(self, text: str, depth: int) -> Iterator[Lines]:
        """Say what somebody moves, gives, takes or shows, part by part."""
        from rulewright.language.grammar import moved_things

        yield from (found for _, found in moved_things.ways(text, self) if self._reads_all(found))

    def _reads_all(self, lines: Lines) -> bool:
        with self.reads.about_target(lines.heads):
            return self.reads.effect("\n".join(self.declared(lines.does, lines.elsewhere)) or "refresh stats")

    def _by_each(self, text: str, depth: int) -> Iterator[Lines]:
        """Say what each player does: `each opponent sacrifices a creature`."""
        found = BY_EACH.fullmatch(text)
        does = f"{_bare(found[2])} {_own(found[3])}" if found is not None else ""
        inner = (self.lines(does, depth + 1) or self.lines_about_it(does, depth + 1)) if does else None
        if found is None:
            yield from self._by_each_of(text, depth)
        if found is not None and inner is not None and not inner.heads:
            with self.reads.about_it():
                each = tuple(said if self.reads.effect(said := of_each(line)) else line for line in inner.does)
            yield inner._replace(does=each).inside(f"each {found[1].casefold()}:")

    def _by_each_of(self, text: str, depth: int) -> Iterator[Lines]:
        """Say what each of some things does, or has done to it: `each other player with no cards loses 1 coin`."""
        words = text.split(" ")
        if words[0].casefold() not in ("each", "every"):
            return
        for end in range(min(len(words) - 1, 14), 1, -1):
            noun = self.noun(" ".join(words[1:end])) if words[end].endswith("s") else None
            if noun is None:
                continue
            rest = _own(" ".join(words[end:]))
            made = self.lines_about_it(f"it {rest}", depth + 1) or self.lines_about_it(
                f"{_bare(words[end])} {_own(' '.join(words[end + 1 :]))}", depth + 1
            )
            if made is not None and not made.heads:
                with self.reads.about_it():
                    does = tuple(said if self.reads.effect(said := of_each(line)) else line for line in made.does)
                yield made._replace(does=does).inside(f"each {noun}:")

    def _passive(self, text: str, depth: int) -> Iterator[Lines]:
        """Say who is pushed or destroyed as what is done to them: `each enemy is pushed 1 tile`."""
        found = PASSIVE.fullmatch(text)
        if found is None:
            return
        verb = ACTIVE[found["verb"].casefold()]
        each = re.fullmatch(r"(?:each|every) (.+)", found["who"], re.IGNORECASE)
        if each is None:
            inner = self.lines(f"{verb} {found['who']}{found['rest']}", depth + 1)
        else:
            inner = self.lines_about_it(f"{verb} it{found['rest']}", depth + 1)
            noun = self.noun(each[1])
            inner = inner.inside(f"each {noun}:") if inner is not None and noun is not None and not inner.heads else None
        yield from [inner] if inner is not None else []

    def _both(self, text: str, depth: int) -> Iterator[Lines]:
        """Say of each of two sorts of things what is done to both: `deal 2 damage to each creature and each player`."""
        found = BOTH.fullmatch(text)
        made = self.several([f"{found[1]} {found[2]}", f"{found[1]} {found[3]}"], depth + 1) if found is not None else []
        yield from [together(made)] if made else []

    def _plainer(self, text: str, depth: int) -> Iterator[Lines]:
        """Take apart the sentence in plainer words, if a word of it has one meaning in every game."""
        said = rephrasing.plainly(text)
        found = self.lines(said, depth) if said != text else None
        yield from [found] if found is not None else []

    def _joined(self, text: str, depth: int) -> Iterator[Lines]:
        """Say several things on lines of their own."""
        for cut in JOINTS.finditer(text):
            made = self.several(
                sentence_parts.both(text[: cut.start()], self._agreeing(text[: cut.start()], text[cut.end() :])), depth + 1
            )
            if made:
                yield together(made)

    def _agreeing(self, first: str, second: str) -> str:
        """Give the second part in the form of the first: `discard its hand, then draws 4` goes on with `draw 4`."""
        verbs = otherwise.verbs(self.reads.scope)
        verb, _, rest = second.partition(" ")
        base = otherwise.base(verb.casefold(), verbs)
        return f"{base} {rest}" if base and first.split(" ")[0].casefold() in verbs else second

    # -- parts of a sentence -------------------------------------------------------------------------------------------

    def condition(self, text: str) -> str | None:
        """Give a condition in words that can be read."""
        compared = [each for said in self.said(text) for each in amount_words.conditions(said, self.names)]
        plain = next((each for each in (*self.said(text), *compared) if self.reads.condition(each)), None)
        if plain is not None:
            return plain
        for said in self.said(text):
            for _, does, elsewhere in self.words.ways(CONDITIONS, said):
                if self.reads.condition(self.declared(does, elsewhere)[0]):
                    self.declares = (*self.declares, *elsewhere)
                    return does[0]
        return None

    def trigger(self, text: str) -> Lines | None:
        """Give a trigger in words that can be read, as a header, and what must be declared for it."""
        for said in self.said(text):
            if self.reads.trigger(said):
                return Lines((f"Trigger: {said}",))
            for heads, does, elsewhere in self.words.ways(TRIGGERS, said):
                if self.reads.trigger(self.declared(does, elsewhere)[0]):
                    return Lines((f"Trigger: {does[0]}", *heads), elsewhere=elsewhere)
        moments = (each for said in self.said(text) for each in moment_words.ways(said))
        return next((Lines((f"Trigger: {each}",)) for each in moments if self.reads.trigger(each)), None)

    def cost(self, text: str) -> str | None:
        """Give what is paid in words that can be read."""
        parts = re.split(r", (?:and )?| and ", re.sub(r"^(?:pay|spend|lose)s? ", "", text, flags=re.IGNORECASE))
        paid = [self._paid(part.strip()) for part in parts]
        return ", ".join(part for part in paid if part) if all(paid) else None

    def _paid(self, text: str) -> str | None:
        state = STATES.get(text.casefold().removesuffix(" this"))
        if state is not None and self.names.declared(state) is not None:
            return f"this gains 1 {state}"
        if re.fullmatch("[a-z]+", text, re.IGNORECASE) and self.slots.unit(text) is not None:  # `click: …`
            return f"1 {self.slots.unit(text)}"
        for said in self.said(text):
            if re.match(rf"{rephrasing.NUMBER} \S", said, re.IGNORECASE) and self.reads.effect(f"lose {said}"):
                return said
        found = self._spent(text) or self.lines(text, DEEPEST - 1)
        return found.does[0] if found is not None and len(found.does) == 1 and not found.heads else None

    def _spent(self, text: str) -> Lines | None:
        """Give the cost of a state that is spent: `spend a buff`."""
        found = re.fullmatch(r"(?:an?|my|its|this's) ([a-z]+)", text)
        stat = self.names.declared(f"{found[1]}ed") if found is not None else None
        if stat is None or found is None:
            return None
        name = self.names.stats[stat].name
        return Lines(does=(f"this loses 1 {name}" if text[0] != "a" else f"a {name.casefold()} card you control loses 1 {name}",))

    def own_words(self, text: str, kind: str) -> str:
        """Give the book's own words that share a word with a text, as the end of a message."""
        own = [word.pattern.text for word in self.names.keywords if word.kind == kind]
        near = [re.sub(r"\{(\w+):\w+\}", r"<\1>", each) for each in own if _stems(text) & _stems(each)]
        return f"; the book has {' and '.join(f'`{each}`' for each in near[:2])}" if near else ""


def _stems(text: str) -> set[str]:
    return {word[:4] for word in re.findall(r"[a-z]{4,}", text.casefold())}


def _own(text: str) -> str:
    """Say `it` of each player where a sentence says `they`."""
    return re.sub(r"\bthey (?:control|have)\b", "it controls", re.sub(r"\btheir\b|\bhis or her\b", "its", text))


def _bare(verb: str) -> str:
    """Give a verb without the ending of the third person."""
    return re.sub(r"(?<=[sxzh])es$|(?<=[^s])s$", "", verb)
