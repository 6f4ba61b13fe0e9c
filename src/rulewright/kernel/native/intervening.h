/* What effects do to actions that wait: block them, copy them, give them other targets. A part of machine.h. */

/* Of the things of a query, lists those that wait on a stack. */
static num rw_those_waiting(Machine *m, const num *i, num **found) { /* query or not, whom */
    num count = rw_whom(m, i[1], i[2], found), kept = 0, *into = m->lists + m->listed;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < count; n++) if (rw_is_stack(m, m->places[(*found)[n]])) into[kept++] = (*found)[n];
    m->listed += kept, *found = into;
    return kept;
}
static int rw_block(Machine *m, const num *i, num at) {
    num listed = m->listed, *found, count = rw_those_waiting(m, i, &found), from = m->prepared;
    for (num n = 0; n < count && !m->status; n++) rw_new_alter(m, found[n], BLOCKED, OP_SET, 1, T_NONE);
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Copies an action that waits. The copy goes to the stack on which the action would be put now, and belongs to whoever copies. */
static void rw_copy(Machine *m, num slot) {
    num *cur = m->cur, *v = m->v, *given = m->child, made;
    const num *action = rw_action(m, CELL(m, slot, ACTION)), *targets;
    rw_resolving(m, slot, given);
    if (given[S_SOURCE] == given[S_ACTOR]) given[S_SOURCE] = cur[S_ACTOR];
    given[S_ACTOR] = cur[S_ACTOR], given[S_PLAYER] = cur[S_PLAYER];
    m->cur = m->v = given;
    made = rw_stack_act(m, action, slot);
    m->cur = cur, m->v = v;
    if (m->status) return;
    num acting[] = {cur[S_ACTOR], rw_ref(m, made)}; /* the copy of a card is the source of its effect */
    if (action[ACTION_PLAYED]) rw_set_link(m, made, T_ACTOR, acting, 2);
    num count = rw_linked(m, slot, T_TARGETS, &targets), *kept = m->lists + m->listed;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return; }
    if (count > 0) memcpy(kept, targets, (size_t)count * sizeof(num));
    rw_set_link(m, made, T_TARGETS, kept, count);
    rw_write(m, made, BLOCKED, CELL(m, slot, BLOCKED));
    for (num stat = OWN; stat < m->width; stat++) rw_write(m, made, stat, CELL(m, slot, stat));
}
static int rw_copy_all(Machine *m, const num *i) {
    num listed = m->listed, *found, count = rw_those_waiting(m, i, &found);
    for (num n = 0; n < count && !m->status; n++) rw_copy(m, found[n]);
    m->listed = listed;
    return FURTHER;
}
/* Writes new targets for an action that waits, as many as it may have; gives how many numbers these are, or -1 if nothing changes. */
static num rw_aimed(Machine *m, num slot, const num *at, num count, num *into) {
    const num *action = rw_action(m, CELL(m, slot, ACTION)), *pick = 0, *old = 0;
    num had = rw_linked(m, slot, T_TARGETS, &old), made = 0;
    if (had > 64) rw_stop(m, RW_LEFT);
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)) && !rw_is_object(pick); n++) {}
    if (m->status || !pick || !count || rw_contains(at, count, slot)) return -1;
    for (num n = 0; n < count && n < pick[PICK_ATMOST]; n++) into[made++] = pick[PICK_SLOT], into[made++] = rw_ref(m, at[n]);
    for (num n = 0; n < had; n += 2) if (old[n] != pick[PICK_SLOT]) into[made++] = old[n], into[made++] = old[n + 1];
    return had == made && !memcmp(old, into, (size_t)made * sizeof(num)) ? -1 : made;
}
static int rw_aim_all(Machine *m, const num *i, num at) { /* query or not, whom, query or not, at whom */
    num listed = m->listed, *found, *whom, count = rw_those_waiting(m, i, &found), many = rw_whom(m, i[3], i[4], &whom), from = m->prepared;
    num *into = m->lists + m->listed, size;
    if (m->listed + 2 * many + 64 > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    for (num n = 0; n < count && !m->status; n++)
        if ((size = rw_aimed(m, found[n], whom, many, into)) >= 0) rw_new_listed(m, CH_BIND, found[n], T_TARGETS, into, size);
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
