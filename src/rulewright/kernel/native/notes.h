/* What is noted for things, who or what causes a change, and what was picked. A part of machine.h. */

enum { DOERS_NOTED, DOERS_NAMED }; /* the cause: what is noted under a word (the word, the name of the link), or the listed things */

/* -- whose cell a stat is stored in ------------------------------------------------------------------------------------------------ */

enum { SHARED_BY_NOBODY, SHARED_BY_ALL, SHARED_BY_CAST };

static num rw_sharing(Machine *m, num slot, num shared) {
    if (shared == SHARED_BY_NOBODY) return slot;
    num side = shared == SHARED_BY_CAST && slot != RW_NOWHERE ? CELL(m, slot, SIDE) : RW_NOWHERE;
    for (num other = 0; other < m->things; other++)
        if (side == RW_NOWHERE || CELL(m, other, SIDE) == side) return other;
    return slot;
}

static num rw_holder(Machine *m, const num *e) { return rw_sharing(m, rw_value(m, e[1]), e[2]); } /* who, shared */

/* -- notes ------------------------------------------------------------------------------------------------------------------------- */

static int rw_is_noted(Machine *m, num of, num name, num it) {
    const num *refs;
    num count = rw_linked(m, of, name, &refs);
    for (num n = 0; n < count; n++) if (refs[n] % RW_LIVES == it && rw_alive(m, refs[n])) return 1;
    return 0;
}
/* Gives the first thing that is noted for another and is still the same. */
static num rw_first_noted(Machine *m, num of, num name) {
    const num *refs;
    num count = of == RW_NOWHERE ? 0 : rw_linked(m, of, name, &refs);
    for (num n = 0; n < count; n++) if (rw_alive(m, refs[n])) return refs[n] % RW_LIVES;
    return RW_NOWHERE;
}
static num rw_noting(Machine *m, const num *e) { /* who, name */
    num who = rw_value(m, e[1]), it = m->v[S_IT];
    if (e[0] == E_NOTED) return rw_first_noted(m, who, e[2]);
    if (who == RW_NOWHERE) return 0;
    return e[0] == E_NOTED_FOR ? rw_is_noted(m, who, e[2], it) : rw_is_noted(m, it, e[2], who);
}

/* -- the cause of a change --------------------------------------------------------------------------------------------------------- */

/* Gives the first thing that the rules name as the cause, or whoever acts. */
static num rw_doer(Machine *m) {
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        const num *frame = FRAME(m, n), *v = frame + F_SLOTS;
        if (v[S_BY] != RW_ABSENT) {
            const num *by = rw_items(m, v[S_BY]);
            return by[0] == DOERS_NAMED && rw_length(v[S_BY]) > 1 ? by[1] : RW_NOWHERE;
        }
        if (v[S_ACTION] != RW_ABSENT && ROW(m, P_PROCEDURES, frame[F_PROCEDURE], PROC_ROW)[PROC_ACTS]) break;
    }
    return rw_held(m->v, S_ACTOR);
}
/* Lists what is noted under a word for the thing of the event, even if it has left. */
static num rw_noted_causes(Machine *m, num word, num *into) {
    const num *refs;
    num about = m->event[0] ? m->event[1] : RW_NOWHERE, count = rw_linked(m, about, word, &refs), kept = 0;
    for (num n = 0; n < count; n++) if (refs[n] != RW_NOWHERE) into[kept++] = refs[n] % RW_LIVES;
    return kept;
}
/* Lists the cause of what happens now: what the rules name, or the source of the innermost act. Settling has no cause. The cause of a held
   change is searched below the frame that holds it, because what answers a change is not its cause. */
static num rw_causes(Machine *m, num *into) {
    num below = m->head[H_DEPTH];
    for (num n = 0; m->change && m->v[S_WOULD] != RW_ABSENT && n < m->head[H_DEPTH] && below == m->head[H_DEPTH]; n++)
        if (FRAME(m, n)[F_ID] == m->v[S_WOULD]) below = n;
    for (num n = below; n-- > 0;) {
        const num *frame = FRAME(m, n), *v = frame + F_SLOTS;
        if (v[S_BY] != RW_ABSENT) {
            const num *by = rw_items(m, v[S_BY]);
            num count = rw_length(v[S_BY]) - 1;
            if (by[0] == DOERS_NOTED) return rw_noted_causes(m, by[2], into);
            memcpy(into, by + 1, (size_t)count * sizeof(num));
            return count;
        }
        if (frame[F_PROCEDURE] == m->p[P_SETTLE]) return 0;
        if (v[S_ACTION] == RW_ABSENT) continue;
        if (frame[F_PROCEDURE] != ACT && !ROW(m, P_PROCEDURES, frame[F_PROCEDURE], PROC_ROW)[PROC_ACTS]) continue;
        into[0] = v[S_SOURCE];
        return v[S_SOURCE] != RW_NOWHERE;
    }
    return 0;
}
/* Lists what was picked under some slots, each of which holds one thing or several. */
static num rw_all_picked(Machine *m, const num *from, num *into) {
    num count = 0;
    for (num n = 0; n < from[0]; n += 2) {
        num held = m->v[from[1 + n]];
        if (held == RW_ABSENT || held == RW_NONE || (!from[2 + n] && held == RW_NOWHERE)) continue;
        if (!from[2 + n]) { into[count++] = held; continue; }
        for (num k = 0; k < rw_length(held); k++) if (rw_items(m, held)[k] != RW_NOWHERE) into[count++] = rw_items(m, held)[k];
    }
    return count;
}

/* -- whether nothing waits ---------------------------------------------------------------------------------------------------------- */

static num rw_quiet(Machine *m) {
    for (num z = 0; z < m->zones; z++) if (rw_is_stack(m, z) && m->lengths[z]) return 0;
    for (num n = 0; n < *m->notices; n++) if (ROW(m, P_TRIGGERS, rw_met(m, n)[0], TRIGGER_ROW)[TRIGGER_STACKED]) return 0;
    for (num n = 0; n < m->head[H_DEPTH]; n++) {
        const num *frame = FRAME(m, n);
        if (frame[F_PROCEDURE] == BATCH) return 0;
        if (frame[F_PROCEDURE] != ACT) continue;
        num stack = ROW(m, P_ACTIONS, frame[F_SLOTS + S_ACTION], ACTION_ROW)[ACTION_STACK];
        if (stack == THROUGH_STACK || (stack != NO_STACK && frame[F_STEP] != STEP_DONE)) return 0;
    }
    return 1;
}
