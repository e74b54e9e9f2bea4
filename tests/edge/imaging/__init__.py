"""Tests of ``bot.edge.imaging``."""
