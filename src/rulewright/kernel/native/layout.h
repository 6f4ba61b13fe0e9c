/* The block of one game: its parts, the machine that points into them, and lists in the arena. */

enum { L_THINGS, L_ZONES, L_SEATS, L_NAMES, L_FRAMES, L_ARENA, L_NOTICED, L_LOG, L_SCENE, L_PLAYERS, L_WIDE, L_HIGH, L_CELLS, L_LINKS,
       L_HEAP, L_TALLIES, L_SIDES, L_CAMPS, L_LASTING, L_CHANGES, L_LISTS, L_HEADER };
enum { N_THINGS, N_ZONES, N_LINKS, N_HEAP, N_TALLIES, N_COUNTS };
enum { H_NUMBER, H_ROLLED, H_DICE, H_IDS, H_NOW, H_UNSETTLED, H_DEPTH, H_ASKED, H_ARENA, H_HEADER };
enum { F_ID, F_PROCEDURE, F_STEP, F_INTO, F_SLOTS };
enum { NOTICED_ROW = 6, LINK_ROW = 5, TALLY_ROW = 3, EVENT_ROW = 8, MOVE_ROW = 4, LEFT_ROW = 4 };

enum { EV_CHANGED = 1, EV_MOVED, EV_NOTICED, EV_TAKEN_UP, EV_ROLLED, EV_CHOSE, EV_BEGAN, EV_ENDED, EV_CHECKED,
       EV_LINKED, EV_TALLIED, EV_FOUNDED, EV_MADE, EV_SHUFFLED, EV_REVEALED, EV_TOLD, EV_PERFORMED, EV_OCCASION, EV_FOUGHT, EV_LASTS,
       EV_EXPIRED, EV_GROUNDED, EV_CHOSEN };
enum { ENDED, CUT_SHORT };
enum { KEY_NUMBER, KEY_PASS, KEY_OFFER, KEY_TEXT, KEY_ACTION, KEY_PAY, KEY_SAID };
enum { KEY_ROW = 3 };
enum { SIDE_RUN, SIDE_NEUTRAL, SIDE_ALLIES, SIDE_ROW }; /* of a side: whether a strategy runs it, whether it is neutral, its allies as bits */

/* A prepared change: how many numbers it has, its kind, its thing, and what its kind needs. */
enum { CH_ALTER, CH_SEND, CH_TELL, CH_BIND, CH_GIVE, CH_COUNTER, CH_MIX, CH_MAKE, CH_SHOW, CH_LAST };
enum { CH_SIZE, CH_KIND, CH_SLOT, CH_DATA };
enum { CH_STAT = 3, CH_OP, CH_AMOUNT, CH_TAG, CH_ALTER_ROW };
enum { CH_ZONE = 3, CH_AT, CH_SEERS, CH_SEERS_FROM };
enum { CH_NAME = 3, CH_COUNT, CH_VALUES };
enum { CH_PLAYER = 3, CH_SIDE, CH_OWNED };
enum { CH_MADE_NAME = 3, CH_MADE_ZONE, CH_MADE_TILE, CH_MADE_AT, CH_CELLS };
enum { ABOUT_NOTHING, ABOUT_THING, ABOUT_ACTION, ABOUT_STACKS, ABOUT_SAID }; /* what an announcement is about; the last has a text, too */

/* The seed of dice: a number, or the hash of a secret that all its dice begin with. */
typedef struct { uint64_t plain, hash[8]; int keyed; } Seed;

enum { RW_NESTED = 16 }; /* how deeply the conditions of features may refer to each other */

typedef struct {
    const num *p;       /* the program */
    const num *layout;  /* the sizes of this block, and what never changes in it */
    const num *fluid;   /* for each stat the place of its modifiers, or 0 if the stored value always counts */
    num *ground, *sides, *camps; /* for each tile its sort; for each side what it is; the tiles where actors of a side may begin */
    num *effects, *lasting; /* how many lasting effects there are, and their rows */
    num *touching;      /* how many lasting effects each stat has, and one more if modifiers may change it */
    num *stack;         /* slots to work in */
    num *costs, *before, *order, *queue; /* for each tile, while ways are searched */
    num *changes;       /* the prepared changes of an instruction */
    const num *change;  /* the prepared change that a trigger is asked about, or nothing */
    num *called;        /* the thing for each name that the rules use */
    num *board;         /* on a board, the thing that each tile is */
    num *head, *cells, *places, *grounds, *lengths, *lying, *noticed, *frames, *arena, *spare;
    num *notices;       /* how many triggers were met */
    num *live;          /* the number of things in play, or -1 where it must be counted again; then the things */
    num *kinds;         /* the set of the kinds that things in play have, as long as `live` is counted; it may contain more */
    num *first_zone, *next_zone; /* the first zone of each kind, and for each zone the next one of its kind */
    num *stacked, *played; /* for each zone whether it is a stack, and whether what lies there is in play */
    num *cur, *act, *heard, *child; /* the slots of the frame that runs, of an act that is judged, of a trigger, of a new frame */
    num *lists;         /* room for lists that are being made */
    num *count;         /* how many things, zones, links, numbers of links and tallies there are */
    num *names;         /* for each thing a number for its name; only equality matters */
    num *first_link;    /* for each thing the place of its first link, counted from 1; 0 if it has none */
    num *links, *heap, *tallies;
    num *acted;         /* how often each action was used, in a book in which past acts are judged */
    num *veiled, *saved; /* while a viewer looks: which things have no face, and their cells */
    num *moves, *heardof, *left, *lasts; /* of a moment: moves, events that have listeners, things that left play, and what they last were */
    num *menu;          /* the keys of a menu, KEY_ROW numbers each */
    num *log;           /* the events of this answer: kind, numbers, and at the end how many numbers in all */
    num *v;             /* the slots that expressions read */
    num trusting;       /* whether the keys of an answer were taken from its menus, so that they need not be checked again */
    num loaded;         /* how many frames there are, if `cur` equals the stored slots of the top frame; otherwise 0 */
    num used, listed, keys, steps, width, slots, frame, things, zones, room, notice_row;
    num judged[4], judging; /* the actions whose possible changes are being examined; each is allowed by the one before */
    num tested;         /* how many things were put to a test, which is the same on every computer */
    num plain, imagined; /* whether the keys of the menu are plain numbers, not things; whether the order of hidden things reveals nothing */
    num rich, rich_from, rich_used, rich_player, rich_viewer; /* the events of payments that were tried, kept until facts change */
    num deaf, viewing, viewer, moment, from, moved, happened, parted, shuffles, listable, deep, prepared, times, clocked, chose;
    num natural;        /* of a check: the first die that counts, where not all do; nothing before it is rolled */
    num event[EVENT_ROW];       /* the change that a trigger is asked about */
    Seed seed, secret;  /* of open dice, and of hidden ones */
    const num *script;  /* given dice, or nothing */
    num scripted;
    const char *where;  /* where it stopped, and which unknown node of the program was met there, or nothing */
    num unknown;
    int status;
} Machine;

/* Gives how many numbers a block needs, or sets the pointers of a machine into one. */
static num rw_bind(Machine *m, const num *program, num *block) {
    const num *l = block;
    num slots = program[P_SLOTS], frame = F_SLOTS + slots, things = l[L_THINGS], zones = l[L_ZONES], wide = program[P_WIDTH];
    num noted = NOTICED_ROW + 4 * (4 + wide), at = L_HEADER;
    num tiles = l[L_WIDE] * l[L_HIGH], lists = l[L_LISTS];
    num **part[] = {&m->called, &m->board, &m->ground, &m->sides, &m->camps, &m->head, &m->count, &m->cells, &m->places, &m->names,
                    &m->grounds, &m->lengths, &m->lying, &m->first_link, &m->links, &m->heap, &m->tallies, &m->acted, &m->effects, &m->lasting,
                    &m->notices, &m->noticed, &m->frames, &m->arena, &m->spare, &m->live, &m->kinds, &m->first_zone, &m->next_zone,
                    &m->stacked, &m->played, &m->cur, &m->act, &m->heard, &m->child, &m->lists,
                    &m->menu, &m->veiled, &m->saved, &m->moves, &m->heardof, &m->left, &m->lasts, &m->stack, &m->touching, &m->costs,
                    &m->before, &m->order, &m->queue, &m->changes, &m->log};
    num size[] = {l[L_NAMES], l[L_CELLS], tiles, SIDE_ROW * l[L_SIDES], l[L_CAMPS], H_HEADER, N_COUNTS, things * wide, things, things,
                  3 * zones, zones, zones * things, things, LINK_ROW * l[L_LINKS], l[L_HEAP], TALLY_ROW * l[L_TALLIES], program[P_ACTED], 1, 14 * l[L_LASTING],
                  1, noted * l[L_NOTICED], frame * l[L_FRAMES], l[L_ARENA], l[L_ARENA] + l[L_HEAP], 1 + things, 1 + program[P_KIND_COUNT] / RW_BITS,
                  program[P_ZONE_COUNT], zones, zones, zones, slots, slots, slots, slots, lists,
                  KEY_ROW * lists, things, things * wide, 2 * MOVE_ROW * (things + 8), EVENT_ROW * (4 * things + 8), LEFT_ROW * (things + 8),
                  (4 + wide) * (things + 8), RW_NESTED * slots, wide, tiles, tiles, tiles, 8 * tiles + 2, l[L_CHANGES], l[L_LOG]};
    for (size_t n = 0; n < sizeof part / sizeof *part; n++) {
        *part[n] = block + at;
        at += size[n];
    }
    m->p = program, m->layout = l, m->v = m->cur;
    m->width = wide, m->slots = slots, m->frame = frame, m->room = things, m->things = m->zones = 0;
    m->notice_row = noted, m->rich = m->deaf = m->judging = m->viewing = m->viewer = m->moment = m->from = m->moved = m->happened = m->parted = m->shuffles = 0;
    m->used = m->listed = m->keys = m->steps = m->deep = m->prepared = 0, m->times = 1, m->change = 0, m->clocked = 0, m->chose = RW_NOWHERE, m->listable = lists;
    m->status = RW_PLAYED, m->trusting = m->loaded = 0, m->where = 0, m->unknown = RW_NOWHERE;
    return at;
}

/* Copies what has to be kept of a block into another one of the same layout, without the room that is not used. */
static void rw_copy_kept(const Machine *m, num *to) {
    const num *l = m->layout, *from = l;
    const struct { const num *part; num used, room; } grows[] = {
        {m->links, LINK_ROW * m->count[N_LINKS], LINK_ROW * l[L_LINKS]}, {m->heap, m->count[N_HEAP], l[L_HEAP]},
        {m->tallies, TALLY_ROW * m->count[N_TALLIES], TALLY_ROW * l[L_TALLIES]}, {m->lasting, 14 * *m->effects, 14 * l[L_LASTING]},
        {m->noticed, m->notice_row * *m->notices, m->notice_row * l[L_NOTICED]},
        {m->frames, m->frame * m->head[H_DEPTH], m->frame * l[L_FRAMES]}, {m->arena, m->head[H_ARENA], l[L_ARENA]},
    };
    for (size_t n = 0; n < sizeof grows / sizeof *grows; n++) {
        memcpy(to + (from - l), from, (size_t)(grows[n].part + grows[n].used - from) * sizeof(num));
        from = grows[n].part + grows[n].room;
    }
    memcpy(to + (from - l), from, (size_t)(m->spare - from) * sizeof(num));
}

/* Stops the answer and stores why; only the first reason is kept. */
static void rw_stop_at(Machine *m, int status, const char *where, num unknown) {
    if (m->status == RW_PLAYED) m->status = status, m->where = where, m->unknown = unknown;
}
#define RW_TEXT(line) #line
#define RW_LINE(line) RW_TEXT(line)
#define RW_HERE __FILE__ ":" RW_LINE(__LINE__)
#define rw_stop(m, status) rw_stop_at(m, status, RW_HERE, RW_NOWHERE)
/* Stops at an expression or instruction that the machine leaves to Python; its row has its number in the program's list of such nodes. */
#define rw_leave_unknown(m, row) rw_stop_at(m, RW_LEFT, RW_HERE, (row)[0] < 0 ? (row)[1] : RW_NOWHERE)

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
static int rw_in_bits(const num *bits, num n) { return bits[(uint64_t)n / RW_BITS] >> ((uint64_t)n % RW_BITS) & 1; }
static void rw_add_to_bits(num *bits, num n) { if (n >= 0) bits[n / RW_BITS] |= (num)1 << n % RW_BITS; }
static int rw_contains(const num *row, num count, num n) {
    while (count-- > 0) if (row[count] == n) return 1;
    return 0;
}
static int rw_among(const num *row, num n) { /* how many, and the numbers */
    for (num k = 1; k <= row[0]; k++) if (row[k] == n) return 1;
    return 0;
}
