/* The native machine as a module of Python: programs, blocks, answers, menus, and whole games without the interpreter's lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "machine.h"

#ifndef RW_SOURCES
#define RW_SOURCES ""
#endif

/* -- programs: the numbers, and the names that events and keys are told by --------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    num *numbers;
    num *first;  /* for each action the first one with its name */
    PyObject *procedures, *actions, *texts, *slots, *tallies;  /* the names that numbers stand for */
    PyObject *offer, *lasting;  /* the types of an offer and of a lasting effect */
} Program;

static PyObject *word_changed, *word_moved, *word_noticed, *word_rolled, *word_chose, *word_began, *word_ended, *word_told,
    *word_check, *word_passed, *word_failed, *word_cut_short, *word_pass, *word_linked, *word_tallied, *word_founded, *word_shuffled,
    *word_revealed, *word_performed, *word_lasts, *word_expired, *word_add, *word_set;

static num *numbers_of(PyObject *source, Py_ssize_t *count) {
    Py_buffer view;
    if (PyObject_GetBuffer(source, &view, PyBUF_SIMPLE) < 0) return NULL;
    num *copy = PyMem_Malloc((size_t)view.len + sizeof(num));
    if (copy) memcpy(copy, view.buf, (size_t)view.len); else PyErr_NoMemory();
    *count = view.len / (Py_ssize_t)sizeof(num);
    PyBuffer_Release(&view);
    return copy;
}

/* Gives, for each name, where it stands for the first time. */
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
static PyObject *program_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *numbers, *procedures, *actions, *texts, *slots, *tallies, *offer, *lasting;
    Py_ssize_t count;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "OO!O!O!O!O!OO", &numbers, &PyTuple_Type, &procedures, &PyTuple_Type, &actions, &PyTuple_Type, &texts,
                          &PyTuple_Type, &slots, &PyTuple_Type, &tallies, &offer, &lasting)) return NULL;
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
    self->lasting = Py_NewRef(lasting), self->texts = Py_NewRef(texts), self->slots = Py_NewRef(slots), self->tallies = Py_NewRef(tallies);
    return (PyObject *)self;
}
static void program_dealloc(Program *self) {
    PyMem_Free(self->numbers), PyMem_Free(self->first);
    Py_XDECREF(self->procedures), Py_XDECREF(self->actions), Py_XDECREF(self->offer);
    Py_XDECREF(self->lasting), Py_XDECREF(self->texts), Py_XDECREF(self->slots), Py_XDECREF(self->tallies);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
static PyTypeObject ProgramType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Program",
    .tp_basicsize = sizeof(Program),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A program as numbers: Program(numbers, names of procedures, of actions, texts, names of slots, of tallies, types of an offer and an effect).",
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
    Machine m;
} Block;

static PyTypeObject BlockType;

static num kept_size(const Machine *m) { return m->spare - m->layout; } /* what a copy needs: the rest is room to work in */

static PyObject *block_make(Program *program, const num *from, num count) {
    Machine m;
    num layout[L_HEADER];
    memcpy(layout, from, sizeof layout);
    num size = rw_bind(&m, program->numbers, layout);
    Block *self = (Block *)BlockType.tp_alloc(&BlockType, 0);
    if (!self) return NULL;
    self->program = (Program *)Py_NewRef(program), self->size = size;
    self->block = PyMem_Malloc((size_t)size * sizeof(num)); /* beyond what is copied it is only room to work in */
    if (!self->block) { Py_DECREF(self); return PyErr_NoMemory(); }
    memcpy(self->block, from, (size_t)count * sizeof(num));
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
        rw_bind(&m, ((Program *)program)->numbers, copy);
        if (kept_size(&m) == count) made = block_make((Program *)program, copy, count);
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

/* -- from numbers to Python ----------------------------------------------------------------------------------------------------------- */

static PyObject *key_out(Program *p, const num *key) {
    if (key[0] == KEY_NUMBER) return PyLong_FromLongLong(key[1]);
    if (key[0] == KEY_PASS) return Py_NewRef(word_pass);
    if (key[0] == KEY_TEXT) return Py_NewRef(PyTuple_GET_ITEM(p->texts, key[1]));
    if (key[0] == KEY_PAY) return PyUnicode_FromFormat("pay %lld%U", (long long)key[2], PyTuple_GET_ITEM(p->texts, key[1]));
    if (key[0] == KEY_ACTION) return Py_NewRef(PyTuple_GET_ITEM(p->actions, key[1]));
    PyTypeObject *type = (PyTypeObject *)p->offer;
    PyObject *made = type->tp_alloc(type, 2); /* a named tuple has the shape of a tuple */
    if (!made) return NULL;
    PyTuple_SET_ITEM(made, 0, Py_NewRef(PyTuple_GET_ITEM(p->actions, key[1])));
    PyTuple_SET_ITEM(made, 1, PyLong_FromLongLong(key[2]));
    return made;
}
static PyObject *keys_out(Program *p, const num *keys, num count) {
    PyObject *made = PyTuple_New(count);
    for (num n = 0; made && n < count; n++) PyTuple_SET_ITEM(made, n, key_out(p, keys + KEY_ROW * n));
    return made;
}
static PyObject *row_out(const num *row, num count) {
    PyObject *made = PyTuple_New(count);
    for (num n = 0; made && n < count; n++) PyTuple_SET_ITEM(made, n, PyLong_FromLongLong(row[n]));
    return made;
}
/* Things as they last were, each with the word for it: word, thing, place, host, values. */
static PyObject *memory_out(Program *p, const num *row, num count) {
    num size = 4 + p->numbers[P_WIDTH];
    PyObject *made = PyTuple_New(count / size);
    for (num n = 0; made && n < count / size; n++, row += size)
        PyTuple_SET_ITEM(made, n, Py_BuildValue("(O(LLLN))", PyTuple_GET_ITEM(p->slots, row[0]), row[1], row[2], row[3], row_out(row + 4, size - 4)));
    return made;
}
/* What a player has done: in which frames, its origin, and whether it is complete. */
static PyObject *deeds_out(Program *p, const num *row, num count) {
    PyObject *made = PyList_New(0), *tuple;
    for (const num *deed = row; made && deed < row + count; deed += deed[0] + 4) {
        const num *rest = deed + 1 + deed[0];
        PyObject *origin = rest[1] < 0 ? Py_BuildValue("(O)", PyTuple_GET_ITEM(p->texts, rest[0]))
                                       : Py_BuildValue("(OL)", PyTuple_GET_ITEM(p->texts, rest[0]), rest[1]);
        PyObject *each = Py_BuildValue("(NNO)", row_out(deed + 1, deed[0]), origin, rest[2] ? Py_True : Py_False);
        if (!each || PyList_Append(made, each) < 0) Py_CLEAR(made);
        Py_XDECREF(each);
    }
    tuple = made ? PyList_AsTuple(made) : NULL;
    Py_XDECREF(made);
    return tuple;
}
/* Numbers of a link; a count of -1 is None. */
static PyObject *link_out(Program *p, num name, const num *row, num count) {
    if (count < 0) Py_RETURN_NONE;
    if (name == T_MEMORY) return memory_out(p, row, count);
    if (name == T_DEEDS) return deeds_out(p, row, count);
    if (name != T_TARGETS && name != T_NUMBERS) return row_out(row, count);
    PyObject *made = PyTuple_New(count / 2);
    for (num n = 0; made && n < count / 2; n++)
        PyTuple_SET_ITEM(made, n, Py_BuildValue("(OL)", PyTuple_GET_ITEM(p->slots, row[2 * n]), row[2 * n + 1]));
    return made;
}
/* A place: zone, index, life, and the seats that see the thing's face, if they are not those of the zone. */
static PyObject *place_out(const num *place, const num *seen, num count) {
    if (count < 0) return Py_BuildValue("(LLL)", place[0], place[1], place[2]);
    return Py_BuildValue("(LLLN)", place[0], place[1], place[2], row_out(seen, count));
}
static PyObject *notice_out(Program *p, const num *row) {
    if (!row[4]) return row_out(row, 4);
    return Py_BuildValue("(LLLLN)", row[0], row[1], row[2], row[3], memory_out(p, row + NOTICED_ROW, row[4]));
}
/* The name of a new thing: a text, and where such things are numbered, its number. */
static PyObject *name_out(Program *p, num name) {
    PyObject *text = PyTuple_GET_ITEM(p->texts, name & 0xFFFFFFFF);
    return name >> 32 ? PyUnicode_FromFormat("%U %lld", text, (long long)(name >> 32)) : Py_NewRef(text);
}
static PyObject *told_out(Program *p, const num *e) {
    PyObject *word = PyTuple_GET_ITEM(p->texts, e[1]);
    if (e[2] == ABOUT_THING) return Py_BuildValue("(OOL)", word_told, word, e[3]);
    if (e[2] == ABOUT_ACTION) return Py_BuildValue("(OOO)", word_told, word, PyTuple_GET_ITEM(p->actions, e[3]));
    return Py_BuildValue("(OO)", word_told, word);
}
static PyObject *text_out(Program *p, num text) { return Py_NewRef(PyTuple_GET_ITEM(p->texts, text)); }

/* With what an effect ends: nothing; a frame; a condition and whose; an edge of a structure, whose and how often. */
static PyObject *until_out(Program *p, const num *row) {
    if (row[LA_UNTIL] == RW_NOWHERE) return PyTuple_New(0);
    if (row[LA_UNTIL] == T_FRAME) return Py_BuildValue("(NL)", text_out(p, T_FRAME), row[LA_FIRST]);
    if (row[LA_UNTIL] == T_WHEN) return Py_BuildValue("(NLL)", text_out(p, T_WHEN), row[LA_FIRST], row[LA_WHOSE]);
    return Py_BuildValue("(NOLL)", text_out(p, row[LA_UNTIL]), PyTuple_GET_ITEM(p->procedures, row[LA_FIRST]), row[LA_WHOSE], row[LA_COUNT]);
}
static PyObject *question_out(Program *p, const num *row) {
    if (row[LA_ASKS] == RW_NOWHERE) return PyLong_FromLongLong(row[LA_ABOUT]);
    if (row[LA_MORE] == RW_ABSENT) return Py_BuildValue("(NL)", text_out(p, row[LA_ASKS]), row[LA_ABOUT]);
    return Py_BuildValue("(NLL)", text_out(p, row[LA_ASKS]), row[LA_ABOUT], row[LA_MORE]);
}
/* The order of the fields is that of kernel/state/facts.py. */
static PyObject *lasting_out(Program *p, const num *row) {
    PyTypeObject *type = (PyTypeObject *)p->lasting;
    PyObject *made = type->tp_alloc(type, 9);
    if (!made) return NULL;
    PyTuple_SET_ITEM(made, 0, PyLong_FromLongLong(row[LA_ID]));
    PyTuple_SET_ITEM(made, 1, text_out(p, row[LA_NAME]));
    PyTuple_SET_ITEM(made, 2, PyLong_FromLongLong(row[LA_OBJECT]));
    PyTuple_SET_ITEM(made, 3, question_out(p, row));
    PyTuple_SET_ITEM(made, 4, Py_NewRef(row[LA_OP] == LA_SETS ? word_set : word_add));
    PyTuple_SET_ITEM(made, 5, PyLong_FromLongLong(row[LA_AMOUNT]));
    PyTuple_SET_ITEM(made, 6, until_out(p, row));
    PyTuple_SET_ITEM(made, 7, row[LA_USES] == RW_ABSENT ? Py_NewRef(Py_None) : PyLong_FromLongLong(row[LA_USES]));
    PyTuple_SET_ITEM(made, 8, PyLong_FromLongLong(row[LA_BY]));
    return made;
}
/* The order and the names of the fields are those of kernel/state/events.py. */
static PyObject *event_out(Program *p, const num *e) {
    num olds = e[3] > 0 ? e[3] : 0; /* of a link or a list of seats: how many numbers there were */
    switch (e[0]) {
    case EV_CHANGED: return Py_BuildValue("(OLLLL)", word_changed, e[1], e[2], e[3], e[4]);
    case EV_MOVED:
        olds = e[8] > 0 ? e[8] : 0;
        return Py_BuildValue("(OLNNO)", word_moved, e[1], place_out(e + 2, e + 9, e[8]), place_out(e + 5, e + 10 + olds, e[9 + olds]), Py_None);
    case EV_MADE:
        return Py_BuildValue("(OL(LLL)(LLL)(NN))", word_moved, e[1], -1LL, -1LL, 0LL, e[2], e[3], 0LL, name_out(p, e[4]),
                             row_out(e + 5, p->numbers[P_WIDTH]));
    case EV_NOTICED: return Py_BuildValue("(OLON)", word_noticed, e[1], Py_None, notice_out(p, e + 2));
    case EV_TAKEN_UP: return Py_BuildValue("(OLNO)", word_noticed, e[1], notice_out(p, e + 2), Py_None);
    case EV_ROLLED: return Py_BuildValue("(OLN)", word_rolled, e[1], row_out(e + 3, e[2]));
    case EV_CHOSE: return Py_BuildValue("(OLN)", word_chose, e[1], keys_out(p, e + 3, e[2]));
    case EV_BEGAN: return Py_BuildValue("(OLOL)", word_began, e[1], PyTuple_GET_ITEM(p->procedures, e[2]), e[3]);
    case EV_ENDED:
        return Py_BuildValue("(OLOOL)", word_ended, e[1], PyTuple_GET_ITEM(p->procedures, e[2]),
                             e[3] == ENDED ? word_ended : word_cut_short, e[4]);
    case EV_LINKED:
        return Py_BuildValue("(OLONN)", word_linked, e[1], PyTuple_GET_ITEM(p->texts, e[2]), link_out(p, e[2], e + 4, e[3]),
                             link_out(p, e[2], e + 5 + olds, e[4 + olds]));
    case EV_REVEALED:
        return Py_BuildValue("(OLNNL)", word_revealed, e[1], link_out(p, T_SEEN, e + 4, e[3]), link_out(p, T_SEEN, e + 5 + olds, e[4 + olds]), e[2]);
    case EV_TALLIED: return Py_BuildValue("(OOLLL)", word_tallied, PyTuple_GET_ITEM(p->tallies, e[1]), e[2], e[3], e[4]);
    case EV_FOUNDED: return Py_BuildValue("(OLO(LLL))", word_founded, e[1], Py_None, e[2], e[3], e[4]);
    case EV_SHUFFLED: return Py_BuildValue("(OLNN)", word_shuffled, e[1], row_out(e + 3, e[2]), row_out(e + 3 + e[2], e[2]));
    case EV_PERFORMED: return Py_BuildValue("(OLL)", word_performed, e[1], e[2]);
    case EV_TOLD: return told_out(p, e);
    case EV_FOUGHT: return Py_BuildValue("(OOLL)", word_told, PyTuple_GET_ITEM(p->texts, T_FIGHT), e[1], e[2]);
    case EV_LASTS:
        return Py_BuildValue("(ONN)", word_lasts, e[1] == RW_ABSENT ? Py_NewRef(Py_None) : lasting_out(p, e + 1),
                             lasting_out(p, e + 1 + LASTING_ROW));
    case EV_EXPIRED: return Py_BuildValue("(ONO)", word_expired, lasting_out(p, e + 1), Py_None);
    default:
        return Py_BuildValue("(OOOO)", word_told, word_check, e[1] ? word_passed : word_failed, PyTuple_GET_ITEM(p->actions, e[2]));
    }
}
static PyObject *events_out(Program *p, const num *log, num used) {
    num count = 0, at;
    for (at = used; at > 0; at -= log[at - 1]) count++;
    PyObject *made = PyTuple_New(count);
    for (at = used; made && at > 0; at -= log[at - 1]) {
        PyObject *event = event_out(p, log + at - log[at - 1]);
        if (!event) { Py_DECREF(made); return NULL; }
        PyTuple_SET_ITEM(made, --count, event);
    }
    return made;
}

/* -- from Python to numbers ----------------------------------------------------------------------------------------------------------- */

/* Finds the action that a thing has under a name; -1 if it has none. */
static num action_called(Block *self, num ref, PyObject *name) {
    Machine *m = &self->m;
    num slot = ref < 0 ? m->things : ref % RW_LIVES;
    if (slot >= m->things) return -1;
    num action;
    m->v = m->cur, m->status = RW_PLAYED, m->deep = 0;
    for (num n = 0; (action = rw_ability(m, slot, n)) != RW_NOWHERE; n++) {
        PyObject *known = PyTuple_GET_ITEM(self->program->actions, action);
        if (known == name || (PyUnicode_Check(name) && PyUnicode_Compare(known, name) == 0)) return action;
    }
    return -1;
}
/* Finds a word among what is offered now. */
static int key_offered(Block *self, PyObject *key, num *into) {
    Machine *m = &self->m;
    if (m->head[H_DEPTH] < 1 || rw_menu(m, m->head[H_ASKED], into, 0) || m->status) return 0;
    for (num n = 0; n < m->keys; n++) {
        const num *each = m->menu + KEY_ROW * n;
        PyObject *word = each[0] == KEY_TEXT || each[0] == KEY_PAY ? key_out(self->program, each) : NULL;
        int same = word && PyUnicode_Compare(word, key) == 0;
        Py_XDECREF(word);
        if (same) { memcpy(into, each, KEY_ROW * sizeof(num)); return 1; }
    }
    return 0;
}
static int key_in(Block *self, PyObject *key, num *into) {
    int overflow = 0;
    into[2] = 0;
    if (PyLong_CheckExact(key)) {
        into[0] = KEY_NUMBER, into[1] = PyLong_AsLongLongAndOverflow(key, &overflow);
        return !overflow;
    }
    if (PyUnicode_Check(key)) {
        into[0] = PyUnicode_Compare(key, word_pass) == 0 ? KEY_PASS : KEY_TEXT, into[1] = 0;
        for (num n = 0; into[0] == KEY_TEXT && n < T_KNOWN; n++)
            if (PyUnicode_Compare(key, PyTuple_GET_ITEM(self->program->texts, n)) == 0) { into[1] = n; return 1; }
        return into[0] == KEY_PASS || key_offered(self, key, into);
    }
    if (!PyTuple_Check(key) || PyTuple_GET_SIZE(key) != 2 || !PyLong_CheckExact(PyTuple_GET_ITEM(key, 1))) return 0;
    into[0] = KEY_OFFER, into[2] = PyLong_AsLongLongAndOverflow(PyTuple_GET_ITEM(key, 1), &overflow);
    if (overflow) return 0;
    into[1] = action_called(self, into[2], PyTuple_GET_ITEM(key, 0));
    return into[1] >= 0;
}
static int keys_in(Block *self, PyObject *path, num *into, num *count) {
    *count = PyTuple_GET_SIZE(path);
    if (*count > RW_LONGEST) return 0;
    for (num n = 0; n < *count; n++)
        if (!key_in(self, PyTuple_GET_ITEM(path, n), into + KEY_ROW * n)) return 0;
    return 1;
}

/* -- answers that were given -------------------------------------------------------------------------------------------------------------- */

/* What one answer did, as numbers: its events, then the control before it, of which only slots that hold something are kept.
   Records of one game hang together, the newest first; copies of a game share them. Nothing here is tracked by the collector. */
typedef struct Record {
    PyObject_HEAD
    Program *program;
    struct Record *before;
    num number, used, count; /* the number of the answer, the numbers of its events, and all numbers */
    num *held;
} Record;

static void record_dealloc(Record *self) {
    Record *before = self->before;
    PyMem_Free(self->held);
    Py_XDECREF(self->program);
    PyObject_Free(self);
    while (before && Py_REFCNT(before) == 1) { /* not by recursion: a game may be long */
        Record *next = before->before;
        before->before = NULL;
        Py_DECREF(before);
        before = next;
    }
    Py_XDECREF(before);
}
static num packed_size(Machine *m) {
    num size = H_HEADER + m->head[H_ARENA];
    for (num n = 0; n < m->head[H_DEPTH]; n++) {
        const num *slots = FRAME(m, n) + F_SLOTS;
        size += F_SLOTS + 1;
        for (num at = 0; at < m->slots; at++) size += slots[at] == RW_ABSENT ? 0 : 2;
    }
    return size;
}
static void pack(Machine *m, num *into) {
    memcpy(into, m->head, H_HEADER * sizeof(num));
    into += H_HEADER;
    for (num n = 0; n < m->head[H_DEPTH]; n++) {
        const num *frame = FRAME(m, n), *slots = frame + F_SLOTS;
        memcpy(into, frame, F_SLOTS * sizeof(num));
        num *count = into + F_SLOTS;
        into = count + 1, *count = 0;
        for (num at = 0; at < m->slots; at++)
            if (slots[at] != RW_ABSENT) into[0] = at, into[1] = slots[at], into += 2, ++*count;
    }
    memcpy(into, m->arena, (size_t)m->head[H_ARENA] * sizeof(num));
}
/* Writes a packed control with a place for every slot, as the machine has it: the head, the frames, the lists. */
static const num *unpack(const num *from, num slots, num *head, num *frames) {
    memcpy(head, from, H_HEADER * sizeof(num));
    from += H_HEADER;
    for (num n = 0; n < head[H_DEPTH]; n++) {
        num *frame = frames + n * (F_SLOTS + slots), count = from[F_SLOTS];
        memcpy(frame, from, F_SLOTS * sizeof(num));
        for (num at = 0; at < slots; at++) frame[F_SLOTS + at] = RW_ABSENT;
        for (from += F_SLOTS + 1; count--; from += 2) frame[F_SLOTS + from[0]] = from[1];
    }
    return from;
}
static PyObject *record_events(Record *self, PyObject *unused) {
    (void)unused;
    return events_out(self->program, self->held, self->used);
}
static PyObject *record_control(Record *self, PyObject *unused) {
    const num *from = self->held + self->used;
    num slots = self->program->numbers[P_SLOTS], frames = from[H_DEPTH] * (F_SLOTS + slots), arena = from[H_ARENA];
    (void)unused;
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((size_t)(H_HEADER + frames + arena) * sizeof(num)));
    if (!made) return NULL;
    num *into = (num *)(void *)PyBytes_AS_STRING(made);
    from = unpack(from, slots, into, into + H_HEADER);
    memcpy(into + H_HEADER + frames, from, (size_t)arena * sizeof(num));
    return made;
}
static PyObject *record_number(Record *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->number); }
/* The first event of an answer says what was chosen; when a game begins, nothing was. */
static int chosen(Record *self) { return self->used > 0 && self->held[0] == EV_CHOSE; }
static PyObject *record_player(Record *self, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(chosen(self) ? self->held[1] : RW_NOWHERE);
}
static PyObject *record_path(Record *self, void *unused) {
    (void)unused;
    return chosen(self) ? keys_out(self->program, self->held + 3, self->held[2]) : PyTuple_New(0);
}
static PyObject *record_size(Record *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromSize_t(sizeof(Record) + (size_t)self->count * sizeof(num));
}
static PyMethodDef record_methods[] = {
    {"events", (PyCFunction)record_events, METH_NOARGS, "Give the events."},
    {"control", (PyCFunction)record_control, METH_NOARGS, "Give the control before the answer, as bytes."},
    {"__sizeof__", (PyCFunction)record_size, METH_NOARGS, "Give the number of bytes."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef record_fields[] = {
    {"number", (getter)record_number, NULL, "The number of the answer.", NULL},
    {"player", (getter)record_player, NULL, "The player who gave it.", NULL},
    {"path", (getter)record_path, NULL, "The picks.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyTypeObject RecordType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Record",
    .tp_basicsize = sizeof(Record),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "What one answer did.",
    .tp_dealloc = (destructor)record_dealloc,
    .tp_methods = record_methods,
    .tp_getset = record_fields,
};

/* -- what a block can do ----------------------------------------------------------------------------------------------------------------- */

static PyObject *block_control(Block *self, PyObject *unused) {
    Machine *m = &self->m;
    num frames = m->head[H_DEPTH] * m->frame;
    (void)unused;
    PyObject *made = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)((size_t)(H_HEADER + frames + m->head[H_ARENA]) * sizeof(num)));
    if (!made) return NULL;
    num *into = (num *)(void *)PyBytes_AS_STRING(made);
    memcpy(into, m->head, H_HEADER * sizeof(num));
    memcpy(into + H_HEADER, m->frames, (size_t)frames * sizeof(num));
    memcpy(into + H_HEADER + frames, m->arena, (size_t)m->head[H_ARENA] * sizeof(num));
    return made;
}
static void take_back(Machine *m, const num *log, num used, const num *control) {
    rw_revert(m, log, used);
    control = unpack(control, m->slots, m->head, m->frames);
    memcpy(m->arena, control, (size_t)m->head[H_ARENA] * sizeof(num));
    m->used = 0;
}
/* undo() -> the record of the last answer, which is taken back */
static PyObject *block_undo(Block *self, PyObject *unused) {
    Record *last = self->last;
    (void)unused;
    if (!last) { PyErr_SetString(PyExc_IndexError, "there is no answer to take back"); return NULL; }
    take_back(&self->m, last->held, last->used, last->held + last->used);
    self->last = (Record *)Py_XNewRef(last->before), self->given--;
    return (PyObject *)last;
}
/* records(n) -> the records of the last n answers, the oldest first */
static PyObject *block_records(Block *self, PyObject *wanted) {
    Py_ssize_t count = PyLong_AsSsize_t(wanted);
    if (count < 0 || count > self->given) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_IndexError, "there are not so many answers");
        return NULL;
    }
    PyObject *made = PyList_New(count);
    Record *each = self->last;
    for (Py_ssize_t n = count; made && n-- > 0; each = each->before) PyList_SET_ITEM(made, n, Py_NewRef(each));
    return made;
}
/* begin(): what is answered from here on is recorded anew */
static PyObject *block_begin(Block *self, PyObject *unused) {
    (void)unused;
    self->given = 0;
    Py_CLEAR(self->last);
    Py_RETURN_NONE;
}

/* Keeps what an answer did; the control before it was packed when it began. */
static Record *record_made(Block *self, num *held, num packed) {
    Machine *m = &self->m;
    Record *made = PyObject_New(Record, &RecordType);
    if (!made) return NULL;
    made->program = (Program *)Py_NewRef(self->program), made->before = self->last;
    made->number = m->head[H_NUMBER], made->used = m->used, made->count = m->used + packed, made->held = held;
    memmove(held + m->used, held, (size_t)packed * sizeof(num));
    memcpy(held, m->log, (size_t)m->used * sizeof(num));
    self->last = (Record *)Py_NewRef(made), self->given++;
    return made;
}
/* Gives an answer, or without keys lets the game begin, and keeps what it did. */
static PyObject *played(Block *self, num player, const num *keys, num count, PyObject *given) {
    Machine *m = &self->m;
    Py_buffer script = {0};
    m->script = NULL, m->scripted = 0;
    if (given != Py_None) {
        if (PyObject_GetBuffer(given, &script, PyBUF_SIMPLE) < 0) return NULL;
        m->script = script.buf, m->scripted = script.len / (Py_ssize_t)sizeof(num);
    }
    num packed = packed_size(m), *held = PyMem_Malloc((size_t)packed * sizeof(num)), *whole = held;
    if (held) pack(m, held);
    if (held && keys) rw_answer(m, player, keys, count, 0);
    if (held && !keys) rw_start(m);
    if (script.obj) PyBuffer_Release(&script);
    if (held && m->status) {
        take_back(m, m->log, m->used, held);
        PyMem_Free(held);
        return PyLong_FromLong(m->status);
    }
    if (held && !(whole = PyMem_Realloc(held, (size_t)(packed + m->used) * sizeof(num)))) PyMem_Free(held);
    Record *made = whole ? record_made(self, whole, packed) : NULL;
    if (!whole) PyErr_NoMemory();
    if (whole && !made) PyMem_Free(whole);
    return (PyObject *)made;
}
/* answer(player, path, seed, seed of hidden dice, dice or None) -> its record, or a number that says why it was not given */
static PyObject *block_answer(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], count, player;
    if (nargs != 5 || !PyTuple_Check(args[1])) { PyErr_SetString(PyExc_TypeError, "answer(player, path, seed, hidden, dice)"); return NULL; }
    player = PyLong_AsLongLong(args[0]);
    m->seed = PyLong_AsUnsignedLongLongMask(args[2]), m->secret = PyLong_AsUnsignedLongLongMask(args[3]);
    if (PyErr_Occurred()) return NULL;
    if (!PyTuple_GET_SIZE(args[1]) || !keys_in(self, args[1], keys, &count)) return PyLong_FromLong(RW_REFUSED);
    return played(self, player, keys, count, args[4]);
}
/* start(seed, hidden, dice or None) -> the record of how the game began, or a number as for an answer */
static PyObject *block_start(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 3) { PyErr_SetString(PyExc_TypeError, "start(seed, hidden, dice)"); return NULL; }
    self->m.seed = PyLong_AsUnsignedLongLongMask(args[0]), self->m.secret = PyLong_AsUnsignedLongLongMask(args[1]);
    return PyErr_Occurred() ? NULL : played(self, RW_NOWHERE, NULL, 0, args[2]);
}
/* menu(player, path) -> the keys; None where the path is a whole answer; a number where the reference must say */
static PyObject *block_menu(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    Machine *m = &self->m;
    num keys[KEY_ROW * RW_LONGEST], count;
    if (nargs != 2 || !PyTuple_Check(args[1])) { PyErr_SetString(PyExc_TypeError, "menu(player, path)"); return NULL; }
    num player = PyLong_AsLongLong(args[0]);
    if (PyErr_Occurred()) return NULL;
    if (!keys_in(self, args[1], keys, &count) || m->head[H_DEPTH] < 1) return PyLong_FromLong(RW_REFUSED);
    int whole = rw_menu(m, player, keys, count);
    if (m->status) return PyLong_FromLong(m->status);
    if (whole) Py_RETURN_NONE;
    PyObject *made = PyList_New(m->keys);
    for (num n = 0; made && n < m->keys; n++) PyList_SET_ITEM(made, n, key_out(self->program, m->menu + KEY_ROW * n));
    return made;
}
/* -- whole answers: kernel/legality/whole_answers.py gives the same numbers -------------------------------------------------------------- */

#define LARGEST_PAIRED (1LL << 31)

static num paired(num one, num other) { return one < other ? other * other + one : one * one + one + other; }

/* Gives the number of a pick, or -1 where Python must say. */
static num key_number(Program *p, const num *key, int number) {
    if (key[0] == KEY_PASS) return 0;
    if (key[0] == KEY_TEXT) return key[1] == T_DECLINE ? 2 : key[1] == T_DONE ? 6 : -1;
    if (key[0] == KEY_OFFER) return 2 * paired(p->first[key[1]], key[2] % RW_LIVES) + 1;
    if (key[0] != KEY_NUMBER || key[1] < 0 || (number && key[1] >= RW_LIVES)) return -1;
    return 2 * (key[1] % RW_LIVES) + 1;
}
static int is_number(Block *self, const num *keys, num count) {
    if (!count || keys[0] != KEY_OFFER) return 0;
    const num *picks = self->m.p + ROW(&self->m, P_ACTIONS, keys[1], ACTION_ROW)[ACTION_PICKS];
    return count <= picks[0] && picks[1 + PICK_ROW * (count - 1) + PICK_NUMBER];
}
/* Adds every whole answer that begins with some keys to a list; gives 0, or why that cannot be. */
static int whole_answers(Block *self, num player, num *keys, num count, num number, num most, PyTypeObject *type, PyObject *into) {
    Machine *m = &self->m;
    int whole = rw_menu(m, player, keys, count), status = m->status;
    if (status || count >= RW_LONGEST) return status ? status : RW_LEFT;
    if (whole) {
        if (PyList_GET_SIZE(into) >= most) return RW_FULL;
        PyObject *each = type->tp_alloc(type, 2);
        if (!each) return -1;
        PyTuple_SET_ITEM(each, 0, PyLong_FromLongLong(number));
        PyTuple_SET_ITEM(each, 1, keys_out(self->program, keys, count));
        status = PyList_Append(into, each);
        Py_DECREF(each);
        return status;
    }
    num found = m->keys, *menu = PyMem_Malloc((size_t)(found * KEY_ROW + 1) * sizeof(num));
    if (!menu) { PyErr_NoMemory(); return -1; }
    memcpy(menu, m->menu, (size_t)(found * KEY_ROW) * sizeof(num));
    for (num n = 0; n < found && !status; n++) {
        num code = key_number(self->program, menu + KEY_ROW * n, is_number(self, keys, count));
        memcpy(keys + KEY_ROW * count, menu + KEY_ROW * n, KEY_ROW * sizeof(num));
        if (code < 0 || number > LARGEST_PAIRED || code > LARGEST_PAIRED) status = RW_LEFT;
        else status = whole_answers(self, player, keys, count + 1, count ? paired(number, code) : code, most, type, into);
    }
    PyMem_Free(menu);
    return status;
}
/* options(player, most, type of an answer) -> every whole answer with its number; a number where the reference must say */
static PyObject *block_options(Block *self, PyObject *args) {
    long long player, most;
    num keys[KEY_ROW * RW_LONGEST];
    PyObject *type;
    if (!PyArg_ParseTuple(args, "LLO!", &player, &most, &PyType_Type, &type)) return NULL;
    if (self->m.head[H_DEPTH] < 1 || self->m.head[H_ASKED] != player) return PyLong_FromLong(RW_REFUSED);
    PyObject *made = PyList_New(0);
    int status = made ? whole_answers(self, player, keys, 0, 0, most, (PyTypeObject *)type, made) : -1;
    if (!status) return made;
    Py_XDECREF(made);
    return status < 0 ? NULL : PyLong_FromLong(status);
}
static PyObject *block_copy(Block *self, PyObject *unused) {
    (void)unused;
    Block *made = (Block *)block_make(self->program, self->block, kept_size(&self->m));
    if (made) made->last = (Record *)Py_XNewRef(self->last), made->given = self->given;
    return (PyObject *)made;
}
static PyObject *block_asked(Block *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->m.head[H_ASKED]); }
/* What is picked first: 0 an action, 1 a thing, 2 a word. */
static PyObject *block_first(Block *self, void *unused) {
    const num *i = self->m.head[H_DEPTH] > 0 ? rw_asking(&self->m) : NULL;
    (void)unused;
    return PyLong_FromLong(!i ? 0 : i[0] == I_CHOOSE || i[0] == I_ORDERED ? 1 : 2);
}
static PyObject *block_over(Block *self, void *unused) { (void)unused; return PyBool_FromLong(self->m.head[H_DEPTH] == 0); }
static PyObject *block_given(Block *self, void *unused) { (void)unused; return PyLong_FromSsize_t(self->given); }
static PyObject *block_procedure(Block *self, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(self->m.head[H_DEPTH] > 0 ? TOP(&self->m)[F_PROCEDURE] : -1);
}
static PyObject *block_number(Block *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->m.head[H_NUMBER]); }

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

static PyMethodDef block_methods[] = {
    {"answer", (PyCFunction)(void (*)(void))block_answer, METH_FASTCALL, "Give a whole answer."},
    {"start", (PyCFunction)(void (*)(void))block_start, METH_FASTCALL, "Let a game begin that was only set up."},
    {"menu", (PyCFunction)(void (*)(void))block_menu, METH_FASTCALL, "List what may be picked."},
    {"options", (PyCFunction)block_options, METH_VARARGS, "List every whole answer with its number."},
    {"control", (PyCFunction)block_control, METH_NOARGS, "Give the frames and counters as bytes."},
    {"undo", (PyCFunction)block_undo, METH_NOARGS, "Take the last answer back."},
    {"records", (PyCFunction)block_records, METH_O, "Give the records of the last answers."},
    {"begin", (PyCFunction)block_begin, METH_NOARGS, "Forget the records of the answers so far."},
    {"copy", (PyCFunction)block_copy, METH_NOARGS, "Give an independent copy."},
    {"play_out", (PyCFunction)block_play_out, METH_VARARGS, "Play whole games at random."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef block_fields[] = {
    {"asked", (getter)block_asked, NULL, "The player who is asked, or -1.", NULL},
    {"first", (getter)block_first, NULL, "What is picked first: 0 an action, 1 a thing, 2 a word.", NULL},
    {"procedure", (getter)block_procedure, NULL, "The number of the innermost procedure, or -1.", NULL},
    {"over", (getter)block_over, NULL, "Whether the game is over.", NULL},
    {"number", (getter)block_number, NULL, "The number of the last answer.", NULL},
    {"given", (getter)block_given, NULL, "How many answers were given since `begin`.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyTypeObject BlockType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Block",
    .tp_basicsize = sizeof(Block),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A game as one block of numbers: Block(program, numbers).",
    .tp_new = block_new,
    .tp_dealloc = (destructor)block_dealloc,
    .tp_methods = block_methods,
    .tp_getset = block_fields,
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_machine", "The native machine.", -1, NULL, NULL, NULL, NULL, NULL};

static int words_made(void) {
    static const struct { PyObject **word; const char *text; } words[] = {
        {&word_changed, "changed"}, {&word_moved, "moved"}, {&word_noticed, "noticed"}, {&word_rolled, "rolled"},
        {&word_chose, "chose"}, {&word_began, "began"}, {&word_ended, "ended"}, {&word_told, "told"}, {&word_check, "check"},
        {&word_passed, "passed"}, {&word_failed, "failed"}, {&word_cut_short, "cut short"}, {&word_pass, "pass"}, {&word_linked, "linked"},
        {&word_tallied, "tallied"}, {&word_founded, "founded"}, {&word_shuffled, "shuffled"}, {&word_revealed, "revealed"},
        {&word_performed, "performed"}, {&word_lasts, "lasts"}, {&word_expired, "expired"}, {&word_add, "add"}, {&word_set, "set"},
    };
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (!(*words[n].word = PyUnicode_InternFromString(words[n].text))) return 0;
    return 1;
}
PyMODINIT_FUNC PyInit__machine(void) {
    if (PyType_Ready(&ProgramType) < 0 || PyType_Ready(&BlockType) < 0 || PyType_Ready(&RecordType) < 0 || !words_made()) return NULL;
    PyObject *made = PyModule_Create(&module);
    if (!made) return NULL;
    PyModule_AddObjectRef(made, "Program", (PyObject *)&ProgramType);
    PyModule_AddObjectRef(made, "Block", (PyObject *)&BlockType);
    PyModule_AddStringConstant(made, "SOURCES", RW_SOURCES);
    PyModule_AddIntConstant(made, "FULL", RW_FULL);
    return made;
}
