/* Stacks: putting acts there, how they resolve, where they go afterwards, and acts that are paid first. A part of machine.h. */

/* Says whether a player is still in the game. */
static int rw_present(Machine *m, num player) {
    return player >= 0 && (!m->layout[L_PLAYERS] || rw_in_play(m, player));
}
/* Lists everything that waits, stack by stack from the bottom, into a list of its own. */
static num rw_waiting(Machine *m) {
    num at = m->head[H_ARENA];
    for (num z = 0; z < m->zones; z++)
        if (rw_is_stack(m, z)) rw_list(m, m->lying + z * m->room, m->lengths[z]);
    return at << 20 | (m->head[H_ARENA] - at);
}
static num rw_first_stack(Machine *m) {
    for (num z = 0; z < m->zones; z++) if (rw_is_stack(m, z)) return z;
    return RW_NOWHERE;
}
/* Before a thing leaves, stores it as it is for everything that waits and refers to it. */
static void rw_keep_memory(Machine *m, num slot, const num *known) {
    num ref = rw_ref(m, slot), size = rw_memory_row(m), *row = m->lists + m->listed;
    for (num z = 0; z < m->zones; z++)
        for (num n = 0; rw_is_stack(m, z) && n < m->lengths[z]; n++) {
            num item = m->lying[z * m->room + n], count, had;
            const num *pairs, *refs, *old = 0;
            had = rw_linked(m, item, T_MEMORY, &old);
            count = had > 0 ? had : 0;
            if (m->listed + count + 5 * size > m->listable) { rw_stop(m, RW_FULL); return; }
            if (count) memcpy(row, old, (size_t)count * sizeof(num));
            num before = count, targets = rw_linked(m, item, T_TARGETS, &pairs);
            for (num k = 0; k + 1 < targets; k += 2) {
                num word = pairs[k];
                if (pairs[k + 1] != ref || (word != S_SOURCE && word != S_IT && word != S_ATTACKER && word != S_BOUND)) continue;
                if (m->listed + count + 2 * size > m->listable) { rw_stop(m, RW_FULL); return; }
                memcpy(row + count, known, (size_t)size * sizeof(num)), row[count] = word, count += size;
            }
            if (rw_linked(m, item, T_ACTOR, &refs) == 2 && refs[1] == ref)
                memcpy(row + count, known, (size_t)size * sizeof(num)), row[count] = S_SOURCE, count += size;
            if (count > before) rw_set_link(m, item, T_MEMORY, row, count);
        }
}

/* -- putting something on a stack ---------------------------------------------------------------------------------------------------- */

/* Gives a reference to a thing of an act; for the thing of its trigger, in the life that it had when the trigger was met. */
static num rw_reference(Machine *m, const num *v, num slot) {
    if (v[S_REFS] != RW_ABSENT)
        for (num n = 0; n < rw_length(v[S_REFS]); n++) {
            num ref = rw_items(m, v[S_REFS])[n];
            if (ref >= 0 && ref % RW_LIVES == slot) return ref;
        }
    return rw_ref(m, slot);
}
/* Lists what was picked under a slot: one thing or several. */
static num rw_all_of(Machine *m, const num *pick, const num *v, const num **found) {
    const num *held = v + pick[PICK_SLOT];
    *found = held;
    if (*held == RW_ABSENT || *held == RW_NONE) return 0;
    if (!pick[PICK_SEVERAL]) return 1;
    *found = rw_items(m, *held);
    return rw_length(*held);
}
static num rw_all_in(Machine *m, const num *pick, const num **found) { return rw_all_of(m, pick, m->cur, found); }

/* Merges stacks into the oldest, with the newest action on top. */
static num rw_merge(Machine *m, const num *zones, num count) {
    num *things = m->lists + m->listed, many = 0, listed = m->listed;
    if (m->listed + m->things > m->listable) { rw_stop(m, RW_FULL); return zones[0]; }
    for (num n = 0; n < count; n++)
        for (num k = 0; k < m->lengths[zones[n]]; k++) {
            num slot = m->lying[zones[n] * m->room + k], at = many++;
            for (; at > 0; at--) {
                num other = things[at - 1];
                if (CELL(m, other, BORN) < CELL(m, slot, BORN) || (CELL(m, other, BORN) == CELL(m, slot, BORN) && other < slot)) break;
                things[at] = other;
            }
            things[at] = slot;
        }
    m->listed += many;
    for (num n = 0; n < many && !m->status; n++) rw_send(m, things[n], zones[0], AT_TOP);
    for (num n = 1; n < count && !m->status; n++) rw_grounded(m, zones[n], -1, zones[0], m->head[H_NOW]);
    rw_tell(m, T_MERGED, ABOUT_STACKS, count);
    m->listed = listed;
    return zones[0];
}
/* Says whether something that an act is aimed at lies in a zone. */
static int rw_aims_into(Machine *m, const num *action, num zone) {
    const num *pick, *found;
    num it = action[ACTION_ANSWERS] ? rw_held(m->cur, S_IT) : RW_NOWHERE;
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)); n++)
        for (num k = 0, count = rw_is_object(pick) ? rw_all_in(m, pick, &found) : 0; k < count; k++)
            if (found[k] != RW_NOWHERE && m->places[found[k]] == zone) return 1;
    return it != RW_NOWHERE && m->places[it] == zone;
}
/* Gives the action that came off a stack and is in progress, if no other action has begun since. */
static num rw_popped(Machine *m) {
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        num procedure = FRAME(m, n)[F_PROCEDURE];
        if (FRAME(m, n)[F_SLOTS + S_ITEM] != RW_ABSENT || procedure == FLOOR || procedure == WINDOW) return rw_held(FRAME(m, n) + F_SLOTS, S_ITEM);
    }
    return RW_NOWHERE;
}
/* Records how a thing was made, so that it is recognized when the answers are played again: its name, whose ability, the cause, the answer. */
static void rw_note_maker(Machine *m, num slot, num name, num copied) {
    num item = rw_popped(m), row[6], count = 0, reacts = m->cur[S_WOULD] != RW_ABSENT;
    row[count++] = copied == RW_NOWHERE ? name : T_COPY;
    row[count++] = reacts && copied == RW_NOWHERE ? m->cur[S_SOURCE] : RW_NOWHERE;
    row[count++] = 1 + (copied != RW_NOWHERE || reacts);
    if (copied != RW_NOWHERE) row[count++] = copied; else if (reacts) row[count++] = rw_held(m->cur, S_IT);
    row[count++] = item;
    row[count++] = item != RW_NOWHERE || m->clocked ? RW_NOWHERE : m->head[H_NUMBER];
    rw_set_link(m, slot, T_MADE, row, count);
}
/* Gives the stack for an act: the stack of its targets (merged, if there are several), a stack that it joins, the common stack, or a new one. */
static num rw_stack_for(Machine *m, const num *action) {
    num *zones = m->lists + m->listed, count = 0, joined, first;
    if (m->listed + m->zones > m->listable) { rw_stop(m, RW_FULL); return 0; }
    for (num z = 0; z < m->zones; z++) if (rw_is_stack(m, z) && rw_aims_into(m, action, z)) zones[count++] = z;
    if (count == 1) return zones[0];
    if (count) {
        m->listed += count;
        num oldest = rw_merge(m, zones, count);
        m->listed -= count;
        return oldest;
    }
    joined = rw_home(m, rw_held(m->cur, S_STACK)), first = rw_first_stack(m);
    if (joined != RW_NOWHERE) return joined;
    return action[ACTION_STACK] != ONE_STACK || first == RW_NOWHERE ? rw_found(m, m->p[P_STACK]) : first;
}
static num rw_item(Machine *m, num action, num player, num zone) {
    const num *open = m->p + m->p[P_OPEN_STATS], *defaults = open + 1 + open[0];
    num *cells = m->lists + m->listed;
    if (m->listed + m->width > m->listable) { rw_stop(m, RW_FULL); return 0; }
    memset(cells, 0, OWN * sizeof(num));
    memcpy(cells + OWN, defaults + OWN, (size_t)(m->width - OWN) * sizeof(num));
    cells[KIND] = m->p[P_ITEM], cells[OWNER] = player, cells[ACTION] = action, cells[BORN] = m->head[H_NUMBER], cells[SIDE] = RW_NOWHERE;
    return rw_make(m, rw_action(m, action)[ACTION_TEXT], cells, zone);
}
/* Links an act that waits to its picks and to the thing of its trigger. */
static void rw_link_targets(Machine *m, num slot, const num *action, num zone, num copied) {
    static const num context[] = {S_IT, S_ATTACKER, S_BOUND};
    num *pairs = m->lists + m->listed, count = 0, numbers = 0, *numbered;
    const num *pick, *found;
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)); n++)
        for (num k = 0, held = rw_is_object(pick) ? rw_all_in(m, pick, &found) : 0; k < held; k++) {
            if (found[k] == RW_NOWHERE || m->listed + count + 16 > m->listable) { rw_stop(m, RW_LEFT); return; }
            pairs[count++] = pick[PICK_SLOT], pairs[count++] = rw_ref(m, found[k]);
        }
    for (num n = 0, picked = count; n < 3; n++) {
        num it = rw_held(m->cur, context[n]), known = 0;
        if (it == RW_NOWHERE) continue;
        for (num k = 0; k < picked; k += 2) known = known || (pairs[k] == context[n] && pairs[k + 1] % RW_LIVES == it);
        pairs[count++] = context[n], pairs[count++] = known ? rw_ref(m, it) : rw_reference(m, m->cur, it);
    }
    rw_set_link(m, slot, T_TARGETS, pairs, count);
    num source = m->cur[S_SOURCE], acting[] = {m->cur[S_ACTOR], rw_reference(m, m->cur, source)};
    rw_set_link(m, slot, T_ACTOR, acting, 2);
    if (m->cur[S_MEMORY] != RW_ABSENT) rw_set_link(m, slot, T_MEMORY, rw_items(m, m->cur[S_MEMORY]), rw_length(m->cur[S_MEMORY]));
    else rw_set_link(m, slot, T_MEMORY, 0, -1);
    if (rw_held(m->cur, S_EXTRA) > 0 || (m->cur[S_EXTRA_ONES] != RW_ABSENT && rw_length(m->cur[S_EXTRA_ONES]))) { num one = 1; rw_set_link(m, slot, T_EXTRA, &one, 1); }
    numbered = m->lists + m->listed;
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)); n++)
        if (pick[PICK_NUMBER] == 1) numbered[numbers++] = pick[PICK_SLOT], numbered[numbers++] = m->cur[pick[PICK_SLOT]];
    if (numbers) rw_set_link(m, slot, T_NUMBERS, numbered, numbers);
    if (m->p[P_TIMED]) rw_set_link(m, slot, T_STACK, &zone, 1);
    if (m->p[P_JUDGES]) rw_note_maker(m, slot, action[ACTION_TEXT], copied);
}
/* Puts an act, or a copy of one that waits, on its stack; gives the thing that waits there. */
static num rw_stack_act(Machine *m, const num *action, num copied) {
    num zone = rw_stack_for(m, action), slot, player = m->cur[S_PLAYER];
    if (m->status) return 0;
    if (action[ACTION_PLAYED] && copied == RW_NOWHERE) {
        slot = m->cur[S_SOURCE];
        rw_send(m, slot, zone, AT_TOP);
        rw_write(m, slot, ACTION, action[ACTION_NAME]), rw_write(m, slot, OWNER, player), rw_write(m, slot, BORN, m->head[H_NUMBER]);
    } else slot = rw_item(m, action[ACTION_NAME], player, zone);
    rw_link_targets(m, slot, action, zone, copied);
    rw_tell(m, copied == RW_NOWHERE ? T_STACKED : T_COPIED, ABOUT_THING, slot);
    return slot;
}

/* -- how it resolves, and where it goes ------------------------------------------------------------------------------------------------- */

/* Fills the slots with which something that waits resolves. */
static void rw_resolving(Machine *m, num slot, num *v) {
    const num *action = rw_action(m, CELL(m, slot, ACTION)), *refs, *pairs, *pick;
    num count;
    rw_empty(m, v);
    if (rw_linked(m, slot, T_ACTOR, &refs) != 2) { rw_stop(m, RW_LEFT); return; }
    v[S_ACTOR] = refs[0], v[S_SOURCE] = refs[1] >= 0 && rw_alive(m, refs[1]) ? refs[1] % RW_LIVES : RW_NOWHERE;
    v[S_ACTION] = action[ACTION_NAME], v[S_PLAYER] = CELL(m, slot, OWNER), v[S_ITEM] = slot;
    if (rw_link(m, slot, T_EXTRA)) v[S_EXTRA] = 1;
    count = rw_linked(m, slot, T_NUMBERS, &pairs);
    for (num n = 0; n + 1 < count; n += 2) v[pairs[n]] = pairs[n + 1];
    if ((count = rw_linked(m, slot, T_MEMORY, &pairs)) > 0) v[S_MEMORY] = rw_list(m, pairs, count);
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)); n++) {
        if (!pick[PICK_SEVERAL]) continue;
        num at = m->head[H_ARENA];
        count = rw_linked(m, slot, T_TARGETS, &pairs);
        for (num k = 0; k + 1 < count; k += 2) {
            num it = pairs[k + 1] % RW_LIVES;
            if (pairs[k] == pick[PICK_SLOT] && rw_alive(m, pairs[k + 1])) rw_list(m, &it, 1);
        }
        v[pick[PICK_SLOT]] = at << 20 | (m->head[H_ARENA] - at);
    }
    count = rw_linked(m, slot, T_TARGETS, &pairs);
    for (num n = 0; n + 1 < count; n += 2)
        if (v[pairs[n]] == RW_ABSENT && rw_alive(m, pairs[n + 1])) v[pairs[n]] = pairs[n + 1] % RW_LIVES;
}
static int rw_names(Machine *m, const num *action, num word) {
    const num *picks = m->p + action[ACTION_PICKS];
    if (word == S_IT && action[ACTION_ANSWERS]) return 1;
    for (num n = 0; n < picks[0]; n++) if (picks[1 + n * PICK_ROW + PICK_SLOT] == word) return 1;
    return 0;
}
/* Says whether an act lacks a target, or has a waiting target that is not on its stack. */
static int rw_astray(Machine *m, const num *action, const num *v, num zone) {
    const num *pairs, *pick, *found;
    num timed = m->p[P_TIMED], item = rw_held(v, S_ITEM), count = timed && item >= 0 ? rw_linked(m, item, T_TARGETS, &pairs) : 0;
    for (num n = 0; n + 1 < count; n += 2) if (rw_names(m, action, pairs[n]) && !rw_alive(m, pairs[n + 1])) return 1;
    for (num n = 0; (pick = rw_pick(m, action[ACTION_NAME], n)); n++) {
        if (!rw_is_object(pick)) continue;
        if (v[pick[PICK_SLOT]] == RW_ABSENT) return 1;
        count = rw_all_of(m, pick, v, &found);
        for (num k = 0; k < count; k++) if (found[k] == RW_NOWHERE || (timed && !rw_reaches(m, found[k], zone))) return 1;
    }
    return timed && action[ACTION_ANSWERS] && rw_held(v, S_IT) != RW_NOWHERE && !rw_reaches(m, v[S_IT], zone);
}
/* Keeps only the targets that an act from a stack still reaches, if the book lets the rest of an act happen; gives 0 if the act does nothing. */
static int rw_reaching(Machine *m, const num *action, num *v, num zone) {
    const num *pick, *found;
    int any = 0;
    if (!rw_astray(m, action, v, zone)) return 1;
    for (num n = 0; m->p[P_PARTIAL] && (pick = rw_pick(m, action[ACTION_NAME], n)); n++) {
        if (!rw_is_object(pick)) continue;
        num count = rw_all_of(m, pick, v, &found), begins = m->head[H_ARENA], first = RW_NOWHERE;
        for (num k = 0; k < count; k++) {
            num it = found[k];
            if (it == RW_NOWHERE || !rw_reaches(m, it, zone)) continue;
            first = first == RW_NOWHERE ? it : first, any = 1;
            if (pick[PICK_SEVERAL]) rw_list(m, &it, 1);
        }
        v[pick[PICK_SLOT]] = pick[PICK_SEVERAL] ? begins << 20 | (m->head[H_ARENA] - begins) : first;
    }
    return any;
}
static num rw_goal(Machine *m, num kind, num slot) {
    return rw_owned(m, kind, ROW(m, P_ZONES, kind, ZONE_ROW)[ZONE_LIVE] ? CELL(m, slot, OWNER) : rw_owner_of(m, slot));
}
/* Prepares the move of an act that has resolved: a card goes to the zone of its kind; an ability or a copy disappears at once. */
static void rw_put_away(Machine *m, const num *action, num slot) {
    if (CELL(m, slot, KIND) == m->p[P_ITEM]) {
        if (m->places[slot] != RW_NOWHERE) rw_send(m, slot, RW_NOWHERE, AT_TOP);
        return;
    }
    if (action[ACTION_PLAYED] && !rw_is_stack(m, m->places[slot]) && action[ACTION_STACK]) return;
    if (action[ACTION_AFTER] < 0) return;
    int grown = action[ACTION_GROWS] && ROW(m, P_ZONES, action[ACTION_AFTER], ZONE_ROW)[ZONE_LIVE];
    rw_new_send(m, slot, rw_goal(m, action[ACTION_AFTER], slot), grown ? AT_TOP_GROWN : AT_TOP, 0, -1);
}
static void rw_take_off(Machine *m, num slot) {
    if (rw_is_stack(m, m->places[slot])) rw_send(m, slot, RW_NOWHERE, AT_TOP);
}
/* Counters what waits: it leaves its stack without effect. */
static int rw_counter(Machine *m, const num *i, num at) { /* query or not, what */
    num listed = m->listed, *found, count = rw_whom(m, i[1], i[2], &found), from = m->prepared;
    for (num n = 0; n < count && !m->status; n++) {
        num slot = found[n], zone = RW_NOWHERE;
        if (!rw_is_stack(m, m->places[slot])) continue;
        const num *action = rw_action(m, CELL(m, slot, ACTION));
        num goal = action[ACTION_COUNTERED] >= 0 ? action[ACTION_COUNTERED] : action[ACTION_AFTER];
        if (CELL(m, slot, KIND) != m->p[P_ITEM] && goal >= 0) zone = rw_goal(m, goal, slot);
        rw_new_short(m, CH_COUNTER, slot, zone);
    }
    m->listed = listed;
    return rw_through(m, from, at + 1);
}
