"""Tours: their paths, the search for the best ones, and the list that a player is shown."""
