"""Differences between two news: a reader who applies them to the older news has the newer news."""

from functools import reduce
from random import Random

from benchmarks.host import changed
from rulewright.host.differences import differences


def applied(old, new):
    return reduce(changed, differences(old, new), old)


def data(chance, depth=3):
    """Gives random data of the kinds that news are made of."""
    if depth == 0 or chance.random() < 0.2:
        return chance.choice([None, True, 0, 1, 7, "", "a", "b"])
    if chance.random() < 0.5:
        return [data(chance, depth - 1) for _ in range(chance.randrange(4))]
    return {chance.choice("abcd"): data(chance, depth - 1) for _ in range(chance.randrange(4))}


def test_the_changes_of_news_make_the_newer_news_from_the_older_ones():
    chance = Random(3)
    for _ in range(2000):
        old, new = {"view": data(chance), "chat": data(chance)}, {"view": data(chance), "talk": data(chance)}
        assert applied(old, new) == new


def test_only_what_is_different_is_told():
    old = {"zones": [{"count": 1, "things": []}, {"count": 2}], "asking": ["Ada"], "book": "x"}
    new = {"zones": [{"count": 1, "things": []}, {"count": 3}], "asking": ["Ben"]}
    assert differences(old, new) == [(["book"],), (["zones", 1, "count"], 3), (["asking"], ["Ben"])]
    assert differences(new, new) == []
