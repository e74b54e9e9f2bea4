"""Green Town in words: boards, moves, lines, names."""
