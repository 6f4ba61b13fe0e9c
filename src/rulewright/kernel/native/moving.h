/* Moves between zones, new things and zones, shuffles, links, announcements. A part of machine.h. */

enum { AT_TOP, AT_BOTTOM, AT_TOP_GROWN };

/* -- links and tallies ------------------------------------------------------------------------------------------------------------- */

/* Sets a link, with an event if it differs from the old one; a count of -1 removes it. */
static void rw_set_link(Machine *m, num slot, num name, const num *values, num count) {
    const num *old = 0;
    num had = rw_linked(m, slot, name, &old), *e, olds = had > 0 ? had : 0, news = count > 0 ? count : 0;
    if (had == count && (count <= 0 || !memcmp(old, values, (size_t)count * sizeof(num)))) return;
    if (!(e = rw_event(m, EV_LINKED, 4 + olds + news))) return;
    e[0] = slot, e[1] = name, e[2] = had, e[3 + olds] = count;
    if (olds) memcpy(e + 3, old, (size_t)olds * sizeof(num));
    if (news) memcpy(e + 4 + olds, values, (size_t)news * sizeof(num));
    rw_write_link(m, slot, name, e + 4 + olds, count);
    rw_watch(m, EV_LINKED);
    num event[EVENT_ROW] = {EV_LINKED, slot, name, count >= 0, 0, 0, 0, name};
    rw_happened(m, rw_listeners(m, ON_LINKED), event);
}
static void rw_count_use(Machine *m, num tally, num slot, num to) {
    num *e = rw_event(m, EV_TALLIED, 4);
    if (!e) return;
    e[0] = tally, e[1] = slot, e[2] = rw_tallied(m, tally, slot), e[3] = to < 0 ? e[2] + 1 : to;
    rw_write_tally(m, tally, slot, e[3]);
    rw_watch(m, EV_TALLIED);
}
/* Resets the tallies that end with a structure; a tally's number is its place in the program's list of tallies. */
static void rw_uncount(Machine *m, num procedure) {
    const num *names = m->p + m->p[P_TALLIES]; /* how many; then for each the structures with which it ends */
    for (num n = 1; m->count[N_TALLIES] && n <= names[0]; n++) {
        if (!rw_among(m->p + names[n], procedure)) continue;
        for (;;) {
            num slot = RW_LARGEST;
            for (num k = 0; k < m->count[N_TALLIES]; k++)
                if (m->tallies[k * TALLY_ROW] == n - 1 && m->tallies[k * TALLY_ROW + 1] < slot) slot = m->tallies[k * TALLY_ROW + 1];
            if (slot == RW_LARGEST || m->status) break;
            rw_count_use(m, n - 1, slot, 0);
        }
    }
}
static void rw_tell(Machine *m, num word, num how, num about) {
    num *e = rw_event(m, EV_TOLD, 3), event[EVENT_ROW] = {EV_TOLD, how == ABOUT_THING ? about : RW_NOWHERE, word, how, about, 0, 0, word};
    if (!e) return;
    e[0] = word, e[1] = how, e[2] = about;
    rw_happened(m, rw_listeners(m, ON_TOLD), event);
}

/* -- sight -------------------------------------------------------------------------------------------------------------------------- */

/* Lets some seats see the face of a thing at its place; a count of -1 means those that see its zone. */
static void rw_show(Machine *m, num slot, const num *seers, num count) {
    const num *old = 0;
    num had = rw_linked(m, slot, T_SEEN, &old), olds = had > 0 ? had : 0, news = count > 0 ? count : 0, *e;
    if (had == count && (count <= 0 || !memcmp(old, seers, (size_t)count * sizeof(num)))) return;
    if (!(e = rw_event(m, EV_REVEALED, 4 + olds + news))) return;
    e[0] = slot, e[1] = m->places[slot], e[2] = had, e[3 + olds] = count;
    if (olds) memcpy(e + 3, old, (size_t)olds * sizeof(num));
    if (news) memcpy(e + 4 + olds, seers, (size_t)news * sizeof(num));
    rw_write_link(m, slot, T_SEEN, e + 4 + olds, count);
    rw_watch(m, EV_REVEALED);
}
/* Hides shown cards of a hand again if they could be the card that has just left it (after an open move, only cards of that name). */
static void rw_forget(Machine *m, num zone, num name, int openly, num count) {
    if (rw_zone_kind(m, zone)[ZONE_SEEN] == BY_ALL) return;
    for (num n = 0; n < count; n++) {
        num slot = m->lying[zone * m->room + n];
        if (!openly || m->names[slot] == name) rw_show(m, slot, 0, -1);
    }
}

#include "guises.h"

static void rw_do_send(Machine *m, num slot, num zone, num at);

/* -- moves ------------------------------------------------------------------------------------------------------------------------- */

static int rw_reborn(Machine *m, num old, num zone) {
    if (old == RW_NOWHERE || zone == RW_NOWHERE) return 1;
    const num *kind = rw_zone_kind(m, zone);
    return !(kind[ZONE_KEEPS] || (kind[ZONE_QUIET] && m->grounds[3 * old] == m->grounds[3 * zone]));
}
/* Says whether a thing begins a new life if it moves to a zone. */
static int rw_newborn(Machine *m, num slot, num zone) { return m->places[slot] != zone && rw_reborn(m, m->places[slot], zone); }
/* Moves a thing as part of a moment; with a list of seats only these see its face there. */
static void rw_bring(Machine *m, num slot, num zone, num at, const num *seers, num count) {
    num old = m->places[slot], life = CELL(m, slot, LIFE), index = RW_NOWHERE, newborn, *e;
    const num *seen = 0;
    num had = rw_linked(m, slot, T_SEEN, &seen), olds = had > 0 ? had : 0;
    if (old != RW_NOWHERE) for (index = 0; m->lying[old * m->room + index] != slot;) index++;
    newborn = life + rw_newborn(m, slot, zone);
    if (old == zone) seers = seen, count = had;
    num news = count > 0 ? count : 0, top = zone == RW_NOWHERE ? zone : at == AT_BOTTOM ? 0 : m->lengths[zone] - (old == zone);
    if (m->moved >= 2 * (m->room + 8)) { rw_stop(m, RW_FULL); return; }
    rw_leaves(m, slot, newborn != life);
    if (!(e = rw_event(m, EV_MOVED, 9 + olds + news))) return;
    e[0] = slot, e[1] = old, e[2] = index, e[3] = life, e[4] = zone, e[5] = top, e[6] = newborn, e[7] = had, e[8 + olds] = count;
    if (olds) memcpy(e + 8, seen, (size_t)olds * sizeof(num));
    if (news) memcpy(e + 9 + olds, seers, (size_t)news * sizeof(num));
    rw_move(m, slot, e + 1, e + 4);
    if (had >= 0 || count >= 0) rw_write_link(m, slot, T_SEEN, e + 9 + olds, count);
    rw_watch(m, EV_MOVED);
    num event[EVENT_ROW] = {EV_MOVED, slot, old, zone, life, 0, 0, 0};
    rw_happened(m, rw_listeners(m, ON_MOVED), event);
    if (m->p[P_SECRET] && old != RW_NOWHERE && old != zone && rw_zone_kind(m, old)[ZONE_SEEN] == BY_OWNER)
        rw_forget(m, old, m->names[slot], count < 0 && (zone == RW_NOWHERE || rw_zone_kind(m, zone)[ZONE_SEEN] == BY_ALL), m->lengths[old]);
    num *move = m->moves + m->moved++ * MOVE_ROW;
    move[0] = slot, move[1] = old, move[2] = zone, move[3] = newborn != life && at != AT_TOP_GROWN;
}
/* Moves one thing as a moment of its own. */
static void rw_send(Machine *m, num slot, num zone, num at) {
    rw_begin_moment(m);
    rw_bring(m, slot, zone, at, 0, -1);
    rw_end_moment(m);
}
/* Ends the effects on a thing whose life has ended: with `guises` only those that say what it counts as, otherwise all. */
static void rw_end_on(Machine *m, num slot, int guises) {
    for (num n = 0; n < *m->effects && !m->status;)
        if (rw_effect(m, n)[LA_OBJECT] == slot && (!guises || rw_is_guise(rw_effect(m, n)[LA_ASKS]))) rw_expired(m, rw_effect(m, n)); else n++;
}
/* Resets a thing that begins a new life to the values of its kind. */
static void rw_renew(Machine *m, num slot, int left_play) {
    rw_end_on(m, slot, 1);
    const num *printed = m->p + ROW(m, P_FACES, CELL(m, slot, KIND), FACE_ROW)[FACE_PRINTED];
    for (num stat = OWN; stat < m->width; stat++) if (CELL(m, slot, stat) != printed[stat - OWN]) rw_write(m, slot, stat, printed[stat - OWN]);
    rw_end_on(m, slot, 0);
    for (num n = 0; left_play && n < m->count[N_LINKS]; n++) {
        const num *row = m->links + n * LINK_ROW;
        if (row[LINK_SLOT] == slot && (row[LINK_NAME] == T_ATTACHED || row[LINK_NAME] >= T_KNOWN)) rw_set_link(m, slot, row[LINK_NAME], 0, -1);
    }
}
/* If a thing leaves a place, what was attached to it stays at this place. */
static void rw_leave_behind(Machine *m, num slot) {
    const num *refs;
    if (rw_linked(m, slot, T_AT, &refs) != 1) { rw_stop(m, RW_LEFT); return; }
    num place = refs[0], *attached = m->lists + m->listed, count = 0;
    if (m->listed + m->things > m->listable) { rw_stop(m, RW_FULL); return; }
    for (num n = 0; n < m->count[N_LINKS]; n++) { /* first all of them, because new links may move the rows of others */
        const num *row = m->links + n * LINK_ROW;
        if (row[LINK_SLOT] != RW_NOWHERE && row[LINK_NAME] == T_ATTACHED && m->heap[row[LINK_AT]] % RW_LIVES == slot) attached[count++] = row[LINK_SLOT];
    }
    m->listed += count;
    for (num n = 0; n < count && !m->status; n++)
        if (m->places[attached[n]] != RW_NOWHERE && !rw_link(m, attached[n], T_AT)) rw_set_link(m, attached[n], T_AT, &place, 1);
    m->listed -= count;
}
/* Does what follows a move, after triggers have noticed it. */
static void rw_moved_on(Machine *m, const num *move) {
    num slot = move[0], old = move[1], zone = move[2];
    if (old != zone && rw_link(m, slot, T_AT)) rw_leave_behind(m, slot), rw_set_link(m, slot, T_AT, 0, -1);
    rw_disturb(m, old);
    rw_disturb(m, zone);
    if (zone == RW_NOWHERE) return;
    int there = rw_zone_kind(m, zone)[ZONE_LIVE] || rw_zone_kind(m, zone)[ZONE_STACK];
    if (!there && rw_link(m, slot, T_TOKEN)) { rw_do_send(m, slot, RW_NOWHERE, AT_TOP); return; }
    if (!rw_is_card(m, slot)) return;
    num owner = m->grounds[3 * zone + 1];
    if (owner != RW_NOWHERE && CELL(m, slot, OWNER) == RW_NOWHERE) rw_belongs(m, slot, owner, rw_side_of(m, owner));
    if (move[3] && old != RW_NOWHERE && m->grounds[3 * old] < 0) { rw_stop(m, RW_LEFT); return; } /* from a stack that no longer exists */
    if (move[3]) rw_renew(m, slot, old != RW_NOWHERE && rw_zone_kind(m, old)[ZONE_LIVE]);
    if (!there) rw_give_back(m, slot);
}
/* -- new things and zones, and shuffles ---------------------------------------------------------------------------------------------- */

static num rw_make(Machine *m, num name, const num *cells, num zone) {
    num slot = m->things, top = m->lengths[zone], *e;
    if (slot >= m->layout[L_THINGS]) { rw_stop(m, RW_FULL); return 0; }
    if (!(e = rw_event(m, EV_MADE, 4 + m->width))) return 0;
    e[0] = slot, e[1] = zone, e[2] = top, e[3] = name;
    memcpy(e + 4, cells, (size_t)m->width * sizeof(num));
    rw_new_thing(m, zone, top, name, cells);
    rw_watch(m, EV_MOVED);
    num event[EVENT_ROW] = {EV_MOVED, slot, RW_NOWHERE, zone, 0, 0, 0, 0};
    rw_happened(m, rw_listeners(m, ON_MOVED), event);
    rw_disturb(m, zone);
    return slot;
}
static num rw_found(Machine *m, num kind) {
    num zone = m->zones, *e;
    if (zone >= m->layout[L_ZONES]) { rw_stop(m, RW_FULL); return 0; }
    if (!(e = rw_event(m, EV_FOUNDED, 4))) return 0;
    e[0] = zone, e[1] = kind, e[2] = RW_NOWHERE, e[3] = m->head[H_NOW];
    rw_new_zone(m, kind, RW_NOWHERE, m->head[H_NOW]);
    rw_watch(m, EV_FOUNDED);
    return zone;
}
/* Puts things in a random order by hidden dice, or by given ones. */
static void rw_mixed(Machine *m, num *order, num count) {
    num base = m->shuffles++ * RW_LIVES;
    for (num size = count; size > 1; size--) {
        num face;
        if (m->script && m->head[H_ROLLED] < m->scripted) {
            face = m->script[m->head[H_ROLLED]++];
            face = face < 1 ? 1 : face > size ? size : face;
        } else face = rw_of_seed(&m->secret, m->head[H_NUMBER], base + size, size);
        num taken = order[face - 1];
        memmove(order + face - 1, order + face, (size_t)(count - face) * sizeof(num));
        order[count - 1] = taken;
    }
}
/* Puts the lowest things of a zone, as many as `count`, in a random order that nobody knows. */
static void rw_mix_lowest(Machine *m, num zone, num count) {
    num lying = m->lengths[zone], *e;
    rw_forget(m, zone, 0, 0, count);
    if (!(e = rw_event(m, EV_SHUFFLED, 2 + 2 * lying))) return;
    e[0] = zone, e[1] = lying;
    memcpy(e + 2, m->lying + zone * m->room, (size_t)lying * sizeof(num));
    memcpy(e + 2 + lying, e + 2, (size_t)lying * sizeof(num));
    rw_mixed(m, e + 2 + lying, count);
    rw_lay(m, zone, e + 2 + lying, lying);
    rw_watch(m, EV_SHUFFLED);
}
static void rw_shuffle(Machine *m, num zone) {
    rw_mix_lowest(m, zone, m->lengths[zone]);
    rw_disturb(m, zone);
}
