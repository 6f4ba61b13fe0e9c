/* Methods that a game's users call most often. The machine does them itself where it plays, without a call of Python; otherwise the
   method of Python does. */

typedef PyObject *(*Doing)(PyObject *self, PyObject *const *args, Py_ssize_t count); /* gives NULL without an error where Python must do it */

typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *method; /* the method of Python */
    Doing quick;
    int begins; /* whether it is what begins a game, which may have named arguments */
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

/* Looping over a menu, and its length, as functions of the type itself, so that no method is looked up. */
static getiterfunc menu_iter_before;
static lenfunc menu_len_before;
static PyObject *menu_iter(PyObject *menu) {
    PyObject *keys = keys_of(menu);
    return keys ? PyObject_GetIter(keys) : menu_iter_before(menu);
}
static Py_ssize_t menu_len(PyObject *menu) {
    PyObject *keys = keys_of(menu);
    return keys && PyList_CheckExact(keys) ? PyList_GET_SIZE(keys) : menu_len_before(menu);
}
static void quicken_menus(void) {
    if (menu_type->tp_iter == menu_iter) return;
    menu_iter_before = menu_type->tp_iter, menu_len_before = menu_type->tp_as_sequence->sq_length;
    menu_type->tp_iter = menu_iter, menu_type->tp_as_sequence->sq_length = menu_len;
}
#include "python_begin.h"

/* -- as an object of Python -- */

static PyObject *quick_call(Quick *self, PyObject *const *args, size_t nargsf, PyObject *words) {
    Py_ssize_t count = PyVectorcall_NARGS(nargsf);
    PyObject *made = NULL;
    if (count && game_type && self->begins) made = quick_begin(args[0], args + 1, count - 1, words);
    else if (count && game_type && !words) made = self->quick(args[0], args + 1, count - 1);
    if (made || PyErr_Occurred()) return made;
    return PyObject_Vectorcall(self->method, args, (size_t)count, words);
}
/* A method of one game. Some of them are kept, because they are made for every call with a list of picks. */
typedef struct {
    PyObject_HEAD
    vectorcallfunc call;
    PyObject *of, *self;
} Bound;

enum { BOUND_KEPT = 16, BOUND_MOST = 24 };
static Bound *bound_kept[BOUND_KEPT];
static int bounds_kept;
static PyTypeObject BoundType;

static PyObject *bound_call(Bound *self, PyObject *const *args, size_t nargsf, PyObject *words) {
    PyObject *whole[BOUND_MOST + 1];
    Py_ssize_t count = PyVectorcall_NARGS(nargsf), all = count + (words ? PyTuple_GET_SIZE(words) : 0);
    if (all > BOUND_MOST) {
        PyObject *method = PyMethod_New(self->of, self->self), *made = method ? PyObject_Vectorcall(method, args, (size_t)count, words) : NULL;
        Py_XDECREF(method);
        return made;
    }
    whole[0] = self->self;
    memcpy(whole + 1, args, (size_t)all * sizeof *args);
    return quick_call((Quick *)self->of, whole, (size_t)count + 1, words);
}
static int bound_traverse(Bound *self, visitproc visit, void *arg) {
    Py_VISIT(self->of);
    Py_VISIT(self->self);
    return 0;
}
static void bound_dealloc(Bound *self) {
    PyObject_GC_UnTrack(self);
    Py_CLEAR(self->of);
    Py_CLEAR(self->self);
    if (bounds_kept < BOUND_KEPT) bound_kept[bounds_kept++] = self; else PyObject_GC_Del(self);
}
static PyObject *bound_new(PyObject *of, PyObject *object) {
    Bound *made = bounds_kept ? bound_kept[--bounds_kept] : PyObject_GC_New(Bound, &BoundType);
    if (!made) return NULL;
    _Py_NewReference((PyObject *)made); /* one that was kept has none */
    made->call = (vectorcallfunc)bound_call, made->of = Py_NewRef(of), made->self = Py_NewRef(object);
    PyObject_GC_Track(made);
    return (PyObject *)made;
}
/* Takes every other attribute from a plain method. */
static PyObject *bound_about(Bound *self, PyObject *name) {
    PyObject *method = PyMethod_New(self->of, self->self), *found = method ? PyObject_GetAttr(method, name) : NULL;
    Py_XDECREF(method);
    return found;
}
static PyObject *bound_compared(PyObject *one, PyObject *other, int how) {
    if ((how != Py_EQ && how != Py_NE) || !Py_IS_TYPE(other, &BoundType)) Py_RETURN_NOTIMPLEMENTED;
    int same = ((Bound *)one)->of == ((Bound *)other)->of && ((Bound *)one)->self == ((Bound *)other)->self;
    return PyBool_FromLong(same == (how == Py_EQ));
}
static Py_hash_t bound_hash(Bound *self) { return (Py_hash_t)((uintptr_t)self->of >> 4 ^ (uintptr_t)self->self); }
static PyTypeObject BoundType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Bound",
    .tp_basicsize = sizeof(Bound),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_vectorcall_offset = offsetof(Bound, call),
    .tp_call = PyVectorcall_Call,
    .tp_traverse = (traverseproc)bound_traverse,
    .tp_dealloc = (destructor)bound_dealloc,
    .tp_getattro = (getattrofunc)bound_about,
    .tp_richcompare = bound_compared,
    .tp_hash = (hashfunc)bound_hash,
};
static PyObject *quick_get(PyObject *self, PyObject *object, PyObject *type) {
    (void)type;
    return object && object != Py_None ? bound_new(self, object) : Py_NewRef(self);
}
static PyObject *quick_about(Quick *self, PyObject *name) {
    return PyUnicode_CompareWithASCIIString(name, "__wrapped__") ? PyObject_GetAttr(self->method, name) : Py_NewRef(self->method);
}
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
    static const struct { const char *name; Doing quick; } known[] = {
        {"over", quick_over}, {"asking", quick_asking}, {"menu", quick_menu}, {"answer", quick_answer}, {"__init__", NULL},
    };
    const char *name;
    PyObject *method;
    Quick *made;
    (void)module;
    if (!PyArg_ParseTuple(args, "sO", &name, &method)) return NULL;
    for (size_t n = 0; n < sizeof known / sizeof *known; n++) {
        if (strcmp(name, known[n].name)) continue;
        if (!(made = PyObject_New(Quick, &QuickType))) return NULL;
        made->call = (vectorcallfunc)quick_call, made->method = Py_NewRef(method), made->quick = known[n].quick, made->begins = !known[n].quick;
        return (PyObject *)made;
    }
    return Py_NewRef(method);
}

/* parts(class of games, of their machines in Python, of their plays here, of menus, of states behind): stores these classes and where their slots lie */
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
    quicken_menus();
    Py_RETURN_NONE;
}
