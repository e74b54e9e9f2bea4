"""Grunn in words: boards, moves, lines, names."""
