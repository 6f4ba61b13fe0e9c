"""An independent reading of the Riftbound core rules (v1.2, section 395 and what it leans on) as plain tables.

Nothing here imports or was written from an engine.  Identifiers:

* ``T-<state>-<operation>``  a cell of the permission table (``T-NO-HIDE``: hiding in a neutral open state);
* ``P-<n>``                  a place in the turn, in order;
* ``C-<n>``                  a step of the cleanup, in order; ``CW-<n>`` an occasion on which a cleanup happens;
* ``M-<mode>``               a mode of play;
* ``A-<action>``             a game action type;
* ``K-<keyword>``            a keyword as the starter cards use it;
* ``PR-<n>``, ``FO-<n>``      how Priority is gained (W-312) and how Focus goes round (W-313, W-338, row 23).

Rule numbers: ``R-`` and ``W-`` as in the requirements; ``d`` and ``e`` with a number are rows of its sections (d) and (e).

``Basis`` says how far a row can be trusted: STATED in the requirements, a READING of a doubtful or silent place, or
BACKGROUND (general knowledge of the game; the requirements name the thing without defining it).
"""

from enum import Enum


class Basis(Enum):
    """Where a row comes from."""

    STATED = "stated"
    READING = "reading"
    BACKGROUND = "background"
