/* Who sees what, and menus for a viewer: a thing whose face the viewer does not see has no kind, stats or links there. A part of machine.h. */

enum { RW_SPECTATOR = -1 };

static const num *rw_zone_kind(Machine *m, num zone) { return ROW(m, P_ZONES, m->grounds[3 * zone], ZONE_ROW); }

static int rw_sees(Machine *m, num viewer, num zone) {
    if (zone == RW_NOWHERE || m->grounds[3 * zone] < 0) return 1;
    num seen = rw_zone_kind(m, zone)[ZONE_SEEN];
    return seen == BY_ALL || (seen == BY_OWNER && viewer >= 0 && m->grounds[3 * zone + 1] == viewer);
}
static int rw_knows(Machine *m, num viewer, num slot) {
    const num *seers;
    num count = rw_linked(m, slot, T_SEEN, &seers);
    if (count < 0) return rw_sees(m, viewer, m->places[slot]);
    while (count-- > 0) if (seers[count] == viewer) return 1;
    return 0;
}
/* Says whether a thing lies face down in a zone that all see: its own list of seats says who sees its face. */
static int rw_face_down(Machine *m, num slot) {
    num zone = m->places[slot];
    return zone != RW_NOWHERE && rw_link(m, slot, T_SEEN) && rw_zone_kind(m, zone)[ZONE_SEEN] == BY_ALL;
}
/* Replaces the cells of one thing by what a viewer sees who does not see its face. */
static void rw_cover(Machine *m, num slot, num zone, int plain) {
    const num *open = m->p + m->p[P_OPEN_STATS];
    num *cells = m->cells + slot * m->width, *saved = m->saved + slot * m->width;
    memcpy(saved, cells, (size_t)m->width * sizeof(num));
    memcpy(cells, open + 1 + open[0], (size_t)m->width * sizeof(num)); /* the defaults of all stats */
    cells[KIND] = m->p[P_UNSEEN], cells[OWNER] = m->grounds[3 * zone + 1], cells[LIFE] = saved[LIFE];
    m->veiled[slot] = plain ? 2 : 1;
    if (!plain) return;
    cells[OWNER] = saved[OWNER], cells[SIDE] = saved[SIDE];
    for (num n = 1; n <= open[0]; n++) cells[open[n]] = saved[open[n]];
}
/* Hides from the block what a viewer does not see, until `rw_uncover`. */
static void rw_view_as(Machine *m, num viewer) {
    if (!m->p[P_SECRET] || m->viewing) return;
    memset(m->veiled, 0, (size_t)m->things * sizeof(num));
    for (num zone = 0; zone < m->zones; zone++) {
        int plain = rw_sees(m, viewer, zone);
        for (num n = 0; n < m->lengths[zone]; n++) {
            num slot = m->lying[zone * m->room + n];
            if (plain ? !m->first_link[slot] || rw_knows(m, viewer, slot) : rw_knows(m, viewer, slot)) continue;
            rw_cover(m, slot, zone, plain);
        }
    }
    m->viewing = 1, m->viewer = viewer;
}
static void rw_uncover(Machine *m) {
    if (!m->viewing) return;
    for (num slot = 0; slot < m->things; slot++)
        if (m->veiled[slot]) memcpy(m->cells + slot * m->width, m->saved + slot * m->width, (size_t)m->width * sizeof(num));
    m->viewing = 0;
}
/* Says whether a thing lies in a zone whose order the viewer does not know; Python puts such things in an order of its own. */
static int rw_in_the_dark(Machine *m, num slot) {
    num zone = m->places[slot];
    return m->viewing && !m->imagined && zone != RW_NOWHERE && m->lengths[zone] > 1 && m->grounds[3 * zone] >= 0 && rw_zone_kind(m, zone)[ZONE_SEEN] == BY_OWNER
        && !rw_sees(m, m->viewer, zone);
}
