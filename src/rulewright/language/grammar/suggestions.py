"""Suggestions in an error about a line that cannot be read: how far it was understood, and what would have said it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from rulewright.language.check.problems import Problem, TwoReadings, Unreadable
from rulewright.language.grammar import first_mistakes, kept_words, near_phrases, sentence_leads, slips, told_words
from rulewright.language.grammar.clause_scope import Scope
from rulewright.language.grammar.concepts import CONCEPTS, STATES, Concept
from rulewright.language.grammar.own_slots import OwnSlots
from rulewright.language.grammar.readings import Attempt
from rulewright.language.grammar.rule_lines import Lines
from rulewright.language.grammar.understood_parts import with_gaps
from rulewright.language.names.names import Names
from rulewright.language.names.slot_kinds import SLOTS
from rulewright.language.text.source import Span
from rulewright.program.declared import OWN_STATS
from rulewright.program.quick_dataclasses import replace
from rulewright.program.spelled import plain

FEW = 20  # after so many, no more sentences are taken apart
LONGEST = 240  # longer lines are not taken apart

ZONES = {
    "hand": ("hand", "grip", "hq"),
    "deck": ("deck", "library", "main deck", "draw pile", "stack of cards", "roles"),
    "discard": ("discard", "graveyard", "trash", "heap", "discard pile", "compost"),
    "play": ("board", "battlefield", "field", "table", "base", "garden"),
    "supply": ("supply", "market", "shop", "row"),
}
"""What zones are usually called, by what they are for."""

JOINTS = re.compile(r",? and then |,? then | and |, (?=[+\-−]?\w)|\. ", re.IGNORECASE)
"""Where one line may say two things."""

OPENING = re.compile(r"^(?:when(?:ever)?|if|each time|every time|after|as soon as) ", re.IGNORECASE)
"""Words with which triggers begin elsewhere."""


def unknown(scope: Scope, kind: str, text: str, span: Span) -> Unreadable:
    """Give the error for a line no phrase fits."""
    article = "an" if kind[0] in "aeiou" else "a"
    expected = f'{article} {kind} that the reference lists; `rulewright how "{_short(text)}"` searches for one'
    return noted(scope.names.fail(span, f"{text!r} is not understood", expected), kind, text, scope)


def _own_word(text: str) -> str:
    """Give the line that makes a verb a word of the text's own; what is done to somebody is a state, most likely."""
    verb, _, rest = text.casefold().partition(" ")
    if not re.match(r"(?:target|it|this|an?|the) ?\w*$", rest):
        return f"a line `Word {verb} …: …`"
    state = verb.title() + ("d" if verb.endswith("e") else "ed")
    return f"a line `Word {verb} <whom>: <whom> has 1 {state}` with a line `Stat {state}: 0 to 1`"


def _short(text: str) -> str:
    return " ".join(re.findall(r"[\w']+", text)[:8])


def noted(error: Unreadable, kind: str, text: str, scope: Scope) -> Unreadable:
    """Remember which line an error is about; that of the innermost clause counts."""
    if error.said is None and not isinstance(error, TwoReadings):
        error.said = (kind, text, scope)
    return error


def led(error: Unreadable, names: Names) -> Problem:
    """Give the problem of an error, with the text that says what was wanted, where the words tell that."""
    problem = slips.misspelt_phrase(error)
    written = names.written(problem.span)
    if written is not None and error.said is not None:
        error.whole = (written[1], error.said[2])
    if not slips.is_slip(problem) and (slip := slips.misspelt_name(error, problem, names)) is not None:
        return slip
    told = isinstance(error, TwoReadings) or (error.said is None and error.whole is None)
    if told or len(names.problems) >= slips.MANY or slips.is_slip(problem):
        return problem
    taken = (_part(error, sentence_leads.read, error.line) if error.line else None) or _part(error, sentence_leads.read)
    if taken is not None and written is not None:
        return replace(taken, span=written[0])
    if taken is not None:
        return taken if VAGUE.search(problem.message) else replace(taken, message=problem.message)
    problem = slips.plausible(problem)
    if error.said is None or not VAGUE.search(problem.message):
        return problem
    kind, said, scope = error.said
    text = " ".join(said.split())
    whole = " ".join(error.whole[0].split()) if error.whole is not None else text
    if text not in whole:  # the words of nobody
        kind, text, problem = "effect", whole, unknown(scope, "effect", whole, problem.span).problem
    return _said(error, problem, kind, text, scope)


def _said(error: Unreadable, problem: Problem, kind: str, text: str, scope: Scope) -> Problem:
    """Give the problem with what says the line, or else with what says a part of it and with phrases about the same."""
    whole = (
        first_mistakes.led(problem, kind, text, scope)
        or _reworded(problem, kind, text, scope)
        or _lacking(problem, kind, text, scope.names)
        or _part(error, sentence_leads.with_new_names)
        or _uncounted(problem)
        or _part(error, sentence_leads.partly)
    )
    if whole is not None:
        return whole
    guesses = [_joined(problem, kind, text, scope), _concept(problem, kind, text, scope)]
    if not re.match(r"there is no \w+ '\w+'", problem.message):
        guesses += [_part(error, sentence_leads.with_unknown_units), _part(error, sentence_leads.with_new_stats)]
    some = [guess for guess in guesses if guess is not None]
    kept = next((guess for guess in some if kept_words.keeps(text, guess.nearest)), None)
    if kept is not None:
        return kept
    alone = problem.message.startswith(repr(text))
    found = (_part(error, sentence_leads.without) if alone else None) or _gapped(error, problem)
    found = found or (_part(error, sentence_leads.begun) if alone else None)
    if found is None and some and not some[0].gives_lines:
        expected = _with_guess(problem, some[0].nearest)
        return replace(problem, message=f"{text!r} is not understood", expected=expected, nearest="")
    given = _with_phrases(found or _partly(problem, kind, text, scope), kind, text, scope)
    if some:
        return _beside(given, some[0].nearest) if found is not None and not some[0].gives_lines else given
    return _with_meaning(given, kind, text, scope.names)


def _with_meaning(problem: Problem, kind: str, text: str, names: Names) -> Problem:
    """Add what the words of the only part that is not understood usually mean."""
    unread, concept = re.match(r"'(.+?)' in '", problem.message), _found(kind, text, names)
    if unread is None or concept is None or concept[0].lacks:
        return problem
    wanted = concept[0].wanted.search(text)
    return _beside(problem, concept[1]) if wanted is not None and unread[1] in wanted[0] else problem


def _gapped(error: Unreadable, problem: Problem) -> Problem | None:
    """Give the lines for the parts that can be read, unless the problem already names a word inside the only gap."""
    found = _part(error, with_gaps)
    named = re.match(r"'(.+?)' names nothing", problem.message)
    smaller = found is not None and named is not None and re.match(rf"'while .*\b{re.escape(named[1])}\b", found.message)
    return None if smaller else found


def _beside(problem: Problem, guess: str) -> Problem:
    """Add to the lines with gaps what the words of the sentence usually mean."""
    return problem if guess in problem.expected else replace(problem, expected=_with_guess(problem, guess))


def _with_guess(problem: Problem, guess: str) -> str:
    """Add to what is expected what may say a part of the line."""
    return f"{problem.expected}; perhaps {guess} for a part of it".removeprefix("; ")


def _with_phrases(problem: Problem, kind: str, text: str, scope: Scope) -> Problem:
    """Give the problem with the phrases that are about what it could not read."""
    if "is not understood" not in problem.message or (problem.gives_lines and "…" not in problem.nearest):
        return problem
    unread = re.match(r"'(.+?)' in '", problem.message)
    near = near_phrases.near(kind, unread[1] if unread is not None else text, scope.table, scope.names)
    if not near:
        own = f", or {_own_word(text)} defines it" if kind == "effect" and problem.expected else ""
        return replace(problem, expected=f"{problem.expected}{own}")
    phrases = ", ".join(f"`{phrase}`" for phrase in near)
    return replace(problem, expected=f"{kind}s that are about the same: {phrases}")


def _reworded(problem: Problem, kind: str, text: str, scope: Scope) -> Problem | None:
    """Suggest other words for a trigger or a condition, if they can be read."""
    if kind not in ("trigger", "condition") or len(scope.names.problems) >= FEW or len(text) > LONGEST:
        return None
    said = sentence_leads.other_words(kind, OPENING.sub("", text), scope)
    return replace(problem, message=f"{text!r} is not understood", expected="", nearest=said) if said else None


def _uncounted(problem: Problem) -> Problem | None:
    """Say that `for each …` counts nothing that the book knows, instead of that it is not a duration."""
    counted = re.match(r"'for each (.+)' is not a duration", problem.message)
    if counted is None:
        return None
    expected = "things that the book knows: `for each …` and a noun phrase"
    return replace(problem, message=f"{counted[1]!r} names nothing that can be counted", expected=expected)


def _part(error: Unreadable, read: Callable[[str, Scope], tuple[str, Lines] | None], line: str = "") -> Problem | None:
    """Suggest lines for a sentence that can be taken apart: a message, and the lines for all or a part of it."""
    kind, said, scope = error.said or ("", "", None)
    text, scope = error.whole or (said, scope)
    text = line or text
    if scope is None or len(text) > LONGEST or len(scope.names.problems) >= FEW or (error.whole is None and kind != "effect"):
        return None
    found = read(" ".join(text.split()), scope)
    lines = found[1].about_target() if found is not None else None
    if found is None or lines is None or not sentence_leads.holds(lines, scope):
        return None
    return replace(error.problem, message=found[0], expected="", nearest=lines.shown())


VAGUE = re.compile(
    r"is not understood|names nothing|is not a declared stat|that a structure does|there is no (?:structure|zone|action)|"
    r"may mean several|not something that somebody could do|does not name a single|is not a duration|"
    r"is not a number|a series of blows|^expected an operator|there is no kind '\S+ \S+ \S+"
)
"""The problems in which a line was probably not meant as the phrase that it fits."""


# -- by meaning --------------------------------------------------------------------------------------------------------


def _concept(problem: Problem, kind: str, text: str, scope: Scope) -> Problem | None:
    """Suggest what the words usually mean in games, if the suggestion can be read."""
    found = _found(kind, text, scope.names)
    if found is None or not told_words.whole(text, found[1]):
        return None
    if kind == "effect" and not (sentence_leads.sound(found[1], scope) and _covers(found[1], text)):
        return None
    return replace(problem, message=f"{text!r} is not understood", expected="", nearest=found[1])


def _covers(said: str, text: str) -> bool:
    """Say whether a suggestion speaks of what a longer line says, and not of one word in it alone."""
    wanted = {word[:4] for word in re.findall(r"[a-z]{3,}", text.casefold()) if word not in near_phrases.COMMON}
    told = {word[:4] for word in re.findall(r"[a-z]{3,}", said.casefold())}
    limited = any(word in text.casefold() and word not in said for word in LIMITS)
    return not limited and (GENERAL.search(said) is None or len(wanted) <= FEW_WORDS or len(wanted & told) * 2 >= len(wanted) - 1)


GENERAL = re.compile(
    r"^`(?:each player with the most|all players have 0 First|\w+ has 1 \w+`, after|(?:target )?gains? \w+ \w+`)"
)
"""Suggestions that a single word of a line may lead to."""
LIMITS = (" unless they ", " instead", " if you d", " if they ", " if it ", " must ")  # without them it is another rule
FEW_WORDS = 3  # of so few words with a meaning, any may be what the line is about


def _lacking(problem: Problem, kind: str, text: str, names: Names) -> Problem | None:
    """Say that the language lacks what the words usually mean in games, and what comes near."""
    found = _found(kind, text, names)
    if found is None or not found[0].lacks:
        return None
    message = f"{text!r} is not understood: the language has no phrase for {found[0].lacks}"
    return replace(problem, message=message, expected=f"the nearest thing, {found[1]}", nearest="")


def _found(kind: str, text: str, names: Names) -> tuple[Concept, str] | None:
    for row in CONCEPTS:
        fits = row.kind == kind and (not row.has or (row.has in names.has if row.has[0] != "!" else row.has[1:] not in names.has))
        found = row.wanted.search(text) if fits else None
        if found is not None:
            return row, f"`{_filled(row, text, found, names)}`"
    return None


def _filled(row: Concept, text: str, found: re.Match[str], names: Names) -> str:
    """Give the text of a concept with the book's own names and what the line says."""
    groups = {key: value for key, value in found.groupdict().items() if value}
    dc = re.search(r"\bdc (\d+)", text, re.IGNORECASE)
    subject = OPENING.sub("", text)[: max(0, found.start() - len(text) + len(OPENING.sub("", text)))].strip()
    own = [stat.name for stat in names.stats[len(OWN_STATS) :]]
    filled = {role: _zone(names, role) for role in ZONES}
    filled |= {"stat": own[0] if own else "Strength", "attack": _stat(names, own, ("attack", "power", "might", "strength"))}
    filled |= {"life": _stat(names, own, ("life", "health", "toughness", "defense")), "dc": dc[1] if dc else "13"}
    filled |= {"n": "2", "m": "1", "what": "", "whom": "target", "things": subject or "a card", "rest": "", "unit": "hours"}
    spent = OwnSlots(names, "").paid({})
    price = re.search(r"\bcosts? (\d+|an?|one|two|three)\b", text)
    filled |= {
        "ability": filled["stat"],
        "until": "",
        "paid": spent or filled["stat"],
        "price": price[1] if price else "2",
        **groups,
    }
    filled |= {key.removesuffix("2"): value for key, value in groups.items() if key.endswith("2")}
    if re.search(r"\d+ feet", text) and filled["n"].isdigit():
        filled["n"] = str(max(1, int(filled["n"]) // 5))
    if groups.get("ability") and names.declared(groups["ability"]) is None:
        filled["ability"] = filled["stat"]
    if "state" in groups:
        filled["state"] = STATES[groups["state"].casefold()]
    if "named" in groups:
        filled["named"] = groups["named"].title()
    for key in ("what", "other", "per"):
        filled |= {key: _spelled(names, filled[key], row.text)} if filled.get(key) else {}
    if names.zone(f"{filled['what']}s") is not None:
        filled["deck"] = f"{filled['what'].title()}s"
    said = re.sub(r"\{(\w+)\}", lambda slot: filled.get(slot[1], slot[0]), row.text)
    every = EVERYBODY.match(text)
    if every is not None and said.startswith(("gain ", "lose ")):
        said = f"each {'opponent' if every[1] else every[2]}: {said}"
    noun = AIMED.search(text)
    if noun is not None and re.search(r"\btarget\b", said) and "Target:" not in said:
        article = noun[1] if noun[1].casefold() != "target" else "an" if noun[2][0] in "aeio" else "a"
        said = f"{said}`, after `Target: {article} {noun[2]}"
    return re.sub(r"\b(?:1|one|an?) tiles\b", "1 tile", said)


EVERYBODY = re.compile(r"(?:each|every|all) (other )?(player|opponent)s?\b", re.IGNORECASE)
NO_AIM = (
    "card|random|new|dc|is|are|gets?|gains?|has|falls|takes|makes|until|turn|player|loses|becomes|to|from|into|with|majority|"
    "for|and|back|natural|line|single|extra|successful|adjacent"
)
AIMED = re.compile(rf"\b(target|an?) (?!(?:{NO_AIM})\b)([a-z]\w+)\b", re.IGNORECASE)
"""What a line is aimed at, where it says so as other games do: `target creature`, `a unit`."""


def _spelled(names: Names, word: str, text: str) -> str:
    """Spell a word as the book does where it is a stat, in the singular or plural; a new one begins with a capital."""
    known = next((index for name in (word, f"{word}s") if (index := names.declared(name)) is not None), None)
    if known is not None:
        return names.stats[known].name
    return word.title() if re.search(r"(Stat|Kind) \{what\}|\[\{what\}\]", text) else word


def _zone(names: Names, role: str) -> str:
    """Give the zone of a book that is for something, by what such zones are usually called."""
    named = next((name for name in ZONES[role] if name in names.zones), None)
    ending = next((name for name in names.zones if name.split()[-1] in ZONES[role]), None)
    return (named or ending or role).title()


def _stat(names: Names, own: list[str], usual: Iterable[str]) -> str:
    return next((name for name in own for each in usual if plain(name) == each), own[0] if own else next(iter(usual)).title())


# -- by what was understood --------------------------------------------------------------------------------------------


def _joined(problem: Problem, kind: str, text: str, scope: Scope) -> Problem | None:
    """Suggest separate lines for a line with several effects, each of which can be read or is known."""
    parts = [part.strip() for part in JOINTS.split(text)] if kind == "effect" else []
    said = [_single(kind, part, scope) for part in parts]
    if len(said) < 2 or not all(said) or re.search(" of them|paying", text) or not told_words.whole(text, "\n".join(said)):
        return None
    message = f"{text!r} contains several effects, and a clause can have only one"
    return replace(problem, message=message, expected="", nearest=" and, on a line of its own, ".join(said))


def _single(kind: str, text: str, scope: Scope) -> str:
    """Give what says a part of a line: itself, or what its concept is said by; "" where neither is known."""
    if _reads(kind, text, scope):
        return f"`{text}`"
    found = _found(kind, text, scope.names)
    if found is not None:
        return "" if found[0].lacks or not sentence_leads.sound(found[1], scope) else found[1]
    shaped = [phrase.pattern for phrase in scope.table if phrase.kind == kind and "{rest" not in phrase.pattern.text]
    return f"`{text}`" if any(True for pattern in shaped for _ in pattern.matches(text, SLOTS)) else ""


TRIGGERS = (
    "… goes to ZONE, leaves ZONE, dies, moves, attacks …, is damaged, performs NAME, gains or loses STAT, a STRUCTURE begins or "
    "ends, or a word that the rules tell: … tells WORD"
)


def _partly(problem: Problem, kind: str, text: str, scope: Scope) -> Problem:
    """Say how much of a line was understood; a trigger is also tried without a word such as `when` at its beginning."""
    bare = OPENING.sub("", text)
    if kind == "trigger" and bare != text:
        if _reads(kind, bare, scope):
            return replace(problem, nearest=f"`{bare}`")
        if (message := _as_far_as(kind, bare, text, scope)) is not None:
            return replace(problem, message=message, expected=TRIGGERS, nearest="")
        verb = next(
            (word for word in reversed(bare.split()) if re.fullmatch(r"\w+ed", word)), " ".join(bare.split()[1:2]) or "rings"
        )
        lead = f"`{verb}` as a word of your own: `tell {verb}` where it happens, and `Trigger: this tells {verb}`"
        return replace(problem, message=f"{text!r} is not understood", expected=lead, nearest="")
    if kind == "trigger" and problem.message.endswith("that a structure does"):
        return replace(problem, message=f"{text!r} is not understood", expected=TRIGGERS, nearest="")
    wrong = re.search(r"^'(.+ .+)' (?:is not understood|is not a declared stat|names nothing)", problem.message)
    message = _as_far_as(kind, text, text, scope) if wrong is not None else None
    return problem if message is None else replace(problem, message=message)


def _as_far_as(kind: str, text: str, line: str, scope: Scope) -> str | None:
    """Say from which word on a line is not understood; None if no beginning of the text can be read."""
    words = text.split()
    for end in range(len(words) - 1, 1, -1):
        before = " ".join(words[:end])
        if _reads(kind, before, scope):
            return f"{line!r} is not understood from {' '.join(words[end:])!r} on; {before!r} is understood"
    return None


def _reads(kind: str, text: str, scope: Scope) -> bool:
    """Say whether a part of a line can be read by itself; nothing of the attempt stays."""
    from rulewright.language.grammar import phrases  # imported here, because that module imports this one

    attempt = Attempt(scope)
    try:
        return phrases.match(scope.table, kind, text, Span("", 1, 1, 0), scope) is not None
    except Exception:
        return False
    finally:
        attempt.take_back()
