"""Further frames of a rulebook's sentence: choices of several, amounts given by something else, dice for each, other players."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.rule_lines import Lines, together
from rulewright.language.grammar.sentence_frames import Found, Frames
from rulewright.language.text.syntax import NUMBER_WORDS

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence


def _up_to(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what is done to up to so many things: they are chosen first."""
    if re.search(r"\b(?:trash|discard)\b", found["before"], re.IGNORECASE):  # where to, the zones of the book say
        return None
    for noun, after in _nouns(found["noun"], sentence):
        one = _head(noun)
        said = " ".join([found["before"], f"the chosen {one}", after]).strip()
        inner = sentence.lines(said, depth)
        if inner is not None and not inner.heads:
            what = re.sub(r"\W+$", "", found["before"].strip().casefold())
            chosen = f"choose up to {found['n']} {noun}{f', to {what}' if re.fullmatch('[a-z]+', what) else ''}"
            return inner._replace(does=(chosen, *inner.does))
    return None


def _chosen_then(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to things that are chosen: `choose two allies; each of them gains 1 Coins`."""
    noun = next((noun for noun, after in _nouns(found["noun"], sentence) if not after), None)
    if noun is None:
        return None
    inner = sentence.lines(f"the chosen {_head(noun)} {_plain_verb(found['does'])}", depth)
    chosen = f"choose {found['many'] or ''}{found['n']} {noun}"
    return inner._replace(does=(chosen, *inner.does)) if inner is not None and not inner.heads else None


def _nouns(text: str, sentence: Sentence) -> list[tuple[str, str]]:
    """Give the noun phrases with which a text begins, the longest first, each with what follows."""
    words = text.split(" ")
    cuts = [(" ".join(words[:end]), " ".join(words[end:])) for end in range(len(words), 0, -1)]
    return [(said, after) for noun, after in cuts for said in sentence.said(noun) if sentence.reads.noun(f"all {said}")]


def _head(noun: str) -> str:
    """Give the noun itself of a noun phrase."""
    before = re.split(r" (?:you|with|within|in|from|at|on|that|who|controlled|adjacent|next|here)\b", noun)[0]
    return before.split(" ")[-1]


def _plain_verb(does: str) -> str:
    """Say of several what a text says of one: `gains` as `gain`."""
    verb, _, rest = does.partition(" ")
    return f"{ {'has': 'have', 'is': 'are'}.get(verb) or re.sub('s$', '', verb) } {rest}".strip()


def _some_of(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `choose two: …; …; …`."""
    parts = [part.strip() for part in re.split(r"[;•.] ?|, or |, ", found["rest"]) if part.strip()]
    made = sentence.several(parts, depth) if len(parts) > 1 else []
    if not made or any(len(part.does) != 1 for part in made):
        return None
    whole = together(made)
    return whole._replace(does=("\n  ".join([f"choose {found['n']}:", *whole.does]),))


def _equal(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Put a number that something else gives into a line: `draw cards equal to the number of allies`."""
    groups = found.groupdict()
    if "," in found["verb"]:  # when it happens stands before it
        return None
    before = groups.get("whom") is not None and found.start("amount") < found.start("whom")
    whose = "this" if before else (groups.get("whom") or "").strip()
    number = number_of(found["amount"], whose, sentence)
    if number is None:
        return None
    verb, what = found["verb"].strip(), (groups.get("what") or "").strip()
    said = " ".join(part for part in (verb, number, what, groups.get("whom") or "", groups.get("until") or "") if part.strip())
    return sentence.lines(" ".join(said.split()), depth)


OF_WHOM = {
    "its": "This ",
    "this creature's": "This ",
    "my": "This ",
    "your": "",
    "the target's": "Target ",
    "target's": "Target ",
}


def number_of(text: str, whose: str, sentence: Sentence) -> str | None:
    """Give a number in notation: a stat of somebody, or how many things there are."""
    half = re.match(r"(half|twice|double) (?:of )?(.+)", text, re.IGNORECASE)
    if half is not None:
        inner = number_of(half[2], whose, sentence)
        return f"({inner} / 2)" if inner and half[1] == "half" else f"(2 * {inner})" if inner else None
    counted = re.fullmatch(r"(?:the )?(?:total )?(?:number|amount) of (.+)", text, re.IGNORECASE)
    if counted is not None:
        unit = sentence.slots.unit(re.sub(r" (?:you (?:have|own)|on (?:it|this))$", "", counted[1]))
        nouns = sentence.said(re.sub(r"\b(?:all|other) (?=your)|^your (?=\w+s\b)", "", counted[1]))
        thing = next((said for said in nouns if sentence.reads.noun(f"all {said}")), None)
        return f"[number of {thing}]" if thing is not None else f"[{unit}]" if unit is not None else None
    stat = re.fullmatch(r"(its|my|your|the target's|target's|this \w+'s|that \w+'s) (.+)", text, re.IGNORECASE)
    unit = sentence.slots.unit(stat[2]) if stat is not None else None
    if stat is None or unit is None:
        return None
    who = re.sub(r"^(?:to|the) ", "", whose)
    its = stat[1].casefold() == "its" or stat[1].casefold().startswith("that")
    aimed = sentence.reads.aimed and who != "this"
    known = "Target " if who == "target" else "It " if who == "it" or sentence.reads.it or aimed else "This "
    return f"[{known if its else OF_WHOM.get(stat[1].casefold(), 'This ')}{unit}]"


def _for_each_die(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what each of several dice does, from so much on."""
    noun = sentence.noun(found["per"])
    does = re.sub(r"^(\w+?)(?<!s)s\b", r"\1", found["rest"])
    with sentence.reads.about_it():
        inner = sentence.lines(does, depth)
    least = min((int(each) for each in re.findall(r"\d+", found["least"])), default=0)
    if noun is None or inner is None or inner.heads or not least:
        return None
    sides = found["sides"] or "6"
    return inner.inside(f"if 1d{sides} >= {least}:").inside(f"each {noun}:")


def _critical(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens on a critical hit: an attack whose die shows so much."""
    inner = sentence.lines(found["rest"], depth)
    attack, defense = (rephrasing.own_stat(unit, sentence.names) for unit in ("attack", "defense"))
    if inner is None or attack is None or defense is None:
        return None
    lines = inner.inside(f"if the check shows a natural {found['n'] or '20'}:")
    return lines.under("Range: Melee", "Target: an enemy", f"if: 1d20 + [{attack}] >= [Target {defense}]")


def _forced(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what another player is made to do."""
    who = re.sub(r"^target ", "a ", found["who"].casefold())
    verb, _, rest = found["does"].partition(" ")
    ends = "es" if verb.endswith(("s", "sh", "ch", "x")) else "s"
    inner = sentence.lines(f"target {verb}{ends} {rest}", depth)
    return (
        inner.under(f"Target: {who}")
        if inner is not None and not any(head.startswith("Target") for head in inner.heads)
        else None
    )


def _after_rounds(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens after so many rounds: a step of the round."""
    structure, inner = sentence.slots.any_structure(found["structure"]), sentence.lines(found["rest"], depth)
    number = NUMBER_WORDS.get(found["n"].casefold(), found["n"])
    if structure is None or inner is None or inner.heads or not str(number).isdigit():
        return None
    first, *others = inner.inside(f"if {number} {structure}s have passed:").does
    return Lines(elsewhere=(f"structure {structure}", *f"  step end: {first}".split("\n"), *others, *inner.elsewhere))


def _for_a_while(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens every time for a while: `whenever … this turn, …`."""
    until = re.sub(r"^for (?:the rest of )?(?:the |this )?", "this ", found["until"], flags=re.IGNORECASE)
    inner = sentence.lines_about_it(found["rest"], depth)
    trigger = sentence.trigger(found["when"])
    if inner is None or inner.heads or trigger is None or len(inner.does) != 1:
        return None
    when = trigger.heads[0].removeprefix("Trigger: ")
    return Lines(does=(f"whenever {when} {until}, {inner.does[0]}",), elsewhere=(*trigger.elsewhere, *inner.elsewhere))


def _each_trades(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what each player may exchange."""
    gives, gets = sentence.cost(found["gives"]), sentence.lines_about_it(f"it gains {found['gets']}", depth)
    if gives is None or gets is None or gets.heads or len(gets.does) != 1:
        return None
    return Lines(does=(f"each player:\n  it may pay {gives}: {gets.does[0]}",))


def _if_done(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens if something could be done first: it is done if there is such a thing."""
    made = sentence.several([found["first"], found["rest"]], depth)
    if not made or any(part.heads for part in made):
        return None
    both = together(made)
    counted = re.match(r"discards? (?P<n>\w+) cards?(?: from your hand)?$", found["first"], re.IGNORECASE)
    hand = rephrasing.own_zone("hand", sentence.names)
    if counted is not None and hand is not None:
        return both.inside(f"if [number of cards in your {hand}] >= {NUMBER_WORDS.get(counted['n'], counted['n'])}:")
    lost = re.search(r"\b(an? [\w ]+? (?:from|in) your \w+|an? [\w ]+? you control)$", found["first"], re.IGNORECASE)
    if lost is None:
        return both if re.search(r"\bthis\b", found["first"]) else None
    there = re.sub(r"\bfrom\b", "in", lost[1])
    return both.inside(f"if there is {there}:") if sentence.reads.condition(f"there is {there}") else None


COUNT = "two|three|four|2|3|4|any number of"
AMOUNT = (
    r"(?P<amount>(?:half |twice |double )?(?:of )?(?:(?:the )?(?:number|amount) of .+?|"
    r"(?:its|my|your|the target's|target's|this \w+'s|that \w+'s) [\w ]+?))"
)
UNTIL = r"(?P<until> until .+| this \w+)?"
CHOOSING_FRAMES: Frames = (
    (
        r"(?P<first>(?:trash|discard|sacrifice|destroy|exhaust|remove|return|kill) [^.;]+)[.;] if you d(?:o|id),? (?P<rest>.+)",
        _if_done,
    ),
    (rf"(?P<verb>draw)s? (?P<what>cards) equal to {AMOUNT}", _equal),
    (rf"(?P<verb>.*?\b(?:gain|lose|get|receive|score|take)s?) (?P<what>[\w ]+?) equal to {AMOUNT}{UNTIL}", _equal),
    (rf"(?P<verb>deal)s? (?P<what>damage) (?P<whom>to (?:.+?)) equal to {AMOUNT}", _equal),
    (rf"(?P<verb>deal)s? (?P<what>damage) equal to {AMOUNT} (?P<whom>to .+)", _equal),
    (rf"(?P<verb>deal)s? (?P<what>damage) equal to {AMOUNT}", _equal),
    (r"choose (?P<n>two|three|2|3)(?: of)?[:—-]+ ?(?P<rest>.+)", _some_of),
    (
        rf"choose (?P<many>up to )?(?P<n>{COUNT}) (?P<noun>[^;.,:]+)[;.,] (?:and )?"
        r"(?:each|each of them|they|they each|all of them|those \w+) (?P<does>.+)",
        _chosen_then,
    ),
    (r"(?P<before>[^:]*?)\bup to (?P<n>two|three|four|five|2|3|4|5) (?:target )?(?P<noun>.+)", _up_to),
    (
        r"roll (?:an?|one|1) (?:die|dice|1?d(?P<sides>\d+)|six-sided die) (?:for each|for every|per) (?P<per>[^;,.:]+)[;,.:] "
        r"(?:on )?(?:each|every|an?|for each|any)? ?(?:roll of |result of )?"
        r"(?P<least>\d+(?: or \d+|\+| or (?:more|higher|better|greater))?),? (?P<rest>.+)",
        _for_each_die,
    ),
    (r"(?:on|with) an? (?:critical(?: hit| success)?|crit|natural (?P<n>\d+))(?: on the attack roll)?,? (?P<rest>.+)", _critical),
    (
        r"if (?:you|the attack) (?:rolls?|scores?) an? (?:critical(?: hit| success)?|crit|natural (?P<n>\d+)),? (?P<rest>.+)",
        _critical,
    ),
    (
        r"(?:make|force|have|cause)s? (?P<who>another player|an opponent|a player|target player|target opponent|an enemy) "
        r"(?:to )?(?P<does>.+)",
        _forced,
    ),
    (
        r"(?:after|at the end of) (?:the )?(?P<n>\w+?)(?:th)? (?P<structure>round|turn|year|day|season)s?,? (?P<rest>.+)",
        _after_rounds,
    ),
    (
        r"(?P<until>(?:for (?:the rest of )?)?(?:the|this) (?:turn|round)|this (?:turn|round)),? "
        r"(?:when|whenever|each time) (?P<when>[^,]+), (?P<rest>.+)",
        _for_a_while,
    ),
    (r"(?:when|whenever|each time) (?P<when>[^,]+?) (?P<until>this (?:turn|round)), (?P<rest>.+)", _for_a_while),
    (
        r"(?:each|every|any) player (?:may|can) (?:exchange|trade|swap|convert|pay|spend) (?P<gives>.+?) "
        r"(?:for|into|to gain|to get) (?P<gets>.+?)(?: at any time)?",
        _each_trades,
    ),
)
"""How rulebooks say it: the words, and what takes them apart."""
