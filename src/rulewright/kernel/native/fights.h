/* Fights, blow by blow. A slot holds the rest of a fight: the fighter's blows, its opponent, the opponent's blows, and the next opponents. A
   part of machine.h. */

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

/* Lists the sources of all waiting answers that use an action against a thing, and removes these answers. */
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
/* The rest of a fight while it is worked out. */
typedef struct { num mine[RW_BLOWS + 1], theirs[RW_BLOWS + 1], other, *others, many; } Fight;

static void rw_keep_fight(Machine *m, const Fight *fight) {
    num at = m->head[H_ARENA];
    rw_list(m, fight->mine, 1 + fight->mine[0]);
    rw_list(m, &fight->other, 1);
    rw_list(m, fight->theirs, 1 + fight->theirs[0]);
    rw_list(m, &fight->many, 1);
    rw_list(m, fight->others, fight->many);
    m->cur[S_FIGHT] = at << 20 | (m->head[H_ARENA] - at);
}
static void rw_read_fight(Machine *m, Fight *fight) {
    const num *row = rw_items(m, m->cur[S_FIGHT]);
    memcpy(fight->mine, row, (size_t)(1 + row[0]) * sizeof(num)), row += 1 + row[0];
    fight->other = *row++;
    memcpy(fight->theirs, row, (size_t)(1 + row[0]) * sizeof(num)), row += 1 + row[0];
    fight->many = row[0], fight->others = m->lists + m->listed;
    if (m->listed + fight->many > m->listable) { rw_stop(m, RW_FULL); return; }
    memcpy(fight->others, row + 1, (size_t)fight->many * sizeof(num)), m->listed += fight->many;
}
static void rw_begin_fight(Machine *m, const num *i, num one, Fight *fight) {
    fight->other = RW_NOWHERE, fight->mine[0] = fight->theirs[0] = 0, fight->others = m->lists + m->listed;
    if (i[FIGHT_OTHERS]) fight->many = rw_whom(m, i[FIGHT_QUERY], i[FIGHT_AT], &fight->others);
    else m->listed += m->things, fight->many = m->listed > m->listable ? 0 : rw_answering(m, i, one, fight->others);
    if (one != RW_NOWHERE && rw_in_play(m, one)) fight->mine[0] = rw_blows(m, i, one, fight->mine + 1);
}
static num rw_next_blow(num *blows) {
    if (!blows[0]) return 0;
    num blow = blows[1];
    memmove(blows + 1, blows + 2, (size_t)--blows[0] * sizeof(num));
    return blow;
}
/* Prepares the next exchange of blows: with one opponent until one of the two falls or neither has a blow left, then with the next. Gives 0 if
   the fight is over. */
static int rw_exchange(Machine *m, const num *i, num one, Fight *fight) {
    while (!(fight->other != RW_NOWHERE && (fight->mine[0] || fight->theirs[0]) && rw_stands_up(m, i, one) && rw_stands_up(m, i, fight->other))) {
        if (!fight->many || one == RW_NOWHERE || m->status) return 0;
        fight->other = *fight->others++, fight->many--, fight->theirs[0] = 0;
        if (!(rw_stands_up(m, i, one) && rw_in_play(m, fight->other))) { fight->other = RW_NOWHERE; continue; }
        fight->theirs[0] = rw_blows(m, i, fight->other, fight->theirs + 1);
        num *e = rw_event(m, EV_FOUGHT, 2), event[EVENT_ROW] = {EV_TOLD, one, T_FIGHT, ABOUT_THING, one, 0, 0, T_FIGHT};
        if (e) e[0] = one, e[1] = fight->other;
        rw_happened(m, rw_listeners(m, ON_TOLD), event);
    }
    num blow = rw_next_blow(fight->mine), back = rw_next_blow(fight->theirs);
    if (blow) rw_new_alter(m, fight->other, i[FIGHT_HEALTH], OP_SUBTRACT, blow, T_NONE);
    if (back) rw_new_alter(m, one, i[FIGHT_HEALTH], OP_SUBTRACT, back, T_NONE);
    return 1;
}
/* Exchanges blows with one opponent after another; both blows of an exchange pass the gate together. */
static int rw_fight(Machine *m, const num *i, num *at) {
    num one = rw_value(m, i[FIGHT_WHOM]), listed = m->listed, from = m->prepared;
    Fight fight;
    if (m->cur[S_FIGHT] == RW_ABSENT) rw_begin_fight(m, i, one, &fight); else rw_read_fight(m, &fight);
    while (!m->status && rw_exchange(m, i, one, &fight)) {
        rw_keep_fight(m, &fight);
        if (rw_through(m, from, *at) == CALLED) return CALLED;
    }
    m->cur[S_FIGHT] = RW_ABSENT, m->listed = listed, ++*at;
    return FURTHER;
}
