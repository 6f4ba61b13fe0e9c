/* Games that are played for practice, to learn what counts: at first at random, then by what was learned so far.
 *
 * A few answers are drawn at random. Each is tried on another block with other dice, and the answer whose position weighs most is given.
 */

enum { RW_PASSED = 12 }; /* how many answers may be given until nothing waits */

/* The positions that practice games have noted: for each the numbers that count, which sides were in the game, and who won. */
typedef struct {
    float *counted;
    double *won;
    int *in;
    num used, room;
    num games, full; /* how many games there were, and how many of them had no room */
} Notebook;

/* Passes or declines for whoever is asked; gives 0 where another answer is wanted. */
static int rw_stands_back(Machine *m) {
    num keys[KEY_ROW], mover = m->head[H_ASKED];
    if (mover < 0) return 0;
    rw_menu(m, mover, keys, 0);
    for (num n = m->keys; n-- > 0 && !m->status;) {
        const num *key = m->menu + KEY_ROW * n;
        if (key[0] != KEY_PASS && !(key[0] == KEY_TEXT && key[1] == T_DECLINE)) continue;
        memcpy(keys, key, sizeof keys);
        rw_answer(m, mover, keys, 1, 1);
        return !m->status;
    }
    return 0;
}
/* Lets everything end that waits on a stack, if nobody adds to it. */
static void rw_let_end(Machine *m) {
    for (num n = 0; n < RW_PASSED && m->head[H_DEPTH] > 0 && !m->status && rw_on_a_stack(m); n++) if (!rw_stands_back(m)) break;
}
/* Copies the position of a machine to another machine with a block of its own. */
static void rw_stand_in(Machine *m, const Machine *from, num *block) {
    rw_copy_kept(from, block);
    memset(m, 0, sizeof *m);
    rw_bind(m, from->p, block);
    rw_counted(m);
    m->imagined = 1, m->seed = from->seed, m->secret = from->secret;
}
/* The result of each seat in a game that is over: won, lost, or neither; in a game that goes on, what the position weighs for the seat. */
static void rw_worth(Machine *m, const Scales *s, double *values) {
    num stands = 0;
    if (m->head[H_DEPTH] > 0 && s->count) { rw_weigh(m, s, values); return; }
    for (num seat = 0; seat < s->seats; seat++) values[seat] = 0.0;
    for (num slot = 0; slot < m->things; slot++) {
        num standing = CELL(m, slot, STANDING);
        stands |= standing != 0;
        for (num seat = 0; standing > 0 && seat < s->seats; seat++)
            if (s->sides[seat] == CELL(m, slot, SIDE)) values[seat] = 1.0;
    }
    for (num seat = 0; !stands && seat < s->seats; seat++) values[seat] = 0.5;
}

/* Rates an answer for the seat that gives it, by trying it with other dice; gives a negative number if the answer cannot be given. */
static double rw_tried(Machine *m, const Scales *s, num *block, num mover, const num *keys, num count, uint64_t dice) {
    Machine trial;
    double values[RW_SEATS];
    rw_stand_in(&trial, m, block);
    trial.seed = rw_plain(dice), trial.secret = rw_plain(~dice);
    rw_answer(&trial, mover, keys, count, 1);
    if (!trial.status) rw_let_end(&trial);
    m->tested += trial.tested;
    if (trial.status) return -1.0;
    rw_worth(&trial, s, values);
    return values[mover];
}
/* Picks a whole answer at random, and the numbers of its picks; gives how many keys it has. */
static num rw_drawn_picks(Machine *m, uint64_t policy, num *keys, uint64_t *picks) {
    num count = rw_drawn_answer(m, policy, 0, 0, keys), mover = m->head[H_ASKED];
    for (num n = 0; n < count; n++) picks[n] = rw_custom_key(m, mover, keys + KEY_ROW * n, rw_begun(keys, n));
    return count;
}
/* Draws some answers and gives the one that turned out best; says how many keys it has, and 0 if there is none. Counts what was picked. */
static num rw_drawn_best(Machine *m, const Scales *s, num *block, uint64_t policy, num tries, num *keys, Custom *customs) {
    num drawn[KEY_ROW * RW_LONGEST], best = 0, mover = m->head[H_ASKED];
    uint64_t picks[RW_LONGEST], taken[RW_LONGEST];
    double most = -2.0;
    for (num n = 0; n < tries && !m->status; n++) {
        uint64_t die = rw_mix(policy + (uint64_t)(n + 1) * RW_GOLDEN);
        num count = rw_drawn_picks(m, die, drawn, picks);
        if (!count || (count == best && !memcmp(drawn, keys, (size_t)(KEY_ROW * count) * sizeof(num)))) continue;
        double worth = tries > 1 ? rw_tried(m, s, block, mover, drawn, count, rw_mix(die + (uint64_t)m->head[H_NUMBER])) : 0.0;
        int better = worth > most;
        if (customs && best) rw_note_custom(customs, better ? taken : picks, better ? best : count, 0);
        if (!better) continue;
        most = worth, best = count;
        memcpy(keys, drawn, (size_t)(KEY_ROW * count) * sizeof(num)), memcpy(taken, picks, sizeof taken);
    }
    if (customs && best) rw_note_custom(customs, taken, best, 1);
    return best;
}
/* Notes a position. */
static void rw_note_position(Machine *m, const Scales *s, Notebook *b) {
    double counted[s->count * s->parties + 1];
    num size = s->count * s->parties;
    if (b->used >= b->room || !rw_contenders(m, s, b->in + b->used * s->parties)) return;
    rw_features(m, s, counted);
    for (num n = 0; n < size; n++) b->counted[b->used * size + n] = (float)counted[n];
    b->used++;
}
/* Writes who has won into the positions that were noted of a game; if nobody has won, the sides share the win. */
static void rw_note_end(Machine *m, const Scales *s, Notebook *b, num from) {
    double won[RW_PARTIES] = {0.0}, total = 0.0;
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE);
        if (side >= 0 && side < s->parties && CELL(m, slot, STANDING) > 0) total += won[side] == 0.0, won[side] = 1.0;
    }
    for (; from < b->used; from++)
        for (num side = 0; side < s->parties; side++) {
            num in = 0;
            for (num k = 0; k < s->parties; k++) in += b->in[from * s->parties + k];
            b->won[from * s->parties + side] = total > 0.0 ? won[side] / total : b->in[from * s->parties + side] ? 1.0 / (double)in : 0.0;
        }
}
/* Plays one game and notes some of its positions; gives how many answers it took. */
static num rw_rehearse(Machine *m, const Scales *s, Notebook *b, Custom *customs, num *block, uint64_t policy, num tries, num most, num gap) {
    num keys[KEY_ROW * RW_LONGEST], given = 0, from = b->used;
    for (; m->head[H_DEPTH] > 0 && given < most && m->head[H_ASKED] >= 0; given++) {
        num count = rw_drawn_best(m, s, block, policy, tries, keys, customs);
        if (!count || m->status) break;
        rw_answer(m, m->head[H_ASKED], keys, count, 1);
        if (m->status) break;
        if (m->head[H_DEPTH] > 0 && rw_die(policy, m->head[H_NUMBER], 1000, gap) == 1) rw_note_position(m, s, b);
    }
    b->games++, b->full += m->status == RW_FULL;
    if (m->status || m->head[H_DEPTH] > 0) b->used = from; else rw_note_end(m, s, b, from);
    return given;
}

/* -- learning ---------------------------------------------------------------------------------------------------------------------- */

enum { RW_ROWS = 512 };
#define RW_CERTAIN 1e-3 /* where one side wins nearly always, there is nothing to predict */
#define RW_LITTLE 0.1 /* what differs less often is learned more slowly, because little is known of it */

/* Measures how much each row differs between the sides, so that all rows are learned alike. */
static void rw_spread(const Scales *s, const Notebook *b, double *spread) {
    for (num k = 0; k < s->count; k++) {
        double sum = 0.0;
        for (num n = 0; n < b->used; n++) {
            const float *x = b->counted + (n * s->count + k) * s->parties;
            double mean = 0.0;
            for (num side = 0; side < s->parties; side++) mean += x[side] / (double)s->parties;
            for (num side = 0; side < s->parties; side++) sum += (x[side] - mean) * (x[side] - mean);
        }
        spread[k] = sqrt(sum / (double)(b->used * s->parties + 1));
        if (spread[k] > 1e-9 && spread[k] < RW_LITTLE) spread[k] = RW_LITTLE;
    }
}
/* Gives the chances of the sides in a noted position, by the weights. */
static void rw_guess(const Scales *s, const Notebook *b, num n, double *chances) {
    double counted[s->count * s->parties + 1];
    for (num k = 0; k < s->count * s->parties; k++) counted[k] = b->counted[n * s->count * s->parties + k];
    rw_chances(s, counted, b->in + n * s->parties, chances);
}
/* Gives by which part the error of the weights, from some position on, is smaller than the error of a guess that knows only how often each side wins: 1 if the weights have no error. */
static double rw_skill(const Scales *s, const Notebook *b, num from) {
    double err = 0.0, blind = 1e-9, chances[RW_PARTIES], usual[RW_PARTIES] = {0.0};
    for (num n = 0; n < from; n++)
        for (num side = 0; side < s->parties; side++) usual[side] += b->won[n * s->parties + side] / (double)from;
    for (num n = from; n < b->used; n++) {
        rw_guess(s, b, n, chances);
        for (num side = 0; side < s->parties; side++) {
            double won = b->won[n * s->parties + side];
            err += (won - chances[side]) * (won - chances[side]), blind += (won - usual[side]) * (won - usual[side]);
        }
    }
    return blind > RW_CERTAIN ? 1.0 - err / blind : 0.0;
}
/* Goes through the noted positions again and again, and moves the weights towards their results. */
static void rw_study(const Scales *s, const Notebook *b, const double *prior, num until, num laps, double rate, double calm) {
    double spread[RW_ROWS], moved[RW_ROWS], chances[RW_PARTIES];
    rw_spread(s, b, spread);
    for (num k = 0; k < s->count; k++) moved[k] = 1e-8, s->weights[k] = prior[k];
    for (num lap = 0; lap < laps; lap++)
        for (num n = 0; n < until; n++) {
            rw_guess(s, b, n, chances);
            for (num k = 0; k < s->count; k++) {
                if (spread[k] < 1e-9) continue;
                const float *x = b->counted + (n * s->count + k) * s->parties;
                double slope = calm * (s->weights[k] - prior[k]) * spread[k];
                for (num side = 0; side < s->parties; side++)
                    if (b->in[n * s->parties + side]) slope += (chances[side] - b->won[n * s->parties + side]) * x[side] / spread[k];
                moved[k] += slope * slope;
                s->weights[k] -= rate * slope / sqrt(moved[k]) / spread[k];
            }
        }
}
