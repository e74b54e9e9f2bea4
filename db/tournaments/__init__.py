"""Tournaments with their entrants, pairings and log."""
