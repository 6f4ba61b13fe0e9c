/* What a position is worth to each side, without knowing the book: numbers of the position times weights that were learned from play.
 *
 * Each row names one number that is counted for every side, such as a stat of its cast, the cards in a zone or what it has in play. From the
 * sums of the sides follow their chances to win, which add up to 1, as in a logistic regression.
 */

enum { WEIGH_HAVING, WEIGH_LYING, WEIGH_THINGS, WEIGH_SUM, WEIGH_FULL, WEIGH_NEAR, WEIGH_TURN, WEIGH_SIDE, WEIGH_SCARCE, WEIGH_ROW = 2 };
enum { RW_SEATS = 64, RW_PARTIES = 16, RW_AWAY = 32 };

typedef struct {
    const num *rows, *sides; /* what is counted, and of each seat its side */
    num count, seats, parties;
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
/* Counts one row for every thing in play. */
static void rw_weigh_live(Machine *m, const Scales *s, const num *row, const num *live, num count, double *into) {
    for (num n = 0; n < count; n++) {
        num slot = live[n], side = rw_weighed_side(m, s, slot), cast = CELL(m, slot, SIDE) != RW_NOWHERE, cap;
        if (side < 0) continue;
        if (row[0] == WEIGH_THINGS) into[side] += row[1] == RW_NOWHERE ? !cast : CELL(m, slot, KIND) == row[1];
        else if (row[0] == WEIGH_NEAR) into[side] += cast && CELL(m, slot, TILE) >= 0 && m->layout[L_WIDE] ? (double)rw_nearest(m, s, slot, live, count) : 0.0;
        else if (cast != (row[0] != WEIGH_SUM)) continue;
        else if (row[0] != WEIGH_FULL) into[side] += (double)rw_counts(m, rw_sharing(m, slot, ROW(m, P_STATS, row[1], STAT_ROW)[STAT_SHARED]), row[1]);
        else if ((cap = rw_counts(m, slot, ROW(m, P_STATS, row[1], STAT_ROW)[STAT_CAP])) > 0) into[side] += (double)rw_counts(m, slot, row[1]) / (double)cap;
    }
}
/* Counts one row for every zone of its kind that somebody has. */
static void rw_weigh_zones(Machine *m, const Scales *s, const num *row, double *into) {
    for (num zone = 0; zone < m->zones; zone++) {
        num owner = m->grounds[3 * zone + 1], lying = m->lengths[zone];
        if (m->grounds[3 * zone] != row[1] || owner < 0 || owner >= s->seats) continue;
        double *to = into + s->sides[owner];
        *to += row[0] == WEIGH_LYING ? (double)lying : 1.0 / (double)(1 + lying);
    }
}
/* Counts everything: for each row the number of each side. */
static void rw_features(Machine *m, const Scales *s, double *into) {
    num *live, count = rw_live(m, &live), turn = rw_active(m), status = m->status;
    if (turn == RW_NOWHERE) turn = m->head[H_ASKED];
    m->status = RW_PLAYED, m->deep = m->listed = 0, m->v = m->cur;
    memset(into, 0, (size_t)(s->count * s->parties) * sizeof(double));
    for (num k = 0; k < s->count; k++, into += s->parties) {
        const num *row = s->rows + WEIGH_ROW * k;
        if (row[0] == WEIGH_LYING || row[0] == WEIGH_SCARCE) rw_weigh_zones(m, s, row, into);
        else if (row[0] == WEIGH_SIDE) into[row[1]] = 1.0;
        else if (row[0] != WEIGH_TURN) rw_weigh_live(m, s, row, live, count, into);
        else if (turn >= 0 && turn < s->seats) into[s->sides[turn]] = 1.0;
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
