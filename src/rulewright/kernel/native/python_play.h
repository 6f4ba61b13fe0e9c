/* What a game needs most often: an answer with its events, and a menu. Both are made without a call of Python. */

#define SLOT(made, at) (*(PyObject **)(void *)((char *)(made) + (at)))

/* Says whether keys were taken from the last menus, so that they need not be checked again. */
static int taken_from_menus(Block *self, num player, const num *keys, num count) {
    const Machine *m = &self->m;
    num looks = self->looks;
    if (looks < 0 || self->looker != player || count != looks + !self->complete || count < 1) return 0;
    if (memcmp(keys, self->looked, (size_t)(KEY_ROW * looks) * sizeof(num))) return 0;
    for (num n = 0; !self->complete; n++) {
        if (n >= m->keys) return 0;
        if (!memcmp(m->menu + KEY_ROW * n, keys + KEY_ROW * looks, KEY_ROW * sizeof(num))) break;
    }
    return 1;
}
/* control() -> the control, packed as records have it */
static PyObject *block_control(Block *self, PyObject *unused) {
    const Machine *m = &self->m;
    (void)unused;
    return room_before(m) ? PyBytes_FromStringAndSize((const char *)before.row, pack(m) * (Py_ssize_t)sizeof(num)) : NULL;
}
/* Keeps what an answer did, with the control before it. */
static Record *record_made(Block *self, num packed) {
    Machine *m = &self->m;
    num count = m->used + packed;
    Record *made = PyObject_Malloc(sizeof(Record) + (size_t)count * sizeof(num));
    if (!made) { PyErr_NoMemory(); return NULL; }
    PyObject_Init((PyObject *)made, &RecordType);
    made->program = (Program *)Py_NewRef(self->program), made->before = self->last;
    made->number = m->head[H_NUMBER], made->at = m->head[H_NOW], made->chose = m->chose, made->used = m->used, made->count = count;
    memcpy(made->held, m->log, (size_t)m->used * sizeof(num));
    memcpy(made->held + m->used, before.row, (size_t)packed * sizeof(num));
    self->last = (Record *)Py_NewRef(made), self->given++;
    return made;
}
/* Gives the events of an answer, which are read from its record when somebody looks at them. */
static PyObject *happened(Program *program, Record *record) {
    PyTypeObject *type = (PyTypeObject *)program->happened;
    PyObject *made = record ? type->tp_alloc(type, 0) : NULL;
    if (made) SLOT(made, program->events) = (PyObject *)record; else Py_XDECREF(record);
    return made;
}
/* Lets time pass and then, if there are picks, gives an answer. */
static void answered(Block *self, num player, PyObject *const *picks, Py_ssize_t many, num at) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], count, at_once = at == m->head[H_NOW];
    rw_pass_time(m, at);
    if (!many || m->status) return;
    if (!keys_in(self, picks, many, keys, &count)) { m->status = RW_REFUSED; return; }
    m->status = RW_PLAYED, m->trusting = at_once && taken_from_menus(self, player, keys, count);
    rw_answer_then(m, player, keys, count, m->trusting && self->complete);
}
/* Tests build the machine with RW_CHECKED: each answer that is not given must leave everything as it was. */
#ifdef RW_CHECKED
#include "digest.h"
static uint64_t digest_before;
static void remember_digest(const Machine *m) { digest_before = rw_digest(m); }
static int taken_back_whole(const Machine *m) {
    if (rw_digest(m) == digest_before) return 1;
    PyErr_Format(PyExc_SystemError, "an answer that stopped at %s was not taken back whole", m->where ? m->where : "nothing");
    return 0;
}
#else
static void remember_digest(const Machine *m) { (void)m; }
static int taken_back_whole(const Machine *m) { (void)m; return 1; }
#endif

/* Gives an answer; without picks lets time pass, with a negative number of picks begins the game. Keeps a record and gives the events. */
static PyObject *played(Block *self, num player, PyObject *const *picks, Py_ssize_t many, num at, PyObject *given) {
    Machine *m = &self->m;
    Py_buffer script = {0};
    if (!room_before(m)) return NULL;
    m->script = NULL, m->scripted = 0;
    if (given != Py_None) {
        if (PyObject_GetBuffer(given, &script, PyBUF_SIMPLE) < 0) return NULL;
        m->script = script.buf, m->scripted = script.len / (Py_ssize_t)sizeof(num);
    }
    num packed = pack(m);
    remember_digest(m);
    if (many >= 0) answered(self, player, picks, many, at); else rw_start(m);
    m->trusting = 0, self->looks = -1;
    if (script.obj) PyBuffer_Release(&script);
    if (!m->status) return happened(self->program, record_made(self, packed));
    take_back(m, m->log, m->used, before.row);
    return taken_back_whole(m) ? PyLong_FromLong(m->status) : NULL;
}
/* Reads a seed: a number, or the secret of a keyed hash as bytes. */
static int seed_in(Seed *seed, PyObject *given, uint64_t turned) {
    seed->keyed = 0;
    if (!PyBytes_Check(given)) seed->plain = turned ^ PyLong_AsUnsignedLongLongMask(given);
    else if (PyBytes_GET_SIZE(given) == RW_SECRET) rw_begin_keyed(seed, (const unsigned char *)PyBytes_AS_STRING(given));
    else PyErr_SetString(PyExc_ValueError, "a secret has 32 bytes");
    return !PyErr_Occurred();
}
static int seeds_in(Machine *m, PyObject *seed, PyObject *hidden) { return seed_in(&m->seed, seed, 0) && seed_in(&m->secret, hidden, ~0ULL); }
/* answer(player, path, seed, seed of hidden dice, dice or None, at this or a later second) -> its events, or a number that says why it was
   not given */
static PyObject *block_answer(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    Machine *m = &self->m;
    if ((nargs != 5 && nargs != 6) || !PyTuple_Check(args[1])) { PyErr_SetString(PyExc_TypeError, "answer(player, path, seed, hidden, dice, at)"); return NULL; }
    num player = PyLong_AsLongLong(args[0]), at = nargs == 6 ? PyLong_AsLongLong(args[5]) : m->head[H_NOW];
    if (PyErr_Occurred() || !seeds_in(m, args[2], args[3])) return NULL;
    if (at < m->head[H_NOW] || at > RW_LARGEST || !PyTuple_GET_SIZE(args[1])) return PyLong_FromLong(RW_REFUSED);
    return played(self, player, &PyTuple_GET_ITEM(args[1], 0), PyTuple_GET_SIZE(args[1]), at, args[4]);
}
/* tick(seed, hidden, dice or None, at) -> the events of the time until then, or a number as for an answer */
static PyObject *block_tick(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    Machine *m = &self->m;
    if (nargs != 4) { PyErr_SetString(PyExc_TypeError, "tick(seed, hidden, dice, at)"); return NULL; }
    num at = PyLong_AsLongLong(args[3]);
    if (PyErr_Occurred() || !seeds_in(m, args[0], args[1])) return NULL;
    return at < m->head[H_NOW] || at > RW_LARGEST ? PyLong_FromLong(RW_REFUSED) : played(self, RW_NOWHERE, NULL, 0, at, args[2]);
}
/* start(seed, hidden, dice or None) -> the events of how the game began, or a number as for an answer */
static PyObject *block_start(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 3) { PyErr_SetString(PyExc_TypeError, "start(seed, hidden, dice)"); return NULL; }
    return !seeds_in(&self->m, args[0], args[1]) ? NULL : played(self, RW_NOWHERE, NULL, -1, 0, args[2]);
}

/* -- menus -- */

/* Makes a menu of the keys that were listed. */
static PyObject *menu_out(Block *self, PyObject *game, PyObject *player, PyObject *picks) {
    Machine *m = &self->m;
    Program *p = self->program;
    PyTypeObject *type = (PyTypeObject *)p->menu;
    PyObject *keys = picks ? PyList_New(m->keys) : NULL, *made = NULL;
    for (num n = 0; keys && n < m->keys; n++) {
        PyObject *key = key_out(p, m->menu + KEY_ROW * n);
        if (!key) Py_CLEAR(keys); else PyList_SET_ITEM(keys, n, key);
    }
    if (!keys || !(made = type->tp_alloc(type, 0))) { Py_XDECREF(keys), Py_XDECREF(picks); return NULL; }
    SLOT(made, p->keys) = keys, SLOT(made, p->game) = Py_NewRef(game), SLOT(made, p->player) = Py_NewRef(player);
    SLOT(made, p->picks) = picks, SLOT(made, p->made) = Py_NewRef(Py_None);
    SLOT(made, p->procedure) = PyLong_FromLongLong(TOP(m)[F_PROCEDURE]);
    return made;
}
static PyObject *tuple_of(PyObject *const *items, Py_ssize_t count) {
    PyObject *made = PyTuple_New(count);
    for (Py_ssize_t n = 0; made && n < count; n++) PyTuple_SET_ITEM(made, n, Py_NewRef(items[n]));
    return made;
}
/* Gives the menu after some picks; None if they are a whole answer; False if the Python machine must decide. */
static PyObject *menu_after(Block *self, PyObject *game, PyObject *seat, PyObject *const *picks, Py_ssize_t many) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], count, player = PyLong_AsLongLong(seat);
    if (PyErr_Occurred()) return NULL;
    if (!keys_in(self, picks, many, keys, &count) || m->head[H_DEPTH] < 1) Py_RETURN_FALSE;
    int trusted = taken_from_menus(self, player, keys, count), whole;
    m->trusting = trusted;
    whole = rw_menu(m, player, keys, count);
    m->trusting = 0, self->looks = -1;
    if (m->status) Py_RETURN_FALSE;
    if (!whole || trusted) memcpy(self->looked, keys, (size_t)(KEY_ROW * count) * sizeof(num)), self->looks = count;
    self->looker = player, self->complete = whole;
    if (whole) Py_RETURN_NONE;
    return menu_out(self, game, seat, tuple_of(picks, many));
}
/* menu(game, player, path) -> the menu after a path, as above */
static PyObject *block_menu(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 3 || !PyTuple_Check(args[2])) { PyErr_SetString(PyExc_TypeError, "menu(game, player, path)"); return NULL; }
    return menu_after(self, args[0], args[1], &PyTuple_GET_ITEM(args[2], 0), PyTuple_GET_SIZE(args[2]));
}
