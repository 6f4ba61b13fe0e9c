"""Writes small random books from what the native machine supports.

They have sums, conditions, sets, bounds, loops, dice, costs, effects that last, reactions to what is about to happen, features.
"""

from random import Random

STATS = ("Alpha", "Beta", "Gamma")
HEAD = """
Uses: nothing
Start: Day
{order}
Stat Vigour: at least 0, at most [Limit] where one is set, takes damage
Stat Limit: at least 0
Stat Purse: at least 0
{stats}
Zone Square: in play, keeps identity

Defeated: when [Vigour] falls to 0

structure Day
  step rounds: repeat Hour

structure Hour
  step turns: each actor: take a Turn
{hourly}
structure Turn of an actor
{turn}
  step act: window actions for the actor{window}
"""
SCENE = """
Scene Yard
  cast Reds: {0}, {1}
  cast Blues: {2}, {3}
  ends when: one cast is left
"""
BOUNDS = ("at least 0", "0 to 5", "-9 to 9", "at least -3", "at least 0, becomes 2 at the start of the actor's turn")
ENDS = ("end of Turn", "start of next Turn", "end of Hour")
REACTIONS = (
    "Duck (Reaction)\nTrigger: this actor would take damage\nif: [Alpha] > 1\ndo: reduce the damage by 1\nthen: [Alpha] -= 1",
    "Flinch (Reaction)\nTrigger: this actor would take damage\nif: 1d6 > 2\ndo: negate the damage\nthen: [Beta] -= 1",
)
FEATURES = (
    "Feature Grit\nScope: global\nWhen: [Gamma] > 2\ndo: +1 Alpha",
    "Feature Shell\nScope: actor\nWhen: [Beta] > 1\nTrigger: this actor would take damage\ndo: reduce the damage by 1",
)
WINDOWS = ("", ", one only", ", closes when nothing can be done", ", one only, no passing")


class RandomBook:
    """One book; the same seed writes the same book."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)

    def number(self, depth: int = 2, target: bool = False, dice: bool = True) -> str:
        """Write a number."""
        if depth == 0 or self.chance.random() < 0.3:
            return self._term(target, dice)
        left, right = self.number(depth - 1, target, dice), self.number(depth - 1, target, dice)
        by = self._term(target, False)
        sums = [f"{left} + {right}", f"{left} - {right}", f"({left}) * {by}", f"({left}) / {by}"]
        return self.chance.choice([*sums, f"the lower of {left} and {right}", f"the higher of {left} and {right}"])

    def _term(self, target: bool, dice: bool) -> str:
        stat = self.chance.choice((*STATS, "Vigour", "Purse"))
        terms = [str(self.chance.randint(0, 4)), f"[{stat}]", f"[number of actors with [{stat}] > 1]", "[number of enemies]"]
        terms += [f"[Target {stat}]"] if target else []
        terms += [f"{self.chance.randint(1, 2)}d{self.chance.randint(2, 6)}"] if dice else []
        return self.chance.choice(terms)

    def condition(self, target: bool = False, dice: bool = True) -> str:
        """Write a condition."""
        op = self.chance.choice(("=", ">", "<", ">=", "<=", "!="))
        first = f"{self.number(1, target, dice)} {op} {self.number(1, target, dice)}"
        what = self.chance.random()
        if what < 0.6:
            return first
        second = f"[{self.chance.choice(STATS)}] > {self.chance.randint(0, 3)}"
        return f"not {second} and {first}" if what < 0.75 else f"{second} {self.chance.choice(('and', 'or'))} {first}"

    def effect(self, target: bool) -> str:
        """Write one line of an effect."""
        stat, op = self.chance.choice((*STATS, "Vigour", "Purse", "Limit")), self.chance.choice(("+=", "-=", "="))
        whose = self.chance.choice(("", "Target ")) if target else ""
        change = f"[{whose}{stat}] {op} {self.number(2, target)}"
        what = self.chance.random()
        if what < 0.15:
            many, ends = self.chance.randint(1, 2), self.chance.choice(ENDS)
            return f"{'target' if target else 'the actor'} {self.chance.choice(('gains', 'loses'))} {many} {stat} until {ends}"
        if what < 0.3:
            return f"each {self.chance.choice(('enemy', 'ally', 'actor'))}: [It {stat}] {op} {self.chance.randint(0, 2)}"
        return f"if {self.condition(target)}: {change}" if what < 0.4 else change

    def action(self, name: str) -> str:
        """Write an action, with a target, a cost, a check or none of these."""
        target = self.chance.random() < 0.7
        lines = [name]
        if target:
            only = f" with [{self.chance.choice(STATS)}] >= {self.chance.randint(0, 2)}" if self.chance.random() < 0.4 else ""
            lines.append(f"Target: {self.chance.choice(('an enemy', 'an ally', 'another actor', 'an actor'))}{only}")
        if self.chance.random() < 0.3:
            lines.append(f"Cost: {self.chance.randint(1, 2)} Purse")
        if self.chance.random() < 0.4:
            lines.append(f"if: {self.condition(target)}")
        effects = [self.effect(target) for _ in range(self.chance.randint(1, 3))]
        lines.append("do: " + "\n    ".join(effects))
        return "\n".join(lines)

    def actor(self, name: str) -> str:
        """Write an actor with random numbers."""
        numbers = [f"{stat} {self.chance.randint(0, 4)}" for stat in STATS]
        return f"{name} (Vigour {self.chance.randint(2, 9)}, Limit {self.chance.choice((9, 12))}, Purse 5, {', '.join(numbers)})"

    def text(self) -> str:
        """Write the whole book."""
        order = f"Order: by [{self.chance.choice(STATS)}], highest first\n" if self.chance.random() < 0.5 else ""
        stats = "\n".join(f"Stat {stat}: {self.chance.choice(BOUNDS)}" for stat in STATS)
        hourly = "  step toll: each actor: [Purse] += 1\n" if self.chance.random() < 0.5 else ""
        turn = "  step start: refresh stats\n    end what lasts until the start of this Turn"
        head = HEAD.format(order=order, stats=stats, hourly=hourly, turn=turn, window=self.chance.choice(WINDOWS))
        actions = "\n\n".join(self.action(name) for name in ("Shove", "Trade", "Sing"))
        more = [each for each in (*REACTIONS, *FEATURES) if self.chance.random() < 0.4]
        named = [each.split("\n")[0].removeprefix("Feature ") for each in more if each in FEATURES]
        scene = SCENE.format(*map(self.actor, ("Ann", "Al", "Bo", "Bea"))) + (
            f"  features: {', '.join(named)}\n" if named else ""
        )
        return "\n\n".join([head, actions, *more, scene])
