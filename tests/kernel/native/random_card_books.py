"""Writes small random card games: hidden zones, speeds, priority, cards with abilities, triggers, choices and costs."""

from random import Random

HEAD = """
Uses: nothing
Start: Game
Priority: {priority}

Stat Renown: at least 0
Stat Wind: at least 0, becomes {wind} at the start of the player's turn
Stat Strength: at least 0
Stat Rope: at least 0, at most 4

Zone Players: in play
Zone Deck: of each player, seen by nobody
Zone Hand: of each player, seen by {hand}
Zone Sea: in play
Zone Stack: a stack
Zone Wreck: of each player, seen by all

Speeds
  | on top  | slow | fast |
  | nothing | yes  | {first} |
  | slow    | no   | yes  |
  | fast    | no   | {again} |

Kind Order: a card played from Hand, then to Wreck
Kind Ship: a card played from Hand, then to Sea, if countered to Wreck

Word draw <amount> [card|cards]: move the top <amount> cards of your Deck to your Hand

structure Game
  step deal: each player: shuffle your Deck
    each player: draw 3 cards
  step laps: repeat Lap

structure Lap
  step turns: each player: take a Turn

structure Turn of a player
  step dawn: refresh stats
    draw 1 card
    take the Dawn
  step day: window actions for each player, until all pass{open}
  step dusk: end what lasts until the end of this Turn

structure Dawn of a player
  step trade: do what happens at the start of this Turn
    window actions for each player, closes when nothing waits

Fame (Automatic)
Trigger: [Renown] of a player rises to 12
do: the actor wins the game

Sunk (Automatic)
Trigger: [Strength] of a ship falls to 0
do: move this to its owner's Wreck
"""
PRIORITIES = (
    "in succession", "in succession, who acts passes it on", "in succession, who acts passes it on, a resolution gives it back",
    "in succession, who acts keeps it, the newest gives it", "goes round",
)  # fmt: skip
TARGETS = {"a ship": "ship", "another ship you control": "ship", "an opponent": "player", "a player": "player",
           "an action on the stack": "waiting", "up to 2 ships": "ships"}  # fmt: skip
EFFECTS = (
    "gain 1 Renown", "gain 1d3 Renown", "draw 1 card", "draw 2 cards", "each ship: [Strength] += 1", "gain 1 Rope",
    "lose 1 Renown", "shuffle your Deck", "each opponent: lose 1 Renown", "move a random card from your Hand to your Wreck",
    "if [number of cards in your Hand] > 3: gain 2 Renown", "move a ship you control to its owner's Hand", "you may draw 1 card",
    "you may pay 1 Wind: gain 2 Renown", "choose X up to [Wind], to sail\n    gain X Renown", "reveal all cards in your Hand",
)  # fmt: skip
ON_TARGET = {
    "ship": (
        "move target to its owner's Wreck",
        "[Target Strength] += 1",
        "[Target Strength] -= 2",
        "move target to its owner's Hand",
    ),
    "player": ("target loses 2 Renown", "target gains 1 Renown", "target draws 1 card"),
    "waiting": ("counter target",),
    "ships": ("all targets lose 1 Strength",),
}
TRIGGERS = ("your Turn begins", "an opponent performs Raid", "a ship dies", "this dies", "you draw a card")


class RandomCardBook:
    """One book; the same seed writes the same book."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def effects(self, target: str) -> str:
        """Write one or two lines of an effect."""
        lines = [self.chance.choice(ON_TARGET[target])] if target else []
        lines += [self.chance.choice(EFFECTS)] if not lines or self.chance.random() < 0.4 else []
        return "do: " + "\n    ".join(lines)

    def body(self, cost: str) -> list[str]:
        """Write a cost, a target or none, and an effect."""
        aim = self.chance.choice(list(TARGETS)) if self.chance.random() < 0.6 else ""
        return [*([cost] if cost else []), *([f"Target: {aim}"] if aim else []), self.effects(TARGETS[aim] if aim else "")]

    def order(self, name: str) -> str:
        """Write a card that is used up."""
        speed = self.chance.choice(("slow", "fast"))
        return "\n".join([f"{name} (Order, {speed})", *self.body(f"Cost: {self.chance.randint(0, 2)} Wind")])

    def ship(self, name: str) -> str:
        """Write a card that stays, with an ability that somebody uses or that is triggered."""
        head = [f"{name} (Ship, slow)", f"Cost: {self.chance.randint(1, 2)} Wind", f"Strength: {self.chance.randint(1, 3)}", ""]
        if self.chance.random() < 0.3:
            costs = ("Cost: 1 Wind", "Cost: lose 1 Strength", "Cost: move this to its owner's Hand")
            ability = [f"Signal of {name}", *self.body(self.chance.choice(costs))]
        else:
            cost = "Cost: 1 Wind" if self.chance.random() < 0.3 else ""
            ability = [f"Signal of {name}", f"Trigger: {self.chance.choice(TRIGGERS)}", *self.body(cost)]
        return "\n".join([*head, *(f"  {line}" for part in ability for line in part.split("\n"))])

    def text(self) -> str:
        """Write the whole book."""
        chance = self.chance
        given = {"priority": chance.choice(PRIORITIES), "wind": chance.randint(2, 4), "hand": chance.choice(("its owner", "all"))}
        given |= {"first": chance.choice(("yes", "no")), "again": chance.choice(("yes", "no"))}
        given["open"] = chance.choice((", the first player's while nothing waits", ""))
        cards = [self.order(name) for name in ("Raid", "Storm", "Whistle")] + [self.ship(name) for name in ("Sloop", "Brig")]
        lots = ", ".join(f"{chance.randint(2, 4)} {name}" for name in ("Raid", "Storm", "Whistle", "Sloop", "Brig"))
        scene = f"Scene Bay\n  seats Ada, Ben\n  Ada's Deck: {lots}\n  Ben's Deck: {lots}\n"
        return "\n\n".join([HEAD.format(**given), *cards, scene])
