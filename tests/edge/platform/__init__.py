"""Tests of ``bot.edge.platform``."""
