"""A match in memory and the pure rules of hosting it: its state, its log, turns, paces, proposals, outcomes."""
