"""Handed cases: worked examples of the rules, and a reader for those of each game."""
