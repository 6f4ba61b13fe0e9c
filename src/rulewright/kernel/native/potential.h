/* Whether the effect of an act could change anything now; its cost and the responses of others do not count. A part of machine.h. */

enum { CAN_NEVER, CAN_ALWAYS, CAN_TEST, CAN_EACH, CAN_ALTER, CAN_SEND, CAN_RUN, CAN_CHOOSE, CAN_SHOW, CAN_LAST, CAN_ALLOW, CAN_SILENCE };
enum { POTENTIAL_KIND, POTENTIAL_OPEN, POTENTIAL_ROW };
enum { RW_DEEPEST = 8, RW_LENT = 3 };

static num rw_could(Machine *m, num procedure, num at, num end, num depth);

/* Says whether an instruction speaks of something that is not picked yet. */
static int rw_is_open(Machine *m, const num *names) {
    for (num n = 1; n <= names[0]; n++) if (m->v[names[n]] == RW_ABSENT) return 1;
    return 0;
}
static num rw_could_alter(Machine *m, const num *i) { /* query or not, whom, stat, op, amount */
    num listed = m->listed, *found, count, amount, held = 0;
    if (i[0] != I_ALTER) { rw_stop(m, RW_LEFT); return 0; }
    count = rw_whom(m, i[1], i[2], &found), amount = rw_value(m, i[5]);
    for (num n = 0; n < count && !held; n++) held = rw_altered(m, found[n], i[3], i[4], amount) != CELL(m, found[n], i[3]);
    m->listed = listed;
    return held;
}
static num rw_could_send(Machine *m, const num *i) {
    num listed = m->listed, *found, count, held = 0, zone, whose;
    if (i[0] == I_SHUFFLE) {
        whose = i[2] < 0 ? RW_NOWHERE : rw_value(m, i[2]), zone = rw_owned(m, i[1], whose == RW_NOWHERE ? whose : CELL(m, whose, OWNER));
        return zone != RW_NOWHERE && m->lengths[zone] > 0;
    }
    if (i[0] != I_SEND) { rw_stop(m, RW_LEFT); return 0; }
    count = rw_whom(m, i[1], i[2], &found);
    if (i[6] >= 0) { num most = rw_value(m, i[6]); most = most > 0 ? most : 0, count = count < most ? count : most; }
    for (num n = 0; n < count && !held; n++) {
        whose = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]);
        zone = i[3] < 0 ? RW_NOWHERE : rw_owned(m, i[3], whose == RW_NOWHERE ? rw_owner_of(m, found[n]) : CELL(m, whose, OWNER));
        held = m->places[found[n]] != RW_NOWHERE && m->places[found[n]] != zone;
    }
    m->listed = listed;
    return held;
}
/* Says whether something could last; what lasts only for a structure begins only inside it. */
static num rw_could_last(Machine *m, const num *i) { /* query or not, whom, stat, op, amount, name, until, structure ... */
    if (i[0] != I_LAST) { rw_stop(m, RW_LEFT); return 0; }
    if (i[7] == T_FRAME && !rw_innermost(m, i[8])) { rw_stop(m, RW_LEFT); return 0; } /* a game may begin inside the structure */
    return i[4] == LA_SETS || rw_value(m, i[5]) != 0;
}
/* Says whether there could be something to choose; hidden things might be what is looked for. */
static num rw_could_choose(Machine *m, const num *i) {
    num listed = m->listed, *found, count;
    if (i[0] != I_CHOOSE) { rw_stop(m, RW_LEFT); return 0; }
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
    if (i[0] != I_SILENCE) { rw_stop(m, RW_LEFT); return 0; }
    return rw_marked(m, rw_value(m, i[SILENCE_OF]), i[SILENCE_MARK], 0) != RW_NOWHERE;
}
static num rw_could_run(Machine *m, const num *i, num depth) {
    num actor = m->v[S_ACTOR], held;
    if (i[0] != I_RUN) { rw_stop(m, RW_LEFT); return 0; }
    if (depth >= RW_DEEPEST) return 1;
    if (i[2] >= 0) m->v[S_ACTOR] = rw_value(m, i[2]);
    held = rw_could(m, i[1], 0, ROW(m, P_PROCEDURES, i[1], PROC_ROW)[PROC_COUNT], depth + 1);
    m->v[S_ACTOR] = actor;
    return held;
}
/* Says whether a loop could change something for one of its things. */
static num rw_could_each(Machine *m, num procedure, const num *i, num at, num depth) {
    num listed = m->listed, *found, count, had, held = 0, things[64];
    if (i[0] != I_LOOP) { rw_stop(m, RW_LEFT); return 0; }
    count = rw_things(m, i[2], &found, 1);
    if (count > 64) { rw_stop(m, RW_LEFT); return 0; }
    memcpy(things, found, (size_t)count * sizeof(num));
    m->listed = listed, had = m->v[i[1]];
    for (num n = 0; n < count && !held && !m->status; n++) m->v[i[1]] = things[n], held = rw_could(m, procedure, at + 1, i[3] - 1, depth);
    m->v[i[1]] = had;
    return held;
}
/* Says whether any instruction of a range could change something. */
static num rw_could(Machine *m, num procedure, num at, num end, num depth) {
    const num *row = ROW(m, P_PROCEDURES, procedure, PROC_ROW);
    num chosen = RW_NOWHERE, ones = RW_NOWHERE, had = 0, had_ones = 0, held = 0;
    while (at < end && !held && !m->status) {
        const num *i = m->p + m->p[row[PROC_FIRST] + at], *potential = m->p + row[PROC_POTENTIAL] + at * POTENTIAL_ROW;
        int open = rw_is_open(m, m->p + potential[POTENTIAL_OPEN]);
        switch (potential[POTENTIAL_KIND]) {
        case CAN_TEST: at = open || rw_value(m, i[1]) ? at + 1 : i[2]; continue;
        case CAN_EACH:
            if (!open) held = rw_could_each(m, procedure, i, at, depth);
            at = i[3];
            continue;
        case CAN_NEVER: held = open; break; /* what is not known could be anything */
        case CAN_ALWAYS: held = 1; break;
        case CAN_ALTER: held = open || rw_could_alter(m, i); break;
        case CAN_SEND: held = open || rw_could_send(m, i); break;
        case CAN_RUN: held = open || rw_could_run(m, i, depth); break;
        case CAN_SHOW: if (!open) { num listed = m->listed, *found; held = rw_whom(m, i[1], i[2], &found) > 0; m->listed = listed; } else held = 1; break;
        case CAN_LAST: held = open || rw_could_last(m, i); break;
        case CAN_CHOOSE:
            held = open || rw_could_choose(m, i);
            if (held || m->status) break;
            if (chosen != RW_NOWHERE) rw_stop(m, RW_LEFT); /* two choices of nothing in one range */
            chosen = i[CHOOSE_VAR], ones = i[CHOOSE_ONES], had = m->v[chosen], had_ones = m->v[ones];
            m->v[chosen] = RW_NOWHERE, m->v[ones] = 0;
            break;
        case CAN_ALLOW: held = open || rw_could_allow(m, i); break;
        case CAN_SILENCE: held = open || rw_could_silence(m, i); break;
        default: rw_stop(m, RW_LEFT);
        }
        at++;
    }
    if (chosen != RW_NOWHERE) m->v[chosen] = had, m->v[ones] = had_ones;
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
