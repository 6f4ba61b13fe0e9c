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

/* Lets a game begin like another one of its scene, with dice of its own; says whether it can. */
static int begins_like(PyObject *game, PyObject *first, PyObject *seed) {
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
    return !PyErr_Occurred();
}
/* A slot of objects of one class, which is looked for once. */
typedef struct { const char *name; PyTypeObject *type; Py_ssize_t at; } Field;

static PyObject *field(Field *known, PyObject *object) {
    if (known->type == Py_TYPE(object)) return SLOT(object, known->at);
    Py_ssize_t found = slot_of((PyObject *)Py_TYPE(object), known->name);
    if (found < 0) { PyErr_Clear(); return NULL; }
    known->type = Py_TYPE(object), known->at = found;
    return SLOT(object, found);
}
static PyObject *this_module; /* what programs were written for */

/* Finds the game that waits for its first answer in a scene of a book; nothing if there is none, or if the machine is turned off. */
static PyObject *waiting_in(PyObject *book, PyObject *scene) {
    static Field caches = {"caches", NULL, 0}, numbered = {"numbered", NULL, 0}, starts = {"starts", NULL, 0};
    const char *setting = getenv("RULEWRIGHT_NATIVE");
    if (setting && !strcmp(setting, "0")) return NULL;
    PyObject *kept = field(&caches, book), *known = kept ? field(&numbered, kept) : NULL, *program, *games;
    if (!known || !PyTuple_CheckExact(known) || PyTuple_GET_SIZE(known) != 2 || PyTuple_GET_ITEM(known, 0) != this_module) return NULL;
    program = PyTuple_GET_ITEM(known, 1), games = program != Py_None ? field(&starts, program) : NULL;
    return games && PyDict_CheckExact(games) ? PyDict_GetItemWithError(games, scene) : NULL;
}
/* __init__ of a game with a book, a scene and perhaps a seed: it begins like the one that waits in this scene. */
static PyObject *quick_begin(PyObject *game, PyObject *const *args, Py_ssize_t count, PyObject *words) {
    static PyObject *none;
    Py_ssize_t named = words ? PyTuple_GET_SIZE(words) : 0;
    if (count != 2 || named > 1 || !PyObject_TypeCheck(game, game_type) || !PyUnicode_CheckExact(args[1])) return NULL;
    if (named && (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(words, 0), "seed") || !PyLong_CheckExact(args[2]))) return NULL;
    PyObject *first = waiting_in(args[0], args[1]);
    if (!first || !block_of(first) || (!none && !(none = PyLong_FromLong(0)))) return NULL;
    return begins_like(game, first, named ? args[2] : none) ? Py_NewRef(Py_None) : NULL;
}
