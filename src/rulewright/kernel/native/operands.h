/* The operands that most expressions have, without a call of their own: constants, things of slots and of the scene, their stats. */

/* Gives the thing that an expression names as an ability remembers it; none if it does not. */
static const num *rw_remembered(Machine *m, num at, num slot) {
    num memory = m->v[S_MEMORY];
    if (memory == RW_ABSENT || m->p[at] != E_THING) return 0;
    for (num n = 0; n < rw_length(memory); n += 4 + m->width) {
        const num *known = rw_items(m, memory) + n;
        if (known[0] == m->p[at + 1] && (slot == RW_NOWHERE || slot == known[1])) return known;
    }
    return 0;
}
/* Gives the thing that an expression names. */
static inline num rw_thing(Machine *m, num at) {
    const num *e = m->p + at;
    if (e[0] == E_THING) return m->v[e[1]] < 0 ? RW_NOWHERE : m->v[e[1]] & (RW_LIVES - 1);
    return e[0] == E_CALLED ? m->called[e[1]] : rw_value(m, at);
}
/* Gives a stat of a thing; an ability reads a thing that left as it last was. */
static inline num rw_stat(Machine *m, const num *e) {
    num slot = rw_thing(m, e[1]), stat = e[2];
    const num *known = m->v[S_MEMORY] == RW_ABSENT ? 0 : rw_remembered(m, e[1], slot);
    if (known) return known[4 + stat];
    if (slot == RW_NOWHERE) return 0;
    return m->fluid[stat] || m->touching[stat] ? rw_counts(m, slot, stat) : CELL(m, slot, stat);
}
static inline num rw_operand(Machine *m, num at) {
    const num *e = m->p + at;
    int whole = e[0] == E_WHOLE; /* not less than nothing */
    if (whole) at = e[1], e = m->p + at;
    num n = e[0] == E_STAT ? rw_stat(m, e) : e[0] == E_CONSTANT ? e[1] : rw_value(m, at);
    return whole && n < 0 ? 0 : n;
}
static inline num rw_compare(Machine *m, const num *e) {
    num a = rw_operand(m, e[1]), b = rw_operand(m, e[2]);
    switch (e[0]) {
    case E_EQUAL: return a == b;
    case E_UNEQUAL: return a != b;
    case E_MORE: return a > b;
    case E_LESS: return a < b;
    case E_AT_LEAST: return a >= b;
    default: return a <= b;
    }
}
/* Gives the value of a test, most of which compare. */
static inline num rw_truth(Machine *m, num at) {
    const num *e = m->p + at;
    return e[0] >= E_EQUAL && e[0] <= E_AT_MOST ? rw_compare(m, e) : rw_value(m, at);
}
