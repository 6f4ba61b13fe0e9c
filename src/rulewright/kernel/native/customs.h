/* What is usually picked: practice counts how often each pick was among the answers that were compared, and how often it was the better one.
 *
 * A pick is known by its action and the kind of its thing, so that what was learned in one position serves in all others.
 */

enum { RW_CUSTOMS = 8192, RW_NUMBERS = 32 };

typedef struct {
    uint64_t key;
    double drawn, taken;
} Custom;

/* Says whether something waits on a stack, for which everybody may only pass. */
static int rw_on_a_stack(Machine *m) {
    for (num zone = 0; zone < m->zones; zone++) if (m->lengths[zone] && rw_is_stack(m, zone)) return 1;
    return 0;
}
/* Gives the number of a pick. To pass means something else in one's own turn, and while something waits; a target counts by the action that
   it is for and by whether it is the mover's own. */
static uint64_t rw_custom_key(Machine *m, num mover, const num *key, num begun) {
    uint64_t first = rw_mix((uint64_t)key[0] + 3) ^ rw_mix((uint64_t)(begun + 7) * RW_GOLDEN);
    if (key[0] == KEY_OFFER) return rw_mix(first + (uint64_t)key[1] * RW_GOLDEN) ^ rw_mix((uint64_t)CELL(m, key[2] % RW_LIVES, KIND) + 11);
    if (key[0] == KEY_PASS) return first ^ rw_mix((uint64_t)(19 + (rw_active(m) == mover) + 2 * rw_on_a_stack(m)));
    if (key[0] != KEY_NUMBER || m->plain || key[1] < 0 || key[1] % RW_LIVES >= m->things) return rw_mix(first + (uint64_t)key[1] * RW_GOLDEN) ^ rw_mix((uint64_t)key[2] + 13);
    num slot = key[1] % RW_LIVES;
    return rw_mix(first + (uint64_t)CELL(m, slot, KIND) * RW_GOLDEN) ^ rw_mix((uint64_t)(CELL(m, slot, OWNER) == mover) + 17);
}
/* Gives the action that an answer has begun with. */
static num rw_begun(const num *keys, num count) { return count && keys[0] == KEY_OFFER ? keys[1] : RW_NOWHERE; }

static Custom *rw_custom_of(Custom *customs, uint64_t key) { return customs + (key & (RW_CUSTOMS - 1)); }

/* Counts the picks of an answer that was compared with others. */
static void rw_note_custom(Custom *customs, const uint64_t *picks, num count, int taken) {
    for (num n = 0; n < count; n++) {
        Custom *each = rw_custom_of(customs, picks[n]);
        if (!each->key) each->key = picks[n];
        if (each->key == picks[n]) each->drawn += 1.0, each->taken += (double)taken;
    }
}
/* Gives how likely a pick is: the square of the part of the comparisons that it has won. */
static double rw_usual(Custom *customs, uint64_t key) {
    const Custom *each = rw_custom_of(customs, key);
    double won = each->key == key ? (each->taken + 0.5) / (each->drawn + 1.0) : 0.5;
    return won * won;
}
/* Draws a key of the menu, each as often as it is usual. */
static num rw_drawn_by_custom(Machine *m, Custom *customs, uint64_t policy, num answer, const num *keys, num count) {
    double usual[RW_NUMBERS], total = 0.0, left;
    num mover = m->head[H_ASKED], begun = rw_begun(keys, count);
    if (!customs || m->keys < 2 || m->keys > RW_NUMBERS) return rw_drawn(m, policy, answer, count, 0, 0);
    for (num n = 0; n < m->keys; n++) total += usual[n] = rw_usual(customs, rw_custom_key(m, mover, m->menu + KEY_ROW * n, begun));
    left = (double)(rw_die(policy, answer, count, 1 << 24) - 1) / (double)(1 << 24) * total;
    for (num n = 0; n < m->keys; n++) if ((left -= usual[n]) < 0.0) return n;
    return m->keys - 1;
}
