/* The native machine: plays a program that was written as whole numbers, step by step as the Python kernel does.
 *
 * It knows no book. It allocates nothing, and uses math.h and string.h alone. A game is one block of numbers; `Machine` only points into
 * the block and into the program, so a block can be copied as it is. What the machine does not know, or has no room for, it
 * leaves: `status` then says why, the caller takes the answer back (`rw_take_back`), and the Python kernel gives it instead.
 *
 * kernel/native/number_tables.py writes the program and kernel/native/blocks.py the block; both hold the same numbers.
 */
#ifndef RULEWRIGHT_MACHINE_H
#define RULEWRIGHT_MACHINE_H

#include <math.h>
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
#include "frames.h"

static num rw_whom(Machine *m, num query, num at, num **found);

#include "costs.h"
#include "classes.h"
#include "payments.h"
#include "acts.h"
#include "stacks.h"
#include "deeds.h"
#include "priority.h"
#include "gate.h"
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
#include "search.h"

#endif
