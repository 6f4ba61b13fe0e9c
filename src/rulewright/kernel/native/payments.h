/* Payments: actions that are used automatically while something else is paid for. They are tried on the block itself, where no
   trigger notices them, and then their events are taken back. A part of machine.h. */

enum { RW_PAYMENTS = 200, RW_TRIED = 8 }; /* the most payments for one act, and the most frames of a payment while it is tried */
enum { USE_ACTION, USE_SOURCE, USE_PICKED, USE_ROW }; /* a use of a payment; USE_PICKED is what was picked, or nothing */

static int rw_rule(Machine *m, const num *procedure, num at);
static num rw_legal(Machine *m, num action);
static num rw_fits(Machine *m, const num *pick, num slot);
static num rw_candidates(Machine *m, const num *pick, num **found, num *first);
static const num *rw_pick(Machine *m, num action, num n);
static int rw_acts_with(Machine *m, num player, num slot);
static void rw_given(Machine *m, num *v, num action, num slot);
static void rw_pay_cost(Machine *m, const num *costs);

typedef struct { num used, arena, ids, unsettled, rolled, dice; } Tried;

static Tried rw_try(Machine *m) {
    const num *head = m->head;
    Tried before = {m->used, head[H_ARENA], head[H_IDS], head[H_UNSETTLED], head[H_ROLLED], head[H_DICE]};
    return before;
}
/* Takes back everything since `rw_try`. */
static void rw_untry(Machine *m, const Tried *before) {
    rw_revert(m, m->log + before->used, m->used - before->used);
    m->used = before->used, m->head[H_ARENA] = before->arena, m->head[H_IDS] = before->ids;
    m->head[H_UNSETTLED] = before->unsettled, m->head[H_ROLLED] = before->rolled, m->head[H_DICE] = before->dice;
}
/* Fills the slots with which a payment starts. */
static void rw_payment(Machine *m, num *v, const num *use) {
    const num *pick = rw_pick(m, use[USE_ACTION], 0);
    rw_empty(m, v);
    v[S_PAYING] = 1;
    rw_given(m, v, use[USE_ACTION], use[USE_SOURCE]);
    if (pick) v[pick[PICK_SLOT]] = use[USE_PICKED];
}
/* Runs a procedure, and those that it calls, on separate frames until it ends or would ask somebody. */
static void rw_run_apart(Machine *m, num procedure, const num *given) {
    num depth = m->head[H_DEPTH], *frames = m->frames, *cur = m->cur, *child = m->child, *v = m->v, left = 1000;
    if (depth + RW_TRIED > m->layout[L_FRAMES]) { rw_stop(m, RW_FULL); return; }
    m->frames = FRAME(m, depth), m->head[H_DEPTH] = m->loaded = 0;
    m->cur = rw_slots(m), m->child = rw_slots(m);
    rw_push(m, procedure, given, RW_NOWHERE);
    while (m->head[H_DEPTH] > 0 && !m->status) {
        num *frame = TOP(m);
        if (frame[F_PROCEDURE] < OWN_PROCEDURES || m->head[H_DEPTH] >= RW_TRIED || !--left) { rw_stop(m, RW_LEFT); break; }
        rw_load(m);
        m->head[H_UNSETTLED] = 0;
        if (rw_rule(m, rw_procedure(m, frame[F_PROCEDURE]), frame[F_STEP]) == ASKED) break;
    }
    m->frames = frames, m->head[H_DEPTH] = depth, m->cur = cur, m->child = child, m->v = v, m->deep -= 2, m->loaded = 0;
}
/* Tries a payment: its costs are paid and its effect happens, but no trigger notices. */
static void rw_use_payment(Machine *m, const num *use) {
    const num *row = ROW(m, P_ACTIONS, use[USE_ACTION], ACTION_ROW), *costs = m->p + row[ACTION_COSTS];
    num *v = rw_slots(m), *old = m->v, deaf = m->deaf, depth = m->head[H_DEPTH];
    rw_payment(m, v, use);
    m->v = v, m->deaf = 1, m->head[H_DEPTH] = 0; /* the acts in progress do not cause it */
    for (num n = 1; row[ACTION_COSTS] && n <= costs[0] && !m->status; n++) rw_pay_cost(m, m->p + costs[n]);
    m->head[H_DEPTH] = depth;
    if (!m->status) rw_run_apart(m, row[ACTION_PROCEDURE], v);
    m->v = old, m->deaf = deaf, m->deep--;
}
/* Lists every use of one action for a payment; who uses the list gives its room back by `listed`. */
static num rw_uses(Machine *m, num action, num player, num **found) {
    num *v = rw_slots(m), *old = m->v, count = 0, most = (m->listable - m->listed) / 4 / USE_ROW, *into = *found = m->lists + m->listed;
    const num *pick = rw_pick(m, action, 0);
    m->listed += most * USE_ROW;
    const num *row = rw_action(m, action), *zones = m->p + row[ACTION_ZONES];
    rw_empty(m, v);
    v[S_PAYING] = 1;
    for (num z = 0; z < m->zones; z++) {
        if (zones[0] && !row[ACTION_PLAYED] && !rw_among(zones, m->grounds[3 * z])) continue;
        for (num n = 0; n < m->lengths[z] && !m->status; n++) {
            num slot = m->lying[z * m->room + n], *base, first = 0, listed = m->listed;
            if (!rw_able(m, slot, action) || !rw_acts_with(m, player, slot)) continue;
            v[S_GRATIS] = v[S_FREE] = RW_ABSENT;
            rw_given(m, v, action, slot);
            m->v = v;
            num legal = rw_legal(m, action), all = !legal ? 0 : pick ? rw_candidates(m, pick, &base, &first) : 1;
            for (num k = 0; k < all && !m->status; k++) {
                if (pick && !rw_fits(m, pick, base[k])) continue;
                if (count >= most) { rw_stop(m, RW_FULL); break; }
                num *use = into + count++ * USE_ROW;
                use[USE_ACTION] = action, use[USE_SOURCE] = slot, use[USE_PICKED] = pick ? base[k] : RW_NOWHERE;
            }
            m->v = old, m->listed = listed;
        }
    }
    m->deep--, m->listed = into - m->lists + count * USE_ROW;
    return count;
}
/* Lets a player use every possible payment, one after another. */
static void rw_grow_rich(Machine *m, num player) {
    const num *payments = m->p + m->p[P_PAYMENTS];
    for (num n = 1; n <= payments[0] && !m->status; n++) {
        num listed = m->listed, *uses, count = rw_uses(m, payments[n], player, &uses);
        for (num k = 0; k < count && k < RW_PAYMENTS && !m->status; k++) rw_use_payment(m, uses + k * USE_ROW);
        m->listed = listed;
    }
}
/* The kinds of event that can happen again without being worked out: what changes cells, places, links and tallies, and what is told. */
static const num rw_repeatable = 1 << EV_CHANGED | 1 << EV_MOVED | 1 << EV_LINKED | 1 << EV_REVEALED | 1 << EV_TALLIED | 1 << EV_TOLD
    | 1 << EV_PERFORMED | 1 << EV_BEGAN | 1 << EV_ENDED | 1 << EV_CHECKED;

/* Repeats one event of a payment. */
static void rw_redo(Machine *m, const num *e) {
    num olds = e[0] == EV_MOVED ? e[8] : e[3]; /* of a link or a list of seats: how many numbers there were */
    olds = olds > 0 ? olds : 0;
    if (e[0] == EV_CHANGED) {
        CELL(m, e[1], e[2]) = e[4];
        if (e[2] < OWN) m->live[0] = -1;
    } else if (e[0] == EV_MOVED) {
        rw_move(m, e[1], e + 2, e + 5);
        if (e[8] >= 0 || e[9 + olds] >= 0) rw_write_link(m, e[1], T_SEEN, e + 10 + olds, e[9 + olds]);
    } else if (e[0] == EV_LINKED || e[0] == EV_REVEALED)
        rw_write_link(m, e[1], e[0] == EV_LINKED ? e[2] : T_SEEN, e + 5 + olds, e[4 + olds]);
    else if (e[0] == EV_TALLIED) rw_write_tally(m, e[1], e[2], e[4]);
}
/* Repeats the events of payments that were tried before; gives 0 if the payments must be tried anew. */
static int rw_rich_again(Machine *m, num player) {
    num viewer = m->viewing ? m->viewer : RW_NOWHERE - 1, *places = m->lists + m->listed, count = 0, at = m->rich_from + m->rich_used;
    if (!m->rich || m->rich_player != player || m->rich_viewer != viewer) return 0;
    for (; at > m->rich_from; at -= m->log[at - 1], count++) {
        if (m->listed + count >= m->listable) return 0;
        places[count] = at - m->log[at - 1];
    }
    while (count-- > 0) rw_redo(m, m->log + places[count]);
    return 1;
}
/* Remembers the events of payments that were tried: they stay behind the log of the answer until other events are written there. */
static void rw_keep_rich(Machine *m, num player, num from, num used) {
    for (num at = from + used; at > from; at -= m->log[at - 1])
        if (!(rw_repeatable >> m->log[at - m->log[at - 1]] & 1)) return;
    m->rich = 1, m->rich_from = from, m->rich_used = used, m->rich_player = player, m->rich_viewer = m->viewing ? m->viewer : RW_NOWHERE - 1;
}
/* Says whether costs can be paid in full; without costs of its own, whether what other rules add to the price can be paid. */
static num rw_pays(Machine *m, const num *costs) { return costs ? rw_payable(m, costs) : rw_affordable_additions(m); }

/* Says whether costs can be paid in full, with the help of payments. */
static num rw_payable_somehow(Machine *m, const num *costs) {
    num held = rw_pays(m, costs);
    if (held || m->status || !m->p[m->p[P_PAYMENTS]] || rw_held(m->v, S_PAYING) == 1) return held;
    num player = m->v[S_PLAYER], from, used;
    Tried before = rw_try(m);
    int known = rw_rich_again(m, player);
    if (!known) rw_grow_rich(m, player);
    if (!m->status) held = rw_pays(m, costs);
    from = known ? m->rich_from : before.used, used = known ? m->rich_used : m->used - before.used;
    if (known) rw_revert(m, m->log + from, used); else rw_untry(m, &before);
    if (!m->status) rw_keep_rich(m, player, from, used);
    return held;
}

/* -- what is used for an act --------------------------------------------------------------------------------------------------------- */

/* Says how much is missing for an action's costs. */
static num rw_short(Machine *m, num action) {
    const num *costs = m->p + rw_action(m, action)[ACTION_COSTS];
    num missing = 0, from = m->prepared, lacks;
    for (num n = 1; costs != m->p && n <= costs[0] && !m->status; n++) rw_prepare_cost(m, m->p + costs[n]);
    if (rw_held(m->v, S_GRATIS) <= 0) rw_surcharge(m);
    for (const num *change = m->changes + from; change < m->changes + m->prepared; change += change[CH_SIZE]) {
        num known = 0;
        for (const num *before = m->changes + from; before < change && !known; before += before[CH_SIZE])
            known = rw_is_loss(before) && before[CH_SLOT] == change[CH_SLOT] && before[CH_STAT] == change[CH_STAT];
        if (known || !rw_is_loss(change)) continue;
        lacks = rw_total(m, from, change) - rw_have(m, change[CH_SLOT], change[CH_STAT]);
        if (lacks > 0) missing += lacks;
    }
    m->prepared = from;
    return missing;
}
static int rw_looks_alike(Machine *m, num a, num b) {
    return a == b || (a != RW_NOWHERE && b != RW_NOWHERE && m->names[a] == m->names[b] && m->places[a] == m->places[b]
        && !memcmp(m->cells + a * m->width, m->cells + b * m->width, (size_t)m->width * sizeof(num)));
}
/* Uses the first payment that reduces what is missing; of things that are alike only the first is tried. */
static int rw_nearer(Machine *m, num action, num player, num *missing, num *taken) {
    const num *payments = m->p + m->p[P_PAYMENTS];
    for (num n = 1; n <= payments[0] && !m->status; n++) {
        num listed = m->listed, *uses, count = rw_uses(m, payments[n], player, &uses);
        for (num k = 0; k < count && !m->status; k++) {
            const num *use = uses + k * USE_ROW;
            num known = 0, left;
            for (num j = 0; !known && j < k; j++)
                known = rw_looks_alike(m, uses[j * USE_ROW + USE_SOURCE], use[USE_SOURCE]) && rw_looks_alike(m, uses[j * USE_ROW + USE_PICKED], use[USE_PICKED]);
            if (known) continue;
            Tried before = rw_try(m);
            rw_use_payment(m, use);
            left = rw_short(m, action);
            if (left < *missing && !m->status) {
                *missing = left, m->listed = listed;
                memcpy(taken, use, USE_ROW * sizeof(num));
                return 1;
            }
            rw_untry(m, &before);
        }
        m->listed = listed;
    }
    return 0;
}
/* Finds the payments for the running act, each of which reduces what is missing, as a list; if they are not enough, Python says so. */
static num rw_plan(Machine *m, num action) {
    num missing = rw_short(m, action), listed = m->listed, *steps = m->lists + listed, count = 0, at;
    if (!missing || m->status) return rw_list(m, 0, 0);
    if (m->listed + RW_PAYMENTS * USE_ROW > m->listable) { rw_stop(m, RW_FULL); return 0; }
    m->listed += RW_PAYMENTS * USE_ROW;
    Tried before = rw_try(m);
    while (missing && count < RW_PAYMENTS && !m->status)
        if (rw_nearer(m, action, m->cur[S_PLAYER], &missing, steps + count * USE_ROW)) count++; else rw_stop(m, RW_LEFT);
    rw_untry(m, &before);
    at = m->head[H_ARENA];
    for (num n = 0; n < count; n++) { /* action, source, how many were picked, and those */
        const num *use = steps + n * USE_ROW;
        num row[] = {use[USE_ACTION], use[USE_SOURCE], rw_pick(m, use[USE_ACTION], 0) != 0, use[USE_PICKED]};
        rw_list(m, row, row[2] ? 4 : 3);
    }
    m->listed = listed;
    return at << 20 | (m->head[H_ARENA] - at);
}
/* Uses the next payment for the running act; goes further if no more is needed. */
static int rw_raise(Machine *m, num action) {
    num means = m->cur[S_MEANS] == RW_ABSENT ? rw_plan(m, action) : m->cur[S_MEANS], size;
    if (m->status || !rw_length(means)) return FURTHER;
    const num *row = rw_items(m, means);
    num use[] = {row[0], row[1], row[2] ? row[3] : RW_NOWHERE};
    size = 3 + row[2];
    rw_payment(m, m->child, use);
    m->cur[S_MEANS] = rw_list(m, rw_items(m, means) + size, rw_length(means) - size);
    return rw_call(m, ACT, m->child, STEP_BEGIN, RW_NOWHERE);
}
