"""The agenda: the five returns of a step, leaving, settling, durations of frames, tallies, and the bound on steps."""

import pytest

from rulewright.kernel.change import values
from rulewright.kernel.errors import Runaway
from rulewright.kernel.flow.agenda import ask, call, end, go, leave
from rulewright.kernel.state.facts import Lasting
from rulewright.program.declared import Limits, Settle
from tests.kernel.fakes import ANN, BO, COINS, HEALTH, Steps, Table, asks, game, in_progress, named, numbered, rewritten, told


def say(word: str, control):
    """Makes a step that announces a word and continues as given."""

    def step(m, frame):
        m.emit(("told", word))
        return control(m, frame) if callable(control) else control

    return step


# -- the five returns --------------------------------------------------------------------------------------------------


def test_go_continues_at_another_step_with_new_variables():
    """The step and all variables are replaced."""
    main = Steps("main", {"": lambda m, f: go("on", {"n": 3}), "on": lambda m, f: ask((ANN,), "given", f.vars)})
    assert game(main).state.agenda[0].vars == {"n": 3}


def test_call_stores_the_value_of_the_child_in_the_callers_variables():
    """The result of the child is stored under `into`, and the caller continues at `then`."""
    child = Steps("child", {"": lambda m, f: end(f.vars["n"] * 2)})
    main = Steps(
        "main",
        {
            "": lambda m, f: call("child", {"n": 21}, "after", {"mine": 1}, "got"),
            "after": lambda m, f: ask((ANN,), "given", f.vars),
        },
    )
    assert game(main, child).state.agenda[0].vars == {"mine": 1, "got": 42}


def test_call_without_into_drops_the_value():
    """If the caller does not ask for the result, it is not stored."""
    child = Steps("child", {"": lambda m, f: end("dropped")})
    main = Steps("main", {"": lambda m, f: call("child", {}, "on", {"a": 1}), "on": lambda m, f: ask((ANN,), "x", f.vars)})
    assert game(main, child).state.agenda[0].vars == {"a": 1}


def test_ask_stops_the_game_until_the_answer_and_continues_at_its_step_then():
    """The game stops, and the answer (player, picks) arrives at the given step."""
    playing = game(asks("main", ANN, then=lambda m, f: say(f"{f.vars['answer']}", end())(m, f)))
    assert playing.asking == (ANN,) and playing.state.agenda[0].step == "given"
    assert told(playing.answer("Ann", "no")) == [("(0, ('no',))",)]
    assert playing.over


def test_ask_of_several_takes_one_answer():
    """The first answer counts, and the others are no longer asked."""
    playing = game(asks("main", ANN, BO))
    assert playing.asking == (ANN, BO)
    playing.answer("Bo", "yes")
    assert playing.over


def test_end_of_the_last_frame_ends_the_game():
    """When the agenda is empty the game is over and nobody is asked."""
    playing = game(Steps("main", {"": lambda m, f: end()}))
    assert playing.over and playing.asking == () and playing.where() == "the game is over"


def nested(how):
    """Makes outer, middle and inner procedures, each of which announces that it is left; inner leaves by `how`."""
    outer = Steps("outer", {"": lambda m, f: call("middle", {}, "after", {}, "got")}, tells=True)
    outer.steps["after"] = lambda m, f: say(f"got {f.vars.get('got')}", end())(m, f)
    middle = Steps("middle", {"": lambda m, f: call("inner", {}, "on", {}), "on": say("middle goes on", end(1))}, tells=True)
    return outer, middle, Steps("inner", {"": how}, tells=True)


def test_leave_removes_a_frame_and_all_above_it_newest_first():
    """The frame ends, the frames above it are cut short with the newest first, and its caller gets the value."""
    playing = game(*nested(lambda m, f: leave(m.state.innermost(numbered(m, "middle")).id, "early")))
    assert told(playing.events) == [("inner", "cut short"), ("middle", "ended"), ("got early",), ("outer", "ended")]


def test_leave_of_ones_own_frame_is_an_end():
    """It ends like any other frame."""
    playing = game(*nested(lambda m, f: leave(f.id)))
    assert told(playing.events)[:2] == [("inner", "ended"), ("middle goes on",)]


def test_leave_of_the_outermost_frame_ends_the_game():
    """All frames are cut short."""
    playing = game(*nested(lambda m, f: leave(m.state.agenda[0].id)))
    assert told(playing.events) == [("inner", "cut short"), ("middle", "cut short"), ("outer", "ended")]
    assert playing.over


def test_a_pushed_frame_runs_before_its_caller_continues():
    """Only the return value of a step says what comes next: a frame that a child pushes runs before its caller continues."""
    inner = Steps("inner", {"": say("inner", end())})
    main = Steps("main", {"": say("before", call("inner", {}, "on", {})), "on": say("after", end())})
    assert told(game(main, inner).events) == [("before",), ("inner",), ("after",)]


def test_announced_procedures_begin_and_end_with_an_event():
    """Other procedures cause no such events; the event of an end says how it ended."""
    child = Steps("child", {"": lambda m, f: leave(m.state.agenda[0].id)}, announced=True)
    main = Steps("main", {"": lambda m, f: call("child", {"actor": 5}, "", {})})
    happened = [event for event in game(main, child).events if event[0] in ("began", "ended")]
    assert happened == [("began", 2, "child", 5), ("ended", 2, "child", "cut short", 5)]


def test_the_where_text_lists_frames_outermost_first():
    """`where` joins each frame's words, outermost first."""
    main = Steps("main", {"": lambda m, f: call("child", {}, "after", {})})
    assert game(main, asks("child", ANN)).where() == "main, after · child, given"


def test_amend_alters_what_a_waiting_frame_holds():
    """`amend` changes a frame's variables wherever it stands on the agenda."""

    def change(m, frame):
        m.amend(m.state.agenda[0].id, {"n": 2})
        return end()

    waits = {"": lambda m, f: call("child", {}, "on", {"n": 1, "k": 0}), "on": lambda m, f: ask((ANN,), "x", f.vars)}
    assert game(Steps("main", waits), Steps("child", {"": change})).state.agenda[0].vars == {"n": 2, "k": 0}


def ways(word: str) -> tuple[Steps, Steps]:
    """Makes main, which calls a child and says how to continue; the child amends the rules and says how to continue."""

    def amends(m, frame):
        if not m.state.amendments:
            m.emit(("amended", "1", None, ("1", ""), ()))
        return go("on", {})

    child = Steps("child", {"": amends, "on": say(f"child {word}", end())}, announced=True)
    again = {"": lambda m, f: call(named("child"), {}, "on", {}), "on": say(f"main {word}", call(named("child"), {}, "end", {}))}
    return Steps("main", {**again, "end": lambda m, f: end()}), child


def test_a_procedure_in_progress_continues_by_the_rule_with_which_it_began():
    """The amendment applies to what begins later, not to the procedure that made it nor to its callers."""
    main, child = ways("as it was")
    amended = dict(zip(("main", "child", "main@1", "child@1"), (*ways("as amended"), main, child), strict=True))
    playing = game(main, child, amender=lambda base, _: rewritten(base, amended))
    assert told(playing.events) == [("child as it was",), ("main as it was",), ("child as amended",)]
    assert [event[2] for event in playing.events if event[0] in ("began", "ended")] == ["child", "child@1", "child", "child"]


def test_a_nested_procedure_continues_by_its_own_rule():
    """This holds for every procedure in progress."""
    outer = Steps("outer", {"": lambda m, f: call("main", {}, "on", {}), "on": lambda m, f: call("end", {}, "", {})})
    stops = Steps("end", {"": lambda m, f: ask((ANN,), "", {})})
    main, child = ways("as it was")
    amended = {"main@1": main, "child@1": child, "outer@1": outer}
    playing = game(outer, main, child, stops, amender=lambda base, _: rewritten(base, amended))
    assert told(playing.events)[:2] == [("child as it was",), ("main as it was",)]
    assert in_progress(playing) == ["outer@1", "end"]


def test_a_copy_of_a_game_continues_by_the_amended_rule_that_began_after_the_amendment():
    """Only procedures that were in progress when the rules were amended continue by the earlier version."""

    def amends(m, frame):
        m.emit(("amended", "1", None, ("1", ""), ()))
        return call("child", {}, "on", {})

    old, new = (asks("child", ANN, then=say(word, end())) for word in ("as it was", "as amended"))
    main = Steps("main", {"": amends, "on": lambda m, f: end()})
    playing = game(main, old, amender=lambda base, _: rewritten(base, {"child": new, "child@1": old}))
    for each in (playing.copy(), playing):
        assert in_progress(each) == ["main", "child"] and told(each.answer("Ann", "yes")) == [("as amended",)]


# -- settling ----------------------------------------------------------------------------------------------------------


def settles(boundaries=("instruction",), until=3):
    """Makes a settling procedure that pays the first thing one coin each time, up to `until`, and announces each run."""

    def step(m, frame):
        m.emit(("told", "settles"))
        coins = m.state.cell(0, COINS)
        if 0 < coins < until:
            m.emit(("changed", 0, COINS, coins, coins + 1))
        return end()

    return Steps("settle", {"": step}), Settle("settle", frozenset(boundaries), frozenset({COINS}))


def first_coin(control):
    """Makes a step that gives the first thing a coin."""

    def step(m, frame):
        m.emit(("changed", 0, COINS, 0, 1))
        return control

    return step


def on_table() -> Table:
    return Table().thing("Ox", health=5, limit=9)


def test_settling_repeats_until_nothing_changes():
    """A run that changes a watched fact is followed by another run; a run that changes nothing is the last."""
    procedure, settle = settles()
    playing = game(Steps("main", {"": first_coin(end())}), procedure, settle=settle, table=on_table())
    assert playing.state.cell(0, COINS) == 3
    assert told(playing.events) == [("settles",)] * 3


def test_announcements_do_not_make_the_game_unsettled():
    """Triggers respond to announcements, rolls and beginnings, but they cause no settling."""
    procedure, settle = settles()

    def chatter(m, frame):
        m.emit(("told", "noise"))
        m.roll(1, 6)
        return end()

    playing = game(Steps("main", {"": chatter}), procedure, settle=settle, table=on_table())
    assert told(playing.events) == [("noise",)]


def test_a_stat_that_is_not_watched_does_not_settle():
    """The stat changes without settling, because no condition of the book depends on it."""
    procedure, settle = settles()

    def hurt(m, frame):
        m.emit(("changed", 0, HEALTH, 5, 4))
        return end()

    assert told(game(Steps("main", {"": hurt}), procedure, settle=settle, table=on_table()).events) == []


def test_settling_comes_before_the_next_step():
    """With the boundary `instruction` the game settles between two steps of a procedure."""
    procedure, settle = settles(until=2)
    main = Steps("main", {"": first_coin(go("on", {})), "on": say("next step", end())})
    assert told(game(main, procedure, settle=settle, table=on_table()).events) == [("settles",), ("settles",), ("next step",)]


def test_settling_before_a_choice_runs_the_asking_step_again():
    """With the boundary `choice` the game settles before anybody is asked, and then asks again."""
    procedure, settle = settles(("choice",), until=2)
    main = Steps(
        "main",
        {
            "": lambda m, f: first_coin(go("wait", {}))(m, f),
            "wait": lambda m, f: say(f"asks with {m.state.cell(0, COINS)}", ask((ANN,), "x", {}))(m, f),
        },
    )
    playing = game(main, procedure, settle=settle, table=on_table())
    assert told(playing.events) == [("asks with 1",), ("settles",), ("asks with 2",), ("settles",), ("asks with 2",)]
    assert playing.asking == (ANN,)


def test_changes_during_a_question_are_settled_after_the_answer():
    """If the book does not settle before a choice, nothing comes between the question and its answer."""
    procedure, settle = settles(until=1)
    main = Steps("main", {"": first_coin(ask((ANN,), "given", {})), "given": say("given", end())})
    playing = game(main, procedure, settle=settle, table=on_table())
    assert in_progress(playing) == ["main"] and told(playing.events) == []
    assert told(playing.answer("Ann", "yes")) == [("given",), ("settles",)]


def test_a_book_without_that_boundary_does_not_settle_there():
    """If the book names no boundary, the game stays unsettled."""
    procedure, settle = settles(("choice",))
    main = Steps("main", {"": first_coin(go("on", {})), "on": say("on", end())})
    assert told(game(main, procedure, settle=settle, table=on_table()).events) == [("on",)]


# -- what lasts until a frame ends, and tallies ------------------------------------------------------------------------


def lasting(m, until, amount=2, name="Bless"):
    """Lets an effect on the first thing's health begin."""
    values.last(m, Lasting(m.new_id(), name, 0, HEALTH, "add", amount, until))


@pytest.mark.parametrize("how", ["end", "leave"])
def test_an_effect_that_ends_with_a_frame_expires_however_the_frame_is_removed(how):
    """The effect is over when the frame ends and when it is cut short."""

    def bless(m, frame):
        lasting(m, ("frame", frame.id))
        return ask((ANN,), "given", {})

    def stop(m, frame):
        return end() if how == "end" else leave(m.state.agenda[0].id)

    child = Steps("child", {"": bless, "given": stop})
    main = Steps("main", {"": lambda m, f: call("child", {}, "on", {}), "on": lambda m, f: end()})
    playing = game(main, child, table=on_table())
    assert values.value(playing.machine, 0, HEALTH) == 7
    happened = playing.answer("Ann", "yes")
    assert [event[0] for event in happened if event[0] == "expired"] == ["expired"]
    assert values.value(playing.machine, 0, HEALTH) == 5 and playing.state.touched == {}


def test_an_effect_that_ends_with_another_frame_continues():
    """Each effect ends with its own frame."""
    child = Steps("child", {"": lambda m, f: (lasting(m, ("frame", f.id), name="Brief"), end())[1]})
    begins = {"": lambda m, f: (lasting(m, ("frame", f.id), name="Long"), call("child", {}, "on", {}))[1]}
    playing = game(Steps("main", {**begins, "on": lambda m, f: ask((ANN,), "", {})}), child, table=on_table())
    assert [effect.name for effect in playing.state.lasting.values()] == ["Long"]


def test_an_effect_that_lasts_several_ends_counts_each_of_them():
    """A duration of three ends is counted down and expires at the third."""

    def once(m, frame):
        if not m.state.lasting:
            lasting(m, ("end", "Turn", 0, 3))
        else:
            m.expire("end", "Turn", 0)
        return ask((ANN,), "", {})

    playing = game(Steps("main", {"": once}), table=on_table())
    left = []
    for _ in range(3):
        left.append([effect.until[3] for effect in playing.state.lasting.values()])
        playing.answer("Ann", "yes")
    assert left == [[3], [2], [1]] and playing.state.lasting == {}


def test_an_effect_until_another_turn_is_not_shortened():
    """Only the ends that the duration names are counted."""

    def once(m, frame):
        lasting(m, ("begin", "Turn", 1, 1))
        m.expire("begin", "Turn", 0)
        m.expire("end", "Turn", 1)
        return ask((ANN,), "", {})

    assert len(game(Steps("main", {"": once}), table=on_table()).state.lasting) == 1


@pytest.mark.parametrize("how", ["end", "leave"])
def test_tallies_reset_when_their_structure_ends(how):
    """A count until the end of a structure is reset however the structure ends; other counts stay."""

    def count(m, frame):
        for word in (0, 1):
            m.emit(("tallied", word, 0, 0, 1))
        return end() if how == "end" else leave(m.state.agenda[0].id)

    turn = Steps("Turn", {"": count}, announced=True)
    main = Steps("main", {"": lambda m, f: call("Turn", {}, "on", {}), "on": lambda m, f: ask((ANN,), "x", {})})
    words = ("Parry/Turn", "Parry/Round")
    assert game(main, turn, table=on_table(), words=words).state.tallies == {(1, 0): 1}


# -- the bound on steps ------------------------------------------------------------------------------------------------


def test_an_endless_loop_is_stopped_with_an_error_that_says_where():
    """Too many steps raise Runaway, which says where the game was; nothing has changed."""
    loop = Steps("loop", {"": lambda m, f: go("again", {}), "again": lambda m, f: first_coin(go("", {}))(m, f)})
    main = asks("main", ANN, then=lambda m, f: call("loop", {}, "given", {}))
    playing = game(main, loop, table=on_table(), limits=Limits(steps=50))
    before = playing.fingerprint()
    with pytest.raises(Runaway, match=r"more than 50 steps in one answer: main, given · loop"):
        playing.answer("Ann", "yes")
    assert playing.fingerprint() == before and len(playing.done) == 1


def test_endless_nesting_of_procedures_is_an_error():
    """Too many frames raise Runaway, which names the procedure; the largest allowed number does not."""
    dive = Steps("dive", {"": lambda m, f: call("dive", {}, "", {}) if len(m.state.agenda) < depth else ask((ANN,), "", {})})
    depth = 5
    assert len(game(dive, limits=Limits(depth=5)).state.agenda) == 5
    depth = 6
    with pytest.raises(
        Runaway,
        match=r"^more than 5 procedures call one another without end, the last of them dive$",
    ):
        game(dive, limits=Limits(depth=5))


def test_the_bound_on_steps_is_for_one_answer():
    """Each answer may take as many steps as the bound says."""
    main = Steps("main", {"": lambda m, f: ask((ANN,), "given", {}), "given": lambda m, f: go("", {})})
    playing = game(main, limits=Limits(steps=5))
    for _ in range(20):
        playing.answer("Ann", "yes")
    assert playing.state.number == 20
