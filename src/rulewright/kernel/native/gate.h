/* The gate: prepared changes, who answers them before they happen, and the frame that holds them meanwhile. A part of machine.h. */

static num *rw_new_change(Machine *m, num kind, num slot) {
    if (m->prepared >= m->layout[L_CHANGES]) { rw_stop(m, RW_FULL); m->prepared = 0; }
    num *change = m->changes + m->prepared++ * CHANGE_ROW;
    memset(change, 0, CHANGE_ROW * sizeof(num));
    change[CH_KIND] = kind, change[CH_SLOT] = slot;
    return change;
}
static void rw_new_alter(Machine *m, num slot, num stat, num op, num amount, num tag) {
    num *change = rw_new_change(m, CH_ALTER, slot);
    change[CH_STAT] = stat, change[CH_OP] = op, change[CH_AMOUNT] = amount, change[CH_TAG] = tag;
}
/* Lets an effect begin; it replaces one of the same name on the same question, unless names add up. */
static void rw_begin_lasting(Machine *m, const num *prepared) {
    num row[LASTING_ROW], known[LASTING_ROW];
    memcpy(row, prepared, sizeof row);
    row[LA_ID] = ++m->head[H_IDS];
    for (num n = 0; n < *m->effects && !m->p[P_ADDS_UP] && (row[LA_ASKS] == RW_NOWHERE || row[LA_OP] == LA_SETS) && !m->status;) {
        memcpy(known, rw_effect(m, n), sizeof known);
        if (known[LA_NAME] == row[LA_NAME] && rw_is_about(m, known, row[LA_OBJECT], row[LA_ASKS], row[LA_ABOUT]) && known[LA_MORE] == row[LA_MORE])
            rw_expired(m, known);
        else n++;
    }
    rw_lasts(m, 0, row);
    if (row[LA_ASKS] == RW_NOWHERE) rw_hold(m, row[LA_OBJECT], row[LA_ABOUT]);
    else if (row[LA_OBJECT] != RW_NOWHERE)
        for (num stat = 0; stat < m->width; stat++) rw_hold(m, row[LA_OBJECT], stat);
}
static void rw_do(Machine *m, const num *change) {
    if (change[CH_KIND] == CH_ALTER) rw_alter(m, change[CH_SLOT], change[CH_STAT], change[CH_OP], change[CH_AMOUNT]);
    else if (change[CH_KIND] == CH_SEND) rw_bring(m, change[CH_SLOT], change[CH_STAT], change[CH_OP] ? AT_BOTTOM : AT_TOP, 0, -1);
    else {
        rw_begin_lasting(m, change + CH_LASTS);
        if (change[CH_SLOT] != RW_NOWHERE) rw_disturb(m, m->places[change[CH_SLOT]]);
    }
}
/* Lets prepared changes happen, all in one moment. */
static void rw_do_all(Machine *m, const num *changes, num count) {
    num moment = count > 1 || (count && changes[CH_KIND] == CH_SEND);
    if (moment) rw_begin_moment(m);
    for (num n = 0; n < count && !m->status; n++) rw_do(m, changes + n * CHANGE_ROW);
    if (moment) rw_end_moment(m);
}

/* -- who hears a prepared change -- */

static int rw_concerns(const num *trigger, const num *change) {
    static const num kinds[] = {OF_CHANGED, OF_MOVED, OF_LASTS};
    if (trigger[TRIGGER_OF] != OF_ANYTHING && trigger[TRIGGER_OF] != kinds[change[CH_KIND]]) return 0;
    return trigger[TRIGGER_STAT] == RW_ABSENT || (change[CH_KIND] == CH_ALTER && trigger[TRIGGER_STAT] == change[CH_STAT]);
}
/* Says whether a trigger is met by a prepared change; `v` are the slots of its action. */
static int rw_hears_change(Machine *m, const num *trigger, num *v, const num *change) {
    num event[EVENT_ROW], *old = m->v, it = v[S_IT], held;
    const num *before = m->change;
    if (!rw_concerns(trigger, change) || (trigger[TRIGGER_EVERYONE] && change[CH_SLOT] != v[S_SOURCE])) return 0;
    memcpy(event, m->event, sizeof event);
    memset(m->event, 0, sizeof event);
    if (change[CH_KIND] == CH_SEND) {
        m->event[0] = EV_MOVED, m->event[1] = change[CH_SLOT], m->event[2] = m->places[change[CH_SLOT]], m->event[3] = change[CH_STAT];
    } else if (change[CH_KIND] == CH_ALTER) {
        m->event[0] = EV_CHANGED, m->event[1] = change[CH_SLOT], m->event[2] = change[CH_STAT];
        m->event[3] = CELL(m, change[CH_SLOT], change[CH_STAT]);
        m->event[4] = rw_altered(m, change[CH_SLOT], change[CH_STAT], change[CH_OP], change[CH_AMOUNT]);
    }
    v[S_IT] = change[CH_SLOT], m->v = v, m->change = change;
    held = rw_value(m, trigger[TRIGGER_TEST]) != 0;
    m->v = old, m->change = before, v[S_IT] = it;
    memcpy(m->event, event, sizeof event);
    return held && !m->status;
}
/* Lists whom the changes are about that a listener hears and may answer; `given` are the slots of who holds the changes. */
static num rw_heard(Machine *m, num index, num holder, const num *given, num *found) {
    const num *trigger = ROW(m, P_TRIGGERS, index, TRIGGER_ROW);
    num action = trigger[TRIGGER_ACTION], cause = rw_held(given, S_CAUSE), count = 0, changes = given[S_CHANGES], *old = m->v;
    if (!m->p[P_NESTED] && cause != RW_NOWHERE && ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_REACTS]
        && ROW(m, P_ACTIONS, cause, ACTION_ROW)[ACTION_REACTS]) return 0;
    if (!rw_in_use(m, holder, action)) return 0;
    num *v = rw_slots(m);
    memcpy(v, given, (size_t)m->slots * sizeof(num));
    rw_given(m, v, action, holder);
    v[S_BOUND] = RW_NOWHERE;
    for (num n = 0; n < rw_length(changes) / CHANGE_ROW; n++) {
        const num *change = rw_items(m, changes) + n * CHANGE_ROW;
        if (rw_hears_change(m, trigger, v, change)) found[count++] = change[CH_SLOT];
    }
    if (count) {
        v[S_IT] = found[0], m->v = v;
        if (!rw_possible(m, action)) count = 0;
        m->v = old;
    }
    m->deep--;
    return m->status ? 0 : count;
}
/* Says whether a listener has met the changes, or has reacted to them by something else. */
static int rw_has_met(Machine *m, num met, num index, num holder) {
    const num *row = rw_items(m, met);
    num reacts = ROW(m, P_ACTIONS, ROW(m, P_TRIGGERS, index, TRIGGER_ROW)[TRIGGER_ACTION], ACTION_ROW)[ACTION_REACTS];
    for (num n = 0; n < rw_length(met) / 3; n++, row += 3) {
        if (row[0] == index && row[1] == holder) return 1;
        if (reacts && row[2] && row[1] == holder && row[0] >= 0
            && ROW(m, P_ACTIONS, ROW(m, P_TRIGGERS, row[0], TRIGGER_ROW)[TRIGGER_ACTION], ACTION_ROW)[ACTION_REACTS]) return 1;
    }
    return 0;
}
/* Lists who may answer prepared changes, as pairs of a trigger and its holder; with `first` it stops at the first. */
static num rw_listening(Machine *m, const num *given, int again, int first, num *into) {
    const num *would = m->p + m->p[P_WOULD];
    num *live, count = rw_live(m, &live), found = 0, replied = 0, met = given[S_MET], changes = given[S_CHANGES], others = 0;
    num *order = m->lists + m->listed, *about = order + count;
    if (m->listed + count + rw_length(changes) / CHANGE_ROW > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < rw_length(met) / 3; n++) replied += rw_items(m, met)[3 * n + 2];
    if (!again && m->p[P_REPLIES] != RW_ABSENT && replied >= m->p[P_REPLIES]) return 0;
    m->listed += count + rw_length(changes) / CHANGE_ROW;
    for (num k = 1; k <= would[0]; k++) {
        const num *trigger = ROW(m, P_TRIGGERS, would[k], TRIGGER_ROW);
        if (trigger[TRIGGER_AGAIN] != again) continue;
        others |= !trigger[TRIGGER_EVERYONE];
        for (num n = 0; trigger[TRIGGER_EVERYONE] && n < rw_length(changes) / CHANGE_ROW; n++) {
            num holder = rw_items(m, changes)[n * CHANGE_ROW + CH_SLOT], known = 0;
            for (num j = 0; !known && j < n; j++) known = rw_items(m, changes)[j * CHANGE_ROW + CH_SLOT] == holder;
            if (known || rw_has_met(m, met, would[k], holder) || !rw_heard(m, would[k], holder, given, about)) continue;
            into[2 * found] = would[k], into[2 * found++ + 1] = holder;
            if (first) return found;
        }
    }
    if (!others) return found;
    memcpy(order, live, (size_t)count * sizeof(num));
    rw_order(m, order, count);
    for (num n = 0; n < count && !m->status; n++)
        for (num k = 1; k <= would[0]; k++) {
            const num *trigger = ROW(m, P_TRIGGERS, would[k], TRIGGER_ROW);
            if (trigger[TRIGGER_AGAIN] != again || trigger[TRIGGER_EVERYONE] || rw_has_met(m, met, would[k], order[n])) continue;
            if (!rw_able(m, order[n], trigger[TRIGGER_ACTION]) || !rw_heard(m, would[k], order[n], given, about)) continue;
            if (found < m->things) into[2 * found] = would[k], into[2 * found++ + 1] = order[n]; else rw_stop(m, RW_LEFT);
            if (first) return found;
        }
    return found;
}

/* -- prepared changes of an instruction -- */

/* Leaves out changes that were negated for the whole act, and tells for whom; gives how many are left. */
static num rw_unspared(Machine *m, num *changes, num count) {
    num spared = m->cur[S_SPARED], left = 0;
    for (num n = 0; n < count; n++) {
        num *change = changes + n * CHANGE_ROW, out = 0;
        for (num k = 0; spared != RW_ABSENT && change[CH_KIND] == CH_ALTER && k < rw_length(spared) / 3; k++) {
            const num *row = rw_items(m, spared) + 3 * k;
            out |= row[0] == change[CH_SLOT] && row[1] == change[CH_STAT] && row[2] == change[CH_OP];
        }
        if (out) rw_tell(m, T_NEGATED, ABOUT_THING, change[CH_SLOT]);
        else memmove(changes + left++ * CHANGE_ROW, change, CHANGE_ROW * sizeof(num));
    }
    return left;
}
/* Gives what has met the act so far, and what is being applied to a held change without anybody's choice. */
static num rw_met_so_far(Machine *m) {
    num met = m->cur[S_MET], from = met == RW_ABSENT ? 0 : rw_length(met), at = m->head[H_ARENA];
    for (num n = 0; n < from; n++) { num one = rw_items(m, met)[n]; rw_list(m, &one, 1); }
    for (num n = 0; n < m->head[H_DEPTH]; n++) {
        num *frame = FRAME(m, n), offer = frame[F_SLOTS + S_OFFER];
        if (frame[F_PROCEDURE] != BEFORE_CHANGE || offer == RW_ABSENT) continue;
        num row[3] = {rw_items(m, offer)[0], rw_items(m, offer)[1], 0};
        if (!ROW(m, P_TRIGGERS, row[0], TRIGGER_ROW)[TRIGGER_OPTIONAL]) rw_list(m, row, 3);
    }
    return at << 20 | (m->head[H_ARENA] - at);
}
/* Calls a frame that holds changes, if anybody could answer them or has done so for the whole act; otherwise it goes further. */
static int rw_hold_changes(Machine *m, num *changes, num count, num then) {
    const num *would = m->p + m->p[P_WOULD];
    num concerned = 0, left = rw_unspared(m, changes, count), listed = m->listed, pair[2], listens = 0, *v = m->child;
    if (left == count) {
        for (num k = 1; k <= would[0] && !concerned; k++)
            for (num n = 0; n < count && !concerned; n++)
                concerned = rw_concerns(ROW(m, P_TRIGGERS, would[k], TRIGGER_ROW), changes + n * CHANGE_ROW);
        if (!concerned) return FURTHER;
    }
    const num *cause = rw_cause(m);
    rw_empty(m, v);
    v[S_ATTACKER] = cause ? rw_held(cause, S_ACTOR) : RW_NOWHERE, v[S_CAUSE] = cause ? rw_held(cause, S_ACTION) : RW_NOWHERE;
    v[S_CHANGES] = rw_list(m, changes, left * CHANGE_ROW), v[S_MET] = rw_met_so_far(m);
    v[S_SPARED] = m->cur[S_SPARED] == RW_ABSENT ? rw_list(m, 0, 0) : m->cur[S_SPARED];
    if (left == count) {
        listens = rw_listening(m, v, 0, 1, pair) || rw_listening(m, v, 1, 1, pair);
        m->listed = listed;
        if (!listens) return FURTHER;
    }
    return rw_call(m, BEFORE_CHANGE, v, then, RW_NOWHERE);
}
/* Lets the prepared changes of an instruction through: they happen now, or a frame is called that holds them. */
static int rw_through(Machine *m, num then) {
    num count = m->prepared;
    m->prepared = 0;
    if (m->status) return FURTHER;
    if (m->cur[S_JOINED] != RW_ABSENT) { rw_stop(m, RW_LEFT); return FURTHER; }
    if (m->p[m->p[P_WOULD]] && count && rw_hold_changes(m, m->changes, count, then) == CALLED) return CALLED;
    rw_do_all(m, m->changes, count);
    return FURTHER;
}

/* -- the frame that holds changes -- */

/* Fills the slots with which a reaction starts: what it is about, who holds the changes, and how much they are about. */
static void rw_reaction(Machine *m, num *v, num action, num holder) {
    static const num kept[] = {S_ATTACKER, S_CAUSE, S_IT, S_HEARD, S_BOUND, S_REFS, S_MEMORY};
    const num *would = m->p + m->p[P_WOULD];
    num amount = 0, changes = m->cur[S_CHANGES];
    rw_empty(m, v);
    for (size_t n = 0; n < sizeof kept / sizeof *kept; n++) v[kept[n]] = m->cur[kept[n]];
    v[S_WOULD] = TOP(m)[F_ID], v[S_PENDING] = *m->notices;
    rw_given(m, v, action, holder);
    for (num n = 0; n < rw_length(changes) / CHANGE_ROW; n++) {
        const num *change = rw_items(m, changes) + n * CHANGE_ROW;
        num hears = 0;
        for (num k = 1; k <= would[0] && !hears; k++)
            hears = ROW(m, P_TRIGGERS, would[k], TRIGGER_ROW)[TRIGGER_ACTION] == action
                && rw_hears_change(m, ROW(m, P_TRIGGERS, would[k], TRIGGER_ROW), v, change);
        if (hears) amount = rw_bounded(m, amount + (change[CH_KIND] == CH_ALTER ? change[CH_AMOUNT] : 1));
    }
    v[S_AMOUNT] = amount;
}
/* Performs the reaction on offer; after an answer its slots are filled, and `keys` are the answer. */
static int rw_react(Machine *m, num back, const num *keys, num count) {
    num action = ROW(m, P_TRIGGERS, rw_items(m, m->cur[S_OFFER])[0], TRIGGER_ROW)[TRIGGER_ACTION], path[KEY_ROW] = {KEY_ACTION, action, 0};
    if (!keys) rw_reaction(m, m->child, action, rw_items(m, m->cur[S_OFFER])[1]);
    return rw_perform(m, action, keys ? keys : path, keys ? count : 1, back, RW_NOWHERE);
}
/* Says whether other listeners are used without asking on things of the same player, who would order them. */
static int rw_rivals(Machine *m, const num *offers, num count, num *about) {
    num player = RW_NOWHERE;
    for (num n = 0; n < count; n++) {
        const num *trigger = ROW(m, P_TRIGGERS, offers[2 * n], TRIGGER_ROW);
        if (!trigger[TRIGGER_UNASKED] || trigger[TRIGGER_EVERYONE]) { if (!n) return 0; else continue; }
        if (!rw_heard(m, offers[2 * n], offers[2 * n + 1], m->cur, about)) continue;
        num owner = CELL(m, about[0], OWNER);
        if (!n) player = owner; else if (owner == player && player != RW_NOWHERE) return 1;
    }
    return 0;
}
static int rw_holding_begin(Machine *m) {
    num listed = m->listed, *offers = m->lists + listed, *about, changes = m->cur[S_CHANGES], count = 0;
    if (listed + 4 * m->things + rw_length(changes) > m->listable) { rw_stop(m, RW_FULL); return GO; }
    m->listed += 2 * m->things + 2, about = m->lists + m->listed, m->listed += rw_length(changes) / CHANGE_ROW;
    if (rw_length(changes)) count = rw_listening(m, m->cur, 0, 0, offers);
    if (m->status) return GO;
    if (!count) {
        rw_empty(m, m->child);
        m->child[S_WOULD] = TOP(m)[F_ID];
        return rw_call(m, INTERRUPTS, m->child, STEP_INTERRUPTED, S_INTERRUPTED);
    }
    if (count > 1 && rw_rivals(m, offers, count, about)) { rw_stop(m, RW_LEFT); return GO; }
    num met[] = {offers[0], offers[1], 0}, at = m->head[H_ARENA], old = m->cur[S_MET];
    num heard = rw_heard(m, offers[0], offers[1], m->cur, about);
    for (num n = 0; n < rw_length(old); n++) { num one = rw_items(m, old)[n]; rw_list(m, &one, 1); }
    rw_list(m, met, 3);
    m->cur[S_MET] = at << 20 | (m->head[H_ARENA] - at);
    m->cur[S_OFFER] = rw_list(m, offers, 2), m->cur[S_IT] = about[0], m->cur[S_HEARD] = rw_list(m, about, heard);
    m->listed = listed;
    if (!ROW(m, P_TRIGGERS, offers[0], TRIGGER_ROW)[TRIGGER_UNASKED]) return rw_ask(m, CELL(m, offers[1], OWNER), STEP_ANSWER);
    return rw_react(m, STEP_BEGIN, 0, 0);
}
static int rw_holding_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *keys = answer + 2;
    num action = ROW(m, P_TRIGGERS, rw_items(m, m->cur[S_OFFER])[0], TRIGGER_ROW)[TRIGGER_ACTION], *v = m->v, taken = 0;
    if (rw_is_text(keys, T_DECLINE)) return rw_go(m, STEP_BEGIN);
    rw_reaction(m, m->child, action, rw_items(m, m->cur[S_OFFER])[1]);
    m->v = m->child;
    rw_fill(m, action, keys + KEY_ROW, answer[1] - 1, &taken);
    m->v = v, m->cur[S_USED] = 1;
    return rw_react(m, STEP_USED, keys, answer[1]);
}
/* Tests again, after a reaction, whether the actor and the targets of the interrupted action are valid. */
static num rw_still_possible(Machine *m) {
    const num *cause = rw_cause(m), *pick;
    if (!cause) return 1;
    num *v = rw_slots(m), *old = m->v, held = rw_in_play(m, cause[S_ACTOR]);
    for (num n = 0; held && (pick = rw_pick(m, cause[S_ACTION], n)); n++) {
        if (cause[pick[PICK_SLOT]] == RW_ABSENT) continue;
        if (pick[PICK_SEVERAL]) { rw_stop(m, RW_LEFT); break; }
        memcpy(v, cause, (size_t)m->slots * sizeof(num));
        v[S_IT] = v[pick[PICK_SLOT]], m->v = v;
        held = rw_holds(m, m->p + pick[PICK_AGAIN]);
        m->v = old;
    }
    m->deep--;
    return held;
}
/* Tells the rest of the act which reactions have met it and whom they spare: this component and later ones. */
static void rw_remember(Machine *m) {
    num *part = FRAME(m, m->head[H_DEPTH] - 2), *whole = m->head[H_DEPTH] > 2 ? FRAME(m, m->head[H_DEPTH] - 3) : 0;
    num met = m->cur[S_MET], at = m->head[H_ARENA];
    for (num n = 0; n < rw_length(met) / 3; n++) {
        num row[3];
        memcpy(row, rw_items(m, met) + 3 * n, sizeof row);
        if (row[0] >= 0 && ROW(m, P_TRIGGERS, row[0], TRIGGER_ROW)[TRIGGER_OPTIONAL]) rw_list(m, row, 3);
    }
    met = at << 20 | (m->head[H_ARENA] - at);
    if (part[F_SLOTS + S_ACTION] == RW_ABSENT || rw_procedure(m, part[F_PROCEDURE])[PROC_ACTS]) whole = 0;
    for (num *frame = part; frame; frame = frame == part ? whole : 0) {
        frame[F_SLOTS + S_MET] = met;
        if (m->cur[S_SPARED] != RW_ABSENT && rw_length(m->cur[S_SPARED])) frame[F_SLOTS + S_SPARED] = m->cur[S_SPARED];
    }
}
static int rw_holding_over(Machine *m) {
    num *part = FRAME(m, m->head[H_DEPTH] - 2), changes = m->cur[S_CHANGES];
    num answered = m->cur[S_USED] == 1 || m->cur[S_INTERRUPTED] == 1;
    rw_remember(m);
    if (answered && !rw_procedure(m, part[F_PROCEDURE])[PROC_ACTS] && !rw_still_possible(m)) {
        rw_tell(m, T_NO_LONGER, ABOUT_NOTHING, 0);
        return rw_leave(m, part[F_ID]);
    }
    rw_do_all(m, rw_items(m, changes), rw_length(changes) / CHANGE_ROW);
    return rw_end(m, RW_NONE);
}
static int rw_holding(Machine *m, num step) {
    if (step == STEP_BEGIN) return rw_holding_begin(m);
    if (step == STEP_ANSWER) return rw_holding_answer(m);
    if (step == STEP_INTERRUPTED) return rw_holding_over(m);
    if (step != STEP_USED) { rw_stop(m, RW_LEFT); return GO; }
    num met = m->cur[S_MET];
    m->cur[S_MET] = rw_list(m, rw_items(m, met), rw_length(met));
    rw_items(m, m->cur[S_MET])[rw_length(met) - 1] = 1;
    return rw_go(m, STEP_BEGIN);
}
/* -- edits of what is held -- */

static int rw_adjust(Machine *m, const num *i) { /* stat or nothing, op, amount or nothing */
    static const num ops[] = {0, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE, E_HIGHER, E_LOWER};
    num *held = 0, heard = m->cur[S_HEARD], actor = rw_held(m->cur, S_ACTOR), by, changes, at, gone = 0, spared;
    for (num n = m->head[H_DEPTH]; n-- > 0 && !held && m->cur[S_WOULD] != RW_ABSENT;)
        if (FRAME(m, n)[F_ID] == m->cur[S_WOULD]) held = FRAME(m, n) + F_SLOTS;
    if (!held || held[S_CHANGES] == RW_ABSENT) return FURTHER;
    by = i[3] < 0 ? 0 : rw_value(m, i[3]), changes = held[S_CHANGES], at = m->head[H_ARENA];
    spared = held[S_SPARED];
    num *out = m->lists + m->listed, listed = m->listed, count = rw_length(changes) / CHANGE_ROW;
    if (m->listed + 3 * count + rw_length(spared) > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    for (num n = 0; n < count; n++) {
        num change[CHANGE_ROW];
        memcpy(change, rw_items(m, changes) + n * CHANGE_ROW, sizeof change);
        num whose = heard == RW_ABSENT ? change[CH_SLOT] == actor : rw_contains(rw_items(m, heard), rw_length(heard), change[CH_SLOT]);
        if (change[CH_KIND] == CH_ALTER && whose && change[CH_STAT] == i[1]) {
            if (i[2] && change[CH_OP] != OP_ADD && change[CH_OP] != OP_SUBTRACT) { rw_list(m, change, CHANGE_ROW); continue; }
            num much = !i[2] ? 0 : rw_arithmetic(m, ops[i[2]], change[CH_AMOUNT], by);
            if (i[2] == 2 && much < 0) much = 0;
            if (!much) { memcpy(out + 3 * gone++, change + CH_SLOT, 3 * sizeof(num)); continue; }
            change[CH_AMOUNT] = much;
        }
        rw_list(m, change, CHANGE_ROW);
    }
    held[S_CHANGES] = at << 20 | (m->head[H_ARENA] - at);
    if (!i[2]) {
        at = m->head[H_ARENA];
        for (num n = 0; n < rw_length(spared); n++) { num one = rw_items(m, spared)[n]; rw_list(m, &one, 1); }
        rw_list(m, out, 3 * gone);
        held[S_SPARED] = at << 20 | (m->head[H_ARENA] - at);
    }
    m->listed = listed;
    if (!i[2] || i[2] == 2) rw_tell(m, T_NEGATED, ABOUT_THING, actor);
    return FURTHER;
}
