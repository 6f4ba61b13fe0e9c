/* Methods that a game's users call most often. The machine does them itself where it plays, without a call of Python; otherwise the
   method of Python does. */

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *method; /* of Python */
    PyObject *(*quick)(PyObject *self, PyObject *const *args, Py_ssize_t count); /* NULL without an error where Python must do it */
} Quick;

/* The classes of games, Python machines, native plays and menus, and where their slots lie. */
static PyTypeObject *game_type, *machine_type, *play_type, *menu_type;
static struct {
    Py_ssize_t machine, native, chance, handles, struck, past, block, answered, left, account, script, rerolls, seed, secret, memo, state, events, keys, behind;
} at;

/* Gives the block that plays a game, or nothing where Python plays. */
static Block *block_of(PyObject *game) {
    PyObject *native = PyObject_TypeCheck(game, game_type) ? SLOT(game, at.native) : NULL;
    PyObject *block = native && Py_IS_TYPE(native, play_type) ? SLOT(native, at.block) : NULL;
    return block && Py_IS_TYPE(block, &BlockType) ? (Block *)block : NULL;
}
static PyObject *quick_over(PyObject *game, PyObject *const *args, Py_ssize_t count) {
    Block *block = block_of(game);
    (void)args;
    return block && !count ? block_over(block, NULL) : NULL;
}
static PyObject *quick_asking(PyObject *game, PyObject *const *args, Py_ssize_t count) {
    Block *block = block_of(game);
    (void)args;
    return block && !count ? block_asking(block, NULL) : NULL;
}
static PyObject *quick_menu(PyObject *game, PyObject *const *args, Py_ssize_t count) {
    Block *block = block_of(game);
    if (!block || count < 1 || !PyLong_CheckExact(args[0])) return NULL;
    PyObject *made = menu_after(block, game, args[0], args + 1, count - 1);
    if (made == Py_False) Py_CLEAR(made);
    return made;
}
/* Takes the seeds of a Python machine that keeps no account, if its dice are plain random ones. */
static int plain_dice(PyObject *machine, Machine *m) {
    int large = 0, hidden = 0;
    PyObject *rerolls = SLOT(machine, at.rerolls);
    if (SLOT(machine, at.account) != Py_None || SLOT(machine, at.script) != Py_None || PyObject_Size(rerolls)) return 0;
    m->seed = rw_plain((uint64_t)PyLong_AsLongLongAndOverflow(SLOT(machine, at.seed), &large));
    m->secret = rw_plain(~(uint64_t)PyLong_AsLongLongAndOverflow(SLOT(machine, at.secret), &hidden));
    return !large && !hidden; /* a larger one may be a secret */
}
static PyObject *quick_answer(PyObject *game, PyObject *const *args, Py_ssize_t count) {
    Block *block = block_of(game);
    if (!block || count < 2 || !PyLong_CheckExact(args[0])) return NULL;
    PyObject *machine = SLOT(game, at.machine), *left = SLOT(SLOT(game, at.native), at.left), *made;
    if (!Py_IS_TYPE(machine, machine_type) || PyObject_IsTrue(left) || !plain_dice(machine, &block->m)) return NULL;
    int large;
    num player = PyLong_AsLongLongAndOverflow(args[0], &large);
    Py_SETREF(SLOT(machine, at.memo), Py_NewRef(Py_None));
    made = played(block, player, args + 1, count - 1, block->m.head[H_NOW], Py_None);
    if (made && PyLong_CheckExact(made)) Py_CLEAR(made);
    return made;
}
/* Gives the keys of a menu that the machine has made. */
static PyObject *keys_of(PyObject *menu) { return Py_IS_TYPE(menu, menu_type) ? SLOT(menu, at.keys) : NULL; }

static PyObject *quick_iter(PyObject *menu, PyObject *const *args, Py_ssize_t count) {
    PyObject *keys = keys_of(menu);
    (void)args;
    return keys && !count ? PyObject_GetIter(keys) : NULL;
}
static PyObject *quick_len(PyObject *menu, PyObject *const *args, Py_ssize_t count) {
    PyObject *keys = keys_of(menu);
    (void)args;
    return keys && PyList_CheckExact(keys) && !count ? PyLong_FromSsize_t(PyList_GET_SIZE(keys)) : NULL;
}

/* -- as an object of Python -- */

static PyObject *quick_call(Quick *self, PyObject *const *args, size_t nargsf, PyObject *words) {
    Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    PyObject *made = count && !words && game_type ? self->quick(args[0], args + 1, count - 1) : NULL;
    if (made || PyErr_Occurred()) return made;
    return PyObject_Vectorcall(self->method, args, (size_t)count, words);
}
static PyObject *quick_get(PyObject *self, PyObject *object, PyObject *type) {
    (void)type;
    return object && object != Py_None ? PyMethod_New(self, object) : Py_NewRef(self);
}
static PyObject *quick_about(Quick *self, PyObject *name) { return PyObject_GetAttr(self->method, name); }
static void quick_dealloc(Quick *self) {
    Py_XDECREF(self->method);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyTypeObject QuickType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Quick",
    .tp_basicsize = sizeof(Quick),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = NULL,
    .tp_vectorcall_offset = offsetof(Quick, call),
    .tp_call = PyVectorcall_Call,
    .tp_descr_get = quick_get,
    .tp_getattro = (getattrofunc)quick_about,
    .tp_dealloc = (destructor)quick_dealloc,
};
/* quick(name, method) -> the method, which the machine does itself where it can */
static PyObject *module_quick(PyObject *module, PyObject *args) {
    static const struct { const char *name; PyObject *(*quick)(PyObject *, PyObject *const *, Py_ssize_t); } known[] = {
        {"over", quick_over}, {"asking", quick_asking}, {"menu", quick_menu}, {"answer", quick_answer},
        {"__iter__", quick_iter}, {"__len__", quick_len},
    };
    const char *name;
    PyObject *method;
    Quick *made;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO", &name, &method)) return NULL;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        if (strcmp(name, known[n].name)) continue;
        if (!(made = PyObject_New(Quick, &QuickType))) return NULL;
        made->call = (vectorcallfunc)quick_call, made->method = Py_NewRef(method), made->quick = known[n].quick;
        return (PyObject *)made;
    }
    return Py_NewRef(method);
}
#include "python_begin.h"

/* parts(class of games, of their machines in Python, of their plays here, of menus, of states behind): says where they have what is needed */
static PyObject *module_parts(PyObject *module, PyObject *args) {
    PyObject *game, *machine, *play, *menu, *state;
    (void)module;
    if (!PyArg_ParseTuple(args, "O!O!O!O!O!", &PyType_Type, &game, &PyType_Type, &machine, &PyType_Type, &play, &PyType_Type, &menu, &PyType_Type, &state)) return NULL;
    const struct { Py_ssize_t *at; PyObject *type; const char *name; } found[] = {
        {&at.machine, game, "_m"}, {&at.native, game, "_native"}, {&at.chance, game, "seed"}, {&at.handles, game, "handles"},
        {&at.struck, game, "_first"}, {&at.past, game, "past"}, {&at.block, play, "block"}, {&at.answered, play, "answered"}, {&at.left, play, "left"},
        {&at.account, machine, "account"}, {&at.script, machine, "script"}, {&at.rerolls, machine, "rerolls"}, {&at.seed, machine, "seed"},
        {&at.secret, machine, "secret"}, {&at.memo, machine, "_memo"}, {&at.state, machine, "state"}, {&at.events, machine, "events"},
        {&at.keys, menu, "keys"}, {&at.behind, state, "behind"},
    };
    for (size_t n = 0; n < sizeof found / sizeof *found; n++)
        if ((*found[n].at = slot_of(found[n].type, found[n].name)) < 0) return NULL;
    menu_type = (PyTypeObject *)Py_NewRef(menu), play_type = (PyTypeObject *)Py_NewRef(play), state_type = (PyTypeObject *)Py_NewRef(state);
    machine_type = (PyTypeObject *)Py_NewRef(machine), game_type = (PyTypeObject *)Py_NewRef(game);
    if (!layout_of(game_type, &game_slots) || !layout_of(machine_type, &machine_slots) || !layout_of(play_type, &play_slots)) {
        PyErr_SetString(PyExc_ValueError, "a class has too many slots");
        return NULL;
    }
    Py_RETURN_NONE;
}
