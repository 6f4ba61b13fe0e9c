/* The gate, which every change passes: rules can forbid it, replace it, or act before it; then it happens and is noticed. A part of machine.h.

   Holders are numbers: a thing is its slot; a lasting effect (an ability that follows, or a prevention) is a number from
   -2 downwards. */

static num rw_lasting_holder(num id) { return -2 - id; }

/* Gives the lasting effect that such a number stands for; nothing for a thing. */
static const num *rw_effect_of_holder(Machine *m, num holder) { return holder >= RW_NOWHERE ? 0 : rw_effect_of(m, -2 - holder); }

/* Gives to whom the ability of a listener belongs, and what it follows for; for a prevention, whom it protects. */
static num rw_holder_of(Machine *m, num holder, num *bound) {
    const num *effect = rw_effect_of_holder(m, holder);
    if (bound) *bound = RW_NOWHERE;
    if (!effect) return holder;
    if (effect[LA_ASKS] == T_NEXT) return effect[LA_OBJECT];
    if (bound && effect[LA_AMOUNT] != RW_NOWHERE && rw_alive(m, effect[LA_AMOUNT])) *bound = effect[LA_AMOUNT] % RW_LIVES;
    return effect[LA_BY];
}

/* -- who hears a prepared change -------------------------------------------------------------------------------------------------------- */

static const num *rw_trigger(Machine *m, num index) { return ROW(m, P_TRIGGERS, index, TRIGGER_ROW); }

static int rw_concerns(const num *trigger, const num *change) {
    if (trigger[TRIGGER_OF] != OF_ANYTHING && trigger[TRIGGER_OF] != rw_sort_of_change(change)) return 0;
    return trigger[TRIGGER_STAT] == RW_ABSENT || trigger[TRIGGER_STAT] == rw_stat_of_change(change);
}
/* Says whether a trigger is met by a prepared change; `v` are the slots of its action. */
static int rw_hears_change(Machine *m, const num *trigger, num *v, const num *change) {
    num event[EVENT_ROW], *old = m->v, it = v[S_IT], held;
    const num *before = m->change;
    if (!rw_concerns(trigger, change) || (trigger[TRIGGER_EVERYONE] && change[CH_SLOT] != v[S_SOURCE])) return 0;
    memcpy(event, m->event, sizeof event);
    rw_foresee(m, change);
    v[S_IT] = change[CH_SLOT], m->v = v, m->change = change;
    held = rw_value(m, trigger[TRIGGER_TEST]) != 0;
    m->v = old, m->change = before, v[S_IT] = it;
    memcpy(m->event, event, sizeof event);
    return held && !m->status;
}
static int rw_was_treated(Machine *m, num treated, num action, num holder, num it) {
    for (num n = 0; treated != RW_ABSENT && n < rw_length(treated); n += 3) {
        const num *use = rw_items(m, treated) + n;
        if (use[0] == action && use[1] == holder && use[2] == it) return 1;
    }
    return 0;
}
/* Lists the things of the held changes that meet a listener's trigger, if it may answer: all of them or, for a trigger that is met one by one,
   the next. `given` are the slots of the frame that holds the changes; `found` has room for one number for each change. */
static num rw_heard(Machine *m, num index, num holder, const num *given, num *found) {
    const num *trigger = rw_trigger(m, index), *row = rw_action(m, trigger[TRIGGER_ACTION]);
    num action = trigger[TRIGGER_ACTION], cause = rw_held(given, S_CAUSE), count = 0, changes = given[S_CHANGES], *old = m->v, bound;
    num slot = rw_holder_of(m, holder, &bound);
    if (!m->p[P_NESTED] && cause != RW_NOWHERE && row[ACTION_REACTS] && rw_action(m, cause)[ACTION_REACTS]) return 0;
    if (slot == RW_NOWHERE || !rw_in_use(m, slot, action)) return 0;
    num *v = rw_slots(m);
    memcpy(v, given, (size_t)m->slots * sizeof(num));
    rw_given(m, v, action, slot);
    v[S_BOUND] = bound;
    for (const num *change = rw_items(m, changes), *end = change + rw_length(changes); change < end; change += change[CH_SIZE]) {
        if (trigger[TRIGGER_SEPARATE] && (count || rw_was_treated(m, given[S_TREATED], action, holder, change[CH_SLOT]))) continue;
        if (rw_hears_change(m, trigger, v, change)) found[count++] = change[CH_SLOT];
    }
    if (count) {
        v[S_IT] = found[0], m->v = v;
        if (!(row[ACTION_DARK] ? rw_legal(m, action) : rw_possible(m, action))) count = 0;
        m->v = old;
    }
    m->deep--;
    return m->status ? 0 : count;
}
static int rw_reacts(Machine *m, num index) { return index >= 0 && rw_action(m, rw_trigger(m, index)[TRIGGER_ACTION])[ACTION_REACTS]; }

/* Says whether a listener has already dealt with these changes, or has reacted to them with another ability. */
static int rw_has_met(Machine *m, num met, num index, num holder) {
    const num *row = rw_items(m, met);
    for (num n = 0; n < rw_length(met); n += 3, row += 3) {
        if (row[0] == index && row[1] == holder) return 1;
        if (row[2] && row[1] == holder && rw_reacts(m, index) && rw_reacts(m, row[0])) return 1;
    }
    return 0;
}

/* -- listeners: pairs of a trigger, or nothing for a prevention, and its holder --------------------------------------------------------- */

typedef struct { num *into, count, most; int first; } Listeners; /* with `first` the search stops at the first */

static int rw_listens(Machine *m, Listeners *found, num index, num holder) {
    if (found->count >= found->most) { rw_stop(m, RW_FULL); return 1; }
    found->into[2 * found->count] = index, found->into[2 * found->count++ + 1] = holder;
    return found->first;
}
/* Finds rules that belong to nobody and apply to whatever a change is about. */
static int rw_rules_listen(Machine *m, const num *given, int again, num *about, Listeners *found) {
    const num *would = m->p + m->p[P_WOULD], *first = rw_items(m, given[S_CHANGES]), *end = first + rw_length(given[S_CHANGES]);
    for (num k = 1; k <= would[0]; k++) {
        const num *trigger = rw_trigger(m, would[k]);
        if (trigger[TRIGGER_AGAIN] != again || !trigger[TRIGGER_EVERYONE]) continue;
        for (const num *change = first; change < end && !m->status; change += change[CH_SIZE]) {
            num holder = change[CH_SLOT], known = 0;
            for (const num *before = first; before < change && !known; before += before[CH_SIZE]) known = before[CH_SLOT] == holder;
            if (known || rw_has_met(m, given[S_MET], would[k], holder) || !rw_heard(m, would[k], holder, given, about)) continue;
            if (rw_listens(m, found, would[k], holder)) return 1;
        }
    }
    return 0;
}
static int rw_prevents(const num *effect, const num *change) {
    return effect[LA_ASKS] == T_NEXT && change[CH_KIND] == CH_ALTER && change[CH_AMOUNT] > 0 && change[CH_SLOT] == effect[LA_OBJECT]
        && change[CH_STAT] == effect[LA_ABOUT] && change[CH_OP] == effect[LA_MORE];
}
/* Finds lasting effects that prevent the next of certain changes, in the order of the changes. */
static int rw_shields_listen(Machine *m, const num *changes, num size, num met, Listeners *found) {
    for (const num *change = changes; m->p[P_SHIELDS] && change < changes + size; change += change[CH_SIZE])
        for (num n = 0; n < *m->effects; n++) {
            const num *effect = rw_effect(m, n);
            num known = 0;
            if (!rw_prevents(effect, change)) continue;
            for (const num *before = changes; before < change && !known; before += before[CH_SIZE]) known = rw_prevents(effect, before);
            if (known || (met != RW_ABSENT && rw_has_met(m, met, RW_NOWHERE, rw_lasting_holder(effect[LA_ID])))) continue;
            if (rw_listens(m, found, RW_NOWHERE, rw_lasting_holder(effect[LA_ID]))) return 1;
        }
    return 0;
}
/* Finds following abilities: lasting effects say that they are used once. */
static int rw_followers_listen(Machine *m, const num *given, int again, num *about, Listeners *found) {
    const num *would = m->p + m->p[P_WOULD];
    for (num k = 1; k <= would[0] && *m->effects; k++) {
        const num *trigger = rw_trigger(m, would[k]);
        if (trigger[TRIGGER_AGAIN] != again || !trigger[TRIGGER_FOLLOWS]) continue;
        for (num n = 0; n < *m->effects && !m->status; n++) {
            num holder = rw_lasting_holder(rw_effect(m, n)[LA_ID]);
            if (!rw_is_about(m, rw_effect(m, n), RW_NOWHERE, T_FOLLOWS, trigger[TRIGGER_ACTION])) continue;
            if (rw_has_met(m, given[S_MET], would[k], holder) || !rw_heard(m, would[k], holder, given, about)) continue;
            if (rw_listens(m, found, would[k], holder)) return 1;
        }
    }
    return 0;
}
static int rw_is_of_things(const num *trigger, int again) {
    return trigger[TRIGGER_AGAIN] == again && !trigger[TRIGGER_EVERYONE] && !trigger[TRIGGER_FOLLOWS];
}
/* Lists the things in play that have an ability which can answer changes. */
static num rw_could_answer(Machine *m, int again, num *into) {
    const num *would = m->p + m->p[P_WOULD];
    num *live, count = rw_live(m, &live), kept = 0;
    for (num n = 0; n < count; n++)
        for (num k = 1; k <= would[0]; k++) {
            const num *trigger = rw_trigger(m, would[k]);
            if (!rw_is_of_things(trigger, again) || !rw_able(m, live[n], trigger[TRIGGER_ACTION])) continue;
            into[kept++] = live[n];
            break;
        }
    return kept;
}
/* Finds things in play with an ability, in the book's order. */
static int rw_things_listen(Machine *m, const num *given, int again, num *order, num *about, Listeners *found) {
    const num *would = m->p + m->p[P_WOULD];
    num count = rw_could_answer(m, again, order);
    rw_order(m, order, count);
    for (num n = 0; n < count && !m->status; n++)
        for (num k = 1; k <= would[0] && !m->status; k++) {
            const num *trigger = rw_trigger(m, would[k]);
            if (!rw_is_of_things(trigger, again)) continue;
            if (!rw_able(m, order[n], trigger[TRIGGER_ACTION]) || rw_has_met(m, given[S_MET], would[k], order[n]) || !rw_awake(m, order[n])) continue;
            if (!rw_heard(m, would[k], order[n], given, about)) continue;
            if (rw_listens(m, found, would[k], order[n])) return 1;
        }
    return 0;
}
/* Lists who may answer prepared changes: those who may do so once, or with `again` those who may repeat it. */
static num rw_listening(Machine *m, const num *given, int again, int first, num *into, num most) {
    num *live, count = rw_live(m, &live), replied = 0, met = given[S_MET], changes = given[S_CHANGES], listed = m->listed;
    num *order = m->lists + listed, *about = order + count;
    Listeners found = {into, 0, most, first};
    if (listed + count + rw_length(changes) > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < rw_length(met); n += 3) replied += rw_items(m, met)[n + 2];
    if (!again && m->p[P_REPLIES] != RW_ABSENT && replied >= m->p[P_REPLIES]) return 0;
    m->listed += count + rw_length(changes);
    if (!rw_rules_listen(m, given, again, about, &found) && !(!again && rw_shields_listen(m, rw_items(m, changes), rw_length(changes), met, &found))
        && !rw_followers_listen(m, given, again, about, &found)) rw_things_listen(m, given, again, order, about, &found);
    m->listed = listed;
    return m->status ? 0 : found.count;
}

/* -- prepared changes of an instruction ------------------------------------------------------------------------------------------------- */

/* Leaves out changes that were negated for the whole act, and writes an event for each; says whether there was one. */
static int rw_spare(Machine *m, num from) {
    num spared = m->cur[S_SPARED], kept = from, end = m->prepared, size;
    if (spared == RW_ABSENT || !rw_length(spared)) return 0;
    for (num at = from; at < end; at += size) {
        num *change = m->changes + at, out = 0;
        size = change[CH_SIZE];
        for (num k = 0; change[CH_KIND] == CH_ALTER && k < rw_length(spared); k += 3) {
            const num *row = rw_items(m, spared) + k;
            out |= row[0] == change[CH_SLOT] && row[1] == change[CH_STAT] && row[2] == change[CH_OP];
        }
        if (out) rw_tell(m, T_NEGATED, ABOUT_THING, change[CH_SLOT]);
        else memmove(m->changes + kept, change, (size_t)size * sizeof(num)), kept += size;
    }
    m->prepared = kept;
    return kept < end;
}
/* Lists which abilities have already dealt with the act, and those that are just being applied to a held change without a choice. */
static num rw_met_so_far(Machine *m) {
    num met = m->cur[S_MET], at = m->head[H_ARENA];
    if (met != RW_ABSENT) rw_list(m, rw_items(m, met), rw_length(met));
    for (num n = 0; n < m->head[H_DEPTH]; n++) {
        num *frame = FRAME(m, n), offer = frame[F_SLOTS + S_OFFER];
        if (frame[F_PROCEDURE] != BEFORE_CHANGE || offer == RW_ABSENT) continue;
        num row[3] = {rw_items(m, offer)[0], rw_items(m, offer)[1], 0};
        if (!rw_trigger(m, row[0])[TRIGGER_OPTIONAL]) rw_list(m, row, 3);
    }
    return at << 20 | (m->head[H_ARENA] - at);
}
/* Says whether anybody could answer some prepared changes, by what they are about. */
static int rw_any_concerned(Machine *m, const num *changes, num size) {
    const num *would = m->p + m->p[P_WOULD];
    num pair[2];
    for (const num *change = changes; change < changes + size; change += change[CH_SIZE])
        for (num k = 1; k <= would[0]; k++) if (rw_concerns(rw_trigger(m, would[k]), change)) return 1;
    Listeners found = {pair, 0, 1, 1};
    return rw_shields_listen(m, changes, size, RW_ABSENT, &found);
}
/* If anybody could answer the prepared changes, or has answered them for the whole act, calls a frame that holds them; otherwise does
   nothing. */
static int rw_would(Machine *m, num from, num then) {
    num pair[2], *v = m->child;
    int spared = rw_spare(m, from);
    num *changes = m->changes + from, size = m->prepared - from;
    if (!spared && !rw_any_concerned(m, changes, size)) return FURTHER;
    const num *cause = rw_cause(m);
    rw_empty(m, v);
    v[S_ATTACKER] = cause ? rw_held(cause, S_ACTOR) : RW_NOWHERE, v[S_CAUSE] = cause ? rw_held(cause, S_ACTION) : RW_NOWHERE;
    v[S_CHANGES] = rw_list(m, changes, size), v[S_MET] = rw_met_so_far(m);
    v[S_SPARED] = m->cur[S_SPARED] == RW_ABSENT ? rw_list(m, 0, 0) : m->cur[S_SPARED];
    if (!spared && !rw_listening(m, v, 0, 1, pair, 1) && !rw_listening(m, v, 1, 1, pair, 1)) return FURTHER;
    m->prepared = from;
    return m->status ? FURTHER : rw_call(m, BEFORE_CHANGE, v, then, RW_NOWHERE);
}
static num *rw_frame_of(Machine *m, num id) {
    for (num n = m->head[H_DEPTH]; n-- > 0;) if (FRAME(m, n)[F_ID] == id) return FRAME(m, n);
    return 0;
}
static void rw_inherit(Machine *m, num *held, num it, const num *changes, num size);

/* Passes the prepared changes of the running frame through the gate: they join a held change, or a frame is called that holds them, or they
   happen now. */
static int rw_through(Machine *m, num from, num then) {
    num *joined = m->cur[S_JOINED] == RW_ABSENT ? 0 : rw_frame_of(m, m->cur[S_JOINED]), at = m->head[H_ARENA];
    if (m->status) return FURTHER;
    if (joined) {
        num *held = joined + F_SLOTS;
        rw_inherit(m, held, rw_held(m->cur, S_IT), m->changes + from, m->prepared - from);
        at = m->head[H_ARENA];
        rw_list(m, rw_items(m, held[S_CHANGES]), rw_length(held[S_CHANGES]));
        rw_list(m, m->changes + from, m->prepared - from);
        held[S_CHANGES] = at << 20 | (m->head[H_ARENA] - at), m->prepared = from;
        return FURTHER;
    }
    if (m->p[P_PROHIBITED]) rw_permitted(m, from, 0);
    if ((m->p[m->p[P_WOULD]] || m->p[P_SHIELDS]) && m->prepared > from && rw_would(m, from, then) == CALLED) return CALLED;
    rw_do_all(m, from);
    return FURTHER;
}
