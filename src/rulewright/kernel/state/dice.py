"""Dice as functions: die k of answer n of a game is a pure function of (seed, n, k). This module knows no state."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import zip_longest

from rulewright.kernel.errors import Refused

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
KEY = 256
"""The number of bits of a secret."""
KEYED = 1 << 2 * KEY
"""A seed of at least this size is two secrets, and its dice are a keyed hash, so that nobody can predict them."""


def mix(z: int) -> int:
    """Mix 64 bits (splitmix64's finaliser)."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


@lru_cache(maxsize=16)
def stream(seed: int, answer: int) -> int:
    """Give the stream of one answer's dice; striking another answer does not change them."""
    return mix((seed & MASK) ^ mix((answer + 1) * GOLDEN & MASK))


def die(seed: int, answer: int, k: int, sides: int) -> int:
    """Roll die k of an answer: the high 32 bits scaled to 1..sides (bias below 2**-27 for a d20)."""
    return dice(seed, answer, k, 1, sides)[0]


def dice(seed: int, answer: int, first: int, count: int, sides: int) -> tuple[int, ...]:
    """Roll some dice of an answer, from one number on."""
    if not -KEYED <= seed < KEYED:
        return _keyed(seed, answer, first, count, sides)
    base = stream(seed, answer)
    return tuple([((mix((base + k * GOLDEN) & MASK) >> 32) * sides >> 32) + 1 for k in range(first + 1, first + count + 1)])


def key() -> int:
    """Make a seed that nobody can derive from the dice: two secrets of 256 bits, one for open and one for hidden dice."""
    return secrets.randbits(2 * KEY) | 1 << (2 * KEY)


def _secret(seed: int) -> bytes:
    """Give the secret of a keyed seed; the complement of a seed is for hidden dice."""
    return ((seed >> KEY if seed >= 0 else ~seed) & (1 << KEY) - 1).to_bytes(KEY // 8, "big")


@lru_cache(maxsize=1024)
def known(seed: int, hidden: int) -> tuple[int | bytes, int | bytes]:
    """Give the seeds of open and of hidden dice as the native machine takes them: a number, or the secret of a keyed one."""
    return seed if -KEYED <= seed < KEYED else _secret(seed), hidden if -KEYED <= hidden < KEYED else _secret(~hidden)


def _keyed(seed: int, answer: int, first: int, count: int, sides: int) -> tuple[int, ...]:
    """Roll dice by a keyed hash of the answer and the die."""
    own, named = _secret(seed), answer.to_bytes(8, "big", signed=True)
    hashes = [blake2b(named + k.to_bytes(8, "big"), key=own, digest_size=8).digest() for k in range(first, first + count)]
    return tuple([(int.from_bytes(each, "big") * sides >> 64) + 1 for each in hashes])


def _rekeyed(seed: int, times: int) -> int:
    halves = [blake2b(times.to_bytes(8, "big"), key=_secret(each)).digest()[: KEY // 8] for each in (seed, ~seed)]
    return int.from_bytes(b"\1" + b"".join(halves), "big")


def rerolled(seed: int, rerolls: Sequence[int], answer: int) -> int:
    """Give the seed of an answer's dice in a game with rerolls, each of which begins at a certain answer."""
    times = sum(since <= answer for since in rerolls)
    if not times:
        return seed
    return mix((seed & MASK) ^ mix(times * GOLDEN & MASK)) if seed < KEYED else _rekeyed(seed, times)


def as_they_fell(known: Sequence[tuple[int, int]], sides: int, faces: Sequence[int]) -> tuple[int, ...]:
    """Give the dice of a past answer that is played again: first the known ones (sides, face), then others."""
    fell = [face if had == sides else 0 for had, face in known[: len(faces)]]
    return tuple(old or new for old, new in zip_longest(fell, faces, fillvalue=0))


def check(seed: int, faces: Sequence[int] | None) -> None:
    """Refuse a seed or dice of a program that are not integers."""
    if type(seed) is not int:
        raise Refused(f"a seed must be a whole number, not {seed!r}")
    for face in faces or ():
        if type(face) is not int:
            raise Refused(f"a given die must be a whole number, not {face!r}")
