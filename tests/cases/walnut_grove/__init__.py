"""The reader of Walnut Grove's handed cases (section 12)."""
