/* Prohibitions: what cannot happen, be done or be chosen, as long as somebody has an ability or a feature that says so, or an effect
   lasts. They come before everything else. A part of machine.h. */

enum { RULE_TEST, RULE_WORDS, RULE_OP, RULE_AMOUNT, RULE_OWN, RULE_ACTIONS, RULE_FEATURES, RULE_ROW };
enum { SAYS_NOTHING, SAYS_SET, SAYS_MORE, SAYS_LESS, SAYS_AT_MOST, SAYS_AT_LEAST }; /* of a price, or of a stat that cannot pass an amount */

static int rw_effect_shown(Machine *m, const num *row) { return !(m->viewing && row[LA_OBJECT] >= 0 && m->veiled[row[LA_OBJECT]]); }

/* Fills the slots for the holder of a prohibition: its player, its actor, and the thing on which it lasts. */
static void rw_laid_by(num *v, num source, num actor, num bound) { v[S_SOURCE] = source, v[S_ACTOR] = actor, v[S_BOUND] = bound; }

static void rw_laid_by_card(Machine *m, num *v, num slot) { rw_laid_by(v, slot, rw_actor_for(m, slot, CELL(m, slot, OWNER)), RW_NOWHERE); }

/* Says whether the condition of a standing ability holds; the ability applies only while it does. */
static int rw_needed(Machine *m, const num *action, const num *by) {
    const num *needs = m->p + action[ACTION_NEEDS];
    if (!needs[0]) return 1;
    num *v = rw_slots(m), *old = m->v, held;
    rw_empty(m, v);
    rw_laid_by(v, by[S_SOURCE], by[S_ACTOR], by[S_BOUND]);
    m->v = v, held = rw_holds(m, needs), m->v = old, m->deep--;
    return (int)held;
}
/* A function that is called for each holder of a prohibition, with the slots filled for it; it says whether the search can stop. */
typedef int (*Asking)(Machine *m, const num *rule, num *v, const num *effect, void *kept);

/* Calls the function for everybody who has a prohibition as an ability or a feature. */
static int rw_standing_rule(Machine *m, const num *rule, num *v, Asking ask, void *kept) {
    const num *actions = m->p + rule[RULE_ACTIONS], *features = m->p + rule[RULE_FEATURES];
    num listed = m->listed, *found, *live, count, enough = 0;
    for (num n = 1; n <= actions[0] && !enough; n++) {
        count = rw_holders(m, actions[n], &found);
        for (num k = 0; k < count && !enough && !m->status; k++) {
            rw_laid_by_card(m, v, found[k]);
            if (rw_in_use(m, found[k], actions[n]) && rw_needed(m, rw_action(m, actions[n]), v)) enough = ask(m, rule, v, 0, kept);
        }
        m->listed = listed;
    }
    for (num n = 1; n <= features[0] && !enough; n++) {
        count = rw_live(m, &live);
        for (num k = 0; k < count && !enough && !m->status; k++) {
            if (!rw_has(m, features[n], live[k], 0)) continue;
            rw_laid_by(v, live[k], live[k], RW_NOWHERE);
            enough = ask(m, rule, v, 0, kept);
            count = rw_live(m, &live);
        }
    }
    return (int)enough;
}
/* Calls the function for everybody who has a prohibition: first by lasting effects, then by abilities and features. */
static int rw_laid_down(Machine *m, num number, num *v, Asking ask, void *kept) {
    const num *rule = ROW(m, P_PROHIBITIONS, number, RULE_ROW);
    for (num n = 0; n < *m->effects && !m->status; n++) {
        const num *row = rw_effect(m, n);
        if (row[LA_ASKS] != T_CANNOT || row[LA_ABOUT] != number || !rw_effect_shown(m, row)) continue;
        rw_laid_by(v, row[LA_BY], row[LA_BY], row[LA_OBJECT]);
        if (ask(m, rule, v, row, kept)) return 1;
    }
    return rw_standing_rule(m, rule, v, ask, kept);
}
static int rw_rule_holds(Machine *m, const num *rule, num *v, const num *effect, void *kept) {
    num *old = m->v, held;
    (void)effect, (void)kept;
    m->v = v, held = rw_value(m, rule[RULE_TEST]) != 0, m->v = old;
    return (int)held;
}
/* Says whether a thing that waits has the prohibition itself, for example that it cannot be countered. */
static int rw_lays_waiting(Machine *m, const num *rule, num *v, num it) {
    const num *actions = m->p + rule[RULE_ACTIONS];
    if (it < 0 || !rw_is_stack(m, m->places[it])) return 0;
    for (num n = 1; n <= actions[0]; n++) {
        if (!rw_able(m, it, actions[n])) continue;
        rw_laid_by_card(m, v, it);
        if (rw_rule_holds(m, rule, v, 0, 0)) return 1;
    }
    return 0;
}
/* Gives the first prohibition of a list that forbids the event about something, or nothing; `base` are the slots that are known. */
static num rw_first_forbidding(Machine *m, num list, const num *base, num it, int waits) {
    num *v = rw_slots(m), found = RW_NOWHERE;
    for (num n = 1; list && n <= m->p[list] && found == RW_NOWHERE && !m->status; n++) {
        num number = m->p[list + n];
        memcpy(v, base, (size_t)m->slots * sizeof(num));
        v[S_IT] = it;
        if (rw_laid_down(m, number, v, rw_rule_holds, 0) || (waits && rw_lays_waiting(m, ROW(m, P_PROHIBITIONS, number, RULE_ROW), v, it))) found = number;
    }
    m->deep--;
    return found;
}
static num rw_forbidden(Machine *m, num stat, num sort) { return m->p[m->p[P_FORBIDDEN] + (stat == RW_NOWHERE ? m->width + sort : stat)]; }

/* Gives the prohibition that forbids a prepared change, or nothing. */
static num rw_forbidding(Machine *m, const num *change) {
    num stat = rw_stat_of_change(change), sort = rw_sort_of_change(change), list = rw_forbidden(m, stat, sort), event[EVENT_ROW], found = RW_NOWHERE;
    const num *before = m->change, *cause = rw_cause(m);
    if (!list || m->status) return found;
    memcpy(event, m->event, sizeof event);
    rw_foresee(m, change);
    if (m->event[0]) {
        num *base = rw_slots(m);
        if (cause) memcpy(base, cause, (size_t)m->slots * sizeof(num)); else rw_empty(m, base);
        base[S_ATTACKER] = cause ? rw_held(cause, S_ACTOR) : RW_NOWHERE, base[S_CAUSE] = cause ? rw_held(cause, S_ACTION) : RW_NOWHERE;
        m->change = change;
        found = rw_first_forbidding(m, list, base, change[CH_SLOT], sort == OF_TOLD || stat == BLOCKED);
        m->change = before, m->deep--;
    }
    memcpy(m->event, event, sizeof event);
    return found;
}
/* Says whether a prepared change may happen. */
static int rw_may_happen(Machine *m, const num *change) { return !m->p[P_PROHIBITED] || rw_forbidding(m, change) == RW_NOWHERE; }

/* Shortens a change of a stat that cannot pass a bound; gives 0 if nothing is left of it. */
static int rw_shortened(Machine *m, num *change, const num *rule) {
    if (change[CH_KIND] != CH_ALTER || rule[RULE_OP] < SAYS_AT_MOST) return 0;
    num *v = rw_slots(m), *kept = m->v, limit, old = CELL(m, change[CH_SLOT], change[CH_STAT]);
    rw_empty(m, v);
    m->v = v, limit = rw_value(m, rule[RULE_AMOUNT]), m->v = kept, m->deep--;
    if (limit == old) return 0;
    int by = change[CH_OP] == OP_ADD || change[CH_OP] == OP_SUBTRACT;
    change[CH_AMOUNT] = by ? rw_size(limit - old) : limit;
    if (!by) change[CH_OP] = OP_SET;
    return 1;
}
static void rw_tell_said(Machine *m, num word, num slot, num text) {
    num *e = rw_event(m, EV_TOLD, 4), event[EVENT_ROW] = {EV_TOLD, slot, word, ABOUT_THING, slot, 0, 0, word};
    if (!e) return;
    e[0] = word, e[1] = ABOUT_SAID, e[2] = slot, e[3] = text;
    rw_happened(m, rw_listeners(m, ON_TOLD), event);
}
/* Of the changes prepared since `from`, leaves out those that cannot happen, reduces those that cannot happen in full, and writes an event
   for each. What is not happening yet may still become less by itself, so that only what happens is shortened. Gives how long the rest is. */
static num rw_permitted(Machine *m, num from, int happening) {
    num end = m->prepared, kept = from, size;
    for (num at = from; at < end && !m->status; at += size) {
        num *change = m->changes + at, slot = change[CH_SLOT], number, stays = 1;
        size = change[CH_SIZE];
        while (stays && (number = rw_forbidding(m, change)) != RW_NOWHERE && !m->status) {
            const num *rule = ROW(m, P_PROHIBITIONS, number, RULE_ROW);
            if (rule[RULE_OP] && !happening) break;
            rw_tell_said(m, T_CANNOT, slot, rule[RULE_WORDS]);
            stays = rw_shortened(m, change, rule);
        }
        if (!stays) continue;
        memmove(m->changes + kept, change, (size_t)size * sizeof(num));
        kept += size;
    }
    m->prepared = kept;
    return kept - from;
}

/* -- legality ------------------------------------------------------------------------------------------------------------------------------ */

/* Says whether no prohibition forbids the act in the slots, seen as an event about the thing `it`. */
static num rw_lawfully(Machine *m, num list, num it, const num *event) {
    num kept[EVENT_ROW], *base, found;
    if (!list) return 1;
    memcpy(kept, m->event, sizeof kept), memcpy(m->event, event, sizeof kept);
    base = rw_slots(m);
    memcpy(base, m->v, (size_t)m->slots * sizeof(num));
    base[S_ATTACKER] = m->v[S_ACTOR], base[S_CAUSE] = rw_held(m->v, S_ACTION);
    found = rw_first_forbidding(m, list, base, it, 0);
    m->deep--;
    memcpy(m->event, kept, sizeof kept);
    return found == RW_NOWHERE;
}
/* Says whether the actor may perform its action. */
static num rw_may_perform(Machine *m) {
    num actor = m->v[S_ACTOR], source = m->v[S_SOURCE] == RW_ABSENT ? actor : m->v[S_SOURCE], list = rw_forbidden(m, RW_NOWHERE, OF_PERFORMED);
    num event[EVENT_ROW] = {EV_PERFORMED, actor, m->v[S_ACTION]};
    return rw_lawfully(m, list, actor, event) && (source == actor || rw_lawfully(m, list, source, event));
}
/* Says whether `it` may be chosen by an act, or by whoever chooses. */
static num rw_may_choose(Machine *m) {
    num event[EVENT_ROW] = {EV_CHOSEN, m->v[S_IT], rw_held(m->v, S_ACTION)};
    return rw_lawfully(m, rw_forbidden(m, RW_NOWHERE, OF_CHOSEN), m->v[S_IT], event);
}
/* Says whether the actor may enter the tile `it`. */
static num rw_may_enter(Machine *m) {
    num actor = m->v[S_ACTOR], event[EVENT_ROW] = {EV_CHANGED, actor, TILE, CELL(m, actor, TILE), m->v[S_IT]};
    return rw_lawfully(m, rw_forbidden(m, TILE, OF_CHANGED), actor, event);
}
