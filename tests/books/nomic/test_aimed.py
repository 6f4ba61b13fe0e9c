"""Actions with other actions as their targets (rule 317)."""

from tests.books.nomic.histories import holds


def test_a_stacked_action_can_be_blocked_removed_copied_or_modified():
    """Actions aimed at it do this (N-34)."""
    holds(
        "a blocked block does not block",
        "a removal takes its target off and the popping goes on",
        "an unaimed copy founds a stack, belongs to the copier and does not stop the popping",
        "a modified action keeps stack and place, and the popping goes on",
    )


def test_a_block_marks_its_target():
    """The target is blocked when the block takes effect, and it stays blocked after a merger (N-35, N-41)."""
    holds(
        "a block marks when it acts, not when performed",
        "blocked marks survive a merger",
    )


def test_a_removal_takes_its_target_off():
    """The target leaves its stack without effect; an empty stack ceases to exist (N-36)."""
    holds(
        "a removal takes its target off and the popping goes on",
        "a removal of the last action empties the stack, which goes",
    )


def test_a_copy_goes_on_a_stack():
    """The copy is put on a stack when the copying action takes effect (N-37)."""
    holds(
        "a long jump over a copy: it falls due four hours after the second that placed it",
        "the same jump one second shorter leaves the copy stacked",
    )


def test_a_copy_is_blocked_or_changed_if_its_original_was():
    """A block or change before the copying is copied; a later one is not (N-38)."""
    holds(
        "the copy of a blocked action is blocked",
        "copied before the block: the copy is free",
        "the copy is as its target stood: modified before",
        "the copy is as its target stood: modified after",
    )


def test_a_copy_belongs_to_the_player_who_copies():
    """The copy counts as performed by the player of the copying action (N-39)."""
    holds(
        "a copied copying action: each copy belongs to the player of what made it",
        "the copying action came from an ability: the copy is its originator's",
    )


def test_a_modified_action_keeps_its_place():
    """It keeps its stack and place, even if it has a target elsewhere now (N-40)."""
    holds(
        "a modified action keeps stack and place, and the popping goes on",
        "re-aimed at another stack: keeps its place, does nothing",
    )


def test_no_action_targets_itself():
    """An action cannot become its own target, neither when performed nor when modified (N-42)."""
    holds(
        "no action may target itself",
        "a modification that would make a self-target changes nothing",
        "a circle of two targets is allowed; the lower one finds nothing",
    )


def test_a_target_off_the_stack_means_nothing_happens():
    """An action does nothing at all if one of its targets is on no stack (N-43)."""
    holds(
        "a target that another removed: nothing",
        "one of two targets left: nothing at all",
        "an immediate block has no stack, does nothing and restarts nothing",
        "two removals leave together: neither is on a stack for the other",
    )


def test_an_action_goes_on_a_new_stack_by_default():
    """If nothing is said about it, an action creates a new stack (N-44)."""
    holds(
        "each unaimed action founds its own stack",
        "created while popping: a new stack from that second on",
    )


def test_a_performer_may_join_a_stack():
    """A new action goes on top of the stack that its player names (N-45)."""
    holds("a join in the last second restarts the hours")


def test_naming_an_action_names_its_stack():
    """An action stands for the stack that it is or was on, also after mergers (N-46)."""
    holds(
        "the stack an action was on before it left",
        "the stack an action is on after merging",
        "the stack an action was on, merged since it left",
        "after a stopped popping the popped action still names its stack",
    )


def test_a_stacked_action_cannot_be_moved():
    """Only a new action can join a stack (N-47)."""
    holds("a stacked action is not moved by performing it again elsewhere")


def test_a_target_decides_the_stack():
    """An action with a target on a stack goes on this stack, whatever its player names (N-48)."""
    holds(
        "a target overrides the chosen stack",
        "performing at a target that left: a new stack, and nothing comes of it",
        "performing at a target that left: the choice of a stack holds",
    )


def test_a_target_decides_the_stack_of_what_is_created():
    """An action that an ability creates goes on the stack of its target (N-49)."""
    holds(
        "a created action with a target goes on the target's stack",
        "created at a target that was just popped: a new stack, so the popping goes on, and nothing comes of it",
    )


def test_targets_on_several_stacks_merge_them():
    """All stacks that contain a target become one; other stacks do not (N-50, N-51)."""
    holds(
        "three stacks merge, an untargeted fourth does not",
        "two targets of which one left: the other's stack, but nothing comes of it",
    )


def test_a_merged_stack_is_ordered_by_creation():
    """After a merger the newest is on top; actions of the same second are ordered by their creation (N-52)."""
    holds(
        "a merged stack is ordered by creation, the merging action on top",
        "creation in one second is ordered by sequence",
    )


def test_a_copy_goes_where_it_would_if_performed():
    """It goes on the stack of its own targets, merged if there are several, otherwise on a new one (N-53)."""
    holds(
        "the copy of a re-aimed action goes where it aims, and works there",
        "a copy aimed at two stacks merges them and stops the popping",
        "a copy whose target left founds a stack and does nothing",
    )


def test_a_copy_cannot_be_put_on_a_stack_without_its_targets():
    """It is not put on a stack that contains none of its targets (N-54)."""
    holds("the copier cannot choose a foreign stack for itself or the copy")
