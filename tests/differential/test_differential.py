"""The differential run: equal revisions, differences, and the files that are left behind."""

import shutil
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.differential import __main__ as command
from benchmarks.differential import compare, observe
from benchmarks.differential.compare import ROOT, Difference, Plan, differences, first_difference
from benchmarks.differential.intended import INTENDED, Intended, Stage, stages
from rulewright import books
from rulewright.kernel.game import Game
from rulewright.kernel.state.facts import Lasting

SOURCE = ROOT / "src"
HONEY = "books/honey/vocabulary.rules"
PLAN = Plan("honey", journals=2, answers=12)


def altered(folder: Path, file: str, old: str, new: str) -> Path:
    """Copies the source and changes one place in it."""
    shutil.copytree(SOURCE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / "rulewright" / file
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, text.count(old)
    path.write_text(text.replace(old, new), encoding="utf-8")
    return folder


def test_a_revision_plays_like_itself(capsys):
    """Every journal is played and told by both."""
    assert command.run(SOURCE, SOURCE, [PLAN]) == 0
    assert capsys.readouterr().out == "honey: 2 journals are the same\n"


def test_another_number_in_a_rule_is_a_difference(tmp_path, capsys):
    """The difference is told with its place and both values, and the exit status is 1."""
    other = altered(tmp_path / "src", HONEY, "becomes 3 at the start", "becomes 4 at the start")
    assert command.run(SOURCE, other, [PLAN]) == 1
    told = capsys.readouterr().out
    assert told.startswith("honey (seed 0): journal 0, choice 0: facts differ\n")
    assert ".things[0][2].Hours: old 3\n.things[0][2].Hours: new 4\n" in told


def test_parts_left_out_are_not_compared(tmp_path):
    """Another stat is a difference of facts and views, but not of menus and standings."""
    other = altered(tmp_path / "src", HONEY, "Stat Honey: at least 0", "Stat Honey: at least 0\nStat Wax: at least 0")
    found = first_difference(SOURCE, other, PLAN)
    assert found is not None and found.part == "facts"
    assert first_difference(SOURCE, other, replace(PLAN, without=("facts", "views"))) is None


def test_a_question_with_another_prompt_is_not_a_difference(tmp_path):
    """Words are not compared."""
    other = altered(tmp_path / "src", HONEY, "step work: window actions for", "step toil: window actions for")
    assert first_difference(SOURCE, other, PLAN) is None


def test_a_table_that_is_drawn_otherwise_is_not_a_difference(tmp_path):
    """Which stats stand first on the table is no play."""
    other = altered(tmp_path / "src", "books/honey/layout.rules", "first: Hours, Bees", "first: Bees")
    assert first_difference(SOURCE, other, PLAN) is None


def test_a_revision_that_cannot_be_run_is_reported(tmp_path):
    """The report has the last line of its output."""
    package = tmp_path / "src" / "rulewright"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ValueError('broken')")
    found = first_difference(tmp_path / "src", SOURCE, PLAN)
    assert found is not None and found.part == "journals" and "ValueError: broken" in found.lines[0]


def test_the_same_error_in_both_is_no_agreement():
    """A book that neither revision can load counts as not compared."""
    found = first_difference(SOURCE, SOURCE, replace(PLAN, book="nosuch"))
    assert found is not None and found.part == "journals" and "nosuch" in found.lines[0]


# -- changes that were intended ----------------------------------------------------------------------------------------


def test_a_change_that_was_intended_lies_between_two_stages():
    """The book is compared up to the commit before it and from it on; other books in one stage."""
    known = (Intended("honey", "b", "bees sting"), Intended("honey", "d", "bees dance"))

    def follows(later: str, earlier: str) -> bool:
        return later > earlier

    two = [Stage("a", "b^"), Stage("b", "d^", "bees sting"), Stage("d", "", "bees dance")]
    assert list(stages("honey", "a", follows, known)) == two
    assert list(stages("honey", "c", follows, known)) == [Stage("c", "d^"), two[-1]]
    assert list(stages("nomic", "a", follows, known)) == [Stage("a")]


def test_a_change_right_after_the_old_revision_is_not_compared():
    """No revision lies before it."""
    known = (Intended("honey", "b", "bees sting"),)
    assert list(stages("honey", "a", lambda later, earlier: later == "b", known)) == [Stage("b", "", "bees sting")]


@pytest.mark.parametrize("known", INTENDED)
def test_a_change_that_was_intended_is_one_of_a_shipped_book(known):
    assert known.book in books.shipped() and len(known.commit) == 40


def test_the_commits_that_changed_something_follow_the_old_revision(repository):
    """A commit follows its ancestors, and not itself."""
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    subprocess.run(["git", "-C", str(repository), *who, "commit", "-q", "-a", "-m", "two"], check=True)
    assert compare.follows("HEAD", "HEAD^", repository)
    assert not compare.follows("HEAD^", "HEAD", repository) and not compare.follows("HEAD", "HEAD", repository)


def test_comments_of_texts_are_not_compared():
    """This holds for menus, links and views; a text is identified without its comments."""
    text = "# Why.\nRule 1. More\n  # How.\n  do: gain 1 Points\n"
    assert observe.uncommented([text, 3, None]) == ["Rule 1. More\n  do: gain 1 Points", 3, None]
    assert observe.unworded({"carries": text, "text": 1}) == {"carries": "Rule 1. More\n  do: gain 1 Points"}


def test_a_book_is_played_with_the_readings_that_it_had():
    """Effects of the same name now add up if a book does not say otherwise."""
    assert not observe.loaded("nomic").adds_up and books.load("nomic").adds_up


# -- what is observed --------------------------------------------------------------------------------------------------


def test_journals_depend_on_their_seed_alone():
    """The same seed plays the same journal, another seed another one."""
    book = books.load("honey")
    first, again, other = (list(observe.journal(book, "Two hives", 16, seed)) for seed in (1, 1, 2))
    assert first == again != other and len(first) == 9


def test_some_journals_are_long():
    """One journal in eight has ten times as many answers, so that late parts of games are reached."""
    lengths = Counter(observe.length(40, seed) for seed in range(800))
    assert set(lengths) == {20, 200} and 70 < lengths[200] < 130


def test_random_journals_prefer_different_options():
    """A journal prefers any option, those of one action, or those that it has used least."""
    named = ["pass", ["Jab", "Bo"], ["Jab", "Cy"], ["Rest", "Ann"]]
    found = [tuple(sorted(observe.liked(named, seed, Counter({"pass": 2, "Jab": 1})))) for seed in range(60)]
    assert {(0, 1, 2, 3), (0,), (1, 2), (3,)} == set(found)


def test_the_order_of_a_menu_does_not_matter():
    """The same option is drawn if the options are in another order."""
    menus = [["pass", ["Jab", "Bo"], "Rest"], ["Rest", "pass", ["Jab", "Bo"]]]
    for at in range(3):
        assert len({observe.plain(named[observe.ordered(named)[at]]) for named in menus}) == 1


def test_an_option_is_named_by_its_action_and_its_thing():
    """If there is no action, it is named by the thing or by its words."""
    game = Game(books.load("honey"), "Two hives", seed=1)
    named = observe.options(game, game.menu(game.asking[0]))
    assert ["Forage", "Ivy"] in named and "pass" in named


def test_numbers_of_frames_and_words_are_left_out():
    """An effect that ends with a frame ends with any frame; a view is compared without its words."""
    game, effect = Game(books.load("honey")), Lasting(7, "Haste", 0, ("price", 3, 9), "add", 1, ("frame", 41))
    other = effect._replace(id=8, question=("price", 4, 9), until=("frame", 99))
    assert observe._lasting(game, effect) == observe._lasting(game, other)
    assert observe._lasting(game, effect) != observe._lasting(game, effect._replace(amount=2))
    shown = {"where": "a turn", "now": 3, "zones": [{"words": "x", "count": 1}]}
    assert observe.unworded(shown) == {"now": 3, "zones": [{"count": 1}]}


def test_an_error_ends_its_journal_and_is_compared():
    """The error ends its journal, and its kind is compared."""
    game = Game(books.load("honey"), "Two hives", seed=1)
    del game.machine.state.agenda[:]
    assert observe.answered(game, 1, 0, Counter())[0][0] == "error"


def test_the_viewers_look_in_turn_and_all_of_them_at_the_end():
    """Here they look at every second choice; the seed of the journal decides at which."""
    views = [len(seen["views"]) for seen in observe.journal(books.load("honey"), "Two hives", 12, 1, 2)]
    assert views == [0, 1, 0, 1, 0, 1, 3]


def test_a_text_that_is_refused_is_not_given():
    """Of the available motions one that can be proposed is picked, whatever was drawn."""
    game = Game(books.load("nomic"), "Three chairs", seed=1)
    menu = game.menu("Ann", "Move")
    assert menu is not None and menu.kind == "text"
    assert observe.fits(game, 0, ("Move", next(iter(menu)))) and not observe.fits(game, 0, ("Move", "no rule at all"))


def test_results_of_the_old_revision_are_stored(tmp_path):
    """It is played once; if it is not played to the end, nothing is stored."""
    file, broken = tmp_path / "kept" / "old.jsonl", tmp_path / "nowhere"
    assert first_difference(SOURCE, SOURCE, PLAN, file=file) is None
    assert len(file.read_text().splitlines()) == 14 and list(file.parent.iterdir()) == [file]
    assert first_difference(broken, SOURCE, PLAN, file=file) is None
    other = file.with_name("other.jsonl")
    assert first_difference(SOURCE, altered(broken, HONEY, "becomes 3 at", "becomes 4 at"), PLAN, file=other) is not None
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ([1, 2], [1, 2], []),
        ({"a": [1, 2]}, {"a": [1, 3]}, [".a[1]: old 2", ".a[1]: new 3"]),
        ([1], [1, 2], ["value: old [1]", "value: new [1, 2]"]),
        ({"a": 1}, {}, [".a: old 1", ".a: new null"]),
    ],
)
def test_a_difference_is_reported_with_its_place(was, now, told):
    """The report has the values of both sides."""
    assert differences(was, now) == told
    assert len(differences([1] * 99, [2] * 99)) == compare.MOST + 1


# -- the checkout ------------------------------------------------------------------------------------------------------


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Makes a repository with one commit."""
    root = tmp_path / "repository"
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.txt").write_text("then")
    who = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "."], [*who, "commit", "-q", "-m", "one"]):
        subprocess.run(["git", "-C", str(root), *arguments], check=True)
    (root / "src" / "a.txt").write_text("now")
    return root


def trees(root: Path) -> int:
    """Counts the working trees of a repository."""
    command = ["git", "-C", str(root), "worktree", "list"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.count("\n")


@pytest.mark.parametrize("ended", [None, KeyboardInterrupt])
def test_the_checkout_of_the_old_revision_is_removed_afterwards(repository, ended):
    """This also holds after Ctrl-C."""
    try:
        with compare.checked_out("HEAD", repository) as source:
            assert (source / "a.txt").read_text() == "then" and trees(repository) == 2
            if ended:
                raise ended
    except KeyboardInterrupt:
        pass
    assert trees(repository) == 1 and not source.exists()


def test_an_unknown_revision_is_reported_in_one_line(repository):
    """The line says what would have worked, and nothing is checked out."""
    with pytest.raises(SystemExit, match=r"has no commit nosuch .* or name another revision with --old REV"):
        compare.checked_out("nosuch", repository).__enter__()
    assert trees(repository) == 1


@pytest.mark.parametrize(("seconds", "said"), [(12.4, "12 s"), (89, "89 s"), (600, "10 min")])
def test_the_remaining_time_is_shown(seconds, said):
    """It is given in seconds or minutes."""
    assert command.remaining(seconds) == said


def test_a_difference_is_reported_in_full():
    """The journal, the choice and the part come first."""
    assert str(Difference(3, 4, "menus", ("x", "y"))) == "journal 3, choice 4: menus differ\nx\ny"
