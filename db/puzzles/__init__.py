"""Puzzles of the day, what people answered, and where they are posted."""
