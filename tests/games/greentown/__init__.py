"""Green Town: rules by clause, handed cases, whole games."""
