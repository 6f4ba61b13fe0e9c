/* The native machine: plays a program that was written as whole numbers, step by step as the Python kernel does.
 *
 * It knows no book. It allocates nothing, and uses string.h alone (the search of bots, search.h, plays with this machine and is no part of it; it also uses math.h). A game is one block of numbers; `Machine` only points into
 * the block and into the program, so a block can be copied as it is. What the machine does not know, or has no room for, it
 * leaves: `status` then says why, the caller takes the answer back (`rw_take_back`), and the Python kernel gives it instead.
 *
 * kernel/native/number_tables.py writes the program and kernel/native/blocks.py the block; both hold the same numbers.
 *
 * How to read these files:
 * - `num` is a whole number of 64 bits. A thing, zone, action or word is its number in a table; RW_NOWHERE (-1) is none of them.
 * - Expressions and instructions are rows of the program; their first number says of which kind they are. A comment after the
 *   opening brace of a function lists the other numbers of its row in their order. "query or not, whom" means: if the first number is
 *   1, the second is a query that may find several things, otherwise an expression for one thing.
 * - `m->v` are the slots (variables) that expressions read. `m->cur` are those of the frame that runs, `m->act` those of an act that is
 *   checked, `m->heard` those of a trigger and `m->child` those of a frame that is about to begin. RW_ABSENT is an empty slot.
 * - Lists are made in `m->lists`, as on a stack: `m->listed` is how much of it is in use, and whoever has made a list sets it back.
 * - A step of a procedure gives FURTHER if the next instruction follows, and anything else if the step is over.
 */
#ifndef RULEWRIGHT_MACHINE_H
#define RULEWRIGHT_MACHINE_H

#include <stdint.h>
#include <string.h>

#include "program_rows.h"
#include "layout.h"
#include "events.h"
#include "sight.h"
#include "order.h"
#include "dice.h"
#include "queries.h"
#include "map.h"
#include "notes.h"
#include "expressions.h"
#include "changes.h"
#include "moving.h"
#include "prepared.h"
#include "frames.h"

static num rw_whom(Machine *m, num query, num at, num **found);
static num rw_holds(Machine *m, const num *checks);
static int rw_through(Machine *m, num from, num then);

#include "classes.h"
#include "forbidding.h"
#include "prices.h"
#include "preparing.h"
#include "costs.h"
#include "payments.h"
#include "acts.h"
#include "stacks.h"
#include "deeds.h"
#include "priority.h"
#include "gate.h"
#include "edits.h"
#include "holding.h"
#include "extras.h"
#include "timing.h"
#include "intervening.h"
#include "batches.h"
#include "interrupts.h"
#include "choices.h"
#include "permits.h"
#include "potential.h"
#include "fights.h"
#include "checksum.h"
#include "loops.h"
#include "instructions.h"
#include "following.h"
#include "course.h"
#include "rules.h"
#include "answers.h"
#include "whole_games.h"

#endif
