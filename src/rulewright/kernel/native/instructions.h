/* Instructions that change the game: standings, endings, moves, shuffles, stats. */

/* Writes that the sides of some things win or lose; if only one side has not lost, it has won. */
static num rw_stands(Machine *m, num to, const num *chosen, num count) {
    num *sides = m->lists + m->listed, nsides = 0, *left = sides + count, nleft = 0;
    if (m->listed + count + m->things > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < count; n++)
        if (!rw_contains(sides, nsides, CELL(m, chosen[n], SIDE))) sides[nsides++] = CELL(m, chosen[n], SIDE);
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE);
        if (side == RW_NOWHERE || CELL(m, slot, STANDING) < 0) continue;
        if (!rw_contains(sides, nsides, side) && !rw_contains(left, nleft, side)) left[nleft++] = side;
    }
    num last = to < 0 && nleft <= 1;
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE), own = rw_contains(sides, nsides, side);
        if (side == RW_NOWHERE || !(own || ((to > 0 || last) && rw_contains(left, nleft, side)))) continue;
        rw_write(m, slot, STANDING, own == (to > 0) ? 1 : -1);
    }
    return last;
}
static num rw_whom(Machine *m, num query, num at, num **found) {
    if (query) return rw_things(m, at, found, 1);
    *found = m->lists + m->listed++;
    **found = rw_value(m, at);
    return **found != RW_NOWHERE;
}
/* Prepares that the sides of some things win or lose, each side once and only if it can; stores which sides. */
static void rw_prepare_standing(Machine *m, const num *i) { /* query or not, whom, to */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), from = m->prepared, at;
    for (num n = 0; n < count; n++) {
        if (m->layout[L_PLAYERS] && CELL(m, found[n], OWNER) != RW_NOWHERE) found[n] = CELL(m, found[n], OWNER);
        if (!rw_contains(found, n, found[n])) rw_new_alter(m, found[n], STANDING, OP_SET, i[3], T_NONE);
    }
    m->listed = listed;
    if (m->p[P_PROHIBITED]) rw_permitted(m, from, 1);
    at = m->head[H_ARENA];
    for (num n = from; n < m->prepared; n += m->changes[n + CH_SIZE]) rw_list(m, m->changes + n + CH_SLOT, 1);
    m->cur[S_STOOD] = at << 20 | (m->head[H_ARENA] - at);
}
/* Makes somebody's side win or lose, if it can and no rule replaces that. */
static int rw_standing(Machine *m, const num *i, num *at) {
    num from = m->prepared, held = m->cur[S_STOOD] != RW_ABSENT, count = 0, *found = m->lists + m->listed, last = 0, stood;
    if (!held) {
        rw_prepare_standing(m, i);
        if (m->status) return FURTHER;
        if (m->p[m->p[P_WOULD]] && m->prepared > from && rw_would(m, from, *at) == CALLED) return CALLED;
        m->prepared = from;
    }
    stood = m->cur[S_STOOD], m->cur[S_STOOD] = RW_ABSENT; /* the held changes have happened by now, except for those that were prevented */
    if (m->listed + rw_length(stood) > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    for (num n = 0; n < rw_length(stood); n++) {
        num slot = rw_items(m, stood)[n];
        if (!held || CELL(m, slot, STANDING) == i[3]) found[count++] = slot;
    }
    m->listed += count;
    if (count) last = rw_stands(m, i[3], found, count);
    m->listed -= count;
    if (last) return rw_leave(m, FRAME(m, 0)[F_ID]);
    *at += !count && i[3] > 0 ? 2 : 1;
    return FURTHER;
}
static int rw_finish(Machine *m) { /* for each ending of the scene: condition, query or NOWHERE */
    const num *endings = m->p + m->p[m->p[P_ENDINGS] + m->layout[L_SCENE]];
    for (num n = 0; n < endings[0]; n++) {
        if (!rw_value(m, endings[1 + 2 * n])) continue;
        num *found, count = 0;
        if (endings[2 + 2 * n] >= 0) count = rw_things(m, endings[2 + 2 * n], &found, 1);
        else {
            found = m->lists + m->listed;
            for (num slot = 0; slot < m->things; slot++)
                if (CELL(m, slot, SIDE) != RW_NOWHERE && rw_in_play(m, slot)) found[count++] = slot;
            m->listed += count;
        }
        rw_stands(m, 1, found, count);
        m->listed = 0;
        return rw_leave(m, FRAME(m, 0)[F_ID]);
    }
    return FURTHER;
}

static int rw_shuffle_zone(Machine *m, const num *i) { /* zone, owner */
    num whose = i[2] < 0 ? RW_NOWHERE : rw_value(m, i[2]), zone = rw_owned(m, i[1], whose == RW_NOWHERE ? whose : CELL(m, whose, OWNER));
    if (zone != RW_NOWHERE) rw_shuffle(m, zone);
    return FURTHER;
}
/* Lets the changes of an instruction through the gate. */
static int rw_prepared_by(Machine *m, const num *i, num at) {
    num from = m->prepared;
    rw_prepare_changes(m, i);
    return rw_through(m, from, at + 1);
}
static int rw_send_to(Machine *m, const num *i, num at) { /* as `rw_prepare_sends`, and at last whether mixed */
    num from = m->prepared;
    rw_prepare_sends(m, i);
    if (i[9]) rw_prepare_mixing(m, from);
    return rw_through(m, from, at + 1);
}
static int rw_announce(Machine *m, const num *i, num at) { /* word, whether about things, query or not, what */
    num actor = rw_held(m->cur, S_ACTOR);
    if (i[2]) return rw_prepared_by(m, i, at);
    rw_tell(m, i[1], actor == RW_NOWHERE ? ABOUT_NOTHING : ABOUT_THING, actor);
    return FURTHER;
}
/* Gives the amount of a cost and uses up effects that make it cheaper; 0 in a stat in which the act is free. */
static num rw_priced(Machine *m, num slot, num stat, num amount) {
    if (rw_held(m->cur, S_GRATIS) > 0 || stat == rw_held(m->cur, S_FREE)) return 0;
    num *limited, paid = rw_price(m, slot, rw_held(m->cur, S_ACTION), stat, amount, &limited), listed = m->listed;
    if (limited && paid != amount) rw_use(m, limited);
    Said said = rw_unsaid(1);
    rw_said(m, stat, &said);
    rw_use_up(m, m->lists + listed, m->listed - listed);
    m->listed = listed;
    return said.used ? rw_fold_price(m, paid, &said) : paid;
}
/* Gives the share of one thing of a number that was divided. */
static num rw_share_of(Machine *m, num shares, num slot) {
    for (num n = 0; shares != RW_ABSENT && n < rw_length(shares); n += 2) if (rw_items(m, shares)[n] == slot) return rw_items(m, shares)[n + 1];
    return 0;
}
/* Changes a stat of one thing or several in one moment: one amount for all, or one for each; all amounts are worked out first. */
static int rw_alter_all(Machine *m, const num *i, num at) { /* query or not, whom, stat, op, amount, each, price, tag, sure, shares */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), amount = 0, from = m->prepared, shares = RW_ABSENT;
    if (i[10] >= 0) shares = m->cur[i[10]], m->cur[i[10]] = RW_ABSENT;
    if (m->cur[S_DICE] != RW_ABSENT && i[4] == OP_SUBTRACT && i[3] == m->p[P_DAMAGE]) m->times = m->cur[S_DICE];
    if (!i[6]) amount = rw_value(m, i[5]);
    for (num n = 0; n < count && !m->status; n++) {
        if (i[6]) amount = rw_value(m, i[5]); else if (i[10] >= 0) amount = rw_share_of(m, shares, found[n]);
        rw_new_alter(m, found[n], i[3], i[4], i[7] ? rw_priced(m, found[n], i[3], amount) : amount, i[8]);
    }
    m->times = 1, m->listed = listed;
    if (!i[9]) return rw_through(m, from, at + 1);
    if (!m->status) rw_do_all(m, from);
    return FURTHER;
}
