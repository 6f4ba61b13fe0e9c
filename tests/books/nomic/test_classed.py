"""Actions and abilities, their classes and their costs (rule 317)."""

import pytest

from rulewright import books
from rulewright.kernel.errors import Refused
from rulewright.kernel.flow import stacks
from rulewright.kernel.game import Game
from tests.books.nomic import model
from tests.books.nomic.histories import holds
from tests.books.nomic.histories_judged import CLASSES
from tests.books.nomic.history import do, grant, wait
from tests.books.nomic.play import Table, book


def class_of(table: Table, name: str) -> str:
    """Names the class that an action has now."""
    action = table.game.book.action(name)
    assert action is not None
    return table.game.book.classes[stacks.class_of(table.game.machine, action)].name


def test_an_action_changes_the_state():
    """An action that takes effect changes the state (N-01)."""
    table = Table()
    before = table.game.fingerprint()
    table.do(do("A", "cash", "a"), 0)
    assert table.purse() == "A1"
    assert table.game.fingerprint() != before


def test_actions_come_from_players_and_from_abilities():
    """The act of a player and the action that an ability makes of it both take effect (N-02)."""
    table = Table()
    table.do(grant("echo", "C", "put into action", "cash", "vote", "inalienable"), 0)
    assert table.do(do("A", "cash", "a"), 0) == ["put into action a", "put into action echo/a"]


def test_an_ability_is_a_property_of_each_player():
    """A player with the ability benefits from it, and a player without it does not (N-03)."""
    table = Table()
    table.do(grant("fit", "B", "performed", "gift", "cash", "immediate"), 0)
    table.do(do("A", "gift", "g"), 0)
    assert table.purse() == "B1"


def test_an_ability_acts_on_its_trigger_only():
    """It creates an action for its originator when its trigger happens, and at no other time (N-04, N-05)."""
    holds("an ability creates on its trigger only, for its originator only")


def test_every_action_has_one_class():
    """Each action is inalienable or actionable, and actionable actions are immediate or delayed (N-06, N-07)."""
    table = Table()
    assert [class_of(table, name) for name in ("Vote", "Cash", "Gift")] == ["Inalienable", "Immediate", "Delayed"]
    book = table.game.book
    called = [{book.words[word] for word in each.called} for each in book.classes]
    assert called == [{"inalienable"}, {"immediate", "actionable"}, {"delayed", "actionable"}]


def test_abilities_have_classes_too():
    """An ability is inalienable, immediate or delayed, as an action is (N-08)."""
    table = Table()
    assert [class_of(table, name) for name in ("Echo", "Fit", "Ward")] == ["Inalienable", "Immediate", "Delayed"]


def test_an_ability_creates_actions_of_its_class():
    """The action of a delayed ability waits, that of an immediate or inalienable one takes effect at once (N-09)."""
    table = Table()
    for name in ("ward", "fit"):
        table.do(grant(name, "C", "performed", "gift", "", "immediate"), 0)
    table.do(grant("echo", "C", "put into action", "cash", "vote", "inalienable"), 0)
    assert sorted(table.do(do("A", "gift", "g"), 0)) == ["placed g 1", "placed ward/g 1", "put into action fit/g"]
    assert table.do(do("A", "cash", "a"), 0)[-1] == "put into action echo/a"


def test_a_cost_must_be_paid():
    """A player who cannot pay does not perform the action; a player who performs it has paid at once (N-30, N-31)."""
    holds("no cost paid, nothing performed; paid when pushed")


def test_the_payment_is_not_part_of_the_action():
    """A removal gives nothing back, and a copy costs nothing (N-32)."""
    holds("nothing is refunded when the action is removed", "a copy costs nothing")


def test_paying_is_an_immediate_action():
    """The payment takes effect at once, while its action still waits (N-33)."""
    table = Table()
    table.do(do("A", "cash", "a", amount=3), 0)
    table.do(do("A", "ware", "w"), 1)
    assert (table.show(), table.purse()) == ("1:w", "A1")
    table.do(wait(), 14401)
    assert table.purse() == "A2"


def test_only_judgment_takes_an_effect_back():
    """The effect of an action stays; only a Judgment takes it back (N-18)."""
    table = Table()
    table.do(do("A", "cash", "a"), 0)
    number = table.game.state.number
    with pytest.raises(Refused):
        table.do(do("B", "remove", "r", "a"), 1)
    assert table.purse() == "A1"
    table.judge(number, 2, {})
    assert table.purse() == ""


def test_rules_below_300_make_inalienable_actions():
    """An action or ability of a rule below 300 is inalienable, every other one is actionable (N-55, N-56)."""
    rules = {action.name: int(action.rule.split()[0].rstrip(".")) for action in book().actions if action.rule[:1].isdigit()}
    named = {name: class_of(Table(), name) for name in rules}
    assert {name for name, rule in rules.items() if rule < 300} == {n for n, each in named.items() if each == "Inalienable"}
    assert {"Vote", "Judge", "Echo"} <= {name for name, rule in rules.items() if rule < 300}


def test_an_actionable_action_is_immediate_unless_it_is_marked():
    """An actionable action or ability without a mark is immediate (N-57, N-58)."""
    table = Table()
    assert (class_of(table, "Cash"), class_of(table, "Fit")) == ("Immediate", "Immediate")


@pytest.mark.parametrize(("rules", "delayed", "cls", "ids"), CLASSES)
def test_the_model_finds_the_class_by_the_number_of_the_rule(
    rules: tuple[int, ...], delayed: bool, cls: model.Cls, ids: tuple[str, ...]
):
    """One rule with a number below 300 makes an action inalienable, with and without a mark (N-55)."""
    assert model.classify(rules, delayed) == cls


def test_everybody_sees_that_an_action_is_of_another_class():
    """An effect on an action lasts on no thing, and everybody sees it, whatever waits."""
    game = Game(books.load("nomic"), "Four chairs")
    for player, path in ((1, (("Hex", 1), 2)), (0, (("Ward", 0), 4)), (3, (("Hasten", 3),)), (0, (("Ward", 0), 5))):
        game.answer(player, *path)
    lasting = [game.view(seat)["lasting"] for seat in (0, None)]
    assert [(each["name"], each["thing"], each["about"]) for seen in lasting for each in seen] == [("Hex", None, "class")] * 2
