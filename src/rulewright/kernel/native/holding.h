/* The frame that holds prepared changes while each listener replies once; then a window for what interrupts, and the changes happen. A part
   of machine.h. */

/* Gives the total amount of the changes to which an ability responds; `v` are its slots, `held` those of the frame that holds the changes. */
static num rw_amount(Machine *m, const num *held, num *v) {
    num amount = 0, changes = held[S_CHANGES];
    for (const num *change = rw_items(m, changes), *end = change + rw_length(changes); change < end; change += change[CH_SIZE])
        if (rw_answers_part(m, v, change)) amount = rw_bounded(m, amount + (change[CH_KIND] == CH_ALTER ? change[CH_AMOUNT] : 1));
    return amount;
}
/* Fills the slots with which a reaction starts: its thing, the frame that holds the changes, and their amount. */
static void rw_reaction(Machine *m, num *v, num action, num holder) {
    static const num kept[] = {S_ATTACKER, S_CAUSE, S_IT, S_HEARD, S_BOUND, S_REFS, S_MEMORY};
    num bound, slot = rw_holder_of(m, holder, &bound);
    rw_empty(m, v);
    for (size_t n = 0; n < sizeof kept / sizeof *kept; n++) v[kept[n]] = m->cur[kept[n]];
    v[S_WOULD] = TOP(m)[F_ID], v[S_PENDING] = *m->notices;
    rw_given(m, v, action, slot);
    if (holder < RW_NOWHERE) v[S_BOUND] = bound;
    v[S_AMOUNT] = rw_amount(m, m->cur, v);
}
static num rw_offered_action(Machine *m) { return rw_trigger(m, rw_items(m, m->cur[S_OFFER])[0])[TRIGGER_ACTION]; }

static int rw_is_forced(Machine *m, num index) {
    return index == RW_NOWHERE || (rw_trigger(m, index)[TRIGGER_UNASKED] && !rw_trigger(m, index)[TRIGGER_EVERYONE]);
}
/* Lists the things of the changes that a listener would edit. */
static num rw_edits_about(Machine *m, const num *offer, num *about) {
    if (offer[0] != RW_NOWHERE) return rw_heard(m, offer[0], offer[1], m->cur, about);
    about[0] = rw_effect_of_holder(m, offer[1])[LA_OBJECT];
    return 1;
}
/* Says whether nothing distinguishes two things that are out of play: name, zone and numbers. */
static int rw_alike(Machine *m, num a, num b) {
    if (rw_in_play(m, a) || rw_in_play(m, b) || rw_is_stack(m, m->places[a]) || rw_is_stack(m, m->places[b])) return 0;
    return m->names[a] == m->names[b] && m->places[a] == m->places[b]
        && !memcmp(m->cells + a * m->width + OWN, m->cells + b * m->width + OWN, (size_t)(m->width - OWN) * sizeof(num));
}
/* Of the offers, keeps those that apply without a choice to the same thing as the first one, and gives how many; the player of this thing
   orders them. If they are all alike, only one is kept. */
static num rw_rivals(Machine *m, num *offers, num count, num *player) {
    num listed = m->listed, *about = m->lists + listed, *other, many, kept = 0, same = 1, size = rw_length(m->cur[S_CHANGES]);
    if (!rw_is_forced(m, offers[0])) return 1;
    if (listed + 2 * size > m->listable) { rw_stop(m, RW_FULL); return 1; }
    m->listed += 2 * size, other = about + size;
    many = rw_edits_about(m, offers, about);
    *player = CELL(m, about[0], OWNER);
    num first = rw_holder_of(m, offers[1], 0);
    for (num n = 0; n < count && !m->status; n++) {
        num meets = 0, found = rw_is_forced(m, offers[2 * n]) ? rw_edits_about(m, offers + 2 * n, other) : 0;
        for (num k = 0; k < found && !meets; k++) meets = rw_contains(about, many, other[k]);
        if (!meets) continue;
        offers[2 * kept] = offers[2 * n], offers[2 * kept + 1] = offers[2 * n + 1];
        num slot = rw_holder_of(m, offers[2 * kept + 1], 0);
        same = same && offers[2 * kept] == offers[0] && (kept ? rw_alike(m, first, slot) : rw_alike(m, slot, slot));
        kept++;
    }
    m->listed = listed;
    return (same && offers[0] != RW_NOWHERE) || *player == RW_NOWHERE ? 1 : kept;
}
static void rw_append(Machine *m, num slot, const num *row, num count) { /* to the list of a slot of the running frame */
    num old = m->cur[slot], at = m->head[H_ARENA];
    if (old != RW_ABSENT) rw_list(m, rw_items(m, old), rw_length(old));
    rw_list(m, row, count);
    m->cur[slot] = at << 20 | (m->head[H_ARENA] - at);
}
/* Reduces the held changes, one after another, by what a prevention has left, and reduces the prevention by as much. */
static void rw_prevent(Machine *m, num id) {
    num effect[LASTING_ROW], less[LASTING_ROW], left, changes = m->cur[S_CHANGES], from = m->prepared;
    memcpy(effect, rw_effect_of(m, id), sizeof effect), memcpy(less, effect, sizeof less);
    left = effect[LA_AMOUNT];
    for (const num *change = rw_items(m, changes), *end = change + rw_length(changes); change < end && !m->status; change += change[CH_SIZE]) {
        num before = m->prepared, *kept = rw_same_change(m, change), by;
        if (change[CH_KIND] == CH_ALTER && change[CH_SLOT] == effect[LA_OBJECT] && change[CH_STAT] == effect[LA_ABOUT] && change[CH_OP] == effect[LA_MORE])
            by = left < change[CH_AMOUNT] ? left : change[CH_AMOUNT], left -= by, kept[CH_AMOUNT] -= by;
        if (kept[CH_KIND] == CH_ALTER && !kept[CH_AMOUNT] && kept[CH_OP] != OP_SET) m->prepared = before;
    }
    m->cur[S_CHANGES] = rw_list(m, m->changes + from, m->prepared - from), m->prepared = from;
    less[LA_AMOUNT] = left;
    if (left) rw_lasts(m, effect, less); else rw_expired(m, effect);
    rw_tell(m, T_PREVENTED, ABOUT_THING, effect[LA_OBJECT]);
}
/* Ends the lasting effect of a following ability. */
static void rw_used_once(Machine *m, num holder) {
    const num *effect = rw_effect_of_holder(m, holder);
    if (effect && effect[LA_OP] != LA_AGAIN) rw_expired(m, effect);
}
/* Asks a listener, or uses it where nobody is asked. */
static int rw_use_listener(Machine *m, num index, num holder) {
    num listed = m->listed, *about = m->lists + listed, offer[] = {index, holder}, met[] = {index, holder, 0}, count;
    if (index == RW_NOWHERE) {
        rw_append(m, S_MET, met, 3);
        rw_prevent(m, -2 - holder);
        return rw_go(m, STEP_BEGIN);
    }
    const num *trigger = rw_trigger(m, index);
    if (listed + rw_length(m->cur[S_CHANGES]) > m->listable) { rw_stop(m, RW_FULL); return GO; }
    m->listed += rw_length(m->cur[S_CHANGES]);
    count = rw_heard(m, index, holder, m->cur, about);
    if (m->status || !count) { rw_stop(m, RW_LEFT); return GO; }
    num treated[] = {trigger[TRIGGER_ACTION], holder, about[0]};
    if (trigger[TRIGGER_SEPARATE]) rw_append(m, S_TREATED, treated, 3); else rw_append(m, S_MET, met, 3);
    m->cur[S_OFFER] = rw_list(m, offer, 2), m->cur[S_IT] = about[0], m->cur[S_HEARD] = rw_list(m, about, count);
    m->listed = listed;
    if (!trigger[TRIGGER_UNASKED]) return rw_ask(m, CELL(m, rw_holder_of(m, holder, 0), OWNER), STEP_ANSWER);
    num path[KEY_ROW] = {KEY_ACTION, trigger[TRIGGER_ACTION], 0};
    rw_reaction(m, m->child, trigger[TRIGGER_ACTION], holder);
    offer[1] = m->child[S_SOURCE];
    rw_used_once(m, holder);
    m->cur[S_OFFER] = rw_list(m, offer, 2);
    return rw_perform(m, trigger[TRIGGER_ACTION], path, 1, STEP_BEGIN, RW_NOWHERE);
}
/* Asks the next listener, or opens the window for what interrupts. */
static int rw_holding_begin(Machine *m) {
    num listed = m->listed, *offers = m->lists + listed, most = 2 * m->things + 16, count = 0, from = m->prepared, player = RW_NOWHERE;
    if (m->p[P_PROHIBITED]) {
        num changes = m->cur[S_CHANGES];
        for (const num *change = rw_items(m, changes), *end = change + rw_length(changes); change < end; change += change[CH_SIZE]) rw_same_change(m, change);
        rw_permitted(m, from, 0);
        m->cur[S_CHANGES] = rw_list(m, m->changes + from, m->prepared - from), m->prepared = from;
    }
    if (listed + 2 * most > m->listable) { rw_stop(m, RW_FULL); return GO; }
    m->listed += 2 * most;
    if (rw_length(m->cur[S_CHANGES])) count = rw_listening(m, m->cur, 0, 0, offers, most);
    if (m->status) return GO;
    if (!count) {
        rw_empty(m, m->child);
        m->child[S_WOULD] = TOP(m)[F_ID];
        return rw_call(m, INTERRUPTS, m->child, STEP_INTERRUPTED, S_INTERRUPTED);
    }
    num first[] = {offers[0], offers[1]};
    if (count > 1) count = rw_rivals(m, offers, count, &player);
    if (m->status) return GO;
    if (count > 1) m->cur[S_AMONG] = rw_list(m, offers, 2 * count);
    m->listed = listed;
    return count > 1 ? rw_ask(m, player, STEP_ORDERED) : rw_use_listener(m, first[0], first[1]);
}
static int rw_holding_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *keys = answer + 2;
    num action = rw_offered_action(m), *v = m->v, taken = 0;
    if (rw_is_text(keys, T_DECLINE)) return rw_go(m, STEP_BEGIN);
    rw_reaction(m, m->child, action, rw_items(m, m->cur[S_OFFER])[1]);
    m->v = m->child;
    rw_fill(m, action, keys + KEY_ROW, answer[1] - 1, &taken);
    m->v = v, m->cur[S_USED] = 1;
    return rw_perform(m, action, keys, answer[1], STEP_USED, RW_NOWHERE);
}
static int rw_holding_used(Machine *m) {
    const num *offer = rw_items(m, m->cur[S_OFFER]);
    num met = m->cur[S_MET];
    rw_used_once(m, offer[1]);
    if (!rw_trigger(m, offer[0])[TRIGGER_SEPARATE]) {
        m->cur[S_MET] = rw_list(m, rw_items(m, met), rw_length(met));
        rw_items(m, m->cur[S_MET])[rw_length(met) - 1] = 1;
    }
    return rw_go(m, STEP_BEGIN);
}
/* Uses the ability that the player chose as the first. */
static int rw_holding_ordered(Machine *m) {
    const num *key = rw_items(m, m->cur[S_ANSWER]) + 2, *among = rw_items(m, m->cur[S_AMONG]);
    return rw_use_listener(m, among[2 * key[1]], among[2 * key[1] + 1]);
}
/* Tests again, after a reaction, whether the actor and the targets of the interrupted action are valid. */
static num rw_still_possible(Machine *m) {
    const num *cause = rw_cause(m), *pick;
    if (!cause) return 1;
    num *v = rw_slots(m), *old = m->v, held = rw_in_play(m, cause[S_ACTOR]);
    for (num n = 0; held && (pick = rw_pick(m, cause[S_ACTION], n)); n++) {
        if (cause[pick[PICK_SLOT]] == RW_ABSENT) continue;
        memcpy(v, cause, (size_t)m->slots * sizeof(num));
        v[S_IT] = pick[PICK_SEVERAL] ? RW_NOWHERE : v[pick[PICK_SLOT]], m->v = v;
        held = rw_holds(m, m->p + pick[PICK_AGAIN]);
        m->v = old;
    }
    m->deep--;
    return held;
}
/* Stores for the rest of the act (this component and later ones) which reactions have answered it, and which changes were negated. */
static void rw_remember(Machine *m) {
    num *part = FRAME(m, m->head[H_DEPTH] - 2), *whole = m->head[H_DEPTH] > 2 ? FRAME(m, m->head[H_DEPTH] - 3) : 0;
    num met = m->cur[S_MET], at = m->head[H_ARENA];
    for (num n = 0; n < rw_length(met); n += 3) {
        num row[3];
        memcpy(row, rw_items(m, met) + n, sizeof row);
        if (row[0] >= 0 && rw_trigger(m, row[0])[TRIGGER_OPTIONAL]) rw_list(m, row, 3);
    }
    met = at << 20 | (m->head[H_ARENA] - at);
    if (part[F_SLOTS + S_ACTION] == RW_ABSENT || rw_procedure(m, part[F_PROCEDURE])[PROC_ACTS]) whole = 0;
    for (num *frame = part; frame; frame = frame == part ? whole : 0) {
        frame[F_SLOTS + S_MET] = met;
        if (m->cur[S_SPARED] != RW_ABSENT && rw_length(m->cur[S_SPARED])) frame[F_SLOTS + S_SPARED] = m->cur[S_SPARED];
    }
}
/* Lets the changes happen, unless a reaction made the rest of this component impossible; `then` happens anyway. */
static int rw_holding_over(Machine *m) {
    num *part = FRAME(m, m->head[H_DEPTH] - 2), changes = m->cur[S_CHANGES], from = m->prepared;
    num answered = m->cur[S_USED] == 1 || m->cur[S_INTERRUPTED] == 1;
    rw_remember(m);
    if (answered && !rw_procedure(m, part[F_PROCEDURE])[PROC_ACTS] && !rw_still_possible(m)) {
        rw_tell(m, T_NO_LONGER, ABOUT_NOTHING, 0);
        return rw_leave(m, part[F_ID]);
    }
    for (const num *change = rw_items(m, changes), *end = change + rw_length(changes); change < end; change += change[CH_SIZE]) rw_same_change(m, change);
    rw_do_all(m, from);
    return rw_end(m, RW_NONE);
}
static int rw_holding(Machine *m, num step) {
    switch (step) {
    case STEP_BEGIN: return rw_holding_begin(m);
    case STEP_ANSWER: return rw_holding_answer(m);
    case STEP_USED: return rw_holding_used(m);
    case STEP_ORDERED: return rw_holding_ordered(m);
    case STEP_INTERRUPTED: return rw_holding_over(m);
    default: rw_stop(m, RW_LEFT); return GO;
    }
}
/* Lists the abilities that may be chosen to come first, by their numbers. */
static void rw_rivals_menu(Machine *m, num among) {
    for (num n = 0; n < rw_length(among) / 2; n++) rw_key(m, KEY_NUMBER, n, 0);
}
