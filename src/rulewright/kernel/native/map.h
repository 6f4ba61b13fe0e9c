/* Boards and maps: tiles are counted row by row from the top left; the directions go round from north. A part of machine.h. */

enum { TILE_WALL = 1, TILE_OPAQUE = 2, TILE_ROUGH = 4 };
enum { NEAR_WITHIN, NEAR_SEEN, NEAR_OPPOSITE, NEAR_BETWEEN };
enum { SPOT_NONE = -1, SPOT_LEFT = -2, SPOT_ENTERED = -3 }; /* otherwise the slot of a picked tile */

static const num rw_east[] = {0, 1, 1, 1, 0, -1, -1, -1}, rw_south[] = {-1, -1, 0, 1, 1, 1, 0, -1};

static num rw_sign(num n) { return (n > 0) - (n < 0); }
static num rw_size(num n) { return n < 0 ? -n : n; }

static num rw_place(Machine *m, num slot) {
    if (!m->first_link[slot] && !m->layout[L_CELLS]) return RW_NOWHERE;
    if (!m->first_link[slot]) {
        num on = CELL(m, slot, TILE);
        return on >= 0 && m->board[on] != slot ? m->board[on] : RW_NOWHERE;
    }
    num host = rw_linked_to(m, slot, T_ATTACHED), found = rw_linked_to(m, slot = host == RW_NOWHERE ? slot : host, T_AT);
    num tile = m->layout[L_CELLS] && found == RW_NOWHERE ? CELL(m, slot, TILE) : RW_NOWHERE;
    return tile >= 0 && m->board[tile] != slot ? m->board[tile] : found;
}
static num rw_direction(num east, num north) {
    static const num ways[3][3] = {{5, 6, 7}, {4, -1, 0}, {3, 2, 1}}; /* by west to east and south to north */
    return ways[rw_sign(east) + 1][rw_sign(north) + 1];
}
/* Gives the number of steps and the direction from one tile to another on a straight line; otherwise nothing. */
static num rw_straight(Machine *m, num a, num b, num *way) {
    num wide = m->layout[L_WIDE], east = b % wide - a % wide, north = a / wide - b / wide, across = rw_size(east), along = rw_size(north);
    if ((!across && !along) || (across && along && across != along)) return RW_NOWHERE;
    *way = rw_direction(east, north);
    return across > along ? across : along;
}
static num rw_reach(Machine *m, num a, num b) {
    num wide = m->layout[L_WIDE], across = rw_size(a % wide - b % wide), along = rw_size(a / wide - b / wide);
    if (across == 1 && along == 1) return 1;
    return across > along ? across + (along + 1) / 2 : along + (across + 1) / 2;
}
/* Gives the direction nearest to the line from one tile to another; nothing if they are the same. */
static num rw_heading(Machine *m, num a, num b) {
    num wide = m->layout[L_WIDE], east = b % wide - a % wide, north = a / wide - b / wide;
    num across = rw_size(east), along = rw_size(north), most = across > along ? across : along;
    num slanted = (across + along) * (across + along) > 2 * most * most;
    return rw_direction(slanted || across > along ? east : 0, slanted || along > across ? north : 0);
}
/* Says whether a tile lies in a direction seen from another, at most 45 degrees to either side. */
static num rw_ahead(Machine *m, num a, num way, num tile) {
    num wide = m->layout[L_WIDE], wx = way % wide - a % wide, wy = a / wide - way / wide, x = tile % wide - a % wide, y = a / wide - tile / wide;
    num along = wx * x + wy * y;
    return along > 0 && rw_size(wx * y - wy * x) <= along;
}
/* Says whether the line between the centres of two tiles crosses the inside of a tile of some sort; its ends do not count. */
static num rw_crosses(Machine *m, num a, num b, num sort) {
    num wide = m->layout[L_WIDE], dx = b % wide - a % wide, dy = b / wide - a / wide, across = rw_size(dx), along = rw_size(dy);
    for (num i = 0; i <= across; i++)
        for (num j = 0; j <= along; j++) {
            if ((!i && !j) || (i == across && j == along) || 2 * rw_size(across * j - along * i) >= across + along) continue;
            if (m->ground[a + i * rw_sign(dx) + j * wide * rw_sign(dy)] & sort) return 1;
        }
    return 0;
}
/* Gives the tile one step away; nothing off the map, into a wall, or diagonally between two walls. */
static num rw_step_to(Machine *m, num tile, num way) {
    num wide = m->layout[L_WIDE], x = tile % wide + rw_east[way], y = tile / wide + rw_south[way];
    if (x < 0 || x >= wide || y < 0 || y >= m->layout[L_HIGH] || m->ground[y * wide + x] & TILE_WALL) return RW_NOWHERE;
    if (rw_east[way] && rw_south[way] && m->ground[tile / wide * wide + x] & m->ground[y * wide + tile % wide] & TILE_WALL) return RW_NOWHERE;
    return y * wide + x;
}
static num rw_slide(Machine *m, num tile, num way, num n) {
    for (num to; n-- > 0 && (to = rw_step_to(m, tile, way)) != RW_NOWHERE;) tile = to;
    return tile;
}
static num rw_pulled(Machine *m, num source, num target, num n) {
    while (n-- > 0) {
        num way = rw_heading(m, target, source), to = way < 0 || rw_reach(m, source, target) == 1 ? RW_NOWHERE : rw_step_to(m, target, way);
        if (to == RW_NOWHERE) break;
        target = to;
    }
    return target;
}

/* -- walking: the cheapest ways from a tile in half tiles, each tile in the order in which it was first found -- */

static void rw_queue(Machine *m, num key) {
    num at = ++m->queue[0];
    for (; at > 1 && m->queue[at / 2] > key; at /= 2) m->queue[at] = m->queue[at / 2];
    m->queue[at] = key;
}
static num rw_dequeue(Machine *m) {
    num *queue = m->queue, first = queue[1], last = queue[queue[0]--], count = queue[0], at = 1;
    while (2 * at <= count) {
        num next = 2 * at + (2 * at < count && queue[2 * at + 1] < queue[2 * at]);
        if (queue[next] >= last) break;
        queue[at] = queue[next], at = next;
    }
    queue[at] = last;
    return first;
}
/* Finds every tile within a budget; `order` lists them, the start first, and `before` says from where each is reached. */
static num rw_explore(Machine *m, num start, num budget) {
    num tiles = m->layout[L_WIDE] * m->layout[L_HIGH], found = 1;
    for (num n = 0; n < tiles; n++) m->costs[n] = RW_ABSENT;
    m->queue[0] = 0, m->costs[start] = 0, m->order[0] = start;
    rw_queue(m, start);
    while (m->queue[0]) {
        num key = rw_dequeue(m), cost = key / tiles, tile = key % tiles;
        if (cost > m->costs[tile]) continue;
        for (num way = 0; way < 8; way++) {
            num to = rw_step_to(m, tile, way), total = cost + (way % 2 ? 3 : 2) * (to >= 0 && m->ground[to] & TILE_ROUGH ? 2 : 1);
            if (to < 0 || total > 2 * budget || (m->costs[to] != RW_ABSENT && m->costs[to] <= total)) continue;
            if (m->costs[to] == RW_ABSENT) m->order[found++] = to;
            m->costs[to] = total, m->before[to] = tile;
            rw_queue(m, total * tiles + to);
        }
    }
    return found;
}
/* Lists the tiles of a cheapest way, without its start, into a row; gives how many there are. */
static num rw_path(Machine *m, num start, num goal, num *into) {
    num count = 0;
    rw_explore(m, start, 4 * m->layout[L_WIDE] * m->layout[L_HIGH]);
    if (m->costs[goal] == RW_ABSENT) return 0;
    for (num tile = goal; tile != start; tile = m->before[tile]) count++;
    num at = count;
    for (num tile = goal; tile != start; tile = m->before[tile]) into[--at] = tile;
    return count;
}

/* -- how things stand to one another -- */

enum { N_HOW = 1, N_WHO, N_WHO_TILE, N_TILES, N_ACROSS, N_ACROSS_TILE, N_ALONG, N_EXACT, N_SPOT, N_COVER };

/* Gives the tile of a thing, or a picked tile. */
static num rw_tile_of(Machine *m, num who, num picked) {
    if (picked) return rw_held(m->v, m->p[who + 1]);
    num slot = rw_value(m, who);
    return slot == RW_NOWHERE ? slot : CELL(m, slot, TILE);
}
static num rw_reached(Machine *m, const num *e, num here, num there) {
    num way;
    if (!e[N_ALONG]) return rw_reach(m, here, there) <= rw_value(m, e[N_TILES]);
    num steps = rw_straight(m, here, there, &way);
    if (steps < 0 || !(e[N_ALONG] >> way & 1)) return 0;
    if (e[N_TILES] < 0) return 1;
    num far = rw_value(m, e[N_TILES]);
    return e[N_EXACT] ? steps == far : steps <= far;
}
static num rw_opposite(Machine *m, num here, num mid, num there) {
    num wide = m->layout[L_WIDE];
    return rw_reach(m, here, mid) == 1 && here % wide + there % wide == 2 * (mid % wide) && here / wide + there / wide == 2 * (mid / wide);
}
static num rw_between(Machine *m, num here, num other, num there) {
    num way = RW_NOWHERE, whole = RW_NOWHERE, far = rw_straight(m, here, other, &whole), steps = rw_straight(m, here, there, &way);
    return far > 0 && steps > 0 && way == whole && steps < far;
}
static num rw_near(Machine *m, const num *e) {
    num here = rw_tile_of(m, e[N_WHO], e[N_WHO_TILE]), wide = m->layout[L_WIDE], there;
    if (e[N_SPOT] == SPOT_NONE) there = CELL(m, m->v[S_IT], TILE);
    else if (e[N_SPOT] >= 0) there = m->v[e[N_SPOT]];
    else there = m->event[0] == EV_CHANGED && m->event[2] == TILE ? m->event[e[N_SPOT] == SPOT_LEFT ? 3 : 4] : RW_NOWHERE;
    if (e[N_ACROSS] >= 0) {
        num other = rw_tile_of(m, e[N_ACROSS], e[N_ACROSS_TILE]);
        if (!wide || here < 0 || other < 0 || there < 0) return 0;
        if (e[N_HOW] == NEAR_OPPOSITE) return rw_opposite(m, here, other, there);
        if (e[N_HOW] == NEAR_BETWEEN) return rw_between(m, here, other, there);
        num ahead = e[N_ALONG] ? rw_heading(m, here, there) == rw_heading(m, here, other) : rw_ahead(m, here, other, there);
        return ahead && rw_reached(m, e, here, there);
    }
    if (!wide || here < 0 || there < 0) return !wide || e[N_HOW] == NEAR_SEEN;
    if (e[N_HOW] == NEAR_SEEN) return e[N_COVER] ? rw_crosses(m, here, there, TILE_WALL) : !rw_crosses(m, here, there, TILE_OPAQUE);
    return rw_reached(m, e, here, there);
}
/* Says whether a number is in a set that is written for each scene. */
static num rw_in_set(Machine *m, num sets, num n) {
    num set = m->p[sets + m->layout[L_SCENE]];
    return set && n >= 0 && n < m->p[set] && rw_in_bits(m->p + set + 1, n);
}
/* Says whether `it` is on a tile with a mark; or on one tile. */
static num rw_stands_on(Machine *m, const num *e) { return rw_in_set(m, e[1], CELL(m, m->v[S_IT], TILE)); }
static num rw_on_spot(Machine *m, const num *e) {
    num tile = CELL(m, m->v[S_IT], TILE), wide = m->layout[L_WIDE];
    return wide && tile >= 0 && tile % wide + 1 == e[1] && m->layout[L_HIGH] - tile / wide == e[2];
}
/* Gives how many of some things stand side by side at most, in one of some directions. */
static num rw_longest(Machine *m, const num *e) {
    num listed = m->listed, *found, count = rw_things(m, e[1], &found, 0), wide = m->layout[L_WIDE], high = m->layout[L_HIGH], most = 0;
    for (num n = 0; n < count; n++) found[n] = CELL(m, found[n], TILE);
    for (num n = 0; n < count && wide; n++)
        for (num way = 0; way < 8 && found[n] >= 0; way++) {
            if (!(e[2] >> way & 1)) continue;
            num x = found[n] % wide, y = found[n] / wide, run = 0, on = 1;
            while (on) {
                run++, x += rw_east[way], y += rw_south[way], on = 0;
                for (num k = 0; !on && x >= 0 && x < wide && y >= 0 && y < high && k < count; k++) on = found[k] == y * wide + x;
            }
            if (run > most) most = run;
        }
    m->listed = listed;
    return most;
}

/* -- tiles that can be picked -- */

enum { POOL_NONE, POOL_TILES, POOL_WITHIN, POOL_WALK, POOL_CAMP, POOL_ALONG };

/* Lists the tiles of a pool (from where, how far or which camp) into `lists`; who uses the list gives its room back by `listed`. */
static num rw_pool(Machine *m, num pool, num whom, num far, num **found) {
    num wide = m->layout[L_WIDE], tiles = wide * m->layout[L_HIGH], count = 0, here, *into = *found = m->lists + m->listed;
    if (m->listed + tiles + 1 > m->listable) { rw_stop(m, RW_FULL); return 0; }
    if (pool == POOL_CAMP) {
        num side = CELL(m, m->v[S_ACTOR], SIDE), at = m->camps[far * (m->layout[L_SIDES] + 1) + side + 1];
        while (count < m->camps[at]) into[count] = m->camps[at + 1 + count], count++;
        m->listed += count;
        return count;
    }
    here = whom < 0 ? CELL(m, m->v[S_ACTOR], TILE) : rw_tile_of(m, whom, 0);
    if (!wide || here < 0) return 0;
    far = far < 0 ? 0 : rw_value(m, far);
    if (pool == POOL_WALK) {
        count = rw_explore(m, here, far) - 1;
        memcpy(into, m->order + 1, (size_t)count * sizeof(num));
    } else if (pool == POOL_ALONG) {
        for (num tile = 0; tile < tiles; tile++) {
            num way, steps = rw_straight(m, here, tile, &way);
            if (steps > 0 && steps <= far && rw_slide(m, here, way, steps) == tile) into[count++] = tile;
        }
    } else
        for (num tile = 0; tile < tiles; tile++)
            if (pool == POOL_TILES || rw_reach(m, here, tile) <= far) into[count++] = tile;
    m->listed += count;
    return count;
}
