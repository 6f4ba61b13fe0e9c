"""Sentences that refer back: what was chosen or named before, what somebody may do or else suffers, what nobody can do."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from rulewright.language.grammar import amount_words, rephrasing
from rulewright.language.grammar.rule_lines import Lines, of_each, together
from rulewright.language.grammar.sentence_frames import Found, Frames
from rulewright.language.grammar.slot_words import participle

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

PRONOUN = r"(?:it|they|that (?!turn|round|much|many)\w+|this \w+)"
REFERS = re.compile(rf"\b(?:{PRONOUN[3:-1]}|its|their|them|him|her|his)\b", re.IGNORECASE)


# -- what was named before ---------------------------------------------------------------------------------------------


def _chosen(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to somebody who is chosen: `choose a player; they cannot vote this round`."""
    noun = next((said for said in sentence.said(found["noun"]) if sentence.reads.noun(said)), None)
    if noun is None:
        return None
    chosen = f"the chosen {_head(noun)}"
    rest = re.sub(rf"^{PRONOUN}\b", chosen, found["rest"], count=1, flags=re.IGNORECASE)
    rest = re.sub(r"\b(?:their|his|her|its)\b", f"{chosen}'s", rest, count=1, flags=re.IGNORECASE)
    rest = re.sub(r"\b(?:them|it|him)\b", chosen, rest, flags=re.IGNORECASE)
    inner = sentence.lines(rest, depth)
    return inner._replace(does=(f"choose {noun}", *inner.does)) if inner is not None and not inner.heads else None


def _head(noun: str) -> str:
    return re.split(r" (?:you|with|within|in|from|at|on|that|who|controlled|adjacent|next|here|other than)\b", noun)[0].split(
        " "
    )[-1]


def _named(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to the thing of the sentence before: `return a minion to its owner's hand; it costs 2 more`."""
    if not REFERS.search(found["rest"]) or re.match(r"(?:choose|look|search|draw) ", found["first"], re.IGNORECASE):
        return None
    if re.match(r"if you|if they (?:do|cannot|can't)", found["rest"], re.IGNORECASE):
        return None
    for noun in _indefinite(sentence, found["first"]):
        if sentence.reads.it or not sentence.aiming:
            chosen = f"the chosen {_head(noun)}"
            opening: tuple[str, ...] = (f"choose {noun}",)
            made = sentence.several([found["first"].replace(noun, chosen, 1), _about(found["rest"], chosen)], depth)
            head = ""
        else:
            made = sentence.several([found["first"].replace(noun, "target", 1), _about(found["rest"], "target")], depth)
            head, opening = f"Target: {noun}", ()
        if made and not any(part.heads for part in made):
            both = together(made)
            return both._replace(heads=(head,) if head else (), does=(*opening, *both.does))
    return None


def _indefinite(sentence: Sentence, text: str) -> list[str]:
    """Give the things that a sentence names for the first time, the longest noun phrase first."""
    nouns = []
    for start in re.finditer(r"\b(?:an?|another) (?=[a-z])", text, re.IGNORECASE):
        words = text[start.start() :].split(" ")
        for end in range(min(len(words), 9), 1, -1):
            said = " ".join(words[:end])
            if said in text and sentence.reads.noun(said) and not re.match(r"an? (?:card|spell)\b", said):
                nouns.append(said)
                break
    return nouns


def _about(text: str, what: str) -> str:
    said = re.sub(r"\b(?:its|their|his)\b", f"{what}'s", text, count=1, flags=re.IGNORECASE)
    return re.sub(rf"\b(?:{PRONOUN[3:-1]}|them|him)\b", what, said, flags=re.IGNORECASE)


# -- what somebody may do ----------------------------------------------------------------------------------------------


def _or_else(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens unless somebody does something: `it loses 3 life unless it discards a card`."""
    who, does = _who(sentence, found["who"]), found["does"]
    done = sentence.lines_about_it(f"{who} {does}", depth) if who is not None else None
    inner = sentence.lines(found["rest"], depth)
    if (
        who is None
        or done is None
        or inner is None
        or done.heads
        or len(done.does) != 1
        or "\n" in "".join((*done.does, *inner.does))
    ):
        return None
    if sentence.reads.deed(f"{who} {does}") and len(inner.does) == 1:
        return inner._replace(does=(f"{inner.does[0]} unless {who} {does}",))
    return inner._replace(does=_asking(sentence, who, does, done.does, inner.does, no=True)).beside(done)


def _asking(
    sentence: Sentence, who: str, does: str, done: tuple[str, ...], then: tuple[str, ...], no: bool = False
) -> tuple[str, ...]:
    """Ask somebody whether they do something; where the words alone do it, it is not said twice."""
    label = _bare(does)
    said = label if who == "you" else f"{who} {_third(label.split(' ')[0])}{label[len(label.split(' ')[0]) :]}"
    first = () if label.startswith("pay ") or sentence.reads.deed(said) else done
    if no and not first:
        first, label = done, "choose so"
    lines = [*first, *([] if no else then)]
    below = "".join(f"\n  {line}".replace("\n", "\n") for line in lines)
    other = "".join(f"\n  {line}" for line in then) if no else ""
    return (f"{who} may {label}:{below}" + (f"\nelse:{other}" if no else ""),)


def _each_that(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to each player of whom something is true: `if a player has 3 provinces, that player wins`."""
    said = next((each for each in sentence.said(f"{found['who']} with {found['much']}")), "")
    compared = amount_words.so_many(found["much"], amount_words.CANDIDATE, sentence.names)
    nouns = [*sentence.said(said), *[f"{found['who']} with {each}" for each in compared]]
    noun = next((each for each in nouns if sentence.reads.noun(f"a {each}")), None)
    inner = sentence.lines_about_it(re.sub(rf"^{PRONOUN}\b", "it", found["rest"], flags=re.IGNORECASE), depth)
    if noun is None or inner is None or inner.heads:
        return None
    return inner._replace(does=tuple(line if re.match("it |each ", line) else of_each(line) for line in inner.does)).inside(
        f"each {noun}:"
    )


def _who(sentence: Sentence, text: str) -> str | None:
    low = text.casefold()
    name = next((each for each in sentence.names.actors if low in (each.casefold(), f"the {each}".casefold())), None)
    if low in ("you", "the actor"):
        return "you"
    if low in ("they", "it", "that player", "he", "she"):
        return "it" if sentence.reads.it else "target" if sentence.reads.aimed else None
    if re.fullmatch(r"its (?:controller|owner|player)", low):
        return f"the player of {'it' if sentence.reads.it else 'target'}"
    return name or ("target" if re.fullmatch("(?:the )?target(?: player| opponent)?", low) else None)


def _bare(text: str) -> str:
    verb, _, rest = text.partition(" ")
    said = " ".join(re.findall(r"[\w'-]+", rest)[:6])
    base = re.sub(r"(?<=[sxzh])es$|(?<=[^s])s$", "", verb)
    return re.sub(r"(?: (?:to|of|the|an?|its|your|from|in|on|with|and|for))+$", "", f"{base} {said}".strip())


def _may_or_else(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what somebody may do, and what happens if not: `they may pay 2 credits; if they do not, end the run`."""
    rest, does = found["rest"], found["does"]
    who = _who(sentence, found["who"]) or ("it" if found["who"].casefold().startswith("each") else None)
    if who is None:
        return None
    verb, _, object_ = does.partition(" ")
    done = sentence.lines_about_it(f"{who} {_third(verb)} {object_}" if who != "you" else does, depth)
    inner = sentence.lines_about_it(rest, depth)
    if done is None or inner is None or done.heads or inner.heads or len(done.does) != 1:
        return None
    asked = _asking(sentence, who, does, done.does, inner.does, no=found["not"] is not None)
    lines = Lines(does=asked, elsewhere=(*done.elsewhere, *inner.elsewhere))
    return lines.inside(f"{found['who'].casefold()}:") if found["who"].casefold().startswith("each") else lines


def _third(verb: str) -> str:
    return f"{verb}{'es' if verb.endswith(('s', 'ch', 'sh', 'x', 'o')) else 's'}"


def _each_pays(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what each player may do for something: `each player may discard a card to draw a card`."""
    done = sentence.lines_about_it(f"it {_third(found['verb'])} {found['cost']}", depth)
    verb, _, object_ = found["rest"].partition(" ")
    inner = sentence.lines_about_it(f"it {_third(verb)} {object_}", depth)
    if done is None or inner is None or done.heads or inner.heads or len(done.does) != 1 or len(inner.does) != 1:
        return None
    who = "opponent" if found["who"] else "player"
    with sentence.reads.about_it():
        asked = _asking(sentence, "it", f"{found['verb']} {found['cost']}", done.does, inner.does)
    return Lines(does=asked).inside(f"each {who}:")._replace(elsewhere=(*done.elsewhere, *inner.elsewhere))


def _either(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say that somebody does one thing or another: `pay 1 food for each worker or lose 1 point`."""
    made = sentence.several([found["one"], found["other"]], depth)
    if not made or any(part.heads or len(part.does) != 1 for part in made):
        return None
    both = together(made)
    return both._replace(does=("\n  ".join(["choose one:", *[line.replace("\n", "\n  ") for line in both.does]]),))


# -- deeds that the book does not have ---------------------------------------------------------------------------------


def _cannot(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Forbid somebody what the book has no action for yet: actions of a mark."""
    verb = found["verb"].casefold()
    if (
        verb.endswith("s")
        or sentence.reads.effect(f"target cannot {verb}")
        or verb in ("be", "have", "gain", "lose", "take", "make", "do")
    ):
        return None
    mark = f"{re.sub('e$', '', verb)}ing"
    until = re.sub(r"^ (?:on|during|in) (?:its|their|your) next (\w+)$", r" until the end of its next \1", found["until"] or "")
    until = re.sub(r" (?:the )?next (turn|round)$", r" until the end of the next \1", until) if "until" not in until else until
    who = found["who"]
    inner = sentence.lines(f"{who} cannot perform an attack{until}", depth)
    if inner is None or "attack" not in "".join(inner.does):
        return None
    does = tuple(line.replace("an attack", f"{rephrasing.article(mark)}{mark} action") for line in inner.does)
    return inner._replace(does=does).beside(
        Lines(elsewhere=(f"Mark {mark.title()}: the actions with which somebody {_third(verb)}",))
    )


def _cannot_to(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Forbid somebody to do something to some things: `the Corp cannot score agendas this turn`."""
    done, until = participle(found["verb"].casefold()), found["until"] or ""
    by = "" if found["who"].casefold() == "you" else f" by {found['who']}"
    for what in sentence.said(found["what"]):
        does = f"{what} cannot be {done}{by}{until}"
        if sentence.reads.effect(does):
            return Lines(does=(does,))
    return None


def _did(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens to each player that did, or did not do, something that the rules announce."""
    does, inner = found["deed"], sentence.lines_about_it(f"it {found['rest']}", depth)
    if inner is None or inner.heads:
        return None
    structure = sentence.slots.any_structure("round")
    word = re.sub(r"\b(?:an?|the|their|its|any|his|her) ", "", does)
    deed = f"{'did not tell' if found['not'] else 'told'} {word}"
    said = f"each {'opponent' if found['other'] else 'player'} that {deed} this {structure}"
    with sentence.reads.about_it():
        each = inner._replace(does=tuple(line if line.startswith("it ") else of_each(line) for line in inner.does)).inside(
            f"{said}:"
        )
    return each if sentence.reads.effect(each.does[0]) else None


# -- amounts -----------------------------------------------------------------------------------------------------------


def _counting(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Multiply an amount by how much somebody has: `gains 2 credits for each tag the Runner has`."""
    many = _many(sentence, found["per"])
    if many is None:
        return None
    n = amount_words.number(found["n"].removeprefix("+"))
    times = many if n == "1" else f"{n} * {many}"
    return sentence.lines(" ".join(f"{found['verb'] or 'gain'} {times} {found['unit']}{found['whom'] or ''}".split()), depth)


def _many(sentence: Sentence, text: str) -> str | None:
    """Give how much there is of what a sentence counts."""
    names = sentence.names
    has = re.fullmatch(
        r"(?P<what>[\w ]+?)(?: that)? (?P<who>you|they|it|the \w+|target) (?:has|have|controls?|owns?)(?: in play)?", text
    )
    held = amount_words.holder(has["who"], names) if has is not None else amount_words.YOU
    what = has["what"] if has is not None else text
    stat = rephrasing.own_stat(what, names) if names.kind(what) is None else None
    if stat is not None and held is not None:
        return f"[{held.stat}{stat}]"
    plural = re.sub(r"^(\w+(?: \w+)*?)(?<!s)(?= (?:in|you|it|at|on|adjacent|with|here)\b|$)", r"\1s", what)
    plural = re.sub(r"(?<=[^aeiou])ys\b", "ies", plural)
    noun = next((said for said in sentence.said(plural) if sentence.reads.noun(f"all {said}")), None)
    if noun is None:
        return None
    held = held or amount_words.YOU
    return f"[number of {noun}{f' {held.controls}' if has is not None else ''}]"


def _than(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say how much more than somebody else one gets: `take one more wood than the player to your right`."""
    stat, whose = rephrasing.own_stat(found["unit"], sentence.names), None
    for who in sentence.said(re.sub(r"[.,]$", "", found["who"])):
        whose = whose or amount_words.holder(who, sentence.names)
    if stat is None or whose is None:
        return None
    sign = "+" if found["more"].casefold() == "more" else "-"
    return sentence.lines(f"{found['verb']} [{whose.stat}{stat}] {sign} {amount_words.number(found['n'])} {stat}", depth)


def _multiplied(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Double or halve a stat of somebody, for good or for a while."""
    stat, until = rephrasing.own_stat(found["stat"], sentence.names), found["until"] or ""
    double = found["how"].casefold().startswith("doubl")
    whose = re.sub(r"'s$", "", found["whose"])
    whose = {"your": "you", "its": "it", "my": "this"}.get(whose.casefold(), whose)
    noun = next((said for said in sentence.said(whose) if sentence.reads.noun(said)), whose)
    if stat is None:
        return None
    aimed = re.match(r"(?:an?|another) ", noun) is not None
    who = "target" if aimed else noun
    role = {"you": "", "target": "Target ", "it": "It ", "this": "This "}.get(
        who.casefold(), f"the {who.removeprefix('the ')}'s "
    )
    does = f"{who} {'gain' if who == 'you' else 'gains'} [{role}{stat}] {stat}{until}"
    does = does if double else f"{who} {'lose' if who == 'you' else 'loses'} half of [{role}{stat}] {stat}{until}"
    sentence.reads.aimed = sentence.reads.aimed or aimed
    return Lines((f"Target: {noun}",) if aimed else (), (does,)) if sentence.reads.effect(does) else None


def _half(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take half of what somebody has: `each player loses half of its grain, rounded up`."""
    stat = rephrasing.own_stat(found["stat"], sentence.names)
    up = f" rounded {found['round']}" if found["round"] else ""
    if stat is None:
        return None
    if found["who"] is None or found["who"].casefold() in ("you",):
        return sentence.lines(f"{found['verb']} half of [{stat}]{up} {stat}", depth)
    if re.match(r"each |every ", found["who"], re.IGNORECASE):
        each = next((said for said in sentence.said(f"each {found['who'].split(' ', 1)[1]}") if sentence.reads.noun(said)), None)
        return Lines(does=(f"{each}: it {found['verb']} half of [It {stat}]{up} {stat}",)) if each is not None else None
    who = "target" if "target" in found["who"].casefold() else "it"
    inner = sentence.lines(f"{who} {found['verb']} half of [{who.title()} {stat}]{up} {stat}", depth)
    return inner.under("Target: a player") if inner is not None and who == "target" and not sentence.reads.scope.aims else inner


WHILE = r"(?P<until> until .+| this \w+| (?:on|during|in) (?:its|their|your) next \w+)?"
DISCOURSE_FRAMES: Frames = (
    (
        rf"(?:choose|pick|select|name) (?P<noun>(?:an?|another|one|target) [^.;,]+)[.;,:] (?:then "
        rf")?(?P<rest>(?:{PRONOUN}|look at|swap|take|steal) .+)",
        _chosen,
    ),
    (
        r"(?:if|when|as soon as|once|whenever) (?:an?|any) (?P<who>(?:other )?(?:player|opponent|ally|enemy)) "
        r"(?:has|have|controls?|owns?) "
        rf"(?P<much>[^,]+), (?P<rest>{PRONOUN} .+)",
        _each_that,
    ),
    (r"(?P<first>[^.;:]+)(?:[.;]|, then) (?P<rest>.+)", _named),
    (
        r"(?P<rest>[^.;]+?),? unless (?P<who>(?:the )?(?:target(?: player| opponent)?|\w+|that player|its "
        r"\w+)) (?P<does>[a-z]+s? (?!more|less).+)",
        _or_else,
    ),
    (
        r"(?P<who>you|they|it|the \w+|that player|each (?:other )?(?:player|opponent)) (?:may|can) (?P<does>[^.;,]+)[.;,] "
        r"if (?:you|they|it|he|she|that player|the \w+) (?:do(?:es)?|did)(?P<not> not|n't)?,? (?P<rest>.+)",
        _may_or_else,
    ),
    (
        r"(?:each|every|any) (?P<who>other |)players? (?:may|can) "
        r"(?P<verb>discard|trash|lose|pay|spend|sacrifice|return) (?P<cost>.+?) "
        r"to (?P<rest>(?:draw|gain|get|take|deal) .+)",
        _each_pays,
    ),
    (r"(?P<who>.+?) (?:cannot|can't|can not|may not) (?P<verb>[a-z]{3,}) (?P<what>[a-z][\w ]+?)" + WHILE, _cannot_to),
    (
        r"(?P<who>.+?) (?:cannot|can't|can not|may not) (?P<verb>[a-z]{3,})" + WHILE,
        _cannot,
    ),
    (
        r"(?:each|every|any|a) (?P<other>other |)(?:player|opponent) (?:who|that) (?P<not>(?:did ?n[o']t|has "
        r"not|have not|failed to) )?"
        r""
        r"(?P<deed>(?!(?:cannot|can|could|may|must|does|do|has|have|controls?|owns?|is|are|was|were)\b)[a-z]+(?: "
        r"[\w' ]+?)??)(?: (?:this|in time|before|by|within)(?: [\w ]+?)?)? "
        r"(?P<rest>(?:loses?|gains?|scores?|takes?|draws?|discards?|removes?|skips?|pays?|gets?|receives?|becomes?|must) .+)",
        _did,
    ),
    (
        r"(?P<verb>(?:[\w' ]+ )??(?:gain|lose|draw|get|score|receive|take|earn|deal|pay|collect|spend)s?|) "
        r"?(?P<n>[+]?\d+|an?|one|two|three|four|five) "
        r"(?P<unit>(?!for|per)[a-z]+(?: [a-z]+)??)(?P<whom> to [\w' ]+?)? (?:for each|for every|per)(?: of)? (?P<per>.+)",
        _counting,
    ),
    (
        r"(?P<verb>gain|take|draw|get|receive|score)s? (?P<n>\w+) (?P<more>more|fewer|less) (?P<unit>[a-z]+) than (?P<who>.+)",
        _than,
    ),
    (
        r"(?P<how>double|halve) (?P<whose>your|its|my|the target's|target's|(?:an?|another|the) [\w ]+?'s) "
        r"(?P<stat>[a-z]+(?: [a-z]+)?)" + WHILE,
        _multiplied,
    ),
    (
        r"(?:(?P<who>you|(?:each|every) (?:other )?(?:player|opponent)|target(?: player| "
        r"opponent)?|it|they|that player) )?(?P<verb>loses?|gains?|discards?|pays?) "
        r"half (?:of )?(?:your|their|its|his|the) (?P<stat>[a-z]+)(?:[,;]? \(?rounded (?P<round>up|down)\)?)?",
        _half,
    ),
    (
        r"(?P<one>(?:pay|lose|gain|take|draw|discard|remove|return|move|deal)s? [^.;,:]+?),? or "
        r"(?P<other>(?:pay|lose|gain|take|draw|discard|remove|return|move|deal|skip)s? [^.;:]+)",
        _either,
    ),
)
"""How rulebooks say it: the words, and what takes them apart."""
