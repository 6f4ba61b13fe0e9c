/* The native machine as a module of Python: programs, blocks, answers, menus, and whole games without the interpreter's lock. */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>
#undef T_NONE /* machine.h has a text of this name */

#include "machine.h"

#ifndef RW_SOURCES
#define RW_SOURCES ""
#endif

#include "python_blocks.h"
#include "python_out.h"
#include "python_in.h"
#include "python_records.h"

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
    if (self->m.p[P_ACTED] && chosen(last) && chosen(last)[2] == KEY_OFFER) self->m.acted[chosen(last)[3]]--;
    self->looks = -1, self->last = (Record *)Py_XNewRef(last->before), self->given--;
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
/* begin(): starts a new record of answers */
static PyObject *block_begin(Block *self, PyObject *unused) {
    (void)unused;
    self->given = 0;
    Py_CLEAR(self->last);
    Py_RETURN_NONE;
}

#include "python_play.h"

/* -- whole answers: kernel/legality/whole_answers.py gives the same numbers -------------------------------------------------------------- */

#define LARGEST_PAIRED (1LL << 31)

static num paired(num one, num other) { return one < other ? other * other + one : one * one + one + other; }

/* Gives the number of a pick, or -1 if Python must work it out. */
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
/* Adds every whole answer that begins with some keys to a list; gives 0, or the reason why it could not. */
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
    self->looks = -1;
    if (self->m.head[H_DEPTH] < 1 || !rw_is_asked(&self->m, player)) return PyLong_FromLong(RW_REFUSED);
    PyObject *made = PyList_New(0);
    int status = made ? whole_answers(self, player, keys, 0, 0, most, (PyTypeObject *)type, made) : -1;
    if (!status) return made;
    Py_XDECREF(made);
    return status < 0 ? NULL : PyLong_FromLong(status);
}
static PyObject *block_copy(Block *self, PyObject *unused) {
    (void)unused;
    Block *made = (Block *)block_make(self->program, &self->m, self->size);
    if (made) made->last = (Record *)Py_XNewRef(self->last), made->given = self->given;
    return (PyObject *)made;
}
static PyObject *block_asked(Block *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->m.head[H_ASKED]); }
/* The players who are asked, in the order of their seats. A tuple with one of the first seats is made only once. */
static PyObject *block_asking(Block *self, void *unused) {
    static PyObject *alone[8];
    num seats = self->m.layout[L_SEATS], asked = self->m.head[H_ASKED], count = 0, found[RW_AT_ONCE];
    (void)unused;
    if (asked >= 0 && asked < 8) return Py_XNewRef(alone[asked] ? alone[asked] : (alone[asked] = row_out(&asked, 1)));
    if (asked >= 0) return row_out(&asked, 1);
    for (num seat = 0; self->m.head[H_ASKED] < RW_SEVERAL && seat < seats && seat < RW_AT_ONCE; seat++)
        if (rw_is_asked(&self->m, seat)) found[count++] = seat;
    return row_out(found, count);
}
/* What is due next by the clock: when, and the stack that pops or -1 for the floor that closes; or None. */
static PyObject *block_due(Block *self, void *unused) {
    num when, zone;
    (void)unused;
    if (!rw_next_due(&self->m, &when, &zone)) Py_RETURN_NONE;
    return Py_BuildValue("(LL)", when, zone);
}
/* cell(slot, stat) -> the stored number of a thing; None where there is none */
static PyObject *block_cell(Block *self, PyObject *const *args, Py_ssize_t nargs) {
    num slot = nargs == 2 ? PyLong_AsLongLong(args[0]) : -1, stat = nargs == 2 ? PyLong_AsLongLong(args[1]) : -1;
    if (PyErr_Occurred()) return NULL;
    if (slot < 0 || slot >= self->m.things || stat < 0 || stat >= self->m.width) Py_RETURN_NONE;
    return PyLong_FromLongLong(CELL(&self->m, slot, stat));
}
static PyObject *block_now(Block *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->m.head[H_NOW]); }
static PyObject *block_over(Block *self, void *unused) { (void)unused; return PyBool_FromLong(self->m.head[H_DEPTH] == 0); }
static PyObject *block_given(Block *self, void *unused) { (void)unused; return PyLong_FromSsize_t(self->given); }
/* Where the machine stopped last, and the number of the node that it does not know, or -1. */
static PyObject *block_stopped(Block *self, void *unused) { (void)unused; return Py_BuildValue("(sL)", self->m.where ? self->m.where : "", self->m.unknown); }
static PyObject *block_number(Block *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->m.head[H_NUMBER]); }

#include "python_games.h"

static PyMethodDef block_methods[] = {
    {"answer", (PyCFunction)(void (*)(void))block_answer, METH_FASTCALL, "Give a whole answer."},
    {"tick", (PyCFunction)(void (*)(void))block_tick, METH_FASTCALL, "Let time pass."},
    {"start", (PyCFunction)(void (*)(void))block_start, METH_FASTCALL, "Let a game begin that was only set up."},
    {"menu", (PyCFunction)(void (*)(void))block_menu, METH_FASTCALL, "List what may be picked."},
    {"options", (PyCFunction)block_options, METH_VARARGS, "List every whole answer with its number."},
    {"control", (PyCFunction)block_control, METH_NOARGS, "Give the frames and counters as bytes."},
    {"undo", (PyCFunction)block_undo, METH_NOARGS, "Take the last answer back."},
    {"records", (PyCFunction)block_records, METH_O, "Give the records of the last answers."},
    {"begin", (PyCFunction)block_begin, METH_NOARGS, "Forget the records of the answers so far."},
    {"cell", (PyCFunction)(void (*)(void))block_cell, METH_FASTCALL, "Read the stored number of a thing."},
    {"copy", (PyCFunction)block_copy, METH_NOARGS, "Give an independent copy."},
    {"play_out", (PyCFunction)block_play_out, METH_VARARGS, "Play whole games at random."},
    {"play_on", (PyCFunction)block_play_on, METH_VARARGS, "Give answers at random."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef block_fields[] = {
    {"asked", (getter)block_asked, NULL, "The player who is asked; less than 0 if nobody is, or several are.", NULL},
    {"due", (getter)block_due, NULL, "When the next thing happens by the clock, and which stack pops.", NULL},
    {"now", (getter)block_now, NULL, "The second that it is.", NULL},
    {"asking", (getter)block_asking, NULL, "The players who are asked.", NULL},
    {"over", (getter)block_over, NULL, "Whether the game is over.", NULL},
    {"stopped", (getter)block_stopped, NULL, "Where the machine stopped last, and at which node that it does not know.", NULL},
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

#include "python_search.h"
#include "python_quick.h"

/* setting(name) -> the value of an environment variable, or None */
static PyObject *module_setting(PyObject *module, PyObject *name) {
    const char *word = PyUnicode_AsUTF8(name), *found = word ? getenv(word) : NULL;
    (void)module;
    if (!word) return NULL;
    if (!found) Py_RETURN_NONE;
    return PyUnicode_DecodeFSDefault(found);
}
static PyMethodDef functions[] = {
    {"setting", module_setting, METH_O, "Give the value of an environment variable."},
    {"seeds", module_seeds, METH_VARARGS, "Give the seeds of whole games."},
    {"quick", module_quick, METH_VARARGS, "Give a method that the machine does itself where it plays."},
    {"parts", module_parts, METH_VARARGS, "Say where games have what the machine needs."},
    {"practise", module_practise, METH_VARARGS, "Play games for practice, and learn how much what is counted weighs."},
    {NULL, NULL, 0, NULL},
};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "_machine", "The native machine.", -1, functions, NULL, NULL, NULL, NULL};

static int words_made(void) {
    static const struct { PyObject **word; const char *text; } words[] = {
        {&word_changed, "changed"}, {&word_moved, "moved"}, {&word_noticed, "noticed"}, {&word_rolled, "rolled"},
        {&word_chose, "chose"}, {&word_began, "began"}, {&word_ended, "ended"}, {&word_told, "told"}, {&word_check, "check"},
        {&word_passed, "passed"}, {&word_failed, "failed"}, {&word_cut_short, "cut short"}, {&word_pass, "pass"}, {&word_linked, "linked"},
        {&word_tallied, "tallied"}, {&word_founded, "founded"}, {&word_shuffled, "shuffled"}, {&word_revealed, "revealed"},
        {&word_performed, "performed"}, {&word_lasts, "lasts"}, {&word_expired, "expired"}, {&word_add, "add"}, {&word_set, "set"}, {&word_again, "again"},
    };
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        if (!(*words[n].word = PyUnicode_InternFromString(words[n].text))) return 0;
    return 1;
}
PyMODINIT_FUNC PyInit__machine(void) {
    if (PyType_Ready(&ProgramType) < 0 || PyType_Ready(&BlockType) < 0 || PyType_Ready(&RecordType) < 0 || PyType_Ready(&SearchType) < 0 || PyType_Ready(&QuickType) < 0 || PyType_Ready(&BoundType) < 0 || !words_made()) return NULL;
    PyObject *made = PyModule_Create(&module);
    if (!made) return NULL;
    this_module = made;
    PyModule_AddObjectRef(made, "Program", (PyObject *)&ProgramType);
    PyModule_AddObjectRef(made, "Block", (PyObject *)&BlockType);
    PyModule_AddObjectRef(made, "Search", (PyObject *)&SearchType);
    PyModule_AddStringConstant(made, "SOURCES", RW_SOURCES);
    PyModule_AddIntConstant(made, "FULL", RW_FULL);
    return made;
}
