/* One number for the facts of a game, as kernel/state/checksum.py gives it; and the loop that goes on while the facts change. */

static uint64_t rw_blend(uint64_t start, const num *numbers, num count) {
    for (num n = 0; n < count; n++) start = (start ^ (uint64_t)numbers[n]) * 0x9E3779B97F4A7C15u;
    return start;
}
static num rw_checksum(Machine *m) {
    uint64_t links = 0, found = rw_blend(rw_blend(0, m->cells, m->things * m->width), m->places, m->things);
    for (num n = 0; n < m->count[N_LINKS]; n++) {
        const num *row = m->links + n * LINK_ROW;
        num name = row[LINK_NAME];
        if (row[LINK_SLOT] == RW_NOWHERE || name == T_TARGETS || name == T_NUMBERS || name == T_MEMORY || name == T_DEEDS) continue;
        links += rw_blend(rw_blend((uint64_t)m->p[m->p[P_TEXTS] + name], row + LINK_SLOT, 1), m->heap + row[LINK_AT], row[LINK_COUNT]);
    }
    num sum = (num)links;
    found = rw_blend(found, &sum, 1);
    for (num n = 0; n < *m->effects; n++) {
        const num *row = rw_effect(m, n);
        num left[] = {row[LA_ID], row[LA_USES] == RW_ABSENT ? -1 : row[LA_USES], row[LA_COUNT] == RW_ABSENT ? 0 : row[LA_COUNT]};
        found = rw_blend(found, left, 3);
    }
    return (num)(found >> 5);
}
/* Repeats a structure while it changes the facts: each run is compared with the facts after the one before it. */
static int rw_while_changing(Machine *m, const num *i, num *at) { /* rest, end */
    num found = rw_checksum(m);
    if (m->cur[i[1]] == found) *at = i[2]; else m->cur[i[1]] = found, ++*at;
    return FURTHER;
}
