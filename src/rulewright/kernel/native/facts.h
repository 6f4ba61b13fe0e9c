/* Links, tallies, new things and new zones: facts that grow while a game is played. A part of machine.h. */

/* -- links: a row for each (thing, name) in the order in which they were made; its numbers lie in the heap ------------------- */

enum { LINK_SLOT, LINK_NAME, LINK_AT, LINK_COUNT, LINK_NEXT };

/* Says whether a viewer may read a link of a thing whose face is hidden: only links about its position. */
static int rw_shown_link(Machine *m, num slot, num name) {
    return !m->viewing || !m->veiled[slot] || name == T_SEEN || (m->veiled[slot] == 2 && (name == T_AT || name == T_ATTACHED));
}
static num *rw_link(Machine *m, num slot, num name) {
    if (slot < 0 || !rw_shown_link(m, slot, name)) return 0;
    for (num at = m->first_link[slot]; at; at = m->links[(at - 1) * LINK_ROW + LINK_NEXT])
        if (m->links[(at - 1) * LINK_ROW + LINK_NAME] == name) return m->links + (at - 1) * LINK_ROW;
    return 0;
}
/* Gives how many numbers a link has, and where they lie; -1 if there is no such link. */
static num rw_linked(Machine *m, num slot, num name, const num **values) {
    num *row = rw_link(m, slot, name);
    if (!row) return -1;
    *values = m->heap + row[LINK_AT];
    return row[LINK_COUNT];
}
/* Gives the thing to which another is linked under a name, if it is still the same thing. */
static num rw_linked_to(Machine *m, num slot, num name) {
    const num *refs;
    if (rw_linked(m, slot, name, &refs) < 1 || refs[0] < 0) return RW_NOWHERE;
    return rw_alive(m, refs[0]) ? refs[0] % RW_LIVES : RW_NOWHERE;
}
static void rw_unlink(Machine *m, num slot, num name) {
    num *before = m->first_link + slot;
    while (*before && m->links[(*before - 1) * LINK_ROW + LINK_NAME] != name) before = m->links + (*before - 1) * LINK_ROW + LINK_NEXT;
    if (!*before) return;
    num *row = m->links + (*before - 1) * LINK_ROW;
    *before = row[LINK_NEXT], row[LINK_SLOT] = RW_NOWHERE;
}
/* Moves the remaining links together, so that the room of replaced ones is free again. */
static void rw_compact_links(Machine *m) {
    num used = 0, kept = 0;
    for (num slot = 0; slot < m->things; slot++) m->first_link[slot] = 0;
    for (num n = 0; n < m->count[N_LINKS]; n++) {
        num *from = m->links + n * LINK_ROW, *to = m->links + kept * LINK_ROW;
        if (from[LINK_SLOT] == RW_NOWHERE) continue;
        memcpy(m->spare + used, m->heap + from[LINK_AT], (size_t)from[LINK_COUNT] * sizeof(num));
        to[LINK_SLOT] = from[LINK_SLOT], to[LINK_NAME] = from[LINK_NAME], to[LINK_COUNT] = from[LINK_COUNT], to[LINK_AT] = used;
        used += to[LINK_COUNT], kept++;
        to[LINK_NEXT] = m->first_link[to[LINK_SLOT]], m->first_link[to[LINK_SLOT]] = kept;
    }
    memcpy(m->heap, m->spare, (size_t)used * sizeof(num));
    m->count[N_LINKS] = kept, m->count[N_HEAP] = used;
}
static int rw_link_room(Machine *m, num count) {
    return m->count[N_HEAP] + count <= m->layout[L_HEAP] && m->count[N_LINKS] < m->layout[L_LINKS];
}
/* Writes a link without an event; a count of -1 removes it. */
static void rw_write_link(Machine *m, num slot, num name, const num *values, num count) {
    if (count < 0) { rw_unlink(m, slot, name); return; }
    if (!rw_link_room(m, count)) rw_compact_links(m);
    if (!rw_link_room(m, count)) { rw_stop(m, RW_FULL); return; }
    num *row = rw_link(m, slot, name), at = m->count[N_HEAP];
    if (!row) {
        row = m->links + m->count[N_LINKS]++ * LINK_ROW;
        row[LINK_SLOT] = slot, row[LINK_NAME] = name, row[LINK_NEXT] = m->first_link[slot];
        m->first_link[slot] = m->count[N_LINKS];
    }
    row[LINK_AT] = at, row[LINK_COUNT] = count;
    if (count) memcpy(m->heap + at, values, (size_t)count * sizeof(num));
    m->count[N_HEAP] += count;
}
/* -- tallies ------------------------------------------------------------------------------------------------------------------- */

static num *rw_tally_row(Machine *m, num tally, num slot) {
    for (num n = 0; n < m->count[N_TALLIES]; n++) {
        num *row = m->tallies + n * TALLY_ROW;
        if (row[0] == tally && row[1] == slot) return row;
    }
    return 0;
}
static num rw_tallied(Machine *m, num tally, num slot) {
    num *row = m->viewing && slot >= 0 && m->veiled[slot] ? 0 : rw_tally_row(m, tally, slot);
    return row ? row[2] : 0;
}
static void rw_write_tally(Machine *m, num tally, num slot, num n) {
    num *row = rw_tally_row(m, tally, slot);
    if (!row && n) {
        if (m->count[N_TALLIES] >= m->layout[L_TALLIES]) { rw_stop(m, RW_FULL); return; }
        row = m->tallies + m->count[N_TALLIES]++ * TALLY_ROW;
        row[0] = tally, row[1] = slot;
    }
    if (!row) return;
    row[2] = n;
    if (!n) memcpy(row, m->tallies + --m->count[N_TALLIES] * TALLY_ROW, TALLY_ROW * sizeof(num));
}

/* -- things and zones that are made, and orders that change -------------------------------------------------------------------- */

static void rw_new_thing(Machine *m, num zone, num top, num name, const num *cells) {
    num slot = m->things++;
    m->count[N_THINGS] = m->things;
    memcpy(m->cells + slot * m->width, cells, (size_t)m->width * sizeof(num));
    m->places[slot] = zone, m->names[slot] = name, m->first_link[slot] = 0, m->live[0] = -1;
    rw_put(m, slot, zone, top);
}
static void rw_unmake(Machine *m, num zone, num top) {
    rw_pull(m, zone, top);
    m->count[N_THINGS] = --m->things, m->live[0] = -1;
}
/* Notes which zones are of each kind, after a zone has come, gone or changed. */
static void rw_index_zones(Machine *m) {
    for (num kind = 0; kind < m->p[P_ZONE_COUNT]; kind++) m->first_zone[kind] = RW_NOWHERE;
    for (num zone = m->zones; zone-- > 0;) {
        num kind = m->grounds[3 * zone];
        m->stacked[zone] = kind >= 0 && ROW(m, P_ZONES, kind, ZONE_ROW)[ZONE_STACK];
        m->played[zone] = kind >= 0 && ROW(m, P_ZONES, kind, ZONE_ROW)[ZONE_LIVE];
        if (kind >= 0) m->next_zone[zone] = m->first_zone[kind], m->first_zone[kind] = zone;
    }
    m->live[0] = -1;
}
static void rw_new_zone(Machine *m, num kind, num owner, num now) {
    num zone = m->zones++;
    m->count[N_ZONES] = m->zones, m->lengths[zone] = 0;
    m->grounds[3 * zone] = kind, m->grounds[3 * zone + 1] = owner, m->grounds[3 * zone + 2] = now;
    rw_index_zones(m);
}
static void rw_lay(Machine *m, num zone, const num *order, num count) {
    memcpy(m->lying + zone * m->room, order, (size_t)count * sizeof(num));
    m->live[0] = -1;
}
/* Takes back one of these events. */
static void rw_revert_fact(Machine *m, const num *e) {
    const num *old, *now;
    switch (e[0]) {
    case EV_LINKED: rw_write_link(m, e[1], e[2], e + 4, e[3]); return; /* slot, name, old, new: each how many, and the numbers */
    case EV_REVEALED: rw_write_link(m, e[1], T_SEEN, e + 4, e[3]); return; /* slot, zone, old, new */
    case EV_TALLIED: rw_write_tally(m, e[1], e[2], e[3]); return;
    case EV_FOUNDED: m->count[N_ZONES] = --m->zones, rw_index_zones(m); return;
    case EV_GROUNDED: memcpy(m->grounds + 3 * e[1], e + 2, 3 * sizeof(num)), rw_index_zones(m); return; /* zone, old, new */
    case EV_MADE: rw_unmake(m, e[2], e[3]); return;
    case EV_SHUFFLED: rw_lay(m, e[1], e + 3, e[2]); return;
    case EV_MOVED:
        rw_move(m, e[1], e + 5, e + 2);
        old = e + 8, now = old + 1 + (old[0] > 0 ? old[0] : 0);
        if (old[0] >= 0 || now[0] >= 0) rw_write_link(m, e[1], T_SEEN, old + 1, old[0]);
        return;
    }
}
