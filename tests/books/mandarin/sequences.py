"""Who is asked when, for two to five players, written by hand from the source's five steps and the readings.

In a line `A+` is A putting something on the stack, `A.` A passing, `A-` A leaving, `!2` the second thing put there
resolving, and `A?` that A then has priority. Whatever stands before a sign is who must be asked. The first thing is basic,
every answer to something is fast. A takes the turn, unless a line begins with another player.
"""

LAPS = {
    # steps 1 and 2: everybody once, the adder last; step 3: then it resolves and the turn owner has priority
    "a full lap ends with the adder": [
        "A+ B. A. !1 A?",
        "A+ B. C. A. !1 A?",
        "A+ B. C. D. A. !1 A?",
        "A+ B. C. D. E. A. !1 A?",
    ],
    # a new thing starts the steps again from whoever put it there; who had passed is asked again
    "an answer starts a lap of its own": [
        "A+ B+ A. B. !2",
        "A+ B. C+ A. B. C. !2",
        "A+ B. C+ D. A. B. C. !2",
        "A+ B. C. D+ E. A. B. C. D. !2",
    ],
    # after a resolution: from the player after its controller, up to the owner of the new top
    "after the next player's answer all others have the window": [
        "A+ B+ A. B. !2 A. !1 A?",
        "A+ B+ C. A. B. !2 C. A. !1 A?",
        "A+ B+ C. D. A. B. !2 C. D. A. !1 A?",
        "A+ B+ C. D. E. A. B. !2 C. D. E. A. !1 A?",
    ],
    "after the last player's answer only the owner of the top has it": [
        "A+ B+ A. B. !2 A. !1 A?",
        "A+ B. C+ A. B. C. !2 A. !1 A?",
        "A+ B. C. D+ A. B. C. D. !2 A. !1 A?",
        "A+ B. C. D. E+ A. B. C. D. E. !2 A. !1 A?",
    ],
    # reading 3's worked check for four, and the same seat for the others
    "who passed on it or answered it has no second chance": [
        "A+ B+ A. B. !2 A. !1 A?",
        "A+ B+ C. A. B. !2 C. A. !1 A?",
        "A+ B. C+ D. A. B. C. !2 D. A. !1 A?",
        "A+ B. C+ D. E. A. B. C. !2 D. E. A. !1 A?",
    ],
    # reading 2: one player's two effects, one window for that player alone
    "who owns both is alone between them": [
        "A+ B. A+ B. A. !2 A. !1 A?",
        "A+ B. C. A+ B. C. A. !2 A. !1 A?",
        "A+ B. C. D. A+ B. C. D. A. !2 A. !1 A?",
        "A+ B. C. D. E. A+ B. C. D. E. A. !2 A. !1 A?",
    ],
    "and may act there": [
        "A+ B. A+ B. A. !2 A+ B. A. !3 A. !1 A?",
        "A+ B. C. A+ B. C. A. !2 A+ B. C. A. !3 A. !1 A?",
        "A+ B. C. D. A+ B. C. D. A. !2 A+ B. C. D. A. !3 A. !1 A?",
        "A+ B. C. D. E. A+ B. C. D. E. A. !2 A+ B. C. D. E. A. !3 A. !1 A?",
    ],
    # three deep: each partial lap goes from the resolved one's controller to the next owner
    "three deep, one after another": [
        "A+ B+ A+ B. A. !3 B. !2 A. !1 A?",
        "A+ B+ C+ A. B. C. !3 A. B. !2 C. A. !1 A?",
        "A+ B+ C+ D. A. B. C. !3 D. A. B. !2 C. D. A. !1 A?",
        "A+ B+ C+ D. E. A. B. C. !3 D. E. A. B. !2 C. D. E. A. !1 A?",
    ],
    # acting in a partial lap is adding: a full lap again
    "an answer in a partial lap starts a full one": [
        "A+ B+ A. B. !2 A+ B. A. !3 A. !1 A?",
        "A+ B+ C. A. B. !2 C+ A. B. C. !3 A. !1 A?",
        "A+ B+ C. D. A. B. !2 C. D+ A. B. C. D. !3 A. !1 A?",
        "A+ B. C+ D. E. A. B. C. !2 D+ E. A. B. C. D. !3 E. A. !1 A?",
    ],
    # the turn owner sits elsewhere: a resolution gives priority on, not back
    "the turn owner waits like everybody else": [
        "B+ A+ B. A. !2 B. !1 B?",
        "B+ C+ A. B. C. !2 A. B. !1 B?",
        "C+ D. A+ B. C. D. A. !2 B. C. !1 C?",
        "D+ E. A. B+ C. D. E. A. B. !2 C. D. !1 D?",
    ],
    # reading 23
    "a seat left empty is passed over": [
        "A+ B- A. !1 A?",
        "A+ B- C. A. !1 A?",
        "A+ B. C- D. A. !1 A?",
        "A+ B. C. D. E- A. !1 A?",
    ],
    "who leaves takes the top along": [
        "A+ B+ A. B- A. !1 A?",
        "A+ B+ C. A. B- C. A. !1 A?",
        "A+ B. C+ D. A. B. C- D. A. !1 A?",
        "A+ B. C+ D. E. A. B. C- D. E. A. !1 A?",
    ],
}
