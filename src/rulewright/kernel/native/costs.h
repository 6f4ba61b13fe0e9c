/* Costs: the changes of which they consist, whether they can be paid in full, and paying. A part of machine.h. */

enum { PURSE_STAT, PURSE_ONLY, PURSE_FIRST, PURSE_ROW };

static num rw_have(Machine *m, num slot, num stat) {
    num least = ROW(m, P_STATS, stat, STAT_ROW)[STAT_LEAST];
    return rw_counts(m, slot, stat) - (least == RW_ABSENT ? 0 : least);
}
static int rw_is_loss(const num *change) { return change[CH_KIND] == CH_ALTER && change[CH_OP] == OP_SUBTRACT; }

/* Gives what is left of a stat after the changes prepared since `from`. */
static num rw_left_of(Machine *m, num from, num slot, num stat) {
    num left = rw_have(m, slot, stat);
    for (const num *change = m->changes + from; change < m->changes + m->prepared; change += change[CH_SIZE])
        if (rw_is_loss(change) && change[CH_SLOT] == slot && change[CH_STAT] == stat) left -= change[CH_AMOUNT];
    return left;
}
/* Takes a cost from its own stat as far as possible and the rest from stats that can pay for it; some of these come before the own stat. */
static void rw_share_out(Machine *m, num from, const num *owed, const num *purses, num action) {
    num slot = owed[CH_SLOT], own = owed[CH_STAT], amount = owed[CH_AMOUNT], tag = owed[CH_TAG];
    const num *kinds = action == RW_NOWHERE ? 0 : m->p + ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_KINDS];
    for (num turn = 0; turn < 4; turn++) /* stats only for certain actions, others that come first, its own stat, the rest */
        for (num n = 0; n < (turn == 2 ? 1 : purses[0]); n++) {
            const num *purse = purses + 1 + n * PURSE_ROW;
            num stat = turn == 2 ? own : purse[PURSE_STAT], paid;
            if (turn != 2 && purse[PURSE_ONLY] >= 0 && !(kinds && rw_among(kinds, purse[PURSE_ONLY]))) continue;
            if (turn < 2 && (!purse[PURSE_FIRST] || (purse[PURSE_ONLY] < 0) != turn)) continue;
            if (turn == 3 && purse[PURSE_FIRST]) continue;
            paid = rw_left_of(m, from, slot, stat), paid = paid < amount ? paid : amount;
            if (paid > 0) rw_new_alter(m, slot, stat, OP_SUBTRACT, paid, tag), amount -= paid;
        }
    if (amount) rw_new_alter(m, slot, own, OP_SUBTRACT, amount, tag);
}
static num rw_purses_for(Machine *m, const num *change) { return rw_is_loss(change) ? m->p[m->p[P_PAYERS] + change[CH_STAT]] : 0; }

/* Divides the costs prepared since `from` among the stats that can pay them; costs that only their own stat can pay come first. */
static void rw_allot(Machine *m, num from, num action) {
    num end = m->prepared, later = 0;
    for (num at = from; at < end; at += m->changes[at + CH_SIZE]) later += rw_purses_for(m, m->changes + at) != 0;
    if (!later || m->status) return;
    for (num turn = 0; turn < 2; turn++)
        for (num at = from; at < end && !m->status; at += m->changes[at + CH_SIZE]) {
            num purses = rw_purses_for(m, m->changes + at);
            if (turn != (purses != 0)) continue;
            if (purses) rw_share_out(m, end, m->changes + at, m->p + purses, action); else rw_same_change(m, m->changes + at);
        }
    if (m->status) return;
    memmove(m->changes + from, m->changes + end, (size_t)(m->prepared - end) * sizeof(num));
    m->prepared -= end - from;
}
/* Prepares the changes of a stat that make up one part of a cost. */
static void rw_cost_alter(Machine *m, const num *i) { /* query or not, whom, stat, op, amount, each, price */
    if (i[7] && i[3] == rw_held(m->v, S_FREE)) return; /* the act is free of costs in this stat */
    num listed = m->listed, *found, amount = rw_value(m, i[5]), count;
    if (i[7]) amount = rw_act_price(m, i[3], amount);
    count = rw_whom(m, i[1], i[2], &found);
    for (num n = 0; n < count && !m->status; n++) rw_new_alter(m, found[n], i[3], i[4], amount, T_NONE);
    m->listed = listed;
}
static void rw_prepare_part(Machine *m, const num *i) {
    if (i[0] == I_ALTER) rw_cost_alter(m, i);
    else if (i[0] == I_TELL && !i[2]) rw_new_short(m, CH_TELL, rw_held(m->v, S_ACTOR), i[1]);
    else rw_prepare_changes(m, i);
}
/* Gives the parts of a cost that must be paid: of the cost itself, an alternative or nothing, with the optional cost if it is wanted. */
static const num *rw_due_parts(Machine *m, const num *costs) { /* how many ways; for each the parts without and with the optional cost */
    num ones = m->v[S_EXTRA_ONES], wanted = rw_held(m->v, S_EXTRA) > 0 || (ones != RW_ABSENT && rw_length(ones)), way = rw_way(m);
    if (way >= costs[0]) way = 1; /* this part of the price has no alternatives */
    return m->p + costs[1 + 2 * way + wanted];
}
/* Prepares all changes of a cost. What other stats can pay is divided among them. */
static void rw_prepare_cost(Machine *m, const num *costs) {
    const num *parts = rw_due_parts(m, costs);
    num from = m->prepared, chosen = m->v[S_CHOSEN], ones = m->v[S_EXTRA_ONES];
    if (ones == RW_ABSENT || !rw_length(ones)) ones = m->v[S_CHOSEN_ONES];
    if (ones != RW_ABSENT && rw_length(ones)) m->v[S_CHOSEN] = rw_items(m, ones)[0];
    for (num n = 1; n <= parts[0] && !m->status; n++) rw_prepare_part(m, m->p + parts[n]);
    m->v[S_CHOSEN] = chosen;
    rw_allot(m, from, rw_held(m->v, S_ACTION));
}
static num rw_total(Machine *m, num from, const num *of) {
    num total = 0;
    for (const num *change = m->changes + from; change < m->changes + m->prepared; change += change[CH_SIZE])
        if (change[CH_KIND] == CH_ALTER && change[CH_OP] == of[CH_OP] && change[CH_SLOT] == of[CH_SLOT] && change[CH_STAT] == of[CH_STAT])
            total = of[CH_OP] == OP_SET ? change[CH_AMOUNT] : rw_bounded(m, total + change[CH_AMOUNT]);
    return total;
}
/* Gives how much of a prepared move or change of a stat could happen now. */
static num rw_how_much(Machine *m, const num *change) {
    if (!rw_may_happen(m, change)) return 0;
    if (change[CH_KIND] == CH_SEND) return m->places[change[CH_SLOT]] != RW_NOWHERE && m->places[change[CH_SLOT]] != change[CH_ZONE];
    return rw_size(rw_altered(m, change[CH_SLOT], change[CH_STAT], change[CH_OP], change[CH_AMOUNT]) - CELL(m, change[CH_SLOT], change[CH_STAT]));
}
/* Says whether a thing can gain or lose as much of a stat as all its changes together say. */
static int rw_suffices(Machine *m, num from, const num *change) {
    num total = rw_total(m, from, change), kept = m->prepared, can;
    if (change[CH_OP] == OP_SUBTRACT) return rw_have(m, change[CH_SLOT], change[CH_STAT]) >= total;
    can = rw_how_much(m, rw_new_alter(m, change[CH_SLOT], change[CH_STAT], change[CH_OP], total, T_NONE));
    m->prepared = kept;
    return change[CH_OP] == OP_ADD ? can >= total : can != 0;
}
/* Says whether the changes prepared since `from` can all happen in full, without two that are the same. */
static int rw_in_full(Machine *m, num from) {
    num end = m->prepared;
    for (num at = from; at < end && !m->status; at += m->changes[at + CH_SIZE]) {
        const num *change = m->changes + at;
        for (num before = from; change[CH_KIND] == CH_SEND && before < at; before += m->changes[before + CH_SIZE])
            if (!memcmp(m->changes + before, change, (size_t)change[CH_SIZE] * sizeof(num))) return 0;
        if (change[CH_KIND] == CH_ALTER && !rw_suffices(m, from, change)) return 0;
    }
    for (num at = from; m->p[P_PROHIBITED] && at < end && !m->status; at += m->changes[at + CH_SIZE])
        if (!rw_may_happen(m, m->changes + at)) return 0;
    return 1;
}
/* Says whether a part of a cost that changes no stat can be done. */
static int rw_doable(Machine *m, const num *i) {
    num from = m->prepared, wanted = 1, moves = 0;
    if (i[0] == I_ALTER || i[0] == I_TELL || i[0] == I_NOTE) return 1;
    rw_prepare_part(m, i);
    if (i[0] != I_SEND) moves = m->prepared > from;
    else if (i[6] >= 0) wanted = rw_value(m, i[6]);
    for (const num *change = m->changes + from; i[0] == I_SEND && change < m->changes + m->prepared; change += change[CH_SIZE]) moves += rw_how_much(m, change);
    m->prepared = from;
    return moves >= wanted;
}
/* Says whether costs can be paid in full. */
static num rw_payable(Machine *m, const num *costs) {
    const num *parts = rw_due_parts(m, costs);
    num from = m->prepared, held = 1;
    for (num n = 1; held && n <= parts[0] && !m->status; n++) held = rw_doable(m, m->p + parts[n]);
    if (held) rw_prepare_cost(m, costs), held = rw_in_full(m, from);
    m->prepared = from;
    return held;
}
/* Says whether the act's own price and what other rules add to it can be paid together. */
static num rw_affordable_additions(Machine *m) {
    const num *costs = m->p + rw_action(m, m->v[S_ACTION])[ACTION_PRICE];
    num from = m->prepared, held = 1;
    if (rw_held(m->v, S_GRATIS) <= 0) rw_surcharge(m);
    if (m->prepared > from) {
        m->prepared = from;
        for (num n = 1; n <= costs[0] && !m->status; n++) rw_prepare_cost(m, m->p + costs[n]);
        rw_surcharge(m);
        held = rw_in_full(m, from);
    }
    m->prepared = from;
    return held;
}
/* Pays one cost; all of its changes happen in one moment. */
static void rw_pay_cost(Machine *m, const num *costs) {
    num from = m->prepared;
    rw_prepare_cost(m, costs);
    rw_do_all(m, from);
}
/* Pays for the running act, and uses up the effects that change the cost of one act. */
static void rw_pay(Machine *m, const num *action) {
    const num *costs = m->p + action[ACTION_COSTS], *prices = m->p + action[ACTION_PRICES];
    num listed = m->listed, from = m->prepared, count;
    if (prices != m->p) {
        const num *stats = m->p + prices[1 + (rw_way(m) < prices[0] ? rw_way(m) : 1) * ADDS_ROW + ADDS_BEFORE];
        Said said = rw_unsaid(1);
        for (num n = 1; n <= stats[0]; n++) rw_said(m, stats[n], &said);
    }
    count = m->listed - listed;
    for (num n = 1; action[ACTION_COSTS] && n <= costs[0] && !m->status; n++) rw_pay_cost(m, m->p + costs[n]);
    if (prices != m->p && rw_held(m->v, S_GRATIS) <= 0) rw_surcharge(m), rw_do_all(m, from);
    rw_use_up(m, m->lists + listed, count);
    m->listed = listed;
}
