"""H2Olland in words: boards, moves, lines, names."""
