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

#define RW_VERSION 5
#define RW_ABSENT INT64_MIN       /* a slot that holds nothing */
#define RW_NONE (INT64_MIN + 1)   /* a slot that holds Python's None */
#define RW_NOWHERE (-1)
#define RW_LIVES (1 << 20)
#define RW_BITS 59 /* of a number that is used as a set */
#define RW_LARGEST 1000000000000000000LL

enum { RW_PLAYED, RW_LEFT, RW_FULL, RW_REFUSED };

/* -- the program: tables in one row of numbers. The first numbers say where each table begins ----------------------------- */

enum {
    P_VERSION, P_SIZE, P_WIDTH, P_SLOTS, P_STATS, P_ZONES, P_KINDS, P_ACTIONS, P_TRIGGERS, P_LISTENERS, P_PROCEDURES,
    P_RANKS, P_ENDINGS, P_SETTLE, P_BOUNDARIES, P_TURN, P_STEPS, P_DEPTH, P_DICE, P_CAPPED, P_MAIN, P_WATCHED,
    P_REFRESH, P_LISTS, P_TRIGGERED, P_HEADS, P_TALLIES, P_PAYERS, P_ZONE_WORDS, P_DISCIPLINES, P_FACES, P_OPEN_STATS, P_ITEM, P_STACK, P_UNSEEN, P_SECRET, P_STRICT,
    P_PARTIAL, P_PARTING, P_NESTED, P_SETTLES, P_SCENES, P_FEATURES, P_GRANTED, P_VERDICTS, P_WOULD, P_REPLIES, P_ADDS_UP, P_DAMAGE,
    P_UNTILS, P_NOTHING, P_HEADER
};
enum { STAT_LEAST, STAT_MOST, STAT_CAP, STAT_WATCHED, STAT_CAP_FLUID, STAT_ROW };
enum { ZONE_LIVE, ZONE_KEEPS, ZONE_SEEN, ZONE_STACK, ZONE_ROW };
enum { BY_ALL, BY_OWNER, BY_NOBODY }; /* who sees a kind of zone */
enum { ACTION_PROCEDURE, ACTION_NAME, ACTION_KINDS, ACTION_CHECKS, ACTION_PICKS, ACTION_AUTOMATIC, ACTION_COSTS,
       ACTION_ZONES, ACTION_STACK, ACTION_AFTER, ACTION_COUNTERED, ACTION_PLAYED, ACTION_LIMITS, ACTION_WORD, ACTION_COUNTS_AS,
       ACTION_SPEED, ACTION_HOSTILE, ACTION_AWAKE, ACTION_GROWS, ACTION_ACT, ACTION_REACTS, ACTION_ANSWERS, ACTION_TEXT,
       ACTION_IDENTITY, ACTION_ONTO, ACTION_NOTED, ACTION_ROW };
enum { NO_STACK, ONE_STACK, NEW_STACK, THROUGH_STACK };
enum { PICK_SLOT, PICK_CHECKS, PICK_AGAIN, PICK_NUMBER, PICK_LEAST, PICK_MOST, PICK_POOL, PICK_SEVERAL,
       PICK_FEWEST, PICK_ATMOST, PICK_WHOLE, PICK_SPENT, PICK_TILES, PICK_ROW };
enum { TRIGGER_ACTION, TRIGGER_TEST, TRIGGER_OPTIONAL, TRIGGER_EVERYONE, TRIGGER_STACKED, TRIGGER_UNASKED, TRIGGER_OWN, TRIGGER_KINDS,
       TRIGGER_LEFT, TRIGGER_FIRST, TRIGGER_AGAIN, TRIGGER_STAT, TRIGGER_OF, TRIGGER_ROW };
enum { OF_ANYTHING, OF_CHANGED, OF_MOVED, OF_LASTS, OF_OTHERS }; /* the event that a prepared change would cause */
enum { FACE_CARD, FACE_PRINTED, FACE_LOOSE, FACE_BOUND, FACE_ROW }; /* of a kind: whether a card, its stats, abilities by attachment */
enum { LAP, LAP_KEEPS, LAP_RESETS, LAP_NEWEST, LAP_ROW };
enum { LAP_ONE, LAP_SUCCESSION, LAP_OWNER };
enum { ON_OCCASION, ON_PERFORMED, ON_TOLD, ON_MOVED, ON_LINKED, ON_BEGAN, ON_ENDED, ON_ROW }; /* the events that triggers notice, beside changes of stats */
enum { PROC_ANNOUNCED, PROC_FIRST, PROC_COUNT, PROC_LENT, PROC_ACTS, PROC_POTENTIAL, PROC_ROW };

/* The kernel's own procedures come first, and their steps have these numbers; a rule's step is the number of an instruction. */
enum { WINDOW, HEED, ACT, BATCH, FLOOR, INTERRUPTS, POPPING, STRAYING, BEFORE_CHANGE, REACTIONS, OWN_PROCEDURES };
enum { STEP_BEGIN = -1, STEP_ASK, STEP_ANSWER, STEP_ACTED, STEP_PASSED, STEP_CLOSE, STEP_OFFER, STEP_CHECK, STEP_PLACE, STEP_DONE,
       STEP_RESOLVED, STEP_NEXT, STEP_USED, STEP_INTERRUPTED, STEP_ORDERED };

/* The slots that the kernel's procedures use; those that only rules use follow. */
enum {
    S_ACTOR, S_PLAYER, S_IT, S_OUTER, S_SOURCE, S_ACTION, S_ATTACKER, S_BOUND, S_REFS, S_WOULD, S_PENDING, S_ANSWER, S_KINDS,
    S_DISCIPLINE, S_TITLE, S_ONCE, S_MUST, S_IDLE, S_SEATS, S_HOLDER, S_PASSES, S_WAITING, S_RESULT, S_OUTCOME, S_OWN, S_FROM,
    S_OFFER, S_CHOSEN, S_CHOSEN_ONES, S_ASKER, S_PATH,
    S_ITEM, S_MEMORY, S_OPEN, S_FOCUS, S_ORDER, S_RESOLVED, S_BATCH, S_EXTRA, S_FIGHT, S_STILL, S_ORIGIN, S_CAUSE, S_CHANGES, S_MET, S_SPARED, S_HEARD, S_USED,
    S_INTERRUPTED, S_AMOUNT, S_JOINED, S_NATURAL, S_DICE, S_TILE, S_STEP, S_KNOWN
};

/* The texts that the kernel itself uses: outcomes, answers, names of links and announcements; those of the book follow. */
enum {
    T_NONE, T_CLOSES, T_EMPTY, T_FIRST, T_ON, T_DONE, T_STACKED, T_RESOLVED, T_DECLINE, T_FIZZLED, T_RESOLVES, T_COUNTERED, T_TARGETS,
    T_ACTOR, T_MEMORY, T_NUMBERS, T_EXTRA, T_SEEN, T_AT, T_ATTACHED, T_TOKEN, T_OWNER, T_PLAYERS, T_NO_ONE, T_FIGHT, T_DEEDS, T_CUT_SHORT, T_COMPLETES,
    T_REST, T_FRAME, T_WHEN, T_BEGIN, T_END,
    T_PRICE, T_FEATURE, T_COOLDOWN, T_NEGATED, T_NO_LONGER, T_KNOWN
};

enum { KIND, OWNER, SIDE, LIFE, TILE, ACTION, BORN, BLOCKED, STANDING, OWN };
enum { AT_INSTRUCTION = 1, AT_CHOICE = 2, AT_PAYMENT = 4, AT_RESOLUTION = 8, AT_STRUCTURE = 16, AT_WINDOW = 32 };

enum {
    E_CONSTANT, E_THING, E_NUMBER, E_CALLED, E_STAT, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE, E_DIVIDE_UP, E_REMAINDER, E_LOWER,
    E_HIGHER, E_NEGATE, E_WHOLE, E_ROLL, E_EQUAL, E_UNEQUAL, E_MORE, E_LESS, E_AT_LEAST, E_AT_MOST, E_ALL, E_ANY, E_NOT, E_ABOUT,
    E_SELF, E_OTHER, E_ALLY, E_ENEMY, E_OWNER, E_IN_PLAY, E_OF_KIND, E_COUNT, E_EXISTS, E_SUM, E_RANKED, E_LOWERED, E_RAISED, E_FALLS,
    E_RISES, E_UNDER_WAY, E_SIDES_LEFT, E_UNOWNED, E_ACTIVE, E_LIES, E_PLACE, E_AT, E_LONGEST, E_NEAR, E_STANDS, E_SPOT, E_OFF_MAP,
    E_STRATEGY, E_OF_CAST, E_PASSED, E_CAUSED, E_HAS, E_FAST_ENOUGH, E_BEGAN, E_ENDED, E_CONTINUES, E_PERFORMED, E_TOLD, E_WENT,
    E_PASSED_BY, E_QUIET, E_HOST, E_PLAYER, E_ACTIVE_PLAYER, E_SUBJECT, E_FACE_DOWN, E_REVEALED, E_TOPMOST, E_ABROAD, E_NAMESAKE,
    E_TOGETHER, E_ATTACHED, E_OWNERS, E_PAST, E_HEARS
};
enum {
    I_NOTHING, I_PAUSE, I_TEST, I_JUMP, I_LOOP, I_RUN, I_LEAVE, I_REFRESH, I_HEED, I_FINISH, I_OPEN, I_ALTER, I_SEND, I_STANDING, I_LET,
    I_CONTROL, I_STATION, I_TIMES,
    I_DECLARE, I_SHUFFLE, I_COUNTER, I_TELL, I_OCCASION, I_EXPIRE,
    I_CHOOSE, I_WHETHER, I_WHICH, I_HOW_MANY, I_SHOW, I_GO_TO, I_ATTACH, I_DETACH, I_FIGHT, I_SETTLE, I_ANSWER, I_IN_ORDER, I_STATION_NEW, I_ORDERED,
    I_LAST, I_GIVE, I_OVERDUE, I_TALLY, I_TIES, I_TRAVEL, I_ADJUST, I_ANEW
};
enum { LOOP_PLAIN, LOOP_REVERSED, LOOP_ACTIVE_LAST };
enum { OP_SET, OP_ADD, OP_SUBTRACT, OP_MULTIPLY, OP_DIVIDE };
enum { C_TRUTH, C_PAYABLE, C_LIMITED, C_AMONG, C_OTHERS_TURN, C_PERMITTED, C_COOLED,
       C_COULD_CHANGE };
enum { FROM_PLAY, FROM_ZONES, FROM_WAITING, FROM_LIST };

/* -- the block ------------------------------------------------------------------------------------------------------------ */

enum { L_THINGS, L_ZONES, L_SEATS, L_NAMES, L_FRAMES, L_ARENA, L_NOTICED, L_LOG, L_SCENE, L_PLAYERS, L_WIDE, L_HIGH, L_CELLS, L_LINKS,
       L_HEAP, L_TALLIES, L_SIDES, L_CAMPS, L_LASTING, L_CHANGES, L_HEADER };
enum { N_THINGS, N_ZONES, N_LINKS, N_HEAP, N_TALLIES, N_COUNTS };
enum { H_NUMBER, H_ROLLED, H_DICE, H_IDS, H_NOW, H_UNSETTLED, H_DEPTH, H_ASKED, H_ARENA, H_HEADER };
enum { F_ID, F_PROCEDURE, F_STEP, F_INTO, F_SLOTS };
enum { NOTICED_ROW = 5, LINK_ROW = 5, TALLY_ROW = 3, EVENT_ROW = 8, MOVE_ROW = 4, LEFT_ROW = 4 };

enum { EV_CHANGED = 1, EV_MOVED, EV_NOTICED, EV_TAKEN_UP, EV_ROLLED, EV_CHOSE, EV_BEGAN, EV_ENDED, EV_CHECKED,
       EV_LINKED, EV_TALLIED, EV_FOUNDED, EV_MADE, EV_SHUFFLED, EV_REVEALED, EV_TOLD, EV_PERFORMED, EV_OCCASION, EV_FOUGHT, EV_LASTS,
       EV_EXPIRED };
enum { ENDED, CUT_SHORT };
enum { KEY_NUMBER, KEY_PASS, KEY_OFFER, KEY_TEXT, KEY_ACTION, KEY_PAY };
enum { KEY_ROW = 3 };
enum { SIDE_RUN, SIDE_ROW }; /* of a side: whether a strategy runs it */

/* A prepared change: of a stat, of a zone (the stat is the zone, the op whether to the bottom), or a lasting effect that begins. */
enum { CH_ALTER, CH_SEND, CH_LAST };
enum { CH_KIND, CH_SLOT, CH_STAT, CH_OP, CH_AMOUNT, CH_TAG, CH_LASTS = 2, CHANGE_ROW = 16 };
enum { ABOUT_NOTHING, ABOUT_THING, ABOUT_ACTION }; /* what an announcement is about */

typedef struct {
    const num *p;       /* the program */
    const num *layout;  /* the sizes of this block, and what never changes in it */
    const num *fluid;   /* of each stat where its modifiers stand, or 0 if it is always what is stored */
    num *ground, *sides, *camps; /* of each tile what it is; of each side who it is; tiles where actors of a side may begin */
    num *effects, *lasting; /* how many lasting effects there are, and their rows */
    num *touching;      /* how many lasting effects each stat has */
    num *stack;         /* slots to work in */
    num *costs, *before, *order, *queue; /* of the tiles, while ways are looked for */
    num *changes;       /* the prepared changes of an instruction */
    const num *change;  /* the prepared change that a trigger is asked about, or nothing */
    num *called;        /* the thing of each name that rules speak of */
    num *board;         /* the thing that each tile is, on a board */
    num *head, *cells, *places, *grounds, *lengths, *lying, *noticed, *frames, *arena, *spare;
    num *notices;       /* how many triggers were met */
    num *live;          /* the number of things in play, or -1 where it must be counted again; then the things */
    num *cur, *act, *heard, *child; /* the slots of the frame that runs, of an act that is judged, of a trigger, of a new frame */
    num *lists;         /* room for lists that are being made */
    num *count;         /* how many things, zones, links, numbers of links and tallies there are */
    num *names;         /* of each thing a number of its name; only whether two are equal counts */
    num *first_link;    /* of each thing the place of its first link, from 1; 0 if it has none */
    num *links, *heap, *tallies;
    num *veiled, *saved; /* while a viewer looks: which things have no face, and their cells */
    num *moves, *heardof, *left, *lasts; /* of a moment: moves, events with listeners, who left play, and as they last were */
    num *menu;          /* the keys of a menu, KEY_ROW numbers each */
    num *log;           /* the events of this answer: kind, numbers, and at the end how many numbers in all */
    num *v;             /* the slots that expressions read */
    num used, listed, keys, steps, width, slots, frame, things, zones, room, notice_row;
    num viewing, viewer, moment, from, moved, happened, parted, shuffles, listable, deep, prepared, times;
    num event[EVENT_ROW];       /* the change that a trigger is asked about */
    uint64_t seed, secret;  /* of open dice, and of hidden ones */
    const num *script;  /* given dice, or nothing */
    num scripted;
    int status;
} Machine;

/* Gives how many numbers a block needs, or sets the pointers of a machine into one. */
static num rw_bind(Machine *m, const num *program, num *block) {
    const num *l = block;
    num slots = program[P_SLOTS], frame = F_SLOTS + slots, things = l[L_THINGS], zones = l[L_ZONES], wide = program[P_WIDTH];
    num noted = NOTICED_ROW + 3 * (4 + wide), at = L_HEADER;
    num tiles = l[L_WIDE] * l[L_HIGH], lists = 8 * (things + tiles + 8) + 2 * noted;
    num **part[] = {&m->called, &m->board, &m->ground, &m->sides, &m->camps, &m->head, &m->count, &m->cells, &m->places, &m->names,
                    &m->grounds, &m->lengths, &m->lying, &m->first_link, &m->links, &m->heap, &m->tallies, &m->effects, &m->lasting,
                    &m->notices, &m->noticed, &m->frames, &m->arena, &m->spare, &m->live, &m->cur, &m->act, &m->heard, &m->child, &m->lists,
                    &m->menu, &m->veiled, &m->saved, &m->moves, &m->heardof, &m->left, &m->lasts, &m->stack, &m->touching, &m->costs,
                    &m->before, &m->order, &m->queue, &m->changes, &m->log};
    num size[] = {l[L_NAMES], l[L_CELLS], tiles, SIDE_ROW * l[L_SIDES], l[L_CAMPS], H_HEADER, N_COUNTS, things * wide, things, things,
                  3 * zones, zones, zones * things, things, LINK_ROW * l[L_LINKS], l[L_HEAP], TALLY_ROW * l[L_TALLIES], 1, 14 * l[L_LASTING],
                  1, noted * l[L_NOTICED], frame * l[L_FRAMES], l[L_ARENA], l[L_ARENA] + l[L_HEAP], 1 + things, slots, slots, slots, slots, lists,
                  KEY_ROW * lists, things, things * wide, 2 * MOVE_ROW * (things + 8), EVENT_ROW * (4 * things + 8), LEFT_ROW * (things + 8),
                  (4 + wide) * (things + 8), 12 * slots, wide, tiles, tiles, tiles, 8 * tiles + 2, CHANGE_ROW * l[L_CHANGES], l[L_LOG]};
    for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
        *part[n] = block + at;
        at += size[n];
    }
    m->p = program, m->layout = l, m->v = m->cur;
    m->width = wide, m->slots = slots, m->frame = frame, m->room = things, m->things = m->zones = 0;
    m->notice_row = noted, m->viewing = m->viewer = m->moment = m->from = m->moved = m->happened = m->parted = m->shuffles = 0;
    m->used = m->listed = m->keys = m->steps = m->deep = m->prepared = 0, m->times = 1, m->change = 0, m->listable = lists;
    m->status = RW_PLAYED;
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
static int rw_among(const num *row, num n) { /* how many, and the numbers */
    for (num k = 1; k <= row[0]; k++) if (row[k] == n) return 1;
    return 0;
}

/* -- events ------------------------------------------------------------------------------------------------------------------ */

static num *rw_event(Machine *m, num kind, num count) {
    if (m->used + count + 2 > m->layout[L_LOG]) { rw_stop(m, RW_FULL); return 0; }
    num *e = m->log + m->used;
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

#include "sight.h"

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
                for (num n = 0; n < m->lengths[z]; n++) m->live[++count] = m->lying[z * m->room + n];
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
    count *= m->times;
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
static num rw_past(Machine *m, const num *e);
static num rw_hears(Machine *m, num word);
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

/* Says whether a stack is among the zones that exist. */
static int rw_is_stack(Machine *m, num zone) {
    return zone != RW_NOWHERE && m->grounds[3 * zone] >= 0 && rw_zone_kind(m, zone)[ZONE_STACK];
}
/* Lists the things of a query before any test; a query is a row: whether the tests know who asks, how many tests, the tests, where the
   things come from, how many kinds of zone, the kinds. */
static num rw_source(Machine *m, num query, num **found) {
    const num *from = m->p + query + 2 + m->p[query + 1];
    if (from[0] == FROM_PLAY) return rw_live(m, found);
    num count = 0, *into = *found = m->lists + m->listed;
    if (from[0] == FROM_LIST) { /* the slot of a list */
        num list = m->v[from[2]];
        count = list == RW_ABSENT || list == RW_NONE ? 0 : rw_length(list);
        *found = rw_items(m, list);
        return count;
    }
    if (m->listed + m->things > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num z = 0; z < m->zones; z++) {
        if (from[0] == FROM_WAITING ? !rw_is_stack(m, z) : !rw_among(from + 1, m->grounds[3 * z])) continue;
        const num *lying = m->lying + z * m->room;
        for (num n = 0; n < m->lengths[z]; n++) into[count++] = lying[from[0] == FROM_WAITING ? n : m->lengths[z] - 1 - n];
    }
    m->listed += count;
    return count;
}
/* Lists the things of a query that pass its tests; who uses the list gives its room back by `listed`. */
static num rw_things(Machine *m, num query, num **found, int ordered) {
    num *base, count = rw_source(m, query, &base), kept = 0, asker = m->v[S_ASKER];
    num *into = m->lists + m->listed;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); *found = into; return 0; }
    m->listed += count;
    if (m->p[query]) m->v[S_ASKER] = m->v[S_IT];
    for (num n = 0; n < count; n++)
        if (rw_passes(m, m->p + query + 1, base[n])) into[kept++] = base[n];
    m->v[S_ASKER] = asker;
    if (ordered && m->p[query + 2 + m->p[query + 1]] == FROM_PLAY) rw_order(m, into, kept);
    *found = into;
    return kept;
}
static num rw_measure(Machine *m, const num *e) {
    num listed = m->listed, *base, count = rw_source(m, e[1], &base), found = 0, asker = m->v[S_ASKER];
    if (m->p[e[1]]) m->v[S_ASKER] = m->v[S_IT];
    for (num n = 0; n < count && !(found && e[0] == E_EXISTS); n++)
        if (rw_passes(m, m->p + e[1] + 1, base[n])) found = rw_bounded(m, found + (e[0] == E_SUM ? rw_counts(m, base[n], e[2]) : 1));
    m->v[S_ASKER] = asker, m->listed = listed;
    return found;
}
/* Gives the value of a stat at a rank, without values that come again: from the top, or with a negative rank from below. */
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
static num rw_sides_left(Machine *m) {
    num *live, count = rw_live(m, &live), found = 0;
    for (num n = 0; n < count; n++) {
        num side = CELL(m, live[n], SIDE), known = side == RW_NOWHERE;
        for (num k = 0; !known && k < n; k++) known = CELL(m, live[k], SIDE) == side;
        found += !known;
    }
    return found;
}
/* Asks about a prepared change, or about one that has happened: stat, how far, tag or nothing. */
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
    return cause != RW_NOWHERE && (m->p[e[1] + cause / RW_BITS] >> cause % RW_BITS & 1);
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

static num rw_player(Machine *m, num seat) { return m->layout[L_PLAYERS] && seat >= 0 && seat < m->layout[L_SEATS] ? seat : RW_NOWHERE; }

/* Gives the thing that an expression names as an ability remembers it; none if it does not. */
static const num *rw_remembered(Machine *m, num at, num slot) {
    num memory = m->v[S_MEMORY];
    if (memory == RW_ABSENT || m->p[at] != E_THING) return 0;
    for (num n = 0; n < rw_length(memory); n += 4 + m->width) {
        const num *known = rw_items(m, memory) + n;
        if (known[0] == m->p[at + 1] && (slot == RW_NOWHERE || slot == known[1])) return known;
    }
    return 0;
}
/* Finds a thing by another, or by the course of the game. */
static num rw_related(Machine *m, const num *e) {
    num *frame, who;
    if (e[0] == E_ACTIVE_PLAYER) return rw_player(m, rw_active(m));
    if (e[0] == E_SUBJECT) return (frame = rw_innermost(m, e[1])) ? rw_subject(m, frame) : RW_NOWHERE;
    who = rw_value(m, e[1]);
    const num *known = e[0] == E_PLAYER ? 0 : rw_remembered(m, e[1], who);
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

#include "map.h"

/* Gives a stat of a thing; an ability reads a thing that left as it last was. */
static num rw_stat(Machine *m, const num *e) {
    num slot = rw_value(m, e[1]);
    const num *known = rw_remembered(m, e[1], slot);
    if (known) return known[4 + e[2]];
    return slot == RW_NOWHERE ? 0 : rw_counts(m, slot, e[2]);
}
static num rw_top(Machine *m) {
    for (num z = 0; z < m->zones; z++)
        if (rw_is_stack(m, z)) return m->lengths[z] ? m->lying[z * m->room + m->lengths[z] - 1] : RW_NOWHERE;
    return RW_NOWHERE;
}
/* Says whether the speed of the action is allowed, by a table: what is on top, the structure in progress, the speeds. */
static num rw_fast_enough(Machine *m, const num *e) {
    num top = rw_top(m), on_top = top == RW_NOWHERE ? e[1] : ROW(m, P_ACTIONS, CELL(m, top, ACTION), ACTION_ROW)[ACTION_SPEED];
    for (const num *row = e + 4; row < e + 4 + 3 * e[3]; row += 3) {
        if (row[0] != on_top && !(row[0] == e[2] && top != RW_NOWHERE)) continue;
        if (row[1] >= 0 && !rw_innermost(m, row[1])) continue;
        return rw_among(m->p + row[2], ROW(m, P_ACTIONS, m->v[S_ACTION], ACTION_ROW)[ACTION_SPEED]);
    }
    return 0;
}
static num rw_passed_by(Machine *m, num how) { /* 0 drawn, 1 died, 2 left play */
    const num *origin = m->event[2] < 0 ? 0 : rw_zone_kind(m, m->event[2]), *goal = m->event[3] < 0 ? 0 : rw_zone_kind(m, m->event[3]);
    if (!how) return origin && goal && origin[ZONE_SEEN] == BY_NOBODY && goal[ZONE_SEEN] == BY_OWNER;
    if (!origin || !origin[ZONE_LIVE] || (goal && goal[ZONE_LIVE])) return 0;
    return how == 2 || !goal || (goal[ZONE_SEEN] == BY_ALL && !goal[ZONE_STACK]);
}
/* Says whether the event is of a sort. */
static num rw_happens(Machine *m, const num *e) {
    const num *event = m->event, *action;
    num from, to;
    switch (e[0]) {
    case E_BEGAN: case E_ENDED: case E_CONTINUES:
        if (event[0] == EV_BEGAN || event[0] == EV_ENDED) return event[3] == e[1];
        if (event[0] != EV_OCCASION) break;
        return event[2] == e[0] && event[3] == e[1];
    case E_PERFORMED: /* mark, used, hostile, word */
        action = ROW(m, P_ACTIONS, event[2], ACTION_ROW);
        if (event[0] != EV_PERFORMED) break;
        if (e[1] >= 0) return rw_among(m->p + action[ACTION_KINDS], e[1]);
        if (e[2]) return action[ACTION_PLAYED] == (e[2] == 1);
        if (e[3]) return action[ACTION_HOSTILE];
        return e[4] < 0 || e[4] == action[ACTION_WORD] || e[4] == action[ACTION_COUNTS_AS];
    case E_TOLD: /* word, action */
        if (event[0] != EV_TOLD) break;
        if (event[2] != e[1]) return 0;
        if (e[2] < 0) return 1;
        if (event[3] != ABOUT_THING) break;
        return ROW(m, P_ACTIONS, CELL(m, event[4], ACTION), ACTION_ROW)[ACTION_WORD] == e[2];
    case E_WENT: case E_PASSED_BY: /* origin and goal, or how it passed */
        if (event[0] != EV_MOVED) break;
        if (e[0] == E_PASSED_BY) return rw_passed_by(m, e[1]);
        from = event[2] < 0 ? event[2] : m->grounds[3 * event[2]], to = event[3] < 0 ? event[3] : m->grounds[3 * event[3]];
        return from != to && (e[1] < 0 || e[1] == from) && (e[2] < 0 || e[2] == to);
    }
    rw_stop(m, RW_LEFT);
    return 0;
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
    case E_STAT: return rw_stat(m, e);
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
    case E_SELF: case E_OTHER: case E_ALLY: case E_ENEMY: case E_OWNER: case E_AT: case E_NAMESAKE:
    case E_ATTACHED: case E_TOGETHER: return rw_relation(m, e);
    case E_IN_PLAY: return rw_in_play(m, m->v[S_IT]);
    case E_UNOWNED: return CELL(m, m->v[S_IT], OWNER) == RW_NOWHERE;
    case E_ACTIVE: return rw_active(m) == CELL(m, m->v[S_IT], OWNER);
    case E_LIES: return rw_lies(m, e);
    case E_OF_KIND: /* the kinds with a mark as a set, and the mark: something that waits has those of its action */
        n = CELL(m, m->v[S_IT], KIND);
        if (m->p[e[1] + n / RW_BITS] >> n % RW_BITS & 1) return 1;
        return n == m->p[P_ITEM] && rw_among(m->p + ROW(m, P_ACTIONS, CELL(m, m->v[S_IT], ACTION), ACTION_ROW)[ACTION_KINDS], e[2]);
    case E_COUNT: case E_EXISTS: case E_SUM: return rw_measure(m, e);
    case E_RANKED: return rw_ranked(m, e);
    case E_LOWERED: case E_RAISED: case E_FALLS: case E_RISES: return rw_changes(m, e);
    case E_UNDER_WAY: return rw_innermost(m, e[1]) != 0;
    case E_SIDES_LEFT: return rw_sides_left(m);
    case E_NEAR: return rw_near(m, e);
    case E_STANDS: return rw_stands_on(m, e);
    case E_SPOT: return rw_on_spot(m, e);
    case E_OFF_MAP: return CELL(m, m->v[S_IT], TILE) < 0;
    case E_STRATEGY: n = CELL(m, m->v[S_IT], SIDE); return n >= 0 && n < m->layout[L_SIDES] && m->sides[n * SIDE_ROW + SIDE_RUN];
    case E_OF_CAST: return rw_in_set(m, e[1], CELL(m, m->v[S_IT], SIDE));
    case E_PASSED: return rw_tallied(m, e[1], RW_NOWHERE);
    case E_CAUSED: return rw_caused(m, e);
    case E_HAS: return rw_has(m, e[1], m->v[S_IT], 0);
    case E_LONGEST: return rw_longest(m, e);
    case E_PLACE: case E_HOST: case E_PLAYER: case E_ACTIVE_PLAYER: case E_SUBJECT: return rw_related(m, e);
    case E_FACE_DOWN: return rw_face_down(m, m->v[S_IT]);
    case E_REVEALED: return rw_knows(m, RW_SPECTATOR, m->v[S_IT]);
    case E_TOPMOST: return rw_topmost(m, m->v[S_IT]);
    case E_ABROAD: n = rw_place(m, m->v[S_IT]); return n != RW_NOWHERE && CELL(m, n, OWNER) != CELL(m, m->v[S_IT], OWNER);
    case E_OWNERS: return rw_owners(m, e);
    case E_PAST: return rw_past(m, e);
    case E_HEARS: return rw_hears(m, e[1]);
    case E_FAST_ENOUGH: return rw_fast_enough(m, e);
    case E_BEGAN: case E_ENDED: case E_CONTINUES: case E_PERFORMED: case E_TOLD: case E_WENT: case E_PASSED_BY: return rw_happens(m, e);
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
static int rw_write(Machine *m, num slot, num stat, num to);

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
/* Gives the value to which a change of a stat leads, within its bounds. */
static num rw_altered(Machine *m, num slot, num stat, num op, num amount) {
    static const num arithmetic[] = {0, E_ADD, E_SUBTRACT, E_MULTIPLY, E_DIVIDE};
    num base = CELL(m, slot, stat);
    if (ROW(m, P_STATS, stat, STAT_ROW)[STAT_CAP_FLUID]) base = rw_clamp(m, slot, stat, base); /* a maximum has already lowered it */
    return rw_clamp(m, slot, stat, op == OP_SET ? amount : rw_arithmetic(m, arithmetic[op], base, amount));
}
/* Lowers every value that exceeds its maximum, after the maximum has changed. */
static void rw_hold(Machine *m, num slot, num maximum) {
    num capped = m->p[m->p[P_CAPPED] + maximum];
    for (num n = 1; capped && n <= m->p[capped]; n++) {
        num held = m->p[capped + n];
        rw_write(m, slot, held, rw_clamp(m, slot, held, CELL(m, slot, held)));
    }
}
static void rw_alter(Machine *m, num slot, num stat, num op, num amount) {
    num to = rw_altered(m, slot, stat, op, amount);
    if (!m->status && rw_write(m, slot, stat, to)) rw_hold(m, slot, stat);
}
/* Counts one end of the term of each effect that ends with something: it expires, or has one fewer left. */
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
    for (num z = 0; z < m->zones; z++)
        if (m->grounds[3 * z] == kind && (m->grounds[3 * z + 1] == owner || m->grounds[3 * z + 1] == RW_NOWHERE)) return z;
    return RW_NOWHERE;
}
#include "moving.h"

/* -- frames -------------------------------------------------------------------------------------------------------------------- */

enum { GO, CALLED, ASKED, OVER, FURTHER, REWOUND }; /* how a step of a procedure ended; after FURTHER it goes on */

static const num *rw_procedure(Machine *m, num n) { return ROW(m, P_PROCEDURES, n, PROC_ROW); }

/* Lets the beginning or end of a structure be noticed. */
static void rw_edge(Machine *m, num kind, num on, num procedure, num subject) {
    num event[EVENT_ROW] = {kind, subject, 0, procedure, 0, 0, 0, 0};
    rw_happened(m, rw_listeners(m, on), event);
}
static void rw_push(Machine *m, num procedure, const num *given, num into) {
    if (m->head[H_DEPTH] >= m->p[P_DEPTH]) { rw_stop(m, RW_LEFT); return; }
    if (m->head[H_DEPTH] >= m->layout[L_FRAMES]) { rw_stop(m, RW_FULL); return; }
    num *frame = FRAME(m, m->head[H_DEPTH]++), *e;
    frame[F_ID] = ++m->head[H_IDS], frame[F_PROCEDURE] = procedure, frame[F_STEP] = STEP_BEGIN, frame[F_INTO] = into;
    if (given) memcpy(frame + F_SLOTS, given, (size_t)m->slots * sizeof(num)); else rw_empty(m, frame + F_SLOTS);
    if (rw_procedure(m, procedure)[PROC_ANNOUNCED] && (e = rw_event(m, EV_BEGAN, 3)))
        e[0] = frame[F_ID], e[1] = procedure, e[2] = rw_held(frame + F_SLOTS, S_ACTOR), rw_edge(m, EV_BEGAN, ON_BEGAN, procedure, e[2]);
}
static void rw_cut_short(Machine *m, const num *v);

static num rw_subject(Machine *m, const num *frame) {
    const num *lent = m->p + rw_procedure(m, frame[F_PROCEDURE])[PROC_LENT];
    for (num n = 1; n <= lent[0]; n++)
        if (frame[F_SLOTS + lent[n]] != RW_ABSENT) return frame[F_SLOTS + lent[n]];
    return rw_held(frame + F_SLOTS, S_ACTOR);
}
static void rw_remove(Machine *m, num how) {
    num *frame = TOP(m), *e;
    if (how == CUT_SHORT && frame[F_PROCEDURE] == ACT && frame[F_SLOTS + S_ORIGIN] != RW_ABSENT) rw_cut_short(m, frame + F_SLOTS);
    m->head[H_DEPTH]--;
    if (*m->effects) rw_wear_all(m, T_FRAME, frame[F_ID], RW_ABSENT);
    if (rw_procedure(m, frame[F_PROCEDURE])[PROC_ANNOUNCED] && (e = rw_event(m, EV_ENDED, 4)))
        e[0] = frame[F_ID], e[1] = frame[F_PROCEDURE], e[2] = how, e[3] = rw_subject(m, frame), rw_edge(m, EV_ENDED, ON_ENDED, e[1], e[3]), rw_uncount(m, e[1]);
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
        if (frame[F_PROCEDURE] == m->p[P_SETTLE] || frame[F_PROCEDURE] == m->p[P_SETTLES]) return 1;
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

/* -- what may be done, windows, stacks, and what was noticed ------------------------------------------------------------------------ */

static num rw_whom(Machine *m, num query, num at, num **found);

#include "costs.h"
#include "acts.h"
#include "stacks.h"
#include "deeds.h"
#include "priority.h"
#include "gate.h"
#include "batches.h"
#include "choices.h"
#include "potential.h"
#include "fights.h"

/* -- instructions of rules ----------------------------------------------------------------------------------------------------------- */

/* Takes the first, in the current order, that has not been taken yet. */
static int rw_anew(Machine *m, const num *i, num *at) { /* var, query, end, had, kept */
    num *v = m->cur, *found, listed = m->listed, had = v[i[4]], next = RW_NOWHERE, before;
    if (v[i[5]] == RW_ABSENT) v[i[5]] = rw_held(v, i[1]);
    v[i[4]] = RW_ABSENT;
    num count = rw_things(m, i[2], &found, 1);
    for (num n = 0; n < count && next == RW_NOWHERE; n++)
        if (had == RW_ABSENT || !rw_contains(rw_items(m, had), rw_length(had), found[n])) next = found[n];
    m->listed = listed;
    if (next == RW_NOWHERE) {
        before = v[i[5]], v[i[5]] = RW_ABSENT, v[i[1]] = before == RW_NOWHERE ? RW_ABSENT : before, *at = i[3];
        return FURTHER;
    }
    num from = m->head[H_ARENA];
    for (num n = 0; had != RW_ABSENT && n < rw_length(had); n++) { num one = rw_items(m, had)[n]; rw_list(m, &one, 1); }
    rw_list(m, &next, 1);
    v[i[1]] = next, v[i[4]] = from << 20 | (m->head[H_ARENA] - from), ++*at;
    return FURTHER;
}
/* Lists what a loop goes through, in its order. */
static num rw_in_loop(Machine *m, const num *i, num **found) { /* ... order, count */
    num count = rw_things(m, i[2], found, 1), *list = *found, active, most;
    if (i[7] >= 0) {
        most = rw_value(m, i[7]), most = most > 0 ? most : 0;
        return count < most ? count : most;
    }
    if (i[6] == LOOP_REVERSED)
        for (num n = 0; n < count / 2; n++) { num other = list[n]; list[n] = list[count - 1 - n], list[count - 1 - n] = other; }
    if (i[6] == LOOP_ACTIVE_LAST && (active = rw_active(m)) != RW_NOWHERE)
        for (num n = 1; n < count; n++)
            for (num k = n; k > 0 && CELL(m, list[k - 1], OWNER) == active && CELL(m, list[k], OWNER) != active; k--) {
                num other = list[k]; list[k] = list[k - 1], list[k - 1] = other;
            }
    return count;
}
static int rw_loop(Machine *m, const num *i, num *at) { /* name, query, end, rest, kept, order, count, query of who is still there */
    num var = i[1], query = i[8], rest = i[4], kept = i[5], *found, count, still = 0, listed = m->listed, *v = m->cur;
    num from = m->p[query + 2 + m->p[query + 1]];
    if (v[rest] != RW_ABSENT) {
        count = rw_length(v[rest]), found = m->lists + m->listed;
        if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
        memcpy(found, rw_items(m, v[rest]), (size_t)count * sizeof(num));
        m->listed += count;
    } else count = rw_in_loop(m, i, &found);
    if (v[kept] == RW_ABSENT) v[kept] = rw_held(v, var);
    num had = v[var];
    v[var] = v[kept]; /* the things of the loop may depend on what the name referred to before the loop */
    for (num n = 0; n < count; n++)
        if (from == FROM_LIST || (from == FROM_PLAY ? rw_in_play(m, found[n]) && rw_passes(m, m->p + query + 1, found[n])
                                                    : rw_is_in(m, query, found[n])))
            found[still++] = found[n];
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
static int rw_refresh(Machine *m, const num *i, num at) {
    const num *rows = m->p + m->p[P_REFRESH];
    for (num n = 0; n < rows[0]; n++) /* structure, stat, to */
        if (rows[1 + 3 * n] == i[1]) rw_new_alter(m, m->cur[S_ACTOR], rows[2 + 3 * n], OP_SET, rows[3 + 3 * n], T_NONE);
    return rw_through(m, at + 1);
}
static int rw_heeding(Machine *m, const num *i, num at) {
    num first = 0, n, any = 0;
    for (n = m->head[H_DEPTH]; n-- > 0;)
        if (FRAME(m, n)[F_SLOTS + S_PENDING] != RW_ABSENT) { first = FRAME(m, n)[F_SLOTS + S_PENDING]; break; }
    for (n = first; !any && n < *m->notices; n++) {
        const num *trigger = ROW(m, P_TRIGGERS, rw_met(m, n)[0], TRIGGER_ROW);
        any = !trigger[TRIGGER_STACKED] && (!i[1] || trigger[TRIGGER_OWN]);
    }
    if (!any || (i[2] && !i[1])) return FURTHER; /* players respond when the game settles */
    rw_empty(m, m->child);
    m->child[S_OWN] = i[1], m->child[S_FROM] = first;
    return rw_call(m, HEED, m->child, at + 1, RW_NOWHERE);
}
/* Lets those notice an edge of a structure who have a trigger for it, and then what was noticed happen. */
static int rw_occasion(Machine *m, const num *i, num at) { /* edge, structure */
    num listeners = rw_listeners(m, ON_OCCASION), event[EVENT_ROW] = {EV_OCCASION, rw_held(m->cur, S_ACTOR), i[1], i[2], 0, 0, 0, 0};
    if (!listeners) return FURTHER;
    rw_noticed_by_all(m, m->p + listeners, event);
    if (!*m->notices || i[3]) return FURTHER;
    rw_empty(m, m->child);
    m->child[S_OWN] = 0, m->child[S_FROM] = 0;
    return rw_call(m, HEED, m->child, at + 1, RW_NOWHERE);
}
static num rw_seat(Machine *m, num first) {
    num begins = first == RW_NOWHERE ? rw_active(m) : first;
    return begins < 0 ? 0 : begins;
}
static int rw_open(Machine *m, const num *i, num at) { /* kinds, discipline, title, who, seats, once, must, idle, first, open, turn, still */
    num *v = m->cur, *child = m->child, count = m->layout[L_SEATS], from;
    rw_empty(m, child);
    child[S_KINDS] = rw_list(m, m->p + i[1] + 1, m->p[i[1]]);
    child[S_DISCIPLINE] = i[2], child[S_TITLE] = i[3], child[S_ONCE] = i[6], child[S_MUST] = i[7], child[S_IDLE] = i[8];
    if (i[10] != T_NONE) child[S_OPEN] = i[10];
    if (i[12] >= 0) child[S_STILL] = 1;
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
    if (i[11]) {
        num order = m->head[H_ARENA];
        from = rw_seat(m, RW_NOWHERE);
        for (num n = 0; n < count; n++) { num seat = (from + n) % count; rw_list(m, &seat, 1); }
        child[S_ORDER] = order << 20 | (m->head[H_ARENA] - order);
    }
    v[S_OUTCOME] = RW_ABSENT;
    return rw_call(m, WINDOW, child, at + 1, i[6] ? S_OUTCOME : RW_NOWHERE);
}
/* Writes standings down: the sides of some win or lose; where only one is left that has not lost, it has won. */
static num rw_stands(Machine *m, num to, const num *chosen, num count) {
    num *sides = m->lists + m->listed, nsides = 0, *left = sides + count, nleft = 0;
    if (m->listed + count + m->things > m->listable) { rw_stop(m, RW_FULL); return 0; }
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

static int rw_send_to(Machine *m, const num *i, num at) { /* query or not, what, zone, owner, bottom, count, face down, stays face down, mixed */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), begun = 0;
    if (i[6] >= 0) {
        num most = rw_value(m, i[6]);
        most = most > 0 ? most : 0, count = count < most ? count : most;
    }
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    num *zones = m->lists + m->listed, looking = i[7] ? CELL(m, m->cur[S_ACTOR], OWNER) : RW_NOWHERE;
    m->listed += count;
    for (num n = 0; n < count; n++) {
        num whose = i[4] < 0 ? RW_NOWHERE : rw_value(m, i[4]);
        zones[n] = i[3] < 0 ? RW_NOWHERE : rw_owned(m, i[3], whose == RW_NOWHERE ? rw_owner_of(m, found[n]) : CELL(m, whose, OWNER));
    }
    if (i[9]) rw_stop(m, RW_LEFT);
    if (i[10] && !i[7]) { /* somebody may answer it */
        for (num n = 0; n < count && !m->status; n++) {
            num *change = rw_new_change(m, CH_SEND, found[n]);
            change[CH_STAT] = zones[n], change[CH_OP] = i[5];
        }
        m->listed = listed;
        return rw_through(m, at + 1);
    }
    if (i[10]) rw_stop(m, RW_LEFT);
    for (num n = 0; n < count && !m->status; n++) {
        if (!begun++) rw_begin_moment(m);
        const num *seers = &looking;
        num seen[64], many = i[7] ? 1 : -1;
        if (i[8] && rw_face_down(m, found[n])) { /* it stays face down for those who see it */
            many = rw_linked(m, found[n], T_SEEN, &seers);
            if (many > 64) { rw_stop(m, RW_LEFT); break; }
            memcpy(seen, seers, (size_t)many * sizeof(num)), seers = seen;
        }
        rw_bring(m, found[n], zones[n], i[5] ? AT_BOTTOM : AT_TOP, seers, many);
    }
    if (begun) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
static int rw_shuffle_zone(Machine *m, const num *i) { /* zone, owner */
    num whose = i[2] < 0 ? RW_NOWHERE : rw_value(m, i[2]), zone = rw_owned(m, i[1], whose == RW_NOWHERE ? whose : CELL(m, whose, OWNER));
    if (zone != RW_NOWHERE) rw_shuffle(m, zone, m->lengths[zone]);
    return FURTHER;
}
static int rw_announce(Machine *m, const num *i) { /* word, whether about things, query or not, what */
    num listed = m->listed, *found, count, actor = rw_held(m->cur, S_ACTOR);
    if (!i[2]) {
        rw_tell(m, i[1], actor == RW_NOWHERE ? ABOUT_NOTHING : ABOUT_THING, actor);
        return FURTHER;
    }
    count = rw_whom(m, i[3], i[4], &found);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count; n++) rw_tell(m, i[1], ABOUT_THING, found[n]);
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
/* Gives the amount of a cost, and uses up what makes it cheaper. */
static num rw_priced(Machine *m, num slot, num stat, num amount) {
    num *limited, paid = rw_price(m, slot, rw_held(m->cur, S_ACTION), stat, amount, &limited);
    if (limited && paid != amount) rw_use(m, limited);
    return paid;
}
/* Changes a stat of one or several at one moment: one amount for all, or one for each; all of them are reckoned first. */
static int rw_alter_all(Machine *m, const num *i, num at) { /* query or not, whom, stat, op, amount, each, price, tag, sure */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), amount = 0;
    if (m->cur[S_DICE] != RW_ABSENT && i[4] == OP_SUBTRACT && i[3] == m->p[P_DAMAGE]) m->times = m->cur[S_DICE];
    if (!i[6]) amount = rw_value(m, i[5]);
    for (num n = 0; n < count && !m->status; n++) {
        if (i[6]) amount = rw_value(m, i[5]);
        rw_new_alter(m, found[n], i[3], i[4], i[7] && *m->effects ? rw_priced(m, found[n], i[3], amount) : amount, i[8]);
    }
    m->times = 1, m->listed = listed;
    if (!i[9]) return rw_through(m, at + 1);
    count = m->prepared, m->prepared = 0;
    if (!m->status) rw_do_all(m, m->changes, count);
    return FURTHER;
}
static int rw_control(Machine *m, const num *i) { /* query or not, what, to whom */
    num listed = m->listed, by = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count = rw_whom(m, i[1], i[2], &found);
    num owner = by == RW_NOWHERE ? by : CELL(m, by, OWNER), side = by == RW_NOWHERE ? by : CELL(m, by, SIDE);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count; n++) {
        rw_set_link(m, found[n], T_OWNER, 0, -1);
        rw_write(m, found[n], OWNER, owner), rw_write(m, found[n], SIDE, side);
    }
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
static int rw_station(Machine *m, const num *i) { /* query or not, what, where or nothing for home */
    num listed = m->listed, goal = i[3] < 0 ? RW_NOWHERE : rw_value(m, i[3]), *found, count, kept = 0;
    if (goal == RW_NOWHERE && i[3] >= 0) return FURTHER;
    count = rw_whom(m, i[1], i[2], &found);
    num tile = goal == RW_NOWHERE ? RW_NOWHERE : CELL(m, goal, TILE), ref = rw_ref(m, goal);
    for (num n = 0; n < count; n++) if (rw_place(m, found[n]) != goal) found[kept++] = found[n];
    if (kept > 1) rw_begin_moment(m);
    for (num n = 0; n < kept && !m->status; n++) {
        if (tile >= 0) rw_alter(m, found[n], TILE, OP_SET, tile);
        else rw_set_link(m, found[n], T_AT, &ref, goal == RW_NOWHERE ? -1 : 1);
    }
    if (kept > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}

#include "course.h"

/* Runs one instruction; `at` is where the procedure goes on, and a result other than FURTHER says that the step is over. */
static int rw_instruction(Machine *m, const num *i, num *at) {
    num n, *e;
    switch (i[0]) {
    case I_NOTHING: case I_PAUSE: ++*at; return FURTHER;
    case I_TEST: { /* condition, otherwise, told, shown */
        num before = m->used;
        n = rw_value(m, i[1]) != 0;
        if (i[4]) m->cur[S_NATURAL] = rw_first_die(m, before);
        if (i[3] && rw_scene(m)[SCENE_JUDGED]) n = rw_judged(m, n, before);
        if (i[3] && (e = rw_event(m, EV_CHECKED, 2))) e[0] = n, e[1] = m->cur[S_ACTION];
        *at = n ? *at + 1 : i[2];
        return FURTHER;
    }
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
    case I_REFRESH: n = *at; ++*at; return rw_refresh(m, i, n);
    case I_HEED: n = *at; ++*at; return *m->notices ? rw_heeding(m, i, n) : FURTHER;
    case I_FINISH: ++*at; return rw_finish(m);
    case I_OPEN: return rw_open(m, i, *at);
    case I_ALTER: n = *at; ++*at; return rw_alter_all(m, i, n);
    case I_SEND: n = *at; ++*at; return rw_send_to(m, i, n);
    case I_SHUFFLE: ++*at; return rw_shuffle_zone(m, i);
    case I_CHOOSE: return rw_choose(m, i, at);
    case I_WHETHER: return rw_whether(m, i, at);
    case I_WHICH: return rw_which(m, i, at);
    case I_HOW_MANY: return rw_how_many(m, i, at);
    case I_SHOW: ++*at; return rw_showing(m, i);
    case I_GO_TO: ++*at; return rw_go_to_step(m, i);
    case I_ATTACH: ++*at; return rw_attach(m, i);
    case I_DETACH: ++*at; return rw_detach(m, i);
    case I_FIGHT: ++*at; return rw_fight(m, i);
    case I_SETTLE:
        if (m->p[P_SETTLE] < 0 || !m->head[H_UNSETTLED]) { ++*at; return FURTHER; }
        m->head[H_UNSETTLED] = 0;
        rw_empty(m, m->child);
        return rw_call(m, m->p[P_SETTLE], m->child, *at, RW_NOWHERE);
    case I_ANSWER:
        if (!*m->notices) { ++*at; return FURTHER; }
        rw_empty(m, m->child);
        return rw_call(m, REACTIONS, m->child, *at + 1, RW_NOWHERE);
    case I_ORDERED: return rw_ordered(m, i, at);
    case I_IN_ORDER: return rw_in_order(m, i, at);
    case I_STATION_NEW: ++*at; return rw_station_new(m, i);
    case I_COUNTER: ++*at; return rw_counter(m, i);
    case I_TELL: ++*at; return rw_announce(m, i);
    case I_EXPIRE: ++*at; return rw_expire(m, i);
    case I_OCCASION: n = *at; ++*at; return rw_occasion(m, i, n);
    case I_DECLARE:
        for (n = 1; n <= m->p[i[1]]; n++) rw_count_use(m, m->p[i[1] + n], m->cur[S_SOURCE], -1);
        ++*at;
        return FURTHER;
    case I_STANDING: return rw_standing(m, i, at);
    case I_LAST: n = *at; ++*at; return rw_last_on(m, i, n);
    case I_GIVE: n = *at; ++*at; return rw_give(m, i, n);
    case I_OVERDUE: ++*at; return *m->effects ? rw_overdue(m) : FURTHER;
    case I_TALLY: ++*at; rw_count_use(m, i[1], RW_NOWHERE, -1); return FURTHER;
    case I_TIES: ++*at; return rw_ties(m, i);
    case I_TRAVEL: return rw_travel(m, i, at);
    case I_ADJUST: ++*at; return rw_adjust(m, i);
    case I_ANEW: return rw_anew(m, i, at);
    case I_CONTROL: ++*at; return rw_control(m, i);
    case I_STATION: ++*at; return rw_station(m, i);
    case I_LET: n = rw_value(m, i[2]), m->cur[i[1]] = n, ++*at; return FURTHER;
    }
    rw_stop(m, RW_LEFT);
    return GO;
}
/* After these the game does not settle, because they change nothing. */
static int rw_idle(const num *i) { return i[0] == I_NOTHING || (i[0] == I_TEST && !i[4]) || i[0] == I_JUMP; }

static int rw_rule(Machine *m, const num *procedure, num at) {
    at = at < 0 ? 0 : at;
    while (at < procedure[PROC_COUNT] && !m->status) {
        const num *i = m->p + m->p[procedure[PROC_FIRST] + at];
        int out = rw_instruction(m, i, &at);
        if (out != FURTHER) return out;
        if (m->head[H_UNSETTLED] && !rw_idle(i) && (i[0] != I_HEED || *m->notices)) return rw_go(m, at);
    }
    return m->status ? GO : rw_end(m, RW_NONE);
}

/* -- a whole answer -------------------------------------------------------------------------------------------------------------------- */

static void rw_step(Machine *m) {
    num *frame = TOP(m), procedure = frame[F_PROCEDURE], step = frame[F_STEP], announced;
    memcpy(m->cur, frame + F_SLOTS, (size_t)m->slots * sizeof(num));
    m->v = m->cur, m->listed = m->deep = m->prepared = 0;
    announced = rw_procedure(m, procedure)[PROC_ANNOUNCED];
    num count = m->head[H_DEPTH];
    int out = procedure == WINDOW ? rw_window(m, step) : procedure == HEED ? rw_heed(m) : procedure == ACT ? rw_act(m, step)
        : procedure == BATCH || procedure == REACTIONS ? rw_batch(m, step) : procedure == BEFORE_CHANGE ? rw_holding(m, step)
        : procedure == INTERRUPTS ? rw_interrupts(m) : rw_rule(m, rw_procedure(m, procedure), step);
    if (m->status || out == ASKED || !m->head[H_UNSETTLED]) return;
    num left = out == OVER && m->head[H_DEPTH] < count - 1;
    num edge = out == OVER || out == REWOUND ? 0 : procedure == ACT && step == STEP_BEGIN ? AT_PAYMENT
        : procedure == WINDOW && step == STEP_RESOLVED ? AT_RESOLUTION : 0;
    rw_settle(m, AT_INSTRUCTION | edge | (out == REWOUND || (out == OVER && (announced || left)) ? AT_STRUCTURE : 0));
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

/* Finds the action of an offer of a window, and fills the slots of the act with it; gives 0 where it may not be done. */
static int rw_meant(Machine *m, num player, const num *key) {
    num *window = TOP(m) + F_SLOTS, ref = key[2], slot = ref % RW_LIVES, actor = rw_held(window, S_ACTOR);
    if (key[0] != KEY_OFFER || ref < 0 || slot >= m->things || !rw_alive(m, ref)) return 0;
    if (slot != actor && (actor != RW_NOWHERE || CELL(m, slot, OWNER) != player || m->places[slot] == RW_NOWHERE)) return 0;
    if (!rw_able(m, slot, key[1])) return 0;
    if (!rw_overlap(m->p + ROW(m, P_ACTIONS, key[1], ACTION_ROW)[ACTION_KINDS], rw_items(m, window[S_KINDS]),
                    rw_length(window[S_KINDS]))) return 0;
    rw_empty(m, m->act);
    rw_given(m, m->act, key[1], slot);
    m->v = m->act;
    return rw_legal(m, key[1]) && !m->status;
}
/* Fills the slots of the reaction that a frame with held changes offers; says whether its picks can be made. */
static int rw_reply_offer(Machine *m, num *action, num *holder) {
    memcpy(m->cur, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
    *action = ROW(m, P_TRIGGERS, rw_items(m, m->cur[S_OFFER])[0], TRIGGER_ROW)[TRIGGER_ACTION], *holder = rw_items(m, m->cur[S_OFFER])[1];
    rw_reaction(m, m->act, *action, *holder);
    m->v = m->act;
    return rw_completable(m, *action, 0) != 0;
}
static int rw_reply_optional(Machine *m) {
    return ROW(m, P_TRIGGERS, rw_items(m, TOP(m)[F_SLOTS + S_OFFER])[0], TRIGGER_ROW)[TRIGGER_OPTIONAL] != 0;
}
/* Finds what an offer means for whoever asks: a window, a batch, or what holds changes. */
static int rw_act_meant(Machine *m, num player, const num *key) {
    if (TOP(m)[F_PROCEDURE] == WINDOW) return rw_meant(m, player, key);
    num action, holder;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE)
        return key[0] == KEY_OFFER && rw_reply_offer(m, &action, &holder) && key[1] == action && key[2] == rw_ref(m, holder);
    num batch = TOP(m)[F_SLOTS + S_BATCH], at = rw_batch_meant(m, batch, player, key);
    if (at == RW_NOWHERE) return 0;
    rw_context(m, rw_batch_entry(m, batch, at), m->act);
    m->v = m->act;
    return 1;
}
/* Says whether keys are the one that does nothing: passing, or declining what may be declined. */
static int rw_quick(Machine *m, const num *keys, num count) {
    if (count != 1) return 0;
    if (TOP(m)[F_PROCEDURE] == WINDOW) return keys[0] == KEY_PASS;
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE) {
        num action, holder;
        return rw_is_text(keys, T_DECLINE) && (rw_reply_optional(m) || !rw_reply_offer(m, &action, &holder));
    }
    return rw_is_text(keys, T_DECLINE) && rw_may_decline(m, TOP(m)[F_SLOTS + S_BATCH], m->head[H_ASKED]);
}
static int rw_asks(Machine *m, num player) {
    num procedure = m->head[H_DEPTH] < 1 ? RW_NOWHERE : TOP(m)[F_PROCEDURE];
    if (m->head[H_ASKED] != player || procedure < 0) return 0;
    if (procedure == BATCH || procedure == REACTIONS || procedure == BEFORE_CHANGE) return TOP(m)[F_STEP] == STEP_ANSWER;
    return procedure == WINDOW || rw_asking(m);
}
/* Lists what a player may pick before anything is picked. */
static void rw_first_menu(Machine *m, num player) {
    num *slots = TOP(m) + F_SLOTS;
    if (rw_asking(m)) { rw_rule_menu(m, rw_asking(m)); return; }
    if (TOP(m)[F_PROCEDURE] == BEFORE_CHANGE) {
        num action, holder, possible = rw_reply_offer(m, &action, &holder);
        if (possible) rw_key(m, KEY_OFFER, action, rw_ref(m, holder));
        if (!possible || rw_reply_optional(m)) rw_key(m, KEY_TEXT, T_DECLINE, 0);
        return;
    }
    if (TOP(m)[F_PROCEDURE] != WINDOW) { rw_batch_menu(m, slots[S_BATCH], player); return; }
    num found = rw_offers(m, slots, player, 0);
    if (!(slots[S_MUST] == 1 && found)) rw_key(m, KEY_PASS, 0, 0);
}
/* Lists what a player may pick after some keys, as the player sees the game. Gives 1 where the keys are a whole answer. */
static int rw_menu_seen(Machine *m, num player, const num *keys, num count) {
    const num *pick;
    num taken = 0;
    if (!count) { rw_first_menu(m, player); return 0; }
    if (rw_asking(m)) {
        int whole = count == 1 && rw_rule_answer(m, rw_asking(m), keys);
        if (!whole) rw_stop(m, RW_REFUSED);
        return whole;
    }
    if (rw_quick(m, keys, count)) return 1;
    if (!rw_act_meant(m, player, keys)) { rw_stop(m, RW_REFUSED); return 0; }
    pick = rw_walk(m, keys[1], keys + KEY_ROW, count - 1, &taken);
    if (m->status || !pick) return !m->status;
    rw_next_keys(m, keys[1], pick, taken);
    return 0;
}
static int rw_menu(Machine *m, num player, const num *keys, num count) {
    num arena = m->head[H_ARENA];
    m->keys = m->listed = m->deep = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (!rw_asks(m, player)) { rw_stop(m, RW_LEFT); return 0; }
    rw_view_as(m, player);
    int whole = rw_menu_seen(m, player, keys, count);
    rw_uncover(m);
    m->head[H_ARENA] = arena;
    return whole;
}
/* Says whether an answer may be given. */
static int rw_may_answer(Machine *m, num player, const num *keys, num count) {
    num arena = m->head[H_ARENA], taken = 0, found;
    if (!rw_asking(m) && rw_quick(m, keys, count)) return TOP(m)[F_PROCEDURE] != WINDOW || TOP(m)[F_SLOTS + S_MUST] != 1;
    rw_view_as(m, player);
    m->keys = 0;
    if (rw_asking(m)) found = count == 1 && rw_rule_answer(m, rw_asking(m), keys) && !m->status;
    else found = rw_act_meant(m, player, keys) && !rw_walk(m, keys[1], keys + KEY_ROW, count - 1, &taken) && !m->status;
    rw_uncover(m);
    m->head[H_ARENA] = arena, m->listed = 0, m->v = m->cur;
    return found;
}
/* Gives a whole answer. Where `status` is not RW_PLAYED afterwards, the caller takes it back. */
static void rw_answer(Machine *m, num player, const num *keys, num count, int checked) {
    num *frame = m->frames + (m->head[H_DEPTH] - 1) * m->frame, *e, list[2] = {player, count};
    m->used = m->listed = m->steps = m->shuffles = m->deep = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (!rw_asks(m, player)) { rw_stop(m, RW_LEFT); return; }
    if (!checked && !rw_may_answer(m, player, keys, count)) { if (m->status != RW_LEFT) m->status = RW_REFUSED; return; }
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

/* Plays a game that was only set up until somebody is asked. */
static void rw_start(Machine *m) {
    m->used = m->listed = m->steps = m->shuffles = m->deep = 0, m->v = m->cur, m->status = RW_PLAYED;
    if (m->head[H_DEPTH] || m->p[P_MAIN] < 0) { rw_stop(m, RW_LEFT); return; }
    rw_push(m, m->p[P_MAIN], 0, RW_NOWHERE);
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
