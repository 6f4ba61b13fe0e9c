"""The patterns of a rulebook's sentence: how it says when, if, how often, at what cost and by whom something happens.

A pattern takes its part of the sentence apart and gives the lines of the whole; None if a part of it cannot be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.language.grammar import rephrasing
from rulewright.language.grammar.ending_frames import ends, ends_after, winning
from rulewright.language.grammar.rule_lines import Lines, of_each, together
from rulewright.language.grammar.usual_words import MOMENTS

if TYPE_CHECKING:
    from rulewright.language.grammar.sentences import Sentence

Found = re.Match[str]
SENTENCE = re.compile(r"[.;](?: |$)")
"""The end of a sentence: what stands before it does not depend on what follows."""

# -- when --------------------------------------------------------------------------------------------------------------


def _when(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `when …, …`."""
    made = _at_a_comma(sentence, found["all"], depth)
    return made.under("Limit: once per Turn") if made is not None and found.groupdict().get("first") else made


def _at_a_comma(sentence: Sentence, text: str, depth: int) -> Lines | None:
    for cut in re.finditer(", ", text):
        made = _answering(sentence, text[: cut.start()], text[cut.end() :].removeprefix("also "), depth)
        if made is not None:
            return made
    return None


def _afterwards(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `… when …`."""
    if SENTENCE.search(found["rest"]):
        return None
    return _answering(sentence, found["when"], found["rest"], depth)


def _answering(sentence: Sentence, when: str, rest: str, depth: int) -> Lines | None:
    own = re.fullmatch(r"(.+?) (?:during|on|in) your turn", when, re.IGNORECASE)
    trigger = sentence.trigger(own[1] if own is not None else when)
    needs = ("Needs: it is your turn",) if own is not None else ()
    rest = _of_whom(sentence, when, rest)
    said = re.sub(r"\b(they|that player) (lose|gain|draw|take|discard)\b", r"it \2s", rest)
    inner = sentence.lines_about_it(re.sub(r"\bthey\b", "it", said), depth) if trigger is not None else None
    return inner.under(*trigger.heads, *needs).beside(trigger) if trigger is not None and inner is not None else None


def _instead(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `if … would …, … instead`."""
    when = sentence.trigger(f"{found['who']} would {found['what']}")
    inner = sentence.lines_about_it(found["rest"], depth) if when is not None else None
    if when is None or inner is None or not inner.does:
        return None
    inner = inner if "\n" in inner.does[-1] else inner._replace(does=(*inner.does[:-1], f"{inner.does[-1]} instead"))
    return inner.under(*when.heads).beside(when)


def _next_time(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens the next time: an ability follows."""
    until = next((each for each in (" this turn", " this round") if each in found["all"].casefold()), "")
    made = _at_a_comma(sentence, re.sub(until, "", found["all"], flags=re.IGNORECASE), depth)
    if made is None:
        return None
    return Lines(does=(f"Later follows{until}",), elsewhere=("Later (Following)", *made.shown().split("\n"), ""))


def _until(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    until = re.sub(r"\byour\b", "the", found["until"])
    return sentence.lines(f"{found['rest']} {until[0].lower()}{until[1:]}", depth)


def _limited(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    inner, structure = sentence.lines(found["rest"], depth), sentence.names.structure(found["per"])
    return inner.under(f"Limit: once per {structure}") if inner is not None and structure is not None else None


def _in_step(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    inner = sentence.lines(found["rest"], depth)
    if inner is None or inner.heads:
        return None
    first, *others = inner.does
    steps = (f"  step {found['step']}: {first}", *[f"    {line}" for line in others])
    return Lines(elsewhere=("structure Round", *steps, *inner.elsewhere))


def _at(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens at a named time: when the structure or step of this name begins."""
    for when in (found[0].partition(",")[0], f"a {found['when']} begins"):
        made = _answering(sentence, when, found["rest"], depth)
        if made is not None:
            return made
    return None


def _every(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens in every round: when it begins."""
    return _answering(sentence, f"at the start of each {found['structure']}", found["rest"], depth)


def _next_one(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what comes at the start of one's next turn with the moment first."""
    inner, structure = sentence.lines(found["rest"], depth), sentence.names.structure(found["structure"])
    if inner is None or inner.heads or len(inner.does) != 1 or structure is None:
        return None
    return inner._replace(does=(f"at the {found['edge']} of your next {structure}, {inner.does[0]}",))


def _of_the_game(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what happens at the start or end of the game: a step of its own."""
    inner = sentence.lines(found["rest"], depth)
    if inner is None or inner.heads:
        return None
    first, *others = [f"each player: {of_each(line)}" if line.startswith(("gain ", "lose ")) else line for line in inner.does]
    step = "scoring" if found["edge"].casefold() == "end" else "setup"
    return Lines(elsewhere=("structure Game", f"  step {step}: {first}", *[f"    {line}" for line in others], *inner.elsewhere))


def _while(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what holds while a card is in play: a standing ability says what acts cost and what cannot be, a feature the rest."""
    inner = sentence.lines(found["rest"], depth)
    if inner is not None and re.search(r"\bcosts?\b|\bcannot\b", inner.does[0] if inner.does else ""):
        return inner.under(f"({sentence.slots.owner}, Standing)")
    return inner if inner is not None and inner.elsewhere[:1] and "Feature" in "".join(inner.elsewhere) else None


# -- if ----------------------------------------------------------------------------------------------------------------


def _if(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `if …, …`; what happens is no condition, but a trigger."""
    text = found["all"]
    for cut in re.finditer(", ", text):
        made = _provided(sentence, text[: cut.start()], text[cut.end() :].removeprefix("then "), depth)
        if made is not None:
            return made
    return _at_a_comma(sentence, text, depth)


def _or_else(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `if …, …; otherwise …`."""
    then = _if(sentence, found, depth)
    other = sentence.lines_about_it(found["other"], depth)
    if then is None or other is None or then.heads or other.heads or len(then.does) != 1:
        return None
    first = then.does[0]
    if "\n" not in first:
        opening, _, rest = first.partition(": ")
        first = f"{opening}:\n  {rest}"
    below = "".join(f"\n  {line}".replace("\n", "\n") for line in other.does)
    return Lines(does=(f"{first}\nelse:{below}",), elsewhere=(*then.elsewhere, *other.elsewhere))


def _unless(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `… unless …`, where the rest is a condition."""
    if SENTENCE.search(found["rest"]):
        return None
    condition, inner = sentence.condition(found["when"]), sentence.lines(found["rest"], depth)
    return inner.inside(f"if not ({condition}):") if condition is not None and inner is not None else None


def _only_if(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `… if …`."""
    several = re.search(r" and | then ", found["rest"]) is not None and re.search(r"\b(?:it|they)\b", found["when"])
    if SENTENCE.search(found["rest"]) or several:
        return None
    return _provided(sentence, found["when"], found["rest"], depth)


def _of_whom(sentence: Sentence, when: str, rest: str) -> str:
    """Say the name of a seat where a sentence goes on with `they`: `whenever the Runner …, they lose 2 credits`."""
    actors = [name for name in sentence.names.actors if re.match(rf"(?:the )?{re.escape(name)}\b", when, re.IGNORECASE)]
    if actors:
        rest = re.sub(r"\bone of their (\w+?)s\b", rf"a \1 controlled by {actors[0]}", rest)
        rest = re.sub(r"\bthey (lose|gain|draw|take|discard|pay)\b", rf"{actors[0]} \1s", rest)
        rest = re.sub(r"\btheir\b", f"{actors[0]}'s", re.sub(r"\bthe(?:y|m)\b", actors[0], rest))
    return rest


def _provided(sentence: Sentence, when: str, rest: str, depth: int) -> Lines | None:
    rest = _of_whom(sentence, when, rest)
    condition, inner = sentence.condition(when), sentence.lines(rest, depth)
    if condition is None or inner is None:
        return None
    return inner.under(f"Needs: {condition}") if "Standing" in "".join(inner.heads) else inner.inside(f"if {condition}:")


def _rolling(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `roll a d20 and add your Strength; on 15 or higher, …`."""
    inner, stat = sentence.lines(found["rest"], depth), rephrasing.own_stat(found["stat"] or "", sentence.names)
    if inner is None or (found["stat"] and stat is None):
        return None
    dice = re.sub(r"^an? ", "1", found["dice"], flags=re.IGNORECASE)
    return inner.under(f"if: {dice}{f' + [{stat}]' if stat else ''} >= {found['least']}")


def _striking(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say an attack with what happens on a hit: a check of the attack against the defense."""
    attack, defense = (rephrasing.own_stat(unit, sentence.names) for unit in ("attack", "defense"))
    inner = sentence.lines(re.sub(r"^(?:it|the target|they)\b", "target", found["rest"]), depth)
    noun = re.sub(r"^an? (?:adjacent )?", "", found["whom"] or "an enemy")
    if inner is None or attack is None or defense is None or sentence.noun(noun) is None:
        return None
    reach = "Ranged 6" if (found["reach"] or "").casefold() == "ranged" else "Melee"
    target = f"Target: {rephrasing.article(noun)}{noun}"
    return inner.under(f"Range: {reach}", target, f"if: 1d20 + [{attack}] >= [Target {defense}]")


# -- for what, and by whom ---------------------------------------------------------------------------------------------


def _paying(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `COST: …` and `pay COST to …`; a word before the colon may say when."""
    if (moment := MOMENTS.get(found["cost"].casefold())) is not None:
        return _answering(sentence, moment, found["rest"], depth)
    cost, inner = sentence.cost(found["cost"]), sentence.lines(found["rest"], depth)
    return inner.under(f"Cost: {cost}") if cost is not None and inner is not None else None


def _may_pay(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `you may pay … to …` and `you may …; if you do, …`."""
    cost, inner = sentence.cost(found["cost"]), sentence.lines(found["rest"], depth)
    return inner.inside(f"you may {_paid(cost)}:") if cost is not None and inner is not None else None


def _paid(cost: str) -> str:
    return f"pay {cost}" if re.match(rf"{rephrasing.NUMBER} \S", cost, re.IGNORECASE) else cost


def _maybe(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what somebody may do; an action with a cost is optional anyway."""
    inner = sentence.lines(found["rest"], depth)
    asked = inner is not None and (not inner.does or OPTIONAL.match(inner.does[0]) is not None)
    if inner is None or asked or any(head.startswith("Cost") for head in inner.heads):
        return inner
    called = _called(found["rest"])
    if (
        len(inner.does) == 1
        and not re.match("(?:target|it|this|all|each|the) ", inner.does[0])
        and sentence.reads.deed(inner.does[0])
    ):
        return inner._replace(does=(f"you may {inner.does[0]}",))
    return inner.inside(f"you may {called if not sentence.reads.deed(called) else 'do so'}:")


OPTIONAL = re.compile(r"(?:search |choose (?:X )?up to |you may |the next )")
"""Lines that ask somebody already."""


def _in_own_turn(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what is done in one's own turn: where others may act in it too, a need says so."""
    inner = sentence.lines(found["rest"], depth)
    answers = "stack" in sentence.names.has and sentence.reads.condition("it is your turn")
    return inner.under("Needs: it is your turn") if inner is not None and answers else inner


def _reacting(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say a reaction with its trigger."""
    text = found["all"]
    if re.search(r"\b(?:reduce|negate|cancel|prevent)s? .*damage", text):  # while there is still something to reduce
        text = re.sub(r"\b(?:is|are) (?:hit|damaged|dealt damage)\b(?: by an attack)?|\btakes damage\b", "is attacked", text)
    made = _at_a_comma(sentence, text, depth)
    return made.under(f"({sentence.slots.owner}, Reaction)") if made is not None else None


def _called(text: str) -> str:
    """Give what somebody is asked, in a few words."""
    said = " ".join(re.findall(r"[\w'-]+", text)[:7])
    return re.sub(r"(?: (?:to|of|the|an?|its|your|from|in|on|with|and|for|another|owner's))+$", "", said)


def _each_may(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Say what each player may do."""
    paid = re.fullmatch(r"(?P<rest>.+) for (?P<cost>\w+ \w+)", found["rest"])
    cost = sentence.cost(paid["cost"]) if paid is not None else None
    rest = paid["rest"] if paid is not None and cost is not None else found["rest"]
    inner = sentence.lines_about_it(rest, depth)
    if inner is None or inner.heads:
        return None
    asked = f"it may {_paid(cost) if cost else _called(rest)}:"
    who, does = "opponent" if found["who"] else "player", "".join(f"\n    {of_each(line)}" for line in inner.does)
    return inner._replace(does=(f"each {who}:\n  {asked}{does}",))


def _of_opponent(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    inner = sentence.lines(f"{found['before']}target's {found['after']}", depth)
    return inner and inner.under("Target: an opponent")


def _one_of(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `choose one: …, or …`."""
    return _choosing(sentence, [part for part in re.split(r"[,;]? or |[;•] ", found["rest"]) if part.strip()], depth)


def _either(sentence: Sentence, found: Found, depth: int) -> Lines | None:
    """Take apart `gain 2 Wood or 1 Stone`."""
    return _choosing(sentence, [f"{found['verb']} {found['one']}", f"{found['verb']} {found['other']}"], depth)


def _choosing(sentence: Sentence, parts: list[str], depth: int) -> Lines | None:
    made = sentence.several(parts, depth) if len(parts) > 1 else []
    if not made or any(len(part.does) != 1 for part in made):
        return None
    whole = together(made)
    return whole._replace(does=("\n  ".join(["choose one:", *whole.does]),))


Frame = Callable[["Sentence", Found, int], Lines | None]


Frames = tuple[tuple[str, Frame], ...]


def compiled(rows: Frames) -> tuple[tuple[re.Pattern[str], Frame], ...]:
    """Give the patterns of some frames, compiled: only when a line cannot be read."""
    return tuple((re.compile(pattern, re.IGNORECASE), frame) for pattern, frame in rows)


WHEN = "when|whenever|each time|every time|as soon as|after"
SO_MANY = r"(?:\d+|an?|one|two|three)"
FRAMES: Frames = (
    (rf"(?:as )?a?n? ?reaction[,:]? (?:{WHEN}|if) (?P<all>.+)", _reacting),
    (r"(?:on|in|during) your (?:own )?turn,? (?:you (?:may|can|must) )?(?P<rest>.+)", _in_own_turn),
    (r"if (?P<who>.+?) would (?P<what>[^,]+), (?P<rest>.+?) instead(?: of .+)?", _instead),
    (rf"(?:{WHEN}) (?P<all>.+)", _when),
    (r"at the (?P<edge>start|beginning|end) of the game, (?P<rest>.+)", _of_the_game),
    (r"(?P<all>the (?:first|second|third) time .+)", _when),
    (r"(?P<first>the first time (?:each|every|in a) turn,?(?: that)?) (?P<all>.+)", _when),
    (r"(?P<all>(?:at|on) the (?:start|beginning|end) of .+)", _when),
    (r"(?:every|each) (?P<structure>round|turn|day|year|season|phase), (?P<rest>.+)", _every),
    (r"(?P<rest>.+) at the (?P<edge>start|beginning|end) of your next (?P<structure>\w+)", _next_one),
    (
        r"(?:if|when|once|as soon as) (?P<when>.+?), the game ends (?:at|after|with) (?:the )?(?:end of )?(?:the |this )?"
        r"(?:current |present )?(?P<structure>round|turn|day|year)",
        ends_after,
    ),
    (r"(?:if|when|once|as soon as) (?P<when>.+?), the game (?:ends|is over)(?: immediately| at once)?", ends),
    (r"if (?P<all>.+?)[,;.] (?:otherwise|if not|else),? (?P<other>.+)", _or_else),
    (r"if (?P<all>.+)", _if),
    (r"(?P<until>until [^,]+|this \w+), (?P<rest>.+)", _until),
    (r"(?:at|during|by|in) (?:the )?(?P<step>night|day|dawn|dusk|evening|morning)(?: phase)?, (?P<rest>.+)", _in_step),
    (
        r"roll (?P<dice>an? d\d+|\d+d\d+)(?: and add (?:your )?(?P<stat>[\w ]+?))?[;,.] "
        r"(?:on|with) (?:an? )?(?P<least>\d+) or (?:higher|more|better), (?P<rest>.+)",
        _rolling,
    ),
    (r"(?:at|during|in|on) (?:the |each |every )?(?P<when>[a-z]+(?: [a-z]+)?), (?P<rest>.+)", _at),
    (r"once (?:per|each|a|every) (?P<per>\w+), (?P<rest>.+)", _limited),
    (r"(?P<rest>.+) once (?:per|each|a|every) (?P<per>\w+)", _limited),
    (r"choose one(?: of)?[:—-]+ ?(?P<rest>.+)", _one_of),
    (r"(?P<cost>[^:]+): (?P<rest>.+)", _paying),
    (r"you may (?P<cost>(?:pay|spend) .+?) to (?P<rest>.+)", _may_pay),
    (r"you may (?P<cost>.+?)[.;,] if you do, (?P<rest>.+)", _may_pay),
    (r"(?:pay|spend) (?P<cost>.+?) to (?P<rest>.+)", _paying),
    (
        r"(?P<cost>(?:disband|sacrifice|destroy|discard|trash|remove|return|exhaust|tap|banish|exile) .+?) to "
        r"(?P<rest>(?:gain|draw|get|deal|take|score|make|summon|heal)\b.+)",
        _paying,
    ),
    (rf"(?P<rest>.+?) for (?P<cost>{SO_MANY} \w+)", _paying),
    (r"(?:while|as long as) this is (?:in play|here|alive|on the \w+), (?P<rest>.+)", _while),
    (r"(?P<rest>.+?) (?:while|as long as) this is (?:in play|here|alive|on the \w+)", _while),
    (r"the next time (?P<all>.+)", _next_time),
    (r"(?:each|every|any|all)(?P<who> other)? players? (?:may|can) (?P<rest>.+)", _each_may),
    (r"you may (?P<rest>.+)", _maybe),
    (
        r"(?P<verb>gain|take|get|draw|receive|lose|pay|choose|collect)s? "
        rf"(?P<one>{SO_MANY} .+?),? or (?P<other>{SO_MANY} .+)",
        _either,
    ),
    (r"(?P<before>.*)\b(?:your|an|the) opponent's (?P<after>.+)", _of_opponent),
    (
        r"makes? an? (?P<reach>melee|ranged)? ?attack(?: against (?P<whom>an? .+?))?[;,.] "
        r"(?:on a hit|if (?:it|you) hits?),? (?P<rest>.+)",
        _striking,
    ),
    (r"if (?P<when>.+), (?P<who>the \w+|\w+) wins?(?: the game)?", winning),
    (r"(?P<who>.+?) (?:win|wins)(?: the game)? (?:when|if|as soon as|once) (?P<when>.+)", winning),
    (r"(?:whoever|the first player who|the player who|a player who) (?P<when>.+?) wins(?: the game)?", winning),
    (r"the game (?:ends|is over) (?:when|if|as soon as|once) (?P<when>.+)", ends),
    (rf"(?P<rest>.+?),? (?:{WHEN}) (?P<when>.+)", _afterwards),
    (r"(?P<rest>.+?) (?P<when>(?:at|on) the (?:start|beginning|end) of .+)", _afterwards),
    (r"(?P<rest>.+?),? if (?P<when>.+)", _only_if),
    (r"(?P<rest>.+?),? unless (?P<when>.+)", _unless),
)
"""How rulebooks say it: the words, and what takes them apart."""
