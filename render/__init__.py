"""Pictures: a view of a match drawn as a board."""
