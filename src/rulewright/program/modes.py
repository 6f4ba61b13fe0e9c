"""The modes of the kinds: which of its ways a kind of expression or instruction is meant in."""

from __future__ import annotations

from enum import StrEnum


class Holds(StrEnum):
    """What a slot holds."""

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
    WAITED = "waited"  # what waits or has waited on a timed stack
    PICKED = "picked"  # what an act is aimed at, and what is picked to pay with
    CAUSES = "causes"  # what brings about what happens now


class Want(StrEnum):
    """What is wanted of a set of things."""

    COUNT = "count"
    ANY = "any"
    SUM = "sum"
    OWNERS = "owners"  # how many players they belong to


class Tie(StrEnum):
    """How one thing, `it`, stands to another."""

    SELF = "self"
    OTHER = "other"
    ALLY = "ally"
    ENEMY = "enemy"
    OWNER = "owner"  # controlled by the same player
    COMPANY = "company"  # takes its turn together with it
    NAMESAKE = "namesake"  # called like it, and another
    AT = "at"
    TOGETHER = "together"  # at the same place, or both at home with the same player
    ATTACHED = "attached"
    NOTED = "noted"  # noted of it under a word
    NOTES = "notes"  # has it noted of itself under a word


class Link(StrEnum):
    """By what a thing is known from another, or from the course of the game."""

    CALLED = "called"
    PLACE = "place"
    HOST = "host"
    NOTED = "noted"
    PLAYER = "player"
    ACTIVE_PLAYER = "active player"
    DOER = "doer"  # whom the rules name as doing what happens now, or whoever acts
    SUBJECT = "subject"  # whose the innermost structure of a name is


class Quality(StrEnum):
    """What `it` is by itself."""

    IN_PLAY = "in play"
    FACE_DOWN = "face down"
    REVEALED = "revealed"
    TOPMOST = "topmost"
    ABROAD = "abroad"  # at a place that is not its player's
    UNOWNED = "unowned"
    RUN_BY_STRATEGY = "run by a strategy"
    OFF_MAP = "off the map"
    ACTIVE = "active"  # it is the turn of its player


class Bearing(StrEnum):
    """How two spots of the map lie to each other."""

    WITHIN = "within"
    ADJACENT = "adjacent"
    SEEN = "seen"
    OPPOSITE = "opposite"


class Way(StrEnum):
    """Which way a stat goes."""

    DOWN = "down"
    UP = "up"
    FALLS_TO = "falls to"
    RISES_TO = "rises to"


class Happening(StrEnum):
    """What sort of event is asked about."""

    WENT = "went"
    TOLD = "told"
    PERFORMED = "performed"
    BEGAN = "began"
    ENDED = "ended"
    CONTINUES = "continues"
    ARRIVED = "arrived"


class Phase(StrEnum):
    """What is asked about a structure, or about what waits."""

    UNDER_WAY = "under way"
    PASSED = "passed"
    SIDES_LEFT = "sides left"
    QUIET = "quiet"  # nothing waits, or is about to


class Past(StrEnum):
    """What is asked about the actions that somebody has taken."""

    TAKEN = "taken"
    SAME = "same"
    DIFFERENT = "different"


class Term(StrEnum):
    """With what something that lasts ends."""

    FRAME = "frame"  # the structure that is under way
    BEGIN = "begin"  # so many beginnings of a structure
    END = "end"  # so many ends of it
    WHEN = "when"  # a condition


class Order(StrEnum):
    """What a loop goes through, and in which order."""

    AS_THEY_ARE = "as they are"
    ACTIVE_LAST = "active last"
    ANEW = "anew"  # who is next is worked out each time, so that late arrivals are not left out
    REVERSED = "reversed"
    CHOSEN = "chosen"  # as somebody chooses
    CASTS = "casts"
    TIMES = "times"
    CHANGING = "while it changes"  # again for as long as the last time has changed anything


class Question(StrEnum):
    """What somebody decides."""

    WHETHER = "whether"
    WHICH = "which"
    HOW_MANY = "how many"


class Use(StrEnum):
    """How abilities of something are used out of their time."""

    ALLOW = "allow"
    INSTRUCT = "instruct"
    IN_ORDER = "in order"


class Bond(StrEnum):
    """What binds one thing to another."""

    ATTACH = "attach"
    DETACH = "detach"
    NOTE = "note"
    CONTROL = "control"
    FACE = "face"


class Intervention(StrEnum):
    """What befalls something that waits."""

    BLOCK = "block"
    COPY = "copy"
    AIM = "aim"
    COUNTER = "counter"
    ENACT = "enact"  # the text that it carries is in force from now on


class Grant(StrEnum):
    """What somebody has, or what holds of an action, for a while."""

    PRICE = "price"  # an action without its cost in a stat
    COOLDOWN = "cooldown"  # the action under way cannot be used again
    FEATURE = "feature"
    NO_FEATURE = "no feature"
    BAR = "bar"  # no actions of a class
    CLASS = "class"  # an action is of another class


class Adjustment(StrEnum):
    """What is altered of the change or the check under way."""

    NEGATE = "negate"
    PASS = "pass"
    FAIL = "fail"
    DICE = "dice"
    ROUGH = "rough"


class Occasion(StrEnum):
    """What the course of the game brings about."""

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
