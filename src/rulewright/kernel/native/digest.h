/* A number that depends on all facts and on the control of a game, so that a test can show that an answer was taken back whole. */

static uint64_t rw_digest_of(uint64_t into, const num *row, num count) {
    for (num n = 0; n < count; n++) into = rw_mix(into ^ (uint64_t)row[n]) + RW_GOLDEN;
    return into;
}
/* Links and tallies have no order. */
static uint64_t rw_digest_links(const Machine *m) {
    uint64_t sum = 0;
    for (num slot = 0; slot < m->things; slot++)
        for (num at = m->first_link[slot]; at; at = m->links[(at - 1) * LINK_ROW + LINK_NEXT]) {
            const num *row = m->links + (at - 1) * LINK_ROW, head[] = {slot, row[LINK_NAME], row[LINK_COUNT]};
            sum += rw_digest_of(rw_digest_of(1, head, 3), m->heap + row[LINK_AT], row[LINK_COUNT]);
        }
    for (num n = 0; n < m->count[N_TALLIES]; n++) sum += rw_digest_of(2, m->tallies + n * TALLY_ROW, TALLY_ROW);
    return sum;
}
static uint64_t rw_digest(const Machine *m) {
    const num counted[] = {m->things, m->zones, *m->notices, *m->effects};
    uint64_t made = rw_digest_of(rw_digest_links(m), counted, 4);
    made = rw_digest_of(made, m->cells, m->things * m->width);
    made = rw_digest_of(rw_digest_of(made, m->places, m->things), m->names, m->things);
    made = rw_digest_of(rw_digest_of(made, m->grounds, 3 * m->zones), m->lengths, m->zones);
    for (num zone = 0; zone < m->zones; zone++) made = rw_digest_of(made, m->lying + zone * m->room, m->lengths[zone]);
    made = rw_digest_of(made, m->lasting, LASTING_ROW * *m->effects);
    for (num n = 0; n < *m->notices; n++) made = rw_digest_of(made, m->noticed + n * m->notice_row, NOTICED_ROW + m->noticed[n * m->notice_row + 4]);
    made = rw_digest_of(rw_digest_of(made, m->head, H_HEADER), m->frames, m->frame * m->head[H_DEPTH]);
    return rw_digest_of(rw_digest_of(made, m->arena, m->head[H_ARENA]), m->acted, m->p[P_ACTED]);
}
