"""Storage: tables, units of work, records and migrations."""
