/* Edits of a held change: it is reduced, raised, prevented or redirected, or another change joins or replaces it. A part of
   machine.h. */

enum { EDIT_DROP, EDIT_ADD, EDIT_SUBTRACT, EDIT_MULTIPLY, EDIT_DIVIDE, EDIT_AT_LEAST, EDIT_AT_MOST, EDIT_INSTEAD, EDIT_TO, EDIT_JOIN, EDIT_PART };
enum { ADJUST_STAT = 1, ADJUST_OP, ADJUST_AMOUNT, ADJUST_WHOM };
enum { RW_MOST_MADE = 10000 }; /* the largest number of things that one change can make after it is multiplied */

/* Says whether an ability in progress responds to a held change; its slots are `v`. */
static int rw_answers_part(Machine *m, num *v, const num *change) {
    const num *would = m->p + m->p[P_WOULD];
    num one = 0;
    for (num k = 1; k <= would[0] && !one; k++) one = rw_trigger(m, would[k])[TRIGGER_ACTION] == v[S_ACTION] && rw_trigger(m, would[k])[TRIGGER_SEPARATE];
    if (one && change[CH_SLOT] != v[S_IT]) return 0;
    for (num k = 1; k <= would[0]; k++)
        if (rw_trigger(m, would[k])[TRIGGER_ACTION] == v[S_ACTION] && rw_hears_change(m, rw_trigger(m, would[k]), v, change)) return 1;
    return 0;
}
/* If a change is replaced by changes of other things, abilities already used on the first thing count as used on those too, so that no ability
   answers itself. */
static void rw_inherit(Machine *m, num *held, num it, const num *changes, num size) {
    num there = held[S_CHANGES], treated = held[S_TREATED], met = held[S_MET], listed = m->listed, *new = m->lists + listed, count = 0, at;
    const num *first = rw_items(m, there), *last = first + rw_length(there);
    for (const num *change = changes; change < changes + size; change += change[CH_SIZE]) {
        num known = change[CH_SLOT] == it || rw_contains(new, count, change[CH_SLOT]);
        for (const num *old = first; old < last && !known; old += old[CH_SIZE]) known = old[CH_SLOT] == change[CH_SLOT];
        if (known) continue;
        if (listed + count >= m->listable) { rw_stop(m, RW_FULL); return; }
        new[count++] = change[CH_SLOT];
    }
    m->listed += count, at = m->head[H_ARENA];
    if (treated != RW_ABSENT) rw_list(m, rw_items(m, treated), rw_length(treated));
    for (num n = 0; treated != RW_ABSENT && n < rw_length(treated); n += 3)
        for (num k = 0; k < count && rw_items(m, treated)[n + 2] == it; k++) {
            num use[] = {rw_items(m, treated)[n], rw_items(m, treated)[n + 1], new[k]};
            rw_list(m, use, 3);
        }
    if (treated != RW_ABSENT) held[S_TREATED] = at << 20 | (m->head[H_ARENA] - at);
    at = m->head[H_ARENA];
    rw_list(m, rw_items(m, met), rw_length(met));
    for (num n = 0; n < rw_length(met); n += 3) {
        const num *own = rw_items(m, met) + n;
        for (num k = 0; k < count && own[0] >= 0 && own[1] == it && rw_trigger(m, own[0])[TRIGGER_EVERYONE]; k++) {
            num use[] = {own[0], new[k], own[2]};
            rw_list(m, use, 3);
        }
    }
    held[S_MET] = at << 20 | (m->head[H_ARENA] - at), m->listed = listed;
}
/* Gives the edited amount of a gain or loss. */
static num rw_edited_amount(Machine *m, num op, num much, num by) {
    static const num ops[] = {0, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE, E_HIGHER, E_LOWER};
    num found = rw_arithmetic(m, ops[op], much, by);
    return op == EDIT_SUBTRACT && found < 0 ? 0 : found;
}
/* Redirects a change, or an amount of it, to another thing, unless that thing is gone. */
static void rw_redirect(Machine *m, const num *i, const num *change, num by) {
    num whom = i[ADJUST_WHOM] < 0 ? RW_NOWHERE : rw_value(m, i[ADJUST_WHOM]), much, rest;
    num *moved = rw_same_change(m, change);
    if (whom == RW_NOWHERE || !rw_in_play(m, whom % RW_LIVES)) return;
    moved[CH_SLOT] = whom;
    if (change[CH_KIND] == CH_LAST) moved[CH_DATA + LA_OBJECT] = whom;
    if (change[CH_KIND] != CH_ALTER) return;
    much = i[ADJUST_AMOUNT] < 0 || by > change[CH_AMOUNT] ? change[CH_AMOUNT] : by, rest = change[CH_AMOUNT] - much;
    moved[CH_SLOT] = rw_sharing(m, whom, ROW(m, P_STATS, change[CH_STAT], STAT_ROW)[STAT_SHARED]), moved[CH_AMOUNT] = much;
    if (rest && (change[CH_OP] == OP_ADD || change[CH_OP] == OP_SUBTRACT)) rw_same_change(m, change)[CH_AMOUNT] = rest;
}
/* Adds the edited form of one change to the prepared changes; if the held changes make `makes` things, it is the one with this number. */
static void rw_edit(Machine *m, const num *i, const num *change, num by, num makes, num number) {
    num op = i[ADJUST_OP];
    if (change[CH_KIND] == CH_MAKE && op >= EDIT_ADD && op <= EDIT_AT_MOST) { /* fewer: without the last; more: repeated */
        num much = rw_edited_amount(m, op, makes, by);
        much = much > RW_MOST_MADE ? RW_MOST_MADE : much;
        for (num n = number; n < much && !m->status; n += makes) rw_same_change(m, change);
        return;
    }
    if (op == EDIT_DROP || op == EDIT_INSTEAD) return;
    if (op == EDIT_TO) { rw_redirect(m, i, change, by); return; }
    if (change[CH_KIND] != CH_ALTER || (change[CH_OP] != OP_ADD && change[CH_OP] != OP_SUBTRACT)) { rw_same_change(m, change); return; }
    num much = rw_edited_amount(m, op, change[CH_AMOUNT], by);
    if (much) rw_same_change(m, change)[CH_AMOUNT] = much;
}
/* Says whether an ability edits a held change: the change met its trigger or, if a stat is named, changes this stat of a thing that met it. */
static int rw_is_edited(Machine *m, const num *i, const num *change) {
    num heard = m->cur[S_HEARD], actor = rw_held(m->cur, S_ACTOR);
    if (i[ADJUST_STAT] == RW_NOWHERE) return rw_answers_part(m, m->cur, change);
    if (change[CH_KIND] != CH_ALTER || change[CH_STAT] != i[ADJUST_STAT]) return 0;
    return heard == RW_ABSENT ? change[CH_SLOT] == actor : rw_contains(rw_items(m, heard), rw_length(heard), change[CH_SLOT]);
}
/* Tells that something does not happen; a negated change of a stat stays negated for the rest of the act. `gone` are thing, stat and op. */
static void rw_tell_edit(Machine *m, const num *i, num *held, const num *gone, num count) {
    num op = i[ADJUST_OP], spared = held[S_SPARED], at = m->head[H_ARENA];
    if (i[ADJUST_STAT] != RW_NOWHERE && op == EDIT_DROP) {
        if (spared != RW_ABSENT) rw_list(m, rw_items(m, spared), rw_length(spared));
        rw_list(m, gone, 3 * count);
        held[S_SPARED] = at << 20 | (m->head[H_ARENA] - at);
    }
    if (op != EDIT_DROP && op != EDIT_SUBTRACT) return;
    if (i[ADJUST_STAT] != RW_NOWHERE) { rw_tell(m, T_NEGATED, ABOUT_THING, rw_held(m->cur, S_ACTOR)); return; }
    for (num n = 0; n < count && !m->status; n++) {
        num known = 0;
        for (num k = 0; k < n && !known; k++) known = gone[3 * k] == gone[3 * n];
        if (!known) rw_tell(m, T_PREVENTED, ABOUT_THING, gone[3 * n]);
    }
}
static int rw_adjust(Machine *m, const num *i) {
    num *frame = m->cur[S_WOULD] == RW_ABSENT ? 0 : rw_frame_of(m, m->cur[S_WOULD]), *held, from = m->prepared, by, makes = 0, made = 0, gone = 0;
    if (!frame || frame[F_SLOTS + S_CHANGES] == RW_ABSENT) return FURTHER;
    held = frame + F_SLOTS;
    if (i[ADJUST_OP] == EDIT_JOIN || i[ADJUST_OP] == EDIT_PART) {
        m->cur[S_JOINED] = i[ADJUST_OP] == EDIT_JOIN ? frame[F_ID] : RW_ABSENT;
        return FURTHER;
    }
    num changes = held[S_CHANGES], listed = m->listed, size = rw_length(changes), *edited = m->lists + listed, *out = edited + size;
    const num *first = rw_items(m, changes), *end = first + size;
    if (listed + 4 * size > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    m->listed += 4 * size;
    for (const num *change = first; change < end; change += change[CH_SIZE])
        edited[change - first] = rw_is_edited(m, i, change), makes += edited[change - first] && change[CH_KIND] == CH_MAKE;
    by = i[ADJUST_AMOUNT] < 0 ? 0 : rw_value(m, i[ADJUST_AMOUNT]);
    for (const num *change = first; change < end && !m->status; change += change[CH_SIZE]) {
        num before = m->prepared;
        if (!edited[change - first]) { rw_same_change(m, change); continue; }
        rw_edit(m, i, change, by, makes, change[CH_KIND] == CH_MAKE ? made++ : 0);
        if (m->prepared == before) out[3 * gone] = change[CH_SLOT], out[3 * gone + 1] = rw_stat_of_change(change), out[3 * gone++ + 2] = change[CH_OP];
    }
    if (i[ADJUST_OP] == EDIT_TO) rw_inherit(m, held, rw_held(m->cur, S_IT), m->changes + from, m->prepared - from);
    held[S_CHANGES] = rw_list(m, m->changes + from, m->prepared - from), m->prepared = from;
    rw_tell_edit(m, i, held, out, gone);
    m->listed = listed;
    return FURTHER;
}
