"""A tournament while it runs: its matches, disputes, pauses, and what organizers settle."""
