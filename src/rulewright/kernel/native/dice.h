/* Dice: each depends only on the seed, the number of the answer and the number of the die. */

#include "keyed_dice.h"

#define RW_GOLDEN 0x9E3779B97F4A7C15ULL
static uint64_t rw_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static num rw_die(uint64_t seed, num answer, num k, num sides) {
    uint64_t base = rw_mix(seed ^ rw_mix((uint64_t)(answer + 1) * RW_GOLDEN));
    uint64_t upper = rw_mix(base + (uint64_t)(k + 1) * RW_GOLDEN) >> 32;
    return sides >> 32 ? rw_scaled(upper << 32, sides) : (num)(upper * (uint64_t)sides >> 32) + 1;
}
static Seed rw_plain(uint64_t number) { return (Seed){.plain = number}; }
static num rw_of_seed(const Seed *seed, num answer, num k, num sides) {
    return seed->keyed ? rw_keyed_die(seed, answer, k, sides) : rw_die(seed->plain, answer, k, sides);
}
/* Rolls dice and writes the event; gives the faces, or nothing if the answer is left to Python. */
static const num *rw_throw(Machine *m, num count, num sides) {
    if (count > m->p[P_DICE]) { rw_stop(m, RW_LEFT); return 0; }
    num *e = count > 0 ? rw_event(m, EV_ROLLED, count + 2) : 0, first = m->head[H_DICE];
    if (!e) return 0;
    e[0] = sides, e[1] = count;
    m->head[H_DICE] += count;
    for (num n = 0; n < count; n++) {
        if (!m->script) e[n + 2] = rw_of_seed(&m->seed, m->head[H_NUMBER], first + n, sides);
        else {
            if (m->head[H_ROLLED] + n >= m->scripted) { rw_stop(m, RW_LEFT); return 0; }
            num face = m->script[m->head[H_ROLLED] + n];
            e[n + 2] = face < 1 ? 1 : face > sides ? sides : face;
        }
    }
    m->head[H_ROLLED] += count;
    return e + 2;
}
/* Multiplies the number of damage dice as features of the check say. */
static num rw_multiplied(Machine *m, num count) {
    if (m->times == 1 || count <= 0) return count > 0 ? count : 0;
    return m->times <= 0 ? 0 : count > m->p[P_DICE] / m->times ? m->p[P_DICE] + 1 : count * m->times;
}
static num rw_roll(Machine *m, num count, num sides) {
    num sum = 0;
    count = rw_multiplied(m, count);
    const num *faces = rw_throw(m, count, sides);
    for (num n = 0; faces && n < count; n++) sum += faces[n];
    return sum;
}
enum { ROLL_COUNT = 1, ROLL_SIDES, ROLL_KEEP, ROLL_LOWEST, ROLL_AGAIN, ROLL_ONCE, ROLL_EXPLODES };

/* Rolls dice again that show too little: once, or until they show more. */
static void rw_roll_again(Machine *m, const num *e, num *faces, num count) {
    for (num low = 0, turn = 0; e[ROLL_AGAIN] && !m->status && (turn < 1 || !e[ROLL_ONCE]); turn++) {
        low = 0;
        for (num n = 0; n < count; n++) low += faces[n] <= e[ROLL_AGAIN];
        if (!low) return;
        const num *thrown = rw_throw(m, low, e[ROLL_SIDES]);
        for (num n = 0; thrown && n < count; n++) if (faces[n] <= e[ROLL_AGAIN]) faces[n] = *thrown++;
    }
}
/* Rolls one more die as long as the last one shows its highest number, up to a limit. */
static num rw_exploded(Machine *m, const num *e, num face) {
    num total = face;
    for (num n = 0; n < e[ROLL_EXPLODES] && face >= e[ROLL_SIDES] && !m->status; n++) {
        const num *thrown = rw_throw(m, 1, e[ROLL_SIDES]);
        face = thrown ? *thrown : 0, total += face;
    }
    return total;
}
/* Rolls dice with keep, re-roll or exploding; also gives the first die that counts, if that is asked for. */
static num rw_roll_kept(Machine *m, const num *e, num count, num keep) {
    num *faces = m->lists + m->listed, sum = 0;
    count = rw_multiplied(m, count), keep = keep > 0 ? keep : 0;
    if (m->listed + count > m->listable) { rw_stop(m, count > m->p[P_DICE] ? RW_LEFT : RW_FULL); return 0; }
    const num *thrown = rw_throw(m, count, e[ROLL_SIDES]);
    if (!thrown) return 0;
    memcpy(faces, thrown, (size_t)count * sizeof(num));
    rw_roll_again(m, e, faces, count);
    for (num n = 0; n < count; n++) faces[n] = rw_exploded(m, e, faces[n]);
    for (num n = 1; n < count && e[ROLL_KEEP] >= 0; n++) /* the best first */
        for (num k = n; k > 0 && (e[ROLL_LOWEST] ? faces[k - 1] > faces[k] : faces[k - 1] < faces[k]); k--) {
            num other = faces[k];
            faces[k] = faces[k - 1], faces[k - 1] = other;
        }
    if (e[ROLL_KEEP] >= 0 && keep < count) count = keep;
    for (num n = 0; n < count; n++) sum += faces[n];
    if (m->natural == RW_ABSENT) m->natural = count ? faces[0] : RW_NOWHERE;
    return sum;
}
