/* Games that are played at random, without a call of Python for each answer. */

/* Gives each side's standing into a row. */
static void standings(Machine *m, num *into, num sides) {
    memset(into, 0, (size_t)sides * sizeof(num));
    for (num slot = 0; slot < m->things; slot++) {
        num side = CELL(m, slot, SIDE), standing = CELL(m, slot, STANDING);
        if (standing && side >= 0 && side < sides) into[side] = standing;
    }
}
/* play_out(seeds, most, sides, weights or None) -> for each pair of seeds, of the dice and of the policy: status, answers,
   whether it is over, and each side's standing. The position is copied first, so that the lock can be given up. */
static PyObject *block_play_out(Block *self, PyObject *args) {
    Py_buffer seeds, weights = {0};
    PyObject *weighed;
    long long most, sides;
    if (!PyArg_ParseTuple(args, "y*LLO", &seeds, &most, &sides, &weighed)) return NULL;
    num actions = PyTuple_GET_SIZE(self->program->actions);
    if (weighed != Py_None && PyObject_GetBuffer(weighed, &weights, PyBUF_SIMPLE) < 0) { PyBuffer_Release(&seeds); return NULL; }
    num games = seeds.len / (Py_ssize_t)(2 * sizeof(num)), row = 3 + sides, kept = kept_size(&self->m);
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((size_t)(games * row) * sizeof(num)));
    num *start = PyMem_RawMalloc((size_t)kept * sizeof(num)), *work = PyMem_RawMalloc((size_t)self->size * sizeof(num));
    if (made && start && work && (!weights.obj || weights.len == (Py_ssize_t)((size_t)(actions + 1) * sizeof(num)))) {
        const uint64_t *pairs = seeds.buf;
        const num *numbers = self->program->numbers;
        num *into = (num *)(void *)PyBytes_AS_STRING(made);
        memcpy(start, self->block, (size_t)kept * sizeof(num));
        Py_BEGIN_ALLOW_THREADS
        for (num n = 0; n < games; n++) {
            Machine m = {0};
            memcpy(work, start, (size_t)kept * sizeof(num));
            rw_bind(&m, numbers, work);
            rw_counted(&m);
            m.seed = pairs[2 * n], m.secret = ~m.seed;
            into[n * row + 1] = rw_play_out(&m, pairs[2 * n + 1], most, weights.buf, actions);
            into[n * row] = m.status, into[n * row + 2] = m.head[H_DEPTH] == 0;
            standings(&m, into + n * row + 3, sides);
        }
        Py_END_ALLOW_THREADS
    } else {
        Py_CLEAR(made);
        PyErr_SetString(PyExc_ValueError, "no memory for the games, or not a weight for each action and one for passing");
    }
    PyMem_RawFree(start), PyMem_RawFree(work), PyBuffer_Release(&seeds);
    if (weights.obj) PyBuffer_Release(&weights);
    return made;
}
/* Gives an answer at random and keeps what it did; says whether that was possible. */
static int drawn(Block *self, uint64_t policy, const num *weights, num passing) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], packed = pack(m, self->before), count = rw_drawn_answer(m, policy, weights, passing, keys);
    Record *made;
    if (!count) return 0;
    rw_answer(m, m->head[H_ASKED], keys, count, 1);
    if (m->status) { take_back(m, m->log, m->used, self->before); return 0; }
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
    if (!PyArg_ParseTuple(args, "O!O!O!LO", &PyLong_Type, &seed, &PyLong_Type, &hidden, &PyLong_Type, &policy, &most, &weighed)) return NULL;
    if (!room_before(self)) return NULL;
    if (weighed != Py_None && PyObject_GetBuffer(weighed, &weights, PyBUF_SIMPLE) < 0) return NULL;
    m->seed = PyLong_AsUnsignedLongLongMask(seed), m->secret = ~PyLong_AsUnsignedLongLongMask(hidden), m->script = NULL;
    if (!weights.obj || weights.len == (Py_ssize_t)((size_t)(actions + 1) * sizeof(num)))
        while (given < most && m->head[H_DEPTH] > 0 && drawn(self, PyLong_AsUnsignedLongLongMask(policy), weights.buf, actions)) given++;
    if (weights.obj) PyBuffer_Release(&weights);
    return PyErr_Occurred() ? NULL : PyLong_FromLongLong(given);
}
