"""``/my``: what is one person's own: matches, plans, notes, notices, absences."""
