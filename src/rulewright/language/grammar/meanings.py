"""The meaning of every word of the language, for people: one line for each key of the tables that the compiler reads.

The keys are those of the tables, so that a test can find a word without a description. The compiler does not use this module.
"""

from __future__ import annotations

from collections.abc import Sequence

Forms = Sequence[tuple[str, str]]
"""Phrases, each with its meaning."""

NOTATION = """This page lists every line, header and phrase of rule text; [language.md](language.md) explains them with examples.
`<word>` stands for something that the writer fills in, `[…]` may be left out, `(a|b)` means one of
several, and `…` is the rest of the line. In phrases letter case does not matter."""

SHAPES: Forms = (
    ("Name", "a line without a colon, above headers and components, begins an action or a card"),
    (
        "Name (Mark, Mark)",
        "the same with marks: `Reaction`, `Triggered`, `Automatic`, `Interrupt`, `Optional`, `Following`, `Attached`, `Delayed`, "
        "a speed, a declared kind or mark, `reading NAME: SIDE`; any other mark is an error",
    ),
    ("Word: value", "a header describes the action above it; a setting belongs to the file"),
    ("Stat Name: …", "a declaration; others begin with `Zone`, `Class`, `Kind`, `Mark`, `Reading` and `Word`"),
    (
        "structure Name",
        "a part of play such as a turn; its steps are indented below it; `Told: …` is the description that the command `where` "
        "prints, which may contain `the actor` and [Stats]; with `Told: nothing` it is not shown to players",
    ),
    ("Scene Name", "a position from which a game starts; its lines are indented below it"),
    ("Feature Name", "a special rule that a scene or a file turns on; headers and a `do` below it"),
    ("Strategy Name", "how a cast without a player acts; its behaviours are indented below it"),
    ("Campaign Name", "a series of scenes; its lines are indented below it"),
    ("How to play", "what `help` explains to a new player; its lines are indented below it"),
    ("Example: name", "a test of the rules beside it; its lines are indented below it"),
    ("Speeds", "a table; its rows begin with `|`"),
    ("# words", "a comment to the end of the line; `<-- words` is one too"),
    ("clause; clause", "several things to do on one line"),
)

COMPONENTS = {
    "if": "the condition; without it the action always succeeds",
    "do": "what happens if the condition holds; every action has it",
    "else": "what happens if the condition does not hold",
    "then": "what happens afterwards in both cases; if it takes something from the actor's own stats, this is a cost",
}

SETTINGS = {
    "Uses": "the books and files that this text adds to, by name; without it the encounter book; `nothing` for none",
    "Title": "the name of the book, as it is shown to people",
    "Start": "the structure with which a game begins",
    "Turn": "the structure that counts as somebody's turn, if it is not called Turn",
    "Order": "stats in brackets: `each …` and responses to triggers go by the first of these stats, highest first, and in case "
    "of a tie by the next; in somebody's turn those of the active player come first; windows go by the order of seats",
    "Repeals": "numbers of rules that are removed, with what they define: `Repeals: 318, 320`",
    "Immutable": "rules that no amendment may change: `rules below 200`",
    "Defeated": "when somebody leaves play: a trigger such as `when [Health] falls to 0`",
    "Features": "the features in force in every scene, separated by commas; a text adds its own to those of its books",
    "Priority": "`goes round` or `in succession`: how priority passes in windows for each player; then, after commas, "
    "`who acts keeps it` or `who acts passes it on`, `a resolution gives it back` or `a resolution gives it on`, or "
    "`the newest gives it`: the player of the newest thing on the stack has it first (docs/language.md, Who is asked)",
    "Reactions": "a limit on all reactions: `1 per round`, or `1 per attack` for one reply to each attack",
    "Settle": "the structure that is run after a change, and repeated until it changes nothing; then, after commas, "
    "when: `after each instruction`, `after each payment`, `after each resolution`, `after each structure`, "
    "`before each choice`, `before each window`; if none is given, at all of these times",
}

HEADERS = {
    "Range": "how far the action reaches (see Ranges); without it any distance",
    "Target": "what may be targeted, as a noun phrase; without it anybody in play, if the text of the action mentions a target; "
    "for several targets write `2`, `up to 2`, `at least 2`, `between 1 and 3`, `any number of` or `X` and a noun; the text then "
    "calls them `all targets`, and what `Needs:` says of the target is asked of each of them",
    "Cost": "amounts of stats or things to do, separated by commas; paid before anything happens; if not everything can be "
    "paid, the action is refused",
    "Speed": "one of the speeds of the book's table; `none` if the action does not wait on the stack; "
    "`fast, at once` if it resolves as soon as it is put on the stack, and priority then continues as after any resolution "
    "(payments do not affect priority); `fast, off the stack` if it has a speed but never goes on the stack",
    "Trigger": "the event that a reaction or triggered ability responds to (see Triggers); in a book with speeds the "
    "ability goes on the stack, and if it has a cost its player may decline; an action with the mark `(Automatic)` applies at "
    "once to whoever the event is about; with `(Interrupt)` it is used before the change happens, as often as it can be paid "
    "for, until all pass",
    "Limit": "how often: `once per round`, `2 per turn`",
    "Needs": "a condition for trying the action at all; if it is about a pick, it is checked when this is picked",
    "Prerequisite": "the same as Needs",
    "Rule": "the number of the rule, shown in explanations and refusals",
    "For": "the actors or kinds that have the action, separated by commas; without it everybody",
    "Sight": "`required` if the actor must see the target, `no` or `not needed` if not; "
    "`Sight: required` above all actions applies to all of them",
    "If is": "`a prerequisite` or `a check`: what the condition in `if` counts as, whether it has dice or not",
    "Short": "what happens first if a card should be taken from an empty zone",
    "From": "the zone in which the card of this action must be",
    "Timing": "when a reaction to damage is used: `before` it (the default), `after` it, or `instead` of it",
    "Also": "what is picked after the target, as a noun phrase; the text then calls it `the other` or `the others`",
    "Optional cost": "what may be paid in addition; see `the additional cost was paid`; if it says `choose …`, "
    "this is picked only if the cost is paid, and the text calls it `those chosen in addition`",
    "Alternative cost": "what may be paid instead of the cost; see `the alternative cost was paid`; the line may be repeated",
    "Text": "the player writes a rule text when the action is used; the value is what the menu calls this text; a text that "
    "could not become a rule is refused",
    "Cooldown": "how long the action cannot be used again: `2 turns`",
    "X": "the bounds of the number X that the player chooses when the action is declared, such as `1 to 5` or `up to [Mana]`; "
    "without this line, X in a cost of `X Mana` is from 0 to what the player has",
    "Potential": "`always`: the action may be taken even if it could change nothing (see the reading `potential`)",
}

LATER: Forms = (
    ("at the start of your next Turn, …", "once, then; also `its next`, `the next`, `at the end of this Turn`, `at end of Turn`"),
    ("the next time an ally dies this Turn, …", "once, when the event happens (any trigger); also `when`; a duration may follow"),
    ("whenever an ally dies this Turn, …", "the same, every time"),
    (
        "when you do, …",
        "on the line after `you may …`, if it was done: a separate ability, which others can answer; `if you do, …` happens "
        "at once instead",
    ),
)

RANGES: Forms = (
    ("Self", "only the actor; Target then means the actor"),
    ("Melee", "the eight tiles around the actor, and the actor's tile"),
    ("Ranged 6", "up to so many tiles"),
    ("3 tiles", "the same"),
    ("12", "the same"),
    ("[Speed] tiles", "the same; a stat gives the number"),
    ("Unlimited", "any distance"),
    ("10 tiles, 2-tile radius", "an area: its centre is within the range, and everybody within the radius is in it"),
    ("3-tile cone", "everybody within a right angle in a direction that the actor picks by one of the tiles around it"),
    ("6-tile line", "everybody straight in such a direction"),
    ("2-tile burst", "everybody within so many tiles of the actor, except the actor"),
    ("8 tiles, line of sight", "with no opaque tile between the two"),
    ("Melee (adjacent target)", "words in parentheses are a remark"),
)

DURATIONS = {
    "later": "to the end of the next structure of this name, not counting the current one; `your` and `the` mean the actor's, "
    "`its` and `their` that of the thing on which the effect is, `target's` somebody else's",
    "start": "to the start of the next structure of this name, as above",
    "end": "to the end of the structure in progress",
    "count": "until so many of them have ended; for turns, those of the actor",
}

STATS: Forms = (
    ("at least 0", "a lower bound; the default is 0"),
    ("at most 5", "an upper bound"),
    ("at most [Vigour Maximum] where one is set", "an upper bound that is a stat itself; if that stat is 0, there is no bound"),
    ("0 to 5", "both bounds"),
    ("may be negative", "no lower bound"),
    ("starts at 3", "the value at the beginning of a game; the default is 0"),
    (
        "becomes 3 at the start of the actor's turn",
        "set to this value when that structure begins, or where it says `refresh stats`; for all players if it belongs to nobody",
    ),
    ("for the turn", "reset to its starting value when a structure of this name ends, whoever it belonged to"),
    ("shared by the cast", "one number for the whole cast; also `shared by all`"),
    ("a direction", "one of N, NE, E, SE, S, SW, W, NW; an actor with this stat can face somebody"),
    ("takes damage", "the stat that damage reduces; only one stat of a book does"),
    ("a series", "several blows one after another, printed as `2x3` or `5x(0, 2x9, 0)`; as a number it is their sum"),
    ("pays for Wit", "if there is too little of the other stat, a cost in it is paid from this one"),
    ("pays first for Wit in brewing", "before the other stat, and only for actions of that mark; each part may be left out"),
    (
        "spent on actions",
        "whatever costs this stat counts as an action (see `has taken no action`), and nothing else does",
    ),
    ("a burden", "less of it is better; only bots use this"),
    ("for the rules alone", "only rules use it; it is not shown to players"),
    ("seen on face-down cards", "counters that everybody sees on a face-down card in a zone seen by all"),
)

ZONES: Forms = (
    ("in play", "things here can act and can be targeted"),
    ("of each player", "one for each player"),
    ("seen by all", "the default"),
    ("seen by its owner", "hidden from the others"),
    ("seen by nobody", "hidden from all"),
    ("keeps identity", "references to a thing stay valid when it comes here"),
    ("a stack", "actions wait here; the newest is the top"),
    ("pops after 4 quiet hours", "a stack whose top resolves when the stack has not changed for this time"),
    ("called Pocket for Ada", "the name of this zone for one player; `the Pocket` then means the zone of Ada"),
    (
        "replenished by the Round",
        "if more cards should be taken from here than there are, this structure is run first, and repeated as long as "
        "it changes something",
    ),
    ("reached from anywhere", "actions that do not wait can affect what waits here"),
)

KINDS: Forms = (
    ("Vigour 20, Wit 5", "the starting values of its stats"),
    ("a card", "things of this kind are cards, not actors"),
    (
        "a card played from Hand, then to Trash",
        "the zone from which its cards are played, and the zone to which they go afterwards",
    ),
    (
        "a card played from Hand to Table by Play a trick",
        "the zone in which it lies while it is played, and the action by which it is played: the costs and needs of both "
        "apply, and the effect of the card comes last; playing the card counts as that action",
    ),
    ("at once", "its cards do not wait on the stack"),
    ("plural Squireen", "what several of them are called, if it is not formed with -s, -es, -ies, -ves or -men"),
    (
        "silent while attached",
        "while its cards are attached, their printed text has no effect, except for abilities marked `(Attached)`",
    ),
    ("if countered to Trash", "the zone for countered cards; without this, the zone to which they go afterwards"),
)

COUNTS = """`[number of cards in your hand]` counts things, and `[total Wit of all allies]` adds up one of their stats.
`[most Wit of all allies]` is the highest value of it, `second most` the next lower value that somebody has, and `least` the
lowest. The things may have conditions: `[number of allies with [Wit] > 2]`."""

OTHERS = """`Reading NAME: SIDE, SIDE` declares two or more readings (interpretations) of a rule, the default first. Indented
below it, `rule:` names the rule and `about:` the question. An action marked `(reading NAME: SIDE)` is in force only if that side
is chosen. Some readings are built into the language (see Built-in readings), so that declaring them is enough. A table named
Speeds says which speeds may answer: the first row names the speeds, every other row begins with what is on top of the stack
(`nothing`, `anything` or a speed; `nothing in a Round` while that structure is in progress), and `yes` means that this speed
may be played.

`Word heal <whom> by <amount>: <whom> gains <amount> Wit` defines a phrase for this text; `<…>` is a slot (see
Phrases), and the meaning may have several clauses. `Word when …` defines a trigger, `Word if …` a condition. Below the
name of a card, `Wit: 4` is a stat that is printed on it.

`Mark Brewing, Tasting: what is done at the kettle` declares marks for actions, so that a window can be opened for them
(`window brewing for the actor`) or a stat can pay only for them. If some window is for a mark, actions with this mark are
offered only in such windows; `window actions and brewing` offers both. The words after the colon are a remark."""

SWITCHES = {
    "area damage": "does an effect on several targets roll its dice once for all, or once for each of them",
    "prerequisites": "does an `if` without dice and without `else` decide whether an action may be tried, or does no `if` do so",
    "unpaid costs": "is an action whose cost in `then` is too high refused, or does the actor pay only what it has",
    "same name": "does a lasting effect replace an older one of the same name on the same stat, or is it added to it",
    "end of turn": "does `until end of turn` end with the turn in progress, or when the actor's next turn starts",
    "reactions to reactions": "may a reaction be answered by another reaction",
    "priority": "how priority passes, if no `Priority:` says it",
    "lost targets": "if one of the targets of an action on a stack is gone, does the rest of its effect still happen",
    "spoiled acts": "if paying for an action makes it illegal, does it go on like one that has lost its targets, or is it undone",
    "leaving together": "does a thing that leaves play respond to the things that leave together with it",
    "potential": "must an action or ability be able to change something to be offered",
}
"""The question that each built-in reading answers."""

WINDOWS = {
    "any number": "the window stays open after each action; this is the default",
    "until it passes": "the same, in other words",
    "until all pass": "the same, in other words",
    "one only": "it closes after one action",
    "no passing": "passing is offered only when nothing else is",
    "closes when nothing can be done": "it closes automatically when it has nothing to offer",
    "closes when nothing waits": "it is open only while something is on the stack",
    "the first player's while nothing waits": "while nothing waits, only the first player is asked, and a pass closes it",
    "goes on when nothing waits any more": "when the stack has become empty, the next player is asked, not the first",
    "abilities in turn order": "triggered abilities go on the stack in turn order from the active player, whoever is asked first",
}

SAID = (
    ("called …", "the name of the window in prompts and in `where`"),
    ("while …", "it closes as soon as the condition no longer holds; an action that has begun is completed"),
    ("from target", "the player who is asked first; without this, the active player"),
    ("abilities of target last", "triggered abilities go on the stack in turn order from the first player, those of target last"),
)  # fmt: skip
"""Rules of a window that contain words of the writer."""

TILES = {
    "wall": "nobody enters it or sees through it",
    "difficult": "entering it counts double",
    "window": "nobody enters it, everybody sees through it",
    "low wall": "nobody enters it, everybody sees over it",
    "smoke": "everybody may enter it, nobody sees through it",
    "floor": "an ordinary tile",
}

SCENES: Forms = (
    (
        "board: 7 by 6 Cells",
        "a board: a map with a thing of this kind on each tile, called A1 to G6 and controlled by nobody at first; rows of "
        "symbols may stand below it, `.` for an empty cell, the first letter of a player's name for a cell of this player",
    ),
    ("pieces: m … of Ada", "above a board: what its other symbols mean"),
    ("map:", "rows of symbols, one for each tile, indented below it"),
    ("tiles: X wall, ~ difficult", "what the symbols mean; other symbols are floor"),
    (
        "cast Reds: Ada at 1,1 (Vigour 5); Ben at 2,1 (has Stride)",
        "actors of one side: places, kinds, stats, actions",
    ),
    ("cast Reds, neutral: …", "the cast has no enemies; also `allied with …`"),
    ("cast Blues, run by strategy Herd: …", "nobody plays the cast; it acts by a Strategy"),
    ("marks: g gate, c Reds camp", "words for the tiles with a symbol, which phrases and features can use"),
    ("features: Poise", "the features in force here"),
    ("seats Ada, Ben", "the players of a game without casts"),
    ("teams: Ada and Cy; …", "players who win together"),
    (
        "Ada's hand: …",
        "the cards in a player's zone, the top one first; `3 …` for three of one kind; `(face down)` or `(attached to …)` may "
        "follow a card",
    ),
    ("Ada's hand at Quay: …", "the same, all of them at a place"),
    ("Trash: …", "the cards in a zone that belongs to nobody"),
    ("ends when: one cast is left", "a condition; when it becomes true, the sides in play have won"),
    ("ends when: 8 Rounds have passed; Reds win", "the same, with the side that has won then; `nobody wins` is a draw"),
)

FEATURES: Forms = (
    ("Scope: cast Reds", "to whom it applies; the scopes are listed below, and a name may follow"),
    ("Scope: each actor with [Vigour] > 3", "the same as a noun phrase, which cannot mention any other thing"),
    ("When: an enemy is adjacent", "it applies only while this condition holds"),
    ("do: +2 Wit", "a modifier of the stats of those in its scope; the stored numbers do not change"),
    ("do: the check succeeds; roll the damage dice twice", "how it affects the checks of those in its scope"),
    ("Trigger: …", "`do` happens each time the trigger is met; a feature marked `(activated)` is an action"),
    ("Needs: the target is in sight", "a condition that every action of those in its scope must meet"),
    ("Hides: Wit", "stats that only the player of the thing with the feature may see"),
    ("Duration: 2 rounds", "how long it is in force after it has begun; without it, as long as the scene"),
)

STRATEGIES: Forms = (
    ("threat: [Wit] + [Vigour]", "how dangerous an actor is, for `highest threat`"),
    (
        "1. when [Health] <= 3: Stride away from the nearest enemy",
        "a behaviour: an action, with a condition and a choice of target",
    ),
    (
        "2. Jab the adjacent enemy with lowest Health",
        "the target is the nearest, the farthest, a random one, or the one with the lowest or highest stat",
    ),
    ("3. pass", "the last one has no condition"),
)

CAMPAIGNS: Forms = (
    ("cast: Reds", "the cast that goes through the scenes"),
    ("scenes: Yard", "the scenes, in order"),
    ("carries over: Health", "the stats that the cast keeps from scene to scene"),
    ("features: Poise", "the features in force in all of them"),
)

GUIDES: Forms = (
    ("goal: have 15 Honey", "what a player tries to do; several lines are several sentences"),
    ("turn: draw a card", "a part of a turn, in order; about five of them"),
)

STEPS: Forms = (
    ("seats …", "players, as in a scene; an example of a card game begins with this line"),
    (
        "Ada (Vigour 5) beside Ben (Vigour 4)",
        "the position: actors with stats, `at 1,2`, `beside` or `3 tiles from` another",
    ),
    ("Ada's hand: …", "the cards of Ada in a zone; the zone itself may belong to nobody"),
    ("Ada: Stride 2,1", "an answer in words; if somebody else is asked, everybody passes until Ada is asked"),
    ("Ada: Jab Ben, rolling 14, 6", "the same with its dice in order; the example fails if dice are left over"),
    ("Ada passes, rolling 4", "or `declines`, or `ends its turn`; Ada must be asked; then the dice that are rolled after it"),
    ("Ada cannot Jab Ben: range", "the action is refused now, by this check if one is named; nothing changes"),
    ("Ada's turn begins", "or `ends`: all pass until the turn in progress is over; then Ada's turn begins with its first step"),
    ("at 04:00 …", "any of these at a time of the clock"),
    ("expect …, …", "what must now be true"),
)

SLOTS = {
    "label": "some words",
    "doing": "something to do, or a name for what follows",
    "up_to": "`up to`",
    "every_time": "`every time`",
    "bound": "`at least`, `at most`, `exactly` or `only`",
    "rank": "`most`, `least`, `second most`, `second least`, `highest` or `lowest`",
    "may": "`may`",
    "free": "`without paying`, also `without paying for it` or `without paying its cost`",
    "no": "`no`",
    "order": "`in turn`, `in secret`, `, the last first`, `, the active player's last` or `, as … chooses`",
    "face_down": "`face down`",
    "costs": "`cost` or `costs`",
    "randomly": "`in random order`",
    "as_it_lies": "`as it lies` or `as they lie`",
    "alike": "`different` or `the same`",
    "class": "the name of a class of actions that the book declares",
    "amount": "a number, a number word, dice, `[Stat]`, or a sum of them",
    "signed": "a number, dice or `[Stat]` with + or - before it",
    "times": "`once`, `twice`, `3 times`",
    "stat": "the name of a declared stat, with or without brackets",
    "whom": "a known thing (actor, target, attacker, it, a name), or `all …` / `each …` and a noun phrase",
    "things": "a noun phrase",
    "duration": "a duration",
    "zone": "a zone, with `your`, `the` or `its owner's` before it",
    "action": "the name of an action",
    "structure": "the name of a structure",
    "feature": "the name of a feature",
    "mark": "a word that a scene marks tiles with",
    "comparison": "`falls to`, `falls below`, `drops to`, `drops below`, `rises to`, `rises above`",
    "place": "`top` or `bottom`",
    "word": "one word",
    "rest": "the rest of the line",
}

KINDS_OF_PHRASE = {
    "effect": ("Effects", "in `do`, `else`, `then`, and the steps of structures"),
    "condition": ("Conditions", "in `if`, `Needs:`, `Prerequisite:` and `ends when:`, beside comparisons, with and, or, not"),
    "trigger": ("Triggers", "in `Trigger:` and `Defeated:`"),
}
