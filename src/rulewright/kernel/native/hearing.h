/* Moments: what happens together is written first and noticed afterwards, by whoever was there. A part of machine.h. */

enum { NO_MOMENT, COLLECTING, NOTICING };
enum { LEFT_SLOT, LEFT_KIND, LEFT_ATTACHED, LEFT_LAST };

static num rw_memory_row(Machine *m) { return 4 + m->width; } /* word, thing, place, host, values */

static void rw_watch(Machine *m, num kind) { if (m->p[P_WATCHED] >> kind & 1) m->head[H_UNSETTLED] = 1; }

static num rw_is_card(Machine *m, num slot) { return ROW(m, P_FACES, CELL(m, slot, KIND), FACE_ROW)[FACE_CARD]; }

/* Says whether something of a kind has an action, attached or not. */
static int rw_has_action(Machine *m, num kind, num attached, num action) {
    const num *face = ROW(m, P_FACES, kind, FACE_ROW), *own = m->p + m->p[m->p[P_KINDS] + kind];
    return rw_among(own, action) && !rw_among(m->p + face[attached ? FACE_LOOSE : FACE_BOUND], action);
}
static RW_APART int rw_able_now(Machine *m, num slot, num action) {
    num kind = CELL(m, slot, KIND), attached;
    const num *face = ROW(m, P_FACES, kind, FACE_ROW);
    attached = (m->p[face[FACE_LOOSE]] || m->p[face[FACE_BOUND]]) && rw_linked_to(m, slot, T_ATTACHED) != RW_NOWHERE;
    return rw_has_action(m, kind, attached, action) || rw_granted(m, slot, action);
}
/* Says whether a thing has an action: its kind never or always has it, or it depends on attachment and features. */
static inline int rw_able(Machine *m, num slot, num action) {
    const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
    num kind = CELL(m, slot, KIND);
    return rw_in_bits(m->p + row[ACTION_MAYBE], kind) && (rw_in_bits(m->p + row[ACTION_ALWAYS], kind) || rw_able_now(m, slot, action));
}
/* Says whether an ability of a thing is in use: no lasting effect has put it, or all that the thing has, out of use. */
static int rw_in_use(Machine *m, num slot, num action) {
    if (!*m->effects || !(rw_touched(m, slot, T_SILENT, action) || rw_touched(m, slot, T_SILENT, RW_NOWHERE))) return 1;
    return !rw_touched(m, slot, T_SILENT, action) && !rw_able(m, slot, action);
}
/* Gives who acts when an action of a thing is used: the player (as a thing) for a card or a thing that does not act itself, otherwise the
   thing. */
static num rw_actor_for(Machine *m, num slot, num player) {
    num itself = ROW(m, P_FACES, CELL(m, slot, KIND), FACE_ROW)[FACE_ACTS];
    return !itself && m->layout[L_PLAYERS] && player != RW_NOWHERE ? player : slot; /* the first things are the players */
}

/* -- what is remembered of a thing that leaves play --------------------------------------------------------------------------- */

static void rw_keep_memory(Machine *m, num slot, const num *known);

/* Stores the abilities of a thing that is about to leave play and, if its life ends with that, the thing as it last was. */
static void rw_leaves(Machine *m, num slot, int dies) {
    if (!m->p[P_TRIGGERED] || m->deaf || !rw_in_play(m, slot)) return;
    for (num n = 0; n < m->parted; n++) if (m->left[n * LEFT_ROW] == slot) return;
    num *row = m->left + m->parted * LEFT_ROW, host = rw_linked_to(m, slot, T_ATTACHED);
    row[LEFT_SLOT] = slot, row[LEFT_KIND] = CELL(m, slot, KIND), row[LEFT_ATTACHED] = host != RW_NOWHERE, row[LEFT_LAST] = RW_NOWHERE;
    if (dies && (!m->p[P_SECRET] || rw_knows(m, RW_SPECTATOR, slot))) {
        num *known = m->lasts + m->parted * rw_memory_row(m);
        known[1] = slot, known[2] = rw_ref(m, rw_place(m, slot)), known[3] = rw_ref(m, host);
        for (num stat = 0; stat < m->width; stat++) known[4 + stat] = rw_counts(m, slot, stat);
        row[LEFT_LAST] = m->parted;
        rw_keep_memory(m, slot, known);
    }
    m->parted++;
}
static const num *rw_last(Machine *m, num slot) {
    for (num n = 0; n < m->parted; n++)
        if (m->left[n * LEFT_ROW] == slot && m->left[n * LEFT_ROW + LEFT_LAST] >= 0) return m->lasts + n * rw_memory_row(m);
    return 0;
}

/* -- who notices an event ------------------------------------------------------------------------------------------------------- */

static num rw_by(Machine *m, const num *cause) {
    const num *refs;
    if (m->event[0] == EV_TOLD && m->event[2] == T_STACKED && rw_linked(m, m->event[1], T_ACTOR, &refs) == 2) return refs[1] % RW_LIVES;
    if (m->event[0] == EV_PERFORMED) return m->event[1];
    return cause ? rw_held(cause, S_ACTOR) : RW_NOWHERE;
}
/* Says whether a reaction does not respond to what another reaction does. */
static int rw_silent(Machine *m, num action, const num *cause) {
    if (m->p[P_NESTED] || !cause) return 0;
    return ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_REACTS] && ROW(m, P_ACTIONS, cause[S_ACTION], ACTION_ROW)[ACTION_REACTS];
}
static int rw_awake(Machine *m, num slot) { return !m->p[P_SECRET] || rw_knows(m, RW_SPECTATOR, slot); }

/* Lists who is in play, has an action and is awake, in the book's order. */
static num rw_holders(Machine *m, num action, num **found) {
    num *live, count = rw_live(m, &live), kept = 0, awake = 0, *into = *found = m->lists + m->listed;
    if (!rw_any_of_kinds(m, m->p + ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_MAYBE])) return 0;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < count; n++) if (rw_able(m, live[n], action)) into[kept++] = live[n];
    rw_order(m, into, kept);
    for (num n = 0; n < kept; n++) if (rw_awake(m, into[n])) into[awake++] = into[n];
    m->listed += awake;
    return awake;
}
/* Lists who may respond to the event: things in play that have the action, the thing of the event, and things that had the action when the
   moment began. */
static num rw_hearers(Machine *m, const num *trigger, num **found) {
    num *into, about = m->event[1], action = trigger[TRIGGER_ACTION], listed = m->listed, kept = rw_holders(m, action, &into);
    if (listed + kept + m->parted + 1 > m->listable) { rw_stop(m, RW_FULL); return 0; }
    if (m->event[0] == EV_TOLD && about != RW_NOWHERE && !rw_in_play(m, about) && rw_able(m, about, action) && rw_awake(m, about))
        into[kept++] = about;
    for (num n = 0; m->moment == NOTICING && n < m->parted; n++) {
        const num *row = m->left + n * LEFT_ROW;
        if (!rw_has_action(m, row[LEFT_KIND], row[LEFT_ATTACHED], action)) continue;
        if (!m->p[P_PARTING] && row[LEFT_SLOT] != about && !rw_in_play(m, row[LEFT_SLOT])) continue;
        num known = 0;
        for (num k = 0; !known && k < kept; k++) known = into[k] == row[LEFT_SLOT];
        if (!known) into[kept++] = row[LEFT_SLOT];
    }
    if (m->moment == NOTICING && m->happened > 1) {
        for (num n = 1; n < kept; n++)
            for (num at = n; at > 0 && into[at - 1] > into[at]; at--) { num other = into[at]; into[at] = into[at - 1], into[at - 1] = other; }
        rw_order(m, into, kept);
    }
    m->listed = listed + kept;
    *found = into;
    return kept;
}
/* Writes the event that a met trigger was recorded, or that its turn has come; says whether there was room. */
static int rw_tell_notice(Machine *m, num kind, num at, const num *row) {
    num *e = rw_event(m, kind, 1 + NOTICED_ROW + row[4]);
    if (!e) return 0;
    e[0] = at, memcpy(e + 1, row, (size_t)(NOTICED_ROW + row[4]) * sizeof(num));
    return 1;
}
/* Takes a met trigger out, because its turn has come. */
static void rw_take_up(Machine *m, num at) {
    if (rw_tell_notice(m, EV_TAKEN_UP, at, rw_met(m, at))) rw_notice_out(m, at);
}
/* Writes which of the things of a trigger (its holder, its thing, its cause and what it follows for) left in this moment, as they last were;
   returns the length. */
static num rw_lefts(Machine *m, const num *things, num count, num *row) {
    static const num words[] = {S_SOURCE, S_IT, S_ATTACKER, S_BOUND};
    num size = rw_memory_row(m), length = 0;
    for (num n = 0; m->moment == NOTICING && m->parted && n < count; n++) {
        const num *last = rw_last(m, things[n]);
        if (!last) continue;
        memcpy(row + length, last, (size_t)size * sizeof(num));
        row[length] = words[n], length += size;
    }
    return length;
}
/* Lets the test of a trigger read what left in this moment as it last was. */
static void rw_hear_memory(Machine *m, const num *things, num count) {
    num *row = m->lists + m->listed, length;
    m->heard[S_MEMORY] = RW_ABSENT;
    if (m->moment != NOTICING || !m->parted) return;
    if (m->listed + m->notice_row > m->listable) { rw_stop(m, RW_FULL); return; }
    if ((length = rw_lefts(m, things, count, row))) m->heard[S_MEMORY] = rw_list(m, row, length);
}
/* Records that a trigger was met: references to its holder, its thing, its cause and what it follows for, and what they were if they left. */
static void rw_note(Machine *m, num trigger, num holder, num it, num by, num follows) {
    num things[] = {holder, it, by, follows < 0 ? RW_NOWHERE : follows % RW_LIVES}, *row = m->lists + m->listed, at = *m->notices;
    const num *kept;
    if (m->listed + m->notice_row > m->listable) { rw_stop(m, RW_FULL); return; }
    if (m->moment == NOTICING && rw_last(m, holder) && rw_linked(m, holder, T_OWNER, &kept) >= 0) {
        rw_stop(m, RW_LEFT); /* the player who had it has given it back */
        return;
    }
    row[0] = trigger, row[1] = rw_ref(m, holder), row[2] = rw_ref(m, it), row[3] = rw_ref(m, by), row[5] = follows;
    row[4] = rw_lefts(m, things, follows == RW_ABSENT ? 3 : 4, row + NOTICED_ROW);
    if (at >= m->layout[L_NOTICED]) { rw_stop(m, RW_FULL); return; }
    if (!rw_tell_notice(m, EV_NOTICED, at, row)) return;
    rw_notice_in(m, at, row);
    rw_watch(m, EV_NOTICED);
}
/* Gives the thing of a reference, if it is still the same thing or if its life has ended with this event. */
static num rw_same(Machine *m, num ref) {
    if (ref == RW_NOWHERE) return ref;
    int gone = m->event[0] == EV_MOVED && m->event[1] == ref % RW_LIVES && m->event[4] == ref / RW_LIVES;
    return gone || rw_alive(m, ref) ? ref % RW_LIVES : RW_NOWHERE;
}
/* Uses the abilities that follow at this event; each ends with that, unless it follows again. */
static void rw_followed(Machine *m, num number, const num *trigger, num by) {
    num *v = m->v, listed = m->listed, *ids = m->lists + listed, count = 0;
    for (num n = 0; n < *m->effects; n++) {
        const num *row = rw_effect(m, n);
        if (!rw_is_about(m, row, RW_NOWHERE, T_FOLLOWS, trigger[TRIGGER_ACTION])) continue;
        if (m->listed >= m->listable) { rw_stop(m, RW_FULL); return; }
        ids[count++] = row[LA_ID], m->listed++;
    }
    for (num n = 0; n < count && !m->status; n++) {
        num row[LASTING_ROW], bound;
        memcpy(row, rw_effect_of(m, ids[n]), sizeof row);
        bound = rw_same(m, row[LA_AMOUNT]);
        rw_empty(m, m->heard);
        m->heard[S_IT] = m->event[1], m->heard[S_SOURCE] = row[LA_BY], m->heard[S_ATTACKER] = by, m->heard[S_BOUND] = bound;
        m->heard[S_ACTOR] = rw_actor_for(m, row[LA_BY], CELL(m, row[LA_BY], OWNER));
        rw_hear_memory(m, (num[]){row[LA_BY], m->event[1], by, bound}, 4);
        m->v = m->heard;
        num held = m->status ? 0 : rw_value(m, trigger[TRIGGER_TEST]);
        m->v = v;
        if (!held || m->status) continue;
        if (row[LA_OP] != LA_AGAIN) rw_expired(m, row);
        rw_note(m, number, row[LA_BY], m->event[1], by, bound == RW_NOWHERE ? bound : rw_ref(m, bound));
    }
    m->listed = listed;
}
static void rw_notice(Machine *m, num number) {
    const num *trigger = ROW(m, P_TRIGGERS, number, TRIGGER_ROW), *cause = rw_cause(m);
    num it = m->event[1], listed = m->listed, *found = m->lists + listed, count = 1, *v = m->v;
    if (trigger[TRIGGER_OPTIONAL] && rw_silent(m, trigger[TRIGGER_ACTION], cause)) return;
    if (trigger[TRIGGER_FIRST] >= 0 && !rw_value(m, trigger[TRIGGER_FIRST])) return;
    num by = rw_by(m, cause);
    if (trigger[TRIGGER_FOLLOWS]) { rw_followed(m, number, trigger, by); return; }
    if (trigger[TRIGGER_EVERYONE] && it == RW_NOWHERE) { rw_stop(m, RW_LEFT); return; }
    if (!trigger[TRIGGER_EVERYONE]) count = rw_hearers(m, trigger, &found);
    else found[0] = it, m->listed++;
    for (num n = 0; n < count && !m->status; n++) {
        num holder = found[n];
        if (!rw_in_use(m, holder, trigger[TRIGGER_ACTION])) continue;
        if (cause) memcpy(m->heard, cause, (size_t)m->slots * sizeof(num)); else rw_empty(m, m->heard);
        m->heard[S_IT] = it, m->heard[S_SOURCE] = holder, m->heard[S_ATTACKER] = by;
        m->heard[S_ACTOR] = rw_actor_for(m, holder, CELL(m, holder, OWNER));
        rw_hear_memory(m, (num[]){holder, it, by}, 3);
        m->v = m->heard;
        num held = m->status ? 0 : rw_value(m, trigger[TRIGGER_TEST]);
        m->v = v;
        if (held && !m->status) rw_note(m, number, holder, it, by, RW_ABSENT);
    }
    m->listed = listed;
}
static void rw_noticed_by_all(Machine *m, const num *listeners, const num *event) {
    num before[EVENT_ROW];
    memcpy(before, m->event, sizeof before), memcpy(m->event, event, sizeof before);
    for (num n = 1; n <= listeners[0] && !m->status; n++) rw_notice(m, listeners[n]);
    memcpy(m->event, before, sizeof before);
}
/* Tests the triggers for an event: at once, or at the end of the moment to which it belongs. */
static void rw_happened(Machine *m, num listeners, const num *event) {
    if (!listeners || m->deaf) return;
    if (m->moment != COLLECTING) { rw_noticed_by_all(m, m->p + listeners, event); return; }
    if (m->happened >= 4 * m->room + 8) { rw_stop(m, RW_FULL); return; }
    num *row = m->heardof + EVENT_ROW * m->happened++;
    memcpy(row, event, EVENT_ROW * sizeof(num));
}
static num rw_listeners(Machine *m, num on) { return m->p[m->p[P_HEADS] + on]; }

static num rw_listeners_of(Machine *m, const num *event) {
    static const num on[] = {ON_MOVED, ON_TOLD, ON_PERFORMED, ON_OCCASION, ON_LINKED, ON_BEGAN, ON_ENDED};
    static const num kinds[] = {EV_MOVED, EV_TOLD, EV_PERFORMED, EV_OCCASION, EV_LINKED, EV_BEGAN, EV_ENDED};
    if (event[0] == EV_CHANGED) return m->p[m->p[P_LISTENERS] + event[2]];
    for (num n = 0; n < 7; n++) if (event[0] == kinds[n]) return rw_listeners(m, on[n]);
    return 0;
}

/* Says whether something has an ability that responds to an announcement about itself. */
static num rw_hears(Machine *m, num word) {
    num slot = m->v[S_IT], held = 0, *v = m->v, kept[EVENT_ROW], event[EVENT_ROW] = {EV_TOLD, slot, word, ABOUT_THING, slot, 0, 0, word};
    num listeners = rw_listeners(m, ON_TOLD);
    memcpy(kept, m->event, sizeof kept), memcpy(m->event, event, sizeof event);
    for (num n = 1; listeners && n <= m->p[listeners] && !held; n++) {
        const num *trigger = ROW(m, P_TRIGGERS, m->p[listeners + n], TRIGGER_ROW);
        if (!rw_able(m, slot, trigger[TRIGGER_ACTION])) continue;
        rw_empty(m, m->heard);
        m->heard[S_IT] = m->heard[S_SOURCE] = slot, m->heard[S_ATTACKER] = RW_NOWHERE;
        m->heard[S_ACTOR] = rw_actor_for(m, slot, CELL(m, slot, OWNER));
        m->v = m->heard;
        held = rw_value(m, trigger[TRIGGER_TEST]) != 0;
        m->v = v;
    }
    memcpy(m->event, kept, sizeof kept);
    return held;
}

/* -- moments ----------------------------------------------------------------------------------------------------------------------- */

/* A moment can begin while the previous one is being finished; its moves are stored behind those of the other. */
static void rw_begin_moment(Machine *m) { m->moment = COLLECTING, m->from = m->moved, m->happened = m->parted = 0; }

/* Says whether one event of a moment is noticed after another: first by which kind of event was written first, then by the order of their
   things. */
static int rw_later(Machine *m, num active, const num *a, const num *b, const num *first_a, const num *first_b) {
    if (first_a != first_b) return first_a > first_b;
    if (a[1] == b[1]) return 0;
    if (a[1] == RW_NOWHERE || b[1] == RW_NOWHERE) return b[1] == RW_NOWHERE;
    if (rw_after(m, active, a[1], b[1])) return 1;
    return !rw_after(m, active, b[1], a[1]) && a[1] > b[1];
}
static const num *rw_first_of(Machine *m, const num *event) {
    const num *row = m->heardof;
    for (; row[0] != event[0] || row[7] != event[7]; row += EVENT_ROW) {}
    return row;
}
static void rw_moved_on(Machine *m, const num *move);

static void rw_end_moment(Machine *m) {
    num order[64], count = m->happened, active = count > 1 ? rw_active(m) : RW_NOWHERE;
    const num *firsts[64];
    if (count > 64) { rw_stop(m, RW_LEFT); return; }
    for (num n = 0; n < count; n++) {
        const num *event = m->heardof + n * EVENT_ROW;
        firsts[n] = rw_first_of(m, event);
        num at = n;
        for (; at > 0; at--) {
            num last = order[at - 1];
            if (!rw_later(m, active, m->heardof + last * EVENT_ROW, event, firsts[last], firsts[n])) break;
            order[at] = order[at - 1];
        }
        order[at] = n;
    }
    m->moment = NOTICING;
    for (num n = 0; n < count && !m->status; n++) {
        const num *event = m->heardof + order[n] * EVENT_ROW;
        rw_noticed_by_all(m, m->p + rw_listeners_of(m, event), event);
    }
    m->moment = NO_MOMENT;
    num from = m->from, moved = m->moved;
    for (num n = from; n < moved && !m->status; n++) rw_moved_on(m, m->moves + n * MOVE_ROW);
    m->moved = from;
}
