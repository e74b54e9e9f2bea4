"""People who wait for others to play with."""
