"""Stores the text of a book once for all games with it. Beside each game it was written again with every answer."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "s0004"
down_revision = "s0003"


def upgrade() -> None:
    """Put the texts into a table of their own; games refer to them by a hash."""
    op.create_table(
        "books",
        sa.Column("key", sa.String(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key"),
    )
    here = op.get_bind()
    for (text,) in here.execute(sa.text("select distinct book from games")).all():
        key = hashlib.sha256(text.encode()).hexdigest()
        here.execute(sa.text("insert into books values (:key, :text)"), {"key": key, "text": text})
        here.execute(sa.text("update games set book = :key where book = :text"), {"key": key, "text": text})
