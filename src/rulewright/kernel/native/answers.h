/* A whole answer, and the menu of each pick. */

static void rw_step(Machine *m) {
    num *frame = TOP(m), procedure = frame[F_PROCEDURE], step = frame[F_STEP], announced;
    rw_load(m);
    m->listed = m->deep = m->prepared = m->rich = 0;
    announced = rw_procedure(m, procedure)[PROC_ANNOUNCED];
    int out = procedure == WINDOW ? rw_window(m, step) : procedure == HEED ? rw_heed(m) : procedure == ACT ? rw_act(m, step)
        : procedure == BATCH || procedure == REACTIONS ? rw_batch(m, step) : procedure == BEFORE_CHANGE ? rw_holding(m, step)
        : procedure == FLOOR ? rw_floor(m, step) : procedure == POPPING ? rw_popping(m) : procedure == STRAYING ? rw_straying(m)
        : procedure == INTERRUPTS ? rw_interrupts(m, step) : rw_rule(m, rw_procedure(m, procedure), step);
    if (m->status || out == ASKED || !m->head[H_UNSETTLED]) return;
    num edge = out == OVER || out == REWOUND ? 0 : procedure == ACT && step == STEP_BEGIN ? AT_PAYMENT
        : (procedure == WINDOW && step == STEP_RESOLVED) || (procedure == POPPING && step == STEP_BEGIN) ? AT_RESOLUTION : 0;
    rw_settle(m, AT_INSTRUCTION | edge | (out == REWOUND || (out == OVER && announced) ? AT_STRUCTURE : 0));
}
/* Moves the lists of all frames to the beginning of the arena, so that room that is no longer used is free again. */
static void rw_compact(Machine *m) {
    const num *lists = m->p + m->p[P_LISTS];
    num used = 0;
    for (num n = 0; n < m->head[H_DEPTH]; n++)
        for (num k = 1; k <= lists[0]; k++) {
            num *held = FRAME(m, n) + F_SLOTS + lists[k], count;
            if (*held == RW_ABSENT || *held == RW_NONE) continue;
            count = rw_length(*held);
            if (used + count > m->layout[L_ARENA]) { rw_stop(m, RW_FULL); return; }
            memcpy(m->spare + used, rw_items(m, *held), (size_t)count * sizeof(num));
            *held = used << 20 | count;
            used += count;
        }
    memcpy(m->arena, m->spare, (size_t)used * sizeof(num));
    m->head[H_ARENA] = used, m->loaded = 0;
}
enum { RW_LITTLE = 64 }; /* if the lists have no more numbers than this after an answer, they are not moved */

static void rw_run(Machine *m) {
    m->loaded = 0;
    while (m->head[H_DEPTH] > 0 && m->head[H_ASKED] == RW_NOWHERE && !m->status) {
        if (++m->steps > m->p[P_STEPS]) rw_stop(m, RW_LEFT);
        if (m->head[H_ARENA] > m->layout[L_ARENA] / 2) rw_compact(m);
        rw_step(m);
    }
    if (!m->status && m->head[H_ARENA] > RW_LITTLE) rw_compact(m);
}

/* Finds the action of an offer of a window, and fills the slots of the act with it; gives 0 where it may not be done. */
static int rw_meant(Machine *m, num player, const num *key) {
    num *window = TOP(m) + F_SLOTS, ref = key[2], slot = ref % RW_LIVES, actor = rw_held(window, S_ACTOR);
    if (key[0] != KEY_OFFER || ref < 0 || slot >= m->things || !rw_alive(m, ref)) return 0;
    num whose = window[S_USER] != RW_ABSENT || rw_acts_with(m, player, slot);
    if (window[S_MEMBERS] != RW_ABSENT && !rw_is_member(m, window, slot)) return 0;
    if (slot != actor && (actor != RW_NOWHERE || !whose || m->places[slot] == RW_NOWHERE)) return 0;
    if (!m->trusting && (!rw_is_for(m, window, key[1]) || !rw_able(m, slot, key[1]))) return 0;
    rw_empty(m, m->act);
    rw_given_in(m, m->act, window, key[1], slot);
    m->v = m->act;
    return m->trusting || (rw_legal(m, key[1]) && !m->status);
}
/* Fills the slots of the reaction that a frame with held changes offers; says whether its picks can be made. */
static int rw_reply_offer(Machine *m, num *action, num *holder) {
    memcpy(m->cur, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
    *action = rw_offered_action(m);
    rw_reaction(m, m->act, *action, rw_items(m, m->cur[S_OFFER])[1]);
    *holder = m->act[S_SOURCE];
    m->v = m->act;
    return rw_completable(m, *action, 0) != 0;
}
static int rw_reply_optional(Machine *m) {
    return ROW(m, P_TRIGGERS, rw_items(m, TOP(m)[F_SLOTS + S_OFFER])[0], TRIGGER_ROW)[TRIGGER_OPTIONAL] != 0;
}
/* Finds what an offer means for whoever asks: a window, a batch, or what holds changes. */
static int rw_act_meant(Machine *m, num player, const num *key) {
    if (rw_is_window(TOP(m)[F_PROCEDURE])) return rw_meant(m, player, key);
    if (TOP(m)[F_PROCEDURE] == INTERRUPTS) return rw_interrupt_offers(m, TOP(m) + F_SLOTS, player, key);
    num action, holder;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE && TOP(m)[F_STEP] == STEP_ORDERED) return 0;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE)
        return key[0] == KEY_OFFER && rw_reply_offer(m, &action, &holder) && key[1] == action && key[2] == rw_ref(m, holder);
    num batch = TOP(m)[F_SLOTS + S_BATCH], at = rw_batch_meant(m, batch, player, key);
    if (at == RW_NOWHERE) return 0;
    rw_context(m, rw_batch_entry(m, batch, at), m->act);
    m->v = m->act;
    return 1;
}
/* Says whether the keys of an answer do nothing but pass, or decline something optional. */
static int rw_quick(Machine *m, const num *keys, num count) {
    if (count != 1) return 0;
    if (rw_is_window(TOP(m)[F_PROCEDURE]) || TOP(m)[F_PROCEDURE] == INTERRUPTS) return keys[0] == KEY_PASS;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE && TOP(m)[F_STEP] == STEP_ORDERED)
        return keys[0] == KEY_NUMBER && keys[1] >= 0 && keys[1] < rw_length(TOP(m)[F_SLOTS + S_AMONG]) / 2;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE) {
        num action, holder;
        return rw_is_text(keys, T_DECLINE) && (rw_reply_optional(m) || !rw_reply_offer(m, &action, &holder));
    }
    return rw_is_text(keys, T_DECLINE) && rw_may_decline(m, TOP(m)[F_SLOTS + S_BATCH], m->head[H_ASKED]);
}
static int rw_is_asked(Machine *m, num player) {
    num asked = m->head[H_ASKED];
    return asked == player ? player >= 0 : player >= 0 && player < RW_AT_ONCE && asked < RW_SEVERAL && (RW_SEVERAL - asked) >> player & 1;
}
static int rw_asks(Machine *m, num player) {
    num procedure = m->head[H_DEPTH] < 1 ? RW_NOWHERE : TOP(m)[F_PROCEDURE];
    if (!rw_is_asked(m, player) || procedure < 0) return 0;
    if (procedure == BEFORE_CHANGE && TOP(m)[F_STEP] == STEP_ORDERED) return 1;
    if (procedure == BATCH || procedure == REACTIONS || procedure == BEFORE_CHANGE || procedure == INTERRUPTS) return TOP(m)[F_STEP] == STEP_ANSWER;
    return rw_is_window(procedure) || rw_asking(m);
}
/* Lists what a player may pick before anything is picked. */
static void rw_first_menu(Machine *m, num player) {
    num *slots = TOP(m) + F_SLOTS;
    if (rw_asking(m)) { rw_rule_menu(m, rw_asking(m)); return; }
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE && TOP(m)[F_STEP] == STEP_ORDERED) { rw_rivals_menu(m, slots[S_AMONG]); return; }
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE) {
        num action, holder, possible = rw_reply_offer(m, &action, &holder);
        if (possible) rw_key(m, KEY_OFFER, action, rw_ref(m, holder));
        if (!possible || rw_reply_optional(m)) rw_key(m, KEY_TEXT, T_DECLINE, 0);
        return;
    }
    if (TOP(m)[F_PROCEDURE] == INTERRUPTS) {
        rw_interrupt_offers(m, slots, player, 0);
        rw_key(m, KEY_PASS, 0, 0);
        return;
    }
    if (!rw_is_window(TOP(m)[F_PROCEDURE])) { rw_batch_menu(m, slots[S_BATCH], player); return; }
    num found = rw_offers(m, slots, player, 0);
    if (!(slots[S_MUST] == 1 && found)) rw_key(m, KEY_PASS, 0, 0);
}
/* Lists what a player may pick after some keys, as the player sees the game. Gives 1 where the keys are a whole answer. */
static int rw_menu_seen(Machine *m, num player, const num *keys, num count) {
    const num *pick;
    num taken = 0;
    if (!count) { rw_first_menu(m, player); return 0; }
    if (rw_asking(m)) {
        int whole = count == 1 && rw_rule_answer(m, rw_asking(m), keys);
        if (!whole) rw_stop(m, RW_REFUSED);
        return whole;
    }
    if (rw_quick(m, keys, count)) return 1;
    if (!rw_act_meant(m, player, keys)) { rw_stop(m, RW_REFUSED); return 0; }
    pick = rw_walk(m, keys[1], keys + KEY_ROW, count - 1, &taken);
    if (m->status || !pick) return !m->status;
    m->plain = pick[PICK_NUMBER];
    rw_next_keys(m, keys[1], pick, taken);
    return 0;
}
/* Lists what a player may pick, and leaves hidden what the player does not see: the caller calls `rw_uncover` before anything else happens. */
static int rw_menu_covered(Machine *m, num player, const num *keys, num count) {
    num arena = m->head[H_ARENA];
    m->keys = m->listed = m->deep = m->plain = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (!rw_asks(m, player)) { rw_stop(m, RW_LEFT); return 0; }
    rw_view_as(m, player);
    int whole = rw_menu_seen(m, player, keys, count);
    m->head[H_ARENA] = arena;
    return whole;
}
static int rw_menu(Machine *m, num player, const num *keys, num count) {
    int whole = rw_menu_covered(m, player, keys, count);
    rw_uncover(m);
    return whole;
}
/* Says whether an answer may be given. */
static int rw_may_answer(Machine *m, num player, const num *keys, num count) {
    num arena = m->head[H_ARENA], taken = 0, found;
    if (!rw_asking(m) && rw_quick(m, keys, count)) return !rw_is_window(TOP(m)[F_PROCEDURE]) || TOP(m)[F_SLOTS + S_MUST] != 1;
    rw_view_as(m, player);
    m->keys = 0;
    if (rw_asking(m)) found = count == 1 && rw_rule_answer(m, rw_asking(m), keys) && !m->status;
    else found = rw_act_meant(m, player, keys) && !rw_walk(m, keys[1], keys + KEY_ROW, count - 1, &taken) && !m->status;
    rw_uncover(m);
    m->head[H_ARENA] = arena, m->listed = 0, m->v = m->cur;
    return found;
}
static void rw_fresh(Machine *m) {
    m->used = m->listed = m->steps = m->shuffles = m->deep = 0, m->v = m->cur, m->status = RW_PLAYED, m->chose = RW_NOWHERE;
}
/* Begins an answer or a tick of the clock: everything that is due by then happens first. */
static void rw_pass_time(Machine *m, num until) {
    rw_fresh(m);
    m->head[H_NUMBER]++, m->head[H_DICE] = 0;
    if (until != m->head[H_NOW]) rw_run_due(m, until);
}
/* Gives a whole answer to the frame that asks, and plays on. Then everything happens that became due while something was unfinished. */
static void rw_hand_in(Machine *m, num player, const num *keys, num count) {
    num *frame = TOP(m), *e, list[2] = {player, count}, held_up = rw_held_up(m);
    m->chose = m->used;
    if (!(e = rw_event(m, EV_CHOSE, 2 + KEY_ROW * count))) return;
    e[0] = player, e[1] = count;
    memcpy(e + 2, keys, (size_t)(KEY_ROW * count) * sizeof(num));
    frame[F_SLOTS + S_ANSWER] = m->head[H_ARENA] << 20 | (2 + KEY_ROW * count);
    rw_list(m, list, 2);
    rw_list(m, keys, KEY_ROW * count);
    m->head[H_ASKED] = RW_NOWHERE;
    rw_run(m);
    if (held_up && !m->status) rw_run_due(m, m->head[H_NOW]);
    if (m->p[P_ACTED] && keys[0] == KEY_OFFER && !m->status) m->acted[keys[1]]++;
}
/* Gives a whole answer after time has passed. Where `status` is not RW_PLAYED afterwards, the caller takes it back. */
static void rw_answer_then(Machine *m, num player, const num *keys, num count, int checked) {
    if (m->status) return;
    if (!rw_asks(m, player)) { rw_stop(m, RW_LEFT); return; }
    int may = checked || rw_may_answer(m, player, keys, count);
    m->trusting = 0;
    if (!may) { if (m->status != RW_LEFT) m->status = RW_REFUSED; return; }
    rw_hand_in(m, player, keys, count);
}
/* Gives a whole answer now. */
static void rw_answer(Machine *m, num player, const num *keys, num count, int checked) {
    rw_pass_time(m, m->head[H_NOW]);
    rw_answer_then(m, player, keys, count, checked);
}

/* Plays a game that has just been set up, until somebody is asked. */
static void rw_start(Machine *m) {
    rw_fresh(m);
    if (m->head[H_DEPTH] || m->p[P_MAIN] < 0) { rw_stop(m, RW_LEFT); return; }
    rw_push(m, m->p[P_MAIN], 0, RW_NOWHERE);
    rw_run(m);
}
