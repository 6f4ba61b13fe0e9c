/* From Python to numbers: the keys of an answer. */

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
    self->looks = -1;
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
static int keys_in(Block *self, PyObject *const *picks, Py_ssize_t many, num *into, num *count) {
    *count = many;
    if (many > RW_LONGEST) return 0;
    for (num n = 0; n < many; n++)
        if (!key_in(self, picks[n], into + KEY_ROW * n)) return 0;
    return 1;
}
