/* What an act costs in a stat: the price in its rule, and changes of it by other rules, in a fixed order. A part of machine.h. */

/* The changes of a price: what it is set to, what is added and taken off, and its bounds; and whether effects with limited uses are listed. */
typedef struct { num sets, set, more, less, most, least, lists, used; } Said;

static int rw_say(Machine *m, const num *rule, num *v, const num *effect, void *kept) {
    Said *said = kept;
    num *old = m->v, amount;
    if (!rw_rule_holds(m, rule, v, effect, 0)) return 0;
    if (effect) amount = effect[LA_AMOUNT];
    else {
        num *by = rw_slots(m); /* the amount may depend only on the holder of the rule */
        rw_empty(m, by);
        rw_laid_by(by, v[S_SOURCE], v[S_ACTOR], v[S_BOUND]);
        m->v = by, amount = rw_value(m, rule[RULE_AMOUNT]), m->v = old, m->deep--;
    }
    if (rule[RULE_OP] == SAYS_SET) said->sets = 1, said->set = amount;
    else if (rule[RULE_OP] == SAYS_MORE) said->more = rw_bounded(m, said->more + amount);
    else if (rule[RULE_OP] == SAYS_LESS) said->less = rw_bounded(m, said->less + amount);
    else if (rule[RULE_OP] == SAYS_AT_MOST) said->most = amount < said->most ? amount : said->most;
    else said->least = amount > said->least ? amount : said->least;
    said->used++;
    if (!said->lists || !effect || effect[LA_USES] == RW_ABSENT) return 0;
    if (m->listed >= m->listable) rw_stop(m, RW_FULL); else m->lists[m->listed++] = effect[LA_ID];
    return 0;
}
/* Adds up the changes of the act's price in a stat; if they are also listed, the caller frees the list by resetting `listed`. */
static void rw_said(Machine *m, num stat, Said *said) {
    num list = m->p[m->p[P_PRICED] + stat], source = rw_held(m->v, S_SOURCE), actor = rw_held(m->v, S_ACTOR), kept[EVENT_ROW];
    const num *actions;
    if (!list || m->status) return;
    num *v = rw_slots(m), event[EVENT_ROW] = {EV_PERFORMED, actor, rw_held(m->v, S_ACTION)};
    memcpy(kept, m->event, sizeof kept), memcpy(m->event, event, sizeof kept);
    for (num n = 1; n <= m->p[list] && !m->status; n++) {
        const num *rule = ROW(m, P_PROHIBITIONS, m->p[list + n], RULE_ROW);
        memcpy(v, m->v, (size_t)m->slots * sizeof(num));
        v[S_IT] = source, v[S_ATTACKER] = actor;
        rw_laid_down(m, m->p[list + n], v, rw_say, said);
        actions = m->p + rule[RULE_ACTIONS];
        for (num k = 0; rule[RULE_OWN] && source >= 0 && !rw_in_play(m, source) && k < actions[0]; k++) { /* a card's rule about its own cost */
            if (!rw_able(m, source, actions[1 + k])) continue;
            rw_laid_by_card(m, v, source);
            rw_say(m, rule, v, 0, said);
        }
    }
    memcpy(m->event, kept, sizeof kept);
    m->deep--;
}
static Said rw_unsaid(int lists) { return (Said){.most = RW_LARGEST, .least = -RW_LARGEST, .lists = lists}; }

/* Applies the changes of a price, in their order. */
static num rw_fold_price(Machine *m, num base, const Said *said) {
    if (said->sets) base = said->set;
    base = rw_bounded(m, base + said->more - said->less), base = base > 0 ? base : 0;
    base = base < said->most ? base : said->most;
    return base > said->least ? base : said->least;
}
/* Gives what the act costs in a stat. */
static num rw_act_price(Machine *m, num stat, num base) {
    num *limited;
    base = rw_price(m, rw_held(m->v, S_ACTOR), rw_held(m->v, S_ACTION), stat, base, &limited);
    if (!m->p[m->p[P_PRICED] + stat]) return base;
    Said said = rw_unsaid(0);
    rw_said(m, stat, &said);
    return rw_fold_price(m, base, &said);
}
/* Uses up effects on the cost of the next act, because this act was the next one. */
static void rw_use_up(Machine *m, const num *ids, num count) {
    for (num n = 0; n < count && !m->status; n++) if (rw_effect_of(m, ids[n])) rw_use(m, rw_effect_of(m, ids[n]));
}
/* Gives how the act is paid: 0 if nothing is paid, 1 by its cost, 2 and more by an alternative. */
static num rw_way(Machine *m) { return rw_held(m->v, S_GRATIS) > 0 ? 0 : 1 + (m->v[S_WAY] == RW_ABSENT ? 0 : m->v[S_WAY]); }

enum { ADDS_STATS, ADDS_BEFORE, ADDS_ROW }; /* for a way to pay: the stats in which its own rule names no price; what is not paid last */

/* Prepares additional costs of the act in stats that its own rule does not name. */
static void rw_surcharge(Machine *m) {
    const num *prices = m->p + rw_action(m, m->v[S_ACTION])[ACTION_PRICES], *stats;
    if (prices == m->p || rw_way(m) >= prices[0]) return;
    stats = m->p + prices[1 + rw_way(m) * ADDS_ROW + ADDS_STATS];
    for (num n = 1; n <= stats[0] && !m->status; n++) {
        Said said = rw_unsaid(0);
        rw_said(m, stats[n], &said);
        num amount = rw_fold_price(m, 0, &said);
        if (amount) rw_new_alter(m, m->v[S_ACTOR], stats[n], OP_SUBTRACT, amount, T_NONE);
    }
}
/* Gives by how much the act's price is reduced at most, in all stats together. */
static num rw_lowered(Machine *m) {
    num less = 0;
    for (num stat = 0; stat < m->width; stat++) {
        if (!m->p[m->p[P_PRICED] + stat]) continue;
        Said said = rw_unsaid(0);
        rw_said(m, stat, &said);
        less = rw_bounded(m, less + said.less);
    }
    return less;
}
