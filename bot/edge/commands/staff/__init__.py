"""``/staff``: what the moderators of a server do."""
