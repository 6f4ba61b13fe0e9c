/* Windows that an effect opens for certain actions, and abilities that are put out of use. A part of machine.h. */

static int rw_meant_by(Machine *m, const num *only, num action) { /* how many words, the words */
    const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
    return rw_among(only, row[ACTION_WORD]) || rw_among(only, row[ACTION_COUNTS_AS]);
}
/* Fills the slots of a new window for one act of one player. */
static void rw_window_for_one(Machine *m, num *v, num player, num kinds, num only, num title, num must) {
    rw_empty(m, v);
    v[S_KINDS] = kinds, v[S_ONLY] = only, v[S_TITLE] = title, v[S_MUST] = must;
    v[S_DISCIPLINE] = m->p[P_ALONE], v[S_ONCE] = 1, v[S_IDLE] = T_NONE, v[S_SEATS] = rw_list(m, &player, 1);
}
/* Lets somebody act once without paying in a stat, but only while the structure of its player is in progress. */
static int rw_allow(Machine *m, const num *i, num at) { /* who, kinds, only, stat, structure, must, title, what is told */
    num who = rw_value(m, i[1]), *frame = rw_innermost(m, i[5]);
    if (who == RW_NOWHERE || !frame || rw_held(frame + F_SLOTS, S_PLAYER) != CELL(m, who, OWNER)) {
        rw_tell(m, i[8], ABOUT_NOTHING, 0);
        return FURTHER;
    }
    num kinds = rw_list(m, m->p + i[2] + 1, m->p[i[2]]), only = rw_list(m, m->p + i[3] + 1, m->p[i[3]]);
    rw_window_for_one(m, m->child, CELL(m, who, OWNER), kinds, only, i[7], i[6]);
    m->child[S_FREE] = i[4];
    return rw_call(m, WINDOW, m->child, at + 1, RW_NOWHERE);
}
/* Lists the kinds of some actions in the arena: the kind of all actions, then the marks of actions that have only marks. */
static num rw_kinds_of(Machine *m, num only) {
    num at = m->head[H_ARENA], from = at + 1, mark = m->p[P_ACTION_MARK];
    rw_list(m, &mark, 1);
    for (num n = 0; n < m->p[P_ACTION_COUNT]; n++) {
        const num *row = ROW(m, P_ACTIONS, n, ACTION_ROW), *kinds = m->p + row[ACTION_KINDS];
        if (!rw_contains(rw_items(m, only), rw_length(only), row[ACTION_WORD]) || rw_among(kinds, mark)) continue;
        for (num k = 1; k <= kinds[0]; k++) {
            num place = m->head[H_ARENA];
            if (rw_contains(m->arena + from, place - from, kinds[k])) continue;
            rw_list(m, kinds + k, 1);
            for (; !m->status && place > from && m->arena[place - 1] > m->arena[place]; place--) {
                num other = m->arena[place];
                m->arena[place] = m->arena[place - 1], m->arena[place - 1] = other;
            }
        }
    }
    return at << 20 | (m->head[H_ARENA] - at);
}
/* Lets one more player see the face of a thing. */
static void rw_show_also(Machine *m, num slot, num player) {
    num listed = m->listed, *seers = m->lists + listed, count = 0;
    if (listed + m->layout[L_SEATS] + 2 > m->listable) { rw_stop(m, RW_FULL); return; }
    for (num seat = RW_SPECTATOR; seat < m->layout[L_SEATS]; seat++) if (rw_knows(m, seat, slot)) seers[count++] = seat;
    seers[count++] = player;
    rw_show(m, slot, seers, count);
}
/* Lets somebody act once with a thing, wherever it lies: by actions that are named or have a mark, or by the action of the card itself. */
static int rw_instruct(Machine *m, const num *i, num at) { /* query or not, who; by or nothing, mark, words of actions, must, title, free */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), slot = count ? found[0] : RW_NOWHERE, by, only, action, n;
    const num *words = m->p + i[5];
    m->listed = listed;
    by = i[3] >= 0 ? rw_value(m, i[3]) : words[0] ? slot : rw_held(m->cur, S_ACTOR);
    if (slot == RW_NOWHERE || by == RW_NOWHERE) return FURTHER;
    num player = CELL(m, by, OWNER), from;
    if (!rw_knows(m, player, slot)) rw_show_also(m, slot, player);
    from = m->head[H_ARENA];
    for (n = 0; !m->status && (action = rw_ability(m, slot, n)) != RW_NOWHERE; n++) {
        const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
        if (!rw_able(m, slot, action)) continue;
        if (words[0] ? rw_meant_by(m, words, action) : row[ACTION_PLAYED] || rw_among(m->p + row[ACTION_KINDS], i[4])) rw_list(m, row + ACTION_WORD, 1);
    }
    only = from << 20 | (m->head[H_ARENA] - from);
    if (!rw_length(only)) return FURTHER;
    rw_window_for_one(m, m->child, player, rw_kinds_of(m, only), only, i[7], i[6]);
    m->child[S_INSTRUCTED] = 1, m->child[S_USER] = player;
    if (i[8]) m->child[S_GRATIS] = 1, m->child[S_FREE] = RW_NOWHERE;
    if (rw_is_card(m, slot)) m->child[S_MEMBERS] = rw_list(m, &slot, 1); else m->child[S_ACTOR] = slot;
    return rw_call(m, WINDOW, m->child, at + 1, RW_NOWHERE);
}
/* Says whether an action that an effect allows is possible. */
static num rw_could_allow(Machine *m, const num *i) {
    num who = rw_value(m, i[1]), held = 0, *old = m->v, player, *v, action;
    if (who == RW_NOWHERE) return 0;
    player = CELL(m, who, OWNER), v = rw_slots(m);
    for (num z = 0; z < m->zones && !held; z++)
        for (num n = 0; n < m->lengths[z] && !held; n++) {
            num slot = m->lying[z * m->room + n];
            if (CELL(m, slot, OWNER) != player) continue;
            for (num k = 0; !held && !m->status && (action = rw_ability(m, slot, k)) != RW_NOWHERE; k++) {
                if (!rw_meant_by(m, m->p + i[3], action) || !rw_able(m, slot, action)) continue;
                rw_empty(m, v);
                rw_given(m, v, action, slot);
                v[S_FREE] = i[4], m->v = v;
                held = rw_possible(m, action);
                m->v = old;
            }
        }
    m->deep--;
    return held;
}

/* -- abilities out of use ------------------------------------------------------------------------------------------------------------ */

enum { SILENCE_OF = 1, SILENCE_MARK, SILENCE_COUNT, SILENCE_FEWER, SILENCE_DONE, SILENCE_UNTIL };

static void rw_put_out(Machine *m, const num *i, num slot, num action) {
    num row[LASTING_ROW] = {0}, from = m->prepared;
    row[LA_NAME] = rw_action(m, action)[ACTION_TEXT], row[LA_OBJECT] = slot, row[LA_ASKS] = T_SILENT, row[LA_ABOUT] = action;
    row[LA_MORE] = row[LA_USES] = RW_ABSENT, row[LA_OP] = LA_SETS, row[LA_AMOUNT] = 1, row[LA_BY] = rw_held(m->cur, S_ACTOR);
    rw_begin_all(m, &slot, 1, i + SILENCE_UNTIL, row, 1);
    rw_do_all(m, from);
}
/* Asks which ability is next, one after another; if only one is left and it must be chosen, nobody is asked. */
static int rw_silence(Machine *m, const num *i, num *at) {
    num slot = rw_value(m, i[SILENCE_OF]), done = rw_held(m->cur, i[SILENCE_DONE]), key[KEY_ROW], action;
    done = done > 0 ? done : 0, m->cur[i[SILENCE_DONE]] = RW_ABSENT;
    if (rw_take_answer(m, key)) {
        if (rw_is_text(key, T_DONE)) { ++*at; return FURTHER; }
        for (num n = 0; (action = rw_marked(m, slot, i[SILENCE_MARK], n)) != RW_NOWHERE; n++)
            if (rw_action(m, action)[ACTION_TEXT] == key[1]) { rw_put_out(m, i, slot, action); break; }
        m->cur[i[SILENCE_DONE]] = done + 1;
        return rw_go(m, *at);
    }
    action = rw_marked(m, slot, i[SILENCE_MARK], 0);
    if (action == RW_NOWHERE || done >= rw_value(m, i[SILENCE_COUNT])) { ++*at; return FURTHER; }
    if (rw_marked(m, slot, i[SILENCE_MARK], 1) == RW_NOWHERE && !(i[SILENCE_FEWER] && done)) {
        rw_put_out(m, i, slot, action);
        ++*at;
        return FURTHER;
    }
    m->cur[i[SILENCE_DONE]] = done;
    return rw_ask_for(m, m->cur[S_ACTOR], *at);
}
static void rw_silence_menu(Machine *m, const num *i) {
    num slot = rw_value(m, i[SILENCE_OF]), action;
    for (num n = 0; (action = rw_marked(m, slot, i[SILENCE_MARK], n)) != RW_NOWHERE; n++) rw_key(m, KEY_TEXT, rw_action(m, action)[ACTION_TEXT], 0);
    if (i[SILENCE_FEWER] && rw_held(m->v, i[SILENCE_DONE]) > 0) rw_key(m, KEY_TEXT, T_DONE, 0);
}
