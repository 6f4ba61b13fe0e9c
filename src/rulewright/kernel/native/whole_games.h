/* Whole games at random. */

enum { RW_LONGEST = 16 }; /* how many picks an answer of a play-out may have */

/* Picks a key of a menu at random; at the first pick actions can have weights, and so can passing (the last weight). */
static num rw_drawn(Machine *m, uint64_t policy, num answer, num pick, const num *weights, num passing) {
    num total = 0, n;
    for (n = 0; weights && !pick && n < m->keys; n++) {
        const num *key = m->menu + KEY_ROW * n;
        total += key[0] == KEY_OFFER ? weights[key[1]] : key[0] == KEY_PASS ? weights[passing] : 1;
    }
    if (!total) return rw_die(policy, answer, pick, m->keys) - 1;
    num left = rw_die(policy, answer, pick, total);
    for (n = 0; n < m->keys; n++) {
        const num *key = m->menu + KEY_ROW * n;
        left -= key[0] == KEY_OFFER ? weights[key[1]] : key[0] == KEY_PASS ? weights[passing] : 1;
        if (left <= 0) break;
    }
    return n;
}
/* Leaves payments out of a menu: they are used automatically when something is paid for. */
static void rw_sensible(Machine *m) {
    const num *payments = m->p + m->p[P_PAYMENTS];
    num kept = 0;
    for (num n = 0; payments[0] && n < m->keys; n++) {
        const num *key = m->menu + KEY_ROW * n;
        if (key[0] == KEY_OFFER && rw_among(payments, key[1])) continue;
        num *to = m->menu + KEY_ROW * kept++;
        to[0] = key[0], to[1] = key[1], to[2] = key[2];
    }
    if (payments[0]) m->keys = kept;
}
/* Says whether the answer is a number, and gives its bounds. */
static int rw_number_asked(Machine *m, num *least, num *most) {
    const num *i = rw_asking(m);
    if (!i || i[0] != I_HOW_MANY) return 0;
    m->listed = m->deep = 0, m->status = RW_PLAYED;
    memcpy(m->act, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
    m->v = m->act;
    rw_bounds(m, i, least, most);
    return 1;
}
/* Picks a whole answer, each pick by a die of the policy's own seed; gives how many keys it has, and 0 if there is no answer. */
static num rw_drawn_answer(Machine *m, uint64_t policy, const num *weights, num passing, num *keys) {
    num count = 0;
    while (!rw_menu_covered(m, m->head[H_ASKED], keys, count)) {
        if (!count) rw_sensible(m);
        if (m->status || !m->keys || count >= RW_LONGEST) { rw_stop(m, RW_LEFT), count = 0; break; }
        num taken = rw_drawn(m, policy, m->head[H_NUMBER] + 1, count, weights, passing);
        memcpy(keys + KEY_ROW * count++, m->menu + KEY_ROW * taken, KEY_ROW * sizeof(num));
        m->trusting = 1;
    }
    rw_uncover(m);
    m->trusting = 0;
    return count;
}
/* Plays at random until the game is over or `most` answers were given. */
static num rw_play_out(Machine *m, uint64_t policy, num most, const num *weights, num passing) {
    num keys[KEY_ROW * RW_LONGEST], given = 0, count;
    for (; m->head[H_DEPTH] > 0 && given < most; given++) {
        if (!(count = rw_drawn_answer(m, policy, weights, passing, keys))) break;
        rw_answer(m, m->head[H_ASKED], keys, count, 1);
        if (m->status) break;
    }
    return given;
}
