"""Storage: journals, registers and leases in SQLite or PostgreSQL, and archives."""
