"""Items on stacks: when they are due and how they pop (rule 317)."""

from tests.books.nomic.histories import holds


def test_a_stack_is_last_in_first_out():
    """The top action takes effect first (N-10, N-22, N-24)."""
    holds("last in, first out until empty")


def test_only_delayed_actions_are_put_on_a_stack():
    """Immediate and inalienable actions cannot be put on a stack (N-11)."""
    holds("only delayed actions go on a stack")


def test_an_action_that_is_no_longer_delayed_leaves_its_stack():
    """It leaves its stack when it stops being delayed (N-12)."""
    holds(
        "leaving modifies the stack left behind",
        "several leave at once: by founding of the stacks, each from the top",
    )


def test_an_action_that_leaves_its_stack_acts_at_once():
    """If it is immediate or inalienable now, it takes effect in the same instant (N-13)."""
    holds(
        "becoming immediate: it leaves and acts in that second",
        "becoming inalienable: it leaves and acts",
        "a blocked action that leaves acts",
        "an action with unmet prerequisites that leaves acts",
    )


def test_an_item_that_is_not_an_action_any_more_leaves_without_effect():
    """It leaves its stack without effect (N-14)."""
    holds("becoming no action: it only leaves, and cannot be performed any more")


def test_put_into_action_is_an_event():
    """The moment of the effect is told, whether it is immediate or by a pop (N-15)."""
    holds(
        "one second short of four hours nothing, at four hours it pops",
        "an immediate action acts at once",
    )


def test_an_inalienable_action_acts_at_once():
    """It has its effect when it is performed (N-16)."""
    holds("an inalienable action acts at once")


def test_an_immediate_action_acts_at_once():
    """It has its effect when it is performed (N-17)."""
    holds("an immediate action acts at once")


def test_a_delayed_action_is_pushed_without_effect():
    """It is put on one stack when it is performed, and does nothing then (N-19)."""
    holds("each unaimed action founds its own stack")


def test_a_stack_is_due_after_four_hours_without_a_change():
    """A stack is due four hours after its last change, and not a second earlier (N-20)."""
    holds(
        "one second short of four hours nothing, at four hours it pops",
        "another quiet span",
    )


def test_a_modification_restarts_the_hours():
    """Joining, merging, leaving and marking restart the four hours (N-21)."""
    holds(
        "a join in the last second restarts the hours",
        "a merger restarts the hours of what it took up and keeps the oldest place",
        "a block that leaves acts on the stack it left, and restarts its hours",
    )


def test_popping_stops_if_something_is_added():
    """A copy that goes on the popping stack stops it for four hours (N-23)."""
    holds(
        "a copy placed on the popping stack stops it for four hours more",
        "the popping stack merges into an older one: it stops too",
    )


def test_an_emptied_stack_is_deleted():
    """An empty stack ceases to exist and cannot be joined (N-25)."""
    holds("joining a deleted stack is refused, a new one is not opened by itself")


def test_a_blocked_action_does_not_act():
    """A blocked action does nothing when it pops (N-26)."""
    holds(
        "a blocked block does not block",
        "a block marks when it acts, not when performed",
    )


def test_prerequisites_are_tested_when_the_action_pops():
    """Only its prerequisites at the pop count, not those when it was performed (N-27)."""
    holds(
        "prerequisites met when performed, not when popped",
        "prerequisites met only by the time of popping, switching restarts nothing",
    )


def test_an_action_without_effect_leaves_the_stack_too():
    """A popped action that was blocked is removed, and the popping continues (N-28)."""
    holds("a block does not stop the popping, nor does a blocked action")


def test_popped_actions_happen_one_after_another():
    """Each popped action is completed before the next (N-29)."""
    holds(
        "reclassified by a popping action: all leave and act before the next pop",
        "stacks due in the same second pop by founding, one after the other",
    )
