/* The value of an expression. */

static num rw_top(Machine *m) {
    for (num z = 0; z < m->zones; z++)
        if (rw_is_stack(m, z)) return m->lengths[z] ? m->lying[z * m->room + m->lengths[z] - 1] : RW_NOWHERE;
    return RW_NOWHERE;
}
/* Says whether the table of speeds allows the action: a row has what is on top of the stack, a structure in progress, and the allowed speeds. */
static num rw_fast_enough(Machine *m, const num *e) {
    num top = rw_top(m), on_top = top == RW_NOWHERE ? e[1] : ROW(m, P_ACTIONS, CELL(m, top, ACTION), ACTION_ROW)[ACTION_SPEED];
    for (const num *row = e + 4; row < e + 4 + 3 * e[3]; row += 3) {
        if (row[0] != on_top && !(row[0] == e[2] && top != RW_NOWHERE)) continue;
        if (row[1] >= 0 && !rw_innermost(m, row[1])) continue;
        return rw_among(m->p + row[2], ROW(m, P_ACTIONS, m->v[S_ACTION], ACTION_ROW)[ACTION_SPEED]);
    }
    return 0;
}
enum { DRAWN, DIED, LEFT_PLAY, ENTERED_PLAY, REMOVED }; /* what a move between zones counts as */

static num rw_passed_by(Machine *m, num how) {
    const num *origin = m->event[2] < 0 ? 0 : rw_zone_kind(m, m->event[2]), *goal = m->event[3] < 0 ? 0 : rw_zone_kind(m, m->event[3]);
    if (how == DRAWN) return origin && goal && origin[ZONE_SEEN] == BY_NOBODY && goal[ZONE_SEEN] == BY_OWNER;
    if (how == REMOVED) return origin && !goal;
    if (how == ENTERED_PLAY) return goal && goal[ZONE_LIVE] && (!origin || !origin[ZONE_LIVE]);
    if (!origin || !origin[ZONE_LIVE] || (goal && goal[ZONE_LIVE])) return 0;
    return how == LEFT_PLAY || !goal || (goal[ZONE_SEEN] == BY_ALL && !goal[ZONE_STACK]);
}
/* Says whether the event moves something to a place or another tile, onto one of some tiles, or between zones. */
/* Says whether a zone is that of somebody's player, or of nobody; without somebody it is any. */
static num rw_zone_of(Machine *m, num place, num whose, num about) {
    num it = m->v[S_IT], who, owner = place < 0 ? RW_NOWHERE : m->grounds[3 * place + 1];
    if (whose < 0 || owner == RW_NOWHERE) return 1;
    m->v[S_IT] = about, who = rw_value(m, whose), m->v[S_IT] = it;
    return who != RW_NOWHERE && owner == CELL(m, who, OWNER);
}
static num rw_went(Machine *m, const num *e) { /* tiles or nothing; origin and goal and whose they are, or how it passed */
    const num *event = m->event;
    if (event[0] == EV_LINKED) return event[2] == T_AT && e[1] < 0;
    if (event[0] == EV_CHANGED) return event[2] == TILE && (e[1] < 0 ? event[3] >= 0 && event[4] >= 0 : rw_in_set(m, e[1], event[4]));
    if (event[0] != EV_MOVED) return 0;
    if (e[0] == E_PASSED_BY) return rw_passed_by(m, e[2]);
    num from = event[2] < 0 ? event[2] : m->grounds[3 * event[2]], to = event[3] < 0 ? event[3] : m->grounds[3 * event[3]];
    if (from == to || (e[2] >= 0 && e[2] != from) || (e[3] >= 0 && e[3] != to)) return 0;
    return rw_zone_of(m, event[2], e[4], event[1]) && rw_zone_of(m, event[3], e[5], event[1]);
}
static num rw_was_performed(Machine *m, const num *e) { /* mark, used, hostile, word */
    if (m->event[0] != EV_PERFORMED && m->event[0] != EV_CHOSEN) { if (m->event[0] != EV_MADE) rw_stop(m, RW_LEFT); return 0; }
    if (m->event[2] < 0) return 0; /* something is chosen by no action */
    const num *action = ROW(m, P_ACTIONS, m->event[2], ACTION_ROW);
    if (e[1] >= 0) return rw_among(m->p + action[ACTION_KINDS], e[1]);
    if (e[2]) return action[ACTION_PLAYED] == (e[2] == 1);
    if (e[3]) return action[ACTION_HOSTILE];
    return e[4] < 0 || e[4] == action[ACTION_WORD] || e[4] == action[ACTION_COUNTS_AS];
}
/* Says whether the event is of a given sort. */
static num rw_happens(Machine *m, const num *e) {
    const num *event = m->event;
    switch (e[0]) {
    case E_BEGAN: case E_ENDED: case E_CONTINUES: /* structure, feature */
        if (event[0] == EV_BEGAN || event[0] == EV_ENDED) return event[3] == e[1];
        if (event[0] == EV_LASTS) return event[2] == T_FEATURE && event[3] == e[2];
        return event[0] == EV_OCCASION && event[2] == e[0] && event[3] == e[1];
    case E_TOLD: /* word, action */
        if (event[0] != EV_TOLD || event[2] != e[1]) return 0;
        if (e[2] < 0 || event[3] == ABOUT_THING) return e[2] < 0 || ROW(m, P_ACTIONS, CELL(m, event[4], ACTION), ACTION_ROW)[ACTION_WORD] == e[2];
        if (event[3] == ABOUT_ACTION) return ROW(m, P_ACTIONS, event[4], ACTION_ROW)[ACTION_WORD] == e[2];
        rw_stop(m, RW_LEFT);
        return 0;
    case E_ARRIVED: /* the kinds of new things that are meant, or nothing for all */
        if (event[0] == EV_MADE) return e[1] < 0 || rw_in_bits(m->p + e[1], event[2]);
        return event[0] == EV_CHANGED ? event[4] >= 0 : event[0] == EV_LINKED && event[2] == T_AT && event[3];
    case E_PERFORMED: return rw_was_performed(m, e);
    default: return rw_went(m, e);
    }
}

/* Gives the player so many seats after another; players who are out, or who fail a test, are skipped. */
static num rw_next_player(Machine *m, const num *e) { /* who, step, test */
    num who = rw_value(m, e[1]), count = m->layout[L_SEATS], *live, many = rw_live(m, &live), it = m->v[S_IT], found = RW_NOWHERE;
    if (who == RW_NOWHERE) return who;
    for (num n = 1; n <= count && found == RW_NOWHERE; n++) {
        num seat = rw_floor_mod(CELL(m, who, OWNER) + e[2] * n, count), k = 0;
        while (k < many && (CELL(m, live[k], SIDE) == RW_NOWHERE || CELL(m, live[k], OWNER) != seat)) k++;
        if (k == many) continue;
        m->v[S_IT] = live[k];
        if (e[3] < 0 || rw_value(m, e[3])) found = live[k];
        m->v[S_IT] = it, many = rw_live(m, &live);
    }
    return found;
}
/* Says whether `it` has a mark that effects can give or take away; the newest effect decides. */
static num rw_is_marked(Machine *m, const num *e) {
    const num *given = rw_newest(m, m->v[S_IT], T_MARK, e[2]);
    return given ? given[LA_AMOUNT] > 0 : rw_of_kind(m, e);
}
/* Gives the value of an expression of a rarer kind. It is a function of its own, so that the frequent kinds need fewer registers. */
static RW_APART num rw_rarer_value(Machine *m, const num *e) {
    num n;
    switch (e[0]) {
    case E_ADD: case E_SUBTRACT: case E_MULTIPLY: case E_DIVIDE: case E_DIVIDE_UP: case E_REMAINDER: case E_LOWER: case E_HIGHER:
        n = rw_operand(m, e[1]);
        return rw_arithmetic(m, e[0], n, rw_operand(m, e[2]));
    case E_NOT: return !rw_truth(m, e[1]);
    case E_NEGATE: return -rw_value(m, e[1]);
    case E_ROLL: n = rw_value(m, e[1]); return rw_roll(m, n, e[2]);
    case E_ROLL_KEPT: n = rw_value(m, e[1]); return rw_roll_kept(m, e, n, e[ROLL_KEEP] < 0 ? 0 : rw_multiplied(m, rw_value(m, e[ROLL_KEEP])));
    case E_ABOUT: n = rw_thing(m, e[1]); return n != RW_NOWHERE && rw_passes(m, e + 2, n);
    case E_SELF: case E_OTHER: case E_ALLY: case E_ENEMY: case E_OWNER: case E_AT: case E_NAMESAKE:
    case E_ATTACHED: case E_TOGETHER: case E_COMPANY: return rw_relation(m, e);
    case E_UNOWNED: return CELL(m, m->v[S_IT], OWNER) == RW_NOWHERE;
    case E_ACTIVE: return rw_active(m) == CELL(m, m->v[S_IT], OWNER);
    case E_LIES: return rw_lies(m, e);
    case E_COUNT: case E_EXISTS: case E_SUM: return rw_measure(m, e);
    case E_RANKED: return rw_ranked(m, e);
    case E_LOWERED: case E_RAISED: case E_FALLS: case E_RISES: return rw_changes(m, e);
    case E_UNDER_WAY: return rw_innermost(m, e[1]) != 0;
    case E_SIDES_LEFT: return rw_sides_left(m);
    case E_NEAR: return rw_near(m, e);
    case E_STANDS: return rw_stands_on(m, e);
    case E_SPOT: return rw_on_spot(m, e);
    case E_OFF_MAP: return CELL(m, m->v[S_IT], TILE) < 0;
    case E_STRATEGY: return rw_run_by_strategy(m, m->v[S_IT]);
    case E_OF_CAST: return rw_in_set(m, e[1], CELL(m, m->v[S_IT], SIDE));
    case E_PASSED: return rw_tallied(m, e[1], RW_NOWHERE);
    case E_CAUSED: return rw_caused(m, e);
    case E_HAS: return rw_has(m, e[1], m->v[S_IT], 0);
    case E_LONGEST: return rw_longest(m, e);
    case E_PLACE: case E_HOST: case E_PLAYER: case E_ACTIVE_PLAYER: case E_SUBJECT: case E_OWNER_OF: return rw_related(m, e);
    case E_FACE_DOWN: return rw_face_down(m, m->v[S_IT]);
    case E_REVEALED: return rw_knows(m, RW_SPECTATOR, m->v[S_IT]);
    case E_TOPMOST: return rw_topmost(m, m->v[S_IT]);
    case E_ABROAD: n = rw_place(m, m->v[S_IT]); return n != RW_NOWHERE && CELL(m, n, OWNER) != CELL(m, m->v[S_IT], OWNER);
    case E_OWNERS: return rw_owners(m, e);
    case E_PAST: return rw_past(m, e);
    case E_NEXT: return rw_next_player(m, e);
    case E_HEARS: return rw_hears(m, e[1]);
    case E_HOLDER: return rw_holder(m, e);
    case E_NOTED: case E_NOTED_FOR: case E_NOTES: return rw_noting(m, e);
    case E_DOER: return rw_doer(m);
    case E_QUIET: return rw_quiet(m);
    case E_MARKED: return rw_is_marked(m, e);
    case E_FAST_ENOUGH: return rw_fast_enough(m, e);
    case E_BEGAN: case E_ENDED: case E_CONTINUES: case E_PERFORMED: case E_TOLD: case E_WENT: case E_PASSED_BY: case E_ARRIVED: return rw_happens(m, e);
    }
    rw_leave_unknown(m, e);
    return 0;
}
static RW_APART num rw_all(Machine *m, const num *e) { /* how many tests, the tests */
    for (num n = 0; n < e[1]; n++) if (!rw_truth(m, e[n + 2])) return 0;
    return 1;
}
static RW_APART num rw_any(Machine *m, const num *e) {
    for (num n = 0; n < e[1]; n++) if (rw_truth(m, e[n + 2])) return 1;
    return 0;
}
static RW_APART num rw_comparison(Machine *m, const num *e) { return rw_compare(m, e); }
static RW_APART num rw_whole(Machine *m, num at) { return rw_operand(m, at); }

/* Gives the value of an expression: a number, a truth value, or the number of a thing. Kinds that call other functions are elsewhere,
   so that the rest need not save registers. */
static num rw_value(Machine *m, num at) {
    const num *e = m->p + at;
    num n;
    switch (e[0]) {
    case E_CONSTANT: return e[1];
    case E_THING: case E_CALLED: return rw_thing(m, at);
    case E_NUMBER: n = m->v[e[1]]; return n == RW_ABSENT || n == RW_NONE ? 0 : n;
    case E_STAT: return rw_stat_of(m, rw_value(m, e[1]), e[2]);
    case E_STAT_HELD: return rw_stat_held(m, e);
    case E_STAT_CALLED: return rw_stat_of(m, m->called[e[1]], e[2]);
    case E_WHOLE: return rw_whole(m, at);
    case E_IN_PLAY: return rw_in_play(m, m->v[S_IT]);
    case E_EQUAL: case E_UNEQUAL: case E_MORE: case E_LESS: case E_AT_LEAST: case E_AT_MOST: return rw_comparison(m, e);
    case E_ALL: return rw_all(m, e);
    case E_ANY: return rw_any(m, e);
    case E_OF_KIND: return rw_of_kind(m, e);
    }
    return rw_rarer_value(m, e);
}
