/* Games that are played at random, without a call of Python for each answer. */

/* Writes each side's standing to a row. */
static void standings(Machine *m, num *into, num sides) {
    memset(into, 0, (size_t)sides * sizeof(num));
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE), standing = CELL(m, slot, STANDING);
        if (standing && side >= 0 && side < sides) into[side] = standing;
    }
}
/* Plays a game for each pair of seeds (one for the dice, one for the policy); writes its status, its number of answers, whether it is over,
   and the standings. */
static void games_played(const Machine *from, const uint64_t *pairs, num games, num most, num sides, const num *weights, num passing,
                         num *work, num *into) {
    for (; games > 0; games--, pairs += 2, into += 3 + sides) {
        Machine m = {0};
        rw_copy_kept(from, work);
        rw_bind(&m, from->p, work);
        rw_counted(&m);
        m.seed = rw_plain(pairs[0]), m.secret = rw_plain(~pairs[0]), m.script = 0, m.scripted = 0;
        into[1] = rw_play_out(&m, pairs[1], most, weights, passing);
        into[0] = m.status, into[2] = m.head[H_DEPTH] == 0;
        standings(&m, into + 3, sides);
    }
}
/* Gives the result of a game as an object of a type, with each side's name; or the number that says why it was not played. */
static PyObject *game_out(PyTypeObject *type, PyObject *sides, const num *row) {
    if (row[0]) return PyLong_FromLongLong(row[0]);
    PyObject *made = type->tp_alloc(type, 3), *standing = PyDict_New(), *number;
    for (Py_ssize_t n = 0; standing && n < PyTuple_GET_SIZE(sides); n++) {
        number = PyLong_FromLongLong(row[3 + n]);
        if (!number || PyDict_SetItem(standing, PyTuple_GET_ITEM(sides, n), number) < 0) Py_CLEAR(standing);
        Py_XDECREF(number);
    }
    if (!made || !standing) { Py_XDECREF(made), Py_XDECREF(standing); return NULL; }
    PyTuple_SET_ITEM(made, 0, PyLong_FromLongLong(row[1])), PyTuple_SET_ITEM(made, 1, PyBool_FromLong((long)row[2]));
    PyTuple_SET_ITEM(made, 2, standing);
    return made;
}
static int pairs_in(PyObject *seeds, uint64_t *into) {
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(seeds); n++) {
        PyObject *pair = PyList_GET_ITEM(seeds, n);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) { PyErr_SetString(PyExc_TypeError, "seeds are pairs"); return 0; }
        for (int k = 0; k < 2; k++) into[2 * n + k] = PyLong_AsUnsignedLongLongMask(PyTuple_GET_ITEM(pair, k));
    }
    return !PyErr_Occurred();
}
/* play_out(pairs of seeds, most, sides, weights or None, type) -> a game of this type for each pair, or a number as for an answer.
   The position is copied first, so that the lock can be given up. */
static PyObject *block_play_out(Block *self, PyObject *args) {
    Py_buffer weights = {0};
    PyObject *seeds, *sides, *weighed, *type, *made = NULL;
    long long most;
    if (!PyArg_ParseTuple(args, "O!LO!OO!", &PyList_Type, &seeds, &most, &PyTuple_Type, &sides, &weighed, &PyType_Type, &type)) return NULL;
    num actions = PyTuple_GET_SIZE(self->program->actions), games = PyList_GET_SIZE(seeds), row = 3 + PyTuple_GET_SIZE(sides);
    if (weighed != Py_None && PyObject_GetBuffer(weighed, &weights, PyBUF_SIMPLE) < 0) return NULL;
    uint64_t *pairs = PyMem_RawMalloc((size_t)(2 * games + 1) * sizeof(uint64_t));
    num *start = PyMem_RawMalloc((size_t)self->size * sizeof(num)), *work = PyMem_RawMalloc((size_t)self->size * sizeof(num));
    num *into = PyMem_RawMalloc((size_t)(games * row + 1) * sizeof(num));
    if (pairs && start && work && into && (!weights.obj || weights.len == (Py_ssize_t)((size_t)(actions + 1) * sizeof(num)))) {
        Machine m = {0};
        rw_copy_kept(&self->m, start);
        rw_bind(&m, self->program->numbers, start);
        if (pairs_in(seeds, pairs)) {
            Py_BEGIN_ALLOW_THREADS
            games_played(&m, pairs, games, most, row - 3, weights.buf, actions, work, into);
            Py_END_ALLOW_THREADS
            made = PyList_New(games);
        }
        for (num n = 0; made && n < games; n++) {
            PyObject *each = game_out((PyTypeObject *)type, sides, into + n * row);
            if (!each) Py_CLEAR(made); else PyList_SET_ITEM(made, n, each);
        }
    } else PyErr_SetString(PyExc_ValueError, "no memory for the games, or not a weight for each action and one for passing");
    PyMem_RawFree(pairs), PyMem_RawFree(start), PyMem_RawFree(work), PyMem_RawFree(into);
    if (weights.obj) PyBuffer_Release(&weights);
    return made;
}
/* seeds(seed, count) -> for each game a seed of its dice and one of its policy; play/whole_games.py gives the same */
static PyObject *module_seeds(PyObject *module, PyObject *args) {
    PyObject *seed;
    long long count;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!L", &PyLong_Type, &seed, &count)) return NULL;
    uint64_t from = PyLong_AsUnsignedLongLongMask(seed);
    PyObject *made = PyList_New(count);
    for (num n = 0; made && n < count; n++) {
        uint64_t own = rw_mix(from ^ rw_mix((uint64_t)(n + 1) * RW_GOLDEN));
        PyObject *pair = Py_BuildValue("(KK)", (unsigned long long)own, (unsigned long long)rw_mix(own ^ RW_GOLDEN));
        if (!pair) Py_CLEAR(made); else PyList_SET_ITEM(made, n, pair);
    }
    return made;
}
/* Gives a random answer and keeps its record; says whether that was possible. */
static int drawn(Block *self, uint64_t policy, const num *weights, num passing) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], packed = pack(m), count = rw_drawn_answer(m, policy, weights, passing, keys);
    Record *made;
    self->looks = -1;
    if (!count) return 0;
    rw_answer(m, m->head[H_ASKED], keys, count, 1);
    if (m->status) { take_back(m, m->log, m->used, before.row); return 0; }
    made = record_made(self, packed);
    Py_XDECREF(made);
    return made != NULL;
}
/* play_on(seed, hidden, seed of the policy, most, weights or None) -> how many answers were given: until the game is over, or until one
   that the machine leaves */
static PyObject *block_play_on(Block *self, PyObject *args) {
    Machine *m = &self->m;
    PyObject *seed, *hidden, *policy, *weighed;
    Py_buffer weights = {0};
    long long most, given = 0;
    num actions = PyTuple_GET_SIZE(self->program->actions);
    if (!PyArg_ParseTuple(args, "OOO!LO", &seed, &hidden, &PyLong_Type, &policy, &most, &weighed)) return NULL;
    if (!room_before(m) || !seeds_in(m, seed, hidden)) return NULL;
    if (weighed != Py_None && PyObject_GetBuffer(weighed, &weights, PyBUF_SIMPLE) < 0) return NULL;
    m->script = NULL;
    if (!weights.obj || weights.len == (Py_ssize_t)((size_t)(actions + 1) * sizeof(num)))
        while (given < most && m->head[H_DEPTH] > 0 && drawn(self, PyLong_AsUnsignedLongLongMask(policy), weights.buf, actions)) given++;
    if (weights.obj) PyBuffer_Release(&weights);
    return PyErr_Occurred() ? NULL : PyLong_FromLongLong(given);
}
