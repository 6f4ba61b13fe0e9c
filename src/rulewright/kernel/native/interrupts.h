/* Interrupt windows: before held changes happen, players use abilities that can alter them, as often as they can pay. A part of machine.h. */

/* Gives the frame that holds the changes of an interrupt window. */
static num *rw_held_below(Machine *m, const num *window) {
    for (num n = 0; n < m->head[H_DEPTH]; n++) if (FRAME(m, n)[F_ID] == window[S_WOULD]) return FRAME(m, n);
    rw_stop(m, RW_LEFT);
    return FRAME(m, 0);
}
static int rw_still_fixed(Machine *m, const num *window, num trigger, num holder) {
    num fixed = window[S_FIXED];
    for (num n = 0; n < rw_length(fixed); n += 2)
        if (rw_items(m, fixed)[n] == trigger && rw_items(m, fixed)[n + 1] == rw_ref(m, holder)) return 1;
    return 0;
}
/* Lists the triggers (with their holders) that could alter the changes; the caller frees the list by resetting `listed`. */
static num rw_interrupting(Machine *m, const num *window, num **found) {
    num *into = *found = m->lists + m->listed, kept = 0, listed, count, most = 2 * m->things + 16;
    if (m->listed + 2 * most > m->listable) { rw_stop(m, RW_FULL); return 0; }
    m->listed += 2 * most, listed = m->listed;
    count = rw_listening(m, rw_held_below(m, window) + F_SLOTS, 1, 0, into, most);
    for (num n = 0; n < count; n++) {
        num trigger = into[2 * n], holder = into[2 * n + 1];
        if (holder < 0) { rw_stop(m, RW_LEFT); break; }
        if (window[S_FIXED] != RW_ABSENT && ROW(m, P_TRIGGERS, trigger, TRIGGER_ROW)[TRIGGER_FIXED] && !rw_still_fixed(m, window, trigger, holder)) continue;
        into[2 * kept] = trigger, into[2 * kept++ + 1] = holder;
    }
    m->listed = listed;
    return m->status ? 0 : kept;
}
/* Fills the slots with which an interrupt starts: what it is about, and the changes that it may alter. */
static void rw_interrupt(Machine *m, num *v, const num *window, num action, num holder) {
    const num *would = m->p + m->p[P_WOULD], *frame = rw_held_below(m, window), *held = frame + F_SLOTS;
    num listed = m->listed, *about = m->lists + listed, heard = 0, size = rw_length(held[S_CHANGES]);
    rw_empty(m, v);
    if (m->listed + would[0] * size > m->listable) { rw_stop(m, RW_FULL); return; }
    m->listed += would[0] * size;
    for (num k = 1; k <= would[0]; k++)
        if (rw_trigger(m, would[k])[TRIGGER_ACTION] == action) heard += rw_heard(m, would[k], holder, held, about + heard);
    v[S_ATTACKER] = held[S_ATTACKER], v[S_CAUSE] = held[S_CAUSE], v[S_IT] = heard ? about[0] : RW_NOWHERE;
    v[S_HEARD] = rw_list(m, about, heard), v[S_WOULD] = frame[F_ID], v[S_PENDING] = *m->notices;
    rw_given(m, v, action, holder);
    v[S_AMOUNT] = rw_amount(m, held, v), m->listed = listed;
}
/* Finds the ability of an offer and fills the slots of its act; without a key, lists the offers of a player. */
static int rw_interrupt_offers(Machine *m, const num *window, num player, const num *key) {
    num listed = m->listed, *found, count = rw_interrupting(m, window, &found), *v = m->v;
    for (num n = 0; n < count && !m->status; n++) {
        num action = ROW(m, P_TRIGGERS, found[2 * n], TRIGGER_ROW)[TRIGGER_ACTION], holder = found[2 * n + 1], known = 0, possible;
        if (CELL(m, holder, OWNER) != player || (key && (key[0] != KEY_OFFER || key[1] != action || key[2] != rw_ref(m, holder)))) continue;
        for (num k = 0; !key && k < m->keys && !known; k++) known = m->menu[k * KEY_ROW + 1] == action && m->menu[k * KEY_ROW + 2] == rw_ref(m, holder);
        if (known) continue;
        rw_interrupt(m, m->act, window, action, holder);
        m->v = m->act;
        possible = rw_completable(m, action, 0);
        if (key && possible) { m->listed = listed; return 1; }
        m->v = v;
        if (possible) rw_key(m, KEY_OFFER, action, rw_ref(m, holder));
    }
    m->listed = listed;
    return 0;
}
static int rw_interrupts_begin(Machine *m) {
    num *v = m->cur, listed = m->listed, *found, count = rw_interrupting(m, v, &found), kind = m->p[P_INTERRUPT_MARK], at;
    if (!count || m->status) { m->listed = listed; return m->status ? GO : rw_end(m, RW_NONE); }
    v[S_SEATS] = rw_all_seats(m), v[S_HOLDER] = rw_items(m, v[S_SEATS])[0], v[S_PASSES] = 0;
    v[S_KINDS] = rw_list(m, &kind, 1), v[S_TITLE] = T_INTERRUPTS, at = m->head[H_ARENA];
    for (num n = 0; n < count; n++) {
        num once[] = {found[2 * n], rw_ref(m, found[2 * n + 1])};
        if (ROW(m, P_TRIGGERS, once[0], TRIGGER_ROW)[TRIGGER_FIXED]) rw_list(m, once, 2);
    }
    v[S_FIXED] = at << 20 | (m->head[H_ARENA] - at), m->listed = listed;
    return rw_go(m, STEP_ASK);
}
static int rw_interrupts_ask(Machine *m) {
    num *v = m->cur, listed = m->listed, *found, count = rw_interrupting(m, v, &found), hears;
    for (; v[S_PASSES] < rw_length(v[S_SEATS]) && !m->status; v[S_PASSES]++, v[S_HOLDER] = rw_next_seat(m, v, v[S_HOLDER])) {
        hears = 0;
        for (num n = 0; n < count && !hears; n++) hears = CELL(m, found[2 * n + 1], OWNER) == v[S_HOLDER];
        if (!hears) continue;
        m->listed = listed;
        return rw_ask(m, v[S_HOLDER], STEP_ANSWER);
    }
    m->listed = listed;
    return m->status ? GO : rw_end(m, v[S_USED] == RW_ABSENT ? RW_NONE : v[S_USED]);
}
static int rw_interrupts_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *key = answer + 2;
    num *v = m->v, taken = 0;
    if (key[0] == KEY_PASS) return rw_go(m, STEP_PASSED);
    rw_interrupt(m, m->child, m->cur, key[1], key[2] % RW_LIVES);
    m->v = m->child;
    rw_fill(m, key[1], key + KEY_ROW, answer[1] - 1, &taken);
    m->v = v;
    return rw_perform(m, key[1], key, answer[1], STEP_ACTED, S_RESULT);
}
/* After an ability was used, everybody is asked again; one without a cost is used once. */
static int rw_interrupts_acted(Machine *m) {
    const num *key = rw_items(m, m->cur[S_ANSWER]) + 2;
    num fixed = m->cur[S_FIXED], at = m->head[H_ARENA];
    for (num n = 0; n < rw_length(fixed); n += 2) {
        num once[] = {rw_items(m, fixed)[n], rw_items(m, fixed)[n + 1]};
        if (ROW(m, P_TRIGGERS, once[0], TRIGGER_ROW)[TRIGGER_ACTION] != key[1] || once[1] != key[2]) rw_list(m, once, 2);
    }
    m->cur[S_FIXED] = at << 20 | (m->head[H_ARENA] - at), m->cur[S_PASSES] = 0, m->cur[S_USED] = 1;
    return rw_go(m, STEP_ASK);
}
static int rw_interrupts(Machine *m, num step) {
    if (step == STEP_BEGIN) return rw_interrupts_begin(m);
    if (step == STEP_ASK) return rw_interrupts_ask(m);
    if (step == STEP_ANSWER) return rw_interrupts_answer(m);
    if (step == STEP_ACTED) return rw_interrupts_acted(m);
    m->cur[S_PASSES]++, m->cur[S_HOLDER] = rw_next_seat(m, m->cur, m->cur[S_HOLDER]);
    return rw_go(m, STEP_ASK);
}
