"""What every word of the language means, for people: one line for each key of the tables that the compiler reads.

The keys are the tables' own, so that a test can miss what nobody has described. Nothing here decides anything.
"""

from __future__ import annotations

from collections.abc import Sequence

Forms = Sequence[tuple[str, str]]
"""Things to write, each with its meaning."""

NOTATION = """In what follows `<word>` stands for something the writer fills in, `[…]` may be left out, `(a|b)` is one of
several, and `…` is the rest of the line. In phrases letter case does not matter."""

SHAPES: Forms = (
    ("Name", "a line without a colon, above headers and components, begins an action or a card"),
    (
        "Name (Mark, Mark)",
        "the same with marks: `Reaction`, `Triggered`, `Automatic`, `Interrupt`, `Optional`, `Following`, `Attached`, `Delayed`, "
        "a speed, a declared kind or mark, `reading NAME: SIDE`; any other is an error",
    ),
    ("Word: value", "a header describes the action above it; a setting belongs to the file"),
    ("Stat Name: …", "a declaration; so begin `Zone`, `Class`, `Kind`, `Mark`, `Reading` and `Word`"),
    (
        "structure Name",
        "a timing structure; its steps are indented below it, and `Told: …`, how `where` tells it: with "
        "`the actor` and [Stats], and inside another such structure after a comma; `Told: nothing` for what only the rules keep",
    ),
    ("Scene Name", "a position to play from; its lines are indented below it"),
    ("Feature Name", "a special rule that is in force where a scene or a file says so; headers and a `do` below it"),
    ("Strategy Name", "how a cast without a player acts; its behaviours are indented below it"),
    ("Campaign Name", "scenes in a row; its lines are indented below it"),
    ("How to play", "what `help` teaches somebody new; its lines are indented below it"),
    ("Example: name", "a proof of what stands beside it; its lines are indented below it"),
    ("Speeds", "a table; its rows begin with `|`"),
    ("# words", "a comment to the end of the line; `<-- words` is one too"),
    ("clause; clause", "several things to do on one line"),
)

COMPONENTS = {
    "if": "the condition; without it the action simply succeeds",
    "do": "what happens if the condition holds; every action has it",
    "else": "what happens if it does not",
    "then": "what happens in both cases, afterwards; what it takes from the actor's own stats is a cost",
}

SETTINGS = {
    "Uses": "the books and files this text adds to or overrides, by name; without it the default book; `nothing` for none",
    "Title": "the book's name for people",
    "Start": "the structure a game begins with",
    "Turn": "the structure that counts as somebody's turn, if it is not called Turn",
    "Order": "stats in brackets: `each …` and answers go by the first, highest first, then the next; windows go round the table",
    "Repeals": "numbers of rules that are struck out, with what they define: `Repeals: 318, 320`",
    "Immutable": "rules that no amendment may change: `rules below 200`",
    "Defeated": "when somebody leaves play: a trigger such as `when [Health] falls to 0`",
    "Features": "the features in force in every scene, separated by commas",
    "Priority": "`goes round` or `in succession`: how priority passes in windows for each player; then, after commas, "
    "`who acts keeps it` or `who acts passes it on`, `a resolution gives it back` or `a resolution gives it on`, or "
    "`the newest gives it`: whose the newest thing on the stack is has it first (docs/language.md, Who is asked)",
    "Reactions": "a limit on all reactions: `1 per round`, or `1 per attack` for one reply to each attack",
    "Settle": "the structure that is run wherever something has changed, again until it changes nothing; then, after commas, "
    "where: `after each instruction`, `after each payment`, `after each resolution`, `after each structure`, "
    "`before each choice`; without any, at all of them",
}

HEADERS = {
    "Range": "how far the action reaches (see Ranges); without it any distance",
    "Target": "what may be targeted, as a noun phrase; without it anybody in play, if the action speaks of a target at all; "
    "`up to 2`, `at least 2`, `between 1 and 3`, `any number of` and a noun for several, of which `all targets` then speaks",
    "Cost": "amounts of stats or things to do, separated by commas; paid before anything happens, and refused unless all can be "
    "paid",
    "Speed": "one of the speeds of the book's table; `none` for what does not wait on the stack; "
    "`fast, at once` for what resolves as it is put on the stack, so that priority goes on as after any resolution (payments "
    "leave it as it is); `fast, off the stack` for what has a speed and never goes there",
    "Trigger": "what a reaction or triggered ability answers (see Triggers); in a book with speeds it then goes on the stack, "
    "and with a cost only if its player pays; marked `(Automatic)`, it befalls whoever the event is about, at once; "
    "marked `(Interrupt)`, it is used before the change happens, as often as it can be paid for, until all pass",
    "Limit": "how often: `once per round`, `2 per turn`",
    "Needs": "a condition for trying the action at all; of what is picked it is asked as soon as that is",
    "Prerequisite": "the same as Needs",
    "Rule": "the number of the rule, shown in explanations and refusals",
    "For": "the actors or kinds that have the action, separated by commas; without it everybody",
    "Sight": "`no` or `not needed` asks for no line of sight, anything else asks for it; "
    "`Sight: required` above all actions asks for it in all of them",
    "If is": "`a prerequisite` or `a check`: what the condition in `if` counts as, whatever its dice",
    "Short": "what happens first when a card is to be taken from an empty zone",
    "From": "the zone that the card or other source must lie in",
    "Timing": "when a reaction to damage comes: `before` it, which needs no saying, `after` it, or `instead` of it",
    "Also": "what is picked after the target, as a noun phrase, which is then `the other` or `the others`",
    "Optional cost": "what may be paid in addition; see `the additional cost was paid`; what it says to `choose` without paying "
    "with it is picked only where it is paid, as `those chosen in addition`",
    "Text": "a rule text is given with the action, and this is what it is called; it must be fit to be adopted",
    "Cooldown": "how long the action cannot be used again: `2 turns`",
    "Potential": "`always`: the action may be taken even if it could change nothing (see the switch `potential`)",
}

RANGES: Forms = (
    ("Self", "the actor alone; Target then means the actor"),
    ("Melee", "the eight tiles around the actor, and its own"),
    ("Ranged 6", "up to so many tiles"),
    ("3 tiles", "the same"),
    ("12", "the same"),
    ("[Speed] tiles", "the same, by a stat"),
    ("Unlimited", "any distance"),
    ("10 tiles, 2-tile radius", "an area: its centre within the range, everybody within the radius"),
    ("8 tiles, line of sight", "no opaque tile between the two"),
    ("Melee (adjacent target)", "what stands in parentheses is a remark"),
)

DURATIONS = {
    "later": "to the end of the actor's next one; said in its own, the present one does not count",
    "start": "to the start of the actor's next one",
    "end": "to the end of the one in progress",
    "count": "so many ends of it; of turns, the actor's own",
}

QUALIFIERS = {
    "namesake": ("cards called like target", "of the same name, and another thing"),
    "subject": ("actor of the Turn", "whose the innermost structure of that name is; also `the actor of the Turn`"),
    "within": ("enemies within 2 tiles of target", "no further away than that; without `of`, from the actor"),
    "adjacent": ("enemies adjacent to target", "on a neighbouring tile"),
    "attached": ("cards attached to target", "see attach"),
    "stacked": ("action on a stack", "something that waits"),
    "waited": ("action that is or was on a stack", "something that waits or has waited"),
    "owned": ("cards in target's hand", "in the zone of somebody"),
    "yours": ("cards in your hand", "in the zone of the actor's player"),
    "lying": ("cards in the trash", "in any zone of that kind"),
    "others": ("actors you do not control", "of any other player"),
    "controlled": ("actors you control", "of the actor's player"),
    "sight": ("enemies in sight", "with line of sight from the actor"),
    "with": (
        "enemies with [Health] < 5",
        "for which comparisons of their own stats hold; [Actor Health] is the actor's; `with` may be said again",
    ),
    "off": ("actor off the map", "on no tile"),
    "marked": ("actor on the gate", "on a tile that the scene marks with that word"),
    "cast": ("actor of Reds", "of a cast"),
    "play": ("allies in play", "in a zone where things are in play"),
    "at": ("actors at an ally", "at a place, or at a place of a kind: see station"),
    "not at": ("actors not at target", "anywhere else"),
    "home": ("actors at home", "at no place, but with their player"),
    "here": ("actors here", "where this card is"),
    "together": ("actors with target", "where somebody is"),
    "abroad": ("cards abroad", "at a place that is not their player's"),
    "none there": ("actors with no cards at them", "places where nothing of the kind is"),
    "controlled by": ("actors controlled by target", "of somebody's player"),
    "uncontrolled by": ("actors not controlled by target", "of any other player than somebody's"),
    "allied with": ("actors allied with target", "on somebody's side"),
    "opposed to": ("actors opposed to target", "against somebody's side"),
    "noted": ("actors noted as keeper of target", "what is noted of something under a word: see note"),
    "having": ("actors that have target as keeper", "of which something is noted under a word"),
    "not having": ("actors that do not have target as keeper", "of which it is not"),
}

STATS: Forms = (
    ("at least 0", "a lower bound; 0 unless something else is said"),
    ("at most 5", "an upper bound"),
    ("at most [Vigour Maximum] where one is set", "an upper bound that is a stat itself; 0 counts as none"),
    ("0 to 5", "both bounds"),
    ("may be negative", "no lower bound"),
    ("starts at 3", "what everybody begins with; 0 unless something else is said"),
    ("becomes 3 at the start of the actor's turn", "set anew by `refresh stats` in that structure"),
    ("for the turn", "back to what everybody begins with when the structure is over, whosever it was"),
    ("shared by the cast", "one number for the whole cast; also `shared by all`"),
    ("a direction", "one of N, NE, E, SE, S, SW, W, NW; who has it can face somebody"),
    ("takes damage", "the stat that damage goes to"),
    ("a series", "a row of blows, printed as `2x3` or `5x(0, 2x9, 0)`; as a number it is their sum"),
    ("pays for Wit", "where there is too little of the other stat, a cost in it is paid from this one"),
    ("pays first for Wit in brewing", "before the other stat, and only for actions of that mark; each part may be left out"),
    (
        "spent on actions",
        "what costs some of it is an action, noted with its origin; other things done by choice are paid abilities",
    ),
    ("a burden", "one would rather have less of it, which is all that a bot needs to know"),
    ("for the rules alone", "it is not drawn at the table"),
    ("seen on face-down cards", "counters that everybody sees on what lies face down in plain sight"),
)

ZONES: Forms = (
    ("in play", "what lies here acts and can be targeted"),
    ("of each player", "one for each player"),
    ("seen by all", "the default"),
    ("seen by its owner", "hidden from the others"),
    ("seen by nobody", "hidden from all"),
    ("keeps identity", "what comes here remains the same thing for those who refer to it"),
    ("a stack", "what waits lies here; the last one on is the top"),
    ("pops after 4 quiet hours", "a stack whose actions happen when it has not changed for so long"),
    ("called Pocket for Ada", "what a zone of each player is called for one of them; `the Pocket` is then hers"),
    ("replenished by the Round", "the structure that is taken, as long as it does anything, when too little is here to be taken"),
    ("reached from anywhere", "what acts at once may do something to what waits here"),
)

KINDS: Forms = (
    ("Vigour 20, Wit 5", "what its stats start from"),
    ("a card", "cards are of this kind, not actors"),
    ("a card played from Hand, then to Trash", "where its cards are played from, and where they go afterwards"),
    (
        "a card played from Hand to Table by Play a trick",
        "where it lies meanwhile, and the common action by which it is played: "
        "both cost, both need, its own effect comes last; it counts as that action",
    ),
    ("at once", "its cards do not wait on the stack"),
    (
        "silent while attached",
        "what is printed on its cards rests while they are attached, but for abilities marked `(Attached)`",
    ),
    ("if countered to Trash", "where they go when they are countered; otherwise where they go afterwards"),
)

OTHERS = """`[number of cards in your hand]` counts things, `[total Wit of all allies]` adds a stat of theirs up; they may have
conditions of their own: `[number of allies with [Wit] > 2]`.

`Reading NAME: SIDE, SIDE` declares an ambiguity and its sides, the default first; indented below it,
`rule:` names the rule and `about:` the question. A switch the language knows (see Switches) acts by itself; an action marked
`(reading NAME: SIDE)` is in force on that side only. A table named Speeds says what may answer what: the first
row names the speeds, every other row begins with what is on top of the stack (`nothing`, `anything` or a speed;
`nothing in a Round` while that structure is in progress), and `yes` allows.

`Word heal <whom> by <amount>: <whom> gains <amount> Wit` gives the text a word of its own; what stands in `<…>` is a slot (see
Phrases), and the meaning may be several clauses. `Word when …` is a word for triggers, `Word if …` one for conditions. Below the
name of a card, `Wit: 4` is a stat that is printed on it.

`Mark Brewing, Tasting: what is done at the kettle` declares words to mark actions with, so that a window may be for them
(`window brewing for the actor`), a stat pay for them alone, or a reader know them. Where a window is for a mark, actions so
marked are offered in such windows alone; `window actions and brewing` offers both. What follows the colon is for people."""

WINDOWS = {
    "any number": "the window stays open after each action; this is so unless something else is said",
    "until it passes": "the same, in other words",
    "until all pass": "the same, in other words",
    "one only": "it closes after one action",
    "no passing": "passing is offered only when nothing else is",
    "closes when nothing can be done": "it closes by itself when it has nothing to offer",
    "closes when nothing waits": "it is open only while something is on the stack",
    "the first player's while nothing waits": "while nothing waits only the first player is asked, and to pass closes it",
    "goes on when nothing waits any more": "each time the stack has become empty the next player is asked, not the first",
    "abilities in turn order": "triggered abilities are put on the stack from the active player on, whoever is asked first",
}

SAID = (
    ("called …", "the name by which `where` and the prompt tell it"),
    ("while …", "it closes as soon as the condition no longer holds; what was begun in it resolves first"),
    ("from target", "who is asked first; otherwise it is the active player"),
    ("abilities of target last", "triggered abilities are put on the stack from who is asked first on, those of somebody last"),
)  # fmt: skip
"""What a window may say in words of the writer's own."""

TILES = {
    "wall": "nobody enters it or sees through it",
    "difficult": "entering it counts double",
    "window": "nobody enters it, everybody sees through it",
    "low wall": "nobody enters it, everybody sees over it",
    "smoke": "everybody may enter it, nobody sees through it",
    "floor": "an ordinary tile",
}

SCENES: Forms = (
    ("map:", "rows of signs, one sign a tile, indented below it"),
    ("tiles: X wall, ~ difficult", "what the signs mean; others are floor"),
    (
        "cast Reds: Ada at 1,1 (Vigour 5); Ben at 2,1 (has Stride)",
        "actors of one side: places, kinds, stats, actions",
    ),
    ("cast Reds, neutral: …", "nobody's enemies; also `allied with …`"),
    ("cast Blues, run by strategy Herd: …", "nobody plays the cast; it acts by a Strategy"),
    ("marks: g gate, c Reds camp", "words for the tiles with a sign, which phrases and features may speak of"),
    ("features: Poise", "the features in force here"),
    ("seats Ada, Ben", "the players of a game without casts"),
    ("teams: Ada and Cy; …", "players who win together"),
    ("Ada's hand at Quay: …", "the same, all of them at a place; `(face down)` and `(attached to …)` after a card"),
    ("Ada's hand: …", "the cards in a player's zone, the top one first; `3 …` for three of one kind"),
    ("Trash: …", "the cards in a zone that is nobody's"),
    ("ends when: one cast is left", "a condition; when it holds the sides in play have won"),
    ("ends when: 8 Rounds have passed; Reds win", "the same, and who has won; `nobody wins` is a draw"),
)

FEATURES: Forms = (
    ("Scope: cast Reds", "whom it is attached to; the scopes are listed below, and a name may follow"),
    ("When: an enemy is adjacent", "only while a condition holds"),
    ("do: +2 Wit", "what stands on the stats of those in its scope; it is never written down"),
    ("do: the check succeeds; roll the damage dice twice", "what it decides about a check"),
    ("Trigger: …", "with a trigger `do` happens each time; with the mark `(activated)` it is an action"),
    ("Needs: the target is in sight", "what nobody in its scope may do an action without"),
    ("Hides: Wit", "stats that only the player of whoever has it may see"),
    ("Duration: 2 rounds", "how long it is in force once begun; without it, as long as the scene"),
)

STRATEGIES: Forms = (
    ("threat: [Wit] + [Vigour]", "how dangerous somebody is, for `highest threat`"),
    (
        "1. when [Health] <= 3: Stride away from the nearest enemy",
        "a behaviour: an action, with a condition and a choice of target",
    ),
    (
        "2. Jab the adjacent enemy with lowest Health",
        "the choice is nearest, farthest, random, or by lowest or highest of a stat",
    ),
    ("3. pass", "the last one has no condition"),
)

CAMPAIGNS: Forms = (
    ("cast: Reds", "the cast that goes through the scenes"),
    ("scenes: Yard", "the scenes, in order"),
    ("carries over: Health", "the stats that the cast takes along"),
    ("features: Poise", "the features in force in all of them"),
)

GUIDES: Forms = (
    ("goal: have 15 Honey", "what a player tries to do; several lines are several sentences"),
    ("turn: draw a card", "a part of a turn, in order; about five of them"),
)

STEPS: Forms = (
    ("seats …", "players, as in a scene; where cards are played an example begins with this"),
    (
        "Ada (Vigour 5) beside Ben (Vigour 4)",
        "the position: actors with stats, `at 1,2`, `beside` or `3 tiles from` another",
    ),
    ("Ada's hand: …", "what lies in a zone; in one that is nobody's, it is Ada's all the same"),
    ("Ada: Stride 2,1", "an answer in words; if somebody else is asked, everybody passes until Ada is"),
    ("Ada: Jab Ben, rolling 14, 6", "the same with the dice it rolls, in order; dice left over are a failure"),
    ("Ada passes, rolling 4", "or `declines`, or `ends its turn`, of whoever is asked; with the dice of what then happens"),
    ("Ada cannot Jab Ben: range", "the action is refused as the game stands, by that check if one is named; nothing changes"),
    ("Ada's turn begins", "or `ends`: all pass until the turn in progress is over; hers begins with its first step"),
    ("at 04:00 …", "any of these at a time of the clock"),
    ("expect …, …", "what must now be true"),
)

SLOTS = {
    "label": "some words",
    "up_to": "up to",
    "alike": "`different` or `the same`",
    "class": "the name of a class of actions that the book declares",
    "amount": "a number, a number word, dice, `[Stat]`, or a sum of them",
    "signed": "a number, dice or `[Stat]` with + or - before it",
    "times": "once, twice, `3 times`",
    "stat": "the name of a declared stat, with or without brackets",
    "whom": "somebody known (actor, target, attacker, it, a name), or `all …` / `each …` and a noun phrase",
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
