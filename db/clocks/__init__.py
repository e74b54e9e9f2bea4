"""Clocks by seat, pauses, votes, outages, and when shards were served."""
