"""Games in which players write rules run in processes of their own, like those whose rule text came with them."""

from alembic import op

revision = "s0005"
down_revision = "s0004"


def upgrade() -> None:
    """Mark those of the shipped book in which this is possible."""
    op.execute("update games set strange = 1 where book in (select key from books where json_extract(text, '$.name') = 'nomic')")
