/* Deeds: the actions that a player has used, each with the frames in which that was, its origin, and whether it is complete. A part of
   machine.h. A deed is a row: how many frames, the frames, the word of its origin, the thing of its origin or nothing, complete or not. */

static num rw_deed_size(const num *deed) { return deed[0] + 4; }

static int rw_in_frame(const num *deed, num id) {
    for (num n = 1; n <= deed[0]; n++) if (deed[n] == id) return 1;
    return 0;
}
/* Gives the origin of the running act: a common action by its name, or an ability of a thing in its current life. */
static void rw_origin(Machine *m, const num *action, num *origin) {
    int common = action[ACTION_COUNTS_AS] >= 0;
    origin[0] = common ? action[ACTION_COUNTS_AS] : action[ACTION_WORD];
    origin[1] = common || m->cur[S_SOURCE] == m->cur[S_ACTOR] ? RW_NOWHERE : rw_ref(m, m->cur[S_SOURCE]);
}
/* Records that an action was begun; deeds of turns that are over are removed. */
static void rw_note_deed(Machine *m, const num *action) {
    num *turn = m->p[P_TURN] < 0 ? 0 : rw_innermost(m, m->p[P_TURN]), *row = m->lists + m->listed, size = 0, depth = m->head[H_DEPTH];
    const num *known = 0;
    num count = rw_linked(m, m->cur[S_ACTOR], T_DEEDS, &known);
    if (m->listed + (count > 0 ? count : 0) + depth + 4 > m->listable) { rw_stop(m, RW_FULL); return; }
    for (num at = 0; turn && at < count; at += rw_deed_size(known + at)) {
        if (!rw_in_frame(known + at, turn[F_ID])) continue;
        memcpy(row + size, known + at, (size_t)rw_deed_size(known + at) * sizeof(num));
        size += rw_deed_size(known + at);
    }
    row[size] = depth;
    for (num n = 0; n < depth; n++) row[size + 1 + n] = FRAME(m, n)[F_ID];
    rw_origin(m, action, row + size + 1 + depth);
    row[size + depth + 3] = 0;
    rw_set_link(m, m->cur[S_ACTOR], T_DEEDS, row, size + depth + 4);
}
/* Records that an action is complete, at its end or because it was cut short; the newest of its origin is meant. */
static void rw_complete_deed(Machine *m, const num *v, int cut_short) {
    num actor = v[S_ACTOR], *row = m->lists + m->listed, newest = RW_NOWHERE;
    const num *known = 0, *origin = rw_items(m, v[S_ORIGIN]);
    num count = rw_linked(m, actor, T_DEEDS, &known);
    if (m->listed + (count > 0 ? count : 0) > m->listable) { rw_stop(m, RW_FULL); return; }
    for (num at = 0; at < count; at += rw_deed_size(known + at)) {
        const num *rest = known + at + 1 + known[at];
        if (rest[0] == origin[0] && rest[1] == origin[1] && !rest[2]) newest = at;
    }
    if (newest != RW_NOWHERE) {
        memcpy(row, known, (size_t)count * sizeof(num));
        row[newest + known[newest] + 3] = 1;
        rw_set_link(m, actor, T_DEEDS, row, count);
    }
    if (cut_short) rw_tell(m, T_CUT_SHORT, ABOUT_ACTION, v[S_ACTION]);
    rw_tell(m, T_COMPLETES, ABOUT_THING, actor);
}
enum { PAST_TAKEN, PAST_SAME, PAST_DIFFERENT };

/* Gives the answer to a question about what somebody has done in the innermost structure of a name. */
static num rw_past(Machine *m, const num *e) { /* how, who, structure, count */
    num who = rw_value(m, e[2]), *frame = rw_innermost(m, e[3]), taken = 0, wanted, count, found = 1;
    const num *known = 0, *origins[64];
    if (who == RW_NOWHERE || !frame) count = 0; else count = rw_linked(m, who, T_DEEDS, &known);
    wanted = e[1] == PAST_TAKEN ? 0 : rw_value(m, e[4]);
    num limit = wanted;
    for (num at = 0; at < count; at += rw_deed_size(known + at)) {
        const num *rest = known + at + 1 + known[at];
        if (!rw_in_frame(known + at, frame[F_ID])) continue;
        if (e[1] == PAST_TAKEN) { taken++; continue; }
        if (taken >= limit || taken >= 64) break;
        for (num n = 0; n < taken; n++) {
            int same = origins[n][0] == rest[0] && origins[n][1] == rest[1];
            if (e[1] == PAST_DIFFERENT ? same : !same) found = 0;
        }
        if (!rest[2]) found = 0;
        origins[taken++] = rest;
    }
    return e[1] == PAST_TAKEN ? taken : found && taken == wanted;
}
