"""Concepts of games: what a designer may want to say, by its usual words, and how the language says it, or that it cannot.

Each row is a pattern of the usual words, the text that says it, and what the language lacks where it cannot be said. A text may
hold the book's own zones and stats: {hand}, {deck}, {discard}, {play}, {supply}, {stat}; and groups of the pattern.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Concept(NamedTuple):
    """One thing that a designer may want to say."""

    kind: str  # effect, condition or trigger
    wanted: re.Pattern[str]
    text: str
    lacks: str = ""
    has: str = ""  # what the book must have: cards, map or stack; "!cards" for what it must not


def _rows(kind: str, *rows: tuple[str, ...]) -> tuple[Concept, ...]:
    return tuple(Concept(kind, re.compile(pattern, re.IGNORECASE), *rest) for pattern, *rest in rows)


N = r"(?P<n>\d+|an?|one|two|three|four|five|x)"
STATES = {
    "freeze": "Frozen", "stun": "Stunned", "tap": "Tapped", "exhaust": "Exhausted", "poison": "Poisoned", "silence": "Silenced",
    "ready": "Exhausted", "untap": "Tapped", "curse": "Cursed", "blind": "Blinded", "paralyze": "Paralyzed", "root": "Rooted",
}  # fmt: skip
"""Verbs for states, each with the stat that says the state."""

AWAY, ALL_AWAY = "` and `move the chosen card to your {discard}", "` and `move the chosen cards to your {discard}"
STATED = "prone|stunned|frozen|poisoned|blinded|dazed|invisible|tapped|exhausted|marked|accused|grappled|buffed"
COSTS = "costs that are lowered or raised"
MOST = "whoever has the most"
SECRET = "choices that all make at the same time in secret"

CONCEPTS = (
    *_rows(
        "effect",
        (r"\bpaying .*\bless\b|\bcosts? .*\b(less|more|fewer)\b|\b(cheaper|reduce[sd]?|discount)\b.*\bcost|\bcost .*reduced",
         "the actor may take NAME without spending {stat} in its Turn", COSTS),
        (r"\b(the most|fewest|least|highest|lowest|richest|poorest)\b",
         "each player: if [{stat}] >= 5: gain 1 {stat}", MOST),
        (r"\b(vote|votes|bid|bids|submit|choose|chooses|reveal)\b.*\b(secret|secretly|same time|simultaneously)\b",
         "each player: choose …, one after another", SECRET),
        (r"\badvantage\b|\bdisadvantage\b|\broll twice\b|\bkeep the (highest|lowest)\b",
         "if: 1d20 + [{stat}] >= 13 or 1d20 + [{stat}] >= 13", "dice of which the best or the worst is kept"),
        (r"\bcone\b|\bline of\b.*\b(feet|tiles|squares)\b", "Range: 3 tiles, 1-tile radius` and `all targets take 3d6 damage",
         "cones and lines on the map", "map"),
        (r"\b(jump|hop|leap)s? over\b", "move up to 2 tiles", "jumping over somebody", "map"),
        (r"\b(place|put|drop)s? an? \w+ on an? (empty )?(tile|square|field|point|intersection|cell)\b",
         "appear on a tile of its camp", "new pieces on a tile that is picked", "map"),
        (r"\b(?:promote|transform|evolve|upgrade|turn)s?\b.*\b(?:in)?to (?:an? )?(?P<what>\w+)$",
         "target becomes a {what}`, after a line `Kind {what}: {stat} 1"),
        (r"\b(promote|transform|evolve|upgrade)s?\b", "target becomes a Queen`, after a line `Kind Queen: {stat} 1"),
        (r"\breveal.*\buntil\b", "reveal the top card of your {deck}", "revealing until something comes", "cards"),
        (r"\bbetween two of\b|\bsurrounded?\b|\benclosed?\b", "remove target", "captures by enclosing", "map"),
        (r"\b(swap|exchange|trade)s? (hands|roles|cards)\b", "note target as partner of the actor",
         "exchanging what two players have"),
        (r"\bre-?roll", "let X be 1d6", "dice that are rolled again"),
        (r"\bswaps?\b|\b(exchange|change|trade)s? places\b", "slide target 2 tiles NE", "changing places", "map"),
        (r"\bskips?\b.*\bturn|\bloses? (its|a|their|the) (next )?turn|\bmiss(es)? a turn",
         "target skips its next Turn"),
        (r"\b(extra|another|additional) turn", "take an extra Turn after this one"),
        (r"\bdiscover\b", "look at the top 3 cards of your {deck}` and `choose a card in your {deck}",
         "cards from outside the game", "cards"),
        (r"\bsearch(es)?\b|\btutor",
         "choose a card in your {deck}`, `move the chosen card to your {hand}` and `shuffle your {deck}", "", "cards"),
        (r"\bshuffles? .*\b(cop(y|ies)|cards?|this)\b.*\binto\b",
         "make a copy of this in your {deck}` and `shuffle your {deck}", "", "cards"),
        (r"\bcounter .*\bunless\b.*?(?P<n>\d+)?$",
         "counter target unless the player of target pays {n} {stat}`, after `Target: an action on the stack", "", "stack"),
        (r"\bputs? .*\bfrom your (?P<zone>\w+).* (?P<place>top|bottom) of\b",
         "choose a card in your {zone}` and `put the chosen card to the {place} of your {deck}", "", "cards"),
        (r"\b(install|play|deploy|cast)s? an? \w+ from\b",
         "choose a card in your {hand}` and `move the chosen card to the {play}", "", "cards"),
        (r"\b(trash|remove|destroy)s? " + N + r" (installed|rezzed|face-up) ",
         "Target: a card in the {play}` above it, and `move target to its owner's {discard}", "", "cards"),
        (r"\blooks? at the top (?P<n>\d+)?", "look at the top {n} cards of your {deck}", "", "cards"),
        (r"\b(place|put|add)s? " + N + r" (?P<what>\w+) (?:tokens?|counters?) on\b",
         "target gains {n} {what}`, after a line `Stat {what}: at least 0"),
        (r"\bgains? control of\b|\b(steal|take)s? control\b", "the actor gains control of target"),
        (r"\b(exile|banish)s? (target|an?|the)\b", "move target to its owner's {discard}", "", "cards"),
        (r"\bputs? (?P<n>an?|one|two|three|\d+)\b.*?(?P<what>\w+?) tokens?\b",
         "make {n} {what} in the {play}`, after a line `Kind {what}: {stat} 1"),
        (r"\bdraws? .*\buntil you have (?P<n>\d+)",
         "move the top {n} - [number of cards in your {hand}] cards of your {deck} to your {hand}", "", "cards"),
        (r"\bgains? an? (?P<what>\w+) (to|into|onto) your (?P<zone>\w+)",
         "choose a {what} in the {supply}` and `move the chosen card to your {zone}", "", "cards"),
        (r"\bdiscards? (your|their|its|the whole) hand", "move all cards from your {hand} to your {discard}", "", "cards"),
        (r"\b(expose|reveal|show)s? an? card\b", "reveal target`, after `Target: a card in the {play}", "", "cards"),
        (r"\brepeals? rule (?P<n>\d+)", "enact target`, where the text of target says `Repeals: {n}"),
        (r"\bmills? " + N, "move the top {n} cards of your {deck} to your {discard}", "", "cards"),
        (r"\bscry\b|\bsurveil\b", "look at the top 2 cards of your {deck}", "", "cards"),
        (r"discards? down to (?P<n>\d+)",
         "each opponent: take a Discarding`, with a `structure Discarding of a player` that says "
         "`choose [number of cards in your {hand}] - {n} cards in your {hand}" + ALL_AWAY, "", "cards"),
        (r"\b(trash|discard|banish|burn)s? up to " + N, "you may choose {n} cards in your {hand}" + ALL_AWAY, "", "cards"),
        (r"\b(discard|trash)s?\b.*\brandom", "move a random card from your {hand} to your {discard}", "", "cards"),
        (r"\b(discard|trash)s? (an?|one) ", "choose a card in your {hand}" + AWAY, "", "cards"),
        (r"\b(discard|trash)s? " + N, "choose {n} cards in your {hand}" + ALL_AWAY, "", "cards"),
        (r"\brecycles? ", "choose a card in your {hand}` and `put the chosen card to the bottom of your {deck}", "", "cards"),
        (r"\b(gain|buy|acquire|take)s? an? card\b.*?(?P<n>\d+)?$",
         "choose a card in the {supply} with [Cost] <= {n}" + AWAY, "", "cards"),
        (r"\bdraws? (an?|one|1|another) ", "move the top card of your {deck} to your {hand}", "", "cards"),
        (r"\bdraws? " + N, "move the top {n} cards of your {deck} to your {hand}", "", "cards"),
        (r"\b(return|bounce)s?\b.*\bhand", "return target to its owner's {hand}", "", "cards"),
        (r"\b(destroy|kill|bury|sacrifice)s? (?:target|an?|the|that) (?P<what>\w+)",
         "Target: a {what}` above it, and `move target to its owner's {discard}", "", "cards"),
        (r"\b(destroy|kill|bury)s? (?:target|an?|the|that) (?P<what>\w+)", "remove target", "", "!cards"),
        (r"\b(deal|give)s? (an?|one|" + N + r") (?P<what>\w+) to (each|every|all) player",
         "each player: move the top card of {deck} to your {hand}", "", "cards"),
        (r"\blooks? at\b.*\b(role|hand|cards?|identity)\b", "look at all cards in target's {hand}", "", "cards"),
        (r"\b(summon|create|spawn|conjure)s? (?P<n>\d+|an?|one|two|three|four)\b.*?(?P<what>\w+?)s?( tokens?)?( onto .*)?$",
         "make {n} {what}s in the {play}`, after a line `Kind {what}: {stat} 1"),
        (r"(?P<state>freeze|stun|tap|exhaust|poison|silence|curse|blind|paralyze|root)s? (?P<whom>target|it|this|all|an?|the)\b",
         "target has 1 {state} until start of next turn`, after a line `Stat {state}: 0 to 1"),
        (r"(?P<state>ready|untap)s? (?P<whom>target|it|this|all \w+)",
         "target has 0 {state}`, after a line `Stat {state}: 0 to 1"),
        (r"\b(?:falls|becomes|is|gets) (?P<named>" + STATED + r")\b(?P<until> until .+| this turn)?",
         "target has 1 {named}{until}`, after a line `Stat {named}: 0 to 1"),
        (r"(?P<whom>all [\w ]+?|each [\w ]+?)(?: gets?| gains?)? \+(?P<n>\d+)/\+(?P<m>\d+)(?P<until> until.*| this turn)?",
         "{whom} gain {n} {attack}{until}` and `{whom} gain {m} {life}{until}"),
        (r"\+(?P<n>\d+)/\+(?P<m>\d+)(?P<until> until.*| this turn)?",
         "target gains {n} {attack}{until}` and `target gains {m} {life}{until}"),
        (r"\bgives? (?P<whom>all \w+|target|it|an? \w+) \+(?P<n>\d+) (?P<what>\w+)(?P<until> .+)?$",
         "target gains {n} {what}{until}"),
        (r"\bhalf (the |its )?damage\b", "deal 2d6 / 2 damage to target"),
        (r"\b(do|does|deals?|inflicts?|suffers?|takes?) (?P<n>\w+) (?P<what>\w+ )?damage$", "deal {n} {what}damage to target"),
        (r"\bdamage equal to (?:its|this card's) (?P<what>\w+)", "deal [This {what}] damage to target"),
        (r"\bdamage equal to (?:your |the )?(?P<what>\w+)", "deal [{what}] damage to target"),
        (r"\b(?:regain|recover|restore|heal)s? (?P<n>\w+) (?:hit points|health|life|hp)\b", "gain {n} {life}"),
        (r"\bgives? (?P<n>\w+) (?P<what>\w+) to (?P<whom>target|it|each \w+|all \w+)", "{whom} gains {n} {what}"),
        (r"\b(?:the|your|an) opponent (?P<verb>gains|loses) (?P<n>\w+) (?P<what>\w+)", "each opponent: it {verb} {n} {what}"),
        (r"\bdoubles? (?:your |the )?(?P<what>\w+)", "[{what}] *= 2"),
        (r"\bhalves? (?:your |the )?(?P<what>\w+)", "[{what}] /= 2"),
        (r"\bpays? \w+ (?P<what>\w+) (?:per|for each) (?P<per>\w+)", "lose [{per}] {what}"),
        (r"\b(?:score|win)s? (?:an?|one) (?P<what>\w+)", "gain 1 {what}"),
        (r"\bpush(?:ed|es)?\b(?:.*?(?P<n>\d+))?", "push target {n} tiles away from actor", "", "map"),
        (r"\bfirst[- ]player\b", "all players have 0 First` and `the actor has 1 First`, after a line `Stat First: 0 to 1"),
        (r"\bmoves? (?:the|your) (?P<what>\w+) (?:\w+ )?(?P<n>\d+|one|two|three) (?:spaces?|steps?|fields?)",
         "gain {n} {what}`, after a line `Stat {what}: at least 0", "", "!map"),
        (r"\bwaits? (?P<n>\w+) (?P<unit>hours?|days?|minutes?)", "floor actions for each player, for {n} {unit}"),
        (r"\bheals? (?P<whom>target|it|the actor|all \w+)? ?(?:by |for )?(?P<n>\d+)?", "{whom} gains {n} {life}"),
        (r"\b(?:(?P<ability>[A-Z]\w+) )?(sav(e|es|ing)\b|dc \d+)",
         "if: 1d20 + [Target {ability}] >= {dc}`, with a `do:` and an `else:"),
        (r"\b(flip|toss)(es)? a coin", "if: 1d2 = 1"),
        (r"\b(equip|enchant|attach)e?s? ", "attach this to target"),
        (r"\b(moves?|shifts?|steps?|walks?|runs?) (?:up to )?" + N + r" (squares?|spaces?|hex(es)?|feet|fields?|cells?)\b",
         "move up to {n} tiles", "", "map"),
        (r"\b(jump|leap|teleport|dash)(?:es|s)?\b(?:.*?(?P<n>\d+) (?:feet|tiles|squares))?", "move up to {n} tiles", "", "map"),
        (r"\bmoves? .*\bhere$", "station target at the place of this`, after `Target: a creature"),
        (r"\b(knock|shove|throw)s?\b.*\bback", "push target 1 tile away from actor", "", "map"),
        (r"\b(capture|take)s? (the|an?|target|that) (?:enemy )?(piece|stone|pawn|man|token|counter)",
         "remove target`, after `Target: an enemy"),
        (r"\b(place|send|put|assign)s? (an?|one|" + N + r") (?P<what>\w+?)s? (on|in|at|to) ",
         "Cost: 1 {what}` above it, if there is a `Stat {what}`; or `station target at …`, if there is a `Kind {what}"),
        (r"\bpays? (?P<n>\w+) (?P<what>\w+) (?:and|to) (?P<rest>.+)", "{rest}`, after `Cost: {n} {what}"),
        (r"\b(trade|exchange|convert|swap)s? (?P<n>\w+) (?P<what>\w+) (?:for|into) (?P<m>\w+) (?P<other>\w+)",
         "gain {m} {other}`, after `Cost: {n} {what}"),
        (r"\bgains? \w+ (?P<what>\w+) for (?:each|every) (?P<per>\w+)", "gain [{per}] {what}"),
        (r"\badds? (?P<n>\w+) to (?:the |your )?(?P<what>\w+)$|\bincreases? (?:the |your )?(?P<what2>\w+) by (?P<n2>\w+)",
         "[{what}] += {n}"),
        (r"\bsubtracts? (?P<n>\w+) from (?:the |your )?(?P<what>\w+)$|\b(?:decrease|reduce)s? (?P<what2>\w+) by (?P<n2>\w+)",
         "[{what}] -= {n}"),
        (r"\bsets? (?:the |your )?(?P<what>\w+) to (?P<n>\w+)", "[{what}] = {n}"),
        (r"\b(majority|quorum|is adopted|is passed)\b",
         "if [Ayes] > [Nays]: enact target`, after a line `Stat Ayes, Nays: at least 0, shared by all"),
        (r"\beach (?P<what>\w+) (chooses|picks|names) (?P<rest>.+)", "each {what}: choose {rest}"),
        (r"\breveals? (your|its|the) (role|card|identity|hand)", "reveal all cards in your {hand}", "", "cards"),
        (r"\b(score|win|produce|harvest|take|get|receive|collect|earn)s? (?P<n>\d+|two|three|four|five) (?P<what>\w+)\b",
         "gain {n} {what}"),
        (r"\b(eliminated|knocked out|is out|executed|lynched|banished|leaves the game)\b", "target loses the game"),
        (r"\bafter (?P<n>\w+) (?P<unit>hours?|days?|minutes?)\b",
         "Zone Docket: a stack, pops after {n} quiet {unit}`, and the mark `(Delayed)"),
        (r"\b(at|until) the (end|beginning|start) of (the |your |its )?(?P<what>\w+)\b.*:?$",
         "Trigger: a Turn ends` in an ability of its own, or `until end of turn"),
        (r"\b(choose|pick) (an? )?(random|opponent at random)|\bat random\b|\brandom (player|opponent|enemy|creature)",
         "move a random card from your {hand} to your {discard}", "a random one of some things in play"),
    ),
    *_rows(
        "condition",
        (r"\b(in a row|in a line|connected|aligned)\b", "there is an ally within 1 tiles", "so many in a line on the board"),
        (r"\b(tile|square|field|cell|space)\b.*\b(empty|free|occupied)\b",
         "there is no enemy within 1 tile", "asking about a tile"),
        (r"(?:the )?(?P<one>\w+) (?:outnumbers?|are more than) (?:the )?(?P<other>\w+)",
         "[number of {one}] > [number of {other}]"),
        (r"\b(majority|half of the players|quorum|voted)\b",
         "[Ayes] * 2 > [number of players]`, after a line `Stat Ayes: at least 0, shared by all"),
        (r"\bno (?:legal )?moves?\b|\bcannot move\b", "nobody acted", "asking whether anything can be done"),
        (r"\b(succeeded|successful|was won|worked)\b",
         "[Success] = 1`, after a line `Stat Success: 0 to 1, for the turn`; where it happens stands `[Success] = 1"),
        (r"\bwithin (?P<n>\w+) (?P<unit>hours?|days?|minutes?)\b",
         "[Objections] = 0`, after a step with `floor actions for each player, for {n} {unit}"),
        (r"\b(?:you|i) (?:control|have|own) (?P<what>an? \w+)$", "there is {what} you control"),
        (r"\bhand is empty\b|\bno cards in (your )?hand", "[number of cards in your {hand}] = 0", "", "cards"),
        (r"\byour (?P<what>\w+) is (?P<n>\d+) or (less|fewer)", "[{what}] <= {n}"),
        (r"\byour (?P<what>\w+) is (?P<n>\d+) or (more|higher)", "[{what}] >= {n}"),
        (r"\bmore (?P<what>\w+) than\b", "[{what}] > [Target {what}]"),
        (r"\b(the most|fewest|highest|lowest)\b", "[{stat}] >= 5", MOST),
    ),
    *_rows(
        "trigger",
        (r"\benters?\b|\bcomes? into play\b|\bis (played|summoned)\b", "{things} goes to {play}", "", "cards"),
        (r"\bdies?\b|\bis (destroyed|killed)\b", "{things} dies"),
        (r"\b(at|on) the (start|beginning) of (?P<whose>your|the|each) turn", "a Turn begins"),
        (r"\b(at|on) the end of (?P<whose>your|the|each) turn", "a Turn ends"),
        (r"\bmoves? here\b|\barrives? here\b", "{things} arrives"),
        (r"(?:somebody|someone|an?y? ?player|a player|anyone) (?:has|reaches|gets to) (?P<n>\d+) (?P<what>\w+)",
         "[{what}] of a player rises to {n}"),
        (r"\bleaves? (your|its|the|my) (reach|threat)", "an enemy moves", "leaving somebody's reach"),
        (r"\b(?:you|i) (casts?|plays?)\b", "this actor acts"),
        (r"\bcasts?\b|\bplays? an?\b", "an opponent acts"),
        (r"\bdeals? (combat )?damage\b|\bis (hurt|hit|wounded)\b|\btakes? damage\b", "this actor is damaged"),
    ),
)  # fmt: skip
