/* A search as an object of Python: the imagined games from which it begins, and the arms that it has learned. */
#include <math.h>
#include "weighing.h"
#include "customs.h"
#include "rehearsing.h"
#include "search.h"

typedef struct {
    PyObject_HEAD
    Program *program;
    num **worlds, *work;  /* the imagined games as they begin, and room to play one of them */
    num count, done, left, full; /* how many games there are; how many iterations were made, and how many the machine left or had no room for */
    num effort;           /* the work so far: tests of things, and cells that were hidden for menus */
    num *sides, *sorts, *rows;
    double *weights;
    uint64_t seed;
    Tree tree;
} Search;

enum { SEARCH_ROOM = 8192, SEARCH_TEST = 4 };
#define SEARCH_ROOT 0x52756C65ULL

static void search_dealloc(Search *self) {
    for (num n = 0; self->worlds && n < self->count; n++) PyMem_RawFree(self->worlds[n]);
    PyMem_RawFree(self->worlds), PyMem_RawFree(self->work), PyMem_RawFree(self->tree.arms);
    PyMem_RawFree(self->tree.spare), PyMem_RawFree(self->tree.customs), PyMem_Free(self->sides), PyMem_Free(self->sorts), PyMem_Free(self->rows), PyMem_Free(self->weights);
    Py_XDECREF(self->program);
    Py_TYPE(self)->tp_free((PyObject *)self);
}
/* Copies the positions of blocks; gives 0 if one is not a block, or belongs to another program. */
static int search_begins(Search *self, PyObject *blocks) {
    num largest = 0;
    self->worlds = PyMem_RawCalloc((size_t)PyList_GET_SIZE(blocks) + 1, sizeof(num *));
    for (Py_ssize_t n = 0; self->worlds && n < PyList_GET_SIZE(blocks); n++) {
        Block *block = (Block *)PyList_GET_ITEM(blocks, n);
        if (!PyObject_TypeCheck((PyObject *)block, &BlockType) || (self->program && block->program != self->program)) return 0;
        if (!self->program) self->program = (Program *)Py_NewRef(block->program);
        num kept = kept_size(&block->m);
        largest = block->size > largest ? block->size : largest;
        if (!(self->worlds[n] = PyMem_RawMalloc((size_t)kept * sizeof(num)))) return 0;
        memcpy(self->worlds[n], block->block, (size_t)kept * sizeof(num));
        self->count++;
    }
    self->work = PyMem_RawMalloc((size_t)(largest + 1) * sizeof(num)), self->tree.spare = PyMem_RawMalloc((size_t)(largest + 1) * sizeof(num));
    return self->worlds && self->work && self->tree.spare && self->count;
}
/* Takes over what is counted in positions, and how much it weighs. */
static int search_weighs(Scales *s, num **sides, num **sorts, num **rows, double **weights, PyObject *of_seats, PyObject *of_kinds, PyObject *counted, PyObject *weighed, num parties) {
    Py_ssize_t seats = 0, kinds = 0, numbers = 0, count = 0;
    *sides = numbers_of(of_seats, &seats), *sorts = *sides ? numbers_of(of_kinds, &kinds) : NULL, *rows = *sorts ? numbers_of(counted, &numbers) : NULL;
    *weights = *rows ? (double *)numbers_of(weighed, &count) : NULL;
    if (!*weights) return 0;
    *s = (Scales){.rows = *rows, .sides = *sides, .sorts = *sorts, .kinds = kinds, .count = count, .seats = seats, .parties = parties, .weights = *weights};
    int fits = seats >= 1 && seats <= RW_SEATS && parties >= 1 && (!count || parties <= RW_PARTIES) && count <= RW_ROWS && numbers == WEIGH_ROW * count;
    for (num n = 0; fits && n < seats; n++) fits = (*sides)[n] >= 0 && (*sides)[n] < parties;
    if (!fits) PyErr_SetString(PyExc_ValueError, "these are not the sides of seats, and rows that each have a weight");
    return fits;
}
/* Search(blocks, seed, seat, explore, most, whether positions are rated, compared, sides of the seats, sorts of the kinds, how many sides, rows, weights, customs) */
static PyObject *search_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *blocks, *sides, *sorts, *rows, *weights;
    long long seat, most, compared, parties;
    unsigned long long seed;
    double explore;
    int rates;
    Py_buffer customs;
    (void)kwargs;
    if (!PyArg_ParseTuple(args, "O!KLdLpLOOLOOy*", &PyList_Type, &blocks, &seed, &seat, &explore, &most, &rates, &compared, &sides, &sorts, &parties, &rows, &weights, &customs)) return NULL;
    Search *self = (Search *)type->tp_alloc(type, 0);
    if (self && customs.len == RW_CUSTOMS * (Py_ssize_t)sizeof(Custom) && (self->tree.customs = PyMem_RawMalloc((size_t)customs.len)))
        memcpy(self->tree.customs, customs.buf, (size_t)customs.len);
    PyBuffer_Release(&customs);
    if (!self) return NULL;
    Tree *t = &self->tree;
    int begun = search_begins(self, blocks);
    if (!begun && !PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "a search needs blocks of one program");
    begun = begun && search_weighs(&t->scales, &self->sides, &self->sorts, &self->rows, &self->weights, sides, sorts, rows, weights, parties);
    t->arms = PyMem_RawCalloc(SEARCH_ROOM, sizeof(Arm));
    if (!begun || !t->arms) {
        Py_DECREF(self);
        return PyErr_Occurred() ? NULL : PyErr_NoMemory();
    }
    self->seed = seed;
    t->room = SEARCH_ROOM, t->seat = seat, t->most = most, t->explore = explore, t->rates = rates && t->scales.count, t->compared = t->scales.count ? compared : 1;
    t->open = t->scales.seats == 2 && self->sides[0] != self->sides[1] && !self->program->numbers[P_SECRET];
    return (PyObject *)self;
}
/* Copies the beginning of an imagined game to the working machine. */
static void search_stands(Search *self, Machine *m, const num *from) {
    memset(m, 0, sizeof *m);
    rw_bind(m, self->program->numbers, (num *)from);
    num kept = kept_size(m);
    memcpy(self->work, from, (size_t)kept * sizeof(num));
    rw_bind(m, self->program->numbers, self->work);
    rw_counted(m);
    m->imagined = 1;
}
static int search_grows(Tree *t) {
    Arm *old = t->arms;
    num room = t->room;
    if (2 * (t->used + RW_BATCH) <= room) return 1;
    if (!(t->arms = PyMem_RawCalloc((size_t)(2 * room), sizeof(Arm)))) { t->arms = old; return 0; }
    t->room = 2 * room;
    for (num n = 0; n < room; n++) if (old[n].key) *rw_arm(t, old[n].key) = old[n];
    PyMem_RawFree(old);
    return 1;
}
/* run(n): makes n more iterations, without the interpreter's lock */
static PyObject *search_run(Search *self, PyObject *wanted) {
    num more = PyLong_AsLongLong(wanted), n = 0;
    if (PyErr_Occurred()) return NULL;
    Py_BEGIN_ALLOW_THREADS
    for (; n < more && !self->tree.sure && search_grows(&self->tree); n++) {
        Machine m;
        search_stands(self, &m, self->worlds[self->done % self->count]);
        num begun = m.head[H_NUMBER];
        int status = rw_imagine(&m, &self->tree, SEARCH_ROOT, rw_mix(self->seed + (uint64_t)(self->done + 1) * RW_GOLDEN));
        self->done += !self->tree.sure;
        self->left += status == RW_LEFT, self->full += status == RW_FULL, self->effort += SEARCH_TEST * m.tested + (m.head[H_NUMBER] - begun) * m.things * m.width;
    }
    Py_END_ALLOW_THREADS
    return n < more && !self->tree.sure ? PyErr_NoMemory() : Py_NewRef(Py_None);
}
/* Adds every tried answer that begins with some keys: imagined game, path, total, visits, whether the value is certain, and the number of its
   arm. */
static int search_tried(Search *self, Machine *m, num world, num player, num *keys, num count, uint64_t node, const Arm *arm, PyObject *into) {
    int whole = rw_picks(m, player, keys, count), status = 0;
    if (m->status || count >= RW_LONGEST) return 1;
    if (whole) {
        PyObject *each = arm ? Py_BuildValue("(LNdLOK)", (long long)world, keys_out(self->program, keys, count), arm->total,
                                             (long long)arm->visits, arm->sure ? Py_True : Py_False, (unsigned long long)arm->key) : NULL;
        status = !arm || (each && PyList_Append(into, each) == 0);
        Py_XDECREF(each);
        return status;
    }
    num found = m->keys, plain = m->plain, *menu = PyMem_Malloc((size_t)(found * KEY_ROW + 1) * sizeof(num));
    if (!menu) { PyErr_NoMemory(); return 0; }
    memcpy(menu, m->menu, (size_t)(found * KEY_ROW) * sizeof(num));
    for (num n = 0; n < found && (!n || status); n++) {
        m->plain = plain;
        uint64_t next = found > 1 ? rw_join(node, rw_label(m, &self->tree, player, menu + KEY_ROW * n)) : node;
        const Arm *tried = found > 1 ? rw_arm(&self->tree, next) : arm;
        status = 1;
        if (tried && !tried->key) continue;
        memcpy(keys + KEY_ROW * count, menu + KEY_ROW * n, KEY_ROW * sizeof(num));
        status = search_tried(self, m, world, player, keys, count + 1, next, tried, into);
    }
    PyMem_Free(menu);
    return status;
}
/* tried() -> the answers that were tried in each imagined game */
static PyObject *search_all_tried(Search *self, PyObject *unused) {
    num keys[KEY_ROW * RW_LONGEST];
    PyObject *made = PyList_New(0);
    (void)unused;
    for (num n = 0; made && n < self->count; n++) {
        Machine m;
        search_stands(self, &m, self->worlds[n]);
        if (!search_tried(self, &m, n, m.head[H_ASKED], keys, 0, SEARCH_ROOT, NULL, made)) Py_CLEAR(made);
    }
    return made;
}
/* Completes an answer with the picks that were tried most often; gives 0 if none was tried. */
static int search_most_tried(Search *self, Machine *m, num mover, num *keys, num *count, uint64_t *node) {
    while (!rw_picks(m, mover, keys, *count)) {
        num best = 0, visits = 0;
        if (m->status || *count >= RW_LONGEST) return 0;
        for (num n = 0; m->keys > 1 && n < m->keys; n++) {
            const Arm *arm = rw_arm(&self->tree, rw_join(*node, rw_label(m, &self->tree, mover, m->menu + KEY_ROW * n)));
            if (arm->key && arm->visits > visits) best = n, visits = arm->visits;
        }
        if (m->keys > 1 && !visits) return 0;
        if (m->keys > 1) *node = rw_join(*node, rw_label(m, &self->tree, mover, m->menu + KEY_ROW * best));
        memcpy(keys + KEY_ROW * (*count)++, m->menu + KEY_ROW * best, KEY_ROW * sizeof(num));
    }
    return 1;
}
/* Gives the node of the tree after a given answer. */
static uint64_t search_follows(Search *self, Machine *m, num mover, const num *keys, num count) {
    uint64_t node = SEARCH_ROOT;
    for (num n = 0; n < count && !rw_picks(m, mover, keys, n) && !m->status; n++) {
        if (m->keys > 1) node = rw_join(node, rw_label(m, &self->tree, mover, keys + KEY_ROW * n));
    }
    return node;
}
/* line(block, path, length, seed, hidden) -> an answer and those that were tried most after it: (player, path) */
static PyObject *search_line(Search *self, PyObject *args) {
    Block *block;
    PyObject *path, *made, *each;
    long long length;
    unsigned long long seed, hidden;
    num keys[KEY_ROW * RW_LONGEST], count, mover;
    if (!PyArg_ParseTuple(args, "O!O!LKK", &BlockType, &block, &PyTuple_Type, &path, &length, &seed, &hidden)) return NULL;
    if (!(made = PyList_New(0)) || !keys_in(block, &PyTuple_GET_ITEM(path, 0), PyTuple_GET_SIZE(path), keys, &count)) return made;
    Machine m;
    search_stands(self, &m, block->block);
    m.seed = rw_plain(seed), m.secret = rw_plain(hidden);
    uint64_t node = search_follows(self, &m, m.head[H_ASKED], keys, count);
    for (int more = 1; more && made;) {
        mover = m.head[H_ASKED];
        each = Py_BuildValue("(LN)", (long long)mover, keys_out(self->program, keys, count));
        if (!each || PyList_Append(made, each) < 0) Py_CLEAR(made);
        Py_XDECREF(each);
        rw_answer(&m, mover, keys, count, 1);
        count = 0, node = rw_join(node, (uint64_t)m.head[H_ASKED]);
        more = made && !m.status && m.head[H_DEPTH] > 0 && PyList_GET_SIZE(made) < length
            && search_most_tried(self, &m, m.head[H_ASKED], keys, &count, &node);
    }
    return made;
}
static PyObject *search_counts(Search *self, void *unused) {
    (void)unused;
    return Py_BuildValue("(LLLLO)", (long long)self->done, (long long)self->left, (long long)self->full, (long long)self->effort, self->tree.sure ? Py_True : Py_False);
}
static PyObject *search_swing(Search *self, void *unused) {
    (void)unused;
    return PyFloat_FromDouble(rw_swing(&self->tree) / 2.0);
}
static PyMethodDef search_methods[] = {
    {"run", (PyCFunction)search_run, METH_O, "Make so many more iterations."},
    {"tried", (PyCFunction)search_all_tried, METH_NOARGS, "List the answers that were tried."},
    {"line", (PyCFunction)search_line, METH_VARARGS, "Give the answers that were tried most, one after another."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef search_fields[] = {
    {"counts", (getter)search_counts, NULL, "How many iterations were made, of them left or without room, how much work it was, and whether nothing is left to find out.", NULL},
    {"swing", (getter)search_swing, NULL, "The standard deviation of the results.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};
static PyTypeObject SearchType = {
    PyVarObject_HEAD_INIT(NULL, 0).tp_name = "rulewright.kernel.native._machine.Search",
    .tp_basicsize = sizeof(Search),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_doc = "A search over imagined games: Search(blocks, seed, seat, explore, most, whether positions are rated, compared, sides, sorts, how many sides, rows, weights, customs).",
    .tp_new = search_new,
    .tp_dealloc = (destructor)search_dealloc,
    .tp_methods = search_methods,
    .tp_getset = search_fields,
};

/* -- practice ---------------------------------------------------------------------------------------------------------------------- */

enum { RW_SEEN = 16, RW_FEW = 50, RW_TESTED = 20000000 }; /* practice ends after so many tests of things; after RW_SEEN games, practice stops if more than one game in RW_FEW had no room */

/* Plays games from some beginnings until so many answers are given, and notes their positions. */
static void practice_plays(PyObject *blocks, const Scales *s, Notebook *book, Custom *customs, num *work, num *spare, uint64_t seed, num tries, num answers, num most) {
    num gap = 4, given = 0;
    for (num n = 0, tested = 0; given < answers && tested < RW_TESTED && book->used < book->room && (n < RW_SEEN || book->full * RW_FEW <= book->games); n++) {
        Block *from = (Block *)PyList_GET_ITEM(blocks, n % PyList_GET_SIZE(blocks));
        Machine m;
        rw_stand_in(&m, &from->m, work);
        uint64_t die = rw_mix(seed + (uint64_t)(n + 1) * RW_GOLDEN);
        m.seed = rw_plain(die), m.secret = rw_plain(~die);
        num length = rw_rehearse(&m, s, book, customs, spare, die, tries, most, gap);
        given += length + 1, tested += m.tested, gap = 1 + length / 16;
    }
}
/* practise(blocks, sides of the seats, sorts of the kinds, how many sides, rows, weights, weights before, seed, tries, answers, most, calm)
   -> weights, customs, skill, how many positions were noted, and how many games had no room */
static PyObject *module_practise(PyObject *module, PyObject *args) {
    PyObject *blocks, *of_seats, *of_kinds, *counted, *weighed, *before, *made = NULL;
    long long parties, tries, answers, most;
    unsigned long long seed;
    double calm;
    num *sides = NULL, *sorts = NULL, *rows = NULL, largest = 0;
    double *weights = NULL, *prior = NULL, skill = 0.0;
    Py_ssize_t known = 0;
    Custom *customs = NULL;
    Scales s;
    Notebook book = {.used = 0, .room = 8192};
    (void)module;
    if (!PyArg_ParseTuple(args, "O!OOLOOOKLLLd", &PyList_Type, &blocks, &of_seats, &of_kinds, &parties, &counted, &weighed, &before, &seed, &tries, &answers, &most, &calm)) return NULL;
    int fits = search_weighs(&s, &sides, &sorts, &rows, &weights, of_seats, of_kinds, counted, weighed, parties) && PyList_GET_SIZE(blocks) > 0
        && (prior = (double *)numbers_of(before, &known)) && known == s.count;
    for (Py_ssize_t n = 0; fits && n < PyList_GET_SIZE(blocks); n++) {
        Block *block = (Block *)PyList_GET_ITEM(blocks, n);
        fits = PyObject_TypeCheck((PyObject *)block, &BlockType);
        if (fits && block->size > largest) largest = block->size;
    }
    if (fits) {
        book.counted = PyMem_RawMalloc((size_t)(book.room * s.count * s.parties + 1) * sizeof(float));
        book.won = PyMem_RawCalloc((size_t)(book.room * s.parties), sizeof(double)), book.in = PyMem_RawCalloc((size_t)(book.room * s.parties), sizeof(int));
        customs = PyMem_RawCalloc(RW_CUSTOMS, sizeof(Custom));
        num *work = PyMem_RawMalloc((size_t)(2 * largest + 2) * sizeof(num));
        if (book.counted && book.won && book.in && work && customs) {
            Py_BEGIN_ALLOW_THREADS
            practice_plays(blocks, &s, &book, customs, work, work + largest + 1, seed, tries, answers, most);
            num until = book.used * 4 / 5;
            rw_study(&s, &book, prior, until, 30, 0.1, calm / (double)(book.games + 1));
            skill = rw_skill(&s, &book, until);
            Py_END_ALLOW_THREADS
            made = PyByteArray_FromStringAndSize((const char *)weights, (Py_ssize_t)((size_t)s.count * sizeof(double)));
        } else PyErr_NoMemory();
        PyMem_RawFree(work);
    } else if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "practice needs blocks");
    PyMem_RawFree(book.counted), PyMem_RawFree(book.won), PyMem_RawFree(book.in);
    PyMem_Free(sides), PyMem_Free(sorts), PyMem_Free(rows), PyMem_Free(weights), PyMem_Free(prior);
    PyObject *usual = made ? PyByteArray_FromStringAndSize((const char *)customs, RW_CUSTOMS * (Py_ssize_t)sizeof(Custom)) : NULL;
    PyMem_RawFree(customs);
    return usual ? Py_BuildValue("(NNdLL)", made, usual, skill, (long long)book.used, (long long)book.full) : NULL;
}
