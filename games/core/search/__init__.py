"""Searching a game's rules: legal moves, within a budget, with results kept; and turns, by trying them out."""
