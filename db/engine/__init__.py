"""What all repositories share: statements, columns, errors, a transaction."""
