/* Instructions that repeat, and those that begin something: structures, windows, responses. */

/* Takes the first thing, in the current order, that has not been taken yet. */
static int rw_anew(Machine *m, const num *i, num *at) { /* var, query, end, had, kept */
    num *v = m->cur, *found, listed = m->listed, had = v[i[4]], next = RW_NOWHERE, before;
    if (v[i[5]] == RW_ABSENT) v[i[5]] = rw_held(v, i[1]);
    v[i[4]] = RW_ABSENT;
    num count = rw_things(m, i[2], &found, 1);
    for (num n = 0; n < count && next == RW_NOWHERE; n++)
        if (had == RW_ABSENT || !rw_contains(rw_items(m, had), rw_length(had), found[n])) next = found[n];
    m->listed = listed;
    if (next == RW_NOWHERE) {
        before = v[i[5]], v[i[5]] = RW_ABSENT, v[i[1]] = before == RW_NOWHERE ? RW_ABSENT : before, *at = i[3];
        return FURTHER;
    }
    num from = m->head[H_ARENA];
    for (num n = 0; had != RW_ABSENT && n < rw_length(had); n++) { num one = rw_items(m, had)[n]; rw_list(m, &one, 1); }
    rw_list(m, &next, 1);
    v[i[1]] = next, v[i[4]] = from << 20 | (m->head[H_ARENA] - from), ++*at;
    return FURTHER;
}
/* Lists the things of a loop in its order. */
static num rw_in_loop(Machine *m, const num *i, num **found) { /* ... order, count */
    num count = rw_things(m, i[2], found, 1), *list = *found, active, most;
    if (i[7] >= 0) {
        most = rw_value(m, i[7]), most = most > 0 ? most : 0;
        return count < most ? count : most;
    }
    if (i[6] == LOOP_REVERSED)
        for (num n = 0; n < count / 2; n++) { num other = list[n]; list[n] = list[count - 1 - n], list[count - 1 - n] = other; }
    if (i[6] == LOOP_ACTIVE_LAST && (active = rw_active(m)) != RW_NOWHERE)
        for (num n = 1; n < count; n++)
            for (num k = n; k > 0 && CELL(m, list[k - 1], OWNER) == active && CELL(m, list[k], OWNER) != active; k--) {
                num other = list[k]; list[k] = list[k - 1], list[k - 1] = other;
            }
    return count;
}
static int rw_loop(Machine *m, const num *i, num *at) { /* name, query, end, rest, kept, order, count, query of who is still there */
    num var = i[1], query = i[8], rest = i[4], kept = i[5], *found, count, still = 0, listed = m->listed, *v = m->cur;
    num from = m->p[query + 2 + m->p[query + 1]];
    if (v[rest] != RW_ABSENT) {
        count = rw_length(v[rest]), found = m->lists + m->listed;
        if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
        memcpy(found, rw_items(m, v[rest]), (size_t)count * sizeof(num));
        m->listed += count;
    } else count = rw_in_loop(m, i, &found);
    if (v[kept] == RW_ABSENT) v[kept] = rw_held(v, var);
    num had = v[var];
    v[var] = v[kept]; /* the things of the loop may depend on what the name referred to before the loop */
    for (num n = 0; n < count; n++)
        if (from == FROM_LIST || (from == FROM_PLAY ? rw_in_play(m, found[n]) && rw_passes(m, m->p + query + 1, found[n])
                                                    : rw_is_in(m, query, found[n])))
            found[still++] = found[n];
    v[var] = had;
    if (still) v[var] = found[0], v[rest] = rw_list(m, found + 1, still - 1), ++*at;
    else {
        num before = v[kept];
        v[rest] = v[kept] = RW_ABSENT, v[var] = before == RW_NOWHERE ? RW_ABSENT : before;
        *at = i[3];
    }
    m->listed = listed;
    return FURTHER;
}
static int rw_run_structure(Machine *m, const num *i, num *at) {
    num *v = m->cur, *child = m->child;
    if (i[3]) { memcpy(child, v, (size_t)m->slots * sizeof(num)); return rw_call(m, i[1], child, *at + 1, RW_NOWHERE); }
    num actor = i[2] < 0 ? RW_ABSENT : rw_value(m, i[2]);
    if (*m->effects && rw_skipped(m, i[1], actor == RW_ABSENT ? RW_NOWHERE : actor, RW_NOWHERE, rw_procedure(m, i[1])[PROC_SKIPPED])) { ++*at; return FURTHER; }
    rw_empty(m, child);
    child[S_CHOSEN] = v[S_CHOSEN], child[S_CHOSEN_ONES] = v[S_CHOSEN_ONES], child[S_ACTOR] = actor;
    if (actor != RW_ABSENT && actor != RW_NOWHERE) child[S_PLAYER] = CELL(m, actor, OWNER);
    else {
        child[S_PLAYER] = v[S_PLAYER];
        if (v[S_ACTOR] != RW_ABSENT) child[S_ACTOR] = v[S_ACTOR];
    }
    return rw_call(m, i[1], child, *at + 1, RW_NOWHERE);
}
static void rw_refresh_one(Machine *m, num structure, num slot) {
    const num *rows = m->p + m->p[P_REFRESH];
    for (num n = 0; n < rows[0]; n++) /* structure, stat, to */
        if (rows[1 + 3 * n] == structure) rw_new_alter(m, slot, rows[2 + 3 * n], OP_SET, rows[3 + 3 * n], T_NONE);
}
/* Refreshes the stats of the thing to which the structure belongs or, if it belongs to none, of everybody who plays. */
static int rw_refresh(Machine *m, const num *i, num at) {
    num *live, actor = rw_held(m->cur, S_ACTOR), count = actor == RW_NOWHERE ? rw_live(m, &live) : 0, from = m->prepared;
    if (actor != RW_NOWHERE) rw_refresh_one(m, i[1], actor);
    for (num n = 0; n < count; n++)
        if (m->layout[L_PLAYERS] ? live[n] < m->layout[L_SEATS] : !rw_is_card(m, live[n])) rw_refresh_one(m, i[1], live[n]);
    return rw_through(m, from, at + 1);
}
static int rw_heeding(Machine *m, const num *i, num at) {
    num first = 0, n, any = 0;
    for (n = m->head[H_DEPTH]; n-- > 0;)
        if (FRAME(m, n)[F_SLOTS + S_PENDING] != RW_ABSENT) { first = FRAME(m, n)[F_SLOTS + S_PENDING]; break; }
    for (n = first; !any && n < *m->notices; n++) {
        const num *trigger = ROW(m, P_TRIGGERS, rw_met(m, n)[0], TRIGGER_ROW);
        any = !trigger[TRIGGER_STACKED] && (!i[1] || trigger[TRIGGER_OWN]);
    }
    if (!any || (i[2] && !i[1])) return FURTHER; /* players respond when the game settles */
    rw_empty(m, m->child);
    m->child[S_OWN] = i[1], m->child[S_FROM] = first;
    return rw_call(m, HEED, m->child, at + 1, RW_NOWHERE);
}
/* Tests the triggers for the beginning or end of a structure, then lets those that were met happen. */
static int rw_occasion(Machine *m, const num *i, num at) { /* edge, structure */
    num listeners = rw_listeners(m, ON_OCCASION), event[EVENT_ROW] = {EV_OCCASION, rw_held(m->cur, S_ACTOR), i[1], i[2], 0, 0, 0, 0};
    if (!listeners) return FURTHER;
    rw_noticed_by_all(m, m->p + listeners, event);
    if (!*m->notices || i[3]) return FURTHER;
    rw_empty(m, m->child);
    m->child[S_OWN] = 0, m->child[S_FROM] = 0;
    return rw_call(m, HEED, m->child, at + 1, RW_NOWHERE);
}
static num rw_seat(Machine *m, num first) {
    num begins = first == RW_NOWHERE ? rw_active(m) : first;
    return begins < 0 ? 0 : begins;
}
static int rw_open(Machine *m, const num *i, num at) { /* kinds, discipline, title, who, seats, once, must, idle, first, open, turn, still; query or not, who is last; floor, lasts, company */
    num *v = m->cur, *child = m->child, count = m->layout[L_SEATS], from;
    rw_empty(m, child);
    child[S_KINDS] = rw_list(m, m->p + i[1] + 1, m->p[i[1]]);
    child[S_DISCIPLINE] = i[2], child[S_TITLE] = i[3], child[S_ONCE] = i[6], child[S_MUST] = i[7], child[S_IDLE] = i[8];
    if (i[10] != T_NONE) child[S_OPEN] = i[10];
    if (i[12] >= 0) child[S_STILL] = 1;
    if (i[4] >= 0) child[S_ACTOR] = rw_value(m, i[4]);
    if (i[5] == 3) { /* those who take their turn together */
        num listed = m->listed, *found, many = rw_things(m, i[17], &found, 1), player = CELL(m, v[S_ACTOR], OWNER);
        child[S_SEATS] = rw_list(m, &player, 1), child[S_MEMBERS] = rw_list(m, found, many), m->listed = listed;
    } else if (i[5]) {
        num said = i[9] < 0 ? RW_NOWHERE : rw_value(m, i[9]), whose = RW_NOWHERE, seats = m->head[H_ARENA];
        if (said != RW_NOWHERE) whose = CELL(m, said, OWNER);
        else if (i[5] == 1 && i[9] < 0) {
            num actor = rw_held(v, S_ACTOR);
            whose = actor == RW_NOWHERE ? RW_NOWHERE : CELL(m, actor, OWNER);
            if (whose == RW_NOWHERE) whose = rw_held(v, S_PLAYER);
        }
        from = rw_seat(m, whose);
        for (num n = 0; n < (i[5] == 1 ? 1 : count); n++) { num seat = (from + n) % count; rw_list(m, &seat, 1); }
        child[S_SEATS] = seats << 20 | (m->head[H_ARENA] - seats);
    }
    if (i[11]) {
        num order = m->head[H_ARENA];
        from = rw_seat(m, RW_NOWHERE);
        for (num n = 0; n < count; n++) { num seat = (from + n) % count; rw_list(m, &seat, 1); }
        child[S_ORDER] = order << 20 | (m->head[H_ARENA] - order);
    }
    if (i[14] >= 0) { /* the seats of players who come last are put behind the others */
        num listed = m->listed, *found, late = rw_whom(m, i[13], i[14], &found), order = m->head[H_ARENA];
        for (num n = 0; n < late; n++) found[n] = CELL(m, found[n], OWNER);
        for (num turn = 0; turn < 2; turn++)
            for (num n = 0; n < rw_length(child[S_SEATS]); n++) {
                num seat = rw_items(m, child[S_SEATS])[n];
                if (rw_contains(found, late, seat) == turn) rw_list(m, &seat, 1);
            }
        child[S_ORDER] = order << 20 | (m->head[H_ARENA] - order), m->listed = listed;
    }
    v[S_OUTCOME] = RW_ABSENT;
    child[S_LASTS] = i[16];
    return rw_call(m, i[15] ? FLOOR : WINDOW, child, at + 1, i[6] ? S_OUTCOME : RW_NOWHERE);
}
