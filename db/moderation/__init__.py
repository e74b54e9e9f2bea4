"""Who may not play on a server, and what has been reported to its staff."""
