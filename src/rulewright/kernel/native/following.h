/* Causes that rules name, abilities that follow, and loops over the casts. A part of machine.h. */

/* Stores in the frame who causes what follows, if the rule text names a cause. */
static int rw_by_whom(Machine *m, const num *i) { /* a word or nothing; query or not, whom or nothing; the link of the word */
    num listed = m->listed, *found, head = DOERS_NAMED, noted[] = {DOERS_NOTED, i[1], i[4]}, at = m->head[H_ARENA];
    m->cur[S_BY] = RW_ABSENT;
    if (i[1] >= 0) m->cur[S_BY] = rw_list(m, noted, 3);
    else if (i[3] >= 0) {
        num count = rw_whom(m, i[2], i[3], &found);
        rw_list(m, &head, 1);
        rw_list(m, found, count);
        m->cur[S_BY] = at << 20 | (m->head[H_ARENA] - at);
    }
    m->listed = listed;
    memcpy(TOP(m) + F_SLOTS, m->cur, (size_t)m->slots * sizeof(num));
    return FURTHER;
}
/* Lets an ability follow: at once where it has no trigger, otherwise when its trigger is met. */
static int rw_follow(Machine *m, const num *i) { /* action, trigger, at once, again, name, whether for things, query or not, what, until */
    num row[LASTING_ROW] = {0}, listed = m->listed, nothing = RW_NOWHERE, *found = &nothing, count = 1;
    if (i[6]) count = rw_whom(m, i[7], i[8], &found);
    for (num n = 0; n < count && !m->status; n++) {
        row[LA_OBJECT] = found[n] == RW_NOWHERE ? m->cur[S_ACTOR] : found[n];
        if (!rw_duration(m, i + 9, row, 1)) break;
        if (i[3]) { rw_note(m, i[2], m->cur[S_SOURCE], RW_NOWHERE, m->cur[S_ACTOR], rw_ref(m, found[n])); continue; }
        row[LA_ID] = ++m->head[H_IDS], row[LA_NAME] = i[5], row[LA_OBJECT] = RW_NOWHERE;
        row[LA_ASKS] = T_FOLLOWS, row[LA_ABOUT] = i[1], row[LA_MORE] = RW_ABSENT, row[LA_OP] = i[4] ? LA_AGAIN : LA_SETS;
        row[LA_AMOUNT] = rw_ref(m, found[n]), row[LA_USES] = RW_ABSENT, row[LA_BY] = m->cur[S_SOURCE];
        rw_lasts(m, 0, row);
    }
    m->listed = listed;
    return FURTHER;
}
/* Loops over the casts; each is represented by the first of its things. */
static int rw_casts(Machine *m, const num *i, num *at) { /* var, end, rest, kept */
    num listed = m->listed, *live, count = rw_live(m, &live), *order = m->lists + m->listed, *left = order + count, sides = 0, *v = m->cur;
    if (m->listed + 2 * count + rw_length(v[i[3]] == RW_ABSENT ? 0 : v[i[3]]) > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    memcpy(order, live, (size_t)count * sizeof(num));
    rw_order(m, order, count);
    if (v[i[3]] != RW_ABSENT && rw_length(v[i[3]])) {
        sides = rw_length(v[i[3]]);
        memcpy(left, rw_items(m, v[i[3]]), (size_t)sides * sizeof(num));
    } else
        for (num n = 0; n < count; n++) {
            num side = CELL(m, order[n], SIDE);
            if (side != RW_NOWHERE && !rw_contains(left, sides, side)) left[sides++] = side;
        }
    v[i[3]] = RW_ABSENT;
    if (v[i[4]] == RW_ABSENT) v[i[4]] = rw_held(v, i[1]);
    m->listed = listed;
    for (num n = 0; n < sides; n++)
        for (num k = 0; k < count; k++) {
            if (left[n] == RW_NOWHERE || CELL(m, order[k], SIDE) != left[n]) continue;
            num from = m->head[H_ARENA], last = RW_NOWHERE;
            rw_list(m, left + n + 1, sides - n - 1);
            rw_list(m, &last, 1);
            v[i[1]] = order[k], v[i[3]] = from << 20 | (m->head[H_ARENA] - from), ++*at;
            return FURTHER;
        }
    num before = v[i[4]];
    v[i[4]] = RW_ABSENT, v[i[1]] = before == RW_NOWHERE ? RW_ABSENT : before, *at = i[2];
    return FURTHER;
}
