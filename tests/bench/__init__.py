"""Measurements: ratios beside named peers, printed, never asserted."""
