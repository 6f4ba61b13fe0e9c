/* What a stat counts as: the stored number, changed by lasting effects and features; and who has a feature. A part of machine.h. */

enum { SCENE_FLUID, SCENE_FEATURES, SCENE_JUDGED, SCENE_GRANTED, SCENE_ROW };
enum { FEATURE_NAME, FEATURE_GIVEN, FEATURE_ACTS, FEATURE_SCOPE, FEATURE_WHEN, FEATURE_ROW };
enum { MODIFIER_NAME, MODIFIER_OP, MODIFIER_AMOUNT, MODIFIER_FEATURE, MODIFIER_CARD, MODIFIER_ROW };

static const num *rw_scene(Machine *m) { return ROW(m, P_SCENES, m->layout[L_SCENE], SCENE_ROW); }
static const num *rw_cause(Machine *m);
static void rw_empty(Machine *m, num *v) { memset(v, RW_BLANK, (size_t)m->slots * sizeof(num)); }
static void rw_tell(Machine *m, num word, num how, num about);

/* Gives working slots; the caller frees them by `deep--`. */
static num *rw_slots(Machine *m) {
    num at = m->deep++;
    if (at >= RW_NESTED) rw_stop(m, RW_LEFT), at = RW_NESTED - 1;
    return m->stack + at * m->slots;
}
/* Fills the slots for a feature of somebody; if it is just acting, with the slots of its action. */
static void rw_about(Machine *m, num *v, num slot) {
    const num *cause = rw_cause(m);
    if (cause && rw_held(cause, S_ACTOR) == slot) memcpy(v, cause, (size_t)m->slots * sizeof(num)); else rw_empty(m, v);
    v[S_ACTOR] = v[S_IT] = slot;
}
/* Says whether somebody has a feature now; `given` are the slots of an act or check, if one is asked about. */
static num rw_has(Machine *m, num index, num slot, const num *given) {
    const num *feature = ROW(m, P_FEATURES, index, FEATURE_ROW);
    if (m->status) return 0;
    num lent = *m->effects && rw_touched(m, slot, T_FEATURE, index), held = 1;
    if (!lent && (feature[FEATURE_GIVEN] || !m->p[rw_scene(m)[SCENE_FEATURES] + index])) return 0;
    num *v = rw_slots(m), *old = m->v;
    if (given) memcpy(v, given, (size_t)m->slots * sizeof(num)), v[S_IT] = slot; else rw_about(m, v, slot);
    m->v = v;
    if (!lent || feature[FEATURE_ACTS]) held = rw_value(m, feature[FEATURE_SCOPE]) != 0;
    if (held && feature[FEATURE_WHEN] >= 0) held = rw_value(m, feature[FEATURE_WHEN]) != 0;
    m->v = old, m->deep--;
    return held && !m->status;
}
/* Gives what a modifier of a feature amounts to for somebody. */
static num rw_modified(Machine *m, const num *modifier, num slot) {
    num *v = rw_slots(m), *old = m->v, amount;
    rw_about(m, v, slot);
    m->v = v;
    amount = rw_value(m, modifier[MODIFIER_AMOUNT]);
    m->v = old, m->deep--;
    return amount;
}
static num rw_clamp(Machine *m, num slot, num stat, num n);

/* Adds up what counts: the last of the effects and modifiers that set the stat, then the sum of those that add to it. */
static num rw_folded(Machine *m, num slot, num stat, const num *modifiers) {
    num base = CELL(m, slot, stat), more = 0, set_by = RW_NOWHERE; /* by no modifier, by a rule, or by a card */
    for (num n = 0; m->touching[stat] && n < *m->effects; n++) {
        const num *row = rw_effect(m, n);
        if (!rw_is_about(m, row, slot, RW_NOWHERE, stat)) continue;
        if (row[LA_OP] == LA_SETS) base = row[LA_AMOUNT]; else more = rw_bounded(m, more + row[LA_AMOUNT]);
    }
    for (num n = 0; n < modifiers[0]; n++) {
        const num *each = modifiers + 1 + n * MODIFIER_ROW;
        num named = 0;
        for (num k = 0; m->touching[stat] && !m->p[P_ADDS_UP] && k < *m->effects; k++)
            named |= rw_is_about(m, rw_effect(m, k), slot, RW_NOWHERE, stat) && rw_effect(m, k)[LA_NAME] == each[MODIFIER_NAME];
        if (named || !rw_has(m, each[MODIFIER_FEATURE], slot, 0)) continue;
        num amount = rw_modified(m, each, slot);
        if (each[MODIFIER_OP] != LA_SETS) { more = rw_bounded(m, more + amount); continue; }
        if (set_by == 1 && each[MODIFIER_CARD]) rw_stop(m, RW_LEFT); /* Python knows the order in which several cards set a stat */
        if (set_by < 1 || each[MODIFIER_CARD]) base = amount;
        if (set_by < each[MODIFIER_CARD]) set_by = each[MODIFIER_CARD];
    }
    return rw_bounded(m, base + more);
}
/* Gives the current value of a stat. */
static num rw_counts(Machine *m, num slot, num stat) {
    num fluid = m->fluid[stat];
    if (!m->touching[stat] || (!fluid && !rw_touched(m, slot, RW_NOWHERE, stat))) return CELL(m, slot, stat);
    return rw_clamp(m, slot, stat, rw_folded(m, slot, stat, fluid ? m->p + fluid : m->p + m->p[P_NOTHING]));
}
/* Keeps a value inside the bounds of its stat. */
static num rw_clamp(Machine *m, num slot, num stat, num n) {
    const num *bounds = ROW(m, P_STATS, stat, STAT_ROW);
    if (bounds[STAT_CAP] >= 0) {
        num cap = rw_counts(m, slot, bounds[STAT_CAP]);
        if (cap > 0 && n > cap) n = cap;
    }
    if (bounds[STAT_MOST] != RW_ABSENT && n > bounds[STAT_MOST]) n = bounds[STAT_MOST];
    return bounds[STAT_LEAST] != RW_ABSENT && n < bounds[STAT_LEAST] ? bounds[STAT_LEAST] : n;
}

/* -- what somebody can do: by its kind, and by features -- */

enum { GRANT_ACTION, GRANT_FEATURE, GRANT_ROW };

/* Says whether a feature gives somebody an action. */
static int rw_granted(Machine *m, num slot, num action) {
    const num *granted = m->p + m->p[P_GRANTED];
    for (num k = 0; rw_scene(m)[SCENE_GRANTED] && k < granted[0]; k++)
        if (granted[1 + k * GRANT_ROW] == action && rw_has(m, granted[2 + k * GRANT_ROW], slot, 0)) return 1;
    return 0;
}
/* Gives the n-th action that a thing may have: those of its kind, then those that features may give it; or nothing. */
static num rw_ability(Machine *m, num slot, num n) {
    const num *own = m->p + m->p[m->p[P_KINDS] + CELL(m, slot, KIND)], *granted = m->p + m->p[P_GRANTED];
    if (n < own[0]) return own[1 + n];
    n -= own[0];
    return rw_scene(m)[SCENE_GRANTED] && n < granted[0] ? granted[1 + n * GRANT_ROW] : RW_NOWHERE;
}

/* -- features that decide a check -- */

enum { V_PASS, V_FAIL, V_DICE };

/* Gives the first die that was rolled since a place in the log. */
static num rw_first_die(Machine *m, num before) {
    for (num at = m->used, found = RW_NOWHERE;; at -= m->log[at - 1]) {
        if (at <= before) return found;
        const num *e = m->log + at - m->log[at - 1];
        if (e[0] == EV_ROLLED) found = e[3];
    }
}
/* Says how features let the check be rolled: 1 with advantage, 2 with disadvantage, 0 plainly, also where they cancel each other. */
static num rw_edge_of(Machine *m) {
    const num *edges = m->p + m->p[P_EDGES]; /* how many; feature, whether it is a disadvantage */
    num found = 0, actor = rw_held(m->cur, S_ACTOR);
    for (num n = 0; n < edges[0] && !m->status; n++) if (rw_has(m, edges[1 + 2 * n], actor, m->cur)) found |= edges[2 + 2 * n] ? 2 : 1;
    return found == 3 ? 0 : found;
}
/* Lets features decide a check by its first die; they may also multiply the dice of its damage. */
static num rw_judged(Machine *m, num held, num natural) {
    const num *at = m->p + m->p[P_VERDICTS], *end = at + 1 + at[0]; /* feature, how many; how and how much of each */
    num *seen = rw_slots(m), *old = m->v, actor = rw_held(m->cur, S_ACTOR);
    memcpy(seen, m->cur, (size_t)m->slots * sizeof(num));
    seen[S_NATURAL] = natural;
    for (at++; at < end && !m->status; at += 2 + 2 * at[1]) {
        if (!rw_has(m, at[0], actor, seen)) continue;
        rw_tell(m, ROW(m, P_FEATURES, at[0], FEATURE_ROW)[FEATURE_NAME], ABOUT_THING, actor);
        for (num n = 0; n < at[1]; n++) {
            num how = at[2 + 2 * n];
            if (how != V_DICE) { held = how == V_PASS; continue; }
            m->v = seen;
            m->cur[S_DICE] = rw_value(m, at[3 + 2 * n]);
            m->v = old;
        }
    }
    m->deep--;
    return held;
}

/* After a block was filled: reads how many things and zones there are, and works out what is not stored. */
static void rw_counted(Machine *m) {
    m->things = m->count[N_THINGS], m->zones = m->count[N_ZONES], rw_index_zones(m), m->fluid = m->p + rw_scene(m)[SCENE_FLUID];
    rw_touch_all(m);
}
