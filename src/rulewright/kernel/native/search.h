/* A search over imagined games: answers that led to good results for the seat that gave them are tried more often; after them the game is
 * played to its end as is usual, or the position is rated.
 *
 * Every pick of an answer is a decision. The statistics of a pick are an arm. It is found by a number that is made from the earlier answers
 * and the pick's label, which is the same in all imagined games. Dice and draws are not part of the number: an arm averages over them.
 */

typedef struct {
    uint64_t key;
    num visits, ready; /* how often it was tried, and how often it was on the menu */
    num sure;          /* whether its value is certain, however well anybody plays */
    double total;      /* the sum of the results for the seat that answers */
} Arm;

typedef struct {
    Arm *arms;
    num room, used;         /* the room is a power of two, at most half of it is used */
    num seat;               /* who searches */
    num most;               /* how many answers are given after those of the tree, where positions are not rated */
    double explore;
    int rates;              /* whether positions are rated, and not played on */
    num compared;           /* of how many usual answers the best is given where they are played on */
    double sum, squares;    /* of the results for the seat who searches */
    num results;
    num open, sure;         /* whether there are two sides and nothing is hidden; whether the value of the question is certain */
    Custom *customs;        /* what is usually picked, or nothing */
    Scales scales;
    num *spare;             /* a block to try answers on */
} Tree;

enum { RW_DEEP = 200, RW_MENU = 128, RW_TRIALS = 40, RW_MORE = 8, RW_BATCH = 2048, RW_FEW_RESULTS = 8 };

#define RW_WIDE 4.0
#define RW_LEAST_SWING 0.02

static uint64_t rw_join(uint64_t one, uint64_t other) { return rw_mix(one * 0x9E3779B97F4A7C15ULL + rw_mix(other + 0xD1B54A32D192ED03ULL)); }

/* Gives a label for a thing that is the same in every imagined game: from its slot, from its place if it is unseen, or from its name. */
static uint64_t rw_thing_label(Machine *m, const Tree *t, num mover, num ref) {
    num slot = ref % RW_LIVES, zone = m->places[slot], at = 0;
    if (!m->p[P_SECRET] || zone == RW_NOWHERE || (rw_sees(m, RW_SPECTATOR, zone) && !rw_face_down(m, slot))) return rw_join(1, (uint64_t)slot);
    if (mover != t->seat || rw_knows(m, mover, slot)) return rw_join(2, rw_join((uint64_t)m->names[slot], (uint64_t)zone));
    while (m->lying[zone * m->room + at] != slot) at++;
    return rw_join(3, rw_join((uint64_t)zone, (uint64_t)at));
}
static uint64_t rw_label(Machine *m, const Tree *t, num mover, const num *key) {
    if (key[0] == KEY_OFFER) return rw_join((uint64_t)key[1] + 16, rw_thing_label(m, t, mover, key[2]));
    if (key[0] == KEY_NUMBER && !m->plain && key[1] >= 0) return rw_thing_label(m, t, mover, key[1]);
    return rw_join((uint64_t)key[0] + 4, rw_join((uint64_t)key[1], (uint64_t)key[2]));
}

/* -- arms --------------------------------------------------------------------------------------------------------------------------- */

/* Gives the arm of a number, or the free place for it. */
static Arm *rw_arm(const Tree *t, uint64_t key) {
    num at = (num)(key & (uint64_t)(t->room - 1));
    while (t->arms[at].key && t->arms[at].key != key) at = (at + 1) & (t->room - 1);
    return t->arms + at;
}
/* Says how much results differ, from 0 (not at all) to 1 (all are won or lost): ratings differ less than the ends of games. */
static double rw_swing(const Tree *t) {
    double mean = t->sum / (double)t->results;
    return t->results < RW_FEW_RESULTS ? 1.0 : RW_LEAST_SWING + 2.0 * sqrt(fmax(0.0, t->squares / (double)t->results - mean * mean));
}
static double rw_promise(const Tree *t, const Arm *arm) {
    return arm->total / (double)arm->visits + t->explore * rw_swing(t) * sqrt(log((double)arm->ready) / (double)arm->visits);
}

/* -- one imagined game -------------------------------------------------------------------------------------------------------------- */

/* Lists what may be picked; of a range of numbers only a few. Gives 1 if the keys are already a whole answer. */
static int rw_picks(Machine *m, num player, const num *keys, num count) {
    num least, most, left = 0;
    if (count || !rw_asks(m, player) || !rw_number_asked(m, &least, &most)) {
        if (rw_menu(m, player, keys, count)) return 1;
        if (!count) rw_sensible(m);
        if (!m->keys) rw_stop(m, RW_LEFT);
        return 0;
    }
    m->keys = 0, m->plain = 1;
    for (; left < RW_NUMBERS && left <= most - least; left++)
        rw_key(m, KEY_NUMBER, most - least < RW_NUMBERS ? least + left : least + left * (most - least) / (RW_NUMBERS - 1), 0);
    return 0;
}
static double rw_mean(const Arm *arm) { return arm->total / (double)arm->visits; }

/* Says whether the value of a question is certain: one answer surely wins, or the value of every answer is certain. Gives the value. */
static int rw_settled(Machine *m, const Tree *t, num mover, uint64_t node, double *worth) {
    num certain = 0;
    *worth = 0.0;
    for (num n = 0; n < m->keys; n++) {
        const Arm *arm = rw_arm(t, rw_join(node, rw_label(m, t, mover, m->menu + KEY_ROW * n)));
        if (!arm->key || !arm->sure) continue;
        certain++;
        if (rw_mean(arm) > *worth) *worth = rw_mean(arm);
    }
    return *worth == 1.0 || certain == m->keys;
}
/* Picks the most promising key whose value is not certain; if there is none, at random a key that was never tried here. */
static num rw_chosen(Machine *m, Tree *t, num mover, uint64_t node, uint64_t policy, num depth, Arm **taken) {
    num best = 0, new = 0, fresh = 0;
    double promise = -1.0;
    *taken = 0;
    for (num n = 0; n < m->keys; n++) {
        Arm *arm = rw_arm(t, rw_join(node, rw_label(m, t, mover, m->menu + KEY_ROW * n)));
        if (!arm->key) {
            fresh++;
            if (rw_die(policy, depth, fresh, fresh) == 1) new = n;
            continue;
        }
        if (arm->sure && t->open) continue;
        arm->ready++;
        if (rw_promise(t, arm) <= promise) continue;
        best = n, promise = rw_promise(t, arm), *taken = arm;
    }
    if (!fresh || *taken) return best;
    *taken = 0;
    return new;
}
typedef struct { Arm *arm; num mover; } Step;

/* Completes an answer as is usual; gives how many keys it has, and 0 if there is none. */
static num rw_usual_answer(Machine *m, const Tree *t, uint64_t policy, num *keys, num count) {
    while (!rw_picks(m, m->head[H_ASKED], keys, count) && !m->status) {
        if (count >= RW_LONGEST) { rw_stop(m, RW_LEFT); break; }
        num taken = rw_drawn_by_custom(m, t->customs, policy, m->head[H_NUMBER] + 1, keys, count);
        memcpy(keys + KEY_ROW * count++, m->menu + KEY_ROW * taken, KEY_ROW * sizeof(num));
    }
    return m->status ? 0 : count;
}
/* Completes an answer with the best of some usual ones, by what the positions after them weigh; gives how many keys it has. */
static num rw_best_usual_answer(Machine *m, const Tree *t, uint64_t policy, num *keys, num count) {
    num drawn[KEY_ROW * RW_LONGEST], best = 0, mover = m->head[H_ASKED];
    double most = -2.0;
    if (t->compared < 2) return rw_usual_answer(m, t, policy, keys, count);
    memcpy(drawn, keys, (size_t)(KEY_ROW * count) * sizeof(num));
    for (num n = 0; n < t->compared && !m->status; n++) {
        uint64_t die = rw_mix(policy + (uint64_t)n * RW_GOLDEN);
        num size = rw_usual_answer(m, t, die, drawn, count);
        if (!size || (size == best && !memcmp(drawn, keys, (size_t)(KEY_ROW * size) * sizeof(num)))) continue;
        double worth = rw_tried(m, &t->scales, t->spare, mover, drawn, size, rw_mix(die + (uint64_t)m->head[H_NUMBER]));
        if (worth <= most) continue;
        most = worth, best = size;
        memcpy(keys, drawn, (size_t)(KEY_ROW * size) * sizeof(num));
    }
    return best;
}
/* Plays on as is usual, until so many answers were given. */
static void rw_play_on(Machine *m, const Tree *t, uint64_t policy, num *keys, num count) {
    for (num given = 0; m->head[H_DEPTH] > 0 && given < t->most && !m->status; given++, count = 0) {
        num player = m->head[H_ASKED];
        count = rw_best_usual_answer(m, t, policy, keys, count);
        if (!m->status) rw_answer(m, player, keys, count, 1);
    }
}
/* Stores that the value of the last pick for a seat is certain. */
static void rw_prove(Step *last, num seat, double worth) {
    last->arm->sure = 1;
    last->arm->total = (last->mover == seat ? worth : 1.0 - worth) * (double)last->arm->visits;
}
/* Adds the result of the game to all picks on the way. */
static void rw_learn(Step *steps, num count, const double *values) {
    for (num n = 0; n < count; n++) steps[n].arm->visits++, steps[n].arm->total += values[steps[n].mover];
}
/* The state of an imagined game: the picks so far, and the answer that has begun. */
typedef struct {
    Step walk[RW_DEEP];
    num keys[KEY_ROW * RW_LONGEST], count, deep;
    uint64_t node, policy;
    num rolled, certain, fresh;
} Walk;

/* Gives the answer that is complete. */
static void rw_walk_answers(Machine *m, Walk *w, num mover) {
    rw_answer(m, mover, w->keys, w->count, 1);
    w->count = 0, w->node = rw_join(w->node, (uint64_t)m->head[H_ASKED]);
    w->certain = w->certain && m->head[H_ROLLED] == w->rolled && !m->shuffles;
}
/* Makes one pick along the tree. */
static void rw_walk_picks(Machine *m, Tree *t, Walk *w, num mover) {
    num taken = 0;
    if (m->keys > 1) {
        Arm *arm;
        taken = rw_chosen(m, t, mover, w->node, w->policy, w->deep, &arm);
        w->node = rw_join(w->node, rw_label(m, t, mover, m->menu + KEY_ROW * taken));
        if (!arm) arm = rw_arm(t, w->node), arm->key = w->node, arm->ready = 1, t->used++, w->fresh = 1;
        w->walk[w->deep].arm = arm, w->walk[w->deep++].mover = mover;
    }
    memcpy(w->keys + KEY_ROW * w->count++, m->menu + KEY_ROW * taken, KEY_ROW * sizeof(num));
}
/* What came of trying all answers to a question: the best result so far, and how many answers may still be tried. */
typedef struct {
    double values[RW_SEATS];
    num left, sure, found;
} Trial;

/* Gives the result for each seat of a game that is over, or what its position is worth if positions are rated; otherwise nobody is ahead. */
static void rw_outcome(Machine *m, const Tree *t, double *values) {
    if (!m->status && t->rates && m->head[H_DEPTH] > 0) rw_let_end(m);
    if (!m->status && (t->rates || m->head[H_DEPTH] < 1)) { rw_worth(m, &t->scales, values); return; }
    for (num seat = 0; seat < t->scales.seats; seat++) values[seat] = 0.5;
}
/* Tries a whole answer on another block, with other dice; everything that then waits ends. */
static void rw_try_out(Machine *m, const Tree *t, const Walk *w, num mover, const num *keys, num count, Trial *r) {
    Machine trial;
    uint64_t dice = rw_mix(w->policy + (uint64_t)m->head[H_NUMBER] * RW_GOLDEN);
    rw_stand_in(&trial, m, t->spare);
    if (!w->certain) trial.seed = rw_plain(dice), trial.secret = rw_plain(~dice);
    rw_answer(&trial, mover, keys, count, 1);
    r->left--;
    int ended = !trial.status && trial.head[H_DEPTH] < 1;
    if (!trial.status && !ended) rw_let_end(&trial);
    r->found = !trial.status, r->sure = ended && w->certain && trial.head[H_ROLLED] == w->rolled && !trial.shuffles;
    if (r->found) rw_outcome(&trial, t, r->values);
    m->tested += trial.tested;
}
/* Tries answers that begin with some keys and were not tried here; the first result of each becomes its arm's. Keeps the best result. */
static void rw_try_all(Machine *m, Tree *t, const Walk *w, num mover, uint64_t node, num *keys, num count, Trial *best) {
    num kept[KEY_ROW * RW_MENU], whole = rw_picks(m, mover, keys, count), found = m->keys < RW_MENU ? m->keys : RW_MENU, several = m->keys > 1, plain = m->plain;
    if (m->status || count >= RW_LONGEST) { m->status = RW_PLAYED; return; }
    if (whole) { rw_try_out(m, t, w, mover, keys, count, best); return; }
    memcpy(kept, m->menu, (size_t)(KEY_ROW * found) * sizeof(num));
    for (num n = 0, fresh = 0; n < found && best->left > 0; n++) {
        Trial one = {.left = 1 + (best->left - 1) / (found - n)};
        num spent = one.left;
        m->plain = plain;
        uint64_t next = several ? rw_join(node, rw_label(m, t, mover, kept + KEY_ROW * n)) : node;
        Arm *arm = several ? rw_arm(t, next) : 0;
        if (arm && arm->key) continue;
        memcpy(keys + KEY_ROW * count, kept + KEY_ROW * n, KEY_ROW * sizeof(num));
        rw_try_all(m, t, w, mover, next, keys, count + 1, &one);
        best->left -= spent - one.left, fresh++;
        if (!one.found) continue;
        if (several) arm = rw_arm(t, next), *arm = (Arm){.key = next, .visits = 1, .ready = 1, .sure = one.sure, .total = one.values[mover]}, t->used++;
        num left = best->left;
        if (!best->found || one.values[mover] > best->values[mover]) *best = one, best->left = left;
    }
}
/* At a question that was not asked before, tries all answers, and says what the best is worth; later, tries those that are new. Gives 1 at
   a question that was not asked before. */
static int rw_looks_ahead(Machine *m, Tree *t, Walk *w, num mover, Trial *best) {
    num count = m->keys, tried = 0, visits = 0;
    for (num n = 0; n < count; n++) {
        const Arm *arm = rw_arm(t, rw_join(w->node, rw_label(m, t, mover, m->menu + KEY_ROW * n)));
        if (arm->key) tried++, visits += arm->visits;
    }
    *best = (Trial){.left = tried ? RW_MORE : RW_TRIALS};
    if (tried == count || (tried && (double)(tried * tried) > RW_WIDE * (double)visits)) return 0;
    rw_try_all(m, t, w, mover, w->node, w->keys, w->count, best);
    if (rw_picks(m, mover, w->keys, w->count)) rw_stop(m, RW_LEFT);
    return !tried;
}
/* Gives answers along the tree until a pick is new; gives 1 if the value turns out to be certain. */
static int rw_descend(Machine *m, Tree *t, Walk *w, Trial *best, double *values) {
    while (m->head[H_DEPTH] > 0 && w->deep < RW_DEEP && !m->status) {
        num mover = m->head[H_ASKED];
        double worth;
        if (rw_picks(m, mover, w->keys, w->count)) {
            rw_walk_answers(m, w, mover);
            if (w->fresh) return 0;
            continue;
        }
        if (m->status || w->count >= RW_LONGEST) { rw_stop(m, RW_LEFT); return 0; }
        if (w->fresh && m->keys > 1) return 0;
        if (m->keys > 1 && rw_looks_ahead(m, t, w, mover, best)) {
            memcpy(values, best->values, (size_t)t->scales.seats * sizeof(double));
            return best->found && (t->rates || (best->sure && values[mover] == 1.0));
        }
        if (w->certain && m->keys > 1 && rw_settled(m, t, mover, w->node, &worth)) {
            for (num seat = 0; seat < t->scales.seats; seat++) values[seat] = seat == mover ? worth : 1.0 - worth;
            if (!w->deep) t->sure = 1;
            return 1;
        }
        rw_walk_picks(m, t, w, mover);
    }
    return 0;
}
/* Plays one imagined game: along the tree, and then as is usual, unless the position can be rated; the result is added to all picks on the way. */
static int rw_imagine(Machine *m, Tree *t, uint64_t root, uint64_t seed) {
    Walk w = {.node = root, .policy = rw_mix(seed ^ RW_GOLDEN), .rolled = m->head[H_ROLLED], .certain = t->open};
    Trial best = {.left = 0};
    double values[RW_SEATS];
    m->seed = rw_plain(seed), m->secret = rw_plain(~seed), m->imagined = 1;
    int known = rw_descend(m, t, &w, &best, values), over = !m->status && !m->head[H_DEPTH], wins = known && best.sure && best.values[m->head[H_ASKED]] == 1.0;
    if (!known && !m->status && !over) rw_play_on(m, t, w.policy, w.keys, w.count);
    if (!known) rw_outcome(m, t, values);
    rw_learn(w.walk, w.deep, values);
    t->sum += values[t->seat], t->squares += values[t->seat] * values[t->seat], t->results++;
    if (w.deep && w.certain && (over || (known && (wins || !best.found)))) rw_prove(w.walk + w.deep - 1, 0, values[0]);
    return m->status;
}
