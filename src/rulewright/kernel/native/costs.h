/* Costs: the changes of which they consist, whether they can be paid in full, and paying. A part of machine.h. */

enum { COST_ALTER, COST_SEND, COST_TELL, COST_SHOW };
enum { PAID_KIND, PAID_SLOT, PAID_WHAT, PAID_HOW, PAID_AMOUNT, PAID_ROW };
enum { PURSE_STAT, PURSE_ONLY, PURSE_FIRST, PURSE_ROW };

enum { TO_ALL, TO_ACTOR, FACE_DOWN_TO, KNOWN_TO_ALL, FACE_UP }; /* to whom something is shown */

static num rw_have(Machine *m, num slot, num stat) {
    num least = ROW(m, P_STATS, stat, STAT_ROW)[STAT_LEAST];
    return rw_counts(m, slot, stat) - (least == RW_ABSENT ? 0 : least);
}
static num *rw_owe(Machine *m, num kind, num slot, num what, num how, num amount) {
    num *row = m->lists + m->listed;
    if (m->listed + PAID_ROW > m->listable) { rw_stop(m, RW_FULL); return row; }
    m->listed += PAID_ROW;
    row[0] = kind, row[1] = slot, row[2] = what, row[3] = how, row[4] = amount;
    return row;
}
/* Gives what is left of a stat after the changes that were prepared so far. */
static num rw_left_of(Machine *m, const num *from, num slot, num stat) {
    num left = rw_have(m, slot, stat);
    for (; from < m->lists + m->listed; from += PAID_ROW)
        if (from[PAID_KIND] == COST_ALTER && from[PAID_SLOT] == slot && from[PAID_WHAT] == stat && from[PAID_HOW] == OP_SUBTRACT)
            left -= from[PAID_AMOUNT];
    return left;
}
/* Pays a cost from its own stat as far as possible, and the rest from those that can pay for it; some of them come first. */
static void rw_share_out(Machine *m, const num *from, const num *owed, const num *purses) {
    num slot = owed[PAID_SLOT], own = owed[PAID_WHAT], amount = owed[PAID_AMOUNT], action = m->v[S_ACTION];
    const num *kinds = action == RW_ABSENT ? 0 : m->p + ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_KINDS];
    for (num turn = 0; turn < 4; turn++) /* for certain actions first, other first ones, its own stat, the rest */
        for (num n = 0; n < (turn == 2 ? 1 : purses[0]); n++) {
            const num *purse = purses + 1 + n * PURSE_ROW;
            num stat = turn == 2 ? own : purse[PURSE_STAT], paid;
            if (turn != 2 && purse[PURSE_ONLY] >= 0 && !(kinds && rw_among(kinds, purse[PURSE_ONLY]))) continue;
            if (turn < 2 && (!purse[PURSE_FIRST] || (purse[PURSE_ONLY] < 0) != turn)) continue;
            if (turn == 3 && purse[PURSE_FIRST]) continue;
            paid = rw_left_of(m, from, slot, stat), paid = paid < amount ? paid : amount;
            if (paid > 0) rw_owe(m, COST_ALTER, slot, stat, OP_SUBTRACT, paid), amount -= paid;
        }
    if (amount) rw_owe(m, COST_ALTER, slot, own, OP_SUBTRACT, amount);
}
/* Gives the seats that see a thing's face now, as a set; spectators come first. */
static num rw_seen_by(Machine *m, num slot) {
    num seen = 0;
    for (num seat = RW_SPECTATOR; seat < m->layout[L_SEATS]; seat++) seen |= (num)rw_knows(m, seat, slot) << (seat + 1);
    return seen;
}
/* Gives the seats that would see a thing after it is shown, as a set. */
static num rw_shown_to(Machine *m, num now, num to, num who) {
    num looking = who == RW_NOWHERE ? 0 : (num)1 << (CELL(m, who, OWNER) + 1);
    return to == TO_ACTOR ? now | looking : to == FACE_DOWN_TO ? looking : ((num)1 << (m->layout[L_SEATS] + 1)) - 1;
}
static void rw_owe_sight(Machine *m, num slot, num to, num by) {
    num now = rw_seen_by(m, slot), then = rw_shown_to(m, now, to, rw_value(m, by));
    if ((to != TO_ALL && to != TO_ACTOR) || now != then) rw_owe(m, COST_SHOW, slot, then, to, 0);
}
/* Shows a thing to the seats of a set, or turns it face up. */
static void rw_show_to(Machine *m, num slot, num seats, num to) {
    num seers[64], count = 0;
    for (num seat = RW_SPECTATOR; seat < m->layout[L_SEATS]; seat++) if (seats >> (seat + 1) & 1) seers[count++] = seat;
    rw_show(m, slot, seers, to == FACE_UP ? -1 : count);
}
/* Prepares the changes of one part of a cost. */
static void rw_prepare_part(Machine *m, const num *part) { /* kind, query or not, whom; stat, op, amount, price; zone, owner, at, count, keep; word */
    if (part[0] == COST_ALTER && part[6] && part[3] == rw_held(m->v, S_FREE)) return; /* nothing is paid in this stat */
    num *found, listed = m->listed, count = rw_whom(m, part[1], part[2], &found), things[64];
    if (count > 64) { rw_stop(m, RW_LEFT); return; }
    memcpy(things, found, (size_t)count * sizeof(num));
    m->listed = listed;
    if (part[0] == COST_SEND && part[6] >= 0) {
        num most = rw_value(m, part[6]);
        most = most > 0 ? most : 0, count = count < most ? count : most;
    }
    num amount = part[0] == COST_ALTER ? rw_value(m, part[5]) : 0, *limited;
    if (part[0] == COST_ALTER && part[6] && *m->effects) amount = rw_price(m, rw_held(m->v, S_ACTOR), rw_held(m->v, S_ACTION), part[3], amount, &limited);
    for (num n = 0; n < count; n++) {
        if (part[0] == COST_ALTER) rw_owe(m, COST_ALTER, things[n], part[3], part[4], amount);
        else if (part[0] == COST_TELL) rw_owe(m, COST_TELL, things[n], part[3], 0, 0);
        else if (part[0] == COST_SHOW) rw_owe_sight(m, things[n], part[3], part[4]);
        else {
            num whose = part[4] < 0 ? RW_NOWHERE : rw_value(m, part[4]);
            num owner = whose == RW_NOWHERE ? rw_owner_of(m, things[n]) : CELL(m, whose, OWNER);
            rw_owe(m, COST_SEND, things[n], part[3] < 0 ? RW_NOWHERE : rw_owned(m, part[3], owner), part[5], part[7]);
        }
    }
}
/* Gives a part of a cost that must be paid, or nothing behind the last; those of an optional cost follow if it is wanted. */
static const num *rw_due_part(Machine *m, const num *costs, num n) { /* how many parts, the parts; how many in addition, those */
    const num *extra = costs + 1 + costs[0];
    if (n < costs[0]) return m->p + costs[1 + n];
    if (n - costs[0] >= extra[0]) return 0;
    num ones = m->v[S_EXTRA_ONES], wanted = rw_held(m->v, S_EXTRA) > 0 || (ones != RW_ABSENT && rw_length(ones));
    return wanted ? m->p + extra[1 + n - costs[0]] : 0;
}
/* Prepares all changes of a cost; gives how many, and where they lie. What other stats can pay is divided among them. */
static num rw_prepare(Machine *m, const num *costs, num **found) {
    const num *part;
    num listed = m->listed, count, *rows = m->lists + listed, *into, chosen = m->v[S_CHOSEN], ones = m->v[S_EXTRA_ONES];
    if (ones == RW_ABSENT || !rw_length(ones)) ones = m->v[S_CHOSEN_ONES];
    if (ones != RW_ABSENT && rw_length(ones)) m->v[S_CHOSEN] = rw_items(m, ones)[0];
    for (num n = 0; (part = rw_due_part(m, costs, n)) && !m->status; n++) rw_prepare_part(m, part);
    m->v[S_CHOSEN] = chosen;
    count = (m->listed - listed) / PAID_ROW, *found = rows;
    num later = 0;
    for (num n = 0; n < count; n++)
        later += rows[n * PAID_ROW] == COST_ALTER && rows[n * PAID_ROW + PAID_HOW] == OP_SUBTRACT && m->p[m->p[P_PAYERS] + rows[n * PAID_ROW + PAID_WHAT]];
    if (!later || m->status) return count;
    *found = into = m->lists + m->listed;
    for (num turn = 0; turn < 2; turn++)
        for (num n = 0; n < count; n++) {
            const num *row = rows + n * PAID_ROW;
            num purses = row[0] == COST_ALTER && row[PAID_HOW] == OP_SUBTRACT ? m->p[m->p[P_PAYERS] + row[PAID_WHAT]] : 0;
            if (turn != (purses != 0)) continue;
            if (purses) rw_share_out(m, into, row, m->p + purses);
            else rw_owe(m, row[0], row[1], row[2], row[3], row[4]);
        }
    return (m->lists + m->listed - into) / PAID_ROW;
}
static num rw_total(const num *rows, num count, const num *of) {
    num total = 0;
    for (num n = 0; n < count; n++, rows += PAID_ROW)
        if (rows[0] == COST_ALTER && rows[PAID_HOW] == of[PAID_HOW] && rows[PAID_SLOT] == of[PAID_SLOT] && rows[PAID_WHAT] == of[PAID_WHAT])
            total += rows[PAID_AMOUNT];
    return total;
}
/* Says whether so much could be moved as a part of a cost says. */
static int rw_enough_moves(Machine *m, const num *part) {
    num listed = m->listed, wanted = part[6] < 0 ? 1 : rw_value(m, part[6]), moves = 0, *row = m->lists + listed;
    rw_prepare_part(m, part);
    for (; row < m->lists + m->listed; row += PAID_ROW) moves += m->places[row[1]] != RW_NOWHERE && m->places[row[1]] != row[2];
    m->listed = listed;
    return moves >= wanted;
}
/* Says whether costs can be paid in full. */
static num rw_payable(Machine *m, const num *costs) {
    num listed = m->listed, *rows, count, held = 1;
    const num *part;
    for (num n = 0; held && (part = rw_due_part(m, costs, n)); n++) {
        if (part[0] == COST_SEND) held = rw_enough_moves(m, part);
        if (part[0] == COST_SHOW) rw_prepare_part(m, part), held = m->listed > listed, m->listed = listed;
    }
    count = held ? rw_prepare(m, costs, &rows) : 0;
    for (num n = 0; held && n < count; n++) {
        const num *row = rows + n * PAID_ROW;
        for (num k = 0; held && row[0] == COST_SEND && k < n; k++) held = memcmp(rows + k * PAID_ROW, row, PAID_ROW * sizeof(num)) != 0;
        if (row[0] != COST_ALTER || !held) continue;
        num total = rw_total(rows, count, row), now = CELL(m, row[PAID_SLOT], row[PAID_WHAT]), to;
        if (row[PAID_HOW] == OP_SET) held = rw_clamp(m, row[PAID_SLOT], row[PAID_WHAT], row[PAID_AMOUNT]) != now;
        else if (row[PAID_HOW] == OP_ADD) {
            to = rw_clamp(m, row[PAID_SLOT], row[PAID_WHAT], now + total) - now;
            held = (to < 0 ? -to : to) >= total;
        } else if (row[PAID_HOW] == OP_SUBTRACT) held = rw_have(m, row[PAID_SLOT], row[PAID_WHAT]) >= total;
    }
    m->listed = listed;
    return held;
}
/* Moves a thing; with `keep` one that lies face down stays so, for those who see it. */
static void rw_bring_as_it_lies(Machine *m, num slot, num zone, num at, num keep) {
    const num *seers = 0;
    num seen[64], count = keep && rw_face_down(m, slot) ? rw_linked(m, slot, T_SEEN, &seers) : -1;
    if (count > 64) { rw_stop(m, RW_LEFT); return; }
    if (count > 0) memcpy(seen, seers, (size_t)count * sizeof(num));
    rw_bring(m, slot, zone, at, seen, count);
}
/* Pays one cost, all of it as of one moment. */
static void rw_pay_cost(Machine *m, const num *costs) {
    num listed = m->listed, *rows, count = rw_prepare(m, costs, &rows), together = count > 1 || (count && rows[0] == COST_SEND);
    if (together) rw_begin_moment(m);
    for (num n = 0; n < count && !m->status; n++) {
        const num *row = rows + n * PAID_ROW;
        if (row[0] == COST_ALTER) rw_alter(m, row[1], row[2], row[3], row[4]);
        else if (row[0] == COST_TELL) rw_tell(m, row[2], ABOUT_THING, row[1]);
        else if (row[0] == COST_SHOW) rw_show_to(m, row[1], row[2], row[3]);
        else rw_bring_as_it_lies(m, row[1], row[2], row[3], row[4]);
    }
    if (together) rw_end_moment(m);
    m->listed = listed;
}
