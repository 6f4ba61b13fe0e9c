/* Windows: who has priority, what an answer does, and what resolves. A part of machine.h. */

static const num *rw_discipline(Machine *m, const num *v) { return ROW(m, P_DISCIPLINES, v[S_DISCIPLINE], LAP_ROW); }

/* Gives the next player in seat order who has not left. */
static num rw_next_seat(Machine *m, const num *v, num player) {
    const num *seats = rw_items(m, v[S_SEATS]);
    num count = rw_length(v[S_SEATS]), at = 0;
    while (at < count && seats[at] != player) at++;
    at = at < count ? at + 1 : 0;
    for (num n = 0; n < count; n++)
        if (rw_present(m, seats[(at + n) % count])) return seats[(at + n) % count];
    return player;
}
static num rw_seated(Machine *m, const num *v) {
    num found = 0;
    for (num n = 0; n < rw_length(v[S_SEATS]); n++) found += rw_present(m, rw_items(m, v[S_SEATS])[n]);
    return found;
}
/* Says whether a lap ends when all have passed in a row. */
static int rw_by_count(Machine *m, const num *rule) {
    num top = rw_top(m);
    if (rule[LAP] == LAP_SUCCESSION) return 1;
    return rule[LAP] == LAP_OWNER && top != RW_NOWHERE && !rw_present(m, CELL(m, top, OWNER));
}
/* Gives who has priority after a resolution. */
static num rw_next_holder(Machine *m, const num *v, num owner) {
    const num *rule = rw_discipline(m, v);
    num top = rw_top(m);
    if (top == RW_NOWHERE && v[S_OPEN] == T_ON && v[S_FOCUS] != RW_ABSENT) return rw_next_seat(m, v, v[S_FOCUS]);
    if (top != RW_NOWHERE && rule[LAP_NEWEST]) return CELL(m, top, OWNER);
    if (top == RW_NOWHERE || rule[LAP_RESETS]) return rw_items(m, v[S_SEATS])[0];
    return CELL(m, top, OWNER) == owner ? owner : rw_next_seat(m, v, owner);
}
/* Says whether a player can do nothing and everybody can know this; a player with hidden cards is asked in any case. */
static int rw_idle_window(Machine *m, num player) {
    for (num slot = 0; m->p[P_SECRET] && slot < m->things; slot++)
        if (m->places[slot] != RW_NOWHERE && CELL(m, slot, OWNER) == player && rw_knows(m, player, slot) && !rw_knows(m, RW_SPECTATOR, slot))
            return 0;
    return !rw_offers(m, m->cur, player, 1);
}
/* Gives priority to another player if something was put on the stack, or if the top of the stack left because its owner left the game. */
static void rw_new_priority(Machine *m, num waiting) {
    num *v = m->cur, before = v[S_WAITING], count = rw_length(waiting), had = rw_length(before), fresh = 0;
    const num *rule = rw_discipline(m, v);
    for (num n = 0; !fresh && n < count; n++) fresh = !rw_contains(rw_items(m, before), had, rw_items(m, waiting)[n]);
    if (fresh) {
        num newest = CELL(m, rw_top(m), OWNER);
        v[S_PASSES] = 0;
        if (rule[LAP_NEWEST]) v[S_HOLDER] = newest;
        else if (!rule[LAP_KEEPS]) v[S_HOLDER] = rw_next_seat(m, v, newest);
    } else if (rule[LAP] == LAP_OWNER && had && !rw_contains(rw_items(m, waiting), count, rw_items(m, before)[had - 1]))
        v[S_HOLDER] = rw_next_holder(m, v, CELL(m, rw_items(m, before)[had - 1], OWNER));
}
static int rw_priority(Machine *m) {
    num *v = m->cur, waiting = rw_waiting(m);
    const num *rule = rw_discipline(m, v);
    if (!rw_length(waiting) && v[S_IDLE] == T_EMPTY) return rw_end(m, RW_NONE);
    rw_new_priority(m, waiting);
    v[S_WAITING] = waiting;
    if (!rw_length(waiting) && (rule[LAP] == LAP_OWNER || v[S_OPEN] == T_FIRST)) {
        v[S_HOLDER] = rw_items(m, v[S_SEATS])[0];
        if (!rw_present(m, v[S_HOLDER])) return rw_end(m, RW_NONE);
    }
    if (!rw_present(m, v[S_HOLDER])) {
        v[S_HOLDER] = rw_next_seat(m, v, v[S_HOLDER]);
        if (rw_by_count(m, rule) && v[S_PASSES] >= rw_seated(m, v)) return rw_go(m, STEP_CLOSE);
    }
    if (!rw_length(waiting)) v[S_FOCUS] = v[S_HOLDER];
    return rw_ask(m, v[S_HOLDER], STEP_ANSWER);
}
static int rw_due(Machine *m) {
    for (num n = 0; n < *m->notices; n++) if (ROW(m, P_TRIGGERS, rw_met(m, n)[0], TRIGGER_ROW)[TRIGGER_STACKED]) return 1;
    return 0;
}
/* Says whether the `while` condition of the innermost window still holds. */
static int rw_still(Machine *m) {
    num *opener = FRAME(m, m->head[H_DEPTH] - 2), *v = m->v, held;
    const num *i = m->p + m->p[rw_procedure(m, opener[F_PROCEDURE])[PROC_FIRST] + opener[F_STEP] - 1];
    if (i[0] != I_OPEN || i[12] < 0) { if (i[0] != I_OPEN) rw_stop(m, RW_LEFT); return 1; }
    m->v = opener + F_SLOTS;
    held = rw_value(m, i[12]) != 0;
    m->v = v;
    return (int)held;
}
static int rw_any_member(Machine *m) {
    num members = m->cur[S_MEMBERS];
    for (num n = 0; n < rw_length(members); n++) if (rw_is_member(m, m->cur, rw_items(m, members)[n])) return 1;
    return 0;
}
static int rw_perform(Machine *m, num action, const num *path, num count, num step, num into);

/* Lets somebody act because an effect says so: nothing happens if nothing can be done, and nobody is asked if there is only one way. */
static int rw_instructed(Machine *m) {
    num key[KEY_ROW], *v = m->v, taken = 0, asked = 0;
    const num *pick;
    m->keys = 0;
    if (!rw_offers(m, m->cur, m->cur[S_HOLDER], 0)) return m->status ? GO : rw_end(m, RW_NONE);
    memcpy(key, m->menu, sizeof key);
    rw_empty(m, m->child);
    rw_given_in(m, m->child, m->cur, key[1], key[2] % RW_LIVES);
    m->v = m->child;
    for (num n = 0; (pick = rw_pick(m, key[1], n)); n++) asked |= !rw_left_out(m, pick);
    if (m->keys > 1 || asked || m->cur[S_MUST] != 1) { m->v = v; return FURTHER; }
    rw_fill(m, key[1], 0, 0, &taken);
    m->v = v;
    return rw_perform(m, key[1], key, 1, STEP_ACTED, S_RESULT);
}
static int rw_window_ask(Machine *m) {
    num actor = rw_held(m->cur, S_ACTOR);
    if (actor != RW_NOWHERE && (!rw_in_play(m, actor) || CELL(m, actor, OWNER) == RW_NOWHERE)) return rw_end(m, RW_NONE);
    if (m->cur[S_MEMBERS] != RW_ABSENT && !rw_any_member(m)) return rw_end(m, RW_NONE);
    if (m->cur[S_INSTRUCTED] != RW_ABSENT) {
        int out = rw_instructed(m);
        if (out != FURTHER) return out;
    }
    if (m->cur[S_STILL] != RW_ABSENT && m->cur[S_STILL] && !rw_still(m)) return rw_end(m, RW_NONE);
    if (m->cur[S_IDLE] == T_CLOSES && rw_idle_window(m, m->cur[S_HOLDER])) return rw_end(m, RW_NONE);
    if (rw_discipline(m, m->cur)[LAP] == LAP_ONE) return rw_ask(m, m->cur[S_HOLDER], STEP_ANSWER);
    if (!rw_due(m)) return rw_priority(m);
    rw_empty(m, m->child);
    m->child[S_SEATS] = m->cur[S_ORDER] != RW_ABSENT && rw_length(m->cur[S_ORDER]) ? m->cur[S_ORDER] : m->cur[S_SEATS];
    return rw_call(m, BATCH, m->child, STEP_ASK, RW_NOWHERE);
}
/* Asks whoever has priority now; the game settles first if necessary. */
static int rw_window_again(Machine *m) { return m->head[H_UNSETTLED] ? rw_go(m, STEP_ASK) : rw_window_ask(m); }

static int rw_window_begin(Machine *m) {
    num *v = m->cur;
    if (v[S_SEATS] == RW_ABSENT || !rw_length(v[S_SEATS])) {
        num seat = CELL(m, v[S_ACTOR], OWNER);
        v[S_SEATS] = rw_list(m, &seat, 1);
    }
    v[S_HOLDER] = rw_items(m, v[S_SEATS])[0], v[S_PASSES] = 0, v[S_WAITING] = rw_waiting(m);
    return rw_window_again(m);
}
/* Begins an act whose slots are in `child`: at once if nothing is paid first, otherwise as a transaction. */
static int rw_perform(Machine *m, num action, const num *path, num count, num step, num into) {
    const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
    if (row[ACTION_ACT]) m->child[S_PATH] = rw_list(m, path, KEY_ROW * count);
    return rw_call(m, row[ACTION_ACT] ? ACT : row[ACTION_PROCEDURE], m->child, step, into);
}
/* An answer is a list: who, how many keys, and the keys. */
static int rw_window_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *key = answer + 2;
    num *v = m->v, taken = 0;
    if (key[0] == KEY_PASS) return rw_go(m, STEP_PASSED);
    rw_empty(m, m->child);
    rw_given_in(m, m->child, m->cur, key[1], key[2] % RW_LIVES);
    m->v = m->child;
    rw_fill(m, key[1], key + KEY_ROW, answer[1] - 1, &taken);
    m->v = v;
    return rw_perform(m, key[1], key, answer[1], STEP_ACTED, S_RESULT);
}
static int rw_window_acted(Machine *m) {
    num *v = m->cur;
    if (v[S_ONCE] == 1) return rw_end(m, 1);
    if (v[S_PASSES] && rw_present(m, v[S_HOLDER])) v[S_PASSES] = 0;
    if (v[S_RESULT] == T_RESOLVED && rw_discipline(m, v)[LAP] != LAP_ONE) v[S_HOLDER] = rw_next_holder(m, v, v[S_HOLDER]);
    return rw_window_again(m);
}
static int rw_window_passed(Machine *m) {
    num *v = m->cur, top = rw_top(m), passes = v[S_PASSES] + 1, closing;
    const num *rule = rw_discipline(m, v);
    if (rw_by_count(m, rule)) closing = (v[S_OPEN] == T_FIRST && top == RW_NOWHERE) || passes >= rw_seated(m, v);
    else closing = rule[LAP] == LAP_ONE || top == RW_NOWHERE || v[S_HOLDER] == CELL(m, top, OWNER);
    if (closing) return rw_go(m, STEP_CLOSE);
    v[S_PASSES] = passes, v[S_HOLDER] = rw_next_seat(m, v, v[S_HOLDER]);
    return rw_go(m, STEP_ASK);
}
/* Of several picked things, leaves out those that are no longer legal. */
static void rw_keep_lawful(Machine *m, const num *pick) {
    num held = m->child[pick[PICK_SLOT]], it = m->child[S_IT], listed = m->listed, *found = m->lists + listed, count = rw_length(held), kept = 0;
    if (listed + count > m->listable) { rw_stop(m, RW_FULL); return; }
    memcpy(found, rw_items(m, held), (size_t)count * sizeof(num));
    m->listed += count;
    for (num n = 0; n < count; n++) {
        m->child[S_IT] = found[n], m->child[pick[PICK_SLOT]] = rw_list(m, found + n, 1);
        if (rw_holds(m, m->p + pick[PICK_AGAIN])) found[kept++] = found[n];
    }
    m->child[S_IT] = it, m->child[pick[PICK_SLOT]] = rw_list(m, found, kept), m->listed = listed;
}
/* Leaves out picks that are no longer legal, if the book requires it. */
static void rw_lawful(Machine *m, num action) {
    const num *pick;
    num *v = m->v;
    m->v = m->child;
    for (num n = 0; (pick = rw_pick(m, action, n)); n++) {
        num *held = m->child + pick[PICK_SLOT], it = m->child[S_IT], first = *held;
        if (*held == RW_ABSENT || pick[PICK_SPENT]) continue;
        if (pick[PICK_SEVERAL]) { rw_keep_lawful(m, pick); continue; }
        m->child[S_IT] = first;
        num legal = rw_holds(m, m->p + pick[PICK_AGAIN]);
        m->child[S_IT] = it;
        if (!legal) *held = RW_ABSENT;
    }
    m->v = v;
}
/* Resolves the top of the stack, or closes when nothing waits. */
static int rw_window_close(Machine *m) {
    num slot = rw_top(m);
    if (slot == RW_NOWHERE || rw_discipline(m, m->cur)[LAP] == LAP_ONE) return rw_end(m, RW_NONE);
    num action = CELL(m, slot, ACTION), resolved[] = {slot, CELL(m, slot, OWNER), action};
    rw_resolving(m, slot, m->child);
    if (m->p[P_STRICT]) rw_lawful(m, action);
    m->cur[S_RESOLVED] = rw_list(m, resolved, 3);
    if (!m->p[P_PARTIAL] && rw_astray(m, rw_action(m, action), m->child, RW_NOWHERE)) {
        rw_tell(m, T_FIZZLED, ABOUT_ACTION, action);
        return rw_go(m, STEP_RESOLVED);
    }
    rw_tell(m, T_RESOLVES, ABOUT_THING, slot);
    return rw_call(m, ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_PROCEDURE], m->child, STEP_RESOLVED, RW_NOWHERE);
}
/* Lets what has resolved go where its kind goes; something may come before that, or replace it. */
static int rw_window_resolved(Machine *m, num step) {
    const num *resolved = rw_items(m, m->cur[S_RESOLVED]);
    num slot = resolved[0], owner = resolved[1], begins, *v = m->cur, from = m->prepared;
    if (step == STEP_RESOLVED) {
        rw_put_away(m, rw_action(m, resolved[2]), slot);
        if (rw_through(m, from, STEP_AWAY) == CALLED) return CALLED;
    }
    rw_take_off(m, slot);
    num left = rw_waiting(m), had = v[S_WAITING];
    begins = m->head[H_ARENA];
    for (num n = 0; n < rw_length(had); n++)
        if (rw_contains(rw_items(m, left), rw_length(left), rw_items(m, had)[n])) rw_list(m, rw_items(m, had) + n, 1);
    v[S_PASSES] = 0, v[S_WAITING] = begins << 20 | (m->head[H_ARENA] - begins), v[S_HOLDER] = rw_next_holder(m, v, owner);
    return rw_go(m, STEP_ASK);
}
static int rw_window(Machine *m, num step) {
    switch (step) {
    case STEP_BEGIN: return rw_window_begin(m);
    case STEP_ASK: return rw_window_ask(m);
    case STEP_ANSWER: return rw_window_answer(m);
    case STEP_ACTED: return rw_window_acted(m);
    case STEP_PASSED: return rw_window_passed(m);
    case STEP_CLOSE: return rw_window_close(m);
    case STEP_RESOLVED: case STEP_AWAY: return rw_window_resolved(m, step);
    default: rw_stop(m, RW_LEFT); return GO;
    }
}
