"""Formats of tournaments: pairings of a round, brackets, standings, tie-breaks. Pure."""
