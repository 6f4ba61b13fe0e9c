/* Things in play, and their order. */

static num rw_in_play(Machine *m, num slot) {
    num place = m->places[slot];
    return place != RW_NOWHERE && m->played[place];
}
/* Notes the kinds of things in play; what lies face down counts as what it is and as what it looks like. */
static void rw_count_kinds(Machine *m) {
    memset(m->kinds, 0, (size_t)(1 + m->p[P_KIND_COUNT] / RW_BITS) * sizeof(num));
    rw_add_to_bits(m->kinds, m->p[P_UNSEEN]);
    for (num n = 1; n <= m->live[0]; n++) {
        rw_add_to_bits(m->kinds, CELL(m, m->live[n], KIND));
        if (m->viewing && m->veiled[m->live[n]]) rw_add_to_bits(m->kinds, m->saved[m->live[n] * m->width + KIND]);
    }
}
static num rw_live(Machine *m, num **found) {
    if (m->live[0] < 0) {
        num count = 0;
        for (num z = 0; z < m->zones; z++)
            if (m->played[z])
                for (num n = 0; n < m->lengths[z]; n++) m->live[++count] = m->lying[z * m->room + n];
        m->live[0] = count;
        rw_count_kinds(m);
    }
    *found = m->live + 1;
    return m->live[0];
}
/* Says whether anything in play can be of a kind of a set. */
static int rw_any_of_kinds(Machine *m, const num *kinds) {
    num *live;
    rw_live(m, &live);
    for (num n = 0; n <= m->p[P_KIND_COUNT] / RW_BITS; n++) if (kinds[n] & m->kinds[n]) return 1;
    return 0;
}
static num *rw_innermost(Machine *m, num procedure) {
    for (num n = m->head[H_DEPTH]; n-- > 0;)
        if (FRAME(m, n)[F_PROCEDURE] == procedure) return FRAME(m, n);
    return 0;
}
static num rw_active(Machine *m) {
    num *frame = m->p[P_TURN] < 0 ? 0 : rw_innermost(m, m->p[P_TURN]);
    if (!frame) return RW_NOWHERE;
    num actor = rw_held(frame + F_SLOTS, S_ACTOR);
    return actor != RW_NOWHERE ? CELL(m, actor, OWNER) : rw_held(frame + F_SLOTS, S_PLAYER);
}
static num rw_floor_mod(num a, num b) { num r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }

/* Says whether one thing comes after another in the book's order. */
static int rw_after(Machine *m, num active, num a, num b) {
    const num *ranks = m->p + m->p[P_RANKS];
    if (!ranks[0]) {
        num round = m->layout[L_SEATS] > 0 ? m->layout[L_SEATS] : 1;
        if (active == RW_NOWHERE) return 0;
        return rw_floor_mod(CELL(m, a, OWNER) - active, round) > rw_floor_mod(CELL(m, b, OWNER) - active, round);
    }
    num x = CELL(m, a, OWNER) != active, y = CELL(m, b, OWNER) != active;
    if (x != y) return x > y;
    for (num n = 1; n <= ranks[0]; n++) {
        num p = CELL(m, a, ranks[n]), q = CELL(m, b, ranks[n]);
        if (p != q) return p < q;
    }
    return 0;
}
static void rw_order(Machine *m, num *things, num count) {
    if (count < 2) return;
    num active = rw_active(m);
    for (num n = 1; n < count; n++) {
        num slot = things[n], at = n;
        for (; at > 0 && rw_after(m, active, things[at - 1], slot); at--) things[at] = things[at - 1];
        things[at] = slot;
    }
}
