/* Met triggers: those that happen by themselves, and batches of those that go on the stack; and acts that are paid first. A part of
   machine.h. */

static int rw_happens_itself(Machine *m, num met, int own) {
    const num *trigger = ROW(m, P_TRIGGERS, rw_met(m, met)[0], TRIGGER_ROW);
    return !trigger[TRIGGER_STACKED] && (!own || trigger[TRIGGER_OWN]);
}
/* Gives the place of the met trigger that comes next: by the book's order of who has it, then as they were met. */
static num rw_next_met(Machine *m, num from, int own) {
    num *live, count = rw_live(m, &live), *order = m->lists + m->listed, best = RW_NOWHERE, first = 0, met = 0;
    for (num n = from; n < *m->notices; n++) if (rw_happens_itself(m, n, own)) best = n, met++;
    if (met < 2) return best;
    best = RW_NOWHERE;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return RW_NOWHERE; }
    memcpy(order, live, (size_t)count * sizeof(num));
    rw_order(m, order, count);
    for (num n = from; n < *m->notices; n++) {
        num holder = rw_met(m, n)[1], rank = 0;
        if (!rw_happens_itself(m, n, own)) continue;
        while (rank < count && order[rank] != holder % RW_LIVES) rank++;
        if (best == RW_NOWHERE || rank < first) best = n, first = rank;
    }
    return best;
}
/* Fills the slots with which the action of a met trigger starts. */
static void rw_context(Machine *m, const num *met, num *v) {
    rw_empty(m, v);
    v[S_IT] = met[2] < 0 ? met[2] : met[2] % RW_LIVES, v[S_ATTACKER] = met[3] < 0 ? met[3] : met[3] % RW_LIVES;
    num refs[] = {met[1], met[2], met[3], met[5]};
    v[S_REFS] = rw_list(m, refs, met[5] == RW_ABSENT ? 3 : 4);
    if (met[5] != RW_ABSENT) v[S_BOUND] = met[5] < 0 ? met[5] : met[5] % RW_LIVES;
    if (met[4]) v[S_MEMORY] = rw_list(m, met + NOTICED_ROW, met[4]);
    rw_given(m, v, ROW(m, P_TRIGGERS, met[0], TRIGGER_ROW)[TRIGGER_ACTION], met[1] % RW_LIVES);
}
static num rw_possible_for(Machine *m, num *v) {
    num *kept = m->v, possible;
    m->v = v;
    possible = rw_possible(m, v[S_ACTION]);
    m->v = kept;
    return possible;
}
/* Lets met triggers that nobody is asked about happen, one after another. */
static int rw_heed(Machine *m) {
    int own = m->cur[S_OWN] != RW_ABSENT && m->cur[S_OWN];
    for (num at; (at = rw_next_met(m, m->cur[S_FROM], own)) != RW_NOWHERE && !m->status;) {
        num *met = rw_met(m, at), offer[] = {met[0], met[1] % RW_LIVES};
        const num *trigger = ROW(m, P_TRIGGERS, met[0], TRIGGER_ROW);
        if (!trigger[TRIGGER_UNASKED]) { rw_stop(m, RW_LEFT); break; }
        rw_context(m, met, m->child);
        rw_take_up(m, at);
        if (m->child[S_BOUND] == RW_ABSENT) m->child[S_BOUND] = RW_NOWHERE;
        m->child[S_WOULD] = TOP(m)[F_ID], m->child[S_PENDING] = *m->notices;
        if (ROW(m, P_ACTIONS, trigger[TRIGGER_ACTION], ACTION_ROW)[ACTION_REACTS] && !rw_in_play(m, offer[1])) { rw_stop(m, RW_LEFT); break; }
        if (!rw_possible_for(m, m->child)) continue;
        m->cur[S_BOUND] = m->child[S_BOUND], m->cur[S_OFFER] = rw_list(m, offer, 2);
        m->cur[S_IT] = m->child[S_IT], m->cur[S_ATTACKER] = m->child[S_ATTACKER], m->cur[S_REFS] = m->child[S_REFS];
        if (m->child[S_MEMORY] != RW_ABSENT) m->cur[S_MEMORY] = m->child[S_MEMORY];
        else if (m->cur[S_MEMORY] != RW_ABSENT) rw_stop(m, RW_LEFT); /* the memory of an earlier trigger is still in use */
        num path[KEY_ROW] = {KEY_ACTION, trigger[TRIGGER_ACTION], 0};
        return rw_perform(m, trigger[TRIGGER_ACTION], path, 1, STEP_BEGIN, RW_NOWHERE);
    }
    return rw_end(m, RW_NONE);
}

/* -- batches: met triggers go on the stack together, by their players in order ------------------------------------------------------------ */

/* Lists the seats, the active player's first. */
static num rw_all_seats(Machine *m) {
    num begins = m->head[H_ARENA], from = rw_active(m), count = m->layout[L_SEATS];
    for (num n = 0; n < count; n++) { num seat = ((from < 0 ? 0 : from) + n) % count; rw_list(m, &seat, 1); }
    return begins << 20 | (m->head[H_ARENA] - begins);
}
static num rw_batch_count(Machine *m, num batch) { return rw_length(batch) / m->notice_row; }
static num *rw_batch_entry(Machine *m, num batch, num n) { return rw_items(m, batch) + n * m->notice_row; }

/* Empties all slots of the frame except the seats and the batch. */
static int rw_batch_go(Machine *m, num step, num batch) {
    num seats = m->cur[S_SEATS];
    rw_empty(m, m->cur);
    m->cur[S_SEATS] = seats, m->cur[S_BATCH] = batch;
    return rw_go(m, step);
}
static int rw_batch_begin(Machine *m) {
    num seats = m->cur[S_SEATS], begins = m->head[H_ARENA], all = TOP(m)[F_PROCEDURE] == REACTIONS;
    for (num n = 0; n < *m->notices && !m->status;) {
        if (!all && !ROW(m, P_TRIGGERS, rw_met(m, n)[0], TRIGGER_ROW)[TRIGGER_STACKED]) { n++; continue; }
        rw_list(m, rw_met(m, n), m->notice_row);
        rw_take_up(m, n);
    }
    if (m->head[H_ARENA] == begins) return rw_end(m, RW_NONE);
    num batch = begins << 20 | (m->head[H_ARENA] - begins);
    if (seats == RW_ABSENT || !rw_length(seats)) m->cur[S_SEATS] = rw_all_seats(m);
    return rw_batch_go(m, STEP_NEXT, batch);
}
/* Pays for one ability of the batch and puts it on the stack. */
static int rw_batch_put(Machine *m, num batch, num at, const num *keys, num count) {
    num seats = m->cur[S_SEATS], begins, action, taken = 0, *v = m->v, path[KEY_ROW];
    rw_context(m, rw_batch_entry(m, batch, at), m->child);
    action = m->child[S_ACTION], path[0] = KEY_ACTION, path[1] = action, path[2] = 0;
    m->v = m->child;
    rw_fill(m, action, keys + KEY_ROW, count ? count - 1 : 0, &taken);
    m->v = v;
    begins = m->head[H_ARENA];
    for (num n = 0; n < rw_batch_count(m, batch); n++) if (n != at) rw_list(m, rw_batch_entry(m, batch, n), m->notice_row);
    rw_empty(m, m->cur);
    m->cur[S_SEATS] = seats, m->cur[S_BATCH] = begins << 20 | (m->head[H_ARENA] - begins);
    return count ? rw_perform(m, action, keys, count, STEP_NEXT, RW_NOWHERE) : rw_perform(m, action, path, 1, STEP_NEXT, RW_NOWHERE);
}
static num rw_entry_player(Machine *m, const num *entry) { return CELL(m, entry[1] % RW_LIVES, OWNER); }

static int rw_batch_next(Machine *m) {
    num old = m->cur[S_BATCH], begins = m->head[H_ARENA], batch, best = RW_NOWHERE, player = RW_NOWHERE, own = 0, alone = RW_NOWHERE;
    const num *seats = rw_items(m, m->cur[S_SEATS]);
    for (num n = 0; n < rw_batch_count(m, old) && !m->status; n++) {
        num arena = m->head[H_ARENA];
        rw_context(m, rw_batch_entry(m, old, n), m->child);
        num possible = rw_present(m, m->child[S_PLAYER]) && (TOP(m)[F_PROCEDURE] == BATCH || rw_alive(m, rw_batch_entry(m, old, n)[1]));
        possible = possible && rw_possible_for(m, m->child);
        m->head[H_ARENA] = arena;
        if (possible) rw_list(m, rw_batch_entry(m, old, n), m->notice_row);
    }
    batch = begins << 20 | (m->head[H_ARENA] - begins);
    if (!rw_length(batch)) return rw_batch_go(m, STEP_BEGIN, RW_ABSENT);
    for (num n = 0; n < rw_batch_count(m, batch); n++) {
        const num *entry = rw_batch_entry(m, batch, n), *trigger = ROW(m, P_TRIGGERS, entry[0], TRIGGER_ROW);
        const num *action = ROW(m, P_ACTIONS, trigger[TRIGGER_ACTION], ACTION_ROW);
        if (action[ACTION_STACK] == THROUGH_STACK && best == RW_NOWHERE) best = n;
    }
    if (best != RW_NOWHERE && !rw_pick(m, ROW(m, P_TRIGGERS, rw_batch_entry(m, batch, best)[0], TRIGGER_ROW)[TRIGGER_ACTION], 0))
        return rw_batch_put(m, batch, best, 0, 0);
    for (num k = 0; player == RW_NOWHERE && k < rw_length(m->cur[S_SEATS]); k++)
        for (num n = 0; n < rw_batch_count(m, batch); n++) if (rw_entry_player(m, rw_batch_entry(m, batch, n)) == seats[k]) player = seats[k];
    for (num n = 0; n < rw_batch_count(m, batch); n++)
        if (rw_entry_player(m, rw_batch_entry(m, batch, n)) == player) own++, alone = alone == RW_NOWHERE ? n : alone;
    if (player == RW_NOWHERE) { rw_stop(m, RW_LEFT); return GO; }
    const num *trigger = ROW(m, P_TRIGGERS, rw_batch_entry(m, batch, alone)[0], TRIGGER_ROW);
    if (own == 1 && !trigger[TRIGGER_OPTIONAL] && !rw_pick(m, trigger[TRIGGER_ACTION], 0)) return rw_batch_put(m, batch, alone, 0, 0);
    num around = m->cur[S_SEATS];
    rw_empty(m, m->cur);
    m->cur[S_SEATS] = around, m->cur[S_BATCH] = batch, m->cur[S_PLAYER] = player;
    return rw_ask(m, player, STEP_ANSWER);
}
/* Finds the first ability of a player in the batch that fits the offer. */
static num rw_batch_meant(Machine *m, num batch, num player, const num *key) {
    for (num n = 0; key[0] == KEY_OFFER && n < rw_batch_count(m, batch); n++) {
        const num *entry = rw_batch_entry(m, batch, n);
        num action = ROW(m, P_TRIGGERS, entry[0], TRIGGER_ROW)[TRIGGER_ACTION];
        if (rw_entry_player(m, entry) == player && entry[1] == key[2] && rw_action(m, action)[ACTION_TEXT] == rw_action(m, key[1])[ACTION_TEXT]) return n;
    }
    return RW_NOWHERE;
}
static int rw_batch_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *key = answer + 2;
    num batch = m->cur[S_BATCH], begins = m->head[H_ARENA];
    if (!rw_is_text(key, T_DECLINE)) return rw_batch_put(m, batch, rw_batch_meant(m, batch, answer[0], key), key, answer[1]);
    for (num n = 0; n < rw_batch_count(m, batch); n++)
        if (rw_entry_player(m, rw_batch_entry(m, batch, n)) != answer[0]) rw_list(m, rw_batch_entry(m, batch, n), m->notice_row);
    return rw_batch_go(m, STEP_NEXT, begins << 20 | (m->head[H_ARENA] - begins));
}
static int rw_batch(Machine *m, num step) {
    return step == STEP_BEGIN ? rw_batch_begin(m) : step == STEP_NEXT ? rw_batch_next(m) : rw_batch_answer(m);
}
/* Says whether a player may decline all of their abilities in the batch. */
static int rw_may_decline(Machine *m, num batch, num player) {
    for (num n = 0; n < rw_batch_count(m, batch); n++) {
        const num *entry = rw_batch_entry(m, batch, n);
        if (rw_entry_player(m, entry) == player && !ROW(m, P_TRIGGERS, entry[0], TRIGGER_ROW)[TRIGGER_OPTIONAL]) return 0;
    }
    return 1;
}
/* Lists a player's abilities in the batch, and the option to decline the rest if none of them must be used. */
static void rw_batch_menu(Machine *m, num batch, num player) {
    for (num n = 0; n < rw_batch_count(m, batch); n++) {
        const num *entry = rw_batch_entry(m, batch, n), *trigger = ROW(m, P_TRIGGERS, entry[0], TRIGGER_ROW);
        if (rw_entry_player(m, entry) != player) continue;
        num key[KEY_ROW] = {KEY_OFFER, trigger[TRIGGER_ACTION], entry[1]};
        if (rw_batch_meant(m, batch, player, key) == n) rw_key(m, KEY_OFFER, trigger[TRIGGER_ACTION], entry[1]);
    }
    if (rw_may_decline(m, batch, player)) rw_key(m, KEY_TEXT, T_DECLINE, 0);
}

/* -- acts that are paid for ------------------------------------------------------------------------------------------------------------ */

/* Tests the picks again after paying, as the player sees the game; an act that has lost one is taken back by Python. */
static int rw_check_again(Machine *m, num action) {
    const num *pick, *held;
    if (m->p[P_PARTIAL] && !m->p[P_STRICT]) return rw_go(m, STEP_PLACE);
    if (rw_pick(m, action, 0)) rw_view_as(m, m->cur[S_PLAYER]);
    for (num n = 0; (pick = rw_pick(m, action, n)); n++)
        for (num k = 0, count = rw_all_in(m, pick, &held); k < count; k++) {
            num it = m->v[S_IT], named = m->v[pick[PICK_SLOT]], one = held[k];
            m->v[S_IT] = one, m->v[pick[PICK_SLOT]] = pick[PICK_SEVERAL] ? rw_list(m, &one, 1) : one;
            num still = rw_holds(m, m->p + pick[PICK_AGAIN]);
            m->v[S_IT] = it, m->v[pick[PICK_SLOT]] = named;
            if (!still) rw_stop(m, RW_LEFT);
        }
    rw_uncover(m);
    return rw_go(m, STEP_PLACE);
}
static int rw_place_act(Machine *m, const num *action) {
    num event[EVENT_ROW] = {EV_PERFORMED, m->cur[S_ACTOR], action[ACTION_NAME], 0, 0, 0, 0, 0}, *e;
    if (rw_listeners(m, ON_PERFORMED)) {
        if (!(e = rw_event(m, EV_PERFORMED, 2))) return GO;
        e[0] = m->cur[S_ACTOR], e[1] = action[ACTION_NAME];
        rw_happened(m, rw_listeners(m, ON_PERFORMED), event);
    }
    if (action[ACTION_PLAYED]) rw_lend(m, m->cur[S_SOURCE], m->cur[S_PLAYER]);
    num origin[2], noted = RW_ABSENT;
    if (action[ACTION_NOTED]) {
        rw_note_deed(m, action);
        rw_origin(m, action, origin);
        noted = rw_list(m, origin, 2);
    }
    if (action[ACTION_ONTO] >= 0) rw_send(m, m->cur[S_SOURCE], rw_owned(m, action[ACTION_ONTO], m->cur[S_PLAYER]), AT_TOP);
    if (rw_waits(m, action)) {
        const num *limits = m->p + action[ACTION_LIMITS];
        for (num n = 1; n <= limits[0]; n++) rw_count_use(m, limits[n], m->cur[S_SOURCE], -1);
        rw_stack_act(m, action, RW_NOWHERE);
        return rw_end(m, T_STACKED);
    }
    if (action[ACTION_CLASS] != RW_NOWHERE) {
        int astray = rw_astray(m, action, m->cur, RW_NOWHERE);
        rw_tell(m, astray ? T_DOES_NOTHING : T_INTO_ACTION, ABOUT_ACTION, action[ACTION_NAME]);
        if (astray) return rw_end(m, T_DONE);
    }
    memcpy(m->child, m->cur, (size_t)m->slots * sizeof(num));
    if (noted != RW_ABSENT) m->cur[S_ORIGIN] = noted;
    return rw_call(m, action[ACTION_PROCEDURE], m->child, STEP_DONE, RW_NOWHERE);
}
/* Completes an act that is cut short: its card goes to its zone. */
static void rw_cut_short(Machine *m, const num *v) {
    num from = m->prepared;
    rw_put_away(m, ROW(m, P_ACTIONS, v[S_ACTION], ACTION_ROW), v[S_SOURCE]);
    rw_do_all(m, from);
    rw_complete_deed(m, v, 1);
}
static int rw_act(Machine *m, num step) {
    const num *action = ROW(m, P_ACTIONS, m->cur[S_ACTION], ACTION_ROW);
    if (step == STEP_BEGIN) {
        if (m->p[m->p[P_PAYMENTS]] && rw_held(m->cur, S_PAYING) != 1) {
            int out = rw_raise(m, m->cur[S_ACTION]);
            if (out != FURTHER) return out;
        }
        rw_pay(m, action);
        return rw_go(m, STEP_CHECK);
    }
    if (step == STEP_CHECK && rw_held(m->cur, S_PAYING) == 1) return rw_go(m, STEP_PLACE);
    if (step == STEP_CHECK) return rw_check_again(m, m->cur[S_ACTION]);
    if (step == STEP_PLACE) return rw_place_act(m, action);
    if (step == STEP_DONE) { /* the card goes to the zone of its kind; other rules may act before that, or replace it */
        num from = m->prepared;
        if (CELL(m, m->cur[S_SOURCE], KIND) != m->p[P_ITEM]) rw_put_away(m, action, m->cur[S_SOURCE]);
        if (rw_through(m, from, STEP_AWAY) == CALLED) return CALLED;
    }
    if (action[ACTION_NOTED]) rw_complete_deed(m, m->cur, 0);
    return rw_end(m, action[ACTION_STACK] == THROUGH_STACK ? T_RESOLVED : T_DONE);
}
