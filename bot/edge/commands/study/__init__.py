"""Looking back at a match that is over, and for the best turn of a puzzle."""
