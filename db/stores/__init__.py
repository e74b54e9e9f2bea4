"""Opening, upgrading and using a database: SQLite and PostgreSQL."""
