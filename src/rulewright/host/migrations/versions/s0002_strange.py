"""Marks games whose rule text came with them, to tell them from games of the server's own books."""

import sqlalchemy as sa
from alembic import op

revision = "s0002"
down_revision = "s0001"


def upgrade() -> None:
    """Add the column; games that were imported before are played as before."""
    op.add_column("games", sa.Column("strange", sa.Boolean(), nullable=False, server_default=sa.false()))
