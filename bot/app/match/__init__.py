"""A match in memory and the pure rules of hosting it: its state, its log, turns, paces and calendars, time-outs."""
