/* Instructions for durations, turns and ways on the map. A part of machine.h. */

/* -- what lasts, and until when -- */

/* Gives the object of a thing's player; the thing itself where players have none. */
static num rw_player_of(Machine *m, num slot) {
    num player = slot < 0 ? RW_NOWHERE : rw_player(m, CELL(m, slot, OWNER));
    return player == RW_NOWHERE ? slot : player;
}
/* Writes into the row of an effect when it ends; gives 0 if that time is already over. */
static int rw_duration(Machine *m, const num *until, num *row, int told) {
    num *frame;
    row[LA_UNTIL] = until[U_HOW], row[LA_FIRST] = row[LA_WHOSE] = row[LA_COUNT] = RW_ABSENT;
    if (until[U_HOW] == RW_NOWHERE) return 1;
    row[LA_FIRST] = until[U_STRUCTURE];
    if (until[U_HOW] == T_WHEN) { row[LA_WHOSE] = rw_held(m->v, S_ACTOR); return 1; }
    frame = rw_innermost(m, until[U_STRUCTURE]);
    if (until[U_HOW] == T_FRAME) {
        const num *enclosed = m->p + until[U_ENCLOSES];
        if (!frame && rw_among(enclosed, FRAME(m, 0)[F_PROCEDURE])) { row[LA_FIRST] = 0; return 1; } /* begun inside it */
        if (!frame && told) rw_tell(m, until[U_TOLD], ABOUT_NOTHING, 0);
        if (frame) row[LA_FIRST] = frame[F_ID];
        return frame != 0;
    }
    row[LA_COUNT] = rw_value(m, until[U_COUNT]);
    row[LA_WHOSE] = until[U_WHOSE] == U_OF_THING ? row[LA_OBJECT] : until[U_WHOSE] == U_OF_PLAYER ? rw_player_of(m, row[LA_OBJECT])
        : until[U_WHOSE] < 0 ? RW_NOWHERE : rw_value(m, until[U_WHOSE]);
    if (until[U_LATER] && frame && (row[LA_WHOSE] == RW_NOWHERE || row[LA_WHOSE] == rw_held(frame + F_SLOTS, S_ACTOR))) row[LA_COUNT]++;
    return 1;
}
static int rw_last_on(Machine *m, const num *i, num at) {
    num amount = rw_value(m, i[LAST_AMOUNT]), from = m->prepared;
    if (i[LAST_OP] != LA_SETS && !amount) return FURTHER; /* an amount of 0 changes nothing */
    if (i[LAST_ASKS] == T_NEXT && !amount) return FURTHER;
    rw_prepare_lasting(m, i, amount, 1);
    return rw_through(m, from, at + 1);
}
enum { GIVE_QUERY = 1, GIVE_WHOM, GIVE_ASKS, GIVE_ABOUT, GIVE_MORE, GIVE_AMOUNT, GIVE_NAME, GIVE_USES, GIVE_UNTIL };

/* Of several actions with one name, gives the one that a thing has, otherwise the first. */
static num rw_called(Machine *m, const num *called, num slot) {
    num action;
    for (num k = 0; slot != RW_NOWHERE && (action = rw_ability(m, slot, k)) != RW_NOWHERE; k++)
        if (rw_among(called, action) && rw_able(m, slot, action)) return action;
    return called[1];
}
/* Gives somebody something for a while: uses of an action without its price, a feature, a mark, a bar, a prohibition; or lets an action rest. */
static int rw_give(Machine *m, const num *i, num at) {
    num listed = m->listed, *found, count, uses = i[GIVE_USES] < 0 ? RW_ABSENT : rw_value(m, i[GIVE_USES]), row[LASTING_ROW] = {0}, from = m->prepared;
    row[LA_NAME] = i[GIVE_NAME], row[LA_ASKS] = i[GIVE_ASKS], row[LA_ABOUT] = i[GIVE_ABOUT], row[LA_MORE] = i[GIVE_MORE], row[LA_OP] = LA_SETS;
    row[LA_AMOUNT] = rw_value(m, i[GIVE_AMOUNT]), row[LA_USES] = uses, row[LA_BY] = rw_held(m->v, S_ACTOR);
    count = rw_whom(m, i[GIVE_QUERY], i[GIVE_WHOM], &found);
    for (num n = 0; n < count && !m->status; n++) {
        if (i[GIVE_ASKS] == T_COOLDOWN) row[LA_ABOUT] = m->cur[S_ACTION], row[LA_NAME] = rw_action(m, m->cur[S_ACTION])[ACTION_TEXT];
        if (i[GIVE_ASKS] == T_PRICE) row[LA_ABOUT] = rw_called(m, m->p + i[GIVE_ABOUT], found[n]);
        rw_begin_all(m, found + n, 1, i + GIVE_UNTIL, row, 1);
    }
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Lets somebody play cards for a while, wherever they lie. */
static int rw_lend_cards(Machine *m, const num *i, num at) { /* by; query or not, what; free, name, duration */
    num listed = m->listed, *found, by = rw_value(m, i[1]), actor = m->cur[S_ACTOR], count, row[LASTING_ROW] = {0}, from = m->prepared;
    if (by == RW_NOWHERE) return FURTHER;
    count = rw_whom(m, i[2], i[3], &found);
    row[LA_NAME] = i[5], row[LA_ASKS] = T_PLAYABLE, row[LA_ABOUT] = row[LA_MORE] = row[LA_USES] = RW_ABSENT;
    row[LA_OP] = LA_SETS, row[LA_AMOUNT] = i[4], row[LA_BY] = m->cur[S_ACTOR] = by;
    rw_begin_all(m, found, count, i + 6, row, 1);
    m->cur[S_ACTOR] = actor, m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Gives everybody those features in force that have a duration. */
static int rw_begin_features(Machine *m, const num *i) { /* how many; feature, name, duration */
    num listed = m->listed, *live, count = rw_live(m, &live), *order = m->lists + listed, actor = m->cur[S_ACTOR];
    if (listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    memcpy(order, live, (size_t)count * sizeof(num)), m->listed += count;
    rw_order(m, order, count);
    for (const num *each = i + 2; each < i + 2 + 3 * i[1]; each += 3)
        for (num n = 0; n < count && m->p[rw_scene(m)[SCENE_FEATURES] + each[0]] && !m->status; n++) {
            num row[LASTING_ROW] = {0};
            row[LA_NAME] = each[1], row[LA_OBJECT] = order[n], row[LA_ASKS] = T_FEATURE, row[LA_ABOUT] = each[0], row[LA_MORE] = row[LA_USES] = RW_ABSENT;
            row[LA_OP] = LA_SETS, row[LA_AMOUNT] = 1, row[LA_BY] = RW_NOWHERE, m->cur[S_ACTOR] = order[n];
            if (!rw_duration(m, m->p + each[2], row, 1)) row[LA_UNTIL] = RW_NOWHERE, row[LA_FIRST] = row[LA_WHOSE] = row[LA_COUNT] = RW_ABSENT;
            m->cur[S_ACTOR] = actor;
            rw_begin_lasting(m, row);
        }
    m->listed = listed;
    return FURTHER;
}
/* Turns things toward a thing: the stat of each stores the direction. */
static int rw_face(Machine *m, const num *i, num at) { /* query or not, what, toward, stat */
    num listed = m->listed, toward = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count, from = m->prepared;
    count = toward == RW_NOWHERE ? 0 : rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++) {
        num here = CELL(m, found[n], TILE), there = CELL(m, toward, TILE), way = m->layout[L_WIDE] && here >= 0 && there >= 0 ? rw_heading(m, here, there) : RW_NOWHERE;
        if (way >= 0) rw_new_alter(m, found[n], i[4], OP_SET, way, T_NONE);
    }
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Ends features that were given for a while. */
static int rw_lose_feature(Machine *m, const num *i) { /* query or not, whom, feature */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count; n++)
        for (num k = 0; k < *m->effects && !m->status;)
            if (rw_is_about(m, rw_effect(m, k), found[n], T_FEATURE, i[3])) rw_expired(m, rw_effect(m, k)); else k++;
    m->listed = listed;
    return FURTHER;
}
/* Lets things count as something for a while: of a player, owned by one, of another kind, or of the kind of a thing. */
static int rw_for_a_while(Machine *m, const num *i, num at) { /* query or not, what; asks, amount or nothing, whether its kind is meant; name, until */
    num listed = m->listed, amount = rw_value(m, i[4]), *found, count, kept = 0, row[LASTING_ROW] = {0}, from = m->prepared;
    if (i[5] && amount != RW_NOWHERE) amount = CELL(m, amount, KIND);
    if (i[3] == T_FORM && amount == m->p[P_ITEM]) amount = RW_NOWHERE;
    count = amount == RW_NOWHERE ? 0 : rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count; n++) if (CELL(m, found[n], KIND) != m->p[P_ITEM]) found[kept++] = found[n];
    row[LA_NAME] = i[6], row[LA_ASKS] = i[3], row[LA_ABOUT] = row[LA_MORE] = row[LA_USES] = RW_ABSENT, row[LA_OP] = LA_SETS, row[LA_AMOUNT] = amount;
    row[LA_BY] = rw_held(m->v, S_ACTOR);
    rw_begin_all(m, found, kept, i + 7, row, 1);
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Changes the class of the actions of a name for a while. */
static int rw_classify(Machine *m, const num *i, num at) { /* actions, class, until */
    const num *actions = m->p + i[1];
    num nobody = RW_NOWHERE, row[LASTING_ROW] = {0}, from = m->prepared;
    row[LA_BY] = rw_held(m->v, S_ACTOR), row[LA_ASKS] = T_CLASS, row[LA_MORE] = row[LA_USES] = RW_ABSENT, row[LA_OP] = LA_SETS, row[LA_AMOUNT] = i[2];
    for (num n = 1; n <= actions[0]; n++) {
        row[LA_NAME] = rw_action(m, actions[n])[ACTION_TEXT], row[LA_ABOUT] = actions[n];
        rw_begin_all(m, &nobody, 1, i + 3, row, 1);
    }
    return rw_through(m, from, at + 1);
}
static int rw_expire(Machine *m, const num *i, const num *slots) { /* edge, structure, how many stats are reset; the stats, and to what */
    num actor = rw_held(slots, S_ACTOR);
    rw_wear_all(m, i[1], i[2], actor);
    if (actor != RW_NOWHERE) rw_wear_all(m, i[1], i[2], RW_NOWHERE);
    num *frame = i[1] == T_END ? rw_innermost(m, i[2]) : 0;
    if (frame) rw_wear_all(m, T_FRAME, frame[F_ID], RW_ABSENT);
    for (num n = 0; n < i[3]; n++)
        for (num slot = 0; slot < m->things && !m->status; slot++)
            if (CELL(m, slot, i[4 + 2 * n]) != i[5 + 2 * n]) rw_do_alter(m, slot, i[4 + 2 * n], OP_SET, i[5 + 2 * n]);
    return FURTHER;
}
/* For structures that are about to be cut short (from a frame on), ends the effects that last until their end, if that has not happened yet. */
static void rw_wind_up(Machine *m, const num *first, num at) {
    for (num *frame = TOP(m); frame >= first; frame -= m->frame) {
        const num *procedure = rw_procedure(m, frame[F_PROCEDURE]), *slots = frame == TOP(m) ? m->cur : frame + F_SLOTS;
        for (num k = frame == TOP(m) ? at : frame[F_STEP] > 0 ? frame[F_STEP] : 0; k < procedure[PROC_COUNT]; k++) {
            const num *i = m->p + m->p[procedure[PROC_FIRST] + k];
            if (i[0] == I_EXPIRE && i[1] == T_END && i[2] == frame[F_PROCEDURE]) rw_expire(m, i, slots);
        }
    }
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
        if (rw_contains(parties, found, party)) continue;
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
    for (num n = 0; n < count; n++) { /* the things whose tie is already broken, and where the first die stands in the log */
        num top = 0;
        rolled[n] = 0;
        for (num k = 0; k < count; k++)
            if (CELL(m, order[k], i[1]) == CELL(m, order[n], i[1]) && CELL(m, order[k], i[2]) > top) top = CELL(m, order[k], i[2]);
        if (CELL(m, order[n], i[2]) || !top) continue;
        for (rolled[n] = 1; top >= RW_BASE; top /= RW_BASE) rolled[n] *= RW_BASE;
    }
    for (num n = 0; n < count && !m->status; n++)
        if (rolled[n]) rw_do_alter(m, order[n], i[2], OP_SET, rw_product(m, rw_value(m, i[3]), rolled[n]));
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
            rw_do_alter(m, order[n], i[2], OP_SET, rw_bounded(m, rw_product(m, CELL(m, order[n], i[2]), RW_BASE) + die));
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
        if (!rw_contains(tiles, n, tiles[n]) || !stepped) rw_list(m, tiles + n, 1), kept++;
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
/* Moves things along their ways, each step through the gate; what a step triggers happens before the next step. */
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
        num from_change = m->prepared;
        rw_new_alter(m, slot, TILE, OP_SET, step[1], T_NONE);
        int out = rw_through(m, from_change, *at);
        if (out != FURTHER) return out;
        if (from < end && m->head[H_UNSETTLED]) return FURTHER; /* it goes on at the same instruction */
        m->cur[i[6]] = RW_ABSENT;
    }
    m->cur[S_STEP] = RW_ABSENT;
    ++*at;
    return FURTHER;
}
