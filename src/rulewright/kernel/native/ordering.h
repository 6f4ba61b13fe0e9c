/* Loops in an order that a player chooses; the menu shows the player nothing hidden. A part of machine.h. */

enum { ORDER_VAR = 1, ORDER_OF, ORDER_END, ORDER_REST, ORDER_KEPT, ORDER_PILE, ORDER_COUNT, ORDER_BY, ORDER_PILED, ORDER_AS_THEY_LIE,
       ORDER_AMONG };

/* Lists the things of a query that the loop has not had yet; of a pile only the first few. */
static num rw_not_had(Machine *m, num query, num had, num most, num **found) {
    num count = query < 0 ? 0 : rw_things(m, query, found, 1), kept = 0;
    if (query < 0) *found = m->lists + m->listed;
    for (num n = 0; n < count; n++)
        if (!rw_contains(rw_items(m, had), rw_length(had), rw_ref(m, (*found)[n]))) (*found)[kept++] = (*found)[n];
    return most >= 0 && kept > most ? most : kept;
}
/* Gives the words for a zone whose cards the chooser does not see. */
static num rw_zone_words(Machine *m, num zone) {
    const num *words = m->p + m->p[m->p[P_ZONE_WORDS] + m->layout[L_SCENE]];
    if (words == m->p) { rw_stop(m, RW_LEFT); return T_NONE; }
    return words[m->grounds[3 * zone] * (m->layout[L_SEATS] + 1) + m->grounds[3 * zone + 1] + 1];
}
/* Lists what may be chosen next. Of a pile that the chooser does not see, only the next card can be chosen. */
static num rw_order_keys(Machine *m, num player, const num *loose, num many, const num *pile, num piled, num *into) {
    num count = 0;
    for (num n = 0; n < many; n++, into += KEY_ROW, count++) into[0] = KEY_NUMBER, into[1] = rw_ref(m, loose[n]), into[2] = 0;
    if (piled && !rw_sees(m, player, m->places[pile[0]])) {
        into[0] = KEY_TEXT, into[1] = rw_zone_words(m, m->places[pile[0]]), into[2] = 0;
        return count + 1;
    }
    for (num n = 0; n < piled; n++, into += KEY_ROW, count++) into[0] = KEY_NUMBER, into[1] = rw_ref(m, pile[n]), into[2] = 0;
    return count;
}
/* Gives the next thing of the loop: the one that was chosen, or the first if nobody was asked. */
static num rw_order_meant(Machine *m, const num *i, const num *loose, num many, const num *pile, num piled) {
    num key[KEY_ROW], *v = m->cur, answered;
    v[i[ORDER_AMONG]] = RW_ABSENT;
    answered = rw_take_answer(m, key);
    if (answered && key[0] == KEY_NUMBER) return key[1] % RW_LIVES;
    if (answered && rw_is_text(key, T_REST)) v[i[ORDER_AS_THEY_LIE]] = 1;
    else if (answered) many = 0;
    return many ? loose[0] : piled ? pile[0] : RW_NOWHERE;
}
/* Takes the next thing: the last remaining one, or the one that a player is asked to choose. */
static int rw_ordered(Machine *m, const num *i, num *at) {
    num listed = m->listed, *v = m->cur, var, *loose, *pile, many, piled, chooser, given, count = 0, *keys;
    if (v[i[ORDER_KEPT]] == RW_ABSENT) v[i[ORDER_KEPT]] = rw_held(v, i[ORDER_VAR]);
    var = v[i[ORDER_VAR]], v[i[ORDER_VAR]] = v[i[ORDER_KEPT]]; /* the loop's things may depend on what the name referred to before */
    if (v[i[ORDER_REST]] == RW_ABSENT) {
        num most = i[ORDER_COUNT] < 0 ? 0 : rw_value(m, i[ORDER_COUNT]);
        v[i[ORDER_REST]] = rw_list(m, v, 0), v[i[ORDER_PILED]] = most > 0 ? most : 0;
    }
    many = rw_not_had(m, i[ORDER_OF], v[i[ORDER_REST]], -1, &loose);
    piled = rw_not_had(m, i[ORDER_PILE], v[i[ORDER_REST]], v[i[ORDER_PILED]], &pile);
    chooser = rw_value(m, i[ORDER_BY]);
    v[i[ORDER_VAR]] = var;
    given = v[S_ANSWER] != RW_ABSENT || (v[i[ORDER_AS_THEY_LIE]] != RW_ABSENT && v[i[ORDER_AS_THEY_LIE]]) || chooser == RW_NOWHERE;
    keys = m->lists + m->listed;
    if (m->listed + KEY_ROW * (many + piled + 2) > m->listable) { rw_stop(m, RW_FULL); return FURTHER; }
    if (!given) count = rw_order_keys(m, CELL(m, chooser, OWNER), loose, many, pile, piled, keys);
    if (count > 1) {
        if (many + piled > 2) keys[KEY_ROW * count] = KEY_TEXT, keys[KEY_ROW * count + 1] = T_REST, keys[KEY_ROW * count + 2] = 0, count++;
        v[i[ORDER_AMONG]] = rw_list(m, keys, KEY_ROW * count);
        return rw_ask_for(m, chooser, *at);
    }
    num slot = rw_order_meant(m, i, loose, many, pile, piled);
    if (slot == RW_NOWHERE) {
        num before = v[i[ORDER_KEPT]];
        v[i[ORDER_REST]] = v[i[ORDER_AS_THEY_LIE]] = v[i[ORDER_PILED]] = v[i[ORDER_KEPT]] = RW_ABSENT;
        v[i[ORDER_VAR]] = before == RW_NOWHERE ? RW_ABSENT : before;
        *at = i[ORDER_END];
    } else {
        num begins = m->head[H_ARENA], ref = rw_ref(m, slot);
        v[i[ORDER_PILED]] -= rw_contains(pile, piled, slot);
        rw_list(m, rw_items(m, v[i[ORDER_REST]]), rw_length(v[i[ORDER_REST]]));
        rw_list(m, &ref, 1);
        v[i[ORDER_REST]] = begins << 20 | (m->head[H_ARENA] - begins), v[i[ORDER_VAR]] = slot, ++*at;
    }
    m->listed = listed;
    return FURTHER;
}
static void rw_ordered_menu(Machine *m, const num *i) {
    num among = m->v[i[ORDER_AMONG]];
    for (num n = 0; n < rw_length(among); n += KEY_ROW) rw_key(m, rw_items(m, among)[n], rw_items(m, among)[n + 1], rw_items(m, among)[n + 2]);
}
