"""The texts with a fixed meaning that fields of records hold: signs of arithmetic, directions, ends of a zone and so on.

Each set is a type, so that a type checker finds a wrong sign in the code and `validate` finds one in a program.
"""

from __future__ import annotations

from typing import Literal, get_args

Sum = Literal["+", "-", "*", "/", "/^", "%", "min", "max"]
"""What becomes of two numbers; `/` rounds down and `/^` up."""
Comparison = Literal["=", "!=", ">", "<", ">=", "<="]
Change = Literal["=", "+=", "-=", "*=", "/="]
"""How a stat is changed."""
Lasting = Literal["add", "set", "+=", "-="]
"""What a lasting effect does: it adds to a stat, sets it, or prevents the next gain or loss."""
Standing = Literal["add", "set"]
"""What a feature does to a stat."""
Edit = Literal["", "instead", "+", "-", "*", "/", ">=", "<=", "to", "join", "part", "advantage", "disadvantage"]
"""What happens to a change that is held, or to a check."""
Price = Literal["", "=", "+", "-", "<=", ">="]
"""What a rule says of a price or of a bound; "" for a rule that says neither."""
Direction = Literal["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
Mode = Literal["walk", "away", "toward", Direction]
"""How somebody moves across the map: to a picked tile, away from or toward something, or in a direction."""
Edge = Literal["", "begin", "continue", "end"]
"""An edge of a structure."""
End = Literal["top", "bottom"]
"""An end of a zone."""
Showing = Literal["all", "actor", "down", "known", "up"]
"""To whom something is shown, and which way up it lies then."""
Reach = Literal["", "melee", "ranged"]
"""The reach of an action; "" means any."""
REACHES: tuple[Reach, ...] = get_args(Reach)
Seats = Literal["", "all", "one", "company"]
"""Who is asked in a window."""
Idle = Literal["", "closes", "empty"]
"""When a window closes without being asked."""
Opening = Literal["", "first", "on"]
"""Who is asked while nothing waits: "first" asks only the first player, "on" the next one after each resolution."""
Lap = Literal["one", "succession", "owner"]
"""When a window closes: after its holder, when all pass in a row, or when the owner of the newest passes."""
PickKind = Literal["object", "tile", "number", "way", "option", "text", "act", "stack"]
"""What is picked for an act."""
Stacking = Literal["", "one", "new", "through"]
"""Where an action waits: not at all, on the common stack, on a stack of its own; "through" resolves when put on the stack."""
HeldKind = Literal["", "changed", "moved", "linked", "told", "revealed", "lasts", "made"]
"""The kind of event that a prepared change would cause; "" for any."""
Whose = Literal["", "source", "actor"]
"""For whom something is counted: for each thing, for each who can act, or for nobody in particular."""
Measured = Literal["", "much", "once"]
"""What is counted: how often something happens, how much of a stat, or to how many things."""
Course = Literal["at", "toward", "away"]
"""How a strategy goes for its target."""
Preference = Literal["", "lowest", "highest", "nearest", "farthest", "random"]
"""Which of several possible targets a strategy prefers; "" for the first in the book's usual order."""
EventKind = Literal["changed", "moved", "linked", "told", "revealed", "lasts", "made", "performed", "began", "ended", "occasion"]
"""The kinds of event that rules can be about."""
ForbiddenKind = EventKind | Literal["chosen", "priced"]
"""What a prohibition is about: an event, what is chosen as a target, or what an act costs."""
Placing = Literal["", "column", "across"]
"""How the things at a place are drawn."""
Boundary = Literal["instruction", "payment", "resolution", "structure", "choice", "window"]
"""Where a game settles: after or before what."""
Level = Literal["rule book", "global", "encounter", "region", "tile", "cast", "actor", "action", "temporary"]
"""What a feature can be attached to; the level with precedence comes first."""
