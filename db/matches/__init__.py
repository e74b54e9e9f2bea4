"""Matches: seats, log, positions, what they wait for, rewinds."""
