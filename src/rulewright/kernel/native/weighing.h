/* What a position is worth to each side, without knowing the book: numbers of the position times weights that were learned from play.
 *
 * Each row names one number that is counted for every side, such as a stat of its cast, the cards in a zone or what it has in play. From the
 * sums of the sides follow their chances to win, which add up to 1, as in a logistic regression.
 */

enum { WEIGH_HAVING, WEIGH_LYING, WEIGH_THINGS, WEIGH_SUM, WEIGH_FULL, WEIGH_NEAR, WEIGH_TURN, WEIGH_SIDE, WEIGH_SCARCE, WEIGH_CLOSE, WEIGH_SORT, WEIGH_LINES };
enum { WEIGH_HOW, WEIGH_WHAT, WEIGH_MORE, WEIGH_ROW }; /* of a row: how it is counted, of which stat, zone, kind or test, and a further number */
enum { RW_SEATS = 64, RW_PARTIES = 16, RW_AWAY = 32, RW_STEPS = 4096 };

typedef struct {
    const num *rows, *sides, *sorts; /* what is counted; of each seat its side; of each kind its sorts, as bits */
    num count, seats, parties, kinds;
    double *weights;
} Scales;

static num rw_weighed_side(Machine *m, const Scales *s, num slot) {
    num side = CELL(m, slot, SIDE), owner = CELL(m, slot, OWNER);
    if (side == RW_NOWHERE) side = owner >= 0 && owner < s->seats ? s->sides[owner] : RW_NOWHERE;
    return side < s->parties ? side : RW_NOWHERE;
}
/* Gives the steps from an actor to the nearest enemy, in a straight line. */
static num rw_nearest(Machine *m, const Scales *s, num slot, const num *live, num count) {
    num near = RW_AWAY, here = CELL(m, slot, TILE), own = CELL(m, slot, SIDE);
    for (num n = 0; n < count; n++) {
        num side = CELL(m, live[n], SIDE), there = CELL(m, live[n], TILE);
        if (side == RW_NOWHERE || there < 0 || rw_allied_sides(m, own, side) || rw_neutral(m, side)) continue;
        num far = rw_reach(m, here, there);
        if (far < near) near = far;
    }
    return near;
}
/* Counts one row for one thing in play; cards and whoever plays or acts are counted apart. */
static double rw_weigh_one(Machine *m, const Scales *s, const num *row, num slot, const num *live, num count) {
    num card = rw_is_card(m, slot), what = row[WEIGH_WHAT], cap, far;
    switch (row[WEIGH_HOW]) {
    case WEIGH_THINGS: return what == RW_NOWHERE ? card : CELL(m, slot, KIND) == what;
    case WEIGH_NEAR: return CELL(m, slot, SIDE) != RW_NOWHERE && CELL(m, slot, TILE) >= 0 && m->layout[L_WIDE] ? (double)rw_nearest(m, s, slot, live, count) : 0.0;
    case WEIGH_FULL:
        cap = card ? 0 : rw_counts(m, slot, ROW(m, P_STATS, what, STAT_ROW)[STAT_CAP]);
        return cap > 0 ? (double)rw_counts(m, slot, what) / (double)cap : 0.0;
    case WEIGH_CLOSE:
        far = rw_counts(m, slot, what) - row[WEIGH_MORE];
        return card ? 0.0 : 1.0 / (double)(1 + rw_size(far));
    }
    if (card != (row[WEIGH_HOW] == WEIGH_SUM)) return 0.0;
    return (double)rw_counts(m, card ? slot : rw_sharing(m, slot, ROW(m, P_STATS, what, STAT_ROW)[STAT_SHARED]), what);
}
static void rw_weigh_live(Machine *m, const Scales *s, const num *row, const num *live, num count, double *into) {
    for (num n = 0; n < count; n++) {
        num side = rw_weighed_side(m, s, live[n]);
        if (side >= 0) into[side] += rw_weigh_one(m, s, row, live[n], live, count);
    }
}
/* Counts one row for every zone of its kind that somebody has. */
static void rw_weigh_zones(Machine *m, const Scales *s, const num *row, double *into) {
    for (num zone = 0; zone < m->zones; zone++) {
        num owner = m->grounds[3 * zone + 1], lying = m->lengths[zone];
        if (m->grounds[3 * zone] != row[WEIGH_WHAT] || owner < 0 || owner >= s->seats) continue;
        double *to = into + s->sides[owner];
        *to += row[WEIGH_HOW] == WEIGH_LYING ? (double)lying : 1.0 / (double)(1 + lying);
    }
}
/* Counts the cards of a sort in all zones of a kind. */
static void rw_weigh_sort(Machine *m, const Scales *s, const num *row, double *into) {
    for (num zone = 0; zone < m->zones; zone++) {
        if (m->grounds[3 * zone] != row[WEIGH_WHAT]) continue;
        num owner = m->grounds[3 * zone + 1], whose = owner >= 0 && owner < s->seats ? s->sides[owner] : RW_NOWHERE;
        for (num n = 0; n < m->lengths[zone]; n++) {
            num slot = m->lying[zone * m->room + n], kind = CELL(m, slot, KIND), side = whose == RW_NOWHERE ? rw_weighed_side(m, s, slot) : whose;
            if (side >= 0 && kind < s->kinds && s->sorts[kind] >> row[WEIGH_MORE] & 1) into[side] += 1.0;
        }
    }
}
/* Marks for each side the tiles of the things that a test would count for it in a line. */
static void rw_weigh_tiles(Machine *m, const Scales *s, const num *longest, num *of_tiles) {
    num wide = m->layout[L_WIDE], tiles = wide * m->layout[L_HIGH];
    memset(of_tiles, 0, (size_t)tiles * sizeof(num));
    for (num seat = 0; seat < s->seats && m->layout[L_PLAYERS]; seat++) {
        num listed = m->listed, *found, count;
        rw_empty(m, m->child);
        m->child[S_ACTOR] = m->child[S_PLAYER] = m->child[S_IT] = seat, m->v = m->child;
        count = rw_things(m, longest[1], &found, 0);
        for (num n = 0; n < count; n++) {
            num tile = CELL(m, found[n], TILE);
            if (tile >= 0 && tile < tiles) of_tiles[tile] |= (num)1 << s->sides[seat];
        }
        m->listed = listed, m->v = m->cur;
    }
}
/* Counts the lines of a test that one side alone can still complete, by how many things it has there: one row for each number from 1, one
   after another. The rows name the test by the numbers of its procedure and of its instruction there. */
static void rw_weigh_lines(Machine *m, const Scales *s, const num *row, num rows, double *into) {
    const num *procedure = ROW(m, P_PROCEDURES, row[WEIGH_WHAT] / RW_STEPS, PROC_ROW);
    const num *test = m->p + m->p[m->p[procedure[PROC_FIRST] + row[WEIGH_WHAT] % RW_STEPS] + 1], *longest = m->p + test[1];
    if (test[0] != E_AT_LEAST || longest[0] != E_LONGEST || !m->layout[L_WIDE]) return;
    num wide = m->layout[L_WIDE], high = m->layout[L_HIGH], need = rw_operand(m, test[2]), *of_tiles = m->costs;
    rw_weigh_tiles(m, s, longest, of_tiles);
    for (num tile = 0; tile < wide * high; tile++)
        for (num way = 0; way < 8; way++) {
            num x = tile % wide, y = tile / wide, last_x = x + (need - 1) * rw_east[way], last_y = y + (need - 1) * rw_south[way], sides = 0, has = 0;
            if (!(longest[2] >> way & 1) || last_x < 0 || last_x >= wide || last_y < 0 || last_y >= high) continue;
            for (num n = 0, at = tile; n < need; n++, at += rw_south[way] * wide + rw_east[way]) sides |= of_tiles[at], has += of_tiles[at] != 0;
            for (num side = 0; has > 0 && has <= rows && side < s->parties; side++) if (sides == (num)1 << side) into[(has - 1) * s->parties + side] += 1.0;
        }
}
/* Says how many of the rows from one on are about the same test as the one before. */
static num rw_same_lines(const Scales *s, num k) {
    num from = k;
    while (k < s->count && s->rows[WEIGH_ROW * k + WEIGH_HOW] == WEIGH_LINES && s->rows[WEIGH_ROW * k + WEIGH_WHAT] == s->rows[WEIGH_ROW * from + WEIGH_WHAT]) k++;
    return k - from;
}
/* Counts everything: for each row the number of each side. */
static void rw_features(Machine *m, const Scales *s, double *into) {
    num *live, count = rw_live(m, &live), turn = rw_active(m), status = m->status;
    if (turn == RW_NOWHERE) turn = m->head[H_ASKED];
    m->status = RW_PLAYED, m->deep = m->listed = 0, m->v = m->cur;
    memset(into, 0, (size_t)(s->count * s->parties) * sizeof(double));
    for (num k = 0; k < s->count; k++, into += s->parties) {
        const num *row = s->rows + WEIGH_ROW * k;
        switch (row[WEIGH_HOW]) {
        case WEIGH_LYING: case WEIGH_SCARCE: rw_weigh_zones(m, s, row, into); break;
        case WEIGH_SORT: rw_weigh_sort(m, s, row, into); break;
        case WEIGH_LINES: if (row[WEIGH_MORE] == 1) rw_weigh_lines(m, s, row, rw_same_lines(s, k), into); break;
        case WEIGH_SIDE: into[row[WEIGH_WHAT]] = 1.0; break;
        case WEIGH_TURN: if (turn >= 0 && turn < s->seats) into[s->sides[turn]] = 1.0; break;
        default: rw_weigh_live(m, s, row, live, count, into);
        }
    }
    m->status = status;
}
/* Says which sides may still win: those with somebody in play, who has not lost. */
static num rw_contenders(Machine *m, const Scales *s, int *in) {
    num found = 0;
    for (num side = 0; side < s->parties; side++) in[side] = 0;
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE);
        if (side < 0 || side >= s->parties || rw_neutral(m, side) || CELL(m, slot, STANDING) < 0 || !rw_in_play(m, slot)) continue;
        found += !in[side], in[side] = 1;
    }
    return found;
}
/* Gives the chance of each side to win, from what was counted. */
static void rw_chances(const Scales *s, const double *counted, const int *in, double *chances) {
    double most = -1e300, total = 0.0;
    for (num side = 0; side < s->parties; side++) {
        chances[side] = 0.0;
        for (num k = 0; k < s->count; k++) chances[side] += s->weights[k] * counted[k * s->parties + side];
        if (in[side] && chances[side] > most) most = chances[side];
    }
    for (num side = 0; side < s->parties; side++) total += chances[side] = in[side] ? exp(chances[side] - most) : 0.0;
    for (num side = 0; side < s->parties && total > 0.0; side++) chances[side] /= total;
}
/* Rates a position that is not over for each seat. */
static void rw_weigh(Machine *m, const Scales *s, double *values) {
    double counted[s->count * s->parties + 1], chances[RW_PARTIES];
    int in[RW_PARTIES];
    rw_features(m, s, counted);
    if (!rw_contenders(m, s, in)) for (num side = 0; side < s->parties; side++) in[side] = 1;
    rw_chances(s, counted, in, chances);
    for (num seat = 0; seat < s->seats; seat++) {
        values[seat] = 0.0;
        for (num side = 0; side < s->parties; side++)
            if (side == s->sides[seat] || rw_allied_sides(m, side, s->sides[seat])) values[seat] += chances[side];
    }
}
