/* What a thing counts as for a while: its player and its kind, and who owns it. The newest effect counts. A part of machine.h. */

static int rw_is_guise(num asks) { return asks == T_CONTROL || asks == T_FORM; }

static num rw_side_of(Machine *m, num player) { return m->layout[L_PLAYERS] ? CELL(m, player, SIDE) : player; }

static void rw_belongs(Machine *m, num slot, num player, num side) { rw_write(m, slot, OWNER, player), rw_write(m, slot, SIDE, side); }

/* Gives the player to whom a thing goes back. */
static num rw_owner_of(Machine *m, num slot) {
    const num *kept, *owned = *m->effects ? rw_newest(m, slot, T_OWNED, RW_ABSENT) : 0;
    if (owned) return CELL(m, owned[LA_AMOUNT], OWNER);
    return rw_linked(m, slot, T_OWNER, &kept) > 0 ? kept[0] : CELL(m, slot, OWNER);
}
/* Makes a player the owner of a thing for good; control of it does not change. */
static void rw_hand_over(Machine *m, num slot, num player, num side) {
    num whose[] = {player, side};
    if (rw_link(m, slot, T_OWNER)) rw_set_link(m, slot, T_OWNER, whose, 2); else rw_belongs(m, slot, player, side);
}
/* Ends the effects on who controls a thing; control does not go back, because a permanent change replaces them. */
static void rw_uncontrolled(Machine *m, num slot) {
    rw_set_link(m, slot, T_HELD, 0, -1);
    if (!rw_link(m, slot, T_OWNER)) return;
    rw_set_link(m, slot, T_OWNER, 0, -1);
    for (num n = 0; n < *m->effects && !m->status;)
        if (rw_is_about(m, rw_effect(m, n), slot, T_CONTROL, RW_ABSENT)) rw_expired(m, rw_effect(m, n)); else n++;
}
/* Gives control of a thing for good to a player or to nobody. The owner of a card in play stays the same, and gets it back when it leaves
   play. */
static void rw_take(Machine *m, num slot, num player, num side) {
    const num *link;
    num lent = rw_linked(m, slot, T_OWNER, &link) == 2, kept[] = {lent ? link[0] : CELL(m, slot, OWNER), lent ? link[1] : CELL(m, slot, SIDE)};
    rw_uncontrolled(m, slot);
    if (player != RW_NOWHERE && player != kept[0] && kept[0] != RW_NOWHERE && rw_is_card(m, slot) && rw_in_play(m, slot)) rw_set_link(m, slot, T_OWNER, kept, 2);
    rw_belongs(m, slot, player, side);
}
/* Gives a thing to the player who plays it; its owner gets it back when it has left play. */
static void rw_lend(Machine *m, num slot, num player) {
    num owner = CELL(m, slot, OWNER), kept[] = {owner, CELL(m, slot, SIDE)};
    if (owner == player || owner == RW_NOWHERE || player == RW_NOWHERE) return;
    if (!rw_link(m, slot, T_OWNER)) rw_set_link(m, slot, T_OWNER, kept, 2);
    rw_belongs(m, slot, player, rw_side_of(m, player));
}
/* Gives a thing back to its owner. */
static void rw_give_back(Machine *m, num slot) {
    const num *links;
    num kept[2];
    if (rw_linked(m, slot, T_OWNER, &links) != 2 || rw_touched(m, slot, T_CONTROL, RW_ABSENT)) return;
    memcpy(kept, links, sizeof kept);
    rw_belongs(m, slot, kept[0], kept[1]);
    rw_set_link(m, slot, T_OWNER, 0, -1);
}
/* Changes the kind of a thing; each of its numbers changes by the difference between what is printed on the two kinds. */
static void rw_shift_kind(Machine *m, num slot, num kind) {
    const num *old = m->p + ROW(m, P_FACES, CELL(m, slot, KIND), FACE_ROW)[FACE_PRINTED], *new = m->p + ROW(m, P_FACES, kind, FACE_ROW)[FACE_PRINTED];
    rw_write(m, slot, KIND, kind);
    for (num stat = OWN; stat < m->width; stat++) {
        num least = ROW(m, P_STATS, stat, STAT_ROW)[STAT_LEAST], to = CELL(m, slot, stat) + new[stat - OWN] - old[stat - OWN];
        if (new[stat - OWN] != old[stat - OWN]) rw_write(m, slot, stat, least != RW_ABSENT && to < least ? least : to);
    }
}
/* Stores what a thing counts as now: what the newest effect says or, without one, what it was before. */
static void rw_turn_guise(Machine *m, num slot, num asks) {
    const num *newest = rw_newest(m, slot, asks, RW_ABSENT), *kept = 0;
    num held = asks == T_CONTROL ? rw_linked(m, slot, T_HELD, &kept) : -1;
    if (held < 1) rw_linked(m, slot, asks == T_CONTROL ? T_OWNER : T_FORM, &kept);
    if (asks == T_FORM) { rw_shift_kind(m, slot, newest ? newest[LA_AMOUNT] : kept[0]); return; }
    num whose[] = {newest ? CELL(m, newest[LA_AMOUNT], OWNER) : kept[0], newest ? CELL(m, newest[LA_AMOUNT], SIDE) : kept[1]};
    rw_belongs(m, slot, whose[0], whose[1]);
}
/* Begins an effect by which a thing counts as something else, and stores what it was before. */
static void rw_guise_begins(Machine *m, const num *row) {
    num slot = row[LA_OBJECT], asks = row[LA_ASKS], link = asks == T_CONTROL ? T_OWNER : T_FORM, effects = 0;
    num now[] = {asks == T_CONTROL ? CELL(m, slot, OWNER) : CELL(m, slot, KIND), CELL(m, slot, SIDE)};
    for (num n = 0; n < *m->effects; n++) effects += rw_is_about(m, rw_effect(m, n), slot, asks, RW_ABSENT);
    if (!rw_link(m, slot, link)) rw_set_link(m, slot, link, now, asks == T_CONTROL ? 2 : 1);
    else if (asks == T_CONTROL && effects == 1) rw_set_link(m, slot, T_HELD, now, 2);
    rw_turn_guise(m, slot, asks);
}
/* After such an effect has ended: the thing counts as the newest remaining effect says or, without one, as what it was before. */
static void rw_guise_ends(Machine *m, num slot, num asks) {
    num link = asks == T_CONTROL ? T_OWNER : T_FORM;
    if (!rw_link(m, slot, link)) return;
    rw_turn_guise(m, slot, asks);
    if (rw_touched(m, slot, asks, RW_ABSENT)) return;
    rw_set_link(m, slot, asks == T_CONTROL && rw_link(m, slot, T_HELD) ? T_HELD : link, 0, -1);
}
