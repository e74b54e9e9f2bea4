"""From the wish for a match to its start."""
