/* Time: floors on which everybody may act until they close, stacks that pop when they were quiet, and what leaves its stack. A part of
   machine.h. */

static void rw_run(Machine *m);

/* -- floors ------------------------------------------------------------------------------------------------------------------------- */

static int rw_floor_ask(Machine *m) {
    num seats = m->cur[S_SEATS], actor = m->cur[S_ACTOR], set = 0, only = RW_NOWHERE, count = 0;
    if (m->layout[L_SEATS] > RW_AT_ONCE) { rw_stop(m, RW_LEFT); return GO; }
    if (seats != RW_ABSENT && rw_length(seats)) for (num n = 0; n < rw_length(seats); n++) set |= (num)1 << rw_items(m, seats)[n];
    else if (actor == RW_ABSENT) set = ((num)1 << m->layout[L_SEATS]) - 1;
    else if (CELL(m, actor, OWNER) < 0) { rw_stop(m, RW_LEFT); return GO; }
    else set = (num)1 << CELL(m, actor, OWNER);
    for (num seat = 0; seat < m->layout[L_SEATS]; seat++) if (set >> seat & 1) only = seat, count++;
    return rw_ask(m, count == 1 ? only : RW_SEVERAL - set, STEP_ANSWER);
}
static int rw_floor(Machine *m, num step) {
    switch (step) {
    case STEP_BEGIN:
        m->cur[S_DISCIPLINE] = 0;
        if (m->cur[S_LASTS] != RW_ABSENT) m->cur[S_CLOSES] = m->head[H_NOW] + m->cur[S_LASTS];
        return rw_go(m, STEP_ASK);
    case STEP_ASK: return rw_floor_ask(m);
    case STEP_ANSWER: return rw_window_answer(m);
    case STEP_ACTED: return m->cur[S_ONCE] == 1 ? rw_end(m, 1) : rw_go(m, STEP_ASK);
    case STEP_PASSED: return rw_go(m, STEP_ASK);
    case STEP_CLOSE: return rw_end(m, RW_NONE);
    default: rw_stop(m, RW_LEFT); return GO;
    }
}

/* -- popping ------------------------------------------------------------------------------------------------------------------------ */

static int rw_within(Machine *m, num zone, num list) {
    for (num n = 0; n < m->lengths[zone]; n++)
        if (!rw_contains(rw_items(m, list), rw_length(list), m->lying[zone * m->room + n])) return 0;
    return 1;
}
/* Begins the effect of an action that came off a stack (its slots are in `child`), unless its target is no longer on that stack. */
static int rw_into_action(Machine *m, num slot) {
    const num *action = rw_action(m, m->child[S_ACTION]);
    if (!rw_reaching(m, action, m->child, rw_home(m, slot))) {
        rw_tell(m, T_DOES_NOTHING, ABOUT_THING, slot);
        return rw_go(m, STEP_BEGIN);
    }
    rw_tell(m, T_INTO_ACTION, ABOUT_THING, slot);
    return rw_call(m, action[ACTION_PROCEDURE], m->child, STEP_BEGIN, RW_NOWHERE);
}
/* Pops the next action and begins its effect, unless it is blocked or its prerequisites are not met. */
static int rw_popping(Machine *m) {
    num zone = m->cur[S_ZONE], seen = m->cur[S_SEEN], count = m->lengths[zone], slot, met = 1, *v = m->v;
    if (!count || (seen != RW_ABSENT && !rw_within(m, zone, seen))) return rw_end(m, RW_NONE);
    slot = m->lying[zone * m->room + count - 1];
    rw_resolving(m, slot, m->child);
    const num *action = rw_action(m, m->child[S_ACTION]);
    rw_empty(m, m->cur);
    m->cur[S_ZONE] = zone, m->cur[S_SEEN] = rw_list(m, m->lying + zone * m->room, count), m->cur[S_ITEM] = slot;
    rw_send(m, slot, RW_NOWHERE, AT_TOP);
    if (CELL(m, slot, BLOCKED)) {
        rw_tell(m, T_BLOCKED, ABOUT_THING, slot);
        return rw_go(m, STEP_BEGIN);
    }
    m->v = m->child;
    if (action[ACTION_NEED] >= 0) met = rw_value(m, action[ACTION_NEED]);
    m->v = v;
    if (met) return rw_into_action(m, slot);
    rw_tell(m, T_NOT_MET, ABOUT_THING, slot);
    return rw_go(m, STEP_BEGIN);
}
/* If an action that a stack popped cut the popping short, makes the rest of the stack due at once. */
static void rw_popping_cut_short(Machine *m, const num *v) {
    num zone = v[S_ZONE], *ground = m->grounds + 3 * zone;
    if (ground[0] < 0 || (m->lengths[zone] && (v[S_SEEN] == RW_ABSENT || !rw_within(m, zone, v[S_SEEN])))) return;
    rw_grounded(m, zone, ground[0], ground[1], m->head[H_NOW] - rw_zone_kind(m, zone)[ZONE_QUIET]);
}

/* -- what may no longer wait ---------------------------------------------------------------------------------------------------------- */

static int rw_stray(Machine *m, num slot) {
    const num *action = rw_action(m, CELL(m, slot, ACTION));
    return action[ACTION_CLASS] != RW_NOWHERE && !rw_waits(m, action);
}
/* Lists actions that may no longer wait because of their class: the oldest stack first, each from its top. */
static num rw_strays(Machine *m) {
    num at = m->head[H_ARENA];
    for (num z = 0; z < m->zones; z++)
        for (num n = m->lengths[z]; rw_is_stack(m, z) && n-- > 0;)
            if (rw_stray(m, m->lying[z * m->room + n])) rw_list(m, m->lying + z * m->room + n, 1);
    return at << 20 | (m->head[H_ARENA] - at);
}
/* Takes all actions that may no longer wait off their stacks, then begins their effects one after another. */
static int rw_straying(Machine *m) {
    num left = m->cur[S_LEFT], slot;
    if (left == RW_ABSENT) {
        left = rw_strays(m);
        for (num n = 0; n < rw_length(left) && !m->status; n++) {
            slot = rw_items(m, left)[n];
            rw_send(m, slot, RW_NOWHERE, AT_TOP);
            rw_tell(m, T_LEFT_STACK, ABOUT_THING, slot);
        }
        rw_empty(m, m->cur);
        m->cur[S_LEFT] = left;
        return rw_go(m, STEP_BEGIN);
    }
    if (!rw_length(left)) return rw_end(m, RW_NONE);
    slot = rw_items(m, left)[0];
    rw_resolving(m, slot, m->child);
    rw_empty(m, m->cur);
    m->cur[S_LEFT] = rw_list(m, rw_items(m, left) + 1, rw_length(left) - 1), m->cur[S_ITEM] = slot;
    return rw_class_of(m, rw_action(m, m->child[S_ACTION])) == RW_NOWHERE ? rw_go(m, STEP_BEGIN) : rw_into_action(m, slot);
}
static int rw_leave_stacks(Machine *m, num at) {
    num arena = m->head[H_ARENA], any = rw_any_stack(m) && rw_length(rw_strays(m));
    m->head[H_ARENA] = arena;
    if (!any) return FURTHER;
    rw_empty(m, m->child);
    return rw_call(m, STRAYING, m->child, at + 1, RW_NOWHERE);
}

/* -- the clock ----------------------------------------------------------------------------------------------------------------------- */

static int rw_is_window(num procedure) { return procedure == WINDOW || procedure == FLOOR; }

/* Says whether no stack may pop before somebody answers, because something that was popped or performed is unfinished. */
static int rw_held_up(Machine *m) {
    num top = m->head[H_DEPTH] > 0 ? TOP(m)[F_PROCEDURE] : RW_NOWHERE;
    if (!rw_is_window(top)) return 1;
    for (num n = 0; m->p[P_TIMED] && n < m->head[H_DEPTH] - 1; n++) {
        num procedure = FRAME(m, n)[F_PROCEDURE];
        if (procedure == POPPING || procedure == STRAYING) return 1;
        if (top == WINDOW && (procedure == ACT || rw_procedure(m, procedure)[PROC_ACTS])) return 1;
    }
    return 0;
}
/* Finds what the clock makes happen next: the time, and the stack that pops (or nothing, if the floor closes); gives 0 if there is nothing. */
static int rw_next_due(Machine *m, num *when, num *zone) {
    int found = 0;
    if (m->head[H_DEPTH] < 1 || !rw_is_window(TOP(m)[F_PROCEDURE])) return 0;
    for (num z = 0; m->p[P_TIMED] && !rw_held_up(m) && z < m->zones; z++) {
        num quiet = m->grounds[3 * z] < 0 ? 0 : rw_zone_kind(m, z)[ZONE_QUIET], at = m->grounds[3 * z + 2] + quiet;
        if (!quiet || !m->lengths[z] || (found && at >= *when)) continue;
        *when = at, *zone = z, found = 1;
    }
    num closes = TOP(m)[F_SLOTS + S_CLOSES];
    if (closes != RW_ABSENT && (!found || closes < *when)) *when = closes, *zone = RW_NOWHERE, found = 1;
    return found;
}
/* Does everything that is due up to a time, each thing at its own second. */
static void rw_run_due(Machine *m, num until) {
    num when, zone;
    while (!m->status && rw_next_due(m, &when, &zone) && when <= until) {
        if (when > m->head[H_NOW]) m->head[H_NOW] = when;
        TOP(m)[F_STEP] = zone == RW_NOWHERE ? STEP_CLOSE : STEP_ASK, m->head[H_ASKED] = RW_NOWHERE;
        if (zone != RW_NOWHERE) {
            rw_empty(m, m->child);
            m->child[S_ZONE] = zone;
            rw_push(m, POPPING, m->child, RW_NOWHERE);
        }
        m->clocked = 1;
        rw_run(m);
        m->clocked = 0;
    }
    if (until > m->head[H_NOW]) m->head[H_NOW] = until;
}
