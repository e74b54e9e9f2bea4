"""The reader of Grumpf's handed cases (section 15)."""
