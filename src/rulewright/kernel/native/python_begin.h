/* New games: for each scene a game that waits for its first answer is kept, and new games are copies of it with other dice. */

enum { MOST_SLOTS = 40 };

/* Where the slots of a class lie in its objects. */
typedef struct { Py_ssize_t count, at[MOST_SLOTS]; } Layout;
static Layout game_slots, machine_slots, play_slots;
static PyTypeObject *state_type;

static int layout_of(PyTypeObject *type, Layout *layout) {
    PyObject *name, *found;
    layout->count = 0;
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(type->tp_mro); n++)
        for (Py_ssize_t at = 0; PyDict_Next(((PyTypeObject *)PyTuple_GET_ITEM(type->tp_mro, n))->tp_dict, &at, &name, &found);) {
            if (!Py_IS_TYPE(found, &PyMemberDescr_Type) || layout->count >= MOST_SLOTS) continue;
            layout->at[layout->count++] = ((PyMemberDescrObject *)found)->d_member->offset;
        }
    return layout->count < MOST_SLOTS;
}
/* Copies the slots of one object to another object of its class. */
static void become(PyObject *made, PyObject *from, const Layout *layout) {
    for (Py_ssize_t n = 0; n < layout->count; n++) Py_XSETREF(SLOT(made, layout->at[n]), Py_XNewRef(SLOT(from, layout->at[n])));
}
static PyObject *another(PyObject *from, const Layout *layout) {
    PyObject *made = Py_TYPE(from)->tp_alloc(Py_TYPE(from), 0);
    if (made) become(made, from, layout);
    return made;
}
static void set(PyObject *object, Py_ssize_t slot, PyObject *value) { Py_XSETREF(SLOT(object, slot), value); }

/* begin(game, first, seed): lets a game begin like another one of its scene, with dice of its own; False where it cannot */
static PyObject *module_begin(PyObject *module, PyObject *const *args, Py_ssize_t count) {
    (void)module;
    if (count != 3 || !game_type || !PyObject_TypeCheck(args[0], game_type) || !PyLong_CheckExact(args[2]) || !block_of(args[1])) Py_RETURN_FALSE;
    PyObject *game = args[0], *first = args[1], *seed = args[2];
    PyObject *play = another(SLOT(first, at.native), &play_slots), *machine = another(SLOT(first, at.machine), &machine_slots);
    PyObject *state = state_type->tp_alloc(state_type, 0), *block = block_copy(block_of(first), NULL), *events = PyList_New(0);
    PyObject *handles = PyDict_New(), *struck = PyDict_New(), *past = PyList_New(0);
    if (play && machine && state && block && events && handles && struck && past) {
        become(game, first, &game_slots);
        set(state, at.behind, Py_NewRef(play)), set(play, at.block, Py_NewRef(block)), set(play, at.answered, Py_NewRef(block));
        set(machine, at.state, Py_NewRef(state)), set(machine, at.events, Py_NewRef(events));
        set(machine, at.seed, Py_NewRef(seed)), set(machine, at.secret, Py_NewRef(seed)), set(game, at.chance, Py_NewRef(seed));
        set(game, at.machine, Py_NewRef(machine)), set(game, at.native, Py_NewRef(play));
        set(game, at.handles, Py_NewRef(handles)), set(game, at.struck, Py_NewRef(struck)), set(game, at.past, Py_NewRef(past));
    }
    Py_XDECREF(play), Py_XDECREF(machine), Py_XDECREF(state), Py_XDECREF(block), Py_XDECREF(events), Py_XDECREF(handles), Py_XDECREF(struck), Py_XDECREF(past);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_True);
}
