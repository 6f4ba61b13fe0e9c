/* Lasting effects as facts: a table in the block, and what writes it. A part of machine.h. */

/* A lasting effect. It concerns a stat (ASKS is RW_NOWHERE), or answers the question that the word ASKS names. UNTIL is a word too, or
   nothing. */
enum {
    LA_ID, LA_NAME, LA_OBJECT, LA_ASKS, LA_ABOUT, LA_MORE, LA_OP, LA_AMOUNT, LA_UNTIL, LA_FIRST, LA_WHOSE, LA_COUNT, LA_USES, LA_BY,
    LASTING_ROW
};
enum { LA_ADDS, LA_SETS, LA_AGAIN };

static num rw_bounded(Machine *m, num n);
static void rw_watch(Machine *m, num kind);
static void rw_guise_ends(Machine *m, num slot, num asks);

static num *rw_effect(Machine *m, num n) { return m->lasting + n * LASTING_ROW; }

static void rw_touch(Machine *m, const num *row, num by) {
    if (row[LA_ASKS] == RW_NOWHERE) m->touching[row[LA_ABOUT]] += by;
}
/* Counts again how many effects each stat has, after a block was made or copied. */
static void rw_touch_all(Machine *m) {
    for (num stat = 0; stat < m->width; stat++) m->touching[stat] = m->fluid[stat] != 0;
    for (num n = 0; n < *m->effects; n++) rw_touch(m, rw_effect(m, n), 1);
}
/* Effects stand in the order of their numbers. */
static void rw_effect_in(Machine *m, const num *row) {
    if (*m->effects >= m->layout[L_LASTING]) { rw_stop(m, RW_FULL); return; }
    num at = *m->effects;
    while (at > 0 && rw_effect(m, at - 1)[LA_ID] > row[LA_ID]) at--;
    memmove(rw_effect(m, at + 1), rw_effect(m, at), (size_t)((*m->effects - at) * LASTING_ROW) * sizeof(num));
    memcpy(rw_effect(m, at), row, LASTING_ROW * sizeof(num));
    ++*m->effects;
    rw_touch(m, row, 1);
}
static num *rw_effect_of(Machine *m, num id) {
    for (num n = 0; n < *m->effects; n++)
        if (rw_effect(m, n)[LA_ID] == id) return rw_effect(m, n);
    return 0;
}
static void rw_effect_out(Machine *m, num id) {
    num *row = rw_effect_of(m, id), at = row ? (row - m->lasting) / LASTING_ROW : 0;
    if (!row) return;
    rw_touch(m, row, -1);
    --*m->effects;
    memmove(row, row + LASTING_ROW, (size_t)((*m->effects - at) * LASTING_ROW) * sizeof(num));
}
static void rw_effect_becomes(Machine *m, const num *row) {
    num *known = rw_effect_of(m, row[LA_ID]);
    if (known) memcpy(known, row, LASTING_ROW * sizeof(num));
}

/* Takes back an event of these tables. */
static void rw_revert_lasting(Machine *m, const num *e) {
    if (e[0] == EV_EXPIRED) rw_effect_in(m, e + 1);
    if (e[0] == EV_LASTS && e[1] == RW_ABSENT) rw_effect_out(m, e[1 + LASTING_ROW]);
    else if (e[0] == EV_LASTS) rw_effect_becomes(m, e + 1);
}

/* -- what writes them, and tells of it -- */

static void rw_expired(Machine *m, const num *row) {
    num *e = rw_event(m, EV_EXPIRED, LASTING_ROW);
    if (!e) return;
    memcpy(e, row, LASTING_ROW * sizeof(num));
    rw_effect_out(m, e[LA_ID]);
    rw_watch(m, EV_EXPIRED);
    if (e[LA_ASKS] == T_CONTROL || e[LA_ASKS] == T_FORM) rw_guise_ends(m, e[LA_OBJECT], e[LA_ASKS]);
}
/* Writes an effect that begins (`old` is nothing) or that becomes another. */
static void rw_lasts(Machine *m, const num *old, const num *row) {
    num *e;
    if (rw_bounded(m, row[LA_AMOUNT]) != row[LA_AMOUNT] || !(e = rw_event(m, EV_LASTS, 2 * LASTING_ROW))) return;
    if (old) memcpy(e, old, LASTING_ROW * sizeof(num)); else memset(e, 0, LASTING_ROW * sizeof(num)), e[0] = RW_ABSENT;
    memcpy(e + LASTING_ROW, row, LASTING_ROW * sizeof(num));
    if (old) rw_effect_becomes(m, e + LASTING_ROW); else rw_effect_in(m, e + LASTING_ROW);
    rw_watch(m, EV_LASTS);
}
/* Counts one use of an effect. */
static void rw_use(Machine *m, const num *row) {
    num less[LASTING_ROW], old[LASTING_ROW];
    memcpy(less, row, sizeof less), memcpy(old, row, sizeof old);
    less[LA_USES]--;
    if (row[LA_USES] > 1) rw_lasts(m, old, less); else rw_expired(m, old);
}
/* While a viewer looks, a thing whose face is hidden from the viewer has no effects. */
static int rw_is_about(Machine *m, const num *row, num slot, num asks, num about) {
    if (m->viewing && slot >= 0 && m->veiled[slot]) return 0;
    return row[LA_OBJECT] == slot && row[LA_ASKS] == asks && row[LA_ABOUT] == about;
}
/* Gives the newest effect on a question about a thing, or nothing. */
static const num *rw_newest(Machine *m, num slot, num asks, num about) {
    for (num n = *m->effects; n-- > 0;) if (rw_is_about(m, rw_effect(m, n), slot, asks, about)) return rw_effect(m, n);
    return 0;
}
static int rw_touched(Machine *m, num slot, num asks, num about) {
    for (num n = 0; n < *m->effects; n++)
        if (rw_is_about(m, rw_effect(m, n), slot, asks, about)) return 1;
    return 0;
}
/* Gives the price of an action in a stat, and the first effect with limited uses that is about it. */
static num rw_price(Machine *m, num slot, num action, num stat, num base, num **limited) {
    num more = 0;
    *limited = 0;
    for (num n = 0; n < *m->effects; n++) {
        num *row = rw_effect(m, n);
        if (!rw_is_about(m, row, slot, T_PRICE, action) || row[LA_MORE] != stat) continue;
        if (row[LA_OP] == LA_SETS) base = row[LA_AMOUNT]; else more += row[LA_AMOUNT];
        if (!*limited && row[LA_USES] != RW_ABSENT) *limited = row;
    }
    base = rw_bounded(m, base + more);
    return base > 0 ? base : 0;
}
