"""The reader of Green Town's handed cases (section 13)."""
