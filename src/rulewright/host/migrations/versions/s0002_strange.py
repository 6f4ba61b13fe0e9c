"""Games whose rule text came with them are told from those of the server's own books."""

import sqlalchemy as sa
from alembic import op

revision = "s0002"
down_revision = "s0001"


def upgrade() -> None:
    """Add the column; what was brought in before is played as it was."""
    op.add_column("games", sa.Column("strange", sa.Boolean(), nullable=False, server_default=sa.false()))
