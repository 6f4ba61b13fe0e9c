/* Prepared changes: rows one behind another, in which every number is worked out. Each has its length, its kind, its thing and what its
   kind needs. They can be edited, used as a cost, or done. A part of machine.h. */

static num *rw_new_change(Machine *m, num kind, num slot, num more) {
    num size = CH_DATA + more;
    if (m->prepared + size > m->layout[L_CHANGES]) { rw_stop(m, RW_FULL); m->prepared = 0; }
    num *change = m->changes + m->prepared;
    m->prepared += size;
    change[CH_SIZE] = size, change[CH_KIND] = kind, change[CH_SLOT] = slot;
    return change;
}
/* Adds a copy of a prepared change. */
static num *rw_same_change(Machine *m, const num *change) {
    num *made = rw_new_change(m, change[CH_KIND], change[CH_SLOT], change[CH_SIZE] - CH_DATA);
    memmove(made, change, (size_t)change[CH_SIZE] * sizeof(num));
    return made;
}
static num *rw_new_alter(Machine *m, num slot, num stat, num op, num amount, num tag) {
    num *change = rw_new_change(m, CH_ALTER, slot, CH_ALTER_ROW - CH_DATA);
    change[CH_STAT] = stat, change[CH_OP] = op, change[CH_AMOUNT] = amount, change[CH_TAG] = tag;
    return change;
}
/* Prepares a move to a zone; `seers` are the seats that see the face there, a count of -1 means those that see the zone. */
static void rw_new_send(Machine *m, num slot, num zone, num at, const num *seers, num count) {
    num *change = rw_new_change(m, CH_SEND, slot, CH_SEERS_FROM - CH_DATA + (count > 0 ? count : 0));
    change[CH_ZONE] = zone, change[CH_AT] = at, change[CH_SEERS] = count;
    if (count > 0) memcpy(change + CH_SEERS_FROM, seers, (size_t)count * sizeof(num));
}
/* Prepares a link with a list of numbers (CH_BIND), or the seats that see a face (CH_SHOW, without a name); a count of -1 means no list. */
static void rw_new_listed(Machine *m, num kind, num slot, num name, const num *values, num count) {
    num *change = rw_new_change(m, kind, slot, CH_VALUES - CH_DATA + (count > 0 ? count : 0));
    change[CH_NAME] = name, change[CH_COUNT] = count;
    if (count > 0) memcpy(change + CH_VALUES, values, (size_t)count * sizeof(num));
}
static void rw_new_short(Machine *m, num kind, num slot, num what) { rw_new_change(m, kind, slot, 1)[CH_DATA] = what; } /* a word or a zone */
static void rw_new_give(Machine *m, num slot, num player, num side, num owned) {
    num *change = rw_new_change(m, CH_GIVE, slot, 3);
    change[CH_PLAYER] = player, change[CH_SIDE] = side, change[CH_OWNED] = owned;
}
static void rw_new_last(Machine *m, num slot, const num *row) { memcpy(rw_new_change(m, CH_LAST, slot, LASTING_ROW) + CH_DATA, row, LASTING_ROW * sizeof(num)); }

/* -- the event that a change would cause ------------------------------------------------------------------------------------------------ */

static int rw_takes_control(const num *change) {
    return (change[CH_KIND] == CH_LAST && change[CH_DATA + LA_ASKS] == T_CONTROL) || (change[CH_KIND] == CH_GIVE && !change[CH_OWNED]);
}
/* Gives the stat that a change would change, or nothing. */
static num rw_stat_of_change(const num *change) {
    if (change[CH_KIND] == CH_ALTER) return change[CH_STAT];
    return change[CH_KIND] == CH_GIVE || rw_takes_control(change) ? OWNER : RW_NOWHERE;
}
/* Gives the sort of event that a change would cause. */
static num rw_sort_of_change(const num *change) {
    static const num sorts[] = {OF_CHANGED, OF_MOVED, OF_TOLD, OF_LINKED, OF_CHANGED, OF_TOLD, OF_CHANGED, OF_MADE, OF_REVEALED, OF_LASTS};
    return rw_takes_control(change) ? OF_CHANGED : sorts[change[CH_KIND]];
}
/* Fills `m->event` with the event that a change would cause; no kind for a change that only accompanies others. */
static void rw_foresee(Machine *m, const num *change) {
    num *event = m->event, slot = change[CH_SLOT];
    memset(event, 0, EVENT_ROW * sizeof(num));
    event[1] = slot;
    if (change[CH_KIND] == CH_ALTER) {
        event[0] = EV_CHANGED, event[2] = change[CH_STAT], event[3] = CELL(m, slot, change[CH_STAT]);
        event[4] = rw_altered(m, slot, change[CH_STAT], change[CH_OP], change[CH_AMOUNT]);
    } else if (rw_takes_control(change)) {
        event[0] = EV_CHANGED, event[2] = OWNER, event[3] = CELL(m, slot, OWNER);
        event[4] = change[CH_KIND] == CH_GIVE ? change[CH_PLAYER] : CELL(m, change[CH_DATA + LA_AMOUNT], OWNER);
    } else if (change[CH_KIND] == CH_SEND) {
        event[0] = EV_MOVED, event[2] = m->places[slot], event[3] = change[CH_ZONE], event[4] = CELL(m, slot, LIFE);
    } else if (change[CH_KIND] == CH_TELL || change[CH_KIND] == CH_COUNTER) {
        event[0] = EV_TOLD, event[2] = change[CH_KIND] == CH_TELL ? change[CH_DATA] : T_COUNTERED, event[3] = ABOUT_THING, event[4] = slot;
    } else if (change[CH_KIND] == CH_BIND) event[0] = EV_LINKED, event[2] = change[CH_NAME], event[3] = change[CH_COUNT] >= 0;
    else if (change[CH_KIND] == CH_SHOW) event[0] = EV_REVEALED;
    else if (change[CH_KIND] == CH_MAKE) event[0] = EV_MADE, event[2] = change[CH_CELLS + KIND];
    else if (change[CH_KIND] == CH_LAST) event[0] = EV_LASTS, event[2] = change[CH_DATA + LA_ASKS], event[3] = change[CH_DATA + LA_ABOUT];
}

/* -- letting it happen -------------------------------------------------------------------------------------------------------------------- */

/* Begins a lasting effect. It replaces an effect of the same name on the same question, unless the book adds such effects up; an action has
   only one class at a time. */
static void rw_begin_lasting(Machine *m, const num *prepared) {
    num row[LASTING_ROW], known[LASTING_ROW];
    memcpy(row, prepared, sizeof row);
    row[LA_ID] = ++m->head[H_IDS];
    num alone = row[LA_ASKS] == T_CLASS || (!m->p[P_ADDS_UP] && (row[LA_ASKS] == RW_NOWHERE || (row[LA_OP] == LA_SETS && !rw_is_guise(row[LA_ASKS]))));
    for (num n = 0; n < *m->effects && alone && !m->status;) {
        memcpy(known, rw_effect(m, n), sizeof known);
        if (known[LA_NAME] == row[LA_NAME] && rw_is_about(m, known, row[LA_OBJECT], row[LA_ASKS], row[LA_ABOUT]) && known[LA_MORE] == row[LA_MORE])
            rw_expired(m, known);
        else n++;
    }
    rw_lasts(m, 0, row);
    if (rw_is_guise(row[LA_ASKS])) rw_guise_begins(m, row);
    if (row[LA_ASKS] == RW_NOWHERE) rw_hold(m, row[LA_OBJECT], row[LA_ABOUT]);
    else if (row[LA_OBJECT] != RW_NOWHERE)
        for (num stat = 0; stat < m->width; stat++) rw_hold(m, row[LA_OBJECT], stat);
}
/* Puts what came to a zone in this moment, at its bottom, in a random order that nobody knows. */
static void rw_mix_arrivals(Machine *m, num zone) {
    num count = 0;
    for (num k = m->from; k < m->moved && m->moment == COLLECTING; k++) count += m->moves[k * MOVE_ROW + 2] == zone;
    if (count > 1) rw_mix_lowest(m, zone, count);
}
static void rw_do(Machine *m, const num *change) {
    num slot = change[CH_SLOT];
    switch (change[CH_KIND]) {
    case CH_ALTER: rw_alter(m, slot, change[CH_STAT], change[CH_OP], change[CH_AMOUNT]); return;
    case CH_SEND: rw_bring(m, slot, change[CH_ZONE], change[CH_AT], change + CH_SEERS_FROM, change[CH_SEERS]); return;
    case CH_TELL: rw_tell(m, change[CH_DATA], ABOUT_THING, slot); return;
    case CH_COUNTER: rw_tell(m, T_COUNTERED, ABOUT_THING, slot); rw_bring(m, slot, change[CH_DATA], AT_TOP, 0, -1); return;
    case CH_BIND:
        rw_set_link(m, slot, change[CH_NAME], change + CH_VALUES, change[CH_COUNT]);
        if (change[CH_NAME] == T_TARGETS) rw_disturb(m, m->places[slot]);
        return;
    case CH_SHOW: rw_show(m, slot, change + CH_VALUES, change[CH_COUNT]); return;
    case CH_GIVE:
        if (change[CH_OWNED]) rw_hand_over(m, slot, change[CH_PLAYER], change[CH_SIDE]); else rw_take(m, slot, change[CH_PLAYER], change[CH_SIDE]);
        return;
    case CH_MIX: rw_mix_arrivals(m, change[CH_DATA]); return;
    case CH_MAKE:
        slot = rw_make(m, change[CH_MADE_NAME], change + CH_CELLS, change[CH_MADE_ZONE]);
        if (!m->status && rw_in_play(m, slot)) rw_set_link(m, slot, T_TOKEN, 0, 0);
        if (!m->status && change[CH_MADE_TILE] >= 0) rw_write(m, slot, TILE, change[CH_MADE_TILE]);
        else if (!m->status && change[CH_MADE_AT] >= 0) rw_set_link(m, slot, T_AT, change + CH_MADE_AT, 1);
        return;
    default:
        rw_begin_lasting(m, change + CH_DATA);
        if (slot != RW_NOWHERE) rw_disturb(m, m->places[slot]);
    }
}
/* Does prepared changes in one moment without testing prohibitions; used to put things on a stack and take them off. */
static void rw_arrange(Machine *m, const num *changes, num size) {
    int moment = size > changes[CH_SIZE] || (size && (changes[CH_KIND] == CH_SEND || changes[CH_KIND] == CH_COUNTER));
    moment = moment && m->moment != COLLECTING;
    if (moment) rw_begin_moment(m);
    for (const num *change = changes; moment && change < changes + size && !m->status; change += change[CH_SIZE])
        if (change[CH_KIND] == CH_SEND) rw_leaves(m, change[CH_SLOT], rw_newborn(m, change[CH_SLOT], change[CH_ZONE]));
    for (const num *change = changes; change < changes + size && !m->status; change += change[CH_SIZE]) rw_do(m, change);
    if (moment) rw_end_moment(m);
}
static num rw_permitted(Machine *m, num from, int happening);

/* Does the changes prepared since `from`, all in one moment; those that cannot happen are left out, with an event for each. */
static void rw_do_all(Machine *m, num from) {
    if (m->p[P_PROHIBITED]) rw_permitted(m, from, 1);
    num size = m->prepared - from, *changes = m->changes + from;
    if (!m->status && size) rw_arrange(m, changes, size);
    m->prepared = from;
}
/* Does one change of a stat. */
static void rw_do_alter(Machine *m, num slot, num stat, num op, num amount) {
    num from = m->prepared;
    rw_new_alter(m, slot, stat, op, amount, T_NONE);
    rw_do_all(m, from);
}
static void rw_do_send(Machine *m, num slot, num zone, num at) {
    num from = m->prepared;
    rw_new_send(m, slot, zone, at, 0, -1);
    rw_do_all(m, from);
}
