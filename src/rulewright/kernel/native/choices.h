/* Choices in the middle of an effect, showing things, and jumps to another step. A part of machine.h. */

/* -- who is asked, and what was answered ------------------------------------------------------------------------------------------- */

/* Takes the only key of the answer out of the running frame; gives 0 if there was no answer. */
static int rw_take_answer(Machine *m, num *key) {
    if (m->cur[S_ANSWER] == RW_ABSENT) return 0;
    memcpy(key, rw_items(m, m->cur[S_ANSWER]) + 2, KEY_ROW * sizeof(num));
    m->cur[S_ANSWER] = RW_ABSENT;
    return 1;
}
/* Copies the list of a slot and empties the slot. */
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

enum { CHOOSE_VAR = 1, CHOOSE_TAKEN, CHOOSE_ONES, CHOOSE_OF, CHOOSE_BY, CHOOSE_OPTIONAL, CHOOSE_COUNT, CHOOSE_VEILED, CHOOSE_AMONG };

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
    if (i[CHOOSE_AMONG] < 0) return;
    num among = m->cur[i[CHOOSE_AMONG]], at = m->head[H_ARENA]; /* the rest are those that were not chosen */
    for (num n = 0; among != RW_ABSENT && n < rw_length(among); n++) {
        num one = rw_items(m, among)[n];
        if (!rw_contains(taken, count, one)) rw_list(m, &one, 1);
    }
    m->cur[i[CHOOSE_AMONG]] = at << 20 | (m->head[H_ARENA] - at);
}
/* Chooses at random: with open dice if everybody sees the things, otherwise with hidden dice. */
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
    if (i[CHOOSE_OPTIONAL] || !count) rw_key(m, KEY_TEXT, T_NO_ONE, 0);
}

/* -- deciding ---------------------------------------------------------------------------------------------------------------------- */

enum { DECIDE_WHO = 1, DECIDE_OTHERWISE, DECIDE_STAT, DECIDE_AMOUNT, DECIDE_WHEN, DECIDE_WORDS };
enum { WHICH_WHO = 1, WHICH_OTHERWISE, WHICH_VAR, WHICH_REST, WHICH_AMOUNT, WHICH_FEWER, WHICH_COUNT, WHICH_WAYS };
enum { MANY_WHO = 1, MANY_VAR, MANY_LEAST, MANY_MOST };

/* Prepares the payment for choosing this way: from the stat of the cost and from stats that can pay for it. */
static void rw_price_of(Machine *m, const num *i, num who) {
    num from = m->prepared;
    if (i[DECIDE_STAT] < 0 || who == RW_NOWHERE) return;
    rw_new_alter(m, who, i[DECIDE_STAT], OP_SUBTRACT, rw_value(m, i[DECIDE_AMOUNT]), T_NONE);
    rw_allot(m, from, RW_NOWHERE); /* what pays only for certain actions pays for none here */
}
static int rw_affordable(Machine *m, const num *i, num who) {
    num from = m->prepared, held = 1;
    rw_price_of(m, i, who);
    for (num at = from; at < m->prepared && held; at += m->changes[at + CH_SIZE])
        held = rw_suffices(m, from, m->changes + at) && rw_may_happen(m, m->changes + at);
    m->prepared = from;
    return (int)held;
}
static int rw_whether(Machine *m, const num *i, num *at) {
    num who = rw_value(m, i[DECIDE_WHO]), key[KEY_ROW], from = m->prepared, end;
    if (m->cur[S_ANSWER] == RW_ABSENT) {
        if (who != RW_NOWHERE && (i[DECIDE_WHEN] >= 0 || rw_affordable(m, i, who))) return rw_ask_for(m, who, *at);
        *at = i[DECIDE_OTHERWISE];
        return FURTHER;
    }
    rw_take_answer(m, key);
    if (rw_is_text(key, T_DECLINE)) { *at = i[DECIDE_OTHERWISE]; return FURTHER; }
    rw_price_of(m, i, who), end = m->prepared;
    for (num next = from; next < end && !m->status; next += m->changes[next + CH_SIZE]) { /* one after another */
        num one = m->prepared;
        rw_same_change(m, m->changes + next);
        rw_do_all(m, one);
    }
    m->prepared = from;
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
/* Goes on with the next of the chosen ways, or, after the last, with the instruction that follows. */
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

/* Gives the instruction with which a frame of a rule asks somebody; none if another frame asks. */
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
    else rw_stop(m, RW_LEFT); /* a range of numbers is given by its bounds, which Python makes */
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

/* -- showing, and what is made ----------------------------------------------------------------------------------------------------------- */

enum { SHOW_COUNT = 4, SHOW_SOUGHT = 6, SHOW_VAR, SHOW_ONES };

/* Shows things; a search shows them up to the first that is looked for. */
static int rw_showing(Machine *m, const num *i, num at) { /* as `rw_prepare_shows`; sought or nothing, var, ones or nothing */
    num listed = m->listed, from = m->prepared, *found, count = 0, fits = RW_NOWHERE, begins;
    if (i[SHOW_ONES] >= 0) count = rw_whom(m, i[1], i[2], &found), count = rw_at_most(m, count, i[SHOW_COUNT]);
    if (i[SHOW_SOUGHT] >= 0) {
        num before = 0;
        while (before < count && !rw_passes(m, m->p + i[SHOW_SOUGHT] + 1, found[before])) before++;
        if (before < count) fits = found[before];
        count = before, m->cur[i[SHOW_VAR]] = fits;
        for (num n = 0; n < count && !m->status; n++) rw_new_show(m, found[n], rw_everybody(m), 0);
        if (fits != RW_NOWHERE) rw_new_show(m, fits, rw_everybody(m), 0);
    }
    begins = m->head[H_ARENA];
    if (i[SHOW_ONES] >= 0) rw_list(m, found, count), m->cur[i[SHOW_ONES]] = begins << 20 | (m->head[H_ARENA] - begins);
    m->listed = listed;
    if (i[SHOW_SOUGHT] < 0) rw_prepare_shows(m, i);
    return rw_through(m, from, at + 1);
}
/* Makes things in one moment, unless a rule replaces that; afterwards the rule text refers to them by a name. */
static int rw_make_things(Machine *m, const num *i, num *at) {
    num from = m->prepared, first = m->cur[S_MAKING], begins, one = RW_NOWHERE;
    if (first == RW_ABSENT) {
        first = m->things;
        rw_prepare_makes(m, i);
        m->cur[S_MAKING] = first;
        if (rw_through(m, from, *at) == CALLED) return CALLED;
        if (m->cur[S_JOINED] != RW_ABSENT) { m->cur[S_MAKING] = RW_ABSENT, ++*at; return FURTHER; }
    }
    m->cur[S_MAKING] = RW_ABSENT, begins = m->head[H_ARENA];
    for (num slot = first; slot < m->things && !m->status; slot++) {
        if (m->places[slot] == RW_NOWHERE) continue;
        if (m->p[P_JUDGES]) rw_note_maker(m, slot, m->names[slot], RW_NOWHERE);
        one = one == RW_NOWHERE ? slot : one;
        rw_list(m, &slot, 1);
    }
    m->cur[i[MAKE_VAR]] = one, m->cur[i[MAKE_ONES]] = begins << 20 | (m->head[H_ARENA] - begins), ++*at;
    return FURTHER;
}

/* -- jumps ------------------------------------------------------------------------------------------------------------------------- */

/* Jumps to a step of the innermost structure of a name: frames that began inside it end, and the slots of its loops are emptied. */
static void rw_wind_up(Machine *m, const num *first, num at);
static int rw_go_to_step(Machine *m, const num *i, num at) { /* structure, step, how many loops (name, kept), how many slots */
    num *frame = rw_innermost(m, i[1]), *v;
    const num *loops = i + 4, *slots = loops + 2 * i[3] + 1;
    if (!frame) return FURTHER;
    int own = frame == TOP(m);
    rw_wind_up(m, frame + m->frame, at);
    while (TOP(m) != frame) rw_remove(m, CUT_SHORT);
    v = own ? m->cur : frame + F_SLOTS;
    num before[64], count = i[3];
    if (count > 64) { rw_stop(m, RW_LEFT); return GO; }
    for (num n = 0; n < count; n++) before[n] = v[loops[2 * n + 1]];
    for (num n = 0; n < slots[-1]; n++) v[slots[n]] = RW_ABSENT;
    for (num n = 0; n < count; n++) /* among loops of the same name the outermost comes last */
        if (before[n] != RW_ABSENT) v[loops[2 * n]] = before[n] == RW_NOWHERE ? RW_ABSENT : before[n];
    if (own) return rw_go(m, i[2]);
    frame[F_STEP] = i[2];
    return REWOUND;
}

/* -- abilities in a row, and new places -------------------------------------------------------------------------------------------- */

/* Gives the n-th ability with a mark that something has and that is in use, in the printed order; or nothing. */
static num rw_marked(Machine *m, num slot, num mark, num n) {
    num action;
    for (num k = 0; slot != RW_NOWHERE && (action = rw_ability(m, slot, k)) != RW_NOWHERE; k++) {
        const num *row = rw_action(m, action);
        if (!rw_among(m->p + row[ACTION_KINDS], mark) || !rw_able(m, slot, action) || !rw_is_placed(m, row, slot)) continue;
        if (rw_in_use(m, slot, action) && !n--) return action;
    }
    return RW_NOWHERE;
}
/* Uses the next ability with a mark. A thing that left or lies face down has none left; a thing that came back counts as another one. */
static int rw_in_order(Machine *m, const num *i, num *at) { /* who, mark, rest, what is told */
    num slot = rw_value(m, i[1]), ref = rw_ref(m, slot), rest = m->cur[i[3]], begun = rest == RW_ABSENT ? ref : rw_items(m, rest)[0], first = RW_NOWHERE, action;
    num left = m->head[H_ARENA] + 2, kept[] = {ref, 0};
    m->cur[i[3]] = RW_ABSENT;
    rw_list(m, kept, 2);
    for (num n = 0; begun == ref && (action = rw_marked(m, slot, i[2], n)) != RW_NOWHERE; n++) {
        if (rest != RW_ABSENT && !rw_contains(rw_items(m, rest) + 2, rw_items(m, rest)[1], action)) continue;
        if (first == RW_NOWHERE) first = action; else rw_list(m, &action, 1);
    }
    if (first == RW_NOWHERE) { ++*at; return FURTHER; }
    m->arena[left - 1] = m->head[H_ARENA] - left;
    rw_tell(m, i[4], ABOUT_ACTION, first);
    rw_empty(m, m->child);
    rw_given(m, m->child, first, slot);
    m->cur[i[3]] = (left - 2) << 20 | (m->head[H_ARENA] - left + 2);
    return rw_call(m, rw_action(m, first)[ACTION_PROCEDURE], m->child, *at, RW_NOWHERE);
}
/* Makes a new place in a zone, and puts things at it. */
static int rw_station_new(Machine *m, const num *i, num at) { /* kind, zone, query or not, what, name */
    num listed = m->listed, *found, *cells = m->lists + m->listed, player = rw_held(m->cur, S_PLAYER), number = 1, zone, thing, count, from = m->prepared;
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
    if (m->p[P_JUDGES]) rw_note_maker(m, thing, i[5], RW_NOWHERE);
    num ref = rw_ref(m, thing);
    count = rw_whom(m, i[3], i[4], &found);
    for (num n = 0; n < count && !m->status; n++) rw_new_listed(m, CH_BIND, found[n], T_AT, &ref, 1);
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
