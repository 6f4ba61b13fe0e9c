/* Programs and blocks as objects of Python. A program has the numbers, and the names for events and keys. */

enum { OFFERS = 256 };

typedef struct {
    PyObject_HEAD
    num *numbers;
    num *first;  /* for each action the first action with the same name */
    PyObject *procedures, *actions, *texts, *slots, *tallies;  /* the names that numbers stand for */
    PyObject *offer, *lasting;  /* the types of an offer and of a lasting effect */
    PyObject *bars;  /* the question of effects that bar actions */
    PyObject *menu, *happened;  /* the types of a menu and of the events of an answer, and where their slots lie: */
    Py_ssize_t keys, game, player, picks, procedure, made, events;
    struct { num action, ref; PyObject *key; } offers[OFFERS]; /* the newest offers, each at a place that its numbers give */
} Program;

static PyObject *word_changed, *word_moved, *word_noticed, *word_rolled, *word_chose, *word_began, *word_ended, *word_told,
    *word_check, *word_passed, *word_failed, *word_cut_short, *word_pass, *word_linked, *word_tallied, *word_founded, *word_shuffled,
    *word_revealed, *word_performed, *word_lasts, *word_expired, *word_add, *word_set, *word_again;

static num *numbers_of(PyObject *source, Py_ssize_t *count) {
    Py_buffer view;
    if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE) < 0) return NULL;
    num *copy = PyMem_Malloc((size_t)view.len + sizeof(num));
    if (copy) memcpy(copy, view.buf, (size_t)view.len); else PyErr_NoMemory();
    *count = view.len / (Py_ssize_t)sizeof(num);
    PyBuffer_Release(&view);
    return copy;
}

/* Gives for each name the place where it first occurs. */
static num *first_of(PyObject *names) {
    Py_ssize_t count = PyTuple_GET_SIZE(names);
    PyObject *known = PyDict_New(), *at, *kept;
    num *made = known ? PyMem_Malloc((size_t)(count + 1) * sizeof(num)) : NULL;
    for (Py_ssize_t n = 0; made && n < count; n++) {
        at = PyLong_FromSsize_t(n);
        kept = at ? PyDict_SetDefault(known, PyTuple_GET_ITEM(names, n), at) : NULL;
        if (kept) made[n] = PyLong_AsLongLong(kept);
        else { PyMem_Free(made); made = NULL; }
        Py_XDECREF(at);
    }
    Py_XDECREF(known);
    return made;
}
/* Finds where an object of a type has a slot; -1 if it has none of that name. */
static Py_ssize_t slot_of(PyObject *type, const char *name) {
    PyObject *found = PyObject_GetAttrString(type, name);
    Py_ssize_t at = -1;
    if (found && Py_IS_TYPE(found, &PyMemberDescr_Type)) at = ((PyMemberDescrObject *)found)->d_member->offset;
    Py_XDECREF(found);
    if (at < 0 && !PyErr_Occurred()) PyErr_Format(PyExc_TypeError, "%R has no slot %s", type, name);
    return at;
}
/* Finds the slots of menus and of events, so that they can be filled without a call of Python. */
static int slots_found(Program *self) {
    self->keys = slot_of(self->menu, "keys"), self->game = slot_of(self->menu, "game"), self->player = slot_of(self->menu, "player");
    self->picks = slot_of(self->menu, "picks"), self->procedure = slot_of(self->menu, "procedure"), self->made = slot_of(self->menu, "made");
    self->events = slot_of(self->happened, "_events");
    return !PyErr_Occurred();
}
static PyObject *program_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *numbers, *procedures, *actions, *texts, *slots, *tallies, *offer, *lasting, *menu, *happened, *bars;
    Py_ssize_t count;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OO!O!O!O!O!OOO!O!O!", &numbers, &PyTuple_Type, &procedures, &PyTuple_Type, &actions, &PyTuple_Type, &texts,
                          &PyTuple_Type, &slots, &PyTuple_Type, &tallies, &offer, &lasting, &PyType_Type, &menu,
                          &PyType_Type, &happened, &PyTuple_Type, &bars)) return NULL;
    num *copy = numbers_of(numbers, &count);
    if (!copy) return NULL;
    if (count < P_HEADER || copy[P_VERSION] != RW_VERSION || copy[P_SIZE] != count || !PyType_Check(offer) || !PyType_Check(lasting)) {
        PyMem_Free(copy);
        PyErr_SetString(PyExc_ValueError, "these numbers are not a program of this version");
        return NULL;
    }
    Program *self = (Program *)type->tp_alloc(type, 0);
    if (!self) { PyMem_Free(copy); return NULL; }
    self->numbers = copy;
    self->procedures = Py_NewRef(procedures), self->actions = Py_NewRef(actions), self->offer = Py_NewRef(offer);
    self->first = first_of(actions);
    if (!self->first) { Py_DECREF(self); return PyErr_NoMemory(); }
    self->menu = Py_NewRef(menu), self->happened = Py_NewRef(happened);
    if (!slots_found(self)) { Py_DECREF(self); return NULL; }
    self->bars = Py_NewRef(bars), self->lasting = Py_NewRef(lasting), self->texts = Py_NewRef(texts), self->slots = Py_NewRef(slots), self->tallies = Py_NewRef(tallies);
    return (PyObject *)self;
}
static void program_dealloc(Program *self) {
    for (int n = 0; n < OFFERS; n++) Py_XDECREF(self->offers[n].key);
    PyMem_Free(self->numbers), PyMem_Free(self->first);
    Py_XDECREF(self->procedures), Py_XDECREF(self->actions), Py_XDECREF(self->offer);
    Py_XDECREF(self->menu), Py_XDECREF(self->happened);
    Py_XDECREF(self->bars), Py_XDECREF(self->lasting), Py_XDECREF(self->texts), Py_XDECREF(self->slots), Py_XDECREF(self->tallies);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyTypeObject ProgramType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Program",
    .tp_basicsize = sizeof(Program),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A program as numbers: Program(numbers, names of procedures, of actions, texts, names of slots, of tallies, types of an offer, an effect, a menu and events, bars).",
    .tp_new = program_new,
    .tp_dealloc = (destructor)program_dealloc,
};

/* -- blocks ------------------------------------------------------------------------------------------------------------------------ */

typedef struct {
    PyObject_HEAD
    Program *program;
    num *block;
    num size;
    struct Record *last; /* the newest of the answers that were given since `begin` */
    Py_ssize_t given;    /* how many they are */
    num looked[3 * 16];  /* the keys for which the last menu was made, as KEY_ROW * RW_LONGEST numbers */
    num looks, looker;   /* how many keys these are, or -1 if that menu is out of date; and whose menu it was */
    int complete;        /* whether they are a whole answer */
    Machine m;
} Block;

static PyTypeObject BlockType;

static num kept_size(const Machine *m) { return m->spare - m->layout; } /* the part that a copy needs; the rest is working room */

/* Makes a block that is the same as the one to which a machine was bound. */
static PyObject *block_make(Program *program, const Machine *from, num size) {
    Block *self = (Block *)BlockType.tp_alloc(&BlockType, 0);
    if (!self) return NULL;
    self->program = (Program *)Py_NewRef(program), self->size = size;
    self->block = PyMem_Malloc((size_t)size * sizeof(num)); /* what is not copied is only working room */
    if (!self->block) { Py_DECREF(self); return PyErr_NoMemory(); }
    rw_copy_kept(from, self->block);
    self->looks = -1;
    rw_bind(&self->m, program->numbers, self->block);
    rw_counted(&self->m);
    return (PyObject *)self;
}
static PyObject *block_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *program, *numbers, *made = NULL;
    Py_ssize_t count;
    Machine m;
    (void)type, (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!O", &ProgramType, &program, &numbers)) return NULL;
    num *copy = numbers_of(numbers, &count);
    if (!copy) return NULL;
    if (count >= L_HEADER) {
        num size = rw_bind(&m, ((Program *)program)->numbers, copy);
        if (kept_size(&m) == count) made = block_make((Program *)program, &m, size);
    }
    PyMem_Free(copy);
    if (!made && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "these numbers are not a block of this program");
    return made;
}
static void block_dealloc(Block *self) {
    PyMem_Free(self->block);
    Py_XDECREF(self->program), Py_XDECREF(self->last);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
