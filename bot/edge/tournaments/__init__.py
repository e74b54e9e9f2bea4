"""Tournaments at the edge: the pinned card, standings and trees, pairings, and who holds a round up."""
