"""``/match`` and the commands about a match: turns, coming back, undo, seats, hosting, files."""
