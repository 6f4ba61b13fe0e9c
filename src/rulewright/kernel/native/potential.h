/* Potential: whether the effect of an act could change anything now. Its cost and the responses of others do not count. A part of machine.h. */

enum { CAN_NEVER, CAN_ALWAYS, CAN_TEST, CAN_EACH, CAN_ALTER, CAN_SEND, CAN_RUN, CAN_CHOOSE, CAN_SHOW, CAN_LAST, CAN_LAST_ROLLED, CAN_ALLOW, CAN_SILENCE };
enum { POTENTIAL_KIND, POTENTIAL_OPEN, POTENTIAL_ROW };
enum { RW_DEEPEST = 8, RW_LENT = 3 };

static num rw_could(Machine *m, num procedure, num at, num end, num depth);

/* Says whether an instruction speaks of something that is not picked yet. */
static int rw_is_open(Machine *m, const num *names) {
    for (num n = 1; n <= names[0]; n++) if (m->v[names[n]] == RW_ABSENT) return 1;
    return 0;
}
/* Says whether any of the changes prepared since `from` could happen, and removes them. */
static num rw_any_happens(Machine *m, num from) {
    num held = 0;
    for (num at = from; at < m->prepared && !held; at += m->changes[at + CH_SIZE]) held = rw_how_much(m, m->changes + at) != 0;
    m->prepared = from;
    return held;
}
static num rw_could_alter(Machine *m, const num *i) { /* query or not, whom, stat, op, amount */
    num listed = m->listed, *found, count, amount, from = m->prepared;
    if (i[0] != I_ALTER) { rw_leave_unknown(m, i); return 0; }
    amount = rw_value(m, i[5]), count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++) rw_new_alter(m, found[n], i[3], i[4], amount, T_NONE);
    m->listed = listed;
    return rw_any_happens(m, from);
}
static num rw_could_send(Machine *m, const num *i) {
    num zone, whose, from = m->prepared;
    if (i[0] == I_SHUFFLE) {
        whose = i[2] < 0 ? RW_NOWHERE : rw_value(m, i[2]), zone = rw_owned(m, i[1], whose == RW_NOWHERE ? whose : CELL(m, whose, OWNER));
        return zone != RW_NOWHERE && m->lengths[zone] > 0;
    }
    if (i[0] != I_SEND) { rw_leave_unknown(m, i); return 0; }
    rw_prepare_sends(m, i);
    return rw_any_happens(m, from);
}
/* Says whether an effect could begin to last; one that lasts for a structure needs this structure to be in progress. */
static num rw_could_last(Machine *m, const num *i, int rolled) {
    if (i[0] != I_LAST) { rw_leave_unknown(m, i); return 0; }
    const num *until = i + LAST_UNTIL;
    if (until[U_HOW] == T_FRAME && !rw_innermost(m, until[U_STRUCTURE]) && !rw_among(m->p + until[U_ENCLOSES], FRAME(m, 0)[F_PROCEDURE])) return 0;
    return rolled || (i[LAST_OP] == LA_SETS && i[LAST_ASKS] == RW_NOWHERE) || rw_value(m, i[LAST_AMOUNT]) != 0;
}
/* Says whether there could be something to choose; a hidden thing might be what is looked for. */
static num rw_could_choose(Machine *m, const num *i) {
    num listed = m->listed, *found, count;
    if (i[0] != I_CHOOSE) { rw_leave_unknown(m, i); return 0; }
    count = rw_things(m, i[CHOOSE_OF], &found, 0);
    m->listed = listed;
    if (count || m->status) return count != 0;
    const num *from = m->p + i[CHOOSE_OF] + 2 + m->p[i[CHOOSE_OF] + 1];
    for (num z = 0; m->p[P_SECRET] && from[0] == FROM_ZONES && z < m->zones; z++)
        for (num n = 0; rw_among(from + 1, m->grounds[3 * z]) && n < m->lengths[z]; n++) {
            num slot = m->lying[z * m->room + n], it = m->v[S_IT], lies = 1;
            if (rw_knows(m, m->v[S_PLAYER], slot)) continue;
            m->v[S_IT] = slot;
            for (num k = 1; lies && k <= m->p[i[CHOOSE_OF] + 1]; k++) {
                num test = m->p[i[CHOOSE_OF] + 1 + k];
                if (m->p[test] == E_LIES) lies = rw_value(m, test) != 0;
            }
            m->v[S_IT] = it;
            if (lies) return 1;
        }
    return 0;
}
static num rw_could_silence(Machine *m, const num *i) {
    return rw_marked(m, rw_value(m, i[SILENCE_OF]), i[SILENCE_MARK], 0) != RW_NOWHERE;
}
static num rw_could_run(Machine *m, const num *i, num depth) {
    num actor = m->v[S_ACTOR], held, later = i[0] == I_TO_COME, procedure = i[later ? 4 : 1], who = i[2];
    if (depth >= RW_DEEPEST) return 1;
    if (who >= 0) m->v[S_ACTOR] = rw_value(m, who);
    held = rw_could(m, procedure, 0, ROW(m, P_PROCEDURES, procedure, PROC_ROW)[PROC_COUNT], depth + 1);
    m->v[S_ACTOR] = actor;
    return held;
}
/* Says whether a loop could change something for one of its things. */
static num rw_could_each(Machine *m, num procedure, const num *i, num at, num depth) {
    num listed = m->listed, *found, count, had = m->v[i[1]], held = 0;
    if (i[0] != I_LOOP && i[0] != I_ANEW) { rw_leave_unknown(m, i); return 0; }
    count = rw_things(m, i[2], &found, 1);
    for (num n = 0; n < count && !held && !m->status; n++) m->v[i[1]] = found[n], held = rw_could(m, procedure, at + 1, i[3] - 1, depth);
    m->v[i[1]] = had, m->listed = listed;
    return held;
}
/* If there is nothing to choose, says whether the instructions after the choice could change something. */
static num rw_could_without(Machine *m, num procedure, const num *i, num at, num end, num depth) {
    num chosen = i[CHOOSE_VAR], ones = i[CHOOSE_ONES], had = m->v[chosen], had_ones = m->v[ones], held;
    m->v[chosen] = RW_NOWHERE, m->v[ones] = 0;
    held = rw_could(m, procedure, at + 1, end, depth);
    m->v[chosen] = had, m->v[ones] = had_ones;
    return held;
}
/* Says whether any instruction of a range could change something. */
static num rw_could(Machine *m, num procedure, num at, num end, num depth) {
    const num *row = ROW(m, P_PROCEDURES, procedure, PROC_ROW);
    num held = 0;
    while (at < end && !held && !m->status) {
        const num *i = m->p + m->p[row[PROC_FIRST] + at], *potential = m->p + row[PROC_POTENTIAL] + at * POTENTIAL_ROW;
        int open = rw_is_open(m, m->p + potential[POTENTIAL_OPEN]);
        switch (potential[POTENTIAL_KIND]) {
        case CAN_TEST: at = open || rw_value(m, i[1]) ? at + 1 : i[2]; continue;
        case CAN_EACH:
            if (!open) held = rw_could_each(m, procedure, i, at, depth);
            at = i[3];
            continue;
        case CAN_NEVER: held = open; break; /* the value is not known yet, so it could be anything */
        case CAN_ALWAYS: held = 1; break;
        case CAN_ALTER: held = open || rw_could_alter(m, i); break;
        case CAN_SEND: held = open || rw_could_send(m, i); break;
        case CAN_RUN: held = open || rw_could_run(m, i, depth); break;
        case CAN_SHOW: if (!open) { num listed = m->listed, *found; held = rw_whom(m, i[1], i[2], &found) > 0; m->listed = listed; } else held = 1; break;
        case CAN_LAST: case CAN_LAST_ROLLED: held = open || rw_could_last(m, i, potential[POTENTIAL_KIND] == CAN_LAST_ROLLED); break;
        case CAN_CHOOSE:
            held = open || rw_could_choose(m, i);
            return held || m->status ? held : rw_could_without(m, procedure, i, at, end, depth);
        case CAN_ALLOW: held = open || rw_could_allow(m, i); break;
        case CAN_SILENCE: held = open || rw_could_silence(m, i); break;
        default: rw_stop(m, RW_LEFT);
        }
        at++;
    }
    return held;
}
static num rw_could_change(Machine *m) {
    num action = m->v[S_ACTION], procedure = ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_PROCEDURE], named[16], n, held;
    const num *pick;
    if (rw_contains(m->judged, m->judging, action)) return 0; /* an action that only allows itself again changes nothing */
    if (m->judging >= RW_LENT) return 1;
    m->judged[m->judging++] = action;
    for (n = 0; (pick = rw_pick(m, action, n)); n++) {
        if (!pick[PICK_SEVERAL]) continue;
        num listed = m->listed, *found, first = 0, count = rw_candidates(m, pick, &found, &first), any = 0;
        for (num k = 0; k < count && !any; k++) any = rw_fits(m, pick, found[k]);
        m->listed = listed;
        if (any) { m->judging--; return 1; }
    }
    for (n = 0; (pick = rw_pick(m, action, n)) && n < 16; n++) {
        named[n] = m->v[pick[PICK_SLOT]];
        if (pick[PICK_SEVERAL] && named[n] == RW_ABSENT) m->v[pick[PICK_SLOT]] = 0; /* nothing is picked */
    }
    held = rw_could(m, procedure, 0, ROW(m, P_PROCEDURES, procedure, PROC_ROW)[PROC_COUNT], 0);
    while (n-- > 0) m->v[rw_pick(m, action, n)[PICK_SLOT]] = named[n];
    m->judging--;
    return held;
}
