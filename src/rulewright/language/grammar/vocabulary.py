"""The phrases that all books share: effects, conditions and triggers."""

from __future__ import annotations

from collections.abc import Callable

from rulewright.kernel.state.facts import NOWHERE
from rulewright.language.grammar import (
    ability_words,
    board_words,
    card_words,
    deciding_words,
    deed_words,
    dividing_words,
    doing_words,
    hiding_words,
    making_words,
    moving_words,
    number_words,
    order_words,
    passive_words,
    past_words,
    playing_words,
    price_words,
    replacing_words,
    searching_words,
    settling_words,
    step_words,
    terms,
)
from rulewright.language.grammar.listening import Listen, about, by_whom
from rulewright.language.grammar.patterns import Phrase, PhraseTable, table
from rulewright.language.grammar.phrases import Found
from rulewright.language.names.window_rules import window
from rulewright.program import building, expressions, instructions, pools, procedures, signs
from rulewright.program.definition import Pick
from rulewright.program.expressions import NONE, Expression
from rulewright.program.instructions import Instruction
from rulewright.program.modes import Adjustment, Grant, Happening, Intervention, Occasion, Order, Phase, Source, Want, Way
from rulewright.program.spelled import plain

ACTOR, IT = building.ACTOR, building.IT
Effects = list[Instruction]


def _modifier(f: Found) -> Effects:
    return card_words.lasting(f, f.doer(), f.stat(), f.signed())


def _gain(f: Found) -> Effects:
    return card_words.lasting(f, f.doer(), f.stat(), f.amount())


def _lose(f: Found) -> Effects:
    whom, stat, amount = f.doer(), f.stat(), f.amount()
    return (
        card_words.lasting(f, whom, stat, building.negative(amount))
        if f.has("duration")
        else [instructions.Alter(f.holder(whom, stat), stat, "-=", amount)]
    )


def _damage(f: Found) -> Effects:
    each = f.scope.names.policy("area damage") == "a roll each"
    tag = f.text("type").casefold() if f.has("type") else ""
    return [instructions.Alter(f.holder(f.whom(), f.damage()), f.damage(), "-=", f.amount(), tag, each=each)]


def _deal(f: Found) -> Effects:
    tag = f.text("type").casefold() if f.has("type") else ""
    return [instructions.Alter(f.holder(f.whom(), f.damage()), f.damage(), "-=", f.amount(), tag)]


def _shove(mode: signs.Mode) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        return [instructions.Travel(f.whom(), mode, f.single("origin"), f.amount())]

    return build


def _free(f: Found) -> Effects:
    until = f.duration() or f.duration("first")
    return [instructions.Give(Grant.PRICE, f.scope.owner, until, f.whom(), f.action(), f.stat(), f.times())]


def _walk(f: Found) -> Effects:
    f.scope.picks.append(Pick("tile", "tile to move to", "tile", pools.TilesNear(f.amount(), walking=True)))
    return [instructions.Travel(ACTOR, instructions.WALK)]


def _repeat(f: Found) -> Effects:
    key = f"times {len(f.scope.effects)}"
    f.scope.effects.append(key)
    return f.loop(instructions.Each(key, order=Order.TIMES, count=f.times()))


def _unless(f: Found) -> Effects:
    condition = f.condition("condition")
    inner, otherwise = f.alternatives("rest")
    return procedures.either(lambda past: instructions.Test(condition, past), inner, otherwise)


def _forever(f: Found) -> Effects:
    return [instructions.Run(f.structure()), instructions.Jump(0, back=True)]


def _perform(f: Found) -> Effects:
    return [instructions.Run(f.structure(), f.single() if f.has("whom") else f.scope.taker)]


def _tell(f: Found) -> Effects:
    return [instructions.Tell(f.announcement("rest"), f.whom() if f.has("whom") else None)]


def _negate(f: Found) -> Effects:
    return [
        instructions.Adjust(Adjustment.EDIT, f.damage(), f.amount() if f.has("amount") else None, "-" if f.has("amount") else "")
    ]


def _expire(f: Found) -> Effects:
    edges: dict[str, signs.Edge] = {"start": "begin", "beginning": "begin", "end": "end"}
    if f.text("edge").casefold() not in edges:
        raise f.scope.names.fail(f.at("edge"), f"{f.text('edge')!r} is not a part of a structure", "start or end")
    return [instructions.Course(Occasion.EXPIRE, f.structure(), edges[f.text("edge").casefold()])]


def _table(f: Found) -> Effects:
    return [instructions.Make(f.kind(), f.zone()[0], text=True)]


def _aim(f: Found) -> Effects:
    return [instructions.Intervene(Intervention.AIM, f.whom(), f.whom("target"))]


def _classify(f: Found) -> Effects:
    number = f.of_class() if f.has("class") else NOWHERE
    return [instructions.Give(Grant.CLASS, until=f.duration(), action=f.action(), number=number)]


def _bar(f: Found) -> Effects:
    called, words = plain(f.text("called")), list(f.scope.names.vocabulary)
    known = {words[word] for each in f.scope.names.classes for word in each.called}
    if called not in known:
        raise f.scope.names.fail(
            f.at("called"), f"no class is called {called!r}", ", ".join(sorted(known)) or "a Class of the book"
        )
    but = (f.text("rule"),) if f.has("rule") else ()
    return [instructions.Give(Grant.BAR, "", f.duration(), f.whom(), number=f.scope.names.word(called), but=but)]


def _stacked(how: Intervention) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        whom = f.whom()
        for things in [whom, *[drawn.of for drawn in f.scope.drawn if isinstance(drawn, instructions.Choose)]]:
            if (
                isinstance(things, expressions.Query)
                and things.source is Source.PLAY
                and not f.scope.names.stacks & {*things.zones}
            ):
                expected = f"`Target: an action on the stack` and `{how.value} target`; `make a copy of …` for a card"
                raise f.scope.names.fail(
                    f.span, f"{f.text('whom')!r} never waits on a stack: {how.value} would do nothing", expected
                )
        return [instructions.Intervene(how, whom)]

    return build


def _remove(f: Found) -> Effects:
    return [instructions.Send(f.whom(), NOWHERE, None, "top")]


def _standing(to: int) -> Callable[[Found], Effects]:
    def build(f: Found) -> Effects:
        done: Effects = [instructions.Standing(f.whom(), to)]
        return (
            [*done, instructions.Leave(NONE)] if to > 0 else done
        )  # a loser leaves the win to the others, if there are two sides

    return build


EFFECTS: tuple[Phrase, ...] = table(
    "effect",
    (
        ("{signed} {stat} [(to|for) {whom}] [{duration}]", _modifier, "-2 Defense until start of next turn",
         "adds an amount to a stat; with a duration the stored number does not change"),
        ("[{whom}] (gain|gains) {amount} {stat} [{duration}]", _gain, "target gains 3 Health", "more of a stat"),
        ("[{whom}] (lose|loses) {amount} {stat} [{duration}]", _lose, "target loses 1 Attack until end of turn", "less of a stat"),
        ("{whom} (take|takes|suffer|suffers) {amount} [{type:word}] damage", _damage, "all targets take 3d6 fire damage",
         "damage to each, with one roll for all (reading `area damage`); the type of damage is a mark"),
        ("deal {amount} [{type:word}] damage to {whom}", _deal, "deal 1d8 damage to target", "damage"),
        ("push {whom} {amount} (tile|tiles) [away] from {origin:whom}", _shove("away"), "push target 1 tile away from actor",
         "forced movement in a straight line, up to the last free tile"),
        ("pull {whom} {amount} (tile|tiles) (toward|towards) {origin:whom}", _shove("toward"), "pull target 2 tiles toward actor",
         "forced movement in a straight line toward somebody"),
        ("[{first:duration},] {whom} may {action} {times} without (spending|paying) [additional|further|any|more] {stat} [{duration}]",
         _free, "this turn, the actor may Stride twice without spending additional Action Points",
         "an action without that cost, so many times; a duration may come first or last"),
        ("[the actor] (move|moves|walk|walks) up to {amount} (tile|tiles)", _walk, "move up to 3 tiles",
         "the actor moves to a tile of its choice; difficult tiles count double"),
        ("(negate|cancel) [(the attack's|the|its|that|that attack's)] damage", _negate, "negate the attack's damage",
         "in a reaction: prevents the damage, also the damage that later lines of the act would do to the same actor"),
        ("(prevent|reduce) [the] damage by {amount}", _negate, "reduce the damage by 3", "in a reaction: reduces the damage"),
        ("shuffle {zone}", lambda f: [instructions.Send(None, f.zone()[0], f.zone()[1] or ACTOR, "top")], "shuffle your deck", "a random order"),
        ("block {whom}", _stacked(Intervention.BLOCK), "block target", "a waiting action has no effect when it pops"),
        ("copy {whom}", _stacked(Intervention.COPY), "copy target",
         "a copy of a waiting action, controlled by the actor; the copy of a card is removed after its effect"),
        ("{whom} (is|are) aimed at {target:whom} instead", _aim, "target is aimed at the actor instead",
         "a waiting action gets another target; it keeps its place on the stack, and cannot target itself"),
        ("{action} becomes {class} [{duration}]", _classify, "Stride becomes Delayed until end of turn",
         "changes the class of an action; an action that may no longer wait leaves its stack and has its effect at once"),
        ("{whom} (performs|perform) no {called:word} actions [but those of rule {rule:word}] [{duration}]", _bar,
         "target performs no delayed actions until end of turn",
         "somebody cannot use actions of this class, or of all classes that are called so; an action with a cost also needs the class of paying"),
        ("{action} is no action [{duration}]", _classify, "Stride is no action", "it cannot be performed, and leaves its stack"),
        ("put a {kind:word} with the text (on|in|into) {zone}", _table, "put a Motion with the text on the Field",
         "makes a thing of a kind with the text that was given for `Text:`; things of a kind are numbered"),
        ("enact {whom}", lambda f: [instructions.Intervene(Intervention.ENACT, f.whom())], "enact target", "its rule text is in force from now on"),
        ("strike the act", lambda f: [instructions.Course(Occasion.STRIKE)], "strike the act",
         "removes the past act that was picked; everything since then is played again without it"),
        ("(remove|trash) {whom}", _remove, "remove target", "takes something out of the game"),
        ("{whom} (win|wins) [the game]", _standing(1), "the actor wins the game", "its side wins"),
        ("{whom} (lose|loses) the game", _standing(-1), "the actor loses the game", "its side loses; the last side that has not lost wins"),
        ("refresh stats", lambda f: [instructions.Course(Occasion.REFRESH, f.scope.structure)], "refresh stats",
         "sets the stats that are declared with `becomes … at the start of` this structure; without this line, its start does"),
        ("end what lasts until the {edge:word} of this {structure}", _expire, "end what lasts until the end of this turn",
         "effects with that duration expire, and stats that last for the structure are reset; without this line, its start or end does"),
        ("window {rest}", lambda f: [window(f)], "window actions for the actor, until it passes", "a window in which players may act"),
        ("floor {rest}", lambda f: [window(f, floor=True)], "floor actions for each player", "anybody may act at any time"),
        ("{times}: {rest}", _repeat, "3 times: gain 1 Health", "what follows happens several times, one after another"),
        ("if {condition:rest}: {rest}", _unless, "if [Health] < 5: gain 1 Health", "it happens only if the condition holds"),
        ("repeat [the] {structure}", _forever, "repeat Round", "runs a structure repeatedly until something ends the repetition"),
        ("(run|take|begin) [(a|an|the)] {structure} [of {whom}]", _perform, "take a Turn", "runs a structure from its first step to its last; after `each …:` each has its own"),
        ("end the {structure}", lambda f: [instructions.Leave(f.structure())], "end the Round", "the structure ends at once"),
        ("[{whom}] (tell|tells) {rest}", _tell, "tell the bell rings",
         "makes an announcement, which triggers can respond to; with somebody, about them"),
    ),
)  # fmt: skip


# -- conditions --------------------------------------------------------------------------------------------------------


def _none(f: Found) -> Expression:
    return building.there_are_none(f.things())


def _there(f: Found) -> Expression:
    return _none(f) if f.has("none") else building.there_are(f.things())


def _in_line(f: Found) -> Expression:
    line = plain(f.text("line"))
    if line not in building.LINES:
        raise f.scope.names.fail(f.at("line"), f"{line!r} is not a line of a map", f"in a {', a '.join(building.LINES)}")
    return expressions.Compare(">=", expressions.Measure(Want.COUNT, f.things(), along=building.LINES[line]), f.amount())


CONDITIONS: tuple[Phrase, ...] = table(
    "condition",
    (
        ("[at least one] (target|targets) [(is|are)] (within|in) [the] (radius|area)",
         lambda f: expressions.Compare(">", building.count(f.area()), expressions.Constant(0)), "targets within radius", "somebody is in the area"),
        ("{amount} (cast|side|casts|sides) (is|are) left", lambda f: expressions.Compare("<=", expressions.Situation(Phase.SIDES_LEFT), f.amount()),
         "one cast is left", "at most so many sides have anybody in play"),
        ("no {things} (is|are) left", _none, "no enemy is left", "there is no such thing in play"),
        ("there (is|are) [at least] {amount} {things} in a {line:word}", _in_line, "there are 3 allies in a row",
         "so many stand side by side on the map: in a line (in any direction), a row, a column or a diagonal"),
        ("{amount} [of] {things} (is|are) in a {line:word}", _in_line, "3 of your creatures are in a line", "the same"),
        ("there (is|are) [{none:no}] {things}", _there, "there is no enemy within 2 tiles",
         "there is at least one such thing; with `no`, there is none"),
    ),
)  # fmt: skip


# -- triggers ----------------------------------------------------------------------------------------------------------


def _attacks(f: Found) -> Listen:
    stat = f.damage()
    said = f.text("reach").casefold() if f.has("reach") else ""
    reach = next((each for each in signs.REACHES if each == said), None)
    if reach is None:
        raise f.scope.names.fail(f.at("reach"), f"no attack is {said!r}", "a melee attack, or a ranged attack")
    tests = (expressions.Changes(stat, Way.DOWN), expressions.Cause(reach=reach))
    attacker = by_whom(f, "subject") if f.has("subject") else ()
    return Listen("would", (*tests, *attacker, *(about(IT, f, "object") if f.has("object") else ())), stat)


def _dealt(f: Found) -> Listen:
    stat = f.damage()
    whom = about(IT, f, "object") if f.has("object") else ()
    return Listen("changed", (expressions.Changes(stat, Way.DOWN), *by_whom(f, "subject"), *whom), stat)


def _damaged(f: Found) -> Listen:
    stat = f.damage()
    return Listen("changed", (expressions.Changes(stat, Way.DOWN), *about(IT, f, "object")), stat)


def _burned(f: Found) -> Listen:
    """Compile a trigger on a kind of damage: it responds before the change, because afterwards the kind is not known any more."""
    stat, tag = f.damage(), f.text("type").casefold()
    return Listen("would", (expressions.Changes(stat, Way.DOWN, tag=tag), *about(IT, f, "object")), stat, "changed")


def _falls(f: Found) -> Listen:
    stat = f.stat()
    amount = f.amount()
    if not isinstance(amount, expressions.Constant):
        raise f.scope.names.fail(
            f.at("amount"), "a trigger knows only plain numbers", "a number; to compare with a stat, `Needs:`"
        )
    limit = amount.n
    how = f.text("how").casefold()
    limit += how.endswith("above") - how.endswith("below")
    whose = about(IT, f, "object") if f.has("object") else ()
    return Listen(
        "changed", (expressions.Changes(stat, Way.RISES_TO if how.startswith("rises") else Way.FALLS_TO, limit), *whose), stat
    )


EDGES: dict[signs.EventKind, Happening] = {"began": Happening.BEGAN, "ended": Happening.ENDED, "occasion": Happening.CONTINUES}


def _edge(f: Found) -> Listen:
    edge = f.text("edge").casefold()
    if not edge.startswith(("begin", "start", "continue", "end")):
        raise f.scope.names.fail(
            f.at("edge"), f"{f.text('edge')!r} is not something that a structure does", "begins, continues or ends"
        )
    on: signs.EventKind = "occasion" if edge.startswith("continue") else "ended" if edge.startswith("end") else "began"
    whose = about(IT, f, "object") if f.has("object") else ()
    return Listen(on, (expressions.Happens(EDGES[on], structure=f.structure()), *whose))


def _performs(f: Found) -> Listen:
    return Listen("performed", (expressions.Happens(Happening.PERFORMED, action=f.action()), *about(IT, f, "subject")))


TRIGGERS: tuple[Phrase, ...] = table(
    "trigger",
    (
        ("{subject:things} attacks [{object:things}] [with (a|an) {reach:word} attack]", _attacks,
         "an adjacent enemy attacks this actor with a melee attack",
         "before the damage of an attack is applied; the attacker is whoever acts, or the card with which they act"),
        ("{object:things} is attacked [by {subject:things}] [with (a|an) {reach:word} attack]", _attacks, "an ally is attacked",
         "the same, with the other actor as its subject"),
        ("{subject:things} (deals damage|damages) [to] [{object:things}]", _dealt, "this actor deals damage to an enemy",
         "after damage was applied that somebody, or a card, has dealt"),
        ("{object:things} (is damaged|has been damaged|takes damage|is dealt damage)", _damaged, "this actor is damaged",
         "after damage was applied"),
        ("{object:things} (takes|is dealt) {type:word} damage", _burned, "this actor takes fire damage",
         "before damage of one kind is applied"),
        ("{stat} [of {object:things}] {how:comparison} {amount}", _falls, "[Health] of an ally falls to 5", "a stat passes an amount"),
        ("{object:things} {structure} {edge:word}", _edge, "this actor's Turn begins", "a structure of somebody begins or ends"),
        ("(a|an|the) {structure} [of {object:things}] {edge:word}", _edge, "a Round ends",
         "a structure begins or ends; also `the Turn of an ally ends`"),
        ("{subject:things} performs {action}", _performs, "an enemy performs Stride", "somebody performs an action"),
    ),
)  # fmt: skip

TABLE = PhraseTable((
    *(
        *order_words.EFFECTS,
        *doing_words.EFFECTS,
        *hiding_words.EFFECTS,
        *moving_words.EFFECTS,
        *step_words.EFFECTS,
        *ability_words.EFFECTS,
        *playing_words.EFFECTS,
        *number_words.EFFECTS,
        *deciding_words.EFFECTS,
        *dividing_words.EFFECTS,
        *making_words.EFFECTS,
        *searching_words.EFFECTS,
    ),
    *replacing_words.EFFECTS,
    *price_words.EFFECTS,
    *(*EFFECTS, *terms.EFFECTS, *card_words.EFFECTS, *settling_words.EFFECTS, *board_words.EFFECTS),
    *(
        *step_words.CONDITIONS,
        *deed_words.CONDITIONS,
        *past_words.CONDITIONS,
        *number_words.CONDITIONS,
        *CONDITIONS,
        *terms.CONDITIONS,
        *card_words.CONDITIONS,
        *board_words.CONDITIONS,
    ),
    *doing_words.CONDITIONS,
    *(*doing_words.TRIGGERS, *TRIGGERS, *terms.TRIGGERS, *card_words.TRIGGERS, *board_words.TRIGGERS),
    *replacing_words.TRIGGERS,
    *passive_words.TRIGGERS,
    *past_words.TRIGGERS,
))  # fmt: skip
