/* Dice by address: the seed, the number of the answer and the number of the die. */

#include "keyed_dice.h"

#define RW_GOLDEN 0x9E3779B97F4A7C15ULL
static uint64_t rw_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static num rw_die(uint64_t seed, num answer, num k, num sides) {
    uint64_t base = rw_mix(seed ^ rw_mix((uint64_t)(answer + 1) * RW_GOLDEN));
    return (num)((rw_mix(base + (uint64_t)(k + 1) * RW_GOLDEN) >> 32) * (uint64_t)sides >> 32) + 1;
}
static Seed rw_plain(uint64_t number) { return (Seed){.plain = number}; }
static num rw_of_seed(const Seed *seed, num answer, num k, num sides) {
    return seed->keyed ? rw_keyed_die(seed, answer, k, sides) : rw_die(seed->plain, answer, k, sides);
}
static num rw_roll(Machine *m, num count, num sides) {
    count *= m->times;
    if (count > m->p[P_DICE]) { rw_stop(m, RW_LEFT); return 0; }
    if (count <= 0) return 0;
    num *e = rw_event(m, EV_ROLLED, count + 2), sum = 0, first = m->head[H_DICE];
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
        sum += e[n + 2];
    }
    m->head[H_ROLLED] += count;
    return sum;
}
