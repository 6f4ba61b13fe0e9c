"""Says whether a suggestion keeps what a sentence says: its numbers, and the words that limit it.

A suggestion that leaves out a number or a limit is another rule: it may be shown as a part of the sentence, but not as its text.
"""

from __future__ import annotations

import re
from functools import lru_cache

from rulewright.language.text.syntax import NUMBER_WORDS

LIMITS = (
    (r"(?:each|every) (?!time|turn|round|other)\w+|everyone|all players", r"each|every|per|when|step|\*|\w+s cost|all \w+"),
    (r"^(?:each|every) (?:other )?(?:player|opponent)|everyone|everybody", r"each|every|step|players|agree"),
    (r"random|randomly", "random"),
    (r"instead", "instead|choose|would|else"),
    (r"unless", "unless|not|else|may|agree|pops"),
    (r"until (?!you|it|they)|this (?:turn|round)", "until|this|follows|next|pops"),
    (r"other|another|others", "other|another|opponents?|others|the rest|would|after"),
    (r"enem(?:y|ies)|opponents?(?:'s?)?", r"enem(?:y|ies)|opponents?|not control|target|perform|other"),
    (r"up to", "up to|<=|may"),
    (r"may", r"may|cost|choose|up to|target|search|agree|extra|in secret"),
    (r"if|when|whenever|while", r"if|needs|trigger|cost|when|while|may|would|step|structure|says"),
    (r"half|halve", r"half|/|rounded|\*"),
    (
        r"not|cannot|can't|never|no|nobody|without",
        r"not|cannot|can't|no|nobody|none|= 0|only|<|<=|empty|non-\w+|without|says|less|another",
    ),
    (r"secret|secretly", "secret"),
    (r"most|highest", "most|highest|>"),
    (r"fewest|lowest|least", "least|lowest|fewest|<"),
    (r"twice|double", r"2|two|twice|\*="),
    (r"half of the (?:players|votes)", ">"),
    (r"face[- ]down", "face down"),
    (r"unused|left over|remaining", "unused|left|rest|remain"),
)  # fmt: skip
"""Words that limit what a sentence says, and the signs that a text still says so."""
NOTATION = {"twice": 2, "double": 2, "thrice": 3}
WORDS = {**{word: number for word, number in NUMBER_WORDS.items() if number > 1}, **NOTATION}


SENTENCES = re.compile(r"[.;] \w|, then ")
LINES = re.compile(r"\n|` and|`, `")
"""Several sentences, and several lines."""


@lru_cache(maxsize=1)
def _limits() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    def sign(words: str) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)

    return tuple((sign(says), sign(keeps)) for says, keeps in LIMITS)


def numbers(text: str) -> set[int]:
    """Give the numbers of a text, in figures or words; one is no number, because `a` says it."""
    figures = {int(each) for each in re.findall(r"\d+", text)}
    return (figures | {WORDS[word] for word in re.findall(r"[a-z]+", text.casefold()) if word in WORDS}) - {1}


def keeps(text: str, said: str) -> bool:
    """Say whether a suggestion has every number and every limit of a sentence."""
    feet = {int(each) // 5 for each in re.findall(r"(\d+)[- ](?:feet|foot|ft)", text)}
    wanted = numbers(re.sub(r"\d+[- ](?:feet|foot|ft)|natural \d+", "", text)) | {each for each in feet if each > 1}
    if not wanted <= numbers(said) or (SENTENCES.search(text) and not LINES.search(said)):
        return False
    return all(kept.search(said) for says, kept in _limits() if says.search(text))
