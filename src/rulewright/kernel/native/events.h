/* The log of an answer: events are written, and taken back. */

static num *rw_event(Machine *m, num kind, num count) {
    if (m->used + count + 2 > m->layout[L_LOG]) { rw_stop(m, RW_FULL); return 0; }
    num *e = m->log + m->used;
    m->rich = 0;
    e[0] = kind, e[count + 1] = count + 2;
    m->used += count + 2;
    return e + 1;
}

static void rw_put(Machine *m, num slot, num zone, num at) {
    num *lying = m->lying + zone * m->room;
    memmove(lying + at + 1, lying + at, (size_t)(m->lengths[zone] - at) * sizeof(num));
    lying[at] = slot, m->lengths[zone]++;
}
static void rw_pull(Machine *m, num zone, num at) {
    num *lying = m->lying + zone * m->room;
    m->lengths[zone]--;
    memmove(lying + at, lying + at + 1, (size_t)(m->lengths[zone] - at) * sizeof(num));
}
static void rw_move(Machine *m, num slot, const num *from, const num *to) {
    if (from[0] != RW_NOWHERE) rw_pull(m, from[0], from[1]);
    if (to[0] != RW_NOWHERE) rw_put(m, slot, to[0], to[1]);
    m->places[slot] = to[0], CELL(m, slot, LIFE) = to[2], m->live[0] = -1;
}
/* A met trigger is a row: its number, references to its holder, its object and its cause, and how much is remembered, and that. */
static num *rw_met(Machine *m, num at) { return m->noticed + at * m->notice_row; }
static void rw_notice_in(Machine *m, num at, const num *entry) {
    if (*m->notices >= m->layout[L_NOTICED]) { rw_stop(m, RW_FULL); return; }
    memmove(rw_met(m, at + 1), rw_met(m, at), (size_t)((*m->notices - at) * m->notice_row) * sizeof(num));
    memcpy(rw_met(m, at), entry, (size_t)(NOTICED_ROW + entry[4]) * sizeof(num));
    ++*m->notices;
}
static void rw_notice_out(Machine *m, num at) {
    --*m->notices;
    memmove(rw_met(m, at), rw_met(m, at + 1), (size_t)((*m->notices - at) * m->notice_row) * sizeof(num));
}

#include "facts.h"
#include "lasting.h"

/* Takes back events that lie behind one another, the last first. */
static void rw_revert(Machine *m, const num *log, num used) {
    m->rich = 0;
    while (used > 0) {
        num size = log[used - 1];
        const num *e = log + used - size;
        if (e[0] == EV_CHANGED) {
            CELL(m, e[1], e[2]) = e[3];
            if (e[2] < OWN) m->live[0] = -1;
        }
        if (e[0] == EV_NOTICED) rw_notice_out(m, e[1]);
        if (e[0] == EV_TAKEN_UP) rw_notice_in(m, e[1], e + 2);
        rw_revert_fact(m, e);
        rw_revert_lasting(m, e);
        used -= size;
    }
}
