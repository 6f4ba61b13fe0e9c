"""The words for expressions, conditions and candidates, with which `listing` prints a program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulewright.program import building, conditions, pools
from rulewright.program import expressions as ex
from rulewright.program.building import Node
from rulewright.program.durations import Until
from rulewright.program.expressions import NONE
from rulewright.program.modes import Bearing, Happening, Holds, Joint, Link, Phase, Source, Term, Tie, Want
from rulewright.program.slots import ENTERED_TILE, LEFT_TILE

if TYPE_CHECKING:
    from rulewright.program.listing import Printer


def _slot(p: Printer, node: ex.Slot) -> str:
    if node.name in ("tile", LEFT_TILE, ENTERED_TILE):
        return f"the {node.name}"
    return f"the number {node.name}" if node.holds is Holds.NUMBER else node.name


def _related(p: Printer, node: ex.Related) -> str:
    if node.how is Link.CALLED:
        return repr(p.word(node.word))
    how = "owner" if node.owned else node.how.value
    what = p.word(node.word) if node.how is Link.NOTED else f"{how} {p.procedure(node.structure)}".strip()
    return f"the {what}" + (f" of {p.value(node.who)}" if node.who is not None else "")


def _relation(p: Printer, node: ex.Relation) -> str:
    return f"it is {TIES[node.how]}{p.value(node.who)}{f' as {p.word(node.word)}' if node.word != NONE else ''}"


def _query(p: Printer, node: ex.Query) -> str:
    where = {
        Source.PLAY: "things in play",
        Source.ZONES: f"things in {p.field(node, 'zones')}",
        Source.WAITING: "what waits",
        Source.WAITED: "what waits or has waited",
        Source.PICKED: "what was picked",
        Source.CAUSES: "what brings it about",
    }[node.source]
    return f"[{where}{f' where {p.tests(node.tests)}' if node.tests else ''}]"


def _measure(p: Printer, node: ex.Measure) -> str:
    if node.want is Want.SUM:
        return f"the sum of {p.stat(node.stat)} of {p.value(node.of)}"
    if node.want is Want.MOST:
        rank = {1: "highest", 2: "second highest", -1: "lowest", -2: "second lowest"}[node.rank]
        return f"the {rank} {p.stat(node.stat)} of {p.value(node.of)}"
    if node.along:
        return f"the longest line ({', '.join(node.along)}) of {p.value(node.of)}"
    head = {Want.COUNT: "the number of", Want.ANY: "there are", Want.OWNERS: "the number of owners of"}[node.want]
    return f"{head} {p.value(node.of)}"


def _logic(p: Printer, node: ex.Logic) -> str:
    if node.how is Joint.NOT:
        return f"not ({p.value(node.parts[0])})"
    word = " and " if node.how is Joint.ALL else " or "
    return f"({word.join(map(p.value, node.parts))})" if node.parts else str(node.how is Joint.ALL).lower()


def _near(p: Printer, node: ex.Near) -> str:
    it, who = f"the {node.spot}" if node.spot else "it", p.value(node.who)
    if node.how is Bearing.WITHIN and node.across is not None:
        far = f"{it} is within {p.value(node.tiles)} tiles of {who}"
        return f"{far}, {'straight' if node.along else 'in a cone'} in the direction of {p.value(node.across)}"
    if node.along:
        steps = "any number of" if node.tiles is None else p.value(node.tiles)
        ways = "any direction" if len(node.along) == len(building.EVERY_WAY) else " or ".join(node.along)
        return f"{it} is {'exactly' if node.exact else 'up to'} {steps} tiles from {who}, straight to {ways}"
    if node.how is Bearing.WITHIN:
        return f"{it} is within {p.value(node.tiles)} tiles of {who}"
    if node.how is Bearing.OPPOSITE:
        return f"{it} is opposite to {who} across {p.value(node.across)}"
    return f"{it} is between {who} and {p.value(node.across)}" if node.how is Bearing.BETWEEN else f"{who} sees {it}"


def _stands(p: Printer, node: ex.Stands) -> str:
    if node.spot is not None:
        return f"it stands on {node.spot[0]},{node.spot[1]}"
    return f"it stands on {p.word(node.mark)}"


def _lies(p: Printer, node: ex.Lies) -> str:
    whose = f" of {p.value(node.of)}" if node.of is not None else ""
    return f"it lies in {p.field(node, 'zone')}{whose}"


def _has(p: Printer, node: ex.Has) -> str:
    return f"it hears {p.word(node.word)!r}" if node.word != NONE else f"it has {p.named(p.legend.features, node.feature)}"


def _changes(p: Printer, node: ex.Changes) -> str:
    amount = f" {node.amount}" if " " in node.how.value else ""
    return f"{p.stat(node.stat)} goes {node.how.value}{amount}{f' by {node.tag}' if node.tag else ''}"


def _happens(p: Printer, node: ex.Happens) -> str:
    if node.how is Happening.WENT:
        whose = [f" of {p.value(of)}" if of is not None else "" for of in (node.origin_of, node.zone_of)]
        zones = [p.named(p.legend.zones, zone) if zone != NONE else "anywhere" for zone in (node.origin, node.zone)]
        ends = [f"{zone}{of}" for zone, of in zip(zones, whose, strict=True)]
        onto = f" onto {p.word(node.word)}" if node.word != NONE else f": {node.passing}" if node.passing else ""
        return f"something goes from {ends[0]} to {ends[1]}{onto}"
    if node.how is Happening.TOLD:
        return f"{p.word(node.word)!r} is told{f' of {p.word(node.action)}' if node.action != NONE else ''}"
    words = {
        Happening.PERFORMED: f"{p.word(node.action)} is performed",
        Happening.ARRIVED: "something comes to a place",
        Happening.BEGAN: f"{p.procedure(node.structure) or p.named(p.legend.features, node.feature)} begins",
        Happening.ENDED: f"{p.procedure(node.structure)} ends",
        Happening.CONTINUES: f"{p.procedure(node.structure)} goes on",
    }
    return words[node.how]


def _cause(p: Printer, node: ex.Cause) -> str:
    asked = [node.reach, f"called {p.word(node.action)!r}" if node.action != NONE else ""]
    return f"the action under way is {' and '.join(filter(None, asked)) or 'any'}"


def _situation(p: Printer, node: ex.Situation) -> str:
    words = {
        Phase.UNDER_WAY: f"{p.procedure(node.structure)} is under way",
        Phase.PASSED: f"the number of {p.procedure(node.structure)} that have passed",
        Phase.SIDES_LEFT: "the number of sides left",
        Phase.QUIET: "nothing waits",
    }
    return words[node.how]


def _past(p: Printer, node: ex.PastActions) -> str:
    if node.key != NONE:
        return f"how often, for {p.value(node.who)}: {p.word(node.key)}" if node.who else f"how often: {p.word(node.key)}"
    first = f"the first {p.value(node.count)} actions" if node.count is not None else "the number of actions"
    whose = f" of {p.value(node.who)}" if node.who is not None else ""
    return f"{first}{whose} in this {p.procedure(node.structure)} ({node.how.value})"


def _until(p: Printer, node: Until) -> str:
    if node.how is Term.WHEN:
        return f"until condition {node.condition} holds"
    if node.how is Term.FRAME:
        return f"until this {p.procedure(node.structure)} ends"
    whose = f" of {p.value(node.whose)}" if node.whose is not None else ""
    edge = "start" if node.how is Term.BEGIN else "end"
    return f"until the {edge} of {p.value(node.count)} {'later ' if node.later else ''}{p.procedure(node.structure)}{whose}"


def _fast_enough(p: Printer, node: ex.FastEnough) -> str:
    rows = []
    for top, structure, speeds in node.table:
        after = {ex.NOTHING: "nothing", ex.ANYTHING: "anything"}.get(top) or p.word(top)
        during = f" during {p.procedure(structure)}" if structure != NONE else ""
        rows.append(f"after {after}{during}: {', '.join(map(p.word, speeds)) or 'nothing'}")
    return f"its speed is allowed ({'; '.join(rows)})"


TIES: dict[Tie, str] = {
    Tie.SELF: "",
    Tie.OTHER: "not ",
    Tie.ALLY: "an ally of ",
    Tie.ENEMY: "an enemy of ",
    Tie.OWNER: "controlled by the same player as ",
    Tie.COMPANY: "taking its turn together with ",
    Tie.NAMESAKE: "another thing with the name of ",
    Tie.AT: "at ",
    Tie.TOGETHER: "at the same place as ",
    Tie.ATTACHED: "attached to ",
    Tie.NOTED: "noted for ",
    Tie.NOTES: "something that has noted ",
}
EXPRESSIONS: dict[type, Callable[[Printer, Node], str]] = {
    ex.Slot: _slot,
    ex.Related: _related,
    ex.Holder: lambda p, node: f"the thing that stores {p.stat(node.stat)} of {p.value(node.who)}",
    ex.Next: lambda p, node: f"the player {node.step:+d} seats after {p.value(node.who)}",
    ex.Query: _query,
    ex.Picked: lambda p, node: node.var,
    ex.Constant: lambda p, node: str(node.n),
    ex.Roll: lambda p, node: building.roll_words(node, p.value(node.count), p.value(node.keep) if node.keep else ""),
    ex.StatOf: lambda p, node: f"{p.value(node.who)}'s {p.stat(node.stat)}",
    ex.Arithmetic: lambda p, node: f"({building.SUM_WORDS[node.op].format(p.value(node.left), p.value(node.right))})",
    ex.Unary: lambda p, node: f"-{p.value(node.of)}" if node.op == "-" else p.value(node.of),
    ex.Measure: _measure,
    ex.Compare: lambda p, node: f"{p.value(node.left)} {node.op} {p.value(node.right)}",
    ex.Logic: _logic,
    ex.About: lambda p, node: f"of {p.value(node.who)}: {p.tests(node.tests) or 'it is there'}",
    ex.Relation: _relation,
    ex.Trait: lambda p, node: f"it is {node.how.value}",
    ex.OfKind: lambda p, node: f"it is of kind {p.word(node.mark)!r}",
    ex.OfCast: lambda p, node: f"it is of the cast {p.word(node.name)!r}",
    ex.Lies: _lies,
    ex.Stands: _stands,
    ex.Near: _near,
    ex.Has: _has,
    ex.Changes: _changes,
    ex.Happens: _happens,
    ex.Cause: _cause,
    ex.Situation: _situation,
    ex.PastActions: _past,
    ex.FastEnough: _fast_enough,
    Until: _until,
}
"""The words for each kind of expression, and for durations."""


def _costs(p: Printer, costs: conditions.Costs) -> str:
    """Put costs into words: those that are always paid, and the alternatives to them."""
    ways = [", ".join(map(p.value, way)) or "nothing" for way in (costs.parts, *costs.instead)]
    return " or instead ".join(ways) + (f", in addition {', '.join(map(p.value, costs.extra))}" if costs.extra else "")


CONDITIONS: dict[type, Callable[[Printer, Node], str]] = {
    conditions.Costs: _costs,
    conditions.Truth: lambda p, node: p.value(node.node),
    conditions.UnlessWaiting: lambda p, node: f"{p.value(node.node)}, unless it waits",
    conditions.Among: lambda p, node: p.value(node.node),
    conditions.Adoptable: lambda p, node: "the text can be adopted",
    conditions.Limited: lambda p, node: f"used less than {node.most} times ({p.word(node.key)})",
    conditions.Cooled: lambda p, node: "no cooldown prevents it",
    conditions.OthersTurn: lambda p, node: f"the {p.procedure(node.structure)} in progress is not the actor's",
    conditions.NotBarred: lambda p, node: "it is an action now, and nothing bars the actor from it",
    conditions.CouldChange: lambda p, node: "its effect could change something",
    conditions.Payable: lambda p, node: p.value(node.costs),
    conditions.LevyPayable: lambda p, node: f"{p.value(node.costs)}, together with {', '.join(map(p.value, node.levies))}",
    conditions.PayableWith: lambda p, node: f"{p.value(node.costs)}, with what is picked as {node.name}",
    conditions.Permitted: lambda p, node: f"who has {p.named(p.legend.features, node.feature)} needs {p.value(node.node)}",
    conditions.OnInstruction: lambda p, node: "only other rules use it",
    pools.Candidates: lambda p, node: p.value(node.node),
    pools.Joinable: lambda p, node: "the stacks that it can join, or a new one",
    pools.NoOrYes: lambda p, node: "no and yes",
    pools.WholeNumbers: lambda p, node: f"the numbers from {p.value(node.least)} to {p.value(node.most)}",
    pools.PastActs: lambda p, node: f"the past acts{f' called {p.word(node.action)}' if node.action != NONE else ''}",
    pools.Drafts: lambda p, node: "the drafts",
    pools.TilesNear: lambda p, node: (
        f"the tiles {'that can be walked to' if node.walking else 'of the map'}"
        + (f" within {p.value(node.tiles)}" if node.tiles is not None else "")
    ),
    pools.TilesAlong: lambda p, node: f"the tiles to which {p.value(node.whom)} can be slid, within {p.value(node.tiles)}",
    pools.TilesMarked: lambda p, node: f"the tiles marked {p.word(node.mark)}",
}
"""The words for each kind of condition of an act, and of candidates for a pick."""
