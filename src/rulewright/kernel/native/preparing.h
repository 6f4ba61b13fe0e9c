/* How instructions prepare changes, for an effect or for a cost: moves, announcements, faces, places, notes, control, new things, and what
   begins to last. A part of machine.h. */

enum { TO_ALL, TO_ACTOR, FACE_DOWN_TO, KNOWN_TO_ALL, FACE_UP }; /* to whom something is shown */

/* -- moves ------------------------------------------------------------------------------------------------------------------------------ */

/* Says whether a thing is about to move anyway: a frame holds such a change. */
static int rw_is_going(Machine *m, num slot) {
    for (num n = 0; m->p[m->p[P_WOULD]] && n < m->head[H_DEPTH]; n++) {
        num held = FRAME(m, n)[F_PROCEDURE] == BEFORE_CHANGE ? FRAME(m, n)[F_SLOTS + S_CHANGES] : RW_ABSENT;
        if (held == RW_ABSENT) continue;
        for (const num *change = rw_items(m, held), *end = change + rw_length(held); change < end; change += change[CH_SIZE])
            if (change[CH_KIND] == CH_SEND && change[CH_SLOT] == slot) return 1;
    }
    return 0;
}
static num rw_at_most(Machine *m, num count, num most) {
    if (most < 0) return count;
    num wanted = rw_value(m, most);
    wanted = wanted > 0 ? wanted : 0;
    return count < wanted ? count : wanted;
}
static void rw_prepare_sends(Machine *m, const num *i) { /* query or not, what, zone, owner, bottom, count, face down, stays face down, mixed */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), kept = 0, looking = i[7] ? CELL(m, m->v[S_ACTOR], OWNER) : RW_NOWHERE;
    for (num n = 0; n < count && i[6] >= 0; n++) if (!rw_is_going(m, found[n])) found[kept++] = found[n];
    count = rw_at_most(m, i[6] >= 0 ? kept : count, i[6]);
    for (num n = 0; n < count && !m->status; n++) {
        num whose = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]), many = i[7] ? 1 : -1, zone;
        const num *seers = &looking;
        zone = i[3] < 0 ? RW_NOWHERE : rw_owned(m, i[3], whose == RW_NOWHERE ? rw_owner_of(m, found[n]) : CELL(m, whose, OWNER));
        if (i[8] && rw_face_down(m, found[n])) many = rw_linked(m, found[n], T_SEEN, &seers);
        rw_new_send(m, found[n], zone, i[5] ? AT_BOTTOM : AT_TOP, seers, many);
    }
    m->listed = listed;
}
/* Prepares that the things which come to a zone in this moment lie at its bottom in a random order. */
static void rw_prepare_mixing(Machine *m, num from) {
    num end = m->prepared;
    for (num at = from; at < end && !m->status; at += m->changes[at + CH_SIZE]) {
        num zone = m->changes[at + CH_ZONE], known = zone == RW_NOWHERE;
        for (num before = from; before < at && !known; before += m->changes[before + CH_SIZE]) known = m->changes[before + CH_ZONE] == zone;
        if (!known) rw_new_short(m, CH_MIX, RW_NOWHERE, zone);
    }
}

/* -- faces and announcements -------------------------------------------------------------------------------------------------------------- */

/* Gives the seats that see a thing's face now, as a set; spectators come first. */
static num rw_seen_by(Machine *m, num slot) {
    num seen = 0;
    for (num seat = RW_SPECTATOR; seat < m->layout[L_SEATS]; seat++) seen |= (num)rw_knows(m, seat, slot) << (seat + 1);
    return seen;
}
static void rw_new_show(Machine *m, num slot, num seats, int as_zone) {
    num seers[64], count = 0;
    if (m->layout[L_SEATS] > 58) { rw_stop(m, RW_LEFT); return; }
    for (num seat = RW_SPECTATOR; seat < m->layout[L_SEATS]; seat++) if (seats >> (seat + 1) & 1) seers[count++] = seat;
    rw_new_listed(m, CH_SHOW, slot, T_SEEN, seers, as_zone ? -1 : count);
}
static num rw_everybody(Machine *m) { return ((num)1 << (m->layout[L_SEATS] + 1)) - 1; }

static void rw_prepare_shows(Machine *m, const num *i) { /* query or not, what, to, count, by */
    num listed = m->listed, *found, who = rw_value(m, i[5]), looking = who == RW_NOWHERE ? 0 : (num)1 << (CELL(m, who, OWNER) + 1), count;
    count = rw_whom(m, i[1], i[2], &found), count = rw_at_most(m, count, i[4]);
    for (num n = 0; n < count && !m->status; n++) {
        num now = rw_seen_by(m, found[n]), then = i[3] == TO_ACTOR ? now | looking : i[3] == FACE_DOWN_TO ? looking : rw_everybody(m);
        if ((i[3] != TO_ALL && i[3] != TO_ACTOR) || now != then) rw_new_show(m, found[n], then, i[3] == FACE_UP); /* no event if nobody new sees the face */
    }
    m->listed = listed;
}
static void rw_prepare_tells(Machine *m, const num *i) { /* word, whether about things, query or not, what */
    num listed = m->listed, *found, count = rw_whom(m, i[3], i[4], &found);
    for (num n = 0; n < count && !m->status; n++) rw_new_short(m, CH_TELL, found[n], i[1]);
    m->listed = listed;
}

/* -- places, notes and control ------------------------------------------------------------------------------------------------------------- */

/* Says whether a thing may not go to a place because as many players as allowed already have things there. */
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
static void rw_prepare_station(Machine *m, const num *i) { /* query or not, what, where or nothing for home; word or nothing, crowd or nothing, how many */
    num listed = m->listed, goal = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count, from = m->prepared, end;
    if (goal == RW_NOWHERE && i[3] >= 0) return;
    count = rw_whom(m, i[1], i[2], &found);
    num tile = goal == RW_NOWHERE ? RW_NOWHERE : CELL(m, goal, TILE), ref = rw_ref(m, goal);
    for (num n = 0; n < count && !m->status; n++) {
        num home = goal == RW_NOWHERE || rw_crowded(m, i, goal, found[n]);
        if (rw_place(m, found[n]) == (home ? RW_NOWHERE : goal)) continue;
        if (tile >= 0 && !home) rw_new_alter(m, found[n], TILE, OP_SET, tile, T_NONE);
        else rw_new_listed(m, CH_BIND, found[n], T_AT, &ref, home ? -1 : 1);
    }
    end = m->prepared;
    for (num at = from; at < end && i[4] >= 0 && !m->status; at += m->changes[at + CH_SIZE]) {
        const num *change = m->changes + at;
        if (change[CH_KIND] == CH_ALTER || (change[CH_COUNT] < 0) == (goal == RW_NOWHERE)) rw_new_short(m, CH_TELL, change[CH_SLOT], i[4]);
    }
    m->listed = listed;
}
static void rw_prepare_attach(Machine *m, const num *i) { /* query or not, what, to */
    num listed = m->listed, host = rw_value(m, i[3]), *found, count = rw_whom(m, i[1], i[2], &found), ref = rw_ref(m, host);
    for (num n = 0; n < count && host != RW_NOWHERE && !m->status; n++) rw_new_listed(m, CH_BIND, found[n], T_ATTACHED, &ref, 1);
    m->listed = listed;
}
/* Prepares that things are detached; each stays at the place of its host. */
static void rw_prepare_detach(Machine *m, const num *i) { /* query or not, what */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++) {
        num place = rw_place(m, found[n]), ref = rw_ref(m, place);
        if (!rw_link(m, found[n], T_ATTACHED)) continue;
        rw_new_listed(m, CH_BIND, found[n], T_ATTACHED, 0, -1);
        if (place != RW_NOWHERE) rw_new_listed(m, CH_BIND, found[n], T_AT, &ref, 1);
    }
    m->listed = listed;
}
static void rw_prepare_notes(Machine *m, const num *i) { /* query or not, whom; whether something is noted, query or not, what; name */
    num listed = m->listed, *found, *noted = 0, count = rw_whom(m, i[1], i[2], &found), refs = i[3] ? rw_whom(m, i[4], i[5], &noted) : 0;
    for (num n = 0; n < count && !m->status; n++) {
        const num *known = 0;
        num had = rw_linked(m, found[n], i[6], &known), *new = m->lists + m->listed, size = 0;
        if (m->listed + (had > 0 ? had : 0) + refs > m->listable) { rw_stop(m, RW_FULL); break; }
        for (; i[3] && size < had; size++) new[size] = known[size];
        for (num k = 0; k < refs; k++) {
            num ref = rw_ref(m, noted[k]);
            if (!rw_contains(new, size, ref)) new[size++] = ref;
        }
        if (size != (had > 0 ? had : 0)) rw_new_listed(m, CH_BIND, found[n], i[6], new, size ? size : -1);
    }
    m->listed = listed;
}
static void rw_prepare_gifts(Machine *m, const num *i) { /* query or not, what, to whom, owned */
    num listed = m->listed, by = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++)
        rw_new_give(m, found[n], by == RW_NOWHERE ? by : CELL(m, by, OWNER), by == RW_NOWHERE ? by : CELL(m, by, SIDE), i[4]);
    m->listed = listed;
}

/* -- new things ---------------------------------------------------------------------------------------------------------------------------- */

enum { MAKE_KIND = 1, MAKE_ZONE, MAKE_QUERY, MAKE_LIKE, MAKE_COUNT, MAKE_OWNER, MAKE_VAR, MAKE_ONES, MAKE_PLACE, MAKE_TILE };

/* Prepares so many new things of a kind in a zone, on a tile or at a place; in play they are tokens. */
static void rw_new_makes(Machine *m, num kind, num zone, num whose, num count, num tile, num place) {
    const num *open = m->p + m->p[P_OPEN_STATS], *face = ROW(m, P_FACES, kind, FACE_ROW), *printed = m->p + face[FACE_PRINTED];
    while (count-- > 0 && !m->status) {
        num *change = rw_new_change(m, CH_MAKE, whose, CH_CELLS - CH_DATA + m->width);
        change[CH_MADE_NAME] = face[FACE_NAME], change[CH_MADE_ZONE] = zone, change[CH_MADE_TILE] = tile, change[CH_MADE_AT] = place;
        memcpy(change + CH_CELLS, open + 1 + open[0], OWN * sizeof(num));
        memcpy(change + CH_CELLS + OWN, printed, (size_t)(m->width - OWN) * sizeof(num));
        change[CH_CELLS + KIND] = kind, change[CH_CELLS + OWNER] = CELL(m, whose, OWNER), change[CH_CELLS + SIDE] = CELL(m, whose, SIDE);
    }
}
static void rw_prepare_makes(Machine *m, const num *i) {
    num listed = m->listed, whose = i[MAKE_OWNER] < 0 ? RW_NOWHERE : rw_value(m, i[MAKE_OWNER]), count = i[MAKE_COUNT] < 0 ? 1 : rw_value(m, i[MAKE_COUNT]);
    num *found, models = i[MAKE_LIKE] < 0 ? 1 : rw_whom(m, i[MAKE_QUERY], i[MAKE_LIKE], &found), most = m->p[P_THINGS], made = 0;
    num at = i[MAKE_PLACE] < 0 ? RW_NOWHERE : rw_value(m, i[MAKE_PLACE]), tile = i[MAKE_TILE] < 0 ? RW_NOWHERE : rw_value(m, i[MAKE_TILE]);
    if (i[MAKE_PLACE] >= 0 && at == RW_NOWHERE) models = 0; /* the place is gone */
    else if (i[MAKE_PLACE] >= 0) tile = CELL(m, at, TILE), at = rw_ref(m, at);
    for (num n = 0; n < models && whose != RW_NOWHERE && !m->status; n++) {
        num kind = i[MAKE_LIKE] < 0 ? i[MAKE_KIND] : CELL(m, found[n], KIND), place = i[MAKE_LIKE] < 0 ? RW_NOWHERE : m->places[found[n]];
        if (i[MAKE_LIKE] >= 0 && kind == m->p[P_ITEM]) continue; /* an ability on the stack is not copied */
        num zone = i[MAKE_ZONE] >= 0 ? rw_owned(m, i[MAKE_ZONE], CELL(m, whose, OWNER)) : rw_is_stack(m, place) ? RW_NOWHERE : place;
        if (zone == RW_NOWHERE || count <= 0) continue;
        if (count > most || (made += count) > most) { rw_stop(m, RW_LEFT); break; } /* Python reports that this does not end */
        rw_new_makes(m, kind, zone, whose, count, tile, at);
    }
    m->listed = listed;
}

/* -- what lasts ---------------------------------------------------------------------------------------------------------------------------- */

/* Prepares effects that begin to last on some things; with `told`, writes an event if one would be over at once. */
static void rw_begin_all(Machine *m, const num *found, num count, const num *until, const num *row, int told) {
    for (num n = 0; n < count && !m->status; n++) {
        num made[LASTING_ROW];
        memcpy(made, row, sizeof made);
        made[LA_ID] = RW_NOWHERE, made[LA_OBJECT] = found[n];
        if (rw_duration(m, until, made, told)) rw_new_last(m, found[n], made);
    }
}
enum { LAST_QUERY = 1, LAST_WHOM, LAST_ASKS, LAST_ABOUT, LAST_MORE, LAST_OP, LAST_AMOUNT, LAST_NAME, LAST_UNTIL };

static void rw_prepare_lasting(Machine *m, const num *i, num amount, int told) {
    num listed = m->listed, *found, count = rw_whom(m, i[LAST_QUERY], i[LAST_WHOM], &found), row[LASTING_ROW] = {0};
    row[LA_NAME] = i[LAST_NAME], row[LA_ASKS] = i[LAST_ASKS], row[LA_ABOUT] = i[LAST_ABOUT], row[LA_MORE] = i[LAST_MORE];
    row[LA_OP] = i[LAST_OP], row[LA_AMOUNT] = amount, row[LA_USES] = RW_ABSENT, row[LA_BY] = rw_held(m->v, S_ACTOR);
    rw_begin_all(m, found, count, i + LAST_UNTIL, row, told);
    m->listed = listed;
}
/* Prepares the changes of an instruction that consists only of changes. */
static void rw_prepare_changes(Machine *m, const num *i) {
    switch (i[0]) {
    case I_SEND: rw_prepare_sends(m, i); return;
    case I_TELL: rw_prepare_tells(m, i); return;
    case I_SHOW: rw_prepare_shows(m, i); return;
    case I_STATION: rw_prepare_station(m, i); return;
    case I_ATTACH: rw_prepare_attach(m, i); return;
    case I_DETACH: rw_prepare_detach(m, i); return;
    case I_NOTE: rw_prepare_notes(m, i); return;
    case I_CONTROL: rw_prepare_gifts(m, i); return;
    case I_MAKE: rw_prepare_makes(m, i); return;
    case I_LAST: rw_prepare_lasting(m, i, rw_value(m, i[LAST_AMOUNT]), 0); return;
    default: rw_leave_unknown(m, i);
    }
}
