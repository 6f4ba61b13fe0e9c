/* Instructions that change the game: standings, endings, moves, shuffles, stats. */

/* Writes standings down: the sides of some win or lose; where only one is left that has not lost, it has won. */
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
static int rw_standing(Machine *m, const num *i, num *at) { /* query or not, whom, to */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), last = 0;
    if (m->layout[L_PLAYERS])
        for (num n = 0; n < count; n++)
            if (CELL(m, found[n], OWNER) != RW_NOWHERE) found[n] = CELL(m, found[n], OWNER);
    if (count) last = rw_stands(m, i[3], found, count);
    m->listed = listed;
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

/* Says whether a move is held that rules are answering: what lies on top is then for Python to say. */
static int rw_holds_a_move(Machine *m) {
    for (num n = 0; m->p[m->p[P_WOULD]] && n < m->head[H_DEPTH]; n++) {
        const num *frame = FRAME(m, n);
        num changes = frame[F_PROCEDURE] == BEFORE_CHANGE ? frame[F_SLOTS + S_CHANGES] : 0;
        for (num k = 0; k < rw_length(changes) / CHANGE_ROW; k++)
            if (rw_items(m, changes)[k * CHANGE_ROW + CH_KIND] == CH_SEND) return 1;
    }
    return 0;
}
/* Puts what came to each zone in this moment, at its bottom, in a random order that nobody knows. */
static void rw_mix_moved(Machine *m) {
    for (num n = m->from; n < m->moved && !m->status; n++) {
        num zone = m->moves[n * MOVE_ROW + 2], known = 0, count = 0;
        for (num k = m->from; k < n && !known; k++) known = m->moves[k * MOVE_ROW + 2] == zone;
        for (num k = m->from; k < m->moved; k++) count += m->moves[k * MOVE_ROW + 2] == zone;
        if (!known && zone != RW_NOWHERE && count > 1) rw_shuffle(m, zone, count);
    }
}
static int rw_send_to(Machine *m, const num *i, num at) { /* query or not, what, zone, owner, bottom, count, face down, stays face down, mixed */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), begun = 0;
    if (i[6] >= 0) {
        num most = rw_value(m, i[6]);
        most = most > 0 ? most : 0, count = count < most ? count : most;
        if (rw_holds_a_move(m)) { rw_stop(m, RW_LEFT); return FURTHER; }
    }
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    num *zones = m->lists + m->listed, looking = i[7] ? CELL(m, m->cur[S_ACTOR], OWNER) : RW_NOWHERE;
    m->listed += count;
    for (num n = 0; n < count; n++) {
        num whose = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]);
        zones[n] = i[3] < 0 ? RW_NOWHERE : rw_owned(m, i[3], whose == RW_NOWHERE ? rw_owner_of(m, found[n]) : CELL(m, whose, OWNER));
    }
    if (i[9] && i[10]) rw_stop(m, RW_LEFT);
    if (i[10] && !i[7]) { /* somebody may answer it */
        for (num n = 0; n < count && !m->status; n++) {
            num *change = rw_new_change(m, CH_SEND, found[n]);
            change[CH_STAT] = zones[n], change[CH_OP] = i[5];
        }
        m->listed = listed;
        return rw_through(m, at + 1);
    }
    if (i[10]) rw_stop(m, RW_LEFT);
    for (num n = 0; n < count && !m->status; n++) {
        if (!begun++) rw_begin_moment(m);
        const num *seers = &looking;
        num seen[64], many = i[7] ? 1 : -1;
        if (i[8] && rw_face_down(m, found[n])) { /* it stays face down for those who see it */
            many = rw_linked(m, found[n], T_SEEN, &seers);
            if (many > 64) { rw_stop(m, RW_LEFT); break; }
            memcpy(seen, seers, (size_t)many * sizeof(num)), seers = seen;
        }
        rw_bring(m, found[n], zones[n], i[5] ? AT_BOTTOM : AT_TOP, seers, many);
    }
    if (i[9]) rw_mix_moved(m);
    if (begun) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
static int rw_shuffle_zone(Machine *m, const num *i) { /* zone, owner */
    num whose = i[2] < 0 ? RW_NOWHERE : rw_value(m, i[2]), zone = rw_owned(m, i[1], whose == RW_NOWHERE ? whose : CELL(m, whose, OWNER));
    if (zone != RW_NOWHERE) rw_shuffle(m, zone, m->lengths[zone]);
    return FURTHER;
}
static int rw_announce(Machine *m, const num *i) { /* word, whether about things, query or not, what */
    num listed = m->listed, *found, count, actor = rw_held(m->cur, S_ACTOR);
    if (!i[2]) {
        rw_tell(m, i[1], actor == RW_NOWHERE ? ABOUT_NOTHING : ABOUT_THING, actor);
        return FURTHER;
    }
    count = rw_whom(m, i[3], i[4], &found);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count; n++) rw_tell(m, i[1], ABOUT_THING, found[n]);
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
/* Gives the amount of a cost, and uses up what makes it cheaper. */
static num rw_priced(Machine *m, num slot, num stat, num amount) {
    num *limited, paid = rw_price(m, slot, rw_held(m->cur, S_ACTION), stat, amount, &limited);
    if (limited && paid != amount) rw_use(m, limited);
    return paid;
}
/* Changes a stat of one or several at one moment: one amount for all, or one for each; all of them are reckoned first. */
static int rw_alter_all(Machine *m, const num *i, num at) { /* query or not, whom, stat, op, amount, each, price, tag, sure */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), amount = 0;
    if (m->cur[S_DICE] != RW_ABSENT && i[4] == OP_SUBTRACT && i[3] == m->p[P_DAMAGE]) m->times = m->cur[S_DICE];
    if (!i[6]) amount = rw_value(m, i[5]);
    for (num n = 0; n < count && !m->status; n++) {
        if (i[6]) amount = rw_value(m, i[5]);
        rw_new_alter(m, found[n], i[3], i[4], i[7] && *m->effects ? rw_priced(m, found[n], i[3], amount) : amount, i[8]);
    }
    m->times = 1, m->listed = listed;
    if (!i[9]) return rw_through(m, at + 1);
    count = m->prepared, m->prepared = 0;
    if (!m->status) rw_do_all(m, m->changes, count);
    return FURTHER;
}
static int rw_control(Machine *m, const num *i) { /* query or not, what, to whom */
    num listed = m->listed, by = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count = rw_whom(m, i[1], i[2], &found);
    num owner = by == RW_NOWHERE ? by : CELL(m, by, OWNER), side = by == RW_NOWHERE ? by : CELL(m, by, SIDE);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count; n++) {
        const num *link;
        num slot = found[n], lent = rw_linked(m, slot, T_OWNER, &link) == 2;
        num kept[] = {lent ? link[0] : CELL(m, slot, OWNER), lent ? link[1] : CELL(m, slot, SIDE)};
        rw_set_link(m, slot, T_OWNER, 0, -1);
        if (owner != RW_NOWHERE && owner != kept[0] && kept[0] != RW_NOWHERE && rw_is_card(m, slot) && rw_in_play(m, slot))
            rw_set_link(m, slot, T_OWNER, kept, 2); /* a card in play stays its owner's */
        rw_write(m, found[n], OWNER, owner), rw_write(m, found[n], SIDE, side);
    }
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
/* Says whether a thing would belong to one player too many at a place. */
static int rw_crowded(Machine *m, const num *i, num place, num slot) {
    num listed = m->listed, *found, count, players = 0, own = CELL(m, slot, OWNER), with = 0;
    if (i[5] < 0) return 0;
    count = rw_things(m, i[5], &found, 0);
    for (num n = 0; n < count; n++) {
        num owner = CELL(m, found[n], OWNER), known = 0;
        if (rw_place(m, found[n]) != place) { found[n] = RW_NOWHERE; continue; }
        with |= owner == own;
        for (num k = 0; !known && k < n; k++) known = found[k] != RW_NOWHERE && CELL(m, found[k], OWNER) == owner;
        players += !known && owner != RW_NOWHERE;
    }
    m->listed = listed;
    return !with && players >= rw_value(m, i[6]);
}
static int rw_station(Machine *m, const num *i) { /* query or not, what, where or nothing for home; word or nothing, crowd or nothing, how many */
    num listed = m->listed, goal = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count, kept = 0;
    if (goal == RW_NOWHERE && i[3] >= 0) return FURTHER;
    count = rw_whom(m, i[1], i[2], &found);
    num tile = goal == RW_NOWHERE ? RW_NOWHERE : CELL(m, goal, TILE), ref = rw_ref(m, goal), *home = m->lists + m->listed, arriving = 0;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    m->listed += count;
    for (num n = 0; n < count; n++) {
        num away = rw_crowded(m, i, goal, found[n]);
        if (rw_place(m, found[n]) == (away ? RW_NOWHERE : goal)) continue;
        found[kept] = found[n], home[kept++] = away, arriving += !away;
    }
    num moment = kept + (i[4] < 0 ? 0 : arriving) > 1;
    if (moment) rw_begin_moment(m);
    for (num n = 0; n < kept && !m->status; n++) {
        if (tile >= 0 && !home[n]) rw_alter(m, found[n], TILE, OP_SET, tile);
        else rw_set_link(m, found[n], T_AT, &ref, goal == RW_NOWHERE || home[n] ? -1 : 1);
    }
    for (num n = 0; n < kept && i[4] >= 0 && !m->status; n++) if (!home[n]) rw_tell(m, i[4], ABOUT_THING, found[n]);
    if (moment) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
