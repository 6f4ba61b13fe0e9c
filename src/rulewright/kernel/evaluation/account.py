"""Tells what happened in the style of an example in a rulebook: who, each die, sums, comparison, old and new value, rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulewright.kernel.change import triggers, values
from rulewright.kernel.evaluation import evaluate, rolling
from rulewright.kernel.flow.agenda import Machine
from rulewright.kernel.sight import views, visibility
from rulewright.kernel.state.events import Event
from rulewright.kernel.state.facts import LIVES, NOBODY, NOWHERE, OWN, OWNER, TILE, Lasting, Vars
from rulewright.program import building, expressions
from rulewright.program.expressions import Expression
from rulewright.program.modes import Joint, Phase, Want
from rulewright.program.spelled import said_of

Told = tuple[int, str]  # a value, and how it was computed


def recount(node: Expression, m: Machine, vars: Vars) -> Told:
    """Compute a number and tell it die by die."""
    if isinstance(node, expressions.Roll):
        return _dice(node, m, vars)
    if isinstance(node, expressions.Arithmetic):
        return _sum(node, m, vars)
    if isinstance(node, expressions.Unary):
        value, told = recount(node.of, m, vars)
        return (max(0, value), told) if node.op == "+" else (-value, f"-{told}")
    value = evaluate.evaluate(node, m, vars)
    return value, str(value)


def _dice(node: expressions.Roll, m: Machine, vars: Vars) -> Told:
    before = len(m.events)
    value = evaluate.evaluate(node, m, vars)
    faces = [face for event in m.events[before:] if event[0] == "rolled" for face in event[2]]
    if rolling.plain(node):
        return value, " + ".join(map(str, faces)) or "0"
    counted = rolling.fell(node, evaluate.kept(node, m, vars), m.events[before:])
    return value, f"{' + '.join(map(str, counted)) or '0'} (of {', '.join(map(str, faces))})"


def _sum(node: expressions.Arithmetic, m: Machine, vars: Vars) -> Told:
    left, told_left = recount(node.left, m, vars)
    right, told_right = recount(node.right, m, vars)
    bracket = node.op in ("*", "/", "/^", "%") and isinstance(node.left, expressions.Arithmetic) and node.left.op in "+-"
    told_left = f"({told_left})" if bracket else told_left
    told_right = f"({told_right})" if isinstance(node.right, expressions.Arithmetic) else told_right
    return values.arith(node.op, left, right), building.SUM_WORDS[node.op].format(told_left, told_right)


class OpenWords(str):
    """Words of an account that everybody may know, because they are only about visible things."""


def note(m: Machine, words: str, node: Expression | None = None, vars: Vars | None = None) -> None:
    """Add words to the account, if one is kept; words about a sum are open if its numbers are."""
    if m.account is not None:
        open_to_all = node is not None and all(_is_open(part, m, vars or {}) for part in building.walk(node))
        m.account.append(OpenWords(words) if open_to_all else words)


def _is_open(part: building.AnyRecord, m: Machine, vars: Vars) -> bool:
    """Say whether everybody knows a part of a sum: a plain number, dice, or a stat that a spectator sees."""
    if not isinstance(part, expressions.StatOf):
        return (_said(part) or isinstance(part, expressions.Slot | expressions.Holder)) and not building.is_number(part)
    slot = evaluate.evaluate(part.who, m, vars)
    return slot == NOWHERE or (visibility.knows(m, None, slot) and not views.hidden(m, None, slot, part.stat))


def number(node: Expression, m: Machine, vars: Vars, words: str = "") -> int:
    """Compute a number, and tell how if an account is kept and there is something to tell."""
    if m.account is None:
        return int(evaluate.evaluate(node, m, vars))
    value, told = recount(node, m, vars)
    if told != str(value) or building.rolls(node):
        of = f"{words}{formula(node, m, vars)}: " if sayable(node) else words
        note(m, f"  {of}{told if told == str(value) else f'{told} = {value}'}.", node, vars)
    return int(value)


def formula(node: Expression, m: Machine, vars: Vars) -> str:
    """Put an expression into words as it would be written, with the names of its things."""
    return FORMULA[type(node)](node, m, vars) if _said(node) else "a number"


def _stat_words(node: expressions.StatOf, m: Machine, vars: Vars) -> str:
    name = m.book.stats[node.stat].name
    if m.book.stats[node.stat].shared == "all" or (node.who == building.ACTOR):
        return name
    slot = evaluate.evaluate(node.who, m, vars)
    return f"{m.book.name_of(m.state, slot)}'s {name}" if slot != NOWHERE else name


def _joined_words(node: expressions.Logic, m: Machine, vars: Vars) -> str:
    words = [formula(part, m, vars) for part in node.parts]
    return f"not {words[0]}" if node.how is Joint.NOT else (" and " if node.how is Joint.ALL else " or ").join(words)


def _measure_words(node: expressions.Measure, m: Machine, vars: Vars) -> str:
    ranks = {1: "most", 2: "second most", -1: "least", -2: "second least"}
    head = ranks[node.rank] if node.want is Want.MOST else "total"
    counted = "longest line" if node.along else "number"
    what = counted if node.want is Want.COUNT else f"{head} {m.book.stats[node.stat].name}"
    return f"the {what} of {node.of.words}"


FORMULA: dict[type, Callable[[building.Node, Machine, Vars], str]] = {
    expressions.Constant: lambda node, m, vars: str(node.n),
    expressions.Roll: lambda node, m, vars: building.roll_words(
        node, formula(node.count, m, vars), formula(node.keep, m, vars) if node.keep else ""
    ),
    expressions.StatOf: _stat_words,
    expressions.Slot: lambda node, m, vars: node.name,
    expressions.Unary: lambda node, m, vars: f"{'-' if node.op == '-' else ''}{formula(node.of, m, vars)}",
    expressions.Arithmetic: lambda node, m, vars: building.SUM_WORDS[node.op].format(
        formula(node.left, m, vars), formula(node.right, m, vars)
    ),
    expressions.Compare: lambda node, m, vars: f"{formula(node.left, m, vars)} {node.op} {formula(node.right, m, vars)}",
    expressions.Logic: _joined_words,
    expressions.Measure: _measure_words,
    expressions.Situation: lambda node, m, vars: "the number of sides left",
}


def settled(node: Expression, m: Machine, vars: Vars) -> str:
    """Put a condition into the words of its rule, or else into its current values, without rolling; `why_not` shows this."""
    if node in m.book.said:
        return str(m.book.said[node])
    if (state := _state(node, m)) is not None:
        asked, is_so = state
        who = m.book.name_of(m.state, evaluate.evaluate(asked.who, m, vars))
        return f"{who} is {'' if is_so else 'not '}{m.book.stats[asked.stat].name.casefold()}"
    if isinstance(node, expressions.Compare) and sayable(node):
        return f"{_valued(node.left, m, vars)} {node.op} {_valued(node.right, m, vars)}"
    if isinstance(node, expressions.Logic) and node.how is not Joint.NOT:
        every = node.how is Joint.ALL
        unmet = [part for part in node.parts if every and not building.rolls(part) and not evaluate.evaluate(part, m, vars)]
        return (" and " if every else " or ").join(settled(part, m, vars) for part in unmet or node.parts)
    return formula(node, m, vars) if sayable(node) else "its condition holds"


def _state(node: Expression, m: Machine) -> tuple[expressions.StatOf, bool] | None:
    """Give the stat, whose values are only 0 and 1, by which a condition asks whether a thing has a property, or has it not."""
    if not isinstance(node, expressions.Compare) or node.op != "=":
        return None
    left, right = building.bare(node.left), building.bare(node.right)
    if not isinstance(left, expressions.StatOf) or not isinstance(right, expressions.Constant) or right.n not in (0, 1):
        return None
    stat = m.book.stats[left.stat]
    return (left, right.n == 1) if (stat.least, stat.most, stat.shared) == (0, 1, "") else None


def _valued(node: Expression, m: Machine, vars: Vars) -> str:
    words, value = formula(node, m, vars), str(evaluate.evaluate(node, m, vars))
    return words if words == value else f"{words} ({value})"


def in_words(node: Expression, m: Machine) -> bool:
    """Say whether a condition, or a part of it, has words."""
    parts = (node, *getattr(node, "parts", ()))
    return any(part in m.book.said or _state(part, m) is not None or not sayable(part) for part in parts)


def sayable(node: Expression) -> bool:
    """Say whether a number or a condition can be put into words: all of its parts have words."""
    parts = getattr(node, "parts", ()) or tuple(getattr(node, name) for name in ("left", "right", "of") if hasattr(node, name))
    return _said(node) and (isinstance(node, expressions.Measure) or all(map(sayable, parts)))


def _said(node: building.AnyRecord) -> bool:
    """Say whether a number or a condition has words, apart from its parts."""
    if isinstance(node, expressions.Measure):
        return node.want in (Want.COUNT, Want.SUM, Want.MOST)
    if isinstance(node, expressions.Situation):
        return node.how is Phase.SIDES_LEFT
    return building.is_number(node) if isinstance(node, expressions.Slot) else type(node) in FORMULA


def compare(node: expressions.Compare, m: Machine, vars: Vars, hit: bool) -> tuple[bool, str]:
    """Make a comparison and tell it: both sides, the question, the answer."""
    words = formula(node, m, vars) if sayable(node) else "The check"
    left, told_left = recount(node.left, m, vars)
    right, told_right = recount(node.right, m, vars)
    true = evaluate.COMPARE[node.op](left, right)
    sides = [told if told == str(value) else f"{told} = {value}" for value, told in ((left, told_left), (right, told_right))]
    verdict = ("Yes. " + ("Hit!" if hit else "Success.")) if true else ("No. " + ("Miss!" if hit else "Failure."))
    return true, f"{words}: {sides[0]} against {sides[1]}. {left} {node.op} {right}? {verdict}"


# -- events in words ---------------------------------------------------------------------------------------------------


def say(m: Machine, event: Event) -> str:
    """Put an event into words for people; an empty text if only the machine needs it."""
    words = SAY.get(event[0])
    return words(m, event) if words else ""


def _changed(m: Machine, event: Event) -> str:
    _, slot, stat, old, new = event
    name = m.book.name_of(m.state, slot)
    if stat == TILE and m.state.setting.grid is not None:
        here, there = (m.state.setting.grid.words(tile) if tile >= 0 else "nowhere" for tile in (old, new))
        return f"{name} moves from {here} to {there}." if old >= 0 else f"{name} comes to {there}."
    if stat < OWN:
        if m.book.is_card(m.state, slot):
            return ""  # its player wins or loses
        return {(8, 1): f"{name} wins.", (8, -1): f"{name} loses."}.get((stat, new), "")
    words = m.book.stats[stat].words
    whose = "" if m.book.stats[stat].shared == "all" else f"{name}'s "
    old, new = (words[old], words[new]) if words else (old, new)
    return f"{whose}{m.book.stats[stat].name}: {old} → {new}."


def _moved(m: Machine, event: Event) -> str:
    zone = event[3][0]
    name = m.book.name_of(m.state, event[1]) if event[1] != NOWHERE else "Something unseen"
    if zone == NOWHERE:
        return f"{name} is gone." if (event[1], "stack") not in m.state.links else ""  # its results are told
    kind = m.book.zones[m.state.grounds[zone][0]] if m.state.grounds[zone][0] >= 0 else None
    if kind is not None and kind.quiet:
        return ""  # other words tell who put it there, and its targets
    if kind is not None and kind.keeps:
        return f"{name}: {kind.name}!"
    return f"{name} goes to {m.book.zone_words(m.state, zone)}."


def _linked(m: Machine, event: Event) -> str:
    """Say where something goes, and what it is attached to; its other references are told by other words."""
    if event[2] not in PLACED:
        return ""
    known = event[3:5] != (None, None)  # a viewer is told only that there is a link
    (ref,) = (event[4] if known else m.state.refs(event[1], event[2])) or (NOWHERE,)
    gone, there = PLACED[event[2]]
    name = m.book.name_of(m.state, event[1])
    return f"{name} {gone}." if ref == NOWHERE else f"{name} {there} {m.book.name_of(m.state, ref % LIVES)}."


PLACED = {"at": ("goes home", "goes to"), "attached": ("is attached to nothing", "is attached to")}


def _revealed(m: Machine, event: Event) -> str:
    """Say who may see something now; to a viewer who does not see it, it has no name."""
    _, slot, _, seers, zone = event
    name = m.book.name_of(m.state, slot) if slot != NOWHERE else f"A card in {m.book.zone_words(m.state, zone)}"
    if seers is None:
        return f"{name} is turned face up."
    if m.book.zones[m.state.grounds[zone][0]].seen == "all":
        return f"{name} is turned face down."
    seats = m.state.setting.seats
    return f"{name} is shown to {'all' if len(seers) > len(seats) else ' and '.join(seats[seat] for seat in seers)}."


def _lasts(m: Machine, event: Event) -> str:
    old, new = event[1], event[2]
    if new is None or old is not None:
        return ""
    name = "" if new.object == NOWHERE else m.book.name_of(m.state, new.object)
    if isinstance(new.question, int):
        sign = f"{new.amount:+d}" if new.op == "add" else f"= {new.amount}"
        return f"{name} has {sign} {m.book.stats[new.question].name} ({new.name})."
    what, *about = new.question
    return BEGUN[what](m, name, new, *about) if what in BEGUN else ""


def _classed(m: Machine, name: str, new: Lasting, action: int) -> str:
    return f"{new.name} becomes {m.book.classes[new.amount].name}." if new.amount != NOWHERE else f"{new.name} is no action."


def _prevents(m: Machine, name: str, new: Lasting, stat: int, op: str) -> str:
    way = "lose" if op == "-=" else "gain"
    return f"The next {new.amount} {m.book.stats[stat].name} that {name} would {way} are prevented ({new.name})."


def _priced(m: Machine, name: str, new: Lasting, action: int, stat: int) -> str:
    times = "" if new.uses is None else f", {new.uses} more times"
    return f"{name} may {m.book.actions[action].name} for {new.amount} {m.book.stats[stat].name}{times} ({new.name})."


def _laid_down(m: Machine, name: str, new: Lasting, number: int) -> str:
    """Say what cannot happen to a thing for a while, or what acts cost."""
    rule = m.book.prohibitions[number]
    said = said_of(name, rule.words) if rule.amount is None else f"{rule.words} ({new.name})"
    return f"{said[:1].upper()}{said[1:]}."


BEGUN: dict[str, Callable[..., str]] = {
    "class": _classed,
    triggers.FOLLOWS: lambda m, name, new, action: f"{new.name} will follow.",
    "bar": lambda m, name, new, word, but: f"{name} performs {new.name}.",
    "next": _prevents,
    "price": _priced,
    "control": lambda m, name, new: f"{m.book.name_of(m.state, new.amount)} controls {name}." if new.amount >= 0 else "",
    "form": lambda m, name, new: f"{name} becomes {m.book.kinds[new.amount].name}." if new.amount >= 0 else "",
    "cannot": _laid_down,
    "mark": lambda m, name, new, word: f"{name} is {new.name}.",
    "feature": lambda m, name, new, feature: f"{name} has {new.name}.",
    "silent": lambda m, name, new, action: f"{name}: {new.name} is out of use.",
}
"""What a thing has, is or lacks for a while, by the question that an effect answers; of other effects nothing is told."""


def _expired(m: Machine, event: Event) -> str:
    effect = event[1]
    if effect is None or (isinstance(effect.question, tuple) and effect.question[0] == triggers.FOLLOWS):
        return ""  # what followed is told
    if effect.object == NOWHERE:
        return f"{effect.name} is again what it was."
    silent = isinstance(effect.question, tuple) and effect.question[0] == "silent"
    return f"{m.book.name_of(m.state, effect.object)}: {effect.name} {'is in use again' if silent else 'ends'}."


def _told(m: Machine, event: Event) -> str:
    word, rest = event[1], event[2:]
    if word == "check":
        return "" if rest[0] == "passed" else "The check fails."
    if word == "negated":
        return f"What {m.book.name_of(m.state, rest[0])} would have taken is negated."
    if word == "prevented":
        return f"What would have happened to {m.book.name_of(m.state, rest[0])} is prevented."
    if word == "chose":
        return f"{m.book.name_of(m.state, rest[0])} chose {rest[1]}."
    if word == "cannot":
        return f"{said_of(m.book.name_of(m.state, rest[0]), rest[1])}."
    if word in ("stacked", "copied") and (rest[0], "stack") in m.state.links:
        return f"{stacked(m, rest[0])}, {'waiting' if word == 'stacked' else 'a copy, waiting'}."
    things = [m.book.name_of(m.state, part) if isinstance(part, int) else str(part) for part in rest]
    return f"{' '.join(things)}: {word}." if things else f"{word[:1].upper()}{word[1:]}."


def stacked(m: Machine, slot: int) -> str:
    """Say for something that was put on a stack who controls it, and its targets."""
    player, name = m.state.cell(slot, OWNER), m.book.name_of(m.state, slot)
    owner = "nobody" if player == NOBODY else m.state.setting.seats[player]
    aims = [m.book.name_of(m.state, ref % LIVES) for _, ref in m.state.named_refs(slot, "targets")]
    at = f" → {', '.join(dict.fromkeys(aims))}" if aims else ""
    return f"{owner}: {name}{at}"


SAY: dict[str, Callable[[Machine, Event], str]] = {
    "changed": _changed,
    "moved": _moved,
    "linked": _linked,
    "revealed": _revealed,
    "shuffled": lambda m, event: f"{m.book.zone_words(m.state, event[1])} is shuffled.",
    "lasts": _lasts,
    "expired": _expired,
    "told": _told,
    "rolled": lambda m, event: f"Rolled {len(event[2])}d{event[1]}: {', '.join(map(str, event[2]))}.",
    "judged": lambda m, event: f"Answer {event[1]} is struck: it has never happened.",
    "undone": lambda m, event: f"{event[2]} is taken back: its {event[3]} is no longer valid.",
}


def render(m: Machine, entries: Sequence[str | Event]) -> list[str]:
    """Turn an account, words and events in their order, into lines."""
    lines = []
    for entry in entries:
        if isinstance(entry, str):
            lines.append(entry)
        elif entry[0] != "rolled" and (line := say(m, entry)):
            lines.append("  " + line)
    return lines
