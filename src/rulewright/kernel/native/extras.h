/* Structures outside their usual order: extra ones, which follow one of the same name, and skipped ones. A part of machine.h. */

/* Says whether a structure of somebody, or a step of it, is to be skipped; if so, counts the skip and writes its event. */
static int rw_skipped(Machine *m, num structure, num whose, num step, num told) {
    for (num turn = 0; turn < 2; turn++)
        for (num n = 0; n < *m->effects; n++) {
            const num *row = rw_effect(m, n);
            if (!rw_is_about(m, row, turn ? RW_NOWHERE : whose, T_SKIP, structure) || row[LA_MORE] != step) continue;
            rw_use(m, row);
            rw_tell(m, told, whose == RW_NOWHERE ? ABOUT_NOTHING : ABOUT_THING, whose);
            return 1;
        }
    return 0;
}
/* Begins the oldest extra structure of a name whose player is still in the game, unless the game is won. */
static void rw_go_on(Machine *m, num procedure) {
    for (num n = 0; n < *m->effects && !m->status;) {
        num whose = rw_effect(m, n)[LA_OBJECT], *v = m->child;
        if (rw_effect(m, n)[LA_ASKS] != T_EXTRA || rw_effect(m, n)[LA_ABOUT] != procedure) { n++; continue; }
        for (num slot = 0; slot < m->things; slot++) if (CELL(m, slot, STANDING) > 0) return;
        rw_use(m, rw_effect(m, n));
        rw_empty(m, v);
        if (whose != RW_NOWHERE) v[S_ACTOR] = whose, v[S_PLAYER] = CELL(m, whose, OWNER);
        int plays = whose == RW_NOWHERE || (rw_in_play(m, whose) && CELL(m, whose, STANDING) >= 0);
        if (plays && (whose == RW_NOWHERE || !rw_skipped(m, procedure, whose, RW_NOWHERE, rw_procedure(m, procedure)[PROC_SKIPPED]))) {
            rw_push(m, procedure, v, RW_NOWHERE);
            return;
        }
        n = 0;
    }
}
enum { COMES_QUERY = 1, COMES_WHOSE, COMES_ASKS, COMES_STRUCTURE, COMES_STEP, COMES_NAME, COMES_USES };

/* Gives somebody extra structures, or lets them skip some, as many as the instruction says. */
static int rw_to_come(Machine *m, const num *i, num at) {
    num listed = m->listed, nobody = RW_NOWHERE, *found = &nobody, count = 1, uses, from = m->prepared, row[LASTING_ROW] = {0};
    if (i[COMES_WHOSE] >= 0) count = rw_whom(m, i[COMES_QUERY], i[COMES_WHOSE], &found);
    uses = rw_value(m, i[COMES_USES]);
    row[LA_NAME] = i[COMES_NAME], row[LA_ASKS] = i[COMES_ASKS], row[LA_ABOUT] = i[COMES_STRUCTURE], row[LA_MORE] = i[COMES_STEP], row[LA_OP] = LA_ADDS;
    row[LA_AMOUNT] = 1, row[LA_USES] = uses, row[LA_BY] = rw_held(m->v, S_ACTOR);
    row[LA_UNTIL] = RW_NOWHERE, row[LA_FIRST] = row[LA_WHOSE] = row[LA_COUNT] = RW_ABSENT;
    for (num n = 0; n < count && uses > 0 && !m->status; n++) row[LA_ID] = RW_NOWHERE, row[LA_OBJECT] = found[n], rw_new_last(m, found[n], row);
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
/* Begins a step, or goes on with the next one if this one is to be skipped. */
static int rw_begin_step(Machine *m, const num *i, num *at) { /* structure, step, what is told, the next step */
    *at = *m->effects && rw_skipped(m, i[1], rw_held(m->cur, S_ACTOR), i[2], i[3]) ? i[4] : *at + 1;
    return FURTHER;
}
