/* Classes of actions, which effects change and bar for a while; stacks that are joined, merged and disturbed. A part of machine.h. */

static const num *rw_action(Machine *m, num n) { return ROW(m, P_ACTIONS, n, ACTION_ROW); }

/* -- classes ---------------------------------------------------------------------------------------------------------------------- */

enum { CLASS_WAITS, CLASS_ROW };
enum { BAR_CLASSES, BAR_BUT, BAR_ROW }; /* the classes as bits; the actions that are not barred, as a set */

/* Gives the current class of an action: its own, or the one that the newest effect gives it; none if an effect says that it is no action. */
static num rw_class_of(Machine *m, const num *action) {
    num class = action[ACTION_CLASS];
    if (action[ACTION_GONE]) return RW_NOWHERE;
    for (num n = 0; n < *m->effects; n++)
        if (rw_is_about(m, rw_effect(m, n), RW_NOWHERE, T_CLASS, action[ACTION_NAME])) class = rw_effect(m, n)[LA_AMOUNT];
    return class;
}
/* Says whether an action waits on a stack. */
static int rw_waits(Machine *m, const num *action) {
    if (action[ACTION_CLASS] == RW_NOWHERE) return action[ACTION_STACK] == ONE_STACK || action[ACTION_STACK] == NEW_STACK;
    num class = rw_class_of(m, action);
    return class != RW_NOWHERE && ROW(m, P_CLASSES, class, CLASS_ROW)[CLASS_WAITS];
}
/* Says whether the actor is not barred from an action: it has a class, and neither this class nor the class of its payment is barred. */
static num rw_unbarred(Machine *m) {
    const num *action = rw_action(m, m->v[S_ACTION]);
    if (!*m->effects) return 1;
    num class = rw_class_of(m, action), actor = rw_held(m->v, S_ACTOR), name = action[ACTION_NAME];
    if (class == RW_NOWHERE) return 0;
    for (num n = 0; n < *m->effects; n++) {
        const num *row = rw_effect(m, n);
        if (row[LA_OBJECT] != actor || row[LA_ASKS] != T_BAR) continue;
        const num *bar = ROW(m, P_BARS, row[LA_ABOUT], BAR_ROW);
        if (((num)1 << class | action[ACTION_PAYS]) & bar[BAR_CLASSES] && !rw_in_bits(m->p + bar[BAR_BUT], name)) return 0;
    }
    return 1;
}

/* -- stacks that can be joined ------------------------------------------------------------------------------------------------------ */

/* Gives the stack that a thing is or was on, if it still exists; for a merged stack, the one into which it was merged. */
static num rw_home(Machine *m, num slot) {
    const num *zones;
    if (slot < 0 || rw_linked(m, slot, T_STACK, &zones) < 1) return RW_NOWHERE;
    num zone = zones[0];
    while (zone != RW_NOWHERE && m->grounds[3 * zone] < 0) zone = m->grounds[3 * zone + 1];
    return zone;
}
static int rw_any_stack(Machine *m) {
    for (num z = 0; z < m->zones; z++) if (rw_is_stack(m, z)) return 1;
    return 0;
}
/* Lists the things that are or were on a stack that still exists, in the order in which they came; with `first`, only one. */
static num rw_joinable(Machine *m, num *into, int first) {
    num count = 0;
    for (num n = 0; (!first || !count) && n < m->count[N_LINKS] && rw_any_stack(m); n++) {
        const num *row = m->links + n * LINK_ROW;
        if (row[LINK_SLOT] == RW_NOWHERE || row[LINK_NAME] != T_STACK || rw_home(m, row[LINK_SLOT]) == RW_NOWHERE) continue;
        if (into) into[count] = row[LINK_SLOT];
        count++;
    }
    return count;
}
/* Lists the keys by which a stack can be picked: nothing for a new stack, and for one that exists each thing that is or was on it. */
static num rw_stacks_to_join(Machine *m, num **found) {
    *found = m->lists + m->listed;
    if (m->listed + m->things + 1 > m->listable) { rw_stop(m, RW_FULL); return 0; }
    **found = RW_NOWHERE;
    num count = 1 + rw_joinable(m, *found + 1, 0);
    m->listed += count;
    return count;
}
/* Says whether one of some actions has been used before, so that there is a past act to judge. */
static int rw_any_past(Machine *m, const num *actions) {
    for (num n = 1; n <= actions[0]; n++) if (m->acted[actions[n]] > 0) return 1;
    return 0;
}
/* Says whether an act that came from a stack (or from none) may affect a target; a target that waits must be on the same stack. */
static int rw_reaches(Machine *m, num target, num zone) {
    if (CELL(m, target, KIND) != m->p[P_ITEM]) return 1;
    num place = m->places[target];
    return place != RW_NOWHERE && (place == zone || (zone == RW_NOWHERE && rw_zone_kind(m, place)[ZONE_OPEN]));
}
