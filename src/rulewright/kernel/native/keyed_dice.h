/* Dice that nobody can predict: a BLAKE2b hash of the numbers of the answer and of the die, with the game's secret as its key. */

#define RW_SECRET 32
static const uint64_t RW_BLAKE[8] = {
    0x6A09E667F3BCC908ULL, 0xBB67AE8584CAA73BULL, 0x3C6EF372FE94F82BULL, 0xA54FF53A5F1D36F1ULL,
    0x510E527FADE682D1ULL, 0x9B05688C2B3E6C1FULL, 0x1F83D9ABFB41BD6BULL, 0x5BE0CD19137E2179ULL};
static const unsigned char RW_ORDER[12][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4}, {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13}, {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11}, {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5}, {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3}};

static uint64_t rw_turned(uint64_t word, int by) { return word >> by | word << (64 - by); }
static uint64_t rw_swapped(uint64_t word) {
    uint64_t found = 0;
    for (int n = 0; n < 8; n++) found = found << 8 | (word >> 8 * n & 255);
    return found;
}
static void rw_quarter(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y) {
    v[a] += v[b] + x, v[d] = rw_turned(v[d] ^ v[a], 32), v[c] += v[d], v[b] = rw_turned(v[b] ^ v[c], 24);
    v[a] += v[b] + y, v[d] = rw_turned(v[d] ^ v[a], 16), v[c] += v[d], v[b] = rw_turned(v[b] ^ v[c], 63);
}
/* Takes in one block of 16 words, after so many bytes in all. */
static void rw_taken_in(uint64_t *h, const uint64_t *block, uint64_t bytes, int last) {
    uint64_t v[16];
    for (int n = 0; n < 8; n++) v[n] = h[n], v[n + 8] = RW_BLAKE[n];
    v[12] ^= bytes;
    if (last) v[14] = ~v[14];
    for (int round = 0; round < 12; round++) {
        const unsigned char *o = RW_ORDER[round];
        for (int n = 0; n < 4; n++) rw_quarter(v, n, n + 4, n + 8, n + 12, block[o[2 * n]], block[o[2 * n + 1]]);
        for (int n = 0; n < 4; n++)
            rw_quarter(v, n, (n + 1) % 4 + 4, (n + 2) % 4 + 8, (n + 3) % 4 + 12, block[o[8 + 2 * n]], block[o[9 + 2 * n]]);
    }
    for (int n = 0; n < 8; n++) h[n] ^= v[n] ^ v[n + 8];
}
/* Begins the hash of all dice of a secret: 8 bytes are wanted, and the key is the first block. */
static void rw_begin_keyed(Seed *seed, const unsigned char *secret) {
    uint64_t block[16] = {0};
    memcpy(seed->hash, RW_BLAKE, sizeof seed->hash);
    seed->hash[0] ^= 0x01010000ULL ^ RW_SECRET << 8 ^ 8;
    for (int n = 0; n < RW_SECRET; n++) block[n / 8] |= (uint64_t)secret[n] << 8 * (n % 8);
    rw_taken_in(seed->hash, block, 128, 0);
    seed->keyed = 1;
}
/* Gives the face that 64 random bits are: the upper 64 bits of their product with the number of sides, and one more. */
static num rw_scaled(uint64_t word, num sides) {
    const uint64_t half = 0xFFFFFFFFULL, wide = (uint64_t)sides;
    uint64_t low = (word & half) * (wide & half), one = (word >> 32) * (wide & half), other = (word & half) * (wide >> 32);
    uint64_t middle = (low >> 32) + (one & half) + other;
    return (num)((word >> 32) * (wide >> 32) + (one >> 32) + (middle >> 32)) + 1;
}
static num rw_keyed_die(const Seed *seed, num answer, num k, num sides) {
    uint64_t h[8], block[16] = {rw_swapped((uint64_t)answer), rw_swapped((uint64_t)k)};
    memcpy(h, seed->hash, sizeof h);
    rw_taken_in(h, block, 128 + 16, 1);
    return rw_scaled(rw_swapped(h[0]), sides);
}
