/* Choices in the middle of an effect, showing things, and jumps to another step. A part of machine.h. */

/* -- who is asked, and what was answered ------------------------------------------------------------------------------------------- */

/* Takes the one key of an answer out of the running frame; gives 0 where nothing was answered. */
static int rw_take_answer(Machine *m, num *key) {
    if (m->cur[S_ANSWER] == RW_ABSENT) return 0;
    memcpy(key, rw_items(m, m->cur[S_ANSWER]) + 2, KEY_ROW * sizeof(num));
    m->cur[S_ANSWER] = RW_ABSENT;
    return 1;
}
/* Takes the list out of a slot: its things are copied, and the slot is empty. */
static num rw_take_list(Machine *m, num slot, num **found) {
    num list = m->cur[slot], count = list == RW_ABSENT || list == RW_NONE ? 0 : rw_length(list);
    *found = m->lists + m->listed;
    if (m->listed + count + 2 > m->listable) { rw_stop(m, RW_FULL); return 0; }
    if (count) memcpy(*found, rw_items(m, list), (size_t)count * sizeof(num));
    m->listed += count + 2; /* two more may be added */
    m->cur[slot] = RW_ABSENT;
    return count;
}
static int rw_ask_for(Machine *m, num who, num at) { return rw_ask(m, CELL(m, who, OWNER), at); }

/* -- choosing things --------------------------------------------------------------------------------------------------------------- */

enum { CHOOSE_VAR = 1, CHOOSE_TAKEN, CHOOSE_ONES, CHOOSE_OF, CHOOSE_BY, CHOOSE_OPTIONAL, CHOOSE_COUNT, CHOOSE_VEILED };

static num rw_wanted(Machine *m, const num *i) { return i[CHOOSE_COUNT] < 0 ? 1 : rw_value(m, i[CHOOSE_COUNT]); }

/* Lists what may still be chosen, in the book's order. */
static num rw_choosable(Machine *m, const num *i, const num *taken, num count, num **found) {
    num all = rw_things(m, i[CHOOSE_OF], found, 1), kept = 0;
    for (num n = 0; n < all; n++) if (!rw_contains(taken, count, (*found)[n])) (*found)[kept++] = (*found)[n];
    return kept;
}
static void rw_keep_chosen(Machine *m, const num *i, const num *taken, num count) {
    m->cur[i[CHOOSE_VAR]] = count ? taken[0] : RW_NOWHERE;
    m->cur[i[CHOOSE_ONES]] = rw_list(m, taken, count);
}
/* Takes random ones: by dice that everybody sees if everybody sees the things, otherwise by hidden dice. */
static void rw_draw(Machine *m, const num *i) {
    num listed = m->listed, *left, count = rw_things(m, i[CHOOSE_OF], &left, 1), wanted = rw_wanted(m, i), known = 1, kept = 0;
    num *taken = m->lists + m->listed;
    if (m->listed + count > m->listable) { rw_stop(m, RW_FULL); return; }
    m->listed += count;
    for (num n = 0; n < count; n++) known = known && rw_knows(m, RW_SPECTATOR, left[n]);
    if (!known) {
        rw_mixed(m, left, count);
        kept = wanted < 0 ? (count + wanted > 0 ? count + wanted : 0) : wanted < count ? wanted : count;
        memcpy(taken, left, (size_t)kept * sizeof(num)), count = 0;
    }
    while (count && kept < wanted && !m->status) {
        num at = count > 1 ? rw_roll(m, 1, count) - 1 : 0;
        taken[kept++] = left[at];
        memmove(left + at, left + at + 1, (size_t)(--count - at) * sizeof(num));
    }
    rw_keep_chosen(m, i, taken, kept);
    m->listed = listed;
}
static int rw_choose(Machine *m, const num *i, num *at) {
    num listed = m->listed, key[KEY_ROW], *taken, *left, count, over, known = 1;
    if (i[CHOOSE_BY] < 0) { rw_draw(m, i); ++*at; return FURTHER; }
    count = rw_take_list(m, i[CHOOSE_TAKEN], &taken);
    num wanted = rw_wanted(m, i), answered = rw_take_answer(m, key), none = answered && rw_is_text(key, T_NO_ONE), left_over = 0;
    if (answered && key[0] == KEY_NUMBER) taken[count++] = key[1] % RW_LIVES;
    num chooser = rw_value(m, i[CHOOSE_BY]);
    over = none || count >= wanted || chooser == RW_NOWHERE;
    if (!over) left_over = rw_choosable(m, i, taken, count, &left);
    if (!answered && !count && !over && i[CHOOSE_VEILED]) {
        m->cur[i[CHOOSE_TAKEN]] = rw_list(m, taken, 0);
        return rw_ask_for(m, chooser, *at);
    }
    if (left_over == 1 && !i[CHOOSE_OPTIONAL]) {
        known = rw_knows(m, RW_SPECTATOR, left[0]);
        if (known) taken[count++] = left[0], left_over = 0;
    }
    if (left_over) {
        m->cur[i[CHOOSE_TAKEN]] = rw_list(m, taken, count);
        return rw_ask_for(m, chooser, *at);
    }
    rw_keep_chosen(m, i, taken, count);
    m->listed = listed, ++*at;
    return FURTHER;
}
static void rw_choose_menu(Machine *m, const num *i) {
    num taken = m->v[i[CHOOSE_TAKEN]], *left, count = rw_choosable(m, i, rw_items(m, taken), rw_length(taken), &left);
    for (num n = 0; n < count; n++) {
        if (rw_in_the_dark(m, left[n])) rw_stop(m, RW_LEFT);
        rw_key(m, KEY_NUMBER, rw_ref(m, left[n]), 0);
    }
    if (i[CHOOSE_OPTIONAL] || i[CHOOSE_VEILED]) rw_key(m, KEY_TEXT, T_NO_ONE, 0);
}

/* -- deciding ---------------------------------------------------------------------------------------------------------------------- */

enum { DECIDE_WHO = 1, DECIDE_OTHERWISE, DECIDE_STAT, DECIDE_AMOUNT, DECIDE_WHEN, DECIDE_WORDS };
enum { WHICH_WHO = 1, WHICH_OTHERWISE, WHICH_VAR, WHICH_REST, WHICH_AMOUNT, WHICH_FEWER, WHICH_COUNT, WHICH_WAYS };
enum { MANY_WHO = 1, MANY_VAR, MANY_LEAST, MANY_MOST };

/* Prepares what deciding for it costs: from its own stat and those that can pay for it. */
static num rw_price_of(Machine *m, const num *i, num who, num **rows) {
    num owed[PAID_ROW] = {COST_ALTER, who, i[DECIDE_STAT], OP_SUBTRACT, 0}, purses = m->p[m->p[P_PAYERS] + i[DECIDE_STAT]], action = m->v[S_ACTION];
    owed[PAID_AMOUNT] = rw_value(m, i[DECIDE_AMOUNT]);
    *rows = m->lists + m->listed;
    m->v[S_ACTION] = RW_ABSENT; /* what pays only for certain actions pays for none here */
    if (purses) rw_share_out(m, *rows, owed, m->p + purses);
    else rw_owe(m, COST_ALTER, who, i[DECIDE_STAT], OP_SUBTRACT, owed[PAID_AMOUNT]);
    m->v[S_ACTION] = action;
    return (m->lists + m->listed - *rows) / PAID_ROW;
}
static int rw_affordable(Machine *m, const num *i, num who) {
    num listed = m->listed, *rows, count, held = 1;
    if (i[DECIDE_STAT] < 0 || who == RW_NOWHERE) return 1;
    count = rw_price_of(m, i, who, &rows);
    for (num n = 0; n < count && held; n++)
        held = rw_have(m, who, rows[n * PAID_ROW + PAID_WHAT]) >= rw_total(rows, count, rows + n * PAID_ROW);
    m->listed = listed;
    return (int)held;
}
static int rw_whether(Machine *m, const num *i, num *at) {
    num who = rw_value(m, i[DECIDE_WHO]), key[KEY_ROW], listed = m->listed, *rows, count;
    if (m->cur[S_ANSWER] == RW_ABSENT) {
        if (who != RW_NOWHERE && (i[DECIDE_WHEN] >= 0 || rw_affordable(m, i, who))) return rw_ask_for(m, who, *at);
        *at = i[DECIDE_OTHERWISE];
        return FURTHER;
    }
    rw_take_answer(m, key);
    if (rw_is_text(key, T_DECLINE)) { *at = i[DECIDE_OTHERWISE]; return FURTHER; }
    if (i[DECIDE_STAT] >= 0 && who != RW_NOWHERE) {
        count = rw_price_of(m, i, who, &rows);
        for (num n = 0; n < count; n++, rows += PAID_ROW) rw_alter(m, rows[PAID_SLOT], rows[PAID_WHAT], rows[PAID_HOW], rows[PAID_AMOUNT]);
        m->listed = listed;
    }
    ++*at;
    return FURTHER;
}
static void rw_whether_menu(Machine *m, const num *i) {
    num who = rw_value(m, i[DECIDE_WHO]), possible = 1;
    if (i[DECIDE_WHEN] >= 0) possible = rw_value(m, i[DECIDE_WHEN]) && rw_affordable(m, i, who);
    if (possible && i[DECIDE_STAT] < 0) rw_key(m, KEY_TEXT, i[DECIDE_WORDS], 0);
    else if (possible) rw_key(m, KEY_PAY, i[DECIDE_WORDS], rw_value(m, i[DECIDE_AMOUNT]));
    rw_key(m, KEY_TEXT, T_DECLINE, 0);
}
/* Goes on with the next chosen way, or after all of them. */
static int rw_next_way(Machine *m, const num *i, num *at) {
    num rest = m->cur[i[WHICH_REST]], count = rest == RW_ABSENT ? 0 : rw_length(rest);
    m->cur[i[WHICH_REST]] = RW_ABSENT;
    if (!count) { *at = i[WHICH_OTHERWISE]; return FURTHER; }
    *at = i[WHICH_WAYS + 2 * rw_items(m, rest)[0] + 1];
    m->cur[i[WHICH_REST]] = rw_list(m, rw_items(m, rest) + 1, count - 1);
    return FURTHER;
}
static int rw_which(Machine *m, const num *i, num *at) {
    num key[KEY_ROW], *chosen, count, wanted, listed = m->listed, answered;
    if (m->cur[i[WHICH_REST]] != RW_ABSENT) return rw_next_way(m, i, at);
    count = rw_take_list(m, i[WHICH_VAR], &chosen);
    wanted = rw_value(m, i[WHICH_AMOUNT]), wanted = wanted < i[WHICH_COUNT] ? wanted : i[WHICH_COUNT];
    answered = rw_take_answer(m, key);
    for (num n = 0; answered && n < i[WHICH_COUNT]; n++) if (rw_is_text(key, i[WHICH_WAYS + 2 * n])) chosen[count++] = n;
    num who = rw_value(m, i[WHICH_WHO]);
    if (!(answered && rw_is_text(key, T_DONE)) && count < wanted && who != RW_NOWHERE) {
        m->cur[i[WHICH_VAR]] = rw_list(m, chosen, count);
        return rw_ask_for(m, who, *at);
    }
    for (num n = 1; n < count; n++)
        for (num k = n; k > 0 && chosen[k - 1] > chosen[k]; k--) { num other = chosen[k]; chosen[k] = chosen[k - 1], chosen[k - 1] = other; }
    m->cur[i[WHICH_REST]] = rw_list(m, chosen, count);
    m->listed = listed;
    return rw_next_way(m, i, at);
}
static void rw_which_menu(Machine *m, const num *i) {
    num chosen = m->v[i[WHICH_VAR]], count = chosen == RW_ABSENT ? 0 : rw_length(chosen);
    for (num n = 0; n < i[WHICH_COUNT]; n++)
        if (!rw_contains(rw_items(m, chosen), count, n)) rw_key(m, KEY_TEXT, i[WHICH_WAYS + 2 * n], 0);
    if (i[WHICH_FEWER]) rw_key(m, KEY_TEXT, T_DONE, 0);
}
static void rw_bounds(Machine *m, const num *i, num *least, num *most) {
    *least = rw_value(m, i[MANY_LEAST]), *most = rw_value(m, i[MANY_MOST]);
    if (*most < *least) *most = *least;
}
static int rw_how_many(Machine *m, const num *i, num *at) {
    num least, most, who, key[KEY_ROW];
    rw_bounds(m, i, &least, &most);
    who = rw_value(m, i[MANY_WHO]);
    int answered = m->cur[S_ANSWER] != RW_ABSENT;
    if (!answered && least < most && who != RW_NOWHERE) return rw_ask_for(m, who, *at);
    if (answered) rw_take_answer(m, key);
    m->cur[i[MANY_VAR]] = answered ? key[1] : least, ++*at;
    return FURTHER;
}
#include "ordering.h"

static void rw_silence_menu(Machine *m, const num *i);

/* Gives the instruction that a frame of a rule asks by; none if that is something else. */
static const num *rw_asking(Machine *m) {
    const num *procedure = rw_procedure(m, TOP(m)[F_PROCEDURE]), *i;
    num step = TOP(m)[F_STEP] < 0 ? 0 : TOP(m)[F_STEP];
    if (TOP(m)[F_PROCEDURE] < OWN_PROCEDURES || step >= procedure[PROC_COUNT]) return 0;
    i = m->p + m->p[procedure[PROC_FIRST] + step];
    return i[0] == I_CHOOSE || i[0] == I_WHETHER || i[0] == I_WHICH || i[0] == I_HOW_MANY || i[0] == I_ORDERED || i[0] == I_SILENCE ? i : 0;
}
static void rw_rule_menu(Machine *m, const num *i) {
    memcpy(m->act, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
    m->v = m->act;
    if (i[0] == I_CHOOSE) rw_choose_menu(m, i);
    else if (i[0] == I_WHETHER) rw_whether_menu(m, i);
    else if (i[0] == I_WHICH) rw_which_menu(m, i);
    else if (i[0] == I_ORDERED) rw_ordered_menu(m, i);
    else if (i[0] == I_SILENCE) rw_silence_menu(m, i);
    else rw_stop(m, RW_LEFT); /* a range of numbers is given by its bounds, which Python says */
}
/* Says whether one key is an answer to what a rule asks. */
static int rw_rule_answer(Machine *m, const num *i, const num *key) {
    num least, most;
    if (i[0] == I_HOW_MANY) {
        memcpy(m->act, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
        m->v = m->act;
        rw_bounds(m, i, &least, &most);
        return key[0] == KEY_NUMBER && key[1] >= least && key[1] <= most;
    }
    rw_rule_menu(m, i);
    for (num n = 0; n < m->keys; n++) if (!memcmp(m->menu + KEY_ROW * n, key, KEY_ROW * sizeof(num))) return 1;
    return 0;
}

/* -- showing ----------------------------------------------------------------------------------------------------------------------- */

static int rw_showing(Machine *m, const num *i) { /* query or not, what, to, count, by */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), *rows;
    if (i[4] >= 0) { num most = rw_value(m, i[4]); most = most > 0 ? most : 0, count = count < most ? count : most; }
    if (m->layout[L_SEATS] > 58) { rw_stop(m, RW_LEFT); return FURTHER; }
    rows = m->lists + m->listed;
    for (num n = 0; n < count && !m->status; n++) rw_owe_sight(m, found[n], i[3], i[5]); /* all are reckoned before the first is shown */
    for (; rows < m->lists + m->listed && !m->status; rows += PAID_ROW) rw_show_to(m, rows[1], rows[2], rows[3]);
    m->listed = listed;
    return FURTHER;
}

/* -- jumps ------------------------------------------------------------------------------------------------------------------------- */

/* Goes to a step of the innermost structure of a name, and cuts short what began since; what loops kept is forgotten. */
static int rw_go_to_step(Machine *m, const num *i) { /* structure, step, how many loops (name, kept), how many slots */
    num *frame = rw_innermost(m, i[1]), *v;
    const num *loops = i + 4, *slots = loops + 2 * i[3] + 1;
    if (!frame) return FURTHER;
    int own = frame == TOP(m);
    while (TOP(m) != frame) rw_remove(m, CUT_SHORT);
    v = own ? m->cur : frame + F_SLOTS;
    num before[64], count = i[3];
    if (count > 64) { rw_stop(m, RW_LEFT); return GO; }
    for (num n = 0; n < count; n++) before[n] = v[loops[2 * n + 1]];
    for (num n = 0; n < slots[-1]; n++) v[slots[n]] = RW_ABSENT;
    for (num n = 0; n < count; n++) /* the outermost of a name comes last */
        if (before[n] != RW_ABSENT) v[loops[2 * n]] = before[n] == RW_NOWHERE ? RW_ABSENT : before[n];
    if (own) return rw_go(m, i[2]);
    frame[F_STEP] = i[2];
    return REWOUND;
}

/* -- abilities in a row, and new places -------------------------------------------------------------------------------------------- */

/* Uses the next ability with a mark; a thing that left or lies face down has none left, and one that came back is another thing. */
static int rw_in_order(Machine *m, const num *i, num *at) { /* who, mark, rest, what is told */
    num slot = rw_value(m, i[1]), ref = slot == RW_NOWHERE ? slot : rw_ref(m, slot), rest = m->cur[i[3]], begun = ref, first = RW_NOWHERE, *v;
    const num *own = slot == RW_NOWHERE ? 0 : m->p + m->p[m->p[P_KINDS] + CELL(m, slot, KIND)], *action;
    num left = m->head[H_ARENA] + 2, kept[] = {ref, 0};
    if (rest != RW_ABSENT) begun = rw_items(m, rest)[0];
    m->cur[i[3]] = RW_ABSENT;
    rw_list(m, kept, 2);
    for (num n = 1; own && begun == ref && n <= own[0]; n++) {
        num place = m->places[slot];
        action = rw_action(m, own[n]);
        if (!rw_able(m, slot, own[n]) || !rw_among(m->p + action[ACTION_KINDS], i[2]) || !rw_in_use(m, slot, own[n])) continue;
        if (m->p[action[ACTION_ZONES]] && (place == RW_NOWHERE || !rw_among(m->p + action[ACTION_ZONES], m->grounds[3 * place]))) continue;
        if (m->p[action[ACTION_ZONES]] && action[ACTION_AWAKE] && rw_face_down(m, slot)) continue;
        if (rest != RW_ABSENT && !rw_contains(rw_items(m, rest) + 2, rw_items(m, rest)[1], own[n])) continue;
        if (first == RW_NOWHERE) first = own[n]; else rw_list(m, own + n, 1);
    }
    if (first == RW_NOWHERE) { ++*at; return FURTHER; }
    m->arena[left - 1] = m->head[H_ARENA] - left;
    rw_tell(m, i[4], ABOUT_ACTION, first);
    rw_empty(m, m->child);
    v = m->child;
    rw_given(m, v, first, slot);
    m->cur[i[3]] = (left - 2) << 20 | (m->head[H_ARENA] - left + 2);
    return rw_call(m, rw_action(m, first)[ACTION_PROCEDURE], v, *at, RW_NOWHERE);
}
/* Makes a place in a zone, and stations things there. */
static int rw_station_new(Machine *m, const num *i) { /* kind, zone, query or not, what, name */
    num listed = m->listed, *found, *cells = m->lists + m->listed, player = rw_held(m->cur, S_PLAYER), number = 1, zone, thing, count;
    const num *open = m->p + m->p[P_OPEN_STATS], *printed = m->p + ROW(m, P_FACES, i[1], FACE_ROW)[FACE_PRINTED];
    if (m->listed + m->width > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    m->listed += m->width;
    memcpy(cells, open + 1 + open[0], OWN * sizeof(num));
    memcpy(cells + OWN, printed, (size_t)(m->width - OWN) * sizeof(num));
    cells[KIND] = i[1], cells[OWNER] = cells[SIDE] = player;
    for (num slot = 0; slot < m->things; slot++) number += CELL(m, slot, KIND) == i[1];
    zone = rw_owned(m, i[2], player);
    if (zone == RW_NOWHERE) { rw_stop(m, RW_LEFT); return FURTHER; }
    thing = rw_make(m, i[5] | number << 32, cells, zone);
    num ref = rw_ref(m, thing);
    count = rw_whom(m, i[3], i[4], &found);
    if (count > 1) rw_begin_moment(m);
    for (num n = 0; n < count && !m->status; n++) rw_set_link(m, found[n], T_AT, &ref, 1);
    if (count > 1) rw_end_moment(m);
    m->listed = listed;
    return FURTHER;
}
