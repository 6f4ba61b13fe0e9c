"""The modes of expressions and instructions: which variant of a kind is meant."""

from __future__ import annotations

from enum import StrEnum


class Holds(StrEnum):
    """What a slot contains."""

    THING = "thing"
    NUMBER = "number"  # also a tile, by its number


class Joint(StrEnum):
    """How conditions are joined."""

    ALL = "all"
    ANY = "any"
    NOT = "not"


class Source(StrEnum):
    """Where the things of a query come from."""

    PLAY = "play"
    ZONES = "zones"
    WAITING = "waiting"
    WAITED = "waited"  # things that wait or have waited on a timed stack
    PICKED = "picked"  # the targets of an act, and what is picked for its payment
    CAUSES = "causes"  # the cause of what happens now


class Want(StrEnum):
    """What is computed from a set of things."""

    COUNT = "count"
    ANY = "any"
    SUM = "sum"
    MOST = "most"  # the highest value of a stat among them, the second highest, or the lowest
    OWNERS = "owners"  # how many players they belong to


class Tie(StrEnum):
    """The relation of `it` to another thing."""

    SELF = "self"
    OTHER = "other"
    ALLY = "ally"
    ENEMY = "enemy"
    OWNER = "owner"  # both are controlled by the same player
    COMPANY = "company"  # both take their turn together
    NAMESAKE = "namesake"  # another thing with the same name
    AT = "at"
    TOGETHER = "together"  # at the same place, or both at home with the same player
    ATTACHED = "attached"
    NOTED = "noted"  # `it` is noted for the other thing under a word
    NOTES = "notes"  # the other thing is noted for `it` under a word


class Link(StrEnum):
    """How a thing is found from another, or from the course of the game."""

    CALLED = "called"
    PLACE = "place"
    HOST = "host"
    NOTED = "noted"
    PLAYER = "player"
    ACTIVE_PLAYER = "active player"
    DOER = "doer"  # the cause that the rules name, or else whoever acts
    SUBJECT = "subject"  # the thing to which the innermost structure of a name belongs


class Quality(StrEnum):
    """A property of `it`."""

    IN_PLAY = "in play"
    FACE_DOWN = "face down"
    REVEALED = "revealed"
    TOPMOST = "topmost"
    ABROAD = "abroad"  # at a place that its player does not control
    UNOWNED = "unowned"
    RUN_BY_STRATEGY = "run by a strategy"
    OFF_MAP = "off the map"
    ACTIVE = "active"  # it is the turn of its player


class Bearing(StrEnum):
    """The position of two tiles relative to each other."""

    WITHIN = "within"
    SEEN = "seen"
    OPPOSITE = "opposite"
    BETWEEN = "between"  # on the straight line from one tile to another


class Way(StrEnum):
    """The direction in which a stat changes."""

    DOWN = "down"
    UP = "up"
    FALLS_TO = "falls to"
    RISES_TO = "rises to"


class Happening(StrEnum):
    """The sort of event."""

    WENT = "went"
    TOLD = "told"
    PERFORMED = "performed"
    BEGAN = "began"
    ENDED = "ended"
    CONTINUES = "continues"
    ARRIVED = "arrived"


class Phase(StrEnum):
    """The question about a structure, or about what waits."""

    UNDER_WAY = "under way"
    PASSED = "passed"
    SIDES_LEFT = "sides left"
    QUIET = "quiet"  # nothing waits or is about to wait


class Past(StrEnum):
    """The question about the actions that somebody has used."""

    TAKEN = "taken"
    SAME = "same"
    DIFFERENT = "different"


class Term(StrEnum):
    """What ends a lasting effect."""

    FRAME = "frame"  # the end of the structure in progress
    BEGIN = "begin"  # so many beginnings of a structure
    END = "end"  # so many ends of it
    WHEN = "when"  # a condition


class Order(StrEnum):
    """The elements of a loop, and their order."""

    AS_THEY_ARE = "as they are"
    ACTIVE_LAST = "active last"
    ANEW = "anew"  # the next one is found each time, so that new arrivals are included
    REVERSED = "reversed"
    CHOSEN = "chosen"  # in the order that somebody chooses
    CASTS = "casts"
    TIMES = "times"
    CHANGING = "while it changes"  # again as long as the last run has changed anything


class Question(StrEnum):
    """What somebody decides."""

    WHETHER = "whether"
    WHICH = "which"
    HOW_MANY = "how many"


class Use(StrEnum):
    """How abilities are used outside their normal time."""

    ALLOW = "allow"
    INSTRUCT = "instruct"
    IN_ORDER = "in order"


class Bond(StrEnum):
    """The sort of reference from one thing to another."""

    ATTACH = "attach"  # to nothing: detach
    NOTE = "note"
    CONTROL = "control"
    FORM = "form"  # being of a kind, or like another thing
    FACE = "face"


class Intervention(StrEnum):
    """What is done to something that waits."""

    BLOCK = "block"
    COPY = "copy"
    AIM = "aim"
    COUNTER = "counter"
    ENACT = "enact"  # enacts its text


class Grant(StrEnum):
    """What somebody gets, or what applies to an action, for a duration."""

    PRICE = "price"  # an action without its cost in a stat
    COOLDOWN = "cooldown"  # the action in progress cannot be used again
    FEATURE = "feature"
    MARK = "mark"  # being of a type of cards too, or no longer
    BAR = "bar"  # somebody cannot use actions of a class
    CANNOT = "cannot"  # something cannot happen to somebody, or acts cost more or less
    CLASS = "class"  # an action belongs to another class


class Adjustment(StrEnum):
    """What is altered in the change or the check in progress."""

    EDIT = "edit"  # the change that is being answered
    PASS = "pass"
    FAIL = "fail"
    DICE = "dice"
    ROUGH = "rough"


class Occasion(StrEnum):
    """What happens in the course of the game."""

    EXPIRE = "expire"
    REFRESH = "refresh"
    OCCASION = "occasion"
    BEGIN_FEATURES = "begin features"
    OVERDUE = "overdue"
    TALLY = "tally"
    HEED = "heed"
    HEED_OWN = "heed own"
    ANSWER = "answer"
    SETTLE = "settle"
    STRAYS = "strays"
    FINISH = "finish"
    STRIKE = "strike"
