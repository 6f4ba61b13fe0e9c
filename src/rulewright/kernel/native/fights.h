/* What cards do to each other: attaching, and fights blow by blow. A part of machine.h. */

static int rw_attach(Machine *m, const num *i) { /* query or not, what, to */
    num listed = m->listed, host = rw_value(m, i[3]), *found, count = host == RW_NOWHERE ? 0 : rw_whom(m, i[1], i[2], &found);
    num ref = rw_ref(m, host);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count && !m->status; n++) rw_set_link(m, found[n], T_ATTACHED, &ref, 1);
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
/* Detaches things; each stays at the place of its host. */
static int rw_detach(Machine *m, const num *i) { /* query or not, what */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), kept = 0, *places = m->lists + m->listed, changes = 0;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    for (num n = 0; n < count; n++) {
        if (!rw_link(m, found[n], T_ATTACHED)) continue;
        places[kept] = rw_place(m, found[n]), changes += 1 + (places[kept] != RW_NOWHERE), found[kept++] = found[n];
    }
    m->listed += count;
    if (changes > 1) rw_begin_moment(m);
    for (num n = 0; n < kept && !m->status; n++) {
        num ref = rw_ref(m, places[n]);
        rw_set_link(m, found[n], T_ATTACHED, 0, -1);
        if (ref != RW_NOWHERE) rw_set_link(m, found[n], T_AT, &ref, 1);
    }
    if (changes > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}

/* -- fights ------------------------------------------------------------------------------------------------------------------------ */

enum { FIGHT_WHOM = 1, FIGHT_OTHERS, FIGHT_QUERY, FIGHT_AT, FIGHT_ACTION, FIGHT_BLOWS, FIGHT_HEALTH, FIGHT_SERIES };
enum { RW_BLOWS = 32 }; /* how many blows somebody may have */

/* Gives the blows of a thing: those of its kind, with additions as one more blow and reductions taken from the last ones. */
static num rw_blows(Machine *m, const num *i, num slot, num *into) {
    const num *row = m->p + m->p[i[FIGHT_SERIES] + CELL(m, slot, KIND)];
    num sum = 0, count = row[0], more, left;
    if (count >= RW_BLOWS) { rw_stop(m, RW_LEFT); return 0; }
    for (num n = 1; n <= count; n++) sum += row[n];
    more = rw_counts(m, slot, i[FIGHT_BLOWS]) - sum;
    left = sum + more;
    for (num n = 0; n < count; n++) {
        into[n] = more >= 0 || row[n + 1] < left ? row[n + 1] : left;
        left -= into[n];
    }
    if (more > 0) into[count++] = more;
    return count;
}
static int rw_stands_up(Machine *m, const num *i, num slot) { return rw_in_play(m, slot) && CELL(m, slot, i[FIGHT_HEALTH]) > 0; }

/* Lists the sources of the answers to a thing with an action; all of these answers are used up. */
static num rw_answering(Machine *m, const num *i, num one, num *into) {
    num waiting = rw_waiting(m), count = 0;
    for (num n = 0; n < rw_length(waiting) && !m->status; n++) {
        num slot = rw_items(m, waiting)[n], targets, about = RW_NOWHERE, source = RW_NOWHERE;
        const num *pairs, *refs;
        if (rw_action(m, CELL(m, slot, ACTION))[ACTION_WORD] != i[FIGHT_ACTION]) continue;
        targets = rw_linked(m, slot, T_TARGETS, &pairs);
        for (num k = 0; about == RW_NOWHERE && k + 1 < targets; k += 2) if (pairs[k] == S_ATTACKER) about = pairs[k + 1] % RW_LIVES;
        if (about != one) continue;
        if (rw_linked(m, slot, T_ACTOR, &refs) == 2 && refs[1] >= 0 && rw_alive(m, refs[1])) source = refs[1] % RW_LIVES;
        if (source != RW_NOWHERE) into[count++] = source;
        if (slot != rw_held(m->cur, S_ITEM)) rw_send(m, slot, RW_NOWHERE, AT_TOP);
    }
    return count;
}
/* Exchanges blows, both at once, with one after another, until one falls or neither has a blow left. */
static int rw_fight(Machine *m, const num *i) {
    num mine[RW_BLOWS], theirs[RW_BLOWS], count, against = 0, at = 0, their = 0, one = rw_value(m, i[FIGHT_WHOM]), other = RW_NOWHERE;
    num listed = m->listed, *others, next = 0, many;
    if (m->cur[S_FIGHT] != RW_ABSENT) { rw_stop(m, RW_LEFT); return FURTHER; } /* somebody was asked in the middle of it */
    others = m->lists + m->listed;
    if (i[FIGHT_OTHERS]) many = rw_whom(m, i[FIGHT_QUERY], i[FIGHT_AT], &others);
    else m->listed += m->things, many = m->listed > m->listable ? 0 : rw_answering(m, i, one, others);
    count = one != RW_NOWHERE && rw_in_play(m, one) ? rw_blows(m, i, one, mine) : 0;
    while (!m->status) {
        while (!(other != RW_NOWHERE && (at < count || their < against) && rw_stands_up(m, i, one) && rw_stands_up(m, i, other))) {
            if (next >= many || one == RW_NOWHERE) { m->listed = listed; return FURTHER; }
            other = others[next++], against = their = 0;
            if (!(rw_stands_up(m, i, one) && rw_in_play(m, other))) { other = RW_NOWHERE; continue; }
            against = rw_blows(m, i, other, theirs);
            num *e = rw_event(m, EV_FOUGHT, 2), event[EVENT_ROW] = {EV_TOLD, one, T_FIGHT, ABOUT_THING, one, 0, 0, T_FIGHT};
            if (e) e[0] = one, e[1] = other;
            rw_happened(m, rw_listeners(m, ON_TOLD), event);
        }
        num blow = at < count ? mine[at++] : 0, back = their < against ? theirs[their++] : 0;
        if (blow && back) rw_begin_moment(m);
        if (blow) rw_alter(m, other, i[FIGHT_HEALTH], OP_SUBTRACT, blow);
        if (back) rw_alter(m, one, i[FIGHT_HEALTH], OP_SUBTRACT, back);
        if (blow && back) rw_end_moment(m);
    }
    return FURTHER;
}
