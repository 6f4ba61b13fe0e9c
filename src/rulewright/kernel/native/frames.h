/* Frames: how they begin, go on, end, and when the game settles. */

enum { GO, CALLED, ASKED, OVER, FURTHER, REWOUND }; /* how a step of a procedure ended; FURTHER: the procedure goes on, REWOUND: frames were left */

static const num *rw_procedure(Machine *m, num n) { return ROW(m, P_PROCEDURES, n, PROC_ROW); }

/* Tests the triggers for the beginning or end of a structure. */
static void rw_edge(Machine *m, num kind, num on, num procedure, num subject) {
    num event[EVENT_ROW] = {kind, subject, 0, procedure, 0, 0, 0, 0};
    rw_happened(m, rw_listeners(m, on), event);
}
static void rw_push(Machine *m, num procedure, const num *given, num into) {
    if (m->head[H_DEPTH] >= m->p[P_DEPTH]) { rw_stop(m, RW_LEFT); return; }
    if (m->head[H_DEPTH] >= m->layout[L_FRAMES]) { rw_stop(m, RW_FULL); return; }
    num *frame = FRAME(m, m->head[H_DEPTH]++), *e;
    frame[F_ID] = ++m->head[H_IDS], frame[F_PROCEDURE] = procedure, frame[F_STEP] = STEP_BEGIN, frame[F_INTO] = into;
    if (given) memcpy(frame + F_SLOTS, given, (size_t)m->slots * sizeof(num)); else rw_empty(m, frame + F_SLOTS);
    if (rw_procedure(m, procedure)[PROC_ANNOUNCED] && (e = rw_event(m, EV_BEGAN, 3)))
        e[0] = frame[F_ID], e[1] = procedure, e[2] = rw_held(frame + F_SLOTS, S_ACTOR), rw_edge(m, EV_BEGAN, ON_BEGAN, procedure, e[2]);
}
static void rw_cut_short(Machine *m, const num *v);
static void rw_go_on(Machine *m, num procedure);
static void rw_popping_cut_short(Machine *m, const num *v);

static num rw_subject(Machine *m, const num *frame) {
    const num *lent = m->p + rw_procedure(m, frame[F_PROCEDURE])[PROC_LENT];
    for (num n = 1; n <= lent[0]; n++)
        if (frame[F_SLOTS + lent[n]] != RW_ABSENT) return frame[F_SLOTS + lent[n]];
    return rw_held(frame + F_SLOTS, S_ACTOR);
}
static void rw_remove(Machine *m, num how) {
    num *frame = TOP(m), *e, procedure = frame[F_PROCEDURE], into = frame[F_INTO];
    if (how == CUT_SHORT && frame[F_PROCEDURE] == ACT && frame[F_SLOTS + S_ORIGIN] != RW_ABSENT) rw_cut_short(m, frame + F_SLOTS);
    if (how == CUT_SHORT && frame[F_PROCEDURE] == POPPING) rw_popping_cut_short(m, frame + F_SLOTS);
    m->head[H_DEPTH]--;
    if (*m->effects) rw_wear_all(m, T_FRAME, frame[F_ID], RW_ABSENT);
    if (rw_procedure(m, frame[F_PROCEDURE])[PROC_ANNOUNCED] && (e = rw_event(m, EV_ENDED, 4)))
        e[0] = frame[F_ID], e[1] = frame[F_PROCEDURE], e[2] = how, e[3] = rw_subject(m, frame), rw_edge(m, EV_ENDED, ON_ENDED, e[1], e[3]);
    if (m->count[N_TALLIES] && rw_procedure(m, procedure)[PROC_COUNTS]) rw_uncount(m, procedure);
    if (how == ENDED && *m->effects && into < 0) rw_go_on(m, procedure);
}
static void rw_land(Machine *m, num into, num value) {
    if (into >= 0 && m->head[H_DEPTH] > 0) TOP(m)[F_SLOTS + into] = value;
}
static int rw_end(Machine *m, num value) {
    num into = TOP(m)[F_INTO];
    rw_remove(m, ENDED);
    rw_land(m, into, value);
    return OVER;
}
static int rw_leave(Machine *m, num id) {
    while (m->head[H_DEPTH] > 0) {
        num found = TOP(m)[F_ID] == id, into = TOP(m)[F_INTO];
        rw_remove(m, found ? ENDED : CUT_SHORT);
        if (found) { rw_land(m, into, RW_NONE); break; }
    }
    return REWOUND;
}
/* Keeps the slots of the running frame, and where it goes on. */
static int rw_go(Machine *m, num step) {
    num *frame = TOP(m);
    memcpy(frame + F_SLOTS, m->cur, (size_t)m->slots * sizeof(num));
    frame[F_STEP] = step, m->loaded = m->head[H_DEPTH];
    return GO;
}
/* Begins another procedure; slots that were filled for it as `child` are those of the running frame from then on. */
static int rw_call(Machine *m, num procedure, const num *given, num step, num into) {
    num *cur = m->cur;
    rw_go(m, step);
    rw_push(m, procedure, given, into);
    if (given == m->child) m->cur = m->child, m->child = cur, m->loaded = m->head[H_DEPTH];
    return CALLED;
}
/* Takes the slots of the top frame, unless the last step has left them as they are. */
static void rw_load(Machine *m) {
    if (m->loaded != m->head[H_DEPTH]) memcpy(m->cur, TOP(m) + F_SLOTS, (size_t)m->slots * sizeof(num));
    m->loaded = 0, m->v = m->cur;
}
static int rw_by_itself(Machine *m, const num *frame) {
    num action = frame[F_SLOTS + S_ACTION], own = frame[F_SLOTS + S_OWN];
    if (frame[F_PROCEDURE] == HEED && own != RW_ABSENT && own) return 1;
    return action != RW_ABSENT && ROW(m, P_ACTIONS, action, ACTION_ROW)[ACTION_AUTOMATIC];
}
static int rw_settling(Machine *m) {
    int rules = 1;
    for (num n = m->head[H_DEPTH]; n-- > 0;) {
        num *frame = FRAME(m, n);
        if (frame[F_PROCEDURE] == m->p[P_SETTLE] || frame[F_PROCEDURE] == m->p[P_SETTLES]) return 1;
        if (rw_procedure(m, frame[F_PROCEDURE])[PROC_ANNOUNCED]) rules = 0;
        else if (!(rules && rw_by_itself(m, frame))) return 0;
    }
    return 0;
}
static int rw_settle(Machine *m, num boundaries) {
    if (m->p[P_SETTLE] < 0 || !(m->p[P_BOUNDARIES] & boundaries) || rw_settling(m)) return 0;
    m->head[H_UNSETTLED] = 0;
    rw_push(m, m->p[P_SETTLE], 0, RW_NOWHERE);
    return 1;
}
/* A duration: its sort, the structure or condition, whose structure, how many of them, whether only later ones count, the procedures that it
   encloses, and what is told if there is no such structure. */
enum { U_HOW, U_STRUCTURE, U_WHOSE, U_COUNT, U_LATER, U_ENCLOSES, U_TOLD, U_ROW };
enum { U_OF_PLAYER = -3, U_OF_THING }; /* whose: of the thing on which the effect is, or of its player */

static int rw_duration(Machine *m, const num *until, num *row, int told);

static int rw_ask(Machine *m, num player, num step) {
    num boundaries = AT_CHOICE | (TOP(m)[F_PROCEDURE] == WINDOW ? AT_WINDOW : 0);
    if (m->head[H_UNSETTLED] && rw_settle(m, boundaries)) return ASKED;
    rw_go(m, step);
    if (player == RW_NOWHERE) rw_stop(m, RW_LEFT);
    m->head[H_ASKED] = player;
    return ASKED;
}
