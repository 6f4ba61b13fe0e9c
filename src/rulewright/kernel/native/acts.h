/* What may be done: checks, picks, whether they can be completed, and offers. A part of machine.h. */

/* Says whether somebody else has the turn: neither the actor nor (if the check says so) another thing of the actor's player. */
static num rw_others_turn(Machine *m, const num *check) {
    num *frame = rw_innermost(m, check[1]), whose = frame ? rw_held(frame + F_SLOTS, S_ACTOR) : RW_NOWHERE, actor = rw_held(m->v, S_ACTOR);
    return !(whose == actor || (check[2] && whose != RW_NOWHERE && CELL(m, whose, OWNER) == CELL(m, actor, OWNER)));
}
static num rw_feature_permits(Machine *m, const num *check) { /* feature, what is needed then */
    num actor = rw_held(m->v, S_ACTOR), source = rw_held(m->v, S_SOURCE), has = rw_has(m, check[1], actor, m->v);
    if (!has && source != RW_NOWHERE && source != actor) has = rw_has(m, check[1], source, m->v);
    return !has || rw_value(m, check[2]);
}
static num rw_is_in(Machine *m, num query, num slot) {
    num listed = m->listed, *found, count = rw_things(m, query, &found, 0), held = rw_contains(found, count, slot);
    m->listed = listed;
    return held;
}
static num rw_could_change(Machine *m);

/* Says whether anything of an additional cost must be paid. */
static num rw_owed(Machine *m, const num *check) { /* cost, how many amounts, the amounts */
    if (rw_held(m->v, S_EXTRA) > 0) return 1;
    for (num n = 0; n < check[2]; n++) if (rw_value(m, check[3 + n])) return 1;
    return 0;
}
/* Says whether costs could be paid if only the candidate were chosen. */
static num rw_payable_with(Machine *m, const num *check) { /* cost, slot */
    num named = m->v[check[2]], chosen = m->v[S_CHOSEN], arena = m->head[H_ARENA], it = m->v[S_IT], held;
    m->v[check[2]] = rw_list(m, &it, 1), m->v[S_CHOSEN] = it;
    held = rw_payable(m, m->p + check[1]);
    m->v[check[2]] = named, m->v[S_CHOSEN] = chosen, m->head[H_ARENA] = arena;
    return held;
}

static num rw_true(Machine *m, const num *check) {
    switch (check[0]) {
    case C_PAYABLE: return rw_payable_somehow(m, m->p + check[1]);
    case C_LEVY_PAYABLE: return !rw_owed(m, check) || rw_payable_somehow(m, m->p + check[1]);
    case C_PAYABLE_WITH: return rw_payable_with(m, check);
    case C_LIMITED: return rw_tallied(m, check[1], m->v[S_SOURCE]) < check[2];
    case C_COULD_CHANGE: return rw_could_change(m);
    case C_AMONG: return rw_is_in(m, check[1], m->v[S_IT]);
    case C_OTHERS_TURN: return rw_others_turn(m, check);
    case C_PERMITTED: return rw_feature_permits(m, check);
    case C_UNBARRED: return rw_unbarred(m);
    case C_UNLESS_WAITING: return rw_waits(m, rw_action(m, m->v[S_ACTION])) || rw_value(m, check[1]);
    case C_ALLOWED: return rw_may_perform(m);
    case C_CHOOSABLE: return rw_may_choose(m);
    case C_ENTERABLE: return rw_may_enter(m);
    case C_AFFORDABLE: return rw_payable_somehow(m, 0);
    case C_COOLED: return !rw_touched(m, rw_held(m->v, S_ACTOR), T_COOLDOWN, check[1]);
    default: return rw_value(m, check[1]);
    }
}
static num rw_holds(Machine *m, const num *checks) {
    for (num n = 1; n <= checks[0]; n++) {
        const num *check = m->p + checks[n];
        if (!(check[0] == C_TRUTH ? rw_truth(m, check[1]) : rw_true(m, check))) return 0;
    }
    return 1;
}
/* Says whether something may be picked, as far as its checks say; for things of a wrong kind this is known at once. */
static num rw_fits(Machine *m, const num *pick, num slot) {
    if (pick[PICK_KINDS] && !rw_may_be_of(m, m->p + pick[PICK_KINDS], slot)) return 0;
    num it = m->v[S_IT], named = m->v[pick[PICK_SLOT]], arena = m->head[H_ARENA];
    m->v[S_IT] = slot, m->v[pick[PICK_SLOT]] = pick[PICK_SEVERAL] ? rw_list(m, &slot, 1) : slot;
    num held = rw_holds(m, m->p + pick[PICK_CHECKS]);
    m->v[pick[PICK_SLOT]] = named, m->v[S_IT] = it, m->head[H_ARENA] = arena;
    return held;
}
/* Gives the n-th pick of an action; a stack to join is picked only if there is one and the action waits. */
static const num *rw_pick(Machine *m, num action, num n) {
    const num *picks = m->p + rw_action(m, action)[ACTION_PICKS], *pick = picks + 1 + n * PICK_ROW;
    if (n >= picks[0]) return 0;
    if (pick[PICK_SORT] == SORT_STACK && n == picks[0] - 1 && !(rw_waits(m, rw_action(m, action)) && rw_joinable(m, 0, 1))) return 0;
    return pick;
}
static int rw_is_object(const num *pick) { return !pick[PICK_NUMBER] && !pick[PICK_SORT]; }

enum { RW_MANY = 1000 }; /* the greatest number that can be named when an action is declared */

/* Gives how many candidates a pick has: things in play or of a set, tiles, or (without a list) numbers from `first` on. */
static num rw_candidates(Machine *m, const num *pick, num **found, num *first) {
    *found = 0;
    if (pick[PICK_SORT] == SORT_STACK) return rw_stacks_to_join(m, found);
    if (pick[PICK_SORT]) { rw_stop(m, RW_LEFT); return 0; } /* texts and past acts are listed by Python */
    if (pick[PICK_TILES]) return rw_pool(m, pick[PICK_TILES], pick[PICK_LEAST], pick[PICK_MOST], found);
    if (pick[PICK_POOL] >= 0) return rw_things(m, pick[PICK_POOL], found, 0);
    if (!pick[PICK_NUMBER]) return rw_live(m, found);
    *first = rw_value(m, pick[PICK_LEAST]);
    num most = rw_value(m, pick[PICK_MOST]) + (pick[PICK_PAID] ? rw_lowered(m) : 0);
    most = most < RW_MANY ? most : RW_MANY;
    return most < *first ? 0 : most - *first + 1;
}
/* Says whether something may be picked: it is a candidate, and no check fails. */
static num rw_may_pick(Machine *m, const num *pick, num it) {
    num listed = m->listed, *found, first = 0, held;
    if (pick[PICK_NUMBER] || pick[PICK_SORT]) {
        num count = rw_candidates(m, pick, &found, &first);
        held = found ? rw_contains(found, count, it) : it >= first && it - first < count;
    } else held = pick[PICK_POOL] < 0 ? rw_in_play(m, it) : rw_is_in(m, pick[PICK_POOL], it);
    m->listed = listed;
    return held && rw_fits(m, pick, it);
}
static num rw_completable(Machine *m, num action, num n);

enum { WAY_NONE = -1, WAY_PICKED = -2 }; /* the pick does not depend on how the act is paid; the pick itself says how it is paid */

/* Says whether a pick is left out, because the option on which it depends was not chosen or the act is paid otherwise. */
static int rw_left_out(Machine *m, const num *pick) {
    if (pick[PICK_WAY] == WAY_NONE) return pick[PICK_WHEN] >= 0 && rw_held(m->v, pick[PICK_WHEN]) <= 0;
    return rw_held(m->v, S_GRATIS) > 0 || (pick[PICK_WAY] != WAY_PICKED && rw_way(m) != 1 + pick[PICK_WAY]);
}
/* Gives the largest or smallest number of things of a pick: a fixed number, or a number that was picked before. */
static num rw_bound(Machine *m, const num *pick, num which) {
    num many = pick[PICK_MANY] < 0 ? RW_ABSENT : m->v[pick[PICK_MANY]];
    return many == RW_ABSENT ? pick[which] : many;
}

/* Says whether a pick of several things finds enough of them, and whether the following picks can be made if the first of these are taken. */
static num rw_several_completable(Machine *m, num action, num n, const num *pick) {
    num listed = m->listed, arena = m->head[H_ARENA], *base, first = 0, count = rw_candidates(m, pick, &base, &first), fits = 0, held;
    for (num k = 0; k < count && !m->status; k++) {
        if (!rw_fits(m, pick, base[k])) continue;
        if (pick[PICK_POOL] >= 0 && rw_in_the_dark(m, base[k])) rw_stop(m, RW_LEFT);
        if (fits++ < rw_bound(m, pick, PICK_ATMOST)) rw_list(m, base + k, 1);
    }
    num named = m->v[pick[PICK_SLOT]];
    m->v[pick[PICK_SLOT]] = arena << 20 | (m->head[H_ARENA] - arena);
    held = fits >= rw_bound(m, pick, PICK_FEWEST) && rw_holds(m, m->p + pick[PICK_WHOLE]) && rw_completable(m, action, n + 1);
    m->v[pick[PICK_SLOT]] = named, m->head[H_ARENA] = arena, m->listed = listed;
    return held;
}
/* Says whether the n-th pick and all after it can be made; stops at the first candidate with which they can. */
static num rw_completable(Machine *m, num action, num n) {
    const num *pick = rw_pick(m, action, n);
    num *base, count, found = 0, first = 0, listed = m->listed;
    if (!pick) return 1;
    if (rw_left_out(m, pick)) return rw_completable(m, action, n + 1);
    if (pick[PICK_SORT] == SORT_TEXT) return rw_completable(m, action, n + 1); /* a player can always write a text */
    if (pick[PICK_SORT] == SORT_ACT) return rw_any_past(m, m->p + pick[PICK_LEAST]) && rw_completable(m, action, n + 1);
    if (pick[PICK_SEVERAL]) return rw_several_completable(m, action, n, pick);
    count = rw_candidates(m, pick, &base, &first);
    for (num k = 0; !found && !m->status && k < count; k++) {
        num it = base ? base[k] : first + k;
        if (!rw_fits(m, pick, it)) continue;
        num named = m->v[pick[PICK_SLOT]];
        m->v[pick[PICK_SLOT]] = it;
        found = rw_completable(m, action, n + 1);
        m->v[pick[PICK_SLOT]] = named;
    }
    m->listed = listed;
    return found;
}
static int rw_overlap(const num *a, const num *b, num count) {
    for (num n = 1; n <= a[0]; n++)
        for (num k = 0; k < count; k++)
            if (a[n] == b[k]) return 1;
    return 0;
}
/* Gives the newest effect that lets somebody play a card for a while, or nothing. */
static const num *rw_lent(Machine *m, num slot) { return *m->effects ? rw_newest(m, slot, T_PLAYABLE, RW_ABSENT) : 0; }

/* Gives the player of a thing's ability; for a thing that has left, the player who had it last. */
static num rw_player_with(Machine *m, const num *v, num slot) {
    num memory = v[S_MEMORY];
    for (num n = 0; memory != RW_ABSENT && n < rw_length(memory); n += 4 + m->width) {
        const num *known = rw_items(m, memory) + n;
        if (known[0] == S_SOURCE && known[1] == slot) return known[4 + OWNER];
    }
    return CELL(m, slot, OWNER);
}
/* Fills the slots of a thing's action: source, player, actor. An effect can let somebody else act with it, now or for a while. */
static void rw_given(Machine *m, num *v, num action, num slot) {
    const num *lent = rw_lent(m, slot);
    num player = lent ? CELL(m, lent[LA_BY], OWNER) : v[S_USER] != RW_ABSENT ? v[S_USER] : rw_player_with(m, v, slot);
    v[S_SOURCE] = slot, v[S_PLAYER] = player, v[S_ACTION] = action, v[S_ACTOR] = rw_actor_for(m, slot, player);
    if (lent && lent[LA_AMOUNT]) v[S_GRATIS] = 1, v[S_FREE] = RW_NOWHERE;
}
/* Fills the slots for an action of a thing in a window; the window may say who acts, what is not paid, and that an effect allows it. The
   other slots are empty already, also after another action was tested with them. */
static void rw_given_in(Machine *m, num *v, const num *window, num action, num slot) {
    v[S_FREE] = window[S_FREE], v[S_INSTRUCTED] = window[S_INSTRUCTED], v[S_GRATIS] = window[S_GRATIS], v[S_USER] = window[S_USER];
    rw_given(m, v, action, slot);
}
/* Says whether a window is for an action: by its kinds, and where it is only for some, by its name. */
static int rw_is_for(Machine *m, const num *window, num action) {
    const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
    num kinds = window[S_KINDS], only = window[S_ONLY];
    if (!rw_overlap(m->p + row[ACTION_KINDS], rw_items(m, kinds), rw_length(kinds))) return 0;
    return only == RW_ABSENT || rw_contains(rw_items(m, only), rw_length(only), row[ACTION_WORD])
        || rw_contains(rw_items(m, only), rw_length(only), row[ACTION_COUNTS_AS]);
}
/* Says whether a thing belongs to those whom a window is for and can act: it is in play, or an effect lets it act from any zone. */
static int rw_is_member(Machine *m, const num *window, num slot) {
    num members = window[S_MEMBERS];
    return rw_contains(rw_items(m, members), rw_length(members), slot) && (window[S_INSTRUCTED] != RW_ABSENT || rw_in_play(m, slot));
}
/* Says whether a thing lies where an action can be used, and is not face down if that matters; a card that an effect lets somebody play may
   lie anywhere. */
static int rw_is_placed(Machine *m, const num *row, num slot) {
    const num *zones = m->p + row[ACTION_ZONES];
    num place = m->places[slot];
    if (!zones[0]) return 1;
    if (place == RW_NOWHERE || !rw_among(zones, m->grounds[3 * place])) return row[ACTION_PLAYED] && place != RW_NOWHERE && rw_lent(m, slot);
    return !(row[ACTION_AWAKE] && rw_face_down(m, slot));
}
/* Says whether the checks before the first pick hold, among them the place of the source. An effect may let the action be used
   from any place and at any speed, or without paying. */
static num rw_legal(Machine *m, num action) {
    const num *row = ROW(m, P_ACTIONS, action, ACTION_ROW);
    num source = m->v[S_SOURCE], told = rw_held(m->v, S_INSTRUCTED) > 0, free = rw_held(m->v, S_GRATIS) > 0;
    if (*m->effects && !row[ACTION_PLAYED] && !rw_in_use(m, source, action)) return 0;
    if (!told && !rw_is_placed(m, row, source)) return 0;
    return rw_holds(m, m->p + m->p[row[ACTION_CHECKS] + told + 2 * free]);
}
static num rw_possible(Machine *m, num action) { return rw_legal(m, action) && rw_completable(m, action, 0); }

static void rw_key(Machine *m, num tag, num a, num b) {
    if (m->keys >= m->listable) { rw_stop(m, RW_FULL); return; }
    num *key = m->menu + KEY_ROW * m->keys++;
    key[0] = tag, key[1] = a, key[2] = b;
}
/* Offers the actions of one thing that a window is for; with `first` it stops at the first. */
static num rw_offers_of(Machine *m, const num *window, num slot, int first) {
    num found = 0, *v = m->v, action;
    for (num n = 0; !m->status && (action = rw_ability(m, slot, n)) != RW_NOWHERE; n++) {
        const num *row = rw_action(m, action);
        if (row[ACTION_NEVER] || (window[S_INSTRUCTED] == RW_ABSENT && !rw_is_placed(m, row, slot))) continue;
        if (!rw_is_for(m, window, action) || !rw_able(m, slot, action)) continue;
        rw_given_in(m, m->act, window, action, slot);
        m->v = m->act;
        num legal = rw_possible(m, action);
        m->v = v;
        if (!legal) continue;
        found++;
        if (first) return found;
        rw_key(m, KEY_OFFER, action, rw_ref(m, slot));
    }
    return found;
}
/* Gives the number of the first effect that asks about a thing; the number of effects if there is none. */
static num rw_first_about(Machine *m, num slot, num asks) {
    num n = 0;
    while (n < *m->effects && !rw_is_about(m, rw_effect(m, n), slot, asks, RW_ABSENT)) n++;
    return n;
}
/* Says whether a player could act with a thing: an effect lets this player play it, or it is the player's own and no effect lets somebody
   else play it. */
static int rw_acts_with(Machine *m, num player, num slot) {
    const num *lent = rw_lent(m, slot);
    return (lent ? CELL(m, lent[LA_BY], OWNER) : CELL(m, slot, OWNER)) == player;
}
/* Offers what a player may do in a window, in the order of the zones. */
static num rw_offers(Machine *m, const num *window, num player, int first) {
    num actor = rw_held(window, S_ACTOR), found = 0;
    rw_empty(m, m->act);
    if (window[S_MEMBERS] != RW_ABSENT) {
        for (num n = 0; n < rw_length(window[S_MEMBERS]) && !(found && first); n++) {
            num slot = rw_items(m, window[S_MEMBERS])[n];
            if (rw_is_member(m, window, slot)) found += rw_offers_of(m, window, slot, first);
        }
        return found;
    }
    if (actor != RW_NOWHERE) return rw_offers_of(m, window, actor, first);
    for (num z = 0; z < m->zones; z++)
        for (num n = 0; n < m->lengths[z]; n++) {
            num slot = m->lying[z * m->room + n];
            if (CELL(m, slot, OWNER) == player && !rw_lent(m, slot)) found += rw_offers_of(m, window, slot, first);
            if (found && first) return found;
        }
    for (num n = 0; n < *m->effects && !(found && first); n++) { /* what effects let the player play, each thing once */
        num slot = rw_effect(m, n)[LA_OBJECT];
        if (rw_effect(m, n)[LA_ASKS] != T_PLAYABLE || rw_first_about(m, slot, T_PLAYABLE) != n) continue;
        if (CELL(m, rw_lent(m, slot)[LA_BY], OWNER) == player) found += rw_offers_of(m, window, slot, first);
    }
    return found;
}

/* -- the picks of an act, one after another ------------------------------------------------------------------------------------------ */

static int rw_is_text(const num *key, num text) { return key[0] == KEY_TEXT && key[1] == text; }

/* Puts keys into the slots that expressions read. Gives the pick that comes next and how many were picked for it; no pick if the act is
   complete. `status` says where there are more keys than picks. */
static const num *rw_fill(Machine *m, num action, const num *keys, num count, num *taken) {
    const num *next = 0, *pick;
    num at = 0;
    for (num n = 0; (pick = rw_pick(m, action, n)); n++) {
        if (rw_left_out(m, pick)) { m->v[pick[PICK_SLOT]] = pick[PICK_NUMBER] == 1 ? 0 : rw_list(m, 0, 0); continue; }
        if (!pick[PICK_SEVERAL]) {
            if (at < count && keys[KEY_ROW * at] != KEY_NUMBER) { rw_stop(m, RW_REFUSED); return 0; }
            if (at < count) m->v[pick[PICK_SLOT]] = pick[PICK_NUMBER] ? keys[KEY_ROW * at + 1] : keys[KEY_ROW * at + 1] % RW_LIVES, at++;
            else if (!next) next = pick, *taken = 0;
            continue;
        }
        num begins = m->head[H_ARENA], took = 0, most = rw_bound(m, pick, PICK_ATMOST);
        for (; at < count && took < most && keys[KEY_ROW * at] == KEY_NUMBER; at++, took++) {
            num it = keys[KEY_ROW * at + 1] % RW_LIVES;
            rw_list(m, &it, 1);
        }
        m->v[pick[PICK_SLOT]] = begins << 20 | took;
        if (took >= most) continue;
        if (at < count && rw_is_text(keys + KEY_ROW * at, T_DONE)) at++;
        else if (!next) next = pick, *taken = took;
    }
    if (at < count) rw_stop(m, RW_REFUSED);
    return next;
}
/* Says whether a key may be picked next. */
static num rw_fitting(Machine *m, const num *pick, num taken, const num *key) {
    num it = key[1];
    if (pick[PICK_SEVERAL] && rw_is_text(key, T_DONE)) return taken >= rw_bound(m, pick, PICK_FEWEST) && rw_holds(m, m->p + pick[PICK_WHOLE]);
    if (key[0] != KEY_NUMBER) return 0;
    if (pick[PICK_NUMBER] || (pick[PICK_SORT] == SORT_STACK && it == RW_NOWHERE)) return rw_may_pick(m, pick, it);
    if (it < 0 || it % RW_LIVES >= m->things || !rw_alive(m, it)) return 0;
    it %= RW_LIVES;
    if (pick[PICK_SEVERAL] && rw_contains(rw_items(m, m->v[pick[PICK_SLOT]]), taken, it)) return 0;
    return rw_may_pick(m, pick, it);
}
/* Fills the slots with keys, each of which must be one that may be picked after those before it. Gives the next pick as `rw_fill` does. */
static const num *rw_walk(Machine *m, num action, const num *keys, num count, num *taken) {
    num arena = m->head[H_ARENA];
    for (num n = 0; n < count && !m->trusting; n++) {
        const num *pick = rw_fill(m, action, keys, n, taken);
        if (!pick || m->status || !rw_fitting(m, pick, *taken, keys + KEY_ROW * n)) { rw_stop(m, RW_REFUSED); return 0; }
        m->head[H_ARENA] = arena;
    }
    return rw_fill(m, action, keys, count, taken);
}
/* Lists what may be picked next, after the keys that fill the slots now. */
static void rw_next_keys(Machine *m, num action, const num *pick, num taken) {
    num *base, first = 0, count = rw_candidates(m, pick, &base, &first);
    for (num n = 0; n < count && !m->status; n++) {
        num it = base ? base[n] : first + n, named = m->v[pick[PICK_SLOT]], legal;
        if (!rw_fits(m, pick, it)) continue;
        if (pick[PICK_POOL] >= 0 && rw_in_the_dark(m, it)) rw_stop(m, RW_LEFT);
        if (pick[PICK_SEVERAL]) legal = !rw_contains(rw_items(m, named), taken, it);
        else {
            m->v[pick[PICK_SLOT]] = it;
            legal = rw_completable(m, action, (pick - rw_pick(m, action, 0)) / PICK_ROW + 1);
            m->v[pick[PICK_SLOT]] = named;
        }
        if (legal) rw_key(m, KEY_NUMBER, pick[PICK_NUMBER] ? it : rw_ref(m, it), 0);
    }
    if (pick[PICK_SEVERAL] && taken >= rw_bound(m, pick, PICK_FEWEST) && rw_holds(m, m->p + pick[PICK_WHOLE])) rw_key(m, KEY_TEXT, T_DONE, 0);
}
