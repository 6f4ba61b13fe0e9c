/* The native machine: plays a program that was written as whole numbers, step by step as the Python kernel does.
 *
 * It knows no book. It allocates nothing, and uses string.h alone. A game is one block of numbers; `Machine` only points into
 * the block and into the program, so a block can be copied as it is. What the machine does not know, or has no room for, it
 * leaves: `status` then says why, the caller takes the answer back (`rw_take_back`), and the Python kernel gives it instead.
 *
 * kernel/native/number_tables.py writes the program and kernel/native/blocks.py the block; both hold the same numbers.
 */
#ifndef RULEWRIGHT_MACHINE_H
#define RULEWRIGHT_MACHINE_H

#include <stdint.h>
#include <string.h>

typedef int64_t num;

#define RW_VERSION 3
#define RW_ABSENT INT64_MIN       /* a slot that holds nothing */
#define RW_NONE (INT64_MIN + 1)   /* a slot that holds Python's None */
#define RW_NOWHERE (-1)
#define RW_LIVES (1 << 20)
#define RW_LARGEST 1000000000000000000LL

enum { RW_PLAYED, RW_LEFT, RW_FULL, RW_REFUSED };

/* -- the program: tables in one row of numbers. The first numbers say where each table begins ----------------------------- */

enum {
    P_VERSION, P_SIZE, P_WIDTH, P_SLOTS, P_STATS, P_ZONES, P_KINDS, P_ACTIONS, P_TRIGGERS, P_LISTENERS, P_PROCEDURES,
    P_RANKS, P_ENDINGS, P_SETTLE, P_BOUNDARIES, P_TURN, P_STEPS, P_DEPTH, P_DICE, P_CAPPED, P_MAIN, P_WATCH_MOVED,
    P_WATCH_NOTICED, P_CLOSES, P_REFRESH, P_LISTS, P_TRIGGERED, P_DONE, P_HEADER
};
enum { STAT_LEAST, STAT_MOST, STAT_CAP, STAT_WATCHED, STAT_ROW };
enum { ZONE_LIVE, ZONE_KEEPS, ZONE_ROW };
enum { ACTION_PROCEDURE, ACTION_NAME, ACTION_KINDS, ACTION_CHECKS, ACTION_PICKS, ACTION_AUTOMATIC, ACTION_COSTS, ACTION_ROW };
enum { PICK_SLOT, PICK_CHECKS, PICK_AGAIN, PICK_NUMBER, PICK_LEAST, PICK_MOST, PICK_ROW };
enum { TRIGGER_ACTION, TRIGGER_TEST, TRIGGER_OPTIONAL, TRIGGER_ROW };
enum { PROC_ANNOUNCED, PROC_FIRST, PROC_COUNT, PROC_LENT, PROC_ACTS, PROC_ROW };

/* The kernel's own procedures come first, and their steps have these numbers; a rule's step is the number of an instruction. */
enum { WINDOW, HEED, ACT, OWN_PROCEDURES };
enum { STEP_BEGIN = -1, STEP_ASK, STEP_ANSWER, STEP_ACTED, STEP_PASSED, STEP_CLOSE, STEP_OFFER, STEP_CHECK, STEP_PLACE, STEP_DONE };

/* The slots that the kernel's procedures use; those that only rules use follow. */
enum {
    S_ACTOR, S_PLAYER, S_IT, S_OUTER, S_SOURCE, S_ACTION, S_ATTACKER, S_BOUND, S_REFS, S_WOULD, S_PENDING, S_ANSWER, S_KINDS,
    S_DISCIPLINE, S_TITLE, S_ONCE, S_MUST, S_IDLE, S_SEATS, S_HOLDER, S_PASSES, S_WAITING, S_RESULT, S_OUTCOME, S_OWN, S_FROM,
    S_OFFER, S_CHOSEN, S_CHOSEN_ONES, S_ASKER, S_PATH, S_KNOWN
};

enum { KIND, OWNER, SIDE, LIFE, TILE, ACTION, BORN, BLOCKED, STANDING, OWN };
enum { AT_INSTRUCTION = 1, AT_CHOICE = 2, AT_PAYMENT = 4, AT_RESOLUTION = 8, AT_STRUCTURE = 16, AT_WINDOW = 32 };

enum {
    E_CONSTANT, E_THING, E_NUMBER, E_CALLED, E_STAT, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE, E_DIVIDE_UP, E_REMAINDER, E_LOWER,
    E_HIGHER, E_NEGATE, E_WHOLE, E_ROLL, E_EQUAL, E_UNEQUAL, E_MORE, E_LESS, E_AT_LEAST, E_AT_MOST, E_ALL, E_ANY, E_NOT, E_ABOUT,
    E_SELF, E_OTHER, E_ALLY, E_ENEMY, E_OWNER, E_IN_PLAY, E_OF_KIND, E_COUNT, E_EXISTS, E_SUM, E_RANKED, E_LOWERED, E_RAISED, E_FALLS,
    E_RISES, E_UNDER_WAY, E_SIDES_LEFT, E_UNOWNED, E_ACTIVE, E_LIES, E_PLACE, E_AT, E_LONGEST, E_WITHIN, E_ALONG, E_BETWEEN,
    E_OPPOSITE
};
enum {
    I_NOTHING, I_PAUSE, I_TEST, I_JUMP, I_LOOP, I_RUN, I_LEAVE, I_REFRESH, I_HEED, I_FINISH, I_OPEN, I_ALTER, I_SEND, I_STANDING, I_LET,
    I_ALTER_ALL, I_CONTROL, I_STATION, I_TIMES
};
enum { OP_SET, OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE };
enum { C_TRUTH, C_PAYABLE };

/* -- the block ------------------------------------------------------------------------------------------------------------ */

enum { L_THINGS, L_ZONES, L_SEATS, L_NAMES, L_FRAMES, L_ARENA, L_NOTICED, L_LOG, L_SCENE, L_PLAYERS, L_WIDE, L_HIGH, L_CELLS, L_HEADER };
enum { H_NUMBER, H_ROLLED, H_DICE, H_IDS, H_NOW, H_UNSETTLED, H_DEPTH, H_ASKED, H_ARENA, H_HEADER };
enum { F_ID, F_PROCEDURE, F_STEP, F_INTO, F_SLOTS };
enum { NOTICED_ROW = 4 };

enum { EV_CHANGED = 1, EV_MOVED, EV_NOTICED, EV_TAKEN_UP, EV_ROLLED, EV_CHOSE, EV_BEGAN, EV_ENDED, EV_CHECKED };
enum { ENDED, CUT_SHORT };
enum { KEY_NUMBER, KEY_PASS, KEY_OFFER, KEY_ROW = 3 };

typedef struct {
    const num *p;       /* the program */
    const num *layout;  /* the sizes of this block, and what never changes in it */
    num *called;        /* the thing of each name that rules speak of */
    num *board;         /* the thing that each tile is, on a board */
    num *head, *cells, *places, *grounds, *lengths, *lying, *noticed, *frames, *arena, *spare;
    num *notices;       /* how many triggers were met */
    num *live;          /* the number of things in play, or -1 where it must be counted again; then the things */
    num *cur, *act, *heard, *child; /* the slots of the frame that runs, of an act that is judged, of a trigger, of a new frame */
    num *lists;         /* room for lists that are being made */
    num *menu;          /* the keys of a menu, KEY_ROW numbers each */
    num *log;           /* the events of this answer: kind, numbers, and at the end how many numbers in all */
    num *v;             /* the slots that expressions read */
    num used, listed, keys, steps, width, slots, frame, things, zones;
    num event[5];       /* the change that a trigger is asked about */
    uint64_t seed;
    const num *script;  /* given dice, or nothing */
    num scripted;
    int status;
} Machine;

/* Gives how many numbers a block needs, or sets the pointers of a machine into one. */
static num rw_bind(Machine *m, const num *program, num *block) {
    const num *l = block;
    num slots = program[P_SLOTS], frame = F_SLOTS + slots, things = l[L_THINGS], zones = l[L_ZONES];
    num at = L_HEADER;
    num **part[] = {&m->called, &m->board, &m->head, &m->cells, &m->places, &m->grounds, &m->lengths, &m->lying, &m->notices, &m->noticed,
                    &m->frames, &m->arena, &m->spare, &m->live, &m->cur, &m->act, &m->heard, &m->child, &m->lists, &m->menu, &m->log};
    num size[] = {l[L_NAMES], l[L_CELLS], H_HEADER, things * program[P_WIDTH], things, 3 * zones, zones, zones * things, 1,
                  NOTICED_ROW * l[L_NOTICED], frame * l[L_FRAMES], l[L_ARENA], l[L_ARENA], 1 + things, slots, slots, slots, slots,
                  8 * (things + 8), KEY_ROW * (things + 8) * 8, l[L_LOG]};
    for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
        *part[n] = block + at;
        at += size[n];
    }
    m->p = program, m->layout = l, m->v = m->cur;
    m->width = program[P_WIDTH], m->slots = slots, m->frame = frame, m->things = things, m->zones = zones;
    m->used = m->listed = m->keys = m->steps = 0, m->status = RW_PLAYED;
    return at;
}

static void rw_stop(Machine *m, int status) {
    if (m->status == RW_PLAYED) m->status = status;
}

#define ROW(m, table, n, size) ((m)->p + (m)->p[table] + (n) * (size))
#define CELL(m, slot, stat) ((m)->cells[(slot) * (m)->width + (stat)])
#define FRAME(m, n) ((m)->frames + (n) * (m)->frame)
#define TOP(m) FRAME(m, (m)->head[H_DEPTH] - 1)

static num rw_ref(Machine *m, num slot) { return slot == RW_NOWHERE ? slot : CELL(m, slot, LIFE) * RW_LIVES + slot; }
static num rw_alive(Machine *m, num ref) { return CELL(m, ref % RW_LIVES, LIFE) == ref / RW_LIVES; }
static num rw_held(const num *v, num slot) { return v[slot] == RW_ABSENT ? RW_NOWHERE : v[slot]; }

/* -- lists: an offset into the arena, and a length --------------------------------------------------------------------------- */

static num rw_list(Machine *m, const num *values, num count) {
    num at = m->head[H_ARENA];
    if (at + count > m->layout[L_ARENA] || count >= 1 << 20) { rw_stop(m, RW_FULL); return 0; }
    if (count) memcpy(m->arena + at, values, (size_t)count * sizeof(num));
    m->head[H_ARENA] = at + count;
    return at << 20 | count;
}
static num rw_length(num list) { return list & ((1 << 20) - 1); }
static num *rw_items(Machine *m, num list) { return m->arena + (list >> 20); }

/* -- events ------------------------------------------------------------------------------------------------------------------ */

static num *rw_event(Machine *m, num kind, num count) {
    if (m->used + count + 2 > m->layout[L_LOG]) { rw_stop(m, RW_FULL); return 0; }
    num *e = m->log + m->used;
    e[0] = kind, e[count + 1] = count + 2;
    m->used += count + 2;
    return e + 1;
}

static void rw_put(Machine *m, num slot, num zone, num at) {
    num *lying = m->lying + zone * m->things;
    memmove(lying + at + 1, lying + at, (size_t)(m->lengths[zone] - at) * sizeof(num));
    lying[at] = slot, m->lengths[zone]++;
}
static void rw_pull(Machine *m, num zone, num at) {
    num *lying = m->lying + zone * m->things;
    m->lengths[zone]--;
    memmove(lying + at, lying + at + 1, (size_t)(m->lengths[zone] - at) * sizeof(num));
}
static void rw_move(Machine *m, num slot, const num *from, const num *to) {
    if (from[0] != RW_NOWHERE) rw_pull(m, from[0], from[1]);
    if (to[0] != RW_NOWHERE) rw_put(m, slot, to[0], to[1]);
    m->places[slot] = to[0], CELL(m, slot, LIFE) = to[2], m->live[0] = -1;
}
static void rw_notice_in(Machine *m, num at, const num *entry) {
    if (*m->notices >= m->layout[L_NOTICED]) { rw_stop(m, RW_FULL); return; }
    memmove(m->noticed + (at + 1) * NOTICED_ROW, m->noticed + at * NOTICED_ROW,
            (size_t)((*m->notices - at) * NOTICED_ROW) * sizeof(num));
    memcpy(m->noticed + at * NOTICED_ROW, entry, NOTICED_ROW * sizeof(num));
    ++*m->notices;
}
static void rw_notice_out(Machine *m, num at) {
    --*m->notices;
    memmove(m->noticed + at * NOTICED_ROW, m->noticed + (at + 1) * NOTICED_ROW,
            (size_t)((*m->notices - at) * NOTICED_ROW) * sizeof(num));
}

/* Takes back events that lie behind one another, the last first. */
static void rw_revert(Machine *m, const num *log, num used) {
    while (used > 0) {
        num size = log[used - 1];
        const num *e = log + used - size;
        if (e[0] == EV_CHANGED) {
            CELL(m, e[1], e[2]) = e[3];
            if (e[2] < OWN) m->live[0] = -1;
        }
        if (e[0] == EV_MOVED) rw_move(m, e[1], e + 5, e + 2);
        if (e[0] == EV_NOTICED) rw_notice_out(m, e[1]);
        if (e[0] == EV_TAKEN_UP) rw_notice_in(m, e[1], e + 2);
        used -= size;
    }
}

/* -- things in play, and their order ----------------------------------------------------------------------------------------- */

static num rw_in_play(Machine *m, num slot) {
    num place = m->places[slot];
    return place != RW_NOWHERE && m->grounds[3 * place] >= 0 && ROW(m, P_ZONES, m->grounds[3 * place], ZONE_ROW)[ZONE_LIVE];
}
static num rw_live(Machine *m, num **found) {
    if (m->live[0] < 0) {
        num count = 0;
        for (num z = 0; z < m->zones; z++)
            if (m->grounds[3 * z] >= 0 && ROW(m, P_ZONES, m->grounds[3 * z], ZONE_ROW)[ZONE_LIVE])
                for (num n = 0; n < m->lengths[z]; n++) m->live[++count] = m->lying[z * m->things + n];
        m->live[0] = count;
    }
    *found = m->live + 1;
    return m->live[0];
}
static num *rw_innermost(Machine *m, num procedure) {
    for (num n = m->head[H_DEPTH]; n-- > 0;)
        if (FRAME(m, n)[F_PROCEDURE] == procedure) return FRAME(m, n);
    return 0;
}
static num rw_active(Machine *m) {
    num *frame = m->p[P_TURN] < 0 ? 0 : rw_innermost(m, m->p[P_TURN]);
    if (!frame) return RW_NOWHERE;
    num actor = rw_held(frame + F_SLOTS, S_ACTOR);
    return actor != RW_NOWHERE ? CELL(m, actor, OWNER) : rw_held(frame + F_SLOTS, S_PLAYER);
}
static num rw_floor_mod(num a, num b) { num r = a % b; return r && (r < 0) != (b < 0) ? r + b : r; }

/* Says whether one thing comes after another in the book's order. */
static int rw_after(Machine *m, num active, num a, num b) {
    const num *ranks = m->p + m->p[P_RANKS];
    if (!ranks[0]) {
        num round = m->layout[L_SEATS] > 0 ? m->layout[L_SEATS] : 1;
        if (active == RW_NOWHERE) return 0;
        return rw_floor_mod(CELL(m, a, OWNER) - active, round) > rw_floor_mod(CELL(m, b, OWNER) - active, round);
    }
    num x = CELL(m, a, OWNER) != active, y = CELL(m, b, OWNER) != active;
    if (x != y) return x > y;
    for (num n = 1; n <= ranks[0]; n++) {
        num p = CELL(m, a, ranks[n]), q = CELL(m, b, ranks[n]);
        if (p != q) return p < q;
    }
    return 0;
}
static void rw_order(Machine *m, num *things, num count) {
    if (count < 2) return;
    num active = rw_active(m);
    for (num n = 1; n < count; n++) {
        num slot = things[n], at = n;
        for (; at > 0 && rw_after(m, active, things[at - 1], slot); at--) things[at] = things[at - 1];
        things[at] = slot;
    }
}

/* -- dice -------------------------------------------------------------------------------------------------------------------- */

#define RW_GOLDEN 0x9E3779B97F4A7C15ULL
static uint64_t rw_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static num rw_die(uint64_t seed, num answer, num k, num sides) {
    uint64_t base = rw_mix(seed ^ rw_mix((uint64_t)(answer + 1) * RW_GOLDEN));
    return (num)((rw_mix(base + (uint64_t)(k + 1) * RW_GOLDEN) >> 32) * (uint64_t)sides >> 32) + 1;
}
static num rw_roll(Machine *m, num count, num sides) {
    if (count > m->p[P_DICE]) { rw_stop(m, RW_LEFT); return 0; }
    if (count <= 0) return 0;
    num *e = rw_event(m, EV_ROLLED, count + 2), sum = 0, first = m->head[H_DICE];
    if (!e) return 0;
    e[0] = sides, e[1] = count;
    m->head[H_DICE] += count;
    for (num n = 0; n < count; n++) {
        if (!m->script) e[n + 2] = rw_die(m->seed, m->head[H_NUMBER], first + n, sides);
        else {
            if (m->head[H_ROLLED] + n >= m->scripted) { rw_stop(m, RW_LEFT); return 0; }
            num face = m->script[m->head[H_ROLLED] + n];
            e[n + 2] = face < 1 ? 1 : face > sides ? sides : face;
        }
        sum += e[n + 2];
    }
    m->head[H_ROLLED] += count;
    return sum;
}

/* -- expressions -------------------------------------------------------------------------------------------------------------- */

static num rw_value(Machine *m, num at);
static num rw_place(Machine *m, num slot);

static num rw_bounded(Machine *m, num n) {
    if (n > RW_LARGEST || n < -RW_LARGEST) { rw_stop(m, RW_LEFT); return 0; }
    return n;
}
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
static num rw_compare(num op, num a, num b) {
    switch (op) {
    case E_EQUAL: return a == b;
    case E_UNEQUAL: return a != b;
    case E_MORE: return a > b;
    case E_LESS: return a < b;
    case E_AT_LEAST: return a >= b;
    default: return a <= b;
    }
}

/* Says whether all tests of a row hold of a thing, which they call `it`. */
static num rw_passes(Machine *m, const num *tests, num slot) {
    num it = m->v[S_IT], outer = m->v[S_OUTER], held = 1;
    if (outer == RW_ABSENT) m->v[S_OUTER] = it == RW_ABSENT ? RW_NOWHERE : it;
    m->v[S_IT] = slot;
    for (num n = 1; held && n <= tests[0]; n++) held = rw_value(m, tests[n]) != 0;
    m->v[S_IT] = it, m->v[S_OUTER] = outer;
    return held;
}

/* Lists the things in play that pass the tests of a query (whether they know who asks, how many tests, the tests); who uses the list gives its room back by `listed`. */
static num rw_things(Machine *m, num query, num **found, int ordered) {
    num *live, count = rw_live(m, &live), kept = 0, asker = m->v[S_ASKER];
    num *into = m->lists + m->listed;
    if (m->listed + count > 8 * (m->things + 8)) { rw_stop(m, RW_FULL); *found = into; return 0; }
    m->listed += count;
    if (m->p[query]) m->v[S_ASKER] = m->v[S_IT];
    for (num n = 0; n < count; n++)
        if (rw_passes(m, m->p + query + 1, live[n])) into[kept++] = live[n];
    m->v[S_ASKER] = asker;
    if (ordered) rw_order(m, into, kept);
    *found = into;
    return kept;
}
static num rw_measure(Machine *m, const num *e) {
    num *live, count = rw_live(m, &live), found = 0, asker = m->v[S_ASKER];
    if (m->p[e[1]]) m->v[S_ASKER] = m->v[S_IT];
    for (num n = 0; n < count && !(found && e[0] == E_EXISTS); n++)
        if (rw_passes(m, m->p + e[1] + 1, live[n])) found = rw_bounded(m, found + (e[0] == E_SUM ? CELL(m, live[n], e[2]) : 1));
    m->v[S_ASKER] = asker;
    return found;
}
/* Gives the value of a stat at a rank, without values that come again: from the top, or with a negative rank from below. */
static num rw_ranked(Machine *m, const num *e) {
    num listed = m->listed, *found, count = rw_things(m, e[1], &found, 0), down = e[3] > 0, at = 0, has = 0;
    for (num rank = down ? e[3] : -e[3]; rank > 0; rank--) {
        num best = 0, any = 0;
        for (num n = 0; n < count; n++) {
            num value = CELL(m, found[n], e[2]);
            if (has && (down ? value >= at : value <= at)) continue;
            if (!any || (down ? value > best : value < best)) best = value, any = 1;
        }
        if (!any) { at = 0; break; }
        at = best, has = 1;
    }
    m->listed = listed;
    return at;
}
static num rw_sides_left(Machine *m) {
    num *live, count = rw_live(m, &live), found = 0;
    for (num n = 0; n < count; n++) {
        num side = CELL(m, live[n], SIDE), known = side == RW_NOWHERE;
        for (num k = 0; !known && k < n; k++) known = CELL(m, live[k], SIDE) == side;
        found += !known;
    }
    return found;
}
static num rw_changes(Machine *m, const num *e) {
    if (m->event[0] != EV_CHANGED || m->event[2] != e[1]) return 0;
    num old = m->event[3], now = m->event[4];
    if (e[0] == E_LOWERED) return now < old;
    if (e[0] == E_RAISED) return now > old;
    return e[0] == E_FALLS ? now <= e[2] && e[2] < old : old < e[2] && e[2] <= now;
}
static num rw_relation(Machine *m, const num *e) {
    num other = rw_value(m, e[1]), it = m->v[S_IT];
    if (e[0] == E_SELF || e[0] == E_OTHER) return (other == it) == (e[0] == E_SELF);
    if (other == RW_NOWHERE) return 0;
    if (e[0] == E_OWNER) return CELL(m, it, OWNER) == CELL(m, other, OWNER);
    if (e[0] == E_AT) return rw_place(m, it) == other;
    return (CELL(m, it, SIDE) == CELL(m, other, SIDE)) == (e[0] == E_ALLY);
}
static num rw_lies(Machine *m, const num *e) {
    num place = m->places[m->v[S_IT]];
    if (place == RW_NOWHERE || m->grounds[3 * place] != e[1]) return 0;
    num owner = m->grounds[3 * place + 1];
    if (e[2] < 0 || owner == RW_NOWHERE) return 1;
    num whose = rw_value(m, e[2]);
    return whose != RW_NOWHERE && owner == CELL(m, whose, OWNER);
}

/* -- boards and maps: tiles are counted row by row from the top left; the directions go round from north */

static num rw_place(Machine *m, num slot) {
    num tile = m->layout[L_CELLS] ? CELL(m, slot, TILE) : RW_NOWHERE;
    return tile >= 0 && m->board[tile] != slot ? m->board[tile] : RW_NOWHERE;
}
/* Gives the steps from one tile to another that lies straight from it, and the direction; otherwise nothing. */
static num rw_straight(Machine *m, num a, num b, num *way) {
    static const num ways[3][3] = {{5, 6, 7}, {4, -1, 0}, {3, 2, 1}}; /* by west to east and south to north */
    num wide = m->layout[L_WIDE], east = b % wide - a % wide, north = a / wide - b / wide;
    num across = east < 0 ? -east : east, along = north < 0 ? -north : north;
    if ((!across && !along) || (across && along && across != along)) return RW_NOWHERE;
    *way = ways[(east > 0) - (east < 0) + 1][(north > 0) - (north < 0) + 1];
    return across > along ? across : along;
}
static num rw_reach(Machine *m, num a, num b) {
    num wide = m->layout[L_WIDE], across = a % wide - b % wide, along = a / wide - b / wide;
    across = across < 0 ? -across : across, along = along < 0 ? -along : along;
    if (across == 1 && along == 1) return 1;
    return across > along ? across + (along + 1) / 2 : along + (across + 1) / 2;
}
static num rw_near(Machine *m, const num *e) { /* who, how many tiles, the third thing, directions, exactly */
    num thing = rw_value(m, e[1]), here = thing == RW_NOWHERE ? RW_NOWHERE : CELL(m, thing, TILE), there = CELL(m, m->v[S_IT], TILE);
    num wide = m->layout[L_WIDE], way, whole, steps, far;
    if (e[0] == E_BETWEEN || e[0] == E_OPPOSITE) {
        num third = rw_value(m, e[3]), other = third == RW_NOWHERE ? RW_NOWHERE : CELL(m, third, TILE);
        if (!wide || here < 0 || other < 0 || there < 0) return 0;
        if (e[0] == E_OPPOSITE)
            return rw_reach(m, here, other) == 1 && here % wide + there % wide == 2 * (other % wide)
                && here / wide + there / wide == 2 * (other / wide);
        far = rw_straight(m, here, other, &whole), steps = rw_straight(m, here, there, &way);
        return far > 0 && steps > 0 && way == whole && steps < far;
    }
    if (!wide || here < 0 || there < 0) return !wide;
    if (e[0] == E_WITHIN) return rw_reach(m, here, there) <= rw_value(m, e[2]);
    steps = rw_straight(m, here, there, &way);
    if (steps < 0 || !(e[4] >> way & 1)) return 0;
    if (e[2] < 0) return 1;
    far = rw_value(m, e[2]);
    return e[5] ? steps == far : steps <= far;
}
/* Gives how many of some things stand side by side at most, in one of some directions. */
static num rw_longest(Machine *m, const num *e) {
    static const num east[] = {0, 1, 1, 1, 0, -1, -1, -1}, south[] = {-1, -1, 0, 1, 1, 1, 0, -1};
    num listed = m->listed, *found, count = rw_things(m, e[1], &found, 0), wide = m->layout[L_WIDE], high = m->layout[L_HIGH], most = 0;
    for (num n = 0; n < count; n++) found[n] = CELL(m, found[n], TILE);
    for (num n = 0; n < count && wide; n++)
        for (num way = 0; way < 8 && found[n] >= 0; way++) {
            if (!(e[2] >> way & 1)) continue;
            num x = found[n] % wide, y = found[n] / wide, run = 0, on = 1;
            while (on) {
                run++, x += east[way], y += south[way], on = 0;
                for (num k = 0; !on && x >= 0 && x < wide && y >= 0 && y < high && k < count; k++) on = found[k] == y * wide + x;
            }
            if (run > most) most = run;
        }
    m->listed = listed;
    return most;
}

/* Gives the value of an expression: a number, a truth value, or the number of a thing. */
static num rw_value(Machine *m, num at) {
    const num *e = m->p + at;
    num n;
    switch (e[0]) {
    case E_CONSTANT: return e[1];
    case E_THING: n = m->v[e[1]]; return n == RW_ABSENT || n < 0 ? RW_NOWHERE : n % RW_LIVES;
    case E_NUMBER: n = m->v[e[1]]; return n == RW_ABSENT || n == RW_NONE ? 0 : n;
    case E_CALLED: return m->called[e[1]];
    case E_STAT: n = rw_value(m, e[1]); return n == RW_NOWHERE ? 0 : CELL(m, n, e[2]);
    case E_ADD: case E_SUBTRACT: case E_MULTIPLY: case E_DIVIDE: case E_DIVIDE_UP: case E_REMAINDER: case E_LOWER: case E_HIGHER:
        n = rw_value(m, e[1]);
        return rw_arithmetic(m, e[0], n, rw_value(m, e[2]));
    case E_NEGATE: return -rw_value(m, e[1]);
    case E_WHOLE: n = rw_value(m, e[1]); return n > 0 ? n : 0;
    case E_ROLL: n = rw_value(m, e[1]); return rw_roll(m, n, e[2]);
    case E_EQUAL: case E_UNEQUAL: case E_MORE: case E_LESS: case E_AT_LEAST: case E_AT_MOST:
        n = rw_value(m, e[1]);
        return rw_compare(e[0], n, rw_value(m, e[2]));
    case E_ALL: for (n = 0; n < e[1]; n++) if (!rw_value(m, e[n + 2])) return 0; return 1;
    case E_ANY: for (n = 0; n < e[1]; n++) if (rw_value(m, e[n + 2])) return 1; return 0;
    case E_NOT: return !rw_value(m, e[1]);
    case E_ABOUT: n = rw_value(m, e[1]); return n != RW_NOWHERE && rw_passes(m, e + 2, n);
    case E_SELF: case E_OTHER: case E_ALLY: case E_ENEMY: case E_OWNER: case E_AT: return rw_relation(m, e);
    case E_IN_PLAY: return rw_in_play(m, m->v[S_IT]);
    case E_UNOWNED: return CELL(m, m->v[S_IT], OWNER) == RW_NOWHERE;
    case E_ACTIVE: return rw_active(m) == CELL(m, m->v[S_IT], OWNER);
    case E_LIES: return rw_lies(m, e);
    case E_OF_KIND: n = CELL(m, m->v[S_IT], KIND); return (m->p[e[1] + n / 62] >> n % 62) & 1;
    case E_COUNT: case E_EXISTS: case E_SUM: return rw_measure(m, e);
    case E_RANKED: return rw_ranked(m, e);
    case E_LOWERED: case E_RAISED: case E_FALLS: case E_RISES: return rw_changes(m, e);
    case E_UNDER_WAY: return rw_innermost(m, e[1]) != 0;
    case E_SIDES_LEFT: return rw_sides_left(m);
    case E_PLACE: n = rw_value(m, e[1]); return n == RW_NOWHERE ? n : rw_place(m, n);
    case E_WITHIN: case E_ALONG: case E_BETWEEN: case E_OPPOSITE: return rw_near(m, e);
    case E_LONGEST: return rw_longest(m, e);
    }
    rw_stop(m, RW_LEFT);
    return 0;
}

/* -- changes and what notices them --------------------------------------------------------------------------------------------- */

/* Gives the slots of the innermost action in progress, or none. */
static const num *rw_cause(Machine *m) {
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        num *frame = FRAME(m, n);
        if (ROW(m, P_PROCEDURES, frame[F_PROCEDURE], PROC_ROW)[PROC_ACTS] && frame[F_SLOTS + S_ACTION] != RW_ABSENT)
            return frame + F_SLOTS;
    }
    return 0;
}
static void rw_empty(Machine *m, num *v) { for (num n = 0; n < m->slots; n++) v[n] = RW_ABSENT; }

/* Lets the triggers that befall whom a change is about notice it. */
static void rw_noticing(Machine *m, const num *listeners, num slot) {
    const num *cause = rw_cause(m);
    num by = cause ? rw_held(cause, S_ACTOR) : RW_NOWHERE, *v = m->v;
    for (num n = 1; n <= listeners[0]; n++) {
        if (cause) memcpy(m->heard, cause, (size_t)m->slots * sizeof(num)); else rw_empty(m, m->heard);
        m->heard[S_IT] = m->heard[S_ACTOR] = m->heard[S_SOURCE] = slot, m->heard[S_ATTACKER] = by;
        m->v = m->heard;
        num held = rw_value(m, ROW(m, P_TRIGGERS, listeners[n], TRIGGER_ROW)[TRIGGER_TEST]);
        m->v = v;
        if (!held || m->status) continue;
        num *e = rw_event(m, EV_NOTICED, NOTICED_ROW + 1);
        if (!e) return;
        e[0] = *m->notices, e[1] = listeners[n], e[2] = e[3] = rw_ref(m, slot), e[4] = rw_ref(m, by);
        rw_notice_in(m, e[0], e + 1);
        if (m->p[P_WATCH_NOTICED]) m->head[H_UNSETTLED] = 1;
    }
}
static int rw_write(Machine *m, num slot, num stat, num to) {
    num old = CELL(m, slot, stat), *e;
    if (old == to) return 0;
    if (rw_bounded(m, to) != to || !(e = rw_event(m, EV_CHANGED, 4))) return 0;
    e[0] = slot, e[1] = stat, e[2] = old, e[3] = to;
    CELL(m, slot, stat) = to;
    if (stat < OWN) m->live[0] = -1;
    if (ROW(m, P_STATS, stat, STAT_ROW)[STAT_WATCHED]) m->head[H_UNSETTLED] = 1;
    num hearing = m->p[m->p[P_LISTENERS] + stat];
    if (hearing) {
        m->event[0] = EV_CHANGED, m->event[1] = slot, m->event[2] = stat, m->event[3] = old, m->event[4] = to;
        rw_noticing(m, m->p + hearing, slot);
    }
    return 1;
}
static num rw_clamp(Machine *m, num slot, num stat, num n) {
    const num *bounds = ROW(m, P_STATS, stat, STAT_ROW);
    if (bounds[STAT_CAP] >= 0) {
        num cap = CELL(m, slot, bounds[STAT_CAP]);
        if (cap > 0 && n > cap) n = cap;
    }
    if (bounds[STAT_MOST] != RW_ABSENT && n > bounds[STAT_MOST]) n = bounds[STAT_MOST];
    return bounds[STAT_LEAST] != RW_ABSENT && n < bounds[STAT_LEAST] ? bounds[STAT_LEAST] : n;
}
static void rw_alter(Machine *m, num slot, num stat, num op, num amount) {
    static const num arithmetic[] = {0, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE};
    num to = op == OP_SET ? amount : rw_arithmetic(m, arithmetic[op], CELL(m, slot, stat), amount);
    if (m->status || !rw_write(m, slot, stat, rw_clamp(m, slot, stat, to))) return;
    num capped = m->p[m->p[P_CAPPED] + stat];
    for (num n = 1; capped && n <= m->p[capped]; n++) {
        num held = m->p[capped + n];
        rw_write(m, slot, held, rw_clamp(m, slot, held, CELL(m, slot, held)));
    }
}
static num rw_owned(Machine *m, num kind, num owner) {
    for (num z = 0; z < m->zones; z++)
        if (m->grounds[3 * z] == kind && (m->grounds[3 * z + 1] == owner || m->grounds[3 * z + 1] == RW_NOWHERE)) return z;
    return RW_NOWHERE;
}
static void rw_send(Machine *m, num slot, num zone, int bottom) {
    num old = m->places[slot], life = CELL(m, slot, LIFE), index = RW_NOWHERE, newborn = life, *e;
    if (old == RW_NOWHERE) { rw_stop(m, RW_LEFT); return; }
    for (index = 0; m->lying[old * m->things + index] != slot;) index++;
    if (zone == RW_NOWHERE || (old != zone && !ROW(m, P_ZONES, m->grounds[3 * zone], ZONE_ROW)[ZONE_KEEPS])) newborn++;
    if (newborn != life && m->p[P_TRIGGERED]) { rw_stop(m, RW_LEFT); return; } /* what triggers remember is not known here yet */
    num to[] = {zone, zone == RW_NOWHERE ? zone : bottom ? 0 : m->lengths[zone] - (old == zone), newborn};
    if (!(e = rw_event(m, EV_MOVED, 7))) return;
    e[0] = slot, e[1] = old, e[2] = index, e[3] = life, e[4] = to[0], e[5] = to[1], e[6] = to[2];
    rw_move(m, slot, e + 1, e + 4);
    if (m->p[P_WATCH_MOVED]) m->head[H_UNSETTLED] = 1;
}

/* -- frames -------------------------------------------------------------------------------------------------------------------- */

enum { GO, CALLED, ASKED, OVER, FURTHER }; /* how a step of a procedure ended; after FURTHER it goes on */

static const num *rw_procedure(Machine *m, num n) { return ROW(m, P_PROCEDURES, n, PROC_ROW); }

static void rw_push(Machine *m, num procedure, const num *given, num into) {
    if (m->head[H_DEPTH] >= m->p[P_DEPTH]) { rw_stop(m, RW_LEFT); return; }
    if (m->head[H_DEPTH] >= m->layout[L_FRAMES]) { rw_stop(m, RW_FULL); return; }
    num *frame = FRAME(m, m->head[H_DEPTH]++), *e;
    frame[F_ID] = ++m->head[H_IDS], frame[F_PROCEDURE] = procedure, frame[F_STEP] = STEP_BEGIN, frame[F_INTO] = into;
    if (given) memcpy(frame + F_SLOTS, given, (size_t)m->slots * sizeof(num)); else rw_empty(m, frame + F_SLOTS);
    if (rw_procedure(m, procedure)[PROC_ANNOUNCED] && (e = rw_event(m, EV_BEGAN, 3)))
        e[0] = frame[F_ID], e[1] = procedure, e[2] = rw_held(frame + F_SLOTS, S_ACTOR);
}
static num rw_subject(Machine *m, const num *frame) {
    const num *lent = m->p + rw_procedure(m, frame[F_PROCEDURE])[PROC_LENT];
    for (num n = 1; n <= lent[0]; n++)
        if (frame[F_SLOTS + lent[n]] != RW_ABSENT) return frame[F_SLOTS + lent[n]];
    return rw_held(frame + F_SLOTS, S_ACTOR);
}
static void rw_remove(Machine *m, num how) {
    num *frame = TOP(m), *e;
    m->head[H_DEPTH]--;
    if (rw_procedure(m, frame[F_PROCEDURE])[PROC_ANNOUNCED] && (e = rw_event(m, EV_ENDED, 4)))
        e[0] = frame[F_ID], e[1] = frame[F_PROCEDURE], e[2] = how, e[3] = rw_subject(m, frame);
}
static void rw_land(Machine *m, num into, num value) {
    if (into >= 0 && m->head[H_DEPTH] > 0) TOP(m)[F_SLOTS + into] = value;
}
static int rw_end(Machine *m, num value) {
    num into = TOP(m)[F_INTO];
    rw_remove(m, ENDED);
    rw_land(m, into, value);
    return OVER;
}
static int rw_leave(Machine *m, num id) {
    while (m->head[H_DEPTH] > 0) {
        num found = TOP(m)[F_ID] == id, into = TOP(m)[F_INTO];
        rw_remove(m, found ? ENDED : CUT_SHORT);
        if (found) { rw_land(m, into, RW_NONE); break; }
    }
    return OVER;
}
/* Keeps the slots of the running frame, and where it goes on. */
static int rw_go(Machine *m, num step) {
    num *frame = TOP(m);
    memcpy(frame + F_SLOTS, m->cur, (size_t)m->slots * sizeof(num));
    frame[F_STEP] = step;
    return GO;
}
static int rw_call(Machine *m, num procedure, const num *given, num step, num into) {
    rw_go(m, step);
    rw_push(m, procedure, given, into);
    return CALLED;
}
static int rw_by_itself(Machine *m, const num *frame) {
    num action = frame[F_SLOTS + S_ACTION], own = frame[F_SLOTS + S_OWN];
    if (frame[F_PROCEDURE] == HEED && own != RW_ABSENT && own) return 1;
    return action != RW_ABSENT && ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_AUTOMATIC];
}
static int rw_settling(Machine *m) {
    int rules = 1;
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        num *frame = FRAME(m, n);
        if (frame[F_PROCEDURE] == m->p[P_SETTLE]) return 1;
        if (rw_procedure(m, frame[F_PROCEDURE])[PROC_ANNOUNCED]) rules = 0;
        else if (!(rules && rw_by_itself(m, frame))) return 0;
    }
    return 0;
}
static int rw_settle(Machine *m, num boundaries) {
    if (m->p[P_SETTLE] < 0 || !(m->p[P_BOUNDARIES] & boundaries) || rw_settling(m)) return 0;
    m->head[H_UNSETTLED] = 0;
    rw_push(m, m->p[P_SETTLE], 0, RW_NOWHERE);
    return 1;
}
static int rw_ask(Machine *m, num player, num step) {
    num boundaries = AT_CHOICE | (TOP(m)[F_PROCEDURE] == WINDOW ? AT_WINDOW : 0);
    if (m->head[H_UNSETTLED] && rw_settle(m, boundaries)) return ASKED;
    rw_go(m, step);
    if (player == RW_NOWHERE) rw_stop(m, RW_LEFT);
    m->head[H_ASKED] = player;
    return ASKED;
}

/* -- what may be done ------------------------------------------------------------------------------------------------------------ */

static num rw_payable(Machine *m, const num *costs) {
    for (num n = 0; n < costs[1]; n++) {
        const num *cost = costs + 2 + 3 * n; /* whose, stat, how much */
        num slot = rw_value(m, cost[0]), amount = rw_value(m, cost[2]), least = ROW(m, P_STATS, cost[1], STAT_ROW)[STAT_LEAST];
        if (slot == RW_NOWHERE) { rw_stop(m, RW_LEFT); return 0; }
        if (CELL(m, slot, cost[1]) - (least == RW_ABSENT ? 0 : least) < amount) return 0;
    }
    return 1;
}
static num rw_holds(Machine *m, const num *checks) {
    for (num n = 1; n <= checks[0]; n++) {
        const num *check = m->p + checks[n];
        if (!(check[0] == C_PAYABLE ? rw_payable(m, check) : rw_value(m, check[1]))) return 0;
    }
    return 1;
}
static num rw_fits(Machine *m, const num *pick, num slot) {
    num it = m->v[S_IT], named = m->v[pick[PICK_SLOT]];
    m->v[S_IT] = m->v[pick[PICK_SLOT]] = slot;
    num held = rw_holds(m, m->p + pick[PICK_CHECKS]);
    m->v[pick[PICK_SLOT]] = named, m->v[S_IT] = it;
    return held;
}
static const num *rw_pick(Machine *m, num action, num n) {
    const num *picks = m->p + ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_PICKS];
    return n < picks[0] ? picks + 1 + n * PICK_ROW : 0;
}
enum { RW_MANY = 1000 }; /* no number beyond it can be named when an action is declared */

/* Gives how many candidates a pick has: things in play, or numbers from `first` on. */
static num rw_candidates(Machine *m, const num *pick, num **live, num *first) {
    if (!pick[PICK_NUMBER]) return rw_live(m, live);
    *first = rw_value(m, pick[PICK_LEAST]);
    num most = rw_value(m, pick[PICK_MOST]);
    most = most < RW_MANY ? most : RW_MANY;
    return most < *first ? 0 : most - *first + 1;
}
/* Says whether the picks from one on can be made; stops at the first that can. */
static num rw_completable(Machine *m, num action, num n) {
    const num *pick = rw_pick(m, action, n);
    num *live, count, found = 0, first = 0;
    if (!pick) return 1;
    count = rw_candidates(m, pick, &live, &first);
    for (num k = 0; !found && !m->status && k < count; k++) {
        num it = pick[PICK_NUMBER] ? first + k : live[k];
        if (!rw_fits(m, pick, it)) continue;
        num named = m->v[pick[PICK_SLOT]];
        m->v[pick[PICK_SLOT]] = it;
        found = rw_completable(m, action, n + 1);
        m->v[pick[PICK_SLOT]] = named;
    }
    return found;
}
/* Gives a thing's slots for an action: who acts with it. */
static void rw_given(Machine *m, num *v, num action, num slot) {
    v[S_ACTOR] = v[S_SOURCE] = slot, v[S_PLAYER] = CELL(m, slot, OWNER), v[S_ACTION] = action;
}
static num rw_possible(Machine *m, num action) {
    return rw_holds(m, m->p + ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_CHECKS]) && rw_completable(m, action, 0);
}
static int rw_overlap(const num *a, const num *b, num count) {
    for (num n = 1; n <= a[0]; n++)
        for (num k = 0; k < count; k++)
            if (a[n] == b[k]) return 1;
    return 0;
}
static void rw_key(Machine *m, num tag, num a, num b) {
    if (m->keys >= (m->things + 8) * 8) { rw_stop(m, RW_FULL); return; }
    num *key = m->menu + KEY_ROW * m->keys++;
    key[0] = tag, key[1] = a, key[2] = b;
}
/* Offers the actions of one thing that a window is for; with `first` it stops at the first. */
static num rw_offers_of(Machine *m, const num *window, num slot, int first) {
    const num *own = m->p + m->p[m->p[P_KINDS] + CELL(m, slot, KIND)];
    num kinds = window[S_KINDS], found = 0, *v = m->v;
    for (num n = 1; n <= own[0] && !m->status; n++) {
        if (!rw_overlap(m->p + ROW(m, P_ACTIONS, own[n], ACTION_ROW)[ACTION_KINDS], rw_items(m, kinds), rw_length(kinds))) continue;
        rw_empty(m, m->act);
        rw_given(m, m->act, own[n], slot);
        m->v = m->act;
        num legal = rw_possible(m, own[n]);
        m->v = v;
        if (!legal) continue;
        found++;
        if (first) return found;
        rw_key(m, KEY_OFFER, own[n], rw_ref(m, slot));
    }
    return found;
}
/* Offers what a player may do in a window, in the order of the zones. */
static num rw_offers(Machine *m, const num *window, num player, int first) {
    num actor = rw_held(window, S_ACTOR), found = 0;
    if (actor != RW_NOWHERE) return rw_offers_of(m, window, actor, first);
    for (num z = 0; z < m->zones; z++)
        for (num n = 0; n < m->lengths[z]; n++) {
            num slot = m->lying[z * m->things + n];
            if (CELL(m, slot, OWNER) == player) found += rw_offers_of(m, window, slot, first);
            if (found && first) return found;
        }
    return found;
}

/* -- windows --------------------------------------------------------------------------------------------------------------------- */

static int rw_window_ask(Machine *m) {
    num actor = rw_held(m->cur, S_ACTOR);
    if (actor != RW_NOWHERE && (!rw_in_play(m, actor) || CELL(m, actor, OWNER) == RW_NOWHERE)) return rw_end(m, RW_NONE);
    if (m->cur[S_IDLE] == m->p[P_CLOSES] && !rw_offers(m, m->cur, m->cur[S_HOLDER], 1)) return rw_end(m, RW_NONE);
    return rw_ask(m, m->cur[S_HOLDER], STEP_ANSWER);
}
/* Asks whoever has priority now; the game settles first if necessary. */
static int rw_window_again(Machine *m) { return m->head[H_UNSETTLED] ? rw_go(m, STEP_ASK) : rw_window_ask(m); }

static int rw_window_begin(Machine *m) {
    num *v = m->cur;
    if (v[S_SEATS] == RW_ABSENT || !rw_length(v[S_SEATS])) {
        num seat = CELL(m, v[S_ACTOR], OWNER);
        v[S_SEATS] = rw_list(m, &seat, 1);
    }
    v[S_HOLDER] = rw_items(m, v[S_SEATS])[0], v[S_PASSES] = 0, v[S_WAITING] = rw_list(m, 0, 0);
    return rw_window_again(m);
}
/* An answer is a list: who, how many keys, and the keys. */
static int rw_window_answer(Machine *m) {
    const num *answer = rw_items(m, m->cur[S_ANSWER]), *key = answer + 2;
    if (key[0] == KEY_PASS) return rw_go(m, STEP_PASSED);
    rw_empty(m, m->child);
    rw_given(m, m->child, key[1], key[2] % RW_LIVES);
    for (num n = 0; n + 1 < answer[1]; n++) {
        const num *pick = rw_pick(m, key[1], n);
        num picked = key[KEY_ROW * (n + 1) + 1];
        m->child[pick[PICK_SLOT]] = pick[PICK_NUMBER] ? picked : picked % RW_LIVES;
    }
    if (ROW(m, P_ACTIONS, key[1], ACTION_ROW)[ACTION_COSTS]) {
        m->child[S_PATH] = rw_list(m, key, KEY_ROW * answer[1]);
        return rw_call(m, ACT, m->child, STEP_ACTED, S_RESULT);
    }
    return rw_call(m, ROW(m, P_ACTIONS, key[1], ACTION_ROW)[ACTION_PROCEDURE], m->child, STEP_ACTED, S_RESULT);
}
static int rw_window(Machine *m, num step) {
    switch (step) {
    case STEP_BEGIN: return rw_window_begin(m);
    case STEP_ASK: return rw_window_ask(m);
    case STEP_ANSWER: return rw_window_answer(m);
    case STEP_ACTED: return m->cur[S_ONCE] == 1 ? rw_end(m, 1) : rw_window_again(m);
    case STEP_PASSED: return rw_go(m, STEP_CLOSE);
    default: return rw_end(m, RW_NONE);
    }
}

/* -- met triggers ------------------------------------------------------------------------------------------------------------------ */

/* Gives the place of the met trigger that comes next: by the book's order of who has it, then as they were met. */
static num rw_next_met(Machine *m, num from) {
    num *live, count = rw_live(m, &live), *order = m->lists + m->listed, best = RW_NOWHERE, first = 0;
    if (m->listed + count > 8 * (m->things + 8)) { rw_stop(m, RW_FULL); return RW_NOWHERE; }
    memcpy(order, live, (size_t)count * sizeof(num));
    rw_order(m, order, count);
    for (num n = from; n < *m->notices; n++) {
        num holder = m->noticed[n * NOTICED_ROW + 1], rank = 0;
        while (rank < count && order[rank] != holder % RW_LIVES) rank++;
        if (best == RW_NOWHERE || rank < first) best = n, first = rank;
    }
    return best;
}
/* Lets met triggers that nobody is asked about happen, one after another. */
static int rw_heed(Machine *m) {
    for (num at; (at = rw_next_met(m, m->cur[S_FROM])) != RW_NOWHERE && !m->status;) {
        num *e = rw_event(m, EV_TAKEN_UP, NOTICED_ROW + 1);
        if (!e) break;
        e[0] = at;
        memcpy(e + 1, m->noticed + at * NOTICED_ROW, NOTICED_ROW * sizeof(num));
        rw_notice_out(m, at);
        num holder = e[2] % RW_LIVES, action = ROW(m, P_TRIGGERS, e[1], TRIGGER_ROW)[TRIGGER_ACTION], offer[] = {e[1], holder};
        num it = e[3] < 0 ? e[3] : e[3] % RW_LIVES, by = e[4] < 0 ? e[4] : e[4] % RW_LIVES, *v = m->v;
        rw_empty(m, m->child);
        m->child[S_IT] = it, m->child[S_ATTACKER] = by, m->child[S_BOUND] = RW_NOWHERE;
        m->child[S_REFS] = rw_list(m, e + 2, 3);
        m->child[S_WOULD] = TOP(m)[F_ID], m->child[S_PENDING] = *m->notices;
        rw_given(m, m->child, action, holder);
        m->v = m->child;
        num possible = rw_possible(m, action);
        m->v = v;
        if (!possible) continue;
        m->cur[S_BOUND] = RW_NOWHERE, m->cur[S_OFFER] = rw_list(m, offer, 2);
        m->cur[S_IT] = it, m->cur[S_ATTACKER] = by, m->cur[S_REFS] = m->child[S_REFS];
        return rw_call(m, ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_PROCEDURE], m->child, STEP_BEGIN, RW_NOWHERE);
    }
    return rw_end(m, RW_NONE);
}

/* -- acts that are paid for ------------------------------------------------------------------------------------------------------------ */

/* Pays: the amounts of all parts of a cost are reckoned before the first of them is paid. */
static int rw_pay(Machine *m, const num *costs) {
    for (num n = 1; n <= costs[0] && !m->status; n++) {
        const num *parts = m->p + costs[n], *part; /* how many; whose, stat, op and amount of each */
        num *amounts = m->lists + m->listed;
        if (m->listed + 2 * parts[0] > 8 * (m->things + 8)) { rw_stop(m, RW_FULL); return GO; }
        for (num k = 0; k < parts[0]; k++) {
            part = parts + 1 + 4 * k;
            amounts[2 * k] = rw_value(m, part[0]), amounts[2 * k + 1] = rw_value(m, part[3]);
            if (parts[0] > 1 && m->p[m->p[P_LISTENERS] + part[1]]) rw_stop(m, RW_LEFT);
        }
        for (num k = 0; k < parts[0] && !m->status; k++) {
            part = parts + 1 + 4 * k;
            if (amounts[2 * k] != RW_NOWHERE) rw_alter(m, amounts[2 * k], part[1], part[2], amounts[2 * k + 1]);
        }
    }
    return rw_go(m, STEP_CHECK);
}
/* Tests the picks again after paying; an act that has lost one is taken back by Python. */
static int rw_check_again(Machine *m, num action) {
    const num *pick;
    for (num n = 0; (pick = rw_pick(m, action, n)); n++) {
        num it = m->v[S_IT], held;
        m->v[S_IT] = m->v[pick[PICK_SLOT]];
        held = rw_holds(m, m->p + pick[PICK_AGAIN]);
        m->v[S_IT] = it;
        if (!held) rw_stop(m, RW_LEFT);
    }
    return rw_go(m, STEP_PLACE);
}
static int rw_act(Machine *m, num step) {
    const num *action = ROW(m, P_ACTIONS, m->cur[S_ACTION], ACTION_ROW);
    if (step == STEP_BEGIN) return rw_pay(m, m->p + action[ACTION_COSTS]);
    if (step == STEP_CHECK) return rw_check_again(m, m->cur[S_ACTION]);
    if (step == STEP_DONE) return rw_end(m, m->p[P_DONE]);
    memcpy(m->child, m->cur, (size_t)m->slots * sizeof(num));
    return rw_call(m, action[ACTION_PROCEDURE], m->child, STEP_DONE, RW_NOWHERE);
}

/* -- instructions of rules ----------------------------------------------------------------------------------------------------------- */

static int rw_loop(Machine *m, const num *i, num *at) {
    num var = i[1], query = i[2], rest = i[4], kept = i[5], *found, count, still = 0, listed = m->listed, *v = m->cur;
    if (v[rest] != RW_ABSENT) {
        count = rw_length(v[rest]), found = m->lists + m->listed;
        memcpy(found, rw_items(m, v[rest]), (size_t)count * sizeof(num));
        m->listed += count;
    } else {
        count = rw_things(m, query, &found, 1);
        if (i[6])
            for (num n = 0; n < count / 2; n++) { num other = found[n]; found[n] = found[count - 1 - n], found[count - 1 - n] = other; }
    }
    if (v[kept] == RW_ABSENT) v[kept] = rw_held(v, var);
    num had = v[var];
    v[var] = v[kept]; /* the things of the loop may depend on what the name referred to before the loop */
    for (num n = 0; n < count; n++)
        if (rw_in_play(m, found[n]) && rw_passes(m, m->p + query + 1, found[n])) found[still++] = found[n];
    v[var] = had;
    if (still) v[var] = found[0], v[rest] = rw_list(m, found + 1, still - 1), ++*at;
    else {
        num before = v[kept];
        v[rest] = v[kept] = RW_ABSENT, v[var] = before == RW_NOWHERE ? RW_ABSENT : before;
        *at = i[3];
    }
    m->listed = listed;
    return FURTHER;
}
static int rw_run_structure(Machine *m, const num *i, num at) {
    num *v = m->cur, *child = m->child;
    if (i[3]) { memcpy(child, v, (size_t)m->slots * sizeof(num)); return rw_call(m, i[1], child, at + 1, RW_NOWHERE); }
    num actor = i[2] < 0 ? RW_ABSENT : rw_value(m, i[2]);
    rw_empty(m, child);
    child[S_CHOSEN] = v[S_CHOSEN], child[S_CHOSEN_ONES] = v[S_CHOSEN_ONES], child[S_ACTOR] = actor;
    if (actor != RW_ABSENT && actor != RW_NOWHERE) child[S_PLAYER] = CELL(m, actor, OWNER);
    else {
        child[S_PLAYER] = v[S_PLAYER];
        if (v[S_ACTOR] != RW_ABSENT) child[S_ACTOR] = v[S_ACTOR];
    }
    return rw_call(m, i[1], child, at + 1, RW_NOWHERE);
}
static int rw_refresh(Machine *m, const num *i) {
    const num *rows = m->p + m->p[P_REFRESH];
    for (num n = 0; n < rows[0]; n++) /* structure, stat, to */
        if (rows[1 + 3 * n] == i[1]) rw_alter(m, m->cur[S_ACTOR], rows[2 + 3 * n], OP_SET, rows[3 + 3 * n]);
    return FURTHER;
}
static int rw_heeding(Machine *m, const num *i, num at) {
    num first = 0, n;
    for (n = m->head[H_DEPTH]; n-- > 0;)
        if (FRAME(m, n)[F_SLOTS + S_PENDING] != RW_ABSENT) { first = FRAME(m, n)[F_SLOTS + S_PENDING]; break; }
    if (*m->notices <= first) return FURTHER;
    rw_empty(m, m->child);
    m->child[S_OWN] = i[1], m->child[S_FROM] = first;
    return rw_call(m, HEED, m->child, at + 1, RW_NOWHERE);
}
static num rw_seat(Machine *m, num first) {
    num begins = first == RW_NOWHERE ? rw_active(m) : first;
    return begins < 0 ? 0 : begins;
}
static int rw_open(Machine *m, const num *i, num at) { /* kinds, discipline, title, who, seats, once, must, idle, first */
    num *v = m->cur, *child = m->child, count = m->layout[L_SEATS], from;
    rw_empty(m, child);
    child[S_KINDS] = rw_list(m, m->p + i[1] + 1, m->p[i[1]]);
    child[S_DISCIPLINE] = i[2], child[S_TITLE] = i[3], child[S_ONCE] = i[6], child[S_MUST] = i[7], child[S_IDLE] = i[8];
    if (i[4] >= 0) child[S_ACTOR] = rw_value(m, i[4]);
    if (i[5]) {
        num said = i[9] < 0 ? RW_NOWHERE : rw_value(m, i[9]), whose = RW_NOWHERE, seats = m->head[H_ARENA];
        if (said != RW_NOWHERE) whose = CELL(m, said, OWNER);
        else if (i[5] == 1 && i[9] < 0) {
            num actor = rw_held(v, S_ACTOR);
            whose = actor == RW_NOWHERE ? RW_NOWHERE : CELL(m, actor, OWNER);
            if (whose == RW_NOWHERE) whose = rw_held(v, S_PLAYER);
        }
        from = rw_seat(m, whose);
        for (num n = 0; n < (i[5] == 1 ? 1 : count); n++) { num seat = (from + n) % count; rw_list(m, &seat, 1); }
        child[S_SEATS] = seats << 20 | (m->head[H_ARENA] - seats);
    }
    v[S_OUTCOME] = RW_ABSENT;
    return rw_call(m, WINDOW, child, at + 1, i[6] ? S_OUTCOME : RW_NOWHERE);
}
static int rw_contains(const num *row, num count, num n) {
    while (count-- > 0) if (row[count] == n) return 1;
    return 0;
}
/* Writes standings down: the sides of some win or lose; where only one is left that has not lost, it has won. */
static num rw_stands(Machine *m, num to, const num *chosen, num count) {
    num *sides = m->lists + m->listed, nsides = 0, *left = sides + count, nleft = 0;
    if (m->listed + count + m->things > 8 * (m->things + 8)) { rw_stop(m, RW_FULL); return 0; }
    for (num n = 0; n < count; n++)
        if (!rw_contains(sides, nsides, CELL(m, chosen[n], SIDE))) sides[nsides++] = CELL(m, chosen[n], SIDE);
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE);
        if (side == RW_NOWHERE || CELL(m, slot, STANDING) < 0) continue;
        if (!rw_contains(sides, nsides, side) && !rw_contains(left, nleft, side)) left[nleft++] = side;
    }
    num last = to < 0 && nleft <= 1;
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE), own = rw_contains(sides, nsides, side);
        if (side == RW_NOWHERE || !(own || ((to > 0 || last) && rw_contains(left, nleft, side)))) continue;
        rw_write(m, slot, STANDING, own == (to > 0) ? 1 : -1);
    }
    return last;
}
static num rw_whom(Machine *m, num query, num at, num **found) {
    if (query) return rw_things(m, at, found, 1);
    *found = m->lists + m->listed++;
    **found = rw_value(m, at);
    return **found != RW_NOWHERE;
}
static int rw_standing(Machine *m, const num *i, num *at) { /* query or not, whom, to */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), last = 0;
    if (m->layout[L_PLAYERS])
        for (num n = 0; n < count; n++)
            if (CELL(m, found[n], OWNER) != RW_NOWHERE) found[n] = CELL(m, found[n], OWNER);
    if (count) last = rw_stands(m, i[3], found, count);
    m->listed = listed;
    if (last) return rw_leave(m, FRAME(m, 0)[F_ID]);
    *at += !count && i[3] > 0 ? 2 : 1;
    return FURTHER;
}
static int rw_finish(Machine *m) { /* for each ending of the scene: condition, query or NOWHERE */
    const num *endings = m->p + m->p[m->p[P_ENDINGS] + m->layout[L_SCENE]];
    for (num n = 0; n < endings[0]; n++) {
        if (!rw_value(m, endings[1 + 2 * n])) continue;
        num *found, count = 0;
        if (endings[2 + 2 * n] >= 0) count = rw_things(m, endings[2 + 2 * n], &found, 1);
        else {
            found = m->lists + m->listed;
            for (num slot = 0; slot < m->things; slot++)
                if (CELL(m, slot, SIDE) != RW_NOWHERE && rw_in_play(m, slot)) found[count++] = slot;
            m->listed += count;
        }
        rw_stands(m, 1, found, count);
        m->listed = 0;
        return rw_leave(m, FRAME(m, 0)[F_ID]);
    }
    return FURTHER;
}

static int rw_send_to(Machine *m, const num *i) { /* query or not, what, zone, owner, bottom */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), whose = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]);
    for (num n = 0; n < count && !m->status; n++) {
        num owner = CELL(m, whose == RW_NOWHERE ? found[n] : whose, OWNER), zone = i[3] < 0 ? i[3] : rw_owned(m, i[3], owner);
        rw_send(m, found[n], zone, (int)i[5]);
    }
    m->listed = listed;
    return FURTHER;
}
/* Changes a stat of several at one moment: one amount for all, or one for each; all of them are reckoned first. */
static int rw_alter_all(Machine *m, const num *i) { /* query or not, whom, stat, op, amount, each */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), *amounts = m->lists + m->listed;
    if (m->listed + count + 1 > 8 * (m->things + 8)) { rw_stop(m, RW_FULL); return FURTHER; }
    if (count > 1 && m->p[m->p[P_LISTENERS] + i[3]]) { rw_stop(m, RW_LEFT); return FURTHER; }
    m->listed += count + 1;
    if (!i[6]) amounts[0] = rw_value(m, i[5]);
    for (num n = 0; n < count; n++) amounts[n] = i[6] ? rw_value(m, i[5]) : amounts[0];
    for (num n = 0; n < count && !m->status; n++) rw_alter(m, found[n], i[3], i[4], amounts[n]);
    m->listed = listed;
    return FURTHER;
}
static int rw_control(Machine *m, const num *i) { /* query or not, what, to whom */
    num listed = m->listed, by = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count = rw_whom(m, i[1], i[2], &found);
    num owner = by == RW_NOWHERE ? by : CELL(m, by, OWNER), side = by == RW_NOWHERE ? by : CELL(m, by, SIDE);
    for (num n = 0; n < count; n++) rw_write(m, found[n], OWNER, owner), rw_write(m, found[n], SIDE, side);
    m->listed = listed;
    return FURTHER;
}
static int rw_station(Machine *m, const num *i) { /* query or not, what, where */
    num listed = m->listed, goal = rw_value(m, i[3]), *found, count = goal == RW_NOWHERE ? 0 : rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count; n++) {
        if (rw_place(m, found[n]) == goal) continue;
        if (CELL(m, goal, TILE) < 0) rw_stop(m, RW_LEFT); else rw_alter(m, found[n], TILE, OP_SET, CELL(m, goal, TILE));
    }
    m->listed = listed;
    return FURTHER;
}

/* Runs one instruction; `at` is where the procedure goes on, and a result other than FURTHER says that the step is over. */
static int rw_instruction(Machine *m, const num *i, num *at) {
    num n, *e;
    switch (i[0]) {
    case I_NOTHING: case I_PAUSE: ++*at; return FURTHER;
    case I_TEST: /* condition, otherwise, told */
        n = rw_value(m, i[1]) != 0;
        if (i[3] && (e = rw_event(m, EV_CHECKED, 2))) e[0] = n, e[1] = m->cur[S_ACTION];
        *at = n ? *at + 1 : i[2];
        return FURTHER;
    case I_JUMP:
        if (i[2]) return rw_go(m, i[1]);
        *at = i[1];
        return FURTHER;
    case I_LOOP: return rw_loop(m, i, at);
    case I_TIMES: /* rest, how often, end */
        n = m->cur[i[1]] == RW_ABSENT ? rw_value(m, i[2]) : m->cur[i[1]];
        m->cur[i[1]] = n <= 0 ? RW_ABSENT : n - 1;
        *at = n <= 0 ? i[3] : *at + 1;
        return FURTHER;
    case I_RUN: return rw_run_structure(m, i, *at);
    case I_LEAVE:
        if (i[1] < 0) return rw_leave(m, FRAME(m, 0)[F_ID]);
        e = rw_innermost(m, i[1]);
        return e ? rw_leave(m, e[F_ID]) : rw_end(m, RW_NONE);
    case I_REFRESH: ++*at; return rw_refresh(m, i);
    case I_HEED: n = *at; ++*at; return *m->notices ? rw_heeding(m, i, n) : FURTHER;
    case I_FINISH: ++*at; return rw_finish(m);
    case I_OPEN: return rw_open(m, i, *at);
    case I_ALTER: { /* slot, stat, op, amount */
        num slot = rw_held(m->cur, i[1]), amount = rw_value(m, i[4]);
        if (slot != RW_NOWHERE) rw_alter(m, slot % RW_LIVES, i[2], i[3], amount);
        ++*at;
        return FURTHER;
    }
    case I_SEND: ++*at; return rw_send_to(m, i);
    case I_STANDING: return rw_standing(m, i, at);
    case I_ALTER_ALL: ++*at; return rw_alter_all(m, i);
    case I_CONTROL: ++*at; return rw_control(m, i);
    case I_STATION: ++*at; return rw_station(m, i);
    case I_LET: n = rw_value(m, i[2]), m->cur[i[1]] = n, ++*at; return FURTHER;
    }
    rw_stop(m, RW_LEFT);
    return GO;
}
/* After these the game does not settle, because they change nothing. */
static int rw_idle(num kind) { return kind == I_NOTHING || kind == I_TEST || kind == I_JUMP; }

static int rw_rule(Machine *m, const num *procedure, num at) {
    at = at < 0 ? 0 : at;
    while (at < procedure[PROC_COUNT] && !m->status) {
        const num *i = m->p + m->p[procedure[PROC_FIRST] + at];
        int out = rw_instruction(m, i, &at);
        if (out != FURTHER) return out;
        if (m->head[H_UNSETTLED] && !rw_idle(i[0]) && (i[0] != I_HEED || *m->notices)) return rw_go(m, at);
    }
    return m->status ? GO : rw_end(m, RW_NONE);
}

/* -- a whole answer -------------------------------------------------------------------------------------------------------------------- */

static void rw_step(Machine *m) {
    num *frame = TOP(m), procedure = frame[F_PROCEDURE], step = frame[F_STEP], announced;
    memcpy(m->cur, frame + F_SLOTS, (size_t)m->slots * sizeof(num));
    m->v = m->cur, m->listed = 0;
    announced = rw_procedure(m, procedure)[PROC_ANNOUNCED];
    num count = m->head[H_DEPTH];
    int out = procedure == WINDOW ? rw_window(m, step) : procedure == HEED ? rw_heed(m) : procedure == ACT ? rw_act(m, step)
        : rw_rule(m, rw_procedure(m, procedure), step);
    if (m->status || out == ASKED || !m->head[H_UNSETTLED]) return;
    num left = out == OVER && m->head[H_DEPTH] < count - 1;
    num payment = out == GO && procedure == ACT && step == STEP_BEGIN ? AT_PAYMENT : 0;
    rw_settle(m, AT_INSTRUCTION | payment | (out == OVER && (announced || left) ? AT_STRUCTURE : 0));
}
/* Moves the lists that frames hold together, so that the arena does not fill up with what is no longer used. */
static void rw_compact(Machine *m) {
    const num *lists = m->p + m->p[P_LISTS];
    num used = 0;
    for (num n = 0; n < m->head[H_DEPTH]; n++)
        for (num k = 1; k <= lists[0]; k++) {
            num *held = FRAME(m, n) + F_SLOTS + lists[k], count;
            if (*held == RW_ABSENT || *held == RW_NONE) continue;
            count = rw_length(*held);
            if (used + count > m->layout[L_ARENA]) { rw_stop(m, RW_FULL); return; }
            memcpy(m->spare + used, rw_items(m, *held), (size_t)count * sizeof(num));
            *held = used << 20 | count;
            used += count;
        }
    memcpy(m->arena, m->spare, (size_t)used * sizeof(num));
    m->head[H_ARENA] = used;
}
static void rw_run(Machine *m) {
    while (m->head[H_DEPTH] > 0 && m->head[H_ASKED] == RW_NOWHERE && !m->status) {
        if (++m->steps > m->p[P_STEPS]) rw_stop(m, RW_LEFT);
        if (m->head[H_ARENA] > m->layout[L_ARENA] / 2) rw_compact(m);
        rw_step(m);
    }
    if (!m->status) rw_compact(m);
}

/* Finds the action of an offer, and fills the slots of the act with it and with what was picked; refuses what may not be done. */
static int rw_meant(Machine *m, num player, const num *keys, num count) {
    num *window = TOP(m) + F_SLOTS, ref = keys[2], slot = ref % RW_LIVES, actor = rw_held(window, S_ACTOR), held;
    const num *own, *pick;
    if (keys[0] != KEY_OFFER || ref < 0 || slot >= m->things || !rw_alive(m, ref)) return 0;
    if (slot != actor && (actor != RW_NOWHERE || CELL(m, slot, OWNER) != player || m->places[slot] == RW_NOWHERE)) return 0;
    own = m->p + m->p[m->p[P_KINDS] + CELL(m, slot, KIND)];
    if (!rw_contains(own + 1, own[0], keys[1])) return 0;
    if (!rw_overlap(m->p + ROW(m, P_ACTIONS, keys[1], ACTION_ROW)[ACTION_KINDS], rw_items(m, window[S_KINDS]),
                    rw_length(window[S_KINDS]))) return 0;
    rw_empty(m, m->act);
    rw_given(m, m->act, keys[1], slot);
    m->v = m->act;
    held = rw_holds(m, m->p + ROW(m, P_ACTIONS, keys[1], ACTION_ROW)[ACTION_CHECKS]);
    for (num n = 1; held && n < count; n++) {
        num key = keys[KEY_ROW * n + 1], *live, first = 0;
        pick = rw_pick(m, keys[1], n - 1);
        if (!pick || keys[KEY_ROW * n] != KEY_NUMBER) return 0;
        if (pick[PICK_NUMBER]) held = rw_candidates(m, pick, &live, &first) > key - first && key >= first;
        else {
            held = key >= 0 && key % RW_LIVES < m->things && rw_alive(m, key) && rw_in_play(m, key % RW_LIVES);
            key = key % RW_LIVES;
        }
        held = held && rw_fits(m, pick, key);
        if (held) m->act[pick[PICK_SLOT]] = key;
    }
    return held && !m->status;
}
/* Lists what a player may pick after some keys. Gives 1 where the keys are a whole answer, 0 where `menu` holds what may be picked. */
static int rw_menu(Machine *m, num player, const num *keys, num count) {
    num *window = TOP(m) + F_SLOTS, *live, lying, first = 0;
    const num *pick;
    m->keys = m->listed = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (m->head[H_ASKED] != player || TOP(m)[F_PROCEDURE] != WINDOW) { rw_stop(m, RW_LEFT); return 0; }
    if (!count) {
        num found = rw_offers(m, window, player, 0);
        if (!(window[S_MUST] == 1 && found)) rw_key(m, KEY_PASS, 0, 0);
        return 0;
    }
    if (keys[0] == KEY_PASS) return 1;
    if (!rw_meant(m, player, keys, count)) { rw_stop(m, RW_REFUSED); return 0; }
    if (!(pick = rw_pick(m, keys[1], count - 1))) return 1;
    lying = rw_candidates(m, pick, &live, &first);
    for (num n = 0; n < lying; n++) {
        num it = pick[PICK_NUMBER] ? first + n : live[n];
        if (!rw_fits(m, pick, it)) continue;
        m->act[pick[PICK_SLOT]] = it;
        if (rw_completable(m, keys[1], count)) rw_key(m, KEY_NUMBER, pick[PICK_NUMBER] ? it : rw_ref(m, it), 0);
        m->act[pick[PICK_SLOT]] = RW_ABSENT;
    }
    return 0;
}
/* Gives a whole answer. Where `status` is not RW_PLAYED afterwards, the caller takes it back. */
static void rw_answer(Machine *m, num player, const num *keys, num count, int checked) {
    num *frame = TOP(m), *e, list[2] = {player, count};
    m->used = m->listed = m->steps = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (m->head[H_DEPTH] < 1 || m->head[H_ASKED] != player || frame[F_PROCEDURE] != WINDOW) { rw_stop(m, RW_LEFT); return; }
    if (keys[0] == KEY_PASS ? count != 1 || (!checked && frame[F_SLOTS + S_MUST] == 1) :
        !checked && (!rw_meant(m, player, keys, count) || rw_pick(m, keys[1], count - 1))) { rw_stop(m, RW_REFUSED); return; }
    m->head[H_NUMBER]++, m->head[H_DICE] = 0;
    if (!(e = rw_event(m, EV_CHOSE, 2 + KEY_ROW * count))) return;
    e[0] = player, e[1] = count;
    memcpy(e + 2, keys, (size_t)(KEY_ROW * count) * sizeof(num));
    frame[F_SLOTS + S_ANSWER] = m->head[H_ARENA] << 20 | (2 + KEY_ROW * count);
    rw_list(m, list, 2);
    rw_list(m, keys, KEY_ROW * count);
    m->head[H_ASKED] = RW_NOWHERE;
    rw_run(m);
}

/* -- whole games ------------------------------------------------------------------------------------------------------------------------- */

enum { RW_LONGEST = 16 }; /* how many picks an answer of a play-out may have */

/* Picks one of the keys of a menu by a die; at the first pick an action may have a weight, and passing too (the last weight). */
static num rw_drawn(Machine *m, uint64_t policy, num answer, num pick, const num *weights, num passing) {
    num total = 0, n;
    for (n = 0; weights && !pick && n < m->keys; n++) {
        const num *key = m->menu + KEY_ROW * n;
        total += key[0] == KEY_OFFER ? weights[key[1]] : key[0] == KEY_PASS ? weights[passing] : 1;
    }
    if (!total) return rw_die(policy, answer, pick, m->keys) - 1;
    num left = rw_die(policy, answer, pick, total);
    for (n = 0; n < m->keys; n++) {
        const num *key = m->menu + KEY_ROW * n;
        left -= key[0] == KEY_OFFER ? weights[key[1]] : key[0] == KEY_PASS ? weights[passing] : 1;
        if (left <= 0) break;
    }
    return n;
}
/* Plays at random until the game is over or `most` answers were given: each pick by a die of the policy's own seed. */
static num rw_play_out(Machine *m, uint64_t policy, num most, const num *weights, num passing) {
    num keys[KEY_ROW * RW_LONGEST], given = 0;
    while (m->head[H_DEPTH] > 0 && given < most) {
        num player = m->head[H_ASKED], count = 0;
        while (!rw_menu(m, player, keys, count)) {
            if (m->status || !m->keys || count >= RW_LONGEST) { rw_stop(m, RW_LEFT); return given; }
            num taken = rw_drawn(m, policy, m->head[H_NUMBER] + 1, count, weights, passing);
            memcpy(keys + KEY_ROW * count++, m->menu + KEY_ROW * taken, KEY_ROW * sizeof(num));
        }
        rw_answer(m, player, keys, count, 1);
        if (m->status) return given;
        given++;
    }
    return given;
}
#endif
