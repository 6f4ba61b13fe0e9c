/* The most frequent operands, worked out without a call of `rw_value`: constants, things of slots and of the scene, and their stats. */

/* Gives what an ability remembers of the thing in a slot, or nothing. */
static RW_APART const num *rw_remembered_as(Machine *m, num word, num slot) {
    num memory = m->v[S_MEMORY];
    for (num n = 0; n < rw_length(memory); n += 4 + m->width) {
        const num *known = rw_items(m, memory) + n;
        if (known[0] == word && (slot == RW_NOWHERE || slot == known[1])) return known;
    }
    return 0;
}
static const num *rw_remembered(Machine *m, num at, num slot) {
    return m->v[S_MEMORY] == RW_ABSENT || m->p[at] != E_THING ? 0 : rw_remembered_as(m, m->p[at + 1], slot);
}
/* Gives the thing in a slot. */
static inline num rw_in_slot(Machine *m, num slot) { return m->v[slot] < 0 ? RW_NOWHERE : m->v[slot] & (RW_LIVES - 1); }

/* Gives the thing that an expression names. */
static inline num rw_thing(Machine *m, num at) {
    const num *e = m->p + at;
    if (e[0] == E_THING) return rw_in_slot(m, e[1]);
    return e[0] == E_CALLED ? m->called[e[1]] : rw_value(m, at);
}
/* Gives a stat of something, or of nothing. */
static inline num rw_stat_of(Machine *m, num slot, num stat) {
    if (slot == RW_NOWHERE) return 0;
    return m->touching[stat] ? rw_counts(m, slot, stat) : CELL(m, slot, stat);
}
/* Gives a stat of the thing in a slot; for a thing that has left, an ability reads the value that it had last. */
static inline num rw_stat_held(Machine *m, const num *e) { /* slot, stat */
    num slot = rw_in_slot(m, e[1]);
    const num *known = m->v[S_MEMORY] == RW_ABSENT ? 0 : rw_remembered_as(m, e[1], slot);
    return known ? known[4 + e[2]] : rw_stat_of(m, slot, e[2]);
}
static inline num rw_operand(Machine *m, num at) {
    const num *e = m->p + at;
    int whole = e[0] == E_WHOLE; /* not less than 0 */
    if (whole) at = e[1], e = m->p + at;
    num n = e[0] == E_STAT_HELD ? rw_stat_held(m, e) : e[0] == E_CONSTANT ? e[1]
        : e[0] == E_STAT_CALLED ? rw_stat_of(m, m->called[e[1]], e[2]) : rw_value(m, at);
    return whole && n < 0 ? 0 : n;
}
/* Compares two operands; the bits of a comparison say whether it holds if the first is lower, equal or higher. */
static inline num rw_compare(Machine *m, const num *e) {
    static const unsigned char holds[] = {2, 5, 4, 1, 6, 3}; /* equal, unequal, more, less, at least, at most */
    num a = rw_operand(m, e[1]), b = rw_operand(m, e[2]);
    return holds[e[0] - E_EQUAL] >> ((a > b) - (a < b) + 1) & 1;
}
/* Says whether `it` has a mark: its kind is in the set of kinds with this mark, or it is an ability that waits and its action has the mark. */
static inline num rw_of_kind(Machine *m, const num *e) { /* set of kinds, mark */
    num it = m->v[S_IT], kind = CELL(m, it, KIND);
    if (rw_in_bits(m->p + e[1], kind)) return 1;
    return kind == m->p[P_ITEM] && rw_among(m->p + ROW(m, P_ACTIONS, CELL(m, it, ACTION), ACTION_ROW)[ACTION_KINDS], e[2]);
}
static RW_APART num rw_all(Machine *m, const num *e);

/* Gives the value of a test; comparisons, tests for a kind and several tests together, the most frequent ones, are done here. */
static inline num rw_truth(Machine *m, num at) {
    const num *e = m->p + at;
    if (e[0] >= E_EQUAL && e[0] <= E_AT_MOST) return rw_compare(m, e);
    return e[0] == E_OF_KIND ? rw_of_kind(m, e) : e[0] == E_ALL ? rw_all(m, e) : rw_value(m, at);
}
