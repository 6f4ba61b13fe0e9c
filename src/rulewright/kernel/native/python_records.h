/* Records of answers: what each one did, so that it can be undone and shown. */

/* What one answer did, as numbers: its events, then the control before it, of which only slots that hold something are kept. Each record of a
   game points to the one before it, and the game to the newest; copies of a game share them. Nothing here is tracked by the collector. */
typedef struct Record {
    PyObject_HEAD
    Program *program;
    struct Record *before;
    num number, at, used, count; /* the number of the answer, its time, the numbers of its events, and all numbers */
    num chose; /* where its events say what was chosen; nothing when a game begins or time passes */
    num held[];
} Record;

static void record_dealloc(Record *self) {
    Record *before = self->before;
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
enum { PACKED_GROUP = 8 }; /* this many slots are tested at once, because most of them are empty */

/* The control before the answer that is being given, packed; the frames of which it was made, how many they are and how large, and where
   each of them ends in it. Answers are given one after another, so that all blocks share it. */
static struct { num *row, room, most, deepest, *frames, count, size, *ends; } before;

static int room_before(const Machine *m) {
    num frames = m->layout[L_FRAMES], most = H_HEADER + frames * (F_SLOTS + 1 + 2 * m->slots) + m->layout[L_ARENA], room = most + frames * (m->frame + 1);
    if (most == before.most && frames == before.deepest && m->frame == before.size) return 1;
    num *row = room > before.room ? PyMem_Realloc(before.row, (size_t)room * sizeof(num)) : before.row;
    if (!row) { PyErr_NoMemory(); return 0; }
    before.row = row, before.room = room > before.room ? room : before.room, before.most = most, before.deepest = frames, before.size = m->frame, before.count = 0;
    before.frames = row + most, before.ends = before.frames + frames * m->frame;
    return 1;
}
/* Writes which slots hold something and their values; gives the place of the next number. */
static num *pack_slots(const num *slots, num from, num to, num *into) {
    for (num at = from; at < to; at++) {
        into[0] = at, into[1] = slots[at];
        into += slots[at] == RW_ABSENT ? 0 : 2;
    }
    return into;
}
static num *pack_frame(const Machine *m, const num *frame, num *into) {
    const num *slots = frame + F_SLOTS;
    num *count = into + F_SLOTS, at;
    memcpy(into, frame, F_SLOTS * sizeof(num));
    into = count + 1;
    for (at = 0; at + PACKED_GROUP <= m->slots; at += PACKED_GROUP) {
        num held = 0;
        for (num k = 0; k < PACKED_GROUP; k++) held |= slots[at + k] ^ RW_ABSENT;
        if (held) into = pack_slots(slots, at, at + PACKED_GROUP, into);
    }
    into = pack_slots(slots, at, m->slots, into);
    *count = (into - count - 1) / 2;
    return into;
}
/* Packs the control and gives its length; the lowest frames are kept if they equal those that were packed last. */
static num pack(const Machine *m) {
    num *into = before.row + H_HEADER, n = 0, depth = m->head[H_DEPTH], known = before.count < depth ? before.count : depth;
    size_t size = (size_t)m->frame * sizeof(num);
    memcpy(before.row, m->head, H_HEADER * sizeof(num));
    while (n < known && !memcmp(FRAME(m, n), before.frames + n * m->frame, size)) into = before.row + before.ends[n++];
    for (; n < depth; n++) {
        memcpy(before.frames + n * m->frame, FRAME(m, n), size);
        into = pack_frame(m, FRAME(m, n), into);
        before.ends[n] = into - before.row;
    }
    before.count = depth;
    memcpy(into, m->arena, (size_t)m->head[H_ARENA] * sizeof(num));
    return into + m->head[H_ARENA] - before.row;
}
/* Writes a packed control with a place for every slot, as the machine has it: the head, the frames, the lists. */
static const num *unpack(const num *from, num slots, num *head, num *frames) {
    memcpy(head, from, H_HEADER * sizeof(num));
    from += H_HEADER;
    for (num n = 0; n < head[H_DEPTH]; n++) {
        num *frame = frames + n * (F_SLOTS + slots), count = from[F_SLOTS];
        memcpy(frame, from, F_SLOTS * sizeof(num));
        memset(frame + F_SLOTS, RW_BLANK, (size_t)slots * sizeof(num));
        for (from += F_SLOTS + 1; count--; from += 2) frame[F_SLOTS + from[0]] = from[1];
    }
    return from;
}
static PyObject *record_events(Record *self, PyObject *unused) {
    (void)unused;
    return events_out(self->program, self->held, self->used);
}
static PyObject *record_call(Record *self, PyObject *args, PyObject *kwargs) { (void)args, (void)kwargs; return record_events(self, NULL); }
static PyObject *record_control(Record *self, PyObject *unused) {
    (void)unused;
    return PyBytes_FromStringAndSize((const char *)(self->held + self->used), (self->count - self->used) * (Py_ssize_t)sizeof(num));
}
static PyObject *record_number(Record *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->number); }
static PyObject *record_at(Record *self, void *unused) { (void)unused; return PyLong_FromLongLong(self->at); }
/* Gives who chose, how many keys, and the keys; nothing when a game begins or time passes. */
static const num *chosen(Record *self) { return self->chose < 0 ? NULL : self->held + self->chose + 1; }
static PyObject *record_player(Record *self, void *unused) {
    (void)unused;
    return PyLong_FromLongLong(chosen(self) ? chosen(self)[0] : RW_NOWHERE);
}
static PyObject *record_path(Record *self, void *unused) {
    (void)unused;
    return chosen(self) ? keys_out(self->program, chosen(self) + 2, chosen(self)[1]) : PyTuple_New(0);
}
static PyObject *record_size(Record *self, PyObject *unused) {
    (void)unused;
    return PyLong_FromSize_t(sizeof(Record) + (size_t)self->count * sizeof(num));
}
static PyMethodDef record_methods[] = {
    {"events", (PyCFunction)record_events, METH_NOARGS, "Give the events."},
    {"control", (PyCFunction)record_control, METH_NOARGS, "Give the control before the answer, packed, as bytes."},
    {"__sizeof__", (PyCFunction)record_size, METH_NOARGS, "Give the number of bytes."},
    {NULL, NULL, 0, NULL},
};
static PyGetSetDef record_fields[] = {
    {"number", (getter)record_number, NULL, "The number of the answer.", NULL},
    {"at", (getter)record_at, NULL, "The second at which it was given.", NULL},
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
    .tp_call = (ternaryfunc)record_call,
    .tp_methods = record_methods,
    .tp_getset = record_fields,
};
