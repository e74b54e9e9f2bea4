"""What Discord was told of the commands, and what it answered, in columns instead of two words of a fact."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_meta = sa.table("meta", *(sa.column(name, sa.String()) for name in ("key", "value")))
_registration = sa.table("registration", *map(sa.column, ("application", "told", "answered")))

FACT = "commands of "
"""What stood before the id of the application."""


def upgrade() -> None:
    """Make the table and move the facts there; one that isn't whole is told anew at the next start."""
    op.create_table(
        "registration",
        sa.Column("application", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("told", sa.String(), nullable=False),
        sa.Column("answered", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("application", name="pk_registration"),
    )
    is_fact = _meta.c.key.startswith(FACT)
    for key, value in op.get_bind().execute(sa.select(_meta.c.key, _meta.c.value).where(is_fact)).all():
        told, _, answered = value.partition(" ")
        application = key.removeprefix(FACT)
        if answered and application.isdecimal():
            op.execute(_registration.insert().values(application=int(application), told=told, answered=answered))
    op.execute(_meta.delete().where(is_fact))
