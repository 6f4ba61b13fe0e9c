/* Numbers, queries, and how things relate to one another. */

static num rw_value(Machine *m, num at);
static num rw_place(Machine *m, num slot);
static num rw_past(Machine *m, const num *e);
static num rw_hears(Machine *m, num word);
static num rw_all_picked(Machine *m, const num *from, num *into);
static num rw_causes(Machine *m, num *into);
static num rw_things(Machine *m, num query, num **found, int ordered);

static num rw_bounded(Machine *m, num n) {
    if (n > RW_LARGEST || n < -RW_LARGEST) { rw_stop(m, RW_LEFT); return 0; }
    return n;
}
#include "values.h"

static num rw_product(Machine *m, num a, num b) {
    uint64_t x = a < 0 ? (uint64_t)-a : (uint64_t)a, y = b < 0 ? (uint64_t)-b : (uint64_t)b;
    if (x && y > (uint64_t)RW_LARGEST / x) { rw_stop(m, RW_LEFT); return 0; }
    return a * b;
}
static num rw_divide(num a, num b) { return b ? a / b - (a % b && (a < 0) != (b < 0)) : 0; }
static num rw_arithmetic(Machine *m, num op, num a, num b) {
    switch (op) {
    case E_ADD: return rw_bounded(m, a + b);
    case E_SUBTRACT: return rw_bounded(m, a - b);
    case E_MULTIPLY: return rw_product(m, a, b);
    case E_DIVIDE: return rw_divide(a, b);
    case E_DIVIDE_UP: return -rw_divide(-a, b);
    case E_REMAINDER: return b ? rw_floor_mod(a, b) : 0;
    case E_LOWER: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}
#include "operands.h"

/* While the things of a query are tested, `it` is the tested thing, and `outer` is what `it` was before (unless `outer` is already set). */
typedef struct { num it, outer; } Named;

static inline Named rw_name(Machine *m) {
    Named before = {m->v[S_IT], m->v[S_OUTER]};
    if (before.outer == RW_ABSENT) m->v[S_OUTER] = before.it == RW_ABSENT ? RW_NOWHERE : before.it;
    return before;
}
static inline void rw_unname(Machine *m, Named before) { m->v[S_IT] = before.it, m->v[S_OUTER] = before.outer; }

/* Gives the kinds for which the first of some tests asks, or nothing. */
static inline const num *rw_kinds_first(Machine *m, const num *tests) {
    return tests[0] && m->p[tests[1]] == E_OF_KIND ? m->p + m->p[tests[1] + 1] : 0;
}
/* Says whether a thing may pass a test for kinds; of an ability that waits its action may have the mark. */
static inline int rw_may_be_of(Machine *m, const num *kinds, num slot) {
    num kind = CELL(m, slot, KIND);
    return rw_in_bits(kinds, kind) || kind == m->p[P_ITEM];
}
/* Says whether a thing passes all tests of a row; `rw_name` was called before. Most fail the first one, if it is for a kind. */
static inline num rw_meets(Machine *m, const num *tests, num slot) {
    const num *kinds = rw_kinds_first(m, tests);
    num kind, n = 1;
    m->tested++;
    if (kinds && (kind = CELL(m, slot, KIND)) != m->p[P_ITEM]) {
        if (!rw_in_bits(kinds, kind)) return 0;
        n = 2;
    }
    m->v[S_IT] = slot;
    for (; n <= tests[0]; n++) if (!rw_truth(m, tests[n])) return 0;
    return 1;
}
static num rw_passes(Machine *m, const num *tests, num slot) {
    Named before = rw_name(m);
    num held = rw_meets(m, tests, slot);
    rw_unname(m, before);
    return held;
}

/* Says whether anything in play can pass the first test of a row. */
static int rw_may_be_played(Machine *m, const num *tests) {
    const num *kinds = rw_kinds_first(m, tests);
    return !kinds || rw_any_of_kinds(m, kinds) || (m->p[P_ITEM] >= 0 && rw_in_bits(m->kinds, m->p[P_ITEM]));
}
/* Says whether any zone is a stack. */
static int rw_is_stack(Machine *m, num zone) { return zone != RW_NOWHERE && m->stacked[zone]; }
/* Lists the things of a query before any test; a query is a row: whether the tests know who asks, how many tests, the tests, where the
   things come from, how many kinds of zone, the kinds. */
static num rw_source(Machine *m, num query, num **found) {
    const num *from = m->p + query + 2 + m->p[query + 1];
    if (from[0] == FROM_PLAY) return rw_may_be_played(m, m->p + query + 1) ? rw_live(m, found) : 0;
    num count = 0, *into = *found = m->lists + m->listed;
    if (from[0] == FROM_LIST) { /* the slot of a list */
        num list = m->v[from[2]];
        count = list == RW_ABSENT || list == RW_NONE ? 0 : rw_length(list);
        *found = rw_items(m, list);
        return count;
    }
    if (m->listed + m->things > m->listable) { rw_stop(m, RW_FULL); return 0; }
    if (from[0] == FROM_PICKED || from[0] == FROM_CAUSES) {
        count = from[0] == FROM_PICKED ? rw_all_picked(m, from + 1, into) : rw_causes(m, into);
        m->listed += count;
        return count;
    }
    if (from[0] == FROM_ZONES && from[1] == 1) {
        const num *kinds = rw_kinds_first(m, m->p + query + 1);
        for (num z = m->first_zone[from[2]]; z != RW_NOWHERE; z = m->next_zone[z])
            for (num n = m->lengths[z]; n-- > 0;) {
                num slot = m->lying[z * m->room + n];
                if (!kinds || rw_may_be_of(m, kinds, slot)) into[count++] = slot;
            }
        m->listed += count;
        return count;
    }
    for (num z = 0; z < m->zones; z++) {
        if (from[0] == FROM_WAITING ? !rw_is_stack(m, z) : !rw_among(from + 1, m->grounds[3 * z])) continue;
        const num *lying = m->lying + z * m->room;
        for (num n = 0; n < m->lengths[z]; n++) into[count++] = lying[from[0] == FROM_WAITING ? n : m->lengths[z] - 1 - n];
    }
    m->listed += count;
    return count;
}
/* Lists the things of a query that pass its tests; the caller frees the list by resetting `listed`. */
static num rw_things(Machine *m, num query, num **found, int ordered) {
    num *base, count = rw_source(m, query, &base), kept = 0, asker = m->v[S_ASKER];
    num *into = m->lists + m->listed;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); *found = into; return 0; }
    m->listed += count;
    if (m->p[query]) m->v[S_ASKER] = m->v[S_IT];
    Named before = rw_name(m);
    for (num n = 0; n < count; n++)
        if (rw_meets(m, m->p + query + 1, base[n])) into[kept++] = base[n];
    rw_unname(m, before);
    m->v[S_ASKER] = asker;
    if (ordered && m->p[query + 2 + m->p[query + 1]] == FROM_PLAY) rw_order(m, into, kept);
    *found = into;
    return kept;
}
static num rw_measure(Machine *m, const num *e) {
    num listed = m->listed, *base, count = rw_source(m, e[1], &base), found = 0, asker = m->v[S_ASKER];
    if (m->p[e[1]]) m->v[S_ASKER] = m->v[S_IT];
    Named before = rw_name(m);
    for (num n = 0; n < count && !(found && e[0] == E_EXISTS); n++)
        if (rw_meets(m, m->p + e[1] + 1, base[n])) found = rw_bounded(m, found + (e[0] == E_SUM ? rw_counts(m, base[n], e[2]) : 1));
    rw_unname(m, before);
    m->v[S_ASKER] = asker, m->listed = listed;
    return found;
}
/* Gives the value of a stat at a rank; equal values count once. A negative rank counts from the lowest. */
static num rw_ranked(Machine *m, const num *e) {
    num listed = m->listed, *found, count = rw_things(m, e[1], &found, 0), down = e[3] > 0, at = 0, has = 0;
    for (num rank = down ? e[3] : -e[3]; rank > 0; rank--) {
        num best = 0, any = 0;
        for (num n = 0; n < count; n++) {
            num value = rw_counts(m, found[n], e[2]);
            if (has && (down ? value >= at : value <= at)) continue;
            if (!any || (down ? value > best : value < best)) best = value, any = 1;
        }
        if (!any) { at = 0; break; }
        at = best, has = 1;
    }
    m->listed = listed;
    return at;
}
static int rw_run_by_strategy(Machine *m, num slot) {
    num side = CELL(m, slot, SIDE);
    return side >= 0 && side < m->layout[L_SIDES] && m->sides[side * SIDE_ROW + SIDE_RUN];
}
static int rw_neutral(Machine *m, num side) { return side >= 0 && side < m->layout[L_SIDES] && m->sides[side * SIDE_ROW + SIDE_NEUTRAL]; }
static int rw_allied_sides(Machine *m, num one, num other) {
    num sides = m->layout[L_SIDES];
    return one == other || (one >= 0 && one < sides && other >= 0 && other < sides && m->sides[one * SIDE_ROW + SIDE_ALLIES] >> other & 1);
}
static int rw_allied(Machine *m, num a, num b) { return rw_allied_sides(m, CELL(m, a, SIDE), CELL(m, b, SIDE)); }

/* Counts the sides that have something in play; allied sides count as one, neutral sides do not count. */
static num rw_sides_left(Machine *m) {
    num *live, count = rw_live(m, &live), found = 0, sides = 0;
    for (num n = 0; n < count; n++) {
        num side = CELL(m, live[n], SIDE);
        if (side >= RW_AT_ONCE) { rw_stop(m, RW_LEFT); return 0; }
        if (side >= 0) sides |= (num)1 << side;
    }
    for (num side = 0; sides >> side; side++) {
        if (!(sides >> side & 1) || rw_neutral(m, side)) continue;
        num known = 0;
        for (num other = 0; other < side && !known; other++)
            known = sides >> other & 1 && !rw_neutral(m, other) && rw_allied_sides(m, other, side);
        found += !known;
    }
    return found;
}
/* Tests a prepared change, or one that has happened: stat, amount, tag or nothing. */
static num rw_changes(Machine *m, const num *e) {
    const num *change = m->change;
    if (change && (change[CH_KIND] != CH_ALTER || change[CH_STAT] != e[1])) return 0;
    if (e[3] >= 0 && (!change || change[CH_TAG] != e[3])) return 0;
    if (change && (e[0] == E_LOWERED || e[0] == E_RAISED) && (change[CH_OP] == OP_ADD || change[CH_OP] == OP_SUBTRACT))
        return change[CH_AMOUNT] > 0 && (change[CH_OP] == OP_SUBTRACT) == (e[0] == E_LOWERED); /* the amount is tested when it happens */
    if (m->event[0] != EV_CHANGED || m->event[2] != e[1]) return 0;
    num old = m->event[3], now = m->event[4];
    if (e[0] == E_LOWERED) return now < old;
    if (e[0] == E_RAISED) return now > old;
    return e[0] == E_FALLS ? now <= e[2] && e[2] < old : old < e[2] && e[2] <= now;
}
/* Asks about the action that causes a change: its reach or -1, its word or -1; each action has both. */
static num rw_caused(Machine *m, const num *e) {
    num cause = m->v[S_CAUSE] == RW_ABSENT ? rw_held(m->v, S_ACTION) : m->v[S_CAUSE];
    return cause != RW_NOWHERE && rw_in_bits(m->p + e[1], cause);
}
static int rw_attached(Machine *m, num it, num other) {
    const num *refs;
    if (rw_linked(m, it, T_ATTACHED, &refs) < 1) return 0;
    return refs[0] % RW_LIVES == other && (rw_alive(m, refs[0]) || !rw_in_play(m, other));
}
static int rw_together(Machine *m, num it, num other) {
    num here = rw_place(m, other), there = rw_place(m, it);
    return here == there && (here != RW_NOWHERE || CELL(m, it, OWNER) == CELL(m, other, OWNER));
}
static int rw_topmost(Machine *m, num it) {
    num zone = m->places[it];
    if (zone == RW_NOWHERE) rw_stop(m, RW_LEFT);
    return zone != RW_NOWHERE && m->lying[zone * m->room + m->lengths[zone] - 1] == it;
}
static num rw_subject(Machine *m, const num *frame);
static num rw_owner_of(Machine *m, num slot);

static num rw_player(Machine *m, num seat) { return m->layout[L_PLAYERS] && seat >= 0 && seat < m->layout[L_SEATS] ? seat : RW_NOWHERE; }

/* Finds a thing by its relation to another one or to the structures in progress. */
static num rw_related(Machine *m, const num *e) {
    num *frame, who;
    if (e[0] == E_ACTIVE_PLAYER) return rw_player(m, rw_active(m));
    if (e[0] == E_SUBJECT) return (frame = rw_innermost(m, e[1])) ? rw_subject(m, frame) : RW_NOWHERE;
    who = rw_value(m, e[1]);
    if (e[0] == E_OWNER_OF) return who == RW_NOWHERE ? who : rw_player(m, rw_owner_of(m, who));
    const num *known = rw_remembered(m, e[1], who);
    if (known && e[0] == E_PLAYER) return rw_player(m, known[4 + OWNER]);
    if (known) {
        num ref = known[e[0] == E_PLACE ? 2 : 3];
        return ref != RW_NOWHERE && rw_alive(m, ref) ? ref % RW_LIVES : RW_NOWHERE;
    }
    if (who == RW_NOWHERE) return who;
    if (e[0] == E_PLACE) return rw_place(m, who);
    return e[0] == E_PLAYER ? rw_player(m, CELL(m, who, OWNER)) : rw_linked_to(m, who, T_ATTACHED);
}
/* Counts the players to whom some things belong. */
static num rw_owners(Machine *m, const num *e) {
    num listed = m->listed, *found, count = rw_things(m, e[1], &found, 0), owners = 0;
    for (num n = 0; n < count; n++) {
        num owner = CELL(m, found[n], OWNER), known = owner == RW_NOWHERE;
        for (num k = 0; !known && k < n; k++) known = CELL(m, found[k], OWNER) == owner;
        owners += !known;
    }
    m->listed = listed;
    return owners;
}
static num rw_relation(Machine *m, const num *e) {
    num other = rw_value(m, e[1]), it = m->v[S_IT];
    if (e[0] == E_SELF || e[0] == E_OTHER) return (other == it) == (e[0] == E_SELF);
    if (other == RW_NOWHERE) return 0;
    if (e[0] == E_OWNER) return CELL(m, it, OWNER) == CELL(m, other, OWNER);
    if (e[0] == E_AT) return rw_place(m, it) == other;
    if (e[0] == E_NAMESAKE) return other != it && m->names[other] == m->names[it];
    if (e[0] == E_ATTACHED) return rw_attached(m, it, other);
    if (e[0] == E_TOGETHER) return rw_together(m, it, other);
    if (e[0] == E_COMPANY) return other == it || (CELL(m, it, OWNER) == CELL(m, other, OWNER) && !rw_run_by_strategy(m, it));
    return e[0] == E_ALLY ? rw_allied(m, other, it) : !rw_allied(m, other, it) && !rw_neutral(m, CELL(m, it, SIDE)) && !rw_neutral(m, CELL(m, other, SIDE));
}
static num rw_lies(Machine *m, const num *e) {
    num place = m->places[m->v[S_IT]];
    if (place == RW_NOWHERE || m->grounds[3 * place] != e[1]) return 0;
    num owner = m->grounds[3 * place + 1];
    if (e[2] < 0 || owner == RW_NOWHERE) return 1;
    num whose = rw_value(m, e[2]);
    return whose != RW_NOWHERE && owner == CELL(m, whose, OWNER);
}
