"""What may fill the slots of a phrase, by the kind of slot."""

from __future__ import annotations

from rulewright.language.grammar.patterns import SlotKind
from rulewright.language.text.source import BRACKETED

SLOTS: dict[str, SlotKind] = {
    "amount": SlotKind(
        rf"(?=.*(?:[\d\]]|(?-i:\b[B-Z]\b)))(?:{BRACKETED}|[-+*/\w\s()]|,(?=\s*rounded\b))+"
        r"|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    ),
    "signed": SlotKind(rf"[-+−]\s*(?:\d+d\d+|\d+|{BRACKETED})"),
    "times": SlotKind(rf"once|twice|thrice|(?:\w+|\d+|{BRACKETED}) times?"),
    "stat": SlotKind(r"\[[^\]]+\]|[A-Z][\w' -]*|[a-z][\w' -]*"),
    "whom": SlotKind(r"[\w' ,\[\]<>=!≤≥≠&+*/−×÷-]+"),
    "things": SlotKind(r"[\w' ,\[\]<>=!≤≥≠&+*/−×÷-]+"),
    "duration": SlotKind(r"(?:until|for|during|this) ?[\w' \[\]()<>=!≤≥≠+*/−×÷-]*"),
    "zone": SlotKind(r"(?:your |the |its |its owner's )?[\w' &-]+"),
    "action": SlotKind(r"[\w' -]+"),
    "structure": SlotKind(r"[\w' -]+"),
    "mark": SlotKind(r"[\w' -]+"),
    "feature": SlotKind(r"[\w' -]+"),
    "class": SlotKind(r"[\w-]+"),
    "word": SlotKind(r"[\w-]+"),
    "place": SlotKind(r"top|bottom"),
    "rest": SlotKind(r".+"),
    "label": SlotKind(r"[\w' -]+"),
    "doing": SlotKind(r"[\w' ,\[\]<>=!≤≥≠&+*/−×÷-]+"),
    "up_to": SlotKind(r"up to"),
    "every_time": SlotKind(r"every time"),
    "bound": SlotKind(r"at least|at most|exactly|only"),
    "rank": SlotKind(r"second most|second least|most|least|highest|lowest"),
    "may": SlotKind(r"may"),
    "free": SlotKind(r"without paying(?: for it| for them| its costs?| their costs?)?"),
    "no": SlotKind(r"no"),
    "order": SlotKind(r",? ?in turn|,? ?in secret|, the last first|, the active player's last|, as [\w' ]+ chooses"),
    "costs": SlotKind(r"costs?"),
    "face_down": SlotKind(r"face down"),
    "randomly": SlotKind(r"in random order"),
    "as_it_lies": SlotKind(r"as (?:it lies|they lie)"),
    "alike": SlotKind(r"different|the same"),
    "comparison": SlotKind(r"(?:falls|drops) (?:to|below)|rises (?:to|above)"),
}
