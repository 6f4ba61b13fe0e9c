/* Changes of stats, and what notices them. */

/* Gives the slots of the innermost action in progress, or none. */
static const num *rw_cause(Machine *m) {
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        num *frame = FRAME(m, n);
        if (ROW(m, P_PROCEDURES, frame[F_PROCEDURE], PROC_ROW)[PROC_ACTS] && frame[F_SLOTS + S_ACTION] != RW_ABSENT)
            return frame + F_SLOTS;
    }
    return 0;
}
static int rw_write(Machine *m, num slot, num stat, num to);

/* Writes the kind of a zone, its owner, and the time of its last change. */
static void rw_grounded(Machine *m, num zone, num kind, num owner, num when) {
    num *ground = m->grounds + 3 * zone, *e = rw_event(m, EV_GROUNDED, 7);
    if (!e) return;
    e[0] = zone, e[4] = kind, e[5] = owner, e[6] = when;
    memcpy(e + 1, ground, 3 * sizeof(num)), memcpy(ground, e + 4, 3 * sizeof(num));
    rw_index_zones(m);
    rw_watch(m, EV_FOUNDED);
}
/* Records the time of the last change of a timed zone, and closes it when it is empty. */
static void rw_disturb(Machine *m, num zone) {
    if (!m->p[P_TIMED] || zone == RW_NOWHERE) return;
    num kind = m->grounds[3 * zone], since = m->grounds[3 * zone + 2], now = m->head[H_NOW];
    if (kind < 0 || !rw_zone_kind(m, zone)[ZONE_QUIET] || (m->lengths[zone] && since == now)) return;
    rw_grounded(m, zone, m->lengths[zone] ? kind : -1, m->grounds[3 * zone + 1], now);
}

#include "hearing.h"

static int rw_write(Machine *m, num slot, num stat, num to) {
    num old = CELL(m, slot, stat), *e;
    if (old == to) return 0;
    if (rw_bounded(m, to) != to || !(e = rw_event(m, EV_CHANGED, 4))) return 0;
    e[0] = slot, e[1] = stat, e[2] = old, e[3] = to;
    CELL(m, slot, stat) = to;
    if (stat < OWN) m->live[0] = -1;
    if (ROW(m, P_STATS, stat, STAT_ROW)[STAT_WATCHED]) m->head[H_UNSETTLED] = 1;
    num event[EVENT_ROW] = {EV_CHANGED, slot, stat, old, to, 0, 0, stat};
    rw_happened(m, m->p[m->p[P_LISTENERS] + stat], event);
    return 1;
}
/* Gives the value of a stat after a change, within its bounds. */
static num rw_altered(Machine *m, num slot, num stat, num op, num amount) {
    static const num arithmetic[] = {0, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE};
    num base = CELL(m, slot, stat);
    if (ROW(m, P_STATS, stat, STAT_ROW)[STAT_CAP_FLUID]) base = rw_clamp(m, slot, stat, base); /* its maximum has already been applied */
    return rw_clamp(m, slot, stat, op == OP_SET ? amount : rw_arithmetic(m, arithmetic[op], base, amount));
}
/* After a maximum has changed, lowers every value that exceeds it. */
static void rw_hold(Machine *m, num slot, num maximum) {
    num capped = m->p[m->p[P_CAPPED] + maximum];
    for (num n = 1; capped && n <= m->p[capped]; n++) {
        num held = m->p[capped + n];
        rw_write(m, slot, held, rw_clamp(m, slot, held, CELL(m, slot, held)));
    }
}
static void rw_alter(Machine *m, num slot, num stat, num op, num amount) {
    num to = rw_altered(m, slot, stat, op, amount);
    if (m->status || !rw_write(m, slot, stat, to)) return;
    rw_hold(m, slot, stat);
    rw_disturb(m, m->places[slot]);
}
/* Counts one end of a structure for each effect whose duration counts such ends: it expires, or has one fewer left. */
static void rw_wear_all(Machine *m, num word, num first, num whose) {
    num *ids = m->lists + m->listed, count = 0, listed = m->listed;
    for (num n = 0; n < *m->effects; n++) {
        const num *row = rw_effect(m, n);
        if (row[LA_UNTIL] != word || row[LA_FIRST] != first || (whose != RW_ABSENT && row[LA_WHOSE] != whose)) continue;
        if (m->listed >= m->listable) { rw_stop(m, RW_FULL); return; }
        ids[count++] = row[LA_ID], m->listed++;
    }
    for (num n = 0; n < count && !m->status; n++) {
        num row[LASTING_ROW], fewer[LASTING_ROW];
        memcpy(row, rw_effect_of(m, ids[n]), sizeof row), memcpy(fewer, row, sizeof fewer);
        if (row[LA_COUNT] != RW_ABSENT && row[LA_COUNT] > 1) {
            fewer[LA_COUNT]--;
            rw_lasts(m, row, fewer);
            continue;
        }
        rw_expired(m, row);
        if (row[LA_ASKS] == RW_NOWHERE) rw_hold(m, row[LA_OBJECT], row[LA_ABOUT]);
    }
    m->listed = listed;
}
static num rw_owned(Machine *m, num kind, num owner) {
    num zone = m->first_zone[kind];
    while (zone != RW_NOWHERE && m->grounds[3 * zone + 1] != owner && m->grounds[3 * zone + 1] != RW_NOWHERE) zone = m->next_zone[zone];
    return zone;
}
