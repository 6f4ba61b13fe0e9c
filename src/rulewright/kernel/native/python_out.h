/* From numbers to Python: keys, links, events. */

/* Gives an action of a thing as a key; one that was given before is given again, because it cannot be changed. */
static PyObject *offer_out(Program *p, num action, num ref) {
    uint64_t at = ((uint64_t)action * 31 + (uint64_t)ref) % OFFERS;
    if (p->offers[at].key && p->offers[at].action == action && p->offers[at].ref == ref) return Py_NewRef(p->offers[at].key);
    PyTypeObject *type = (PyTypeObject *)p->offer;
    PyObject *made = type->tp_alloc(type, 2); /* a named tuple has the shape of a tuple */
    if (!made) return NULL;
    PyTuple_SET_ITEM(made, 0, Py_NewRef(PyTuple_GET_ITEM(p->actions, action)));
    PyTuple_SET_ITEM(made, 1, PyLong_FromLongLong(ref));
    p->offers[at].action = action, p->offers[at].ref = ref;
    Py_XSETREF(p->offers[at].key, Py_NewRef(made));
    return made;
}
static PyObject *key_out(Program *p, const num *key) {
    if (key[0] == KEY_NUMBER) return PyLong_FromLongLong(key[1]);
    if (key[0] == KEY_PASS) return Py_NewRef(word_pass);
    if (key[0] == KEY_TEXT) return Py_NewRef(PyTuple_GET_ITEM(p->texts, key[1]));
    if (key[0] == KEY_PAY) return PyUnicode_FromFormat("pay %lld%U", (long long)key[2], PyTuple_GET_ITEM(p->texts, key[1]));
    return key[0] == KEY_ACTION ? Py_NewRef(PyTuple_GET_ITEM(p->actions, key[1])) : offer_out(p, key[1], key[2]);
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
/* Things as they last were, each with the slot under which a rule refers to it: slot, thing, place, host, values. */
static PyObject *memory_out(Program *p, const num *row, num count) {
    num size = 4 + p->numbers[P_WIDTH];
    PyObject *made = PyTuple_New(count / size);
    for (num n = 0; made && n < count / size; n++, row += size)
        PyTuple_SET_ITEM(made, n, Py_BuildValue("(O(LLLN))", PyTuple_GET_ITEM(p->slots, row[0]), row[1], row[2], row[3], row_out(row + 4, size - 4)));
    return made;
}
/* What a player has done: in which frames, its origin, and whether it is complete. */
static PyObject *deeds_out(const num *row, num count) {
    PyObject *made = PyList_New(0), *tuple;
    for (const num *deed = row; made && deed < row + count; deed += deed[0] + 4) {
        const num *rest = deed + 1 + deed[0];
        PyObject *each = Py_BuildValue("(N(LL)O)", row_out(deed + 1, deed[0]), rest[0], rest[1], rest[2] ? Py_True : Py_False);
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
    if (name == T_DEEDS) return deeds_out(row, count);
    if (name == T_MADE)
        return Py_BuildValue("(OLNL)", PyTuple_GET_ITEM(p->texts, row[0]), row[1], row_out(row + 3, row[2]), row[3 + row[2]]);
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
    if (row[5] != RW_ABSENT) { /* what it follows for */
        if (!row[4]) return Py_BuildValue("(LLLLL)", row[0], row[1], row[2], row[3], row[5]);
        return Py_BuildValue("(LLLLLN)", row[0], row[1], row[2], row[3], row[5], memory_out(p, row + NOTICED_ROW, row[4]));
    }
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
    if (e[2] == ABOUT_SAID) return Py_BuildValue("(OOLO)", word_told, word, e[3], PyTuple_GET_ITEM(p->texts, e[4]));
    if (e[2] == ABOUT_ACTION) return Py_BuildValue("(OOO)", word_told, word, PyTuple_GET_ITEM(p->actions, e[3]));
    if (e[2] == ABOUT_STACKS) return Py_BuildValue("(OON)", word_told, word, PyUnicode_FromFormat("%lld stacks", (long long)e[3]));
    return Py_BuildValue("(OO)", word_told, word);
}
static PyObject *text_out(Program *p, num text) { return Py_NewRef(PyTuple_GET_ITEM(p->texts, text)); }

/* When an effect ends: never; with a frame; by a condition of something; at the beginning or end of somebody's structure, counted. */
static PyObject *until_out(Program *p, const num *row) {
    if (row[LA_UNTIL] == RW_NOWHERE) return PyTuple_New(0);
    if (row[LA_UNTIL] == T_FRAME) return Py_BuildValue("(NL)", text_out(p, T_FRAME), row[LA_FIRST]);
    if (row[LA_UNTIL] == T_WHEN) return Py_BuildValue("(NLL)", text_out(p, T_WHEN), row[LA_FIRST], row[LA_WHOSE]);
    return Py_BuildValue("(NLLL)", text_out(p, row[LA_UNTIL]), row[LA_FIRST], row[LA_WHOSE], row[LA_COUNT]);
}
static PyObject *question_out(Program *p, const num *row) {
    if (row[LA_ASKS] == RW_NOWHERE) return PyLong_FromLongLong(row[LA_ABOUT]);
    if (row[LA_ASKS] == T_BAR) return Py_NewRef(PyTuple_GET_ITEM(p->bars, row[LA_ABOUT]));
    if (row[LA_ASKS] == T_NEXT) return Py_BuildValue("(NLs)", text_out(p, T_NEXT), row[LA_ABOUT], row[LA_MORE] == OP_ADD ? "+=" : "-=");
    if (row[LA_ABOUT] == RW_ABSENT) return Py_BuildValue("(N)", text_out(p, row[LA_ASKS]));
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
    PyTuple_SET_ITEM(made, 4, Py_NewRef(row[LA_OP] == LA_AGAIN ? word_again : row[LA_OP] == LA_SETS ? word_set : word_add));
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
    case EV_GROUNDED: return Py_BuildValue("(OL(LLL)(LLL))", word_founded, e[1], e[2], e[3], e[4], e[5], e[6], e[7]);
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
