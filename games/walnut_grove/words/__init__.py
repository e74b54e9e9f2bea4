"""Walnut Grove in words: boards, moves, lines, names."""
