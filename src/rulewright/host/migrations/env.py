"""Runs the migrations in the connection that the store gives."""

from alembic import context

from rulewright.host.sqltables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True, transactional_ddl=False
)
context.run_migrations()
