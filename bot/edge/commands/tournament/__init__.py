"""``/tournament`` and the buttons of tournaments."""
