/* A search over imagined games: answers that led to good results for the seat that gave them are tried more often; after them the game is
 * played to its end at random.
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
    num most;               /* how many answers are given after those of the tree */
    double explore;
    num open, sure;         /* whether there are two sides and nothing is hidden; whether the value of the question is certain */
    Arm *habits;            /* the results of picks in any position of the game ("by habit" means by these results): RW_HABITS of them */
    num bold;               /* how many other keys are drawn and compared by habit at each pick */
    num tries;              /* how many answers are drawn and compared by weight after those of the tree; 0 goes by habit */
    Scales scales;
    num *spare;             /* a block to try answers on */
} Tree;

enum { RW_HABITS = 16384, RW_PLAYED_ON = 1024 };
enum { RW_DEEP = 200, RW_NUMBERS = 32 };

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
static double rw_promise(const Tree *t, const Arm *arm) {
    return arm->total / (double)arm->visits + t->explore * sqrt(log((double)arm->ready) / (double)arm->visits);
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
/* Picks at random a key that was never tried here; if there is none, the most promising key whose value is not certain. */
static num rw_chosen(Machine *m, Tree *t, num mover, uint64_t node, uint64_t policy, num depth, Arm **taken) {
    num best = 0, fresh = 0;
    double promise = -1.0;
    *taken = 0;
    for (num n = 0; n < m->keys; n++) {
        Arm *arm = rw_arm(t, rw_join(node, rw_label(m, t, mover, m->menu + KEY_ROW * n)));
        if (!arm->key) {
            fresh++;
            if (rw_die(policy, depth, fresh, fresh) == 1) best = n, *taken = 0;
            continue;
        }
        if (arm->sure && t->open) continue;
        arm->ready++;
        if (fresh || rw_promise(t, arm) <= promise) continue;
        best = n, promise = rw_promise(t, arm), *taken = arm;
    }
    return best;
}
/* Gives the results of a pick in any position; nothing if another pick uses its place in the table. */
static Arm *rw_habit(Machine *m, const Tree *t, num mover, const num *key) {
    uint64_t at = rw_join((uint64_t)mover + 1, rw_label(m, t, mover, key));
    Arm *arm = t->habits + (at & (RW_HABITS - 1));
    if (!arm->key) arm->key = at;
    return arm->key == at ? arm : 0;
}
static double rw_custom(const Arm *arm) { return arm && arm->visits ? arm->total / (double)arm->visits : 1.0; }

/* Draws some keys at random and picks the one with the best results so far. */
static num rw_by_habit(Machine *m, const Tree *t, num mover, uint64_t policy, num count, Arm **habit) {
    num answer = m->head[H_NUMBER] + 1, taken = rw_drawn(m, policy, answer, count, 0, 0);
    *habit = m->keys > 1 ? rw_habit(m, t, mover, m->menu + KEY_ROW * taken) : 0;
    if (m->keys < 2) return taken;
    for (num k = 1; k <= t->bold; k++) {
        num other = rw_drawn(m, rw_mix(policy + (uint64_t)k), answer, count, 0, 0);
        Arm *arm = other == taken ? *habit : rw_habit(m, t, mover, m->menu + KEY_ROW * other);
        if (rw_custom(arm) > rw_custom(*habit)) taken = other, *habit = arm;
    }
    return taken;
}
typedef struct { Arm *arm; num mover; } Step;

/* Plays on by habit; gives how many picks were made. */
static num rw_play_by_habit(Machine *m, const Tree *t, uint64_t policy, num *keys, num count, num most, Step *steps) {
    num made = 0;
    for (num given = 0; m->head[H_DEPTH] > 0 && given < most && !m->status; given++, count = 0) {
        num player = m->head[H_ASKED];
        while (!rw_picks(m, player, keys, count) && !m->status) {
            Arm *habit;
            if (count >= RW_LONGEST) { rw_stop(m, RW_LEFT); return made; }
            num taken = rw_by_habit(m, t, player, policy, count, &habit);
            if (habit && made < RW_PLAYED_ON) steps[made].arm = habit, steps[made++].mover = player;
            memcpy(keys + KEY_ROW * count++, m->menu + KEY_ROW * taken, KEY_ROW * sizeof(num));
        }
        if (!m->status) rw_answer(m, player, keys, count, 1);
    }
    return made;
}
/* Plays on by the weights of positions; the answer that has begun is completed by habit. */
static num rw_play_by_weight(Machine *m, const Tree *t, uint64_t policy, num *keys, num count, Step *steps) {
    num made = count ? rw_play_by_habit(m, t, policy, keys, count, 1, steps) : 0;
    for (num given = 0; m->head[H_DEPTH] > 0 && given < t->most && !m->status && m->head[H_ASKED] >= 0; given++) {
        count = rw_drawn_best(m, &t->scales, t->spare, policy, t->tries, keys);
        if (count && !m->status) rw_answer(m, m->head[H_ASKED], keys, count, 1);
    }
    return made;
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
/* Gives answers along the tree until a pick is new; gives 1 if the value turns out to be certain. */
static int rw_descend(Machine *m, Tree *t, Walk *w, double *values) {
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
        if (w->certain && m->keys > 1 && rw_settled(m, t, mover, w->node, &worth)) {
            for (num seat = 0; seat < t->scales.seats; seat++) values[seat] = seat == mover ? worth : 1.0 - worth;
            if (!w->deep) t->sure = 1;
            return 1;
        }
        rw_walk_picks(m, t, w, mover);
    }
    return 0;
}
/* Says whether some answer that begins with some keys ends the game at once, won by whoever gives it; of so many answers at most. */
static int rw_wins_at_once(Machine *m, const Tree *t, num mover, num *keys, num count, num *left) {
    num menu[KEY_ROW * RW_NUMBERS], found;
    if (count >= RW_LONGEST || m->status) return 0;
    if (rw_picks(m, mover, keys, count)) {
        Machine trial;
        double values[RW_SEATS];
        if (--*left < 0) return 0;
        rw_stand_in(&trial, m, t->spare);
        rw_answer(&trial, mover, keys, count, 1);
        if (trial.status || trial.head[H_DEPTH] > 0 || trial.head[H_ROLLED] != m->head[H_ROLLED] || trial.shuffles) return 0;
        rw_worth(&trial, &t->scales, values);
        return values[mover] == 1.0;
    }
    found = m->keys;
    if (found > RW_NUMBERS) return 0;
    memcpy(menu, m->menu, (size_t)(KEY_ROW * found) * sizeof(num));
    for (num n = 0; n < found && *left > 0; n++) {
        memcpy(keys + KEY_ROW * count, menu + KEY_ROW * n, KEY_ROW * sizeof(num));
        if (rw_wins_at_once(m, t, mover, keys, count + 1, left)) return 1;
    }
    return 0;
}
/* Where nothing is hidden or left to chance, looks whether whoever is asked in a new position wins at once. */
static int rw_is_lost(Machine *m, const Tree *t, const Walk *w, double *values) {
    num keys[KEY_ROW * RW_LONGEST], left = RW_NUMBERS, mover = m->head[H_ASKED];
    if (!w->certain || w->count || m->status || m->head[H_DEPTH] < 1 || mover < 0) return 0;
    int wins = rw_wins_at_once(m, t, mover, keys, 0, &left);
    m->status = RW_PLAYED;
    for (num seat = 0; wins && seat < t->scales.seats; seat++) values[seat] = seat == mover;
    return wins;
}
/* Plays one imagined game: along the tree, then at random or by weight; the result is added to all picks on the way. */
static int rw_imagine(Machine *m, Tree *t, uint64_t root, uint64_t seed) {
    Walk w = {.node = root, .policy = rw_mix(seed ^ RW_GOLDEN), .rolled = m->head[H_ROLLED], .certain = t->open};
    Step steps[RW_PLAYED_ON];
    double values[RW_SEATS];
    num made = 0;
    m->seed = rw_plain(seed), m->secret = rw_plain(~seed), m->imagined = 1;
    int known = rw_descend(m, t, &w, values), ended = !m->status && !m->head[H_DEPTH];
    known = known || rw_is_lost(m, t, &w, values);
    if (!m->status && !known && !ended) made = t->tries ? rw_play_by_weight(m, t, w.policy, w.keys, w.count, steps) : rw_play_by_habit(m, t, w.policy, w.keys, w.count, t->most, steps);
    if (!m->status && !known && t->scales.count && m->head[H_DEPTH] > 0) rw_let_end(m);
    int status = m->status;
    for (num seat = 0; status && seat < t->scales.seats; seat++) values[seat] = 0.5;
    if (!status && !known) rw_worth(m, &t->scales, values);
    rw_learn(w.walk, w.deep, values);
    if (!status) rw_learn(steps, made, values);
    if (w.deep && w.certain && (known || ended)) rw_prove(w.walk + w.deep - 1, 0, values[0]);
    return status;
}
