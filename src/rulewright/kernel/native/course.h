/* Instructions for durations, turns and ways on the map. A part of machine.h. */

static int rw_seen_in(const num *row, num count, num n) {
    while (count-- > 0) if (row[count] == n) return 1;
    return 0;
}

/* -- what lasts, and until when -- */

/* A duration: how, which structure or condition, whose, how often, later, the procedures that it encloses, what is told without it. */
enum { U_HOW, U_STRUCTURE, U_WHOSE, U_COUNT, U_LATER, U_ENCLOSES, U_TOLD, U_ROW };

/* Fixes a duration in the row of an effect; 0 if it is over before it begins. */
static int rw_duration(Machine *m, const num *until, num *row) {
    num *frame;
    row[LA_UNTIL] = until[U_HOW], row[LA_FIRST] = row[LA_WHOSE] = row[LA_COUNT] = RW_ABSENT;
    if (until[U_HOW] == RW_NOWHERE) return 1;
    row[LA_FIRST] = until[U_STRUCTURE];
    if (until[U_HOW] == T_WHEN) { row[LA_WHOSE] = rw_held(m->v, S_ACTOR); return 1; }
    frame = rw_innermost(m, until[U_STRUCTURE]);
    if (until[U_HOW] == T_FRAME) {
        const num *enclosed = m->p + until[U_ENCLOSES];
        if (!frame && rw_seen_in(enclosed + 1, enclosed[0], FRAME(m, 0)[F_PROCEDURE])) { row[LA_FIRST] = 0; return 1; } /* begun inside it */
        if (!frame) rw_tell(m, until[U_TOLD], ABOUT_NOTHING, 0); else row[LA_FIRST] = frame[F_ID];
        return frame != 0;
    }
    row[LA_COUNT] = rw_value(m, until[U_COUNT]);
    row[LA_WHOSE] = until[U_WHOSE] < 0 ? RW_NOWHERE : rw_value(m, until[U_WHOSE]);
    if (until[U_LATER] && frame && (row[LA_WHOSE] == RW_NOWHERE || row[LA_WHOSE] == rw_held(frame + F_SLOTS, S_ACTOR))) row[LA_COUNT]++;
    return 1;
}
/* Prepares that effects begin to last on some. */
static void rw_begin_all(Machine *m, const num *found, num count, const num *until, const num *row) {
    for (num n = 0; n < count && !m->status; n++) {
        num made[LASTING_ROW];
        memcpy(made, row, sizeof made);
        made[LA_ID] = RW_NOWHERE, made[LA_OBJECT] = found[n], made[LA_BY] = rw_held(m->v, S_ACTOR);
        if (rw_duration(m, until, made)) memcpy(rw_new_change(m, CH_LAST, found[n]) + CH_LASTS, made, sizeof made);
    }
}
static int rw_last_on(Machine *m, const num *i, num at) { /* query or not, whom, stat, op, amount, name, until */
    num amount = rw_value(m, i[5]), listed = m->listed, *found, count;
    if (i[4] != LA_SETS && !amount) return FURTHER;
    num row[LASTING_ROW] = {0};
    row[LA_NAME] = i[6], row[LA_ASKS] = RW_NOWHERE, row[LA_ABOUT] = i[3], row[LA_MORE] = row[LA_USES] = RW_ABSENT;
    row[LA_OP] = i[4], row[LA_AMOUNT] = amount;
    count = rw_whom(m, i[1], i[2], &found);
    rw_begin_all(m, found, count, i + 7, row);
    m->listed = listed;
    return rw_through(m, at + 1);
}
/* Gives somebody something for a while: uses of an action without its price, a feature; or lets an action rest. */
static int rw_give(Machine *m, const num *i, num at) { /* query or not, whom, asks, about or actions, more, op, amount, name, uses, until */
    num listed = m->listed, *found, count, uses = i[9] < 0 ? RW_ABSENT : rw_value(m, i[9]), row[LASTING_ROW] = {0};
    row[LA_NAME] = i[8], row[LA_ASKS] = i[3], row[LA_ABOUT] = i[4], row[LA_MORE] = i[5], row[LA_OP] = i[6], row[LA_AMOUNT] = i[7];
    row[LA_USES] = uses;
    count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++) {
        if (i[3] == T_PRICE) { /* of the actions of a name, the one that the thing has */
            const num *called = m->p + i[4];
            num action = RW_NOWHERE;
            for (num k = 0; !rw_seen_in(called + 1, called[0], action) || !rw_able(m, found[n], action); k++)
                if ((action = rw_ability(m, found[n], k)) == RW_NOWHERE) { action = called[1]; break; }
            row[LA_ABOUT] = action;
        }
        rw_begin_all(m, found + n, 1, i + 10, row);
    }
    m->listed = listed;
    return rw_through(m, at + 1);
}
/* Changes the class of the actions of a name for a while. */
static int rw_classify(Machine *m, const num *i, num at) { /* actions, class, until */
    const num *actions = m->p + i[1];
    num nobody = RW_NOWHERE, row[LASTING_ROW] = {0};
    row[LA_ASKS] = T_CLASS, row[LA_MORE] = row[LA_USES] = RW_ABSENT, row[LA_OP] = LA_SETS, row[LA_AMOUNT] = i[2];
    for (num n = 1; n <= actions[0]; n++) {
        row[LA_NAME] = rw_action(m, actions[n])[ACTION_TEXT], row[LA_ABOUT] = actions[n];
        rw_begin_all(m, &nobody, 1, i + 3, row);
    }
    return rw_through(m, at + 1);
}
static int rw_expire(Machine *m, const num *i) { /* edge, structure, how many stats are reset; the stats, and to what */
    num actor = rw_held(m->cur, S_ACTOR);
    rw_wear_all(m, i[1], i[2], actor);
    if (actor != RW_NOWHERE) rw_wear_all(m, i[1], i[2], RW_NOWHERE);
    num *frame = i[1] == T_END ? rw_innermost(m, i[2]) : 0;
    if (frame) rw_wear_all(m, T_FRAME, frame[F_ID], RW_ABSENT);
    for (num n = 0; n < i[3]; n++)
        for (num slot = 0; slot < m->things && !m->status; slot++)
            if (CELL(m, slot, i[4 + 2 * n]) != i[5 + 2 * n]) rw_alter(m, slot, i[4 + 2 * n], OP_SET, i[5 + 2 * n]);
    return FURTHER;
}
/* Ends the effects whose condition has become true. */
static int rw_overdue(Machine *m) {
    num *v = rw_slots(m), *old = m->v, listed = m->listed, *ids = m->lists + listed, count = 0;
    for (num n = 0; n < *m->effects && !m->status; n++) {
        const num *row = rw_effect(m, n);
        if (row[LA_UNTIL] != T_WHEN) continue;
        if (m->listed + count >= m->listable) { rw_stop(m, RW_FULL); break; }
        rw_empty(m, v);
        v[S_ACTOR] = row[LA_WHOSE], v[S_IT] = row[LA_OBJECT], m->v = v, m->listed += count + 1;
        num over = rw_value(m, m->p[m->p[P_UNTILS] + row[LA_FIRST]]);
        m->v = old, m->listed = listed;
        if (over) ids[count++] = row[LA_ID];
    }
    for (num n = 0; n < count && !m->status; n++) rw_expired(m, rw_effect_of(m, ids[n]));
    m->deep--;
    return FURTHER;
}

/* -- the order of turns: ties are broken by dice -- */

enum { RW_LAPS = 100, RW_BASE = 1000 };

static num rw_party(Machine *m, num casts, num slot) { return casts ? CELL(m, slot, SIDE) : slot; }

/* Lists the parties that share both stats with another, in order; marks the things whose stat is shared. */
static num rw_tied(Machine *m, const num *i, const num *order, num count, num *parties, num *shared) {
    num found = 0;
    for (num n = 0; n < count; n++) {
        num tied = 0;
        shared[n] = 0;
        for (num k = 0; k < count && !tied; k++)
            tied = CELL(m, order[n], i[1]) == CELL(m, order[k], i[1]) && CELL(m, order[n], i[2]) == CELL(m, order[k], i[2])
                && rw_party(m, i[4], order[n]) != rw_party(m, i[4], order[k]);
        if (!tied) continue;
        shared[n] = 1;
        num party = rw_party(m, i[4], order[n]), at = found;
        if (rw_seen_in(parties, found, party)) continue;
        for (; at > 0 && parties[at - 1] > party; at--) parties[at] = parties[at - 1];
        parties[at] = party, found++;
    }
    for (num n = 0; n < count; n++)
        for (num k = 0; k < count && !shared[n]; k++)
            if (shared[k] == 1 && CELL(m, order[n], i[1]) == CELL(m, order[k], i[1])) shared[n] = 2;
    return found;
}
static int rw_ties(Machine *m, const num *i) { /* stat, breaker, amount, casts */
    num listed = m->listed, *live, count = rw_live(m, &live), *order = m->lists + listed;
    num *parties = order + count, *rolled = parties + count, *shared = rolled + count, found;
    if (listed + 4 * count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    m->listed += 4 * count;
    memcpy(order, live, (size_t)count * sizeof(num));
    rw_order(m, order, count);
    for (num n = 0; n < count; n++) { /* who has joined those whose tie is already broken, and the place of the first die */
        num top = 0;
        rolled[n] = 0;
        for (num k = 0; k < count; k++)
            if (CELL(m, order[k], i[1]) == CELL(m, order[n], i[1]) && CELL(m, order[k], i[2]) > top) top = CELL(m, order[k], i[2]);
        if (CELL(m, order[n], i[2]) || !top) continue;
        for (rolled[n] = 1; top >= RW_BASE; top /= RW_BASE) rolled[n] *= RW_BASE;
    }
    for (num n = 0; n < count && !m->status; n++)
        if (rolled[n]) rw_alter(m, order[n], i[2], OP_SET, rw_product(m, rw_value(m, i[3]), rolled[n]));
    for (num lap = 0; lap < RW_LAPS && !m->status; lap++) {
        memcpy(order, live, (size_t)count * sizeof(num));
        rw_order(m, order, count);
        if (!(found = rw_tied(m, i, order, count, parties, shared))) break;
        m->steps += RW_LAPS;
        for (num n = 0; n < found; n++) rolled[n] = rw_value(m, i[3]);
        for (num n = 0; n < count && !m->status; n++) {
            num die = 0;
            if (!shared[n]) continue;
            for (num k = 0; k < found; k++)
                if (parties[k] == rw_party(m, i[4], order[n])) die = rolled[k];
            rw_alter(m, order[n], i[2], OP_SET, rw_bounded(m, rw_product(m, CELL(m, order[n], i[2]), RW_BASE) + die));
        }
    }
    m->listed = listed;
    return FURTHER;
}

/* -- ways on the map: a journey is a thing, how many tiles, and the tiles -- */

enum { TRAVEL_WALK = 8, TRAVEL_AWAY, TRAVEL_TOWARD }; /* smaller numbers are directions */

static void rw_journey(Machine *m, num slot, const num *tiles, num count, int stepped) {
    num at = m->head[H_ARENA], row[] = {slot, 0}, kept = 0;
    rw_list(m, row, 2);
    for (num n = stepped || !count ? 0 : count - 1; n < count; n++)
        if (!rw_seen_in(tiles, n, tiles[n]) || !stepped) rw_list(m, tiles + n, 1), kept++;
    if (!m->status) m->arena[at + 1] = kept;
}
static void rw_journeys(Machine *m, const num *i) { /* mode, query or not, whom, origin, tiles, rest, stepped */
    num listed = m->listed, wide = m->layout[L_WIDE], high = m->layout[L_HIGH], origin = RW_NOWHERE, far = 0, *found, count, at, *tiles;
    if (i[1] != TRAVEL_WALK) {
        origin = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]), far = rw_value(m, i[5]);
        far = !wide ? 0 : far < wide + high ? far : wide + high;
    }
    count = rw_whom(m, i[2], i[3], &found), tiles = m->lists + m->listed, at = m->head[H_ARENA];
    if (m->listed + wide * high + wide + high + 2 > m->listable) { rw_stop(m, RW_FULL); return; }
    for (num n = 0; n < count && !m->status; n++) {
        num here = CELL(m, found[n], TILE), there = origin == RW_NOWHERE ? origin : CELL(m, origin, TILE), steps = 0;
        if (i[1] == TRAVEL_WALK) {
            num goal = m->cur[S_TILE];
            if (i[7] && wide && here >= 0) steps = rw_path(m, here, goal, tiles);
            tiles[steps++] = goal;
        } else {
            if (i[4] < 0 && i[1] > TRAVEL_WALK) { rw_stop(m, RW_LEFT); return; }
            if (i[1] < TRAVEL_WALK) there = 0; /* a direction needs no origin */
            if (!wide || here < 0 || there < 0) continue;
            num way = i[1] == TRAVEL_AWAY ? rw_heading(m, there, here) : i[1];
            for (num k = 1; k <= far; k++)
                tiles[steps++] = i[1] == TRAVEL_TOWARD ? rw_pulled(m, there, here, k) : way < 0 ? here : rw_slide(m, here, way, k);
        }
        rw_journey(m, found[n], tiles, steps, (int)i[7]);
    }
    m->cur[i[6]] = at << 20 | (m->head[H_ARENA] - at);
    m->listed = listed;
}
/* Takes things along their ways, step by step through the gate; what a step triggers comes before the next step. */
static int rw_travel(Machine *m, const num *i, num *at) {
    if (m->cur[i[6]] == RW_ABSENT) rw_journeys(m, i);
    if (m->status) return FURTHER;
    num from = m->cur[i[6]] >> 20, end = from + rw_length(m->cur[i[6]]);
    m->cur[i[6]] = RW_ABSENT;
    while (from < end && !m->status) {
        num slot = m->arena[from], count = m->arena[from + 1], last = m->cur[S_STEP], step[2];
        if (!count) { from += 2; continue; }
        if (!rw_in_play(m, slot) || (last != RW_ABSENT && rw_items(m, last)[0] == slot && rw_items(m, last)[1] != CELL(m, slot, TILE))) {
            from += 2 + count;
            continue;
        }
        step[0] = slot, step[1] = m->arena[from + 2];
        m->cur[S_STEP] = rw_list(m, step, 2);
        num rest = m->head[H_ARENA], row[] = {slot, count - 1};
        if (count > 1) rw_list(m, row, 2), rw_list(m, m->arena + from + 3, count - 1);
        rw_list(m, m->arena + from + 2 + count, end - from - 2 - count);
        from = rest, end = m->head[H_ARENA];
        m->cur[i[6]] = from << 20 | (end - from);
        rw_new_alter(m, slot, TILE, OP_SET, step[1], T_NONE);
        int out = rw_through(m, *at);
        if (out != FURTHER) return out;
        if (from < end && m->head[H_UNSETTLED]) return FURTHER; /* it goes on at the same instruction */
        m->cur[i[6]] = RW_ABSENT;
    }
    m->cur[S_STEP] = RW_ABSENT;
    ++*at;
    return FURTHER;
}
