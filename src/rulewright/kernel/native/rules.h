/* Rules: one instruction after another. */

/* Runs one instruction; `at` is the next instruction. A result other than FURTHER means that the step is over. */
static int rw_instruction(Machine *m, const num *i, num *at) {
    num n, *e;
    switch (i[0]) {
    case I_NOTHING: case I_PAUSE: ++*at; return FURTHER;
    case I_TEST: { /* condition, otherwise, told, shown, condition with advantage, with disadvantage, whether not all dice of each count */
        num before = m->used, judged = i[3] && rw_scene(m)[SCENE_JUDGED], edge = judged ? rw_edge_of(m) : 0;
        m->natural = RW_ABSENT;
        n = rw_value(m, edge ? i[4 + edge] : i[1]) != 0;
        num natural = i[7 + edge] ? m->natural : rw_first_die(m, before);
        if (i[4]) m->cur[S_NATURAL] = natural == RW_ABSENT ? RW_NOWHERE : natural;
        if (judged) n = rw_judged(m, n, natural == RW_ABSENT ? RW_NOWHERE : natural);
        if (i[3] && (e = rw_event(m, EV_CHECKED, 2))) e[0] = n, e[1] = m->cur[S_ACTION];
        *at = n ? *at + 1 : i[2];
        return FURTHER;
    }
    case I_JUMP:
        if (i[2]) return rw_go(m, i[1]);
        *at = i[1];
        return FURTHER;
    case I_LOOP: return rw_loop(m, i, at);
    case I_TIMES: /* rest, how often, end */
        n = m->cur[i[1]] == RW_ABSENT ? rw_value(m, i[2]) : m->cur[i[1]];
        m->cur[i[1]] = n <= 0 ? RW_ABSENT : n - 1;
        *at = n <= 0 ? i[3] : *at + 1;
        return FURTHER;
    case I_RUN: return rw_run_structure(m, i, at);
    case I_TO_COME: n = *at; ++*at; return rw_to_come(m, i, n);
    case I_BEGIN_STEP: return rw_begin_step(m, i, at);
    case I_LEAVE:
        e = i[1] < 0 ? FRAME(m, 0) : rw_innermost(m, i[1]);
        if (!e) return rw_end(m, RW_NONE);
        if (i[1] >= 0) rw_wind_up(m, e, *at); /* when the game is over, nothing changes any more */
        return rw_leave(m, e[F_ID]);
    case I_REFRESH: n = *at; ++*at; return rw_refresh(m, i, n);
    case I_HEED: n = *at; ++*at; return *m->notices ? rw_heeding(m, i, n) : FURTHER;
    case I_FINISH: ++*at; return rw_finish(m);
    case I_OPEN: return rw_open(m, i, *at);
    case I_ALTER: n = *at; ++*at; return rw_alter_all(m, i, n);
    case I_SEND: n = *at; ++*at; return rw_send_to(m, i, n);
    case I_SHUFFLE: ++*at; return rw_shuffle_zone(m, i);
    case I_CHOOSE: return rw_choose(m, i, at);
    case I_WHETHER: return rw_whether(m, i, at);
    case I_WHICH: return rw_which(m, i, at);
    case I_HOW_MANY: return rw_how_many(m, i, at);
    case I_SHOW: n = *at; ++*at; return rw_showing(m, i, n);
    case I_GO_TO: ++*at; return rw_go_to_step(m, i, *at);
    case I_ATTACH: case I_DETACH: case I_CONTROL: case I_STATION: case I_NOTE: n = *at; ++*at; return rw_prepared_by(m, i, n);
    case I_FIGHT: return rw_fight(m, i, at);
    case I_SETTLE:
        if (m->p[P_SETTLE] < 0 || !m->head[H_UNSETTLED]) { ++*at; return FURTHER; }
        m->head[H_UNSETTLED] = 0;
        rw_empty(m, m->child);
        return rw_call(m, m->p[P_SETTLE], m->child, *at, RW_NOWHERE);
    case I_ANSWER:
        if (!*m->notices) { ++*at; return FURTHER; }
        rw_empty(m, m->child);
        return rw_call(m, REACTIONS, m->child, *at + 1, RW_NOWHERE);
    case I_ORDERED: return rw_ordered(m, i, at);
    case I_IN_ORDER: return rw_in_order(m, i, at);
    case I_STATION_NEW: n = *at; ++*at; return rw_station_new(m, i, n);
    case I_COUNTER: n = *at; ++*at; return rw_counter(m, i, n);
    case I_TELL: n = *at; ++*at; return rw_announce(m, i, n);
    case I_EXPIRE: ++*at; return rw_expire(m, i, m->cur);
    case I_OCCASION: n = *at; ++*at; return rw_occasion(m, i, n);
    case I_DECLARE:
        for (n = 1; n <= m->p[i[1]]; n++) rw_count_use(m, m->p[i[1] + n], m->cur[S_SOURCE], -1);
        ++*at;
        return FURTHER;
    case I_STANDING: return rw_standing(m, i, at);
    case I_LAST: n = *at; ++*at; return rw_last_on(m, i, n);
    case I_GIVE: n = *at; ++*at; return rw_give(m, i, n);
    case I_OVERDUE: ++*at; return *m->effects ? rw_overdue(m) : FURTHER;
    case I_TALLY: ++*at; rw_count_use(m, i[1], RW_NOWHERE, -1); return FURTHER;
    case I_TIES: ++*at; return rw_ties(m, i);
    case I_TRAVEL: return rw_travel(m, i, at);
    case I_ADJUST: ++*at; return rw_adjust(m, i);
    case I_BLOCK: n = *at; ++*at; return rw_block(m, i, n);
    case I_COPY: ++*at; return rw_copy_all(m, i);
    case I_AIM: n = *at; ++*at; return rw_aim_all(m, i, n);
    case I_STRAYS: n = *at; ++*at; return rw_leave_stacks(m, n);
    case I_CLASSIFY: n = *at; ++*at; return rw_classify(m, i, n);
    case I_ANEW: return rw_anew(m, i, at);
    case I_WHILE: n = *at; ++*at; return rw_for_a_while(m, i, n);
    case I_LOSE_FEATURE: ++*at; return rw_lose_feature(m, i);
    case I_BEGIN_FEATURES: ++*at; return rw_begin_features(m, i);
    case I_FACE: n = *at; ++*at; return rw_face(m, i, n);
    case I_MAKE: return rw_make_things(m, i, at);
    case I_BY: ++*at; return rw_by_whom(m, i);
    case I_FOLLOW: ++*at; return rw_follow(m, i);
    case I_CASTS: return rw_casts(m, i, at);
    case I_ALLOW: n = *at; ++*at; return rw_allow(m, i, n);
    case I_LEND: n = *at; ++*at; return rw_lend_cards(m, i, n);
    case I_INSTRUCT: n = *at; ++*at; return rw_instruct(m, i, n);
    case I_SILENCE: return rw_silence(m, i, at);
    case I_CHANGING: return rw_while_changing(m, i, at);
    case I_LET: n = rw_value(m, i[2]), m->cur[i[1]] = n, ++*at; return FURTHER;
    }
    rw_leave_unknown(m, i);
    return GO;
}
/* After these instructions the game does not settle, because they change nothing. */
static int rw_idle(const num *i) { return i[0] == I_NOTHING || (i[0] == I_TEST && !i[4]) || i[0] == I_JUMP; }

static int rw_rule(Machine *m, const num *procedure, num at) {
    at = at < 0 ? 0 : at;
    while (at < procedure[PROC_COUNT] && !m->status) {
        const num *i = m->p + m->p[procedure[PROC_FIRST] + at];
        if (i[0] == I_TEST && !i[3] && !i[4]) { at = rw_truth(m, i[1]) ? at + 1 : i[2]; continue; } /* nobody is told of it */
        int out = rw_instruction(m, i, &at);
        if (out != FURTHER) return out;
        if (m->head[H_UNSETTLED] && !rw_idle(i) && (i[0] != I_HEED || *m->notices)) return rw_go(m, at);
    }
    return m->status ? GO : rw_end(m, RW_NONE);
}
