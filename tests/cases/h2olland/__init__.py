"""The reader of H₂Olland's handed cases (section L.2)."""
