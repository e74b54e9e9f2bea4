"""Grumpf in words: boards, moves, lines, names."""
