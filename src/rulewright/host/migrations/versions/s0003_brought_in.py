"""Games that were imported before their rule text was marked as foreign run in processes of their own, too."""

from alembic import op

revision = "s0003"
down_revision = "s0002"


def upgrade() -> None:
    """Mark them: only a game that was begun in the lobby has settings. One with the text of a shipped book loses nothing."""
    op.execute("update games set strange = 1 where settings = '{}'")
