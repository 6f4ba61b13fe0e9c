"""Phrases for rounds and casts, marks of the map, ends of a scene, and features. Every book may use them."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.state.facts import TILE
from rulewright.language.grammar import noun_heads, nouns, somebody
from rulewright.language.grammar.listening import Listen, about
from rulewright.language.grammar.patterns import Phrase, table
from rulewright.language.grammar.phrases import Found
from rulewright.program import building, expressions, instructions, pools, signs
from rulewright.program.definition import Pick
from rulewright.program.expressions import Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Adjustment, Bearing, Bond, Grant, Happening, Occasion, Phase
from rulewright.program.quick_dataclasses import replace
from rulewright.program.slots import ENTERED_TILE, LEFT_TILE

ACTOR, IT = building.ACTOR, building.IT
Effects = list[Instruction]


def _occasion(f: Found) -> Effects:
    edge = f.text("edge").casefold() if f.has("edge") else "course"
    edges: dict[str, signs.Edge] = {"start": "begin", "beginning": "begin", "end": "end", "course": "continue"}
    if edge not in edges:
        raise f.scope.names.fail(f.at("edge"), f"{edge!r} is not a part of a structure", "start or end")
    return [instructions.Course(Occasion.OCCASION, f.structure(), edges[edge])]


def _ties(f: Found) -> Effects:
    return [instructions.Ties(f.stat(), f.stat("breaker"), f.amount(), f.has("casts"))]


def _slide(f: Found) -> Effects:
    if f.has("direction"):
        said = f.text("direction").upper()
        direction = next((way for way in building.EVERY_WAY if way == said), None)
        if direction is None:
            raise f.scope.names.fail(f.at("direction"), f"{said!r} is not a direction", ", ".join(building.EVERY_WAY))
        return [instructions.Travel(f.whom(), direction, ACTOR, f.amount())]
    whom = f.single()
    f.scope.picks.append(Pick("tile", "tile to slide to", "tile", pools.TilesAlong(f.amount(), whom), first=False))
    return [instructions.Travel(whom, instructions.WALK)]


def _appear(f: Found) -> Effects:
    f.scope.picks.append(Pick("tile", "tile to stand on", "tile", pools.TilesMarked(f.mark())))
    return [instructions.Travel(ACTOR, instructions.WALK)]


def _face(f: Found) -> Effects:
    if f.scope.names.heading is None:
        raise f.scope.names.fail(f.span, "no stat of the book is a direction", "a line such as `Stat Heading: a direction`")
    return [instructions.Bind(Bond.FACE, f.whom(), f.single("origin"), stat=f.scope.names.heading)]


def _grant(taken: bool) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        index, name = f.feature()
        until = None if taken else f.duration()
        return [instructions.Give(Grant.FEATURE, name, until, f.whom(), number=index, lost=taken)]

    return build


def _verdict(f: Found) -> Effects:
    verdicts = {"succeed": Adjustment.PASS, "succeeds": Adjustment.PASS, "fail": Adjustment.FAIL, "fails": Adjustment.FAIL}
    if f.text("verdict").casefold() not in verdicts:
        raise f.scope.names.fail(
            f.at("verdict"), f"{f.text('verdict')!r} is not something that a check does", "succeeds or fails"
        )
    return [instructions.Adjust(verdicts[f.text("verdict").casefold()])]


EDGES: tuple[signs.Edit, ...] = ("advantage", "disadvantage")


def _edge(f: Found) -> Effects:
    said = f.text("edge").casefold()
    edge = next((each for each in EDGES if each == said), None)
    if edge is None:
        raise f.scope.names.fail(f.at("edge"), f"{said!r} is not something that a check has", "advantage or disadvantage")
    return [instructions.Adjust(Adjustment.DICE, op=edge)]


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("do what happens at the {edge:word} of this {structure}", _occasion, "do what happens at the start of this Turn",
         "triggers for the start or end of the structure are met here, and not at its actual start or end"),
        ("do what goes on in this {structure}", _occasion, "do what goes on in this Turn",
         "triggers that say that the structure continues are met here"),
        ("begin timed features", lambda f: [instructions.Course(Occasion.BEGIN_FEATURES)],
         "begin timed features", "features with a duration begin"),
        ("count this {structure}", lambda f: [instructions.Course(Occasion.TALLY, f.structure())],
         "count this Round", "adds one to the number of such structures that have passed"),
        ("ties in {stat} [between {casts:word}] roll {amount} for {breaker:stat}", _ties,
         "ties in [Initiative] roll 1d100 for [Attack]",
         "those with equal values roll for a second stat until no two are equal; with `between casts`, one roll for each cast"),
        ("slide {whom} [up to] {amount} (tile|tiles) {direction:word}", _slide, "slide target 2 tiles NE",
         "forced movement in one of the eight directions"),
        ("slide {whom} up to {amount} (tile|tiles)", _slide, "slide target up to 2 tiles",
         "forced movement in a straight line to a tile of the actor's choice"),
        ("[the actor] (appear|appears) on a tile of its {mark}", _appear, "appear on a tile of its camp",
         "the actor enters the map on a tile of its choice that is marked with the name of its cast and this word"),
        ("{whom} (face|faces) {origin:whom}", _face, "the actor faces the target", "sets the direction of somebody "
            "toward somebody"),
        ("{whom} (gain|gains) [the] feature {feature} [{duration}]", _grant(False), "target gains the feature Poise for 2 rounds",
         "gives a feature, whatever its scope, even if it is not in force; it replaces an earlier one of the same name"),
        ("{whom} (lose|loses) [the] feature {feature}", _grant(True), "target loses the feature Poise",
         "ends a feature that was given"),
        ("steps cost double", lambda f: [instructions.Adjust(Adjustment.ROUGH)], "steps cost double",
         "in a feature of a region or tile: the tiles are difficult"),
        ("the check {verdict:word}", _verdict, "the check succeeds", "in a feature: it succeeds or fails, whatever was rolled"),
        ("the check has {edge:word}", _edge, "the check has advantage",
         "in a feature: its die is rolled twice, and the higher counts; with `disadvantage`, the lower; both cancel each other"),
        ("roll the damage dice {times}", lambda f: [instructions.Adjust(Adjustment.DICE, amount=f.times())],
         "roll the damage dice twice",
         "in a feature: rolls the damage dice of the checked action several times; fixed amounts are added once"),
    ),
)  # fmt: skip


# -- conditions --------------------------------------------------------------------------------------------------------


def holding(f: Found, *tests: Expression) -> Expression:
    """Test a known thing, all of some things (at least one), or any of them."""
    who = somebody.single(f.scope.names, f.text("things"))
    if who is not None:
        return expressions.About(who, tests)
    if _quantity(f) not in noun_heads.MANY:
        return _among(f, *tests)
    test = tests[0] if len(tests) == 1 else building.every(tests)
    return building.every((_among(f), building.negated(_among(f, building.negated(test)))))


def _is(f: Found) -> Expression:
    if somebody.single(f.scope.names, f.text("things")) is not None:
        f.single("things")  # which refuses what may be several
    return holding(f, *nouns.predicate(f.scope.names, f.text("predicate"), f.at("predicate")))


def _quantity(f: Found) -> str:
    return f.text("things").split()[0].casefold()


def _among(f: Found, *tests: Expression) -> Expression:
    """Test whether any of some things passes tests."""
    found = f.things()
    return expressions.Compare(
        ">", building.count(expressions.Query((*found.tests, *tests), found.words, found.zones)), expressions.Constant(0)
    )


def _collected(f: Found) -> Expression:
    """Compare a stat of one thing, of any or each of some things, or the sum of several."""
    chosen, names = f.several("things"), f.scope.names
    who = somebody.single(names, f.text("things")) if chosen is None else None
    none = f.amount() == expressions.Constant(0) and not names.pinned(f.span)  # nobody has less than 0
    least: signs.Comparison = "=" if none else ">="
    if who is not None:
        return expressions.Compare(least, _added(f, lambda stat: names.whose(who, stat)), f.amount())
    if chosen is None and _quantity(f) in (*noun_heads.ONE, "each", "every"):
        return holding(f, expressions.Compare(least, _added(f, lambda stat: names.whose(IT, stat)), f.amount()))
    things = chosen or f.things()
    return expressions.Compare(least, _added(f, lambda stat: building.total(things, stat)), f.amount())


def _added(f: Found, amount: Callable[[int], Expression]) -> Expression:
    one = amount(f.stat())
    return expressions.Arithmetic("+", one, amount(f.stat("other"))) if f.has("other") else one


def _opposite(f: Found) -> Expression:
    return holding(f, expressions.Near(Bearing.OPPOSITE, ACTOR, across=f.single()))


def _has(f: Found) -> Expression:
    return holding(f, expressions.Has(f.feature()[0]))


def _face_shown(f: Found) -> Expression:
    if not f.scope.checked:
        expected = "in do, else or then of an action whose `if` rolls dice, or in When: of a feature that decides the check"
        raise f.scope.names.fail(f.span, "no dice of a check were rolled before this", expected)
    how = f.text("how").casefold() if f.has("how") else ""
    if how not in SHOWN:
        raise f.scope.names.fail(f.at("how"), f"a die shows no number {how!r}", "`or more`, or `or less`")
    return expressions.Compare(SHOWN[how], building.NATURAL, f.amount())


SHOWN: dict[str, signs.Comparison] = {"": "=", "more": ">=", "higher": ">=", "less": "<=", "lower": "<="}
"""How the die of a check is compared with a number."""


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("{amount} {structure} (has|have) passed",
         lambda f: expressions.Compare(">=", expressions.Situation(Phase.PASSED, f.structure()), f.amount()),
         "5 Rounds have passed", "at least so many were counted in this game"),
        ("{things} (is|are) {predicate:rest}", _is, "an enemy is adjacent",
         "a thing, any of some things, or all of them have a property: an adjective, qualifiers, a noun phrase (in play or not) "
         "or somebody; `not` before it means the opposite"),
        ("{things} (stands|stand|has reached|have reached) [on] the {mark}",
         lambda f: holding(f, expressions.Stands(f.mark())),
         "an ally has reached the gate", "somebody stands on a tile with that mark"),
        ("{things} [together] (has|have) [at least] {amount} {stat} [plus {other:stat}]", _collected,
         "all allies together have 5 Attack plus Defense",
         "at least so much of a stat, or of the sum of two stats: for `an ally` or `each ally` separately, for "
         "`together` in total"),
        ("{things} (is|are) opposite [the actor] across {whom}", _opposite, "an ally is opposite the actor across the target",
         "somebody and the actor are on opposite sides of a third, both adjacent to it"),
        ("{things} (has|have) [the] feature {feature}", _has, "the target has the feature Poise", "somebody has a feature"),
        ("the check shows [a] natural {amount} [or {how:word}]", _face_shown, "the check shows a natural 20",
         "the first die of the check shows this number, also `19 or more`: after an `if` with dice, or in a feature that decides "
         "the check"),
    ),
)  # fmt: skip


# -- triggers ----------------------------------------------------------------------------------------------------------


def _enters(f: Found) -> Listen:
    return Listen("changed", (expressions.Happens(Happening.WENT, f.mark()), *about(IT, f, "object")), TILE)


def _reach(f: Found) -> Listen:
    """Compare where somebody comes from and goes to with the reach of somebody: a neighbouring tile, or so many tiles."""
    who = f.single("origin")
    near = expressions.Near(Bearing.WITHIN, who, f.amount()) if f.has("amount") else building.adjacent_to(who)
    left, entered = (replace(near, spot=spot) for spot in (LEFT_TILE, ENTERED_TILE))
    tests = (left, building.negated(entered)) if f.text("how").casefold() == "leaves" else (building.negated(left), entered)
    return Listen("changed", (expressions.Happens(Happening.WENT), *tests, *about(IT, f, "object")), TILE)


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{object:things} {how:word} the reach of {origin:whom} [of {amount} (tile|tiles)]", _reach,
         "an enemy leaves the reach of this actor",
         "a step goes from a neighbouring tile to one that is not a neighbour, or, with an amount, from within so many tiles to "
         "further away; with `enters`, the opposite; `would leave` is met before the step"),
        ("{object:things} (enters|steps onto|is moved onto) the {mark}", _enters, "an actor enters the gate",
         "after each step onto a tile with that mark, forced or not"),
    ),
)  # fmt: skip
