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


class Course(StrEnum):
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
